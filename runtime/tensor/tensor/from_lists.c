/*
 * Tensors from numbers, rows and text: all become nested lists, and those a tensor.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/error.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "tensor/tensor/literal.h"
#include "tensor/tensor/maker.h"
#include "tensor/tensor/nested.h"

/* The last step of all three; `error` is the error so far. */
static ct_error finish(struct ct_origin by, ct_error error, struct ct_nested *nested,
		       ct_tensor_options *wish, ct_tensor **result)
{
	ct_options_default_device(wish);
	if (error == NULL)
		error = ct_nested_to_tensor(by, nested, wish, result);
	ct_nested_free(nested);
	return error;
}

/* --- A number -------------------------------------------------------------------------------- */

static ct_error node_of_scalar(ct_scalar value, struct ct_node *node)
{
	static const enum ct_node_kind kinds[] = {
		[CT_SCALAR_INT] = CT_NODE_INT,         [CT_SCALAR_FLOAT] = CT_NODE_FLOAT,
		[CT_SCALAR_BOOL] = CT_NODE_BOOL,       [CT_SCALAR_UINT] = CT_NODE_BIG,
		[CT_SCALAR_COMPLEX] = CT_NODE_COMPLEX,
	};

	if (value.kind < CT_SCALAR_INT || value.kind > CT_SCALAR_UINT)
		return ct_error_new(CT_ERROR_ARGUMENT, CT_NAME_OF(ct_tensor_from_scalar),
				    "argument 1 (value): unknown kind of scalar %d",
				    (int)value.kind);
	*node = (struct ct_node){ kinds[value.kind], true, value.i, value.re, value.im, 0 };
	if (value.kind == CT_SCALAR_UINT && value.i >= 0)
		node->kind = CT_NODE_INT;
	else if (value.kind == CT_SCALAR_UINT)
		node->re = (double)(uint64_t)value.i;
	return NULL;
}

ct_error ct_tensor_from_scalar(ct_scalar value, const ct_tensor_options *options,
			       ct_tensor **result)
{
	struct ct_nested nested = { 0 };
	ct_tensor_options wish;
	struct ct_node node;
	ct_error error = ct_options_read(options, 2, __func__, &wish);

	if (error == NULL)
		error = node_of_scalar(value, &node);
	if (error == NULL)
		error = ct_nested_add(&nested, node, __func__);
	return finish(CT_HERE, error, &nested, &wish, result);
}

/* --- Rows ------------------------------------------------------------------------------------ */

static struct ct_node item_of(ct_rows rows, int64_t i)
{
	struct ct_node node = { .kind = CT_NODE_INT };

	switch (rows.kind) {
	case CT_ROWS_OF_INTS:
		node.i = ((const int64_t *)rows.items)[i];
		break;
	case CT_ROWS_OF_BOOLS:
		node.kind = CT_NODE_BOOL;
		node.i = ((const bool *)rows.items)[i];
		break;
	case CT_ROWS_OF_FLOATS:
		node.kind = CT_NODE_FLOAT;
		node.re = ((const double *)rows.items)[i];
		break;
	default:
		node.kind = CT_NODE_COMPLEX;
		node.re = ((const double *)rows.items)[2 * i];
		node.im = ((const double *)rows.items)[2 * i + 1];
	}
	return node;
}

static ct_error check_rows(ct_rows rows, const char *function)
{
	if (rows.kind < CT_ROWS_OF_ROWS || rows.kind > CT_ROWS_OF_COMPLEXES)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (rows): unknown kind of rows %d", (int)rows.kind);
	if (rows.length < 0)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (rows): length is %lld, but must not be negative",
				    (long long)rows.length);
	if (rows.length > CT_LENGTH_MAX)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (rows): length is %lld, which is larger than the "
				    "address space",
				    (long long)rows.length);
	if (rows.length > 0 && rows.items == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (rows): items must not be NULL, since the length "
				    "is %lld",
				    (long long)rows.length);
	return NULL;
}

static ct_error add_rows(struct ct_nested *nested, ct_rows rows, const char *function)
{
	ct_error error = check_rows(rows, function);

	if (error == NULL)
		error = ct_nested_open(nested, CT_NODE_LIST, function);
	if (error != NULL)
		return error;
	for (int64_t i = 0; i < rows.length && error == NULL; i++) {
		if (rows.kind == CT_ROWS_OF_ROWS)
			error = add_rows(nested, ((const ct_rows *)rows.items)[i], function);
		else
			error = ct_nested_add(nested, item_of(rows, i), function);
	}
	ct_nested_close(nested);
	return error;
}

ct_error ct_tensor_from_rows(ct_rows rows, const ct_tensor_options *options, ct_tensor **result)
{
	struct ct_nested nested = { 0 };
	ct_tensor_options wish;
	ct_error error = ct_options_read(options, 2, __func__, &wish);

	if (error == NULL)
		error = add_rows(&nested, rows, __func__);
	return finish(CT_HERE, error, &nested, &wish, result);
}

/* --- Text ------------------------------------------------------------------------------------ */

static const char *const function = CT_NAME_OF(ct_tensor_from_text);

struct reader {
	const char *text, *at;
	struct ct_nested *nested;
};

static void skip_space(struct reader *reader)
{
	reader->at += strspn(reader->at, " \t\r\n");
}

/* The place where parsing stopped, and a few characters from there. */
static ct_error expected(const struct reader *reader, const char *what)
{
	const long position = (long)(reader->at - reader->text) + 1;

	if (*reader->at == '\0')
		return ct_error_new(CT_ERROR_SYNTAX, function,
				    "character %ld: the text ends where %s is expected", position,
				    what);
	return ct_error_new(CT_ERROR_SYNTAX, function, "character %ld: expected %s, not `%.12s`",
			    position, what, reader->at);
}

static bool opens(char c)
{
	return c == '[' || c == '(';
}

/* The expectation where a number cannot be parsed. */
static const char *number_expected(const char *at)
{
	bool has_zero = at[0] == '0' && (at[1] == '_' || (at[1] >= '0' && at[1] <= '9'));

	return has_zero ? "a number without a leading zero (octal ones begin with 0o)" : "a number";
}

static ct_error read_item(struct reader *reader)
{
	const bool is_tuple = *reader->at == '(';
	struct ct_node number;

	if (opens(*reader->at)) {
		reader->at++;
		return ct_nested_open(reader->nested, is_tuple ? CT_NODE_TUPLE : CT_NODE_LIST,
				      function);
	}
	if (!ct_literal_read(&reader->at, &number))
		return expected(reader, number_expected(reader->at));
	return ct_nested_add(reader->nested, number, function);
}

/* `(3)` is not a list; `(3,)` is. */
static bool is_number_in_parentheses(const struct reader *reader, bool has_comma)
{
	const struct ct_node *list = &reader->nested->at[reader->nested->open];

	return list->kind == CT_NODE_TUPLE && list->i == 1 && !has_comma;
}

/* After an item: commas and ends of lists, up to the next item or the end of the text. */
static ct_error read_behind(struct reader *reader, bool after_item)
{
	while (reader->nested->depth > 0) {
		const struct ct_node *list = &reader->nested->at[reader->nested->open];
		const char end = list->kind == CT_NODE_TUPLE ? ')' : ']';
		bool has_comma = false;

		skip_space(reader);
		if (after_item && *reader->at == ',') {
			has_comma = true;
			reader->at++;
			skip_space(reader);
		}
		if (*reader->at != end)
			return has_comma || !after_item
				       ? NULL
				       : expected(reader, end == ')' ? "`,` or `)`" : "`,` or `]`");
		if (is_number_in_parentheses(reader, has_comma))
			return expected(reader, "a comma after the only item of a tuple");
		reader->at++;
		ct_nested_close(reader->nested);
		after_item = true;
	}
	return NULL;
}

static ct_error read_text(struct reader *reader)
{
	ct_error error;

	do {
		bool opened;

		skip_space(reader);
		opened = opens(*reader->at);
		error = read_item(reader);
		if (error == NULL)
			error = read_behind(reader, !opened);
	} while (error == NULL && reader->nested->depth > 0);
	skip_space(reader);
	if (error == NULL && *reader->at)
		error = expected(reader, "the end of the text");
	return error;
}

ct_error ct_tensor_from_text(const char *text, const ct_tensor_options *options, ct_tensor **result)
{
	struct ct_nested nested = { 0 };
	struct reader reader = { text, text, &nested };
	ct_tensor_options wish;
	ct_error error = ct_options_read(options, 2, function, &wish);

	if (error == NULL && text == NULL)
		error = ct_error_new(CT_ERROR_ARGUMENT, function,
				     "argument 1 (text) must not be NULL");
	if (error == NULL)
		error = read_text(&reader);
	return finish(CT_HERE, error, &nested, &wish, result);
}

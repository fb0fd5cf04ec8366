/*
 * A subscript's text, read as its grammar:
 *
 *     subscript:   "()" | part ("," part)* [","]
 *     part:        "..." | "Ellipsis" | "None" | "True" | "False" | list | placeholder
 *                | int | slice
 *     slice:       bound ":" bound [":" bound]
 *     bound:       [int | "None"]
 *     list:        "[" [element ("," element)* [","]] "]"
 *     element:     int | "True" | "False" | list
 *     placeholder: "{" [digits] "}"
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/error.h>
#include <ctorch/macros/list.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/checked.h"
#include "core/memory/expression.h"
#include "tensor/indexing/parse.h"
#include "tensor/indexing/words.h"

/* The limit of libtorch's operators. */
enum { MAX_LIST_DEPTH = 64 };

struct parser {
	struct ct_cursor words;
	ct_tensor *const *tensors;
	int64_t tensors_len;
	int64_t next_tensor; /* of `{}` */
	bool numbered;       /* whether it had the form `{0}` */
	uint64_t used;       /* which of the first 64 tensors the text used */
	struct ct_parsed_index *parsed;
};

/* The elements of one list of the text, in the order of memory. */
struct elements {
	int64_t *values;
	int64_t n, room;
	int64_t shape[MAX_LIST_DEPTH];
	int64_t dim; /* -1 until the first element is read */
	bool has_int;
};

static ct_error fault(const struct parser *p, const char *at, const char *what)
{
	return ct_word_fault(&p->words, at, what);
}

static char peek(struct parser *p)
{
	return ct_word_peek(&p->words);
}

static bool accept(struct parser *p, char c)
{
	return ct_word_accept(&p->words, c);
}

static bool accept_name(struct parser *p, const char *name)
{
	return ct_word_accept_name(&p->words, name);
}

/* --- Lists ----------------------------------------------------------------------------------- */

static ct_error add_element(struct parser *p, struct elements *e, int64_t value)
{
	int64_t *values = ct_array_grow(e->values, &e->room, e->n + 1, sizeof *values);

	if (values == NULL)
		return ct_no_memory(p->words.function, "for a subscript's text");
	e->values = values;
	e->values[e->n++] = value;
	return NULL;
}

static ct_error read_list(struct parser *p, struct elements *e, int depth);

static ct_error read_element(struct parser *p, struct elements *e, int depth)
{
	const char *begin = (peek(p), p->words.at);
	struct ct_number number = { 0, false };
	ct_error err;

	if (*begin == '[')
		return read_list(p, e, depth + 1);
	if (e->dim >= 0 && e->dim != depth)
		return fault(p, begin, "expected a list, like the other items");
	e->dim = depth;
	if (accept_name(p, "True"))
		return add_element(p, e, 1);
	if (accept_name(p, "False"))
		return add_element(p, e, 0);
	if (!ct_word_begins_int(*begin))
		return fault(p, begin, "expected an integer, True, False or a list");
	e->has_int = true;
	if ((err = ct_word_read_int(&p->words, &number)) ||
	    (err = ct_word_check_fits(&p->words, number)))
		return err;
	return add_element(p, e, number.value);
}

/* The first list of a depth determines the length of the others; -1: not known yet. */
static ct_error check_length(struct parser *p, struct elements *e, int depth, int64_t length)
{
	if (e->shape[depth - 1] < 0)
		e->shape[depth - 1] = length;
	if (e->shape[depth - 1] == length)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, p->words.function,
			    "expected sequence of length %lld at dim %d (got %lld)",
			    (long long)e->shape[depth - 1], depth - 1, (long long)length);
}

static ct_error read_list(struct parser *p, struct elements *e, int depth)
{
	const char *begin = p->words.at;
	int64_t length = 0;
	ct_error err;

	if (depth > MAX_LIST_DEPTH || (e->dim >= 0 && depth > e->dim))
		return fault(p, begin, "lists are nested too deep");
	accept(p, '[');
	while (!accept(p, ']')) {
		if (length > 0 && !accept(p, ','))
			return fault(p, p->words.at, "',' or ']' is missing");
		if (length > 0 && accept(p, ']'))
			break;
		if ((err = read_element(p, e, depth)))
			return err;
		length++;
	}
	if (length == 0 && e->dim < 0)
		e->dim = depth;
	return check_length(p, e, depth, length);
}

static ct_error tensor_of_list(struct parser *p, const struct elements *e, ct_tensor **result)
{
	bool *truths;
	ct_error err;

	if (e->has_int || e->n == 0)
		return ct_tensor_from_data(e->values, CT_INT64, CT_INTS_OF(e->shape, e->dim),
					   result);
	truths = ct_array_new(e->n, sizeof *truths);
	if (truths == NULL)
		return ct_no_memory(p->words.function, "for a subscript's text");
	for (int64_t i = 0; i < e->n; i++)
		truths[i] = e->values[i] != 0;
	err = ct_tensor_from_data(truths, CT_BOOL, CT_INTS_OF(e->shape, e->dim), result);
	free(truths);
	return err;
}

/* Room for one more; there are few lists, and each costs more than this. */
static ct_error keep_list(struct parser *p, ct_tensor *tensor)
{
	struct ct_parsed_index *parsed = p->parsed;
	ct_tensor **lists = ct_array_resize(parsed->lists, parsed->n_lists + 1,
					    sizeof *parsed->lists);

	if (lists == NULL) {
		ct_tensor_free(tensor);
		return ct_no_memory(p->words.function, "for a subscript's text");
	}
	parsed->lists = lists;
	lists[parsed->n_lists++] = tensor;
	return NULL;
}

static ct_error read_list_part(struct parser *p, ct_index *part)
{
	struct elements e = { .dim = -1 };
	ct_tensor *tensor = NULL;
	ct_error err;

	for (int i = 0; i < MAX_LIST_DEPTH; i++)
		e.shape[i] = -1;
	err = read_list(p, &e, 1);
	if (err == NULL)
		err = tensor_of_list(p, &e, &tensor);
	if (err == NULL)
		err = keep_list(p, tensor);
	free(e.values);
	if (err == NULL)
		*part = CT_INDEX_AT_TENSOR(tensor);
	return err;
}

/* --- Placeholders ---------------------------------------------------------------------------- */

static ct_error check_tensor(const struct parser *p, int64_t i)
{
	char why[CT_FAULT_SIZE] = "must not be NULL";

	if (p->tensors[i] != NULL && (!CT_CHECKED || ct_checked_lives(p->tensors[i], why)))
		return NULL;
	CT_TRY(ct_expression_take());
	return ct_error_new(CT_ERROR_ARGUMENT, p->words.function,
			    "argument 3 (tensors): element %lld%s %s", (long long)i,
			    p->tensors[i] ? ":" : "", why);
}

static ct_error read_placeholder(struct parser *p, ct_index *part)
{
	const char *begin = p->words.at;
	struct ct_number number = { p->next_tensor, false };
	bool numbered;
	ct_error err;

	accept(p, '{');
	numbered = ct_word_is_digit(peek(p));
	if (numbered && (err = ct_word_read_digits(&p->words, false, &number)))
		return err;
	if (!accept(p, '}'))
		return fault(p, p->words.at, "'}' is missing: a tensor is {} or {0}, {1}, ...");
	if (p->used && numbered != p->numbered)
		return fault(p, begin, "either number all tensors or none");
	if (number.value >= p->tensors_len)
		return fault(p, begin,
			     p->tensors_len ? "the call passes too few tensors for this"
					    : "this function takes no tensors; use the one that "
					      "ends in _with");
	if ((err = check_tensor(p, number.value)))
		return err;
	p->numbered = numbered;
	p->next_tensor = number.value + 1;
	p->used |= UINT64_C(1) << (number.value < 63 ? number.value : 63);
	*part = CT_INDEX_AT_TENSOR(p->tensors[number.value]);
	return NULL;
}

/* --- Parts ----------------------------------------------------------------------------------- */

static ct_error read_bound(struct parser *p, int32_t which, ct_index *part, int64_t *bound)
{
	struct ct_number number;
	ct_error err;

	if (accept_name(p, "None") || !ct_word_begins_int(peek(p)))
		return NULL;
	/* Clamped to beyond all sizes, as in Python. */
	if ((err = ct_word_read_int(&p->words, &number)))
		return err;
	part->given |= which;
	*bound = number.value;
	return NULL;
}

/* Parses from the first colon on; the start was read. */
static ct_error read_rest_of_slice(struct parser *p, ct_index *part)
{
	ct_error err;

	accept(p, ':');
	err = read_bound(p, CT_INDEX_STOP, part, &part->stop);
	if (err == NULL && accept(p, ':'))
		err = read_bound(p, CT_INDEX_STEP, part, &part->step);
	return err;
}

/* An integer or a slice; the latter may begin without one. */
static ct_error read_int_or_slice(struct parser *p, ct_index *part)
{
	struct ct_number start = { 0, false };
	ct_error err;

	*part = CT_SLICE_ALL;
	if (ct_word_begins_int(peek(p))) {
		if ((err = ct_word_read_int(&p->words, &start)))
			return err;
		if (peek(p) != ':') {
			*part = CT_INDEX_AT(start.value);
			return ct_word_check_fits(&p->words, start);
		}
		*part = CT_SLICE_FROM(start.value);
	}
	return read_rest_of_slice(p, part);
}

/* After None, which is also a missing bound. */
static ct_error read_behind_none(struct parser *p, ct_index *part)
{
	if (peek(p) != ':') {
		*part = CT_NEW_AXIS;
		return NULL;
	}
	*part = CT_SLICE_ALL;
	return read_rest_of_slice(p, part);
}

static ct_error no_part(struct parser *p, char c)
{
	if (c == '\0' || c == ',')
		return fault(p, p->words.at, "an index is missing");
	return fault(p, p->words.at,
		     "expected an integer, a slice (1:3), ..., None, True, False, a list ([0, 2]) "
		     "or a tensor ({})");
}

static ct_error read_part(struct parser *p, ct_index *part)
{
	char c = peek(p);

	if (c == '[')
		return read_list_part(p, part);
	if (c == '{')
		return read_placeholder(p, part);
	if (c == ':' || ct_word_begins_int(c))
		return read_int_or_slice(p, part);
	if (accept_name(p, "None"))
		return read_behind_none(p, part);
	if (accept_name(p, "True"))
		*part = CT_INDEX_AT_BOOL(true);
	else if (accept_name(p, "False"))
		*part = CT_INDEX_AT_BOOL(false);
	else if (accept_name(p, "...") || accept_name(p, "Ellipsis"))
		*part = CT_ELLIPSIS;
	else
		return no_part(p, c);
	return NULL;
}

static ct_error add_part(struct parser *p, const ct_index *part)
{
	struct ct_parsed_index *parsed = p->parsed;
	bool are_few = parsed->parts == parsed->few;
	ct_index *parts;

	/* From there on, doubles the room at each power of two. */
	if (parsed->n >= CT_PARSED_FEW && (parsed->n & (parsed->n - 1)) == 0) {
		parts = ct_array_resize(are_few ? NULL : parsed->parts, 2 * parsed->n,
					sizeof *parts);
		if (parts == NULL)
			return ct_no_memory(p->words.function, "for a subscript's text");
		if (are_few)
			memcpy(parts, parsed->few, sizeof parsed->few);
		parsed->parts = parts;
	}
	parsed->parts[parsed->n++] = *part;
	return NULL;
}

/* Python's front end is changing the meaning of a list of lists alone: the current one, a tuple, is
 * deprecated; the future one is a tensor. */
static ct_error check_lone_list(struct parser *p, bool has_comma)
{
	const struct ct_parsed_index *parsed = p->parsed;

	if (parsed->n != 1 || has_comma || parsed->n_lists == 0 ||
	    ct_tensor_dim(parsed->lists[0]) == 1)
		return NULL;
	return fault(p, p->words.text + strspn(p->words.text, " \t\r\n\f"),
		     "a list of lists alone is ambiguous: write '[[0, 1], [1, 0]],' for a "
		     "tensor, '[0, 1], [1, 0]' for one list for each dimension");
}

static ct_error check_all_used(const struct parser *p)
{
	uint64_t all = p->tensors_len >= 64 ? UINT64_MAX : (UINT64_C(1) << p->tensors_len) - 1;

	if (p->used == all)
		return NULL;
	return ct_error_new(CT_ERROR_ARGUMENT, p->words.function,
			    "argument 3 (tensors): the text does not use all %lld of them",
			    (long long)p->tensors_len);
}

static ct_error read_subscript(struct parser *p)
{
	bool has_comma = false;
	ct_index part;
	ct_error err;

	if (accept(p, '(')) {
		if (!accept(p, ')') || peek(p) != '\0')
			return fault(p, p->words.at,
				     "parentheses are only for (), an empty subscript");
		return check_all_used(p);
	}
	do {
		if ((err = read_part(p, &part)) || (err = add_part(p, &part)))
			return err;
		has_comma = accept(p, ',');
	} while (has_comma && peek(p) != '\0');
	if (peek(p) != '\0')
		return fault(p, p->words.at, "',' or the end is missing");
	err = check_lone_list(p, has_comma);
	return err ? err : check_all_used(p);
}

ct_error ct_index_parse(const char *function, const char *text, ct_tensor *const *tensors,
			int64_t tensors_len, struct ct_parsed_index *result)
{
	struct parser parser = { .words = { function, text, text },
				 .tensors = tensors,
				 .tensors_len = tensors_len,
				 .parsed = result };

	result->parts = result->few;
	result->n = 0;
	result->lists = NULL;
	result->n_lists = 0;
	if (text == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 2 (text) must not be NULL");
	if (tensors_len < 0)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 3 (tensors): length is %lld, but must not be "
				    "negative",
				    (long long)tensors_len);
	if (tensors == NULL && tensors_len > 0)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 3 (tensors) must not be NULL, since its length is "
				    "%lld",
				    (long long)tensors_len);
	return read_subscript(&parser);
}

void ct_parsed_index_free(struct ct_parsed_index *parsed)
{
	for (int64_t i = 0; i < parsed->n_lists; i++)
		ct_tensor_free(parsed->lists[i]);
	free(parsed->lists);
	if (parsed->parts != parsed->few)
		free(parsed->parts);
}

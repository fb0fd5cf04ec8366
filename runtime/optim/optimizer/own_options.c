/*
 * The options of a class of optimizers of the program's own, as Python writes them.
 */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/optim/optimizer_class.h>

#include "core/base/name_of.h"
#include "core/base/numbers.h"
#include "optim/optimizer/class.h"

struct reader {
	const char *class_name, *text, *at;
};

static ct_error wrong(const struct reader *r, const char *expected)
{
	return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_optimizer_new_of),
			    "the options of %s: expected %s at '%s', in '%s'", r->class_name,
			    expected, r->at, r->text);
}

static void skip_blanks(struct reader *r)
{
	r->at += strspn(r->at, " \n\t");
}

static bool take(struct reader *r, const char *word)
{
	const size_t length = strlen(word);

	if (strncmp(r->at, word, length) != 0 ||
	    (isalpha((unsigned char)*word) && isalnum((unsigned char)r->at[length])))
		return false;
	r->at += length;
	skip_blanks(r);
	return true;
}

/* In Python an int may have any number of digits; a value holds 64 bits. */
static ct_error read_int(struct reader *r, ct_value *result, char **end)
{
	errno = 0;
	*result = ct_value_int(strtoll(r->at, end, 10));
	return errno == ERANGE ? wrong(r, "an int of at most 64 bits, or a float") : NULL;
}

/* An int stays an int, as in Python. */
static ct_error read_number(struct reader *r, ct_value *result)
{
	const char *digits = r->at + strspn(r->at, "+-");
	const char *rest = digits + strspn(digits, "0123456789");
	const bool is_int = rest > digits && (*rest == '\0' || !strchr(".eE", *rest));
	void *locale = ct_enter_c_locale();
	char *end = (char *)r->at;
	ct_error error = NULL;

	if (is_int)
		error = read_int(r, result, &end);
	else
		*result = ct_value_float(strtod(r->at, &end));
	ct_leave_c_locale(locale);
	if (error)
		return error;
	if (end == r->at)
		return wrong(r, "a value");
	r->at = end;
	skip_blanks(r);
	return NULL;
}

static ct_error read_text(struct reader *r, ct_value *result)
{
	const char quote = *r->at++, *end = strchr(r->at, quote);
	char text[64];

	if (end == NULL || end - r->at >= (int)sizeof text)
		return wrong(r, "a text of at most 63 bytes");
	if (memchr(r->at, '\\', (size_t)(end - r->at)))
		return wrong(r, "a text without a backslash");
	snprintf(text, sizeof text, "%.*s", (int)(end - r->at), r->at);
	r->at = end + 1;
	skip_blanks(r);
	/* The value borrows the text, so it becomes a copy. */
	return ct_value_copy(
		&(ct_value){ .kind = CT_VALUE_STRING, .object = text, .i = (int64_t)strlen(text) },
		result);
}

static ct_error read_value(struct reader *r, ct_value *result);

static ct_error read_elements(struct reader *r, ct_value *tuple)
{
	while (!take(r, ")")) {
		ct_value element;
		ct_error error;

		CT_TRY(read_value(r, &element));
		error = ct_value_list_move(tuple, &element);
		ct_value_free(&element);
		if (error)
			return error;
		if (!take(r, ",") && *r->at != ')')
			return wrong(r, "',' or ')'");
	}
	return NULL;
}

static ct_error read_value(struct reader *r, ct_value *result)
{
	bool is_true;
	ct_error error;

	*result = ct_value_none();
	if (take(r, "None"))
		return NULL;
	is_true = take(r, "True");
	if (is_true || take(r, "False")) {
		*result = ct_value_bool(is_true);
		return NULL;
	}
	if (*r->at == '\'' || *r->at == '"')
		return read_text(r, result);
	if (!take(r, "("))
		return read_number(r, result);
	*result = ct_value_tuple_new();
	error = read_elements(r, result);
	if (error)
		ct_value_free(result);
	return error;
}

size_t ct_identifier_length(const char *text)
{
	size_t length = 0;

	if (isdigit((unsigned char)*text))
		return 0;
	while (isalnum((unsigned char)text[length]) || text[length] == '_')
		length++;
	return length;
}

static ct_error read_option(struct reader *r, ct_value *dict)
{
	const size_t length = ct_identifier_length(r->at);
	char name[64];
	ct_value value;
	ct_error error;

	if (!length || length >= sizeof name)
		return wrong(r, "a name");
	snprintf(name, sizeof name, "%.*s", (int)length, r->at);
	if (ct_value_dict_has(dict, ct_value_string(name)))
		return wrong(r, "each name once, but there is a second one");
	r->at += length;
	skip_blanks(r);
	if (!take(r, "="))
		return wrong(r, "'=' and a default");
	CT_TRY(read_value(r, &value));
	error = ct_value_dict_move(dict, ct_value_string(name), &value);
	ct_value_free(&value);
	return error;
}

ct_error ct_optim_read_options(const char *class_name, const char *text, ct_value *dict)
{
	struct reader r = { class_name, text, text };

	skip_blanks(&r);
	while (*r.at) {
		CT_TRY(read_option(&r, dict));
		if (!take(&r, ",") && *r.at)
			return wrong(&r, "','");
	}
	return NULL;
}

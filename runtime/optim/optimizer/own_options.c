/*
 * The options of a class of optimizers of the program's own, as Python writes them.
 */
#include <ctype.h>
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

/* An int stays an int, as in Python. */
static ct_error read_number(struct reader *r, ct_value *result)
{
	const char *digits = r->at + strspn(r->at, "+-");
	const char *rest = digits + strspn(digits, "0123456789");
	const bool is_int = rest > digits && (*rest == '\0' || !strchr(".eE", *rest));
	void *locale = ct_enter_c_locale();
	char *end;

	*result = is_int ? ct_value_int(strtoll(r->at, &end, 10))
			 : ct_value_float(strtod(r->at, &end));
	ct_leave_c_locale(locale);
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
	ct_error error;

	*result = ct_value_none();
	if (take(r, "None"))
		return NULL;
	if (take(r, "True") || !strncmp(r->at, "False", strlen("False"))) {
		*result = ct_value_bool(!take(r, "False"));
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

static ct_error read_option(struct reader *r, ct_value *dict)
{
	size_t length = 0;
	char name[64];
	ct_value value;
	ct_error error;

	while (isalnum((unsigned char)r->at[length]) || r->at[length] == '_')
		length++;
	if (!length || length >= sizeof name)
		return wrong(r, "a name");
	snprintf(name, sizeof name, "%.*s", (int)length, r->at);
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

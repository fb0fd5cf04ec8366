#include "types/default_value.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "read/schema.h"
#include "util/strbuf.h"
#include "util/text.h"

#define ENUMERATOR(type, name)                                                \
	{                                                                     \
		.kind = DEFAULT_ENUMERATOR, .text = (name), .of_enum = (type) \
	}

/*
 * None is an element of a list of floats: `float?[2] eps=[None, 0.001]`. Operators take reductions
 * as `int`, and the headers of operators do not have the enumerators: so a call writes the number.
 */
static const struct default_word words[] = {
	{ "None", "CT_NO_FLOAT", { .kind = DEFAULT_NONE } },
	{ "True", "true", { .kind = DEFAULT_BOOL, .is_true = true } },
	{ "False", "false", { .kind = DEFAULT_BOOL } },
	{ "Mean", "1", ENUMERATOR("ct_reduction", "CT_REDUCTION_MEAN") },
	{ "Sum", "2", ENUMERATOR("ct_reduction", "CT_REDUCTION_SUM") },
	{ "long", "CT_INT64", ENUMERATOR("ct_dtype", "CT_INT64") },
	{ "bfloat16", "CT_BFLOAT16", ENUMERATOR("ct_dtype", "CT_BFLOAT16") },
	{ "contiguous_format", "CT_CONTIGUOUS_FORMAT",
	  ENUMERATOR("ct_memory_format", "CT_CONTIGUOUS_FORMAT") },
	{ "inf", NULL, { .kind = DEFAULT_FLOAT, .number = INFINITY } },
	{ "-inf", NULL, { .kind = DEFAULT_FLOAT, .number = -INFINITY } },
};

const struct default_word *default_word_find(const char *word, size_t length)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (length == strlen(words[i].word) && !strncmp(word, words[i].word, length))
			return &words[i];
	return NULL;
}

bool default_is_list(const struct arg *arg)
{
	return type_without_optional(arg->type)->kind == TYPE_LIST;
}

size_t default_repeats(const struct arg *arg)
{
	const struct type *type = type_without_optional(arg->type);

	return type->size ? (size_t)type->size : 1;
}

/* --- one value -------------------------------------------------------------------------------- */

/* What is between the quotes, with \n, \t and \r, and any other character after a backslash as it
 * is. False if the quote does not end. */
static bool read_text(struct arena *arena, const char *text, size_t length,
		      struct default_value *value)
{
	static const char letters[] = "ntr", meant[] = "\n\t\r";
	struct strbuf out = { 0 };
	size_t i = 1;

	for (; i < length && text[i] != *text; i++) {
		const char *letter;

		if (text[i] != '\\' || ++i == length) {
			strbuf_add_char(&out, text[i]);
			continue;
		}
		letter = strchr(letters, text[i]);
		strbuf_add_char(&out, letter ? meant[letter - letters] : text[i]);
	}
	*value = (struct default_value){ .kind = DEFAULT_TEXT,
					 .text = arena_strdup(arena, strbuf_str(&out)) };
	strbuf_free(&out);
	return i + 1 == length;
}

static bool read_float(const char *text, struct default_value *value)
{
	char *end;

	*value = (struct default_value){ .kind = DEFAULT_FLOAT, .number = strtod(text, &end) };
	return !*end;
}

static bool read_int(const char *text, struct default_value *value)
{
	char *end;

	errno = 0;
	*value = (struct default_value){ .kind = DEFAULT_INT, .integer = strtoll(text, &end, 10) };
	return !*end && !errno;
}

/* "-1", "1e-05": only these characters, since strtod() also reads "nan" and "0x1p3". */
static bool is_number(const char *text)
{
	return strpbrk(text, "0123456789") && !text[strspn(text, "0123456789+-.e")];
}

static bool read_one(struct arena *arena, const struct type *type, const char *text, size_t length,
		     struct default_value *value)
{
	const struct default_word *word = default_word_find(text, length);
	const char *copy = arena_strndup(arena, text, length);

	if (word)
		*value = word->value;
	else if (*text == '"' || *text == '\'')
		return read_text(arena, text, length, value);
	else if (!is_number(copy))
		return false;
	else if (type_innermost(type)->base == T_FLOAT || strpbrk(copy, ".e"))
		return read_float(copy, value);
	else
		return read_int(copy, value);
	return true;
}

/* --- lists ------------------------------------------------------------------------------------ */

/* "[0,1]", or "0" for each element of a list of a fixed size. */
static bool read_list(struct arena *arena, const struct arg *arg, struct default_value *value)
{
	const char *text = arg->default_text, *word;
	const bool is_list = *text == '[';
	size_t length;

	*value = (struct default_value){ .kind = DEFAULT_LIST };
	for (text += is_list; text_next_word(&text, ",]", &word, &length);) {
		struct default_value element;

		if (!read_one(arena, arg->type, word, length, &element))
			return false;
		for (size_t i = is_list ? 1 : default_repeats(arg); i; i--)
			vec_push(arena, &value->elements, element);
	}
	return true;
}

bool default_value_of(struct arena *arena, const struct arg *arg, struct default_value *value)
{
	const char *text = arg->default_text;

	*value = (struct default_value){ .kind = DEFAULT_ABSENT };
	if (!text)
		return true;
	if (default_is_list(arg) && strcmp(text, "None") != 0)
		return read_list(arena, arg, value);
	return read_one(arena, arg->type, text, strlen(text), value);
}

struct default_value default_value_of_field(struct arena *arena, const char *text, bool is_float)
{
	struct default_value value = { .kind = DEFAULT_ABSENT };

	if (!strcmp(text, "computed"))
		return value;
	if (*text == '"' || *text == '\'') {
		value.kind = DEFAULT_TEXT;
		value.text = arena_strndup(arena, text + 1, strlen(text) - 2);
	} else if (!strcmp(text, "true") || !strcmp(text, "false")) {
		value.kind = DEFAULT_BOOL;
		value.is_true = *text == 't';
	} else if (!strncmp(text, "CT_", strlen("CT_"))) {
		value.kind = DEFAULT_ENUMERATOR;
		value.text = text;
	} else if (is_float) {
		value.kind = DEFAULT_FLOAT;
		value.number = strtod(text, NULL);
	} else {
		value.kind = DEFAULT_INT;
		value.integer = strtoll(text, NULL, 10);
	}
	return value;
}

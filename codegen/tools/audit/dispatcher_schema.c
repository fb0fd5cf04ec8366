#include "tools/audit/dispatcher_schema.h"

#include <stdlib.h>

#include "read/schema.h"
#include "util/text.h"

/* Words of the schema language for which the dispatcher stores values. */
static const struct {
	const char *word, *value;
} words[] = {
	{ "Mean", "1" },
	{ "Sum", "2" },
	{ "long", "4" }, /* at::kLong */
	{ "contiguous_format", "0" },
};

/* Types that the dispatcher stores as another type. */
static const struct {
	enum base_type written, kept;
} types[] = {
	{ T_DEVICE_INDEX, T_INT },
	{ T_DIMNAME, T_STR },
	{ T_CONST_QUANTIZER_PTR, T_INT },
};

/* Prints a double with all digits, as C++ does; a whole number ends with a point. */
static void add_float(struct strbuf *out, double value)
{
	size_t start = out->length;

	strbuf_printf(out, "%.17g", value);
	if (!strpbrk(strbuf_str(out) + start, ".en"))
		strbuf_add_char(out, '.');
}

/* Converts 'fro' or "fro" to the dispatcher's escapes, which are those of C, or none. */
static void add_string(struct strbuf *out, const char *text, size_t length, bool has_escapes)
{
	strbuf_add_char(out, '"');
	for (size_t i = 1; i + 1 < length; i++) {
		char c = text[i] == '\\' && i + 2 < length ? text[++i] : text[i];

		if (has_escapes && strchr("\\'\"", c))
			strbuf_add_char(out, '\\');
		strbuf_add_char(out, c);
	}
	strbuf_add_char(out, '"');
}

static void add_word(struct strbuf *out, enum base_type base, const char *text, size_t length,
		     bool has_escapes)
{
	static const char digits[] = "+-.0123456789";
	bool is_number = strchr(digits, *text) != NULL;
	bool has_point = strcspn(text, ".e") < length;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (length == strlen(words[i].word) && !strncmp(text, words[i].word, length)) {
			strbuf_add(out, words[i].value);
			return;
		}
	}
	if (*text == '\'' || *text == '"')
		add_string(out, text, length, has_escapes);
	else if (is_number && (base == T_FLOAT || (base == T_SCALAR && has_point)))
		add_float(out, strtod(text, NULL));
	else
		strbuf_add_bytes(out, text, length);
}

/*
 * One value for a list of a fixed size is repeated. Only for the type `int` is a list of equal
 * values printed as one value.
 */
static void add_list(struct strbuf *out, const struct arg *arg, bool has_escapes)
{
	const struct type *list = type_without_optional(arg->type);
	enum base_type base = type_innermost(list)->base;
	const char *text = arg->default_text, *word;
	bool is_list = *text == '[';
	bool is_one = !is_list && list->size > 1 && arg->type == list && base == T_INT;
	size_t length, count = 0;

	text += is_list;
	strbuf_add(out, is_one ? "" : "[");
	while (text_next_word(&text, ",]", &word, &length)) {
		for (int i = is_list || is_one || !list->size ? 1 : list->size; i; i--) {
			strbuf_add(out, count++ ? ", " : "");
			add_word(out, base, word, length, has_escapes);
		}
	}
	strbuf_add(out, is_one ? "" : "]");
}

static const char *kept_default(struct arena *arena, const struct arg *arg, bool has_escapes)
{
	const char *text = arg->default_text, *result;
	struct strbuf out = { 0 };

	if (!text)
		return NULL;
	if (type_without_optional(arg->type)->kind == TYPE_LIST && strcmp(text, "None"))
		add_list(&out, arg, has_escapes);
	else
		add_word(&out, type_innermost(arg->type)->base, text, strlen(text), has_escapes);
	result = arena_strdup(arena, strbuf_str(&out));
	strbuf_free(&out);
	return result;
}

static const struct type *kept_type(struct arena *arena, const struct type *type)
{
	struct type *kept = arena_alloc(arena, sizeof *kept);

	*kept = *type;
	if (type->kind != TYPE_BASE)
		kept->element = kept_type(arena, type->element);
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (type_is(type, types[i].written)) {
			kept->base = types[i].kept;
			kept->name = base_type_name(kept->base);
		}
	return kept;
}

void dispatcher_schema(struct strbuf *out, struct arena *arena, const struct schema *schema,
		       bool has_escapes)
{
	struct schema kept = { .name = schema->name };

	for (size_t i = 0; i < schema->args.len; i++) {
		struct arg arg = schema->args.at[i];

		arg.default_text = kept_default(arena, &arg, has_escapes);
		arg.type = kept_type(arena, arg.type);
		vec_push(arena, &kept.args, arg);
	}
	for (size_t i = 0; i < schema->rets.len; i++) {
		struct ret ret = schema->rets.at[i];

		ret.type = kept_type(arena, ret.type);
		vec_push(arena, &kept.rets, ret);
	}
	strbuf_add(out, "aten::");
	schema_print(out, &kept);
}

/* What a cell of types.tsv says of an argument, a result or a field. */
#include "bind/cell.h"

#include <ctype.h>
#include <stdlib.h>

#include "bind/declared.h"
#include "util/text.h"

/* --- defaults --------------------------------------------------------------------------------- */

/* ORDER DEFAULT_KIND: the settings with what the language writes for each. */
static const char *const default_settings[] = {
	"default_absent", "default_none", "default_bool", "default_int",
	"default_float",  "default_text", "default_list", "default_enumerator",
};

/* A text as most languages write it. */
static void add_quoted(struct strbuf *out, const char *text)
{
	strbuf_add_char(out, '"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			strbuf_add_char(out, '\\');
		if (*text == '\n')
			strbuf_add(out, "\\n");
		else
			strbuf_add_char(out, *text);
	}
	strbuf_add_char(out, '"');
}

static void add_default_value(struct strbuf *out, const struct default_value *value)
{
	switch (value->kind) {
	case DEFAULT_BOOL:
		strbuf_add(out, value->is_true ? "true" : "false");
		break;
	case DEFAULT_INT:
		strbuf_printf(out, "%lld", value->integer);
		break;
	case DEFAULT_FLOAT:
		strbuf_printf(out, "%.17g", value->number);
		break;
	case DEFAULT_TEXT:
		add_quoted(out, value->text);
		break;
	case DEFAULT_ENUMERATOR:
		strbuf_add(out, value->text);
		break;
	case DEFAULT_LIST:
		for (size_t i = 0; i < value->elements.len; i++) {
			strbuf_add(out, i ? ", " : "");
			add_default_value(out, &value->elements.at[i]);
		}
		break;
	default:
		break;
	}
}

/* "default_int.ct_scalar", what the language writes for this type, or "default_int". */
static const char *default_form(const struct language *language, const struct bind_value *value,
				const char *setting)
{
	const char *own = language_setting(
		language, arena_printf(language->arena, "%s.%s", setting, value->of));

	return *own ? own : language_setting(language, setting);
}

/* "%v" in the setting is the value, "%N" the name of a constant in the language, "%c" the number of
 * elements of a list. */
static void add_default(const struct language *language, const struct bind_value *value,
			struct strbuf *out)
{
	const struct default_value *given = &value->default_value;
	const bool is_none = given->kind == DEFAULT_ABSENT && value->may_be_omitted;
	const enum default_kind kind = is_none ? DEFAULT_NONE : given->kind;
	const char *form = default_form(language, value, default_settings[kind]);

	if (kind == DEFAULT_LIST && !given->elements.len)
		form = language_setting(language, "default_empty");
	for (; *form; form++) {
		if (*form != '%')
			strbuf_add_char(out, *form);
		else if (*++form == 'v')
			add_default_value(out, given);
		else if (*form == 'N')
			strbuf_add(out, host_type_name(language, given->text));
		else if (*form == 'c')
			strbuf_printf(out, "%zu", given->elements.len);
	}
}

/* How many elements a list has, or a lone number stands for: 2 of int[2]; 0: any number. */
static size_t repeats(const struct bind_value *value)
{
	const struct type *type = value->type;

	if (!type && value->length && isdigit((unsigned char)*value->length))
		return strtoul(value->length, NULL, 10);
	while (type && type->kind == TYPE_OPTIONAL)
		type = type->element;
	return type && type->kind == TYPE_LIST && type->size > 0 ? (size_t)type->size : 0;
}

/* "( | number)", which is written if a lone number may stand for the list; returns its end. */
static const char *add_if_lone(const struct bind_value *value, const char *text, struct strbuf *out)
{
	const char *end = text + strcspn(text, ")");

	if (repeats(value) || value->takes_any_number)
		strbuf_add_bytes(out, text + 1, (size_t)(end - text - 1));
	return *end ? end : end - 1;
}

static bool is_name_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* "product(output_count, inputs.len)", a length in the headers' grammar, with the parameters as the
 * setting writes them; functions and members stay. */
static void add_length(const struct language *language, const char *length, struct strbuf *out)
{
	const char *before = language_setting(language, "parameter"),
		   *own = language_setting(language, "length"), *after = *own ? own : ".len", *name;

	for (size_t n; length && *length; length += n) {
		for (n = 0; is_name_char(length[n]);)
			n++;
		if (!n || isdigit((unsigned char)*length) || length[n] == '(') {
			strbuf_add_bytes(out, length, n = n ? n : 1);
			continue;
		}
		name = arena_printf(
			language->arena, "%s%s", before,
			host_variable_name(language, arena_strndup(language->arena, length, n)));
		if (!strncmp(length + n, ".len", 4)) {
			name = arena_printf(language->arena, "%s%s", name, after);
			n += 4;
		}
		strbuf_add(out, name);
	}
}

/* Fills in a cell of types.tsv. */
void cell_fill(const struct language *language, const char *text, const struct bind_value *value,
	       size_t index, struct strbuf *out)
{
	for (; *text; text++) {
		if (*text != '%' || !text[1]) {
			strbuf_add_char(out, *text);
			continue;
		}
		switch (*++text) {
		case 'n':
			strbuf_add(out, value->is_receiver
						? value->name
						: host_variable_name(language, value->name));
			break;
		case 'N':
			strbuf_add(out, host_type_name(language, value->name));
			break;
		case 's':
			strbuf_add(out, value->name);
			break;
		case 'c':
			strbuf_add(out, value->c_name ? value->c_name : "");
			break;
		case 'D':
			strbuf_printf(out, "%s%s%s", value->c_type,
				      text_ends_with(value->c_type, "*") ? "" : " ", value->c_name);
			break;
		case 'R':
			strbuf_add(out, declared_type(language, value->c_type));
			break;
		case 'C':
			strbuf_add(out, value->c_type);
			break;
		case 'o':
			strbuf_add(out, value->of);
			break;
		case 'T':
			strbuf_add(out, host_type_name(language, value->of));
			break;
		case 'p':
			strbuf_add(out, value->of + strlen("ct_"));
			break;
		case 'l':
			strbuf_add(out, value->length ? value->length : "");
			break;
		case 'L':
			add_length(language, value->length, out);
			break;
		case 'm':
			strbuf_add(out, host_variable_name(language,
							   value->shares ? value->shares : ""));
			break;
		case 'a':
			strbuf_add(out, value->argument
						? host_variable_name(language, value->argument)
						: "");
			break;
		case 'f':
			strbuf_add(out, value->free ? value->free : "");
			break;
		case 'i':
			strbuf_printf(out, "%zu", index);
			break;
		case 'z':
			strbuf_printf(out, "%zu", repeats(value));
			break;
		case '(':
			text = add_if_lone(value, text, out);
			break;
		case 'd':
			add_default(language, value, out);
			break;
		case 'w':
			strbuf_add(out, value->filled ? value->filled : "");
			break;
		case 'e':
			if (value->may_be_omitted)
				strbuf_add(out, language_setting(language, "omitted"));
			break;
		case '*':
			if (value->is_first_keyword)
				strbuf_add(out, language_setting(language, "first_keyword"));
			if (value->takes_any_number)
				strbuf_add(out, language_setting(language, "any_number"));
			break;
		case 'k':
			if (value->is_keyword_only)
				strbuf_add(out, language_setting(language, "keyword_only"));
			break;
		default:
			strbuf_add_char(out, *text);
		}
	}
}

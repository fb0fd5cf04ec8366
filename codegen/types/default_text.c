#include "types/default_text.h"

#include "types/default_value.h"
#include "types/type_table.h"
#include "util/text.h"

bool default_is_known(const struct arg *arg)
{
	const char *text = arg->default_text;
	const struct default_word *word = text ? default_word_find(text, strlen(text)) : NULL;

	return word ? word->c != NULL : !text || strchr("0123456789-.[\"'", *text);
}

static void add_none(struct strbuf *out, const struct arg *arg)
{
	if (arg->form->c_type->none)
		strbuf_add(out, arg->form->c_type->none);
	else
		strbuf_add(out, arg->form->has_length ? "NULL, 0" : "NULL");
}

static void add_word(struct strbuf *out, const char *word, size_t length)
{
	const struct default_word *known = default_word_find(word, length);

	if (known && known->c)
		strbuf_add(out, known->c);
	else
		strbuf_add_bytes(out, word, length);
}

/* 'fro' or "fro", with the backslashes of both languages. */
static void add_string(struct strbuf *out, const char *text)
{
	size_t length = strlen(text);

	strbuf_add_char(out, '"');
	for (size_t i = 1; i + 1 < length; i++) {
		if (text[i] == '"' && text[i - 1] != '\\')
			strbuf_add_char(out, '\\');
		strbuf_add_char(out, text[i]);
	}
	strbuf_add_char(out, '"');
}

/* Reads "[0,1]", "[]", or "0" for a list of a fixed size. */
size_t default_elements(struct strbuf *out, const struct arg *arg)
{
	const char *text = arg->default_text, *word;
	bool is_list = *text == '[';
	size_t length, count = 0;

	text += is_list;
	while (text_next_word(&text, ",]", &word, &length)) {
		for (size_t i = is_list ? 1 : default_repeats(arg); i; i--) {
			strbuf_add(out, count++ ? ", " : "");
			add_word(out, word, length);
		}
	}
	return count;
}

void default_word(struct strbuf *out, const struct arg *arg)
{
	add_word(out, arg->default_text, strlen(arg->default_text));
}

bool default_is_float(const struct arg *arg)
{
	return strpbrk(arg->default_text, ".e") != NULL;
}

static void add_list(struct strbuf *out, const struct arg *arg)
{
	struct strbuf elements = { 0 };
	size_t count = default_elements(&elements, arg);

	if (count) {
		strbuf_printf(out, "(%s[]){ %s }", arg->form->c_type->pointee,
			      strbuf_str(&elements));
	} else {
		strbuf_add(out, "NULL");
	}
	if (arg->form->has_length)
		strbuf_printf(out, ", %zu", count);
	strbuf_free(&elements);
}

void default_text(struct strbuf *out, const struct arg *arg)
{
	const char *text = arg->default_text, *pointee = arg->form->c_type->pointee;

	if (!strcmp(text, "None")) {
		add_none(out, arg);
	} else if (default_is_list(arg)) {
		add_list(out, arg);
	} else if (*text == '"' || *text == '\'') {
		add_string(out, text);
	} else if (arg->form->c_type == &c_scalar) {
		strbuf_printf(out, "ct_scalar_%s(%s)", default_is_float(arg) ? "float" : "int",
			      text);
	} else if (pointee) {
		strbuf_printf(out, "&(%s){ ", pointee);
		default_word(out, arg);
		strbuf_add(out, " }");
	} else {
		default_word(out, arg);
	}
}

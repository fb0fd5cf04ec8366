/*
 * The canonical form of an operator list: a head that names the release, then every value of every
 * entry, in the order of the release, with the keys in the order of `enum key`. torchgen reads this
 * yaml just like the original.
 */
#include <string.h>

#include "read/spec.h"

static void print_head(const struct spec *spec, struct strbuf *out)
{
	strbuf_printf(out,
		      "# The operators of PyTorch %s, one entry each, in the release's order.\n",
		      spec->release);
	strbuf_add(out,
		   "# Written by: ctorch-gen import. The facts are PyTorch's; see NOTICE.\n#\n");
	strbuf_printf(out, "# release: %s\n", spec->release);
	strbuf_printf(out, "# entries: %zu\n", spec->entries.len);
	strbuf_add(out, "# tags:");
	for (size_t i = 0; i < spec->tags.len; i++)
		strbuf_printf(out, "%s %s", i ? "," : "", spec->tags.at[i]);
	strbuf_add(out, "\n");
}

static bool is_word(const char *text)
{
	return *text && !text[strspn(text, "abcdefghijklmnopqrstuvwxyz"
					   "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.")];
}

/* The UTF-8 character at `text` and its length; libyaml has checked that it is valid. */
static unsigned long character_at(const char *text, size_t *length)
{
	unsigned char first = (unsigned char)*text;
	unsigned long code = first;

	*length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
	if (*length > 1)
		code = first & (0x7fu >> *length);
	for (size_t i = 1; i < *length; i++)
		code = code << 6 | ((unsigned char)text[i] & 0x3fu);
	return code;
}

/* Control characters, line ends, byte order marks: yaml allows them only as escapes. */
static bool is_escaped(unsigned long code)
{
	return code < ' ' || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029 ||
	       code == 0xfeff || code == 0xfffe || code == 0xffff;
}

static bool has_escaped(const char *text)
{
	for (size_t length; *text; text += length)
		if (is_escaped(character_at(text, &length)))
			return true;
	return false;
}

/* True if yaml would read the text as something else without quotes. */
static bool needs_quotes(const char *text)
{
	size_t length = strlen(text);

	return !length || strchr("-?:,[]{}#&*!|>'\"%@` ", text[0]) || strstr(text, ": ") ||
	       strstr(text, " #") || text[length - 1] == ':' || text[length - 1] == ' ' ||
	       has_escaped(text);
}

static void print_text(struct strbuf *out, const char *text)
{
	if (!needs_quotes(text)) {
		strbuf_add(out, text);
		return;
	}
	/* Only the double-quoted form can hold every character. */
	strbuf_add_char(out, '"');
	for (size_t length; *text; text += length) {
		unsigned long code = character_at(text, &length);

		if (is_escaped(code))
			strbuf_printf(out, code < 0x100 ? "\\x%02lx" : "\\u%04lx", code);
		else if (code == '"' || code == '\\')
			strbuf_printf(out, "\\%c", *text);
		else
			strbuf_add_bytes(out, text, length);
	}
	strbuf_add_char(out, '"');
}

static void print_list(struct strbuf *out, const struct value *value)
{
	bool all_words = true;

	for (size_t i = 0; i < value->len; i++)
		all_words = all_words && is_word(value->at[i].text);
	strbuf_add(out, all_words ? " [" : "\n");
	for (size_t i = 0; i < value->len; i++) {
		strbuf_add(out, !all_words ? "  - " : i ? ", " : "");
		print_text(out, value->at[i].text);
		strbuf_add(out, all_words ? "" : "\n");
	}
	strbuf_add(out, all_words ? "]\n" : "");
}

static void print_map(struct strbuf *out, const struct value *value)
{
	strbuf_add(out, value->len ? "\n" : " {}\n");
	for (size_t i = 0; i < value->len; i++) {
		strbuf_add(out, "    ");
		print_text(out, value->at[i].key);
		strbuf_add(out, ": ");
		print_text(out, value->at[i].text);
		strbuf_add(out, "\n");
	}
}

static void print_scalar(struct strbuf *out, const char *text)
{
	strbuf_add(out, " ");
	print_text(out, text);
	strbuf_add(out, "\n");
}

static const char *variants_text(const struct entry *entry)
{
	if (!entry->is_method)
		return "function";
	return entry->is_function ? "function, method" : "method";
}

static void print_value(struct strbuf *out, const struct entry *entry, enum key key)
{
	const struct value *value = &entry->values[key];

	strbuf_printf(out, "%s%s:", key == KEY_FUNC ? "- " : "  ", spec_key_name(key));
	if (key == KEY_VARIANTS)
		print_scalar(out, variants_text(entry));
	else if (value->form == FORM_LIST || key == KEY_TAGS)
		print_list(out, value);
	else if (value->form == FORM_MAP)
		print_map(out, value);
	else
		print_scalar(out, value->at[0].text);
}

void spec_print(const struct spec *spec, struct strbuf *out)
{
	print_head(spec, out);
	for (size_t i = 0; i < spec->entries.len; i++) {
		const struct entry *entry = spec->entries.at[i];

		strbuf_add(out, "\n");
		for (enum key key = 0; key < KEY_COUNT; key++)
			if (entry->values[key].form != FORM_NONE)
				print_value(out, entry, key);
	}
}

/*
 * The canonical form of an operator list: a head that names the release, then every fact of every
 * entry, in the release's order, the keys always in the order of `enum key`. It is yaml that
 * torchgen reads as it reads the original.
 */
#include <string.h>

#include "spec.h"

static void print_head(const struct spec *spec, struct strbuf *out)
{
	strbuf_printf(out,
		      "# The operators of PyTorch %s, one entry each, in the release's order.\n",
		      spec->release);
	strbuf_add(out,
		   "# Written by: ctorch-gen import. The facts are PyTorch's; see NOTICE.\n#\n");
	strbuf_printf(out, "# release: %s\n", spec->release);
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

/* Whether yaml would read the text as something else when it stands without quotes. */
static bool needs_quotes(const char *text)
{
	size_t length = strlen(text);

	return !length || strchr("-?:,[]{}#&*!|>'\"%@` ", text[0]) || strstr(text, ": ") ||
	       strstr(text, " #") || text[length - 1] == ':' || text[length - 1] == ' ' ||
	       strpbrk(text, "\n\t\r");
}

static void print_text(struct strbuf *out, const char *text)
{
	if (!needs_quotes(text)) {
		strbuf_add(out, text);
		return;
	}
	/* The double-quoted form is the one that can hold every character. */
	strbuf_add_char(out, '"');
	for (; *text; text++) {
		if (*text == '\n' || *text == '\t' || *text == '\r')
			strbuf_printf(out, "\\x%02x", (unsigned)*text);
		else if (*text == '"' || *text == '\\')
			strbuf_printf(out, "\\%c", *text);
		else
			strbuf_add_char(out, *text);
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

/* Comments of the headers in the words of a language. */
#include "bind/comment.h"

#include <ctype.h>

#include "bind/functions.h"
#include "util/text.h"

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* A word of a comment as the language has it: NULL, or a function, "ct_gc()". */
static const char *word_of(const struct binding *binding, const char *word, bool is_call)
{
	const struct language *language = binding->language;
	const struct bind_function *function;

	if (!strcmp(word, "NULL") && *language_setting(language, "null"))
		return language_setting(language, "null");
	function = is_call ? binding_find_function(binding, word) : NULL;
	return function ? function_name(language, function,
					!function->op && function_self(function) != NULL)
			: word;
}

static void add_words(const struct binding *binding, const char *line, size_t length,
		      struct strbuf *out)
{
	struct arena *arena = binding->language->arena;

	for (size_t i = 0, n; i < length; i += n) {
		for (n = 0; i + n < length && is_word(line[i + n]);)
			n++;
		if (n)
			strbuf_add(out, word_of(binding, arena_strndup(arena, line + i, n),
						!strncmp(line + i, "ct_", 3) &&
							!strncmp(line + i + n, "()", 2)));
		else
			strbuf_add_bytes(out, line + i, n = 1);
	}
}

/* How much of a line a comment leaves out: "@param ", and the indentation of the lines that go on
 * with it, in a language where indented lines are code. */
static size_t skipped_in(const struct language *language, const char *line)
{
	static const char param[] = "@param ", below[] = "       ";

	if (!strncmp(line, param, strlen(param)))
		return strlen(param);
	if (strncmp(line, below, strlen(below)) != 0)
		return 0;
	return *language_setting(language, "code") ? strspn(line, " ") : strlen(param);
}

/* The margin alone. */
static const char *empty_comment(const struct language *language)
{
	const char *margin = language_setting(language, "comment");

	return arena_strndup(language->arena, margin, strcspn(margin, " "));
}

/* The lines of a comment, each after the language's margin, in its words. Indented lines are code,
 * between empty lines if the language marks it. */
const char *comment_of(const struct binding *binding, const char *doc)
{
	const struct language *language = binding->language;
	const char *code = language_setting(language, "code"), *kept;
	bool was_code = false, was_empty = true;
	struct strbuf out = { 0 };

	for (size_t length; doc && *doc; doc += length + (doc[length] == '\n')) {
		size_t skipped = skipped_in(language, doc);
		const bool is_code = *code && !skipped && !strncmp(doc, "    ", 4);

		length = text_line_length(doc);
		if (*code && length && is_code != was_code && !was_empty)
			strbuf_printf(&out, "%s\n", empty_comment(language));
		strbuf_add(&out, is_code ? code : language_setting(language, "comment"));
		/* Items of a list, and their other lines. */
		if (*code && !is_code && (!strncmp(doc, "- ", 2) || !strncmp(doc, "  ", 2)) &&
		    !skipped)
			strbuf_add(&out, "  ");
		skipped += is_code ? 4 : 0;
		add_words(binding, doc + skipped, length - skipped, &out);
		was_code = length ? is_code : was_code;
		was_empty = !length;
		while (out.length && out.text[out.length - 1] == ' ')
			out.text[--out.length] = '\0';
		strbuf_add_char(&out, '\n');
	}
	kept = arena_strdup(language->arena, strbuf_str(&out));
	strbuf_free(&out);
	return kept;
}

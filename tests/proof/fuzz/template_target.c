/*
 * Templates: the input is a template and, after lines of three hyphens, the values of its marks,
 * ${a} to ${c}. The result is computed a second time, line by line.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "emit/template.h"

enum { MARKS = 3 };

static const char *const names[MARKS] = { "a", "b", "c" };

/* --- the second computation ------------------------------------------------------------------- */

/* Reads the mark at `at` and returns its end; NULL if it is not one of ours. */
static const char *read_mark(const char *at, int *which, bool *with_comma)
{
	if (strncmp(at, "${", 2))
		return NULL;
	at += 2;
	*with_comma = *at == ',';
	at += *with_comma;
	if (*at < 'a' || *at >= 'a' + MARKS || at[1] != '}')
		return NULL;
	*which = *at - 'a';
	return at + 2;
}

static void add_lines(struct strbuf *out, const char *line, size_t indent, const char *value)
{
	while (*value) {
		size_t length = strcspn(value, "\n");

		strbuf_add_bytes(out, line, length ? indent : 0);
		strbuf_add_bytes(out, value, length);
		strbuf_add(out, "\n");
		value += length + (value[length] == '\n');
	}
}

/* One line of the template, including its end; false if it contains an error. */
static bool expect_line(struct strbuf *out, const char *line, char *const *values, bool *used)
{
	size_t indent = strspn(line, " \t");
	bool with_comma;
	int which;
	const char *end = read_mark(line + indent, &which, &with_comma);

	if (end && *end == '\n') {
		used[which] = true;
		add_lines(out, line, indent, values[which]);
		return true;
	}
	for (; *line && *line != '\n'; line++) {
		if (strncmp(line, "${", 2)) {
			strbuf_add_char(out, *line);
			continue;
		}
		end = read_mark(line, &which, &with_comma);
		if (!end)
			return false;
		used[which] = true;
		strbuf_add(out, with_comma && *values[which] ? ", " : "");
		strbuf_add(out, values[which]);
		line = end - 1;
	}
	strbuf_add(out, *line ? "\n" : "");
	return true;
}

static bool expect(struct strbuf *out, const char *text, char *const *values)
{
	bool used[MARKS] = { false };

	while (*text) {
		if (!expect_line(out, text, values, used))
			return false;
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
	for (int i = 0; i < MARKS; i++)
		if (!used[i])
			return false;
	return true;
}

/* --- the target ------------------------------------------------------------------------------- */

static void check(const char *text, char *const *values)
{
	struct arena arena = { 0 };
	struct diag diag = { 0 };
	struct templates templates = { .arena = &arena, .diag = &diag, .folder = fuzz_folder() };
	struct mark marks[MARKS + 1] = { { 0 } };
	struct strbuf filled = { 0 }, expected = { 0 };
	bool fine, expects = expect(&expected, text, values);

	for (int i = 0; i < MARKS; i++)
		marks[i] = (struct mark){ names[i], values[i] };
	fuzz_file("template", text, strlen(text));
	fine = template_fill(&templates, "template", marks, &filled);
	FUZZ_CHECK(fine == (diag.errors == 0), "%zu errors", diag.errors);
	FUZZ_CHECK(fine == expects, "it is %s", fine ? "taken" : "refused");
	FUZZ_CHECK(!fine || !strcmp(strbuf_str(&filled), strbuf_str(&expected)),
		   "%s\n  instead of %s", strbuf_str(&filled), strbuf_str(&expected));
	FUZZ_CHECK(fine || !filled.length, "half of it: %s", strbuf_str(&filled));
	strbuf_free(&filled);
	strbuf_free(&expected);
	arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	char *parts[1 + MARKS];
	bool is_text = true;

	for (int i = 0; i < 1 + MARKS; i++) {
		parts[i] = fuzz_part(&input);
		is_text = is_text && parts[i];
	}
	if (is_text)
		check(parts[0], parts + 1);
	for (int i = 0; i < 1 + MARKS; i++)
		free(parts[i]);
	return 0;
}

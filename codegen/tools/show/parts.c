#include "tools/show/parts.h"

#include <stdio.h>
#include <string.h>

#include "tools/show/python_names.h"
#include "types/default_text.h"

void show_defaults(const struct op *op)
{
	const char *margin = "defaults:  ";

	for (size_t i = 0; i < op->schema.args.len; i++) {
		const struct arg *arg = &op->schema.args.at[i];
		struct strbuf text = { 0 };

		if (!arg->default_text)
			continue;
		default_text(&text, arg);
		printf("%s%s: %s\n", margin, arg->c_name, strbuf_str(&text));
		strbuf_free(&text);
		margin = "           ";
	}
}

void show_numbers(const struct op *op)
{
	const char *margin = "numbers:   ";

	for (size_t i = 0; i < op->schema.args.len; i++) {
		const char *text = python_words(op, &op->schema.args.at[i]);

		if (!text)
			continue;
		printf("%s%s: %s\n", margin, op->schema.args.at[i].c_name, text);
		margin = "           ";
	}
}

void show_search(const char *release, const char *words, size_t length)
{
	const char *minor = strchr(release, '.') + 1;

	printf("docs:      https://docs.pytorch.org/docs/%.*s/search.html?q=%.*s\n",
	       (int)((size_t)(minor - release) + strcspn(minor, ".")), release, (int)length, words);
}

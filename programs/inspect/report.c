#define _GNU_SOURCE

#include "report.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

/* Lines after the first are hints, and indented. */
static void write_lines(const char *text)
{
	struct text lines = { 0 };

	text_add(&lines, "%s: ", program_name);
	for (bool is_first = true; *text || is_first; is_first = false) {
		const size_t n = strcspn(text, "\n");

		text_add(&lines, "%s", is_first ? "" : "  ");
		text_add_escaped(&lines, text, n);
		text_add(&lines, "\n");
		text += n + (text[n] == '\n');
	}
	fflush(stdout);
	fputs(lines.data, stderr);
	free(lines.data);
}

void say(const char *format, ...)
{
	va_list args;
	char *text;
	int n;

	va_start(args, format);
	n = vasprintf(&text, format, args);
	va_end(args);
	if (n < 0)
		end_without_memory();
	write_lines(text);
	free(text);
}

bool is_trouble(ct_error error)
{
	if (error == NULL)
		return false;
	write_lines(error);
	ct_error_free(error);
	return true;
}

bool finish_output(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return true;
	fprintf(stderr, "%s: cannot write: %s\n", program_name, strerror(errno));
	return false;
}

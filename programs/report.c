/*
 * ct_info's output: see report.h.
 */
#include <stdio.h>
#include <string.h>

#include "report.h"

static bool json;
static bool is_first_section, is_first_fact;
static int name_width;

void begin_report(bool as_json)
{
	json = as_json;
	is_first_section = true;
	if (json)
		putchar('{');
}

void end_report(void)
{
	if (json)
		fputs("\n}\n", stdout);
}

/* Bytes above 127 are left as they are: paths and names are UTF-8 where they are not ASCII. */
static void write_json_text(const char *text)
{
	putchar('"');
	for (; *text != '\0'; text++) {
		if (*text == '"' || *text == '\\')
			printf("\\%c", *text);
		else if ((unsigned char)*text < ' ')
			printf("\\u%04x", (unsigned)*text);
		else
			putchar(*text);
	}
	putchar('"');
}

void begin_section(const char *name, int width)
{
	name_width = width;
	is_first_fact = true;
	if (json) {
		printf("%s\n  ", is_first_section ? "" : ",");
		write_json_text(name);
		fputs(": {", stdout);
	} else {
		printf("%s%s\n", is_first_section ? "" : "\n", name);
	}
	is_first_section = false;
}

void end_section(void)
{
	if (json)
		fputs(is_first_fact ? "}" : "\n  }", stdout);
	else if (is_first_fact)
		fputs("  nothing\n", stdout);
}

static void begin_fact(const char *name)
{
	if (json) {
		printf("%s\n    ", is_first_fact ? "" : ",");
		write_json_text(name);
		fputs(": ", stdout);
	} else {
		printf("  %-*s", name_width, name);
	}
	is_first_fact = false;
}

/* The lines of a longer text follow its name, indented. */
static void write_lines(const char *text)
{
	const bool is_one = strchr(text, '\n') == NULL;

	if (is_one) {
		printf(" %s\n", text);
		return;
	}
	putchar('\n');
	while (*text != '\0') {
		size_t length = strcspn(text, "\n");

		printf("    %.*s\n", (int)length, text);
		text += length + (text[length] == '\n');
	}
}

void tell_text(const char *name, const char *text)
{
	begin_fact(name);
	if (json)
		write_json_text(text);
	else
		write_lines(text);
}

void tell_number(const char *name, int64_t number)
{
	begin_fact(name);
	printf(json ? "%lld" : " %lld\n", (long long)number);
}

void tell_bool(const char *name, bool value)
{
	begin_fact(name);
	if (json)
		fputs(value ? "true" : "false", stdout);
	else
		puts(value ? " yes" : " no");
}

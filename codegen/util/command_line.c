#include "util/command_line.h"

#include <getopt.h>
#include <stdio.h>

#include "util/names.h"

enum { MOST_ROWS = 64 };

/* getopt_long() returns these values, which are above all letters. */
enum { HELP_VALUE = 256, VERSION_VALUE, FIRST_VALUE };

static bool is_taken(const struct option_table *table, size_t i)
{
	return table->takes >> i & 1;
}

/* --- help ------------------------------------------------------------------------------------- */

static void print_option(const struct known_option *option, int column)
{
	const char letter[] = { option->letter, '\0' };
	const int width = printf("  %s%s%s--%s%s%s", *letter ? "-" : "", letter,
				 *letter ? ", " : "", option->name, option->value ? " " : "",
				 option->value ? option->value : "");

	printf("%*s", column - width, "");
	for (const char *at = option->help; *at; at++) {
		putchar(*at);
		if (*at == '\n')
			printf("%*s", column, "");
	}
	putchar('\n');
}

void command_line_print_help(const struct option_table *table)
{
	for (size_t i = 0; i < table->len; i++)
		if (is_taken(table, i))
			print_option(&table->rows[i], (int)table->column);
}

/* --- reading ---------------------------------------------------------------------------------- */

/* Fills in the arguments of getopt_long(): the accepted options and their letters. */
static void list_for_getopt(const struct option_table *table, struct option *options, char *letters)
{
	*options++ = (struct option){ "help", no_argument, NULL, HELP_VALUE };
	if (table->has_version)
		*options++ = (struct option){ "version", no_argument, NULL, VERSION_VALUE };
	*letters++ = 'h';
	for (size_t i = 0; i < table->len; i++) {
		const struct known_option *row = &table->rows[i];

		if (!is_taken(table, i))
			continue;
		*options++ = (struct option){ row->name,
					      row->value ? required_argument : no_argument, NULL,
					      FIRST_VALUE + (int)i };
		if (row->letter)
			*letters++ = row->letter;
		if (row->letter && row->value)
			*letters++ = ':';
	}
	*options = (struct option){ 0 };
	*letters = '\0';
}

/* NULL if `answer` is neither the value nor the letter of an option. */
static const struct known_option *option_of(const struct option_table *table, int answer)
{
	if (answer >= FIRST_VALUE)
		return &table->rows[answer - FIRST_VALUE];
	for (size_t i = 0; i < table->len; i++)
		if (table->rows[i].letter == answer)
			return &table->rows[i];
	return NULL;
}

static void set(struct arena *arena, const struct option_table *table,
		const struct known_option *option, void *fields, const char *value)
{
	void *field = (char *)fields + option->field;

	if (option->field == table->repeated)
		vec_push(arena, (struct names *)field, value);
	else if (option->value)
		*(const char **)field = value;
	else
		*(bool *)field = true;
}

enum options_read command_line_read(struct arena *arena, const struct option_table *table, int argc,
				    char **argv, void *fields)
{
	struct option long_options[MOST_ROWS + 3];
	char letters[2 * MOST_ROWS + 2];
	int answer;

	list_for_getopt(table, long_options, letters);
	while ((answer = getopt_long(argc, argv, letters, long_options, NULL)) != -1) {
		const struct known_option *option = option_of(table, answer);

		if (answer == 'h' || answer == HELP_VALUE)
			return OPTIONS_HELP;
		if (answer == VERSION_VALUE)
			return OPTIONS_VERSION;
		if (option == NULL)
			return OPTIONS_WRONG;
		if (optarg && !*optarg) {
			fprintf(stderr, "%s: an option has an empty value\n", argv[0]);
			return OPTIONS_WRONG;
		}
		set(arena, table, option, fields, optarg);
	}
	return OPTIONS_READ;
}

#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

/* Between two columns. */
enum { GAP = 2 };

struct row *add_row(struct table *table)
{
	if (table->len == table->room) {
		table->room = table->room ? 2 * table->room : 64;
		table->rows = need_memory(table->rows, table->room * sizeof *table->rows);
	}
	table->rows[table->len] = (struct row){ .is_wide = false };
	return &table->rows[table->len++];
}

static int last_cell(const struct row *row, int columns)
{
	int last = columns - 1;

	while (last > 0 && row->cells[last] == NULL)
		last--;
	return last;
}

/* At least half of the terminal is for the names. */
static void shorten_names(struct table *table)
{
	const size_t width = terminal_width();

	for (size_t i = 0; i < table->len && width; i++)
		if (table->rows[i].cells[0])
			shorten(&table->rows[i].cells[0], width / 2);
}

static void measure(const struct table *table, size_t widths[MAX_COLUMNS])
{
	for (int i = 0; i < table->columns; i++)
		widths[i] = strlen(table->titles[i]);
	for (size_t i = 0; i < table->len; i++) {
		const struct row *row = &table->rows[i];
		const int last = last_cell(row, table->columns);

		for (int j = 0; j <= last; j++) {
			const size_t width = row->cells[j] ? width_of(row->cells[j]) : 0;

			if (width > widths[j] && !(row->is_wide && j == last))
				widths[j] = width;
		}
	}
}

static void print_cells(const struct table *table, char *const *cells, int last,
			const size_t *widths)
{
	for (int i = 0; i <= last; i++) {
		const char *cell = cells[i] ? cells[i] : "";
		const size_t width = width_of(cell);
		const int blanks = widths[i] > width ? (int)(widths[i] - width) : 0;

		if (table->right[i])
			printf("%*s%s", blanks, "", cell);
		else
			printf("%s%*s", cell, i < last ? blanks : 0, "");
		printf("%*s", i < last ? GAP : 0, "");
	}
	putchar('\n');
}

void print_table(struct table *table)
{
	struct row titles = { .is_wide = false };
	size_t widths[MAX_COLUMNS];

	shorten_names(table);
	measure(table, widths);
	for (int i = 0; i < table->columns; i++)
		titles.cells[i] = *table->titles[i] ? (char *)(uintptr_t)table->titles[i] : NULL;
	print_cells(table, titles.cells, last_cell(&titles, table->columns), widths);
	for (size_t i = 0; i < table->len; i++) {
		print_cells(table, table->rows[i].cells, last_cell(&table->rows[i], table->columns),
			    widths);
		for (int j = 0; j < table->columns; j++)
			free(table->rows[i].cells[j]);
	}
	free(table->rows);
}

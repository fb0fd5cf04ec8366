/* A table whose columns are as wide as what is in them. */
#ifndef CT_INSPECT_TABLE_H
#define CT_INSPECT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

enum { MAX_COLUMNS = 10 };

struct row {
	char *cells[MAX_COLUMNS]; /* escaped; NULL: empty */
	bool is_wide;             /* the last cell extends over the columns that follow */
};

struct table {
	int columns;
	const char *titles[MAX_COLUMNS];
	bool right[MAX_COLUMNS]; /* numbers */
	struct row *rows;
	size_t len, room;
};

/* A new, empty row; valid until the next. */
struct row *add_row(struct table *table);

/* Prints it on stdout, and releases it. On a terminal long names, in the first column, are cut. */
void print_table(struct table *table);

#endif

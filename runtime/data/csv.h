/*
 * Inside the library: a CSV file in memory.
 */
#ifndef CT_DATA_CSV_H
#define CT_DATA_CSV_H

#include <ctorch/datasets.h>

/* The name of a column and its place. */
struct ct_csv_name {
	const char *name;
	int64_t column;
};

/* A table of texts, each with a NUL at its end. Zeroed, it is empty. */
struct ct_csv {
	char *text; /* the file; fields are in it */
	int64_t len;
	char **fields; /* row by row */
	int64_t fields_len, fields_room;
	int64_t rows, columns; /* `rows` without the header */
	char **names;          /* of the columns; the first row, or numbers in `numbers` */
	char *numbers;
	struct ct_csv_name *sorted; /* the same, sorted by name */
	bool *are_texts;            /* the columns that the options say are texts */
};

ct_error ct_csv_read(struct ct_csv *self, const char *path, const ct_csv_options *options,
		     const char *function) CT_WARN_UNUSED;
void ct_csv_free(struct ct_csv *self);

/* The place of a column; an error, which lists those that there are. */
ct_error ct_csv_find(const struct ct_csv *self, const char *path, const char *name,
		     const char *function, int64_t *column) CT_WARN_UNUSED;

/* A column as ct_csv_load() has it. */
ct_error ct_csv_column(const struct ct_csv *self, int64_t column, ct_value *result) CT_WARN_UNUSED;

#endif

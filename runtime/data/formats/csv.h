/*
 * Inside the library: a CSV file in memory.
 */
#ifndef CT_DATA_FORMATS_CSV_H
#define CT_DATA_FORMATS_CSV_H

#include <ctorch/data/datasets.h>

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
	int64_t *lines;             /* of the rows, from 1 */
	int64_t lines_room;
};

ct_error ct_csv_read(struct ct_csv *self, const char *path, const ct_csv_options *options,
		     const char *function) CT_WARN_UNUSED;
void ct_csv_free(struct ct_csv *self);

/* The place of a column; an error, which lists those that there are. */
ct_error ct_csv_find(const struct ct_csv *self, const char *path, const char *name,
		     const char *function, int64_t *column) CT_WARN_UNUSED;

static inline const char *ct_csv_field(const struct ct_csv *self, int64_t row, int64_t column)
{
	return self->fields[row * self->columns + column];
}

/* The texts of a column in the order of their bytes, added to a list. `labels` gets the place of each
 * row's text; it may be NULL. */
ct_error ct_csv_number_texts(const struct ct_csv *self, int64_t column, int64_t *labels,
			     ct_value *classes, const char *function) CT_WARN_UNUSED;

/* Whether the options have categories for a column; the list is borrowed. */
ct_error ct_csv_find_categories(const struct ct_csv *self, int64_t column,
				const ct_csv_options *options, const char *function,
				bool *is_categorical, ct_value *categories) CT_WARN_UNUSED;

/* The codes of a categorical column: a new int64 [rows], a handle of the innermost scope. */
ct_error ct_csv_encode(const struct ct_csv *self, const char *path, int64_t column,
		       const ct_csv_options *options, const ct_value *categories,
		       const char *function, ct_tensor **result) CT_WARN_UNUSED;

/* Codes as a new int64 [rows, categories] with one 1 in each row, or none. */
ct_error ct_csv_one_hot(const ct_tensor *codes, int64_t categories,
			ct_tensor **result) CT_WARN_UNUSED;

#endif

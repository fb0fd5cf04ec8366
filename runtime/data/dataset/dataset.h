/*
 * Inside the library: datasets.
 */
#ifndef CT_DATA_DATASET_DATASET_H
#define CT_DATA_DATASET_DATASET_H

#include <ctorch/data/data.h>

#include "core/memory/counted.h"

struct ct_dataset {
	struct ct_counted counted;
	ct_dataset_functions functions;
	char *name;
	void *data;
	bool is_of_program; /* its functions are a program's: made by ct_dataset_new() */
};

/* Makes a dataset whose functions are the library's own; as ct_dataset_new(), for the errors of the
 * function of this name. */
ct_error ct_dataset_make(const ct_dataset_functions *functions, void *data, const char *function,
			 ct_dataset **result) CT_WARN_UNUSED;

/* An error unless it is a set, or a stream. */
ct_error ct_dataset_check(const ct_dataset *self, const char *function, int position,
			  const char *name) CT_WARN_UNUSED;
ct_error ct_dataset_check_set(const ct_dataset *self, const char *function, int position,
			      const char *name) CT_WARN_UNUSED;
ct_error ct_dataset_check_stream(const ct_dataset *self, const char *function, int position,
				 const char *name) CT_WARN_UNUSED;

/* --- Calling its functions ---------------------------------------------------------------------
 *
 * Their tensors are released when they return. The result is untouched on an error.
 */

/* `index` is within the length. */
ct_error ct_dataset_call_get(const ct_dataset *self, int64_t index, ct_generator *generator,
			     ct_value *sample) CT_WARN_UNUSED;
ct_error ct_dataset_call_get_batch(const ct_dataset *self, const ct_tensor *indices,
				   ct_value *batch) CT_WARN_UNUSED;

/* A pass over a stream; zeroed, it is none. */
struct ct_pass {
	const ct_dataset *dataset; /* borrowed */
	void *stream;
};

ct_error ct_pass_open(struct ct_pass *self, const ct_dataset *dataset,
		      ct_generator *generator) CT_WARN_UNUSED;
/* None at the end. */
ct_error ct_pass_next(struct ct_pass *self, ct_value *sample) CT_WARN_UNUSED;
void ct_pass_close(struct ct_pass *self);

/* The function that a dataset of ct_map_dataset_new() calls, and whose samples; false for
 * others. */
struct ct_sample_map {
	const ct_dataset *base; /* borrowed */
	ct_sample_function function;
	void *context;
	const char *name; /* of the function, in traces: "the function of ct_map_dataset_new" */
};
bool ct_dataset_is_map(const ct_dataset *self, struct ct_sample_map *map);

/* As ct_map_dataset_new(), with a name for the function, which must outlive the dataset. */
ct_error ct_map_dataset_named(const ct_dataset *dataset, ct_sample_function function, void *context,
			      ct_release_function release, const char *name,
			      ct_dataset **result) CT_WARN_UNUSED;

/* Calls it. */
ct_error ct_sample_map_call(const struct ct_sample_map *self, ct_value *sample,
			    ct_generator *generator) CT_WARN_UNUSED;

/* A function that succeeded has made a value that owns what it has; a view of tensors that are
 * about to be released would be worse than an error. `who` is what gave it: "MyDataset". */
ct_error ct_data_check_owned(const ct_value *value, const char *who,
			     const char *function) CT_WARN_UNUSED;

/* --- Tensors of samples and batches (tensors.c) ----------------------------------------------- */

/* As ct_tensor_empty(), on the CPU whatever the default device is: for what C code fills. */
ct_error ct_data_empty(const int64_t *shape, int64_t dim, ct_dtype dtype,
		       ct_tensor **result) CT_WARN_UNUSED;

/* Calls the function for each tensor of a sample or batch, also those in lists, tuples and
 * dicts. */
typedef ct_error (*ct_data_visit)(ct_value *value, void *context);
ct_error ct_data_each_tensor(ct_value *value, ct_data_visit visit, void *context) CT_WARN_UNUSED;

/* Another tensor takes the place of the value's, which stays on an error. */
ct_error ct_data_replace_tensor(ct_value *value, ct_tensor *tensor) CT_WARN_UNUSED;

/* --- Errors ----------------------------------------------------------------------------------- */

/* The same error, its trace too, with words before its message: "ValueError: WORDS: message". NULL
 * stays NULL. */
ct_error ct_data_error_in(ct_error error, const char *format, ...) CT_PRINTF(2, 3);

/* Notes which of a program's functions returned the error: "in the get of MyDataset". NULL stays
 * NULL. */
ct_error ct_data_note_function(ct_error error, const char *function,
			       const char *object) CT_WARN_UNUSED;

#endif

/*
 * Inside the library: the sample inputs of each recording.
 */
#ifndef CT_EXPORT_RECORD_SAMPLES_H
#define CT_EXPORT_RECORD_SAMPLES_H

#include <ctorch/export/record.h>

#include "export/record/expression.h"

/* Of recordings: with sizes that vary, 3 to 5, and one more to check quotients. */
enum { CT_RECORDINGS = 6 };

/* The sizes that vary, by the symbols that they are. */
struct ct_samples {
	const char *function;
	int64_t first_value; /* of the inputs in the graph */
	ct_tensors inputs;
	const ct_export_dynamic *dynamic;
	int64_t dynamic_len;
	int32_t *symbol_of; /* for each of `dynamic` */
	struct ct_recorded_symbol *symbols;
	int64_t *sizes; /* CT_RECORDINGS times those of all symbols */
	int64_t symbols_len;
};

/* Checks the options, and chooses the sizes of the first recordings. */
ct_error ct_samples_init(struct ct_samples *self) CT_WARN_UNUSED;
/* Chooses the sizes of a further one; a ValueError if the ranges are too small. */
ct_error ct_samples_choose(struct ct_samples *self, int64_t recording) CT_WARN_UNUSED;
void ct_samples_release(struct ct_samples *self);

/* How many recordings solve sums of the symbols: one without any. */
int64_t ct_samples_recordings(const struct ct_samples *self);

/* The inputs of a recording, in the present scope: new tensors on the memory of the given ones, or
 * copies of other sizes. None stays NULL. */
ct_error ct_samples_of(const struct ct_samples *self, int64_t recording,
		       ct_tensor **result) CT_WARN_UNUSED;

#endif

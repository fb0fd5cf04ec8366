/*
 * Inside the library: samples that are copied into their batch as they come.
 */
#ifndef CT_DATA_LOADER_SLOTS_H
#define CT_DATA_LOADER_SLOTS_H

#include <ctorch/operators/value.h>

/* Batches of the large tensors of samples, whose rows are filled as samples come (slots.c). */
enum { CT_SLOTS_MOST = 8, CT_SLOTS_DIM = 16 };

struct ct_slots {
	int64_t size; /* samples of the batch */
	ct_value batches[CT_SLOTS_MOST];
	int len;
};

void ct_slots_free(struct ct_slots *self);

/* Copies the sample's large tensors to the row, and lets the sample have these instead. */
ct_error ct_slots_place(struct ct_slots *self, int64_t row, ct_value *sample) CT_WARN_UNUSED;

/* The batch whose first rows the tensors are, or NULL; borrowed. */
ct_tensor *ct_slots_batch_of(const struct ct_slots *self, ct_tensor *const *tensors, int64_t n);

/* collate.c: ct_default_collate() of samples that were placed. */
ct_error ct_collate_placed(ct_value *samples, const struct ct_slots *slots,
			   ct_value *batch) CT_WARN_UNUSED;

#endif

/*
 * Compares the tensors that a function under checkpoint saved in its two calls.
 */
#include <stdlib.h>
#include <string.h>

#include "autograd/checkpoint/checkpoint.h"
#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/text.h"

/* --- Likenesses ------------------------------------------------------------------------------ */

ct_error ct_likeness_of(const ct_tensor *tensor, struct ct_likeness *result)
{
	struct ct_likeness likeness = {
		.dim = ct_tensor_dim(tensor),
		.dtype = ct_tensor_dtype(tensor),
		.device = ct_tensor_device(tensor),
	};

	likeness.sizes = ct_array_new(likeness.dim, sizeof *likeness.sizes);
	if (likeness.sizes == NULL)
		return ct_no_memory(CT_NAME_OF(ct_checkpoint), "for the shape of a tensor");
	for (int64_t i = 0; i < likeness.dim; i++)
		likeness.sizes[i] = ct_tensor_size(tensor, i);
	*result = likeness;
	return NULL;
}

bool ct_likeness_is_of(const struct ct_likeness *self, const ct_tensor *tensor)
{
	ct_device device = ct_tensor_device(tensor);

	if (ct_tensor_dim(tensor) != self->dim || ct_tensor_dtype(tensor) != self->dtype ||
	    device.type != self->device.type || device.index != self->device.index)
		return false;
	for (int64_t i = 0; i < self->dim; i++)
		if (ct_tensor_size(tensor, i) != self->sizes[i])
			return false;
	return true;
}

static void add_likeness(struct ct_text *text, const char *which, const struct ct_likeness *self)
{
	ct_text_addf(text, "%s metadata: {'shape': torch.Size([", which);
	for (int64_t i = 0; i < self->dim; i++)
		ct_text_addf(text, "%s%lld", i ? ", " : "", (long long)self->sizes[i]);
	ct_text_addf(text, "]), 'dtype': torch.%s, 'device': device(type='%s'",
		     ct_dtype_name(self->dtype), ct_device_type_name(self->device.type));
	if (self->device.index >= 0)
		ct_text_addf(text, ", index=%d", (int)self->device.index);
	ct_text_add(text, ")}\n");
}

/* --- The check -------------------------------------------------------------------------------- */

static ct_error add_difference(struct ct_text *text, const struct ct_recomputed *self, int64_t i)
{
	const struct ct_likeness *saved = &self->frame->likenesses[i];
	struct ct_likeness now;

	if (self->values[i] == NULL || ct_likeness_is_of(saved, self->values[i]))
		return NULL;
	CT_TRY(ct_likeness_of(self->values[i], &now));
	ct_text_addf(text, "tensor at position %lld:\n", (long long)i);
	add_likeness(text, "saved", saved);
	add_likeness(text, "recomputed", &now);
	free(now.sizes);
	return NULL;
}

static ct_error check_likenesses(const struct ct_recomputed *self)
{
	struct ct_text text = { 0 };
	ct_error err = NULL;

	for (int64_t i = 0; err == NULL && i < self->values_len; i++)
		err = add_difference(&text, self, i);
	if (err == NULL && (text.length > 0 || text.failed))
		err = CT_RAISED(CT_ERROR_RUNTIME,
				"torch.utils.checkpoint: Recomputed values for the following "
				"tensors have different metadata than during the forward pass.\n"
				"%s.",
				text.data ? text.data : "");
	ct_text_release(&text);
	return err;
}

ct_error ct_recomputed_check(const struct ct_recomputed *self)
{
	const struct ct_frame *frame = self->frame;

	if (frame->ignores_mismatch)
		return NULL;
	if (self->counted != frame->holders_len)
		return CT_RAISED(CT_ERROR_RUNTIME,
				 "torch.utils.checkpoint: A different number of tensors was "
				 "saved during the original forward and recomputation.\n"
				 "Number of tensors saved during forward: %lld\n"
				 "Number of tensors saved during recomputation: %lld.",
				 (long long)frame->holders_len, (long long)self->counted);
	if (strcmp(frame->options.determinism_check, "none") == 0)
		return NULL;
	return check_likenesses(self);
}

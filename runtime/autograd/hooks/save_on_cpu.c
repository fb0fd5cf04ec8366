/*
 * Saving tensors in the CPU's memory, with hooks of saved tensors.
 */
#include <stdlib.h>

#include <ctorch/ctorch.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "tensor/settings/pinned.h"

struct on_cpu {
	ct_tensor *tensor;
	ct_device device; /* where it was */
};

static bool can_pin(const ct_tensor *tensor)
{
	return ct_can_pin_memory() && ct_tensor_layout(tensor) != CT_SPARSE_COO;
}

static ct_error copy_pinned(const ct_tensor *tensor, ct_tensor **result)
{
	bool pinned = can_pin(tensor);
	ct_layout layout = ct_tensor_layout(tensor);

	CT_TRY(ct_empty_memory_format(ct_tensor_shape(tensor), ct_tensor_dim(tensor),
				      ct_tensor_dtype(tensor), layout, CT_DEVICE_CPU, &pinned,
				      CT_MEMORY_FORMAT_NONE, result));
	return ct_copy_(*result, tensor, pinned, NULL);
}

/* A tensor that is already on the CPU is kept itself, without its history. */
static ct_error copy(const ct_tensor *tensor, ct_tensor **result)
{
	ct_tensor *detached;

	CT_TRY(ct_detach(tensor, &detached));
	return ct_to_device(detached, CT_DEVICE_CPU, ct_tensor_dtype(tensor), false, false,
			    CT_MEMORY_FORMAT_NONE, result);
}

static ct_error save_on_cpu_pack(const ct_tensor *tensor, bool pinned, void **packed)
{
	struct on_cpu *self = malloc(sizeof *self);
	ct_error err;

	if (self == NULL)
		return ct_no_memory(CT_NAME_OF(ct_save_on_cpu_push), "to record a saved tensor");
	self->device = ct_tensor_device(tensor);
	CT_NO_GRAD
	{
		err = (pinned ? copy_pinned : copy)(tensor, &self->tensor);
	}
	if (err) {
		free(self);
		return err;
	}
	ct_scope_disown(self->tensor);
	*packed = self;
	return NULL;
}

static ct_error pack_plain(const ct_tensor *tensor, void *context, void **packed)
{
	(void)context;
	return save_on_cpu_pack(tensor, false, packed);
}

static ct_error pack_pinned(const ct_tensor *tensor, void *context, void **packed)
{
	(void)context;
	return save_on_cpu_pack(tensor, true, packed);
}

static ct_error save_on_cpu_unpack(const struct on_cpu *self, bool without_waiting,
				   ct_tensor **tensor)
{
	CT_NO_GRAD
	{
		return ct_to_device(self->tensor, self->device, ct_tensor_dtype(self->tensor),
				    without_waiting, false, CT_MEMORY_FORMAT_NONE, tensor);
	}
	return NULL;
}

static ct_error unpack_plain(void *packed, void *context, ct_tensor **tensor)
{
	(void)context;
	return save_on_cpu_unpack(packed, false, tensor);
}

static ct_error unpack_pinned(void *packed, void *context, ct_tensor **tensor)
{
	(void)context;
	return save_on_cpu_unpack(packed, true, tensor);
}

static void free_saved_on_cpu(void *packed, void *context)
{
	struct on_cpu *self = packed;

	(void)context;
	ct_tensor_free_unscoped(self->tensor);
	free(self);
}

ct_error ct_save_on_cpu_push(bool pin_memory)
{
	if (pin_memory)
		return ct_saved_tensors_push(pack_pinned, unpack_pinned, free_saved_on_cpu, NULL,
					     NULL);
	return ct_saved_tensors_push(pack_plain, unpack_plain, free_saved_on_cpu, NULL, NULL);
}

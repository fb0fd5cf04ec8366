/*
 * Plans in the making: memory.
 */
#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "export/program/plan.h"

void *ct_prepare_array(struct ct_preparing *self, int64_t len, size_t size)
{
	const int64_t nbytes = ct_size_times(len, (int64_t)size);

	return nbytes > CT_LENGTH_MAX ? NULL
				      : ct_arena_new(self->arena, nbytes ? (size_t)nbytes : 1);
}

ct_error ct_prepare_no_memory(const struct ct_graph_place *place)
{
	return ct_no_memory(place->function, "to prepare %s", place->what);
}

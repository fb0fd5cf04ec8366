/** @file What the generated functions include. */
#ifndef CTORCH_PYTHON_GENERATED_H
#define CTORCH_PYTHON_GENERATED_H

#include <ctorch/export.h>

#include "core.h"
#include "types.h"
#ifdef CTORCH_PYTHON_DISTRIBUTED
#include <ctorch/distributed.h>

#include "dist_types.h"
#endif

/* Each struct is described in structs.c. */
#define STRUCT(symbol) extern const struct structure structure_##symbol;
#include "structures.h"
#ifdef CTORCH_PYTHON_DISTRIBUTED
#include "dist_structures.h"
#endif
#undef STRUCT
extern const struct structure structure_ct_stream; /* results.c */

/* What a function returns that does not return an error. */
static inline void keep_bool(struct slot *slot, bool value)
{
	slot->truth = value;
}

static inline void keep_double(struct slot *slot, double value)
{
	slot->number = value;
}

static inline void keep_int(struct slot *slot, int64_t value)
{
	slot->integer = value;
}

static inline void keep_int32(struct slot *slot, int32_t value)
{
	slot->constant = value;
}

static inline void keep_device(struct slot *slot, ct_device value)
{
	slot->device = value;
}

static inline void keep_scalar(struct slot *slot, ct_scalar value)
{
	slot->scalar = value;
}

static inline void keep_value(struct slot *slot, ct_value value)
{
	slot->value = value;
}

static inline void keep_printoptions(struct slot *slot, ct_printoptions value)
{
	memcpy(slot->at, &value, sizeof value);
}

static inline void keep_ints(struct slot *slot, ct_ints value)
{
	slot->at = (void *)value.at;
	slot->len = value.len;
}

static inline void keep_pointer(struct slot *slot, const void *value)
{
	slot->at = (void *)value;
}

#define KEEP(slot, value)                      \
	_Generic((value), bool                 \
		 : keep_bool, double           \
		 : keep_double, int64_t        \
		 : keep_int, uint64_t          \
		 : keep_int, int32_t           \
		 : keep_int32, ct_device       \
		 : keep_device, ct_scalar      \
		 : keep_scalar, ct_value       \
		 : keep_value, ct_printoptions \
		 : keep_printoptions, ct_ints  \
		 : keep_ints, default          \
		 : keep_pointer)(slot, value)

#endif

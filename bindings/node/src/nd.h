/* nd.h: what the generated functions and the addon share. */
#ifndef ND_H
#define ND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <ctorch/ctorch.h>

#include "slot.h"

/* memory.js reads and writes slots. */
_Static_assert(sizeof(struct slot) == 56 && sizeof(ct_value) == 48, "ORDER SLOT");
_Static_assert(offsetof(ct_value, device) == 32 && offsetof(ct_value, object) == 40, "ORDER SLOT");
_Static_assert(sizeof(ct_scalar) == 32 && offsetof(ct_scalar, re) == 16, "ORDER SLOT");

typedef ct_error call_function(const struct slot *args, struct slot *results);
#define CALL(symbol) call_function call_##symbol;
#include "gen_all.h"
#undef CALL
#define STRUCT(symbol) extern const uint16_t layout_##symbol[];
#include "gen_structs.h"
#undef STRUCT

/* What a function returns that does not return an error: a pointer, a struct for which there is
 * room, or a number. */
#define KEEP(slot, value)                                             \
	nd_keep(slot, &(__typeof__(value)[]){ value }, sizeof(value), \
		__builtin_classify_type(value) == 5)

static inline void nd_keep(struct slot *slot, const void *value, size_t size, bool is_pointer)
{
	memcpy(is_pointer ? &slot->at : slot->at ? slot->at : (void *)&slot->integer, value, size);
}

/* How many elements of the argument before, a dtype, the bytes are; -1, which C refuses, if they
 * end within an element. */
static inline int64_t nd_elements(const struct slot *bytes)
{
	const int64_t size = ct_dtype_size(bytes[-1].constant);

	return size > 0 && bytes->len % size == 0 ? bytes->len / size : -1;
}

/* Functions of JavaScript that C calls; the context is the number of one. */
void nd_release(void *function);
double nd_rate(double x, void *function);
ct_error nd_tensor_hook(const ct_tensor *grad, void *function, ct_tensor **replacement);
ct_error nd_leaf_hook(ct_tensor *leaf, void *function);
ct_error nd_closure(void *function, ct_tensor **loss);
ct_error nd_tensors_function(ct_tensor *const *inputs, int64_t inputs_len, void *function,
			     ct_tensor **outputs, int64_t outputs_len);
ct_error nd_forward_pre_hook(ct_module *module, const ct_tensor **inputs, int64_t inputs_len,
			     void *function);
ct_error nd_forward_hook(ct_module *module, const ct_tensor *const *inputs, int64_t inputs_len,
			 ct_tensor **outputs, int64_t outputs_len, void *function);
ct_error nd_backward_hook(ct_module *module, const ct_tensor **grad_inputs, int64_t grad_inputs_len,
			  const ct_tensor *const *grad_outputs, int64_t grad_outputs_len,
			  void *function);
ct_error nd_optimizer_hook(ct_optimizer *optimizer, void *function);

#endif

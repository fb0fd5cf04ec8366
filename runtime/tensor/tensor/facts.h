/*
 * Inside the library: facts about a tensor that printing needs and no operator returns.
 */
#ifndef CT_TENSOR_TENSOR_FACTS_H
#define CT_TENSOR_TENSOR_FACTS_H

#include <ctorch/core/types.h>

#include "core/base/text.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ct_facts {
	bool is_nested;
	bool is_quantized; /* has a quantizer; a quantized dtype alone does not say so */
	bool has_tangent;  /* of forward differentiation */
	bool requires_grad;
	char device[32]; /* "cuda:0" */
};

ct_error ct_facts_of(const ct_tensor *self, struct ct_facts *facts);

/* The name of the tensor's grad_fn as Python shows it; false if there is none, and nothing is
 * added. */
bool ct_add_grad_fn(struct ct_text *text, const ct_tensor *self);

ct_dtype ct_default_float(void);

/* Whether it is a number in place of a tensor: ct_tensor_new_wrapped_number(). */
bool ct_is_wrapped_number(const ct_tensor *self);

/* Makes a sparse or mkldnn tensor strided; the arguments of the operator differ between
 * releases. */
ct_error ct_densify(const ct_tensor *self, ct_tensor **result);

#ifdef __cplusplus
}
#endif

#endif

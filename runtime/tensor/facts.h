/*
 * Inside the library: what printing has to know of a tensor and no operator returns.
 */
#ifndef CT_TENSOR_FACTS_H
#define CT_TENSOR_FACTS_H

#include <ctorch/types.h>

#include "base/text.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ct_facts {
	bool is_nested;
	bool is_quantized; /* has a quantizer; a quantised dtype alone does not say so */
	bool has_tangent;  /* of forward differentiation */
	bool requires_grad;
	char device[32]; /* "cuda:0" */
};

ct_error ct_facts_of(const ct_tensor *self, struct ct_facts *facts);

/* The name of the tensor's grad_fn as Python says it; false without one, and nothing is added. */
bool ct_add_grad_fn(struct ct_text *text, const ct_tensor *self);

ct_dtype ct_default_float(void);

/* A strided tensor of a sparse or mkldnn one; the operator has other arguments in each release. */
ct_error ct_densify(const ct_tensor *self, ct_tensor **result);

#ifdef __cplusplus
}
#endif

#endif

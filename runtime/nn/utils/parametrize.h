/*
 * Inside the library: the parametrizations of one tensor of a module, Python's ParametrizationList.
 */
#ifndef CT_NN_UTILS_PARAMETRIZE_H
#define CT_NN_UTILS_PARAMETRIZE_H

#include <ctorch/nn/utils.h>

#include "module/computed.h"

enum { CT_ORIGINALS_MAX = 8 };

/* Its children are the parametrizations, "0", "1", ...; its parts the originals. */
struct ct_parametrization_list {
	int64_t originals;          /* 0: one tensor, "original" */
	ct_right_inverse_function *inverses; /* as many as children */
	const ct_tensor *given;     /* in a functional call: the value */
	bool is_given;
};

/* The list of a tensor of this module; NULL if it is not parametrized. */
ct_module *ct_parametrizations_of(const ct_module *module, const char *tensor_name);

/* A ValueError with the text of the module. */
ct_error ct_parametrize_error(const ct_module *module, const char *before, const char *after,
			      const char *name);

/* Whether dimension 1 of its weight is that of the outputs: ConvTranspose1d, ... */
bool ct_nn_is_transposed(const ct_module *module);

#endif

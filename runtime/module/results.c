/*
 * What forward functions return: the results to release.
 */
#include <ctorch/core/scope.h>
#include <ctorch/nn/results.h>
#include <ctorch/tensor/tensor.h>

#include "core/memory/scopes.h"
#include "core/memory/threads.h"
#include "module/module.h"

bool ct_module_is_among(const ct_tensor *x, const ct_tensor *const *tensors, int64_t len)
{
	for (int64_t i = 0; i < len; i++)
		if (tensors[i] == x)
			return true;
	return false;
}

/* Whether an output is one to release: it may also be an input that the function handed on, or a
 * part of the module. */
static bool is_result(const ct_tensor *output, const ct_tensor *const *inputs, int64_t inputs_len)
{
	if (output == NULL || ct_module_is_among(output, inputs, inputs_len))
		return false;
	/* Without a scope it is the caller's own reference. */
	return !ct_attended_by(CT_ATTEND_SCOPE) || ct_scopes_innermost_owns(output);
}

void ct_module_free_results_(ct_tensor *const *outputs, int64_t outputs_len,
			     const ct_tensor *const *inputs, int64_t inputs_len)
{
	const ct_tensor *const *all = (const ct_tensor *const *)outputs;

	for (int64_t i = 0; i < outputs_len; i++)
		if (!ct_module_is_among(outputs[i], all, i) &&
		    is_result(outputs[i], inputs, inputs_len))
			ct_tensor_free(outputs[i]);
}

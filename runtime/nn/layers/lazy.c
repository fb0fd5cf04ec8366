/*
 * Lazy modules, and the lazy classes' common part.
 */
#include <stdlib.h>

#include <ctorch/core/scope.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "module/module.h"
#include "nn/layers/lazy.h"

/* The context of the hook, which copies of the module share. */
struct lazy {
	ct_nn_infer infer;
	int64_t hook;
};

static ct_error lazy_infer_module(ct_module *module, const ct_tensor **inputs, int64_t inputs_len,
				  void *context)
{
	const struct lazy *lazy = context;
	const int64_t hook = lazy->hook;

	if (inputs_len < 1 || inputs[0] == NULL)
		return ct_missing_argument(CT_NAME_OF(ct_module_forward), 2, "x");
	CT_OWN_SCOPE(CT_NAME_OF(ct_module_forward));
	CT_TRY(lazy->infer(ct_module_data(module), inputs[0]));
	if (ct_nn_has_lazy(ct_module_data(module)))
		return ct_error_new(CT_ERROR_RUNTIME, CT_NAME_OF(ct_module_forward),
				    "module %s has not been fully initialized",
				    ct_module_class_of(module)->name);
	ct_module_remove_hook(module, hook);
	return NULL;
}

ct_error ct_nn_lazy_begin(void *self, ct_nn_infer function)
{
	struct lazy *lazy = malloc(sizeof *lazy);
	ct_error error;

	if (lazy == NULL)
		return ct_no_memory(ct_module_class_of(ct_module_of(self))->name, "for a hook");
	*lazy = (struct lazy){ function, 0 };
	error = ct_module_register_forward_pre_hook(ct_module_of(self), lazy_infer_module, lazy,
						    free, NULL, &lazy->hook);
	if (error)
		free(lazy);
	return error;
}

ct_error ct_nn_lazy_parameter(void *self, const char *name, ct_dtype dtype, ct_device device,
			      ct_tensor **field)
{
	ct_tensor *lazy;

	CT_OWN_SCOPE(NULL);
	CT_TRY(ct_parameter_new_lazy(dtype, device, true, &lazy));
	return ct_module_register_parameter(ct_module_of(self), name, lazy, field);
}

ct_error ct_nn_lazy_buffer(void *self, const char *name, ct_dtype dtype, ct_device device,
			   ct_tensor **field)
{
	ct_tensor *lazy;

	CT_OWN_SCOPE(NULL);
	CT_TRY(ct_parameter_new_lazy(dtype, device, false, &lazy));
	return ct_module_register_buffer(ct_module_of(self), name, lazy, true, field);
}

bool ct_nn_has_lazy(const void *self)
{
	const ct_module *module = ct_module_of(self);
	bool has = false;

	for (int kind = 0; kind < CT_CHILDREN; kind++)
		for (uint32_t i = 0; i < module->parts[kind].len; i++)
			has = has || ct_parameter_is_lazy(module->parts[kind].at[i].object);
	return has;
}

ct_error ct_nn_materialize(ct_tensor *x, ct_ints shape)
{
	return ct_parameter_is_lazy(x) ? ct_parameter_materialize(x, shape) : NULL;
}

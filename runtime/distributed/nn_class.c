/*
 * Modules of torch.nn: see nn_class.h.
 */
#include "distributed/nn_class.h"

#include <ctorch/ctorch.h>

/* Compares with a new module of that class, which has no memory for its parts. */
ct_error ct_dist_is_of_torch(const ct_module *module, int64_t int_count, bool *result)
{
	CT_SCOPE;
	const ct_module_class *module_class = ct_module_class_of(module);
	const ct_value sizes[] = { ct_value_int(1), ct_value_int(1) };
	const ct_value args = ct_value_list(sizes, int_count);
	const ct_value device[] = { ct_value_string("device"), ct_value_string("meta") };
	const ct_value kwargs = ct_value_dict(device, 1);
	ct_module *like;

	CT_TRY(ct_nn_new(module_class->name, &args, &kwargs, &like));
	*result = ct_module_class_of(like) == module_class;
	return NULL;
}

/*
 * The parameters of a ParameterList and of a ParameterDict.
 */
#include <ctorch/autograd/autograd.h>
#include <ctorch/core/scope.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/no_memory.h"
#include "core/memory/own_scope.h"
#include "nn/containers/items.h"
#include "nn/layers/class.h"

#define CHECK_LIST(list) \
	CT_TRY(ct_items_check((list), &ct_nn_ParameterList_code, NULL, 1, "list", __func__))
#define CHECK_DICT(dict) \
	CT_TRY(ct_items_check((dict), &ct_nn_ParameterDict_code, NULL, 1, "dict", __func__))
#define CHECK_NOT_NULL(argument, position)                                                   \
	do {                                                                                 \
		if ((argument) == NULL)                                                      \
			return ct_error_new(CT_ERROR_ARGUMENT, __func__,                     \
					    "argument %d (%s) must not be NULL", (position), \
					    #argument);                                      \
	} while (0)

static struct ct_parts *parameters(const ct_module *self)
{
	return &((ct_module *)self)->parts[CT_PARAMETERS];
}

static int64_t parameter_list_len(const ct_module *self)
{
	return self ? parameters(self)->len : 0;
}

/* A leaf that requires a gradient is a parameter already. */
static ct_error put(ct_module *self, const char *name, const ct_tensor *tensor)
{
	ct_tensor *parameter = (ct_tensor *)tensor;

	CT_OWN_SCOPE(NULL);
	if (tensor && !(ct_tensor_is_leaf(tensor) && ct_tensor_requires_grad(tensor)))
		CT_TRY(ct_parameter_new(tensor, true, &parameter));
	return ct_module_register_parameter(self, name, parameter, NULL);
}

/* Another handle on a part's tensor, for the caller. */
static ct_error give(const struct ct_part *part, const char *function, ct_tensor **result)
{
	ct_tensor *given = ct_tensor_retain(part->object);

	if (given == NULL && part->object)
		return ct_no_memory(function, "for a handle");
	*result = given;
	return NULL;
}

/* --- ParameterList ---------------------------------------------------------------------------- */

int64_t ct_parameter_list_count(const ct_module *list)
{
	return parameter_list_len(list);
}

ct_error ct_parameter_list_append(ct_module *list, const ct_tensor *parameter)
{
	CHECK_LIST(list);
	return put(list, ct_item_name(parameter_list_len(list)).text, parameter);
}

static ct_error parameter_list_add_range(ct_module *self, const ct_module *other,
					 const struct ct_item_range *range)
{
	for (int64_t i = 0; i < range->count; i++)
		CT_TRY(ct_module_register_parameter(
			self, ct_item_name(parameter_list_len(self)).text,
			parameters(other)->at[range->first + i * range->step].object, NULL));
	return NULL;
}

ct_error ct_parameter_list_extend(ct_module *list, const ct_module *other)
{
	uint32_t before;
	ct_error error;

	CHECK_LIST(list);
	CT_TRY(ct_items_check(other, &ct_nn_ParameterList_code, NULL, 2, "other", __func__));
	before = parameters(list)->len;
	error = parameter_list_add_range(
		list, other, &(struct ct_item_range){ 0, 1, parameter_list_len(other) });
	if (error)
		ct_items_cut(parameters(list), CT_PARAMETERS, before);
	return error;
}

ct_error ct_parameter_list_get(const ct_module *list, int64_t index, ct_tensor **result)
{
	CHECK_LIST(list);
	CHECK_NOT_NULL(result, 3);
	CT_TRY(ct_items_index(index, parameter_list_len(list), __func__, &index));
	*result = parameters(list)->at[index].object;
	return NULL;
}

ct_error ct_parameter_list_set(ct_module *list, int64_t index, const ct_tensor *parameter)
{
	CHECK_LIST(list);
	CT_TRY(ct_items_index(index, parameter_list_len(list), __func__, &index));
	return put(list, ct_item_name(index).text, parameter);
}

ct_error ct_parameter_list_slice(const ct_module *list, ct_index slice, ct_module **result)
{
	struct ct_item_range range;
	ct_module *part;
	ct_error error;

	CHECK_LIST(list);
	CHECK_NOT_NULL(result, 3);
	CT_TRY(ct_items_range(slice, parameter_list_len(list), __func__, &range));
	CT_TRY(ct_items_new(&ct_nn_ParameterList_code, &part));
	error = parameter_list_add_range(part, list, &range);
	if (error)
		ct_module_free(part);
	else
		*result = part;
	return error;
}

/* --- ParameterDict ---------------------------------------------------------------------------- */

int64_t ct_parameter_dict_count(const ct_module *dict)
{
	return parameter_list_len(dict);
}

const char *ct_parameter_dict_key_at(const ct_module *dict, int64_t index)
{
	return index >= 0 && index < parameter_list_len(dict) ? parameters(dict)->at[index].name
							      : NULL;
}

ct_error ct_parameter_dict_set(ct_module *dict, const char *key, const ct_tensor *parameter)
{
	CHECK_DICT(dict);
	return put(dict, key, parameter);
}

bool ct_parameter_dict_has(const ct_module *dict, const char *key)
{
	return dict && key && ct_part_find(dict, CT_PARAMETERS, key);
}

/* Python reads an attribute there. */
static ct_error parameter_list_find(const ct_module *self, const char *key, const char *function,
				    const struct ct_part **result)
{
	*result = ct_part_find(self, CT_PARAMETERS, key);
	if (*result == NULL)
		return ct_error_new(CT_ERROR_ATTRIBUTE, function,
				    "'%s' object has no attribute '%s'", self->klass->name, key);
	return NULL;
}

ct_error ct_parameter_dict_get(const ct_module *dict, const char *key, ct_tensor **result)
{
	const struct ct_part *part;

	CHECK_DICT(dict);
	CHECK_NOT_NULL(key, 2);
	CHECK_NOT_NULL(result, 3);
	CT_TRY(parameter_list_find(dict, key, __func__, &part));
	*result = part->object;
	return NULL;
}

static void parameter_list_remove_part(ct_module *self, const struct ct_part *part)
{
	ct_items_remove(parameters(self), CT_PARAMETERS,
			&(struct ct_item_range){ part - parameters(self)->at, 1, 1 });
}

ct_error ct_parameter_dict_remove(ct_module *dict, const char *key)
{
	const struct ct_part *part;

	CHECK_DICT(dict);
	CHECK_NOT_NULL(key, 2);
	part = ct_part_find(dict, CT_PARAMETERS, key);
	if (part == NULL)
		return ct_items_no_key(key, __func__);
	parameter_list_remove_part(dict, part);
	return NULL;
}

ct_error ct_parameter_dict_pop(ct_module *dict, const char *key, ct_tensor **result)
{
	const struct ct_part *part;
	ct_tensor *popped = NULL;

	CHECK_DICT(dict);
	CHECK_NOT_NULL(key, 2);
	CHECK_NOT_NULL(result, 3);
	CT_TRY(parameter_list_find(dict, key, __func__, &part));
	CT_TRY(give(part, __func__, &popped));
	parameter_list_remove_part(dict, part);
	*result = popped;
	return NULL;
}

ct_error ct_parameter_dict_update(ct_module *dict, const ct_module *other)
{
	CHECK_DICT(dict);
	CT_TRY(ct_items_check(other, &ct_nn_ParameterDict_code, NULL, 2, "other", __func__));
	for (int64_t i = 0; dict != other && i < parameter_list_len(other); i++)
		CT_TRY(ct_module_register_parameter(dict, parameters(other)->at[i].name,
						    parameters(other)->at[i].object, NULL));
	return NULL;
}

ct_error ct_parameter_dict_clear(ct_module *dict)
{
	CHECK_DICT(dict);
	ct_items_cut(parameters(dict), CT_PARAMETERS, 0);
	return NULL;
}

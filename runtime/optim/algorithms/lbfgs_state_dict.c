/*
 * LBFGS: its state in state dicts, and what a step could not use of a loaded one.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/error_make.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "operators/value/value.h"
#include "optim/algorithms/lbfgs_state.h"

struct ct_lbfgs_memory *ct_lbfgs_memory_of(const ct_optimizer *self)
{
	return *(struct ct_lbfgs_memory *const *)(const void *)self->data;
}

void ct_lbfgs_memory_drop(void *own)
{
	struct ct_lbfgs_memory *memory = own;

	if (memory == NULL || --memory->references > 0)
		return;
	ct_value_free(&memory->state);
	free(memory);
}

struct ct_lbfgs_memory *ct_lbfgs_memory_new(void)
{
	struct ct_lbfgs_memory *memory = calloc(1, sizeof *memory);

	if (memory)
		*memory = (struct ct_lbfgs_memory){ 1, ct_value_none() };
	return memory;
}

/* --- saving and loading ----------------------------------------------------------------------- */

/* The number of the first parameter. */
static ct_value key_of(const ct_optimizer *self)
{
	return ct_value_int(ct_optim_place(self->groups[0], 0));
}

ct_error ct_lbfgs_save(const ct_optimizer *self, ct_value *state)
{
	const struct ct_lbfgs_memory *memory = ct_lbfgs_memory_of(self);

	return memory == NULL || ct_value_is_none(&memory->state)
		       ? NULL
		       : ct_value_dict_set(state, key_of(self), memory->state);
}

static ct_error convert(const struct ct_optim_group *group, const char *name, const ct_value *value,
			ct_value *result)
{
	ct_tensor *tensor;

	*result = ct_value_borrow(value);
	if (value->kind != CT_VALUE_TENSOR)
		return NULL;
	CT_TRY(ct_value_as_tensor(value, &tensor));
	CT_TRY(ct_optim_convert(group, 0, name, tensor, &tensor));
	*result = ct_value_tensor(tensor);
	return NULL;
}

static ct_error convert_list(const struct ct_optim_group *group, const char *name,
			     const ct_value *list, ct_value *result)
{
	ct_value item, converted;

	for (int64_t i = 0; i < ct_value_count(list); i++) {
		CT_TRY(ct_value_item(list, i, &item));
		CT_TRY(convert(group, name, &item, &converted));
		CT_TRY(ct_value_list_append(result, converted));
	}
	return NULL;
}

static ct_error convert_item(const struct ct_optim_group *group, ct_value key,
			     const ct_value *value, ct_value *result)
{
	ct_value converted;
	const char *name;
	ct_error error;

	CT_TRY(ct_value_as_string(&key, &name, NULL));
	if (strcmp(ct_value_type_name(value), "list") != 0) {
		CT_TRY(convert(group, name, value, &converted));
		return ct_value_dict_set(result, key, converted);
	}
	converted = ct_value_list_new();
	error = convert_list(group, name, value, &converted);
	if (error == NULL)
		error = ct_value_dict_move(result, key, &converted);
	ct_value_free(&converted);
	return error;
}

/* Tensors become those of the parameter's dtype and device. */
static ct_error convert_all(const struct ct_optim_group *group, const ct_value *dict,
			    ct_value *result)
{
	ct_value key, value;

	for (int64_t i = 0; i < ct_value_count(dict); i++) {
		CT_TRY(ct_value_dict_item(dict, i, &key, &value));
		CT_TRY(convert_item(group, key, &value, result));
	}
	return NULL;
}

/* --- what a step could not use ---------------------------------------------------------------- */

/* How many real numbers the parameters have. */
static int64_t count_numbers(const struct ct_optim_group *group)
{
	int64_t n = 0;

	for (int64_t i = 0; i < group->len; i++) {
		const bool is_complex = ct_dtype_is_complex(ct_tensor_dtype(group->params[i]));

		n += (is_complex ? 2 : 1) * ct_tensor_numel(group->params[i]);
	}
	return n;
}

static ct_error check_vector(const char *name, const ct_tensor *vector, int64_t n)
{
	if (ct_tensor_layout(vector) == CT_STRIDED && ct_tensor_dim(vector) == 1 &&
	    ct_tensor_numel(vector) == n && ct_dtype_is_floating_point(ct_tensor_dtype(vector)))
		return NULL;
	return ct_error_new(CT_ERROR_RUNTIME, CT_NAME_OF(ct_optimizer_load_state_dict),
			    "the state '%s' of LBFGS must contain dense vectors of %lld real "
			    "numbers, one for each parameter element",
			    name, (long long)n);
}

/* Steps count on from there. */
static ct_error check_count(const char *name, int64_t count)
{
	if (count >= 0 && count < INT64_MAX / 2)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_optimizer_load_state_dict),
			    "the state '%s' of LBFGS is %lld, but must be between 0 and %lld", name,
			    (long long)count, (long long)(INT64_MAX / 2 - 1));
}

static ct_error check_recalled(const struct ct_lbfgs_state *r, int64_t n)
{
	CT_TRY(check_count("func_evals", r->func_evals));
	CT_TRY(check_count("n_iter", r->n_iter));
	if (r->d == NULL)
		return r->n_iter ? ct_error_new(CT_ERROR_KEY,
						CT_NAME_OF(ct_optimizer_load_state_dict), "'d'")
				 : NULL;
	CT_TRY(check_vector("d", r->d, n));
	CT_TRY(check_vector("prev_flat_grad", r->prev_gradient, n));
	for (int64_t i = 0; i < r->len; i++) {
		CT_TRY(check_vector("old_dirs", r->dirs[i], n));
		CT_TRY(check_vector("old_stps", r->steps[i], n));
	}
	return NULL;
}

ct_error ct_lbfgs_load(ct_optimizer *self, const ct_value *state, void **made)
{
	struct ct_optim_group *group = self->groups[0];
	struct ct_lbfgs_memory *memory;
	struct ct_lbfgs_state r;
	ct_value first;

	if (ct_value_count(state) == 0)
		return NULL;
	CT_TRY(ct_value_dict_get(state, key_of(self), &first));
	*made = memory = ct_lbfgs_memory_new();
	if (memory == NULL)
		return ct_no_memory(NULL, "for a state");
	memory->state = ct_value_dict_new();
	CT_TRY(convert_all(group, &first, &memory->state));
	CT_TRY(ct_lbfgs_recall(&memory->state, 0, &r));
	return check_recalled(&r, count_numbers(group));
}

void ct_lbfgs_exchange(ct_optimizer *self, void **other)
{
	struct ct_lbfgs_memory *own = ct_lbfgs_memory_of(self);

	*(struct ct_lbfgs_memory **)(void *)self->data = *other;
	*other = own;
}

/* There is one group, whose first parameter has the state of all. */
const ct_value *ct_lbfgs_look_up(const ct_optimizer *self, int64_t group, int64_t index)
{
	const struct ct_lbfgs_memory *memory = ct_lbfgs_memory_of(self);

	(void)group;
	return index == 0 && memory && !ct_value_is_none(&memory->state) ? &memory->state : NULL;
}

void ct_lbfgs_release(void *data)
{
	ct_lbfgs_memory_drop(*(struct ct_lbfgs_memory **)data);
}

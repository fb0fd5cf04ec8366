/*
 * What a state dict has for a group and for a parameter: what Python's __setstate__ adds to that of
 * an older release, and what must be there, since a step reads it.
 */
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/settings.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/error_make.h"
#include "core/base/name_of.h"
#include "core/memory/own_scope.h"
#include "optim/optimizer/class.h"

static ct_error missing(const char *key)
{
	return ct_error_new(CT_ERROR_KEY, CT_NAME_OF(ct_optimizer_load_state_dict), "'%s'", key);
}

/* --- options ---------------------------------------------------------------------------------- */

/* A word of "lr, foreach=None"; `value` is what follows the equals sign, NULL without one. */
static const char *next_word(const char *rest, char name[64], const char **value)
{
	const size_t n = strcspn(rest, ", ");
	const char *equals = memchr(rest, '=', n);

	snprintf(name, 64, "%.*s", (int)(equals ? equals - rest : (ptrdiff_t)n), rest);
	*value = equals ? equals + 1 : NULL;
	return rest + n + strspn(rest + n, ", ");
}

static ct_value loading_value_of(const char *text)
{
	switch (*text) {
	case 'N':
		return ct_value_none();
	case '0':
		return ct_value_int(0);
	default:
		return ct_value_bool(*text == 'T');
	}
}

static bool is_word_of(const char *words, const char *wanted)
{
	const char *value;
	char name[64];

	while (words && *words) {
		words = next_word(words, name, &value);
		if (!strcmp(name, wanted))
			return true;
	}
	return false;
}

static ct_error add_lacking(const char *words, ct_value *options)
{
	const char *value;
	char name[64];

	while (words && *words) {
		words = next_word(words, name, &value);
		if (value && !ct_value_dict_has(options, ct_value_string(name)))
			CT_TRY(ct_value_dict_set(options, ct_value_string(name),
						 loading_value_of(value)));
	}
	return NULL;
}

ct_error ct_optim_complete(const ct_optimizer *self, ct_value *options)
{
	const char *added = self->klass->code->added, *rest = self->klass->group, *value;
	char name[64];

	CT_TRY(add_lacking(added, options));
	while (*rest) {
		rest = next_word(rest, name, &value);
		if (value) /* AdamW's decoupled_weight_decay, whatever the state dict has */
			CT_TRY(ct_value_dict_set(options, ct_value_string(name),
						 loading_value_of(value)));
		else if (!is_word_of(added, name) &&
			 !ct_value_dict_has(options, ct_value_string(name)))
			return missing(name);
	}
	return NULL;
}

/* --- the state of a parameter ----------------------------------------------------------------- */

/* A slot whose tensor has one number, which a step reads or writes without looking. */
static bool has_number(const char *slot)
{
	return !strcmp(slot, "step") || !strcmp(slot, "eta") || !strcmp(slot, "mu") ||
	       !strcmp(slot, "mu_product");
}

static ct_error check_number(const char *slot, const ct_tensor *tensor)
{
	if (ct_tensor_layout(tensor) != CT_STRIDED)
		return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_optimizer_load_state_dict),
				    "the state '%s' must be a dense tensor", slot);
	if (ct_tensor_numel(tensor) != 1)
		return ct_error_new(
			CT_ERROR_RUNTIME, CT_NAME_OF(ct_optimizer_load_state_dict),
			"a Tensor with %lld elements cannot be converted to Scalar\n" CT_HINT_PREFIX
			"the state '%s' must be one number",
			(long long)ct_tensor_numel(tensor), slot);
	return NULL;
}

/* Releases before 1.12 kept numbers, where now tensors are. */
static ct_error tensor_of(const ct_optimizer *self, const struct ct_optim_group *group, int64_t i,
			  const ct_value *value, ct_tensor **result)
{
	const bool on_device = self->klass->code->numbers_on_device ||
			       ct_optim_reads(group, "capturable") ||
			       ct_optim_reads(group, "fused");
	ct_scalar number;

	if (ct_value_is_none(value))
		return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_optimizer_load_state_dict),
				    "float() argument must be a string or a real number, not "
				    "'NoneType'");
	CT_TRY(ct_value_as_scalar(value, &number));
	return CT(full, result, CT_L(), number,
		  .dtype = ct_optim_step_dtype(ct_optim_reads(group, "fused")),
		  .device = on_device ? ct_tensor_device(group->params[i]) : CT_DEVICE_CPU);
}

/* Python's policy: a step counter stays where it is, unless the step computes on the device; other
 * tensors get the parameter's device, and its dtype if that is floating. */
ct_error ct_optim_convert(const struct ct_optim_group *group, int64_t i, const char *name,
			  const ct_tensor *tensor, ct_tensor **result)
{
	const ct_tensor *parameter = group->params[i];
	const bool on_device = ct_optim_reads(group, "capturable") ||
			       ct_optim_reads(group, "fused");

	if (!strcmp(name, "step"))
		return on_device ? CT(to, result, tensor, .dtype = CT_FLOAT32,
				      .device = ct_tensor_device(parameter))
				 : CT(clone, result, tensor);
	if (ct_dtype_is_floating_point(ct_tensor_dtype(parameter)))
		return CT(to, result, tensor, .dtype = ct_tensor_dtype(parameter),
			  .device = ct_tensor_device(parameter), .copy = true);
	return CT(to, result, tensor, .device = ct_tensor_device(parameter), .copy = true);
}

static ct_error load_slot(const ct_optimizer *self, struct ct_optim_group *group, int slot,
			  int64_t i, const ct_value *value)
{
	const char *name = self->slots[slot];
	const bool is_number = has_number(name);
	ct_tensor *tensor;

	CT_OWN_SCOPE(NULL);
	if (ct_value_is_none(value) && !is_number)
		return NULL;
	if (value->kind == CT_VALUE_TENSOR || !is_number) {
		CT_TRY(ct_value_as_tensor(value, &tensor));
		if (is_number)
			CT_TRY(check_number(name, tensor));
		CT_TRY(ct_optim_convert(group, i, name, tensor, &tensor));
	} else {
		CT_TRY(tensor_of(self, group, i, value, &tensor));
	}
	return ct_optim_set_state(group, slot, i, tensor);
}

const char *ct_optim_missing_state(const ct_optimizer *self, const struct ct_optim_group *group,
				   int64_t i)
{
	const struct ct_optim_code *code = self->klass->code;

	for (int slot = 0; slot < CT_OPTIM_SLOTS && *self->slots[slot]; slot++)
		if (group->state[slot][ct_optim_place(group, i)] == NULL &&
		    (code->must_have == NULL || code->must_have(group, i, slot)))
			return self->slots[slot];
	return NULL;
}

ct_error ct_optim_load_parameter(const ct_optimizer *self, struct ct_optim_group *group, int64_t i,
				 const ct_value *state)
{
	ct_value key, value;
	const char *name;
	int slot;

	if (state->kind != CT_VALUE_DICT)
		return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_optimizer_load_state_dict),
				    "the state of a parameter must be a dict, not %s",
				    ct_value_type_name(state));
	for (int64_t k = 0; k < ct_value_count(state); k++) {
		CT_TRY(ct_value_dict_item(state, k, &key, &value));
		CT_TRY(ct_value_as_string(&key, &name, NULL));
		slot = ct_optim_slot(self, name);
		if (slot < 0)
			return ct_error_new(CT_ERROR_KEY, CT_NAME_OF(ct_optimizer_load_state_dict),
					    "%s has no state '%s'", self->klass->of.name, name);
		CT_TRY(load_slot(self, group, slot, i, &value));
	}
	name = ct_value_count(state) ? ct_optim_missing_state(self, group, i) : NULL;
	return name ? missing(name) : NULL;
}

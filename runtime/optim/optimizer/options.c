/*
 * The options of a group, as update() reads them.
 */
#include <ctorch/tensor/tensor.h>

#include "optim/optimizer/class.h"

bool ct_optim_is_true(const ct_value *options, const char *name)
{
	bool result = false;
	ct_value value;

	if (ct_value_dict_has(options, ct_value_string(name))) {
		ct_error_free(ct_value_dict_get(options, ct_value_string(name), &value));
		ct_error_free(ct_value_is_none(&value) ? NULL : ct_value_as_bool(&value, &result));
	}
	return result;
}

bool ct_optim_defaults_to(const ct_optimizer *self, const char *name)
{
	return ct_optim_is_true(&self->defaults, name);
}

bool ct_optim_reads(const struct ct_optim_group *group, const char *name)
{
	return ct_optim_is_true(&group->options, name);
}

ct_error ct_optim_number_of(const ct_value *value, double *result)
{
	ct_tensor *tensor;

	if (value->kind != CT_VALUE_TENSOR)
		return ct_value_as_float(value, result);
	CT_TRY(ct_value_as_tensor(value, &tensor));
	return ct_tensor_item_double(tensor, result);
}

double ct_optim_option(const struct ct_optim_group *group, const char *name)
{
	double result = 0;
	ct_value value;
	ct_error error = ct_value_dict_get(&group->options, ct_value_string(name), &value);

	ct_error_free(error ? error : ct_optim_number_of(&value, &result));
	return result;
}

/* An option that a group may lack counts as None. */
static ct_error options_look_up(const struct ct_optim_block *block, const char *name,
				ct_value *value)
{
	*value = ct_value_none();
	if (!ct_value_dict_has(&block->group->options, ct_value_string(name)))
		return NULL;
	return ct_value_dict_get(&block->group->options, ct_value_string(name), value);
}

/* Also where it is noted; CT_OPTIM_SEEN: nowhere. */
static ct_error find_noted(const struct ct_optim_block *block, const char *name, ct_value *value,
			   int *place)
{
	struct ct_optim_seen *seen = block->seen;
	int i = 0;

	while (seen && i < CT_OPTIM_SEEN && seen->names[i] && seen->names[i] != name)
		i++;
	*place = seen ? i : CT_OPTIM_SEEN;
	if (seen == NULL || i == CT_OPTIM_SEEN)
		return options_look_up(block, name, value);
	if (seen->names[i] == NULL) {
		CT_TRY(options_look_up(block, name, &seen->values[i]));
		seen->names[i] = name;
	}
	*value = seen->values[i];
	return NULL;
}

static ct_error find(const struct ct_optim_block *block, const char *name, ct_value *value)
{
	int place;

	return find_noted(block, name, value, &place);
}

static ct_error options_read_float(const struct ct_optim_block *block, const char *name,
				   double *result)
{
	struct ct_optim_seen *seen = block->seen;
	ct_value value;
	int place;

	CT_TRY(find_noted(block, name, &value, &place));
	if (value.kind != CT_VALUE_TENSOR || place == CT_OPTIM_SEEN)
		return ct_optim_number_of(&value, result);
	if (!seen->is_read[place]) {
		CT_TRY(ct_optim_number_of(&value, &seen->numbers[place]));
		seen->is_read[place] = true;
	}
	*result = seen->numbers[place];
	return NULL;
}

double ct_optim_float(const struct ct_optim_block *block, const char *name)
{
	double result = 0;

	CT_DO(options_read_float(block, name, &result));
	return result;
}

ct_error ct_optim_tensor(const struct ct_optim_block *block, const char *name, ct_tensor **result)
{
	ct_value value;

	*result = NULL;
	CT_TRY(find(block, name, &value));
	return value.kind == CT_VALUE_TENSOR ? ct_value_as_tensor(&value, result) : NULL;
}

double ct_optim_default(const struct ct_optim_block *block, const char *name)
{
	double result = 0;
	ct_value value;

	CT_DO(ct_value_dict_get(&block->optimizer->defaults, ct_value_string(name), &value));
	CT_DO(ct_optim_number_of(&value, &result));
	return result;
}

static ct_error read_float_at(const struct ct_optim_block *block, const char *name, int64_t i,
			      double *result)
{
	ct_value value, item;

	CT_TRY(find(block, name, &value));
	CT_TRY(ct_value_item(&value, i, &item));
	if (ct_value_is_none(&item)) {
		*result = CT_NO_FLOAT;
		return NULL;
	}
	return ct_optim_number_of(&item, result);
}

double ct_optim_float_at(const struct ct_optim_block *block, const char *name, int64_t i)
{
	double result = 0;

	CT_DO(read_float_at(block, name, i, &result));
	return result;
}

static ct_error read_bool(const struct ct_optim_block *block, const char *name, bool *result)
{
	ct_value value;

	CT_TRY(find(block, name, &value));
	return ct_value_is_none(&value) ? NULL : ct_value_as_bool(&value, result);
}

bool ct_optim_bool(const struct ct_optim_block *block, const char *name)
{
	bool result = false;

	CT_DO(read_bool(block, name, &result));
	return result;
}

static ct_error options_read_int(const struct ct_optim_block *block, const char *name,
				 int64_t *result)
{
	ct_value value;

	CT_TRY(find(block, name, &value));
	return ct_value_as_int(&value, result);
}

int64_t ct_optim_int(const struct ct_optim_block *block, const char *name)
{
	int64_t result = 0;

	CT_DO(options_read_int(block, name, &result));
	return result;
}

static ct_error read_string(const struct ct_optim_block *block, const char *name,
			    const char **result)
{
	ct_value value;

	CT_TRY(find(block, name, &value));
	return ct_value_is_none(&value) ? NULL : ct_value_as_string(&value, result, NULL);
}

const char *ct_optim_string(const struct ct_optim_block *block, const char *name)
{
	const char *result = NULL;

	CT_DO(read_string(block, name, &result));
	return result;
}

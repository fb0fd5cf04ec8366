/*
 * Optimizers: handles, options, printing.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/scope.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/no_memory.h"
#include "core/base/stream.h"
#include "core/base/text.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "core/memory/own_scope.h"
#include "optim/optimizer/class.h"
#include "optim/optimizer/new.h"

/* --- references ------------------------------------------------------------------------------- */

static void optimizer_destroy(void *object)
{
	ct_optimizer *self = object;

	if (self->klass->code->release)
		self->klass->code->release(self->data);
	for (int64_t i = 0; i < self->groups_len; i++)
		ct_optim_group_free(self->groups[i]);
	free(self->groups);
	ct_optim_hooks_free(self->hooks);
	ct_value_free(&self->defaults);
	free(self->scratch);
	free(self);
}

static const struct ct_counted_class counted = { "an optimizer", optimizer_destroy };

ct_error ct_optimizer_give(ct_optimizer *self, const char *function, ct_optimizer **result)
{
	CT_TRY(ct_counted_give(self, &counted, function));
	*result = self;
	return NULL;
}

ct_optimizer *ct_optimizer_retain(const ct_optimizer *self)
{
	return ct_counted_keep(self);
}

void ct_optimizer_free(ct_optimizer *self)
{
	ct_counted_free(self);
}

ct_error ct_optimizer_check(const ct_optimizer *self, const char *function, int position,
			    const char *name)
{
	return ct_counted_check(self, &counted, function, position, name);
}

/* --- making ----------------------------------------------------------------------------------- */

/* "step: int, exp_avg" */
static void name_slots(ct_optimizer *self)
{
	static const char is_int[] = ": int";
	const char *rest = self->klass->state;

	for (int slot = 0; *rest && slot < CT_OPTIM_SLOTS; slot++) {
		const size_t n = strcspn(rest, ":, ");

		snprintf(self->slots[slot], sizeof *self->slots, "%.*s", (int)n, rest);
		rest += n;
		self->is_int[slot] = !strncmp(rest, is_int, strlen(is_int));
		rest += self->is_int[slot] ? strlen(is_int) : 0;
		rest += strspn(rest, ", ");
	}
}

ct_optimizer *ct_optimizer_alloc(const struct ct_optim_class *klass)
{
	ct_optimizer *self = ct_counted_alloc(&counted, sizeof *self + klass->code->data_size);

	if (self == NULL)
		return NULL;
	self->klass = klass;
	self->defaults = ct_value_dict_new();
	name_slots(self);
	return self;
}

/* --- reading ---------------------------------------------------------------------------------- */

const char *ct_optimizer_class_name(const ct_optimizer *self)
{
	return self ? self->klass->of.name : NULL;
}

int64_t ct_optimizer_group_count(const ct_optimizer *self)
{
	return self ? self->groups_len : 0;
}

static const struct ct_optim_group *group_at(const ct_optimizer *self, int64_t group)
{
	return self && group >= 0 && group < self->groups_len ? self->groups[group] : NULL;
}

int64_t ct_optimizer_parameter_count(const ct_optimizer *self, int64_t group)
{
	const struct ct_optim_group *found = group_at(self, group);

	return found ? found->len : 0;
}

ct_tensor *ct_optimizer_parameter(const ct_optimizer *self, int64_t group, int64_t index)
{
	const struct ct_optim_group *found = group_at(self, group);

	return found && index >= 0 && index < found->len ? found->params[index] : NULL;
}

/* The group of a call, checked. */
static ct_error find_group(const ct_optimizer *self, int64_t group, const char *name,
			   const char *function, const struct ct_optim_group **result)
{
	CT_TRY(ct_optimizer_check(self, function, 1, "self"));
	if (name == NULL)
		return ct_missing_argument(function, 3, "name");
	*result = group_at(self, group);
	if (*result == NULL)
		return ct_error_new(CT_ERROR_INDEX, function,
				    "group %lld is out of range: the optimizer has %lld parameter "
				    "groups",
				    (long long)group, (long long)self->groups_len);
	return NULL;
}

ct_error ct_optimizer_get(const ct_optimizer *self, int64_t group, const char *name,
			  ct_value *result)
{
	const struct ct_optim_group *found;

	CT_TRY(find_group(self, group, name, __func__, &found));
	if (result == NULL)
		return ct_missing_argument(__func__, 4, "result");
	if (!ct_value_dict_has(&found->options, ct_value_string(name)))
		return ct_error_new(CT_ERROR_KEY, __func__, "'%s'", name);
	return ct_value_dict_get(&found->options, ct_value_string(name), result);
}

static ct_error set_option(ct_optimizer *self, int64_t group, const char *name, ct_value value,
			   const char *function)
{
	const struct ct_optim_group *found;

	CT_TRY(find_group(self, group, name, function, &found));
	if (!strcmp(name, "params"))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "the parameters of a group cannot be replaced: add a new "
				    "group");
	return ct_value_dict_set(&self->groups[group]->options, ct_value_string(name), value);
}

ct_error ct_optimizer_set(ct_optimizer *self, int64_t group, const char *name, ct_value value)
{
	return set_option(self, group, name, value, __func__);
}

double ct_optimizer_lr(const ct_optimizer *self, int64_t group)
{
	const struct ct_optim_group *found = group_at(self, group);
	double lr = NAN;
	ct_value value;
	ct_error error;

	if (found == NULL)
		return NAN;
	error = ct_value_dict_get(&found->options, ct_value_string("lr"), &value);
	if (error == NULL)
		error = ct_optim_number_of(&value, &lr);
	ct_error_free(error);
	return lr;
}

ct_tensor *ct_optimizer_lr_tensor(const ct_optimizer *self, int64_t group)
{
	const struct ct_optim_group *found = group_at(self, group);
	ct_tensor *lr = NULL;
	ct_value value = ct_value_none(); /* stays so in a group without one */

	if (found == NULL)
		return NULL;
	ct_error_free(ct_value_dict_get(&found->options, ct_value_string("lr"), &value));
	if (value.kind == CT_VALUE_TENSOR)
		ct_error_free(ct_value_as_tensor(&value, &lr));
	return lr;
}

ct_error ct_optimizer_set_lr(ct_optimizer *self, double lr)
{
	CT_OPTIMIZER_CHECK(self);
	CT_NO_GRAD_SCOPE;
	for (int64_t i = 0; i < self->groups_len; i++) {
		ct_tensor *tensor = ct_optimizer_lr_tensor(self, i);

		CT_TRY(tensor ? CT(fill__Scalar, tensor, lr)
			      : set_option(self, i, "lr", ct_value_float(lr), __func__));
	}
	return NULL;
}

ct_error ct_optimizer_set_lr_tensor(ct_optimizer *self, const ct_tensor *lr)
{
	CT_OPTIMIZER_CHECK(self);
	if (lr == NULL)
		return ct_missing_argument(__func__, 2, "lr");
	if (ct_tensor_numel(lr) != 1)
		return ct_error_new(CT_ERROR_VALUE, __func__, "Tensor lr must be 1-element");
	for (int64_t i = 0; i < self->groups_len; i++)
		CT_TRY(set_option(self, i, "lr", ct_value_tensor((ct_tensor *)lr), __func__));
	return NULL;
}

/* --- printing --------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Python formats a tensor without dimensions as its number. */
static ct_error take_number(ct_value *value)
{
	ct_tensor *tensor;
	double number;

	if (value->kind != CT_VALUE_TENSOR)
		return NULL;
	CT_TRY(ct_value_as_tensor(value, &tensor));
	if (ct_tensor_dim(tensor) > 0)
		return NULL;
	CT_TRY(ct_tensor_item_double(tensor, &number));
	*value = ct_value_float(number);
	return NULL;
}

static ct_error optimizer_add_option(const ct_value *options, const char *name,
				     struct ct_text *text)
{
	ct_value value;
	char *shown;

	CT_TRY(ct_value_dict_get(options, ct_value_string(name), &value));
	CT_TRY(take_number(&value));
	if (value.kind == CT_VALUE_STRING) { /* Python's str(), without quotes */
		CT_TRY(ct_value_as_string(&value, (const char **)&shown, NULL));
		ct_text_addf(text, "    %s: %s\n", name, shown);
		return NULL;
	}
	CT_TRY(ct_value_to_string(&value, &shown));
	ct_text_addf(text, "    %s: %s\n", name, shown);
	ct_free(shown);
	return NULL;
}

/* Sorted by name, as Python does. */
static ct_error add_group(const struct ct_optim_group *group, struct ct_text *text)
{
	const int64_t n = ct_value_count(&group->options);
	const char **names = ct_given_array(n, sizeof *names);
	ct_value key, value;

	if (names == NULL)
		return ct_no_memory(NULL, "for names");
	for (int64_t i = 0; i < n; i++) {
		CT_TRY(ct_value_dict_item(&group->options, i, &key, &value));
		CT_TRY(ct_value_as_string(&key, &names[i], NULL));
	}
	qsort(names, (size_t)n, sizeof *names, by_name);
	for (int64_t i = 0; i < n; i++)
		CT_TRY(optimizer_add_option(&group->options, names[i], text));
	ct_free(names);
	return NULL;
}

static ct_error show(const ct_optimizer *self, struct ct_text *text)
{
	ct_text_addf(text, "%s (", self->klass->of.name);
	for (int64_t i = 0; i < self->groups_len; i++) {
		ct_text_addf(text, "\nParameter Group %lld\n", (long long)i);
		CT_TRY(add_group(self->groups[i], text));
	}
	ct_text_add(text, ")");
	return NULL;
}

ct_error ct_optimizer_to_string(const ct_optimizer *self, char **result)
{
	struct ct_text text = { 0 };

	CT_OPTIMIZER_CHECK(self);
	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	return ct_text_give_unless(&text, show(self, &text), __func__, result);
}

ct_error ct_optimizer_print(const ct_optimizer *self, FILE *stream)
{
	struct ct_text line = { 0 };
	ct_error error;

	CT_OPTIMIZER_CHECK(self);
	error = show(self, &line);
	ct_text_add(&line, "\n");
	return ct_text_write(&line, stream, error, __func__);
}

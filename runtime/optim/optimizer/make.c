/*
 * Making optimizers: by a typed call, and by the name of the class and Python's arguments.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/optim/optim.h>
#include <ctorch/tensor/tensor.h>

#include "classes/fill.h"
#include "classes/values.h"
#include "core/base/name_of.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "operators/value/value.h"
#include "optim/optimizer/class.h"
#include "optim/optimizer/new.h"

/* --- the options of a group ------------------------------------------------------------------- */

/* "lr", or a constant: "decoupled_weight_decay=True". */
static ct_error add_option(const struct ct_class *klass, const char *args, const char *word,
			   size_t n, ct_value *options)
{
	const char *equals = memchr(word, '=', n);
	const struct ct_argument *argument = ct_class_argument(klass, word, n);
	char name[64];
	ct_value value;

	snprintf(name, sizeof name, "%.*s", (int)(equals ? (size_t)(equals - word) : n), word);
	if (equals)
		value = ct_value_bool(equals[1] == 'T');
	else
		CT_TRY(ct_class_value(argument, args + argument->offset, &value));
	if (ct_value_is_owned(&value))
		return ct_value_dict_move(options, ct_value_string(name), &value);
	return ct_value_dict_set(options, ct_value_string(name), value);
}

ct_error ct_optim_options(const struct ct_optim_class *klass, const void *args, ct_value *options)
{
	const char *rest = klass->group;

	while (*rest) {
		const size_t n = strcspn(rest, ", ");

		CT_TRY(add_option(&klass->of, args, rest, n, options));
		rest += n;
		rest += strspn(rest, ", ");
	}
	return NULL;
}

/* --- tensors among the arguments -------------------------------------------------------------- */

static ct_error number_of(const ct_value *given, ct_value *result)
{
	double number;

	CT_TRY(ct_optim_number_of(given, &number));
	*result = ct_value_float(number);
	return NULL;
}

static ct_error number_of_lr(const struct ct_class *klass, const ct_value *lr, ct_value *result)
{
	ct_tensor *tensor;

	CT_TRY(ct_value_as_tensor(lr, &tensor));
	if (ct_tensor_numel(tensor) != 1)
		return ct_error_new(CT_ERROR_VALUE, klass->name, "Tensor lr must be 1-element");
	return number_of(lr, result);
}

/* Python compares it first, and so needs one truth value. */
static ct_error number_of_beta(const struct ct_class *klass, const ct_value *beta, ct_value *result)
{
	ct_tensor *tensor;

	*result = ct_value_borrow(beta);
	if (beta->kind != CT_VALUE_TENSOR)
		return NULL;
	CT_TRY(ct_value_as_tensor(beta, &tensor));
	if (ct_tensor_numel(tensor) != 1)
		return ct_error_new(CT_ERROR_RUNTIME, klass->name,
				    "Boolean value of Tensor with %s is ambiguous",
				    ct_tensor_numel(tensor) ? "more than one value" : "no values");
	return number_of(beta, result);
}

/* On an error, `*result` is to be freed too. */
static ct_error numbers_of_betas(const struct ct_class *klass, const ct_value *betas,
				 ct_value *result)
{
	ct_value beta, number;

	*result = ct_value_tuple_new();
	for (int64_t i = 0; i < ct_value_count(betas); i++) {
		CT_TRY(ct_value_item(betas, i, &beta));
		CT_TRY(number_of_beta(klass, &beta, &number));
		CT_TRY(ct_value_list_append(result, number));
	}
	return NULL;
}

/* An argument with numbers in place of tensors; likewise. */
static ct_error plain_of(const struct ct_class *klass, const char *name, const ct_value *given,
			 ct_value *result)
{
	*result = ct_value_borrow(given);
	if (!strcmp(name, "lr") && given->kind == CT_VALUE_TENSOR)
		return number_of_lr(klass, given, result);
	if (!strcmp(name, "betas") && ct_value_is_sequence(given))
		return numbers_of_betas(klass, given, result);
	return NULL;
}

static ct_error plain_args(const struct ct_class *klass, const ct_value *args, ct_value *result)
{
	ct_value item, plain;
	ct_error error = NULL;

	*result = ct_value_list_new();
	for (int64_t i = 0; i < ct_value_count(args) && error == NULL; i++) {
		const bool is_known = 1 + i < (int64_t)klass->arguments_len;

		CT_TRY(ct_value_item(args, i, &item));
		error = plain_of(klass, is_known ? klass->arguments[1 + i].name : "", &item,
				 &plain);
		if (error == NULL)
			error = ct_value_list_append(result, plain);
		ct_value_free(&plain);
	}
	return error;
}

/* The names of arguments that may have tensors. */
static ct_error plain_kwargs(const struct ct_class *klass, const ct_value *kwargs, ct_value *result)
{
	static const char *const names[] = { "lr", "betas" };
	ct_value given, plain;
	ct_error error = NULL;

	CT_TRY(ct_value_copy(kwargs, result));
	for (int i = 0; i < 2 && error == NULL; i++) {
		const ct_value key = ct_value_string(names[i]);

		if (!ct_value_dict_has(kwargs, key))
			continue;
		CT_TRY(ct_value_dict_get(kwargs, key, &given));
		error = plain_of(klass, names[i], &given, &plain);
		if (error == NULL)
			error = ct_value_dict_set(result, key, plain);
		ct_value_free(&plain);
	}
	return error;
}

/* Copies that the struct of arguments may point to; None: the arguments are filled in as they
 * are. */
struct plain {
	ct_value args, kwargs;
};

/* Fills the struct of arguments, in which a tensor is its number: a group keeps the tensor. The
 * caller releases `*plain`. */
static ct_error fill(const struct ct_class *klass, const struct ct_class_call *call,
		     const ct_value *args, const ct_value *kwargs, struct plain *plain,
		     void **filled)
{
	if (args && ct_value_is_sequence(args)) {
		CT_TRY(plain_args(klass, args, &plain->args));
		args = &plain->args;
	}
	if (kwargs && kwargs->kind == CT_VALUE_DICT) {
		CT_TRY(plain_kwargs(klass, kwargs, &plain->kwargs));
		kwargs = &plain->kwargs;
	}
	return ct_class_fill(klass, call, args, kwargs, filled);
}

/* --- making ----------------------------------------------------------------------------------- */

/* The first argument of every class is its parameters. An optimizer that is made by name stores its
 * arguments unconverted, as Python's does: an int stays an int, a tensor a tensor. */
static ct_error make(const struct ct_optim_class *klass, const void *filled,
		     ct_parameters parameters, const ct_value *args, const ct_value *kwargs,
		     void **result)
{
	ct_optimizer *self;

	if (klass->code->check)
		CT_TRY(klass->code->check(filled));
	if (parameters.module == NULL && parameters.len == 0 && parameters.groups_len == 0)
		return ct_error_new(CT_ERROR_VALUE, klass->of.name,
				    "optimizer got an empty parameter list");
	CT_OWN_SCOPE(klass->of.name);
	CT_TRY(ct_optimizer_give(ct_optimizer_alloc(klass), klass->of.name, &self));
	CT_TRY(ct_optim_options(klass, filled, &self->defaults));
	CT_TRY(ct_class_keep_given(&klass->of, 1, args, kwargs, &self->defaults));
	if (klass->code->complete)
		CT_TRY(klass->code->complete(&self->defaults));
	CT_TRY(ct_optim_add_groups(self, parameters));
	if (parameters.groups_len == 0 && self->groups[0]->len == 0)
		return ct_error_new(CT_ERROR_VALUE, klass->of.name,
				    "optimizer got an empty parameter list");
	ct_scope_move_object_up(self);
	*result = self;
	return NULL;
}

static ct_error make_typed(const void *of_class, const void *args, void **result)
{
	const struct ct_optim_class *klass = of_class;
	const void *parameters = (const char *)args + klass->of.arguments[0].offset;

	return make(klass, args, *(const ct_parameters *)parameters, NULL, NULL, result);
}

static const struct ct_class_text texts[] = {
	{ "state", offsetof(struct ct_optim_class, state) },
	{ "group", offsetof(struct ct_optim_class, group) },
	{ 0 },
};

static const struct ct_class_table table = { .module = "torch.optim",
					     .lister = CT_NAME_OF(ct_optimizer_list_classes),
					     .classes = ct_optim_classes,
					     .len = &ct_optim_classes_len,
					     .size = sizeof *ct_optim_classes,
					     .texts = texts,
					     .make = make_typed };

ct_optimizer *ct_optimizer_new_(const char *class_name, const void *args, size_t size,
				const char *file, int line, const char *function)
{
	return ct_class_make_at(&table, class_name, args, size, file, line, function);
}

/* --- by name ---------------------------------------------------------------------------------- */

static ct_error make_by_name(const void *of_class, const struct ct_class_call *call,
			     const ct_value *args, const ct_value *kwargs, void **result)
{
	const struct ct_optim_class *klass = of_class;
	const ct_parameters *parameters = call->context;
	struct plain plain = { ct_value_none(), ct_value_none() };
	ct_error error;
	void *filled;

	error = fill(&klass->of, call, args, kwargs, &plain, &filled);
	if (error == NULL)
		error = make(klass, filled, *parameters, args, kwargs, result);
	ct_value_free(&plain.args);
	ct_value_free(&plain.kwargs);
	return error;
}

ct_error ct_optimizer_new(const char *name, ct_parameters parameters, const ct_value *args,
			  const ct_value *kwargs, ct_optimizer **result)
{
	const struct ct_class_call call = {
		.function = __func__, .given = 1, .make = make_by_name, .context = &parameters
	};
	void *made;

	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 5 : 1, name ? "result" : "name");
	CT_TRY(ct_class_new(&table, &call, name, args, kwargs, &made));
	*result = made;
	return NULL;
}

ct_error ct_optimizer_list_classes(ct_value *result)
{
	return ct_class_list(&table, __func__, result);
}

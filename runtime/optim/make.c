/*
 * Making optimizers: by a typed call, and by the name of the class and Python's arguments.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/optim.h>
#include <ctorch/tensor.h>

#include "classes/fill.h"
#include "memory/expression.h"
#include "memory/own_scope.h"
#include "optim/class.h"
#include "optim/new.h"
#include "value/value.h"

static ct_error make_typed(const void *klass, const void *args, void **result);

static const struct ct_class_table table = { .module = "torch.optim",
					     .lister = "ct_optimizer_list_classes",
					     .classes = ct_optim_classes,
					     .len = &ct_optim_classes_len,
					     .size = sizeof *ct_optim_classes,
					     .make = make_typed };

const struct ct_optim_class *ct_optim_class_find(const char *name)
{
	return ct_class_find(&table, name);
}

/* --- the options of a group ------------------------------------------------------------------- */

/* Python keeps what it was given: the 0 of `weight_decay=0` is an int. So a number that is its
 * default becomes what the default is. */
ct_value ct_optim_float_value(const struct ct_argument *argument, double value)
{
	const char *text = argument->default_text;

	if (text && strpbrk(text, ".en") == NULL && value == strtod(text, NULL))
		return ct_value_int((int64_t)value);
	return ct_value_float(value);
}

/* A tuple. Its elements are ints where those of the default are: "[1e-06, 50]". */
static ct_error floats_value(const struct ct_argument *argument, const ct_floats *list,
			     ct_value *result)
{
	const char *text = argument->default_text ? argument->default_text : "";
	ct_error error = NULL;

	*result = ct_value_tuple_new();
	for (int64_t i = 0; i < list->len && error == NULL; i++) {
		ct_value item = ct_value_float(list->at[i]);
		const size_t n = strcspn(text += strspn(text, "[, "), ",]");

		if (n && strcspn(text, ".en") >= n && list->at[i] == strtod(text, NULL))
			item = ct_value_int((int64_t)list->at[i]);
		if (memcmp(&list->at[i], &(double){ CT_NO_FLOAT }, sizeof(double)) == 0)
			item = ct_value_none();
		text += n;
		error = ct_value_list_append(result, item);
	}
	if (error)
		ct_value_free(result);
	return error;
}

ct_error ct_optim_value(const struct ct_argument *argument, const char *at, ct_value *result)
{
	*result = ct_value_none();
	switch (argument->held) {
	case CT_HELD_INT:
		*result = ct_value_int(*(const int64_t *)at);
		break;
	case CT_HELD_OPTIONAL_INT:
		if (*(const int64_t *)at != CT_NO_INT)
			*result = ct_value_int(*(const int64_t *)at);
		break;
	case CT_HELD_FLOAT:
		*result = ct_optim_float_value(argument, *(const double *)at);
		break;
	case CT_HELD_BOOL:
		*result = ct_value_bool(*(const bool *)at);
		break;
	case CT_HELD_OPTIONAL_BOOL:
		if (*(const signed char *)at != CT_NO_BOOL)
			*result = ct_value_bool(*(const signed char *)at);
		break;
	case CT_HELD_STRING:
		*result = ct_value_string(*(const char *const *)at);
		break;
	case CT_HELD_FLOATS:
	case CT_HELD_OPTIONAL_FLOATS:
		return floats_value(argument, (const ct_floats *)at, result);
	default:
		return ct_error_new(CT_ERROR_INTERNAL, NULL, "'%s' cannot be an option",
				    argument->name);
	}
	return NULL;
}

static const struct ct_argument *find_argument(const struct ct_class *klass, const char *name,
					       size_t n)
{
	for (size_t i = 0; i < klass->arguments_len; i++)
		if (strlen(klass->arguments[i].name) == n &&
		    !strncmp(klass->arguments[i].name, name, n))
			return &klass->arguments[i];
	return NULL;
}

/* "lr", or a constant: "decoupled_weight_decay=True". */
static ct_error add_option(const struct ct_class *klass, const char *args, const char *word,
			   size_t n, ct_value *options)
{
	const char *equals = memchr(word, '=', n);
	const struct ct_argument *argument = find_argument(klass, word, n);
	char name[64];
	ct_value value;

	snprintf(name, sizeof name, "%.*s", (int)(equals ? (size_t)(equals - word) : n), word);
	if (equals)
		value = ct_value_bool(equals[1] == 'T');
	else
		CT_TRY(ct_optim_value(argument, args + argument->offset, &value));
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

/* --- making ----------------------------------------------------------------------------------- */

/* An optimizer made by name keeps what it was given, as Python's does: an int, a tensor. */
static ct_error keep_given(ct_value *options, const char *name, const ct_value *given)
{
	const ct_value key = ct_value_string(name);

	return ct_value_dict_has(options, key) ? ct_value_dict_set(options, key, *given) : NULL;
}

static ct_error keep_all_given(const struct ct_class *klass, const ct_value *args,
			       const ct_value *kwargs, ct_value *options)
{
	ct_value key, value;
	const char *name;

	for (int64_t i = 0; args && i < ct_value_count(args); i++) {
		CT_TRY(ct_value_item(args, i, &value));
		CT_TRY(keep_given(options, klass->arguments[1 + i].name, &value));
	}
	for (int64_t i = 0; kwargs && i < ct_value_count(kwargs); i++) {
		CT_TRY(ct_value_dict_item(kwargs, i, &key, &value));
		CT_TRY(ct_value_as_string(&key, &name, NULL));
		CT_TRY(keep_given(options, name, &value));
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

/* --- making by name --------------------------------------------------------------------------- */

/* The first argument of every class is its parameters. */
static ct_error make(const struct ct_optim_class *klass, const void *filled,
		     ct_parameters parameters, const ct_value *args, const ct_value *kwargs,
		     ct_optimizer **result)
{
	ct_optimizer *self;

	if (klass->code->check)
		CT_TRY(klass->code->check(filled));
	if (parameters.module == NULL && parameters.len == 0)
		return ct_error_new(CT_ERROR_VALUE, klass->of.name,
				    "optimizer got an empty parameter list");
	CT_OWN_SCOPE(klass->of.name);
	CT_TRY(ct_optimizer_give(ct_optimizer_alloc(klass), klass->of.name, &self));
	CT_TRY(ct_optim_options(klass, filled, &self->defaults));
	CT_TRY(keep_all_given(&klass->of, args, kwargs, &self->defaults));
	if (klass->code->complete)
		CT_TRY(klass->code->complete(&self->defaults));
	CT_TRY(ct_optimizer_add_param_group(self, parameters, NULL));
	if (self->groups[0]->len == 0)
		return ct_error_new(CT_ERROR_VALUE, klass->of.name,
				    "optimizer got an empty parameter list");
	ct_scope_move_object_up(self);
	*result = self;
	return NULL;
}

ct_error ct_optimizer_new(const char *name, ct_parameters parameters, const ct_value *args,
			  const ct_value *kwargs, ct_optimizer **result)
{
	static const struct ct_class_call call = { .function = "ct_optimizer_new", .given = 1 };
	const struct ct_optim_class *klass;
	struct plain plain = { ct_value_none(), ct_value_none() };
	ct_optimizer *made;
	ct_error error;
	void *filled;

	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 5 : 1, name ? "result" : "name");
	klass = ct_optim_class_find(name);
	if (klass == NULL)
		return ct_class_unknown(&table, name, __func__);
	CT_OWN_SCOPE(__func__);
	error = fill(&klass->of, &call, args, kwargs, &plain, &filled);
	if (error == NULL)
		error = make(klass, filled, parameters, args, kwargs, &made);
	ct_value_free(&plain.args);
	ct_value_free(&plain.kwargs);
	if (error)
		return error;
	ct_scope_move_object_up(made);
	*result = made;
	return NULL;
}

static ct_error make_typed(const void *of_class, const void *args, void **result)
{
	const struct ct_optim_class *klass = of_class;
	const char *parameters = (const char *)args + klass->of.arguments[0].offset;
	ct_optimizer *made;

	CT_TRY(make(klass, args, *(const ct_parameters *)(const void *)parameters, NULL, NULL,
		    &made));
	*result = made;
	return NULL;
}

ct_optimizer *ct_optimizer_new_(const char *class_name, const void *args, size_t size,
				const char *file, int line, const char *function)
{
	return ct_class_make_at(&table, class_name, args, size, file, line, function);
}

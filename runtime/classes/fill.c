/*
 * Python's arguments of a constructor.
 */
#include <stdio.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/nn/nn.h>

#include "classes/fill.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "core/memory/given.h"
#include "operators/value/value.h"

/* What is being filled in: a struct of arguments, and which of them were given. */
struct filling {
	const struct ct_class_call *call;
	const struct ct_class *klass;
	char *args;
	bool *is_given;
};

static bool items_may_be_none(const struct ct_argument *argument)
{
	return argument->held == CT_HELD_OPTIONAL_INTS || argument->held == CT_HELD_OPTIONAL_FLOATS;
}

/* --- one argument ----------------------------------------------------------------------------- */

/* The class whose __init__() Python names. */
static const char *init_of(const struct ct_class *klass)
{
	return klass->init ? klass->init : klass->name;
}

/* What an argument must be, in Python's words. */
static void add_wanted(struct ct_text *text, const struct ct_argument *argument)
{
	static const char *const words[] = {
		[CT_HELD_INT] = "int",
		[CT_HELD_OPTIONAL_INT] = "int",
		[CT_HELD_FLOAT] = "float",
		[CT_HELD_OPTIONAL_FLOAT] = "float",
		[CT_HELD_BOOL] = "bool",
		[CT_HELD_OPTIONAL_BOOL] = "bool",
		[CT_HELD_STRING] = "str",
		[CT_HELD_REDUCTION] = "str",
		[CT_HELD_INTS] = "int",
		[CT_HELD_OPTIONAL_INTS] = "int",
		[CT_HELD_PADDING] = "int",
		[CT_HELD_FLOATS] = "float",
		[CT_HELD_OPTIONAL_FLOATS] = "float",
		[CT_HELD_TENSOR] = "Tensor",
		[CT_HELD_MODULE] = "Module",
		[CT_HELD_DEVICE] = "torch.device or str",
		[CT_HELD_DTYPE] = "torch.dtype",
		[CT_HELD_TRANSFORMS] = "a list of transforms",
	};
	const size_t known = sizeof words / sizeof *words;
	const char *word = (size_t)argument->held < known ? words[argument->held] : NULL;
	const bool is_padding = argument->held == CT_HELD_PADDING;

	ct_text_add(text, word ? word : argument->type);
	if (ct_held_is_in(argument->held, CT_HELD_NUMBERS)) {
		ct_text_add(text, is_padding ? ", " : " or ");
		if (argument->size > 1)
			ct_text_addf(text, "a tuple of %lld %ss", (long long)argument->size, word);
		else
			ct_text_addf(text, "a list of %ss", word);
	}
	if (is_padding)
		ct_text_add(text, ", 'valid' or 'same'");
	if (argument->is_optional || items_may_be_none(argument))
		ct_text_add(text, " or None");
}

/* Lists for which one number does not do, with Python's words. */
static ct_error check_is_list(const struct filling *filling, const struct ct_argument *argument,
			      const ct_value *value)
{
	const char *type = ct_value_type_name(value);

	if (ct_value_is_sequence(value))
		return NULL;
	if (!strcmp(argument->name, "unflattened_size"))
		return ct_error_new(CT_ERROR_TYPE, filling->call->function,
				    "unflattened_size must be a tuple of ints, but found type %s",
				    type);
	if (!strcmp(argument->name, "cutoffs") || !strcmp(argument->name, "milestones"))
		return ct_error_new(CT_ERROR_TYPE, filling->call->function,
				    "'%s' object is not iterable", type);
	return NULL;
}

/* Items of lists; None is CT_NO_INT or CT_NO_FLOAT where that is allowed. */
static ct_error int_of(const ct_value *value, bool may_be_none, void *result)
{
	if (may_be_none && ct_value_is_none(value)) {
		*(int64_t *)result = CT_NO_INT;
		return NULL;
	}
	return ct_value_as_int(value, result);
}

static ct_error float_of(const ct_value *value, bool may_be_none, void *result)
{
	if (may_be_none && ct_value_is_none(value)) {
		*(double *)result = CT_NO_FLOAT;
		return NULL;
	}
	return ct_value_as_float(value, result);
}

_Static_assert(sizeof(int64_t) == sizeof(double), "both kinds of lists have elements of a size");

/* A list, or one number, for a ct_ints or ct_floats. The memory belongs to the scope. */
static ct_error set_list(const ct_value *value, bool may_be_none,
			 ct_error (*read)(const ct_value *value, bool may_be_none, void *result),
			 void *result)
{
	const bool is_one = ct_value_count(value) < 0;
	const int64_t n = is_one ? 1 : ct_value_count(value);
	int64_t *numbers = ct_given_array(n, sizeof *numbers);
	ct_value item;

	if (numbers == NULL)
		return ct_no_memory(NULL, "for a list");
	if (is_one)
		CT_TRY(read(value, may_be_none, numbers));
	for (int64_t i = 0; !is_one && i < n; i++) {
		CT_TRY(ct_value_item(value, i, &item));
		CT_TRY(read(&item, may_be_none, &numbers[i]));
	}
	*(ct_ints *)result = (ct_ints){ numbers, n };
	return NULL;
}

static bool item_fits(const struct ct_argument *argument, const ct_value *item)
{
	const bool is_float = argument->held == CT_HELD_FLOATS ||
			      argument->held == CT_HELD_OPTIONAL_FLOATS;
	const bool may_be_none = items_may_be_none(argument);
	int64_t whole;
	double number;
	ct_error error = is_float ? float_of(item, may_be_none, &number)
				  : int_of(item, may_be_none, &whole);
	const bool fits = error == NULL && (is_float || item->kind != CT_VALUE_BOOL);

	ct_error_free(error);
	return fits;
}

#define FOR_INTS                                                            \
	(CT_HELD_SET(INT) | CT_HELD_SET(OPTIONAL_INT) | CT_HELD_SET(INTS) | \
	 CT_HELD_SET(OPTIONAL_INTS) | CT_HELD_SET(PADDING))

/* Whether the value, or an item of a list, is a bool. */
static bool has_bool(const ct_value *value)
{
	ct_value item;

	for (int64_t i = 0; ct_value_is_sequence(value) && i < ct_value_count(value); i++) {
		ct_error error = ct_value_item(value, i, &item);

		if (error == NULL && item.kind == CT_VALUE_BOOL)
			return true;
		ct_error_free(error);
	}
	return value->kind == CT_VALUE_BOOL;
}

/* "str"; for a list of numbers "list with str", which is the first item that is none. */
static void add_got(struct ct_text *text, const struct ct_argument *argument, const ct_value *value)
{
	ct_value item;

	ct_text_add(text, ct_value_type_name(value));
	if (!ct_held_is_in(argument->held, CT_HELD_NUMBERS) || !ct_value_is_sequence(value))
		return;
	for (int64_t i = 0; i < ct_value_count(value); i++) {
		ct_error error = ct_value_item(value, i, &item);

		if (error == NULL && !item_fits(argument, &item)) {
			ct_text_addf(text, " with %s", ct_value_type_name(&item));
			return;
		}
		ct_error_free(error);
	}
}

static ct_error wrong_type(const struct filling *filling, const struct ct_argument *argument,
			   const ct_value *value)
{
	struct ct_text text = { 0 };
	ct_error error;

	add_wanted(&text, argument);
	ct_text_add(&text, ", not ");
	add_got(&text, argument, value);
	error = ct_error_new(CT_ERROR_TYPE, filling->call->function,
			     "%s.__init__(): argument '%s' must be %s", filling->klass->name,
			     argument->name, text.data ? text.data : "of another type");
	ct_text_release(&text);
	return error;
}

static ct_error set_padding(const ct_value *value, ct_ints *result)
{
	const char *word;

	if (value->kind != CT_VALUE_STRING)
		return set_list(value, false, int_of, result);
	CT_TRY(ct_value_as_string(value, &word, NULL));
	if (strcmp(word, "same") != 0 && strcmp(word, "valid") != 0)
		return CT_RAISED(CT_ERROR_VALUE,
				 "Invalid padding string '%s', should be one of {'valid', "
				 "'same'}",
				 word);
	*result = strcmp(word, "same") == 0 ? CT_PADDING_SAME : CT_PADDING_VALID;
	return NULL;
}

static ct_error set_reduction(const ct_value *value, ct_reduction *result)
{
	const char *word;

	CT_TRY(ct_value_as_string(value, &word, NULL));
	if (!strcmp(word, "none"))
		*result = CT_REDUCTION_NONE;
	else if (!strcmp(word, "mean"))
		*result = CT_REDUCTION_MEAN;
	else if (!strcmp(word, "sum"))
		*result = CT_REDUCTION_SUM;
	else if (!strcmp(word, "batchmean"))
		*result = CT_REDUCTION_BATCH_MEAN;
	else
		return CT_RAISED(CT_ERROR_VALUE, "%s is not a valid value for reduction", word);
	return NULL;
}

bool ct_class_is_index(int64_t objects, const ct_value *value)
{
	return objects && value->kind == CT_VALUE_INT;
}

ct_error ct_class_read_index(const char *function, int64_t objects, const ct_value *value,
			     int64_t *result)
{
	if (value->i < 0 || value->i >= objects)
		return ct_error_new(CT_ERROR_INDEX, function,
				    "there is no object %lld: the call gives %lld",
				    (long long)value->i, (long long)objects);
	*result = value->i;
	return NULL;
}

/* A number as a tensor that is known to be one, which belongs to the scope. */
static ct_error set_tensor(const struct filling *filling, const ct_value *value, void *at)
{
	ct_scalar number;

	ct_error error;

	if (!filling->call->takes_numbers || value->kind == CT_VALUE_TENSOR)
		return ct_value_as_tensor(value, at);
	error = ct_value_as_scalar(value, &number);
	if (error == NULL)
		return ct_tensor_new_wrapped_number(number, at);
	ct_error_free(error);
	return ct_error_new(CT_ERROR_VALUE, filling->call->function,
			    "Input arguments must all be instances of Number, torch.Tensor or "
			    "objects implementing __torch_function__.");
}

static ct_error no_module(const struct filling *filling, const struct ct_argument *argument,
			  const ct_value *value)
{
	return ct_error_new(CT_ERROR_TYPE, filling->call->function,
			    "%s.__init__(): argument '%s' must describe a module: a dict with the "
			    "key 'class' and optional 'args' and 'kwargs', not %s",
			    filling->klass->name, argument->name, ct_value_type_name(value));
}

static ct_error set_none(const struct filling *filling, const struct ct_argument *argument,
			 void *at)
{
	const ct_value none = ct_value_none();

	if (!argument->is_optional)
		return wrong_type(filling, argument, &none);
	switch (argument->held) {
	case CT_HELD_OPTIONAL_INT:
		*(int64_t *)at = CT_NO_INT;
		break;
	case CT_HELD_OPTIONAL_FLOAT:
		*(double *)at = CT_NO_FLOAT;
		break;
	case CT_HELD_OPTIONAL_BOOL:
		*(signed char *)at = CT_NO_BOOL;
		break;
	case CT_HELD_INTS:
	case CT_HELD_OPTIONAL_INTS:
	case CT_HELD_FLOATS:
	case CT_HELD_OPTIONAL_FLOATS:
		*(ct_ints *)at = (ct_ints){ NULL, 0 };
		break;
	case CT_HELD_DEVICE:
		*(ct_device *)at = (ct_device){ 0 };
		break;
	case CT_HELD_DTYPE:
		*(ct_dtype *)at = CT_DTYPE_NONE;
		break;
	case CT_HELD_VALUE:
		*(ct_value *)at = none;
		break;
	default:
		*(void **)at = NULL;
	}
	return NULL;
}

static ct_error set_value(const struct filling *filling, const struct ct_argument *argument,
			  const ct_value *value, void *at)
{
	bool flag;

	switch (argument->held) {
	case CT_HELD_INT:
	case CT_HELD_OPTIONAL_INT:
		return ct_value_as_int(value, at);
	case CT_HELD_FLOAT:
	case CT_HELD_OPTIONAL_FLOAT:
		return ct_value_as_float(value, at);
	case CT_HELD_BOOL:
		return ct_value_as_bool(value, at);
	case CT_HELD_OPTIONAL_BOOL:
		CT_TRY(ct_value_as_bool(value, &flag));
		*(signed char *)at = flag;
		return NULL;
	case CT_HELD_STRING:
		return ct_value_as_string(value, at, NULL);
	case CT_HELD_INTS:
	case CT_HELD_OPTIONAL_INTS:
		return set_list(value, items_may_be_none(argument), int_of, at);
	case CT_HELD_FLOATS:
	case CT_HELD_OPTIONAL_FLOATS:
		return set_list(value, items_may_be_none(argument), float_of, at);
	case CT_HELD_PADDING:
		return set_padding(value, at);
	case CT_HELD_REDUCTION:
		return set_reduction(value, at);
	case CT_HELD_TENSOR:
		return set_tensor(filling, value, at);
	case CT_HELD_MODULE:
		return filling->call->make_module(filling->call, value, at);
	case CT_HELD_TRANSFORMS:
		return filling->call->make_transforms(filling->call, value, at);
	case CT_HELD_DISTRIBUTION:
		return filling->call->make_distribution(filling->call, value, at);
	case CT_HELD_DISTRIBUTION_TRANSFORM:
	case CT_HELD_CONSTRAINT:
		return filling->call->make_part(filling->call, value, at);
	case CT_HELD_DISTRIBUTION_TRANSFORMS:
	case CT_HELD_CONSTRAINTS:
		return filling->call->make_parts(filling->call, value, at);
	case CT_HELD_DEVICE:
		return ct_value_as_device(value, at);
	case CT_HELD_DTYPE:
		return ct_value_as_dtype(value, at);
	case CT_HELD_VALUE:
		*(ct_value *)at = *value;
		return NULL;
	default:
		return wrong_type(filling, argument, value);
	}
}

/* TypeErrors name the argument; others, such as an unknown padding, already do. */
static ct_error set(const struct filling *filling, size_t index, const ct_value *value)
{
	const struct ct_argument *argument = &filling->klass->arguments[index];
	void *at = filling->args + argument->offset;
	ct_error error;

	if (filling->is_given[index])
		return ct_error_new(CT_ERROR_TYPE, filling->call->function,
				    "%s.__init__() got multiple values for argument '%s'",
				    init_of(filling->klass), argument->name);
	filling->is_given[index] = true;
	if (ct_value_is_none(value) && !items_may_be_none(argument))
		return set_none(filling, argument, at);
	if (argument->held == CT_HELD_MODULE &&
	    !ct_value_dict_has(value, ct_value_string("class")) &&
	    !ct_class_is_index(filling->call->objects, value))
		return no_module(filling, argument, value);
	CT_TRY(check_is_list(filling, argument, value));
	if (filling->call->refuses_bools && ct_held_is_in(argument->held, FOR_INTS) &&
	    has_bool(value))
		return wrong_type(filling, argument, value);
	error = set_value(filling, argument, value, at);
	if (error && ct_error_class_of(error) == CT_ERROR_TYPE &&
	    argument->held != CT_HELD_MODULE) {
		ct_error_free(error);
		return wrong_type(filling, argument, value);
	}
	return error;
}

/* --- all arguments ---------------------------------------------------------------------------- */

/* How many may be given by position, and how many of them must be given. */
static void count_positions(const struct ct_class *klass, int64_t *positions, int64_t *required)
{
	*positions = *required = 0;
	for (size_t i = 0; i < klass->arguments_len; i++) {
		*positions += !klass->arguments[i].is_keyword_only;
		*required += !klass->arguments[i].is_keyword_only &&
			     klass->arguments[i].default_text == NULL;
	}
}

/* Python counts `self`. */
static ct_error too_many(const struct ct_class *klass, int64_t given)
{
	int64_t positions, required;
	char range[64];

	count_positions(klass, &positions, &required);
	snprintf(range, sizeof range, positions == required ? "%lld" : "from %lld to %lld",
		 (long long)required + 1, (long long)positions + 1);
	return CT_RAISED(CT_ERROR_TYPE,
			 "%s.__init__() takes %s positional argument%s but %lld were given",
			 init_of(klass), range, positions == 0 ? "" : "s", (long long)given + 1);
}

static ct_error fill_positions(const struct filling *filling, const ct_value *args)
{
	const int64_t n = args ? ct_value_count(args) : 0, given = (int64_t)filling->call->given;
	int64_t positions, required;
	ct_value value;

	if (args == NULL || ct_value_is_none(args))
		return NULL;
	if (!ct_value_is_sequence(args))
		return ct_error_new(CT_ERROR_TYPE, filling->call->function,
				    "argument 2 (args) must be a list, not %s",
				    ct_value_type_name(args));
	count_positions(filling->klass, &positions, &required);
	if (n + given > positions)
		return too_many(filling->klass, n + given);
	for (int64_t i = 0; i < n; i++) {
		CT_TRY(ct_value_item(args, i, &value));
		CT_TRY(set(filling, (size_t)(given + i), &value));
	}
	return NULL;
}

static ct_error set_named(const struct filling *filling, const ct_value *key, const ct_value *value)
{
	const struct ct_class *klass = filling->klass;
	const char *name;

	CT_TRY(ct_value_as_string(key, &name, NULL));
	for (size_t i = 0; i < klass->arguments_len; i++)
		if (!strcmp(klass->arguments[i].name, name))
			return set(filling, i, value);
	return ct_error_new(CT_ERROR_TYPE, filling->call->function,
			    "%s.__init__() got an unexpected keyword argument '%s'", init_of(klass),
			    name);
}

static ct_error fill_names(const struct filling *filling, const ct_value *kwargs)
{
	ct_value key, value;

	if (kwargs == NULL || ct_value_is_none(kwargs))
		return NULL;
	if (kwargs->kind != CT_VALUE_DICT)
		return ct_error_new(CT_ERROR_TYPE, filling->call->function,
				    "argument 3 (kwargs) must be a dict, not %s",
				    ct_value_type_name(kwargs));
	for (int64_t i = 0; i < ct_value_count(kwargs); i++) {
		CT_TRY(ct_value_dict_item(kwargs, i, &key, &value));
		CT_TRY(set_named(filling, &key, &value));
	}
	return NULL;
}

/* "'a'", "'a' and 'b'", "'a', 'b', and 'c'" */
static ct_error check_required(const struct filling *filling)
{
	const struct ct_class *klass = filling->klass;
	struct ct_text names = { 0 };
	int64_t missing = 0, named = 0;
	ct_error error = NULL;

	for (size_t i = 0; i < klass->arguments_len; i++)
		missing += !klass->arguments[i].default_text && !filling->is_given[i];
	for (size_t i = 0; i < klass->arguments_len; i++) {
		if (klass->arguments[i].default_text || filling->is_given[i])
			continue;
		named++;
		ct_text_add(&names, named == 1        ? ""
				    : named < missing ? ", "
				    : missing == 2    ? " and "
						      : ", and ");
		ct_text_addf(&names, "'%s'", klass->arguments[i].name);
	}
	if (missing)
		error = ct_error_new(CT_ERROR_TYPE, filling->call->function,
				     "%s.__init__() missing %lld required positional argument%s: "
				     "%s",
				     init_of(klass), (long long)missing, missing == 1 ? "" : "s",
				     names.data ? names.data : "");
	ct_text_release(&names);
	return error;
}

ct_error ct_class_fill(const struct ct_class *klass, const struct ct_class_call *call,
		       const ct_value *args, const ct_value *kwargs, void **result)
{
	struct filling filling = { call, klass, NULL, NULL };

	filling.args = ct_given_new(klass->size);
	filling.is_given = ct_given_array((int64_t)klass->arguments_len, sizeof(bool));
	if (filling.args == NULL || filling.is_given == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, call->function,
				    "no memory for arguments");
	memcpy(filling.args, klass->defaults, klass->size);
	for (size_t i = 0; i < klass->arguments_len; i++)
		filling.is_given[i] = i < call->given;
	CT_TRY(fill_positions(&filling, args));
	CT_TRY(fill_names(&filling, kwargs));
	CT_TRY(check_required(&filling));
	*result = filling.args;
	return NULL;
}

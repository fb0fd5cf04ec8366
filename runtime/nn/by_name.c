/*
 * Modules by the name of their class and Python's arguments, for bindings.
 */
#define _GNU_SOURCE /* strdup() */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/dtype.h>
#include <ctorch/scope.h>
#include <ctorch/tensor.h>

#include "base/text.h"
#include "bridge/similar.h"
#include "memory/given.h"
#include "memory/own_scope.h"
#include "module/module.h"
#include "nn/class.h"

static const char function[] = "ct_nn_make";

/* What is being filled in: a struct of arguments, and which of them were given. */
struct filling {
	const struct ct_nn_class *klass;
	char *args;
	bool *is_given;
};

/* --- one argument ----------------------------------------------------------------------------- */

static ct_error wrong_type(const struct filling *filling, const struct ct_nn_argument *argument,
			   const ct_value *value)
{
	return ct_error_new(CT_ERROR_TYPE, function,
			    "%s.__init__(): argument '%s' must be %s, not %s", filling->klass->name,
			    argument->name, argument->type, ct_value_type_name(value));
}

/* An item of a list; None is CT_NO_INT where that is allowed. */
static ct_error int_of(const ct_value *value, bool may_be_none, int64_t *result)
{
	if (may_be_none && ct_value_is_none(value)) {
		*result = CT_NO_INT;
		return NULL;
	}
	return ct_value_as_int(value, result);
}

/* A list, or one number. The memory belongs to the scope. */
static ct_error set_ints(const ct_value *value, bool may_be_none, ct_ints *result)
{
	const bool is_one = ct_value_len(value) < 0;
	const int64_t n = is_one ? 1 : ct_value_len(value);
	int64_t *ints = ct_given_new((size_t)n * sizeof *ints);
	ct_value item;

	if (ints == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, function, "no memory for a list");
	if (is_one)
		CT_TRY(int_of(value, may_be_none, ints));
	for (int64_t i = 0; !is_one && i < n; i++) {
		CT_TRY(ct_value_item(value, i, &item));
		CT_TRY(int_of(&item, may_be_none, &ints[i]));
	}
	*result = (ct_ints){ ints, n };
	return NULL;
}

static ct_error set_floats(const ct_value *value, ct_doubles *result)
{
	double *floats;

	if (ct_value_len(value) >= 0) {
		CT_TRY(ct_value_as_floats(value, &floats, &result->len));
		result->at = floats;
		return NULL;
	}
	floats = ct_given_new(sizeof *floats);
	if (floats == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, function, "no memory for a list");
	CT_TRY(ct_value_as_float(value, floats));
	*result = (ct_doubles){ floats, 1 };
	return NULL;
}

static ct_error set_padding(const ct_value *value, ct_ints *result)
{
	const char *word;

	if (value->kind != CT_VALUE_STRING)
		return set_ints(value, false, result);
	CT_TRY(ct_value_as_string(value, &word, NULL));
	if (strcmp(word, "same") != 0 && strcmp(word, "valid") != 0)
		return ct_error_new(CT_ERROR_VALUE, function,
				    "Invalid padding string '%s', should be one of {'valid', "
				    "'same'}",
				    word);
	*result = strcmp(word, "same") == 0 ? CT_SAME : CT_VALID;
	return NULL;
}

static ct_error set_reduction(const ct_value *value, ct_reduction *result)
{
	const char *word;

	CT_TRY(ct_value_as_string(value, &word, NULL));
	if (!strcmp(word, "none"))
		*result = CT_NO_REDUCTION;
	else if (!strcmp(word, "mean"))
		*result = CT_MEAN;
	else if (!strcmp(word, "sum"))
		*result = CT_SUM;
	else if (!strcmp(word, "batchmean"))
		*result = CT_BATCH_MEAN;
	else
		return ct_error_new(CT_ERROR_VALUE, function,
				    "%s is not a valid value for reduction", word);
	return NULL;
}

/* A module is the dict that makes it: {"class": "TransformerEncoderLayer", "kwargs": {...}}. */
static ct_error set_module(const ct_value *value, ct_module **result)
{
	ct_value name, args = ct_value_none(), kwargs = ct_value_none();
	const char *text;

	CT_TRY(ct_value_dict_get(value, ct_value_string("class"), &name));
	CT_TRY(ct_value_as_string(&name, &text, NULL));
	if (ct_value_dict_has(value, ct_value_string("args")))
		CT_TRY(ct_value_dict_get(value, ct_value_string("args"), &args));
	if (ct_value_dict_has(value, ct_value_string("kwargs")))
		CT_TRY(ct_value_dict_get(value, ct_value_string("kwargs"), &kwargs));
	return ct_nn_make(text, &args, &kwargs, result);
}

static ct_error no_module(const struct filling *filling, const struct ct_nn_argument *argument,
			  const ct_value *value)
{
	return ct_error_new(CT_ERROR_TYPE, function,
			    "%s.__init__(): argument '%s' must describe a module: a dict with the "
			    "key 'class' and optional 'args' and 'kwargs', not %s",
			    filling->klass->name, argument->name, ct_value_type_name(value));
}

static ct_error set_none(const struct filling *filling, const struct ct_nn_argument *argument,
			 void *at)
{
	const ct_value none = ct_value_none();

	if (!argument->is_optional)
		return wrong_type(filling, argument, &none);
	switch (argument->held) {
	case CT_NN_OPTIONAL_INT:
		*(int64_t *)at = CT_NO_INT;
		break;
	case CT_NN_OPTIONAL_FLOAT:
		*(double *)at = CT_NO_FLOAT;
		break;
	case CT_NN_OPTIONAL_BOOL:
		*(signed char *)at = CT_NO_BOOL;
		break;
	case CT_NN_INTS:
	case CT_NN_OPTIONAL_INTS:
	case CT_NN_FLOATS:
		*(ct_ints *)at = (ct_ints){ NULL, 0 };
		break;
	case CT_NN_DEVICE:
		*(ct_device *)at = (ct_device){ 0 };
		break;
	case CT_NN_DTYPE:
		*(ct_dtype *)at = CT_DTYPE_NONE;
		break;
	default:
		*(void **)at = NULL;
	}
	return NULL;
}

static ct_error set_value(const struct ct_nn_argument *argument, const ct_value *value, void *at)
{
	bool flag;

	switch (argument->held) {
	case CT_NN_INT:
	case CT_NN_OPTIONAL_INT:
		return ct_value_as_int(value, at);
	case CT_NN_FLOAT:
	case CT_NN_OPTIONAL_FLOAT:
		return ct_value_as_float(value, at);
	case CT_NN_BOOL:
		return ct_value_as_bool(value, at);
	case CT_NN_OPTIONAL_BOOL:
		CT_TRY(ct_value_as_bool(value, &flag));
		*(signed char *)at = flag;
		return NULL;
	case CT_NN_STRING:
		return ct_value_as_string(value, at, NULL);
	case CT_NN_INTS:
		return set_ints(value, false, at);
	case CT_NN_OPTIONAL_INTS:
		return set_ints(value, true, at);
	case CT_NN_FLOATS:
		return set_floats(value, at);
	case CT_NN_PADDING:
		return set_padding(value, at);
	case CT_NN_REDUCTION:
		return set_reduction(value, at);
	case CT_NN_TENSOR:
		return ct_value_as_tensor(value, at);
	case CT_NN_MODULE:
		return set_module(value, at);
	case CT_NN_DEVICE:
		return ct_value_as_device(value, at);
	case CT_NN_DTYPE:
		return ct_value_as_dtype(value, at);
	}
	return NULL;
}

/* TypeErrors name the argument; others, such as an unknown padding, already do. */
static ct_error set(const struct filling *filling, size_t index, const ct_value *value)
{
	const struct ct_nn_argument *argument = &filling->klass->arguments[index];
	void *at = filling->args + argument->offset;
	ct_error error;

	if (filling->is_given[index])
		return ct_error_new(CT_ERROR_TYPE, function,
				    "%s.__init__() got multiple values for argument '%s'",
				    filling->klass->name, argument->name);
	filling->is_given[index] = true;
	if (ct_value_is_none(value) && argument->held != CT_NN_OPTIONAL_INTS)
		return set_none(filling, argument, at);
	if (argument->held == CT_NN_MODULE && !ct_value_dict_has(value, ct_value_string("class")))
		return no_module(filling, argument, value);
	error = set_value(argument, value, at);
	if (error && ct_error_kind(error) == CT_ERROR_TYPE && argument->held != CT_NN_MODULE) {
		ct_error_free(error);
		return wrong_type(filling, argument, value);
	}
	return error;
}

/* --- all arguments ---------------------------------------------------------------------------- */

/* How many may be given by position, and how many of them must be given. */
static void count_positions(const struct ct_nn_class *klass, int64_t *positions, int64_t *required)
{
	*positions = *required = 0;
	for (size_t i = 0; i < klass->arguments_len; i++) {
		*positions += !klass->arguments[i].is_keyword_only;
		*required += !klass->arguments[i].is_keyword_only &&
			     klass->arguments[i].default_text == NULL;
	}
}

/* Python counts `self`. */
static ct_error too_many(const struct ct_nn_class *klass, int64_t given)
{
	int64_t positions, required;
	char range[64];

	count_positions(klass, &positions, &required);
	snprintf(range, sizeof range, positions == required ? "%lld" : "from %lld to %lld",
		 (long long)required + 1, (long long)positions + 1);
	return ct_error_new(CT_ERROR_TYPE, function,
			    "%s.__init__() takes %s positional argument%s but %lld were given",
			    klass->name, range, positions == 0 ? "" : "s", (long long)given + 1);
}

static ct_error fill_positions(const struct filling *filling, const ct_value *args)
{
	const int64_t n = args ? ct_value_len(args) : 0;
	int64_t positions, required;
	ct_value value;

	if (args == NULL || ct_value_is_none(args))
		return NULL;
	if (n < 0 || args->kind == CT_VALUE_DICT || args->kind == CT_VALUE_STRING)
		return ct_error_new(CT_ERROR_TYPE, function,
				    "argument 2 (args) must be a list, not %s",
				    ct_value_type_name(args));
	count_positions(filling->klass, &positions, &required);
	if (n > positions)
		return too_many(filling->klass, n);
	for (int64_t i = 0; i < n; i++) {
		CT_TRY(ct_value_item(args, i, &value));
		CT_TRY(set(filling, (size_t)i, &value));
	}
	return NULL;
}

static ct_error set_named(const struct filling *filling, const ct_value *key, const ct_value *value)
{
	const struct ct_nn_class *klass = filling->klass;
	const char *name;

	CT_TRY(ct_value_as_string(key, &name, NULL));
	for (size_t i = 0; i < klass->arguments_len; i++)
		if (!strcmp(klass->arguments[i].name, name))
			return set(filling, i, value);
	return ct_error_new(CT_ERROR_TYPE, function,
			    "%s.__init__() got an unexpected keyword argument '%s'", klass->name,
			    name);
}

static ct_error fill_names(const struct filling *filling, const ct_value *kwargs)
{
	ct_value key, value;

	if (kwargs == NULL || ct_value_is_none(kwargs))
		return NULL;
	if (kwargs->kind != CT_VALUE_DICT)
		return ct_error_new(CT_ERROR_TYPE, function,
				    "argument 3 (kwargs) must be a dict, not %s",
				    ct_value_type_name(kwargs));
	for (int64_t i = 0; i < ct_value_len(kwargs); i++) {
		CT_TRY(ct_value_dict_item(kwargs, i, &key, &value));
		CT_TRY(set_named(filling, &key, &value));
	}
	return NULL;
}

/* "'a'", "'a' and 'b'", "'a', 'b', and 'c'" */
static ct_error check_required(const struct filling *filling)
{
	const struct ct_nn_class *klass = filling->klass;
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
		error = ct_error_new(CT_ERROR_TYPE, function,
				     "%s.__init__() missing %lld required positional argument%s: "
				     "%s",
				     klass->name, (long long)missing, missing == 1 ? "" : "s",
				     names.data ? names.data : "");
	ct_text_release(&names);
	return error;
}

static ct_error make_class(const struct ct_nn_class *klass, const ct_value *args,
			   const ct_value *kwargs, ct_module **result)
{
	struct filling filling = { klass, NULL, NULL };

	filling.args = ct_given_new(klass->size);
	filling.is_given = ct_given_new(klass->arguments_len * sizeof(bool));
	if (filling.args == NULL || filling.is_given == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, function, "no memory for arguments");
	memcpy(filling.args, klass->defaults, klass->size);
	memset(filling.is_given, 0, klass->arguments_len * sizeof(bool));
	CT_TRY(fill_positions(&filling, args));
	CT_TRY(fill_names(&filling, kwargs));
	CT_TRY(check_required(&filling));
	return ct_nn_class_make(klass, filling.args, result);
}

/* --- classes of the program ------------------------------------------------------------------- */

struct registered {
	char *name;
	ct_nn_maker make;
	void *context;
	struct registered *next;
};

static struct registered *all_registered;
static pthread_mutex_t registered_lock = PTHREAD_MUTEX_INITIALIZER;

/* Entries are never removed, so that the result stays valid. */
static const struct registered *find_registered(const char *name)
{
	struct registered *one;

	pthread_mutex_lock(&registered_lock);
	one = all_registered;
	pthread_mutex_unlock(&registered_lock);
	while (one && strcmp(one->name, name) != 0)
		one = one->next;
	return one;
}

static bool add_registered(const char *name, ct_nn_maker make, void *context)
{
	struct registered *one = malloc(sizeof *one);
	char *copy = strdup(name);

	if (one == NULL || copy == NULL) {
		free(one);
		free(copy);
		return false;
	}
	*one = (struct registered){ copy, make, context, NULL };
	pthread_mutex_lock(&registered_lock);
	one->next = all_registered;
	all_registered = one;
	pthread_mutex_unlock(&registered_lock);
	return true;
}

ct_error ct_nn_register_class(const char *name, ct_nn_maker make, void *context)
{
	if (name == NULL || *name == '\0' || make == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "argument %d (%s) must not be %s",
				    make ? 1 : 2, make ? "name" : "make",
				    make && name ? "empty" : "NULL");
	if (ct_nn_class_find(name) || find_registered(name))
		return ct_error_new(CT_ERROR_VALUE, __func__, "there is a class %s already", name);
	if (!add_registered(name, make, context))
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for a class");
	return NULL;
}

static ct_error make_registered(const struct registered *registered, const ct_value *args,
				const ct_value *kwargs, ct_module **result)
{
	const ct_value no_args = ct_value_list(NULL, 0), no_kwargs = ct_value_dict(NULL, 0);

	return registered->make(ct_value_is_none(args) ? &no_args : args,
				ct_value_is_none(kwargs) ? &no_kwargs : kwargs, registered->context,
				result);
}

/* All that ct_nn_make() knows; NULL: no memory. */
static const char **all_names(size_t *len)
{
	const struct registered *first, *one;
	const char **names;
	size_t n = ct_nn_classes_len;

	pthread_mutex_lock(&registered_lock);
	first = all_registered;
	pthread_mutex_unlock(&registered_lock);
	for (one = first; one; one = one->next)
		n++;
	names = malloc(n * sizeof *names);
	*len = names ? n : 0;
	for (n = 0; names && n < ct_nn_classes_len; n++)
		names[n] = ct_nn_classes[n].name;
	for (one = first; names && one; one = one->next)
		names[n++] = one->name;
	return names;
}

static ct_error unknown_class(const char *name)
{
	struct ct_text similar = { 0 };
	size_t n;
	const char **names = all_names(&n);
	ct_error error;

	ct_similar_names(name, names, n, &similar);
	error = ct_error_new(
		CT_ERROR_KEY, function,
		"torch.nn has no class '%s' in this build, and none was registered%s%s", name,
		similar.data ? "; similar ones are: " : " (ct_nn_list_classes() has all)",
		similar.data ? similar.data : "");
	ct_text_release(&similar);
	free(names);
	return error;
}

/* --- the public functions --------------------------------------------------------------------- */

ct_error ct_nn_make(const char *name, const ct_value *args, const ct_value *kwargs,
		    ct_module **result)
{
	const struct ct_nn_class *klass;
	const struct registered *registered;
	ct_module *module;

	if (name == NULL || result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument %d (%s) must not be NULL", name ? 4 : 1,
				    name ? "result" : "name");
	registered = find_registered(name);
	if (registered)
		return make_registered(registered, args, kwargs, result);
	klass = ct_nn_class_find(name);
	if (klass == NULL)
		return unknown_class(name);
	CT_OWN_SCOPE(__func__);
	CT_TRY(make_class(klass, args, kwargs, &module));
	ct_scope_move_object_up(module);
	*result = module;
	return NULL;
}

static ct_error append(ct_value *list, const char *name, const char *schema, const char *forward)
{
	ct_value pairs[6] = { ct_value_string("name"),    ct_value_string(name),
			      ct_value_string("schema"),  ct_value_string(schema),
			      ct_value_string("forward"), ct_value_string(forward) };

	return ct_value_list_append(list, ct_value_dict(pairs, schema ? 3 : 1));
}

static ct_error append_all(ct_value *list)
{
	const struct registered *one;

	for (size_t i = 0; i < ct_nn_classes_len; i++)
		CT_TRY(append(list, ct_nn_classes[i].name, ct_nn_classes[i].schema,
			      ct_nn_classes[i].forward));
	pthread_mutex_lock(&registered_lock);
	one = all_registered;
	pthread_mutex_unlock(&registered_lock);
	for (; one; one = one->next)
		CT_TRY(append(list, one->name, NULL, NULL));
	return NULL;
}

ct_error ct_nn_list_classes(ct_value *result)
{
	ct_value list = ct_value_list_new();
	ct_error error;

	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 1 (result) must not be NULL");
	error = append_all(&list);
	if (error)
		ct_value_free(&list);
	else
		*result = list;
	return error;
}

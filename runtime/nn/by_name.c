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

#include "base/lengths.h"
#include "base/text.h"
#include "bridge/similar.h"
#include "classes/fill.h"
#include "memory/own_scope.h"
#include "module/module.h"
#include "nn/class.h"

extern const struct ct_nn_code ct_nn_GRU_code, ct_nn_Identity_code, ct_nn_RNN_code;

bool ct_nn_is_description(const ct_value *value)
{
	ct_value name;
	ct_error error;

	if (value->kind != CT_VALUE_DICT || !ct_value_dict_has(value, ct_value_string("class")))
		return false;
	error = ct_value_dict_get(value, ct_value_string("class"), &name);
	ct_error_free(error);
	return error == NULL && name.kind == CT_VALUE_STRING;
}

ct_error ct_nn_make_described(const ct_value *value, ct_module **result)
{
	ct_value name, args = ct_value_none(), kwargs = ct_value_none();
	const char *text;

	CT_TRY(ct_value_dict_get(value, ct_value_string("class"), &name));
	CT_TRY(ct_value_as_string(&name, &text, NULL));
	if (ct_value_dict_has(value, ct_value_string("args")))
		CT_TRY(ct_value_dict_get(value, ct_value_string("args"), &args));
	if (ct_value_dict_has(value, ct_value_string("kwargs")))
		CT_TRY(ct_value_dict_get(value, ct_value_string("kwargs"), &kwargs));
	return ct_nn_new(text, &args, &kwargs, result);
}

/* What Python's constructors do before they read their arguments. */
static ct_error check_special(const struct ct_nn_class *klass, const ct_value *kwargs)
{
	const bool is_rnn = klass->code == &ct_nn_RNN_code || klass->code == &ct_nn_GRU_code;

	if (is_rnn && kwargs && kwargs->kind == CT_VALUE_DICT &&
	    ct_value_dict_has(kwargs, ct_value_string("proj_size")))
		return ct_error_new(
			CT_ERROR_VALUE, "ct_nn_new",
			"proj_size argument is only supported for LSTM, not RNN or GRU");
	return NULL;
}

static ct_error make_class(const struct ct_nn_class *klass, const ct_value *args,
			   const ct_value *kwargs, ct_module **result)
{
	static const struct ct_class_call call = { .function = "ct_nn_new",
						   .refuses_bools = true,
						   .make_module = ct_nn_make_described };
	void *filled;

	CT_TRY(check_special(klass, kwargs));
	if (klass->code == &ct_nn_Identity_code) /* any arguments, which it does not use */
		args = kwargs = NULL;
	if (ct_nn_has_contents(klass))
		return ct_nn_make_with_contents(klass, args, kwargs, result);
	CT_TRY(ct_class_fill(&klass->of, &call, args, kwargs, &filled));
	return ct_nn_class_make(klass, filled, result);
}

/* --- classes of the program ------------------------------------------------------------------- */

struct registered {
	char *name;
	ct_nn_constructor_function make;
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

static bool add_registered(const char *name, ct_nn_constructor_function make, void *context)
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

ct_error ct_nn_register_class(const char *name, ct_nn_constructor_function constructor,
			      void *context)
{
	if (name == NULL || *name == '\0' || constructor == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "argument %d (%s) must not be %s",
				    constructor ? 1 : 2, constructor ? "name" : "constructor",
				    constructor && name ? "empty" : "NULL");
	if (ct_nn_class_find(name) || find_registered(name))
		return ct_error_new(CT_ERROR_VALUE, __func__, "there is a class %s already", name);
	if (!add_registered(name, constructor, context))
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

/* All that ct_nn_new() knows; NULL: no memory. */
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
	names = ct_array_new((int64_t)n, sizeof *names);
	*len = names ? n : 0;
	for (n = 0; names && n < ct_nn_classes_len; n++)
		names[n] = ct_nn_classes[n].of.name;
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

	ct_similar_names(name, names, n, "ct_nn_list_classes", &similar);
	error = ct_error_new(CT_ERROR_KEY, "ct_nn_new",
			     "torch.nn has no class '%s' in this build, and none was registered%s",
			     name, similar.data ? similar.data : "");
	ct_text_release(&similar);
	free(names);
	return error;
}

/* --- the public functions --------------------------------------------------------------------- */

ct_error ct_nn_new(const char *name, const ct_value *args, const ct_value *kwargs,
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
		CT_TRY(append(list, ct_nn_classes[i].of.name, ct_nn_classes[i].of.schema,
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

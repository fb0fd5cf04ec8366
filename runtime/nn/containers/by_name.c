/*
 * Modules by the name of their class and Python's arguments, for bindings.
 */
#define _GNU_SOURCE /* strdup() */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "classes/fill.h"
#include "classes/values.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "nn/layers/class.h"

extern const struct ct_nn_code ct_nn_GRU_code, ct_nn_Identity_code, ct_nn_RNN_code;

/* The modules that arguments may refer to by their index. */
struct given {
	ct_module *const *modules;
	int64_t len;
	bool *are_used; /* NULL: there are none */
};

static ct_error make_from(const char *name, const struct given *given, const ct_value *args,
			  const ct_value *kwargs, ct_module **result);

static ct_error make_described(const struct ct_class_call *call, const ct_value *value,
			       ct_module **result)
{
	const struct given *given = call->context;
	struct ct_described described;
	int64_t index;

	if (ct_class_is_index(call->objects, value)) {
		CT_TRY(ct_class_read_index(call->function, call->objects, value, &index));
		*result = given->modules[index];
		given->are_used[index] = true;
		return NULL;
	}
	CT_TRY(ct_class_read_described(value, &described));
	return make_from(described.name, given, &described.args, &described.kwargs, result);
}

/* What Python's constructors do before they read their arguments. */
static ct_error check_special(const struct ct_nn_class *klass, const ct_value *kwargs)
{
	const bool is_rnn = klass->code == &ct_nn_RNN_code || klass->code == &ct_nn_GRU_code;

	if (is_rnn && kwargs && kwargs->kind == CT_VALUE_DICT &&
	    ct_value_dict_has(kwargs, ct_value_string("proj_size")))
		return ct_error_new(
			CT_ERROR_VALUE, CT_NAME_OF(ct_nn_new),
			"proj_size argument is only supported for LSTM, not RNN or GRU");
	return NULL;
}

static ct_error make_class(const void *of_class, const struct ct_class_call *call,
			   const ct_value *args, const ct_value *kwargs, void **result)
{
	const struct ct_nn_class *klass = of_class;
	const struct given *given = call->context;
	ct_module *made;
	void *filled;

	CT_TRY(check_special(klass, kwargs));
	if (klass->code == &ct_nn_Identity_code) { /* any arguments, which it does not use */
		args = kwargs = NULL;
		for (int64_t i = 0; i < given->len; i++)
			given->are_used[i] = true;
	}
	if (ct_nn_has_contents(klass)) {
		CT_TRY(ct_nn_make_with_contents(klass, call, args, kwargs, &made));
	} else {
		CT_TRY(ct_class_fill(&klass->of, call, args, kwargs, &filled));
		CT_TRY(ct_nn_class_make(klass, filled, &made));
	}
	*result = made;
	return NULL;
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

static const struct registered *first_registered(void)
{
	const struct registered *first;

	pthread_mutex_lock(&registered_lock);
	first = all_registered;
	pthread_mutex_unlock(&registered_lock);
	return first;
}

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
		return ct_error_new(CT_ERROR_VALUE, __func__, "the class %s is already registered",
				    name);
	if (!add_registered(name, constructor, context))
		return ct_no_memory(__func__, "for a class");
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

/* The names of the table are followed by the registered ones. */
static ct_error unknown_class(const char *name)
{
	const struct registered *first = first_registered(), *one;
	const char **names;
	size_t others = 0, n = ct_nn_classes_len;

	for (one = first; one; one = one->next)
		others++;
	names = ct_class_names(&ct_nn_table, others);
	for (one = first; names && one; one = one->next)
		names[n++] = one->name;
	return ct_class_unknown_among(&ct_nn_table, name, CT_NAME_OF(ct_nn_new), names, n,
				      ", and none was registered");
}

/* --- the public functions --------------------------------------------------------------------- */

static ct_error check_modules(ct_module *const *modules, int64_t modules_len)
{
	if (modules_len < 0 || (modules == NULL && modules_len))
		return ct_missing_argument(CT_NAME_OF(ct_nn_new_from), 2, "modules");
	for (int64_t i = 0; i < modules_len; i++)
		if (modules[i] == NULL)
			return ct_error_new(CT_ERROR_ARGUMENT, CT_NAME_OF(ct_nn_new_from),
					    "modules[%lld] must not be NULL", (long long)i);
	return NULL;
}

static ct_error make_from(const char *name, const struct given *given, const ct_value *args,
			  const ct_value *kwargs, ct_module **result)
{
	const struct ct_class_call call = { .function = CT_NAME_OF(ct_nn_new),
					    .refuses_bools = true,
					    .make_module = make_described,
					    .make = make_class,
					    .context = given,
					    .objects = given->len,
					    .unknown = unknown_class };
	const struct registered *registered = find_registered(name);
	void *made;

	if (registered)
		return make_registered(registered, args, kwargs, result);
	CT_TRY(ct_class_new(&ct_nn_table, &call, name, args, kwargs, &made));
	*result = made;
	return NULL;
}

/* A module that no argument refers to would be lost without a word. */
static ct_error check_used(const char *name, const struct given *given)
{
	for (int64_t i = 0; i < given->len && !find_registered(name); i++)
		if (!given->are_used[i])
			return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_nn_new_from),
					    "modules[%lld] is not used: where %s takes a module, "
					    "the argument is its index, %lld",
					    (long long)i, name, (long long)i);
	return NULL;
}

ct_error ct_nn_new_from(const char *name, ct_module *const *modules, int64_t modules_len,
			const ct_value *args, const ct_value *kwargs, ct_module **result)
{
	struct given given = { modules, modules_len, NULL };
	ct_error error;

	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 6 : 1, name ? "result" : "name");
	CT_TRY(check_modules(modules, modules_len));
	given.are_used = calloc((size_t)modules_len + 1, sizeof *given.are_used);
	if (given.are_used == NULL)
		return ct_no_memory(__func__, NULL);
	error = make_from(name, &given, args, kwargs, result);
	if (error == NULL && (error = check_used(name, &given)) != NULL)
		ct_module_free(*result);
	free(given.are_used);
	return error;
}

ct_error ct_nn_new(const char *name, const ct_value *args, const ct_value *kwargs,
		   ct_module **result)
{
	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 4 : 1, name ? "result" : "name");
	return ct_nn_new_from(name, NULL, 0, args, kwargs, result);
}

static ct_error append_registered(ct_value *list)
{
	for (const struct registered *one = first_registered(); one; one = one->next) {
		ct_value pairs[] = { ct_value_string("name"), ct_value_string(one->name) };

		CT_TRY(ct_value_list_append(list, ct_value_dict(pairs, 1)));
	}
	return NULL;
}

ct_error ct_nn_list_classes(ct_value *result)
{
	ct_value list;
	ct_error error;

	CT_TRY(ct_class_list(&ct_nn_table, __func__, result ? &list : NULL));
	error = append_registered(&list);
	if (error)
		ct_value_free(&list);
	else
		*result = list;
	return error;
}

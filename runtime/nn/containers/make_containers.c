/*
 * What the macros of ctorch/nn/nn.h call to make containers with their items, within an expression.
 */
#include <ctorch/calls/expression.h>
#include <ctorch/nn/container.h>
#include <ctorch/nn/nn.h>

#include "core/memory/own_scope.h"
#include "module/module.h"
#include "nn/containers/items.h"
#include "nn/layers/class.h"

/* Whether the expression goes on; if not, a new error waits. */
static bool goes_on(ct_error error, const char *file, int line, const char *function)
{
	if (error)
		ct_expression_note(error, file, line, function);
	return error == NULL;
}

static bool is_last(const void *item)
{
	return item == CT_LAST_;
}

static ct_error make_empty(const char *class_name, ct_module **result)
{
	const struct ct_nn_class *klass = ct_nn_class_find(class_name);

	return ct_nn_class_make(klass, klass->of.defaults, result);
}

/* An item that is NULL without an error before it: somebody's own function gave it. */
static ct_error no_module(const char *class_name, int64_t i)
{
	return ct_error_new(CT_ERROR_TYPE, class_name, "item %lld is NULL, not a module",
			    (long long)i);
}

ct_module *ct_nn_list_(const char *class_name, ct_module *const *items, const char *file, int line,
		       const char *function)
{
	ct_module *list;

	if (ct_expression_failed() || !goes_on(make_empty(class_name, &list), file, line, function))
		return NULL;
	for (int64_t i = 0; !is_last(items[i]); i++)
		if (!goes_on(items[i] ? ct_module_list_append(list, items[i])
				      : no_module(class_name, i),
			     file, line, function))
			return NULL;
	return list;
}

ct_module *ct_nn_dict_(const char *class_name, const ct_named_module *items, const char *file,
		       int line, const char *function)
{
	ct_module *dict;

	if (ct_expression_failed() || !goes_on(make_empty(class_name, &dict), file, line, function))
		return NULL;
	for (int64_t i = 0; !is_last(items[i].module); i++)
		if (!goes_on(items[i].module ? ct_module_add_module(dict, items[i].name,
								    items[i].module, NULL)
					     : no_module(class_name, i),
			     file, line, function))
			return NULL;
	return dict;
}

ct_module *ct_nn_parameter_list_(const ct_tensor *const *items, const char *file, int line,
				 const char *function)
{
	ct_module *list;

	if (ct_expression_failed() ||
	    !goes_on(make_empty("ParameterList", &list), file, line, function))
		return NULL;
	for (int64_t i = 0; !is_last(items[i]); i++)
		if (!goes_on(ct_parameter_list_append(list, items[i]), file, line, function))
			return NULL;
	return list;
}

ct_module *ct_nn_parameter_dict_(const ct_named_tensor *items, const char *file, int line,
				 const char *function)
{
	ct_module *dict;

	if (ct_expression_failed() ||
	    !goes_on(make_empty("ParameterDict", &dict), file, line, function))
		return NULL;
	for (int64_t i = 0; !is_last(items[i].tensor); i++)
		if (!goes_on(ct_parameter_dict_set(dict, items[i].name, items[i].tensor), file,
			     line, function))
			return NULL;
	return dict;
}

ct_module *ct_module_append_(ct_module *self, const char *name, ct_module *child, const char *file,
			     int line, const char *function)
{
	if (ct_expression_failed() || !goes_on(name ? ct_module_add_module(self, name, child, NULL)
						    : ct_module_list_append(self, child),
					       file, line, function))
		return NULL;
	return child;
}

ct_module *ct_module_next_(const ct_module *self, int64_t *i)
{
	ct_module *next = NULL;

	while (next == NULL && *i < ct_module_child_count(self))
		next = ct_module_child_at(self, (*i)++);
	return next;
}

/* What the functions of a binding are called, and those by the names of C. */
#include "bind/functions.h"

#include <stdlib.h>

#include "util/text.h"

/* The handle that a handwritten function is a method of; NULL: it is none. */
const struct bind_value *function_self(const struct bind_function *function)
{
	const struct bind_value *first = function->args.len ? function->args.at[0] : NULL;
	const bool is_self = first && !strcmp(first->name, "self");

	if (!is_self || (function->op && !function->op->is_method))
		return NULL;
	return text_ends_with(first->c_type, "*") && !first->length ? first : NULL;
}

/* "ct_data_loader_next" as a method is "next", as a function "data_loader_next"; an operator has
 * the name of its schema, a function of torch.nn that of Python. */
const char *function_plain_name(const struct bind_function *function, bool is_method)
{
	const char *name = function->symbol + strlen("ct_");
	const struct bind_value *self = function_self(function);
	size_t length;

	if (function->op)
		return function->op->name;
	if (!is_method || !self)
		return name;
	length = strlen(self->of);
	return !strncmp(function->symbol, self->of, length) && function->symbol[length] == '_'
		       ? function->symbol + length + 1
		       : name;
}

/* Overloads have the same base name: "add" of "add.Tensor". */
const char *function_base_name(struct arena *arena, const char *name)
{
	return arena_strndup(arena, name, strcspn(name, "."));
}

const char *function_nn_name(const struct bind_function *function)
{
	return !strncmp(function->op->name, "nn_", 3) ? function->op->name + 3 : function->op->name;
}

const char *function_name(const struct language *language, const struct bind_function *function,
			  bool is_method)
{
	const char *own = host_own_name(language, function->symbol),
		   *name = function_plain_name(function, is_method);

	if (own)
		return own;
	if (function->nn && *language_setting(language, "nn_names"))
		name = function_nn_name(function);
	return language_is_private(language, function->symbol) ? host_private_name(language, name)
							       : host_function_name(language, name);
}

static int compare_symbols(const void *a, const void *b)
{
	const struct bind_function *const *one = a, *const *other = b;

	return strcmp((*one)->symbol, (*other)->symbol);
}

void binding_sort_functions(struct binding *binding)
{
	for (size_t i = 0; i < binding->bound.len; i++)
		vec_push(binding->language->arena, &binding->by_symbol, binding->bound.at[i]);
	if (binding->by_symbol.len)
		qsort(binding->by_symbol.at, binding->by_symbol.len, sizeof *binding->by_symbol.at,
		      compare_symbols);
}

/* NULL: the binding has no such function. */
const struct bind_function *binding_find_function(const struct binding *binding, const char *symbol)
{
	const struct bind_function wanted = { .symbol = symbol }, *key = &wanted, *const * found;

	if (!binding->by_symbol.len)
		return NULL;
	found = bsearch(&key, binding->by_symbol.at, binding->by_symbol.len, sizeof key,
			compare_symbols);
	return found ? *found : NULL;
}

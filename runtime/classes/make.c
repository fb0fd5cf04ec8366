/*
 * Objects of typed calls, and by name, which is the same for all families.
 */
#include <ctorch/calls/expression.h>
#include <ctorch/nn/nn.h>

#include "classes/fill.h"
#include "core/base/lengths.h"
#include "core/memory/own_scope.h"

/* --- by a typed call -------------------------------------------------------------------------- */

#define ALL_LISTS \
	(CT_HELD_NUMBERS | CT_HELD_SET(SCHEDULERS) | CT_HELD_SET(LAMBDAS) | CT_HELD_COUNTED_LISTS)

/* All lists are alike but for the type of the pointer. */
static ct_error check_list(const struct ct_argument *argument, const ct_ints *list,
			   const char *function)
{
	if (ct_is_list(list->at, list->len))
		return NULL;
	if (argument->held == CT_HELD_PADDING &&
	    (list->len == CT_PADDING_SAME.len || list->len == CT_PADDING_VALID.len))
		return NULL;
	return ct_error_new(CT_ERROR_ARGUMENT, function, "%s: %s with a length of %lld",
			    argument->name, list->at ? "a list" : "NULL", (long long)list->len);
}

/* Before anything copies a list, or reads its length. */
static ct_error check_lists(const struct ct_class *klass, const char *args)
{
	for (size_t i = 0; i < klass->arguments_len; i++) {
		const struct ct_argument *argument = &klass->arguments[i];

		if (ct_held_is_in(argument->held, ALL_LISTS))
			CT_TRY(check_list(argument,
					  (const ct_ints *)(const void *)(args + argument->offset),
					  klass->name));
	}
	return NULL;
}

ct_error ct_class_make(const struct ct_class_table *table, const char *name, const void *args,
		       size_t size, void **result)
{
	const struct ct_class *klass = ct_class_find(table, name);

	if (klass == NULL)
		return ct_class_unknown(table, name, name);
	if (klass->size != size)
		return ct_error_new(CT_ERROR_ARGUMENT, name,
				    "the program was compiled with headers of a different "
				    "version: recompile it");
	CT_TRY(check_lists(klass, args));
	return table->make(klass, args, result);
}

void *ct_class_make_at(const struct ct_class_table *table, const char *name, const void *args,
		       size_t size, const char *file, int line, const char *function)
{
	void *result = NULL;
	ct_error error;

	if (ct_expression_failed())
		return NULL;
	error = ct_class_make(table, name, args, size, &result);
	if (error)
		ct_expression_note(error, file, line, function);
	return result;
}

/* --- by name ---------------------------------------------------------------------------------- */

static ct_error make_filled(const struct ct_class_table *table, const struct ct_class *klass,
			    const struct ct_class_call *call, const ct_value *args,
			    const ct_value *kwargs, void **result)
{
	void *filled;

	CT_TRY(ct_class_fill(klass, call, args, kwargs, &filled));
	return table->make(klass, filled, result);
}

ct_error ct_class_new(const struct ct_class_table *table, const struct ct_class_call *call,
		      const char *name, const ct_value *args, const ct_value *kwargs, void **result)
{
	const void *klass = ct_class_find(table, name);
	void *made;

	if (klass == NULL)
		return call->unknown ? call->unknown(name)
				     : ct_class_unknown(table, name, call->function);
	CT_OWN_SCOPE(call->function);
	if (call->make)
		CT_TRY(call->make(klass, call, args, kwargs, &made));
	else
		CT_TRY(make_filled(table, klass, call, args, kwargs, &made));
	ct_scope_move_object_up(made);
	*result = made;
	return NULL;
}

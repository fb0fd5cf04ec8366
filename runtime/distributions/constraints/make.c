/*
 * Making constraints: by a typed call, and by their names and Python's arguments.
 */
#include <string.h>

#include <ctorch/distributions/distributions.h>

#include "classes/fill.h"
#include "classes/values.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "core/memory/own_scope.h"
#include "distributions/base/class.h"
#include "distributions/constraints/class.h"
#include "operators/value/value.h"

/* --- from arguments --------------------------------------------------------------------------- */

/* Copies of the parts, in the scope, which borrow from their handles. */
static ct_error read_parts(ct_constraints list, struct ct_distr_constraint *result)
{
	struct ct_distr_constraint *parts = ct_given_array(list.len, sizeof *parts);

	if (parts == NULL)
		return ct_no_memory(NULL, "for constraints");
	for (int64_t i = 0; i < list.len; i++)
		parts[i] = *ct_distr_constraint_of(list.at[i]);
	result->parts = parts;
	result->parts_len = list.len;
	return NULL;
}

static int64_t int_or_unknown(int64_t given)
{
	return given == CT_NO_INT ? -1 : given;
}

/* Each field has an argument of a type of its own, but for the bounds. */
static ct_error read_argument(const struct ct_argument *argument, const void *at,
			      struct ct_distr_constraint *result)
{
	switch (argument->held) {
	case CT_HELD_TENSOR:
		*(argument->name[0] == 'l' ? &result->lower : &result->upper) = ct_distr_bound_of(
			*(const ct_tensor *const *)at);
		return NULL;
	case CT_HELD_CONSTRAINT:
		result->base = ct_distr_constraint_of(*(ct_constraint *const *)at);
		return NULL;
	case CT_HELD_CONSTRAINTS:
		return read_parts(*(const ct_constraints *)at, result);
	case CT_HELD_INTS:
		result->lengths = *(const ct_ints *)at;
		return NULL;
	case CT_HELD_INT:
		result->dims = *(const int64_t *)at;
		return NULL;
	case CT_HELD_OPTIONAL_INT:
		result->dims = int_or_unknown(*(const int64_t *)at);
		return NULL;
	case CT_HELD_OPTIONAL_BOOL:
		result->is_discrete = *(const signed char *)at == 1;
		return NULL;
	default:
		return CT_RAISED(CT_ERROR_INTERNAL, "'%s' has a type that constraints do not have",
				 argument->name);
	}
}

/* Python's assertions. */
static ct_error check(const struct ct_distr_constraint *c)
{
	if (c->kind == CT_DISTR_INDEPENDENT && c->dims < 0)
		return CT_RAISED(CT_ERROR_ASSERTION,
				 "reinterpreted_batch_ndims must be >= 0, got %lld",
				 (long long)c->dims);
	if (c->kind == CT_DISTR_CAT && c->lengths.at && c->lengths.len != c->parts_len)
		return CT_RAISED(CT_ERROR_ASSERTION, "lengths (%lld) must match cseq (%lld)",
				 (long long)c->lengths.len, (long long)c->parts_len);
	return NULL;
}

static ct_error read(const struct ct_constraint_class *klass, const void *args,
		     struct ct_distr_constraint *result)
{
	*result = (struct ct_distr_constraint){ .kind = klass->code->kind };
	if (klass->code->constant)
		*result = *klass->code->constant;
	for (size_t i = 0; i < klass->of.arguments_len; i++)
		CT_TRY(read_argument(&klass->of.arguments[i],
				     (const char *)args + klass->of.arguments[i].offset, result));
	CT_TRY(CT_DONE());
	return check(result);
}

static ct_error check_object(enum ct_held held, const void *object, const char *function,
			     int position, const char *name)
{
	return held == CT_HELD_TENSOR ? NULL
				      : ct_distr_constraint_check(object, function, position, name);
}

static ct_error make(const void *of_class, const void *args, void **result)
{
	const struct ct_constraint_class *klass = of_class;
	struct ct_distr_constraint constraint;
	ct_constraint *made;

	CT_TRY(ct_class_check_objects(&klass->of, args, check_object));
	CT_OWN_SCOPE(klass->of.name);
	CT_TRY(read(klass, args, &constraint));
	CT_TRY(ct_distr_constraint_give(&constraint, klass->of.name, &made));
	ct_scope_move_object_up(made);
	*result = made;
	return NULL;
}

static const struct ct_class_table table = { .module = "torch.distributions.constraints",
					     .lister = CT_NAME_OF(ct_constraint_list_classes),
					     .classes = ct_constraint_classes,
					     .len = &ct_constraint_classes_len,
					     .size = sizeof *ct_constraint_classes,
					     .make = make };

ct_constraint *ct_constraint_new_(const char *class_name, const void *args, size_t size,
				  const char *file, int line, const char *function)
{
	return ct_class_make_at(&table, class_name, args, size, file, line, function);
}

/* --- by name ---------------------------------------------------------------------------------- */

/* {"class": "real"}, or an index. */
static ct_error describe(const struct ct_class_call *call, const ct_value *value, void *result)
{
	const ct_constraints *constraints = call->context;
	ct_constraint **place = result;
	struct ct_described described;
	int64_t index;

	if (ct_class_is_index(call->objects, value)) {
		CT_TRY(ct_class_read_index(call->function, call->objects, value, &index));
		*place = constraints->at[index];
		return NULL;
	}
	CT_TRY(ct_class_require_described(value, CT_ERROR_VALUE, call->function, "a constraint",
					  &described));
	return ct_constraint_new_from(described.name, *constraints, &described.args,
				      &described.kwargs, place);
}

/* A list, which belongs to the scope. */
static ct_error describe_all(const struct ct_class_call *call, const ct_value *value, void *result)
{
	const int64_t n = ct_value_count(value);
	ct_constraint **parts;
	ct_value item;

	if (!ct_value_is_sequence(value))
		return ct_error_new(CT_ERROR_VALUE, call->function,
				    "constraints are described by a list of dicts, not by %s",
				    ct_value_type_name(value));
	parts = ct_given_array(n, sizeof *parts);
	if (parts == NULL)
		return ct_no_memory(NULL, "for a list");
	for (int64_t i = 0; i < n; i++) {
		CT_TRY(ct_value_item(value, i, &item));
		CT_TRY(describe(call, &item, &parts[i]));
	}
	*(ct_constraints *)result = (ct_constraints){ parts, n };
	return NULL;
}

ct_error ct_constraint_new_from(const char *name, ct_constraints constraints, const ct_value *args,
				const ct_value *kwargs, ct_constraint **result)
{
	const struct ct_class_call call = { .function = CT_NAME_OF(ct_constraint_new),
					    .make_part = describe,
					    .make_parts = describe_all,
					    .takes_numbers = true,
					    .context = &constraints,
					    .objects = constraints.len };
	void *made;

	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 5 : 1, name ? "result" : "name");
	CT_TRY(ct_distr_constraints_check(constraints, __func__, 2, "constraints"));
	CT_TRY(ct_class_new(&table, &call, name, args, kwargs, &made));
	*result = made;
	return NULL;
}

ct_error ct_constraint_new(const char *name, const ct_value *args, const ct_value *kwargs,
			   ct_constraint **result)
{
	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 4 : 1, name ? "result" : "name");
	return ct_constraint_new_from(name, (ct_constraints){ NULL, 0 }, args, kwargs, result);
}

ct_error ct_constraint_list_classes(ct_value *result)
{
	return ct_class_list(&table, __func__, result);
}

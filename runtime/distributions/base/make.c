/*
 * Making distributions: by a typed call, and by the name of the class and Python's arguments.
 */
#include <string.h>

#include <ctorch/core/scope.h>
#include <ctorch/distributions/distributions.h>

#include "classes/fill.h"
#include "classes/values.h"
#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "distributions/base/class.h"
#include "distributions/transforms/class.h"
#include "operators/value/value.h"

/* --- making ----------------------------------------------------------------------------------- */

/* One object, which is there. */
static ct_error check_object(enum ct_held held, const void *object, const char *function,
			     int position, const char *name)
{
	switch (held) {
	case CT_HELD_DISTRIBUTION:
		return ct_distr_check(object, function, position, name);
	case CT_HELD_DISTRIBUTION_TRANSFORM:
		return ct_distr_transform_check(object, function, position, name);
	case CT_HELD_CONSTRAINT:
		return ct_distr_constraint_check(object, function, position, name);
	default:
		return NULL;
	}
}

static ct_error check_argument(const struct ct_class *klass, int position,
			       const struct ct_argument *argument, const void *at)
{
	const uint32_t objects = CT_HELD_SET(TENSOR) | CT_HELD_COUNTED;
	const void *object = *(void *const *)at;

	if (argument->held == CT_HELD_DISTRIBUTION_TRANSFORMS)
		return ct_distr_transforms_check(*(const ct_distribution_transforms *)at,
						 klass->name, position, argument->name);
	if (argument->held == CT_HELD_CONSTRAINTS)
		return ct_distr_constraints_check(*(const ct_constraints *)at, klass->name,
						  position, argument->name);
	if (!ct_held_is_in(argument->held, objects))
		return NULL;
	if (object)
		return check_object(argument->held, object, klass->name, position, argument->name);
	return argument->default_text ? NULL
				      : ct_missing_argument(klass->name, position, argument->name);
}

ct_error ct_distr_check_objects(const struct ct_class *klass, const void *args)
{
	for (size_t i = 0; i < klass->arguments_len; i++)
		CT_TRY(check_argument(klass, (int)i + 1, &klass->arguments[i],
				      (const char *)args + klass->arguments[i].offset));
	return NULL;
}

/* Every class has `validate_args`; None: the default. */
static bool validates(const struct ct_class *klass, const void *args)
{
	static const char name[] = "validate_args";
	const struct ct_argument *argument = ct_class_argument(klass, name, sizeof name - 1);
	const signed char given = *(const signed char *)((const char *)args + argument->offset);

	return given == CT_NO_BOOL ? ct_distribution_is_validating() : given != 0;
}

static ct_error set_up(ct_distribution *self, const void *args)
{
	const struct ct_distribution_code *code = self->klass->code;

	CT_OWN_SCOPE(self->klass->of.name);
	self->validates = validates(&self->klass->of, args);
	CT_TRY((code->setup ? code->setup : ct_distr_set_up_batch)(self, args));
	CT_TRY(CT_DONE());
	if (self->validates)
		CT_TRY(ct_distr_check_parameters(self));
	if (code->finish)
		CT_TRY(code->finish(self));
	return CT_DONE();
}

static ct_error make(const void *of_class, const void *args, void **result)
{
	const struct ct_distr_class *klass = of_class;
	ct_distribution *self;
	ct_error error;

	CT_TRY(ct_distr_check_objects(&klass->of, args));
	self = ct_distr_alloc(klass);
	if (self == NULL)
		return ct_no_memory(klass->of.name, "for a distribution");
	error = set_up(self, args);
	if (error) {
		ct_counted_drop(self);
		return error;
	}
	CT_TRY(ct_distr_give(self, klass->of.name, &self));
	*result = self;
	return NULL;
}

ct_distribution *ct_distr_make(const struct ct_distr_class *klass, const void *args)
{
	void *result = NULL;

	CT_DO(make(klass, args, &result));
	return result;
}

static const struct ct_class_text texts[] = {
	{ "support", offsetof(struct ct_distr_class, support) },
	{ NULL, 0 },
};

static const struct ct_class_table table = { .module = "torch.distributions",
					     .lister = CT_NAME_OF(ct_distribution_list_classes),
					     .classes = ct_distribution_classes,
					     .len = &ct_distribution_classes_len,
					     .size = sizeof *ct_distribution_classes,
					     .texts = texts,
					     .make = make };

const struct ct_distr_class *ct_distr_class(const char *name)
{
	return ct_class_find(&table, name);
}

bool ct_distr_is(const ct_distribution *self, const char *name)
{
	for (const struct ct_distr_class *klass = self->klass; klass;
	     klass = klass->code->parent ? ct_distr_class(klass->code->parent) : NULL)
		if (!strcmp(klass->of.name, name))
			return true;
	return false;
}

ct_error ct_distr_unknown(const char *name, const char *function)
{
	return ct_class_unknown(&table, name, function);
}

ct_distribution *ct_distribution_new_(const char *class_name, const void *args, size_t size,
				      const char *file, int line, const char *function)
{
	return ct_class_make_at(&table, class_name, args, size, file, line, function);
}

/* --- by name ---------------------------------------------------------------------------------- */

/* {"class": "Normal", "args": [0, 1]}, or an index. */
ct_error ct_distr_describe(const struct ct_class_call *call, const ct_value *value, void *result)
{
	const struct ct_distr_existing *existing = call->context;
	const struct ct_class_call of_index = { .function = call->function,
						.objects = existing->distributions.len };
	ct_distribution **place = result;
	struct ct_described described;
	int64_t index;

	if (ct_class_is_index(&of_index, value)) {
		CT_TRY(ct_class_read_index(&of_index, value, &index));
		*place = existing->distributions.at[index];
		return NULL;
	}
	if (!ct_value_dict_has(value, ct_value_string("class")))
		return ct_error_new(
			CT_ERROR_VALUE, call->function,
			"a distribution is described by a dict with the key 'class' and "
			"optional 'args' and 'kwargs', not by %s",
			ct_value_type_name(value));
	CT_TRY(ct_class_read_described(value, &described));
	return ct_distribution_new_from_parts(described.name, existing->distributions,
					      existing->transforms, &described.args,
					      &described.kwargs, place);
}

ct_error ct_distribution_new_from_parts(const char *name, ct_distributions distributions,
					ct_distribution_transforms transforms, const ct_value *args,
					const ct_value *kwargs, ct_distribution **result)
{
	const struct ct_distr_existing existing = { distributions, transforms };
	const struct ct_class_call call = { .function = CT_NAME_OF(ct_distribution_new),
					    .make_distribution = ct_distr_describe,
					    .make_part = ct_distr_describe_transform,
					    .make_parts = ct_distr_describe_transforms,
					    .takes_numbers = true,
					    .context = &existing };
	void *made;

	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 6 : 1, name ? "result" : "name");
	CT_TRY(ct_distr_check_list(distributions, __func__, 2, "distributions"));
	CT_TRY(ct_distr_transforms_check(transforms, __func__, 3, "transforms"));
	CT_TRY(ct_class_new(&table, &call, name, args, kwargs, &made));
	*result = made;
	return NULL;
}

ct_error ct_distribution_new_from(const char *name, ct_distributions distributions,
				  const ct_value *args, const ct_value *kwargs,
				  ct_distribution **result)
{
	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 5 : 1, name ? "result" : "name");
	return ct_distribution_new_from_parts(name, distributions, CT_NO_DISTRIBUTION_TRANSFORMS,
					      args, kwargs, result);
}

ct_error ct_distribution_new(const char *name, const ct_value *args, const ct_value *kwargs,
			     ct_distribution **result)
{
	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 4 : 1, name ? "result" : "name");
	return ct_distribution_new_from(name, (ct_distributions){ NULL, 0 }, args, kwargs, result);
}

ct_error ct_distribution_list_classes(ct_value *result)
{
	return ct_class_list(&table, __func__, result);
}

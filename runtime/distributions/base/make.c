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
#include "operators/value/value.h"

/* --- making ----------------------------------------------------------------------------------- */

/* Required arguments that are objects. */
static ct_error check_objects(const struct ct_class *klass, const void *args)
{
	const uint32_t objects = CT_HELD_SET(TENSOR) | CT_HELD_SET(DISTRIBUTION);

	for (size_t i = 0; i < klass->arguments_len; i++) {
		const struct ct_argument *argument = &klass->arguments[i];
		const void *object = *(void *const *)(const void *)((const char *)args +
								    argument->offset);

		if (!ct_held_is_in(argument->held, objects))
			continue;
		if (object == NULL && argument->default_text == NULL)
			return ct_missing_argument(klass->name, (int)i + 1, argument->name);
		if (object && argument->held == CT_HELD_DISTRIBUTION)
			CT_TRY(ct_distr_check(object, klass->name, (int)i + 1, argument->name));
	}
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

	CT_TRY(check_objects(&klass->of, args));
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
static ct_error make_described(const struct ct_class_call *call, const ct_value *value,
			       void *result)
{
	const ct_distributions *distributions = call->context;
	struct ct_described described;
	int64_t index;

	if (ct_class_is_index(call, value)) {
		CT_TRY(ct_class_read_index(call, value, &index));
		*(ct_distribution **)result = distributions->at[index];
		return NULL;
	}
	if (!ct_value_dict_has(value, ct_value_string("class")))
		return ct_error_new(
			CT_ERROR_VALUE, call->function,
			"a distribution is described by a dict with the key 'class' and "
			"optional 'args' and 'kwargs', not by %s",
			ct_value_type_name(value));
	CT_TRY(ct_class_read_described(value, &described));
	return ct_distribution_new_from(described.name, *distributions, &described.args,
					&described.kwargs, result);
}

static ct_error check_distributions(const ct_distributions *distributions)
{
	if (!ct_is_list(distributions->at, distributions->len))
		return ct_missing_argument(CT_NAME_OF(ct_distribution_new_from), 2,
					   "distributions");
	for (int64_t i = 0; i < distributions->len; i++)
		if (distributions->at[i] == NULL)
			return ct_error_new(CT_ERROR_ARGUMENT, CT_NAME_OF(ct_distribution_new_from),
					    "distributions[%lld] must not be NULL", (long long)i);
	return NULL;
}

ct_error ct_distribution_new_from(const char *name, ct_distributions distributions,
				  const ct_value *args, const ct_value *kwargs,
				  ct_distribution **result)
{
	const struct ct_class_call call = { .function = CT_NAME_OF(ct_distribution_new),
					    .make_distribution = make_described,
					    .takes_numbers = true,
					    .context = &distributions,
					    .objects = distributions.len };
	void *made;

	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 5 : 1, name ? "result" : "name");
	CT_TRY(check_distributions(&distributions));
	CT_TRY(ct_class_new(&table, &call, name, args, kwargs, &made));
	*result = made;
	return NULL;
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

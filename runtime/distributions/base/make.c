/*
 * Making distributions by a typed call.
 */
#include <string.h>

#include <ctorch/core/scope.h>
#include <ctorch/distributions/distributions.h>

#include "classes/values.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "distributions/base/class.h"

/* --- making ----------------------------------------------------------------------------------- */

/* Transforms are checked by the class that takes them. */
static ct_error check_distribution(enum ct_held held, const void *object, const char *function,
				   int position, const char *name)
{
	return held == CT_HELD_DISTRIBUTION ? ct_distr_check(object, function, position, name)
					    : NULL;
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

	CT_TRY(ct_class_check_objects(&klass->of, args, check_distribution));
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

const struct ct_class_table ct_distr_table = { .module = "torch.distributions",
					       .lister = CT_NAME_OF(ct_distribution_list_classes),
					       .classes = ct_distribution_classes,
					       .len = &ct_distribution_classes_len,
					       .size = sizeof *ct_distribution_classes,
					       .texts = texts,
					       .make = make };

const struct ct_distr_class *ct_distr_class(const char *name)
{
	return ct_class_find(&ct_distr_table, name);
}

const struct ct_distr_class *ct_distr_parent(const struct ct_distr_class *klass)
{
	const char *name = klass->code->parent;

	return klass->parent || name == NULL ? klass->parent : ct_distr_class(name);
}

bool ct_distr_is(const ct_distribution *self, const char *name)
{
	for (const struct ct_distr_class *klass = self->klass; klass;
	     klass = ct_distr_parent(klass))
		if (!strcmp(klass->of.name, name))
			return true;
	return false;
}

ct_error ct_distr_unknown(const char *name, const char *function)
{
	return ct_class_unknown(&ct_distr_table, name, function);
}

ct_distribution *ct_distribution_new_(const char *class_name, const void *args, size_t size,
				      const char *file, int line, const char *function)
{
	return ct_class_make_at(&ct_distr_table, class_name, args, size, file, line, function);
}

/* --- the list -------------------------------------------------------------------------------- */

ct_error ct_distribution_list_classes(ct_value *result)
{
	return ct_class_list(&ct_distr_table, __func__, result);
}

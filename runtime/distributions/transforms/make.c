/*
 * Making transforms: by a typed call, and of other transforms: inverses, and those with a cache.
 */
#include <string.h>

#include <ctorch/distributions/distributions.h>

#include "classes/values.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "core/memory/own_scope.h"
#include "distributions/transforms/class.h"

/* --- parts with a cache ----------------------------------------------------------------------- */

static void *at(const struct ct_argument *argument, void *args)
{
	return (char *)args + argument->offset;
}

/* Every class has `cache_size`. */
static int64_t *cache_size_in(const struct ct_class *klass, void *args)
{
	static const char name[] = "cache_size";

	return at(ct_class_argument(klass, name, sizeof name - 1), args);
}

static ct_error check_cache_size(int64_t cache_size)
{
	if (cache_size == 0 || cache_size == 1)
		return NULL;
	return CT_RAISED(CT_ERROR_VALUE, "cache_size must be 0 or 1");
}

static ct_error with_cached_list(ct_distribution_transforms *list, int64_t cache_size)
{
	ct_distribution_transform **parts = ct_given_array(list->len, sizeof *parts);

	if (parts == NULL)
		return ct_no_memory(NULL, "for a list");
	for (int64_t i = 0; i < list->len; i++)
		CT_TRY(ct_distr_transform_with_cache(list->at[i], cache_size, NULL, &parts[i]));
	list->at = parts;
	return NULL;
}

/* As Python's constructors do: those in a list get a cache if the transform has one, and one that is
 * wrapped always has as much of a cache as its wrapper. */
static ct_error cache_parts(const struct ct_class *klass, void *args)
{
	const int64_t cache_size = *cache_size_in(klass, args);

	for (size_t i = 0; i < klass->arguments_len; i++) {
		const struct ct_argument *argument = &klass->arguments[i];
		void *part = at(argument, args);

		if (argument->held == CT_HELD_DISTRIBUTION_TRANSFORMS && cache_size)
			CT_TRY(with_cached_list(part, cache_size));
		if (argument->held == CT_HELD_DISTRIBUTION_TRANSFORM)
			CT_TRY(ct_distr_transform_with_cache(*(ct_distribution_transform **)part,
							     cache_size, NULL, part));
	}
	return NULL;
}

/* --- making ----------------------------------------------------------------------------------- */

static ct_error set_up(ct_distribution_transform *self, const void *given)
{
	const struct ct_class *klass = &self->klass->of;
	void *args;

	CT_OWN_SCOPE(klass->name);
	args = ct_given_new(klass->size);
	if (args == NULL)
		return ct_no_memory(klass->name, "for arguments");
	memcpy(args, given, klass->size);
	self->cache_size = *cache_size_in(klass, args);
	CT_TRY(check_cache_size(self->cache_size));
	CT_TRY(cache_parts(klass, args));
	if (self->of.code->setup)
		CT_TRY(self->of.code->setup(args));
	CT_TRY(CT_DONE());
	self->args = ct_class_own(klass, args, 0);
	if (self->args == NULL)
		return ct_no_memory(klass->name, "for arguments");
	if (self->of.code->read)
		self->of.code->read(&self->of, self->args);
	if (self->cache_size && !self->of.code->is_composed)
		self->of.cache = &self->cache;
	return CT_DONE();
}

static ct_error check_object(enum ct_held held, const void *object, const char *function,
			     int position, const char *name)
{
	if (held == CT_HELD_DISTRIBUTION)
		return ct_distr_check(object, function, position, name);
	return held == CT_HELD_TENSOR ? NULL
				      : ct_distr_transform_check(object, function, position, name);
}

static ct_error make(const void *of_class, const void *args, void **result)
{
	const struct ct_distribution_transform_class *klass = of_class;
	ct_distribution_transform *self;
	ct_error error;

	CT_TRY(ct_class_check_objects(&klass->of, args, check_object));
	self = ct_distr_transform_alloc(klass);
	if (self == NULL)
		return ct_no_memory(klass->of.name, "for a transform");
	error = set_up(self, args);
	if (error) {
		ct_counted_drop(self);
		return error;
	}
	CT_TRY(ct_distr_transform_give(self, klass->of.name, &self));
	*result = self;
	return NULL;
}

/* --- of others -------------------------------------------------------------------------------- */

/* The inverses of the parts, in the other order. */
static ct_error invert_parts(const ct_distribution_transform *self, const char *function,
			     ct_distribution_transform **result)
{
	const ct_distribution_transforms parts = self->of.parts;
	ct_distribution_transform **inverses;
	void *made;

	CT_OWN_SCOPE(function);
	inverses = ct_given_array(parts.len, sizeof *inverses);
	if (inverses == NULL)
		return ct_no_memory(function, "for a list");
	for (int64_t i = 0; i < parts.len; i++)
		CT_TRY(ct_distr_transform_inverse(parts.at[parts.len - 1 - i], function,
						  &inverses[i]));
	CT_TRY(make(self->klass,
		    &(struct ct_args_distribution_transforms_ComposeTransform_){
			    .parts = { inverses, parts.len } },
		    &made));
	ct_scope_move_object_up(made);
	*result = made;
	(*result)->first = ct_counted_share(self);
	return NULL;
}

ct_error ct_distr_transform_inverse(const ct_distribution_transform *self, const char *function,
				    ct_distribution_transform **result)
{
	ct_distribution_transform *inverse;

	if (self->first)
		return ct_distr_transform_give(ct_counted_share(self->first), function, result);
	if (self->of.code->is_composed)
		return invert_parts(self, function, result);
	inverse = ct_distr_transform_alloc(self->klass);
	if (inverse == NULL)
		return ct_no_memory(function, "for a transform");
	inverse->of = self->of;
	inverse->of.is_inverse = true;
	inverse->cache_size = self->cache_size;
	inverse->first = ct_counted_share(self);
	return ct_distr_transform_give(inverse, function, result);
}

ct_error ct_distr_transform_with_cache(const ct_distribution_transform *self, int64_t cache_size,
				       const char *function, ct_distribution_transform **result)
{
	const struct ct_class *klass = &self->klass->of;
	ct_distribution_transform *cached;
	void *args, *made;

	if (self->cache_size == cache_size)
		return ct_distr_transform_give(ct_counted_share(self), function, result);
	CT_TRY(check_cache_size(cache_size));
	if (self->of.is_inverse) {
		CT_TRY(ct_distr_transform_with_cache(self->first, cache_size, function, &cached));
		return ct_distr_transform_inverse(cached, function, result);
	}
	args = ct_given_new(klass->size);
	if (args == NULL)
		return ct_no_memory(function, "for arguments");
	memcpy(args, self->args, klass->size);
	*cache_size_in(klass, args) = cache_size;
	CT_TRY(make(self->klass, args, &made));
	*result = made;
	return NULL;
}

/* --- the table -------------------------------------------------------------------------------- */

static const struct ct_class_text texts[] = {
	{ "domain", offsetof(struct ct_distribution_transform_class, domain) },
	{ "codomain", offsetof(struct ct_distribution_transform_class, codomain) },
	{ NULL, 0 },
};

const struct ct_class_table ct_distr_transform_table = {
	.module = "torch.distributions",
	.lister = CT_NAME_OF(ct_distribution_transform_list_classes),
	.classes = ct_distribution_transform_classes,
	.len = &ct_distribution_transform_classes_len,
	.size = sizeof *ct_distribution_transform_classes,
	.texts = texts,
	.make = make
};

ct_distribution_transform *ct_distribution_transform_new_(const char *class_name, const void *args,
							  size_t size, const char *file, int line,
							  const char *function)
{
	return ct_class_make_at(&ct_distr_transform_table, class_name, args, size, file, line,
				function);
}

ct_error ct_distribution_transform_list_classes(ct_value *result)
{
	return ct_class_list(&ct_distr_transform_table, __func__, result);
}

/*
 * Making transforms: by a typed call, and by the name of the class and Python's arguments.
 */
#include "classes/fill.h"
#include "classes/values.h"
#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "operators/value/value.h"
#include "vision/transforms/class.h"

/* --- making ----------------------------------------------------------------------------------- */

static ct_error check_parts(const struct ct_class *klass, const void *filled)
{
	for (size_t i = 0; i < klass->arguments_len; i++) {
		const ct_transforms *parts = (const void *)((const char *)filled +
							    klass->arguments[i].offset);

		if (klass->arguments[i].held != CT_HELD_TRANSFORMS)
			continue;
		if (parts->at == NULL || parts->len == 0)
			return ct_error_new(CT_ERROR_VALUE, klass->name,
					    "Pass at least one transform");
		for (int64_t j = 0; j < parts->len; j++)
			CT_TRY(ct_transform_check(parts->at[j], klass->name, (int)j + 1,
						  "transforms"));
	}
	return NULL;
}

static ct_error fill(ct_transform *self, const void *filled)
{
	const struct ct_transform_class *klass = self->klass;

	self->args = ct_class_own(&klass->of, filled, CT_TRANSFORM_ROOM);
	if (self->args == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, klass->of.name,
				    "no memory for a transform");
	return klass->code->setup ? klass->code->setup(self->args) : NULL;
}

static ct_error make(const void *of_class, const void *filled, void **result)
{
	const struct ct_transform_class *klass = of_class;
	ct_transform *self;
	ct_error error;

	CT_TRY(check_parts(&klass->of, filled));
	self = ct_transform_alloc(klass);
	if (self == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, klass->of.name,
				    "no memory for a transform");
	error = fill(self, filled);
	if (error) {
		ct_counted_drop(self);
		return error;
	}
	CT_TRY(ct_transform_give(self, klass->of.name, &self));
	*result = self;
	return NULL;
}

static const struct ct_class_table table = { .module = "torchvision.transforms.v2",
					     .lister = CT_NAME_OF(ct_transform_list_classes),
					     .classes = ct_transform_classes,
					     .len = &ct_transform_classes_len,
					     .size = sizeof *ct_transform_classes,
					     .make = make };

ct_transform *ct_transform_new_(const char *class_name, const void *args, size_t size,
				const char *file, int line, const char *function)
{
	return ct_class_make_at(&table, class_name, args, size, file, line, function);
}

/* --- by name ---------------------------------------------------------------------------------- */

/* {"class": "Resize", "args": [256]} */
static ct_error make_described(const struct ct_class_call *call, const ct_value *value,
			       ct_transform **result)
{
	const ct_transforms *transforms = call->context;
	struct ct_described described;
	int64_t index;

	if (ct_class_is_index(call->objects, value)) {
		CT_TRY(ct_class_read_index(call->function, call->objects, value, &index));
		*result = transforms->at[index];
		return NULL;
	}
	CT_TRY(ct_class_require_described(value, CT_ERROR_TYPE, call->function, "a transform",
					  &described));
	return ct_transform_new_from(described.name, *transforms, &described.args,
				     &described.kwargs, result);
}

/* The list belongs to the scope. */
static ct_error make_list(const struct ct_class_call *call, const ct_value *value, void *result)
{
	const int64_t n = ct_value_count(value);
	ct_transform **parts;
	ct_value item;

	if (!ct_value_is_sequence(value))
		return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_transform_new),
				    "Argument transforms should be a sequence of dicts, not %s",
				    ct_value_type_name(value));
	parts = ct_given_array(n, sizeof *parts);
	if (parts == NULL)
		return ct_no_memory(NULL, "for a list");
	for (int64_t i = 0; i < n; i++) {
		CT_TRY(ct_value_item(value, i, &item));
		CT_TRY(make_described(call, &item, &parts[i]));
	}
	*(ct_transforms *)result = (ct_transforms){ parts, n };
	return NULL;
}

static ct_error check_transforms(const ct_transforms *transforms)
{
	if (!ct_is_list(transforms->at, transforms->len))
		return ct_missing_argument(CT_NAME_OF(ct_transform_new_from), 2, "transforms");
	for (int64_t i = 0; i < transforms->len; i++)
		if (transforms->at[i] == NULL)
			return ct_error_new(CT_ERROR_ARGUMENT, CT_NAME_OF(ct_transform_new_from),
					    "transforms[%lld] must not be NULL", (long long)i);
	return NULL;
}

ct_error ct_transform_new_from(const char *name, ct_transforms transforms, const ct_value *args,
			       const ct_value *kwargs, ct_transform **result)
{
	const struct ct_class_call call = { .function = CT_NAME_OF(ct_transform_new),
					    .make_transforms = make_list,
					    .context = &transforms,
					    .objects = transforms.len };
	void *made;

	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 5 : 1, name ? "result" : "name");
	CT_TRY(check_transforms(&transforms));
	CT_TRY(ct_class_new(&table, &call, name, args, kwargs, &made));
	*result = made;
	return NULL;
}

ct_error ct_transform_new(const char *name, const ct_value *args, const ct_value *kwargs,
			  ct_transform **result)
{
	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 4 : 1, name ? "result" : "name");
	return ct_transform_new_from(name, (ct_transforms){ NULL, 0 }, args, kwargs, result);
}

ct_error ct_transform_list_classes(ct_value *result)
{
	return ct_class_list(&table, __func__, result);
}

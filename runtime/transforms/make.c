/*
 * Making transforms: by a typed call, and by the name of the class and Python's arguments.
 */
#include <stdlib.h>
#include <string.h>

#include "base/lengths.h"
#include "classes/fill.h"
#include "memory/expression.h"
#include "memory/given.h"
#include "memory/own_scope.h"
#include "transforms/class.h"
#include "value/value.h"

static ct_error make_typed(const void *klass, const void *args, void **result);

static const struct ct_class_table table = { .module = "torchvision.transforms.v2",
					     .lister = "ct_transform_list_classes",
					     .classes = ct_transform_classes,
					     .len = &ct_transform_classes_len,
					     .size = sizeof *ct_transform_classes,
					     .make = make_typed };

const struct ct_transform_class *ct_transform_class_find(const char *name)
{
	return ct_class_find(&table, name);
}

/* --- a copy of the arguments ------------------------------------------------------------------ */

/* Room of the transform's own for `n` elements, and for what setup() adds. NULL: no memory. */
static void *new_list(ct_transform *self, int64_t n, size_t size)
{
	const int64_t room = n > CT_TRANSFORM_ROOM ? n : CT_TRANSFORM_ROOM;
	void *list = self->lists_len < CT_TRANSFORM_LISTS ? ct_array_new(room, size) : NULL;

	if (list)
		self->lists[self->lists_len++] = list;
	return list;
}

/* Replaces a list, whose elements have the size, by a copy. None stays. */
static bool copy_list(ct_transform *self, const void **at, int64_t n, size_t size)
{
	void *copy;

	if (*at == NULL)
		return true;
	copy = new_list(self, n, size);
	if (copy == NULL)
		return false;
	memcpy(copy, *at, (size_t)n * size);
	*at = copy;
	return true;
}

/* They are the first argument, so that no other one fails while they are the caller's. */
static bool copy_parts(ct_transform *self, ct_transforms *parts)
{
	const void *at = parts->at;

	if (!copy_list(self, &at, parts->len, sizeof *parts->at)) {
		parts->len = 0; /* so that none of the caller's is released */
		return false;
	}
	parts->at = at;
	for (int64_t i = 0; i < parts->len; i++)
		ct_counted_share(parts->at[i]);
	return true;
}

/* ct_ints and ct_floats are alike, but for the type of the pointer. */
static bool copy_argument(ct_transform *self, const struct ct_argument *argument)
{
	void *at = self->args + argument->offset;
	const void *from;
	bool fine = true;

	memcpy(&from, at, sizeof from);
	switch (argument->held) {
	case CT_HELD_STRING:
		fine = copy_list(self, &from, from ? (int64_t)strlen(from) + 1 : 0, 1);
		break;
	case CT_HELD_INTS:
	case CT_HELD_FLOATS:
		fine = copy_list(self, &from, ((ct_ints *)at)->len, sizeof(int64_t));
		break;
	case CT_HELD_TRANSFORMS:
		return copy_parts(self, at);
	default:
		return true;
	}
	memcpy(at, &from, sizeof from);
	return fine;
}

/* --- making ----------------------------------------------------------------------------------- */

static ct_error check_parts(const struct ct_class *klass, const void *filled)
{
	for (size_t i = 0; i < klass->arguments_len; i++) {
		const ct_transforms *parts =
			(const ct_transforms *)(const void *)((const char *)filled +
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

static ct_error make(const struct ct_transform_class *klass, const void *filled,
		     ct_transform **result)
{
	ct_transform *self;
	ct_error error = NULL;
	size_t i = 0;

	CT_TRY(check_parts(&klass->of, filled));
	self = ct_transform_alloc(klass, klass->of.size);
	if (self == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, klass->of.name,
				    "no memory for a transform");
	memcpy(self->args, filled, klass->of.size);
	while (i < klass->of.arguments_len && copy_argument(self, &klass->of.arguments[i]))
		i++;
	if (i < klass->of.arguments_len)
		error = ct_error_new(CT_ERROR_OUT_OF_MEMORY, klass->of.name,
				     "no memory for a transform");
	else if (klass->code->setup)
		error = klass->code->setup(self->args);
	if (error == NULL)
		return ct_transform_give(self, klass->of.name, result);
	ct_counted_drop(self);
	return error;
}

/* --- by name ---------------------------------------------------------------------------------- */

/* {"class": "Resize", "args": [256]} */
static ct_error make_described(const ct_value *value, ct_transform **result)
{
	ct_value name, args = ct_value_none(), kwargs = ct_value_none();
	const char *text;

	if (!ct_value_dict_has(value, ct_value_string("class")))
		return ct_error_new(CT_ERROR_TYPE, "ct_transform_new",
				    "a transform is described by a dict with the key 'class' and "
				    "optional 'args' and 'kwargs', not by %s",
				    ct_value_type_name(value));
	CT_TRY(ct_value_dict_get(value, ct_value_string("class"), &name));
	CT_TRY(ct_value_as_string(&name, &text, NULL));
	if (ct_value_dict_has(value, ct_value_string("args")))
		CT_TRY(ct_value_dict_get(value, ct_value_string("args"), &args));
	if (ct_value_dict_has(value, ct_value_string("kwargs")))
		CT_TRY(ct_value_dict_get(value, ct_value_string("kwargs"), &kwargs));
	return ct_transform_new(text, &args, &kwargs, result);
}

/* The list belongs to the scope. */
static ct_error make_list(const ct_value *value, void *result)
{
	const int64_t n = ct_value_count(value);
	ct_transform **parts;
	ct_value item;

	if (!ct_value_is_sequence(value))
		return ct_error_new(CT_ERROR_TYPE, "ct_transform_new",
				    "Argument transforms should be a sequence of dicts, not %s",
				    ct_value_type_name(value));
	parts = ct_given_array(n, sizeof *parts);
	if (parts == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, NULL, "no memory for a list");
	for (int64_t i = 0; i < n; i++) {
		CT_TRY(ct_value_item(value, i, &item));
		CT_TRY(make_described(&item, &parts[i]));
	}
	*(ct_transforms *)result = (ct_transforms){ parts, n };
	return NULL;
}

ct_error ct_transform_new(const char *name, const ct_value *args, const ct_value *kwargs,
			  ct_transform **result)
{
	static const struct ct_class_call call = { .function = "ct_transform_new",
						   .make_transforms = make_list };
	const struct ct_transform_class *klass;
	ct_transform *made;
	void *filled;

	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 4 : 1, name ? "result" : "name");
	klass = ct_transform_class_find(name);
	if (klass == NULL)
		return ct_class_unknown(&table, name, __func__);
	CT_OWN_SCOPE(__func__);
	CT_TRY(ct_class_fill(&klass->of, &call, args, kwargs, &filled));
	CT_TRY(make(klass, filled, &made));
	ct_scope_move_object_up(made);
	*result = made;
	return NULL;
}

ct_error ct_transform_list_classes(ct_value *result)
{
	ct_value list = ct_value_list_new();
	ct_error error = NULL;

	if (result == NULL)
		return ct_missing_argument(__func__, 1, "result");
	for (size_t i = 0; i < ct_transform_classes_len && error == NULL; i++) {
		const struct ct_class *klass = &ct_transform_classes[i].of;
		ct_value pairs[] = { ct_value_string("name"), ct_value_string(klass->name),
				     ct_value_string("schema"), ct_value_string(klass->schema) };

		error = ct_value_list_append(&list, ct_value_dict(pairs, 2));
	}
	if (error)
		ct_value_free(&list);
	else
		*result = list;
	return error;
}

/* --- by a typed call -------------------------------------------------------------------------- */

static ct_error make_typed(const void *klass, const void *args, void **result)
{
	ct_transform *made;

	CT_TRY(make(klass, args, &made));
	*result = made;
	return NULL;
}

ct_transform *ct_transform_new_(const char *class_name, const void *args, size_t size,
				const char *file, int line, const char *function)
{
	return ct_class_make_at(&table, class_name, args, size, file, line, function);
}

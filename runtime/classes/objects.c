/*
 * The objects among the arguments of a constructor.
 */
#include <ctorch/macros/try.h>

#include "classes/class.h"
#include "core/base/lengths.h"
#include "core/memory/expression.h"

/* As ct_transforms and the like have it. */
struct objects {
	void *const *at;
	int64_t len;
};

static ct_error check_all(const struct objects *list, enum ct_held held, const char *function,
			  int position, const char *name, ct_class_object_check *check)
{
	if (!ct_is_list(list->at, list->len))
		return ct_missing_argument(function, position, name);
	for (int64_t i = 0; i < list->len; i++)
		CT_TRY(check(held, list->at[i], function, position, name));
	return NULL;
}

static ct_error check_object(const struct ct_class *klass, int position,
			     const struct ct_argument *argument, const void *at,
			     ct_class_object_check *check)
{
	const uint32_t objects = CT_HELD_SET(TENSOR) | CT_HELD_COUNTED;
	const void *object = *(void *const *)at;

	if (ct_held_is_in(argument->held, CT_HELD_COUNTED_LISTS))
		return check_all(at, argument->held, klass->name, position, argument->name, check);
	if (!ct_held_is_in(argument->held, objects))
		return NULL;
	if (object)
		return check(argument->held, object, klass->name, position, argument->name);
	return argument->default_text ? NULL
				      : ct_missing_argument(klass->name, position, argument->name);
}

ct_error ct_class_check_objects(const struct ct_class *klass, const void *args,
				ct_class_object_check *check)
{
	for (size_t i = 0; i < klass->arguments_len; i++)
		CT_TRY(check_object(klass, (int)i + 1, &klass->arguments[i],
				    (const char *)args + klass->arguments[i].offset, check));
	return NULL;
}

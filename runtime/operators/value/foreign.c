/*
 * Values: objects that only the program knows. Copies of a value share the object.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "operators/value/foreign.h"
#include "operators/value/value.h"

static void foreign_destroy(void *object)
{
	struct ct_foreign *self = object;

	if (self->release)
		self->release(self->data);
	free(self);
}

static const struct ct_counted_class foreign_class = { "an object of the program",
						       foreign_destroy };

static ct_error make(const char *type, void *data, ct_release_function release,
		     struct ct_foreign **made)
{
	const char *function = CT_NAME_OF(ct_value_foreign_new);
	size_t size;

	if (type == NULL)
		return ct_missing_argument(function, 1, "type");
	size = strlen(type) + 1;
	*made = ct_counted_alloc(&foreign_class, sizeof **made + size);
	if (*made == NULL)
		return ct_no_memory(function, "for a value");
	(*made)->data = data;
	(*made)->release = release;
	memcpy((*made)->type, type, size);
	return NULL;
}

ct_error ct_value_foreign_new(const char *type, void *data, ct_release_function release,
			      ct_value *result)
{
	struct ct_foreign *made;
	ct_error error = result ? make(type, data, release, &made)
				: ct_missing_argument(__func__, 4, "result");

	if (error) {
		if (release)
			release(data);
		return error;
	}
	*result = ct_value_none();
	result->kind = CT_VALUE_FOREIGN;
	result->flags = CT_VALUE_OWNED;
	result->object = made;
	return NULL;
}

static bool has_type(const ct_value *self, const char *type)
{
	return !ct_value_is_none(self) && self->kind == CT_VALUE_FOREIGN &&
	       ct_value_fault(self) == NULL && strcmp(ct_foreign_of(self)->type, type) == 0;
}

ct_error ct_value_as_foreign(const ct_value *self, const char *type, void **result)
{
	char expected[100];

	if (type == NULL)
		return ct_missing_argument(__func__, 2, "type");
	if (!has_type(self, type)) {
		snprintf(expected, sizeof expected, "an object of the type '%.60s'", type);
		return ct_value_type_error(self, __func__, expected);
	}
	if (result)
		*result = ct_foreign_of(self)->data;
	return NULL;
}

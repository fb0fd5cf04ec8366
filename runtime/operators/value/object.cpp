/*
 * Objects of libtorch that fit no other kind of value.
 */
#include <string>

#include <ATen/core/jit_type.h>

#include "operators/value/object.hpp"
#include "operators/value/value.h"

namespace {

struct boxed_object {
	c10::IValue value;
	std::string type; /* for ct_value_type_name() */
};

static_assert(offsetof(boxed_object, value) == 0, "a box is read as its IValue");

} // namespace

void *ct::new_object(const c10::IValue &object)
{
	return new boxed_object{ object, object.type()->repr_str() };
}

void *ct_value_object_keep(const void *object)
try {
	return new boxed_object(*static_cast<const boxed_object *>(object));
} catch (const std::exception &) {
	return nullptr;
}

void ct_value_object_free(void *object)
{
	delete static_cast<boxed_object *>(object);
}

const char *ct_value_object_type(const void *object)
{
	return static_cast<const boxed_object *>(object)->type.c_str();
}

bool ct_value_object_same(const void *a, const void *b)
{
	return a == b || static_cast<const boxed_object *>(a)->value.is(
				 static_cast<const boxed_object *>(b)->value);
}

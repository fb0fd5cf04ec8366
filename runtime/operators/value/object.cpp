/*
 * Objects of libtorch that fit no other kind of value.
 */
#include <string>

#include <ATen/core/class_type.h>
#include <ATen/core/jit_type.h>

#include "operators/value/object.hpp"
#include "operators/value/value.h"

namespace {

struct boxed_object {
	c10::IValue value;
	std::string type; /* for ct_value_type_name() */
};

/* A class is called by its name alone, without libtorch's note where it was compiled. */
std::string class_of(const c10::Type &type)
{
	const c10::ClassType *of_class = type.castRaw<c10::ClassType>();

	return of_class && of_class->name() ? of_class->name()->qualifiedName() : type.repr_str();
}

static_assert(offsetof(boxed_object, value) == 0, "a box is read as its IValue");

} // namespace

void *ct::new_object(const c10::IValue &object)
{
	return new boxed_object{ object, class_of(*object.type()) };
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

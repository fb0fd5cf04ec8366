/*
 * Inside the library: objects of libtorch that fit no other kind of value.
 */
#pragma once

#include <ATen/core/ivalue.h>

namespace ct {

/* What a value of kind OBJECT points to; its first bytes are the IValue. */
void *new_object(const c10::IValue &object);

} // namespace ct

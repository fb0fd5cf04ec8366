/*
 * Inside the library: objects of libtorch's that no other kind of value fits.
 */
#pragma once

#include <ATen/core/ivalue.h>

namespace ct {

/* What a value of kind OBJECT points to; its first bytes are the IValue. */
void *new_object(const c10::IValue &object);

} // namespace ct

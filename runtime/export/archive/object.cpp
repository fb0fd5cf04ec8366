/*
 * Objects of registered classes, in an archive.
 */
#include <torch/csrc/jit/serialization/import.h>
#include <torch/custom_class.h>

#include "core/bridge/wrap.hpp"
#include "core/base/error_make.h"
#include "export/archive/object.h"
#include "operators/by_name/ivalue.hpp"
#include "operators/value/object.hpp"
#include "operators/value/value.h"

namespace {

#if CT_HAS_PICKLED_OBJECTS
/* Without a __setstate__(), libtorch would make an object that has nothing in it. */
const torch::jit::Function &setter_of(const c10::ClassType &type)
{
	const torch::jit::Function *setter = type.findMethod("__setstate__");

	TORCH_CHECK_NOT_IMPLEMENTED(setter && setter->getSchema().arguments().size() == 2,
				    "objects of the class ", type.name()->qualifiedName(),
				    " cannot be loaded: it has no __setstate__()");
	return *setter;
}

c10::IValue make_object(const c10::ClassTypePtr &type, const ct_value &state)
{
	const c10::Type &wanted = *setter_of(*type).getSchema().arguments()[1].type();
	c10::IValue given;

	TORCH_CHECK_TYPE(ct::to_ivalue(state, { wanted, wanted, 0, false, 1, "state" }, given),
			 "the state of an object of the class ", type->name()->qualifiedName(),
			 " must be of the type ", wanted.repr_str(), ", but is a ",
			 ct_value_type_name(&state));
	return torch::jit::ObjLoaderFunc(c10::StrongTypePtr(nullptr, type), given);
}
#else
c10::IValue make_object(const c10::ClassTypePtr &type, const ct_value &)
{
	TORCH_CHECK_NOT_IMPLEMENTED(false, "an object of the class ", type->name()->qualifiedName(),
				    " needs libtorch 2.6 or later");
}
#endif

} // namespace

ct_error ct_archive_load_object(const char *function, const char *class_name, const void *pickle,
				size_t n, ct_value *result) noexcept
try {
	const c10::ClassTypePtr type = torch::getCustomClass(class_name);
	ct::owned_value state;

	if (!type)
		return ct_error_new(CT_ERROR_NOT_IMPLEMENTED, function,
				    "the class %s is not registered in this process; load the "
				    "library that registers it with ct_load_library()",
				    class_name);

	ct_error error = ct_archive_object_state(function, class_name, pickle, n, &state);

	if (error)
		return error;

	ct_value value = ct_value_none();
	value.object = ct::new_object(make_object(type, *state));
	value.kind = CT_VALUE_OBJECT;
	value.flags = CT_VALUE_OWNED;
	*result = value;
	return nullptr;
} catch (...) {
	return ct::caught(function);
}

/*
 * Objects of registered classes, in an archive.
 */
#include <torch/csrc/jit/serialization/pickle.h>
#include <torch/custom_class.h>

#include "core/bridge/wrap.hpp"
#include "core/base/error_make.h"
#include "export/archive/object.h"
#include "operators/value/object.hpp"
#include "operators/value/value.h"

namespace {

#if CT_HAS_PICKLED_OBJECTS
c10::IValue load_object(const char *class_name, const char *pickle, size_t n)
{
	/* Both a text and a view of one are made from these. */
	c10::IValue object = torch::jit::pickle_load_obj({ pickle, n });

	TORCH_CHECK_TYPE(object.isObject(), "the pickle has no object, but a ",
			 object.type()->repr_str());

	const std::string name = object.toObjectRef().type()->name()->qualifiedName();

	TORCH_CHECK_TYPE(name == class_name, "the pickle has an object of another class: ", name);
	return object;
}
#else
c10::IValue load_object(const char *class_name, const char *, size_t)
{
	TORCH_CHECK_NOT_IMPLEMENTED(false, "an object of the class ", class_name,
				    " needs libtorch 2.6 or later");
}
#endif

} // namespace

ct_error ct_archive_load_object(const char *function, const char *class_name, const void *pickle,
				size_t n, ct_value *result) noexcept
try {
	if (!torch::getCustomClass(class_name))
		return ct_error_new(CT_ERROR_NOT_IMPLEMENTED, function,
				    "the class %s is not registered in this process; load the "
				    "library that registers it with ct_load_library()",
				    class_name);

	ct_value value = ct_value_none();
	value.object = ct::new_object(
		load_object(class_name, static_cast<const char *>(pickle), n));
	value.kind = CT_VALUE_OBJECT;
	value.flags = CT_VALUE_OWNED;
	*result = value;
	return nullptr;
} catch (...) {
	return ct::caught(function);
}

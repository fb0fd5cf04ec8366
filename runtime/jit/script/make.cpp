/*
 * Making modules of TorchScript, and compiling methods.
 */
#include <cctype>

#include "jit/script/script.hpp"

namespace ct {

namespace {

/* libtorch takes any text for a name, but the code that it writes then does not compile. */
const char *identifier(const char *text, int position, const char *name)
{
	const char *at = needed(text, position, name);

	if (std::isdigit(static_cast<unsigned char>(*at)))
		at = "";
	for (bool first = true; first || *at; at++, first = false)
		if (!std::isalnum(static_cast<unsigned char>(*at)) && *at != '_')
			refuse("argument %d (%s): '%s' is not an identifier", position, name, text);
	return text;
}

/* The name of a new part. */
const char *new_name(const torch::jit::Module &module, const char *name)
{
	if (module.hasattr(identifier(name, 2, "name")) || module.find_method(name))
		check_callback(CT_RAISED(CT_ERROR_KEY, "attribute '%s' already exists", name));
	return name;
}

} // namespace

} // namespace ct

ct_error ct_jit_new(const char *name, ct_jit **result) noexcept
try {
	torch::jit::Module module(c10::QualifiedName("__torch__", ct::identifier(name, 1, "name")));

	module.register_attribute("training", c10::BoolType::get(), true);
	*ct::wanted(result, 2) = new ct_jit(module);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_add_parameter(ct_jit *self, const char *name, const ct_tensor *tensor) noexcept
try {
	torch::jit::Module &module = ct::module_of(self);

	module.register_parameter(ct::new_name(module, name), ct::tensor(tensor, 3, "tensor"),
				  false);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_add_buffer(ct_jit *self, const char *name, const ct_tensor *tensor) noexcept
try {
	torch::jit::Module &module = ct::module_of(self);

	module.register_buffer(ct::new_name(module, name), ct::tensor(tensor, 3, "tensor"));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_add_attribute(ct_jit *self, const char *name, ct_value value) noexcept
try {
	torch::jit::Module &module = ct::module_of(self);
	const c10::IValue attribute = ct::to_ivalue(value);

	module.register_attribute(ct::new_name(module, name), attribute.type(), attribute);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_add_child(ct_jit *self, const char *name, const ct_jit *child) noexcept
try {
	torch::jit::Module &module = ct::module_of(self);

	if (child == nullptr)
		ct::refuse_null(3, "child");
	module.register_module(ct::new_name(module, name), child->module);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_define(ct_jit *self, const char *source) noexcept
try {
	ct::c_locale numbers_have_points;

	ct::module_of(self).define(ct::needed(source, 2, "source"));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

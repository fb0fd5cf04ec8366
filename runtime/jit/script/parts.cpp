/*
 * What a module of TorchScript has: methods, parameters, attributes, other modules.
 */
#include "core/memory/expression.h"
#include "jit/script/script.hpp"

namespace ct {

namespace {

owned_value own_text(const std::string &text)
{
	return from_ivalue(c10::IValue(text));
}

/* A list of texts. */
class text_list {
	owned_value list{ ct_value_list_new() };

public:
	void add(const std::string &text)
	{
		owned_value item = own_text(text);

		check_callback(ct_value_list_put(&list, &item, nullptr));
	}

	ct_value release() noexcept { return list.release(); }
};

/* A dict by names. */
class named_values {
	owned_value dict{ ct_value_dict_new() };

public:
	void add(const std::string &name, const c10::IValue &value)
	{
		owned_value key = own_text(name), item = from_ivalue(value);

		check_callback(ct_value_dict_put(&dict, &key, &item, nullptr));
	}

	ct_value release() noexcept { return dict.release(); }
};

template <class List> ct_value dict_of_list(const List &list)
{
	named_values result;

	for (const auto &item : list)
		result.add(item.name, item.value);
	return result.release();
}

bool is_plain_attribute(const c10::ClassType &type, size_t slot)
{
	return !type.is_parameter(slot) && !type.is_buffer(slot) &&
	       !type.getAttribute(slot)->is_module();
}

/* The module in which the last name of a path is. */
torch::jit::Module owner_of(const torch::jit::Module &module, const std::string &path,
			    std::string &name)
{
	torch::jit::Module owner = module;
	size_t begin = 0, dot;

	while ((dot = path.find('.', begin)) != std::string::npos) {
		const std::string step = path.substr(begin, dot - begin);

		if (!owner.hasattr(step) || !owner.attr(step).isModule())
			check_callback(CT_RAISED(CT_ERROR_ATTRIBUTE,
						 "'%s' object has no module '%s' (of the path %s)",
						 class_of(owner).c_str(), step.c_str(),
						 path.c_str()));
		owner = owner.attr(step).toModule();
		begin = dot + 1;
	}
	name = path.substr(begin);
	if (!owner.hasattr(name))
		check_callback(CT_RAISED(CT_ERROR_ATTRIBUTE, "'%s' object has no attribute '%s'",
					 class_of(owner).c_str(), name.c_str()));
	return owner;
}

c10::IValue attribute_of(const ct_jit *self, const char *path)
{
	std::string name;
	const torch::jit::Module owner = owner_of(module_of(self), needed(path, 2, "path"), name);

	return owner.attr(name);
}

void set_attribute(const torch::jit::Module &module, const std::string &path, const ct_value &value)
{
	std::string name;
	torch::jit::Module owner = owner_of(module, path, name);
	const c10::ClassType &type = *owner.type();

	if (!type.hasAttribute(name)) {
		owner.setattr(name, to_ivalue(value)); /* libtorch's error for a constant */
		return;
	}
	const c10::Type &expected = *type.getAttribute(name);

	owner.setattr(name, to_jit(value, expected, expected, name.c_str()));
}

at::Device device_to(const ct_module_to_options &options)
{
	return device(options.device, 2, "options->device");
}

void move_to(torch::jit::Module &module, const ct_module_to_options &options)
{
	const bool has_dtype = options.dtype != CT_DTYPE_NONE,
		   has_device = options.device.type != CT_DEVICE_TYPE_NONE;

	if (options.memory_format != CT_MEMORY_FORMAT_NONE)
		refuse("argument 2 (options): TorchScript has no .memory_format");
	if (has_dtype && has_device)
		module.to(device_to(options), dtype(options.dtype, 2, "options->dtype"),
			  options.non_blocking);
	else if (has_dtype)
		module.to(dtype(options.dtype, 2, "options->dtype"), options.non_blocking);
	else if (has_device)
		module.to(device_to(options), options.non_blocking);
}

} // namespace

} // namespace ct

ct_error ct_jit_methods(const ct_jit *self, ct_value *result) noexcept
try {
	ct::text_list list;

	for (const torch::jit::Method &method : ct::module_of(self).get_methods())
		list.add(method.name());
	*ct::wanted(result, 2) = list.release();
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_parameters(const ct_jit *self, ct_value *result) noexcept
try {
	const torch::jit::Module &module = ct::module_of(self);

	*ct::wanted(result, 2) = ct::dict_of_list(module.named_parameters());
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_buffers(const ct_jit *self, ct_value *result) noexcept
try {
	const torch::jit::Module &module = ct::module_of(self);

	*ct::wanted(result, 2) = ct::dict_of_list(module.named_buffers());
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_attributes(const ct_jit *self, ct_value *result) noexcept
try {
	const torch::jit::Module &module = ct::module_of(self);
	const c10::ClassType &type = *module.type();
	ct::named_values values;

	for (size_t i = 0; i < type.numAttributes(); i++)
		if (ct::is_plain_attribute(type, i))
			values.add(type.getAttributeName(i), module._ivalue()->getSlot(i));
	*ct::wanted(result, 2) = values.release();
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_children(const ct_jit *self, ct_value *result) noexcept
try {
	ct::text_list list;

	for (const auto &child : ct::module_of(self).named_children())
		list.add(child.name);
	*ct::wanted(result, 2) = list.release();
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_get_child(const ct_jit *self, const char *path, ct_jit **result) noexcept
try {
	const c10::IValue child = ct::attribute_of(self, path);

	ct::wanted(result, 3);
	if (!child.isModule())
		ct::check_callback(CT_RAISED(CT_ERROR_TYPE, "%s is a %s, not a module", path,
					     child.type()->repr_str().c_str()));
	*result = new ct_jit(child.toModule());
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_get_attribute(const ct_jit *self, const char *path, ct_value *result) noexcept
try {
	ct::owned_value value = ct::from_ivalue(ct::attribute_of(self, path));

	*ct::wanted(result, 3) = value.release();
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_set_attribute(ct_jit *self, const char *path, ct_value value) noexcept
try {
	ct::set_attribute(ct::module_of(self), ct::needed(path, 2, "path"), value);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_train(ct_jit *self, bool mode) noexcept
try {
	ct::module_of(self).train(mode);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_eval(ct_jit *self) noexcept
try {
	ct::module_of(self).eval();
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

bool ct_jit_is_training(const ct_jit *self) noexcept
try {
	return self && ct::module_of(self).is_training();
} catch (...) {
	return false;
}

ct_error ct_jit_to(ct_jit *self, const ct_module_to_options *options) noexcept
try {
	if (options == nullptr)
		return ct_missing_argument(__func__, 2, "options");
	ct::move_to(ct::module_of(self), *options);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

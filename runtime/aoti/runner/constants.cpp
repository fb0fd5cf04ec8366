/*
 * The constants of compiled code: reading and replacing them.
 */
#include "aoti/runner/runner.hpp"

#include "core/base/name_of.h"
#include "core/memory/expression.h"
#include "operators/by_name/ivalue.hpp"
#include "operators/by_name/leaves.hpp"

#if CT_HAS_AOTI

namespace ct {

namespace {

using tensor_map = std::unordered_map<std::string, at::Tensor>;

/* By their names in the model; the code has other names. */
tensor_map present_constants(const ct_aoti &package)
{
	return package.runner->extract_constants_map(false);
}

ct_value copied_constants(ct_aoti &package)
{
	const std::lock_guard<std::mutex> lock(package.constants);
	owned_value dict(ct_value_dict_new());

	for (const auto &constant : present_constants(package)) {
		owned_value key = from_ivalue(c10::IValue(constant.first));
		owned_value item = own_tensor(constant.second.clone());

		check_callback(ct_value_dict_put(&dict, &key, &item, nullptr));
	}
	return dict.release();
}

void replace(tensor_map &constants, const std::string &name, const ct_value &value)
{
	const auto found = constants.find(name);

	if (found == constants.end())
		check_callback(
			CT_RAISED(CT_ERROR_KEY, "the package has no constant '%s'", name.c_str()));
	TORCH_CHECK_TYPE(value.kind == CT_VALUE_TENSOR, "constant '", name,
			 "': expected a tensor, got a ", ct_value_type_name(&value));
	const at::Tensor old = found->second, made = tensor_of(value.object);

	TORCH_CHECK_TYPE(made.scalar_type() == old.scalar_type(), "constant '", name,
			 "': expected the dtype ", old.scalar_type(), ", got ", made.scalar_type());
	TORCH_CHECK_VALUE(made.sizes() == old.sizes(), "constant '", name, "': expected the shape ",
			  old.sizes(), ", got ", made.sizes());
	TORCH_CHECK_TYPE(made.device().type() == old.device().type(), "constant '", name,
			 "': expected it on ", old.device(), ", got it on ", made.device());
	/* The code copies bytes. */
	found->second =
		at::empty_strided(old.sizes(), old.strides(), old.options()).copy_(made.detach());
}

/* Fills the buffer that is not in use, and exchanges the two. Folding here, and not at the next run,
 * keeps the exchange safe for threads; code that has nothing to fold warns of it on stderr. */
void use_constants(ct_aoti &package, const tensor_map &constants)
{
	tensor_map by_code;

	for (const auto &name : package.runner->getConstantNamesToOriginalFQNs()) {
		const auto found = constants.find(name.second);

		if (found != constants.end())
			by_code.emplace(name.first, found->second);
	}
	package.runner->update_constant_buffer(by_code, true, false);
	package.runner->run_const_fold(true);
	package.runner->swap_constant_buffer();
}

void set_constants(ct_aoti &package, const ct_value &given)
{
	const std::lock_guard<std::mutex> lock(package.constants);
	tensor_map constants = present_constants(package);

	for (int64_t i = 0; i < ct_value_count(&given); i++) {
		ct_value key, item;
		const char *name;

		check_callback(ct_value_dict_item(&given, i, &key, &item));
		check_callback(ct_value_as_string(&key, &name, nullptr));
		replace(constants, name, item);
	}
	use_constants(package, constants);
}

} // namespace

} // namespace ct

ct_error ct_aoti_constants(const ct_aoti *self, ct_value *result) noexcept
try {
	ct_aoti &package = ct::package_of(self);

	if (result == nullptr)
		return ct_missing_argument(__func__, 2, "result");
	*result = ct::copied_constants(package);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_aoti_set_constants(ct_aoti *self, const ct_value *constants) noexcept
try {
	ct_aoti &package = ct::package_of(self);

	if (constants == nullptr)
		return ct_missing_argument(__func__, 2, "constants");
	if (constants->kind != CT_VALUE_DICT)
		ct::refuse("argument 2 (constants): expected a dict, got a %s",
			   ct_value_type_name(constants));
	ct::set_constants(package, *constants);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

#else

ct_error ct_aoti_constants(const ct_aoti *, ct_value *) noexcept
try {
	ct::refuse_aoti();
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_aoti_set_constants(ct_aoti *, const ct_value *) noexcept
try {
	ct::refuse_aoti();
} catch (...) {
	return ct::caught(__func__);
}

#endif

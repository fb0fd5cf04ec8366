/*
 * Calling methods of TorchScript.
 */
#include "core/bridge/lists.hpp"
#include "core/bridge/recorded.hpp"
#include "jit/script/script.hpp"

namespace ct {

torch::jit::Method jit_method_of(const ct_jit *self, const char *method)
{
	const torch::jit::Module &module = module_of(self);
	auto found = module.find_method(needed(method, 2, "method"));

	if (!found)
		check_callback(CT_RAISED(CT_ERROR_ATTRIBUTE, "'%s' object has no method '%s'",
					 class_of(module).c_str(), method));
	return *found;
}

c10::IValue to_jit(const ct_value &value, const c10::Type &type, const c10::Type &real,
		   const char *name)
{
	c10::IValue result;

	if (to_ivalue(value, { type, real, 0, false, 1, name }, result))
		return result;
	return to_ivalue(value);
}

namespace {

c10::IValue to_argument(const ct_value &value, const c10::FunctionSchema &schema, size_t position)
{
	if (position >= schema.arguments().size())
		return to_ivalue(value);
	const c10::Argument &argument = schema.arguments()[position];

	return to_jit(value, *argument.type(), *argument.real_type(), argument.name().c_str());
}

owned_value call_method(const ct_jit *self, const char *method, const jit_arguments &given)
{
	const torch::jit::Method found = jit_method_of(self, method);

	check_not_recorded(CT_RUNS_COMPILED_CODE);
	check_jit_arguments(given);
	const c10::FunctionSchema &schema = found.function().getSchema();

	/* The first argument is the module. */
	return from_ivalue(found(jit_positional(given, schema, 1), jit_named(given, schema)));
}

} // namespace

void check_jit_arguments(const jit_arguments &given)
{
	check_length(given.args, given.args_len, 3, "args");
	check_length(given.names, given.named_len, 5, "names");
	check_length(given.named, given.named_len, 6, "named");
	for (int64_t i = 0; i < given.named_len; i++)
		if (given.names[i] == nullptr)
			refuse("argument 5 (names): element %lld must not be NULL",
			       static_cast<long long>(i));
}

std::vector<c10::IValue> jit_positional(const jit_arguments &given,
					const c10::FunctionSchema &schema, size_t first)
{
	std::vector<c10::IValue> result;

	for (int64_t i = 0; i < given.args_len; i++)
		result.push_back(
			to_argument(given.args[i], schema, first + static_cast<size_t>(i)));
	return result;
}

torch::jit::Kwargs jit_named(const jit_arguments &given, const c10::FunctionSchema &schema)
{
	torch::jit::Kwargs result;

	for (int64_t i = 0; i < given.named_len; i++) {
		const auto position = schema.argumentIndexWithName(given.names[i]);

		result[given.names[i]] = to_argument(given.named[i], schema,
						     position ? static_cast<size_t>(*position)
							      : schema.arguments().size());
	}
	return result;
}

} // namespace ct

ct_error ct_jit_call(const ct_jit *self, const char *method, const ct_value *args, int64_t args_len,
		     const char *const *names, const ct_value *named, int64_t named_len,
		     ct_value *result) noexcept
try {
	ct::owned_value value = ct::call_method(self, method,
						{ args, args_len, names, named, named_len });

	if (result)
		*result = value.release();
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_warm_up(const ct_jit *self, const char *method, const ct_value *args,
			int64_t args_len) noexcept
try {
	for (int i = 0; i < 2; i++)
		ct::call_method(self, method, { args, args_len, nullptr, nullptr, 0 });
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_forward(const ct_jit *self, const ct_tensor *x, ct_tensor **result) noexcept
try {
	const torch::jit::Method forward = ct::jit_method_of(self, "forward");
	const at::Tensor input = ct::tensor(x, 2, "x");

	ct::check_not_recorded(CT_RUNS_COMPILED_CODE);
	const c10::IValue output = forward({ input });

	ct::wanted(result, 3);
	TORCH_CHECK_TYPE(output.isTensor(), "forward() returns a value of the type ",
			 output.type()->repr_str(), ", not a tensor; call it with ct_jit_call()");
	ct::give(CT_HERE, at::Tensor(output.toTensor()), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

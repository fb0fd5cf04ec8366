/*
 * C kernels as libtorch calls them: converts arguments from its stack to lent values, and results
 * back.
 */
#include "operators/library/kernel.hpp"

namespace ct {

void lent_values::add(const c10::IValue &value, const c10::Argument &argument)
{
	if (value.isTensor()) {
		views.push_back(ct_value_tensor(lend(value.toTensor())));
	} else {
		owned.push_back(from_ivalue(value, argument.real_type().get()));
		views.push_back(ct_value_borrow(&owned.back()));
	}
}

c10::IValue to_result(const c10::FunctionSchema &schema, const c10::Argument &argument,
		      const ct_value &value, const char *what, size_t index)
{
	const declared_type type = { *argument.type(),
				     *argument.real_type(),
				     argument.N() ? *argument.N() : 0,
				     false,
				     static_cast<int>(index) + 1,
				     what };
	c10::IValue result;

	try {
		if (to_ivalue(value, type, result))
			return result;
	} catch (const argument_error &error) {
		/* It may pass through other C++ code, which knows libtorch's errors. */
		TORCH_CHECK(false, schema.name(), "(): ", what, " ", index,
			    " of its function in C: ", error.text);
	}
	TORCH_CHECK(false, schema.name(), "() Expected a value of type '",
		    argument.type()->repr_str(), "' for ", what, " ", index,
		    " but its function in C returned type '", ct_value_type_name(&value),
		    "'. Declaration: ", schema);
}

namespace {

using stack = std::vector<c10::IValue>;

class c_kernel final : public c10::OperatorKernel {
	ct_kernel kernel;
	std::string key;
	callback_context context;
	running_calls &running;

public:
	c_kernel(ct_kernel function, const char *of, const callback_context &with,
		 running_calls &among)
	    : kernel(function), key(of), context(with), running(among)
	{
	}

	void operator()(const c10::OperatorHandle &op, c10::DispatchKeySet, stack *on)
	{
		running_call now(running);
		stack results = call(op.schema(), *on);

		on->erase(arguments_on(*on, op.schema()), on->end());
		for (c10::IValue &result : results)
			on->push_back(std::move(result));
	}

private:
	stack call(const c10::FunctionSchema &schema, stack &on) const
	{
		callback_scope scope;
		lent_values args(schema.arguments().size());
		filled_values filled(schema.returns().size());
		auto value = arguments_on(on, schema);
		stack results;

		for (const c10::Argument &argument : schema.arguments())
			args.add(*value++, argument);
		check_callback(kernel(args.data(), args.size(), context.get(), filled.data(),
				      filled.size()),
			       [&] { return name(schema); });
		for (size_t i = 0; i < schema.returns().size(); i++)
			results.push_back(
				to_result(schema, schema.returns()[i], filled[i], "result", i));
		return results;
	}

	std::string name(const c10::FunctionSchema &schema) const
	{
		return "the kernel of " + c10::toString(schema.operator_name()) + " (" + key + ")";
	}
};

} // namespace

torch::CppFunction make_kernel(ct_kernel kernel, const char *key, const callback_context &context,
			       running_calls &running)
{
	return torch::CppFunction::makeFromBoxedFunctor(
		std::make_unique<c_kernel>(kernel, key, context, running));
}

} // namespace ct

/*
 * Operators as somebody else would write them, in C++ and without libctorch: one with a kernel for
 * the CPU and a derivative for its gradient, one that calls an operator by its name in turn, and
 * one that takes anything.
 */
#include <ATen/ATen.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/library.h>

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

at::Tensor cube_cpu(const at::Tensor &self)
{
	return self * self * self;
}

at::Tensor cube_below(const at::Tensor &self)
{
	static auto op = c10::Dispatcher::singleton()
				 .findSchemaOrThrow("test_cpp::cube", "")
				 .typed<at::Tensor(const at::Tensor &)>();
	at::AutoDispatchBelowADInplaceOrView guard;

	return op.call(self);
}

struct cube_function : public torch::autograd::Function<cube_function> {
	static Variable forward(AutogradContext *context, const Variable &self)
	{
		context->save_for_backward({ self });
		return cube_below(self);
	}

	static variable_list backward(AutogradContext *context, const variable_list &grads)
	{
		const Variable self = context->get_saved_variables()[0];

		return { 3 * self * self * grads[0] };
	}
};

at::Tensor cube_autograd(const at::Tensor &self)
{
	return cube_function::apply(self);
}

/* Operators of others, also those in C, are called through the dispatcher. */
at::Tensor call_scale(const at::Tensor &self)
{
	auto op = c10::Dispatcher::singleton()
			  .findSchemaOrThrow("test_c::scale", "")
			  .typed<at::Tensor(const at::Tensor &, double)>();

	return op.call(self, 10);
}

/* The type that libtorch gives to an argument of type Any: "float[]". */
void type_of(const c10::OperatorHandle &, torch::jit::Stack *stack)
{
	std::string type = stack->back().type()->str();

	stack->back() = std::move(type);
}

double give_factor(double factor)
{
	return factor;
}

/* Lists around a number, `levels` of them. */
void nest(const c10::OperatorHandle &, torch::jit::Stack *stack)
{
	const int64_t levels = stack->back().toInt();
	c10::IValue nested = 1;

	for (int64_t i = 0; i < levels; i++) {
		c10::impl::GenericList list(c10::AnyType::get());

		list.push_back(nested);
		nested = list;
	}
	stack->back() = nested;
}

TORCH_LIBRARY(test_cpp, library)
{
	library.def("nest(int levels) -> Any");
	library.impl("nest", torch::CppFunction::makeFromBoxedFunction<&nest>());

	library.def("type_of(Any x) -> str");
	library.impl("type_of", torch::CppFunction::makeFromBoxedFunction<&type_of>());
	library.def("cube(Tensor self) -> Tensor");
	library.def("call_scale(Tensor self) -> Tensor", &call_scale);
	library.def("factor(float factor=0.25) -> float", &give_factor);
}

TORCH_LIBRARY_IMPL(test_cpp, CPU, library)
{
	library.impl("cube", &cube_cpu);
}

TORCH_LIBRARY_IMPL(test_cpp, Autograd, library)
{
	library.impl("cube", &cube_autograd);
}

} // namespace

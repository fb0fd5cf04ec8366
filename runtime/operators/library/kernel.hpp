/*
 * C kernels as libtorch calls them.
 */
#pragma once

#include <atomic>

#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/library.h>

#include <ctorch/operators/library.h>

#include "operators/by_name/ivalue.hpp"

namespace ct {

/* Values that are lent to a callback in a callback_scope, which owns their tensors. The callback's
 * views own nothing, so it may return them as results, which are freed. */
class lent_values {
	std::vector<owned_value> owned;
	std::vector<ct_value> views;

public:
	explicit lent_values(size_t n)
	{
		owned.reserve(n);
		views.reserve(n);
	}

	void add(const c10::IValue &value, const c10::Argument &argument);

	const ct_value *data() const noexcept { return views.data(); }
	int64_t size() const noexcept { return static_cast<int64_t>(views.size()); }
};

/* Values for a callback to fill in, freed at the end. */
class filled_values {
	std::vector<ct_value> values;

public:
	explicit filled_values(size_t n) : values(n, ct_value_none()) {}
	filled_values(const filled_values &) = delete;
	filled_values &operator=(const filled_values &) = delete;
	~filled_values() { ct_values_free(values.data(), size()); }

	ct_value *data() noexcept { return values.data(); }
	int64_t size() const noexcept { return static_cast<int64_t>(values.size()); }
	const ct_value &operator[](size_t i) const { return values[i]; }
};

/* The place of the arguments on libtorch's stack. */
inline std::vector<c10::IValue>::iterator arguments_on(std::vector<c10::IValue> &stack,
						       const c10::FunctionSchema &schema)
{
	return stack.end() - static_cast<std::ptrdiff_t>(schema.arguments().size());
}

/* Converts a callback's value for a result of the schema; throws an error that names it. `what` is
 * "result". */
c10::IValue to_result(const c10::FunctionSchema &schema, const c10::Argument &argument,
		      const ct_value &value, const char *what, size_t index);

/* The number of C kernels of a namespace that are running. It is for a namespace, not a library,
 * since one library may have the schema and another the kernel. */
using running_calls = std::atomic<int64_t>;

/* Never destroyed. */
running_calls &running_in(const std::string &name_space);

/* One of them. */
class running_call {
	running_calls &calls;

public:
	explicit running_call(running_calls &among) noexcept : calls(among) { calls.fetch_add(1); }
	running_call(const running_call &) = delete;
	running_call &operator=(const running_call &) = delete;
	~running_call() { calls.fetch_sub(1); }
};

/* `key` is the dispatch key, for errors. */
torch::CppFunction make_kernel(ct_kernel kernel, const char *key, const callback_context &context,
			       running_calls &running);

/* The kernel for the key Autograd. */
torch::CppFunction make_derivative(ct_operator_setup_function setup,
				   ct_operator_backward_function backward,
				   const callback_context &context, running_calls &running);

} // namespace ct

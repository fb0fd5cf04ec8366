/*
 * A fallback for the dispatch key that libtorch has for tests. A thread that includes the key goes
 * through the fallback with every operator.
 */
#include <ATen/core/dispatch/Dispatcher.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <torch/library.h>

#include "failing_operators.h"

namespace {

constexpr auto key = c10::DispatchKey::TESTING_ONLY_GenericMode;
thread_local int left = -1;

void fail_or_call(const c10::OperatorHandle &op, c10::DispatchKeySet keys, torch::jit::Stack *stack)
{
	const bool fails = left == 0;

	if (left >= 0)
		left--;
	TORCH_CHECK(!fails, "the operator fails");
	op.redispatchBoxed(keys & c10::DispatchKeySet(c10::DispatchKeySet::FULL_AFTER, key), stack);
}

} // namespace

TORCH_LIBRARY_IMPL(_, TESTING_ONLY_GenericMode, library)
{
	library.fallback(torch::CppFunction::makeFromBoxedFunction<&fail_or_call>());
}

void fail_operator(int n)
{
	left = n;
	c10::impl::tls_set_dispatch_key_included(key, true);
}

bool stop_failing(void)
{
	c10::impl::tls_set_dispatch_key_included(key, false);
	return left < 0;
}

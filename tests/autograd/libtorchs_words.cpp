/*
 * Errors as libtorch's C++ words them, where Python, with its own type names, words them
 * differently. The functions do the same as those in expected_errors.c.
 */
#include <stdexcept>
#include <string>

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>

#include "libtorchs_words.h"

namespace {

at::Tensor leaf_123()
{
	return at::arange(1., 4., at::kFloat).requires_grad_();
}

void backward(const at::Tensor &result)
{
	torch::autograd::backward({ result });
}

void saved_result_is_written_to()
{
	at::Tensor y = leaf_123().exp();

	y.add_(1);
	backward(y.sum());
}

void second_hook_changes_the_dtype()
{
	at::Tensor x = leaf_123();

	x.register_hook([](const at::Tensor &) {});
	x.register_hook([](const at::Tensor &grad) { return grad.to(at::kDouble); });
	backward(x.sum());
}

const struct {
	const char *name;
	void (*provoke)();
} errors[] = {
	{ "saved_result_is_written_to", saved_result_is_written_to },
	{ "second_hook_changes_the_dtype", second_hook_changes_the_dtype },
};

} // namespace

const char *libtorchs_words(const char *name)
{
	static std::string words;

	for (const auto &error : errors) {
		if (error.name != std::string(name))
			continue;
		words = "no error";
		try {
			error.provoke();
		} catch (const c10::Error &thrown) {
			words = std::string("RuntimeError: ") + thrown.what_without_backtrace();
		} catch (const std::runtime_error &thrown) { /* some, before 2.1 */
			words = std::string("RuntimeError: ") + thrown.what();
		}
		return words.c_str();
	}
	return nullptr;
}

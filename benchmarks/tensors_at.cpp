// tensors_at.cpp: the C++ side of tensors.c.
#include "../runtime/core/base/compat.hpp"
#include "at.hpp"
#include "tensors.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include <ATen/ATen.h>
#include <ATen/DLConvertor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/csrc/autograd/custom_function.h>

namespace {

using at::indexing::Slice;
using torch::autograd::variable_list;

at::Tensor one, cube, matrix, leaf;
const struct inputs *in;

struct exponential : torch::autograd::Function<exponential> {
	static at::Tensor forward(torch::autograd::AutogradContext *context, const at::Tensor &x)
	{
		at::Tensor result = at::exp(x);
		context->save_for_backward({ result });
		return result;
	}

	static variable_list backward(torch::autograd::AutogradContext *context,
				      variable_list grads)
	{
		return { at::mul(grads[0], context->get_saved_variables()[0]) };
	}
};

// All numbers of the file; a program would say what went wrong.
void read_numbers(void *numbers)
{
	std::FILE *file = std::fopen(in->path, "rb");

	if (!file || std::fseek(file, -FILE_LEN * static_cast<long>(sizeof(float)), SEEK_END) ||
	    std::fread(numbers, sizeof(float), FILE_LEN, file) != FILE_LEN)
		std::abort();
	std::fclose(file);
}

} // namespace

void at_set_inputs(const struct inputs *inputs)
{
	in = inputs;
	one = reference(inputs->one);
	cube = reference(inputs->cube);
	matrix = reference(inputs->matrix);
	leaf = reference(inputs->leaf);
	for (int i = 0; i < HOOKS; i++)
		reference(inputs->hooked[1]).register_hook([](const at::Tensor &grad) {
			use(&grad);
		});
}

void at_release_inputs(void)
{
	one = cube = matrix = leaf = at::Tensor();
}

ct_error at_select(int64_t n)
{
	while (n-- > 0) {
		at::Tensor result = cube.select(0, 3);
		use(&result);
	}
	return nullptr;
}

ct_error at_index_place(int64_t n)
{
	while (n-- > 0) {
		at::Tensor result = cube.index({ 3 });
		use(&result);
	}
	return nullptr;
}

ct_error at_index_parts(int64_t n)
{
	while (n-- > 0) {
		at::Tensor result = cube.index({ Slice(1, 3), "...", at::indexing::None });
		use(&result);
	}
	return nullptr;
}

ct_error at_item(int64_t n)
{
	double sum = 0;

	while (n-- > 0)
		sum += matrix[3][4].item<double>();
	use(&sum);
	return nullptr;
}

ct_error at_accessor(int64_t n)
{
	while (n-- > 0) {
		auto x = matrix.accessor<float, 2>();
		double sum = 0;

		for (int64_t i = 0; i < x.size(0); i++)
			for (int64_t j = 0; j < x.size(1); j++)
				sum += static_cast<double>(x[i][j]);
		use(&sum);
	}
	return nullptr;
}

ct_error at_from_blob(int64_t n)
{
	while (n-- > 0) {
		at::Tensor result = at::from_blob(const_cast<float *>(in->data), { DATA_LEN },
						  at::kFloat)
					    .clone();
		use(&result);
	}
	return nullptr;
}

ct_error at_call_boxed(int64_t n)
{
	static const c10::OperatorHandle add = c10::Dispatcher::singleton().findSchemaOrThrow(
		"aten::add", "Tensor");

	while (n-- > 0) {
		torch::jit::Stack stack{ one, one, 1 };

		add.callBoxed(stack);
		use(&stack);
	}
	return nullptr;
}

ct_error at_function(int64_t n)
{
	while (n-- > 0)
		exponential::apply(leaf).backward();
	return nullptr;
}

ct_error at_to_dlpack(int64_t n)
{
	while (n-- > 0) {
		DLManagedTensor *managed = at::toDLPack(cube);
		managed->deleter(managed);
	}
	return nullptr;
}

ct_error at_through_dlpack(int64_t n)
{
	while (n-- > 0) {
		at::Tensor result = at::fromDLPack(at::toDLPack(cube));
		use(&result);
	}
	return nullptr;
}

ct_error at_read_and_clone(int64_t n)
{
	while (n-- > 0) {
		std::unique_ptr<float[]> numbers(new float[FILE_LEN]);

		read_numbers(numbers.get());
		at::Tensor result = at::from_blob(numbers.get(), { FILE_LEN }, at::kFloat).clone();
		use(&result);
	}
	return nullptr;
}

ct_error at_read_in_place(int64_t n)
{
	while (n-- > 0) {
		at::Tensor result = at::empty({ FILE_LEN }, at::kFloat);

		read_numbers(ct::write_data(result));
	}
	return nullptr;
}

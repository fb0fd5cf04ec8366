// optim_nn.cpp: the optimizers of optim.h by torch::optim.
#include <memory>
#include <string>
#include <vector>

#include <torch/optim.h>

#include "optim.h"

namespace {

struct owner {
	std::vector<torch::Tensor> parameters;
	std::unique_ptr<torch::optim::Optimizer> optimizer;
};

void draw(owner &made, bool is_big)
{
	const int n = is_big ? BIG_TENSORS : TINY_TENSORS;

	torch::manual_seed(1);
	for (int i = 0; i < n; i++) {
		auto parameter = torch::randn({ is_big ? BIG_ELEMENTS : TINY_ELEMENTS });
		parameter.set_requires_grad(true);
		parameter.mutable_grad() = torch::randn_like(parameter);
		made.parameters.push_back(parameter);
	}
}

} // namespace

void *cpp_optimizer(const char *name, bool is_big)
{
	const std::string wanted = name;
	auto made = std::make_unique<owner>();

	draw(*made, is_big);
	if (wanted == "SGD")
		made->optimizer = std::make_unique<torch::optim::SGD>(
			made->parameters, torch::optim::SGDOptions(1e-3).momentum(0.9));
	else if (wanted == "Adam")
		made->optimizer = std::make_unique<torch::optim::Adam>(
			made->parameters, torch::optim::AdamOptions(1e-3));
	else if (wanted == "AdamW")
		made->optimizer = std::make_unique<torch::optim::AdamW>(
			made->parameters, torch::optim::AdamWOptions(1e-3));
	else
		return nullptr;
	return made.release();
}

void cpp_optimizer_step(void *optimizer)
{
	static_cast<owner *>(optimizer)->optimizer->step();
}

double cpp_sum(void *optimizer)
{
	double sum = 0;

	for (const auto &parameter : static_cast<owner *>(optimizer)->parameters)
		sum += parameter.detach().abs().sum().item<double>();
	return sum;
}

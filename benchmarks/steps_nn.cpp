// steps_nn.cpp: the training steps of steps.c by torch::nn.
//
//     bench_steps_nn mlp|cnn|gpt STEPS
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>

#include <torch/nn.h>
#include <torch/optim.h>

#include "steps.h"

namespace {

namespace nn = torch::nn;
namespace F = torch::nn::functional;

struct block_impl : nn::Module {
	nn::LayerNorm norm1{ nn::LayerNormOptions({ GPT_FEATURES }) };
	nn::Linear all{ GPT_FEATURES, 3 * GPT_FEATURES }, project{ GPT_FEATURES, GPT_FEATURES };
	nn::LayerNorm norm2{ nn::LayerNormOptions({ GPT_FEATURES }) };
	nn::Linear up{ GPT_FEATURES, 4 * GPT_FEATURES }, down{ 4 * GPT_FEATURES, GPT_FEATURES };

	block_impl()
	{
		register_module("norm1", norm1);
		register_module("all", all);
		register_module("project", project);
		register_module("norm2", norm2);
		register_module("up", up);
		register_module("down", down);
	}

	static at::Tensor split_heads(const at::Tensor &x)
	{
		return x.view({ GPT_BATCH, GPT_LENGTH, GPT_HEADS, GPT_FEATURES / GPT_HEADS })
			.transpose(1, 2);
	}

	at::Tensor attend(const at::Tensor &x)
	{
		auto parts = all(x).split(GPT_FEATURES, 2);
		auto mixed = at::scaled_dot_product_attention(split_heads(parts[0]),
							      split_heads(parts[1]),
							      split_heads(parts[2]), {}, 0, true);

		return project(
			mixed.transpose(1, 2).reshape({ GPT_BATCH, GPT_LENGTH, GPT_FEATURES }));
	}

	at::Tensor forward(at::Tensor x)
	{
		x = x + attend(norm1(x));
		return x + down(F::gelu(up(norm2(x))));
	}
};

struct gpt_impl : nn::Module {
	nn::Embedding tokens{ GPT_TOKENS, GPT_FEATURES }, places{ GPT_LENGTH, GPT_FEATURES };
	std::vector<std::shared_ptr<block_impl>> blocks;
	nn::LayerNorm norm{ nn::LayerNormOptions({ GPT_FEATURES }) };
	nn::Linear head{ nn::LinearOptions(GPT_FEATURES, GPT_TOKENS).bias(false) };
	at::Tensor positions = at::arange(GPT_LENGTH);

	gpt_impl()
	{
		register_module("tokens", tokens);
		register_module("places", places);
		for (int i = 0; i < GPT_LAYERS; i++)
			blocks.push_back(register_module("block" + std::to_string(i),
							 std::make_shared<block_impl>()));
		register_module("norm", norm);
		register_module("head", head);
		nn::init::normal_(tokens->weight, 0, 0.02);
		nn::init::normal_(places->weight, 0, 0.02);
	}

	at::Tensor forward(const at::Tensor &ids)
	{
		at::Tensor x = tokens(ids) + places(positions);

		for (auto &block : blocks)
			x = block->forward(x);
		return head(norm(x)).view({ GPT_BATCH * GPT_LENGTH, GPT_TOKENS });
	}
};

struct training {
	std::function<at::Tensor(const at::Tensor &)> forward;
	std::unique_ptr<torch::optim::Optimizer> optimizer;
	at::Tensor x, labels;
};

bool step(void *context, double *loss_value)
{
	auto &self = *static_cast<training *>(context);

	self.optimizer->zero_grad();
	at::Tensor loss = F::cross_entropy(self.forward(self.x), self.labels);
	loss.backward();
	self.optimizer->step();
	*loss_value = loss.item<double>();
	return true;
}

void make_mlp(training &self)
{
	nn::Sequential net(nn::Linear(MLP_INPUTS, MLP_HIDDEN), nn::ReLU(),
			   nn::Linear(MLP_HIDDEN, MLP_HIDDEN), nn::ReLU(),
			   nn::Linear(MLP_HIDDEN, CLASSES));

	self.optimizer = std::make_unique<torch::optim::SGD>(net->parameters(), RATE);
	self.forward = [net](const at::Tensor &x) mutable { return net->forward(x); };
	self.x = at::randn({ MLP_BATCH, MLP_INPUTS });
	self.labels = at::randint(CLASSES, { MLP_BATCH }, at::kLong);
}

void make_cnn(training &self)
{
	nn::Sequential net(nn::Conv2d(nn::Conv2dOptions(1, CNN_FIRST, 3).padding(1)), nn::ReLU(),
			   nn::MaxPool2d(2),
			   nn::Conv2d(nn::Conv2dOptions(CNN_FIRST, CNN_SECOND, 3).padding(1)),
			   nn::ReLU(), nn::MaxPool2d(2), nn::Flatten(),
			   nn::Linear(CNN_FLAT, CLASSES));

	self.optimizer = std::make_unique<torch::optim::SGD>(net->parameters(), RATE);
	self.forward = [net](const at::Tensor &x) mutable { return net->forward(x); };
	self.x = at::randn({ CNN_BATCH, 1, CNN_SIDE, CNN_SIDE });
	self.labels = at::randint(CLASSES, { CNN_BATCH }, at::kLong);
}

void make_gpt(training &self)
{
	auto net = std::make_shared<gpt_impl>();

	self.optimizer = std::make_unique<torch::optim::Adam>(net->parameters(), RATE);
	self.forward = [net](const at::Tensor &x) { return net->forward(x); };
	self.x = at::randint(GPT_TOKENS, { GPT_BATCH, GPT_LENGTH }, at::kLong);
	self.labels = at::randint(GPT_TOKENS, { GPT_BATCH * GPT_LENGTH }, at::kLong);
}

} // namespace

int main(int argc, char **argv)
{
	const std::string name = argc > 2 ? argv[1] : "";
	training self;

	if (name == "mlp") {
		make_mlp(self);
	} else if (name == "cnn") {
		make_cnn(self);
	} else if (name == "gpt") {
		make_gpt(self);
	} else {
		std::fputs("usage: bench_steps_nn mlp|cnn|gpt STEPS\n", stderr);
		return 2;
	}
	return time_steps(step, &self, std::atoi(argv[2]));
}

// modules_nn.cpp: the networks of modules.h by torch::nn.
#include <memory>
#include <string>

#include <torch/nn.h>
#include <torch/optim.h>

#include "modules.h"

namespace {

namespace nn = torch::nn;
namespace F = torch::nn::functional;

// The items one by one: C++ does not say in which order arguments are made, and random numbers with
// them.
nn::Sequential mlp()
{
	nn::Sequential net;

	net->push_back(nn::Linear(MLP_INPUTS, MLP_HIDDEN));
	net->push_back(nn::ReLU());
	net->push_back(nn::Linear(MLP_HIDDEN, MLP_HIDDEN));
	net->push_back(nn::ReLU());
	net->push_back(nn::Linear(MLP_HIDDEN, CLASSES));
	return net;
}

nn::Sequential lenet()
{
	nn::Sequential net;

	net->push_back(nn::Conv2d(nn::Conv2dOptions(1, 6, 5).padding(2)));
	net->push_back(nn::ReLU());
	net->push_back(nn::MaxPool2d(2));
	net->push_back(nn::Conv2d(6, 16, 5));
	net->push_back(nn::ReLU());
	net->push_back(nn::MaxPool2d(2));
	net->push_back(nn::Flatten());
	net->push_back(nn::Linear(16 * 5 * 5, 120));
	net->push_back(nn::ReLU());
	net->push_back(nn::Linear(120, 84));
	net->push_back(nn::ReLU());
	net->push_back(nn::Linear(84, CLASSES));
	return net;
}

nn::Conv2d convolution(int64_t inputs, int64_t outputs, int64_t kernel, int64_t stride)
{
	return nn::Conv2d(nn::Conv2dOptions(inputs, outputs, kernel)
				  .stride(stride)
				  .padding(kernel / 2)
				  .bias(false));
}

struct block_impl : nn::Module {
	nn::Conv2d conv1;
	nn::BatchNorm2d bn1;
	nn::Conv2d conv2;
	nn::BatchNorm2d bn2;
	nn::Sequential downsample{ nullptr };

	block_impl(int64_t inputs, int64_t outputs, int64_t stride)
	    : conv1(convolution(inputs, outputs, 3, stride)), bn1(outputs),
	      conv2(convolution(outputs, outputs, 3, 1)), bn2(outputs)
	{
		register_module("conv1", conv1);
		register_module("bn1", bn1);
		register_module("conv2", conv2);
		register_module("bn2", bn2);
		if (stride == 1)
			return;
		downsample = nn::Sequential();
		downsample->push_back(convolution(inputs, outputs, 1, stride));
		downsample->push_back(nn::BatchNorm2d(outputs));
		register_module("downsample", downsample);
	}

	at::Tensor forward(const at::Tensor &x)
	{
		at::Tensor y = bn1(conv1(x)).relu_();

		y = bn2(conv2(y));
		y += downsample ? downsample->forward(x) : x;
		return y.relu_();
	}
};

nn::Sequential resnet()
{
	nn::Sequential net;

	net->push_back(convolution(3, 64, 7, 2));
	net->push_back(nn::BatchNorm2d(64));
	net->push_back(nn::ReLU(nn::ReLUOptions(true)));
	net->push_back(nn::MaxPool2d(nn::MaxPool2dOptions(3).stride(2).padding(1)));
	for (int64_t inputs = 64, outputs = 64; outputs <= 512; inputs = outputs, outputs *= 2) {
		net->push_back(
			std::make_shared<block_impl>(inputs, outputs, inputs == outputs ? 1 : 2));
		net->push_back(std::make_shared<block_impl>(outputs, outputs, 1));
	}
	net->push_back(nn::AdaptiveAvgPool2d(1));
	net->push_back(nn::Flatten());
	net->push_back(nn::Linear(512, CLASSES));
	return net;
}

struct tagger_impl : nn::Module {
	nn::Embedding embedding{ TAGGER_WORDS, TAGGER_FEATURES };
	nn::LSTM lstm{ nn::LSTMOptions(TAGGER_FEATURES, TAGGER_FEATURES)
			       .batch_first(true)
			       .bidirectional(true) };
	nn::Linear tag{ 2 * TAGGER_FEATURES, CLASSES };

	tagger_impl()
	{
		register_module("embedding", embedding);
		register_module("lstm", lstm);
		register_module("tag", tag);
	}

	at::Tensor forward(const at::Tensor &x)
	{
		return tag(std::get<0>(lstm(embedding(x)))).flatten(0, 1);
	}
};

nn::TransformerEncoderLayer encoder_layer()
{
	return nn::TransformerEncoderLayer(
		nn::TransformerEncoderLayerOptions(ENCODER_FEATURES, ENCODER_HEADS)
			.dim_feedforward(4 * ENCODER_FEATURES));
}

// The same layer, called with the operators of Python's torch.nn, which computes attention by
// scaled_dot_product_attention(): torch::nn still multiplies matrices.
struct python_layer_impl : nn::Module {
	nn::TransformerEncoderLayer layer = encoder_layer();

	python_layer_impl() { register_module("layer", layer); }

	static at::Tensor split_heads(const at::Tensor &x)
	{
		return x.view({ ENCODER_LENGTH, ENCODER_BATCH * ENCODER_HEADS,
				ENCODER_FEATURES / ENCODER_HEADS })
			.transpose(0, 1)
			.view({ ENCODER_BATCH, ENCODER_HEADS, ENCODER_LENGTH,
				ENCODER_FEATURES / ENCODER_HEADS });
	}

	at::Tensor attend(const at::Tensor &x)
	{
		auto &own = *layer->self_attn;
		auto all = F::linear(x, own.in_proj_weight, own.in_proj_bias)
				   .unflatten(-1, { 3, ENCODER_FEATURES })
				   .unsqueeze(0)
				   .transpose(0, -2)
				   .squeeze(-2)
				   .contiguous();
		auto mixed = at::scaled_dot_product_attention(
			split_heads(all[0]), split_heads(all[1]), split_heads(all[2]), {},
			own.options.dropout());
		auto flat = mixed.permute({ 2, 0, 1, 3 })
				    .contiguous()
				    .view({ ENCODER_LABELS, ENCODER_FEATURES });

		return own.out_proj(flat).view({ ENCODER_SHAPE });
	}

	at::Tensor forward(at::Tensor x)
	{
		auto &m = *layer;

		x = m.norm1(x + m.dropout1(attend(x)));
		return m.norm2(x + m.dropout2(m.linear2(m.dropout(at::relu(m.linear1(x))))));
	}
};

nn::Sequential encoder(bool as_in_python)
{
	nn::Sequential net;

	if (as_in_python)
		net->push_back(std::make_shared<python_layer_impl>());
	else
		net->push_back(encoder_layer());
	net->push_back(nn::Flatten(nn::FlattenOptions().start_dim(0).end_dim(1)));
	net->push_back(nn::Linear(ENCODER_FEATURES, CLASSES));
	return net;
}

struct model {
	nn::Sequential net;
	at::Tensor x, labels;
	torch::optim::SGD optimizer;

	model(nn::Sequential made, const at::Tensor &inputs, int64_t n)
	    : net(std::move(made)), x(inputs), labels(at::randint(CLASSES, { n }, at::kLong)),
	      optimizer(net->parameters(), RATE)
	{
	}
};

model *make(const std::string &name)
{
	nn::Sequential net;

	torch::manual_seed(1);
	if (name == "mlp") {
		net = mlp();
		return new model(net, at::randn({ MLP_BATCH, MLP_INPUTS }), MLP_BATCH);
	}
	if (name == "lenet") {
		net = lenet();
		return new model(net, at::randn({ LENET_BATCH, 1, LENET_SIDE, LENET_SIDE }),
				 LENET_BATCH);
	}
	if (name == "resnet") {
		net = resnet();
		return new model(net, at::randn({ RESNET_BATCH, 3, RESNET_SIDE, RESNET_SIDE }),
				 RESNET_BATCH);
	}
	if (name == "tagger") {
		net->push_back(std::make_shared<tagger_impl>());
		return new model(net, at::randint(TAGGER_WORDS, { TAGGER_SHAPE }, at::kLong),
				 TAGGER_LABELS);
	}
	if (name == "encoder" || name == "sdpa") {
		net = encoder(name == "sdpa");
		return new model(net, at::randn({ ENCODER_SHAPE }), ENCODER_LABELS);
	}
	return nullptr;
}

} // namespace

void *cpp_new(const char *name)
{
	return make(name);
}

bool cpp_step(void *context, double *loss_value)
{
	auto &self = *static_cast<model *>(context);

	self.optimizer.zero_grad();
	at::Tensor loss = F::cross_entropy(self.net->forward(self.x), self.labels);
	loss.backward();
	self.optimizer.step();
	*loss_value = loss.item<double>();
	return true;
}

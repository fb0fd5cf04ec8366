/* Prints what a line of C++ has made, as show.h does for C. */
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <string>

#include <torch/torch.h>

namespace F = torch::nn::functional;

static int row;

/* A line that has not set a number leaves these. */
static constexpr int64_t NO_NUMBER = INT64_MIN;

static void show(const std::string &name, int64_t value)
{
	if (value != NO_NUMBER)
		std::printf("%d\t%s\tint\t\t%" PRId64 "\n", row, name.c_str(), value);
}

static void show(const std::string &name, double value)
{
	if (!std::isnan(value))
		std::printf("%d\t%s\tfloat\t\t%.17g\n", row, name.c_str(), value);
}

/* A flag, which is -1 until a line sets it. */
static void show(const std::string &name, int value)
{
	if (value >= 0)
		std::printf("%d\t%s\tbool\t\t%d\n", row, name.c_str(), value);
}

/* Python's name of a dtype, for those that the lines have. */
static const char *dtype_name(torch::Dtype dtype)
{
	switch (dtype) {
	case torch::kFloat: return "float32";
	case torch::kDouble: return "float64";
	case torch::kLong: return "int64";
	case torch::kBool: return "bool";
	default: throw std::runtime_error("show.hpp: another dtype, which dtype_name() must know");
	}
}

static void show(const std::string &name, const torch::Tensor &tensor)
{
	if (!tensor.defined())
		return;
	const auto plain = tensor.detach().to(torch::kDouble).contiguous();
	std::printf("%d\t%s\t%s\t", row, name.c_str(), dtype_name(tensor.scalar_type()));
	for (int64_t i = 0; i < tensor.dim(); i++)
		std::printf("%s%" PRId64, i ? " " : "", tensor.size(i));
	std::printf("\t");
	for (int64_t i = 0; i < plain.numel(); i++)
		std::printf("%s%.9g", i ? " " : "", plain.data_ptr<double>()[i]);
	std::printf("\n");
	if (name == "p" && tensor.grad().defined())
		show("p.grad", tensor.grad());
}

static void show(const std::string &name, const torch::nn::Sequential &net)
{
	for (const auto &one : net->named_parameters())
		show(name + "." + one.key(), one.value());
}

#include "compare/gradient.hpp"

#include <cstring>
#include <functional>

#include <ATen/ATen.h>
#include <ctorch/autograd/autograd.h>
#include <ctorch/core/error.h>
#include <ctorch/libtorch.hpp>
#include <ctorch/tensor/tensor.h>
#include <torch/csrc/autograd/autograd.h>

#include "support/releases.hpp"
#include "call/caller.hpp"
#include "compare/compare.hpp"
#include "call/memory.hpp"
#include "compare/tensors.hpp"

/* Functions of LeakSanitizer, if it is used: memory that the thread allocates in between is not a
 * leak. */
extern "C" {
[[gnu::weak]] void __lsan_disable();
[[gnu::weak]] void __lsan_enable();
}

namespace ops {

namespace {

/* Which of the possible tensors are leaves of a graph; and whether the operator gets them, or
 * copies, whose gradients also reach the leaves. */
struct choice {
	int only = -1; /* -1: all; otherwise only that one, from 0 */
	bool copies = false;
};

/* One of the two sides: its arguments as leaves of a graph, and the results. */
struct graph {
	std::vector<at::Tensor> leaves;
	std::vector<c10::IValue> arguments;
	outcome result;
	std::vector<at::Tensor> outputs;
	std::vector<at::Tensor> output_gradients;
	std::vector<std::string> left_out; /* outputs without a gradient, and why */
	std::string error;                 /* of backward */
};

bool is_differentiable(const at::Tensor &tensor)
{
	return tensor.defined() && !tensor.is_inference() &&
	       (at::isFloatingType(tensor.scalar_type()) ||
		at::isComplexType(tensor.scalar_type()));
}

bool is_written(const c10::Argument &argument)
{
	return argument.alias_info() && argument.alias_info()->isWrite();
}

/* Replaces tensors by leaves. A leaf cannot be written to, so an argument that is written to is a
 * copy, whose gradient reaches the leaf. */
class leaf_maker {
public:
	explicit leaf_maker(choice which) : which_(which) {}

	at::Tensor tensor(const at::Tensor &tensor, bool written)
	{
		if (!is_differentiable(tensor) || (which_.only >= 0 && seen_++ != which_.only))
			return tensor;
		leaves.push_back(tensor.detach().requires_grad_(true));
		return written || which_.copies ? leaves.back().clone() : leaves.back();
	}

	c10::IValue value(const c10::IValue &value, bool written);

	std::vector<at::Tensor> leaves;

private:
	const choice which_;
	int seen_ = 0;
};

c10::IValue leaf_maker::value(const c10::IValue &value, bool written)
{
	if (value.isTensor())
		return tensor(value.toTensor(), written);
	if (value.isTensorList()) {
		c10::List<at::Tensor> list;

		for (const c10::IValue &element : value.toListRef())
			list.push_back(tensor(element.toTensor(), written));
		return list;
	}
	if (value.isOptionalTensorList()) {
		c10::List<ct::maybe<at::Tensor>> list;

		for (const c10::IValue &element : value.toListRef())
			list.push_back(element.isNone() ? ct::maybe<at::Tensor>()
							: tensor(element.toTensor(), written));
		return list;
	}
	return value;
}

graph make_graph(const c10::FunctionSchema &schema, const std::vector<c10::IValue> &arguments,
		 choice which)
{
	leaf_maker maker(which);
	graph made;

	for (size_t i = 0; i < arguments.size(); i++)
		made.arguments.push_back(
			maker.value(arguments[i], is_written(schema.arguments()[i])));
	made.leaves = std::move(maker.leaves);
	return made;
}

/* Numbers of 0.5 to 1.25 that do not repeat at the length of a row. */
at::Tensor numbers_like(const at::Tensor &output)
{
	at::Tensor numbers = at::arange(output.numel(), at::kLong).remainder(7);

	return numbers.div(8)
		.add(0.5)
		.to(output.device(), output.scalar_type())
		.reshape(output.sizes());
}

/* libtorch does not check all indices: the tensor that they make may be invalid, and then no tensor
 * can have its layout. */
bool is_consistent(const at::Tensor &output)
{
	const std::vector<tensor_part> parts = parts_of(output);

	if (output.is_nested()) /* the first part is its sizes, which may have any dtype */
		return parts[0].tensor.scalar_type() == at::kLong;

	const std::string error = error_of([&] {
		if (output.is_sparse())
			at::_validate_sparse_coo_tensor_args(parts[0].tensor, parts[1].tensor,
							     output.sizes());
		else if (is_compressed(output))
			at::_validate_sparse_compressed_tensor_args(
				parts[0].tensor, parts[1].tensor, parts[2].tensor, output.sizes(),
				output.layout());
	});

	return error.empty();
}

at::Tensor nested_like(const at::Tensor &output)
{
#if HAS_NESTED_ONES
	return at::ones_like(output);
#else
	return output.detach().clone();
#endif
}

/* The same stored elements as the output, with other numbers. */
at::Tensor with_numbers(const at::Tensor &output)
{
	const at::Tensor plain = output.is_sparse() ? output.detach().coalesce() : output.detach();
	const std::vector<tensor_part> parts = parts_of(plain);

	if (output.is_sparse())
		return at::_sparse_coo_tensor_unsafe(parts[0].tensor, numbers_like(parts[1].tensor),
						     plain.sizes(), plain.options())
			._coalesced_(true);
	return at::_sparse_compressed_tensor_unsafe(parts[0].tensor, parts[1].tensor,
						    numbers_like(parts[2].tensor), plain.sizes(),
						    plain.options());
}

/* The same for equal tensors, in the layout that backward requires. */
at::Tensor output_gradient(const at::Tensor &output)
{
	at::NoGradGuard no_grad;

	if (output.is_nested())
		return nested_like(output);
	if (output.is_mkldnn())
		return numbers_like(output).to_mkldnn();
	if (output.is_sparse() || is_compressed(output))
		return with_numbers(output);
	return numbers_like(output);
}

/* The tensors that can be differentiated: the results, and arguments that were written to and are
 * not results. */
void find_outputs(const c10::FunctionSchema &schema, graph &of)
{
	auto add = [&](const place &where, const at::Tensor &tensor) {
		at::Tensor gradient;

		if (!is_differentiable(tensor) || !tensor.requires_grad() || !is_consistent(tensor))
			return;

		const std::string error = error_of([&] { gradient = output_gradient(tensor); });

		if (!error.empty()) {
			of.left_out.push_back(where.text() +
					      ": no gradient can be made for it: " + error);
			return;
		}
		of.outputs.push_back(tensor);
		of.output_gradients.push_back(gradient);
	};

	for_each_tensor("result", of.result.results, add);
	for (size_t i = 0; i < of.arguments.size(); i++)
		if (is_written(schema.arguments()[i]) && schema.returns().empty())
			for_each_tensor({ nullptr, "argument" }, of.arguments[i], add);
}

std::string backward_at(const graph &of)
{
	return error_of([&] { torch::autograd::backward(of.outputs, of.output_gradients); });
}

std::string backward_c(const graph &of)
{
	std::vector<ct_tensor *> outputs, gradients;
	std::string text;

	for (const at::Tensor &output : of.outputs)
		outputs.push_back(ct::to_handle(output));
	for (const at::Tensor &gradient : of.output_gradients)
		gradients.push_back(ct::to_handle(gradient));

	ct_error error = ct_autograd_backward_tensors(
		{ outputs.data(), static_cast<int64_t>(outputs.size()) },
		{ gradients.data(), static_cast<int64_t>(gradients.size()) }, nullptr, false, {});

	for (ct_tensor *output : outputs)
		ct_tensor_free(output);
	for (ct_tensor *gradient : gradients)
		ct_tensor_free(gradient);
	if (error) {
		text = text_without_hint(error);
		ct_error_free(error);
	}
	return text;
}

/* The leaves' gradients, "gradient of leaf 1: element [0]: ..."; returns whether there were any. */
bool compare_gradients(const graph &expected, const graph &got, std::vector<std::string> &found)
{
	bool any = false;

	for (size_t i = 0; i < expected.leaves.size() && i < got.leaves.size(); i++) {
		at::Tensor gradient = expected.leaves[i].grad();

		any = any || gradient.defined();
		compare_tensors({ nullptr, "gradient of leaf", static_cast<int64_t>(i) }, gradient,
				got.leaves[i].grad(), found);
	}
	return any;
}

/* Some operators return their argument itself as if it were new (_foobar, lift). By libtorch's
 * derivative, which both sides use, that leaf is then its own ancestor: a cycle that nothing else
 * would break. Returns whether there was one. */
bool open_circles(const graph &of)
{
	bool any = false;

	for (const at::Tensor &leaf : of.leaves)
		if (!leaf.is_leaf()) {
			leaf.detach_();
			any = true;
		}
	return any;
}

/* vander writes a value computed from a part of its result into that part, which makes the part its
 * own ancestor: even at::vander() in C++ never releases that graph, and nothing can reach it to
 * break the cycle. As long as an object of this class exists, LeakSanitizer ignores allocations for
 * that operator, and only for that one. */
class leak_of_libtorch {
public:
	explicit leak_of_libtorch(const c10::FunctionSchema &schema)
	    : known_(schema.name() == "aten::vander" && __lsan_disable != nullptr)
	{
		if (known_)
			__lsan_disable();
	}
	~leak_of_libtorch()
	{
		if (known_)
			__lsan_enable();
	}
	leak_of_libtorch(const leak_of_libtorch &) = delete;

private:
	const bool known_;
};

/* After a failed backward the thread's queue still has the remaining nodes, which keep the leaves
 * alive, until the thread runs another backward. */
void clear_queue()
{
	const at::Tensor leaf = at::zeros({}).requires_grad_(true);

	torch::autograd::backward({ leaf.neg() }, { at::zeros({}) });
}

/* Drops the results, and with them the graph. */
std::vector<size_t> references_without_results(graph &of)
{
	std::vector<c10::IValue> counted = std::move(of.arguments);

	of.result.results.clear();
	of.outputs.clear();
	of.output_gradients.clear();
	for (const at::Tensor &leaf : of.leaves)
		counted.emplace_back(leaf.grad());
	return reference_counts(counted);
}

/* One of the two ways to call an operator and to run backward. */
struct way {
	std::function<outcome(const std::vector<c10::IValue> &)> call;
	std::string (*backward)(const graph &);
};

/* Both sides of a gradient, and how they differ. */
struct gradients {
	const c10::FunctionSchema &schema;
	const std::vector<c10::IValue> &arguments_expected, &arguments_got;
	way way_expected, way_got;
	bool twins; /* otherwise libtorch with itself, which need not compare everything */
	std::vector<std::string> found;
	bool compared = false;
	bool given_back = false; /* a leaf was returned as the result */

	void run();
	size_t compare(choice which);
	void compare_backward(graph &expected, graph &got);
	void compare_references(graph &expected, graph &got);
};

void gradients::compare_backward(graph &expected, graph &got)
{
	find_outputs(schema, expected);
	find_outputs(schema, got);
	if (expected.left_out != got.left_out || twins)
		found = got.left_out;
	if (expected.left_out != got.left_out)
		found.insert(found.end(), expected.left_out.begin(), expected.left_out.end());
	if (expected.outputs.empty() || !found.empty())
		return;
	expected.error = way_expected.backward(expected);
	got.error = way_got.backward(got);
	if (expected.error != got.error)
		found.push_back("backward: expected \"" + expected.error + "\", got \"" +
				got.error + "\"");
	else if (expected.error.empty())
		compared = compare_gradients(expected, got, found);
}

/* Backward must not keep references to the arguments or to the leaves' gradients. */
void gradients::compare_references(graph &expected, graph &got)
{
	clear_queue();

	const std::vector<size_t> a = references_without_results(expected);
	const std::vector<size_t> b = references_without_results(got);

	if (a != b)
		found.push_back("references of the arguments and gradients: expected " +
				counts_text(a) + ", got " + counts_text(b));
}

/* Compares the gradient of one leaf, or of all; returns the number of leaves. */
size_t gradients::compare(choice which)
{
	graph expected = make_graph(schema, arguments_expected, which);
	graph got = make_graph(schema, arguments_got, which);

	if (expected.leaves.empty())
		return 0;
	seed_generators();
	expected.result = way_expected.call(expected.arguments);
	seed_generators();
	got.result = way_got.call(got.arguments);
	found = differences({ expected.arguments, expected.result }, { got.arguments, got.result });
	if (found.empty() && expected.result.error.empty())
		compare_backward(expected, got);
	given_back = open_circles(expected);
	open_circles(got);
	if (twins && found.empty())
		compare_references(expected, got);
	return expected.leaves.size();
}

void gradients::run()
{
	constexpr size_t most = 8;
	const leak_of_libtorch leak(schema);
	at::AutoGradMode grad(true);
	size_t leaves = compare({});

	/* Backward is an error for a leaf that has a derivative. */
	if (found.empty() && !compared && given_back)
		compare({ -1, true });
	/* If there is no gradient by all arguments, there may be one by some of them. */
	for (size_t i = 0; leaves > 1 && i < leaves && i < most; i++)
		if (found.empty() && !compared)
			compare({ static_cast<int>(i), false });
	for (std::string &difference : found)
		difference = "with gradients: " + difference;
}

way way_of(const c10::OperatorHandle &op)
{
	return { [&op](const std::vector<c10::IValue> &arguments) {
			return call_at(op, arguments);
		},
		 backward_at };
}

way way_of(const api_function &function)
{
	return { [&function](const std::vector<c10::IValue> &arguments) {
			return call_c(function, false, arguments);
		},
		 backward_c };
}

} // namespace

std::vector<std::string> gradient_differences(const api_function &function,
					      const c10::OperatorHandle &op,
					      const std::vector<c10::IValue> &arguments_at,
					      const std::vector<c10::IValue> &arguments_c,
					      bool &compared)
{
	gradients both{ op.schema(),      arguments_at, arguments_c, way_of(op),
			way_of(function), true,         {} };

	/* An operator that writes to a given tensor has no gradient. */
	if (std::strcmp(function.kind, "out") != 0)
		both.run();
	compared = both.compared;
	return both.found;
}

std::vector<std::string> gradient_differences(const c10::OperatorHandle &op,
					      const std::vector<c10::IValue> &arguments,
					      const std::vector<c10::IValue> &again)
{
	gradients both{ op.schema(), arguments, again, way_of(op), way_of(op), false, {} };

	both.run();
	return both.found;
}

} // namespace ops

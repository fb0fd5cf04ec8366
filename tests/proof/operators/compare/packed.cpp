#include "compare/packed.hpp"

#include <cmath>

#include <ATen/ATen.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <c10/core/CPUAllocator.h>

namespace ops {

namespace {

using values = std::vector<c10::IValue>;

/* --- Operators that make objects, and operators that use them --------------------------------- */

/* Calls of the user that together show all of an object: a matrix of outputs and inputs, and its
 * other parts. Row i of a user's result depends only on input i, so that no number hides
 * another. */
using calls_of = std::vector<values> (*)(const at::Tensor &object, int64_t outputs, int64_t inputs);

std::vector<values> float16_calls(const at::Tensor &object, int64_t outputs, int64_t inputs)
{
	return { { at::eye(inputs), object, at::zeros({ outputs }) } };
}

/* Besides the object it gets a weight, of which it reads only the sizes. It converts its input to 8
 * bits: with 255 as the largest number, the scale is 1. */
std::vector<values> int8_calls(const at::Tensor &object, int64_t outputs, int64_t inputs)
{
	return { { at::eye(inputs).mul(255), at::zeros({ outputs, inputs }, at::kChar), object,
		   at::zeros({ outputs }, at::kInt), 1.0, 0, at::zeros({ outputs }) } };
}

/* An input of zeros shows the bias. The result has 8 bits: with one of the scales nearly all of
 * them are significant, whatever the size of the number. */
std::vector<values> quantized_calls(const at::Tensor &object, int64_t outputs, int64_t inputs)
{
	const at::Tensor input = at::cat({ at::zeros({ 1, inputs }), at::eye(inputs) });
	std::vector<values> calls;

	for (int exponent = -16; exponent <= 16; exponent++)
		calls.push_back({ input, at::scalar_tensor(1), at::scalar_tensor(0, at::kInt),
				  object, at::scalar_tensor(std::ldexp(1, exponent)),
				  at::scalar_tensor(128, at::kInt), outputs });
	return calls;
}

/* An operator, all its overloads, whose result holds an object made of its first argument. */
struct maker {
	const char *op, *user;
	calls_of calls;
};

constexpr maker makers[] = {
	{ "aten::_wrapped_linear_prepack", "aten::_wrapped_quantized_linear_prepacked",
	  quantized_calls },
	{ "aten::fbgemm_pack_gemm_matrix_fp16", "aten::fbgemm_linear_fp16_weight_fp32_activation",
	  float16_calls },
	{ "aten::fbgemm_pack_quantized_matrix", "aten::fbgemm_linear_int8_weight_fp32_activation",
	  int8_calls },
};

/* --- Looking ---------------------------------------------------------------------------------- */

/* NULL if it is not one of them. */
const maker *find_maker(const std::string &op)
{
	for (const maker &maker : makers)
		if (op == maker.op)
			return &maker;
	return nullptr;
}

/* The sizes are those of the matrix that the object was made from. */
std::vector<outcome> look_into(const at::Tensor &object, const maker &maker, const values &made_of)
{
	const at::NoGradGuard no_grad;
	const at::Tensor matrix = made_of.at(0).toTensor();
	auto &operators = c10::Dispatcher::singleton();
	const c10::OperatorHandle user = operators.findSchemaOrThrow(maker.user, "");
	std::vector<outcome> seen;

	if (matrix.size(0) == 0 || matrix.size(1) == 0)
		return seen; /* there is nothing to see */
	for (const values &call : maker.calls(object, matrix.size(0), matrix.size(1)))
		seen.push_back(call_at(user, call));
	return seen;
}

/* The objects among the results, in order, each with its place as text. */
std::vector<std::pair<std::string, at::Tensor>> objects_of(const finished_call &call)
{
	std::vector<std::pair<std::string, at::Tensor>> objects;

	for_each_tensor("result", call.result.results,
			[&](const place &where, const at::Tensor &tensor) {
				if (tensor.defined() && object_deleter(tensor))
					objects.emplace_back(where.text(), tensor);
			});
	return objects;
}

void compare_looks(const place &where, const outcome &expected, const outcome &got,
		   std::vector<std::string> &found)
{
	if (expected.error != got.error)
		found.push_back(where.text() + ": error: expected \"" + expected.error +
				"\", got \"" + got.error + "\"");
	for (size_t i = 0; i < expected.results.size() && i < got.results.size(); i++)
		compare_values(where, expected.results[i], got.results[i], found);
}

/* Reports the first call that shows a difference. */
void compare_pair(const place &object, const std::vector<outcome> &expected,
		  const std::vector<outcome> &got, std::vector<std::string> &found)
{
	const size_t before = found.size();

	for (size_t i = 0; i < expected.size() && found.size() == before; i++)
		compare_looks({ &object, expected[i].op.c_str(), static_cast<int64_t>(i) },
			      expected[i], got[i], found);
}

} // namespace

c10::DeleterFnPtr object_deleter(const at::Tensor &tensor)
{
	if (!tensor.unsafeGetTensorImpl()->has_storage() || !tensor.is_cpu())
		return nullptr;

	const c10::DataPtr &memory = tensor.unsafeGetTensorImpl()->unsafe_storage().data_ptr();
	c10::DeleterFnPtr deleter = memory.get_deleter();
	bool is_own = memory.get() && memory.get_context() == memory.get();

	return is_own && deleter != c10::GetCPUAllocator()->raw_deleter() ? deleter : nullptr;
}

void compare_objects(const finished_call &expected, const finished_call &got,
		     std::vector<std::string> &found)
{
	const maker *maker = find_maker(expected.result.op);
	const auto a = objects_of(expected), b = objects_of(got);

	if (!maker)
		return;
	for (size_t i = 0; i < a.size() && i < b.size(); i++)
		compare_pair({ nullptr, a[i].first.c_str() },
			     look_into(a[i].second, *maker, expected.arguments),
			     look_into(b[i].second, *maker, expected.arguments), found);
}

std::vector<std::string> unseen_objects(const finished_call &call)
{
	const maker *maker = find_maker(call.result.op);
	std::vector<std::string> texts;

	for (const auto &[where, object] : objects_of(call)) {
		if (!maker) {
			texts.push_back(where + ": holds a C++ object that is not compared: add " +
					call.result.op +
					" to the table of "
					"tests/proof/operators/compare/packed.cpp, " +
					"with the operator that takes such an object");
			continue;
		}
		for (const outcome &seen : look_into(object, *maker, call.arguments))
			if (!seen.error.empty())
				texts.push_back(where + ": " + maker->user +
						" cannot show the object, see "
						"tests/proof/operators/compare/packed.cpp: " +
						seen.error);
	}
	return texts;
}

} // namespace ops

#include "search/harvest.hpp"

#include <cmath>
#include <optional>

#include <ATen/ATen.h>
#include <ATen/record_function.h>
#include <torch/csrc/autograd/autograd.h>

#include "call/caller.hpp"
#include "language/words.hpp"

namespace ops {

/* Tensors of integers up to this size are written element by element. */
static const int64_t most_written = 32;
static const int64_t most_harvested = 4096;

/* ---- values as text; nothing for what has none ---- */

using written = std::optional<expr>;

static expr make_expr(expr_kind kind)
{
	expr made;
	made.kind = kind;
	return made;
}

static bool is_plain(const at::Tensor &tensor)
{
	return tensor.layout() == at::kStrided && tensor.is_cpu() && !tensor.is_quantized() &&
	       !tensor.is_nested() && !tensor._is_zerotensor() && tensor.has_storage() &&
	       !tensor.is_conj() && !tensor.is_neg() && tensor.numel() <= most_harvested;
}

static void write_integers(const at::Tensor &tensor, expr &made)
{
	at::Tensor flat = tensor.to(at::kLong).flatten();

	if (tensor.numel() > most_written) {
		made.ranged = true;
		made.low = (double)flat.min().item<int64_t>();
		made.high = (double)flat.max().item<int64_t>();
		return;
	}
	for (int64_t i = 0; i < flat.numel(); i++) {
		made.items.push_back(make_expr(expr_kind::integer));
		made.items.back().integer = flat[i].item<int64_t>();
	}
}

/* Three digits: the values do not matter, but the differences between them may. */
static double rounded(double value)
{
	return std::round(value * 1000) / 1000;
}

static void write_range(const at::Tensor &tensor, expr &made)
{
	double low = rounded(tensor.min().item<double>());
	double high = rounded(tensor.max().item<double>());
	bool usual = low >= 0.1 && high <= 0.9 && low < high;

	if (usual || !std::isfinite(low) || !std::isfinite(high))
		return;
	made.ranged = true;
	made.low = low;
	made.high = high;
}

static written write_tensor(const at::Tensor &tensor)
{
	if (!tensor.defined())
		return make_expr(expr_kind::none);
	if (!is_plain(tensor) || dtype_name(tensor.scalar_type()).empty())
		return std::nullopt;

	expr made = make_expr(expr_kind::tensor);
	made.dtype = tensor.scalar_type();
	made.sizes = tensor.sizes().vec();
	if (!tensor.is_contiguous())
		made.form = tensor.dim() >= 4 &&
					    tensor.is_contiguous(tensor.suggest_memory_format())
				    ? expr_form::channels_last
				    : expr_form::strided;
	if (tensor.numel() != 0 && c10::isIntegralType(made.dtype, false))
		write_integers(tensor, made);
	else if (tensor.numel() != 0 && c10::isFloatingType(made.dtype))
		write_range(tensor.to(at::kDouble), made);
	return made;
}

static written write_value(const c10::IValue &value, const c10::TypePtr &type);

static written write_list(const c10::IValue &value, const c10::TypePtr &element)
{
	expr made = make_expr(expr_kind::list);

	for (const c10::IValue &item : value.toListRef()) {
		written text = write_value(item, element);
		if (!text)
			return std::nullopt;
		made.items.push_back(*text);
	}
	return made;
}

static expr write_int(int64_t value, const c10::Type &type)
{
	std::string_view word = word_of_number(value, type);
	expr made = make_expr(word.empty() ? expr_kind::integer : expr_kind::word);

	made.integer = value;
	made.text = word;
	return made;
}

static expr write_double(double value)
{
	expr made = make_expr(expr_kind::number);
	made.re = value;
	return made;
}

static expr write_text(expr_kind kind, const std::string &text)
{
	expr made = make_expr(kind);
	made.text = text;
	return made;
}

static written write_value(const c10::IValue &value, const c10::TypePtr &type)
{
	if (auto optional = type->cast<c10::OptionalType>())
		return write_value(value, optional->getElementType());
	if (value.isNone())
		return make_expr(expr_kind::none);
	if (value.isTensor())
		return write_tensor(value.toTensor());
	if (value.isBool()) {
		expr made = make_expr(expr_kind::boolean);
		made.integer = value.toBool();
		return made;
	}
	if (value.isInt())
		return write_int(value.toInt(), *type);
	if (value.isDouble())
		return write_double(value.toDouble());
	if (value.isString())
		return write_text(expr_kind::string, value.toStringRef());
	if (value.isDevice() && value.toDevice().is_cpu())
		return write_text(expr_kind::word, "cpu");
	if (value.isList())
		return write_list(value, type->expectRef<c10::ListType>().getElementType());
	return std::nullopt;
}

/* ---- recording ---- */

/* The calls recorded on this thread; NULL: not recording. */
static thread_local std::set<std::string> *recorded;

static void record_call(const c10::OperatorName &name, c10::ArrayRef<const c10::IValue> inputs)
{
	auto op = c10::Dispatcher::singleton().findSchema(name);

	if (!op || name.name.rfind("aten::", 0) != 0 ||
	    inputs.size() != op->schema().arguments().size())
		return;
	sample seen{ name.name.substr(sizeof "aten::" - 1), {}, "" };
	if (!name.overload_name.empty())
		seen.op += "." + name.overload_name;
	for (size_t i = 0; i < inputs.size(); i++) {
		written text = write_value(inputs[i], op->schema().arguments()[i].real_type());
		if (!text)
			return;
		seen.arguments.push_back(*text);
	}
	recorded->insert(print_sample(seen, op->schema()));
}

/* Operators read the values, too, and must not be recorded. */
static std::unique_ptr<at::ObserverContext> on_call(const at::RecordFunction &function)
{
	const auto name = function.operator_name();

	if (recorded == nullptr || !name)
		return nullptr;
	at::DisableRecordFunctionGuard nothing_recorded;
	at::NoGradGuard no_gradients;
	error_of([&] { record_call(*name, function.inputs()); });
	return nullptr;
}

static std::vector<at::Tensor> tensors_among(const std::vector<c10::IValue> &arguments)
{
	std::vector<at::Tensor> tensors;

	for (const c10::IValue &value : arguments) {
		if (value.isTensor() && value.toTensor().defined())
			tensors.push_back(value.toTensor());
		else if (value.isTensorList())
			for (const at::Tensor &tensor : value.toTensorVector())
				tensors.push_back(tensor);
	}
	return tensors;
}

static void require_gradients(const std::vector<c10::IValue> &arguments)
{
	for (const at::Tensor &tensor : tensors_among(arguments))
		if (torch::autograd::isDifferentiableType(tensor.scalar_type()))
			tensor.requires_grad_(true);
}

static void go_backward(const std::vector<c10::IValue> &results)
{
	std::vector<at::Tensor> roots, gradients;
	auto add = [&](const at::Tensor &tensor) {
		if (!tensor.defined() || !tensor.requires_grad())
			return;
		roots.push_back(tensor);
		gradients.push_back(at::ones_like(tensor));
	};

	for (const c10::IValue &value : results) {
		if (value.isTensor())
			add(value.toTensor());
		else if (value.isTensorList())
			for (const at::Tensor &tensor : value.toTensorVector())
				add(tensor);
	}
	/* With its own graph, for the gradients of backward operators. */
	if (!roots.empty())
		torch::autograd::backward(roots, gradients, true, true);
}

/* They have graphs that end in the arguments themselves: cycles, which nothing else breaks. */
static void drop_gradients(const std::vector<c10::IValue> &arguments)
{
	for (const at::Tensor &tensor : tensors_among(arguments))
		if (tensor.defined() && tensor.is_leaf())
			tensor.mutable_grad().reset();
}

/* Without gradients some operators take another path. */
std::set<std::string> calls_inside(const c10::OperatorHandle &op, const sample &sample)
{
	std::set<std::string> calls;
	auto callback = at::addThreadLocalCallback(
		at::RecordFunctionCallback(on_call).needsInputs(true).scopes(
			{ at::RecordScope::FUNCTION }));

	recorded = &calls;
	for (bool gradients : { true, false }) {
		std::vector<c10::IValue> arguments = make_arguments(sample, op.schema());
		at::AutoGradMode mode(gradients);
		error_of([&] {
			if (gradients)
				require_gradients(arguments);
			outcome result = call_at(op, arguments);
			go_backward(result.results);
		});
		drop_gradients(arguments);
	}
	recorded = nullptr;
	at::removeCallback(callback);
	return calls;
}

} // namespace ops

/*
 * Samples of one form of an operator for its other forms: add_.Tensor, add.out and view_copy take
 * those of add.Tensor and view.
 */
#include "sample.hpp"

#include <ATen/SparseCsrTensorUtils.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include "words.hpp"

namespace ops {

namespace {

void strip_prefix(std::string &name, std::string_view prefix)
{
	if (name.size() > prefix.size() && name.compare(0, prefix.size(), prefix) == 0)
		name.erase(0, prefix.size());
}

void strip_suffix(std::string &name, std::string_view suffix)
{
	if (name.size() > suffix.size() &&
	    name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0)
		name.erase(name.size() - suffix.size());
}

bool is_double_underscored(const std::string &name)
{
	return name.size() > 4 && name.compare(0, 2, "__") == 0 &&
	       name.compare(name.size() - 2, 2, "__") == 0;
}

bool same_type(const c10::Argument &a, const c10::Argument &b)
{
	return *a.real_type() == *b.real_type() && a.N() == b.N();
}

const expr *argument_like(const c10::Argument &wanted, const sample &from,
			  const c10::FunctionSchema &schema)
{
	for (size_t i = 0; i < from.arguments.size(); i++) {
		const c10::Argument &argument = schema.arguments()[i];
		if (argument.name() == wanted.name() && same_type(argument, wanted))
			return &from.arguments[i];
	}
	return nullptr;
}

std::string print_sizes(at::IntArrayRef sizes)
{
	std::string text;
	for (int64_t size : sizes)
		text += (text.empty() ? "" : ",") + std::to_string(size);
	return "[" + text + "]";
}

std::string print_dtype(const at::Tensor &tensor)
{
	return std::string(dtype_name(tensor.scalar_type()));
}

/* Calls that make a tensor like the result, which is of no plain kind. */
std::string print_quantized(const at::Tensor &result)
{
	std::string sizes = print_sizes(result.sizes());
	if (result.qscheme() == at::kPerTensorAffine)
		return "quantize_per_tensor(float" + sizes + ", 0.1, 10, " + print_dtype(result) +
		       ")";
	int64_t axis = result.q_per_channel_axis();
	std::string channels = "[" + std::to_string(result.size(axis)) + "]";
	return "quantize_per_channel(float" + sizes + ", float" + channels + ", int64" + channels +
	       ", " + std::to_string(axis) + ", " + print_dtype(result) + ")";
}

std::string print_nested(const at::Tensor &result)
{
	std::string list;
	for (const at::Tensor &part : result.unbind())
		list += (list.empty() ? "" : ", ") + print_dtype(part) + print_sizes(part.sizes());
	return "_nested_tensor_from_tensor_list([" + list + "])";
}

/* One without elements, as others cannot be given other dimensions. */
std::string print_sparse_coo(const at::Tensor &result)
{
	return "_sparse_coo_tensor_with_dims(" + std::to_string(result.sparse_dim()) + ", " +
	       std::to_string(result.dense_dim()) + ", " + print_sizes(result.sizes()) +
	       ", dtype=" + print_dtype(result) + ", layout=sparse_coo)";
}

std::string print_sparse_compressed(const at::Tensor &result)
{
	std::string like = print_dtype(result) + print_sizes(result.sizes());
	std::string block = print_sizes(result.values().sizes().slice(1));
	switch (result.layout()) {
	case at::kSparseCsr:
		return "to_sparse_csr(" + like + ")";
	case at::kSparseCsc:
		return "to_sparse_csc(" + like + ")";
	case at::kSparseBsr:
		return "to_sparse_bsr(" + like + ", " + block + ")";
	default:
		return "to_sparse_bsc(" + like + ", " + block + ")";
	}
}

/* A tensor to write such a result to. */
expr place_for(const at::Tensor &result)
{
	if (!result.defined())
		return parse_expr("float[0]");
	if (result.is_nested())
		return parse_expr(print_nested(result));
	if (result.is_quantized())
		return parse_expr(print_quantized(result));
	if (result.is_sparse())
		return parse_expr(print_sparse_coo(result));
	if (at::sparse_csr::is_sparse_compressed(result))
		return parse_expr(print_sparse_compressed(result));
	std::string like = print_dtype(result) + print_sizes(result.sizes());
	return parse_expr(result.is_mkldnn() ? "to_mkldnn(" + like + ")" : like);
}

expr place_for(const c10::IValue &result)
{
	if (result.isTensor())
		return place_for(result.toTensor());
	expr list;
	list.kind = expr_kind::list;
	if (result.isTensorList())
		for (const at::Tensor &tensor : result.toTensorVector())
			list.items.push_back(place_for(tensor));
	return list;
}

/* Where the results of the call could be written to, in their order; none if it fails. */
std::vector<expr> places_for_results(const sample &from, const c10::FunctionSchema &schema)
{
	std::vector<expr> places;
	if (!may_call(from, schema))
		return places;
	try {
		std::vector<c10::IValue> stack = make_arguments(from, schema);
		c10::Dispatcher::singleton()
			.findSchemaOrThrow(schema.name().c_str(), schema.overload_name().c_str())
			.callBoxed(stack);
		for (const c10::IValue &result : stack)
			if (result.isTensor() || result.isTensorList())
				places.push_back(place_for(result));
	} catch (const std::exception &) {
		/* The sample is one that has to fail: any place does. */
	}
	return places;
}

expr any_place(const c10::Argument &argument)
{
	bool list = argument.real_type()->kind() == c10::TypeKind::ListType;
	return parse_expr(list ? "[float[0]]" : "float[0]");
}

/* What a form that writes its result has no use for. */
bool may_be_dropped(const c10::Argument &argument)
{
	const std::string &name = argument.name();
	return argument.is_out() || name == "dtype" || name == "layout" || name == "device" ||
	       name == "pin_memory";
}

/* Whether the schema has all that the other one's samples say. */
bool has_arguments_of(const c10::FunctionSchema &schema, const c10::FunctionSchema &other)
{
	for (const c10::Argument &argument : other.arguments()) {
		auto index = schema.argumentIndexWithName(argument.name());
		bool same = index &&
			    same_type(argument, schema.arguments()[static_cast<size_t>(*index)]);
		if (!same && !may_be_dropped(argument))
			return false;
	}
	return true;
}

} // namespace

std::string family_of(const std::string &op)
{
	std::string name = op.substr(0, op.find('.'));
	if (is_double_underscored(name)) {
		if (name[2] == 'i' && name != "__idiv__")
			name.erase(2, 1);
		return name;
	}
	strip_suffix(name, "_");
	strip_suffix(name, "_functional");
	strip_suffix(name, "_copy");
	strip_prefix(name, "_unsafe_");
	strip_prefix(name, "unsafe_");
	return name;
}

bool adapt_sample(const sample &from, const c10::FunctionSchema &from_schema,
		  const c10::FunctionSchema &to_schema, sample &to)
{
	if (!has_arguments_of(to_schema, from_schema))
		return false;
	to = { operator_name(to_schema), {}, from.origin + " of " + from.op };
	std::vector<expr> places;
	bool places_known = false;
	size_t outs = 0;
	for (const c10::Argument &argument : to_schema.arguments()) {
		const expr *same = argument_like(argument, from, from_schema);
		if (same) {
			to.arguments.push_back(*same);
		} else if (argument.is_out()) {
			if (!places_known)
				places = places_for_results(from, from_schema);
			places_known = true;
			to.arguments.push_back(outs < places.size() ? places[outs]
								    : any_place(argument));
			outs++;
		} else if (default_of(argument).kind != expr_kind::omitted) {
			to.arguments.push_back(default_of(argument));
		} else {
			return false;
		}
	}
	return true;
}

} // namespace ops

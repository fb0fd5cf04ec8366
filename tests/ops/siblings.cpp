/*
 * Samples of one form of an operator for its other forms: add_.Tensor, add.out and view_copy take
 * those of add.Tensor and view.
 */
#include "sample.hpp"

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

std::string print_sizes(const at::Tensor &tensor)
{
	std::string text;
	for (int64_t size : tensor.sizes())
		text += (text.empty() ? "" : ",") + std::to_string(size);
	return "[" + text + "]";
}

/* A tensor to write such a result to: empty, but of its dtype and layout. */
expr place_for(const at::Tensor &result)
{
	if (!result.defined())
		return parse_expr("float[0]");
	std::string dtype(dtype_name(result.scalar_type()));
	if (result.is_quantized())
		return parse_expr("quantize_per_tensor(float" + print_sizes(result) +
				  ", 0.1, 10, " + dtype + ")");
	std::string like = dtype + print_sizes(result);
	if (result.is_mkldnn())
		return parse_expr("to_mkldnn(" + like + ")");
	if (result.is_sparse())
		return parse_expr("to_sparse(" + like + ")");
	if (result.layout() == at::kSparseCsr)
		return parse_expr("to_sparse_csr(" + like + ")");
	if (result.layout() == at::kSparseCsc)
		return parse_expr("to_sparse_csc(" + like + ")");
	return parse_expr(dtype + "[0]");
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

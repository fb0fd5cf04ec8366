/*
 * Samples of one form of an operator for its other forms: add_.Tensor, add.out and view_copy use
 * those of add.Tensor and view.
 */
#include "language/sample.hpp"

#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>

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

bool is_plain(const at::Tensor &tensor)
{
	return tensor.layout() == at::kStrided && !tensor.is_quantized() && !tensor.is_nested();
}

expr tensor_like(const at::Tensor &result)
{
	expr tensor;
	tensor.kind = expr_kind::tensor;
	tensor.sizes = { 0 };
	if (!result.defined())
		return tensor;
	tensor.dtype = result.scalar_type();
	tensor.sizes = result.sizes().vec();
	return tensor;
}

/* Something to write such a result to: another result of the same call, if the language cannot
 * describe its layout. */
expr place_for(const c10::IValue &result, expr call)
{
	if (result.isTensor() && result.toTensor().defined() && !is_plain(result.toTensor()))
		return call;
	if (result.isTensor())
		return tensor_like(result.toTensor());
	expr list;
	list.kind = expr_kind::list;
	for (const at::Tensor &tensor : result.toTensorVector())
		list.items.push_back(tensor_like(tensor));
	return list;
}

/* Places to write the results of the call to, in their order; none if it fails. */
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
		expr call = unbind_arguments(from.op, from.arguments, schema);
		for (call.result = 0; call.result < static_cast<int>(stack.size()); call.result++) {
			const c10::IValue &result = stack[static_cast<size_t>(call.result)];
			if (result.isTensor() || result.isTensorList())
				places.push_back(place_for(result, call));
		}
	} catch (const std::exception &) {
		/* The sample must fail: any place will do. */
	}
	return places;
}

expr any_place(const c10::Argument &argument)
{
	bool list = argument.real_type()->kind() == c10::TypeKind::ListType;
	return parse_expr(list ? "[float[0]]" : "float[0]");
}

/* Arguments that a form which writes its result does not need. */
bool may_be_dropped(const c10::Argument &argument)
{
	const std::string &name = argument.name();
	return argument.is_out() || name == "dtype" || name == "layout" || name == "device" ||
	       name == "pin_memory";
}

/* Whether the schema has all arguments of the other one's samples. */
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
	to = { operator_name(to_schema), {}, from.origin + " of " + from.op, promised::none };
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

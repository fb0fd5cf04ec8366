/*
 * Matches calls with the schema of their operator: which argument is which, and which ones are the
 * default.
 */
#include "language/expr.hpp"

#include <ATen/core/dispatch/Dispatcher.h>

#include <stdexcept>

#include "language/words.hpp"

namespace ops {

namespace {

expr expr_of(const c10::IValue &value, const c10::TypePtr &type);

expr expr_of_int(int64_t number, const c10::Type &type)
{
	expr value;
	std::string_view word = word_of_number(number, type);
	value.kind = word.empty() ? expr_kind::integer : expr_kind::word;
	value.integer = number;
	value.text = word;
	return value;
}

expr expr_of_list(const c10::IValue &value, const c10::TypePtr &element)
{
	expr list;
	list.kind = expr_kind::list;
	for (const c10::IValue &item : value.toListRef())
		list.items.push_back(expr_of(item, element));
	return list;
}

/* For the defaults of schemas. */
expr expr_of(const c10::IValue &value, const c10::TypePtr &type)
{
	if (auto optional = type->cast<c10::OptionalType>())
		return expr_of(value, optional->getElementType());
	expr made;
	if (value.isNone()) {
		made.kind = expr_kind::none;
	} else if (value.isBool()) {
		made.kind = expr_kind::boolean;
		made.integer = value.toBool();
	} else if (value.isInt()) {
		made = expr_of_int(value.toInt(), *type);
	} else if (value.isDouble()) {
		made.kind = expr_kind::number;
		made.re = value.toDouble();
	} else if (value.isString()) {
		made.kind = expr_kind::string;
		made.text = value.toStringRef();
	} else if (value.isList()) {
		made = expr_of_list(value, type->expectRef<c10::ListType>().getElementType());
	} else {
		throw std::runtime_error("a default of the kind " + value.tagKind());
	}
	return made;
}

size_t index_of(const std::string &name, const c10::FunctionSchema &schema)
{
	const std::vector<c10::Argument> &arguments = schema.arguments();
	size_t index = 0;
	while (index < arguments.size() && arguments[index].name() != name)
		index++;
	return index;
}

} // namespace

const c10::FunctionSchema &schema_named(std::string_view op)
{
	size_t space = op.find("::");
	size_t dot = op.find('.', space == std::string_view::npos ? 0 : space);
	std::string name(op.substr(0, dot));
	std::string overload(dot == std::string_view::npos ? "" : op.substr(dot + 1));
	if (space == std::string_view::npos)
		name = "aten::" + name;
	auto handle = c10::Dispatcher::singleton().findSchema({ name, overload });
	if (!handle)
		throw std::runtime_error("there is no operator '" + std::string(op) + "'");
	return handle->schema();
}

std::vector<expr> bind_arguments(const expr &call, const c10::FunctionSchema &schema)
{
	const std::vector<c10::Argument> &arguments = schema.arguments();
	std::vector<expr> bound(arguments.size());
	for (size_t i = 0; i < call.items.size(); i++) {
		const expr &item = call.items[i];
		const std::string &name = call.names[i];
		size_t index = name.empty() ? i : index_of(name, schema);
		if (index >= arguments.size() && name.empty())
			throw expr_error{ call.text + " has " + std::to_string(arguments.size()) +
						  " arguments",
					  item.column };
		if (index >= arguments.size())
			throw expr_error{ call.text + " has no argument '" + name + "'",
					  item.column };
		if (bound[index].kind != expr_kind::omitted)
			throw expr_error{ "argument '" + name + "' is given twice", item.column };
		bound[index] = item;
	}
	for (size_t i = 0; i < arguments.size(); i++) {
		if (bound[i].kind == expr_kind::omitted)
			bound[i] = default_of(arguments[i]);
		if (bound[i].kind == expr_kind::omitted)
			throw expr_error{ call.text + ": argument '" + arguments[i].name() +
						  "' is missing",
					  call.column };
	}
	return bound;
}

expr default_of(const c10::Argument &argument)
{
	if (argument.default_value())
		return expr_of(*argument.default_value(), argument.real_type());
	expr value;
	if (argument.real_type()->kind() == c10::TypeKind::OptionalType)
		value.kind = expr_kind::none;
	return value;
}

expr unbind_arguments(std::string op, const std::vector<expr> &arguments,
		      const c10::FunctionSchema &schema)
{
	expr call;
	call.kind = expr_kind::call;
	call.text = std::move(op);
	bool by_name = false;
	for (size_t i = 0; i < arguments.size(); i++) {
		const c10::Argument &argument = schema.arguments()[i];
		if (print_expr(arguments[i]) == print_expr(default_of(argument))) {
			by_name = true;
			continue;
		}
		by_name = by_name || argument.kwarg_only();
		call.names.push_back(by_name ? argument.name() : "");
		call.items.push_back(arguments[i]);
	}
	return call;
}

} // namespace ops

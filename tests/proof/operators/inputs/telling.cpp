#include "inputs/telling.hpp"

#include <algorithm>

namespace ops {

namespace {

using expr_list = std::vector<expr>;

void add(std::vector<told_apart> &made, const expr_list &arguments, const std::string &what)
{
	made.emplace_back();
	made.back().arguments = arguments;
	made.back().what = what;
}

c10::TypePtr type_of(const c10::Argument &argument)
{
	c10::TypePtr type = argument.real_type();

	if (auto optional = type->cast<c10::OptionalType>())
		type = optional->getElementType();
	return type;
}

bool is_list_of(const expr &value, expr_kind kind)
{
	return value.kind == expr_kind::list && !value.items.empty() &&
	       std::all_of(value.items.begin(), value.items.end(),
			   [kind](const expr &item) { return item.kind == kind; });
}

bool is_own_reverse(const expr &list)
{
	const size_t n = list.items.size();

	for (size_t i = 0; i < n / 2; i++)
		if (list.items[i].integer != list.items[n - 1 - i].integer)
			return false;
	return true;
}

/* Makes as many elements as the schema's int[2] requires; two if it has no number. */
expr lengthened(expr list, const c10::Argument &argument)
{
	const size_t wanted = static_cast<size_t>(argument.N().value_or(2));

	while (list.items.size() == 1 || list.items.size() < wanted)
		list.items.push_back(list.items.back());
	return list;
}

/* [2, 2, 2] becomes [2, 3, 4], or [2, 1, 0] where a larger one is refused, as for a padding. */
expr stepped(expr list, int64_t step)
{
	for (size_t i = 0; i < list.items.size(); i++)
		list.items[i].integer += step * static_cast<int64_t>(i);
	return list;
}

void add_uneven(const expr_list &arguments, const c10::FunctionSchema &schema, size_t index,
		std::vector<told_apart> &made)
{
	const c10::Argument &argument = schema.arguments()[index];

	if (!is_list_of(arguments[index], expr_kind::integer) || !is_own_reverse(arguments[index]))
		return;
	for (int64_t step : { 1, -1 }) {
		expr_list changed = arguments;

		changed[index] = stepped(lengthened(arguments[index], argument), step);
		add(made, changed, argument.name() + (step > 0 ? " rising" : " falling"));
	}
}

/* Lists that belong together, as those of _foreach_add, must have the same length. */
void add_seconds(const expr_list &arguments, std::vector<told_apart> &made)
{
	expr_list changed = arguments;
	bool any = false;

	for (expr &value : changed) {
		if (value.kind != expr_kind::list || value.items.size() != 1 ||
		    is_list_of(value, expr_kind::integer) || is_list_of(value, expr_kind::boolean))
			continue;
		value.items.push_back(value.items[0]);
		value.items[1].re += 1;
		any = true;
	}
	if (any)
		add(made, changed, "lists of two");
}

bool is_list_of_scalars(const c10::Argument &argument)
{
	auto list = type_of(argument)->cast<c10::ListType>();

	return list && list->getElementType()->kind() == c10::TypeKind::NumberType;
}

void give_dtype(expr_list &arguments, c10::ScalarType dtype)
{
	for (expr &argument : arguments)
		each_tensor(argument, [dtype](expr &tensor) {
			if (c10::isFloatingType(tensor.dtype))
				tensor.dtype = dtype;
		});
}

expr number(double value)
{
	expr made;

	made.kind = expr_kind::number;
	made.re = value;
	return made;
}

expr integer(int64_t value)
{
	expr made;

	made.kind = expr_kind::integer;
	made.integer = value;
	return made;
}

bool is_number(const expr &value)
{
	return value.kind == expr_kind::number || value.kind == expr_kind::integer;
}

/* A little less than before, so that probabilities stay valid. */
double as_no_float_is(const expr &value)
{
	const double was = value.kind == expr_kind::integer ? static_cast<double>(value.integer)
							    : value.re;

	return was == 0 ? 0.1 : 0.9 * was;
}

void add_doubles(const expr_list &arguments, const c10::FunctionSchema &schema,
		 std::vector<told_apart> &made)
{
	expr_list changed = arguments;
	bool any = false;

	give_dtype(changed, c10::ScalarType::Double);
	for (size_t i = 0; i < changed.size(); i++) {
		const c10::Argument &argument = schema.arguments()[i];
		const bool takes_one = is_scalar(argument) ||
				       type_of(argument)->kind() == c10::TypeKind::FloatType;

		if (takes_one && is_number(changed[i])) {
			changed[i] = number(as_no_float_is(changed[i]));
			any = true;
		}
	}
	if (any)
		add(made, changed, "numbers that are no floats");
}

/* The end of arange would need that much memory, the degree of a polynomial that many steps. */
bool is_amount(const c10::Argument &argument)
{
	return argument.name() == "end" || argument.name() == "n";
}

/* A number that neither 32 bits nor a double can hold. */
void add_large(const expr_list &arguments, const c10::FunctionSchema &schema,
	       std::vector<told_apart> &made)
{
	const int64_t large = (int64_t(1) << 53) + 1;
	expr_list changed = arguments;
	bool any = false;

	give_dtype(changed, c10::ScalarType::Long);
	for (size_t i = 0; i < changed.size(); i++) {
		const c10::Argument &argument = schema.arguments()[i];

		if (is_scalar(argument) && is_number(changed[i]) && !is_amount(argument)) {
			changed[i] = integer(large);
			any = true;
		}
	}
	if (any)
		add(made, changed, "numbers of 54 bits");
}

void add_kinds(const expr_list &arguments, const c10::FunctionSchema &schema, size_t index,
	       std::vector<told_apart> &made)
{
	const c10::Argument &argument = schema.arguments()[index];

	if (!is_list_of_scalars(argument) || arguments[index].kind != expr_kind::list ||
	    arguments[index].items.empty())
		return;
	for (const char *text : { "1+2j", "True" }) {
		expr_list changed = arguments;

		changed[index].items.back() = parse_expr(text);
		add(made, changed, argument.name() + "'s last is " + text);
	}
}

} // namespace

bool is_scalar(const c10::Argument &argument)
{
	return type_of(argument)->kind() == c10::TypeKind::NumberType;
}

std::vector<told_apart> kept_formats(const expr_list &arguments, const c10::FunctionSchema &schema)
{
	std::vector<told_apart> made;
	expr_list changed = arguments;
	bool any = false;

	for (size_t i = 0; i < changed.size(); i++) {
		if (type_of(schema.arguments()[i])->kind() != c10::TypeKind::MemoryFormatType)
			continue;
		changed[i] = expr();
		changed[i].kind = expr_kind::none;
		any = true;
	}
	for (expr &argument : changed)
		each_tensor(argument, [](expr &tensor) {
			tensor.sizes = { 2, 3, 4, 5 };
			tensor.items.clear();
			tensor.form = expr_form::channels_last;
		});
	if (any)
		add(made, changed, "channels_last, without a memory format");
	return made;
}

std::vector<told_apart> uneven_lists(const expr_list &arguments, const c10::FunctionSchema &schema)
{
	std::vector<told_apart> made;

	add_seconds(arguments, made);
	for (size_t i = 0; i < arguments.size(); i++)
		add_uneven(arguments, schema, i, made);
	return made;
}

std::vector<told_apart> telling_numbers(const expr_list &arguments,
					const c10::FunctionSchema &schema)
{
	std::vector<told_apart> made;

	add_doubles(arguments, schema, made);
	add_large(arguments, schema, made);
	for (size_t i = 0; i < arguments.size(); i++)
		add_kinds(arguments, schema, i, made);
	return made;
}

} // namespace ops

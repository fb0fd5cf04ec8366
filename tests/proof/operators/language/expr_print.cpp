/*
 * Expressions to text.
 */
#include "language/expr.hpp"

#include <charconv>
#include <cmath>

#include "language/words.hpp"

namespace ops {

namespace {

/* The shortest text that reads as the same number. */
std::string print_double(double number)
{
	if (std::isnan(number))
		return "nan";
	char text[40];
	return { text, std::to_chars(text, text + sizeof text, number).ptr };
}

/* One that does not read as an integer. */
std::string print_number(double number)
{
	std::string text = print_double(number);
	if (text.find_first_of(".en") == std::string::npos)
		text += ".0";
	return text;
}

std::string print_complex(const expr &value)
{
	std::string im = print_double(value.im);
	return print_double(value.re) + (im[0] == '-' ? "" : "+") + im + "j";
}

std::string print_string(const std::string &text)
{
	static const char digits[] = "0123456789abcdef";
	std::string quoted = "\"";
	for (char c : text) {
		unsigned char byte = static_cast<unsigned char>(c);
		if (c == '"' || c == '\\')
			quoted += std::string("\\") + c;
		else if (c == '\n')
			quoted += "\\n";
		else if (byte < 0x20 || byte >= 0x7f)
			quoted += std::string("\\x") + digits[byte >> 4] + digits[byte & 15];
		else
			quoted += c;
	}
	return quoted + "\"";
}

template <typename Items, typename Print>
std::string join(const Items &items, const char *between, Print print)
{
	std::string joined;
	for (const auto &item : items) {
		if (!joined.empty())
			joined += between;
		joined += print(item);
	}
	return joined;
}

std::string print_tensor(const expr &tensor)
{
	std::string text(dtype_name(tensor.dtype));
	text += "[" + join(tensor.sizes, ",", [](int64_t size) { return std::to_string(size); }) +
		"]";
	if (tensor.ranged)
		text += "{" + print_double(tensor.low) + ".." + print_double(tensor.high) + "}";
	else if (!tensor.items.empty())
		text += "{" + join(tensor.items, ",", print_expr) + "}";
	if (tensor.form == expr_form::strided)
		text += ".strided";
	if (tensor.form == expr_form::channels_last)
		text += ".channels_last";
	return text;
}

std::string print_call(const expr &call)
{
	std::string text = call.text + "(";
	for (size_t i = 0; i < call.items.size(); i++) {
		if (i)
			text += ", ";
		if (!call.names[i].empty())
			text += call.names[i] + "=";
		text += print_expr(call.items[i]);
	}
	text += ")";
	if (call.result)
		text += "." + std::to_string(call.result);
	return text;
}

} // namespace

std::string print_expr(const expr &value)
{
	switch (value.kind) {
	case expr_kind::none:
		return "None";
	case expr_kind::boolean:
		return value.integer ? "True" : "False";
	case expr_kind::integer:
		return std::to_string(value.integer);
	case expr_kind::unsigned_integer:
		return std::to_string(static_cast<uint64_t>(value.integer));
	case expr_kind::number:
		return print_number(value.re);
	case expr_kind::complex:
		return print_complex(value);
	case expr_kind::string:
		return print_string(value.text);
	case expr_kind::word:
		return value.text;
	case expr_kind::list:
		return "[" + join(value.items, ", ", print_expr) + "]";
	case expr_kind::tensor:
		return print_tensor(value);
	case expr_kind::call:
		return print_call(value);
	case expr_kind::omitted:
		break;
	}
	return "";
}

} // namespace ops

/*
 * Text to expressions. One function for each production:
 *
 *     value    = number | "text" | None | True | False | list | tensor | call | word
 *     list     = "[" value, ... "]"
 *     tensor   = dtype "[" size, ... "]" [ "{" number ".." number | element, ... "}" ] [ "." form ]
 *     call     = operator "(" [ name "=" ] value, ... ")" [ "." result ]
 *     operator = [ namespace "::" ] name [ "." overload ]
 */
#include "language/expr.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>

#include "language/words.hpp"

namespace ops {

namespace {

/* Deeper nesting is a mistake, and must not exhaust the stack. */
constexpr int max_depth = 100;

class parser {
public:
	explicit parser(std::string_view text) : text_(text) {}

	expr all()
	{
		expr value = parse_value();
		skip_blanks();
		if (at_ < text_.size())
			fail("expected the end of the line");
		return value;
	}

private:
	std::string_view text_;
	size_t at_ = 0;
	int depth_ = 0;

	[[noreturn]] void fail_at(size_t place, const std::string &message) const
	{
		throw expr_error{ message, place + 1 };
	}
	[[noreturn]] void fail(const std::string &message) const { fail_at(at_, message); }

	char peek(size_t ahead = 0) const
	{
		return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
	}

	/* Comments reach to the end of their line. */
	void skip_blanks()
	{
		constexpr std::string_view blanks = " \t\r\n";
		while (at_ < text_.size()) {
			if (text_[at_] == '#')
				at_ = std::min(text_.find('\n', at_), text_.size());
			else if (blanks.find(text_[at_]) != blanks.npos)
				at_++;
			else
				return;
		}
	}

	/* The mark, if it comes next. */
	bool take(std::string_view mark)
	{
		skip_blanks();
		if (text_.substr(at_, mark.size()) != mark)
			return false;
		at_ += mark.size();
		return true;
	}

	void need(std::string_view mark, const std::string &message)
	{
		if (!take(mark))
			fail(message);
	}

	std::string_view take_name()
	{
		size_t start = at_;
		while (isalnum(static_cast<unsigned char>(peek())) || peek() == '_')
			at_++;
		return text_.substr(start, at_ - start);
	}

	expr parse_value();
	expr parse_list();
	expr parse_string();
	char parse_escape();
	bool starts_number() const;
	expr parse_number();
	expr parse_real();
	expr parse_named();
	expr parse_tensor(c10::ScalarType dtype);
	void parse_sizes(expr &tensor);
	void parse_contents(expr &tensor);
	void check_elements(const expr &tensor, size_t place) const;
	void parse_form(expr &tensor);
	expr parse_call(std::string name);
	void parse_arguments(expr &call);
	std::string parse_argument_name();
};

bool read_float(std::string_view text, expr &number)
{
	number.kind = expr_kind::number;
	return std::from_chars(text.begin(), text.end(), number.re).ec == std::errc();
}

bool read_integer(std::string_view text, expr &number)
{
	uint64_t bits;

	number.kind = expr_kind::integer;
	if (std::from_chars(text.begin(), text.end(), number.integer).ec == std::errc())
		return true;
	if (std::from_chars(text.begin(), text.end(), bits).ec != std::errc())
		return false;
	number.kind = expr_kind::unsigned_integer;
	number.integer = static_cast<int64_t>(bits);
	return true;
}

double as_double(const expr &value)
{
	if (value.kind == expr_kind::unsigned_integer)
		return static_cast<double>(static_cast<uint64_t>(value.integer));
	return value.kind == expr_kind::integer ? static_cast<double>(value.integer) : value.re;
}

expr parser::parse_value()
{
	skip_blanks();
	if (depth_ >= max_depth)
		fail("nested too deeply");
	depth_++;
	size_t start = at_;
	expr value;
	if (peek() == '[')
		value = parse_list();
	else if (peek() == '"')
		value = parse_string();
	else if (starts_number())
		value = parse_number();
	else if (isalpha(static_cast<unsigned char>(peek())) || peek() == '_')
		value = parse_named();
	else
		fail("expected a value");
	depth_--;
	value.column = start + 1;
	return value;
}

expr parser::parse_list()
{
	expr list;
	list.kind = expr_kind::list;
	need("[", "expected '['");
	if (take("]"))
		return list;
	do
		list.items.push_back(parse_value());
	while (take(","));
	need("]", "expected ',' or ']'");
	return list;
}

expr parser::parse_string()
{
	expr string;
	string.kind = expr_kind::string;
	size_t start = at_++;
	while (peek() != '"') {
		if (at_ >= text_.size())
			fail_at(start, "the text does not end: '\"' is missing");
		char c = text_[at_++];
		string.text += c == '\\' ? parse_escape() : c;
	}
	at_++;
	return string;
}

/* What follows the backslash. */
char parser::parse_escape()
{
	size_t start = at_ - 1;
	char c = peek();
	at_++;
	if (c == 'n')
		return '\n';
	if (c == '"' || c == '\\')
		return c;
	if (c == 'x') {
		unsigned byte = 0;
		std::string_view digits = text_.substr(std::min(at_, text_.size()), 2);
		auto end = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
		if (digits.size() == 2 && end.ptr == digits.data() + 2) {
			at_ += 2;
			return static_cast<char>(byte);
		}
	}
	fail_at(start, "unknown escape: there are \\n \\\" \\\\ and \\x with two digits");
}

bool parser::starts_number() const
{
	std::string_view rest = text_.substr(at_);
	if (!rest.empty() && rest.front() == '-')
		rest.remove_prefix(1);
	if (rest.empty())
		return false;
	if (isdigit(static_cast<unsigned char>(rest[0])))
		return true;
	/* inf and nan are numbers, infer(...) is a call. */
	if (rest.rfind("inf", 0) != 0 && rest.rfind("nan", 0) != 0)
		return false;
	return rest.size() == 3 || rest[3] == 'j' ||
	       !(isalnum(static_cast<unsigned char>(rest[3])) || rest[3] == '_');
}

/* A real number, and with a second one before a j the complex number. */
expr parser::parse_number()
{
	expr first = parse_real();
	expr complex;
	complex.kind = expr_kind::complex;
	if (peek() == 'j') {
		at_++;
		complex.im = as_double(first);
		return complex;
	}
	if (peek() != '+' && peek() != '-')
		return first;
	if (peek() == '+')
		at_++;
	expr second = parse_real();
	if (peek() != 'j')
		fail("expected 'j' behind the imaginary part");
	at_++;
	complex.re = as_double(first);
	complex.im = as_double(second);
	return complex;
}

expr parser::parse_real()
{
	size_t start = at_;
	if (!starts_number())
		fail("expected a number");
	if (peek() == '-')
		at_++;
	bool integral = isdigit(static_cast<unsigned char>(peek()));
	if (!integral)
		at_ += 3;
	while (isdigit(static_cast<unsigned char>(peek())))
		at_++;
	/* The dots of 0..3 are not decimal points. */
	if (integral && peek() == '.' && isdigit(static_cast<unsigned char>(peek(1)))) {
		integral = false;
		at_++;
		while (isdigit(static_cast<unsigned char>(peek())))
			at_++;
	}
	size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
	if (peek() == 'e' && isdigit(static_cast<unsigned char>(peek(1 + sign)))) {
		integral = false;
		at_ += 1 + sign;
		while (isdigit(static_cast<unsigned char>(peek())))
			at_++;
	}
	expr number;
	const std::string_view digits = text_.substr(start, at_ - start);
	if (integral ? !read_integer(digits, number) : !read_float(digits, number))
		fail_at(start, "the number is too large");
	return number;
}

/* An expression that begins with a letter. */
expr parser::parse_named()
{
	size_t start = at_;
	std::string name(take_name());
	expr value;
	if (name == "None" || name == "True" || name == "False") {
		value.kind = name == "None" ? expr_kind::none : expr_kind::boolean;
		value.integer = name == "True";
		return value;
	}
	if (peek() == '[') {
		std::optional<c10::ScalarType> dtype = dtype_named(name);
		if (!dtype)
			fail_at(start, "unknown dtype '" + name + "'");
		return parse_tensor(*dtype);
	}
	if (take("::"))
		name += "::" + std::string(take_name());
	if (peek() == '.') {
		at_++;
		name += "." + std::string(take_name());
	}
	if (peek() == '(')
		return parse_call(name);
	if (!number_of_word(name) && !is_device_word(name))
		fail_at(start, "unknown word '" + name + "'");
	value.kind = expr_kind::word;
	value.text = name;
	return value;
}

expr parser::parse_tensor(c10::ScalarType dtype)
{
	expr tensor;
	tensor.kind = expr_kind::tensor;
	tensor.dtype = dtype;
	parse_sizes(tensor);
	if (peek() == '{')
		parse_contents(tensor);
	if (peek() == '.')
		parse_form(tensor);
	return tensor;
}

void parser::parse_sizes(expr &tensor)
{
	need("[", "expected '['");
	if (take("]"))
		return;
	do {
		skip_blanks();
		size_t start = at_;
		expr size = parse_real();
		if (size.kind != expr_kind::integer || size.integer < 0)
			fail_at(start, "a size is an integer of 0 or more");
		tensor.sizes.push_back(size.integer);
	} while (take(","));
	need("]", "expected ',' or ']'");
}

void parser::parse_contents(expr &tensor)
{
	size_t start = at_;
	need("{", "expected '{'");
	expr first = parse_value();
	if (take("..")) {
		skip_blanks();
		expr last = parse_real();
		if (first.kind != expr_kind::integer && first.kind != expr_kind::number)
			fail_at(first.column - 1, "a range is from a number to a number");
		tensor.ranged = true;
		tensor.low = as_double(first);
		tensor.high = as_double(last);
		if (!(tensor.low <= tensor.high))
			fail_at(start, "the range is empty");
	} else {
		tensor.items.push_back(first);
		while (take(","))
			tensor.items.push_back(parse_value());
		check_elements(tensor, start);
	}
	need("}", "expected ',', '..' or '}'");
}

void parser::check_elements(const expr &tensor, size_t place) const
{
	size_t needed = 1;
	for (int64_t size : tensor.sizes)
		needed *= static_cast<size_t>(size);
	if (needed != tensor.items.size())
		fail_at(place, "a tensor of these sizes has " + std::to_string(needed) +
				       " elements, not " + std::to_string(tensor.items.size()));
	for (const expr &item : tensor.items)
		if (item.kind != expr_kind::integer && item.kind != expr_kind::number &&
		    item.kind != expr_kind::boolean && item.kind != expr_kind::complex)
			fail_at(place, "elements are numbers, True or False");
}

void parser::parse_form(expr &tensor)
{
	size_t start = at_++;
	std::string_view form = take_name();
	if (form == "strided")
		tensor.form = expr_form::strided;
	else if (form == "channels_last" && (tensor.sizes.size() == 4 || tensor.sizes.size() == 5))
		tensor.form = expr_form::channels_last;
	else if (form == "channels_last")
		fail_at(start, "channels_last is for 4 or 5 dimensions");
	else
		fail_at(start, "unknown form '" + std::string(form) + "'");
}

expr parser::parse_call(std::string name)
{
	expr call;
	call.kind = expr_kind::call;
	call.text = std::move(name);
	need("(", "expected '('");
	parse_arguments(call);
	if (peek() == '.' && isdigit(static_cast<unsigned char>(peek(1)))) {
		at_++;
		size_t start = at_;
		expr result = parse_real();
		if (result.kind != expr_kind::integer || result.integer > 100)
			fail_at(start, "a result is counted from 0");
		call.result = static_cast<int>(result.integer);
	}
	return call;
}

void parser::parse_arguments(expr &call)
{
	if (take(")"))
		return;
	do {
		skip_blanks();
		size_t start = at_;
		call.names.push_back(parse_argument_name());
		if (call.names.back().empty() && call.names.size() > 1 &&
		    !call.names[call.names.size() - 2].empty())
			fail_at(start, "an argument without a name behind one with a name");
		call.items.push_back(parse_value());
	} while (take(","));
	need(")", "expected ',' or ')'");
}

/* "alpha" of "alpha=2"; "" for an argument without a name. */
std::string parser::parse_argument_name()
{
	size_t start = at_;
	std::string name(take_name());
	if (!name.empty() && !isdigit(static_cast<unsigned char>(name[0])) && take("="))
		return name;
	at_ = start;
	return "";
}

} // namespace

expr parse_expr(std::string_view text)
{
	return parser(text).all();
}

} // namespace ops

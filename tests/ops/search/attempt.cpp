#include "search/attempt.hpp"

#include <algorithm>
#include <cctype>

namespace ops {

std::string print_attempt(const std::string &op, const attempt &guess,
			  const c10::FunctionSchema &schema)
{
	std::string text = op + "(";
	bool by_name = false;

	for (size_t i = 0; i < guess.texts.size(); i++) {
		const c10::Argument &argument = schema.arguments()[i];
		if (guess.texts[i].empty()) {
			by_name = true;
			continue;
		}
		by_name = by_name || argument.kwarg_only();
		text += text.back() == '(' ? "" : ", ";
		text += (by_name ? argument.name() + "=" : "") + guess.texts[i];
	}
	return text + ")";
}

/* ---- what errors say ---- */

/* libtorch's names for them, C++'s and Python's. */
static const struct {
	const char *said;
	const char *written;
} dtype_words[] = {
	{ "Float", "float" },       { "float", "float" },
	{ "Double", "double" },     { "double", "double" },
	{ "Half", "half" },         { "BFloat16", "bfloat16" },
	{ "Long", "int64" },        { "int64", "int64" },
	{ "long", "int64" },        { "Int", "int32" },
	{ "int", "int32" },         { "integer", "int64" },
	{ "int32", "int32" },       { "Bool", "bool" },
	{ "bool", "bool" },         { "boolean", "bool" },
	{ "Byte", "uint8" },        { "uint8", "uint8" },
	{ "Char", "int8" },         { "int8", "int8" },
	{ "Short", "int16" },       { "ComplexFloat", "complex64" },
	{ "complex", "complex64" }, { "Float8_e4m3fn", "float8_e4m3fn" },
};

/* A layout that an error names, and the operator whose result has it. */
static const struct {
	const char *said;
	const char *maker;
} layout_words[] = {
	{ "parse_csr", "to_sparse_csr" }, { "SparseCsr", "to_sparse_csr" },
	{ "parse_csc", "to_sparse_csc" }, { "parse", "to_sparse" },
	{ "uantize", "quantize" },        { "QInt8", "quantize" },
	{ "kldnn", "to_mkldnn" },         { "ested", "nested" },
};

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static std::vector<std::string> words_of(const std::string &text)
{
	std::vector<std::string> words;

	for (size_t at = 0; at < text.size();) {
		size_t from = at;
		while (at < text.size() && is_word(text[at]))
			at++;
		if (at > from)
			words.push_back(text.substr(from, at - from));
		else
			at++;
	}
	return words;
}

static bool is_number(const std::string &word)
{
	return !word.empty() && word.size() <= 3 &&
	       std::all_of(word.begin(), word.end(), [](unsigned char c) { return isdigit(c); });
}

static void read_sizes(const std::string &error, std::vector<std::string> &sizes)
{
	for (size_t at = 0; (at = error.find_first_of("[(", at)) != std::string::npos; at++) {
		size_t end = error.find_first_of("])", at);
		if (end == std::string::npos)
			return;
		std::string inside = error.substr(at + 1, end - at - 1);
		inside.erase(std::remove(inside.begin(), inside.end(), ' '), inside.end());
		if (inside.find_first_not_of("0123456789,") == std::string::npos &&
		    inside.find(',') != std::string::npos && inside.back() != ',')
			sizes.push_back(inside);
	}
}

hints read_hints(const std::string &error, const c10::FunctionSchema &schema)
{
	hints found;

	for (const std::string &word : words_of(error)) {
		if (is_number(word))
			found.numbers.push_back(word);
		for (const auto &known : dtype_words)
			if (word == known.said)
				found.dtypes.push_back(known.written);
		for (size_t i = 0; i < schema.arguments().size(); i++)
			if (word == schema.arguments()[i].name())
				found.arguments.push_back(i);
	}
	read_sizes(error, found.sizes);
	for (const auto &known : layout_words)
		if (error.find(known.said) != std::string::npos)
			found.makers.push_back(known.maker);
	return found;
}

std::string without_numbers(const std::string &error)
{
	std::string kind;

	for (size_t i = 0; i < error.size() && kind.size() < 120; i++) {
		if (isdigit((unsigned char)error[i]))
			continue;
		if (error[i] == '\n' && i > 60)
			break;
		kind += error[i];
	}
	return kind;
}

/* ---- changes of one argument's text ---- */

/* The places of integers: begin and length. */
static std::vector<std::pair<size_t, size_t>> numbers_in(const std::string &text)
{
	std::vector<std::pair<size_t, size_t>> places;

	for (size_t at = 0; at < text.size(); at++) {
		if (!isdigit((unsigned char)text[at]) || (at != 0 && is_word(text[at - 1])))
			continue;
		size_t from = at;
		while (at < text.size() && isdigit((unsigned char)text[at]))
			at++;
		bool part = at < text.size() && (is_word(text[at]) || text[at] == '.');
		if (!part && (from == 0 || text[from - 1] != '.'))
			places.push_back({ from, at - from });
	}
	return places;
}

static std::string other_number(const std::string &number, const hints &hints, randomness &random)
{
	if (!hints.numbers.empty() && random.chance(60))
		return random.one_of(hints.numbers);

	long value = atol(number.c_str());
	switch (random.below(5)) {
	case 0:
		return std::to_string(value + 1);
	case 1:
		return std::to_string(value > 0 ? value - 1 : 0);
	case 2:
		return std::to_string(value * 2);
	default:
		return std::to_string(random.below(6));
	}
}

static void change_number(std::string &text, const hints &hints, randomness &random)
{
	auto places = numbers_in(text);

	if (places.empty())
		return;
	auto [from, length] = random.one_of(places);
	text.replace(from, length, other_number(text.substr(from, length), hints, random));
}

/* The places where the sizes of tensors begin: after "float[". */
static std::vector<size_t> tensors_in(const std::string &text)
{
	std::vector<size_t> places;

	for (size_t at = 1; at < text.size(); at++)
		if (text[at] == '[' && is_word(text[at - 1]))
			places.push_back(at + 1);
	return places;
}

static void change_dtype(std::string &text, const hints &hints, randomness &random)
{
	static const std::vector<std::string> common = { "float", "double", "int64",
							 "int32", "bool",   "uint8" };
	auto places = tensors_in(text);

	if (places.empty())
		return;
	size_t end = random.one_of(places) - 1;
	size_t from = end;
	while (from > 0 && is_word(text[from - 1]))
		from--;
	bool said = !hints.dtypes.empty() && random.chance(70);
	text.replace(from, end - from, random.one_of(said ? hints.dtypes : common));
}

/* Replaces all sizes, or adds or removes one. */
static void change_sizes(std::string &text, const hints &hints, randomness &random)
{
	auto places = tensors_in(text);

	if (places.empty())
		return;
	size_t from = random.one_of(places);
	size_t end = text.find(']', from);
	std::string sizes = text.substr(from, end - from);
	size_t comma = sizes.find(',');
	if (!hints.sizes.empty() && random.chance(60))
		sizes = random.one_of(hints.sizes);
	else if (random.chance(50))
		sizes = std::to_string(1 + random.below(3)) + (sizes.empty() ? "" : ",") + sizes;
	else if (random.chance(30))
		sizes += (sizes.empty() ? "" : ",") + std::to_string(1 + random.below(3));
	else
		sizes = comma == std::string::npos ? "" : sizes.substr(comma + 1);
	text.replace(from, end - from, sizes);
}

static void change_layout(std::string &text, const hints &hints, randomness &random)
{
	static const std::vector<std::string> all = { "to_sparse", "to_sparse_csr", "to_mkldnn",
						      "quantize",  "nested",        "strided" };
	size_t tensor = text.find("[");

	if (tensor == std::string::npos || tensor == 0)
		return;
	std::string maker = random.one_of(hints.makers.empty() ? all : hints.makers);
	if (maker == "quantize")
		text = "quantize_per_tensor(" + text + ",0.1,10,quint8)";
	else if (maker == "nested")
		text = "_nested_tensor_from_tensor_list([" + text + "," + text + "])";
	else if (maker == "strided")
		text += ".strided";
	else
		text = maker + "(" + text + ")";
}

static size_t argument_to_change(const attempt &from, const hints &hints, randomness &random)
{
	if (!hints.arguments.empty() && random.chance(50))
		return random.one_of(hints.arguments);
	return random.below(from.texts.size());
}

static void change_argument(attempt &guess, size_t i, const hints &hints,
			    operator_candidates &candidates, randomness &random)
{
	size_t how = random.below(100);

	if (how < 35 || guess.texts[i].empty())
		guess.texts[i] = candidates.draw(i, guess.plan, random);
	else if (how < 60)
		change_number(guess.texts[i], hints, random);
	else if (how < 75)
		change_dtype(guess.texts[i], hints, random);
	else if (how < 88)
		change_sizes(guess.texts[i], hints, random);
	else if (how < (hints.makers.empty() ? 90u : 96u))
		change_layout(guess.texts[i], hints, random);
	else
		guess.texts[i] = guess.texts[random.below(guess.texts.size())];
}

attempt changed_attempt(const attempt &from, const hints &hints, operator_candidates &candidates,
			randomness &random)
{
	attempt guess = from;

	if (random.chance(40))
		guess.plan = {};
	do
		change_argument(guess, argument_to_change(from, hints, random), hints, candidates,
				random);
	while (random.chance(35));
	return guess;
}

attempt fuller_attempt(const attempt &from, operator_candidates &candidates, randomness &random)
{
	attempt guess = from;
	std::vector<size_t> absent;

	for (size_t i = 0; i < from.texts.size(); i++)
		if (from.texts[i].empty())
			absent.push_back(i);
	if (!absent.empty()) {
		size_t i = random.one_of(absent);
		guess.texts[i] = candidates.draw(i, guess.plan, random, true);
	}
	return guess;
}

} // namespace ops

#include "search/candidates.hpp"

#include <cctype>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "language/sample.hpp"

namespace ops {

/* FNV-1a, so that nearby names start far from each other. */
randomness::randomness(const std::string &seed) : state_(14695981039346656037u)
{
	for (unsigned char c : seed)
		state_ = (state_ ^ c) * 1099511628211u;
}

uint64_t randomness::next()
{
	uint64_t z = state_ += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

bool glob_matches(const char *pattern, const char *text)
{
	if (*pattern == '*')
		return glob_matches(pattern + 1, text) ||
		       (*text != '\0' && glob_matches(pattern, text + 1));
	if (*text == '\0')
		return *pattern == '\0';
	return (*pattern == '?' || *pattern == *text) && glob_matches(pattern + 1, text + 1);
}

static bool matches(const std::string &pattern, const std::string &text)
{
	return glob_matches(pattern.c_str(), text.c_str());
}

static void replace_all(std::string &text, const std::string &from, const std::string &to)
{
	for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
		text.replace(at, from.size(), to);
}

std::string plain_type(const c10::Argument &argument)
{
	c10::TypePtr type = argument.real_type();
	if (auto optional = type->cast<c10::OptionalType>())
		type = optional->getElementType();

	std::string text = type->str();
	replace_all(text, "SymInt", "int");
	if (argument.N() && text.size() > 2 && text.compare(text.size() - 2, 2, "[]") == 0)
		text.insert(text.size() - 1, std::to_string(*argument.N()));
	return text;
}

/* ---- reading candidates.txt ---- */

static std::string trimmed(const std::string &text)
{
	size_t first = text.find_first_not_of(" \t");
	size_t last = text.find_last_not_of(" \t");

	return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

static std::vector<std::string> split(const std::string &text, const std::string &separator)
{
	std::vector<std::string> parts;
	size_t from = 0, at;

	while ((at = text.find(separator, from)) != std::string::npos) {
		parts.push_back(trimmed(text.substr(from, at - from)));
		from = at + separator.size();
	}
	parts.push_back(trimmed(text.substr(from)));
	return parts;
}

/* "3* x" counts as three x, "~" is an empty text. */
static void add_texts(std::vector<std::string> &texts, const std::string &line)
{
	for (const std::string &text : split(line, " | ")) {
		if (text == "~")
			texts.push_back("");
		else if (text.size() > 2 && isdigit((unsigned char)text[0]) && text[1] == '*')
			texts.insert(texts.end(), (size_t)(text[0] - '0'), trimmed(text.substr(2)));
		else
			texts.push_back(text);
	}
}

/* "conv*,*2d  weight  Tensor = a | b", and for a variable "conv*  $N = 1 | 2"; ":=" instead of "="
 * if nothing else may be drawn. */
static candidate_rule parse_rule(const std::string &line)
{
	size_t sign = line.find("= ");
	bool alone = sign != std::string::npos && sign != 0 && line[sign - 1] == ':';
	std::istringstream head(line.substr(0, alone ? sign - 1 : sign));
	std::string operators, arguments, rest;
	candidate_rule rule = {};

	head >> operators >> arguments >> rule.type;
	if (sign == std::string::npos || arguments.empty() || head >> rest)
		throw std::runtime_error("expected 'operators argument type = candidates'");
	if ((arguments[0] == '$') != rule.type.empty())
		throw std::runtime_error("an argument has a type, a variable has none");
	rule.operators = split(operators, ",");
	rule.arguments = split(arguments, ",");
	rule.alone = alone;
	add_texts(rule.texts, line.substr(sign + 2));
	return rule;
}

std::vector<candidate_rule> read_candidates(const std::string &path)
{
	std::vector<candidate_rule> rules;
	std::ifstream file(path);
	std::string line;

	if (!file)
		throw std::runtime_error(path + ": cannot be read");
	for (int number = 1; std::getline(file, line); number++) {
		if (trimmed(line).empty() || line[0] == '#')
			continue;
		try {
			if (line[0] == '\t' && !rules.empty())
				add_texts(rules.back().texts, line);
			else {
				rules.push_back(parse_rule(line));
				rules.back().line = number;
			}
		} catch (const std::runtime_error &error) {
			throw std::runtime_error(path + ":" + std::to_string(number) + ": " +
						 error.what());
		}
	}
	return rules;
}

/* ---- what fits an operator ---- */

static bool matches_one(const std::vector<std::string> &patterns, const std::string &text)
{
	for (const std::string &pattern : patterns)
		if (matches(pattern, text))
			return true;
	return false;
}

/* 3 for this argument of these operators, 2 for all arguments of that type of these operators,
 * 1 for this argument of all operators, 0 for the type. */
static size_t closeness(const candidate_rule &rule)
{
	return (rule.operators[0] != "*" ? 2u : 0u) + (rule.arguments[0] != "*" ? 1u : 0u);
}

static void add(std::vector<std::string> &to, const std::vector<std::string> &from)
{
	to.insert(to.end(), from.begin(), from.end());
}

/* The texts to draw from, the closest rules first. */
std::vector<std::vector<std::string>> operator_candidates::levels_of(
	const std::vector<candidate_rule> &rules, const c10::Argument &argument) const
{
	std::string type = plain_type(argument);
	std::vector<texts> all(4), result;
	texts alone;

	for (const candidate_rule &rule : rules) {
		if (rule.type.empty() || !matches_one(rule.operators, op_) ||
		    !matches_one(rule.arguments, argument.name()) || !matches(rule.type, type))
			continue;
		add(rule.alone ? alone : all[3 - closeness(rule)], rule.texts);
	}
	if (!alone.empty())
		return { alone };
	for (texts &level : all)
		if (!level.empty())
			result.push_back(std::move(level));
	if (result.empty())
		throw std::runtime_error("candidates.txt has nothing for type " + type);
	return result;
}

operator_candidates::operator_candidates(const std::vector<candidate_rule> &rules,
					 const c10::FunctionSchema &schema)
    : op_(operator_name(schema))
{
	for (const c10::Argument &argument : schema.arguments()) {
		bool optional = argument.default_value() ||
				argument.real_type()->kind() == c10::TypeKind::OptionalType;
		arguments_.push_back(
			{ levels_of(rules, argument), optional, (size_t)argument.N().value_or(0) });
	}
	for (bool particular : { true, false }) {
		std::map<std::string, texts> found;
		for (const candidate_rule &rule : rules)
			if (rule.type.empty() && matches_one(rule.operators, op_) &&
			    (rule.operators[0] != "*") == particular)
				add(found[rule.arguments[0]], rule.texts);
		variables_.merge(found); /* the operator's own variables stay */
	}
}

/* ---- expanding ---- */

static bool is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

std::string operator_candidates::variable(const std::string &name, const drawing &with)
{
	auto known = with.plan.values.find(name);
	if (known != with.plan.values.end())
		return known->second;

	auto rule = variables_.find(name);
	if (rule == variables_.end())
		throw std::runtime_error("candidates.txt has no variable " + name);
	std::string value = expand(with.random.one_of(rule->second), 0, with);
	with.plan.values[name] = value;
	return value;
}

/* A sum (above 0) or a product (above 1) of numbers, variables and brackets. A division by zero and
 * a name without a number are 0, and libtorch may accept or refuse that. */
int64_t operator_candidates::computed(const std::string &text, size_t &at, int above,
				      const drawing &with)
{
	int64_t value = 0;

	if (above == 2) {
		if (text[at] == '(') {
			value = computed(text, ++at, 0, with);
			at++;
			return value;
		}
		size_t from = at;
		while (at < text.size() && is_name(text[at]))
			at++;
		std::string word = text.substr(from, at - from);
		if (!isdigit((unsigned char)word[0]))
			word = variable("$" + word, with);
		return atoll(word.c_str());
	}
	value = computed(text, at, above + 1, with);
	while (at < text.size() && strchr(above == 0 ? "+-" : "*/", text[at]) != nullptr) {
		char sign = text[at++];
		int64_t right = computed(text, at, above + 1, with);
		if (sign == '+')
			value += right;
		else if (sign == '-')
			value -= right;
		else if (sign == '*')
			value *= right;
		else
			value = right == 0 ? 0 : value / right;
	}
	return value;
}

/* "X*" before a comma or a bracket: repeats X as often as the type says, otherwise $v times. */
std::string operator_candidates::repeated(const std::string &text, size_t length,
					  const drawing &with)
{
	std::string result;

	for (size_t i = 0; i < text.size(); i++) {
		if (text[i] != '*' || i + 1 == text.size() ||
		    (text[i + 1] != ',' && text[i + 1] != ']')) {
			result += text[i];
			continue;
		}
		size_t from = result.find_last_of("[,") + 1;
		std::string item = result.substr(from);
		result.erase(from);
		size_t count = length != 0 ? length : (size_t)atoll(variable("$v", with).c_str());
		for (size_t j = 0; j < count; j++)
			result += (j != 0 ? "," : "") + item;
		if (count == 0 && from != 0 && result.back() == ',')
			result.pop_back();
	}
	return result;
}

/* $N is a variable, $(N-1) a number. */
std::string operator_candidates::expand(const std::string &text, size_t length, const drawing &with)
{
	std::string result;

	for (size_t at = 0; at < text.size();) {
		if (text[at] != '$') {
			result += text[at++];
			continue;
		}
		size_t from = at++;
		if (text[at] == '(') {
			result += std::to_string(computed(text, ++at, 0, with));
			at++;
			continue;
		}
		while (at < text.size() && is_name(text[at]))
			at++;
		result += variable(text.substr(from, at - from), with);
	}
	return repeated(result, length, with);
}

/* Mostly from the closest rules, but every rule is used at times. Optional arguments are left out
 * half the time. */
std::string operator_candidates::draw(size_t i, candidate_plan &plan, randomness &random,
				      bool given)
{
	const choices &drawn = arguments_[i];
	size_t level = 0;

	if (drawn.optional && !given && random.chance(50))
		return "";
	while (!plan.close && level + 1 < drawn.levels.size() && random.chance(15))
		level++;
	return expand(random.one_of(drawn.levels[level]), drawn.length, { plan, random });
}

} // namespace ops

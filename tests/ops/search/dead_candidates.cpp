/*
 * Lines of candidates.txt that the search never draws from: for operators, arguments and variables
 * that do not exist.
 */
#include <cctype>
#include <set>

#include "search/candidates.hpp"
#include "language/sample.hpp"

namespace ops {

namespace {

using texts = std::vector<std::string>;

/* An operator that a rule may match; created once for all rules. */
struct known_operator {
	std::string name;
	std::vector<std::pair<std::string, std::string>> arguments; /* name and type */
};

/* The words of a rule that have matched something. */
struct words_met {
	std::set<std::string> operators; /* those that match an operator's name */
	std::set<std::string> useful;    /* and also have an argument of the rule */
	std::set<std::string> arguments;
};

} // namespace

static bool fits(const std::string &pattern, const std::string &text)
{
	return glob_matches(pattern.c_str(), text.c_str());
}

static std::vector<known_operator> known_operators(
	const std::vector<const c10::FunctionSchema *> &schemas)
{
	std::vector<known_operator> known;

	for (const c10::FunctionSchema *schema : schemas) {
		known.push_back({ operator_name(*schema), {} });
		for (const c10::Argument &argument : schema->arguments())
			known.back().arguments.emplace_back(argument.name(), plain_type(argument));
	}
	return known;
}

/* A variable matches every operator that a word matches. */
static texts arguments_met(const candidate_rule &rule, const known_operator &op)
{
	texts met;

	if (rule.type.empty())
		return rule.arguments;
	for (const auto &[name, type] : op.arguments)
		for (const std::string &pattern : rule.arguments)
			if (fits(rule.type, type) && fits(pattern, name))
				met.push_back(pattern);
	return met;
}

static words_met meet(const candidate_rule &rule, const std::vector<known_operator> &operators)
{
	words_met met;

	for (const known_operator &op : operators) {
		texts fitting;

		for (const std::string &pattern : rule.operators)
			if (fits(pattern, op.name))
				fitting.push_back(pattern);
		if (fitting.empty())
			continue;
		met.operators.insert(fitting.begin(), fitting.end());

		const texts arguments = arguments_met(rule, op);

		met.arguments.insert(arguments.begin(), arguments.end());
		if (!arguments.empty())
			met.useful.insert(fitting.begin(), fitting.end());
	}
	return met;
}

static void tell(const candidate_rule &rule, const std::string &what, texts &dead)
{
	dead.push_back("candidates.txt:" + std::to_string(rule.line) + ": " + what);
}

static void check_rule(const candidate_rule &rule, const words_met &met, texts &dead)
{
	for (const std::string &word : rule.operators)
		if (!met.operators.count(word))
			tell(rule, "no operator's name fits " + word, dead);
		else if (!met.useful.count(word))
			tell(rule, "what " + word + " fits has none of the arguments", dead);
	for (const std::string &word : rule.arguments)
		if (!met.arguments.count(word))
			tell(rule,
			     "none of the operators has an argument " + word + " of type " +
				     rule.type,
			     dead);
}

static bool is_of_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* "$N", and the names without a dollar sign in "$(...)". */
static void add_variables(const std::string &text, std::set<std::string> &used)
{
	size_t depth = 0, end;

	for (size_t at = 0; at < text.size(); at = end) {
		const bool follows_sign = at && text[at - 1] == '$';

		end = at + 1;
		if (text[at] == '(' && (depth || follows_sign))
			depth++;
		else if (text[at] == ')' && depth)
			depth--;
		if (!is_of_name(text[at]))
			continue;
		while (end < text.size() && is_of_name(text[end]))
			end++;
		if (depth || follows_sign)
			used.insert("$" + text.substr(at, end - at));
	}
}

static void check_variables(const std::vector<candidate_rule> &rules, texts &dead)
{
	std::set<std::string> used = { "$v" }; /* used by "X*" */

	for (const candidate_rule &rule : rules)
		for (const std::string &text : rule.texts)
			add_variables(text, used);
	for (const candidate_rule &rule : rules)
		if (rule.type.empty() && !used.count(rule.arguments[0]))
			tell(rule, "nothing uses " + rule.arguments[0], dead);
}

std::vector<std::string> dead_candidates(const std::vector<candidate_rule> &rules,
					 const std::vector<const c10::FunctionSchema *> &operators)
{
	const std::vector<known_operator> known = known_operators(operators);
	texts dead;

	for (const candidate_rule &rule : rules)
		check_rule(rule, meet(rule, known), dead);
	check_variables(rules, dead);
	return dead;
}

} // namespace ops

/*
 * The contents of an overload's schema.
 */
#include <sstream>

#include "operators/by_name/numbers.hpp"
#include "operators/by_name/overload.hpp"

namespace ct {

namespace {

bool is_written(const c10::Argument &argument)
{
	return argument.alias_info() && argument.alias_info()->isWrite();
}

/* The argument that a result is, for `-> Tensor(a!)`; or -1. */
int written_argument(const c10::FunctionSchema &schema, const c10::Argument &result)
{
	if (!is_written(result))
		return -1;
	for (size_t i = 0; i < schema.arguments().size(); i++) {
		const c10::Argument &argument = schema.arguments()[i];

		if (is_written(argument) &&
		    argument.alias_info()->beforeSets() == result.alias_info()->beforeSets())
			return static_cast<int>(i);
	}
	return -1;
}

/* As in the schema: an argument with neither name nor default prints as its type. */
std::string type_text(const c10::Argument &argument)
{
	maybe<c10::AliasInfo> alias;
	std::ostringstream text;

	text.imbue(std::locale::classic());
	if (argument.alias_info())
		alias = *argument.alias_info();
	text << c10::Argument("", argument.type(), argument.real_type(), argument.N(), nullopt,
			      false, alias);
	std::string type = text.str();
	return type.substr(0, type.find_last_not_of(' ') + 1);
}

described_argument describe_argument(const c10::Argument &argument)
{
	described_argument described = { argument.name(),
					 type_text(argument),
					 argument.kwarg_only(),
					 is_written(argument),
					 bool(argument.default_value()),
					 {} };

	if (argument.default_value())
		described.default_value = from_ivalue(*argument.default_value(),
						      argument.real_type().get());
	return described;
}

} // namespace

std::string schema_text(const c10::FunctionSchema &schema)
{
	std::ostringstream text;

	/* C++ streams have their own locale. */
	text.imbue(std::locale::classic());
	text << schema;
	return text.str();
}

overload::overload(const c10::OperatorHandle &found)
    : handle(found), identity(&found.schema()), name(found.schema().name()),
      overload_name(found.schema().overload_name()), takes_numbers(takes_numbers_as_tensors(name))
{
	schema = schema_text(found.schema());
	for (const c10::Argument &result : found.schema().returns()) {
		written.push_back(written_argument(found.schema(), result));
		writes = writes || written.back() >= 0;
	}
}

void overload::describe() const
{
	std::call_once(described, [this] {
		for (const c10::Argument &argument : handle.schema().arguments())
			described_arguments.push_back(describe_argument(argument));
		for (const c10::Argument &result : handle.schema().returns())
			described_results.push_back(describe_argument(result));
	});
}

const std::vector<described_argument> &overload::arguments() const
{
	describe();
	return described_arguments;
}

const std::vector<described_argument> &overload::results() const
{
	describe();
	return described_results;
}

} // namespace ct

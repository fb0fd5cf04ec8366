/*
 * Calling operators by name: matching arguments to a schema, and returning results.
 */
#include <stdexcept>

#include "core/bridge/lists.hpp"
#include "operators/by_name/numbers.hpp"
#include "operators/by_name/registry.hpp"
#include "operators/value/text.hpp"

namespace ct {

namespace {

using stack = std::vector<c10::IValue>;

/* The arguments do not match the schema; another overload may match. */
struct mismatch : std::runtime_error {
	using std::runtime_error::runtime_error;
};

struct given_arguments {
	const ct_value *args;
	int64_t args_len;
	const char *const *names;
	const ct_value *named;
	int64_t named_len;
};

struct wanted_results {
	ct_value *results;
	int64_t results_len;
};

/* --- Fitting --------------------------------------------------------------------------------- */

[[noreturn, gnu::cold]] void throw_mismatch(const c10::FunctionSchema &schema, size_t position,
					    const ct_value &value)
{
	throw mismatch(schema.formatTypeMismatchMsg(schema.arguments()[position],
						    ct_value_type_name(&value), position,
						    value_text(value)));
}

[[noreturn, gnu::cold]] void throw_count(const c10::FunctionSchema &schema, size_t given)
{
	throw mismatch(c10::str(schema.name(), "() expected at most ", schema.arguments().size(),
				" argument(s) but received ", given,
				" argument(s). Declaration: ", schema));
}

[[noreturn, gnu::cold]] void throw_positional(const c10::FunctionSchema &schema, size_t allowed,
					      size_t given)
{
	throw mismatch(c10::str(schema.name(), "() takes ", allowed, " positional argument(s) but ",
				given, " was/were given.  Declaration: ", schema));
}

[[noreturn, gnu::cold]] void throw_missing(const c10::FunctionSchema &schema,
					   const c10::Argument &argument)
{
	throw mismatch(c10::str(schema.name(), "() is missing value for argument '",
				argument.name(), "'. Declaration: ", schema));
}

const ct_value *find_named(const given_arguments &given, const std::string &name)
{
	for (int64_t i = 0; i < given.named_len; i++)
		if (name == given.names[i])
			return &given.named[i];
	return nullptr;
}

/* findErrorInKwargs() finds unknown names. For a name that is given twice, it asserts that the
 * argument has no default. */
[[noreturn, gnu::cold]] void throw_names(const c10::FunctionSchema &schema,
					 const given_arguments &given)
{
	std::vector<std::string> names(given.names, given.names + given.named_len);

	for (const std::string &name : names)
		if (!schema.argumentIndexWithName(name))
			throw mismatch(schema.findErrorInKwargs(names));
	for (size_t i = 0; i < static_cast<size_t>(given.args_len); i++)
		if (find_named(given, schema.arguments()[i].name()))
			throw mismatch(c10::str("Argument '", schema.arguments()[i].name(),
						"' specified both as positional and keyword "
						"argument. Schema: ",
						schema));
	throw mismatch(c10::str(schema.name(),
				"() got an argument by its name twice. "
				"Declaration: ",
				schema));
}

void push(const overload &op, size_t position, const ct_value &value, stack &to)
{
	const c10::FunctionSchema &schema = op.handle.schema();
	const c10::Argument &argument = schema.arguments()[position];
	const declared_type type = {
		*argument.type(), *argument.real_type(),          argument.N() ? *argument.N() : 0,
		op.takes_numbers, static_cast<int>(position) + 1, argument.name().c_str()
	};

	to.emplace_back();
	if (!to_ivalue(value, type, to.back()))
		throw_mismatch(schema, position, value);
}

void push_in_order(const overload &op, const given_arguments &given, bool strict, stack &to)
{
	const c10::FunctionSchema &schema = op.handle.schema();

	for (size_t i = 0; i < static_cast<size_t>(given.args_len); i++) {
		if (strict && schema.arguments()[i].kwarg_only())
			throw_positional(schema, i, static_cast<size_t>(given.args_len));
		push(op, i, given.args[i], to);
	}
}

void push_the_others(const overload &op, const given_arguments &given, stack &to)
{
	const c10::FunctionSchema &schema = op.handle.schema();
	int64_t used = 0;

	for (size_t i = to.size(); i < schema.arguments().size(); i++) {
		const c10::Argument &argument = schema.arguments()[i];
		const ct_value *named = find_named(given, argument.name());

		if (named) {
			push(op, i, *named, to);
			used++;
		} else if (argument.default_value()) {
			to.push_back(default_of(schema, argument));
		} else {
			throw_missing(schema, argument);
		}
	}
	if (used != given.named_len)
		throw_names(schema, given);
}

stack fit(const overload &op, const given_arguments &given, bool strict)
{
	const c10::FunctionSchema &schema = op.handle.schema();
	size_t n = static_cast<size_t>(given.args_len + given.named_len);
	stack arguments;

	if (n > schema.arguments().size())
		throw_count(schema, n);
	arguments.reserve(schema.arguments().size());
	push_in_order(op, given, strict, arguments);
	push_the_others(op, given, arguments);
	return arguments;
}

/* The first overload that accepts the arguments, and the converted arguments. */
std::pair<const overload *, stack> choose(const resolution &candidates,
					  const given_arguments &given)
{
	std::string why = "Overloaded torch operator invoked by name failed to match any schema:\n";

	for (const overload *candidate : candidates.overloads) {
		try {
			return { candidate, fit(*candidate, given, true) };
		} catch (const mismatch &error) {
			why += error.what();
			why += "\n\n";
		}
	}
	throw mismatch(why);
}

/* --- Calling --------------------------------------------------------------------------------- */

void check_results(const overload &op, wanted_results wanted)
{
	if (wanted.results && wanted.results_len != static_cast<int64_t>(op.written.size()))
		refuse("results: %s.%s returns %zu, but there is room for %lld", op.name.c_str(),
		       op.overload_name.empty() ? "default" : op.overload_name.c_str(),
		       op.written.size(), static_cast<long long>(wanted.results_len));
}

/* The arguments that are results, since the call pops them from the stack. */
stack written_arguments(const overload &op, const stack &arguments)
{
	stack written;

	written.reserve(op.written.size());
	for (auto position : op.written)
		written.push_back(position < 0 ? c10::IValue()
					       : arguments[static_cast<size_t>(position)]);
	return written;
}

/* As in Python, a number that an operator returns, such as the 3 of aten::copy_(2, 3), is not a
 * tensor for the caller. */
owned_value result_of(const c10::IValue &result, const c10::Argument &declared)
{
	if (is_number_tensor(result))
		return from_ivalue(result.toTensor().item());
	return from_ivalue(result, declared.real_type().get());
}

void call(const overload &op, stack &&arguments, wanted_results wanted)
{
	const std::vector<c10::Argument> &returns = op.handle.schema().returns();
	stack written;
	std::vector<owned_value> results(wanted.results ? op.written.size() : 0);

	check_results(op, wanted);
	if (wanted.results && op.writes)
		written = written_arguments(op, arguments);
	op.handle.callBoxed(&arguments);
	for (size_t i = 0; i < results.size(); i++)
		results[i] = result_of(op.written[i] < 0 ? arguments[i] : written[i], returns[i]);
	for (size_t i = 0; i < results.size(); i++)
		wanted.results[i] = results[i].release();
}

/* Even if the call failed: its kernel may have freed the library that it is in. */
struct call_end {
	~call_end()
	{
		if (auto *work = after_call.load(std::memory_order_acquire))
			work();
	}
};

void call(const ct_operator &op, const given_arguments &given, wanted_results wanted)
{
	call_end end;
	const resolution &now = resolve(op);

	if (now.overloads.size() == 1) {
		const overload &only = *now.overloads[0];

		call(only, fit(only, given, false), wanted);
		return;
	}
	auto chosen = choose(now, given);
	call(*chosen.first, std::move(chosen.second), wanted);
}

/* --- Arguments ------------------------------------------------------------------------------- */

given_arguments check_given(const ct_value *args, int64_t args_len,
			    const char *const *names = nullptr, const ct_value *named = nullptr,
			    int64_t named_len = 0)
{
	check_length(args, args_len, 2, "args");
	check_length(names, named_len, 4, "names");
	check_length(named, named_len, 5, "named");
	for (int64_t i = 0; i < named_len; i++)
		if (names[i] == nullptr)
			refuse("argument 4 (names): element %lld must not be NULL",
			       static_cast<long long>(i));
	return { args, args_len, names, named, named_len };
}

const ct_operator &operator_of(const ct_operator *self)
{
	if (self == nullptr)
		refuse_null(1, "self");
	return *self;
}

} // namespace

} // namespace ct

ct_error ct_call(const char *name, const ct_value *args, int64_t args_len, ct_value *results,
		 int64_t results_len) noexcept
try {
	ct::call(ct::find_operator(name), ct::check_given(args, args_len),
		 { results, results_len });
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_call_with(const char *name, const ct_value *args, int64_t args_len,
		      const char *const *names, const ct_value *named, int64_t named_len,
		      ct_value *results, int64_t results_len) noexcept
try {
	ct::call(ct::find_operator(name), ct::check_given(args, args_len, names, named, named_len),
		 { results, results_len });
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_operator_call(const ct_operator *self, const ct_value *args, int64_t args_len,
			  ct_value *results, int64_t results_len) noexcept
try {
	ct::call(ct::operator_of(self), ct::check_given(args, args_len), { results, results_len });
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_operator_call_with(const ct_operator *self, const ct_value *args, int64_t args_len,
			       const char *const *names, const ct_value *named, int64_t named_len,
			       ct_value *results, int64_t results_len) noexcept
try {
	ct::call(ct::operator_of(self), ct::check_given(args, args_len, names, named, named_len),
		 { results, results_len });
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

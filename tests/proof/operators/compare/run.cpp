#include "compare/run.hpp"

#include <algorithm>
#include <cstring>
#include <sstream>

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/equal.h>
#include <c10/core/DefaultDtype.h>
#include <c10/core/InferenceMode.h>

#include <ctorch/core/dtype.h>
#include <ctorch/core/memory.h>

#include "call/caller.hpp"
#include "call/device.hpp"
#include "compare/compare.hpp"
#include "inputs/edits.hpp"
#include "compare/gradient.hpp"
#include "call/memory.hpp"
#include "compare/packed.hpp"
#include "call/repeat.hpp"
#include "compare/tensors.hpp"

namespace ops {

/* --- State before each call ------------------------------------------------------------------- */

/* The modes of the thread or the process after a call. */
static std::string modes()
{
	std::ostringstream text;

	text << std::boolalpha << "grad mode " << at::GradMode::is_enabled() << ", inference mode "
	     << c10::InferenceMode::is_enabled() << ", dtype " << at::get_default_dtype().name()
	     << ", " << at::get_num_threads() << " threads, deterministic "
	     << at::globalContext().deterministicAlgorithms();
	return text.str();
}

/* The state of the random numbers. */
static at::Tensor random_state()
{
	at::Generator generator = at::globalContext().defaultGenerator(
		device_in_use().value_or(at::kCPU));
	std::lock_guard<std::mutex> lock(generator.mutex());

	return generator.get_state();
}

static int64_t handles_alive()
{
	ct_memory_usage usage;

	ct_memory_stats(&usage, nullptr);
	return usage.handles;
}

std::vector<c10::IValue> arguments_of(const sample &call, const c10::FunctionSchema &schema)
{
	std::vector<c10::IValue> arguments = make_arguments(call, schema);

	put_on_device(arguments, schema);
	return arguments;
}

/* --- One call, and its effects ---------------------------------------------------------------- */

struct traces {
	outcome result;
	std::vector<size_t> references_before;
	std::vector<size_t> references_after; /* after the results were released */
	at::Tensor random;
	std::string modes;
	int64_t handles; /* more live ones than before */
};

/* A way of calling the C function. */
struct form {
	enum kind { function, method, dropping } kind;
	int dropped = every_result; /* which result of the schema is dropped */
	std::string name;
};

static outcome call(const operator_entry &entry, const form &form,
		    const std::vector<c10::IValue> &arguments)
{
	if (form.kind == form::dropping)
		return call_c_dropping(*entry.function, arguments, form.dropped);
	return call_c(*entry.function, form.kind == form::method, arguments);
}

static traces call_and_trace(const operator_entry &entry, const form &form,
			     const std::vector<c10::IValue> &arguments)
{
	traces t;
	const int64_t handles = handles_alive();

	t.references_before = reference_counts(arguments);
	seed_generators();
	t.result = call(entry, form, arguments);
	t.handles = handles_alive() - handles;
	t.random = random_state();
	t.modes = modes();
	return t;
}

/* --- Optional arguments ----------------------------------------------------------------------- */

/* For each argument, whether it is optional and given. */
static std::string optionals_of(const std::vector<c10::IValue> &arguments,
				const c10::FunctionSchema &schema)
{
	std::string kinds;

	for (size_t i = 0; i < arguments.size(); i++) {
		const bool optional = schema.arguments()[i].type()->kind() ==
				      c10::TypeKind::OptionalType;

		kinds += !optional ? '-' : arguments[i].isNone() ? 'a' : 'g';
	}
	return kinds;
}

/* "float32" of self, or of the first tensor where self is none; "" without any. */
static std::string dtype_of(const std::vector<c10::IValue> &arguments,
			    const c10::FunctionSchema &schema)
{
	const auto self = schema.argumentIndexWithName("self");
	std::string name;
	const auto visit = [&](const place &, const at::Tensor &tensor) {
		if (name.empty() && tensor.defined())
			name = ct_dtype_name(static_cast<ct_dtype>(tensor.scalar_type()) + 1);
	};

	if (self)
		for_each_tensor("self", { arguments[*self] }, visit);
	for_each_tensor("argument", arguments, visit);
	return name;
}

/* --- Twins ------------------------------------------------------------------------------------ */

std::string first_line(const std::string &text)
{
	return text.substr(0, text.find('\n'));
}

/* The operator called directly: all forms are compared with it. */
struct expectation {
	std::vector<c10::IValue> arguments;
	std::vector<size_t> references_before;
	outcome result;
	at::Tensor random;
	std::string modes;
};

/* Faults of a call: differences that libtorch itself may show when it is called again, and those
 * that only we can cause. */
struct faults {
	std::vector<std::string> differences;
	std::vector<std::string> own;
};

static expectation expect(const operator_entry &entry, const item &item)
{
	expectation expected;

	expected.arguments = arguments_of(item.call, entry.schema());
	expected.references_before = reference_counts(expected.arguments);
	seed_generators();
	expected.result = call_at(entry.handle, expected.arguments);
	expected.random = random_state();
	expected.modes = modes();
	return expected;
}

/* The expected results of the form. They are not those of another form without some, since
 * references to the remaining ones are compared, too. */
static expectation expect_of_form(const operator_entry &entry, const item &item, const form &form)
{
	expectation expected = expect(entry, item);
	std::vector<c10::IValue> &results = expected.result.results;

	for (size_t i = 0; i < results.size(); i++)
		if (form.dropped == every_result || form.dropped == int(i))
			results[i] = c10::IValue();
	return expected;
}

static bool breaks_contract(const outcome &got)
{
	return got.error.rfind(broken_contract, 0) == 0;
}

static void compare_form(const operator_entry &entry, const item &item, const form &form,
			 const expectation &expected, traces &got, faults &faults)
{
	const std::vector<c10::IValue> arguments = arguments_of(item.call, entry.schema());

	got = call_and_trace(entry, form, arguments);
	if (breaks_contract(got.result))
		faults.own.push_back(form.name + got.result.error);
	else
		for (const std::string &text : differences({ expected.arguments, expected.result },
							   { arguments, got.result }))
			faults.differences.push_back(form.name + text);
	if (!at::equal(expected.random, got.random))
		faults.differences.push_back(form.name + "the random numbers are in another state");
	if (got.modes != expected.modes)
		faults.differences.push_back(form.name + "afterwards there is " + got.modes +
					     ", expected " + expected.modes);
	if (got.handles != 0)
		faults.own.push_back(form.name + std::to_string(got.handles) +
				     " handles more than before the call");
	got.result.results.clear();
	got.references_after = reference_counts(arguments);
}

/* References that an operator keeps, as set_ keeps its source, must be kept on both sides. */
static void compare_references(const form &form, const expectation &expected,
			       const std::vector<size_t> &after, const traces &got,
			       std::vector<std::string> &findings)
{
	if (got.references_after == got.references_before)
		return;
	if (got.references_before == expected.references_before && got.references_after == after)
		return;
	findings.push_back(form.name +
			   "references of the arguments: " + counts_text(got.references_before) +
			   " before the call, " + counts_text(got.references_after) +
			   " after it (libtorch alone: " + counts_text(after) + ")");
}

static std::vector<std::string> compare_gradients(const operator_entry &entry, const item &item,
						  bool &compared)
{
	return gradient_differences(*entry.function, entry.handle,
				    arguments_of(item.call, entry.schema()),
				    arguments_of(item.call, entry.schema()), compared);
}

/* Whether libtorch does the same when it is called again: with arguments that do not match, some
 * kernels read foreign memory, and some results contain addresses. */
static bool repeats_itself(const operator_entry &entry, const item &item, passes passes)
{
	const auto arguments = [&] { return arguments_of(item.call, entry.schema()); };

	return unrepeatable(entry.handle, arguments, passes).empty();
}

static std::vector<form> forms_of(const operator_entry &entry)
{
	const std::vector<c10::Argument> &returns = entry.schema().returns();
	std::vector<form> forms = { { form::function, every_result, "the function: " } };

	if (entry.function->method != nullptr)
		forms.push_back({ form::method, every_result, "the method form: " });
	if (!returns.empty() && strcmp(entry.function->kind, "functional") != 0)
		forms.push_back({ form::dropping, every_result,
				  "the function with its results dropped: " });
	for (size_t i = 0; i < returns.size() && returns.size() > 1; i++)
		forms.push_back({ form::dropping, int(i),
				  "the function with result " + std::to_string(i) + " dropped: " });
	return forms;
}

static void compare_forms(const operator_entry &entry, const item &item, expectation &expected,
			  item_result &result)
{
	const std::vector<form> forms = forms_of(entry);
	std::vector<traces> got(forms.size());
	faults faults;

	faults.own = unseen_objects({ expected.arguments, expected.result });
	for (size_t i = 0; i < forms.size(); i++) {
		if (forms[i].kind == form::dropping)
			compare_form(entry, item, forms[i], expect_of_form(entry, item, forms[i]),
				     got[i], faults);
		else
			compare_form(entry, item, forms[i], expected, got[i], faults);
		result.method |= forms[i].kind == form::method;
	}
	expected.result.results.clear();

	const std::vector<size_t> after = reference_counts(expected.arguments);

	for (size_t i = 0; i < forms.size(); i++)
		compare_references(forms[i], expected, after, got[i], faults.own);
	result.findings.insert(result.findings.end(), faults.own.begin(), faults.own.end());
	result.unstable = !faults.differences.empty() && !repeats_itself(entry, item, passes::both);
	if (!result.unstable)
		result.findings.insert(result.findings.end(), faults.differences.begin(),
				       faults.differences.end());
}

/* If a sample begins to be refused, its values are no longer compared, which would go unnoticed. What
 * other devices refuse is not known. */
static void check_promise(const sample &call, item_result &result)
{
	if (device_in_use())
		return;
	if (call.promise == promised::accepted && !result.succeeded)
		result.findings.push_back(call.origin +
					  ": libtorch refuses what is not marked "
					  "by \"!\": " +
					  result.error);
	if (call.promise == promised::refused && result.succeeded)
		result.findings.push_back(call.origin +
					  ": libtorch accepts what is marked by \"!\"");
}

/* After libtorch's own call, and after ours: a device that has failed refuses everything, so nothing
 * more can be compared. */
static bool fails_on_device(const char *after, bool is_finding, item_result &result)
{
	const std::string failure = device_failure();

	if (failure.empty())
		return false;
	result.is_fatal = true;
	result.succeeded = false;
	result.error = "the device fails: " + failure;
	if (is_finding)
		result.findings.push_back("the device fails " + std::string(after) + ": " +
					  failure);
	return true;
}

static void compare_backward(const operator_entry &entry, const item &item, item_result &result)
{
	const std::vector<std::string> found = compare_gradients(entry, item, result.gradient);

	if (fails_on_device("in backward", !found.empty(), result))
		return;
	result.unstable = !found.empty() && !repeats_itself(entry, item, passes::both);
	if (result.unstable)
		result.gradient = false;
	else
		result.findings.insert(result.findings.end(), found.begin(), found.end());
}

item_result run_twin(const operator_entry &entry, const item &item, bool only_values)
{
	item_result result;
	expectation expected = expect(entry, item);

	result.optionals = optionals_of(expected.arguments, entry.schema());
	result.dtype = dtype_of(expected.arguments, entry.schema());
	result.succeeded = expected.result.error.empty();
	result.on_device = is_on_device(expected.arguments) ||
			   is_on_device(expected.result.results);
	result.error = first_line(expected.result.error);
	if (fails_on_device("in libtorch itself", false, result))
		return result;
	check_promise(item.call, result);
	compare_forms(entry, item, expected, result);
	if (fails_on_device("after the C function, and not after libtorch's own", true, result) ||
	    !result.succeeded || result.unstable || only_values)
		return result;
	compare_backward(entry, item, result);
	return result;
}

/* --- Hostile arguments ------------------------------------------------------------------------ */

static bool is_our_own(const std::string &error)
{
	return error.rfind("ArgumentError: ", 0) == 0;
}

/* An error from before the operator: our own, or libtorch's conversion of lists of numbers below
 * -2^62, which its C++ functions use, too. */
static bool is_before_libtorch(const std::string &error)
{
	return is_our_own(error) ||
	       error.find("cannot be represented as a SymInt") != std::string::npos;
}

/* How a refusal may begin: with the hostile parameter. Empty if that is not known. */
static std::vector<std::string> expected_refusals(const operator_entry &entry, const item &item)
{
	const api_function &function = *entry.function;
	std::vector<std::string> texts;

	for (const raw_edit &edit : parse_edits(function, item.edits))
		texts.push_back(refusal_of(function, edit));
	if (item.argument >= 0)
		texts.push_back(
			refusal_of(function, size_t(item.argument),
				   entry.schema().arguments()[size_t(item.argument)].name()));
	return texts;
}

/* A reader must be able to find the mistake, so an error that names another parameter does not
 * count as a refusal. */
static void check_who_is_named(const operator_entry &entry, const item &item, item_result &result)
{
	const std::vector<std::string> expected = expected_refusals(entry, item);
	const auto begins_so = [&](const std::string &text) {
		return result.error.rfind(text, 0) == 0;
	};
	const bool is_named = std::any_of(expected.begin(), expected.end(), begins_so);

	if ((item.refused && !is_our_own(result.error)) || (item.must_fail && result.succeeded))
		result.findings.push_back("expected \"" + expected.back() + "...\", got " +
					  (result.error.empty() ? "success" : result.error));
	else if (is_our_own(result.error) && !expected.empty() && !is_named)
		result.findings.push_back("the refusal names something else than \"" +
					  expected.back() + "...\": " + result.error);
}

/* We must not refuse what libtorch accepts, except for invalid text. */
static void check_refusal(const operator_entry &entry, const item &item, item_result &result)
{
	if (is_our_own(result.error) && result.error.find("UTF-8") == std::string::npos &&
	    expect(entry, item).result.error.empty())
		result.findings.push_back("refused, and libtorch accepts it: " + result.error);
}

static outcome call_hostile(const operator_entry &entry, const item &item,
			    const std::vector<c10::IValue> &arguments)
{
	seed_generators();
	if (item.edits.empty())
		return call_c(*entry.function, false, arguments);
	return call_c_edited(*entry.function, arguments, parse_edits(*entry.function, item.edits));
}

/* A call that never reached libtorch needs no twin, and may have none: libtorch has no NULL.
 * Returns the references to the arguments after the call. */
static std::vector<size_t> compare_with_libtorch(const operator_entry &entry, const item &item,
						 const std::vector<c10::IValue> &arguments,
						 const outcome &got, item_result &result)
{
	expectation expected = expect(entry, item);
	const std::vector<std::string> found = differences({ expected.arguments, expected.result },
							   { arguments, got });

	result.unstable = !found.empty() && !breaks_contract(got) &&
			  !repeats_itself(entry, item, passes::forward);
	if (!result.unstable)
		result.findings.insert(result.findings.end(), found.begin(), found.end());
	expected.result.results.clear();
	return reference_counts(expected.arguments);
}

/* An operator may keep some, as set_ does, even if the call fails. */
static void check_references(const std::vector<size_t> &before, const std::vector<size_t> &expected,
			     const std::vector<size_t> &after, item_result &result)
{
	if (after != expected && !result.unstable)
		result.findings.push_back("references of the arguments: " + counts_text(before) +
					  " before the call, " + counts_text(after) +
					  " after it, expected " + counts_text(expected));
}

item_result run_hostile(const operator_entry &entry, const item &item)
{
	item_result result;
	const std::vector<c10::IValue> arguments = arguments_of(item.call, entry.schema());
	const std::vector<size_t> before = reference_counts(arguments);
	const int64_t handles = handles_alive();
	std::vector<size_t> expected = before;
	outcome got = call_hostile(entry, item, arguments);

	result.succeeded = got.error.empty();
	result.error = first_line(got.error);
	result.refused = is_before_libtorch(got.error);
	check_who_is_named(entry, item, result);
	if (handles_alive() != handles)
		result.findings.push_back("handles are left from the call");
	if (item.edits.empty() && result.refused)
		check_refusal(entry, item, result);
	else if (item.edits.empty())
		expected = compare_with_libtorch(entry, item, arguments, got, result);
	got.results.clear();
	/* Not known for a call that succeeded and has no twin. */
	if (!result.succeeded || item.edits.empty())
		check_references(before, expected, reference_counts(arguments), result);
	return result;
}

void run_alone(const operator_entry &entry, const item &item, const std::string &side, bool hostile)
{
	const auto arguments = [&] { return arguments_of(item.call, entry.schema()); };
	bool compared;

	if (side == "c++") {
		/* Several times, with different memory: stray reads do not crash each time.
		 * Backward only if the C function runs it, too: a crash of libtorch's backward does
		 * not excuse one of our forward. */
		unrepeatable(entry.handle, arguments, hostile ? passes::forward : passes::both);
		return;
	}
	call_hostile(entry, item, arguments());
	if (!hostile)
		gradient_differences(*entry.function, entry.handle, arguments(), arguments(),
				     compared);
}

} // namespace ops

#include "show.hpp"

#include <cstdio>
#include <sstream>

#include <ATen/core/Formatting.h>
#include <ATen/core/Tensor.h>

#include "call/device.hpp"
#include "call/caller.hpp"
#include "catalogue.hpp"
#include "compare/compare.hpp"
#include "inputs/edits.hpp"
#include "inputs/hostile.hpp"
#include "inputs/items.hpp"
#include "call/memory.hpp"
#include "compare/run.hpp"

namespace ops {

/* --- Values as text --------------------------------------------------------------------------- */

static const int64_t elements_shown = 200;

static std::string text_of(const c10::IValue &value);

/* Elements of more than one line are below each other. */
static std::string text_of_list(const std::vector<std::string> &elements)
{
	std::string in_a_line = "[";
	std::string in_lines = "a list of " + std::to_string(elements.size());
	bool fits = true;

	for (const std::string &element : elements) {
		fits = fits && element.find('\n') == std::string::npos;
		in_a_line += (in_a_line.size() > 1 ? ", " : "") + element;
		in_lines += "\n- " + element;
	}
	return fits ? in_a_line + "]" : in_lines;
}

/* libtorch cannot print rows of a sparse layout whose elements have dimensions. */
static std::string elements_of(const at::Tensor &tensor)
{
	std::ostringstream text;

	try {
		text << tensor;
	} catch (const c10::Error &error) {
		return std::string("(not printed: ") + error.what_without_backtrace() + ")";
	}
	return text.str();
}

static std::string text_of(const at::Tensor &tensor)
{
	std::ostringstream text;
	std::vector<std::string> parts;

	if (!tensor.defined())
		return "undefined";
	text << tensor.toString();
	if (tensor.is_nested()) {
		for (const at::Tensor &part : tensor.unbind())
			parts.push_back(text_of(part));
		return text.str() + " " + text_of_list(parts);
	}
	text << " " << tensor.sizes();
	if (tensor.layout() == at::kStrided)
		text << " strides " << tensor.strides() << " offset " << tensor.storage_offset();
	if (!tensor.is_meta() && tensor.numel() <= elements_shown)
		text << "\n" << elements_of(tensor);
	return text.str();
}

static std::string text_of(const c10::IValue &value)
{
	std::ostringstream text;
	std::vector<std::string> elements;

	if (value.isTensor())
		return text_of(value.toTensor());
	if (value.isList()) {
		for (const c10::IValue &element : value.toListRef())
			elements.push_back(text_of(element));
		return text_of_list(elements);
	}
	if (value.isGenerator() || value.isStorage())
		return value.tagKind();
	text << value;
	return text.str();
}

static void show_values(const char *what, const std::vector<c10::IValue> &values)
{
	for (size_t i = 0; i < values.size(); i++)
		printf("  %s %zu: %s\n", what, i, text_of(values[i]).c_str());
}

static void show_call(const char *side, const std::vector<c10::IValue> &arguments,
		      const outcome &result)
{
	printf("%s: %s\n", side, result.error.empty() ? "succeeded" : result.error.c_str());
	show_values("result", result.results);
	show_values("argument afterwards:", arguments);
	fflush(stdout);
}

/* --- The sample ------------------------------------------------------------------------------- */

static void show_c(const operator_entry &entry, const item &item)
{
	const std::vector<c10::IValue> arguments = arguments_of(item.call, entry.schema());

	seed_generators();

	const outcome result = item.edits.empty()
				       ? call_c(*entry.function, false, arguments)
				       : call_c_edited(*entry.function, arguments,
						       parse_edits(*entry.function, item.edits));

	show_call(entry.function->symbol, arguments, result);
}

static void show_cpp(const operator_entry &entry, const item &item)
{
	const std::vector<c10::IValue> arguments = arguments_of(item.call, entry.schema());

	seed_generators();

	const outcome result = call_at(entry.handle, arguments);

	show_call("libtorch", arguments, result);
}

/* "add.Tensor" of "add.Tensor(float[2], 1)". */
static std::string operator_of(const std::string &text)
{
	return text.substr(0, text.find('('));
}

/* If nothing differs: whether anything was compared. */
static std::string verdict(const item &item, const item_result &result)
{
	if (result.refused)
		return "refused by libctorch before libtorch is reached: nothing to compare";
	if (!item.edits.empty() && result.succeeded)
		return "accepted; not compared, since libtorch has no such argument";
	if (!item.edits.empty())
		return "an error; not compared, since libtorch has no such argument";
	if (result.unstable)
		return "not compared: libtorch itself does something else each time";
	return std::string("the same on both sides") + (result.gradient ? ", gradients too" : "");
}

int show_sample(const options &options)
{
	if (options.hostile)
		bear_hostile_arguments();
	if (!options.device.empty())
		use_device(options.device, options.load);
	make_libtorch_repeatable();

	const catalogue catalogue(options.api);
	const operator_entry &entry = catalogue.find(operator_of(options.text));
	item item;

	item.call = parse_sample(options.text, entry.schema());
	item.edits = options.edits;
	printf("%s\n%s\n", entry.function->schema, print_sample(item.call, entry.schema()).c_str());
	if (options.side != "c" && item.edits.empty())
		show_cpp(entry, item);
	if (options.side != "c++")
		show_c(entry, item);
	if (!options.side.empty())
		return 0;

	const item_result result = options.hostile || !item.edits.empty() ? run_hostile(entry, item)
									  : run_twin(entry, item);

	for (const std::string &finding : result.findings)
		printf("different: %s\n", finding.c_str());
	if (result.findings.empty())
		printf("%s\n", verdict(item, result).c_str());
	return result.findings.empty() ? 0 : 1;
}

} // namespace ops

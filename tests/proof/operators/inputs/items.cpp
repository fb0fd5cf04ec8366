#include "inputs/items.hpp"

#include <algorithm>
#include <unordered_map>

#include <unistd.h>

#include "inputs/hostile.hpp"
#include "inputs/plain.hpp"
#include "inputs/telling.hpp"

namespace ops {

/* In a quick run: so many items of each operator, spread over all of them. Those with hostile
 * arguments take three times as long with a sanitizer. */
static const size_t quick_items = 10, quick_hostile_items = 5;

/* So many variations of the first sample, half as many of each one after it. Samples whose tensors
 * are made by calls (sparse and quantized ones) have their own limit, so that they do not use up
 * that of the dense ones. */
static const size_t variations_of_first = 40, variations_of_last = 8;

/* In single quotes, for a shell. */
static std::string quoted(const std::string &text)
{
	std::string result = "'";

	for (char c : text)
		result += c == '\'' ? "'\\''" : std::string(1, c);
	return result + "'";
}

call_name name_of(const item &item, const operator_entry &entry)
{
	const std::string text = print_sample(item.call, entry.schema());

	return { entry.name, item.change.empty() ? text : item.change, text, item.edits };
}

std::string rerun_command(const options &options, const call_name &call)
{
	std::string command = options.program;

	if (options.hostile)
		command += " --hostile";
	if (!options.device.empty())
		command += " --device " + options.device;
	if (!options.load.empty())
		command += " --load " + quoted(options.load);
	command += " --sample " + quoted(call.text);
	for (const std::string &edit : call.edits)
		command += " --with " + quoted(edit);
	return command;
}

sample_store read_samples(const options &options, const catalogue &catalogue)
{
	std::vector<const char *> names = { "arguments.txt", "found.txt" };
	sample_store store;

	if (!catalogue.fits_samples())
		names.insert(names.begin(), "earlier.txt");
	for (const char *name : names) {
		const std::string path = options.folder + "/" + name;

		if (access(path.c_str(), F_OK) != 0)
			continue;
		if (catalogue.fits_samples())
			store.read(path);
		else
			store.read_what_fits(path);
	}
	return store;
}

/* An operator is called even if another release's samples do not fit it: with anything. */
static std::vector<sample> written_samples(const operator_entry &entry, const sample_store &store)
{
	const c10::FunctionSchema &schema = entry.schema();
	std::vector<sample> samples = store.of(schema);

	if (store.is_of_other_release() &&
	    std::none_of(samples.begin(), samples.end(), [&](const sample &sample) {
		    return !may_call(sample, schema) || can_be_made(sample, schema);
	    }))
		for (sample &plain : plain_samples(entry))
			samples.push_back(std::move(plain));
	return samples;
}

/* The line's promise holds only for its own call, which may also be a variation of another one. */
static void keep_promise(const sample &written, sample &call)
{
	call.promise = written.promise;
	call.origin = written.origin;
}

static bool is_made_by_calls(const sample &sample)
{
	const auto makes = [](const expr &part) {
		return part.kind == expr_kind::call && !is_special_call(part.text);
	};

	return std::any_of(sample.arguments.begin(), sample.arguments.end(),
			   [&](const expr &argument) { return any_part(argument, makes); });
}

static std::vector<item> twin_items(const operator_entry &entry, const sample_store &store)
{
	const c10::FunctionSchema &schema = entry.schema();
	std::vector<item> items;
	std::unordered_map<std::string, size_t> places; /* of the samples in `items` */
	size_t limits[] = { variations_of_first, variations_of_first }; /* plain, made by calls */

	for (const sample &written : written_samples(entry, store)) {
		size_t &limit = limits[is_made_by_calls(written)];

		for (sample &varied : variations(written, schema, limit))
			if (places.emplace(print_sample(varied, schema), items.size()).second) {
				items.emplace_back();
				items.back().call = std::move(varied);
			}
		item &first = items[places.at(print_sample(written, schema))];
		first.as_written = true;
		if (written.promise != promised::none && !store.is_of_other_release())
			keep_promise(written, first.call);
		limit = std::max(limit / 2, variations_of_last);
	}
	return items;
}

/* Keeps those from the files, of which the operator accepts one if it accepts anything, and every
 * n-th of the others. */
static std::vector<item> thinned(std::vector<item> items, size_t count)
{
	std::vector<item> kept;

	if (items.size() <= count)
		return items;
	const auto varied = std::stable_partition(items.begin(), items.end(),
						  [](const item &item) { return item.as_written; });
	const size_t first = std::clamp<size_t>(varied - items.begin(), count / 3, count / 2);
	for (size_t i = 0; i < first; i++)
		kept.push_back(std::move(items[i]));
	for (size_t i = 0; i < count - first; i++)
		kept.push_back(
			std::move(items[first + i * (items.size() - first) / (count - first)]));
	return kept;
}

/* Keeps every n-th, which spreads over all arguments and all hostile values; the first one differs
 * between operators. */
static std::vector<item> one_turn(std::vector<item> items, const std::string &op, size_t count)
{
	std::vector<item> kept;
	const size_t step = (items.size() + count - 1) / count;
	size_t turn = 0;

	for (char c : op)
		turn = turn * 31 + (unsigned char)c;
	for (size_t i = step ? turn % step : 0; i < items.size(); i += step)
		kept.push_back(std::move(items[i]));
	return kept;
}

std::vector<item> items_of(const operator_entry &entry, const sample_store &store,
			   const options &options)
{
	std::vector<item> items = options.hostile ? hostile_items(entry, store)
						  : twin_items(entry, store);

	if (options.quick && options.hostile)
		return one_turn(std::move(items), entry.name, quick_hostile_items);
	return options.quick ? thinned(std::move(items), quick_items) : items;
}

} // namespace ops

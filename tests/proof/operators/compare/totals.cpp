#include "compare/totals.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <functional>
#include <set>
#include <stdexcept>

#include "call/device.hpp"
#include "compare/processor.hpp"
#include "inputs/items.hpp"
#include "support/releases.hpp"

namespace ops {

static size_t count(const report &report, const std::function<bool(const operator_record &)> &which)
{
	size_t n = 0;

	for (const auto &[name, record] : report.records())
		n += which(record);
	return n;
}

static size_t sum(const report &report, size_t operator_record::*member)
{
	size_t n = 0;

	for (const auto &[name, record] : report.records())
		n += record.*member;
	return n;
}

static void print_count(size_t n, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void print_count(size_t n, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	printf("%7zu  ", n);
	vprintf(format, args);
	printf("\n");
	va_end(args);
}

/* --- Errors only ------------------------------------------------------------------------------ */

/* The text without the operator's own parts, so that equal errors are grouped. */
static std::string kind_of_error(const std::string &text)
{
	std::string kind;

	for (size_t i = 0; i < text.size(); i++) {
		if (text.compare(i, 6, "aten::") == 0) {
			kind += "aten::...";
			while (i + 1 < text.size() && text[i + 1] != '\'' && text[i + 1] != ' ')
				i++;
			continue;
		}
		kind += text[i];
	}
	if (kind.size() > 140)
		kind.replace(140, std::string::npos, "...");
	return kind;
}

static void print_reasons(const report &report)
{
	std::map<std::string, std::vector<std::string>> reasons;
	std::vector<std::pair<size_t, std::string>> order;

	for (const auto &[name, record] : report.records())
		if (!record.succeeded && record.calls)
			reasons[kind_of_error(record.error)].push_back(name);
	for (const auto &[reason, names] : reasons)
		order.push_back({ names.size(), reason });
	std::stable_sort(order.begin(), order.end(),
			 [](const auto &a, const auto &b) { return a.first > b.first; });
	for (const auto &[n, reason] : order) {
		printf("         %5zu  %s\n                ", n, reason.c_str());
		for (size_t i = 0; i < std::min<size_t>(n, 3); i++)
			printf("%s%s", i ? ", " : "", reasons[reason][i].c_str());
		printf(n > 3 ? ", ...\n" : "\n");
	}
}

/* --- Optional arguments ----------------------------------------------------------------------- */

/* The last two only count operators that accept some call here, in calls that they accept. */
struct optional_totals {
	size_t all, given, absent, both;
	size_t taken, both_taken;
};

static void add_optionals(const operator_record &record, optional_totals &totals)
{
	for (const optional_record &optional : record.optionals) {
		totals.all++;
		totals.given += optional.given;
		totals.absent += optional.absent;
		totals.both += optional.given && optional.absent;
		totals.taken += record.succeeded > 0;
		totals.both_taken += optional.given_taken && optional.absent_taken;
	}
}

static optional_totals total_optionals(const report &report)
{
	optional_totals totals = {};

	for (const auto &[name, record] : report.records())
		add_optionals(record, totals);
	return totals;
}

static void print_missing(const std::string &op, const optional_record &optional, bool computes)
{
	const char *how = !optional.given          ? "never given"
			  : !optional.absent       ? "never absent"
			  : !computes              ? nullptr
			  : !optional.given_taken  ? "refused by libtorch when it is given: "
			  : !optional.absent_taken ? "refused by libtorch when it is absent: "
						   : nullptr;
	const std::string &why = !optional.given_taken ? optional.given_error
						       : optional.absent_error;

	if (how != nullptr)
		printf("                %s: %s %s%s\n", op.c_str(), optional.name.c_str(), how,
		       optional.given && optional.absent ? kind_of_error(why).c_str() : "");
}

static void print_optionals(const report &report, const optional_totals &totals)
{
	print_count(totals.all, "optional arguments; given %zu, absent %zu, both %zu", totals.given,
		    totals.absent, totals.both);
	print_count(totals.taken,
		    "of them of operators that compute here; accepted both given and absent %zu",
		    totals.both_taken);
	for (const auto &[name, record] : report.records())
		for (const optional_record &optional : record.optionals)
			print_missing(name, optional, record.succeeded > 0);
}

/* --- Twins ------------------------------------------------------------------------------------ */

static double percent(size_t part, size_t whole)
{
	return whole ? 100.0 * double(part) / double(whole) : 100.0;
}

static void goal(report &report, bool wanted, bool reached, const char *text)
{
	if (wanted && !reached)
		report.find(std::string("the goal is not reached: ") + text);
}

/* Operators without samples: after a move, those that are new. */
static void print_not_called(const report &report)
{
	for (const auto &[name, record] : report.records())
		if (!record.calls)
			printf("         without samples: %s\n", name.c_str());
}

/* The differences for a release that the samples were not made for. */
static void print_other_release(const report &report, const options &options,
				const catalogue &catalogue)
{
	const sample_store store = read_samples(options, catalogue);
	const std::vector<std::string> &lines = store.left_out();

	print_count(report.unmade(), "lists of arguments that %s cannot make",
		    catalogue.release().c_str());
	print_count(report.notes(),
		    "calls that end otherwise than dies.txt says of %s, in C++ alone "
		    "as well",
		    catalogue::samples_release());
	print_count(lines.size(),
		    "samples for %s or others that do not fit:", catalogue::samples_release());
	for (const std::string &line : lines)
		printf("         %s\n", line.c_str());
}

void print_twin_totals(report &report, const options &options, const catalogue &catalogue)
{
	const bool whole = options.patterns.empty();
	const optional_totals optionals = total_optionals(report);
	const size_t all = report.records().size();
	const size_t called = count(report, [](auto &r) { return r.calls; });
	const size_t methods = count(report,
				     [](auto &r) { return r.entry->function->method != nullptr; });
	const size_t methods_called = count(report, [](auto &r) { return r.method; });
	const size_t values = count(report, [](auto &r) { return r.succeeded > 0; });
	const size_t kernels = count(report, [](auto &r) { return r.entry->has_cpu_kernel(); });
	const size_t values_of_kernels = count(
		report, [](auto &r) { return r.succeeded && r.entry->has_cpu_kernel(); });

	report.clear_progress();
	printf("PyTorch %s\n", catalogue.release().c_str());
	print_count(all, "operators");
	print_count(called, "called");
	print_not_called(report);
	print_count(methods_called, "method forms called, of %zu", methods);
	print_count(values, "value-compared");
	print_count(values_of_kernels, "value-compared of %zu with a kernel for CPUs: %.1f %%",
		    kernels, percent(values_of_kernels, kernels));
	print_count(count(report, [](auto &r) { return r.gradient; }), "gradient-compared");
	print_count(count(report, [](auto &r) { return r.calls && !r.succeeded; }),
		    "compared by their errors only:");
	print_reasons(report);
	print_optionals(report, optionals);
	print_count(sum(report, &operator_record::calls),
		    "lists of arguments, %zu of them accepted",
		    sum(report, &operator_record::succeeded));
	print_count(sum(report, &operator_record::unstable),
		    "of them libtorch itself answers in another way each time");
	print_count(sum(report, &operator_record::passed_over), "passed over: dies.txt has them");
	if (!catalogue.fits_samples())
		print_other_release(report, options, catalogue);
	goal(report, whole, called == all && methods_called == methods,
	     "every function and method form called");
	if (!catalogue.fits_samples())
		return;
	goal(report, whole && !options.quick, optionals.both == optionals.all,
	     "every optional argument both given and absent");
	goal(report, whole, percent(values_of_kernels, kernels) >= 95,
	     "95 % of what has a kernel for CPUs value-compared");
}

/* --- On a device --------------------------------------------------------------------------- */

static bool has_kernel(const operator_record &record, const c10::Device &device)
{
	const c10::DispatchKey key = c10::computeDispatchKey(ct::maybe<at::ScalarType>(),
							     ct::maybe<c10::Layout>(), device);

	return record.entry->handle.hasComputedKernelForDispatchKey(key);
}

/* Reached, and by results.tsv accepted with tensors on the CPU. */
static bool belongs_on_device(const operator_record &record, const c10::Device &device,
			      const results_table &of_cpu)
{
	const auto row = of_cpu.rows.find(record.entry->name);

	return record.calls + record.unmade && has_kernel(record, device) &&
	       row != of_cpu.rows.end() && row->second.outcome == "values" &&
	       row->second.dtypes != "-";
}

/* Without this check a device that accepts no tensor would pass. A device must accept each operator
 * that is named, and most of them all: some that have a kernel refuse what the CPU accepts. */
static void check_share_on_device(report &report, const options &options, const c10::Device &device)
{
	constexpr double least = 75;
	const results_table of_cpu = read_results(options.results);
	const auto belongs = [&](auto &r) { return belongs_on_device(r, device, of_cpu); };
	const size_t all = count(report, belongs);
	const size_t on_it = count(report, [&](auto &r) { return belongs(r) && r.taken_there; });

	print_count(on_it, "accepted on it, of %zu that are accepted on the CPU: %.1f %%", all,
		    percent(on_it, all));
	goal(report, options.patterns.empty(), percent(on_it, all) >= least,
	     "75 % of what is accepted on the CPU accepted on the device");
	for (const auto &[name, record] : report.records())
		if (!options.patterns.empty() && belongs(record) && !record.taken_there)
			report.find(name + ": no call with a tensor on " + device.str() +
				    " is accepted, and on the CPU there are some");
}

void print_device_totals(report &report, const options &options, const catalogue &catalogue)
{
	const c10::Device device = *device_in_use();
	const auto kernel = [&](auto &r) { return has_kernel(r, device); };
	const auto compared = [&](auto &r) { return r.on_device > 0; };

	report.clear_progress();
	printf("PyTorch %s, on %s%s\n", catalogue.release().c_str(), device.str().c_str(),
	       options.values ? ", without gradients" : "");
	print_count(report.records().size(), "operators, %zu of them with a kernel for it",
		    count(report, kernel));
	print_count(count(report, [](auto &r) { return r.calls; }), "called");
	print_count(count(report, compared),
		    "value-compared with tensors on it, %zu of those with a kernel",
		    count(report, [&](auto &r) { return compared(r) && kernel(r); }));
	check_share_on_device(report, options, device);
	print_count(count(report, [](auto &r) { return r.gradient; }), "gradient-compared");
	print_count(count(report, [](auto &r) { return r.calls && !r.succeeded; }),
		    "compared by their errors only");
	print_count(sum(report, &operator_record::calls),
		    "lists of arguments, %zu of them accepted",
		    sum(report, &operator_record::succeeded));
	print_count(sum(report, &operator_record::unstable),
		    "of them libtorch itself answers in another way each time");
	print_count(report.unmade(), "lists of arguments cannot be on it");
	print_count(report.restarts(),
		    "calls after which the device had failed: libtorch's own, if it is no finding");
	if (report.left())
		print_count(report.left(), "operators were not reached in %d s", options.seconds);
}

/* --- Hostile arguments ------------------------------------------------------------------------ */

void print_hostile_totals(report &report, const catalogue &catalogue)
{
	const size_t all = report.records().size();
	const size_t called = count(report, [](auto &r) { return r.calls; });
	const size_t calls = sum(report, &operator_record::calls);
	const size_t succeeded = sum(report, &operator_record::succeeded);
	const size_t unstable = sum(report, &operator_record::unstable);
	const size_t refused = sum(report, &operator_record::refused);

	report.clear_progress();
	printf("PyTorch %s, hostile arguments\n", catalogue.release().c_str());
	print_count(called, "functions called, of %zu", all);
	print_count(calls, "calls, of which came back");
	print_count(refused, "refused in words by libctorch");
	print_count(calls - refused - succeeded - unstable,
		    "refused in words by libtorch, the same in C and in C++");
	print_count(succeeded, "accepted, with the same results in C and in C++");
	print_count(unstable, "answered by libtorch in another way each time");
	print_count(sum(report, &operator_record::passed_over),
		    "calls that libtorch does not survive, allowed by dies.txt");
	print_count(report.survived(), "of them that it survived this time");
	print_count(report.notes(), "of those, or new, that ended otherwise than it says");
}

/* --- results.tsv ------------------------------------------------------------------------------ */

static results_table table_of(const report &report, const std::string &release)
{
	results_table table = { release, {} };

	for (const auto &[name, record] : report.records())
		table.rows[name] = record.row();
	return table;
}

/* The part that does not depend on the number of samples. */
static std::string short_text(const result_row &row)
{
	return row.outcome + " " + row.gradient;
}

static const char *const dtypes_of_16_bits[] = { "bfloat16", "float16" };

static std::string dtypes_without_16_bits(const result_row &row)
{
	std::set<std::string> dtypes = split_dtypes(row.dtypes);

	for (const char *dtype : dtypes_of_16_bits)
		dtypes.erase(dtype);
	return join_dtypes(dtypes);
}

/* The part that does not depend on the processor. Not the reason: some texts of libtorch depend on
 * the processor. Nor the calls of operators that depend on it: accepted calls have more
 * variations. */
static std::string long_text(const std::string &name, const result_row &row)
{
	const bool follows = follows_processor(name);

	return (follows ? "" : row.calls + " ") + short_text(row) + " " +
	       (follows ? dtypes_without_16_bits(row) : row.dtypes) + " " + row.optionals;
}

static void compare_results(report &report, const options &options, const results_table &before,
			    const results_table &now)
{
	if (before.release != now.release)
		report.find(options.results + " is of " + before.release + ", not of " +
			    now.release);
	for (const auto &[name, row] : now.rows) {
		const auto found = before.rows.find(name);
		const auto text = [&, &name = name](const result_row &of) {
			return options.quick ? short_text(of) : long_text(name, of);
		};

		if (found == before.rows.end())
			report.find(name + ": not in " + options.results);
		else if (text(found->second) != text(row))
			report.find(name + ": was " + text(found->second) + ", is " + text(row));
	}
	for (const auto &[name, row] : before.rows)
		if (options.patterns.empty() && !now.rows.count(name))
			report.find(options.results + " has " + name + ", which does not exist");
}

/* The recorded results; none if they are in another format, which does not prevent recording. */
static results_table results_before(const std::string &path)
{
	try {
		return read_results(path);
	} catch (const std::runtime_error &error) {
		printf("nothing of it is kept: %s\n", error.what());
		return {};
	}
}

/* Keeps the records of a more capable processor. */
static void keep_16_bits(const std::string &name, result_row &row, const result_row &before)
{
	std::set<std::string> dtypes = split_dtypes(row.dtypes);
	const std::set<std::string> then = split_dtypes(before.dtypes);

	for (const char *dtype : dtypes_of_16_bits) {
		if (!then.count(dtype) || !dtypes.insert(dtype).second)
			continue;
		printf("%s: %s is kept, which another processor accepts; to be rid of it, delete the "
		       "line of %s first\n",
		       name.c_str(), dtype, name.c_str());
	}
	row.dtypes = join_dtypes(dtypes);
}

static void keep_results(results_table &now, const results_table &before)
{
	if (before.release != now.release)
		return;
	for (auto &[name, row] : now.rows) {
		const auto found = before.rows.find(name);

		if (follows_processor(name) && found != before.rows.end() &&
		    short_text(found->second) == short_text(row))
			keep_16_bits(name, row, found->second);
	}
}

void settle_results(report &report, const options &options, const catalogue &catalogue)
{
	if (!catalogue.fits_samples()) {
		printf("the results of each operator are on record for %s alone\n",
		       catalogue::samples_release());
		return;
	}

	results_table now = table_of(report, catalogue.release());
	const size_t findings = report.findings();

	if (options.record) {
		keep_results(now, results_before(options.results));
		write_results(options.results, now);
		printf("written: %s\n", options.results.c_str());
		return;
	}
	compare_results(report, options, read_results(options.results), now);
	if (report.findings() != findings)
		printf("If that is meant: cmake --build build/release --target update-operators\n");
}

} // namespace ops

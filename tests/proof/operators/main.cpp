/*
 * test_ops: calls every operator twice with the same arguments, by its C function and through
 * libtorch's dispatcher, and compares all visible effects of the two calls.
 *
 *     arguments.txt, found.txt (and for other releases earlier.txt)
 *         --sample--> samples --variations--> items --run--> results
 *
 * items.cpp lists the calls of an operator, run.cpp makes the two calls, compare.cpp and
 * gradient.cpp compare them. All that happens in child processes (worker.cpp), since libtorch does
 * not survive all calls; workers.cpp hands the operators to them, report.cpp and totals.cpp count
 * what comes back. options.cpp has the command line.
 */
#include <cstdio>
#include <exception>

#include "catalogue.hpp"
#include "compare/dies.hpp"
#include "call/device.hpp"
#include "language/expr.hpp"
#include "files.hpp"
#include "call/heap.hpp"
#include "inputs/items.hpp"
#include "call/memory.hpp"
#include "options.hpp"
#include "compare/report.hpp"
#include "show.hpp"
#include "workers/threads.hpp"
#include "compare/totals.hpp"
#include "workers/worker.hpp"
#include "workers/workers.hpp"

namespace ops {

enum { FINE = 0, FINDINGS = 1, BAD = 2 };

/* Records are for one release, and deaths of libtorch are recorded without a sanitizer. */
static void check_can_record(const catalogue &catalogue)
{
	if (!catalogue.fits_samples())
		throw std::runtime_error(std::string("--record is for ") +
					 catalogue::samples_release() +
					 ", which the head of arguments.txt names, and this is " +
					 catalogue.release());
	if (!heap_is_filled())
		throw std::runtime_error("--record is for builds without sanitizers");
}

/* Twins or hostile arguments, in child processes. */
static int run_all(const options &options)
{
	const catalogue catalogue(options.api);
	const std::vector<const operator_entry *> operators = catalogue.matching(options.patterns);
	std::vector<std::string> names;
	deaths_list deaths;

	if (!options.device.empty())
		use_device(options.device, options.load);
	if (options.record)
		check_can_record(catalogue);
	/* Errors in them are reported once, and not by each child. */
	read_samples(options, catalogue);
	deaths.read(options.folder + "/dies.txt", catalogue.releases_of_deaths());
	for (const operator_entry *entry : operators)
		names.push_back(entry->name);

	report report(options, deaths, operators, catalogue.fits_samples());

	workers(options, report).run(names);
	if (!options.quick && catalogue.fits_samples() && options.device.empty())
		report.check_deaths();
	if (!options.device.empty()) {
		print_device_totals(report, options, catalogue);
	} else if (options.hostile) {
		print_hostile_totals(report, catalogue);
	} else {
		print_twin_totals(report, options, catalogue);
		settle_results(report, options, catalogue);
	}
	if (options.record)
		update_deaths(options.folder + "/dies.txt", catalogue.release(),
			      report.gone_deaths(), report.new_deaths());
	if (report.unfinished())
		report.find(std::to_string(report.unfinished()) +
			    " operators are left out, since libtorch died of a call that their "
			    "samples are derived by");
	printf("%zu findings in %.0f s\n", report.findings(), report.seconds());
	return report.findings() ? FINDINGS : FINE;
}

static int list(const options &options)
{
	const catalogue catalogue(options.api);
	const sample_store store = read_samples(options, catalogue);
	deaths_list deaths;

	make_libtorch_repeatable();
	deaths.read(options.folder + "/dies.txt", catalogue.releases_of_deaths());
	deaths.keep_from_calling();
	for (const operator_entry *entry : catalogue.matching(options.patterns)) {
		printf("%s\n", entry->name.c_str());
		if (!options.samples)
			continue;
		for (const item &item : items_of(*entry, store, options))
			printf("    %s\n", name_of(item, *entry).label.c_str());
	}
	return FINE;
}

static int run(const options &options)
{
	switch (options.what) {
	case command::list:
		return list(options);
	case command::files:
		return check_files(options) ? FINDINGS : FINE;
	case command::sample:
		return show_sample(options);
	case command::threads:
		return run_threads(options);
	case command::worker:
		return run_worker(options);
	default:
		return run_all(options);
	}
}

} // namespace ops

int main(int argc, char **argv)
{
	try {
		return ops::run(ops::read_options(argc, argv));
	} catch (const ops::expr_error &error) {
		fprintf(stderr, "test_ops: column %zu: %s\n", error.column, error.message.c_str());
	} catch (const std::exception &error) {
		fprintf(stderr, "test_ops: %s\n", error.what());
	}
	return ops::BAD;
}

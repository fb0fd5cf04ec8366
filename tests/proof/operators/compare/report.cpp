#include "compare/report.hpp"

#include <cstdio>
#include <cstdlib>

#include <unistd.h>

#include "call/heap.hpp"
#include "inputs/items.hpp"

namespace ops {

/* For each operator all are counted, and so many are printed. */
static const size_t findings_printed = 5;

/* --- Records ---------------------------------------------------------------------------------- */

const char *operator_record::outcome() const
{
	return succeeded ? "values" : calls ? "errors" : passed_over ? "dies" : "none";
}

/* "3+2 pin_memory=None": the numbers given and absent, and those that never are. */
static std::string counts_of(const std::vector<optional_record> &optionals,
			     bool optional_record::*given, bool optional_record::*absent)
{
	size_t given_count = 0, absent_count = 0;
	std::string missing;

	for (const optional_record &optional : optionals) {
		given_count += optional.*given;
		absent_count += optional.*absent;
		if (!(optional.*given))
			missing += " " + optional.name;
		if (!(optional.*absent))
			missing += " " + optional.name + "=None";
	}
	return std::to_string(given_count) + "+" + std::to_string(absent_count) + missing;
}

/* What libtorch accepts is only shown if it accepts less than was tried. */
static std::string optionals_text(const operator_record &record)
{
	if (record.optionals.empty())
		return "-";

	const std::string called = counts_of(record.optionals, &optional_record::given,
					     &optional_record::absent);
	const std::string taken = counts_of(record.optionals, &optional_record::given_taken,
					    &optional_record::absent_taken);

	return record.succeeded == 0 || taken == called ? called : called + ", accepted " + taken;
}

/* libtorch continues with a list of all backends, and where to ask. */
static std::string first_sentence(const std::string &text)
{
	return text.substr(0, text.find(". "));
}

result_row operator_record::row() const
{
	return { std::to_string(calls),       outcome(),
		 gradient ? "gradient" : "-", join_dtypes(dtypes),
		 optionals_text(*this),       calls && !succeeded ? first_sentence(error) : "-" };
}

static operator_record empty_record(const operator_entry &entry)
{
	operator_record record;

	record.entry = &entry;
	for (const c10::Argument &argument : entry.schema().arguments())
		if (argument.type()->kind() == c10::TypeKind::OptionalType)
			record.optionals.emplace_back().name = argument.name();
	return record;
}

report::report(const options &options, const deaths_list &deaths,
	       const std::vector<const operator_entry *> &operators, bool fits_samples)
    : options_(options), deaths_(deaths), fits_samples_(fits_samples),
      started_(std::chrono::steady_clock::now()), on_terminal_(isatty(STDERR_FILENO))
{
	for (const operator_entry *entry : operators)
		records_.emplace(entry->name, empty_record(*entry));
}

double report::seconds() const
{
	return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
}

/* --- Findings --------------------------------------------------------------------------------- */

static std::string indented(const std::string &text)
{
	std::string result = "    ";

	for (char c : text)
		result += c == '\n' ? "\n    " : std::string(1, c);
	return result;
}

void report::find(const std::string &text, const std::string &rerun)
{
	clear_progress();
	findings_++;
	printf("%s\n", text.c_str());
	if (!rerun.empty())
		printf("%s\n", indented("again: " + rerun).c_str());
	fflush(stdout);
}

void report::found(operator_record &record, const std::string &text)
{
	record.findings++;
	if (record.findings <= findings_printed) {
		find(record.entry->name + ": " + text,
		     record.at.text.empty() ? "" : rerun_command(options_, record.at));
		return;
	}
	findings_++;
	if (record.findings == findings_printed + 1)
		printf("%s: and more\n", record.entry->name.c_str());
}

/* --- Lines from the workers ------------------------------------------------------------------- */

/* Each letter of the line "did" is for an argument, in order. */
static void note_optionals(operator_record &record, const std::string &kinds,
			   const std::string &error)
{
	const bool accepted = error.empty();
	size_t next = 0;

	for (char kind : kinds) {
		if (kind == '-' || next == record.optionals.size())
			continue;
		optional_record &optional = record.optionals[next++];
		optional.given |= kind == 'g';
		optional.absent |= kind == 'a';
		optional.given_taken |= kind == 'g' && accepted;
		optional.absent_taken |= kind == 'a' && accepted;
		if (std::string &first = kind == 'g' ? optional.given_error : optional.absent_error;
		    first.empty())
			first = error;
	}
}

void report::did(operator_record &record, const field_list &line)
{
	const std::string &letters = line.at(2);
	const auto has = [&](char letter) { return letters.find(letter) != std::string::npos; };

	record.calls++;
	record.succeeded += has('s') && !has('u');
	if (has('s') && !has('u') && !line.at(5).empty())
		record.dtypes.insert(line.at(5));
	record.unstable += has('u');
	record.refused += has('r');
	record.on_device += has('s') && !has('u') && has('d');
	record.taken_there += has('s') && has('d');
	record.method |= has('m');
	record.gradient |= has('g');
	if (record.error.empty())
		record.error = line.at(3);
	note_optionals(record, line.at(4), line.at(3));
}

void report::passed_over(operator_record &record, const std::string &label)
{
	record.passed_over++;
	deaths_met_.insert(deaths_.find(record.entry->name, label)->line);
}

void report::said(const std::string &op, const field_list &line)
{
	operator_record &record = records_.at(op);

	if (line[0] == "at")
		record.at = call_of(line, 2);
	else if (line[0] == "found")
		found(record, line.at(2));
	else if (line[0] == "listed")
		passed_over(record, call_of(line, 3).label);
	else if (line[0] == "did")
		did(record, line);
	else if (line[0] == "unmade")
		record.unmade++, unmade_++;
	else if (line[0] == "restart")
		restarts_++;
}

/* --- Deaths ----------------------------------------------------------------------------------- */

static std::string told(const std::string &how)
{
	return how.empty() ? "comes back" : how;
}

static std::string sides_text(const death &death)
{
	return "libtorch alone: " + told(death.cpp) + ", the C function alone: " + told(death.c);
}

/* Appended to a message. */
static std::string printed_text(const death &death)
{
	return death.printed.empty() ? "" : "\n" + indented(death.printed);
}

/* All ways in which the call has ended. */
static std::string how_to_expect(const death &death)
{
	if (death.together.empty() || death.together == death.cpp)
		return death.cpp;
	return either_way(death.cpp, death.together);
}

/* The C function dies and libtorch does not: dies.txt never lists that. */
static bool dies_alone(const death &death)
{
	return death.cpp.empty() && !death.c.empty();
}

/* The fault in it; "" if it was expected. */
static std::string judge(const death &death, const known_death *known)
{
	if (death.call.text.empty())
		return death.together + printed_text(death);
	if (dies_alone(death))
		return "the C function alone dies; " + sides_text(death) + printed_text(death);
	if (known != nullptr && is_expected(*known, death.cpp))
		return "";
	if (known != nullptr)
		return "dies.txt:" + std::to_string(known->line) + " says " + known->how + "; " +
		       sides_text(death);
	if (death.cpp.empty())
		return death.together + "; " + sides_text(death) + printed_text(death);
	return death.together + "; " + sides_text(death) +
	       "\n    libtorch's own death, which dies.txt does not have";
}

/* A call that takes about as long as the limit may still return on one side. */
static bool both_end_alike(const death &death)
{
	return death.c == death.cpp || (death.cpp == "hangs" && death.c.empty());
}

/* With hostile arguments, libtorch's behavior depends on the content of its memory. So an entry
 * that ends in another way is not a finding; but it is one if only the C function dies. And
 * dies.txt is for one release: deaths of others, in C++ alone as well, are only noted. */
bool report::is_luck(const death &death, const known_death *known) const
{
	if ((!options_.hostile && fits_samples_) || dies_alone(death))
		return false;
	if (known != nullptr)
		return !is_expected(*known, death.cpp);
	/* The full run reports unlisted calls, on a machine that can list them. A sanitizer's `new`
	 * ends the process if there is too little memory, and it is slow. */
	return !death.cpp.empty() &&
	       (options_.quick || !fits_samples_ || (!heap_is_filled() && both_end_alike(death)));
}

void report::take_note(const death &death, const known_death *known)
{
	notes_++;
	if (known != nullptr && options_.record) {
		gone_deaths_.insert(known->line);
		new_deaths_.push_back(
			{ "", "", either_way(known->how, death.cpp), known->op, known->what, 0 });
		return;
	}
	clear_progress();
	printf("no finding: %s: %s: dies.txt %s; %s\n", death.call.op.c_str(),
	       death.call.label.c_str(),
	       known ? ("says " + known->how).c_str() : "does not have it",
	       sides_text(death).c_str());
}

void report::died(const death &death)
{
	const known_death *known = deaths_.find(death.call.op, death.call.label);
	const std::string wrong = judge(death, known);

	deaths_count_++;
	if (known != nullptr && death.cpp.empty() && death.c.empty())
		survived_++;
	if (death.finding)
		unfinished_++;
	if (options_.record && known != nullptr && death.cpp.empty() && death.c.empty())
		gone_deaths_.insert(known->line);
	else if (is_luck(death, known))
		take_note(death, known);
	else if (options_.record && known == nullptr && !death.cpp.empty())
		new_deaths_.push_back(
			{ "", "", how_to_expect(death), death.call.op, death.call.label, 0 });
	else if (!wrong.empty())
		find(death.call.op + ": " + death.call.label + ": " + wrong,
		     death.call.text.empty() ? "" : rerun_command(options_, death.call));
}

void report::ended_badly(const std::string &how, const std::string &printed)
{
	find("a worker ended with " + how + ":\n" + indented(printed));
}

void report::check_deaths()
{
	for (const known_death &death : deaths_.all()) {
		if (deaths_met_.count(death.line) || is_hostile(death) != options_.hostile)
			continue;
		/* The operator is not called in this run, or does not exist, which test_ops --files
		 * reports. */
		if (!records_.count(death.op) && !options_.record)
			continue;
		if (options_.record)
			gone_deaths_.insert(death.line);
		else
			find("dies.txt:" + std::to_string(death.line) +
			     ": no such call was met: " + death.op + " " + death.what);
	}
}

/* --- Progress --------------------------------------------------------------------------------- */

void report::progress(size_t operators_done)
{
	if (!on_terminal_)
		return;
	fprintf(stderr, "\r%zu of %zu operators, %zu findings, %.0f s\033[K", operators_done,
		records_.size(), findings_, seconds());
	showing_progress_ = true;
}

void report::clear_progress()
{
	if (showing_progress_)
		fputs("\r\033[K", stderr);
	showing_progress_ = false;
}

} // namespace ops

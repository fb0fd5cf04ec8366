/*
 * Counts the lines from the workers for each operator, and reports each finding at once.
 */
#ifndef OPS_REPORT_HPP
#define OPS_REPORT_HPP

#include <chrono>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "catalogue.hpp"
#include "compare/dies.hpp"
#include "compare/results.hpp"
#include "workers/workers.hpp"

namespace ops {

/* An optional argument of one operator. */
struct optional_record {
	std::string name;
	bool given = false, absent = false;             /* in some call */
	bool given_taken = false, absent_taken = false; /* in a call that libtorch accepts */
	std::string given_error, absent_error;          /* of the first that it refuses */
};

struct operator_record {
	const operator_entry *entry = nullptr;
	size_t calls = 0; /* lists of arguments that it was called with */
	size_t succeeded = 0;
	size_t refused = 0;     /* by our own layer */
	size_t unmade = 0;      /* lists of arguments that cannot be made, or not on the device */
	size_t unstable = 0;    /* libtorch behaves differently each time */
	size_t passed_over = 0; /* because dies.txt lists them */
	size_t findings = 0;
	size_t on_device = 0; /* accepted calls with tensors on the device that was named */
	size_t taken_there = 0; /* the same, and those with other results each time */
	bool method = false;
	bool gradient = false;
	std::string error; /* the first line of the first one */
	std::vector<optional_record> optionals;
	std::set<std::string> dtypes; /* of self or the first tensor in calls that are accepted */
	call_name at;                 /* the current call */

	const char *outcome() const;
	result_row row() const;
};

using operator_records = std::map<std::string, operator_record>;

class report : public listener {
public:
	report(const options &options, const deaths_list &deaths,
	       const std::vector<const operator_entry *> &operators, bool fits_samples);

	void said(const std::string &op, const field_list &line) override;
	void died(const death &death) override;
	void ended_badly(const std::string &how, const std::string &printed) override;
	void progress(size_t operators_done) override;
	void out_of_time(size_t operators_left) override { left_ = operators_left; }

	/* Reports a fault. */
	void find(const std::string &text, const std::string &rerun = "");
	/* Reports entries of dies.txt that match no call; with --record they are removed. */
	void check_deaths();
	const std::set<size_t> &gone_deaths() const { return gone_deaths_; }
	/* Deaths of libtorch itself that are not in dies.txt: with --record they are not findings,
	 * but new lines of it. */
	const std::vector<known_death> &new_deaths() const { return new_deaths_; }
	void clear_progress();

	const operator_records &records() const { return records_; }
	size_t findings() const { return findings_; }
	size_t deaths() const { return deaths_count_; }
	/* Operators left out, since libtorch died in a call that derives their samples. */
	size_t unfinished() const { return unfinished_; }
	/* Entries of dies.txt whose calls returned this time, on both sides. */
	size_t survived() const { return survived_; }
	/* Deaths, or entries of dies.txt that survived, which are reported but are not findings. */
	size_t notes() const { return notes_; }
	/* Lists of arguments that this release cannot make, from samples for another one. */
	size_t unmade() const { return unmade_; }
	/* Processes that had to end since the device had failed. */
	size_t restarts() const { return restarts_; }
	/* Operators that the time did not suffice for. */
	size_t left() const { return left_; }
	double seconds() const;

private:
	void found(operator_record &record, const std::string &text);
	void passed_over(operator_record &record, const std::string &label);
	void did(operator_record &record, const field_list &line);
	bool is_luck(const death &death, const known_death *known) const;
	void take_note(const death &death, const known_death *known);

	const options &options_;
	const deaths_list &deaths_;
	bool fits_samples_;
	operator_records records_;
	std::set<size_t> deaths_met_; /* lines of dies.txt */
	std::vector<known_death> new_deaths_;
	std::set<size_t> gone_deaths_;
	size_t findings_ = 0;
	size_t deaths_count_ = 0;
	size_t unfinished_ = 0;
	size_t survived_ = 0;
	size_t notes_ = 0;
	size_t unmade_ = 0;
	size_t restarts_ = 0;
	size_t left_ = 0;
	std::chrono::steady_clock::time_point started_;
	bool on_terminal_;
	bool showing_progress_ = false;
};

} // namespace ops

#endif

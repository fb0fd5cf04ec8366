#include "files.hpp"

#include <cstdio>

#include "catalogue.hpp"
#include "compare/dies.hpp"
#include "history.hpp"
#include "inputs/items.hpp"

namespace ops {

namespace {

class file_check {
public:
	explicit file_check(const options &options)
	    : folder_(options.folder + "/"), catalogue_(options.api), history_(OPS_HISTORY)
	{
		read_samples(options, catalogue_);
	}
	size_t run();

private:
	void find(const std::string &text);
	bool has_release(const std::string &release) const;
	bool has(const std::string &op, const std::string &release) const;
	void check_death(const known_death &death);
	void check_calls_of(const expr &value, const std::string &origin);
	void check_earlier(const written_call &line);

	std::string folder_;
	catalogue catalogue_;
	history history_;
	size_t findings_ = 0;
};

} // namespace

void file_check::find(const std::string &text)
{
	findings_++;
	printf("%s\n", text.c_str());
}

/* The release of this build may not be in the history yet. */
bool file_check::has_release(const std::string &release) const
{
	return release == catalogue_.release() || history_.has_release(release);
}

bool file_check::has(const std::string &op, const std::string &release) const
{
	return release == catalogue_.release() ? catalogue_.has(op) : history_.has(op, release);
}

void file_check::check_death(const known_death &death)
{
	const std::string line = "dies.txt:" + std::to_string(death.line) + ": ";

	if (!has_release(death.release))
		find(line + "operator_history.tsv knows no release " + death.release);
	else if (!has(death.op, death.release))
		find(line + death.release + " has no operator " + death.op);
}

/* Also the calls inside it, which make its arguments. */
void file_check::check_calls_of(const expr &value, const std::string &origin)
{
	if (value.kind == expr_kind::call && !is_special_call(value.text) &&
	    !catalogue_.has(value.text) && !history_.has(value.text))
		find(origin + ": no release that operator_history.tsv knows has an operator " +
		     value.text);
	for (const expr &item : value.items)
		check_calls_of(item, origin);
}

static bool fits(const expr &call, const c10::FunctionSchema &schema)
{
	try {
		bind_arguments(call, schema);
		return true;
	} catch (const expr_error &) {
		return false;
	}
}

void file_check::check_earlier(const written_call &line)
{
	const std::string &op = line.call.text;

	check_calls_of(line.call, line.origin);
	if (catalogue_.fits_samples() && catalogue_.has(op) &&
	    fits(line.call, catalogue_.find(op).schema()))
		find(line.origin + ": " + catalogue_.release() + " has this " + op +
		     "; the line belongs in arguments.txt");
}

size_t file_check::run()
{
	for (const known_death &death : read_deaths(folder_ + "dies.txt"))
		check_death(death);
	for (const written_call &line : read_calls(folder_ + "earlier.txt"))
		check_earlier(line);
	printf("%zu findings\n", findings_);
	return findings_;
}

size_t check_files(const options &options)
{
	return file_check(options).run();
}

} // namespace ops

#include "search/searchers.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include <poll.h>
#include <unistd.h>

#include "workers/child.hpp"

namespace ops {

/* After so many dead children the search for an operator ends. */
static const size_t most_deaths = 8;
/* To load libtorch, on a busy machine. */
static const int start_seconds = 120;

namespace {

/* A thread of this process with a child of its own. */
class searcher_thread {
public:
	explicit searcher_thread(const options &options) : options_(options) {}
	void do_job(search_job &job);

private:
	bool do_once(search_job &job);
	bool next_line(std::string &line, int seconds);
	void start();
	std::string end();

	const options &options_;
	std::unique_ptr<child_process> child_;
	line_buffer lines_;
	bool hung_ = false;
	std::string last_call_; /* of the job; the one that killed the child */
	size_t calls_ = 0;
};

} // namespace

/* False if no more lines will come. */
bool searcher_thread::next_line(std::string &line, int seconds)
{
	char text[65536];

	while (!lines_.next(line)) {
		pollfd polled = { child_->reports(), POLLIN, 0 };
		hung_ = poll(&polled, 1, seconds * 1000) == 0;
		ssize_t len = hung_ ? 0 : read(child_->reports(), text, sizeof text);
		if (len <= 0)
			return false;
		lines_.add(text, (size_t)len);
	}
	return true;
}

void searcher_thread::start()
{
	std::vector<std::string> arguments = options_.arguments;
	std::string line;

	arguments.push_back("--searcher");
	lines_ = line_buffer();
	child_ = std::make_unique<child_process>(options_.program, arguments);
	if (!next_line(line, start_seconds))
		throw std::runtime_error("a child does not start: " + child_->printed());
}

std::string searcher_thread::end()
{
	if (hung_)
		child_->kill_now();
	std::string how = child_->wait();
	child_.reset();
	return hung_ ? "hangs" : how;
}

/* False when the child died. */
bool searcher_thread::do_once(search_job &job)
{
	std::string line;

	if (child_ == nullptr)
		start();
	job.said.clear();
	calls_ = 0;
	for (const std::string &seed : job.seeds)
		child_->send(join_fields({ "seed", seed }));
	child_->send(join_fields(job.line));
	while (next_line(line, options_.timeout)) {
		field_list said = split_fields(line);
		if (said[0] != "at") {
			job.said.push_back(said);
		} else {
			last_call_ = said.at(1);
			calls_++;
		}
		if (said[0] == "end")
			return true;
	}
	return false;
}

void searcher_thread::do_job(search_job &job)
{
	std::set<std::string> deadly;

	while (!do_once(job)) {
		job.deaths.push_back(end() + ": " + last_call_);
		if (!deadly.insert(last_call_).second || deadly.size() > 2 * most_deaths)
			return;
		if (deadly.size() >= most_deaths && job.line[0] == "search")
			job.line[2] = std::to_string(calls_ - 1);
		start();
		for (const std::string &text : deadly)
			child_->send(join_fields({ "deadly", text }));
	}
}

void run_search_jobs(const options &options, std::vector<search_job> &jobs,
		     const std::function<void(size_t)> &progress)
{
	std::atomic<size_t> next = 0;
	std::mutex one_at_a_time;
	size_t done = 0;
	std::exception_ptr failed;
	auto work = [&] {
		searcher_thread thread(options);
		try {
			for (size_t i; (i = next++) < jobs.size();) {
				thread.do_job(jobs[i]);
				std::lock_guard<std::mutex> lock(one_at_a_time);
				progress(++done);
			}
		} catch (...) {
			std::lock_guard<std::mutex> lock(one_at_a_time);
			failed = std::current_exception();
		}
	};
	std::vector<std::thread> threads;

	for (int i = 0; i < options.jobs; i++)
		threads.emplace_back(work);
	for (std::thread &thread : threads)
		thread.join();
	if (failed)
		std::rethrow_exception(failed);
}

} // namespace ops

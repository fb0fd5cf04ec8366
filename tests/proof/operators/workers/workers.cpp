#include "workers/workers.hpp"

#include "compare/dies.hpp"

#include <algorithm>
#include <cerrno>

#include <poll.h>
#include <unistd.h>

namespace ops {

/* Whether a stray read crashes depends on the addresses of the process, so libtorch is called in so
 * many processes before a call counts as one that only the C function does not survive. */
static const int most_askings = 5;

using clock = std::chrono::steady_clock;

/* To load libtorch and read the files, on a busy machine. */
static const std::chrono::seconds start_time(120);

struct workers::member {
	std::unique_ptr<child_process> child;
	line_buffer lines;
	work job;
	bool busy = false;
	bool ready = false;
	bool leaving = false;
	bool hung = false;
	bool gone = false;
	long index = -1; /* of the current item */
	call_name call;
	clock::time_point deadline;
};

workers::workers(const options &options, listener &listener)
    : options_(options), listener_(listener)
{
}

workers::~workers() = default;

/* Hostile calls have their own clock, which only counts their processor time. */
std::chrono::seconds workers::patience() const
{
	return options_.hostile ? start_time : std::chrono::seconds(options_.timeout);
}

/* --- Giving out work -------------------------------------------------------------------------- */

void workers::give(member &worker, const work &task)
{
	worker.job = task;
	worker.busy = true;
	worker.index = -1;
	worker.deadline = clock::now() + (worker.ready ? patience() : start_time);
	if (task.side.empty()) {
		field_list job = { "operator", task.op, std::to_string(task.first) };

		job.insert(job.end(), task.avoided.begin(), task.avoided.end());
		worker.child->send(join_fields(job));
	} else {
		worker.child->send(join_fields(with_call({ "alone", task.side }, task.call)));
	}
}

void workers::start(const work &task)
{
	std::vector<std::string> arguments = options_.arguments;

	arguments.push_back("--worker");
	workers_.push_back(std::make_unique<member>());
	workers_.back()->child = std::make_unique<child_process>(options_.program, arguments);
	give(*workers_.back(), task);
}

workers::member *workers::idle()
{
	for (auto &worker : workers_)
		if (!worker->busy && !worker->leaving && !worker->gone)
			return worker.get();
	return nullptr;
}

size_t workers::busy() const
{
	size_t count = 0;

	for (auto &worker : workers_)
		count += worker->busy;
	return count;
}

/* A task for one side alone gets a new, unaffected process. For hostile arguments a copy suffices,
 * since the workers make copies of themselves for every task; but all copies of a worker have the
 * same addresses. */
void workers::give_tasks()
{
	while (!tasks_.empty() && busy() < size_t(options_.jobs)) {
		const work task = tasks_.front();
		const bool shared = task.side.empty() || (options_.hostile && !task.fresh);
		member *free = shared ? idle() : nullptr;

		tasks_.pop_front();
		if (free != nullptr)
			give(*free, task);
		else
			start(task);
	}
}

/* --- What comes back -------------------------------------------------------------------------- */

void workers::finish(member &worker)
{
	worker.busy = false;
	if (worker.job.side.empty()) {
		listener_.progress(++operators_done_);
		return;
	}
	/* The call may have left the process in any state. */
	side_told(worker, "");
	if (options_.hostile) {
		if (worker.job.fresh)
			retire(worker);
		return;
	}
	worker.child->kill_now();
	worker.child->wait();
	worker.gone = true;
}

void workers::take(member &worker, const field_list &line)
{
	worker.deadline = clock::now() + patience();
	if (line[0] == "ready") {
		worker.ready = true;
	} else if (line[0] == "end") {
		finish(worker);
	} else if (line[0] == "restart") {
		listener_.said(worker.job.op, line);
		restart(worker);
	} else if (line[0] == "died") {
		copy_died(worker, line.at(1));
	} else if (line[0] == "at") {
		worker.index = std::stol(line.at(1));
		worker.call = call_of(line, 2);
		listener_.said(worker.job.op, line);
	} else if (line[0] == "listed") {
		if (!options_.quick && is_made(line.at(2)))
			look_into({ call_of(line, 3), false, "", "", "", "" });
		listener_.said(worker.job.op, line);
	} else if (worker.job.side.empty()) {
		listener_.said(worker.job.op, line);
	}
}

void workers::read_from(member &worker)
{
	char text[65536];
	const ssize_t len = read(worker.child->reports(), text, sizeof text);
	std::string line;

	if (len < 0 && errno == EINTR)
		return;
	if (len <= 0) {
		gone(worker);
		return;
	}
	worker.lines.add(text, size_t(len));
	while (!worker.gone && worker.lines.next(line))
		take(worker, split_fields(line));
}

void workers::wait_for_lines()
{
	std::vector<pollfd> polled;
	std::vector<member *> order;
	const auto now = clock::now();

	for (auto &worker : workers_) {
		if ((worker->busy || worker->leaving) && worker->deadline < now && !worker->hung) {
			worker->hung = true;
			worker->child->kill_now();
		}
		polled.push_back({ worker->child->reports(), POLLIN, 0 });
		order.push_back(worker.get());
	}
	if (poll(polled.data(), polled.size(), 500) <= 0)
		return;
	for (size_t i = 0; i < polled.size(); i++)
		if (polled[i].revents != 0)
			read_from(*order[i]);
	workers_.remove_if([](const std::unique_ptr<member> &worker) { return worker->gone; });
}

/* --- Deaths ----------------------------------------------------------------------------------- */

void workers::gone(member &worker)
{
	const std::string status = worker.child->wait();
	const std::string how = worker.hung ? "hangs" : status;

	worker.gone = true;
	if (!worker.busy) {
		if (!how.empty())
			listener_.ended_badly(how, worker.child->printed());
		return;
	}
	if (worker.job.side.empty())
		lost(worker, how.empty() ? "exit status 0" : how);
	else
		side_told(worker, how.empty() ? "exit status 0" : how);
}

/* The copy of a worker died; the worker itself continues. */
void workers::copy_died(member &worker, const std::string &how)
{
	if (!worker.busy)
		listener_.ended_badly(how, worker.child->printed());
	else if (worker.job.side.empty())
		lost(worker, how);
	else
		side_told(worker, how);
	worker.busy = false;
	if (worker.job.fresh)
		retire(worker);
}

bool workers::avoids(const work &task, const call_name &call)
{
	return std::find(task.avoided.begin(), task.avoided.end(), call.text) != task.avoided.end();
}

/* In the middle of an operator, which another worker continues; or before it, while deriving
 * samples by calling others: then without that call. */
void workers::lost(member &worker, const std::string &how)
{
	const bool finding = worker.index < 0;
	const bool left_out = finding &&
			      (worker.call.text.empty() || avoids(worker.job, worker.call));
	const death death = { worker.call, left_out, how, "", "", worker.child->printed() };
	work task = worker.job;

	if (left_out && worker.call.text.empty())
		listener_.died(death);
	else
		look_into(death);
	if (left_out) {
		listener_.progress(++operators_done_);
		return;
	}
	if (finding)
		task.avoided.push_back(worker.call.text);
	else
		task.first = worker.index + 1;
	tasks_.push_front(task);
}

/* A process whose device has failed: another one continues. */
void workers::restart(member &worker)
{
	work task = worker.job;

	task.first = worker.index + 1;
	worker.child->kill_now();
	worker.child->wait();
	worker.busy = false;
	worker.gone = true;
	tasks_.push_front(task);
}

void workers::look_into(const death &death)
{
	const auto key = std::make_pair(death.call.op, death.call.label);

	if (!inquiries_.emplace(key, inquiry{ death, 2, 1 }).second)
		return;
	tasks_.push_back({ "", 0, "c++", death.call });
	tasks_.push_back({ "", 0, "c", death.call });
}

void workers::side_told(const member &worker, const std::string &how)
{
	const auto key = std::make_pair(worker.job.call.op, worker.job.call.label);
	inquiry &about = inquiries_.at(key);
	death &death = about.of;

	(worker.job.side == "c" ? death.c : death.cpp) = how;
	if (death.printed.empty() && !how.empty())
		death.printed = worker.child->printed();
	if (--about.sides_open > 0)
		return;
	if (death.cpp.empty() && !death.c.empty() && about.asked < most_askings) {
		about.asked++;
		about.sides_open = 1;
		tasks_.push_back({ "", 0, "c++", death.call, true });
		return;
	}
	listener_.died(death);
}

/* --- All of it -------------------------------------------------------------------------------- */

/* It ends by itself, and then reports what a sanitizer has found. */
void workers::retire(member &worker)
{
	worker.leaving = true;
	worker.deadline = clock::now() + start_time;
	worker.child->close_input();
}

void workers::retire_all()
{
	for (auto &worker : workers_)
		retire(*worker);
	while (!workers_.empty())
		wait_for_lines();
}

/* What is under way counts as left, too. */
void workers::give_up()
{
	size_t left = busy();

	for (const work &task : tasks_)
		left += task.side.empty();
	tasks_.clear();
	workers_.clear();
	listener_.out_of_time(left);
}

void workers::run(const std::vector<std::string> &operators)
{
	const auto end = clock::now() + std::chrono::seconds(options_.seconds);

	for (const std::string &op : operators)
		tasks_.push_back({ op, 0, "", {} });
	for (give_tasks(); busy() > 0; give_tasks()) {
		wait_for_lines();
		if (options_.seconds && clock::now() > end)
			give_up();
	}
	retire_all();
}

} // namespace ops

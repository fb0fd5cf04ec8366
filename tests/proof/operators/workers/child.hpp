/*
 * A child process: lines to its standard input, lines from its descriptor 3, and its standard
 * output and error in a file that is read if it dies.
 */
#ifndef OPS_CHILD_HPP
#define OPS_CHILD_HPP

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <sys/types.h>

#include "workers/lines.hpp"

namespace ops {

/* Where a child writes its lines. */
enum { CHILD_REPORTS = 3 };

class child_process {
public:
	/* posix_spawn of a program, never fork: see docs/testing.md. Throws std::runtime_error. */
	child_process(const std::string &program, const std::vector<std::string> &arguments);
	~child_process(); /* ends it, if it has not ended */
	child_process(const child_process &) = delete;
	child_process &operator=(const child_process &) = delete;

	void send(const std::string &line);
	/* No more lines will come; it will end by itself. */
	void close_input();
	int reports() const { return reports_; }
	void kill_now();
	/* Waits for its end. "" for success, otherwise "SIGSEGV", "exit status 1". */
	std::string wait();
	/* The end of its output. */
	std::string printed() const;

private:
	pid_t pid_ = -1;
	int input_ = -1;
	int reports_ = -1;
	std::unique_ptr<FILE, int (*)(FILE *)> printed_;
};

/* How a process has ended, from waitpid(): "" for success, "SIGSEGV", "exit status 1". */
std::string status_text(int status);
/* Whether it is such a text for a failure, or "hangs". */
bool is_status_text(const std::string &text);

/* For a child: a line to its parent. The child ends if the parent is gone. */
void say(const field_list &fields);

/* For a child: it ends when its parent does, and its crash leaves no core file. */
void end_with_parent();

/* For a child that has read its files: from now on it works in an empty folder that its parent
 * removes, since operators may create files. Throws std::runtime_error. */
void leave_for_scratch_folder();

} // namespace ops

#endif

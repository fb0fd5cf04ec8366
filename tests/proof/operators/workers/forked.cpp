#include "workers/forked.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>

#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "workers/child.hpp"

namespace ops {

/* Its output is a file, in which a reader must find the text of this copy, not that of earlier
 * ones. */
static void empty_output()
{
	if (ftruncate(STDOUT_FILENO, 0) == 0)
		lseek(STDOUT_FILENO, 0, SEEK_SET);
}

[[noreturn]] static void do_and_end(const std::function<void()> &what)
{
	int status = 0;

	end_with_parent();
	try {
		what();
	} catch (const std::exception &error) {
		fprintf(stderr, "%s\n", error.what());
		status = 1;
	}
	fflush(stdout);
	_exit(status);
}

std::string do_forked(const std::function<void()> &what)
{
	int status;

	fflush(stdout);
	empty_output();

	const pid_t pid = fork();

	if (pid < 0)
		throw std::runtime_error(std::string("no child process: ") + strerror(errno));
	if (pid == 0)
		do_and_end(what);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return status_text(status);
}

void set_clock(int seconds)
{
	const struct itimerval clock = { { 0, 0 }, { seconds, 0 } };

	setitimer(ITIMER_PROF, &clock, nullptr);
}

} // namespace ops

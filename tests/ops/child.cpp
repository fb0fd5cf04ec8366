#include "child.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

extern "C" char **environ;

namespace ops {

/* In a child a crash of libtorch is to be seen as the signal that it is; what a sanitizer has to
 * say of our own memory is another exit status and a report. */
static const char asan_options[] =
	"ASAN_OPTIONS=handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:"
	"handle_abort=0:allocator_may_return_null=1";

/* Operators that take the name of a file make files, where children work. */
class scratch_folder {
public:
	scratch_folder()
	    : path((std::filesystem::temp_directory_path() / "test_ops-XXXXXX").string())
	{
		if (mkdtemp(path.data()) == nullptr)
			throw std::runtime_error("no temporary folder: " + path + ": " +
						 strerror(errno));
	}
	~scratch_folder()
	{
		std::error_code ignored; /* the system empties the folder for temporary files */

		std::filesystem::remove_all(path, ignored);
	}

	std::string path;
};

static const char scratch_variable[] = "TEST_OPS_SCRATCH";

/* For the environment of a child: where it is to work. */
static char *scratch_setting()
{
	static scratch_folder folder;
	static std::string setting = std::string(scratch_variable) + "=" + folder.path;

	return setting.data();
}

void leave_for_scratch_folder()
{
	const char *path = getenv(scratch_variable);

	if (path == nullptr || chdir(path) != 0)
		throw std::runtime_error(std::string("no folder to work in: ") + scratch_variable);
}

static std::vector<char *> child_environment()
{
	std::vector<char *> result;

	for (char **at = environ; *at != nullptr; at++)
		if (strncmp(*at, "ASAN_OPTIONS=", strlen("ASAN_OPTIONS=")) != 0)
			result.push_back(*at);
	result.push_back(const_cast<char *>(asan_options));
	result.push_back(scratch_setting());
	result.push_back(nullptr);
	return result;
}

static void make_pipe(int ends[2])
{
	if (pipe2(ends, O_CLOEXEC) != 0)
		throw std::runtime_error(std::string("no pipe: ") + strerror(errno));
}

/* The parent is not to die of a child that has. */
static void ignore_broken_pipes()
{
	signal(SIGPIPE, SIG_IGN);
}

child_process::child_process(const std::string &program, const std::vector<std::string> &arguments)
{
	int jobs[2], reports[2];
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t signals;
	std::vector<char *> argv = { const_cast<char *>(program.c_str()) };
	std::vector<char *> environment = child_environment();

	ignore_broken_pipes();
	for (const std::string &argument : arguments)
		argv.push_back(const_cast<char *>(argument.c_str()));
	argv.push_back(nullptr);
	make_pipe(jobs);
	make_pipe(reports);
	printed_ = tmpfile();
	if (printed_ == nullptr)
		throw std::runtime_error(std::string("no temporary file: ") + strerror(errno));
	fcntl(fileno(printed_), F_SETFD, FD_CLOEXEC);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, fileno(printed_), STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&actions, fileno(printed_), STDERR_FILENO);
	posix_spawn_file_actions_adddup2(&actions, jobs[0], STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, reports[1], CHILD_REPORTS);
	posix_spawnattr_init(&attributes);
	sigemptyset(&signals);
	sigaddset(&signals, SIGPIPE);
	posix_spawnattr_setsigdefault(&attributes, &signals);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);

	const int failed = posix_spawnp(&pid_, program.c_str(), &actions, &attributes, argv.data(),
					environment.data());

	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	close(jobs[0]);
	close(reports[1]);
	input_ = jobs[1];
	reports_ = reports[0];
	if (failed) {
		pid_ = -1;
		throw std::runtime_error("cannot start " + program + ": " + strerror(failed));
	}
}

child_process::~child_process()
{
	if (pid_ > 0) {
		kill_now();
		wait();
	}
	close_input();
	close(reports_);
	fclose(printed_);
}

void child_process::send(const std::string &line)
{
	const std::string text = line + "\n";

	/* A child that has died is noticed where its reports end. */
	if (write(input_, text.data(), text.size()) < 0)
		return;
}

void child_process::close_input()
{
	if (input_ >= 0)
		close(input_);
	input_ = -1;
}

void child_process::kill_now()
{
	if (pid_ > 0)
		kill(pid_, SIGKILL);
}

static std::string signal_name(int number)
{
	static const struct {
		int number;
		const char *name;
	} names[] = {
		{ SIGSEGV, "SIGSEGV" }, { SIGABRT, "SIGABRT" }, { SIGFPE, "SIGFPE" },
		{ SIGBUS, "SIGBUS" },   { SIGILL, "SIGILL" },   { SIGKILL, "SIGKILL" },
		{ SIGTRAP, "SIGTRAP" }, { SIGPROF, "hangs" }, /* of a clock: forked.hpp */
	};

	for (const auto &known : names)
		if (known.number == number)
			return known.name;
	return "signal " + std::to_string(number);
}

std::string status_text(int status)
{
	if (WIFSIGNALED(status))
		return signal_name(WTERMSIG(status));
	if (WEXITSTATUS(status) != 0)
		return "exit status " + std::to_string(WEXITSTATUS(status));
	return "";
}

std::string child_process::wait()
{
	int status;

	while (waitpid(pid_, &status, 0) < 0 && errno == EINTR)
		;
	pid_ = -1;
	return status_text(status);
}

std::string child_process::printed() const
{
	const off_t size = lseek(fileno(printed_), 0, SEEK_END);
	const off_t from = std::max<off_t>(0, size - 6000);
	std::string text(size_t(size - from), '\0');
	const ssize_t len = pread(fileno(printed_), text.data(), text.size(), from);

	text.resize(len < 0 ? 0 : size_t(len));
	return text;
}

void end_with_parent()
{
	const struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

} // namespace ops

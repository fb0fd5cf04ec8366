#include "workers/child.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

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

/* Operators that take a file name create files, in the folder where children work. */
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
		std::error_code ignored; /* the system cleans the folder for temporary files */

		std::filesystem::remove_all(path, ignored);
	}

	std::string path;
};

static const char scratch_variable[] = "TEST_OPS_SCRATCH";

/* For the environment of a child: its working folder. */
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

/* For the environment of a child: a crash of libtorch must show as its signal; a sanitizer's
 * finding about our own memory is another exit status and a report. It is appended to the user's
 * settings, since the last one counts. */
static char *asan_setting()
{
	const char *users = getenv("ASAN_OPTIONS");
	static std::string setting =
		std::string("ASAN_OPTIONS=") + (users ? users : "") +
		":handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0";

	return setting.data();
}

static std::vector<char *> child_environment()
{
	std::vector<char *> result;

	for (char **at = environ; *at != nullptr; at++)
		if (strncmp(*at, "ASAN_OPTIONS=", strlen("ASAN_OPTIONS=")) != 0)
			result.push_back(*at);
	result.push_back(asan_setting());
	result.push_back(scratch_setting());
	result.push_back(nullptr);
	return result;
}

/* Both ends of a pipe; an end that is not kept is closed. */
class pipe_ends {
public:
	pipe_ends()
	{
		if (pipe2(ends_, O_CLOEXEC) != 0)
			throw std::runtime_error(std::string("no pipe: ") + strerror(errno));
	}
	~pipe_ends()
	{
		for (int end : ends_)
			if (end >= 0)
				close(end);
	}
	pipe_ends(const pipe_ends &) = delete;

	int reading() const { return ends_[0]; }
	int writing() const { return ends_[1]; }
	int keep_reading() { return std::exchange(ends_[0], -1); }
	int keep_writing() { return std::exchange(ends_[1], -1); }

private:
	int ends_[2];
};

/* The descriptors of a child; and a broken pipe kills it, unlike its parent. */
class spawn_actions {
public:
	spawn_actions(int input, int printed, int reports)
	{
		sigset_t signals;

		posix_spawn_file_actions_init(&files);
		posix_spawn_file_actions_adddup2(&files, printed, STDOUT_FILENO);
		posix_spawn_file_actions_adddup2(&files, printed, STDERR_FILENO);
		posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
		posix_spawn_file_actions_adddup2(&files, reports, CHILD_REPORTS);
		posix_spawnattr_init(&attributes);
		sigemptyset(&signals);
		sigaddset(&signals, SIGPIPE);
		posix_spawnattr_setsigdefault(&attributes, &signals);
		posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
	}
	~spawn_actions()
	{
		posix_spawn_file_actions_destroy(&files);
		posix_spawnattr_destroy(&attributes);
	}
	spawn_actions(const spawn_actions &) = delete;

	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
};

static FILE *temporary_file()
{
	FILE *file = tmpfile();

	if (file == nullptr)
		throw std::runtime_error(std::string("no temporary file: ") + strerror(errno));
	fcntl(fileno(file), F_SETFD, FD_CLOEXEC);
	return file;
}

static pid_t start(const std::string &program, const std::vector<std::string> &arguments,
		   const spawn_actions &actions)
{
	std::vector<char *> argv = { const_cast<char *>(program.c_str()) };
	std::vector<char *> environment = child_environment();
	pid_t pid;

	for (const std::string &argument : arguments)
		argv.push_back(const_cast<char *>(argument.c_str()));
	argv.push_back(nullptr);

	const int failed = posix_spawnp(&pid, program.c_str(), &actions.files, &actions.attributes,
					argv.data(), environment.data());

	if (failed)
		throw std::runtime_error("cannot start " + program + ": " + strerror(failed));
	return pid;
}

child_process::child_process(const std::string &program, const std::vector<std::string> &arguments)
    : printed_(temporary_file(), &fclose)
{
	pipe_ends jobs, reports;
	const spawn_actions actions(jobs.reading(), fileno(printed_.get()), reports.writing());

	signal(SIGPIPE, SIG_IGN); /* the death of a child must not kill the parent */
	pid_ = start(program, arguments, actions);
	input_ = jobs.keep_writing();
	reports_ = reports.keep_reading();
}

child_process::~child_process()
{
	if (pid_ > 0) {
		kill_now();
		wait();
	}
	close_input();
	close(reports_);
}

void child_process::send(const std::string &line)
{
	const std::string text = line + "\n";

	/* The death of a child is noticed at the end of its reports. */
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

static const struct {
	int number;
	const char *name;
} signals[] = {
	{ SIGSEGV, "SIGSEGV" }, { SIGABRT, "SIGABRT" }, { SIGFPE, "SIGFPE" },
	{ SIGBUS, "SIGBUS" },   { SIGILL, "SIGILL" },   { SIGKILL, "SIGKILL" },
	{ SIGTRAP, "SIGTRAP" }, { SIGPROF, "hangs" }, /* from a timer: forked.hpp */
};

static std::string signal_name(int number)
{
	for (const auto &known : signals)
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

bool is_status_text(const std::string &text)
{
	const std::string number = text.substr(text.rfind(' ') + 1);

	for (const auto &known : signals)
		if (text == known.name)
			return true;
	return !number.empty() && number.find_first_not_of("0123456789") == number.npos &&
	       (text == "exit status " + number || text == "signal " + number);
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
	const int file = fileno(printed_.get());
	const off_t size = lseek(file, 0, SEEK_END);
	const off_t from = std::max<off_t>(0, size - 6000);
	std::string text(size_t(size - from), '\0');
	const ssize_t len = pread(file, text.data(), text.size(), from);

	text.resize(len < 0 ? 0 : size_t(len));
	return text;
}

void say(const field_list &fields)
{
	const std::string line = join_fields(fields) + "\n";

	for (size_t done = 0; done < line.size();) {
		const ssize_t n = write(CHILD_REPORTS, line.data() + done, line.size() - done);

		if (n <= 0)
			_exit(0); /* the parent is gone */
		done += size_t(n);
	}
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

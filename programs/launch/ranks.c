/*
 * Starting a rank: its environment is torchrun's.
 */
#define _GNU_SOURCE

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "launch/launch.h"

static void set_number(const char *name, int value)
{
	char text[16];

	snprintf(text, sizeof text, "%d", value);
	setenv(name, text, 1);
}

static void set_environment(const struct launch_rank *self, const struct launch_options *options,
			    int local_rank, int port, int restarts)
{
	set_number("RANK", self->rank);
	set_number("LOCAL_RANK", local_rank);
	set_number("GROUP_RANK", options->node_rank);
	set_number("WORLD_SIZE", options->nodes * options->processes);
	set_number("LOCAL_WORLD_SIZE", options->processes);
	set_number("GROUP_WORLD_SIZE", options->nodes);
	set_number("MASTER_PORT", port);
	setenv("MASTER_ADDR", options->address, 1);
	set_number("TORCHELASTIC_RESTART_COUNT", restarts);
	set_number("TORCHELASTIC_MAX_RESTARTS", options->max_restarts);
	/* As torchrun: otherwise each rank takes all cores. */
	if (options->processes > 1)
		setenv("OMP_NUM_THREADS", "1", 0);
	/* A launcher around this one served a store; ours does not. */
	unsetenv("TORCHELASTIC_USE_AGENT_STORE");
}

/* In the new process. */
static void run_command(const struct launch_rank *self, const struct launch_options *options,
			int local_rank, int port, int restarts, const int writers[2], pid_t parent)
{
	sigset_t none;

	setpgid(0, 0);
	/* A launcher that is killed takes its ranks with it. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	dup2(writers[0], STDOUT_FILENO);
	dup2(writers[1], STDERR_FILENO);
	set_environment(self, options, local_rank, port, restarts);
	execvp(options->command[0], options->command);
	dprintf(STDERR_FILENO, "cannot run '%s': %s\n", options->command[0], strerror(errno));
	_exit(errno == ENOENT ? 127 : 126);
}

bool launch_start(struct launch_rank *self, const struct launch_options *options, int local_rank,
		  int port, int restarts)
{
	int out[2] = { -1, -1 }, err[2] = { -1, -1 };
	const pid_t parent = getpid();

	*self = (struct launch_rank){ .rank = options->node_rank * options->processes + local_rank,
				      .streams = { { .from = -1, .to = STDOUT_FILENO },
						   { .from = -1, .to = STDERR_FILENO } } };
	if (pipe2(out, O_CLOEXEC) == 0 && pipe2(err, O_CLOEXEC) == 0)
		self->pid = fork();
	else
		self->pid = -1;
	if (self->pid == 0)
		run_command(self, options, local_rank, port, restarts, (int[]){ out[1], err[1] },
			    parent);
	if (self->pid < 0)
		fprintf(stderr, "ct_launch: cannot start rank %d: %s\n", self->rank,
			strerror(errno));
	close(out[1]);
	close(err[1]);
	self->streams[0].from = out[0];
	self->streams[1].from = err[0];
	if (self->pid < 0) {
		self->pid = 0;
		return false;
	}
	setpgid(self->pid, self->pid); /* whichever of the two processes is first */
	return true;
}

void launch_signal(const struct launch_rank *self, int signal)
{
	if (self->pid > 0)
		kill(-self->pid, signal);
}

/* Whether rank 0 could listen there now. */
static bool is_free(int port)
{
	struct sockaddr_in6 address = { .sin6_family = AF_INET6,
					.sin6_port = htons((uint16_t)port) };
	socklen_t length = sizeof address;
	int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
	bool result;

	if (fd < 0) { /* no IPv6; the port is at the same place in both structs */
		address.sin6_family = AF_INET;
		length = sizeof(struct sockaddr_in);
		fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	}
	if (fd < 0)
		return false;
	result = bind(fd, (struct sockaddr *)&address, length) == 0;
	close(fd);
	return result;
}

/* Linux gives the ports from 32768 on to connections. One of those may be taken before rank 0 listens. */
int launch_free_port(void)
{
	enum { FIRST = 10000, END = 32768, TRIES = 100 };
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	srand((unsigned)getpid() ^ (unsigned)now.tv_nsec);
	for (int i = 0; i < TRIES; i++) {
		const int port = FIRST + rand() % (END - FIRST);

		if (is_free(port))
			return port;
	}
	fprintf(stderr, "ct_launch: no free port: %s\n", strerror(errno));
	return 0;
}

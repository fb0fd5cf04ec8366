/*
 * The processes of one run of ct_launch.
 */
#ifndef LAUNCH_LAUNCH_H
#define LAUNCH_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* What the command line says. */
struct launch_options {
	int processes; /* on this machine */
	int nodes, node_rank;
	const char *address;
	int port; /* 0: any free one */
	int max_restarts;
	bool no_prefix;
	char **command; /* ends with NULL */
};

/* Text of a rank that is not shown yet, up to the end of its line. */
struct launch_stream {
	int from, to; /* file descriptors; -1: ended */
	char *line;
	size_t length, room;
};

enum { LAUNCH_LAST = 2000 };

struct launch_rank {
	pid_t pid; /* 0: has ended */
	int rank;
	int status;                      /* of waitpid() */
	struct launch_stream streams[2]; /* stdout, stderr */
	char last[LAUNCH_LAST];          /* the end of its stderr */
	size_t last_length;
};

/* Starts a rank; false, with a message, if that fails. */
bool launch_start(struct launch_rank *self, const struct launch_options *options, int local_rank,
		  int port, int restarts);

/* Sends a signal to the processes of a rank that runs. */
void launch_signal(const struct launch_rank *self, int signal);

/* Shows what a rank has written. Waits at most so many milliseconds for any of them. */
void launch_show(struct launch_rank *ranks, int count, bool prefix, int wait_ms);

/* Shows lines without an end, too, and frees the streams. */
void launch_close(struct launch_rank *self, bool prefix);

/* A port that is free now; 0, with a message, if there is none. */
int launch_free_port(void);

#endif

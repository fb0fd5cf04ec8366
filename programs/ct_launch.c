/*
 * ct_launch: starts the processes of a distributed program, as torchrun does, for machines without
 * Python.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "launch/launch.h"

/* The ranks get SIGTERM when one has failed, and SIGKILL so much later. */
enum { GRACE_MS = 5000, TICK_MS = 50 };

static volatile sig_atomic_t interrupted; /* by this signal */

static void interrupt(int signal)
{
	interrupted = signal;
}

static const char usage[] =
	"Usage: ct_launch [-n COUNT] [OPTION...] PROGRAM [ARGUMENT...]\n"
	"\n"
	"Starts COUNT processes of PROGRAM, which find their ranks in the environment, as by torchrun:\n"
	"RANK, WORLD_SIZE, LOCAL_RANK, MASTER_ADDR, MASTER_PORT and others. Each line that they write\n"
	"is shown after its rank: [0]. When one of them fails, the others are ended.\n"
	"\n"
	"  -n, --processes COUNT    processes on this machine (1)\n"
	"      --nnodes COUNT       machines; start ct_launch on each of them (1)\n"
	"      --node-rank NUMBER   the number of this machine, from 0 (0)\n"
	"      --master-addr HOST   the name or address of machine 0 (127.0.0.1)\n"
	"      --master-port PORT   a free port there (with one machine: any)\n"
	"      --max-restarts COUNT start all processes again after a failure, so often (0)\n"
	"      --no-prefix          show lines as they are\n"
	"  -h, --help               show this text\n"
	"\n"
	"The exit status is 0, or that of the first process that failed: 128 and the number of the\n"
	"signal if one ended it. 2 is a mistake in the command line.\n";

static int mistake(const char *text, const char *value)
{
	fprintf(stderr, "ct_launch: %s%s%s\nsee: ct_launch --help\n", text, value ? ": " : "",
		value ? value : "");
	return 2;
}

static bool read_number(const char *text, int least, int most, int *result)
{
	char *end;
	const long number = strtol(text, &end, 10);

	if (*text == '\0' || *end != '\0' || number < least || number > most)
		return false;
	*result = (int)number;
	return true;
}

/* --- The command line --------------------------------------------------------------------------- */

static bool read_option(int option, const char *value, struct launch_options *options)
{
	switch (option) {
	case 'n':
		return read_number(value, 1, 4096, &options->processes);
	case 'N':
		return read_number(value, 1, 65536, &options->nodes);
	case 'r':
		return read_number(value, 0, 65535, &options->node_rank);
	case 'p':
		return read_number(value, 1, 65535, &options->port);
	case 'm':
		return read_number(value, 0, 1000000, &options->max_restarts);
	case 'a':
		options->address = value;
		return true;
	default:
		options->no_prefix = true;
		return true;
	}
}

/* -1: go on; anything else is the exit status. */
static int read_command_line(int argc, char **argv, struct launch_options *options)
{
	static const struct option longs[] = { { "processes", required_argument, NULL, 'n' },
					       { "nnodes", required_argument, NULL, 'N' },
					       { "node-rank", required_argument, NULL, 'r' },
					       { "master-addr", required_argument, NULL, 'a' },
					       { "master-port", required_argument, NULL, 'p' },
					       { "max-restarts", required_argument, NULL, 'm' },
					       { "no-prefix", no_argument, NULL, 'q' },
					       { "help", no_argument, NULL, 'h' },
					       { NULL, 0, NULL, 0 } };
	int option;

	while ((option = getopt_long(argc, argv, "+n:h", longs, NULL)) != -1) {
		if (option == 'h')
			return fputs(usage, stdout) < 0;
		if (option == '?')
			return mistake("unknown or incomplete option", NULL);
		if (!read_option(option, optarg, options))
			return mistake("not a number in range", optarg);
	}
	options->command = argv + optind;
	if (*options->command == NULL)
		return mistake("no program", NULL);
	if (options->node_rank >= options->nodes)
		return mistake("--node-rank must be less than --nnodes", NULL);
	if (options->nodes > 1 && options->port == 0)
		return mistake("several machines need --master-addr and --master-port", NULL);
	return -1;
}

/* --- One run ------------------------------------------------------------------------------------ */

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int exit_status(int status)
{
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Notes which ranks have ended; returns how many still run. */
static int count_running(struct launch_rank *ranks, int count, struct launch_rank **failed)
{
	int running = 0;

	for (int i = 0; i < count; i++) {
		struct launch_rank *rank = &ranks[i];

		if (rank->pid == 0)
			continue;
		if (waitpid(rank->pid, &rank->status, WNOHANG) != rank->pid) {
			running++;
			continue;
		}
		launch_signal(rank, SIGKILL); /* what it has started itself */
		rank->pid = 0;
		if (rank->status && *failed == NULL)
			*failed = rank;
	}
	return running;
}

static void signal_all(const struct launch_rank *ranks, int count, int signal)
{
	for (int i = 0; i < count; i++)
		launch_signal(&ranks[i], signal);
}

/* Waits for all ranks; after a failure or an interrupt it ends them. Returns the first that failed. */
static struct launch_rank *wait_for_all(struct launch_rank *ranks, int count,
					const struct launch_options *options)
{
	struct launch_rank *failed = NULL;
	int64_t kill_at = 0;

	while (count_running(ranks, count, &failed) > 0) {
		launch_show(ranks, count, !options->no_prefix, TICK_MS);
		if ((failed || interrupted) && kill_at == 0) {
			signal_all(ranks, count, interrupted ? interrupted : SIGTERM);
			kill_at = now_ms() + GRACE_MS;
		}
		if (kill_at && now_ms() >= kill_at)
			signal_all(ranks, count, SIGKILL);
	}
	return failed;
}

static void report(const struct launch_rank *failed)
{
	const int status = failed->status;

	if (WIFSIGNALED(status))
		fprintf(stderr, "ct_launch: rank %d was ended by signal %d (%s)\n", failed->rank,
			WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		fprintf(stderr, "ct_launch: rank %d failed with status %d\n", failed->rank,
			WEXITSTATUS(status));
	if (failed->last_length)
		fprintf(stderr, "ct_launch: the end of what it wrote to stderr:\n%.*s%s",
			(int)failed->last_length, failed->last,
			failed->last[failed->last_length - 1] == '\n' ? "" : "\n");
}

/* Reads what is left in the pipes. */
static void finish_output(struct launch_rank *ranks, int count, bool prefix)
{
	for (int i = 0; i < 100; i++)
		launch_show(ranks, count, prefix, 0);
	for (int i = 0; i < count; i++)
		launch_close(&ranks[i], prefix);
}

static int run_once(struct launch_rank *ranks, const struct launch_options *options, int restarts)
{
	const int port = options->port ? options->port : launch_free_port();
	const int count = options->processes;
	struct launch_rank *failed = NULL;
	int status = 0;

	if (port == 0)
		return 1;
	for (int i = 0; i < count; i++)
		ranks[i] = (struct launch_rank){ .streams = { { .from = -1 }, { .from = -1 } } };
	for (int i = 0; i < count && status == 0; i++)
		if (!launch_start(&ranks[i], options, i, port, restarts))
			status = 1;
	if (status)
		signal_all(ranks, count, SIGKILL);
	failed = wait_for_all(ranks, count, options);
	finish_output(ranks, count, !options->no_prefix);
	if (interrupted)
		return 128 + interrupted;
	if (status == 0 && failed) {
		report(failed);
		status = exit_status(failed->status);
	}
	return status;
}

int main(int argc, char **argv)
{
	struct launch_options options = { .processes = 1, .nodes = 1, .address = "127.0.0.1" };
	struct sigaction action = { .sa_handler = interrupt };
	struct launch_rank *ranks;
	int status = read_command_line(argc, argv, &options);

	if (status >= 0)
		return status;
	ranks = calloc((size_t)options.processes, sizeof *ranks);
	if (ranks == NULL)
		return mistake("no memory", NULL);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	for (int restarts = 0;; restarts++) {
		status = run_once(ranks, &options, restarts);
		if (status == 0 || interrupted || restarts >= options.max_restarts)
			break;
		fprintf(stderr, "ct_launch: starting all processes again (%d of %d)\n",
			restarts + 1, options.max_restarts);
	}
	free(ranks);
	return status;
}

/*
 * measure.c: measures a command, for compile.sh.
 *
 *     measure N COMMAND [ARGUMENT]...
 *
 * prints the median wall-clock and processor seconds of N runs, and the greatest memory (KiB) that
 * one process of them, the command or one that it started, had at once. What the command writes to
 * stdout is dropped.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_RUNS 1000

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

static void run_command(char **command)
{
	int nowhere = open("/dev/null", O_WRONLY);

	if (nowhere >= 0)
		dup2(nowhere, STDOUT_FILENO);
	execvp(*command, command);
	fprintf(stderr, "measure: %s: %s\n", *command, strerror(errno));
	_exit(127);
}

/* Returns the command's exit status. */
static int measure(char **command, double *wall, double *cpu, long *memory)
{
	struct timespec start, end;
	struct rusage usage;
	pid_t child;
	int status;

	clock_gettime(CLOCK_MONOTONIC, &start);
	child = fork();
	if (child == 0)
		run_command(command);
	if (child < 0 || wait4(child, &status, 0, &usage) < 0) {
		perror("measure");
		return 127;
	}
	clock_gettime(CLOCK_MONOTONIC, &end);
	*wall = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) * 1e-9;
	*cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime);
	if (usage.ru_maxrss > *memory)
		*memory = usage.ru_maxrss;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int argc, char **argv)
{
	static double wall[MAX_RUNS], cpu[MAX_RUNS];
	int status, n = argc > 2 ? atoi(argv[1]) : 0;
	long memory = 0;

	if (n < 1 || n > MAX_RUNS) {
		fputs("Usage: measure N COMMAND [ARGUMENT]...\n", stderr);
		return 2;
	}
	for (int i = 0; i < n; i++) {
		status = measure(argv + 2, &wall[i], &cpu[i], &memory);
		if (status)
			return status;
	}
	qsort(wall, (size_t)n, sizeof *wall, ascending);
	qsort(cpu, (size_t)n, sizeof *cpu, ascending);
	printf("%.6f %.6f %ld\n", wall[n / 2], cpu[n / 2], memory);
	return 0;
}

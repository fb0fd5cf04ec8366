/* nccl_messages.c: the ranks of a communicator exchange bytes by files of one folder. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "nccl.h"

/* A rank that does not come in FAKE_NCCL_TIMEOUT seconds never does. */
static double seconds_to_wait(void)
{
	const char *text = getenv("FAKE_NCCL_TIMEOUT");

	return text ? atof(text) : 60;
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int fake_nccl_new_folder(char folder[128])
{
	static atomic_int count;
	const char *root = getenv("TMPDIR");
	const int length = snprintf(folder, 128, "%s/fake_nccl.%d.%d", root ? root : "/tmp",
				    (int)getpid(), ++count);

	return length < 128 ? SUCCESS : fake_nccl_fail(SYSTEM_ERROR, "TMPDIR is too long");
}

static void path_of(char path[256], const struct ncclComm *comm, const char *kind, uint64_t number,
		    int from, int to)
{
	snprintf(path, 256, "%s/%s.%llu.%d.%d", comm->folder, kind, (unsigned long long)number,
		 from, to);
}

/* It appears complete. */
static int write_file(const char *path, const void *bytes, size_t nbytes)
{
	char unfinished[270];
	FILE *file;
	bool is_written;

	snprintf(unfinished, sizeof unfinished, "%s.new", path);
	file = fopen(unfinished, "wb");
	if (!file)
		return fake_nccl_fail(SYSTEM_ERROR, "cannot write a message");
	is_written = fwrite(bytes, 1, nbytes, file) == nbytes;
	if (fclose(file) || !is_written || rename(unfinished, path))
		return fake_nccl_fail(SYSTEM_ERROR, "cannot write a message");
	return SUCCESS;
}

static int wait_for_file(struct ncclComm *comm, const char *path, FILE **file)
{
	const double end = now() + seconds_to_wait();

	while (!(*file = fopen(path, "rb"))) {
		if (comm->is_aborted)
			return fake_nccl_fail(REMOTE_ERROR, "the communicator was aborted");
		if (now() > end)
			return fake_nccl_fail(REMOTE_ERROR, "a rank has not come");
		nanosleep(&(struct timespec){ .tv_nsec = 100000 }, NULL);
	}
	return SUCCESS;
}

static int read_file(struct ncclComm *comm, const char *path, void *bytes, size_t nbytes)
{
	FILE *file;
	size_t got;
	bool is_longer;
	int error = wait_for_file(comm, path, &file);

	if (error)
		return error;
	got = fread(bytes, 1, nbytes, file);
	is_longer = fgetc(file) != EOF;
	fclose(file);
	return got == nbytes && !is_longer
		       ? SUCCESS
		       : fake_nccl_fail(INVALID_USAGE,
					"ranks do not exchange the same number of bytes");
}

int fake_nccl_join(struct ncclComm **comm, const char *folder, int rank, int size)
{
	struct ncclComm *made = calloc(1, sizeof *made);
	char all[MOST_RANKS];

	if (!made)
		abort();
	if (size > MOST_RANKS)
		return fake_nccl_fail(INVALID_ARGUMENT, "the fake has at most 64 ranks");
	snprintf(made->folder, sizeof made->folder, "%s", folder);
	made->rank = rank;
	made->size = size;
	*comm = made;
	if (mkdir(folder, 0700) && errno != EEXIST)
		return fake_nccl_fail(SYSTEM_ERROR, "cannot make the folder for messages");
	return fake_nccl_exchange(made, "", 1, all);
}

static void remove_folder(const char *folder)
{
	DIR *list = opendir(folder);
	struct dirent *entry;
	char path[512];

	while (list && (entry = readdir(list))) {
		snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
		unlink(path);
	}
	if (list)
		closedir(list);
	rmdir(folder);
}

void fake_nccl_leave(struct ncclComm *comm)
{
	char path[256];
	bool all_have_left = true;

	path_of(path, comm, "left", 0, comm->rank, 0);
	write_file(path, "", 1);
	for (int rank = 0; rank < comm->size; rank++) {
		path_of(path, comm, "left", 0, rank, 0);
		all_have_left = all_have_left && access(path, F_OK) == 0;
	}
	if (all_have_left)
		remove_folder(comm->folder);
	free(comm);
}

int fake_nccl_exchange(struct ncclComm *comm, const void *mine, size_t nbytes, char *all)
{
	const uint64_t number = ++comm->exchanges;
	char path[256];
	int error;

	path_of(path, comm, "all", number, comm->rank, 0);
	error = write_file(path, mine, nbytes);
	for (int rank = 0; rank < comm->size && !error; rank++) {
		path_of(path, comm, "all", number, rank, 0);
		error = read_file(comm, path, all + (size_t)rank * nbytes, nbytes);
	}
	/* All ranks are at this exchange, so they have read what came before it. */
	path_of(path, comm, "all", number - 1, comm->rank, 0);
	if (!error)
		unlink(path);
	return error;
}

int fake_nccl_send(struct ncclComm *comm, int peer, const void *bytes, size_t nbytes)
{
	char path[256];

	path_of(path, comm, "to", comm->sent[peer]++, comm->rank, peer);
	return write_file(path, bytes, nbytes);
}

int fake_nccl_receive(struct ncclComm *comm, int peer, void *bytes, size_t nbytes)
{
	char path[256];
	int error;

	path_of(path, comm, "to", comm->received[peer]++, peer, comm->rank);
	error = read_file(comm, path, bytes, nbytes);
	unlink(path);
	return error;
}

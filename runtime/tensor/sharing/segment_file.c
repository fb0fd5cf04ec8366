/*
 * The files of segments: their names, locks and removal.
 */
#define _GNU_SOURCE

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tensor/sharing/segment.h"
#include "tensor/sharing/segment_file.h"

bool ct_segment_is_name(const char *name)
{
	size_t prefix = strlen(CT_SEGMENT_PREFIX), digits;

	if (strncmp(name, CT_SEGMENT_PREFIX, prefix))
		return false;
	name += prefix;
	digits = strspn(name, "0123456789");
	if (digits == 0 || digits > 10 || name[digits] != '_')
		return false;
	name += digits + 1;
	return strspn(name, "0123456789abcdef") == 16 && name[16] == '\0';
}

int ct_segment_file_lock(int fd, int how)
{
	int failed;

	do
		failed = flock(fd, how);
	while (failed && errno == EINTR);
	return failed;
}

/* With the slash that POSIX requires. */
static void make_path(const char *name, char path[CT_SEGMENT_NAME + 1])
{
	size_t n = strnlen(name, CT_SEGMENT_NAME - 1);

	path[0] = '/';
	memcpy(path + 1, name, n);
	path[n + 1] = '\0';
}

int ct_segment_file_open(const char *name, int access)
{
	char path[CT_SEGMENT_NAME + 1];

	make_path(name, path);
	return shm_open(path, access, 0600);
}

void ct_segment_file_unlink(const char *name)
{
	char path[CT_SEGMENT_NAME + 1];

	make_path(name, path);
	shm_unlink(path);
}

bool ct_segment_file_is_ours(int fd, struct stat *about)
{
	return fstat(fd, about) == 0 && S_ISREG(about->st_mode) && about->st_uid == geteuid() &&
	       about->st_nlink > 0;
}

bool ct_segment_file_remove_unused(int fd, const char *name)
{
	struct stat about;

	if (!ct_segment_file_is_ours(fd, &about) || ct_segment_file_lock(fd, LOCK_EX | LOCK_NB))
		return false;
	/* Another process may have been here between the check and the lock. */
	if (!ct_segment_file_is_ours(fd, &about))
		return false;
	ct_segment_file_unlink(name);
	return true;
}

int64_t ct_segment_reap(void)
{
	DIR *folder = opendir(CT_SEGMENT_FOLDER);
	struct dirent *entry;
	int64_t removed = 0;

	while (folder && (entry = readdir(folder))) {
		int fd = -1;

		if (ct_segment_is_name(entry->d_name))
			fd = ct_segment_file_open(entry->d_name, O_RDWR | O_NONBLOCK);
		if (fd < 0)
			continue;
		removed += ct_segment_file_remove_unused(fd, entry->d_name);
		close(fd);
	}
	if (folder)
		closedir(folder);
	return removed;
}

/* Not in every step of a loop: each existing segment costs some system calls. */
void ct_segment_reap_sometimes(void)
{
	static atomic_llong last = LLONG_MIN;
	struct timespec now;
	long long milliseconds, before = atomic_load(&last);

	clock_gettime(CLOCK_MONOTONIC, &now);
	milliseconds = (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
	if (before != LLONG_MIN && milliseconds - before < 100)
		return;
	/* One thread is enough. */
	if (atomic_compare_exchange_strong(&last, &before, milliseconds))
		ct_segment_reap();
}

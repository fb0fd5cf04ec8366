/*
 * Segments seen from outside: see segments.h.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "segments.h"

const char *name_in(const char *of_handle)
{
	static _Thread_local char name[64];

	MUST(sscanf(of_handle, "ctorch_shm:1:%62[^:]", name + 1) == 1);
	name[0] = '/';
	return name;
}

bool exists(const char *of_handle)
{
	int fd = shm_open(name_in(of_handle), O_RDONLY, 0);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

bool is_gone(const char *of_handle)
{
	for (int i = 0; i < 10000 && exists(of_handle); i++)
		nanosleep(&(struct timespec){ 0, 1000000 }, NULL);
	return !exists(of_handle);
}

int open_file(const char *of_handle)
{
	int fd = shm_open(name_in(of_handle), O_RDWR, 0);

	MUST(fd >= 0);
	return fd;
}

char *handle_of(ct_tensor *to_share)
{
	char *result;

	OK(ct_tensor_share_memory(to_share));
	OK(ct_tensor_shared_handle(to_share, &result));
	return result;
}

ct_tensor *tensor;
char *handle;

void share_tensor(void)
{
	tensor = vector(4, (const float[]){ 1, 2, 3, 4 });
	handle = handle_of(tensor);
}

void free_tensor(void)
{
	ct_tensor_free(tensor);
	tensor = NULL;
	ck_assert_msg(is_gone(handle), "%s is left", handle);
	ct_free(handle);
}

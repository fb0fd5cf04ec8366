/*
 * Files and shared memory when the system refuses: a program of its own, since it takes the place
 * of the system's functions, each of which fails once on demand.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "npy_support.h"

/* --- The system ------------------------------------------------------------------------------- */

enum call { NONE, CLOSE, FCHMOD, FSTAT, FSYNC, GETRANDOM, MMAP, MSYNC, READ, RENAME, WRITE };

static enum call to_fail;
static int with;

static bool fails(enum call call)
{
	if (to_fail != call)
		return false;
	to_fail = NONE;
	errno = with;
	return true;
}

/* It is closed in any case, as Linux has it. */
int close(int fd)
{
	const int closed = (int)syscall(SYS_close, fd);

	return fails(CLOSE) ? -1 : closed;
}

int fchmod(int fd, mode_t mode)
{
	return fails(FCHMOD) ? -1 : (int)syscall(SYS_fchmod, fd, mode);
}

int fstat(int fd, struct stat *about)
{
	return fails(FSTAT) ? -1 : fstatat(fd, "", about, AT_EMPTY_PATH);
}

int fsync(int fd)
{
	return fails(FSYNC) ? -1 : (int)syscall(SYS_fsync, fd);
}

ssize_t getrandom(void *bytes, size_t n, unsigned flags)
{
	return fails(GETRANDOM) ? -1 : syscall(SYS_getrandom, bytes, n, flags);
}

void *mmap(void *address, size_t n, int protection, int flags, int fd, off_t offset)
{
	if (fails(MMAP))
		return MAP_FAILED;
	return (void *)syscall(SYS_mmap, address, n, protection, flags, fd, offset);
}

int msync(void *address, size_t n, int flags)
{
	return fails(MSYNC) ? -1 : (int)syscall(SYS_msync, address, n, flags);
}

ssize_t read(int fd, void *bytes, size_t n)
{
	return fails(READ) ? -1 : syscall(SYS_read, fd, bytes, n);
}

int rename(const char *from, const char *to)
{
	return fails(RENAME) ? -1 : renameat(AT_FDCWD, from, AT_FDCWD, to);
}

ssize_t write(int fd, const void *bytes, size_t n)
{
	return fails(WRITE) ? -1 : syscall(SYS_write, fd, bytes, n);
}

/* --- What fails ------------------------------------------------------------------------------- */

static ct_tensor *old, *new;

static void make_tensors(void)
{
	make_npy_folder();
	old = vector(2, (const float[]){ 1, 2 });
	new = vector(3, (const float[]){ 3, 4, 5 });
	OK(ct_npy_save(old, npy_path));
}

static void free_tensors(void)
{
	to_fail = NONE;
	ct_tensor_free(old);
	ct_tensor_free(new);
	remove_npy_folder();
}

/* Those whose names begin so. */
static int files_in(const char *folder, const char *prefix)
{
	DIR *stream = opendir(folder);
	const struct dirent *entry;
	int n = 0;

	ck_assert_ptr_nonnull(stream);
	while ((entry = readdir(stream)))
		n += entry->d_name[0] != '.' && strncmp(entry->d_name, prefix, strlen(prefix)) == 0;
	closedir(stream);
	return n;
}

static ct_error save(void)
{
	return ct_npy_save(new, npy_path);
}

static ct_error load(void)
{
	ct_tensor *tensor = NULL;

	CT_TRY(ct_npy_load(npy_path, &tensor));
	assert_floats(tensor, (int64_t[]){ 2, -1 }, (double[]){ 1, 2 });
	ct_tensor_free(tensor);
	return NULL;
}

static ct_error map(void)
{
	ct_tensor *tensor = NULL;

	CT_TRY(ct_npy_map(npy_path, false, &tensor));
	ct_tensor_free(tensor);
	return NULL;
}

static ct_error flush(void)
{
	ct_tensor *tensor = NULL;
	ct_error error;

	CT_CHECK(ct_npy_map(npy_path, true, &tensor));
	error = ct_mapped_flush(tensor);
	ct_tensor_free(tensor);
	return error;
}

static ct_error share(void)
{
	ct_tensor *tensor;
	ct_error error;

	CT_CHECK(ct_clone(new, CT_MEMORY_FORMAT_NONE, &tensor));
	error = ct_tensor_share(tensor);
	ck_assert(ct_tensor_is_shared(tensor) == (error == NULL));
	assert_floats(tensor, (int64_t[]){ 3, -1 }, (double[]){ 3, 4, 5 });
	ct_tensor_free(tensor);
	return error;
}

static const struct {
	ct_error (*call)(void);
	enum call to_fail;
	int with;
	const char *part; /* NULL: it succeeds nevertheless */
	ct_error_class kind;
} cases[] = {
	{ save, FSYNC, EIO, "writing to it: Input/output error", CT_ERROR_RUNTIME },
	{ save, CLOSE, EIO, "writing to it: Input/output error", CT_ERROR_RUNTIME },
	{ save, WRITE, ENOSPC, "writing to it: No space left on device", CT_ERROR_RUNTIME },
	{ save, WRITE, EINTR, NULL, CT_ERROR_NONE },
	{ save, FCHMOD, EPERM, "giving it the old one's permissions: Operation not permitted",
	  CT_ERROR_RUNTIME },
	{ save, RENAME, EACCES, "giving the new file its name: Permission denied",
	  CT_ERROR_RUNTIME },
	{ load, FSTAT, EIO, "asking for its size: Input/output error", CT_ERROR_RUNTIME },
	{ load, READ, EIO, "reading it: Input/output error", CT_ERROR_RUNTIME },
	{ load, READ, EINTR, NULL, CT_ERROR_NONE },
	{ map, MMAP, EPERM, "mapping it: Operation not permitted", CT_ERROR_RUNTIME },
	{ map, MMAP, ENOMEM, "mapping it: Cannot allocate memory", CT_ERROR_OUT_OF_MEMORY },
	{ flush, MSYNC, EIO, "writing to the disk: Input/output error", CT_ERROR_RUNTIME },
	{ share, GETRANDOM, ENOSYS, "no random number for a segment's name", CT_ERROR_RUNTIME },
	{ share, FCHMOD, EPERM, "setting its permissions: Operation not permitted",
	  CT_ERROR_RUNTIME },
	{ share, MMAP, EPERM, "mapping the segment: Operation not permitted", CT_ERROR_RUNTIME },
};
enum { CASES = sizeof cases / sizeof *cases };

/* The file is the old one or the new one, whole, and nothing stands beside it. */
START_TEST(what_the_system_refuses_is_an_error)
{
	char segments[40]; /* of this process */
	ct_error error;

	snprintf(segments, sizeof segments, "ctorch_%ld_", (long)getpid());
	to_fail = cases[_i].to_fail;
	with = cases[_i].with;
	error = cases[_i].call();
	ck_assert_msg(to_fail == NONE, "what is to fail was not called");
	if (cases[_i].part == NULL) {
		OK(error);
	} else {
		ck_assert_msg(error && strstr(error, cases[_i].part), "expected %s, got %s",
			      cases[_i].part, error ? error : "no error");
		ck_assert_int_eq(ct_error_kind(error), cases[_i].kind);
		ct_error_free(error);
		OK(load());
	}
	ck_assert_int_eq(files_in(npy_folder, ""), 1);
	ck_assert_int_eq(files_in("/dev/shm", segments), 0);
}
END_TEST

static Suite *failing_calls_suite(void)
{
	Suite *suite = suite_create("failing calls");
	TCase *tests = tests_of("failing calls");

	tcase_add_checked_fixture(tests, make_tensors, free_tensors);
	tcase_add_loop_test(tests, what_the_system_refuses_is_an_error, 0, CASES);
	suite_add_tcase(suite, tests);
	return suite;
}

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ failing_calls_suite, NULL });
}

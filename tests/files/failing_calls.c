/*
 * Files and shared memory when system calls fail. This is a separate program, since it replaces the
 * system's functions with ones that fail once on demand.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "npy_support.h"

/* --- The system ------------------------------------------------------------------------------- */

enum call {
	NONE,
	FALLOCATE,
	FCHMOD,
	FCHOWN,
	FREMOVEXATTR,
	FSETXATTR,
	FSTAT,
	FSTATVFS,
	FSYNC,
	GETRANDOM,
	GETXATTR,
	LINKAT,
	MMAP,
	MSYNC,
	READ,
	RENAMEAT,
	WRITE
};

static enum call to_fail;
static int with; /* its errno; 0: it does not fail */
static void (*meanwhile)(void);
/* Features that the file system lacks. */
static bool without_nameless, without_links, without_noreplace, without_fallocate;
static bool no_chown;
static int64_t blocks_of_root = -1; /* the only free ones; -1: do not pretend */

/* During the call that fails, another process may do something first. */
static bool fails(enum call call)
{
	void (*other)(void) = meanwhile;

	if (to_fail != call)
		return false;
	to_fail = NONE;
	meanwhile = NULL;
	if (other)
		other();
	errno = with;
	return with != 0;
}

static bool refuses(bool does_not_have)
{
	errno = EOPNOTSUPP;
	return does_not_have;
}

static bool forbids(bool does_not_let)
{
	errno = EPERM;
	return does_not_let;
}

int fallocate(int fd, int mode, off_t offset, off_t n)
{
	if (fails(FALLOCATE) || refuses(without_fallocate))
		return -1;
	return (int)syscall(SYS_fallocate, fd, mode, offset, n);
}

int fchown(int fd, uid_t owner, gid_t group)
{
	return fails(FCHOWN) || forbids(no_chown) ? -1 : (int)syscall(SYS_fchown, fd, owner, group);
}

int fchmod(int fd, mode_t mode)
{
	return fails(FCHMOD) ? -1 : (int)syscall(SYS_fchmod, fd, mode);
}

int fremovexattr(int fd, const char *name)
{
	return fails(FREMOVEXATTR) ? -1 : (int)syscall(SYS_fremovexattr, fd, name);
}

int fsetxattr(int fd, const char *name, const void *value, size_t n, int flags)
{
	return fails(FSETXATTR) ? -1 : (int)syscall(SYS_fsetxattr, fd, name, value, n, flags);
}

int fstatvfs(int fd, struct statvfs *about)
{
	if (fails(FSTATVFS))
		return -1;
	if (blocks_of_root < 0) {
		char path[40];

		snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
		return statvfs(path, about);
	}
	*about = (struct statvfs){ .f_frsize = 4096, .f_blocks = 1000 };
	about->f_bfree = (fsblkcnt_t)blocks_of_root;
	return 0;
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

ssize_t getxattr(const char *path, const char *name, void *value, size_t n)
{
	return fails(GETXATTR) ? -1 : syscall(SYS_getxattr, path, name, value, n);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
	if (fails(LINKAT) || refuses(without_links))
		return -1;
	return (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
}

int openat(int folder, const char *path, int flags, ...)
{
	va_list rest;
	mode_t mode;

	va_start(rest, flags);
	mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
	va_end(rest);
	if ((flags & O_TMPFILE) == O_TMPFILE && refuses(without_nameless))
		return -1;
	return (int)syscall(SYS_openat, folder, path, flags, mode);
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

int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
	if (fails(RENAMEAT))
		return -1;
	return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, 0);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
	if (without_noreplace && flags == RENAME_NOREPLACE) {
		errno = EINVAL;
		return -1;
	}
	return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
}

ssize_t write(int fd, const void *bytes, size_t n)
{
	return fails(WRITE) ? -1 : syscall(SYS_write, fd, bytes, n);
}

/* --- Failing calls ---------------------------------------------------------------------------- */

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
	meanwhile = NULL;
	without_nameless = without_links = without_noreplace = without_fallocate = false;
	blocks_of_root = -1;
	ct_tensor_free(old);
	ct_tensor_free(new);
	remove_npy_folder();
}

/* Counts the files whose names begin with the prefix, including hidden ones. */
static int files_in(const char *folder, const char *prefix)
{
	DIR *stream = opendir(folder);
	const struct dirent *entry;
	int n = 0;

	ck_assert_ptr_nonnull(stream);
	while ((entry = readdir(stream)))
		n += entry->d_type != DT_DIR && strncmp(entry->d_name, prefix, strlen(prefix)) == 0;
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
	error = ct_tensor_flush_file(tensor);
	ct_tensor_free(tensor);
	return error;
}

static const char *grown_path(void)
{
	static char path[sizeof npy_path + 8];

	snprintf(path, sizeof path, "%s.grown", npy_path);
	return path;
}

static ct_error map_floats(int64_t n, ct_tensor **result)
{
	ct_map_options options = { 0 };

	options.shared = options.grow = true;
	return ct_tensor_map_file(grown_path(), CT_FLOAT32, CT_L(n), &options, result);
}

static ct_error grow(void)
{
	ct_tensor *tensor;

	CT_TRY(map_floats(2, &tensor));
	ct_tensor_free(tensor);
	MUST(unlink(grown_path()) == 0);
	return NULL;
}

static ct_error share(void)
{
	ct_tensor *tensor;
	ct_error error;

	CT_CHECK(ct_clone(new, CT_MEMORY_FORMAT_NONE, &tensor));
	error = ct_tensor_share_memory(tensor);
	ck_assert(ct_tensor_is_shared(tensor) == (error == NULL));
	assert_floats(tensor, (int64_t[]){ 3, -1 }, (double[]){ 3, 4, 5 });
	ct_tensor_free(tensor);
	return error;
}

static const struct {
	ct_error (*call)(void);
	enum call to_fail;
	int with;
	const char *part; /* of the error; NULL: the call succeeds anyway */
	ct_error_class kind;
} cases[] = {
	{ save, FSYNC, EIO, "writing to it: Input/output error", CT_ERROR_RUNTIME },
	{ save, WRITE, ENOSPC, "writing to it: No space left on device", CT_ERROR_RUNTIME },
	{ save, WRITE, EINTR, NULL, CT_ERROR_NONE },
	{ save, FCHMOD, EPERM, "copying the old file's permissions: Operation not permitted",
	  CT_ERROR_RUNTIME },
	{ save, FCHOWN, EPERM, NULL, CT_ERROR_NONE },
	{ save, FREMOVEXATTR, EIO, "copying the old file's permissions: Input/output error",
	  CT_ERROR_RUNTIME },
	{ save, FREMOVEXATTR, EOPNOTSUPP, NULL, CT_ERROR_NONE },
	{ save, FREMOVEXATTR, ENODATA, NULL, CT_ERROR_NONE },
	{ save, GETXATTR, EIO, "copying the old file's permissions: Input/output error",
	  CT_ERROR_RUNTIME },
	{ save, GETXATTR, EOPNOTSUPP, NULL, CT_ERROR_NONE },
	{ save, GETRANDOM, EPERM, ": Operation not permitted", CT_ERROR_RUNTIME },
	{ save, RENAMEAT, EACCES, "renaming the new file: Permission denied", CT_ERROR_RUNTIME },
	{ grow, FALLOCATE, ENOSPC, "extending it: No space left on device", CT_ERROR_RUNTIME },
	{ grow, FALLOCATE, EINTR, NULL, CT_ERROR_NONE },
	{ grow, FALLOCATE, EOPNOTSUPP, NULL, CT_ERROR_NONE },
	{ grow, MMAP, ENOMEM, "mapping it: Cannot allocate memory", CT_ERROR_OUT_OF_MEMORY },
	{ grow, LINKAT, EACCES, "renaming the new file: Permission denied", CT_ERROR_RUNTIME },
	{ load, FSTAT, EIO, "reading its size: Input/output error", CT_ERROR_RUNTIME },
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

/* The file is the complete old one or the complete new one, and no other file is left. */
static void call_that_fails(int i)
{
	char segments[40]; /* of this process */
	ct_error error;

	snprintf(segments, sizeof segments, "ctorch_%ld_", (long)getpid());
	to_fail = cases[i].to_fail;
	with = cases[i].with;
	error = cases[i].call();
	ck_assert_msg(to_fail == NONE, "the call that must fail did not happen");
	if (cases[i].part == NULL) {
		OK(error);
	} else {
		ck_assert_msg(error && strstr(error, cases[i].part), "expected %s, got %s",
			      cases[i].part, error ? error : "no error");
		ck_assert_int_eq(ct_error_class_of(error), cases[i].kind);
		ct_error_free(error);
		OK(load());
	}
	ck_assert_int_eq(files_in(npy_folder, ""), 1);
	ck_assert_int_eq(files_in("/dev/shm", segments), 0);
}

START_TEST(what_the_system_refuses_is_an_error)
{
	call_that_fails(_i);
}
END_TEST

START_TEST(file_system_without_nameless_files_has_temporary_names)
{
	without_nameless = true;
	call_that_fails(_i);
}
END_TEST

/* --- Other processes -------------------------------------------------------------------------- */

static void save_longer_integers(void)
{
	ct_tensor *integers;

	OK(ct_arange_start(ct_scalar_int(100), ct_scalar_int(200), CT_INT64, CT_LAYOUT_NONE,
			   CT_DEVICE_NONE, NULL, &integers));
	OK(ct_npy_save(integers, npy_path));
	ct_tensor_free(integers);
}

START_TEST(header_and_elements_are_of_one_file)
{
	ct_tensor *tensor;

	to_fail = FSTAT; /* the file is already open */
	with = 0;
	meanwhile = save_longer_integers;
	OK(ct_npy_map(npy_path, _i, &tensor));
	assert_floats(tensor, (int64_t[]){ 2, -1 }, (double[]){ 1, 2 });
	ct_tensor_free(tensor);
	OK(ct_npy_load(npy_path, &tensor));
	ck_assert_int_eq(ct_tensor_numel(tensor), 100);
	ct_tensor_free(tensor);
}
END_TEST

/* The other process's tensor; truncating the file below its mapping would kill that process. */
static ct_tensor *others;

static void grow_to_a_page_and_map(void)
{
	OK(map_floats(4096, &others));
	((float *)ct_tensor_mutable_data(others))[4095] = 7;
}

static void touch_others(void)
{
	struct stat about;

	MUST(stat(grown_path(), &about) == 0);
	ck_assert_int_eq(about.st_size, 4096 * sizeof(float));
	ck_assert(((const float *)ct_tensor_data(others))[4095] == 7);
	ct_tensor_free(others);
	unlink(grown_path());
}

static void make_grown_file(void)
{
	ct_tensor *tensor;

	OK(map_floats(2, &tensor));
	ct_tensor_free(tensor);
}

START_TEST(full_disk_undoes_nothing_of_another_process)
{
	ct_tensor *tensor = UNTOUCHED;
	ct_error error;

	if (_i) /* the file already exists */
		make_grown_file();
	to_fail = FALLOCATE;
	with = ENOSPC;
	meanwhile = grow_to_a_page_and_map;
	error = map_floats(5000, &tensor);
	ck_assert_msg(error && strstr(error, "extending it: No space left on device"), "%s",
		      error ? error : "no error");
	ct_error_free(error);
	ck_assert_ptr_eq(tensor, UNTOUCHED);
	touch_others();
	ck_assert_int_eq(files_in(npy_folder, ""), 1);
}
END_TEST

START_TEST(room_that_another_process_took_for_the_same_bytes_is_used)
{
	ct_tensor *tensor;

	make_grown_file();
	to_fail = FALLOCATE;
	with = ENOSPC;
	meanwhile = grow_to_a_page_and_map;
	OK(map_floats(1000, &tensor));
	ct_tensor_free(tensor);
	touch_others();
}
END_TEST

static void grow_to_a_page_and_fill_the_disk(void)
{
	grow_to_a_page_and_map();
	blocks_of_root = 0;
}

START_TEST(room_that_another_process_took_is_asked_for_no_more)
{
	ct_tensor *tensor;

	make_grown_file();
	to_fail = FSTATVFS;
	with = 0;
	meanwhile = grow_to_a_page_and_fill_the_disk;
	OK(map_floats(4096, &tensor));
	ct_tensor_free(tensor);
	touch_others();
}
END_TEST

static void assert_grown(int64_t n)
{
	struct stat about;
	ct_tensor *tensor;

	MUST(stat(grown_path(), &about) == 0);
	ck_assert_int_eq(about.st_size, n * (int64_t)sizeof(float));
	OK(map_floats(n, &tensor));
	for (int64_t i = 0; i < n; i++)
		ck_assert(((const float *)ct_tensor_data(tensor))[i] == 0);
	ct_tensor_free(tensor);
}

START_TEST(file_system_without_fallocate_gets_zeros)
{
	ct_tensor *tensor;

	without_fallocate = true;
	if (_i)
		make_grown_file();
	OK(map_floats(100001, &tensor));
	ct_tensor_free(tensor);
	assert_grown(100001);
	to_fail = WRITE;
	with = ENOSPC;
	ct_error error = map_floats(200000, &tensor);
	ck_assert_msg(error && strstr(error, "extending it: No space left on device"), "%s",
		      error ? error : "no error");
	ct_error_free(error);
	assert_grown(100001);
	unlink(grown_path());
}
END_TEST

/* Free blocks count even if reserved for root; a file that cannot fit at all is not started. */
START_TEST(free_blocks_of_root_are_free)
{
	ct_tensor *tensor;

	make_grown_file();
	blocks_of_root = 100;
	OK(map_floats(100 * 1024, &tensor));
	ct_tensor_free(tensor);
	FAILS_WITH(map_floats(300 * 1024, &tensor), CT_ERROR_RUNTIME, "No space left on device");
	assert_grown(100 * 1024);
	unlink(grown_path());
}
END_TEST

START_TEST(file_system_with_neither_links_nor_such_names_gets_the_file)
{
	without_nameless = without_links = without_noreplace = true;
	make_grown_file();
	assert_grown(2);
	ck_assert_int_eq(files_in(npy_folder, ""), 2);
	unlink(grown_path());
}
END_TEST

START_TEST(file_that_another_process_makes_first_is_mapped)
{
	ct_tensor *tensor;

	without_nameless = _i > 0;
	without_links = _i > 1;
	without_noreplace = _i > 2;
	to_fail = FALLOCATE;
	with = 0;
	meanwhile = grow_to_a_page_and_map;
	OK(map_floats(2, &tensor));
	((float *)ct_tensor_mutable_data(tensor))[1] = 5;
	ck_assert(((const float *)ct_tensor_data(others))[1] == 5);
	ct_tensor_free(tensor);
	touch_others();
	ck_assert_int_eq(files_in(npy_folder, ""), 1);
}
END_TEST

/* --- What others can see meanwhile, and what is left ------------------------------------------ */

/* The temporary file is private; with nameless files there is none to see. */
static void assert_private(void)
{
	DIR *stream = opendir(npy_folder);
	const struct dirent *entry;
	struct stat about;
	int found = 0;

	ck_assert_ptr_nonnull(stream);
	while ((entry = readdir(stream))) {
		if (strncmp(entry->d_name, ".ctorch-", 8))
			continue;
		MUST(fstatat(dirfd(stream), entry->d_name, &about, 0) == 0);
		ck_assert_uint_eq(about.st_mode & 07777, 0600);
		found++;
	}
	closedir(stream);
	ck_assert_int_eq(found, without_nameless);
}

START_TEST(new_contents_of_a_private_file_are_private)
{
	MUST(chmod(npy_path, 0600) == 0);
	without_nameless = _i;
	to_fail = WRITE;
	with = 0;
	meanwhile = assert_private;
	OK(save());
	ck_assert(to_fail == NONE);
}
END_TEST

static void assert_mode(mode_t expected)
{
	struct stat about;

	MUST(stat(npy_path, &about) == 0);
	ck_assert_uint_eq(about.st_mode & 07777, expected);
}

static bool give_away(mode_t mode)
{
	if (geteuid())
		printf("left out: only root can give files away\n");
	else
		MUST(chown(npy_path, 65534, 65533) == 0 && chmod(npy_path, mode) == 0);
	return geteuid() == 0;
}

/* If a process may not give files away, its group must not gain access that another group had. */
START_TEST(group_that_cannot_be_kept_gets_no_more_than_others)
{
	if (!give_away(0664))
		return;
	no_chown = true;
	OK(save());
	no_chown = false;
	assert_mode(0644);
}
END_TEST

START_TEST(file_that_cannot_be_given_away_is_not_replaced)
{
	const int failures[] = { EDQUOT, EIO, EINVAL };
	struct stat about;
	ct_error error;

	if (!give_away(0664))
		return;
	to_fail = FCHOWN;
	with = failures[_i];
	error = save();
	ck_assert_msg(error && strstr(error, "copying the old file's permissions: "), "%s",
		      error ? error : "no error");
	ct_error_free(error);
	OK(load());
	MUST(stat(npy_path, &about) == 0);
	ck_assert_uint_eq(about.st_uid, 65534);
	ck_assert_uint_eq(about.st_gid, 65533);
}
END_TEST

/* User 1000 could read the file, but the group and others could not. */
START_TEST(access_control_list_that_cannot_be_set_opens_nothing)
{
	static const char list[] = "\2\0\0\0"
				   "\1\0\6\0\377\377\377\377"   /* the owner */
				   "\2\0\6\0\350\3\0\0"         /* user 1000 */
				   "\4\0\0\0\377\377\377\377"   /* the group */
				   "\20\0\6\0\377\377\377\377"  /* the mask */
				   "\40\0\0\0\377\377\377\377"; /* others */

	if (setxattr(npy_path, "system.posix_acl_access", list, sizeof list - 1, 0)) {
		MUST(errno == EOPNOTSUPP);
		printf("left out: the file system has no access control lists\n");
		return;
	}
	to_fail = FSETXATTR;
	with = ENOSPC;
	OK(save());
	ck_assert(to_fail == NONE);
	assert_mode(0600);
}
END_TEST

/* A hostile program could create these files to make saving fail. */
START_TEST(guessed_names_of_temporary_files_are_not_in_the_way)
{
	char path[sizeof npy_path + 40];

	without_nameless = _i;
	for (int i = 0; i < 100; i++) {
		snprintf(path, sizeof path, "%s/.ctorch-%ld-%d.tmp", npy_folder, (long)getpid(), i);
		MUST(close(open(path, O_CREAT | O_EXCL | O_WRONLY, 0600)) == 0);
	}
	OK(save());
	OK(save());
	for (int i = 0; i < 100; i++) {
		snprintf(path, sizeof path, "%s/.ctorch-%ld-%d.tmp", npy_folder, (long)getpid(), i);
		MUST(unlink(path) == 0);
	}
}
END_TEST

static void die(void)
{
	raise(SIGKILL);
}

/* The process is killed in this call. */
static void save_and_be_killed(enum call call)
{
	pid_t child = fork();
	int status;

	MUST(child >= 0);
	if (child == 0) {
		to_fail = call;
		meanwhile = die;
		ct_error_free(save());
		_exit(1);
	}
	MUST(waitpid(child, &status, 0) == child);
	ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	OK(load());
}

START_TEST(process_that_is_killed_while_saving_leaves_nothing)
{
	save_and_be_killed(FSYNC);
	ck_assert_int_eq(files_in(npy_folder, ""), 1);
}
END_TEST

static void remove_temporaries(void)
{
	DIR *stream = opendir(npy_folder);
	const struct dirent *entry;

	ck_assert_ptr_nonnull(stream);
	while ((entry = readdir(stream)))
		if (strncmp(entry->d_name, ".ctorch-", 8) == 0)
			MUST(unlinkat(dirfd(stream), entry->d_name, 0) == 0);
	closedir(stream);
}

/* Only a named file can replace a name, and some file systems have no nameless files. */
START_TEST(process_that_is_killed_while_renaming_leaves_a_temporary_file)
{
	without_nameless = _i > 0;
	save_and_be_killed(_i > 1 ? FSYNC : RENAMEAT);
	ck_assert_int_eq(files_in(npy_folder, ""), 2);
	ck_assert_int_eq(files_in(npy_folder, ".ctorch-"), 1);
	remove_temporaries();
}
END_TEST

static Suite *failing_calls_suite(void)
{
	Suite *suite = suite_create("failing calls");
	TCase *tests = tests_of("failing calls");

	tcase_add_checked_fixture(tests, make_tensors, free_tensors);
	tcase_add_loop_test(tests, what_the_system_refuses_is_an_error, 0, CASES);
	tcase_add_loop_test(tests, file_system_without_nameless_files_has_temporary_names, 0,
			    CASES);
	tcase_add_loop_test(tests, header_and_elements_are_of_one_file, 0, 2);
	tcase_add_loop_test(tests, full_disk_undoes_nothing_of_another_process, 0, 2);
	tcase_add_test(tests, room_that_another_process_took_for_the_same_bytes_is_used);
	tcase_add_test(tests, room_that_another_process_took_is_asked_for_no_more);
	tcase_add_loop_test(tests, file_system_without_fallocate_gets_zeros, 0, 2);
	tcase_add_test(tests, free_blocks_of_root_are_free);
	tcase_add_test(tests, file_system_with_neither_links_nor_such_names_gets_the_file);
	tcase_add_loop_test(tests, file_that_another_process_makes_first_is_mapped, 0, 4);
	tcase_add_loop_test(tests, new_contents_of_a_private_file_are_private, 0, 2);
	tcase_add_test(tests, group_that_cannot_be_kept_gets_no_more_than_others);
	tcase_add_loop_test(tests, file_that_cannot_be_given_away_is_not_replaced, 0, 3);
	tcase_add_test(tests, access_control_list_that_cannot_be_set_opens_nothing);
	tcase_add_loop_test(tests, guessed_names_of_temporary_files_are_not_in_the_way, 0, 2);
	tcase_add_test(tests, process_that_is_killed_while_saving_leaves_nothing);
	tcase_add_loop_test(tests, process_that_is_killed_while_renaming_leaves_a_temporary_file, 0,
			    3);
	suite_add_tcase(suite, tests);
	return suite;
}

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ failing_calls_suite, NULL });
}

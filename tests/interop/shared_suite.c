/*
 * Shared memory, with other processes (shared_peer.c) that end in every way.
 */
#define _GNU_SOURCE

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

extern char **environ;

/* --- Other processes ------------------------------------------------------------------------- */

struct peer {
	pid_t pid;
	FILE *to, *from;
};

static struct peer start(void)
{
	char *const command[] = { (char[]){ CTORCH_TEST_PEER }, NULL };
	posix_spawn_file_actions_t actions;
	struct peer peer;
	int to[2], from[2];

	MUST(pipe2(to, O_CLOEXEC) == 0 && pipe2(from, O_CLOEXEC) == 0);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, to[0], 0);
	posix_spawn_file_actions_adddup2(&actions, from[1], 1);
	MUST(posix_spawn(&peer.pid, command[0], &actions, NULL, command, environ) == 0);
	posix_spawn_file_actions_destroy(&actions);
	close(to[0]);
	close(from[1]);
	peer.to = fdopen(to[1], "w");
	peer.from = fdopen(from[0], "r");
	MUST(peer.to && peer.from);
	return peer;
}

/* The answer to a command, without its newline; it is overwritten by the next. */
static const char *ask(struct peer *peer, const char *command, const char *argument)
{
	static char answer[4096];

	fprintf(peer->to, "%s %s\n", command, argument);
	fflush(peer->to);
	ck_assert_msg(fgets(answer, sizeof answer, peer->from) != NULL, "no answer to %s %s",
		      command, argument);
	answer[strcspn(answer, "\n")] = '\0';
	return answer;
}

#define ASK(peer, command, argument, expected) \
	ck_assert_str_eq(ask(peer, command, argument), expected)

static void wait_for(struct peer *peer)
{
	fclose(peer->to);
	fclose(peer->from);
	MUST(waitpid(peer->pid, NULL, 0) == peer->pid);
}

/* SIGKILL: nothing of it runs any more. */
static void kill_peer(struct peer *peer)
{
	MUST(kill(peer->pid, SIGKILL) == 0);
	wait_for(peer);
}

/* --- Segments -------------------------------------------------------------------------------- */

/* The name in a handle, for shm_open(); until the thread asks for the next. */
static const char *name_in(const char *of_handle)
{
	static _Thread_local char name[64];

	MUST(sscanf(of_handle, "ctorch_shm:1:%62[^:]", name + 1) == 1);
	name[0] = '/';
	return name;
}

static bool exists(const char *of_handle)
{
	int fd = shm_open(name_in(of_handle), O_RDONLY, 0);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* Somebody who is reaping, another test perhaps, may be about to remove it. */
static bool is_gone(const char *of_handle)
{
	for (int i = 0; i < 1000 && exists(of_handle); i++)
		nanosleep(&(struct timespec){ 0, 1000000 }, NULL);
	return !exists(of_handle);
}

static int open_file(const char *of_handle)
{
	int fd = shm_open(name_in(of_handle), O_RDWR, 0);

	MUST(fd >= 0);
	return fd;
}

static char *handle_of(ct_tensor *to_share)
{
	char *result;

	OK(ct_tensor_share(to_share));
	OK(ct_tensor_shared_handle(to_share, &result));
	return result;
}

/* Numbers for names; when `repeats` is not 0, the same ones that often. */
static atomic_int repeats;

ssize_t getrandom(void *buffer, size_t n, unsigned flags)
{
	if (atomic_load(&repeats) > 0) {
		atomic_fetch_sub(&repeats, 1);
		memset(buffer, 0x5a, n);
		return (ssize_t)n;
	}
	return syscall(SYS_getrandom, buffer, n, flags);
}

static ct_tensor *tensor;
static char *handle;

static void share_tensor(void)
{
	tensor = vector(4, (const float[]){ 1, 2, 3, 4 });
	handle = handle_of(tensor);
}

/* A test may have freed the tensor. */
static void free_tensor(void)
{
	ct_tensor_free(tensor);
	tensor = NULL;
	ck_assert_msg(is_gone(handle), "%s is left", handle);
	ct_free(handle);
}

/* --- In one process -------------------------------------------------------------------------- */

START_TEST(tensor_keeps_its_numbers_and_its_views)
{
	ct_tensor *plain = vector(4, (const float[]){ 1, 2, 3, 4 }), *view, *opened;
	const void *before = ct_tensor_data(plain);
	char *own;

	OK(ct_select_int(plain, 0, 2, &view));
	ck_assert(!ct_tensor_is_shared(plain) && !ct_tensor_is_shared(view));
	own = handle_of(plain);
	ck_assert(ct_tensor_is_shared(plain) && ct_tensor_is_shared(view));
	ck_assert_ptr_ne(ct_tensor_data(plain), before);
	assert_floats(plain, (int64_t[]){ 4, -1 }, (double[]){ 1, 2, 3, 4 });
	OK(ct_tensor_open_shared(own, &opened));
	ck_assert(ct_tensor_is_shared(opened));
	OK(ct_fill__Scalar(view, ct_scalar_int(30), NULL));
	assert_floats(opened, (int64_t[]){ 4, -1 }, (double[]){ 1, 2, 30, 4 });
	/* Again is nothing. */
	before = ct_tensor_data(plain);
	OK(ct_tensor_share(view));
	ck_assert_ptr_eq(ct_tensor_data(plain), before);
	ct_tensor_free(plain);
	ct_tensor_free(opened);
	ck_assert(exists(own));
	ct_tensor_free(view);
	ck_assert(is_gone(own));
	ct_free(own);
}
END_TEST

START_TEST(handle_tells_of_a_view)
{
	ct_tensor *view, *opened;
	char *of_view;

	OK(ct_slice_Tensor(tensor, 0, &(int64_t){ 1 }, NULL, 2, &view));
	OK(ct_tensor_shared_handle(view, &of_view));
	OK(ct_tensor_open_shared(of_view, &opened));
	assert_floats(opened, (int64_t[]){ 2, -1 }, (double[]){ 2, 4 });
	ck_assert_int_eq(ct_tensor_strides(opened)[0], 2);
	ck_assert_int_eq(ct_tensor_storage_offset(opened), 1);
	ct_tensor_free(opened);
	ct_tensor_free(view);
	ct_free(of_view);
}
END_TEST

START_TEST(every_shape_can_be_shared)
{
	const int64_t shapes[][3] = { { -1 }, { 0, -1 }, { 3, 0, -1 }, { 1024, -1 }, { 1025, -1 } };

	for (size_t i = 0; i < LENGTH(shapes); i++) {
		int64_t n = 0;
		ct_tensor *zeros, *opened;
		char *own;

		while (shapes[i][n] >= 0)
			n++;
		OK(ct_zeros(shapes[i], n, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			    &zeros));
		own = handle_of(zeros);
		OK(ct_tensor_open_shared(own, &opened));
		ck_assert_int_eq(ct_tensor_dim(opened), n);
		ck_assert_int_eq(ct_tensor_numel(opened), ct_tensor_numel(zeros));
		ct_tensor_free(opened);
		ct_tensor_free(zeros);
		ck_assert(is_gone(own));
		ct_free(own);
	}
}
END_TEST

START_TEST(memory_before_is_released)
{
	int deleted = 0;
	ct_tensor *blob = counted(&deleted);

	OK(ct_tensor_share(blob));
	ck_assert_int_eq(deleted, 1);
	ct_tensor_free(blob);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(parameter_learns_on)
{
	ct_tensor *loss, *gradient, *opened;

	OK(ct_tensor_set_requires_grad(tensor, true));
	OK(ct_dot(tensor, tensor, &loss));
	OK(ct_autograd_backward(loss));
	OK(ct_tensor_grad(tensor, &gradient));
	assert_floats(gradient, (int64_t[]){ 4, -1 }, (double[]){ 2, 4, 6, 8 });
	OK(ct_tensor_open_shared(handle, &opened));
	ck_assert(!ct_tensor_requires_grad(opened));
	ct_tensor_free(opened);
	ct_tensor_free(gradient);
	ct_tensor_free(loss);
}
END_TEST

START_TEST(shared_storage_cannot_be_resized)
{
	FAILS_WITH(ct_resize_(tensor, (const int64_t[]){ 100 }, 1, CT_MEMORY_FORMAT_NONE, NULL),
		   CT_ERROR_RUNTIME, "not resizable");
}
END_TEST

START_TEST(segment_is_its_users_alone)
{
	struct stat about;
	int fd = open_file(handle);

	MUST(fstat(fd, &about) == 0);
	ck_assert_uint_eq(about.st_mode & 07777, 0600);
	close(fd);
}
END_TEST

START_TEST(umask_takes_nothing_away)
{
	mode_t old = umask(0777);
	ct_tensor *one = number(1), *opened;
	ct_error error = ct_tensor_share(one);
	char *own;

	umask(old);
	OK(error);
	OK(ct_tensor_shared_handle(one, &own));
	OK(ct_tensor_open_shared(own, &opened));
	ct_tensor_free(opened);
	ct_tensor_free(one);
	ct_free(own);
}
END_TEST

START_TEST(name_that_is_taken_is_not_used_again)
{
	ct_tensor *a = number(1), *b = number(2);
	char *of_a, *of_b;

	atomic_store(&repeats, 3);
	of_a = handle_of(a);
	of_b = handle_of(b);
	ck_assert_int_eq(atomic_load(&repeats), 0);
	ck_assert_ptr_nonnull(strstr(of_a, "_5a5a5a5a5a5a5a5a:"));
	ck_assert_str_ne(of_a, of_b);
	assert_floats(a, (int64_t[]){ -1 }, (double[]){ 1 });
	ct_tensor_free(a);
	ct_tensor_free(b);
	ct_free(of_a);
	ct_free(of_b);
}
END_TEST

START_TEST(names_that_never_end_are_an_error)
{
	ct_tensor *a = number(1), *b = number(2);
	char *of_a;

	atomic_store(&repeats, 1000);
	of_a = handle_of(a);
	FAILS_WITH(ct_tensor_share(b), CT_ERROR_RUNTIME, "finding a name for the segment");
	atomic_store(&repeats, 0);
	ck_assert(!ct_tensor_is_shared(b));
	ct_tensor_free(a);
	ck_assert(is_gone(of_a));
	ct_tensor_free(b);
	ct_free(of_a);
}
END_TEST

/* Memory that only has addresses, as large as wanted. */
static void unmap(void *data, void *length)
{
	munmap(data, *(size_t *)length);
}

START_TEST(full_shared_memory_is_an_error_that_leaves_nothing)
{
	struct statvfs about;
	size_t length;
	ct_tensor *huge;
	int64_t n;
	void *data;

	MUST(statvfs("/dev/shm", &about) == 0);
	length = about.f_blocks * about.f_frsize + 4096;
	if (about.f_blocks == 0)
		return; /* it has no limit */
	data = mmap(NULL, length, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (data == MAP_FAILED)
		return; /* nor are there so many addresses */
	n = (int64_t)length;
	OK(ct_tensor_from_blob(data, CT_UINT8, &n, 1, NULL, 0, unmap, &length, &huge));
	atomic_store(&repeats, 1);
	FAILS_WITH(ct_tensor_share(huge), CT_ERROR_RUNTIME,
		   "making room for the segment: No space left on device");
	ck_assert(!ct_tensor_is_shared(huge));
	ck_assert_ptr_eq(ct_tensor_data(huge), data);
	ct_tensor_free(huge);

	char name[100];

	snprintf(name, sizeof name, "/dev/shm/ctorch_%ld_5a5a5a5a5a5a5a5a", (long)getpid());
	ck_assert_int_ne(access(name, F_OK), 0);
}
END_TEST

START_TEST(what_cannot_be_shared_is_refused)
{
	const float numbers[] = { 1, 2, 3, 4 };
	ct_tensor *other, *view;
	char *text = (char *)UNTOUCHED;

	FAILS(ct_tensor_share(NULL),
	      "ArgumentError: ct_tensor_share: argument 1 (self) must not be NULL");
	OK(ct_empty_memory_format((const int64_t[]){ 2 }, 1, CT_FLOAT32, CT_LAYOUT_NONE,
				  CT_DEVICE(CT_DEVICE_TYPE_META, -1), NULL, CT_MEMORY_FORMAT_NONE,
				  &other));
	FAILS(ct_tensor_share(other),
	      "ArgumentError: ct_tensor_share: argument 1 (self): it is on "
	      "meta; only memory of the CPU can be shared, so copy it there "
	      "first");
	ct_tensor_free(other);
	OK(ct_to_sparse(tensor, CT_LAYOUT_NONE, NULL, 0, NULL, &other));
	FAILS(ct_tensor_share(other),
	      "ArgumentError: ct_tensor_share: argument 1 (self): a tensor without a storage "
	      "cannot be shared; share those that it consists of");
	ck_assert(!ct_tensor_is_shared(other));
	ct_tensor_free(other);
	ck_assert(!ct_tensor_is_shared(NULL));

	other = number(1);
	FAILS(ct_tensor_shared_handle(other, &text),
	      "ArgumentError: ct_tensor_shared_handle: argument 1 (self): it is not shared; "
	      "ct_tensor_share() comes first");
	FAILS(ct_tensor_shared_handle(tensor, NULL),
	      "ArgumentError: ct_tensor_shared_handle: argument 2 (result) must not be NULL");
	FAILS(ct_tensor_shared_handle(NULL, &text),
	      "ArgumentError: ct_tensor_shared_handle: argument 1 (self) must not be NULL");
	ct_tensor_free(other);

	OK(ct_tensor_from_data(numbers, CT_COMPLEX64, (const int64_t[]){ 2 }, 1, &other));
	OK(ct_tensor_share(other));
	OK(ct__conj(other, &view));
	FAILS_WITH(ct_tensor_shared_handle(view, &text), CT_ERROR_ARGUMENT,
		   "a handle does not tell of conjugation; use ct_resolve_conj() first");
	ct_tensor_free(view);
	ct_tensor_free(other);
	OK(ct_quantize_per_tensor(tensor, 1, 0, CT_QINT8, &other));
	OK(ct_tensor_share(other));
	FAILS_WITH(ct_tensor_shared_handle(other, &text), CT_ERROR_ARGUMENT,
		   "a handle does not tell of scales and zero points; share the integers");
	ct_tensor_free(other);
	ck_assert_ptr_eq(text, (char *)UNTOUCHED);
}
END_TEST

/* --- Handles that are wrong ------------------------------------------------------------------- */

#define NAME "ctorch_4711_9f86d081884c7d65"
#define NO_HEAD "it does not begin with ctorch_shm:1:"
#define NO_NAME "it does not name a segment of libctorch's"
#define NO_NUMBERS "its numbers are not those of a tensor"
#define TOO_LARGE "its tensor is larger than its segment"

static const struct {
	const char *handle, *message;
} wrong[] = {
	{ "", NO_HEAD },
	{ "ctorch_shm", NO_HEAD },
	{ "ctorch_shm:2:" NAME ":16:6:4:1:0", NO_HEAD },
	{ "ctorch_shm:1:", NO_NAME },
	{ "ctorch_shm:1::16:6:4:1:0", NO_NAME },
	{ "ctorch_shm:1:sem.other:16:6:4:1:0", NO_NAME },
	{ "ctorch_shm:1:../etc/passwd:16:6:4:1:0", NO_NAME },
	{ "ctorch_shm:1:ctorch_1_9f86d081884c7d6:16:6:4:1:0", NO_NAME },
	{ "ctorch_shm:1:ctorch_1_9f86d081884c7d65a:16:6:4:1:0", NO_NAME },
	{ "ctorch_shm:1:ctorch_1_9F86D081884C7D65:16:6:4:1:0", NO_NAME },
	{ "ctorch_shm:1:ctorch__9f86d081884c7d65:16:6:4:1:0", NO_NAME },
	{ "ctorch_shm:1:ctorch_1_/../../etc/passwd0:16:6:4:1:0", NO_NAME },
	{ "ctorch_shm:1:ctorch_11111111111111111111111111111111111111111111111111111111:1",
	  NO_NAME },
	{ "ctorch_shm:1:" NAME, NO_NAME },
	{ "ctorch_shm:1:" NAME ":", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:6:4:1", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:6:4:1:", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:6:4:1:0:", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:6:4:1:0 ", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:6:4:1:-1", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":-16:6:4:1:0", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":99999999999999999999:6:4:1:0", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:6:-4:1:0", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:6:4:-1:0", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:6:4,:1,:0", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:6:2,2:1:0", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:256:4:1:0", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:99:4:1:0", "it has a dtype that is unknown or quantised" },
	{ "ctorch_shm:1:" NAME ":16:12:4:1:0", "it has a dtype that is unknown or quantised" },
	{ "ctorch_shm:1:" NAME ":15:6:4:1:0", TOO_LARGE },
	{ "ctorch_shm:1:" NAME ":16:6:4:1:1", TOO_LARGE },
	{ "ctorch_shm:1:" NAME ":16:6:4:2:0", TOO_LARGE },
	{ "ctorch_shm:1:" NAME ":0:6:::0", TOO_LARGE },
	{ "ctorch_shm:1:" NAME ":16:6:4611686018427387904:4:0", TOO_LARGE },
	{ "ctorch_shm:1:" NAME ":16:6:4294967296,4294967296:0,0:0", TOO_LARGE },
	{ "ctorch_shm:1:" NAME ":16:6:4:1:9223372036854775807", TOO_LARGE },
	{ "ctorch_shm:1:" NAME ":9223372036854775807:0:4:1:0", NULL },
	{ "ctorch_shm:1:" NAME
	  ":16:6:1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
	  "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1:1:0",
	  NO_NUMBERS },
};

START_TEST(wrong_handles_are_refused)
{
	ct_tensor *opened = UNTOUCHED;
	char message[400];

	snprintf(message, sizeof message,
		 "ArgumentError: ct_tensor_open_shared: argument 1 (handle): %s; a handle is what "
		 "ct_tensor_shared_handle() gives, such as "
		 "ctorch_shm:1:ctorch_4711_9f86d081884c7d65:24:6:2,3:3,1:0",
		 wrong[_i].message);
	FAILS(ct_tensor_open_shared(wrong[_i].handle, &opened),
	      wrong[_i].message ? message
				: "ArgumentError: ct_tensor_open_shared: 9223372036854775807 bytes "
				  "are more than a segment can have");
	FAILS(ct_tensor_open_shared(NULL, &opened),
	      "ArgumentError: ct_tensor_open_shared: argument 1 (handle) must not be NULL");
	ck_assert_ptr_eq(opened, UNTOUCHED);
}
END_TEST

/* Every character in turn becomes another: it is a tensor inside the segment or an error. */
START_TEST(no_character_does_harm)
{
	const char others[] = "09:,_a-";
	size_t n = strlen(handle);
	int refused = 0;

	for (size_t i = 0; i < n; i++) {
		char was = handle[i];

		for (const char *other = others; *other; other++) {
			ct_tensor *opened = NULL;
			ct_error error;

			handle[i] = *other;
			error = ct_tensor_open_shared(handle, &opened);
			if (error)
				refused++;
			else
				OK(ct_zero_(opened, NULL));
			ct_error_free(error);
			ct_tensor_free(opened);
		}
		handle[i] = was;
	}
	ck_assert_int_gt(refused, 200);
}
END_TEST

START_TEST(segment_that_is_gone_says_so)
{
	ct_tensor *opened = UNTOUCHED;
	char message[300];

	ct_tensor_free(tensor);
	tensor = NULL;
	snprintf(message, sizeof message,
		 "RuntimeError: segment %s is gone: nobody has it open any more. Whoever shares a "
		 "tensor keeps it until the others have opened it",
		 name_in(handle) + 1);
	FAILS(ct_tensor_open_shared(handle, &opened), message);
	ck_assert_ptr_eq(opened, UNTOUCHED);
}
END_TEST

START_TEST(segment_of_another_size_is_refused)
{
	ct_tensor *opened = UNTOUCHED;
	int fd = open_file(handle);

	MUST(ftruncate(fd, 4096) == 0);
	FAILS_WITH(ct_tensor_open_shared(handle, &opened), CT_ERROR_ARGUMENT,
		   "is not the one that was shared: it has 4096 bytes, not 8192");
	MUST(ftruncate(fd, 0) == 0);
	FAILS_WITH(ct_tensor_open_shared(handle, &opened), CT_ERROR_ARGUMENT,
		   "it has 0 bytes, not 8192");
	close(fd);
}
END_TEST

START_TEST(segment_without_its_mark_is_refused)
{
	ct_tensor *opened = UNTOUCHED;
	int fd = open_file(handle);
	const uint32_t version = 2;
	const int64_t nbytes = 17;

	MUST(pwrite(fd, &version, sizeof version, 4096 + 8) == sizeof version);
	FAILS_WITH(ct_tensor_open_shared(handle, &opened), CT_ERROR_ARGUMENT,
		   "is of version 2, this library knows version 1");
	MUST(pwrite(fd, &nbytes, sizeof nbytes, 4096 + 16) == sizeof nbytes);
	FAILS_WITH(ct_tensor_open_shared(handle, &opened), CT_ERROR_ARGUMENT,
		   "has no mark of libctorch's");
	ck_assert_ptr_eq(opened, UNTOUCHED);
	close(fd);
}
END_TEST

START_TEST(segment_of_another_user_is_refused)
{
	ct_tensor *opened;
	int fd = open_file(handle);

	if (geteuid() == 0) { /* only root can give files away */
		MUST(fchown(fd, 1, (gid_t)-1) == 0);
		FAILS_WITH(ct_tensor_open_shared(handle, &opened), CT_ERROR_ARGUMENT,
			   "or another owner");
		MUST(fchown(fd, 0, (gid_t)-1) == 0);
	}
	close(fd);
}
END_TEST

START_TEST(locked_segment_is_an_error_in_the_end)
{
	ct_tensor *other = number(1), *opened;
	char *own = handle_of(other);
	int fd;

	/* A stranger that takes the lock, which it cannot get before the last user has gone. */
	fd = open_file(own);
	ck_assert_int_ne(flock(fd, LOCK_EX | LOCK_NB), 0);
	MUST(unlink(strcat(strcpy((char[100]){ 0 }, "/dev/shm"), name_in(own))) == 0);
	close(fd);
	fd = shm_open(name_in(own), O_RDWR | O_CREAT, 0600);
	MUST(fd >= 0 && flock(fd, LOCK_EX) == 0);
	FAILS_WITH(ct_tensor_open_shared(own, &opened), CT_ERROR_RUNTIME,
		   "opening the segment: Resource temporarily unavailable");
	close(fd);
	ct_tensor_free(other);
	ck_assert(is_gone(own));
	ct_free(own);
}
END_TEST

/* --- Among processes -------------------------------------------------------------------------- */

START_TEST(processes_see_what_the_others_write)
{
	struct peer a = start(), b = start();

	ASK(&a, "open", handle, "10");
	ASK(&b, "open", handle, "10");
	ASK(&a, "add", "0.5", "12");
	ASK(&b, "sum", "", "12");
	assert_floats(tensor, (int64_t[]){ 4, -1 }, (double[]){ 1.5, 2.5, 3.5, 4.5 });
	OK(ct_zero_(tensor, NULL));
	ASK(&a, "sum", "", "0");
	ASK(&b, "add", "1", "4");
	wait_for(&a);
	wait_for(&b);
}
END_TEST

START_TEST(segment_goes_with_its_last_user)
{
	struct peer a = start(), b = start();

	ASK(&a, "open", handle, "10");
	ct_tensor_free(tensor);
	tensor = NULL;
	ck_assert(exists(handle));
	/* The maker is gone, and still others can come. */
	ASK(&b, "open", handle, "10");
	ASK(&a, "free", "", "ok");
	ASK(&b, "add", "1", "14");
	ck_assert(exists(handle));
	ASK(&b, "free", "", "ok");
	ck_assert_ptr_nonnull(strstr(ask(&a, "open", handle), "is gone: nobody has it"));
	ck_assert(is_gone(handle));
	wait_for(&a);
	wait_for(&b);
}
END_TEST

START_TEST(process_that_ends_is_no_user)
{
	struct peer a = start();

	ASK(&a, "open", handle, "10");
	ct_tensor_free(tensor);
	tensor = NULL;
	/* It frees nothing. */
	ASK(&a, "exit", "", "ok");
	wait_for(&a);
	ck_assert(is_gone(handle));
}
END_TEST

START_TEST(killed_process_leaves_the_others_alone)
{
	struct peer a = start(), b = start();

	ASK(&a, "open", handle, "10");
	ASK(&b, "open", handle, "10");
	kill_peer(&a);
	OK(ct_shared_reap(NULL));
	ck_assert(exists(handle));
	ASK(&b, "add", "1", "14");
	wait_for(&b);
	assert_floats(tensor, (int64_t[]){ 4, -1 }, (double[]){ 2, 3, 4, 5 });
}
END_TEST

START_TEST(what_a_killed_process_leaves_is_reaped)
{
	struct peer a = start();
	char *left = strdup(ask(&a, "share", "100"));
	ct_tensor *opened;
	int64_t removed = -1;

	MUST(left);
	kill_peer(&a);
	/* Another process, of another test, may have been faster. */
	OK(ct_shared_reap(&removed));
	ck_assert_int_ge(removed, 0);
	ck_assert(is_gone(left));
	FAILS_WITH(ct_tensor_open_shared(left, &opened), CT_ERROR_RUNTIME, "is gone");
	free(left);
}
END_TEST

/* Waits until a reaping is due again. */
static void wait_for_reaping(void)
{
	nanosleep(&(struct timespec){ 0, 150000000 }, NULL);
}

START_TEST(next_sharing_reaps_by_itself)
{
	struct peer a = start();
	char *left = strdup(ask(&a, "share", "100"));
	ct_tensor *other = number(1);

	MUST(left);
	kill_peer(&a);
	wait_for_reaping();
	OK(ct_tensor_share(other));
	ck_assert(is_gone(left));
	ct_tensor_free(other);
	free(left);
}
END_TEST

START_TEST(next_opening_reaps_by_itself)
{
	struct peer a = start();
	char *left = strdup(ask(&a, "share", "100"));
	ct_tensor *opened;

	MUST(left);
	kill_peer(&a);
	wait_for_reaping();
	OK(ct_tensor_open_shared(handle, &opened));
	ck_assert(is_gone(left));
	ct_tensor_free(opened);
	free(left);
}
END_TEST

START_TEST(what_was_begun_and_not_finished_is_reaped)
{
	char name[100];
	int fd;

	/* As one that was killed between making and locking leaves it. */
	snprintf(name, sizeof name, "/ctorch_%ld_0123456789abcdef", (long)getpid());
	fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
	MUST(fd >= 0);
	/* While somebody has the lock, nobody touches it. */
	MUST(flock(fd, LOCK_SH) == 0);
	OK(ct_shared_reap(NULL));
	ck_assert_int_eq(shm_unlink(name), 0);
	close(fd);
	fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
	MUST(fd >= 0);
	OK(ct_shared_reap(NULL));
	ck_assert_int_ne(shm_unlink(name), 0);
	close(fd);
}
END_TEST

START_TEST(other_files_are_not_reaped)
{
	const char *const names[] = { "/ctorch_1_0123456789abcde", "/ctorch_test_0123456789abcdef",
				      "/ctorch_1_0123456789abcdef.old" };

	for (size_t i = 0; i < LENGTH(names); i++) {
		int fd = shm_open(names[i], O_RDWR | O_CREAT, 0600);

		MUST(fd >= 0);
		close(fd);
	}
	OK(ct_shared_reap(NULL));
	for (size_t i = 0; i < LENGTH(names); i++)
		ck_assert_int_eq(shm_unlink(names[i]), 0);
}
END_TEST

START_TEST(forked_child_is_a_user)
{
	struct peer a = start();
	char *shared = strdup(ask(&a, "share", "100"));
	pid_t child = (pid_t)strtol(ask(&a, "fork", ""), NULL, 10);

	MUST(shared && child > 0);
	/* The parent frees it, then is killed: the child has it still. */
	ASK(&a, "free", "", "ok");
	ck_assert(exists(shared));
	kill_peer(&a);
	OK(ct_shared_reap(NULL));
	ck_assert(exists(shared));
	MUST(kill(child, SIGKILL) == 0);
	/* It is nobody's child any more; its end takes a moment. */
	for (int i = 0; i < 1000 && exists(shared); i++) {
		OK(ct_shared_reap(NULL));
		nanosleep(&(struct timespec){ 0, 10000000 }, NULL);
	}
	ck_assert(is_gone(shared));
	free(shared);
}
END_TEST

START_TEST(another_program_is_no_user)
{
	struct peer a = start();
	char *shared = strdup(ask(&a, "share", "100"));

	MUST(shared);
	ASK(&a, "exec", "", "ok");
	for (int i = 0; i < 1000 && exists(shared); i++) {
		OK(ct_shared_reap(NULL));
		nanosleep(&(struct timespec){ 0, 10000000 }, NULL);
	}
	ck_assert(is_gone(shared));
	kill_peer(&a);
	free(shared);
}
END_TEST

START_TEST(killed_in_the_middle_of_it_leaves_nothing)
{
	/* Processes that make and free segments all the time, and die at any moment. */
	for (int i = 0; i < 8; i++) {
		struct peer a = start();

		for (int j = 0; j < 200; j++)
			fprintf(a.to, "share 1000\nfree\n");
		fflush(a.to);
		MUST(fgetc(a.from) >= 0);
		nanosleep(&(struct timespec){ 0, i * 500000 }, NULL);
		pid_t pid = a.pid;
		kill_peer(&a);
		OK(ct_shared_reap(NULL));

		char prefix[40];
		DIR *folder = opendir("/dev/shm");
		struct dirent *entry;

		MUST(folder);
		snprintf(prefix, sizeof prefix, "ctorch_%ld_", (long)pid);
		while ((entry = readdir(folder)))
			ck_assert_msg(strncmp(entry->d_name, prefix, strlen(prefix)) != 0,
				      "%s is left", entry->d_name);
		closedir(folder);
	}
}
END_TEST

/* --- All at once ------------------------------------------------------------------------------ */

static atomic_bool stop;

static void *share_and_open(void *unused)
{
	(void)unused;
	while (!atomic_load(&stop)) {
		ct_tensor *mine = number(7), *opened;
		char *own;

		CT_CHECK(ct_tensor_share(mine));
		CT_CHECK(ct_tensor_shared_handle(mine, &own));
		CT_CHECK(ct_tensor_open_shared(own, &opened));
		ct_tensor_free(mine);
		MUST(*(const float *)ct_tensor_data(opened) == 7);
		MUST(ct_tensor_open_shared(own, &mine) == NULL);
		ct_tensor_free(opened);
		ct_tensor_free(mine);
		MUST(is_gone(own));
		ct_free(own);
	}
	return NULL;
}

static void *reap(void *unused)
{
	(void)unused;
	while (!atomic_load(&stop))
		CT_CHECK(ct_shared_reap(NULL));
	return NULL;
}

START_TEST(reaping_never_takes_what_somebody_has)
{
	pthread_t threads[4];

	atomic_store(&stop, false);
	for (int i = 0; i < 4; i++)
		MUST(pthread_create(&threads[i], NULL, i < 2 ? share_and_open : reap, NULL) == 0);
	nanosleep(&(struct timespec){ 1, 0 }, NULL);
	atomic_store(&stop, true);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
}
END_TEST

Suite *shared_suite(void)
{
	Suite *suite = suite_create("shared");
	TCase *one = tests_of("in one process"), *handles = tests_of("handles that are wrong"),
	      *several = tests_of("among processes");

	tcase_add_checked_fixture(one, share_tensor, free_tensor);
	tcase_add_test(one, tensor_keeps_its_numbers_and_its_views);
	tcase_add_test(one, handle_tells_of_a_view);
	tcase_add_test(one, every_shape_can_be_shared);
	tcase_add_test(one, memory_before_is_released);
	tcase_add_test(one, parameter_learns_on);
	tcase_add_test(one, shared_storage_cannot_be_resized);
	tcase_add_test(one, segment_is_its_users_alone);
	tcase_add_test(one, umask_takes_nothing_away);
	tcase_add_test(one, name_that_is_taken_is_not_used_again);
	tcase_add_test(one, names_that_never_end_are_an_error);
	tcase_add_test(one, full_shared_memory_is_an_error_that_leaves_nothing);
	tcase_add_test(one, what_cannot_be_shared_is_refused);
	tcase_add_test(one, reaping_never_takes_what_somebody_has);
	suite_add_tcase(suite, one);
	tcase_add_checked_fixture(handles, share_tensor, free_tensor);
	tcase_add_loop_test(handles, wrong_handles_are_refused, 0, (int)LENGTH(wrong));
	tcase_add_test(handles, no_character_does_harm);
	tcase_add_test(handles, segment_that_is_gone_says_so);
	tcase_add_test(handles, segment_of_another_size_is_refused);
	tcase_add_test(handles, segment_without_its_mark_is_refused);
	tcase_add_test(handles, segment_of_another_user_is_refused);
	tcase_add_test(handles, locked_segment_is_an_error_in_the_end);
	suite_add_tcase(suite, handles);
	tcase_add_checked_fixture(several, share_tensor, free_tensor);
	tcase_set_timeout(several, 120);
	tcase_add_test(several, processes_see_what_the_others_write);
	tcase_add_test(several, segment_goes_with_its_last_user);
	tcase_add_test(several, process_that_ends_is_no_user);
	tcase_add_test(several, killed_process_leaves_the_others_alone);
	tcase_add_test(several, what_a_killed_process_leaves_is_reaped);
	tcase_add_test(several, next_sharing_reaps_by_itself);
	tcase_add_test(several, next_opening_reaps_by_itself);
	tcase_add_test(several, what_was_begun_and_not_finished_is_reaped);
	tcase_add_test(several, other_files_are_not_reaped);
	tcase_add_test(several, forked_child_is_a_user);
	tcase_add_test(several, another_program_is_no_user);
	tcase_add_test(several, killed_in_the_middle_of_it_leaves_nothing);
	suite_add_tcase(suite, several);
	return suite;
}

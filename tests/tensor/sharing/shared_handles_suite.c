/*
 * Invalid handles of shared tensors, and segments that do not match a handle.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "segments.h"

#define NAME "ctorch_4711_9f86d081884c7d65"
#define NO_HEAD "it does not begin with ctorch_shm:1:"
#define NO_NAME "it does not name a segment of libctorch"
#define NO_NUMBERS "its numbers do not describe a tensor"
#define TOO_LARGE "its tensor is larger than its segment"

static const struct {
	const char *handle, *message;
} wrong[] = {
	{ "", NO_HEAD },
	{ "ctorch_shm", NO_HEAD },
	{ "ctorch_shm:2:" NAME ":16:7:4:1:0", NO_HEAD },
	{ "ctorch_shm:1:", NO_NAME },
	{ "ctorch_shm:1::16:7:4:1:0", NO_NAME },
	{ "ctorch_shm:1:sem.other:16:7:4:1:0", NO_NAME },
	{ "ctorch_shm:1:../etc/passwd:16:7:4:1:0", NO_NAME },
	{ "ctorch_shm:1:ctorch_1_9f86d081884c7d6:16:7:4:1:0", NO_NAME },
	{ "ctorch_shm:1:ctorch_1_9f86d081884c7d65a:16:7:4:1:0", NO_NAME },
	{ "ctorch_shm:1:ctorch_1_9F86D081884C7D65:16:7:4:1:0", NO_NAME },
	{ "ctorch_shm:1:ctorch__9f86d081884c7d65:16:7:4:1:0", NO_NAME },
	{ "ctorch_shm:1:ctorch_1_/../../etc/passwd0:16:7:4:1:0", NO_NAME },
	{ "ctorch_shm:1:ctorch_11111111111111111111111111111111111111111111111111111111:1",
	  NO_NAME },
	{ "ctorch_shm:1:" NAME, NO_NAME },
	{ "ctorch_shm:1:" NAME ":", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:7:4:1", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:7:4:1:", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:7:4:1:0:", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:7:4:1:0 ", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:7:4:1:-1", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":-16:6:4:1:0", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":99999999999999999999:7:4:1:0", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:7:-4:1:0", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:7:4:-1:0", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:7:4,:1,:0", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:7:2,2:1:0", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:256:4:1:0", NO_NUMBERS },
	{ "ctorch_shm:1:" NAME ":16:99:4:1:0", "its dtype is unknown or quantized" },
	{ "ctorch_shm:1:" NAME ":16:13:4:1:0", "its dtype is unknown or quantized" },
	{ "ctorch_shm:1:" NAME ":15:7:4:1:0", TOO_LARGE },
	{ "ctorch_shm:1:" NAME ":16:7:4:1:1", TOO_LARGE },
	{ "ctorch_shm:1:" NAME ":16:7:4:2:0", TOO_LARGE },
	{ "ctorch_shm:1:" NAME ":0:7:::0", TOO_LARGE },
	{ "ctorch_shm:1:" NAME ":16:7:4611686018427387904:4:0", TOO_LARGE },
	{ "ctorch_shm:1:" NAME ":16:7:4294967296,4294967296:0,0:0", TOO_LARGE },
	{ "ctorch_shm:1:" NAME ":16:7:4:1:9223372036854775807", TOO_LARGE },
	{ "ctorch_shm:1:" NAME ":16:7:0:1:5", TOO_LARGE },
	{ "ctorch_shm:1:" NAME ":16:7:0:9:99999999", TOO_LARGE },
	{ "ctorch_shm:1:" NAME ":16:7:4,0:1,1:9223372036854775807", TOO_LARGE },
	{ "ctorch_shm:1:" NAME ":9223372036854775807:1:4:1:0", NULL },
	{ "ctorch_shm:1:" NAME
	  ":16:7:1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
	  "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1:1:0",
	  NO_NUMBERS },
};

START_TEST(wrong_handles_are_refused)
{
	ct_tensor *opened = UNTOUCHED;
	char message[400];

	snprintf(message, sizeof message,
		 "ArgumentError: ct_tensor_open_shared: argument 1 (handle): %s; expected a handle "
		 "from ct_tensor_shared_handle(), such as "
		 "ctorch_shm:1:ctorch_4711_9f86d081884c7d65:24:7:2,3:3,1:0",
		 wrong[_i].message);
	FAILS(ct_tensor_open_shared(wrong[_i].handle, &opened),
	      wrong[_i].message ? message
				: "ArgumentError: ct_tensor_open_shared: invalid segment size: "
				  "9223372036854775807 bytes");
	FAILS(ct_tensor_open_shared(NULL, &opened),
	      "ArgumentError: ct_tensor_open_shared: argument 1 (handle) must not be NULL");
	ck_assert_ptr_eq(opened, UNTOUCHED);
}
END_TEST

/* Every character in turn is replaced: the result is a tensor inside the segment or an error. */
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

/* PyTorch's x[2:, 3:] of a (2, 3) tensor begins after the end of the storage. */
START_TEST(handle_of_an_empty_view_can_be_opened)
{
	ct_tensor *x, *view, *opened;
	char *own;

	OK(ct_zeros((int64_t[]){ 2, 3 }, 2, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &x));
	OK(ct_tensor_index_text(x, "2:, 3:", &view));
	ck_assert_int_eq(ct_tensor_storage_offset(view), 9);
	own = handle_of(view);
	OK(ct_tensor_open_shared(own, &opened));
	ck_assert_int_eq(ct_tensor_dim(opened), 2);
	ck_assert_int_eq(ct_tensor_numel(opened), 0);
	ct_free(own);
	ct_tensor_free(opened);
	ct_tensor_free(view);
	ct_tensor_free(x);
}
END_TEST

START_TEST(segment_that_is_gone_says_so)
{
	ct_tensor *opened = UNTOUCHED;
	char message[300];

	ct_tensor_free(tensor);
	tensor = NULL;
	snprintf(message, sizeof message,
		 "RuntimeError: segment %s no longer exists: all its users have closed it. Keep a "
		 "shared tensor until the other processes have opened it",
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
		   "is not the one that was shared: it has 4096 bytes (expected 8192)");
	MUST(ftruncate(fd, 0) == 0);
	FAILS_WITH(ct_tensor_open_shared(handle, &opened), CT_ERROR_ARGUMENT,
		   "it has 0 bytes (expected 8192)");
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
		   "has version 2, but this library supports version 1");
	MUST(pwrite(fd, &nbytes, sizeof nbytes, 4096 + 16) == sizeof nbytes);
	FAILS_WITH(ct_tensor_open_shared(handle, &opened), CT_ERROR_ARGUMENT,
		   "was not created by libctorch");
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

	/* A stranger takes the lock, which it gets only when the last user is gone. */
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

Suite *shared_handles_suite(void)
{
	Suite *suite = suite_create("shared_handles");
	TCase *handles = tests_of("handles that are wrong");

	tcase_add_checked_fixture(handles, share_tensor, free_tensor);
	tcase_add_loop_test(handles, wrong_handles_are_refused, 0, (int)LENGTH(wrong));
	tcase_add_test(handles, no_character_does_harm);
	tcase_add_test(handles, handle_of_an_empty_view_can_be_opened);
	tcase_add_test(handles, segment_that_is_gone_says_so);
	tcase_add_test(handles, segment_of_another_size_is_refused);
	tcase_add_test(handles, segment_without_its_mark_is_refused);
	tcase_add_test(handles, segment_of_another_user_is_refused);
	tcase_add_test(handles, locked_segment_is_an_error_in_the_end);
	suite_add_tcase(suite, handles);
	return suite;
}

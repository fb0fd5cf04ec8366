/*
 * Shared memory in one process.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "segments.h"

/* The random numbers of names; `repeats` times always the same ones. */
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
	/* Sharing again has no effect. */
	before = ct_tensor_data(plain);
	OK(ct_tensor_share_memory(view));
	ck_assert_ptr_eq(ct_tensor_data(plain), before);
	ct_tensor_free(plain);
	ct_tensor_free(opened);
	ck_assert(exists(own));
	ct_tensor_free(view);
	ck_assert(is_gone(own));
	ct_free(own);
}
END_TEST

START_TEST(storage_says_that_it_is_shared)
{
	ct_tensor *plain = number(1), *opened;

	ck_assert(!storage_is_shared(plain));
	ck_assert(storage_is_shared(tensor));
	OK(ct_tensor_open_shared(handle, &opened));
	ck_assert(storage_is_shared(opened));
	ct_tensor_free(opened);
	ct_tensor_free(plain);
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

	OK(ct_tensor_share_memory(blob));
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
	OK(ct_tensor_backward(loss));
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
	ct_error error = ct_tensor_share_memory(one);
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
	FAILS_WITH(ct_tensor_share_memory(b), CT_ERROR_RUNTIME, "finding a name for the segment");
	atomic_store(&repeats, 0);
	ck_assert(!ct_tensor_is_shared(b));
	ct_tensor_free(a);
	ck_assert(is_gone(of_a));
	ct_tensor_free(b);
	ct_free(of_a);
}
END_TEST

/* Memory that consists of addresses only, of any size. */
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
		return; /* there is no limit */
	data = mmap(NULL, length, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (data == MAP_FAILED)
		return; /* not enough addresses either */
	n = (int64_t)length;
	OK(ct_tensor_from_blob(data, CT_UINT8, CT_L(n), CT_NO_INTS, unmap, &length, &huge));
	atomic_store(&repeats, 1);
	FAILS_WITH(ct_tensor_share_memory(huge), CT_ERROR_RUNTIME,
		   "allocating the segment: No space left on device");
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
	int64_t ones[65];
	const float numbers[] = { 1, 2, 3, 4 };
	ct_tensor *other, *view;
	char *text = (char *)UNTOUCHED;

	FAILS(ct_tensor_share_memory(NULL),
	      "ArgumentError: ct_tensor_share_memory: argument 1 (self) must not be NULL");
	OK(ct_empty_memory_format((const int64_t[]){ 2 }, 1, CT_FLOAT32, CT_LAYOUT_NONE,
				  CT_DEVICE(CT_DEVICE_TYPE_META, -1), NULL, CT_MEMORY_FORMAT_NONE,
				  &other));
	FAILS(ct_tensor_share_memory(other),
	      "ArgumentError: ct_tensor_share_memory: argument 1 (self): it is on meta; only CPU "
	      "memory can be shared, so copy it to the CPU first");
	ct_tensor_free(other);
	OK(ct_to_sparse(tensor, CT_LAYOUT_NONE, NULL, 0, NULL, &other));
	FAILS(ct_tensor_share_memory(other),
	      "ArgumentError: ct_tensor_share_memory: argument 1 (self): a tensor without a storage "
	      "cannot be shared; share its components");
	ck_assert(!ct_tensor_is_shared(other));
	ct_tensor_free(other);
	ck_assert(!ct_tensor_is_shared(NULL));
	OK(ct__efficientzerotensor((const int64_t[]){ 2 }, 1, CT_FLOAT32, CT_LAYOUT_NONE,
				   CT_DEVICE_NONE, NULL, &other));
	FAILS(ct_tensor_share_memory(other),
	      "ArgumentError: ct_tensor_share_memory: argument 1 (self) is a zero tensor without "
	      "memory; call ct_clone() first");
	ck_assert(!ct_tensor_is_shared(other));
	ct_tensor_free(other);

	other = number(1);
	FAILS(ct_tensor_shared_handle(other, &text),
	      "ArgumentError: ct_tensor_shared_handle: argument 1 (self): it is not shared; call "
	      "ct_tensor_share_memory() first");
	FAILS(ct_tensor_shared_handle(tensor, NULL),
	      "ArgumentError: ct_tensor_shared_handle: argument 2 (result) must not be NULL");
	FAILS(ct_tensor_shared_handle(NULL, &text),
	      "ArgumentError: ct_tensor_shared_handle: argument 1 (self) must not be NULL");
	ct_tensor_free(other);

	OK(ct_tensor_from_data(numbers, CT_COMPLEX64, CT_L(2), &other));
	OK(ct_tensor_share_memory(other));
	OK(ct__conj(other, &view));
	FAILS_WITH(ct_tensor_shared_handle(view, &text), CT_ERROR_ARGUMENT,
		   "a handle cannot describe conjugation; use ct_resolve_conj() first");
	ct_tensor_free(view);
	ct_tensor_free(other);
	OK(ct_quantize_per_tensor(tensor, 1, 0, CT_QINT8, &other));
	OK(ct_tensor_share_memory(other));
	FAILS_WITH(ct_tensor_shared_handle(other, &text), CT_ERROR_ARGUMENT,
		   "a handle cannot describe scales and zero points; share the integers");
	ct_tensor_free(other);
	OK(ct__nested_tensor_from_tensor_list(&tensor, 1, CT_DTYPE_NONE, CT_LAYOUT_NONE,
					      CT_DEVICE_NONE, NULL, &other));
	OK(ct_tensor_share_memory(other));
	FAILS_WITH(ct_tensor_shared_handle(other, &text), CT_ERROR_ARGUMENT,
		   "a handle cannot describe several shapes; share its components");
	ct_tensor_free(other);
	for (int64_t i = 0; i < 65; i++)
		ones[i] = 1;
	OK(ct_zeros(ones, 65, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &other));
	OK(ct_tensor_share_memory(other));
	FAILS(ct_tensor_shared_handle(other, &text),
	      "ArgumentError: ct_tensor_shared_handle: argument 1 (self): it has 65 dimensions, "
	      "but a handle has room for 64");
	ct_tensor_free(other);
	ck_assert_ptr_eq(text, (char *)UNTOUCHED);
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

		CT_CHECK(ct_tensor_share_memory(mine));
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
	TCase *one = tests_of("in one process");

	tcase_add_checked_fixture(one, share_tensor, free_tensor);
	tcase_add_test(one, tensor_keeps_its_numbers_and_its_views);
	tcase_add_test(one, storage_says_that_it_is_shared);
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
	return suite;
}

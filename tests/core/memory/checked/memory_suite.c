/*
 * What is remembered of released tensors: enough that no new tensor is taken for one of them, not
 * so much that memory grows without end, and never their data. And nothing is said of correct
 * programs, whatever their threads do.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "support.h"

enum {
	REMEMBERED = 65536, /* released tensors; the header does not say it, messages do */
	FLOATS = 1024,
	THREADS = 8,
	ROUNDS = 400
};

static ct_tensor *make_large(void)
{
	ct_tensor *tensor = NULL;

	OK(ct_zeros((int64_t[]){ FLOATS }, 1, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		    &tensor));
	return tensor;
}

/* Makes and frees so many tensors. */
static void release_some(int n)
{
	while (n-- > 0)
		ct_tensor_free(make_large());
}

static int64_t allocated_bytes(void)
{
	ct_memory_usage process;

	ct_memory_stats(NULL, &process);
	return process.allocated_bytes;
}

/* --- Addresses ------------------------------------------------------------------------------- */

/* Without a checked build the new tensor mostly has the old one's address. */
START_TEST(new_tensor_is_never_taken_for_a_freed_one)
{
	for (int i = 0; i < 2000; i++) {
		ct_tensor *freed = free_tensor(make_tensor()), *made = make_tensor();

		ck_assert_ptr_ne(made, freed);
		REFUSED(ct_relu(freed, NULL), RELU FREED);
		OK(use(made));
		ct_tensor_free(made);
	}
}
END_TEST

/* All at once, so that the allocator has every chance to use an address again. */
START_TEST(no_address_of_many_freed_is_used_again)
{
	enum { MANY = 4096 };
	static ct_tensor *freed[MANY], *made[MANY];

	for (int i = 0; i < MANY; i++)
		freed[i] = make_tensor();
	for (int i = 0; i < MANY; i++)
		free_tensor(freed[i]);
	for (int i = 0; i < MANY; i++)
		made[i] = make_tensor();
	for (int i = 0; i < MANY; i++) {
		REFUSED(ct_relu(freed[i], NULL), RELU FREED);
		OK(use(made[i]));
	}
	for (int i = 0; i < MANY; i++)
		ct_tensor_free(made[i]);
}
END_TEST

/* --- How much is remembered ------------------------------------------------------------------ */

START_TEST(oldest_is_forgotten_first)
{
	ct_tensor *freed = free_tensor(make_tensor());

	release_some(REMEMBERED - 1);
	REFUSED(ct_relu(freed, NULL), RELU FREED);
	release_some(1);
	REFUSED(ct_relu(freed, NULL), RELU NO_HANDLE);
}
END_TEST

START_TEST(memory_does_not_grow_with_what_is_released)
{
	int64_t before;

	release_some(REMEMBERED + 1);
	before = allocated_bytes();
	release_some(2 * REMEMBERED);
	/* One more record for each would be far more than this. */
	ck_assert_int_le(allocated_bytes() - before, 1 << 20);
}
END_TEST

static void count_deletion(void *data, void *context)
{
	int *deleted = context;

	(void)data;
	(*deleted)++;
}

/* The tensor is remembered, its data is not. */
START_TEST(data_goes_with_the_last_handle)
{
	static float values[4];
	int deleted = 0;
	ct_tensor *tensor = NULL;

	OK(ct_tensor_from_blob(values, CT_FLOAT32, CT_L(4), CT_NO_INTS, count_deletion, &deleted,
			       &tensor));
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(graph_goes_with_its_last_tensor)
{
	static float values[4];
	int deleted = 0;
	ct_tensor *constant = NULL, *weight = make_tensor(), *product = NULL;

	OK(ct_tensor_from_blob(values, CT_FLOAT32, CT_L(4), CT_NO_INTS, count_deletion, &deleted,
			       &constant));
	OK(ct_tensor_set_requires_grad(weight, true));
	OK(ct_mul_Tensor(weight, constant, &product));
	ct_tensor_free(constant);
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(product);
	ck_assert_int_eq(deleted, 1);
	ct_tensor_free(weight);
}
END_TEST

static ct_tensor *make_indices(const int64_t *indices, int64_t n)
{
	ct_tensor *tensor = NULL;

	OK(ct_tensor_from_data(indices, CT_INT64, CT_L(n), &tensor));
	return tensor;
}

/* A diagonal of two, whose elements are these. */
static ct_tensor *make_compressed(float *values, int *deleted)
{
	ct_tensor *rows = make_indices((int64_t[]){ 0, 1, 2 }, 3);
	ct_tensor *columns = make_indices((int64_t[]){ 0, 1 }, 2);
	ct_tensor *elements = NULL, *sparse = NULL;

	OK(ct_tensor_from_blob(values, CT_FLOAT32, CT_L(2), CT_NO_INTS, count_deletion, deleted,
			       &elements));
	OK(ct__sparse_csr_tensor_unsafe(rows, columns, elements, (int64_t[]){ 2, 2 }, 2, CT_FLOAT32,
					CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &sparse));
	ct_tensor_free(rows);
	ct_tensor_free(columns);
	ct_tensor_free(elements);
	return sparse;
}

/* libtorch keeps them in the object, with which they go; still it is told what the object was. */
START_TEST(parts_of_a_compressed_tensor_go_with_its_last_handle)
{
	static const char told[] = RELU "it was already released: made by "
					"ct__sparse_csr_tensor_unsafe";
	static float values[2];
	int deleted = 0;
	ct_tensor *sparse = make_compressed(values, &deleted);
	ct_error refused;

	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(sparse);
	ck_assert_int_eq(deleted, 1);
	refused = ct_relu(sparse, NULL);
	ck_assert_ptr_nonnull(refused);
	ck_assert_msg(strncmp(refused, told, strlen(told)) == 0, "%s", refused);
	ct_error_free(refused);
}
END_TEST

/* --- Counting -------------------------------------------------------------------------------- */

START_TEST(tracking_cannot_be_switched_off)
{
	ct_tensor *tensor = make_tensor();

	ck_assert(ct_memory_is_tracking_enabled());
	ct_memory_set_tracking_enabled(false);
	ck_assert(ct_memory_is_tracking_enabled());
	ct_memory_set_tracking_enabled(false);
	OK(use(tensor));
	REFUSED(ct_relu(free_tensor(tensor), NULL), RELU FREED);
}
END_TEST

START_TEST(released_tensors_count_as_released)
{
	ct_memory_usage before, after;
	ct_tensor *tensor;

	ct_memory_stats(NULL, &before);
	tensor = make_large();
	ct_memory_stats(NULL, &after);
	ck_assert_int_eq(after.handles - before.handles, 1);
	ck_assert_int_eq(after.bytes - before.bytes, FLOATS * 4);
	ct_tensor_free(tensor);
	ct_memory_stats(NULL, &after);
	ck_assert_int_eq(after.handles, before.handles);
	ck_assert_int_eq(after.bytes, before.bytes);
}
END_TEST

/* --- Threads --------------------------------------------------------------------------------- */

struct worker {
	pthread_t thread;
	ct_tensor *shared;              /* everybody's, alive */
	_Atomic(ct_tensor *) *exchange; /* a handle on its way to another thread */
	const char *wrong;              /* what went wrong, or NULL */
};

static ct_error refused_as_freed(ct_tensor *freed, const char **wrong)
{
	ct_error error = ct_relu(freed, NULL);

	if (error == NULL)
		*wrong = "a freed tensor was taken";
	else if (strstr(error, "released by ct_tensor_free, called from ") == NULL)
		*wrong = "the release is not told";
	ct_error_free(error);
	return NULL;
}

/* Results that belong to a scope, one that is kept, one that is freed early, one that is used when
 * it is gone, and one that is handed to whichever thread comes next. */
static ct_error work_once(struct worker *worker)
{
	ct_tensor *sum, *kept, *early, *moving, *arrived;
	CT_SCOPE;

	CT_TRY(ct_add_Tensor(worker->shared, worker->shared, ct_scalar_int(1), &sum));
	CT_TRY(ct_relu(sum, &early));
	CT_TRY(ct_neg(sum, &kept));
	CT_TRY(ct_exp(sum, &moving));
	ct_tensor_free(early);
	CT_TRY(refused_as_freed(early, &worker->wrong));
	ct_scope_disown(kept);
	ct_scope_disown(moving);
	arrived = atomic_exchange(worker->exchange, moving);
	if (arrived) {
		CT_TRY(use(arrived));
		ct_tensor_free(arrived);
	}
	CT_TRY(use(kept));
	ct_tensor_free(kept);
	return NULL;
}

static void *work(void *argument)
{
	struct worker *worker = argument;

	for (int i = 0; i < ROUNDS && worker->wrong == NULL; i++) {
		ct_error error = work_once(worker);

		if (error)
			worker->wrong = error; /* the test ends with it */
	}
	return NULL;
}

START_TEST(eight_threads_are_told_of_their_mistakes_only)
{
	struct worker workers[THREADS];
	_Atomic(ct_tensor *) exchange = NULL;
	ct_tensor *shared = make_tensor();

	for (int i = 0; i < THREADS; i++) {
		workers[i] = (struct worker){ .shared = shared, .exchange = &exchange };
		ck_assert_int_eq(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
	}
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_join(workers[i].thread, NULL), 0);
	for (int i = 0; i < THREADS; i++)
		ck_assert_msg(workers[i].wrong == NULL, "thread %d: %s", i, workers[i].wrong);
	ct_tensor_free(atomic_load(&exchange));
	ct_tensor_free(shared);
}
END_TEST

Suite *memory_suite(void)
{
	Suite *suite = suite_create("memory");
	TCase *tests = tests_of("memory");

	tcase_set_timeout(tests, 300);
	tcase_add_test(tests, new_tensor_is_never_taken_for_a_freed_one);
	tcase_add_test(tests, no_address_of_many_freed_is_used_again);
	tcase_add_test(tests, oldest_is_forgotten_first);
	if (allocated_bytes() >= 0)
		tcase_add_test(tests, memory_does_not_grow_with_what_is_released);
	else
		puts("memory: that released tensors take no room for ever is left out: this C "
		     "library does not tell what it has given out");
	tcase_add_test(tests, data_goes_with_the_last_handle);
	tcase_add_test(tests, graph_goes_with_its_last_tensor);
	tcase_add_test(tests, parts_of_a_compressed_tensor_go_with_its_last_handle);
	tcase_add_test(tests, tracking_cannot_be_switched_off);
	tcase_add_test(tests, released_tensors_count_as_released);
	tcase_add_test(tests, eight_threads_are_told_of_their_mistakes_only);
	suite_add_tcase(suite, tests);
	return suite;
}

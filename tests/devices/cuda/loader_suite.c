/* Loaders: their copies to a device beside Python's, and when they make them. */
#define _GNU_SOURCE
#include <string.h>
#include <unistd.h>

#include "counts.h"
#include "support.h"

enum { SAMPLES = 48, BATCH = 8, WIDTH = 4 };

#define FIRST CT_DEVICE_CUDA(0)

static ct_data_loader *new_loader(bool pin_memory, int workers)
{
	ct_tensor *x = CT_E(zeros, CT_L(SAMPLES, WIDTH));
	ct_tensor *target = CT_E(zeros, CT_L(SAMPLES), .dtype = CT_INT64);

	return CT_DATA_LOADER(CT_TENSOR_DATASET(x, target), .batch_size = BATCH,
			      .pin_memory = pin_memory, .num_workers = workers, .device = FIRST);
}

static ct_error run_epoch(ct_data_loader *loader, int *batches)
{
	CT_EACH_BATCH (batch, loader) {
		ck_assert_int_eq(ct_tensor_device(batch->data).type, CT_DEVICE_TYPE_CUDA);
		ck_assert_int_eq(ct_tensor_device(batch->target).type, CT_DEVICE_TYPE_CUDA);
		++*batches;
	}
	return NULL;
}

static void compare_epoch(const json_t *of_case)
{
	const bool pins = expected_bool(of_case, "pin_memory");
	const int workers = (int)expected_int(of_case, "workers");
	ct_data_loader *loader;
	char what[60];
	int batches = 0;

	CT_SCOPE;
	snprintf(what, sizeof what, "pin_memory %d, %d workers", pins, workers);
	loader = new_loader(pins, workers);
	OK(CT_DONE());
	OK(run_epoch(loader, &batches));
	batches = 0;
	fake_cuda_reset();
	OK(run_epoch(loader, &batches));
	ck_assert_int_eq(batches, SAMPLES / BATCH);
	assert_same_counts(of_case, what);
}

START_TEST(epochs_cost_what_python_says)
{
	json_t *cases = expected_cases("cuda_counts"), *of_case;
	size_t i, count = 0;

	json_array_foreach (cases, i, of_case)
		if (!strcmp(expected_text(of_case, "kind"), "loader")) {
			compare_epoch(of_case);
			count++;
		}
	ck_assert_uint_eq(count, 4);
	json_decref(cases);
}
END_TEST

static bool copies_reach(int64_t wanted)
{
	enum { MILLISECONDS = 10000 };

	for (int i = 0; i < MILLISECONDS; i++) {
		if (fake_cuda_count(fake_cuda_copies_to_device) >= wanted)
			return true;
		usleep(1000);
	}
	return false;
}

/* The loop has asked for one batch, and the device has not even copied that one; the worker pins and
 * copies the next ones meanwhile. Each has two tensors. */
START_TEST(the_next_batches_are_pinned_and_copied_while_the_loop_computes)
{
	const ct_batch *batch;
	ct_data_loader *loader;

	CT_SCOPE;
	loader = new_loader(true, 1);
	OK(CT_DONE());
	fake_cuda_reset();
	fake_cuda_hold(true);
	OK(ct_data_loader_next(loader, &batch));
	ck_assert_ptr_nonnull(batch);
	ck_assert(copies_reach(2 * 2));
	ck_assert_int_eq(fake_cuda_synchronizations(), 0);
	fake_cuda_hold(false);
}
END_TEST

Suite *loader_suite(void)
{
	Suite *suite = suite_create("loader");
	TCase *tests = tests_of("loader");

	tcase_add_test(tests, epochs_cost_what_python_says);
	tcase_add_test(tests, the_next_batches_are_pinned_and_copied_while_the_loop_computes);
	suite_add_tcase(suite, tests);
	return suite;
}

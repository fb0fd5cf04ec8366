/*
 * Loaders that copy their batches to a device: in the program's thread and in workers.
 */
#include "support.h"

enum { ROWS = 20 };

static ct_error copy_batch(ct_data_loader *loader, ct_tensor *to)
{
	CT_EACH_BATCH (batch, loader)
		CT_TRY(ct_copy_(to, batch->data, false, NULL));
	return NULL;
}

/* All rows of a dataset on the device, shuffled: picked by indices that are on the CPU. */
static const ct_tensor *shuffled_on(ct_device device)
{
	const ct_tensor *x = on_device(CT_E(reshape, CT_E(arange, 2 * ROWS), CT_L(ROWS, 2)),
				       device);
	ct_tensor *batch = CT_E(zeros_like, x);

	OK(ct_manual_seed(4));
	OK(copy_batch(CT_DATA_LOADER(CT_TENSOR_DATASET(x, x), .batch_size = ROWS, .shuffle = true),
		      batch));
	return batch;
}

START_TEST(a_dataset_may_be_on_the_device)
{
	CT_SCOPE;
	const ct_tensor *there = shuffled_on(SIM_DEVICE(1)), *here = shuffled_on(CT_DEVICE_CPU);

	OK(CT_DONE());
	ck_assert_int_eq(ct_tensor_device(there).index, SIM_DEVICE(1).index);
	assert_same(there, here, "a batch");
}
END_TEST

#if CT_RELEASE_AT_LEAST(2, 6)

static ct_error count_pinned(ct_data_loader *loader, int *batches, int *pinned)
{
	bool is_pinned;

	CT_EACH_BATCH (batch, loader) {
		CT_TRY(ct_is_pinned(batch->data, CT_DEVICE_NONE, &is_pinned));
		*pinned += is_pinned;
		++*batches;
	}
	return NULL;
}

static ct_error sum_on(ct_data_loader *loader, ct_device device, double *sum)
{
	CT_EACH_BATCH (batch, loader) {
		ck_assert_int_eq(ct_tensor_device(batch->data).index, device.index);
		*sum += CT_ITEM(CT_E(sum, batch->data));
	}
	return NULL;
}

START_TEST(a_loader_pins_its_batches)
{
	CT_SCOPE;
	const ct_tensor *x = CT_E(arange, ROWS);
	ct_dataset *dataset = CT_TENSOR_DATASET(x, x);
	const ct_device device = SIM_DEVICE(1);
	double sum = 0;
	int batches = 0, pinned = 0;

	OK(count_pinned(CT_DATA_LOADER(dataset, .batch_size = 5, .pin_memory = true), &batches,
			&pinned));
	ck_assert_int_eq(batches, ROWS / 5);
	ck_assert_int_eq(pinned, batches);
	OK(sum_on(CT_DATA_LOADER(dataset, .batch_size = 5, .pin_memory = true, .num_workers = 2,
				 .device = device),
		  device, &sum));
	ck_assert_double_eq(sum, ROWS * (ROWS - 1) / 2);
	ASSERT_COUNT(copies_queued, eq, 2 * ROWS / 5);
}
END_TEST

#endif

/* --- Workers ---------------------------------------------------------------------------------- */

/* All rows of an epoch, one batch after the other, on the CPU. */
static ct_error read_epoch(ct_data_loader *loader, ct_device device, ct_tensor *rows)
{
	int64_t read = 0;

	CT_EACH_BATCH (batch, loader) {
		MUST(ct_tensor_device(batch->data).type == device.type);
		MUST(ct_tensor_device(batch->data).index == device.index);
		MUST(ct_tensor_device(batch->target).index == device.index);
		CT_TRY(ct_copy_(CT_E(narrow, rows, 0, read, batch->size), batch->data, false,
				NULL));
		read += batch->size;
	}
	return read == ROWS ? NULL : ct_error_new(CT_ERROR_VALUE, NULL, "%d rows", (int)read);
}

static const ct_tensor *epoch_of(ct_dataset *dataset, int workers, ct_device device)
{
	ct_tensor *rows = CT_E(zeros, CT_L(ROWS, 2));

	OK(CT_DONE());
	OK(ct_manual_seed(5));
	OK(read_epoch(CT_DATA_LOADER(dataset, .batch_size = 3, .shuffle = true,
				     .num_workers = workers, .device = device),
		      device, rows));
	return rows;
}

static ct_dataset *rows_on_the_cpu(void)
{
	const ct_tensor *x = CT_E(reshape, CT_E(arange, 2 * ROWS, .dtype = CT_FLOAT32),
				  CT_L(ROWS, 2));

	return CT_TENSOR_DATASET(x, CT_E(arange, ROWS));
}

START_TEST(workers_bring_the_batches_to_a_device)
{
	CT_SCOPE;
	ct_dataset *dataset = rows_on_the_cpu();
	const ct_tensor *wanted = epoch_of(dataset, 0, CT_DEVICE_CPU);

	for (int workers = 0; workers < 4; workers++) {
		assert_same(epoch_of(dataset, workers, SIM_DEVICE(0)), wanted, "on " SIM_NAME ":0");
		assert_same(epoch_of(dataset, workers, SIM_DEVICE(1)), wanted, "on " SIM_NAME ":1");
	}
}
END_TEST

/* --- Samples that are made on a device -------------------------------------------------------- */

static ct_error count_rows(const void *data, int64_t *result)
{
	(void)data;
	*result = ROWS;
	return NULL;
}

/* The random part is the generator's, which is the CPU's. */
static ct_error make_row(void *device, int64_t index, ct_generator *generator, ct_value *sample)
{
	const ct_tensor *random = CT_E(rand_generator, CT_L(2), generator);
	const ct_tensor *there = on_device(random, *(const ct_device *)device);
	const ct_tensor *row = CT_E(add, there, index);

	CT_TRY(CT_DONE());
	return ct_sample_pair(row, ct_value_int(index), sample);
}

static const ct_dataset_functions made_rows = { .name = "MadeRows",
						.count = count_rows,
						.get = make_row };

START_TEST(samples_may_be_made_on_a_device)
{
	CT_SCOPE;
	ct_device here = CT_DEVICE_CPU, there = SIM_DEVICE(1);
	ct_dataset *of_cpu, *of_device;
	const ct_tensor *wanted;

	OK(ct_dataset_new(&made_rows, &here, &of_cpu));
	OK(ct_dataset_new(&made_rows, &there, &of_device));
	wanted = epoch_of(of_cpu, 0, here);
	for (int workers = 0; workers < 3; workers++)
		assert_same(epoch_of(of_device, workers, there), wanted, "made there");
}
END_TEST

static ct_error fail_row(void *device, int64_t index, ct_generator *generator, ct_value *sample)
{
	if (index == 7)
		return ct_error_new(CT_ERROR_VALUE, NULL, "row 7");
	return make_row(device, index, generator, sample);
}

/* Batches that workers had prepared when the error came are freed. */
START_TEST(an_error_leaves_no_memory_in_use)
{
	static const ct_dataset_functions functions = { .name = "FailingRows",
							.count = count_rows,
							.get = fail_row };
	ct_device device = SIM_DEVICE(1);
	{
		CT_SCOPE;
		ct_tensor *rows = CT_E(zeros, CT_L(ROWS, 2));
		ct_dataset *dataset;

		OK(CT_DONE());
		OK(ct_dataset_new(&functions, &device, &dataset));
		FAILS_WITH(read_epoch(CT_DATA_LOADER(dataset, .batch_size = 2, .num_workers = 3,
						     .device = device),
				      device, rows),
			   CT_ERROR_VALUE, "row 7");
	}
	assert_allocated(1, 0);
}
END_TEST

START_TEST(a_device_that_is_not_there_is_refused)
{
	NEEDS_SIM;
	CT_SCOPE;
	ct_data_loader *loader = NULL;

	FAILS_WITH(ct_data_loader_new(
			   rows_on_the_cpu(),
			   &(ct_data_loader_options){ .num_workers = 2, .device = SIM_DEVICE(2) },
			   &loader),
		   CT_ERROR_VALUE, "sim:2");
	ck_assert_ptr_null(loader);
}
END_TEST

Suite *loader_suite(void)
{
	Suite *suite = suite_create("loader");
	TCase *tests = tests_on_sim("loader");

	tcase_add_test(tests, a_dataset_may_be_on_the_device);
#if CT_RELEASE_AT_LEAST(2, 6)
	tcase_add_test(tests, a_loader_pins_its_batches);
#endif
	tcase_add_test(tests, workers_bring_the_batches_to_a_device);
	tcase_add_test(tests, samples_may_be_made_on_a_device);
	tcase_add_test(tests, an_error_leaves_no_memory_in_use);
	tcase_add_test(tests, a_device_that_is_not_there_is_refused);
	suite_add_tcase(suite, tests);
	return suite;
}

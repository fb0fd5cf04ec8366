/*
 * Worker threads: the same batches however many there are, each sample once; stopping, waiting.
 */
#include "support.h"
#include "testing.h"

enum { SAMPLES = 50 };

static ct_scope *scope;
static struct numbers numbers;

static void open_all(void)
{
	numbers = (struct numbers){ .len = SAMPLES, .fails_at = -1, .sleeps_at = -1 };
	scope = open_scope();
}

static void close_all(void)
{
	OK(ct_scope_close(scope));
	ck_assert_int_eq(numbers.freed, 1);
	ck_assert_int_eq(numbers.closed, numbers.open);
}

static ct_data_loader *loader_of(const ct_dataset *dataset, ct_data_loader_options options)
{
	ct_data_loader *loader;

	OK(ct_data_loader_new(dataset, &options, &loader));
	return loader;
}

START_TEST(every_sample_comes_once_and_in_the_same_order)
{
	ct_dataset *set = numbers_new(&set_of_numbers, &numbers);
	char first[2][600], text[600];
	double first_sum[2], sum;

	for (int32_t workers = 0; workers < 6; workers++) {
		ct_data_loader *loader = loader_of(
			set, (ct_data_loader_options){ .batch_size = 7,
						       .shuffle = true,
						       .num_workers = workers,
						       .prefetch_factor = workers });
		OK(ct_manual_seed(1));
		memset(numbers.visits, 0, sizeof numbers.visits);
		for (int epoch = 0; epoch < 2; epoch++) {
			OK(read_epoch(loader, workers ? text : first[epoch], sizeof text,
				      workers ? &sum : &first_sum[epoch]));
			for (int i = 0; i < SAMPLES; i++)
				ck_assert_int_eq(numbers.visits[i], epoch + 1);
			if (workers == 0)
				continue;
			ck_assert_str_eq(text, first[epoch]);
			ck_assert_double_eq(sum, first_sum[epoch]);
		}
		ck_assert_str_ne(first[0], first[1]);
		ck_assert_double_ne(first_sum[0], first_sum[1]);
	}
}
END_TEST

static ct_error randomize(ct_value *sample, ct_generator *generator, void *context)
{
	ct_tensor *drawn;
	int64_t number = 0;

	(void)context;
	CT_TRY(CT(randint_generator, &drawn, 1000, CT_L(1), generator));
	CT_TRY(ct_tensor_item_int64(drawn, &number));
	*sample = ct_value_int(sample->i * 1000 + number);
	return NULL;
}

START_TEST(a_stream_is_the_same_for_any_number_of_workers)
{
	ct_dataset *stream = numbers_new(&stream_of_numbers, &numbers), *shuffled, *mapped, *twice;
	char first[1000] = "", text[1000];

	OK(ct_shuffle_dataset_new(stream, 8, &shuffled));
	OK(ct_map_dataset_new(shuffled, randomize, NULL, NULL, &mapped));
	OK(ct_map_dataset_new(mapped, randomize, NULL, NULL, &twice));
	for (int32_t workers = 0; workers < 5; workers++) {
		OK(ct_manual_seed(1));
		OK(read_epoch(loader_of(twice, (ct_data_loader_options){ .batch_size = 7,
									 .num_workers = workers }),
			      workers ? text : first, sizeof text, NULL));
		if (workers)
			ck_assert_str_eq(text, first);
	}
	ck_assert_uint_gt(strlen(first), 300);
}
END_TEST

START_TEST(a_slow_sample_changes_no_order)
{
	ct_dataset *set = numbers_new(&set_of_numbers, &numbers);
	char expected[400], text[400];

	OK(read_epoch(loader_of(set, (ct_data_loader_options){ .batch_size = 3 }), expected,
		      sizeof expected, NULL));
	numbers.sleeps_at = 4;
	numbers.sleeps_ms = 50;
	OK(read_epoch(loader_of(set, (ct_data_loader_options){ .batch_size = 3, .num_workers = 4 }),
		      text, sizeof text, NULL));
	ck_assert_str_eq(text, expected);
}
END_TEST

START_TEST(waiting_has_an_end)
{
	ct_dataset *set = numbers_new(&set_of_numbers, &numbers);
	ct_data_loader *loader = loader_of(
		set,
		(ct_data_loader_options){ .batch_size = 3, .num_workers = 1, .timeout = 0.05 });
	const ct_batch *batch;
	ct_error error;

	numbers.sleeps_at = 1;
	numbers.sleeps_ms = 200;
	FAILS(ct_data_loader_next(loader, &batch),
	      "RuntimeError: DataLoader timed out after 0.05 seconds: batch 0 is not ready");
	for (int i = 0; (error = ct_data_loader_next(loader, &batch)) && i < 100; i++)
		ct_error_free(error);
	OK(error);
	ck_assert_int_eq(batch->number, 0);
}
END_TEST

START_TEST(an_epoch_can_be_left_in_the_middle)
{
	ct_dataset *set = numbers_new(&set_of_numbers, &numbers);
	ct_data_loader *loader = loader_of(
		set, (ct_data_loader_options){ .batch_size = 3, .num_workers = 3 });
	const ct_batch *batch;

	for (int i = 0; i < 20; i++) {
		OK(ct_data_loader_begin(loader));
		for (int j = 0; j < i % 4; j++) {
			OK(ct_data_loader_next(loader, &batch));
			ck_assert_int_eq(*numbers_of(batch), 3 * j);
		}
	}
	ct_data_loader_free(loader);   /* while workers are busy */
	for (int i = 0; i < 20; i++) { /* without a batch */
		loader = loader_of(set, (ct_data_loader_options){ .num_workers = 3 });
		OK(ct_data_loader_begin(loader));
		ct_data_loader_free(loader);
	}
}
END_TEST

START_TEST(an_endless_stream_can_be_left)
{
	ct_dataset *stream = numbers_new(&stream_of_numbers, &numbers);
	ct_data_loader *loader = loader_of(
		stream, (ct_data_loader_options){ .batch_size = 3, .num_workers = 3 });
	const ct_batch *batch;

	numbers.is_endless = true;
	for (int i = 0; i < 100; i++) {
		OK(ct_data_loader_next(loader, &batch));
		ck_assert_int_eq(*numbers_of(batch), 3 * i);
	}
	ct_data_loader_free(loader);
}
END_TEST

static ct_error count_threads(ct_value *sample, ct_generator *generator, void *context)
{
	(void)generator;
	(void)context;
	ct_value_free(sample);
	*sample = ct_value_int(ct_num_threads());
	return NULL;
}

START_TEST(workers_call_operators_in_one_thread)
{
	ct_dataset *mapped;
	ct_data_loader *loader;
	const ct_batch *batch;

	OK(ct_map_dataset_new(numbers_new(&set_of_numbers, &numbers), count_threads, NULL, NULL,
			      &mapped));
	OK(ct_set_num_threads(2));
	loader = loader_of(mapped, (ct_data_loader_options){ .batch_size = 5, .num_workers = 2 });
	OK(ct_data_loader_next(loader, &batch));
	for (int i = 0; i < 5; i++)
		ck_assert_int_eq(numbers_of(batch)[i], 1);
	ck_assert_int_eq(ct_num_threads(), 2);
}
END_TEST

Suite *workers_suite(void)
{
	Suite *suite = suite_create("workers");
	TCase *tests = tests_of("workers");

	tcase_add_checked_fixture(tests, open_all, close_all);
	tcase_add_test(tests, every_sample_comes_once_and_in_the_same_order);
	tcase_add_test(tests, a_stream_is_the_same_for_any_number_of_workers);
	tcase_add_test(tests, a_slow_sample_changes_no_order);
	tcase_add_test(tests, waiting_has_an_end);
	tcase_add_test(tests, an_epoch_can_be_left_in_the_middle);
	tcase_add_test(tests, an_endless_stream_can_be_left);
	tcase_add_test(tests, workers_call_operators_in_one_thread);
	suite_add_tcase(suite, tests);
	return suite;
}

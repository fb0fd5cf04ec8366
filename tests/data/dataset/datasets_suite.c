/*
 * Datasets: tensors, those made of others, one of the program's own.
 */
#include "support.h"
#include "testing.h"

static ct_scope *scope;
static struct numbers ten, five, one;

static void open_all(void)
{
	ten = (struct numbers){ .len = 10, .fails_at = -1, .sleeps_at = -1 };
	five = (struct numbers){ .len = 5, .fails_at = -1, .sleeps_at = -1 };
	one = (struct numbers){ .len = 1, .fails_at = -1, .sleeps_at = -1 };
	scope = open_scope();
}

static void close_all(void)
{
	OK(ct_scope_close(scope));
}

/* The number of a sample of Numbers. */
static int64_t number_at(const ct_dataset *dataset, int64_t index)
{
	ct_value sample, item;
	int64_t number = -1;

	OK(ct_dataset_get(dataset, index, NULL, &sample));
	OK(ct_value_item(&sample, 1, &item));
	OK(ct_value_as_int(&item, &number));
	ct_value_free(&sample);
	return number;
}

/* The numbers of a stream: "0 1 2". */
static const char *all_of(const ct_dataset *dataset)
{
	static char text[400];
	ct_data_loader *loader;

	OK(ct_data_loader_new(dataset, &(ct_data_loader_options){ .batch_size = 1000 }, &loader));
	OK(read_epoch(loader, text, sizeof text, NULL));
	ct_data_loader_free(loader);
	return text;
}

START_TEST(rows_of_tensors_are_samples)
{
	const float values[] = { 1, 2, 3, 4, 5, 6 };
	ct_tensor *x = matrix(3, 2, values), *y = vector(3, values), *row, *parts[] = { x, y };
	ct_dataset *dataset;
	ct_value sample, item;
	int64_t len;

	OK(ct_tensor_dataset_new(CT_TENSORS_OF(parts, 2), &dataset));
	ct_tensor_free(x);
	ct_tensor_free(y);
	OK(ct_dataset_count(dataset, &len));
	ck_assert_int_eq(len, 3);
	ck_assert_str_eq(ct_dataset_name(dataset), "TensorDataset");
	OK(ct_dataset_get(dataset, -1, NULL, &sample));
	ck_assert_int_eq(sample.kind, CT_VALUE_TUPLE);
	OK(ct_value_item(&sample, 0, &item));
	OK(ct_value_as_tensor(&item, &row));
	ck_assert_int_eq(ct_tensor_numel(row), 2);
	ck_assert_float_eq(((const float *)ct_tensor_data(row))[1], 6);
	ct_value_free(&sample);
	FAILS(ct_dataset_get(dataset, 3, NULL, &sample),
	      "IndexError: index 3 is out of range: TensorDataset has 3 samples");
	FAILS(ct_dataset_get(dataset, -4, NULL, &sample),
	      "IndexError: index -4 is out of range: TensorDataset has 3 samples");
}
END_TEST

START_TEST(tensors_of_other_lengths_are_refused)
{
	const float values[] = { 1, 2, 3 };
	ct_tensor *parts[] = { vector(3, values), vector(2, values), number(1) };
	ct_dataset *dataset;

	FAILS(ct_tensor_dataset_new(CT_TENSORS_OF(parts, 2), &dataset),
	      "ValueError: Size mismatch between tensors: tensor 1 has 2 rows, but the first one "
	      "has 3");
	FAILS(ct_tensor_dataset_new(CT_TENSORS_OF(parts + 2, 1), &dataset),
	      "ValueError: Size mismatch between tensors: tensor 0 has 0 rows, but the first one "
	      "has 0");
	for (int i = 0; i < 3; i++)
		ct_tensor_free(parts[i]);
}
END_TEST

START_TEST(sets_follow_each_other)
{
	ct_dataset *parts[] = { numbers_new(&set_of_numbers, &five),
				numbers_new(&set_of_numbers, &ten) };
	ct_dataset *all;
	int64_t len;

	OK(ct_concat_dataset_new(parts, 2, &all));
	OK(ct_dataset_count(all, &len));
	ck_assert_int_eq(len, 15);
	for (int64_t i = 0; i < 15; i++)
		ck_assert_int_eq(number_at(all, i), i < 5 ? i : i - 5);
}
END_TEST

START_TEST(streams_follow_each_other)
{
	ct_dataset *parts[] = { numbers_new(&stream_of_numbers, &five),
				numbers_new(&stream_of_numbers, &ten) };
	ct_dataset *all, *set = numbers_new(&set_of_numbers, &one);

	OK(ct_concat_dataset_new(parts, 2, &all));
	ck_assert_str_eq(all_of(all), "0 1 2 3 4 0 1 2 3 4 5 6 7 8 9|");
	ck_assert_int_eq(five.closed, five.open);
	ck_assert_int_eq(ten.closed, 1);
	parts[1] = set;
	FAILS(ct_concat_dataset_new(parts, 2, &all),
	      "TypeError: Stream and Numbers: map-style datasets and streams cannot be mixed");
}
END_TEST

START_TEST(a_subset_has_chosen_samples)
{
	const int64_t chosen[] = { 7, 0, 7 }, wrong[] = { 1, 10 };
	ct_dataset *base = numbers_new(&set_of_numbers, &ten), *subset;

	OK(ct_subset_new(base, CT_INTS_OF(chosen, 3), &subset));
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(number_at(subset, i), chosen[i]);
	FAILS(ct_subset_new(base, CT_INTS_OF(wrong, 2), &subset),
	      "IndexError: index 10 (at position 1) is out of range: Numbers has 10 samples");
}
END_TEST

static ct_error add_100(ct_value *sample, ct_generator *generator, void *context)
{
	int64_t *calls = context;

	(void)generator;
	++*calls;
	if (sample->kind == CT_VALUE_INT)
		sample->i += 100;
	else
		OK(ct_value_list_set(sample, 1, ct_value_int(42)));
	return NULL;
}

static void count_release(void *context)
{
	*(int64_t *)context = -1;
}

START_TEST(a_function_changes_samples)
{
	int64_t calls = 0;
	ct_dataset *set, *stream;

	OK(ct_map_dataset_new(numbers_new(&set_of_numbers, &ten), add_100, &calls, count_release,
			      &set));
	ck_assert_int_eq(number_at(set, 3), 42);
	ck_assert_int_eq(calls, 1);
	ct_dataset_free(set);
	ck_assert_int_eq(calls, -1);

	OK(ct_map_dataset_new(numbers_new(&stream_of_numbers, &five), add_100, &calls, NULL,
			      &stream));
	ck_assert_str_eq(all_of(stream), "100 101 102 103 104|");
	FAILS(ct_map_dataset_new(stream, NULL, &calls, count_release, &set),
	      "ArgumentError: ct_map_dataset_new: argument 2 (function) must not be NULL");
	ck_assert_int_eq(calls, -1);
}
END_TEST

static ct_error double_it(const ct_tensor *image, ct_generator *generator, void *context,
			  ct_tensor **result)
{
	(void)context;
	(void)generator;
	return CT(mul, result, image, 2);
}

START_TEST(images_of_samples_are_transformed)
{
	const float values[] = { 1, 2, 3 };
	const int64_t shape[] = { 3, 1, 1, 1, -1 };
	ct_tensor *x = floats(values, shape), *got;
	ct_dataset *dataset, *twice, *stream;
	ct_transform *transform;
	ct_value sample, item;

	OK(ct_transform_lambda_new(double_it, NULL, NULL, &transform));
	OK(ct_tensor_dataset_new(CT_TENSORS(x), &dataset));
	ct_tensor_free(x);
	OK(ct_transform_dataset_new(dataset, transform, &twice));
	ct_transform_free(transform); /* the dataset keeps it */
	OK(ct_dataset_get(twice, 2, NULL, &sample));
	OK(ct_value_item(&sample, 0, &item));
	OK(ct_value_as_tensor(&item, &got));
	ck_assert_float_eq(*(const float *)ct_tensor_data(got), 6);
	ct_value_free(&sample);

	OK(ct_transform_lambda_new(double_it, NULL, NULL, &transform));
	OK(ct_transform_dataset_new(numbers_new(&stream_of_numbers, &ten), transform, &stream));
	FAILS_WITH(read_epoch(CT_DATA_LOADER(stream), (char[1]){ 0 }, 1, NULL), CT_ERROR_TYPE,
		   "sample 0: a sample of type int has no image: expected a tensor, a tuple");
}
END_TEST

START_TEST(a_cache_gets_each_sample_once)
{
	ct_dataset *all, *some;

	OK(ct_cache_dataset_new(numbers_new(&set_of_numbers, &ten), 0, &all));
	for (int i = 0; i < 30; i++)
		ck_assert_int_eq(number_at(all, i % 10), i % 10);
	for (int i = 0; i < 10; i++)
		ck_assert_int_eq(ten.visits[i], 1);

	OK(ct_cache_dataset_new(numbers_new(&set_of_numbers, &five), 500, &some));
	for (int i = 0; i < 10; i++)
		ck_assert_int_eq(number_at(some, i % 5), i % 5);
	ck_assert_int_eq(five.visits[0], 1);
	ck_assert_int_eq(five.visits[4], 2); /* there was no room */
}
END_TEST

START_TEST(a_stream_is_shuffled)
{
	ct_dataset *stream = numbers_new(&stream_of_numbers, &ten), *shuffled, *set;
	char first[400];
	bool seen[10] = { false };
	const char *at;

	OK(ct_shuffle_dataset_new(stream, 4, &shuffled));
	OK(ct_manual_seed(5));
	snprintf(first, sizeof first, "%s", all_of(shuffled));
	for (at = first; *at && *at != '|'; at += at[1] == ' ' ? 2 : 1)
		seen[*at - '0'] = true;
	for (int i = 0; i < 10; i++)
		ck_assert_msg(seen[i], "%d is missing in %s", i, first);
	ck_assert_str_ne(first, "0 1 2 3 4 5 6 7 8 9|");
	ck_assert_str_ne(all_of(shuffled), first);
	OK(ct_manual_seed(5));
	ck_assert_str_eq(all_of(shuffled), first);

	set = numbers_new(&set_of_numbers, &five);
	FAILS(ct_shuffle_dataset_new(set, 4, &shuffled),
	      "TypeError: stream: Numbers is not a stream");
	FAILS(ct_shuffle_dataset_new(stream, 0, &shuffled),
	      "ValueError: size is 0, but must be from 1 to 67108864");
}
END_TEST

START_TEST(processes_share_a_stream)
{
	ct_dataset *stream = numbers_new(&stream_of_numbers, &ten), *shard;

	OK(ct_shard_dataset_new(stream, 3, 0, &shard));
	ck_assert_str_eq(all_of(shard), "0 3 6 9|");
	OK(ct_shard_dataset_new(stream, 3, 2, &shard));
	ck_assert_str_eq(all_of(shard), "2 5 8|");
	FAILS(ct_shard_dataset_new(stream, 3, 3, &shard),
	      "ValueError: index is 3 of 3 shards, but must be from 0 to num_shards - 1");
}
END_TEST

/* Python: [i for i in range(20)[index::3] if i not in (4, 14)]. */
START_TEST(samples_that_fail_count_in_their_places)
{
	static const char *const expected[] = { "0|3|6|9|12|15|18|", "1|7|10|13|16|19|",
						"2|5|8|11|17|" };
	struct numbers failing = { .len = 20, .fails_at = 4, .sleeps_at = -1 };
	ct_dataset *stream = numbers_new(&stream_of_numbers, &failing), *shard;
	ct_data_loader *loader;
	char text[100];

	for (int64_t i = 0; i < 3; i++) {
		OK(ct_shard_dataset_new(stream, 3, i, &shard));
		loader = CT_DATA_LOADER(shard, .max_skipped = -1);
		OK(read_epoch(loader, text, sizeof text, NULL));
		ck_assert_str_eq(text, expected[i]);
		ck_assert_int_eq(ct_data_loader_skipped_count(loader), 2);
		ct_data_loader_free(loader);
		ct_dataset_free(shard);
	}
	ct_dataset_free(stream); /* its data ends with this function */
}
END_TEST

static ct_error borrow(void *data, int64_t index, ct_generator *generator, ct_value *sample)
{
	ct_tensor *made;

	(void)data;
	(void)index;
	(void)generator;
	CT_TRY(CT(zeros, &made, CT_L(2)));
	*sample = ct_value_tensor(made);
	return NULL;
}

/* The first sentence is that of 2.15, the second that of 2.7. */
static void assert_negative_size(ct_error error)
{
	ck_assert_ptr_nonnull(error);
	ck_assert_msg(strcmp(error, "RuntimeError: zeros: Dimension size must be non-negative.") ==
				      0 ||
			      strcmp(error, "RuntimeError: Trying to create tensor with negative "
					    "dimension -1: [-1]") == 0,
		      "another error: %.1000s", error);
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_RUNTIME);
	ct_error_free(error);
}

START_TEST(a_sample_may_have_many_items)
{
	ct_value items[] = { ct_value_int(1), ct_value_string("two"), ct_value_float(3) }, sample;
	char *text;

	OK(ct_sample_tuple(items, 3, &sample));
	OK(ct_value_to_string(&sample, &text));
	ck_assert_str_eq(text, "(1, 'two', 3.0)");
	ct_free(text);
	ct_value_free(&sample);
	items[1] = ct_value_tensor(CT_E(zeros, CT_L(-1)));
	assert_negative_size(ct_sample_tuple(items, 3, &sample));
	FAILS_WITH(ct_sample_tuple(NULL, 3, &sample), CT_ERROR_ARGUMENT, "ct_sample_tuple");
	FAILS_WITH(ct_sample_tuple(items, 1, NULL), CT_ERROR_ARGUMENT, "ct_sample_tuple");
}
END_TEST

START_TEST(wrong_functions_are_refused)
{
	ct_dataset_functions wrong = set_of_numbers;
	ct_dataset *dataset;
	ct_value sample;

	wrong.count = NULL;
	FAILS(ct_dataset_new(&wrong, &ten, &dataset),
	      "ArgumentError: ct_dataset_new: argument 1 (functions): get is set, but count is "
	      "NULL");
	ck_assert_int_eq(ten.freed, 1);
	wrong = set_of_numbers;
	wrong.get = NULL;
	FAILS(ct_dataset_new(&wrong, &ten, &dataset),
	      "ArgumentError: ct_dataset_new: argument 1 (functions): get is NULL, and so is "
	      "open or next");
	wrong.get = borrow;
	dataset = numbers_new(&wrong, &ten);
	FAILS(ct_dataset_get(dataset, 0, NULL, &sample),
	      "ValueError: Numbers returned a value that borrows its Tensor; ct_value_copy() "
	      "returns a new one");
	FAILS(ct_dataset_get((const ct_dataset *)&ten, 0, NULL, &sample),
	      "ArgumentError: ct_dataset_get: argument 1 (self): this is not a dataset");
}
END_TEST

static ct_dataset *made_in_a_scope(void)
{
	CT_SCOPE;
	return numbers_new(&set_of_numbers, &ten);
}

START_TEST(a_dataset_that_its_scope_released_is_refused)
{
	ct_value sample;

	if (is_sanitized())
		puts("left out: the sanitizer ends the process");
	else
		FAILS(ct_dataset_get(made_in_a_scope(), 0, NULL, &sample),
		      "ArgumentError: ct_dataset_get: argument 1 (self): it was already released; "
		      "a scope that closes releases what it owns, except objects moved out with "
		      "ct_scope_move_object_up()");
}
END_TEST

START_TEST(a_stream_has_no_index_and_no_length)
{
	ct_dataset *stream = numbers_new(&stream_of_numbers, &ten);
	ct_value sample;
	int64_t len;

	ck_assert(ct_dataset_is_stream(stream));
	FAILS(ct_dataset_get(stream, 0, NULL, &sample),
	      "TypeError: self: Stream is a stream, whose samples have no index");
	FAILS(ct_dataset_count(stream, &len), "TypeError: the length of Stream is unknown");
}
END_TEST

START_TEST(data_is_released_with_the_last_handle)
{
	ct_dataset *base, *kept;
	ct_scope *inner = open_scope();

	base = numbers_new(&set_of_numbers, &ten);
	OK(ct_concat_dataset_new(&base, 1, &kept));
	ck_assert(ct_scope_move_object_up(kept));
	OK(ct_scope_close(inner));
	ck_assert_int_eq(ten.freed, 0);
	ck_assert_int_eq(number_at(kept, 4), 4);
	ct_dataset_free(kept);
	ck_assert_int_eq(ten.freed, 1);
}
END_TEST

Suite *datasets_suite(void)
{
	Suite *suite = suite_create("datasets");
	TCase *tests = tests_of("datasets");

	tcase_add_checked_fixture(tests, open_all, close_all);
	tcase_add_test(tests, rows_of_tensors_are_samples);
	tcase_add_test(tests, tensors_of_other_lengths_are_refused);
	tcase_add_test(tests, sets_follow_each_other);
	tcase_add_test(tests, streams_follow_each_other);
	tcase_add_test(tests, a_subset_has_chosen_samples);
	tcase_add_test(tests, a_function_changes_samples);
	tcase_add_test(tests, images_of_samples_are_transformed);
	tcase_add_test(tests, a_cache_gets_each_sample_once);
	tcase_add_test(tests, a_stream_is_shuffled);
	tcase_add_test(tests, processes_share_a_stream);
	tcase_add_test(tests, samples_that_fail_count_in_their_places);
	tcase_add_test(tests, a_sample_may_have_many_items);
	tcase_add_test(tests, wrong_functions_are_refused);
	tcase_add_test(tests, a_dataset_that_its_scope_released_is_refused);
	tcase_add_test(tests, a_stream_has_no_index_and_no_length);
	tcase_add_test(tests, data_is_released_with_the_last_handle);
	suite_add_tcase(suite, tests);
	return suite;
}

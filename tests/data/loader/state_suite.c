/*
 * A loader goes on from its state as if there had been no break.
 */
#include "support.h"
#include "testing.h"

static ct_scope *scope;
static struct numbers numbers;

static void open_all(void)
{
	numbers = (struct numbers){ .len = 20, .fails_at = -1, .sleeps_at = -1 };
	scope = open_scope();
}

static void close_all(void)
{
	OK(ct_scope_close(scope));
}

static ct_data_loader *make(const ct_dataset *dataset, bool shuffle, int32_t workers)
{
	ct_generator *generator;
	ct_data_loader *loader;

	OK(ct_generator_new(CT_DEVICE_CPU, &generator));
	OK(ct_generator_manual_seed(generator, 3));
	OK(ct_data_loader_new(dataset,
			      &(ct_data_loader_options){ .batch_size = 3,
							 .shuffle = shuffle,
							 .num_workers = workers,
							 .max_skipped = -1,
							 .generator = generator },
			      &loader));
	return loader;
}

/* The numbers of the next `n` batches, also of the next epochs. */
static void read_batches(ct_data_loader *loader, int n, char *text, size_t size)
{
	const ct_batch *batch;
	size_t len = 0;

	*text = '\0';
	while (n-- > 0) {
		OK(ct_data_loader_next(loader, &batch));
		if (batch == NULL)
			continue;
		len += (size_t)snprintf(text + len, size - len, "%lld:", (long long)batch->epoch);
		for (int64_t i = 0; i < batch->size; i++)
			len += (size_t)snprintf(text + len, size - len, " %lld",
						(long long)numbers_of(batch)[i]);
		if (batch->target) /* what is random in its first sample */
			len += (size_t)snprintf(text + len, size - len, " (%g)",
						((const float *)ct_tensor_data(batch->data))[1]);
		len += (size_t)snprintf(text + len, size - len, "|");
	}
}

static void goes_on(const ct_dataset *dataset, bool shuffle)
{
	char expected[1000], got[1000];

	for (int before = 0; before < 18; before++) {
		ct_data_loader *loader = make(dataset, shuffle, before % 3), *other;
		ct_value state, again;
		bool same;

		read_batches(loader, before, got, sizeof got);
		OK(ct_data_loader_state_dict(loader, &state));
		read_batches(loader, 18, expected, sizeof expected);
		other = make(dataset, shuffle, (before + 1) % 3);
		read_batches(other, 2, got, sizeof got);
		OK(ct_data_loader_load_state_dict(other, &state));
		OK(ct_data_loader_state_dict(other, &again));
		OK(ct_value_equal(&state, &again, &same));
		ck_assert_msg(same, "after %d batches the state is another one", before);
		OK(ct_data_loader_begin(other));
		read_batches(other, 18, got, sizeof got);
		ck_assert_str_eq(got, expected);
		ct_value_free(&state);
		ct_value_free(&again);
		ct_data_loader_free(loader);
		ct_data_loader_free(other);
	}
}

START_TEST(a_loader_of_a_set_goes_on)
{
	goes_on(numbers_new(&set_of_numbers, &numbers), true);
}
END_TEST

START_TEST(a_loader_in_order_goes_on)
{
	goes_on(numbers_new(&set_of_numbers, &numbers), false);
}
END_TEST

/* Its indices would be 8 TB. */
START_TEST(a_loader_in_order_has_no_list_of_indices)
{
	static struct numbers many = { .len = INT64_C(1) << 40, .fails_at = -1, .sleeps_at = -1 };
	ct_dataset *set = numbers_new(&set_of_numbers, &many);
	char expected[200], got[200];
	ct_value state, other;

	for (int32_t workers = 0; workers < 3; workers++) {
		ct_data_loader *loader = make(set, false, workers);

		read_batches(loader, 2, got, sizeof got);
		OK(ct_data_loader_state_dict(loader, &state));
		read_batches(loader, 2, expected, sizeof expected);
		OK(ct_data_loader_load_state_dict(loader, &state));
		read_batches(loader, 2, got, sizeof got);
		ck_assert_str_eq(got, expected);
		ck_assert_ptr_nonnull(strstr(got, "0: 6 7 8"));
		many.len--;
		OK(ct_value_copy(&state, &other));
		FAILS(ct_data_loader_load_state_dict(loader, &other),
		      "ValueError: the state dict is from a larger dataset: it has index "
		      "1099511627775, but Numbers has 1099511627775 samples");
		OK(ct_value_dict_set(&other, ct_value_string("len"), ct_value_int(-1)));
		FAILS(ct_data_loader_load_state_dict(loader, &other),
		      "ValueError: 'len' of the state dict is -1, but must not be negative");
		many.len++;
		ct_value_free(&state);
		ct_value_free(&other);
	}
}
END_TEST

/* It has the list. */
START_TEST(a_state_of_an_earlier_version_goes_on)
{
	ct_dataset *set = numbers_new(&set_of_numbers, &numbers);
	ct_data_loader *loader = make(set, false, 0);
	char expected[1000], got[1000];
	ct_tensor *indices;
	ct_value state;

	read_batches(loader, 3, got, sizeof got);
	OK(ct_data_loader_state_dict(loader, &state));
	OK(CT(arange, &indices, CT_S(20), .dtype = CT_INT64));
	OK(ct_value_dict_set(&state, ct_value_string("indices"), ct_value_tensor(indices)));
	OK(ct_value_dict_remove(&state, ct_value_string("len")));
	read_batches(loader, 9, expected, sizeof expected);
	OK(ct_data_loader_load_state_dict(loader, &state));
	read_batches(loader, 9, got, sizeof got);
	ck_assert_str_eq(got, expected);
	ct_value_free(&state);
}
END_TEST

START_TEST(a_loader_of_a_stream_goes_on)
{
	ct_dataset *shuffled;

	OK(ct_shuffle_dataset_new(numbers_new(&stream_of_numbers, &numbers), 5, &shuffled));
	goes_on(shuffled, false);
}
END_TEST

START_TEST(a_loader_of_a_stream_with_bad_samples_goes_on)
{
	numbers.fails_at = 4;
	goes_on(numbers_new(&stream_of_numbers, &numbers), false);
}
END_TEST

START_TEST(another_state_is_refused)
{
	static struct numbers fewer = { .len = 5, .fails_at = -1, .sleeps_at = -1 };
	ct_data_loader *loader = make(numbers_new(&set_of_numbers, &numbers), false, 0);
	ct_data_loader *of_stream = make(numbers_new(&stream_of_numbers, &numbers), false, 0);
	ct_data_loader *of_few = make(numbers_new(&set_of_numbers, &fewer), false, 0);
	ct_value state, wrong = ct_value_dict_new(), number = ct_value_int(1);
	char text[100];

	read_batches(loader, 1, text, sizeof text);
	OK(ct_data_loader_state_dict(loader, &state));
	FAILS(ct_data_loader_load_state_dict(of_stream, &state),
	      "ValueError: the state dict is from a loader of a set, but Stream is a stream");
	FAILS(ct_data_loader_load_state_dict(of_few, &state),
	      "ValueError: the state dict is from a larger dataset: it has index 5, but Numbers "
	      "has 5 samples");
	FAILS(ct_data_loader_load_state_dict(loader, &number),
	      "TypeError: expected a dict, but got int");
	FAILS(ct_data_loader_load_state_dict(loader, &wrong),
	      "ValueError: not a data loader's state dict: 'epoch' is missing");
	OK(ct_value_dict_set(&state, ct_value_string("batches"), ct_value_int(-1)));
	FAILS(ct_data_loader_load_state_dict(loader, &state),
	      "ValueError: 'batches' of the state dict is -1, but must not be negative");
	read_batches(loader, 1, text, sizeof text);
	ck_assert_ptr_nonnull(strstr(text, "0: 3 4 5"));
	ct_value_free(&state);
}
END_TEST

static ct_data_loader *make_sized(const ct_dataset *dataset, int64_t batch_size)
{
	ct_data_loader *loader;

	OK(ct_data_loader_new(dataset, &(ct_data_loader_options){ .batch_size = batch_size },
			      &loader));
	return loader;
}

/* Given batches are counted, so that they would be other samples. */
START_TEST(a_state_of_another_batch_size_is_refused)
{
	const ct_dataset_functions *const kinds[] = { &set_of_numbers, &stream_of_numbers };

	for (size_t i = 0; i < 2; i++) {
		const ct_dataset *dataset = numbers_new(kinds[i], &numbers);
		ct_data_loader *loader = make(dataset, false, 0), *other = make_sized(dataset, 4);
		ct_value state;
		char text[100];

		OK(ct_data_loader_state_dict(loader, &state));
		OK(ct_data_loader_load_state_dict(other, &state)); /* between epochs */
		ct_value_free(&state);
		read_batches(other, 1, text, sizeof text);
		read_batches(loader, 2, text, sizeof text);
		OK(ct_data_loader_state_dict(loader, &state));
		FAILS(ct_data_loader_load_state_dict(other, &state),
		      "ValueError: the state dict was saved within an epoch with batch_size=3, "
		      "but this loader has batch_size=4");
		read_batches(other, 1, text, sizeof text);
		ck_assert_ptr_nonnull(strstr(text, "0: 4 5 6 7"));
		OK(ct_value_dict_remove(&state, ct_value_string("batch_size")));
		OK(ct_data_loader_load_state_dict(loader, &state)); /* of an earlier version */
		read_batches(loader, 1, text, sizeof text);
		ck_assert_ptr_nonnull(strstr(text, "0: 6 7 8"));
		ct_value_free(&state);
	}
}
END_TEST

Suite *state_suite(void)
{
	Suite *suite = suite_create("state");
	TCase *tests = tests_of("state");

	tcase_add_checked_fixture(tests, open_all, close_all);
	tcase_add_test(tests, a_loader_of_a_set_goes_on);
	tcase_add_test(tests, a_loader_in_order_goes_on);
	tcase_add_test(tests, a_loader_in_order_has_no_list_of_indices);
	tcase_add_test(tests, a_state_of_an_earlier_version_goes_on);
	tcase_add_test(tests, a_loader_of_a_stream_goes_on);
	tcase_add_test(tests, a_loader_of_a_stream_with_bad_samples_goes_on);
	tcase_add_test(tests, another_state_is_refused);
	tcase_add_test(tests, a_state_of_another_batch_size_is_refused);
	suite_add_tcase(suite, tests);
	return suite;
}

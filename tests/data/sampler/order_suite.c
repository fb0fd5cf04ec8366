/*
 * The orders of torch.utils.data, as Python's classes gave them:
 * tests/fixtures/expected/data_order.py.
 */
#include "support.h"
#include "testing.h"

static ct_generator *own_generator(const json_t *of_case)
{
	ct_generator *generator;

	if (!expected_bool(of_case, "own"))
		return NULL;
	OK(ct_generator_new(CT_DEVICE_CPU, &generator));
	OK(ct_generator_manual_seed(generator, 7));
	return generator;
}

static ct_sampler *make_sampler(const json_t *of_case)
{
	const char *name = expected_text(of_case, "name");
	ct_sampler *made = NULL, *inner;
	ct_tensor *weights;
	int64_t n, *indices;
	double numbers[8];

	if (strcmp(name, "sequential") == 0) {
		OK(ct_sequential_sampler_new(10, &made));
	} else if (strcmp(name, "random") == 0) {
		OK(ct_random_sampler_new(
			10,
			&(ct_random_sampler_options){
				.replacement = expected_bool(of_case, "replacement"),
				.num_samples = expected_int(of_case, "num_samples"),
				.generator = own_generator(of_case) },
			&made));
	} else if (strcmp(name, "subset") == 0) {
		indices = expected_ints(of_case, "indices", &n);
		OK(ct_subset_random_sampler_new(CT_INTS_OF(indices, n), own_generator(of_case),
						&made));
		free(indices);
	} else if (strcmp(name, "weighted") == 0) {
		n = (int64_t)json_array_size(expected_list(of_case, "weights"));
		for (int64_t i = 0; i < n; i++)
			numbers[i] = json_number_value(
				json_array_get(expected_list(of_case, "weights"), (size_t)i));
		OK(ct_tensor_from_data(numbers, CT_FLOAT64, CT_L(n), &weights));
		OK(ct_weighted_random_sampler_new(
			weights, 5,
			&(ct_weighted_random_sampler_options){
				.no_replacement = !expected_bool(of_case, "replacement"),
				.generator = own_generator(of_case) },
			&made));
	} else {
		ck_assert_str_eq(name, "batch");
		OK(ct_random_sampler_new(10, NULL, &inner));
		OK(ct_batch_sampler_new(inner, 3, expected_bool(of_case, "drop_last"), &made));
	}
	return made;
}

/* The order's next numbers are those of the list; lists in it are batches. */
static const int64_t *compare(const int64_t *at, const json_t *list, const json_t *of_case)
{
	const json_t *item;
	size_t i;

	json_array_foreach (list, i, item) {
		if (json_is_array(item)) {
			at = compare(at, item, of_case);
			continue;
		}
		ck_assert_msg(*at == json_integer_value(item),
			      "case %lld (%s): place %zu: expected %lld, got %lld",
			      (long long)expected_int(of_case, "place"),
			      expected_text(of_case, "what"), i,
			      (long long)json_integer_value(item), (long long)*at);
		at++;
	}
	return at;
}

static void compare_epochs(const ct_sampler *sampler, const json_t *of_case)
{
	const json_t *epoch;
	ct_tensor *order;
	size_t i;

	json_array_foreach (expected_list(of_case, "epochs"), i, epoch) {
		OK(ct_sampler_order(sampler, (int64_t)i, &order));
		const int64_t *at = ct_tensor_data(order);
		const int64_t *end = compare(at, epoch, of_case);

		if (strcmp(expected_text(of_case, "what"), "sampler") ||
		    strcmp(expected_text(of_case, "name"), "batch"))
			ck_assert_int_eq(end - at, ct_tensor_numel(order));
	}
}

static void each_case(const char *what, void (*check)(const json_t *))
{
	json_t *cases = expected_cases("data_order"), *item;
	int n = 0;
	size_t i;

	json_array_foreach (cases, i, item) {
		if (strcmp(expected_text(item, "what"), what))
			continue;
		ct_scope *scope = ct_scope_open();

		check(item);
		OK(ct_scope_close(scope));
		n++;
	}
	ck_assert_int_gt(n, 3);
	json_decref(cases);
}

static void check_sampler(const json_t *of_case)
{
	ct_sampler *sampler;

	OK(ct_manual_seed(3));
	sampler = make_sampler(of_case);
	ck_assert_int_eq(ct_sampler_count(sampler), expected_int(of_case, "len"));
	compare_epochs(sampler, of_case);
}

START_TEST(samplers_give_pythons_order)
{
	each_case("sampler", check_sampler);
}
END_TEST

static void check_distributed(const json_t *of_case)
{
	ct_sampler *sampler;

	OK(ct_distributed_sampler_new(expected_int(of_case, "n"), expected_int(of_case, "replicas"),
				      expected_int(of_case, "rank"),
				      &(ct_distributed_sampler_options){
					      .no_shuffle = !expected_bool(of_case, "shuffle"),
					      .seed = 5,
					      .drop_last = expected_bool(of_case, "drop_last") },
				      &sampler));
	compare_epochs(sampler, of_case);
}

START_TEST(processes_share_a_set_as_in_python)
{
	each_case("distributed", check_distributed);
}
END_TEST

static void check_split(const json_t *of_case)
{
	const int64_t n = expected_int(of_case, "n");
	const json_t *lengths = expected_list(of_case, "lengths");
	const json_t *parts = expected_list(of_case, "parts");
	const size_t count = json_array_size(lengths);
	ct_dataset *made[16], *base;
	ct_generator *generator;
	ct_tensor *numbers;
	double numbers_of_split[16];
	int64_t len;

	for (size_t i = 0; i < count; i++)
		numbers_of_split[i] = json_number_value(json_array_get(lengths, i));
	OK(CT(arange, &numbers, CT_S(n)));
	OK(ct_tensor_dataset_new(CT_TENSORS(numbers), &base));
	OK(ct_generator_new(CT_DEVICE_CPU, &generator));
	OK(ct_generator_manual_seed(generator, 7));
	OK(ct_dataset_random_split(base, CT_FLOATS_OF(numbers_of_split, (int64_t)count), generator,
				   made));
	for (size_t i = 0; i < count; i++) {
		const json_t *part = json_array_get(parts, i);

		OK(ct_dataset_count(made[i], &len));
		ck_assert_int_eq(len, (int64_t)json_array_size(part));
		for (int64_t j = 0; j < len; j++) {
			ct_value sample, item;
			int64_t got = -1;

			OK(ct_dataset_get(made[i], j, NULL, &sample));
			OK(ct_value_item(&sample, 0, &item));
			OK(ct_tensor_item_int64(item.object, &got));
			ck_assert_int_eq(got, json_integer_value(json_array_get(part, (size_t)j)));
			ct_value_free(&sample);
		}
	}
}

START_TEST(a_set_is_split_as_in_python)
{
	each_case("split", check_split);
}
END_TEST

static ct_error check_epochs(ct_data_loader *loader, const json_t *of_case)
{
	const json_t *epoch, *epochs = expected_list(of_case, "epochs");
	size_t i;

	json_array_foreach (epochs, i, epoch) {
		size_t batches = 0;

		CT_EACH_BATCH (batch, loader) {
			const json_t *wanted = json_array_get(epoch, batches++);

			ck_assert_int_eq(batch->size, (int64_t)json_array_size(wanted));
			compare(ct_tensor_data(batch->data), wanted, of_case);
		}
		ck_assert_uint_eq(batches, json_array_size(epoch));
	}
	return NULL;
}

static void check_loader(const json_t *of_case)
{
	for (int32_t workers = 0; workers < 3; workers += 2) {
		ct_data_loader *loader;
		ct_dataset *base;
		ct_tensor *numbers, *drawn;
		int64_t len, next;

		OK(CT(arange, &numbers, CT_S(11)));
		OK(ct_tensor_dataset_new(CT_TENSORS(numbers), &base));
		OK(ct_manual_seed(3));
		OK(ct_data_loader_new(
			base,
			&(ct_data_loader_options){ .batch_size = 4,
						   .shuffle = expected_bool(of_case, "shuffle"),
						   .drop_last = expected_bool(of_case, "drop_last"),
						   .generator = own_generator(of_case),
						   .num_workers = workers },
			&loader));
		OK(ct_data_loader_count(loader, &len));
		ck_assert_int_eq(len, expected_int(of_case, "len"));
		OK(check_epochs(loader, of_case));
		OK(CT(randint, &drawn, 1000, CT_L(1)));
		OK(ct_tensor_item_int64(drawn, &next));
		ck_assert_int_eq(next, expected_int(of_case, "drawn_next"));
	}
}

START_TEST(a_loader_gives_pythons_batches)
{
	each_case("loader", check_loader);
}
END_TEST

START_TEST(wrong_arguments_have_pythons_errors)
{
	const double too_few[] = { 2, 2 }, fraction[] = { -0.5, 1.5 };
	ct_tensor *one, *numbers;
	ct_sampler *sampler;
	ct_dataset *base, *parts[2];
	ct_scope *scope = ct_scope_open();

	OK(CT(ones, &one, CT_L(1)));
	OK(CT(arange, &numbers, CT_S(5)));
	OK(ct_tensor_dataset_new(CT_TENSORS(numbers), &base));
	FAILS(ct_random_sampler_new(0, NULL, &sampler),
	      "ValueError: num_samples should be a positive integer value, but got num_samples=0");
	FAILS(ct_weighted_random_sampler_new(one, 0, NULL, &sampler),
	      "ValueError: num_samples should be a positive integer value, but got num_samples=0");
	FAILS(ct_distributed_sampler_new(1, 2, 2, NULL, &sampler),
	      "ValueError: Invalid rank 2, rank should be in the interval [0, 1]");
	FAILS(ct_dataset_random_split(base, CT_FLOATS_OF(too_few, 2), NULL, parts),
	      "ValueError: Sum of input lengths does not equal the length of the input dataset: 4, "
	      "not 5");
	FAILS(ct_dataset_random_split(base, CT_FLOATS_OF(fraction, 2), NULL, parts),
	      "ValueError: Fraction at index 0 is not between 0 and 1");
	OK(ct_scope_close(scope));
}
END_TEST

/* Their sizes in bytes wrap around. */
START_TEST(lists_longer_than_memory_are_refused)
{
	static const int64_t lengths[] = { INT64_C(1) << 61, INT64_C(1) << 62, INT64_MAX };
	const double half[] = { 0.5, 0.5 };
	const int64_t first[] = { 0, 0 };
	ct_dataset *base, *parts[2];
	ct_sampler *sampler;
	ct_tensor *numbers;

	CT_SCOPE;
	OK(CT(arange, &numbers, CT_S(5)));
	OK(ct_tensor_dataset_new(CT_TENSORS(numbers), &base));
	for (int i = 0; i < 3; i++) {
		FAILS_WITH(
			ct_dataset_random_split(base, CT_FLOATS_OF(half, lengths[i]), NULL, parts),
			CT_ERROR_ARGUMENT, "argument 2 (lengths)");
		FAILS_WITH(ct_subset_new(base, CT_INTS_OF(first, lengths[i]), parts),
			   CT_ERROR_ARGUMENT, "argument 2 (indices)");
		FAILS_WITH(
			ct_subset_random_sampler_new(CT_INTS_OF(first, lengths[i]), NULL, &sampler),
			CT_ERROR_ARGUMENT, "argument 1 (indices)");
	}
}
END_TEST

Suite *order_suite(void)
{
	Suite *suite = suite_create("order");
	TCase *tests = tests_of("order");

	tcase_add_test(tests, samplers_give_pythons_order);
	tcase_add_test(tests, lists_longer_than_memory_are_refused);
	tcase_add_test(tests, processes_share_a_set_as_in_python);
	tcase_add_test(tests, a_set_is_split_as_in_python);
	tcase_add_test(tests, a_loader_gives_pythons_batches);
	tcase_add_test(tests, wrong_arguments_have_pythons_errors);
	suite_add_tcase(suite, tests);
	return suite;
}

/*
 * Functions of programs: their errors keep their places, and their values are checked.
 */
#include <stdio.h>

#include <ctorch/nn/nn.h>
#include <ctorch/vision/transform.h>

#include "support.h"
#include "testing.h"

static ct_scope *scope;
static struct numbers ten, of_stream;

static void open_all(void)
{
	ten = of_stream = (struct numbers){ .len = 10, .fails_at = -1, .sleeps_at = -1 };
	scope = open_scope();
}

static void close_all(void)
{
	OK(ct_scope_close(scope));
}

/* --- errors ------------------------------------------------------------------------------------ */

static int mistake_line, get_line, loop_line;

static ct_error mistake(void)
{
	mistake_line = __LINE__ + 1;
	CT_TRY(ct_error_new(CT_ERROR_VALUE, "mistake", "no picture"));
	return NULL;
}

static ct_error failing_get(void *data, int64_t index, ct_generator *generator, ct_value *sample)
{
	(void)data;
	(void)generator;
	get_line = __LINE__ + 2;
	if (index == 5)
		CT_TRY(mistake());
	*sample = ct_value_int(index);
	return NULL;
}

static ct_error failing_next(void *stream, ct_value *sample)
{
	(void)stream;
	(void)sample;
	return mistake();
}

static ct_error failing_map(ct_value *sample, ct_generator *generator, void *context)
{
	(void)sample;
	(void)generator;
	(void)context;
	return mistake();
}

static ct_error failing_transform(const ct_tensor *image, ct_generator *generator, void *context,
				  ct_tensor **result)
{
	(void)context;
	(void)image;
	(void)generator;
	(void)result;
	return mistake();
}

static ct_error failing_collate(ct_value *samples, void *context, ct_value *batch)
{
	(void)samples;
	(void)batch;
	(void)context;
	return mistake();
}

static ct_error failing_order(void *data, int64_t epoch, ct_tensor **indices, ct_tensor **ends)
{
	(void)data;
	(void)epoch;
	(void)indices;
	(void)ends;
	return mistake();
}

static ct_error loop(ct_data_loader *loader)
{
	loop_line = __LINE__ + 1;
	CT_EACH_BATCH (batch, loader)
		(void)batch;
	return NULL;
}

/* An epoch fails with the message, and passes `mistake`, what is `between`, and the loop. */
static void check_epoch(const ct_dataset *dataset, ct_data_loader_options options,
			const char *message, const char *between)
{
	ct_data_loader *loader;
	char trace[3 * sizeof __FILE__ + 300];
	ct_error error;

	OK(ct_data_loader_new(dataset, &options, &loader));
	error = loop(loader);
	snprintf(trace, sizeof trace, "  at mistake (%s:%d)\n%s  at loop (%s:%d)\n", __FILE__,
		 mistake_line, between, __FILE__, loop_line);
	ck_assert_str_eq(error, message);
	ck_assert_str_eq(ct_error_function(error), "mistake");
	ck_assert_str_eq(ct_error_trace(error), trace);
	ct_error_free(error);
}

START_TEST(an_error_of_a_sample_keeps_its_places)
{
	ct_dataset_functions failing = set_of_numbers;
	ct_dataset *dataset;
	char between[sizeof __FILE__ + 100];

	failing.get = failing_get;
	dataset = numbers_new(&failing, &ten);
	for (int32_t workers = 0; workers < 3; workers++) {
		ct_error error = failing_get(NULL, 5, NULL, NULL); /* for the line */

		ct_error_free(error);
		snprintf(between, sizeof between,
			 "  at failing_get (%s:%d)\n  in the get of Numbers\n", __FILE__, get_line);
		check_epoch(dataset, (ct_data_loader_options){ .num_workers = workers },
			    "ValueError: sample 5: no picture", between);
	}
}
END_TEST

START_TEST(an_error_of_a_stream_keeps_its_places)
{
	ct_dataset_functions failing = stream_of_numbers;

	failing.next = failing_next;
	check_epoch(numbers_new(&failing, &of_stream), (ct_data_loader_options){ 0 },
		    "ValueError: sample 0: no picture", "  in the next of Stream\n");
}
END_TEST

static ct_error wrong_next(void *stream, ct_value *sample)
{
	(void)stream;
	(void)sample;
	CT_TRY(ct_relu(NULL, NULL));
	return NULL;
}

START_TEST(an_argument_error_names_its_function_once)
{
	const ct_data_loader_options options = { 0 };
	ct_dataset_functions failing = stream_of_numbers;
	ct_data_loader *loader;

	failing.next = wrong_next;
	OK(ct_data_loader_new(numbers_new(&failing, &of_stream), &options, &loader));
	FAILS(loop(loader), "ArgumentError: ct_relu: sample 0: argument 1 (self) must not be NULL");
}
END_TEST

START_TEST(an_error_of_a_function_for_samples_keeps_its_places)
{
	static const char name[] = "  in the function of ct_map_dataset_new\n";
	const char *message = "ValueError: sample 0: no picture";
	ct_dataset *mapped;

	OK(ct_map_dataset_new(numbers_new(&set_of_numbers, &ten), failing_map, NULL, NULL,
			      &mapped));
	check_epoch(mapped, (ct_data_loader_options){ 0 }, message, name);
	OK(ct_map_dataset_new(numbers_new(&stream_of_numbers, &of_stream), failing_map, NULL, NULL,
			      &mapped));
	check_epoch(mapped, (ct_data_loader_options){ .num_workers = 2 }, message, name);
}
END_TEST

START_TEST(an_error_of_a_transform_keeps_its_places)
{
	ct_dataset *images = CT_TENSOR_DATASET(CT_E(zeros, CT_L(4, 3, 2, 2))), *mapped;
	ct_transform *transform;

	OK(ct_transform_lambda_new(failing_transform, NULL, NULL, &transform));
	OK(ct_transform_dataset_new(images, transform, &mapped));
	check_epoch(mapped, (ct_data_loader_options){ 0 }, "ValueError: sample 0: no picture",
		    "  in the transform of ct_transform_dataset_new\n");
}
END_TEST

START_TEST(an_error_of_collate_names_the_batch)
{
	for (int32_t workers = 0; workers < 3; workers += 2) {
		const ct_data_loader_options options = { .batch_size = 4,
							 .num_workers = workers,
							 .collate = failing_collate };

		check_epoch(numbers_new(&set_of_numbers, &ten), options,
			    "ValueError: collating batch 0: no picture",
			    "  in the collate function of the data loader\n");
		check_epoch(numbers_new(&stream_of_numbers, &of_stream), options,
			    "ValueError: collating batch 0: no picture",
			    "  in the collate function of the data loader\n");
	}
}
END_TEST

START_TEST(an_error_of_a_sampler_keeps_its_places)
{
	const ct_sampler_functions functions = { .name = "Mine", .order = failing_order };
	ct_sampler *sampler;

	OK(ct_sampler_new(&functions, NULL, &sampler));
	check_epoch(numbers_new(&set_of_numbers, &ten),
		    (ct_data_loader_options){ .sampler = sampler }, "ValueError: no picture",
		    "  in the order of Mine\n");
}
END_TEST

static ct_error fail_in_a_step(int *line)
{
	*line = __LINE__ + 1;
	CT_EACH_STEP (step, 1, 3)
		CT_E(zeros, CT_L(-1));
	return NULL;
}

/* The expression of the first step waits; the second step finds it. */
START_TEST(a_loop_of_steps_is_a_place)
{
	char place[sizeof __FILE__ + 100];
	int line = 0;
	ct_error error = fail_in_a_step(&line);

	snprintf(place, sizeof place, "  at fail_in_a_step (%s:%d)\n", __FILE__, line);
	ck_assert_ptr_nonnull(error);
	ck_assert_ptr_nonnull(ct_error_trace(error));
	ck_assert_msg(strstr(ct_error_trace(error), place) != NULL, "%s", ct_error_trace(error));
	ct_error_free(error);
}
END_TEST

/* --- values ------------------------------------------------------------------------------------ */

static ct_error borrow(ct_value *sample)
{
	ct_tensor *made;

	CT_TRY(CT(zeros, &made, CT_L(2)));
	*sample = ct_value_tensor(made);
	return NULL;
}

static ct_error borrow_batch(ct_value *samples, void *context, ct_value *batch)
{
	(void)samples;
	(void)context;
	return borrow(batch);
}

static ct_error give_nothing(ct_value *samples, void *context, ct_value *batch)
{
	(void)samples;
	(void)batch;
	(void)context;
	return NULL;
}

static ct_error borrow_sample(ct_value *sample, ct_generator *generator, void *context)
{
	(void)generator;
	(void)context;
	ct_value_free(sample);
	return borrow(sample);
}

START_TEST(a_batch_must_be_there_and_own_what_it_has)
{
	ct_dataset *set = numbers_new(&set_of_numbers, &ten);

	for (int32_t workers = 0; workers < 3; workers += 2) {
		FAILS(loop(CT_DATA_LOADER(set, .num_workers = workers, .collate = borrow_batch)),
		      "ValueError: collating batch 0: the collate function of the data loader "
		      "returned a value that borrows its Tensor; ct_value_copy() returns a new "
		      "one");
		FAILS(loop(CT_DATA_LOADER(set, .num_workers = workers, .collate = give_nothing)),
		      "ValueError: collating batch 0: the collate function of the data loader "
		      "did not set `*batch`");
	}
}
END_TEST

START_TEST(a_changed_sample_must_own_what_it_has)
{
	static const char message[] =
		"ValueError: sample 0: the function of ct_map_dataset_new returned a value that "
		"borrows its Tensor; ct_value_copy() returns a new one";
	ct_dataset *mapped;

	OK(ct_map_dataset_new(numbers_new(&set_of_numbers, &ten), borrow_sample, NULL, NULL,
			      &mapped));
	FAILS(loop(CT_DATA_LOADER(mapped)), message);
	OK(ct_map_dataset_new(numbers_new(&stream_of_numbers, &of_stream), borrow_sample, NULL,
			      NULL, &mapped));
	FAILS(loop(CT_DATA_LOADER(mapped)), message);
	FAILS(loop(CT_DATA_LOADER(mapped, .num_workers = 2)), message);
}
END_TEST

/* --- loaders that are called by what they call --------------------------------------------------- */

struct call {
	ct_error (*function)(ct_data_loader *);
	ct_data_loader *loader;
};

static ct_error call_next(ct_data_loader *loader)
{
	const ct_batch *batch;

	return ct_data_loader_next(loader, &batch);
}

static ct_error call_state_dict(ct_data_loader *loader)
{
	ct_value state;

	CT_TRY(ct_data_loader_state_dict(loader, &state));
	ct_value_free(&state);
	return NULL;
}

static ct_error call_load_state_dict(ct_data_loader *loader)
{
	const ct_value state = ct_value_none();

	return ct_data_loader_load_state_dict(loader, &state);
}

static ct_error call_free(ct_data_loader *loader)
{
	ct_data_loader_free(loader);
	return NULL;
}

static ct_error len_of_call(const void *data, int64_t *result)
{
	(void)data;
	*result = 4;
	return NULL;
}

static ct_error get_by_call(void *data, int64_t index, ct_generator *generator, ct_value *sample)
{
	const struct call *call = data;

	(void)generator;
	CT_TRY(call->function(call->loader));
	*sample = ct_value_int(index);
	return NULL;
}

static ct_error open_by_call(void *data, ct_generator *generator, void **stream)
{
	(void)generator;
	*stream = data;
	return NULL;
}

static ct_error next_by_call(void *stream, ct_value *sample)
{
	return get_by_call(stream, 0, NULL, sample);
}

static void close_nothing(void *stream)
{
	(void)stream;
}

static ct_error order_by_call(void *data, int64_t epoch, ct_tensor **indices, ct_tensor **ends)
{
	const struct call *call = data;

	(void)epoch;
	(void)ends;
	CT_TRY(call->function(call->loader));
	return CT(arange, indices, CT_S(4), .dtype = CT_INT64);
}

static ct_error collate_by_call(ct_value *samples, void *context, ct_value *batch)
{
	const struct call *call = context;

	CT_TRY(call->function(call->loader));
	return ct_default_collate(samples, NULL, batch);
}

static const struct {
	ct_error (*function)(ct_data_loader *);
	const char *name;
} calls[] = {
	{ call_next, "ct_data_loader_next" },
	{ ct_data_loader_begin, "ct_data_loader_begin" },
	{ call_state_dict, "ct_data_loader_state_dict" },
	{ call_load_state_dict, "ct_data_loader_load_state_dict" },
};

enum { CALLS = sizeof calls / sizeof *calls };

static const ct_dataset_functions set_of_calls = { .name = "Calls",
						   .count = len_of_call,
						   .get = get_by_call };
static const ct_dataset_functions stream_of_calls = {
	.name = "Calls", .open = open_by_call, .next = next_by_call, .close = close_nothing
};

/* The first batch fails because its loader is called; `place` is before the message. */
static void check_call(struct call *call, const ct_dataset *dataset, ct_data_loader_options options,
		       const char *place, const char *name)
{
	char message[300];
	const ct_batch *batch;

	options.batch_size = 2;
	OK(ct_data_loader_new(dataset, &options, &call->loader));
	snprintf(message, sizeof message,
		 "RuntimeError: %s%s() was called in a callback of this data loader of %s, such "
		 "as the dataset's get; create a second data loader for it",
		 place, name, ct_dataset_name(dataset));
	FAILS(ct_data_loader_next(call->loader, &batch), message);
	ct_data_loader_free(call->loader);
}

START_TEST(a_sample_that_calls_its_loader_is_an_error)
{
	static struct call call;

	for (int32_t workers = 0; workers < 3; workers++)
		for (int i = 0; i < CALLS; i++) {
			const ct_data_loader_options options = { .num_workers = workers };

			call.function = calls[i].function;
			check_call(&call, numbers_new(&set_of_calls, (void *)&call), options,
				   "sample 0: ", calls[i].name);
			check_call(&call, numbers_new(&stream_of_calls, (void *)&call), options,
				   "sample 0: ", calls[i].name);
		}
}
END_TEST

START_TEST(a_collate_function_that_calls_its_loader_is_an_error)
{
	static struct call call;
	ct_dataset *set = numbers_new(&set_of_numbers, &ten);

	for (int32_t workers = 0; workers < 3; workers += 2)
		for (int i = 0; i < CALLS; i++) {
			call.function = calls[i].function;
			check_call(&call, set,
				   (ct_data_loader_options){ .num_workers = workers,
							     .collate = collate_by_call,
							     .collate_context = &call },
				   "collating batch 0: ", calls[i].name);
		}
}
END_TEST

START_TEST(a_sampler_that_calls_its_loader_is_an_error)
{
	static struct call call;
	const ct_sampler_functions functions = { .name = "Mine", .order = order_by_call };
	ct_sampler *sampler;

	OK(ct_sampler_new(&functions, &call, &sampler));
	for (int i = 0; i < CALLS; i++) {
		call.function = calls[i].function;
		check_call(&call, numbers_new(&set_of_numbers, &ten),
			   (ct_data_loader_options){ .sampler = sampler }, "", calls[i].name);
	}
}
END_TEST

static int warnings;

static void count_warning(const ct_warning *warning, void *context)
{
	(void)context;
	ck_assert_str_eq(warning->message,
			 "ct_data_loader_free() was called in a callback of this data loader of "
			 "Calls, so the loader was not freed");
	warnings++;
}

START_TEST(a_sample_cannot_release_its_loader)
{
	static struct call call = { .function = call_free };
	ct_dataset *set = numbers_new(&set_of_calls, (void *)&call);
	const ct_batch *batch;

	OK(ct_set_warning_handler(count_warning, NULL, NULL));
	for (int32_t workers = 0; workers < 3; workers++) {
		warnings = 0;
		OK(ct_data_loader_new(
			set, &(ct_data_loader_options){ .batch_size = 4, .num_workers = workers },
			&call.loader));
		OK(ct_data_loader_next(call.loader, &batch));
		ck_assert_int_eq(batch->size, 4);
		ck_assert_int_eq(warnings, 4);
		ct_data_loader_free(call.loader);
	}
	OK(ct_set_warning_handler(NULL, NULL, NULL));
}
END_TEST

static ct_error read_other(ct_data_loader *other)
{
	CT_EACH_BATCH (batch, other)
		(void)batch;
	return NULL;
}

START_TEST(a_sample_may_read_another_loader)
{
	static struct call call = { .function = read_other };
	ct_dataset *set = numbers_new(&set_of_calls, (void *)&call);

	call.loader = CT_DATA_LOADER(numbers_new(&set_of_numbers, &ten), .batch_size = 3);
	OK(loop(CT_DATA_LOADER(set)));
	OK(loop(CT_DATA_LOADER(set, .num_workers = 1)));
}
END_TEST

START_TEST(the_first_options_of_a_loader_need_no_name)
{
	ct_data_loader *loader = CT_DATA_LOADER(numbers_new(&set_of_numbers, &ten), 4);
	int64_t batches;

	OK(ct_data_loader_count(loader, &batches));
	ck_assert_int_eq(batches, 3);
	OK(loop(loader));
}
END_TEST

Suite *callbacks_suite(void)
{
	Suite *suite = suite_create("callbacks");
	TCase *tests = tests_of("callbacks");

	tcase_add_checked_fixture(tests, open_all, close_all);
	tcase_add_test(tests, an_error_of_a_sample_keeps_its_places);
	tcase_add_test(tests, the_first_options_of_a_loader_need_no_name);
	tcase_add_test(tests, an_error_of_a_stream_keeps_its_places);
	tcase_add_test(tests, an_argument_error_names_its_function_once);
	tcase_add_test(tests, an_error_of_a_function_for_samples_keeps_its_places);
	tcase_add_test(tests, an_error_of_a_transform_keeps_its_places);
	tcase_add_test(tests, an_error_of_collate_names_the_batch);
	tcase_add_test(tests, an_error_of_a_sampler_keeps_its_places);
	tcase_add_test(tests, a_loop_of_steps_is_a_place);
	tcase_add_test(tests, a_batch_must_be_there_and_own_what_it_has);
	tcase_add_test(tests, a_changed_sample_must_own_what_it_has);
	tcase_add_test(tests, a_sample_that_calls_its_loader_is_an_error);
	tcase_add_test(tests, a_collate_function_that_calls_its_loader_is_an_error);
	tcase_add_test(tests, a_sampler_that_calls_its_loader_is_an_error);
	tcase_add_test(tests, a_sample_cannot_release_its_loader);
	tcase_add_test(tests, a_sample_may_read_another_loader);
	suite_add_tcase(suite, tests);
	return suite;
}

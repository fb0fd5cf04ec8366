/*
 * The loader: its options, its batches, samples that fail.
 */
#include "support.h"
#include "testing.h"

static ct_scope *scope;
static struct numbers ten, stream_data;
static ct_dataset *set, *stream;

static void open_all(void)
{
	ten = stream_data = (struct numbers){ .len = 10, .fails_at = -1, .sleeps_at = -1 };
	scope = open_scope();
	set = numbers_new(&set_of_numbers, &ten);
	stream = numbers_new(&stream_of_numbers, &stream_data);
}

static void close_all(void)
{
	OK(ct_scope_close(scope));
	ck_assert_int_eq(ten.freed, 1);
	ck_assert_int_eq(stream_data.closed, stream_data.open);
}

static ct_data_loader *loader_of(const ct_dataset *dataset, ct_data_loader_options options)
{
	ct_data_loader *loader;

	OK(ct_data_loader_new(dataset, &options, &loader));
	return loader;
}

#define REFUSES(dataset, message, ...)                                                      \
	do {                                                                                \
		ct_data_loader *made_;                                                      \
		FAILS(ct_data_loader_new(dataset, &(ct_data_loader_options){ __VA_ARGS__ }, \
					 &made_),                                           \
		      message);                                                             \
	} while (0)

START_TEST(options_that_exclude_each_other_are_refused)
{
	ct_sampler *sampler;

	OK(ct_sequential_sampler_new(10, &sampler));
	REFUSES(set, "ValueError: sampler option is mutually exclusive with shuffle",
		.sampler = sampler, .shuffle = true);
	REFUSES(set,
		"ValueError: batch_sampler option is mutually exclusive with batch_size, shuffle, "
		"sampler, and drop_last",
		.batch_sampler = sampler, .batch_size = 2);
	REFUSES(set,
		"ValueError: batch_size=None option disables auto-batching and is mutually "
		"exclusive with drop_last",
		.batch_size = CT_ZERO, .drop_last = true);
	REFUSES(stream,
		"ValueError: Stream is a stream, which has its own order: shuffle, sampler and "
		"batch_sampler are not supported; ct_shuffle_dataset_new() shuffles a stream",
		.shuffle = true);
	REFUSES(set,
		"ValueError: prefetch_factor option could only be specified in multithreading; let "
		"num_workers > 0 to enable it",
		.prefetch_factor = 3);
	REFUSES(set,
		"ValueError: num_workers is -1, but must be from 0 to 1024; use num_workers=0 to "
		"disable multithreading",
		.num_workers = -1);
	REFUSES(set,
		"ValueError: batch_size should be a positive integer value, but got batch_size=-7",
		.batch_size = -7);
	REFUSES(set, "ValueError: timeout option should be non-negative", .timeout = -1);
	REFUSES(set,
		"ValueError: device is cuda:100, which is not available; ct_device_accelerator() "
		"returns one that is",
		.device = CT_DEVICE_CUDA(100));
}
END_TEST

START_TEST(a_batch_tells_what_it_is)
{
	ct_data_loader *loader = loader_of(set, (ct_data_loader_options){ .batch_size = 4 });
	const ct_batch *batch;

	OK(ct_data_loader_next(loader, &batch));
	OK(ct_data_loader_next(loader, &batch));
	ck_assert_int_eq(batch->number, 1);
	ck_assert_int_eq(batch->epoch, 0);
	ck_assert_int_eq(batch->size, 4);
	ck_assert_int_eq(batch->value.kind, CT_VALUE_TUPLE);
	ck_assert_int_eq(ct_tensor_size(batch->data, 0), 4);
	ck_assert_float_eq(*(const float *)ct_tensor_data(batch->data), 4);
	ck_assert_int_eq(*numbers_of(batch), 4);
	OK(ct_data_loader_next(loader, &batch));
	ck_assert_int_eq(batch->size, 2);
	OK(ct_data_loader_next(loader, &batch));
	ck_assert_ptr_null(batch);
	OK(ct_data_loader_next(loader, &batch));
	ck_assert_int_eq(batch->epoch, 1);
	ck_assert_int_eq(batch->number, 0);
}
END_TEST

START_TEST(samples_need_not_be_collated)
{
	ct_data_loader *loader = loader_of(set, (ct_data_loader_options){ .batch_size = CT_ZERO });
	const ct_batch *batch;
	ct_value item;

	OK(ct_data_loader_next(loader, &batch));
	ck_assert_int_eq(batch->size, 1);
	ck_assert_int_eq(ct_tensor_dim(batch->data), 1);
	ck_assert_ptr_null(batch->target);
	OK(ct_value_item(&batch->value, 1, &item));
	ck_assert_int_eq(item.kind, CT_VALUE_INT);
}
END_TEST

/* A dict of a tensor, an int and a text. */
static ct_error name_it(ct_value *sample, ct_generator *generator, void *context)
{
	ct_value named = ct_value_dict_new(), tensor, number;

	(void)generator;
	(void)context;
	OK(ct_value_item(sample, 0, &tensor));
	OK(ct_value_item(sample, 1, &number));
	OK(ct_value_dict_set(&named, ct_value_string("image"), tensor));
	OK(ct_value_dict_set(&named, ct_value_string("label"), number));
	OK(ct_value_dict_set(&named, ct_value_string("name"), ct_value_string("a picture")));
	ct_value_free(sample);
	*sample = named;
	return NULL;
}

/* As Python's {k: v.to("meta") if isinstance(v, torch.Tensor) else v for k, v in batch.items()}. */
START_TEST(tensors_of_a_batch_go_to_a_device)
{
	ct_dataset *named;

	OK(ct_map_dataset_new(set, name_it, NULL, NULL, &named));
	for (int32_t workers = 0; workers < 3; workers++) {
		ct_data_loader *loader = loader_of(
			named, (ct_data_loader_options){ .batch_size = 4,
							 .num_workers = workers,
							 .pin_memory = true,
							 .device = { CT_DEVICE_TYPE_META, -1 } });
		const ct_batch *batch;
		ct_value image, label, name;

		OK(ct_data_loader_next(loader, &batch));
		OK(ct_value_dict_get(&batch->value, ct_value_string("image"), &image));
		OK(ct_value_dict_get(&batch->value, ct_value_string("label"), &label));
		OK(ct_value_dict_get(&batch->value, ct_value_string("name"), &name));
		ck_assert_int_eq(ct_tensor_device(image.object).type, CT_DEVICE_TYPE_META);
		ck_assert_int_eq(ct_tensor_dtype(image.object), CT_FLOAT32);
		ck_assert_int_eq(ct_tensor_size(image.object, 0), 4);
		ck_assert_int_eq(ct_tensor_device(label.object).type, CT_DEVICE_TYPE_META);
		ck_assert_int_eq(ct_tensor_dtype(label.object), CT_INT64);
		ck_assert_int_eq(ct_value_count(&name), 4);
	}
}
END_TEST

/* Batches of tensors in memory are made at once; those on the CPU stay what they are. */
START_TEST(batches_of_rows_go_to_a_device)
{
	const float values[] = { 1, 2, 3 };
	ct_tensor *x = vector(3, values);
	ct_dataset *rows;
	const ct_batch *batch;

	OK(ct_tensor_dataset_new(CT_TENSORS(x), &rows));
	OK(ct_data_loader_next(
		loader_of(rows, (ct_data_loader_options){ .batch_size = 3,
							  .device = { CT_DEVICE_TYPE_META, -1 } }),
		&batch));
	ck_assert_int_eq(ct_tensor_device(batch->data).type, CT_DEVICE_TYPE_META);
	OK(ct_data_loader_next(loader_of(rows, (ct_data_loader_options){ .batch_size = 3,
									 .device = CT_DEVICE_CPU }),
			       &batch));
	ck_assert_ptr_eq(ct_tensor_data(batch->data), ct_tensor_data(x));
	ct_tensor_free(x);
}
END_TEST

static ct_error count_them(ct_value *samples, void *context, ct_value *batch)
{
	++*(int *)context;
	*batch = ct_value_int(ct_value_count(samples));
	return NULL;
}

START_TEST(a_function_of_the_programs_collates)
{
	int calls = 0;
	ct_data_loader *loader = loader_of(
		set, (ct_data_loader_options){
			     .batch_size = 4, .collate = count_them, .collate_context = &calls });
	const ct_batch *batch;

	OK(ct_data_loader_next(loader, &batch));
	ck_assert_int_eq(batch->value.i, 4);
	ck_assert_ptr_null(batch->data);
	ck_assert_int_eq(calls, 1);
}
END_TEST

START_TEST(an_error_names_the_sample_and_the_epoch_goes_on)
{
	for (int32_t workers = 0; workers < 3; workers++) {
		ct_data_loader *loader = loader_of(
			set, (ct_data_loader_options){ .batch_size = 3, .num_workers = workers });
		const ct_batch *batch;

		ten.fails_at = 4;
		OK(ct_data_loader_next(loader, &batch));
		FAILS(ct_data_loader_next(loader, &batch),
		      "ValueError: sample 4: 4.png: no picture");
		OK(ct_data_loader_next(loader, &batch));
		ck_assert_int_eq(*numbers_of(batch), 6);
		OK(ct_data_loader_next(loader, &batch));
		OK(ct_data_loader_next(loader, &batch));
		ck_assert_ptr_null(batch);
	}
}
END_TEST

START_TEST(bad_samples_can_be_left_out)
{
	char text[200];

	for (int32_t workers = 0; workers < 3; workers++) {
		ct_data_loader_options options = { .batch_size = 3,
						   .num_workers = workers,
						   .max_skipped = 1 };
		ct_data_loader *loader = loader_of(set, options);

		ten.fails_at = stream_data.fails_at = 4;
		OK(read_epoch(loader, text, sizeof text, NULL));
		ck_assert_str_eq(text, "0 1 2|3 5|6 7 8|9|");
		ck_assert_int_eq(ct_data_loader_skipped_count(loader), 1);
		ck_assert_str_eq(ct_data_loader_skipped_error(loader),
				 "ValueError: sample 4: 4.png: no picture");
		OK(read_epoch(loader, text, sizeof text, NULL));
		ck_assert_int_eq(ct_data_loader_skipped_count(loader), 1);

		loader = loader_of(stream, options);
		OK(read_epoch(loader, text, sizeof text, NULL));
		ck_assert_str_eq(text, "0 1 2|3|5 6 7|8 9|");
		stream_data.len = 20; /* 4 is a sample of the stream, so the other one is 14 */
		FAILS(read_epoch(loader, text, sizeof text, NULL),
		      "ValueError: 2 samples failed, more than max_skipped=1; the last error: "
		      "sample 14: a.tar: 14.png: no picture");
		ct_data_loader_free(loader); /* its workers still read the stream */
		stream_data.len = 10;

		ten.len = 30; /* 4, 14 and 24 fail */
		loader = loader_of(set, options);
		FAILS(read_epoch(loader, text, sizeof text, NULL),
		      "ValueError: 2 samples failed, more than max_skipped=1; the last error: "
		      "sample 14: 14.png: no picture");
		options.max_skipped = -1;
		options.batch_size = 1;
		loader = loader_of(set, options);
		OK(read_epoch(loader, text, sizeof text, NULL));
		ck_assert_int_eq(ct_data_loader_skipped_count(loader), 3);
		ck_assert_ptr_null(strstr(text, "14"));
		ten.len = 10;
	}
}
END_TEST

START_TEST(a_sampler_determines_the_order)
{
	ct_data_loader *loader;
	ct_sampler *sampler, *batches;
	const int64_t some[] = { 9, 10 };
	const ct_batch *batch;
	char text[200];

	OK(ct_sequential_sampler_new(5, &sampler));
	OK(ct_batch_sampler_new(sampler, 2, false, &batches));
	loader = loader_of(set, (ct_data_loader_options){ .batch_sampler = batches });
	OK(read_epoch(loader, text, sizeof text, NULL));
	ck_assert_str_eq(text, "0 1|2 3|4|");
	loader = loader_of(set, (ct_data_loader_options){ .sampler = batches });
	FAILS(ct_data_loader_next(loader, &batch),
	      "ValueError: BatchSampler yields batches: pass it as batch_sampler, not as sampler");
	loader = loader_of(set, (ct_data_loader_options){ .batch_sampler = sampler });
	FAILS(ct_data_loader_next(loader, &batch),
	      "ValueError: SequentialSampler does not yield batches: pass it as sampler, not as "
	      "batch_sampler");
	OK(ct_subset_random_sampler_new(CT_INTS_OF(some, 2), NULL, &sampler));
	loader = loader_of(set, (ct_data_loader_options){ .sampler = sampler });
	FAILS_WITH(ct_data_loader_next(loader, &batch), CT_ERROR_INDEX, "index 10 (at position ");
}
END_TEST

START_TEST(progress_counts_samples)
{
	ct_progress *progress;
	ct_data_loader *loader;
	char text[200];

	OK(ct_progress_new(&(ct_progress_options){ .total = 10, .when = CT_PROGRESS_NEVER }, NULL,
			   &progress));
	loader = loader_of(set, (ct_data_loader_options){ .batch_size = 4, .progress = progress });
	OK(read_epoch(loader, text, sizeof text, NULL));
	ck_assert_int_eq(ct_progress_done(progress), 10);
}
END_TEST

static ct_error leave_early(ct_data_loader *loader, int64_t *first)
{
	CT_EACH_BATCH (batch, loader) {
		ct_tensor *made;

		*first = *numbers_of(batch);
		CT_TRY(CT(zeros, &made, CT_L(100)));
		if (batch->number == 1)
			break;
	}
	return NULL;
}

START_TEST(a_loop_can_be_left_and_begins_again)
{
	ct_data_loader *loader = loader_of(set, (ct_data_loader_options){ .batch_size = 3 });
	const int64_t before = live_handles();
	int64_t at = -1;
	char text[200];

	for (int i = 0; i < 3; i++) {
		OK(leave_early(loader, &at));
		ck_assert_int_eq(at, 3);
	}
	OK(read_epoch(loader, text, sizeof text, NULL));
	ck_assert_str_eq(text, "0 1 2|3 4 5|6 7 8|9|");
	ck_assert_int_eq(live_handles(), before);
}
END_TEST

/* Loops over the same loader while a loop over it is at batch 1; counts the batches of the outer. */
static ct_error loop_within(ct_data_loader *loader, int *outer, bool leaves)
{
	char text[100];

	CT_EACH_BATCH (batch, loader) {
		++*outer;
		if (batch->number != 1)
			continue;
		CT_TRY(read_epoch(loader, text, sizeof text, NULL));
		ck_assert_str_eq(text, "0 1 2|3 4 5|6 7 8|9|");
		if (leaves)
			break;
	}
	return NULL;
}

START_TEST(a_loop_ends_if_another_one_has_begun_over_its_loader)
{
	for (int32_t workers = 0; workers < 3; workers += 2) {
		ct_data_loader *loader = loader_of(
			set, (ct_data_loader_options){ .batch_size = 3, .num_workers = workers });
		int outer = 0;

		FAILS(loop_within(loader, &outer, false),
		      "RuntimeError: another loop over this data loader began inside this one, "
		      "which cannot continue: create a second loader for one of them");
		ck_assert_int_eq(outer, 2);
		OK(loop_within(loader, &outer, true));
		ck_assert_int_eq(outer, 4);
	}
}
END_TEST

static ct_error read_rest_by_hand(ct_data_loader *loader, int *batches)
{
	const ct_batch *rest;

	CT_EACH_BATCH (batch, loader) {
		++*batches;
		if (batch->number == 1)
			do
				CT_TRY(ct_data_loader_next(loader, &rest));
			while (rest);
	}
	return NULL;
}

START_TEST(a_loop_ends_if_its_epoch_was_read_to_its_end)
{
	int batches = 0;

	OK(read_rest_by_hand(loader_of(set, (ct_data_loader_options){ .batch_size = 3 }),
			     &batches));
	ck_assert_int_eq(batches, 2);
}
END_TEST

START_TEST(any_item_of_a_batch_can_be_read)
{
	const float x[] = { 1, 2 }, y[] = { 3, 4 }, z[] = { 5, 6 };
	ct_tensor *parts[] = { vector(2, x), vector(2, y), vector(2, z) }, *item;
	ct_dataset *rows;
	const ct_batch *batch;

	OK(ct_tensor_dataset_new(CT_TENSORS_OF(parts, 3), &rows));
	OK(ct_data_loader_next(loader_of(rows, (ct_data_loader_options){ .batch_size = 2 }),
			       &batch));
	OK(ct_batch_item(batch, 1, &item));
	ck_assert_ptr_eq(item, batch->target);
	OK(ct_batch_item(batch, -1, &item));
	ck_assert_float_eq(((const float *)ct_tensor_data(item))[1], 6);
	ck_assert_ptr_eq(CT_BATCH_ITEM(batch, 2), item);
	ck_assert_ptr_null(CT_BATCH_ITEM(batch, 3));
	FAILS(CT_DONE(), "IndexError: item 3 of the batch: tuple index out of range");
	OK(ct_data_loader_next(loader_of(stream, (ct_data_loader_options){ .batch_size = CT_ZERO }),
			       &batch));
	FAILS_WITH(ct_batch_item(batch, 0, &item), CT_ERROR_TYPE, "item 0 of the batch");
	FAILS_WITH(ct_batch_item(NULL, 0, &item), CT_ERROR_ARGUMENT,
		   "argument 1 (self) must not be NULL");
	ct_tensor_free(parts[0]);
	ct_tensor_free(parts[1]);
	ct_tensor_free(parts[2]);
}
END_TEST

START_TEST(an_empty_set_has_no_batches)
{
	static struct numbers none = { .len = 0, .fails_at = -1, .sleeps_at = -1 };
	ct_dataset *empty = numbers_new(&set_of_numbers, &none);
	char text[200];

	for (int32_t workers = 0; workers < 3; workers += 2) {
		OK(read_epoch(loader_of(empty, (ct_data_loader_options){ .num_workers = workers,
									 .shuffle = true }),
			      text, sizeof text, NULL));
		ck_assert_str_eq(text, "");
	}
	ct_dataset_free(empty);
}
END_TEST

START_TEST(expressions_make_loaders)
{
	const float values[] = { 1, 2, 3 };
	ct_tensor *x = vector(3, values), *none = NULL;
	ct_data_loader *loader = CT_DATA_LOADER(CT_TENSOR_DATASET(x), .batch_size = 2);

	OK(CT_DONE());
	ck_assert_ptr_nonnull(loader);
	loader = CT_DATA_LOADER(CT_TENSOR_DATASET(none));
	ck_assert_ptr_null(loader);
	FAILS_WITH(CT_DONE(), CT_ERROR_ARGUMENT, "ct_tensor_dataset_new");
	ct_tensor_free(x);
}
END_TEST

Suite *loader_suite(void)
{
	Suite *suite = suite_create("loader");
	TCase *tests = tests_of("loader");

	tcase_add_checked_fixture(tests, open_all, close_all);
	tcase_add_test(tests, options_that_exclude_each_other_are_refused);
	tcase_add_test(tests, a_batch_tells_what_it_is);
	tcase_add_test(tests, samples_need_not_be_collated);
	tcase_add_test(tests, tensors_of_a_batch_go_to_a_device);
	tcase_add_test(tests, batches_of_rows_go_to_a_device);
	tcase_add_test(tests, a_function_of_the_programs_collates);
	tcase_add_test(tests, an_error_names_the_sample_and_the_epoch_goes_on);
	tcase_add_test(tests, bad_samples_can_be_left_out);
	tcase_add_test(tests, a_sampler_determines_the_order);
	tcase_add_test(tests, progress_counts_samples);
	tcase_add_test(tests, a_loop_can_be_left_and_begins_again);
	tcase_add_test(tests, a_loop_ends_if_another_one_has_begun_over_its_loader);
	tcase_add_test(tests, a_loop_ends_if_its_epoch_was_read_to_its_end);
	tcase_add_test(tests, any_item_of_a_batch_can_be_read);
	tcase_add_test(tests, an_empty_set_has_no_batches);
	tcase_add_test(tests, expressions_make_loaders);
	suite_add_tcase(suite, tests);
	return suite;
}

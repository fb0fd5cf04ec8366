/*
 * Samples with tensors that are large enough to be copied into their batch at once.
 */
#include "support.h"
#include "testing.h"

enum { SAMPLES = 8, SIDE = 96, MORE = 9000 };

static int64_t other_shape; /* the sample whose image is larger; -1: none */

static ct_error large_len(const void *data, int64_t *result)
{
	(void)data;
	*result = SAMPLES;
	return NULL;
}

/* {"image": [3, SIDE, SIDE] of i, "rest": [transposed image, (MORE,) of -i], "label": i}; none for 2. */
static ct_error large_get(void *data, int64_t index, ct_generator *generator, ct_value *sample)
{
	const int64_t side = SIDE + (index == other_shape);
	ct_tensor *image, *more;

	(void)data;
	(void)generator;
	if (index == 2)
		return ct_error_new(CT_ERROR_VALUE, __func__, "no picture");
	CT_TRY(CT(full, &image, CT_L(3, side, SIDE), (double)index, .dtype = CT_FLOAT32,
		  .device = CT_DEVICE_CPU));
	CT_TRY(CT(full, &more, CT_L(MORE), -(double)index, .dtype = CT_FLOAT64,
		  .device = CT_DEVICE_CPU));
	const ct_value rest[] = { ct_value_tensor(CT_E(transpose, image, 1, 2)),
				  ct_value_tensor(more) };
	const ct_value pairs[] = { ct_value_string("image"), ct_value_tensor(image),
				   ct_value_string("rest"),  ct_value_list(rest, 2),
				   ct_value_string("label"), ct_value_int(index) };
	const ct_value all = ct_value_dict(pairs, 3);

	CT_TRY(CT_DONE());
	return ct_value_copy(&all, sample);
}

static ct_data_loader *large_loader(ct_data_loader_options options)
{
	static const ct_dataset_functions functions = { .name = "Large",
							.count = large_len,
							.get = large_get };
	ct_dataset *set;
	ct_data_loader *loader;

	OK(ct_dataset_new(&functions, NULL, &set));
	OK(ct_data_loader_new(set, &options, &loader));
	return loader;
}

static ct_tensor *part(const ct_batch *batch, const char *path)
{
	ct_value value;
	ct_tensor *tensor;

	OK(ct_value_at(&batch->value, path, &value));
	OK(ct_value_as_tensor(&value, &tensor));
	return tensor;
}

/* Whether row i is filled with labels[i], times `sign`. */
static void check_rows(const ct_batch *batch, const char *path, double sign)
{
	ct_tensor *rows = part(batch, path), *labels = part(batch, "/label");
	const int64_t *label = ct_tensor_data(labels);

	ck_assert_int_eq(ct_tensor_size(rows, 0), batch->size);
	ck_assert(ct_tensor_is_contiguous(rows));
	for (int64_t i = 0; i < batch->size; i++)
		ck_assert_msg(CT_ITEM(CT_E(all, CT_E(eq, CT_E(select, rows, 0, i),
						     sign * (double)label[i]))) == 1,
			      "%s: row %d is not of sample %d", path, (int)i, (int)label[i]);
}

static void check_epoch(int32_t workers)
{
	const ct_batch *batch;
	int64_t seen = 0;

	CT_SCOPE;
	ct_data_loader *loader = large_loader((ct_data_loader_options){
		.batch_size = 3, .max_skipped = 1, .num_workers = workers });

	OK(ct_data_loader_next(loader, &batch));
	while (batch) {
		check_rows(batch, "/image", 1);
		check_rows(batch, "/rest/0", 1);
		check_rows(batch, "/rest/1", -1);
		seen += batch->size;
		OK(ct_data_loader_next(loader, &batch));
	}
	ck_assert_int_eq(seen, SAMPLES - 1);
}

START_TEST(batches_have_the_samples)
{
	other_shape = -1;
	check_epoch(0);
	check_epoch(2);
}
END_TEST

START_TEST(another_shape_is_an_error)
{
	const ct_batch *batch;

	other_shape = 4;
	{
		CT_SCOPE;
		ct_data_loader *loader = large_loader(
			(ct_data_loader_options){ .batch_size = 5, .max_skipped = 1 });

		FAILS(ct_data_loader_next(loader, &batch),
		      "RuntimeError: collating batch 0: stack expects each tensor to be equal "
		      "size, at [\"image\"]: sample 3 of the batch has a tensor of float32 [3, "
		      "97, 96], but sample 0 has a tensor of float32 [3, 96, 96]");
	}
}
END_TEST

/* Adjacent rows of the dataset's own memory are copied, as stack() does; only a loader without
 * max_skipped takes rows of a TensorDataset as they are. */
START_TEST(a_batch_is_a_copy)
{
	ct_tensor *rows;
	const ct_batch *batch;

	{
		CT_SCOPE;
		ct_data_loader *loader;
		ct_dataset *set, *mapped;

		OK(CT(zeros, &rows, CT_L(4, 3, SIDE, SIDE)));
		OK(ct_tensor_dataset_new(CT_TENSORS_OF(CT_TENSORS(rows).at, 1), &set));
		OK(ct_subset_new(set, CT_L(0, 1, 2, 3), &mapped));
		OK(ct_data_loader_new(
			mapped, &(ct_data_loader_options){ .batch_size = 4, .max_skipped = 1 },
			&loader));
		OK(ct_data_loader_next(loader, &batch));
		OK(CT(fill__Scalar, batch->data, 1));
		ck_assert(CT_ITEM(CT_E(sum, rows)) == 0);
	}
}
END_TEST

/* What reads and draws samples works on the CPU, whatever else is the default. */
START_TEST(another_default_device_changes_nothing)
{
	other_shape = -1;
	{
		CT_SCOPE;
		const ct_batch *batch;
		ct_data_loader *loader = large_loader((ct_data_loader_options){
			.batch_size = 3, .shuffle = true, .max_skipped = 1 });
		ct_device was = ct_default_device();

		OK(ct_set_default_device((ct_device){ CT_DEVICE_TYPE_META, -1 }));
		OK(ct_data_loader_next(loader, &batch));
		OK(ct_set_default_device(was));
		check_rows(batch, "/image", 1);
		check_rows(batch, "/rest/1", -1);
	}
}
END_TEST

Suite *large_suite(void)
{
	Suite *suite = suite_create("large samples");
	TCase *tests = tests_of("large samples");

	tcase_add_test(tests, batches_have_the_samples);
	tcase_add_test(tests, another_shape_is_an_error);
	tcase_add_test(tests, a_batch_is_a_copy);
	tcase_add_test(tests, another_default_device_changes_nothing);
	suite_add_tcase(suite, tests);
	return suite;
}

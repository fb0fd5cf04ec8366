#include "support.h"

bool is_about(const json_t *of_case, const char *about)
{
	return strcmp(expected_text(of_case, "about"), about) == 0;
}

static bool read_range(const json_t *range, double *min, double *max)
{
	if (!json_is_array(range))
		return false;
	*min = json_number_value(json_array_get(range, 0));
	*max = json_number_value(json_array_get(range, 1));
	return true;
}

ct_image_options image_options_of(const json_t *of_case)
{
	const json_t *given = json_object_get(of_case, "options");
	ct_image_options options = { 0 };

	options.bit_depth = (int32_t)expected_int(of_case, "bit_depth");
	options.normalize = json_is_true(json_object_get(given, "normalize"));
	options.has_value_range = read_range(json_object_get(given, "value_range"),
					     &options.value_min, &options.value_max);
	return options;
}

ct_image_grid_options grid_options_of(const json_t *of_case)
{
	ct_image_grid_options options = { 0 };

	options.nrow = expected_int(of_case, "nrow");
	options.padding = expected_int(of_case, "padding");
	if (options.padding == 0)
		options.padding = CT_ZERO;
	options.pad_value = expected_double(of_case, "pad_value");
	options.normalize = expected_bool(of_case, "normalize");
	options.scale_each = expected_bool(of_case, "scale_each");
	options.has_value_range = read_range(json_object_get(of_case, "value_range"),
					     &options.value_min, &options.value_max);
	return options;
}

static int64_t length_of(const int64_t *shape)
{
	int64_t n = 0;

	while (shape[n] != -1)
		n++;
	return n;
}

ct_tensor *bytes_of(const unsigned char *values, const int64_t *shape)
{
	ct_tensor *tensor = NULL;

	CT_CHECK(ct_tensor_from_data(values, CT_UINT8, CT_INTS_OF(shape, length_of(shape)),
				     &tensor));
	return tensor;
}

void assert_bytes(const ct_tensor *tensor, const int64_t *shape, const unsigned char *values)
{
	const unsigned char *got;
	ct_tensor *contiguous = NULL;

	ck_assert_int_eq(ct_tensor_dtype(tensor), CT_UINT8);
	ck_assert_int_eq(ct_tensor_dim(tensor), length_of(shape));
	for (int64_t i = 0; shape[i] != -1; i++)
		ck_assert_int_eq(ct_tensor_size(tensor, i), shape[i]);
	OK(ct_contiguous(tensor, CT_CONTIGUOUS_FORMAT, &contiguous));
	got = ct_tensor_data(contiguous);
	for (int64_t i = 0; i < ct_tensor_numel(tensor); i++)
		ck_assert_msg(got[i] == values[i], "element %lld: expected %d, got %d",
			      (long long)i, values[i], got[i]);
	ct_tensor_free(contiguous);
}

#include "index_cases.h"

static json_t *cases;

static void free_cases(void)
{
	json_decref(cases);
}

const json_t *index_cases(void)
{
	if (cases == NULL) {
		cases = expected_cases("index");
		atexit(free_cases);
	}
	return cases;
}

const char *called(const json_t *of_case, bool by_text)
{
	static char text[256];

	snprintf(text, sizeof text, "%s: %s[%s] by %s", expected_text(of_case, "what"),
		 expected_text(of_case, "self"), expected_text(of_case, "text"),
		 by_text ? "text" : "parts");
	return text;
}

ct_device index_cases_device = { CT_DEVICE_TYPE_CPU, -1 };

/* Takes the tensor over. */
static ct_tensor *placed(ct_tensor *tensor)
{
	ct_tensor *result = NULL;

	if (index_cases_device.type == CT_DEVICE_TYPE_CPU)
		return tensor;
	CT_CHECK(ct_to_device(tensor, index_cases_device, ct_tensor_dtype(tensor), false, false,
			      CT_MEMORY_FORMAT_NONE, &result));
	ct_tensor_free(tensor);
	return result;
}

ct_tensor *base_of(const json_t *of_case)
{
	const char *name = expected_text(of_case, "self");
	ct_tensor *base, *transposed = NULL;
	const json_t *candidate = NULL;
	size_t i;

	json_array_foreach (index_cases(), i, candidate)
		if (strcmp(expected_text(candidate, "what"), "base") == 0 &&
		    strcmp(expected_text(candidate, "name"), name) == 0)
			break;
	base = placed(expected_tensor(candidate, "tensor"));
	if (strcmp(name, "t") != 0)
		return base;
	/* As in the table's script: not contiguous. */
	CT_CHECK(ct_t(base, &transposed));
	ct_tensor_free(base);
	return transposed;
}

ct_tensor *value_of_case(const json_t *of_case)
{
	return json_object_get(of_case, "value") ? placed(expected_tensor(of_case, "value")) : NULL;
}

static double double_at(const json_t *list, size_t i)
{
	const json_t *value = json_array_get(list, i);

	return json_is_string(value) ? strtod(json_string_value(value), NULL)
				     : json_number_value(value);
}

static ct_scalar scalar_of(const json_t *of_case)
{
	const json_t *list = expected_list(of_case, "scalar");
	const char *kind = json_string_value(json_array_get(list, 0));

	if (strcmp(kind, "bool") == 0)
		return ct_scalar_bool(json_is_true(json_array_get(list, 1)));
	if (strcmp(kind, "int") == 0)
		return ct_scalar_int(json_integer_value(json_array_get(list, 1)));
	if (strcmp(kind, "complex") == 0)
		return ct_scalar_complex(double_at(list, 1), double_at(list, 2));
	return ct_scalar_float(double_at(list, 1));
}

/* --- Parts ----------------------------------------------------------------------------------- */

static int64_t bound(const json_t *part, size_t i, int32_t which, int32_t *given)
{
	const json_t *value = json_array_get(part, i);

	if (json_is_null(value))
		return 99; /* must not be read */
	*given |= which;
	return json_integer_value(value);
}

static ct_index slice_of(const json_t *part)
{
	int32_t given = 0;
	int64_t start = bound(part, 1, CT_INDEX_START, &given);
	int64_t stop = bound(part, 2, CT_INDEX_STOP, &given);
	int64_t step = bound(part, 3, CT_INDEX_STEP, &given);

	return ct_index_slice(given, start, stop, step);
}

/* subscript_free() frees the memory with the part. */
static ct_index list_of(const json_t *list)
{
	size_t n = json_array_size(list);
	int64_t *places = malloc((n + 1) * sizeof *places);

	MUST(places != NULL);
	for (size_t i = 0; i < n; i++)
		places[i] = json_integer_value(json_array_get(list, i));
	return ct_index_at_list(places, (int64_t)n);
}

static ct_index mask_of(const json_t *list)
{
	size_t n = json_array_size(list);
	bool *truths = malloc(n + 1);

	MUST(truths != NULL);
	for (size_t i = 0; i < n; i++)
		truths[i] = json_is_true(json_array_get(list, i));
	return ct_index_at_mask(truths, (int64_t)n);
}

static ct_index part_of(const json_t *part, ct_tensor **tensors)
{
	const char *kind = json_string_value(json_array_get(part, 0));
	const json_t *value = json_array_get(part, 1);

	if (strcmp(kind, "int") == 0)
		return ct_index_at(json_integer_value(value));
	if (strcmp(kind, "slice") == 0)
		return slice_of(part);
	if (strcmp(kind, "none") == 0)
		return ct_index_new_axis();
	if (strcmp(kind, "ellipsis") == 0)
		return ct_index_ellipsis();
	if (strcmp(kind, "bool") == 0)
		return ct_index_at_bool(json_is_true(value));
	if (strcmp(kind, "tensor") == 0)
		return ct_index_at_tensor(tensors[json_integer_value(value)]);
	return strcmp(kind, "mask") == 0 ? mask_of(value) : list_of(value);
}

struct subscript *subscript_of(const json_t *of_case, bool by_text)
{
	const json_t *tensors = expected_list(of_case, "tensors");
	const json_t *parts = json_object_get(of_case, "parts");
	struct subscript *s = calloc(1, sizeof *s);

	MUST(s != NULL);
	s->by_text = by_text;
	s->text = expected_text(of_case, "text");
	s->tensors_len = (int64_t)json_array_size(tensors);
	s->tensors = calloc((size_t)s->tensors_len + 1, sizeof *s->tensors);
	MUST(s->tensors != NULL);
	for (size_t i = 0; i < json_array_size(tensors); i++) {
		json_t *holder = json_pack("{s:O}", "tensor", json_array_get(tensors, i));

		s->tensors[i] = placed(expected_tensor(holder, "tensor"));
		json_decref(holder);
	}
	if (parts == NULL)
		return s;
	s->n = (int64_t)json_array_size(parts);
	s->parts = calloc((size_t)s->n + 1, sizeof *s->parts);
	MUST(s->parts != NULL);
	for (size_t i = 0; i < json_array_size(parts); i++)
		s->parts[i] = part_of(json_array_get(parts, i), s->tensors);
	return s;
}

void subscript_free(struct subscript *s)
{
	for (int64_t i = 0; i < s->tensors_len; i++)
		ct_tensor_free(s->tensors[i]);
	for (int64_t i = 0; i < s->n; i++)
		free((void *)s->parts[i].list);
	free(s->tensors);
	free(s->parts);
	free(s);
}

ct_error subscript_get(const struct subscript *s, const ct_tensor *self, ct_tensor **result)
{
	if (!s->by_text)
		return ct_tensor_index(self, s->parts, s->n, result);
	if (s->tensors_len == 0)
		return ct_tensor_index_text(self, s->text, result);
	return ct_tensor_index_text_with(self, s->text, CT_TENSORS_OF(s->tensors, s->tensors_len),
					 result);
}

static ct_error put_tensor(const struct subscript *s, ct_tensor *self, const ct_tensor *value)
{
	if (!s->by_text)
		return ct_tensor_index_put(self, s->parts, s->n, value);
	if (s->tensors_len == 0)
		return ct_tensor_index_put_text(self, s->text, value);
	return ct_tensor_index_put_text_with(self, s->text,
					     CT_TENSORS_OF(s->tensors, s->tensors_len), value);
}

ct_error subscript_put(const struct subscript *s, ct_tensor *self, const json_t *of_case,
		       const ct_tensor *value)
{
	if (value != NULL)
		return put_tensor(s, self, value);
	if (!s->by_text)
		return ct_tensor_index_put_scalar(self, s->parts, s->n, scalar_of(of_case));
	if (s->tensors_len == 0)
		return ct_tensor_index_put_scalar_text(self, s->text, scalar_of(of_case));
	return ct_tensor_index_put_scalar_text_with(
		self, s->text, CT_TENSORS_OF(s->tensors, s->tensors_len), scalar_of(of_case));
}

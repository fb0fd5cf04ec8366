/* data.c: a dataset of your own. Replace data_get() by what reads your samples. */
#include "data.h"

#include <math.h>
#include <stdlib.h>

struct data {
	int64_t count;
	double noise;
};

static ct_error data_count(const void *data, int64_t *result)
{
	const struct data *self = data;

	*result = self->count;
	return NULL;
}

/* Threads of the loader call this at the same time, so it only reads `data`, and draws its random
 * numbers from `generator`. */
static ct_error data_get(void *data, int64_t index, ct_generator *generator, ct_value *sample)
{
	const struct data *self = data;
	const int64_t spiral = index % 2;
	const double radius = (double)(index + 1) / (double)self->count;
	const double angle = 3 * radius * acos(-1) + (spiral ? acos(-1) : 0);
	ct_tensor *point;

	CT_TRY(ct_tensor_from_rows(CT_FLOAT_ROW(radius * cos(angle), radius * sin(angle)), NULL,
				   &point));
	point = CT_E(add, point, CT_E(mul, CT_E(randn_generator, CT_L(2), generator), self->noise));
	CT_TRY(CT_DONE());
	return ct_sample_pair(point, ct_value_int(spiral), sample);
}

ct_error data_new(int64_t count, double noise, ct_dataset **result)
{
	static const ct_dataset_functions functions = {
		.name = "Spirals", .count = data_count, .get = data_get, .free = free
	};
	struct data *data = malloc(sizeof *data);

	if (data == NULL)
		return ct_error_new(CT_ERROR_RUNTIME, __func__, "no memory");
	*data = (struct data){ .count = count, .noise = noise };
	return ct_dataset_new(&functions, data, result);
}

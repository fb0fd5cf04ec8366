/*
 * Random numbers as torchvision draws them.
 */
#include <string.h>

#include <ctorch/calls/call.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/tensor.h>

#include "vision/transforms/draw.h"

float ct_draw_rand(ct_generator *generator)
{
	return (float)CT_ITEM(CT_E(rand_generator, CT_L(1), generator, .device = CT_DEVICE_CPU));
}

double ct_draw_uniform(ct_generator *generator, double low, double high)
{
	return CT_ITEM(CT_E(uniform_, CT_E(empty, CT_L(1), .device = CT_DEVICE_CPU), low, high,
			    .generator = generator));
}

static int64_t int_of(const ct_tensor *tensor)
{
	int64_t result = 0;

	CT_DO(ct_tensor_item_int64(tensor, &result));
	return result;
}

int64_t ct_draw_int(ct_generator *generator, int64_t low, int64_t high)
{
	return int_of(CT_E(randint_low_generator, low, high, CT_L(1), generator,
			   .device = CT_DEVICE_CPU));
}

void ct_draw_permutation(ct_generator *generator, int64_t n, int64_t *order)
{
	ct_tensor *drawn = CT_E(randperm_generator, n, generator, .device = CT_DEVICE_CPU);

	memset(order, 0, (size_t)n * sizeof *order);
	if (drawn)
		memcpy(order, ct_tensor_data(drawn), (size_t)n * sizeof *order);
}

/* By the operators, whose logarithm may differ from C's in the last bit. */
void ct_draw_log_ratio(ct_floats ratio, double logs[2])
{
	const float floats[] = { (float)ratio.at[0], (float)ratio.at[1] };
	ct_tensor *made = NULL;

	logs[0] = logs[1] = 0;
	CT_DO(ct_tensor_from_data(floats, CT_FLOAT32, CT_INTS_OF(CT_L(2).at, 1), &made));
	made = CT_E(log, made);
	for (int i = 0; made && i < 2; i++)
		logs[i] = ((const float *)ct_tensor_data(made))[i];
}

double ct_draw_ratio(ct_generator *generator, const double logs[2])
{
	return CT_ITEM(CT_E(exp, CT_E(uniform_, CT_E(empty, CT_L(1), .device = CT_DEVICE_CPU),
				      logs[0], logs[1], .generator = generator)));
}

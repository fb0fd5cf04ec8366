/*
 * torch.nn.init: gains, constants, and random numbers whose range depends on the shape.
 */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include <ctorch/ctorch.h>
#include <ctorch/nn/functions.h>

#include "core/base/warn.h"
#include "nn/functional/give.h"
#include "nn/init/init.h"
#include "tensor/tensor/sizes.h"

/* --- Gains ------------------------------------------------------------------------------------ */

static double leaky_relu_gain(double slope)
{
	return sqrt(2.0 / (1 + pow(slope, 2)));
}

/* Those of the linear functions and of sigmoid are 1. */
static const char *const unit_gains[] = {
	"linear",           "conv1d",           "conv2d",           "conv3d",
	"conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "sigmoid",
};

/* False: there is no such function. */
static bool find_gain(const char *function, double slope, double *gain)
{
	for (size_t i = 0; i < sizeof unit_gains / sizeof *unit_gains; i++) {
		if (strcmp(function, unit_gains[i]) == 0) {
			*gain = 1;
			return true;
		}
	}
	if (strcmp(function, "tanh") == 0)
		*gain = 5.0 / 3;
	else if (strcmp(function, "relu") == 0)
		*gain = sqrt(2.0);
	else if (strcmp(function, "leaky_relu") == 0)
		*gain = leaky_relu_gain(slope);
	else if (strcmp(function, "selu") == 0)
		*gain = 3.0 / 4;
	else
		return false;
	return true;
}

ct_error ct_nn_init_calculate_gain(const char *nonlinearity, const double *param, double *result)
{
	double gain;

	CT_NN_NEEDS(nonlinearity, 1);
	if (!find_gain(nonlinearity, param ? *param : 0.01, &gain))
		CT_NN_RAISE(CT_ERROR_VALUE, "Unsupported nonlinearity %s", nonlinearity);
	if (result)
		*result = gain;
	return NULL;
}

/* --- The same for every shape ----------------------------------------------------------------- */

ct_error ct_nn_init_uniform_(ct_tensor *tensor, double a, double b, ct_generator *generator,
			     ct_tensor **result)
{
	CT_NO_GRAD_SCOPE;

	return ct_uniform_(tensor, a, b, generator, result);
}

ct_error ct_nn_init_normal_(ct_tensor *tensor, double mean, double std, ct_generator *generator,
			    ct_tensor **result)
{
	CT_NO_GRAD_SCOPE;

	return ct_normal_(tensor, mean, std, generator, result);
}

ct_error ct_nn_init_constant_(ct_tensor *tensor, double val, ct_tensor **result)
{
	CT_NO_GRAD_SCOPE;

	return ct_fill__Scalar(tensor, ct_scalar_float(val), result);
}

ct_error ct_nn_init_ones_(ct_tensor *tensor, ct_tensor **result)
{
	return ct_nn_init_constant_(tensor, 1, result);
}

ct_error ct_nn_init_zeros_(ct_tensor *tensor, ct_tensor **result)
{
	CT_NO_GRAD_SCOPE;

	return ct_zero_(tensor, result);
}

/* --- Xavier, Kaiming -------------------------------------------------------------------------- */

/* How many inputs an output depends on, and how many outputs an input goes to. */
struct fans {
	int64_t in, out;
};

static ct_error find_fans(const ct_tensor *tensor, struct fans *fans)
{
	int64_t field = 1; /* the product of a kernel's sizes */

	if (ct_tensor_dim(tensor) < 2)
		CT_NN_RAISE(CT_ERROR_VALUE, "Fan in and fan out can not be computed for tensor "
					    "with fewer than 2 dimensions");
	for (int64_t i = 2; i < ct_tensor_dim(tensor); i++)
		field *= ct_size_of(tensor, i);
	*fans = (struct fans){ ct_size_of(tensor, 1) * field, ct_size_of(tensor, 0) * field };
	return CT_DONE();
}

static ct_error find_xavier_std(const ct_tensor *tensor, double gain, double *std)
{
	struct fans fans;

	CT_TRY(find_fans(tensor, &fans));
	if (fans.in + fans.out == 0)
		CT_NN_RAISE(CT_ERROR_VALUE, "float division by zero");
	*std = gain * sqrt(2.0 / (double)(fans.in + fans.out));
	return NULL;
}

ct_error ct_nn_init_xavier_uniform_(ct_tensor *tensor, double gain, ct_generator *generator,
				    ct_tensor **result)
{
	double std, bound;

	CT_NN_NEEDS(tensor, 1);
	CT_TRY(find_xavier_std(tensor, gain, &std));
	bound = sqrt(3.0) * std;
	return ct_nn_init_uniform_(tensor, -bound, bound, generator, result);
}

ct_error ct_nn_init_xavier_normal_(ct_tensor *tensor, double gain, ct_generator *generator,
				   ct_tensor **result)
{
	double std;

	CT_NN_NEEDS(tensor, 1);
	CT_TRY(find_xavier_std(tensor, gain, &std));
	return ct_nn_init_normal_(tensor, 0, std, generator, result);
}

/* `mode` is accepted in any case of its letters; `lower` has room for the longest one. */
static bool is_fan_mode(const char *mode, char lower[sizeof "fan_out"])
{
	size_t n = strlen(mode);

	if (n >= sizeof "fan_out")
		return false;
	for (size_t i = 0; i <= n; i++)
		lower[i] = (char)tolower((unsigned char)mode[i]);
	return strcmp(lower, "fan_in") == 0 || strcmp(lower, "fan_out") == 0;
}

static struct ct_nn_text lower_text(const char *text)
{
	struct ct_nn_text lower = { "" };

	for (size_t i = 0; text[i] && i < sizeof lower.at - 1; i++)
		lower.at[i] = (char)tolower((unsigned char)text[i]);
	return lower;
}

static ct_error find_kaiming_std(const ct_tensor *tensor, double slope, const char *mode,
				 const char *nonlinearity, double *std)
{
	char lower[sizeof "fan_out"];
	struct fans fans;
	double gain;

	if (!is_fan_mode(mode, lower))
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "Mode %s not supported, please use one of ['fan_in', 'fan_out']",
			    lower_text(mode).at);
	CT_TRY(find_fans(tensor, &fans));
	CT_TRY(ct_nn_init_calculate_gain(nonlinearity, &slope, &gain));
	*std = gain / sqrt((double)(strcmp(lower, "fan_in") == 0 ? fans.in : fans.out));
	return NULL;
}

/* Python then changes nothing, and only warns, without looking at the other arguments. */
static bool has_size_zero(const ct_tensor *tensor)
{
	for (int64_t i = 0; i < ct_tensor_dim(tensor); i++)
		if (ct_size_of(tensor, i) == 0)
			return true;
	return false;
}

static ct_error leave_alone(ct_tensor *tensor, ct_tensor **result)
{
	ct_warn("Initializing zero-element tensors is a no-op");
	return ct_nn_again(tensor, result);
}

ct_error ct_nn_init_kaiming_uniform_(ct_tensor *tensor, double a, const char *mode,
				     const char *nonlinearity, ct_generator *generator,
				     ct_tensor **result)
{
	double std, bound;

	CT_NN_NEEDS(tensor, 1);
	CT_NN_NEEDS(mode, 3);
	CT_NN_NEEDS(nonlinearity, 4);
	CT_TRY(ct_check_sizes(tensor));
	if (has_size_zero(tensor))
		return leave_alone(tensor, result);
	CT_TRY(find_kaiming_std(tensor, a, mode, nonlinearity, &std));
	bound = sqrt(3.0) * std;
	return ct_nn_init_uniform_(tensor, -bound, bound, generator, result);
}

ct_error ct_nn_init_kaiming_normal_(ct_tensor *tensor, double a, const char *mode,
				    const char *nonlinearity, ct_generator *generator,
				    ct_tensor **result)
{
	double std;

	CT_NN_NEEDS(tensor, 1);
	CT_NN_NEEDS(mode, 3);
	CT_NN_NEEDS(nonlinearity, 4);
	CT_TRY(ct_check_sizes(tensor));
	if (has_size_zero(tensor))
		return leave_alone(tensor, result);
	CT_TRY(find_kaiming_std(tensor, a, mode, nonlinearity, &std));
	return ct_nn_init_normal_(tensor, 0, std, generator, result);
}

#include "types/default_device.h"

#include <string.h>

/* The operators in _device_constructors() of torch/utils/_device.py. No rule on their schemas would
 * select them: from_file() and normal() look the same and are not in the list. The test
 * default_device compares this list with the release's own. */
static const char *const makers[] = {
	"arange",
	"bartlett_window",
	"blackman_window",
	"empty",
	"empty_permuted",
	"empty_quantized",
	"empty_strided",
	"eye",
	"fft_fftfreq",
	"fft_rfftfreq",
	"full",
	"hamming_window",
	"hann_window",
	"kaiser_window",
	"linspace",
	"logspace",
	"ones",
	"rand",
	"randint",
	"randn",
	"randperm",
	"range",
	"scalar_tensor",
	"sparse_bsc_tensor",
	"sparse_bsr_tensor",
	"sparse_compressed_tensor",
	"sparse_coo_tensor",
	"sparse_csc_tensor",
	"sparse_csr_tensor",
	"tril_indices",
	"triu_indices",
	"zeros",
};

/* A sparse tensor made of given values: Python's functions move the values to the device first, but
 * the operators do not. A device that the values are not on would only be an error. */
static bool takes_values(const struct op *op)
{
	for (size_t i = 0; i < op->schema.args.len; i++)
		if (!strcmp(op->schema.args.at[i].name, "values"))
			return true;
	return false;
}

bool heeds_default_device(const struct op *op)
{
	for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
		if (!strcmp(op->schema.name.base, makers[i]))
			return !takes_values(op);
	return false;
}

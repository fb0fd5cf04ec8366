/*
 * Functions of libctorch as they must not be, loaded in front of them to show that test_ops notices
 * (driver.sh).
 */
#include <stdlib.h>
#include <unistd.h>

#include <ctorch/ctorch.h>

/* Other operands: self - other becomes other - self. */
ct_error ct_sub_Tensor(const ct_tensor *self, const ct_tensor *other, ct_scalar alpha,
		       ct_tensor **result)
{
	ct_tensor *difference;
	ct_error error = ct_rsub_Tensor(self, other, alpha, &difference);

	if (error)
		return error;
	if (result)
		*result = difference;
	else
		ct_tensor_free(difference);
	return NULL;
}

/* A reference that is kept. */
ct_error ct_exp(const ct_tensor *self, ct_tensor **result)
{
	ct_error error = ct_exp2(self, result);

	if (!error && ct_tensor_keep(self) == NULL)
		abort();
	return error;
}

/* An error where there is none. */
ct_error ct_round(const ct_tensor *self, ct_tensor **result)
{
	return ct_grid_sampler_2d(self, self, -1, -1, false, result);
}

/* A crash. */
ct_error ct_is_vulkan_available(bool *result)
{
	(void)result;
	abort();
}

/* No end. */
ct_error ct__nnpack_available(bool *result)
{
	(void)result;
	for (;;)
		pause();
}

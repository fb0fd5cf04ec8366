/*
 * Broken functions of libctorch, loaded in front of the correct ones to show that test_ops notices
 * (driver.sh). They call the correct ones by the names of their method forms.
 */
#include <pthread.h>
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

/* Another operator, by the method form alone. */
ct_error ct_Tensor_neg(const ct_tensor *self, ct_tensor **result)
{
	return ct_abs(self, result);
}

/* A copy where a view is expected. */
ct_error ct_alias(const ct_tensor *self, ct_tensor **result)
{
	return ct_alias_copy(self, result);
}

/* The same numbers, with other strides. */
ct_error ct_mT(const ct_tensor *self, ct_tensor **result)
{
	ct_tensor *view;
	ct_error error = ct_Tensor_mT(self, &view);

	if (error)
		return error;
	error = ct_contiguous(view, CT_CONTIGUOUS_FORMAT, result);
	ct_tensor_free(view);
	return error;
}

/* An argument that is not written to. */
ct_error ct_ceil_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result)
{
	(void)self;
	if (result)
		*result = ct_tensor_retain(out);
	return NULL;
}

/* The same result by the same computation, but no gradient for the second argument. */
ct_error ct_dot(const ct_tensor *self, const ct_tensor *tensor, ct_tensor **result)
{
	ct_tensor *detached;
	ct_error error = ct_detach(tensor, &detached);

	if (error)
		return error;
	error = ct_Tensor_dot(self, detached, result);
	ct_tensor_free(detached);
	return error;
}

/* A reference that is kept. */
ct_error ct_exp(const ct_tensor *self, ct_tensor **result)
{
	ct_error error = ct_exp2(self, result);

	if (!error && ct_tensor_retain(self) == NULL)
		abort();
	return error;
}

/* A dropped result is not released. */
ct_error ct_frexp_Tensor(const ct_tensor *self, ct_tensor **mantissa, ct_tensor **exponent)
{
	ct_tensor *dropped;

	return ct_Tensor_frexp_Tensor(self, mantissa ? mantissa : &dropped, exponent);
}

/* An error where none is expected. */
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

/* --- Hostile arguments ------------------------------------------------------------------------ */

/* A crash for NULL. */
ct_error ct_tan(const ct_tensor *self, ct_tensor **result)
{
	if (self == NULL)
		abort();
	return ct_Tensor_tan(self, result);
}

/* An error for something that libtorch accepts: a matrix without elements. */
ct_error ct_trace(const ct_tensor *self, ct_tensor **result)
{
	int64_t elements = ct_tensor_numel(self);

	if (self && elements == 0)
		return ct_error_new(CT_ERROR_RUNTIME, "ct_trace", "no elements");
	return ct_Tensor_trace(self, result);
}

/* A refusal that names another argument. */
ct_error ct_mv(const ct_tensor *self, const ct_tensor *vec, ct_tensor **result)
{
	if (vec == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, "ct_mv",
				    "argument 1 (self) must not be NULL");
	return ct_Tensor_mv(self, vec, result);
}

/* A refusal that names an argument instead of a result. */
ct_error ct_unsafe_chunk(const ct_tensor *self, int64_t chunks, int64_t dim, ct_tensor ***result,
			 int64_t *result_len)
{
	if (result && result_len == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, "ct_unsafe_chunk",
				    "argument 4 (result_len) must not be NULL");
	return ct_Tensor_unsafe_chunk(self, chunks, dim, result, result_len);
}

/* An error that is not one of our refusals. */
ct_error ct_chunk(const ct_tensor *self, int64_t chunks, int64_t dim, ct_tensor ***result,
		  int64_t *result_len)
{
	if (result && result_len == NULL)
		return ct_error_new(CT_ERROR_RUNTIME, "ct_chunk",
				    "result_len must not be NULL when result is given");
	return ct_Tensor_chunk(self, chunks, dim, result, result_len);
}

/* --- Many threads ----------------------------------------------------------------------------- */

static pthread_t first_thread;

__attribute__((constructor)) static void note_first_thread(void)
{
	first_thread = pthread_self();
}

/* Correct in a single thread only. */
ct_error ct_frac(const ct_tensor *self, ct_tensor **result)
{
	if (pthread_equal(first_thread, pthread_self()))
		return ct_Tensor_frac(self, result);
	return ct_Tensor_trunc(self, result);
}

/* For random results, too, everything but the values must be correct. */
ct_error ct_bernoulli(const ct_tensor *self, ct_generator *generator, ct_tensor **result)
{
	(void)generator;
	return ct_isnan(self, result);
}

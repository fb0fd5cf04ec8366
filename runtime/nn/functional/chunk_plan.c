#include "nn/functional/chunk_plan.h"

#include <stdlib.h>
#include <string.h>

#include <ctorch/calls/call.h>

#include "nn/functional/raise.h"
#include "tensor/tensor/sizes.h"

static const char aspect_ratio[] = "aspect_ratio";

/* --- options ---------------------------------------------------------------------------------- */

/* N of "aspect_ratio:N", 1 without one; 0: this is no such method. */
static int64_t ratio_factor(const char *method)
{
	const size_t length = strlen(aspect_ratio);
	const char *digits = method + length + 1;

	if (strncmp(method, aspect_ratio, length) != 0)
		return 0;
	if (method[length] == '\0')
		return 1;
	if (method[length] != ':' || digits[strspn(digits, "0123456789")] != '\0')
		return 0;
	return strtoll(digits, NULL, 10); /* what is too large becomes the largest number */
}

static bool chunk_plan_is_one_of(const char *text, const char *const *all, int n)
{
	for (int i = 0; i < n; i++)
		if (strcmp(text, all[i]) == 0)
			return true;
	return false;
}

static ct_error chunk_plan_check_method(const char *method)
{
	if (strcmp(method, "auto") != 0 && strcmp(method, "none") != 0 && ratio_factor(method) < 1)
		CT_NN_RAISE(CT_ERROR_VALUE, "invalid chunking_method: '%s'", method);
	return NULL;
}

static ct_error check_acc_dtype(ct_dtype dtype)
{
	if (dtype != CT_DTYPE_NONE && dtype != CT_FLOAT16 && dtype != CT_BFLOAT16 &&
	    dtype != CT_FLOAT32 && dtype != CT_FLOAT64)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "acc_dtype must be one of {None, torch.float16, torch.bfloat16, "
			    "torch.float32, torch.float64}, got torch.%s. Pass acc_dtype=None to "
			    "let the op pick automatically.",
			    ct_dtype_name(dtype));
	return NULL;
}

ct_error ct_nn_check_chunk_options(const struct ct_nn_chunk_options *options)
{
	static const char *const policies[] = { "auto", "accurate", "compact" };

	if (!chunk_plan_is_one_of(options->acc_policy, policies, 3))
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "invalid acc_policy: '%s'; expected one of 'auto', 'accurate', "
			    "'compact'",
			    options->acc_policy);
	CT_TRY(chunk_plan_check_method(options->chunking_method));
	if (options->batch_chunk_size != CT_NO_INT && options->batch_chunk_size < 1)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "batch_chunk_size must be positive int or None, got %lld",
			    (long long)options->batch_chunk_size);
	return check_acc_dtype(options->acc_dtype);
}

/* --- rows of a chunk -------------------------------------------------------------------------- */

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* a / b, rounded up; a without a divisor. */
static int64_t ceil_div(int64_t a, int64_t b)
{
	return b > 0 ? a / b + (a % b != 0) : a;
}

static int64_t power_of_two_from(int64_t n)
{
	int64_t power = 1;

	while (power < n && power <= INT64_MAX / 2)
		power *= 2;
	return power;
}

static int64_t power_of_two_up_to(int64_t n)
{
	const int64_t power = power_of_two_from(n);

	return power > n && power > 1 ? power / 2 : power;
}

struct sizes {
	int64_t rows, features, classes;
};

/* So many that a chunk's logits take as much memory as the input, divided by `factor`. */
static int64_t rows_by_ratio(const struct sizes *sizes, int64_t factor)
{
	const int64_t target = ceil_div(sizes->rows, ceil_div(sizes->classes, sizes->features));

	return least(power_of_two_from(target) / factor, sizes->rows);
}

/* The most rows that take no more memory than without chunks, for the compact policy. */
static int64_t most_rows(const struct sizes *sizes, bool has_probabilities)
{
	int64_t numbers;

	if (has_probabilities)
		return power_of_two_up_to(sizes->rows / 2);
	if (sizes->features == 0 || __builtin_mul_overflow(sizes->rows, sizes->classes, &numbers))
		return sizes->rows;
	return power_of_two_up_to(numbers / sizes->features / 4);
}

static ct_error check_size(const struct ct_nn_chunk_options *options, int64_t rows)
{
	const int64_t size = options->batch_chunk_size;

	if (size != CT_NO_INT && size != rows)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "batch_chunk_size (=%lld) and chunking_method ('%s') give different "
			    "chunk sizes (%lld vs %lld); pass only one.",
			    (long long)size, options->chunking_method, (long long)size,
			    (long long)rows);
	return NULL;
}

static ct_error choose_rows(const struct ct_nn_linear_loss *loss,
			    const struct ct_nn_chunk_options *options,
			    struct ct_nn_chunk_plan *plan)
{
	const struct sizes sizes = { ct_size_of(loss->input, 0), ct_size_of(loss->input, 1),
				     ct_size_of(loss->weight, 0) };
	const bool has_size = options->batch_chunk_size != CT_NO_INT;
	const bool is_auto = strcmp(options->chunking_method, "auto") == 0 && !has_size;
	const int64_t factor = is_auto ? 1 : ratio_factor(options->chunking_method);
	const ct_dtype target = ct_tensor_dtype(loss->target);
	int64_t rows = has_size ? least(options->batch_chunk_size, sizes.rows) : sizes.rows;

	if (factor > 0) {
		rows = rows_by_ratio(&sizes, factor);
		if (is_auto && plan->is_compact)
			rows = least(rows, most_rows(&sizes, ct_dtype_is_floating_point(target)));
		CT_TRY(check_size(options, rows));
	}
	plan->rows = rows > 0 ? rows : 1;
	return NULL;
}

/* --- dtypes ----------------------------------------------------------------------------------- */

static bool is_short(ct_dtype dtype)
{
	return dtype == CT_FLOAT16 || dtype == CT_BFLOAT16;
}

static ct_dtype choose_acc_dtype(const ct_tensor *input, const struct ct_nn_chunk_options *options)
{
	const ct_dtype dtype = ct_tensor_dtype(input);
	const ct_device_type device = ct_tensor_device(input).type;
	const bool is_mixed = device == CT_DEVICE_TYPE_CPU || device == CT_DEVICE_TYPE_CUDA;

	if (options->acc_dtype != CT_DTYPE_NONE)
		return options->acc_dtype;
	if (strcmp(options->acc_policy, "auto") == 0 && is_short(dtype) && is_mixed)
		return CT_FLOAT32;
	return dtype;
}

/* Multiplying short numbers is slow on CPUs. */
static bool choose_compact(const ct_tensor *input, const char *policy)
{
	if (strcmp(policy, "auto") == 0)
		return !(ct_tensor_device(input).type == CT_DEVICE_TYPE_CPU &&
			 is_short(ct_tensor_dtype(input)));
	return strcmp(policy, "compact") == 0;
}

ct_error ct_nn_plan_chunks(const struct ct_nn_linear_loss *loss,
			   const struct ct_nn_chunk_options *options,
			   struct ct_nn_chunk_plan *result)
{
	const ct_dtype dtype = ct_tensor_dtype(loss->input);
	const ct_dtype acc = choose_acc_dtype(loss->input, options);

	if (acc != dtype && !(is_short(dtype) && acc == CT_FLOAT32))
		CT_NN_RAISE(CT_ERROR_RUNTIME,
			    "linear_cross_entropy supports float32 acc_dtype with float16/bfloat16 "
			    "inputs, but got torch.%s acc_dtype and torch.%s inputs.",
			    ct_dtype_name(acc), ct_dtype_name(dtype));
	result->is_compact = choose_compact(loss->input, options->acc_policy);
	result->acc_dtype = acc;
	result->has_other_dtype = acc != dtype;
	result->logits_dtype = dtype == CT_FLOAT16 && result->is_compact ? dtype : acc;
	return choose_rows(loss, options, result);
}

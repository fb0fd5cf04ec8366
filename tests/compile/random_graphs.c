/*
 * random_graphs.c: programs of random operators, for random_graphs.sh.
 *
 *     random_graphs record FIRST COUNT FOLDER [NODES]
 *     random_graphs compare [ARCHIVE WEIGHTS LIBRARY exact|close]...
 *     random_graphs outputs ARCHIVE FILE
 *
 * `record` writes FOLDER/SEED.pt2 for COUNT seeds: 5 to 60 operators, or NODES, on four inputs, two
 * outputs. One of four graphs is of bfloat16, which has no convolutions; one of ten has tensors that
 * are large enough for threads to share, of which two then run the library.
 * Values stay near 1, and what is compared or rounded is exact in all programs, so that a small
 * difference stays small. `compare` runs each archive by the interpreter, and LIBRARY, what
 * ctorch-compile has written for it as `program`; it returns 1 if the outputs differ.
 * `outputs` saves the interpreter's outputs, for random_graphs.py.
 */
#include <ctorch/ctorch.h>

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POOL = 30100, INPUTS = 4, OUTPUTS = 2, DIMS = 4, WIDTH = 8, LARGE = 16 };

/* --- Random choices --------------------------------------------------------------------------- */

/* xorshift64*: the same on all machines. */
static uint64_t state;

static int64_t below(int64_t n)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return (int64_t)((state * UINT64_C(0x2545F4914F6CDD1D)) >> 33) % n;
}

struct pool {
	ct_tensor *at[POOL];
	bool is_exact[POOL]; /* no program computes it in another way */
	int64_t len;
	const ct_tensor *ids;
};

static int64_t pick(const struct pool *pool)
{
	/* Mostly a late one, so that graphs are deep. */
	const int64_t recent = pool->len < 4 ? pool->len : 4;

	return below(3) ? pool->len - 1 - below(recent) : below(pool->len);
}

/* Another one of the same sizes, or that is repeated for them; -1: there is none. */
static int64_t pick_fitting(const struct pool *pool, const ct_tensor *x)
{
	for (int64_t attempt = 0; attempt < 12; attempt++) {
		const int64_t i = below(pool->len);
		const ct_tensor *y = pool->at[i];
		const int64_t missing = ct_tensor_dim(x) - ct_tensor_dim(y);
		bool fits = missing >= 0;

		for (int64_t d = 0; fits && d < ct_tensor_dim(y); d++)
			fits = ct_tensor_size(y, d) == ct_tensor_size(x, d + missing) ||
			       ct_tensor_size(y, d) == 1;
		if (fits)
			return i;
	}
	return -1;
}

/* --- Operators -------------------------------------------------------------------------------- */

typedef ct_error (*unary)(const ct_tensor *, ct_tensor **);

/* Differences stay what they are, or nearly. */
static const unary exact_unary[] = { ct_relu, ct_neg, ct_abs };
static const unary smooth_unary[] = { ct_tanh, ct_sigmoid, ct_silu, ct_sin, ct_cos, ct_erf };

static ct_error add_unary(struct pool *pool, int64_t i, ct_tensor **result, bool *is_exact)
{
	const ct_tensor *x = pool->at[i];

	switch (below(6)) {
	case 0:
		*is_exact = false;
		return smooth_unary[below(6)](x, result);
	case 1:
		*is_exact = false;
		return ct_gelu(x, below(2) ? "none" : "tanh", result);
	case 2:
		return ct_clamp(x, &(ct_scalar){ .kind = CT_SCALAR_FLOAT, .re = -1.5 },
				&(ct_scalar){ .kind = CT_SCALAR_FLOAT, .re = 1.5 }, result);
	case 3:
		return ct_leaky_relu(x, ct_scalar_float(0.25), result);
	case 4:
		return ct_mul_Scalar(x, ct_scalar_float(below(2) ? 0.5 : -0.75), result);
	default:
		return exact_unary[below(3)](x, result);
	}
}

static ct_error add_binary(struct pool *pool, int64_t i, ct_tensor **result, bool *is_exact)
{
	const ct_tensor *x = pool->at[i], *y;
	const int64_t other = pick_fitting(pool, x);
	ct_tensor *condition, *bounded;

	if (other < 0)
		return ct_clone(x, CT_PRESERVE_FORMAT, result);
	y = pool->at[other];
	*is_exact &= pool->is_exact[other];
	switch (below(6)) {
	case 0:
		return ct_add_Tensor(x, y, ct_scalar_int(1), result);
	case 1:
		return ct_sub_Tensor(x, y, ct_scalar_int(1), result);
	case 2:
		CT_TRY(ct_clamp(y, &(ct_scalar){ .kind = CT_SCALAR_FLOAT, .re = -1 },
				&(ct_scalar){ .kind = CT_SCALAR_FLOAT, .re = 1 }, &bounded));
		return ct_mul_Tensor(x, bounded, result);
	case 3:
		return ct_maximum(x, y, result);
	case 4:
		return ct_minimum(x, y, result);
	default:
		CT_TRY(ct_gt_Scalar(pool->at[0], ct_scalar_float(0.125), &condition));
		if (ct_tensor_dim(x) < 3 || ct_tensor_numel(x) != ct_tensor_numel(pool->at[0]) ||
		    ct_tensor_dim(x) != ct_tensor_dim(pool->at[0]) ||
		    ct_tensor_size(x, 1) != ct_tensor_size(pool->at[0], 1) ||
		    ct_tensor_size(x, 2) != ct_tensor_size(pool->at[0], 2))
			return ct_add_Tensor(x, y, ct_scalar_int(1), result);
		return ct_where_self(condition, x, y, result);
	}
}

static ct_error add_rows(struct pool *pool, int64_t i, ct_tensor **result, bool *is_exact)
{
	const ct_tensor *x = pool->at[i];
	const int64_t dim = ct_tensor_dim(x), last = ct_tensor_size(x, -1);
	const int64_t shape[] = { last }, dims[] = { -1, -2 };

	*is_exact = false;
	if (dim < 1 || last < 2)
		return ct_tanh(x, result);
	switch (below(6)) {
	case 0:
		return ct_softmax_int(x, -1, CT_DTYPE_NONE, result);
	case 1:
		return ct_log_softmax_int(x, -1, CT_DTYPE_NONE, result);
	case 2:
		/* A large eps, so that rows that are nearly equal do not become noise. */
		return ct_layer_norm(x, shape, 1, NULL, NULL, 0.1, false, result);
	case 3:
		return ct_mean_dim(x, dims, dim > 1 && below(2) ? 2 : 1, below(2), CT_DTYPE_NONE,
				   result);
	case 4:
		return ct_rms_norm(x, shape, 1, NULL, &(double){ 0.1 }, result);
	default:
		return ct_cumsum(x, dim - 1, CT_DTYPE_NONE, result); /* a call */
	}
}

static ct_error add_view(struct pool *pool, int64_t i, ct_tensor **result)
{
	const ct_tensor *x = pool->at[i];
	const int64_t dim = ct_tensor_dim(x), at = dim ? below(dim) : 0;
	ct_tensor **parts;
	int64_t parts_len;

	if (dim == 0)
		return ct_unsqueeze(x, 0, result);
	switch (below(8)) {
	case 0:
		return ct_transpose_int(x, at, below(dim), result);
	case 1:
		return ct_reshape(x, (const int64_t[]){ -1 }, 1, result);
	case 2:
		return ct_tensor_size(x, at) > 2
			       ? ct_slice_Tensor(x, at, &(int64_t){ 1 }, NULL, 1, result)
			       : ct_alias(x, result);
	case 3:
		return dim < DIMS ? ct_unsqueeze(x, at, result) : ct_squeeze(x, result);
	case 4:
		return ct_select_int(x, at, 0, result);
	case 5:
		CT_TRY(ct_split_Tensor(x, (ct_tensor_size(x, at) + 1) / 2, at, &parts, &parts_len));
		*result = parts[parts_len - 1];
		ct_free(parts);
		return NULL;
	case 6:
		return ct_contiguous(x, CT_CONTIGUOUS_FORMAT, result);
	default:
		return dim > 1 ? ct_flatten_using_ints(x, dim - 2, dim - 1, result)
			       : ct_clone(x, CT_PRESERVE_FORMAT, result);
	}
}

/* The first item of a dimension, which stays. */
static ct_error take_first(const ct_tensor *x, int64_t dim, ct_tensor **result)
{
	return ct_narrow(x, dim, 0, 1, result);
}

/* Of matrices with each other, as they are or repeated for a batch. */
static ct_error add_matrices(const ct_tensor *x, ct_tensor **result)
{
	const int64_t dim = ct_tensor_dim(x), how = below(3);
	ct_tensor *a = (ct_tensor *)x, *b;

	CT_TRY(ct_transpose_int(x, dim - 1, dim - 2, &b));
	if (how > 0)
		CT_TRY(take_first(b, 0, &b));
	if (how > 1)
		CT_TRY(take_first(x, dim == 4 ? 1 : 0, &a));
	CT_TRY(ct_matmul(a, b, &a));
	CT_TRY(ct_mul_Scalar(a, ct_scalar_float(0.125), &a));
	return ct_tanh(a, result);
}

/* Of rows that are one row in memory. */
static ct_error add_repeated(const ct_tensor *x, const ct_tensor *matrix, ct_tensor **result)
{
	ct_tensor *row;

	CT_TRY(take_first(x, ct_tensor_dim(x) - 2, &row));
	CT_TRY(ct_expand(row, ct_tensor_shape(x), ct_tensor_dim(x), false, &row));
	CT_TRY(ct_linear(row, matrix, NULL, &row));
	return ct_mul_Scalar(row, ct_scalar_float(0.25), result);
}

/* Indices of 32 bits, too. */
static ct_error add_embedding(const struct pool *pool, ct_tensor **result)
{
	ct_tensor *ids = (ct_tensor *)pool->ids;

	if (below(2))
		CT_TRY(ct_to_dtype(ids, CT_INT32, false, false, CT_MEMORY_FORMAT_NONE, &ids));
	return ct_embedding(pool->at[2], ids, -1, false, false, result);
}

/* Products with a matrix [8, 8], which is an input, and of others. */
static ct_error add_product(struct pool *pool, int64_t i, ct_tensor **result, bool *is_exact)
{
	const ct_tensor *x = pool->at[i], *matrix = pool->at[2];
	ct_tensor *embedded;

	*is_exact = false;
	if (below(4) == 0) {
		*is_exact = pool->is_exact[2];
		return add_embedding(pool, result);
	}
	if (ct_tensor_dim(x) > 2 && ct_tensor_size(x, -2) <= 4 * WIDTH && below(3) == 0)
		return add_matrices(x, result);
	if (ct_tensor_dim(x) > 1 && ct_tensor_size(x, -1) == WIDTH && below(4) == 0)
		return add_repeated(x, matrix, result);
	if (ct_tensor_dim(x) == 4 && ct_tensor_size(x, 3) == WIDTH && below(2))
		return ct_scaled_dot_product_attention(x, x, x, NULL, 0, below(2), NULL, false,
						       result);
	if (ct_tensor_dim(x) > 2 && ct_tensor_size(x, -1) == WIDTH && below(2)) {
		/* A product for each of a batch, whose elements stay near 1. */
		CT_TRY(ct_transpose_int(x, -1, -2, &embedded));
		CT_TRY(ct_matmul(embedded, x, &embedded));
		return ct_tanh(embedded, result);
	}
	if (ct_tensor_dim(x) > 1 && ct_tensor_size(x, -1) == WIDTH) {
		CT_TRY(ct_linear(x, matrix, NULL, &embedded));
		return ct_mul_Scalar(embedded, ct_scalar_float(0.25), result);
	}
	return ct_tanh(x, result);
}

/* --- Constants -------------------------------------------------------------------------------- */

enum { CONSTANT = 4096, CHANNELS = 64 }; /* the most numbers of one, and of its input */

/* Numbers of [low, high), which are saved with the program. */
static ct_error make_constant(ct_ints sizes, double low, double high, ct_tensor **result)
{
	float data[CONSTANT];
	int64_t n = 1;

	for (int64_t i = 0; i < sizes.len; i++)
		n *= sizes.at[i];
	for (int64_t i = 0; i < n && i < CONSTANT; i++)
		data[i] = (float)(low + (high - low) * (double)below(1 << 20) / (1 << 20));
	return ct_tensor_from_memory(data, n * (int64_t)sizeof *data, CT_FLOAT32, sizes, result);
}

/* What may be seen. One row of seven sees nothing, others at least the first. */
static ct_error make_mask(ct_ints sizes, ct_tensor **result)
{
	const bool is_bool = below(2);
	const int64_t last = sizes.at[sizes.len - 1];
	bool seen[CONSTANT];
	float added[CONSTANT];
	int64_t n = 1;

	for (int64_t i = 0; i < sizes.len; i++)
		n *= sizes.at[i];
	for (int64_t i = 0; i < n && i < CONSTANT; i++) {
		seen[i] = i / last % 7 != 6 && (i % last == 0 || below(3) > 0);
		added[i] = seen[i] ? (float)below(5) / 4 : -INFINITY;
	}
	return is_bool ? ct_tensor_from_memory(seen, n, CT_BOOL, sizes, result)
		       : ct_tensor_from_memory(added, n * (int64_t)sizeof *added, CT_FLOAT32, sizes,
					       result);
}

/* --- Convolutions and attention --------------------------------------------------------------- */

/* Evaluation of a batch normalization, which may belong to the convolution before it. */
static ct_error add_norm(ct_tensor *x, ct_tensor **result)
{
	const ct_ints channels = CT_L(ct_tensor_size(x, 1));
	ct_tensor *weight, *bias, *mean, *var;

	CT_TRY(make_constant(channels, 0.5, 1.5, &weight));
	CT_TRY(make_constant(channels, -0.5, 0.5, &bias));
	CT_TRY(make_constant(channels, -0.5, 0.5, &mean));
	CT_TRY(make_constant(channels, 0.5, 2, &var));
	return ct_batch_norm(x, weight, bias, mean, var, false, 0.1, 1e-5, true, result);
}

static ct_error add_pooling(ct_tensor *x, ct_tensor **result)
{
	const int64_t two[] = { 2, 2 }, none[] = { 0, 0 }, one[] = { 1, 1 }, sizes[] = { 2, 3 };

	if (ct_tensor_size(x, 2) < 2 || ct_tensor_size(x, 3) < 2)
		return ct_relu(x, result);
	switch (below(4)) {
	case 0:
		return ct_max_pool2d(x, two, 2, two, 2, none, 2, one, 2, false, result);
	case 1:
		return ct_avg_pool2d(x, two, 2, two, 2, none, 2, false, true, NULL, result);
	case 2:
		return ct_adaptive_avg_pool2d(x, sizes, 2, result);
	default:
		return ct_relu(x, result);
	}
}

/* Along one dimension or two, of all channels or of groups. */
static ct_error add_convolution(const ct_tensor *x, ct_tensor **result)
{
	const bool is_flat = ct_tensor_dim(x) == 3;
	const int64_t channels = ct_tensor_size(x, 1), kernel = below(2) ? 3 : 1;
	const int64_t groups = below(2) ? channels : 1, made = groups * (1 + below(3));
	const int64_t stride[] = { 1 + below(2), 1 }, padding[] = { kernel / 2, kernel / 2 };
	const int64_t dilation[] = { 1, 1 }, each = channels / groups;
	const double scale = 1 / sqrt((double)(each * kernel * (is_flat ? 1 : kernel)));
	ct_tensor *weight, *bias = NULL;

	CT_TRY(make_constant(is_flat ? CT_L(made, each, kernel) : CT_L(made, each, kernel, kernel),
			     -scale, scale, &weight));
	if (below(2))
		CT_TRY(make_constant(CT_L(made), -0.5, 0.5, &bias));
	if (is_flat)
		CT_TRY(ct_conv1d(x, weight, bias, stride, 1, padding, 1, dilation, 1, groups,
				 result));
	else
		CT_TRY(ct_conv2d(x, weight, bias, stride, 2, padding, 2, dilation, 2, groups,
				 result));
	if (below(2))
		CT_TRY(add_norm(*result, result));
	return is_flat ? NULL : add_pooling(*result, result);
}

/* A mask for all, for each batch, or for each batch and head. */
static ct_error add_masked(const ct_tensor *x, ct_tensor **result)
{
	const int64_t n = ct_tensor_size(x, 0), heads = ct_tensor_size(x, 1);
	const int64_t length = ct_tensor_size(x, 2);
	const ct_ints sizes[] = { CT_L(length, length), CT_L(n, 1, 1, length),
				  CT_L(1, heads, length, length), CT_L(n, 1, length, length) };
	ct_tensor *mask;

	CT_TRY(make_mask(sizes[below(4)], &mask));
	return ct_scaled_dot_product_attention(x, x, x, mask, 0, false, NULL, false, result);
}

static bool is_small_float(const ct_tensor *x)
{
	return ct_tensor_dtype(x) == CT_FLOAT32 && ct_tensor_numel(x) < CONSTANT &&
	       ct_tensor_numel(x) > 0 && ct_tensor_dim(x) >= 3 &&
	       ct_tensor_size(x, 0) <= CHANNELS && ct_tensor_size(x, 1) <= CHANNELS;
}

static ct_error add_layer(struct pool *pool, int64_t i, ct_tensor **result, bool *is_exact)
{
	const ct_tensor *x = pool->at[i];

	ct_tensor *image;

	*is_exact = false;
	if (!is_small_float(x))
		return ct_tanh(x, result);
	if (ct_tensor_dim(x) == 3 && below(2)) {
		CT_TRY(ct_unsqueeze(x, 0, &image));
		return add_convolution(image, result);
	}
	if (ct_tensor_dim(x) == 4 && ct_tensor_size(x, 2) <= WIDTH && below(2))
		return add_masked(x, result);
	return add_convolution(x, result);
}

/* --- One of them ------------------------------------------------------------------------------ */

/* An operator in place writes to a copy that nothing else uses, or that was read before. */
static ct_error add_in_place(struct pool *pool, int64_t i, ct_tensor **result, bool *is_exact)
{
	ct_tensor *copy, *before;

	CT_TRY(ct_mul_Scalar(pool->at[i], ct_scalar_float(0.5), &copy));
	switch (below(6)) {
	case 0:
		return ct_relu_(copy, result);
	case 1:
		return ct_leaky_relu_(copy, ct_scalar_float(0.25), result);
	case 2:
		return ct_add__Tensor(copy, pool->at[i], ct_scalar_int(1), result);
	case 3:
		*is_exact = false;
		return ct_tanh_(copy, result);
	default:
		*is_exact = false;
		CT_TRY(ct_mul_Scalar(copy, ct_scalar_float(0.5), &before));
		CT_TRY(below(2) ? ct_silu_(copy, &copy) : ct_mish_(copy, &copy));
		return ct_add_Tensor(before, copy, ct_scalar_int(1), result);
	}
}

static ct_error add_one(struct pool *pool)
{
	const int64_t i = pick(pool);
	bool is_exact = pool->is_exact[i];
	ct_tensor *result;
	ct_error error;

	switch (below(11)) {
	case 0:
	case 1:
	case 2:
		error = add_unary(pool, i, &result, &is_exact);
		break;
	case 3:
	case 4:
	case 5:
		error = add_binary(pool, i, &result, &is_exact);
		break;
	case 6:
		error = add_rows(pool, i, &result, &is_exact);
		break;
	case 7:
		error = add_product(pool, i, &result, &is_exact);
		break;
	case 8:
		error = add_in_place(pool, i, &result, &is_exact);
		break;
	case 9:
		error = add_layer(pool, i, &result, &is_exact);
		break;
	default:
		error = add_view(pool, i, &result);
	}
	CT_TRY(error);
	pool->at[pool->len] = result;
	pool->is_exact[pool->len++] = is_exact;
	return NULL;
}

/* --- Recording -------------------------------------------------------------------------------- */

struct recording {
	uint64_t seed;
	int64_t nodes; /* 0: 5 to 60 */
};

static ct_error compute(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			ct_tensor **outputs, int64_t outputs_len)
{
	const struct recording *recording = context;
	static struct pool pool;
	int64_t count;

	pool = (struct pool){ .at = { inputs[0], inputs[1], inputs[2] },
			      .is_exact = { true, true, true },
			      .len = 3,
			      .ids = inputs[inputs_len - 1] };
	state = recording->seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
	count = recording->nodes ? recording->nodes : 5 + below(56);
	for (int64_t i = 0; i < count; i++)
		CT_TRY(add_one(&pool));
	for (int64_t i = 0; i < outputs_len; i++)
		CT_TRY(ct_mul_Scalar(pool.at[pool.len - 1 - i], ct_scalar_float(1), &outputs[i]));
	return NULL;
}

static ct_error record(uint64_t seed, int64_t nodes, const char *folder)
{
	struct recording recording = { seed, nodes };
	const int64_t times = seed % 10 == 5 && !nodes ? LARGE : 1;
	ct_tensor *inputs[INPUTS];
	ct_export *program;
	char path[1000];

	CT_SCOPE;
	CT_TRY(ct_manual_seed(seed));
	CT_TRY(ct_tensor_randn(CT_L(4 * times, 6 * times, WIDTH), NULL, &inputs[0]));
	CT_TRY(ct_tensor_randn(CT_L(2, 2 * times, 6 * times, WIDTH), NULL, &inputs[1]));
	CT_TRY(ct_tensor_randn(CT_L(WIDTH, WIDTH), NULL, &inputs[2]));
	for (int i = 0; i < 3 && seed % 4 == 0; i++)
		CT_TRY(ct_to_dtype(inputs[i], CT_BFLOAT16, false, false, CT_MEMORY_FORMAT_NONE,
				   &inputs[i]));
	CT_TRY(ct_tensor_randint(0, WIDTH, CT_L(4 * times, 6 * times), NULL, &inputs[3]));
	CT_TRY(ct_export_record(compute, &recording, CT_TENSORS_OF(inputs, INPUTS), OUTPUTS, NULL,
				&program));
	snprintf(path, sizeof path, "%s/%llu.pt2", folder, (unsigned long long)seed);
	CT_TRY(ct_export_save(program, path));
	ct_export_free(program);
	return NULL;
}

static int record_all(uint64_t first, uint64_t count, const char *folder, int64_t nodes)
{
	for (uint64_t seed = first; seed < first + count; seed++)
		CT_CHECK(record(seed, nodes, folder));
	return 0;
}

/* --- Comparing -------------------------------------------------------------------------------- */

struct program;
typedef ct_error (*load_function)(const char *, struct program **);
typedef ct_error (*run_function)(struct program *, ct_tensor *, ct_tensor *, ct_tensor *,
				 ct_tensor *, ct_tensor **, ct_tensor **);

static const float *floats_of(const ct_tensor *tensor)
{
	ct_tensor *result;

	CT_CHECK(ct_to_dtype(tensor, CT_FLOAT32, false, false, CT_MEMORY_FORMAT_NONE, &result));
	CT_CHECK(ct_contiguous(result, CT_CONTIGUOUS_FORMAT, &result));
	return ct_tensor_data(result);
}

static bool is_near(const ct_tensor *x, const ct_tensor *y, bool exactly)
{
	const float bound = ct_tensor_dtype(x) == CT_BFLOAT16 ? 0.1f : 2e-4f;
	const float *a = floats_of(x), *b = floats_of(y);
	float largest = 1;

	if (ct_tensor_numel(x) != ct_tensor_numel(y) || ct_tensor_dtype(x) != ct_tensor_dtype(y))
		return false;
	if (exactly)
		return ct_tensor_numel(x) == 0 ||
		       memcmp(a, b, (size_t)ct_tensor_numel(x) * sizeof *a) == 0;
	for (int64_t i = 0; i < ct_tensor_numel(x); i++)
		largest = fmaxf(largest, fabsf(a[i]));
	for (int64_t i = 0; i < ct_tensor_numel(x); i++)
		if (!(fabsf(a[i] - b[i]) <= bound * largest) && a[i] != b[i] && a[i] == a[i])
			return false;
	return true;
}

static ct_error run_library(const char *weights, const char *path, const ct_value *inputs,
			    ct_tensor **outputs)
{
	void *library = dlopen(path, RTLD_NOW);
	load_function load;
	run_function run;
	struct program *program;

	if (library == NULL)
		return ct_error_new(CT_ERROR_RUNTIME, NULL, "%s", dlerror());
	*(void **)&load = dlsym(library, "program_load");
	*(void **)&run = dlsym(library, "program_run");
	CT_TRY(load(weights, &program));
	/* Twice: the second run has the memory of the first. */
	for (int i = 0; i < 2; i++)
		CT_TRY(run(program, (ct_tensor *)inputs[0].object, (ct_tensor *)inputs[1].object,
			   (ct_tensor *)inputs[2].object, (ct_tensor *)inputs[3].object,
			   &outputs[0], &outputs[1]));
	return NULL;
}

static ct_error compare(const char *archive, const char *weights, const char *library, bool exactly,
			int *status)
{
	ct_value samples, args, inputs[INPUTS], list, item;
	ct_tensor *outputs[OUTPUTS];
	ct_export *program;

	CT_SCOPE;
	ct_autograd_set_grad_enabled(false);
	CT_TRY(ct_export_load(archive, NULL, &program));
	CT_TRY(ct_export_sample_inputs(program, &samples));
	CT_TRY(ct_value_item(&samples, 0, &args));
	for (int64_t i = 0; i < INPUTS; i++)
		CT_TRY(ct_value_item(&args, i, &inputs[i]));
	CT_TRY(ct_export_run_leaves(program, inputs, INPUTS, &list));
	CT_TRY(ct_set_num_threads(ct_tensor_numel(inputs[0].object) > 1000 ? 2 : 1));
	CT_TRY(run_library(weights, library, inputs, outputs));
	CT_TRY(ct_set_num_threads(1));
	for (int64_t i = 0; i < OUTPUTS; i++) {
		CT_TRY(ct_value_item(&list, i, &item));
		if (is_near(item.object, outputs[i], exactly))
			continue;
		printf("%s: output %lld of %s differs\n", archive, (long long)i, library);
		*status = 1;
	}
	return NULL;
}

static ct_error save_outputs(const char *archive, const char *path)
{
	ct_value samples, args, inputs[INPUTS], list;
	ct_export *program;

	ct_autograd_set_grad_enabled(false);
	CT_TRY(ct_export_load(archive, NULL, &program));
	CT_TRY(ct_export_sample_inputs(program, &samples));
	CT_TRY(ct_value_item(&samples, 0, &args));
	for (int64_t i = 0; i < INPUTS; i++)
		CT_TRY(ct_value_item(&args, i, &inputs[i]));
	CT_TRY(ct_export_run_leaves(program, inputs, INPUTS, &list));
	return ct_save(&list, path);
}

int main(int argc, char **argv)
{
	int status = 0;

	if ((argc == 5 || argc == 6) && !strcmp(argv[1], "record"))
		return record_all(strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10), argv[4],
				  argc == 6 ? strtoll(argv[5], NULL, 10) : 0);
	if (argc % 4 == 2 && !strcmp(argv[1], "compare")) {
		for (int i = 2; i < argc; i += 4)
			CT_CHECK(compare(argv[i], argv[i + 1], argv[i + 2],
					 !strcmp(argv[i + 3], "exact"), &status));
		return status;
	}
	if (argc == 4 && !strcmp(argv[1], "outputs")) {
		CT_CHECK(save_outputs(argv[2], argv[3]));
		return 0;
	}
	fputs("usage: random_graphs record FIRST COUNT FOLDER [NODES]\n"
	      "       random_graphs compare [ARCHIVE WEIGHTS LIBRARY exact|close]...\n"
	      "       random_graphs outputs ARCHIVE FILE\n",
	      stderr);
	return 2;
}

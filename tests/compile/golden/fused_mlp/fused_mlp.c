/*
 * fused_mlp.c: the program of mlp.training.pt2.
 *
 * Written by ctorch-compile: loops over elements, and calls of libtorch.
 * Names are those of the values of the graph. Begin to read at fused_mlp_forward(), which is the graph;
 * above it are the functions that it calls.
 */
#include "fused_mlp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <dlfcn.h>
#include <limits.h>

#include <ctorch/ctorch.h>

/* --- Helpers ---------------------------------------------------------------------------------- */

/* A loop that clang does not vectorize is still right. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

/* c[m, n] = a[m, k] x b[k, n] + bias[n], by libtorch's operator. `bias` may be NULL. */
static ct_error multiply_tensors(ct_dtype dtype, int64_t m, int64_t n, int64_t k, const void *a,
				 int64_t a_row, int64_t a_column, const void *b, int64_t b_row,
				 int64_t b_column, const void *bias, void *c, int64_t c_row)
{
	ct_tensor *x = NULL, *y = NULL, *z = NULL, *added = NULL;
	ct_error error = ct_tensor_from_blob((void *)a, dtype, CT_L(m, k), CT_L(a_row, a_column),
					     NULL, NULL, &x);

	if (error == NULL)
		error = ct_tensor_from_blob((void *)b, dtype, CT_L(k, n), CT_L(b_row, b_column),
					    NULL, NULL, &y);
	if (error == NULL)
		error = ct_tensor_from_blob(c, dtype, CT_L(m, n), CT_L(c_row, 1), NULL, NULL, &z);
	if (error == NULL && bias != NULL)
		error = ct_tensor_from_blob((void *)bias, dtype, CT_L(n), CT_L(1), NULL, NULL,
					    &added);
	if (error == NULL)
		error = added == NULL ? ct_mm_out(x, y, z, NULL)
				      : ct_addmm_out(added, x, y, ct_scalar_int(1),
						     ct_scalar_int(1), z, NULL);
	ct_tensor_free(x);
	ct_tensor_free(y);
	ct_tensor_free(z);
	ct_tensor_free(added);
	return error;
}

/* The product of libtorch's BLAS, which is looked up when weights are loaded; NULL: there is none. */
typedef void gemm_function(const char *, const char *, const int *, const int *, const int *,
			   const float *, const float *, const int *, const float *, const int *,
			   const float *, float *, const int *);
static gemm_function *found_gemm; /* atomic: a thread may load weights while others run */

/* Among the libraries of the process: NULL is dlsym()'s RTLD_DEFAULT. */
static void find_gemm(void)
{
	gemm_function *found = NULL;

#ifndef CTORCH_NO_GEMM
	*(void **)&found = dlsym(NULL, "sgemm_");
#endif
	__atomic_store_n(&found_gemm, found, __ATOMIC_RELAXED);
}

/* c[m, n] = scale * a[m, k] x b[k, n]. With 'T', a matrix is stored with its rows as columns. The
 * last number of each is the distance of its rows in memory. */
static ct_error multiply(int64_t m, int64_t n, int64_t k, float scale, char a_is, const float *a,
			 int64_t a_row, char b_is, const float *b, int64_t b_row, float *c,
			 int64_t c_row)
{
	const int rows = (int)m, columns = (int)n, inner = (int)k;
	const int64_t a_least = a_is == 'T' ? m : k, b_least = b_is == 'T' ? k : n;
	const float zero = 0;
	gemm_function *const gemm = __atomic_load_n(&found_gemm, __ATOMIC_RELAXED);

	if (gemm == NULL || m > INT_MAX || n > INT_MAX || k > INT_MAX || a_row > INT_MAX ||
	    b_row > INT_MAX || c_row > INT_MAX || k == 0) {
		CT_TRY(multiply_tensors(CT_FLOAT32, m, n, k, a, a_is == 'T' ? 1 : a_row,
					a_is == 'T' ? a_row : 1, b, b_is == 'T' ? 1 : b_row,
					b_is == 'T' ? b_row : 1, NULL, c, c_row));
		for (int64_t i = 0; scale != 1 && i < m; i++)
			for (int64_t j = 0; j < n; j++)
				c[i * c_row + j] *= scale;
		return NULL;
	}
	/* A single row may have any distance to the next. */
	const int a_next = (int)(a_row < a_least ? a_least : a_row);
	const int b_next = (int)(b_row < b_least ? b_least : b_row);
	const int c_next = (int)c_row;

	/* In BLAS, a matrix is stored by columns: it computes c' = b' x a'. */
	if (m > 0 && n > 0)
		gemm(&b_is, &a_is, &columns, &rows, &inner, &scale, b, &b_next, a, &a_next, &zero,
		     c, &c_next);
	return NULL;
}

/* y[n] = x[k] x w[k, n] */
static void multiply_vector(int64_t k, int64_t n, const float *restrict x, const float *restrict w,
			    float *restrict y)
{
	memset(y, 0, (size_t)n * sizeof *y);
	for (int64_t i = 0; i < k; i++) {
		const float *restrict row = w + i * n;
		const float xi = x[i];

#pragma omp simd
		for (int64_t j = 0; j < n; j++)
			y[j] += xi * row[j];
	}
}

/* A tensor in the memory of the processor, of this dtype and these sizes. */
static ct_error check_dense(const ct_tensor *tensor, const char *name, ct_dtype dtype, ct_ints size)
{
	if (ct_tensor_dtype(tensor) != dtype || ct_tensor_dim(tensor) != size.len)
		return ct_error_new(CT_ERROR_VALUE, "fused_mlp_run",
				    "'%s' has %lld dimensions of %s; expected %lld of %s", name,
				    (long long)ct_tensor_dim(tensor),
				    ct_dtype_name(ct_tensor_dtype(tensor)), (long long)size.len,
				    ct_dtype_name(dtype));
	if (ct_tensor_device(tensor).type != CT_DEVICE_TYPE_CPU ||
	    ct_tensor_layout(tensor) != CT_STRIDED)
		return ct_error_new(CT_ERROR_VALUE, "fused_mlp_run",
				    "'%s' is not a dense tensor in the memory of the processor",
				    name);
	for (int64_t i = 0; i < size.len; i++)
		if (ct_tensor_size(tensor, i) != size.at[i])
			return ct_error_new(CT_ERROR_VALUE, "fused_mlp_run",
					    "'%s' has size %lld in dimension %lld; expected %lld",
					    name, (long long)ct_tensor_size(tensor, i),
					    (long long)i,
					    (long long)size.at[i]);
	return NULL;
}

/* The elements of a tensor in the order that the loops expect: its own, or those of a copy, which
 * replaces the last one. */
static ct_error read_tensor(const ct_tensor *tensor, const char *name, ct_dtype dtype, ct_ints size,
			    ct_ints stride, ct_tensor **copy, const void **result)
{
	bool fits = !ct_tensor_is_neg(tensor);

	CT_TRY(check_dense(tensor, name, dtype, size));
	for (int64_t i = 0; i < size.len; i++)
		fits = fits &&
		       (size.at[i] == 1 || ct_tensor_strides(tensor)[i] == stride.at[i]);
	if (!fits) {
		ct_tensor_free_unscoped(*copy);
		*copy = NULL;
		CT_TRY(ct_tensor_empty_strided(size, stride, &(ct_tensor_options){ .dtype = dtype },
					       copy));
		ct_scope_disown(*copy);
		CT_TRY(ct_copy_(*copy, tensor, false, NULL));
		tensor = *copy;
	}
	*result = ct_tensor_data(tensor);
	return NULL;
}

/* The tensor for a result: `out`, which the caller has given, or else a new one. Without strides it is
 * contiguous. */
static ct_error result_tensor(ct_tensor *out, const char *name, ct_dtype dtype, ct_ints size,
			      ct_ints stride, ct_tensor **result)
{
	const ct_tensor_options options = { .dtype = dtype };
	bool fits;

	if (out == NULL)
		return stride.len ? ct_tensor_empty_strided(size, stride, &options, result)
				  : ct_tensor_empty(size, &options, result);
	CT_TRY(check_dense(out, name, dtype, size));
	fits = !ct_tensor_is_neg(out) && (stride.len || ct_tensor_is_contiguous(out));
	for (int64_t i = 0; i < stride.len; i++)
		fits = fits && (size.at[i] == 1 || ct_tensor_strides(out)[i] == stride.at[i]);
	if (!fits)
		return ct_error_new(CT_ERROR_VALUE, "fused_mlp_run_out",
				    "'%s' has its elements in another order than the result", name);
	*result = out;
	return NULL;
}

/* A weight [n, k] with its columns as rows: [k, n]. NULL without memory. */
static float *pack(const ct_tensor *weight)
{
	const int64_t n = ct_tensor_size(weight, 0), k = ct_tensor_size(weight, 1);
	const int64_t row = ct_tensor_strides(weight)[0], column = ct_tensor_strides(weight)[1];
	const float *from = ct_tensor_data(weight);
	float *to = aligned_alloc(64, ((size_t)(n * k) * sizeof *to + 64) & ~(size_t)63);

	for (int64_t i = 0; to != NULL && i < k; i++)
		for (int64_t j = 0; j < n; j++)
			to[i * n + j] = from[j * row + i * column];
	return to;
}

/* --- The memory of a run ---------------------------------------------------------------------- */

/* Where a buffer of this many bytes, a product, ends after another one: at a multiple of 64. -1: not in
 * this memory, which a tensor with strides of zero may ask for. */
static int64_t end_after(int64_t begin, ct_ints factors)
{
	int64_t n = 1;

	for (int64_t i = 0; i < factors.len; i++)
		if (__builtin_mul_overflow(n, factors.at[i], &n))
			return -1;
	if (begin < 0 || n > INT64_MAX / 4 || begin > INT64_MAX / 4)
		return -1;
	return begin + ((n + 63) & ~(int64_t)63);
}

/* The memory of a run: buffers between loops, tensors on them, copies of tensors whose elements lie
 * in another order than the loops expect. */
struct fused_mlp_workspace {
	char *block; /* NULL: it is not made yet */
	int64_t room;
	bool is_filled;
	int64_t s31; /* it is for this size */
	float *linear_product;
	float *relu;
	float *linear_1_product;
	const float *input;
	ct_tensor *input_copy;
};

static ct_error fused_mlp_workspace_fill(struct fused_mlp_workspace *run)
{
	const int64_t s31 = run->s31;
	const int64_t end_1 = end_after(0, CT_L(128, s31));
	const int64_t end_2 = end_after(end_1, CT_L(128, s31));
	const int64_t end_3 = end_after(end_2, CT_L(40, s31));
	const int64_t nbytes = end_3;
	char *block = run->block;

	if (block == NULL || nbytes > run->room) {
		free(block);
		block = run->block = nbytes < 0 ? NULL : aligned_alloc(64, (size_t)nbytes + 64);
		run->room = nbytes;
	}
	if (nbytes < 0 || block == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, "fused_mlp_run", "no memory for a run");
	run->linear_product = (void *)block;
	run->relu = (void *)(block + end_1);
	run->linear_1_product = (void *)(block + end_2);
	return NULL;
}

void fused_mlp_workspace_free(struct fused_mlp_workspace *run)
{
	if (run == NULL)
		return;
	ct_tensor_free_unscoped(run->input_copy);
	free(run->block);
	free(run);
}

ct_error fused_mlp_workspace_new(struct fused_mlp_workspace **result)
{
	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "result is NULL");
	*result = calloc(1, sizeof **result);
	if (*result == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for a run");
	return NULL;
}

/* Makes the workspace fit the sizes, unless those of the last run were the same. A block that is large
 * enough stays. */
static ct_error fused_mlp_workspace_fit(struct fused_mlp_workspace *run, int64_t s31)
{
	if (run->is_filled && run->s31 == s31)
		return NULL;
	ct_tensor_free_unscoped(run->input_copy);
	*run = (struct fused_mlp_workspace){ .block = run->block, .room = run->room };
	run->s31 = s31;
	CT_TRY(fused_mlp_workspace_fill(run));
	run->is_filled = true;
	return NULL;
}

/* fused_mlp_run() takes a workspace that an earlier run has left, or makes one. */
static ct_error take_workspace(struct fused_mlp *self, struct fused_mlp_workspace **result)
{
	for (size_t i = 0; i < sizeof self->spares / sizeof *self->spares; i++) {
		*result = __atomic_exchange_n(&self->spares[i], NULL, __ATOMIC_ACQ_REL);
		if (*result != NULL)
			return NULL;
	}
	return fused_mlp_workspace_new(result);
}

static void leave_workspace(struct fused_mlp *self, struct fused_mlp_workspace *run)
{
	for (size_t i = 0; i < sizeof self->spares / sizeof *self->spares; i++) {
		void *none = NULL;

		if (__atomic_compare_exchange_n(&self->spares[i], &none, run, false,
						__ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
			return;
	}
	fused_mlp_workspace_free(run);
}

/* --- Loops ------------------------------------------------------------------------------------ */

static void linear_to_relu(const float *restrict linear_product, const float *restrict p_0_bias,
		float *restrict relu, int64_t s31)
{
	for (int64_t i0 = 0; i0 < s31; i0++) {
#pragma omp simd
		for (int64_t i = 0; i < 32; i++) {
			const float t0 = linear_product[i0 * 32 + i];
			const float t1 = p_0_bias[i];
			const float t2 = t0 + t1;
			const float t3 = t2 < 0.0f ? 0.0f : t2;
			relu[i0 * 32 + i] = t3;
		}
	}
}

static void linear_1_loop(const float *restrict linear_1_product, const float *restrict p_2_bias,
		float *restrict linear_1, int64_t s31)
{
	for (int64_t i0 = 0; i0 < s31; i0++) {
#pragma omp simd
		for (int64_t i = 0; i < 10; i++) {
			const float t0 = linear_1_product[i0 * 10 + i];
			const float t1 = p_2_bias[i];
			const float t2 = t0 + t1;
			linear_1[i0 * 10 + i] = t2;
		}
	}
}

/* --- The graph -------------------------------------------------------------------------------- */

static ct_error fused_mlp_forward(struct fused_mlp *self, ct_tensor *input,
		ct_tensor **linear_1_out, struct fused_mlp_workspace *run)
{
	const int64_t s31 = ct_tensor_size(input, 0);
	CT_TRY(fused_mlp_workspace_fit(run, s31));

	/* torch/nn/modules/linear.py:134: return F.linear(input, self.weight, self.bias) */
	/* torch/nn/modules/activation.py:143: return F.relu(input, inplace=self.inplace) */
	CT_TRY(read_tensor(input, "input", CT_FLOAT32, CT_L(s31, 16), CT_L(16, 1), &run->input_copy,
			(const void **)&run->input));
	if (s31 == 1)
		multiply_vector(16, 32, run->input, self->v0_weight_packed, run->linear_product);
	else
		CT_TRY(multiply(s31, 32, 16, 1, 'N', run->input, 16, 'T',
				ct_tensor_data(self->v0_weight), 16, run->linear_product, 32));
	linear_to_relu(run->linear_product, ct_tensor_data(self->v0_bias), run->relu, s31);

	/* torch/nn/modules/linear.py:134: return F.linear(input, self.weight, self.bias) */
	ct_tensor *linear_1 = NULL;
	CT_TRY(result_tensor(*linear_1_out, "linear_1_out", CT_FLOAT32, CT_L(s31, 10),
			(ct_ints){ 0 }, &linear_1));
	if (s31 == 1)
		multiply_vector(32, 10, run->relu, self->v2_weight_packed, run->linear_1_product);
	else
		CT_TRY(multiply(s31, 10, 32, 1, 'N', run->relu, 32, 'T',
				ct_tensor_data(self->v2_weight), 32, run->linear_1_product, 10));
	linear_1_loop(run->linear_1_product, ct_tensor_data(self->v2_bias),
			ct_tensor_mutable_data(linear_1), s31);

	*linear_1_out = linear_1;
	return NULL;
}

/* --- Running ---------------------------------------------------------------------------------- */

static ct_error fused_mlp_check_tensor(const ct_tensor *tensor, const char *input,
				  ct_dtype dtype, int64_t dim)
{
	if (tensor == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, "fused_mlp_run", "the input %s is NULL",
				input);
	if (dtype != CT_DTYPE_NONE && ct_tensor_dtype(tensor) != dtype)
		return ct_error_new(CT_ERROR_TYPE, "fused_mlp_run",
				    "the input %s must be of the dtype %s, but is %s", input,
				    ct_dtype_name(dtype), ct_dtype_name(ct_tensor_dtype(tensor)));
	if (ct_tensor_dim(tensor) != dim)
		return ct_error_new(CT_ERROR_TYPE, "fused_mlp_run",
				    "the input %s must be of %lld dimensions, but is of %lld",
				    input, (long long)dim, (long long)ct_tensor_dim(tensor));
	return NULL;
}

static ct_error fused_mlp_guard_failed(const char *text)
{
	return ct_error_new(CT_ERROR_ASSERTION, "fused_mlp_run", "Guard failed: %s", text);
}

static ct_error fused_mlp_check(ct_tensor *input)
{
	CT_TRY(fused_mlp_check_tensor(input, "input", CT_FLOAT32, 2));
	if (!(ct_tensor_size(input, 0) <= 8))
		return fused_mlp_guard_failed("input.size()[0] <= 8");
	if (!(ct_tensor_size(input, 1) == 16))
		return fused_mlp_guard_failed("input.size()[1] == 16");
	return NULL;
}

ct_error fused_mlp_run(struct fused_mlp *self, ct_tensor *input, ct_tensor **linear_1_out)
{
	const bool grad_was_enabled = ct_autograd_is_grad_enabled();
	struct fused_mlp_workspace *run;
	ct_scope *scope;
	ct_error error;

	if (self == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "self is NULL");
	CT_TRY(fused_mlp_check(input));
	CT_TRY(take_workspace(self, &run));
	*linear_1_out = NULL;
	ct_autograd_set_grad_enabled(false);
	scope = ct_scope_open();
	error = fused_mlp_forward(self, input, linear_1_out, run);
	ct_autograd_set_grad_enabled(grad_was_enabled);
	if (error == NULL)
		ct_scope_move_up(*linear_1_out);
	ct_scope_leave(scope);
	leave_workspace(self, run);
	return error;
}

/* The memory from the first element of a tensor to the last one. */
struct span {
	const char *begin, *end;
};

static struct span span_of(const ct_tensor *tensor)
{
	const char *begin = ct_tensor_data(tensor);
	int64_t last = 0;

	for (int64_t i = 0; begin != NULL && i < ct_tensor_dim(tensor); i++)
		last += (ct_tensor_size(tensor, i) - 1) * ct_tensor_strides(tensor)[i];
	return (struct span){ begin,
			      begin ? begin + (last + 1) * ct_dtype_size(ct_tensor_dtype(tensor))
				    : NULL };
}

/* all[i] is a tensor for a result: it shares no memory with those before it. */
static ct_error check_apart(const ct_tensor *const *all, int64_t i, const char *name)
{
	const struct span out = span_of(all[i]);

	if (all[i] == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, "fused_mlp_run_out", "%s is NULL", name);
	for (int64_t k = 0; k < i; k++) {
		const struct span other = span_of(all[k]);

		if (out.begin < other.end && other.begin < out.end)
			return ct_error_new(CT_ERROR_VALUE, "fused_mlp_run_out",
					    "'%s' shares memory with an input, a weight or another "
					    "result", name);
	}
	return NULL;
}

ct_error fused_mlp_run_out(struct fused_mlp *self, struct fused_mlp_workspace *workspace,
		ct_tensor *input, ct_tensor *linear_1_out)
{
	const bool grad_was_enabled = ct_autograd_is_grad_enabled();
	ct_scope *scope;
	ct_error error;

	if (self == NULL || workspace == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "self or the workspace is NULL");
	CT_TRY(fused_mlp_check(input));
	const ct_tensor *const all[] = { input, self->v0_weight, self->v0_bias, self->v2_weight,
			self->v2_bias, linear_1_out };
	CT_TRY(check_apart(all, 5, "linear_1_out"));
	ct_autograd_set_grad_enabled(false);
	scope = ct_scope_open();
	error = fused_mlp_forward(self, input, &linear_1_out, workspace);
	ct_autograd_set_grad_enabled(grad_was_enabled);
	ct_scope_leave(scope);
	return error;
}

/* --- Loading ---------------------------------------------------------------------------------- */

/* The loops were compiled for --march native, and another processor may not have all instructions
 * that the compiler may have used: its macros say which. */
#ifdef __x86_64__
#define TEXT(macro) #macro
#define CHECK(macro, name)                                          \
	if (TEXT(macro)[0] == '1' && !__builtin_cpu_supports(name)) \
		return name
#endif

static const char *missing_instructions(void)
{
#ifdef __x86_64__
	CHECK(__SSE3__, "sse3");
	CHECK(__SSSE3__, "ssse3");
	CHECK(__SSE4_1__, "sse4.1");
	CHECK(__SSE4_2__, "sse4.2");
	CHECK(__SSE4A__, "sse4a");
	CHECK(__POPCNT__, "popcnt");
	CHECK(__AVX__, "avx");
	CHECK(__AVX2__, "avx2");
	CHECK(__FMA__, "fma");
	CHECK(__XOP__, "xop");
	CHECK(__FMA4__, "fma4");
	CHECK(__BMI__, "bmi");
	CHECK(__BMI2__, "bmi2");
	CHECK(__GFNI__, "gfni");
	CHECK(__AVX512F__, "avx512f");
	CHECK(__AVX512VL__, "avx512vl");
	CHECK(__AVX512BW__, "avx512bw");
	CHECK(__AVX512DQ__, "avx512dq");
	CHECK(__AVX512CD__, "avx512cd");
	CHECK(__AVX512IFMA__, "avx512ifma");
	CHECK(__AVX512VBMI__, "avx512vbmi");
	CHECK(__AVX512VBMI2__, "avx512vbmi2");
	CHECK(__AVX512VPOPCNTDQ__, "avx512vpopcntdq");
	CHECK(__AVX512VNNI__, "avx512vnni");
	CHECK(__AVX512BITALG__, "avx512bitalg");
#ifdef __AVX512VP2INTERSECT__
	CHECK(__AVX512VP2INTERSECT__, "avx512vp2intersect");
#endif
#ifdef __AVX512BF16__
	CHECK(__AVX512BF16__, "avx512bf16");
#endif
#ifdef __AVX512FP16__
	CHECK(__AVX512FP16__, "avx512fp16");
#endif
#endif
	return NULL;
}

static ct_error check_processor(void)
{
	const char *missing = missing_instructions();

	if (missing == NULL)
		return NULL;
	return ct_error_new(CT_ERROR_RUNTIME, "fused_mlp_load",
			    "the program was compiled for a processor with %s, which this one does not "
			    "have; write it again here, or with --march x86-64-v3 or x86-64",
			    missing);
}

/* The code is for weights of this dtype, with elements in these places. */
static ct_error fused_mlp_check_weight(const ct_tensor *weight, const char *name, ct_dtype dtype,
				  ct_ints sizes, ct_ints strides)
{
	const int64_t *have = ct_tensor_strides(weight);

	if (ct_tensor_dtype(weight) != dtype)
		return ct_error_new(CT_ERROR_VALUE, "fused_mlp_load",
				    "the weight '%s' must be of the dtype %s, but is %s", name,
				    ct_dtype_name(dtype), ct_dtype_name(ct_tensor_dtype(weight)));
	if (ct_tensor_dim(weight) != sizes.len)
		return ct_error_new(CT_ERROR_VALUE, "fused_mlp_load",
				    "the weight '%s' must be of %lld dimensions, but is of %lld",
				    name, (long long)sizes.len, (long long)ct_tensor_dim(weight));
	for (int64_t i = 0; i < sizes.len; i++) {
		if (ct_tensor_size(weight, i) != sizes.at[i])
			return ct_error_new(CT_ERROR_VALUE, "fused_mlp_load",
					    "the weight '%s' must have size %lld in dimension %lld, "
					    "but has %lld", name, (long long)sizes.at[i],
					    (long long)i, (long long)ct_tensor_size(weight, i));
		if (sizes.at[i] != 1 && have[i] != strides.at[i])
			return ct_error_new(CT_ERROR_VALUE, "fused_mlp_load",
					    "the weight '%s' must have stride %lld in dimension "
					    "%lld, but has %lld", name, (long long)strides.at[i],
					    (long long)i, (long long)have[i]);
	}
	return NULL;
}

/* A tensor of the file, in no scope. */
static ct_error fused_mlp_weight(const ct_value *weights, const char *name, ct_dtype dtype,
			    ct_ints sizes, ct_ints strides, ct_tensor **result)
{
	ct_value value;
	ct_tensor *tensor;

	CT_TRY(ct_value_dict_get(weights, ct_value_string(name), &value));
	CT_TRY(ct_value_as_tensor(&value, &tensor));
	CT_TRY(fused_mlp_check_weight(tensor, name, dtype, sizes, strides));
	*result = ct_tensor_retain(tensor);
	if (*result == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for a handle");
	ct_scope_disown(*result);
	return NULL;
}

static ct_error fused_mlp_take_weights(struct fused_mlp *self, const ct_value *weights)
{
	CT_TRY(fused_mlp_weight(weights, "0.weight", CT_FLOAT32, CT_L(32, 16), CT_L(16, 1),
			&self->v0_weight));
	CT_TRY(ct_tensor_set_requires_grad(self->v0_weight, true));
	CT_TRY(fused_mlp_weight(weights, "0.bias", CT_FLOAT32, CT_L(32), CT_L(1), &self->v0_bias));
	CT_TRY(ct_tensor_set_requires_grad(self->v0_bias, true));
	CT_TRY(fused_mlp_weight(weights, "2.weight", CT_FLOAT32, CT_L(10, 32), CT_L(32, 1),
			&self->v2_weight));
	CT_TRY(ct_tensor_set_requires_grad(self->v2_weight, true));
	CT_TRY(fused_mlp_weight(weights, "2.bias", CT_FLOAT32, CT_L(10), CT_L(1), &self->v2_bias));
	CT_TRY(ct_tensor_set_requires_grad(self->v2_bias, true));
	self->v0_weight_packed = pack(self->v0_weight);
	if (self->v0_weight_packed == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, "fused_mlp_load", "out of memory");
	self->v2_weight_packed = pack(self->v2_weight);
	if (self->v2_weight_packed == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, "fused_mlp_load", "out of memory");
	find_gemm();
	return NULL;
}

static ct_error fused_mlp_read(const char *path, struct fused_mlp *self)
{
	ct_value weights;
	ct_error error;

	CT_TRY(ct_safetensors_load(path, NULL, &weights));
	error = fused_mlp_take_weights(self, &weights);
	ct_value_free(&weights);
	return error;
}

ct_error fused_mlp_load(const char *path, struct fused_mlp **result)
{
	struct fused_mlp *self;
	ct_scope *scope;
	ct_error error;

	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "result is NULL");
	CT_TRY(check_processor());
	self = calloc(1, sizeof *self);
	if (self == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for the weights");
	scope = ct_scope_open();
	error = fused_mlp_read(path, self);
	ct_scope_leave(scope);
	if (error == NULL)
		*result = self;
	else
		fused_mlp_free(self);
	return error;
}

void fused_mlp_free(struct fused_mlp *self)
{
	if (self == NULL)
		return;
	free(self->v0_weight_packed);
	free(self->v2_weight_packed);
	for (size_t i = 0; i < sizeof self->spares / sizeof *self->spares; i++)
		fused_mlp_workspace_free(self->spares[i]);
	ct_tensor_free_unscoped(self->v0_weight);
	ct_tensor_free_unscoped(self->v0_bias);
	ct_tensor_free_unscoped(self->v2_weight);
	ct_tensor_free_unscoped(self->v2_bias);
	free(self);
}

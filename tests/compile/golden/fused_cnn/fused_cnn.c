/*
 * fused_cnn.c: the program of cnn_eval.training.pt2.
 *
 * Written by ctorch-compile: loops over elements, and calls of libtorch.
 * Names are those of the values of the graph. Begin to read at fused_cnn_forward(), which is the graph;
 * above it are the functions that it calls.
 */
#include "fused_cnn.h"

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

/* A tensor in the memory of the processor, of this dtype and these sizes. */
static ct_error check_dense(const ct_tensor *tensor, const char *name, ct_dtype dtype, ct_ints size)
{
	if (ct_tensor_dtype(tensor) != dtype || ct_tensor_dim(tensor) != size.len)
		return ct_error_new(CT_ERROR_VALUE, "fused_cnn_run",
				    "'%s' has %lld dimensions of %s; expected %lld of %s", name,
				    (long long)ct_tensor_dim(tensor),
				    ct_dtype_name(ct_tensor_dtype(tensor)), (long long)size.len,
				    ct_dtype_name(dtype));
	if (ct_tensor_device(tensor).type != CT_DEVICE_TYPE_CPU ||
	    ct_tensor_layout(tensor) != CT_STRIDED)
		return ct_error_new(CT_ERROR_VALUE, "fused_cnn_run",
				    "'%s' is not a dense tensor in the memory of the processor",
				    name);
	for (int64_t i = 0; i < size.len; i++)
		if (ct_tensor_size(tensor, i) != size.at[i])
			return ct_error_new(CT_ERROR_VALUE, "fused_cnn_run",
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
		return ct_error_new(CT_ERROR_VALUE, "fused_cnn_run_out",
				    "'%s' has its elements in another order than the result", name);
	*result = out;
	return NULL;
}

/* A weight of a convolution in the order of channels_last, in no scope. */
static ct_error reorder_weight(const ct_tensor *weight, ct_tensor **result)
{
	ct_tensor *detached;

	CT_TRY(ct_detach(weight, &detached));
	CT_TRY(ct_clone(detached, CT_CHANNELS_LAST, result));
	ct_scope_disown(*result);
	return NULL;
}

/* A convolution and the batch normalization after it as one convolution. `bias` may be NULL. The
 * results are in no scope. */
static ct_error fold_norm(const ct_tensor *weight, const ct_tensor *bias, const ct_tensor *scale,
			  const ct_tensor *shift, const ct_tensor *mean, const ct_tensor *var,
			  double eps, ct_tensor **folded, ct_tensor **folded_bias)
{
	ct_tensor *root, *factor, *by_channel, *scaled, *center, *moved;

	CT_NO_GRAD_SCOPE;
	CT_TRY(ct_add_Scalar(var, ct_scalar_float(eps), ct_scalar_int(1), &root));
	CT_TRY(ct_sqrt(root, &root));
	CT_TRY(ct_div_Tensor(scale, root, &factor));
	CT_TRY(ct_view(factor, (const int64_t[]){ -1, 1, 1, 1 }, 4, &by_channel));
	CT_TRY(ct_mul_Tensor(weight, by_channel, &scaled));
	CT_TRY(ct_clone(scaled, CT_CHANNELS_LAST, folded));
	ct_scope_disown(*folded);
	CT_TRY(ct_neg(mean, &center));
	if (bias != NULL)
		CT_TRY(ct_add_Tensor(center, bias, ct_scalar_int(1), &center));
	CT_TRY(ct_mul_Tensor(center, factor, &moved));
	CT_TRY(ct_add_Tensor(moved, shift, ct_scalar_int(1), folded_bias));
	ct_scope_disown(*folded_bias);
	return NULL;
}

/* --- The memory of a run ---------------------------------------------------------------------- */

/* The memory of a run: buffers between loops, tensors on them, copies of tensors whose elements lie
 * in another order than the loops expect. */
struct fused_cnn_workspace {
	char *block; /* NULL: it is not made yet */
	float *relu;
	float *relu_1;
	float *linear_product;
	const float *conv2d;
	ct_tensor *conv2d_copy;
	ct_tensor *relu_tensor;
	const float *conv2d_1;
	ct_tensor *conv2d_1_copy;
	ct_tensor *relu_1_tensor;
	const float *adaptive_avg_pool2d;
	ct_tensor *adaptive_avg_pool2d_copy;
};

static ct_error fused_cnn_workspace_fill(struct fused_cnn_workspace *run)
{
	char *block = run->block = aligned_alloc(64, 2048 + 64);

	if (block == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, "fused_cnn_run", "no memory for a run");
	run->relu = (void *)block;
	run->relu_1 = (void *)block;
	run->linear_product = (void *)block;
	CT_TRY(ct_tensor_from_blob(run->relu, CT_FLOAT32, CT_L(2, 4, 8, 8), CT_L(256, 1, 32, 4),
			NULL, NULL, &run->relu_tensor));
	ct_scope_disown(run->relu_tensor);
	CT_TRY(ct_tensor_from_blob(run->relu_1, CT_FLOAT32, CT_L(2, 8, 3, 3), CT_L(72, 1, 24, 8),
			NULL, NULL, &run->relu_1_tensor));
	ct_scope_disown(run->relu_1_tensor);
	return NULL;
}

void fused_cnn_workspace_free(struct fused_cnn_workspace *run)
{
	if (run == NULL)
		return;
	ct_tensor_free_unscoped(run->conv2d_copy);
	ct_tensor_free_unscoped(run->relu_tensor);
	ct_tensor_free_unscoped(run->conv2d_1_copy);
	ct_tensor_free_unscoped(run->relu_1_tensor);
	ct_tensor_free_unscoped(run->adaptive_avg_pool2d_copy);
	free(run->block);
	free(run);
}

ct_error fused_cnn_workspace_new(struct fused_cnn_workspace **result)
{
	struct fused_cnn_workspace *run;
	ct_error error;

	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "result is NULL");
	run = calloc(1, sizeof *run);
	if (run == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for a run");
	error = fused_cnn_workspace_fill(run);
	if (error == NULL)
		*result = run;
	else
		fused_cnn_workspace_free(run);
	return error;
}

/* fused_cnn_run() takes a workspace that an earlier run has left, or makes one. */
static ct_error take_workspace(struct fused_cnn *self, struct fused_cnn_workspace **result)
{
	for (size_t i = 0; i < sizeof self->spares / sizeof *self->spares; i++) {
		*result = __atomic_exchange_n(&self->spares[i], NULL, __ATOMIC_ACQ_REL);
		if (*result != NULL)
			return NULL;
	}
	return fused_cnn_workspace_new(result);
}

static void leave_workspace(struct fused_cnn *self, struct fused_cnn_workspace *run)
{
	for (size_t i = 0; i < sizeof self->spares / sizeof *self->spares; i++) {
		void *none = NULL;

		if (__atomic_compare_exchange_n(&self->spares[i], &none, run, false,
						__ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
			return;
	}
	fused_cnn_workspace_free(run);
}

/* --- Loops ------------------------------------------------------------------------------------ */

static void relu_loop(const float *restrict conv2d, float *restrict relu)
{
#pragma omp simd
	for (int64_t i = 0; i < 512; i++) {
		const float t0 = conv2d[i];
		const float t1 = t0 < 0.0f ? 0.0f : t0;
		relu[i] = t1;
	}
}

static void relu_1_loop(const float *restrict conv2d_1, float *restrict relu_1)
{
#pragma omp simd
	for (int64_t i = 0; i < 144; i++) {
		const float t0 = conv2d_1[i];
		const float t1 = t0 < 0.0f ? 0.0f : t0;
		relu_1[i] = t1;
	}
}

static void linear_loop(const float *restrict linear_product, const float *restrict p_last_bias,
		float *restrict linear)
{
	for (int64_t i0 = 0; i0 < 2; i0++) {
#pragma omp simd
		for (int64_t i = 0; i < 5; i++) {
			const float t0 = linear_product[i0 * 5 + i];
			const float t1 = p_last_bias[i];
			const float t2 = t0 + t1;
			linear[i0 * 5 + i] = t2;
		}
	}
}

/* --- The graph -------------------------------------------------------------------------------- */

static ct_error fused_cnn_forward(struct fused_cnn *self, ct_tensor *x, ct_tensor **linear_out,
		struct fused_cnn_workspace *run)
{
	/* torch/nn/modules/conv.py:565: return self._conv_forward(input, self.weight, self.bias) */
	ct_tensor *conv2d;
	CT_TRY(ct_conv2d(x, self->first_weight_folded, self->norm_bias_folded,
			(const int64_t[]){ 1, 1 }, 2, (const int64_t[]){ 1, 1 }, 2,
			(const int64_t[]){ 1, 1 }, 2, 1, &conv2d));

	/* zoo/layers.py:75: x = F.relu(self.norm(self.first(x))) */
	CT_TRY(read_tensor(conv2d, "conv2d", CT_FLOAT32, CT_L(2, 4, 8, 8), CT_L(256, 1, 32, 4),
			&run->conv2d_copy, (const void **)&run->conv2d));
	relu_loop(run->conv2d, run->relu);
	ct_tensor_free(conv2d);

	/* torch/nn/modules/conv.py:565: return self._conv_forward(input, self.weight, self.bias) */
	ct_tensor *conv2d_1;
	CT_TRY(ct_conv2d(run->relu_tensor, self->second_weight_reordered, self->second_bias,
			(const int64_t[]){ 2, 2 }, 2, (const int64_t[]){ 0, 0 }, 2,
			(const int64_t[]){ 1, 1 }, 2, 1, &conv2d_1));

	/* zoo/layers.py:76: x = F.adaptive_avg_pool2d(F.relu(self.second(x)), 1).flatten(1) */
	CT_TRY(read_tensor(conv2d_1, "conv2d_1", CT_FLOAT32, CT_L(2, 8, 3, 3), CT_L(72, 1, 24, 8),
			&run->conv2d_1_copy, (const void **)&run->conv2d_1));
	relu_1_loop(run->conv2d_1, run->relu_1);
	ct_tensor_free(conv2d_1);
	ct_tensor *adaptive_avg_pool2d;
	CT_TRY(ct_adaptive_avg_pool2d(run->relu_1_tensor, (const int64_t[]){ 1, 1 }, 2,
			&adaptive_avg_pool2d));

	/* torch/nn/modules/linear.py:134: return F.linear(input, self.weight, self.bias) */
	ct_tensor *linear = NULL;
	CT_TRY(read_tensor(adaptive_avg_pool2d, "adaptive_avg_pool2d", CT_FLOAT32, CT_L(2, 8, 1, 1),
			CT_L(8, 1, 8, 8), &run->adaptive_avg_pool2d_copy,
			(const void **)&run->adaptive_avg_pool2d));
	CT_TRY(result_tensor(*linear_out, "linear_out", CT_FLOAT32, CT_L(2, 5), (ct_ints){ 0 },
			&linear));
	CT_TRY(multiply(2, 5, 8, 1, 'N', run->adaptive_avg_pool2d, 8, 'T',
			ct_tensor_data(self->last_weight), 8, run->linear_product, 5));
	linear_loop(run->linear_product, ct_tensor_data(self->last_bias),
			ct_tensor_mutable_data(linear));
	ct_tensor_free(adaptive_avg_pool2d);

	*linear_out = linear;
	return NULL;
}

/* --- Running ---------------------------------------------------------------------------------- */

static ct_error fused_cnn_check_tensor(const ct_tensor *tensor, const char *input,
				  ct_dtype dtype, int64_t dim)
{
	if (tensor == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, "fused_cnn_run", "the input %s is NULL",
				input);
	if (dtype != CT_DTYPE_NONE && ct_tensor_dtype(tensor) != dtype)
		return ct_error_new(CT_ERROR_TYPE, "fused_cnn_run",
				    "the input %s must be of the dtype %s, but is %s", input,
				    ct_dtype_name(dtype), ct_dtype_name(ct_tensor_dtype(tensor)));
	if (ct_tensor_dim(tensor) != dim)
		return ct_error_new(CT_ERROR_TYPE, "fused_cnn_run",
				    "the input %s must be of %lld dimensions, but is of %lld",
				    input, (long long)dim, (long long)ct_tensor_dim(tensor));
	return NULL;
}

static ct_error fused_cnn_guard_failed(const char *text)
{
	return ct_error_new(CT_ERROR_ASSERTION, "fused_cnn_run", "Guard failed: %s", text);
}

static ct_error fused_cnn_check(ct_tensor *x)
{
	CT_TRY(fused_cnn_check_tensor(x, "x", CT_FLOAT32, 4));
	if (!(ct_tensor_size(x, 0) == 2))
		return fused_cnn_guard_failed("x.size()[0] == 2");
	if (!(ct_tensor_size(x, 1) == 3))
		return fused_cnn_guard_failed("x.size()[1] == 3");
	if (!(ct_tensor_size(x, 2) == 8))
		return fused_cnn_guard_failed("x.size()[2] == 8");
	if (!(ct_tensor_size(x, 3) == 8))
		return fused_cnn_guard_failed("x.size()[3] == 8");
	return NULL;
}

ct_error fused_cnn_run(struct fused_cnn *self, ct_tensor *x, ct_tensor **linear_out)
{
	const bool grad_was_enabled = ct_autograd_is_grad_enabled();
	struct fused_cnn_workspace *run;
	ct_scope *scope;
	ct_error error;

	if (self == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "self is NULL");
	CT_TRY(fused_cnn_check(x));
	CT_TRY(take_workspace(self, &run));
	*linear_out = NULL;
	ct_autograd_set_grad_enabled(false);
	scope = ct_scope_open();
	error = fused_cnn_forward(self, x, linear_out, run);
	ct_autograd_set_grad_enabled(grad_was_enabled);
	if (error == NULL)
		ct_scope_move_up(*linear_out);
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
		return ct_error_new(CT_ERROR_ARGUMENT, "fused_cnn_run_out", "%s is NULL", name);
	for (int64_t k = 0; k < i; k++) {
		const struct span other = span_of(all[k]);

		if (out.begin < other.end && other.begin < out.end)
			return ct_error_new(CT_ERROR_VALUE, "fused_cnn_run_out",
					    "'%s' shares memory with an input, a weight or another "
					    "result", name);
	}
	return NULL;
}

ct_error fused_cnn_run_out(struct fused_cnn *self, struct fused_cnn_workspace *workspace,
		ct_tensor *x, ct_tensor *linear_out)
{
	const bool grad_was_enabled = ct_autograd_is_grad_enabled();
	ct_scope *scope;
	ct_error error;

	if (self == NULL || workspace == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "self or the workspace is NULL");
	CT_TRY(fused_cnn_check(x));
	const ct_tensor *const all[] = { x, self->first_weight, self->first_bias, self->norm_weight,
			self->norm_bias, self->second_weight, self->second_bias, self->last_weight,
			self->last_bias, self->norm_running_mean, self->norm_running_var,
			self->norm_num_batches_tracked, linear_out };
	CT_TRY(check_apart(all, 12, "linear_out"));
	ct_autograd_set_grad_enabled(false);
	scope = ct_scope_open();
	error = fused_cnn_forward(self, x, &linear_out, workspace);
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
	return ct_error_new(CT_ERROR_RUNTIME, "fused_cnn_load",
			    "the program was compiled for a processor with %s, which this one does not "
			    "have; write it again here, or with --march x86-64-v3 or x86-64",
			    missing);
}

/* The code is for weights of this dtype, with elements in these places. */
static ct_error fused_cnn_check_weight(const ct_tensor *weight, const char *name, ct_dtype dtype,
				  ct_ints sizes, ct_ints strides)
{
	const int64_t *have = ct_tensor_strides(weight);

	if (ct_tensor_dtype(weight) != dtype)
		return ct_error_new(CT_ERROR_VALUE, "fused_cnn_load",
				    "the weight '%s' must be of the dtype %s, but is %s", name,
				    ct_dtype_name(dtype), ct_dtype_name(ct_tensor_dtype(weight)));
	if (ct_tensor_dim(weight) != sizes.len)
		return ct_error_new(CT_ERROR_VALUE, "fused_cnn_load",
				    "the weight '%s' must be of %lld dimensions, but is of %lld",
				    name, (long long)sizes.len, (long long)ct_tensor_dim(weight));
	for (int64_t i = 0; i < sizes.len; i++) {
		if (ct_tensor_size(weight, i) != sizes.at[i])
			return ct_error_new(CT_ERROR_VALUE, "fused_cnn_load",
					    "the weight '%s' must have size %lld in dimension %lld, "
					    "but has %lld", name, (long long)sizes.at[i],
					    (long long)i, (long long)ct_tensor_size(weight, i));
		if (sizes.at[i] != 1 && have[i] != strides.at[i])
			return ct_error_new(CT_ERROR_VALUE, "fused_cnn_load",
					    "the weight '%s' must have stride %lld in dimension "
					    "%lld, but has %lld", name, (long long)strides.at[i],
					    (long long)i, (long long)have[i]);
	}
	return NULL;
}

/* A tensor of the file, in no scope. */
static ct_error fused_cnn_weight(const ct_value *weights, const char *name, ct_dtype dtype,
			    ct_ints sizes, ct_ints strides, ct_tensor **result)
{
	ct_value value;
	ct_tensor *tensor;

	CT_TRY(ct_value_dict_get(weights, ct_value_string(name), &value));
	CT_TRY(ct_value_as_tensor(&value, &tensor));
	CT_TRY(fused_cnn_check_weight(tensor, name, dtype, sizes, strides));
	*result = ct_tensor_retain(tensor);
	if (*result == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for a handle");
	ct_scope_disown(*result);
	return NULL;
}

static ct_error fused_cnn_take_weights(struct fused_cnn *self, const ct_value *weights)
{
	CT_TRY(fused_cnn_weight(weights, "first.weight", CT_FLOAT32, CT_L(4, 3, 3, 3), CT_L(27, 9,
			3, 1), &self->first_weight));
	CT_TRY(ct_tensor_set_requires_grad(self->first_weight, true));
	CT_TRY(fused_cnn_weight(weights, "first.bias", CT_FLOAT32, CT_L(4), CT_L(1),
			&self->first_bias));
	CT_TRY(ct_tensor_set_requires_grad(self->first_bias, true));
	CT_TRY(fused_cnn_weight(weights, "norm.weight", CT_FLOAT32, CT_L(4), CT_L(1),
			&self->norm_weight));
	CT_TRY(ct_tensor_set_requires_grad(self->norm_weight, true));
	CT_TRY(fused_cnn_weight(weights, "norm.bias", CT_FLOAT32, CT_L(4), CT_L(1),
			&self->norm_bias));
	CT_TRY(ct_tensor_set_requires_grad(self->norm_bias, true));
	CT_TRY(fused_cnn_weight(weights, "second.weight", CT_FLOAT32, CT_L(8, 4, 3, 3), CT_L(36, 9,
			3, 1), &self->second_weight));
	CT_TRY(ct_tensor_set_requires_grad(self->second_weight, true));
	CT_TRY(fused_cnn_weight(weights, "second.bias", CT_FLOAT32, CT_L(8), CT_L(1),
			&self->second_bias));
	CT_TRY(ct_tensor_set_requires_grad(self->second_bias, true));
	CT_TRY(fused_cnn_weight(weights, "last.weight", CT_FLOAT32, CT_L(5, 8), CT_L(8, 1),
			&self->last_weight));
	CT_TRY(ct_tensor_set_requires_grad(self->last_weight, true));
	CT_TRY(fused_cnn_weight(weights, "last.bias", CT_FLOAT32, CT_L(5), CT_L(1),
			&self->last_bias));
	CT_TRY(ct_tensor_set_requires_grad(self->last_bias, true));
	CT_TRY(fused_cnn_weight(weights, "norm.running_mean", CT_FLOAT32, CT_L(4), CT_L(1),
			&self->norm_running_mean));
	CT_TRY(fused_cnn_weight(weights, "norm.running_var", CT_FLOAT32, CT_L(4), CT_L(1),
			&self->norm_running_var));
	CT_TRY(fused_cnn_weight(weights, "norm.num_batches_tracked", CT_INT64, (ct_ints){ 0 },
			(ct_ints){ 0 }, &self->norm_num_batches_tracked));
	CT_TRY(fold_norm(self->first_weight, self->first_bias, self->norm_weight, self->norm_bias,
			self->norm_running_mean, self->norm_running_var, 1e-05,
			&self->first_weight_folded, &self->norm_bias_folded));
	CT_TRY(reorder_weight(self->second_weight, &self->second_weight_reordered));
	find_gemm();
	return NULL;
}

static ct_error fused_cnn_read(const char *path, struct fused_cnn *self)
{
	ct_value weights;
	ct_error error;

	CT_TRY(ct_safetensors_load(path, NULL, &weights));
	error = fused_cnn_take_weights(self, &weights);
	ct_value_free(&weights);
	return error;
}

ct_error fused_cnn_load(const char *path, struct fused_cnn **result)
{
	struct fused_cnn *self;
	ct_scope *scope;
	ct_error error;

	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "result is NULL");
	CT_TRY(check_processor());
	self = calloc(1, sizeof *self);
	if (self == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for the weights");
	scope = ct_scope_open();
	error = fused_cnn_read(path, self);
	ct_scope_leave(scope);
	if (error == NULL)
		*result = self;
	else
		fused_cnn_free(self);
	return error;
}

void fused_cnn_free(struct fused_cnn *self)
{
	if (self == NULL)
		return;
	ct_tensor_free_unscoped(self->first_weight_folded);
	ct_tensor_free_unscoped(self->norm_bias_folded);
	ct_tensor_free_unscoped(self->second_weight_reordered);
	for (size_t i = 0; i < sizeof self->spares / sizeof *self->spares; i++)
		fused_cnn_workspace_free(self->spares[i]);
	ct_tensor_free_unscoped(self->first_weight);
	ct_tensor_free_unscoped(self->first_bias);
	ct_tensor_free_unscoped(self->norm_weight);
	ct_tensor_free_unscoped(self->norm_bias);
	ct_tensor_free_unscoped(self->second_weight);
	ct_tensor_free_unscoped(self->second_bias);
	ct_tensor_free_unscoped(self->last_weight);
	ct_tensor_free_unscoped(self->last_bias);
	ct_tensor_free_unscoped(self->norm_running_mean);
	ct_tensor_free_unscoped(self->norm_running_var);
	ct_tensor_free_unscoped(self->norm_num_batches_tracked);
	free(self);
}

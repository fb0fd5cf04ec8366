/*
 * fused_gpt.c: the program of gpt_tiny.training.pt2.
 *
 * Written by ctorch-compile: loops over elements, and calls of libtorch.
 * Names are those of the values of the graph. Begin to read at fused_gpt_forward(), which is the graph;
 * above it are the functions that it calls.
 */
#include "fused_gpt.h"

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

/* The compiler may compute these for several elements at once, by the C library's vector functions,
 * which glibc has since 2.35. Elsewhere they are called for each element. */
#if defined(__GLIBC__) && defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#if __GLIBC_PREREQ(2, 35)
#define VECTOR __attribute__((simd("notinbranch"), const))
VECTOR float expf(float);
#endif
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
		return ct_error_new(CT_ERROR_VALUE, "fused_gpt_run",
				    "'%s' has %lld dimensions of %s; expected %lld of %s", name,
				    (long long)ct_tensor_dim(tensor),
				    ct_dtype_name(ct_tensor_dtype(tensor)), (long long)size.len,
				    ct_dtype_name(dtype));
	if (ct_tensor_device(tensor).type != CT_DEVICE_TYPE_CPU ||
	    ct_tensor_layout(tensor) != CT_STRIDED)
		return ct_error_new(CT_ERROR_VALUE, "fused_gpt_run",
				    "'%s' is not a dense tensor in the memory of the processor",
				    name);
	for (int64_t i = 0; i < size.len; i++)
		if (ct_tensor_size(tensor, i) != size.at[i])
			return ct_error_new(CT_ERROR_VALUE, "fused_gpt_run",
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
		return ct_error_new(CT_ERROR_VALUE, "fused_gpt_run_out",
				    "'%s' has its elements in another order than the result", name);
	*result = out;
	return NULL;
}

/* As PyTorch: an index that is out of range is an error. */
static ct_error check_rows(const int64_t *index, int64_t n, int64_t rows)
{
	int64_t least = 0, most = 0;

#pragma omp simd reduction(min : least) reduction(max : most)
	for (int64_t i = 0; i < n; i++) {
		least = index[i] < least ? index[i] : least;
		most = index[i] > most ? index[i] : most;
	}
	if (least < 0 || most >= rows)
		return ct_error_new(CT_ERROR_INDEX, "fused_gpt_run",
				    "index %lld is out of range for an embedding of %lld rows",
				    (long long)(least < 0 ? least : most), (long long)rows);
	return NULL;
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

/* The number of elements up to the last one of these sizes and strides; -1: it is in no memory. */
static int64_t end_of(int64_t offset, ct_ints sizes, ct_ints strides)
{
	int64_t last = offset, more;
	bool fits = offset >= 0;

	for (int64_t i = 0; i < sizes.len; i++)
		if (sizes.at[i] == 0)
			return 0;
	for (int64_t i = 0; i < sizes.len; i++)
		fits = fits && sizes.at[i] > 0 && strides.at[i] >= 0 &&
		       !__builtin_mul_overflow(sizes.at[i] - 1, strides.at[i], &more) &&
		       !__builtin_add_overflow(last, more, &last);
	return fits && last < INT64_MAX ? last + 1 : -1;
}

/* The graph says where a part of a tensor is: it is in the memory of the tensor. */
static ct_error check_place(int64_t offset, ct_ints sizes, ct_ints strides, ct_ints memory_sizes,
			    ct_ints memory_strides)
{
	const int64_t end = end_of(offset, sizes, strides);

	if (end < 0 || end > end_of(0, memory_sizes, memory_strides))
		return ct_error_new(CT_ERROR_VALUE, "fused_gpt_run",
				    "sizes or strides of the program are wrong: a part of a tensor "
				    "lies outside its memory");
	return NULL;
}

/* The memory of a run: buffers between loops, tensors on them, copies of tensors whose elements lie
 * in another order than the loops expect. */
struct fused_gpt_workspace {
	char *block; /* NULL: it is not made yet */
	int64_t room;
	bool is_filled;
	int64_t s27; /* it is for this size */
	int64_t *arange;
	float *embedding_1;
	float *add;
	float *layer_norm;
	float *linear_product;
	float *linear;
	bool *ones;
	float *softmax;
	float *reshape;
	float *linear_1_product;
	float *layer_norm_1;
	const int64_t *tokens;
	ct_tensor *tokens_copy;
	ct_tensor *transpose_tensor;
	ct_tensor *transpose_2_tensor;
	ct_tensor *transpose_3_tensor;
	const float *matmul;
	ct_tensor *matmul_copy;
	ct_tensor *ones_tensor;
	const bool *triu;
	ct_tensor *triu_copy;
	ct_tensor *softmax_tensor;
	const float *matmul_1;
	ct_tensor *matmul_1_copy;
};

static ct_error fused_gpt_workspace_fill(struct fused_gpt_workspace *run)
{
	const int64_t s27 = run->s27;
	const int64_t end_1 = end_after(0, CT_L(8, s27));
	const int64_t end_2 = end_after(end_1, CT_L(32, s27));
	const int64_t end_3 = end_after(end_2, CT_L(64, s27));
	const int64_t end_4 = end_after(end_3, CT_L(64, s27));
	const int64_t end_5 = end_after(end_4, CT_L(192, s27));
	const int64_t end_6 = end_after(end_5, CT_L(192, s27));
	const int64_t end_7 = end_after(end_6, CT_L(1, s27, s27));
	const int64_t end_8 = end_after(end_7, CT_L(16, s27, s27));
	const int64_t end_9 = end_after(end_8, CT_L(64, s27));
	const int64_t end_10 = end_after(end_9, CT_L(64, s27));
	const int64_t nbytes = end_10;
	char *block = run->block;

	if (block == NULL || nbytes > run->room) {
		free(block);
		block = run->block = nbytes < 0 ? NULL : aligned_alloc(64, (size_t)nbytes + 64);
		run->room = nbytes;
	}
	if (nbytes < 0 || block == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, "fused_gpt_run", "no memory for a run");
	run->arange = (void *)block;
	run->embedding_1 = (void *)(block + end_1);
	run->add = (void *)(block + end_2);
	run->layer_norm = (void *)(block + end_3);
	run->linear_product = (void *)(block + end_4);
	run->linear = (void *)(block + end_5);
	run->ones = (void *)(block + end_6);
	run->softmax = (void *)(block + end_7);
	run->reshape = (void *)(block + end_3);
	run->linear_1_product = (void *)(block + end_8);
	run->layer_norm_1 = (void *)(block + end_9);
	CT_TRY(ct_tensor_from_blob(run->linear, CT_FLOAT32, CT_L(2, 2, s27, 4), CT_L(24 * s27, 4,
			24, 1), NULL, NULL, &run->transpose_tensor));
	ct_scope_disown(run->transpose_tensor);
	CT_TRY(ct_tensor_from_blob(run->linear + 16, CT_FLOAT32, CT_L(2, 2, s27, 4), CT_L(24 * s27,
			4, 24, 1), NULL, NULL, &run->transpose_2_tensor));
	ct_scope_disown(run->transpose_2_tensor);
	CT_TRY(ct_tensor_from_blob(run->linear + 8, CT_FLOAT32, CT_L(2, 2, 4, s27), CT_L(24 * s27,
			4, 1, 24), NULL, NULL, &run->transpose_3_tensor));
	ct_scope_disown(run->transpose_3_tensor);
	CT_TRY(ct_tensor_from_blob(run->ones, CT_BOOL, CT_L(s27, s27), CT_L(s27, 1), NULL, NULL,
			&run->ones_tensor));
	ct_scope_disown(run->ones_tensor);
	CT_TRY(ct_tensor_from_blob(run->softmax, CT_FLOAT32, CT_L(2, 2, s27, s27),
			CT_L(2 * s27 * s27, s27 * s27, s27, 1), NULL, NULL, &run->softmax_tensor));
	ct_scope_disown(run->softmax_tensor);
	CT_TRY(check_place(0, CT_L(1, 2, 2, s27, 4), CT_L(1, 24 * s27, 4, 24, 1), CT_L(1, 48 * s27),
			CT_L(1, 1)));
	CT_TRY(check_place(16, CT_L(1, 2, 2, s27, 4), CT_L(1, 24 * s27, 4, 24, 1), CT_L(1,
			48 * s27), CT_L(1, 1)));
	CT_TRY(check_place(8, CT_L(1, 2, 2, 4, s27), CT_L(1, 24 * s27, 4, 1, 24), CT_L(1, 48 * s27),
			CT_L(1, 1)));
	return NULL;
}

void fused_gpt_workspace_free(struct fused_gpt_workspace *run)
{
	if (run == NULL)
		return;
	ct_tensor_free_unscoped(run->tokens_copy);
	ct_tensor_free_unscoped(run->transpose_tensor);
	ct_tensor_free_unscoped(run->transpose_2_tensor);
	ct_tensor_free_unscoped(run->transpose_3_tensor);
	ct_tensor_free_unscoped(run->matmul_copy);
	ct_tensor_free_unscoped(run->ones_tensor);
	ct_tensor_free_unscoped(run->triu_copy);
	ct_tensor_free_unscoped(run->softmax_tensor);
	ct_tensor_free_unscoped(run->matmul_1_copy);
	free(run->block);
	free(run);
}

ct_error fused_gpt_workspace_new(struct fused_gpt_workspace **result)
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
static ct_error fused_gpt_workspace_fit(struct fused_gpt_workspace *run, int64_t s27)
{
	if (run->is_filled && run->s27 == s27)
		return NULL;
	ct_tensor_free_unscoped(run->tokens_copy);
	ct_tensor_free_unscoped(run->transpose_tensor);
	ct_tensor_free_unscoped(run->transpose_2_tensor);
	ct_tensor_free_unscoped(run->transpose_3_tensor);
	ct_tensor_free_unscoped(run->matmul_copy);
	ct_tensor_free_unscoped(run->ones_tensor);
	ct_tensor_free_unscoped(run->triu_copy);
	ct_tensor_free_unscoped(run->softmax_tensor);
	ct_tensor_free_unscoped(run->matmul_1_copy);
	*run = (struct fused_gpt_workspace){ .block = run->block, .room = run->room };
	run->s27 = s27;
	CT_TRY(fused_gpt_workspace_fill(run));
	run->is_filled = true;
	return NULL;
}

/* fused_gpt_run() takes a workspace that an earlier run has left, or makes one. */
static ct_error take_workspace(struct fused_gpt *self, struct fused_gpt_workspace **result)
{
	for (size_t i = 0; i < sizeof self->spares / sizeof *self->spares; i++) {
		*result = __atomic_exchange_n(&self->spares[i], NULL, __ATOMIC_ACQ_REL);
		if (*result != NULL)
			return NULL;
	}
	return fused_gpt_workspace_new(result);
}

static void leave_workspace(struct fused_gpt *self, struct fused_gpt_workspace *run)
{
	for (size_t i = 0; i < sizeof self->spares / sizeof *self->spares; i++) {
		void *none = NULL;

		if (__atomic_compare_exchange_n(&self->spares[i], &none, run, false,
						__ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
			return;
	}
	fused_gpt_workspace_free(run);
}

/* --- Loops ------------------------------------------------------------------------------------ */

static void arange_loop(int64_t *restrict arange, int64_t s27)
{
#pragma omp simd
	for (int64_t i = 0; i < s27; i++) {
		const int64_t t0 = i;
		const int64_t t1 = t0;
		arange[i] = t1;
	}
}

static void embedding_1_loop(const int64_t *restrict arange, const float *restrict p_places_weight,
		float *restrict embedding_1, int64_t s27)
{
	for (int64_t i0 = 0; i0 < s27; i0++) {
		const int64_t t0 = arange[i0];
#pragma omp simd
		for (int64_t i = 0; i < 8; i++) {
			const float t1 = p_places_weight[i + t0 * 8];
			embedding_1[i0 * 8 + i] = t1;
		}
	}
}

static void embedding_to_layer_norm(const int64_t *restrict tokens,
		const float *restrict p_head_weight, const float *restrict embedding_1,
		const float *restrict p_blocks_0_before_weight,
		const float *restrict p_blocks_0_before_bias, float *restrict add,
		float *restrict layer_norm, int64_t s27)
{
	for (int64_t i0 = 0; i0 < 2; i0++) {
		for (int64_t i1 = 0; i1 < s27; i1++) {
			const int64_t t0 = tokens[i0 * s27 + i1];
			float r5 = 0;
#pragma omp simd reduction(+ : r5)
			for (int64_t i = 0; i < 8; i++) {
				const float t1 = p_head_weight[i + t0 * 8];
				const float t3 = embedding_1[i1 * 8 + i];
				const float t4 = t1 + t3;
				add[i0 * 8 * s27 + i1 * 8 + i] = t4;
				r5 += t4;
			}
			const float t5 = r5;
			const float t6 = t5 / 8.0f;
			float r9 = 0;
#pragma omp simd reduction(+ : r9)
			for (int64_t i = 0; i < 8; i++) {
				const float t4 = add[i0 * 8 * s27 + i1 * 8 + i];
				const float t7 = t4 - t6;
				const float t8 = t7 * t7;
				r9 += t8;
			}
			const float t9 = r9;
			const float t10 = t9 / 8.0f;
			const float t11 = 1.0f / sqrtf(t10 + 1e-05f);
#pragma omp simd
			for (int64_t i = 0; i < 8; i++) {
				const float t4 = add[i0 * 8 * s27 + i1 * 8 + i];
				const float t7 = t4 - t6;
				const float t12 = p_blocks_0_before_weight[i];
				const float t13 = p_blocks_0_before_bias[i];
				const float t14 = t7 * t11 * t12 + t13;
				layer_norm[i0 * 8 * s27 + i1 * 8 + i] = t14;
			}
		}
	}
}

static void linear_loop(const float *restrict linear_product,
		const float *restrict p_blocks_0_qkv_bias, float *restrict linear, int64_t s27)
{
	for (int64_t i0 = 0; i0 < 2 * s27; i0++) {
#pragma omp simd
		for (int64_t i = 0; i < 24; i++) {
			const float t0 = linear_product[i0 * 24 + i];
			const float t1 = p_blocks_0_qkv_bias[i];
			const float t2 = t0 + t1;
			linear[i0 * 24 + i] = t2;
		}
	}
}

static void ones_loop(bool *restrict ones, int64_t s27)
{
#pragma omp simd
	for (int64_t i = 0; i < s27 * s27; i++) {
		const bool t0 = 1;
		ones[i] = t0;
	}
}

static void div_to_softmax(const float *restrict matmul, const bool *restrict triu,
		float *restrict softmax, int64_t s27)
{
	for (int64_t i0 = 0; i0 < 4; i0++) {
		for (int64_t i1 = 0; i1 < s27; i1++) {
			float r4 = -INFINITY;
#pragma omp simd reduction(max : r4)
			for (int64_t i = 0; i < s27; i++) {
				const float t0 = matmul[i0 * s27 * s27 + i1 * s27 + i];
				const float t1 = t0 / 2.0f;
				const bool t2 = triu[i1 * s27 + i];
				const float t3 = t2 ? (-INFINITY) : t1;
				r4 = t3 > r4 ? t3 : r4;
			}
			const float t4 = r4;
			double r6 = 0;
#pragma omp simd reduction(+ : r6)
			for (int64_t i = 0; i < s27; i++) {
				const float t0 = matmul[i0 * s27 * s27 + i1 * s27 + i];
				const float t1 = t0 / 2.0f;
				const bool t2 = triu[i1 * s27 + i];
				const float t3 = t2 ? (-INFINITY) : t1;
				const float t5 = expf(t3 - t4);
				r6 += t5;
			}
			const float t6 = (float)r6;
			const float t7 = 1.0f / t6;
#pragma omp simd
			for (int64_t i = 0; i < s27; i++) {
				const float t0 = matmul[i0 * s27 * s27 + i1 * s27 + i];
				const float t1 = t0 / 2.0f;
				const bool t2 = triu[i1 * s27 + i];
				const float t3 = t2 ? (-INFINITY) : t1;
				const float t5 = expf(t3 - t4);
				const float t8 = t5 * t7;
				softmax[i0 * s27 * s27 + i1 * s27 + i] = t8;
			}
		}
	}
}

static void reshape_loop(const float *restrict matmul_1, float *restrict reshape, int64_t s27)
{
	for (int64_t i0 = 0; i0 < 2; i0++) {
		for (int64_t i1 = 0; i1 < s27; i1++) {
			for (int64_t i2 = 0; i2 < 2; i2++) {
#pragma omp simd
				for (int64_t i = 0; i < 4; i++) {
					const float t0 = matmul_1[i0 * 8 * s27 + i1 * 4 + i2 * 4 * s27 + i];
					reshape[i0 * 8 * s27 + i1 * 8 + i2 * 4 + i] = t0;
				}
			}
		}
	}
}

static void linear_1_to_layer_norm_1(const float *restrict linear_1_product,
		const float *restrict p_blocks_0_out_bias, const float *restrict add,
		const float *restrict p_norm_weight, const float *restrict p_norm_bias,
		float *restrict layer_norm_1, int64_t s27)
{
	for (int64_t i0 = 0; i0 < 2 * s27; i0++) {
		float r5 = 0;
#pragma omp simd reduction(+ : r5)
		for (int64_t i = 0; i < 8; i++) {
			const float t0 = linear_1_product[i0 * 8 + i];
			const float t1 = p_blocks_0_out_bias[i];
			const float t2 = t0 + t1;
			const float t3 = add[i0 * 8 + i];
			const float t4 = t3 + t2;
			r5 += t4;
		}
		const float t5 = r5;
		const float t6 = t5 / 8.0f;
		float r9 = 0;
#pragma omp simd reduction(+ : r9)
		for (int64_t i = 0; i < 8; i++) {
			const float t0 = linear_1_product[i0 * 8 + i];
			const float t1 = p_blocks_0_out_bias[i];
			const float t2 = t0 + t1;
			const float t3 = add[i0 * 8 + i];
			const float t4 = t3 + t2;
			const float t7 = t4 - t6;
			const float t8 = t7 * t7;
			r9 += t8;
		}
		const float t9 = r9;
		const float t10 = t9 / 8.0f;
		const float t11 = 1.0f / sqrtf(t10 + 1e-05f);
#pragma omp simd
		for (int64_t i = 0; i < 8; i++) {
			const float t0 = linear_1_product[i0 * 8 + i];
			const float t1 = p_blocks_0_out_bias[i];
			const float t2 = t0 + t1;
			const float t3 = add[i0 * 8 + i];
			const float t4 = t3 + t2;
			const float t7 = t4 - t6;
			const float t12 = p_norm_weight[i];
			const float t13 = p_norm_bias[i];
			const float t14 = t7 * t11 * t12 + t13;
			layer_norm_1[i0 * 8 + i] = t14;
		}
	}
}

/* --- The graph -------------------------------------------------------------------------------- */

static ct_error fused_gpt_forward(struct fused_gpt *self, ct_tensor *tokens,
		ct_tensor **linear_2_out, struct fused_gpt_workspace *run)
{
	const int64_t s27 = ct_tensor_size(tokens, 1);
	CT_TRY(fused_gpt_workspace_fit(run, s27));

	/* zoo/models.py:119: x = self.words(tokens) + self.places(torch.arange(tokens.shape[1], device=tokens.device)) */
	arange_loop(run->arange, s27);

	/* torch/nn/modules/sparse.py:189: return F.embedding( */
	CT_TRY(check_rows(run->arange, s27, 16));
	embedding_1_loop(run->arange, ct_tensor_data(self->places_weight), run->embedding_1, s27);

	/* zoo/models.py:119: x = self.words(tokens) + self.places(torch.arange(tokens.shape[1], device=tokens.device)) */
	/* torch/nn/modules/normalization.py:228: return F.layer_norm( */
	CT_TRY(read_tensor(tokens, "tokens", CT_INT64, CT_L(2, s27), CT_L(s27, 1),
			&run->tokens_copy, (const void **)&run->tokens));
	CT_TRY(check_rows(run->tokens, 2 * s27, 20));
	embedding_to_layer_norm(run->tokens, ct_tensor_data(self->head_weight), run->embedding_1,
			ct_tensor_data(self->blocks_0_before_weight),
			ct_tensor_data(self->blocks_0_before_bias), run->add, run->layer_norm, s27);

	/* torch/nn/modules/linear.py:134: return F.linear(input, self.weight, self.bias) */
	CT_TRY(multiply(2 * s27, 24, 8, 1, 'N', run->layer_norm, 8, 'T',
			ct_tensor_data(self->blocks_0_qkv_weight), 8, run->linear_product, 24));
	linear_loop(run->linear_product, ct_tensor_data(self->blocks_0_qkv_bias), run->linear, s27);

	/* zoo/models.py:106: return self.mix(x) */
	ct_tensor *matmul;
	CT_TRY(ct_matmul(run->transpose_tensor, run->transpose_3_tensor, &matmul));
	ones_loop(run->ones, s27);
	ct_tensor *triu;
	CT_TRY(ct_triu(run->ones_tensor, 1, &triu));
	CT_TRY(read_tensor(matmul, "matmul", CT_FLOAT32, CT_L(2, 2, s27, s27), CT_L(2 * s27 * s27,
			s27 * s27, s27, 1), &run->matmul_copy, (const void **)&run->matmul));
	CT_TRY(read_tensor(triu, "triu", CT_BOOL, CT_L(s27, s27), CT_L(s27, 1), &run->triu_copy,
			(const void **)&run->triu));
	div_to_softmax(run->matmul, run->triu, run->softmax, s27);
	ct_tensor_free(matmul);
	ct_tensor_free(triu);
	ct_tensor *matmul_1;
	CT_TRY(ct_matmul(run->softmax_tensor, run->transpose_2_tensor, &matmul_1));
	CT_TRY(read_tensor(matmul_1, "matmul_1", CT_FLOAT32, CT_L(2, 2, s27, 4), CT_L(8 * s27,
			4 * s27, 4, 1), &run->matmul_1_copy, (const void **)&run->matmul_1));
	reshape_loop(run->matmul_1, run->reshape, s27);
	ct_tensor_free(matmul_1);

	/* torch/nn/modules/linear.py:134: return F.linear(input, self.weight, self.bias) */
	/* zoo/models.py:106: return self.mix(x) */
	/* torch/nn/modules/normalization.py:228: return F.layer_norm( */
	CT_TRY(multiply(2 * s27, 8, 8, 1, 'N', run->reshape, 8, 'T',
			ct_tensor_data(self->blocks_0_out_weight), 8, run->linear_1_product, 8));
	linear_1_to_layer_norm_1(run->linear_1_product, ct_tensor_data(self->blocks_0_out_bias),
			run->add, ct_tensor_data(self->norm_weight),
			ct_tensor_data(self->norm_bias), run->layer_norm_1, s27);

	/* torch/nn/modules/linear.py:134: return F.linear(input, self.weight, self.bias) */
	ct_tensor *linear_2 = NULL;
	CT_TRY(result_tensor(*linear_2_out, "linear_2_out", CT_FLOAT32, CT_L(2, s27, 20),
			(ct_ints){ 0 }, &linear_2));
	CT_TRY(multiply(2 * s27, 20, 8, 1, 'N', run->layer_norm_1, 8, 'T',
			ct_tensor_data(self->head_weight), 8, ct_tensor_mutable_data(linear_2),
			20));

	*linear_2_out = linear_2;
	return NULL;
}

/* --- Running ---------------------------------------------------------------------------------- */

static ct_error fused_gpt_check_tensor(const ct_tensor *tensor, const char *input,
				  ct_dtype dtype, int64_t dim)
{
	if (tensor == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, "fused_gpt_run", "the input %s is NULL",
				input);
	if (dtype != CT_DTYPE_NONE && ct_tensor_dtype(tensor) != dtype)
		return ct_error_new(CT_ERROR_TYPE, "fused_gpt_run",
				    "the input %s must be of the dtype %s, but is %s", input,
				    ct_dtype_name(dtype), ct_dtype_name(ct_tensor_dtype(tensor)));
	if (ct_tensor_dim(tensor) != dim)
		return ct_error_new(CT_ERROR_TYPE, "fused_gpt_run",
				    "the input %s must be of %lld dimensions, but is of %lld",
				    input, (long long)dim, (long long)ct_tensor_dim(tensor));
	return NULL;
}

static ct_error fused_gpt_guard_failed(const char *text)
{
	return ct_error_new(CT_ERROR_ASSERTION, "fused_gpt_run", "Guard failed: %s", text);
}

static ct_error fused_gpt_check(ct_tensor *tokens)
{
	CT_TRY(fused_gpt_check_tensor(tokens, "tokens", CT_INT64, 2));
	if (!(ct_tensor_size(tokens, 0) == 2))
		return fused_gpt_guard_failed("tokens.size()[0] == 2");
	if (!(ct_tensor_size(tokens, 1) <= 16))
		return fused_gpt_guard_failed("tokens.size()[1] <= 16");
	return NULL;
}

ct_error fused_gpt_run(struct fused_gpt *self, ct_tensor *tokens, ct_tensor **linear_2_out)
{
	const bool grad_was_enabled = ct_autograd_is_grad_enabled();
	struct fused_gpt_workspace *run;
	ct_scope *scope;
	ct_error error;

	if (self == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "self is NULL");
	CT_TRY(fused_gpt_check(tokens));
	CT_TRY(take_workspace(self, &run));
	*linear_2_out = NULL;
	ct_autograd_set_grad_enabled(false);
	scope = ct_scope_open();
	error = fused_gpt_forward(self, tokens, linear_2_out, run);
	ct_autograd_set_grad_enabled(grad_was_enabled);
	if (error == NULL)
		ct_scope_move_up(*linear_2_out);
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
		return ct_error_new(CT_ERROR_ARGUMENT, "fused_gpt_run_out", "%s is NULL", name);
	for (int64_t k = 0; k < i; k++) {
		const struct span other = span_of(all[k]);

		if (out.begin < other.end && other.begin < out.end)
			return ct_error_new(CT_ERROR_VALUE, "fused_gpt_run_out",
					    "'%s' shares memory with an input, a weight or another "
					    "result", name);
	}
	return NULL;
}

ct_error fused_gpt_run_out(struct fused_gpt *self, struct fused_gpt_workspace *workspace,
		ct_tensor *tokens, ct_tensor *linear_2_out)
{
	const bool grad_was_enabled = ct_autograd_is_grad_enabled();
	ct_scope *scope;
	ct_error error;

	if (self == NULL || workspace == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "self or the workspace is NULL");
	CT_TRY(fused_gpt_check(tokens));
	const ct_tensor *const all[] = { tokens, self->words_weight, self->places_weight,
			self->blocks_0_before_weight, self->blocks_0_before_bias,
			self->blocks_0_qkv_weight, self->blocks_0_qkv_bias,
			self->blocks_0_out_weight, self->blocks_0_out_bias, self->norm_weight,
			self->norm_bias, self->head_weight, linear_2_out };
	CT_TRY(check_apart(all, 12, "linear_2_out"));
	ct_autograd_set_grad_enabled(false);
	scope = ct_scope_open();
	error = fused_gpt_forward(self, tokens, &linear_2_out, workspace);
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
	return ct_error_new(CT_ERROR_RUNTIME, "fused_gpt_load",
			    "the program was compiled for a processor with %s, which this one does not "
			    "have; write it again here, or with --march x86-64-v3 or x86-64",
			    missing);
}

/* The code is for weights of this dtype, with elements in these places. */
static ct_error fused_gpt_check_weight(const ct_tensor *weight, const char *name, ct_dtype dtype,
				  ct_ints sizes, ct_ints strides)
{
	const int64_t *have = ct_tensor_strides(weight);

	if (ct_tensor_dtype(weight) != dtype)
		return ct_error_new(CT_ERROR_VALUE, "fused_gpt_load",
				    "the weight '%s' must be of the dtype %s, but is %s", name,
				    ct_dtype_name(dtype), ct_dtype_name(ct_tensor_dtype(weight)));
	if (ct_tensor_dim(weight) != sizes.len)
		return ct_error_new(CT_ERROR_VALUE, "fused_gpt_load",
				    "the weight '%s' must be of %lld dimensions, but is of %lld",
				    name, (long long)sizes.len, (long long)ct_tensor_dim(weight));
	for (int64_t i = 0; i < sizes.len; i++) {
		if (ct_tensor_size(weight, i) != sizes.at[i])
			return ct_error_new(CT_ERROR_VALUE, "fused_gpt_load",
					    "the weight '%s' must have size %lld in dimension %lld, "
					    "but has %lld", name, (long long)sizes.at[i],
					    (long long)i, (long long)ct_tensor_size(weight, i));
		if (sizes.at[i] != 1 && have[i] != strides.at[i])
			return ct_error_new(CT_ERROR_VALUE, "fused_gpt_load",
					    "the weight '%s' must have stride %lld in dimension "
					    "%lld, but has %lld", name, (long long)strides.at[i],
					    (long long)i, (long long)have[i]);
	}
	return NULL;
}

/* A tensor of the file, in no scope. */
static ct_error fused_gpt_weight(const ct_value *weights, const char *name, ct_dtype dtype,
			    ct_ints sizes, ct_ints strides, ct_tensor **result)
{
	ct_value value;
	ct_tensor *tensor;

	CT_TRY(ct_value_dict_get(weights, ct_value_string(name), &value));
	CT_TRY(ct_value_as_tensor(&value, &tensor));
	CT_TRY(fused_gpt_check_weight(tensor, name, dtype, sizes, strides));
	*result = ct_tensor_retain(tensor);
	if (*result == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for a handle");
	ct_scope_disown(*result);
	return NULL;
}

/* Bytes that several tensors share, or that are not contiguous. */
static ct_error fused_gpt_bytes(const ct_value *weights, const char *name, ct_tensor **result)
{
	ct_value value;

	CT_TRY(ct_value_dict_get(weights, ct_value_string(name), &value));
	return ct_value_as_tensor(&value, result);
}

/* A part of such bytes, in no scope. */
static ct_error fused_gpt_part(const ct_tensor *bytes, ct_dtype dtype,
			  ct_ints sizes, ct_ints strides, int64_t offset,
			  ct_tensor **result)
{
	ct_tensor *elements;

	CT_TRY(ct_view_dtype(bytes, dtype, &elements));
	CT_TRY(ct_as_strided(elements, sizes.at, sizes.len, strides.at, strides.len,
			     &offset, result));
	ct_scope_disown(*result);
	return NULL;
}

static ct_error fused_gpt_take_weights(struct fused_gpt *self, const ct_value *weights)
{
	ct_tensor *storage_0;
	CT_TRY(fused_gpt_bytes(weights, "storage 0", &storage_0));
	CT_TRY(fused_gpt_part(storage_0, CT_FLOAT32, CT_L(20, 8), CT_L(8, 1), 0,
			&self->words_weight));
	CT_TRY(ct_tensor_set_requires_grad(self->words_weight, true));
	CT_TRY(fused_gpt_weight(weights, "places.weight", CT_FLOAT32, CT_L(16, 8), CT_L(8, 1),
			&self->places_weight));
	CT_TRY(ct_tensor_set_requires_grad(self->places_weight, true));
	CT_TRY(fused_gpt_weight(weights, "blocks.0.before.weight", CT_FLOAT32, CT_L(8), CT_L(1),
			&self->blocks_0_before_weight));
	CT_TRY(ct_tensor_set_requires_grad(self->blocks_0_before_weight, true));
	CT_TRY(fused_gpt_weight(weights, "blocks.0.before.bias", CT_FLOAT32, CT_L(8), CT_L(1),
			&self->blocks_0_before_bias));
	CT_TRY(ct_tensor_set_requires_grad(self->blocks_0_before_bias, true));
	CT_TRY(fused_gpt_weight(weights, "blocks.0.qkv.weight", CT_FLOAT32, CT_L(24, 8), CT_L(8, 1),
			&self->blocks_0_qkv_weight));
	CT_TRY(ct_tensor_set_requires_grad(self->blocks_0_qkv_weight, true));
	CT_TRY(fused_gpt_weight(weights, "blocks.0.qkv.bias", CT_FLOAT32, CT_L(24), CT_L(1),
			&self->blocks_0_qkv_bias));
	CT_TRY(ct_tensor_set_requires_grad(self->blocks_0_qkv_bias, true));
	CT_TRY(fused_gpt_weight(weights, "blocks.0.out.weight", CT_FLOAT32, CT_L(8, 8), CT_L(8, 1),
			&self->blocks_0_out_weight));
	CT_TRY(ct_tensor_set_requires_grad(self->blocks_0_out_weight, true));
	CT_TRY(fused_gpt_weight(weights, "blocks.0.out.bias", CT_FLOAT32, CT_L(8), CT_L(1),
			&self->blocks_0_out_bias));
	CT_TRY(ct_tensor_set_requires_grad(self->blocks_0_out_bias, true));
	CT_TRY(fused_gpt_weight(weights, "norm.weight", CT_FLOAT32, CT_L(8), CT_L(1),
			&self->norm_weight));
	CT_TRY(ct_tensor_set_requires_grad(self->norm_weight, true));
	CT_TRY(fused_gpt_weight(weights, "norm.bias", CT_FLOAT32, CT_L(8), CT_L(1),
			&self->norm_bias));
	CT_TRY(ct_tensor_set_requires_grad(self->norm_bias, true));
	CT_TRY(fused_gpt_part(storage_0, CT_FLOAT32, CT_L(20, 8), CT_L(8, 1), 0,
			&self->head_weight));
	CT_TRY(ct_tensor_set_requires_grad(self->head_weight, true));
	find_gemm();
	return NULL;
}

static ct_error fused_gpt_read(const char *path, struct fused_gpt *self)
{
	ct_value weights;
	ct_error error;

	CT_TRY(ct_safetensors_load(path, NULL, &weights));
	error = fused_gpt_take_weights(self, &weights);
	ct_value_free(&weights);
	return error;
}

ct_error fused_gpt_load(const char *path, struct fused_gpt **result)
{
	struct fused_gpt *self;
	ct_scope *scope;
	ct_error error;

	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "result is NULL");
	CT_TRY(check_processor());
	self = calloc(1, sizeof *self);
	if (self == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for the weights");
	scope = ct_scope_open();
	error = fused_gpt_read(path, self);
	ct_scope_leave(scope);
	if (error == NULL)
		*result = self;
	else
		fused_gpt_free(self);
	return error;
}

void fused_gpt_free(struct fused_gpt *self)
{
	if (self == NULL)
		return;
	for (size_t i = 0; i < sizeof self->spares / sizeof *self->spares; i++)
		fused_gpt_workspace_free(self->spares[i]);
	ct_tensor_free_unscoped(self->words_weight);
	ct_tensor_free_unscoped(self->places_weight);
	ct_tensor_free_unscoped(self->blocks_0_before_weight);
	ct_tensor_free_unscoped(self->blocks_0_before_bias);
	ct_tensor_free_unscoped(self->blocks_0_qkv_weight);
	ct_tensor_free_unscoped(self->blocks_0_qkv_bias);
	ct_tensor_free_unscoped(self->blocks_0_out_weight);
	ct_tensor_free_unscoped(self->blocks_0_out_bias);
	ct_tensor_free_unscoped(self->norm_weight);
	ct_tensor_free_unscoped(self->norm_bias);
	ct_tensor_free_unscoped(self->head_weight);
	free(self);
}

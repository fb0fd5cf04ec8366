/*
 * torch_api.h: C functions with the names, types and meaning of those that the C layer of tch-rs (the
 * crate torch-sys) exports, on libctorch. torch_api_generated.h has one for each operator.
 *
 * A tensor is a handle of libctorch; NULL is undefined. What a function returns is new: at_free(),
 * ats_free(), ato_free(), and free() for lists and texts. A function that fails writes no result, and
 * get_and_reset_last_err() returns the error.
 */
#ifndef TORCH_API_H
#define TORCH_API_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ct_tensor *tensor;
typedef struct ct_scalar *scalar;
typedef struct tch_optimizer *optimizer;

/* The text of the last error of this thread since the last call, to be freed; NULL: none. */
char *get_and_reset_last_err(void);

/* --- Tensors --------------------------------------------------------------------------------- */

void at_manual_seed(int64_t seed);
tensor at_new_tensor(void); /* undefined */
/* Copies elements of a size in bytes; `type` is libtorch's number of the dtype. */
tensor at_tensor_of_data(void *data, int64_t *dims, size_t ndims, size_t element_size, int type);
/* Copies the first elements of a tensor, which must have that size in bytes. */
void at_copy_data(tensor self, void *data, size_t numel, size_t element_size);
tensor at_shallow_clone(tensor self);
void *at_data_ptr(tensor self);
int at_defined(tensor self);
size_t at_dim(tensor self);
void at_shape(tensor self, int64_t *sizes);
void at_stride(tensor self, int64_t *strides);
int at_scalar_type(tensor self);
int at_device(tensor self); /* -1: the CPU; else the index of a GPU */
void at_copy_(tensor dst, tensor src);
double at_double_value_at_indexes(tensor self, int64_t *indexes, int indexes_len);
int64_t at_int64_value_at_indexes(tensor self, int64_t *indexes, int indexes_len);
char *at_to_string(tensor self, int line_size);
void at_print(tensor self);
void at_save(tensor self, char *path);
tensor at_load(char *path);
void at_free(tensor self);

/* --- Gradients ------------------------------------------------------------------------------- */

void at_backward(tensor self, int keep_graph, int create_graph);
int at_requires_grad(tensor self);
int at_grad_set_enabled(int enabled); /* returns the previous setting */

/* --- Scalars --------------------------------------------------------------------------------- */

scalar ats_int(int64_t value);
scalar ats_float(double value);
int64_t ats_to_int(scalar self);
double ats_to_float(scalar self);
void ats_free(scalar self);

/* --- Optimizers ------------------------------------------------------------------------------ */

optimizer ato_adam(double learning_rate, double beta1, double beta2, double weight_decay,
		   double eps, int amsgrad);
optimizer ato_sgd(double learning_rate, double momentum, double dampening, double weight_decay,
		  int nesterov);
void ato_add_parameters(optimizer self, tensor parameter, size_t group);
void ato_set_learning_rate(optimizer self, double learning_rate);
void ato_zero_grad(optimizer self);
void ato_step(optimizer self);
void ato_free(optimizer self);

/* --- Operators with other arguments than the rules give ---------------------------------------- */

void atg_grad(tensor *out, tensor self);
void atg_set_requires_grad(tensor *out, tensor self, int r);
void atg_to(tensor *out, tensor self, int device);
void atg_totype(tensor *out, tensor self, int scalar_type);
void atg_arange_start_step(tensor *out, scalar start, scalar end, scalar step, int options_kind,
			   int options_device);
void atg_baddbmm(tensor *out, tensor self, tensor batch1, tensor batch2, scalar beta, scalar alpha);
void atg_baddbmm_dtype(tensor *out, tensor self, tensor batch1, tensor batch2, int out_dtype,
		       scalar beta, scalar alpha);
void atg_empty_like(tensor *out, tensor self);
void atg_full_like(tensor *out, tensor self, scalar fill_value);
void atg_ones_like(tensor *out, tensor self);
void atg_rand_like(tensor *out, tensor self);
void atg_randint_like(tensor *out, tensor self, int64_t high);
void atg_randint_like_low_dtype(tensor *out, tensor self, int64_t low, int64_t high);
void atg_randint_like_tensor(tensor *out, tensor self, tensor high);
void atg_randn_like(tensor *out, tensor self);
void atg_zeros_like(tensor *out, tensor self);
void atg__scaled_dot_product_attention_math_for_mps(tensor *out, tensor query, tensor key,
						    tensor value, tensor attn_mask,
						    double dropout_p, int is_causal,
						    tensor dropout_mask, double scale_v,
						    uint8_t scale_null);

#ifdef __cplusplus
}
#endif

#endif

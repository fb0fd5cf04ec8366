/*
 * tensors.h: everyday work with tensors, once through libctorch and once in another way, usually
 * with libtorch's C++ interface, on the same tensors.
 */
#ifndef CTORCH_BENCHMARK_TENSORS_H
#define CTORCH_BENCHMARK_TENSORS_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DATA_LEN 1000     /* numbers that become a tensor */
#define FILE_LEN 25000000 /* float32 numbers of the file: 100 MB */
#define HOOKS 16          /* on one leaf */

struct inputs {
	ct_tensor *one;       /* a single number */
	ct_tensor *cube;      /* 8 x 8 x 8 */
	ct_tensor *matrix;    /* 256 x 256, transposed, so its strides are not those of a C array */
	ct_tensor *leaf;      /* a single number that requires a gradient */
	ct_tensor *hooked[2]; /* leaves with HOOKS hooks: of libctorch, of C++ */
	float data[DATA_LEN];
	const char *path; /* of FILE_LEN numbers, in a .npy file */
};

/* Sets the tensors for tensors_at.cpp, which takes references, and registers C++'s hooks. */
void at_set_inputs(const struct inputs *inputs);
void at_release_inputs(void);

/* Each does its work `n` times and returns NULL. */
ct_error at_select(int64_t n);
ct_error at_index_place(int64_t n);
ct_error at_index_parts(int64_t n);
ct_error at_item(int64_t n);
ct_error at_accessor(int64_t n);
ct_error at_from_blob(int64_t n);
ct_error at_call_boxed(int64_t n);
ct_error at_function(int64_t n);
ct_error at_to_dlpack(int64_t n);
ct_error at_through_dlpack(int64_t n);
ct_error at_read_and_clone(int64_t n);
ct_error at_read_in_place(int64_t n);

#ifdef __cplusplus
}
#endif

#endif

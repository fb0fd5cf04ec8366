/* cublas.c: what a handle remembers. */
#include "internal.h"

enum { POINTER_MODE, MATH_MODE };

#define MODE(name, mode)                                                   \
	int cublasGet##name(const struct fake_handle *handle, int *value); \
	int cublasGet##name(const struct fake_handle *handle, int *value)  \
	{                                                                  \
		*value = handle->modes[mode];                              \
		return 0;                                                  \
	}                                                                  \
	int cublasSet##name(struct fake_handle *handle, int value);        \
	int cublasSet##name(struct fake_handle *handle, int value)         \
	{                                                                  \
		handle->modes[mode] = value;                               \
		return 0;                                                  \
	}

MODE(PointerMode_v2, POINTER_MODE)
MODE(MathMode, MATH_MODE)

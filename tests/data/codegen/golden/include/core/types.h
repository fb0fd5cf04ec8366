/* A small runtime: each form of declaration that ctorch-gen reads. */
#ifndef SMALL_TYPES_H
#define SMALL_TYPES_H

#include <stdint.h>

/** The version. A second sentence.
 *
 * A second paragraph. */
#define CT_ABI_VERSION 1
/** Does nothing with two things. */
#define CT_LONG_MACRO(a, b) \
	do { \
		(void)(a); \
	} while (0)

#ifdef __cplusplus
extern "C" {
#endif

typedef const char *ct_error;
typedef struct ct_tensor ct_tensor;
typedef struct ct_nothing ct_nothing; /* has no ct_nothing_free: no handle */
typedef void (*ct_deleter)(void *data CT_TAKEN, void *context);
typedef ct_error (*ct_hook)(const ct_tensor *grad CT_NULLABLE, void *context,
			    ct_tensor **replacement);

typedef int32_t ct_dtype;

enum ct_dtype_value {
	CT_DTYPE_NONE = -1, /* no dtype */
	CT_UINT8 = 0,
	CT_MASK = 0x10,
};

typedef struct ct_scalar {
	int32_t kind;
	int64_t i;
	double re;
	double im;
} ct_scalar;

typedef struct ct_view {
	const char *name; /* "x;" */
	ct_tensor *const *tensors;
} ct_view;

#ifdef __cplusplus
}
#endif

#endif

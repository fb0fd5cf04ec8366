/*
 * cusolver.c: no function needs a workspace. Their sizes are asked for by functions whose parameters
 * differ only in how many integers and pointers come before the results.
 */
#include <stddef.h>
#include <stdint.h>

#include "libraries.h"

#define W(n) uintptr_t w##n __attribute__((unused))
#define W_3 W(1), W(2), W(3)
#define W_4 W_3, W(4)
#define W_5 W_4, W(5)
#define W_7 W_5, W(6), W(7)
#define W_8 W_7, W(8)
#define W_10 W_8, W(9), W(10)
#define W_11 W_10, W(11)
#define W_12 W_11, W(12)
#define W_16 W_12, W(13), W(14), W(15), W(16)
#define W_17 W_16, W(17)

#define SIZE(name, count)                                        \
	int cusolverDn##name##_bufferSize(W_##count, int *size); \
	int cusolverDn##name##_bufferSize(W_##count, int *size)  \
	{                                                        \
		*size = 0;                                       \
		return 0;                                        \
	}

/* On the device and on the host. */
#define SIZES(name, count)                                                          \
	int cusolverDn##name##_bufferSize(W_##count, size_t *device, size_t *host); \
	int cusolverDn##name##_bufferSize(W_##count, size_t *device, size_t *host)  \
	{                                                                           \
		*device = *host = 0;                                                \
		return 0;                                                           \
	}

#define REAL(name, count) SIZE(S##name, count) SIZE(D##name, count)
#define COMPLEX(name, count) SIZE(C##name, count) SIZE(Z##name, count)
#define ALL(name, count) REAL(name, count) COMPLEX(name, count)

ALL(geqrf, 5)
ALL(gesvd, 3)
ALL(gesvdaStridedBatched, 16)
ALL(gesvdj, 12)
ALL(gesvdjBatched, 11)
ALL(getrf, 5)
ALL(potrf, 5)
ALL(sytrf, 4)
REAL(orgqr, 7)
REAL(ormqr, 11)
REAL(syevd, 7)
REAL(syevjBatched, 7)
COMPLEX(heevd, 7)
COMPLEX(heevjBatched, 7)
COMPLEX(ungqr, 7)
COMPLEX(unmqr, 11)
SIZES(Xgeev, 17)
SIZES(Xgeqrf, 10)
SIZES(Xpotrf, 8)
SIZES(Xsyevd, 11)
SIZES(XsyevBatched, 11)
SIZES(Xsytrs, 11)

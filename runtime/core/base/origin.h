/*
 * Inside the library: which function gave a handle or took it back, and who called it.
 */
#ifndef CT_CORE_BASE_ORIGIN_H
#define CT_CORE_BASE_ORIGIN_H

/* In a checked build every handle is tracked, and every argument looked up. */
#ifdef CTORCH_CHECKED
#define CT_CHECKED 1
#else
#define CT_CHECKED 0
#endif

struct ct_origin {
	const char *function; /* "ct_mm"; static */
	const void *caller;   /* the address that the function returns to; NULL: not known */
};

/* The function that contains it, and its caller. */
#ifdef __cplusplus
#define CT_HERE (ct_origin{ __builtin_FUNCTION(), __builtin_return_address(0) })
#else
#define CT_HERE ((struct ct_origin){ __func__, __builtin_return_address(0) })
#endif

/* Runs for each handle in a scope. The linker puts such functions next to each other: an operator
 * has evicted them from the instruction cache, so each of their cache lines costs time. */
#define CT_HOT __attribute__((hot))

#endif

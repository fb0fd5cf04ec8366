/*
 * Inside the library: which call of the program is in progress, for warnings.
 */
#ifndef CT_CORE_BASE_CALLER_H
#define CT_CORE_BASE_CALLER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* CT_E() and the other macros of an expression note their place before they call; its end forgets
 * it. */
struct ct_noted_place {
	const char *file; /* NULL: none */
	int line;
	const void *caller; /* an address in the function that has the macro */
};

extern __thread struct ct_noted_place ct_noted_place
	__attribute__((tls_model("initial-exec"), visibility("hidden")));

struct ct_caller {
	const char *function; /* the public function: "ct_nn_mse_loss"; static, NULL if not known */
	const char *file;     /* the macro's, or `text` */
	int line;             /* 0: not known */
	char text[128];       /* as ct_place_text() */
};

/* Between these, this thread remembers to which library and function an address belongs, which
 * takes long to find out in a library as large as libtorch. No library may be unloaded. To remember
 * twice is to remember once. */
void ct_callers_remember(void);
void ct_callers_forget(void);

/* Walks the stack up to the program's frame. A place that a macro noted counts if it is shortly before
 * the call in the same function. */
void ct_find_caller(struct ct_caller *caller);

/* Lists the addresses of the calls in progress in functions of the program, the innermost first.
 * Returns how many, at most `room`. */
int64_t ct_list_callers(const void **addresses, int64_t room);

#ifdef __cplusplus
}
#endif

#endif

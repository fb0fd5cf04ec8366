/*
 * Inside the library: a warning for a scope that a loop fills.
 *
 * An ordinary call does no extra work: a scope is examined only once it owns very many tensors, or
 * after very many steps of an optimizer. If it seems to grow, the calls that give it its next tensors are
 * counted, and the one with the most of them is named.
 */
#ifndef CT_CORE_MEMORY_GROWTH_H
#define CT_CORE_MEMORY_GROWTH_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/origin.h"
#include "core/memory/handle_stack.h"
#include "core/memory/scope_mark.h"

enum {
	CT_GROWTH_TENSORS = 10000, /* more than these in one scope are suspicious */
	CT_GROWTH_UPDATES = 1000,  /* so are these steps of an optimizer that each left a tensor */
	CT_GROWTH_SAMPLES = 256,   /* tensors whose calls are counted */
	CT_GROWTH_PATIENCE = 100000, /* calls after which a scope does not seem to grow */
	CT_GROWTH_SITES = 8          /* calls that are counted; a loop has few */
};

/* A call that gives tensors. */
struct ct_growth_site {
	struct ct_origin from;
	const char *file; /* NULL: a macro did not note it */
	int line;
	uint32_t given;
};

/* The thread's last call, as far as it is noted: what gives a handle the slow way notes its origin.
 * Macros note their place in ct_noted_place. */
extern __thread struct ct_growth_site ct_growth_call
	__attribute__((tls_model("initial-exec"), visibility("hidden")));

struct ct_growth {
	uint32_t depth;   /* of the scope whose tensors are counted; 0: none */
	uint32_t samples; /* tensors that it got since */
	uint32_t waited;  /* calls since */
	struct ct_growth_site sites[CT_GROWTH_SITES];
};

/* Whether the program wants the warning. */
bool ct_growth_wanted(void);

/* Counts one tensor for ct_growth_call. */
void ct_growth_count(struct ct_growth *self);

/* Ends the count and warns, once for each site. Calls the program's warning handler. */
void ct_growth_report(struct ct_growth *self, const struct ct_handle_stack *handles,
		      struct ct_scope_mark scope);

/* An optimizer made a step in the innermost scope. */
void ct_scopes_note_update(void);

#endif

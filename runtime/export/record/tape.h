/*
 * Inside the library: what was recorded of one run of a function: the operators that it called, as
 * the nodes of a graph.
 *
 * Integers that the schema lets be symbols (SymInt, Scalar) are CT_ARM_SYM_INT and
 * CT_ARM_SYM_INTS without values: solve.c finds out what they depend on.
 */
#ifndef CT_EXPORT_RECORD_TAPE_H
#define CT_EXPORT_RECORD_TAPE_H

#include <ctorch/core/error.h>

#include "export/graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A tensor that no node makes. */
struct ct_tape_source {
	int32_t value;
	ct_tensor *tensor; /* the recording's; of a constant: a copy with its first content */
};

/* All but the sources and the tensors is in the arena. Names are missing. */
struct ct_tape {
	const struct ct_graph_value *values;
	int64_t values_len;
	const struct ct_graph_node *nodes;
	int64_t nodes_len;
	const struct ct_tape_source *constants; /* in the order of their first use */
	int64_t constants_len;
};

struct ct_recording;

/* Begins a recording. The arena is borrowed, and gets what is recorded. Nothing is recorded until
 * ct_recording_enter(). An error if this thread records already. */
ct_error ct_recording_new(const char *function, struct ct_arena *arena,
			  struct ct_recording **result) CT_RETURNS_ERROR;
void ct_recording_free(struct ct_recording *self) CT_NOEXCEPT;

/* Adds a parameter, a buffer or an input; the values of these are 0, 1, ... */
ct_error ct_recording_add(struct ct_recording *self, const ct_tensor *tensor) CT_RETURNS_ERROR;

/* Between these, the operators of this thread are recorded. */
void ct_recording_enter(struct ct_recording *self) CT_NOEXCEPT;
void ct_recording_leave(struct ct_recording *self) CT_NOEXCEPT;

/* The value of a tensor, an output, as an argument; of NULL: None. */
ct_error ct_recording_find(struct ct_recording *self, const ct_tensor *tensor,
			   struct ct_graph_argument *result) CT_RETURNS_ERROR;

/* Ends the recording: gives back to tensors that existed before it their content and shapes. The
 * result is borrowed; an error if the function did what cannot be recorded. */
ct_error ct_recording_end(struct ct_recording *self, struct ct_tape *result) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif

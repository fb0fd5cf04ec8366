/*
 * Inside the library: what checkpointing is made of.
 */
#ifndef CT_AUTOGRAD_CHECKPOINT_H
#define CT_AUTOGRAD_CHECKPOINT_H

#include <pthread.h>

#include <ctorch/ctorch.h>

#include "autograd/saved.h"

/* --- The function ---------------------------------------------------------------------------- */

struct ct_segment {
	ct_checkpoint_function function;
	void *context;
	ct_release release;
	int64_t outputs_len;
	bool taken_over; /* the context is ours; before, an error gives it back to the caller */
};

/* Calls it as a callback; the outputs belong to the innermost scope. */
ct_error ct_segment_call(const struct ct_segment *self, ct_tensor *const *inputs,
			 int64_t inputs_len, ct_tensor **outputs);

void ct_segment_release(const struct ct_segment *self);

/* --- What was so when it was called ---------------------------------------------------------- */

/* The state of one device's default generator. */
struct ct_drawn {
	ct_generator *generator;
	ct_tensor *state;
};

struct ct_surroundings {
	ct_device device; /* the default one */
	struct ct_drawn *drawn;
	int64_t drawn_len; /* 0: random numbers are not preserved */
};

ct_error ct_surroundings_note(struct ct_surroundings *self, bool with_drawn,
			      ct_tensor *const *inputs, int64_t inputs_len);
void ct_surroundings_free(struct ct_surroundings *self);

/* Makes it so again and notes in `before`, which is zeros, what is so now; leave in any case. */
ct_error ct_surroundings_enter(const struct ct_surroundings *self, struct ct_surroundings *before);
ct_error ct_surroundings_leave(struct ct_surroundings *before);

/* --- Frames ----------------------------------------------------------------------------------
 *
 * A frame is one call of a function under checkpoint. While the function runs, each tensor that is
 * to be saved becomes a holder, which is no more than its number in the frame. When backward wants
 * what a holder stands for, the function is called again, and what it saves then, in the same
 * order, are the tensors of the holders.
 */
struct ct_frame;

struct ct_holder {
	int64_t index; /* in the frame */
};

/* What a saved tensor is compared by. */
struct ct_likeness {
	int64_t *sizes;
	int64_t dim;
	ct_dtype dtype;
	ct_device device;
};

/* What was computed again for one backward in one thread: another thread of the same backward
 * computes for itself, since to wait for this one could be to wait for each other. */
struct ct_recomputed {
	struct ct_recomputed *next;
	struct ct_frame *frame;
	int64_t backward_id;
	pthread_t thread;
	ct_tensor **values; /* for each holder; NULL: it is gone, or has taken its own */
	int64_t values_len;
	int64_t counted; /* tensors that were saved this time */
	bool stopped;    /* early */
};

struct ct_frame {
	struct ct_segment segment;
	struct ct_surroundings around;
	ct_checkpoint_options options;
	ct_saved **inputs; /* NULL where the input is */
	int64_t inputs_len;

	/* Under the lock, from here on: hooks run in all threads that go back. */
	pthread_mutex_t lock;
	struct ct_holder **holders; /* NULL: gone */
	struct ct_likeness *likenesses;
	int64_t holders_len, holders_room;
	struct ct_recomputed *recomputed;
	int64_t users;  /* the hooks, as long as a graph has a holder, and the first call */
	bool completed; /* the first call has returned */
	bool failed;    /* with an error */
	bool ignores_mismatch;
};

ct_error ct_frame_new(const struct ct_segment *segment, const ct_checkpoint_options *options,
		      ct_tensor *const *inputs, int64_t inputs_len, struct ct_frame **result);

/* One user fewer; without any it is freed. */
void ct_frame_leave(void *self);

/* From now on the operations of this thread save holders of the frame, until they are popped, and
 * the hooks are a user. */
ct_error ct_frame_push(struct ct_frame *self);

/* A new holder, for a tensor like this one. */
ct_error ct_frame_add(struct ct_frame *self, const ct_tensor *tensor, struct ct_holder **result);

/* The graph needs the holder no more. */
void ct_frame_drop(struct ct_frame *self, struct ct_holder *holder);

/* --- Computing again ------------------------------------------------------------------------- */

/* Where the holder's tensor is for the backward and the thread that ask; computed if it is not
 * there yet. */
ct_error ct_recompute(struct ct_frame *frame, const struct ct_holder *holder,
		      struct ct_recomputed **result);

/* The holder's tensor, the caller's from now on. */
ct_error ct_recomputed_take(struct ct_recomputed *self, const struct ct_holder *holder,
			    ct_tensor **result);

void ct_recomputed_free(struct ct_recomputed *self);

/* Whether as many tensors and the same sorts were saved as the first time. */
ct_error ct_recomputed_check(const struct ct_recomputed *self);

/* --- Likenesses ------------------------------------------------------------------------------ */

ct_error ct_likeness_of(const ct_tensor *tensor, struct ct_likeness *result);
bool ct_likeness_is_of(const struct ct_likeness *self, const ct_tensor *tensor);

/* --- The reentrant one ----------------------------------------------------------------------- */

ct_error ct_checkpoint_reentrant(const struct ct_segment *segment,
				 const ct_checkpoint_options *options, ct_tensor *const *inputs,
				 int64_t inputs_len, ct_tensor **outputs);

#endif

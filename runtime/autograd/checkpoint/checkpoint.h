/*
 * Inside the library: the parts of checkpointing.
 */
#ifndef CT_AUTOGRAD_CHECKPOINT_CHECKPOINT_H
#define CT_AUTOGRAD_CHECKPOINT_CHECKPOINT_H

#include <pthread.h>

#include <ctorch/ctorch.h>

#include "autograd/hooks/saved.h"
#include "tensor/settings/autocast.h"

/* --- The function ---------------------------------------------------------------------------- */

struct ct_segment {
	ct_checkpoint_function function;
	void *context;
	ct_release_function release;
	int64_t outputs_len;
	bool taken_over; /* the context is ours; before that, an error leaves it to the caller */
};

/* Calls the function as a callback; the outputs belong to the innermost scope. */
ct_error ct_segment_call(const struct ct_segment *self, ct_tensor *const *inputs,
			 int64_t inputs_len, ct_tensor **outputs);

void ct_segment_release(const struct ct_segment *self);

/* --- The state at the first call ------------------------------------------------------------- */

/* The state of one device's default generator. */
struct ct_drawn {
	ct_generator *generator;
	ct_tensor *state;
};

struct ct_surroundings {
	ct_device device; /* the default one */
	struct ct_drawn *drawn;
	int64_t drawn_len; /* 0: random numbers are not preserved */
	struct ct_autocast_state autocast;
	bool entered; /* the state is that before another one was restored */
};

ct_error ct_surroundings_note(struct ct_surroundings *self, bool with_drawn,
			      ct_tensor *const *inputs, int64_t inputs_len);
void ct_surroundings_free(struct ct_surroundings *self);

/* Restores the state and stores the present one in `before`, which is zeros; leave in any case. */
ct_error ct_surroundings_enter(const struct ct_surroundings *self, struct ct_surroundings *before);
ct_error ct_surroundings_leave(struct ct_surroundings *before);

/* --- Frames ----------------------------------------------------------------------------------
 *
 * A frame is one call of a function under checkpoint. While the function runs, each tensor to save
 * becomes a holder, which is only its number in the frame. When backward needs a holder's tensor,
 * the function is called again, and the tensors that it saves then belong to the holders in the
 * same order.
 */
struct ct_frame;

struct ct_holder {
	int64_t index; /* in the frame */
};

/* The properties of a saved tensor that are compared. */
struct ct_likeness {
	int64_t *sizes;
	int64_t dim;
	ct_dtype dtype;
	ct_device device;
};

/* The recomputed tensors of one backward in one thread. Another thread of the same backward
 * recomputes for itself, since waiting for this one could be a deadlock. */
struct ct_recomputed {
	struct ct_recomputed *next;
	struct ct_frame *frame;
	int64_t backward_id;
	pthread_t thread;
	ct_tensor **values; /* for each holder; NULL: the holder is gone, or took it */
	int64_t values_len;
	int64_t counted; /* tensors that were saved this time */
	bool stopped;    /* early */
};

struct ct_frame {
	struct ct_segment segment;
	struct ct_surroundings around;
	ct_checkpoint_options options;
	ct_saved **inputs; /* NULL if the input is */
	int64_t inputs_len;

	/* Protected by the lock from here on: hooks run in all threads of backward. */
	pthread_mutex_t lock;
	struct ct_holder **holders; /* NULL: gone */
	struct ct_likeness *likenesses;
	int64_t holders_len, holders_room;
	struct ct_recomputed *recomputed;
	int64_t users;  /* the hooks, while a graph has a holder, and the first call */
	bool completed; /* the first call has returned */
	bool failed;    /* with an error */
	bool ignores_mismatch;
};

ct_error ct_frame_new(const struct ct_segment *segment, const ct_checkpoint_options *options,
		      ct_tensor *const *inputs, int64_t inputs_len, struct ct_frame **result);

/* Drops a user; the last one frees the frame. */
void ct_frame_leave(void *self);

/* Pushes hooks, which are a user: until they are popped, operations of this thread save holders of
 * the frame. */
ct_error ct_frame_push(struct ct_frame *self);

/* A new holder, for a tensor like this one. */
ct_error ct_frame_add(struct ct_frame *self, const ct_tensor *tensor, struct ct_holder **result);

/* The graph does not need the holder any more. */
void ct_frame_drop(struct ct_frame *self, struct ct_holder *holder);

/* --- Computing again ------------------------------------------------------------------------- */

/* The place of the holder's tensor for the calling backward and thread; recomputed if necessary. */
ct_error ct_recompute(struct ct_frame *frame, const struct ct_holder *holder,
		      struct ct_recomputed **result);

/* The holder's tensor, the caller's from now on. */
ct_error ct_recomputed_take(struct ct_recomputed *self, const struct ct_holder *holder,
			    ct_tensor **result);

void ct_recomputed_free(struct ct_recomputed *self);

/* Whether the same number and kinds of tensors were saved as the first time. */
ct_error ct_recomputed_check(const struct ct_recomputed *self);

/* --- Likenesses ------------------------------------------------------------------------------ */

ct_error ct_likeness_of(const ct_tensor *tensor, struct ct_likeness *result);
bool ct_likeness_is_of(const struct ct_likeness *self, const ct_tensor *tensor);

/* --- The reentrant checkpoint ---------------------------------------------------------------- */

ct_error ct_checkpoint_reentrant(const struct ct_segment *segment,
				 const ct_checkpoint_options *options, ct_tensor *const *inputs,
				 int64_t inputs_len, ct_tensor **outputs);

#endif

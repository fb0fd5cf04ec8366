/*
 * Inside the library: the loader. Only its own files include this header; they share its struct.
 *
 * An epoch (epoch.c) has an order of samples; a batch is made (fetch.c) by the thread that calls, or
 * by workers (workers.c), which put it into a ring of slots from which it is given in order. The loop
 * (loop.c) is above these, and state.c is its state dict.
 */
#ifndef CT_DATA_LOADER_LOADER_H
#define CT_DATA_LOADER_LOADER_H

#include <pthread.h>

#include <ctorch/data/data.h>

#include "data/dataset/dataset.h"
#include "data/sampler/sampler.h"

/* A batch that was made, or the reason why not. Zeroed, it is empty. */
struct ct_fetched {
	ct_value value;
	ct_error error;
	ct_error skipped_error; /* the last one of samples that were left out */
	int64_t skipped;
	int64_t size; /* samples; 0 and no error: the end of a stream, or all were left out */
};

void ct_fetched_free(struct ct_fetched *self);

/* What makes a batch in one thread, and is not shared. */
struct ct_fetcher {
	struct ct_data_loader *loader;
	ct_generator *generator; /* for a sample; belongs to no scope */
};

ct_error ct_fetcher_open(struct ct_fetcher *self, struct ct_data_loader *loader) CT_WARN_UNUSED;
void ct_fetcher_close(struct ct_fetcher *self);

/* The samples of a batch of a set. */
void ct_fetch_batch(struct ct_fetcher *self, int64_t number, struct ct_fetched *result);

/* For a stream: reads the samples of the next batch, then changes and collates them. Between
 * the two another thread may read on. */
struct ct_raw_batch {
	ct_value samples; /* a list; empty at the end of the stream */
	int64_t number;   /* of the batch */
	int64_t position; /* of the first in the stream */
	ct_error error;   /* after the samples */
};
void ct_fetch_raw(struct ct_data_loader *self, int64_t number, struct ct_raw_batch *result);
void ct_fetch_from_raw(struct ct_fetcher *self, struct ct_raw_batch *raw,
		       struct ct_fetched *result);

/* --- The epoch in progress ---------------------------------------------------------------------- */

struct ct_epoch {
	bool is_open;
	int64_t number;
	int64_t base_seed;
	int64_t given; /* batches */
	int64_t skipped;
	/* A set: */
	ct_tensor *indices, *ends; /* belong to no scope; `ends` may be NULL */
	int64_t len;               /* of the order; without `indices` it is 0, 1, 2, ... */
	int64_t batches;           /* how many; of a stream, -1 until its end */
	/* A stream: */
	struct ct_pass pass;
	ct_generator *generator; /* for its order; belongs to no scope */
	int64_t position;        /* of the sample that is read next; those that failed count, too */
	bool at_end;             /* nothing is left to read */
};

struct ct_workers;

struct ct_data_loader {
	struct ct_counted counted;
	ct_dataset *dataset;
	/* A stream below maps, whose functions the workers call: the outermost map is the last. */
	const ct_dataset *source;
	struct ct_sample_map *maps;
	int64_t maps_len;
	ct_sampler *sampler;
	ct_data_loader_options options; /* defaults are filled in; pointers to objects are kept */
	struct ct_fetcher fetcher;      /* without workers */
	struct ct_workers *workers;     /* NULL: none were started */
	struct ct_epoch epoch;
	int64_t loops;   /* that have begun: the number of the newest */
	bool was_loaded; /* a state, which the next begin goes on with */
	bool may_cancel; /* atomic: workers leave the batch that they are at */
	struct ct_fetched current;
	ct_batch batch;
	ct_error skipped_error;
};

/* The samples of a full batch: 1 where samples are not collated. */
int64_t ct_epoch_batch_size(const ct_data_loader *self);

/* Places of a batch in the order: from, to. */
void ct_epoch_bounds(const ct_data_loader *self, int64_t number, int64_t *from, int64_t *to);

/* The index at a place of the order. */
int64_t ct_epoch_index(const struct ct_epoch *self, int64_t place);
/* The indices at some places, a handle of the innermost scope. */
ct_error ct_epoch_indices(const struct ct_epoch *self, int64_t from, int64_t to,
			  ct_tensor **result) CT_WARN_UNUSED;

/* Begins the epoch of `epoch->number` with a seed and an order that were drawn or loaded. */
ct_error ct_epoch_draw(ct_data_loader *self) CT_WARN_UNUSED;
ct_error ct_epoch_open(ct_data_loader *self) CT_WARN_UNUSED;
void ct_epoch_close(ct_data_loader *self);

/* The next sample of the stream; None, and `at_end`, if there is none. */
ct_error ct_epoch_read(struct ct_epoch *self, ct_value *sample) CT_WARN_UNUSED;

/* --- Calls (calls.c) -------------------------------------------------------------------------- */

/* A call of a loader, or its worker, in this thread; on the stack of the caller. */
struct ct_loader_call {
	const ct_data_loader *loader;
	const struct ct_loader_call *outer;
};

void ct_loader_call_begin(struct ct_loader_call *self, const ct_data_loader *loader);
void ct_loader_call_end(const struct ct_loader_call *self);

/* Whether this thread is in a call of the loader: a function that the loader calls is running. */
bool ct_loader_is_in_call(const ct_data_loader *self);

/* --- Workers ------------------------------------------------------------------------------------ */

/* Whether threads were started, but by a process that has forked this one. */
bool ct_workers_are_elsewhere(const struct ct_workers *self);

/* Starts the threads, unless they were, and lets them work at the epoch. */
ct_error ct_workers_begin(ct_data_loader *self) CT_WARN_UNUSED;
/* Waits for the next batch. */
ct_error ct_workers_next(ct_data_loader *self, struct ct_fetched *result) CT_WARN_UNUSED;
/* They stop working at the epoch, and forget what they made. */
void ct_workers_cancel(ct_data_loader *self);
/* Ends them. */
void ct_workers_free(struct ct_workers *self);

/* --- The loader (loader.c) ----------------------------------------------------------------------- */

ct_error ct_data_loader_check(const ct_data_loader *self, const char *function) CT_WARN_UNUSED;

/* An error if it is not a loader, or if this thread is in a call of it. */
ct_error ct_loader_check_call(const ct_data_loader *self, const char *function) CT_WARN_UNUSED;

/* The same, and an error if the workers are in another process; then begins the call. */
ct_error ct_loader_enter(const ct_data_loader *self, const char *function,
			 struct ct_loader_call *call) CT_WARN_UNUSED;

#endif

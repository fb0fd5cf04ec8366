/*
 * Calls without memory. Each is tried with the first allocation failing, with the second, and so on
 * until none is left to fail; each time in a thread that begins, because a thread keeps what it
 * once allocated.
 */
#ifndef MEMORY_FAILING_TRIALS_H
#define MEMORY_FAILING_TRIALS_H

#include <stdlib.h>
#include <string.h>

#include <check.h>
#include <ctorch/ctorch.h>

/* In a trial's functions; Check's own would jump out of the thread. */
#define MUST(condition)                                                  \
	do {                                                             \
		if (!(condition))                                        \
			give_up(__FILE__, __LINE__, "not: " #condition); \
	} while (0)

_Noreturn void give_up(const char *file, int line, const char *text);

/* The call must succeed. */
void must(ct_error error);

#define UNTOUCHED ((ct_tensor *)(uintptr_t)0x5a5a)
enum { MOST_SCOPES = 20 };

struct attempt {
	const struct trial *trial;
	int n; /* the allocation to fail, from 0 */
	int failed;

	/* Made by the trial. The tensor is no scope's. */
	ct_tensor *tensor;
	int tensor_deleted;
	int blob_deleted;
	ct_tensor *unscoped; /* another handle on it, no scope's either, if the trial wants one */
	ct_tensor *results[2];
	ct_tensor **list;
	int64_t list_len;
	ct_scope *scopes[MOST_SCOPES];
	int scopes_open;
};

struct trial {
	void (*prepare)(struct attempt *attempt); /* with memory; may be NULL */
	ct_error (*call)(struct attempt *attempt);
	/* What else must hold after it; may be NULL. */
	void (*check)(struct attempt *attempt, bool failed);
	bool tracked;
	bool wants_unscoped;
	int fewest; /* allocations that can fail: that the test tests something */
};

void try_all(const struct trial *trial);

/* --- For preparing ---------------------------------------------------------------------------- */

/* 200 numbers whose deleter counts in `*deleted`. */
ct_error make_blob(int *deleted, ct_tensor **result);

void open_scopes(struct attempt *attempt, int n);
void fill_scope(struct attempt *attempt, int n);

/* So many handles that the next one needs more room. */
enum { FILLINGS = 3 };
extern void (*const fillings[FILLINGS])(struct attempt *attempt);
void fill_empty(struct attempt *attempt);

/* Scopes, the innermost of which has 3 handles. */
void open_eight(struct attempt *attempt);

/* --- Calls ------------------------------------------------------------------------------------ */

ct_error call_relu(struct attempt *attempt);
ct_error call_relu_in_place(struct attempt *attempt);
ct_error call_out(struct attempt *attempt);
ct_error call_unbind(struct attempt *attempt);
ct_error call_max(struct attempt *attempt);
ct_error call_keep(struct attempt *attempt);
ct_error call_from_blob(struct attempt *attempt);

void check_list(struct attempt *attempt, bool failed);
void check_blob(struct attempt *attempt, bool failed);

#endif

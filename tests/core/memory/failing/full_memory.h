/*
 * Memory that is full, for an error's text or for a tensor, and a host that is asked to make room.
 */
#ifndef MEMORY_FAILING_FULL_MEMORY_H
#define MEMORY_FAILING_FULL_MEMORY_H

#include <pthread.h>

#include "testing.h"

extern bool failing; /* aligned_alloc(), from which the library gets the text of errors */

/* Tensors of a megabyte and more find no memory; how often they did not. */
enum { LARGE = 1 << 20 };
extern bool full;
extern int times_full;

/* A tensor of LARGE bytes. */
ct_error make_large(ct_tensor **result);
void must_make_large(void);
void assert_large(ct_error error, ct_tensor *tensor);

/* The call must fail for want of a megabyte. */
void assert_no_memory(ct_error error);

/* A tensor that ends the fullness, and counts, when it is deleted. */
ct_tensor *room(int *deleted);

struct host {
	int calls;
	ct_device device; /* of the last call */
	int64_t nbytes;
	bool answer;
	ct_tensor *cache; /* to be freed, which makes room */
	ct_scope *scope;  /* that was open before */
	int *freed;       /* by whom freed something later */
	int freed_before; /* what that was when the hook was called */
	pthread_t thread; /* in which it was called */
};

/* Hooks: they note that they are called, and answer as they are told to. */
bool do_nothing(ct_device device, int64_t nbytes, void *context);
bool make_room(ct_device device, int64_t nbytes, void *context);

/* A test case that begins and ends with memory, without a hook, and with as many handles. */
TCase *tests_with_memory(const char *name);

Suite *hook_suite(void);
Suite *hook_scopes_suite(void);
Suite *new_suite(void);
Suite *no_memory_suite(void);

#endif

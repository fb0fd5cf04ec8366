#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

#include "allocator.h"
#include "trials.h"

static char fault[500]; /* that a thread found; empty: none */

_Noreturn void give_up(const char *file, int line, const char *text)
{
	snprintf(fault, sizeof fault, "%s:%d: %s", file, line, text);
	pthread_exit(NULL);
}

void must(ct_error error)
{
	if (error)
		give_up(__FILE__, __LINE__, error);
}

static void count_deletion(void *data, void *context)
{
	(void)data;
	++*(int *)context;
}

ct_error make_blob(int *deleted, ct_tensor **result)
{
	static float values[200];

	return ct_tensor_from_blob(values, CT_FLOAT32, CT_L(200), CT_NO_INTS, count_deletion,
				   deleted, result);
}

void open_scopes(struct attempt *attempt, int n)
{
	for (int i = 0; i < n; i++) {
		ct_scope *scope = ct_scope_open();

		MUST(scope != NULL);
		attempt->scopes[attempt->scopes_open++] = scope;
	}
}

void fill_scope(struct attempt *attempt, int n)
{
	for (int i = 0; i < n; i++)
		MUST(ct_tensor_retain(attempt->tensor) != NULL);
}

static void assert_untouched(const struct attempt *attempt)
{
	for (int i = 0; i < 2; i++)
		MUST(attempt->results[i] == UNTOUCHED);
	MUST(attempt->list == NULL);
	MUST(attempt->list_len == -7);
	MUST(attempt->tensor_deleted == 0);
	MUST(attempt->blob_deleted == 0);
}

static void free_results(struct attempt *attempt)
{
	for (int i = 0; i < 2; i++)
		if (attempt->results[i] != UNTOUCHED)
			ct_tensor_free(attempt->results[i]);
	if (attempt->list)
		ct_tensors_free(attempt->list, attempt->list_len);
}

static void *try_in_thread(void *context)
{
	struct attempt *attempt = context;
	const struct trial *trial = attempt->trial;
	const int64_t at_first = ct_memory_handle_count();
	int64_t live;
	ct_error error;

	must(make_blob(&attempt->tensor_deleted, &attempt->tensor));
	if (trial->wants_unscoped)
		attempt->unscoped = ct_tensor_retain(attempt->tensor);
	if (trial->prepare)
		trial->prepare(attempt);
	live = ct_memory_handle_count();
	fail_allocation(attempt->n);
	error = trial->call(attempt);
	attempt->failed = failed_allocations();
	fail_allocation(-1);
	if (error) {
		MUST(attempt->failed == 1);
		MUST(ct_error_class_of(error) == CT_ERROR_OUT_OF_MEMORY);
		assert_untouched(attempt);
		MUST(ct_memory_handle_count() == live);
	}
	if (trial->check)
		trial->check(attempt, error != NULL);
	ct_error_free(error);
	free_results(attempt);
	must(ct_gc_finish());
	while (attempt->scopes_open)
		must(ct_scope_close(attempt->scopes[--attempt->scopes_open]));
	MUST(attempt->tensor_deleted == 0);
	ct_tensor_free(attempt->tensor);
	MUST(attempt->tensor_deleted == 1);
	MUST(ct_memory_handle_count() == at_first);
	return NULL;
}

void try_all(const struct trial *trial)
{
	int n = 0, failed;

	do {
		struct attempt attempt = { .trial = trial, .n = n, .list_len = -7 };
		const bool tracked = ct_memory_is_tracking_enabled();
		pthread_t thread;

		ct_memory_set_tracking_enabled(trial->tracked);
		fault[0] = 0;
		attempt.results[0] = attempt.results[1] = UNTOUCHED;
		ck_assert_int_eq(pthread_create(&thread, NULL, try_in_thread, &attempt), 0);
		ck_assert_int_eq(pthread_join(thread, NULL), 0);
		ct_memory_set_tracking_enabled(tracked);
		ck_assert_msg(fault[0] == 0, "allocation %d failing: %s", n, fault);
		failed = attempt.failed;
		n += failed;
	} while (failed);
	ck_assert_int_ge(n, trial->fewest);
}

/*
 * What is lost when the library itself finds no memory: nothing. A program of its own, since it
 * takes the place of malloc(), calloc() and realloc(), which here fail for one caller: libctorch.
 *
 * Each case is tried with the first allocation failing, with the second, and so on until none is
 * left to fail; each time in a thread that begins, because a thread keeps what it once allocated.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>
#include <ctorch/ctorch.h>

/* --- The allocator ---------------------------------------------------------------------------- */

/* The ones behind: glibc's, or those of a sanitizer if there is one. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__interceptor_malloc(size_t size) __attribute__((weak));
void *__interceptor_calloc(size_t n, size_t size) __attribute__((weak));
void *__interceptor_realloc(void *memory, size_t size) __attribute__((weak));

/* Memory is allocated before a sanitizer is ready for what it has compiled. */
#define NOT_SANITIZED \
	__attribute__((no_sanitize_address, no_sanitize_thread, no_sanitize_undefined))

/* How many allocations of libctorch's in this thread succeed before one fails; -1: all do. */
static __thread int until_failure = -1;
static __thread int failures;

NOT_SANITIZED static bool fails(const void *caller)
{
	Dl_info library, of_caller;
	const void *inside;
	ct_scope *(*function)(void) = ct_scope_open;

	if (until_failure < 0)
		return false;
	memcpy(&inside, &function, sizeof inside);
	if (!dladdr(inside, &library) || !dladdr(caller, &of_caller) ||
	    library.dli_fbase != of_caller.dli_fbase)
		return false;
	if (until_failure-- > 0)
		return false;
	failures++;
	return true;
}

NOT_SANITIZED void *malloc(size_t size)
{
	if (fails(__builtin_return_address(0)))
		return NULL;
	return __interceptor_malloc ? __interceptor_malloc(size) : __libc_malloc(size);
}

NOT_SANITIZED void *calloc(size_t n, size_t size)
{
	if (fails(__builtin_return_address(0)))
		return NULL;
	return __interceptor_calloc ? __interceptor_calloc(n, size) : __libc_calloc(n, size);
}

NOT_SANITIZED void *realloc(void *memory, size_t size)
{
	if (fails(__builtin_return_address(0)))
		return NULL;
	return __interceptor_realloc ? __interceptor_realloc(memory, size)
				     : __libc_realloc(memory, size);
}

/* --- Trying with each allocation failing ------------------------------------------------------ */

/* Check's own would jump out of the thread. */
#define MUST(condition)                                                  \
	do {                                                             \
		if (!(condition))                                        \
			give_up(__FILE__, __LINE__, "not: " #condition); \
	} while (0)

static char fault[500]; /* that a thread found; empty: none */

static void give_up(const char *file, int line, const char *text)
{
	snprintf(fault, sizeof fault, "%s:%d: %s", file, line, text);
	pthread_exit(NULL);
}

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

static int64_t live_handles(void)
{
	ct_memory_usage process;

	ct_memory_stats(NULL, &process);
	return process.handles;
}

static void must(ct_error error)
{
	if (error)
		give_up(__FILE__, __LINE__, error);
}

static void count_deletion(void *data, void *context)
{
	(void)data;
	++*(int *)context;
}

static ct_error make_blob(int *deleted, ct_tensor **result)
{
	static float values[200];

	return ct_tensor_from_blob(values, CT_FLOAT32, (const int64_t[]){ 200 }, 1, NULL, 0,
				   count_deletion, deleted, result);
}

static void open_scopes(struct attempt *attempt, int n)
{
	for (int i = 0; i < n; i++) {
		ct_scope *scope = ct_scope_open();

		MUST(scope != NULL);
		attempt->scopes[attempt->scopes_open++] = scope;
	}
}

static void fill_scope(struct attempt *attempt, int n)
{
	for (int i = 0; i < n; i++)
		MUST(ct_tensor_keep(attempt->tensor) != NULL);
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
	const int64_t at_first = live_handles();
	int64_t live;
	ct_error error;

	must(make_blob(&attempt->tensor_deleted, &attempt->tensor));
	if (trial->wants_unscoped)
		attempt->unscoped = ct_tensor_keep(attempt->tensor);
	if (trial->prepare)
		trial->prepare(attempt);
	live = live_handles();
	failures = 0;
	until_failure = attempt->n;
	error = trial->call(attempt);
	until_failure = -1;
	attempt->failed = failures;
	if (error) {
		MUST(attempt->failed == 1);
		MUST(ct_error_kind(error) == CT_ERROR_OUT_OF_MEMORY);
		assert_untouched(attempt);
		MUST(live_handles() == live);
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
	MUST(live_handles() == at_first);
	return NULL;
}

static void try_all(const struct trial *trial)
{
	int n = 0, failed;

	do {
		struct attempt attempt = { .trial = trial, .n = n, .list_len = -7 };
		const bool tracked = ct_memory_set_tracking(trial->tracked);
		pthread_t thread;

		fault[0] = 0;
		attempt.results[0] = attempt.results[1] = UNTOUCHED;
		ck_assert_int_eq(pthread_create(&thread, NULL, try_in_thread, &attempt), 0);
		ck_assert_int_eq(pthread_join(thread, NULL), 0);
		ct_memory_set_tracking(tracked);
		ck_assert_msg(fault[0] == 0, "allocation %d failing: %s", n, fault);
		failed = attempt.failed;
		n += failed;
	} while (failed);
	ck_assert_int_ge(n, trial->fewest);
}

/* --- Scopes ----------------------------------------------------------------------------------- */

/* There is no error to return: the scope around stays the innermost. */
static ct_error open_one(struct attempt *attempt)
{
	ct_scope *scope = ct_scope_open();

	if (scope)
		attempt->scopes[attempt->scopes_open++] = scope;
	return NULL;
}

static void give_to_the_innermost(struct attempt *attempt, bool failed)
{
	const int scopes_open = attempt->scopes_open;
	int deleted = 0;
	ct_tensor *tensor;

	(void)failed;
	must(make_blob(&deleted, &tensor));
	if (scopes_open == 0) {
		ct_tensor_free(tensor);
	} else {
		must(ct_scope_close(attempt->scopes[--attempt->scopes_open]));
	}
	MUST(deleted == 1);
}

START_TEST(scope_that_cannot_be_opened)
{
	/* The thread's first needs the list of scopes and room in it. */
	try_all(&(struct trial){ .call = open_one, .check = give_to_the_innermost, .fewest = 2 });
}
END_TEST

static void open_eight(struct attempt *attempt)
{
	open_scopes(attempt, 8);
	fill_scope(attempt, 3);
}

START_TEST(scope_that_cannot_be_opened_inside_others)
{
	try_all(&(struct trial){ .prepare = open_eight,
				 .call = open_one,
				 .check = give_to_the_innermost,
				 .fewest = 1 });
}
END_TEST

/* So many handles that the next one needs more room. */
static void fill_empty(struct attempt *attempt)
{
	open_scopes(attempt, 2);
}

static void fill_64(struct attempt *attempt)
{
	open_scopes(attempt, 1);
	fill_scope(attempt, 32);
	open_scopes(attempt, 1);
	fill_scope(attempt, 32);
}

static void fill_4096(struct attempt *attempt)
{
	open_scopes(attempt, 1);
	fill_scope(attempt, 4096);
}

static void (*const fillings[])(struct attempt *attempt) = { fill_empty, fill_64, fill_4096 };
enum { FILLINGS = sizeof fillings / sizeof *fillings };

static ct_error call_relu(struct attempt *attempt)
{
	return ct_relu(attempt->tensor, &attempt->results[0]);
}

START_TEST(result_that_a_scope_cannot_note)
{
	try_all(&(struct trial){ .prepare = fillings[_i], .call = call_relu, .fewest = 1 });
}
END_TEST

static ct_error call_unbind(struct attempt *attempt)
{
	return ct_unbind_int(attempt->tensor, 0, &attempt->list, &attempt->list_len);
}

static void check_list(struct attempt *attempt, bool failed)
{
	if (!failed)
		MUST(attempt->list_len == 200);
}

START_TEST(list_that_a_scope_cannot_note)
{
	/* Its memory, and the scope's. */
	try_all(&(struct trial){
		.prepare = fillings[_i], .call = call_unbind, .check = check_list, .fewest = 2 });
}
END_TEST

static ct_error call_max(struct attempt *attempt)
{
	return ct_max_dim(attempt->tensor, 0, false, &attempt->results[0], &attempt->results[1]);
}

START_TEST(several_results_that_a_scope_cannot_note)
{
	try_all(&(struct trial){ .prepare = fillings[_i], .call = call_max, .fewest = 1 });
}
END_TEST

static ct_error call_relu_in_place(struct attempt *attempt)
{
	return ct_relu_(attempt->tensor, &attempt->results[0]);
}

START_TEST(in_place_result_that_a_scope_cannot_note)
{
	try_all(&(struct trial){
		.prepare = fillings[_i], .call = call_relu_in_place, .fewest = 1 });
}
END_TEST

static ct_error call_out(struct attempt *attempt)
{
	return ct_add_out(attempt->tensor, attempt->tensor, ct_scalar_int(0), attempt->tensor,
			  &attempt->results[0]);
}

START_TEST(out_result_that_a_scope_cannot_note)
{
	try_all(&(struct trial){ .prepare = fillings[_i], .call = call_out, .fewest = 1 });
}
END_TEST

/* It has no error to return: NULL says it. */
static ct_error call_keep(struct attempt *attempt)
{
	ct_tensor *kept = ct_tensor_keep(attempt->tensor);

	if (kept == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, NULL, "NULL");
	attempt->results[0] = kept;
	return NULL;
}

START_TEST(kept_handle_that_a_scope_cannot_note)
{
	try_all(&(struct trial){ .prepare = fillings[_i], .call = call_keep, .fewest = 1 });
}
END_TEST

static ct_error call_adopt(struct attempt *attempt)
{
	return ct_scope_adopt(attempt->unscoped);
}

/* It is the caller's as before, or goes with its scope. */
static void check_adopted(struct attempt *attempt, bool failed)
{
	if (failed)
		ct_tensor_free_unscoped(attempt->unscoped);
}

START_TEST(handle_that_a_scope_cannot_adopt)
{
	try_all(&(struct trial){ .prepare = fillings[_i],
				 .call = call_adopt,
				 .check = check_adopted,
				 .wants_unscoped = true,
				 .fewest = 1 });
}
END_TEST

static ct_error call_from_blob(struct attempt *attempt)
{
	return make_blob(&attempt->blob_deleted, &attempt->results[0]);
}

/* What failed has left the data to the caller: its deleter runs for the one that was made. */
static void check_blob(struct attempt *attempt, bool failed)
{
	MUST(attempt->blob_deleted == 0);
	if (failed)
		return;
	ct_tensor_free(attempt->results[0]);
	attempt->results[0] = UNTOUCHED;
	MUST(attempt->blob_deleted == 1);
}

START_TEST(blob_that_a_scope_cannot_note)
{
	try_all(&(struct trial){ .prepare = fillings[_i],
				 .call = call_from_blob,
				 .check = check_blob,
				 .fewest = 1 });
}
END_TEST

/* The tensor's own 200 handles, of which one far below the top is looked for. */
static void fill_far(struct attempt *attempt)
{
	open_scopes(attempt, 1);
	attempt->results[0] = ct_tensor_keep(attempt->tensor);
	must(ct_alias(attempt->tensor, &attempt->results[1]));
	fill_scope(attempt, 200);
}

static ct_error free_far(struct attempt *attempt)
{
	ct_tensor_free(attempt->results[1]);
	attempt->results[1] = UNTOUCHED;
	return NULL;
}

static void check_free_far(struct attempt *attempt, bool failed)
{
	(void)failed;
	attempt->results[0] = UNTOUCHED;
	attempt->results[1] = UNTOUCHED;
}

START_TEST(freeing_without_memory_for_an_index)
{
	try_all(&(struct trial){
		.prepare = fill_far, .call = free_far, .check = check_free_far, .fewest = 1 });
}
END_TEST

static ct_error keep_far(struct attempt *attempt)
{
	ct_scope_keep(attempt->results[1]);
	return NULL;
}

static void check_keep_far(struct attempt *attempt, bool failed)
{
	(void)failed;
	must(ct_scope_close(attempt->scopes[--attempt->scopes_open]));
	MUST(ct_tensor_numel(attempt->results[1]) == 200);
	attempt->results[0] = UNTOUCHED;
}

START_TEST(keeping_without_memory_for_an_index)
{
	try_all(&(struct trial){
		.prepare = fill_far, .call = keep_far, .check = check_keep_far, .fewest = 1 });
}
END_TEST

static void fill_far_inside(struct attempt *attempt)
{
	open_scopes(attempt, 1);
	fill_far(attempt);
}

static ct_error move_far(struct attempt *attempt)
{
	ct_scope_move_up(attempt->results[1]);
	return NULL;
}

static void check_move_far(struct attempt *attempt, bool failed)
{
	(void)failed;
	must(ct_scope_close(attempt->scopes[--attempt->scopes_open]));
	MUST(ct_tensor_numel(attempt->results[1]) == 200);
	attempt->results[0] = UNTOUCHED;
	attempt->results[1] = UNTOUCHED;
}

START_TEST(moving_up_without_memory_for_an_index)
{
	try_all(&(struct trial){ .prepare = fill_far_inside,
				 .call = move_far,
				 .check = check_move_far,
				 .fewest = 1 });
}
END_TEST

/* --- Steps and freeing later ------------------------------------------------------------------ */

static ct_error call_gc(struct attempt *attempt)
{
	(void)attempt;
	return ct_gc();
}

START_TEST(step_that_cannot_be_opened)
{
	try_all(&(struct trial){ .call = call_gc, .fewest = 2 });
}
END_TEST

START_TEST(step_that_cannot_be_opened_inside_scopes)
{
	try_all(&(struct trial){ .prepare = open_eight, .call = call_gc, .fewest = 1 });
}
END_TEST

static void begin_step(struct attempt *attempt)
{
	must(ct_gc());
	must(make_blob(&attempt->blob_deleted, &attempt->results[0]));
	attempt->results[0] = UNTOUCHED;
}

static void check_next_step(struct attempt *attempt, bool failed)
{
	MUST(!failed);
	MUST(attempt->blob_deleted == 1);
}

/* The next step takes the place of the last. */
START_TEST(next_step_needs_no_memory)
{
	try_all(&(struct trial){
		.prepare = begin_step, .call = call_gc, .check = check_next_step });
}
END_TEST

static int pending_deleted;

static void put_off(int n)
{
	ct_tensor *tensor;

	/* The list of the process, which it has when something is pending, is of 64. */
	for (int i = 0; i < n; i++) {
		must(make_blob(&pending_deleted, &tensor));
		ct_tensor_free_later(tensor);
	}
}

static void put_off_none(struct attempt *attempt)
{
	pending_deleted = 0;
	must(make_blob(&attempt->blob_deleted, &attempt->results[0]));
}

static void put_off_64(struct attempt *attempt)
{
	put_off_none(attempt);
	put_off(64);
}

static ct_error free_later(struct attempt *attempt)
{
	ct_tensor_free_later(attempt->results[0]);
	attempt->results[0] = UNTOUCHED;
	return NULL;
}

/* Without memory to note it, it is freed at once. */
static void check_pending(struct attempt *attempt, int n)
{
	MUST(attempt->blob_deleted == attempt->failed);
	MUST(pending_deleted == 0);
	MUST(ct_tensor_free_pending() == n + 1 - attempt->failed);
	MUST(attempt->blob_deleted == 1);
	MUST(pending_deleted == n);
}

static void check_one_pending(struct attempt *attempt, bool failed)
{
	(void)failed;
	check_pending(attempt, 0);
}

static void check_65_pending(struct attempt *attempt, bool failed)
{
	(void)failed;
	check_pending(attempt, 64);
}

START_TEST(freeing_later_without_memory_is_freeing)
{
	try_all(&(struct trial){ .prepare = put_off_none,
				 .call = free_later,
				 .check = check_one_pending,
				 .fewest = 1 });
	try_all(&(struct trial){ .prepare = put_off_64,
				 .call = free_later,
				 .check = check_65_pending,
				 .fewest = 1 });
}
END_TEST

/* --- Tracking --------------------------------------------------------------------------------- */

START_TEST(result_that_cannot_be_tracked)
{
	try_all(&(struct trial){ .call = call_relu, .tracked = true, .fewest = 2 });
	try_all(&(struct trial){ .call = call_keep, .tracked = true, .fewest = 2 });
	try_all(&(struct trial){ .call = call_relu_in_place, .tracked = true, .fewest = 2 });
	try_all(&(struct trial){ .call = call_out, .tracked = true, .fewest = 2 });
	try_all(&(struct trial){
		.call = call_from_blob, .check = check_blob, .tracked = true, .fewest = 2 });
}
END_TEST

START_TEST(several_results_that_cannot_be_tracked)
{
	try_all(&(struct trial){ .call = call_max, .tracked = true, .fewest = 4 });
	try_all(&(struct trial){
		.call = call_unbind, .check = check_list, .tracked = true, .fewest = 400 });
}
END_TEST

START_TEST(result_that_can_be_neither_tracked_nor_noted)
{
	try_all(&(struct trial){
		.prepare = fillings[_i], .call = call_max, .tracked = true, .fewest = 3 });
}
END_TEST

/* After what was not tracked, the figures are still right. */
static void check_bytes(struct attempt *attempt, bool failed)
{
	ct_memory_usage before, after;
	ct_tensor *tensor;
	const int64_t shape[] = { 50 };

	(void)attempt;
	(void)failed;
	ct_memory_stats(NULL, &before);
	must(ct_zeros(shape, 1, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &tensor));
	ct_memory_stats(NULL, &after);
	MUST(after.bytes == before.bytes + 200);
	ct_tensor_free(tensor);
	ct_memory_stats(NULL, &after);
	MUST(after.bytes == before.bytes);
}

START_TEST(bytes_are_right_after_a_failure)
{
	try_all(&(struct trial){
		.call = call_relu, .check = check_bytes, .tracked = true, .fewest = 2 });
}
END_TEST

static FILE *nowhere;

static void open_nowhere(struct attempt *attempt)
{
	(void)attempt;
	nowhere = fopen("/dev/null", "w");
	MUST(nowhere != NULL);
}

static ct_error call_report(struct attempt *attempt)
{
	(void)attempt;
	return ct_memory_report(nowhere);
}

static void close_nowhere(struct attempt *attempt, bool failed)
{
	(void)attempt;
	(void)failed;
	fclose(nowhere);
}

START_TEST(report_without_memory_is_an_error)
{
	try_all(&(struct trial){ .prepare = open_nowhere,
				 .call = call_report,
				 .check = close_nowhere,
				 .tracked = true,
				 .fewest = 2 });
}
END_TEST

static ct_error call_to_string(struct attempt *attempt)
{
	char *text = NULL;

	CT_TRY(ct_tensor_to_string(attempt->tensor, &text));
	MUST(strncmp(text, "tensor([", 8) == 0);
	ct_free(text);
	return NULL;
}

static ct_error call_describe(struct attempt *attempt)
{
	ct_tensor_statistics statistics;

	CT_TRY(ct_tensor_describe(attempt->tensor, &statistics));
	MUST(statistics.count == 200);
	return NULL;
}

static ct_error call_describe_to_string(struct attempt *attempt)
{
	char *text = NULL;

	CT_TRY(ct_tensor_describe_to_string(attempt->tensor, &text));
	ct_free(text);
	return NULL;
}

START_TEST(text_without_memory_is_an_error)
{
	try_all(&(struct trial){ .prepare = fill_empty, .call = call_to_string, .fewest = 3 });
	try_all(&(struct trial){ .prepare = fill_empty, .call = call_describe, .fewest = 2 });
	try_all(&(struct trial){
		.prepare = fill_empty, .call = call_describe_to_string, .fewest = 3 });
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("failing malloc");
	TCase *scopes = tcase_create("scopes"), *steps = tcase_create("steps");
	TCase *tracking = tcase_create("tracking"), *seeing = tcase_create("seeing");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_add_test(scopes, scope_that_cannot_be_opened);
	tcase_add_test(scopes, scope_that_cannot_be_opened_inside_others);
	tcase_add_loop_test(scopes, result_that_a_scope_cannot_note, 0, FILLINGS);
	tcase_add_loop_test(scopes, list_that_a_scope_cannot_note, 0, FILLINGS);
	tcase_add_loop_test(scopes, several_results_that_a_scope_cannot_note, 0, FILLINGS);
	tcase_add_loop_test(scopes, in_place_result_that_a_scope_cannot_note, 0, FILLINGS);
	tcase_add_loop_test(scopes, out_result_that_a_scope_cannot_note, 0, FILLINGS);
	tcase_add_loop_test(scopes, kept_handle_that_a_scope_cannot_note, 0, FILLINGS);
	tcase_add_loop_test(scopes, handle_that_a_scope_cannot_adopt, 0, FILLINGS);
	tcase_add_loop_test(scopes, blob_that_a_scope_cannot_note, 0, FILLINGS);
	tcase_add_test(scopes, freeing_without_memory_for_an_index);
	tcase_add_test(scopes, keeping_without_memory_for_an_index);
	tcase_add_test(scopes, moving_up_without_memory_for_an_index);
	suite_add_tcase(suite, scopes);

	tcase_add_test(steps, step_that_cannot_be_opened);
	tcase_add_test(steps, step_that_cannot_be_opened_inside_scopes);
	tcase_add_test(steps, next_step_needs_no_memory);
	tcase_add_test(steps, freeing_later_without_memory_is_freeing);
	suite_add_tcase(suite, steps);

	tcase_add_test(tracking, result_that_cannot_be_tracked);
	tcase_add_test(tracking, several_results_that_cannot_be_tracked);
	tcase_add_loop_test(tracking, result_that_can_be_neither_tracked_nor_noted, 0, FILLINGS);
	tcase_add_test(tracking, bytes_are_right_after_a_failure);
	tcase_add_test(tracking, report_without_memory_is_an_error);
	suite_add_tcase(suite, tracking);

	tcase_add_test(seeing, text_without_memory_is_an_error);
	suite_add_tcase(suite, seeing);

	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

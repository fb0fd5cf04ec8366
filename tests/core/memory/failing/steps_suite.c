/*
 * Steps and freeing later.
 */
#include "suites.h"
#include "trials.h"

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

Suite *steps_suite(void)
{
	Suite *suite = suite_create("steps without memory");
	TCase *tests = tcase_create("steps without memory");

	tcase_add_test(tests, step_that_cannot_be_opened);
	tcase_add_test(tests, step_that_cannot_be_opened_inside_scopes);
	tcase_add_test(tests, next_step_needs_no_memory);
	tcase_add_test(tests, freeing_later_without_memory_is_freeing);
	suite_add_tcase(suite, tests);
	return suite;
}

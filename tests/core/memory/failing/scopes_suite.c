/*
 * A scope that has no room to note what it is given.
 */
#include "suites.h"
#include "trials.h"

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

START_TEST(scope_that_cannot_be_opened_inside_others)
{
	try_all(&(struct trial){ .prepare = open_eight,
				 .call = open_one,
				 .check = give_to_the_innermost,
				 .fewest = 1 });
}
END_TEST

START_TEST(result_that_a_scope_cannot_note)
{
	try_all(&(struct trial){ .prepare = fillings[_i], .call = call_relu, .fewest = 1 });
}
END_TEST

START_TEST(list_that_a_scope_cannot_note)
{
	/* Its memory, and the scope's. */
	try_all(&(struct trial){
		.prepare = fillings[_i], .call = call_unbind, .check = check_list, .fewest = 2 });
}
END_TEST

START_TEST(several_results_that_a_scope_cannot_note)
{
	try_all(&(struct trial){ .prepare = fillings[_i], .call = call_max, .fewest = 1 });
}
END_TEST

START_TEST(in_place_result_that_a_scope_cannot_note)
{
	try_all(&(struct trial){
		.prepare = fillings[_i], .call = call_relu_in_place, .fewest = 1 });
}
END_TEST

START_TEST(out_result_that_a_scope_cannot_note)
{
	try_all(&(struct trial){ .prepare = fillings[_i], .call = call_out, .fewest = 1 });
}
END_TEST

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
	attempt->results[0] = ct_tensor_retain(attempt->tensor);
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
	ct_scope_disown(attempt->results[1]);
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

Suite *scopes_suite(void)
{
	Suite *suite = suite_create("scopes without memory");
	TCase *tests = tcase_create("scopes without memory");

	tcase_add_test(tests, scope_that_cannot_be_opened);
	tcase_add_test(tests, scope_that_cannot_be_opened_inside_others);
	tcase_add_loop_test(tests, result_that_a_scope_cannot_note, 0, FILLINGS);
	tcase_add_loop_test(tests, list_that_a_scope_cannot_note, 0, FILLINGS);
	tcase_add_loop_test(tests, several_results_that_a_scope_cannot_note, 0, FILLINGS);
	tcase_add_loop_test(tests, in_place_result_that_a_scope_cannot_note, 0, FILLINGS);
	tcase_add_loop_test(tests, out_result_that_a_scope_cannot_note, 0, FILLINGS);
	tcase_add_loop_test(tests, kept_handle_that_a_scope_cannot_note, 0, FILLINGS);
	tcase_add_loop_test(tests, handle_that_a_scope_cannot_adopt, 0, FILLINGS);
	tcase_add_loop_test(tests, blob_that_a_scope_cannot_note, 0, FILLINGS);
	tcase_add_test(tests, freeing_without_memory_for_an_index);
	tcase_add_test(tests, keeping_without_memory_for_an_index);
	tcase_add_test(tests, moving_up_without_memory_for_an_index);
	suite_add_tcase(suite, tests);
	return suite;
}

/*
 * Hooks of saved tensors.
 */
#include "support.h"

/* How often a pair of hooks was called. */
struct counts {
	int packed, unpacked, freed, released;
};

static ct_tensor *x;

static void make_leaf(void)
{
	x = leaf(1, 2, 3);
}

static void free_leaf(void)
{
	ct_saved_tensors_pop_to(0);
	ct_tensor_free(x);
}

/* The packed object is a handle on twice the tensor. */
static ct_error pack_double(const ct_tensor *tensor, void *context, void **packed)
{
	ct_tensor *twice;

	((struct counts *)context)->packed++;
	CT_TRY(ct_mul_Scalar(tensor, ct_scalar_int(2), &twice));
	ct_scope_disown(twice);
	*packed = twice;
	return NULL;
}

static ct_error unpack(void *packed, void *context, ct_tensor **tensor)
{
	((struct counts *)context)->unpacked++;
	*tensor = packed;
	return NULL;
}

static void free_packed(void *packed, void *context)
{
	((struct counts *)context)->freed++;
	ct_tensor_free(packed);
}

static void release(void *context)
{
	((struct counts *)context)->released++;
}

/* x * x saves x twice, as its two factors. */
START_TEST(saved_tensors_are_what_was_packed)
{
	struct counts counts = { 0, 0, 0, 0 };
	ct_tensor *sum;

	OK(ct_saved_tensors_push(pack_double, unpack, free_packed, &counts, release));
	sum = sum_of_squares(x);
	OK(ct_saved_tensors_pop());
	ck_assert_int_eq(counts.packed, 2);
	ck_assert_int_eq(counts.released, 0);
	OK(ct_tensor_backward(sum));
	assert_gradient(x, (double[]){ 4, 8, 12 });
	ck_assert_int_eq(counts.unpacked, 2);
	ck_assert_int_eq(counts.freed, 2);
	ck_assert_int_eq(counts.released, 1);
	ct_tensor_free(sum);
}
END_TEST

START_TEST(graph_that_goes_frees_what_was_packed)
{
	struct counts counts = { 0, 0, 0, 0 };
	ct_tensor *sum;

	OK(ct_saved_tensors_push(pack_double, unpack, free_packed, &counts, release));
	sum = sum_of_squares(x);
	OK(ct_saved_tensors_pop());
	ct_tensor_free(sum);
	ck_assert_int_eq(counts.unpacked, 0);
	ck_assert_int_eq(counts.freed, 2);
	ck_assert_int_eq(counts.released, 1);
}
END_TEST

static ct_error push_and_fail(struct counts *counts)
{
	CT_SAVED_TENSORS_SCOPE;

	CT_TRY(ct_saved_tensors_push(pack_double, unpack, free_packed, counts, release));
	CT_TRY(ct_saved_tensors_push(pack_double, unpack, free_packed, counts, release));
	return ct_error_new_text(CT_ERROR_VALUE, NULL, "inside");
}

static ct_error push_in_a_block(struct counts *counts)
{
	CT_SAVED_TENSORS
	{
		CT_TRY(ct_saved_tensors_push(pack_double, unpack, free_packed, counts, release));
		CT_TRY(ct_error_new_text(CT_ERROR_VALUE, NULL, "inside"));
	}
	return NULL;
}

START_TEST(block_in_braces_pops_what_was_pushed_in_it)
{
	struct counts counts = { 0, 0, 0, 0 };
	int runs = 0;

	FAILS(push_in_a_block(&counts), "ValueError: inside");
	ck_assert_int_eq(ct_saved_tensors_depth(), 0);
	CT_SAVED_TENSORS
	{
		OK(ct_saved_tensors_push(pack_double, unpack, free_packed, &counts, release));
		runs++;
	}
	ck_assert_int_eq(runs, 1);
	ck_assert_int_eq(ct_saved_tensors_depth(), 0);
	ck_assert_int_eq(counts.released, 2);
}
END_TEST

START_TEST(block_pops_what_was_pushed_in_it)
{
	struct counts counts = { 0, 0, 0, 0 };

	OK(ct_saved_tensors_push(pack_double, unpack, free_packed, &counts, NULL));
	FAILS(push_and_fail(&counts), "ValueError: inside");
	ck_assert_int_eq(ct_saved_tensors_depth(), 1);
	ck_assert_int_eq(counts.released, 2);
	OK(ct_saved_tensors_pop());
	FAILS(ct_saved_tensors_pop(), "ArgumentError: ct_saved_tensors_pop: this thread has no "
				      "saved tensor hooks to pop");
}
END_TEST

static ct_error fail_to_pack(const ct_tensor *tensor, void *text, void **packed)
{
	(void)packed;
	return say_no(tensor, text, NULL);
}

static ct_error fail_to_unpack(void *packed, void *text, ct_tensor **tensor)
{
	return say_no(packed, text, tensor);
}

static ct_error pack_nothing(const ct_tensor *tensor, void *context, void **packed)
{
	(void)tensor, (void)context, (void)packed;
	return NULL;
}

static ct_error unpack_nothing(void *packed, void *context, ct_tensor **tensor)
{
	(void)packed, (void)context, (void)tensor;
	return NULL;
}

START_TEST(error_of_packing_is_the_operation_s)
{
	ct_tensor *result = UNTOUCHED;

	OK(ct_saved_tensors_push(fail_to_pack, fail_to_unpack, NULL, (void *)"full", NULL));
	FAILS(ct_exp(x, &result), "ValueError: full");
	ck_assert_ptr_eq(result, UNTOUCHED);
	OK(ct_saved_tensors_pop());
}
END_TEST

START_TEST(error_of_unpacking_is_backward_s)
{
	ct_tensor *sum;

	OK(ct_saved_tensors_push(pack_nothing, fail_to_unpack, NULL, (void *)"lost", NULL));
	sum = sum_of_squares(x);
	OK(ct_saved_tensors_pop());
	FAILS(ct_tensor_backward(sum), "ValueError: lost");
	ct_tensor_free(sum);
	OK(ct_saved_tensors_push(pack_nothing, unpack_nothing, NULL, NULL, NULL));
	sum = sum_of_squares(x);
	OK(ct_saved_tensors_pop());
	FAILS(ct_tensor_backward(sum),
	      "TypeError: the unpack hook of a saved tensor did not return a tensor");
	ct_tensor_free(sum);
}
END_TEST

static void *count_depth(void *depth)
{
	*(int64_t *)depth = ct_saved_tensors_depth();
	return NULL;
}

START_TEST(pairs_are_the_thread_s_own)
{
	struct counts counts = { 0, 0, 0, 0 };
	int64_t elsewhere = -1;

	OK(ct_saved_tensors_push(pack_double, unpack, free_packed, &counts, NULL));
	run_in_thread(count_depth, &elsewhere);
	ck_assert_int_eq(elsewhere, 0);
	OK(ct_saved_tensors_pop());
}
END_TEST

START_TEST(both_functions_are_needed)
{
	struct counts counts = { 0, 0, 0, 0 };

	FAILS(ct_saved_tensors_push(NULL, unpack, NULL, &counts, release),
	      "ArgumentError: ct_saved_tensors_push: argument 1 (pack) must not be NULL");
	FAILS(ct_saved_tensors_push(pack_double, NULL, NULL, &counts, release),
	      "ArgumentError: ct_saved_tensors_push: argument 2 (unpack) must not be NULL");
	ck_assert_int_eq(counts.released, 0);
	ck_assert_int_eq(ct_saved_tensors_depth(), 0);
}
END_TEST

Suite *saved_tensors_suite(void)
{
	Suite *suite = suite_create("saved_tensors");
	TCase *tests = tests_of("saved_tensors");

	tcase_add_checked_fixture(tests, make_leaf, free_leaf);
	tcase_add_test(tests, saved_tensors_are_what_was_packed);
	tcase_add_test(tests, graph_that_goes_frees_what_was_packed);
	tcase_add_test(tests, block_pops_what_was_pushed_in_it);
	tcase_add_test(tests, block_in_braces_pops_what_was_pushed_in_it);
	tcase_add_test(tests, error_of_packing_is_the_operation_s);
	tcase_add_test(tests, error_of_unpacking_is_backward_s);
	tcase_add_test(tests, pairs_are_the_thread_s_own);
	tcase_add_test(tests, both_functions_are_needed);
	suite_add_tcase(suite, tests);
	return suite;
}

/*
 * Scopes: who owns what while they are open, and what a close releases, told by deleters that count
 * and by the number of live handles.
 */
#include <stdio.h>

#include "support.h"

/* --- What a scope owns ----------------------------------------------------------------------- */

START_TEST(close_releases_what_was_given)
{
	int first, second;
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	counted(&first);
	counted(&second);
	ck_assert_int_eq(live_handles(), before + 2);
	ck_assert_int_eq(first + second, 0);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(first, 1);
	ck_assert_int_eq(second, 1);
	ck_assert_int_eq(live_handles(), before);
}
END_TEST

START_TEST(what_was_given_before_and_after_is_the_callers)
{
	int before, after;
	ct_tensor *first = counted(&before), *second;

	OK(ct_scope_close(open_scope()));
	second = counted(&after);
	OK(ct_scope_close(open_scope()));
	ck_assert_int_eq(before + after, 0);
	ct_tensor_free(first);
	ct_tensor_free(second);
	ck_assert_int_eq(before, 1);
	ck_assert_int_eq(after, 1);
}
END_TEST

START_TEST(inner_close_leaves_what_the_outer_scope_owns)
{
	int above, inside, below;
	ct_scope *outer = open_scope(), *inner;

	counted(&above);
	inner = open_scope();
	counted(&inside);
	OK(ct_scope_close(inner));
	counted(&below);
	ck_assert_int_eq(inside, 1);
	ck_assert_int_eq(above + below, 0);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(inside, 1);
	ck_assert_int_eq(above, 1);
	ck_assert_int_eq(below, 1);
}
END_TEST

START_TEST(kept_handle_belongs_to_the_caller)
{
	int kept, other;
	ct_scope *scope = open_scope();
	ct_tensor *tensor = counted(&kept);

	counted(&other);
	ct_scope_keep(tensor);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(other, 1);
	ck_assert_int_eq(kept, 0);
	assert_floats(tensor, (int64_t[]){ 4, -1 }, (double[]){ 1, 2, 3, 4 });
	ct_tensor_free(tensor);
	ck_assert_int_eq(kept, 1);
}
END_TEST

/* Not to the scope around, which is what ct_scope_move_up() is for. */
START_TEST(kept_in_an_inner_scope_belongs_to_no_scope)
{
	int deleted;
	ct_scope *outer = open_scope(), *inner = open_scope();
	ct_tensor *tensor = counted(&deleted);

	ct_scope_keep(tensor);
	OK(ct_scope_close(inner));
	OK(ct_scope_close(outer));
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(handle_of_an_outer_scope_is_kept_from_an_inner_one)
{
	int deleted;
	ct_scope *outer = open_scope(), *inner;
	ct_tensor *tensor = counted(&deleted);

	inner = open_scope();
	ct_scope_keep(tensor);
	OK(ct_scope_close(inner));
	OK(ct_scope_close(outer));
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(moved_up_once_belongs_to_the_scope_around)
{
	int moved, stayed;
	ct_scope *outer = open_scope(), *inner = open_scope();
	ct_tensor *tensor = counted(&moved);

	counted(&stayed);
	ct_scope_move_up(tensor);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(stayed, 1);
	ck_assert_int_eq(moved, 0);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(moved, 1);
}
END_TEST

START_TEST(moved_up_twice_belongs_to_the_scope_around_that)
{
	int deleted;
	ct_scope *outer = open_scope(), *middle = open_scope(), *inner = open_scope();
	ct_tensor *tensor = counted(&deleted);

	ct_scope_move_up(tensor);
	ct_scope_move_up(tensor);
	OK(ct_scope_close(inner));
	OK(ct_scope_close(middle));
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(moved_up_as_often_as_there_are_scopes_belongs_to_the_caller)
{
	int deleted;
	ct_scope *outer = open_scope(), *inner = open_scope();
	ct_tensor *tensor = counted(&deleted);

	ct_scope_move_up(tensor);
	ct_scope_move_up(tensor);
	OK(ct_scope_close(inner));
	OK(ct_scope_close(outer));
	ck_assert_int_eq(deleted, 0);
	ct_scope_move_up(tensor);
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* Through functions of which each closes its own scope. */
START_TEST(moved_up_again_after_each_close)
{
	int deleted[3];
	ct_scope *scopes[4];
	ct_tensor *tensor;

	for (int i = 0; i < 4; i++)
		scopes[i] = open_scope();
	tensor = counted(&deleted[0]);
	counted(&deleted[1]);
	for (int i = 3; i > 0; i--) {
		ct_scope_move_up(tensor);
		OK(ct_scope_close(scopes[i]));
		counted(&deleted[2]);
		ck_assert_int_eq(deleted[0], 0);
		ck_assert_int_eq(deleted[1], 1);
	}
	OK(ct_scope_close(scopes[0]));
	ck_assert_int_eq(deleted[0], 1);
	ck_assert_int_eq(deleted[2], 1);
}
END_TEST

/* What is moved up lies between handles of the inner scope, the oldest, the newest, and some. */
START_TEST(any_of_many_can_be_moved_up)
{
	enum { N = 200 };
	int deleted[N];
	ct_scope *outer = open_scope(), *inner = open_scope();
	ct_tensor *tensors[N];

	for (int i = 0; i < N; i++)
		tensors[i] = counted(&deleted[i]);
	for (int i = 0; i < N; i++)
		if (i % 3 == 0 || i == N - 1)
			ct_scope_move_up(tensors[i]);
	OK(ct_scope_close(inner));
	for (int i = 0; i < N; i++)
		ck_assert_int_eq(deleted[i], !(i % 3 == 0 || i == N - 1));
	ct_tensor_free(tensors[99]);
	ck_assert_int_eq(deleted[99], 1);
	OK(ct_scope_close(outer));
	for (int i = 0; i < N; i++)
		ck_assert_int_eq(deleted[i], 1);
}
END_TEST

START_TEST(freed_early_is_released_at_once_and_only_once)
{
	int early, late;
	ct_scope *scope = open_scope();
	ct_tensor *tensor = counted(&early);

	counted(&late);
	ct_tensor_free(tensor);
	ck_assert_int_eq(early, 1);
	ck_assert_int_eq(late, 0);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(early, 1);
	ck_assert_int_eq(late, 1);
}
END_TEST

START_TEST(handle_of_an_outer_scope_is_freed_from_an_inner_one)
{
	int deleted, other;
	ct_scope *outer = open_scope(), *inner;
	ct_tensor *tensor = counted(&deleted);

	counted(&other);
	inner = open_scope();
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(other, 0);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(deleted, 1);
	ck_assert_int_eq(other, 1);
}
END_TEST

START_TEST(handle_of_no_scope_is_freed_inside_one)
{
	int deleted, inside;
	ct_tensor *tensor = counted(&deleted);
	ct_scope *scope = open_scope();

	counted(&inside);
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
	ck_assert_int_eq(inside, 0);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(inside, 1);
}
END_TEST

START_TEST(keeping_and_moving_what_no_scope_owns_changes_nothing)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);
	ct_scope *scope;

	ct_scope_keep(tensor);
	ct_scope_move_up(tensor);
	scope = open_scope();
	ct_scope_keep(tensor);
	ct_scope_move_up(tensor);
	ct_scope_keep(NULL);
	ct_scope_move_up(NULL);
	OK(ct_scope_close(scope));
	ct_scope_keep(NULL);
	ct_scope_move_up(NULL);
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(tensor_keep_gives_to_the_innermost_scope)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);
	ct_scope *scope = open_scope();
	const int64_t before = live_handles();

	ck_assert_ptr_eq(ct_tensor_keep(tensor), tensor);
	ck_assert_int_eq(live_handles(), before + 1);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(storage_holds_the_memory_beyond_the_scope)
{
	int deleted;
	ct_scope *scope = open_scope();
	ct_tensor *tensor = counted(&deleted);
	ct_storage *storage;

	OK(ct_tensor_storage(tensor, &storage));
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 0);
	ck_assert_int_eq(ct_storage_nbytes(storage), 16);
	ct_storage_free(storage);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* --- Handles of no scope --------------------------------------------------------------------- */

START_TEST(adopted_handle_belongs_to_the_innermost_scope)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);
	ct_scope *outer = open_scope(), *inner = open_scope();

	OK(ct_scope_adopt(tensor));
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(deleted, 1);
	OK(ct_scope_close(outer));
}
END_TEST

START_TEST(adopted_handle_is_kept_moved_and_freed_as_any_other)
{
	int kept, moved, freed;
	ct_tensor *tensors[] = { counted(&kept), counted(&moved), counted(&freed) };
	ct_scope *outer = open_scope(), *inner = open_scope();

	for (int i = 0; i < 3; i++)
		OK(ct_scope_adopt(tensors[i]));
	ct_scope_keep(tensors[0]);
	ct_scope_move_up(tensors[1]);
	ct_tensor_free(tensors[2]);
	ck_assert_int_eq(freed, 1);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(kept + moved, 0);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(moved, 1);
	ck_assert_int_eq(kept, 0);
	ct_tensor_free(tensors[0]);
}
END_TEST

/* It neither makes a handle nor releases one. */
START_TEST(adopting_gives_nothing)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);
	const int64_t live = live_handles();
	ct_scope *scope = open_scope();

	OK(ct_scope_adopt(tensor));
	ck_assert_int_eq(live_handles(), live);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), live - 1);
}
END_TEST

START_TEST(adopting_without_a_scope_changes_nothing)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);
	ct_scope *scope;

	OK(ct_scope_adopt(tensor));
	scope = open_scope();
	OK(ct_scope_adopt(NULL));
	OK(ct_scope_close(scope));
	OK(ct_scope_adopt(NULL));
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(kept_and_adopted_again_it_changes_scopes)
{
	int deleted;
	ct_scope *outer = open_scope(), *inner;
	ct_tensor *tensor = counted(&deleted);

	inner = open_scope();
	ct_scope_keep(tensor);
	OK(ct_scope_adopt(tensor));
	OK(ct_scope_close(inner));
	ck_assert_int_eq(deleted, 1);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(second_handle_is_adopted_beside_one_of_the_scopes)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);
	const int64_t live = live_handles();
	ct_scope *scope = open_scope();

	ct_tensor_keep(tensor);
	OK(ct_scope_adopt(tensor));
	ck_assert_int_eq(live_handles(), live + 1);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), live - 1);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* As a module's free function does, whose parameter somebody has a handle on in a scope. */
START_TEST(freeing_what_is_kept_leaves_equal_handles_of_scopes_alone)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);
	const int64_t live = live_handles();
	ct_scope *outer = open_scope(), *inner;

	ct_tensor_keep(tensor);
	inner = open_scope();
	ct_tensor_keep(tensor);
	ct_tensor_free_unscoped(tensor);
	ck_assert_int_eq(live_handles(), live + 1);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(live_handles(), live);
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(live_handles(), live - 1);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(freeing_what_is_kept_needs_no_scope)
{
	int deleted;

	ct_tensor_free_unscoped(counted(&deleted));
	ck_assert_int_eq(deleted, 1);
	ct_tensor_free_unscoped(NULL);
}
END_TEST

START_TEST(kept_handle_is_freed_as_one_of_no_scope)
{
	int deleted;
	ct_scope *scope = open_scope();
	ct_tensor *tensor = counted(&deleted);

	ct_scope_keep(tensor);
	ct_tensor_free_unscoped(tensor);
	ck_assert_int_eq(deleted, 1);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* --- Results of many kinds ------------------------------------------------------------------- */

START_TEST(list_belongs_to_the_scope_and_its_memory_to_the_caller)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted), **parts;
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();
	int64_t n;

	OK(ct_unbind_int(tensor, 0, &parts, &n));
	ck_assert_int_eq(n, 4);
	ck_assert_int_eq(live_handles(), before + 4);
	ck_assert_double_eq(value_of(parts[3]), 4);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
	ct_free(parts);
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(list_is_freed_inside_the_scope)
{
	int deleted;
	ct_scope *scope = open_scope();
	ct_tensor *tensor = counted(&deleted), **parts;
	const int64_t before = live_handles();
	int64_t n;

	OK(ct_split_Tensor(tensor, 1, 0, &parts, &n));
	ck_assert_int_eq(live_handles(), before + 4);
	ct_tensors_free(parts, n);
	ck_assert_int_eq(live_handles(), before);
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(one_of_a_list_is_kept_and_one_moved_up)
{
	int deleted;
	ct_scope *outer = open_scope(), *inner;
	ct_tensor *tensor = counted(&deleted), **parts, *kept, *moved;
	const int64_t before = live_handles();
	int64_t n;

	inner = open_scope();
	OK(ct_chunk(tensor, 4, 0, &parts, &n));
	ck_assert_int_eq(n, 4);
	kept = parts[1];
	moved = parts[2];
	ct_scope_keep(kept);
	ct_scope_move_up(moved);
	OK(ct_scope_close(inner));
	ct_free(parts);
	ck_assert_int_eq(live_handles(), before + 2);
	assert_floats(moved, (int64_t[]){ 1, -1 }, (double[]){ 3 });
	OK(ct_scope_close(outer));
	ck_assert_int_eq(deleted, 0);
	assert_floats(kept, (int64_t[]){ 1, -1 }, (double[]){ 2 });
	ct_tensor_free(kept);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* As ct_tensors_free() says: NULL in the place of one that is to stay. */
START_TEST(list_is_freed_but_for_one_that_the_scope_goes_on_owning)
{
	int deleted;
	ct_scope *scope = open_scope();
	ct_tensor *tensor = counted(&deleted), **parts, *stays;
	const int64_t before = live_handles();
	int64_t n;

	OK(ct_split_Tensor(tensor, 2, 0, &parts, &n));
	stays = parts[1];
	parts[1] = NULL;
	ct_tensors_free(parts, n);
	ck_assert_int_eq(live_handles(), before + 1);
	assert_floats(stays, (int64_t[]){ 2, -1 }, (double[]){ 3, 4 });
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(every_result_of_several_belongs_to_the_scope)
{
	ct_tensor *tensor = matrix(2, 2, (const float[]){ 1, 2, 4, 3 }), *values, *indices;
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	OK(ct_max_dim(tensor, 1, false, &values, &indices));
	ck_assert_int_eq(live_handles(), before + 2);
	assert_floats(values, (int64_t[]){ 2, -1 }, (double[]){ 2, 4 });
	ct_scope_keep(indices);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before + 1);
	assert_floats(indices, (int64_t[]){ 2, -1 }, (double[]){ 1, 0 });
	ct_tensor_free(indices);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(dropped_results_are_nobodys)
{
	ct_tensor *tensor = matrix(2, 2, (const float[]){ 1, 2, 4, 3 }), *values;
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	OK(ct_relu(tensor, NULL));
	OK(ct_relu_(tensor, NULL));
	OK(ct_unbind_int(tensor, 0, NULL, NULL));
	ck_assert_int_eq(live_handles(), before);
	OK(ct_max_dim(tensor, 1, false, &values, NULL));
	ck_assert_int_eq(live_handles(), before + 1);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(undefined_results_are_nobodys)
{
	ct_scope *scope = open_scope();
	ct_tensor *weight = number(1), *grad = UNTOUCHED;
	const int64_t before = live_handles();

	OK(ct_tensor_grad(weight, &grad));
	ck_assert_ptr_null(grad);
	ck_assert_ptr_null(ct_tensor_keep(NULL));
	ct_scope_keep(grad);
	ct_scope_move_up(grad);
	ct_tensor_free(grad);
	ck_assert_int_eq(live_handles(), before);
	OK(ct_scope_close(scope));
}
END_TEST

/* The mask asks for one gradient of three; the others are undefined. */
START_TEST(undefined_results_among_others_are_nobodys)
{
	const int64_t shape[] = { 1, 1, 1, 1, -1 }, ones[] = { 1, 1 }, zeros[] = { 0, 0 };
	ct_scope *scope = open_scope();
	ct_tensor *one = floats((const float[]){ 3 }, shape), *of_input, *of_weight, *of_bias;
	const int64_t before = live_handles();

	OK(ct_convolution_backward(one, one, one, NULL, 0, ones, 2, zeros, 2, ones, 2, false, zeros,
				   2, 1, (const bool[]){ false, true, false }, &of_input,
				   &of_weight, &of_bias));
	ck_assert_ptr_null(of_input);
	ck_assert_ptr_null(of_bias);
	ck_assert_double_eq(value_of(of_weight), 9);
	ck_assert_int_eq(live_handles(), before + 1);
	OK(ct_scope_close(scope));
}
END_TEST

/* --- The same tensor twice ------------------------------------------------------------------- */

START_TEST(in_place_result_is_a_second_handle_and_both_are_released)
{
	int deleted;
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();
	ct_tensor *tensor = counted(&deleted), *result;

	OK(ct_relu_(tensor, &result));
	ck_assert_ptr_eq(result, tensor);
	ck_assert_int_eq(live_handles(), before + 2);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 1);
	ck_assert_int_eq(live_handles(), before);
}
END_TEST

START_TEST(one_of_two_equal_handles_is_freed_and_the_other_is_not)
{
	int deleted;
	ct_scope *scope = open_scope();
	ct_tensor *tensor = counted(&deleted), *result;

	OK(ct_relu_(tensor, &result));
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 0);
	assert_floats(result, (int64_t[]){ 4, -1 }, (double[]){ 1, 2, 3, 4 });
	ct_tensor_free(result);
	ck_assert_int_eq(deleted, 1);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(one_of_two_equal_handles_is_kept_and_the_other_released)
{
	int deleted;
	ct_scope *scope = open_scope();
	ct_tensor *tensor = counted(&deleted);
	const int64_t before = live_handles();

	OK(ct_relu_(tensor, &tensor));
	ct_scope_keep(tensor);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(out_argument_that_is_asked_for_is_a_second_handle)
{
	int deleted;
	ct_tensor *out = counted(&deleted), *zero = number(0), *result;
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	OK(ct_add_out(out, zero, ct_scalar_int(1), out, &result));
	ck_assert_ptr_eq(result, out);
	ck_assert_int_eq(live_handles(), before + 1);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(zero);
	ct_tensor_free(out);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(two_out_arguments_that_are_asked_for_are_second_handles)
{
	ct_tensor *tensor = matrix(1, 2, (const float[]){ 1, 2 });
	ct_tensor *max, *argmax, *values, *indices;
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	OK(ct_max_dim(tensor, 1, false, &max, &argmax));
	OK(ct_max_dim_max(tensor, 1, false, max, argmax, &values, &indices));
	ck_assert_ptr_eq(values, max);
	ck_assert_ptr_eq(indices, argmax);
	ck_assert_int_eq(live_handles(), before + 4);
	ct_tensor_free(values);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
	ct_tensor_free(tensor);
}
END_TEST

/* contiguous() of what is contiguous is the argument itself. */
START_TEST(argument_that_is_returned_is_a_second_handle)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted), *result;
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	OK(ct_contiguous(tensor, CT_CONTIGUOUS_FORMAT, &result));
	ck_assert_ptr_eq(result, tensor);
	ck_assert_int_eq(live_handles(), before + 1);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(same_tensor_in_two_scopes_lives_until_both_are_closed)
{
	int deleted;
	ct_scope *outer = open_scope(), *inner;
	ct_tensor *tensor = counted(&deleted);

	inner = open_scope();
	OK(ct_relu_(tensor, &tensor));
	OK(ct_scope_close(inner));
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* Free, keep and move up mean the handle in the innermost scope that has one. */
START_TEST(free_means_the_handle_of_the_innermost_scope)
{
	int deleted;
	const int64_t before = live_handles();
	ct_scope *outer = open_scope(), *inner;
	ct_tensor *tensor = counted(&deleted);

	inner = open_scope();
	ct_tensor_keep(tensor);
	ct_tensor_free(tensor);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(live_handles(), before + 1);
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(live_handles(), before);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(keep_means_the_handle_of_the_innermost_scope)
{
	int deleted;
	const int64_t before = live_handles();
	ct_scope *outer = open_scope(), *inner;
	ct_tensor *tensor = counted(&deleted);

	inner = open_scope();
	ct_tensor_keep(tensor);
	ct_scope_keep(tensor);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(live_handles(), before + 2);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(live_handles(), before + 1);
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(move_up_means_the_handle_of_the_innermost_scope)
{
	int deleted;
	const int64_t before = live_handles();
	ct_scope *outer = open_scope(), *inner;
	ct_tensor *tensor = counted(&deleted);

	inner = open_scope();
	ct_tensor_keep(tensor);
	ct_scope_move_up(tensor);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(live_handles(), before + 2);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(live_handles(), before);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* Of two equal handles one goes up; the free that follows must take the one that stayed, although
 * the one that went lies beside it. */
START_TEST(one_of_two_moved_up_survives_a_free_and_the_inner_close)
{
	int deleted;
	const int64_t before = live_handles();
	ct_scope *outer = open_scope(), *inner = open_scope();
	ct_tensor *tensor = counted(&deleted);

	ct_tensor_keep(tensor);
	ct_scope_move_up(tensor);
	ct_tensor_free(tensor);
	ck_assert_int_eq(live_handles(), before + 1);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(live_handles(), before + 1);
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* The same with a hundred of each, in between others, so that they are looked up in the index. */
START_TEST(many_equal_handles_in_three_scopes_are_told_apart)
{
	enum { N = 100 };
	int deleted, other;
	const int64_t before = live_handles();
	ct_scope *outer = open_scope(), *middle = open_scope(), *inner = open_scope();
	ct_tensor *tensor = counted(&deleted), *others = counted(&other);

	for (int i = 1; i < 3 * N; i++) {
		ct_tensor_keep(tensor);
		ct_tensor_keep(others);
	}
	for (int i = 0; i < 2 * N; i++)
		ct_scope_move_up(tensor);
	/* The innermost scope has N left, and its next moves mean those. */
	for (int i = 0; i < N; i++)
		ct_tensor_free(tensor);
	ck_assert_int_eq(live_handles(), before + 3 * N + 2 * N);
	/* It has none any more: now the middle one's are meant. */
	for (int i = 0; i < N; i++)
		ct_scope_move_up(tensor);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(other, 1);
	ck_assert_int_eq(live_handles(), before + 2 * N);
	OK(ct_scope_close(middle));
	ck_assert_int_eq(live_handles(), before + N);
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(live_handles(), before);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* Every sequence of three; which handle each means is counted beside it. */
START_TEST(equal_handles_are_freed_kept_and_moved_in_any_order)
{
	enum { FREE, KEEP, MOVE };
	const int steps[] = { _i % 3, _i / 3 % 3, _i / 9 };
	const int64_t before = live_handles();
	int deleted, inside = 2, outside = 1, mine = 0;
	ct_scope *outer = open_scope(), *inner;
	ct_tensor *tensor = counted(&deleted);

	inner = open_scope();
	ct_tensor_keep(tensor);
	ct_tensor_keep(tensor);
	for (int i = 0; i < 3; i++) {
		int *owner = inside ? &inside : &outside;

		--*owner;
		if (steps[i] == FREE)
			ct_tensor_free(tensor);
		else if (steps[i] == KEEP)
			ct_scope_keep(tensor);
		else
			ct_scope_move_up(tensor);
		mine += steps[i] == KEEP || (steps[i] == MOVE && owner == &outside);
		outside += steps[i] == MOVE && owner == &inside;
		ck_assert_int_eq(live_handles(), before + inside + outside + mine);
	}
	OK(ct_scope_close(inner));
	ck_assert_int_eq(live_handles(), before + outside + mine);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(live_handles(), before + mine);
	ck_assert_int_eq(deleted, mine == 0);
	for (int i = 0; i < mine; i++)
		ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* --- Errors half-way ------------------------------------------------------------------------- */

START_TEST(operator_that_fails_gives_nothing)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted), *result = UNTOUCHED, **parts = NULL;
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();
	int64_t n = -7;

	FAILS_WITH(ct_mm(tensor, tensor, &result), CT_ERROR_RUNTIME, "RuntimeError: ");
	FAILS_WITH(ct_relu(NULL, &result), CT_ERROR_ARGUMENT, "argument 1 (self)");
	FAILS_WITH(ct_unbind_int(tensor, 5, &parts, &n), CT_ERROR_INDEX, "IndexError: ");
	FAILS_WITH(ct_unbind_int(tensor, 0, &parts, NULL), CT_ERROR_ARGUMENT, "result_len");
	ck_assert_ptr_eq(result, UNTOUCHED);
	ck_assert_ptr_null(parts);
	ck_assert_int_eq(n, -7);
	ck_assert_int_eq(live_handles(), before);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(tensor);
}
END_TEST

#ifndef CT_SCOPE
#error "the suites are for GNU C, with its cleanup attribute"
#endif

static ct_error left_by_try(int *deleted, ct_tensor **result)
{
	CT_SCOPE;
	ct_tensor *tensor = counted(deleted), *sum;

	CT_TRY(ct_sum(tensor, CT_DTYPE_NONE, &sum));
	CT_TRY(ct_mm(tensor, sum, result));
	ct_scope_move_up(*result);
	return NULL;
}

START_TEST(try_closes_the_scope_of_the_block)
{
	int deleted;
	ct_tensor *result = UNTOUCHED;
	const int64_t before = live_handles();

	FAILS_WITH(left_by_try(&deleted, &result), CT_ERROR_RUNTIME, "RuntimeError: ");
	ck_assert_int_eq(deleted, 1);
	ck_assert_ptr_eq(result, UNTOUCHED);
	ck_assert_int_eq(live_handles(), before);
}
END_TEST

/* The example of scope.h. */
static ct_error norm(const ct_tensor *x, ct_tensor **result)
{
	CT_SCOPE;
	ct_tensor *squares, *sum, *root;

	CT_TRY(ct_square(x, &squares));
	CT_TRY(ct_sum(squares, CT_DTYPE_NONE, &sum));
	CT_TRY(ct_sqrt(sum, &root));
	ct_scope_move_up(root);
	*result = root;
	return NULL;
}

START_TEST(function_with_a_scope_gives_one_result)
{
	ct_tensor *x = vector(2, (const float[]){ 3, 4 }), *result;
	const int64_t before = live_handles();

	OK(norm(x, &result));
	ck_assert_int_eq(live_handles(), before + 1);
	ck_assert_double_eq(value_of(result), 5);
	ct_tensor_free(result);
	ct_tensor_free(x);
}
END_TEST

START_TEST(result_of_a_function_belongs_to_the_scope_of_its_caller)
{
	ct_tensor *x = vector(2, (const float[]){ 3, 4 }), *result;
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	OK(norm(x, &result));
	ck_assert_int_eq(live_handles(), before + 1);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
	ct_tensor_free(x);
}
END_TEST

START_TEST(goto_out_of_the_block_closes_its_scope)
{
	int outside = 0, inside;

	{
		CT_SCOPE;

		counted(&outside);
		{
			CT_SCOPE;

			counted(&inside);
			goto out;
		}
	}
out:
	ck_assert_int_eq(inside, 1);
	ck_assert_int_eq(outside, 1);
}
END_TEST

START_TEST(break_and_continue_close_the_scope_of_the_round)
{
	int deleted[4], before_loop;
	ct_scope *scope = open_scope();

	counted(&before_loop);
	for (int i = 0; i < 4; i++) {
		CT_SCOPE;

		if (i)
			ck_assert_int_eq(deleted[i - 1], 1);
		counted(&deleted[i]);
		if (i == 1)
			continue;
		if (i == 3)
			break;
		ck_assert_int_eq(deleted[i], 0);
	}
	ck_assert_int_eq(deleted[3], 1);
	ck_assert_int_eq(before_loop, 0);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(before_loop, 1);
}
END_TEST

static int returns_from(int depth, int deleted[3])
{
	CT_SCOPE;

	counted(&deleted[0]);
	if (depth > 0) {
		CT_SCOPE;

		counted(&deleted[1]);
		while (depth > 1) {
			CT_SCOPE;

			counted(&deleted[2]);
			if (depth > 2)
				return deleted[0] + deleted[1] + deleted[2];
			depth--;
		}
		return 10 + deleted[0] + deleted[1];
	}
	return 20 + deleted[0];
}

START_TEST(return_from_nested_blocks_closes_their_scopes)
{
	int deleted[3];

	/* Each value is what was deleted before the return: nothing too early. */
	ck_assert_int_eq(returns_from(3, deleted), 0);
	ck_assert_int_eq(deleted[0] + deleted[1] + deleted[2], 3);
	ck_assert_int_eq(returns_from(2, deleted), 10);
	ck_assert_int_eq(deleted[0] + deleted[1] + deleted[2], 3);
	ck_assert_int_eq(returns_from(1, deleted), 10);
	ck_assert_int_eq(deleted[0] + deleted[1], 2);
	ck_assert_int_eq(returns_from(0, deleted), 20);
	ck_assert_int_eq(deleted[0], 1);
}
END_TEST

static ct_error leaves_a_loop_early(int *deleted)
{
	CT_SCOPE;

	for (int step = 0; step < 3; step++) {
		CT_TRY(ct_gc());
		counted(deleted);
		if (step == 1)
			return ct_error_new(CT_ERROR_VALUE, NULL, "early");
	}
	return ct_gc_finish();
}

START_TEST(steps_inside_the_block_are_closed_with_it)
{
	int deleted;

	FAILS(leaves_a_loop_early(&deleted), "ValueError: early");
	ck_assert_int_eq(deleted, 1);
	OK(ct_gc_finish());
}
END_TEST

static void opens_and_forgets(int deleted[3])
{
	CT_SCOPE;

	open_scope();
	counted(&deleted[0]);
	open_scope();
	counted(&deleted[1]);
	OK(ct_gc());
	counted(&deleted[2]);
}

START_TEST(scopes_that_were_forgotten_are_closed_with_the_block)
{
	int deleted[3], outside;
	ct_scope *scope = open_scope();

	counted(&outside);
	opens_and_forgets(deleted);
	ck_assert_int_eq(deleted[0] + deleted[1] + deleted[2], 3);
	ck_assert_int_eq(outside, 0);
	OK(ct_scope_close(scope));
}
END_TEST

START_TEST(scope_of_a_block_is_called_after_its_place)
{
	ct_scope *outer = open_scope();
	char expected[64];

	{
		CT_SCOPE;

		snprintf(expected, sizeof expected, "scopes_suite.c:%d inside it", __LINE__ - 2);
		FAILS_WITH(ct_scope_close(outer), CT_ERROR_ARGUMENT, expected);
	}
	OK(ct_scope_close(outer));
}
END_TEST

Suite *scopes_suite(void)
{
	Suite *suite = suite_create("scopes");
	TCase *owning = tests_of("owning");
	TCase *unscoped = tests_of("handles of no scope");
	TCase *results = tests_of("results");
	TCase *equal = tests_of("equal handles");
	TCase *errors = tests_of("errors");

	tcase_add_test(owning, close_releases_what_was_given);
	tcase_add_test(owning, what_was_given_before_and_after_is_the_callers);
	tcase_add_test(owning, inner_close_leaves_what_the_outer_scope_owns);
	tcase_add_test(owning, kept_handle_belongs_to_the_caller);
	tcase_add_test(owning, kept_in_an_inner_scope_belongs_to_no_scope);
	tcase_add_test(owning, handle_of_an_outer_scope_is_kept_from_an_inner_one);
	tcase_add_test(owning, moved_up_once_belongs_to_the_scope_around);
	tcase_add_test(owning, moved_up_twice_belongs_to_the_scope_around_that);
	tcase_add_test(owning, moved_up_as_often_as_there_are_scopes_belongs_to_the_caller);
	tcase_add_test(owning, moved_up_again_after_each_close);
	tcase_add_test(owning, any_of_many_can_be_moved_up);
	tcase_add_test(owning, freed_early_is_released_at_once_and_only_once);
	tcase_add_test(owning, handle_of_an_outer_scope_is_freed_from_an_inner_one);
	tcase_add_test(owning, handle_of_no_scope_is_freed_inside_one);
	tcase_add_test(owning, keeping_and_moving_what_no_scope_owns_changes_nothing);
	tcase_add_test(owning, tensor_keep_gives_to_the_innermost_scope);
	tcase_add_test(owning, storage_holds_the_memory_beyond_the_scope);
	suite_add_tcase(suite, owning);

	tcase_add_test(unscoped, adopted_handle_belongs_to_the_innermost_scope);
	tcase_add_test(unscoped, adopted_handle_is_kept_moved_and_freed_as_any_other);
	tcase_add_test(unscoped, adopting_gives_nothing);
	tcase_add_test(unscoped, adopting_without_a_scope_changes_nothing);
	tcase_add_test(unscoped, kept_and_adopted_again_it_changes_scopes);
	tcase_add_test(unscoped, second_handle_is_adopted_beside_one_of_the_scopes);
	tcase_add_test(unscoped, freeing_what_is_kept_leaves_equal_handles_of_scopes_alone);
	tcase_add_test(unscoped, freeing_what_is_kept_needs_no_scope);
	tcase_add_test(unscoped, kept_handle_is_freed_as_one_of_no_scope);
	suite_add_tcase(suite, unscoped);

	tcase_add_test(results, list_belongs_to_the_scope_and_its_memory_to_the_caller);
	tcase_add_test(results, list_is_freed_inside_the_scope);
	tcase_add_test(results, one_of_a_list_is_kept_and_one_moved_up);
	tcase_add_test(results, list_is_freed_but_for_one_that_the_scope_goes_on_owning);
	tcase_add_test(results, every_result_of_several_belongs_to_the_scope);
	tcase_add_test(results, dropped_results_are_nobodys);
	tcase_add_test(results, undefined_results_are_nobodys);
	tcase_add_test(results, undefined_results_among_others_are_nobodys);
	suite_add_tcase(suite, results);

	tcase_add_test(equal, in_place_result_is_a_second_handle_and_both_are_released);
	tcase_add_test(equal, one_of_two_equal_handles_is_freed_and_the_other_is_not);
	tcase_add_test(equal, one_of_two_equal_handles_is_kept_and_the_other_released);
	tcase_add_test(equal, out_argument_that_is_asked_for_is_a_second_handle);
	tcase_add_test(equal, two_out_arguments_that_are_asked_for_are_second_handles);
	tcase_add_test(equal, argument_that_is_returned_is_a_second_handle);
	tcase_add_test(equal, same_tensor_in_two_scopes_lives_until_both_are_closed);
	tcase_add_test(equal, free_means_the_handle_of_the_innermost_scope);
	tcase_add_test(equal, keep_means_the_handle_of_the_innermost_scope);
	tcase_add_test(equal, move_up_means_the_handle_of_the_innermost_scope);
	tcase_add_test(equal, one_of_two_moved_up_survives_a_free_and_the_inner_close);
	tcase_add_test(equal, many_equal_handles_in_three_scopes_are_told_apart);
	tcase_add_loop_test(equal, equal_handles_are_freed_kept_and_moved_in_any_order, 0, 27);
	suite_add_tcase(suite, equal);

	tcase_add_test(errors, operator_that_fails_gives_nothing);
	tcase_add_test(errors, try_closes_the_scope_of_the_block);
	tcase_add_test(errors, function_with_a_scope_gives_one_result);
	tcase_add_test(errors, result_of_a_function_belongs_to_the_scope_of_its_caller);
	tcase_add_test(errors, goto_out_of_the_block_closes_its_scope);
	tcase_add_test(errors, break_and_continue_close_the_scope_of_the_round);
	tcase_add_test(errors, return_from_nested_blocks_closes_their_scopes);
	tcase_add_test(errors, steps_inside_the_block_are_closed_with_it);
	tcase_add_test(errors, scopes_that_were_forgotten_are_closed_with_the_block);
	tcase_add_test(errors, scope_of_a_block_is_called_after_its_place);
	suite_add_tcase(suite, errors);
	return suite;
}

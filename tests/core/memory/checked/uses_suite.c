/*
 * A tensor that was freed is refused wherever a tensor is taken by a function that returns an
 * error, and the message tells which argument it was. What the others do is in mistakes.c.
 */
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

/* A use of a tensor that is dead beside one that lives. Results go where nothing may be written. */
struct use {
	const char *argument; /* "ct_relu: argument 1 (self)" */
	ct_error (*call)(ct_tensor *dead, ct_tensor *live);
};

static ct_tensor *result = UNTOUCHED;

#define USE(name, ...)                                         \
	static ct_error name(ct_tensor *dead, ct_tensor *live) \
	{                                                      \
		(void)live;                                    \
		return __VA_ARGS__;                            \
	}

/* Operators: a tensor, an optional one, an element of a list, of a list of optional ones. */
USE(as_self, ct_relu(dead, &result))
USE(as_self_of_method, ct_Tensor_relu(dead, &result))
USE(as_self_in_place, ct_relu_(dead, &result))
USE(as_second, ct_mm(live, dead, &result))
USE(as_second_of_method, ct_Tensor_mm(live, dead, &result))
USE(as_out, ct_add_out(live, live, ct_scalar_int(1), dead, &result))
USE(as_optional, ct_clamp_Tensor(live, dead, NULL, &result))
USE(as_last_optional, ct_clamp_Tensor(live, NULL, dead, &result))
USE(as_optional_of_method, ct_Tensor_clamp_Tensor(live, dead, NULL, &result))
USE(as_bias, ct_linear(live, live, dead, &result))
USE(as_first_element, ct_cat((ct_tensor *[]){ dead, live }, 2, 0, &result))
USE(as_last_element, ct_cat((ct_tensor *[]){ live, live, dead }, 3, 0, &result))
USE(as_element_in_place,
    ct__foreach_add__List((ct_tensor *[]){ dead }, 1, &live, 1, ct_scalar_int(1)))
USE(as_element_of_second_list,
    ct__foreach_add__List(&live, 1, (ct_tensor *[]){ dead }, 1, ct_scalar_int(1)))
USE(as_optional_element, ct_index_Tensor(live, (ct_tensor *[]){ NULL, dead }, 2, &result))
USE(as_optional_element_of_method,
    ct_Tensor_index_put_(live, (ct_tensor *[]){ dead }, 1, live, false, &result))
USE(beside_optional_elements, ct_index_put_(live, (ct_tensor *[]){ NULL }, 1, dead, false, &result))
USE(of_list_result, ct_split_Tensor(dead, 2, 0, (ct_tensor ***)&result, &(int64_t){ 0 }))

/* The handwritten functions. */
USE(as_item, ct_tensor_item(dead, &(ct_scalar){ 0 }))
USE(as_item_double, ct_tensor_item_double(dead, &(double){ 0 }))
USE(as_item_int64, ct_tensor_item_int64(dead, &(int64_t){ 0 }))
USE(as_item_bool, ct_tensor_item_bool(dead, &(bool){ 0 }))
USE(as_text, ct_tensor_to_string(dead, (char **)&result))
USE(as_print, ct_tensor_print(dead, stdout))
USE(as_text_with, ct_tensor_to_string_with(dead, NULL, (char **)&result))
USE(as_print_with, ct_tensor_print_with(dead, NULL, stdout))
USE(as_described, ct_tensor_describe(dead, NULL))
USE(as_description, ct_tensor_describe_to_string(dead, (char **)&result))
USE(as_leaf, ct_tensor_set_requires_grad(dead, true))
USE(as_owner_of_grad, ct_tensor_grad(dead, &result))
USE(as_taker_of_grad, ct_tensor_set_grad(dead, live))
USE(as_grad, ct_tensor_set_grad(live, dead))
USE(as_owner_of_storage, ct_tensor_storage(dead, (ct_storage **)&result))
USE(as_loss, ct_tensor_backward(dead))
USE(as_loss_with, ct_tensor_backward_with(dead, NULL, NULL, false, CT_NO_TENSORS))
USE(as_gradient, ct_tensor_backward_with(live, dead, NULL, false, CT_NO_TENSORS))
USE(as_input, ct_tensor_backward_with(live, NULL, NULL, false, CT_TENSORS(live, dead)))
USE(as_primal, ct_forward_ad_make_dual(dead, live, &result))
USE(as_tangent, ct_forward_ad_make_dual(live, dead, &result))
USE(as_dual, ct_forward_ad_unpack_dual(dead, &result, NULL))

static ct_error never_called(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			     ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs, (void)inputs_len, (void)context, (void)outputs, (void)outputs_len;
	ck_abort_msg("the function is called with a tensor that is dead");
	return NULL;
}

USE(as_differentiated,
    ct_functional_jacobian(never_called, NULL, CT_TENSORS(live, dead), 1, NULL, &result))
USE(as_vector, ct_functional_jvp(never_called, NULL, CT_TENSORS(live), 1, CT_TENSORS(dead), NULL,
				 NULL, &result))

static ct_error copy(ct_value value)
{
	return ct_value_copy(&value, NULL);
}

static ct_error deepcopy(ct_value value)
{
	return ct_value_deepcopy(&value, NULL);
}

static ct_error compare(ct_tensor *a, ct_tensor *b)
{
	const ct_value left = ct_value_tensor(a), right = ct_value_tensor(b);

	return ct_value_equal(&left, &right, NULL);
}

USE(in_copied_value, copy(ct_value_tensor(dead)))
USE(in_copied_list, copy(ct_value_tensors(CT_TENSORS(live, dead))))
USE(in_deeply_copied_value, deepcopy(ct_value_tensor(dead)))
USE(as_equal_to_itself, compare(dead, dead))
USE(as_equal, compare(live, dead))

/* An argument's number is that in the schema, where a list's length is none. */
static const struct use uses[] = {
	{ "ct_relu: argument 1 (self)", as_self },
	{ "ct_relu: argument 1 (self)", as_self_of_method },
	{ "ct_relu_: argument 1 (self)", as_self_in_place },
	{ "ct_mm: argument 2 (mat2)", as_second },
	{ "ct_mm: argument 2 (mat2)", as_second_of_method },
	{ "ct_add_out: argument 4 (out)", as_out },
	{ "ct_clamp_Tensor: argument 2 (min)", as_optional },
	{ "ct_clamp_Tensor: argument 3 (max)", as_last_optional },
	{ "ct_clamp_Tensor: argument 2 (min)", as_optional_of_method },
	{ "ct_linear: argument 3 (bias)", as_bias },
	{ "ct_cat: argument 1 (tensors): element 0", as_first_element },
	{ "ct_cat: argument 1 (tensors): element 2", as_last_element },
	{ "ct__foreach_add__List: argument 1 (self): element 0", as_element_in_place },
	{ "ct__foreach_add__List: argument 2 (other): element 0", as_element_of_second_list },
	{ "ct_index_Tensor: argument 2 (indices): element 1", as_optional_element },
	{ "ct_index_put_: argument 2 (indices): element 0", as_optional_element_of_method },
	{ "ct_index_put_: argument 3 (values)", beside_optional_elements },
	{ "ct_split_Tensor: argument 1 (self)", of_list_result },
	{ "ct_tensor_item: argument 1 (self)", as_item },
	{ "ct_tensor_item_double: argument 1 (self)", as_item_double },
	{ "ct_tensor_item_int64: argument 1 (self)", as_item_int64 },
	{ "ct_tensor_item_bool: argument 1 (self)", as_item_bool },
	{ "ct_tensor_to_string: argument 1 (self)", as_text },
	{ "ct_tensor_print: argument 1 (self)", as_print },
	{ "ct_tensor_to_string_with: argument 1 (self)", as_text_with },
	{ "ct_tensor_print_with: argument 1 (self)", as_print_with },
	{ "ct_tensor_describe: argument 1 (self)", as_described },
	{ "ct_tensor_describe_to_string: argument 1 (self)", as_description },
	{ "ct_tensor_set_requires_grad: argument 1 (self)", as_leaf },
	{ "ct_tensor_grad: argument 1 (self)", as_owner_of_grad },
	{ "ct_tensor_set_grad: argument 1 (self)", as_taker_of_grad },
	{ "ct_tensor_set_grad: argument 2 (grad)", as_grad },
	{ "ct_tensor_storage: argument 1 (self)", as_owner_of_storage },
	{ "ct_tensor_backward: argument 1 (self)", as_loss },
	{ "ct_tensor_backward_with: argument 1 (self)", as_loss_with },
	{ "ct_tensor_backward_with: argument 2 (gradient)", as_gradient },
	{ "ct_tensor_backward_with: argument 5 (inputs): element 1", as_input },
	{ "ct_forward_ad_make_dual: argument 1 (primal)", as_primal },
	{ "ct_forward_ad_make_dual: argument 2 (tangent)", as_tangent },
	{ "ct_forward_ad_unpack_dual: argument 1 (tensor)", as_dual },
	{ "ct_functional_jacobian: argument 3 (inputs): element 1", as_differentiated },
	{ "ct_functional_jvp: argument 5 (v): element 0", as_vector },
	{ "ct_value_copy: a tensor argument", in_copied_value },
	{ "ct_value_copy: a tensor argument", in_copied_list },
	{ "ct_value_deepcopy: a tensor argument", in_deeply_copied_value },
	{ "ct_value_equal: a tensor argument", as_equal_to_itself },
	{ "ct_value_equal: a tensor argument", as_equal },
};

enum { USES = sizeof uses / sizeof *uses };

static void check_use(const struct use *use, ct_tensor *dead, const char *fault)
{
	ct_tensor *live = make_tensor();
	int64_t handles = live_handles();
	char expected[1024];

	snprintf(expected, sizeof expected, "ArgumentError: %s: %s", use->argument, fault);
	REFUSED(use->call(dead, live), expected);
	ck_assert_ptr_eq(result, UNTOUCHED);
	ck_assert_int_eq(live_handles(), handles);
	ct_tensor_free(live);
}

START_TEST(freed_tensor_is_refused)
{
	check_use(&uses[_i], free_tensor(make_tensor()), FREED);
}
END_TEST

START_TEST(pointer_that_is_no_handle_is_refused)
{
	double variable = 0;

	check_use(&uses[_i], (ct_tensor *)&variable, NO_HANDLE);
}
END_TEST

/* --- What is no handle of a tensor ----------------------------------------------------------- */

START_TEST(freed_memory_is_no_handle)
{
	uintptr_t address;
	void *memory = malloc(64);

	/* What the pointer is must not be asked for once its memory is freed. */
	address = (uintptr_t)memory;
	free(memory);
	REFUSED(ct_relu((ct_tensor *)address, NULL), RELU NO_HANDLE);
}
END_TEST

START_TEST(generator_is_no_tensor)
{
	ct_generator *generator = NULL;

	OK(ct_generator_new(CT_DEVICE_CPU, &generator));
	REFUSED(ct_relu((ct_tensor *)generator, NULL), RELU NO_HANDLE);
	ct_generator_free(generator);
}
END_TEST

START_TEST(storage_is_no_tensor)
{
	ct_tensor *tensor = make_tensor();
	ct_storage *storage = NULL;

	OK(ct_tensor_storage(tensor, &storage));
	REFUSED(ct_relu((ct_tensor *)storage, NULL), RELU NO_HANDLE);
	ct_storage_free(storage);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(scope_is_no_tensor)
{
	ct_scope *scope = open_scope();

	REFUSED(ct_relu((ct_tensor *)scope, NULL), RELU NO_HANDLE);
	close_scope(scope);
}
END_TEST

START_TEST(list_is_no_tensor)
{
	ct_tensor *tensor = make_tensor(), **parts = NULL;
	int64_t n = 0;

	OK(ct_split_Tensor(tensor, 2, 0, &parts, &n));
	REFUSED(ct_relu((ct_tensor *)parts, NULL), RELU NO_HANDLE);
	ct_tensors_free(parts, n);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(data_is_no_tensor)
{
	ct_tensor *tensor = make_tensor();

	REFUSED(ct_relu(ct_tensor_mutable_data(tensor), NULL), RELU NO_HANDLE);
	ct_tensor_free(tensor);
}
END_TEST

/* --- What lives ------------------------------------------------------------------------------ */

START_TEST(null_is_named_as_in_other_builds)
{
	REFUSED(ct_relu(NULL, NULL), "ArgumentError: ct_relu: argument 1 (self) must not be NULL");
	REFUSED(ct_cat((ct_tensor *[]){ NULL }, 1, 0, NULL),
		"ArgumentError: ct_cat: argument 1 (tensors): element 0 must not be NULL");
}
END_TEST

START_TEST(optional_tensors_may_be_null)
{
	ct_tensor *tensor = make_tensor(), *low = make_tensor(), *clamped = NULL;

	OK(ct_clamp_Tensor(tensor, low, NULL, &clamped));
	ct_tensor_free(clamped);
	ct_tensor_free(low);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(one_of_two_handles_may_go)
{
	ct_tensor *tensor = make_tensor(), *again = ct_tensor_retain(tensor);

	free_tensor(tensor);
	OK(use(again));
	free_tensor(again);
	REFUSED(ct_relu(again, NULL), RELU FREED);
}
END_TEST

START_TEST(result_that_is_an_argument_is_one_more_handle)
{
	ct_tensor *tensor = make_tensor(), *same = NULL;

	OK(ct_relu_(tensor, &same));
	ck_assert_ptr_eq(same, tensor);
	free_tensor(tensor);
	OK(use(same));
	free_tensor(same);
	REFUSED(ct_relu(same, NULL), RELU FREED);
}
END_TEST

/* libtorch holds the tensor on, but the caller gave up every handle on it. */
START_TEST(tensor_that_lives_without_a_handle_is_refused)
{
	ct_tensor *weight = make_tensor(), *gradient = make_tensor(), *again = NULL;

	OK(ct_tensor_set_grad(weight, gradient));
	free_tensor(gradient);
	REFUSED(ct_relu(gradient, NULL), RELU FREED);
	OK(ct_tensor_grad(weight, &again));
	ck_assert_ptr_eq(again, gradient);
	OK(use(gradient));
	free_tensor(again);
	free_tensor(weight);
}
END_TEST

/* Which call gave the last handle's first one is told: the tensor's second life began here. */
START_TEST(tensor_that_is_given_again_has_a_new_maker)
{
	ct_tensor *weight = make_tensor(), *gradient = make_tensor(), *again = NULL;

	OK(ct_tensor_set_grad(weight, gradient));
	free_tensor(gradient);
	OK(ct_tensor_grad(weight, &again));
	free_tensor(again);
	REFUSED(ct_relu(again, NULL),
		RELU "it was already released: made by ct_tensor_grad, called from "
		     "test_checked+0x, in thread 1, and released by " FREE_TENSOR ", in thread 1");
	free_tensor(weight);
}
END_TEST

START_TEST(view_lives_without_its_base)
{
	ct_tensor *tensor = make_tensor(), *view = NULL;

	OK(ct_view(tensor, (int64_t[]){ 2, 2 }, 2, &view));
	free_tensor(tensor);
	OK(use(view));
	REFUSED(ct_relu(tensor, NULL), RELU FREED);
	free_tensor(view);
}
END_TEST

START_TEST(error_after_a_refusal_is_none)
{
	ct_tensor *tensor = make_tensor();

	REFUSED(ct_mm(tensor, free_tensor(make_tensor()), NULL),
		"ArgumentError: ct_mm: argument 2 (mat2): " FREED);
	OK(use(tensor));
	free_tensor(tensor);
}
END_TEST

Suite *uses_suite(void)
{
	Suite *suite = suite_create("uses");
	TCase *tests = tests_of("uses");

	tcase_add_loop_test(tests, freed_tensor_is_refused, 0, USES);
	tcase_add_loop_test(tests, pointer_that_is_no_handle_is_refused, 0, USES);
	tcase_add_test(tests, freed_memory_is_no_handle);
	tcase_add_test(tests, generator_is_no_tensor);
	tcase_add_test(tests, storage_is_no_tensor);
	tcase_add_test(tests, scope_is_no_tensor);
	tcase_add_test(tests, list_is_no_tensor);
	tcase_add_test(tests, data_is_no_tensor);
	tcase_add_test(tests, null_is_named_as_in_other_builds);
	tcase_add_test(tests, optional_tensors_may_be_null);
	tcase_add_test(tests, one_of_two_handles_may_go);
	tcase_add_test(tests, result_that_is_an_argument_is_one_more_handle);
	tcase_add_test(tests, tensor_that_lives_without_a_handle_is_refused);
	tcase_add_test(tests, tensor_that_is_given_again_has_a_new_maker);
	tcase_add_test(tests, view_lives_without_its_base);
	tcase_add_test(tests, error_after_a_refusal_is_none);
	suite_add_tcase(suite, tests);
	return suite;
}

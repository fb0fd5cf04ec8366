/*
 * What calls return besides tensors belongs to the innermost scope, too.
 */
#include <stdlib.h>
#include <string.h>

#include "support.h"

static int released;

static void count_released(void *data, void *context)
{
	(void)data;
	(void)context;
	released++;
}

static ct_storage *new_storage(void)
{
	static char bytes[8];
	ct_storage *storage;

	OK(ct_storage_from_blob(bytes, sizeof bytes, CT_DEVICE_CPU, count_released, NULL,
				&storage));
	return storage;
}

static ct_tensor *numbers(void)
{
	ct_tensor *numbers;

	OK(ct_tensor_ones(CT_L(4, 2), NULL, &numbers));
	return numbers;
}

/* ASan's leak check sees whether the memory itself is freed. */
START_TEST(lists_and_texts_belong_to_the_scope)
{
	ct_scope *scope = open_scope();
	ct_tensor *x = numbers(), **parts;
	int64_t n;
	char *text;

	OK(ct_split_Tensor(x, 2, 0, &parts, &n));
	OK(ct_tensor_to_string(x, &text));
	ck_assert(ct_scope_disown_object(parts));
	ck_assert(!ct_scope_disown_object(parts));
	OK(ct_scope_close(scope));
	ck_assert_int_eq(n, 2);
	ct_free(parts);
}
END_TEST

START_TEST(memory_that_is_freed_early_leaves_the_scope)
{
	ct_scope *scope = open_scope();
	ct_tensor *x = numbers(), **parts;
	int64_t n;
	char *text;

	OK(ct_tensor_to_string(x, &text));
	OK(ct_split_Tensor(x, 2, 0, &parts, &n));
	ct_free(text);
	ck_assert(!ct_scope_disown_object(text));
	ct_tensors_free(parts, n);
	ck_assert(!ct_scope_disown_object(parts));
	OK(ct_scope_close(scope));
}
END_TEST

static ct_error describe(char **text)
{
	CT_SCOPE;

	CT_TRY(ct_tensor_to_string(numbers(), text));
	ct_scope_move_object_up(*text);
	return NULL;
}

/* Each function that returns memory. */
START_TEST(all_memory_that_is_returned_belongs_to_the_scope)
{
	const int64_t two[] = { 1, 2 };
	ct_scope *scope = open_scope();
	ct_tensor *x = numbers(), *y, **tensors;
	const ct_operator *add;
	ct_value list = ct_value_ints(CT_INTS_OF(two, 2)), single = ct_value_tensors(CT_TENSORS(x)),
		 value;
	const char *const *names;
	int64_t *ints, n;
	double *floats;
	char *text;

#define BELONGS(call, memory)                                               \
	do {                                                                \
		OK(call);                                                   \
		ck_assert_msg(ct_scope_disown_object(memory), "%s", #call); \
		ct_free((void *)(memory));                                  \
	} while (0)
	BELONGS(ct_tensor_describe_to_string(x, &text), text);
	BELONGS(ct_npy_encode(x, &text, &n), text);
	OK(ct_tensor_share_memory(x));
	BELONGS(ct_tensor_shared_handle(x, &text), text);
	BELONGS(ct_operator_list("aten::add.*", &names, &n), names);
	OK(ct_operator_find("aten::add", &add));
	BELONGS(ct_operator_overloads(add, &names, &n), names);
	BELONGS(ct_show_config(&text), text);
	BELONGS(ct_parallel_info(&text), text);
	BELONGS(ct_cpu_capability(&text), text);
	BELONGS(ct_value_to_string(&list, &text), text);
	BELONGS(ct_value_as_ints(&list, &ints, &n), ints);
	BELONGS(ct_value_as_floats(&list, &floats, &n), floats);
	OK(ct_value_copy(&single, &value));
	BELONGS(ct_value_take_tensors(&value, &tensors, &n), tensors);
	OK(ct_tensor_set_requires_grad(x, true));
	OK(ct_exp(x, &y));
	BELONGS(ct_graph_to_dot(CT_TENSORS(y), NULL, &text), text);
	BELONGS(ct_graph_to_tree(CT_TENSORS(y), NULL, &text), text);
#undef BELONGS
	OK(ct_scope_close(scope));
}
END_TEST

START_TEST(steps_own_memory_and_objects)
{
	ct_storage *kept;
	char *text;

	OK(ct_gc());
	OK(ct_tensor_to_string(numbers(), &text));
	new_storage();
	kept = new_storage();
	ck_assert(ct_scope_disown_object(kept));
	OK(ct_gc());
	ck_assert_int_eq(released, 1);
	OK(ct_gc_finish());
	ct_storage_free(kept);
	ck_assert_int_eq(released, 2);
}
END_TEST

/* ct_free() was the release function of a text before scopes owned texts by themselves. */
START_TEST(a_text_that_is_deferred_is_freed_once)
{
	ct_scope *scope = open_scope();
	char *text;

	OK(ct_tensor_to_string(numbers(), &text));
	OK(ct_scope_defer(text, ct_free));
	OK(ct_scope_close(scope));
}
END_TEST

/* As an object that keeps one frees it while its user has another. */
START_TEST(a_handle_of_no_scope_is_freed_beside_one_of_a_scope)
{
	ct_storage *kept = new_storage();
	ct_scope *scope = open_scope();

	ck_assert_ptr_eq(ct_storage_retain(kept), kept);
	ct_storage_free_unscoped(kept);
	ck_assert_int_eq(released, 0);
	ck_assert_int_eq(ct_storage_nbytes(kept), 8);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(released, 1);
	ct_generator_free_unscoped(NULL);
	ct_node_free_unscoped(NULL);
}
END_TEST

START_TEST(memory_is_moved_up)
{
	ct_scope *scope = open_scope();
	char *text;

	OK(describe(&text));
	ck_assert_ptr_nonnull(strstr(text, "[1., 1.]"));
	ck_assert(ct_scope_disown_object(text));
	OK(ct_scope_close(scope));
	ct_free(text);
}
END_TEST

static ct_error repeat(char letter, char **text)
{
	*text = calloc(3, 1);
	ck_assert_ptr_nonnull(*text);
	(*text)[0] = (*text)[1] = letter;
	return ct_scope_adopt_memory(*text);
}

START_TEST(memory_of_the_programs_own_is_adopted)
{
	ct_scope *scope = open_scope();
	char *left, *kept;

	OK(repeat('l', &left));
	OK(repeat('k', &kept));
	ck_assert(ct_scope_disown_object(kept));
	OK(ct_scope_close(scope));
	ck_assert_str_eq(kept, "kk");
	OK(ct_scope_adopt_memory(kept));
	ck_assert(!ct_scope_disown_object(kept));
	ct_free(kept);
	OK(ct_scope_adopt_memory(NULL));
}
END_TEST

START_TEST(many_lists_are_freed_in_any_order)
{
	enum { MANY = 20000 };
	static char *texts[MANY];
	ct_scope *scope = open_scope();

	for (int i = 0; i < MANY; i++)
		OK(ct_device_to_string(CT_DEVICE_CPU, &texts[i]));
	for (int i = 0; i < MANY; i += 2)
		ct_free(texts[i]);
	ck_assert_str_eq(texts[1], "cpu");
	OK(ct_scope_close(scope));
}
END_TEST

START_TEST(without_a_scope_they_are_the_callers)
{
	ct_storage *storage = new_storage();

	ck_assert(!ct_scope_disown_object(storage));
	ct_storage_free(storage);
	ck_assert_int_eq(released, 1);
}
END_TEST

START_TEST(a_storage_is_released_with_the_scope)
{
	ct_scope *scope = open_scope();
	const ct_storage *storage = new_storage();

	ck_assert_ptr_eq(ct_storage_retain(storage), storage);
	ck_assert_int_eq(ct_storage_use_count(storage), 2);
	ck_assert_int_eq(released, 0);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(released, 1);
}
END_TEST

START_TEST(a_storage_that_is_kept_or_freed_is_not)
{
	ct_scope *scope = open_scope();
	ct_storage *kept = new_storage(), *freed = new_storage();

	ck_assert(ct_scope_disown_object(kept));
	ct_storage_free(freed);
	ck_assert_int_eq(released, 1);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(released, 1);
	ct_storage_free(kept);
	ck_assert_int_eq(released, 2);
}
END_TEST

START_TEST(generators_and_nodes_belong_to_the_scope)
{
	ct_scope *scope = open_scope();
	ct_generator *generator;
	ct_node *node;
	ct_tensor *x = numbers(), *y;

	OK(ct_generator_new(CT_DEVICE_CPU, &generator));
	OK(ct_tensor_set_requires_grad(x, true));
	OK(ct_exp(x, &y));
	OK(ct_tensor_grad_fn(y, &node));
	ck_assert(ct_scope_disown_object(generator));
	ck_assert(ct_scope_disown_object(node));
	ck_assert_ptr_eq(ct_node_retain(node), node);
	OK(ct_scope_close(scope));
	OK(ct_generator_manual_seed(generator, 1));
	ck_assert_str_eq(ct_node_name(node), "ExpBackward0");
	ct_generator_free(generator);
	ct_node_free(node);
}
END_TEST

/* Values own what is in them, whatever scopes own. */
START_TEST(a_value_keeps_its_storage)
{
	ct_scope *scope = open_scope();
	ct_storage *storage = new_storage();
	ct_value borrowed = ct_value_storage(storage), value;

	OK(ct_value_copy(&borrowed, &value));
	OK(ct_scope_close(scope));
	ck_assert_int_eq(released, 0);
	ct_value_free(&value);
	ck_assert_int_eq(released, 1);
}
END_TEST

START_TEST(freeing_a_value_leaves_the_scopes_storage)
{
	ct_scope *scope = open_scope();
	ct_storage *storage = new_storage();
	ct_value borrowed = ct_value_storage(storage), value;

	OK(ct_value_copy(&borrowed, &value));
	ct_value_free(&value);
	ck_assert(ct_scope_move_object_up(storage));
	OK(ct_scope_close(scope));
	ck_assert_int_eq(released, 0);
	ct_storage_free(storage);
	ck_assert_int_eq(released, 1);
}
END_TEST

START_TEST(a_value_is_moved_to_the_scope)
{
	ct_scope *scope = open_scope();
	ct_storage *storage = new_storage();
	ct_value borrowed = ct_value_storage(storage), value = ct_value_list_new();

	OK(ct_value_list_append(&value, borrowed));
	ct_storage_free(storage);
	OK(ct_value_move_to_scope(&value));
	ck_assert(!ct_value_is_owned(&value));
	ck_assert_int_eq(ct_value_count(&value), 1);
	ct_value_free(&value);
	ck_assert_int_eq(released, 0);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(released, 1);
}
END_TEST

START_TEST(a_value_that_cannot_be_moved_is_released)
{
	ct_value text = ct_value_string("text"), value;

	OK(ct_value_copy(&text, &value));
	FAILS_WITH(ct_value_move_to_scope(&value), CT_ERROR_ARGUMENT, "ct_scope_defer");
	ck_assert(ct_value_is_none(&value));
	OK(ct_value_move_to_scope(&text));
	OK(ct_value_move_to_scope(NULL));
}
END_TEST

static void clear(void)
{
	released = 0;
}

Suite *scope_objects_suite(void)
{
	Suite *suite = suite_create("objects");
	TCase *tests = tests_of("objects");

	tcase_add_checked_fixture(tests, clear, NULL);
	tcase_add_test(tests, lists_and_texts_belong_to_the_scope);
	tcase_add_test(tests, memory_that_is_freed_early_leaves_the_scope);
	tcase_add_test(tests, all_memory_that_is_returned_belongs_to_the_scope);
	tcase_add_test(tests, steps_own_memory_and_objects);
	tcase_add_test(tests, a_text_that_is_deferred_is_freed_once);
	tcase_add_test(tests, a_handle_of_no_scope_is_freed_beside_one_of_a_scope);
	tcase_add_test(tests, memory_is_moved_up);
	tcase_add_test(tests, memory_of_the_programs_own_is_adopted);
	tcase_add_test(tests, many_lists_are_freed_in_any_order);
	tcase_add_test(tests, without_a_scope_they_are_the_callers);
	tcase_add_test(tests, a_storage_is_released_with_the_scope);
	tcase_add_test(tests, a_storage_that_is_kept_or_freed_is_not);
	tcase_add_test(tests, generators_and_nodes_belong_to_the_scope);
	tcase_add_test(tests, a_value_keeps_its_storage);
	tcase_add_test(tests, freeing_a_value_leaves_the_scopes_storage);
	tcase_add_test(tests, a_value_is_moved_to_the_scope);
	tcase_add_test(tests, a_value_that_cannot_be_moved_is_released);
	suite_add_tcase(suite, tests);
	return suite;
}

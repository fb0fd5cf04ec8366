/*
 * Values and calls by name.
 */
#include "kernels.h"
#include "suites.h"
#include "trials.h"

static ct_value value; /* that the trial is of; the check frees it */

static void free_value(struct attempt *attempt, bool failed)
{
	(void)attempt;
	(void)failed;
	ct_value_free(&value);
}

/* Texts, numbers, tensors; more pairs than are looked for one by one. */
static void make_nested(struct attempt *attempt)
{
	const int64_t ints[] = { 1, 2, 3 };
	const double floats[] = { 0.5, 1.5 };
	const bool bools[] = { true, false };
	ct_tensor *const tensors[] = { attempt->tensor, NULL, attempt->tensor };
	ct_value items[] = { ct_value_string("text"),
			     ct_value_tensor(attempt->tensor),
			     ct_value_ints(CT_INTS_OF(ints, 3)),
			     ct_value_floats(CT_FLOATS_OF(floats, 2)),
			     ct_value_bools(CT_BOOLS_OF(bools, 2)),
			     ct_value_tensors(CT_TENSORS_OF(tensors, 3)),
			     ct_value_bytes("b", 1),
			     ct_value_set_new() };

	must(ct_value_set_add(&items[7], ct_value_bytes("b", 1)));
	value = ct_value_ordered_dict_new();
	for (int64_t i = 0; i < 20; i++)
		must(ct_value_dict_set(&value, ct_value_int(i), ct_value_list(items, 8)));
	must(ct_value_dict_set_attribute(&value, "a", ct_value_list(items, 8)));
	ct_value_free(&items[7]);
}

static ct_error copy_value(struct attempt *attempt)
{
	ct_value copy;
	bool equal = false;
	ct_error err;

	(void)attempt;
	CT_TRY(ct_value_copy(&value, &copy));
	MUST(ct_value_count(&copy) == 20);
	err = ct_value_equal(&copy, &value, &equal);
	MUST(equal == (err == NULL));
	ct_value_free(&copy);
	return err;
}

START_TEST(copy_without_memory_is_none)
{
	try_all(&(struct trial){
		.prepare = make_nested, .call = copy_value, .check = free_value, .fewest = 100 });
}
END_TEST

/* Two lists with one leaf, which has a gradient, and another tensor. */
static void make_tensors(struct attempt *attempt)
{
	ct_tensor *leaf, *grad, *list[3];

	must(ct_clone(attempt->tensor, CT_MEMORY_FORMAT_NONE, &leaf));
	must(ct_clone(attempt->tensor, CT_MEMORY_FORMAT_NONE, &grad));
	must(ct_tensor_set_requires_grad(leaf, true));
	must(ct_tensor_set_grad(leaf, grad));
	list[0] = list[1] = leaf;
	list[2] = attempt->tensor;
	value = ct_value_list_new();
	must(ct_value_list_append(&value, ct_value_tensors(CT_TENSORS_OF(list, 3))));
	must(ct_value_list_append(&value, ct_value_tensor(leaf)));
	ct_tensor_free(leaf);
	ct_tensor_free(grad);
}

static ct_error deepcopy_value(struct attempt *attempt)
{
	ct_value copy, list, item;
	ct_tensor *tensor, *grad;

	(void)attempt;
	CT_TRY(ct_value_deepcopy(&value, &copy));
	must(ct_value_item(&copy, 0, &list));
	must(ct_value_item(&list, 0, &item));
	must(ct_value_as_tensor(&item, &tensor));
	MUST(ct_tensor_requires_grad(tensor));
	must(ct_tensor_grad(tensor, &grad));
	MUST(grad != NULL);
	ct_tensor_free(grad);
	ct_value_free(&copy);
	return NULL;
}

START_TEST(deep_copy_without_memory_is_none)
{
	try_all(&(struct trial){ .prepare = make_tensors,
				 .call = deepcopy_value,
				 .check = free_value,
				 .fewest = 4 });
	try_all(&(struct trial){ .prepare = make_tensors,
				 .call = deepcopy_value,
				 .check = free_value,
				 .tracked = true,
				 .fewest = 6 });
}
END_TEST

/* --- What cannot grow stays as it was --------------------------------------------------------- */

static ct_value item; /* to be put in; moved when it is None afterwards */
static int64_t length;

static void make_full_list(struct attempt *attempt)
{
	(void)attempt;
	value = ct_value_list_new();
	for (int64_t i = 0; i < 4; i++)
		must(ct_value_list_append(&value, ct_value_int(i)));
	item = ct_value_list_new();
	must(ct_value_list_append(&item, ct_value_string("moved")));
	length = 4;
}

/* Of 16 pairs, for whose index there is no room for another one. */
static void make_full_dict(struct attempt *attempt)
{
	char key[] = "a";

	(void)attempt;
	value = ct_value_dict_new();
	for (length = 0; length < 16; length++, key[0]++)
		must(ct_value_dict_set(&value, ct_value_string(key), ct_value_int(length)));
	item = ct_value_list_new();
	must(ct_value_list_append(&item, ct_value_string("moved")));
}

static void check_grown(struct attempt *attempt, bool failed)
{
	ct_value first;

	MUST(ct_value_count(&value) == (failed ? length : length + 1));
	MUST(ct_value_is_none(&item) || ct_value_count(&item) == 1);
	if (value.kind == CT_VALUE_DICT)
		must(ct_value_dict_get(&value, ct_value_string("a"), &first));
	else
		must(ct_value_item(&value, 0, &first));
	MUST(first.kind == CT_VALUE_INT && first.i == 0);
	ct_value_free(&item);
	free_value(attempt, failed);
}

static ct_error append(struct attempt *attempt)
{
	(void)attempt;
	return ct_value_list_append(&value, item);
}

static ct_error move_to_list(struct attempt *attempt)
{
	ct_error error;

	(void)attempt;
	error = ct_value_list_move(&value, &item);
	MUST(ct_value_is_none(&item) == (error == NULL));
	return error;
}

static ct_error move_borrowed(struct attempt *attempt)
{
	ct_value borrowed = ct_value_borrow(&item);
	ct_error error;

	(void)attempt;
	error = ct_value_list_move(&value, &borrowed);
	MUST(ct_value_is_none(&borrowed) == (error == NULL));
	return error;
}

/* A set that is full, to which a text is added; and a dict that has no attributes yet. */
static void make_full_set(struct attempt *attempt)
{
	char key[] = "a";

	(void)attempt;
	value = ct_value_set_new();
	for (length = 0; length < 16; length++, key[0]++)
		must(ct_value_set_add(&value, ct_value_string(key)));
}

static ct_error add_to_set(struct attempt *attempt)
{
	(void)attempt;
	return ct_value_set_add(&value, ct_value_string("added"));
}

static void check_set(struct attempt *attempt, bool failed)
{
	MUST(ct_value_count(&value) == (failed ? length : length + 1));
	MUST(ct_value_set_has(&value, ct_value_string("added")) == !failed);
	MUST(ct_value_set_has(&value, ct_value_string("p")));
	free_value(attempt, failed);
}

START_TEST(set_that_cannot_grow_stays_as_it_was)
{
	try_all(&(struct trial){
		.prepare = make_full_set, .call = add_to_set, .check = check_set, .fewest = 2 });
}
END_TEST

static void make_ordered(struct attempt *attempt)
{
	(void)attempt;
	value = ct_value_ordered_dict_new();
}

static ct_error set_attribute(struct attempt *attempt)
{
	(void)attempt;
	return ct_value_dict_set_attribute(&value, "name", ct_value_string("text"));
}

static void check_attributes(struct attempt *attempt, bool failed)
{
	ct_value attributes;

	must(ct_value_dict_attributes(&value, &attributes));
	MUST(ct_value_is_none(&attributes) == failed);
	free_value(attempt, failed);
}

START_TEST(attribute_without_memory_is_not_set)
{
	try_all(&(struct trial){ .prepare = make_ordered,
				 .call = set_attribute,
				 .check = check_attributes,
				 .fewest = 4 });
}
END_TEST

static ct_error set_in_dict(struct attempt *attempt)
{
	(void)attempt;
	return ct_value_dict_set(&value, ct_value_string("key"), item);
}

static ct_error move_to_dict(struct attempt *attempt)
{
	ct_error error;

	(void)attempt;
	error = ct_value_dict_move(&value, ct_value_string("key"), &item);
	MUST(ct_value_is_none(&item) == (error == NULL));
	return error;
}

static ct_error move_borrowed_to_dict(struct attempt *attempt)
{
	ct_value borrowed = ct_value_borrow(&item);
	ct_error error;

	(void)attempt;
	error = ct_value_dict_move(&value, ct_value_string("key"), &borrowed);
	MUST(ct_value_is_none(&borrowed) == (error == NULL));
	return error;
}

START_TEST(container_that_cannot_grow_stays_as_it_was)
{
	static const struct {
		void (*prepare)(struct attempt *attempt);
		ct_error (*call)(struct attempt *attempt);
	} ways[] = {
		{ make_full_list, append },        { make_full_list, move_to_list },
		{ make_full_list, move_borrowed }, { make_full_dict, set_in_dict },
		{ make_full_dict, move_to_dict },  { make_full_dict, move_borrowed_to_dict },
	};

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		try_all(&(struct trial){ .prepare = ways[i].prepare,
					 .call = ways[i].call,
					 .check = check_grown,
					 .fewest = 1 });
}
END_TEST

/* --- Reading ---------------------------------------------------------------------------------- */

static void make_numbers(struct attempt *attempt)
{
	const int64_t ints[] = { 1, 2, 3 };
	const ct_value list = ct_value_ints(CT_INTS_OF(ints, 3));

	(void)attempt;
	must(ct_value_copy(&list, &value));
}

static ct_error read_ints(struct attempt *attempt)
{
	int64_t *ints = NULL, n = 0;

	(void)attempt;
	CT_TRY(ct_value_as_ints(&value, &ints, &n));
	MUST(n == 3 && ints[2] == 3);
	ct_free(ints);
	return NULL;
}

static ct_error read_floats(struct attempt *attempt)
{
	double *floats = NULL;
	int64_t n = 0;

	(void)attempt;
	CT_TRY(ct_value_as_floats(&value, &floats, &n));
	MUST(n == 3 && floats[2] == 3);
	ct_free(floats);
	return NULL;
}

static ct_error write_value(struct attempt *attempt)
{
	char *text = NULL;

	(void)attempt;
	CT_TRY(ct_value_to_string(&value, &text));
	MUST(strcmp(text, "[1, 2, 3]") == 0);
	ct_free(text);
	return NULL;
}

static ct_error follow_path(struct attempt *attempt)
{
	ct_value found;

	(void)attempt;
	CT_TRY(ct_value_at(&value, "/1", &found));
	MUST(found.i == 2);
	return NULL;
}

START_TEST(numbers_that_cannot_be_read_are_an_error)
{
	static ct_error (*const calls[])(struct attempt *) = { read_ints, read_floats, write_value,
							       follow_path };

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		try_all(&(struct trial){ .prepare = make_numbers,
					 .call = calls[i],
					 .check = free_value,
					 .fewest = 1 });
}
END_TEST

static void make_list_in_scope(struct attempt *attempt)
{
	ct_tensor *const tensors[] = { attempt->tensor, NULL, attempt->tensor };
	const ct_value list = ct_value_tensors(CT_TENSORS_OF(tensors, 3));

	fill_empty(attempt);
	must(ct_value_copy(&list, &value));
}

static ct_error take_tensors(struct attempt *attempt)
{
	return ct_value_take_tensors(&value, &attempt->list, &attempt->list_len);
}

static void check_taken(struct attempt *attempt, bool failed)
{
	MUST(failed ? ct_value_count(&value) == 3 : ct_value_is_none(&value));
	free_value(attempt, failed);
}

/* Of a list that is borrowed, so that there are new handles. */
static ct_error take_borrowed(struct attempt *attempt)
{
	ct_value borrowed = ct_value_borrow(&value);

	return ct_value_take_tensors(&borrowed, &attempt->list, &attempt->list_len);
}

static ct_error take_tensor(struct attempt *attempt)
{
	ct_value borrowed = ct_value_tensor(attempt->tensor);

	return ct_value_take_tensor(&borrowed, &attempt->results[0]);
}

START_TEST(tensors_that_cannot_be_taken_out_stay)
{
	try_all(&(struct trial){ .prepare = make_list_in_scope,
				 .call = take_tensors,
				 .check = check_taken,
				 .fewest = 1 });
	try_all(&(struct trial){ .prepare = make_list_in_scope,
				 .call = take_borrowed,
				 .check = free_value,
				 .fewest = 1 });
	try_all(&(struct trial){ .prepare = fill_empty, .call = take_tensor, .fewest = 1 });
}
END_TEST

/* --- Operators -------------------------------------------------------------------------------- */

static ct_error list_operators(struct attempt *attempt)
{
	const char *const *names = NULL;
	int64_t n = 0;

	(void)attempt;
	CT_TRY(ct_operator_list("aten::mm", &names, &n));
	MUST(n > 0 && strcmp(names[0], "aten::mm") == 0);
	ct_free((void *)(uintptr_t)names);
	return NULL;
}

static ct_error list_overloads(struct attempt *attempt)
{
	const ct_operator *op;
	const char *const *names = NULL;
	int64_t n = 0;

	(void)attempt;
	must(ct_operator_find("aten::add", &op));
	CT_TRY(ct_operator_overloads(op, &names, &n));
	MUST(n > 1);
	ct_free((void *)(uintptr_t)names);
	return NULL;
}

START_TEST(names_without_memory_are_an_error)
{
	try_all(&(struct trial){ .call = list_operators, .fewest = 1 });
	try_all(&(struct trial){ .call = list_overloads, .fewest = 1 });
}
END_TEST

static ct_error call_by_name(struct attempt *attempt)
{
	const ct_value texts[] = { ct_value_string("a"), ct_value_string("b") };
	const ct_value list = ct_value_list(texts, 2);
	ct_value result;

	(void)attempt;
	CT_TRY(ct_call("test_memory::echo", &list, 1, &result, 1));
	MUST(ct_value_count(&result) == 2);
	ct_value_free(&result);
	return NULL;
}

static ct_error call_split(struct attempt *attempt)
{
	const ct_value args[] = { ct_value_tensor(attempt->tensor), ct_value_int(100) };
	ct_value result;

	CT_TRY(ct_call("aten::split.Tensor", args, 2, &result, 1));
	MUST(ct_value_count(&result) == 2);
	ct_value_free(&result);
	return NULL;
}

START_TEST(results_of_a_call_by_name_without_memory)
{
	ct_library *library;

	CT_CHECK(ct_library_new("test_memory", &library));
	CT_CHECK(ct_library_define(library, "echo(Any x) -> Any"));
	CT_CHECK(ct_library_implement(library, "echo", "CompositeExplicitAutograd", give_back, NULL,
				      NULL));
	/* The scope of the callback; two texts and their list, on the way there and back. */
	try_all(&(struct trial){ .call = call_by_name, .fewest = 4 });
	try_all(&(struct trial){ .call = call_split, .fewest = 1 });
	ct_library_free(library);
}
END_TEST

Suite *values_suite(void)
{
	Suite *suite = suite_create("values without memory");
	TCase *tests = tcase_create("values without memory");

	tcase_add_test(tests, copy_without_memory_is_none);
	tcase_add_test(tests, deep_copy_without_memory_is_none);
	tcase_add_test(tests, container_that_cannot_grow_stays_as_it_was);
	tcase_add_test(tests, set_that_cannot_grow_stays_as_it_was);
	tcase_add_test(tests, attribute_without_memory_is_not_set);
	tcase_add_test(tests, numbers_that_cannot_be_read_are_an_error);
	tcase_add_test(tests, tensors_that_cannot_be_taken_out_stay);
	tcase_add_test(tests, names_without_memory_are_an_error);
	tcase_add_test(tests, results_of_a_call_by_name_without_memory);
	suite_add_tcase(suite, tests);
	return suite;
}

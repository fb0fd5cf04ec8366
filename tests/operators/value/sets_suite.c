/*
 * Sets, ordered dicts and their attributes.
 */
#include <math.h>

#include "support.h"

/* --- Sets ------------------------------------------------------------------------------------- */

static ct_value set_of(int64_t n, const ct_value *items)
{
	ct_value set = ct_value_set_new();

	for (int64_t i = 0; i < n; i++)
		OK(ct_value_set_add(&set, items[i]));
	return set;
}

START_TEST(a_set_has_each_item_once)
{
	ct_value set = ct_value_set_new(), item;

	assert_prints(&set, "set()");
	OK(ct_value_set_add(&set, ct_value_int(2)));
	OK(ct_value_set_add(&set, ct_value_string("a")));
	OK(ct_value_set_add(&set, ct_value_bool(true)));
	OK(ct_value_set_add(&set, ct_value_int(1)));
	OK(ct_value_set_add(&set, ct_value_float(2)));
	OK(ct_value_set_add(&set, ct_value_bytes("a", 1)));
	assert_prints(&set, "{2, 'a', True, b'a'}");
	ck_assert_int_eq(ct_value_count(&set), 4);
	ck_assert_str_eq(ct_value_type_name(&set), "set");
	ck_assert(ct_value_set_has(&set, ct_value_float(1)));
	ck_assert(!ct_value_set_has(&set, ct_value_string("b")));
	ck_assert(!ct_value_set_has(&set, ct_value_none()));
	OK(ct_value_item(&set, 1, &item));
	assert_prints(&item, "'a'");
	OK(ct_value_item(&set, -1, &item));
	assert_prints(&item, "b'a'");
	OK(ct_value_set_remove(&set, ct_value_string("a")));
	assert_prints(&set, "{2, True, b'a'}");
	ct_value_free(&set);
}
END_TEST

START_TEST(items_of_a_large_set_are_found)
{
	ct_value set = ct_value_set_new(), copy, item;

	for (int64_t i = 0; i < 500; i++) {
		OK(ct_value_set_add(&set, ct_value_int(i)));
		OK(ct_value_set_add(&set, ct_value_bytes(&i, sizeof i)));
	}
	for (int64_t i = 0; i < 500; i += 2)
		OK(ct_value_set_remove(&set, ct_value_int(i)));
	OK(ct_value_deepcopy(&set, &copy));
	assert_equal_values(&set, &copy, true);
	ck_assert_int_eq(ct_value_count(&copy), 750);
	for (int64_t i = 0; i < 500; i++) {
		ck_assert(ct_value_set_has(&copy, ct_value_int(i)) == (i % 2 == 1));
		ck_assert(ct_value_set_has(&copy, ct_value_bytes(&i, sizeof i)));
	}
	OK(ct_value_item(&copy, 1, &item));
	ck_assert_int_eq(item.i, 1);
	ct_value_free(&copy);
	ct_value_free(&set);
}
END_TEST

START_TEST(sets_are_equal_in_any_order)
{
	const ct_value items[] = { ct_value_int(1), ct_value_int(2), ct_value_int(3) };
	const ct_value others[] = { ct_value_int(3), ct_value_float(1), ct_value_int(2) };
	const ct_value pairs[] = { items[0], ct_value_none() };
	const ct_value dict = ct_value_dict(pairs, 1), list = ct_value_list(items, 1);
	ct_value a = set_of(3, items), b = set_of(3, others), c = set_of(2, items);
	ct_value one = set_of(1, items);

	assert_equal_values(&a, &b, true);
	assert_equal_values(&a, &c, false);
	assert_equal_values(&one, &dict, false);
	assert_equal_values(&one, &list, false);
	OK(ct_value_set_add(&c, ct_value_float(NAN)));
	assert_equal_values(&c, &c, false);
	ct_value_free(&a);
	ct_value_free(&b);
	ct_value_free(&c);
	ct_value_free(&one);
}
END_TEST

/* The values in the caller's array count for nothing, and later ones of equal items neither. */
START_TEST(the_callers_pairs_are_a_set)
{
	ct_value pairs[] = { ct_value_string("a"), ct_value_int(1), ct_value_string("b"),
			     ct_value_none(),      ct_value_int(7), ct_value_none() };
	ct_value set = ct_value_dict(pairs, 3), copy, item;

	set.kind = CT_VALUE_SET;
	pairs[4] = pairs[0];
	OK(ct_value_copy(&set, &copy));
	assert_prints(&copy, "{'a', 'b'}");
	OK(ct_value_item(&set, 1, &item));
	assert_prints(&item, "'b'");
	ct_value_free(&copy);
	pairs[2] = ct_value_list(NULL, 0);
	FAILS(ct_value_copy(&set, &copy),
	      "TypeError: an item of a set must be a str, bytes, a number, a Tensor, a device or a "
	      "tuple of these and None, got list");
	pairs[2] = ct_value_bytes(NULL, 1);
	FAILS_WITH(ct_value_copy(&set, &copy), CT_ERROR_ARGUMENT, "NULL and not empty");
	set.i = -1;
	FAILS_WITH(ct_value_copy(&set, &copy), CT_ERROR_ARGUMENT, "negative length");
	FAILS_WITH(ct_value_item(&set, 0, &item), CT_ERROR_ARGUMENT, "negative length");
}
END_TEST

START_TEST(what_is_wrong_with_sets_is_named)
{
	ct_value set = ct_value_set_new(), dict = ct_value_dict_new(), number = ct_value_int(1);
	ct_value view = ct_value_borrow(&set), text = ct_value_string("x"), found;

	text.i = -1;
	FAILS(ct_value_set_add(&set, text),
	      "ArgumentError: ct_value_set_add: the item is a string of negative length");
	FAILS(ct_value_set_add(&set, ct_value_none()),
	      "TypeError: an item of a set must be a str, bytes, a number, a Tensor, a device or a "
	      "tuple of these and None, got NoneType");
	FAILS(ct_value_set_add(&dict, number), "TypeError: expected a set, got a dict");
	FAILS(ct_value_set_add(NULL, number), "TypeError: expected a set, got None");
	FAILS(ct_value_set_add(&view, number),
	      "ArgumentError: ct_value_set_add: argument 1 (self) is borrowed, and only an "
	      "owning value can be changed: start from ct_value_set_new() or ct_value_copy()");
	FAILS(ct_value_set_remove(&set, number), "KeyError: no item 1 in the set");
	FAILS(ct_value_set_remove(&set, dict),
	      "TypeError: an item of a set must be a str, bytes, a number, a Tensor, a device or a "
	      "tuple of these and None, got dict");
	FAILS(ct_value_item(&set, 0, &found), "IndexError: set index out of range");
	FAILS(ct_value_dict_set(&set, number, number), "TypeError: expected a dict, got a set");
	FAILS(ct_value_dict_get(&set, number, &found), "TypeError: expected a dict, got a set");
	FAILS(ct_value_list_append(&set, number),
	      "TypeError: expected a list or tuple of values, got a set");
	FAILS(ct_value_as_ints(&set, NULL, NULL), "TypeError: expected a list, got a set");
	ck_assert(!ct_value_set_has(&dict, number) && !ct_value_set_has(NULL, number));
	ck_assert(!ct_value_dict_has(&set, number));
	ct_value_free(&set);
	ct_value_free(&dict);
}
END_TEST

/* The text of an error that was found in a scope belongs to that scope, too. */
START_TEST(a_key_that_is_missing_is_named_in_a_scope)
{
	ct_value set = ct_value_set_new(), dict = ct_value_dict_new();
	ct_scope *scope = open_scope();

	FAILS(ct_value_set_remove(&set, ct_value_int(1)), "KeyError: no item 1 in the set");
	FAILS(ct_value_dict_remove(&dict, ct_value_int(1)), "KeyError: no key 1 in the dict");
	OK(ct_scope_close(scope));
}
END_TEST

START_TEST(paths_do_not_go_into_sets)
{
	ct_value dict = ct_value_dict_new(), set = ct_value_set_new(), found;

	OK(ct_value_set_add(&set, ct_value_int(0)));
	OK(ct_value_dict_move(&dict, ct_value_string("seen"), &set));
	OK(ct_value_at(&dict, "/seen", &found));
	assert_prints(&found, "{0}");
	FAILS(ct_value_at(&dict, "/seen/0", &found),
	      "TypeError: '/seen' has type 'set', whose items have no path, so no '0'");
	ct_value_free(&dict);
}
END_TEST

START_TEST(operators_take_neither_bytes_nor_sets)
{
	ct_value set = ct_value_set_new(), bytes = ct_value_bytes("cpu", 3);
	ct_value items[] = { ct_value_borrow(&set) };

	OK(ct_value_set_add(&set, ct_value_int(0)));
	items[0] = ct_value_borrow(&set);
	FAILS_WITH(CALL(NULL, "aten::relu", set), CT_ERROR_RUNTIME, "found type 'set'");
	FAILS_WITH(CALL(NULL, "aten::relu", bytes), CT_ERROR_RUNTIME, "found type 'bytes'");
	FAILS_WITH(CALL(NULL, "aten::zeros", set), CT_ERROR_RUNTIME, "found type 'set'");
	FAILS_WITH(CALL(NULL, "aten::cat", ct_value_list(items, 1)), CT_ERROR_RUNTIME,
		   "found type 'list'");
	ct_value_free(&set);
}
END_TEST

/* --- Ordered dicts ---------------------------------------------------------------------------- */

static ct_value ordered(int64_t n, const char *const *keys)
{
	ct_value dict = ct_value_ordered_dict_new();

	for (int64_t i = 0; i < n; i++)
		OK(ct_value_dict_set(&dict, ct_value_string(keys[i]), ct_value_int(i)));
	return dict;
}

START_TEST(ordered_dicts_print_as_in_python_3_11)
{
	ct_value dict = ordered(2, (const char *const[]){ "a", "b" });
	ct_value empty = ct_value_ordered_dict_new();

	assert_prints(&empty, "OrderedDict()");
	assert_prints(&dict, "OrderedDict([('a', 0), ('b', 1)])");
	OK(ct_value_dict_move(&dict, ct_value_int(3), &empty));
	assert_prints(&dict, "OrderedDict([('a', 0), ('b', 1), (3, OrderedDict())])");
	ck_assert_int_eq(dict.kind, CT_VALUE_DICT);
	ck_assert_str_eq(ct_value_type_name(&dict), "OrderedDict");
	ct_value_free(&dict);
}
END_TEST

START_TEST(two_ordered_dicts_are_equal_in_the_same_order)
{
	const ct_value pairs[] = { ct_value_string("b"), ct_value_int(0), ct_value_string("a"),
				   ct_value_int(1) };
	const ct_value plain = ct_value_dict(pairs, 2);
	ct_value a = ordered(2, (const char *const[]){ "b", "a" }), b = ct_value_ordered_dict_new();

	OK(ct_value_dict_set(&b, pairs[2], pairs[3]));
	OK(ct_value_dict_set(&b, pairs[0], pairs[1]));
	assert_equal_values(&a, &b, false);
	assert_equal_values(&a, &plain, true);
	assert_equal_values(&plain, &b, true);
	OK(ct_value_dict_remove(&b, pairs[2]));
	OK(ct_value_dict_set(&b, pairs[2], pairs[3]));
	OK(ct_value_dict_set_attribute(&b, "x", ct_value_int(1)));
	assert_equal_values(&a, &b, true);
	ct_value_free(&a);
	ct_value_free(&b);
}
END_TEST

/* Copied and moved, alone and in a list. */
START_TEST(an_ordered_dict_keeps_its_attributes)
{
	ct_value dict = ordered(1, (const char *const[]){ "a" }), list = ct_value_list_new();
	ct_value metadata = ct_value_dict_new(), found, item;

	OK(ct_value_dict_set(&metadata, ct_value_string("version"), ct_value_int(2)));
	OK(ct_value_dict_set_attribute(&dict, "_metadata", metadata));
	OK(ct_value_dict_set_attribute(&dict, "y", ct_value_string("x")));
	OK(ct_value_list_append(&list, dict));
	OK(ct_value_list_move(&list, &dict));
	OK(ct_value_deepcopy(&list, &dict));
	ct_value_free(&list);
	for (int64_t i = 0; i < 2; i++) {
		OK(ct_value_item(&dict, i, &item));
		ck_assert(ct_value_is_ordered_dict(&item));
		OK(ct_value_dict_attribute(&item, "_metadata", &found));
		assert_prints(&found, "{'version': 2}");
		OK(ct_value_dict_attributes(&item, &found));
		assert_prints(&found, "{'_metadata': {'version': 2}, 'y': 'x'}");
		assert_prints(&item, "OrderedDict([('a', 0)])");
	}
	ct_value_free(&dict);
	ct_value_free(&metadata);
}
END_TEST

START_TEST(an_empty_ordered_dict_has_attributes_too)
{
	ct_value dict = ct_value_ordered_dict_new(), copy, found;

	OK(ct_value_dict_attributes(&dict, &found));
	ck_assert(ct_value_is_none(&found));
	OK(ct_value_dict_set_attribute(&dict, "x", ct_value_int(1)));
	OK(ct_value_dict_set_attribute(&dict, "x", ct_value_int(2)));
	OK(ct_value_copy(&dict, &copy));
	ct_value_free(&dict);
	OK(ct_value_dict_attribute(&copy, "x", &found));
	ck_assert_int_eq(found.i, 2);
	for (int64_t i = 0; i < 100; i++)
		OK(ct_value_dict_set(&copy, ct_value_int(i), ct_value_int(i)));
	OK(ct_value_dict_attributes(&copy, &found));
	assert_prints(&found, "{'x': 2}");
	ct_value_free(&copy);
}
END_TEST

START_TEST(what_is_wrong_with_attributes_is_python_s)
{
	ct_value dict = ct_value_dict_new(), other = ct_value_ordered_dict_new();
	ct_value number = ct_value_int(1), view = ct_value_borrow(&other), found = number;

	FAILS(ct_value_dict_set_attribute(&dict, "x", number),
	      "AttributeError: 'dict' object has no attribute 'x'");
	FAILS(ct_value_dict_attribute(&dict, "x", &found),
	      "AttributeError: 'dict' object has no attribute 'x'");
	FAILS(ct_value_dict_attribute(&other, "x", &found),
	      "AttributeError: 'collections.OrderedDict' object has no attribute 'x'");
	FAILS(ct_value_dict_attribute(&number, "x", &found),
	      "TypeError: expected a dict, got an int");
	FAILS(ct_value_dict_attributes(NULL, &found), "TypeError: expected a dict, got None");
	FAILS(ct_value_as_int(&other, NULL), "TypeError: expected an int, got an OrderedDict");
	FAILS_WITH(ct_value_dict_set_attribute(&view, "x", number), CT_ERROR_ARGUMENT,
		   "argument 1 (self) is borrowed");
	FAILS_WITH(ct_value_dict_set_attribute(&other, NULL, number), CT_ERROR_ARGUMENT,
		   "argument 2 (name) must not be NULL");
	FAILS_WITH(ct_value_dict_attribute(&other, NULL, &found), CT_ERROR_ARGUMENT,
		   "argument 2 (name) must not be NULL");
	ck_assert_int_eq(found.i, 1);
	ck_assert(!ct_value_is_ordered_dict(&dict) && !ct_value_is_ordered_dict(NULL));
	ck_assert(ct_value_is_ordered_dict(&view));
	OK(ct_value_dict_attributes(&dict, &found));
	ck_assert(ct_value_is_none(&found));
	ct_value_free(&dict);
	ct_value_free(&other);
}
END_TEST

Suite *sets_suite(void)
{
	Suite *suite = suite_create("operators: sets and ordered dicts");
	TCase *tests = tests_of("sets and ordered dicts");

	tcase_add_test(tests, a_set_has_each_item_once);
	tcase_add_test(tests, items_of_a_large_set_are_found);
	tcase_add_test(tests, sets_are_equal_in_any_order);
	tcase_add_test(tests, the_callers_pairs_are_a_set);
	tcase_add_test(tests, what_is_wrong_with_sets_is_named);
	tcase_add_test(tests, a_key_that_is_missing_is_named_in_a_scope);
	tcase_add_test(tests, paths_do_not_go_into_sets);
	tcase_add_test(tests, operators_take_neither_bytes_nor_sets);
	tcase_add_test(tests, ordered_dicts_print_as_in_python_3_11);
	tcase_add_test(tests, two_ordered_dicts_are_equal_in_the_same_order);
	tcase_add_test(tests, an_ordered_dict_keeps_its_attributes);
	tcase_add_test(tests, an_empty_ordered_dict_has_attributes_too);
	tcase_add_test(tests, what_is_wrong_with_attributes_is_python_s);
	suite_add_tcase(suite, tests);
	return suite;
}

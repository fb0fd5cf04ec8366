/*
 * Lists, tuples and dicts: built, changed, visited, found by a path, and too deep.
 */
#include <math.h>

#include "support.h"

static ct_value dict_of(int64_t n)
{
	ct_value dict = ct_value_dict_new();
	char key[64];

	for (int64_t i = 0; i < n; i++) {
		snprintf(key, sizeof key, "layers.%lld.weight", (long long)i);
		OK(ct_value_dict_set(&dict, ct_value_string(key), ct_value_int(i)));
	}
	return dict;
}

START_TEST(lists_grow_and_shrink)
{
	ct_value list = ct_value_list_new(), item;

	assert_prints(&list, "[]");
	for (int64_t i = 0; i < 100; i++)
		OK(ct_value_list_append(&list, ct_value_int(i)));
	ck_assert_int_eq(ct_value_count(&list), 100);
	OK(ct_value_item(&list, -1, &item));
	assert_prints(&item, "99");
	OK(ct_value_list_set(&list, -1, ct_value_string("end")));
	while (ct_value_count(&list) > 3)
		OK(ct_value_list_remove(&list, 1));
	assert_prints(&list, "[0, 98, 'end']");
	FAILS(ct_value_item(&list, 3, &item), "IndexError: list index out of range");
	FAILS(ct_value_list_remove(&list, -4), "IndexError: list index out of range");
	FAILS(ct_value_list_set(&list, 3, item), "IndexError: list index out of range");
	ct_value_free(&list);
}
END_TEST

START_TEST(what_is_moved_is_none_afterwards)
{
	ct_value inner = ct_value_list_new(), outer = ct_value_tuple_new();

	OK(ct_value_list_append(&inner, ct_value_int(1)));
	OK(ct_value_list_move(&outer, &inner));
	ck_assert(ct_value_is_none(&inner));
	inner = ct_value_string("borrowed");
	OK(ct_value_list_move(&outer, &inner));
	ck_assert(ct_value_is_none(&inner));
	assert_prints(&outer, "([1], 'borrowed')");
	ct_value_free(&outer);
}
END_TEST

#define TOO_DEEP "lists, tuples and dicts nest deeper than 1000 levels, or one contains itself"

START_TEST(a_value_cannot_contain_itself)
{
	ct_value list = ct_value_list_new(), dict = ct_value_dict_new();
	ct_value cycle[1], view;

	OK(ct_value_list_append(&list, ct_value_int(1)));
	FAILS_WITH(ct_value_list_move(&list, &list), CT_ERROR_ARGUMENT, "moved into itself");
	view = ct_value_borrow(&list);
	FAILS_WITH(ct_value_list_move(&list, &view), CT_ERROR_ARGUMENT, "moved into itself");
	FAILS_WITH(ct_value_dict_move(&dict, ct_value_int(1), &dict), CT_ERROR_ARGUMENT,
		   "moved into itself");
	OK(ct_value_list_append(&list, list));
	assert_prints(&list, "[1, [1]]");
	cycle[0] = ct_value_list(cycle, 1);
	FAILS_WITH(ct_value_copy(&cycle[0], NULL), CT_ERROR_ARGUMENT, "contains itself");
	FAILS_WITH(ct_value_to_string(&cycle[0], NULL), CT_ERROR_ARGUMENT, "contains itself");
	FAILS_WITH(ct_value_equal(&cycle[0], &cycle[0], NULL), CT_ERROR_ARGUMENT,
		   "contains itself");
	FAILS(ct_call("aten::relu", cycle, 1, NULL, 0), "ArgumentError: ct_call: " TOO_DEEP);
	FAILS(ct_call("aten::cat", cycle, 1, NULL, 0), "ArgumentError: ct_call: " TOO_DEEP);
	ct_value_free(&list);
	ct_value_free(&dict);
}
END_TEST

START_TEST(only_what_is_owned_can_be_changed)
{
	ct_value list = ct_value_list_new(), view = ct_value_borrow(&list);
	ct_value ints = ct_value_ints(CT_L(1)), number = ct_value_int(3);

	FAILS_WITH(ct_value_list_append(&view, number), CT_ERROR_ARGUMENT, "is borrowed");
	FAILS(ct_value_list_append(&ints, number),
	      "TypeError: expected a list or tuple of values, got a list");
	FAILS_WITH(ct_value_list_append(NULL, number), CT_ERROR_TYPE, "got None");
	FAILS_WITH(ct_value_dict_set(&list, number, number), CT_ERROR_TYPE, "expected a dict");
	FAILS_WITH(ct_value_list_move(&list, NULL), CT_ERROR_ARGUMENT, "must not be NULL");
	ct_value_free(&view);
	ct_value_free(&list);
}
END_TEST

START_TEST(dicts_keep_the_order_in_which_keys_came)
{
	ct_value dict = dict_of(1000), key, value;

	for (int64_t i = 0; i < 1000; i++) {
		char name[32];

		snprintf(name, sizeof name, "layers.%lld.weight", (long long)i);
		OK(ct_value_dict_item(&dict, i, &key, &value));
		ck_assert_str_eq(key.object, name);
		OK(ct_value_dict_get(&dict, ct_value_string(name), &value));
		ck_assert_int_eq(value.i, i);
	}
	OK(ct_value_dict_set(&dict, ct_value_string("layers.3.weight"), ct_value_none()));
	OK(ct_value_dict_item(&dict, 3, NULL, &value));
	ck_assert(ct_value_is_none(&value));
	ck_assert_int_eq(ct_value_count(&dict), 1000);
	FAILS(ct_value_dict_item(&dict, 1000, &key, &value), "IndexError: dict index out of range");
	ct_value_free(&dict);
}
END_TEST

START_TEST(removed_keys_are_gone_and_the_others_are_not)
{
	ct_value dict = dict_of(100), value;

	for (int64_t i = 0; i < 100; i += 2) {
		char name[32];

		snprintf(name, sizeof name, "layers.%lld.weight", (long long)i);
		OK(ct_value_dict_remove(&dict, ct_value_string(name)));
	}
	ck_assert_int_eq(ct_value_count(&dict), 50);
	ck_assert(!ct_value_dict_has(&dict, ct_value_string("layers.4.weight")));
	OK(ct_value_dict_get(&dict, ct_value_string("layers.51.weight"), &value));
	ck_assert_int_eq(value.i, 51);
	OK(ct_value_dict_set(&dict, ct_value_string("layers.4.weight"), ct_value_int(4)));
	OK(ct_value_dict_item(&dict, 50, NULL, &value));
	ck_assert_int_eq(value.i, 4);
	FAILS(ct_value_dict_remove(&dict, ct_value_string("lr")),
	      "KeyError: no key 'lr' in the dict");
	ct_value_free(&dict);
}
END_TEST

START_TEST(keys_are_what_python_takes_for_one)
{
	ct_tensor *one = number(1), *two = number(1);
	ct_value dict = ct_value_dict_new();

	OK(ct_value_dict_set(&dict, ct_value_int(1), ct_value_string("int")));
	OK(ct_value_dict_set(&dict, ct_value_bool(true), ct_value_string("bool")));
	OK(ct_value_dict_set(&dict, ct_value_float(1), ct_value_string("float")));
	OK(ct_value_dict_set(&dict, ct_value_complex(1, 0), ct_value_string("complex")));
	assert_prints(&dict, "{1: 'complex'}");
	OK(ct_value_dict_set(&dict, ct_value_float(-0.0), ct_value_int(0)));
	ck_assert(ct_value_dict_has(&dict, ct_value_int(0)));
	ck_assert(!ct_value_dict_has(&dict, ct_value_string("1")));
	OK(ct_value_dict_set(&dict, ct_value_tensor(one), ct_value_int(1)));
	ck_assert(ct_value_dict_has(&dict, ct_value_tensor(one)));
	ck_assert(!ct_value_dict_has(&dict, ct_value_tensor(two)));
	OK(ct_value_dict_set(&dict, ct_value_device(CT_DEVICE_CPU), ct_value_int(2)));
	ck_assert(ct_value_dict_has(&dict, ct_value_device(CT_DEVICE_CPU)));
	FAILS(ct_value_dict_set(&dict, ct_value_none(), ct_value_none()),
	      "TypeError: a key must be a str, bytes, a number, a Tensor, a device or a tuple of "
	      "these and None, got NoneType");
	FAILS_WITH(ct_value_dict_set(&dict, dict, ct_value_none()), CT_ERROR_TYPE, "got dict");
	ct_value_free(&dict);
	ct_tensor_free(one);
	ct_tensor_free(two);
}
END_TEST

/* A dict with 40 keys of two, which is large enough for an index. */
static ct_value dict_of_tuples(void)
{
	ct_value dict = ct_value_dict_new();

	for (int i = 0; i < 40; i++) {
		const ct_value items[] = { ct_value_string("layer"), ct_value_int(i) };

		OK(ct_value_dict_set(&dict, ct_value_tuple(items, 2), ct_value_int(i)));
	}
	return dict;
}

START_TEST(tuples_are_keys)
{
	ct_value items[] = { ct_value_string("layer"), ct_value_float(7) }, value, copy;
	ct_value none[] = { ct_value_none(), ct_value_tuple(items, 2) }, dict = dict_of_tuples();
	bool equal;

	OK(ct_value_dict_get(&dict, ct_value_tuple(items, 2), &value));
	ck_assert_int_eq(value.i, 7);
	OK(ct_value_dict_set(&dict, ct_value_tuple(none, 2), ct_value_int(8)));
	OK(ct_value_copy(&dict, &copy));
	OK(ct_value_equal(&dict, &copy, &equal));
	ck_assert(equal);
	OK(ct_value_dict_remove(&dict, ct_value_tuple(items, 2)));
	OK(ct_value_equal(&dict, &copy, &equal));
	ck_assert(!equal && !ct_value_dict_has(&dict, ct_value_tuple(items, 2)));
	ck_assert(ct_value_dict_has(&dict, ct_value_tuple(none, 2)));
	ck_assert(!ct_value_dict_has(&dict, ct_value_tuple(none, 1)));
	ck_assert(!ct_value_dict_has(&dict, ct_value_list(none, 2)));
	ct_value_free(&dict);
	ct_value_free(&copy);
}
END_TEST

START_TEST(set_of_tuples_prints_as_pythons)
{
	const ct_value one[] = { ct_value_int(1), ct_value_none() };
	const ct_value same[] = { ct_value_bool(true), ct_value_none() };
	ct_value set = ct_value_set_new(), dict = ct_value_dict_new();

	OK(ct_value_set_add(&set, ct_value_tuple(NULL, 0)));
	OK(ct_value_set_add(&set, ct_value_tuple(one, 2)));
	OK(ct_value_set_add(&set, ct_value_tuple(same, 2)));
	assert_prints(&set, "{(), (1, None)}");
	OK(ct_value_dict_set(&dict, ct_value_tuple(one, 1), set));
	assert_prints(&dict, "{(1,): {(), (1, None)}}");
	ct_value_free(&dict);
	ct_value_free(&set);
}
END_TEST

/* NaN equals nothing: the key is there, and is not found. */
START_TEST(tuple_with_a_nan_is_never_found)
{
	const ct_value nan = ct_value_float(NAN);
	ct_value dict = dict_of_tuples();

	for (int i = 0; i < 2; i++)
		OK(ct_value_dict_set(&dict, ct_value_tuple(&nan, 1), ct_value_int(i)));
	ck_assert_int_eq(ct_value_count(&dict), 42);
	ck_assert(!ct_value_dict_has(&dict, ct_value_tuple(&nan, 1)));
	ct_value_free(&dict);
}
END_TEST

START_TEST(tuple_that_is_no_key_is_refused)
{
	ct_value dict = ct_value_dict_new(), levels[17], item = ct_value_list(NULL, 0);

	FAILS(ct_value_dict_set(&dict, ct_value_tuple(&item, 1), ct_value_none()),
	      "TypeError: a key must be a str, bytes, a number, a Tensor, a device or a tuple of "
	      "these and None, got list in a tuple");
	item = (ct_value){ .kind = CT_VALUE_STRING, .i = 1 };
	FAILS(ct_value_dict_set(&dict, ct_value_tuple(&item, 1), ct_value_none()),
	      "ArgumentError: ct_value_dict_set: the key has a value that points to nothing");
	item = ct_value_int(1);
	for (int i = 0; i < 17; i++)
		levels[i] = ct_value_tuple(i ? &levels[i - 1] : &item, 1);
	OK(ct_value_dict_set(&dict, levels[15], ct_value_none()));
	ck_assert(ct_value_dict_has(&dict, levels[15]));
	FAILS_WITH(ct_value_dict_set(&dict, levels[16], ct_value_none()), CT_ERROR_TYPE,
		   "these and None, got a tuple of more than 16 levels");
	item = ct_value_tuple(&item, 1); /* of itself */
	ck_assert(!ct_value_dict_has(&dict, item));
	ct_value_free(&dict);
}
END_TEST

/* The same in a dict that finds keys by their hash. */
START_TEST(keys_of_a_large_dict_are_what_python_takes_for_one)
{
	ct_tensor *one = number(1), *two = number(1);
	ct_value dict = dict_of(20), value;

	for (int64_t i = -30; i < 30; i++)
		OK(ct_value_dict_set(&dict, ct_value_int(i), ct_value_int(10 * i)));
	OK(ct_value_dict_set(&dict, ct_value_tensor(one), ct_value_string("one")));
	OK(ct_value_dict_set(&dict, ct_value_device(CT_DEVICE_CUDA(1)), ct_value_string("cuda")));
	OK(ct_value_dict_set(&dict, ct_value_float(0.5), ct_value_string("half")));
	OK(ct_value_dict_set(&dict, ct_value_scalar(ct_scalar_uint(UINT64_MAX)),
			     ct_value_string("large")));
	ck_assert_int_eq(ct_value_count(&dict), 84);
	OK(ct_value_dict_get(&dict, ct_value_float(7), &value));
	ck_assert_int_eq(value.i, 70);
	OK(ct_value_dict_get(&dict, ct_value_bool(true), &value));
	ck_assert_int_eq(value.i, 10);
	OK(ct_value_dict_get(&dict, ct_value_complex(-30, 0), &value));
	ck_assert_int_eq(value.i, -300);
	OK(ct_value_dict_get(&dict, ct_value_scalar(ct_scalar_uint(29)), &value));
	ck_assert_int_eq(value.i, 290);
	OK(ct_value_dict_get(&dict, ct_value_float(-0.0), &value));
	ck_assert_int_eq(value.i, 0);
	OK(ct_value_dict_set(&dict, ct_value_float(3), ct_value_string("three")));
	ck_assert_int_eq(ct_value_count(&dict), 84);
	ck_assert(ct_value_dict_has(&dict, ct_value_tensor(one)));
	ck_assert(!ct_value_dict_has(&dict, ct_value_tensor(two)));
	ck_assert(ct_value_dict_has(&dict, ct_value_device(CT_DEVICE_CUDA(1))));
	ck_assert(!ct_value_dict_has(&dict, ct_value_device(CT_DEVICE_CUDA(0))));
	ck_assert(ct_value_dict_has(&dict, ct_value_scalar(ct_scalar_uint(UINT64_MAX))));
	/* 2^64, which is next to it. */
	ck_assert(!ct_value_dict_has(&dict, ct_value_float(18446744073709551616.0)));
	ck_assert(!ct_value_dict_has(&dict, ct_value_complex(7, 1)));
	OK(ct_value_dict_set(&dict, ct_value_complex(7, 1), ct_value_string("complex")));
	ck_assert(ct_value_dict_has(&dict, ct_value_complex(7, 1)));
	OK(ct_value_dict_set(&dict, ct_value_scalar(ct_scalar_uint(UINT64_C(1) << 63)),
			     ct_value_string("2^63")));
	OK(ct_value_dict_get(&dict, ct_value_float(9223372036854775808.0), &value));
	assert_prints(&value, "'2^63'");
	OK(ct_value_dict_set(&dict, ct_value_int(INT64_MIN), ct_value_string("-2^63")));
	OK(ct_value_dict_get(&dict, ct_value_float(-9223372036854775808.0), &value));
	assert_prints(&value, "'-2^63'");
	ck_assert(!ct_value_dict_has(&dict, ct_value_float(NAN)));
	OK(ct_value_dict_set(&dict, ct_value_float(NAN), ct_value_none()));
	ck_assert(!ct_value_dict_has(&dict, ct_value_float(NAN)));
	ck_assert_int_eq(ct_value_count(&dict), 88);
	ck_assert(!ct_value_dict_has(&dict, ct_value_int(30)));
	ct_value_free(&dict);
	ct_tensor_free(one);
	ct_tensor_free(two);
}
END_TEST

/* The keys are the numbers from 0 to 499 except the removed ones, each with itself as its value. */
static void assert_keys(const ct_value *dict, const bool *removed)
{
	for (int64_t i = 0; i < 500; i++) {
		ct_value value;
		int64_t got = -1;

		ck_assert_int_eq(ct_value_dict_has(dict, ct_value_int(i)), !removed[i]);
		if (removed[i])
			continue;
		OK(ct_value_dict_get(dict, ct_value_float((double)i), &value));
		OK(ct_value_as_int(&value, &got));
		ck_assert_int_eq(got, i);
	}
}

START_TEST(keys_that_are_left_are_found)
{
	ct_value dict = ct_value_dict_new();
	bool removed[500] = { false };
	int64_t left = 500;

	for (int64_t i = 0; i < 500; i++) {
		OK(ct_value_dict_set(&dict, ct_value_int(i), ct_value_int(i)));
		if (i % 100 == 0)
			OK(ct_value_dict_set(&dict, ct_value_float(NAN), ct_value_none()));
	}
	/* 7 and 500 have no common factor: all are visited, in another order. */
	for (int64_t i = 3; left > 0; i = (i + 7) % 500) {
		OK(ct_value_dict_remove(&dict, ct_value_int(i)));
		removed[i] = true;
		if (left-- % 50 == 0)
			assert_keys(&dict, removed);
	}
	ck_assert_int_eq(ct_value_count(&dict), 5);
	for (int64_t i = 0; i < 500; i++)
		OK(ct_value_dict_set(&dict, ct_value_int(i), ct_value_int(i)));
	memset(removed, 0, sizeof removed);
	assert_keys(&dict, removed);
	ct_value_free(&dict);
}
END_TEST

/* The first of equal keys in the caller's array counts, however many there are. */
START_TEST(first_of_equal_keys_is_compared)
{
	ct_value pairs[40], other[40];

	for (int64_t i = 0; i < 20; i++) {
		other[2 * i] = pairs[2 * i] = ct_value_int(i);
		other[2 * i + 1] = pairs[2 * i + 1] = ct_value_int(i);
	}
	other[2 * 19] = ct_value_int(3);
	pairs[2 * 19] = ct_value_int(4);
	for (int64_t n = 4; n <= 20; n += 16) {
		const ct_value a = ct_value_dict(pairs, n), b = ct_value_dict(other, n);

		assert_equal_values(&a, &a, n == 4);
		assert_equal_values(&a, &b, n == 4);
	}
}
END_TEST

START_TEST(the_callers_pairs_are_a_dict)
{
	ct_value pairs[] = { ct_value_string("a"), ct_value_int(1),      ct_value_string("b"),
			     ct_value_int(2),      ct_value_string("a"), ct_value_int(3) };
	ct_value dict = ct_value_dict(pairs, 3), value, copy;

	OK(ct_value_dict_get(&dict, ct_value_string("b"), &value));
	ck_assert_int_eq(value.i, 2);
	OK(ct_value_copy(&dict, &copy));
	assert_prints(&copy, "{'a': 1, 'b': 2}");
	ct_value_free(&copy);
	pairs[2] = ct_value_none();
	FAILS_WITH(ct_value_copy(&dict, &copy), CT_ERROR_TYPE, "a key must be");
	/* As long as the key before it, with which it would be compared. */
	pairs[2].kind = CT_VALUE_STRING;
	pairs[2].i = 1;
	FAILS_WITH(ct_value_copy(&dict, &copy), CT_ERROR_ARGUMENT, "points to nothing");
	FAILS_WITH(ct_value_equal(&dict, &dict, NULL), CT_ERROR_ARGUMENT, "points to nothing");
}
END_TEST

START_TEST(a_path_through_a_broken_value_is_an_error)
{
	const ct_value broken = { .kind = CT_VALUE_DICT, .i = 2 };
	const ct_value bad_key = { .kind = CT_VALUE_STRING, .i = 3 };
	ct_value pairs[] = { ct_value_string("a"), broken, bad_key, ct_value_int(1) };
	const ct_value dict = ct_value_dict(pairs, 1), with_bad_key = ct_value_dict(pairs, 2);
	int64_t n;

	FAILS(ct_value_at_int(&broken, "/a", &n),
	      "ArgumentError: ct_value_at: argument 1 (self): '' is a list that is NULL and "
	      "not empty");
	FAILS(ct_value_at_int(&dict, "/a/b", &n),
	      "ArgumentError: ct_value_at: argument 1 (self): '/a' is a list that is NULL and "
	      "not empty");
	FAILS(ct_value_at_int(&with_bad_key, "/b", &n),
	      "KeyError: no 'b' in the dict of length 2 at ''; its keys: 'a'");
}
END_TEST

START_TEST(a_wrong_path_shows_the_first_keys)
{
	char names[40][8];
	ct_value pairs[80] = { 0 }, dict = ct_value_dict(pairs, 40), value;

	for (int i = 0; i < 40; i++) {
		snprintf(names[i], sizeof names[i], "key %d", i);
		pairs[2 * i] = ct_value_string(names[i]);
		pairs[2 * i + 1] = ct_value_int(i);
	}
	FAILS(ct_value_at(&dict, "/key", &value),
	      "KeyError: no 'key' in the dict of length 40 at ''; its keys: 'key 0', 'key 1', "
	      "'key 2', 'key 3', 'key 4', 'key 5', 'key 6', 'key 7', 'key 8', 'key 9', 'key 10', "
	      "'key 11', 'key 12', 'key 13', 'key 14', 'key 15', 'key 16', 'key 17', 'key 18', "
	      "'key 19', ...");
}
END_TEST

START_TEST(a_path_leads_to_a_value_of_a_type)
{
	ct_tensor *one = number(1), *tensor;
	ct_value pairs[] = { ct_value_string("best"), ct_value_int(3),
			     ct_value_string("loss"), ct_value_float(0.5),
			     ct_value_string("done"), ct_value_bool(true),
			     ct_value_string("name"), ct_value_string("mlp"),
			     ct_value_string("w"),    ct_value_tensor(one) };
	ct_value inner = ct_value_dict(pairs, 5), list = ct_value_list(&inner, 1);
	const char *text = NULL;
	double loss = 0;
	int64_t best = 0;
	bool done = false;

	OK(ct_value_at_int(&inner, "/best", &best));
	ck_assert_int_eq(best, 3);
	OK(ct_value_at_float(&list, "/0/loss", &loss));
	ck_assert_double_eq(loss, 0.5);
	OK(ct_value_at_bool(&list, "/0/done", &done));
	ck_assert(done);
	OK(ct_value_at_string(&list, "/-1/name", &text));
	ck_assert_str_eq(text, "mlp");
	OK(ct_value_at_tensor(&list, "/0/w", &tensor));
	ck_assert_ptr_eq(tensor, one);
	FAILS_WITH(ct_value_at_int(&list, "/0/name", &best), CT_ERROR_TYPE, "'/0/name': ");
	FAILS_WITH(ct_value_at_bool(&list, "/0/best", &done), CT_ERROR_TYPE, "'/0/best': ");
	FAILS_WITH(ct_value_at_float(&list, "/0/lr", &loss), CT_ERROR_KEY, "no 'lr' in the dict");
	FAILS_WITH(ct_value_at_string(&list, "/1", &text), CT_ERROR_INDEX, "no '1' in the list");
	FAILS_WITH(ct_value_at_tensor(&list, "0", &tensor), CT_ERROR_ARGUMENT, "with a slash");
	ck_assert_int_eq(best, 3);
	ct_tensor_free(one);
}
END_TEST

START_TEST(a_path_leads_into_nested_values)
{
	ct_value group[] = {
		ct_value_string("lr"),    ct_value_float(0.1),
		ct_value_string("a/b~c"), ct_value_tuple((ct_value[]){ ct_value_int(7) }, 1),
		ct_value_int(3),          ct_value_bool(true)
	};
	ct_value groups[] = { ct_value_dict(group, 3) };
	ct_value pairs[] = { ct_value_string("param_groups"), ct_value_list(groups, 1),
			     ct_value_string("w.0"), ct_value_ints(CT_L(4, 5)) };
	ct_value state = ct_value_dict(pairs, 2), value;

	OK(ct_value_at(&state, "/param_groups/0/lr", &value));
	assert_prints(&value, "0.1");
	OK(ct_value_at(&state, "/param_groups/-1/a~1b~0c/0", &value));
	assert_prints(&value, "7");
	OK(ct_value_at(&state, "/param_groups/0/3", &value));
	assert_prints(&value, "True");
	OK(ct_value_at(&state, "/w.0/1", &value));
	assert_prints(&value, "5");
	OK(ct_value_at(&state, "", &value));
	assert_equal_values(&value, &state, true);
	FAILS(ct_value_at(&state, "/param_groups/1/lr", &value),
	      "IndexError: no '1' in the list of length 1 at '/param_groups'");
	FAILS(ct_value_at(&state, "/param_groups/0/momentum", &value),
	      "KeyError: no 'momentum' in the dict of length 3 at '/param_groups/0'; its keys: "
	      "'lr', 'a/b~c', 3");
	FAILS(ct_value_at(&state, "/param_groups/0/lr/x", &value),
	      "TypeError: '/param_groups/0/lr' has type 'float', which has no items, so no 'x'");
	FAILS_WITH(ct_value_at(&state, "param_groups", &value), CT_ERROR_ARGUMENT, "with a slash");
	FAILS_WITH(ct_value_at(&state, NULL, &value), CT_ERROR_ARGUMENT, "path");
}
END_TEST

/* `levels` lists around a number; the error of the first level that is too deep. */
static ct_error nest(int64_t levels, ct_value *result)
{
	ct_value nested = ct_value_int(1);
	ct_error error = NULL;

	for (int64_t i = 0; i < levels && error == NULL; i++) {
		ct_value list = ct_value_list_new();

		error = ct_value_list_move(&list, &nested);
		if (error)
			ct_value_free(&list);
		else
			nested = list;
	}
	if (error)
		ct_value_free(&nested);
	else
		*result = nested;
	return error;
}

START_TEST(nesting_has_a_limit_and_no_fall)
{
	ct_value nested, copy;
	char *text;

	OK(nest(CT_VALUE_MAX_DEPTH, &nested));
	OK(ct_value_copy(&nested, &copy));
	assert_equal_values(&nested, &copy, true);
	OK(ct_value_to_string(&nested, &text));
	ck_assert_uint_eq(strlen(text), 2 * CT_VALUE_MAX_DEPTH + 1);
	ct_free(text);
	FAILS_WITH(CALL(NULL, "aten::relu", nested), CT_ERROR_RUNTIME, "found type 'list'");
	ct_value_free(&copy);
	ct_value_free(&nested);
	FAILS(nest(100000, &nested), "ArgumentError: ct_value_list_move: " TOO_DEEP);
}
END_TEST

/* The same levels in the caller's memory: `kind` is LIST, TUPLE or DICT. */
static ct_value borrowed_nest(ct_value_kind kind, int64_t levels, ct_value *slots)
{
	ct_value nested = ct_value_int(1);

	for (int64_t i = 0; i < levels; i++) {
		slots[2 * i] = kind == CT_VALUE_DICT ? ct_value_int(i) : nested;
		slots[2 * i + 1] = nested;
		nested = kind == CT_VALUE_LIST    ? ct_value_list(&slots[2 * i], 1)
			 : kind == CT_VALUE_TUPLE ? ct_value_tuple(&slots[2 * i], 1)
						  : ct_value_dict(&slots[2 * i], 1);
	}
	return nested;
}

static void *use_all_levels(void *kind)
{
	static ct_value slots[2 * CT_VALUE_MAX_DEPTH];
	ct_value nested = borrowed_nest(*(ct_value_kind *)kind, CT_VALUE_MAX_DEPTH, slots);
	ct_value copy, deep_copy;
	bool equal = false;
	char *text;

	CT_CHECK(ct_value_copy(&nested, &copy));
	CT_CHECK(ct_value_deepcopy(&copy, &deep_copy));
	CT_CHECK(ct_value_equal(&nested, &deep_copy, &equal));
	MUST(equal);
	CT_CHECK(ct_value_to_string(&deep_copy, &text));
	MUST(strlen(text) > 2 * CT_VALUE_MAX_DEPTH);
	ct_free(text);
	ct_value_free(&copy);
	ct_value_free(&deep_copy);
	return NULL;
}

START_TEST(all_levels_have_room_on_a_small_stack)
{
	ct_value_kind kind = _i;

	run_on_small_stack(use_all_levels, &kind);
}
END_TEST

/* Ordered dicts, each an attribute of the next: two levels each. */
static ct_error nest_attributes(int64_t dicts, ct_value *result)
{
	ct_value nested = ct_value_ordered_dict_new();
	ct_error error = NULL;

	for (int64_t i = 1; i < dicts && error == NULL; i++) {
		ct_value dict = ct_value_ordered_dict_new();

		error = ct_value_dict_set_attribute(&dict, "a", nested);
		if (error)
			ct_value_free(&dict);
		else {
			ct_value_free(&nested);
			nested = dict;
		}
	}
	if (error)
		ct_value_free(&nested);
	else
		*result = nested;
	return error;
}

static void *use_all_attributes(void *unused)
{
	ct_value nested, copy, list = ct_value_list_new();

	(void)unused;
	CT_CHECK(nest_attributes(CT_VALUE_MAX_DEPTH / 2, &nested));
	CT_CHECK(ct_value_deepcopy(&nested, &copy));
	CT_CHECK(ct_value_list_move(&list, &copy));
	ct_value_free(&list);
	ct_value_free(&nested);
	return NULL;
}

START_TEST(ordered_dicts_nest_in_their_attributes)
{
	run_on_small_stack(use_all_attributes, NULL);
}
END_TEST

START_TEST(attributes_that_are_too_deep_are_refused)
{
	ct_value dict = ct_value_ordered_dict_new(), deep, attributes;

	FAILS(nest_attributes(CT_VALUE_MAX_DEPTH / 2 + 1, &deep),
	      "ArgumentError: ct_value_dict_set_attribute: " TOO_DEEP);
	OK(nest(CT_VALUE_MAX_DEPTH - 1, &deep));
	FAILS_WITH(ct_value_dict_set_attribute(&dict, "a", deep), CT_ERROR_ARGUMENT, "nest deeper");
	OK(ct_value_dict_attributes(&dict, &attributes));
	ck_assert(ct_value_is_none(&attributes));
	ct_value_free(&deep);
	OK(nest(CT_VALUE_MAX_DEPTH - 2, &deep));
	OK(ct_value_dict_set_attribute(&dict, "a", deep));
	ct_value_free(&deep);
	ct_value_free(&dict);
}
END_TEST

/* The innermost list is one of ints, which is no level. */
START_TEST(the_innermost_level_may_be_a_list_of_ints)
{
	static ct_value slots[2 * CT_VALUE_MAX_DEPTH];
	const int64_t ints[] = { 1, 2 };
	ct_value nested = borrowed_nest(CT_VALUE_LIST, CT_VALUE_MAX_DEPTH, slots), copy;
	char *text;

	slots[0] = ct_value_ints(CT_INTS_OF(ints, 2));
	OK(ct_value_copy(&nested, &copy));
	assert_equal_values(&nested, &copy, true);
	OK(ct_value_to_string(&copy, &text));
	ck_assert_uint_eq(strlen(text), 2 * CT_VALUE_MAX_DEPTH + strlen("[1, 2]"));
	ct_free(text);
	ct_value_free(&copy);
}
END_TEST

START_TEST(borrowed_nesting_of_100000_levels_is_refused)
{
	enum { LEVELS = 100000 };
	ct_value *levels = calloc(LEVELS, sizeof *levels), copy;

	MUST(levels != NULL);
	levels[0] = ct_value_int(1);
	for (int64_t i = 1; i < LEVELS; i++)
		levels[i] = i % 2 ? ct_value_list(&levels[i - 1], 1)
				  : ct_value_tuple(&levels[i - 1], 1);
	FAILS_WITH(ct_value_copy(&levels[LEVELS - 1], &copy), CT_ERROR_ARGUMENT, "nest deeper");
	FAILS_WITH(ct_value_deepcopy(&levels[LEVELS - 1], &copy), CT_ERROR_ARGUMENT, "nest deeper");
	FAILS_WITH(ct_value_to_string(&levels[LEVELS - 1], NULL), CT_ERROR_ARGUMENT, "nest deeper");
	FAILS_WITH(ct_value_equal(&levels[LEVELS - 1], &levels[LEVELS - 1], NULL),
		   CT_ERROR_ARGUMENT, "nest deeper");
	FAILS_WITH(CALL(NULL, "aten::cat", levels[LEVELS - 1]), CT_ERROR_ARGUMENT, "nest deeper");
	ct_value_free(&levels[LEVELS - 1]);
	free(levels);
}
END_TEST

START_TEST(what_is_too_deep_to_be_put_in_stays_whole)
{
	ct_value deep, list = ct_value_list_new(), dict = ct_value_dict_new();

	OK(nest(CT_VALUE_MAX_DEPTH, &deep));
	OK(ct_value_list_append(&list, ct_value_int(1)));
	FAILS_WITH(ct_value_list_move(&list, &deep), CT_ERROR_ARGUMENT, "nest deeper");
	FAILS_WITH(ct_value_list_set(&list, 0, deep), CT_ERROR_ARGUMENT, "nest deeper");
	FAILS_WITH(ct_value_dict_move(&dict, ct_value_int(1), &deep), CT_ERROR_ARGUMENT,
		   "nest deeper");
	ck_assert_int_eq(ct_value_count(&list), 1);
	ck_assert_int_eq(ct_value_count(&dict), 0);
	ck_assert_int_eq(ct_value_count(&deep), 1);
	ct_value_free(&deep);
	ct_value_free(&list);
	ct_value_free(&dict);
}
END_TEST

Suite *nested_suite(void)
{
	Suite *suite = suite_create("operators: nested values");
	TCase *tests = tests_of("nested values");

	tcase_add_test(tests, lists_grow_and_shrink);
	tcase_add_test(tests, what_is_moved_is_none_afterwards);
	tcase_add_test(tests, a_value_cannot_contain_itself);
	tcase_add_test(tests, only_what_is_owned_can_be_changed);
	tcase_add_test(tests, dicts_keep_the_order_in_which_keys_came);
	tcase_add_test(tests, removed_keys_are_gone_and_the_others_are_not);
	tcase_add_test(tests, keys_are_what_python_takes_for_one);
	tcase_add_test(tests, tuples_are_keys);
	tcase_add_test(tests, set_of_tuples_prints_as_pythons);
	tcase_add_test(tests, tuple_with_a_nan_is_never_found);
	tcase_add_test(tests, tuple_that_is_no_key_is_refused);
	tcase_add_test(tests, keys_of_a_large_dict_are_what_python_takes_for_one);
	tcase_add_test(tests, keys_that_are_left_are_found);
	tcase_add_test(tests, first_of_equal_keys_is_compared);
	tcase_add_test(tests, the_callers_pairs_are_a_dict);
	tcase_add_test(tests, a_path_through_a_broken_value_is_an_error);
	tcase_add_test(tests, a_wrong_path_shows_the_first_keys);
	tcase_add_test(tests, a_path_leads_to_a_value_of_a_type);
	tcase_add_test(tests, a_path_leads_into_nested_values);
	tcase_add_test(tests, nesting_has_a_limit_and_no_fall);
	tcase_add_loop_test(tests, all_levels_have_room_on_a_small_stack, CT_VALUE_LIST,
			    CT_VALUE_DICT + 1);
	tcase_add_test(tests, ordered_dicts_nest_in_their_attributes);
	tcase_add_test(tests, attributes_that_are_too_deep_are_refused);
	tcase_add_test(tests, the_innermost_level_may_be_a_list_of_ints);
	tcase_add_test(tests, borrowed_nesting_of_100000_levels_is_refused);
	tcase_add_test(tests, what_is_too_deep_to_be_put_in_stays_whole);
	suite_add_tcase(suite, tests);
	return suite;
}

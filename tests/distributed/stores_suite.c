/*
 * Stores, with all their functions.
 */
#define _GNU_SOURCE

#include <stdlib.h>
#include <unistd.h>

#include "releases.h"
#include "support.h"

static void set_text(ct_dist_store *store, const char *key, const char *text)
{
	ck_assert_ptr_null(ct_dist_store_set(store, key, text, (int64_t)strlen(text)));
}

static void assert_text(ct_dist_store *store, const char *key, const char *expected)
{
	char *bytes;
	int64_t nbytes;

	CT_CHECK(ct_dist_store_get(store, key, &bytes, &nbytes));
	ck_assert_str_eq(bytes, expected);
	ck_assert_int_eq(nbytes, (int64_t)strlen(expected));
	ct_free(bytes);
}

static void assert_has(ct_dist_store *store, const char *key, bool expected)
{
	bool has = !expected;

	CT_CHECK(ct_dist_store_check(store, CT_STRINGS(key), &has));
	ck_assert_int_eq(has, expected);
}

/* What every kind of store does. */
static void use_keys(ct_dist_store *store, ct_error_class timeout)
{
	int64_t sum = 0;
	char *value;

	assert_has(store, "a", false);
	set_text(store, "a", "first");
	set_text(store, "empty", "");
	assert_has(store, "a", true);
	assert_text(store, "a", "first");
	assert_text(store, "empty", "");
	CT_CHECK(ct_dist_store_add(store, "n", 3, &sum));
	CT_CHECK(ct_dist_store_add(store, "n", -5, &sum));
	ck_assert_int_eq(sum, -2);
	assert_text(store, "n", "-2");
	CT_CHECK(ct_dist_store_compare_set(store, "a", "other", "second", &value));
	ck_assert_str_eq(value, "first");
	ct_free(value);
	CT_CHECK(ct_dist_store_compare_set(store, "a", "first", "second", &value));
	ck_assert_str_eq(value, "second");
	ct_free(value);
	CT_CHECK(ct_dist_store_wait(store, CT_STRINGS("a", "n"), 0));
	CT_CHECK(ct_dist_store_set_timeout(store, 0.2));
	ck_assert(ct_dist_store_timeout(store) == 0.2);
	FAILS_WITH(ct_dist_store_wait(store, CT_STRINGS("a", "never"), 0.1), timeout, "imeout");
	FAILS_WITH(ct_dist_store_get(store, "never", &value, NULL), timeout, "imeout");
}

static void use_many(ct_dist_store *store)
{
	const ct_value values[] = { ct_value_string("one"), ct_value_bytes("t\0o", 3) };
	const ct_value list = ct_value_list(values, 2);
	ct_value got, item;
	const void *at;
	int64_t n, count = 0;
	char *bytes;

	CT_CHECK(ct_dist_store_multi_set(store, CT_STRINGS("x", "y"), &list));
	CT_CHECK(ct_dist_store_multi_get(store, CT_STRINGS("y", "x"), &got));
	ck_assert_int_eq(ct_value_count(&got), 2);
	CT_CHECK(ct_value_item(&got, 0, &item));
	CT_CHECK(ct_value_as_bytes(&item, &at, &n));
	ck_assert_int_eq(n, 3);
	ck_assert_mem_eq(at, "t\0o", 3);
	ct_value_free(&got);
	CT_CHECK(ct_dist_store_append(store, "x", " more", 5));
	assert_text(store, "x", "one more");
	CT_CHECK(ct_dist_store_queue_append(store, "q", "1", 1));
	CT_CHECK(ct_dist_store_queue_append(store, "q", "22", 2));
	CT_CHECK(ct_dist_store_queue_count(store, "q", &count));
	ck_assert_int_eq(count, 2);
	CT_CHECK(ct_dist_store_queue_take(store, "q", false, &bytes, &count));
	ck_assert_str_eq(bytes, "1");
	ck_assert_int_eq(count, 1);
	ct_free(bytes);
	CT_CHECK(ct_dist_store_queue_take(store, "q", true, &bytes, NULL));
	ck_assert_str_eq(bytes, "22");
	ct_free(bytes);
	FAILS_WITH(ct_dist_store_queue_take(store, "q", false, &bytes, NULL),
		   CT_ERROR_DIST_QUEUE_EMPTY, "");
}

static bool is_listed(ct_dist_store *store, const char *wanted)
{
	bool found = false;
	const char *text;
	ct_value keys, key;

	CT_CHECK(ct_dist_store_list_keys(store, &keys));
	for (int64_t i = 0; i < ct_value_count(&keys); i++) {
		CT_CHECK(ct_value_item(&keys, i, &key));
		CT_CHECK(ct_value_as_string(&key, &text, NULL));
		found |= strcmp(text, wanted) == 0;
	}
	ct_value_free(&keys);
	return found;
}

/* What later releases of libtorch have. */
static void use_new_functions(ct_dist_store *store)
{
	ct_value keys;

	set_text(store, "listed", "");
	if (!CT_RELEASE_AT_LEAST(2, 10)) {
		FAILS_WITH(ct_dist_store_list_keys(store, &keys), CT_ERROR_NOT_IMPLEMENTED,
			   "needs libtorch 2.10");
	} else {
		ck_assert(is_listed(store, "listed"));
		ck_assert(!is_listed(store, "never"));
	}
	if (!CT_RELEASE_AT_LEAST(2, 12)) {
		FAILS_WITH(ct_dist_store_barrier(store, "alone", 1, 0), CT_ERROR_NOT_IMPLEMENTED,
			   "needs libtorch 2.12");
		return;
	}
	CT_CHECK(ct_dist_store_barrier(store, "alone", 1, 0));
	FAILS_WITH(ct_dist_store_barrier(store, "not alone", 2, 0.1), CT_ERROR_DIST_STORE,
		   "imeout");
}

static void use_clone(ct_dist_store *store)
{
	ct_dist_store *clone;

	set_text(store, "before", "1");
	CT_CHECK(ct_dist_store_clone(store, &clone));
	ck_assert_int_eq(ct_dist_store_port(clone), ct_dist_store_port(store));
	assert_text(clone, "before", "1");
	set_text(clone, "by the clone", "2");
	assert_text(store, "by the clone", "2");
	ct_dist_store_free(clone);
	assert_text(store, "before", "1");
}

static void remove_keys(ct_dist_store *store)
{
	int64_t before = 0, after = 0;
	bool removed = true;

	CT_CHECK(ct_dist_store_key_count(store, &before));
	CT_CHECK(ct_dist_store_remove(store, "a", &removed));
	ck_assert(removed);
	CT_CHECK(ct_dist_store_remove(store, "a", &removed));
	ck_assert(!removed);
	CT_CHECK(ct_dist_store_key_count(store, &after));
	ck_assert_int_eq(after, before - 1);
}

START_TEST(a_hash_store_has_every_function)
{
	ct_dist_store *store;

	CT_CHECK(ct_dist_store_new_hash(&store));
	ck_assert_int_eq(ct_dist_store_port(store), -1);
	ck_assert_ptr_null(ct_dist_store_host(store));
	ck_assert(ct_dist_store_has_extended_api(store));
	use_keys(store, CT_ERROR_DIST_STORE);
	use_many(store);
	use_new_functions(store);
	use_clone(store);
	remove_keys(store);
	ct_dist_store_free(store);
}
END_TEST

START_TEST(a_tcp_store_has_every_function)
{
	ct_dist_store *server, *client;

	CT_CHECK(ct_dist_store_new_tcp("127.0.0.1", 0,
				       &(ct_dist_store_tcp_options){ .is_server = true }, &server));
	CT_CHECK(ct_dist_store_new_tcp("127.0.0.1", ct_dist_store_port(server), NULL, &client));
	ck_assert_int_eq(ct_dist_store_port(client), ct_dist_store_port(server));
	use_keys(client, CT_ERROR_DIST_STORE);
	assert_text(server, "a", "second");
	use_many(client);
	use_new_functions(client);
	ck_assert_str_eq(ct_dist_store_host(client), "127.0.0.1");
	ck_assert(ct_dist_store_has_extended_api(client));
	use_clone(server);
	use_clone(client);
	remove_keys(client);
	ct_dist_store_free(client);
	ct_dist_store_free(server);
}
END_TEST

START_TEST(a_file_store_keeps_keys_in_a_file)
{
	ct_dist_store *first, *second;
	char path[] = "/tmp/ct_store_XXXXXX";

	ck_assert_int_ge(mkstemp(path), 0);
	CT_CHECK(ct_dist_store_new_file(path, 2, &first));
	CT_CHECK(ct_dist_store_new_file(path, 2, &second));
	use_keys(first, CT_ERROR_RUNTIME);
	assert_text(second, "a", "second");
	ck_assert(!ct_dist_store_has_extended_api(first));
	use_clone(second);
	ct_dist_store_free(first);
	ct_dist_store_free(second);
	unlink(path);
}
END_TEST

START_TEST(a_prefix_separates_keys)
{
	ct_dist_store *store, *view;

	CT_CHECK(ct_dist_store_new_hash(&store));
	CT_CHECK(ct_dist_store_new_prefix("mine", store, &view));
	set_text(view, "k", "v");
	assert_text(store, "mine/k", "v");
	assert_has(view, "mine/k", false);
	ct_dist_store_free(store);
	use_keys(view, CT_ERROR_DIST_STORE);
	use_new_functions(view);
	use_clone(view);
	ct_dist_store_free(view);
}
END_TEST

START_TEST(mistakes_are_named)
{
	ct_dist_store *store = NULL;

	FAILS(ct_dist_store_new_tcp("127.0.0.1", 70000, NULL, &store),
	      "ArgumentError: ct_dist_store_new_tcp: argument 2 (port): 70000 is not a port");
	FAILS(ct_dist_store_set(NULL, "k", "", 0),
	      "ArgumentError: ct_dist_store_set: argument 1 (self) must not be NULL");
	CT_CHECK(ct_dist_store_new_hash(&store));
	FAILS(ct_dist_store_set(store, NULL, "", 0),
	      "ArgumentError: ct_dist_store_set: argument 2 (key) must not be NULL");
	FAILS(ct_dist_store_set_timeout(store, 0),
	      "ArgumentError: ct_dist_store_set_timeout: argument 2 (timeout): 0 is not a number of "
	      "seconds above 0");
	FAILS(ct_dist_store_wait(store, (ct_strings){ NULL, 2 }, 0),
	      "ArgumentError: ct_dist_store_wait: argument 2 (keys) is not a list");
	FAILS(ct_dist_store_barrier(store, "k", 0, 0),
	      "ArgumentError: ct_dist_store_barrier: argument 3 (world_size): 0 is out of range");
	ct_dist_store_free(store);
	ct_dist_store_free(NULL);
}
END_TEST

Suite *stores_suite(void)
{
	Suite *suite = suite_create("distributed/stores");
	TCase *tests = tcase_create("stores");

	tcase_add_test(tests, a_hash_store_has_every_function);
	tcase_add_test(tests, a_tcp_store_has_every_function);
	tcase_add_test(tests, a_file_store_keeps_keys_in_a_file);
	tcase_add_test(tests, a_prefix_separates_keys);
	tcase_add_test(tests, mistakes_are_named);
	suite_add_tcase(suite, tests);
	return suite;
}

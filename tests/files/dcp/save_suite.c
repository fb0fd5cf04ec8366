/*
 * Checkpoints of one process.
 */
#define _GNU_SOURCE

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "support.h"

/* tests/fixtures/dcp/write.py, with Python's own order of keys. */
static ct_value python_state(void)
{
	ct_value state;

	CT_CHECK(ct_dcp_load(ONE_RANK, NULL, &state));
	CT_CHECK(ct_value_dict_remove(&state, ct_value_string("empty")));
	return state;
}

/* Python's file has one more item, at its end: a tensor without elements. */
START_TEST(items_are_those_of_python)
{
	ct_value state = python_state();
	char *ours, *python;
	size_t n, python_n;

	CT_CHECK(ct_dcp_save(&state, dcp_folder, NULL));
	ours = get_part(dcp_folder, "__0_0.distcp", &n);
	python = get_part(ONE_RANK, "__0_0.distcp", &python_n);
	ck_assert_uint_lt(n, python_n);
	ck_assert_mem_eq(ours, python, n);
	free(ours);
	free(python);
	ct_value_free(&state);
}
END_TEST

static void save_number(float number)
{
	ct_tensor *tensor = vector(1, &number);
	ct_value state = ct_value_dict_new();

	CT_CHECK(ct_value_dict_set(&state, ct_value_string("x"), ct_value_tensor(tensor)));
	CT_CHECK(ct_dcp_save(&state, dcp_folder, NULL));
	ct_value_free(&state);
	ct_tensor_free(tensor);
}

static double saved_number(void)
{
	ct_tensor *tensor;
	double number;
	ct_value state;

	CT_CHECK(ct_dcp_load(dcp_folder, NULL, &state));
	CT_CHECK(ct_value_at_tensor(&state, "/x", &tensor));
	CT_CHECK(ct_tensor_item_double(tensor, &number));
	ct_value_free(&state);
	return number;
}

START_TEST(a_new_checkpoint_replaces_the_old_one)
{
	size_t n;

	save_number(1);
	save_number(2);
	ck_assert(saved_number() == 2);
	ck_assert_int_eq(count_parts(), 2);
	free(get_part(dcp_folder, "__0_1.distcp", &n));
}
END_TEST

static void limit_files(rlim_t n)
{
	const struct rlimit limit = { n, RLIM_INFINITY };

	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* The limit of 500 bytes is like a full disk: the item is longer. */
START_TEST(after_a_full_disk_there_is_the_old_checkpoint)
{
	ct_value state = python_state();

	save_number(1);
	signal(SIGXFSZ, SIG_IGN);
	limit_files(500);
	FAILS_WITH(ct_dcp_save(&state, dcp_folder, NULL), CT_ERROR_RUNTIME, "File too large");
	limit_files(RLIM_INFINITY);
	ck_assert(saved_number() == 1);
	ck_assert_int_eq(count_parts(), 2);
	ct_value_free(&state);
}
END_TEST

START_TEST(what_cannot_be_saved_is_named)
{
	ct_value state = ct_value_dict_new();
	ct_tensor *sparse;

	CT_SCOPE;
	CT_CHECK(
		ct_to_sparse(vector(2, (float[]){ 0, 1 }), CT_LAYOUT_NONE, NULL, 0, NULL, &sparse));
	CT_CHECK(ct_value_dict_set(&state, ct_value_string("s"), ct_value_tensor(sparse)));
	FAILS_WITH(ct_dcp_save(&state, dcp_folder, NULL), CT_ERROR_TYPE,
		   "'s': a tensor that is sparse");
	ct_value_free(&state);
	state = ct_value_dict_new();
	CT_CHECK(ct_value_dict_set(&state, ct_value_string("1"), ct_value_int(1)));
	CT_CHECK(ct_value_dict_set(&state, ct_value_int(1), ct_value_int(2)));
	FAILS_WITH(ct_dcp_save(&state, dcp_folder, NULL), CT_ERROR_VALUE,
		   "two values of the state dict have the flattened key '1'");
	ct_value_free(&state);
	ck_assert_int_ne(access(dcp_folder, F_OK), 0);
}
END_TEST

START_TEST(a_shard_alone_leaves_a_hole)
{
	const ct_dcp_shard shard = { "x", CT_L(3, 2), CT_L(1, 0) };
	const ct_dcp_options options = { .shards = &shard, .shards_len = 1 };
	ct_value state = ct_value_dict_new();

	CT_SCOPE;
	CT_CHECK(ct_value_dict_set(&state, ct_value_string("x"),
				   ct_value_tensor(counting(2, 2, CT_FLOAT32))));
	FAILS_WITH(ct_dcp_save(&state, dcp_folder, &options), CT_ERROR_VALUE,
		   "the chunks of 'x' have 4 of its 6 elements");
	ct_value_free(&state);
}
END_TEST

Suite *save_suite(void)
{
	Suite *suite = suite_create("dcp_save");
	TCase *tests = tcase_create("save");

	tcase_add_checked_fixture(tests, make_dcp_folder, remove_dcp_folder);
	tcase_add_test(tests, items_are_those_of_python);
	tcase_add_test(tests, a_new_checkpoint_replaces_the_old_one);
	tcase_add_test(tests, after_a_full_disk_there_is_the_old_checkpoint);
	tcase_add_test(tests, what_cannot_be_saved_is_named);
	tcase_add_test(tests, a_shard_alone_leaves_a_hole);
	suite_add_tcase(suite, tests);
	return suite;
}

/*
 * Checkpoints that Python wrote.
 */
#include "support.h"

static void has_text(const ct_value *value, const char *path, const char *expected)
{
	ct_value found;
	char *text;

	CT_CHECK(ct_value_at(value, path, &found));
	CT_CHECK(ct_value_to_string(&found, &text));
	ck_assert_str_eq(text, expected);
	ct_free(text);
}

/* What write.py saves in both. */
static void has_plain_values(const ct_value *value)
{
	has_text(value, "/bias", "tensor([0.5000, 1.5000])");
	has_text(value, "/optim",
		 "{'state': {'0': {'step': tensor(2.)}}, 'param_groups': [{'lr': 0.1, 'betas': "
		 "(0.9, 0.999), 'params': [0]}]}");
	has_text(value, "/epoch", "3");
	has_text(value, "/list", "[1, tensor([0, 1, 2]), {'a': 'x'}]");
	has_text(value, "/none", "None");
	has_text(value, "/pair", "(1, tensor([1., 1.]))");
	has_text(value, "/scalar", "tensor(7)");
	has_text(value, "/empty", "tensor([], size=(0, 3))");
}

START_TEST(a_checkpoint_of_one_rank_is_read)
{
	ct_value value;

	CT_CHECK(ct_load(ONE_RANK, NULL, &value));
	ck_assert_int_eq(ct_value_count(&value), 8);
	has_plain_values(&value);
	ct_value_free(&value);
}
END_TEST

START_TEST(chunks_of_two_ranks_are_joined)
{
	ct_value value;

	CT_SCOPE;
	CT_CHECK(ct_dcp_load(TWO_RANKS, NULL, &value));
	ck_assert_int_eq(ct_value_count(&value), 9);
	has_plain_values(&value);
	has_tensor(&value, "/model/rows", counting(5, 3, CT_FLOAT32));
	has_tensor(&value, "/model/columns", counting(2, 4, CT_INT64));
	has_text(&value, "/model/one", "tensor([[4., 5.]])");
	ct_value_free(&value);
}
END_TEST

START_TEST(keys_select_what_is_read)
{
	static const char *const keys[] = { "model.rows", "optim" };
	ct_load_options options = { .keys = keys, .keys_len = 2 };
	ct_value value;

	CT_SCOPE;
	CT_CHECK(ct_dcp_load(TWO_RANKS, &options, &value));
	ck_assert_int_eq(ct_value_count(&value), 2);
	has_tensor(&value, "/model/rows", counting(5, 3, CT_FLOAT32));
	has_text(&value, "/optim/param_groups/0/lr", "0.1");
	ct_value_free(&value);
	options.keys = (const char *[]){ "model.row" };
	options.keys_len = 1;
	FAILS_WITH(ct_dcp_load(TWO_RANKS, &options, &value), CT_ERROR_KEY,
		   "has no tensor 'model.row'");
}
END_TEST

START_TEST(shapes_alone_are_read)
{
	const ct_load_options options = { .map_location = CT_DEVICE_META };
	ct_tensor *tensor;
	ct_value value;

	CT_CHECK(ct_load(TWO_RANKS, &options, &value));
	CT_CHECK(ct_value_at_tensor(&value, "/model/rows", &tensor));
	ck_assert_int_eq(ct_tensor_device(tensor).type, CT_DEVICE_TYPE_META);
	ck_assert_int_eq(ct_tensor_size(tensor, 0), 5);
	ct_value_free(&value);
}
END_TEST

static ct_value dict_of(const char *key, ct_tensor *tensor)
{
	ct_value dict = ct_value_dict_new();

	CT_CHECK(ct_value_dict_set(&dict, ct_value_string(key), ct_value_tensor(tensor)));
	return dict;
}

/* Rows 2 and 3: one is in the chunk of rank 0, one in that of rank 1; and in other columns. */
START_TEST(a_box_is_read_from_the_chunks_that_it_meets)
{
	const ct_dcp_shard shard = { "model.rows", CT_L(5, 3), CT_L(2, 1) };
	const ct_dcp_options options = { .shards = &shard, .shards_len = 1 };
	ct_tensor *part, *expected;
	ct_value state;

	CT_SCOPE;
	CT_CHECK(ct_zeros((int64_t[]){ 2, 2 }, 2, CT_FLOAT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			  &part));
	state = dict_of("model.rows", part);
	CT_CHECK(ct_dcp_load_into(&state, TWO_RANKS, &options));
	CT_CHECK(ct_narrow(counting(5, 3, CT_FLOAT64), 0, 2, 2, &expected));
	CT_CHECK(ct_narrow(expected, 1, 1, 2, &expected));
	has_tensor(&state, "/model.rows", expected);
	ct_value_free(&state);
}
END_TEST

START_TEST(what_does_not_fit_the_state_dict_is_named)
{
	ct_dcp_shard shard = { "model.rows", CT_L(5, 3), CT_L(4, 0) };
	const ct_dcp_options options = { .shards = &shard, .shards_len = 1 };
	ct_value state;

	CT_SCOPE;
	state = dict_of("model.rows", counting(2, 3, CT_FLOAT32));
	FAILS_WITH(ct_dcp_load_into(&state, TWO_RANKS, NULL), CT_ERROR_VALUE,
		   "the tensor 'model.rows' has another size in the checkpoint");
	FAILS_WITH(ct_dcp_load_into(&state, TWO_RANKS, &options), CT_ERROR_VALUE,
		   "'model.rows' is not inside the size of its shard");
	shard.key = "model.row";
	FAILS_WITH(ct_dcp_load_into(&state, TWO_RANKS, &options), CT_ERROR_KEY,
		   "no tensor 'model.row', of which a shard is given");
	ct_value_free(&state);
	state = dict_of("bias2", counting(1, 2, CT_FLOAT32));
	FAILS_WITH(ct_dcp_load_into(&state, TWO_RANKS, NULL), CT_ERROR_KEY, "has no 'bias2'");
	ct_value_free(&state);
	state = dict_of("epoch", counting(1, 2, CT_FLOAT32));
	FAILS_WITH(ct_dcp_load_into(&state, TWO_RANKS, NULL), CT_ERROR_VALUE,
		   "'epoch' is no tensor in the checkpoint");
	ct_value_free(&state);
}
END_TEST

Suite *read_suite(void)
{
	Suite *suite = suite_create("dcp_read");
	TCase *tests = tcase_create("read");

	tcase_add_test(tests, a_checkpoint_of_one_rank_is_read);
	tcase_add_test(tests, chunks_of_two_ranks_are_joined);
	tcase_add_test(tests, keys_select_what_is_read);
	tcase_add_test(tests, shapes_alone_are_read);
	tcase_add_test(tests, a_box_is_read_from_the_chunks_that_it_meets);
	tcase_add_test(tests, what_does_not_fit_the_state_dict_is_named);
	suite_add_tcase(suite, tests);
	return suite;
}

/*
 * multi_head_attention_forward() compared with Python. The inputs of a case are the tensors that
 * Python's call has, in the order of its parameters, each once.
 */
#include "nn_cases.h"
#include "support.h"

static void begin(void)
{
	begin_topic("nn_attention");
}

#define ATTEND(...) CT(nn_multi_head_attention_forward, OUT, OUTS(1), __VA_ARGS__)

/* Arguments: query, key and value; what follows them; the last positional ones. */
#define NO_BIASES NULL, NULL, false, 0
#define THREE X(0), X(1), X(2), 4, 2, X(3), X(4), NO_BIASES, X(5), X(6)
#define TWO X(0), X(1), X(1), 4, 2, X(2), X(3), NO_BIASES, X(4), X(5)
#define SELF X(0), X(0), X(0), 4, 2, X(1), X(2), NO_BIASES, X(3), X(4)
#define BIASED X(0), X(1), X(2), 4, 2, X(3), X(4), X(5), X(6), false, 0, X(7), X(8)
#define SEPARATE \
	X(0), X(1), X(2), 4, 2, NULL, X(3), NO_BIASES, X(4), X(5), .use_separate_proj_weight = true

START_TEST(inputs_may_be_equal_and_unbatched)
{
	RUN("three inputs", ATTEND(THREE));
	RUN("self-attention", ATTEND(SELF));
	RUN("encoder and decoder", ATTEND(TWO));
	RUN("without biases", ATTEND(X(0), X(1), X(2), 4, 2, X(3), NULL, NO_BIASES, X(4), NULL));
	RUN("self-attention without biases",
	    ATTEND(X(0), X(0), X(0), 4, 2, X(1), NULL, NO_BIASES, X(2), X(3)));
	RUN("encoder and decoder without biases",
	    ATTEND(X(0), X(1), X(1), 4, 2, X(2), NULL, NO_BIASES, X(3), X(4)));
	RUN("without weights", ATTEND(THREE, .need_weights = false));
	RUN("each head's weights", ATTEND(THREE, .average_attn_weights = false));
	RUN("unbatched", ATTEND(THREE));
	RUN("unbatched self-attention", ATTEND(SELF, .average_attn_weights = false));
	RUN("unbatched without weights",
	    ATTEND(THREE, .need_weights = false, .key_padding_mask = X(7)));
}
END_TEST

static ct_error attend_to_one(bool need_weights)
{
	return ATTEND(X(0), X(1), X(2), 4, 1, X(3), X(4), NO_BIASES, X(5), X(6), .attn_mask = X(7),
		      .need_weights = need_weights);
}

START_TEST(masks_are_pythons)
{
#define MASKED(...) ATTEND(THREE, __VA_ARGS__)
#define UNSEEN(...) ATTEND(THREE, .need_weights = false, __VA_ARGS__)
	RUN("bool mask", MASKED(.attn_mask = X(7)));
	RUN("bool mask, without weights", UNSEEN(.attn_mask = X(7)));
	RUN("float mask", MASKED(.attn_mask = X(7)));
	RUN("float mask, without weights", UNSEEN(.attn_mask = X(7)));
	RUN("mask for each head", MASKED(.attn_mask = X(7)));
	RUN("mask for each head, without weights", UNSEEN(.attn_mask = X(7)));
	RUN("mask of one head", attend_to_one(true));
	RUN("mask of one head, without weights", attend_to_one(false));
	RUN("padding", MASKED(.key_padding_mask = X(7)));
	RUN("padding, without weights", UNSEEN(.key_padding_mask = X(7)));
	RUN("float padding", MASKED(.key_padding_mask = X(7)));
	RUN("float padding, without weights", UNSEEN(.key_padding_mask = X(7)));
	RUN("padding and mask", MASKED(.key_padding_mask = X(7), .attn_mask = X(8)));
	RUN("padding and mask, without weights",
	    UNSEEN(.key_padding_mask = X(7), .attn_mask = X(8)));
	RUN("different masks", MASKED(.key_padding_mask = X(7), .attn_mask = X(8)));
	RUN("different masks, without weights",
	    UNSEEN(.key_padding_mask = X(7), .attn_mask = X(8)));
	RUN("causal", ATTEND(SELF, .attn_mask = X(5), .is_causal = true));
	RUN("causal, without weights",
	    ATTEND(SELF, .need_weights = false, .attn_mask = X(5), .is_causal = true));
	RUN("causal padding",
	    MASKED(.attn_mask = X(7), .is_causal = true, .key_padding_mask = X(8)));
	RUN("causal padding, without weights",
	    UNSEEN(.attn_mask = X(7), .is_causal = true, .key_padding_mask = X(8)));
	RUN("unbatched mask for each head", MASKED(.attn_mask = X(7)));
}
END_TEST

START_TEST(keys_and_values_may_be_added)
{
	RUN("bias_k and bias_v", ATTEND(BIASED));
	RUN("bias_k and bias_v, masks",
	    ATTEND(BIASED, .attn_mask = X(9), .key_padding_mask = X(10)));
	RUN("zero key", ATTEND(THREE, .add_zero_attn = true));
	RUN("zero key, masks",
	    ATTEND(THREE, .add_zero_attn = true, .attn_mask = X(7), .key_padding_mask = X(8)));
	RUN("bias and zero key", ATTEND(BIASED, .add_zero_attn = true, .need_weights = false));
	RUN("static", ATTEND(THREE, .static_k = X(7), .static_v = X(8)));
	RUN("static_v", ATTEND(THREE, .static_v = X(7)));
}
END_TEST

START_TEST(dropout_draws_as_in_python)
{
	RUN("dropout", ATTEND(THREE, .dropout_p = 0.4));
	RUN("dropout without weights", ATTEND(THREE, .dropout_p = 0.4, .need_weights = false));
	RUN("dropout, not training", ATTEND(THREE, .dropout_p = 0.4, .training = false));
	RUN("large dropout", ATTEND(THREE, .dropout_p = 1.5));
	RUN("large dropout without weights",
	    ATTEND(THREE, .dropout_p = 1.5, .need_weights = false));
}
END_TEST

START_TEST(weights_may_be_separate)
{
#define QKV .q_proj_weight = X(6), .k_proj_weight = X(7), .v_proj_weight = X(8)
	RUN("separate weights", ATTEND(SEPARATE, QKV));
	RUN("separate weights without bias",
	    ATTEND(X(0), X(1), X(2), 4, 2, NULL, NULL, NO_BIASES, X(3), X(4),
		   .use_separate_proj_weight = true, .q_proj_weight = X(5), .k_proj_weight = X(6),
		   .v_proj_weight = X(7)));
	RUN("separate weights without weights", ATTEND(SEPARATE, QKV, .need_weights = false));
	RUN("wrong q_proj_weight", ATTEND(SEPARATE, QKV));
	RUN("wrong k_proj_weight", ATTEND(SEPARATE, QKV));
	RUN("wrong v_proj_weight", ATTEND(SEPARATE, QKV));
	RUN("wrong q bias", ATTEND(SEPARATE, QKV));
	RUN("wrong v bias", ATTEND(SEPARATE, QKV));
	RUN("short bias", ATTEND(SEPARATE, QKV));
	RUN("no q_proj_weight", ATTEND(SEPARATE, .k_proj_weight = X(6), .v_proj_weight = X(7)));
	RUN("no k_proj_weight", ATTEND(SEPARATE, .q_proj_weight = X(6), .v_proj_weight = X(7)));
	RUN("no v_proj_weight", ATTEND(SEPARATE, .q_proj_weight = X(6), .k_proj_weight = X(7)));
	RUN("separate batch", ATTEND(SEPARATE, QKV));
}
END_TEST

START_TEST(wrong_calls_are_refused_as_by_python)
{
	RUN("query 4D", ATTEND(THREE));
	RUN("key 2D", ATTEND(THREE));
	RUN("unbatched value 3D", ATTEND(THREE));
	RUN("padding 1D", ATTEND(THREE, .key_padding_mask = X(7)));
	RUN("unbatched padding 2D", ATTEND(THREE, .key_padding_mask = X(7)));
	RUN("mask 1D", ATTEND(THREE, .attn_mask = X(7)));
	RUN("unbatched mask 1D", ATTEND(THREE, .attn_mask = X(7)));
	RUN("unbatched mask", ATTEND(THREE, .attn_mask = X(7)));
	RUN("long padding", ATTEND(THREE, .key_padding_mask = X(7)));
	RUN("long mask", ATTEND(THREE, .attn_mask = X(7)));
	RUN("causal without mask", ATTEND(THREE, .is_causal = true));
	RUN("embed_dim", ATTEND(X(0), X(1), X(2), 5, 2, X(3), X(4), NO_BIASES, X(5), X(6)));
	RUN("heads", ATTEND(X(0), X(1), X(2), 4, 3, X(3), X(4), NO_BIASES, X(5), X(6)));
	RUN("key and value", ATTEND(THREE));
	RUN("no weight", ATTEND(X(0), X(1), X(2), 4, 2, NULL, X(3), NO_BIASES, X(4), X(5)));
	RUN("short in_proj_weight", ATTEND(THREE));
	RUN("mask 2D size", ATTEND(THREE, .attn_mask = X(7)));
	RUN("mask 3D size", ATTEND(THREE, .attn_mask = X(7)));
	RUN("bias_k alone",
	    ATTEND(X(0), X(1), X(2), 4, 2, X(3), X(4), X(5), NULL, false, 0, X(6), X(7)));
	RUN("bias_v alone",
	    ATTEND(X(0), X(1), X(2), 4, 2, X(3), X(4), NULL, X(5), false, 0, X(6), X(7)));
	RUN("bias and static_k", ATTEND(BIASED, .static_k = X(9)));
	RUN("bias and static_v", ATTEND(BIASED, .static_v = X(9)));
	RUN("static_k heads", ATTEND(THREE, .static_k = X(7)));
	RUN("static_k width", ATTEND(THREE, .static_k = X(7)));
	RUN("static_v heads", ATTEND(THREE, .static_v = X(7)));
	RUN("static_v width", ATTEND(THREE, .static_v = X(7)));
	RUN("padding batch", ATTEND(THREE, .key_padding_mask = X(7)));
	RUN("padding length", ATTEND(THREE, .key_padding_mask = X(7)));
	assert_all_ran();
}
END_TEST

Suite *attention_suite(void)
{
	Suite *suite = suite_create("attention");
	TCase *tests = tests_of("attention");

	tcase_add_unchecked_fixture(tests, begin, end_topic);
	tcase_add_test(tests, inputs_may_be_equal_and_unbatched);
	tcase_add_test(tests, masks_are_pythons);
	tcase_add_test(tests, keys_and_values_may_be_added);
	tcase_add_test(tests, dropout_draws_as_in_python);
	tcase_add_test(tests, weights_may_be_separate);
	tcase_add_test(tests, wrong_calls_are_refused_as_by_python);
	suite_add_tcase(suite, tests);
	return suite;
}

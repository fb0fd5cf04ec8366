/*
 * Whole networks from one seed: their weights, and the losses of ten steps, bit for bit as
 * tests/fixtures/expected/nn_training.py wrote them.
 */
#include <inttypes.h>

#include <ctorch/nn/nn.h>
#include <ctorch/optim/optim.h>

#include "expected.h"
#include "hash.h"
#include "support.h"
#include "training/networks.h"

static const struct network *const networks[] = {
	&resnet_network,
#ifdef CT_OP_scaled_dot_product_attention_
	&gpt_network,
#endif
	&tagger_network,
};

static const json_t *case_of(json_t *cases, const char *name)
{
	json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case)
		if (!strcmp(expected_text(of_case, "network"), name))
			return of_case;
	ck_abort_msg("nn_training.json has no network %s", name);
	return NULL;
}

static void assert_weights(const ct_module *network, const json_t *weights)
{
	size_t n = 0;

	CT_EACH_PARAMETER(network, p)
	{
		char hash[32];

		snprintf(hash, sizeof hash, "%016" PRIx64, hash_of(p->tensor));
		ck_assert_msg(!strcmp(hash, json_string_value(json_object_get(weights, p->name))),
			      "%s is not Python's", p->name);
		n++;
	}
	ck_assert_uint_eq(n, json_object_size(weights));
}

static ct_error train_step(const struct network *of, const ct_module *network,
			   ct_optimizer *optimizer, double *value)
{
	CT_SCOPE;
	ct_tensor *loss;

	CT_TRY(of->loss(network, &loss));
	CT_TRY(ct_optimizer_zero_grad(optimizer));
	CT_TRY(ct_tensor_backward(loss));
	CT_TRY(ct_optimizer_step(optimizer));
	return ct_tensor_item_double(loss, value);
}

START_TEST(weights_and_losses_are_python_s)
{
	CT_SCOPE;
	const struct network *of = networks[_i];
	json_t *cases = expected_cases("nn_training"), *text;
	const json_t *of_case = case_of(cases, of->name);
	ct_optimizer *optimizer;
	ct_module *network;
	double loss;
	size_t i;

	OK(ct_manual_seed(1));
	OK(CT_FINISH(of->make(), &network));
	optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(network), .lr = of->rate);
	OK(CT_DONE());
	assert_weights(network, json_object_get(of_case, "weights"));
	json_array_foreach (expected_list(of_case, "losses"), i, text) {
		OK(train_step(of, network, optimizer, &loss));
		ck_assert_msg(loss == strtod(json_string_value(text), NULL),
			      "%s: step %d: loss %a, expected %s", of->name, (int)i + 1, loss,
			      json_string_value(text));
	}
	json_decref(cases);
}
END_TEST

Suite *training_suite(void)
{
	Suite *suite = suite_create("training");
	TCase *tests = tests_of("training");

	tcase_set_timeout(tests, 120);
	tcase_add_loop_test(tests, weights_and_losses_are_python_s, 0,
			    expected_is_of_another_release() ? 0
							     : sizeof networks / sizeof *networks);
	suite_add_tcase(suite, tests);
	return suite;
}

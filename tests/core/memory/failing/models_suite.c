/*
 * Models: without memory none is made, and nothing of it is left.
 */
#include <ctorch/vision/models.h>

#include "suites.h"
#include "trials.h"

static ct_error make_mlp(struct attempt *attempt)
{
	CT_SCOPE;
	ct_module *module = NULL;
	ct_error error;

	(void)attempt;
	error = CT_FINISH(CT_MODEL(mlp, .in_channels = 2, .hidden_channels = CT_L(2, 2),
				   .norm_layer = "LayerNorm", .inplace = true),
			  &module);
	MUST((module == NULL) == (error != NULL));
	return error;
}

/* Blocks, initial weights. */
static ct_error make_mobilenet(struct attempt *attempt)
{
	CT_SCOPE;
	ct_module *module = NULL;
	ct_error error;

	(void)attempt;
	error = CT_FINISH(CT_MODEL(mobilenet_v2, .width_mult = 0.1, .num_classes = 2,
				   .inverted_residual_setting = CT_L(2, 16, 1, 1)),
			  &module);
	MUST((module == NULL) == (error != NULL));
	return error;
}

static ct_error make_by_name(struct attempt *attempt)
{
	CT_SCOPE;
	ct_value pair[2] = { ct_value_string("num_classes"), ct_value_int(2) };
	const ct_value kwargs = ct_value_dict(pair, 1);
	ct_module *module = NULL;
	ct_error error = ct_models_new("LeNet", &kwargs, &module);

	(void)attempt;
	MUST((module == NULL) == (error != NULL));
	return error;
}

static ct_error list_models(struct attempt *attempt)
{
	ct_value list = ct_value_none();
	ct_error error = ct_models_list(&list);

	(void)attempt;
	MUST(ct_value_is_none(&list) == (error != NULL));
	ct_value_free(&list);
	return error;
}

START_TEST(models_are_made_or_not)
{
	try_all(&(struct trial){ .prepare = fill_empty, .call = make_mlp, .fewest = 30 });
	try_all(&(struct trial){ .prepare = fill_empty, .call = make_mobilenet, .fewest = 100 });
	try_all(&(struct trial){ .prepare = fill_empty, .call = make_by_name, .fewest = 30 });
	try_all(&(struct trial){ .prepare = fill_empty, .call = list_models, .fewest = 10 });
}
END_TEST

Suite *models_suite(void)
{
	Suite *suite = suite_create("models without memory");
	TCase *tests = tcase_create("models without memory");

	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, models_are_made_or_not);
	suite_add_tcase(suite, tests);
	return suite;
}

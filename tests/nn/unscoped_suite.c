/*
 * Without an open scope, as a binding calls: everything belongs to the caller.
 */
#include <ctorch/nn/nn.h>

#include "support.h"

#define INTS(...) \
	(const int64_t[]){ __VA_ARGS__ }, sizeof((const int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t)

/* A module of a class whose arguments are numbers. */
static ct_module *made(const char *name, const int64_t *numbers, size_t n)
{
	ct_value args = ct_value_list_new();
	ct_module *module = NULL;

	for (size_t i = 0; i < n; i++)
		OK(ct_value_list_append(&args, ct_value_int(numbers[i])));
	OK(ct_nn_new(name, &args, NULL, &module));
	ct_value_free(&args);
	return module;
}

static ct_tensor *ones(const int64_t *shape, size_t n)
{
	ct_tensor *x;

	OK(ct_ones(shape, (int64_t)n, CT_DTYPE_NONE, CT_LAYOUT_NONE, (ct_device){ 0 }, NULL, &x));
	return x;
}

static void assert_resets(const char *name, const int64_t *numbers, size_t n)
{
	ct_module *module = made(name, numbers, n);

	OK(ct_module_reset_parameters(module));
	ct_module_free(module);
}

START_TEST(parameters_are_reset)
{
	assert_resets("Linear", INTS(3, 4));
	assert_resets("Bilinear", INTS(3, 4, 5));
	assert_resets("BatchNorm2d", INTS(3));
	assert_resets("LayerNorm", INTS(3));
	assert_resets("GroupNorm", INTS(1, 3));
	assert_resets("RMSNorm", INTS(3));
	assert_resets("LSTM", INTS(3, 4));
	assert_resets("GRUCell", INTS(3, 4));
	assert_resets("MultiheadAttention", INTS(4, 2));
	assert_resets("Conv2d", INTS(3, 4, 3));
	assert_resets("Embedding", INTS(3, 4));
	assert_resets("TransformerEncoderLayer", INTS(4, 2));
}
END_TEST

/* The first call gives the module its sizes, the second one uses them. */
static void assert_runs(const char *name, const int64_t *numbers, size_t n, const int64_t *shape,
			size_t dims)
{
	ct_module *module = made(name, numbers, n);
	ct_tensor *x = ones(shape, dims), *y;

	for (int i = 0; i < 2; i++) {
		OK(ct_module_forward(module, x, &y));
		ct_tensor_free(y);
	}
	ct_tensor_free(x);
	ct_module_free(module);
}

START_TEST(lazy_modules_are_called)
{
	assert_runs("LazyLinear", INTS(4), INTS(2, 3));
	assert_runs("LazyBatchNorm1d", NULL, 0, INTS(2, 3));
	assert_runs("LazyInstanceNorm2d", NULL, 0, INTS(2, 3, 4, 4));
	assert_runs("LazyConv2d", INTS(4, 3), INTS(2, 3, 8, 8));
	assert_runs("LazyConvTranspose2d", INTS(4, 3), INTS(2, 3, 8, 8));
}
END_TEST

START_TEST(embeddings_are_made_of_tables)
{
	ct_tensor *table = ones(INTS(3, 2));
	ct_module *module = NULL;

	OK(ct_nn_Embedding_from_pretrained(table, NULL, &module));
	ct_module_free(module);
	OK(ct_nn_EmbeddingBag_from_pretrained(table, NULL, &module));
	ct_module_free(module);
	ct_tensor_free(table);
}
END_TEST

Suite *unscoped_suite(void)
{
	Suite *suite = suite_create("unscoped");
	TCase *tests = tests_of("unscoped");

	tcase_add_test(tests, parameters_are_reset);
	tcase_add_test(tests, lazy_modules_are_called);
	tcase_add_test(tests, embeddings_are_made_of_tables);
	suite_add_tcase(suite, tests);
	return suite;
}

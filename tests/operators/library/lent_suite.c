/*
 * Values that are lent to kernels and derivatives in C, which must not release them but may return
 * them.
 */
#include "support.h"

static ct_library *library;

static void begin(void)
{
	OK(ct_library_new("test_l", &library));
}

static void end(void)
{
	ct_library_free(library);
}

static void must_own_nothing(const ct_value *values, int64_t values_len)
{
	for (int64_t i = 0; i < values_len; i++)
		MUST(!ct_value_is_owned(&values[i]));
}

static ct_error hand_on(const ct_value *args, int64_t args_len, void *context, ct_value *results,
			int64_t results_len)
{
	(void)context;
	must_own_nothing(args, args_len);
	for (int64_t i = 0; i < results_len; i++)
		results[i] = args[i];
	return NULL;
}

/* Calls a kernel that must return its arguments. */
static void assert_hands_on(const char *types, const ct_value *args, int64_t args_len)
{
	char schema[512];
	ct_value results[16];

	snprintf(schema, sizeof schema, "same(%s", types);
	OK(ct_library_define(library, schema));
	OK(ct_library_implement(library, "same", "CompositeExplicitAutograd", hand_on, NULL, NULL));
	OK(ct_call("test_l::same", args, args_len, results, args_len));
	for (int64_t i = 0; i < args_len; i++)
		assert_equal_values(&args[i], &results[i], true);
	ct_values_free(results, args_len);
}

START_TEST(a_kernel_may_hand_on_lists_and_texts)
{
	ct_tensor *x = number(1), *y = number(2);
	ct_value texts[] = { ct_value_string("one"), ct_value_string("two") };
	ct_value pair[] = { ct_value_string("key"), ct_value_ints(CT_L(4, 5)) };
	const ct_value args[] = {
		ct_value_tensor(x),
		ct_value_tensors(CT_TENSORS(x, y)),
		ct_value_ints(CT_L(1, 2, 3)),
		ct_value_floats(CT_FLOATS(0.5)),
		ct_value_bools(CT_BOOLS(true, false)),
		ct_value_string("a text that is longer than a word"),
		ct_value_list(texts, 2),
		ct_value_dict(pair, 1),
		ct_value_tuple(texts, 2),
		ct_value_none(),
	};

	assert_hands_on("Tensor a, Tensor[] b, int[] c, float[] d, bool[] e, str f, str[] g, "
			"Dict(str, int[]) h, (str, str) i, str? j) -> "
			"(Tensor, Tensor[], int[], float[], bool[], str, str[], "
			"Dict(str, int[]), (str, str), str?)",
			args, COUNT_OF(args));
	ct_tensor_free(x);
	ct_tensor_free(y);
}
END_TEST

START_TEST(a_kernel_may_hand_on_generators_and_storages)
{
	ct_tensor *x = number(1);
	ct_generator *generator;
	ct_storage *storage;

	OK(ct_generator_new(CT_DEVICE_CPU, &generator));
	OK(ct_tensor_storage(x, &storage));
	assert_hands_on("Generator a, Storage b, Generator? c) -> (Generator, Storage, Generator?)",
			(ct_value[]){ ct_value_generator(generator), ct_value_storage(storage),
				      ct_value_generator(generator) },
			3);
	ct_generator_free(generator);
	ct_storage_free(storage);
	ct_tensor_free(x);
}
END_TEST

/* --- Derivatives ------------------------------------------------------------------------------ */

/* twice(Tensor[] xs, int[] ints, str text) -> (Tensor[], str): a new list of 2 * each of xs. */
static ct_error twice(const ct_value *args, int64_t args_len, void *context, ct_value *results,
		      int64_t results_len)
{
	(void)args_len, (void)results_len, (void)context;
	results[0] = ct_value_list_new();
	for (int64_t i = 0; i < ct_value_count(&args[0]); i++) {
		ct_tensor *of, *doubled;
		ct_value item;

		CT_TRY(ct_value_item(&args[0], i, &item));
		CT_TRY(ct_value_as_tensor(&item, &of));
		CT_TRY(ct_mul_Scalar(of, ct_scalar_int(2), &doubled));
		CT_TRY(ct_value_list_append(&results[0], ct_value_tensor(doubled)));
	}
	results[1] = args[2];
	return NULL;
}

static ct_error own_nothing(ct_function_context *noted, const ct_value *args, int64_t args_len,
			    const ct_value *results, int64_t results_len, void *context)
{
	(void)noted, (void)context;
	must_own_nothing(args, args_len);
	must_own_nothing(results, results_len);
	return NULL;
}

static ct_error hand_back(ct_function_context *noted, const ct_value *args, int64_t args_len,
			  const ct_value *grads, int64_t grads_len, void *context,
			  ct_value *input_grads, int64_t input_grads_len)
{
	(void)noted, (void)input_grads_len, (void)context;
	must_own_nothing(args, args_len);
	must_own_nothing(grads, grads_len);
	input_grads[0] = grads[0];
	return NULL;
}

START_TEST(a_derivative_may_hand_on_the_gradients)
{
	ct_tensor *xs[] = { number(3), number(4) }, *grad = NULL;
	ct_value results[2], second;

	OK(ct_library_define(library, "twice(Tensor[] xs, int[] n, str s) -> (Tensor[], str)"));
	OK(ct_library_implement(library, "twice", "CPU", twice, NULL, NULL));
	OK(ct_library_set_backward(library, "twice", own_nothing, hand_back, NULL, NULL));
	OK(ct_tensor_set_requires_grad(xs[1], true));
	OK(ct_call("test_l::twice",
		   (ct_value[]){ ct_value_tensors(CT_TENSORS_OF(xs, 2)), ct_value_ints(CT_L(1, 2)),
				 ct_value_string("text") },
		   3, results, 2));
	assert_prints(&results[1], "'text'");
	OK(ct_value_item(&results[0], 1, &second));
	OK(ct_tensor_backward(tensor_in(&second)));
	OK(ct_tensor_grad(xs[1], &grad));
	ck_assert(value_of(grad) == 1); /* as it came in */
	ct_values_free(results, 2);
	ct_tensor_free(grad);
	ct_tensor_free(xs[0]);
	ct_tensor_free(xs[1]);
}
END_TEST

Suite *lent_suite(void)
{
	Suite *suite = suite_create("operators: what is lent");
	TCase *tests = tests_of("what is lent");

	tcase_add_checked_fixture(tests, begin, end);
	tcase_add_test(tests, a_kernel_may_hand_on_lists_and_texts);
	tcase_add_test(tests, a_kernel_may_hand_on_generators_and_storages);
	tcase_add_test(tests, a_derivative_may_hand_on_the_gradients);
	suite_add_tcase(suite, tests);
	return suite;
}

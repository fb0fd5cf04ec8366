/*
 * Lazy modules and their states, tables that were given, output sizes, fused and empty modules.
 */
#include <ctorch/nn/forward.h>
#include <ctorch/nn/nn.h>

#include "nn_cases.h"
#include "support.h"

static void assert_prints(const ct_module *module, const char *wanted)
{
	char *text;

	OK(ct_module_to_string(module, &text));
	ck_assert_str_eq(text, wanted);
}

static ct_tensor *parameter(const ct_module *module, const char *name)
{
	ct_tensor *found;

	OK(ct_module_get_parameter(module, name, &found));
	return found;
}

static ct_tensor *drawn(ct_ints shape)
{
	ct_tensor *x = NULL;

	OK(CT(randn, &x, shape));
	return x;
}

static ct_module *made(ct_module *module)
{
	OK(CT_FINISH(module, &module));
	return module;
}

static ct_value state_of(const ct_module *module)
{
	ct_value state;

	OK(ct_module_state_dict(module, NULL, &state));
	OK(ct_value_move_to_scope(&state));
	return state;
}

static bool are_equal(const ct_tensor *a, const ct_tensor *b)
{
	bool equal;

	OK(ct_equal(a, b, &equal));
	return equal;
}

/* --- lazy modules ----------------------------------------------------------------------------- */

#define LAZY "LazyLinear(in_features=0, out_features=2, bias=True)"
#define PLAIN "Linear(in_features=3, out_features=2, bias=True)"

START_TEST(parameters_stay_the_same_tensors)
{
	CT_SCOPE;
	ct_module *lazy = made(CT_NN(LazyLinear, 2));
	ct_tensor *weight = parameter(lazy, "weight"), *y;

	ck_assert(ct_parameter_is_lazy(weight));
	ck_assert(ct_tensor_requires_grad(weight));
	assert_prints(lazy, LAZY);
	OK(ct_module_forward(lazy, drawn(CT_L(4, 3)), &y));
	assert_prints(lazy, PLAIN);
	ck_assert_ptr_eq(parameter(lazy, "weight"), weight);
	ck_assert(!ct_parameter_is_lazy(weight));
	ck_assert_int_eq(ct_tensor_size(weight, 1), 3);
	OK(ct_module_forward(lazy, drawn(CT_L(4, 3)), &y));
}
END_TEST

START_TEST(a_state_gives_shapes)
{
	CT_SCOPE;
	ct_module *lazy = made(CT_NN(LazyLinear, 2)), *plain = made(CT_NN(Linear, 3, 2));
	ct_value state = state_of(plain);
	ct_tensor *y;

	OK(ct_module_load_state_dict(lazy, &state, NULL, NULL));
	assert_prints(lazy, LAZY);
	ck_assert(are_equal(parameter(lazy, "weight"), parameter(plain, "weight")));
	FAILS_WITH(ct_module_forward(lazy, drawn(CT_L(2, 4)), &y), CT_ERROR_ASSERTION,
		   "The in_features inferred from input: 4 is not equal to in_features from "
		   "self.weight: 3");
	assert_prints(lazy, LAZY);
	OK(ct_module_forward(lazy, drawn(CT_L(2, 3)), &y));
	assert_prints(lazy, PLAIN);
	ck_assert(are_equal(parameter(lazy, "weight"), parameter(plain, "weight")));
}
END_TEST

START_TEST(a_loaded_convolution_prints_no_channels)
{
	CT_SCOPE;
	ct_module *lazy = made(CT_NN(LazyConv2d, 2, CT_L(3)));
	ct_value state = state_of(made(CT_NN(Conv2d, 3, 2, CT_L(3))));
	ct_tensor *y;

	OK(ct_module_load_state_dict(lazy, &state, NULL, NULL));
	OK(ct_module_forward(lazy, drawn(CT_L(1, 3, 4, 4)), &y));
	assert_prints(lazy, "Conv2d(0, 2, kernel_size=(3, 3), stride=(1, 1))");
}
END_TEST

START_TEST(states_without_shapes)
{
	CT_SCOPE;
	ct_module *lazy = made(CT_NN(LazyLinear, 2)), *plain = made(CT_NN(Linear, 3, 2));
	ct_value state = state_of(lazy), weight;

	ck_assert_int_eq(ct_value_count(&state), 2);
	OK(ct_value_dict_get(&state, ct_value_string("weight"), &weight));
	ck_assert(ct_parameter_is_lazy(weight.object));
	OK(ct_module_load_state_dict(made(CT_NN(LazyLinear, 2)), &state, NULL, NULL));
	FAILS_WITH(ct_module_load_state_dict(plain, &state, NULL, NULL), CT_ERROR_RUNTIME,
		   "Can't access the shape of an uninitialized parameter or buffer. This error "
		   "usually happens in `load_state_dict` when trying to load an uninitialized "
		   "parameter into an initialized one. Call `forward` to initialize the "
		   "parameters before accessing their attributes.");
}
END_TEST

START_TEST(copies_and_moves_are_lazy)
{
	CT_SCOPE;
	ct_module *lazy = made(CT_NN(LazyBatchNorm2d)), *copy;
	ct_tensor *y;

	OK(ct_module_deepcopy(lazy, &copy));
	OK(ct_module_to(lazy, &(ct_module_to_options){ .dtype = CT_FLOAT64 }));
	ck_assert(ct_parameter_is_lazy(parameter(lazy, "weight")));
	ck_assert_int_eq(ct_tensor_dtype(parameter(lazy, "weight")), CT_FLOAT64);
	FAILS_WITH(ct_module_share_memory(lazy), CT_ERROR_RUNTIME,
		   "Can't share memory on an uninitialized parameter or buffer.");
	OK(ct_module_forward(copy, drawn(CT_L(2, 3, 4, 4)), &y));
	OK(CT(randn, &y, CT_L(2, 5, 1, 1), .dtype = CT_FLOAT64));
	OK(ct_module_forward(lazy, y, &y));
	assert_prints(copy, "BatchNorm2d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, "
			    "track_running_stats=True)");
	assert_prints(lazy, "BatchNorm2d(5, eps=1e-05, momentum=0.1, affine=True, bias=True, "
			    "track_running_stats=True)");
}
END_TEST

START_TEST(the_first_input_is_refused)
{
	CT_SCOPE;
	ct_module *lazy = made(CT_SEQUENTIAL(CT_NN(LazyConv1d, 6, CT_L(1), .groups = 3)));
	ct_tensor *y;

	FAILS_WITH(ct_module_forward(lazy, drawn(CT_L(3)), &y), CT_ERROR_RUNTIME,
		   "Expected 2D (unbatched) or 3D (batched) input to LazyConv1d, but got input of "
		   "size: torch.Size([3])");
	FAILS_WITH(ct_module_forward(lazy, drawn(CT_L(1, 4, 5)), &y), CT_ERROR_VALUE,
		   "in_channels must be divisible by groups");
	OK(ct_module_forward(lazy, drawn(CT_L(1, 3, 5)), &y));
}
END_TEST

/* --- output sizes ----------------------------------------------------------------------------- */

#define SIZED(conv, x, ...) ct_nn_ConvTranspose_forward(conv, x, CT_L(__VA_ARGS__), &y)

START_TEST(outputs_have_the_size_that_is_asked_for)
{
	CT_SCOPE;
	ct_module *conv = made(CT_NN(LazyConvTranspose2d, 1, CT_L(3), CT_L(2)));
	ct_tensor *x = drawn(CT_L(1, 1, 4, 5)), *y = UNTOUCHED;

	OK(SIZED(conv, x, 10, 12));
	assert_prints(conv, "ConvTranspose2d(1, 1, kernel_size=(3, 3), stride=(2, 2))");
	ck_assert_int_eq(ct_tensor_size(y, 2), 10);
	ck_assert_int_eq(ct_tensor_size(y, 3), 12);
	OK(SIZED(conv, x, 1, 1, 9, 12));
	ck_assert_int_eq(ct_tensor_size(y, 2), 9);
	OK(ct_nn_ConvTranspose_forward(conv, x, CT_NO_INTS, &y));
	ck_assert_int_eq(ct_tensor_size(y, 3), 11);
	y = UNTOUCHED;
	FAILS_WITH(SIZED(conv, x, 8, 12), CT_ERROR_VALUE,
		   "requested an output size of [8, 12], but valid sizes range from [9, 11] to "
		   "[10, 12] (for an input of torch.Size([4, 5]))");
	FAILS_WITH(SIZED(conv, x, 8), CT_ERROR_VALUE,
		   "ConvTranspose2D: for 4D input, output_size must have 2 or 4 elements (got 1)");
	FAILS_WITH(SIZED(made(CT_NN(Identity)), x, 8), CT_ERROR_TYPE,
		   "must be a transposed convolution, not Identity");
	conv = made(CT_NN(ConvTranspose1d, 1, 1, CT_L(3), CT_L(2)));
	FAILS_WITH(SIZED(conv, drawn(CT_L(1, 4)), 12), CT_ERROR_VALUE,
		   "requested an output size of [12], but valid sizes range from [9] to [10] (for "
		   "an input of torch.Size([]))");
	ck_assert_ptr_eq(y, UNTOUCHED);
}
END_TEST

/* --- tables ----------------------------------------------------------------------------------- */

START_TEST(tables_are_given)
{
	CT_SCOPE;
	const int64_t last = -1;
	ct_tensor *table = drawn(CT_L(4, 2)), *y;
	ct_module *module;

	OK(ct_nn_Embedding_from_pretrained(
		table, &(ct_nn_pretrained_options){ .padding_idx = &last }, &module));
	assert_prints(module, "Embedding(4, 2, padding_idx=3)");
	ck_assert(!ct_tensor_requires_grad(parameter(module, "weight")));
	ck_assert_ptr_eq(ct_tensor_data(parameter(module, "weight")), ct_tensor_data(table));
	OK(ct_nn_EmbeddingBag_from_pretrained(
		table, &(ct_nn_pretrained_options){ .mode = "sum", .no_freeze = true }, &module));
	assert_prints(module, "EmbeddingBag(4, 2, mode='sum')");
	ck_assert(ct_tensor_requires_grad(parameter(module, "weight")));
	FAILS_WITH(ct_nn_Embedding_from_pretrained(drawn(CT_L(4)), NULL, &module),
		   CT_ERROR_ASSERTION, "Embeddings parameter is expected to be 2-dimensional");
	y = NULL;
	FAILS_WITH(ct_nn_Embedding_from_pretrained(y, NULL, &module), CT_ERROR_ARGUMENT,
		   "embeddings");
}
END_TEST

/* --- fused and empty modules ------------------------------------------------------------------ */

static void begin(void)
{
	begin_topic("nn_fuse");
}

#define NORM(first) X(first), X((first) + 1), 1e-5, X((first) + 2), X((first) + 3)

START_TEST(weights_are_fused)
{
	RUN("conv", CT(nn_utils_fuse_conv_bn_weights, OUT, OUTS(1), X(0), X(1), NORM(2)));
	RUN("conv: no bias", CT(nn_utils_fuse_conv_bn_weights, OUT, OUTS(1), X(0), NULL, NORM(1)));
	RUN("conv: no affine", CT(nn_utils_fuse_conv_bn_weights, OUT, OUTS(1), X(0), X(1), X(2),
				  X(3), 1e-3, NULL, NULL));
	RUN("conv: transposed",
	    CT(nn_utils_fuse_conv_bn_weights, OUT, OUTS(1), X(0), X(1), NORM(2), true));
	RUN("conv: other dtype",
	    CT(nn_utils_fuse_conv_bn_weights, OUT, OUTS(1), X(0), NULL, NORM(1)));
	RUN("linear", CT(nn_utils_fuse_linear_bn_weights, OUT, OUTS(1), X(0), X(1), NORM(2)));
	RUN("linear: no bias",
	    CT(nn_utils_fuse_linear_bn_weights, OUT, OUTS(1), X(0), NULL, NORM(1)));
	RUN("linear: one feature",
	    CT(nn_utils_fuse_linear_bn_weights, OUT, OUTS(1), X(0), X(1), NORM(2)));
	assert_all_ran();
}
END_TEST

START_TEST(modules_are_fused)
{
	CT_SCOPE;
	ct_module *conv = made(CT_NN(Conv2d, 1, 2, CT_L(3), .bias = false)), *fused;
	ct_module *norm = made(CT_NN(BatchNorm2d, 2)), *linear = made(CT_NN(Linear, 2, 3));
	ct_tensor *x = drawn(CT_L(2, 1, 4, 4)), *y, *z;
	bool close;

	FAILS_WITH(ct_nn_utils_fuse_conv_bn_eval(conv, norm, false, &fused), CT_ERROR_ASSERTION,
		   "Fusion only for eval!");
	OK(ct_module_forward(norm, CT_M(conv, x), &y));
	OK(ct_module_eval(conv));
	OK(ct_module_eval(norm));
	OK(ct_nn_utils_fuse_conv_bn_eval(conv, norm, false, &fused));
	assert_prints(fused, "Conv2d(1, 2, kernel_size=(3, 3), stride=(1, 1))");
	assert_prints(conv, "Conv2d(1, 2, kernel_size=(3, 3), stride=(1, 1), bias=False)");
	ck_assert(ct_tensor_requires_grad(parameter(fused, "weight")));
	ck_assert(!ct_tensor_requires_grad(parameter(fused, "bias")));
	OK(ct_module_forward(norm, CT_M(conv, x), &y));
	OK(ct_module_forward(fused, x, &z));
	OK(CT(allclose, &close, y, z, 1e-4, 1e-5));
	ck_assert(close);
	OK(ct_module_eval(linear));
	norm = made(CT_NN(BatchNorm1d, 2));
	OK(ct_module_eval(norm));
	FAILS_WITH(ct_nn_utils_fuse_linear_bn_eval(linear, norm, &fused), CT_ERROR_ASSERTION,
		   "To fuse, linear.out_features == bn.num_features or bn.num_features == 1, got "
		   "linear.out_features=3 and bn.num_features=2");
	norm = made(CT_NN(BatchNorm1d, 3, .track_running_stats = false));
	OK(ct_module_eval(norm));
	FAILS_WITH(ct_nn_utils_fuse_linear_bn_eval(linear, norm, &fused), CT_ERROR_ASSERTION,
		   "bn.running_mean and bn.running_var must not be None");
	FAILS_WITH(ct_nn_utils_fuse_linear_bn_eval(linear, linear, &fused), CT_ERROR_TYPE,
		   "must be a batch normalization layer, not Linear");
	norm = made(CT_NN(BatchNorm1d, 3));
	OK(ct_module_eval(norm));
	OK(ct_nn_utils_fuse_linear_bn_eval(linear, norm, &fused));
	assert_prints(fused, "Linear(in_features=2, out_features=3, bias=True)");
}
END_TEST

START_TEST(initial_values_are_skipped)
{
	CT_SCOPE;
	ct_tensor *before, *after;
	ct_module *module;

	OK(ct_manual_seed(1));
	before = drawn(CT_L(3));
	OK(ct_manual_seed(1));
	module = made(CT_NN_SKIP_INIT(Conv2d, 3, 4, CT_L(5), .bias = false));
	after = drawn(CT_L(3));
	ck_assert(are_equal(before, after));
	assert_prints(module, "Conv2d(3, 4, kernel_size=(5, 5), stride=(1, 1), bias=False)");
	ck_assert_int_eq(ct_tensor_device(parameter(module, "weight")).type, CT_DEVICE_TYPE_CPU);
	ck_assert(ct_tensor_requires_grad(parameter(module, "weight")));
	module = CT_NN_SKIP_INIT(ReLU);
	FAILS_WITH(CT_FINISH(module, &module), CT_ERROR_RUNTIME,
		   "Module must support a 'device' arg to skip initialization");
}
END_TEST

Suite *lazy_suite(void)
{
	Suite *suite = suite_create("lazy modules");
	TCase *tests = tests_of("lazy modules"), *fused = tests_of("fused modules");

	tcase_add_test(tests, parameters_stay_the_same_tensors);
	tcase_add_test(tests, a_state_gives_shapes);
	tcase_add_test(tests, a_loaded_convolution_prints_no_channels);
	tcase_add_test(tests, states_without_shapes);
	tcase_add_test(tests, copies_and_moves_are_lazy);
	tcase_add_test(tests, the_first_input_is_refused);
	tcase_add_test(tests, outputs_have_the_size_that_is_asked_for);
	tcase_add_test(tests, tables_are_given);
	tcase_add_test(tests, modules_are_fused);
	tcase_add_test(tests, initial_values_are_skipped);
	suite_add_tcase(suite, tests);
	tcase_add_checked_fixture(fused, begin, end_topic);
	tcase_add_test(fused, weights_are_fused);
	suite_add_tcase(suite, fused);
	return suite;
}

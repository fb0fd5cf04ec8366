/*
 * What modules of torch.nn do beyond one call: several batches, outputs on demand, functions of C.
 */
#include <pthread.h>

#include <ctorch/nn/forward.h>
#include <ctorch/nn/nn.h>

#include "support.h"
#include "warned.h"

static ct_tensor *buffer(const ct_module *module, const char *name)
{
	ct_tensor *found;

	OK(ct_module_get_buffer(module, name, &found));
	return found;
}

/* --- batch normalization ---------------------------------------------------------------------- */

START_TEST(without_momentum_all_batches_count_alike)
{
	CT_SCOPE;
	ct_module *norm = CT_NN(BatchNorm1d, 1, .momentum = CT_NO_FLOAT);

	CT_M(norm, CT_E(full, CT_L(4, 1), 2.0));
	CT_M(norm, CT_E(full, CT_L(4, 1), 4.0));
	CT_M(norm, CT_E(full, CT_L(2, 1), 9.0));
	OK(CT_DONE());
	ck_assert_double_eq_tol(value_of(buffer(norm, "running_mean")), 5, 1e-6);
	ck_assert_double_eq(value_of(buffer(norm, "num_batches_tracked")), 3);
}
END_TEST

START_TEST(a_batch_that_fails_does_not_count)
{
	CT_SCOPE;
	ct_module *norm = CT_NN(BatchNorm1d, 1);

	CT_M(norm, CT_E(ones, CT_L(1, 1)));
	FAILS_WITH(CT_DONE(), CT_ERROR_VALUE, "Expected more than 1 value per channel");
	ck_assert_double_eq(value_of(buffer(norm, "num_batches_tracked")), 0);
}
END_TEST

START_TEST(a_copy_has_statistics_of_its_own)
{
	CT_SCOPE;
	ct_module *norm = CT_NN(BatchNorm1d, 1), *copy;

	OK(CT_FINISH(norm, &norm));
	OK(ct_module_deepcopy(norm, &copy));
	CT_M(copy, CT_E(full, CT_L(4, 1), 2.0));
	OK(CT_DONE());
	ck_assert_double_eq(value_of(buffer(norm, "running_mean")), 0);
	ck_assert_double_eq(value_of(buffer(norm, "num_batches_tracked")), 0);
	ck_assert_double_eq(value_of(buffer(copy, "num_batches_tracked")), 1);
}
END_TEST

/* --- pooling ---------------------------------------------------------------------------------- */

START_TEST(unpooling_takes_the_size_of_the_output)
{
	CT_SCOPE;
	ct_module *pool = CT_NN(MaxPool2d, CT_L(2), .return_indices = true);
	ct_module *unpool = CT_NN(MaxUnpool2d, CT_L(2));
	/* The largest elements are the first of each window: also a plane of 4x4 has their
	 * places. */
	ct_tensor *x = CT_E(view, CT_E(neg, CT_E(arange, 25.0)), CT_L(1, 1, 5, 5)), *y[2], *back;

	OK(CT_FINISH(x, &x));
	OK(ct_module_forward_all(pool, CT_TENSORS(x), y, 2));
	OK(ct_nn_MaxUnpool_forward(unpool, y[0], y[1], CT_NO_INTS, &back));
	ck_assert_int_eq(ct_tensor_size(back, 2), 4);
	OK(ct_nn_MaxUnpool_forward(unpool, y[0], y[1], CT_L(5, 5), &back));
	ck_assert_int_eq(ct_tensor_size(back, 2), 5);
	FAILS_WITH(ct_nn_MaxUnpool_forward(unpool, y[0], y[1], CT_L(7, 5), &back), CT_ERROR_VALUE,
		   "invalid output_size");
	FAILS_WITH(ct_nn_MaxUnpool_forward(pool, y[0], y[1], CT_NO_INTS, &back), CT_ERROR_TYPE,
		   "argument 1 (module) must be a MaxUnpool1d, 2d or 3d, not MaxPool2d");
}
END_TEST

START_TEST(indices_are_there_if_they_were_asked_for)
{
	CT_SCOPE;
	ct_module *pool = CT_NN(MaxPool1d, CT_L(2)),
		  *both = CT_NN(MaxPool1d, CT_L(2), .return_indices = true);
	ct_tensor *x = CT_E(randn, CT_L(1, 4)), *y[2];

	OK(CT_FINISH(x, &x));
	FAILS_WITH(ct_module_forward_all(pool, CT_TENSORS(x), y, 2), CT_ERROR_TYPE,
		   "MaxPool1d has no second output without return_indices");
	OK(ct_module_forward(both, x, y));
}
END_TEST

/* --- in place --------------------------------------------------------------------------------- */

START_TEST(an_in_place_module_returns_its_input)
{
	CT_SCOPE;
	ct_module *relu = CT_NN(ReLU, .inplace = true), *dropout = CT_NN(Dropout, 1.0, true);
	ct_tensor *x = CT_E(full, CT_L(3), -1.0), *y = CT_M(relu, x), *z = CT_M(dropout, y);

	OK(CT_FINISH(z, &z));
	ck_assert_ptr_eq(y, x);
	ck_assert_ptr_eq(z, x);
	ck_assert_double_eq(value_of(CT_E(sum, x)), 0);
}
END_TEST

/* --- a distance in C -------------------------------------------------------------------------- */

static int releases;

static void release(void *context)
{
	(void)context;
	releases++;
}

static ct_error taxicab(const ct_tensor *x1, const ct_tensor *x2, void *context, ct_tensor **result)
{
	if (context)
		return ct_error_new(CT_ERROR_VALUE, NULL, "no way from here to there");
	return CT(pairwise_distance, result, x1, x2, .p = 1);
}

START_TEST(a_c_function_is_the_distance)
{
	CT_SCOPE;
	ct_tensor *x[3] = { CT_E(randn, CT_L(2, 3)), CT_E(randn, CT_L(2, 3)),
			    CT_E(randn, CT_L(2, 3)) };
	ct_tensor *plain = CT_M(CT_NN(TripletMarginLoss, .p = 1), x[0], x[1], x[2]);
	ct_module *loss, *copy;
	ct_tensor *y;

	OK(CT_FINISH(plain, &plain));
	releases = 0;
	OK(ct_nn_TripletMarginWithDistanceLoss_new(taxicab, NULL, release, 1, false,
						   CT_REDUCTION_MEAN, &loss));
	OK(ct_module_deepcopy(loss, &copy));
	ct_module_free(loss);
	ck_assert_int_eq(releases, 0);
	OK(CT_FINISH(CT_M(copy, x[0], x[1], x[2]), &y));
	ck_assert_double_eq(value_of(y), value_of(plain));
	ct_module_free(copy);
	ck_assert_int_eq(releases, 1);
}
END_TEST

START_TEST(its_error_is_that_of_the_loss)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(randn, CT_L(2, 3));
	ct_module *loss;

	OK(CT_FINISH(x, &x));
	OK(ct_nn_TripletMarginWithDistanceLoss_new(taxicab, &releases, NULL, 1, false,
						   CT_REDUCTION_MEAN, &loss));
	CT_M(loss, x, x, x);
	FAILS_WITH(CT_DONE(), CT_ERROR_VALUE, "no way from here to there");
	FAILS_WITH(ct_nn_TripletMarginWithDistanceLoss_new(taxicab, NULL, NULL, 0, false,
							   CT_REDUCTION_MEAN, &loss),
		   CT_ERROR_VALUE, "TripletMarginWithDistanceLoss: expected margin");
}
END_TEST

/* --- threads ---------------------------------------------------------------------------------- */

enum { THREADS = 8, ROUNDS = 20 };

/* Of these, the shared one has no state that a call in eval changes. */
static ct_error use_modules(const ct_module *shared)
{
	CT_SCOPE;
	ct_value args = ct_value_tuple((const ct_value[]){ ct_value_int(6), ct_value_int(6) }, 2);
	ct_module *made, *net, *again;
	ct_tensor *loss;
	ct_value state;
	char *text;

	CT_TRY(ct_nn_new("Linear", &args, NULL, &made));
	net = CT_SEQUENTIAL(made, CT_NN(BatchNorm1d, 6), CT_NN(Dropout, 0.5), CT_NN(GELU));
	CT_TRY(CT_FINISH(CT_E(sum, CT_M(shared, CT_M(net, CT_E(randn, CT_L(4, 6))))), &loss));
	CT_TRY(ct_tensor_backward(loss));
	CT_TRY(ct_module_state_dict(net, NULL, &state));
	CT_TRY(ct_value_move_to_scope(&state));
	CT_TRY(ct_module_deepcopy(net, &again));
	CT_TRY(ct_module_load_state_dict(again, &state, NULL, NULL));
	CT_TRY(ct_module_to_string(shared, &text));
	return ct_module_to_string(again, &text);
}

static void *use_often(void *shared)
{
	for (int i = 0; i < ROUNDS; i++)
		CT_CHECK(use_modules(shared));
	return NULL;
}

START_TEST(threads_train_their_modules_below_a_shared_one)
{
	CT_SCOPE;
	pthread_t threads[THREADS];
	ct_module *shared = CT_SEQUENTIAL(CT_NN(Linear, 6, 4), CT_NN(BatchNorm1d, 4));

	OK(CT_DONE());
	OK(ct_module_eval(shared));
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, use_often, shared), 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	CT_EACH_PARAMETER(shared, p)
	{
		ct_tensor *grad;

		OK(ct_tensor_grad(p->tensor, &grad));
		ck_assert_ptr_nonnull(grad);
	}
}
END_TEST

/* --- mistakes --------------------------------------------------------------------------------- */

static ct_error make_none(const ct_value *args, const ct_value *kwargs, void *context,
			  ct_module **result)
{
	(void)args, (void)kwargs, (void)context, (void)result;
	return ct_error_new(CT_ERROR_VALUE, NULL, "not made");
}

START_TEST(unknown_class_brings_similar_ones)
{
	ct_module *module = (ct_module *)UNTOUCHED;

	OK(ct_nn_register_class("GraphConv2d", make_none, NULL));
	FAILS_WITH(ct_nn_new("graph_conv2d", NULL, NULL, &module), CT_ERROR_KEY,
		   "similar names are: GraphConv2d");
	FAILS_WITH(ct_nn_new("conv2D", NULL, NULL, &module), CT_ERROR_KEY,
		   "torch.nn has no class 'conv2D' in this build, and none was registered; "
		   "similar names are: Conv2d, Conv1d, Conv3d");
	FAILS_WITH(ct_nn_new("Relu6", NULL, NULL, &module), CT_ERROR_KEY,
		   "registered; similar names are: ReLU6, ReLU");
	FAILS_WITH(ct_nn_new("NothingLikeIt", NULL, NULL, &module), CT_ERROR_KEY,
		   "registered (ct_nn_list_classes() lists all)");
	FAILS_WITH(ct_nn_new("", NULL, NULL, &module), CT_ERROR_KEY,
		   "(ct_nn_list_classes() lists all)");
	ck_assert_ptr_eq(module, UNTOUCHED);
}
END_TEST

START_TEST(text_is_not_a_module)
{
	ct_value args = ct_value_list_new();
	ct_module *module = (ct_module *)UNTOUCHED;

	OK(ct_value_list_append(&args, ct_value_string("layer")));
	OK(ct_value_list_append(&args, ct_value_int(2)));
	FAILS_WITH(ct_nn_new("TransformerEncoder", &args, NULL, &module), CT_ERROR_TYPE,
		   "argument 'encoder_layer' must describe a module: a dict with the key 'class' "
		   "and optional 'args' and 'kwargs', not str");
	ck_assert_ptr_eq(module, UNTOUCHED);
	ct_value_free(&args);
}
END_TEST

static void assert_refused(const char *name, const char *argument, ct_value value,
			   const char *wanted)
{
	const ct_value kwargs = ct_value_dict((ct_value[]){ ct_value_string(argument), value }, 1);
	ct_module *module = (ct_module *)UNTOUCHED;

	FAILS_WITH(ct_nn_new(name, NULL, &kwargs, &module), CT_ERROR_TYPE, wanted);
	ck_assert_ptr_eq(module, UNTOUCHED);
}

START_TEST(wanted_types_are_in_words_of_python)
{
	assert_refused("MSELoss", "reduction", ct_value_int(-3),
		       "MSELoss.__init__(): argument 'reduction' must be str, not int");
	assert_refused("Conv3d", "padding", ct_value_tensor(NULL),
		       "'padding' must be int, a tuple of 3 ints, 'valid' or 'same', not NoneType");
	assert_refused("MaxPool2d", "stride", ct_value_float(0.5),
		       "'stride' must be int or a tuple of 2 ints or None, not float");
	assert_refused("Embedding", "padding_idx", ct_value_string("a"),
		       "'padding_idx' must be int or None, not str");
	assert_refused("Linear", "dtype", ct_value_int(1),
		       "'dtype' must be torch.dtype or None, not int");
	assert_refused("AdaptiveAvgPool2d", "output_size", ct_value_string("a"),
		       "'output_size' must be int or a tuple of 2 ints or None, not str");
	assert_refused("MaxPool2d", "kernel_size",
		       ct_value_list((ct_value[]){ ct_value_int(3), ct_value_string("a") }, 2),
		       "'kernel_size' must be int or a tuple of 2 ints, not list with str");
	assert_refused("Upsample", "scale_factor",
		       ct_value_list((ct_value[]){ ct_value_none() }, 1),
		       "'scale_factor' must be float or a list of floats or None, not list with "
		       "NoneType");
}
END_TEST

static void assert_prints(ct_module *module, const char *wanted)
{
	char *text;

	OK(CT_FINISH(module, &module));
	OK(ct_module_to_string(module, &text));
	ck_assert_str_eq(text, wanted);
}

/* docs/modules-printing.md */
START_TEST(arguments_are_printed_in_the_type_of_their_class)
{
	CT_SCOPE;

	assert_prints(CT_NN(Dropout, 1), "Dropout(p=1.0, inplace=False)");
	assert_prints(CT_NN(LPPool2d, 2, CT_L(3)),
		      "LPPool2d(norm_type=2.0, kernel_size=3, stride=None, ceil_mode=False)");
	assert_prints(CT_NN(Hardtanh, 0, 6), "Hardtanh(min_val=0.0, max_val=6.0)");
	assert_prints(CT_NN(Unflatten, 0, CT_L(2, 3)), "Unflatten(dim=0, unflattened_size=(2, 3))");
	assert_prints(CT_NN(Upsample, CT_L(3)), "Upsample(size=3, mode='nearest')");
}
END_TEST

static ct_error refuse(ct_module *module, const ct_tensor *const *inputs, int64_t inputs_len,
		       ct_tensor **outputs, int64_t outputs_len, void *context)
{
	(void)module, (void)inputs, (void)inputs_len, (void)outputs, (void)outputs_len;
	(void)context;
	return ct_error_new(CT_ERROR_VALUE, NULL, "the hook's");
}

/* The texts are those of torch/nn/modules/module.py. */
START_TEST(modules_warn_as_in_python)
{
	CT_SCOPE;
	const ct_module_hook_options always = { .always_call = true };
	json_t *wanted = json_pack(
		"{s:[s,s,s]}", "warnings",
		"module forward hook with ``always_call=True`` raised an exception that was "
		"silenced as another error was raised in forward: the hook's",
		"Complex modules are a new feature under active development whose design may "
		"change, and some modules might not work as expected when using complex tensors as "
		"parameters or buffers. Please file an issue at "
		"https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml if a "
		"complex module does not work as expected.",
		"for bias: copying from a non-meta parameter in the checkpoint to a meta parameter "
		"in the current model, which is a no-op. (Did you mean to pass `assign=True` to "
		"assign items in the state dictionary to their corresponding key in the module "
		"instead of copying them in place?)");
	ct_module *linear = CT_NN(Linear, 2, 2);
	ct_tensor *y, *x = CT_E(ones, CT_L(5));
	ct_value state = ct_value_dict_new();

	OK(CT_DONE());
	OK(ct_value_dict_set(&state, ct_value_string("bias"),
			     ct_value_tensor(CT_E(ones, CT_L(2)))));
	note_warnings();
	OK(ct_module_register_forward_hook(linear, refuse, NULL, NULL, &always, NULL));
	FAILS_WITH(ct_module_forward(linear, x, &y), CT_ERROR_RUNTIME, "cannot be multiplied");
	OK(ct_module_to(linear, &(ct_module_to_options){ .dtype = CT_COMPLEX64 }));
	OK(ct_module_to(linear,
			&(ct_module_to_options){ .device = CT_DEVICE(CT_DEVICE_TYPE_META, -1) }));
	OK(ct_module_load_state_dict(linear, &state,
				     &(ct_load_state_dict_options){ .no_strict = true }, NULL));
	assert_warnings(wanted, "module");
	forget_warnings();
	ct_value_free(&state);
	json_decref(wanted);
}
END_TEST

Suite *module_details_suite(void)
{
	Suite *suite = suite_create("details of modules");
	TCase *norms = tests_of("batch normalization"), *pools = tests_of("pooling");
	TCase *others = tests_of("others");

	tcase_add_test(norms, without_momentum_all_batches_count_alike);
	tcase_add_test(norms, a_batch_that_fails_does_not_count);
	tcase_add_test(norms, a_copy_has_statistics_of_its_own);
	tcase_add_test(pools, unpooling_takes_the_size_of_the_output);
	tcase_add_test(pools, indices_are_there_if_they_were_asked_for);
	tcase_add_test(others, an_in_place_module_returns_its_input);
	tcase_add_test(others, a_c_function_is_the_distance);
	tcase_add_test(others, its_error_is_that_of_the_loss);
	tcase_add_test(others, text_is_not_a_module);
	tcase_add_test(others, wanted_types_are_in_words_of_python);
	tcase_add_test(others, arguments_are_printed_in_the_type_of_their_class);
	tcase_add_test(others, unknown_class_brings_similar_ones);
	tcase_add_test(others, modules_warn_as_in_python);
	tcase_add_test(others, threads_train_their_modules_below_a_shared_one);
	suite_add_tcase(suite, norms);
	suite_add_tcase(suite, pools);
	suite_add_tcase(suite, others);
	return suite;
}

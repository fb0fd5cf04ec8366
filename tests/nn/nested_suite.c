/*
 * Nested tensors, which have no sizes, where torch.nn and its neighbors read those of a caller's
 * tensor. The functions and classes get them from nn_cases.h and modules_suite.c.
 */
#include <ctorch/calls/call.h>
#include <ctorch/ctorch.h>
#include <ctorch/data/data.h>
#include <ctorch/nn/losses.h>
#include <ctorch/nn/nn.h>
#include <ctorch/nn/utils.h>
#include <ctorch/tensor/settings.h>
#include <ctorch/vision/transform_functions.h>

#include "support.h"

#define NO_SIZES                                                                                \
	"RuntimeError: Internal error: NestedTensorImpl doesn't support sizes. Please file an " \
	"issue."
#define NO_STRIDES                                                                                \
	"RuntimeError: Internal error: NestedTensorImpl doesn't support strides. Please file an " \
	"issue."

/* Of `n` matrices with the same number of rows; the scope's. */
static ct_tensor *nested_of(int64_t n, int64_t rows, ct_dtype dtype)
{
	ct_tensor *parts[4], *result;

	for (int64_t i = 0; i < n; i++)
		parts[i] = CT_E(ones, CT_L(rows, i + 2), .dtype = dtype);
	OK(CT_DONE());
	OK(ct__nested_tensor_from_tensor_list(parts, n, CT_DTYPE_NONE, CT_LAYOUT_NONE,
					      CT_DEVICE_NONE, NULL, &result));
	return result;
}

static ct_error compute_mask(const ct_tensor *t, const ct_tensor *mask, void *context,
			     ct_tensor **result)
{
	(void)mask, (void)context;
	return CT(ones_like, result, t);
}

START_TEST(pruning_refuses_scores_without_sizes)
{
	CT_SCOPE;
	const ct_scalar half = ct_scalar_float(0.5);
	const ct_prune_method own = { .type = CT_PRUNE_UNSTRUCTURED, .compute_mask = compute_mask };
	ct_tensor *nested = nested_of(3, 3, CT_FLOAT32);
	ct_module *net = CT_NN(Linear, 3, 3);

	OK(CT_DONE());
	FAILS(ct_nn_utils_prune_l1_unstructured(net, "weight", half, nested), NO_SIZES);
	FAILS(ct_nn_utils_prune_ln_structured(net, "weight", half, 2, 0, nested), NO_SIZES);
	FAILS(ct_nn_utils_prune_ln_structured_str(net, "weight", half, "nuc", 0, nested), NO_SIZES);
	FAILS(ct_nn_utils_prune_custom(net, "weight", &own, nested), NO_SIZES);
	OK(CT_DONE());
	FAILS(ct_nn_utils_prune_custom_from_mask(net, "weight", nested), NO_SIZES);
	OK(CT_DONE());
}
END_TEST

static void refuse_warning(const ct_warning *warning, void *context)
{
	(void)context;
	ck_abort_msg("a warning: %s", warning->message);
}

START_TEST(losses_read_the_sizes_of_inputs)
{
	CT_SCOPE;
	const ct_tensor *nested = nested_of(2, 3, CT_FLOAT32), *plain = CT_E(ones, CT_L(2, 3, 3));
	const ct_tensor *classes = CT_E(ones, CT_L(2, 3), .dtype = CT_INT64);
	ct_tensor *y;

	OK(CT_DONE());
	OK(ct_set_warning_handler(refuse_warning, NULL, NULL));
	for (int odd = 1; odd < 4; odd++) {
		const ct_tensor *x = odd & 1 ? nested : plain, *target = odd & 2 ? nested : plain;

		FAILS(CT(nn_mse_loss, &y, x, target), NO_SIZES);
		FAILS(CT(nn_l1_loss, &y, x, target), NO_SIZES);
		FAILS(CT(nn_smooth_l1_loss, &y, x, target), NO_SIZES);
		FAILS(CT(nn_huber_loss, &y, x, target), NO_SIZES);
		FAILS(CT(nn_binary_cross_entropy, &y, x, target), NO_SIZES);
		FAILS(CT(nn_binary_cross_entropy_with_logits, &y, x, target), NO_SIZES);
	}
	FAILS(CT(nn_nll_loss, &y, nested, classes), NO_SIZES);
	FAILS(CT(nn_cross_entropy, &y, nested, classes), NO_SIZES);
	OK(ct_set_warning_handler(NULL, NULL, NULL));
}
END_TEST

START_TEST(a_state_dict_needs_sizes)
{
	CT_SCOPE;
	ct_value state = ct_value_dict_new(), weight;
	ct_module *net = CT_NN(Linear, 3, 3, .bias = false);

	OK(CT_DONE());
	weight = ct_value_tensor(nested_of(3, 3, CT_FLOAT32));
	OK(ct_value_dict_set(&state, ct_value_string("weight"), weight));
	FAILS(ct_module_load_state_dict(net, &state, NULL, NULL), NO_SIZES);
	ct_value_free(&state);
}
END_TEST

START_TEST(batches_are_not_made_of_nested_tensors)
{
	CT_SCOPE;
	ct_value samples = ct_value_list_new(), batch;
	const ct_value sample = ct_value_tensor(nested_of(2, 3, CT_FLOAT32));

	OK(ct_value_list_append(&samples, sample));
	OK(ct_value_list_append(&samples, sample));
	FAILS(ct_default_collate(&samples, NULL, &batch),
	      "RuntimeError: Batches of nested tensors are not currently supported by the default "
	      "collate_fn; please provide a custom collate_fn to handle them appropriately.");
	ct_value_free(&samples);
}
END_TEST

START_TEST(an_image_has_sizes)
{
	CT_SCOPE;
	ct_tensor *nested = nested_of(3, 3, CT_UINT8), *y;

	FAILS(ct_transform_horizontal_flip(nested, &y), NO_SIZES);
	FAILS(ct_transform_equalize(nested, &y), NO_SIZES);
	FAILS(ct_transform_rgb_to_grayscale(nested, 1, &y), NO_SIZES);
	FAILS(ct_transform_resize(nested, CT_L(2, 2), "bilinear", CT_NO_INT, true, &y), NO_SIZES);
}
END_TEST

static ct_error identity(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			 ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs_len, (void)outputs_len, (void)context;
	return CT(clone, outputs, inputs[0]);
}

START_TEST(gradients_are_checked_of_strided_tensors)
{
	CT_SCOPE;
	ct_tensor *nested = nested_of(2, 3, CT_FLOAT64);

	OK(ct_tensor_set_requires_grad(nested, true));
	FAILS(ct_gradcheck(identity, NULL, CT_TENSORS(nested), 1, NULL, NULL), NO_STRIDES);
}
END_TEST

Suite *nested_suite(void)
{
	Suite *suite = suite_create("nested");
	TCase *tests = tests_of("nested");

	tcase_add_test(tests, pruning_refuses_scores_without_sizes);
	tcase_add_test(tests, losses_read_the_sizes_of_inputs);
	tcase_add_test(tests, a_state_dict_needs_sizes);
	tcase_add_test(tests, batches_are_not_made_of_nested_tensors);
	tcase_add_test(tests, an_image_has_sizes);
	tcase_add_test(tests, gradients_are_checked_of_strided_tensors);
	suite_add_tcase(suite, tests);
	return suite;
}

/*
 * The losses of torch.nn.functional compared with Python.
 */
#include <ctorch/nn/losses.h>

#include "nn_cases.h"
#include "support.h"

static void begin(void)
{
	begin_topic("nn_losses");
}

/* A call with each reduction. */
#define REDUCED(name, ...)                                                           \
	do {                                                                         \
		RUN(name ": none", CT(__VA_ARGS__, .reduction = CT_REDUCTION_NONE)); \
		RUN(name ": mean", CT(__VA_ARGS__));                                 \
		RUN(name ": sum", CT(__VA_ARGS__, .reduction = CT_REDUCTION_SUM));   \
	} while (0)

/* The plain calls of a loss of two tensors. */
#define LOSS(name) REDUCED(#name, nn_##name, OUT, X(0), X(1))

START_TEST(classes_have_cross_entropies)
{
	LOSS(cross_entropy);
	RUN("cross_entropy: weight and smoothing",
	    CT(nn_cross_entropy, OUT, X(0), X(1), X(2), .label_smoothing = 0.1));
	RUN("cross_entropy: ignored class",
	    CT(nn_cross_entropy, OUT, X(0), X(1), .ignore_index = 2));
	RUN("cross_entropy: images", CT(nn_cross_entropy, OUT, X(0), X(1)));
	RUN("cross_entropy: probabilities", CT(nn_cross_entropy, OUT, X(0), X(1)));
	RUN("cross_entropy: no batch", CT(nn_cross_entropy, OUT, X(0), X(1)));
	RUN("cross_entropy: batches differ", CT(nn_cross_entropy, OUT, X(0), X(1)));
	RUN("cross_entropy: smoothing above 1",
	    CT(nn_cross_entropy, OUT, X(0), X(1), .label_smoothing = 1.5));
	LOSS(nll_loss);
	RUN("nll_loss: weight", CT(nn_nll_loss, OUT, X(0), X(1), X(2)));
	RUN("nll_loss: ignored class", CT(nn_nll_loss, OUT, X(0), X(1), NULL, 2));
	RUN("nll_loss: sequences", CT(nn_nll_loss, OUT, X(0), X(1)));
	RUN("nll_loss: images", CT(nn_nll_loss, OUT, X(0), X(1)));
	RUN("nll_loss: no batch", CT(nn_nll_loss, OUT, X(0), X(1)));
	RUN("nll_loss: vector of classes", CT(nn_nll_loss, OUT, X(0), X(1)));
}
END_TEST

#define LINEAR(name, ...)                  \
	RUN("linear_cross_entropy: " name, \
	    CT(nn_linear_cross_entropy, OUT, X(0), X(1), __VA_ARGS__))

START_TEST(a_linear_layer_has_a_cross_entropy)
{
	REDUCED("linear_cross_entropy", nn_linear_cross_entropy, OUT, X(0), X(1), X(2));
	LINEAR("bias", X(2), .linear_bias = X(3));
	LINEAR("weight and smoothing", X(2), .weight = X(3), .label_smoothing = 0.2);
	LINEAR("ignored class", X(2), .ignore_index = 0);
	LINEAR("no batch", X(2));
	LINEAR("probabilities", X(2));
	LINEAR("more dimensions", X(2), .linear_bias = X(3));
	LINEAR("3 dimensions", X(2));
	LINEAR("weight vector", X(2));
	LINEAR("features differ", X(2));
	LINEAR("wrong bias", X(2), .linear_bias = X(3));
	LINEAR("wrong bias of more dimensions", X(2), .linear_bias = X(3));
	LINEAR("more dimensions, no batch", X(2));
	LINEAR("ignored class of probabilities", X(2), .ignore_index = 1);
}
END_TEST

/* Of seven rows and eleven classes. */
#define CHUNKS(name, ...)    \
	RUN("chunks: " name, \
	    CT(nn_linear_cross_entropy, OUT, X(0), X(1), __VA_ARGS__, .chunked = true))

/* With a bias, weights and a reduction, in chunks of `rows`. */
#define WEIGHTED_CHUNKS(name, how, rows, ...)                                     \
	CHUNKS(name, X(2), .linear_bias = X(3), .weight = X(4), .reduction = how, \
	       .batch_chunk_size = rows, __VA_ARGS__)

#define SHORT_CHUNKS(policy, type, name, how, ...)                                       \
	do {                                                                             \
		WEIGHTED_CHUNKS(policy " " type ", " name, how, 4, .acc_policy = policy, \
				__VA_ARGS__);                                            \
		WEIGHTED_CHUNKS("probabilities, " policy " " type ", " name, how, 4,     \
				.acc_policy = policy, __VA_ARGS__);                      \
	} while (0)

#define CHUNKS_OF_TYPE(type, name, how)                                             \
	do {                                                                        \
		SHORT_CHUNKS("auto", type, name, how, .allow_retain_graph = false); \
		SHORT_CHUNKS("accurate", type, name, how, .acc_dtype = CT_FLOAT32); \
		SHORT_CHUNKS("compact", type, name, how, .acc_dtype = CT_FLOAT32);  \
	} while (0)

#define CHUNKS_REDUCED(name, how)                                                      \
	do {                                                                           \
		CHUNKS(name, X(2), .reduction = how);                                  \
		WEIGHTED_CHUNKS("weights, " name, how, 2, .acc_policy = "auto");       \
		WEIGHTED_CHUNKS("accurate, " name, how, 3, .acc_policy = "accurate");  \
		WEIGHTED_CHUNKS("probabilities, " name, how, 2, .acc_policy = "auto"); \
		CHUNKS("only probabilities, " name, X(2), .reduction = how,            \
		       .chunking_method = "aspect_ratio");                             \
		CHUNKS_OF_TYPE("bfloat16", name, how);                                 \
		CHUNKS_OF_TYPE("float16", name, how);                                  \
	} while (0)

START_TEST(chunks_of_a_linear_layer_have_pythons_loss)
{
	CHUNKS_REDUCED("none", CT_REDUCTION_NONE);
	CHUNKS_REDUCED("mean", CT_REDUCTION_MEAN);
	CHUNKS_REDUCED("sum", CT_REDUCTION_SUM);
}
END_TEST

#define AUTOCAST_CHUNKS(name, how)                                                             \
	do {                                                                                   \
		ct_error error = NULL;                                                         \
                                                                                               \
		CT_AUTOCAST(error, CT_DEVICE_TYPE_CPU)                                         \
		{                                                                              \
			RUN("autocast: " name,                                                 \
			    CT(nn_linear_cross_entropy, OUT, X(0), X(1), X(2),                 \
			       .linear_bias = X(3), .weight = X(4), .reduction = how,          \
			       .chunked = true, .batch_chunk_size = 2));                       \
			ck_assert(ct_autocast_is_enabled(CT_DEVICE_TYPE_CPU, &is_on) == NULL); \
			ck_assert(is_on);                                                      \
		}                                                                              \
		OK(error);                                                                     \
	} while (0)

#define AUTOCAST_CHUNKS_OF(type)                                                  \
	do {                                                                      \
		AUTOCAST_CHUNKS(type ", classes, none", CT_REDUCTION_NONE);       \
		AUTOCAST_CHUNKS(type ", classes, mean", CT_REDUCTION_MEAN);       \
		AUTOCAST_CHUNKS(type ", classes, sum", CT_REDUCTION_SUM);         \
		AUTOCAST_CHUNKS(type ", probabilities, none", CT_REDUCTION_NONE); \
		AUTOCAST_CHUNKS(type ", probabilities, mean", CT_REDUCTION_MEAN); \
		AUTOCAST_CHUNKS(type ", probabilities, sum", CT_REDUCTION_SUM);   \
	} while (0)

START_TEST(chunks_under_autocast_have_pythons_loss)
{
	bool is_on;

	AUTOCAST_CHUNKS_OF("float32");
	AUTOCAST_CHUNKS_OF("bfloat16");
}
END_TEST

START_TEST(chunks_are_as_many_as_pythons)
{
	CHUNKS("only the weight", X(2));
	CHUNKS("an ignored class", X(2), .batch_chunk_size = 5, .ignore_index = 3);
	CHUNKS("all ignored", X(2));
	CHUNKS("no batch", X(2), .linear_bias = X(3));
	CHUNKS("no rows", X(2));
	CHUNKS("as one", X(2), .chunking_method = "none");
	CHUNKS("half of a ratio", X(2), .chunking_method = "aspect_ratio:2");
	CHUNKS("more features than classes", X(2));
	CHUNKS("retained", X(2), .allow_retain_graph = true);
	CHUNKS("float64", X(2));
}
END_TEST

START_TEST(chunks_are_refused_or_not_made)
{
	CHUNKS("smoothing", X(2), .label_smoothing = 0.1);
	CHUNKS("more dimensions", X(2), .linear_bias = X(3));
	CHUNKS("probabilities with a gradient", X(2));
	CHUNKS("wrong policy", X(2), .acc_policy = "fast");
	CHUNKS("wrong method", X(2), .chunking_method = "aspect_ratio:0");
	CHUNKS("wrong size", X(2), .batch_chunk_size = 0);
	CHUNKS("size and method", X(2), .batch_chunk_size = 2, .chunking_method = "aspect_ratio");
	CHUNKS("integers as acc_dtype", X(2), .acc_dtype = CT_INT64);
	CHUNKS("shorter acc_dtype", X(2), .acc_dtype = CT_FLOAT16);
	CHUNKS("wrong class", X(2));
	CHUNKS("too few targets", X(2));
}
END_TEST

START_TEST(chunks_of_other_sizes_are_refused)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(randn, CT_L(7, 3)), *weight = CT_E(randn, CT_L(11, 3)), *y;
	ct_tensor *nine = CT_E(zeros, CT_L(9), .dtype = CT_INT64);
	ct_tensor *seven = CT_E(zeros, CT_L(7), .dtype = CT_INT64);

	FAILS(CT(nn_linear_cross_entropy, &y, x, weight, nine, .chunked = true),
	      "ValueError: Expected input batch_size (7) to match target batch_size (9).");
	FAILS(CT(nn_linear_cross_entropy, &y, x, weight, seven, .chunked = true,
		 .weight = CT_E(ones, CT_L(20))),
	      "RuntimeError: expected weight shape to be (11,), got (20,)");
}
END_TEST

/* Six classes of three features; backward twice. */
static ct_error backward_twice(bool allows, ct_tensor **gradient)
{
	const bool retain = true;
	const int64_t classes[] = { 0, 5, 2, 2 };
	ct_tensor *weight, *labels, *loss;

	CT_TRY(CT(randn, &weight, CT_L(6, 3)));
	CT_TRY(ct_tensor_set_requires_grad(weight, true));
	CT_TRY(ct_tensor_from_data(classes, CT_INT64, CT_L(4), &labels));
	CT_TRY(CT(nn_linear_cross_entropy, &loss, CT_E(randn, CT_L(4, 3)), weight, labels,
		  .chunked = true, .batch_chunk_size = 2, .allow_retain_graph = allows));
	CT_TRY(ct_tensor_backward_with(loss, NULL, &retain, false, CT_NO_TENSORS));
	CT_TRY(ct_tensor_grad(weight, gradient));
	CT_TRY(CT(clone, gradient, *gradient));
	CT_TRY(ct_tensor_backward(loss));
	CT_TRY(ct_tensor_grad(weight, &weight));
	return CT(sub, gradient, weight, *gradient, .alpha = CT_S(2));
}

START_TEST(gradients_of_chunks_are_used_up_unless_they_are_retained)
{
	CT_SCOPE;
	ct_tensor *difference;

	FAILS(backward_twice(false, &difference),
	      "RuntimeError: linear_cross_entropy chunked backward called twice; "
	      "retain_graph=True / double backward are not supported.");
	OK(backward_twice(true, &difference));
	OK(CT(any, &difference, difference));
	ck_assert(!*(const bool *)ct_tensor_data(difference));
}
END_TEST

#define BINARY(name, ...) \
	RUN("binary_cross_entropy" name, CT(nn_binary_cross_entropy, OUT, X(0), __VA_ARGS__))

START_TEST(labels_have_cross_entropies)
{
	LOSS(binary_cross_entropy);
	BINARY(": weight", X(1), X(2));
	BINARY(": weight column", X(1), X(2), CT_REDUCTION_NONE);
	BINARY(": sizes differ", X(1));
	BINARY(": weight does not broadcast", X(1), X(2));
	BINARY(": weight of other rows", X(1), X(2));
	BINARY(": larger weight", X(1), X(2));
	BINARY(": outside 0 to 1", X(1));
	LOSS(binary_cross_entropy_with_logits);
	RUN("binary_cross_entropy_with_logits: weights",
	    CT(nn_binary_cross_entropy_with_logits, OUT, X(0), X(1), X(2), .pos_weight = X(3)));
	RUN("binary_cross_entropy_with_logits: sizes differ",
	    CT(nn_binary_cross_entropy_with_logits, OUT, X(0), X(1)));
	LOSS(multilabel_soft_margin_loss);
	RUN("multilabel_soft_margin_loss: weight",
	    CT(nn_multilabel_soft_margin_loss, OUT, X(0), X(1), X(2)));
	RUN("multilabel_soft_margin_loss: no batch",
	    CT(nn_multilabel_soft_margin_loss, OUT, X(0), X(1)));
	RUN("multilabel_soft_margin_loss: number",
	    CT(nn_multilabel_soft_margin_loss, OUT, X(0), X(1)));
}
END_TEST

START_TEST(distributions_have_likelihoods)
{
	LOSS(kl_div);
	RUN("kl_div: batchmean", CT(nn_kl_div, OUT, X(0), X(1), CT_REDUCTION_BATCH_MEAN));
	RUN("kl_div: batchmean of a number",
	    CT(nn_kl_div, OUT, X(0), X(1), CT_REDUCTION_BATCH_MEAN));
	RUN("kl_div: log_target", CT(nn_kl_div, OUT, X(0), X(1), CT_REDUCTION_BATCH_MEAN, true));
	LOSS(poisson_nll_loss);
	RUN("poisson_nll_loss: full", CT(nn_poisson_nll_loss, OUT, X(0), X(1), .full = true));
	RUN("poisson_nll_loss: no logarithm",
	    CT(nn_poisson_nll_loss, OUT, X(0), X(1), false, .eps = 0.5));
}
END_TEST

#define GAUSSIAN(name, ...) \
	RUN("gaussian_nll_loss" name, CT(nn_gaussian_nll_loss, OUT, X(0), X(1), __VA_ARGS__))

START_TEST(variances_fit_the_input)
{
	REDUCED("gaussian_nll_loss", nn_gaussian_nll_loss, OUT, X(0), X(1), X(2));
	GAUSSIAN(": full", X(2), true);
	GAUSSIAN(": eps", X(2), .eps = 0.5);
	GAUSSIAN(": without the last dimension", X(2));
	GAUSSIAN(": one for a dimension", X(2));
	GAUSSIAN(": negative", X(2));
	GAUSSIAN(": wrong size", X(2));
	GAUSSIAN(": ones for two dimensions", X(2));
}
END_TEST

#define OF_NUMBERS(name)                                                           \
	do {                                                                       \
		LOSS(name);                                                        \
		RUN(#name ": broadcast", CT(nn_##name, OUT, X(0), X(1)));          \
		RUN(#name ": does not broadcast", CT(nn_##name, OUT, X(0), X(1))); \
	} while (0)

#define WEIGHTED(name)                                                                 \
	do {                                                                           \
		REDUCED(#name ": weight", nn_##name, OUT, X(0), X(1), .weight = X(2)); \
		RUN(#name ": weight of another size",                                  \
		    CT(nn_##name, OUT, X(0), X(1), .weight = X(2)));                   \
	} while (0)

START_TEST(numbers_broadcast_and_have_weights)
{
	OF_NUMBERS(mse_loss);
	WEIGHTED(mse_loss);
	OF_NUMBERS(l1_loss);
	WEIGHTED(l1_loss);
	OF_NUMBERS(huber_loss);
	WEIGHTED(huber_loss);
	RUN("huber_loss: delta 0.5", CT(nn_huber_loss, OUT, X(0), X(1), .delta = 0.5));
	RUN("huber_loss: delta 0", CT(nn_huber_loss, OUT, X(0), X(1), .delta = 0));
	OF_NUMBERS(smooth_l1_loss);
	REDUCED("smooth_l1_loss: beta 0.5", nn_smooth_l1_loss, OUT, X(0), X(1), .beta = 0.5);
	REDUCED("smooth_l1_loss: beta 0", nn_smooth_l1_loss, OUT, X(0), X(1), .beta = 0);
	RUN("smooth_l1_loss: negative beta", CT(nn_smooth_l1_loss, OUT, X(0), X(1), .beta = -1));
}
END_TEST

#define RANKING(name, ...) \
	RUN("margin_ranking_loss: " name, CT(nn_margin_ranking_loss, OUT, X(0), X(1), __VA_ARGS__))
#define MULTI(name, ...) \
	RUN("multi_margin_loss: " name, CT(nn_multi_margin_loss, OUT, X(0), X(1), __VA_ARGS__))
#define TRIPLET(name, ...) \
	RUN("triplet_margin_loss: " name, CT(nn_triplet_margin_loss, OUT, X(0), X(1), __VA_ARGS__))

START_TEST(margins_are_checked)
{
	REDUCED("margin_ranking_loss", nn_margin_ranking_loss, OUT, X(0), X(1), X(2));
	RANKING("margin", X(2), 0.5);
	RANKING("dimensions differ", X(2));
	LOSS(multi_margin_loss);
	MULTI("squares", 2, 0.5);
	MULTI("weight", .weight = X(2));
	MULTI("p is 3", 3);
	MULTI("weight matrix", .weight = X(2));
	REDUCED("triplet_margin_loss", nn_triplet_margin_loss, OUT, X(0), X(1), X(2));
	TRIPLET("swap", X(2), .swap = true);
	TRIPLET("p 1, margin 2", X(2), 2, 1);
	TRIPLET("margin 0", X(2), 0);
	TRIPLET("negative margin", X(2), -0.5);
}
END_TEST

/* --- A distance of the caller's --------------------------------------------------------------- */

static ct_error largest(const ct_tensor *x, const ct_tensor *y, void *calls, ct_tensor **result)
{
	++*(int *)calls;
	return CT_FINISH(CT_E(amax, CT_E(abs, CT_E(sub, x, y)), CT_L(1)), result);
}

static ct_error no_distance(const ct_tensor *x, const ct_tensor *y, void *context,
			    ct_tensor **result)
{
	(void)x, (void)y, (void)context, (void)result;
	return ct_error_new(CT_ERROR_VALUE, NULL, "too far");
}

static ct_error sets_nothing(const ct_tensor *x, const ct_tensor *y, void *context,
			     ct_tensor **result)
{
	(void)x, (void)y, (void)context, (void)result;
	return NULL;
}

#define DISTANCE(name, ...)                                  \
	RUN_ONCE("triplet_margin_with_distance_loss: " name, \
		 ct_nn_triplet_margin_with_distance_loss(X(0), X(1), X(2), __VA_ARGS__, OUT))

START_TEST(a_distance_may_be_the_callers)
{
	int calls = 0;

	DISTANCE("none", NULL, NULL, 1, false, CT_REDUCTION_NONE);
	DISTANCE("mean", NULL, NULL, 1, false, CT_REDUCTION_MEAN);
	DISTANCE("sum", NULL, NULL, 1, false, CT_REDUCTION_SUM);
	DISTANCE("swap", NULL, NULL, 2, true, CT_REDUCTION_MEAN);
	DISTANCE("margin 0", NULL, NULL, 0, false, CT_REDUCTION_MEAN);
	DISTANCE("dimensions differ", NULL, NULL, 1, false, CT_REDUCTION_MEAN);
	DISTANCE("own: none", largest, &calls, 1, false, CT_REDUCTION_NONE);
	ck_assert_int_eq(calls, 2);
	DISTANCE("own: mean", largest, &calls, 1, false, CT_REDUCTION_MEAN);
	DISTANCE("own: sum", largest, &calls, 1, false, CT_REDUCTION_SUM);
	ck_assert_int_eq(calls, 6);
	DISTANCE("own, swap", largest, &calls, 0.5, true, CT_REDUCTION_MEAN);
	ck_assert_int_eq(calls, 9);
}
END_TEST

static ct_error loss_of(ct_nn_distance_function distance, ct_tensor *x)
{
	return ct_nn_triplet_margin_with_distance_loss(x, x, x, distance, NULL, 1, true,
						       CT_REDUCTION_MEAN, &(ct_tensor *){ NULL });
}

START_TEST(an_error_of_the_distance_is_returned)
{
	CT_SCOPE;
	ct_tensor *x;
	ct_error error;

	OK(CT(ones, &x, CT_L(2, 2)));
	error = loss_of(no_distance, x);
	ck_assert_str_eq(error, "ValueError: too far");
	ck_assert_ptr_nonnull(strstr(ct_error_trace(error),
				     "in the function of ct_nn_triplet_margin_with_distance_loss"));
	ct_error_free(error);
	error = loss_of(sets_nothing, x);
	ck_assert_ptr_nonnull(error);
	ct_error_free(error);
}
END_TEST

/* --- The rest --------------------------------------------------------------------------------- */

START_TEST(the_others_are_operators)
{
	REDUCED("cosine_embedding_loss", cosine_embedding_loss, OUT, X(0), X(1), X(2));
	RUN("cosine_embedding_loss: margin", CT(cosine_embedding_loss, OUT, X(0), X(1), X(2), 0.3));
	REDUCED("hinge_embedding_loss", hinge_embedding_loss, OUT, X(0), X(1));
	REDUCED("multilabel_margin_loss", multilabel_margin_loss, OUT, X(0), X(1));
	REDUCED("soft_margin_loss", soft_margin_loss, OUT, X(0), X(1));
	REDUCED("ctc_loss", ctc_loss_Tensor, OUT, X(0), X(1), X(2), X(3));
	RUN("ctc_loss: zero_infinity",
	    CT(ctc_loss, OUT, X(0), X(1), X(2), X(3), 0, .zero_infinity = true));
	RUN("cosine_similarity", CT(cosine_similarity, OUT, X(0), X(1)));
	RUN("cosine_similarity: dim, eps", CT(cosine_similarity, OUT, X(0), X(1), 0, 0.1));
	RUN("pairwise_distance", CT(pairwise_distance, OUT, X(0), X(1)));
	RUN("pairwise_distance: keepdim",
	    CT(pairwise_distance, OUT, X(0), X(1), 1, .keepdim = true));
}
END_TEST

/* Python's reductions are words; ours are numbers, of which others are refused alike. */
START_TEST(a_reduction_is_one_of_three)
{
	CT_SCOPE;
	static const char refused[] = "ValueError: 7 is not a valid value for reduction";
	ct_tensor *x, *y = UNTOUCHED;

	OK(CT(ones, &x, CT_L(2, 2)));
	FAILS(CT(nn_mse_loss, &y, x, x, 7), refused);
	FAILS(CT(nn_kl_div, &y, x, x, 7), refused);
	FAILS(CT(nn_cross_entropy, &y, x, x, .reduction = 7), refused);
	FAILS(CT(nn_nll_loss, &y, x, x, .reduction = 7), refused);
	FAILS(CT(nn_linear_cross_entropy, &y, x, x, x, .reduction = 7), refused);
	FAILS(CT(nn_binary_cross_entropy, &y, x, x, .reduction = 7), refused);
	FAILS(CT(nn_binary_cross_entropy_with_logits, &y, x, x, .reduction = 7), refused);
	FAILS(CT(nn_multilabel_soft_margin_loss, &y, x, x, .reduction = 7), refused);
	FAILS(CT(nn_poisson_nll_loss, &y, x, x, .reduction = 7), refused);
	FAILS(CT(nn_gaussian_nll_loss, &y, x, x, x, .reduction = 7), refused);
	FAILS(CT(nn_margin_ranking_loss, &y, x, x, x, .reduction = 7), refused);
	FAILS(CT(nn_multi_margin_loss, &y, x, x, .reduction = 7), refused);
	FAILS(CT(nn_triplet_margin_loss, &y, x, x, x, .reduction = 7), refused);
	FAILS(CT(nn_l1_loss, &y, x, x, CT_REDUCTION_BATCH_MEAN),
	      "ValueError: batchmean is not a valid value for reduction");
	ck_assert_ptr_eq(y, UNTOUCHED);
}
END_TEST

START_TEST(null_is_an_error)
{
	CT_SCOPE;
	ct_tensor *x, *y = UNTOUCHED;

	OK(CT(ones, &x, CT_L(2, 2)));
	FAILS(CT(nn_mse_loss, &y, NULL, x),
	      "ArgumentError: ct_nn_mse_loss: argument 1 (input) must not be NULL");
	FAILS(CT(nn_cross_entropy, &y, NULL, x),
	      "ArgumentError: ct_cross_entropy_loss: argument 1 (self) must not be NULL");
	ck_assert_ptr_eq(y, UNTOUCHED);
}
END_TEST

START_TEST(an_earlier_error_of_the_expression_is_returned)
{
	CT_SCOPE;
	ct_tensor *x, *y = NULL;

	OK(CT(ones, &x, CT_L(2, 2)));
	y = CT_E(nn_mse_loss, CT_E(view, x, CT_L(3)), x);
	FAILS(CT_FINISH(y, &y), "RuntimeError: shape '[3]' is invalid for input of size 4");
	FAILS(ct_nn_mse_loss(CT_E(view, x, CT_L(3)), x, CT_REDUCTION_MEAN, NULL, &y),
	      "RuntimeError: shape '[3]' is invalid for input of size 4");
	FAILS(ct_nn_triplet_margin_loss(x, x, CT_E(view, x, CT_L(3)), -1, 2, 1e-6, false,
					CT_REDUCTION_MEAN, &y),
	      "RuntimeError: shape '[3]' is invalid for input of size 4");
}
END_TEST

START_TEST(all_cases_ran)
{
	assert_all_ran();
}
END_TEST

Suite *losses_suite(void)
{
	Suite *suite = suite_create("losses");
	TCase *tests = tests_of("losses");

	tcase_add_unchecked_fixture(tests, begin, end_topic);
	tcase_add_test(tests, classes_have_cross_entropies);
	tcase_add_test(tests, a_linear_layer_has_a_cross_entropy);
	tcase_add_test(tests, chunks_of_a_linear_layer_have_pythons_loss);
	tcase_add_test(tests, chunks_under_autocast_have_pythons_loss);
	tcase_add_test(tests, chunks_are_as_many_as_pythons);
	tcase_add_test(tests, chunks_are_refused_or_not_made);
	tcase_add_test(tests, chunks_of_other_sizes_are_refused);
	tcase_add_test(tests, gradients_of_chunks_are_used_up_unless_they_are_retained);
	tcase_add_test(tests, labels_have_cross_entropies);
	tcase_add_test(tests, distributions_have_likelihoods);
	tcase_add_test(tests, variances_fit_the_input);
	tcase_add_test(tests, numbers_broadcast_and_have_weights);
	tcase_add_test(tests, margins_are_checked);
	tcase_add_test(tests, a_distance_may_be_the_callers);
	tcase_add_test(tests, an_error_of_the_distance_is_returned);
	tcase_add_test(tests, the_others_are_operators);
	tcase_add_test(tests, a_reduction_is_one_of_three);
	tcase_add_test(tests, null_is_an_error);
	tcase_add_test(tests, an_earlier_error_of_the_expression_is_returned);
	tcase_add_test(tests, all_cases_ran);
	suite_add_tcase(suite, tests);
	return suite;
}

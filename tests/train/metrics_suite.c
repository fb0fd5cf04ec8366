/*
 * Mean, accuracy, confusion matrices and early stopping beside PyTorch's numbers; throughput.
 */
#define _GNU_SOURCE
#include <math.h>
#include <unistd.h>

#include <ctorch/calls/call.h>
#include <ctorch/core/scope.h>

#include "support.h"

static json_t *cases;

static void set_up(void)
{
	cases = expected_cases("train");
}

static void tear_down(void)
{
	json_decref(cases);
}

#define EACH_CASE(of_case, of_kind)                                  \
	for (size_t i_ = 0; i_ < json_array_size(cases); i_++)       \
		if ((of_case = json_array_get(cases, i_)) != NULL && \
		    !strcmp(expected_text(of_case, "kind"), of_kind))

/* --- accuracy --------------------------------------------------------------------------------- */

START_TEST(accuracy_is_pythons)
{
	const json_t *of_case;
	int n = 0;

	EACH_CASE(of_case, "accuracy")
	{
		CT_SCOPE;
		ct_tensor *scores = expected_tensor(of_case, "scores");
		ct_tensor *labels = expected_tensor(of_case, "labels");
		const int64_t right = expected_int(of_case, "right");
		const int64_t total = expected_int(of_case, "total");
		ct_accuracy accuracy = { .top = expected_int(of_case, "top") };

		OK(ct_tensor_set_requires_grad(scores, true));
		OK(ct_accuracy_add(&accuracy, scores, labels));
		ck_assert_int_eq(accuracy.right, right);
		ck_assert_int_eq(accuracy.total, total);
		OK(ct_accuracy_add(&accuracy, scores, labels));
		ck_assert_int_eq(accuracy.right, 2 * right);
		ck_assert_double_eq(ct_accuracy_value(&accuracy), (double)right / (double)total);
		n++;
	}
	ck_assert_int_gt(n, 15);
}
END_TEST

static ct_tensor *zeros(ct_ints shape, ct_dtype dtype)
{
	ct_tensor *result;

	OK(CT(zeros, &result, shape, .dtype = dtype));
	return result;
}

START_TEST(batches_that_do_not_fit_are_errors)
{
	CT_SCOPE;
	ct_tensor *scores = zeros(CT_L(2, 3), CT_FLOAT32), *labels = zeros(CT_L(2), CT_INT64);
	ct_accuracy accuracy = { 0 };

	FAILS(ct_accuracy_add(&accuracy, scores, zeros(CT_L(3), CT_INT64)),
	      "ValueError: labels of shape (3,) do not fit scores of shape (2, 3)");
	FAILS(ct_accuracy_add(&accuracy, zeros((ct_ints){ NULL, 0 }, CT_FLOAT32), labels),
	      "ValueError: labels of shape (2,) do not fit scores of shape ()");
	FAILS(ct_accuracy_add(&accuracy, scores, zeros(CT_L(2), CT_FLOAT32)),
	      "TypeError: labels must be integers, not torch.float32");
	accuracy.top = 4;
	FAILS(ct_accuracy_add(&accuracy, scores, labels),
	      "ValueError: top is 4, but there are only 3 classes");
	accuracy.top = 0;
	OK(CT(fill__Scalar, labels, 3));
	FAILS(ct_accuracy_add(&accuracy, scores, labels),
	      "ValueError: label 3 is not one of the classes 0 to 2");
	FAILS(ct_accuracy_add(&accuracy, scores, NULL),
	      "ArgumentError: ct_accuracy_add: argument 3 (labels) must not be NULL");
	FAILS(ct_accuracy_add(NULL, scores, labels),
	      "ArgumentError: ct_accuracy_add: argument 1 (self) must not be NULL");
	ck_assert_int_eq(accuracy.total, 0);
	ck_assert(isnan(ct_accuracy_value(&accuracy)));
	ck_assert(isnan(ct_accuracy_value(NULL)));
}
END_TEST

/* --- confusion matrices ----------------------------------------------------------------------- */

static double at(const json_t *of_case, const char *key, int64_t i)
{
	return json_number_value(json_array_get(expected_list(of_case, key), (size_t)i));
}

static void assert_close(double got, double wanted)
{
	ck_assert_double_eq_tol(got, wanted, 1e-12);
}

/* The Jaccard index from Dice's, which F1 is. */
static double iou_from_f1(double f1)
{
	return f1 / (2 - f1);
}

static void assert_measures(const ct_confusion_matrix *matrix, const json_t *of_case)
{
	const int64_t classes = ct_confusion_matrix_class_count(matrix);
	double sum = 0;

	for (int64_t i = 0; i < classes; i++) {
		const double iou = iou_from_f1(at(of_case, "f1", i));

		sum += iou;
		assert_close(ct_confusion_matrix_iou(matrix, i), iou);
		assert_close(ct_confusion_matrix_precision(matrix, i), at(of_case, "precision", i));
		assert_close(ct_confusion_matrix_recall(matrix, i), at(of_case, "recall", i));
		assert_close(ct_confusion_matrix_f1(matrix, i), at(of_case, "f1", i));
	}
	assert_close(ct_confusion_matrix_precision(matrix, -1), at(of_case, "means", 0));
	assert_close(ct_confusion_matrix_recall(matrix, -1), at(of_case, "means", 1));
	assert_close(ct_confusion_matrix_f1(matrix, -1), at(of_case, "means", 2));
	assert_close(ct_confusion_matrix_iou(matrix, -1), sum / (double)classes);
	assert_close(ct_confusion_matrix_accuracy(matrix), expected_double(of_case, "accuracy"));
	ck_assert(isnan(ct_confusion_matrix_f1(matrix, classes)));
	ck_assert(isnan(ct_confusion_matrix_f1(matrix, -2)));
	ck_assert(isnan(ct_confusion_matrix_iou(matrix, classes)));
}

static void assert_confusion(const json_t *of_case, const char *key)
{
	ct_confusion_matrix *matrix;
	ct_tensor *counts;

	CT_SCOPE;
	OK(ct_confusion_matrix_new(expected_int(of_case, "classes"), &matrix));
	OK(ct_confusion_matrix_add(matrix, expected_tensor(of_case, key),
				   expected_tensor(of_case, "labels")));
	OK(ct_confusion_matrix_to_tensor(matrix, &counts));
	assert_expected_tensor(counts, of_case, "counts", 0, key);
	assert_measures(matrix, of_case);
}

START_TEST(confusion_matrices_are_pythons)
{
	const json_t *of_case;
	int n = 0;

	EACH_CASE(of_case, "confusion")
	{
		assert_confusion(of_case, "scores");
		assert_confusion(of_case, "predicted");
		n++;
	}
	ck_assert_int_ge(n, 8);
}
END_TEST

static ct_tensor *integers(const char *text)
{
	ct_tensor *result;

	OK(ct_tensor_from_text(text, NULL, &result));
	return result;
}

START_TEST(classes_out_of_range_are_errors_and_add_nothing)
{
	CT_SCOPE;
	ct_confusion_matrix *matrix;

	OK(ct_confusion_matrix_new(3, &matrix));
	FAILS(ct_confusion_matrix_add(matrix, integers("[0, 1]"), integers("[0, 3]")),
	      "ValueError: label 3 is not one of the classes 0 to 2");
	FAILS(ct_confusion_matrix_add(matrix, integers("[0, -1]"), integers("[0, 2]")),
	      "ValueError: predicted class -1 is not one of the classes 0 to 2");
	ck_assert_int_eq(ct_confusion_matrix_count(matrix, 0, 0), 0);
	OK(ct_confusion_matrix_add(matrix, integers("[5, 1]"), integers("[-100, 2]")));
	OK(ct_confusion_matrix_add(matrix, integers("[5]"), integers("[-100]")));
	ck_assert_int_eq(ct_confusion_matrix_count(matrix, 2, 1), 1);
	ck_assert_int_eq(ct_confusion_matrix_count(matrix, 2, 7), 0);
	FAILS(ct_confusion_matrix_new(0, &matrix),
	      "ValueError: the number of classes is 0, but must be from 1 to 10000");
	ct_confusion_matrix_free(NULL);
	ck_assert_int_eq(ct_confusion_matrix_class_count(NULL), 0);
}
END_TEST

START_TEST(a_confusion_matrix_prints_a_table)
{
	const char *const names[] = { "cat", "dog" };
	ct_confusion_matrix *matrix;
	char *text;

	CT_SCOPE;
	OK(ct_confusion_matrix_new(2, &matrix));
	OK(ct_confusion_matrix_add(matrix, integers("[0, 1, 1, 1]"), integers("[0, 0, 1, 1]")));
	OK(ct_confusion_matrix_to_string(matrix, CT_STRINGS_OF(names, 2), &text));
	ck_assert_str_eq(text, "class  precision  recall      F1  support\n"
			       "cat       1.0000  0.5000  0.6667        2\n"
			       "dog       0.6667  1.0000  0.8000        2\n"
			       "mean      0.8333  0.7500  0.7333        4\n"
			       "accuracy 0.7500\n");
	OK(ct_confusion_matrix_to_string(matrix, CT_NO_STRINGS, &text));
	ck_assert_ptr_nonnull(strstr(text, "\n1         0.6667"));
	FAILS(ct_confusion_matrix_to_string(matrix, CT_STRINGS_OF(names, 1), &text),
	      "ValueError: 1 names for 2 classes");
}
END_TEST

/* --- early stopping --------------------------------------------------------------------------- */

static double number_of(const json_t *number)
{
	return json_is_string(number) ? strtod(json_string_value(number), NULL)
				      : json_number_value(number);
}

static void assert_stopping(const json_t *of_case)
{
	const json_t *values = expected_list(of_case, "values"), *value;
	const int64_t stops = expected_int(of_case, "stops");
	ct_early_stopping stopping = {
		.patience = expected_int(of_case, "patience"),
		.min_delta = expected_double(of_case, "min_delta"),
		.maximize = expected_bool(of_case, "maximize"),
	};
	size_t i;

	json_array_foreach (values, i, value) {
		const bool stop = ct_early_stopping_update(&stopping, number_of(value));

		ck_assert_int_eq(stop, (int64_t)i == stops);
		ck_assert_double_eq(stopping.best, at(of_case, "bests", (int64_t)i));
		ck_assert_int_eq(ct_early_stopping_is_best(&stopping),
				 stopping.best_at == (int64_t)i);
		if (stop)
			return;
	}
}

START_TEST(training_stops_where_pythons_scheduler_reduces_the_rate)
{
	const json_t *of_case;
	int n = 0;

	EACH_CASE(of_case, "stopping")
	{
		assert_stopping(of_case);
		n++;
	}
	ck_assert_int_gt(n, 15);
}
END_TEST

START_TEST(nan_at_first_is_not_the_best)
{
	ct_early_stopping stopping = { .patience = 3 };

	ck_assert(!ct_early_stopping_update(&stopping, NAN));
	ck_assert(!ct_early_stopping_is_best(&stopping));
	ck_assert(!ct_early_stopping_update(&stopping, 5));
	ck_assert(ct_early_stopping_is_best(&stopping));
	ck_assert_int_eq(stopping.best_at, 1);
	ck_assert(!ct_early_stopping_update(NULL, 1));
	ck_assert(!ct_early_stopping_is_best(NULL));
}
END_TEST

/* --- mean and throughput ---------------------------------------------------------------------- */

START_TEST(a_mean_has_weights)
{
	ct_running_mean mean = { 0 };

	ck_assert(isnan(ct_running_mean_value(&mean)));
	ct_running_mean_add(&mean, 2, 3);
	ct_running_mean_add(&mean, 4, 1);
	ck_assert_double_eq(ct_running_mean_value(&mean), 2.5);
	ct_running_mean_add(NULL, 1, 1);
	ck_assert(isnan(ct_running_mean_value(NULL)));
}
END_TEST

START_TEST(throughput_counts_since_its_start)
{
	ct_throughput throughput = { 0 };
	double rate;

	ck_assert(isnan(ct_throughput_rate(&throughput)));
	ct_throughput_start(&throughput);
	usleep(20000);
	ct_throughput_add(&throughput, 60);
	ct_throughput_add(&throughput, 40);
	rate = ct_throughput_rate(&throughput);
	ck_assert_double_gt(rate, 0);
	ck_assert_double_le(rate, 100 / 0.02);
	ct_throughput_start(&throughput);
	ck_assert_double_eq(throughput.total, 0);
	ct_throughput_add(NULL, 1);
	ck_assert(isnan(ct_throughput_rate(NULL)));
}
END_TEST

Suite *metrics_suite(void)
{
	Suite *suite = suite_create("metrics");
	TCase *tests = tcase_create("metrics");

	tcase_add_unchecked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, accuracy_is_pythons);
	tcase_add_test(tests, batches_that_do_not_fit_are_errors);
	tcase_add_test(tests, confusion_matrices_are_pythons);
	tcase_add_test(tests, classes_out_of_range_are_errors_and_add_nothing);
	tcase_add_test(tests, a_confusion_matrix_prints_a_table);
	tcase_add_test(tests, training_stops_where_pythons_scheduler_reduces_the_rate);
	tcase_add_test(tests, nan_at_first_is_not_the_best);
	tcase_add_test(tests, a_mean_has_weights);
	tcase_add_test(tests, throughput_counts_since_its_start);
	suite_add_tcase(suite, tests);
	return suite;
}

/*
 * Confusion matrices: counts, and what follows from them.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/calls/call.h>
#include <ctorch/core/dtype.h>
#include <ctorch/core/scope.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/tensor.h>
#include <ctorch/train/train.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/text.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "core/memory/own_scope.h"
#include "train/labels.h"
#include "train/object.h"

enum { MAX_CLASSES = 10000 };

struct ct_confusion_matrix {
	int64_t classes;
	int64_t counts[]; /* a row for each label */
};

ct_error ct_confusion_matrix_new(int64_t classes, ct_confusion_matrix **result)
{
	ct_confusion_matrix *self;

	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	if (classes < 1 || classes > MAX_CLASSES)
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "the number of classes is %lld, but must be from 1 to %d",
				    (long long)classes, MAX_CLASSES);
	self = ct_array_new_after(sizeof *self, classes * classes, sizeof *self->counts);
	CT_TRY(ct_train_give(self, free, __func__));
	self->classes = classes;
	*result = self;
	return NULL;
}

void ct_confusion_matrix_free(ct_confusion_matrix *self)
{
	ct_train_take(self, free);
}

/* --- adding ----------------------------------------------------------------------------------- */

/* Both as lists of int64, without the ignored ones. */
static ct_error list_counted(const ct_tensor *scores, const ct_tensor *labels,
			     ct_tensor **predicted, ct_tensor **wanted)
{
	ct_tensor *counted;

	*predicted = (ct_tensor *)scores;
	if (!ct_are_predictions(scores, labels))
		CT_TRY(CT(argmax, predicted, scores, .dim = ct_class_dim(scores)));
	CT_TRY(CT(ne, &counted, labels, CT_IGNORED_LABEL));
	CT_TRY(CT(masked_select, predicted, *predicted, counted));
	CT_TRY(CT(masked_select, wanted, labels, counted));
	CT_TRY(CT(to_dtype, predicted, *predicted, CT_INT64));
	return CT(to_dtype, wanted, *wanted, CT_INT64);
}

static ct_error count_pairs(ct_confusion_matrix *self, const ct_tensor *predicted,
			    const ct_tensor *wanted)
{
	const int64_t n = self->classes * self->classes;
	ct_tensor *pairs;
	const int64_t *counts;

	CT_TRY(CT(mul, &pairs, wanted, CT_S(self->classes)));
	CT_TRY(CT(add, &pairs, pairs, predicted));
	CT_TRY(CT(bincount, &pairs, pairs, .minlength = n));
	CT_TRY(CT(to_device, &pairs, pairs, CT_DEVICE_CPU, CT_INT64));
	counts = ct_tensor_data(pairs);
	for (int64_t i = 0; i < n; i++)
		self->counts[i] += counts[i];
	return NULL;
}

static ct_error confusion_matrix_add(ct_confusion_matrix *self, const ct_tensor *scores,
				     const ct_tensor *labels)
{
	ct_tensor *predicted, *wanted;

	CT_OWN_SCOPE(CT_NAME_OF(ct_confusion_matrix_add));
	CT_NO_GRAD_SCOPE;
	CT_TRY(list_counted(scores, labels, &predicted, &wanted));
	if (ct_tensor_numel(wanted) == 0)
		return NULL;
	CT_TRY(ct_check_classes(wanted, self->classes, "label",
				CT_NAME_OF(ct_confusion_matrix_add)));
	CT_TRY(ct_check_classes(predicted, self->classes, "predicted class",
				CT_NAME_OF(ct_confusion_matrix_add)));
	return count_pairs(self, predicted, wanted);
}

ct_error ct_confusion_matrix_add(ct_confusion_matrix *self, const ct_tensor *scores,
				 const ct_tensor *labels)
{
	if (self == NULL)
		return ct_missing_argument(__func__, 1, "self");
	if (!scores || !labels || !ct_are_predictions(scores, labels))
		CT_TRY(ct_check_labels(scores, labels, __func__));
	return confusion_matrix_add(self, scores, labels);
}

/* --- counts and fractions --------------------------------------------------------------------- */

int64_t ct_confusion_matrix_class_count(const ct_confusion_matrix *self)
{
	return self ? self->classes : 0;
}

static bool has_class(const ct_confusion_matrix *self, int64_t i)
{
	return self && i >= 0 && i < self->classes;
}

int64_t ct_confusion_matrix_count(const ct_confusion_matrix *self, int64_t label, int64_t predicted)
{
	if (!has_class(self, label) || !has_class(self, predicted))
		return 0;
	return self->counts[label * self->classes + predicted];
}

/* How often a class is right, and how often it was predicted. */
static int64_t count_label(const ct_confusion_matrix *self, int64_t i)
{
	int64_t sum = 0;

	for (int64_t j = 0; j < self->classes; j++)
		sum += ct_confusion_matrix_count(self, i, j);
	return sum;
}

static int64_t count_predicted(const ct_confusion_matrix *self, int64_t i)
{
	int64_t sum = 0;

	for (int64_t j = 0; j < self->classes; j++)
		sum += ct_confusion_matrix_count(self, j, i);
	return sum;
}

double ct_confusion_matrix_accuracy(const ct_confusion_matrix *self)
{
	int64_t right = 0, all = 0;

	for (int64_t i = 0; i < ct_confusion_matrix_class_count(self); i++) {
		right += ct_confusion_matrix_count(self, i, i);
		all += count_label(self, i);
	}
	return all ? (double)right / (double)all : NAN;
}

static double ratio(int64_t part, int64_t whole)
{
	return whole ? (double)part / (double)whole : 0;
}

static double precision_of(const ct_confusion_matrix *self, int64_t i)
{
	return ratio(ct_confusion_matrix_count(self, i, i), count_predicted(self, i));
}

static double recall_of(const ct_confusion_matrix *self, int64_t i)
{
	return ratio(ct_confusion_matrix_count(self, i, i), count_label(self, i));
}

static double f1_of(const ct_confusion_matrix *self, int64_t i)
{
	return ratio(2 * ct_confusion_matrix_count(self, i, i),
		     count_predicted(self, i) + count_label(self, i));
}

static double iou_of(const ct_confusion_matrix *self, int64_t i)
{
	const int64_t right = ct_confusion_matrix_count(self, i, i);

	return ratio(right, count_predicted(self, i) + count_label(self, i) - right);
}

/* The measure of one class, or the mean of all classes for -1. */
static double measure(const ct_confusion_matrix *self, int64_t of_class,
		      double (*of)(const ct_confusion_matrix *, int64_t))
{
	double sum = 0;

	if (has_class(self, of_class))
		return of(self, of_class);
	if (self == NULL || of_class != -1)
		return NAN;
	for (int64_t i = 0; i < self->classes; i++)
		sum += of(self, i);
	return sum / (double)self->classes;
}

double ct_confusion_matrix_precision(const ct_confusion_matrix *self, int64_t of_class)
{
	return measure(self, of_class, precision_of);
}

double ct_confusion_matrix_recall(const ct_confusion_matrix *self, int64_t of_class)
{
	return measure(self, of_class, recall_of);
}

double ct_confusion_matrix_f1(const ct_confusion_matrix *self, int64_t of_class)
{
	return measure(self, of_class, f1_of);
}

double ct_confusion_matrix_iou(const ct_confusion_matrix *self, int64_t of_class)
{
	return measure(self, of_class, iou_of);
}

/* --- as a tensor and as a table --------------------------------------------------------------- */

ct_error ct_confusion_matrix_to_tensor(const ct_confusion_matrix *self, ct_tensor **result)
{
	ct_tensor *counts;

	if (self == NULL)
		return ct_missing_argument(__func__, 1, "self");
	CT_TRY(CT(empty, &counts, CT_L(self->classes, self->classes), .dtype = CT_INT64,
		  .device = CT_DEVICE_CPU));
	memcpy(ct_tensor_mutable_data(counts), self->counts,
	       (size_t)(self->classes * self->classes) * sizeof(int64_t));
	if (result)
		*result = counts;
	else
		ct_tensor_free(counts);
	return NULL;
}

static int width_of(const char *const *names, int64_t n)
{
	size_t width = strlen("class");

	for (int64_t i = 0; names && i < n; i++)
		if (names[i] && strlen(names[i]) > width)
			width = strlen(names[i]);
	return width < 100 ? (int)width : 100;
}

static void add_row(struct ct_text *text, const ct_confusion_matrix *self, int64_t i, int width,
		    const char *name, int64_t n)
{
	ct_text_addf(text, "%-*.100s  %9.4f  %6.4f  %6.4f  %7lld\n", width, name,
		     ct_confusion_matrix_precision(self, i), ct_confusion_matrix_recall(self, i),
		     ct_confusion_matrix_f1(self, i), (long long)n);
}

static void add_rows(struct ct_text *text, const ct_confusion_matrix *self,
		     const char *const *names)
{
	const int width = width_of(names, self->classes);
	int64_t all = 0;

	ct_text_addf(text, "%-*s  precision  recall      F1  support\n", width, "class");
	for (int64_t i = 0; i < self->classes; i++) {
		char number[24];

		snprintf(number, sizeof number, "%lld", (long long)i);
		add_row(text, self, i, width, names && names[i] ? names[i] : number,
			count_label(self, i));
		all += count_label(self, i);
	}
	add_row(text, self, -1, width, "mean", all);
	ct_text_addf(text, "accuracy %.4f\n", ct_confusion_matrix_accuracy(self));
}

ct_error ct_confusion_matrix_to_string(const ct_confusion_matrix *self, ct_strings names,
				       char **result)
{
	struct ct_text text = { 0 };

	if (self == NULL)
		return ct_missing_argument(__func__, 1, "self");
	if (names.at && names.len != self->classes)
		return ct_error_new(CT_ERROR_VALUE, __func__, "%lld names for %lld classes",
				    (long long)names.len, (long long)self->classes);
	add_rows(&text, self, names.at);
	return ct_text_give(&text, __func__, result);
}

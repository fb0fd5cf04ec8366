/*
 * Metrics that are plain data: mean, accuracy, throughput.
 */
#include <math.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/calls/call.h>
#include <ctorch/core/dtype.h>
#include <ctorch/core/scope.h>
#include <ctorch/tensor/tensor.h>
#include <ctorch/train/train.h>

#include "core/base/name_of.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "train/clock.h"
#include "train/labels.h"

/* --- mean ------------------------------------------------------------------------------------- */

void ct_running_mean_add(ct_running_mean *self, double value, double weight)
{
	if (self == NULL)
		return;
	self->sum += value * weight;
	self->weight += weight;
}

double ct_running_mean_value(const ct_running_mean *self)
{
	return self && self->weight != 0 ? self->sum / self->weight : NAN;
}

/* --- accuracy --------------------------------------------------------------------------------- */

static ct_error count(const ct_tensor *tensor, int64_t *result)
{
	ct_tensor *sum;

	CT_TRY(CT(sum, &sum, tensor, .dtype = CT_INT64));
	return ct_tensor_item_int64(sum, result);
}

/* Where a label is among the `top` highest scores; IGNORED never is. */
static ct_error find_right(const ct_tensor *scores, const ct_tensor *labels, int64_t top,
			   ct_tensor **right)
{
	const int64_t dim = ct_class_dim(scores);
	ct_tensor *values, *classes, *wanted;

	if (top == 1) {
		CT_TRY(CT(argmax, &classes, scores, .dim = dim));
		return CT(eq, right, classes, labels);
	}
	CT_TRY(CT(topk, &values, &classes, scores, top, dim));
	CT_TRY(CT(unsqueeze, &wanted, labels, dim));
	CT_TRY(CT(eq, &wanted, classes, wanted));
	return CT(any_dim, right, wanted, dim);
}

static ct_error check_top(int64_t top, const ct_tensor *scores)
{
	const int64_t classes = ct_tensor_size(scores, ct_class_dim(scores));

	if (top >= 1 && top <= classes)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_accuracy_add),
			    "top is %lld, but there are only %lld classes", (long long)top,
			    (long long)classes);
}

/* Those that count; a label outside of the classes would be wrong in each epoch without a word. */
static ct_error check_labels(const ct_tensor *scores, const ct_tensor *labels, ct_tensor *counted)
{
	ct_tensor *wanted;

	CT_TRY(CT(masked_select, &wanted, labels, counted));
	return ct_check_classes(wanted, ct_tensor_size(scores, ct_class_dim(scores)), "label",
				CT_NAME_OF(ct_accuracy_add));
}

ct_error ct_accuracy_add(ct_accuracy *self, const ct_tensor *scores, const ct_tensor *labels)
{
	int64_t top, n_right, n_counted;
	ct_tensor *right, *counted;

	if (self == NULL)
		return ct_missing_argument(__func__, 1, "self");
	top = self->top ? self->top : 1;
	CT_TRY(ct_check_labels(scores, labels, __func__));
	CT_TRY(check_top(top, scores));
	CT_OWN_SCOPE(__func__);
	CT_NO_GRAD_SCOPE;
	CT_TRY(CT(ne, &counted, labels, CT_IGNORED_LABEL));
	CT_TRY(check_labels(scores, labels, counted));
	CT_TRY(find_right(scores, labels, top, &right));
	CT_TRY(count(right, &n_right));
	CT_TRY(count(counted, &n_counted));
	self->right += n_right;
	self->total += n_counted;
	return NULL;
}

double ct_accuracy_value(const ct_accuracy *self)
{
	return self && self->total ? (double)self->right / (double)self->total : NAN;
}

/* --- throughput ------------------------------------------------------------------------------- */

void ct_throughput_start(ct_throughput *self)
{
	if (self)
		*self = (ct_throughput){ .started = ct_clock_seconds() };
}

void ct_throughput_add(ct_throughput *self, int64_t count)
{
	if (self == NULL)
		return;
	if (self->started == 0)
		ct_throughput_start(self);
	self->total += (double)count;
}

double ct_throughput_rate(const ct_throughput *self)
{
	return self && self->started != 0 ? self->total / (ct_clock_seconds() - self->started)
					  : NAN;
}

/*
 * A tensor in one line. Facts that cannot be determined are left out: this must not fail.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/core/error.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "tensor/printing/printing.h"

/* Longer shapes show only their ends, to limit the line. */
enum { SHOWN_DIMS = 8, SHOWN_NAME = 48 };

static void add_dims(struct ct_text *text, const ct_tensor *self)
{
	const int64_t dim = ct_tensor_dim(self), *shape = ct_tensor_shape(self);

	if (dim <= SHOWN_DIMS) {
		ct_add_shape(text, self, "", "[]");
		return;
	}
	ct_text_add(text, "[");
	for (int64_t i = 0; i < SHOWN_DIMS / 2; i++)
		ct_text_addf(text, "%" PRId64 ", ", shape[i]);
	ct_text_add(text, "...");
	for (int64_t i = dim - SHOWN_DIMS / 2; i < dim; i++)
		ct_text_addf(text, ", %" PRId64, shape[i]);
	ct_text_addf(text, "] of %" PRId64 " dimensions", dim);
}

static void add_type(struct ct_text *text, const ct_tensor *self, const struct ct_facts *facts)
{
	int64_t n = 0;

	ct_text_add(text, ct_dtype_name(ct_tensor_dtype(self)));
	if (!facts->is_nested) {
		add_dims(text, self);
	} else {
		ct_error_free(ct_size_int(self, 0, &n));
		ct_text_addf(text, " nested of %" PRId64, n);
	}
	ct_text_addf(text, " %s", facts->device);
}

/* --- Layout ---------------------------------------------------------------------------------- */

/* Whether the channels, dimension 1, vary fastest, and the rest are in order from the last
 * dimension. */
static bool is_channels_last(const ct_tensor *self)
{
	const int64_t dim = ct_tensor_dim(self), *shape = ct_tensor_shape(self);
	const int64_t *strides = ct_tensor_strides(self);
	int64_t step = shape[1];

	if (strides[1] != 1)
		return false;
	for (int64_t d = dim - 1; d >= 0; d--) {
		if (d == 1)
			continue;
		if (shape[d] > 1 && strides[d] != step)
			return false;
		step *= shape[d];
	}
	return true;
}

static const char *order_of(const ct_tensor *self)
{
	const int64_t dim = ct_tensor_dim(self);

	if (ct_tensor_is_contiguous(self))
		return "contiguous";
	if ((dim == 4 || dim == 5) && is_channels_last(self))
		return dim == 4 ? "channels_last" : "channels_last_3d";
	return "strided";
}

static void add_sparse(struct ct_text *text, const ct_tensor *self, ct_layout layout)
{
	int64_t nnz = -1;

	ct_text_addf(text, " %s", ct_name_of_layout(layout) + (layout == CT_MKLDNN));
	if (layout == CT_MKLDNN || ct_tensor_device(self).type == CT_DEVICE_TYPE_META)
		return;
	ct_error_free(ct__nnz(self, &nnz));
	if (nnz >= 0)
		ct_text_addf(text, " nnz %" PRId64, nnz);
}

static void add_quantization(struct ct_text *text, const ct_tensor *self)
{
	ct_quant_scheme scheme = -1;
	double scale = 0;
	int64_t zero_point = 0;

	ct_error_free(ct_qscheme(self, &scheme));
	ct_text_addf(text, " %s", ct_name_of_quant_scheme(scheme));
	if (scheme != CT_PER_TENSOR_AFFINE && scheme != CT_PER_TENSOR_SYMMETRIC)
		return;
	ct_error_free(ct_q_scale(self, &scale));
	ct_error_free(ct_q_zero_point(self, &zero_point));
	ct_text_add(text, " scale ");
	ct_add_short(text, scale, 4);
	ct_text_addf(text, " zero_point %" PRId64, zero_point);
}

static void add_layout(struct ct_text *text, const ct_tensor *self, const struct ct_facts *facts)
{
	const ct_layout layout = ct_tensor_layout(self);

	if (layout != CT_STRIDED)
		add_sparse(text, self, layout);
	else if (!facts->is_nested)
		ct_text_addf(text, " %s", order_of(self));
	if (facts->is_quantized)
		add_quantization(text, self);
}

static void add_autograd(struct ct_text *text, const ct_tensor *self, const struct ct_facts *facts)
{
	struct ct_text name = { 0 };

	if (ct_add_grad_fn(&name, self) && name.data)
		ct_text_addf(text, " grad_fn %.*s", SHOWN_NAME, name.data);
	else if (facts->requires_grad)
		ct_text_add(text, " requires_grad");
	ct_text_release(&name);
}

/* --- Contents -------------------------------------------------------------------------------- */

static void add_number(struct ct_text *text, const char *name, double value)
{
	ct_text_addf(text, " %s ", name);
	ct_add_short(text, value, 4);
}

static void add_some(struct ct_text *text, int64_t n, const char *of)
{
	if (n > 0)
		ct_text_addf(text, " %" PRId64 " %s", n, of);
}

static void add_statistics(struct ct_text *text, const ct_tensor *self,
			   const ct_tensor_statistics *statistics)
{
	const ct_dtype dtype = ct_tensor_dtype(self);
	const bool is_complex = (dtype >= CT_COMPLEX32 && dtype <= CT_COMPLEX128) ||
				dtype == CT_BCOMPLEX32;
	const int64_t finite = statistics->count - statistics->nans - statistics->infs;

	if (statistics->count == 0) {
		ct_text_add(text, " empty");
	} else if (dtype == CT_BOOL) {
		add_some(text, statistics->count - statistics->zeros, "true");
		add_some(text, statistics->zeros, "false");
	} else if (finite == 1 && statistics->count == 1) {
		add_number(text, is_complex ? "abs" : "value", statistics->mean);
	} else if (finite > 0) {
		ct_text_add(text, is_complex ? " abs" : "");
		add_number(text, "min", statistics->min);
		add_number(text, "max", statistics->max);
		add_number(text, "mean", statistics->mean);
		if (finite > 1)
			add_number(text, "std", statistics->std);
	}
	add_some(text, statistics->nans, "nan");
	add_some(text, statistics->infs, "inf");
}

static void add_contents(struct ct_text *text, const ct_tensor *self, const struct ct_facts *facts)
{
	ct_tensor_statistics statistics;
	ct_error error;

	if (ct_tensor_device(self).type == CT_DEVICE_TYPE_META)
		return;
	error = ct_measure(self, facts, false, CT_NAME_OF(ct_tensor_summary_into), &statistics);
	if (error)
		ct_text_add(text, " unreadable");
	else
		add_statistics(text, self, &statistics);
	ct_error_free(error);
}

/* --- The functions --------------------------------------------------------------------------- */

static ct_error summarize(const ct_tensor *self, bool with_contents, const char *function,
			  struct ct_text *text)
{
	struct ct_looking looking;
	struct ct_facts facts;
	ct_error error;

	if (self == NULL) {
		ct_text_add(text, "None");
		return NULL;
	}
	CT_TRY(ct_begin_looking(&looking, self, function));
	error = ct_facts_of(self, &facts);
	if (error == NULL) {
		add_type(text, self, &facts);
		add_layout(text, self, &facts);
		add_autograd(text, self, &facts);
		if (with_contents)
			add_contents(text, self, &facts);
	}
	return ct_end_looking(&looking, function, error);
}

/* The part that fits, and "..." for the rest. */
static const char *write_line(const char *line, char *text, size_t size)
{
	const size_t length = strlen(line);

	if (text == NULL || size == 0)
		return "";
	snprintf(text, size, "%s", line);
	if (length >= size && size > 3)
		memcpy(text + size - 4, "...", 4);
	return text;
}

static const char *summary(const ct_tensor *self, bool with_contents, const char *function,
			   char *text, size_t size)
{
	struct ct_text line = { 0 };
	ct_error error = summarize(self, with_contents, function, &line);
	const char *written = error ? error : line.data;
	const char *result = write_line(written ? written : "a tensor", text, size);

	ct_error_free(error);
	ct_text_release(&line);
	return result;
}

const char *ct_tensor_summary_into(const ct_tensor *self, char *text, size_t size)
{
	return summary(self, true, __func__, text, size);
}

const char *ct_tensor_summary_brief_into(const ct_tensor *self, char *text, size_t size)
{
	return summary(self, false, __func__, text, size);
}

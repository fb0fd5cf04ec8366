/*
 * The most likely classes.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "actions.h"
#include "inspect/json.h"
#include "inspect/text.h"

/* One name a line. */
struct labels {
	char **at;
	int64_t len;
};

/* --- Names ------------------------------------------------------------------------------------ */

static void read_lines(FILE *stream, struct labels *result)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	while ((n = getline(&line, &room, stream)) >= 0) {
		while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r'))
			n--;
		result->at = need_memory(result->at,
					 (size_t)(result->len + 1) * sizeof *result->at);
		result->at[result->len++] = escaped(line, (size_t)n);
	}
	free(line);
}

static ct_error read_labels(const char *path, struct labels *result)
{
	FILE *stream;

	if (path == NULL)
		return NULL;
	stream = fopen(path, "re");
	if (stream == NULL)
		return ct_error_new(CT_ERROR_RUNTIME, __func__, "%s: %s", path, strerror(errno));
	read_lines(stream, result);
	fclose(stream);
	return NULL;
}

static void free_labels(struct labels *labels)
{
	for (int64_t i = 0; i < labels->len; i++)
		free(labels->at[i]);
	free(labels->at);
}

/* --- Probabilities ---------------------------------------------------------------------------- */

/* A row that is not a distribution becomes one, by a softmax. */
static void normalize(double *row, int64_t len)
{
	double sum = 0, largest = -INFINITY, least = INFINITY;

	for (int64_t i = 0; i < len; i++) {
		sum += row[i];
		largest = fmax(largest, row[i]);
		least = fmin(least, row[i]);
	}
	if (least >= 0 && fabs(sum - 1) < 1e-3)
		return;
	sum = 0;
	for (int64_t i = 0; i < len; i++)
		sum += row[i] = exp(row[i] - largest);
	for (int64_t i = 0; i < len; i++)
		row[i] /= sum;
}

/* The place of the largest number, which is then marked as used. */
static int64_t take_largest(double *row, int64_t len, double *value)
{
	int64_t best = 0;

	for (int64_t i = 1; i < len; i++)
		if (row[i] > row[best])
			best = i;
	*value = row[best];
	row[best] = -1;
	return best;
}

/* --- Showing ---------------------------------------------------------------------------------- */

static void show_class(const struct labels *labels, int64_t class, double probability,
		       json_t *array)
{
	const char *label = class < labels->len ? labels->at[class] : NULL;
	json_t *object;

	if (array == NULL) {
		printf("%7.4f  %lld%s%s\n", probability, (long long)class, label ? "  " : "",
		       label ? label : "");
		return;
	}
	object = need_json(json_object());
	append(array, object);
	put(object, "class", json_integer(class));
	put(object, "label", label ? json_string(label) : json_null());
	put(object, "probability", json_of_number(probability));
}

static void show_row(const struct options *options, const struct labels *labels, double *row,
		     int64_t len, json_t *rows)
{
	json_t *array = NULL;

	if (rows) {
		array = need_json(json_array());
		append(rows, array);
	}
	normalize(row, len);
	for (int64_t i = 0; i < options->top && i < len; i++) {
		double probability;
		const int64_t class = take_largest(row, len, &probability);

		show_class(labels, class, probability, array);
	}
}

static ct_error show_all(const struct options *options, const struct labels *labels,
			 const ct_tensor *output, json_t *report)
{
	const int64_t len = ct_tensor_size(output, ct_tensor_dim(output) - 1);
	json_t *rows = report ? need_json(json_array()) : NULL;
	ct_tensor *plain, *doubles;
	ct_error error;
	double *data;

	if (rows)
		put(report, "top", rows);
	CT_TRY(plain_copy(output, &plain));
	error = ct_to_dtype(plain, CT_FLOAT64, false, true, CT_MEMORY_FORMAT_NONE, &doubles);
	ct_tensor_free(plain);
	if (error)
		return error;
	data = ct_tensor_mutable_data(doubles);
	for (int64_t i = 0; len && i < ct_tensor_numel(doubles) / len; i++) {
		if (i && !rows)
			putchar('\n');
		show_row(options, labels, data + i * len, len, rows);
	}
	ct_tensor_free(doubles);
	return NULL;
}

static const ct_tensor *first_tensor(const struct leaves *leaves)
{
	for (int64_t i = 0; i < leaves->len; i++)
		if (tensor_of(&leaves->items[i]))
			return tensor_of(&leaves->items[i]);
	return NULL;
}

ct_error show_classes(const struct options *options, const struct leaves *leaves, json_t *report)
{
	const ct_tensor *output = first_tensor(leaves);
	struct labels labels = { 0 };
	ct_error error;

	if (output == NULL || ct_tensor_dim(output) == 0 ||
	    !ct_dtype_is_floating_point(ct_tensor_dtype(output)))
		return ct_error_new(
			CT_ERROR_VALUE, __func__,
			"--top: the first output is not a tensor of scores for classes");
	CT_TRY(read_labels(options->labels, &labels));
	error = show_all(options, &labels, output, report);
	free_labels(&labels);
	return error;
}

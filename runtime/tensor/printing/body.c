/*
 * The elements of a tensor between their brackets: nested blocks, broken lines, and "..." for
 * omitted elements.
 */
#include <string.h>

#include <ctorch/core/error.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "tensor/printing/printing.h"

struct body {
	struct ct_text *text;
	int64_t linewidth;
	int64_t edgeitems; /* -1: everything is shown */
	int64_t dim;
	const int64_t *shape;
	struct ct_elements elements;
	struct ct_number_format real, imag;
	int64_t next; /* the next element */
};

static void add_element(struct body *body)
{
	char number[CT_NUMBER_SIZE];
	const int64_t i = body->next++;

	ct_write_number(number, &body->elements, i, 0, &body->real);
	ct_text_add_spaces(body->text, body->real.width - (int64_t)strlen(number));
	ct_text_add(body->text, number);
	if (!body->elements.is_complex)
		return;
	ct_write_number(number, &body->elements, i, 1, &body->imag);
	ct_text_add(body->text, *number == '-' ? "" : "+");
	ct_text_add(body->text, number);
	ct_text_add(body->text, "j");
}

static int64_t elements_per_line(const struct body *body, int64_t indent)
{
	int64_t width = body->real.width + 2, n;

	if (body->elements.is_complex)
		width += body->imag.width + 1;
	n = (body->linewidth - indent) / width;
	return n > 1 ? n : 1;
}

static void break_line(struct body *body, int newlines, int64_t indent)
{
	for (int i = 0; i < newlines; i++)
		ct_text_add(body->text, "\n");
	ct_text_add_spaces(body->text, indent + 1);
}

/* The last dimension. The "..." takes the place of an element and a space. */
static void add_vector(struct body *body, int64_t indent)
{
	const int64_t size = body->shape[body->dim - 1];
	const bool is_cut = ct_is_cut(size, body->edgeitems);
	const int64_t items = is_cut ? 2 * body->edgeitems + 1 : size;
	const int64_t per_line = elements_per_line(body, indent);

	ct_text_add(body->text, "[");
	for (int64_t i = 0; i < items; i++) {
		if (i > 0)
			ct_text_add(body->text, i % per_line == 0 ? "," : ", ");
		if (i > 0 && i % per_line == 0)
			break_line(body, 1, indent);
		if (is_cut && i == body->edgeitems)
			ct_text_add(body->text, " ...");
		else
			add_element(body);
	}
	ct_text_add(body->text, "]");
}

/* Writes the dimensions from `d` on. */
static void add_block(struct body *body, int64_t d, int64_t indent)
{
	const int64_t size = d < body->dim ? body->shape[d] : 0;
	const bool is_cut = ct_is_cut(size, body->edgeitems);
	const int64_t items = is_cut ? 2 * body->edgeitems + 1 : size;

	if (d == body->dim) {
		add_element(body);
		return;
	}
	if (d == body->dim - 1) {
		add_vector(body, indent);
		return;
	}
	ct_text_add(body->text, "[");
	for (int64_t i = 0; i < items; i++) {
		if (i > 0) {
			ct_text_add(body->text, ",");
			break_line(body, (int)(body->dim - d - 1), indent);
		}
		if (is_cut && i == body->edgeitems)
			ct_text_add(body->text, "...");
		else
			add_block(body, d + 1, indent + 1);
	}
	ct_text_add(body->text, "]");
}

ct_error ct_add_body(struct ct_text *text, const ct_tensor *self, int64_t indent,
		     const ct_printoptions *options)
{
	const bool is_summary = ct_tensor_numel(self) > options->threshold;
	struct body body = {
		.text = text,
		.linewidth = options->linewidth,
		.edgeitems = is_summary ? options->edgeitems : -1,
		.dim = ct_tensor_dim(self),
		.shape = ct_tensor_shape(self),
	};

	if (ct_tensor_numel(self) == 0) {
		ct_text_add(text, "[]");
		return NULL;
	}
	if (body.edgeitems == 0 && body.dim > 0) {
		ct_text_add(text, "[...]");
		return ct_check_readable(self);
	}
	CT_TRY(ct_elements_of(self, body.edgeitems, &body.elements));
	body.real = ct_number_format_for(&body.elements, 0, options);
	if (body.elements.is_complex)
		body.imag = ct_number_format_for(&body.elements, 1, options);
	add_block(&body, 0, indent);
	return NULL;
}

/*
 * The forms that tensors are printed in: for each kind its body and its suffixes.
 */
#include <inttypes.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/core/error.h>
#include <ctorch/core/scalar.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/element.h>
#include <ctorch/tensor/tensor.h>

#include "tensor/printing/printing.h"
#include "tensor/tensor/memory_check.h"

/* A tensor's text in the making: "tensor(", the body, suffixes such as "dtype=torch.int32". */
struct ct_form {
	struct ct_text *text;
	const ct_tensor *self;
	const struct ct_facts *facts;
	const ct_printoptions *options;
	size_t start;          /* where in the text it begins */
	int64_t indent;        /* of the text between the parentheses */
	struct ct_text suffix; /* the one in the making */
	int64_t line_length;   /* of the last line, as the rule for breaking it counts */
	bool must_break;       /* before the next suffix, whatever the line has */
};

static bool is_meta(const struct ct_form *form)
{
	return ct_tensor_device(form->self).type == CT_DEVICE_TYPE_META;
}

/* --- Suffixes -------------------------------------------------------------------------------- */

static void end_suffix(struct ct_form *form)
{
	const int64_t length = (int64_t)form->suffix.length;

	if (form->must_break || form->line_length + length + 2 > form->options->linewidth) {
		ct_text_add(form->text, ",\n");
		ct_text_add_spaces(form->text, form->indent);
		form->line_length = form->indent + length;
		form->must_break = false;
	} else {
		ct_text_add(form->text, ", ");
		form->line_length += length + 2;
	}
	if (form->suffix.data)
		ct_text_add_bytes(form->text, form->suffix.data, form->suffix.length);
	form->text->failed = form->text->failed || form->suffix.failed;
	form->suffix.length = 0;
}

static void add_suffix(struct ct_form *form, const char *name, const char *value)
{
	ct_text_add(&form->suffix, name);
	ct_text_add(&form->suffix, value);
	end_suffix(form);
}

static void add_int(struct ct_form *form, const char *name, int64_t value)
{
	ct_text_addf(&form->suffix, "%s%" PRId64, name, value);
	end_suffix(form);
}

static void add_size(struct ct_form *form)
{
	ct_text_add(&form->suffix, "size=");
	ct_add_shape(&form->suffix, form->self, ",", "()");
	end_suffix(form);
}

static void add_dtype(struct ct_form *form)
{
	add_suffix(form, "dtype=torch.", ct_dtype_name(ct_tensor_dtype(form->self)));
}

/* Dtypes that are clear from the elements: the default ones, int64 and bool. */
static bool has_default_dtype(const ct_tensor *self)
{
	const ct_dtype dtype = ct_tensor_dtype(self), usual = ct_default_float();

	return dtype == usual || dtype == CT_INT64 || dtype == CT_BOOL ||
	       dtype == (usual == CT_FLOAT64 ? CT_COMPLEX128 : CT_COMPLEX64);
}

static void add_unusual_dtype(struct ct_form *form)
{
	if (!has_default_dtype(form->self))
		add_dtype(form);
}

/* Before the kind's own suffixes. */
static void begin_suffixes(struct ct_form *form)
{
	const struct ct_text *text = form->text;
	size_t line = text->length;

	while (line > form->start && text->data[line - 1] != '\n')
		line--;
	form->line_length = (int64_t)(text->length - line) + 2;
	if (ct_tensor_device(form->self).type == CT_DEVICE_TYPE_CPU)
		return;
	ct_text_addf(&form->suffix, "device='%s'", form->facts->device);
	end_suffix(form);
}

/* --- Tensors made of tensors ----------------------------------------------------------------- */

/* "name=tensor(...)" */
static ct_error add_part(struct ct_form *form, const char *name, const ct_tensor *part)
{
	const size_t start = form->text->length;

	ct_text_addf(form->text, "%s=tensor(", name);
	if (is_meta(form))
		ct_text_add(form->text, "...");
	else
		CT_TRY(ct_add_body(form->text, part,
				   form->indent + (int64_t)(form->text->length - start),
				   form->options));
	if (is_meta(form) || ct_tensor_numel(part) == 0) {
		ct_text_add(form->text, ", size=");
		ct_add_shape(form->text, part, ",", "()");
	}
	ct_text_add(form->text, ")");
	return NULL;
}

static void begin_next_part(struct ct_form *form)
{
	ct_text_add(form->text, ",\n");
	ct_text_add_spaces(form->text, form->indent);
}

static ct_error add_sparse_suffixes(struct ct_form *form)
{
	int64_t nnz = 0;

	begin_suffixes(form);
	add_size(form);
	if (!is_meta(form)) {
		CT_TRY(ct__nnz(form->self, &nnz));
		add_int(form, "nnz=", nnz);
	}
	add_unusual_dtype(form);
	return NULL;
}

static ct_error add_coo(struct ct_form *form)
{
	ct_tensor *indices = NULL, *values = NULL;

	CT_TRY(ct__indices(form->self, &indices));
	CT_TRY(ct__values(form->self, &values));
	CT_TRY(add_part(form, "indices", indices));
	begin_next_part(form);
	CT_TRY(add_part(form, "values", values));
	form->must_break = true;
	return add_sparse_suffixes(form);
}

/* CSR and BSR compress the rows, CSC and BSC the columns. */
static ct_error add_compressed(struct ct_form *form)
{
	const ct_layout layout = ct_tensor_layout(form->self);
	const bool by_rows = layout == CT_SPARSE_CSR || layout == CT_SPARSE_BSR;
	ct_tensor *compressed = NULL, *plain = NULL, *values = NULL;

	CT_TRY((by_rows ? ct_crow_indices : ct_ccol_indices)(form->self, &compressed));
	CT_TRY((by_rows ? ct_col_indices : ct_row_indices)(form->self, &plain));
	CT_TRY(ct_values(form->self, &values));
	CT_TRY(add_part(form, by_rows ? "crow_indices" : "ccol_indices", compressed));
	begin_next_part(form);
	CT_TRY(add_part(form, by_rows ? "col_indices" : "row_indices", plain));
	begin_next_part(form);
	CT_TRY(add_part(form, "values", values));
	return add_sparse_suffixes(form);
}

/* Each component in separate lines, indented by two columns. */
static ct_error add_components(struct ct_form *form, ct_tensor *const *components, int64_t n)
{
	struct ct_text text = { 0 };
	ct_error error = NULL;

	ct_text_add(form->text, n > 0 ? "[" : "[\n");
	for (int64_t i = 0; i < n && error == NULL; i++) {
		text.length = 0;
		error = ct_add_tensor(&text, components[i], form->options);
		ct_text_add(form->text, i > 0 ? ",\n  " : "\n  ");
		for (size_t c = 0; c < text.length; c++) {
			ct_text_add_bytes(form->text, text.data + c, 1);
			if (text.data[c] == '\n')
				ct_text_add(form->text, "  ");
		}
		form->text->failed = form->text->failed || text.failed;
	}
	ct_text_add(form->text, "\n]");
	ct_text_release(&text);
	return error;
}

static ct_error add_nested(struct ct_form *form)
{
	ct_tensor **components = NULL;
	int64_t n = 0;
	ct_error error;

	CT_TRY(ct_unbind_int(form->self, 0, &components, &n));
	error = add_components(form, components, n);
	ct_tensors_free(components, n);
	if (error == NULL)
		begin_suffixes(form);
	return error;
}

/* --- Quantized tensors ----------------------------------------------------------------------- */

static ct_error add_scale(struct ct_form *form)
{
	double scale = 0;
	int64_t zero_point = 0;

	CT_TRY(ct_q_scale(form->self, &scale));
	CT_TRY(ct_q_zero_point(form->self, &zero_point));
	ct_text_add(&form->suffix, "scale=");
	ct_text_add_number(&form->suffix, ct_scalar_float(scale));
	end_suffix(form);
	add_int(form, "zero_point=", zero_point);
	return NULL;
}

static ct_error add_tensor_suffix(struct ct_form *form, const char *name, const ct_tensor *value)
{
	ct_text_add(&form->suffix, name);
	CT_TRY(ct_add_tensor(&form->suffix, value, form->options));
	end_suffix(form);
	return NULL;
}

static ct_error add_scales(struct ct_form *form)
{
	ct_tensor *scales = NULL, *zero_points = NULL;
	int64_t axis = 0;

	CT_TRY(ct_q_per_channel_scales(form->self, &scales));
	CT_TRY(ct_q_per_channel_zero_points(form->self, &zero_points));
	CT_TRY(ct_q_per_channel_axis(form->self, &axis));
	CT_TRY(add_tensor_suffix(form, "scale=", scales));
	CT_TRY(add_tensor_suffix(form, "zero_point=", zero_points));
	add_int(form, "axis=", axis);
	return NULL;
}

static ct_error add_quantized(struct ct_form *form)
{
	ct_tensor *numbers = NULL;
	ct_quant_scheme scheme = CT_PER_TENSOR_AFFINE;

	CT_TRY(ct_check_memory(form->self, NULL));
	CT_TRY(ct_dequantize_self(form->self, &numbers));
	CT_TRY(ct_qscheme(form->self, &scheme));
	CT_TRY(ct_add_body(form->text, numbers, form->indent, form->options));
	begin_suffixes(form);
	add_size(form);
	add_unusual_dtype(form);
	add_suffix(form, "quantization_scheme=torch.", ct_name_of_quant_scheme(scheme));
	if (scheme == CT_PER_TENSOR_AFFINE || scheme == CT_PER_TENSOR_SYMMETRIC)
		return add_scale(form);
	return add_scales(form);
}

/* --- The others ------------------------------------------------------------------------------ */

/* Nothing else shows their dtype, so int64 is printed, too. */
static void add_without_elements(struct ct_form *form, const char *body, bool with_size)
{
	ct_text_add(form->text, body);
	begin_suffixes(form);
	if (with_size)
		add_size(form);
	if (ct_tensor_dtype(form->self) != ct_default_float())
		add_dtype(form);
}

static ct_error add_plain(struct ct_form *form)
{
	ct_tensor *dense = NULL;

	if (ct_tensor_layout(form->self) != CT_STRIDED)
		CT_TRY(ct_densify(form->self, &dense));
	CT_TRY(ct_add_body(form->text, dense ? dense : form->self, form->indent, form->options));
	begin_suffixes(form);
	if (form->options->edgeitems == 0)
		add_size(form);
	add_unusual_dtype(form);
	return NULL;
}

static ct_error add_form(struct ct_form *form)
{
	const ct_layout layout = ct_tensor_layout(form->self);

	if (layout == CT_SPARSE_COO)
		return add_coo(form);
	if (layout >= CT_SPARSE_CSR && layout <= CT_SPARSE_BSC && layout != CT_MKLDNN)
		return add_compressed(form);
	if (form->facts->is_quantized)
		return add_quantized(form);
	if (form->facts->is_nested)
		return add_nested(form);
	if (is_meta(form))
		add_without_elements(form, "...", true);
	else if (ct_tensor_numel(form->self) == 0)
		add_without_elements(form, "[]", ct_tensor_dim(form->self) != 1);
	else
		return add_plain(form);
	return NULL;
}

/* --- All of a tensor ------------------------------------------------------------------------- */

/* Python formats it: the number of a tensor without dimensions, any other tensor as it is. */
static ct_error add_tangent(struct ct_form *form, const ct_tensor *tangent)
{
	ct_scalar number;

	if (ct_tensor_dim(tangent) > 0 || ct_tensor_device(tangent).type == CT_DEVICE_TYPE_META)
		return ct_add_tensor(&form->suffix, tangent, form->options);
	CT_TRY(ct_tensor_item(tangent, &number));
	ct_text_add_number(&form->suffix, number);
	return NULL;
}

/* What follows the suffixes of the kind. */
static ct_error add_last_suffixes(struct ct_form *form, const ct_tensor *self,
				  const ct_tensor *tangent)
{
	const ct_layout layout = ct_tensor_layout(self);

	if (layout != CT_STRIDED) {
		ct_text_addf(&form->suffix, "layout=torch.%s", ct_name_of_layout(layout));
		end_suffix(form);
	}
	ct_text_add(&form->suffix, "grad_fn=<");
	if (ct_add_grad_fn(&form->suffix, self)) {
		ct_text_add(&form->suffix, ">");
		end_suffix(form);
	} else {
		form->suffix.length = 0;
		if (form->facts->requires_grad) {
			ct_text_add(&form->suffix, "requires_grad=True");
			end_suffix(form);
		}
	}
	if (tangent) {
		ct_text_add(&form->suffix, "tangent=");
		CT_TRY(add_tangent(form, tangent));
		end_suffix(form);
	}
	return NULL;
}

ct_error ct_add_tensor(struct ct_text *text, const ct_tensor *self, const ct_printoptions *options)
{
	struct ct_facts facts;
	struct ct_form form = { text, self, &facts, options, .start = text->length };
	ct_tensor *primal = NULL, *tangent = NULL;
	ct_error error;

	if (self == NULL) {
		ct_text_add(text, "None");
		return NULL;
	}
	CT_TRY(ct_facts_of(self, &facts));
	if (facts.has_tangent) {
		CT_TRY(ct__unpack_dual(self, 0, &primal, &tangent));
		form.self = primal;
	}
	form.indent = (int64_t)strlen(facts.is_nested ? "nested_tensor(" : "tensor(");
	ct_text_add(text, facts.is_nested ? "nested_tensor(" : "tensor(");
	error = add_form(&form);
	if (error == NULL)
		error = add_last_suffixes(&form, self, tangent);
	ct_text_add(text, ")");
	ct_text_release(&form.suffix);
	return error;
}

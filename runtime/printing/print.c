/*
 * Tensors as Python prints them. The parts, from the smallest: number.c, elements.c, body.c,
 * forms.c.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd.h>
#include <ctorch/element.h>
#include <ctorch/error.h>
#include <ctorch/ops.h>
#include <ctorch/scope.h>
#include <ctorch/tensor.h>
#include <ctorch/value.h>

#include "error_make.h"
#include "memory/checked.h"
#include "printing/printing.h"
#include "stream.h"

/* --- Reading without side effects ------------------------------------------------------------ */

ct_error ct_begin_looking(struct ct_looking *looking, const ct_tensor *self, const char *function)
{
	char fault[CT_FAULT_SIZE];

	*looking = (struct ct_looking){ NULL, false };
	if (CT_CHECKED && !ct_checked_lives(self, fault))
		return ct_error_new(CT_ERROR_ARGUMENT, function, "argument 1 (self): %s", fault);
	looking->scope = ct_scope_open();
	if (looking->scope == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, function, "no memory for a scope");
	looking->was_recording = ct_autograd_set_grad_enabled(false);
	return NULL;
}

/* Errors name the function that was called, whatever failed inside it. */
static ct_error in_name_of(const char *function, ct_error error)
{
	const char *text = strstr(error, ": ");
	ct_error renamed;

	if (ct_error_kind(error) == CT_ERROR_ARGUMENT || text == NULL)
		return error;
	renamed = ct_error_make(ct_error_kind(error), function, text + strlen(": "),
				ct_error_backtrace(error));
	ct_error_free(error);
	return renamed;
}

ct_error ct_end_looking(struct ct_looking *looking, const char *function, ct_error error)
{
	ct_autograd_set_grad_enabled(looking->was_recording);
	ct_scope_leave(looking->scope);
	return error ? in_name_of(function, error) : NULL;
}

/* --- A whole tensor -------------------------------------------------------------------------- */

/* As in Python's format(): the number of a tensor without dimensions, otherwise the tensor. */
static ct_error add_tangent(struct ct_form *form, const ct_tensor *tangent)
{
	ct_scalar number;
	ct_value value;
	char *text;

	if (ct_tensor_dim(tangent) > 0 || ct_tensor_device(tangent).type == CT_DEVICE_TYPE_META)
		return ct_add_tensor(&form->suffix, tangent, form->options);
	CT_TRY(ct_tensor_item(tangent, &number));
	value = ct_value_scalar(number);
	CT_TRY(ct_value_to_string(&value, &text));
	ct_text_add(&form->suffix, text);
	ct_free(text);
	return NULL;
}

/* The text after the suffixes of the kind. */
static ct_error add_last_suffixes(struct ct_form *form, const ct_tensor *self,
				  const ct_tensor *tangent)
{
	const ct_layout layout = ct_tensor_layout(self);

	if (layout != CT_STRIDED) {
		ct_text_addf(&form->suffix, "layout=torch.%s", ct_name_of_layout(layout));
		ct_end_suffix(form);
	}
	ct_text_add(&form->suffix, "grad_fn=<");
	if (ct_add_grad_fn(&form->suffix, self)) {
		ct_text_add(&form->suffix, ">");
		ct_end_suffix(form);
	} else {
		form->suffix.length = 0;
		if (form->facts->requires_grad) {
			ct_text_add(&form->suffix, "requires_grad=True");
			ct_end_suffix(form);
		}
	}
	if (tangent) {
		ct_text_add(&form->suffix, "tangent=");
		CT_TRY(add_tangent(form, tangent));
		ct_end_suffix(form);
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
	error = ct_add_form(&form);
	if (error == NULL)
		error = add_last_suffixes(&form, self, tangent);
	ct_text_add(text, ")");
	ct_text_release(&form.suffix);
	return error;
}

/* --- The functions --------------------------------------------------------------------------- */

static ct_error write_tensor(const ct_tensor *self, const ct_printoptions *options,
			     struct ct_text *text, const char *function)
{
	const ct_printoptions used = options ? *options : ct_get_printoptions();
	struct ct_looking looking;
	ct_error error;

	CT_TRY(ct_check_printoptions(&used, 2, function));
	CT_TRY(ct_begin_looking(&looking, self, function));
	error = ct_add_tensor(text, self, &used);
	return ct_end_looking(&looking, function, error);
}

static ct_error to_string(const ct_tensor *self, const ct_printoptions *options, char **result,
			  const char *function)
{
	struct ct_text text = { 0 };
	char *unwanted = NULL;
	ct_error error = write_tensor(self, options, &text, function);

	if (error == NULL)
		error = ct_text_give(&text, function, result ? result : &unwanted);
	ct_text_release(&text);
	free(unwanted);
	return error;
}

static ct_error print(const ct_tensor *self, const ct_printoptions *options, FILE *stream,
		      const char *function)
{
	struct ct_text text = { 0 };
	ct_error error = write_tensor(self, options, &text, function);

	stream = stream ? stream : stdout;
	ct_text_add(&text, "\n");
	if (error == NULL && text.failed)
		error = ct_error_new(CT_ERROR_OUT_OF_MEMORY, function,
				     "no memory for the text of a tensor");
	if (error == NULL)
		error = ct_stream_write(stream, text.data, text.length, function);
	ct_text_release(&text);
	return error;
}

ct_error ct_tensor_to_string(const ct_tensor *self, char **result)
{
	return to_string(self, NULL, result, __func__);
}

ct_error ct_tensor_to_string_with(const ct_tensor *self, const ct_printoptions *options,
				  char **result)
{
	return to_string(self, options, result, __func__);
}

ct_error ct_tensor_print(const ct_tensor *self, FILE *stream)
{
	return print(self, NULL, stream, __func__);
}

ct_error ct_tensor_print_with(const ct_tensor *self, const ct_printoptions *options, FILE *stream)
{
	return print(self, options, stream, __func__);
}

/*
 * Tensors as Python prints them. The parts, from the smallest: number.c, elements.c, body.c,
 * forms.c.
 */
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/error.h>
#include <ctorch/core/scope.h>
#include <ctorch/macros/try.h>

#include "core/base/error_make.h"
#include "core/base/no_memory.h"
#include "core/base/recording.h"
#include "core/base/stream.h"
#include "core/memory/checked.h"
#include "core/memory/given.h"
#include "tensor/printing/printing.h"

/* --- Reading without side effects ------------------------------------------------------------ */

ct_error ct_begin_looking(struct ct_looking *looking, const ct_tensor *self, const char *function)
{
	char fault[CT_FAULT_SIZE];

	*looking = (struct ct_looking){ NULL, false };
	CT_TRY(ct_check_not_recorded());
	if (CT_CHECKED && !ct_checked_lives(self, fault))
		return ct_error_new(CT_ERROR_ARGUMENT, function, "argument 1 (self): %s", fault);
	looking->scope = ct_scope_open();
	if (looking->scope == NULL)
		return ct_no_memory(function, "for a scope");
	looking->was_recording = ct_autograd_is_grad_enabled();
	ct_autograd_set_grad_enabled(false);
	return NULL;
}

/* Errors name the function that was called, whatever failed inside it. */
static ct_error in_name_of(const char *function, ct_error error)
{
	const char *text = strstr(error, ": ");
	ct_error renamed;

	if (ct_error_class_of(error) == CT_ERROR_ARGUMENT || text == NULL)
		return error;
	renamed = ct_error_make(ct_error_class_of(error), function, text + strlen(": "),
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

/* --- The functions --------------------------------------------------------------------------- */

static ct_error write_tensor(const ct_tensor *self, const ct_printoptions *options,
			     struct ct_text *text, const char *function)
{
	ct_printoptions used = ct_current_printoptions();
	struct ct_looking looking;
	ct_error error;

	if (options)
		CT_TRY(ct_printoptions_read(options, 2, function, &used));
	CT_TRY(ct_begin_looking(&looking, self, function));
	error = ct_add_tensor(text, self, &used);
	return ct_end_looking(&looking, function, error);
}

static ct_error to_string(const ct_tensor *self, const ct_printoptions *options, char **result,
			  const char *function)
{
	struct ct_text text = { 0 };
	ct_error error = write_tensor(self, options, &text, function);

	if (error == NULL)
		error = ct_text_give(&text, function, result);
	ct_text_release(&text);
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
		error = ct_no_memory(function, "for the text of a tensor");
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

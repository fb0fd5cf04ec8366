/*
 * Expressions of calls: the first error waits in the thread until the expression is finished.
 */
#include <stdio.h>
#include <stdlib.h>

#include <ctorch/calls/expression.h>
#include <ctorch/core/error.h>

#include "core/base/caller.h"
#include "core/base/warn.h"
#include "core/memory/checked.h"
#include "core/memory/expression.h"
#include "core/memory/threads.h"

bool ct_expression_failed(void)
{
	struct ct_thread *thread = &ct_this_thread;

	if (thread->unfinished)
		return true;
	if (ct_attended_by(CT_ATTEND_SCOPE))
		return false;
	thread->unfinished = ct_error_new(
		CT_ERROR_ARGUMENT, "CT_E",
		"no scope is open to own the values of an expression: begin "
		"the function with CT_SCOPE; or the loop with ct_gc()");
	return true;
}

bool ct_expression_failed_at(const char *file, int line)
{
	ct_noted_place = (struct ct_noted_place){ file, line, __builtin_return_address(0) };
	return ct_expression_failed();
}

void ct_expression_note(ct_error error, const char *file, int line, const char *function)
{
	struct ct_thread *thread = &ct_this_thread;

	if (thread->unfinished)
		ct_error_free(error);
	else
		thread->unfinished = ct_error_note(error, file, line, function);
}

ct_error ct_expression_take(void)
{
	ct_error error = ct_this_thread.unfinished;

	ct_this_thread.unfinished = NULL;
	ct_noted_place.file = NULL;
	return error;
}

ct_error ct_missing_argument(const char *function, int position, const char *name)
{
	ct_error waiting = ct_expression_take();

	return waiting ? waiting
		       : ct_error_new(CT_ERROR_ARGUMENT, function,
				      "argument %d (%s) must not be NULL", position, name);
}

ct_error ct_expression_finish(const ct_tensor *value, ct_tensor **result)
{
	ct_error error = ct_expression_take();
	char fault[CT_FAULT_SIZE];

	if (error)
		return error;
	if (CT_CHECKED && !ct_checked_lives(value, fault))
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "argument 1 (value): %s", fault);
	if (result)
		*result = (ct_tensor *)value;
	return NULL;
}

ct_error ct_expression_finish_module(const ct_module *value, ct_module **result)
{
	ct_error error = ct_expression_take();

	if (error == NULL && result)
		*result = (ct_module *)value;
	return error;
}

void ct_expression_forget(const char *where)
{
	static const char text[] = "%s ended, and no CT_FINISH() returned the error of a CT_E() "
				   "in it: %s\n%s";
	ct_error error = ct_expression_take();

	if (error == NULL)
		return;
	if (CT_CHECKED) {
		fflush(stdout);
		fputs("libctorch: ", stderr);
		fprintf(stderr, text, where, error, ct_error_trace(error));
		abort();
	}
	ct_warn_of(text, where, error, ct_error_trace(error));
	ct_error_free(error);
}

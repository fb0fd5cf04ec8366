/*
 * Memory that functions return, and objects that a program leaves to a scope.
 */
#include <stdlib.h>

#include <ctorch/core/error.h>
#include <ctorch/core/scope.h>
#include <ctorch/tensor/tensor.h>

#include <ctorch/macros/try.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/given.h"
#include "core/memory/scopes.h"
#include "core/memory/threads.h"

bool ct_given_take(void *memory)
{
	if (!ct_attended_by(CT_ATTEND_SCOPE) || ct_scopes_own_memory(memory))
		return true;
	free(memory);
	return false;
}

void *ct_given_new(size_t nbytes)
{
	/* 2 at least: leak detectors then find a scope's entry, which points one byte into it. */
	void *memory = malloc(nbytes > 2 ? nbytes : 2);

	return memory && ct_given_take(memory) ? memory : NULL;
}

void *ct_given_array(int64_t count, size_t size)
{
	const int64_t nbytes = ct_size_times(count, (int64_t)size);

	return nbytes >= 0 && nbytes < INT64_MAX ? ct_given_new((size_t)nbytes) : NULL;
}

ct_error ct_scope_adopt_memory(void *memory)
{
	if (memory == NULL || ct_given_take(memory))
		return NULL;
	return ct_no_memory(__func__, "for the entry");
}

void ct_free(void *memory)
{
	if (ct_attended_by(CT_ATTEND_SCOPE))
		ct_scopes_disown_memory(memory);
	free(memory);
}

ct_error ct_scope_defer(void *object, ct_release_function release)
{
	ct_error error;

	if (release == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 2 (release) must not be NULL");
	/* Or it would be freed twice. */
	if (release == ct_free)
		ct_scopes_disown_memory(object);
	if (!ct_scopes_is_open())
		error = ct_error_new(CT_ERROR_ARGUMENT, __func__,
				     "no scope is open; begin with CT_SCOPE or ct_scope_open()");
	else if (ct_scopes_own_object(release, object))
		return NULL;
	else
		error = ct_no_memory(__func__, "for the entry");
	release(object);
	return error;
}

ct_error ct_text_give(struct ct_text *text, const char *function, char **result)
{
	char *data;

	ct_text_add(text, "");
	if (result == NULL && !text->failed) {
		ct_text_release(text);
		return NULL;
	}
	if (text->failed)
		ct_text_release(text);
	data = text->data;
	*text = (struct ct_text){ 0 };
	if (data == NULL || !ct_given_take(data))
		return ct_no_memory(function, "for a string");
	*result = data;
	return NULL;
}

ct_error ct_text_give_unless(struct ct_text *text, ct_error error, const char *function,
			     char **result)
{
	if (error == NULL)
		return ct_text_give(text, function, result);
	ct_text_release(text);
	return error;
}

ct_error ct_output_give(struct ct_output *output, ct_error error, const char *function,
			char **result)
{
	CT_TRY(ct_output_close(output, error, function));
	if (result == NULL)
		free(output->data);
	else if (ct_given_take(output->data))
		*result = output->data;
	else
		return ct_no_memory(function, "for a string");
	return NULL;
}

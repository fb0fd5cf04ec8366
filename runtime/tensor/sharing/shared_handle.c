/*
 * Handles: `ctorch_shm:1:NAME:BYTES:DTYPE:SHAPE:STRIDES:OFFSET`. They come from other processes, so
 * nothing in one is trusted.
 */
#include <stdio.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "tensor/tensor/nbytes.h"
#include "tensor/sharing/shared_handle.h"

#define HEAD "ctorch_shm:1:"

static int write_list(const int64_t *list, int64_t n, char *text, size_t size)
{
	int length = 0;

	for (int64_t i = 0; i < n; i++)
		length += snprintf(text + length, size - (size_t)length, i ? ",%lld" : "%lld",
				   (long long)list[i]);
	return length + snprintf(text + length, size - (size_t)length, ":");
}

void ct_shared_handle_write(const struct ct_shared_handle *handle, char text[CT_SHARED_ROOM])
{
	int n = snprintf(text, CT_SHARED_ROOM, HEAD "%s:%lld:%d:", handle->name,
			 (long long)handle->nbytes, handle->dtype);

	n += write_list(handle->shape, handle->ndim, text + n, CT_SHARED_ROOM - (size_t)n);
	n += write_list(handle->strides, handle->ndim, text + n, CT_SHARED_ROOM - (size_t)n);
	snprintf(text + n, CT_SHARED_ROOM - (size_t)n, "%lld", (long long)handle->offset);
}

/* --- Reading --------------------------------------------------------------------------------- */

static ct_error wrong(const char *function, const char *what)
{
	return ct_error_new(
		CT_ERROR_ARGUMENT, function,
		"argument 1 (handle): %s; expected a handle from ct_tensor_shared_handle(), such "
		"as ctorch_shm:1:ctorch_4711_9f86d081884c7d65:24:7:2,3:3,1:0",
		what);
}

static bool take(const char **at, char wanted)
{
	if (**at != wanted)
		return false;
	(*at)++;
	return true;
}

static bool take_number(const char **at, int64_t *result)
{
	int64_t n = 0;

	if (**at < '0' || **at > '9')
		return false;
	for (; **at >= '0' && **at <= '9'; (*at)++)
		if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, **at - '0', &n))
			return false;
	*result = n;
	return true;
}

/* Numbers separated by commas, up to and including the colon. */
static bool take_list(const char **at, int64_t list[CT_SHARED_MAX_DIM], int64_t *n)
{
	*n = 0;
	if (take(at, ':'))
		return true;
	do {
		if (*n == CT_SHARED_MAX_DIM || !take_number(at, &list[(*n)++]))
			return false;
	} while (take(at, ','));
	return take(at, ':');
}

static bool take_name(const char **at, char name[CT_SEGMENT_NAME])
{
	size_t n = strcspn(*at, ":");

	if (n >= CT_SEGMENT_NAME)
		return false;
	memcpy(name, *at, n);
	name[n] = '\0';
	*at += n;
	return ct_segment_is_name(name) && take(at, ':');
}

static bool take_dtype(const char **at, ct_dtype *result)
{
	int64_t n;

	if (!take_number(at, &n) || n > INT8_MAX)
		return false;
	*result = (ct_dtype)n;
	return take(at, ':');
}

/* Whether every element lies inside the storage; without elements, whether their start does. */
static bool fits(const struct ct_shared_handle *handle, int64_t element_size)
{
	int64_t last = handle->offset, step, end;

	if (__builtin_mul_overflow(last, element_size, &end) || end > handle->nbytes)
		return false;
	for (int64_t i = 0; i < handle->ndim; i++) {
		if (handle->shape[i] == 0)
			return true;
		if (__builtin_mul_overflow(handle->shape[i] - 1, handle->strides[i], &step) ||
		    __builtin_add_overflow(last, step, &last))
			return false;
	}
	return !__builtin_add_overflow(last, 1, &last) &&
	       !__builtin_mul_overflow(last, element_size, &end) && end <= handle->nbytes;
}

static ct_error check_tensor(const char *function, const struct ct_shared_handle *handle)
{
	int64_t element_size, nbytes, unused;
	ct_error error = ct_nbytes_of(function, handle->dtype, 1, NULL, 0, 1, &element_size,
				      &unused);

	if (error) {
		ct_error_free(error);
		return wrong(function, "its dtype is unknown or quantized");
	}
	error = ct_nbytes_of(function, handle->dtype, 1, handle->shape, handle->ndim, 1, &nbytes,
			     &unused);
	if (error || !fits(handle, element_size)) {
		ct_error_free(error);
		return wrong(function, "its tensor is larger than its segment");
	}
	return NULL;
}

ct_error ct_shared_handle_read(const char *function, const char *text,
			       struct ct_shared_handle *result)
{
	struct ct_shared_handle handle = { 0 };
	const char *at = text;
	int64_t n;

	if (text == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (handle) must not be NULL");
	if (strncmp(at, HEAD, strlen(HEAD)))
		return wrong(function, "it does not begin with " HEAD);
	at += strlen(HEAD);
	if (!take_name(&at, handle.name))
		return wrong(function, "it does not name a segment of libctorch");
	if (!take_number(&at, &handle.nbytes) || !take(&at, ':') ||
	    !take_dtype(&at, &handle.dtype) || !take_list(&at, handle.shape, &handle.ndim) ||
	    !take_list(&at, handle.strides, &n) || n != handle.ndim ||
	    !take_number(&at, &handle.offset) || *at != '\0')
		return wrong(function, "its numbers do not describe a tensor");
	CT_TRY(check_tensor(function, &handle));
	*result = handle;
	return NULL;
}

/*
 * Errors as plain C strings with hidden data.
 *
 * One block has everything: a header, then the message that the caller sees, then the texts that
 * the header points to. Functions must find out whether a pointer has a header in front of it,
 * since a ct_error may also be a callback's string literal. The block is aligned to 64 bytes and
 * the message begins at its 32nd byte, so the header of a pointer with that alignment is on the
 * same page as the pointer: reading it is safe for any string.
 */
#define _GNU_SOURCE /* strdup() */
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error_make.h"
#include "core/base/numbers.h"

enum { BLOCK_ALIGNMENT = 64, MESSAGE_OFFSET = 32 };

struct error_header {
	uint64_t magic;     /* own_magic() of this very address */
	char *trace;        /* the places that it passed; or NULL */
	uint32_t function;  /* from the header's beginning, in the block; 0: none */
	uint32_t backtrace; /* likewise */
	ct_error_class kind;
	uint32_t size; /* of the block */
};

_Static_assert(sizeof(struct error_header) <= MESSAGE_OFFSET, "the header lies before the message");

/* ORDER KIND: as enum ct_error_class_value */
static const char *const prefixes[] = {
	NULL,
	"RuntimeError",
	"ArgumentError",
	"IndexError",
	"ValueError",
	"TypeError",
	"NotImplementedError",
	"OutOfMemoryError",
	"LinAlgError",
	"InternalError",
	"BufferError",
	"SyntaxError",
	"AcceleratorError",
	"DistError",
	"DistBackendError",
	"DistStoreError",
	"DistNetworkError",
	"QueueEmptyError",
	"KeyError",
	"AttributeError",
	"AssertionError",
};

enum { KIND_COUNT = sizeof prefixes / sizeof *prefixes };

_Static_assert(KIND_COUNT == CT_ERROR_ASSERTION + 1, "every kind has a prefix");

/* Returned if there is no memory for an error. */
static const char out_of_memory[] = "OutOfMemoryError: no memory for an error message";

static atomic_bool backtrace_wanted;

/* Depends on the address, so that a copy of the bytes does not count as our error. */
static uint64_t own_magic(const struct error_header *header)
{
	return UINT64_C(0x63746f7263683a65) ^ (uint64_t)(uintptr_t)header;
}

#if defined(__GNUC__) || defined(__clang__)
__attribute__((no_sanitize("address")))
#endif
static struct error_header *
find_header(ct_error error)
{
	uintptr_t address = (uintptr_t)error;
	struct error_header *header;

	if (error == NULL || error == out_of_memory || address % BLOCK_ALIGNMENT != MESSAGE_OFFSET)
		return NULL;
	header = (struct error_header *)(address - MESSAGE_OFFSET);
	return header->magic == own_magic(header) ? header : NULL;
}

static char *append(char *end, const char *text)
{
	size_t length = strlen(text);

	memcpy(end, text, length);
	return end + length;
}

/* Copies to `*end` and moves it past the copy's NUL. */
static uint32_t store(const struct error_header *header, char **end, const char *text)
{
	char *copy = *end;

	if (text == NULL)
		return 0;
	*end = append(copy, text);
	*(*end)++ = '\0';
	return (uint32_t)(copy - (const char *)header);
}

static const char *stored(const struct error_header *header, uint32_t offset)
{
	return offset ? (const char *)header + offset : NULL;
}

static size_t stored_size(const char *text)
{
	return text ? strlen(text) + 1 : 0;
}

/* A block with room for a message of `length` characters; NULL if there is no memory for it. */
static char *new_message(size_t length, ct_error_class kind, const char *function,
			 const char *backtrace)
{
	size_t size = MESSAGE_OFFSET + length + 1 + stored_size(function) + stored_size(backtrace);
	struct error_header *header;
	char *end;

	size = (size + BLOCK_ALIGNMENT - 1) / BLOCK_ALIGNMENT * BLOCK_ALIGNMENT;
	header = size > UINT32_MAX ? NULL : aligned_alloc(BLOCK_ALIGNMENT, size);
	if (header == NULL)
		return NULL;
	end = (char *)header + MESSAGE_OFFSET + length + 1;
	header->function = store(header, &end, function);
	header->backtrace = store(header, &end, backtrace);
	header->trace = NULL;
	header->kind = kind;
	header->size = (uint32_t)size;
	header->magic = own_magic(header);
	return (char *)header + MESSAGE_OFFSET;
}

ct_error ct_error_make(ct_error_class kind, const char *function, const char *text,
		       const char *backtrace)
{
	bool names_function = kind == CT_ERROR_ARGUMENT && function;
	size_t length;
	char *message, *end;

	if (kind <= CT_ERROR_NONE || kind >= KIND_COUNT)
		kind = CT_ERROR_RUNTIME;
	if (text == NULL)
		text = "";
	length = strlen(prefixes[kind]) + strlen(": ") + strlen(text) +
		 (names_function ? strlen(function) + strlen(": ") : 0);
	message = new_message(length, kind, function, backtrace);
	if (message == NULL)
		return out_of_memory;
	end = append(append(message, prefixes[kind]), ": ");
	if (names_function)
		end = append(append(end, function), ": ");
	*append(end, text) = '\0';
	return message;
}

ct_error ct_error_copy(ct_error error)
{
	const struct error_header *header = find_header(error);
	struct error_header *copy;

	if (header == NULL)
		return error;
	copy = aligned_alloc(BLOCK_ALIGNMENT, header->size);
	if (copy == NULL)
		return out_of_memory;
	memcpy(copy, header, header->size);
	copy->trace = header->trace ? strdup(header->trace) : NULL;
	copy->magic = own_magic(copy);
	return (const char *)copy + MESSAGE_OFFSET;
}

static char *join(const char *prefix, const char *text)
{
	char *joined = malloc(strlen(prefix) + strlen(": ") + strlen(text) + 1);

	if (joined)
		*append(append(append(joined, prefix), ": "), text) = '\0';
	return joined;
}

/* The text that the error was made with: that of an ArgumentError begins with the function. */
static const char *given_text(ct_error error)
{
	const char *text = ct_error_without_class(error), *function = ct_error_function(error);
	const size_t length = function ? strlen(function) : 0;

	if (ct_error_class_of(error) == CT_ERROR_ARGUMENT && function &&
	    strncmp(text, function, length) == 0 && strncmp(text + length, ": ", 2) == 0)
		return text + length + 2;
	return text;
}

ct_error ct_error_prefix(ct_error error, const char *prefix)
{
	char *text = error ? join(prefix, given_text(error)) : NULL;
	struct error_header *from, *to;
	ct_error longer;

	if (text == NULL)
		return error;
	longer = ct_error_make(ct_error_class_of(error), ct_error_function(error), text,
			       ct_error_backtrace(error));
	free(text);
	from = find_header(error);
	to = find_header(longer);
	if (from && to) {
		to->trace = from->trace;
		from->trace = NULL;
	}
	ct_error_free(error);
	return longer;
}

bool ct_error_wants_backtrace(void)
{
	return atomic_load_explicit(&backtrace_wanted, memory_order_relaxed);
}

void ct_error_want_backtrace(bool is_wanted)
{
	atomic_store(&backtrace_wanted, is_wanted);
}

void ct_error_free(ct_error error)
{
	struct error_header *header = find_header(error);

	if (header == NULL)
		return;
	/* Volatile, since the compiler drops a store before free(). A second free of the same
	 * error, which is the caller's mistake, then usually does not find one of ours. */
	*(volatile uint64_t *)&header->magic = 0;
	free(header->trace);
	free(header);
}

/* The kind of a message that has no header, by its prefix. */
static ct_error_class kind_of_text(const char *text)
{
	for (ct_error_class kind = CT_ERROR_NONE + 1; kind < KIND_COUNT; kind++) {
		size_t length = strlen(prefixes[kind]);

		if (strncmp(text, prefixes[kind], length) == 0 && text[length] == ':')
			return kind;
	}
	return CT_ERROR_RUNTIME;
}

ct_error_class ct_error_class_of(ct_error error)
{
	const struct error_header *header = find_header(error);

	if (error == NULL)
		return CT_ERROR_NONE;
	return header ? header->kind : kind_of_text(error);
}

const char *ct_error_without_class(ct_error error)
{
	const size_t n = strspn(error, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

	return strncmp(error + n, ": ", 2) == 0 ? error + n + 2 : error;
}

const char *ct_error_function(ct_error error)
{
	const struct error_header *header = find_header(error);

	return header ? stored(header, header->function) : NULL;
}

const char *ct_error_backtrace(ct_error error)
{
	const struct error_header *header = find_header(error);

	return header ? stored(header, header->backtrace) : NULL;
}

const char *ct_error_trace(ct_error error)
{
	const struct error_header *header = find_header(error);

	return header && header->trace ? header->trace : "";
}

/* Whether the text's last line, which is the `n` bytes after `before`, occurs just before, too. */
static bool repeats_a_line(const char *text, size_t before, size_t n)
{
	return before >= n && memcmp(text + before - n, text + before, n) == 0 &&
	       (before == n || text[before - n - 1] == '\n');
}

/* Without memory for it the line is left out. So is a repeated one: CT_TRY(CT_FINISH(...)) notes
 * its place twice, and a recursive function many times. */
static void add_line(struct error_header *header, const char *format, ...) CT_PRINTF(2, 3);

static void add_line(struct error_header *header, const char *format, ...)
{
	size_t before = header->trace ? strlen(header->trace) : 0;
	va_list args;
	char *trace;
	int more;

	va_start(args, format);
	more = ct_vformat(NULL, 0, format, args);
	va_end(args);
	trace = more < 0 ? NULL : realloc(header->trace, before + (size_t)more + 1);
	if (trace == NULL)
		return;
	va_start(args, format);
	ct_vformat(trace + before, (size_t)more + 1, format, args);
	va_end(args);
	if (repeats_a_line(trace, before, (size_t)more))
		trace[before] = '\0';
	header->trace = trace;
}

ct_error ct_error_note(ct_error error, const char *file, int line, const char *function)
{
	struct error_header *header = find_header(error);

	if (header == NULL || file == NULL)
		return error;
	if (function)
		add_line(header, "  at %s (%s:%d)\n", function, file, line);
	else
		add_line(header, "  at %s:%d\n", file, line);
	return error;
}

/* The same text with a header, which can have a trace. */
static ct_error adopt(const char *text)
{
	size_t length = strlen(text);
	char *message = new_message(length, kind_of_text(text), NULL, NULL);

	return message ? memcpy(message, text, length + 1) : text;
}

ct_error ct_error_note_callback(ct_error error, const char *name)
{
	struct error_header *header;

	if (error == NULL || error == out_of_memory)
		return error;
	if (find_header(error) == NULL)
		error = adopt(error);
	header = find_header(error);
	if (header)
		add_line(header, "  in %s\n", name);
	return error;
}

const char *ct_error_hint(ct_error error)
{
	const char *end = error ? strrchr(error, '\n') : NULL;

	return end && strncmp(end + 1, CT_HINT_PREFIX, strlen(CT_HINT_PREFIX)) == 0 ? end + 1
										    : NULL;
}

bool ct_error_is_backtrace_enabled(void)
{
	return atomic_load(&backtrace_wanted);
}

ct_error ct_error_new_text(ct_error_class error_class, const char *function, const char *text)
{
	return ct_error_make(error_class, function, text, NULL);
}

ct_error ct_error_new(ct_error_class error_class, const char *function, const char *format, ...)
{
	va_list args;
	ct_error error;
	char *text;
	int length;

	if (format == NULL)
		return ct_error_make(error_class, function, NULL, NULL);
	va_start(args, format);
	length = ct_vformat(NULL, 0, format, args);
	va_end(args);
	if (length < 0)
		return ct_error_make(error_class, function, format, NULL);
	text = malloc((size_t)length + 1);
	if (text == NULL)
		return out_of_memory;
	va_start(args, format);
	ct_vformat(text, (size_t)length + 1, format, args);
	va_end(args);
	error = ct_error_make(error_class, function, text, NULL);
	free(text);
	return error;
}

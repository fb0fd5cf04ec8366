/*
 * Inside the library: whether this thread records a program (export/record). Its functions then
 * must not access the elements of a tensor: the program could not repeat what C does with them.
 */
#ifndef CT_CORE_BASE_RECORDING_H
#define CT_CORE_BASE_RECORDING_H

#include <stdbool.h>
#include <stddef.h>

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ct_recording_watch {
	ct_error error; /* about the first function that did; NULL: none did */
	/* Writes the line of the program that calls: "net.c:42"; cut to `size`. */
	void (*write_place)(char *text, size_t size);
};

/* NULL: this thread does not record. Initial-exec, as ct_this_thread is. */
extern __thread struct ct_recording_watch *ct_this_recording
	__attribute__((tls_model("initial-exec"), visibility("hidden")));

static inline bool ct_is_recorded(void)
{
	return __builtin_expect(ct_this_recording != NULL, false);
}

/* What a call does that cannot be recorded. */
#define CT_ACCESSES_ELEMENTS "accesses the elements of a tensor"
#define CT_COMPUTES_GRADIENTS "computes gradients"
#define CT_RUNS_COMPILED_CODE "runs compiled code"

/* Notes in the recording that the call in progress does this; returns a new error that says so and
 * names the line of the program. */
ct_error ct_recording_refuse(const char *what) CT_RETURNS_ERROR;

/* For functions that read elements by ct_tensor_data() or ct_storage_data(), to fail at once. */
static inline ct_error ct_check_not_recorded(void)
{
	return ct_is_recorded() ? ct_recording_refuse(CT_ACCESSES_ELEMENTS) : NULL;
}

#ifdef __cplusplus
}
#endif

#endif

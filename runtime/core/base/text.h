/*
 * Inside the library: a text that grows. Without memory it stays unchanged; its user checks once,
 * at the end, whether that happened.
 */
#ifndef CT_CORE_BASE_TEXT_H
#define CT_CORE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ct_text {
	char *data; /* ends with NUL; NULL until something is added */
	size_t length;
	size_t capacity;
	bool failed;
};

void ct_text_add_bytes(struct ct_text *text, const char *bytes, size_t n);
void ct_text_add(struct ct_text *text, const char *string);
void ct_text_addf(struct ct_text *text, const char *format, ...) CT_PRINTF(2, 3);
void ct_text_add_spaces(struct ct_text *text, int64_t n);
/* As Python's repr() prints it. */
void ct_text_add_number(struct ct_text *text, ct_scalar number);
void ct_text_release(struct ct_text *text);

/* "cuda" becomes "CUDA"; cut to `size`. */
void ct_capitalize(const char *text, char *result, size_t size);

#ifdef __cplusplus
}
#endif

#endif

/*
 * Common parts of the programs that run as ranks. They print what fails, and end with status 1.
 */
#ifndef DISTRIBUTED_RANK_H
#define DISTRIBUTED_RANK_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>
#include <ctorch/distributed.h>

#ifndef MUST /* testing.h has the same */
#define MUST(condition)                                                                         \
	do {                                                                                    \
		if (!(condition)) {                                                             \
			fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
			exit(1);                                                                \
		}                                                                               \
	} while (0)
#endif

/* The call must fail, with all of these texts in its message; NULL ends the list. */
#define MUST_FAIL(...) must_fail(__FILE__, __LINE__, __VA_ARGS__, NULL)

static inline void must_fail(const char *file, int line, ct_error error, ...)
{
	va_list parts;
	const char *part;

	if (error == NULL) {
		fprintf(stderr, "%s:%d: no error\n", file, line);
		exit(1);
	}
	printf("error: %s\n", error);
	va_start(parts, error);
	while ((part = va_arg(parts, const char *)) != NULL)
		if (strstr(error, part) == NULL) {
			fprintf(stderr, "%s:%d: no '%s' in: %s\n", file, line, part, error);
			exit(1);
		}
	va_end(parts);
	if (strchr(error, '\n') || strstr(error, "GLHF") || strstr(error, ".cc:") ||
	    strstr(error, ".cpp:")) {
		fprintf(stderr, "%s:%d: not one plain line: %s\n", file, line, error);
		exit(1);
	}
	ct_error_free(error);
}

/* The integers element(rank, 0) to number(rank, n - 1) as a dtype. */
static inline ct_tensor *tensor_of(int64_t (*element)(int64_t rank, int64_t i), int64_t rank,
				   int64_t n, ct_dtype dtype)
{
	int64_t *numbers = calloc((size_t)n, sizeof *numbers);
	ct_tensor *ints, *result;

	MUST(numbers);
	for (int64_t i = 0; i < n; i++)
		numbers[i] = element(rank, i);
	CT_CHECK(ct_tensor_from_data(numbers, CT_INT64, CT_L(n), &ints));
	free(numbers);
	CT_CHECK(ct_to_dtype(ints, dtype, false, true, CT_MEMORY_FORMAT_NONE, &result));
	return result;
}

static inline int64_t small_number(int64_t rank, int64_t i)
{
	return (5 * rank + 7 * i + rank * i) % 3 + 1;
}

/* `n` integers from 1 to 3, which depend on a rank: products of four fit all dtypes. */
static inline ct_tensor *values_of(int64_t rank, int64_t n, ct_dtype dtype)
{
	return tensor_of(small_number, rank, n, dtype);
}

static inline void must_equal(const char *what, const ct_tensor *tensor, const ct_tensor *expected)
{
	bool equal = false;

	CT_CHECK(ct_equal(tensor, expected, &equal));
	if (equal)
		return;
	fprintf(stderr, "%s differs, dtype %s\n", what, ct_dtype_name(ct_tensor_dtype(tensor)));
	CT_CHECK(ct_tensor_print(tensor, stderr));
	CT_CHECK(ct_tensor_print(expected, stderr));
	exit(1);
}

#endif

/*
 * fuzz.h: what the fuzz targets share.
 *
 * A target is one file with LLVMFuzzerTestOneInput(): it gives bytes to one reader and checks what
 * must be true of the result, whatever the bytes are. clang's libFuzzer calls it with inputs that
 * it makes up (the preset "fuzz"); in every other build replay.c calls it with those in
 * tests/data/fuzz/corpus/.
 */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* libFuzzer's own names. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process, which is what a find looks like, when something does not hold. The rest is
 * printf()'s: what the reader gave. */
#define FUZZ_CHECK(holds, ...)                                              \
	do {                                                                \
		if (!(holds))                                               \
			fuzz_fail(__FILE__, __LINE__, #holds, __VA_ARGS__); \
	} while (0)

_Noreturn void fuzz_fail(const char *file, int line, const char *expected, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* The input with a NUL behind it, to be released with free(). A newline at its end is left off:
 * seeds are text files. NULL for an input that has a NUL itself and so is no text. */
char *fuzz_text(const uint8_t *data, size_t size);

/* A folder of the process, on disk and removed at its end; without a slash. */
const char *fuzz_folder(void);

/* Writes a file into it and returns its path, which the next call overwrites. */
const char *fuzz_file(const char *name, const void *bytes, size_t size);

struct run;

/* What a command of ctorch-gen writes to stdout, to be released with free(), and its status. */
char *fuzz_printed(int (*command)(struct run *run), struct run *run, int *status);

/* --- Inputs of several parts ------------------------------------------------------------------ */

/* What is left of an input. Behind its end there are zeros. */
struct fuzz_input {
	const uint8_t *at;
	size_t left;
};

uint8_t fuzz_byte(struct fuzz_input *input);
/* Little-endian. Odd values are as likely as small ones: a byte tells how many bytes there are. */
int64_t fuzz_int(struct fuzz_input *input);
double fuzz_double(struct fuzz_input *input);
/* Up to the next line that is "---", or the end; as fuzz_text(). */
char *fuzz_part(struct fuzz_input *input);

#endif

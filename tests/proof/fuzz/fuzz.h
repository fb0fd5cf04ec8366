/*
 * fuzz.h: common parts of the fuzz targets.
 *
 * A target is one file with LLVMFuzzerTestOneInput(): it passes bytes to one reader and checks what
 * must hold for any input. clang's libFuzzer calls it with inputs that it makes up (the preset
 * "fuzz"); in every other build replay.c calls it with those in tests/fixtures/fuzz/corpus/.
 */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* libFuzzer's own names. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process if the condition does not hold, which libFuzzer takes for a finding. The rest is
 * for printf(): the reader's result. */
#define FUZZ_CHECK(holds, ...)                                              \
	do {                                                                \
		if (!(holds))                                               \
			fuzz_fail(__FILE__, __LINE__, #holds, __VA_ARGS__); \
	} while (0)

_Noreturn void fuzz_fail(const char *file, int line, const char *expected, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* The input followed by a NUL; release it with free(). A newline at its end is dropped, since seeds
 * are text files. NULL for an input that contains a NUL, which is not text. */
char *fuzz_text(const uint8_t *data, size_t size);

/* The process's own folder, on disk and removed at its end; without a trailing slash. */
const char *fuzz_folder(void);

/* Writes a file into it and returns its path, which the next call overwrites. */
const char *fuzz_file(const char *name, const void *bytes, size_t size);

struct run;

/* The output of a command of ctorch-gen, to be released with free(), and its status. */
char *fuzz_printed(int (*command)(struct run *run), struct run *run, int *status);

/* --- Inputs of several parts ------------------------------------------------------------------ */

/* The rest of an input. After its end there are zeros. */
struct fuzz_input {
	const uint8_t *at;
	size_t left;
};

uint8_t fuzz_byte(struct fuzz_input *input);
/* Little-endian. Odd values are as likely as small ones: the first byte gives the number of
 * bytes. */
int64_t fuzz_int(struct fuzz_input *input);
double fuzz_double(struct fuzz_input *input);
/* Up to the next line that is "---", or the end; as fuzz_text(). */
char *fuzz_part(struct fuzz_input *input);

#endif

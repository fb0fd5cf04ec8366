#include "fuzz.h"

#include <errno.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- messages --------------------------------------------------------------------------------- */

/* Messages are not shown, since most inputs are invalid; but for every input they must be text that
 * is harmless to a terminal. */
static ssize_t check_said(void *cookie, const char *said, size_t size)
{
	static unsigned char last;

	(void)cookie;
	for (size_t i = 0; i < size; i++) {
		unsigned char c = (unsigned char)said[i];

		FUZZ_CHECK((c >= ' ' || c == '\n' || c == '\t') && c != 127 &&
				   !(last == 0xc2 && c >= 0x80 && c < 0xa0),
			   "byte %#x in: %.*s", c, (int)size, said);
		last = c;
	}
	return (ssize_t)size;
}

/* Sanitizers, libFuzzer and fuzz_fail() write to the descriptor and not to the stream. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	static const cookie_io_functions_t functions = { .write = check_said };
	FILE *stream = fopencookie(NULL, "w", functions);

	(void)argc, (void)argv;
	FUZZ_CHECK(stream, "no stream for messages");
	setvbuf(stream, NULL, _IOLBF, BUFSIZ);
	if (!getenv("FUZZ_VERBOSE"))
		stderr = stream;
	return 0;
}

void fuzz_fail(const char *file, int line, const char *expected, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	dprintf(STDERR_FILENO, "%s:%d\n  expected: %s\n  got:      ", file, line, expected);
	vdprintf(STDERR_FILENO, format, args);
	dprintf(STDERR_FILENO, "\n");
	va_end(args);
	abort();
}

char *fuzz_printed(int (*command)(struct run *run), struct run *run, int *status)
{
	FILE *real = stdout;
	char *text = NULL;
	size_t length;

	fflush(stdout);
	stdout = open_memstream(&text, &length);
	FUZZ_CHECK(stdout, "no stream for the command");
	*status = command(run);
	fclose(stdout);
	stdout = real;
	return text;
}

/* Not strndup(): it allocates exactly these bytes, so that a sanitizer detects reads beyond
 * them. */
static char *text_of(const uint8_t *data, size_t size)
{
	char *text;

	if (size && memchr(data, '\0', size))
		return NULL;
	text = malloc(size + 1);
	if (!text)
		abort();
	if (size)
		memcpy(text, data, size);
	text[size] = '\0';
	return text;
}

char *fuzz_text(const uint8_t *data, size_t size)
{
	return text_of(data, size - (size && data[size - 1] == '\n'));
}

/* --- files ------------------------------------------------------------------------------------ */

static char own_folder[256];

static int remove_one(const char *path, const struct stat *stat, int kind, struct FTW *ftw)
{
	(void)stat, (void)kind, (void)ftw;
	return remove(path);
}

static void remove_folder(void)
{
	nftw(own_folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

const char *fuzz_folder(void)
{
	const char *base = getenv("TMPDIR");

	if (*own_folder)
		return own_folder;
	snprintf(own_folder, sizeof own_folder, "%.200s/ctorch-fuzz-XXXXXX", base ? base : "/tmp");
	if (!mkdtemp(own_folder))
		fuzz_fail(__FILE__, __LINE__, "a folder for files", "%s: %s", own_folder,
			  strerror(errno));
	atexit(remove_folder);
	return own_folder;
}

const char *fuzz_file(const char *name, const void *bytes, size_t size)
{
	static char path[sizeof own_folder + 64];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", fuzz_folder(), name);
	file = fopen(path, "wb");
	if (!file || (size && fwrite(bytes, 1, size, file) != size) || fclose(file))
		fuzz_fail(__FILE__, __LINE__, "a file with the input", "%s: %s", path,
			  strerror(errno));
	return path;
}

/* --- parts ------------------------------------------------------------------------------------ */

uint8_t fuzz_byte(struct fuzz_input *input)
{
	if (!input->left)
		return 0;
	input->left--;
	return *input->at++;
}

static uint64_t take(struct fuzz_input *input, int count)
{
	uint64_t bits = 0;

	for (int i = 0; i < count; i++)
		bits |= (uint64_t)fuzz_byte(input) << (8 * i);
	return bits;
}

/* 0 to 247 are the numbers -8 to 239; the others are followed by 1 to 8 bytes. */
int64_t fuzz_int(struct fuzz_input *input)
{
	uint8_t first = fuzz_byte(input);

	return first < 248 ? first - 8 : (int64_t)take(input, first - 247);
}

double fuzz_double(struct fuzz_input *input)
{
	uint64_t bits = take(input, 8);
	double number;

	memcpy(&number, &bits, sizeof number);
	return number;
}

char *fuzz_part(struct fuzz_input *input)
{
	static const char line[] = "\n---\n";
	const uint8_t *end = input->left ? memmem(input->at, input->left, line, sizeof line - 1)
					 : NULL;
	size_t length = end ? (size_t)(end - input->at) : input->left;
	char *text = text_of(input->at, length);

	length += end ? sizeof line - 1 : 0;
	input->at += length;
	input->left -= length;
	return text;
}

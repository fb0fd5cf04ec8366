/*
 * Exported programs: reading, checking, printing and drawing. What is accepted is written, and what
 * was written is read again as the same program: written once more, it has the same bytes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export/graph/check.h"
#include "export/text/dot.h"
#include "export/text/print.h"
#include "export/graph/read.h"
#include "export/text/write.h"
#include "fuzz.h"

/* NULL if the bytes are refused. */
static struct ct_program *read_program(const char *bytes, size_t size)
{
	struct ct_program *program = NULL;
	ct_error error = ct_program_read(bytes, size, "fuzz", "m.json", &program);

	if (error == NULL)
		error = ct_program_check(program, "fuzz", "m.json");
	if (error == NULL)
		return program;
	FUZZ_CHECK(strstr(error, "m.json"), "an error without a place: %s", error);
	ct_error_free(error);
	ct_program_free(program);
	return NULL;
}

static char *write_program(const struct ct_program *program)
{
	struct ct_text text = { 0 };

	ct_program_write(&text, program);
	FUZZ_CHECK(!text.failed, "%s", "not written");
	return text.data;
}

static void check_written(const struct ct_program *program)
{
	char *first = write_program(program), *second;
	struct ct_program *again = read_program(first, strlen(first));

	FUZZ_CHECK(again, "refused: %s", first);
	second = write_program(again);
	FUZZ_CHECK(strcmp(first, second) == 0, "%s\nand then\n%s", first, second);
	ct_program_free(again);
	free(first);
	free(second);
}

static void check_shown(const struct ct_program *program)
{
	struct ct_text text = { 0 };
	char *drawing = NULL;
	size_t n = 0;
	FILE *stream = open_memstream(&drawing, &n);

	ct_program_print(&text, program);
	FUZZ_CHECK(!text.failed, "%s", "not printed");
	FUZZ_CHECK(stream && ct_program_draw(program, stream, "fuzz") == NULL, "%s", "not drawn");
	fclose(stream);
	ct_text_release(&text);
	free(drawing);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ct_program *program = read_program((const char *)data, size);

	if (program) {
		check_written(program);
		check_shown(program);
	}
	ct_program_free(program);
	return 0;
}

/*
 * The test results of the operators, as in tests/proof/operators/results.tsv: either all lines are
 * read exactly, or an error is reported. AUDIT.md shows what was read, and its tables keep their
 * rows and cells whatever the texts of the errors are.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/audit/emit.h"
#include "fuzz.h"
#include "load.h"
#include "name/naming.h"
#include "facts/results.h"

/* The operators of the golden test; read once, they are not part of the input. */
static struct arena kept;
static struct diag kept_diag;
static struct templates templates;
static struct api api;
static struct model model;

static void read_project(void)
{
	templates = (struct templates){ .arena = &kept, .folder = PROJECT "/templates" };
	FUZZ_CHECK(header_scan(&kept, &kept_diag, PROJECT "/tests/fixtures/codegen/golden/include",
			       &api) &&
			   model_load(&kept, &kept_diag,
				      PROJECT "/tests/fixtures/codegen/golden/small.yaml",
				      &model) &&
			   naming_assign(&kept, &kept_diag, &model, &api),
		   "the operators cannot be read");
}

/* --- reading ---------------------------------------------------------------------------------- */

/* From the beginning of a field to its end; `*next` is the field after it. */
static size_t field(const char *text, const char **next)
{
	size_t length = strcspn(text, "\t\n");

	FUZZ_CHECK(text[length] == '\t', "taken as six fields: %s", text);
	*next = text + length + 1;
	return length;
}

static void check_field(const char *line, const char **text, const char *expected)
{
	const char *begin = *text;
	size_t length = field(begin, text);

	FUZZ_CHECK(length == strlen(expected) && !strncmp(begin, expected, length),
		   "'%.*s' was read as '%s' in %s", (int)length, begin, expected, line);
}

static void check_line(const char *line, const struct op *op)
{
	const char *text = line;
	char calls[32];

	snprintf(calls, sizeof calls, "%lu", op->result->calls);
	check_field(line, &text, op->name);
	while (text[0] == '0' && text[1] >= '0' && text[1] <= '9')
		text++;
	check_field(line, &text, calls);
	check_field(line, &text, outcome_name(op->result->outcome));
	check_field(line, &text, op->result->has_gradient ? "gradient" : "-");
}

static void check_results(const char *text)
{
	for (size_t i = 0; i < model.ops.len; i++) {
		const struct op *op = model.ops.at[i];
		const char *line = text;

		for (size_t number = 1; op->result && number < op->result->loc.line; number++) {
			line = strchr(line, '\n');
			FUZZ_CHECK(line, "%s has a result after the last line", op->name);
			line++;
		}
		if (op->result)
			check_line(line, op);
	}
}

/* --- AUDIT.md --------------------------------------------------------------------------------- */

/* A carriage return would end the row, and others control a terminal. */
static bool has_control(const char *row, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)row[i] < ' ' || row[i] == 127)
			return true;
	return false;
}

/* The cells of a row: its bars without a backslash before them. */
static size_t count_cells(const char *row, size_t length)
{
	size_t bars = 0;

	for (size_t i = 0; i < length; i++) {
		if (row[i] == '\\')
			i++;
		else
			bars += row[i] == '|';
	}
	return bars - 1;
}

/* An operator's row begins with its name as code; rows of errors have two cells. */
static void check_rows(const char *page, size_t errors)
{
	size_t of_errors = 0, of_tables = 0;

	for (const char *row = page; *row; row += strcspn(row, "\n"), row += *row == '\n') {
		size_t length = strcspn(row, "\n"), cells;

		FUZZ_CHECK(!has_control(row, length), "a control character in %.*s", (int)length,
			   row);
		if (strncmp(row, "| `", 3))
			continue;
		cells = count_cells(row, length);
		FUZZ_CHECK(cells == 2 || cells == 6, "%zu cells: %.*s", cells, (int)length, row);
		of_errors += cells == 2;
		of_tables += cells == 6;
	}
	FUZZ_CHECK(of_errors == errors, "%zu rows of %zu errors:\n%s", of_errors, errors, page);
	FUZZ_CHECK(of_tables == model.ops.len, "%zu rows of %zu operators:\n%s", of_tables,
		   model.ops.len, page);
}

static void check_page(struct arena *arena, struct diag *diag)
{
	struct output output = { .arena = arena, .diag = diag };
	struct emitter e = { arena, diag, &model, &api, &templates, &output };
	size_t errors = 0;

	for (size_t i = 0; i < model.ops.len; i++)
		errors += model.ops.at[i]->result &&
			  model.ops.at[i]->result->outcome == OUTCOME_ERRORS;
	FUZZ_CHECK(emit_audit(&e), "no page");
	check_rows(strbuf_str(&output.files.at[0].text), errors);
	output_free(&output);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct diag diag = { 0 };
	char *text;
	bool fine;

	if (!model.spec)
		read_project();
	for (size_t i = 0; i < model.ops.len; i++)
		model.ops.at[i]->result = NULL;
	templates.diag = &diag;
	fine = results_read(&arena, &diag, fuzz_file("results.tsv", data, size), &model);
	FUZZ_CHECK(fine == (diag.errors == 0), "%zu errors", diag.errors);
	text = fuzz_text(data, size);
	FUZZ_CHECK(!fine || text, "a file with a NUL was accepted");
	if (fine) {
		check_results(text);
		check_page(&arena, &diag);
	}
	free(text);
	arena_free(&arena);
	return 0;
}

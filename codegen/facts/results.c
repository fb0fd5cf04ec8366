#include "facts/results.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/hash.h"
#include "util/source.h"
#include "util/tsv.h"

enum { FIELDS = 7 };

static const char *const outcome_names[] = {
	[OUTCOME_VALUES] = "values",
	[OUTCOME_ERRORS] = "errors",
	[OUTCOME_DIES] = "dies",
};

const char *outcome_name(enum outcome outcome)
{
	return outcome_names[outcome];
}

struct tested_op {
	struct op *op;
	UT_hash_handle hh;
};

struct reader {
	struct arena *arena;
	struct diag *diag;
	const struct source *source;
	struct model *model;
	struct tested_op *ops; /* by name */
	const char *release;   /* of the file; NULL as long as no line has said it */
};

static void find_ops(struct reader *reader)
{
	for (size_t i = 0; i < reader->model->ops.len; i++) {
		struct tested_op *tested = arena_alloc(reader->arena, sizeof *tested);

		tested->op = reader->model->ops.at[i];
		HASH_ADD_KEYPTR(hh, reader->ops, tested->op->name, strlen(tested->op->name),
				tested);
	}
}

/* --- fields ----------------------------------------------------------------------------------- */

static bool read_calls(const char *text, unsigned long *calls)
{
	char *end;

	errno = 0;
	*calls = strtoul(text, &end, 10);
	return *text >= '0' && *text <= '9' && !*end && !errno;
}

static bool read_outcome(const char *text, enum outcome *outcome)
{
	for (size_t i = 0; i < sizeof outcome_names / sizeof *outcome_names; i++)
		if (!strcmp(outcome_names[i], text)) {
			*outcome = (enum outcome)i;
			return true;
		}
	return false;
}

/* "bool,float32", or "-" for none. */
static bool read_dtypes(struct arena *arena, const char *text, struct names *dtypes)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
	bool more = strcmp(text, "-") != 0;

	while (more) {
		size_t length = strspn(text, letters);

		if (!length || (text[length] && text[length] != ','))
			return false;
		vec_push(arena, dtypes, arena_strndup(arena, text, length));
		more = text[length] == ',';
		text += length + more;
	}
	return true;
}

/* --- lines ------------------------------------------------------------------------------------ */

static const char how_to_mend[] =
	"write the file again: cmake --build build/release --target update-operators";

static void note_result(struct reader *reader, struct loc loc, const char *fields[FIELDS])
{
	struct result *result = arena_alloc(reader->arena, sizeof *result);
	struct tested_op *tested;

	*result = (struct result){ .loc = loc, .reason = fields[6] };
	HASH_FIND_STR(reader->ops, fields[0], tested);
	if (!tested) {
		diag_error(reader->diag, loc, how_to_mend, "there is no operator '%s'", fields[0]);
	} else if (tested->op->result) {
		diag_error(reader->diag, loc, how_to_mend, "the operator '%s' stands here twice",
			   fields[0]);
		diag_note(reader->diag, tested->op->result->loc, "first here");
	} else if (!read_calls(fields[1], &result->calls)) {
		diag_error(reader->diag, loc, how_to_mend, "'%s' is no number of calls", fields[1]);
	} else if (!read_outcome(fields[2], &result->outcome)) {
		diag_error(reader->diag, loc, how_to_mend, "'%s' is none of values, errors, dies",
			   fields[2]);
	} else if (strcmp(fields[3], "gradient") && strcmp(fields[3], "-")) {
		diag_error(reader->diag, loc, how_to_mend, "'%s' is neither 'gradient' nor '-'",
			   fields[3]);
	} else if (!read_dtypes(reader->arena, fields[4], &result->dtypes)) {
		diag_error(reader->diag, loc, how_to_mend,
			   "'%s' is neither dtypes with commas between them nor '-'", fields[4]);
	} else {
		result->has_gradient = *fields[3] == 'g';
		tested->op->result = result;
	}
}

/* Whether each could be unescaped. */
static bool are_fields(const char *const fields[FIELDS])
{
	for (size_t i = 0; i < FIELDS; i++)
		if (!fields[i])
			return false;
	return true;
}

static void read_line(struct reader *reader, struct loc loc, const char *line, size_t length)
{
	static const char release[] = "# release ";
	const char *fields[FIELDS];
	size_t count;

	if (length >= sizeof release - 1 && !memcmp(line, release, sizeof release - 1))
		reader->release = arena_strndup(reader->arena, line + sizeof release - 1,
						length - (sizeof release - 1));
	if (!length || *line == '#')
		return;
	count = tsv_split(reader->arena, line, length, fields, FIELDS);
	if (count != FIELDS)
		diag_error(reader->diag, loc, how_to_mend,
			   "%zu fields with tabs between them, where %d are expected: operator, "
			   "calls, outcome, gradient, dtypes, optionals, reason",
			   count, FIELDS);
	else if (!are_fields(fields))
		diag_error(reader->diag, loc, how_to_mend,
			   "a backslash in front of none of t, n and \\");
	else if (!reader->release)
		diag_error(reader->diag, loc, how_to_mend,
			   "no line '# release X.Y.Z' stands above the first operator");
	else if (!strcmp(reader->release, reader->model->spec->release))
		note_result(reader, loc, fields);
}

bool results_read(struct arena *arena, struct diag *diag, const char *path, struct model *model)
{
	struct source *source = arena_alloc(arena, sizeof *source);
	struct reader reader = { arena, diag, source, model, NULL, NULL };
	size_t before = diag->errors;
	struct loc loc = { source, 1, 0 };

	if (!path)
		return true;
	if (!source_read(arena, diag, path, source))
		return false;
	find_ops(&reader);
	for (const char *line = source->text; *line; loc.line++) {
		size_t length = strcspn(line, "\n");

		read_line(&reader, loc, line, length);
		line += length + (line[length] == '\n');
	}
	HASH_CLEAR(hh, reader.ops);
	return diag->errors == before;
}

#include "facts/results.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/hash.h"
#include "util/tsv.h"

/* ORDER FIELD. */
enum field { OPERATOR, CALLS, OUTCOME, GRADIENT, DTYPES, OPTIONALS, REASON, FIELD_COUNT };
static const char field_names[] = "operator, calls, outcome, gradient, dtypes, optionals, reason";

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

struct results_reader {
	struct tsv tsv;
	struct model *model;
	struct tested_op *ops; /* by name */
	const char *release;   /* of the current lines; NULL before the first '# release' line */
};

static void find_ops(struct results_reader *reader)
{
	for (size_t i = 0; i < reader->model->ops.len; i++) {
		struct tested_op *tested = arena_alloc(reader->tsv.arena, sizeof *tested);

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

static bool read_result(struct tsv *tsv, struct result *result)
{
	const char *const *fields = tsv->fields.at;

	if (!read_calls(fields[CALLS], &result->calls))
		tsv_error(tsv, "not a number of calls: '%s'", fields[CALLS]);
	else if (!read_outcome(fields[OUTCOME], &result->outcome))
		tsv_error(tsv, "expected values, errors or dies, found '%s'", fields[OUTCOME]);
	else if (strcmp(fields[GRADIENT], "gradient") && strcmp(fields[GRADIENT], "-"))
		tsv_error(tsv, "expected 'gradient' or '-', found '%s'", fields[GRADIENT]);
	else if (!read_dtypes(tsv->arena, fields[DTYPES], &result->dtypes))
		tsv_error(tsv, "expected dtypes separated by commas, or '-'; found '%s'",
			  fields[DTYPES]);
	else
		return true;
	return false;
}

static void note_result(struct results_reader *reader)
{
	struct tsv *tsv = &reader->tsv;
	struct result *result = arena_alloc(tsv->arena, sizeof *result);
	struct tested_op *tested;

	*result = (struct result){ .loc = tsv->loc,
				   .has_gradient = *tsv->fields.at[GRADIENT] == 'g',
				   .reason = tsv->fields.at[REASON] };
	HASH_FIND_STR(reader->ops, tsv->fields.at[OPERATOR], tested);
	if (!tested) {
		tsv_error(tsv, "unknown operator '%s'", tsv->fields.at[OPERATOR]);
	} else if (tested->op->result) {
		tsv_error(tsv, "the operator '%s' appears twice", tsv->fields.at[OPERATOR]);
		diag_note(tsv->diag, tested->op->result->loc, "first listed here");
	} else if (read_result(tsv, result)) {
		tested->op->result = result;
	}
}

static void read_fields(struct results_reader *reader)
{
	struct tsv *tsv = &reader->tsv;

	if (!tsv_has(tsv, FIELD_COUNT, field_names))
		return;
	if (!reader->release)
		tsv_error(tsv, "expected a line '# release X.Y.Z' before the first operator");
	else if (!strcmp(reader->release, reader->model->spec->release))
		note_result(reader);
}

static void read_comment(struct results_reader *reader)
{
	const char *release = tsv_after(&reader->tsv, "# release ");

	if (release)
		reader->release = release;
}

bool results_read(struct arena *arena, struct diag *diag, const char *path, struct model *model)
{
	struct results_reader reader = {
		.tsv = { .arena = arena,
			 .diag = diag,
			 .help = "generate the file again: "
				 "cmake --build build/release --target update-operators" },
		.model = model,
	};
	size_t before = diag->errors;
	enum tsv_line line;

	if (!path)
		return true;
	if (!tsv_open(&reader.tsv, path))
		return false;
	find_ops(&reader);
	while ((line = tsv_next(&reader.tsv)) != TSV_END) {
		if (line == TSV_COMMENT)
			read_comment(&reader);
		else if (line == TSV_FIELDS)
			read_fields(&reader);
	}
	HASH_CLEAR(hh, reader.ops);
	return diag->errors == before;
}

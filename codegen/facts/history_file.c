/*
 * operator_history.tsv: a head that lists the releases and the number of lines, then one or more
 * lines for each operator.
 */
#include <string.h>

#include "facts/history.h"
#include "read/spec.h"
#include "util/text.h"
#include "util/tsv.h"

enum field { OPERATOR, FIRST, LAST, FIELD_COUNT };

enum { RELEASES_AT_MOST = 200 }; /* there are about 20 */

static const char releases_mark[] = "# releases:";
static const char lines_mark[] = "# lines:";

struct history_reader {
	struct tsv tsv;
	struct history *history;
	const char *lines_declared; /* in the head; NULL: not there */
	struct loc lines_loc;
	size_t lines;
};

/* --- reading ---------------------------------------------------------------------------------- */

static void add_release(struct history_reader *reader, const char *release)
{
	struct names *releases = &reader->history->releases;
	const char *last = releases->len ? releases->at[releases->len - 1] : NULL;

	if (!spec_is_release(release))
		tsv_error(&reader->tsv, "not a release number: '%s' (expected a form like 2.15.0)",
			  release);
	else if (last && spec_compare_releases(last, release) >= 0)
		tsv_error(&reader->tsv, "%s follows %s but is not newer", release, last);
	else
		vec_push(reader->tsv.arena, releases, release);
}

/* The limit bounds the memory: one flag for each operator and release. */
static bool too_many_releases(struct history_reader *reader)
{
	if (reader->history->releases.len < RELEASES_AT_MOST)
		return false;
	tsv_error(&reader->tsv, "more than %d releases", RELEASES_AT_MOST);
	return true;
}

static void read_releases(struct history_reader *reader, const char *text)
{
	const char *word;
	size_t length;

	if (reader->history->releases.len) {
		tsv_error(&reader->tsv, "the list of releases appears twice");
		return;
	}
	while (text_next_word(&text, " ", &word, &length) && !too_many_releases(reader))
		add_release(reader, arena_strndup(reader->tsv.arena, word, length));
}

static void read_comment(struct history_reader *reader)
{
	const char *releases = tsv_after(&reader->tsv, releases_mark);
	const char *lines = tsv_after(&reader->tsv, lines_mark);

	if (releases)
		read_releases(reader, releases);
	if (lines) {
		reader->lines_declared = lines;
		reader->lines_loc = reader->tsv.loc;
	}
}

static int index_of(const struct history *history, const char *release)
{
	for (size_t i = 0; i < history->releases.len; i++)
		if (!strcmp(history->releases.at[i], release))
			return (int)i;
	return NO_RELEASE;
}

/* The lines are sorted, so an earlier line of the same operator is the previous one. */
static struct past_op *op_of(struct history_reader *reader, const char *name)
{
	struct history *history = reader->history;
	struct past_op *op = history->ops.len ? history->ops.at[history->ops.len - 1] : NULL;
	int order = op ? strcmp(op->name, name) : -1;

	if (!order)
		return op;
	if (order > 0) {
		tsv_error(&reader->tsv, "not sorted: '%s' follows '%s'", name, op->name);
		return NULL;
	}
	op = arena_alloc(reader->tsv.arena, sizeof *op);
	op->name = name;
	op->loc = reader->tsv.loc;
	op->in = arena_alloc(reader->tsv.arena, history->releases.len * sizeof *op->in);
	vec_push(reader->tsv.arena, &history->ops, op);
	return op;
}

static void note_releases(struct history_reader *reader, const char *name, int first, int last)
{
	struct history *history = reader->history;
	int newest = (int)history->releases.len - 1;
	struct past_op *op = op_of(reader, name);

	if (op && history_last(op, newest) >= first) {
		tsv_error(&reader->tsv, "'%s' is already in %s", name,
			  history->releases.at[history_last(op, newest)]);
		diag_note(reader->tsv.diag, op->loc, "because of this line");
	}
	for (int i = first; op && i <= last; i++)
		op->in[i] = true;
}

static void read_fields(struct history_reader *reader)
{
	const struct history *history = reader->history;
	const char *const *fields = reader->tsv.fields.at;
	int first, last;

	reader->lines++;
	if (!tsv_has(&reader->tsv, FIELD_COUNT, "operator, first release, last release"))
		return;
	first = index_of(history, fields[FIRST]);
	last = strcmp(fields[LAST], "-") ? index_of(history, fields[LAST])
					 : (int)history->releases.len - 1;
	if (!*fields[OPERATOR])
		tsv_error(&reader->tsv, "expected an operator name");
	else if (first == NO_RELEASE || last == NO_RELEASE)
		tsv_error(&reader->tsv, "the head does not list the release '%s'",
			  fields[first == NO_RELEASE ? FIRST : LAST]);
	else if (last < first)
		tsv_error(&reader->tsv, "the last release, %s, is older than %s", fields[LAST],
			  fields[FIRST]);
	else
		note_releases(reader, fields[OPERATOR], first, last);
}

/* With half a file, operators would look newer than they are, or be missing. */
static void check_end(struct history_reader *reader)
{
	struct tsv *tsv = &reader->tsv;
	const char *lines = arena_printf(tsv->arena, " %zu", reader->lines);

	if (!tsv_is_whole(tsv))
		tsv_file_error(tsv, "the file ends in the middle of a line");
	else if (reader->lines_declared && strcmp(reader->lines_declared, lines) != 0)
		diag_error(tsv->diag, reader->lines_loc, tsv->help, "found%s lines", lines);
}

bool history_read(struct arena *arena, struct diag *diag, const char *path, struct history *history)
{
	struct history_reader reader = {
		.tsv = { .arena = arena,
			 .diag = diag,
			 .help = "generate the file again with the command in its head" },
		.history = history,
	};
	size_t before = diag->errors;
	enum tsv_line line;

	*history = (struct history){ 0 };
	if (!tsv_open(&reader.tsv, path))
		return false;
	while ((line = tsv_next(&reader.tsv)) != TSV_END) {
		if (line == TSV_COMMENT)
			read_comment(&reader);
		else if (line == TSV_FIELDS)
			read_fields(&reader);
	}
	check_end(&reader);
	if (!history->releases.len && diag->errors == before)
		tsv_file_error(&reader.tsv, "expected a line '%s X.Y.Z ...' with the releases",
			       releases_mark);
	return diag->errors == before;
}

/* --- writing ---------------------------------------------------------------------------------- */

static void print_releases(const struct history *history, struct strbuf *out)
{
	for (size_t i = 0; i < history->releases.len; i++)
		strbuf_printf(out, " %s", history->releases.at[i]);
}

static size_t print_op(const struct history *history, const struct past_op *op, struct strbuf *out)
{
	int newest = (int)history->releases.len - 1, first, last = NO_RELEASE;
	size_t lines = 0;

	while ((first = history_next(history, op, last)) != NO_RELEASE) {
		for (last = first; last < newest && op->in[last + 1]; last++)
			;
		strbuf_printf(out, "%s\t%s\t%s\n", op->name, history->releases.at[first],
			      last == newest ? "-" : history->releases.at[last]);
		lines++;
	}
	return lines;
}

static const char head[] =
	"# The first and the last PyTorch release that has each operator, of the releases\n"
	"# below; \"-\" if the newest of them has it. An operator that was removed and came\n"
	"# back has two lines. The facts are PyTorch's; see NOTICE. To generate this file\n"
	"# again, after scripts/fetch-operators.sh --all, and to add a release X.Y.Z:\n"
	"#   ctorch-gen history";

void history_print(const struct history *history, struct strbuf *out)
{
	struct strbuf ops = { 0 };
	size_t lines = 0;

	for (size_t i = 0; i < history->ops.len; i++)
		lines += print_op(history, history->ops.at[i], &ops);
	strbuf_add(out, head);
	print_releases(history, out);
	strbuf_add(out, "\n#   ctorch-gen history X.Y.Z\n#\n# releases:");
	print_releases(history, out);
	strbuf_printf(out, "\n%s %zu\n# operator\tfirst\tlast\n%s", lines_mark, lines,
		      strbuf_str(&ops));
	strbuf_free(&ops);
}

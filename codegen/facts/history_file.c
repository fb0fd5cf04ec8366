/*
 * operator_history.tsv: a head that names the releases and counts the lines, then these, for each
 * operator one or more.
 */
#include <string.h>

#include "facts/history.h"
#include "read/spec.h"
#include "util/source.h"
#include "util/text.h"

enum {
	FIELDS = 3,
	RELEASES_AT_MOST = 200, /* there are some 20 */
};

static const char how_to_mend[] = "make the file again, with the command in its head";
static const char releases_mark[] = "# releases:";
static const char lines_mark[] = "# lines:";

struct reader {
	struct arena *arena;
	struct diag *diag;
	struct history *history;
	const char *lines_said; /* how many lines there are, by the head; NULL: it does not tell */
	struct loc lines_loc;
	size_t lines;
};

/* --- reading ---------------------------------------------------------------------------------- */

static void add_release(struct reader *reader, struct loc loc, const char *release)
{
	struct names *releases = &reader->history->releases;
	const char *last = releases->len ? releases->at[releases->len - 1] : NULL;

	if (!spec_is_release(release))
		diag_error(reader->diag, loc, how_to_mend, "'%s' is not a release such as 2.15.0",
			   release);
	else if (last && spec_compare_releases(last, release) >= 0)
		diag_error(reader->diag, loc, how_to_mend, "%s stands behind %s, and is not newer",
			   release, last);
	else
		vec_push(reader->arena, releases, release);
}

/* For each operator it is kept whether each release has it. */
static bool too_many_releases(struct reader *reader, struct loc loc)
{
	if (reader->history->releases.len < RELEASES_AT_MOST)
		return false;
	diag_error(reader->diag, loc, how_to_mend, "more than %d releases", RELEASES_AT_MOST);
	return true;
}

static void read_releases(struct reader *reader, struct loc loc, const char *text)
{
	const char *word;
	size_t length;

	if (reader->history->releases.len) {
		diag_error(reader->diag, loc, how_to_mend, "the releases stand here twice");
		return;
	}
	while (text_next_word(&text, " ", &word, &length) && !too_many_releases(reader, loc))
		add_release(reader, loc, arena_strndup(reader->arena, word, length));
}

/* False for anything but three fields, none of them empty. */
static bool split(struct arena *arena, const char *line, const char *fields[FIELDS])
{
	for (int i = 0; i < FIELDS; i++) {
		size_t length = strcspn(line, "\t");

		if (!length || (i < FIELDS - 1) != (line[length] == '\t'))
			return false;
		fields[i] = arena_strndup(arena, line, length);
		line += length + 1;
	}
	return true;
}

static int place_of(const struct history *history, const char *release)
{
	for (size_t i = 0; i < history->releases.len; i++)
		if (!strcmp(history->releases.at[i], release))
			return (int)i;
	return NO_RELEASE;
}

/* The lines are sorted, so that another one of the same operator is the one before. */
static struct past_op *op_of(struct reader *reader, struct loc loc, const char *name)
{
	struct history *history = reader->history;
	struct past_op *op = history->ops.len ? history->ops.at[history->ops.len - 1] : NULL;
	int order = op ? strcmp(op->name, name) : -1;

	if (!order)
		return op;
	if (order > 0) {
		diag_error(reader->diag, loc, how_to_mend, "'%s' stands behind '%s'", name,
			   op->name);
		return NULL;
	}
	op = arena_alloc(reader->arena, sizeof *op);
	op->name = name;
	op->loc = loc;
	op->in = arena_alloc(reader->arena, history->releases.len * sizeof *op->in);
	vec_push(reader->arena, &history->ops, op);
	return op;
}

static void note_line(struct reader *reader, struct loc loc, const char *fields[FIELDS])
{
	struct history *history = reader->history;
	int newest = (int)history->releases.len - 1;
	int first = place_of(history, fields[1]);
	int last = strcmp(fields[2], "-") ? place_of(history, fields[2]) : newest;
	struct past_op *op;

	if (first == NO_RELEASE || last == NO_RELEASE) {
		diag_error(reader->diag, loc, how_to_mend,
			   "'%s' is none of the releases in the head",
			   fields[first == NO_RELEASE ? 1 : 2]);
		return;
	}
	if (last < first)
		diag_error(reader->diag, loc, how_to_mend, "the last release, %s, is before %s",
			   fields[2], fields[1]);
	op = op_of(reader, loc, fields[0]);
	if (op && history_last(op, newest) >= first) {
		diag_error(reader->diag, loc, how_to_mend, "'%s' is in %s already", fields[0],
			   history->releases.at[history_last(op, newest)]);
		diag_note(reader->diag, op->loc, "by this line");
	}
	for (int i = first; op && i <= last; i++)
		op->in[i] = true;
}

static void read_line(struct reader *reader, struct loc loc, const char *line)
{
	const char *fields[FIELDS];

	if (!strncmp(line, releases_mark, sizeof releases_mark - 1))
		read_releases(reader, loc, line + sizeof releases_mark - 1);
	if (!strncmp(line, lines_mark, sizeof lines_mark - 1)) {
		reader->lines_said = line + sizeof lines_mark - 1;
		reader->lines_loc = loc;
	}
	if (!*line || *line == '#')
		return;
	reader->lines++;
	if (!split(reader->arena, line, fields))
		diag_error(reader->diag, loc, how_to_mend,
			   "three fields are expected, with tabs between them: operator, first "
			   "release, last release");
	else
		note_line(reader, loc, fields);
}

/* Half a file would make operators young, or none. */
static void check_end(struct reader *reader, const struct source *source)
{
	const char *lines = arena_printf(reader->arena, " %zu", reader->lines);

	if (source->size && source->text[source->size - 1] != '\n')
		diag_error(reader->diag, (struct loc){ .source = source }, how_to_mend,
			   "the file ends in the middle of a line");
	else if (reader->lines_said && strcmp(reader->lines_said, lines) != 0)
		diag_error(reader->diag, reader->lines_loc, how_to_mend, "there are%s lines",
			   lines);
}

bool history_read(struct arena *arena, struct diag *diag, const char *path, struct history *history)
{
	struct source *source = arena_alloc(arena, sizeof *source);
	struct reader reader = { .arena = arena, .diag = diag, .history = history };
	struct loc loc = { source, 1, 0 };
	size_t before = diag->errors;

	*history = (struct history){ 0 };
	if (!source_read(arena, diag, path, source))
		return false;
	for (const char *line = source->text; *line; loc.line++) {
		size_t length = strcspn(line, "\n");

		read_line(&reader, loc, arena_strndup(arena, line, length));
		line += length + (line[length] == '\n');
	}
	check_end(&reader, source);
	if (!history->releases.len && diag->errors == before)
		diag_error(diag, (struct loc){ .source = source }, how_to_mend,
			   "no line '%s X.Y.Z ...' names the releases", releases_mark);
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
	"# The first and the last release of PyTorch that has each operator, of the releases\n"
	"# below; \"-\" when the newest of them has it. One that went and came back has two\n"
	"# lines. The facts are PyTorch's; see NOTICE. What makes the file again, once\n"
	"# scripts/fetch-operators.sh --all has been run, and what adds a release X.Y.Z:\n"
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

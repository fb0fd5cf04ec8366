#include "audit/registry.h"

#include <stdlib.h>

#include "read/spec.h"
#include "util/source.h"
#include "util/text.h"
#include "util/tsv.h"

enum { FIELDS_AT_MOST = 4 };

static const char how_to_mend[] = "write the file again: ct_registry -o FILE";

/* Operators that the yaml can have are registered here. */
static const char aten[] = "aten::";

struct reader {
	struct arena *arena;
	struct diag *diag;
	struct registry *registry;
	struct loc loc; /* of the line */
	size_t records;
	bool is_ended;
};

static const char *place_of(const struct reader *reader)
{
	return arena_printf(reader->arena, "%s:%zu", reader->loc.source->path, reader->loc.line);
}

/* --- operators and symbols -------------------------------------------------------------------- */

static void split_keys(struct reader *reader, const char *text, struct names *keys)
{
	const char *word;
	size_t length;

	while (text_next_word(&text, " ", &word, &length))
		vec_push(reader->arena, keys, arena_strndup(reader->arena, word, length));
}

/* "ns::name" or "ns::name.overload", with the schema of just that name. */
static bool is_operator(struct reader *reader, const char *name, const char *schema)
{
	const char *colons = strstr(name, "::");
	size_t length = strlen(name);

	if (!colons || colons == name || !colons[2])
		diag_error(reader->diag, reader->loc, how_to_mend,
			   "'%s' is no operator's name, which is as aten::add.Tensor", name);
	else if (strncmp(schema, name, length) || schema[length] != '(')
		diag_error(reader->diag, reader->loc, how_to_mend,
			   "the schema is not that of '%s', but: %s", name, schema);
	else
		return true;
	return false;
}

static void note_operator(struct reader *reader, const char **fields)
{
	struct registered *known, *registered = arena_alloc(reader->arena, sizeof *registered);

	if (!is_operator(reader, fields[1], fields[2]))
		return;
	HASH_FIND_STR(reader->registry->operators, fields[1], known);
	if (known) {
		diag_error(reader->diag, reader->loc, how_to_mend,
			   "the operator '%s' stands here twice, first in %s", fields[1],
			   known->place);
		return;
	}
	*registered = (struct registered){ .name = fields[1],
					   .schema = fields[2],
					   .place = place_of(reader) };
	split_keys(reader, fields[3], &registered->keys);
	HASH_ADD_KEYPTR(hh, reader->registry->operators, registered->name, strlen(registered->name),
			registered);
}

static void note_symbol(struct reader *reader, const char **fields)
{
	struct exported *known, *exported = arena_alloc(reader->arena, sizeof *exported);

	HASH_FIND_STR(reader->registry->symbols, fields[1], known);
	if (known || !*fields[1]) {
		diag_error(reader->diag, reader->loc, how_to_mend,
			   known ? "the symbol '%s' stands here twice" : "a symbol '%s'",
			   fields[1]);
		return;
	}
	*exported = (struct exported){ .name = fields[1], .place = place_of(reader) };
	HASH_ADD_KEYPTR(hh, reader->registry->symbols, exported->name, strlen(exported->name),
			exported);
}

/* --- lines ------------------------------------------------------------------------------------ */

static const struct record {
	const char *word;
	size_t fields; /* with the word */
	const char *expected;
	void (*note)(struct reader *reader, const char **fields);
} records[] = {
	{ "operator", 4, "operator, name, schema, dispatch keys", note_operator },
	{ "symbol", 2, "symbol, name", note_symbol },
};

static void read_record(struct reader *reader, const char *line, size_t length)
{
	const char *fields[FIELDS_AT_MOST] = { "" };
	size_t count = tsv_split(reader->arena, line, length, fields, FIELDS_AT_MOST);

	reader->records++;
	for (size_t i = 0; i < count && i < FIELDS_AT_MOST; i++) {
		if (fields[i])
			continue;
		diag_error(reader->diag, reader->loc, how_to_mend,
			   "a backslash in front of none of t, n and \\");
		return;
	}
	for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
		if (strcmp(fields[0], records[i].word))
			continue;
		if (count == records[i].fields)
			records[i].note(reader, fields);
		else
			diag_error(reader->diag, reader->loc, how_to_mend,
				   "%zu fields with tabs between them, where %zu are expected: %s",
				   count, records[i].fields, records[i].expected);
		return;
	}
	diag_error(reader->diag, reader->loc, how_to_mend,
		   "a line begins with operator, symbol or #, not '%s'", fields[0]);
}

static void read_release(struct reader *reader, const char *release)
{
	if (!spec_is_release(release))
		diag_error(reader->diag, reader->loc, how_to_mend,
			   "'%s' is not a release such as 2.15.0", release);
	reader->registry->release = release;
}

static void read_end(struct reader *reader, const char *number)
{
	char *end;
	unsigned long count = strtoul(number, &end, 10);

	reader->is_ended = true;
	if (*end || count != reader->records)
		diag_error(reader->diag, reader->loc, how_to_mend,
			   "%zu operators and symbols are above, not '%s'", reader->records,
			   number);
}

/* Other comments are for people. */
static void read_comment(struct reader *reader, const char *line, size_t length)
{
	static const char release[] = "# release ", end[] = "# end ";
	const char *text = arena_strndup(reader->arena, line, length);

	if (!strncmp(text, release, strlen(release)))
		read_release(reader, text + strlen(release));
	else if (!strncmp(text, end, strlen(end)))
		read_end(reader, text + strlen(end));
}

static void read_line(struct reader *reader, const char *line, size_t length)
{
	if (reader->is_ended)
		diag_error(reader->diag, reader->loc, how_to_mend,
			   "the file goes on behind its end");
	else if (length && *line == '#')
		read_comment(reader, line, length);
	else
		read_record(reader, line, length);
}

static void check_whole(struct reader *reader)
{
	struct loc whole = { .source = reader->loc.source };

	if (!reader->is_ended)
		diag_error(reader->diag, whole, how_to_mend,
			   "the last line is not '# end N': this is half a file, or another one");
	else if (!reader->registry->release)
		diag_error(reader->diag, whole, how_to_mend, "no line '# release X.Y.Z'");
}

bool registry_read(struct arena *arena, struct diag *diag, const char *path,
		   struct registry *registry)
{
	struct source *source = arena_alloc(arena, sizeof *source);
	struct reader reader = { arena, diag, registry, { source, 1, 0 }, 0, false };
	size_t before = diag->errors;

	if (!source_read(arena, diag, path, source))
		return false;
	for (const char *line = source->text; *line; reader.loc.line++) {
		size_t length = strcspn(line, "\n");

		read_line(&reader, line, length);
		line += length + (line[length] == '\n');
	}
	check_whole(&reader);
	return diag->errors == before;
}

struct registered *registry_find(const struct registry *registry, const char *name)
{
	struct registered *registered;
	struct strbuf full = { 0 };

	strbuf_printf(&full, "%s%s", aten, name);
	HASH_FIND_STR(registry->operators, strbuf_str(&full), registered);
	strbuf_free(&full);
	return registered;
}

void registry_free(struct registry *registry)
{
	HASH_CLEAR(hh, registry->operators);
	HASH_CLEAR(hh, registry->symbols);
}

#include "tools/audit/registry.h"

#include <stdlib.h>

#include "read/spec.h"
#include "util/text.h"
#include "util/tsv.h"

/* All operators of the yaml are in this namespace. */
static const char aten[] = "aten::";

struct registry_reader {
	struct tsv tsv;
	struct registry *registry;
	size_t records;
	bool is_ended;
};

static const char *place_of(const struct tsv *tsv)
{
	return arena_printf(tsv->arena, "%s:%zu", tsv->source->path, tsv->loc.line);
}

/* --- operators and symbols -------------------------------------------------------------------- */

static void split_keys(struct arena *arena, const char *text, struct names *keys)
{
	const char *word;
	size_t length;

	while (text_next_word(&text, " ", &word, &length))
		vec_push(arena, keys, arena_strndup(arena, word, length));
}

/* Checks for "ns::name" or "ns::name.overload", and a schema with exactly that name. */
static bool is_operator(struct tsv *tsv, const char *name, const char *schema)
{
	const char *colons = strstr(name, "::");
	size_t length = strlen(name);

	if (!colons || colons == name || !colons[2])
		tsv_error(tsv, "not an operator name: '%s' (expected a form like aten::add.Tensor)",
			  name);
	else if (strncmp(schema, name, length) || schema[length] != '(')
		tsv_error(tsv, "expected the schema of '%s', found: %s", name, schema);
	else
		return true;
	return false;
}

static void note_operator(struct registry_reader *reader)
{
	struct tsv *tsv = &reader->tsv;
	const char *const *fields = tsv->fields.at;
	struct registered *known, *registered = arena_alloc(tsv->arena, sizeof *registered);

	if (!is_operator(tsv, fields[1], fields[2]))
		return;
	HASH_FIND_STR(reader->registry->operators, fields[1], known);
	if (known) {
		tsv_error(tsv, "the operator '%s' appears twice, first in %s", fields[1],
			  known->place);
		return;
	}
	*registered = (struct registered){ .name = fields[1],
					   .schema = fields[2],
					   .place = place_of(tsv) };
	split_keys(tsv->arena, fields[3], &registered->keys);
	HASH_ADD_KEYPTR(hh, reader->registry->operators, registered->name, strlen(registered->name),
			registered);
}

static void note_symbol(struct registry_reader *reader)
{
	struct tsv *tsv = &reader->tsv;
	const char *name = tsv->fields.at[1];
	struct exported *known, *exported = arena_alloc(tsv->arena, sizeof *exported);

	HASH_FIND_STR(reader->registry->symbols, name, known);
	if (known || !*name) {
		tsv_error(tsv,
			  known ? "the symbol '%s' appears twice"
				: "expected a symbol name, found '%s'",
			  name);
		return;
	}
	*exported = (struct exported){ .name = name, .place = place_of(tsv) };
	HASH_ADD_KEYPTR(hh, reader->registry->symbols, exported->name, strlen(exported->name),
			exported);
}

/* --- lines ------------------------------------------------------------------------------------ */

static const struct record {
	const char *word;
	size_t fields; /* including the word */
	const char *expected;
	void (*note)(struct registry_reader *reader);
} records[] = {
	{ "operator", 4, "operator, name, schema, dispatch keys", note_operator },
	{ "symbol", 2, "symbol, name", note_symbol },
};

static void read_record(struct registry_reader *reader, const char *word)
{
	reader->records++;
	for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
		if (strcmp(word, records[i].word))
			continue;
		if (tsv_has(&reader->tsv, records[i].fields, records[i].expected))
			records[i].note(reader);
		return;
	}
	tsv_error(&reader->tsv,
		  "expected a line that begins with operator, symbol or #, found '%s'", word);
}

static void read_release(struct registry_reader *reader, const char *release)
{
	if (!spec_is_release(release))
		tsv_error(&reader->tsv, "not a release number: '%s' (expected a form like 2.15.0)",
			  release);
	reader->registry->release = release;
}

static void read_end(struct registry_reader *reader, const char *number)
{
	char *end;
	unsigned long count = strtoul(number, &end, 10);

	reader->is_ended = true;
	if (*end || count != reader->records)
		tsv_error(&reader->tsv,
			  "expected '# end %zu', the number of lines above; found '%s'",
			  reader->records, number);
}

/* Other comments are for the human reader. */
static void read_comment(struct registry_reader *reader)
{
	const char *release = tsv_after(&reader->tsv, "# release ");
	const char *end = tsv_after(&reader->tsv, "# end ");

	if (release)
		read_release(reader, release);
	else if (end)
		read_end(reader, end);
}

static void read_line(struct registry_reader *reader, enum tsv_line line)
{
	if (reader->is_ended)
		tsv_error(&reader->tsv, "the file continues after its '# end' line");
	else if (line == TSV_COMMENT)
		read_comment(reader);
	else if (line == TSV_BAD)
		reader->records++;
	else
		read_record(reader, line == TSV_FIELDS ? reader->tsv.fields.at[0] : "");
}

static void check_whole(struct registry_reader *reader)
{
	if (!reader->is_ended)
		tsv_file_error(&reader->tsv,
			       "expected '# end N' as the last line: the file is incomplete, "
			       "or not a registry");
	else if (!reader->registry->release)
		tsv_file_error(&reader->tsv, "expected a line '# release X.Y.Z'");
}

bool registry_read(struct arena *arena, struct diag *diag, const char *path,
		   struct registry *registry)
{
	struct registry_reader reader = {
		.tsv = { .arena = arena,
			 .diag = diag,
			 .help = "write the file again: ct_registry -o FILE" },
		.registry = registry,
	};
	size_t before = diag->errors;
	enum tsv_line line;

	if (!tsv_open(&reader.tsv, path))
		return false;
	while ((line = tsv_next(&reader.tsv)) != TSV_END)
		read_line(&reader, line);
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

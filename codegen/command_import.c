#include <stdio.h>
#include <string.h>

#include "options.h"
#include "output.h"
#include "release_tree.h"
#include "schema.h"
#include "spec.h"

/* In the head of the file commas stand between them. */
static bool is_tag(const char *text)
{
	return *text && !text[strspn(text, "abcdefghijklmnopqrstuvwxyz"
					   "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")];
}

static void add_tag(struct run *run, struct spec *spec, const char *tag, struct loc loc)
{
	if (!is_tag(tag))
		diag_error(run->diag, loc, NULL, "'%s' is not a tag, which is one word", tag);
	else if (!names_has(&spec->tags, tag))
		vec_push(run->arena, &spec->tags, tag);
}

/* tags.yaml is a list of `- tag: name`, each with a description that is of no use here. */
static void read_tags(struct run *run, struct spec *spec, const struct source *tags)
{
	static const char begin[] = "- tag: ";
	struct loc loc = { .source = tags, .line = 1, .column = sizeof begin };

	for (const char *text = tags->text; *text; loc.line++) {
		const char *tag = text + sizeof begin - 1;

		if (!strncmp(text, begin, sizeof begin - 1))
			add_tag(run, spec, arena_strndup(run->arena, tag, strcspn(tag, " \r\n")),
				loc);
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
}

/* Without a tags.yaml those count that the entries use. */
static void collect_tags(struct run *run, struct spec *spec)
{
	for (size_t i = 0; i < spec->entries.len; i++) {
		const struct value *tags = &spec->entries.at[i]->values[KEY_TAGS];

		for (size_t j = 0; j < tags->len; j++)
			add_tag(run, spec, tags->at[j].text, tags->at[j].loc);
	}
}

static void find_tags(struct run *run, struct spec *spec, const struct source *tags)
{
	read_tags(run, spec, tags);
	collect_tags(run, spec);
	names_sort(&spec->tags);
}

static bool check_schemas(struct arena *arena, struct diag *diag, const struct spec *spec)
{
	size_t before = diag->errors;
	struct schema schema;

	for (size_t i = 0; i < spec->entries.len; i++)
		schema_parse(arena, diag, spec->entries.at[i]->loc, spec->entries.at[i]->func,
			     &schema);
	return diag->errors == before;
}

static bool read_spec(struct run *run, struct spec *spec)
{
	struct release_files files;

	if (!release_find(run->arena, run->diag, run->options->args[0], &files))
		return false;
	spec->source = files.yaml;
	if (!spec_parse(run->arena, run->diag, spec) || !check_schemas(run->arena, run->diag, spec))
		return false;
	find_tags(run, spec, &files.tags);
	if (run->options->release)
		spec->release = run->options->release;
	else if (files.release)
		spec->release = files.release;
	if (!spec->release)
		diag_error(run->diag, (struct loc){ .source = &spec->source },
			   "name it: --release X.Y.Z", "nothing tells of which release this is");
	else if (!spec_is_release(spec->release))
		diag_error(run->diag, (struct loc){ 0 }, "name it: --release X.Y.Z",
			   "'%s' is not a release such as 2.15.0", spec->release);
	return !run->diag->errors;
}

int command_import(struct run *run)
{
	struct options *options = run->options;
	struct spec spec = { 0 };
	struct strbuf text = { 0 };
	bool changed = false, fine;

	if (options->arg_count > 1) {
		diag_error(run->diag, (struct loc){ 0 }, NULL, "import takes one SOURCE, not %d",
			   options->arg_count);
		return EXIT_BAD;
	}
	if (!read_spec(run, &spec))
		return EXIT_BAD;
	if (!options->out)
		options->out = arena_printf(run->arena, "%s/native_functions.yaml", options->root);
	spec_print(&spec, &text);
	fine = output_write_file(run->arena, run->diag, options->out, &text, &changed);
	strbuf_free(&text);
	if (fine)
		fprintf(stderr, "ctorch-gen: %s: PyTorch %s, %zu entries, %s\n", options->out,
			spec.release, spec.entries.len, changed ? "written" : "unchanged");
	return fine ? EXIT_FINE : EXIT_BAD;
}

#include <stdio.h>
#include <string.h>

#include "commands/commands.h"
#include "emit/output.h"
#include "read/schema.h"
#include "read/spec.h"
#include "tools/release/cache.h"
#include "tools/release/release.h"

static bool check_schemas(struct arena *arena, struct diag *diag, const struct spec *spec)
{
	size_t before = diag->errors;
	struct schema schema;

	for (size_t i = 0; i < spec->entries.len; i++)
		schema_parse(arena, diag, spec->entries.at[i]->loc, spec->entries.at[i]->func,
			     &schema);
	return diag->errors == before;
}

static void name_release(struct run *run, struct spec *spec)
{
	const char *release = run->options->release;

	if (spec->release && strcmp(spec->release, release))
		diag_note(run->diag, (struct loc){ 0 },
			  "%s says that it is PyTorch %s; --release overrides it with %s",
			  run->options->args[0], spec->release, release);
	spec->release = release;
}

static bool read_spec(struct run *run, struct spec *spec)
{
	const char *path = release_path(run->arena, run->diag, run->options->root,
					run->options->args[0]);

	if (!path || !release_read(run->arena, run->diag, path, spec) ||
	    !check_schemas(run->arena, run->diag, spec))
		return false;
	if (run->options->release)
		name_release(run, spec);
	if (!spec->release)
		diag_error(run->diag, (struct loc){ .source = &spec->source },
			   "add --release X.Y.Z", "the release number was not found");
	else if (!spec_is_release(spec->release))
		diag_error(run->diag, (struct loc){ 0 }, "add --release X.Y.Z",
			   "not a release number: '%s' (expected a form like 2.15.0)",
			   spec->release);
	return !run->diag->errors;
}

int command_import(struct run *run)
{
	struct options *options = run->options;
	struct spec spec = { 0 };
	struct strbuf text = { 0 };
	bool changed = false, fine;

	if (options->arg_count > 1) {
		diag_error(run->diag, (struct loc){ 0 }, NULL,
			   "import takes one argument, SOURCE; found %d", options->arg_count);
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
		fprintf(stderr, "ctorch-gen: %s: PyTorch %s, %zu entries, %s; from %s\n",
			options->out, spec.release, spec.entries.len,
			changed ? "written" : "unchanged", spec.source.path);
	return fine ? EXIT_FINE : EXIT_BAD;
}

/* `audit --program`: the operators that a program uses, and how another release changes them. */
#include "commands/commands.h"
#include "commands/formats.h"
#include "tools/diff/emit.h"
#include "classes/classes.h"
#include "tools/program/file.h"
#include "tools/program/program.h"
#include "tools/release/named.h"

/* Reports the options that do not apply to a program. */
static bool fits(struct run *run)
{
	const struct options *options = run->options;
	const struct {
		const char *name, *value;
	} others[] = {
		{ "libtorch", options->libtorch },
		{ "registry", options->registry },
		{ "derivatives", options->derivatives },
		{ "html", options->html },
	};
	bool fine = true;

	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		if (!others[i].value)
			continue;
		diag_error(run->diag, (struct loc){ 0 }, "remove one of them",
			   "--program and --%s cannot be combined", others[i].name);
		fine = false;
	}
	return fine && formats_known(run);
}

/* Reads all files before giving up, so that one run reports all errors. */
static bool read_files(struct run *run, struct program *program)
{
	bool fine = true;

	for (size_t i = 0; i < run->options->programs.len; i++)
		fine &= program_file_read(run->arena, run->diag, run->options->programs.at[i],
					  &program->parts);
	return fine;
}

/* A program with libctorch linked in contains all operators, used or not. */
static void warn_of_own(struct run *run, const struct program *program)
{
	size_t own = 0;

	for (const struct program_name *one = program->names; one; one = one->hh.next)
		own += one->op && one->is_linked;
	if (own)
		diag_warning(run->diag, (struct loc){ 0 },
			     "pass the objects or sources that use the operators instead",
			     "the files define %zu operator%s themselves; the ones they use "
			     "cannot be determined",
			     own, own == 1 ? "" : "s");
}

/* Operators named in a string, "aten::add", are not found. */
static void note_by_name(struct run *run, const struct program *program)
{
	static const char *const finders[] = { "ct_call", "ct_call_with", "ct_operator_find" };

	for (size_t i = 0; i < sizeof finders / sizeof *finders; i++) {
		const struct program_name *name;

		HASH_FIND_STR(program->names, finders[i], name);
		if (name && name->uses.len)
			diag_note(run->diag, (struct loc){ 0 },
				  "%s uses %s(): operators that are named in strings are not found",
				  name->uses.at[0].file, finders[i]);
	}
}

static const struct formats formats = {
	.of = { [FORMAT_TEXT] = emit_program_text,
		[FORMAT_JSON] = emit_program_json,
		[FORMAT_MARKDOWN] = emit_program_markdown },
};

int command_program(struct run *run)
{
	const struct options *options = run->options;
	struct model model, after;
	struct api api = { 0 };
	struct history history = { 0 };
	struct program program = { .arena = run->arena, .model = &model, .api = &api };
	bool fine = fits(run) && header_scan(run->arena, run->diag, options->headers, &api);

	if (fine) {
		bool has_files = read_files(run, &program);
		bool has_model = release_load_named(run->arena, run->diag, run->options->root,
						    options->yaml, &api, &model) &&
				 classes_load(run->arena, run->diag, options->classes, &api,
					      &model);
		bool has_after = !options->against ||
				 release_load_named(run->arena, run->diag, run->options->root,
						    options->against, &api, &after);
		bool has_history = !options->history ||
				   history_read(run->arena, run->diag, options->history, &history);

		fine = has_files && has_model && has_after && has_history;
	}
	if (fine) {
		program.history = options->history ? &history : NULL;
		program_resolve(&program);
		warn_of_own(run, &program);
		note_by_name(run, &program);
		if (options->against)
			program_compare(&program, &after);
		fine = formats_print(run, &formats, &program);
	}
	program_free(&program);
	if (!fine)
		return EXIT_BAD;
	return program_compiles(&program) ? EXIT_FINE : EXIT_FINDINGS;
}

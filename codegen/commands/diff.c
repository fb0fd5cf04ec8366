/* `diff`: compares two releases: does a program written for one compile with the other? */
#include "commands/commands.h"
#include "commands/formats.h"
#include "tools/diff/emit.h"
#include "tools/release/named.h"

static const struct formats formats = {
	.of = { [FORMAT_TEXT] = emit_diff_text,
		[FORMAT_JSON] = emit_diff_json,
		[FORMAT_MARKDOWN] = emit_diff_markdown },
};

int command_diff(struct run *run)
{
	struct options *options = run->options;
	struct model before, after;
	struct api api = { 0 };
	struct diff diff;
	bool has_before, has_after;

	if (options->arg_count != 2) {
		diag_error(run->diag, (struct loc){ 0 }, NULL,
			   "diff takes two arguments, OLD and NEW; found %d", options->arg_count);
		return EXIT_BAD;
	}
	if (!formats_known(run) || !header_scan(run->arena, run->diag, options->headers, &api))
		return EXIT_BAD;
	/* Both are read before giving up, so that one run reports all errors. */
	has_before = release_load_named(run->arena, run->diag, run->options->root, options->args[0],
					&api, &before);
	has_after = release_load_named(run->arena, run->diag, run->options->root, options->args[1],
				       &api, &after);
	if (!has_before || !has_after)
		return EXIT_BAD;
	diff_models(run->arena, &before, &after, &diff);
	if (!formats_print(run, &formats, &diff))
		return EXIT_BAD;
	return diff_compiles(&diff) ? EXIT_FINE : EXIT_FINDINGS;
}

/* `history`: records the releases that have each operator, one release at a time. */
#include <stdio.h>
#include <unistd.h>

#include "commands/commands.h"
#include "emit/output.h"
#include "facts/history.h"
#include "read/spec.h"
#include "tools/release/cache.h"
#include "tools/release/release.h"
#include "tools/release/root.h"

static bool add(struct run *run, const char *name, struct history *history)
{
	const char *path = release_path(run->arena, run->diag, run->options->root, name);
	struct model model;

	if (!path || !release_load(run->arena, run->diag, path, &model))
		return false;
	if (!model.spec->release || !spec_is_release(model.spec->release)) {
		diag_error(run->diag, (struct loc){ 0 },
			   "name its release: ctorch-gen import SOURCE --release X.Y.Z -o FILE; "
			   "then use FILE",
			   "%s does not say which release it is", name);
		return false;
	}
	history_add(run->arena, history, &model);
	return true;
}

static bool write_history(struct run *run, const struct history *history)
{
	const struct names *releases = &history->releases;
	struct options *options = run->options;
	struct strbuf text = { 0 };
	bool changed = false, fine;

	if (!options->out)
		options->out = options->history;
	history_print(history, &text);
	fine = output_write_file(run->arena, run->diag, options->out, &text, &changed);
	strbuf_free(&text);
	if (fine)
		fprintf(stderr,
			"ctorch-gen: %s: %zu release%s, %s to %s; %zu operators, %zu of them "
			"not in the last; %s\n",
			options->out, releases->len, releases->len == 1 ? "" : "s", releases->at[0],
			releases->at[releases->len - 1], history->ops.len, history_gone(history),
			changed ? "written" : "unchanged");
	return fine;
}

int command_history(struct run *run)
{
	struct options *options = run->options;
	struct history history = { 0 };
	bool fine = true;

	if (!access(options->history, F_OK) &&
	    !history_read(run->arena, run->diag, options->history, &history))
		return EXIT_BAD;
	/* All are read before giving up, so that one run reports all errors. */
	for (int i = 0; i < options->arg_count; i++)
		fine = add(run, options->args[i], &history) && fine;
	return fine && write_history(run, &history) ? EXIT_FINE : EXIT_BAD;
}

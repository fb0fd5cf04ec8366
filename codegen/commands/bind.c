/* `bind`: writes the binding of another language. */
#include <stdio.h>

#include "classes/classes.h"
#include "commands/commands.h"
#include "headers/facts.h"
#include "load.h"
#include "name/naming.h"
#include "bind/emit.h"

/* The tables say which names a language does without, each with its reason. */
static int list_unbound(const struct binding *binding)
{
	for (size_t i = 0; i < binding->unbound.len; i++)
		printf("%s\t%s\n", binding->unbound.at[i].symbol, binding->unbound.at[i].reason);
	return EXIT_FINE;
}

static void summarize(const struct run *run, const struct binding *binding,
		      const struct output *output)
{
	if (run->options->quiet)
		return;
	fprintf(stderr,
		"ctorch-gen: %s: %zu functions, %zu classes, %zu structs; %zu left out "
		"(--list-skipped); %zu files, %zu written\n",
		binding->language->name, binding->bound.len, binding->classes.len,
		binding->structs.len, binding->unbound.len, output->files.len,
		output_stale(output));
}

static int write_files(struct run *run, struct binding *binding)
{
	struct output output = { .arena = run->arena,
				 .diag = run->diag,
				 .folder = run->options->out };
	int status = EXIT_BAD;

	if (binding_emit(binding, &output)) {
		output_compare(&output);
		if (output_write(&output)) {
			summarize(run, binding, &output);
			status = EXIT_FINE;
		}
	}
	output_free(&output);
	return status;
}

static bool load(struct run *run, struct model *model, struct api *api)
{
	const struct options *options = run->options;

	return model_load(run->arena, run->diag, options->yaml, model) &&
	       header_scan(run->arena, run->diag, options->headers, api) &&
	       facts_check(run->arena, run->diag, api) &&
	       naming_assign(run->arena, run->diag, model, api) &&
	       classes_load(run->arena, run->diag, options->classes, api, model);
}

int command_bind(struct run *run)
{
	struct language language;
	struct model model;
	struct api api = { 0 };
	struct binding binding = { .language = &language, .model = &model, .api = &api };

	if (run->options->arg_count != 1) {
		fprintf(stderr, "ctorch-gen: bind takes one language, such as go\n");
		return EXIT_BAD;
	}
	if (!run->options->out)
		run->options->out = arena_printf(run->arena, "bindings-%s", run->options->args[0]);
	if (!language_read(run->arena, run->diag, run->options->templates, run->options->args[0],
			   &language) ||
	    !load(run, &model, &api))
		return EXIT_BAD;
	bind_model_fill(run->arena, &model, &api, &binding.functions);
	if (!binding_fill(&binding))
		return EXIT_BAD;
	return run->options->list_skipped ? list_unbound(&binding) : write_files(run, &binding);
}

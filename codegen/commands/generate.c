#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "tools/audit/emit.h"
#include "commands/commands.h"
#include "emit/emit.h"
#include "headers/facts.h"
#include "facts/pages.h"
#include "facts/results.h"
#include "load.h"
#include "name/naming.h"
#include "classes/classes.h"

/* --- the depfile, for make and ninja ---------------------------------------------------------- */

static void add_path(struct strbuf *out, const char *path)
{
	for (; *path; path++) {
		if (strchr(" \\#", *path))
			strbuf_add_char(out, '\\');
		strbuf_add_char(out, *path);
		if (*path == '$')
			strbuf_add_char(out, '$');
	}
}

static void add_source(struct strbuf *out, const char *path)
{
	strbuf_add(out, " \\\n  ");
	add_path(out, path);
}

static bool write_depfile(struct run *run, const struct emitter *e)
{
	struct strbuf text = { 0 };
	bool changed, fine;

	add_path(&text, run->options->out);
	strbuf_add(&text, "/files.cmake:");
	add_source(&text, run->options->yaml);
	if (run->options->results)
		add_source(&text, run->options->results);
	for (size_t i = 0; i < template_count(e->templates); i++)
		add_source(&text, template_path(e->templates, i));
	for (size_t i = 0; i < e->api->files.len; i++)
		add_source(&text, e->api->files.at[i]);
	for (size_t i = 0; e->model->nn && i < e->model->nn->files.len; i++)
		add_source(&text, e->model->nn->files.at[i]);
	strbuf_add(&text, "\n");
	fine = output_write_file(run->arena, run->diag, run->options->depfile, &text, &changed);
	strbuf_free(&text);
	return fine;
}

/* --- the command ------------------------------------------------------------------------------ */

static bool emit_nn(struct emitter *e)
{
	return !e->model->nn || (emit_nn_functions(e) && emit_classes(e));
}

static bool emit_files(struct emitter *e)
{
	return emit_headers(e) && emit_calls(e) && emit_nn(e) && emit_sources(e) &&
	       emit_direct(e) && emit_api_json(e) && emit_audit(e) && emit_nn_names(e) &&
	       emit_build_files(e);
}

static int list_stale(const struct output *output)
{
	for (size_t i = 0; i < output->files.len; i++)
		if (output->files.at[i].is_changed)
			printf("%s/%s: %s\n", output->folder, output->files.at[i].name,
			       output->files.at[i].is_new ? "missing" : "differs");
	for (size_t i = 0; i < output->left_over.len; i++)
		printf("%s/%s: left over\n", output->folder, output->left_over.at[i]);
	return output_stale(output) ? EXIT_FINDINGS : EXIT_FINE;
}

static double seconds_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

static void summarize(struct run *run, const struct emitter *e, const struct timespec *start)
{
	size_t stale = output_stale(e->output), files = e->output->files.len;
	struct rusage usage;

	if (run->options->quiet)
		return;
	getrusage(RUSAGE_SELF, &usage);
	fprintf(stderr,
		"ctorch-gen: PyTorch %s: %zu functions, %zu methods; %zu files, %zu %s; "
		"%.3f s, %.0f MB\n",
		e->model->spec->release, e->model->ops.len, e->model->methods, files, stale,
		run->options->check ? "stale" : "written", seconds_since(start),
		(double)usage.ru_maxrss / 1024);
}

static int generate(struct run *run, struct emitter *e, const struct timespec *start)
{
	int status = EXIT_FINE;

	if (!emit_files(e))
		return EXIT_BAD;
	output_compare(e->output);
	if (run->options->check)
		status = list_stale(e->output);
	/* The depfile comes first: if it cannot be written, nothing has been replaced. */
	else if ((run->options->depfile && !write_depfile(run, e)) || !output_write(e->output))
		return EXIT_BAD;
	summarize(run, e, start);
	return status;
}

int command_generate(struct run *run)
{
	struct options *options = run->options;
	struct model model;
	struct api api = { 0 };
	struct templates templates = { .arena = run->arena,
				       .diag = run->diag,
				       .folder = options->templates };
	struct output output = { .arena = run->arena, .diag = run->diag };
	struct emitter e = { .arena = run->arena,
			     .diag = run->diag,
			     .model = &model,
			     .api = &api,
			     .templates = &templates,
			     .output = &output };
	struct timespec start;
	bool has_model, has_api;
	int status;

	clock_gettime(CLOCK_MONOTONIC, &start);
	if (!options->out)
		options->out = strcmp(options->root, ".")
				       ? arena_printf(run->arena, "%s/generated", options->root)
				       : "generated";
	output.folder = options->out;
	/* Both sides are read before giving up, so that one run reports all errors. */
	has_model = model_load(run->arena, run->diag, options->yaml, &model);
	has_api = header_scan(run->arena, run->diag, options->headers, &api) &&
		  facts_check(run->arena, run->diag, &api);
	if (!has_model || !has_api)
		return EXIT_BAD;
	if (!results_read(run->arena, run->diag, options->results, &model))
		return EXIT_BAD;
	if (!naming_assign(run->arena, run->diag, &model, &api))
		return EXIT_BAD;
	if (!classes_load(run->arena, run->diag, options->classes, &api, &model))
		return EXIT_BAD;
	if (!pages_read(run->arena, run->diag, options->classes, &model))
		return EXIT_BAD;
	status = generate(run, &e, &start);
	output_free(&output);
	return status;
}

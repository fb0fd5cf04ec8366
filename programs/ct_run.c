/*
 * ct_run: runs a model that Python made.
 */
#include <stdio.h>
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/version.h>
#include <ctorch/macros/blocks.h>
#include <ctorch/macros/try.h>
#include <ctorch/operators/operator.h>
#include <ctorch/tensor/generator.h>
#include <ctorch/tensor/settings.h>

#include "inspect/json.h"
#include "inspect/report.h"
#include "inspect/text.h"
#include "run/actions.h"
#include "run/inputs.h"

const char program_name[] = "ct_run";

static ct_error prepare(const struct options *options)
{
	for (int64_t i = 0; i < options->libraries.len; i++)
		CT_TRY(ct_load_library(options->libraries.at[i]));
	if (options->threads)
		CT_TRY(ct_set_num_threads((int32_t)options->threads));
	return ct_manual_seed((uint64_t)options->seed);
}

/* Whether the outputs are to be printed: nothing else is. */
static bool prints_outputs(const struct options *options)
{
	return !options->quiet && options->outputs.len == 0 && options->expected.len == 0 &&
	       options->top == 0 && !options->time && !options->profile;
}

static ct_error show_leaves(const struct options *options, const ct_value *output,
			    const struct leaves *leaves, json_t *report, bool *same)
{
	if (report && !options->quiet)
		CT_TRY(report_outputs(leaves, report));
	if (!report && prints_outputs(options))
		CT_TRY(print_output(output));
	if (options->top)
		CT_TRY(show_classes(options, leaves, report));
	if (options->outputs.len)
		CT_TRY(save_outputs(options, output, leaves));
	if (options->expected.len)
		CT_TRY(compare_outputs(options, leaves, report, same));
	return NULL;
}

static ct_error show_output(const struct options *options, const ct_value *output, json_t *report,
			    bool *same)
{
	struct leaves leaves = { 0 };
	ct_error error = add_leaves(output, &leaves);

	if (error == NULL)
		error = show_leaves(options, output, &leaves, report, same);
	free_leaves(&leaves);
	return error;
}

/* The outputs are those of the first run: a later one may see buffers that the first has changed. */
static ct_error run_model(const struct options *options, struct model *model,
			  const struct call *call, json_t *report, bool *same)
{
	ct_value output;
	ct_error error;

	CT_TRY(call_model(model, call, &output));
	error = show_output(options, &output, report, same);
	ct_value_free(&output);
	if (error == NULL && (options->time || options->profile))
		error = measure(options, model, call, report);
	return error;
}

static ct_error show_model(const struct options *options, const struct model *model)
{
	ct_error (*const show)(const struct model *) = options->dot ? model->kind->draw
								    : model->kind->print;

	if (show)
		return show(model);
	return ct_error_new(CT_ERROR_VALUE, __func__, "%s: %s is not for the kind %s",
			    options->path, options->dot ? "--dot" : "--print", model->kind->title);
}

static ct_error read_and_run(const struct options *options, struct model *model, json_t *report,
			     bool *same)
{
	struct call call = { 0 };
	ct_error error;

	if (options->print || options->dot)
		return show_model(options, model);
	if (options->profile && model->program == NULL)
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "%s: --profile is not for the kind %s", options->path,
				    model->kind->title);
	error = read_inputs(options, model, &call);
	if (error == NULL)
		error = run_model(options, model, &call, report, same);
	free_call(&call);
	return error;
}

static ct_error run_all(const struct options *options, json_t *report, bool *same)
{
	struct model model;
	ct_error error;

	CT_TRY(check_preset(options->transform));
	CT_TRY(prepare(options));
	error = open_model(options, &model);
	if (error == NULL && report)
		put(report, "kind", json_string(model.kind->title));
	if (error == NULL)
		error = read_and_run(options, &model, report, same);
	close_model(&model);
	return error;
}

static int run_with_report(const struct options *options)
{
	json_t *report = options->json ? need_json(json_object()) : NULL;
	bool same = true, failed;

	if (report)
		put(report, "model", json_of_text(options->path, strlen(options->path)));
	ct_autograd_set_grad_enabled(options->grad);
	failed = is_trouble(run_all(options, report, &same));
	if (report && !failed) {
		json_dumpf(report, stdout,
			   JSON_INDENT(2) | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(17));
		putchar('\n');
	}
	json_decref(report);
	return failed ? TROUBLE : same ? FINE : DIFFERENT;
}

/* libtorch warns of operators that it may change. */
static void ignore(const ct_warning *warning, void *context)
{
	(void)warning;
	(void)context;
}

static int run(const struct options *options)
{
	if (options->help)
		fputs(usage, stdout);
	else if (options->version)
		printf("ct_run %s, libtorch %s\n", ct_version(), ct_libtorch_version());
	else
		return run_with_report(options);
	return FINE;
}

int main(int argc, char **argv)
{
	struct options options;
	int status = TROUBLE;

	begin_text();
	if (is_trouble(ct_set_warning_handler(ignore, NULL, NULL)))
		return TROUBLE;
	if (read_options(argc, argv, &options))
		status = run(&options);
	free_options(&options);
	return finish_output() ? status : TROUBLE;
}

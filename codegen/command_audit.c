/* `audit`: how much there is, and what differs between the yaml and a libtorch. */
#include <stdio.h>
#include <unistd.h>

#include "emit.h"
#include "emit_audit.h"
#include "load.h"
#include "naming.h"
#include "options.h"
#include "output.h"
#include "results.h"

static bool load(struct run *run, struct model *model, struct api *api)
{
	return model_load(run->arena, run->diag, run->options->yaml, model) &&
	       header_scan(run->arena, run->diag, run->options->headers, api) &&
	       naming_assign(run->arena, run->diag, model, api) &&
	       results_read(run->arena, run->diag, run->options->results, model);
}

/* A wheel, unpacked or installed, has it beside its torch. */
static const char *find_derivatives(struct run *run)
{
	static const char *const places[] = { "..", "." };

	if (run->options->derivatives || !run->options->libtorch)
		return run->options->derivatives;
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		const char *path = arena_printf(run->arena,
						"%s/%s/torchgen/packaged/autograd/derivatives.yaml",
						run->options->libtorch, places[i]);

		if (!access(path, F_OK))
			return path;
	}
	return NULL;
}

/* --- output ----------------------------------------------------------------------------------- */

/* The same page as generated/AUDIT.md. */
static bool add_markdown(struct audit *audit, struct templates *templates, struct strbuf *out)
{
	struct output output = { .arena = audit->arena, .diag = audit->diag };
	struct emitter e = {
		audit->arena, audit->diag, audit->model, audit->api, templates, &output
	};
	bool fine = emit_audit(&e);

	if (fine)
		strbuf_add(out, strbuf_str(&output.files.at[0].text));
	output_free(&output);
	return fine;
}

static bool write_page(struct run *run, const struct audit *audit,
		       const struct derivatives *derivatives, struct templates *templates)
{
	struct strbuf page = { 0 };
	bool changed, fine = emit_audit_html(audit, derivatives, templates, &page) &&
			     output_write_file(run->arena, run->diag, run->options->html, &page,
					       &changed);

	strbuf_free(&page);
	return fine;
}

static bool print(struct run *run, struct audit *audit, const struct derivatives *derivatives)
{
	const char *format = run->options->format;
	struct templates templates = { .arena = run->arena,
				       .diag = run->diag,
				       .folder = run->options->templates };
	struct strbuf out = { 0 };
	bool fine = true;

	if (!strcmp(format, "markdown"))
		fine = add_markdown(audit, &templates, &out);
	else if (!strcmp(format, "json"))
		emit_audit_json(audit, derivatives, &out);
	else
		emit_audit_text(audit, &out);
	if (fine && run->options->html)
		fine = write_page(run, audit, derivatives, &templates);
	if (fine)
		fputs(strbuf_str(&out), stdout);
	strbuf_free(&out);
	return fine;
}

/* --- the command ------------------------------------------------------------------------------ */

static int audit_release(struct run *run)
{
	struct options *options = run->options;
	struct model model;
	struct api api = { 0 };
	struct audit audit = {
		.arena = run->arena, .diag = run->diag, .model = &model, .api = &api
	};
	struct derivatives *derivatives = NULL;
	const char *formulas = find_derivatives(run);
	bool fine = options_format(run) && load(run, &model, &api);

	/* All that is wrong is told in one run. */
	if (fine) {
		bool has_headers = !options->libtorch || audit_headers(&audit, options->libtorch);
		bool has_registry = !options->registry || audit_registry(&audit, options->registry);
		/* How the yaml differs from the libtorch is for the headers to tell. */
		bool has_formulas = !formulas || derivatives_read(run->arena, run->diag, formulas,
								  options->derivatives != NULL,
								  &model, &derivatives);

		fine = has_headers && has_registry && has_formulas &&
		       print(run, &audit, derivatives);
	}
	registry_free(&audit.registry);
	derivatives_free(derivatives);
	if (!fine)
		return EXIT_BAD;
	return audit.findings.len ? EXIT_FINDINGS : EXIT_FINE;
}

int command_audit(struct run *run)
{
	if (run->options->programs.len)
		return command_program(run);
	if (!run->options->against)
		return audit_release(run);
	diag_error(run->diag, (struct loc){ 0 },
		   "name what uses it: --program FILE; of two releases alone: ctorch-gen diff",
		   "--against without --program");
	return EXIT_BAD;
}

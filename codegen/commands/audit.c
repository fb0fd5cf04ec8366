/* `audit`: counts the operators and lists the differences between the yaml and a libtorch. */
#include <unistd.h>

#include "tools/audit/emit.h"
#include "commands/commands.h"
#include "commands/formats.h"
#include "emit/emit.h"
#include "emit/output.h"
#include "facts/results.h"
#include "classes/classes.h"
#include "tools/release/named.h"

static bool load(struct run *run, struct model *model, struct api *api)
{
	return header_scan(run->arena, run->diag, run->options->headers, api) &&
	       release_load_listed(run->arena, run->diag, run->options->root, run->options->yaml,
				   api, model) &&
	       classes_load(run->arena, run->diag, run->options->classes, api, model) &&
	       results_read(run->arena, run->diag, run->options->results, model);
}

/* A wheel, unpacked or installed, has the file next to its torch. */
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

/* The headers of another release differ in many schemas; the note explains why. */
static void note_other_release(const struct audit *audit)
{
	const char *release = audit->libtorch_release, *own = audit->model->spec->release;

	if (audit->findings.len && release && own && strcmp(release, own) != 0)
		diag_note(audit->diag, (struct loc){ 0 },
			  "%s is PyTorch %s, but the operator list is PyTorch %s", audit->libtorch,
			  release, own);
}

/* The same page as generated/AUDIT.md. */
static bool add_markdown(const void *found, struct templates *templates, struct strbuf *out)
{
	const struct audit *audit = found;
	struct output output = { .arena = audit->arena, .diag = audit->diag };
	struct emitter e = { .arena = audit->arena,
			     .diag = audit->diag,
			     .model = audit->model,
			     .api = audit->api,
			     .templates = templates,
			     .output = &output };
	bool fine = emit_audit(&e);

	if (fine)
		strbuf_add(out, strbuf_str(&output.files.at[0].text));
	output_free(&output);
	return fine;
}

static const struct formats formats = {
	.of = { [FORMAT_TEXT] = emit_audit_text,
		[FORMAT_JSON] = emit_audit_json,
		[FORMAT_MARKDOWN] = add_markdown },
	.page = emit_audit_html,
};

static int audit_release(struct run *run)
{
	struct options *options = run->options;
	struct model model;
	struct api api = { 0 };
	struct audit audit = {
		.arena = run->arena, .diag = run->diag, .model = &model, .api = &api
	};
	const char *derivatives = find_derivatives(run);
	bool fine = formats_known(run) && load(run, &model, &api);

	/* All inputs are read before giving up, so that one run reports all errors. */
	if (fine) {
		bool has_headers = !options->libtorch || audit_headers(&audit, options->libtorch);
		bool has_registry = !options->registry || audit_registry(&audit, options->registry);
		/* Only a file that the user named must fit: the headers show the differences. */
		bool has_derivatives = !derivatives ||
				       derivatives_read(run->arena, run->diag, derivatives,
							options->derivatives != NULL, &model,
							&audit.derivatives);

		audit_names(&audit);
		fine = has_headers && has_registry && has_derivatives &&
		       formats_print(run, &formats, &audit);
	}
	if (fine)
		note_other_release(&audit);
	registry_free(&audit.registry);
	derivatives_free(audit.derivatives);
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
		   "add --program FILE, or use ctorch-gen diff to compare two releases",
		   "--against needs --program");
	return EXIT_BAD;
}

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit.h"
#include "hash.h"
#include "load.h"
#include "naming.h"
#include "options.h"
#include "results.h"
#include "source.h"
#include "totals.h"

/* --- the schemas that an installed libtorch declares ------------------------------------------ */

struct declared {
	const char *schema; /* "mm(Tensor self, Tensor mat2) -> Tensor" */
	const char *header; /* "mm_ops.h" */
	bool is_known;      /* the model has it too */
	UT_hash_handle hh;
};

struct finding {
	const char *what; /* "not in libtorch" */
	const char *schema;
	const char *where; /* "mm_ops.h", "native_functions.yaml:12" */
};

struct audit {
	struct run *run;
	struct model model;
	struct declared *declared;
	VEC(struct finding) findings;
};

/* A C string literal's content; `text` is behind its opening quote. */
static const char *unquote(struct arena *arena, const char *text)
{
	char *result = arena_alloc(arena, strcspn(text, "\n") + 1), *to = result;

	for (; *text && *text != '"' && *text != '\n'; text++)
		*to++ = *text == '\\' && text[1] && text[1] != '\n' ? *++text : *text;
	return result;
}

/*
 * `schema_str = "..."`, in releases before 2.6 `(schema_str, "...")`. The same schema text never
 * stands in two headers.
 */
static void read_schemas(struct audit *audit, const char *text, const char *header)
{
	static const char word[] = "schema_str";
	struct arena *arena = audit->run->arena;

	while ((text = strstr(text, word))) {
		struct declared *declared;

		text += sizeof word - 1;
		text += strspn(text, " =,");
		if (*text != '"')
			continue;
		declared = arena_alloc(arena, sizeof *declared);
		declared->schema = unquote(arena, text + 1);
		declared->header = header;
		HASH_ADD_KEYPTR(hh, audit->declared, declared->schema, strlen(declared->schema),
				declared);
	}
}

static void read_header(struct audit *audit, const char *folder, const char *name)
{
	struct arena *arena = audit->run->arena;
	struct source source;

	if (source_read(arena, audit->run->diag, arena_printf(arena, "%s/%s", folder, name),
			&source))
		read_schemas(audit, source.text, name);
}

/* `libtorch` is the folder that has include/, or one that has torch/include. */
static bool read_libtorch(struct audit *audit)
{
	static const char *const places[] = { "include/ATen/ops", "torch/include/ATen/ops", "." };
	struct run *run = audit->run;
	struct names names = { 0 };
	const char *folder = NULL;

	for (size_t i = 0; !names.len && i < sizeof places / sizeof *places; i++) {
		folder = arena_printf(run->arena, "%s/%s", run->options->libtorch, places[i]);
		names = folder_list(run->arena, folder, "_ops.h");
	}
	if (!names.len)
		diag_error(run->diag, (struct loc){ 0 },
			   "name the folder that has include/ATen/ops",
			   "no operator headers of libtorch in %s", run->options->libtorch);
	for (size_t i = 0; i < names.len; i++)
		read_header(audit, folder, names.at[i]);
	return !run->diag->errors;
}

static void compare(struct audit *audit)
{
	struct arena *arena = audit->run->arena;
	struct declared *declared;

	for (size_t i = 0; i < audit->model.ops.len; i++) {
		const struct op *op = audit->model.ops.at[i];

		HASH_FIND_STR(audit->declared, op->func, declared);
		if (declared)
			declared->is_known = true;
		else
			vec_push(arena, &audit->findings,
				 (struct finding){ "not in libtorch", op->func,
						   arena_printf(arena, "%s:%zu",
								op->entry->loc.source->path,
								op->entry->loc.line) });
	}
	for (declared = audit->declared; declared; declared = declared->hh.next)
		if (!declared->is_known)
			vec_push(arena, &audit->findings,
				 (struct finding){ "only in libtorch", declared->schema,
						   declared->header });
}

/* --- the three forms -------------------------------------------------------------------------- */

static void print_text(const struct audit *audit)
{
	struct totals totals = totals_of(&audit->model);

	printf("PyTorch %s\n", audit->model.spec->release);
	for (size_t i = 0; i < totals.len; i++)
		printf("%6zu  %s\n", totals.at[i].count, totals.at[i].label);
	if (!audit->run->options->libtorch)
		return;
	printf("%6u  schemas declared by %s\n", HASH_COUNT(audit->declared),
	       audit->run->options->libtorch);
	printf("%6zu  differences\n", audit->findings.len);
	for (size_t i = 0; i < audit->findings.len; i++)
		printf("%s: %s: %s\n", audit->findings.at[i].where, audit->findings.at[i].what,
		       audit->findings.at[i].schema);
}

static void print_json(const struct audit *audit)
{
	struct totals totals = totals_of(&audit->model);
	struct strbuf out = { 0 };

	strbuf_printf(&out, "{ \"pytorch\": \"%s\"", audit->model.spec->release);
	for (size_t i = 0; i < totals.len; i++)
		strbuf_printf(&out, ",\n  \"%s\": %zu", totals.at[i].key, totals.at[i].count);
	if (audit->run->options->libtorch)
		strbuf_printf(&out, ",\n  \"libtorch_schemas\": %u", HASH_COUNT(audit->declared));
	strbuf_add(&out, ",\n  \"differences\": [");
	for (size_t i = 0; i < audit->findings.len; i++) {
		const struct finding *finding = &audit->findings.at[i];

		strbuf_printf(&out, "%s\n    { \"what\": \"%s\", \"where\": ", i ? "," : "",
			      finding->what);
		emit_json_string(&out, finding->where);
		strbuf_add(&out, ", \"schema\": ");
		emit_json_string(&out, finding->schema);
		strbuf_add(&out, " }");
	}
	strbuf_add(&out, audit->findings.len ? "\n  ] }\n" : "] }\n");
	fputs(strbuf_str(&out), stdout);
	strbuf_free(&out);
}

/* The same page as generated/AUDIT.md. */
static bool print_markdown(struct audit *audit)
{
	struct run *run = audit->run;
	struct api api = { 0 };
	struct templates templates = { .arena = run->arena,
				       .diag = run->diag,
				       .folder = run->options->templates };
	struct output output = { .arena = run->arena, .diag = run->diag };
	struct emitter e = { run->arena, run->diag, &audit->model, &api, &templates, &output };
	bool fine = header_scan(run->arena, run->diag, run->options->headers, &api) &&
		    naming_assign(run->arena, run->diag, &audit->model, &api) && emit_audit(&e);

	if (fine)
		fputs(strbuf_str(&output.files.at[0].text), stdout);
	output_free(&output);
	return fine;
}

static bool print(struct audit *audit)
{
	const char *format = audit->run->options->format;

	if (!strcmp(format, "markdown"))
		return print_markdown(audit);
	if (!strcmp(format, "json"))
		print_json(audit);
	else
		print_text(audit);
	return true;
}

int command_audit(struct run *run)
{
	struct audit audit = { .run = run };
	bool fine = options_format(run) &&
		    model_load(run->arena, run->diag, run->options->yaml, &audit.model) &&
		    results_read(run->arena, run->diag, run->options->results, &audit.model);

	if (fine && run->options->libtorch) {
		fine = read_libtorch(&audit);
		if (fine)
			compare(&audit);
	}
	fine = fine && print(&audit);
	HASH_CLEAR(hh, audit.declared);
	if (!fine)
		return EXIT_BAD;
	return audit.findings.len ? EXIT_FINDINGS : EXIT_FINE;
}

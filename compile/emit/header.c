#include "compile/emit/emit.h"

#include <string.h>

#include <ctorch/core/dtype.h>

#include "compile/call/call.h"
#include "compile/options.h"
#include "core/base/text.h"
#include "util/text.h"

const char *archive_name(const struct program *program)
{
	const char *slash = strrchr(program->options->archive, '/');

	return slash ? slash + 1 : program->options->archive;
}

/* --- Shapes ----------------------------------------------------------------------------------- */

static void add_extent(struct program *program, const struct extent *extent, struct strbuf *out)
{
	struct ct_text text = { 0 };
	int64_t number;

	if (extent_is_fixed(program, extent, &number)) {
		strbuf_printf(out, "%lld", (long long)number);
		return;
	}
	ct_symbolic_print(extent->tree, &text);
	strbuf_add(out, text.data ? text.data : "?");
	ct_text_release(&text);
}

const char *shape_text(struct program *program, const struct variable *variable)
{
	static const char *const names[] = { [HELD_INT] = "an int",
					     [HELD_FLOAT] = "a float",
					     [HELD_BOOL] = "a bool",
					     [HELD_TEXT] = "a text" };
	struct strbuf out = { 0 };
	const char *result;

	if (variable->held != HELD_TENSOR)
		return variable->held == HELD_NOTHING || variable->held == HELD_OBJECT
			       ? "None"
			       : names[variable->held];
	if (variable->dim < 0)
		return "a tensor";
	strbuf_printf(&out, "%s [", ct_dtype_name(variable->dtype));
	for (int64_t i = 0; i < variable->dim; i++) {
		strbuf_add(&out, i ? ", " : "");
		add_extent(program, &variable->sizes[i], &out);
	}
	strbuf_add(&out, "]");
	result = arena_strdup(program->arena, strbuf_str(&out));
	strbuf_free(&out);
	return result;
}

/* --- Comments --------------------------------------------------------------------------------- */

/* The sizes that vary, as the comments call them. */
static void add_ranges(const struct program *program, struct strbuf *out)
{
	for (size_t i = 0; i < program->symbols.len; i++) {
		const struct symbol *symbol = &program->symbols.at[i];

		if (!symbol->input || symbol->is_fixed)
			continue;
		strbuf_printf(out, " *     %s: a size, %lld or more", symbol->name,
			      (long long)symbol->min);
		if (symbol->max < INT64_MAX)
			strbuf_printf(out, ", at most %lld", (long long)symbol->max);
		strbuf_add(out, "\n");
	}
}

/* What the program takes and gives, one line each. */
static const char *interface_text(struct program *program, struct strbuf *out)
{
	for (size_t i = 0; i < program->inputs.len; i++) {
		const struct input *input = &program->inputs.at[i];

		if (!input->variable || !held_c(input->variable->held))
			continue;
		strbuf_printf(out, " *     %s: %s", input->variable->c,
			      shape_text(program, input->variable));
		strbuf_printf(out, strcmp(input->path, input->variable->c) ? " (%s)\n" : "\n",
			      input->path);
	}
	for (size_t i = 0; i < program->returned.len; i++)
		if (program->returned.at[i].c)
			strbuf_printf(
				out, " *     -> %s: %s\n", program->returned.at[i].c,
				program->returned.at[i].variable
					? shape_text(program, program->returned.at[i].variable)
					: "a constant");
	add_ranges(program, out);
	return strbuf_str(out);
}

/* One that a comment may have. */
static const char *comment_text(struct program *program, const char *text)
{
	char *copy = arena_strdup(program->arena, text);

	for (char *at = copy; *at; at++)
		if ((unsigned char)*at < ' ' || (*at == '/' && at > copy && at[-1] == '*') ||
		    (*at == '*' && at > copy && at[-1] == '/'))
			*at = '_';
	return copy;
}

static const char *fields_text(struct program *program, struct strbuf *out)
{
	for (size_t i = 0; i < program->weights.len; i++) {
		const struct weight *weight = program->weights.at[i];

		strbuf_printf(out, "\tct_tensor *%s; /* %s \"%s\": %s */\n", weight->field,
			      weight->role, comment_text(program, weight->name),
			      shape_text(program, weight->variable));
	}
	strbuf_add(out, strbuf_str(&program->parts.fields));
	if (!out->length)
		strbuf_add(out, "\tchar nothing; /* it has no weights */\n");
	return strbuf_str(out);
}

/* Where they come from, and what of them is copied. */
static const char *weights_text(struct program *program)
{
	const char *from = program->options->embed ? ", which are in the program"
			   : program->options->shared
				   ? " from a dict, by their names in Python"
				   : arena_printf(program->arena, " from %s.safetensors",
						  program->name);

	return program->has_copies
		       ? arena_printf(program->arena,
				      "%s, and copies some in another order. A run may read\n"
				      " * either: do not change weights in the struct",
				      from)
		       : from;
}

bool emit_header(struct emitter *e, struct strbuf *out)
{
	struct program *program = e->program;
	struct strbuf interface = { 0 }, fields = { 0 }, run_out = { 0 };
	const bool fine =
		(!program->has_workspace || emit_run_out_header(e, &run_out)) &&
		template_fill(
			&e->templates, "compile/header.h",
			(struct mark[]){
				{ "name", program->name },
				{ "guard", text_upper(program->arena, program->name) },
				{ "archive", archive_name(program) },
				{ "includes", program->options->shared
						      ? "#include <ctorch/operators/value.h>\n"
						      : "" },
				{ "interface", interface_text(program, &interface) },
				{ "fields", fields_text(program, &fields) },
				{ "parameters", run_parameters(program, false) },
				{ "from", weights_text(program) },
				{ "load_parameters", load_parameters(program, false) },
				{ "run_out", strbuf_str(&run_out) },
				{ "mutates",
				  program_writes(program)
					  ? "\n * It writes to inputs or weights: one thread at "
					    "a time may run it."
					  : " Several threads may run it at once." },
				{ 0 } },
			out);

	strbuf_free(&interface);
	strbuf_free(&run_out);
	strbuf_free(&fields);
	return fine;
}

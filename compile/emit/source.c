#include "compile/emit/emit.h"

#include <string.h>

#include "compile/call/call.h"
#include "compile/expression.h"
#include "compile/options.h"
#include "util/text.h"

/* --- Parameters ------------------------------------------------------------------------------- */

const char *returned_type(struct program *program, size_t i)
{
	return held_c(argument_held(program->main, &program->returned.at[i].from->argument));
}

bool returns_tensor(struct program *program, size_t i)
{
	return strcmp(returned_type(program, i), "ct_tensor *") == 0;
}

void add_input_parameters(const struct program *program, bool names_only, struct strbuf *out)
{
	for (size_t i = 0; i < program->inputs.len; i++) {
		const struct variable *variable = program->inputs.at[i].variable;
		const char *type = variable ? held_c(variable->held) : NULL;

		if (type)
			strbuf_printf(out, ", %s%s", names_only ? "" : type, variable->c);
	}
}

const char *run_parameters(struct program *program, bool names_only)
{
	struct strbuf out = { 0 };
	const char *result;

	add_input_parameters(program, names_only, &out);
	for (size_t i = 0; i < program->returned.len; i++) {
		const struct returned *returned = &program->returned.at[i];

		if (returned->c)
			strbuf_printf(&out, ", %s%s%s", names_only ? "" : returned_type(program, i),
				      names_only ? "" : "*", returned->c);
	}
	result = arena_strdup(program->arena, strbuf_str(&out));
	strbuf_free(&out);
	return result;
}

const char *load_parameters(const struct program *program, bool names_only)
{
	if (program->options->embed)
		return "";
	if (program->options->shared)
		return names_only ? "values, " : "const ct_value *values, ";
	return names_only ? "path, " : "const char *path, ";
}

/* --- Weights ---------------------------------------------------------------------------------- */

static void write_numbers(const int64_t *numbers, int64_t len, struct strbuf *out)
{
	for (int64_t i = 0; i < len; i++) {
		strbuf_add(out, i ? ", " : "CT_L(");
		write_int(out, numbers[i]);
	}
	strbuf_add(out, len ? ")" : "(ct_ints){ 0 }");
}

static void take_payloads(struct program *program, struct strbuf *out)
{
	for (size_t i = 0; i < program->payloads.len; i++) {
		const struct payload *payload = program->payloads.at[i];

		if (!payload->variable)
			continue;
		strbuf_printf(out, "\tct_tensor *%s;\n\tCT_TRY(%s_bytes(weights, ",
			      payload->variable, program->name);
		write_text(out, payload->key);
		strbuf_printf(out, ", &%s));\n", payload->variable);
	}
}

static void take_weight(struct program *program, const struct weight *weight, struct strbuf *out)
{
	if (weight->is_whole) {
		strbuf_printf(out, "\tCT_TRY(%s_weight(weights, ", program->name);
		write_text(out, weight->name);
	} else {
		strbuf_printf(out, "\tCT_TRY(%s_part(%s", program->name, weight->payload->variable);
	}
	strbuf_printf(out, ", %s, ", dtype_name_c(program, weight->dtype));
	write_numbers(weight->sizes, weight->dim, out);
	strbuf_add(out, ", ");
	write_numbers(weight->strides, weight->dim, out);
	if (!weight->is_whole) {
		strbuf_add(out, ", ");
		write_int(out, weight->offset);
	}
	strbuf_printf(out, ", &self->%s));\n", weight->field);
	/* As in Python, also for inference: kernels ask for it. */
	if (weight->requires_grad)
		strbuf_printf(out, "\tCT_TRY(ct_tensor_set_requires_grad(self->%s, true));\n",
			      weight->field);
}

static const char *take_weights(struct program *program, struct strbuf *out)
{
	take_payloads(program, out);
	for (size_t i = 0; i < program->weights.len; i++)
		take_weight(program, program->weights.at[i], out);
	if (!program->weights.len)
		strbuf_add(out, "\t(void)self;\n\t(void)weights;\n");
	return strbuf_str(out);
}

static const char *free_weights(struct program *program, struct strbuf *out)
{
	for (size_t i = 0; i < program->weights.len; i++)
		strbuf_printf(out, "\tct_tensor_free_unscoped(self->%s);\n",
			      program->weights.at[i]->field);
	return strbuf_str(out);
}

static bool any_weight(const struct program *program, bool is_whole)
{
	for (size_t i = 0; i < program->weights.len; i++)
		if (program->weights.at[i]->is_whole == is_whole)
			return true;
	return false;
}

/* --- Helpers ---------------------------------------------------------------------------------- */

static bool has_tensor_input(const struct program *program)
{
	for (size_t i = 0; i < program->inputs.len; i++)
		if (program->inputs.at[i].variable &&
		    program->inputs.at[i].variable->held == HELD_TENSOR &&
		    program->inputs.at[i].variable->dim >= 0)
			return true;
	return false;
}

/* What the rest of the file says. */
struct rest {
	struct strbuf inner, own, checks;
};

static bool calls(const struct program *program, const struct rest *rest, const char *function)
{
	const char *call = arena_printf(program->arena, "%s_%s(", program->name, function);

	return strstr(strbuf_str(&rest->own), call) || strstr(strbuf_str(&rest->inner), call) ||
	       strstr(strbuf_str(&rest->checks), call) ||
	       strstr(strbuf_str(&program->parts.functions), call);
}

static bool add_helper(struct emitter *e, const char *template_, struct strbuf *out)
{
	const struct mark named[] = { { "name", e->program->name }, { 0 } };

	return template_fill(&e->templates, template_,
			     template_has(&e->templates, template_, "name") ? named : &named[1],
			     out);
}

/* The functions that the graphs need, one template each. */
static bool add_helpers(struct emitter *e, const struct rest *rest, struct strbuf *out)
{
	struct program *program = e->program;
	const struct helper {
		bool is_needed;
		const char *template_;
	} helpers[] = {
		{ program->needs_calls_only, "compile/calls_only.c" },
		{ program->needs_keep, "compile/keep.c" },
		{ program->needs_copy, "compile/copy.c" },
		{ program->needs_take_list, "compile/take_list.c" },
		{ calls(program, rest, "modulo") || calls(program, rest, "floor_divide"),
		  "compile/modulo.c" },
		{ calls(program, rest, "floor_divide"), "compile/floor_divide.c" },
		{ calls(program, rest, "power"), "compile/power.c" },
		{ calls(program, rest, "min"), "compile/min.c" },
		{ calls(program, rest, "max"), "compile/max.c" },
		{ program->needs_scan || calls(program, rest, "count_rows"),
		  "compile/count_rows.c" },
		{ program->needs_scan || calls(program, rest, "rows_new"), "compile/rows_new.c" },
		{ calls(program, rest, "stack"), "compile/stack.c" },
		{ program->needs_give_zeros, "compile/give_zeros.c" },
		{ program->needs_scan, "compile/associative_scan.c" },
	};

	for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++)
		if (helpers[i].is_needed && !add_helper(e, helpers[i].template_, out))
			return false;
	return true;
}

/* Those of NAME_check(). */
static bool add_check_helpers(struct emitter *e, const struct rest *rest, struct strbuf *out)
{
	return (!has_tensor_input(e->program) || add_helper(e, "compile/check_tensor.c", out)) &&
	       (!calls(e->program, rest, "guard_failed") ||
		add_helper(e, "compile/guard_failed.c", out));
}

static bool add_weight_helpers(struct emitter *e, struct strbuf *out)
{
	const struct mark marks[] = { { "name", e->program->name }, { 0 } };

	return (!any_weight(e->program, true) ||
		template_fill(&e->templates, "compile/weight.c", marks, out)) &&
	       (!any_weight(e->program, false) ||
		template_fill(&e->templates, "compile/part.c", marks, out));
}

void add_void(const char *name, const char *body, int depth, struct strbuf *out)
{
	if (!c_mentions(body, name))
		add_line(out, depth, "(void)%s;", name);
}

/* --- The file --------------------------------------------------------------------------------- */

/* Results belong to the scope of the caller. */
static const char *move_up(struct program *program, struct strbuf *out)
{
	size_t count = 0;

	for (size_t i = 0; i < program->returned.len; i++) {
		if (!program->returned.at[i].c || !returns_tensor(program, i))
			continue;
		strbuf_printf(out, "\tct_scope_move_up(*%s);\n", program->returned.at[i].c);
		count++;
	}
	if (count == 0)
		return "";
	return arena_printf(program->arena,
			    count > 1 ? "if (error == NULL) {\n%s}\n" : "if (error == NULL)\n%s",
			    strbuf_str(out));
}

/* The graph's function makes the tensors for results. */
static const char *no_tensors(const struct program *program, struct strbuf *out)
{
	for (size_t i = 0; i < program->returned.len; i++)
		if (program->returned.at[i].is_direct)
			strbuf_printf(out, "*%s = NULL;\n", program->returned.at[i].c);
	return strbuf_str(out);
}

/* What NAME_check() gets: the inputs that have guards. */
static const char *check_parameters(struct program *program, const char *checks, bool names_only)
{
	const char *list = "";

	if (c_mentions(checks, "self"))
		list = arena_printf(program->arena,
				    names_only ? ", self" : ", const struct %s *self",
				    program->name);
	for (size_t i = 0; i < program->inputs.len; i++) {
		const struct variable *variable = program->inputs.at[i].variable;

		if (variable && held_c(variable->held) && c_mentions(checks, variable->c))
			list = arena_printf(program->arena, "%s, %s%s", list,
					    names_only ? "" : held_c(variable->held), variable->c);
	}
	return *list ? list + 2 : "";
}

static const char *check_function(struct program *program, const char *checks)
{
	return *checks ? arena_printf(program->arena,
				      "static ct_error %s_check(%s)\n{\n%s\treturn NULL;\n}\n\n",
				      program->name, check_parameters(program, checks, false),
				      checks)
		       : "";
}

static const char *check_call(struct program *program, const char *checks)
{
	return *checks ? arena_printf(program->arena, "CT_TRY(%s_check(%s));\n", program->name,
				      check_parameters(program, checks, true))
		       : "";
}

static const char *read_c(struct program *program)
{
	if (program->options->shared)
		return "ct_value_copy(values, &weights)";
	if (!program->options->embed)
		return "ct_safetensors_load(path, NULL, &weights)";
	return arena_printf(program->arena,
			    "ct_safetensors_decode(%s_weights, %s_weights_end - %s_weights, NULL,\n"
			    "\t\t\t\t     &weights)",
			    program->name, program->name, program->name);
}

static const char *embedded_c(struct program *program)
{
	if (!program->options->embed)
		return "";
	return arena_printf(program->arena,
			    "/* %s_weights.S */\nextern const unsigned char %s_weights[], "
			    "%s_weights_end[];\n\n",
			    program->name, program->name, program->name);
}

static const char *includes(struct program *program)
{
	return arena_printf(
		program->arena, "%s%s%s", program->needs_math ? "#include <math.h>\n" : "",
		"#include <stdlib.h>\n", program->needs_string ? "#include <string.h>\n" : "");
}

bool emit_source(struct emitter *e, struct strbuf *out)
{
	struct program *program = e->program;
	struct parts *parts = &program->parts;
	struct strbuf helpers = { 0 }, take = { 0 }, free_ = { 0 }, up = { 0 },
		      weight_helpers = { 0 }, check_helpers = { 0 }, run_out = { 0 }, none = { 0 };
	struct rest rest = { 0 };
	bool fine = emit_functions(e, &rest.inner, &rest.own);

	fine = emit_checks(program, &rest.checks) && fine;
	fine = fine && add_helpers(e, &rest, &helpers) &&
	       add_check_helpers(e, &rest, &check_helpers) &&
	       add_weight_helpers(e, &weight_helpers);
	fine = fine && (!program->has_workspace ||
			emit_run_out(e, check_call(program, strbuf_str(&rest.checks)), &run_out));
	fine = fine &&
	       template_fill(
		       &e->templates, "compile/source.c",
		       (struct mark[]){
			       { "name", program->name },
			       { "archive", archive_name(program) },
			       { "what", program->has_workspace
						 ? "loops over elements, and calls of libtorch"
						 : "a statement for each node" },
			       { "includes", includes(program) },
			       { "more_includes", strbuf_str(&parts->includes) },
			       { "heading", helpers.length || parts->functions.length
						    ? heading_c(program->arena, "Helpers")
						    : "" },
			       { "helpers", strbuf_str(&helpers) },
			       { "run", program->has_workspace
						? arena_printf(program->arena,
							       "struct %s_workspace *run;\n",
							       program->name)
						: "" },
			       { "direct", no_tensors(program, &none) },
			       { "functions", strbuf_str(&parts->functions) },
			       { "inner", strbuf_str(&rest.inner) },
			       { "own", strbuf_str(&rest.own) },
			       { "forward", program->main->c },
			       { "parameters", run_parameters(program, false) },
			       { "arguments", run_parameters(program, true) },
			       { "more_arguments", strbuf_str(&parts->arguments) },
			       { "run_begin", strbuf_str(&parts->run_begin) },
			       { "run_end", strbuf_str(&parts->run_end) },
			       { "grad_off", program->options->train
						     ? ""
						     : "const bool grad_was_enabled = "
						       "ct_autograd_is_grad_enabled();\n" },
			       { "grad_disable",
				 program->options->train
					 ? ""
					 : "ct_autograd_set_grad_enabled(false);\n" },
			       { "grad_restore",
				 program->options->train
					 ? ""
					 : "ct_autograd_set_grad_enabled(grad_was_enabled);\n" },
			       { "run_out", strbuf_str(&run_out) },
			       { "loading", strbuf_str(&parts->loading) },
			       { "check_helpers", strbuf_str(&check_helpers) },
			       { "check_function",
				 check_function(program, strbuf_str(&rest.checks)) },
			       { "check_call", check_call(program, strbuf_str(&rest.checks)) },
			       { "move_up", move_up(program, &up) },
			       { "weight_helpers", strbuf_str(&weight_helpers) },
			       { "weights", take_weights(program, &take) },
			       { "load_begin", strbuf_str(&parts->load_begin) },
			       { "load", strbuf_str(&parts->load) },
			       { "free", strbuf_str(&parts->free) },
			       { "free_weights", free_weights(program, &free_) },
			       { "load_parameters", load_parameters(program, false) },
			       { "load_arguments", load_parameters(program, true) },
			       { "read", read_c(program) },
			       { "embedded", embedded_c(program) },
			       { 0 } },
		       out);
	strbuf_free(&rest.inner);
	strbuf_free(&rest.own);
	strbuf_free(&rest.checks);
	strbuf_free(&helpers);
	strbuf_free(&weight_helpers);
	strbuf_free(&check_helpers);
	strbuf_free(&run_out);
	strbuf_free(&none);
	strbuf_free(&take);
	strbuf_free(&free_);
	strbuf_free(&up);
	return fine;
}

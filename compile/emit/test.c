#include "compile/emit/emit.h"

#include <string.h>

#include "compile/call/call.h"
#include "compile/expression.h"
#include "compile/options.h"

/* --- Sizes ------------------------------------------------------------------------------------ */

static bool is_resized(struct program *program, const struct variable *variable, int64_t dim)
{
	int64_t size;

	return variable->sizes[dim].tree && !extent_is_fixed(program, &variable->sizes[dim], &size);
}

/* The lines that give the inputs other sizes; empty if no size varies. */
static const char *resize_text(struct program *program, struct strbuf *out)
{
	for (size_t i = 0; i < program->inputs.len; i++) {
		const struct variable *variable = program->inputs.at[i].variable;

		if (!variable || variable->held != HELD_TENSOR)
			continue;
		for (int64_t dim = 0; dim < variable->dim; dim++) {
			const char *size = is_resized(program, variable, dim)
						   ? extent_c(program, &variable->sizes[dim])
						   : NULL;

			if (size)
				strbuf_printf(out, "CT_TRY(resize(&inputs[%zu], %lld, %s));\n", i,
					      (long long)dim, size);
		}
	}
	return strbuf_str(out);
}

/* The hints, and the values for the other runs. Fixed symbols are no variables. */
static const char *symbols_text(struct program *program, struct strbuf *out)
{
	for (size_t i = 0; i < program->symbols.len; i++) {
		const struct symbol *symbol = &program->symbols.at[i];

		if (symbol->is_fixed || !symbol->input)
			continue;
		strbuf_printf(out, "const int64_t %s = other_size(", symbol->c);
		write_int(out, symbol->hint);
		strbuf_add(out, ", ");
		write_int(out, symbol->min);
		strbuf_add(out, ", ");
		write_int(out, symbol->max);
		strbuf_add(out, ", attempt);\n");
	}
	return strbuf_str(out);
}

/* Sizes that --input-shape has fixed: the sample inputs are made to fit. */
static const char *fix_text(struct program *program, struct strbuf *out)
{
	int64_t size;

	for (size_t i = 0; i < program->inputs.len; i++) {
		const struct variable *variable = program->inputs.at[i].variable;

		if (!variable || variable->held != HELD_TENSOR)
			continue;
		for (int64_t dim = 0; dim < variable->dim; dim++)
			if (variable->sizes[dim].tree &&
			    extent_is_fixed(program, &variable->sizes[dim], &size))
				strbuf_printf(out, "CT_TRY(resize(&inputs[%zu], %lld, %lld));\n", i,
					      (long long)dim, (long long)size);
	}
	return strbuf_str(out);
}

/* --- Inputs ----------------------------------------------------------------------------------- */

static void make_tensor(struct program *program, size_t i, struct strbuf *out)
{
	const struct variable *variable = program->inputs.at[i].variable;

	strbuf_printf(out, "CT_TRY(make_tensor(&inputs[%zu], %s, ", i,
		      dtype_name_c(program, variable->dtype));
	strbuf_add(out, variable->dim > 0 ? "(const int64_t[]){ " : "NULL");
	for (int64_t k = 0; k < variable->dim; k++) {
		int64_t size = variable->sizes[k].i;

		extent_is_fixed(program, &variable->sizes[k], &size);
		strbuf_add(out, k ? ", " : "");
		write_int(out, size);
	}
	strbuf_printf(out, "%s, %lld));\n", variable->dim > 0 ? " }" : "",
		      (long long)variable->dim);
}

/* A number has the value that it had at export. */
static void make_number(struct program *program, size_t i, struct strbuf *out)
{
	const struct variable *variable = program->inputs.at[i].variable;
	const struct ct_graph_symbol *symbol = variable->from->symbol;

	strbuf_printf(out, "inputs[%zu] = ", i);
	if (variable->held == HELD_FLOAT) {
		strbuf_add(out, "ct_value_float(");
		write_float(program, out, symbol ? symbol->f : 0);
	} else {
		strbuf_add(out, variable->held == HELD_BOOL ? "ct_value_bool(" : "ct_value_int(");
		write_int(out, symbol ? symbol->i : 0);
	}
	strbuf_add(out, ");\n");
}

static const char *make_inputs(struct program *program, struct strbuf *out)
{
	struct node none = { .in = program->main };
	struct statement statement = { .program = program, .node = &none };

	for (size_t i = 0; i < program->inputs.len; i++) {
		const struct input *input = &program->inputs.at[i];

		if (!input->variable) {
			strbuf_printf(out, "inputs[%zu] = ", i);
			if (!write_value(&statement, input->constant, out))
				strbuf_add(out, "ct_value_none()");
			strbuf_add(out, ";\n");
		} else if (input->variable->held == HELD_TENSOR && input->variable->dim >= 0) {
			make_tensor(program, i, out);
		} else {
			make_number(program, i, out);
		}
	}
	return strbuf_str(out);
}

/* --- The file --------------------------------------------------------------------------------- */

static const char *weights_text(struct program *program, struct strbuf *out)
{
	for (size_t i = 0; i < program->weights.len; i++) {
		strbuf_add(out, "{ ");
		write_text(out, program->weights.at[i]->name);
		strbuf_printf(out, ", offsetof(struct %s, %s) },\n", program->name,
			      program->weights.at[i]->field);
	}
	return strbuf_str(out);
}

/* The function of a template if `text` calls it. */
static const char *function_for(struct emitter *e, const char *function, const char *text)
{
	const char *file = arena_printf(e->program->arena, "compile/%s.c", function);
	struct strbuf out = { 0 };
	const char *result = "";

	if (c_mentions(text, function) &&
	    template_fill(&e->templates, file, (struct mark[]){ { 0 } }, &out))
		result = arena_strdup(e->program->arena, strbuf_str(&out));
	strbuf_free(&out);
	return result;
}

bool emit_test(struct emitter *e, struct strbuf *out)
{
	struct program *program = e->program;
	struct strbuf texts[8] = { 0 }, functions = { 0 }, comparison = { 0 }, out_function = { 0 };
	const char *resize = resize_text(program, &texts[0]), *fix = fix_text(program, &texts[2]);
	const char *make = make_inputs(program, &texts[7]);
	const bool varies = *resize, trains = program->options->train;
	const char *symbols = varies ? symbols_text(program, &texts[1]) : "";
	const int64_t bound = program->bound;
	const struct mark bounds[] = {
		{ "bound", arena_printf(program->arena, "%lld", (long long)bound) },
		{ "epsilon", program->has_bf16 ? "0x1p-7; /* of bfloat16 */"
					       : "is_wide ? DBL_EPSILON : FLT_EPSILON;" },
		{ 0 }
	};
	const bool has_out = program->has_workspace;
	const bool fine =
		(!has_out || emit_run_out_test(e, &out_function)) &&
		template_fill(
			&e->templates, "compile/same_order.c",
			(struct mark[]){
				{ "any_order", has_out ? "static bool is_any_order; /* results "
							 "are in tensors of the caller */\n\n"
						       : "" },
				{ "if_any", has_out ? "if (is_any_order)\n\treturn true;\n" : "" },
				{ 0 } },
			&comparison) &&
		template_fill(&e->templates, bound ? "compile/level1/close.c" : "compile/equal.c",
			      bound ? bounds : &bounds[2], &comparison) &&
		(!trains ||
		 template_fill(&e->templates, "compile/gradients.c",
			       (struct mark[]){ { "name", program->name }, { 0 } }, &functions)) &&
		template_fill(
			&e->templates, "compile/test.c",
			(struct mark[]){
				{ "name", program->name },
				{ "load_arguments", program->options->embed ? "" : "weights, " },
				{ "inputs",
				  arena_printf(program->arena, "%zu", program->inputs.len) },
				{ "outputs",
				  arena_printf(program->arena, "%zu", program->returned.len) },
				{ "sizes", varies ? "3" : "1" },
				{ "symbols", symbols },
				{ "resize", resize },
				{ "fix", fix },
				{ "make_tensor", function_for(e, "make_tensor", make) },
				{ "resize_function",
				  function_for(e, "resize",
					       arena_printf(program->arena, "%s%s", fix, resize)) },
				{ "other_size", function_for(e, "other_size", symbols) },
				{ "declarations", values_declared(program, &texts[3]) },
				{ "arguments", values_passed(program, false, &texts[4]) },
				{ "results", values_returned(program, &texts[5]) },
				{ "out_function", strbuf_str(&out_function) },
				{ "run",
				  has_out ? "is_any_order = turn % 2 == 1 && wanted == NULL;\n"
					    "if (is_any_order)\n"
					    "\tgot = run_out(self, for_self, &list, "
					    "results);\n"
					    "else\n"
					    "\tgot = run_compiled(self, for_self, "
					    "results);\n"
					  : "got = run_compiled(self, for_self, results);\n" },
				{ "turn", has_out ? ", int turn" : "" },
				{ "i", has_out ? ", i" : "" },
				{ "free_workspace",
				  has_out ? arena_printf(program->arena,
							 "%s_workspace_free(workspace);\n",
							 program->name)
					  : "" },
				{ "weights", weights_text(program, &texts[6]) },
				{ "make_inputs", make },
				{ "comparison", strbuf_str(&comparison) },
				{ "includes",
				  bound ? "#include <float.h>\n#include <math.h>\n" : "" },
				{ "exactly", bound ? ", within a bound" : ", bit for bit" },
				{ "worst",
				  bound ? "printf(\"largest difference: %.1f of %.0f units in the last "
					  "place\\n\",\n       largest_difference, bound);\n"
					: "" },
				{ "gradient_functions", strbuf_str(&functions) },
				{ "grad_mode",
				  trains ? ""
					 : "ct_autograd_set_grad_enabled(false); /* as the run does */"
					   "\n" },
				{ "gradients",
				  trains ? "CT_TRY(compare_gradients(program, self, &list, "
					   "results));\n"
					 : "" },
				{ 0 } },
			out);

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		strbuf_free(&texts[i]);
	strbuf_free(&functions);
	strbuf_free(&comparison);
	strbuf_free(&out_function);
	return fine;
}

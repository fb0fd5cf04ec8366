#include "compile/emit/emit.h"

#include "compile/call/call.h"

/* --- Parameters ------------------------------------------------------------------------------- */

/* ", ct_tensor *x, ct_tensor *relu_out, int64_t *size_out": tensors for results are given. */
static const char *parameters(struct program *program, struct strbuf *out)
{
	add_input_parameters(program, false, out);
	for (size_t i = 0; i < program->returned.len; i++)
		if (program->returned.at[i].c)
			strbuf_printf(out, ", %s%s%s", returned_type(program, i),
				      returns_tensor(program, i) ? "" : "*",
				      program->returned.at[i].c);
	return strbuf_str(out);
}

/* What the graph's function gets: the tensor of the caller, or where it puts one to be copied. */
static const char *arguments(struct program *program, struct strbuf *out)
{
	add_input_parameters(program, true, out);
	for (size_t i = 0; i < program->returned.len; i++) {
		const struct returned *returned = &program->returned.at[i];

		if (!returned->c)
			continue;
		if (returns_tensor(program, i) && !returned->is_direct)
			strbuf_printf(out, ", &made[%zu]", i);
		else
			strbuf_printf(out, ", %s%s", returns_tensor(program, i) ? "&" : "",
				      returned->c);
	}
	return strbuf_str(out);
}

/* --- The function ----------------------------------------------------------------------------- */

/* The results that are copied: where the run puts them, and the statements. */
static const char *copies(struct program *program, struct strbuf *out)
{
	for (size_t i = 0; i < program->returned.len; i++) {
		const struct returned *returned = &program->returned.at[i];

		if (returned->c && returns_tensor(program, i) && !returned->is_direct)
			strbuf_printf(out,
				      "if (error == NULL)\n"
				      "\terror = copy_result(made[%zu], \"%s\", %s);\n",
				      i, returned->c, returned->c);
	}
	return strbuf_str(out);
}

/* All tensors that a run reads or writes, then a check of each result. */
static const char *checks(struct program *program, struct strbuf *out)
{
	struct strbuf calls = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < program->inputs.len; i++) {
		const struct variable *variable = program->inputs.at[i].variable;

		if (variable && variable->held == HELD_TENSOR)
			strbuf_printf(out, "%s%s", n++ ? ", " : "", variable->c);
	}
	for (size_t i = 0; i < program->weights.len; i++)
		strbuf_printf(out, "%sself->%s", n++ ? ", " : "", program->weights.at[i]->field);
	for (size_t i = 0; i < program->returned.len; i++) {
		const char *c = program->returned.at[i].c;

		if (!c || !returns_tensor(program, i))
			continue;
		strbuf_printf(out, "%s%s", n ? ", " : "", c);
		strbuf_printf(&calls, "CT_TRY(check_apart(all, %zu, \"%s\"));\n", n++, c);
	}
	const char *list = arena_strdup(program->arena, strbuf_str(out));

	strbuf_clear(out);
	if (calls.length)
		strbuf_printf(out, "const ct_tensor *const all[] = { %s };\n%s", list,
			      strbuf_str(&calls));
	strbuf_free(&calls);
	return strbuf_str(out);
}

bool emit_run_out(struct emitter *e, const char *check, struct strbuf *out)
{
	struct program *program = e->program;
	struct strbuf texts[4] = { 0 };
	const char *copy = copies(program, &texts[0]), *apart = checks(program, &texts[3]);
	const bool fine =
		(!*apart ||
		 template_fill(&e->templates, "compile/level1/check_apart.c",
			       (struct mark[]){ { "name", program->name }, { 0 } }, out)) &&
		template_fill(
			&e->templates, "compile/level1/run_out.c",
			(struct mark[]){
				{ "name", program->name },
				{ "forward", program->main->c },
				{ "parameters", parameters(program, &texts[1]) },
				{ "arguments", arguments(program, &texts[2]) },
				{ "made", *copy ? arena_printf(program->arena,
							       "ct_tensor *made[%zu] = { NULL };\n",
							       program->returned.len)
						: "" },
				{ "check_call", check },
				{ "apart", apart },
				{ "copy", copy },
				{ 0 } },
			out);

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		strbuf_free(&texts[i]);
	return fine;
}

/* --- The header and the test ------------------------------------------------------------------ */

bool emit_run_out_header(struct emitter *e, struct strbuf *out)
{
	struct strbuf text = { 0 };
	const bool fine = template_fill(&e->templates, "compile/level1/run_out.h",
					(struct mark[]){
						{ "name", e->program->name },
						{ "parameters", parameters(e->program, &text) },
						{ 0 } },
					out);

	strbuf_free(&text);
	return fine;
}

/* Results of the program's own: tensors for NAME_run_out(), made from those of the interpreter. */
static const char *made_for_test(struct program *program, struct strbuf *out)
{
	for (size_t i = 0; i < program->returned.len; i++)
		if (program->returned.at[i].c && returns_tensor(program, i))
			strbuf_printf(out, "CT_TRY(make_like(wanted, %zu, &%s));\n", i,
				      program->returned.at[i].c);
	return strbuf_str(out);
}

bool emit_run_out_test(struct emitter *e, struct strbuf *out)
{
	struct program *program = e->program;
	struct strbuf texts[4] = { 0 };
	const char *make = made_for_test(program, &texts[1]);
	const bool fine = (!*make || template_fill(&e->templates, "compile/level1/make_like.c",
						   (struct mark[]){ { 0 } }, out)) &&
			  template_fill(
				  &e->templates, "compile/level1/test_out.c",
				  (struct mark[]){
					  { "name", program->name },
					  { "declarations", values_declared(program, &texts[0]) },
					  { "make", make },
					  { "arguments", values_passed(program, true, &texts[2]) },
					  { "results", values_returned(program, &texts[3]) },
					  { 0 } },
				  out);

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		strbuf_free(&texts[i]);
	return fine;
}

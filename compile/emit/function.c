#include "compile/emit/emit.h"

#include <string.h>

#include "compile/call/call.h"
#include "compile/expression.h"
#include "core/base/text.h"
#include "util/text.h"

/* --- Comments --------------------------------------------------------------------------------- */

/* In a comment nothing may end it. */
static void add_comment(struct strbuf *out, const char *text)
{
	strbuf_add(out, "\t/* ");
	for (; *text; text++) {
		const unsigned char c = (unsigned char)*text;

		strbuf_add_char(out, c < ' ' ? ' ' : (char)c);
		if ((c == '*' && text[1] == '/') || (c == '/' && text[1] == '*'))
			strbuf_add_char(out, ' ');
	}
	strbuf_add(out, " */\n");
}

/* The line of the Python program, where it changes. */
static void add_line_of(struct program *program, const struct node *node, const char **last,
			struct strbuf *out)
{
	struct ct_text text = { 0 };

	if (ct_graph_add_source(&text, node->from) && text.data && strcmp(text.data, *last)) {
		*last = arena_strdup(program->arena, text.data);
		add_comment(out, *last);
	}
	ct_text_release(&text);
}

/* The lines of the node or, for those of a kernel, of all of them. */
static void add_source(struct program *program, const struct node *node, const char **last,
		       struct strbuf *out)
{
	const struct node *nodes = node->in->nodes;
	struct strbuf lines = { 0 };

	for (size_t i = node->kernel ? node->kernel->first : node->index; i <= node->index; i++)
		if (nodes[i].kernel == node->kernel && (node->kernel || &nodes[i] == node))
			add_line_of(program, &nodes[i], last, &lines);
	if (lines.length)
		strbuf_printf(out, "\n%s", strbuf_str(&lines));
	strbuf_free(&lines);
}

/* --- Statements ------------------------------------------------------------------------------- */

static void add_indented(struct strbuf *out, const struct strbuf *lines)
{
	const char *text = strbuf_str(lines), *end;

	for (; *text; text = end + (*end == '\n')) {
		end = strchr(text, '\n');
		end = end ? end : text + strlen(text);
		if (end > text)
			strbuf_add_char(out, '\t');
		strbuf_add_bytes(out, text, (size_t)(end - text));
		strbuf_add_char(out, '\n');
	}
}

/* What a single call sets needs no value before; compilers do not see that of the others. */
static void declare(const struct variable *variable, bool is_set, struct strbuf *out)
{
	const char *type = held_c(variable->held);

	if (type)
		strbuf_printf(out, "\t%s%s%s;\n", type, variable->c,
			      is_set                          ? ""
			      : variable->held == HELD_TENSOR ? " = NULL"
							      : " = 0");
}

static void declare_argument(const struct node *node, const struct ct_graph_argument *output,
			     bool is_in_list, struct strbuf *out)
{
	const struct variable *variable = variable_of(node->in, output);

	for (int64_t i = 0; ct_arm_is_list(output->arm) && i < output->items_len; i++)
		declare_argument(node, &output->items[i], true, out);
	if (variable && !ct_arm_is_list(output->arm) && !variable->is_inside)
		declare(variable,
			node->kind == NODE_OPERATOR && !node->kernel &&
				output->arm != CT_ARM_NONE && !is_in_list,
			out);
}

static void declare_results(const struct node *node, struct strbuf *out)
{
	for (int64_t i = 0; i < node->from->outputs_len; i++)
		declare_argument(node, &node->from->outputs[i], false, out);
}

static bool write_call(struct program *program, const struct node *node, struct strbuf *out)
{
	static bool (*const writers[])(struct statement *) = {
		[NODE_OPERATOR] = write_operator,
		[NODE_BY_NAME] = write_by_name,
		[NODE_SYMBOLIC] = write_symbolic,
		[NODE_HIGHER] = write_higher,
	};
	struct statement self = { .program = program, .node = node };
	const bool fine = writers[node->kind](&self);

	if (node->kind != NODE_SYMBOLIC) /* whose statement is a declaration */
		declare_results(node, out);
	add_indented(out, &self.before);
	add_indented(out, &self.main);
	add_indented(out, &self.after);
	strbuf_free(&self.before);
	strbuf_free(&self.main);
	strbuf_free(&self.after);
	return fine;
}

/* The results of all nodes of the kernel, then its statement. */
static bool write_kernel(struct program *program, const struct kernel *kernel, struct strbuf *out)
{
	const struct function *function = kernel->at->in;

	for (size_t i = kernel->first; i <= kernel->at->index; i++)
		if (function->nodes[i].kernel == kernel)
			declare_results(&function->nodes[i], out);
	kernel->emit(kernel, program, out);
	return true;
}

/* A loop has the sizes of its elements, and not the numbers of the graph. */
static bool is_read(const struct variable *variable)
{
	for (size_t i = 0; i < variable->users.len; i++)
		if (!variable->users.at[i]->kernel)
			return true;
	return false;
}

/* Asking for a size is no error: it may be left out. */
static bool is_unread_size(const struct node *node)
{
	const struct variable *size = node_is(node, "sym_size") ? node_result(node, 0) : NULL;

	return size && size->held == HELD_INT && !size->is_output && !is_read(size);
}

static bool write_node(struct program *program, const struct node *node, const char **last,
		       struct strbuf *out)
{
	struct strbuf statement = { 0 };
	bool fine;

	if ((node->kernel && node->kernel->at != node) || is_unread_size(node))
		return true;
	fine = node->kernel ? write_kernel(program, node->kernel, &statement)
			    : write_call(program, node, &statement);
	for (size_t i = 0; i < node->dead.len; i++)
		strbuf_printf(&statement, "\tct_tensor_free(%s);\n", node->dead.at[i]->c);
	/* A number that nothing reads is still computed: computing it may be an error. */
	for (int64_t i = 0; i < node->from->outputs_len; i++) {
		const struct variable *variable = variable_of(node->in, &node->from->outputs[i]);

		if (variable && !ct_arm_is_list(node->from->outputs[i].arm) &&
		    variable->held != HELD_TENSOR && held_c(variable->held) &&
		    !variable->is_output && !is_read(variable))
			strbuf_printf(&statement, "\t(void)%s;\n", variable->c);
	}
	if (statement.length)
		add_source(program, node, last, out);
	strbuf_add(out, strbuf_str(&statement));
	strbuf_free(&statement);
	return fine;
}

static bool write_body(struct program *program, const struct function *function, struct strbuf *out)
{
	const char *last = "";
	bool fine = true;

	for (int64_t i = 0; i < function->graph->nodes_len; i++)
		fine = write_node(program, &function->nodes[i], &last, out) && fine;
	return fine;
}

/* --- Outputs ---------------------------------------------------------------------------------- */

/* The caller gets a handle of its own: the variable's, unless that is borrowed or given already. */
static void give_tensor(struct program *program, const struct variable *variable, bool is_given,
			const char *to, struct strbuf *out)
{
	if (!is_given && !variable->is_borrowed) {
		strbuf_printf(out, "\t*%s = %s;\n", to, variable->c);
		return;
	}
	program->needs_keep = true;
	strbuf_printf(out, "\tCT_TRY(%s_keep(%s, %s));\n", program->name, variable->c, to);
}

/* --- Inner functions -------------------------------------------------------------------------- */

static const char *output_name(struct program *program, int64_t i)
{
	return arena_printf(program->arena, "out%lld", (long long)i);
}

/* Functions of so many statements are not optimized (templates/compile/calls_only.c). */
enum { LARGE = 500 };

static const char *attribute_of(struct program *program, const struct function *function)
{
	if (function->graph->nodes_len < LARGE)
		return "";
	program->needs_calls_only = true;
	return "CALLS_ONLY ";
}

static void write_head(struct program *program, const struct function *function, struct strbuf *out)
{
	const struct ct_graph *graph = function->graph;

	strbuf_printf(out, "%sstatic ct_error %s(struct %s *self", attribute_of(program, function),
		      function->c, program->name);
	for (int64_t i = 0; i < graph->inputs_len; i++) {
		const struct variable *variable = variable_of(function, &graph->inputs[i]);

		if (variable && held_c(variable->held))
			strbuf_printf(out, ", %s%s", held_c(variable->held), variable->c);
	}
	for (int64_t i = 0; i < graph->outputs_len; i++) {
		const char *type = held_c(argument_held(function, &graph->outputs[i]));

		if (type)
			strbuf_printf(out, ", %s*%s", type, output_name(program, i));
	}
	strbuf_add(out, ")\n{\n");
}

static void void_inputs(const struct function *function, const char *body, struct strbuf *out)
{
	add_void("self", body, 1, out);
	for (int64_t i = 0; i < function->graph->inputs_len; i++) {
		const struct variable *variable = variable_of(function,
							      &function->graph->inputs[i]);

		if (variable && held_c(variable->held))
			add_void(variable->c, body, 1, out);
	}
}

static bool is_given_before(const struct function *function, int64_t i)
{
	for (int64_t k = 0; k < i; k++)
		if (function->graph->outputs[k].value == function->graph->outputs[i].value)
			return true;
	return false;
}

static void write_outputs(struct program *program, const struct function *function,
			  struct strbuf *out)
{
	struct node none = { .in = (struct function *)function };
	struct statement statement = { .program = program, .node = &none };

	for (int64_t i = 0; i < function->graph->outputs_len; i++) {
		const struct ct_graph_argument *output = &function->graph->outputs[i];
		const enum held held = argument_held(function, output);
		const char *to = output_name(program, i);

		if (!held_c(held))
			continue;
		if (held == HELD_TENSOR)
			give_tensor(program, variable_of(function, output),
				    is_given_before(function, i), to, out);
		else
			strbuf_printf(out, "\t*%s = %s;\n", to,
				      argument_c(&statement, output, held));
	}
	strbuf_add(out, "\treturn NULL;\n}\n\n");
}

/* No empty line after "{". */
static void add_block(const char *lines, struct strbuf *out)
{
	const bool is_first = text_ends_with(strbuf_str(out), "{\n");

	strbuf_add(out, is_first && *lines == '\n' ? lines + 1 : lines);
}

/* The functions that only the body calls. */
static void add_own_functions(struct program *program, struct strbuf *out)
{
	strbuf_add(out, strbuf_str(&program->parts.own));
	strbuf_clear(&program->parts.own);
}

static bool write_inner(struct program *program, const struct function *function,
			struct strbuf *out)
{
	struct strbuf body = { 0 };
	const bool fine = write_body(program, function, &body);

	strbuf_add(&body, "\n");
	write_outputs(program, function, &body);
	add_own_functions(program, out);
	write_head(program, function, out);
	void_inputs(function, strbuf_str(&body), out);
	add_block(strbuf_str(&body), out);
	strbuf_free(&body);
	return fine;
}

/* --- The program's own function --------------------------------------------------------------- */

static void write_mutations(struct program *program, struct strbuf *out)
{
	const struct ct_program *from = program->from;

	for (int64_t i = 0; i < from->outputs_len; i++) {
		const struct ct_program_output *output = &from->outputs[i];

		if (ct_program_is_mutation(output))
			strbuf_printf(
				out, "\tCT_TRY(ct_copy_(%s, %s, false, NULL));\n",
				variable_of(program->main, &from->inputs[output->input].argument)
					->c,
				variable_of(program->main, &output->argument)->c);
	}
}

static bool is_returned_before(const struct program *program, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (program->returned.at[k].variable == program->returned.at[i].variable)
			return true;
	return false;
}

static void write_returned(struct program *program, struct strbuf *out)
{
	struct node none = { .in = program->main };
	struct statement statement = { .program = program, .node = &none };

	for (size_t i = 0; i < program->returned.len; i++) {
		const struct returned *returned = &program->returned.at[i];

		if (!returned->c)
			continue;
		if (returned->variable && returned->variable->strides_c)
			strbuf_printf(out, "\tCT_TRY(restride(&%s, %s));\n", returned->variable->c,
				      returned->variable->strides_c);
		if (returned->variable && returned->variable->held == HELD_TENSOR)
			give_tensor(program, returned->variable, is_returned_before(program, i),
				    returned->c, out);
		else
			strbuf_printf(out, "\t*%s = %s;\n", returned->c,
				      argument_c(&statement, &returned->from->argument,
						 argument_held(program->main,
							       &returned->from->argument)));
	}
}

/* The parameters that `c` does not use. */
static void void_parameters(struct program *program, const char *c, struct strbuf *out)
{
	add_void("self", c, 1, out);
	for (size_t i = 0; i < program->inputs.len; i++) {
		const struct variable *variable = program->inputs.at[i].variable;

		if (variable && held_c(variable->held))
			add_void(variable->c, c, 1, out);
	}
	if (program->has_workspace)
		add_void("run", c, 1, out);
}

static void write_symbols(struct program *program, struct strbuf *out)
{
	for (size_t i = 0; i < program->symbols.len; i++) {
		const struct symbol *symbol = &program->symbols.at[i];
		const struct ct_symbolic_affine *is = &symbol->is;

		if (!symbol->is_used)
			continue;
		strbuf_printf(out, "\tconst int64_t %s = ", symbol->c);
		if (!symbol->input) {
			strbuf_add(out, "0;\n");
			continue;
		}
		strbuf_printf(out,
			      is->offset.over ? "(ct_tensor_size(%s, %lld) - (%lld))"
					      : "ct_tensor_size(%s, %lld)",
			      symbol->input->c, (long long)symbol->dim, (long long)is->offset.over);
		if (is->slope.under != 1)
			strbuf_printf(out, " * %lld", (long long)is->slope.under);
		if (is->slope.over != 1)
			strbuf_printf(out, " / %lld", (long long)is->slope.over);
		strbuf_add(out, ";\n");
	}
}

/* The body comes first, since it says which symbols are used. */
static bool write_own(struct program *program, struct strbuf *out)
{
	struct strbuf body = { 0 }, c = { 0 };
	const bool fine = write_body(program, program->main, &body);

	strbuf_add(&body, "\n");
	write_mutations(program, &body);
	write_returned(program, &body);
	write_symbols(program, &c);
	strbuf_add(&c, strbuf_str(&program->parts.begin));
	strbuf_add(&c, strbuf_str(&body));

	add_own_functions(program, out);
	strbuf_printf(out, "%sstatic ct_error %s(struct %s *self%s%s)\n{\n",
		      attribute_of(program, program->main), program->main->c, program->name,
		      run_parameters(program, false), strbuf_str(&program->parts.parameters));
	void_parameters(program, strbuf_str(&c), out);
	add_block(strbuf_str(&c), out);
	strbuf_add(out, "\treturn NULL;\n}\n");
	strbuf_free(&body);
	strbuf_free(&c);
	return fine;
}

bool emit_functions(struct emitter *e, struct strbuf *inner, struct strbuf *own)
{
	struct program *program = e->program;
	bool fine = true;

	for (size_t i = 0; i < program->functions.len; i++)
		if (program->functions.at[i] != program->main)
			fine = write_inner(program, program->functions.at[i], inner) && fine;
	return write_own(program, own) && fine;
}

#include "compile/passes/passes.h"

#include <string.h>

#include "compile/options.h"
#include "core/base/text.h"
#include "export/guards/guards.h"

/* The name in C of an input: that of Python's argument, with the keys of what it is nested in. */
static void name_input(struct program *program, struct input *input)
{
	struct variable *variable = input->variable;
	struct taken **taken = &program->main->taken;
	char *wish = arena_strdup(program->arena, input->path), *end;

	for (end = wish + strlen(wish); end > wish && strchr("]'\"", end[-1]); end--)
		end[-1] = '\0';
	for (char *at = wish; *at; at++)
		if (strchr("['\"].", *at)) {
			*at = '_';
			while (at[1] && strchr("['\"]", at[1]))
				memmove(at + 1, at + 2, strlen(at + 1));
		}
	/* The variable has the name of the graph's value, which is often the same. */
	if (strcmp(variable->c, wish))
		variable->c = identifier_in(program->arena, taken, wish);
}

static bool add_input(struct program *program, const struct ct_guard_path *path)
{
	const struct ct_program_input *from = &program->from->inputs[path->input];
	struct variable *variable = variable_of(program->main, &from->argument);
	struct input input = { .constant = &from->argument, .variable = variable };
	struct ct_text text = { 0 };

	ct_guard_path_print(path, &text);
	input.path = arena_strdup(program->arena, text.data ? text.data : "");
	ct_text_release(&text);
	if (variable && variable->held == HELD_OBJECT) {
		diag_error(program->diag, (struct loc){ 0 }, NULL,
			   "%s: the input %s is a custom object, which C cannot have",
			   program->options->archive, input.path);
		return false;
	}
	if (variable)
		name_input(program, &input);
	vec_push(program->arena, &program->inputs, input);
	return true;
}

static bool is_custom_object(const struct ct_program_input *input)
{
	return input->kind == CT_PROGRAM_CUSTOM_OBJ;
}

static bool add_inputs(struct program *program)
{
	struct ct_arena *memory = arena_alloc(program->arena, sizeof *memory);
	const struct ct_guard_path *paths;
	int64_t len;

	memory->left = SIZE_MAX / 2;
	if (!report(program, ct_guard_paths_new(program->from, memory, &paths, &len)))
		return false;
	for (int64_t i = 0; i < len; i++)
		if (!add_input(program, &paths[i]))
			return false;
	for (int64_t i = 0; i < program->from->inputs_len; i++)
		if (is_custom_object(&program->from->inputs[i])) {
			diag_error(program->diag, (struct loc){ 0 },
				   "run it with the interpreter, ct_export_load()",
				   "%s: the program has a custom object, '%s', which C cannot have",
				   program->options->archive, program->from->inputs[i].target);
			return false;
		}
	return true;
}

/* As in Python, an output that was copied into a weight or an input is the tensor there; into
 * several ones, the last. */
static struct variable *returned_variable(struct program *program,
					  const struct ct_program_output *output)
{
	const struct ct_program *from = program->from;

	for (int64_t i = from->outputs_len - 1; i >= 0; i--)
		if (ct_program_is_mutation(&from->outputs[i]) &&
		    from->outputs[i].argument.value == output->argument.value)
			return variable_of(program->main,
					   &from->inputs[from->outputs[i].input].argument);
	return variable_of(program->main, &output->argument);
}

static void add_returned(struct program *program, const struct ct_program_output *output)
{
	struct returned returned = { .from = output };

	if (output->argument.value != CT_NO_VALUE)
		returned.variable = returned_variable(program, output);
	if (returned.variable || output->argument.arm != CT_ARM_NONE) {
		const char *name =
			returned.variable
				? program->main->graph->values[output->argument.value].name
				: "constant";

		returned.c = identifier_in(program->arena, &program->main->taken,
					   arena_printf(program->arena, "%s_out", name));
	}
	vec_push(program->arena, &program->returned, returned);
}

bool make_interface(struct program *program)
{
	if (!add_inputs(program))
		return false;
	for (int64_t i = 0; i < program->from->outputs_len; i++) {
		const struct ct_program_output *output = &program->from->outputs[i];

		if (!ct_program_is_mutation(output) && output->kind != CT_PROGRAM_OUTPUT_TOKEN)
			add_returned(program, output);
	}
	return true;
}

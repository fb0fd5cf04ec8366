#include "compile/passes/passes.h"

#include <string.h>

/* The statement at which a node happens: that of its kernel. */
static struct node *statement_of(struct node *node)
{
	return node->kernel ? node->kernel->at : node;
}

/* The last statement that needs the variable; its maker's if nothing reads it. */
static struct node *last_statement(const struct variable *variable)
{
	struct node *last = statement_of(variable->made_by);

	for (size_t i = 0; i < variable->users.len; i++) {
		struct node *user = statement_of(variable->users.at[i]);

		if (user->index > last->index)
			last = user;
	}
	return last;
}

/* Outputs are given to the caller, and what was borrowed is left alone. */
static bool is_to_be_released(const struct variable *variable)
{
	return variable->held == HELD_TENSOR && variable->made_by && !variable->is_borrowed &&
	       !variable->is_output && !variable->is_inside;
}

bool find_lives(struct program *program)
{
	for (size_t k = 0; k < program->functions.len; k++) {
		struct function *function = program->functions.at[k];

		for (int64_t i = 0; i < function->graph->values_len; i++) {
			struct variable *variable = &function->variables[i];

			if (is_to_be_released(variable))
				vec_push(program->arena, &last_statement(variable)->dead, variable);
		}
	}
	return true;
}

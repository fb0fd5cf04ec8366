#include "compile/read/read.h"

#include "compile/options.h"
#include "headers/scan.h"
#include "load.h"
#include "name/naming.h"
#include "tools/release/root.h"

struct known_operator {
	const struct op *op;
	UT_hash_handle hh;
};

/* The names of handwritten functions matter only where the functions are generated. */
bool read_operators(struct program *program)
{
	struct model *model = arena_alloc(program->arena, sizeof *model);
	const struct api none = { 0 };
	const char *list = root_below(program->arena, program->options->root,
				      "native_functions.yaml");

	if (!model_load(program->arena, program->diag, list, model) ||
	    !naming_assign(program->arena, program->diag, model, &none))
		return false;
	for (size_t i = 0; i < model->ops.len; i++) {
		struct known_operator *known = arena_alloc(program->arena, sizeof *known);

		known->op = model->ops.at[i];
		HASH_ADD_KEYPTR(hh, program->by_name, known->op->name, strlen(known->op->name),
				known);
	}
	program->operators = model;
	return true;
}

const struct op *find_operator(const struct program *program, const char *name)
{
	struct known_operator *known;

	HASH_FIND_STR(program->by_name, name, known);
	return known ? known->op : NULL;
}

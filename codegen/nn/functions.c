/* functions.yaml: the functions of torch.nn as schemas. */
#include "derive/autogen.h"
#include "nn/entries.h"
#include "nn/nn.h"
#include "read/schema.h"
#include "types/type_table.h"

enum { KEY_NN_FUNC, KEY_NN_PYTHON, KEY_NN_DOC, KEY_NN_NEEDS };

/* ORDER: the enumeration above. */
static const struct nn_keys keys = {
	.kind = "a list of functions",
	.len = 4,
	.at = { { "func", true, true },
		{ "python", true, true },
		{ "doc", true, false },
		{ "needs", false, false } },
};

static bool is_named_well(struct diag *diag, const struct op *op)
{
	if (strncmp(op->name, "nn_", strlen("nn_")) || strchr(op->name, '.'))
		diag_error(diag, op->entry->loc,
			   "torch.nn.functional.X is nn_X, torch.nn.init.X is nn_init_X",
			   "not the name of a function: '%s' (expected the form nn_threshold)",
			   op->name);
	else
		return true;
	return false;
}

static bool is_new(struct diag *diag, const struct nn *nn, const struct op *op)
{
	for (size_t i = 0; i < nn->functions.len; i++) {
		const struct op *other = nn->functions.at[i]->op;

		if (strcmp(other->name, op->name) != 0)
			continue;
		diag_error(diag, op->entry->loc, NULL, "the function '%s' appears twice", op->name);
		diag_note(diag, other->entry->loc, "first defined here");
		return false;
	}
	return true;
}

/* The text becomes a comment. */
static bool is_comment(struct diag *diag, const struct item *item)
{
	if (!strstr(item->text, "*/") && !strstr(item->text, "/*"))
		return true;
	diag_error(diag, item->loc, NULL, "'/*' and '*/' cannot be in a comment");
	return false;
}

static void add_function(struct arena *arena, struct diag *diag, struct nn *nn,
			 const struct nn_entry *read)
{
	const struct item *func = &read->values[KEY_NN_FUNC], *doc = &read->values[KEY_NN_DOC];
	struct nn_function *function = arena_alloc(arena, sizeof *function);
	struct entry *entry = arena_alloc(arena, sizeof *entry);
	struct schema schema;

	entry->loc = func->loc;
	entry->func = func->text;
	if (!schema_parse_function(arena, diag, func->loc, func->text, &schema))
		return;
	function->op = op_from_schema(arena, entry, &schema);
	function->python = read->values[KEY_NN_PYTHON].text;
	function->doc = doc->text;
	function->needs = read->values[KEY_NN_NEEDS];
	if (is_named_well(diag, function->op) && is_new(diag, nn, function->op) &&
	    is_comment(diag, doc) && is_comment(diag, &read->values[KEY_NN_PYTHON]) &&
	    type_table_bind_op(diag, function->op))
		vec_push(arena, &nn->functions, function);
}

bool nn_read_functions(struct arena *arena, struct diag *diag, const struct source *source,
		       struct model *model)
{
	struct nn_entries entries = { 0 };
	size_t before = diag->errors;

	nn_entries_read(arena, diag, source, &keys, &entries);
	for (size_t i = 0; i < entries.all.len; i++)
		add_function(arena, diag, model->nn, &entries.all.at[i]);
	return diag->errors == before;
}

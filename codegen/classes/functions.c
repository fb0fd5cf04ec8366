/* functions.yaml: the functions of torch.nn as schemas. */
#include "derive/autogen.h"
#include "classes/entries.h"
#include "classes/classes.h"
#include "read/schema.h"
#include "types/type_table.h"

enum { KEY_NN_FUNC, KEY_NN_PYTHON, KEY_NN_DOC, KEY_NN_NEEDS };

/* ORDER: the enumeration above. */
static const struct list_keys keys = {
	.kind = "a list of functions",
	.len = 4,
	.at = { { .name = "func", .is_required = true, .is_schema = true },
		{ .name = "python", .is_required = true, .is_schema = true },
		{ .name = "doc", .is_required = true },
		{ .name = "needs" } },
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

static void add_function(struct arena *arena, struct diag *diag, struct nn *nn,
			 const struct list_entry *read)
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
	if (is_named_well(diag, function->op) && is_comment(diag, doc) &&
	    is_comment(diag, &read->values[KEY_NN_PYTHON]) &&
	    type_table_bind_op(diag, function->op) && defaults_are_known(diag, function->op))
		vec_push(arena, &nn->functions, function);
}

bool functions_read(struct arena *arena, struct diag *diag, const struct source *source,
		    struct nn *nn)
{
	struct list_entries entries = { 0 };
	size_t before = diag->errors;

	list_read(arena, diag, source, &keys, &entries);
	for (size_t i = 0; i < entries.all.len; i++)
		add_function(arena, diag, nn, &entries.all.at[i]);
	return diag->errors == before;
}

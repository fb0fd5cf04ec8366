#include "compile/emit/emit.h"

#include <string.h>

#include "compile/call/call.h"
#include "compile/expression.h"
#include "compile/options.h"
#include "export/guards/guards.h"

/* --- What a guard reads ----------------------------------------------------------------------- */

struct reading {
	struct program *program;
	const struct ct_guard_reference *references;
};

static bool write_part(const struct variable *variable, const struct ct_guard_reference *reference,
		       struct strbuf *out)
{
	const int64_t i = reference->index < 0 ? reference->index + variable->dim
					       : reference->index;

	switch (reference->part) {
	case CT_GUARD_SIZE:
		strbuf_printf(out, "ct_tensor_size(%s, %lld)", variable->c, (long long)i);
		return true;
	case CT_GUARD_STRIDE:
		strbuf_printf(out, "ct_tensor_strides(%s)[%lld]", variable->c, (long long)i);
		return true;
	case CT_GUARD_OFFSET:
		strbuf_printf(out, "ct_tensor_storage_offset(%s)", variable->c);
		return true;
	case CT_GUARD_DIM:
		strbuf_printf(out, "ct_tensor_dim(%s)", variable->c);
		return true;
	default:
		strbuf_printf(out, "ct_tensor_numel(%s)", variable->c);
		return true;
	}
}

static bool write_itself(struct program *program, const struct input *input, struct strbuf *out,
			 enum ct_symbolic_type *type)
{
	static const enum ct_symbolic_type types[] = { [HELD_INT] = CT_SYMBOLIC_INT,
						       [HELD_FLOAT] = CT_SYMBOLIC_FLOAT,
						       [HELD_BOOL] = CT_SYMBOLIC_BOOL,
						       [HELD_TEXT] = CT_SYMBOLIC_STRING };
	struct node none = { .in = program->main };
	struct statement statement = { .program = program, .node = &none };
	const enum held held = argument_held(program->main, input->constant);

	if (held != HELD_INT && held != HELD_FLOAT && held != HELD_BOOL && held != HELD_TEXT)
		return false;
	*type = types[held];
	strbuf_add(out, argument_c(&statement, input->constant, held));
	return true;
}

static bool write_path(const struct ct_symbolic *path, void *context, struct strbuf *out,
		       enum ct_symbolic_type *type)
{
	const struct reading *self = context;
	const struct ct_guard_reference *reference = &self->references[path->slot];
	const struct input *input = &self->program->inputs.at[reference->leaf];

	*type = CT_SYMBOLIC_INT;
	if (reference->part == CT_GUARD_ITSELF)
		return write_itself(self->program, input, out, type);
	if (!input->variable || input->variable->held != HELD_TENSOR)
		return false;
	return write_part(input->variable, reference, out);
}

/* --- Constants -------------------------------------------------------------------------------- */

/* C does not pass an input that must be a constant, so that the guard holds. */
static bool is_about_constant(const struct program *program,
			      const struct ct_guard_reference *references,
			      const struct ct_symbolic *tree)
{
	if (tree->kind == CT_SYMBOLIC_PATH)
		return !program->inputs.at[references[tree->slot].leaf].variable;
	for (int64_t i = 0; i < tree->items_len; i++)
		if (is_about_constant(program, references, tree->items[i]))
			return true;
	return false;
}

/* --- Checks ----------------------------------------------------------------------------------- */

static bool add_guard(struct program *program, int64_t i, struct strbuf *out)
{
	struct reading self = { .program = program };
	const struct ct_symbolic *tree = ct_guards_tree(program->guards, i, &self.references);
	const char *text = ct_guards_text(program->guards, i);
	struct strbuf condition = { 0 };
	enum ct_symbolic_type type;
	bool fine = is_about_constant(program, self.references, tree);

	if (!fine && expression_write(program, tree, write_path, &self, &condition, &type)) {
		strbuf_printf(out, "\tif (!(%s))\n\t\treturn %s_guard_failed(",
			      strbuf_str(&condition), program->name);
		write_text(out, text);
		strbuf_add(out, ");\n");
		fine = true;
	} else if (!fine) {
		diag_error(program->diag, (struct loc){ 0 }, NULL,
			   "%s: C cannot check the guard: %s", program->options->archive, text);
	}
	strbuf_free(&condition);
	return fine;
}

static void add_tensor(struct program *program, const struct input *input, struct strbuf *out)
{
	const struct variable *variable = input->variable;

	if (variable->dim < 0)
		return;
	strbuf_printf(out, "\tCT_TRY(%s_check_tensor(%s, ", program->name, variable->c);
	write_text(out, input->path);
	strbuf_printf(out, ", %s, %lld));\n", dtype_name_c(program, variable->dtype),
		      (long long)variable->dim);
}

/* Sizes that --input-shape has fixed. */
static void add_fixed(struct program *program, const struct input *input, struct strbuf *out)
{
	const struct variable *variable = input->variable;
	int64_t size;

	for (int64_t i = 0; i < variable->dim; i++) {
		if (!variable->sizes[i].tree ||
		    !extent_is_fixed(program, &variable->sizes[i], &size))
			continue;
		strbuf_printf(out,
			      "\tif (ct_tensor_size(%s, %lld) != %lld)\n"
			      "\t\treturn %s_guard_failed(\"%s.size()[%lld] == %lld\");\n",
			      variable->c, (long long)i, (long long)size, program->name,
			      variable->c, (long long)i, (long long)size);
	}
}

bool emit_checks(struct program *program, struct strbuf *out)
{
	bool fine = true;

	for (size_t i = 0; i < program->inputs.len; i++) {
		const struct input *input = &program->inputs.at[i];

		if (!input->variable || input->variable->held != HELD_TENSOR)
			continue;
		add_tensor(program, input, out);
		add_fixed(program, input, out);
	}
	for (int64_t i = 0; i < ct_guards_count(program->guards); i++)
		fine = add_guard(program, i, out) && fine;
	return fine;
}

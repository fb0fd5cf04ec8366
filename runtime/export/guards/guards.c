/*
 * The conditions on a program's inputs.
 */
#include <string.h>

#include "core/base/error_make.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "export/guards/build.h"
#include "export/symbolic/value.h"

/* --- Guards of the code ----------------------------------------------------------------------- */

static bool add_guard_of_code(struct ct_guard_builder *self, const char *guard)
{
	struct ct_symbolic *tree;
	ct_error err = ct_symbolic_read(guard, self->arena, &tree);

	return err ? ct_guard_fail(self, err) : ct_guard_add_tree(self, tree);
}

static bool add_guards_of_code(struct ct_guard_builder *self)
{
	for (int64_t i = 0; i < self->program->guards_len; i++) {
		struct ct_text where = { 0 };

		if (add_guard_of_code(self, self->program->guards[i]))
			continue;
		ct_text_addf(&where, "guard %lld of the program", (long long)i);
		if (!where.failed)
			self->error = ct_error_prefix(self->error, where.data);
		ct_text_release(&where);
		return false;
	}
	return true;
}

static bool compile_guards(struct ct_guard_builder *self)
{
	for (int64_t i = 0; i < self->guards_len; i++) {
		if (!ct_guard_compile(self->guards[i].tree, self->references, self->arena,
				      &self->guards[i].code))
			return ct_guard_fail_memory(self);
	}
	return true;
}

ct_error ct_guards_new(const struct ct_program *program, struct ct_arena *arena,
		       const struct ct_guards **result)
{
	struct ct_guard_builder builder = { .program = program,
					    .arena = arena,
					    .ranges = { .arena = arena },
					    .by_value = { .arena = arena },
					    .by_path = { .arena = arena } };
	struct ct_guards *guards;
	ct_error err = ct_guard_paths_new(program, arena, &builder.paths, &builder.paths_len);

	if (err)
		return err;
	if (!ct_guard_index_paths(&builder) || !ct_guard_add_inputs(&builder) ||
	    !add_guards_of_code(&builder) || !compile_guards(&builder))
		return builder.error;
	guards = ct_arena_new(arena, sizeof *guards);
	if (guards == NULL)
		return ct_no_memory(NULL, "for the guards of a program");
	*guards = (struct ct_guards){ builder.guards, builder.guards_len, builder.references,
				      builder.paths_len };
	*result = guards;
	return NULL;
}

int64_t ct_guards_count(const struct ct_guards *self)
{
	return self->guards_len;
}

const struct ct_symbolic *ct_guards_tree(const struct ct_guards *self, int64_t index,
					 const struct ct_guard_reference **references)
{
	*references = self->references;
	return self->guards[index].tree;
}

const char *ct_guards_text(const struct ct_guards *self, int64_t index)
{
	return self->guards[index].text;
}

/* --- Checking --------------------------------------------------------------------------------- */

struct guard_inputs {
	const struct ct_guards *guards;
	const struct ct_guard_input *inputs;
};

static ct_error no_attribute(const struct ct_guard_input *input, enum ct_guard_part part)
{
	static const char *const names[] = {
		"", "size", "stride", "storage_offset", "dim", "numel"
	};

	return CT_RAISED(CT_ERROR_ATTRIBUTE, "'%s' object has no attribute '%s'",
			 input->is_tensor ? "Tensor" : ct_symbolic_type_name(&input->value),
			 names[part]);
}

static ct_error element_of(const int64_t *list, int64_t dim, int64_t index, int64_t *result)
{
	if (index < 0)
		index += dim;
	if (index < 0 || index >= dim)
		return CT_RAISED(CT_ERROR_INDEX, "tuple index out of range");
	*result = list[index];
	return NULL;
}

static ct_error numel_of(const struct ct_guard_input *input, int64_t *result)
{
	int64_t numel = 1;

	for (int64_t i = 0; i < input->dim; i++) {
		if (__builtin_mul_overflow(numel, input->sizes[i], &numel))
			return CT_RAISED(CT_ERROR_RUNTIME, "numel: integer overflow");
	}
	*result = numel;
	return NULL;
}

static ct_error part_of_tensor(const struct ct_guard_input *input,
			       const struct ct_guard_reference *reference, int64_t *result)
{
	switch (reference->part) {
	case CT_GUARD_SIZE:
		return element_of(input->sizes, input->dim, reference->index, result);
	case CT_GUARD_STRIDE:
		return input->strides
			       ? element_of(input->strides, input->dim, reference->index, result)
			       : no_attribute(input, reference->part);
	case CT_GUARD_OFFSET:
		*result = input->offset;
		return NULL;
	case CT_GUARD_DIM:
		*result = input->dim;
		return NULL;
	default:
		return numel_of(input, result);
	}
}

static ct_error look_up_input(const struct ct_symbolic *path, void *context,
			      struct ct_symbolic_value *result)
{
	const struct guard_inputs *self = context;
	const struct ct_guard_reference *reference = &self->guards->references[path->slot];
	const struct ct_guard_input *input = &self->inputs[reference->leaf];
	struct ct_symbolic_value value = { .type = CT_SYMBOLIC_INT };
	ct_error err;

	if (reference->part == CT_GUARD_ITSELF) {
		*result = input->is_tensor
				  ? (struct ct_symbolic_value){ .type = CT_SYMBOLIC_OBJECT }
				  : input->value;
		return NULL;
	}
	if (!input->is_tensor)
		return no_attribute(input, reference->part);
	err = part_of_tensor(input, reference, &value.i);
	if (err == NULL)
		*result = value;
	return err;
}

static ct_error fail_guard(const struct ct_guard *guard)
{
	struct ct_text text = { 0 };
	ct_error err;

	ct_text_add(&text, "Guard failed: ");
	ct_text_add(&text, guard->text);
	err = text.failed ? ct_no_memory(NULL, "for an error message")
			  : ct_error_make(CT_ERROR_ASSERTION, NULL, text.data, NULL);
	ct_text_release(&text);
	return err;
}

/* An error that Python raises within the condition. */
static ct_error prefix_guard_error(const struct ct_guard *guard, ct_error error)
{
	struct ct_text text = { 0 };

	ct_text_add(&text, "guard ");
	ct_text_add(&text, guard->text);
	if (!text.failed)
		error = ct_error_prefix(error, text.data);
	ct_text_release(&text);
	return error;
}

static ct_error evaluate_guard(const struct ct_guard *guard, struct guard_inputs *inputs)
{
	struct ct_symbolic_value value;
	ct_error err = ct_symbolic_evaluate(guard->tree, look_up_input, inputs, &value);

	if (err)
		return prefix_guard_error(guard, err);
	return ct_symbolic_is_true(&value) ? NULL : fail_guard(guard);
}

ct_error ct_guards_check(const struct ct_guards *self, const struct ct_guard_input *inputs,
			 int64_t inputs_len)
{
	struct guard_inputs context = { self, inputs };

	if (inputs_len != self->leaves)
		return CT_RAISED(CT_ERROR_VALUE, "the program has %lld inputs, not %lld",
				 (long long)self->leaves, (long long)inputs_len);
	for (int64_t i = 0; i < self->guards_len; i++) {
		const struct ct_guard *guard = &self->guards[i];
		const enum ct_guard_answer answer = ct_guard_run(&guard->code, inputs);
		ct_error err = NULL;

		if (answer == CT_GUARD_FAILS)
			return fail_guard(guard);
		if (answer == CT_GUARD_UNDECIDED && (err = evaluate_guard(guard, &context)))
			return err;
	}
	return NULL;
}

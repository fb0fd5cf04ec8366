/*
 * Guards on integers as code for a machine with a small stack: a guard on a size takes some
 * nanoseconds.
 */
#include <string.h>

#include "export/guards/code.h"
#include "export/symbolic/value.h"

enum { DEEPEST_STACK = 16, LONGEST_CODE = 1024 };

/* What is not an operator of expressions, whose codes come first. */
enum {
	CODE_CONSTANT = CT_SYMBOLIC_INVERT + 1,
	CODE_INPUT,
	CODE_SIZE,
	CODE_STRIDE,
	CODE_MIN,
	CODE_MAX,
	CODE_AND,
	CODE_OR
};

/* --- Compiling -------------------------------------------------------------------------------- */

enum guard_type { GUARD_OTHER, GUARD_INT, GUARD_BOOL };

struct guard_compiler {
	const struct ct_guard_reference *references;
	struct ct_guard_step steps[LONGEST_CODE];
	int64_t steps_len;
	int depth; /* of the stack */
};

static enum guard_type compile_guard_node(struct guard_compiler *self,
					  const struct ct_symbolic *node);

/* `pushed` is how much the stack grows. */
static bool emit_guard_step(struct guard_compiler *self, int code, int64_t leaf, int64_t i,
			    int pushed)
{
	if (self->steps_len == LONGEST_CODE || leaf > INT32_MAX ||
	    self->depth + pushed > DEEPEST_STACK)
		return false;
	self->steps[self->steps_len++] = (struct ct_guard_step){ (uint8_t)code, (int32_t)leaf, i };
	self->depth += pushed;
	return true;
}

static enum guard_type compile_reference(struct guard_compiler *self, int64_t slot)
{
	const struct ct_guard_reference *of = &self->references[slot];
	int code;

	if (of->part == CT_GUARD_ITSELF)
		code = CODE_INPUT;
	else if (of->part == CT_GUARD_SIZE && of->index >= 0)
		code = CODE_SIZE;
	else if (of->part == CT_GUARD_STRIDE && of->index >= 0)
		code = CODE_STRIDE;
	else
		return GUARD_OTHER;
	return emit_guard_step(self, code, of->leaf, of->index, 1) ? GUARD_INT : GUARD_OTHER;
}

static bool is_quick_operator(enum ct_symbolic_operator operator_)
{
	switch (operator_) {
	case CT_SYMBOLIC_ADD:
	case CT_SYMBOLIC_SUBTRACT:
	case CT_SYMBOLIC_MULTIPLY:
	case CT_SYMBOLIC_FLOOR_DIVIDE:
	case CT_SYMBOLIC_MODULO:
		return true;
	default:
		return operator_ >= CT_SYMBOLIC_EQ && operator_ <= CT_SYMBOLIC_GE;
	}
}

static bool compile_int(struct guard_compiler *self, const struct ct_symbolic *node)
{
	return compile_guard_node(self, node) == GUARD_INT;
}

static bool compile_operands(struct guard_compiler *self, const struct ct_symbolic *node)
{
	if (!compile_int(self, node->items[0]))
		return false;
	for (int64_t i = 1; i < node->items_len; i++) {
		if (!is_quick_operator(node->operators[i - 1]) ||
		    !compile_int(self, node->items[i]) ||
		    !emit_guard_step(self, (int)node->operators[i - 1], 0, 0, -1))
			return false;
	}
	return true;
}

static enum guard_type compile_comparison(struct guard_compiler *self,
					  const struct ct_symbolic *node)
{
	/* "a < b < c" would need b twice */
	return node->items_len == 2 && compile_operands(self, node) ? GUARD_BOOL : GUARD_OTHER;
}

static enum guard_type compile_condition(struct guard_compiler *self,
					 const struct ct_symbolic *node)
{
	const int code = node->kind == CT_SYMBOLIC_AND ? CODE_AND : CODE_OR;

	for (int64_t i = 0; i < node->items_len; i++) {
		if (compile_guard_node(self, node->items[i]) != GUARD_BOOL ||
		    (i > 0 && !emit_guard_step(self, code, 0, 0, -1)))
			return GUARD_OTHER;
	}
	return GUARD_BOOL;
}

static enum guard_type compile_unary(struct guard_compiler *self, const struct ct_symbolic *node)
{
	const enum guard_type type = compile_guard_node(self, node->items[0]);
	const enum ct_symbolic_operator operator_ = node->operators[0];

	if (type == GUARD_OTHER || !emit_guard_step(self, (int)operator_, 0, 0, 0))
		return GUARD_OTHER;
	if (operator_ == CT_SYMBOLIC_NOT)
		return GUARD_BOOL;
	return operator_ == CT_SYMBOLIC_MINUS && type == GUARD_INT ? GUARD_INT : GUARD_OTHER;
}

static enum guard_type compile_call(struct guard_compiler *self, const struct ct_symbolic *node)
{
	const enum ct_symbolic_function function = node->function;
	const bool is_min = function == CT_SYMBOLIC_MIN || function == CT_SYMBOLIC_SYM_MIN;

	if (!is_min && function != CT_SYMBOLIC_MAX && function != CT_SYMBOLIC_SYM_MAX)
		return GUARD_OTHER;
	for (int64_t i = 0; i < node->items_len; i++) {
		if (!compile_int(self, node->items[i]) ||
		    (i > 0 && !emit_guard_step(self, is_min ? CODE_MIN : CODE_MAX, 0, 0, -1)))
			return GUARD_OTHER;
	}
	return GUARD_INT;
}

static enum guard_type compile_guard_node(struct guard_compiler *self,
					  const struct ct_symbolic *node)
{
	switch (node->kind) {
	case CT_SYMBOLIC_CONSTANT:
		return node->value.type == CT_SYMBOLIC_INT &&
				       emit_guard_step(self, CODE_CONSTANT, 0, node->value.i, 1)
			       ? GUARD_INT
			       : GUARD_OTHER;
	case CT_SYMBOLIC_PATH:
		return compile_reference(self, node->slot);
	case CT_SYMBOLIC_CHAIN:
		return compile_operands(self, node) ? GUARD_INT : GUARD_OTHER;
	case CT_SYMBOLIC_COMPARISON:
		return compile_comparison(self, node);
	case CT_SYMBOLIC_AND:
	case CT_SYMBOLIC_OR:
		return compile_condition(self, node);
	case CT_SYMBOLIC_UNARY:
		return compile_unary(self, node);
	case CT_SYMBOLIC_CALL:
		return compile_call(self, node);
	default:
		return GUARD_OTHER;
	}
}

bool ct_guard_compile(const struct ct_symbolic *tree, const struct ct_guard_reference *references,
		      struct ct_arena *arena, struct ct_guard_code *result)
{
	struct guard_compiler compiler;
	struct ct_guard_step *steps;

	compiler.references = references;
	compiler.steps_len = 0;
	compiler.depth = 0;
	*result = (struct ct_guard_code){ NULL, 0 };
	if (compile_guard_node(&compiler, tree) == GUARD_OTHER)
		return true;
	steps = ct_arena_new(arena, (size_t)compiler.steps_len * sizeof *steps);
	if (steps == NULL)
		return false;
	memcpy(steps, compiler.steps, (size_t)compiler.steps_len * sizeof *steps);
	*result = (struct ct_guard_code){ steps, compiler.steps_len };
	return true;
}

/* --- Running ---------------------------------------------------------------------------------- */

/* "a OPERATOR b"; false: undecided. */
static bool run_operator(int code, int64_t a, int64_t b, int64_t *result)
{
	int64_t other;

	switch (code) {
	case CT_SYMBOLIC_ADD:
		return !__builtin_add_overflow(a, b, result);
	case CT_SYMBOLIC_SUBTRACT:
		return !__builtin_sub_overflow(a, b, result);
	case CT_SYMBOLIC_MULTIPLY:
		return !__builtin_mul_overflow(a, b, result);
	case CT_SYMBOLIC_FLOOR_DIVIDE:
		return ct_symbolic_floor_divide(a, b, result, &other);
	case CT_SYMBOLIC_MODULO:
		return ct_symbolic_floor_divide(a, b, &other, result);
	case CT_SYMBOLIC_EQ:
		*result = a == b;
		return true;
	case CT_SYMBOLIC_NE:
		*result = a != b;
		return true;
	case CT_SYMBOLIC_LT:
		*result = a < b;
		return true;
	case CT_SYMBOLIC_LE:
		*result = a <= b;
		return true;
	case CT_SYMBOLIC_GT:
		*result = a > b;
		return true;
	case CT_SYMBOLIC_GE:
		*result = a >= b;
		return true;
	case CODE_MIN:
		*result = a < b ? a : b;
		return true;
	case CODE_MAX:
		*result = a > b ? a : b;
		return true;
	case CODE_AND:
		*result = a && b;
		return true;
	default:
		*result = a || b;
		return true;
	}
}

/* What a step pushes; false: undecided. */
static bool run_load(const struct ct_guard_step *step, const struct ct_guard_input *inputs,
		     int64_t *result)
{
	const struct ct_guard_input *input = &inputs[step->leaf];

	if (step->code == CODE_CONSTANT) {
		*result = step->i;
		return true;
	}
	if (step->code == CODE_INPUT) {
		*result = input->value.i;
		return !input->is_tensor && ct_symbolic_is_integral(&input->value);
	}
	if (!input->is_tensor || step->i >= input->dim ||
	    (step->code == CODE_STRIDE && input->strides == NULL))
		return false;
	*result = step->code == CODE_SIZE ? input->sizes[step->i] : input->strides[step->i];
	return true;
}

enum ct_guard_answer ct_guard_run(const struct ct_guard_code *self,
				  const struct ct_guard_input *inputs)
{
	int64_t stack[DEEPEST_STACK];
	int top = -1;

	if (self->steps_len == 0)
		return CT_GUARD_UNDECIDED;
	for (int64_t i = 0; i < self->steps_len; i++) {
		const struct ct_guard_step *step = &self->steps[i];

		if (step->code >= CODE_CONSTANT && step->code <= CODE_STRIDE) {
			if (!run_load(step, inputs, &stack[++top]))
				return CT_GUARD_UNDECIDED;
		} else if (step->code == CT_SYMBOLIC_NOT) {
			stack[top] = !stack[top];
		} else if (step->code == CT_SYMBOLIC_MINUS) {
			if (stack[top] == INT64_MIN)
				return CT_GUARD_UNDECIDED;
			stack[top] = -stack[top];
		} else {
			top--;
			if (!run_operator(step->code, stack[top], stack[top + 1], &stack[top]))
				return CT_GUARD_UNDECIDED;
		}
	}
	return stack[0] ? CT_GUARD_HOLDS : CT_GUARD_FAILS;
}

#include "compile/level1/level1.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compile/expression.h"

/* Functions of <math.h>; that of floats has an f at its end. */
const char math_functions[] = " exp log sin cos tanh erf log1p expm1 log2 exp2 sqrt floor ceil "
			      "trunc rint ";

struct local {
	const char *name;
	size_t step;
};

struct locals {
	VEC(struct local);
};

/* An expression as it is read: the text of a step, and the steps that it refers to. */
struct reading {
	struct body *body;
	struct locals *locals;
	const char *at;
	struct strbuf text;
	size_t args[STEP_ARGS], args_len;
};

static bool why(const struct body *body, const char *text)
{
	body->node->why_not = text;
	return false;
}

/* --- Numbers ---------------------------------------------------------------------------------- */

/* The shortest text that is this float. */
static const char *float_text(struct arena *arena, float f)
{
	char *text = NULL;

	for (int digits = 1; digits <= 9; digits++) {
		text = arena_printf(arena, "%.*g", digits, (double)f);
		if (strtof(text, NULL) == f)
			break;
	}
	return arena_printf(arena, "%s%sf", text, strpbrk(text, ".e") ? "" : ".0");
}

static const char *double_text(struct arena *arena, double f)
{
	char *text = NULL;

	for (int digits = 1; digits <= 17; digits++) {
		text = arena_printf(arena, "%.*g", digits, f);
		if (strtod(text, NULL) == f)
			break;
	}
	return arena_printf(arena, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

static const char *number_text(struct arena *arena, ct_dtype dtype, double f)
{
	const char *text;

	if (isnan(f))
		return "NAN";
	if (isinf(f))
		return f > 0 ? "INFINITY" : "(-INFINITY)";
	text = dtype == CT_FLOAT32 ? float_text(arena, (float)f) : double_text(arena, f);
	return f < 0 ? arena_printf(arena, "(%s)", text) : text;
}

/* To the nearest; in the middle, to the even one. */
static double round_to_bf16(double f)
{
	float rounded = (float)f;
	uint32_t bits;

	memcpy(&bits, &rounded, sizeof bits);
	if (!isnan(f))
		bits = (bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000;
	memcpy(&rounded, &bits, sizeof rounded);
	return rounded;
}

static bool add_number(struct reading *self, double f, bool is_whole)
{
	struct arena *arena = self->body->level1->arena;

	if (self->body->rounds_numbers)
		f = round_to_bf16(f);
	if (is_float(self->body->compute)) {
		strbuf_add(&self->text, number_text(arena, self->body->compute, f));
		return true;
	}
	if (!is_whole || fabs(f) > 9e15)
		return why(self->body, "a fraction among integers");
	strbuf_printf(&self->text, f < 0 ? "(%.0f)" : "%.0f", f);
	return true;
}

/* --- Names ------------------------------------------------------------------------------------ */

static bool add_step(struct reading *self, size_t step)
{
	size_t i;

	for (i = 0; i < self->args_len && self->args[i] != step; i++)
		;
	if (i == STEP_ARGS)
		return why(self->body, "too many inputs for a loop");
	self->args[i] = step;
	self->args_len += i == self->args_len;
	strbuf_printf(&self->text, "$%zu", i);
	return true;
}

/* In the dtype that the loop computes in. A bool stays one: it is a condition, or 0 or 1. */
static bool add_cast(struct reading *self, size_t step)
{
	struct loop *loop = self->body->loop;
	const ct_dtype from = loop->steps.at[step].dtype, to = self->body->compute;
	struct step cast = { .kind = STEP_POINT, .dtype = to, .args = { step }, .args_len = 1 };

	if (from == to || from == CT_BOOL)
		return add_step(self, step);
	if (is_float(from) && !is_float(to) && to != CT_BOOL)
		return why(self->body, "floats become integers");
	cast.text = cast_text(self->body->level1->arena, from, to);
	return add_step(self, loop_add(self->body->level1, loop, cast));
}

static bool add_tensor(struct reading *self, const char *name)
{
	struct array *value = array_of_arg(self->body->level1, self->body->node, name);
	size_t step;

	if (!value)
		return why(self->body, "a tensor that loops cannot read");
	if (!loop_load(self->body->level1, self->body->loop, value, &step))
		return why(self->body, "sizes that cannot be compared");
	return add_cast(self, step);
}

static bool add_default(struct reading *self, const char *text)
{
	char *end;
	double f;

	if (!text || !strcmp(text, "None"))
		return why(self->body, "an argument is missing");
	if (!strcmp(text, "True") || !strcmp(text, "False"))
		return add_number(self, *text == 'T', true);
	f = strtod(text, &end);
	return *end ? why(self->body, "an argument is no number")
		    : add_number(self, f, !strpbrk(text, ".e"));
}

static bool add_given(struct reading *self, const struct ct_graph_argument *given, const char *name)
{
	if (given->value != CT_NO_VALUE) {
		if (variable_of(self->body->node->in, given)->held == HELD_TENSOR)
			return add_tensor(self, name);
		return why(self->body, "a number that is known only in the run");
	}
	switch (given->arm) {
	case CT_ARM_INT:
	case CT_ARM_BOOL:
	case CT_ARM_SYM_INT:
		return add_number(self, (double)given->i, true);
	case CT_ARM_FLOAT:
	case CT_ARM_SYM_FLOAT:
		return add_number(self, given->f, false);
	default:
		return why(self->body, "an argument is no number");
	}
}

static bool add_argument(struct reading *self, const char *name)
{
	const struct node *node = self->body->node;

	for (size_t i = 0; i < node->op->schema.args.len; i++)
		if (!strcmp(node->op->schema.args.at[i].name, name))
			return node->args[i]
				       ? add_given(self, node->args[i], name)
				       : add_default(self,
						     node->op->schema.args.at[i].default_text);
	diag_error(self->body->level1->program->diag, (struct loc){ 0 }, "mend loops.tsv",
		   "the body of aten::%s has the unknown name '%s'", node->op->name, name);
	return false;
}

/* The elements of a row. */
static bool add_length(struct reading *self)
{
	const struct loop *loop = self->body->loop;
	struct arena *arena = self->body->level1->arena;
	struct count count = { .n = 1 };

	for (size_t i = loop->dim - loop->inner; i < loop->dim; i++)
		count = count_times(arena, count, loop->sizes[i]);
	if (!count.c)
		return add_number(self, (double)count.n, true);
	strbuf_printf(&self->text, "(%s)(%s)", dtype_c(self->body->compute), count_c(arena, count));
	return true;
}

static bool add_index(struct reading *self)
{
	struct step step = { .kind = STEP_INDEX,
			     .dtype = CT_INT64,
			     .index = self->body->loop->dim - 1 };

	return add_cast(self, loop_add(self->body->level1, self->body->loop, step));
}

static bool read_expression(struct reading *self, size_t *step);

static bool add_reduction(struct reading *self, enum reduction reduction)
{
	struct reading inner = { .body = self->body, .locals = self->locals, .at = self->at + 1 };
	struct step step = { .kind = STEP_REDUCE,
			     .dtype = self->body->compute,
			     .reduction = reduction,
			     .args_len = 1 };
	bool ok = read_expression(&inner, &step.args[0]);

	strbuf_free(&inner.text);
	self->at = inner.at + 1;
	return ok && add_step(self, loop_add(self->body->level1, self->body->loop, step));
}

static bool add_name(struct reading *self, const char *name)
{
	const char *spaced = arena_printf(self->body->level1->arena, " %s ", name);

	if (*self->at == '(' && strstr(math_functions, spaced)) {
		if (!is_float(self->body->compute))
			return why(self->body, "a function of integers");
		strbuf_printf(&self->text, "%s%s", name,
			      self->body->compute == CT_FLOAT32 ? "f" : "");
		return true;
	}
	if (*self->at == '(' && !strcmp(name, "sum"))
		return add_reduction(self, REDUCE_SUM);
	if (*self->at == '(' && !strcmp(name, "max"))
		return add_reduction(self, REDUCE_MAX);
	if (*self->at == '(' && !strcmp(name, "min"))
		return add_reduction(self, REDUCE_MIN);
	for (size_t i = 0; i < self->locals->len; i++)
		if (!strcmp(self->locals->at[i].name, name))
			return add_step(self, self->locals->at[i].step);
	if (!strcmp(name, "n"))
		return add_length(self);
	if (!strcmp(name, "i"))
		return add_index(self);
	if (!strcmp(name, "M_SQRT1_2"))
		return add_number(self, M_SQRT1_2, false);
	return add_argument(self, name);
}

/* --- Expressions ------------------------------------------------------------------------------ */

static const char *take_name(struct reading *self)
{
	const char *begin = self->at;

	while (isalnum((unsigned char)*self->at) || *self->at == '_')
		self->at++;
	return arena_strndup(self->body->level1->arena, begin, (size_t)(self->at - begin));
}

static bool take_number(struct reading *self)
{
	char *end;
	const char *begin = self->at;
	double f = strtod(begin, &end);

	self->at = end;
	return add_number(self, f, !memchr(begin, '.', (size_t)(end - begin)));
}

/* To the end of the statement, or to the parenthesis that closes it. */
static bool read_text(struct reading *self)
{
	int depth = 0;
	bool ok = true;

	while (ok && *self->at && *self->at != ';' && (depth || *self->at != ')')) {
		depth += (*self->at == '(') - (*self->at == ')');
		if (isdigit((unsigned char)*self->at))
			ok = take_number(self);
		else if (isalpha((unsigned char)*self->at))
			ok = add_name(self, take_name(self));
		else
			strbuf_add_char(&self->text, *self->at++);
	}
	return ok;
}

static bool read_expression(struct reading *self, size_t *step)
{
	struct step point = { .kind = STEP_POINT, .dtype = self->body->compute };

	if (!read_text(self))
		return false;
	if (!strcmp(strbuf_str(&self->text), "$0")) {
		*step = self->args[0];
		return true;
	}
	point.text = arena_strdup(self->body->level1->arena, strbuf_str(&self->text));
	point.args_len = self->args_len;
	memcpy(point.args, self->args, sizeof point.args);
	*step = loop_add(self->body->level1, self->body->loop, point);
	return true;
}

bool body_add(struct body *body)
{
	struct locals locals = { 0 };
	struct reading self = { .body = body, .locals = &locals, .at = body->text };
	bool ok = true;

	while (ok && *self.at) {
		const size_t n = strcspn(self.at, " ;");
		const char *name = NULL;

		if (!strncmp(self.at + n, " = ", 3)) {
			name = arena_strndup(body->level1->arena, self.at, n);
			self.at += n + 3;
		}
		strbuf_clear(&self.text);
		self.args_len = 0;
		ok = read_expression(&self, &body->result);
		if (name)
			vec_push(body->level1->arena, &locals,
				 (struct local){ name, body->result });
		self.at += strspn(self.at, "; ");
	}
	strbuf_free(&self.text);
	return ok;
}

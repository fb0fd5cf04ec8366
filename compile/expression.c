#include "compile/expression.h"

#include <math.h>
#include <string.h>

#include "core/base/numbers.h"
#include "core/base/text.h"

typedef enum ct_symbolic_type type_of_c;

struct writing {
	struct program *program;
	path_writer *path;
	void *context;
};

static bool write(const struct writing *self, const struct ct_symbolic *tree, struct strbuf *out,
		  type_of_c *type);

/* --- Constants -------------------------------------------------------------------------------- */

void write_int(struct strbuf *out, int64_t i)
{
	if (i == INT64_MIN)
		strbuf_add(out, "INT64_MIN");
	else
		strbuf_printf(out, i > INT32_MAX || i < INT32_MIN ? "INT64_C(%lld)" : "%lld",
			      (long long)i);
}

void write_float(struct program *program, struct strbuf *out, double f)
{
	struct ct_text text = { 0 };

	if (isnan(f) || isinf(f)) {
		program->needs_math = true;
		strbuf_add(out, isnan(f) ? (signbit(f) ? "-NAN" : "NAN")
					 : (f < 0 ? "-INFINITY" : "INFINITY"));
		return;
	}
	ct_text_add_number(&text, (ct_scalar){ .kind = CT_SCALAR_FLOAT, .re = f });
	strbuf_add(out, text.data ? text.data : "0.0");
	ct_text_release(&text);
}

/* Octal escapes end after three digits, whatever follows. */
void write_text(struct strbuf *out, const char *text)
{
	strbuf_add_char(out, '"');
	for (; *text; text++) {
		const unsigned char c = (unsigned char)*text;

		if (c == '"' || c == '\\' || c == '?')
			strbuf_printf(out, "\\%c", c);
		else if (c == '\n')
			strbuf_add(out, "\\n");
		else if (c < ' ' || c == 0x7f)
			strbuf_printf(out, "\\%03o", c);
		else
			strbuf_add_char(out, (char)c);
	}
	strbuf_add_char(out, '"');
}

static bool write_constant(const struct writing *self, const struct ct_symbolic_value *value,
			   struct strbuf *out, type_of_c *type)
{
	*type = value->type;
	switch (value->type) {
	case CT_SYMBOLIC_INT:
		write_int(out, value->i);
		return true;
	case CT_SYMBOLIC_FLOAT:
		write_float(self->program, out, value->f);
		return true;
	case CT_SYMBOLIC_BOOL:
		strbuf_add(out, value->i ? "true" : "false");
		return true;
	case CT_SYMBOLIC_STRING:
		write_text(out, value->string);
		return true;
	default:
		return false;
	}
}

/* --- Operators -------------------------------------------------------------------------------- */

/* ORDER SYMBOLIC OPERATOR. NULL: a function computes it. */
static const char *const in_c[] = {
	"+", "-",  "*",  "/", NULL, NULL, NULL, "<<", ">>", "&", "^",
	"|", "==", "!=", "<", "<=", ">",  ">=", "!",  "-",  "+", "~",
};

/* ORDER SYMBOLIC OPERATOR. Of integers, and of floats. */
static const char *const functions[] = { [CT_SYMBOLIC_FLOOR_DIVIDE] = "floor_divide",
					 [CT_SYMBOLIC_MODULO] = "modulo",
					 [CT_SYMBOLIC_POWER] = "power" };

static bool is_number(type_of_c type)
{
	return type == CT_SYMBOLIC_INT || type == CT_SYMBOLIC_FLOAT || type == CT_SYMBOLIC_BOOL;
}

static bool is_comparison(enum ct_symbolic_operator operator_)
{
	return operator_ >= CT_SYMBOLIC_EQ && operator_ <= CT_SYMBOLIC_GE;
}

static bool is_bitwise(enum ct_symbolic_operator operator_)
{
	return operator_ >= CT_SYMBOLIC_SHIFT_LEFT && operator_ <= CT_SYMBOLIC_BIT_OR;
}

static bool compare_texts(struct program *program, enum ct_symbolic_operator operator_,
			  const char *a, const char *b, struct strbuf *out)
{
	if (operator_ != CT_SYMBOLIC_EQ && operator_ != CT_SYMBOLIC_NE)
		return false;
	program->needs_string = true;
	strbuf_printf(out, "strcmp(%s, %s) %s 0", a, b, in_c[operator_]);
	return true;
}

static bool call_function(struct program *program, enum ct_symbolic_operator operator_,
			  const char *a, const char *b, bool is_float, struct strbuf *out)
{
	if (is_float)
		return false;
	strbuf_printf(out, "%s_%s(%s, %s)", program->name, functions[operator_], a, b);
	return true;
}

static bool is_name(const char *c)
{
	return !strpbrk(c, " ()+-*/%<>=!&|?:,.");
}

/* a * a: a small power of a variable. */
static bool multiply_out(const char *a, const char *b, struct strbuf *out)
{
	if (!is_name(a) || (strcmp(b, "2") != 0 && strcmp(b, "3") != 0))
		return false;
	strbuf_printf(out, b[0] == '2' ? "%s * %s" : "%s * %s * %s", a, a, a);
	return true;
}

bool expression_join(struct program *program, enum ct_symbolic_operator operator_, const char *a,
		     enum ct_symbolic_type a_type, const char *b, enum ct_symbolic_type b_type,
		     struct strbuf *out, enum ct_symbolic_type *type)
{
	const bool is_float = a_type == CT_SYMBOLIC_FLOAT || b_type == CT_SYMBOLIC_FLOAT;

	*type = is_comparison(operator_)                      ? CT_SYMBOLIC_BOOL
		: is_float || operator_ == CT_SYMBOLIC_DIVIDE ? CT_SYMBOLIC_FLOAT
							      : CT_SYMBOLIC_INT;
	if (is_comparison(operator_) && a_type == CT_SYMBOLIC_STRING &&
	    b_type == CT_SYMBOLIC_STRING)
		return compare_texts(program, operator_, a, b, out);
	if (!is_number(a_type) || !is_number(b_type) || (is_float && is_bitwise(operator_)))
		return false;
	if (operator_ == CT_SYMBOLIC_POWER && is_float) {
		program->needs_math = true;
		strbuf_printf(out, "pow(%s, %s)", a, b);
		return true;
	}
	if (operator_ == CT_SYMBOLIC_POWER && multiply_out(a, b, out))
		return true;
	if (!in_c[operator_])
		return call_function(program, operator_, a, b, is_float, out);
	if (a_type == CT_SYMBOLIC_BOOL && b_type == CT_SYMBOLIC_BOOL && is_bitwise(operator_) &&
	    operator_ >= CT_SYMBOLIC_BIT_AND)
		*type = CT_SYMBOLIC_BOOL;
	if (operator_ == CT_SYMBOLIC_DIVIDE)
		strbuf_printf(out, "(double)%s / (double)%s", a, b);
	else
		strbuf_printf(out, "%s %s %s", a, in_c[operator_], b);
	return true;
}

/* --- Parts ------------------------------------------------------------------------------------ */

/* The item as an operand, in parentheses unless it is one word or a call. */
static const char *operand(const struct writing *self, const struct ct_symbolic *item,
			   type_of_c *type)
{
	struct strbuf text = { 0 };
	const char *result = NULL;

	if (write(self, item, &text, type)) {
		bool is_simple = item->kind == CT_SYMBOLIC_CONSTANT ||
				 item->kind == CT_SYMBOLIC_PATH || item->kind == CT_SYMBOLIC_CALL;

		is_simple = is_simple && strbuf_str(&text)[0] != '-';
		result = arena_printf(self->program->arena, is_simple ? "%s" : "(%s)",
				      strbuf_str(&text));
	}
	strbuf_free(&text);
	return result;
}

/* a - b + c, from the left. Powers have two items. */
static bool write_chain(const struct writing *self, const struct ct_symbolic *tree,
			struct strbuf *out, type_of_c *type)
{
	type_of_c a_type, b_type;
	const char *a = operand(self, tree->items[0], &a_type), *b;
	struct strbuf text = { 0 };

	for (int64_t i = 1; a && i < tree->items_len; i++) {
		b = operand(self, tree->items[i], &b_type);
		strbuf_clear(&text);
		if (!b || !expression_join(self->program, tree->operators[i - 1], a, a_type, b,
					   b_type, &text, type))
			a = NULL;
		else if (i + 1 < tree->items_len)
			a = arena_printf(self->program->arena, "(%s)", strbuf_str(&text));
		a_type = *type;
	}
	if (a)
		strbuf_add(out, strbuf_str(&text));
	strbuf_free(&text);
	return a != NULL;
}

/* a < b <= c: both hold. */
static bool write_comparison(const struct writing *self, const struct ct_symbolic *tree,
			     struct strbuf *out, type_of_c *type)
{
	type_of_c a_type, b_type;
	const char *a = operand(self, tree->items[0], &a_type), *b;

	for (int64_t i = 1; a && i < tree->items_len; i++) {
		b = operand(self, tree->items[i], &b_type);
		if (i > 1)
			strbuf_add(out, " && ");
		if (!b || !expression_join(self->program, tree->operators[i - 1], a, a_type, b,
					   b_type, out, type))
			return false;
		a = b;
		a_type = b_type;
	}
	*type = CT_SYMBOLIC_BOOL;
	return a != NULL;
}

static bool write_logic(const struct writing *self, const struct ct_symbolic *tree,
			struct strbuf *out, type_of_c *type)
{
	for (int64_t i = 0; i < tree->items_len; i++) {
		const char *item = operand(self, tree->items[i], type);

		if (!item || !is_number(*type))
			return false;
		strbuf_add(out, i == 0 ? "" : tree->kind == CT_SYMBOLIC_AND ? " && " : " || ");
		strbuf_add(out, item);
	}
	*type = CT_SYMBOLIC_BOOL;
	return true;
}

static bool write_unary(const struct writing *self, const struct ct_symbolic *tree,
			struct strbuf *out, type_of_c *type)
{
	const char *item = operand(self, tree->items[0], type);

	if (!item || !is_number(*type) ||
	    (tree->operators[0] == CT_SYMBOLIC_INVERT && *type == CT_SYMBOLIC_FLOAT))
		return false;
	strbuf_printf(out, "%s%s", in_c[tree->operators[0]], item);
	if (tree->operators[0] == CT_SYMBOLIC_NOT)
		*type = CT_SYMBOLIC_BOOL;
	else if (*type == CT_SYMBOLIC_BOOL)
		*type = CT_SYMBOLIC_INT;
	return true;
}

static bool write_conditional(const struct writing *self, const struct ct_symbolic *a,
			      const struct ct_symbolic *condition, const struct ct_symbolic *b,
			      struct strbuf *out, type_of_c *type)
{
	type_of_c condition_type, b_type;
	const char *then = operand(self, a, type), *otherwise = operand(self, b, &b_type);
	const char *test = operand(self, condition, &condition_type);

	if (!then || !otherwise || !test || !is_number(condition_type) || *type != b_type)
		return false;
	strbuf_printf(out, "%s ? %s : %s", test, then, otherwise);
	return true;
}

/* --- Calls ------------------------------------------------------------------------------------ */

/* The smallest or largest of the items, by nested conditions. */
static bool write_extreme(const struct writing *self, const struct ct_symbolic *tree,
			  struct strbuf *out, type_of_c *type)
{
	const bool is_min = tree->function == CT_SYMBOLIC_MIN ||
			    tree->function == CT_SYMBOLIC_SYM_MIN;
	const char *a = operand(self, tree->items[0], type), *b;
	type_of_c b_type;

	for (int64_t i = 1; a && i < tree->items_len; i++) {
		b = operand(self, tree->items[i], &b_type);
		if (!b || *type != CT_SYMBOLIC_INT || b_type != CT_SYMBOLIC_INT)
			return false;
		a = arena_printf(self->program->arena, "%s_%s(%s, %s)", self->program->name,
				 is_min ? "min" : "max", a, b);
	}
	strbuf_add(out, a ? a : "");
	return a != NULL;
}

static const struct simple_call {
	enum ct_symbolic_function function;
	const char *c; /* with %s for the argument */
	type_of_c wants, gives;
} simple_calls[] = {
	{ CT_SYMBOLIC_TO_FLOAT, "(double)%s", CT_SYMBOLIC_INT, CT_SYMBOLIC_FLOAT },
	{ CT_SYMBOLIC_TO_FLOAT, "%s", CT_SYMBOLIC_FLOAT, CT_SYMBOLIC_FLOAT },
	{ CT_SYMBOLIC_TO_INT, "%s", CT_SYMBOLIC_INT, CT_SYMBOLIC_INT },
	{ CT_SYMBOLIC_TO_INT, "(int64_t)%s", CT_SYMBOLIC_FLOAT, CT_SYMBOLIC_INT },
	{ CT_SYMBOLIC_TRUNC, "(int64_t)%s", CT_SYMBOLIC_FLOAT, CT_SYMBOLIC_INT },
	{ CT_SYMBOLIC_TRUNC, "%s", CT_SYMBOLIC_INT, CT_SYMBOLIC_INT },
	{ CT_SYMBOLIC_FLOOR, "(int64_t)floor(%s)", CT_SYMBOLIC_FLOAT, CT_SYMBOLIC_INT },
	{ CT_SYMBOLIC_FLOOR, "%s", CT_SYMBOLIC_INT, CT_SYMBOLIC_INT },
	{ CT_SYMBOLIC_CEIL, "(int64_t)ceil(%s)", CT_SYMBOLIC_FLOAT, CT_SYMBOLIC_INT },
	{ CT_SYMBOLIC_CEIL, "%s", CT_SYMBOLIC_INT, CT_SYMBOLIC_INT },
	{ CT_SYMBOLIC_ROUND, "%s", CT_SYMBOLIC_INT, CT_SYMBOLIC_INT },
	{ CT_SYMBOLIC_ROUND, "(int64_t)nearbyint(%s)", CT_SYMBOLIC_FLOAT, CT_SYMBOLIC_INT },
	{ CT_SYMBOLIC_TO_BOOL, "%s != 0", CT_SYMBOLIC_INT, CT_SYMBOLIC_BOOL },
	{ CT_SYMBOLIC_SYM_NOT, "!%s", CT_SYMBOLIC_BOOL, CT_SYMBOLIC_BOOL },
	{ CT_SYMBOLIC_SQRT, "sqrt(%s)", CT_SYMBOLIC_FLOAT, CT_SYMBOLIC_FLOAT },
	{ CT_SYMBOLIC_SQRT, "sqrt((double)%s)", CT_SYMBOLIC_INT, CT_SYMBOLIC_FLOAT },
	{ CT_SYMBOLIC_ABS, "fabs(%s)", CT_SYMBOLIC_FLOAT, CT_SYMBOLIC_FLOAT },
};

bool expression_call(struct program *program, enum ct_symbolic_function function, const char *arg,
		     enum ct_symbolic_type arg_type, struct strbuf *out,
		     enum ct_symbolic_type *type)
{
	for (size_t i = 0; i < sizeof simple_calls / sizeof *simple_calls; i++) {
		const struct simple_call *call = &simple_calls[i];

		if (call->function != function || call->wants != arg_type)
			continue;
		program->needs_math |= strstr(call->c, "(%s") && call->c[0] != '(';
		program->needs_math |= call->c[0] == '(' && strchr(call->c + 1, '(') != NULL;
		for (const char *at = call->c; *at; at++) {
			if (at[0] == '%')
				strbuf_add(out, arg), at++;
			else
				strbuf_add_char(out, *at);
		}
		*type = call->gives;
		return true;
	}
	return false;
}

static bool write_ceil_div(const struct writing *self, const struct ct_symbolic *tree,
			   struct strbuf *out, type_of_c *type)
{
	type_of_c b_type;
	const char *a = operand(self, tree->items[0], type);
	const char *b = operand(self, tree->items[1], &b_type);

	if (!a || !b || *type != CT_SYMBOLIC_INT || b_type != CT_SYMBOLIC_INT)
		return false;
	strbuf_printf(out, "-%s_floor_divide(-%s, %s)", self->program->name, a, b);
	return true;
}

static bool write_call(const struct writing *self, const struct ct_symbolic *tree,
		       struct strbuf *out, type_of_c *type)
{
	const char *arg;

	switch (tree->function) {
	case CT_SYMBOLIC_MIN:
	case CT_SYMBOLIC_MAX:
	case CT_SYMBOLIC_SYM_MIN:
	case CT_SYMBOLIC_SYM_MAX:
		return tree->items_len > 0 && write_extreme(self, tree, out, type);
	case CT_SYMBOLIC_SYM_ITE:
		return tree->items_len == 3 &&
		       write_conditional(self, tree->items[1], tree->items[0], tree->items[2], out,
					 type);
	case CT_SYMBOLIC_CEIL_DIV:
		return tree->items_len == 2 && write_ceil_div(self, tree, out, type);
	default:
		arg = tree->items_len == 1 ? operand(self, tree->items[0], type) : NULL;
		return arg && expression_call(self->program, tree->function, arg, *type, out, type);
	}
}

/* --- All of them ------------------------------------------------------------------------------ */

static bool write(const struct writing *self, const struct ct_symbolic *tree, struct strbuf *out,
		  type_of_c *type)
{
	switch (tree->kind) {
	case CT_SYMBOLIC_CONSTANT:
		return write_constant(self, &tree->value, out, type);
	case CT_SYMBOLIC_PATH:
		return self->path(tree, self->context, out, type);
	case CT_SYMBOLIC_CHAIN:
		return write_chain(self, tree, out, type);
	case CT_SYMBOLIC_COMPARISON:
		return write_comparison(self, tree, out, type);
	case CT_SYMBOLIC_AND:
	case CT_SYMBOLIC_OR:
		return write_logic(self, tree, out, type);
	case CT_SYMBOLIC_UNARY:
		return write_unary(self, tree, out, type);
	case CT_SYMBOLIC_CONDITIONAL:
		return write_conditional(self, tree->items[0], tree->items[1], tree->items[2], out,
					 type);
	case CT_SYMBOLIC_CALL:
		return write_call(self, tree, out, type);
	}
	return false;
}

bool expression_write(struct program *program, const struct ct_symbolic *tree, path_writer *path,
		      void *context, struct strbuf *out, enum ct_symbolic_type *type)
{
	const struct writing self = { program, path, context };

	return write(&self, tree, out, type);
}

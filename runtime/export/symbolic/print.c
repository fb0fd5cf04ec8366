/*
 * Symbolic expressions as Python's ast.unparse() prints them.
 */
#include <math.h>
#include <string.h>

#include <ctorch/core/scalar.h>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "export/symbolic/tree.h"

/* ORDER SYMBOLIC OPERATOR */
static const char *const operator_texts[] = {
	"+", "-",  "*",  "/", "//", "%", "**", "<<",   ">>", "&", "^",
	"|", "==", "!=", "<", "<=", ">", ">=", "not ", "-",  "+", "~",
};

_Static_assert(sizeof operator_texts / sizeof *operator_texts == CT_SYMBOLIC_INVERT + 1,
	       "every operator has a text");

static void print_node(const struct ct_symbolic *self, enum ct_symbolic_level level,
		       struct ct_text *text);

/* --- Values ----------------------------------------------------------------------------------- */

static void print_double(double number, struct ct_text *text)
{
	if (isinf(number))
		ct_text_add(text, number < 0 ? "-1e309" : "1e309"); /* a literal that is infinite */
	else
		ct_text_add_number(text, ct_scalar_float(number));
}

/* Characters that Python's repr() escapes; of those beyond Latin-1 only the common ones are
 * known. */
static bool is_escaped_character(uint32_t c)
{
	return c < 0x20 || (c >= 0x7F && c <= 0xA0) || c == 0xAD || c == 0x3000 ||
	       (c >= 0x2000 && c <= 0x200F) || (c >= 0x2028 && c <= 0x202F) ||
	       (c >= 0x205F && c <= 0x206F) || (c >= 0xD800 && c <= 0xF8FF) || c == 0xFEFF;
}

static void print_character(uint32_t c, char quote, struct ct_text *text)
{
	if (c == (unsigned char)quote || c == '\\')
		ct_text_addf(text, "\\%c", (char)c);
	else if (c == '\n')
		ct_text_add(text, "\\n");
	else if (c == '\r')
		ct_text_add(text, "\\r");
	else if (c == '\t')
		ct_text_add(text, "\\t");
	else
		ct_text_addf(text, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", c);
}

static void print_string(const char *string, struct ct_text *text)
{
	const char quote = strchr(string, '\'') && !strchr(string, '"') ? '"' : '\'';
	size_t left = strlen(string);

	ct_text_add_bytes(text, &quote, 1);
	while (left > 0) {
		uint32_t c = (unsigned char)*string;
		size_t n = ct_utf8_decode(string, left, &c);

		if (n == 0 || c == (unsigned char)quote || c == '\\' || is_escaped_character(c))
			print_character(c, quote, text);
		else
			ct_text_add_bytes(text, string, n);
		string += n ? n : 1;
		left -= n ? n : 1;
	}
	ct_text_add_bytes(text, &quote, 1);
}

void ct_symbolic_print_value(const struct ct_symbolic_value *value, struct ct_text *text)
{
	switch (value->type) {
	case CT_SYMBOLIC_INT:
		ct_text_addf(text, "%lld", (long long)value->i);
		break;
	case CT_SYMBOLIC_FLOAT:
		print_double(value->f, text);
		break;
	case CT_SYMBOLIC_BOOL:
		ct_text_add(text, value->i ? "True" : "False");
		break;
	case CT_SYMBOLIC_STRING:
		print_string(value->string, text);
		break;
	default:
		ct_text_add(text, "None");
	}
}

void ct_symbolic_print_steps(const struct ct_symbolic_step *steps, int64_t steps_len,
			     struct ct_text *text)
{
	for (int64_t i = 0; i < steps_len; i++) {
		if (steps[i].kind == CT_SYMBOLIC_NO_ARGUMENTS) {
			ct_text_add(text, "()");
		} else if (steps[i].kind == CT_SYMBOLIC_ATTRIBUTE) {
			ct_text_add(text, ".");
			ct_text_add(text, steps[i].value.string);
		} else {
			ct_text_add(text, "[");
			ct_symbolic_print_value(&steps[i].value, text);
			ct_text_add(text, "]");
		}
	}
}

/* --- Nodes ------------------------------------------------------------------------------------ */

static enum ct_symbolic_level level_of_node(const struct ct_symbolic *self)
{
	switch (self->kind) {
	case CT_SYMBOLIC_CHAIN:
	case CT_SYMBOLIC_UNARY:
		return ct_symbolic_level_of(self->operators[0]);
	case CT_SYMBOLIC_COMPARISON:
		return CT_SYMBOLIC_LEVEL_COMPARISON;
	case CT_SYMBOLIC_AND:
		return CT_SYMBOLIC_LEVEL_AND;
	case CT_SYMBOLIC_OR:
		return CT_SYMBOLIC_LEVEL_OR;
	case CT_SYMBOLIC_CONDITIONAL:
		return CT_SYMBOLIC_LEVEL_CONDITIONAL;
	case CT_SYMBOLIC_CONSTANT: /* a negative one is only in sympy's text */
		return (self->value.type == CT_SYMBOLIC_INT && self->value.i < 0) ||
				       (self->value.type == CT_SYMBOLIC_FLOAT && self->value.f < 0)
			       ? CT_SYMBOLIC_LEVEL_FACTOR
			       : CT_SYMBOLIC_LEVEL_ATOM;
	default:
		return CT_SYMBOLIC_LEVEL_ATOM;
	}
}

static enum ct_symbolic_level level_after(enum ct_symbolic_level level)
{
	return level < CT_SYMBOLIC_LEVEL_ATOM ? level + 1 : level;
}

static void print_infix(enum ct_symbolic_operator operator_, struct ct_text *text)
{
	ct_text_add(text, " ");
	ct_text_add(text, operator_texts[operator_]);
	ct_text_add(text, " ");
}

static void print_chain(const struct ct_symbolic *self, struct ct_text *text)
{
	const enum ct_symbolic_level level = level_of_node(self), next = level_after(level);
	const bool from_right = level == CT_SYMBOLIC_LEVEL_POWER;

	for (int64_t i = 0; i < self->items_len; i++) {
		if (i > 0)
			print_infix(self->operators[i - 1], text);
		print_node(self->items[i], (i == 0) == from_right ? next : level, text);
	}
}

static void print_comparison(const struct ct_symbolic *self, struct ct_text *text)
{
	for (int64_t i = 0; i < self->items_len; i++) {
		if (i > 0)
			print_infix(self->operators[i - 1], text);
		print_node(self->items[i], CT_SYMBOLIC_LEVEL_BIT_OR, text);
	}
}

/* Python increases the level with every operand: "a == 1 and b == 2 and (c == 3)". */
static void print_condition(const struct ct_symbolic *self, const char *word, struct ct_text *text)
{
	enum ct_symbolic_level level = level_of_node(self);

	for (int64_t i = 0; i < self->items_len; i++) {
		if (i > 0)
			ct_text_add(text, word);
		level = level_after(level);
		print_node(self->items[i], level, text);
	}
}

static void print_unary(const struct ct_symbolic *self, struct ct_text *text)
{
	ct_text_add(text, operator_texts[self->operators[0]]);
	print_node(self->items[0], level_of_node(self), text);
}

static void print_conditional(const struct ct_symbolic *self, struct ct_text *text)
{
	print_node(self->items[0], CT_SYMBOLIC_LEVEL_OR, text);
	ct_text_add(text, " if ");
	print_node(self->items[1], CT_SYMBOLIC_LEVEL_OR, text);
	ct_text_add(text, " else ");
	print_node(self->items[2], CT_SYMBOLIC_LEVEL_CONDITIONAL, text);
}

static void print_call(const struct ct_symbolic *self, struct ct_text *text)
{
	ct_text_add(text, self->name);
	ct_text_add(text, "(");
	for (int64_t i = 0; i < self->items_len; i++) {
		if (i > 0)
			ct_text_add(text, ", ");
		print_node(self->items[i], CT_SYMBOLIC_LEVEL_CONDITIONAL, text);
	}
	ct_text_add(text, ")");
}

static void print_bare(const struct ct_symbolic *self, struct ct_text *text)
{
	switch (self->kind) {
	case CT_SYMBOLIC_CONSTANT:
		if (self->name)
			ct_text_add(text, self->name); /* math.inf */
		else
			ct_symbolic_print_value(&self->value, text);
		break;
	case CT_SYMBOLIC_PATH:
		ct_text_add(text, self->name);
		ct_symbolic_print_steps(self->steps, self->steps_len, text);
		break;
	case CT_SYMBOLIC_CHAIN:
		print_chain(self, text);
		break;
	case CT_SYMBOLIC_COMPARISON:
		print_comparison(self, text);
		break;
	case CT_SYMBOLIC_AND:
		print_condition(self, " and ", text);
		break;
	case CT_SYMBOLIC_OR:
		print_condition(self, " or ", text);
		break;
	case CT_SYMBOLIC_UNARY:
		print_unary(self, text);
		break;
	case CT_SYMBOLIC_CONDITIONAL:
		print_conditional(self, text);
		break;
	default:
		print_call(self, text);
	}
}

/* In parentheses unless it binds at least as tightly as this level. */
static void print_node(const struct ct_symbolic *self, enum ct_symbolic_level level,
		       struct ct_text *text)
{
	const bool needs_parentheses = level_of_node(self) < level;

	if (needs_parentheses)
		ct_text_add(text, "(");
	print_bare(self, text);
	if (needs_parentheses)
		ct_text_add(text, ")");
}

void ct_symbolic_print(const struct ct_symbolic *self, struct ct_text *text)
{
	print_node(self, CT_SYMBOLIC_LEVEL_CONDITIONAL, text);
}

/*
 * expression.h: expressions of a constructor's arguments, as classes.yaml writes them, in the
 * operators of Python:
 *
 *     expression = condition [ "if" condition "else" expression ] .
 *     condition  = comparison { "or" comparison } .
 *     comparison = [ "not" ] sum [ ( "==" | "!=" | "<" ) sum ] .
 *     sum        = product { ( "+" | "-" ) product } .
 *     product    = power { ( "*" | "/" ) power } .
 *     power      = factor [ "**" factor ] .
 *     factor     = number | text | "true" | "false" | name | name ".len" | name "[" expression "]"
 *                | "product" "(" name ")" | "input" "[" [ "-" ] number "]"
 *                | "[" expression "]" | "(" expression ")" .
 *
 * `/` rounds down, and `a or b` is `a` unless that is None, 0 or false. A text is in quotes,
 * `"LSTM"`. `xs.len` is the number of elements of a list, `product(xs)` their product, `[x]` a list
 * of one. `input[-1]` is a size of the first tensor that the module is called with.
 */
#ifndef CTORCH_GEN_CLASSES_EXPRESSION_H
#define CTORCH_GEN_CLASSES_EXPRESSION_H

#include <stdbool.h>

#include "util/arena.h"
#include "util/vec.h"

enum expression_kind {
	EXPRESSION_NUMBER,
	EXPRESSION_BOOL, /* `number` is 0 or 1 */
	EXPRESSION_TEXT,
	EXPRESSION_NAME,
	EXPRESSION_LIST,    /* how many elements the list `text` has */
	EXPRESSION_PRODUCT, /* the product of its elements */
	EXPRESSION_ELEMENT, /* of the list `text`, at parts.at[0] */
	EXPRESSION_INPUT,   /* the size of the input in dimension `number` */
	EXPRESSION_ARRAY,
	EXPRESSION_OR,
	EXPRESSION_EQUAL,
	EXPRESSION_UNEQUAL,
	EXPRESSION_LESS,
	EXPRESSION_PLUS,
	EXPRESSION_MINUS,
	EXPRESSION_TIMES,
	EXPRESSION_QUOTIENT,
	EXPRESSION_POWER,
	EXPRESSION_NOT,
	EXPRESSION_CHOICE /* the condition, what holds if it is true, and otherwise */
};

struct expression {
	enum expression_kind kind;
	long long number;
	const char *text; /* also names */
	int depth;        /* of the tree */
	VEC(struct expression) parts;
};

/* A place in a text, and how many expressions are being read there. */
struct text_parser {
	struct arena *arena;
	const char *at;
	int depth;
};

/* Skips blanks. A word is not the beginning of a longer one. */
bool text_parser_accept(struct text_parser *p, const char *sign);

/* NULL if there is no name. */
const char *text_parser_name(struct text_parser *p);

/* An expression, or only a condition or a sum. False if the text does not follow the grammar. */
bool expression_parse(struct text_parser *p, struct expression *expression);
bool expression_parse_condition(struct text_parser *p, struct expression *expression);
bool expression_parse_sum(struct text_parser *p, struct expression *expression);

#endif

/*
 * parts.h: what a module class consists of when it is new, as classes.yaml has it. `parameters` has
 * its parameters and buffers, `children` the modules that it makes or takes:
 *
 *     parameters: weight(out_channels, in_channels / groups, kernel_size...); bias(groups) if bias
 *     parameters: for layer < num_layers { weight_hh_l{layer}(4 * hidden_size, hidden_size) }
 *     children: for layer < num_layers { layers.{layer} = encoder_layer }; norm = norm if norm
 *
 *     parts     = group { ";" group } .
 *     group     = part | "for" name "<" sum "{" part { ";" part } "}" .
 *     part      = ( parameter | child ) [ "if" condition { "and" condition } ] .
 *     parameter = [ "lazy" ] [ "buffer" ] path "(" [ size { "," size } ] ")" .
 *     child     = path "=" module .
 *     module    = name | class "(" [ name "=" value { "," name "=" value } ] ")" .
 *     value     = expression | class "(" ... ")" .
 *     size      = expression | name "..." | name ".shape" .
 *
 * expression.h has the expressions; their names are arguments of the constructor, and in a group the
 * name after `for`, which counts from 0. In braces it is a part of a path: `layers.{layer}`. What is
 * between the points of a path is a container. `...` is all elements of a list, `.shape` the shape of
 * a tensor. A part exists if the conditions after `if` are true, which None, 0 and an empty list are
 * not. A lazy parameter has no shape before the first call. A module is an argument, or made by its
 * class; the arguments of a class that are not given have their defaults.
 *
 * `contents` says what a container holds: "modules by index", "parameters by name".
 */
#ifndef CTORCH_GEN_CLASSES_PARTS_H
#define CTORCH_GEN_CLASSES_PARTS_H

#include "classes/expression.h"
#include "model.h"

enum size_kind { SIZE_EXPRESSION, SIZE_ELEMENTS, SIZE_SHAPE };

struct parameter_size {
	enum size_kind kind;
	struct expression expression; /* SIZE_EXPRESSION */
	const char *name;             /* SIZE_ELEMENTS, SIZE_SHAPE */
};

/* A module is made by its class, or the argument `name`. */
struct made_module {
	const char *class; /* NULL: an argument */
	const char *name;
	VEC(struct made_argument) arguments;
};

struct made_argument {
	const char *name;
	struct made_module *module; /* NULL: an expression */
	struct expression expression;
};

struct class_part {
	const char *path;
	bool is_buffer, is_lazy;
	VEC(struct parameter_size) shape;
	struct made_module module; /* of a child */
	VEC(struct expression) conditions;
};

struct class_group {
	const char *index; /* NULL: the one part is there once */
	struct expression count;
	VEC(struct class_part) parts;
};

struct class_parts {
	VEC(struct class_group);
};

/* A NULL text means nothing. False if the text does not follow the grammar. */
bool parts_parse(struct arena *arena, const char *text, bool are_children,
		 struct class_parts *parts);

/* Finds "modules" and "index" in "modules by index"; false if it is none of these texts. */
bool contents_parse(struct arena *arena, const char *text, const char **of, const char **by);

/* parts_check.c: reports texts that are wrong by themselves, and names that are no arguments. */
void parts_check(struct arena *arena, struct diag *diag, const struct class_def *class);

/* Reports children of unknown classes, or with unknown arguments. */
void parts_check_children(struct arena *arena, struct diag *diag, const struct class_list *list,
			  const struct class_def *class);

/* families.c: the value of one of the family's own keys. */
const struct item *class_text(const struct class_def *class, const char *key);

/* families.c: the module that has it in Python, below that of the family; NULL: the family's. */
const char *class_module(const struct class_def *class);

#endif

/*
 * parameters.h: the parameters and buffers that a module class registers, as classes.yaml has them:
 *
 *     weight(out_channels, in_channels / groups, kernel_size...); bias(out_channels) if bias
 *     buffer weight(weight.shape) if weight
 *
 *     parameters = entry { ";" entry } | "*" .
 *     entry      = [ "buffer" ] name "(" [ size { "," size } ] ")" [ "if" name { "and" name } ] .
 *     size       = length [ "/" length ] | name "..." | name ".shape" .
 *
 * length.h has the lengths; their names are arguments of the constructor. `...` is all elements of a
 * list, `.shape` the shape of a tensor. An entry exists if the arguments after `if` are true and not
 * None. `*` means that this grammar cannot express them.
 */
#ifndef CTORCH_GEN_CLASSES_PARAMETERS_H
#define CTORCH_GEN_CLASSES_PARAMETERS_H

#include "headers/length.h"
#include "util/names.h"

enum size_kind { SIZE_LENGTH, SIZE_QUOTIENT, SIZE_ELEMENTS, SIZE_SHAPE };

struct parameter_size {
	enum size_kind kind;
	struct length length; /* SIZE_LENGTH; SIZE_QUOTIENT: the dividend */
	struct length divisor;
	const char *name; /* SIZE_ELEMENTS, SIZE_SHAPE */
};

struct class_parameter {
	const char *name;
	bool is_buffer;
	VEC(struct parameter_size) shape;
	struct names conditions;
};

struct class_parameters {
	bool is_known; /* false: "*" */
	VEC(struct class_parameter);
};

/* A NULL text means no parameters. False if the text does not follow the grammar. */
bool parameters_parse(struct arena *arena, const char *text, struct class_parameters *parameters);

#endif

/*
 * Programs for tests: JSON of a small one, parts of which a test replaces.
 *
 * In all texts ` stands for ", so that JSON is easy to read in C.
 */
#ifndef EXPORT_GRAPH_PROGRAM_H
#define EXPORT_GRAPH_PROGRAM_H

#include <check.h>

#include <ctorch/core/error.h>

#include "core/base/text.h"
#include "export/graph/graph.h"

/* A TensorMeta of two floats, and a leaf of a tree. */
#define VECTOR                                                                   \
	"{`dtype`: 7, `sizes`: [{`as_int`: 2}], `requires_grad`: false, "        \
	"`device`: {`type`: `cpu`, `index`: null}, `strides`: [{`as_int`: 1}], " \
	"`storage_offset`: {`as_int`: 0}, `layout`: 7}"
#define LEAF "{`type`: null, `context`: null, `children_spec`: []}"

/* The parts of a file; NULL: as in the program that returns relu(x) of a float32 vector. */
struct parts {
	const char *inputs, *outputs, *nodes;
	const char *tensors, *sym_ints, *sym_bools, *sym_floats, *objects; /* of the graph */
	const char *input_specs, *output_specs;
	const char *in_spec, *out_spec;
	const char *argument_names;
	const char *module; /* what follows the calls: `metadata` and later keys */
	const char *ranges;
	const char *version;
	const char *rest; /* what follows the version: `verifiers` and later keys */
};

/* JSON with " instead of `; the caller frees it. */
char *plain_json(const char *text);

/* The text; the caller frees it. */
char *json_of(const struct parts *parts);

/* tests/fixtures/exported/graph/NAME EXTENSION; the caller frees it. */
char *fixture_of(const char *name, const char *extension);

/* What a node `torch.ops.higher_order.op` is that has these inputs, and makes `y`. */
char *node_of(const char *inputs);

/* Reads and checks a program; its error. */
ct_error error_of(const char *json, struct ct_program **result);

/* Reads and checks a program, which must be good; ct_program_free(). */
struct ct_program *program_of(const char *json);

/* Reads and checks a program, which must be refused with this message after "m.json: ". */
void check_refused(const char *json, const char *message);
void check_parts_refused(const struct parts *parts, const char *message);

/* Reads, checks and writes; the result must be the same text. */
void check_written_again(const char *json);

#endif

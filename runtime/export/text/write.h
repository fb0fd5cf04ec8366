/*
 * Inside the library: writing an exported program as the JSON of schema 8.20, as Python's
 * torch.export.save() does. What was read from a file is written with the same bytes, except for
 * keys that struct ct_program does not have and for how numbers and strings are spelled.
 */
#ifndef CT_EXPORT_TEXT_WRITE_H
#define CT_EXPORT_TEXT_WRITE_H

#include "core/base/text.h"
#include "export/graph/graph.h"
#include "export/text/json_write.h"

/* The version of the schema that is written. */
enum { CT_SCHEMA_MAJOR = 8, CT_SCHEMA_MINOR = 20 };

/* Adds a program that was checked. Without memory the text says that it failed. */
void ct_program_write(struct ct_text *text, const struct ct_program *program);

/* The same without metadata: programs of the same text compute the same. */
void ct_program_write_computation(struct ct_text *text, const struct ct_program *program);

/* Adds a tree as treespec_dumps() writes it: "[1, {"type": "builtins.tuple", ...}]". */
void ct_tree_write(struct ct_text *text, const struct ct_tree *tree);

/* An argument, whose values are those of the graph (write_graph.c). */
void ct_write_argument(struct ct_json_writer *writer, const struct ct_graph *graph,
		       const struct ct_graph_argument *argument);
/* Only what is after its arm: {"name": "x"}. */
void ct_write_argument_content(struct ct_json_writer *writer, const struct ct_graph *graph,
			       const struct ct_graph_argument *argument);
void ct_write_arguments(struct ct_json_writer *writer, const struct ct_graph *graph,
			const struct ct_graph_argument *arguments, int64_t len);

/* A device; -1: it has no index. A TensorMeta, and the dictionaries that describe a graph's values (write_meta.c). */
void ct_write_device(struct ct_json_writer *writer, const char *type, int64_t index);
void ct_write_tensor_meta(struct ct_json_writer *writer, const struct ct_graph_tensor *tensor);
void ct_write_values(struct ct_json_writer *writer, const struct ct_graph *graph,
		     enum ct_graph_value_kind kind);

/* A graph (write_graph.c). */
void ct_write_graph(struct ct_json_writer *writer, const struct ct_graph *graph);

/* The signature of the program's graph (write_signature.c). */
void ct_write_signature(struct ct_json_writer *writer, const struct ct_program *program);

/* Lists and dictionaries of texts (write_texts.c). */
void ct_write_strings(struct ct_json_writer *writer, const char *const *strings, int64_t len);
void ct_write_pairs(struct ct_json_writer *writer, const struct ct_graph_pair *pairs, int64_t len);

#endif

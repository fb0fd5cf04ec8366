/*
 * Inside the library: reading an exported program from its JSON.
 */
#ifndef CT_EXPORT_GRAPH_READ_H
#define CT_EXPORT_GRAPH_READ_H

#include "export/graph/graph.h"
#include "export/graph/json.h"

/* The values of a graph that is being read, which are found by their names. */
struct ct_graph_values {
	struct ct_graph_value *at;
	int64_t len, room;
	int32_t *slots; /* by the hash of the name: an index, or CT_NO_VALUE */
	int64_t slots_len;
	int32_t described; /* how many of them the file has described so far */
};

/* The context of all readers. */
struct ct_graph_reading {
	struct ct_graph_values *values; /* of the innermost graph */
	ct_json_item read_graph;        /* ct_read_graph(), for the arguments that are graphs */
};

/* The index of a value, which is added if it is new; CT_NO_VALUE: the reader has an error. */
int32_t ct_graph_values_find(struct ct_graph_values *values, struct ct_json_reader *reader,
			     const char *name);
/* Releases the index, and moves the values to the arena. */
struct ct_graph_value *ct_graph_values_end(struct ct_graph_values *values,
					   struct ct_json_reader *reader);

/* Readers of ct_json_item's type, for a struct ct_graph_argument, ... (read_argument.c). Each takes
 * a struct ct_graph_reading. */
void ct_read_argument(struct ct_json_reader *reader, void *item, void *context);
void ct_read_tensor_argument(struct ct_json_reader *reader, void *item, void *context);
void ct_read_token_argument(struct ct_json_reader *reader, void *item, void *context);
void ct_read_custom_obj_argument(struct ct_json_reader *reader, void *item, void *context);

/* A struct ct_graph_tensor, and the pointer to one (read_meta.c). */
void ct_read_tensor_meta(struct ct_json_reader *reader, void *item, void *context);
/* The dictionaries of a graph, whose entries describe its values. */
void ct_read_tensor_values(struct ct_json_reader *reader, void *item, void *context);
void ct_read_sym_int_values(struct ct_json_reader *reader, void *item, void *context);
void ct_read_sym_float_values(struct ct_json_reader *reader, void *item, void *context);
void ct_read_sym_bool_values(struct ct_json_reader *reader, void *item, void *context);
void ct_read_custom_obj_values(struct ct_json_reader *reader, void *item, void *context);

/* A pointer to a struct ct_graph (read_graph.c). */
void ct_read_graph(struct ct_json_reader *reader, void *item, void *context);

/* A list, as ct_json_read_list() reads it. */
void ct_read_arguments(struct ct_json_reader *reader, void *item, void *context);
void ct_read_strings(struct ct_json_reader *reader, void *item, void *context);
/* Texts as arguments, likewise. */
void ct_read_string_arguments(struct ct_json_reader *reader, void *item, void *context);
/* A dictionary of texts, likewise: ct_graph_pair. */
void ct_read_pairs(struct ct_json_reader *reader, void *item, void *context);

/* The input_specs and output_specs of a signature, likewise (read_signature.c). */
void ct_read_program_inputs(struct ct_json_reader *reader, void *item, void *context);
void ct_read_program_outputs(struct ct_json_reader *reader, void *item, void *context);

/* Reads a tree from the text of a TreeSpec (tree.c). */
const struct ct_tree *ct_tree_read(struct ct_json_reader *reader, const char *text);

/*
 * Reads a program of `n` bytes, without looking at what its parts mean: ct_program_check() does.
 * `what` is for messages: "model.pt2: models/model.json". The result is new: ct_program_free().
 */
ct_error ct_program_read(const char *text, size_t n, const char *function, const char *what,
			 struct ct_program **result) CT_WARN_UNUSED;

#endif

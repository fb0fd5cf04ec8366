/*
 * Reading an exported program from its JSON: what is around the graph.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "export/graph/read.h"

typedef struct ct_program program;
typedef struct ct_program_call call;
typedef struct ct_program_range range;

enum { MAJOR = 8 };

/* --- Calls of modules ------------------------------------------------------------------------- */

/* The signature's trees are texts. */
static void read_tree_text(struct ct_json_reader *reader, void *item, void *context)
{
	(void)context;
	*(const struct ct_tree **)item = ct_tree_read(reader, ct_json_string(reader));
}

static void read_json(struct ct_json_reader *reader, void *item, void *context)
{
	(void)context;
	*(const char **)item = ct_json_raw(reader);
}

/* An empty list is not NULL, which says that there is none. */
static void read_argument_names(struct ct_json_reader *reader, void *item, void *context)
{
	static const char *const none[] = { NULL };
	const char *const **names = item;

	ct_read_strings(reader, item, context);
	if (*names == NULL)
		*names = none;
}

static const struct ct_json_field signature_fields[] = {
	{ "inputs", read_json, offsetof(call, inputs), false },
	{ "outputs", read_json, offsetof(call, outputs), false },
	{ "in_spec", read_tree_text, offsetof(call, in_tree), false },
	{ "out_spec", read_tree_text, offsetof(call, out_tree), false },
	{ "forward_arg_names", read_argument_names, offsetof(call, argument_names), true },
};

static void read_call_signature(struct ct_json_reader *reader, void *item, void *context)
{
	((call *)item)->has_signature = true;
	CT_JSON_OBJECT(reader, signature_fields, item, context);
}

static const struct ct_json_field call_fields[] = {
	{ "fqn", ct_json_read_string, offsetof(call, path), false },
	{ "signature", read_call_signature, 0, true },
};

static void read_module_call(struct ct_json_reader *reader, void *item, void *context)
{
	CT_JSON_OBJECT(reader, call_fields, item, context);
}

static void read_calls(struct ct_json_reader *reader, void *item, void *context)
{
	ct_json_read_list(reader, read_module_call, sizeof(call), context, item);
}

/* --- Small lists ------------------------------------------------------------------------------ */

static void read_fields_of_tuple(struct ct_json_reader *reader, void *item, void *context)
{
	static const struct ct_json_field all[] = {
		{ "field_names", ct_read_string_arguments,
		  offsetof(struct ct_program_fields, names), false },
	};

	CT_JSON_OBJECT(reader, all, item, context);
}

static void read_named_tuples(struct ct_json_reader *reader, void *item, void *context)
{
	ct_json_read_dict(reader, read_fields_of_tuple, sizeof(struct ct_program_fields), context,
			  item);
}

static void read_opset(struct ct_json_reader *reader, void *item, void *context)
{
	(void)context;
	((struct ct_program_version *)item)->version = ct_json_int(reader);
}

static void read_opsets(struct ct_json_reader *reader, void *item, void *context)
{
	ct_json_read_dict(reader, read_opset, sizeof(struct ct_program_version), context, item);
}

static void read_min(struct ct_json_reader *reader, void *item, void *context)
{
	range *self = item;

	(void)context;
	self->min = ct_json_int(reader);
	self->has_min = true;
}

static void read_max(struct ct_json_reader *reader, void *item, void *context)
{
	range *self = item;

	(void)context;
	self->max = ct_json_int(reader);
	self->has_max = true;
}

static void read_range(struct ct_json_reader *reader, void *item, void *context)
{
	static const struct ct_json_field all[] = { { "min_val", read_min, 0, true },
						    { "max_val", read_max, 0, true } };

	CT_JSON_OBJECT(reader, all, item, context);
}

static void read_range_constraints(struct ct_json_reader *reader, void *item, void *context)
{
	ct_json_read_dict(reader, read_range, sizeof(range), context, item);
}

/* --- The graph module ------------------------------------------------------------------------- */

/* The signature and the calls name values of the graph, so it is read first: files have it first,
 * and otherwise the values that they name are unknown. */
struct module_reading {
	program *program;
	struct ct_graph_values values; /* by name */
};

static void read_outer_graph(struct ct_json_reader *reader, void *item, void *context)
{
	struct ct_graph_reading *reading = context;
	program *self = item;

	ct_read_graph(reader, &self->graph, context);
	for (int64_t i = 0; self->graph && !reader->error && i < self->graph->values_len; i++)
		if (ct_graph_values_find(reading->values, reader, self->graph->values[i].name) != i)
			ct_json_fail(reader, "the signature comes before the graph");
}

static const struct ct_json_field signature_of_graph_fields[] = {
	{ "input_specs", ct_read_program_inputs, offsetof(program, inputs), false },
	{ "output_specs", ct_read_program_outputs, offsetof(program, outputs), false },
};

static void read_graph_signature(struct ct_json_reader *reader, void *item, void *context)
{
	CT_JSON_OBJECT(reader, signature_of_graph_fields, item, context);
}

static const struct ct_json_field module_fields[] = {
	{ "graph", read_outer_graph, 0, false },
	{ "signature", read_graph_signature, 0, false },
	{ "module_call_graph", read_calls, offsetof(program, calls), false },
	{ "metadata", ct_read_pairs, offsetof(program, metadata), true },
	{ "treespec_namedtuple_fields", read_named_tuples, offsetof(program, fields), true },
};

static void read_graph_module(struct ct_json_reader *reader, void *item, void *context)
{
	struct ct_graph_values values = { 0 };
	struct ct_graph_reading reading = { &values, ct_read_graph };
	program *self = item;

	(void)context;
	CT_JSON_OBJECT(reader, module_fields, self, &reading);
	if (!reader->error && values.len != self->graph->values_len)
		ct_json_fail(reader, "the signature has a value that the graph does not have: '%s'",
			     values.at[self->graph->values_len].name);
	free(values.at);
	free(values.slots);
}

/* --- The program ------------------------------------------------------------------------------ */

static void read_version(struct ct_json_reader *reader, void *item, void *context)
{
	static const struct ct_json_field all[] = {
		{ "major", ct_json_read_int, offsetof(program, major), false },
		{ "minor", ct_json_read_int, offsetof(program, minor), false },
	};

	CT_JSON_OBJECT(reader, all, item, context);
}

static const struct ct_json_field program_fields[] = {
	{ "graph_module", read_graph_module, 0, false },
	{ "opset_version", read_opsets, offsetof(program, opsets), true },
	{ "range_constraints", read_range_constraints, offsetof(program, ranges), true },
	{ "schema_version", read_version, 0, false },
	{ "verifiers", ct_read_strings, offsetof(program, verifiers), true },
	{ "torch_version", ct_json_read_string, offsetof(program, torch_version), true },
	{ "guards_code", ct_read_strings, offsetof(program, guards), true },
};

/* A file of another major version has another structure, in which reading fails somewhere: so the
 * version is read first. */
static void read_only_version(struct ct_json_reader *reader, program *self)
{
	static const struct ct_json_field all[] = { { "schema_version", read_version, 0, false } };
	const char *begin = reader->at;

	CT_JSON_OBJECT(reader, all, self, NULL);
	if (self->major != MAJOR)
		ct_json_fail(reader,
			     "its schema has version %lld.%lld, but this library reads version %d; "
			     "export the model with PyTorch 2.6 to 2.15",
			     (long long)self->major, (long long)self->minor, MAJOR);
	reader->at = reader->error ? reader->end : begin;
}

static const struct ct_program_call *own_call(const program *self)
{
	for (int64_t i = 0; i < self->calls_len; i++)
		if (self->calls[i].path[0] == '\0')
			return &self->calls[i];
	return NULL;
}

const struct ct_program_call *ct_program_own_call(const struct ct_program *self)
{
	const struct ct_program_call *own = own_call(self);

	return own && own->has_signature ? own : NULL;
}

ct_error ct_program_read(const char *text, size_t n, const char *function, const char *what,
			 struct ct_program **result)
{
	program *self = calloc(1, sizeof *self);
	struct ct_json_reader *reader = calloc(1, sizeof *reader);
	ct_error err;

	if (self == NULL || reader == NULL) {
		free(self);
		free(reader);
		return ct_no_memory(function, "for %s", what);
	}
	self->arena.left = ct_json_memory(n);
	reader->arena = &self->arena;
	reader->function = function;
	reader->what = what;
	ct_json_begin(reader, text, n);
	read_only_version(reader, self);
	CT_JSON_OBJECT(reader, program_fields, self, NULL);
	err = ct_json_end(reader);
	free(reader);
	if (err) {
		ct_program_free(self);
		return err;
	}
	*result = self;
	return NULL;
}

void ct_program_free(struct ct_program *self)
{
	if (self == NULL)
		return;
	ct_arena_free(&self->arena);
	free(self);
}

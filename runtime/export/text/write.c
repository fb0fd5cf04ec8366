/*
 * Writing an exported program as JSON: what is around the graph.
 */
#include "export/text/write.h"

typedef struct ct_json_writer writer;
typedef struct ct_program program;

/* --- Trees ------------------------------------------------------------------------------------ */

static void write_tree(writer *to, const struct ct_tree *self)
{
	ct_json_open(to, '{');
	ct_json_key(to, "type");
	ct_json_put_string(to, self->type);
	ct_json_key(to, "context");
	if (self->context && self->context_is_json)
		ct_json_put_raw(to, self->context);
	else
		ct_json_put_string(to, self->context);
	ct_json_key(to, "children_spec");
	ct_json_open(to, '[');
	for (int64_t i = 0; i < self->children_len; i++)
		write_tree(to, &self->children[i]);
	ct_json_close(to, ']');
	ct_json_close(to, '}');
}

void ct_tree_write(struct ct_text *text, const struct ct_tree *tree)
{
	writer to = { .text = text };

	ct_json_open(&to, '[');
	ct_json_put_int(&to, 1);
	write_tree(&to, tree);
	ct_json_close(&to, ']');
}

/* A tree is a text within the text. */
static void write_tree_text(writer *to, const struct ct_tree *tree)
{
	struct ct_text text = { 0 };

	ct_tree_write(&text, tree);
	ct_json_put_string(to, text.data);
	to->text->failed |= text.failed;
	ct_text_release(&text);
}

/* --- Calls of modules ------------------------------------------------------------------------- */

static void write_call_signature(writer *to, const struct ct_program_call *self)
{
	ct_json_open(to, '{');
	ct_json_key(to, "inputs");
	ct_json_put_raw(to, self->inputs ? self->inputs : "[]");
	ct_json_key(to, "outputs");
	ct_json_put_raw(to, self->outputs ? self->outputs : "[]");
	ct_json_key(to, "in_spec");
	write_tree_text(to, self->in_tree);
	ct_json_key(to, "out_spec");
	write_tree_text(to, self->out_tree);
	ct_json_key(to, "forward_arg_names");
	if (self->argument_names)
		ct_write_strings(to, self->argument_names, self->argument_names_len);
	else
		ct_json_put_null(to);
	ct_json_close(to, '}');
}

static void write_calls(writer *to, const program *self)
{
	ct_json_open(to, '[');
	for (int64_t i = 0; i < self->calls_len; i++) {
		ct_json_open(to, '{');
		ct_json_key(to, "fqn");
		ct_json_put_string(to, self->calls[i].path);
		ct_json_key(to, "signature");
		if (self->calls[i].has_signature)
			write_call_signature(to, &self->calls[i]);
		else
			ct_json_put_null(to);
		ct_json_close(to, '}');
	}
	ct_json_close(to, ']');
}

/* --- Small lists ------------------------------------------------------------------------------ */

static void write_named_tuples(writer *to, const program *self)
{
	ct_json_open(to, '{');
	for (int64_t i = 0; i < self->fields_len; i++) {
		ct_json_key(to, self->fields[i].type);
		ct_json_open(to, '{');
		ct_json_key(to, "field_names");
		ct_json_open(to, '[');
		for (int64_t k = 0; k < self->fields[i].names_len; k++)
			ct_json_put_string(to, self->fields[i].names[k].string);
		ct_json_close(to, ']');
		ct_json_close(to, '}');
	}
	ct_json_close(to, '}');
}

static void write_opsets(writer *to, const program *self)
{
	ct_json_open(to, '{');
	for (int64_t i = 0; i < self->opsets_len; i++) {
		ct_json_key(to, self->opsets[i].name);
		ct_json_put_int(to, self->opsets[i].version);
	}
	ct_json_close(to, '}');
}

static void write_limit(writer *to, const char *key, bool exists, int64_t limit)
{
	ct_json_key(to, key);
	if (exists)
		ct_json_put_int(to, limit);
	else
		ct_json_put_null(to);
}

static void write_ranges(writer *to, const program *self)
{
	ct_json_open(to, '{');
	for (int64_t i = 0; i < self->ranges_len; i++) {
		const struct ct_program_range *range = &self->ranges[i];

		ct_json_key(to, range->expression);
		ct_json_open(to, '{');
		write_limit(to, "min_val", range->has_min, range->min);
		write_limit(to, "max_val", range->has_max, range->max);
		ct_json_close(to, '}');
	}
	ct_json_close(to, '}');
}

/* --- The program ------------------------------------------------------------------------------ */

static void write_graph_module(writer *to, const program *self)
{
	ct_json_open(to, '{');
	ct_json_key(to, "graph");
	ct_write_graph(to, self->graph);
	ct_json_key(to, "signature");
	ct_write_signature(to, self);
	ct_json_key(to, "module_call_graph");
	write_calls(to, self);
	if (!to->no_metadata) {
		ct_json_key(to, "metadata");
		ct_write_pairs(to, self->metadata, self->metadata_len);
	}
	ct_json_key(to, "treespec_namedtuple_fields");
	write_named_tuples(to, self);
	ct_json_close(to, '}');
}

static void write_version(writer *to)
{
	ct_json_open(to, '{');
	ct_json_key(to, "major");
	ct_json_put_int(to, CT_SCHEMA_MAJOR);
	ct_json_key(to, "minor");
	ct_json_put_int(to, CT_SCHEMA_MINOR);
	ct_json_close(to, '}');
}

static void write_program(writer *to, const program *self)
{
	ct_json_open(to, '{');
	ct_json_key(to, "graph_module");
	write_graph_module(to, self);
	ct_json_key(to, "opset_version");
	write_opsets(to, self);
	ct_json_key(to, "range_constraints");
	write_ranges(to, self);
	ct_json_key(to, "schema_version");
	write_version(to);
	ct_json_key(to, "verifiers");
	ct_write_strings(to, self->verifiers, self->verifiers_len);
	ct_json_key(to, "torch_version");
	ct_json_put_string(to, self->torch_version ? self->torch_version : "<=2.4");
	ct_json_key(to, "guards_code");
	ct_write_strings(to, self->guards, self->guards_len);
	ct_json_close(to, '}');
}

void ct_program_write(struct ct_text *text, const program *self)
{
	write_program(&(writer){ .text = text }, self);
}

void ct_program_write_computation(struct ct_text *text, const program *self)
{
	write_program(&(writer){ .text = text, .no_metadata = true }, self);
}

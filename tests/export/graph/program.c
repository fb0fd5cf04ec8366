/*
 * Programs for tests; see program.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export/graph/check.h"
#include "export/graph/read.h"
#include "export/text/write.h"
#include "program.h"

static void add(struct ct_text *text, const char *part, const char *standard)
{
	for (part = part ? part : standard; *part; part++)
		ct_text_add_bytes(text, *part == '`' ? "\"" : part, 1);
}

/* A text that is JSON, as a string of JSON. */
static void add_quoted(struct ct_text *text, const char *part, const char *standard)
{
	ct_text_add(text, "\"");
	for (part = part ? part : standard; *part; part++)
		ct_text_add(text, *part == '`'   ? "\\\""
				  : *part == '"' ? "\\\""
						 : (const char[]){ *part, '\0' });
	ct_text_add(text, "\"");
}

static void add_graph(struct ct_text *text, const struct parts *parts)
{
	add(text, "{`graph_module`: {`graph`: {`inputs`: ", NULL);
	add(text, parts->inputs, "[{`as_tensor`: {`name`: `x`}}]");
	add(text, ", `outputs`: ", NULL);
	add(text, parts->outputs, "[{`as_tensor`: {`name`: `y`}}]");
	add(text, ", `nodes`: ", NULL);
	add(text, parts->nodes,
	    "[{`target`: `torch.ops.aten.relu.default`, `inputs`: [{`name`: `self`, `arg`: "
	    "{`as_tensor`: {`name`: `x`}}, `kind`: 1}], `outputs`: [{`as_tensor`: {`name`: `y`}}], "
	    "`metadata`: {`stack_trace`: `File \\`model.py\\`, line 12, in forward\\n    y = "
	    "x.relu()`}, "
	    "`is_hop_single_tensor_return`: null, `name`: `relu`}]");
	add(text, ", `tensor_values`: ", NULL);
	add(text, parts->tensors, "{`x`: " VECTOR ", `y`: " VECTOR "}");
	add(text, ", `sym_int_values`: ", NULL);
	add(text, parts->sym_ints, "{}");
	add(text, ", `sym_bool_values`: ", NULL);
	add(text, parts->sym_bools, "{}");
	add(text, ", `is_single_tensor_return`: false, `custom_obj_values`: ", NULL);
	add(text, parts->objects, "{}");
	add(text, ", `sym_float_values`: ", NULL);
	add(text, parts->sym_floats, "{}");
}

static void add_signature(struct ct_text *text, const struct parts *parts)
{
	add(text, "}, `signature`: {`input_specs`: ", NULL);
	add(text, parts->input_specs, "[{`user_input`: {`arg`: {`as_tensor`: {`name`: `x`}}}}]");
	add(text, ", `output_specs`: ", NULL);
	add(text, parts->output_specs, "[{`user_output`: {`arg`: {`as_tensor`: {`name`: `y`}}}}]");
	add(text,
	    "}, `module_call_graph`: [{`fqn`: ``, `signature`: {`inputs`: [], `outputs`: [], "
	    "`in_spec`: ",
	    NULL);
	add_quoted(text, parts->in_spec,
		   "[1, {`type`: `builtins.tuple`, `context`: `null`, `children_spec`: [{`type`: "
		   "`builtins.tuple`, `context`: `null`, `children_spec`: [" LEAF "]}, {`type`: "
		   "`builtins.dict`, `context`: `[]`, `children_spec`: []}]}]");
	add(text, ", `out_spec`: ", NULL);
	add_quoted(text, parts->out_spec, "[1, " LEAF "]");
	add(text, ", `forward_arg_names`: ", NULL);
	add(text, parts->argument_names, "[`x`]");
	add(text, "}}], ", NULL);
}

char *json_of(const struct parts *parts)
{
	struct ct_text text = { 0 };

	add_graph(&text, parts);
	add_signature(&text, parts);
	add(&text, parts->module, "`metadata`: {}, `treespec_namedtuple_fields`: {}");
	add(&text, "}, `opset_version`: {`aten`: 10}, `range_constraints`: ", NULL);
	add(&text, parts->ranges, "{}");
	add(&text, ", `schema_version`: ", NULL);
	add(&text, parts->version, "{`major`: 8, `minor`: 20}");
	add(&text, parts->rest,
	    ", `verifiers`: [`TRAINING`], `torch_version`: `2.15.0`, `guards_code`: []");
	add(&text, "}", NULL);
	ck_assert(!text.failed);
	return text.data;
}

char *fixture_of(const char *name, const char *extension)
{
	char path[200], bytes[4096];
	struct ct_text text = { 0 };
	FILE *stream;
	size_t n;

	snprintf(path, sizeof path, "../../fixtures/exported/graph/%s%s", name, extension);
	stream = fopen(path, "rb");
	ck_assert_msg(stream != NULL, "cannot open %s", path);
	while ((n = fread(bytes, 1, sizeof bytes, stream)) > 0)
		ct_text_add_bytes(&text, bytes, n);
	fclose(stream);
	ck_assert(!text.failed);
	return text.data;
}

char *plain_json(const char *json)
{
	struct ct_text text = { 0 };

	add(&text, json, NULL);
	ck_assert(!text.failed);
	return text.data;
}

char *node_of(const char *inputs)
{
	struct ct_text text = { 0 };

	ct_text_add(&text, "[{`target`: `torch.ops.higher_order.op`, `inputs`: ");
	ct_text_add(&text, inputs);
	ct_text_add(&text, ", `outputs`: [{`as_tensor`: {`name`: `y`}}], `metadata`: {}, "
			   "`is_hop_single_tensor_return`: null, `name`: `op`}]");
	ck_assert(!text.failed);
	return text.data;
}

/* --- Reading and writing ---------------------------------------------------------------------- */

ct_error error_of(const char *json, struct ct_program **result)
{
	ct_error error = ct_program_read(json, strlen(json), "test", "m.json", result);

	return error ? error : ct_program_check(*result, "test", "m.json");
}

struct ct_program *program_of(const char *json)
{
	struct ct_program *program = NULL;
	ct_error error = error_of(json, &program);

	ck_assert_msg(error == NULL, "%s", error);
	return program;
}

void check_refused(const char *json, const char *message)
{
	static const char prefix[] = "ValueError: m.json: ";
	struct ct_program *program = NULL;
	ct_error error = error_of(json, &program);

	ck_assert_msg(error != NULL, "accepted, instead of: %s", message);
	ck_assert_msg(strncmp(error, prefix, strlen(prefix)) == 0, "%s", error);
	ck_assert_str_eq(error + strlen(prefix), message);
	ct_error_free(error);
	ct_program_free(program);
}

void check_parts_refused(const struct parts *parts, const char *message)
{
	char *json = json_of(parts);

	check_refused(json, message);
	free(json);
}

void check_written_again(const char *json)
{
	struct ct_program *program = program_of(json);
	struct ct_text text = { 0 };

	ct_program_write(&text, program);
	ck_assert(!text.failed);
	ck_assert_str_eq(text.data, json);
	ct_text_release(&text);
	ct_program_free(program);
}

/*
 * Malformed programs are refused, with the place of what is wrong.
 */
#include <stdlib.h>
#include <string.h>

#include "program.h"
#include "suites.h"

struct refusal {
	struct parts parts;
	const char *message;
};

static void check_all(const struct refusal *all, size_t len)
{
	for (size_t i = 0; i < len; i++)
		check_parts_refused(&all[i].parts, all[i].message);
}

#define CHECK_ALL(list) check_all((list), sizeof(list) / sizeof *(list))

/* A node `test.op` with these inputs and outputs, called `op`. */
#define NODE(inputs, outputs)                                                                   \
	"[{`target`: `torch.ops.test.op.default`, `inputs`: [" inputs "], `outputs`: [" outputs \
	"], `metadata`: {}, `name`: `op`}]"
#define TENSOR(name) "{`as_tensor`: {`name`: `" name "`}}"
#define INPUT(argument) "{`name`: `a`, `arg`: " argument "}"
#define EMPTY_GRAPH                                                                          \
	"{`as_graph`: {`name`: `body`, `graph`: {`inputs`: [], `outputs`: [], `nodes`: [], " \
	"`tensor_values`: {}, `sym_int_values`: {}, `sym_bool_values`: {}}}}"
#define IN_GRAPH "graph_module.graph."
#define AT_NODE "node 0 'op' (torch.ops.test.op.default): "

/* --- Values ----------------------------------------------------------------------------------- */

START_TEST(value_is_made_once_and_before_its_use)
{
	static const struct refusal all[] = {
		{ { .nodes = NODE(INPUT(TENSOR("z")), TENSOR("y")) },
		  AT_NODE "the value 'z' is used before it is made" },
		{ { .nodes = NODE(INPUT(TENSOR("y")), TENSOR("y")) },
		  AT_NODE "the value 'y' is used before it is made" },
		{ { .nodes = NODE(INPUT("{`as_tensors`: [{`name`: `x`}, {`name`: `z`}]}"),
				  TENSOR("y")) },
		  AT_NODE "the value 'z' is used before it is made" },
		{ { .nodes = NODE(INPUT("{`as_string_to_argument`: {`k`: " TENSOR("z") "}}"),
				  TENSOR("y")) },
		  AT_NODE "the value 'z' is used before it is made" },
		{ { .nodes = NODE(INPUT(TENSOR("x")), TENSOR("x")) },
		  AT_NODE "the value 'x' is made twice" },
		{ { .nodes = NODE("", TENSOR("y") ", " TENSOR("y")) },
		  AT_NODE "the value 'y' is made twice" },
		{ { .inputs = "[" TENSOR("x") ", " TENSOR("x") "]" },
		  "the value 'x' is made twice" },
		{ { .nodes = "[]" }, "the value 'y' is used before it is made" },
		{ { .nodes = NODE(INPUT("{`as_sym_int`: {`as_name`: `x`}}"), TENSOR("y")) },
		  AT_NODE "the value 'x' is a tensor, and is used as a SymInt" },
		{ { .nodes = NODE(INPUT(TENSOR("x")), TENSOR("y")),
		    .tensors = "{}",
		    .sym_ints = "{`y`: {`as_int`: 1}}" },
		  AT_NODE "the value 'y' is a SymInt, and is used as a tensor" },
	};

	CHECK_ALL(all);
}
END_TEST

START_TEST(cycle_has_no_beginning)
{
	static const struct parts parts = {
		.nodes = "[{`target`: `a`, `inputs`: [" INPUT(TENSOR("z")) "], `outputs`: [" TENSOR(
			"y") "], `metadata`: {}}, {`target`: `b`, `inputs`: "
			     "[" INPUT(TENSOR("y")) "], "
						    "`outputs`: [" TENSOR(
							    "z") "], `metadata`: {}}]",
	};

	check_parts_refused(&parts, "node 0 (a): the value 'z' is used before it is made");
}
END_TEST

START_TEST(error_names_the_line_of_python)
{
	static const struct parts parts = { .inputs = "[" TENSOR("z") "]" };

	check_parts_refused(&parts, "node 0 'relu' (torch.ops.aten.relu.default), model.py:12: y = "
				    "x.relu(): the value 'x' is used before it is made");
}
END_TEST

START_TEST(inner_graph_does_not_see_values_around_it)
{
	static const struct parts parts = {
		.nodes = NODE(
			INPUT("{`as_graph`: {`name`: `body`, `graph`: {`inputs`: [], `outputs`: "
			      "[" TENSOR("x") "], `nodes`: [], `tensor_values`: {}, "
					      "`sym_int_values`: {}, "
					      "`sym_bool_values`: {}}}}"),
			TENSOR("y")),
	};

	check_parts_refused(&parts, "body: the value 'x' is used before it is made");
}
END_TEST

START_TEST(node_makes_values_and_graph_takes_them)
{
	static const struct refusal all[] = {
		{ { .nodes = NODE("", "{`as_operator`: `torch.ops.aten.add.Tensor`}") },
		  AT_NODE "a node cannot have an output as_operator" },
		{ { .outputs = "[{`as_operator`: `torch.ops.aten.add.Tensor`}]" },
		  "a graph cannot have an output as_operator" },
		{ { .inputs = "[{`as_tensors`: [{`name`: `x`}]}]" },
		  "a graph cannot have an input as_tensors" },
		{ { .inputs = "[{`as_sym_int`: {`as_int`: 1}}]" },
		  "a graph cannot have an input as_sym_int" },
	};

	CHECK_ALL(all);
}
END_TEST

START_TEST(only_higher_order_operators_take_graphs_and_operators)
{
	static const struct refusal all[] = {
		{ { .nodes = NODE(INPUT("{`as_operator`: `torch.ops.aten.add.Tensor`}"),
				  TENSOR("y")) },
		  AT_NODE "only a higher-order operator can have an input as_operator" },
		{ { .nodes = NODE(INPUT("{`as_string_to_argument`: {`k`: " EMPTY_GRAPH "}}"),
				  TENSOR("y")) },
		  AT_NODE "only a higher-order operator can have an input as_graph" },
		{ { .nodes = "[{`target`: `_operator.add`, `inputs`: [" INPUT(
			    EMPTY_GRAPH) "], `outputs`: [" TENSOR("y") "], `metadata`: {}}]" },
		  "node 0 (_operator.add): only a higher-order operator can have an input "
		  "as_graph" },
	};

	CHECK_ALL(all);
}
END_TEST

/* --- Descriptions ----------------------------------------------------------------------------- */

#define META(dtype, sizes, strides, offset)                                                   \
	"{`x`: {`dtype`: " dtype ", `sizes`: [" sizes "], `requires_grad`: false, `device`: " \
	"{`type`: `cpu`}, `strides`: [" strides "], `storage_offset`: " offset ", `layout`: 7}}"
#define TWO "{`as_int`: 2}"
#define OF_X IN_GRAPH "tensor_values.x"

START_TEST(description_of_a_tensor_is_possible)
{
	static const struct refusal all[] = {
		{ { .tensors = META("7", "{`as_int`: -2}", TWO, TWO) },
		  "the value 'x' has a negative size: -2" },
		{ { .tensors = META("7", TWO, "{`as_int`: -1}", TWO) },
		  "the value 'x' has a negative stride: -1" },
		{ { .tensors = META("7", TWO, TWO, "{`as_int`: -3}") },
		  "the value 'x' has a negative offset: -3" },
		{ { .tensors = META("7", TWO ", " TWO, TWO, TWO) },
		  OF_X ": 2 sizes, but 1 strides" },
		{ { .tensors = META("14", TWO, TWO, TWO) }, OF_X ".dtype: unknown dtype 14" },
		{ { .tensors = META("-1", TWO, TWO, TWO) }, OF_X ".dtype: unknown dtype -1" },
		{ { .tensors = META("7", "{`as_float`: 2.0}", TWO, TWO) },
		  OF_X ".sizes[0]: a size that is not an integer" },
		{ { .tensors = META("7", "{`as_name`: `s`}", TWO, TWO) },
		  OF_X ".sizes[0].as_name: unknown kind of hint" },
		{ { .tensors = "{`x`: " VECTOR ", `x`: " VECTOR "}" },
		  OF_X ": the value is described twice" },
		{ { .sym_ints = "{`x`: {`as_int`: 1}}" },
		  IN_GRAPH "sym_int_values.x: the value is described twice" },
	};

	CHECK_ALL(all);
}
END_TEST

START_TEST(more_than_64_dimensions_are_refused)
{
	struct ct_text tensors = { 0 };
	struct parts parts = { 0 };

	ct_text_add(&tensors, "{`x`: {`dtype`: 7, `sizes`: [" TWO);
	for (int i = 0; i < 64; i++)
		ct_text_add(&tensors, ", " TWO);
	ct_text_add(&tensors,
		    "], `requires_grad`: false, `device`: {`type`: `cpu`}, `strides`: [" TWO);
	for (int i = 0; i < 64; i++)
		ct_text_add(&tensors, ", " TWO);
	ct_text_add(&tensors, "], `storage_offset`: " TWO ", `layout`: 7}}");
	parts.tensors = tensors.data;
	check_parts_refused(&parts, "the value 'x' has 65 dimensions; 64 is the limit");
	ct_text_release(&tensors);
}
END_TEST

/* --- Arms ------------------------------------------------------------------------------------- */

#define ARG IN_GRAPH "nodes[0].inputs[0].arg"
#define ARM(argument)                                       \
	{                                                   \
		.nodes = NODE(INPUT(argument), TENSOR("y")) \
	}

START_TEST(arm_is_known)
{
	static const struct refusal all[] = {
		{ ARM("{`as_later`: 1}"),
		  ARG ".as_later: unknown kind of argument; a later release may have written the "
		      "file" },
		{ ARM("{}"), ARG ": expected one key" },
		{ ARM("{`as_int`: 1, `as_bool`: true}"), ARG ".as_bool: expected one key" },
		{ ARM("{`as_int`: 1.5}"),
		  ARG ".as_int: not valid JSON at byte 206: expected an integer" },
		{ ARM("{`as_int`: `1`}"),
		  ARG ".as_int: not valid JSON at byte 206: expected an integer" },
		{ ARM("{`as_scalar_type`: 99}"), ARG ".as_scalar_type: unknown number 99" },
		{ ARM("{`as_layout`: 8}"), ARG ".as_layout: unknown number 8" },
		{ ARM("{`as_memory_format`: 5}"), ARG ".as_memory_format: unknown number 5" },
		{ ARM("{`as_tensor`: {}}"), ARG ".as_tensor: 'name' is missing" },
		{ ARM("{`as_device`: {`index`: 1}}"), ARG ".as_device: 'type' is missing" },
		{ ARM("{`as_complex`: {`real`: 1.0}}"), ARG ".as_complex: 'imag' is missing" },
		{ ARM("{`as_graph`: {`name`: `g`}}"), ARG ".as_graph: 'graph' is missing" },
		{ ARM("{`as_sym_int`: {`as_float`: 1.0}}"), ARG
		  ".as_sym_int.as_float: unknown kind of symbol; a later release may have written "
		  "the "
		  "file" },
		{ ARM("{`as_optional_tensor`: {`as_int`: 1}}"), ARG
		  ".as_optional_tensor.as_int: unknown kind of optional tensor; a later release "
		  "may "
		  "have written the file" },
		{ ARM("{`as_string_to_argument`: {`k`: {`as_none`: true}, `k`: {`as_none`: "
		      "true}}}"),
		  ARG ".as_string_to_argument: the key 'k' occurs twice" },
		{ { .input_specs = "[{`later`: {}}]" },
		  "graph_module.signature.input_specs[0].later: unknown kind of input" },
		{ { .output_specs = "[{`later`: {}}]" },
		  "graph_module.signature.output_specs[0].later: unknown kind of output" },
		{ { .nodes = "[{`target`: `t`, `inputs`: [{`name`: `a`, `arg`: {`as_none`: true}, "
			     "`kind`: "
			     "3}], `outputs`: [], `metadata`: {}}]" },
		  IN_GRAPH "nodes[0].inputs[0].kind: unknown kind 3 of argument" },
	};

	CHECK_ALL(all);
}
END_TEST

/* --- The signature, and trees ----------------------------------------------------------------- */

START_TEST(signature_agrees_with_the_graph)
{
	static const struct refusal all[] = {
		{ { .input_specs = "[]" }, "the graph has 1 inputs, its signature 0" },
		{ { .output_specs = "[]" }, "the graph has 1 outputs, its signature 0" },
		{ { .input_specs = "[{`user_input`: {`arg`: " TENSOR("y") "}}]" },
		  "input 0 is 'x' in the graph and 'y' in its signature" },
		{ { .input_specs = "[{`user_input`: {`arg`: {`as_int`: 1}}}]" },
		  "input 0 is 'x' in the graph and 'a constant' in its signature" },
		{ { .output_specs = "[{`user_output`: {`arg`: " TENSOR("x") "}}]" },
		  "output 0 is 'y' in the graph and 'x' in its signature" },
		{ { .input_specs = "[{`user_input`: {`arg`: " TENSOR("z") "}}]" },
		  "graph_module: the signature has a value that the graph does not have: 'z'" },
		{ { .input_specs =
			    "[{`parameter`: {`arg`: {`name`: `x`}, `parameter_name`: ``}}]" },
		  "input 0 has an empty name" },
		{ { .output_specs =
			    "[{`buffer_mutation`: {`arg`: {`name`: `y`}, `buffer_name`: `b`}}]" },
		  "an output belongs to 'b', which is no such input" },
		{ { .output_specs =
			    "[{`user_input_mutation`: {`arg`: {`name`: `y`}, `user_input_name`: "
			    "`y`}}]" },
		  "an output belongs to 'y', which is no such input" },
	};

	CHECK_ALL(all);
}
END_TEST

#define TREE(children) \
	"[1, {`type`: `builtins.tuple`, `context`: `null`, `children_spec`: [" children "]}]"
#define CALL "graph_module.module_call_graph[0].signature."

START_TEST(trees_have_the_leaves_of_the_graph)
{
	static const struct refusal all[] = {
		{ { .in_spec = "[1, " LEAF "]" },
		  "the inputs are not a tuple and a dict of names" },
		{ { .in_spec = TREE(
			    "{`type`: `builtins.tuple`, `context`: `null`, `children_spec`: []}, "
			    "{`type`: `builtins.dict`, `context`: `[]`, `children_spec`: []}") },
		  "the structure of the inputs has 0 leaves, the graph 1 inputs" },
		{ { .out_spec = TREE(LEAF ", " LEAF) },
		  "the structure of the outputs has 2 leaves, the graph 1 outputs" },
		{ { .out_spec =
			    "[1, {`type`: `builtins.dict`, `context`: `[1, 2]`, `children_spec`: "
			    "[" LEAF "]}]" },
		  CALL "out_spec: [1]: a dict of 2 keys and 1 items" },
		{ { .in_spec = TREE(
			    "{`type`: `builtins.tuple`, `context`: `null`, `children_spec`: []}, "
			    "{`type`: `builtins.dict`, `context`: `[1]`, `children_spec`: [" LEAF
			    "]}") },
		  "the inputs are not a tuple and a dict of names" },
		{ { .out_spec =
			    "[1, {`type`: `builtins.dict`, `context`: null, `children_spec`: [" LEAF
			    "]}]" },
		  CALL "out_spec: [1]: a dict of 0 keys and 1 items" },
		{ { .out_spec = "[1, {`type`: `builtins.dict`, `context`: [1, true, 1], "
				"`children_spec`: "
				"[" LEAF ", " LEAF ", " LEAF "]}]" },
		  CALL "out_spec: [1]: a dict has a key twice" },
		{ { .out_spec = "[1, {`type`: `builtins.dict`, `context`: [1.5], `children_spec`: "
				"[" LEAF "]}]" },
		  CALL "out_spec: [1]: [0]: not valid JSON at byte 1: expected an integer" },
		{ { .out_spec = "[1, {`type`: `collections.namedtuple`, `context`: `P`, "
				"`children_spec`: "
				"[" LEAF "]}]",
		    .module = "`treespec_namedtuple_fields`: {`P`: {`field_names`: [`a`, `b`]}}" },
		  "the class P has 2 fields, but 1 items" },
		{ { .out_spec = "[1, {`type`: `P`, `context`: null, `children_spec`: [" LEAF "]}]",
		    .module = "`treespec_namedtuple_fields`: {`P`: {`field_names`: [`a`, `b`]}}" },
		  "the class P has 2 fields, but 1 items" },
		{ { .out_spec = "[1, {`type`: `collections.defaultdict`, `context`: "
				"{`dict_context`: [`a`, `b`]}, `children_spec`: [" LEAF "]}]" },
		  CALL "out_spec: [1]: a dict of 2 keys and 1 items" },
		{ { .out_spec = "[2, " LEAF "]" }, CALL "out_spec: [0]: unknown format of a tree" },
		{ { .out_spec = "[1]" }, CALL "out_spec: a tree without a format" },
		{ { .out_spec = "[1, 1]" }, CALL "out_spec: [1]: expected an object at byte 4" },
		{ { .out_spec = "[" LEAF ", 1]" },
		  CALL "out_spec: [0]: not valid JSON at byte 1: expected an integer" },
		{ { .out_spec = "[1, {`type`: null, `children_spec`: [" LEAF "]}]" },
		  CALL "out_spec: [1]: a leaf with children" },
		{ { .out_spec = "[1, {`type`: null}]" },
		  CALL "out_spec: [1]: 'children_spec' is missing" },
	};

	CHECK_ALL(all);
}
END_TEST

/* --- JSON ------------------------------------------------------------------------------------- */

START_TEST(keys_are_there_once)
{
	static const struct refusal all[] = {
		{ { .nodes = "[{`target`: `t`, `inputs`: [], `outputs`: []}, {`target`: `t`}]" },
		  IN_GRAPH "nodes[1]: 'inputs' is missing" },
		{ { .nodes = "[{`target`: `t`, `target`: `t`}]" },
		  IN_GRAPH "nodes[0].target: the key occurs twice" },
		{ { .module = "`metadata`: {`a`: `1`, `a`: `2`}" },
		  "graph_module.metadata: the key 'a' occurs twice" },
		{ { .ranges = "{`s0`: {}, `s0`: {}}" },
		  "range_constraints: the key 's0' occurs twice" },
		{ { .rest = ", `graph_module`: {}" }, "graph_module: the key occurs twice" },
	};

	CHECK_ALL(all);
}
END_TEST

START_TEST(other_major_versions_are_refused_by_name)
{
	static const struct refusal all[] = {
		{ { .version = "{`major`: 5, `minor`: 3}" },
		  "its schema has version 5.3, but this library reads version 8; export "
		  "the model with PyTorch 2.6 to 2.15" },
		{ { .version = "{`major`: 7, `minor`: 0}" },
		  "its schema has version 7.0, but this library reads version 8; export "
		  "the model with PyTorch 2.6 to 2.15" },
		{ { .version = "{`major`: 9, `minor`: 0}" },
		  "its schema has version 9.0, but this library reads version 8; export "
		  "the model with PyTorch 2.6 to 2.15" },
		{ { .version = "{`major`: 8}" }, "schema_version: 'minor' is missing" },
	};

	CHECK_ALL(all);
}
END_TEST

START_TEST(numbers_are_json)
{
	static const char *const bad[] = { "01", "+1",    "--1",  "1e",  "1.",  ".5", "1-2",
					   "-",  "1.2.3", "0x10", "inf", "1e+", "" };
	static const struct refusal large[] = {
		{ ARM("{`as_int`: "
		      "1234567890123456789012345678901234567890123456789012345678901234567890123456"
		      "789012345678901234567890}"),
		  ARG ".as_int: not valid JSON at byte 206: an integer of more than 64 bits" }
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct parts parts = { 0 };
		struct ct_program *program = NULL;
		struct ct_text input = { 0 };
		char *nodes, *json;
		ct_error error;

		ct_text_addf(&input, "[{`name`: `a`, `arg`: {`as_float`: %s}}]", bad[i]);
		nodes = node_of(input.data);
		parts.nodes = nodes;
		json = json_of(&parts);
		error = error_of(json, &program);
		ck_assert_msg(error != NULL, "accepted: %s", bad[i]);
		ct_error_free(error);
		ct_text_release(&input);
		free(nodes);
		free(json);
	}
	CHECK_ALL(large);
}
END_TEST

START_TEST(strings_are_json)
{
#define STRING ARG ".as_string: not valid JSON at byte 209: "
	static const struct refusal all[] = {
		{ ARM("{`as_string`: `a\\u0000b`}"), STRING "a string with an invalid escape" },
		{ ARM("{`as_string`: `\\x41`}"), STRING "a string with an invalid escape" },
		{ ARM("{`as_string`: `\\u12`}"), STRING "a string with an invalid escape" },
		{ ARM("{`as_string`: `\xff`}"), STRING "a string that is not UTF-8" },
		{ ARM("{`as_string`: `\xc3`}"), STRING "a string that is not UTF-8" },
		{ ARM("{`as_string`: `a\nb`}"),
		  "graph_module: not valid JSON at byte 209: a string with a control character" },
	};

	CHECK_ALL(all);
}
END_TEST

START_TEST(brackets_may_not_be_deep)
{
	enum { DEPTH = 100000 };
	struct ct_text text = { 0 };
	char *json;

	ct_text_add(&text, "[{`name`: `a`, `arg`: ");
	for (int i = 0; i < DEPTH; i++)
		ct_text_add(&text, "{`as_string_to_argument`: {`k`: ");
	json = node_of(text.data);
	{
		const struct parts parts = { .nodes = json };
		char *whole = json_of(&parts);
		struct ct_program *program = NULL;
		ct_error error = error_of(whole, &program);

		ck_assert_msg(error && (strstr(error, "nested too deeply") ||
					strstr(error, "a bracket without its end")),
			      "%s", error);
		ct_error_free(error);
		free(whole);
	}
	free(json);
	ct_text_release(&text);
}
END_TEST

Suite *refusals_suite(void)
{
	Suite *suite = suite_create("refusals");
	TCase *tests = tcase_create("refusals");

	tcase_add_test(tests, value_is_made_once_and_before_its_use);
	tcase_add_test(tests, cycle_has_no_beginning);
	tcase_add_test(tests, error_names_the_line_of_python);
	tcase_add_test(tests, inner_graph_does_not_see_values_around_it);
	tcase_add_test(tests, node_makes_values_and_graph_takes_them);
	tcase_add_test(tests, only_higher_order_operators_take_graphs_and_operators);
	tcase_add_test(tests, description_of_a_tensor_is_possible);
	tcase_add_test(tests, more_than_64_dimensions_are_refused);
	tcase_add_test(tests, arm_is_known);
	tcase_add_test(tests, signature_agrees_with_the_graph);
	tcase_add_test(tests, trees_have_the_leaves_of_the_graph);
	tcase_add_test(tests, keys_are_there_once);
	tcase_add_test(tests, other_major_versions_are_refused_by_name);
	tcase_add_test(tests, numbers_are_json);
	tcase_add_test(tests, strings_are_json);
	tcase_add_test(tests, brackets_may_not_be_deep);
	suite_add_tcase(suite, tests);
	return suite;
}

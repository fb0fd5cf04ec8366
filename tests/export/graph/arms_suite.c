/*
 * Every arm of every union of the schema is read as what it is, and written again.
 */
#include <stdlib.h>
#include <string.h>

#include "program.h"
#include "suites.h"

/* Inputs and a node that has one argument, which may use x, n, f, b, o and t of the graph. */

static const struct parts many_inputs = {
	.inputs =
		"[{`as_tensor`: {`name`: `x`}}, {`as_sym_int`: {`as_name`: `n`}}, {`as_sym_float`: "
		"{`as_name`: `f`}}, {`as_sym_bool`: {`as_name`: `b`}}, {`as_custom_obj`: {`name`: "
		"`o`, `class_fqn`: `test.Class`}}]",
	.sym_ints = "{`n`: {`as_expr`: {`expr_str`: `Symbol('s0')`, `hint`: {`as_int`: 3}}}}",
	.sym_floats = "{`f`: {`as_expr`: {`expr_str`: `Symbol('f0')`, `hint`: {`as_float`: 0.5}}}}",
	.sym_bools = "{`b`: {`as_expr`: {`expr_str`: `Symbol('b0')`, `hint`: {`as_bool`: true}}}}",
	.objects = "{`o`: {`name`: `o`, `class_fqn`: `test.Class`}}",
	.input_specs =
		"[{`user_input`: {`arg`: {`as_tensor`: {`name`: `x`}}}}, {`user_input`: {`arg`: "
		"{`as_sym_int`: {`as_name`: `n`}}}}, {`user_input`: {`arg`: {`as_sym_float`: "
		"{`as_name`: "
		"`f`}}}}, {`user_input`: {`arg`: {`as_sym_bool`: {`as_name`: `b`}}}}, "
		"{`user_input`: "
		"{`arg`: {`as_custom_obj`: {`name`: `o`, `class_fqn`: `test.Class`}}}}]",
	.in_spec = "[1, {`type`: `builtins.tuple`, `context`: `null`, `children_spec`: [{`type`: "
		   "`builtins.tuple`, `context`: `null`, `children_spec`: [" LEAF ", " LEAF
		   ", " LEAF ", " LEAF ", " LEAF "]}, {`type`: `builtins.dict`, `context`: `[]`, "
		   "`children_spec`: []}]}]",
};

enum { X, N, F, B, O };

/* The program whose node has this argument; it is written again with the same bytes. */
static struct ct_program *read_arm(const char *argument)
{
	struct parts parts = many_inputs;
	struct ct_text input = { 0 };
	struct ct_program *program;
	char *json, *nodes;

	ct_text_add(&input, "[{`name`: `a`, `arg`: ");
	ct_text_add(&input, argument);
	ct_text_add(&input, ", `kind`: 1}]");
	nodes = node_of(input.data);
	parts.nodes = nodes;
	json = json_of(&parts);
	check_written_again(json);
	program = program_of(json);
	ct_text_release(&input);
	free(nodes);
	free(json);
	return program;
}

static const struct ct_graph_argument *argument_of(const struct ct_program *program)
{
	return &program->graph->nodes[0].inputs[0].argument;
}

/* An arm and what must hold for the argument `a`. */
#define ARM(text, expected_arm, ...)                                       \
	do {                                                               \
		struct ct_program *program_ = read_arm(text);              \
		const struct ct_graph_argument *a = argument_of(program_); \
                                                                           \
		ck_assert_int_eq(a->arm, expected_arm);                    \
		ck_assert(__VA_ARGS__);                                    \
		ct_program_free(program_);                                 \
	} while (0)

START_TEST(argument_is_a_constant)
{
	ARM("{`as_none`: true}", CT_ARM_NONE, a->value == CT_NO_VALUE);
	ARM("{`as_int`: -7}", CT_ARM_INT, a->i == -7);
	ARM("{`as_int`: 9223372036854775807}", CT_ARM_INT, a->i == INT64_MAX);
	ARM("{`as_int`: -9223372036854775808}", CT_ARM_INT, a->i == INT64_MIN);
	ARM("{`as_float`: 1e-05}", CT_ARM_FLOAT, a->f == 1e-5);
	ARM("{`as_float`: 1e+16}", CT_ARM_FLOAT, a->f == 1e16);
	ARM("{`as_float`: -0.0}", CT_ARM_FLOAT, a->f == 0);
	ARM("{`as_float`: 1.7976931348623157e+308}", CT_ARM_FLOAT, a->f > 1e308);
	ARM("{`as_float`: 5e-324}", CT_ARM_FLOAT, a->f > 0);
	ARM("{`as_float`: `Infinity`}", CT_ARM_FLOAT, a->f > 1.7976931348623157e+308);
	ARM("{`as_float`: `-Infinity`}", CT_ARM_FLOAT, a->f < -1.7976931348623157e+308);
	ARM("{`as_float`: `NaN`}", CT_ARM_FLOAT, a->f != a->f);
	ARM("{`as_string`: `sum`}", CT_ARM_STRING, strcmp(a->string, "sum") == 0);
	ARM("{`as_bool`: true}", CT_ARM_BOOL, a->i == 1);
	ARM("{`as_complex`: {`real`: 1.5, `imag`: `NaN`}}", CT_ARM_COMPLEX,
	    a->f == 1.5 && a->imaginary != a->imaginary);
	ARM("{`as_operator`: `torch.ops.aten.add.Tensor`}", CT_ARM_OPERATOR,
	    strcmp(a->string, "torch.ops.aten.add.Tensor") == 0);
}
END_TEST

START_TEST(enumerators_have_the_numbers_of_the_file)
{
	ARM("{`as_scalar_type`: 13}", CT_ARM_SCALAR_TYPE, a->i == CT_BFLOAT16);
	ARM("{`as_scalar_type`: 0}", CT_ARM_SCALAR_TYPE, a->i == 0);
	ARM("{`as_memory_format`: 2}", CT_ARM_MEMORY_FORMAT, a->i == CT_CHANNELS_LAST);
	ARM("{`as_layout`: 7}", CT_ARM_LAYOUT, a->i == CT_STRIDED);
	ARM("{`as_device`: {`type`: `cuda`, `index`: 1}}", CT_ARM_DEVICE,
	    strcmp(a->string, "cuda") == 0 && a->index == 1);
	ARM("{`as_device`: {`type`: `cpu`, `index`: null}}", CT_ARM_DEVICE, a->index == -1);
}
END_TEST

START_TEST(argument_is_a_value)
{
	ARM("{`as_tensor`: {`name`: `x`}}", CT_ARM_TENSOR, a->value == X);
	ARM("{`as_sym_int`: {`as_name`: `n`}}", CT_ARM_SYM_INT, a->value == N);
	ARM("{`as_sym_int`: {`as_int`: 5}}", CT_ARM_SYM_INT, a->value == CT_NO_VALUE && a->i == 5);
	ARM("{`as_sym_float`: {`as_name`: `f`}}", CT_ARM_SYM_FLOAT, a->value == F);
	ARM("{`as_sym_float`: {`as_float`: 0.5}}", CT_ARM_SYM_FLOAT,
	    a->value == CT_NO_VALUE && a->f == 0.5);
	ARM("{`as_sym_bool`: {`as_name`: `b`}}", CT_ARM_SYM_BOOL, a->value == B);
	ARM("{`as_sym_bool`: {`as_bool`: false}}", CT_ARM_SYM_BOOL,
	    a->value == CT_NO_VALUE && a->i == 0);
	ARM("{`as_custom_obj`: {`name`: `o`, `class_fqn`: `test.Class`}}", CT_ARM_CUSTOM_OBJ,
	    a->value == O && strcmp(a->string, "test.Class") == 0);
	ARM("{`as_optional_tensor`: {`as_tensor`: {`name`: `x`}}}", CT_ARM_OPTIONAL_TENSOR,
	    a->value == X);
	ARM("{`as_optional_tensor`: {`as_none`: true}}", CT_ARM_OPTIONAL_TENSOR,
	    a->value == CT_NO_VALUE);
}
END_TEST

START_TEST(argument_is_a_list_of_constants)
{
	ARM("{`as_ints`: [1, -2]}", CT_ARM_INTS,
	    a->items_len == 2 && a->items[1].arm == CT_ARM_INT && a->items[1].i == -2);
	ARM("{`as_ints`: []}", CT_ARM_INTS, a->items_len == 0);
	ARM("{`as_floats`: [0.5, `-Infinity`]}", CT_ARM_FLOATS,
	    a->items_len == 2 && a->items[0].f == 0.5);
	ARM("{`as_bools`: [true, false]}", CT_ARM_BOOLS, a->items[0].i == 1 && a->items[1].i == 0);
	ARM("{`as_strings`: [`a`, ``]}", CT_ARM_STRINGS, a->items[1].string[0] == '\0');
	ARM("{`as_int_lists`: [[1, 2], []]}", CT_ARM_INT_LISTS,
	    a->items[0].arm == CT_ARM_INTS && a->items[0].items[1].i == 2 &&
		    a->items[1].items_len == 0);
	ARM("{`as_float_lists`: [[], [1.0]]}", CT_ARM_FLOAT_LISTS, a->items[1].items[0].f == 1);
}
END_TEST

START_TEST(argument_is_a_list_of_values)
{
	ARM("{`as_tensors`: [{`name`: `x`}, {`name`: `x`}]}", CT_ARM_TENSORS,
	    a->items_len == 2 && a->items[0].arm == CT_ARM_TENSOR && a->items[1].value == X);
	ARM("{`as_optional_tensors`: [{`as_tensor`: {`name`: `x`}}, {`as_none`: true}]}",
	    CT_ARM_OPTIONAL_TENSORS, a->items[0].value == X && a->items[1].arm == CT_ARM_NONE);
	ARM("{`as_nested_tensors`: [[{`name`: `x`}], []]}", CT_ARM_NESTED_TENSORS,
	    a->items[0].items[0].value == X && a->items[1].items_len == 0);
	ARM("{`as_sym_ints`: [{`as_name`: `n`}, {`as_int`: 4}]}", CT_ARM_SYM_INTS,
	    a->items[0].value == N && a->items[1].i == 4);
	ARM("{`as_sym_floats`: [{`as_name`: `f`}, {`as_float`: 0.5}]}", CT_ARM_SYM_FLOATS,
	    a->items[0].value == F && a->items[1].f == 0.5);
	ARM("{`as_sym_bools`: [{`as_bool`: true}, {`as_name`: `b`}]}", CT_ARM_SYM_BOOLS,
	    a->items[0].i == 1 && a->items[1].value == B);
}
END_TEST

START_TEST(argument_is_a_dictionary_of_arguments)
{
	ARM("{`as_string_to_argument`: {`k`: {`as_int`: 1}, `x`: {`as_string_to_argument`: {`t`: "
	    "{`as_tensor`: {`name`: `x`}}}}}}",
	    CT_ARM_STRING_TO_ARGUMENT,
	    a->items_len == 2 && strcmp(a->names[1], "x") == 0 && a->items[0].i == 1 &&
		    a->items[1].items[0].value == X);
	ARM("{`as_string_to_argument`: {}}", CT_ARM_STRING_TO_ARGUMENT, a->items_len == 0);
}
END_TEST

START_TEST(argument_is_a_graph_with_values_of_its_own)
{
	ARM("{`as_graph`: {`name`: `true_graph_0`, `graph`: {`inputs`: [{`as_tensor`: {`name`: "
	    "`x`}}], `outputs`: [{`as_tensor`: {`name`: `x`}}], `nodes`: [], `tensor_values`: "
	    "{`x`: " VECTOR
	    "}, `sym_int_values`: {}, `sym_bool_values`: {}, `is_single_tensor_return`: true, "
	    "`custom_obj_values`: {}, `sym_float_values`: {}}}}",
	    CT_ARM_GRAPH,
	    strcmp(a->string, "true_graph_0") == 0 && a->graph->returns_single &&
		    a->graph->values_len == 1 && a->graph->values[0].last_use == 0);
}
END_TEST

/* --- The signature ---------------------------------------------------------------------------- */

/* A program with inputs of all kinds, which returns outputs of all kinds. */
static const struct parts all_specs = {
	.inputs = "[{`as_tensor`: {`name`: `t`}}, {`as_tensor`: {`name`: `p`}}, {`as_tensor`: "
		  "{`name`: "
		  "`b`}}, {`as_tensor`: {`name`: `s`}}, {`as_tensor`: {`name`: `c`}}, "
		  "{`as_custom_obj`: "
		  "{`name`: `o`, `class_fqn`: `test.Class`}}, {`as_tensor`: {`name`: `x`}}, "
		  "{`as_int`: "
		  "3}]",
	.outputs = "[{`as_tensor`: {`name`: `x`}}, {`as_tensor`: {`name`: `x`}}, {`as_tensor`: "
		   "{`name`: `x`}}, {`as_tensor`: {`name`: `x`}}, {`as_tensor`: {`name`: `x`}}, "
		   "{`as_tensor`: {`name`: `x`}}, {`as_tensor`: {`name`: `x`}}, {`as_int`: 3}]",
	.nodes = "[]",
	.tensors = "{`x`: " VECTOR "}",
	.objects = "{`o`: {`name`: `o`, `class_fqn`: `test.Class`}}",
	.input_specs =
		"[{`tensor_constant`: {`arg`: {`name`: `t`}, `tensor_constant_name`: `c0`}}, "
		"{`parameter`: {`arg`: {`name`: `p`}, `parameter_name`: `l.weight`}}, {`buffer`: "
		"{`arg`: "
		"{`name`: `b`}, `buffer_name`: `mean`, `persistent`: true}}, {`buffer`: {`arg`: "
		"{`name`: "
		"`s`}, `buffer_name`: `scratch`, `persistent`: false}}, {`tensor_constant`: "
		"{`arg`: "
		"{`name`: `c`}, `tensor_constant_name`: `c1`}}, {`custom_obj`: {`arg`: {`name`: "
		"`o`, "
		"`class_fqn`: `test.Class`}, `custom_obj_name`: `obj`}}, {`user_input`: {`arg`: "
		"{`as_tensor`: {`name`: `x`}}}}, {`constant_input`: {`name`: `n`, `value`: "
		"{`as_int`: 3}}}]",
	.output_specs =
		"[{`user_output`: {`arg`: {`as_tensor`: {`name`: `x`}}}}, {`loss_output`: {`arg`: "
		"{`name`: "
		"`x`}}}, {`buffer_mutation`: {`arg`: {`name`: `x`}, `buffer_name`: `mean`}}, "
		"{`gradient_to_parameter`: {`arg`: {`name`: `x`}, `parameter_name`: `l.weight`}}, "
		"{`gradient_to_user_input`: {`arg`: {`name`: `x`}, `user_input_name`: `x`}}, "
		"{`user_input_mutation`: {`arg`: {`name`: `x`}, `user_input_name`: `x`}}, "
		"{`parameter_mutation`: {`arg`: {`name`: `x`}, `parameter_name`: `l.weight`}}, "
		"{`user_output`: {`arg`: {`as_int`: 3}}}]",
	.in_spec = "[1, {`type`: `builtins.tuple`, `context`: `null`, `children_spec`: [{`type`: "
		   "`builtins.tuple`, `context`: `null`, `children_spec`: [" LEAF ", " LEAF
		   "]}, {`type`: `builtins.dict`, `context`: `[]`, `children_spec`: []}]}]",
	.out_spec = "[1, {`type`: `builtins.list`, `context`: `null`, `children_spec`: [" LEAF
		    ", " LEAF ", " LEAF "]}]",
};

START_TEST(signature_has_inputs_of_all_kinds)
{
	static const enum ct_program_input_kind kinds[] = {
		CT_PROGRAM_TENSOR_CONSTANT, CT_PROGRAM_PARAMETER,       CT_PROGRAM_BUFFER,
		CT_PROGRAM_BUFFER,          CT_PROGRAM_TENSOR_CONSTANT, CT_PROGRAM_CUSTOM_OBJ,
		CT_PROGRAM_USER_INPUT,      CT_PROGRAM_CONSTANT_INPUT,
	};
	char *json = json_of(&all_specs);
	struct ct_program *program = program_of(json);

	check_written_again(json);
	ck_assert_int_eq(program->inputs_len, 8);
	for (int i = 0; i < 8; i++)
		ck_assert_int_eq(program->inputs[i].kind, kinds[i]);
	ck_assert_str_eq(program->inputs[1].target, "l.weight");
	ck_assert(program->inputs[2].is_persistent && !program->inputs[3].is_persistent);
	ck_assert_str_eq(program->inputs[5].target, "obj");
	ck_assert_int_eq(program->inputs[7].argument.i, 3);
	ct_program_free(program);
	free(json);
}
END_TEST

START_TEST(signature_has_outputs_of_all_kinds)
{
	static const enum ct_program_output_kind kinds[] = {
		CT_PROGRAM_USER_OUTPUT,         CT_PROGRAM_LOSS,
		CT_PROGRAM_BUFFER_MUTATION,     CT_PROGRAM_PARAMETER_GRADIENT,
		CT_PROGRAM_USER_INPUT_GRADIENT, CT_PROGRAM_USER_INPUT_MUTATION,
		CT_PROGRAM_PARAMETER_MUTATION,  CT_PROGRAM_USER_OUTPUT,
	};
	char *json = json_of(&all_specs);
	struct ct_program *program = program_of(json);

	ck_assert_int_eq(program->outputs_len, 8);
	for (int i = 0; i < 8; i++)
		ck_assert_int_eq(program->outputs[i].kind, kinds[i]);
	ck_assert_str_eq(program->outputs[2].target, "mean");
	ck_assert_ptr_null(program->outputs[0].target);
	ct_program_free(program);
	free(json);
}
END_TEST

START_TEST(tokens_are_inputs_and_outputs)
{
	static const struct parts parts = {
		.inputs = "[{`as_token`: {`name`: `t`}}, {`as_tensor`: {`name`: `x`}}]",
		.outputs = "[{`as_token`: {`name`: `t`}}, {`as_tensor`: {`name`: `y`}}]",
		.input_specs =
			"[{`token`: {`arg`: {`name`: `t`}}}, {`user_input`: {`arg`: {`as_tensor`: "
			"{`name`: `x`}}}}]",
		.output_specs = "[{`token`: {`arg`: {`name`: `t`}}}, {`user_output`: {`arg`: "
				"{`as_tensor`: {`name`: `y`}}}}]",
	};
	char *json = json_of(&parts);
	struct ct_program *program = program_of(json);

	check_written_again(json);
	ck_assert_int_eq(program->graph->values[0].kind, CT_GRAPH_TOKEN);
	ck_assert_int_eq(program->inputs[0].kind, CT_PROGRAM_INPUT_TOKEN);
	ck_assert_int_eq(program->outputs[0].kind, CT_PROGRAM_OUTPUT_TOKEN);
	ct_program_free(program);
	free(json);
}
END_TEST

/* --- Values ----------------------------------------------------------------------------------- */

START_TEST(tensor_has_symbolic_sizes)
{
	static const struct parts parts = {
		.tensors =
			"{`y`: {`dtype`: 13, `sizes`: [{`as_expr`: {`expr_str`: `Symbol('s0')`, "
			"`hint`: "
			"{`as_int`: 4}}}, {`as_expr`: {`expr_str`: `Symbol('u0')`, `hint`: null}}, "
			"{`as_int`: 3}], `requires_grad`: true, `device`: {`type`: `cuda`, "
			"`index`: 0}, "
			"`strides`: [{`as_int`: 9}, {`as_int`: 3}, {`as_int`: 1}], "
			"`storage_offset`: "
			"{`as_int`: 2}, `layout`: 1}, `x`: " VECTOR "}",
	};
	char *json = json_of(&parts);
	struct ct_program *program = program_of(json);
	const struct ct_graph_tensor *y = program->graph->values[1].tensor;

	check_written_again(json);
	ck_assert_int_eq(y->dtype, CT_BFLOAT16);
	ck_assert_int_eq(y->layout, CT_SPARSE_COO);
	ck_assert(y->requires_grad);
	ck_assert_str_eq(y->device.type, "cuda");
	ck_assert_int_eq(y->dim, 3);
	ck_assert_str_eq(y->sizes[0].expression, "Symbol('s0')");
	ck_assert(y->sizes[0].has_hint && y->sizes[0].i == 4);
	ck_assert(!y->sizes[1].has_hint);
	ck_assert(y->sizes[2].expression == NULL && y->sizes[2].i == 3);
	ck_assert_int_eq(y->strides[0].i, 9);
	ck_assert_int_eq(y->offset.i, 2);
	ct_program_free(program);
	free(json);
}
END_TEST

START_TEST(symbols_may_be_constants)
{
	struct parts parts = many_inputs;
	struct ct_program *program;
	char *json;

	parts.sym_ints = "{`n`: {`as_int`: 3}}";
	parts.sym_floats = "{`f`: {`as_float`: 0.5}}";
	parts.sym_bools = "{`b`: {`as_bool`: true}}";
	json = json_of(&parts);
	check_written_again(json);
	program = program_of(json);
	ck_assert_int_eq(program->graph->values[N].symbol->i, 3);
	ck_assert_double_eq(program->graph->values[F].symbol->f, 0.5);
	ck_assert_int_eq(program->graph->values[B].symbol->i, 1);
	ct_program_free(program);
	free(json);
}
END_TEST

Suite *arms_suite(void)
{
	Suite *suite = suite_create("arms");
	TCase *tests = tcase_create("arms");

	tcase_add_test(tests, argument_is_a_constant);
	tcase_add_test(tests, enumerators_have_the_numbers_of_the_file);
	tcase_add_test(tests, argument_is_a_value);
	tcase_add_test(tests, argument_is_a_list_of_constants);
	tcase_add_test(tests, argument_is_a_list_of_values);
	tcase_add_test(tests, argument_is_a_dictionary_of_arguments);
	tcase_add_test(tests, argument_is_a_graph_with_values_of_its_own);
	tcase_add_test(tests, signature_has_inputs_of_all_kinds);
	tcase_add_test(tests, signature_has_outputs_of_all_kinds);
	tcase_add_test(tests, tokens_are_inputs_and_outputs);
	tcase_add_test(tests, tensor_has_symbolic_sizes);
	tcase_add_test(tests, symbols_may_be_constants);
	suite_add_tcase(suite, tests);
	return suite;
}

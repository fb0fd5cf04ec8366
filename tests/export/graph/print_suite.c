/*
 * What is printed: tables as Python prints them, of files that Python wrote.
 *
 * tests/fixtures/exported/graph/NAME.txt is what print_tabular() of PyTorch 2.15 prints for the
 * graph of NAME.json, and then for each graph in it, after its name.
 */
#include <stdlib.h>
#include <string.h>

#include "export/text/print.h"
#include "program.h"
#include "suites.h"

static bool ends_with(const char *text, const char *end)
{
	const size_t n = strlen(text), end_n = strlen(end);

	return n >= end_n && strcmp(text + n - end_n, end) == 0;
}

/* The table of the graph comes first, those of inner graphs last. */
static void check_table(const char *name)
{
	char *json = fixture_of(name, ".json"), *expected = fixture_of(name, ".txt");
	struct ct_program *program = program_of(json);
	struct ct_text table = { 0 }, all = { 0 };
	const char *inner = strstr(expected, "\n\n");
	const size_t n = inner ? (size_t)(inner + 1 - expected) : strlen(expected);

	ct_graph_print(&table, program->graph, program);
	ck_assert_uint_eq(table.length, n);
	ck_assert(strncmp(table.data, expected, n) == 0);
	ct_program_print(&all, program);
	ck_assert(strncmp(all.data, expected, n) == 0);
	ck_assert(inner == NULL || ends_with(all.data, inner + 1));
	ct_text_release(&table);
	ct_text_release(&all);
	ct_program_free(program);
	free(json);
	free(expected);
}

START_TEST(table_is_pythons)
{
	check_table("mlp");
	check_table("cond_while");
}
END_TEST

START_TEST(file_of_python_is_written_with_the_same_bytes)
{
	char *mlp = fixture_of("mlp", ".json"), *cond_while = fixture_of("cond_while", ".json");

	check_written_again(mlp);
	check_written_again(cond_while);
	free(mlp);
	free(cond_while);
}
END_TEST

static void check_printed(const struct parts *parts, const char *expected)
{
	char *json = json_of(parts);
	struct ct_program *program = program_of(json);
	struct ct_text text = { 0 };

	ct_program_print(&text, program);
	ck_assert_str_eq(text.data, expected);
	ct_text_release(&text);
	ct_program_free(program);
	free(json);
}

START_TEST(inputs_outputs_ranges_and_guards_follow)
{
	static const struct parts parts = {
		.tensors =
			"{`x`: {`dtype`: 13, `sizes`: [{`as_expr`: {`expr_str`: `Mul(Integer(2), "
			"Add(Symbol('s0', integer=True), Integer(1)))`, `hint`: null}}], "
			"`requires_grad`: false, `device`: {`type`: `cuda`, `index`: 1}, "
			"`strides`: "
			"[{`as_int`: 1}], `storage_offset`: {`as_int`: 0}, `layout`: 7}, `y`: "
			"" VECTOR "}",
		.ranges = "{`s0`: {`min_val`: 2, `max_val`: 64}, `u0`: {}}",
		.rest = ", `guards_code`: [`L['x'].size()[0] == 2`]",
	};

	check_printed(&parts, "opcode         name    target             args     kwargs\n"
			      "-------------  ------  -----------------  -------  --------\n"
			      "placeholder    x       x                  ()       {}\n"
			      "call_function  y       aten.relu.default  (x,)     {}\n"
			      "output         output  output             ((y,),)  {}\n"
			      "\n"
			      "inputs:\n"
			      "  x: bf16[2*(s0 + 1)] cuda:1  user input\n"
			      "\n"
			      "outputs:\n"
			      "  y: f32[2]  user output\n"
			      "\n"
			      "ranges:\n"
			      "  2 <= s0 <= 64\n"
			      "  u0 is any integer\n"
			      "\n"
			      "guards:\n"
			      "  L['x'].size()[0] == 2\n");
}
END_TEST

/* The cell of arguments in the row of a node that has this one. */
static void check_argument(const char *argument, const char *expected)
{
	struct ct_text input = { 0 }, text = { 0 };
	struct parts parts = { 0 };
	struct ct_program *program;
	const char *row;
	char *json, *nodes;

	ct_text_add(&input, "[{`name`: `a`, `arg`: ");
	ct_text_add(&input, argument);
	ct_text_add(&input, ", `kind`: 2}]");
	nodes = node_of(input.data);
	parts.nodes = nodes;
	json = json_of(&parts);
	program = program_of(json);
	ct_graph_print(&text, program->graph, program);
	row = strstr(text.data, "{'a': ");
	ck_assert_ptr_nonnull(row);
	row += strlen("{'a': ");
	ck_assert_msg(strncmp(row, expected, strlen(expected)) == 0 &&
			      strncmp(row + strlen(expected), "}\n", 2) == 0,
		      "expected %s, got %.60s", expected, row);
	ct_text_release(&input);
	ct_text_release(&text);
	ct_program_free(program);
	free(nodes);
	free(json);
}

START_TEST(arguments_are_as_repr_prints_them)
{
	check_argument("{`as_none`: true}", "None");
	check_argument("{`as_bool`: true}", "True");
	check_argument("{`as_float`: `-Infinity`}", "-inf");
	check_argument("{`as_float`: 1e-05}", "1e-05");
	check_argument("{`as_complex`: {`real`: 1.0, `imag`: -2.0}}", "(1-2j)");
	check_argument("{`as_string`: `it's \\n\\u001b`}", "\"it's \\n\\x1b\"");
	check_argument("{`as_ints`: []}", "[]");
	check_argument("{`as_int_lists`: [[1], [2, 3]]}", "[(1,), (2, 3)]");
	check_argument("{`as_optional_tensors`: [{`as_none`: true}, {`as_tensor`: {`name`: `x`}}]}",
		       "[None, x]");
	check_argument("{`as_scalar_type`: 13}", "torch.bfloat16");
	check_argument("{`as_layout`: 7}", "torch.strided");
	check_argument("{`as_memory_format`: 4}", "torch.preserve_format");
	check_argument("{`as_device`: {`type`: `cuda`, `index`: 0}}",
		       "device(type='cuda', index=0)");
	check_argument("{`as_operator`: `torch.ops.aten.add.Tensor`}",
		       "<OpOverload(op='aten.add', overload='Tensor')>");
	check_argument("{`as_string_to_argument`: {`k`: {`as_int`: 1}}}", "{'k': 1}");
}
END_TEST

START_TEST(control_characters_of_the_file_are_not_printed)
{
	static const struct parts parts = { .rest = ", `guards_code`: [`a\\u001b[2J\\nb`]" };
	char *json = json_of(&parts);
	struct ct_program *program = program_of(json);
	struct ct_text text = { 0 };

	ct_program_print(&text, program);
	ck_assert(ends_with(text.data, "guards:\n  a?[2J?b\n"));
	ct_text_release(&text);
	ct_program_free(program);
	free(json);
}
END_TEST

Suite *print_suite(void)
{
	Suite *suite = suite_create("print");
	TCase *tests = tcase_create("print");

	tcase_add_test(tests, table_is_pythons);
	tcase_add_test(tests, file_of_python_is_written_with_the_same_bytes);
	tcase_add_test(tests, inputs_outputs_ranges_and_guards_follow);
	tcase_add_test(tests, arguments_are_as_repr_prints_them);
	tcase_add_test(tests, control_characters_of_the_file_are_not_printed);
	suite_add_tcase(suite, tests);
	return suite;
}

/*
 * Files of older releases, which lack keys of schema 8.20, and of later ones, which have more.
 */
#include <stdlib.h>
#include <string.h>

#include "program.h"
#include "suites.h"

/* A graph as schema 8.2 has it: no names of nodes, no kinds, no sym_float_values. */
static const char old_file[] =
	"{`graph_module`: {`graph`: {`inputs`: [{`as_tensor`: {`name`: `x`}}], `outputs`: "
	"[{`as_tensor`: {`name`: `y`}}], `nodes`: [{`target`: `torch.ops.aten.relu.default`, "
	"`inputs`: "
	"[{`name`: `self`, `arg`: {`as_tensor`: {`name`: `x`}}}], `outputs`: [{`as_tensor`: "
	"{`name`: "
	"`y`}}], `metadata`: {}}], `tensor_values`: {`x`: " VECTOR "}, `sym_int_values`: {}, "
	"`sym_bool_values`: {}}, `signature`: {`input_specs`: [{`buffer`: {`arg`: {`name`: `x`}, "
	"`buffer_name`: `b`}}], `output_specs`: [{`user_output`: {`arg`: {`as_tensor`: {`name`: "
	"`y`}}}}]}, `module_call_graph`: [{`fqn`: ``, `signature`: {`inputs`: [], `outputs`: [], "
	"`in_spec`: `[1, {\\`type\\`: \\`builtins.tuple\\`, \\`context\\`: \\`null\\`, "
	"\\`children_spec\\`: [{\\`type\\`: \\`builtins.tuple\\`, \\`context\\`: \\`null\\`, "
	"\\`children_spec\\`: []}, {\\`type\\`: \\`builtins.dict\\`, \\`context\\`: \\`[]\\`, "
	"\\`children_spec\\`: []}]}]`, `out_spec`: `[1, {\\`type\\`: null, \\`context\\`: null, "
	"\\`children_spec\\`: []}]`}}]}, `opset_version`: {`aten`: 10}, `range_constraints`: {}, "
	"`schema_version`: {`major`: 8, `minor`: 2}, `dialect`: `ATEN`}";

START_TEST(file_of_schema_8_2_is_read)
{
	char *json = plain_json(old_file);
	struct ct_program *program = program_of(json);
	const struct ct_graph_node *node = &program->graph->nodes[0];

	ck_assert_int_eq(program->minor, 2);
	ck_assert_ptr_null(node->name);
	ck_assert_int_eq(node->returns_single, CT_GRAPH_UNSAID);
	ck_assert_int_eq(node->inputs[0].kind, CT_GRAPH_KIND_UNKNOWN);
	ck_assert(program->inputs[0].is_persistent);
	ck_assert_ptr_null(program->torch_version);
	ck_assert_int_eq(program->guards_len, 0);
	ck_assert_ptr_null(ct_program_own_call(program)->argument_names);
	ct_program_free(program);
	free(json);
}
END_TEST

START_TEST(value_without_a_description_is_as_it_is_used)
{
	static const struct parts parts = { .tensors = "{}" };
	char *json = json_of(&parts);
	struct ct_program *program = program_of(json);

	ck_assert_int_eq(program->graph->values[0].kind, CT_GRAPH_TENSOR);
	ck_assert_ptr_null(program->graph->values[0].tensor);
	check_written_again(json);
	ct_program_free(program);
	free(json);
}
END_TEST

START_TEST(keys_of_a_later_minor_version_are_skipped)
{
	static const struct parts parts = {
		.version = "{`major`: 8, `minor`: 99, `patch`: 1}",
		.rest = ", `later`: {`a`: [1.5, {`}`: `]`}], `b`: null}, `number`: -1e5",
	};
	char *json = json_of(&parts);
	struct ct_program *program = program_of(json);

	ck_assert_int_eq(program->minor, 99);
	ct_program_free(program);
	free(json);
}
END_TEST

START_TEST(empty_argument_names_differ_from_none)
{
	static const struct parts empty = { .argument_names = "[]" };
	static const struct parts none = { .argument_names = "null" };
	char *with = json_of(&empty), *without = json_of(&none);

	check_written_again(with);
	check_written_again(without);
	free(with);
	free(without);
}
END_TEST

START_TEST(keys_may_be_in_any_order)
{
	char *json = plain_json("{`schema_version`: {`minor`: 1, `major`: 7}}");

	check_refused(json, "its schema has version 7.1, but this library reads version "
			    "8; export the model with PyTorch 2.6 to 2.15");
	free(json);
}
END_TEST

Suite *old_suite(void)
{
	Suite *suite = suite_create("old files");
	TCase *tests = tcase_create("old files");

	tcase_add_test(tests, file_of_schema_8_2_is_read);
	tcase_add_test(tests, value_without_a_description_is_as_it_is_used);
	tcase_add_test(tests, keys_of_a_later_minor_version_are_skipped);
	tcase_add_test(tests, empty_argument_names_differ_from_none);
	tcase_add_test(tests, keys_may_be_in_any_order);
	suite_add_tcase(suite, tests);
	return suite;
}

/* The C form of each type of the schema language: the table of the C contract, row by row. */
#include <stdio.h>
#include <string.h>

#include "load.h"
#include "support.h"
#include "types/type_table.h"

/* --- arguments -------------------------------------------------------------------------------- */

static const struct {
	const char *type; /* in a schema */
	const char *c_type;
	const char *convert; /* for the schema's second parameter, named x */
	bool has_length;
} args[] = {
	{ "Tensor", "const ct_tensor *", "ct::tensor(x, 2, \"x\")", false },
	{ "Tensor(a)", "const ct_tensor *", "ct::tensor(x, 2, \"x\")", false },
	{ "Tensor(a!)", "ct_tensor *", "ct::written(x, 2, \"x\")", false },
	{ "Tensor?", "const ct_tensor *", "ct::optional_tensor(x, 2, \"x\")", false },
	{ "Tensor(a!)?", "ct_tensor *", "ct::optional_tensor(x, 2, \"x\")", false },
	{ "Tensor[]", "ct_tensor *const *", "ct::tensors(x, x_len, 2, \"x\")", true },
	{ "Tensor(a!)[]", "ct_tensor *const *", "ct::tensors(x, x_len, 2, \"x\")", true },
	{ "Tensor?[]", "ct_tensor *const *", "ct::optional_tensors(x, x_len, 2, \"x\")", true },
	{ "int", "int64_t ", "x", false },
	{ "int?", "const int64_t *", "ct::optional(x)", false },
	{ "int[]", "const int64_t *", "ct::ints(x, x_len, 2, \"x\")", true },
	{ "int[2]", "const int64_t *", "ct::ints(x, x_len, 2, \"x\")", true },
	{ "int[]?", "const int64_t *", "ct::optional_ints(x, x_len, 2, \"x\")", true },
	{ "int[1]?", "const int64_t *", "ct::optional_ints(x, x_len, 2, \"x\")", true },
	{ "SymInt", "int64_t ", "x", false },
	{ "SymInt?", "const int64_t *", "ct::optional_symint(x)", false },
	{ "SymInt[]", "const int64_t *", "ct::symints(x, x_len, 2, \"x\")", true },
	{ "SymInt[6]", "const int64_t *", "ct::symints(x, x_len, 2, \"x\")", true },
	{ "SymInt[]?", "const int64_t *", "ct::optional_symints(x, x_len, 2, \"x\")", true },
	{ "SymInt[1]?", "const int64_t *", "ct::optional_symints(x, x_len, 2, \"x\")", true },
	{ "float", "double ", "x", false },
	{ "float?", "const double *", "ct::optional(x)", false },
	{ "float[]", "const double *", "ct::doubles(x, x_len, 2, \"x\")", true },
	{ "float[]?", "const double *", "ct::optional_doubles(x, x_len, 2, \"x\")", true },
	{ "bool", "bool ", "x", false },
	{ "bool?", "const bool *", "ct::optional_bool(x, 2, \"x\")", false },
	{ "bool[3]", "const bool *", "ct::bools<3>(x, 2, \"x\")", false },
	{ "bool[4]", "const bool *", "ct::bools<4>(x, 2, \"x\")", false },
	{ "Scalar", "ct_scalar ", "ct::scalar(x, 2, \"x\")", false },
	{ "Scalar?", "const ct_scalar *", "ct::optional_scalar(x, 2, \"x\")", false },
	{ "Scalar[]", "const ct_scalar *", "ct::scalars(x, x_len, 2, \"x\")", true },
	{ "str", "const char *", "ct::string(x, 2, \"x\")", false },
	{ "str?", "const char *", "ct::optional_string(x)", false },
	{ "ScalarType", "ct_dtype ", "ct::dtype(x, 2, \"x\")", false },
	{ "ScalarType?", "ct_dtype ", "ct::optional_dtype(x, 2, \"x\")", false },
	{ "Layout", "ct_layout ", "ct::layout(x, 2, \"x\")", false },
	{ "Layout?", "ct_layout ", "ct::optional_layout(x, 2, \"x\")", false },
	{ "MemoryFormat", "ct_memory_format ", "ct::memory_format(x, 2, \"x\")", false },
	{ "MemoryFormat?", "ct_memory_format ", "ct::optional_memory_format(x, 2, \"x\")", false },
	{ "Device", "ct_device ", "ct::device(x, 2, \"x\")", false },
	{ "Device?", "ct_device ", "ct::optional_device(x, 2, \"x\")", false },
	{ "DeviceIndex", "int32_t ", "ct::device_index(x, 2, \"x\")", false },
	{ "Generator", "ct_generator *", "ct::generator(x)", false },
	{ "Generator?", "ct_generator *", "ct::optional_generator(x)", false },
	{ "Storage", "ct_storage *", "ct::storage(x, 2, \"x\")", false },
	{ "Stream", "ct_stream ", "ct::stream(x, 2, \"x\")", false },
	{ "Dimname", "const char *", "ct::dimname(x, 2, \"x\")", false },
	{ "Dimname[]", "const char *const *", "ct::dimnames(x, x_len, 2, \"x\")", true },
	{ "Dimname[1]", "const char *const *", "ct::dimnames(x, x_len, 2, \"x\")", true },
	{ "Dimname[]?", "const char *const *", "ct::optional_dimnames(x, x_len, 2, \"x\")", true },
};

START_TEST(each_form_of_an_argument_has_its_c_type_and_conversion)
{
	struct model *model = load_named(
		arena_printf(&arena, "- func: f(int first, %s x) -> ()\n", args[_i].type));
	const struct arg *arg = &model->ops.at[0]->schema.args.at[1];
	struct strbuf text = { 0 };

	ck_assert_str_eq(arg->form->c_type->text, args[_i].c_type);
	ck_assert_int_eq(arg->form->has_length, args[_i].has_length);
	arg_convert(&text, arg, 2);
	ck_assert_str_eq(strbuf_str(&text), args[_i].convert);
	strbuf_free(&text);
}
END_TEST

/* A parameter may be renamed in C, but messages have the schema's name. */
START_TEST(a_conversion_names_the_schemas_argument)
{
	struct model *model = load_named("- func: f(Tensor complex, int[] default) -> ()\n");
	const struct schema *schema = &model->ops.at[0]->schema;
	struct strbuf text = { 0 };

	arg_convert(&text, &schema->args.at[0], 1);
	ck_assert_str_eq(strbuf_str(&text), "ct::tensor(complex_, 1, \"complex\")");
	strbuf_clear(&text);
	arg_convert(&text, &schema->args.at[1], 2);
	ck_assert_str_eq(strbuf_str(&text), "ct::ints(default_, default_len, 2, \"default\")");
	strbuf_free(&text);
}
END_TEST

/* --- results ---------------------------------------------------------------------------------- */

static const struct {
	const char *type, *c_type;
	bool has_length;
} rets[] = {
	{ "Tensor", "ct_tensor **", false },   { "Tensor[]", "ct_tensor ***", true },
	{ "int", "int64_t *", false },         { "SymInt", "int64_t *", false },
	{ "int[]", "int64_t **", true },       { "SymInt[]", "int64_t **", true },
	{ "float", "double *", false },        { "bool", "bool *", false },
	{ "SymBool", "bool *", false },        { "Scalar", "ct_scalar *", false },
	{ "ScalarType", "ct_dtype *", false }, { "QScheme", "ct_quant_scheme *", false },
};

START_TEST(each_form_of_a_result_has_its_c_type)
{
	struct model *model = load_named(
		arena_printf(&arena, "- func: f() -> %s\n", rets[_i].type));
	const struct ret *ret = &model->ops.at[0]->schema.rets.at[0];

	ck_assert_str_eq(ret->form->c_type->text, rets[_i].c_type);
	ck_assert_int_eq(ret->form->has_length, rets[_i].has_length);
	ck_assert_str_eq(ret->c_name, "result");
	if (rets[_i].has_length)
		ck_assert_str_eq(ret->c_length, "result_len");
	else
		ck_assert_ptr_null(ret->c_length);
}
END_TEST

/* --- types without a C form ------------------------------------------------------------------- */

static void refuses(const char *func, size_t column, const char *message, const char *help)
{
	struct model model;
	const char *entry = arena_printf(&arena, "- func: %s", func);
	const char *path = write_yaml(arena_printf(&arena, "%s\n", entry));

	assert_says(model_load(&arena, &diag, path, &model),
		    arena_printf(&arena, "%s:3:%zu: error: %s\n  %s\n  %*s^\n  help: %s\n", path,
				 column, message, entry, (int)column - 1, "", help));
}

static const char unknown_help[] =
	"correct the type, or add it to codegen/read/base_type.c and to rows[] in "
	"codegen/types/type_table.c, and its conversion to runtime/core/bridge/wrap.hpp "
	"(docs/generator.md, \"Adding a type\")";
static const char form_help[] =
	"add this form to the type's row in codegen/types/type_table.c and its conversion to "
	"runtime/core/bridge/wrap.hpp (docs/generator.md, \"Adding a type\")";

START_TEST(an_unknown_type_stops_the_generator_and_says_what_to_do)
{
	refuses("add.Foo(Tensor self, Foo other) -> Tensor", 30, "unknown type 'Foo'",
		unknown_help);
	refuses("f(Tensor self) -> (Tensor, Bar[])", 36, "unknown type 'Bar'", unknown_help);
}
END_TEST

static const struct {
	const char *func;
	size_t column;
	const char *type, *role;
} formless[] = {
	{ "f(bool[] x) -> ()", 11, "bool[]", "an argument" },
	{ "f(bool[3]? x) -> ()", 11, "bool[3]?", "an argument" },
	{ "f(Tensor[]? x) -> ()", 11, "Tensor[]?", "an argument" },
	{ "f(Tensor[][] x) -> ()", 11, "Tensor[][]", "an argument" },
	{ "f(int?[] x) -> ()", 11, "int?[]", "an argument" },
	{ "f(Scalar[]? x) -> ()", 11, "Scalar[]?", "an argument" },
	{ "f(str[] x) -> ()", 11, "str[]", "an argument" },
	{ "f(Storage? x) -> ()", 11, "Storage?", "an argument" },
	{ "f(QScheme x) -> ()", 11, "QScheme", "an argument" },
	{ "f(int?? x) -> ()", 11, "int??", "an argument" },
	{ "f() -> Tensor?", 16, "Tensor?", "a return" },
	{ "f() -> Tensor?[]", 16, "Tensor?[]", "a return" },
	{ "f() -> float[]", 16, "float[]", "a return" },
	{ "f() -> str", 16, "str", "a return" },
	{ "f() -> Device", 16, "Device", "a return" },
};

START_TEST(a_form_that_no_release_has_stops_the_generator)
{
	refuses(formless[_i].func, formless[_i].column,
		arena_printf(&arena, "the type '%s' has no C form as %s of 'f'", formless[_i].type,
			     formless[_i].role),
		form_help);
}
END_TEST

START_TEST(all_unknown_types_of_a_file_are_reported)
{
	struct model model;
	const char *said;

	listen_begin();
	ck_assert(!model_load(
		&arena, &diag,
		write_yaml("- func: a(Foo x, Bar y) -> Baz\n- func: b(Qux z) -> ()\n"), &model));
	said = listen_end();
	ck_assert_uint_eq(diag.errors, 4);
	ck_assert(strstr(said, ":3:11: error: unknown type 'Foo'"));
	ck_assert(strstr(said, ":3:18: error: unknown type 'Bar'"));
	ck_assert(strstr(said, ":3:28: error: unknown type 'Baz'"));
	ck_assert(strstr(said, ":4:11: error: unknown type 'Qux'"));
}
END_TEST

START_TEST(what_is_derived_from_an_unknown_type_does_not_report_it_again)
{
	struct model model;

	assert_says(model_load(&arena, &diag,
			       write_yaml("- func: f(Foo x) -> Tensor\n"
					  "  dispatch:\n"
					  "    CPU: f\n"
					  "  autogen: f.out\n"),
			       &model),
		    arena_printf(&arena,
				 "%s:3:11: error: unknown type 'Foo'\n"
				 "  - func: f(Foo x) -> Tensor\n"
				 "            ^\n"
				 "  help: %s\n",
				 path_in_folder("ops.yaml"), unknown_help));
}
END_TEST

Suite *type_table_suite(void)
{
	Suite *suite = suite_create("type_table");
	TCase *forms = add_case(suite, "forms"), *none = add_case(suite, "no form");

	tcase_add_loop_test(forms, each_form_of_an_argument_has_its_c_type_and_conversion, 0,
			    sizeof args / sizeof *args);
	tcase_add_test(forms, a_conversion_names_the_schemas_argument);
	tcase_add_loop_test(forms, each_form_of_a_result_has_its_c_type, 0,
			    sizeof rets / sizeof *rets);
	tcase_add_test(none, an_unknown_type_stops_the_generator_and_says_what_to_do);
	tcase_add_loop_test(none, a_form_that_no_release_has_stops_the_generator, 0,
			    sizeof formless / sizeof *formless);
	tcase_add_test(none, all_unknown_types_of_a_file_are_reported);
	tcase_add_test(none, what_is_derived_from_an_unknown_type_does_not_report_it_again);
	return suite;
}

/*
 * Higher-order operators, in programs that Python would not export so, or not in a small file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static const char aliases[] = "small/aliases.pt2", model[] = "models/model.json";

/* --- Programs --------------------------------------------------------------------------------- */

/* It would tear the pieces of texts apart. */
/* clang-format off */

/* Pieces of JSON, with ' for ". */
#define TENSOR(name) "'as_tensor': {'name': '" name "'}"
#define TENSORS(names) "'as_tensors': [" names "]"
#define NAME(name) "{'name': '" name "'}"
#define INPUT(argument) "{'name': '', 'arg': {" argument "}, 'kind': 1}"
#define NAMED(name, argument) "{'name': '" name "', 'arg': {" argument "}, 'kind': 2}"
#define NODE(target, inputs, outputs) ANY_NODE("torch.ops." target, inputs, outputs)
#define ANY_NODE(target, inputs, outputs)                                                  \
	"{'target': '" target "', 'inputs': [" inputs "], 'outputs': [" outputs "], "       \
	"'metadata': {}, 'is_hop_single_tensor_return': null, 'name': 'node'}"
#define GRAPH(inputs, nodes, outputs)                                                      \
	"'as_graph': {'name': 'inner', 'graph': {'inputs': [" inputs "], 'outputs': ["      \
	outputs "], 'nodes': [" nodes "], 'tensor_values': {}, 'sym_int_values': {}, "      \
	"'sym_bool_values': {}, 'is_single_tensor_return': false, "                         \
	"'custom_obj_values': {}, 'sym_float_values': {}}}"

/* Inputs. IDENTITY and FIRST are graphs, which return their first input. */
#define X INPUT(TENSOR("x"))
#define Y INPUT(TENSOR("y"))
#define XS INPUT(TENSORS(NAME("x")))
#define X_AND_Y INPUT(TENSORS(NAME("x") ", " NAME("y")))
#define NONE INPUT(TENSORS(""))
#define INT(number) INPUT("'as_int': " number)
#define TRUE INPUT("'as_bool': true")
#define OPERATOR(target) INPUT("'as_operator': 'torch.ops." target "'")
#define IDENTITY INPUT(GRAPH("{" TENSOR("a") "}", "", "{" TENSOR("a") "}"))
#define FIRST INPUT(GRAPH("{" TENSOR("a") "}, {" TENSOR("b") "}", "", "{" TENSOR("a") "}"))
#define HIGHER_ORDER(name, inputs) NODE("higher_order." name, inputs, "{" TENSOR("add") "}")

/* The first node of small/aliases.pt2 and its result. */
static const char first_node[] =
	"\"nodes\": [{\"target\": \"torch.ops.aten.add.Tensor\", \"inputs\": [{\"name\": "
	"\"self\", \"arg\": {\"as_tensor\": {\"name\": \"x\"}}, \"kind\": 1}, {\"name\": "
	"\"other\", \"arg\": {\"as_tensor\": {\"name\": \"y\"}}, \"kind\": 1}], \"outputs\": "
	"[{\"as_tensor\": {\"name\": \"add\"}}]";

/* The program of small/aliases.pt2, with x and y of 2x2 floats, in which these nodes make 'add'. */
static ct_error load_nodes(const char *nodes, ct_export **result)
{
	char *unused = with(first_node, "\"name\": \"add\"", "\"name\": \"unused\"");
	char *made = malloc(strlen(nodes) + strlen(unused) + sizeof ", ");
	ct_error error;

	sprintf(made, "\"nodes\": [%s, %s", nodes, unused + strlen("\"nodes\": ["));
	for (char *at = made; (at = strchr(at, '\'')) != NULL;)
		*at = '"';
	error = load_with(aliases, model, first_node, made, result);
	free(unused);
	free(made);
	return error;
}

/* Runs these nodes with x = [[1, 2], [3, 4]] and y = [[10, 20], [30, 40]]. */
static ct_error run_nodes(const char *nodes, ct_tensor **add)
{
	static const float numbers[] = { 1, 2, 3, 4 };
	ct_tensor *x, *y, **results;
	ct_export *program = NULL;
	int64_t n;
	ct_error error = load_nodes(nodes, &program);

	OK(ct_tensor_from_data(numbers, CT_FLOAT32, CT_L(2, 2), &x));
	y = CT_E(mul, x, 10);
	if (error == NULL)
		error = ct_export_run(program, CT_TENSORS(x, y), &results, &n);
	ct_export_free(program);
	if (error == NULL)
		*add = results[1];
	return error;
}

static void computes(const char *nodes, const int64_t *shape, const double *values)
{
	CT_SCOPE;
	ct_tensor *add = NULL;

	OK(run_nodes(nodes, &add));
	assert_floats(CT_E(to_dtype, add, .dtype = CT_FLOAT64), shape, values);
}

static const int64_t square[] = { 2, 2, -1 };

/* Loading fails, and so nothing runs. */
static void is_refused(const char *nodes, const char *part)
{
	ct_export *program = NULL;

	FAILS_WITH(load_nodes(nodes, &program), CT_ERROR_VALUE, part);
	ck_assert_ptr_null(program);
}

/* --- Inputs of other types -------------------------------------------------------------------- */

START_TEST(inputs_of_other_types_are_refused)
{
	is_refused(HIGHER_ORDER("cond", IDENTITY ", " X ", " IDENTITY ", " XS),
		   "its input 0 is as_graph, but must be a tensor or a number");
	is_refused(HIGHER_ORDER("cond", X ", " IDENTITY ", " XS ", " IDENTITY),
		   "its input 2 is as_tensors, but must be a graph");
	is_refused(HIGHER_ORDER("cond", X ", " IDENTITY ", " IDENTITY),
		   "it has 3 inputs; the next one must be an operand");
	is_refused(HIGHER_ORDER("while_loop", IDENTITY ", " XS ", " IDENTITY ", " XS),
		   "its input 1 is as_tensors, but must be a graph");
	is_refused(HIGHER_ORDER("map_impl", XS ", " IDENTITY ", " XS),
		   "its input 0 is as_tensors, but must be a graph");
	is_refused(HIGHER_ORDER("scan", IDENTITY ", " XS ", " XS), "it has 3 inputs");
	is_refused(HIGHER_ORDER("associative_scan", IDENTITY ", " INPUT("'as_strings': ['a']")),
		   "its input 1 is as_strings, but must be an operand");
	is_refused(HIGHER_ORDER("wrap_with_set_grad_enabled", X ", " IDENTITY ", " X),
		   "its input 0 is as_tensor, but must be a bool");
	is_refused(HIGHER_ORDER("wrap_with_autocast",
				INPUT("'as_string': 'cpu'") ", " INT("777") ", " TRUE ", " TRUE ", "
				IDENTITY ", " X),
		   "its input 1 is as_int, but must be a dtype or None");
	is_refused(HIGHER_ORDER("wrap", X ", " IDENTITY ", " X),
		   "its input 0 is as_tensor, but must be a graph");
	is_refused(HIGHER_ORDER("wrap", IDENTITY ", " X ", " IDENTITY), "its input 2 is as_graph");
	is_refused(HIGHER_ORDER("out_dtype", OPERATOR("aten.mul.Tensor") ", "
				INPUT("'as_string': 'int32'") ", " X ", " X),
		   "its input 1 is as_string, but must be a dtype");
	is_refused(HIGHER_ORDER("auto_functionalized", X),
		   "its input 0 is as_tensor, but must be an operator");
}
END_TEST

/* x, 3 times as large where a view of it is. */
#define VIEW(fields)                                                                       \
	NODE("higher_order.auto_functionalized_v2",                                         \
	     OPERATOR("aten.mul_.Scalar") ", " NAMED("other", "'as_int': 3") ", "           \
	     NAMED("_all_bases", TENSORS(NAME("x"))) ", " fields,                           \
	     "{" TENSOR("result") "}, {" TENSOR("add") "}")
#define BASE NAMED("_self_base_index", "'as_int': 0")
#define STRIDED(offset)                                                                    \
	NAMED("_self_size", "'as_ints': [2]") ", " NAMED("_self_stride", "'as_ints': [2]")  \
	", " NAMED("_self_storage_offset", offset)
#define SLICED(start)                                                                      \
	NAMED("_self_slice_dim", "'as_int': 0") ", " NAMED("_self_slice_start", start)      \
	", " NAMED("_self_slice_end", "'as_int': 2")

/* Nothing says on which device they were. */
START_TEST(inputs_without_descriptions_are_not_followed)
{
	computes(HIGHER_ORDER("wrap",
			      INPUT(GRAPH("{" TENSOR("a") "}",
					  NODE("aten.to.device",
					       INPUT(TENSOR("a")) ", "
					       INPUT("'as_device': {'type': 'cpu', 'index': null}")
					       ", " INPUT("'as_scalar_type': 8"),
					       "{" TENSOR("b") "}"),
					  "{" TENSOR("b") "}")) ", " X),
		 square, (double[]){ 1, 2, 3, 4 });
}
END_TEST

/* A sparse tensor has no strides to keep. */
START_TEST(sparse_arguments_are_copied)
{
	computes(NODE("aten.to_sparse.default", X, "{" TENSOR("s") "}") ", "
		 NODE("higher_order.auto_functionalized",
		      OPERATOR("aten.mul_.Scalar") ", " NAMED("self", TENSOR("s")) ", "
		      NAMED("other", "'as_int': 3"),
		      "{" TENSOR("result") "}, {" TENSOR("copy") "}") ", "
		 NODE("aten.to_dense.default", INPUT(TENSOR("copy")), "{" TENSOR("add") "}"),
		 square, (double[]){ 3, 6, 9, 12 });
}
END_TEST

START_TEST(views_of_bases_are_checked)
{
	computes(VIEW(BASE ", " NAMED("_self_alias", "'as_bool': true")), square,
		 (double[]){ 3, 6, 9, 12 });
	computes(VIEW(BASE ", " STRIDED("'as_int': 1")), square, (double[]){ 1, 6, 3, 12 });
	computes(VIEW(BASE ", " SLICED("'as_int': 1")), square, (double[]){ 1, 2, 9, 12 });
	is_refused(VIEW(NAMED("_self_base_index", TENSOR("x"))),
		   "its argument 'self' has a base that does not exist");
	is_refused(VIEW(NAMED("_self_base_index", "'as_int': 1")),
		   "its argument 'self' has a base that does not exist");
	is_refused(VIEW(NAMED("_self_alias", "'as_bool': true")),
		   "its argument 'self' is not among the bases");
	is_refused(VIEW(BASE ", " STRIDED(TENSOR("x"))),
		   "its argument 'self' is a view without a shape");
	is_refused(VIEW(BASE ", " SLICED(TENSOR("x"))),
		   "its argument 'self' is a slice without its ends");
	is_refused(VIEW(NAMED("_self_length", TENSOR("x"))),
		   "its argument 'self' is a list without a length");
}
END_TEST

/* --- Copies ----------------------------------------------------------------------------------- */

/* 70 dimensions. */
#define ONES "1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, "

START_TEST(copies_have_any_number_of_dimensions)
{
	computes(NODE("aten.view.default", X ", " INPUT("'as_ints': [" ONES ONES ONES "4]"),
		      "{" TENSOR("many") "}") ", "
		 NODE("higher_order.auto_functionalized",
		      OPERATOR("aten.mul_.Scalar") ", " NAMED("self", TENSOR("many")) ", "
		      NAMED("other", "'as_int': 3"),
		      "{" TENSOR("result") "}, {" TENSOR("copy") "}") ", "
		 NODE("aten.view.default", INPUT(TENSOR("copy")) ", " INPUT("'as_ints': [2, 2]"),
		      "{" TENSOR("add") "}"),
		 square, (double[]){ 3, 6, 9, 12 });
}
END_TEST

/* Adds 100 to each tensor of a list, and returns their number, the sum of all, and the list. */
static ct_error add_to_all(const ct_value *args, int64_t args_len, void *context, ct_value *results,
			   int64_t results_len)
{
	ct_tensor **list, *sum;
	ct_value copy;
	int64_t len;

	(void)args_len, (void)context, (void)results_len;
	CT_TRY(ct_value_copy(&args[0], &copy));
	CT_TRY(ct_value_take_tensors(&copy, &list, &len));
	results[0] = ct_value_int(len);
	for (int64_t i = 0; i < len; i++)
		CT_TRY(CT(add_, list[i], 100));
	CT_TRY(CT(stack, &sum, CT_TENSORS_OF(list, len)));
	CT_TRY(CT(sum, &sum, sum));
	ct_free(list);
	results[1] = ct_value_tensor(sum);
	return ct_value_copy(&args[0], &results[2]);
}

static ct_library *define_add_to_all(void)
{
	ct_library *library;

	OK(ct_library_new("functional_of_export", &library));
	OK(ct_library_define(library, "add_to_all(Tensor(a!)[] self) -> (int, Tensor, Tensor[])"));
	OK(ct_library_implement(library, "add_to_all", "CompositeExplicitAutograd", add_to_all,
				NULL, NULL));
	return library;
}

/* n * second copy + sum: 2 * (y + 100) + (10 + 100 + 8 * 100). */
START_TEST(copied_lists_and_other_results_are_values)
{
	ct_library *library = define_add_to_all();

	computes(NODE("higher_order.auto_functionalized",
		      OPERATOR("functional_of_export.add_to_all.default") ", "
		      NAMED("self", TENSORS(NAME("x") ", " NAME("y"))),
		      "{'as_sym_int': {'as_name': 'n'}}, {" TENSOR("sum") "}, {"
		      TENSORS(NAME("a") ", " NAME("b")) "}, {"
		      TENSORS(NAME("c") ", " NAME("d")) "}") ", "
		 NODE("aten.mul.Tensor",
		      INPUT(TENSOR("d")) ", " INPUT("'as_sym_int': {'as_name': 'n'}"),
		      "{" TENSOR("product") "}") ", "
		 NODE("aten.add.Tensor", INPUT(TENSOR("product")) ", " INPUT(TENSOR("sum")),
		      "{" TENSOR("add") "}"),
		 square, (double[]){ 1130, 1150, 1170, 1190 });
	ct_library_free(library);
}
END_TEST

/* --- Regions ---------------------------------------------------------------------------------- */

#define PRODUCT                                                                            \
	INPUT(GRAPH("{" TENSOR("a") "}, {" TENSOR("b") "}",                                 \
		    NODE("aten.mul.Tensor", INPUT(TENSOR("a")) ", " INPUT(TENSOR("b")),     \
			 "{" TENSOR("c") "}"),                                              \
		    "{" TENSOR("c") "}"))

/* The inputs are in the form in which Python exports each operator. */
START_TEST(regions_run_as_they_are)
{
	static const char *const nodes[] = {
		HIGHER_ORDER("wrap", PRODUCT ", " X ", " Y),
		HIGHER_ORDER("wrap_activation_checkpoint",
			     PRODUCT ", " X ", " Y ", " NAMED("use_reentrant", "'as_bool': false")),
		HIGHER_ORDER("tag_activation_checkpoint",
			     PRODUCT ", " X ", " Y ", " NAMED("use_reentrant", "'as_bool': false")
			     ", " NAMED("determinism_check", "'as_string': 'default'")),
		HIGHER_ORDER("strict_mode", PRODUCT ", " X_AND_Y),
		HIGHER_ORDER("run_const_graph", PRODUCT ", " X_AND_Y),
		HIGHER_ORDER("invoke_subgraph",
			     PRODUCT ", " INPUT("'as_string': 'subgraph_0'") ", " X ", " Y),
		HIGHER_ORDER("invoke_subgraph",
			     PRODUCT ", " INPUT("'as_string': 'subgraph_0'") ", " X_AND_Y),
		HIGHER_ORDER("invoke_quant",
			     PRODUCT ", " X ", " Y ", " NAMED("scheme", "'as_string': 'nf4'")),
		HIGHER_ORDER("invoke_quant_packed",
			     PRODUCT ", " X ", " Y ", " NAMED("scheme", "'as_string': 'nf4'")),
		HIGHER_ORDER("hints_wrapper",
			     PRODUCT ", " X_AND_Y ", " INPUT("'as_string_to_argument': {}") ", "
			     NAMED("hints", "'as_string_to_argument': {'depth': {'as_int': 2}}")),
		HIGHER_ORDER("foreach_map", PRODUCT ", " X ", " Y),
	};

	for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
		computes(nodes[i], square, (double[]){ 10, 40, 90, 160 });
}
END_TEST

/* --- Symbolic operators ----------------------------------------------------------------------- */

#define SYMBOLIC(target, input, output) ANY_NODE(target, INPUT(input), "{" output "}")

/* int(-1.7) is -1. */
START_TEST(sym_int_truncates)
{
	computes(NODE("aten.sum.default", X, "{" TENSOR("sum") "}") ", "
		 NODE("aten.mul.Scalar", INPUT(TENSOR("sum")) ", " INPUT("'as_float': -0.17"),
		      "{" TENSOR("product") "}") ", "
		 NODE("aten.item.default", INPUT(TENSOR("product")),
		      "{'as_sym_float': {'as_name': 'f'}}") ", "
		 SYMBOLIC("torch.sym_int", "'as_sym_float': {'as_name': 'f'}",
			  "'as_sym_int': {'as_name': 'i'}") ", "
		 SYMBOLIC("_operator.pos", "'as_sym_int': {'as_name': 'i'}",
			  "'as_sym_int': {'as_name': 'j'}") ", "
		 NODE("aten.add.Tensor", X ", " INPUT("'as_sym_int': {'as_name': 'j'}"),
		      "{" TENSOR("add") "}"),
		 square, (double[]){ 0, 1, 2, 3 });
}
END_TEST

/* --- Another dtype ---------------------------------------------------------------------------- */

#define INT32 INPUT("'as_scalar_type': 4")
#define FLOAT32 INPUT("'as_scalar_type': 7")
#define OUT_DTYPE(target, dtype, arguments)                                                \
	HIGHER_ORDER("out_dtype", OPERATOR(target) ", " dtype ", " arguments)
#define Y_AS_INT8                                                                          \
	NODE("aten.to.dtype", Y ", " NAMED("dtype", "'as_scalar_type': 2"),                 \
	     "{" TENSOR("a") "}")
#define A INPUT(TENSOR("a"))

/* 100 * 100 is more than int8 has. */
START_TEST(lists_are_arguments_of_an_operator_of_another_dtype)
{
	computes(Y_AS_INT8 ", " OUT_DTYPE("aten.mul.Tensor", INT32, A ", " A), square,
		 (double[]){ 100, 400, 900, 1600 });
	computes(Y_AS_INT8 ", " OUT_DTYPE("aten.sum.dim_IntList", INT32,
					  A ", " INPUT("'as_ints': [0, 1]") ", " TRUE),
		 (int64_t[]){ 1, 1, -1 }, (double[]){ 100 });
	computes(Y_AS_INT8 ", " OUT_DTYPE("aten.cat.default", INT32,
					  INPUT(TENSORS(NAME("a") ", " NAME("a"))) ", " INT("0")),
		 (int64_t[]){ 4, 2, -1 }, (double[]){ 10, 20, 30, 40, 10, 20, 30, 40 });
}
END_TEST

/* As by Python: "out_dtype's first argument needs to be a functional operator". */
START_TEST(operators_of_another_dtype_do_not_write)
{
	is_refused(OUT_DTYPE("aten.mul_.Tensor", FLOAT32, X ", " X),
		   "its operator writes to its argument 'self'");
	is_refused(OUT_DTYPE("aten.relu_.default", FLOAT32, X),
		   "its operator writes to its argument 'self'");
	is_refused(OUT_DTYPE("aten.mul.out", FLOAT32, X ", " X ", " X),
		   "its operator writes to its argument 'out'");
}
END_TEST

/* 1 + 1e-12, a float64 without dimensions, is 1 among float32. */
START_TEST(tensors_without_dimensions_give_way)
{
	computes(NODE("aten.select.int", X ", " INT("0") ", " INT("0"), "{" TENSOR("row") "}") ", "
		 NODE("aten.select.int", INPUT(TENSOR("row")) ", " INT("0") ", " INT("0"),
		      "{" TENSOR("one") "}") ", "
		 NODE("aten.to.dtype",
		      INPUT(TENSOR("one")) ", " NAMED("dtype", "'as_scalar_type': 8"),
		      "{" TENSOR("double") "}") ", "
		 NODE("aten.add.Tensor", INPUT(TENSOR("double")) ", " INPUT("'as_float': 1e-12"),
		      "{" TENSOR("more") "}") ", "
		 OUT_DTYPE("aten.eq.Tensor", FLOAT32, X ", " INPUT(TENSOR("more"))),
		 square, (double[]){ 1, 0, 0, 0 });
}
END_TEST

START_TEST(results_that_are_no_tensor_are_refused)
{
	CT_SCOPE;
	ct_tensor *add;

	FAILS_WITH(run_nodes(OUT_DTYPE("aten.unbind.int", INT32, X ", " INT("0")), &add),
		   CT_ERROR_TYPE, "");
}
END_TEST

/* --- Loops ------------------------------------------------------------------------------------ */

/* Adds 0, 1, ..., 49 to x: the counter becomes a number, and the number a tensor. A list of tensors
 * is dropped. */
static const char loop[] =
	NODE("aten.zeros.default",
	     INPUT("'as_ints': []") ", " NAMED("dtype", "'as_scalar_type': 5"),
	     "{" TENSOR("zero") "}") ", "
	NODE("higher_order.while_loop",
		INPUT(GRAPH("{" TENSOR("i") "}, {" TENSOR("a") "}",
			    NODE("aten.lt.Scalar", INPUT(TENSOR("i")) ", " INT("50"),
				 "{" TENSOR("less") "}"),
			    "{" TENSOR("less") "}")) ", "
		INPUT(GRAPH("{" TENSOR("i") "}, {" TENSOR("a") "}",
			    NODE("aten.item.default", INPUT(TENSOR("i")),
				 "{'as_sym_int': {'as_name': 'u0'}}") ", "
			    NODE("aten.unbind.int", INPUT(TENSOR("a")) ", " INT("0"), "") ", "
			    NODE("aten.add.Tensor",
				 INPUT(TENSOR("a")) ", " INPUT("'as_sym_int': {'as_name': 'u0'}"),
				 "{" TENSOR("b") "}") ", "
			    NODE("aten.add.Tensor", INPUT(TENSOR("i")) ", " INT("1"),
				 "{" TENSOR("j") "}"),
			    "{" TENSOR("j") "}, {" TENSOR("b") "}")) ", "
		INPUT(TENSORS(NAME("zero") ", " NAME("x"))) ", " NONE,
		"{" TENSOR("end") "}, {" TENSOR("add") "}");

static void note_handles(const char *name, const char *target, int64_t nanoseconds, void *context)
{
	int64_t *most = context;

	(void)name, (void)target, (void)nanoseconds;
	if (live_handles() > *most)
		*most = live_handles();
}

START_TEST(loops_do_not_collect_handles)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(2, 2)), **results;
	const int64_t before = live_handles();
	int64_t most = 0, n;
	ct_export *program;

	computes(loop, square, (double[]){ 1226, 1227, 1228, 1229 });
	OK(load_nodes(loop, &program));
	ct_export_set_profile(program, note_handles, &most, NULL);
	OK(ct_export_run(program, CT_TENSORS(x, x), &results, &n));
	ck_assert_int_ge(most, before);
	ck_assert_int_lt(most - before, 20);
	ct_export_free(program);
}
END_TEST

/* --- Slices ----------------------------------------------------------------------------------- */

#define SUM NODE("aten.sum.default", X, "{" TENSOR("s") "}")
#define SUMS INPUT(TENSORS(NAME("s")))

static void fails_to_run(const char *nodes, const char *part)
{
	CT_SCOPE;
	ct_tensor *add;

	FAILS_WITH(run_nodes(nodes, &add), CT_ERROR_VALUE, part);
}

START_TEST(tensors_without_dimensions_are_not_sliced)
{
	static const char part[] = "it cannot slice a tensor without dimensions";

	fails_to_run(SUM ", " HIGHER_ORDER("map_impl", IDENTITY ", " SUMS ", " NONE), part);
	fails_to_run(SUM ", " HIGHER_ORDER("associative_scan", FIRST ", " SUMS ", " NONE), part);
	fails_to_run(SUM ", " HIGHER_ORDER("scan", FIRST ", " XS ", " SUMS ", " NONE), part);
}
END_TEST

/* Each half of the rows would become all of them again. */
START_TEST(scan_whose_graph_adds_rows_ends)
{
	fails_to_run(HIGHER_ORDER("associative_scan",
				  INPUT(GRAPH("{" TENSOR("a") "}, {" TENSOR("b") "}",
					      NODE("aten.cat.default",
						   INPUT(TENSORS(NAME("a") ", " NAME("b"))) ", "
						   INT("0"), "{" TENSOR("c") "}"),
					      "{" TENSOR("c") "}")) ", " XS ", " NONE),
		     "its graph, called with 1 rows, returned 2");
}
END_TEST

START_TEST(scan_needs_outputs_for_what_it_carries)
{
	fails_to_run(HIGHER_ORDER("scan", IDENTITY ", " X_AND_Y ", " XS ", " NONE),
		     "its graph has 1 outputs for 2 carried values");
	fails_to_run(HIGHER_ORDER("map_impl", IDENTITY ", " NONE ", " NONE),
		     "it has nothing to slice");
}
END_TEST

START_TEST(tensors_of_other_lengths_are_not_sliced)
{
	fails_to_run(NODE("aten.view.default", Y ", " INPUT("'as_ints': [4]"),
			  "{" TENSOR("rows") "}") ", "
		     HIGHER_ORDER("map_impl", FIRST ", "
				  INPUT(TENSORS(NAME("x") ", " NAME("rows"))) ", " NONE),
		     "it cannot slice tensors of 2 and 4 rows together");
}
END_TEST

/* clang-format on */

Suite *higher_order_suite(void)
{
	Suite *suite = suite_create("higher-order operators");
	TCase *tests = tests_of("higher-order operators");

	tcase_add_test(tests, inputs_of_other_types_are_refused);
	tcase_add_test(tests, inputs_without_descriptions_are_not_followed);
	tcase_add_test(tests, sparse_arguments_are_copied);
	tcase_add_test(tests, views_of_bases_are_checked);
	tcase_add_test(tests, copies_have_any_number_of_dimensions);
	tcase_add_test(tests, copied_lists_and_other_results_are_values);
	tcase_add_test(tests, regions_run_as_they_are);
	tcase_add_test(tests, sym_int_truncates);
	tcase_add_test(tests, lists_are_arguments_of_an_operator_of_another_dtype);
	tcase_add_test(tests, operators_of_another_dtype_do_not_write);
	tcase_add_test(tests, tensors_without_dimensions_give_way);
	tcase_add_test(tests, results_that_are_no_tensor_are_refused);
	tcase_add_test(tests, loops_do_not_collect_handles);
	tcase_add_test(tests, tensors_without_dimensions_are_not_sliced);
	tcase_add_test(tests, scan_whose_graph_adds_rows_ends);
	tcase_add_test(tests, scan_needs_outputs_for_what_it_carries);
	tcase_add_test(tests, tensors_of_other_lengths_are_not_sliced);
	suite_add_tcase(suite, tests);
	return suite;
}

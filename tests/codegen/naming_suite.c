/* The names in C: symbols, parameters, results, files, and collisions. */
#include <string.h>

#include "load.h"
#include "name/naming.h"
#include "support.h"

/* --- operators -------------------------------------------------------------------------------- */

static const struct {
	const char *func, *struct_name, *symbol, *group, *shard;
} operators[] = {
	{ "mm(Tensor self) -> Tensor", "mm", "ct_mm", "m", "m" },
	{ "add.Tensor(Tensor self) -> Tensor", "add_Tensor", "ct_add_Tensor", "a", "a" },
	{ "add_.Tensor(Tensor(a!) self) -> Tensor(a!)", "add__Tensor", "ct_add__Tensor", "a", "a" },
	{ "add.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", "add_out", "ct_add_out", "a",
	  "a" },
	{ "__iand__.Scalar(Tensor(a!) self) -> Tensor(a!)", "__iand___Scalar", "ct___iand___Scalar",
	  "private_t_z", "private_t_z" },
	{ "_cast_Byte(Tensor self) -> Tensor", "_cast_Byte", "ct__cast_Byte", "private_a_c",
	  "private_a_c" },
	{ "_foreach_add.List(Tensor[] self) -> Tensor[]", "_foreach_add_List",
	  "ct__foreach_add_List", "foreach", "foreach" },
	{ "_fused_adam(Tensor[] self) -> Tensor[]", "_fused_adam", "ct__fused_adam", "fused",
	  "foreach" },
	{ "_fused_dropout(Tensor self) -> Tensor", "_fused_dropout", "ct__fused_dropout", "fused",
	  "foreach" },
	{ "linalg_qr(Tensor A) -> Tensor", "linalg_qr", "ct_linalg_qr", "linalg", "linalg" },
	{ "_linalg_det(Tensor A) -> Tensor", "_linalg_det", "ct__linalg_det", "private_d_l",
	  "private_d_l" },
	{ "fft_fft(Tensor self) -> Tensor", "fft_fft", "ct_fft_fft", "fft", "f" },
	{ "special_i0(Tensor self) -> Tensor", "special_i0", "ct_special_i0", "special",
	  "special" },
	{ "nested_to(Tensor self) -> Tensor", "nested_to", "ct_nested_to", "nested", "backends" },
	{ "sparse_mask(Tensor self) -> Tensor", "sparse_mask", "ct_sparse_mask", "sparse",
	  "backends" },
	{ "sparsely(Tensor self) -> Tensor", "sparsely", "ct_sparsely", "s", "s" },
	{ "quantized_lstm(Tensor self) -> Tensor", "quantized_lstm", "ct_quantized_lstm",
	  "quantized", "backends" },
	{ "mkldnn_linear(Tensor self) -> Tensor", "mkldnn_linear", "ct_mkldnn_linear", "mkldnn",
	  "backends" },
	{ "cudnn_grid(Tensor self) -> Tensor", "cudnn_grid", "ct_cudnn_grid", "cudnn", "backends" },
	{ "zeros(int[] size) -> Tensor", "zeros", "ct_zeros", "z", "u_z" },
	{ "_(Tensor(a!) self) -> Tensor(a!)", "_", "ct__", "private_t_z", "private_t_z" },
	{ "Big(Tensor self) -> Tensor", "Big", "ct_Big", "b", "b" },
};

START_TEST(an_operators_name_tells_its_symbol_and_its_files)
{
	const struct op *op =
		load_named(arena_printf(&arena, "- func: %s\n", operators[_i].func))->ops.at[0];

	ck_assert_str_eq(op->struct_name, operators[_i].struct_name);
	ck_assert_str_eq(op->symbol, operators[_i].symbol);
	ck_assert_str_eq(op->group, operators[_i].group);
	ck_assert_str_eq(op->shard, operators[_i].shard);
	ck_assert_ptr_null(op->method);
}
END_TEST

START_TEST(what_has_the_method_variant_has_a_method_form_too)
{
	struct model *model = load_named("- func: a(Tensor self) -> Tensor\n"
					 "  variants: method\n"
					 "- func: b.x(Tensor self) -> Tensor\n"
					 "  variants: method, function\n"
					 "- func: c(Tensor self) -> Tensor\n"
					 "  variants: function\n");

	ck_assert_str_eq(find_op(model, "a")->method, "ct_Tensor_a");
	ck_assert_str_eq(find_op(model, "a")->symbol, "ct_a");
	ck_assert_str_eq(find_op(model, "b.x")->method, "ct_Tensor_b_x");
	ck_assert_ptr_null(find_op(model, "c")->method);
	ck_assert_uint_eq(model->methods, 2);
}
END_TEST

START_TEST(operators_and_groups_are_sorted_by_their_bytes)
{
	struct model *model = load_named("- func: b(Tensor x) -> Tensor\n"
					 "- func: a_(Tensor(a!) self) -> Tensor(a!)\n"
					 "- func: _c(Tensor x) -> Tensor\n"
					 "- func: aB(Tensor x) -> Tensor\n");
	static const char *const symbols[] = { "ct__c", "ct_aB", "ct_a_", "ct_b" };

	for (size_t i = 0; i < 4; i++)
		ck_assert_str_eq(model->by_symbol[i]->symbol, symbols[i]);
	ck_assert_uint_eq(model->groups.len, 3);
	ck_assert_str_eq(model->groups.at[0], "a");
	ck_assert_str_eq(model->groups.at[1], "b");
	ck_assert_str_eq(model->groups.at[2], "private_a_c");
}
END_TEST

START_TEST(a_symbol_or_those_that_begin_with_it_are_found)
{
	struct model *model = load_named("- func: add.B(Tensor x) -> Tensor\n"
					 "- func: add.A(Tensor x, int n) -> Tensor\n"
					 "- func: adds(Tensor x) -> Tensor\n"
					 "- func: abs(Tensor x) -> Tensor\n");

	ck_assert_uint_eq(model->ops.len, 4);
	ck_assert_uint_eq(naming_lower_bound(model, "ct_"), 0);
	ck_assert_uint_eq(naming_lower_bound(model, "ct_abs"), 0);
	ck_assert_uint_eq(naming_lower_bound(model, "ct_add_"), 1);
	ck_assert_uint_eq(naming_lower_bound(model, "ct_add_B"), 2);
	ck_assert_uint_eq(naming_lower_bound(model, "ct_adds"), 3);
	ck_assert_uint_eq(naming_lower_bound(model, "ct_b"), 4);
}
END_TEST

START_TEST(an_overload_has_a_name_after_its_dot_and_is_no_out_form)
{
	struct op op = { .name = "add.Tensor", .kind = KIND_FUNCTIONAL };

	ck_assert(naming_is_overload(&op, "add", 3));
	ck_assert(naming_is_overload(&op, op.name, 3));
	ck_assert(!naming_is_overload(&op, "ad", 2));
	ck_assert(!naming_is_overload(&op, "add_", 4));
	op.is_derived = true;
	ck_assert(!naming_is_overload(&op, "add", 3));
	op = (struct op){ .name = "add.out", .kind = KIND_OUT };
	ck_assert(!naming_is_overload(&op, "add", 3));
	op = (struct op){ .name = "add", .kind = KIND_FUNCTIONAL };
	ck_assert(!naming_is_overload(&op, "add", 3));
}
END_TEST

START_TEST(every_letter_has_a_shard)
{
	for (const char *c = "abcdefghijklmnopqrstuvwxyzABCXYZ_"; *c; c++) {
		struct model *model = load_named(arena_printf(
			&arena, "- func: %cx(Tensor x) -> ()\n- func: _%cx(Tensor x) -> ()\n", *c,
			*c));

		for (size_t i = 0; i < 2; i++) {
			size_t j = 0;

			while (naming_shard(j) && strcmp(naming_shard(j), model->ops.at[i]->shard))
				j++;
			ck_assert_ptr_nonnull(naming_shard(j));
		}
	}
}
END_TEST

/* --- parameters and results ------------------------------------------------------------------- */

static const char *names_of(const char *func)
{
	const struct schema *schema =
		&load_named(arena_printf(&arena, "- func: %s\n", func))->ops.at[0]->schema;
	const char *names = "";

	for (size_t i = 0; i < schema->args.len; i++)
		names = arena_printf(&arena, "%s%s %s ", names, schema->args.at[i].c_name,
				     schema->args.at[i].c_length ? schema->args.at[i].c_length
								 : "");
	names = arena_printf(&arena, "%s->", names);
	for (size_t i = 0; i < schema->rets.len; i++)
		names = arena_printf(&arena, "%s %s %s", names, schema->rets.at[i].c_name,
				     schema->rets.at[i].c_length ? schema->rets.at[i].c_length
								 : "");
	return names;
}

static const struct {
	const char *func, *names; /* each parameter and its length, if any, then the results */
} named[] = {
	{ "f(Tensor self, int[] size) -> Tensor", "self  size size_len -> result " },
	{ "f() -> (Tensor values, Tensor indices)", "-> values  indices " },
	{ "f() -> (Tensor, Tensor, SymInt)", "-> result0  result1  result2 " },
	/* the position counts all returns, including named ones */
	{ "f() -> (Tensor a, Tensor, Tensor c)", "-> a  result1  c " },
	{ "f() -> Tensor grid", "-> grid " },
	{ "f() -> Tensor[]", "-> result result_len" },
	{ "f(Tensor x) -> ()", "x  ->" },
	/* already the name of a parameter */
	{ "f(Tensor out) -> Tensor out", "out  -> out_result " },
	{ "f(Tensor result) -> Tensor", "result  -> result_result " },
	{ "f(Tensor result1) -> (Tensor, Tensor)", "result1  -> result0  result1_result " },
	{ "f(Tensor self, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, "
	  "Tensor(b!) indices)",
	  "self  values  indices  -> values_result  indices_result " },
	{ "f(int[] a) -> Tensor a_len", "a a_len -> a_len_result " },
	/* words of C and C++, macros of C99 */
	{ "f(Tensor complex, int I, int default, bool new) -> Tensor",
	  "complex_  I_  default_  new_  -> result " },
	{ "f(int from, Tensor N, Tensor A, Tensor LU, int unsafe, Tensor HxW, int index) -> ()",
	  "from  N  A  LU  unsafe  HxW  index  ->" },
	{ "f(Scalar pow, Tensor and, Tensor xor_eq) -> Tensor return",
	  "pow_  and_  xor_eq_  -> return_ " },
	{ "f(int[] class) -> Tensor[] register", "class_ class_len -> register_ register_len" },
	{ "f(int EOF, int EINVAL, int INT_MAX, int _Bool) -> Tensor",
	  "EOF_  EINVAL_  INT_MAX_  _Bool_  -> result " },
	{ "f(Tensor UPLO, Tensor LU, int HxW, int E) -> Tensor", "UPLO  LU  HxW  E  -> result " },
	{ "f(Tensor log) -> Tensor log", "log_  -> log_result " },
	/* parameter types, names that the library declares, and names of macros */
	{ "f(Tensor ct_tensor, int int64_t, Scalar ct_scalar, float size_t) -> Tensor ct_error",
	  "ct_tensor_  int64_t_  ct_scalar_  size_t  -> ct_error_ " },
	{ "f(int[] ct_list, int CT_HERE, int LU_pivots, int TORCH_API, int a_B, int B_) -> ()",
	  "ct_list_ ct_list_len_ CT_HERE_  LU_pivots  TORCH_API_  a_B  B_  ->" },
	{ "f() -> Tensor[] ct_tensor", "-> ct_tensor_ ct_tensor_len_" },
};

START_TEST(parameters_and_results_have_names_that_c_can_use)
{
	ck_assert_str_eq(names_of(named[_i].func), named[_i].names);
}
END_TEST

START_TEST(a_written_result_knows_its_argument)
{
	const struct schema *schema =
		&load_named(
			 "- func: f(Tensor(a!) x, *, Tensor(b!) y) -> (Tensor(b!), Tensor(a!))\n")
			 ->ops.at[0]
			 ->schema;

	ck_assert_ptr_eq(schema->rets.at[0].written, &schema->args.at[1]);
	ck_assert_ptr_eq(schema->rets.at[1].written, &schema->args.at[0]);
	schema = &load_named("- func: f(Tensor(a) self) -> Tensor(a)\n")->ops.at[0]->schema;
	ck_assert_ptr_null(schema->rets.at[0].written);
}
END_TEST

/* --- collisions ------------------------------------------------------------------------------- */

static void collide(const char *header, const char *entries, const char *expected)
{
	const char *path = write_yaml(entries);
	struct model model;
	struct api api = { 0 };

	write_file("include/thing.h", header);
	assert_silent(model_load(&arena, &diag, path, &model));
	assert_silent(header_scan(&arena, &diag, path_in_folder("include"), &api));
	assert_says(naming_assign(&arena, &diag, &model, &api), in_folder(expected));
}

START_TEST(two_operators_cannot_have_one_c_name)
{
	collide("#define CT_X 1\n",
		"- func: add.Tensor(Tensor self) -> Tensor\n"
		"- func: add_Tensor(Tensor self) -> Tensor\n",
		"@/ops.yaml:4:9: error: the name 'ct_add_Tensor' of the operator 'add_Tensor' is "
		"already used by the operator 'add.Tensor'\n"
		"  - func: add_Tensor(Tensor self) -> Tensor\n"
		"          ^\n"
		"@/ops.yaml:3:9: note: the operator 'add.Tensor' is here\n"
		"  - func: add.Tensor(Tensor self) -> Tensor\n"
		"          ^\n");
}
END_TEST

START_TEST(a_method_form_cannot_be_another_operators_function)
{
	collide("#define CT_X 1\n",
		"- func: a(Tensor self) -> Tensor\n"
		"  variants: method\n"
		"- func: Tensor.a(Tensor self) -> Tensor\n",
		"@/ops.yaml:5:9: error: the name 'ct_Tensor_a' of the operator 'Tensor.a' is "
		"already used by the operator 'a'\n"
		"  - func: Tensor.a(Tensor self) -> Tensor\n"
		"          ^\n"
		"@/ops.yaml:3:9: note: the operator 'a' is here\n"
		"  - func: a(Tensor self) -> Tensor\n"
		"          ^\n");
}
END_TEST

/* Each kind of declaration guards its names. */
static const struct {
	const char *header, *what; /* the line of the header that declares ct_thing */
} guards[] = {
	{ "CT_API void ct_thing(int64_t n) CT_NOEXCEPT;", "CT_API" },
	{ "typedef struct ct_thing ct_thing;", "a handle" },
	{ "typedef int32_t ct_thing;", "a type" },
	{ "typedef struct ct_thing { int64_t n; } ct_thing;", "a struct" },
	{ "typedef void (*ct_thing)(void *data);", "a function's type" },
	{ "enum ct_some_value { ct_other = 0, ct_thing = 1 };", "an enumerator" },
	{ "#define ct_thing(x) (x)", "a macro" },
	{ "static inline int ct_thing(int n) { return n; }", "an inline function" },
};

START_TEST(an_operator_cannot_take_a_name_of_the_runtime)
{
	collide(arena_printf(&arena, "%s\n", guards[_i].header), "- func: thing(Tensor x) -> ()\n",
		arena_printf(&arena,
			     "@/ops.yaml:3:9: error: the name 'ct_thing' of the operator 'thing' "
			     "is already used by the runtime in ctorch/thing.h\n"
			     "  - func: thing(Tensor x) -> ()\n"
			     "          ^\n"
			     "@/include/thing.h:1:1: note: the runtime in ctorch/thing.h is here\n"
			     "  %s\n"
			     "  ^\n",
			     guards[_i].header));
}
END_TEST

static const struct {
	const char *func, *name;
} twins[] = {
	{ "f(int[] a, int a_len) -> ()", "a_len" },
	{ "f(Tensor int, Tensor int_) -> ()", "int_" },
	{ "f() -> (Tensor a, Tensor a)", "a" },
	{ "f(Tensor out, Tensor out_result) -> Tensor out", "out_result" },
	{ "f() -> (Tensor[] a, Tensor a_len)", "a_len" },
};

START_TEST(two_parameters_cannot_have_one_name)
{
	const char *func = twins[_i].func;
	const char *path = write_yaml(arena_printf(&arena, "- func: %s\n", func));
	struct model model;
	struct api api = { 0 };

	assert_silent(model_load(&arena, &diag, path, &model));
	assert_says(naming_assign(&arena, &diag, &model, &api),
		    arena_printf(&arena,
				 "%s:3:9: error: two parameters of ct_f would be named '%s'\n"
				 "  - func: %s\n"
				 "          ^\n",
				 path, twins[_i].name, func));
}
END_TEST

START_TEST(a_schema_cannot_end_the_comment_above_its_function)
{
	const char *path = write_yaml("- func: f(str s='*/') -> ()\n");
	struct model model;
	struct api api = { 0 };

	assert_silent(model_load(&arena, &diag, path, &model));
	assert_says(naming_assign(&arena, &diag, &model, &api),
		    arena_printf(&arena,
				 "%s:3:9: error: a schema cannot contain '/*' or '*/'\n"
				 "  - func: f(str s='*/') -> ()\n"
				 "          ^\n",
				 path));
}
END_TEST

Suite *naming_suite(void)
{
	Suite *suite = suite_create("naming");
	TCase *names = add_case(suite, "names"), *meet = add_case(suite, "collisions");

	tcase_add_loop_test(names, an_operators_name_tells_its_symbol_and_its_files, 0,
			    sizeof operators / sizeof *operators);
	tcase_add_test(names, what_has_the_method_variant_has_a_method_form_too);
	tcase_add_test(names, operators_and_groups_are_sorted_by_their_bytes);
	tcase_add_test(names, a_symbol_or_those_that_begin_with_it_are_found);
	tcase_add_test(names, an_overload_has_a_name_after_its_dot_and_is_no_out_form);
	tcase_add_test(names, every_letter_has_a_shard);
	tcase_add_loop_test(names, parameters_and_results_have_names_that_c_can_use, 0,
			    sizeof named / sizeof *named);
	tcase_add_test(names, a_written_result_knows_its_argument);
	tcase_add_test(meet, two_operators_cannot_have_one_c_name);
	tcase_add_test(meet, a_method_form_cannot_be_another_operators_function);
	tcase_add_loop_test(meet, an_operator_cannot_take_a_name_of_the_runtime, 0,
			    sizeof guards / sizeof *guards);
	tcase_add_loop_test(meet, two_parameters_cannot_have_one_name, 0,
			    sizeof twins / sizeof *twins);
	tcase_add_test(meet, a_schema_cannot_end_the_comment_above_its_function);
	return suite;
}

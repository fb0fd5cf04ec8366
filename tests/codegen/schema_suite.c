/* The language of `func:`: each production. schema_refusals_suite.c tests what is rejected. */
#include <string.h>

#include "read/schema.h"
#include "read/schema_lex.h"
#include "support.h"

static const char *printed(const struct schema *schema)
{
	struct strbuf text = { 0 };
	const char *result;

	schema_print(&text, schema);
	result = arena_strdup(&arena, strbuf_str(&text));
	strbuf_free(&text);
	return result;
}

/* --- accepted schemas ------------------------------------------------------------------------- */

/* From the yaml of 2.15.0 or 1.13.1; each has something that the others do not have. */
static const char *const schemas[] = {
	"mm(Tensor self, Tensor mat2) -> Tensor",
	/* no arguments, no returns, both */
	"_cudnn_init_dropout_state() -> Tensor",
	"_assert_async(Tensor self) -> ()",
	"nothing() -> ()",
	/* defaults with commas, brackets, quotes and escapes */
	"_test_string_default(Tensor dummy, str a=\"\\\"'\\\\\", str b='\"\\'\\\\') -> Tensor",
	"fft_fft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2,-1], str? norm=None) -> Tensor",
	"diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)",
	"linalg_matrix_norm(Tensor self, Scalar ord, int[] dim=[-2,-1], bool keepdim=False, *, "
	"ScalarType? dtype=None) -> Tensor",
	"binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean) "
	"-> Tensor",
	"tril_indices(int row, int col, int offset=0, *, ScalarType? dtype=long, "
	"Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
	"contiguous(Tensor(a) self, *, MemoryFormat memory_format=contiguous_format) -> Tensor(a)",
	"norm.Scalar(Tensor self, Scalar p=2) -> Tensor",
	"avg_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, "
	"bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor",
	"div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor",
	"quantile(Tensor self, Tensor q, int? dim=None, bool keepdim=False, *, "
	"str interpolation='linear') -> Tensor",
	"slice.Tensor(Tensor(a) self, int dim=0, SymInt? start=None, SymInt? end=None, "
	"SymInt step=1) -> Tensor(a)",
	"flatten.using_ints(Tensor(a) self, int start_dim=0, int end_dim=-1) -> Tensor(a)",
	"layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, "
	"Tensor? bias=None, float eps=1e-05, bool cudnn_enable=True) -> Tensor",
	"random_.from(Tensor(a!) self, int from, int? to=9223372036854775807, *, "
	"Generator? generator=None) -> Tensor(a!)",
	/* aliases */
	"add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)",
	"unbind.int(Tensor(a -> *) self, int dim=0) -> Tensor(a)[]",
	"_fused_adam_(Tensor(a!)[] self, Tensor(b!)[] grads, *, float lr) -> ()",
	"_reshape_alias_two(Tensor(a|b) self, Tensor(b!) other) -> Tensor(a|b)",
	"split_copy.Tensor_out(Tensor self, SymInt split_size, int dim=0, *, Tensor(a!)[] out) "
	"-> ()",
	"moved(Tensor(a! -> b|c) self) -> Tensor(b|c)",
	/* lists, optional ones and lists of optional ones */
	"index.Tensor(Tensor self, Tensor?[] indices) -> Tensor",
	"conv_backward(Tensor grad, bool[3] output_mask) -> (Tensor, Tensor, Tensor)",
	"sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, "
	"ScalarType? dtype=None) -> Tensor",
	"upsample_nearest1d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) "
	"-> Tensor",
	"_foreach_add.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[]",
	"sum.dim_DimnameList(Tensor self, Dimname[1] dim, bool keepdim=False) -> Tensor",
	"rename(Tensor(a) self, Dimname[]? names) -> Tensor(a)",
	/* returns: named, one named, mixed */
	"max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
	"grid_one(Tensor self) -> Tensor grid",
	"_scaled_dot_product_flash_attention(Tensor query, Tensor key, Tensor value, "
	"float dropout_p=0.0, bool is_causal=False, bool return_debug_mask=False, *, "
	"float? scale=None) -> (Tensor output, Tensor logsumexp, Tensor cum_seq_q, "
	"Tensor cum_seq_k, SymInt max_q, SymInt max_k, Tensor rng_state, Tensor unused, "
	"Tensor debug_attn_mask)",
	"max.dim_max(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) max, "
	"Tensor(b!) max_values) -> (Tensor(a!) values, Tensor(b!) indices)",
	"sym_is_contiguous(Tensor self, MemoryFormat memory_format=contiguous_format) -> SymBool",
	"qscheme(Tensor self) -> QScheme",
	/* self not first, arguments called like words of C++ */
	"where.self(Tensor condition, Tensor self, Tensor other) -> Tensor",
	"polygamma(int n, Tensor self) -> Tensor",
	"set_.source_Storage(Tensor(a!) self, Storage source) -> Tensor(a!)",
	"record_stream(Tensor(a!) self, Stream s) -> ()",
	"_cuda_one(Tensor self, DeviceIndex device, Device? d=None, Layout layout=strided) -> bool",
	/* names */
	"__and__.Scalar(Tensor self, Scalar other) -> Tensor",
	"__iand__.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)",
	"_fused_moving_avg_obs_fq_helper_functional(Tensor self) -> (Tensor, Tensor)",
	"_x(Tensor A, Tensor N, Tensor LU, Tensor HxW) -> Tensor",
};

START_TEST(every_form_prints_back_as_it_was_written)
{
	struct schema schema = parsed_schema(schemas[_i]);

	assert_text(printed(&schema), schemas[_i]);
}
END_TEST

START_TEST(an_operator_has_a_base_and_an_overload)
{
	struct schema schema = parsed_schema("add.Tensor(Tensor self) -> Tensor");

	ck_assert_str_eq(schema.name.base, "add");
	ck_assert_str_eq(schema.name.overload, "Tensor");
	ck_assert(!schema.name.is_inplace && !schema.name.is_dunder && !schema.name.is_functional);
	ck_assert_str_eq(parsed_schema("mm(Tensor self) -> Tensor").name.overload, "");
}
END_TEST

START_TEST(a_trailing_underscore_is_in_place)
{
	struct schema schema = parsed_schema("add_.Tensor(Tensor(a!) self) -> Tensor(a!)");

	ck_assert_str_eq(schema.name.base, "add");
	ck_assert(schema.name.is_inplace);
}
END_TEST

START_TEST(a_dunder_with_an_i_is_in_place_only_where_python_has_one)
{
	struct schema iand = parsed_schema("__iand__.Scalar(Tensor(a!) self) -> Tensor(a!)");
	struct schema and = parsed_schema("__and__.Scalar(Tensor self) -> Tensor");
	struct schema index = parsed_schema("__index__(Tensor self) -> Tensor");

	ck_assert(iand.name.is_dunder && iand.name.is_inplace);
	ck_assert_str_eq(iand.name.base, "and");
	ck_assert(and.name.is_dunder && !and.name.is_inplace);
	ck_assert_str_eq(and.name.base, "and");
	ck_assert(index.name.is_dunder && !index.name.is_inplace);
	ck_assert_str_eq(index.name.base, "index");
}
END_TEST

START_TEST(a_functional_suffix_is_taken_off_the_base)
{
	struct schema schema = parsed_schema("_foo_functional(Tensor self) -> Tensor");

	ck_assert(schema.name.is_functional);
	ck_assert_str_eq(schema.name.base, "_foo");
	ck_assert(!parsed_schema("functional(Tensor self) -> Tensor").name.is_functional);
}
END_TEST

START_TEST(defaults_are_kept_as_written)
{
	static const char *const defaults[] = { "\"\\\"'\\\\\"",
						"'\"\\'\\\\'",
						"[-2,-1]",
						"[]",
						"Mean",
						"long",
						"contiguous_format",
						"9223372036854775807",
						"1e-05",
						"'linear'",
						"\"a, b) -> c\"",
						"None",
						"-1",
						"0.0",
						"[[1,2],[3]]",
						"(1,2)" };
	struct schema schema;

	for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) {
		schema = parsed_schema(
			arena_printf(&arena, "f(str a=%s, int b=1) -> ()", defaults[i]));
		ck_assert_uint_eq(schema.args.len, 2);
		ck_assert_str_eq(schema.args.at[0].default_text, defaults[i]);
		ck_assert_str_eq(schema.args.at[1].default_text, "1");
	}
	schema = parsed_schema("f(str a) -> ()");
	ck_assert_ptr_null(schema.args.at[0].default_text);
}
END_TEST

START_TEST(an_alias_says_what_it_was_written_to_and_becomes)
{
	struct schema schema = parsed_schema("f(Tensor(a!) self, Tensor(b|c) x, Tensor(d -> *) y, "
					     "Tensor(e!)[] z, Tensor w) -> Tensor(a!)");
	const struct arg *args = schema.args.at;

	ck_assert_str_eq(args[0].alias->before, "a");
	ck_assert(args[0].alias->is_write && !args[0].alias->after);
	ck_assert_str_eq(args[1].alias->before, "b|c");
	ck_assert(!args[1].alias->is_write);
	ck_assert_str_eq(args[2].alias->before, "d");
	ck_assert_str_eq(args[2].alias->after, "*");
	ck_assert(args[3].alias->is_write && args[3].type->kind == TYPE_LIST);
	ck_assert_ptr_null(args[4].alias);
	ck_assert(alias_equal(args[0].alias, schema.rets.at[0].alias));
	ck_assert(!alias_equal(args[1].alias, args[2].alias));
	ck_assert(!alias_equal(args[4].alias, args[4].alias));
	ck_assert_str_eq(alias_text(&arena, args[0].alias), "(a!)");
	ck_assert_str_eq(alias_text(&arena, args[1].alias), "(b|c)");
	ck_assert_str_eq(alias_text(&arena, args[2].alias), "(d -> *)");
	ck_assert_ptr_null(alias_text(&arena, args[4].alias));
}
END_TEST

START_TEST(types_nest_from_the_inside_out)
{
	static const char *const types[] = { "Tensor?[]", "int[2]?",  "bool[3]",
					     "SymInt[]?", "Tensor[]", "str?" };
	struct schema schema;

	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		schema = parsed_schema(arena_printf(&arena, "f(%s x) -> ()", types[i]));
		ck_assert_str_eq(type_text(&arena, schema.args.at[0].type), types[i]);
	}
	schema = parsed_schema("f(int[2]? x, Tensor?[] y) -> ()");
	ck_assert_int_eq(schema.args.at[0].type->kind, TYPE_OPTIONAL);
	ck_assert_int_eq(schema.args.at[0].type->element->kind, TYPE_LIST);
	ck_assert_int_eq(schema.args.at[0].type->element->size, 2);
	ck_assert_int_eq(schema.args.at[1].type->kind, TYPE_LIST);
	ck_assert_int_eq(schema.args.at[1].type->element->kind, TYPE_OPTIONAL);
}
END_TEST

START_TEST(arguments_behind_the_star_are_keyword_only)
{
	struct schema schema = parsed_schema("f(Tensor a, *, int b, int c=1) -> ()");

	ck_assert(!schema.args.at[0].is_keyword_only);
	ck_assert(schema.args.at[1].is_keyword_only && schema.args.at[2].is_keyword_only);
}
END_TEST

START_TEST(self_is_found_by_its_name_wherever_it_stands)
{
	struct schema where = parsed_schema(
		"where.self(Tensor condition, Tensor self, Tensor o) -> Tensor");
	struct schema none = parsed_schema("f(Tensor input) -> Tensor");
	struct schema keyword = parsed_schema("f(Tensor a, *, Tensor self) -> Tensor");

	ck_assert_uint_eq(schema_self(&where), 1);
	ck_assert_uint_eq(schema_self(&none), none.args.len);
	ck_assert_uint_eq(schema_self(&keyword), keyword.args.len);
}
END_TEST

START_TEST(returns_keep_their_names_and_order)
{
	struct schema tuple = parsed_schema("f() -> (Tensor values, SymInt, Tensor[] rest)");
	struct schema one = parsed_schema("f() -> Tensor grid");

	ck_assert_uint_eq(tuple.rets.len, 3);
	ck_assert_str_eq(tuple.rets.at[0].name, "values");
	ck_assert_ptr_null(tuple.rets.at[1].name);
	ck_assert_str_eq(type_text(&arena, tuple.rets.at[2].type), "Tensor[]");
	ck_assert_str_eq(one.rets.at[0].name, "grid");
	ck_assert_uint_eq(parsed_schema("f() -> ()").rets.len, 0);
}
END_TEST

/* The kind depends on what is written to, never on the name. */
static const struct {
	const char *schema;
	enum schema_kind kind;
	const char *name;
} kinds[] = {
	{ "mm(Tensor self, Tensor mat2) -> Tensor", KIND_FUNCTIONAL, "functional" },
	{ "add_.Tensor(Tensor(a!) self) -> Tensor(a!)", KIND_INPLACE, "inplace" },
	{ "__ior__.Tensor(Tensor(a!) self) -> Tensor(a!)", KIND_INPLACE, "inplace" },
	{ "add.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", KIND_OUT, "out" },
	/* without "out" in the overload */
	{ "kthvalue.values(Tensor self, *, Tensor(a!) values, Tensor(b!) indices) -> "
	  "(Tensor(a!) values, Tensor(b!) indices)",
	  KIND_OUT, "out" },
	{ "max.dim_max(Tensor self, *, Tensor(a!) max, Tensor(b!) max_values) -> "
	  "(Tensor(a!) values, Tensor(b!) indices)",
	  KIND_OUT, "out" },
	/* with "out", but not an out operator */
	{ "flatten.named_out_dim(Tensor(a) self, int start_dim, int end_dim, Dimname out_dim) -> "
	  "Tensor(a)",
	  KIND_FUNCTIONAL, "functional" },
	{ "to.dtype_layout(Tensor(a) self, *, Layout? layout=None) -> Tensor(a)", KIND_FUNCTIONAL,
	  "functional" },
	/* positional, against the convention */
	{ "fbgemm_linear_fp16_weight.out(Tensor input, Tensor(a!) output) -> Tensor", KIND_MUTABLE,
	  "mutable" },
	{ "_fused_moving_avg_obs_fq_helper(Tensor self, Tensor(a!) running_min) -> Tensor",
	  KIND_MUTABLE, "mutable" },
	/* a written self alone does not make it mutable */
	{ "resize_output(Tensor(a!) self, Device device) -> Tensor(a!)", KIND_FUNCTIONAL,
	  "functional" },
};

START_TEST(the_kind_follows_from_what_is_written_to)
{
	struct schema schema = parsed_schema(kinds[_i].schema);

	ck_assert_int_eq(schema_kind(&schema), kinds[_i].kind);
	ck_assert_str_eq(schema_kind_name(schema_kind(&schema)), kinds[_i].name);
}
END_TEST

START_TEST(a_name_alone_is_read_too)
{
	struct source source = { "ops.yaml", "add_.out", 8 };
	struct op_name name;

	assert_silent(
		op_name_parse(&arena, &diag, (struct loc){ &source, 1, 1 }, "add_.out", &name));
	ck_assert_str_eq(name.base, "add");
	ck_assert_str_eq(name.overload, "out");
	assert_says(
		op_name_parse(&arena, &diag, (struct loc){ &source, 1, 1 }, "add_.out x", &name),
		"ops.yaml:1:10: error: expected the end of the operator name, found 'x'\n"
		"  add_.out\n");
}
END_TEST

/* --- words ------------------------------------------------------------------------------------ */

START_TEST(the_lexer_gives_words_numbers_and_marks_with_their_places)
{
	static const struct {
		enum token_kind kind;
		const char *text;
		size_t offset;
	} expected[] = {
		{ TOKEN_WORD, "_a1", 1 }, { TOKEN_PUNCT, "(", 4 },  { TOKEN_NUMBER, "12", 5 },
		{ TOKEN_ARROW, "->", 8 }, { TOKEN_PUNCT, "!", 10 }, { TOKEN_BAD, "-", 12 },
		{ TOKEN_BAD, "\t", 13 },  { TOKEN_PUNCT, "|", 14 }, { TOKEN_BAD, "\xc3\xa9", 15 },
		{ TOKEN_END, "", 17 },
	};
	struct lexer lexer;

	lex_begin(&lexer, " _a1(12 ->! -\t|\xc3\xa9");
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++, lex_next(&lexer)) {
		ck_assert_int_eq(lexer.token.kind, expected[i].kind);
		ck_assert_uint_eq(lexer.token.offset, expected[i].offset);
		ck_assert_uint_eq(lexer.token.length, strlen(expected[i].text));
		ck_assert(!strncmp(lexer.token.text, expected[i].text, lexer.token.length));
	}
	lex_next(&lexer);
	ck_assert_int_eq(lexer.token.kind, TOKEN_END);
}
END_TEST

Suite *schema_suite(void)
{
	Suite *suite = suite_create("schema");
	TCase *read = add_case(suite, "read");

	tcase_add_loop_test(read, every_form_prints_back_as_it_was_written, 0,
			    sizeof schemas / sizeof *schemas);
	tcase_add_test(read, an_operator_has_a_base_and_an_overload);
	tcase_add_test(read, a_trailing_underscore_is_in_place);
	tcase_add_test(read, a_dunder_with_an_i_is_in_place_only_where_python_has_one);
	tcase_add_test(read, a_functional_suffix_is_taken_off_the_base);
	tcase_add_test(read, defaults_are_kept_as_written);
	tcase_add_test(read, an_alias_says_what_it_was_written_to_and_becomes);
	tcase_add_test(read, types_nest_from_the_inside_out);
	tcase_add_test(read, arguments_behind_the_star_are_keyword_only);
	tcase_add_test(read, self_is_found_by_its_name_wherever_it_stands);
	tcase_add_test(read, returns_keep_their_names_and_order);
	tcase_add_loop_test(read, the_kind_follows_from_what_is_written_to, 0,
			    sizeof kinds / sizeof *kinds);
	tcase_add_test(read, a_name_alone_is_read_too);
	tcase_add_test(read, the_lexer_gives_words_numbers_and_marks_with_their_places);
	return suite;
}

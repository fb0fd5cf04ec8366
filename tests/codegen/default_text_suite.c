/* Defaults of the schema language as written in a C call; see docs/types.md. */
#include "types/default_text.h"
#include "support.h"

static const struct {
	const char *arg, *c;
} defaults[] = {
	{ "int x=-1", "-1" },
	{ "SymInt x=0", "0" },
	{ "int x=Mean", "1" },
	{ "bool x=False", "false" },
	{ "bool? x=False", "&(const bool){ false }" },
	{ "bool? x=None", "NULL" },
	{ "bool[2] x=[True,False]", "(const bool[]){ true, false }" },
	{ "float x=1e-05", "1e-05" },
	{ "float? x=None", "NULL" },
	{ "Scalar x=1", "ct_scalar_int(1)" },
	{ "Scalar x=-1", "ct_scalar_int(-1)" },
	{ "Scalar x=0.5", "ct_scalar_float(0.5)" },
	{ "Scalar x=1e3", "ct_scalar_float(1e3)" },
	{ "Scalar? x=None", "NULL" },
	{ "int? x=0", "&(const int64_t){ 0 }" },
	{ "int[] x=[]", "NULL, 0" },
	{ "int[] x=[-2,-1]", "(const int64_t[]){ -2, -1 }, 2" },
	{ "int[2] x=0", "(const int64_t[]){ 0, 0 }, 2" },
	{ "SymInt[3] x=1", "(const int64_t[]){ 1, 1, 1 }, 3" },
	{ "int[1]? x=None", "NULL, 0" },
	{ "Tensor? x=None", "NULL" },
	{ "Generator? x=None", "NULL" },
	{ "str x=\"L\"", "\"L\"" },
	{ "str x='fro'", "\"fro\"" },
	{ "str x='\"\\'\\\\'", "\"\\\"\\'\\\\\"" },
	{ "str? x=None", "NULL" },
	{ "ScalarType? x=None", "CT_DTYPE_NONE" },
	{ "ScalarType? x=long", "CT_INT64" },
	{ "Layout? x=None", "CT_LAYOUT_NONE" },
	{ "Device? x=None", "CT_DEVICE_NONE" },
	{ "MemoryFormat? x=None", "CT_MEMORY_FORMAT_NONE" },
	{ "MemoryFormat x=contiguous_format", "CT_CONTIGUOUS_FORMAT" },
};

START_TEST(a_default_is_what_a_call_writes_out)
{
	const struct model *model = load_named(
		arena_printf(&arena, "- func: f(%s) -> Tensor\n", defaults[_i].arg));
	struct strbuf text = { 0 };

	default_text(&text, &model->ops.at[0]->schema.args.at[0]);
	ck_assert_str_eq(strbuf_str(&text), defaults[_i].c);
	strbuf_free(&text);
}
END_TEST

Suite *default_text_suite(void)
{
	Suite *suite = suite_create("default_text");
	TCase *tcase = add_case(suite, "defaults");

	tcase_add_loop_test(tcase, a_default_is_what_a_call_writes_out, 0,
			    sizeof defaults / sizeof *defaults);
	return suite;
}

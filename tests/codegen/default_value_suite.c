/* Defaults of the schema language as values; docs/bindings.md says how ctorch_api.json writes them. */
#include "load.h"
#include "read/schema.h"
#include "types/default_value.h"
#include "support.h"

/* "int -1", "[int 0, int 1]", "ct_dtype CT_INT64": one text that shows kind and value. */
static void show(struct strbuf *out, const struct default_value *value)
{
	switch (value->kind) {
	case DEFAULT_ABSENT:
		strbuf_add(out, "absent");
		break;
	case DEFAULT_NONE:
		strbuf_add(out, "none");
		break;
	case DEFAULT_BOOL:
		strbuf_add(out, value->is_true ? "true" : "false");
		break;
	case DEFAULT_INT:
		strbuf_printf(out, "int %lld", value->integer);
		break;
	case DEFAULT_FLOAT:
		strbuf_printf(out, "float %.17g", value->number);
		break;
	case DEFAULT_TEXT:
		strbuf_printf(out, "text <%s>", value->text);
		break;
	case DEFAULT_ENUMERATOR:
		strbuf_printf(out, "%s %s", value->of_enum, value->text);
		break;
	case DEFAULT_LIST:
		strbuf_add(out, "[");
		for (size_t i = 0; i < value->elements.len; i++) {
			strbuf_add(out, i ? ", " : "");
			show(out, &value->elements.at[i]);
		}
		strbuf_add(out, "]");
		break;
	}
}

static const struct {
	const char *arg, *value;
} defaults[] = {
	{ "int x", "absent" },
	{ "Tensor? x=None", "none" },
	{ "int[1]? x=None", "none" },
	{ "Device? x=None", "none" },
	{ "bool x=True", "true" },
	{ "bool? x=False", "false" },
	{ "bool[2] x=[True,False]", "[true, false]" },
	{ "int x=-1", "int -1" },
	{ "SymInt x=9223372036854775807", "int 9223372036854775807" },
	{ "int? x=0", "int 0" },
	{ "Scalar x=1", "int 1" },
	{ "Scalar x=1.0", "float 1" },
	{ "Scalar x=1e3", "float 1000" },
	{ "float x=0", "float 0" },
	{ "float x=-2.5", "float -2.5" },
	{ "float x=1e-05", "float 1.0000000000000001e-05" },
	{ "float x=inf", "float inf" },
	{ "float x=-inf", "float -inf" },
	{ "int[] x=[]", "[]" },
	{ "int[] x=[0,1]", "[int 0, int 1]" },
	{ "int[1] x=[-2,-1]", "[int -2, int -1]" },
	{ "SymInt[3] x=1", "[int 1, int 1, int 1]" },
	{ "float[] x=[0.5, 1]", "[float 0.5, float 1]" },
	{ "str x='none'", "text <none>" },
	{ "str x=\"none\"", "text <none>" },
	{ "str x=\"\"", "text <>" },
	{ "str x=\"2\"", "text <2>" },
	{ "str x=\"None\"", "text <None>" },
	{ "str x='\"\\'\\\\'", "text <\"'\\>" },
	{ "str x=\"a\\n\"", "text <a\n>" },
	{ "int x=Mean", "ct_reduction CT_REDUCTION_MEAN" },
	{ "int x=Sum", "ct_reduction CT_REDUCTION_SUM" },
	{ "ScalarType? x=long", "ct_dtype CT_INT64" },
	{ "ScalarType? x=bfloat16", "ct_dtype CT_BFLOAT16" },
	{ "MemoryFormat x=contiguous_format", "ct_memory_format CT_CONTIGUOUS_FORMAT" },
};

START_TEST(a_default_is_a_typed_value)
{
	const struct model *model = load_named(
		arena_printf(&arena, "- func: f(%s) -> Tensor\n", defaults[_i].arg));
	struct default_value value;
	struct strbuf text = { 0 };

	ck_assert(default_value_of(&arena, &model->ops.at[0]->schema.args.at[0], &value));
	show(&text, &value);
	ck_assert_str_eq(strbuf_str(&text), defaults[_i].value);
	strbuf_free(&text);
}
END_TEST

static const char *const bad[] = { "int x=Median",  "int x=99999999999999999999",
				   "float x=1.2.3", "float x=nan",
				   "float x=0x1p3", "int[] x=[0,a]" };

START_TEST(what_is_no_value_is_refused)
{
	const struct model *model = load_named(
		arena_printf(&arena, "- func: f(%s) -> Tensor\n", bad[_i]));
	struct default_value value;

	ck_assert(!default_value_of(&arena, &model->ops.at[0]->schema.args.at[0], &value));
}
END_TEST

/* Which kinds a value of a base type may have. */
static bool fits(const struct arg *arg, const struct default_value *value)
{
	const enum base_type base = type_innermost(arg->type)->base;

	switch (value->kind) {
	case DEFAULT_BOOL:
		return base == T_BOOL;
	case DEFAULT_INT:
		return base == T_INT || base == T_SYM_INT || base == T_SCALAR;
	case DEFAULT_FLOAT:
		return base == T_FLOAT || base == T_SCALAR;
	case DEFAULT_TEXT:
		return base == T_STR;
	case DEFAULT_ENUMERATOR:
		return base == T_INT || base == T_SCALAR_TYPE || base == T_MEMORY_FORMAT;
	case DEFAULT_LIST:
		for (size_t i = 0; i < value->elements.len; i++)
			if (!fits(arg, &value->elements.at[i]))
				return false;
		return default_is_list(arg);
	case DEFAULT_ABSENT:
		return !arg->default_text;
	case DEFAULT_NONE:
		return arg->type->kind == TYPE_OPTIONAL;
	}
	return false;
}

START_TEST(every_default_of_the_release_is_of_its_argument_s_type)
{
	struct model model;
	size_t seen = 0;

	ck_assert(model_load(&arena, &diag, PROJECT "/native_functions.yaml", &model));
	for (size_t i = 0; i < model.ops.len; i++) {
		const struct op *op = model.ops.at[i];

		for (size_t j = 0; j < op->schema.args.len; j++) {
			const struct arg *arg = &op->schema.args.at[j];
			struct default_value value;

			ck_assert_msg(default_value_of(&arena, arg, &value) && fits(arg, &value),
				      "%s: %s=%s", op->func, arg->name, arg->default_text);
			seen += arg->default_text != NULL;
		}
	}
	ck_assert_uint_gt(seen, 2000);
}
END_TEST

Suite *default_value_suite(void)
{
	Suite *suite = suite_create("default_value");
	TCase *tcase = add_case(suite, "values");

	tcase_add_loop_test(tcase, a_default_is_a_typed_value, 0,
			    sizeof defaults / sizeof *defaults);
	tcase_add_loop_test(tcase, what_is_no_value_is_refused, 0, sizeof bad / sizeof *bad);
	tcase_add_test(tcase, every_default_of_the_release_is_of_its_argument_s_type);
	return suite;
}

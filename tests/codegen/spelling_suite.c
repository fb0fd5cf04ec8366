/* Operators by the names that people write, and the closest names to a wrong one. */
#include "tools/show/spelling.h"
#include "support.h"

static const char list[] = "- func: add.Tensor(Tensor self, Tensor other) -> Tensor\n"
			   "- func: add_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)\n"
			   "- func: add.out(Tensor self, Tensor other, *, Tensor(a!) out) "
			   "-> Tensor(a!)\n"
			   "- func: linalg_norm(Tensor self) -> Tensor\n"
			   "- func: linear(Tensor input) -> Tensor\n"
			   "- func: max(Tensor self) -> Tensor\n"
			   "- func: max.dim(Tensor self, int dim) -> Tensor\n"
			   "- func: maximum(Tensor self) -> Tensor\n"
			   "- func: mm(Tensor self) -> Tensor\n"
			   "- func: relu(Tensor self) -> Tensor\n"
			   "- func: fft_fft(Tensor self) -> Tensor\n"
			   "- func: _foreach_add(Tensor[] self) -> Tensor[]\n";

/* The schema names that a spelling means. */
static const char *meant(const char *name)
{
	const struct model *model = load_named(list);
	const char *plain = spelling_plain(&arena, name), *names = "";

	for (size_t i = 0; i < model->ops.len; i++)
		if (spelling_is(model->by_symbol[i]->name, plain))
			names = arena_printf(&arena, "%s%s%s", names, *names ? " " : "",
					     model->by_symbol[i]->name);
	return names;
}

static const struct {
	const char *name, *means;
} spellings[] = {
	{ "add.Tensor", "add.Tensor" },
	{ "add_Tensor", "add.Tensor" },
	{ "add", "add.Tensor add.out" },
	{ "aten::add", "add.Tensor add.out" },
	{ "aten::add.Tensor", "add.Tensor" },
	{ "aten.add.Tensor", "add.Tensor" },
	{ "torch.ops.aten.add.Tensor", "add.Tensor" },
	{ "torch.ops.aten.max.default", "max" },
	{ "aten.add.default", "" },
	{ "aten/add.Tensor", "add.Tensor" },
	{ "at::_ops::add_Tensor::call", "add.Tensor" },
	{ "at::_ops::add_Tensor::redispatch(", "add.Tensor" },
	{ "torch.ops.add", "" },
	{ "at::add", "add.Tensor add.out" },
	{ "at::_ops::add_Tensor", "add.Tensor" },
	{ "at::add_out", "add.out" },
	{ "at::Tensor::add_", "add_.Tensor" },
	{ "torch.add", "add.Tensor add.out" },
	{ "torch.add(x, y)", "add.Tensor add.out" },
	{ "torch::add", "add.Tensor add.out" },
	{ "Tensor.add_", "add_.Tensor" },
	{ "torch.Tensor.add_", "add_.Tensor" },
	{ "ct_add_Tensor", "add.Tensor" },
	{ "ct_Tensor_add_Tensor", "add.Tensor" },
	{ "ct_add__Tensor", "add_.Tensor" },
	{ "ct__foreach_add", "_foreach_add" },
	{ "torch._foreach_add", "_foreach_add" },
	{ "torch.linalg.norm", "linalg_norm" },
	{ "torch.fft.fft", "fft_fft" },
	{ "torch.nn.functional.relu", "relu" },
	{ "nn.functional.relu", "relu" },
	{ "F.relu", "relu" },
	{ "linalg.norm", "linalg_norm" },
	{ "fft.fft", "fft_fft" },
	{ "torch::nn::functional::relu", "relu" },
	{ "max.dim(Tensor self, int dim) -> Tensor", "max.dim" },
	{ "torch::linalg::norm", "linalg_norm" },
	{ "torch::fft::fft", "fft_fft" },
	{ "torch._C._linalg.linalg_norm", "linalg_norm" },
	{ "torch._VF.relu", "relu" },
	{ "at::native::relu", "relu" },
	{ " &ct_relu;", "relu" },
	{ "\"F.relu\",", "relu" },
	{ "lineer", "" },
	{ "", "" },
};

START_TEST(an_operator_is_found_by_any_of_its_names)
{
	ck_assert_str_eq(meant(spellings[_i].name), spellings[_i].means);
}
END_TEST

static const char *nearest(const char *plain)
{
	struct names names = spelling_nearest(&arena, load_named(list), plain);
	const char *text = "";

	for (size_t i = 0; i < names.len; i++)
		text = arena_printf(&arena, "%s%s%s", text, i ? " " : "", names.at[i]);
	return text;
}

START_TEST(a_wrong_name_has_those_with_few_wrong_letters_near)
{
	ck_assert_str_eq(nearest("lineer"), "linear");
	ck_assert_str_eq(nearest("Linear"), "linear");
	ck_assert_str_eq(nearest("ralu"), "relu");
	ck_assert_str_eq(nearest("mn"), "mm");
	ck_assert_str_eq(nearest("xyzzy_frobnicate"), "");
	ck_assert_str_eq(nearest(""), "");
}
END_TEST

START_TEST(a_name_that_is_cut_short_has_those_near_that_begin_so)
{
	ck_assert_str_eq(nearest("maxi"), "maximum max");
	ck_assert_str_eq(nearest("lin"), "linear linalg_norm");
	ck_assert_str_eq(nearest("linalg"), "linalg_norm");
}
END_TEST

START_TEST(a_name_without_its_module_has_those_near_that_end_so)
{
	ck_assert_str_eq(nearest("norm"), "linalg_norm");
	ck_assert_str_eq(nearest("ear"), "");
}
END_TEST

START_TEST(a_wrong_overload_has_those_near_that_there_are)
{
	ck_assert_str_eq(nearest("add.Tensr"), "add.Tensor add.out");
	ck_assert_str_eq(nearest("add.names"), "add.out add.Tensor");
	ck_assert_str_eq(nearest("max.names_dim"), "max.dim");
	ck_assert_str_eq(nearest("mm.names"), "");
}
END_TEST

START_TEST(a_wrong_c_name_has_those_near_that_nearly_are)
{
	ck_assert_str_eq(nearest("ad_Tensor"), "add.Tensor");
	ck_assert_str_eq(nearest("ad_tensor"), "add.Tensor");
}
END_TEST

START_TEST(beside_a_name_that_is_right_but_for_capitals_nothing_is_near)
{
	ck_assert_str_eq(nearest("add_tensor"), "add.Tensor");
	ck_assert_str_eq(nearest("Add.tensor"), "add.Tensor");
	ck_assert_str_eq(nearest("MAX"), "max");
}
END_TEST

START_TEST(behind_a_front_that_there_is_not_stands_what_is_meant)
{
	ck_assert_str_eq(nearest("np.mm"), "mm");
	ck_assert_str_eq(nearest("nn.ReLU"), "relu");
	ck_assert_str_eq(nearest("aten/add"), "add");
	ck_assert_str_eq(nearest("numpy.lineer"), "linear");
	ck_assert_str_eq(nearest("mm.max"), "");
}
END_TEST

Suite *spelling_suite(void)
{
	Suite *suite = suite_create("spelling");
	TCase *tcase = add_case(suite, "names");

	tcase_add_loop_test(tcase, an_operator_is_found_by_any_of_its_names, 0,
			    sizeof spellings / sizeof *spellings);
	tcase = add_case(suite, "nearest");
	tcase_add_test(tcase, a_wrong_name_has_those_with_few_wrong_letters_near);
	tcase_add_test(tcase, a_name_that_is_cut_short_has_those_near_that_begin_so);
	tcase_add_test(tcase, a_name_without_its_module_has_those_near_that_end_so);
	tcase_add_test(tcase, a_wrong_overload_has_those_near_that_there_are);
	tcase_add_test(tcase, a_wrong_c_name_has_those_near_that_nearly_are);
	tcase_add_test(tcase, beside_a_name_that_is_right_but_for_capitals_nothing_is_near);
	tcase_add_test(tcase, behind_a_front_that_there_is_not_stands_what_is_meant);
	return suite;
}

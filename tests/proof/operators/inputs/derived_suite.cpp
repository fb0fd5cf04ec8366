/*
 * Samples derived from others: for an operator's other forms, and variations.
 */
#include <set>

#include "support/releases.hpp"
#include "language/language.hpp"

using namespace ops;

namespace {

std::vector<std::string> samples_for(const char *text, const char *op)
{
	sample_file samples(text);
	sample_store store;
	store.read(sample_file::path);
	const c10::FunctionSchema &schema = schema_named(op);
	std::vector<std::string> printed;
	for (const sample &sample : store.of(schema))
		printed.push_back(print_sample(sample, schema));
	return printed;
}

std::set<std::string> variations_of(const char *text)
{
	const c10::FunctionSchema &schema = schema_named(parse_expr(text).text);
	std::set<std::string> printed;
	for (const sample &made : variations(sample_of(text), schema, 100))
		printed.insert(print_sample(made, schema));
	return printed;
}

} // namespace

START_TEST(a_sample_prints_without_its_defaults)
{
	const char *text = "conv2d(float[1,3,8,8], float[4,3,3,3], stride=[2, 2])";
	const c10::FunctionSchema &schema = schema_named("conv2d");
	sample sample = sample_of("conv2d(float[1,3,8,8], float[4,3,3,3], None, [2, 2], [0, 0])");
	assert_text(print_sample(sample, schema), text);
	ck_assert_uint_eq(sample.arguments.size(), schema.arguments().size());
	assert_text(print_expr(sample.arguments[5]), "[1, 1]");
}
END_TEST

START_TEST(siblings_take_the_samples_that_fit)
{
	const char *samples = "add.Tensor(float[2,3], int64[3], alpha=2)\n"
			      "max.dim(float[2,3], 1)\n"
			      "__and__.Tensor(int64[2], int64[2])\n"
			      "zeros([2], dtype=float64)\n"
			      "split.Tensor(int64[4], 3)\n"
			      "quantize_per_tensor(float[2], 0.1, 10, quint8)\n"
			      "view(float[2,3], [6])\n";
	const std::pair<const char *, const char *> expected[] = {
		{ "add_.Tensor", "add_.Tensor(float[2,3], int64[3], alpha=2)" },
		{ "add.out", "add.out(float[2,3], int64[3], alpha=2, out=float[2,3])" },
		{ "max.dim_max", "max.dim_max(float[2,3], 1, max=float[2], max_values=int64[2])" },
		{ "__iand__.Tensor", "__iand__.Tensor(int64[2], int64[2])" },
		{ "zeros.out", "zeros.out([2], out=double[2])" },
		{ "split_copy.Tensor", "split_copy.Tensor(int64[4], 3)" },
		{ "split_copy.Tensor_out",
		  "split_copy.Tensor_out(int64[4], 3, out=[int64[3], int64[1]])" },
		{ "quantize_per_tensor.out",
		  "quantize_per_tensor.out(float[2], 0.1, 10, quint8, "
		  "out=quantize_per_tensor(float[2], 0.1, 10, quint8))" },
		{ "view_copy", "view_copy(float[2,3], [6])" },
	};
	for (const auto &[op, text] : expected) {
		auto printed = samples_for(samples, op);
		ck_assert_msg(printed.size() == 1 && printed[0] == text, "%s: got %s", text,
			      c10::str(printed).c_str());
	}
	ck_assert_uint_eq(samples_for(samples, "add.Scalar").size(), 0);
	ck_assert_uint_eq(samples_for(samples, "add_.Scalar").size(), 0);
#if HAS_BMM_DTYPE
	ck_assert_uint_eq(
		samples_for("bmm.dtype(half[3,2,3], half[3,3,4], float32)\n", "bmm.out").size(), 0);
#endif
}
END_TEST

START_TEST(an_operator_of_its_own_samples_takes_no_others)
{
	auto printed = samples_for("add.Tensor(float[2], float[2])\n"
				   "add_.Tensor(int64[3], int64[3])\n",
				   "add_.Tensor");
	ck_assert_uint_eq(printed.size(), 1);
	assert_text(printed[0], "add_.Tensor(int64[3], int64[3])");
}
END_TEST

START_TEST(samples_of_its_own_in_one_file_leave_it_those_of_siblings_in_another)
{
	sample_store store;
	for (const char *text :
	     { "add_.Tensor(int64[3], int64[3])\n", "add.Tensor(float[2], float[2])\n" }) {
		sample_file samples(text);
		store.read(sample_file::path);
	}
	const c10::FunctionSchema &schema = schema_named("add_.Tensor");
	auto samples = store.of(schema);
	ck_assert_uint_eq(samples.size(), 2);
	assert_text(print_sample(samples[0], schema), "add_.Tensor(int64[3], int64[3])");
	assert_text(print_sample(samples[1], schema), "add_.Tensor(float[2], float[2])");
}
END_TEST

START_TEST(layout_memory_format_and_place_are_given_with_an_effect)
{
	auto made = variations_of("ones_like(float[1,2,3,3], layout=strided)");
	for (const char *text : {
		     "ones_like(float[1,2,3,3], layout=sparse_coo)",
		     "ones_like(float[1,2,3,3], layout=strided, device=meta)",
		     "ones_like(float[1,2,3,3], layout=strided, pin_memory=True)",
		     "ones_like(float[1,2,3,3], layout=strided, memory_format=channels_last)",
	     })
		ck_assert_msg(made.count(text), "%s is missing", text);
}
END_TEST

START_TEST(variations_change_one_thing)
{
	auto made = variations_of("std.correction(float[2,3], [0], correction=1)");
	for (const char *text : {
		     "std.correction(float[2,3], [0], correction=1)",
			     "std.correction(float[2,3], correction=1)",
			     "std.correction(float[2,3], [0])", "std.correction(float[2,3])",
			     "std.correction(float[2,3], [0], correction=1, keepdim=True)",
			     "std.correction(float[2,3].strided, [0], correction=1)",
			     "std.correction(double[2,3], [0], correction=1)",
			     "std.correction(int64[2,3], [0], correction=1)",
			     "std.correction(bool[2,3], [0], correction=1)",
			     "std.correction(complex64[2,3], [0], correction=1)",
			     "std.correction(bfloat16[2,3], [0], correction=1)",
			     "std.correction(half[2,3], [0], correction=1)",
			     "std.correction(float[0,3], [0], correction=1)",
			     "std.correction(float[], [0], correction=1)",
			     "std.correction(float[2,3], [-1], correction=1)",
			     "std.correction(float[2,3], [], correction=1)",
#if HAS_CORRECTION_NUMBER
			     "std.correction(float[2,3], [0], correction=1.5)",
#endif
	     })
		ck_assert_msg(made.count(text) == 1, "missing: %s", text);
}
END_TEST

START_TEST(lists_and_numbers_cannot_be_taken_for_others)
{
	static const struct {
		const char *from, *made;
	} expected[] = {
		{ "flip(float[2,3,4], [1])", "flip(float[2,3,4], [1, 2])" },
		{ "flip(float[2,3,4], [1])", "flip(float[2,3,4], [1, 0])" },
		{ "max_pool2d(float[1,2,6,6], [2, 2], padding=[1])",
		  "max_pool2d(float[1,2,6,6], [2, 3], padding=[1])" },
		{ "max_pool2d(float[1,2,6,6], [2, 2], padding=[1])",
		  "max_pool2d(float[1,2,6,6], [2, 2], padding=[1, 0])" },
		{ "stack([float[2]])", "stack([float[2], float[2]])" },
		{ "_foreach_add.ScalarList([float[2]], [1.5])",
		  "_foreach_add.ScalarList([float[2], float[2]], [1.5, 2.5])" },
		{ "_foreach_add.ScalarList([float[2]], [1.5])",
		  "_foreach_add.ScalarList([float[2]], [1+2j])" },
		{ "leaky_relu(float[3], 0.5)", "leaky_relu(double[3], 0.45)" },
		{ "add.Scalar(float[3], 2)",
		  "add.Scalar(int64[3], 9007199254740993, 9007199254740993)" },
	};

	for (const auto &[from, made] : expected)
		ck_assert_msg(variations_of(from).count(made), "missing: %s", made);
	ck_assert(!variations_of("arange(5)").count("arange(9007199254740993)"));
}
END_TEST

START_TEST(optional_arguments_are_given_and_absent)
{
	auto made = variations_of("linear(float[2,3], float[4,3])");
	ck_assert_uint_eq(made.count("linear(float[2,3], float[4,3], float[4])"), 1);
	made = variations_of("linear(float[2,3], float[4,3], float[4])");
	ck_assert_uint_eq(made.count("linear(float[2,3], float[4,3])"), 1);
	made = variations_of("bernoulli.p(float[3], 0.25)");
	ck_assert_uint_eq(made.count("bernoulli.p(float[3], 0.25, generator=generator(7))"), 1);
	made = variations_of("sum.IntList_out(float[2,3], [0], out=float[0])");
	ck_assert_uint_eq(made.count("sum.IntList_out(float[2,3], [0], out=float[3])"), 1);
	made = variations_of("sum.IntList_out(float[2,3], [0], out=float[3])");
	ck_assert_uint_eq(made.count("sum.IntList_out(float[2,3], [0], out=float[0])"), 1);
}
END_TEST

START_TEST(there_are_no_more_variations_than_asked_for)
{
	sample sample = sample_of("add.Tensor(float[2,3], float[2,3])");
	sample.origin = "here";
	const c10::FunctionSchema &schema = schema_named("add.Tensor");
	auto made = variations(sample, schema, 4);
	ck_assert_uint_eq(made.size(), 4);
	assert_text(made[0].origin, "here");
	assert_text(print_sample(made[0], schema), "add.Tensor(float[2,3], float[2,3])");
	std::set<std::string> different;
	for (const ops::sample &variation : variations(sample, schema))
		ck_assert(different.insert(print_sample(variation, schema)).second);
}
END_TEST

Suite *derived_suite()
{
	Suite *suite = suite_create("derived samples");
	TCase *tests = tcase_create("tests");

	tcase_add_test(tests, a_sample_prints_without_its_defaults);
	tcase_add_test(tests, siblings_take_the_samples_that_fit);
	tcase_add_test(tests, an_operator_of_its_own_samples_takes_no_others);
	tcase_add_test(tests, samples_of_its_own_in_one_file_leave_it_those_of_siblings_in_another);
	tcase_add_test(tests, layout_memory_format_and_place_are_given_with_an_effect);
	tcase_add_test(tests, variations_change_one_thing);
	tcase_add_test(tests, lists_and_numbers_cannot_be_taken_for_others);
	tcase_add_test(tests, optional_arguments_are_given_and_absent);
	tcase_add_test(tests, there_are_no_more_variations_than_asked_for);
	suite_add_tcase(suite, tests);
	return suite;
}

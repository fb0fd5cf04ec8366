/*
 * The parts of the search: guesses, hints from errors, calls inside of calls.
 */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>

#include <check.h>
#include <unistd.h>

#include <ATen/ATen.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include "search/attempt.hpp"
#include "call/caller.hpp"
#include "search/candidates.hpp"
#include "search/explore.hpp"
#include "search/harvest.hpp"
#include "call/memory.hpp"
#include "language/sample.hpp"

using namespace ops;

namespace {

void assert_text(const std::string &got, const char *expected)
{
	ck_assert_msg(got == expected, "expected %s\n  got %s", expected, got.c_str());
}

void assert_texts(const std::vector<std::string> &got, const std::vector<std::string> &expected)
{
	ck_assert_msg(got == expected, "got %s, expected %s", c10::str(got).c_str(),
		      c10::str(expected).c_str());
}

c10::OperatorHandle operator_named(const std::string &name)
{
	const c10::FunctionSchema &schema = schema_named(name);
	return *c10::Dispatcher::singleton().findSchema(schema.operator_name());
}

/* The rules of a file in the folder of the test. */
std::vector<candidate_rule> rules_of(const char *text)
{
	const std::string path = CTORCH_TEST_FOLDER "/candidates.txt";
	std::ofstream(path) << text;
	try {
		std::vector<candidate_rule> rules = read_candidates(path);
		std::remove(path.c_str());
		return rules;
	} catch (...) {
		std::remove(path.c_str());
		throw;
	}
}

/* The texts drawn for the operator's arguments; optional ones are given, too. */
std::vector<std::string> drawn(const char *rules, const char *op)
{
	const c10::FunctionSchema &schema = schema_named(op);
	operator_candidates candidates(rules_of(rules), schema);
	candidate_plan plan;
	randomness random("a seed");
	std::vector<std::string> texts;

	plan.close = true;
	for (size_t i = 0; i < schema.arguments().size(); i++)
		texts.push_back(candidates.draw(i, plan, random, true));
	return texts;
}

const char numbers[] = "*  *  Tensor = float\n"
		       "*  *  int = 0\n"
		       "*  *  int[*] = [0*]\n"
		       "*  *  bool = True\n"
		       "*  *  ScalarType = int64\n";

} // namespace

/* ---- candidates.txt ---- */

START_TEST(variables_are_the_same_in_all_arguments)
{
	assert_texts(drawn("*  $n = 1 | 2 | 3\n"
			   "*  self  Tensor = float[$n,$n]\n"
			   "*  vec  Tensor = float[$n]\n",
			   "mv"),
		     drawn("*  $n = 1 | 2 | 3\n"
			   "*  $m = $n\n"
			   "*  self  Tensor = float[$m,$n]\n"
			   "*  vec  Tensor = float[$m]\n",
			   "mv"));
}
END_TEST

START_TEST(numbers_are_computed)
{
	assert_texts(drawn("*  $a = 7\n*  $b = 2\n"
			   "*  self  Tensor = float[$(a-b*2+1)]\n"
			   "*  vec  Tensor = float[$((a+1)/(b-0)),$(a/(b-2))]\n",
			   "mv"),
		     { "float[4]", "float[4,0]" });
}
END_TEST

START_TEST(items_are_repeated_as_the_type_says)
{
	assert_texts(drawn("*  $v = 3\n"
			   "*  self  Tensor = float[2,5*]\n"
			   "*  *  int[*] = [4*]\n"
			   "*  *  bool = True\n",
			   "max_pool2d"),
		     { "float[2,5,5,5]", "[4,4]", "[4,4]", "[4,4]", "[4,4]", "True" });
}
END_TEST

START_TEST(the_closest_rule_is_drawn)
{
	std::string rules = std::string(numbers) + "*  dim  int = 1\n"
						   "sum*,cum*  *  int = 2\n"
						   "cumsum  dim  int = 3\n";
	assert_texts(drawn(rules.c_str(), "logcumsumexp"), { "float", "1" });
	assert_texts(drawn(rules.c_str(), "cumprod"), { "float", "2", "int64" });
	assert_texts(drawn(rules.c_str(), "cumsum"), { "float", "3", "int64" });
}
END_TEST

START_TEST(a_mistake_in_the_file_is_told_with_its_line)
{
	std::string told;

	try {
		rules_of("# a comment\n*  dim  int = 1\n*  dim  int  1\n");
	} catch (const std::runtime_error &error) {
		told = error.what();
	}
	assert_text(told.substr(told.find("candidates.txt:3")),
		    "candidates.txt:3: expected 'operators argument type = candidates'");
}
END_TEST

START_TEST(a_rule_for_nothing_is_told)
{
	const std::vector<candidate_rule> rules = rules_of(
		"# words for conv2d, add.Tensor and what there is not\n"
		"*  $N = 1 | 2\n"
		"*  $m = 1\n"
		"*  $k = 3\n"
		"conv*,lstm  weight,wieght  Tensor = float[$N] | float[$(2*m)]\n"
		"*  alpha,stride,other  int[*] = [1*]\n"
		"add*,conv2d  alpha  Scalar = 2\n");

	assert_texts(
		dead_candidates(rules, { &schema_named("conv2d"), &schema_named("add.Tensor") }),
		{ "candidates.txt:5: no operator's name fits lstm",
		  "candidates.txt:5: none of the operators has an argument wieght of type Tensor",
		  "candidates.txt:6: none of the operators has an argument alpha of type int[*]",
		  "candidates.txt:6: none of the operators has an argument other of type int[*]",
		  "candidates.txt:7: what conv2d fits has none of the arguments",
		  "candidates.txt:4: nothing uses $k" });
}
END_TEST

/* ---- errors ---- */

START_TEST(an_error_tells_what_would_do)
{
	hints found = read_hints("Expected weight to have 4 channels, but got [2, 3]; expected "
				 "scalar type Long but found Float, of a Sparse tensor",
				 schema_named("conv2d"));

	assert_texts(found.numbers, { "4", "2", "3" });
	assert_texts(found.sizes, { "2,3" });
	assert_texts(found.dtypes, { "int64", "float" });
	assert_texts(found.makers, { "to_sparse" });
	ck_assert_uint_eq(found.arguments.size(), 1);
	ck_assert_uint_eq(found.arguments[0], 1);
}
END_TEST

START_TEST(errors_of_one_kind_differ_in_numbers)
{
	ck_assert(without_numbers("size 3 is not 14") == without_numbers("size 15 is not 2"));
	ck_assert(without_numbers("size 3 is not 14") != without_numbers("size 3 was not 14"));
}
END_TEST

/* ---- exploring ---- */

static exploration explore(const char *op)
{
	static const std::set<std::string> nothing_deadly;
	explorer explorer(
		operator_named(op), read_candidates(OPS_FOLDER "/candidates.txt"),
		[](const std::string &) {}, nothing_deadly);

	return explorer.run(400);
}

START_TEST(what_is_found_is_accepted_and_found_again)
{
	for (const char *op : { "addmm", "cat", "conv2d", "gather" }) {
		exploration found = explore(op);
		c10::OperatorHandle handle = operator_named(op);

		ck_assert_msg(!found.samples.empty(), "nothing for %s: %s", op,
			      found.error.c_str());
		for (const std::string &text : found.samples) {
			sample sample = parse_sample(text, handle.schema());
			outcome result = call_at(handle, make_arguments(sample, handle.schema()));
			ck_assert_msg(result.error.empty(), "%s: %s", text.c_str(),
				      result.error.c_str());
		}
		assert_texts(explore(op).samples, found.samples);
	}
}
END_TEST

START_TEST(calls_inside_and_backward_are_seen)
{
	const char *text = "nll_loss(float[2,3], int64[2]{0,2})";
	std::set<std::string> calls = calls_inside(operator_named("nll_loss"),
						   parse_sample(text, schema_named("nll_loss")));

	ck_assert_msg(calls.count("nll_loss_forward(float[2,3], int64[2]{0,2}, reduction=1, "
				  "ignore_index=-100)"),
		      "saw %s",
		      c10::str(std::vector<std::string>(calls.begin(), calls.end())).c_str());
	ck_assert(std::any_of(calls.begin(), calls.end(), [](const std::string &call) {
		return call.rfind("nll_loss_backward(float[]{1..1}, float[2,3], ", 0) == 0;
	}));
}
END_TEST

START_TEST(tensors_end_where_memory_that_faults_begins)
{
	const size_t page = size_t(sysconf(_SC_PAGESIZE));

	for (int64_t n : { 1, 4, 1023, 1024, 5000 }) {
		at::Tensor tensor = at::empty({ n }, at::kFloat);
		uintptr_t end = reinterpret_cast<uintptr_t>(tensor.data_ptr<float>() + n);
		ck_assert_uint_lt(page - 1 - (end - 1) % page, 64);
	}
}
END_TEST

static Suite *search_suite(void)
{
	Suite *suite = suite_create("search");
	TCase *drawing = tcase_create("candidates"), *errors = tcase_create("errors"),
	      *exploring = tcase_create("exploring");

	tcase_add_test(drawing, variables_are_the_same_in_all_arguments);
	tcase_add_test(drawing, numbers_are_computed);
	tcase_add_test(drawing, items_are_repeated_as_the_type_says);
	tcase_add_test(drawing, the_closest_rule_is_drawn);
	tcase_add_test(drawing, a_mistake_in_the_file_is_told_with_its_line);
	tcase_add_test(drawing, a_rule_for_nothing_is_told);
	tcase_add_test(errors, an_error_tells_what_would_do);
	tcase_add_test(errors, errors_of_one_kind_differ_in_numbers);
	tcase_add_test(exploring, what_is_found_is_accepted_and_found_again);
	tcase_add_test(exploring, calls_inside_and_backward_are_seen);
	tcase_add_test(exploring, tensors_end_where_memory_that_faults_begins);
	suite_add_tcase(suite, drawing);
	suite_add_tcase(suite, errors);
	suite_add_tcase(suite, exploring);
	return suite;
}

int main()
{
	make_libtorch_repeatable();

	SRunner *runner = srunner_create(search_suite());
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

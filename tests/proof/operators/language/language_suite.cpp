/*
 * The language in which samples are written: what text means, and where an error is.
 */
#include "support/releases.hpp"
#include "language/language.hpp"

using namespace ops;

namespace {

std::string failure_of_file(const char *text)
{
	sample_file samples(text);
	try {
		sample_store store;
		store.read(sample_file::path);
	} catch (const std::runtime_error &error) {
		return error.what();
	}
	return "";
}

const char *const canonical[] = {
	"None",
	"True",
	"False",
	"0",
	"-9223372036854775808",
	"9223372036854775807",
	"9223372036854775808",
	"18446744073709551615",
	"1.5",
	"-0.0",
	"2.0",
	"1e-05",
	"1e+30",
	"inf",
	"-inf",
	"nan",
	"2+3j",
	"-1.5-2j",
	"0-1j",
	"inf-infj",
	"\"\"",
	"\"reflect\"",
	"\"say \\\"\\\\\\n\\x00\\xff\"",
	"[]",
	"[1, 2]",
	"[None, float[2]]",
	"float64",
	"strided",
	"sparse_csr",
	"channels_last",
	"cpu",
	"Mean",
	"float[]",
	"float[2,3]",
	"float[0]",
	"bool[2]{True,False}",
	"int64[4]{0..3}",
	"float[2]{-0.5..0.25}",
	"complex64[2]{1+2j,3}",
#if HAS_FLOAT8
	"float8_e4m3fn[3]",
#endif
	"double[2,3].strided",
	"int64[2]{0,1}.strided",
	"bfloat16[1,3,4,4].channels_last",
	"generator(7)",
	"storage(float[4])",
	"stream()",
	"max.dim(float[2,3], 1).1",
	"prims::iota(3, start=0)",
	"dequantize.self(quantize_per_tensor(float[2,3], 0.1, 10, quint8))",
	"conv2d(float[1,3,8,8], float[4,3,3,3], None, stride=[2, 2])",
};

/* A text, and how it is printed. */
const struct {
	const char *text;
	const char *printed;
} other_spellings[] = {
	{ "  [1,2]  # two numbers", "[1, 2]" },
	{ "add.Tensor( float32[ 2 , 3 ],1 , alpha = 2 )", "add.Tensor(float[2,3], 1, alpha=2)" },
	{ "\"# no comment\"", "\"# no comment\"" },
	{ "3j", "0+3j" },
	{ "-nan", "nan" },
	{ "1e-5", "1e-05" },
	{ "1.50", "1.5" },
	{ "float64[2]{ 1 , 2 }", "double[2]{1,2}" },
	{ "float[2]{1.0..2.0}", "float[2]{1..2}" },
	{ "max.dim(float[2,3], 1).0", "max.dim(float[2,3], 1)" },
};

const struct {
	const char *text;
	size_t column;
	const char *message;
} mistakes[] = {
	{ "", 1, "expected a value" },
	{ "# nothing", 10, "expected a value" },
	{ "f(flaot[2])", 3, "unknown dtype 'flaot'" },
	{ "f(float64, flaot64)", 12, "unknown word 'flaot64'" },
	{ "f(1", 4, "expected ',' or ')'" },
	{ "f(1,)", 5, "expected a value" },
	{ "f(1) 2", 6, "expected the end of the line" },
	{ "f(a=1, 2)", 8, "an argument without a name behind one with a name" },
	{ "f(1).x", 5, "expected the end of the line" },
	{ "f(1).101", 6, "a result is counted from 0" },
	{ "[1, 2", 6, "expected ',' or ']'" },
	{ "[1 2]", 4, "expected ',' or ']'" },
	{ "\"open", 1, "the text does not end: '\"' is missing" },
	{ "\"a\\q\"", 3, "unknown escape: there are \\n \\\" \\\\ and \\x with two digits" },
	{ "\"\\x1", 2, "unknown escape: there are \\n \\\" \\\\ and \\x with two digits" },
	{ "\"\\", 2, "unknown escape: there are \\n \\\" \\\\ and \\x with two digits" },
	{ "18446744073709551616", 1, "the number is too large" },
	{ "-9223372036854775809", 1, "the number is too large" },
	{ "[1, 1e400]", 5, "the number is too large" },
	{ "1+2", 4, "expected 'j' behind the imaginary part" },
	{ "1+x", 3, "expected a number" },
	{ "-", 1, "expected a value" },
	{ "float[-1]", 7, "a size is an integer of 0 or more" },
	{ "float[1.5]", 7, "a size is an integer of 0 or more" },
	{ "float[x]", 7, "expected a number" },
	{ "float[2", 8, "expected ',' or ']'" },
	{ "float[2]{3..1}", 9, "the range is empty" },
	{ "float[2]{1,2,3}", 9, "a tensor of these sizes has 2 elements, not 3" },
	{ "float[2]{1,None}", 9, "elements are numbers, True or False" },
	{ "float[1]{\"a\"..2}", 10, "a range is from a number to a number" },
	{ "float[1]{1", 11, "expected ',', '..' or '}'" },
	{ "float[2].dense", 9, "unknown form 'dense'" },
	{ "float[2].channels_last", 9, "channels_last is for 4 or 5 dimensions" },
};

const struct {
	const char *text;
	const char *message;
} mistaken_files[] = {
	{ "add.Tensor(float[2], 1)\n\n# comment\nadd.Tensor(flaot[2])\n",
	  "samples.txt:4:12: unknown dtype 'flaot'" },
	{ "add.Tensor(float[2],\n\tfloat[2],\n\talhpa=2)\n",
	  "samples.txt:3:8: add.Tensor has no argument 'alhpa'" },
	{ "add.Tensor(float[2],\n\t# first\n\tflaot[2])\n",
	  "samples.txt:3:2: unknown dtype 'flaot'" },
	{ "add.Tensor(float[2])\n", "samples.txt:1:1: add.Tensor: argument 'other' is missing" },
	{ "add.Tensor(float[2], float[2], 2, 3)\n",
	  "samples.txt:1:35: add.Tensor has 3 arguments" },
	{ "add.Tensor(float[2], float[2], self=1)\n",
	  "samples.txt:1:37: argument 'self' is given twice" },
	{ "plus(float[2])\n", "samples.txt:1:1: there is no operator 'plus'" },
	{ "! plus(float[2])\n", "samples.txt:1:3: there is no operator 'plus'" },
	{ "mm(float[2,3], None)\n", "samples.txt:1:1: mm: argument 'mat2' is not optional" },
	{ "float[2]\n", "samples.txt:1:1: a sample is a call: add.Tensor(float[2,3], 1)" },
	{ "max.dim(float[2], 0).1\n",
	  "samples.txt:1:1: a sample is a call: add.Tensor(float[2,3], 1)" },
};

} // namespace

START_TEST(text_prints_as_it_was_read)
{
	for (const char *text : canonical)
		assert_text(print_expr(parse_expr(text)), text);
}
END_TEST

START_TEST(other_spellings_print_the_canonical_one)
{
	for (const auto &spelling : other_spellings)
		assert_text(print_expr(parse_expr(spelling.text)), spelling.printed);
}
END_TEST

START_TEST(a_mistake_is_told_with_its_column)
{
	for (const auto &mistake : mistakes) {
		std::string message = "no error";
		size_t column = 0;
		try {
			parse_expr(mistake.text);
		} catch (const expr_error &error) {
			message = error.message;
			column = error.column;
		}
		ck_assert_msg(message == mistake.message && column == mistake.column,
			      "%s\n  expected %zu: %s\n  got      %zu: %s", mistake.text,
			      mistake.column, mistake.message, column, message.c_str());
	}
}
END_TEST

START_TEST(nesting_without_end_is_refused)
{
	std::string text(100000, '[');
	try {
		parse_expr(text);
		ck_abort_msg("no error");
	} catch (const expr_error &error) {
		assert_text(error.message, "nested too deeply");
	}
}
END_TEST

START_TEST(a_mistake_in_a_file_is_told_with_its_line)
{
	for (const auto &mistaken : mistaken_files)
		assert_text(failure_of_file(mistaken.text), mistaken.message);
	sample_store store;
	try {
		store.read(CTORCH_TEST_FOLDER "/missing/samples.txt");
		ck_abort_msg("no error");
	} catch (const std::runtime_error &error) {
		assert_text(error.what(),
			    CTORCH_TEST_FOLDER "/missing/samples.txt: No such file or directory");
	}
}
END_TEST

Suite *language_suite()
{
	Suite *suite = suite_create("language of samples");
	TCase *tests = tcase_create("tests");

	tcase_add_test(tests, text_prints_as_it_was_read);
	tcase_add_test(tests, other_spellings_print_the_canonical_one);
	tcase_add_test(tests, a_mistake_is_told_with_its_column);
	tcase_add_test(tests, nesting_without_end_is_refused);
	tcase_add_test(tests, a_mistake_in_a_file_is_told_with_its_line);
	suite_add_tcase(suite, tests);
	return suite;
}

int main()
{
	SRunner *runner = srunner_create(language_suite());

	srunner_add_suite(runner, values_suite());
	srunner_add_suite(runner, derived_suite());
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

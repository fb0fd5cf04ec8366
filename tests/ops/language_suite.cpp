/*
 * The language in which samples are written, and what is derived from samples.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>

#include <check.h>

#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include "sample.hpp"

using namespace ops;

namespace {

c10::IValue value_of(const char *text, const c10::TypePtr &type)
{
	expr_maker maker;
	return maker.make(parse_expr(text), type);
}

at::Tensor tensor_of(const char *text)
{
	return value_of(text, c10::TensorType::get()).toTensor();
}

std::vector<double> elements_of(const at::Tensor &tensor)
{
	at::Tensor plain = tensor.to(at::kDouble).contiguous();
	const double *data = plain.const_data_ptr<double>();
	return { data, data + plain.numel() };
}

/* ck_assert_str_eq() keeps the pointer of what is gone by then. */
void assert_text(const std::string &got, const char *expected)
{
	ck_assert_msg(got == expected, "expected %s\n  got %s", expected, got.c_str());
}

template <typename T>
void assert_same(const char *text, const std::vector<T> &got, const std::vector<T> &expected)
{
	ck_assert_msg(got == expected, "%s: got %s, expected %s", text, c10::str(got).c_str(),
		      c10::str(expected).c_str());
}

sample sample_of(const char *text)
{
	expr call = parse_expr(text);
	return parse_sample(text, schema_named(call.text));
}

/* A file in the folder of the test, removed at the end. */
class file {
public:
	explicit file(const char *text)
	{
		std::ofstream stream(path);
		stream << text;
	}
	~file() { std::remove(path); }
	file(const file &) = delete;
	file &operator=(const file &) = delete;

	static constexpr const char *path = CTORCH_TEST_FOLDER "/samples.txt";
};

std::string failure_of_file(const char *text)
{
	file samples(text);
	try {
		sample_store store;
		store.read(file::path);
	} catch (const std::runtime_error &error) {
		return error.what();
	}
	return "";
}

std::vector<std::string> samples_for(const char *text, const char *op)
{
	file samples(text);
	sample_store store;
	store.read(file::path);
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

const char *const canonical[] = {
	"None",
	"True",
	"False",
	"0",
	"-9223372036854775808",
	"9223372036854775807",
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
	"float8_e4m3fn[3]",
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

/* What is written, and what is printed of it. */
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
	{ "9223372036854775808", 1, "the number is too large" },
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
		store.read("/nowhere/samples.txt");
		ck_abort_msg("no error");
	} catch (const std::runtime_error &error) {
		assert_text(error.what(), "/nowhere/samples.txt: No such file or directory");
	}
}
END_TEST

START_TEST(a_tensor_has_its_dtype_sizes_and_elements)
{
	at::Tensor tensor = tensor_of("int64[2,2]{1,-2,3,4}");
	ck_assert(tensor.scalar_type() == at::kLong);
	assert_same("sizes", tensor.sizes().vec(), { 2, 2 });
	assert_same("elements", elements_of(tensor), { 1, -2, 3, 4 });
	assert_same("bool", elements_of(tensor_of("bool[3]{True,False,2}")), { 1, 0, 1 });
	assert_same("half", elements_of(tensor_of("half[2]{0.5,-inf}")), { 0.5, -HUGE_VAL });
	c10::complex<double> item = tensor_of("complex64[1]{1-2j}").item().toComplexDouble();
	ck_assert(item == c10::complex<double>(1, -2));
	ck_assert_int_eq(tensor_of("float[]").dim(), 0);
	ck_assert_int_eq(tensor_of("float[2,0]").numel(), 0);
}
END_TEST

START_TEST(elements_lie_in_their_range)
{
	bool seen[4] = {};
	for (double element : elements_of(tensor_of("int64[100]{-1..2}"))) {
		ck_assert(element >= -1 && element <= 2);
		seen[static_cast<int>(element) + 1] = true;
	}
	ck_assert_msg(seen[0] && seen[1] && seen[2] && seen[3], "an end was left out");
	for (double element : elements_of(tensor_of("float[100]{2..2.5}")))
		ck_assert(element >= 2 && element <= 2.5);
	for (double element : elements_of(tensor_of("double[100]")))
		ck_assert(element >= 0.1 && element <= 0.9);
	for (double element : elements_of(tensor_of("uint8[100]")))
		ck_assert(element >= 0 && element <= 2);
}
END_TEST

START_TEST(a_strided_tensor_lies_in_a_larger_one)
{
	at::Tensor tensor = tensor_of("float[2,3]{1,2,3,4,5,6}.strided");
	assert_same("strides", tensor.strides().vec(), { 7, 2 });
	ck_assert_int_eq(tensor.storage_offset(), 1);
	assert_same("elements", elements_of(tensor), { 1, 2, 3, 4, 5, 6 });
	ck_assert_int_eq(tensor_of("float[].strided").storage_offset(), 1);
	assert_same("images", tensor_of("float[1,3,2,2].channels_last").strides().vec(),
		    { 12, 1, 6, 3 });
}
END_TEST

START_TEST(what_is_made_twice_is_the_same)
{
	sample sample = sample_of("_foreach_add.List([float[4], float[4]], [float[4], float[4]])");
	const c10::FunctionSchema &schema = schema_named(sample.op);
	auto first = make_arguments(sample, schema), second = make_arguments(sample, schema);
	auto a = first[0].toTensorVector(), b = second[0].toTensorVector();
	for (size_t i = 0; i < 2; i++) {
		ck_assert(a[i].equal(b[i]));
		ck_assert(!a[i].is_same(b[i]));
	}
	ck_assert_msg(!a[0].equal(a[1]), "two tensors of a sample hold the same");
}
END_TEST

START_TEST(random_calls_in_expressions_repeat)
{
	const char *text = "rand([4], dtype=float32, layout=None, device=cpu, pin_memory=False)";
	ck_assert(tensor_of(text).equal(tensor_of(text)));
}
END_TEST

START_TEST(a_call_is_its_result)
{
	at::Tensor quantized = tensor_of("quantize_per_tensor(float[2]{1,2}, 0.1, 10, quint8)");
	ck_assert(quantized.scalar_type() == at::kQUInt8);
	assert_same("indices", elements_of(tensor_of("max.dim(float[2,2]{1,3,9,2}, 1).1")),
		    { 1, 0 });
	ck_assert(value_of("storage(float[4])", c10::StorageType::get()).isStorage());
	ck_assert(value_of("stream()", c10::StreamObjType::get()).isStream());
	at::Generator generator = value_of("generator(7)", c10::GeneratorType::get()).toGenerator();
	ck_assert_int_eq(static_cast<int>(generator.current_seed()), 7);
}
END_TEST

START_TEST(words_are_what_the_type_of_the_argument_says)
{
	sample sample = sample_of("empty.memory_format([2], dtype=float64, layout=strided, "
				  "device=cpu, memory_format=channels_last)");
	auto values = make_arguments(sample, schema_named(sample.op));
	ck_assert_int_eq(values[1].toInt(), static_cast<int>(at::kDouble));
	ck_assert_int_eq(values[2].toInt(), static_cast<int>(at::kStrided));
	ck_assert(values[3].toDevice() == c10::Device("cpu"));
	ck_assert_int_eq(values[5].toInt(), static_cast<int>(at::MemoryFormat::ChannelsLast));
}
END_TEST

START_TEST(a_value_of_another_type_is_refused)
{
	const std::pair<const char *, c10::TypePtr> wrong[] = {
		{ "1", c10::TensorType::get() },
		{ "float[2]", c10::IntType::get() },
		{ "1.5", c10::IntType::get() },
		{ "None", c10::IntType::get() },
		{ "True", c10::FloatType::get() },
		{ "1", c10::BoolType::get() },
		{ "\"a\"", c10::NumberType::get() },
		{ "1", c10::StringType::get() },
		{ "[1.5]", c10::ListType::ofInts() },
		{ "1", c10::ListType::ofInts() },
		{ "quint8[2]", c10::TensorType::get() },
		{ "float[100000000000]", c10::TensorType::get() },
		{ "int64[1]{nan}", c10::TensorType::get() },
		{ "generator()", c10::GeneratorType::get() },
		{ "add.Tensor(float[2])", c10::TensorType::get() },
		{ "plus(float[2])", c10::TensorType::get() },
		{ "max(float[2]).1", c10::TensorType::get() },
	};
	for (const auto &[text, type] : wrong) {
		bool refused = false;
		try {
			value_of(text, type);
		} catch (const std::runtime_error &) {
			refused = true;
		}
		ck_assert_msg(refused, "%s was taken for %s", text, type->annotation_str().c_str());
	}
}
END_TEST

START_TEST(every_default_of_libtorch_is_read_and_made)
{
	size_t count = 0;
	for (const c10::OperatorName &name : c10::Dispatcher::singleton().getAllOpNames()) {
		auto op = c10::Dispatcher::singleton().findSchema(name);
		if (!op || name.name.compare(0, 6, "aten::") != 0)
			continue;
		for (const c10::Argument &argument : op->schema().arguments()) {
			if (!argument.default_value())
				continue;
			std::string text = print_expr(default_of(argument));
			c10::IValue made = value_of(text.c_str(), argument.real_type());
			ck_assert_msg(c10::str(made) == c10::str(*argument.default_value()),
				      "%s, %s: %s", toString(name).c_str(), argument.name().c_str(),
				      text.c_str());
			count++;
		}
	}
	ck_assert_uint_gt(count, 1000);
}
END_TEST

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
	ck_assert_uint_eq(
		samples_for("bmm.dtype(half[3,2,3], half[3,3,4], float32)\n", "bmm.out").size(), 0);
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

START_TEST(variations_change_one_thing)
{
	auto made = variations_of("std.correction(float[2,3], [0], correction=1)");
	for (const char *text : {
		     "std.correction(float[2,3], [0], correction=1)",
		     "std.correction(float[2,3], correction=1)",
		     "std.correction(float[2,3], [0])",
		     "std.correction(float[2,3])",
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
		     "std.correction(float[2,3], [0], correction=1.5)",
	     })
		ck_assert_msg(made.count(text) == 1, "missing: %s", text);
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

static Suite *language_suite()
{
	Suite *suite = suite_create("language of samples");
	TCase *text = tcase_create("text"), *values = tcase_create("values"),
	      *derived = tcase_create("derived");

	tcase_add_test(text, text_prints_as_it_was_read);
	tcase_add_test(text, other_spellings_print_the_canonical_one);
	tcase_add_test(text, a_mistake_is_told_with_its_column);
	tcase_add_test(text, nesting_without_end_is_refused);
	tcase_add_test(text, a_mistake_in_a_file_is_told_with_its_line);
	tcase_add_test(values, a_tensor_has_its_dtype_sizes_and_elements);
	tcase_add_test(values, elements_lie_in_their_range);
	tcase_add_test(values, a_strided_tensor_lies_in_a_larger_one);
	tcase_add_test(values, what_is_made_twice_is_the_same);
	tcase_add_test(values, random_calls_in_expressions_repeat);
	tcase_add_test(values, a_call_is_its_result);
	tcase_add_test(values, words_are_what_the_type_of_the_argument_says);
	tcase_add_test(values, a_value_of_another_type_is_refused);
	tcase_add_test(values, every_default_of_libtorch_is_read_and_made);
	tcase_add_test(derived, a_sample_prints_without_its_defaults);
	tcase_add_test(derived, siblings_take_the_samples_that_fit);
	tcase_add_test(derived, an_operator_of_its_own_samples_takes_no_others);
	tcase_add_test(derived, variations_change_one_thing);
	tcase_add_test(derived, optional_arguments_are_given_and_absent);
	tcase_add_test(derived, there_are_no_more_variations_than_asked_for);
	suite_add_tcase(suite, text);
	suite_add_tcase(suite, values);
	suite_add_tcase(suite, derived);
	return suite;
}

int main()
{
	SRunner *runner = srunner_create(language_suite());

	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

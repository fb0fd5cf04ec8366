/*
 * The values of expressions of the language of samples.
 */
#include <cmath>

#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include "language/language.hpp"

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
	const double *data = plain.data_ptr<double>();
	return { data, data + plain.numel() };
}

template <typename T>
void assert_same(const char *text, const std::vector<T> &got, const std::vector<T> &expected)
{
	ck_assert_msg(got == expected, "%s: got %s, expected %s", text, c10::str(got).c_str(),
		      c10::str(expected).c_str());
}

} // namespace

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

Suite *values_suite()
{
	Suite *suite = suite_create("values of samples");
	TCase *tests = tcase_create("tests");

	tcase_add_test(tests, a_tensor_has_its_dtype_sizes_and_elements);
	tcase_add_test(tests, elements_lie_in_their_range);
	tcase_add_test(tests, a_strided_tensor_lies_in_a_larger_one);
	tcase_add_test(tests, what_is_made_twice_is_the_same);
	tcase_add_test(tests, random_calls_in_expressions_repeat);
	tcase_add_test(tests, a_call_is_its_result);
	tcase_add_test(tests, words_are_what_the_type_of_the_argument_says);
	tcase_add_test(tests, a_value_of_another_type_is_refused);
	tcase_add_test(tests, every_default_of_libtorch_is_read_and_made);
	suite_add_tcase(suite, tests);
	return suite;
}

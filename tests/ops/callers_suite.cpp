/*
 * The callers and the comparison themselves: what differs is found, and so is a C function that
 * does not keep the contract. The functions that do not are here.
 */
#include <cstdlib>
#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

#include <ATen/ATen.h>
#include <ctorch/ctorch.h>

#include "caller.hpp"
#include "compare.hpp"
#include "expr.hpp"
#include "gradient.hpp"
#include "memory.hpp"

#include <check.h> /* last: it has a macro called fail */

using namespace ops;

namespace {

api functions;

using values = std::vector<c10::IValue>;

c10::IValue value_of(const char *text)
{
	expr_maker maker;
	expr parsed = parse_expr(text);
	bool tensor = parsed.kind == expr_kind::tensor || parsed.kind == expr_kind::call;

	if (tensor)
		return maker.make(parsed, c10::TensorType::get());
	if (parsed.kind == expr_kind::string)
		return maker.make(parsed, c10::StringType::get());
	if (parsed.kind == expr_kind::list)
		return maker.make(parsed, c10::ListType::ofInts());
	return maker.make(parsed, c10::NumberType::get());
}

std::string joined(const std::vector<std::string> &lines)
{
	std::string text;

	for (const std::string &line : lines)
		text += line + "\n";
	return text;
}

void assert_found(const std::vector<std::string> &found, const char *part)
{
	ck_assert_msg(joined(found).find(part) != std::string::npos,
		      "expected to be found: %s\n  found: %s", part, joined(found).c_str());
}

void assert_none(const std::vector<std::string> &found)
{
	ck_assert_msg(found.empty(), "found: %s", joined(found).c_str());
}

/* As results of two calls without arguments. */
std::vector<std::string> differences_of(const values &expected, const values &got)
{
	const values none;

	return differences({ none, { "", expected } }, { none, { "", got } });
}

/* --- Values ----------------------------------------------------------------------------------- */

struct pair {
	const char *expected, *got, *found;
};

/* Of each pair that there is no difference with itself, and that there is one with the other. */
void assert_pairs(const pair *pairs, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		assert_none(differences_of({ value_of(pairs[i].expected) },
					   { value_of(pairs[i].expected) }));
		assert_found(
			differences_of({ value_of(pairs[i].expected) }, { value_of(pairs[i].got) }),
			pairs[i].found);
	}
}

START_TEST(numbers_and_texts_differ)
{
	static const pair pairs[] = {
		{ "1", "2", "result 0: expected 1, got 2" },
		{ "1", "1.0", "result 0: expected 1 (Int), got 1 (Double)" },
		{ "1", "True", "result 0: expected 1 (Int), got True (Bool)" },
		{ "0.0", "-0.0", "result 0: expected 0, got -0" },
		{ "1+2j", "1+3j", "result 0: expected " },
		{ "\"a\"", "\"b\"", "result 0: expected a, got b" },
		{ "[1, 2]", "[1, 3]", "result 0: element 1: expected 2, got 3" },
		{ "[1, 2]", "[1]", "result 0: expected a list of 2, got a list of 1" },
		{ "1", "float[1]", "result 0: expected 1 (Int), got a tensor" },
	};

	assert_pairs(pairs, sizeof pairs / sizeof *pairs);
}
END_TEST

START_TEST(tensors_differ)
{
	static const pair pairs[] = {
		{ "float[2,2]{0,1,2,3}", "float[2,2]{0,1,5,3}",
		  "result 0: element [1, 0]: expected 2 (40000000), got 5 (40a00000)" },
		{ "float[1]{0}", "float[1]{-0.0}", "element [0]: expected 0 (00000000), got -0" },
		{ "float[2]", "double[2]", "dtype: expected Float, got Double" },
		{ "float[2]", "float[3]", "sizes: expected [2], got [3]" },
		{ "float[2,2]", "float[2,2].strided", "strides: expected [2, 1], got" },
		{ "select.int(float[2,2], 0, 0)", "select.int(float[2,2], 0, 1)",
		  "storage offset: expected 0, got 2" },
		{ "select.int(float[2,2]{1,1,2,2}, 0, 0)", "select.int(float[2,2]{1,1,2,3}, 0, 0)",
		  "byte 14 of its storage: expected 00, got 40" },
		{ "conj(complex64[2])", "complex64[2]", "dispatch keys: " },
		{ "_neg_view(float[2])", "float[2]", "dispatch keys: " },
		{ "requires_grad_(float[2])", "float[2]", "requires_grad: expected true, got" },
		{ "exp(requires_grad_(float[2]))", "neg(requires_grad_(float[2]))",
		  "grad_fn: expected ExpBackward0, got NegBackward0" },
		{ "fill_.Scalar(float[1], 1)", "fill_.Scalar(fill_.Scalar(float[1], 1), 1)",
		  "version: expected 1, got 2" },
		{ "_to_copy(float[1]{1}, dtype=float8_e5m2)",
		  "_to_copy(float[1]{2}, dtype=float8_e5m2)", "element [0]: expected 1 (3c), got" },
		{ "to_mkldnn(float[2]{1,2})", "to_mkldnn(float[2]{1,3})",
		  "elements: element [1]: expected 2" },
	};

	assert_pairs(pairs, sizeof pairs / sizeof *pairs);
}
END_TEST

START_TEST(tensors_that_consist_of_others_differ)
{
	static const pair pairs[] = {
		{ "to_sparse(float[2]{0,1})", "to_sparse(float[2]{0,2})",
		  "values: element [0]: expected 1" },
		{ "to_sparse(float[2]{0,1})", "to_sparse(float[2]{1,0})",
		  "indices: element [0, 0]: expected 1 " },
		{ "sparse_coo_tensor.indices(int64[1,2]{0,1}, float[2])",
		  "coalesce(sparse_coo_tensor.indices(int64[1,2]{0,1}, float[2]))", "coalesced: " },
		{ "_to_sparse_csr(float[2,2]{1,0,0,2})", "_to_sparse_csr(float[2,2]{1,0,2,0})",
		  "plain indices: element [1]: expected 1" },
		{ "_to_sparse_csr(float[2,2]{1,0,0,2})", "_to_sparse_csc(float[2,2]{1,0,0,2})",
		  "layout: expected SparseCsr, got SparseCsc" },
		{ "_nested_tensor_from_tensor_list([float[2,3], float[1,3]])",
		  "_nested_tensor_from_tensor_list([float[1,3], float[2,3]])",
		  "sizes: element [0, 0]: expected 2" },
	};

	assert_pairs(pairs, sizeof pairs / sizeof *pairs);
}
END_TEST

START_TEST(quantisers_differ)
{
	static const pair pairs[] = {
		{ "quantize_per_tensor(float[2]{0,0}, 0.1, 10, quint8)",
		  "quantize_per_tensor(float[2]{0,0}, 0.2, 10, quint8)",
		  "result 0: scale: expected 0.1, got 0.2" },
		{ "quantize_per_tensor(float[2]{0,0}, 0.1, 10, quint8)",
		  "quantize_per_tensor(float[2]{0,0}, 0.1, 11, quint8)",
		  "result 0: zero point: expected 10, got 11" },
		{ "quantize_per_channel(float[2,2], double[2]{1,1}, int64[2]{0,0}, 0, qint8)",
		  "quantize_per_channel(float[2,2], double[2]{1,1}, int64[2]{0,0}, 1, qint8)",
		  "result 0: axis: expected 0, got 1" },
		{ "quantize_per_channel(float[2,2], double[2]{1,1}, int64[2]{0,0}, 0, qint8)",
		  "quantize_per_channel(float[2,2], double[2]{1,2}, int64[2]{0,0}, 0, qint8)",
		  "result 0: scales: element [1]: expected 1" },
		{ "empty.memory_format([2], dtype=quint8)",
		  "quantize_per_tensor(float[2], 1, 0, quint8)",
		  "result 0: quantisation scheme: expected unknown, got per_tensor_affine" },
		{ "quantize_per_tensor(float[2], 1, 0, quint8)",
		  "quantize_per_channel(float[2], double[2]{1,1}, int64[2]{0,0}, 0, quint8)",
		  "result 0: quantisation scheme: expected per_tensor_affine, got" },
	};

	assert_pairs(pairs, sizeof pairs / sizeof *pairs);
}
END_TEST

START_TEST(an_undefined_tensor_is_a_none_and_no_tensor)
{
	assert_none(differences_of({ at::Tensor() }, { c10::IValue() }));
	assert_found(differences_of({ at::Tensor() }, { value_of("float[0]") }),
		     "result 0: expected None, got a tensor");
}
END_TEST

START_TEST(sharing_differs)
{
	const values a{ value_of("float[4]"), value_of("float[4]") };
	const values b{ value_of("float[4]"), value_of("float[4]") };
	const at::Tensor ta = a[0].toTensor(), tb = b[0].toTensor();
	auto found = [&](const values &expected, const values &got) {
		return differences({ a, { "", expected } }, { b, { "", got } });
	};

	assert_none(found({ ta }, { tb }));
	assert_found(found({ ta }, { tb.clone() }),
		     "result 0: expected the very object that is argument 0, got a tensor with a "
		     "storage of its own");
	assert_found(found({ ta.alias() }, { tb.clone() }),
		     "result 0: expected a tensor in the storage of argument 0, got");
	assert_found(found({ ta.clone(), ta.clone() }, { tb.clone(), at::Tensor() }), "result 1: ");
}
END_TEST

START_TEST(a_result_with_a_reference_too_many_is_found)
{
	const values expected{ value_of("float[4]") }, got{ value_of("float[4]") };
	const at::Tensor kept = got[0].toTensor();

	assert_found(differences_of(expected, got), "references to the results: expected ");
}
END_TEST

START_TEST(errors_and_what_the_arguments_hold_afterwards_differ)
{
	const values a{ value_of("float[1]{1}") }, b{ value_of("float[1]{2}") };

	assert_found(differences({ a, { "IndexError: a", {} } }, { a, { "IndexError: b", {} } }),
		     "error: expected \"IndexError: a\", got \"IndexError: b\"");
	assert_found(differences({ a, {} }, { b, {} }), "argument 0: element [0]: expected 1");
}
END_TEST

/* --- The callers ------------------------------------------------------------------------------ */

/* An operator's descriptor with the symbol of a function of this file. */
api_function with_symbol(const char *operator_symbol, const char *symbol)
{
	const api_function *found = api_find(&functions, operator_symbol);

	ck_assert_msg(found, "%s is not in the file", operator_symbol);

	api_function copy = *found;

	copy.symbol = symbol;
	copy.method = nullptr;
	return copy;
}

/* Descriptors live as long as the program: what is known of them is kept by their address. */
const api_function &kept(api_function function)
{
	static std::deque<api_function> all;

	return all.emplace_back(function);
}

std::string thrown_by(const api_function &function)
{
	try {
		check_callable(function);
	} catch (const std::runtime_error &error) {
		return error.what();
	}
	return "nothing";
}

void assert_text(const std::string &got, const char *expected)
{
	ck_assert_msg(got == expected, "expected %s\n  got %s", expected, got.c_str());
}

START_TEST(every_function_of_the_file_can_be_called)
{
	ck_assert_uint_gt(functions.functions_len, 0);
	for (size_t i = 0; i < functions.functions_len; i++)
		assert_text(thrown_by(functions.functions[i]), "nothing");
}
END_TEST

START_TEST(a_descriptor_that_does_not_fit_is_refused)
{
	api_function absent = with_symbol("ct_neg", "ct_there_is_no_such_function");
	api_function unknown = with_symbol("ct_sub_Scalar", "ct_sub_Scalar");
	api_function swapped = with_symbol("ct_sub_Tensor", "ct_sub_Tensor");
	std::vector<api_param> with_unknown(unknown.params, unknown.params + unknown.params_len);
	std::vector<api_param> in_order(swapped.params, swapped.params + swapped.params_len);

	with_unknown[1].c_type = "ct_widget";
	unknown.params = with_unknown.data();
	std::swap(in_order[0].arg, in_order[1].arg);
	swapped.params = in_order.data();
	assert_text(thrown_by(kept(absent)), "ct_there_is_no_such_function: libctorch has no "
					     "function ct_there_is_no_such_function");
	assert_text(thrown_by(kept(unknown)), "ct_sub_Scalar: unknown C type 'ct_widget'");
	assert_text(thrown_by(kept(swapped)),
		    "ct_sub_Tensor: the schema's argument 0 is not other");
}
END_TEST

START_TEST(edits_say_what_no_value_can)
{
	const api_function &neg = *api_find(&functions, "ct_neg");
	const api_function &sum = *api_find(&functions, "ct_sum_dim_IntList");
	const values one{ value_of("float[2]") };
	const values four{ value_of("float[2]"), c10::List<int64_t>({ 0 }), false, c10::IValue() };

	assert_text(call_c_edited(neg, one, { { 0, false, 0, 8, 0 } }).error,
		    "ArgumentError: ct_neg: argument 1 (self) must not be NULL");
	assert_text(call_c_edited(sum, four, { { 2, false, 0, 8, -1 } }).error,
		    "ArgumentError: ct_sum_dim_IntList: argument 2 (dim): length is -1, it must "
		    "not be negative");
	assert_text(call_c_edited(sum, four, { { 1, true, 0, 8, 7 } }).error,
		    "IndexError: Dimension out of range (expected to be in range of [-1, 0], but "
		    "got 7)");
	assert_text(call_c_edited(neg, one, { { 1, false, 0, 8, 0 } }).error, "");
}
END_TEST

/* --- Functions that do not keep the contract -------------------------------------------------- */

extern "C" {

ct_error ct_broken_silent(const ct_tensor *self, ct_tensor **result);
ct_error ct_broken_silent(const ct_tensor *, ct_tensor **)
{
	return nullptr;
}

ct_error ct_broken_hasty(const ct_tensor *self, ct_tensor **result);
ct_error ct_broken_hasty(const ct_tensor *, ct_tensor **result)
{
	*result = nullptr;
	return ct_error_new(CT_ERROR_INDEX, "ct_broken_hasty", "too far");
}

ct_error ct_broken_anonymous(const ct_tensor *self, ct_tensor **result);
ct_error ct_broken_anonymous(const ct_tensor *, ct_tensor **)
{
	return ct_error_new(CT_ERROR_INDEX, "ct_neg", "too far");
}

ct_error ct_broken_bool(const ct_tensor *self, const ct_tensor *other, unsigned char *result);
ct_error ct_broken_bool(const ct_tensor *, const ct_tensor *, unsigned char *result)
{
	*result = 2;
	return nullptr;
}

ct_error ct_broken_operands(const ct_tensor *self, const ct_tensor *other, ct_scalar alpha,
			    ct_tensor **result);
ct_error ct_broken_operands(const ct_tensor *self, const ct_tensor *other, ct_scalar alpha,
			    ct_tensor **result)
{
	return ct_sub_Tensor(other, self, alpha, result);
}

ct_error ct_broken_gradient(const ct_tensor *self, ct_tensor **result);
ct_error ct_broken_gradient(const ct_tensor *self, ct_tensor **result)
{
	ct_tensor *negative;

	CT_TRY(ct_neg(self, &negative));

	ct_error error = ct_detach(negative, result);

	ct_tensor_free(negative);
	return error;
}
}

START_TEST(a_broken_contract_is_told)
{
	const values one{ value_of("float[2]") }, two{ value_of("float[2]"), value_of("float[2]") };
	auto error_of = [](const char *operator_symbol, const char *symbol, const values &given) {
		return call_c(kept(with_symbol(operator_symbol, symbol)), false, given).error;
	};

	assert_text(error_of("ct_neg", "ct_broken_silent", one),
		    "broken contract: result was not written");
	assert_text(error_of("ct_neg", "ct_broken_hasty", one),
		    "broken contract: result was written: IndexError: too far");
	assert_text(error_of("ct_neg", "ct_broken_anonymous", one),
		    "broken contract: ct_error_function() says ct_neg: IndexError: too far");
	assert_text(error_of("ct_equal", "ct_broken_bool", two),
		    "broken contract: result: a bool is 2");
}
END_TEST

START_TEST(swapped_operands_are_found)
{
	const api_function &broken = kept(with_symbol("ct_sub_Tensor", "ct_broken_operands"));
	const values given{ value_of("float[1]{3}"), value_of("float[1]{1}"), 1 };
	const outcome expected = call_at(find_operator(broken), given);

	assert_found(differences({ given, expected }, { given, call_c(broken, false, given) }),
		     "result 0: element [0]: expected 2 (40000000), got -2 (c0000000)");
}
END_TEST

START_TEST(gradients_are_compared)
{
	const api_function &neg = *api_find(&functions, "ct_neg");
	const api_function &broken = kept(with_symbol("ct_neg", "ct_broken_gradient"));
	const values a{ value_of("float[2]") }, b{ value_of("float[2]") };
	bool compared;

	assert_none(gradient_differences(neg, find_operator(neg), a, b, compared));
	ck_assert(compared);
	assert_found(gradient_differences(broken, find_operator(broken), a, b, compared),
		     "with gradients: result 0: requires_grad: expected true, got false");
	ck_assert(!compared);
}
END_TEST

START_TEST(fresh_memory_is_the_same_and_limited)
{
	const api_function &empty = *api_find(&functions, "ct_empty_memory_format");
	auto sized = [](int64_t size) -> values {
		c10::IValue none;

		return { c10::List<int64_t>({ size }), none, none, none, none, none };
	};

	assert_none(differences_of(call_c(empty, false, sized(1000)).results,
				   call_at(find_operator(empty), sized(1000)).results));
	assert_text(call_c(empty, false, sized(1 << 30)).error,
		    "RuntimeError: more than the limit of these tests: 4294967296 bytes in one "
		    "piece");
}
END_TEST

} // namespace

static Suite *callers_suite()
{
	Suite *suite = suite_create("callers of operators");
	TCase *compare = tcase_create("compare"), *call = tcase_create("call"),
	      *broken = tcase_create("broken");

	tcase_add_test(compare, numbers_and_texts_differ);
	tcase_add_test(compare, tensors_differ);
	tcase_add_test(compare, tensors_that_consist_of_others_differ);
	tcase_add_test(compare, quantisers_differ);
	tcase_add_test(compare, an_undefined_tensor_is_a_none_and_no_tensor);
	tcase_add_test(compare, sharing_differs);
	tcase_add_test(compare, a_result_with_a_reference_too_many_is_found);
	tcase_add_test(compare, errors_and_what_the_arguments_hold_afterwards_differ);
	tcase_add_test(call, every_function_of_the_file_can_be_called);
	tcase_add_test(call, a_descriptor_that_does_not_fit_is_refused);
	tcase_add_test(call, edits_say_what_no_value_can);
	tcase_add_test(call, fresh_memory_is_the_same_and_limited);
	tcase_add_test(broken, a_broken_contract_is_told);
	tcase_add_test(broken, swapped_operands_are_found);
	tcase_add_test(broken, gradients_are_compared);
	suite_add_tcase(suite, compare);
	suite_add_tcase(suite, call);
	suite_add_tcase(suite, broken);
	return suite;
}

int main()
{
	if (!api_read(OPS_API, &functions))
		return EXIT_FAILURE;
	make_libtorch_repeatable();

	SRunner *runner = srunner_create(callers_suite());

	srunner_run_all(runner, CK_NORMAL);

	int failed = srunner_ntests_failed(runner);

	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

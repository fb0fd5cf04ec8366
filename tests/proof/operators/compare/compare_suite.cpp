/*
 * The comparison itself: it finds differences.
 */
#include <algorithm>

#include <ATen/Context.h>

#include "support/releases.hpp"
#include "call/callers.hpp"
#include "compare/packed.hpp"

using namespace ops;

namespace {

struct pair {
	const char *expected, *got, *found;
};

/* Neither value of a pair differs from itself, and each differs from the other. */
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
#if HAS_FLOAT8
		{ "_to_copy(float[1]{1}, dtype=float8_e5m2)",
		  "_to_copy(float[1]{2}, dtype=float8_e5m2)", "element [0]: expected 1 (3c), got" },
#endif
		{ "to_mkldnn(float[2]{1,2})", "to_mkldnn(float[2]{1,3})",
		  "elements: element [1]: expected 2" },
	};

	assert_pairs(pairs, sizeof pairs / sizeof *pairs);
}
END_TEST

at::Tensor leaf_with_gradient(double gradient)
{
	at::Tensor leaf = at::ones({ 1 }).requires_grad_();

	leaf.mutable_grad() = at::full({ 1 }, gradient);
	return leaf;
}

at::Tensor graph_of_two(bool retains)
{
	at::Tensor result = at::ones({ 1 }).requires_grad_().exp();

	if (retains)
		result.retain_grad();
	return result;
}

START_TEST(what_backward_leaves_differs)
{
	assert_none(differences_of({ leaf_with_gradient(2) }, { leaf_with_gradient(2) }));
	assert_found(differences_of({ leaf_with_gradient(2) }, { leaf_with_gradient(3) }),
		     "result 0: gradient: element [0]: expected 2");
	assert_found(
		differences_of({ leaf_with_gradient(2) }, { at::ones({ 1 }).requires_grad_() }),
		"result 0: parts: expected 1, got 0");
	assert_none(differences_of({ graph_of_two(true) }, { graph_of_two(true) }));
	assert_found(differences_of({ graph_of_two(true) }, { graph_of_two(false) }),
		     "retains_grad: expected true, got false");
}
END_TEST

#if CT_TORCH_AT_LEAST(2, 1)
#define TO_CSR "_to_sparse_csr"
#define TO_CSC "_to_sparse_csc"
#else
#define TO_CSR "to_sparse_csr"
#define TO_CSC "to_sparse_csc"
#endif

START_TEST(tensors_that_consist_of_others_differ)
{
	static const pair pairs[] = {
		{ "to_sparse(float[2]{0,1})", "to_sparse(float[2]{0,2})",
		  "values: element [0]: expected 1" },
		{ "to_sparse(float[2]{0,1})", "to_sparse(float[2]{1,0})",
		  "indices: element [0, 0]: expected 1 " },
		{ "sparse_coo_tensor.indices(int64[1,2]{0,1}, float[2])",
		  "coalesce(sparse_coo_tensor.indices(int64[1,2]{0,1}, float[2]))", "coalesced: " },
		{ TO_CSR "(float[2,2]{1,0,0,2})", TO_CSR "(float[2,2]{1,0,2,0})",
		  "plain indices: element [1]: expected 1" },
		{ TO_CSR "(float[2,2]{1,0,0,2})", TO_CSC "(float[2,2]{1,0,0,2})",
		  "layout: expected SparseCsr, got SparseCsc" },
		{ "_nested_tensor_from_tensor_list([float[2,3], float[1,3]])",
		  "_nested_tensor_from_tensor_list([float[1,3], float[2,3]])",
		  "sizes: element [0, 0]: expected 2" },
	};

	assert_pairs(pairs, sizeof pairs / sizeof *pairs);
}
END_TEST

START_TEST(quantizers_differ)
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
		  "result 0: quantization scheme: expected unknown, got per_tensor_affine" },
		{ "quantize_per_tensor(float[2], 1, 0, quint8)",
		  "quantize_per_channel(float[2], double[2]{1,1}, int64[2]{0,0}, 0, quint8)",
		  "result 0: quantization scheme: expected per_tensor_affine, got" },
	};

	assert_pairs(pairs, sizeof pairs / sizeof *pairs);
}
END_TEST

/* The result of an operator with one argument, as if of the operator with that name. */
struct packing {
	packing(const char *op, const char *packed, const char *of)
	    : arguments{ value_of(of) }, result{ "", { value_of(packed) }, op }
	{
	}
	finished_call call() const { return { arguments, result }; }

	values arguments;
	outcome result;
};

bool has_fbgemm()
{
	const std::vector<at::QEngine> &engines = at::Context::supportedQEngines();

	return std::find(engines.begin(), engines.end(), at::QEngine::FBGEMM) != engines.end();
}

START_TEST(objects_in_the_place_of_elements_differ)
{
	static const struct {
		const char *op, *of, *expected, *got, *found;
	} cases[] = {
		{ "aten::fbgemm_pack_gemm_matrix_fp16", "float[2,3]",
		  "fbgemm_pack_gemm_matrix_fp16(float[2,3]{1,2,3,4,5,6})",
		  "fbgemm_pack_gemm_matrix_fp16(float[2,3]{1,2,3,4,5,7})",
		  "result 0: aten::fbgemm_linear_fp16_weight_fp32_activation 0: element [2, 1]: "
		  "expected 6 (40c00000), got 7" },
		{ "aten::fbgemm_pack_quantized_matrix", "int8[2,3]",
		  "fbgemm_pack_quantized_matrix(int8[2,3]{1,2,3,4,5,6})",
		  "fbgemm_pack_quantized_matrix(int8[2,3]{1,2,3,4,5,-6})",
		  "result 0: aten::fbgemm_linear_int8_weight_fp32_activation 0: element [2, 1]: "
		  "expected 1530 (44bf4000), got -1530" },
#if HAS_WRAPPED_PREPACK
		{ "aten::_wrapped_linear_prepack", "float[1,2]",
		  "_wrapped_linear_prepack(float[1,2]{1,2}, float[]{0.1}, int64[]{0}, float[1]{3})",
		  "_wrapped_linear_prepack(float[1,2]{1,2.1}, float[]{0.1}, int64[]{0}, "
		  "float[1]{3})",
		  "result 0: aten::_wrapped_quantized_linear_prepacked " },
		{ "aten::_wrapped_linear_prepack", "float[1,2]",
		  "_wrapped_linear_prepack(float[1,2]{1,2}, float[]{0.1}, int64[]{0}, float[1]{3})",
		  "_wrapped_linear_prepack(float[1,2]{1,2}, float[]{0.1}, int64[]{0}, "
		  "float[1]{3.1})",
		  "result 0: aten::_wrapped_quantized_linear_prepacked " },
#endif
	};

	for (const auto &one : cases) {
		const packing expected(one.op, one.expected, one.of);
		const packing same(one.op, one.expected, one.of), got(one.op, one.got, one.of);

		assert_none(unseen_objects(expected.call()));
		assert_none(differences(expected.call(), same.call()));
		assert_found(differences(expected.call(), got.call()), one.found);
	}
}
END_TEST

START_TEST(an_object_that_nobody_looks_into_is_told)
{
	const packing unknown("aten::neg", "fbgemm_pack_quantized_matrix(int8[2,3])", "int8[2,3]");
	const packing wrong_sizes("aten::fbgemm_pack_gemm_matrix_fp16",
				  "fbgemm_pack_gemm_matrix_fp16(float[2,3])", "float[2,4]");
	const packing none("aten::neg", "int8[2,3]", "int8[2,3]");

	assert_found(unseen_objects(unknown.call()),
		     "result 0: holds a C++ object that is not compared: add aten::neg to the "
		     "table of tests/proof/operators/compare/packed.cpp");
	assert_found(unseen_objects(wrong_sizes.call()),
		     "result 0: aten::fbgemm_linear_fp16_weight_fp32_activation cannot show the "
		     "object, see tests/proof/operators/compare/packed.cpp: RuntimeError: ");
	assert_none(unseen_objects(none.call()));
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

} // namespace

Suite *compare_suite()
{
	Suite *suite = suite_create("comparing");
	TCase *compare = tcase_create("compare");

	tcase_add_test(compare, numbers_and_texts_differ);
	tcase_add_test(compare, tensors_differ);
	tcase_add_test(compare, what_backward_leaves_differs);
	tcase_add_test(compare, tensors_that_consist_of_others_differ);
	tcase_add_test(compare, quantizers_differ);
	if (has_fbgemm()) {
		tcase_add_test(compare, objects_in_the_place_of_elements_differ);
		tcase_add_test(compare, an_object_that_nobody_looks_into_is_told);
	}
	tcase_add_test(compare, an_undefined_tensor_is_a_none_and_no_tensor);
	tcase_add_test(compare, sharing_differs);
	tcase_add_test(compare, a_result_with_a_reference_too_many_is_found);
	tcase_add_test(compare, errors_and_what_the_arguments_hold_afterwards_differ);
	suite_add_tcase(suite, compare);
	return suite;
}

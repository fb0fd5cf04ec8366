/*
 * The callers themselves: they find C functions that break the contract. Those functions are in
 * this file.
 */
#include <cstdlib>
#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

#include <ATen/ATen.h>
#include <unistd.h>

#include <ctorch/ctorch.h>
#include <ctorch/libtorch.hpp>

#include "call/caller.hpp"
#include "compare/gradient.hpp"
#include "call/heap.hpp"
#include "call/memory.hpp"

#include "call/callers.hpp" /* last: check.h has a macro called fail */

using namespace ops;

namespace {

api functions;

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

/* Descriptors are never freed: facts about them are stored by their address. */
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
		    "ArgumentError: ct_sum_dim_IntList: argument 2 (dim): length is -1, but must "
		    "not be negative");
	assert_text(call_c_edited(sum, four, { { 1, true, 0, 8, 7 } }).error,
		    "IndexError: Dimension out of range (expected to be in range of [-1, 0], but "
		    "got 7)");
	assert_text(call_c_edited(neg, one, { { 1, false, 0, 8, 0 } }).error,
		    "ArgumentError: ct_neg: every result pointer is NULL, so the call would have "
		    "no effect; the name of an in-place operator ends in an underscore");
}
END_TEST

/* --- Functions that break the contract -------------------------------------------------------- */

at::Tensor given_to_keeper;

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

/* A handle on libtorch's undefined tensor, which counts no references. */
ct_tensor *undefined_handle();
ct_tensor *undefined_handle()
{
	return reinterpret_cast<ct_tensor *>(at::Tensor().unsafeGetTensorImpl());
}

ct_error ct_broken_undefined(const ct_tensor *self, ct_tensor **result);
ct_error ct_broken_undefined(const ct_tensor *, ct_tensor **result)
{
	*result = undefined_handle();
	return nullptr;
}

ct_error ct_broken_element(const ct_tensor *self, int64_t dim, ct_tensor ***result,
			   int64_t *result_len);
ct_error ct_broken_element(const ct_tensor *, int64_t, ct_tensor ***result, int64_t *result_len)
{
	static ct_tensor *list[] = { nullptr, undefined_handle() };

	*result = list;
	*result_len = 2;
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

/* Keeps its argument. */
ct_error ct_broken_keeper(const ct_tensor *self, ct_tensor **result);
ct_error ct_broken_keeper(const ct_tensor *self, ct_tensor **result)
{
	given_to_keeper = ct::to_tensor(self);
	return ct_neg(self, result);
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
	assert_text(error_of("ct_neg", "ct_broken_undefined", one),
		    "broken contract: result: an undefined tensor that is not NULL");
	assert_text(error_of("ct_unbind_int", "ct_broken_element", { value_of("float[2]"), 0 }),
		    "broken contract: result: an undefined tensor that is not NULL");
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

START_TEST(references_that_a_gradient_leaves_are_compared)
{
	const api_function &broken = kept(with_symbol("ct_neg", "ct_broken_keeper"));
	const values a{ value_of("float[2]") }, b{ value_of("float[2]") };
	bool compared;

	assert_found(gradient_differences(broken, find_operator(broken), a, b, compared),
		     "with gradients: references of the arguments and gradients: expected [");
	given_to_keeper.reset();
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

/* Objects of every size that malloc() has bins for, and larger ones. */
START_TEST(objects_and_what_is_beside_them_are_filled)
{
	for (size_t n = 0; heap_is_filled() && n < 70000; n = n < 300 ? n + 1 : n * 2) {
		fill_heap(0x33);

		/* Hidden from the compiler, which would report an error. */
		unsigned char *volatile opaque = static_cast<unsigned char *>(operator new(n));
		const unsigned char *from = opaque - heap_margin;

		fill_heap(usual_filling);
		for (size_t i = 0; i < n + 2 * heap_margin; i++)
			ck_assert_msg(from[i] == 0x33, "of %zu bytes: %zu from the margin's start",
				      n, i);
		operator delete(opaque);
	}
}
END_TEST

} // namespace

Suite *callers_suite()
{
	Suite *suite = suite_create("callers of operators");
	TCase *call = tcase_create("call"), *broken = tcase_create("broken");

	tcase_add_test(call, every_function_of_the_file_can_be_called);
	tcase_add_test(call, a_descriptor_that_does_not_fit_is_refused);
	tcase_add_test(call, edits_say_what_no_value_can);
	tcase_add_test(call, fresh_memory_is_the_same_and_limited);
	tcase_add_test(call, tensors_end_where_memory_that_faults_begins);
	tcase_add_test(call, objects_and_what_is_beside_them_are_filled);
	tcase_add_test(broken, a_broken_contract_is_told);
	tcase_add_test(broken, swapped_operands_are_found);
	tcase_add_test(broken, gradients_are_compared);
	tcase_add_test(broken, references_that_a_gradient_leaves_are_compared);
	suite_add_tcase(suite, call);
	suite_add_tcase(suite, broken);
	return suite;
}

int main()
{
	if (!api_read(OPS_API, &functions))
		return EXIT_FAILURE;
	make_libtorch_repeatable();

	SRunner *runner = srunner_create(compare_suite());

	srunner_add_suite(runner, callers_suite());
	srunner_run_all(runner, CK_NORMAL);

	int failed = srunner_ntests_failed(runner);

	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/*
 * Results, gradients, random numbers and errors of operators.
 */
#include <tuple>

#include <ATen/CPUGeneratorImpl.h>

#include "beside.hpp"
#include "support.h"

namespace {

START_TEST(results_equal_libtorchs)
{
	at::Tensor a = at::randn({ 5, 7 }), b = at::randn({ 7, 3 });
	ct_tensor *ca = ct::to_handle(a), *cb = ct::to_handle(b), *product, *values, *indices;
	at::Tensor expected_values, expected_indices;

	OK(ct_mm(ca, cb, &product));
	ck_assert(at::equal(ct::to_tensor(product), at::mm(a, b)));
#if CT_TORCH_AT_LEAST(2, 3)
	OK(ct_sort_stable(ca, nullptr, 1, true, &values, &indices));
	std::tie(expected_values, expected_indices) = at::sort(a, ct::nullopt, 1, true);
#else /* the bool is not optional */
	const bool stable = true;

	OK(ct_sort_stable(ca, &stable, 1, true, &values, &indices));
	std::tie(expected_values, expected_indices) = at::sort(a, stable, 1, true);
#endif
	ck_assert(at::equal(ct::to_tensor(values), expected_values));
	ck_assert(at::equal(ct::to_tensor(indices), expected_indices));
	for (ct_tensor *handle : { ca, cb, product, values, indices })
		ct_tensor_free(handle);
}
END_TEST

START_TEST(gradients_equal_libtorchs)
{
	at::Tensor leaf = at::randn({ 6 }), twin = leaf.clone();
	ct_tensor *handle = ct::to_handle(leaf), *activated, *sum, *grad;

	twin.requires_grad_(true);
	at::gelu(twin).sum().backward();
	OK(ct_tensor_set_requires_grad(handle, true));
	OK(ct_gelu(handle, "none", &activated));
	OK(ct_sum(activated, CT_DTYPE_NONE, &sum));
	OK(ct_tensor_backward(sum));
	OK(ct_tensor_grad(handle, &grad));
	ck_assert(at::equal(ct::to_tensor(grad), twin.grad()));
	for (ct_tensor *tensor : { handle, activated, sum, grad })
		ct_tensor_free(tensor);
}
END_TEST

START_TEST(seeded_numbers_equal_libtorchs)
{
	at::Tensor theirs = at::zeros({ 100 });
	at::Generator generator = at::detail::createCPUGenerator(1234);
	ct_generator *ours;
	ct_tensor *handle = ct::to_handle(at::zeros({ 100 }));

	theirs.normal_(0, 1, generator);
	OK(ct_generator_new(CT_DEVICE_CPU, &ours));
	OK(ct_generator_manual_seed(ours, 1234));
	OK(ct_normal_(handle, 0, 1, ours, nullptr));
	ck_assert(at::equal(ct::to_tensor(handle), theirs));
	ct_tensor_free(handle);
	ct_generator_free(ours);
}
END_TEST

START_TEST(errors_have_libtorchs_text)
{
	at::Tensor a = at::zeros({ 2, 3 });
	ct_tensor *handle = ct::to_handle(a);

	assert_same_error(ct_mm(handle, handle, nullptr), "RuntimeError",
			  libtorchs_error([&] { at::mm(a, a); }));
	assert_same_error(ct_select_int(handle, 5, 0, nullptr), "IndexError",
			  libtorchs_error([&] { at::select(a, 5, 0); }));
	assert_same_error(ct_linalg_inv(handle, nullptr), "RuntimeError",
			  libtorchs_error([&] { at::linalg_inv(a); }));
	assert_same_error(ct_cholesky_inverse(handle, false, nullptr), "RuntimeError",
			  libtorchs_error([&] { at::cholesky_inverse(a); }));
	ct_tensor_free(handle);
}
END_TEST

} // namespace

Suite *operators_suite()
{
	Suite *suite = suite_create("operators beside libtorch");
	TCase *tests = tests_of("operators beside libtorch");

	tcase_add_test(tests, results_equal_libtorchs);
	tcase_add_test(tests, gradients_equal_libtorchs);
	tcase_add_test(tests, seeded_numbers_equal_libtorchs);
	tcase_add_test(tests, errors_have_libtorchs_text);
	suite_add_tcase(suite, tests);
	return suite;
}

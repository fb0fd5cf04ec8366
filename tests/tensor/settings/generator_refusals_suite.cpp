/*
 * Tensors that are not a generator's state, by size or by content: refused as by libtorch.
 */
#include <mutex>

#include <ATen/CPUGeneratorImpl.h>

#include "beside.hpp"
#include "support.h"

namespace {

/* Around the size of a state and of an older one, and far from both. */
constexpr int64_t sizes[] = { 0,    1,    10,   23,   24,   5040, 5047, 5048,
			      5049, 5054, 5055, 5056, 5057, 5064, 6000 };
constexpr int sizes_len = sizeof sizes / sizeof *sizes;

void assert_alike(int64_t size, int fill)
{
	at::Generator theirs = at::detail::createCPUGenerator(), ours = theirs.clone();
	at::Tensor bytes = at::full({ size }, fill, at::kByte);
	ct_tensor *handle = ct::to_handle(bytes);

	assert_same_error(
		ct_generator_set_state(
			reinterpret_cast<ct_generator *>(ours.unsafeGetGeneratorImpl()), handle),
		"RuntimeError", libtorchs_error([&] { theirs.set_state(bytes); }));
	ct_tensor_free(handle);
}

START_TEST(bytes_that_are_no_state_are_refused_as_by_libtorch)
{
	assert_alike(sizes[_i], 0);
	assert_alike(sizes[_i], 255);
}
END_TEST

} // namespace

Suite *generator_refusals_suite()
{
	Suite *suite = suite_create("states of generators");
	TCase *tests = tests_of("states of generators");

	tcase_add_loop_test(tests, bytes_that_are_no_state_are_refused_as_by_libtorch, 0,
			    sizes_len);
	suite_add_tcase(suite, tests);
	return suite;
}

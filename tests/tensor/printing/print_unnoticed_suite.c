/*
 * What printing must leave alone: autograd, modes, scopes, the locale, and elements that are not
 * shown.
 */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "print_support.h"

static void assert_text(const ct_tensor *tensor, const char *wanted)
{
	char *text = NULL;

	OK(ct_tensor_to_string(tensor, &text));
	ck_assert_str_eq(text, wanted);
	ct_free(text);
}

/* Prints, in a scope that must not get a handle. */
static void print_unnoticed(const ct_tensor *tensor, const char *wanted)
{
	const int64_t before = live_handles();
	const int64_t version = state_version(tensor);
	ct_scope *scope = open_scope();

	assert_text(tensor, wanted);
	ck_assert_int_eq(live_handles(), before);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
	ck_assert_int_eq(state_version(tensor), version);
}

START_TEST(printing_is_not_noticed_in_any_mode_of_autograd)
{
	ct_tensor *leaf = vector(2, (const float[]){ 1, 2 }), *twice = NULL, *grad = NULL;
	bool was;

	OK(ct_tensor_set_requires_grad(leaf, true));
	OK(ct_mul_Scalar(leaf, ct_scalar_int(2), &twice));
	for (int recording = 0; recording < 2; recording++) {
		was = ct_autograd_is_grad_enabled();
		ct_autograd_set_grad_enabled(recording != 0);
		print_unnoticed(leaf, "tensor([1., 2.], requires_grad=True)");
		print_unnoticed(twice, "tensor([2., 4.], grad_fn=<MulBackward1>)");
		ck_assert_int_eq(ct_autograd_is_grad_enabled(), recording);
		ct_autograd_set_grad_enabled(was);
	}
	OK(ct_tensor_grad(leaf, &grad));
	ck_assert_ptr_null(grad);
	ct_tensor_free(twice);
	ct_tensor_free(leaf);
}
END_TEST

START_TEST(inference_tensors_are_printed_in_and_out_of_that_mode)
{
	ct_tensor *normal = vector(2, (const float[]){ 1, 2 }), *tensor, *big = NULL;

	OK(ct_tensor_set_requires_grad(normal, true));
	state_set_inference(true);
	tensor = vector(2, (const float[]){ 3, 4.5f });
	OK(ct_arange(ct_scalar_int(2000), CT_INT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &big));
	assert_text(tensor, "tensor([3.0000, 4.5000])");
	assert_text(normal, "tensor([1., 2.], requires_grad=True)");
	state_set_inference(false);
	assert_text(tensor, "tensor([3.0000, 4.5000])");
	assert_text(big, "tensor([   0,    1,    2,  ..., 1997, 1998, 1999])");
	ct_tensor_free(big);
	ct_tensor_free(tensor);
	ct_tensor_free(normal);
}
END_TEST

static void *print_in_thread(void *context)
{
	char *text = NULL;

	CT_CHECK(ct_tensor_to_string(context, &text));
	MUST(strcmp(text, "tensor([1.0000, 2.5000])") == 0);
	ct_free(text);
	return NULL;
}

START_TEST(other_threads_print)
{
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2.5f });

	run_in_thread(print_in_thread, tensor);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(errors_leave_modes_and_scopes_as_they_were)
{
	ct_tensor *bytes = NULL, *bits = NULL;
	const int64_t before = live_handles();
	ct_scope *scope;

	if (is_refused_dtype(CT_UINT4))
		return;
	scope = open_scope();
	OK(ct_zeros((const int64_t[]){ 2 }, 1, CT_UINT8, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		    &bytes));
	OK(ct_view_dtype(bytes, CT_UINT4, &bits));
	FAILS_WITH(ct_tensor_to_string(bits, NULL), NO_KERNEL_KIND, "UInt4");
	ck_assert(ct_autograd_is_grad_enabled());
	ck_assert_int_eq(live_handles(), before + 2);
	OK(ct_scope_close(scope));
}
END_TEST

START_TEST(the_decimal_point_is_not_the_locales)
{
	ct_tensor *tensor = vector(3, (const float[]){ 1, 2.5f, -3 }), *quantized = NULL;
	const ct_value value = ct_value_float(0.1);
	char line[CT_SUMMARY_SIZE], *text;

	if (!enter_decimal_comma())
		return;
	OK(ct_quantize_per_tensor(tensor, 0.5, 3, CT_QUINT8, &quantized));
	assert_text(tensor, "tensor([ 1.0000,  2.5000, -3.0000])");
	assert_text(quantized,
		    "tensor([ 1.0000,  2.5000, -1.5000], size=(3,), dtype=torch.quint8,\n"
		    "       quantization_scheme=torch.per_tensor_affine, scale=0.5, zero_point=3)");
	ck_assert_ptr_nonnull(
		strstr(ct_tensor_summary_into(tensor, line, sizeof line), "max 2.5 "));
	OK(ct_tensor_describe_to_string(tensor, &text));
	ck_assert_ptr_nonnull(strstr(text, "mean   0.166667\n"));
	ct_free(text);
	OK(ct_value_to_string(&value, &text));
	ck_assert_str_eq(text, "0.1");
	ct_free(text);
	FAILS(ct_error_new(CT_ERROR_VALUE, "f", "%g", 0.5), "ValueError: 0.5");
	leave_decimal_comma();
	ct_tensor_free(quantized);
	ct_tensor_free(tensor);
}
END_TEST

/* One of the three places at each end of a dimension. */
static int64_t shown_place(int64_t i, int64_t size)
{
	return i < 3 || size <= 6 ? i : size - 6 + i;
}

/* Pages of zeros for elements that are shown, and no others: reading any other element crashes. */
static float *shown_only(const int64_t shape[3], size_t nbytes)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *memory = mmap(NULL, nbytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
			    -1, 0);

	ck_assert_ptr_ne(memory, MAP_FAILED);
	for (int i = 0; i < 6 * 6 * 6; i++) {
		size_t element = 0;

		for (int d = 0, at = i; d < 3; d++, at /= 6) {
			const int64_t size = shape[d], place = at % 6;

			if (place >= size)
				break;
			element = element * (size_t)size + (size_t)shown_place(place, size);
			if (d == 2)
				ck_assert_int_eq(mprotect(memory + element * 4 / page * page, page,
							  PROT_READ),
						 0);
		}
	}
	return (float *)memory;
}

START_TEST(a_summary_does_not_read_the_rest)
{
	static const int64_t shapes[][3] = {
		{ INT64_C(1) << 34, 1, 1 },
		{ 1 << 17, 1 << 17, 1 },
		{ 4096, 2048, 2048 },
	};
	const size_t nbytes = (size_t)4 << 34;
	const int64_t *shape = shapes[_i];
	float *memory = shown_only(shape, nbytes);
	ct_tensor *tensor = NULL;
	char *text = NULL;

	OK(ct_tensor_from_blob(memory, CT_FLOAT32, CT_INTS_OF(shape, 3), CT_NO_INTS, NULL, NULL,
			       &tensor));
	OK(ct_tensor_to_string(tensor, &text));
	ck_assert_ptr_nonnull(strstr(text, "..."));
	ct_free(text);
	ct_tensor_free(tensor);
	munmap(memory, nbytes);
}
END_TEST

Suite *print_unnoticed_suite(void)
{
	Suite *suite = suite_create("printing unnoticed");
	TCase *tests = tests_of("printing unnoticed");

	tcase_add_test(tests, printing_is_not_noticed_in_any_mode_of_autograd);
	tcase_add_test(tests, inference_tensors_are_printed_in_and_out_of_that_mode);
	tcase_add_test(tests, other_threads_print);
	tcase_add_test(tests, errors_leave_modes_and_scopes_as_they_were);
	tcase_add_test(tests, the_decimal_point_is_not_the_locales);
	tcase_add_loop_test(tests, a_summary_does_not_read_the_rest, 0, 3);
	suite_add_tcase(suite, tests);
	return suite;
}

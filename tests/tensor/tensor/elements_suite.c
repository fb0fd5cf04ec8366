/*
 * Elements by their indices: read, assigned, and assigned where autograd records.
 */
#include "support.h"

/* --- By index -------------------------------------------------------------------------------- */

static void read_element(const json_t *of_case)
{
	const char *name = expected_text(of_case, "tensor");
	ct_tensor *tensor = tensor_called(name);
	int64_t n, *index = expected_ints(of_case, "index", &n), whole = -1;
	double value = -1;
	ct_error error = ct_tensor_element_double(tensor, CT_INTS_OF(index, n), &value);

	if (json_object_get(of_case, "error")) {
		assert_expected_error(error, of_case, name);
		ct_error_free(error);
	} else {
		ck_assert_msg(error == NULL, "%s, %d indices: %s", name, (int)n, error);
		ck_assert_double_eq(value, expected_double(of_case, "value"));
		OK(ct_tensor_element_int64(tensor, CT_INTS_OF(index, n), &whole));
		ck_assert_int_eq(whole, (int64_t)value);
	}
	free(index);
	ct_tensor_free(tensor);
}

START_TEST(element_is_found_as_python_finds_it)
{
	for_each_case("element", 130, read_element);
}
END_TEST

static void assign(const json_t *of_case)
{
	const char *dtype = expected_text(of_case, "dtype");
	const double number = expected_double(of_case, "number");
	ct_tensor *tensor = from_text("[1, 1]", dtype_named(dtype));
	ct_error error;
	char what[64];

	snprintf(what, sizeof what, "%s: %g", dtype, number);
	if (json_is_integer(json_object_get(of_case, "number")))
		error = ct_tensor_set_element_int64(tensor, CT_L(0),
						    expected_int(of_case, "number"));
	else
		error = ct_tensor_set_element_double(tensor, CT_L(0), number);
	assert_case(of_case, what, error, tensor);
	if (json_object_get(of_case, "error"))
		ct_tensor_free(tensor);
}

START_TEST(element_is_assigned_as_python_assigns_it)
{
	for_each_case("assigned", 300, assign);
}
END_TEST

START_TEST(element_of_every_kind_keeps_its_kind)
{
	static const struct {
		const char *text;
		ct_dtype dtype;
		int32_t kind;
	} elements[] = {
		{ "[7]", CT_INT64, CT_SCALAR_INT },
		{ "[7]", CT_UINT8, CT_SCALAR_INT },
		{ "[7]", CT_FLOAT32, CT_SCALAR_FLOAT },
		{ "[7]", CT_FLOAT16, CT_SCALAR_FLOAT },
		{ "[7]", CT_BFLOAT16, CT_SCALAR_FLOAT },
		{ "[True]", CT_BOOL, CT_SCALAR_BOOL },
		{ "[7j]", CT_COMPLEX64, CT_SCALAR_COMPLEX },
		{ "[7]", CT_UINT16, CT_SCALAR_INT },
		{ "[7]", CT_FLOAT8_E5M2, CT_SCALAR_FLOAT },
		{ "[7j]", CT_COMPLEX32, CT_SCALAR_COMPLEX },
		{ "[18446744073709551615]", CT_UINT64, CT_SCALAR_UINT },
	};

	for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
		ct_tensor *tensor;
		ct_scalar element = { .kind = -1 }, item;

		if (is_refused_dtype(elements[i].dtype))
			continue;
		tensor = from_text(elements[i].text, elements[i].dtype);
		OK(ct_tensor_element(tensor, CT_L(0), &element));
		OK(ct_tensor_item(tensor, &item));
		ck_assert_int_eq(element.kind, elements[i].kind);
		ck_assert(element.i == item.i && element.re == item.re && element.im == item.im);
		ct_tensor_free(tensor);
	}
}
END_TEST

START_TEST(fewer_indices_fill_what_they_select)
{
	ct_tensor *tensor = tensor_called("transposed"), *row = NULL, *sum = NULL;

	OK(ct_tensor_set_element_double(tensor, CT_L(-1), 1));
	OK(ct_select_int(tensor, 0, 3, &row));
	OK(ct_sum(row, CT_DTYPE_NONE, &sum));
	ck_assert_double_eq(value_of(sum), 6);
	FAILS(ct_tensor_set_element_double(tensor, CT_L(4), 1),
	      "IndexError: index 4 is out of bounds for dimension 0 with size 4");
	FAILS(ct_tensor_set_element(tensor, CT_L(0, 0, 0), (ct_scalar){ .kind = 7 }),
	      "ArgumentError: ct_tensor_set_element: argument 3 (value): unknown kind of scalar 7");
	ct_tensor_free(tensor);
	ct_tensor_free(row);
	ct_tensor_free(sum);
}
END_TEST

/* The numbers of a conjugate view are not those in memory. */
START_TEST(views_that_compute_are_read_and_written_as_numbers)
{
	ct_tensor *tensor = from_text("[1+2j, 3+4j]", CT_COMPLEX64), *view = NULL;
	const void *data = NULL;
	ct_scalar element;

	OK(ct_conj(tensor, &view));
	OK(ct_tensor_element(view, CT_L(1), &element));
	ck_assert_double_eq(element.im, -4);
	OK(ct_tensor_set_element(view, CT_L(0), ct_scalar_complex(0, 9)));
	OK(ct_tensor_element(tensor, CT_L(0), &element));
	ck_assert_double_eq(element.im, -9);
	FAILS(ct_tensor_data_as(view, CT_COMPLEX64, &data),
	      "ArgumentError: ct_tensor_data_as: argument 1 (self) is a conjugate or negative "
	      "view, whose memory does not hold its values; ct_resolve_conj() and "
	      "ct_resolve_neg() copy it");
	ct_tensor_free(view);
	ct_tensor_free(tensor);
}
END_TEST

/* --- Autograd -------------------------------------------------------------------------------- */

static void compare_leaf_error(const json_t *of_case)
{
	ct_tensor *leaf = NULL;

	if (strcmp(expected_text(of_case, "call"), "assign to a leaf") != 0)
		return;
	OK(ct_tensor_zeros(CT_L(2, 3), CT_OPTIONS_GRAD, &leaf));
	FAILS_AS_EXPECTED(ct_tensor_set_element_double(leaf, CT_L(0, 1), 5),
			  expected_text(of_case, "error"));
	CT_NO_GRAD
	{
		OK(ct_tensor_set_element_double(leaf, CT_L(0, 1), 5));
	}
	ct_tensor_free(leaf);
}

START_TEST(element_of_a_leaf_is_not_assigned)
{
	for_each_case("error", 7, compare_leaf_error);
}
END_TEST

START_TEST(assigning_is_recorded)
{
	ct_tensor *leaf = NULL, *twice = NULL, *sum = NULL, *grad = NULL;

	OK(ct_tensor_ones(CT_L(3), CT_OPTIONS_GRAD, &leaf));
	OK(ct_mul_Scalar(leaf, ct_scalar_int(2), &twice));
	OK(ct_tensor_set_element_double(twice, CT_L(1), 100));
	OK(ct_sum(twice, CT_DTYPE_NONE, &sum));
	ck_assert_double_eq(value_of(sum), 104);
	OK(ct_tensor_backward(sum));
	OK(ct_tensor_grad(leaf, &grad));
	assert_floats(grad, (int64_t[]){ 3, -1 }, (double[]){ 2, 0, 2 });
	ct_tensor_free(leaf);
	ct_tensor_free(twice);
	ct_tensor_free(sum);
	ct_tensor_free(grad);
}
END_TEST

/* Backward detects that a saved tensor has changed. */
START_TEST(assigning_is_noticed_by_backward)
{
	ct_tensor *leaf = NULL, *factor = from_text("[2., 3.]", CT_DTYPE_NONE), *product = NULL,
		  *sum = NULL;

	OK(ct_tensor_ones(CT_L(2), CT_OPTIONS_GRAD, &leaf));
	OK(ct_mul_Tensor(leaf, factor, &product));
	OK(ct_sum(product, CT_DTYPE_NONE, &sum));
	OK(ct_tensor_set_element_double(factor, CT_L(0), 7));
	FAILS_WITH(ct_tensor_backward(sum), CT_ERROR_RUNTIME, "modified by an inplace operation");
	ct_tensor_free(leaf);
	ct_tensor_free(factor);
	ct_tensor_free(product);
	ct_tensor_free(sum);
}
END_TEST

/* --- Nested ---------------------------------------------------------------------------------- */

#define IS_NESTED                                                                                    \
	"argument 1 (self) is nested, and its components differ in shape; call ct_unbind_int() and " \
	"use the components"

START_TEST(nested_tensor_is_read_by_its_components)
{
	ct_tensor *parts[] = { from_text("[1, 2]", CT_FLOAT32), from_text("[3]", CT_FLOAT32) };
	ct_tensor *nested = NULL, **again = NULL;
	const int64_t index[] = { 0, 1 };
	double number = 0;
	float out[3] = { 0, 0, 0 };
	ct_scalar scalar;
	ct_accessor access;
	int64_t n = 0;

	OK(ct__nested_tensor_from_tensor_list(parts, 2, CT_DTYPE_NONE, CT_LAYOUT_NONE,
					      CT_DEVICE_NONE, NULL, &nested));
	FAILS(ct_tensor_element(nested, CT_INTS_OF(index, 2), &scalar),
	      "ArgumentError: ct_tensor_element: " IS_NESTED);
	FAILS(ct_tensor_element_double(nested, CT_INTS_OF(index, 2), &number),
	      "ArgumentError: ct_tensor_element_double: " IS_NESTED);
	FAILS(ct_tensor_element_int64(nested, CT_INTS_OF(index, 1), &n),
	      "ArgumentError: ct_tensor_element_int64: " IS_NESTED);
	FAILS(ct_tensor_set_element(nested, CT_INTS_OF(index, 2), ct_scalar_int(1)),
	      "ArgumentError: ct_tensor_set_element: " IS_NESTED);
	FAILS(ct_tensor_set_element_double(nested, CT_INTS_OF(index, 2), 1),
	      "ArgumentError: ct_tensor_set_element_double: " IS_NESTED);
	FAILS(ct_tensor_set_element_int64(nested, CT_INTS_OF(index, 0), 1),
	      "ArgumentError: ct_tensor_set_element_int64: " IS_NESTED);
	FAILS(ct_tensor_copy_to(nested, CT_FLOAT32, out, 3),
	      "ArgumentError: ct_tensor_copy_to: " IS_NESTED);
	FAILS(ct_tensor_copy_from(nested, CT_FLOAT32, out, 3),
	      "ArgumentError: ct_tensor_copy_from: " IS_NESTED);
	FAILS(ct_tensor_access(nested, CT_FLOAT32, 2, &access),
	      "ArgumentError: ct_tensor_access: " IS_NESTED);
	FAILS(ct_tensor_access_mutable(nested, CT_FLOAT32, 2, &access),
	      "ArgumentError: ct_tensor_access_mutable: " IS_NESTED);

	/* As the message advises. */
	OK(ct_unbind_int(nested, 0, &again, &n));
	OK(ct_tensor_element_double(again[0], CT_L(1), &number));
	ck_assert(n == 2 && number == 2);
	ct_tensors_free(again, n);
	ct_tensor_free(nested);
	ct_tensor_free(parts[0]);
	ct_tensor_free(parts[1]);
}
END_TEST

Suite *elements_suite(void)
{
	Suite *suite = suite_create("elements");
	TCase *tests = tests_of("elements");

	tcase_add_test(tests, element_is_found_as_python_finds_it);
	tcase_add_test(tests, element_is_assigned_as_python_assigns_it);
	tcase_add_test(tests, element_of_every_kind_keeps_its_kind);
	tcase_add_test(tests, fewer_indices_fill_what_they_select);
	tcase_add_test(tests, views_that_compute_are_read_and_written_as_numbers);
	tcase_add_test(tests, element_of_a_leaf_is_not_assigned);
	tcase_add_test(tests, assigning_is_recorded);
	tcase_add_test(tests, assigning_is_noticed_by_backward);
	tcase_add_test(tests, nested_tensor_is_read_by_its_components);
	suite_add_tcase(suite, tests);
	return suite;
}

/*
 * What Compose computes in one pass is bit for bit what its parts compute one after the other.
 */
#include "support.h"

/* The parts after each other, without a Compose. */
static ct_tensor *one_by_one(ct_transforms parts, const ct_tensor *image, ct_generator *generator)
{
	ct_tensor *x = (ct_tensor *)image;

	for (int64_t i = 0; i < parts.len; i++)
		OK(ct_transform_apply(parts.at[i], x, generator, &x));
	return x;
}

static void assert_same(const ct_tensor *a, const ct_tensor *b, const char *what)
{
	bool equal = false;

	ck_assert_int_eq(ct_tensor_dtype(a), ct_tensor_dtype(b));
	OK(CT(equal, &equal, a, b));
	ck_assert_msg(equal, "%s: the one pass gives other numbers", what);
}

/* Every byte, in an image of `channels` with these strides between channel, row and column. */
static ct_tensor *all_bytes(int64_t channels, bool is_decoded)
{
	ct_tensor *x = CT_E(remainder, CT_E(arange, channels * 16 * 20), 256);

	x = CT_E(to_dtype, x, CT_UINT8);
	if (is_decoded)
		return CT_E(permute, CT_E(view, x, CT_L(16, 20, channels)), CT_L(2, 0, 1));
	return CT_E(view, x, CT_L(channels, 16, 20));
}

static void check_all(ct_transforms parts, const char *what)
{
	for (int i = 0; i < 8; i++) {
		ct_tensor *image = all_bytes(i & 1 ? 3 : 1, i & 2);
		ct_transform *all = CT_T(Compose, parts);
		ct_tensor *got;

		OK(CT_FINISH(image, &image));
		if (i & 4) /* a view with gaps */
			OK(ct_transform_crop(image, 1, 2, 13, 15, &image));
		OK(ct_transform_apply(all, image, seeded((uint64_t)i), &got));
		assert_same(got, one_by_one(parts, image, seeded((uint64_t)i)), what);
		ck_assert(ct_tensor_is_contiguous(got));
	}
}

START_TEST(to_tensor_and_normalize_in_one_pass_are_the_two)
{
	CT_SCOPE;
	check_all(
		CT_TRANSFORMS(CT_T(ToTensor), CT_T(Normalize, CT_FLOATS(0.485), CT_FLOATS(0.229))),
		"ToTensor");
	check_all(CT_TRANSFORMS(CT_T(ToDtype, CT_FLOAT32, true),
				CT_T(Normalize, CT_FLOATS(0.4), CT_FLOATS(0.3))),
		  "ToDtype");
	check_all(CT_TRANSFORMS(CT_T(ConvertImageDtype),
				CT_T(Normalize, CT_FLOATS(-0.1), CT_FLOATS(7))),
		  "ConvertImageDtype");
}
END_TEST

START_TEST(so_is_a_flip_before_them)
{
	CT_SCOPE;
	check_all(CT_TRANSFORMS(CT_T(RandomHorizontalFlip), CT_T(ToTensor),
				CT_T(Normalize, CT_FLOATS(0.485), CT_FLOATS(0.229))),
		  "flip");
}
END_TEST

/* ToTensor alone has a pass, too; the operators are the measure. */
START_TEST(to_tensor_divides_by_255)
{
	CT_SCOPE;
	ct_tensor *image = all_bytes(3, true), *got;

	OK(ct_transform_to_tensor(image, &got));
	assert_same(got, CT_E(div, CT_E(to_dtype, image, CT_FLOAT32), 255), "ToTensor");
	OK(CT_DONE());
}
END_TEST

START_TEST(normalize_of_other_channels_is_its_own_error)
{
	CT_SCOPE;
	ct_transform *all = CT_COMPOSE(CT_T(ToTensor),
				       CT_T(Normalize, CT_FLOATS(0.5, 0.5), CT_FLOATS(0.5, 0.5)));
	ct_tensor *got = UNTOUCHED;

	OK(CT_DONE());
	FAILS_WITH(ct_transform_apply(all, all_bytes(3, false), NULL, &got), CT_ERROR_RUNTIME,
		   "must match the size of tensor b");
	ck_assert_ptr_eq(got, UNTOUCHED);
}
END_TEST

Suite *passes_suite(void)
{
	Suite *suite = suite_create("passes of Compose");
	TCase *tcase = tcase_create("passes");

	tcase_add_test(tcase, to_tensor_and_normalize_in_one_pass_are_the_two);
	tcase_add_test(tcase, so_is_a_flip_before_them);
	tcase_add_test(tcase, to_tensor_divides_by_255);
	tcase_add_test(tcase, normalize_of_other_channels_is_its_own_error);
	suite_add_tcase(suite, tcase);
	return suite;
}

/*
 * Packed and padded sequences compared with Python.
 */
#include <ctorch/nn/rnn.h>

#include "nn_cases.h"
#include "releases.h"
#include "support.h"

static void begin(void)
{
	begin_topic("nn_sequences");
}

/* The four tensors of a packed sequence are the case's results. */
static ct_error results(ct_error error, const ct_packed_sequence *packed)
{
	if (error)
		return error;
	*OUTS(0) = packed->data;
	*OUTS(1) = packed->batch_sizes;
	*OUTS(2) = packed->sorted_indices;
	*OUTS(3) = packed->unsorted_indices;
	return NULL;
}

#define OPTIONS(...) (&(ct_pack_options){ __VA_ARGS__ })

static ct_error pack(const ct_tensor *lengths, const ct_pack_options *options)
{
	ct_packed_sequence packed;

	return results(ct_nn_utils_rnn_pack_padded_sequence(X(0), lengths, options, &packed),
		       &packed);
}

static ct_tensor *three_lengths(void)
{
	ct_tensor *lengths;

	OK(CT_TENSOR_FROM_MEMORY(((int64_t[]){ 4, 2, 1 }), CT_L(3), &lengths));
	return lengths;
}

START_TEST(padded_sequences_are_packed_as_by_python)
{
	RUN_ONCE("pack_padded_sequence", pack(X(1), NULL));
	RUN_ONCE("pack_padded_sequence of a list", pack(three_lengths(), NULL));
	RUN_ONCE("pack_padded_sequence batch_first", pack(X(1), OPTIONS(.batch_first = true)));
	RUN_ONCE("pack_padded_sequence unsorted", pack(X(1), OPTIONS(.no_enforce_sorted = true)));
	RUN_ONCE("pack_padded_sequence unsorted, batch_first", pack(X(1), OPTIONS(true, true)));
	RUN_ONCE("pack_padded_sequence int32 lengths", pack(X(1), NULL));
	RUN_ONCE("pack_padded_sequence not sorted", pack(X(1), NULL));
	RUN_ONCE("pack_padded_sequence length 0", pack(X(1), NULL));
	RUN_ONCE("pack_padded_sequence too many lengths", pack(X(1), NULL));
}
END_TEST

static ct_error pack_list(ct_tensors sequences, const ct_pack_options *options)
{
	ct_packed_sequence packed;

	return results(ct_nn_utils_rnn_pack_sequence(sequences, options, &packed), &packed);
}

START_TEST(lists_of_sequences_are_packed_as_by_python)
{
	RUN_ONCE("pack_sequence", pack_list(CT_TENSORS(X(0), X(1), X(2)), NULL));
	RUN_ONCE("pack_sequence unsorted",
		 pack_list(CT_TENSORS(X(0), X(1), X(2)), OPTIONS(.no_enforce_sorted = true)));
	RUN_ONCE("pack_sequence not sorted", pack_list(CT_TENSORS(X(0), X(1)), NULL));
	RUN_ONCE("pack_sequence of none", pack_list(CT_TENSORS_OF(NULL, 0), NULL));
#if CT_RELEASE_AT_LEAST(2, 5)
	RUN_ONCE("pad_sequence", CT(pad_sequence, OUT, CT_TENSORS(X(0), X(1)), true, 0.5, "left"));
#else
	leave_out_case("pad_sequence", "it pads at the right only");
#endif
}
END_TEST

static ct_packed_sequence packed_of(const ct_tensor *order)
{
	ct_packed_sequence packed;

	OK(ct_packed_sequence_new(X(0), X(1), order, NULL, &packed));
	return packed;
}

static ct_error pad(const ct_tensor *order, const ct_pad_packed_options *options)
{
	const ct_packed_sequence packed = packed_of(order);

	return ct_nn_utils_rnn_pad_packed_sequence(&packed, options, OUT, OUTS(1));
}

static ct_error unpack(void)
{
	const ct_packed_sequence packed = packed_of(X(2));

	return ct_nn_utils_rnn_unpack_sequence(&packed, OUT_LIST);
}

#define PADDED(...) (&(ct_pad_packed_options){ __VA_ARGS__ })

START_TEST(packed_sequences_are_padded_as_by_python)
{
	RUN_ONCE("pad_packed_sequence", pad(X(2), NULL));
	RUN_ONCE("pad_packed_sequence batch_first", pad(X(2), PADDED(.batch_first = true)));
	RUN_ONCE("pad_packed_sequence value", pad(X(2), PADDED(.padding_value = -1.5)));
	RUN_ONCE("pad_packed_sequence total_length",
		 pad(X(2), PADDED(.batch_first = true, .total_length = 6)));
	RUN_ONCE("pad_packed_sequence small total_length", pad(X(2), PADDED(.total_length = 3)));
	RUN_ONCE("pad_packed_sequence sorted", pad(NULL, NULL));
	RUN_ONCE("unpack_sequence", unpack());
	RUN_ONCE("unpad_sequence", CT(nn_utils_rnn_unpad_sequence, OUT_LIST, X(0), X(1)));
	RUN_ONCE("unpad_sequence batch_first",
		 CT(nn_utils_rnn_unpad_sequence, OUT_LIST, X(0), X(1), true));
	RUN_ONCE("unpad_sequence few lengths",
		 CT(nn_utils_rnn_unpad_sequence, OUT_LIST, X(0), X(1), true));
	RUN_ONCE("unpad_sequence many lengths",
		 CT(nn_utils_rnn_unpad_sequence, OUT_LIST, X(0), X(1), true));
}
END_TEST

static ct_error assemble(const ct_tensor *unsorted_indices)
{
	ct_packed_sequence packed;

	return results(ct_packed_sequence_new(X(0), X(1), X(2), unsorted_indices, &packed),
		       &packed);
}

static ct_error on_another_device(void)
{
	const ct_device meta = CT_DEVICE(CT_DEVICE_TYPE_META, -1);
	ct_packed_sequence packed;
	ct_tensor *data, *sizes;

	OK(CT(ones, &data, CT_L(4)));
	OK(CT(ones, &sizes, CT_L(2), .device = meta));
	return ct_packed_sequence_new(data, sizes, NULL, NULL, &packed);
}

static ct_error to_double(void)
{
	const ct_packed_sequence packed = packed_of(X(2));
	ct_packed_sequence moved;

	return results(ct_packed_sequence_to(&packed, CT_FLOAT64, CT_DEVICE_NONE, &moved), &moved);
}

START_TEST(packed_sequences_are_four_tensors)
{
	RUN_ONCE("invert_permutation", CT(nn_utils_rnn_invert_permutation, OUT, X(0)));
	RUN_ONCE("invert_permutation int32", CT(nn_utils_rnn_invert_permutation, OUT, X(0)));
	RUN_ONCE("PackedSequence", assemble(NULL));
	RUN_ONCE("PackedSequence with both", assemble(X(3)));
	RUN_ONCE("PackedSequence on another device", on_another_device());
	RUN_ONCE("PackedSequence.to", to_double());
	assert_all_ran();
}
END_TEST

static void make_packed(ct_packed_sequence *packed)
{
	ct_tensor *x, *lengths;

	OK(ct_tensor_ones(CT_L(3, 2), NULL, &x));
	OK(ct_tensor_from_data((int64_t[]){ 1, 3 }, CT_INT64, CT_L(2), &lengths));
	OK(ct_nn_utils_rnn_pack_padded_sequence(x, lengths, OPTIONS(.no_enforce_sorted = true),
						packed));
	ct_tensor_free(x);
	ct_tensor_free(lengths);
}

START_TEST(a_packed_sequence_without_a_scope_is_the_callers)
{
	ct_packed_sequence packed;
	ct_tensor **rows, *none = NULL;
	int64_t n;

	make_packed(&packed);
	OK(ct_nn_utils_rnn_unpack_sequence(&packed, &rows, &n));
	ck_assert_int_eq(n, 2);
	ck_assert_int_eq(ct_tensor_size(rows[0], 0), 1);
	ck_assert_int_eq(ct_tensor_size(rows[1], 0), 3);
	ct_tensors_free(rows, n);
	ct_packed_sequence_free(&packed);
	ck_assert_ptr_null(packed.data);
	ct_packed_sequence_free(&packed);
	ct_packed_sequence_free(NULL);
	OK(ct_nn_utils_rnn_invert_permutation(NULL, &none));
	ck_assert_ptr_null(none);
}
END_TEST

START_TEST(a_packed_sequence_moves_up_and_closes_with_its_scope)
{
	ct_scope *outer = open_scope(), *inner = open_scope();
	ct_packed_sequence packed;

	make_packed(&packed);
	ct_packed_sequence_move_up(&packed);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(ct_tensor_size(packed.data, 0), 4);
	OK(ct_scope_close(outer));
}
END_TEST

START_TEST(missing_parts_are_named)
{
	ct_packed_sequence packed = { 0 };
	ct_tensor *x;

	FAILS(ct_nn_utils_rnn_pad_packed_sequence(NULL, NULL, &x, &x),
	      "ArgumentError: ct_nn_utils_rnn_pad_packed_sequence: argument 1 (sequence) must not be "
	      "NULL");
	FAILS(ct_packed_sequence_to(&packed, CT_FLOAT64, CT_DEVICE_NONE, &packed),
	      "ArgumentError: ct_packed_sequence_to: argument 1 (self->data) must not be NULL");
}
END_TEST

Suite *sequences_suite(void)
{
	Suite *suite = suite_create("sequences");
	TCase *tests = tests_of("sequences");

	tcase_add_unchecked_fixture(tests, begin, end_topic);
	tcase_add_test(tests, padded_sequences_are_packed_as_by_python);
	tcase_add_test(tests, lists_of_sequences_are_packed_as_by_python);
	tcase_add_test(tests, packed_sequences_are_padded_as_by_python);
	tcase_add_test(tests, packed_sequences_are_four_tensors);
	tcase_add_test(tests, a_packed_sequence_without_a_scope_is_the_callers);
	tcase_add_test(tests, a_packed_sequence_moves_up_and_closes_with_its_scope);
	tcase_add_test(tests, missing_parts_are_named);
	suite_add_tcase(suite, tests);
	return suite;
}

/*
 * torch.nn.utils.rnn: packed sequences.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/calls/call.h>
#include <ctorch/nn/functions.h>
#include <ctorch/nn/rnn.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/given.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"
#include "tensor/tensor/sizes.h"

/* --- Permutations ----------------------------------------------------------------------------- */

static ct_tensor *inverse_of(const ct_tensor *permutation)
{
	const ct_device device = ct_tensor_device(permutation);
	ct_tensor *inverse, *numbers;

	if (permutation == NULL)
		return NULL;
	inverse = CT_E(empty_like, permutation, .memory_format = CT_CONTIGUOUS_FORMAT);
	numbers = CT_E(arange_start, 0, ct_tensor_numel(permutation), .device = device);
	return CT_E(scatter__src, inverse, 0, permutation, numbers);
}

ct_error ct_nn_utils_rnn_invert_permutation(const ct_tensor *permutation, ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);

	return ct_nn_give(inverse_of(permutation), result);
}

/* --- The struct ------------------------------------------------------------------------------- */

void ct_packed_sequence_free(ct_packed_sequence *self)
{
	if (self == NULL)
		return;
	ct_tensor_free(self->data);
	ct_tensor_free(self->batch_sizes);
	ct_tensor_free(self->sorted_indices);
	ct_tensor_free(self->unsorted_indices);
	*self = (ct_packed_sequence){ 0 };
}

void ct_packed_sequence_move_up(const ct_packed_sequence *self)
{
	if (self == NULL)
		return;
	ct_scope_move_up(self->data);
	ct_scope_move_up(self->batch_sizes);
	ct_scope_move_up(self->sorted_indices);
	ct_scope_move_up(self->unsorted_indices);
}

/* The end of an expression with these values, handles of the function's scope. */
static ct_error give_packed(const ct_packed_sequence *values, ct_packed_sequence *result)
{
	CT_TRY(CT_DONE());
	if (result == NULL)
		return NULL;
	ct_packed_sequence_move_up(values);
	*result = *values;
	return NULL;
}

/* `name` is that of the function's first parameter. */
static ct_error check_packed(const char *function, const char *name,
			     const ct_packed_sequence *sequence)
{
	if (sequence && sequence->data && sequence->batch_sizes)
		return NULL;
	if (sequence == NULL)
		return ct_missing_argument(function, 1, name);
	return ct_error_new(CT_ERROR_ARGUMENT, function, "argument 1 (%s->%s) must not be NULL",
			    name, sequence->data ? "batch_sizes" : "data");
}

static ct_tensor *again(const ct_tensor *x)
{
	return x ? CT_F(ct_nn_again, x) : NULL;
}

ct_error ct_packed_sequence_new(const ct_tensor *data, const ct_tensor *batch_sizes,
				const ct_tensor *sorted_indices, const ct_tensor *unsorted_indices,
				ct_packed_sequence *result)
{
	CT_NN_NEEDS(data, 1);
	CT_NN_NEEDS(batch_sizes, 2);
	CT_OWN_SCOPE(__func__);
	ct_packed_sequence made = { 0 };

	if (ct_tensor_device(batch_sizes).type != CT_DEVICE_TYPE_CPU)
		CT_NN_RAISE(
			CT_ERROR_VALUE,
			"batch_sizes should always be on CPU. Instances of PackedSequence should "
			"never be created manually. They should be instantiated by functions like "
			"pack_sequence and pack_padded_sequences in nn.utils.rnn. "
			"https://pytorch.org/docs/stable/nn.html#torch.nn.utils.rnn.pack_sequence");
	made.data = again(data);
	made.batch_sizes = again(batch_sizes);
	made.sorted_indices = again(sorted_indices);
	made.unsorted_indices = unsorted_indices ? again(unsorted_indices)
						 : inverse_of(sorted_indices);
	return give_packed(&made, result);
}

static ct_tensor *moved(const ct_tensor *x, ct_dtype dtype, ct_device device)
{
	return x ? CT_E(to_dtype_layout, x, .dtype = dtype, .device = device) : NULL;
}

ct_error ct_packed_sequence_to(const ct_packed_sequence *self, ct_dtype dtype, ct_device device,
			       ct_packed_sequence *result)
{
	CT_TRY(check_packed(__func__, "self", self));
	CT_OWN_SCOPE(__func__);
	ct_packed_sequence made = { 0 };

	made.data = moved(self->data, dtype, device);
	made.batch_sizes = again(self->batch_sizes);
	made.sorted_indices = moved(self->sorted_indices, CT_DTYPE_NONE, device);
	made.unsorted_indices = moved(self->unsorted_indices, CT_DTYPE_NONE, device);
	return give_packed(&made, result);
}

/* --- Packing ---------------------------------------------------------------------------------- */

static void sort_by_length(const ct_tensor **input, const ct_tensor **lengths, int64_t batch_dim,
			   ct_packed_sequence *made)
{
	ct_tensor *sorted = NULL, *order = NULL;

	CT_DO(CT(sort, &sorted, &order, *lengths, .descending = true));
	made->sorted_indices = moved(order, CT_DTYPE_NONE, ct_tensor_device(*input));
	*lengths = sorted;
	*input = CT_E(index_select, *input, batch_dim, made->sorted_indices);
}

ct_error ct_nn_utils_rnn_pack_padded_sequence(const ct_tensor *input, const ct_tensor *lengths,
					      const ct_pack_options *options,
					      ct_packed_sequence *result)
{
	CT_NN_NEEDS(input, 1);
	CT_NN_NEEDS(lengths, 2);
	CT_OWN_SCOPE(__func__);
	const ct_pack_options wanted = options ? *options : (ct_pack_options){ 0 };
	ct_packed_sequence made = { 0 };

	lengths = CT_E(to_dtype, lengths, CT_INT64);
	if (wanted.no_enforce_sorted)
		sort_by_length(&input, &lengths, wanted.batch_first ? 0 : 1, &made);
	CT_DO(CT(_pack_padded_sequence, &made.data, &made.batch_sizes, input, lengths,
		 wanted.batch_first));
	made.unsorted_indices = inverse_of(made.sorted_indices);
	return give_packed(&made, result);
}

/* The lengths, as a tensor. */
static ct_error measure(const char *function, ct_tensor *const *sequences, int64_t n,
			ct_tensor **result)
{
	int64_t *lengths = ct_array_new(n, sizeof *lengths);
	ct_error error = lengths ? NULL : ct_no_memory(function, "for a list of lengths");

	for (int64_t i = 0; i < n && error == NULL; i++)
		error = ct_size_int(sequences[i], 0, &lengths[i]);
	if (error == NULL)
		error = ct_tensor_from_data(lengths, CT_INT64, CT_L(n), result);
	free(lengths);
	return error;
}

ct_error ct_nn_utils_rnn_pack_sequence(ct_tensors sequences, const ct_pack_options *options,
				       ct_packed_sequence *result)
{
	CT_OWN_SCOPE(__func__);
	ct_pack_options wanted = options ? *options : (ct_pack_options){ 0 };
	ct_packed_sequence made;
	ct_tensor *lengths, *padded;

	if (sequences.len > 0)
		CT_NN_NEEDS(sequences.at, 1);
	wanted.batch_first = false;
	CT_TRY(measure(__func__, sequences.at, sequences.len, &lengths));
	CT_TRY(CT(pad_sequence, &padded, sequences));
	CT_TRY(ct_nn_utils_rnn_pack_padded_sequence(padded, lengths, &wanted, &made));
	return give_packed(&made, result);
}

/* --- Padding ---------------------------------------------------------------------------------- */

static ct_error too_short(int64_t total, int64_t longest)
{
	CT_NN_RAISE(CT_ERROR_VALUE,
		    "Expected total_length to be at least the length of the longest "
		    "sequence in input, but got total_length=%lld and max sequence length "
		    "being %lld",
		    (long long)total, (long long)longest);
}

ct_error ct_nn_utils_rnn_pad_packed_sequence(const ct_packed_sequence *sequence,
					     const ct_pad_packed_options *options,
					     ct_tensor **padded, ct_tensor **true_length)
{
	CT_TRY(check_packed(__func__, "sequence", sequence));
	CT_OWN_SCOPE(__func__);
	const ct_pad_packed_options wanted = options ? *options : (ct_pad_packed_options){ 0 };
	const ct_tensor *order = sequence->unsorted_indices;
	ct_tensor *x = NULL, *sizes = NULL;
	int64_t steps;

	CT_TRY(ct_size_int(sequence->batch_sizes, 0, &steps));
	if (wanted.total_length && wanted.total_length < steps)
		return too_short(wanted.total_length, steps);
	CT_DO(CT(_pad_packed_sequence, &x, &sizes, sequence->data, sequence->batch_sizes,
		 wanted.batch_first, wanted.padding_value,
		 wanted.total_length ? wanted.total_length : steps));
	if (order) {
		x = CT_E(index_select, x, wanted.batch_first ? 0 : 1, order);
		order = moved(order, CT_DTYPE_NONE, CT_DEVICE_CPU);
		sizes = CT_E(index, sizes, CT_TENSORS(order));
	}
	CT_TRY(ct_nn_give_if_wanted(x, padded));
	return ct_nn_give_if_wanted(sizes, true_length);
}

/* Row `i` of the padded sequences up to its length, for each of the `n` places. */
static void cut_rows(const ct_tensor *padded, const ct_tensor *lengths, ct_tensor **rows, int64_t n)
{
	const ct_device device = ct_tensor_device(lengths);
	ct_tensor *steps = CT_E(arange, ct_size_of(padded, 1), .device = device);
	ct_tensor **sequences = NULL, **ends = NULL;
	int64_t sequences_len = 0, ends_len = 0;

	CT_DO(CT(unbind, &sequences, &sequences_len, padded));
	CT_DO(CT(unbind, &ends, &ends_len, lengths));
	for (int64_t i = 0; i < n; i++) {
		ct_tensor *sequence = ends ? sequences[i] : NULL;
		ct_tensor *mask = CT_E(lt, steps, ends ? ends[i] : NULL);

		rows[i] = CT_E(index, sequence, CT_TENSORS(mask));
	}
}

/* zip(padded, lengths, strict=True) */
static ct_error check_counts(int64_t n, int64_t lengths)
{
	if (n == lengths)
		return NULL;
	CT_NN_RAISE(CT_ERROR_VALUE, "zip() argument 2 is %s than argument 1",
		    lengths < n ? "shorter" : "longer");
}

/* The rows, for the caller of a function with a scope. */
static ct_error give_rows(const char *function, const ct_tensor *padded, const ct_tensor *lengths,
			  ct_tensor ***result, int64_t *result_len)
{
	int64_t n, lengths_len;
	ct_tensor **rows;
	ct_error error;

	CT_TRY(ct_size_int(padded, 0, &n));
	CT_TRY(ct_size_int(lengths, 0, &lengths_len));
	CT_TRY(check_counts(n, lengths_len));
	rows = ct_array_new(n, sizeof *rows);
	if (rows == NULL)
		return ct_no_memory(function, "for a list of tensors");
	cut_rows(padded, lengths, rows, n);
	error = CT_DONE();
	if (error || result == NULL) {
		free(rows);
		return error;
	}
	CT_TRY(ct_scope_adopt_memory(rows));
	ct_scope_move_object_up(rows);
	for (int64_t i = 0; i < n; i++)
		ct_scope_move_up(rows[i]);
	*result = rows;
	if (result_len)
		*result_len = n;
	return NULL;
}

ct_error ct_nn_utils_rnn_unpad_sequence(const ct_tensor *padded_sequences, const ct_tensor *lengths,
					bool batch_first, ct_tensor ***result, int64_t *result_len)
{
	CT_NN_NEEDS(padded_sequences, 1);
	CT_NN_NEEDS(lengths, 2);
	CT_OWN_SCOPE(__func__);

	if (!batch_first)
		CT_TRY(CT(transpose_int, (ct_tensor **)&padded_sequences, padded_sequences, 0, 1));
	return give_rows(__func__, padded_sequences, lengths, result, result_len);
}

ct_error ct_nn_utils_rnn_unpack_sequence(const ct_packed_sequence *sequence, ct_tensor ***result,
					 int64_t *result_len)
{
	CT_OWN_SCOPE(__func__);
	const ct_pad_packed_options options = { .batch_first = true };
	ct_tensor *padded, *lengths;

	CT_TRY(ct_nn_utils_rnn_pad_packed_sequence(sequence, &options, &padded, &lengths));
	return give_rows(__func__, padded, lengths, result, result_len);
}

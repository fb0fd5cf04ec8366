/**
 * @file
 * Packed sequences, the batches of sequences of different lengths that recurrent layers take:
 * Python's torch.nn.utils.rnn. Functions that return only tensors are in functions.h:
 * ct_nn_utils_rnn_unpad_sequence(), ct_nn_utils_rnn_invert_permutation(); pad_sequence() is the
 * operator ct_pad_sequence().
 *
 *     ct_packed_sequence packed;
 *     ct_tensor *padded, *lengths;
 *
 *     CT_TRY(ct_nn_utils_rnn_pack_sequence(CT_TENSORS_OF(sequences, 3), NULL, &packed));
 *     CT_TRY(ct_nn_utils_rnn_pad_packed_sequence(&packed, NULL, &padded, &lengths));
 */
#ifndef CTORCH_NN_RNN_H
#define CTORCH_NN_RNN_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Python's PackedSequence: the first elements of all sequences, then the second ones, and so on. In
 * each step the sequences are sorted by length, the longest first.
 *
 * It has four handles, which belong to the innermost scope or, without one, to the caller, who
 * releases them with ct_packed_sequence_free(). You may also fill in the struct yourself, for
 * example with tensors of another program. As an argument it is borrowed.
 */
typedef struct ct_packed_sequence {
	ct_tensor *data;             /**< (sum of the lengths, features...) */
	ct_tensor *batch_sizes;      /**< int64, on the CPU: number of sequences in each step */
	ct_tensor *sorted_indices;   /**< int64: original index of each sequence; NULL: unchanged */
	ct_tensor *unsorted_indices; /**< the inverse: current index of each; NULL: unchanged */
} ct_packed_sequence;

/** Python's keyword arguments; zeros are the defaults. */
typedef struct ct_pack_options {
	bool batch_first;       /**< the input is (batch, steps, ...), not (steps, batch, ...) */
	bool no_enforce_sorted; /**< sort the sequences; otherwise the longest must be first */
} ct_pack_options;

/** Python's keyword arguments; zeros are the defaults. */
typedef struct ct_pad_packed_options {
	bool batch_first;     /**< the result is (batch, steps, ...), not (steps, batch, ...) */
	double padding_value; /**< for elements after a sequence's end */
	int64_t total_length; /**< steps of the result; 0: the length of the longest sequence */
} ct_pad_packed_options;

/**
 * Creates a packed sequence with new handles on the tensors (Python's PackedSequence(data,
 * batch_sizes, sorted_indices, unsorted_indices)). If only `sorted_indices` is given,
 * `unsorted_indices` is computed.
 */
CT_API ct_error ct_packed_sequence_new(const ct_tensor *data, const ct_tensor *batch_sizes,
				       const ct_tensor *sorted_indices CT_NULLABLE,
				       const ct_tensor *unsorted_indices CT_NULLABLE,
				       ct_packed_sequence *result) CT_RETURNS_ERROR;

/** Releases the four handles, as ct_tensor_free() does, and sets them to NULL. NULL is accepted. */
CT_API void ct_packed_sequence_free(ct_packed_sequence *self CT_NULLABLE)
	CT_LOOKS_IN_SCOPES CT_CALLS_BACK CT_NOEXCEPT;

/** Moves the four handles out of the innermost scope, as ct_scope_move_up(): a function that opens
 * a scope calls this for its result. */
CT_API void ct_packed_sequence_move_up(const ct_packed_sequence *self) CT_THREAD_STATE
	CT_SCOPES(raises) CT_NOEXCEPT;

/**
 * Converts the data to `dtype` and `device`, and moves the indices to that device (Python's
 * PackedSequence.to()).
 *
 * @param dtype   CT_DTYPE_NONE: unchanged
 * @param device  CT_DEVICE_NONE: unchanged
 */
CT_API ct_error ct_packed_sequence_to(const ct_packed_sequence *self, ct_dtype dtype,
				      ct_device device,
				      ct_packed_sequence *result) CT_RETURNS_ERROR;

/**
 * Packs a batch of padded sequences (Python's pack_padded_sequence()).
 *
 * @param input    (steps, batch, ...)
 * @param lengths  integers on the CPU: length of each sequence, at least 1
 * @param options  NULL: the defaults
 */
CT_API ct_error ct_nn_utils_rnn_pack_padded_sequence(const ct_tensor *input,
						     const ct_tensor *lengths,
						     const ct_pack_options *options CT_NULLABLE,
						     ct_packed_sequence *result) CT_RETURNS_ERROR;

/**
 * Pads a packed sequence, with the sequences in their original order (Python's
 * pad_packed_sequence()).
 *
 * @param options      NULL: the defaults
 * @param padded       (steps, batch, ...); NULL drops it
 * @param true_length  length of each sequence: int64, on the CPU; NULL drops it
 */
CT_API ct_error ct_nn_utils_rnn_pad_packed_sequence(
	const ct_packed_sequence *sequence, const ct_pad_packed_options *options CT_NULLABLE,
	ct_tensor **padded CT_NULLABLE, ct_tensor **true_length CT_NULLABLE) CT_RETURNS_ERROR;

/**
 * Packs sequences of shape (steps, ...) (Python's pack_sequence()).
 *
 * @param options  NULL: the defaults; `batch_first` is ignored
 */
CT_API ct_error ct_nn_utils_rnn_pack_sequence(ct_tensors sequences,
					      const ct_pack_options *options CT_NULLABLE,
					      ct_packed_sequence *result) CT_RETURNS_ERROR;

/** Returns the sequences of a packed sequence (Python's unpack_sequence()). `*result` is a new
 * list: ct_tensors_free(). */
CT_API ct_error ct_nn_utils_rnn_unpack_sequence(const ct_packed_sequence *sequence,
						ct_tensor ***result,
						int64_t *result_len) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif

/**
 * @file
 * Calls of the modules of torch.nn whose forward function has several results, or arguments that are
 * not tensors. They run the module's hooks, as ct_module_forward_all() does, which hooks see the
 * tensors among the arguments. `self` must be a module of the class in the function's name, or it is
 * a TypeError.
 *
 *     ct_tensor *y, *h, *c;
 *
 *     CT_TRY(ct_nn_LSTM_forward(lstm, x, NULL, NULL, &y, &h, &c));
 *
 * A result that is NULL is dropped.
 */
#ifndef CTORCH_NN_CALLS_H
#define CTORCH_NN_CALLS_H

#include <ctorch/error.h>
#include <ctorch/module.h>
#include <ctorch/rnn.h>
#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Convolutions ---------------------------------------------------------------------------- */

/**
 * Python's `conv(input, output_size)` for ConvTranspose1d, 2d and 3d: the shape of the output, of
 * which a stride above 1 allows several. A ValueError says which.
 *
 * @param output_size  the sizes of the output's spatial dimensions, or all sizes; NULL: the smallest
 */
CT_API ct_error ct_nn_ConvTranspose_forward(const ct_module *self, const ct_tensor *input,
					    const int64_t *output_size CT_NULLABLE
						    CT_LENGTH(output_size_len),
					    int64_t output_size_len, ct_tensor **result) CT_CALL;

/* --- Recurrent layers ------------------------------------------------------------------------
 *
 * Shapes, where D is 2 with `bidirectional` and 1 otherwise, and H is `hidden_size`, or the
 * `proj_size` of an LSTM that has one:
 *
 *     input    (steps, batch, input_size), with `batch_first` (batch, steps, input_size), or for one
 *              sequence (steps, input_size)
 *     output   the same with D * H in place of input_size
 *     hx       (D * num_layers, batch, H); for one sequence without the batch. NULL: zeros
 *     cx       (D * num_layers, batch, hidden_size) likewise. NULL if hx is
 *     hidden, cell   as hx and cx
 *
 * Those that take a packed sequence return one with the same order of sequences; hx, cx, hidden and
 * cell are in the order that the sequences had before packing. The general call, for bindings, has
 * the inputs data, hx, (cx,) batch_sizes, sorted_indices, unsorted_indices.
 */

/** Python's RNN.forward(). */
CT_API ct_error ct_nn_RNN_forward(const ct_module *self, const ct_tensor *input,
				  const ct_tensor *hx CT_NULLABLE, ct_tensor **output CT_NULLABLE,
				  ct_tensor **hidden CT_NULLABLE) CT_CALL;
CT_API ct_error ct_nn_RNN_forward_packed(const ct_module *self, const ct_packed_sequence *input,
					 const ct_tensor *hx CT_NULLABLE,
					 ct_packed_sequence *output CT_NULLABLE,
					 ct_tensor **hidden CT_NULLABLE) CT_CALL;

/** Python's GRU.forward(). */
CT_API ct_error ct_nn_GRU_forward(const ct_module *self, const ct_tensor *input,
				  const ct_tensor *hx CT_NULLABLE, ct_tensor **output CT_NULLABLE,
				  ct_tensor **hidden CT_NULLABLE) CT_CALL;
CT_API ct_error ct_nn_GRU_forward_packed(const ct_module *self, const ct_packed_sequence *input,
					 const ct_tensor *hx CT_NULLABLE,
					 ct_packed_sequence *output CT_NULLABLE,
					 ct_tensor **hidden CT_NULLABLE) CT_CALL;

/** Python's LSTM.forward(). */
CT_API ct_error ct_nn_LSTM_forward(const ct_module *self, const ct_tensor *input,
				   const ct_tensor *hx CT_NULLABLE, const ct_tensor *cx CT_NULLABLE,
				   ct_tensor **output CT_NULLABLE, ct_tensor **hidden CT_NULLABLE,
				   ct_tensor **cell CT_NULLABLE) CT_CALL;
CT_API ct_error ct_nn_LSTM_forward_packed(const ct_module *self, const ct_packed_sequence *input,
					  const ct_tensor *hx CT_NULLABLE,
					  const ct_tensor *cx CT_NULLABLE,
					  ct_packed_sequence *output CT_NULLABLE,
					  ct_tensor **hidden CT_NULLABLE,
					  ct_tensor **cell CT_NULLABLE) CT_CALL;

/** Python's LSTMCell.forward(): one step for (batch, input_size) or (input_size); hx, cx, hidden and
 * cell have hidden_size instead. */
CT_API ct_error ct_nn_LSTMCell_forward(const ct_module *self, const ct_tensor *input,
				       const ct_tensor *hx CT_NULLABLE,
				       const ct_tensor *cx CT_NULLABLE,
				       ct_tensor **hidden CT_NULLABLE,
				       ct_tensor **cell CT_NULLABLE) CT_CALL;

#ifdef __cplusplus
}
#endif

#endif

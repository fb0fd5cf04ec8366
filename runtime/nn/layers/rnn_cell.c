/*
 * RNNCell, LSTMCell and GRUCell: one step of a recurrent network.
 */
#include <math.h>
#include <string.h>

#include <ctorch/nn/forward.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/memory/given.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"
#include "nn/layers/class.h"
#include "nn/layers/typed.h"
#include "tensor/tensor/sizes.h"

struct cell {
	struct ct_nn_head head;
	ct_tensor *weight_ih; /* gates * hidden_size, input_size */
	ct_tensor *weight_hh; /* gates * hidden_size, hidden_size */
	ct_tensor *bias_ih;   /* gates * hidden_size; NULL: none */
	ct_tensor *bias_hh;
	int64_t input_size, hidden_size;
	const char *nonlinearity; /* of an RNNCell: an argument */
};

/* --- making ----------------------------------------------------------------------------------- */

/* As a uniform distribution within 1 / sqrt(hidden_size). */
static ct_error cell_reset(void *self)
{
	const struct cell *m = self;
	const double bound = m->hidden_size > 0 ? 1 / sqrt((double)m->hidden_size) : 0;

	CT_EACH_PARAMETER(ct_module_of(m), p)
	CT_E(nn_init_uniform_, p->tensor, -bound, bound);
	return CT_DONE();
}

static ct_tensor *rnn_cell_empty(ct_ints shape, ct_dtype dtype, ct_device device)
{
	return CT_E(empty, shape, .dtype = dtype, .device = device);
}

static ct_error cell_add_weights(struct cell *m, int64_t gates, bool bias, ct_dtype dtype,
				 ct_device device)
{
	const int64_t rows = ct_size_times(gates, m->hidden_size);

	CT_PARAMETER(m, weight_ih, rnn_cell_empty(CT_L(rows, m->input_size), dtype, device));
	CT_PARAMETER(m, weight_hh, rnn_cell_empty(CT_L(rows, m->hidden_size), dtype, device));
	CT_PARAMETER(m, bias_ih, bias ? rnn_cell_empty(CT_L(rows), dtype, device) : NULL);
	CT_PARAMETER(m, bias_hh, bias ? rnn_cell_empty(CT_L(rows), dtype, device) : NULL);
	CT_TRY(CT_DONE());
	return cell_reset(m);
}

#define TAKE_SIZES(m, a)                             \
	do {                                         \
		(m)->input_size = (a)->input_size;   \
		(m)->hidden_size = (a)->hidden_size; \
	} while (0)

static ct_error rnn_cell_init(void *self)
{
	struct cell *m = self;
	const struct ct_args_nn_RNNCell_ *a = m->head.args;

	TAKE_SIZES(m, a);
	m->nonlinearity = a->nonlinearity ? a->nonlinearity : "None";
	return cell_add_weights(m, 1, a->bias, a->dtype, a->device);
}

static ct_error lstm_cell_init(void *self)
{
	struct cell *m = self;
	const struct ct_args_nn_LSTMCell_ *a = m->head.args;

	TAKE_SIZES(m, a);
	return cell_add_weights(m, 4, a->bias, a->dtype, a->device);
}

static ct_error gru_cell_init(void *self)
{
	struct cell *m = self;
	const struct ct_args_nn_GRUCell_ *a = m->head.args;

	TAKE_SIZES(m, a);
	return cell_add_weights(m, 3, a->bias, a->dtype, a->device);
}

static ct_error cell_base_init(void *self)
{
	struct cell *m = self;
	const struct ct_args_nn_RNNCellBase_ *a = m->head.args;

	TAKE_SIZES(m, a);
	return cell_add_weights(m, a->num_chunks, a->bias, a->dtype, a->device);
}

/* --- calling ---------------------------------------------------------------------------------- */

static ct_error rnn_cell_check_dim(const struct cell *m, const ct_tensor *x, const char *what)
{
	const long long dim = ct_tensor_dim(x);

	if (x == NULL || dim == 1 || dim == 2)
		return NULL;
	CT_NN_RAISE(CT_ERROR_VALUE, "%s: Expected %s to be 1D or 2D, got %lldD instead",
		    ct_module_class_of(ct_module_of(m))->name, what, dim);
}

static const ct_tensor *batch_of(const ct_tensor *x, bool is_batched)
{
	return is_batched ? x : CT_E(unsqueeze, x, 0);
}

static const ct_tensor *no_batch(const ct_tensor *x, bool is_batched)
{
	return is_batched ? x : CT_E(squeeze_dim, x, 0);
}

static const ct_tensor *zeros(const struct cell *m, const ct_tensor *x)
{
	return CT_E(zeros, CT_L(ct_size_of(x, 0), m->hidden_size), .dtype = ct_tensor_dtype(x),
		    .device = ct_tensor_device(x));
}

static const ct_tensor *call_rnn(const struct cell *m, const ct_tensor *x, const ct_tensor *h)
{
	if (strcmp(m->nonlinearity, "tanh") == 0)
		return CT_E(rnn_tanh_cell, x, h, m->weight_ih, m->weight_hh, m->bias_ih,
			    m->bias_hh);
	if (strcmp(m->nonlinearity, "relu") == 0)
		return CT_E(rnn_relu_cell, x, h, m->weight_ih, m->weight_hh, m->bias_ih,
			    m->bias_hh);
	return CT_FAIL(CT_ERROR_RUNTIME, "Unknown nonlinearity: %s", m->nonlinearity);
}

static const ct_tensor *call_gru(const struct cell *m, const ct_tensor *x, const ct_tensor *h)
{
	return CT_E(gru_cell, x, h, m->weight_ih, m->weight_hh, m->bias_ih, m->bias_hh);
}

typedef const ct_tensor *(*cell_call)(const struct cell *m, const ct_tensor *x, const ct_tensor *h);

/* Inputs: input, hx. */
static ct_error cell_forward(const struct cell *m, cell_call call, const ct_tensor *x,
			     const ct_tensor *h, ct_tensor **output)
{
	CT_OWN_SCOPE(NULL);
	const bool is_batched = ct_tensor_dim(x) == 2;

	if (x == NULL)
		return ct_missing_argument(NULL, 1, "input");
	CT_TRY(rnn_cell_check_dim(m, x, "input"));
	CT_TRY(rnn_cell_check_dim(m, h, "hidden"));
	x = batch_of(x, is_batched);
	h = h ? batch_of(h, is_batched) : zeros(m, x);
	return ct_nn_give(no_batch(call(m, x, h), is_batched), output);
}

static ct_error rnn_cell_forward(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
				 ct_tensor **outputs, int64_t outputs_len)
{
	return cell_forward(self, call_rnn, inputs[0], inputs_len > 1 ? inputs[1] : NULL,
			    outputs_len ? outputs : NULL);
}

static ct_error gru_forward(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
			    ct_tensor **outputs, int64_t outputs_len)
{
	return cell_forward(self, call_gru, inputs[0], inputs_len > 1 ? inputs[1] : NULL,
			    outputs_len ? outputs : NULL);
}

/* Inputs: input, hx, cx. */
static ct_error lstm_cell_forward(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
				  ct_tensor **outputs, int64_t outputs_len)
{
	const struct cell *m = self;
	const ct_tensor *x = inputs[0];
	const ct_tensor *h = inputs_len > 1 ? inputs[1] : NULL;
	const ct_tensor *c = inputs_len > 2 ? inputs[2] : NULL;
	const bool is_batched = ct_tensor_dim(x) == 2;
	ct_tensor *out[2] = { NULL };

	CT_OWN_SCOPE(NULL);
	if (x == NULL)
		return ct_missing_argument(NULL, 1, "input");
	if ((h == NULL) != (c == NULL))
		CT_NN_RAISE(CT_ERROR_TYPE,
			    "LSTMCell.forward() takes hx and cx together, or neither");
	CT_TRY(rnn_cell_check_dim(m, x, "input"));
	CT_TRY(rnn_cell_check_dim(m, h, "hx[0]"));
	CT_TRY(rnn_cell_check_dim(m, c, "hx[1]"));
	x = batch_of(x, is_batched);
	h = h ? batch_of(h, is_batched) : zeros(m, x);
	c = c ? batch_of(c, is_batched) : h;
	CT_DO(CT(lstm_cell, &out[0], &out[1], x, CT_TENSORS(h, c), m->weight_ih, m->weight_hh,
		 m->bias_ih, m->bias_hh));
	for (int64_t i = 0; i < outputs_len; i++)
		CT_TRY(ct_nn_give(no_batch(out[i], is_batched), &outputs[i]));
	return CT_DONE();
}

#define CELL_CLASS(class_name, init_function, forward_function, inputs, outputs)                   \
	CT_NN_CLASS(class_name, struct cell, init_function, NULL,                                  \
		    .module.reset_parameters = cell_reset, .module.forward_all = forward_function, \
		    .module.inputs_min = 1, .module.inputs_max = inputs,                           \
		    .module.outputs_max = outputs)

CELL_CLASS(RNNCell, rnn_cell_init, rnn_cell_forward, 2, 1);
CELL_CLASS(LSTMCell, lstm_cell_init, lstm_cell_forward, 3, 2);
CELL_CLASS(GRUCell, gru_cell_init, gru_forward, 2, 1);

static ct_error base_extra_repr(const void *self, char **result)
{
	const struct cell *m = self;
	struct ct_text text = { 0 };

	ct_text_addf(&text, "%lld, %lld%s", (long long)m->input_size, (long long)m->hidden_size,
		     m->bias_ih ? "" : ", bias=False");
	return ct_text_give(&text, CT_NAME_OF(ct_module_to_string), result);
}

CT_NN_CLASS(RNNCellBase, struct cell, cell_base_init, NULL, .module.reset_parameters = cell_reset,
	    .extra_repr = base_extra_repr);

/* --- typed call ------------------------------------------------------------------------------- */

ct_error ct_nn_LSTMCell_forward(const ct_module *module, const ct_tensor *input,
				const ct_tensor *hx, const ct_tensor *cx, ct_tensor **hidden,
				ct_tensor **cell)
{
	ct_tensor *outputs[2] = { NULL };

	CT_TRY(ct_nn_check_class(module, &ct_nn_LSTMCell_code, __func__));
	CT_TRY(ct_module_forward_all(module, CT_TENSORS(input, hx, cx), outputs, 2));
	ct_nn_take(outputs[0], hidden);
	ct_nn_take(outputs[1], cell);
	return NULL;
}

/*
 * RNN, LSTM and GRU: layers of a recurrent network. The operators do the work; here are the
 * weights, Python's checks, and the three forms of an input: a batch, one sequence, a packed one.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/nn/forward.h>
#include <ctorch/tensor/element.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/warn.h"
#include "module/computed.h"
#include "module/module.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"
#include "nn/layers/class.h"
#include "nn/layers/typed.h"
#include "tensor/tensor/sizes.h"

enum mode { MODE_TANH, MODE_RELU, MODE_LSTM, MODE_GRU, MODE_UNKNOWN };

static const char *const mode_names[] = { "RNN_TANH", "RNN_RELU", "LSTM", "GRU" };

struct rnn {
	struct ct_nn_head head;
	enum mode mode;
	int64_t input_size, hidden_size, num_layers, proj_size;
	bool bias, batch_first, bidirectional;
	double dropout;
	ct_dtype dtype; /* of new weights */
	ct_device device;
};

static int64_t directions(const struct rnn *m)
{
	return m->bidirectional ? 2 : 1;
}

/* The width of an output in one direction. */
static int64_t output_size(const struct rnn *m)
{
	return m->proj_size > 0 ? m->proj_size : m->hidden_size;
}

/* --- weights ---------------------------------------------------------------------------------- */

enum weight { WEIGHT_IH, WEIGHT_HH, BIAS_IH, BIAS_HH, WEIGHT_HR, WEIGHTS };

struct weight_name {
	char at[48]; /* "weight_ih_l0_reverse" */
};

static struct weight_name weight_name_of(enum weight weight, int64_t layer, int64_t direction)
{
	static const char *const names[] = { "weight_ih", "weight_hh", "bias_ih", "bias_hh",
					     "weight_hr" };
	struct weight_name name;

	snprintf(name.at, sizeof name.at, "%s_l%lld%s", names[weight], (long long)layer,
		 direction ? "_reverse" : "");
	return name;
}

static bool has_weight(const struct rnn *m, enum weight weight)
{
	if (weight == WEIGHT_HR)
		return m->proj_size > 0;
	return m->bias || (weight != BIAS_IH && weight != BIAS_HH);
}

/* Calls `call` with each weight, in Python's order. */
static ct_error each_weight(const struct rnn *m,
			    ct_error (*call)(const struct rnn *m, enum weight weight, int64_t layer,
					     int64_t direction, void *context),
			    void *context)
{
	for (int64_t layer = 0; layer < m->num_layers; layer++)
		for (int64_t direction = 0; direction < directions(m); direction++)
			for (enum weight weight = 0; weight < WEIGHTS; weight++)
				if (has_weight(m, weight))
					CT_TRY(call(m, weight, layer, direction, context));
	return NULL;
}

static int64_t gates(const struct rnn *m)
{
	return m->mode == MODE_LSTM ? 4 : m->mode == MODE_GRU ? 3 : 1;
}

static ct_error add_weight(const struct rnn *m, enum weight weight, int64_t layer,
			   int64_t direction, void *unused)
{
	const int64_t rows = ct_size_times(gates(m), m->hidden_size);
	const int64_t width = layer ? ct_size_times(output_size(m), directions(m)) : m->input_size;
	const ct_ints shapes[] = {
		CT_L(rows, width), CT_L(rows, output_size(m)),         CT_L(rows),
		CT_L(rows),        CT_L(m->proj_size, m->hidden_size),
	};
	ct_tensor *x = CT_E(empty, shapes[weight], .dtype = m->dtype, .device = m->device);

	(void)unused;
	CT_TRY(ct_parameter_new(x, true, &x));
	return ct_module_register_parameter(ct_module_of(m),
					    weight_name_of(weight, layer, direction).at, x, NULL);
}

struct weights {
	const ct_tensor **at;
	int64_t len;
};

/* From the module's parts, since there is no limit to the number of layers. */
static ct_error rnn_find_weight(const struct rnn *m, enum weight weight, int64_t layer,
				int64_t direction, void *weights)
{
	struct weights *found = weights;
	const struct weight_name name = weight_name_of(weight, layer, direction);
	ct_tensor *tensor;

	CT_TRY(ct_module_find_tensor(ct_module_of(m), name.at, &tensor));
	if (tensor == NULL)
		return CT_RAISED(CT_ERROR_ATTRIBUTE, "'%s' object has no attribute '%s'",
				 ct_module_class_of(ct_module_of(m))->name, name.at);
	found->at[found->len++] = tensor;
	return NULL;
}

/* The list belongs to the innermost scope. */
static ct_error find_weights(const struct rnn *m, struct weights *weights)
{
	const int64_t most = ct_size_times(m->num_layers, WEIGHTS * directions(m));

	weights->at = ct_array_new(most, sizeof *weights->at);
	weights->len = 0;
	if (weights->at == NULL)
		return ct_no_memory(NULL, "for a list of weights");
	CT_TRY(ct_scope_adopt_memory(weights->at));
	return each_weight(m, rnn_find_weight, weights);
}

/* As a uniform distribution within 1 / sqrt(hidden_size). */
static ct_error rnn_reset(void *self)
{
	const struct rnn *m = self;
	const double bound = 1 / sqrt((double)m->hidden_size);

	CT_EACH_PARAMETER(ct_module_of(m), p)
	CT_E(nn_init_uniform_, p->tensor, -bound, bound);
	return CT_DONE();
}

/* --- making ----------------------------------------------------------------------------------- */

static void warn_of_dropout(const struct rnn *m)
{
	char text[1024];

	snprintf(
		text, sizeof text,
		"dropout option adds dropout after all but last recurrent layer, so non-zero "
		"dropout expects num_layers greater than 1, but got dropout=%s and num_layers=%lld",
		ct_nn_float_text(m->dropout).at, (long long)m->num_layers);
	ct_warn(text);
}

static ct_error value_error(const char *text)
{
	CT_NN_RAISE(CT_ERROR_VALUE, "%s", text);
}

static ct_error rnn_check_arguments(const struct rnn *m)
{
	if (!(m->dropout >= 0 && m->dropout <= 1))
		return value_error("dropout should be a number in range [0, 1] representing the "
				   "probability of an element being zeroed");
	if (m->dropout > 0 && m->num_layers == 1)
		warn_of_dropout(m);
	if (m->input_size <= 0)
		return value_error("input_size must be greater than zero");
	if (m->hidden_size <= 0)
		return value_error("hidden_size must be greater than zero");
	if (m->num_layers <= 0)
		return value_error("num_layers must be greater than zero");
	if (m->proj_size < 0)
		return value_error("proj_size should be a positive integer or zero to disable "
				   "projections");
	if (m->proj_size >= m->hidden_size)
		return value_error("proj_size has to be smaller than hidden_size");
	return NULL;
}

static ct_error rnn_add_weights(struct rnn *m)
{
	CT_TRY(rnn_check_arguments(m));
	CT_TRY(each_weight(m, add_weight, NULL));
	return rnn_reset(m);
}

/* What the classes' arguments have in common; the mode is set before. */
#define TAKE_ARGUMENTS(m, a)                             \
	do {                                             \
		(m)->input_size = (a)->input_size;       \
		(m)->hidden_size = (a)->hidden_size;     \
		(m)->num_layers = (a)->num_layers;       \
		(m)->bias = (a)->bias;                   \
		(m)->batch_first = (a)->batch_first;     \
		(m)->bidirectional = (a)->bidirectional; \
		(m)->dropout = (a)->dropout;             \
		(m)->dtype = (a)->dtype;                 \
		(m)->device = (a)->device;               \
	} while (0)

static ct_error rnn_init(void *self)
{
	struct rnn *m = self;
	const struct ct_args_nn_RNN_ *a = m->head.args;
	const char *name = a->nonlinearity ? a->nonlinearity : "None";

	m->mode = strcmp(name, "tanh") == 0   ? MODE_TANH
		  : strcmp(name, "relu") == 0 ? MODE_RELU
					      : MODE_UNKNOWN;
	if (m->mode == MODE_UNKNOWN)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "Unknown nonlinearity '%s'. Select from 'tanh' or 'relu'.", name);
	TAKE_ARGUMENTS(m, a);
	return rnn_add_weights(m);
}

static ct_error lstm_init(void *self)
{
	struct rnn *m = self;
	const struct ct_args_nn_LSTM_ *a = m->head.args;

	m->mode = MODE_LSTM;
	m->proj_size = a->proj_size;
	TAKE_ARGUMENTS(m, a);
	return rnn_add_weights(m);
}

static ct_error gru_init(void *self)
{
	struct rnn *m = self;
	const struct ct_args_nn_GRU_ *a = m->head.args;

	m->mode = MODE_GRU;
	TAKE_ARGUMENTS(m, a);
	return rnn_add_weights(m);
}

static ct_error rnn_base_init(void *self)
{
	struct rnn *m = self;
	const struct ct_args_nn_RNNBase_ *a = m->head.args;
	const char *name = a->mode ? a->mode : "None";

	m->mode = 0;
	while (m->mode < MODE_UNKNOWN && strcmp(name, mode_names[m->mode]) != 0)
		m->mode++;
	m->proj_size = a->proj_size;
	TAKE_ARGUMENTS(m, a);
	CT_TRY(rnn_check_arguments(m));
	if (m->mode == MODE_UNKNOWN)
		CT_NN_RAISE(CT_ERROR_VALUE, "Unrecognized RNN mode: %s", name);
	CT_TRY(each_weight(m, add_weight, NULL));
	return rnn_reset(m);
}

/* --- calling ---------------------------------------------------------------------------------- */

/* One call; the first four members change on the way. */
struct run {
	const ct_tensor *x, *h, *c; /* h and c: NULL, then zeros; c: of an LSTM */
	int64_t batch;
	const ct_tensor *batch_sizes; /* NULL: x is not packed */
	const ct_tensor *sorted, *unsorted;
	bool is_unbatched;
};

static ct_error check_dims(const struct rnn *m, const struct run *run)
{
	const long long dim = ct_tensor_dim(run->x);
	const bool is_lstm = m->mode == MODE_LSTM, is_gru = m->mode == MODE_GRU;
	const char *form = dim == 3 ? "batched 3-D" : "unbatched 2-D";
	const long long h = run->h ? ct_tensor_dim(run->h) : dim;
	const long long c = run->c ? ct_tensor_dim(run->c) : dim;

	if (dim != 2 && dim != 3)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "%s: Expected input to be 2D or 3D, got %lldD %sinstead",
			    is_lstm  ? "LSTM"
			    : is_gru ? "GRU"
				     : "RNN",
			    dim, is_lstm || is_gru ? "" : "tensor ");
	if (is_lstm && (h != dim || c != dim))
		CT_NN_RAISE(CT_ERROR_RUNTIME,
			    "For %s input, hx and cx should also be %lld-D but got "
			    "(%lld-D, %lld-D) tensors",
			    form, dim, h, c);
	if (h != dim)
		CT_NN_RAISE(CT_ERROR_RUNTIME,
			    "For %s input, hx should also be %lld-D but got %lld-D tensor", form,
			    dim, h);
	return NULL;
}

static ct_error check_input(const struct rnn *m, const struct run *run,
			    const struct weights *weights)
{
	const ct_dtype dtype = ct_tensor_dtype(run->x), own = ct_tensor_dtype(weights->at[0]);
	const long long dim = run->batch_sizes ? 2 : 3;

	if (dtype != own)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "RNN input dtype (torch.%s) does not match weight dtype "
			    "(torch.%s). Convert input: input.to(torch.%s), or convert "
			    "model: model.to(torch.%s)",
			    ct_dtype_name(dtype), ct_dtype_name(own), ct_dtype_name(own),
			    ct_dtype_name(dtype));
	if (ct_tensor_dim(run->x) != dim)
		CT_NN_RAISE(CT_ERROR_RUNTIME, "input must have %lld dimensions, got %lld", dim,
			    (long long)ct_tensor_dim(run->x));
	if (ct_size_of(run->x, -1) != m->input_size)
		CT_NN_RAISE(CT_ERROR_RUNTIME,
			    "input.size(-1) must be equal to input_size. Expected %lld, "
			    "got %lld",
			    (long long)m->input_size, (long long)ct_size_of(run->x, -1));
	return NULL;
}

static ct_error check_state(const struct rnn *m, const struct run *run, const ct_tensor *state,
			    int64_t width, const char *what)
{
	const ct_ints wanted = CT_L(m->num_layers * directions(m), run->batch, width);
	const ct_ints got = ct_sizes_of(state);

	if (got.len == 3 && memcmp(got.at, wanted.at, sizeof(int64_t[3])) == 0)
		return NULL;
	CT_NN_RAISE(CT_ERROR_RUNTIME, "Expected %s size %s, got %s", what,
		    ct_nn_tuple_text(wanted).at, ct_nn_list_text(got).at);
}

static ct_error check_states(const struct rnn *m, const struct run *run)
{
	const bool is_lstm = m->mode == MODE_LSTM;

	CT_TRY(check_state(m, run, run->h, output_size(m), is_lstm ? "hidden[0]" : "hidden"));
	if (is_lstm)
		CT_TRY(check_state(m, run, run->c, m->hidden_size, "hidden[1]"));
	return NULL;
}

/* Zeros where no state was given. */
static void begin_states(const struct rnn *m, struct run *run)
{
	const int64_t n = m->num_layers * directions(m);
	const ct_dtype dtype = ct_tensor_dtype(run->x);
	const ct_device device = ct_tensor_device(run->x);

	if (run->h)
		return;
	run->h = CT_E(zeros, CT_L(n, run->batch, output_size(m)), .dtype = dtype, .device = device);
	if (m->mode == MODE_LSTM)
		run->c = CT_E(zeros, CT_L(n, run->batch, m->hidden_size), .dtype = dtype,
			      .device = device);
}

/* The states of each sequence go where that sequence goes. */
static const ct_tensor *reorder(const ct_tensor *state, const ct_tensor *order)
{
	return state && order ? CT_E(index_select, state, 1, order) : state;
}

/* As in Python, an LSTM leaves the checks of what is packed to the operator. */
static ct_error prepare_packed(const struct rnn *m, struct run *run, const struct weights *weights)
{
	ct_tensor *first = CT_E(select_int, run->batch_sizes, 0, 0);

	CT_TRY(ct_tensor_item_int64(first, &run->batch));
	run->h = reorder(run->h, run->sorted);
	run->c = reorder(run->c, run->sorted);
	begin_states(m, run);
	CT_TRY(CT_DONE());
	if (m->mode == MODE_LSTM)
		return NULL;
	CT_TRY(check_input(m, run, weights));
	return check_states(m, run);
}

static ct_error rnn_prepare(const struct rnn *m, struct run *run, const struct weights *weights)
{
	const int64_t batch_dim = m->batch_first ? 0 : 1;

	CT_TRY(check_dims(m, run));
	run->is_unbatched = ct_tensor_dim(run->x) == 2;
	if (run->is_unbatched) {
		run->x = CT_E(unsqueeze, run->x, batch_dim);
		run->h = run->h ? CT_E(unsqueeze, run->h, 1) : NULL;
		run->c = run->c ? CT_E(unsqueeze, run->c, 1) : NULL;
	}
	run->batch = ct_size_of(run->x, batch_dim);
	begin_states(m, run);
	CT_TRY(CT_DONE());
	CT_TRY(check_input(m, run, weights));
	return check_states(m, run);
}

/* `out`: output, h, and c of an LSTM. */
#define CALL_BATCH(op, state)                                                                      \
	CT(op, &out[0], &out[1], run->x, state, params, m->bias, m->num_layers, m->dropout, train, \
	   m->bidirectional, m->batch_first)
#define CALL_PACKED(op, state)                                                                    \
	CT(op, &out[0], &out[1], run->x, run->batch_sizes, state, params, m->bias, m->num_layers, \
	   m->dropout, train, m->bidirectional)

static ct_error call_batch(const struct rnn *m, const struct run *run, ct_tensors params,
			   ct_tensor **out)
{
	const bool train = ct_module_is_training(ct_module_of(m));

	switch (m->mode) {
	case MODE_TANH:
		return CALL_BATCH(rnn_tanh_input, run->h);
	case MODE_RELU:
		return CALL_BATCH(rnn_relu_input, run->h);
	case MODE_GRU:
		return CALL_BATCH(gru_input, run->h);
	default:
		return CT(lstm_input, &out[0], &out[1], &out[2], run->x, CT_TENSORS(run->h, run->c),
			  params, m->bias, m->num_layers, m->dropout, train, m->bidirectional,
			  m->batch_first);
	}
}

static ct_error call_packed(const struct rnn *m, const struct run *run, ct_tensors params,
			    ct_tensor **out)
{
	const bool train = ct_module_is_training(ct_module_of(m));

	switch (m->mode) {
	case MODE_TANH:
		return CALL_PACKED(rnn_tanh_data, run->h);
	case MODE_RELU:
		return CALL_PACKED(rnn_relu_data, run->h);
	case MODE_GRU:
		return CALL_PACKED(gru_data, run->h);
	default:
		return CT(lstm_data, &out[0], &out[1], &out[2], run->x, run->batch_sizes,
			  CT_TENSORS(run->h, run->c), params, m->bias, m->num_layers, m->dropout,
			  train, m->bidirectional);
	}
}

/* As the input was: without a batch, or in the order that the sequences had before. */
static void restore(const struct rnn *m, const struct run *run, const ct_tensor **out)
{
	if (run->is_unbatched)
		out[0] = CT_E(squeeze_dim, out[0], m->batch_first ? 0 : 1);
	for (int i = 1; i < 3; i++) {
		if (run->is_unbatched && out[i])
			out[i] = CT_E(squeeze_dim, out[i], 1);
		out[i] = reorder(out[i], run->unsorted);
	}
}

static ct_error rnn_call_layers(const struct rnn *m, struct run *run, ct_tensor **outputs,
				int64_t outputs_len)
{
	CT_OWN_SCOPE(ct_module_class_of(ct_module_of(m))->name);
	ct_tensor *out[3] = { NULL };
	struct weights weights;

	if (run->x == NULL)
		return ct_missing_argument(NULL, 1, "input");
	if (m->mode == MODE_LSTM && (run->h == NULL) != (run->c == NULL))
		CT_NN_RAISE(CT_ERROR_TYPE, "LSTM.forward() takes hx and cx together, or neither");
	CT_TRY(find_weights(m, &weights));
	CT_TRY(run->batch_sizes ? prepare_packed(m, run, &weights) : rnn_prepare(m, run, &weights));
	CT_TRY((run->batch_sizes ? call_packed : call_batch)(
		m, run, CT_TENSORS_OF(weights.at, weights.len), out));
	restore(m, run, (const ct_tensor **)out);
	CT_TRY(CT_DONE());
	for (int64_t i = 0; i < outputs_len; i++)
		CT_TRY(ct_nn_give(out[i], &outputs[i]));
	return NULL;
}

/* Inputs: input, hx; or data, hx, batch_sizes, sorted_indices, unsorted_indices. */
static ct_error rnn_forward(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
			    ct_tensor **outputs, int64_t outputs_len)
{
	const ct_tensor *in[5] = { NULL };

	if (inputs_len > 0)
		memcpy(in, inputs, (size_t)inputs_len * sizeof *in);
	return rnn_call_layers(self,
			       &(struct run){ .x = in[0],
					      .h = in[1],
					      .batch_sizes = in[2],
					      .sorted = in[3],
					      .unsorted = in[4] },
			       outputs, outputs_len);
}

/* Inputs: input, hx, cx; or data, hx, cx, batch_sizes, sorted_indices, unsorted_indices. */
static ct_error lstm_forward(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
			     ct_tensor **outputs, int64_t outputs_len)
{
	const ct_tensor *in[6] = { NULL };

	if (inputs_len > 0)
		memcpy(in, inputs, (size_t)inputs_len * sizeof *in);
	return rnn_call_layers(self,
			       &(struct run){ .x = in[0],
					      .h = in[1],
					      .c = in[2],
					      .batch_sizes = in[3],
					      .sorted = in[4],
					      .unsorted = in[5] },
			       outputs, outputs_len);
}

#define RNN_CLASS(class_name, init_function, forward_function, inputs, outputs)                   \
	CT_NN_CLASS(class_name, struct rnn, init_function, NULL,                                  \
		    .module.reset_parameters = rnn_reset, .module.forward_all = forward_function, \
		    .module.inputs_min = 1, .module.inputs_max = inputs,                          \
		    .module.outputs_max = outputs)

RNN_CLASS(RNN, rnn_init, rnn_forward, 5, 2);
RNN_CLASS(LSTM, lstm_init, lstm_forward, 6, 3);
RNN_CLASS(GRU, gru_init, rnn_forward, 5, 2);

CT_NN_CLASS(RNNBase, struct rnn, rnn_base_init, NULL, .module.reset_parameters = rnn_reset);

/* --- typed calls ------------------------------------------------------------------------------ */

/* Outputs that the caller does not take are not asked for, up to the last that he takes. */
static ct_error rnn_call(const ct_module *self, const struct ct_nn_code *code, const char *function,
			 const ct_tensor *const *inputs, int64_t inputs_len, ct_tensor **results[3])
{
	ct_tensor *outputs[3] = { NULL };
	int64_t n = code->module.outputs_max;

	CT_TRY(ct_nn_check_class(self, code, function));
	while (n > 0 && results[n - 1] == NULL)
		n--;
	CT_TRY(ct_module_forward_all(self, CT_TENSORS_OF(inputs, inputs_len), outputs, n));
	for (int64_t i = 0; i < n; i++) {
		if (results[i])
			*results[i] = outputs[i];
		else
			ct_tensor_free(outputs[i]);
	}
	return NULL;
}

static ct_error call_with_packed(const ct_module *self, const struct ct_nn_code *code,
				 const char *function, const ct_packed_sequence *x,
				 const ct_tensor *const *inputs, int64_t inputs_len,
				 ct_packed_sequence *output, ct_tensor **h, ct_tensor **c)
{
	ct_packed_sequence made = { 0 };
	ct_tensor *data = NULL, *new_h = NULL, *new_c = NULL;
	ct_error error;

	if (x == NULL || x->data == NULL || x->batch_sizes == NULL)
		return ct_missing_argument(function, 2, "input");
	error = rnn_call(
		self, code, function, inputs, inputs_len,
		(ct_tensor * *[]){ output ? &data : NULL, h ? &new_h : NULL, c ? &new_c : NULL });
	if (error == NULL && output)
		error = ct_packed_sequence_new(data, x->batch_sizes, x->sorted_indices,
					       x->unsorted_indices, &made);
	ct_tensor_free(data);
	if (error) {
		ct_tensor_free(new_h);
		ct_tensor_free(new_c);
		return error;
	}
	if (output)
		*output = made;
	if (h)
		*h = new_h;
	if (c)
		*c = new_c;
	return NULL;
}

ct_error ct_nn_RNN_forward(const ct_module *module, const ct_tensor *input, const ct_tensor *hx,
			   ct_tensor **output, ct_tensor **hidden)
{
	return rnn_call(module, &ct_nn_RNN_code, __func__, (const ct_tensor *[]){ input, hx }, 2,
			(ct_tensor * *[]){ output, hidden, NULL });
}

ct_error ct_nn_GRU_forward(const ct_module *module, const ct_tensor *input, const ct_tensor *hx,
			   ct_tensor **output, ct_tensor **hidden)
{
	return rnn_call(module, &ct_nn_GRU_code, __func__, (const ct_tensor *[]){ input, hx }, 2,
			(ct_tensor * *[]){ output, hidden, NULL });
}

ct_error ct_nn_LSTM_forward(const ct_module *module, const ct_tensor *input, const ct_tensor *hx,
			    const ct_tensor *cx, ct_tensor **output, ct_tensor **hidden,
			    ct_tensor **cell)
{
	return rnn_call(module, &ct_nn_LSTM_code, __func__, (const ct_tensor *[]){ input, hx, cx },
			3, (ct_tensor * *[]){ output, hidden, cell });
}

/* The inputs of a packed call; NULL where there is no sequence, which is an error later. */
#define PACKED_(x, member) ((x) ? (x)->member : NULL)
#define PACKED_INPUTS(x) \
	PACKED_(x, batch_sizes), PACKED_(x, sorted_indices), PACKED_(x, unsorted_indices)

ct_error ct_nn_RNN_forward_packed(const ct_module *module, const ct_packed_sequence *input,
				  const ct_tensor *hx, ct_packed_sequence *output,
				  ct_tensor **hidden)
{
	const ct_tensor *const inputs[] = { PACKED_(input, data), hx, PACKED_INPUTS(input) };

	return call_with_packed(module, &ct_nn_RNN_code, __func__, input, inputs, 5, output, hidden,
				NULL);
}

ct_error ct_nn_GRU_forward_packed(const ct_module *module, const ct_packed_sequence *input,
				  const ct_tensor *hx, ct_packed_sequence *output,
				  ct_tensor **hidden)
{
	const ct_tensor *const inputs[] = { PACKED_(input, data), hx, PACKED_INPUTS(input) };

	return call_with_packed(module, &ct_nn_GRU_code, __func__, input, inputs, 5, output, hidden,
				NULL);
}

ct_error ct_nn_LSTM_forward_packed(const ct_module *module, const ct_packed_sequence *input,
				   const ct_tensor *hx, const ct_tensor *cx,
				   ct_packed_sequence *output, ct_tensor **hidden, ct_tensor **cell)
{
	const ct_tensor *const inputs[] = { PACKED_(input, data), hx, cx, PACKED_INPUTS(input) };

	return call_with_packed(module, &ct_nn_LSTM_code, __func__, input, inputs, 6, output,
				hidden, cell);
}

ct_error ct_nn_RNNBase_forward_packed(const ct_module *module, const ct_packed_sequence *input,
				      ct_packed_sequence *output)
{
	const char *name;

	CT_TRY(ct_module_check(module, __func__, 1, "module"));
	name = module->klass->name;
	if (!strcmp(name, "LSTM"))
		return ct_nn_LSTM_forward_packed(module, input, NULL, NULL, output, NULL, NULL);
	if (!strcmp(name, "GRU"))
		return ct_nn_GRU_forward_packed(module, input, NULL, output, NULL);
	if (!strcmp(name, "RNN"))
		return ct_nn_RNN_forward_packed(module, input, NULL, output, NULL);
	return ct_error_new(CT_ERROR_TYPE, __func__, "expected an RNN, GRU or LSTM, but got a %s",
			    name);
}

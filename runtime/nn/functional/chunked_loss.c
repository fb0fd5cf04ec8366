/*
 * The cross entropy of a linear layer in chunks of rows, as a function of autograd. For a mean or a
 * sum, forward computes the gradients together with the loss, chunk by chunk, and backward scales
 * them; for a loss of each row, backward computes the logits once more.
 */
#include <stdlib.h>

#include <ctorch/autograd/custom_function.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "nn/functional/chunk_run.h"
#include "nn/functional/give.h"

/* The inputs of the function; the first have gradients. */
enum { TARGET = CT_NN_CHUNK_GRADIENTS, CLASS_WEIGHT, INPUTS };

/* What an application keeps, beside the tensors that it saves. */
struct application {
	struct ct_nn_chunk_plan plan;
	int64_t reduction, ignore_index;
	bool allow_retain_graph, is_spent;
	bool needs[CT_NN_CHUNK_GRADIENTS];
	ct_tensor *grads[CT_NN_CHUNK_GRADIENTS]; /* of a mean or a sum */
};

static void release(void *data)
{
	struct application *kept = data;

	for (int i = 0; i < CT_NN_CHUNK_GRADIENTS; i++)
		ct_tensor_free_unscoped(kept->grads[i]);
	free(kept);
}

static struct ct_nn_chunk_run new_run(const struct application *kept, ct_tensor *const *inputs)
{
	return (struct ct_nn_chunk_run){ .plan = &kept->plan,
					 .loss = { .input = inputs[CT_NN_INPUT],
						   .weight = inputs[CT_NN_WEIGHT],
						   .target = inputs[TARGET],
						   .bias = inputs[CT_NN_BIAS],
						   .class_weight = inputs[CLASS_WEIGHT],
						   .reduction = kept->reduction,
						   .ignore_index = kept->ignore_index } };
}

static ct_error chunked_loss_forward(ct_function_context *context, ct_tensor *const *inputs,
				     ct_tensor **outputs)
{
	struct application *kept = ct_function_data(context);
	struct ct_nn_chunk_run run = new_run(kept, inputs);

	CT_TRY(ct_function_set_materialize_grads(context, false));
	if (kept->reduction == CT_REDUCTION_NONE) {
		CT_TRY(ct_nn_run_chunks(&run));
		*outputs = run.rows;
		return ct_function_save_for_backward(context, CT_TENSORS_OF(inputs, INPUTS));
	}
	for (int i = 0; i < CT_NN_CHUNK_GRADIENTS; i++)
		run.needs[i] = kept->needs[i];
	CT_TRY(ct_nn_run_chunks(&run));
	*outputs = run.value;
	for (int i = 0; i < CT_NN_CHUNK_GRADIENTS; i++)
		if (run.grads[i]) {
			ct_scope_disown(run.grads[i]);
			kept->grads[i] = run.grads[i];
		}
	return NULL;
}

/* The gradients that forward computed, times the loss's own. They are used up, unless the graph may
 * be retained. */
static ct_error scale_grads(struct application *kept, const ct_tensor *grad, ct_tensor **results)
{
	if (kept->is_spent)
		return CT_RAISED(CT_ERROR_RUNTIME,
				 "linear_cross_entropy chunked backward called twice; "
				 "retain_graph=True / double backward are not supported.");
	kept->is_spent = !kept->allow_retain_graph;
	for (int i = 0; i < CT_NN_CHUNK_GRADIENTS; i++) {
		ct_tensor *kept_grad = kept->grads[i];

		if (kept_grad == NULL)
			continue;
		if (kept->allow_retain_graph) {
			results[i] = CT_E(mul, kept_grad, grad);
			continue;
		}
		CT_TRY(ct_scope_adopt(kept_grad));
		kept->grads[i] = NULL;
		results[i] = CT_E(mul_, kept_grad, grad);
	}
	return CT_DONE();
}

static ct_error chunked_loss_backward(ct_function_context *context, ct_tensor *const *grads,
				      ct_tensor **results)
{
	struct application *kept = ct_function_data(context);
	ct_tensor *saved[INPUTS];
	struct ct_nn_chunk_run run;

	if (grads[0] == NULL)
		return NULL;
	if (kept->reduction != CT_REDUCTION_NONE)
		return scale_grads(kept, grads[0], results);
	CT_TRY(ct_function_saved_tensors(context, saved, INPUTS));
	run = new_run(kept, saved);
	run.grad = grads[0];
	for (int i = 0; i < CT_NN_CHUNK_GRADIENTS; i++)
		run.needs[i] = saved[i] && ct_function_needs_input_grad(context, i);
	CT_TRY(ct_nn_run_chunks(&run));
	for (int i = 0; i < CT_NN_CHUNK_GRADIENTS; i++)
		results[i] = run.grads[i];
	return NULL;
}

static const ct_function chunked = {
	.name = "LinearCrossEntropy",
	.forward = chunked_loss_forward,
	.backward = chunked_loss_backward,
	.inputs_len = INPUTS,
	.outputs_len = 1,
	.release = release,
	.once_differentiable = true,
};

/* NULL: no memory. */
static struct application *new_application(const struct ct_nn_linear_loss *loss,
					   const struct ct_nn_chunk_options *options,
					   ct_tensor *const *inputs)
{
	struct application *kept = calloc(1, sizeof *kept);

	if (kept == NULL)
		return NULL;
	kept->reduction = loss->reduction;
	kept->ignore_index = loss->ignore_index;
	kept->allow_retain_graph = options->allow_retain_graph;
	for (int i = 0; i < CT_NN_CHUNK_GRADIENTS; i++)
		kept->needs[i] = ct_autograd_is_grad_enabled() &&
				 ct_tensor_requires_grad(inputs[i]);
	return kept;
}

/* For an input (N, features). */
static ct_error chunked_loss_apply(const struct ct_nn_linear_loss *loss,
				   const struct ct_nn_chunk_options *options, ct_tensor **result)
{
	ct_tensor *const inputs[INPUTS] = {
		[CT_NN_INPUT] = (ct_tensor *)loss->input,
		[CT_NN_WEIGHT] = (ct_tensor *)loss->weight,
		[CT_NN_BIAS] = (ct_tensor *)loss->bias,
		[TARGET] = (ct_tensor *)loss->target,
		[CLASS_WEIGHT] = (ct_tensor *)loss->class_weight,
	};
	struct application *kept = new_application(loss, options, inputs);
	ct_error error;

	if (kept == NULL)
		return ct_no_memory(NULL, "for a loss");
	error = ct_nn_plan_chunks(loss, options, &kept->plan);
	if (error == NULL)
		error = ct_function_apply(&chunked, kept, CT_TENSORS_OF(inputs, INPUTS), result, 1);
	if (error)
		release(kept);
	return error;
}

ct_tensor *ct_nn_chunked_loss(const struct ct_nn_linear_loss *loss,
			      const struct ct_nn_chunk_options *options)
{
	struct ct_nn_linear_loss batch = *loss;

	if (ct_tensor_dim(loss->input) == 2)
		return CT_F(chunked_loss_apply, loss, options);
	batch.input = CT_E(unsqueeze, loss->input, 0);
	batch.target = CT_E(unsqueeze, loss->target, 0);
	return CT_E(squeeze_dim, CT_F(chunked_loss_apply, &batch, options), 0);
}

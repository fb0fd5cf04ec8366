/*
 * AdaptiveLogSoftmaxWithLoss: the first classes, the shortlist, and one number for each cluster of
 * rarer classes are in the head; the classes of a cluster are in its part of the tail.
 */
#include <math.h>

#include <ctorch/nn/forward.h>
#include <ctorch/tensor/element.h>

#include "nn/functional/give.h"
#include "nn/functional/raise.h"
#include "nn/layers/typed.h"
#include "tensor/tensor/sizes.h"

struct adaptive {
	CT_NN_HEAD(AdaptiveLogSoftmaxWithLoss);
	ct_module *head; /* a Linear */
	ct_module *tail; /* a ModuleList of two Linear in a Sequential for each cluster */
};

static int64_t clusters(const struct adaptive *m)
{
	return m->args->cutoffs.len;
}

static int64_t shortlist(const struct adaptive *m)
{
	return m->args->cutoffs.at[0];
}

/* The first class of part `i`, where the shortlist is part 0. */
static int64_t first_class(const struct adaptive *m, int64_t i)
{
	return i == 0 ? 0 : i > clusters(m) ? m->args->n_classes : m->args->cutoffs.at[i - 1];
}

/* --- making ----------------------------------------------------------------------------------- */

static ct_error adaptive_softmax_check_arguments(
	const struct ct_args_nn_AdaptiveLogSoftmaxWithLoss_ *a)
{
	if (a->cutoffs.len == 0)
		CT_NN_RAISE(CT_ERROR_VALUE, "cutoffs should be a sequence of length larger than 0");
	for (int64_t i = 0; i < a->cutoffs.len; i++) {
		const int64_t least = i ? a->cutoffs.at[i - 1] + 1 : 1;

		if (a->cutoffs.at[i] < least || a->cutoffs.at[i] > a->n_classes - 1)
			CT_NN_RAISE(CT_ERROR_VALUE,
				    "cutoffs should be a sequence of unique, positive "
				    "integers sorted in an increasing order, where each "
				    "value is between 1 and n_classes-1");
	}
	return NULL;
}

/* Python's x // y of positive numbers. */
static int64_t floor_divide(double x, double y)
{
	return (int64_t)round((x - fmod(x, y)) / y);
}

static ct_module *new_linear(const struct adaptive *m, int64_t inputs, int64_t outputs, bool bias)
{
	return CT_NN(Linear, inputs, outputs, .bias = bias, .device = m->args->device,
		     .dtype = m->args->dtype);
}

/* The narrower, the rarer its classes are. */
static ct_error add_cluster(const struct adaptive *m, int64_t i)
{
	const int64_t inputs = m->args->in_features;
	const int64_t width = floor_divide((double)inputs,
					   pow(m->args->div_value, (double)(i + 1)));
	const int64_t classes = first_class(m, i + 2) - first_class(m, i + 1);
	ct_module *projection = CT_NN(Sequential);

	CT_TRY(ct_nn_add_child(projection, 0, new_linear(m, inputs, width, false)));
	CT_TRY(ct_nn_add_child(projection, 1, new_linear(m, width, classes, false)));
	return ct_nn_add_child(m->tail, i, projection);
}

static ct_error adaptive_init(void *self)
{
	struct adaptive *m = self;

	CT_TRY(adaptive_softmax_check_arguments(m->args));
	CT_CHILD(m, head,
		 new_linear(m, m->args->in_features, shortlist(m) + clusters(m),
			    m->args->head_bias));
	CT_LAYER(m, tail, ModuleList);
	CT_TRY(CT_DONE());
	for (int64_t i = 0; i < clusters(m); i++)
		CT_TRY(add_cluster(m, i));
	return NULL;
}

/* --- calling ---------------------------------------------------------------------------------- */

static ct_error check_inputs(const ct_tensor *input, const ct_tensor *target)
{
	const int64_t dim = ct_tensor_dim(target);

	if (dim == 1 && ct_size_of(input, 0) != ct_size_of(target, 0))
		CT_NN_RAISE(CT_ERROR_RUNTIME,
			    "Input and target should have the same size in the batch "
			    "dimension.");
	if (dim > 1)
		CT_NN_RAISE(CT_ERROR_RUNTIME,
			    "0D or 1D target tensor expected, multi-target not supported");
	if (ct_tensor_dim(input) != dim + 1)
		CT_NN_RAISE(CT_ERROR_RUNTIME,
			    "%lldD target tensor expects %lldD input tensors, but found "
			    "inputs with size %s",
			    (long long)dim, (long long)dim + 1, ct_nn_size_text(input).at);
	return NULL;
}

/* One call with a batch. */
struct run {
	const struct adaptive *m;
	const ct_tensor *input, *target;
	ct_tensor *output;  /* (batch) */
	ct_tensor *indices; /* (batch): of each target in the head */
	int64_t used_rows;
};

/* The targets of part `i`, or of all parts that are before the clusters. */
static void add_part(struct run *run, int64_t i)
{
	const int64_t low = first_class(run->m, i), high = first_class(run->m, i + 1);
	const ct_tensor *target = run->target, *y, *rows, *targets;
	ct_tensor *mask = CT_E(bitwise_and, CT_E(ge, target, low), CT_E(lt, target, high));

	rows = CT_E(squeeze, CT_E(nonzero, mask));
	if (ct_expression_failed() || ct_tensor_numel(rows) == 0)
		return;
	run->used_rows += ct_tensor_numel(rows);
	targets = CT_E(index, target, CT_TENSORS(mask));
	if (i == 0) {
		CT_E(index_copy_, run->indices, 0, rows, targets);
		return;
	}
	targets = CT_E(sub, targets, low);
	y = CT_M(ct_module_child_at(run->m->tail, i - 1), CT_E(index_select, run->input, 0, rows));
	CT_E(index_fill__int_Scalar, run->indices, 0, rows, shortlist(run->m) + i - 1);
	y = CT_E(gather, CT_E(log_softmax_int, y, 1), 1, CT_E(unsqueeze, targets, 1));
	CT_E(index_copy_, run->output, 0, rows, CT_E(squeeze_dim, y, 1));
}

static void wrong_targets(const struct run *run)
{
	int64_t least = 0, most = 0;

	CT_DO(ct_tensor_item_int64(CT_E(min, run->target), &least));
	CT_DO(ct_tensor_item_int64(CT_E(max, run->target), &most));
	CT_FAIL(CT_ERROR_RUNTIME,
		"Target values should be in [0, %lld], but values in range [%lld, %lld] were "
		"found. ",
		(long long)run->m->args->n_classes - 1, (long long)least, (long long)most);
}

static ct_error adaptive_softmax_compute(struct run *run)
{
	const int64_t batch = ct_size_of(run->target, 0);
	const ct_tensor *y;

	run->output = CT_E(new_zeros, run->input, CT_L(batch));
	run->indices = CT_E(new_empty, run->target, CT_L(batch));
	for (int64_t i = 0; i <= clusters(run->m); i++)
		add_part(run, i);
	if (!ct_expression_failed() && run->used_rows != batch)
		wrong_targets(run);
	y = CT_E(log_softmax_int, CT_M(run->m->head, run->input), 1);
	y = CT_E(squeeze, CT_E(gather, y, 1, CT_E(unsqueeze, run->indices, 1)));
	CT_E(add_, run->output, y);
	return CT_DONE();
}

static ct_error adaptive_forward(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
				 ct_tensor **outputs, int64_t outputs_len)
{
	struct run run = { .m = self, .input = inputs[0], .target = inputs[1] };
	const bool is_batched = ct_tensor_dim(run.target) > 0;
	const ct_tensor *loss;

	CT_OWN_SCOPE(NULL);
	(void)inputs_len;
	if (run.input == NULL || run.target == NULL)
		return ct_missing_argument(NULL, run.input ? 2 : 1, run.input ? "target" : "input");
	CT_TRY(check_inputs(run.input, run.target));
	if (!is_batched) {
		run.input = CT_E(unsqueeze, run.input, 0);
		run.target = CT_E(unsqueeze, run.target, 0);
	}
	CT_TRY(adaptive_softmax_compute(&run));
	loss = CT_E(mean, CT_E(neg, run.output));
	if (!is_batched)
		run.output = CT_E(squeeze_dim, run.output, 0);
	if (outputs_len > 0)
		CT_TRY(ct_nn_give(run.output, &outputs[0]));
	if (outputs_len > 1)
		CT_TRY(ct_nn_give(loss, &outputs[1]));
	return CT_DONE();
}

static ct_error adaptive_reset(void *self)
{
	const struct adaptive *m = self;

	CT_TRY(ct_module_reset_parameters(m->head));
	return ct_module_reset_parameters(m->tail);
}

CT_NN_CLASS(AdaptiveLogSoftmaxWithLoss, struct adaptive, adaptive_init, NULL,
	    .module.reset_parameters = adaptive_reset, .module.forward_all = adaptive_forward,
	    .module.inputs_min = 2, .module.inputs_max = 2, .module.outputs_max = 2);

/* --- typed calls ------------------------------------------------------------------------------ */

ct_error ct_nn_AdaptiveLogSoftmaxWithLoss_forward(const ct_module *module, const ct_tensor *input,
						  const ct_tensor *target, ct_tensor **output,
						  ct_tensor **loss)
{
	ct_tensor *outputs[2] = { NULL };

	CT_TRY(ct_nn_check_class(module, &ct_nn_AdaptiveLogSoftmaxWithLoss_code, __func__));
	CT_TRY(ct_module_forward_all(module, CT_TENSORS(input, target), outputs, 2));
	ct_nn_take(outputs[0], output);
	ct_nn_take(outputs[1], loss);
	return NULL;
}

/* The log probability of each class, from the output of the head. */
static const ct_tensor *full_log_prob(const struct adaptive *m, const ct_tensor *input,
				      const ct_tensor *head)
{
	ct_tensor *out = CT_E(new_empty, input, CT_L(ct_size_of(head, 0), m->args->n_classes));
	const ct_tensor *of_head = CT_E(log_softmax_int, head, 1), *y;

	CT_E(copy_, CT_E(slice, out, 1, .end = shortlist(m)),
	     CT_E(slice, of_head, 1, .end = shortlist(m)));
	for (int64_t i = 0; i < clusters(m); i++) {
		y = CT_E(log_softmax_int, CT_M(ct_module_child_at(m->tail, i), input), 1);
		y = CT_E(add, y,
			 CT_E(unsqueeze, CT_E(select_int, of_head, 1, shortlist(m) + i), 1));
		CT_E(copy_, CT_E(slice, out, 1, first_class(m, i + 1), first_class(m, i + 2)), y);
	}
	return out;
}

ct_error ct_nn_AdaptiveLogSoftmaxWithLoss_log_prob(const ct_module *module, const ct_tensor *input,
						   ct_tensor **result)
{
	const struct adaptive *m = ct_module_data(module);

	CT_TRY(ct_nn_check_class(module, &ct_nn_AdaptiveLogSoftmaxWithLoss_code, __func__));
	CT_NN_NEEDS(input, 2);
	CT_OWN_SCOPE(__func__);
	return ct_nn_give(full_log_prob(m, input, CT_M(m->head, input)), result);
}

/* Where the head says a cluster, its classes are looked at. */
static const ct_tensor *predict(const struct adaptive *m, const ct_tensor *input)
{
	const ct_tensor *head = CT_M(m->head, input), *mask, *y;
	ct_tensor *output = CT_E(argmax, head, 1);

	mask = CT_E(ge, output, shortlist(m));
	if (CT_ITEM(CT_E(any, mask)) == 0)
		return output;
	if (CT_ITEM(CT_E(all, mask)) != 0)
		return CT_E(argmax, full_log_prob(m, input, head), 1);
	y = full_log_prob(m, CT_E(index, input, CT_TENSORS(mask)),
			  CT_E(index, head, CT_TENSORS(mask)));
	return CT_E(index_put_, output, CT_TENSORS(mask), CT_E(argmax, y, 1));
}

ct_error ct_nn_AdaptiveLogSoftmaxWithLoss_predict(const ct_module *module, const ct_tensor *input,
						  ct_tensor **result)
{
	CT_TRY(ct_nn_check_class(module, &ct_nn_AdaptiveLogSoftmaxWithLoss_code, __func__));
	CT_NN_NEEDS(input, 2);
	CT_OWN_SCOPE(__func__);
	return ct_nn_give(predict(ct_module_data(module), input), result);
}

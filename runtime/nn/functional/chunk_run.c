/*
 * The operators are those that Python runs on a CPU, in its order, so the numbers are equal bit for
 * bit. On other devices Python leaves some casts to the multiplication; here they are made.
 */
#include "nn/functional/chunk_run.h"

#include <math.h>

#include <ctorch/tensor/autocast.h>

#include "nn/functional/give.h"
#include "tensor/tensor/sizes.h"

struct chunk {
	int64_t first, len;
	const ct_tensor *x, *target;
	ct_tensor *logits; /* then their exponentials, then the gradients */
	const ct_tensor *scale;
	const ct_tensor *weighted; /* the probabilities, weighted; NULL with classes */
};

static ct_tensor *cast(const ct_tensor *x, ct_dtype dtype)
{
	return CT_E(to_dtype, x, dtype);
}

static ct_tensor *column(const ct_tensor *x)
{
	return CT_E(unsqueeze, x, 1);
}

static ct_tensor *rows_of(const ct_tensor *all, const struct chunk *chunk)
{
	return CT_E(narrow, all, 0, chunk->first, chunk->len);
}

static bool needs_any(const struct ct_nn_chunk_run *run)
{
	return run->needs[CT_NN_INPUT] || run->needs[CT_NN_WEIGHT] || run->needs[CT_NN_BIAS];
}

/*
 * Python's operators have an out= argument, so that autocast leaves their dtypes alone, except for
 * its einsum(). Here autocast is off except for that one.
 */
static bool has_autocast(ct_device_type type)
{
	bool is_on = false;

	if (ct_autocast_is_available(type))
		ct_error_free(ct_autocast_is_enabled(type, &is_on));
	return is_on;
}

/* Cannot fail, since the device type is known to have autocast. */
static void set_autocast(const struct ct_nn_chunk_run *run, bool is_on)
{
	if (run->has_autocast)
		ct_error_free(
			ct_autocast_set_enabled(ct_tensor_device(run->loss.input).type, is_on));
}

/* A mean of probabilities is one of rows; that of classes is one of their weights. */
static double chunk_factor_of(const struct ct_nn_chunk_run *run)
{
	if (!run->has_probabilities || run->loss.reduction != CT_REDUCTION_MEAN)
		return 1;
	return 1 / (double)ct_size_of(run->loss.input, 0);
}

/* --- what all rows need ----------------------------------------------------------------------- */

/* An index outside of the classes must not reach gather(). */
static const ct_tensor *valid_target(const struct ct_nn_chunk_run *run, const ct_tensor *ignored)
{
	const struct ct_nn_linear_loss *loss = &run->loss;

	if (loss->ignore_index >= 0 && loss->ignore_index < ct_size_of(loss->weight, 0))
		return loss->target;
	return CT_E(where_ScalarSelf, ignored, CT_S(0), loss->target);
}

static ct_tensor *scale_of(const struct ct_nn_chunk_run *run, const ct_tensor *ignored)
{
	const struct ct_nn_linear_loss *loss = &run->loss;
	const ct_dtype dtype = run->plan->acc_dtype;
	ct_tensor *scale, *sum;

	if (loss->class_weight == NULL)
		scale = cast(CT_E(logical_not, ignored), dtype);
	else
		scale = CT_E(where_ScalarSelf, ignored, CT_S(0),
			     cast(CT_E(index_select, loss->class_weight, 0, run->target), dtype));
	if (loss->reduction == CT_REDUCTION_SUM)
		return CT_E(neg_, scale);
	if (loss->reduction == CT_REDUCTION_NONE)
		return run->grad ? CT_E(mul_, CT_E(neg_, scale), cast(run->grad, dtype)) : scale;
	sum = CT_E(sum, scale);
	return CT_E(
		div_, scale,
		CT_E(where_ScalarSelf, CT_E(eq_Scalar, sum, CT_S(0)), CT_S(NAN), CT_E(neg, sum)));
}

static void prepare_targets(struct ct_nn_chunk_run *run)
{
	const struct ct_nn_linear_loss *loss = &run->loss;
	const ct_tensor *ignored;

	run->has_probabilities = ct_dtype_is_floating_point(ct_tensor_dtype(loss->target));
	run->target = loss->target;
	if (run->has_probabilities)
		return;
	ignored = CT_E(eq_Scalar, loss->target, CT_S(loss->ignore_index));
	run->target = valid_target(run, ignored);
	run->scale = scale_of(run, ignored);
}

static void prepare_results(struct ct_nn_chunk_run *run)
{
	const struct ct_nn_linear_loss *loss = &run->loss;
	const ct_dtype dtype = ct_tensor_dtype(loss->input), acc = run->plan->acc_dtype;
	const int64_t n = ct_size_of(loss->input, 0);

	if (loss->reduction == CT_REDUCTION_NONE && run->grad == NULL)
		run->rows = CT_E(new_empty, loss->input, CT_L(n));
	run->value = CT_E(new_zeros, loss->input, CT_INTS_OF(NULL, 0),
			  .dtype = dtype == CT_FLOAT16 ? acc : dtype);
	if (loss->reduction == CT_REDUCTION_MEAN && n == 0)
		CT_E(fill__Scalar, run->value, CT_S(NAN));
	if (run->needs[CT_NN_INPUT])
		run->grads[CT_NN_INPUT] = CT_E(empty_like, loss->input,
					       .dtype = run->plan->is_compact ? dtype : acc);
	if (run->needs[CT_NN_WEIGHT])
		run->grads[CT_NN_WEIGHT] = CT_E(zeros_like, loss->weight, .dtype = dtype);
	if (run->needs[CT_NN_BIAS])
		run->grads[CT_NN_BIAS] = CT_E(zeros_like, loss->bias, .dtype = dtype);
}

static void chunk_run_prepare(struct ct_nn_chunk_run *run)
{
	const struct ct_nn_linear_loss *loss = &run->loss;
	const ct_dtype dtype = run->plan->logits_dtype;

	run->weight = cast(loss->weight, dtype);
	run->bias = loss->bias ? cast(loss->bias, dtype) : NULL;
	prepare_targets(run);
	if (run->has_probabilities && loss->class_weight)
		run->class_row = CT_E(unsqueeze, cast(loss->class_weight, dtype), 0);
	prepare_results(run);
}

/* --- a chunk's loss --------------------------------------------------------------------------- */

/* Less their rows' maximum, so that no exponential is above 1. */
static ct_tensor *logits_of(const struct ct_nn_chunk_run *run, const struct chunk *chunk)
{
	ct_tensor *logits = CT_E(mm, cast(chunk->x, run->plan->logits_dtype), CT_E(t, run->weight));

	if (run->bias)
		CT_E(add__Tensor, logits, run->bias);
	return CT_E(sub_, logits, CT_E(amax, logits, CT_L(1), .keepdim = true));
}

/* The probabilities times the weights of their classes, times the gradient of their row's loss. */
static const ct_tensor *weighted_probabilities(const struct ct_nn_chunk_run *run,
					       const struct chunk *chunk)
{
	const ct_dtype dtype = run->plan->logits_dtype;
	const ct_tensor *weighted = chunk->target;

	if (run->class_row)
		weighted = CT_E(mul, weighted, run->class_row);
	weighted = cast(weighted, dtype);
	if (run->grad)
		weighted = cast(CT_E(mul, weighted, column(rows_of(run->grad, chunk))), dtype);
	return weighted;
}

static struct chunk chunk_at(const struct ct_nn_chunk_run *run, int64_t first, int64_t len)
{
	struct chunk chunk = { .first = first, .len = len };

	chunk.x = rows_of(run->loss.input, &chunk);
	chunk.target = rows_of(run->target, &chunk);
	chunk.logits = logits_of(run, &chunk);
	if (run->has_probabilities) {
		chunk.weighted = weighted_probabilities(run, &chunk);
		chunk.scale = CT_E(sum_dim_IntList, chunk.weighted, CT_L(1),
				   .dtype = run->plan->acc_dtype);
	} else {
		chunk.scale = rows_of(run->scale, &chunk);
	}
	return chunk;
}

/* The logits become their exponentials. */
static ct_tensor *sum_of_exponentials(const struct ct_nn_chunk_run *run, const struct chunk *chunk)
{
	/* The sum of many classes may be above what float16 has. */
	const bool is_half = ct_tensor_dtype(run->loss.input) == CT_FLOAT16;

	return CT_E(sum_dim_IntList, CT_E(exp_, chunk->logits), CT_L(1),
		    .dtype = is_half ? CT_FLOAT32 : run->plan->acc_dtype);
}

/* (rows): the logits of the targets. */
static ct_tensor *target_logits(const struct ct_nn_chunk_run *run, const struct chunk *chunk)
{
	if (chunk->weighted) {
		ct_tensor *logits;

		set_autocast(run, true);
		logits = CT_E(einsum, "bv,bv->b", CT_TENSORS(chunk->weighted, chunk->logits));
		set_autocast(run, false);
		return logits;
	}
	return CT_E(squeeze_dim, CT_E(gather, chunk->logits, 1, column(chunk->target)), 1);
}

/* The loss of each row, without gradients. */
static void add_rows(struct ct_nn_chunk_run *run, const struct chunk *chunk)
{
	ct_tensor *logits = target_logits(run, chunk);
	ct_tensor *loss = CT_E(log_, sum_of_exponentials(run, chunk));

	if (chunk->weighted)
		loss = CT_E(sub_, CT_E(mul_, loss, chunk->scale), logits);
	else
		loss = CT_E(mul_, CT_E(sub_, loss, logits), chunk->scale);
	CT_E(copy_, rows_of(run->rows, chunk), loss);
}

/* The part of the loss that the targets' logits make, which is subtracted from it. */
static ct_tensor *loss_of_targets(const struct ct_nn_chunk_run *run, const struct chunk *chunk)
{
	if (chunk->weighted == NULL)
		return CT_E(dot, chunk->scale,
			    cast(target_logits(run, chunk), ct_tensor_dtype(run->scale)));
	if (ct_tensor_dtype(chunk->logits) == CT_FLOAT16)
		return CT_E(sum, target_logits(run, chunk), .dtype = CT_FLOAT32);
	return CT_E(dot, CT_E(reshape, chunk->weighted, CT_L(-1)),
		    CT_E(reshape, chunk->logits, CT_L(-1)));
}

/* What the logarithms of the sums add to the loss; the sums become their logarithms. */
static ct_tensor *loss_of_sums(const ct_tensor *scale, ct_tensor *sums)
{
	return CT_E(dot, cast(scale, ct_tensor_dtype(sums)), CT_E(log_, sums));
}

/* Adds the chunk's loss. Afterwards `logits` holds the probabilities multiplied by the rows' scale,
 * which is negative for classes, but not for probabilities. */
static void add_loss(struct ct_nn_chunk_run *run, const struct chunk *chunk)
{
	const double factor = chunk_factor_of(run), sign = chunk->weighted ? -1 : 1;
	ct_tensor *sums, *ratio, *scale = (ct_tensor *)chunk->scale;

	if (run->grad == NULL)
		CT_E(add__Tensor, run->value, loss_of_targets(run, chunk),
		     .alpha = CT_S(sign * factor));
	if (factor != 1)
		CT_E(mul__Scalar, scale, CT_S(factor));
	sums = sum_of_exponentials(run, chunk);
	ratio = needs_any(run) ? CT_E(div, scale, sums) : NULL;
	if (run->grad == NULL)
		CT_E(add__Tensor, run->value, loss_of_sums(scale, sums), .alpha = CT_S(-sign));
	if (ratio == NULL)
		return;
	CT_E(mul_, chunk->logits, column(cast(ratio, run->plan->logits_dtype)));
	if (chunk->weighted)
		CT_E(sub_, chunk->logits, chunk->weighted, .alpha = CT_S(factor));
}

/* --- a chunk's gradients ---------------------------------------------------------------------- */

/* With classes, the logits are now the negative gradient without the ones at the targets, and the
 * scale is negative; with probabilities they are the gradient. */

static void add_bias_grad(struct ct_nn_chunk_run *run, const struct chunk *chunk)
{
	ct_tensor *sum = CT_E(sum_dim_IntList, chunk->logits, CT_L(0),
			      .dtype = run->plan->acc_dtype);
	ct_tensor *grad = run->grads[CT_NN_BIAS];

	if (chunk->weighted) {
		CT_E(add__Tensor, grad, cast(sum, ct_tensor_dtype(grad)));
	} else if (!run->plan->has_other_dtype) {
		CT_E(index_add_, CT_E(sub_, grad, sum), 0, chunk->target, chunk->scale);
	} else {
		sum = CT_E(index_add_, CT_E(neg_, sum), 0, chunk->target, chunk->scale);
		CT_E(add__Tensor, grad, cast(sum, ct_tensor_dtype(grad)));
	}
}

static void set_input_grad(struct ct_nn_chunk_run *run, const struct chunk *chunk)
{
	ct_tensor *grad;

	if (chunk->weighted) {
		grad = CT_E(mm, chunk->logits, run->weight);
	} else {
		grad = CT_E(mul_, CT_E(index_select, run->weight, 0, chunk->target),
			    column(cast(chunk->scale, ct_tensor_dtype(run->weight))));
		CT_E(addmm_, grad, chunk->logits, run->weight, .alpha = CT_S(-1));
	}
	CT_E(copy_, rows_of(run->grads[CT_NN_INPUT], chunk), grad);
}

/* Straight to the sum of all chunks. */
static void add_weight_grad_compactly(ct_tensor *grad, const struct chunk *chunk, ct_tensor *scaled)
{
	CT_E(addmm_, grad, CT_E(t, chunk->logits), chunk->x,
	     .alpha = CT_S(chunk->weighted ? 1 : -1));
	if (scaled)
		CT_E(index_add_, grad, 0, chunk->target, cast(scaled, ct_tensor_dtype(grad)));
}

/* By way of one more matrix, of acc_dtype. */
static void add_weight_grad(struct ct_nn_chunk_run *run, const struct chunk *chunk)
{
	const ct_dtype acc = run->plan->acc_dtype;
	ct_tensor *grad = run->grads[CT_NN_WEIGHT], *scaled = NULL, *sum;
	const ct_tensor *x = cast(chunk->x, acc);

	if (chunk->weighted == NULL)
		scaled = CT_E(mul, x, column(chunk->scale));
	if (run->plan->is_compact && run->plan->logits_dtype == ct_tensor_dtype(grad)) {
		add_weight_grad_compactly(grad, chunk, scaled);
		return;
	}
	sum = CT_E(mm, CT_E(t, cast(chunk->logits, acc)), x);
	if (chunk->weighted) {
		CT_E(add__Tensor, grad, sum);
		return;
	}
	CT_E(index_add_, sum, 0, chunk->target, scaled, .alpha = CT_S(-1));
	CT_E(sub_, grad, sum);
}

/* --- all chunks ------------------------------------------------------------------------------- */

static ct_error run_chunk(struct ct_nn_chunk_run *run, int64_t first, int64_t len)
{
	CT_OWN_SCOPE(NULL);
	struct chunk chunk = chunk_at(run, first, len);

	if (run->rows) {
		add_rows(run, &chunk);
		return CT_DONE();
	}
	add_loss(run, &chunk);
	if (run->needs[CT_NN_BIAS])
		add_bias_grad(run, &chunk);
	if (run->needs[CT_NN_INPUT])
		set_input_grad(run, &chunk);
	if (run->needs[CT_NN_WEIGHT])
		add_weight_grad(run, &chunk);
	return CT_DONE();
}

static ct_error run_all(struct ct_nn_chunk_run *run)
{
	const ct_dtype dtype = ct_tensor_dtype(run->loss.input);
	const int64_t n = ct_size_of(run->loss.input, 0);
	const int64_t rows = run->plan->rows;

	chunk_run_prepare(run);
	CT_TRY(CT_DONE());
	for (int64_t first = 0; first < n; first += rows)
		CT_TRY(run_chunk(run, first, n - first < rows ? n - first : rows));
	run->value = cast(run->value, dtype);
	if (run->grads[CT_NN_INPUT])
		run->grads[CT_NN_INPUT] = cast(run->grads[CT_NN_INPUT], dtype);
	return CT_DONE();
}

ct_error ct_nn_run_chunks(struct ct_nn_chunk_run *run)
{
	ct_error error;

	run->has_autocast = has_autocast(ct_tensor_device(run->loss.input).type);
	set_autocast(run, false);
	error = run_all(run);
	set_autocast(run, true);
	return error;
}

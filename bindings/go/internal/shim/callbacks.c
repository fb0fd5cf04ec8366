/* callbacks.c: functions of Go as C calls them, one for each type of callback. Arguments and
 * results travel as values; a result that is None, also one in a list, changes nothing. */
#include "callbacks.h"

#include <assert.h>
#include <math.h>

#include "_cgo_export.h"

void gt_release(void *function)
{
	gtRelease((uintptr_t)function);
}

/* A call has one argument with functions of Go. */
static void note(struct gt_temp *t, const uintptr_t *functions, int64_t len, bool is_lent)
{
	assert(t->functions == NULL);
	t->functions = functions;
	t->functions_len = len;
	t->is_lent = is_lent;
}

void *gt_lent(struct gt_temp *t, const uintptr_t *function)
{
	note(t, function, 1, true);
	return (void *)*function;
}

void *gt_kept(struct gt_temp *t, const uintptr_t *function)
{
	note(t, function, 1, false);
	return (void *)*function;
}

ct_lr_lambdas gt_lambdas(struct gt_temp *t, const struct gt_list *functions)
{
	const uintptr_t *from = functions->at;
	ct_lr_lambda *lambdas = from ? gt_zeros(t, sizeof *lambdas * (size_t)functions->len) : NULL;

	note(t, from, functions->len, false);
	for (int64_t i = 0; i < functions->len; i++)
		lambdas[i] = (ct_lr_lambda){ gt_lr_function, (void *)from[i] };
	return (ct_lr_lambdas){ lambdas, functions->len };
}

/* --- one call --------------------------------------------------------------------------------- */

static ct_error ask(void *function, const ct_value *args, int64_t n, ct_value *answer)
{
	*answer = ct_value_none();
	return gtCall((uintptr_t)function, (ct_value *)args, n, answer);
}

static ct_error ask_for_tensor(void *function, const ct_value *args, int64_t n, ct_tensor **result)
{
	ct_value answer;
	ct_error error = ask(function, args, n, &answer);

	if (!error)
		error = ct_value_take_tensor(&answer, result);
	ct_value_free(&answer);
	return error;
}

static ct_error check_count(const ct_value *answer, int64_t wanted)
{
	const int64_t n = ct_value_count(answer);

	return n == wanted ? NULL
			   : ct_error_new(CT_ERROR_TYPE, NULL,
					  "the function of Go returns %lld tensor%s, not %lld",
					  (long long)n, n == 1 ? "" : "s", (long long)wanted);
}

/* The tensors belong to the scope of the callback. What is None stays as it is. */
static ct_error give(const ct_value *answer, ct_tensor **results, int64_t wanted)
{
	CT_TRY(check_count(answer, wanted));
	for (int64_t i = 0; i < wanted; i++) {
		ct_value item;
		ct_tensor *tensor;

		CT_TRY(ct_value_item(answer, i, &item));
		CT_TRY(ct_value_as_tensor(&item, &tensor));
		if (tensor)
			results[i] = ct_tensor_retain(tensor);
	}
	return NULL;
}

static ct_error ask_for_tensors(void *function, const ct_value *args, int64_t n,
				ct_tensor **results, int64_t wanted, bool may_be_none)
{
	ct_value answer;
	ct_error error = ask(function, args, n, &answer);

	if (!error && !(may_be_none && ct_value_is_none(&answer)))
		error = give(&answer, results, wanted);
	ct_value_free(&answer);
	return error;
}

static ct_value tensors(const ct_tensor *const *at, int64_t len)
{
	return ct_value_tensors((ct_tensors){ (ct_tensor *const *)at, len });
}

/* --- of tensors ------------------------------------------------------------------------------- */

ct_error gt_tensor_hook(const ct_tensor *grad, void *function, ct_tensor **replacement)
{
	const ct_value args[] = { ct_value_tensor(grad) };

	return ask_for_tensor(function, args, 1, replacement);
}

ct_error gt_leaf_hook(ct_tensor *leaf, void *function)
{
	const ct_value args[] = { ct_value_tensor(leaf) };
	ct_value answer;

	return ask(function, args, 1, &answer);
}

ct_error gt_node_pre_hook(ct_tensor *const *grads, int64_t n, void *function,
			  ct_tensor **replacements)
{
	const ct_value args[] = { tensors((const ct_tensor *const *)grads, n) };

	return ask_for_tensors(function, args, 1, replacements, n, true);
}

ct_error gt_node_post_hook(ct_tensor *const *grad_inputs, int64_t n, ct_tensor *const *grad_outputs,
			   int64_t grad_outputs_len, void *function, ct_tensor **replacements)
{
	const ct_value args[] = { tensors((const ct_tensor *const *)grad_inputs, n),
				  tensors((const ct_tensor *const *)grad_outputs,
					  grad_outputs_len) };

	return ask_for_tensors(function, args, 2, replacements, n, true);
}

/* --- functions of several tensors ------------------------------------------------------------- */

ct_error gt_function(ct_tensor *const *inputs, int64_t n, void *function, ct_tensor **outputs,
		     int64_t outputs_len)
{
	const ct_value args[] = { tensors((const ct_tensor *const *)inputs, n) };

	return ask_for_tensors(function, args, 1, outputs, outputs_len, false);
}

ct_error gt_distance(const ct_tensor *x1, const ct_tensor *x2, void *function, ct_tensor **result)
{
	const ct_value args[] = { ct_value_tensor(x1), ct_value_tensor(x2) };

	return ask_for_tensor(function, args, 2, result);
}

ct_error gt_transform(const ct_tensor *image, ct_generator *generator, void *function,
		      ct_tensor **result)
{
	(void)generator;
	return gt_tensor_hook(image, function, result);
}

/* --- of modules ------------------------------------------------------------------------------- */

ct_error gt_forward_pre_hook(ct_module *module, const ct_tensor **inputs, int64_t n, void *function)
{
	const ct_value args[] = { tensors(inputs, n) };

	(void)module;
	return ask_for_tensors(function, args, 1, (ct_tensor **)inputs, n, true);
}

/* The outputs that were replaced are the hook's to release. */
ct_error gt_forward_hook(ct_module *module, const ct_tensor *const *inputs, int64_t n,
			 ct_tensor **outputs, int64_t outputs_len, void *function)
{
	const ct_value args[] = { tensors(inputs, n),
				  tensors((const ct_tensor *const *)outputs, outputs_len) };
	ct_tensor **made = calloc((size_t)outputs_len + 1, sizeof *made);
	ct_error error;

	(void)module;
	if (made == NULL)
		abort();
	memcpy(made, outputs, sizeof *made * (size_t)outputs_len);
	error = ask_for_tensors(function, args, 2, made, outputs_len, true);
	for (int64_t i = 0; !error && i < outputs_len; i++) {
		if (made[i] != outputs[i])
			ct_tensor_free(outputs[i]);
		outputs[i] = made[i];
	}
	free(made);
	return error;
}

ct_error gt_backward_pre_hook(ct_module *module, const ct_tensor **grad_outputs, int64_t n,
			      void *function)
{
	return gt_forward_pre_hook(module, grad_outputs, n, function);
}

ct_error gt_backward_hook(ct_module *module, const ct_tensor **grad_inputs, int64_t n,
			  const ct_tensor *const *grad_outputs, int64_t grad_outputs_len,
			  void *function)
{
	const ct_value args[] = { tensors(grad_inputs, n),
				  tensors(grad_outputs, grad_outputs_len) };

	(void)module;
	return ask_for_tensors(function, args, 2, (ct_tensor **)grad_inputs, n, true);
}

/* --- of optimizers and data ------------------------------------------------------------------- */

ct_error gt_closure(void *function, ct_tensor **loss)
{
	return ask_for_tensor(function, NULL, 0, loss);
}

ct_error gt_optimizer_hook(ct_optimizer *self, void *function)
{
	ct_value answer;

	(void)self;
	return ask(function, NULL, 0, &answer);
}

/* The first error of a learning rate in the call that this thread makes. */
static _Thread_local ct_error failure;

/* C cannot pass on an error of a rate: it is NaN, and so are those after it. */
double gt_lr_function(double x, void *function)
{
	const ct_value args[] = { ct_value_float(x) };
	ct_value answer;
	double factor = NAN;

	if (failure)
		return NAN;
	failure = ask(function, args, 1, &answer);
	if (!failure)
		failure = ct_value_as_float(&answer, &factor);
	return factor;
}

void gt_take_failure(ct_error *error)
{
	if (!failure)
		return;
	ct_error_free(*error);
	*error = failure;
	failure = NULL;
}

void gt_made_scheduler(ct_error *error, ct_lr_scheduler **made)
{
	gt_take_failure(error);
	if (!*error)
		return;
	ct_lr_scheduler_free(*made);
	*made = NULL;
}

ct_error gt_sample(ct_value *sample, ct_generator *generator, void *function)
{
	ct_value answer;

	(void)generator;
	CT_TRY(ask(function, sample, 1, &answer));
	ct_value_free(sample);
	*sample = answer;
	return NULL;
}

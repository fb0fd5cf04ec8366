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

static const char *without(const char *text, ct_error beginning)
{
	const size_t length = strlen(beginning);

	return strncmp(text, beginning, length) ? text : text + length;
}

/* An error without a text is what all of its class and function begin with. */
ct_error gt_raise(int32_t error_class, const char *function, const char *text)
{
	ct_error beginning = ct_error_new_text(error_class, function, NULL);
	ct_error error = ct_error_new_text(error_class, function, without(text, beginning));

	ct_error_free(beginning);
	return error;
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
	const int64_t n = ct_value_is_none(answer) ? 0 : ct_value_count(answer);

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

/* The library reads the result before the scope of the callback ends. */
ct_error gt_traced(const ct_tensor *const *inputs, int64_t n, void *function, ct_value *result)
{
	const ct_value args[] = { tensors(inputs, n) };

	CT_TRY(ask(function, args, 1, result));
	return ct_value_move_to_scope(result);
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

/* --- functions with a backward of their own ----------------------------------------------------- */

/* As in function.go. Forward has run in Go: only then is the number of outputs known. */
struct apply_frame {
	struct gt_head head;
	struct gt_text name;
	uintptr_t backward; /* 0: none */
	struct gt_list inputs, outputs, saved, dirty, constant;
	bool no_zeros, once;
	ct_tensor **r0;
	int64_t n0;
};

/* One application: what its node in the graph keeps. */
struct application {
	uintptr_t backward;
	int64_t saved_len;
	const struct apply_frame *frame; /* during the call */
	struct gt_temp *temp;
};

static ct_error give_forward(ct_function_context *context, ct_tensor *const *inputs,
			     ct_tensor **outputs)
{
	struct application *self = ct_function_data(context);
	const struct apply_frame *f = self->frame;
	ct_tensor *const *made = gt_handles(self->temp, &f->outputs);

	(void)inputs;
	for (int64_t i = 0; i < f->outputs.len; i++)
		outputs[i] = ct_tensor_retain(made[i]);
	CT_TRY(ct_function_set_materialize_grads(context, !f->no_zeros));
	CT_TRY(ct_function_save_for_backward(
		context, (ct_tensors){ gt_handles(self->temp, &f->saved), f->saved.len }));
	CT_TRY(ct_function_mark_dirty(
		context, (ct_tensors){ gt_handles(self->temp, &f->dirty), f->dirty.len }));
	return ct_function_mark_non_differentiable(
		context, (ct_tensors){ gt_handles(self->temp, &f->constant), f->constant.len });
}

static ct_error ask_backward(const struct application *self, ct_function_context *context,
			     ct_tensor *const *grads, ct_tensor **saved, bool *needs,
			     ct_tensor **results)
{
	const int64_t n = ct_function_input_count(context);
	ct_value args[3];

	CT_TRY(ct_function_saved_tensors(context, saved, self->saved_len));
	for (int64_t i = 0; i < n; i++)
		needs[i] = ct_function_needs_input_grad(context, i);
	args[0] = tensors((const ct_tensor *const *)grads, ct_function_output_count(context));
	args[1] = tensors((const ct_tensor *const *)saved, self->saved_len);
	args[2] = ct_value_bools((ct_bools){ needs, n });
	return ask_for_tensors((void *)self->backward, args, 3, results, n, false);
}

static ct_error run_backward(ct_function_context *context, ct_tensor *const *grads,
			     ct_tensor **results)
{
	const struct application *self = ct_function_data(context);
	const int64_t n = ct_function_input_count(context);
	ct_tensor **saved = calloc((size_t)self->saved_len + 1, sizeof *saved);
	bool *needs = calloc((size_t)n + 1, sizeof *needs);
	ct_error error;

	if (saved == NULL || needs == NULL)
		abort();
	for (int64_t i = 0; i < n; i++)
		results[i] = NULL;
	error = ask_backward(self, context, grads, saved, needs, results);
	free(saved);
	free(needs);
	return error;
}

static void release_application(void *data)
{
	struct application *self = data;

	gtRelease(self->backward);
	free(self);
}

void gt_apply(void *frame, struct gt_temp *t)
{
	struct apply_frame *f = frame;
	struct application *self = calloc(1, sizeof *self);
	const ct_function function = { .name = gt_text(t, &f->name),
				       .forward = give_forward,
				       .backward = f->backward ? run_backward : NULL,
				       .release = release_application,
				       .once_differentiable = f->once };

	f->r0 = calloc((size_t)f->outputs.len + 1, sizeof *f->r0);
	if (self == NULL || f->r0 == NULL)
		abort();
	*self = (struct application){ f->backward, f->saved.len, f, t };
	f->n0 = f->outputs.len;
	f->head.error = ct_function_apply(&function, self,
					  (ct_tensors){ gt_handles(t, &f->inputs), f->inputs.len },
					  f->r0, f->n0);
	if (!f->head.error)
		return;
	release_application(self);
	free(f->r0);
	f->r0 = NULL;
	f->n0 = 0;
}

/* --- of modules ------------------------------------------------------------------------------- */

static ct_tensor **no_tensors(int64_t n)
{
	ct_tensor **none = calloc((size_t)n + 1, sizeof *none);

	if (none == NULL)
		abort();
	return none;
}

/* C borrows the inputs, which are lent until it needs them no more: no scope may be around. */
ct_error gt_forward_pre_hook(ct_module *module, const ct_tensor **inputs, int64_t n, void *function)
{
	const ct_value args[] = { tensors(inputs, n) };
	ct_tensor **made = no_tensors(n);
	const ct_error error = ask_for_tensors(function, args, 1, made, n, true);

	(void)module;
	for (int64_t i = 0; i < n; i++)
		if (made[i]) {
			gt_keep_during_call(made[i]);
			inputs[i] = made[i];
		}
	free(made);
	return error;
}

/* The outputs that were replaced are the hook's to release. */
ct_error gt_forward_hook(ct_module *module, const ct_tensor *const *inputs, int64_t n,
			 ct_tensor **outputs, int64_t outputs_len, void *function)
{
	const ct_value args[] = { tensors(inputs, n),
				  tensors((const ct_tensor *const *)outputs, outputs_len) };
	ct_tensor **made = no_tensors(outputs_len);
	const ct_error error = ask_for_tensors(function, args, 2, made, outputs_len, true);

	(void)module;
	for (int64_t i = 0; i < outputs_len; i++)
		if (made[i]) {
			ct_tensor_free(outputs[i]);
			outputs[i] = made[i];
		}
	free(made);
	return error;
}

/* A scope is around hooks of backward. */
ct_error gt_backward_pre_hook(ct_module *module, const ct_tensor **grad_outputs, int64_t n,
			      void *function)
{
	const ct_value args[] = { tensors(grad_outputs, n) };

	(void)module;
	return ask_for_tensors(function, args, 1, (ct_tensor **)grad_outputs, n, true);
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

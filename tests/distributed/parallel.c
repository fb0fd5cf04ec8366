/*
 * Data parallel training beside the numbers, which ddp.c compares: errors, state dicts, batch
 * normalization over all ranks, and an optimizer that is divided among them. In a run of two ranks.
 */
#include <math.h>

#include "rank.h"

static int64_t me, size;

static ct_module *net_new(void)
{
	return CT_SEQUENTIAL(CT_NN(Linear, 4, 8), CT_NN(ReLU), CT_NN(Linear, 8, 3));
}

static ct_module *ddp_of(const ct_module *net, const ct_ddp_options *options)
{
	ct_module *ddp;

	CT_CHECK(CT_DONE());
	CT_CHECK(ct_ddp_new(net, options, &ddp));
	return ddp;
}

static ct_tensor *batch(int64_t rank)
{
	ct_tensor *numbers = CT_E(add, CT_E(arange, 24, .dtype = CT_FLOAT32), rank);

	return CT_E(reshape, CT_E(sin, numbers), CT_L(6, 4));
}

static ct_error step(ct_module *net)
{
	ct_tensor *loss = CT_E(sum, CT_M(net, batch(me)));

	CT_TRY(CT_DONE());
	return ct_tensor_backward(loss);
}

static void must_be_near(const char *what, const ct_tensor *tensor, const ct_tensor *expected)
{
	bool near = false;

	CT_CHECK(ct_allclose(tensor, expected, 1e-4, 1e-5, false, &near));
	if (near)
		return;
	fprintf(stderr, "%s differs\n", what);
	CT_CHECK(ct_tensor_print(tensor, stderr));
	CT_CHECK(ct_tensor_print(expected, stderr));
	exit(1);
}

/* --- Errors ----------------------------------------------------------------------------------- */

static ct_error failing_hook(const ct_ddp_bucket *bucket, void *context, ct_dist_work **work,
			     ct_tensor **result)
{
	(void)bucket, (void)context, (void)work, (void)result;
	return ct_error_new(CT_ERROR_VALUE, "failing_hook", "no gradients today");
}

static ct_error short_hook(const ct_ddp_bucket *bucket, void *context, ct_dist_work **work,
			   ct_tensor **result)
{
	(void)context, (void)work;
	return CT(narrow, result, bucket->buffer, 0, 0, 1);
}

static void released(void *context)
{
	++*(int *)context;
}

static void try_hooks(void)
{
	CT_SCOPE;
	ct_module *ddp = ddp_of(net_new(), NULL);
	int releases = 0;

	MUST_FAIL(ct_ddp_register_compression(ddp, 7),
		  "ValueError: ", "is not a ct_ddp_compression");
	MUST_FAIL(ct_ddp_register_comm_hook(ddp, NULL, &releases, released),
		  "ArgumentError: ct_ddp_register_comm_hook: argument 2 (call) must not be NULL");
	MUST(releases == 0);
	CT_CHECK(ct_ddp_register_comm_hook(ddp, failing_hook, &releases, released));
	MUST_FAIL(ct_ddp_register_compression(ddp, CT_DDP_FP16), "RuntimeError: ", "hook");
	MUST_FAIL(step(ddp), "RuntimeError: ", "the communication hook failed: ValueError: ",
		  "no gradients today");
	ct_module_free(ddp);
	MUST(releases == 1);
	ddp = ddp_of(net_new(), NULL);
	CT_CHECK(ct_ddp_register_comm_hook(ddp, short_hook, NULL, NULL));
	MUST_FAIL(step(ddp), "ValueError: ", "a tensor of another shape than the bucket's");
}

static void try_wrong_modules(void)
{
	CT_SCOPE;
	ct_module *net = net_new(), *frozen = CT_NN(ReLU), *ddp = NULL, *copied;

	CT_CHECK(CT_DONE());
	MUST_FAIL(ct_ddp_new(NULL, NULL, &ddp), "ArgumentError: ct_ddp_new: ", "(module)");
	MUST_FAIL(ct_ddp_new(frozen, NULL, &ddp),
		  "RuntimeError: ", "DistributedDataParallel is not needed");
	MUST_FAIL(ct_ddp_new(net, &(ct_ddp_options){ .bucket_cap_mb = -1 }, &ddp),
		  "ValueError: ", "bucket_cap_mb is -1");
	MUST(ddp == NULL && ct_ddp_module(net) == NULL);
	MUST_FAIL(ct_ddp_enter_join(net, NULL),
		  "ArgumentError: ct_ddp_enter_join: ", "is a module of class Sequential");
	ct_ddp_enter_no_sync(net);
	ct_ddp_leave_no_sync(net);
	ddp = ddp_of(net, NULL);
	MUST(ct_ddp_module(ddp) == net);
	MUST_FAIL(ct_module_deepcopy(ddp, &copied), "NotImplementedError: ", "ct_ddp_module()");
	MUST_FAIL(ct_ddp_leave_join(ddp), "there is no open join");
}

/* A parameter without a gradient, which was not announced. */
static void try_unused(void)
{
	CT_SCOPE;
	ct_module *net = net_new(), *ddp;

	CT_CHECK(ct_module_register_parameter(net, "unused", CT_E(zeros, CT_L(3)), NULL));
	CT_CHECK(CT_DONE());
	CT_CHECK(ct_module_set_requires_grad(net, true));
	ddp = ddp_of(net, NULL);
	CT_CHECK(step(ddp));
	MUST_FAIL(step(ddp),
		  "RuntimeError: ", "Expected to have finished reduction in the prior iteration");
}

/* Returns what a layer computes, its input as it is, and the first of them again. */
static ct_error hand_on(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
			ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs_len;
	CT_TRY(ct_module_forward(*(ct_module **)self, inputs[0], &outputs[0]));
	outputs[1] = (ct_tensor *)inputs[0];
	if (outputs_len > 2)
		outputs[2] = outputs[0];
	return NULL;
}

static const ct_module_class hand_on_class = { .name = "HandOn",
					       .size = sizeof(ct_module *),
					       .forward_all = hand_on,
					       .inputs_min = 1,
					       .inputs_max = 1,
					       .outputs_max = 3 };

static int64_t handles_in_call(const ct_module *ddp, ct_tensor *x, int64_t outputs_len)
{
	const int64_t before = ct_memory_handle_count();
	ct_tensor *outputs[3];
	int64_t result;

	CT_CHECK(ct_module_forward_all(ddp, CT_TENSORS(x), outputs, outputs_len));
	for (int64_t i = 0; i < outputs_len; i++)
		MUST(outputs[i] != x);
	result = ct_memory_handle_count() - before;
	for (int64_t i = 0; i < outputs_len; i++)
		ct_tensor_free(outputs[i]);
	return result;
}

/* An input that a module returns is neither freed nor changed, with a scope and without. */
static void try_handed_on(void)
{
	CT_SCOPE;
	ct_module *net, *ddp;
	ct_tensor *x;
	int64_t was;

	CT_CHECK(ct_module_new(&hand_on_class, &net));
	CT_CHECK(ct_module_add_module(net, "layer", CT_NN(Linear, 4, 4), ct_module_data(net)));
	ddp = ddp_of(net, &(ct_ddp_options){ .find_unused_parameters = true });
	x = CT_E(mul, CT_E(requires_grad_, batch(me)), 2);
	CT_CHECK(CT_DONE());
	was = ct_unscoped_enter();
	MUST(handles_in_call(ddp, x, 2) == 2);
	MUST(handles_in_call(ddp, x, 3) == 3);
	ct_unscoped_leave(was);
	MUST(handles_in_call(ddp, x, 3) == 3);
	must_equal("the input", x, CT_E(mul, batch(me), 2));
}

static void try_early_end(void)
{
	CT_SCOPE;
	ct_module *ddp = ddp_of(net_new(), NULL);

	CT_CHECK(ct_ddp_enter_join(ddp,
				   &(ct_ddp_join_options){ .throw_on_early_termination = true }));
	CT_CHECK(step(ddp));
	if (me == 0)
		MUST_FAIL(ct_ddp_leave_join(ddp), "RuntimeError: ", "Rank 0 exhausted all inputs.");
	else
		MUST_FAIL(step(ddp),
			  "RuntimeError: ", "Detected at least one rank that exhausted inputs.");
	/* The next epoch. */
	MUST_FAIL(ct_ddp_leave_join(ddp), "there is no open join");
	CT_CHECK(ct_ddp_enter_join(ddp, NULL));
	for (int64_t i = 0; i <= me; i++)
		CT_CHECK(step(ddp));
	CT_CHECK(ct_ddp_leave_join(ddp));
}

/* --- State dicts ------------------------------------------------------------------------------ */

static void must_have_state_of(const ct_module *ddp, const ct_module *net)
{
	ct_value state, expected, of_ddp, of_net;
	bool equal = false;

	CT_CHECK(ct_module_state_dict(ddp, NULL, &state));
	CT_CHECK(ct_module_state_dict(net, NULL, &expected));
	CT_CHECK(ct_value_equal(&state, &expected, &equal));
	MUST(equal);
	CT_CHECK(ct_value_dict_attribute(&state, "_metadata", &of_ddp));
	CT_CHECK(ct_value_dict_attribute(&expected, "_metadata", &of_net));
	MUST(ct_value_count(&of_ddp) == ct_value_count(&of_net));
	for (int64_t i = 0; i < ct_value_count(&of_net); i++) {
		ct_value key, value;

		CT_CHECK(ct_value_dict_item(&of_net, i, &key, &value));
		MUST(ct_value_dict_has(&of_ddp, key));
	}
	ct_value_free(&state);
	ct_value_free(&expected);
}

static void try_state_dict(void)
{
	CT_SCOPE;
	ct_module *inner = net_new(), *ddp = ddp_of(inner, NULL), *other = net_new(), *outer;
	ct_value state, lists, missing, first;
	const char *key;

	must_have_state_of(ddp, inner);
	CT_CHECK(ct_module_state_dict(other, NULL, &state));
	CT_CHECK(ct_module_load_state_dict(ddp, &state, NULL, NULL));
	must_have_state_of(inner, other);
	CT_CHECK(ct_value_dict_remove(&state, ct_value_string("0.bias")));
	CT_CHECK(ct_module_load_state_dict(
		ddp, &state, &(ct_load_state_dict_options){ .no_strict = true }, &lists));
	CT_CHECK(ct_value_dict_get(&lists, ct_value_string("missing_keys"), &missing));
	CT_CHECK(ct_value_item(&missing, 0, &first));
	CT_CHECK(ct_value_as_string(&first, &key, NULL));
	MUST(strcmp(key, "0.bias") == 0);
	ct_value_free(&lists);
	ct_value_free(&state);
	/* Inside another module. */
	outer = CT_SEQUENTIAL(CT_NN(Flatten), ddp);
	CT_CHECK(CT_DONE());
	CT_CHECK(ct_module_state_dict(outer, NULL, &state));
	MUST(ct_value_dict_has(&state, ct_value_string("1.0.weight")));
	CT_CHECK(ct_module_load_state_dict(outer, &state, NULL, NULL));
	ct_value_free(&state);
}

/* --- Batch normalization ---------------------------------------------------------------------- */

/* The inputs of all ranks, of which each has three. */
static ct_tensor *images(void)
{
	ct_tensor *waves = CT_E(
		sin, CT_E(mul, CT_E(arange, size * 3 * 2 * 5, .dtype = CT_FLOAT32), 1.7));

	return CT_E(reshape, waves, CT_L(size * 3, 2, 5));
}

static ct_tensor *own_rows(const ct_tensor *all)
{
	return CT_E(narrow, all, 0, me * 3, 3);
}

/* The loss weights elements, so that gradients differ. */
static ct_tensor *normalized(ct_module *norm, ct_tensor *x, ct_tensor *weights)
{
	ct_tensor *y;

	CT_CHECK(CT_DONE());
	CT_CHECK(ct_tensor_set_requires_grad(x, true));
	y = CT_M(norm, x);
	CT_CHECK(CT_DONE());
	CT_CHECK(ct_tensor_backward(CT_E(sum, CT_E(mul, y, weights))));
	return y;
}

static ct_tensor *gradient_of(const ct_tensor *tensor)
{
	return CT_F(ct_tensor_grad, tensor);
}

static ct_tensor *part(const ct_module *module, const char *name)
{
	ct_tensor *result;
	ct_error error = ct_module_get_parameter(module, name, &result);

	if (error == NULL)
		return result;
	ct_error_free(error);
	CT_CHECK(ct_module_get_buffer(module, name, &result));
	return result;
}

/* As BatchNorm1d with the inputs of all ranks in one process. */
static void try_sync_batch_norm(void)
{
	CT_SCOPE;
	ct_module *one = CT_NN(BatchNorm1d, 2), *net = CT_SEQUENTIAL(CT_NN(BatchNorm1d, 2)), *norm;
	ct_tensor *x = images(), *own = CT_E(clone, own_rows(x)), *y, *own_y;
	ct_tensor *weights = CT_E(cos, images()), *weight;

	CT_CHECK(CT_DONE());
	CT_CHECK(ct_sync_batch_norm_convert(net, NULL, &net));
	norm = ct_module_child_at(net, 0);
	MUST(strcmp(ct_module_class_of(norm)->name, "SyncBatchNorm") == 0);
	y = normalized(one, x, weights);
	own_y = normalized(net, own, own_rows(weights));
	must_be_near("the output", own_y, own_rows(y));
	must_be_near("the gradient", gradient_of(own), own_rows(gradient_of(x)));
	must_be_near("running_mean", part(norm, "running_mean"), part(one, "running_mean"));
	must_be_near("running_var", part(norm, "running_var"), part(one, "running_var"));
	must_equal("num_batches_tracked", part(norm, "num_batches_tracked"),
		   part(one, "num_batches_tracked"));
	weight = gradient_of(part(norm, "weight"));
	CT_CHECK(CT_DONE());
	CT_CHECK(ct_dist_all_reduce(weight, NULL, NULL));
	must_be_near("the weight's gradient", weight, gradient_of(part(one, "weight")));
	CT_CHECK(ct_module_eval(net));
	CT_CHECK(ct_module_eval(one));
	must_be_near("evaluated", CT_M(net, own), own_rows(CT_M(one, x)));
	CT_CHECK(CT_DONE());
}

/* A rank without inputs takes part. */
static void try_empty_batch(void)
{
	CT_SCOPE;
	ct_module *one = CT_NN(BatchNorm1d, 2), *norm;
	ct_tensor *x = images(), *rows = CT_E(narrow, x, 0, 0, 3);
	ct_tensor *own = CT_E(clone, me == 0 ? rows : CT_E(narrow, x, 0, 0, 0)), *y;

	CT_CHECK(CT_DONE());
	CT_CHECK(ct_sync_batch_norm_convert(one, NULL, &norm));
	y = normalized(norm, own, CT_E(ones_like, own));
	if (me == 0)
		must_be_near("beside an empty batch", y, CT_M(one, rows));
	MUST(ct_tensor_size(y, 0) == (me == 0 ? 3 : 0));
}

/* --- The divided optimizer -------------------------------------------------------------------- */

static ct_optimizer *adam_of(const ct_module *net)
{
	ct_optimizer *adam = CT_OPTIMIZER(AdamW, CT_PARAMETERS(net), .lr = 0.01);

	CT_CHECK(CT_DONE());
	return adam;
}

static void train(ct_module *net, ct_optimizer *optimizer)
{
	for (int i = 0; i < 3; i++) {
		CT_CHECK(ct_optimizer_zero_grad(optimizer));
		CT_CHECK(step(net));
		CT_CHECK(ct_optimizer_step(optimizer));
	}
}

static int64_t state_count(const ct_optimizer *optimizer)
{
	ct_value state_dict, state;
	int64_t result;

	CT_CHECK(ct_optimizer_state_dict(optimizer, &state_dict));
	CT_CHECK(ct_value_dict_get(&state_dict, ct_value_string("state"), &state));
	result = ct_value_count(&state);
	ct_value_free(&state_dict);
	return result;
}

static ct_error closure(void *context, ct_tensor **loss)
{
	ct_module *net = context;

	CT_TRY(step(net));
	return CT(zeros, loss, CT_L(1));
}

static ct_error failing_closure(void *context, ct_tensor **loss)
{
	(void)context, (void)loss;
	return ct_error_new(CT_ERROR_VALUE, "failing_closure", "no loss today");
}

static void must_be_same_parameters(const ct_module *a, const ct_module *b)
{
	static const char *const names[] = { "0.weight", "0.bias", "2.weight", "2.bias" };

	for (int i = 0; i < 4; i++)
		must_equal(names[i], part(ct_ddp_module(a), names[i]),
			   part(ct_ddp_module(b), names[i]));
}

static void must_be_same_gradients(const ct_module *a, const ct_module *b)
{
	static const char *const names[] = { "0.weight", "0.bias", "2.weight", "2.bias" };

	for (int i = 0; i < 4; i++)
		must_equal(names[i], gradient_of(part(ct_ddp_module(a), names[i])),
			   gradient_of(part(ct_ddp_module(b), names[i])));
}

/* The next step has the gradients again, and a gradient that is newer stays. */
static void try_failed_step(ct_module *a, ct_optimizer *alone, ct_module *b, ct_optimizer *divided)
{
	ct_tensor *loss;

	for (int i = 0; i < 2; i++) {
		MUST_FAIL(ct_optimizer_step_closure(divided, failing_closure, NULL, &loss),
			  "ValueError: ", "no loss today");
		if (i == 1) {
			CT_CHECK(ct_optimizer_zero_grad(alone));
			CT_CHECK(ct_optimizer_zero_grad(divided));
			CT_CHECK(step(a));
			CT_CHECK(step(b));
		}
		CT_CHECK(ct_optimizer_step(alone));
		CT_CHECK(ct_optimizer_step(divided));
		must_be_same_parameters(a, b);
		must_be_same_gradients(a, b);
	}
}

static void try_consolidated(const ct_zero_optimizer *zero, ct_optimizer *divided,
			     const ct_optimizer *alone)
{
	ct_value all, expected, before;
	bool equal = false;

	CT_CHECK(ct_zero_optimizer_consolidate(zero, 1, &all));
	CT_CHECK(ct_optimizer_state_dict(alone, &expected));
	if (me == 1)
		CT_CHECK(ct_value_equal(&all, &expected, &equal));
	MUST(me == 1 ? equal : all.kind == CT_VALUE_NONE);
	MUST_FAIL(ct_zero_optimizer_consolidate(zero, size, &all),
		  "ValueError: ", "which is not a rank of the group");
	CT_CHECK(ct_optimizer_state_dict(divided, &before));
	CT_CHECK(ct_optimizer_load_state_dict(divided, &expected));
	MUST(state_count(divided) == 2);
	ct_value_free(&before);
	ct_value_free(&expected);
	ct_value_free(&all);
}

static void try_zero(void)
{
	CT_SCOPE;
	ct_module *a = ddp_of(net_new(), NULL), *inner, *b;
	ct_optimizer *alone, *divided, *lbfgs;
	ct_zero_optimizer *zero;
	ct_tensor *loss;

	CT_CHECK(ct_module_deepcopy(ct_ddp_module(a), &inner));
	b = ddp_of(inner, NULL);
	alone = adam_of(a);
	divided = adam_of(b);
	lbfgs = CT_OPTIMIZER(LBFGS, CT_PARAMETERS(b));
	CT_CHECK(CT_DONE());
	MUST_FAIL(ct_zero_optimizer_new(lbfgs, NULL, &zero),
		  "ValueError: ", "LBFGS cannot be divided");
	CT_CHECK(ct_zero_optimizer_new(divided, NULL, &zero));
	/* 32 and 3 numbers of rank 0, 24 and 8 of rank 1. */
	MUST(ct_zero_optimizer_rank_of(zero, part(inner, "0.weight")) == 0);
	MUST(ct_zero_optimizer_rank_of(zero, part(inner, "2.weight")) == 1);
	MUST(ct_zero_optimizer_rank_of(zero, batch(0)) == -1);
	train(a, alone);
	train(b, divided);
	must_be_same_parameters(a, b);
	MUST(state_count(alone) == 4 && state_count(divided) == 2);
	try_consolidated(zero, divided, alone);
	train(a, alone);
	train(b, divided);
	must_be_same_parameters(a, b);
	try_failed_step(a, alone, b, divided);
	CT_CHECK(ct_optimizer_zero_grad(divided));
	MUST_FAIL(ct_optimizer_step_closure(divided, closure, b, &loss),
		  "RuntimeError: ", "the closure of a step computed gradients");
	ct_zero_optimizer_free(zero);
}

static void freeze(const ct_module *ddp, const char *name)
{
	ct_tensor *parameter = part(ct_ddp_module(ddp), name);

	CT_CHECK(ct_tensor_set_requires_grad(parameter, false));
	CT_CHECK(ct_tensor_set_grad(parameter, NULL));
}

/* What a rank updates is one tensor, without parameters that are frozen later. */
static void try_zero_buckets(void)
{
	CT_SCOPE;
	const ct_zero_optimizer_options options = { .parameters_as_bucket_view = true };
	ct_module *a = ddp_of(net_new(), &(ct_ddp_options){ .find_unused_parameters = true });
	ct_module *inner, *b;
	ct_optimizer *alone, *divided;
	ct_zero_optimizer *zero;

	CT_CHECK(ct_module_deepcopy(ct_ddp_module(a), &inner));
	b = ddp_of(inner, &(ct_ddp_options){ .find_unused_parameters = true });
	alone = adam_of(a);
	divided = adam_of(b);
	CT_CHECK(ct_zero_optimizer_new(divided, &options, &zero));
	MUST(ct_tensor_shares_storage(part(inner, "0.weight"), part(inner, "2.bias")));
	MUST(!ct_tensor_shares_storage(part(inner, "0.weight"), part(inner, "2.weight")));
	train(a, alone);
	train(b, divided);
	must_be_same_parameters(a, b);
	freeze(a, "2.bias");
	freeze(b, "2.bias");
	train(a, alone);
	train(b, divided);
	must_be_same_parameters(a, b);
	MUST(!ct_tensor_shares_storage(part(inner, "0.weight"), part(inner, "2.bias")));
	ct_zero_optimizer_free(zero);
	MUST(ct_tensor_shares_storage(part(inner, "2.weight"), part(inner, "0.bias")));
}

static void try_mixed_buckets(void)
{
	CT_SCOPE;
	const ct_zero_optimizer_options options = { .parameters_as_bucket_view = true };
	ct_module *net = net_new();
	ct_zero_optimizer *zero;
	ct_optimizer *adam;
	ct_tensor *last;

	CT_CHECK(ct_module_register_parameter(net, "last",
					      CT_E(zeros, CT_L(3), .dtype = CT_FLOAT64), NULL));
	MUST_FAIL(ct_zero_optimizer_new(adam_of(net), &options, &zero),
		  "ValueError: ", "(numbers 1 and 0), which do not fit into one bucket");
	/* One that comes later. */
	net = net_new();
	adam = adam_of(net);
	CT_CHECK(ct_zero_optimizer_new(adam, &options, &zero));
	last = CT_E(requires_grad_, CT_E(zeros, CT_L(3), .dtype = CT_FLOAT64));
	CT_CHECK(CT_DONE());
	CT_CHECK(ct_optimizer_add_param_group(adam, CT_PARAMETERS_OF(&last, 1), NULL));
	MUST_FAIL(ct_optimizer_step(adam), "ValueError: ", "do not fit into one bucket");
	ct_zero_optimizer_free(zero);
}

int main(void)
{
	CT_CHECK(ct_dist_init(&(ct_dist_init_options){ .timeout = 60 }));
	me = ct_dist_rank(NULL);
	size = ct_dist_world_size(NULL);
	MUST(size == 2);
	CT_CHECK(ct_manual_seed(7));
	try_wrong_modules();
	try_state_dict();
	try_hooks();
	try_unused();
	try_handed_on();
	try_sync_batch_norm();
	try_empty_batch();
	try_zero();
	try_zero_buckets();
	try_mixed_buckets();
	try_early_end();
	CT_CHECK(ct_dist_destroy());
	return 0;
}

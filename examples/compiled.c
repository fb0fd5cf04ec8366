/*
 * compiled.c: trains a network, and compiles it for what is not training.
 *
 *     compiled
 *
 * The network says on which of two spirals a point is. Training runs operator by operator; the accuracy
 * in between, and single points at the end, are computed by the compiled program, which has the
 * network's weights. It needs a C compiler; without one it says so, and takes longer.
 */
#include <time.h>

#include <ctorch/ctorch.h>

enum { POINTS = 200, STEPS = 400, CALLS = 5000 };

/* Points (POINTS, 2) on two spirals, and which of them each is on. */
static ct_error make_points(ct_tensor **points, ct_tensor **labels)
{
	ct_tensor *which = CT_E(remainder, CT_E(arange, (double)POINTS), 2);
	ct_tensor *radius = CT_E(sqrt, CT_E(rand, CT_L(POINTS)));
	ct_tensor *angle = CT_E(add, CT_E(mul, radius, 6), CT_E(mul, which, 3.14159265));

	*points = CT_E(stack,
		       CT_TENSORS(CT_E(mul, radius, CT_E(cos, angle)),
				  CT_E(mul, radius, CT_E(sin, angle))),
		       1);
	*labels = CT_E(to_dtype, which, CT_INT64);
	return CT_DONE();
}

static ct_error print_accuracy(int64_t step, ct_export *fast, ct_tensor *points, ct_tensor *labels)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_accuracy found = { 0 };

	CT_TRY(ct_accuracy_add(&found, CT_M(ct_export_module(fast), points), labels));
	printf("step %d: %.0f %%\n", (int)step, 100 * ct_accuracy_value(&found));
	return NULL;
}

static ct_error train(ct_module *net, ct_export *fast, ct_tensor *points, ct_tensor *labels)
{
	ct_optimizer *optimizer = CT_OPTIMIZER(Adam, CT_PARAMETERS(net), .lr = 0.01);

	CT_EACH_STEP (i, 1, STEPS) {
		CT_TRY(ct_optimizer_minimize(optimizer,
					     CT_E(cross_entropy, CT_M(net, points), labels)));
		if (i % 100 == 0)
			CT_TRY(print_accuracy(i, fast, points, labels));
	}
	return NULL;
}

/* Microseconds of a call with a single point. */
static ct_error print_time(const char *what, const ct_module *net, const ct_tensor *point)
{
	CT_NO_GRAD_SCOPE;
	const clock_t begin = clock();

	for (int i = 0; i < CALLS; i++) {
		ct_tensor *result;

		CT_TRY(ct_module_forward(net, point, &result));
		ct_tensor_free(result);
	}
	printf("%s: %.1f us a point\n", what,
	       1e6 * (double)(clock() - begin) / CLOCKS_PER_SEC / CALLS);
	return NULL;
}

static ct_error run(void)
{
	CT_SCOPE;
	const ct_export_dynamic batch = { .name = "batch" };
	const ct_export_record_options record = { .dynamic = &batch, .dynamic_len = 1 };
	ct_tensor *points, *labels, *point;
	ct_export *fast;
	ct_module *net;

	CT_TRY(ct_manual_seed(0));
	CT_TRY(make_points(&points, &labels));
	CT_TRY(CT_FINISH(CT_SEQUENTIAL(CT_NN(Linear, 2, 32), CT_NN(Tanh), CT_NN(Linear, 32, 32),
				       CT_NN(Tanh), CT_NN(Linear, 32, 2)),
			 &net));
	CT_TRY(ct_compile(net, CT_TENSORS(points), &(ct_compile_options){ .record = &record },
			  &fast));
	CT_TRY(train(net, fast, points, labels));
	CT_TRY(CT(slice_Tensor, &point, points, 0, 0, 1));
	CT_TRY(print_time("operators", net, point));
	CT_TRY(print_time(ct_export_is_compiled(fast) ? "compiled" : "interpreted",
			  ct_export_module(fast), point));
	ct_export_free(fast);
	return NULL;
}

int main(void)
{
	CT_CHECK(run());
	return 0;
}

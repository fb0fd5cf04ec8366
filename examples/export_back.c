/*
 * export_back.c: trains a network in C, and hands it to Python as a program.
 *
 *     export_back spiral.pt2
 *     python3 -c 'import torch
 *     net = torch.export.load("spiral.pt2").module()
 *     print(net(torch.tensor([[0.5, 0.5]])))'
 *
 * The network says on which of two spirals a point is. The program takes a batch of any size.
 */
#include <ctorch/ctorch.h>

enum { POINTS = 200, STEPS = 400 };

/* Points (POINTS, 2) on two spirals, and which of them each is on. */
static ct_error make_points(ct_tensor **points, ct_tensor **labels)
{
	ct_tensor *which = CT_E(remainder, CT_E(arange, (double)POINTS), 2);
	ct_tensor *radius = CT_E(sqrt, CT_E(rand, CT_L(POINTS)));
	ct_tensor *angle = CT_E(add, CT_E(mul, radius, 6), CT_E(mul, which, 3.14159265));

	*points = CT_E(stack, CT_TENSORS(CT_E(mul, radius, CT_E(cos, angle)),
					 CT_E(mul, radius, CT_E(sin, angle))), 1);
	*labels = CT_E(to_dtype, which, CT_INT64);
	return CT_DONE();
}

static ct_error train(ct_module *net, ct_tensor *points, ct_tensor *labels)
{
	ct_optimizer *optimizer = CT_OPTIMIZER(Adam, CT_PARAMETERS(net), .lr = 0.01);

	CT_EACH_STEP (i, 1, STEPS) {
		ct_tensor *loss = CT_E(cross_entropy, CT_M(net, points), labels);

		CT_TRY(ct_optimizer_minimize(optimizer, loss));
		if (i % 200 == 0)
			printf("step %d: loss %.3f\n", (int)i, CT_ITEM(loss));
	}
	return NULL;
}

/* Compares the program that was written with the network. */
static ct_error check(const char *path, const ct_module *net, const ct_tensor *points)
{
	CT_NO_GRAD_SCOPE;
	ct_tensor *wanted, *found;
	ct_export *program;
	bool is_equal;

	CT_TRY(ct_export_load(path, NULL, &program));
	CT_TRY(ct_module_forward(net, points, &wanted));
	CT_TRY(ct_module_forward(ct_export_module(program), points, &found));
	CT_TRY(ct_equal(found, wanted, &is_equal));
	printf("%s has %d nodes, and computes %s\n", path, (int)ct_export_node_count(program),
	       is_equal ? "the same" : "something else");
	ct_export_free(program);
	return NULL;
}

static ct_error run(const char *path)
{
	CT_SCOPE;
	const ct_export_dynamic batch = { .input = 0, .dim = 0, .name = "batch" };
	const ct_export_record_options options = { .dynamic = &batch,
						   .dynamic_len = 1,
						   .names = CT_STRINGS("points") };
	ct_tensor *points, *labels, *few;
	ct_module *net;

	CT_TRY(ct_manual_seed(0));
	CT_TRY(make_points(&points, &labels));
	CT_TRY(CT_FINISH(CT_SEQUENTIAL(CT_NN(Linear, 2, 32), CT_NN(Tanh), CT_NN(Linear, 32, 32),
				       CT_NN(Tanh), CT_NN(Linear, 32, 2)),
			 &net));
	CT_TRY(train(net, points, labels));
	CT_TRY(ct_module_eval(net));
	CT_TRY(CT(slice_Tensor, &few, points, 0, 0, 8));
	CT_TRY(ct_module_export(net, path, CT_TENSORS(few), &options));
	return check(path, net, points);
}

int main(int argc, char **argv)
{
	CT_CHECK(run(argc > 1 ? argv[1] : "spiral.pt2"));
	return 0;
}

/*
 * The memory of the device that a training loop needs at most is what Python needs. TorchSharp
 * 1002 reports three times as much.
 */
#include <fake_cuda.h>

#include "expected.h"

/* KEEP THE SAME: tests/fixtures/expected/cuda_memory.py. */
enum { STEPS = 20, ROWS = 512, WIDTH = 256, CLASSES = 10 };

static ct_error train_net(void)
{
	const ct_device device = CT_DEVICE_CUDA(0);
	ct_optimizer *optimizer;
	ct_module *net;
	double value;

	CT_SCOPE;
	net = CT_SEQUENTIAL(CT_NN(Linear, WIDTH, WIDTH), CT_NN(ReLU), CT_NN(Linear, WIDTH, WIDTH),
			    CT_NN(ReLU), CT_NN(Linear, WIDTH, CLASSES));
	CT_TRY(ct_module_to(net, &(ct_module_to_options){ .device = device }));
	optimizer = CT_OPTIMIZER(AdamW, CT_PARAMETERS(net), .lr = 0.01);
	CT_EACH_STEP (i, 1, STEPS) {
		ct_tensor *x = CT_E(zeros, CT_L(ROWS, WIDTH), .device = device), *loss;
		ct_tensor *target = CT_E(zeros, CT_L(ROWS), .dtype = CT_INT64, .device = device);

		loss = CT_E(cross_entropy_loss, CT_M(net, x), target);
		CT_TRY(CT_DONE());
		CT_TRY(ct_optimizer_zero_grad(optimizer));
		CT_TRY(ct_tensor_backward(loss));
		CT_TRY(ct_optimizer_step(optimizer));
		CT_TRY(ct_tensor_item_double(loss, &value));
	}
	return CT_DONE();
}

static void compare(const json_t *wanted, const char *name, int64_t got)
{
	const int64_t of_python = expected_int(wanted, name);

	fprintf(stderr, "%s: Python %lld, C %lld bytes\n", name, (long long)of_python, (long long)got);
	MUST(got == of_python || expected_is_of_another_release());
}

int main(void)
{
	json_t *cases = expected_cases("cuda_memory");
	const json_t *wanted = json_array_get(cases, 1);
	int64_t peak;

	CT_CHECK(ct_device_load(CT_DEVICE_TYPE_CUDA));
	CT_CHECK(train_net());
	CT_CHECK(ct_device_memory_allocated(CT_DEVICE_CUDA(0), NULL, &peak));
	compare(wanted, "peak_allocated", peak);
	CT_CHECK(ct_device_memory_reserved(CT_DEVICE_CUDA(0), NULL, &peak));
	compare(wanted, "peak_reserved", peak);
	json_decref(cases);
	return 0;
}

/* What a step asks the CUDA run time for. counts.py is the twin, and run.sh compares the two. */
#define _GNU_SOURCE /* RTLD_DEFAULT */

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "calls.h"
#include "gpu.h"

enum { ROWS = 32, INPUTS = 4, WARM_UPS = 3 };

static struct counter {
	__typeof__(gpu_call_name) *name;
	__typeof__(gpu_calls) *calls;
	__typeof__(gpu_calls_reset) *reset;
} counter;

struct step {
	ct_module *net;
	ct_optimizer *optimizer;
	ct_tensor *x, *target, *x_there, *target_there, *loss;
};

static ct_error zero_grad(struct step *self)
{
	return ct_optimizer_zero_grad(self->optimizer);
}

static ct_error copy(struct step *self)
{
	self->x_there = CT_E(to_device, self->x, GPU, CT_FLOAT32);
	self->target_there = CT_E(to_device, self->target, GPU, CT_INT64);
	return CT_DONE();
}

static ct_error forward(struct step *self)
{
	self->loss = CT_E(cross_entropy_loss, CT_M(self->net, self->x_there), self->target_there);
	return CT_DONE();
}

static ct_error backward(struct step *self)
{
	return ct_tensor_backward(self->loss);
}

static ct_error optimize(struct step *self)
{
	return ct_optimizer_step(self->optimizer);
}

static ct_error read_loss(struct step *self)
{
	double loss;

	return ct_tensor_item_double(self->loss, &loss);
}

static const struct phase {
	const char *name;
	ct_error (*run)(struct step *self);
} phases[] = {
	{ "zero_grad", zero_grad }, { "copy", copy },     { "forward", forward },
	{ "backward", backward },   { "step", optimize }, { "loss", read_loss },
};

enum { PHASES = sizeof phases / sizeof *phases };

/* "SGD forward <tab> count <tab> launches=3 copies=0 ..." */
static void print_counts(const char *optimizer, const char *phase)
{
	printf("%s %s\tcount\t", optimizer, phase);
	for (int32_t i = 0; counter.name(i); i++)
		printf("%s%s=%" PRId64, i ? " " : "", counter.name(i), counter.calls(i));
	printf("\n");
	fflush(stdout);
}

static ct_error run_step(struct step *self, const char *optimizer, bool prints)
{
	CT_SCOPE;
	for (int i = 0; i < PHASES; i++) {
		counter.reset();
		CT_TRY(phases[i].run(self));
		if (prints)
			print_counts(optimizer, phases[i].name);
	}
	return NULL;
}

static ct_optimizer *make_optimizer(const char *name, ct_parameters parameters)
{
	if (strcmp(name, "SGD") == 0)
		return CT_OPTIMIZER(SGD, parameters, .lr = 0.01, .momentum = 0.9);
	if (strcmp(name, "Adam") == 0)
		return CT_OPTIMIZER(Adam, parameters, .lr = 0.01);
	if (strcmp(name, "AdamW") == 0)
		return CT_OPTIMIZER(AdamW, parameters, .lr = 0.01);
	if (strcmp(name, "AdamW_fused") == 0)
		return CT_OPTIMIZER(AdamW, parameters, .lr = 0.01, .fused = true);
	if (strcmp(name, "AdamW_capturable") == 0)
		return CT_OPTIMIZER(AdamW, parameters, .lr = 0.01, .capturable = true);
	if (strcmp(name, "NAdam") == 0)
		return CT_OPTIMIZER(NAdam, parameters, .lr = 0.01);
	return CT_OPTIMIZER(RMSprop, parameters, .lr = 0.01);
}

static ct_error count(const char *optimizer)
{
	struct step self = { .net = NULL };

	CT_SCOPE;
	self.net = CT_SEQUENTIAL(CT_NN(Linear, INPUTS, 16), CT_NN(ReLU), CT_NN(Linear, 16, 2));
	self.x = CT_E(zeros, CT_L(ROWS, INPUTS));
	self.target = CT_E(zeros, CT_L(ROWS), .dtype = CT_INT64);
	CT_TRY(CT_DONE());
	CT_TRY(ct_module_to(self.net, &(ct_module_to_options){ .device = GPU }));
	self.optimizer = make_optimizer(optimizer, CT_PARAMETERS(self.net));
	CT_TRY(CT_DONE());
	for (int i = 0; i <= WARM_UPS; i++)
		CT_TRY(run_step(&self, optimizer, i == WARM_UPS));
	return NULL;
}

ct_error do_counts(int64_t unused)
{
	static const char *const optimizers[] = {
		"SGD", "Adam", "AdamW", "AdamW_fused", "AdamW_capturable", "NAdam", "RMSprop"
	};

	(void)unused;
	*(void **)&counter.name = dlsym(RTLD_DEFAULT, "gpu_call_name");
	*(void **)&counter.calls = dlsym(RTLD_DEFAULT, "gpu_calls");
	*(void **)&counter.reset = dlsym(RTLD_DEFAULT, "gpu_calls_reset");
	if (!counter.name || !counter.calls || !counter.reset)
		return ct_error_new(CT_ERROR_RUNTIME, __func__, "libgpu_calls.so is not loaded");
	for (size_t i = 0; i < sizeof optimizers / sizeof *optimizers; i++) {
		ct_error error = count(optimizers[i]);

		if (error)
			report_error(optimizers[i], error);
	}
	return NULL;
}

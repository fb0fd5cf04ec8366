/*
 * Trains, and saves a checkpoint after each step; goes on from the checkpoint if there is one. It
 * writes an 's' before each step, a '(' before each save and a ')' after it.
 * Usage: train_again CHECKPOINT [LIBRARY DEVICE]; the library adds the device
 */
#include <stdio.h>
#include <unistd.h>

#include <ctorch/ctorch.h>
#include <ctorch/data/data.h>
#include <ctorch/nn/nn.h>
#include <ctorch/optim/optim.h>
#include <ctorch/train/train.h>

#include "releases.h"

enum { EPOCHS = 6, SAMPLES = 28, BATCH = 4, INPUTS = 3, HIDDEN = 256 };

/* All that a run has, in files: each part has a state that later numbers depend on. */
struct run {
	const char *path;
	ct_device device;
	ct_train_state state;
	ct_value loader_state;
	ct_data_loader *loader; /* its order is random */
};

static void say(char what)
{
	putchar(what);
	fflush(stdout);
}

static ct_dataset *make_dataset(void)
{
	ct_tensor *x = CT_E(randn, CT_L(SAMPLES, INPUTS));

	return CT_TENSOR_DATASET(x, CT_E(sum_dim_IntList, x, CT_L(1), true));
}

static ct_error make(struct run *run)
{
	ct_train_state *state = &run->state;

	/* More threads wait for each other longer than they compute. */
	CT_TRY(ct_set_num_threads(1));
	CT_TRY(ct_manual_seed(1));
	run->loader = CT_DATA_LOADER(make_dataset(), .batch_size = BATCH, .shuffle = true,
				     .device = run->device);
	/* Dropout draws from the device's default generator, which the checkpoint has. */
	state->model = CT_SEQUENTIAL(CT_NN(Linear, INPUTS, HIDDEN), CT_NN(BatchNorm1d, HIDDEN),
				     CT_NN(Dropout, 0.25), CT_NN(Linear, HIDDEN, HIDDEN),
				     CT_NN(Tanh), CT_NN(Linear, HIDDEN, 1));
	CT_TRY(CT_DONE());
	CT_TRY(ct_module_to(state->model, &(ct_module_to_options){ .device = run->device }));
	state->optimizer = CT_OPTIMIZER(Adam, CT_PARAMETERS(state->model), .lr = 0.01);
	state->scheduler = CT_LR_SCHEDULER(StepLR, state->optimizer, 1, .gamma = 0.9);
	state->values = &run->loader_state;
	CT_TRY(ct_grad_scaler_new(&(ct_grad_scaler_options){ .device_type = run->device.type,
							     .growth_interval = 7,
							     .disabled = !HAS_CPU_SCALER },
				  &state->scaler));
	return ct_curves_new(&state->curves);
}

static ct_error resume(struct run *run)
{
	if (access(run->path, F_OK) != 0)
		return NULL;
	CT_TRY(ct_train_load(&run->state, run->path));
	return ct_data_loader_load_state_dict(run->loader, &run->loader_state);
}

static ct_error train_on(struct run *run, const ct_batch *batch)
{
	ct_train_state *state = &run->state;
	ct_tensor *loss = CT_E(mse_loss, CT_M(state->model, batch->data), batch->target), *scaled;

	CT_TRY(ct_curves_add(state->curves, "loss", state->step, CT_ITEM(loss)));
	CT_TRY(ct_optimizer_zero_grad(state->optimizer));
	CT_TRY(ct_grad_scaler_scale(state->scaler, loss, &scaled));
	CT_TRY(ct_tensor_backward(scaled));
	CT_TRY(ct_grad_scaler_step(state->scaler, state->optimizer));
	CT_TRY(ct_grad_scaler_update(state->scaler));
	state->step++;
	return NULL;
}

static ct_error save(struct run *run)
{
	ct_error error;

	ct_value_free(&run->loader_state);
	CT_TRY(ct_data_loader_state_dict(run->loader, &run->loader_state));
	say('(');
	error = ct_train_save(&run->state, run->path);
	say(')');
	return error;
}

static ct_error train_epoch(struct run *run)
{
	CT_EACH_BATCH (batch, run->loader) {
		say('s');
		CT_TRY(train_on(run, batch));
		CT_TRY(save(run));
	}
	CT_TRY(ct_lr_scheduler_step(run->state.scheduler));
	run->state.epoch++;
	return save(run);
}

static ct_error train(struct run *run)
{
	CT_SCOPE;
	CT_TRY(make(run));
	CT_TRY(resume(run));
	while (run->state.epoch < EPOCHS)
		CT_TRY(train_epoch(run));
	return CT_DONE();
}

static ct_error find_device(const char *library, const char *name, ct_device *device)
{
	CT_TRY(ct_load_library(library));
	return ct_device_from_string(name, device);
}

int main(int argc, char **argv)
{
	struct run run = { .device = CT_DEVICE_CPU, .loader_state = ct_value_none() };
	ct_error error = NULL;

	if (argc != 2 && argc != 4)
		return 2;
	run.path = argv[1];
	if (argc == 4)
		error = find_device(argv[2], argv[3], &run.device);
	if (error == NULL)
		error = train(&run);
	ct_value_free(&run.loader_state);
	if (error)
		fprintf(stderr, "%s\n", error);
	return error != NULL;
}

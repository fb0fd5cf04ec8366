/*
 * A training step that is captured after it has warmed up.
 */
#include <stdlib.h>

#include <ctorch/ctorch.h>
#include <ctorch/cuda/graph.h>

#include "core/base/name_of.h"
#include "cuda/graph.h"

enum { WARM_UPS = 3 };

struct ct_cuda_graphed_step {
	ct_cuda_step_function step;
	void *context;
	ct_release_function release;
	ct_cuda_graphed_step_options options;
	ct_cuda_graph *graph;
	int64_t done; /* warm-up steps */
};

static ct_error call(const ct_cuda_graphed_step *self)
{
	CT_SCOPE;

	return self->step(self->context);
}

/* In the stream of captures, as the memory that the step allocates is that stream's. */
static ct_error warm_up(ct_cuda_graphed_step *self)
{
	const ct_device device = { CT_DEVICE_TYPE_CUDA, -1 };
	ct_stream now, aside;

	CT_TRY(ct_stream_current(device, &now));
	CT_TRY(ct_cuda_capture_stream_(&aside));
	CT_TRY(ct_stream_wait_stream(aside, now));
	{
		CT_STREAM_SCOPE(aside);
		CT_TRY(call(self));
	}
	self->done++;
	return ct_stream_wait_stream(now, aside);
}

static ct_error capture(ct_cuda_graphed_step *self)
{
	ct_error error = NULL;

	CT_CUDA_CAPTURE (error, self->graph, &self->options.begin) {
		CT_TRY(call(self));
	}
	if (error)
		return error;
	return ct_cuda_graph_need_work_(self->graph, CT_NAME_OF(ct_cuda_graphed_step_run));
}

ct_error ct_cuda_graphed_step_new(ct_cuda_step_function step, void *context,
				  ct_release_function release,
				  const ct_cuda_graphed_step_options *options,
				  ct_cuda_graphed_step **result)
{
	ct_cuda_graphed_step *self;
	ct_error error;

	if (step == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 1 (step) must not be NULL");
	if (options && options->warm_up_count < 0)
		return ct_error_new(CT_ERROR_VALUE, __func__, "warm_up_count is %lld",
				    (long long)options->warm_up_count);
	self = calloc(1, sizeof *self);
	if (self == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for a step");
	/* Only a graph that is kept can be asked whether it has work. */
	error = ct_cuda_graph_new(&(ct_cuda_graph_options){ .keep_graph = true }, &self->graph);
	if (error || result == NULL) {
		ct_cuda_graphed_step_free(self);
		return error;
	}
	self->step = step;
	self->context = context;
	self->release = release;
	if (options)
		self->options = *options;
	if (self->options.warm_up_count == 0)
		self->options.warm_up_count = WARM_UPS;
	*result = self;
	return NULL;
}

void ct_cuda_graphed_step_free(ct_cuda_graphed_step *self)
{
	if (self == NULL)
		return;
	ct_cuda_graph_free(self->graph);
	if (self->release)
		self->release(self->context);
	free(self);
}

ct_error ct_cuda_graphed_step_run(ct_cuda_graphed_step *self)
{
	if (self == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 1 (self) must not be NULL");
	if (self->done < self->options.warm_up_count)
		return warm_up(self);
	if (!ct_cuda_graph_is_captured(self->graph))
		CT_TRY(capture(self));
	return ct_cuda_graph_replay(self->graph);
}

bool ct_cuda_graphed_step_is_captured(const ct_cuda_graphed_step *self)
{
	return self && ct_cuda_graph_is_captured(self->graph);
}

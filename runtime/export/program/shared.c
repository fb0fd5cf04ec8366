/*
 * What all instances of a program share: its graph, prepared.
 */
#define _GNU_SOURCE

#include <stdlib.h>
#include <string.h>

#include <ctorch/core/scope.h>
#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "export/archive/archive.h"
#include "export/program/instance.h"

/* Plans are as large as their graphs, which the sizes of files limit. */
enum { PLAN_LIMIT_BITS = 40 };

static ct_error prepare(struct ct_export_shared *self, const char *function)
{
	const struct ct_graph_place place = { function, self->what, NULL, NULL,
					      self->program->graph };
	struct ct_preparing preparing = { .new_plan = ct_plan_new,
					  .arena = &self->arena,
					  .device = self->device };
	ct_error error = ct_plan_new(&preparing, &place, &self->plan);

	self->wrapped = preparing.wrapped;
	return error;
}

/* The device that a graph's input must be on; any, if this process does not know the file's. */
static ct_device device_of(const struct ct_export_shared *self, int64_t input)
{
	const int32_t value = self->program->inputs[input].argument.value;
	const struct ct_graph_tensor *tensor = value == CT_NO_VALUE
						       ? NULL
						       : self->program->graph->values[value].tensor;
	ct_device device = self->device;

	if (tensor && device.type == CT_DEVICE_TYPE_NONE)
		ct_error_free(
			ct_archive_find_device(tensor->device.type, tensor->device.index, &device));
	return device;
}

/* The places of the user's inputs among the graph's, and their devices. */
static ct_error find_inputs(struct ct_export_shared *self)
{
	ct_device *devices;
	int64_t *places;
	size_t len;

	CT_TRY(ct_guard_paths_new(self->program, &self->arena, &self->paths, &self->inputs_len));
	len = (size_t)self->inputs_len;
	places = ct_arena_new(&self->arena, (len + 1) * sizeof *places);
	devices = ct_arena_new(&self->arena, (len + 1) * sizeof *devices);
	if (places == NULL || devices == NULL)
		return ct_no_memory(NULL, "for inputs");
	for (size_t i = 0; i < len; i++) {
		places[i] = self->paths[i].input;
		devices[i] = device_of(self, places[i]);
	}
	self->inputs = places;
	self->devices = devices;
	return NULL;
}

static ct_error fill_shared(struct ct_export_shared *self, const char *function)
{
	if (self->path == NULL || self->what == NULL)
		return ct_no_memory(function, "for a program");
	CT_TRY(prepare(self, function));
	CT_TRY(ct_error_prefix(find_inputs(self), self->what));
	CT_TRY(ct_error_prefix(ct_guards_new(self->program, &self->arena, &self->guards),
			       self->what));
	return ct_export_find_mutation(self);
}

ct_error ct_export_shared_new(const char *function, const char *path, const char *what,
			      struct ct_program *program, ct_device device,
			      struct ct_export_shared **result)
{
	struct ct_export_shared *self = calloc(1, sizeof *self);
	ct_error error;

	if (self == NULL) {
		ct_program_free(program);
		return ct_no_memory(function, "for a program");
	}
	atomic_init(&self->references, 1);
	self->arena.left = (size_t)1 << PLAN_LIMIT_BITS;
	self->program = program;
	self->path = strdup(path);
	self->what = strdup(what);
	self->device = device;
	error = fill_shared(self, function);
	if (error)
		ct_export_shared_free(self);
	else
		*result = self;
	return error;
}

struct ct_export_shared *ct_export_shared_keep(struct ct_export_shared *self)
{
	atomic_fetch_add(&self->references, 1);
	return self;
}

void ct_export_shared_free(struct ct_export_shared *self)
{
	if (self == NULL || atomic_fetch_sub(&self->references, 1) > 1)
		return;
	for (struct ct_wrapped *wrapped = self->wrapped; wrapped; wrapped = wrapped->next)
		ct_tensor_free_unscoped(wrapped->tensor);
	free(self->sample_inputs);
	ct_value_free(&self->extra_files);
	ct_arena_free(&self->arena);
	ct_program_free(self->program);
	free(self->path);
	free(self->what);
	free(self);
}

/*
 * Running the code of a program that was compiled.
 */
#include <dlfcn.h>
#include <stdlib.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/dtype.h>
#include <ctorch/core/scope.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/own_scope.h"
#include "export/program/instance.h"
#include "operators/value/value.h"

/* COUPLING ENTRIES: also templates/compile/entries.c */
struct entries {
	ct_error (*load)(const ct_value *weights, void **result);
	ct_error (*run)(void *self, const ct_value *inputs, ct_value *results);
	void (*free)(void *self);
};

/* A weight when the code took it. The code has a reference to it, so no other has its address. */
struct taken_weight {
	const ct_tensor *tensor; /* NULL: the input of the graph is no weight */
	const void *data;
	int64_t version; /* NO_VERSION: a tensor of inference mode, which does not count changes */
};

enum { NO_VERSION = -1 };

/* What the code made of the weights. */
struct loaded {
	void *code;
	int64_t references; /* of the instance, and of runs */
	struct taken_weight weights[];
};

struct ct_compiled {
	struct entries entries;
	pthread_mutex_t lock;  /* of what follows */
	struct loaded *loaded; /* NULL: nothing yet */
};

/* --- The library ------------------------------------------------------------------------------ */

static struct ct_compiled *new_compiled(const struct entries *entries)
{
	struct ct_compiled *self = calloc(1, sizeof *self);

	if (self) {
		self->entries = *entries;
		pthread_mutex_init(&self->lock, NULL);
	}
	return self;
}

/* POSIX lets a function be a pointer of data. */
static bool find_entries(void *library, struct entries *result)
{
	*(void **)&result->load = dlsym(library, "compiled_entry_load");
	*(void **)&result->run = dlsym(library, "compiled_entry_run");
	*(void **)&result->free = dlsym(library, "compiled_entry_free");
	return result->load && result->run && result->free;
}

ct_error ct_compiled_open(const char *function, const char *path, struct ct_compiled **result)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	struct entries entries;
	struct ct_compiled *made;

	if (library == NULL || !find_entries(library, &entries))
		return ct_error_new(CT_ERROR_RUNTIME, function,
				    "cannot load the compiled program: %s", dlerror());
	made = new_compiled(&entries);
	if (made == NULL)
		return ct_no_memory(function, "for a compiled program");
	*result = made;
	return NULL;
}

ct_error ct_compiled_copy(const struct ct_compiled *self, const char *function,
			  struct ct_compiled **result)
{
	*result = self ? new_compiled(&self->entries) : NULL;
	return self && *result == NULL ? ct_no_memory(function, "for a compiled program") : NULL;
}

/* --- Weights ---------------------------------------------------------------------------------- */

static bool has_sizes(const struct ct_graph_tensor *wanted, const ct_tensor *tensor)
{
	const int64_t *strides = ct_tensor_strides(tensor);

	if (ct_tensor_dim(tensor) != wanted->dim)
		return false;
	for (int64_t i = 0; i < wanted->dim; i++)
		if (ct_tensor_size(tensor, i) != wanted->sizes[i].i ||
		    (wanted->sizes[i].i != 1 && strides[i] != wanted->strides[i].i))
			return false;
	return true;
}

/* The loops have the sizes and strides of the graph, and read memory of the processor. */
static ct_error check_weight(const ct_export *of, const char *function, int64_t i,
			     const ct_tensor *tensor)
{
	const struct ct_program_input *input = &of->shared->program->inputs[i];
	const struct ct_graph_tensor *wanted =
		of->shared->program->graph->values[input->argument.value].tensor;

	if (ct_tensor_layout(tensor) == CT_STRIDED &&
	    ct_tensor_device(tensor).type == CT_DEVICE_TYPE_CPU &&
	    (wanted == NULL || wanted->dtype == CT_DTYPE_NONE ||
	     (wanted->dtype == ct_tensor_dtype(tensor) && has_sizes(wanted, tensor))))
		return NULL;
	return ct_error_new(
		CT_ERROR_VALUE, function,
		"compiled code cannot use the weight '%s': it has another dtype, size, "
		"stride or device than when the program was exported; export the module "
		"again as it is now",
		input->target);
}

static ct_error note_weight(const ct_tensor *tensor, struct taken_weight *result)
{
	result->tensor = tensor;
	result->data = ct_tensor_data(tensor);
	result->version = NO_VERSION;
	return ct_tensor_is_inference(tensor) ? NULL : ct_tensor_version(tensor, &result->version);
}

static ct_error note_all(const ct_export *of, struct loaded *loaded)
{
	for (int64_t i = 0; i < of->shared->program->inputs_len; i++)
		if (loaded->weights[i].tensor)
			CT_TRY(note_weight(loaded->weights[i].tensor, &loaded->weights[i]));
	return NULL;
}

static bool is_current(const ct_export *of, const struct loaded *loaded)
{
	struct taken_weight now;

	for (int64_t i = 0; i < of->shared->program->inputs_len; i++) {
		const struct taken_weight *then = &loaded->weights[i];
		const ct_tensor *tensor = then->tensor ? ct_weight_tensor(&of->weights[i]) : NULL;
		ct_error error;

		if (tensor != then->tensor)
			return false;
		if (tensor == NULL)
			continue;
		error = note_weight(tensor, &now);
		ct_error_free(error);
		if (error || now.data != then->data || now.version != then->version)
			return false;
	}
	return true;
}

/* --- Loading ---------------------------------------------------------------------------------- */

static void drop_loaded(const struct ct_compiled *self, struct loaded *loaded)
{
	if (loaded == NULL || --loaded->references > 0)
		return;
	self->entries.free(loaded->code);
	free(loaded);
}

static ct_error fill_weights(const ct_export *of, const char *function, struct loaded *loaded,
			     ct_value *dict)
{
	const struct ct_program *program = of->shared->program;
	ct_tensor *tensor;

	for (int64_t i = 0; i < program->inputs_len; i++) {
		if (of->weights[i].owner == NULL)
			continue;
		CT_TRY(ct_export_weight(of, function, i, &tensor));
		CT_TRY(check_weight(of, function, i, tensor));
		CT_TRY(note_weight(tensor, &loaded->weights[i]));
		CT_TRY(ct_value_dict_set(dict, ct_value_string(program->inputs[i].target),
					 ct_value_tensor(tensor)));
	}
	return NULL;
}

static ct_error load(const struct ct_compiled *self, const ct_export *of, const char *function,
		     struct loaded *loaded)
{
	ct_value weights = ct_value_dict_new();
	ct_error error = fill_weights(of, function, loaded, &weights);

	if (error == NULL)
		error = self->entries.load(&weights, &loaded->code);
	ct_value_free(&weights);
	return error;
}

static ct_error load_anew(struct ct_compiled *self, const ct_export *of, const char *function)
{
	const size_t len = (size_t)of->shared->program->inputs_len;
	struct loaded *made = calloc(1, sizeof *made + len * sizeof *made->weights);
	ct_error error;

	if (made == NULL)
		return ct_no_memory(function, "for the weights of a compiled program");
	made->references = 1;
	error = load(self, of, function, made);
	if (error) {
		free(made);
		return error;
	}
	drop_loaded(self, self->loaded);
	self->loaded = made;
	return NULL;
}

ct_error ct_compiled_load(struct ct_compiled *self, const ct_export *of, const char *function)
{
	ct_error error = NULL;

	pthread_mutex_lock(&self->lock);
	if (self->loaded == NULL || !is_current(of, self->loaded))
		error = load_anew(self, of, function);
	pthread_mutex_unlock(&self->lock);
	return error;
}

void ct_compiled_free(struct ct_compiled *self)
{
	if (self == NULL)
		return;
	drop_loaded(self, self->loaded);
	pthread_mutex_destroy(&self->lock);
	free(self);
}

/* --- Running ---------------------------------------------------------------------------------- */

static ct_error begin_run(const ct_export *of, const char *function, struct loaded **result)
{
	struct ct_compiled *self = of->compiled;

	CT_TRY(ct_compiled_load(self, of, function));
	pthread_mutex_lock(&self->lock);
	*result = self->loaded;
	self->loaded->references++;
	pthread_mutex_unlock(&self->lock);
	return NULL;
}

/* What the run itself has written to its weights is no reason to take them anew. */
static ct_error end_run(const ct_export *of, struct loaded *loaded, ct_error error)
{
	struct ct_compiled *self = of->compiled;

	pthread_mutex_lock(&self->lock);
	if (error == NULL && of->shared->is_mutating)
		error = note_all(of, loaded);
	drop_loaded(self, loaded);
	pthread_mutex_unlock(&self->lock);
	return error;
}

static ct_value value_of_slot(const struct ct_slot *slot)
{
	switch (slot->kind) {
	case CT_VALUE_TENSOR:
		return ct_value_tensor(slot->tensor);
	case CT_VALUE_FLOAT:
		return ct_value_float(slot->f);
	case CT_VALUE_INT:
		return ct_value_int(slot->i);
	case CT_VALUE_BOOL:
		return ct_value_bool(slot->i);
	case CT_VALUE_STRING:
		return ct_value_string(slot->object);
	default:
		return ct_value_none();
	}
}

/* As a value that owns its tensor, which no scope has. */
static ct_error give_result(const ct_value *from, ct_value *result)
{
	if (from->kind != CT_VALUE_TENSOR)
		return ct_value_copy(from, result);
	ct_scope_disown((ct_tensor *)from->object);
	*result = *from;
	result->flags = CT_VALUE_OWNED;
	return NULL;
}

static ct_error run_code(const ct_export *self, const char *function, const struct loaded *loaded,
			 const ct_value *inputs, ct_value *results, ct_value *outputs,
			 int64_t outputs_len)
{
	ct_error error = NULL;
	int64_t i = 0;

	CT_OWN_SCOPE(function);
	CT_TRY(self->compiled->entries.run(loaded->code, inputs, results));
	for (; i < outputs_len && error == NULL; i++)
		error = give_result(&results[i], &outputs[i]);
	if (error)
		ct_values_free(outputs, i - 1);
	return error;
}

ct_error ct_compiled_run(ct_export *self, const char *function, const struct ct_slot *inputs,
			 ct_value *outputs, int64_t outputs_len)
{
	const int64_t len = self->shared->inputs_len;
	ct_value *values = ct_array_new(ct_size_plus(len, outputs_len), sizeof *values);
	struct loaded *loaded;
	ct_error error = values ? NULL : ct_no_memory(function, "for inputs");

	for (int64_t i = 0; i < len && error == NULL; i++)
		values[i] = value_of_slot(&inputs[i]);
	if (error == NULL)
		error = begin_run(self, function, &loaded);
	if (error == NULL)
		error = end_run(self, loaded,
				run_code(self, function, loaded, values, values + len, outputs,
					 outputs_len));
	free(values);
	return error;
}

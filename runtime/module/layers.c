/*
 * Calls a module with hooks that list its layers; see layers.h.
 */
#include <stdlib.h>
#include <string.h>

#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(watch) ((watch)->is_lost = true)
#include <uthash.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/dtype.h>
#include <ctorch/core/scope.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/no_memory.h"
#include "core/base/lengths.h"
#include "core/base/list_check.h"
#include "core/memory/own_scope.h"
#include "module/layers.h"

/* A module and its hooks. The hooks share it, since a copy of the module that is made during the
 * call has them, too, and may outlive the call. */
struct ct_watch {
	ct_module *module; /* a reference, also the key */
	UT_hash_handle hh;
	struct ct_layers *layers; /* NULL: the call is over */
	struct ct_place *place;   /* the last one */
	struct ct_layer *last;    /* call */
	int64_t calls, number;
	int64_t hooks[2]; /* 0: not registered */
	atomic_int references;
	bool is_listed, was_training, is_lost;
};

ct_module *ct_place_module(const struct ct_place *place)
{
	return place->watch->module;
}

int64_t ct_place_calls(const struct ct_place *place, const struct ct_layer **last)
{
	*last = place->watch->last;
	return place->watch->calls;
}

/* --- watches ---------------------------------------------------------------------------------- */

static void drop_watch(void *context)
{
	struct ct_watch *watch = context;

	if (atomic_fetch_sub_explicit(&watch->references, 1, memory_order_acq_rel) != 1)
		return;
	ct_module_free_unscoped(watch->module);
	free(watch);
}

/* The module's, which is made when it is met first. NULL: no memory. */
static struct ct_watch *watch_of(struct ct_layers *layers, ct_module *module)
{
	struct ct_watch *watch;

	HASH_FIND_PTR(layers->watches, &module, watch);
	if (watch)
		return watch;
	watch = calloc(1, sizeof *watch);
	if (watch == NULL)
		return NULL;
	watch->module = module;
	watch->layers = layers;
	watch->references = 1;
	HASH_ADD_PTR(layers->watches, module, watch);
	if (watch->is_lost) {
		free(watch);
		return NULL;
	}
	watch->number = layers->modules++;
	ct_module_share(module);
	return watch;
}

static void free_watches(struct ct_layers *layers)
{
	struct ct_watch *watch, *next;

	HASH_ITER (hh, layers->watches, watch, next) {
		HASH_DEL(layers->watches, watch);
		watch->layers = NULL;
		drop_watch(watch);
	}
}

/* --- places ----------------------------------------------------------------------------------- */

static int64_t depth_of(const char *path)
{
	int64_t depth = *path != '\0';

	for (; *path; path++)
		depth += *path == '.';
	return depth;
}

static ct_error find_places(struct ct_layers *layers, const ct_module *self)
{
	struct ct_place *parent = NULL;

	CT_TRY(ct_visits_make(self, "", true, layers->function, &layers->visits));
	layers->places = ct_array_new(layers->visits.len, sizeof *layers->places);
	if (layers->places == NULL)
		return ct_no_memory(layers->function, "for a list of layers");
	for (int64_t i = 0; i < layers->visits.len; i++) {
		const struct ct_visit *visit = &layers->visits.at[i];
		struct ct_place *place = &layers->places[i];
		const char *dot = strrchr(visit->path, '.');

		place->watch = watch_of(layers, visit->module);
		if (place->watch == NULL)
			return ct_no_memory(layers->function, "for a list of layers");
		place->watch->place = place;
		place->number = place->watch->number;
		place->name = i == 0 ? self->klass->name : dot ? dot + 1 : visit->path;
		place->depth = depth_of(visit->path);
		while (parent && parent->depth >= place->depth)
			parent = parent->parent;
		place->parent = parent;
		parent = place;
	}
	return NULL;
}

/* --- rows ------------------------------------------------------------------------------------- */

static bool has_children(const ct_module *module)
{
	const struct ct_parts *children = &module->parts[CT_CHILDREN];

	for (uint32_t i = 0; i < children->len; i++)
		if (children->at[i].object)
			return true;
	return false;
}

static struct ct_layer *layers_add_layer(struct ct_layers *layers, struct ct_place *place)
{
	struct ct_layer *layer = calloc(1, sizeof *layer);

	if (layer == NULL)
		return NULL;
	layer->place = place;
	layer->class_name = ct_place_module(place)->klass->name;
	layer->is_leaf = !has_children(ct_place_module(place));
	layer->next = layers->all;
	layers->all = layer;
	return layer;
}

static bool layers_make_room(struct ct_layers *layers)
{
	struct ct_layer **rows = ct_array_grow(layers->rows, &layers->room, layers->len + 1,
					       sizeof *rows);

	if (rows)
		layers->rows = rows;
	return rows != NULL;
}

static ct_error insert_row(struct ct_layers *layers, int64_t at, struct ct_layer *layer)
{
	struct ct_watch *watch = layer->place->watch;

	if (!layers_make_room(layers))
		return ct_no_memory(layers->function, "for a list of layers");
	CT_TRY(ct_layer_count_params(layer, watch->module));
	layer->is_recursive = layer->is_recursive || watch->is_listed;
	watch->is_listed = true;
	memmove(layers->rows + at + 1, layers->rows + at,
		(size_t)(layers->len - at) * sizeof *layers->rows);
	layers->rows[at] = layer;
	layers->len++;
	return NULL;
}

static ct_error layers_add_row(struct ct_layers *layers, struct ct_place *place)
{
	struct ct_layer *layer = layers_add_layer(layers, place);

	if (layer == NULL)
		return ct_no_memory(layers->function, "for a list of layers");
	CT_TRY(insert_row(layers, layers->len, layer));
	place->watch->last = layer;
	return NULL;
}

/* --- hooks ------------------------------------------------------------------------------------ */

static ct_error before_forward(ct_module *module, const ct_tensor **inputs, int64_t inputs_len,
			       void *context)
{
	struct ct_watch *watch = context;

	(void)inputs, (void)inputs_len;
	if (watch->layers == NULL || module != watch->module)
		return NULL; /* a copy of the module */
	watch->calls++;
	return layers_add_row(watch->layers, watch->place);
}

/* Sizes of the first tensor, and the bytes of its elements. */
static ct_error take_sizes(const struct ct_layers *layers, const ct_tensor *tensor,
			   struct ct_sizes *sizes, int64_t *bytes)
{
	const int64_t *shape = ct_tensor_shape(tensor);
	const int64_t len = shape ? ct_tensor_dim(tensor) : 0;

	free(sizes->at);
	*sizes = (struct ct_sizes){ ct_array_new(len, sizeof *shape), len };
	if (sizes->at == NULL)
		return ct_no_memory(layers->function, "for a list of layers");
	if (len > 0)
		memcpy(sizes->at, shape, (size_t)len * sizeof *shape);
	*bytes = tensor ? ct_tensor_numel(tensor) * ct_dtype_size(ct_tensor_dtype(tensor)) : 0;
	return NULL;
}

static ct_error after_forward(ct_module *module, const ct_tensor *const *inputs, int64_t inputs_len,
			      ct_tensor **outputs, int64_t outputs_len, void *context)
{
	const struct ct_watch *watch = context;
	struct ct_layer *layer = watch->last;
	int64_t input_bytes;

	if (watch->layers == NULL || module != watch->module || layer == NULL)
		return NULL;
	CT_TRY(ct_layer_count_params(layer, module)); /* a lazy module has them only now */
	CT_TRY(take_sizes(watch->layers, inputs_len ? inputs[0] : NULL, &layer->input,
			  &input_bytes));
	CT_TRY(take_sizes(watch->layers, outputs_len ? outputs[0] : NULL, &layer->output,
			  &layer->output_bytes));
	return ct_layer_add_mult_adds(layer, module);
}

static ct_error add_hooks(struct ct_watch *watch)
{
	CT_TRY(ct_module_register_forward_pre_hook(watch->module, before_forward, watch, drop_watch,
						   NULL, &watch->hooks[0]));
	watch->references++;
	CT_TRY(ct_module_register_forward_hook(watch->module, after_forward, watch, drop_watch,
					       NULL, &watch->hooks[1]));
	watch->references++;
	return NULL;
}

static void remove_hooks(struct ct_watch *watch)
{
	for (int i = 0; i < 2; i++)
		if (watch->hooks[i])
			ct_module_remove_hook(watch->module, watch->hooks[i]);
}

/* --- the call --------------------------------------------------------------------------------- */

static ct_error call(const ct_module *self, ct_tensors inputs, const char *function)
{
	CT_OWN_SCOPE(function);
	ct_tensor *output;

	CT_NO_GRAD_SCOPE;
	return ct_module_forward_all(self, inputs, &output, 1);
}

static ct_error call_watched(struct ct_layers *layers, const ct_module *self, ct_tensors inputs,
			     bool train)
{
	struct ct_watch *watch;
	ct_error error = NULL;

	for (watch = layers->watches; watch && error == NULL; watch = watch->hh.next)
		error = add_hooks(watch);
	for (watch = layers->watches; watch; watch = watch->hh.next) {
		watch->was_training = watch->module->is_training;
		watch->module->is_training = train;
	}
	if (error == NULL)
		error = call(self, inputs, layers->function);
	for (watch = layers->watches; watch; watch = watch->hh.next) {
		watch->module->is_training = watch->was_training;
		remove_hooks(watch);
	}
	return error;
}

/* --- containers that are not called
 * ------------------------------------------------------------ */

/* The layers that are open at each depth; more than one that is not is NULL. */
struct open {
	struct ct_layer **at;
	int64_t len;
};

static bool is_open(const struct open *open, const struct ct_place *place)
{
	const struct ct_layer *layer = open->at[place->depth];

	return layer && layer->place->watch == place->watch;
}

/* The ancestors of a row that are missing in front of it, the outermost first. `*at` is the row,
 * and moves with it. */
static ct_error add_ancestors(struct ct_layers *layers, struct open *open, struct ct_place *place,
			      int64_t *at)
{
	const struct ct_layer *before;

	if (place == NULL || place->depth == 0)
		return NULL;
	CT_TRY(add_ancestors(layers, open, place->parent, at));
	before = layers->rows[*at > 0 ? *at - 1 : layers->len - 1];
	if (is_open(open, place) || (place->container && place->container == before))
		return NULL;
	if (place->container == NULL)
		place->container = layers_add_layer(layers, place);
	if (place->container == NULL)
		return ct_no_memory(layers->function, "for a list of layers");
	CT_TRY(insert_row(layers, *at, place->container));
	open->at[place->depth] = place->container;
	++*at;
	return NULL;
}

static ct_error add_containers(struct ct_layers *layers)
{
	struct open open = { .len = 0 };
	ct_error error = NULL;

	for (int64_t i = 0; i < layers->visits.len; i++)
		if (layers->places[i].depth >= open.len)
			open.len = layers->places[i].depth + 1;
	open.at = ct_array_new(open.len + 1, sizeof *open.at);
	if (open.at == NULL)
		return ct_no_memory(layers->function, "for a list of layers");
	/* The rows that are added are met again, and are then open. */
	for (int64_t i = 0; i < layers->len && error == NULL; i++) {
		struct ct_layer *layer = layers->rows[i];
		int64_t at = i;

		error = add_ancestors(layers, &open, layer->place->parent, &at);
		open.at[layer->place->depth] = layer;
		for (int64_t d = layer->place->depth + 1; open.at[d]; d++)
			open.at[d] = NULL;
	}
	free(open.at);
	return error;
}

/* --- a complete list -------------------------------------------------------------------------- */

static int64_t end_of(const struct ct_layers *layers, int64_t row)
{
	const int64_t depth = layers->rows[row]->place->depth;

	for (row++; row < layers->len && layers->rows[row]->place->depth > depth; row++)
		;
	return row;
}

/* Those rows behind it have theirs already. */
static void subtract_descendants(const struct ct_layers *layers, struct ct_layer *layer)
{
	layer->own_params = layer->params;
	layer->own_trainable = layer->trainable;
	for (int64_t i = layer->row + 1; i < layer->end; i++) {
		const struct ct_layer *child = layers->rows[i];

		if (child->is_recursive)
			continue;
		layer->own_params -= child->is_leaf ? child->params : child->own_params;
		layer->own_trainable -= child->is_leaf ? child->trainable : child->own_trainable;
	}
}

static ct_error number_rows(struct ct_layers *layers)
{
	int64_t *counts = ct_array_new(layers->visits.len + 1, sizeof *counts); /* by depth */

	if (counts == NULL)
		return ct_no_memory(layers->function, "for a list of layers");
	for (int64_t i = 0; i < layers->len; i++) {
		struct ct_layer *layer = layers->rows[i];

		layer->row = i;
		layer->end = end_of(layers, i);
		layer->index = ++counts[layer->place->depth];
	}
	for (int64_t i = layers->len - 1; i >= 0; i--)
		if (layers->rows[i]->row == i)
			subtract_descendants(layers, layers->rows[i]);
	free(counts);
	return NULL;
}

static ct_error list_modules(struct ct_layers *layers)
{
	CT_OWN_SCOPE(layers->function);

	for (int64_t i = 0; i < layers->visits.len; i++)
		CT_TRY(layers_add_row(layers, &layers->places[i]));
	return NULL;
}

static ct_error list(struct ct_layers *layers, const ct_module *self, ct_tensors inputs, bool train)
{
	CT_TRY(find_places(layers, self));
	if (inputs.len == 0) {
		CT_TRY(list_modules(layers));
	} else {
		CT_TRY(call_watched(layers, self, inputs, train));
		CT_OWN_SCOPE(layers->function);
		CT_TRY(add_containers(layers));
	}
	return number_rows(layers);
}

ct_error ct_layers_make(const ct_module *self, ct_tensors inputs, bool train, const char *function,
			struct ct_layers *layers)
{
	ct_error error;

	*layers = (struct ct_layers){ .function = function };
	CT_TRY(ct_module_check(self, function, 1, "self"));
	CT_TRY(ct_list_check(function, 2, "inputs", inputs.at, inputs.len));
	error = list(layers, self, inputs, train);
	if (error)
		ct_layers_free(layers);
	return error;
}

void ct_layers_free(struct ct_layers *layers)
{
	for (struct ct_layer *layer = layers->all, *next; layer; layer = next) {
		next = layer->next;
		free(layer->input.at);
		free(layer->output.at);
		free(layer);
	}
	free(layers->rows);
	free_watches(layers);
	free(layers->places);
	ct_visits_free(&layers->visits);
	*layers = (struct ct_layers){ 0 };
}

/*
 * Datasets whose samples a function changes.
 */
#include <stdlib.h>

#include "core/base/error_make.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/scopes.h"
#include "data/dataset/based.h"

struct map {
	ct_dataset *base;
	ct_sample_function function;
	void *context;
	ct_release_function release;
	const char *name; /* of the function, in traces */
};

/* A pass over a mapped stream. What is random in the function comes from the pass's generator: a
 * loader that wants more calls the function itself. */
struct mapped_pass {
	struct ct_pass pass;
	const struct map *map;
	ct_generator *generator; /* borrowed */
};

/* The sample stays its caller's on an error. */
static ct_error call(ct_sample_function function, ct_value *sample, ct_generator *generator,
		     void *context, const char *name)
{
	CT_TRY(ct_error_note_callback(function(sample, generator, context), name));
	return ct_data_check_owned(sample, name, CT_NAME_OF(ct_map_dataset_new));
}

ct_error ct_sample_map_call(const struct ct_sample_map *self, ct_value *sample,
			    ct_generator *generator)
{
	struct ct_callback callback;
	ct_error error;

	if (!ct_callback_enter_scope(&callback))
		return ct_no_memory(CT_NAME_OF(ct_map_dataset_new), NULL);
	error = call(self->function, sample, generator, self->context, self->name);
	ct_callback_leave(callback);
	return error;
}

/* --- a set ------------------------------------------------------------------------------------ */

static ct_error map_get(void *data, int64_t index, ct_generator *generator, ct_value *sample)
{
	const struct map *self = data;
	ct_value made = ct_value_none();
	ct_error error = ct_dataset_call_get(self->base, index, generator, &made);

	if (error == NULL)
		error = call(self->function, &made, generator, self->context, self->name);
	if (error)
		ct_value_free(&made);
	else
		*sample = made;
	return error;
}

/* --- a stream --------------------------------------------------------------------------------- */

static ct_error map_open(void *data, ct_generator *generator, void **stream)
{
	struct mapped_pass *pass;

	CT_TRY(ct_based_open(data, sizeof *pass, generator, CT_NAME_OF(ct_map_dataset_new),
			     stream));
	pass = *stream;
	pass->map = data;
	pass->generator = generator;
	return NULL;
}

static ct_error map_next(void *stream, ct_value *sample)
{
	struct mapped_pass *self = stream;
	const struct map *map = self->map;
	ct_value made = ct_value_none();
	ct_error error = ct_pass_next(&self->pass, &made);

	if (error == NULL && !ct_value_is_none(&made))
		error = call(map->function, &made, self->generator, map->context, map->name);
	if (error)
		ct_value_free(&made);
	else
		*sample = made;
	return error;
}

/* --- making one ------------------------------------------------------------------------------- */

static void map_free(void *data)
{
	struct map *self = data;

	if (self->release)
		self->release(self->context);
	ct_based_free(self);
}

static const ct_dataset_functions of_set = {
	.name = "MapDataset",
	.count = ct_based_len,
	.get = map_get,
	.classes = ct_based_classes,
	.free = map_free,
};

static const ct_dataset_functions of_stream = {
	.name = "MapDataset",
	.count = ct_based_len,
	.open = map_open,
	.next = map_next,
	.close = ct_based_close,
	.classes = ct_based_classes,
	.free = map_free,
};

bool ct_dataset_is_map(const ct_dataset *self, struct ct_sample_map *map)
{
	const struct map *data = self->data;

	if (self->functions.free != map_free)
		return false;
	*map = (struct ct_sample_map){ data->base, data->function, data->context, data->name };
	return true;
}

static ct_error map_dataset_make(const ct_dataset *dataset, ct_sample_function function,
				 void *context, ct_release_function release, const char *name,
				 ct_dataset **result)
{
	struct map *self;

	CT_TRY(ct_dataset_check(dataset, CT_NAME_OF(ct_map_dataset_new), 1, "dataset"));
	if (function == NULL)
		return ct_missing_argument(CT_NAME_OF(ct_map_dataset_new), 2, "function");
	if (result == NULL)
		return ct_missing_argument(CT_NAME_OF(ct_map_dataset_new), 5, "result");
	self = malloc(sizeof *self);
	if (self == NULL)
		return ct_no_memory(CT_NAME_OF(ct_map_dataset_new), NULL);
	/* The caller releases the context on an error of ours, so it is the map's only
	 * afterwards. */
	*self = (struct map){ ct_counted_share(dataset), function, context, NULL, name };
	CT_TRY(ct_dataset_make(ct_dataset_is_stream(dataset) ? &of_stream : &of_set, self,
			       CT_NAME_OF(ct_map_dataset_new), result));
	self->release = release;
	return NULL;
}

ct_error ct_map_dataset_named(const ct_dataset *dataset, ct_sample_function function, void *context,
			      ct_release_function release, const char *name, ct_dataset **result)
{
	const ct_error error = map_dataset_make(dataset, function, context, release, name, result);

	if (error && release)
		release(context);
	return error;
}

ct_error ct_map_dataset_new(const ct_dataset *dataset, ct_sample_function function, void *context,
			    ct_release_function release, ct_dataset **result)
{
	return ct_map_dataset_named(dataset, function, context, release,
				    "the function of ct_map_dataset_new", result);
}

/*
 * Where a loader is, for checkpoints.
 *
 * The state has the epoch's order itself, so that it does not depend on how a sampler draws; of the
 * order 0, 1, 2, ... it has only the length. The order of later epochs continues from the
 * generator, whose state is here unless it is the default one, which a checkpoint has anyway. The
 * samples that were given are counted in batches, so a state within an epoch has their size; that
 * of an earlier version has none.
 */
#include <ctorch/ctorch.h>

#include "core/base/name_of.h"
#include "core/memory/expression.h"
#include "data/loader/loader.h"

static ct_error set_int(ct_value *dict, const char *key, int64_t number)
{
	return ct_value_dict_set(dict, ct_value_string(key), ct_value_int(number));
}

/* Batches of a batch_sampler have no common size: the state has their ends. */
static ct_error add_batch_size(const ct_data_loader *self, ct_value *dict)
{
	return ct_value_dict_set(dict, ct_value_string("batch_size"),
				 self->options.batch_sampler
					 ? ct_value_none()
					 : ct_value_int(ct_epoch_batch_size(self)));
}

static ct_error set_tensor(ct_value *dict, const char *key, const ct_tensor *tensor)
{
	return ct_value_dict_set(dict, ct_value_string(key),
				 tensor ? ct_value_tensor(tensor) : ct_value_none());
}

/* A sequential order is saved as its length alone. */
static ct_error add_len(const ct_data_loader *self, bool is_inside, ct_value *dict)
{
	const bool is_listed = self->epoch.indices || ct_dataset_is_stream(self->dataset);

	return ct_value_dict_set(dict, ct_value_string("len"),
				 is_inside && !is_listed ? ct_value_int(self->epoch.len)
							 : ct_value_none());
}

static ct_error add_generator(const ct_data_loader *self, ct_value *dict)
{
	ct_tensor *state = NULL;

	if (self->options.generator)
		CT_TRY(ct_generator_state(self->options.generator, &state));
	return set_tensor(dict, "generator", state);
}

static ct_error loader_state_fill(const ct_data_loader *self, ct_value *dict)
{
	const struct ct_epoch *epoch = &self->epoch;
	const bool is_inside = epoch->is_open || self->was_loaded;

	CT_TRY(set_int(dict, "epoch", epoch->number));
	CT_TRY(set_int(dict, "batches", is_inside ? epoch->given : 0));
	CT_TRY(ct_value_dict_set(dict, ct_value_string("base_seed"),
				 is_inside ? ct_value_int(epoch->base_seed) : ct_value_none()));
	CT_TRY(add_batch_size(self, dict));
	CT_TRY(set_tensor(dict, "indices", epoch->indices));
	CT_TRY(add_len(self, is_inside, dict));
	CT_TRY(set_tensor(dict, "ends", epoch->ends));
	return add_generator(self, dict);
}

ct_error ct_data_loader_state_dict(const ct_data_loader *self, ct_value *result)
{
	ct_value dict = ct_value_dict_new();
	ct_scope *scope;
	ct_error error;

	CT_TRY(ct_loader_check_call(self, __func__));
	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	scope = ct_scope_open_named(__func__);
	error = loader_state_fill(self, &dict);
	ct_scope_leave(scope);
	if (error)
		ct_value_free(&dict);
	else
		*result = dict;
	return error;
}

/* --- loading ---------------------------------------------------------------------------------- */

/* What a state has; the tensors are borrowed. */
struct state {
	int64_t epoch, batches, base_seed;
	int64_t batch_size; /* 0: not known, or of a batch_sampler */
	int64_t len;    /* of the order 0, 1, 2, ...; -1: there are indices, or it is of a stream */
	bool is_inside; /* of an epoch */
	ct_tensor *indices, *ends, *generator;
};

static ct_error get(const ct_value *dict, const char *key, ct_value *result)
{
	if (ct_value_dict_has(dict, ct_value_string(key)))
		return ct_value_dict_get(dict, ct_value_string(key), result);
	return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_data_loader_load_state_dict),
			    "not a data loader's state dict: '%s' is missing", key);
}

static ct_error get_count(const ct_value *dict, const char *key, int64_t *result)
{
	ct_value value;

	CT_TRY(get(dict, key, &value));
	CT_TRY(ct_data_error_in(ct_value_as_int(&value, result), "'%s' of the state dict", key));
	if (*result >= 0)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_data_loader_load_state_dict),
			    "'%s' of the state dict is %lld, but must not be negative", key,
			    (long long)*result);
}

static ct_error get_batch_size(const ct_value *dict, int64_t *result)
{
	ct_value value;

	*result = 0;
	if (!ct_value_dict_has(dict, ct_value_string("batch_size")))
		return NULL;
	CT_TRY(get(dict, "batch_size", &value));
	return ct_value_is_none(&value) ? NULL : get_count(dict, "batch_size", result);
}

/* A state of an earlier version has none. */
static ct_error get_len(const ct_value *dict, int64_t *result)
{
	ct_value value;

	*result = -1;
	if (!ct_value_dict_has(dict, ct_value_string("len")))
		return NULL;
	CT_TRY(get(dict, "len", &value));
	return ct_value_is_none(&value) ? NULL : get_count(dict, "len", result);
}

/* NULL for None. */
static ct_error get_tensor(const ct_value *dict, const char *key, ct_dtype dtype,
			   ct_tensor **result)
{
	ct_value value;

	CT_TRY(get(dict, key, &value));
	CT_TRY(ct_data_error_in(ct_value_as_tensor(&value, result), "'%s' of the state dict", key));
	if (*result == NULL || (ct_tensor_dtype(*result) == dtype && ct_tensor_dim(*result) == 1 &&
				ct_tensor_is_contiguous(*result) &&
				ct_tensor_device(*result).type == CT_DEVICE_TYPE_CPU))
		return NULL;
	return ct_error_new(
		CT_ERROR_VALUE, CT_NAME_OF(ct_data_loader_load_state_dict),
		"'%s' of the state dict must be a contiguous tensor of %s with one dimension on "
		"the CPU",
		key, ct_dtype_name(dtype));
}

static ct_error read_state(const ct_value *dict, struct state *state)
{
	ct_value seed;

	if (dict == NULL || dict->kind != CT_VALUE_DICT)
		return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_data_loader_load_state_dict),
				    "expected a dict, but got %s", ct_value_type_name(dict));
	CT_TRY(get_count(dict, "epoch", &state->epoch));
	CT_TRY(get_count(dict, "batches", &state->batches));
	CT_TRY(get(dict, "base_seed", &seed));
	state->is_inside = !ct_value_is_none(&seed);
	if (state->is_inside)
		CT_TRY(get_count(dict, "base_seed", &state->base_seed));
	CT_TRY(get_batch_size(dict, &state->batch_size));
	CT_TRY(get_len(dict, &state->len));
	CT_TRY(get_tensor(dict, "indices", CT_INT64, &state->indices));
	CT_TRY(get_tensor(dict, "ends", CT_INT64, &state->ends));
	return get_tensor(dict, "generator", CT_UINT8, &state->generator);
}

static ct_error larger_dataset(const ct_data_loader *self, int64_t index, int64_t len)
{
	return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_data_loader_load_state_dict),
			    "the state dict is from a larger dataset: it has index %lld, but %s "
			    "has %lld samples",
			    (long long)index, self->dataset->name, (long long)len);
}

static ct_error loader_state_check_order(const ct_data_loader *self, const struct state *state)
{
	const int64_t *at = state->indices ? ct_tensor_data(state->indices) : NULL;
	const int64_t n = state->indices ? ct_tensor_numel(state->indices) : 0;
	const bool is_set = !ct_dataset_is_stream(self->dataset);
	const bool has_order = state->indices || state->len >= 0;
	int64_t len = 0, before = 0;

	if (state->is_inside && is_set != has_order)
		return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_data_loader_load_state_dict),
				    "the state dict is from a loader of a %s, but %s is a %s",
				    is_set ? "stream" : "set", self->dataset->name,
				    is_set ? "set" : "stream");
	if (!state->ends != !self->options.batch_sampler && has_order)
		return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_data_loader_load_state_dict),
				    "the state dict is from a loader %s a batch_sampler",
				    state->ends ? "with" : "without");
	if (is_set)
		CT_TRY(ct_dataset_count(self->dataset, &len));
	for (int64_t i = 0; i < n; i++)
		if (at[i] < 0 || at[i] >= len)
			return larger_dataset(self, at[i], len);
	if (is_set && state->indices == NULL && state->len > len)
		return larger_dataset(self, len, len);
	at = state->ends ? ct_tensor_data(state->ends) : NULL;
	for (int64_t i = 0; at && i < ct_tensor_numel(state->ends); before = at[i++])
		if (at[i] <= before || at[i] > n)
			return ct_error_new(CT_ERROR_VALUE,
					    CT_NAME_OF(ct_data_loader_load_state_dict),
					    "'ends' of the state dict does not match its indices");
	return NULL;
}

/* Between epochs, and before the first batch, another size is no harm. */
static ct_error check_batch_size(const ct_data_loader *self, const struct state *state)
{
	const int64_t size = ct_epoch_batch_size(self);

	if (self->options.batch_sampler || state->batch_size == 0 || !state->is_inside ||
	    state->batches == 0 || state->batch_size == size)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_data_loader_load_state_dict),
			    "the state dict was saved within an epoch with batch_size=%lld, but "
			    "this loader has batch_size=%lld",
			    (long long)state->batch_size, (long long)size);
}

/* A copy that belongs to no scope; NULL for NULL. */
static ct_error copy(const ct_tensor *tensor, ct_tensor **result)
{
	if (tensor == NULL)
		return NULL;
	CT_TRY(ct_clone(tensor, CT_MEMORY_FORMAT_NONE, result));
	ct_scope_disown(*result);
	return NULL;
}

static ct_error take_over(ct_data_loader *self, const struct state *state)
{
	ct_tensor *indices = NULL, *ends = NULL;
	ct_error error = copy(state->indices, &indices);

	if (error == NULL)
		error = copy(state->ends, &ends);
	if (error == NULL && state->generator && self->options.generator)
		error = ct_generator_set_state(self->options.generator, state->generator);
	if (error) {
		ct_tensor_free_unscoped(indices);
		ct_tensor_free_unscoped(ends);
		return error;
	}
	ct_workers_cancel(self);
	ct_epoch_close(self);
	self->was_loaded = state->is_inside;
	self->epoch = (struct ct_epoch){
		.number = state->epoch,
		.base_seed = state->base_seed,
		.given = state->batches,
		.indices = indices,
		.ends = ends,
		.len = indices ? ct_tensor_numel(indices) : state->len,
	};
	return NULL;
}

ct_error ct_data_loader_load_state_dict(ct_data_loader *self, const ct_value *state)
{
	struct state read = { 0 };
	struct ct_loader_call call;
	ct_error error;

	CT_TRY(ct_loader_enter(self, __func__, &call));
	error = read_state(state, &read);
	if (error == NULL)
		error = loader_state_check_order(self, &read);
	if (error == NULL)
		error = check_batch_size(self, &read);
	if (error == NULL)
		error = take_over(self, &read);
	ct_loader_call_end(&call);
	return error;
}

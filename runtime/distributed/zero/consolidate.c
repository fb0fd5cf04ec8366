/*
 * The state of all ranks on one: each sends its part as a file of safetensors in memory. A number is
 * a tensor whose key says which kind it is: "3/float/lr".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>
#include <ctorch/distributed/collective.h>

#include "core/base/name_of.h"
#include "distributed/zero/zero.h"

enum { KEY = 160 };

/* --- Writing ---------------------------------------------------------------------------------- */

static ct_error tensor_of(ct_value value, const char **kind, ct_tensor **result)
{
	double number;
	int64_t integer;

	*kind = "";
	switch (value.kind) {
	case CT_VALUE_TENSOR:
		*kind = "tensor";
		return ct_value_as_tensor(&value, result);
	case CT_VALUE_INT:
	case CT_VALUE_BOOL:
		*kind = value.kind == CT_VALUE_INT ? "int" : "bool";
		integer = value.i;
		return ct_tensor_from_data(&integer, CT_INT64, CT_INTS_OF(NULL, 0), result);
	case CT_VALUE_FLOAT:
		*kind = "float";
		CT_TRY(ct_value_as_float(&value, &number));
		return ct_tensor_from_data(&number, CT_FLOAT64, CT_INTS_OF(NULL, 0), result);
	default:
		return ct_error_new(
			CT_ERROR_NOT_IMPLEMENTED, CT_NAME_OF(ct_zero_optimizer_consolidate),
			"the optimizer's state has a value of type %s", ct_value_type_name(&value));
	}
}

static ct_error add_state(ct_value *file, int64_t number, const ct_value *state)
{
	for (int64_t i = 0; i < ct_value_count(state); i++) {
		const char *name, *kind;
		ct_value key, value;
		ct_tensor *tensor;
		char text[KEY];

		CT_TRY(ct_value_dict_item(state, i, &key, &value));
		CT_TRY(ct_value_as_string(&key, &name, NULL));
		if (value.kind == CT_VALUE_NONE)
			continue;
		CT_TRY(tensor_of(value, &kind, &tensor));
		snprintf(text, sizeof text, "%lld/%s/%s", (long long)number, kind, name);
		CT_TRY(ct_value_dict_set(file, ct_value_string(text), ct_value_tensor(tensor)));
	}
	return NULL;
}

static ct_error add_own(const ct_zero_optimizer *self, const ct_value *states, ct_value *file)
{
	for (int64_t i = 0; i < self->parts_len; i++) {
		const ct_value number = ct_value_int(self->parts[i].number);
		ct_value state;

		if (self->parts[i].owner != self->rank || !ct_value_dict_has(states, number))
			continue;
		CT_TRY(ct_value_dict_get(states, number, &state));
		CT_TRY(add_state(file, number.i, &state));
	}
	return NULL;
}

static ct_error encode_own(const ct_zero_optimizer *self, const ct_value *states, char **bytes,
			   int64_t *nbytes)
{
	ct_value file = ct_value_dict_new();
	ct_error error = add_own(self, states, &file);

	if (error == NULL)
		error = ct_safetensors_encode(&file, NULL, bytes, nbytes);
	ct_value_free(&file);
	return error;
}

/* --- Sending ---------------------------------------------------------------------------------- */

/* Where the group sends the parameters from. */
static ct_device device_of(const ct_zero_optimizer *self)
{
	return ct_tensor_device(self->parts[0].parameter);
}

static ct_tensor *moved(const ct_tensor *tensor, ct_device device)
{
	return CT_E(to_device, tensor, device, ct_tensor_dtype(tensor));
}

static ct_error send_bytes(const ct_zero_optimizer *self, int64_t to, const char *bytes,
			   int64_t nbytes)
{
	const ct_dist_options options = { .group = self->group };
	ct_tensor *content, *length;

	CT_TRY(ct_tensor_from_data(&nbytes, CT_INT64, CT_L(1), &length));
	CT_TRY(ct_tensor_from_data(bytes, CT_UINT8, CT_L(nbytes), &content));
	length = moved(length, device_of(self));
	content = moved(content, device_of(self));
	CT_TRY(CT_DONE());
	CT_TRY(ct_dist_send(length, to, &options, NULL));
	return ct_dist_send(content, to, &options, NULL);
}

static ct_error send_own(const ct_zero_optimizer *self, int64_t to, const ct_value *states)
{
	int64_t nbytes;
	ct_error error;
	char *bytes;

	CT_TRY(encode_own(self, states, &bytes, &nbytes));
	error = send_bytes(self, to, bytes, nbytes);
	ct_free(bytes);
	return error;
}

/* A new dict. */
static ct_error receive(const ct_zero_optimizer *self, int64_t from, ct_value *result)
{
	const ct_dist_options options = { .group = self->group };
	const ct_device device = device_of(self);
	ct_tensor *content, *length;
	int64_t nbytes;

	CT_TRY(CT(empty, &length, CT_L(1), .dtype = CT_INT64, .device = device));
	CT_TRY(ct_dist_recv(length, from, &options, NULL));
	CT_TRY(ct_tensor_item_int64(length, &nbytes));
	CT_TRY(CT(empty, &content, CT_L(nbytes), .dtype = CT_UINT8, .device = device));
	CT_TRY(ct_dist_recv(content, from, &options, NULL));
	content = moved(content, CT_DEVICE_CPU);
	CT_TRY(CT_DONE());
	return ct_safetensors_decode(ct_tensor_data(content), nbytes, NULL, result);
}

/* --- Reading ---------------------------------------------------------------------------------- */

static ct_error value_of(const char *kind, const ct_value *tensor, ct_value *result)
{
	ct_tensor *handle;
	double number;
	int64_t integer;

	*result = *tensor;
	if (*kind == 't')
		return NULL;
	CT_TRY(ct_value_as_tensor(tensor, &handle));
	if (*kind == 'f') {
		CT_TRY(ct_tensor_item_double(handle, &number));
		*result = ct_value_float(number);
		return NULL;
	}
	CT_TRY(ct_tensor_item_int64(handle, &integer));
	*result = *kind == 'i' ? ct_value_int(integer) : ct_value_bool(integer != 0);
	return NULL;
}

/* Adds a value of a file to the states of all parameters. */
static ct_error add_value(ct_value *states, int64_t states_len, const char *key,
			  const ct_value *tensor)
{
	char kind[KEY], name[KEY];
	long long number;
	ct_value value;

	if (sscanf(key, "%lld/%159[^/]/%159s", &number, kind, name) != 3 || number < 0 ||
	    number >= states_len)
		return ct_error_new(CT_ERROR_RUNTIME, CT_NAME_OF(ct_zero_optimizer_consolidate),
				    "a rank sent the state '%s', which this optimizer lacks", key);
	CT_TRY(value_of(kind, tensor, &value));
	if (states[number].kind == CT_VALUE_NONE)
		states[number] = ct_value_dict_new();
	return ct_value_dict_set(&states[number], ct_value_string(name), value);
}

static ct_error add_file(ct_value *states, int64_t states_len, const ct_value *file)
{
	for (int64_t i = 0; i < ct_value_count(file); i++) {
		const char *text;
		ct_value key, tensor;

		CT_TRY(ct_value_dict_item(file, i, &key, &tensor));
		CT_TRY(ct_value_as_string(&key, &text, NULL));
		CT_TRY(add_value(states, states_len, text, &tensor));
	}
	return NULL;
}

static ct_error add_received(const ct_zero_optimizer *self, ct_value *states)
{
	for (int64_t rank = 0; rank < self->ranks_len; rank++) {
		ct_error error;
		ct_value file;

		if (rank == self->rank)
			continue;
		CT_TRY(receive(self, self->ranks[rank], &file));
		error = add_file(states, self->parts_len, &file);
		ct_value_free(&file);
		CT_TRY(error);
	}
	return NULL;
}

/* This rank's state is in `own` already. */
static ct_error add_kept(const ct_zero_optimizer *self, const ct_value *own, ct_value *states)
{
	for (int64_t i = 0; i < self->parts_len; i++) {
		const struct ct_zero_part *part = &self->parts[i];
		const ct_value number = ct_value_int(part->number);
		ct_value found;

		if (part->owner != self->rank || !ct_value_dict_has(own, number))
			continue;
		CT_TRY(ct_value_dict_get(own, number, &found));
		CT_TRY(ct_value_copy(&found, &states[part->number]));
	}
	return NULL;
}

static ct_error put_states(ct_value *states, int64_t states_len, ct_value *state_dict)
{
	ct_value all = ct_value_dict_new();
	ct_error error = NULL;

	for (int64_t i = 0; i < states_len && error == NULL; i++)
		if (states[i].kind != CT_VALUE_NONE)
			error = ct_value_dict_move(&all, ct_value_int(i), &states[i]);
	if (error == NULL)
		error = ct_value_dict_move(state_dict, ct_value_string("state"), &all);
	ct_value_free(&all);
	return error;
}

static ct_error collect(const ct_zero_optimizer *self, const ct_value *own, ct_value *state_dict)
{
	ct_value *states = calloc((size_t)self->parts_len + 1, sizeof *states);
	ct_error error;

	if (states == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY,
				    CT_NAME_OF(ct_zero_optimizer_consolidate),
				    "no memory for the states");
	for (int64_t i = 0; i < self->parts_len; i++)
		states[i] = ct_value_none();
	error = add_kept(self, own, states);
	if (error == NULL)
		error = add_received(self, states);
	if (error == NULL)
		error = put_states(states, self->parts_len, state_dict);
	for (int64_t i = 0; i < self->parts_len; i++)
		ct_value_free(&states[i]);
	free(states);
	return error;
}

static bool has_rank(const ct_zero_optimizer *self, int64_t rank)
{
	for (int64_t i = 0; i < self->ranks_len; i++)
		if (self->ranks[i] == rank)
			return true;
	return false;
}

/* `state_dict` is this rank's; on the rank `to` it becomes that of all. */
static ct_error consolidate(const ct_zero_optimizer *self, int64_t to, ct_value *state_dict)
{
	CT_SCOPE;
	ct_value own;

	CT_TRY(ct_value_dict_get(state_dict, ct_value_string("state"), &own));
	if (self->ranks[self->rank] != to)
		return send_own(self, to, &own);
	return collect(self, &own, state_dict);
}

ct_error ct_zero_optimizer_consolidate(const ct_zero_optimizer *self, int64_t to, ct_value *result)
{
	ct_value state_dict;
	ct_error error;

	if (self == NULL || result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument %d (%s) must not be NULL", self ? 3 : 1,
				    self ? "result" : "self");
	if (!has_rank(self, to))
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "argument 2 (to) is %lld, which is not a rank of the group",
				    (long long)to);
	CT_TRY(ct_zero_divide((ct_zero_optimizer *)self));
	CT_TRY(ct_optimizer_state_dict(self->optimizer, &state_dict));
	error = consolidate(self, to, &state_dict);
	if (error == NULL && self->ranks[self->rank] == to) {
		*result = state_dict;
		return NULL;
	}
	ct_value_free(&state_dict);
	if (error == NULL)
		*result = ct_value_none();
	return error;
}

/*
 * Calling a function under checkpoint, with the state of its first call.
 */
#include <stdlib.h>

#include <ctorch/core/scope.h>

#include "autograd/checkpoint/checkpoint.h"
#include "autograd/engine/map.h"
#include "core/base/impl.h"
#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/scopes.h"
#include "core/bridge/devices.h"

/* --- The function ---------------------------------------------------------------------------- */

ct_error ct_segment_call(const struct ct_segment *self, ct_tensor *const *inputs,
			 int64_t inputs_len, ct_tensor **outputs)
{
	const struct ct_user_function user = { self->function, self->context,
					       CT_NAME_OF(ct_checkpoint) };
	const struct ct_map map = { .closure = &user, .outputs_len = self->outputs_len };

	return ct_map_call_user(&map, inputs, inputs_len, outputs);
}

void ct_segment_release(const struct ct_segment *self)
{
	struct ct_callback callback;

	if (!self->taken_over || self->release == NULL)
		return;
	callback = ct_callback_enter();
	self->release(self->context);
	ct_callback_leave(callback);
}

/* --- The state at the first call ------------------------------------------------------------- */

static bool has_generator(ct_device device)
{
	return device.type != CT_DEVICE_TYPE_META && device.type != CT_DEVICE_TYPE_NONE;
}

static bool is_noted(const struct ct_surroundings *self, ct_device device)
{
	for (int64_t i = 0; i < self->drawn_len; i++) {
		ct_device noted = ct_generator_device(self->drawn[i].generator);

		if (noted.type == device.type &&
		    (noted.index == device.index || device.type == CT_DEVICE_TYPE_CPU))
			return true;
	}
	return false;
}

/* There is room for it. */
static ct_error note_state(struct ct_surroundings *self, ct_generator *generator)
{
	struct ct_drawn *drawn = &self->drawn[self->drawn_len++];

	*drawn = (struct ct_drawn){ generator, NULL };
	CT_TRY(ct_generator_state(generator, &drawn->state));
	ct_scope_disown(drawn->state);
	return NULL;
}

static ct_error note_device(struct ct_surroundings *self, ct_device device)
{
	ct_generator *generator;

	if (!has_generator(device) || is_noted(self, device))
		return NULL;
	CT_TRY(ct_generator_default(device, &generator));
	ct_scope_disown_object(generator);
	return note_state(self, generator);
}

static ct_error segment_make_room(struct ct_surroundings *self, int64_t n)
{
	self->drawn = ct_array_new(n, sizeof *self->drawn);
	return self->drawn
		       ? NULL
		       : ct_no_memory(CT_NAME_OF(ct_checkpoint), "for the states of generators");
}

ct_error ct_surroundings_note(struct ct_surroundings *self, bool with_drawn,
			      ct_tensor *const *inputs, int64_t inputs_len)
{
	*self = (struct ct_surroundings){ .device = ct_this_default_device };
	ct_autocast_note(&self->autocast);
	if (!with_drawn)
		return NULL;
	CT_TRY(segment_make_room(self, inputs_len + 1));
	CT_TRY(note_device(self, CT_DEVICE_CPU));
	for (int64_t i = 0; i < inputs_len; i++)
		if (inputs[i] != NULL)
			CT_TRY(note_device(self, ct_tensor_device(inputs[i])));
	return NULL;
}

void ct_surroundings_free(struct ct_surroundings *self)
{
	for (int64_t i = 0; i < self->drawn_len; i++) {
		ct_tensor_free_unscoped(self->drawn[i].state);
		ct_object_release(self->drawn[i].generator);
	}
	free(self->drawn);
	*self = (struct ct_surroundings){ .device = CT_DEVICE_NONE };
}

/* Handles all of them and returns the first error. */
static ct_error set_states(const struct ct_surroundings *self)
{
	ct_error first = NULL;

	for (int64_t i = 0; i < self->drawn_len; i++) {
		const struct ct_drawn *drawn = &self->drawn[i];
		ct_error err = drawn->state ? ct_generator_set_state(drawn->generator, drawn->state)
					    : NULL;

		if (first == NULL)
			first = err;
		else
			ct_error_free(err);
	}
	return first;
}

static ct_error note_same(struct ct_surroundings *self, const struct ct_surroundings *as)
{
	if (as->drawn_len == 0)
		return NULL;
	CT_TRY(segment_make_room(self, as->drawn_len));
	for (int64_t i = 0; i < as->drawn_len; i++)
		CT_TRY(note_state(self, ct_object_reference(as->drawn[i].generator)));
	return NULL;
}

ct_error ct_surroundings_enter(const struct ct_surroundings *self, struct ct_surroundings *before)
{
	before->device = ct_this_default_device;
	ct_autocast_state_enter(&self->autocast, &before->autocast);
	before->entered = true;
	CT_TRY(note_same(before, self));
	ct_this_default_device = self->device;
	return set_states(self);
}

ct_error ct_surroundings_leave(struct ct_surroundings *before)
{
	ct_error err = set_states(before);

	if (before->entered)
		ct_autocast_state_leave(&before->autocast);
	ct_this_default_device = before->device;
	ct_surroundings_free(before);
	return err;
}

/*
 * Values: the keys of dicts, and finding them. A dict of ours has an index once it is larger than a
 * glance; one that is the caller's array is looked through.
 */
#include <stdlib.h>
#include <string.h>

#include "operators/values.h"

enum { SMALL = 8 }; /* pairs that are looked through */

bool ct_value_can_be_key(const ct_value *self)
{
	return ct_value_is_number(self) || self->kind == CT_VALUE_STRING ||
	       self->kind == CT_VALUE_TENSOR || self->kind == CT_VALUE_DEVICE;
}

bool ct_value_keys_equal(const ct_value *a, const ct_value *b)
{
	if (ct_value_is_number(a) && ct_value_is_number(b))
		return ct_value_numbers_equal(a, b);
	if (a->kind != b->kind)
		return false;
	if (a->kind == CT_VALUE_STRING)
		return a->i == b->i && memcmp(a->object, b->object, (size_t)a->i) == 0;
	if (a->kind == CT_VALUE_DEVICE)
		return a->device.type == b->device.type && a->device.index == b->device.index;
	return a->kind == CT_VALUE_TENSOR && a->object == b->object;
}

/* Mixes all bits into the lower ones. */
static uint64_t mix(uint64_t x)
{
	x = (x ^ (x >> 31)) * UINT64_C(0x9e3779b97f4a7c15);
	return x ^ (x >> 29);
}

static uint64_t hash_bytes(const unsigned char *bytes, int64_t n)
{
	uint64_t hash = (uint64_t)n;

	for (int64_t i = 0; i < n; i++)
		hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
	return mix(hash);
}

/* NaN equals nothing, not even itself. It is never found, and the index leaves it out: all NaNs have
 * one hash, and each new one would have to pass all others. */
static bool is_nan(const ct_value *self)
{
	return (self->kind == CT_VALUE_FLOAT || self->kind == CT_VALUE_COMPLEX) &&
	       (self->re != self->re || (self->kind == CT_VALUE_COMPLEX && self->im != self->im));
}

static uint64_t bits_of(double number)
{
	uint64_t bits;

	memcpy(&bits, &number, sizeof bits);
	return bits;
}

/* That of the integer which it equals, if there is one. */
static uint64_t hash_real(double number)
{
	if (number >= -0x1p63 && number < 0x1p63 && (double)(int64_t)number == number)
		return mix((uint64_t)(int64_t)number);
	if (number >= 0x1p63 && number < 0x1p64)
		return mix((uint64_t)number);
	return mix(bits_of(number));
}

/* Numbers that are equal have one hash. */
static uint64_t hash_number(const ct_value *self)
{
	uint64_t hash;

	if (self->kind != CT_VALUE_FLOAT && self->kind != CT_VALUE_COMPLEX)
		return mix((uint64_t)self->i);
	hash = hash_real(self->re);
	if (self->kind == CT_VALUE_COMPLEX && self->im != 0)
		hash = mix(hash + mix(bits_of(self->im)));
	return hash;
}

static uint64_t hash_key(const ct_value *self)
{
	if (self->kind == CT_VALUE_STRING)
		return hash_bytes(self->object, self->i);
	if (self->kind == CT_VALUE_TENSOR)
		return mix((uintptr_t)self->object);
	if (self->kind == CT_VALUE_DEVICE)
		return mix(((uint64_t)(uint32_t)self->device.type << 32) |
			   (uint32_t)self->device.index);
	return hash_number(self);
}

static const ct_value *key_of(const ct_value *self, int64_t pair)
{
	return ct_value_slot(self, 2 * pair);
}

static int64_t look_through(const ct_value *self, const ct_value *key)
{
	for (int64_t pair = 0; pair < self->i; pair++)
		if (ct_value_fault(key_of(self, pair)) == NULL &&
		    ct_value_keys_equal(key_of(self, pair), key))
			return pair;
	return -1;
}

int64_t ct_value_dict_find(const ct_value *self, const ct_value *key)
{
	const struct ct_value_block *block = ct_value_block_of(self);
	uint64_t mask;

	if (is_nan(key))
		return -1;
	if (block == NULL || block->index == NULL)
		return look_through(self, key);
	mask = (uint64_t)block->index_size - 1;
	for (uint64_t at = hash_key(key) & mask; block->index[at] >= 0; at = (at + 1) & mask)
		if (ct_value_keys_equal(key_of(self, block->index[at]), key))
			return block->index[at];
	return -1;
}

void ct_value_dict_index_add(ct_value *self, int64_t pair)
{
	struct ct_value_block *block = ct_value_block_of(self);
	uint64_t mask, at;

	if (block->index == NULL || is_nan(key_of(self, pair)))
		return;
	mask = (uint64_t)block->index_size - 1;
	at = hash_key(key_of(self, pair)) & mask;
	while (block->index[at] >= 0)
		at = (at + 1) & mask;
	block->index[at] = (int32_t)pair;
}

void ct_value_dict_index_drop(ct_value *self)
{
	struct ct_value_block *block = ct_value_block_of(self);

	free(block->index);
	block->index = NULL;
	block->index_size = 0;
}

bool ct_value_dict_index_ready(ct_value *self)
{
	struct ct_value_block *block = ct_value_block_of(self);
	int64_t size = 4 * SMALL;

	if (self->i < SMALL || (block->index && 2 * (self->i + 1) <= block->index_size))
		return true;
	if (self->i >= INT32_MAX / 4)
		return false;
	while (size < 4 * (self->i + 1))
		size *= 2;
	ct_value_dict_index_drop(self);
	block->index = malloc((size_t)size * sizeof *block->index);
	if (block->index == NULL)
		return false;
	block->index_size = size;
	memset(block->index, -1, (size_t)size * sizeof *block->index);
	for (int64_t pair = 0; pair < self->i; pair++)
		ct_value_dict_index_add(self, pair);
	return true;
}

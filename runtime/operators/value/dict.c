/*
 * Values: the keys of dicts and items of sets, and their lookup. Our dicts have an index once they
 * are large; a dict that is the caller's array is searched.
 */
#define _GNU_SOURCE

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "core/base/big_int.h"
#include "core/base/lengths.h"
#include "operators/value/value.h"

enum { SMALL = 8 }; /* pairs that are searched without an index */

/* A text, or bytes. */
static bool is_bytes(const ct_value *self)
{
	return self->kind == CT_VALUE_STRING || self->kind == CT_VALUE_BYTES;
}

static const ct_value *wrong_in_tuple(const ct_value *tuple, int level);

/* What cannot be a key: the value itself, or something in a tuple; NULL: it can. */
static const ct_value *wrong_in(const ct_value *self, int level)
{
	if (self->kind == CT_VALUE_TUPLE)
		return wrong_in_tuple(self, level + 1);
	return ct_value_is_any_number(self) || is_bytes(self) || self->kind == CT_VALUE_TENSOR ||
			       self->kind == CT_VALUE_DEVICE
		       ? NULL
		       : self;
}

/* Items of a caller's tuple may be anything; a tuple is wrong only if it is too deep. */
static const ct_value *wrong_in_tuple(const ct_value *tuple, int level)
{
	const ct_value *wrong = level > CT_VALUE_KEY_LEVELS ? tuple : NULL;

	for (int64_t i = 0; i < tuple->i && wrong == NULL; i++) {
		const ct_value *item = ct_value_slot(tuple, i);

		if (ct_value_fault(item))
			wrong = item;
		else if (item->kind != CT_VALUE_NONE)
			wrong = wrong_in(item, level);
	}
	return wrong;
}

static ct_error wrong_type(const ct_value *self, const ct_value *key, const ct_value *wrong,
			   const char *function)
{
	const bool is_tuple = wrong->kind == CT_VALUE_TUPLE;

	return ct_error_new(CT_ERROR_TYPE, function,
			    "%s must be a str, bytes, a number, a Tensor, a device or a tuple of "
			    "these and None, got %s%s",
			    self->kind == CT_VALUE_SET ? "an item of a set" : "a key",
			    is_tuple ? "a tuple of more than 16 levels" : ct_value_type_name(wrong),
			    is_tuple || wrong == key ? "" : " in a tuple");
}

bool ct_value_can_be_key(const ct_value *self)
{
	return wrong_in(self, 0) == NULL;
}

ct_error ct_value_check_key(const ct_value *self, const ct_value *key, const char *function)
{
	const char *fault = ct_value_fault(key);
	const bool is_item = self->kind == CT_VALUE_SET;
	const ct_value *wrong = fault ? key : wrong_in(key, 0);

	if (fault == NULL && wrong)
		fault = ct_value_fault(wrong);
	if (fault)
		return ct_error_new(CT_ERROR_ARGUMENT, function, "the %s %s %s",
				    is_item ? "item" : "key", wrong == key ? "is" : "has", fault);
	return wrong ? wrong_type(self, key, wrong, function) : NULL;
}

static bool tuples_equal(const ct_value *a, const ct_value *b)
{
	if (a->i != b->i)
		return false;
	for (int64_t i = 0; i < a->i; i++)
		if (!ct_value_keys_equal(ct_value_slot(a, i), ct_value_slot(b, i)))
			return false;
	return true;
}

bool ct_value_keys_equal(const ct_value *a, const ct_value *b)
{
	if (ct_value_is_any_number(a) && ct_value_is_any_number(b))
		return ct_value_numbers_equal(a, b);
	if (a->kind != b->kind)
		return false;
	if (is_bytes(a))
		return ct_value_same_bytes(a, b);
	if (a->kind == CT_VALUE_TUPLE)
		return tuples_equal(a, b);
	if (a->kind == CT_VALUE_NONE) /* in a tuple */
		return true;
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

/* The product's halves, combined. */
static uint64_t fold(uint64_t a, uint64_t b)
{
	__extension__ const unsigned __int128 product = (unsigned __int128)a * b;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Differs from process to process. Keys may come from a file, whose author could otherwise choose
 * names or numbers with the same hash: each would have to pass all others. */
static uint64_t seed(void)
{
	static atomic_uint_fast64_t chosen;
	uint64_t number = atomic_load_explicit(&chosen, memory_order_relaxed);

	if (number)
		return number;
	if (getrandom(&number, sizeof number, GRND_NONBLOCK) != sizeof number)
		number = mix((uintptr_t)&chosen);
	atomic_compare_exchange_strong(&chosen, &(uint_fast64_t){ 0 }, number | 1);
	return atomic_load(&chosen);
}

static uint64_t hash_bits(uint64_t bits)
{
	return mix(bits ^ seed());
}

static uint64_t hash_bytes(const unsigned char *bytes, int64_t n)
{
	uint64_t hash = seed() ^ (uint64_t)n, word;

	for (; n > 0; bytes += sizeof word, n -= (int64_t)sizeof word) {
		word = 0;
		memcpy(&word, bytes, n < (int64_t)sizeof word ? (size_t)n : sizeof word);
		hash = fold(hash ^ word, UINT64_C(0xa0761d6478bd642f)) ^ seed();
	}
	return mix(hash);
}

/* NaN equals nothing, not even itself. It is never found, and not in the index: all NaNs have the
 * same hash, and each new one would have to pass all others. */
static bool is_nan(const ct_value *self)
{
	return (self->kind == CT_VALUE_FLOAT || self->kind == CT_VALUE_COMPLEX) &&
	       (self->re != self->re || (self->kind == CT_VALUE_COMPLEX && self->im != self->im));
}

/* The same for a tuple with a NaN. */
static bool has_nan(const ct_value *key)
{
	if (key->kind != CT_VALUE_TUPLE)
		return is_nan(key);
	for (int64_t i = 0; i < key->i; i++)
		if (has_nan(ct_value_slot(key, i)))
			return true;
	return false;
}

static uint64_t bits_of(double number)
{
	uint64_t bits;

	memcpy(&bits, &number, sizeof bits);
	return bits;
}

/* That of the equal integer, if there is one. */
static uint64_t hash_real(double number)
{
	if (number >= -0x1p63 && number < 0x1p63 && (double)(int64_t)number == number)
		return hash_bits((uint64_t)(int64_t)number);
	if (number >= 0x1p63 && number < 0x1p64)
		return hash_bits((uint64_t)number);
	return hash_bits(bits_of(number));
}

/* That of the equal double, if there is one. */
static uint64_t hash_big_int(const ct_value *self)
{
	const double number = ct_big_int_double(self->object, (size_t)self->i);

	if (ct_big_int_equals(self->object, (size_t)self->i, number))
		return hash_real(number);
	return hash_bytes(self->object, self->i);
}

/* Equal numbers have the same hash. */
static uint64_t hash_number(const ct_value *self)
{
	uint64_t hash;

	if (self->kind == CT_VALUE_BIG_INT)
		return hash_big_int(self);
	if (self->kind != CT_VALUE_FLOAT && self->kind != CT_VALUE_COMPLEX)
		return hash_bits((uint64_t)self->i);
	hash = hash_real(self->re);
	if (self->kind == CT_VALUE_COMPLEX && self->im != 0)
		hash = mix(hash + mix(bits_of(self->im)));
	return hash;
}

static uint64_t hash_key(const ct_value *self);

static uint64_t hash_tuple(const ct_value *self)
{
	uint64_t hash = seed() ^ (uint64_t)self->i;

	for (int64_t i = 0; i < self->i; i++)
		hash = fold(hash ^ hash_key(ct_value_slot(self, i)), UINT64_C(0xa0761d6478bd642f)) ^
		       seed();
	return mix(hash);
}

static uint64_t hash_key(const ct_value *self)
{
	if (is_bytes(self))
		return hash_bytes(self->object, self->i);
	if (self->kind == CT_VALUE_TUPLE)
		return hash_tuple(self);
	if (self->kind == CT_VALUE_NONE)
		return 1;
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
		    ct_value_can_be_key(key_of(self, pair)) &&
		    ct_value_keys_equal(key_of(self, pair), key))
			return pair;
	return -1;
}

/* --- The index ------------------------------------------------------------------------------- */

static uint64_t place_of(const struct ct_value_index *index, const ct_value *key)
{
	return hash_key(key) & ((uint64_t)index->size - 1);
}

static uint64_t place_after(const struct ct_value_index *index, uint64_t at)
{
	return (at + 1) & ((uint64_t)index->size - 1);
}

/* Of equal keys, which a caller's array may have, the first is found. */
static int64_t find_in(const struct ct_value_index *index, const ct_value *self,
		       const ct_value *key)
{
	for (uint64_t at = place_of(index, key); index->pairs[at] >= 0; at = place_after(index, at))
		if (ct_value_keys_equal(key_of(self, index->pairs[at]), key))
			return index->pairs[at];
	return -1;
}

static void add_to(struct ct_value_index *index, const ct_value *self, int64_t pair)
{
	uint64_t at = place_of(index, key_of(self, pair));

	while (index->pairs[at] >= 0)
		at = place_after(index, at);
	index->pairs[at] = (int32_t)pair;
}

/* Whether the index has its key; keys of a caller's array may be anything. */
static bool is_indexed(const ct_value *self, int64_t pair)
{
	const ct_value *key = key_of(self, pair);

	return ct_value_fault(key) == NULL && ct_value_can_be_key(key) && !has_nan(key);
}

/* With room for one pair more; false: no memory. */
static bool make_index(const ct_value *self, struct ct_value_index *index)
{
	int64_t size = 4 * SMALL;

	if (self->i >= INT32_MAX / 4)
		return false;
	while (size < 4 * (self->i + 1))
		size *= 2;
	index->pairs = ct_array_new(size, sizeof *index->pairs);
	if (index->pairs == NULL)
		return false;
	index->size = size;
	memset(index->pairs, -1, (size_t)size * sizeof *index->pairs);
	for (int64_t pair = 0; pair < self->i; pair++)
		if (is_indexed(self, pair))
			add_to(index, self, pair);
	return true;
}

static const struct ct_value_index *own_index(const ct_value *self)
{
	const struct ct_value_block *block = ct_value_block_of(self);

	return block && block->index.pairs ? &block->index : NULL;
}

int64_t ct_value_dict_find_by(const ct_value *self, const struct ct_value_index *lent,
			      const ct_value *key)
{
	const struct ct_value_index *index = lent->pairs ? lent : own_index(self);

	if (has_nan(key))
		return -1;
	return index ? find_in(index, self, key) : look_through(self, key);
}

int64_t ct_value_dict_find(const ct_value *self, const ct_value *key)
{
	return ct_value_dict_find_by(self, &(struct ct_value_index){ 0 }, key);
}

bool ct_value_dict_index_lend(const ct_value *self, struct ct_value_index *index)
{
	*index = (struct ct_value_index){ 0 };
	return self->i <= SMALL || own_index(self) || make_index(self, index);
}

void ct_value_dict_index_add(ct_value *self, int64_t pair)
{
	struct ct_value_index *index = &ct_value_block_of(self)->index;

	if (index->pairs && is_indexed(self, pair))
		add_to(index, self, pair);
}

/* Closes the gap at a place: later entries must be reachable from their hash's slot. */
static void free_place(struct ct_value_index *index, const ct_value *self, uint64_t gap)
{
	uint64_t mask = (uint64_t)index->size - 1, at = gap;

	while (index->pairs[at = place_after(index, at)] >= 0) {
		uint64_t home = place_of(index, key_of(self, index->pairs[at]));

		if (((at - home) & mask) < ((at - gap) & mask))
			continue;
		index->pairs[gap] = index->pairs[at];
		gap = at;
	}
	index->pairs[gap] = -1;
}

void ct_value_dict_index_remove(ct_value *self, int64_t pair)
{
	struct ct_value_index *index = &ct_value_block_of(self)->index;
	uint64_t at;

	if (index->pairs == NULL)
		return;
	if (is_indexed(self, pair)) {
		at = place_of(index, key_of(self, pair));
		while (index->pairs[at] != pair)
			at = place_after(index, at);
		free_place(index, self, at);
	}
	for (int64_t i = 0; i < index->size; i++)
		index->pairs[i] -= index->pairs[i] > pair;
}

bool ct_value_dict_index_ready(ct_value *self)
{
	struct ct_value_index *index = &ct_value_block_of(self)->index, larger;

	if (self->i < SMALL || (index->pairs && 2 * (self->i + 1) <= index->size))
		return true;
	if (!make_index(self, &larger))
		return false;
	free(index->pairs);
	*index = larger;
	return true;
}

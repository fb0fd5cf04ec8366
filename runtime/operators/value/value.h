/*
 * Inside the library: the memory of an owning ct_value, and the common parts of its files.
 *
 * A list, tuple, dict or set is an array of values, where a dict's pairs are adjacent, whether it
 * is the caller's or ours. A set is a dict whose values are None, so that the index of dicts serves
 * it. Ours has a block's header in front, which CT_VALUE_BLOCK marks; a view of it keeps that flag
 * and loses CT_VALUE_OWNED.
 */
#ifndef CT_OPERATORS_VALUE_VALUE_H
#define CT_OPERATORS_VALUE_VALUE_H

#include <string.h>

#include <ctorch/core/error.h>
#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
	CT_VALUE_OWNED = 1,   /* ct_value_free() releases it */
	CT_VALUE_BLOCK = 2,   /* a ct_value_block is in front of `object` */
	CT_VALUE_ORDERED = 4, /* a dict that is Python's OrderedDict */
	CT_VALUE_COUNTER = 8 /* a dict that is saved as Python's Counter, and like any other here */
};

enum { CT_VALUE_KINDS = CT_VALUE_FOREIGN + 1 };

/* Pairs of a dict by the hash of their key. */
struct ct_value_index {
	int32_t *pairs; /* -1: free; NULL: there is no index */
	int64_t size;   /* a power of two */
};

struct ct_value_block {
	int64_t capacity;            /* in values */
	struct ct_value_index index; /* of a dict; none while it is small */
	ct_value *attributes;        /* of an ordered dict: an owning dict; NULL: none so far */
	int32_t height;              /* 1 if it contains no list, tuple, dict or set */
};

static inline struct ct_value_block *ct_value_block_of(const ct_value *self)
{
	if (!(self->flags & CT_VALUE_BLOCK))
		return NULL;
	return (struct ct_value_block *)self->object - 1;
}

/* Whether its array has keys and values. */
static inline bool ct_value_has_pairs(const ct_value *self)
{
	return self->kind == CT_VALUE_DICT || self->kind == CT_VALUE_SET;
}

/* A list, tuple, dict or set of values, which can nest. */
static inline bool ct_value_is_nest(const ct_value *self)
{
	return self->kind == CT_VALUE_LIST || self->kind == CT_VALUE_TUPLE ||
	       ct_value_has_pairs(self);
}

static inline bool ct_value_is_sequence(const ct_value *self)
{
	return self->kind >= CT_VALUE_INTS && self->kind <= CT_VALUE_TUPLE;
}

/* One that libtorch has, too. */
static inline bool ct_value_is_number(const ct_value *self)
{
	return self->kind >= CT_VALUE_BOOL && self->kind <= CT_VALUE_COMPLEX;
}

static inline bool ct_value_is_any_number(const ct_value *self)
{
	return ct_value_is_number(self) || self->kind == CT_VALUE_BIG_INT;
}

/* The number of values at `object` of a nest. */
static inline int64_t ct_value_slots(const ct_value *self)
{
	return ct_value_has_pairs(self) ? 2 * self->i : self->i;
}

static inline const ct_value *ct_value_slot(const ct_value *self, int64_t i)
{
	return (const ct_value *)self->object + i;
}

/* For two texts, or two values of bytes. */
static inline bool ct_value_same_bytes(const ct_value *a, const ct_value *b)
{
	return a->i == b->i && (a->i == 0 || memcmp(a->object, b->object, (size_t)a->i) == 0);
}

/* What is wrong with a value that may be filled in by hand, for a message; NULL if it is valid. It
 * checks only the value itself, not those in it. */
const char *ct_value_fault(const ct_value *self);

/* An item of a list or tuple of any kind or of a set, borrowed; the index is in range. */
ct_value ct_value_element(const ct_value *self, int64_t i);

/* "expected an int, got a str" and the like; `expected` has its article. */
ct_error ct_value_type_error(const ct_value *self, const char *function,
			     const char *expected) CT_WARN_UNUSED;

#define CT_VALUE_TOO_DEEP \
	"lists, tuples and dicts nest deeper than %d levels, or one contains itself"
ct_error ct_value_too_deep(const char *function) CT_WARN_UNUSED;

/* Exact, whatever the kinds: 2^53 + 1 is not a double. */
bool ct_value_numbers_equal(const ct_value *a, const ct_value *b);

/* --- Keys of dicts and items of sets (dict.c) ------------------------------------------------- */

/* Levels of tuples in a key: what hashes and compares them calls itself. */
enum { CT_VALUE_KEY_LEVELS = 16 };

bool ct_value_can_be_key(const ct_value *self);
/* An error unless `key` can be one of the dict or set. */
ct_error ct_value_check_key(const ct_value *self, const ct_value *key,
			    const char *function) CT_WARN_UNUSED;
bool ct_value_keys_equal(const ct_value *a, const ct_value *b);

/* The pair with the key; -1 if there is none. */
int64_t ct_value_dict_find(const ct_value *self, const ct_value *key);

/* Updates the index of a dict that has room for one more pair; false: no memory. */
bool ct_value_dict_index_ready(ct_value *self);
void ct_value_dict_index_add(ct_value *self, int64_t pair);
/* Call it before the pair is removed and those after it move up. */
void ct_value_dict_index_remove(ct_value *self, int64_t pair);

/* An index for many lookups in a dict that may have none because it is the caller's array. It stays
 * empty if the dict has one or is small; false: no memory. Free its `pairs`. */
bool ct_value_dict_index_lend(const ct_value *self, struct ct_value_index *index);
int64_t ct_value_dict_find_by(const ct_value *self, const struct ct_value_index *lent,
			      const ct_value *key);

/* --- libtorch's own objects (object.cpp) ------------------------------------------------------ */

void *ct_value_object_keep(const void *object); /* NULL: no memory */
void ct_value_object_free(void *object);
const char *ct_value_object_type(const void *object); /* borrowed */
bool ct_value_object_same(const void *a, const void *b);

#ifdef __cplusplus
}
#endif

#endif

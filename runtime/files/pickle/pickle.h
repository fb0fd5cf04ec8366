/*
 * Inside the library: writing pickles of protocol 2, as Python's pickler does: it memoizes what can
 * be referred to, so that the bytes are the same.
 */
#ifndef CT_FILES_PICKLE_PICKLE_H
#define CT_FILES_PICKLE_PICKLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"

struct ct_memo;

struct ct_pickler {
	struct ct_text bytes;
	struct ct_memo *memo; /* of texts, globals and tensors */
	uint32_t memo_len;
	bool failed; /* no memory */
};

enum {
	CT_PICKLE_MARK = '(',
	CT_PICKLE_STOP = '.',
	CT_PICKLE_NONE = 'N',
	CT_PICKLE_TRUE = 0x88,
	CT_PICKLE_FALSE = 0x89,
	CT_PICKLE_EMPTY_LIST = ']',
	CT_PICKLE_EMPTY_TUPLE = ')',
	CT_PICKLE_EMPTY_DICT = '}',
	CT_PICKLE_APPEND = 'a',
	CT_PICKLE_APPENDS = 'e',
	CT_PICKLE_SETITEM = 's',
	CT_PICKLE_SETITEMS = 'u',
	CT_PICKLE_REDUCE = 'R',
	CT_PICKLE_NEW_OBJECT = 0x81,
	CT_PICKLE_BUILD = 'b',
	CT_PICKLE_PERSISTENT = 'Q'
};

/* The protocol, which comes first. */
void ct_pickle_begin(struct ct_pickler *self);
void ct_pickle_op(struct ct_pickler *self, int opcode);
void ct_pickle_bool(struct ct_pickler *self, bool value);
void ct_pickle_int(struct ct_pickler *self, int64_t value);
void ct_pickle_uint(struct ct_pickler *self, uint64_t value);
/* Of more than 64 bits and at most CT_BIG_INT_BYTES bytes: its decimal digits. */
void ct_pickle_big_int(struct ct_pickler *self, const char *digits, size_t n);
void ct_pickle_float(struct ct_pickler *self, double value);
/* UTF-8; a second time it is a reference. */
void ct_pickle_text(struct ct_pickler *self, const char *text, size_t n);
/* As ct_pickle_text(), but never a reference: in Python another object than an equal text. */
void ct_pickle_new_text(struct ct_pickler *self, const char *text, size_t n);
/* Without a memo, which must follow. */
void ct_pickle_put_text(struct ct_pickler *self, const char *text, size_t n);
/* Python's bytes. */
void ct_pickle_bytes(struct ct_pickler *self, const unsigned char *bytes, size_t n);
/* A function or class. */
void ct_pickle_named(struct ct_pickler *self, const char *module, const char *name);
/* Ends a tuple of the last `n` objects; for more than 3, the mark comes before them. */
void ct_pickle_tuple(struct ct_pickler *self, size_t n);
void ct_pickle_ints(struct ct_pickler *self, const int64_t *ints, int64_t len);
/* Python can refer to the last object, so that later numbers of memos are one more. */
void ct_pickle_memoize(struct ct_pickler *self);
/* The same, with a key under which ct_pickle_refer() finds it: `n` bytes, and a letter for its kind. */
void ct_pickle_remember(struct ct_pickler *self, char kind, const void *key, size_t n);
/* Writes a reference if there is one. */
bool ct_pickle_refer(struct ct_pickler *self, char kind, const void *key, size_t n);
void ct_pickler_free(struct ct_pickler *self);

#endif

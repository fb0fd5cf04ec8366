/*
 * Writing pickles.
 */
#include <stdlib.h>
#include <string.h>

#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(element) ((void)(element))
#include <uthash.h>

#include "core/base/big_int.h"
#include "core/base/utf8.h"
#include "files/pickle/pickle.h"
#include "files/zip/bytes.h"

enum { PROTOCOL = 2 };

/* What can be referred to: a letter for its kind, and a text, the lines of a global, a pointer. */
struct ct_memo {
	UT_hash_handle hh;
	uint32_t index;
	size_t n;
	char key[];
};

static void add(struct ct_pickler *self, const void *bytes, size_t n)
{
	ct_text_add_bytes(&self->bytes, bytes, n);
}

void ct_pickle_op(struct ct_pickler *self, int opcode)
{
	const char byte = (char)opcode;

	add(self, &byte, 1);
}

void ct_pickle_begin(struct ct_pickler *self)
{
	ct_pickle_op(self, 0x80);
	ct_pickle_op(self, PROTOCOL);
}

/* An opcode and a number of 1, 2, 4 or 8 bytes. */
static void add_number(struct ct_pickler *self, int opcode, uint64_t number, size_t size)
{
	unsigned char bytes[8];

	ct_write_u64(bytes, number);
	ct_pickle_op(self, opcode);
	add(self, bytes, size);
}

/* --- The memo ---------------------------------------------------------------------------------- */

void ct_pickle_memoize(struct ct_pickler *self)
{
	const uint32_t index = self->memo_len++;

	if (index < 256)
		add_number(self, 'q', index, 1);
	else
		add_number(self, 'r', index, 4);
}

bool ct_pickle_refer(struct ct_pickler *self, char kind, const void *key, size_t n)
{
	struct ct_memo *found;
	char *name = malloc(n + 1);

	if (name == NULL) {
		self->failed = true;
		return false;
	}
	name[0] = kind;
	memcpy(name + 1, key, n);
	HASH_FIND(hh, self->memo, name, n + 1, found);
	free(name);
	if (found == NULL)
		return false;
	if (found->index < 256)
		add_number(self, 'h', found->index, 1);
	else
		add_number(self, 'j', found->index, 4);
	return true;
}

void ct_pickle_remember(struct ct_pickler *self, char kind, const void *key, size_t n)
{
	struct ct_memo *memo = calloc(1, sizeof *memo + n + 1);

	if (memo) {
		memo->index = self->memo_len;
		memo->n = n + 1;
		memo->key[0] = kind;
		memcpy(memo->key + 1, key, n);
		HASH_ADD_KEYPTR(hh, self->memo, memo->key, memo->n, memo);
	}
	if (memo == NULL || memo->hh.tbl == NULL) {
		free(memo);
		self->failed = true;
	}
	ct_pickle_memoize(self);
}

void ct_pickler_free(struct ct_pickler *self)
{
	struct ct_memo *memo, *next;

	HASH_ITER (hh, self->memo, memo, next) {
		HASH_DEL(self->memo, memo);
		free(memo);
	}
	ct_text_release(&self->bytes);
}

/* --- Values ------------------------------------------------------------------------------------ */

void ct_pickle_bool(struct ct_pickler *self, bool value)
{
	ct_pickle_op(self, value ? CT_PICKLE_TRUE : CT_PICKLE_FALSE);
}

/* In as few bytes of two's complement as it needs. */
static void add_long(struct ct_pickler *self, int64_t value)
{
	unsigned char bytes[10] = { 0x8a };
	size_t n = 8;

	while (n > 1 && value >> (8 * n - 9) == (value < 0 ? -1 : 0))
		n--;
	ct_write_u64(bytes + 2, (uint64_t)value);
	bytes[1] = (unsigned char)n;
	add(self, bytes, 2 + n);
}

void ct_pickle_int(struct ct_pickler *self, int64_t value)
{
	if (value >= 0 && value < 0x100)
		add_number(self, 'K', (uint64_t)value, 1);
	else if (value >= 0 && value < 0x10000)
		add_number(self, 'M', (uint64_t)value, 2);
	else if (value >= INT32_MIN && value <= INT32_MAX)
		add_number(self, 'J', (uint64_t)value, 4);
	else
		add_long(self, value);
}

void ct_pickle_uint(struct ct_pickler *self, uint64_t value)
{
	unsigned char bytes[11] = { 0x8a, 9 };

	if (value <= INT64_MAX) {
		ct_pickle_int(self, (int64_t)value);
		return;
	}
	ct_write_u64(bytes + 2, value);
	add(self, bytes, sizeof bytes);
}

/* Only LONG1: Python's weights_only refuses LONG4. */
void ct_pickle_big_int(struct ct_pickler *self, const char *digits, size_t n)
{
	unsigned char bytes[CT_BIG_INT_BYTES];
	const size_t len = ct_big_int_bytes(digits, n, bytes);

	add_number(self, 0x8a, len, 1);
	add(self, bytes, len);
}

/* The only numbers that are big-endian. */
void ct_pickle_float(struct ct_pickler *self, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	add_number(self, 'G', __builtin_bswap64(bits), 8);
}

void ct_pickle_put_text(struct ct_pickler *self, const char *text, size_t n)
{
	add_number(self, 'X', n, 4);
	add(self, text, n);
}

void ct_pickle_new_text(struct ct_pickler *self, const char *text, size_t n)
{
	ct_pickle_put_text(self, text, n);
	ct_pickle_memoize(self);
}

void ct_pickle_text(struct ct_pickler *self, const char *text, size_t n)
{
	if (ct_pickle_refer(self, 't', text, n))
		return;
	ct_pickle_put_text(self, text, n);
	ct_pickle_remember(self, 't', text, n);
}

void ct_pickle_named(struct ct_pickler *self, const char *module, const char *name)
{
	struct ct_text lines = { 0 };

	ct_text_addf(&lines, "%s\n%s\n", module, name);
	if (lines.failed)
		self->failed = true;
	else if (!ct_pickle_refer(self, 'c', lines.data, lines.length)) {
		ct_pickle_op(self, 'c');
		add(self, lines.data, lines.length);
		ct_pickle_remember(self, 'c', lines.data, lines.length);
	}
	ct_text_release(&lines);
}

/* Protocol 2 has no bytes: they are encoded from a text whose characters are the bytes. Python writes
 * bytes() if there are none, and then refuses to read that with weights_only. */
void ct_pickle_bytes(struct ct_pickler *self, const unsigned char *bytes, size_t n)
{
	struct ct_text text = { 0 };

	for (size_t i = 0; i < n; i++) {
		const char wide[] = { (char)(0xc0 | bytes[i] >> 6), (char)(0x80 | (bytes[i] & 0x3f)) };

		if (bytes[i] < 0x80)
			ct_text_add_bytes(&text, (const char *)bytes + i, 1);
		else
			ct_text_add_bytes(&text, wide, 2);
	}
	self->failed = self->failed || text.failed;
	ct_pickle_named(self, "_codecs", "encode");
	ct_pickle_new_text(self, text.data ? text.data : "", text.length);
	ct_pickle_text(self, "latin1", 6);
	ct_pickle_tuple(self, 2);
	ct_pickle_op(self, CT_PICKLE_REDUCE);
	ct_pickle_memoize(self);
	ct_text_release(&text);
}

void ct_pickle_tuple(struct ct_pickler *self, size_t n)
{
	if (n == 0) {
		ct_pickle_op(self, CT_PICKLE_EMPTY_TUPLE);
		return;
	}
	ct_pickle_op(self, n <= 3 ? 0x84 + (int)n : 't');
	ct_pickle_memoize(self);
}

void ct_pickle_ints(struct ct_pickler *self, const int64_t *ints, int64_t len)
{
	if (len > 3)
		ct_pickle_op(self, CT_PICKLE_MARK);
	for (int64_t i = 0; i < len; i++)
		ct_pickle_int(self, ints[i]);
	ct_pickle_tuple(self, (size_t)len);
}

#define _GNU_SOURCE
#include <ctype.h>

#include <zlib.h>

#include "hostile.h"

/* --- Bytes ------------------------------------------------------------------------------------ */

void add_bytes(struct bytes *self, const void *bytes, size_t n)
{
	if (self->n + n > self->room) {
		self->room = 2 * (self->n + n) + 64;
		self->data = realloc(self->data, self->room);
		MUST(self->data);
	}
	if (n)
		memcpy(self->data + self->n, bytes, n);
	self->n += n;
}

void add_byte(struct bytes *self, int byte)
{
	add_bytes(self, &(unsigned char){ (unsigned char)byte }, 1);
}

void add_number(struct bytes *self, uint64_t number, int size)
{
	for (int i = 0; i < size; i++)
		add_byte(self, (int)(number >> 8 * i & 0xff));
}

void set_number(struct bytes *self, size_t at, uint64_t number, int size)
{
	MUST(at + (size_t)size <= self->n);
	for (int i = 0; i < size; i++)
		self->data[at + (size_t)i] = (unsigned char)(number >> 8 * i);
}

void free_bytes(struct bytes *self)
{
	free(self->data);
	*self = (struct bytes){ 0 };
}

/* --- Pickles ---------------------------------------------------------------------------------- */

static void add_string(struct bytes *self, int opcode, const char *text, size_t n)
{
	add_byte(self, opcode);
	add_number(self, n, 4);
	add_bytes(self, text, n);
}

static void add_int(struct bytes *self, int64_t number)
{
	add_byte(self, 0x8a);
	add_byte(self, 8);
	add_number(self, (uint64_t)number, 8);
}

static void add_float(struct bytes *self, double number)
{
	uint64_t bits;

	memcpy(&bits, &number, sizeof bits);
	add_byte(self, 'G');
	for (int i = 56; i >= 0; i -= 8)
		add_byte(self, (int)(bits >> i & 0xff));
}

/* "module.name": the name is what follows the last dot. */
static void add_global(struct bytes *self, const char *word, size_t n)
{
	const char *dot = memrchr(word, '.', n);
	const size_t module = (size_t)(dot - word);

	MUST(dot);
	add_byte(self, 'c');
	add_bytes(self, word, module);
	add_byte(self, '\n');
	add_bytes(self, dot + 1, n - module - 1);
	add_byte(self, '\n');
}

static void add_memo(struct bytes *self, int short_opcode, const char *digits)
{
	const unsigned long index = strtoul(digits, NULL, 10);

	add_byte(self, index < 256 ? short_opcode : short_opcode == 'q' ? 'r' : 'j');
	add_number(self, index, index < 256 ? 1 : 4);
}

/* In files of the older form a storage can be a part of another one, or None. */
static bool is_legacy;

/* "Float:0:4" */
static void add_storage(struct bytes *self, const char *word)
{
	char class_name[32], key[64];
	long long numel;

	MUST(sscanf(word, "%31[A-Za-z0-9]:%63[^:]:%lld", class_name, key, &numel) == 3);
	add_byte(self, '(');
	add_string(self, 'X', "storage", 7);
	add_bytes(self, "ctorch\n", 7);
	add_bytes(self, class_name, strlen(class_name));
	add_bytes(self, "Storage\n", 8);
	add_string(self, 'X', key, strlen(key));
	add_string(self, 'X', "cpu", 3);
	add_int(self, numel);
	add_bytes(self, is_legacy ? "NtQ" : "tQ", is_legacy ? 3 : 2);
}

/* "(2,3)" */
static void add_ints(struct bytes *self, const char *word)
{
	char *end = (char *)word + 1;

	add_byte(self, '(');
	while (*end != ')') {
		add_int(self, strtoll(end, &end, 10));
		end += *end == ',';
	}
	add_byte(self, 't');
}

static void add_hex(struct bytes *self, const char *word, size_t n)
{
	unsigned byte;

	for (size_t i = 0; i + 1 < n; i += 2) {
		MUST(sscanf(word + i, "%2x", &byte) == 1);
		add_byte(self, (int)byte);
	}
}

/* A word without the quotes of texts. */
static void add_word(struct bytes *self, const char *word, size_t n)
{
	if (*word == '@')
		add_global(self, word + 1, n - 1);
	else if (*word == '$')
		add_storage(self, word + 1);
	else if (*word == '%')
		add_ints(self, word + 1);
	else if (*word == '#')
		add_hex(self, word + 1, n - 1);
	else if (*word == '~')
		add_float(self, strtod(word + 1, NULL));
	else if (isdigit((unsigned char)*word) || (*word == '-' && n > 1))
		add_int(self, strtoll(word, NULL, 10));
	else if ((*word == 'p' || *word == 'g') && n > 1)
		add_memo(self, *word == 'p' ? 'q' : 'h', word + 1);
	else
		add_bytes(self, word, n);
}

void add_pickle(struct bytes *self, const char *words)
{
	add_bytes(self, "\x80\2", 2);
	while (*(words += strspn(words, " "))) {
		const bool quoted = *words == '\'' || *words == '"';
		const size_t n = quoted ? strcspn(words + 1, (char[]){ *words, 0 }) + 2
					: strcspn(words, " ");

		if (quoted)
			add_string(self, *words == '"' ? 'B' : 'X', words + 1, n - 2);
		else
			add_word(self, words, n);
		words += n;
	}
}

void add_legacy_pickle(struct bytes *self, const char *words)
{
	is_legacy = true;
	add_pickle(self, words);
	is_legacy = false;
}

/* --- Zip archives ----------------------------------------------------------------------------- */

static void add_stored(struct archive *self, const char *name, const void *bytes, size_t stored_n)
{
	const size_t name_len = strlen(name), i = self->len++,
		     padding = 24 + -(self->file.n + LOCAL_TEXT + name_len + 4) % 8;

	MUST(i < MOST_ENTRIES);
	self->local[i] = self->file.n;
	self->entries[i].name = name;
	self->entries[i].stored_n = stored_n;
	add_bytes(&self->file, "PK\3\4\0\0\0\0", 8);
	add_number(&self->file, self->entries[i].method, 2);
	add_number(&self->file, 0, 4);
	add_number(&self->file, self->entries[i].crc, 4);
	add_number(&self->file, stored_n, 4);
	add_number(&self->file, self->entries[i].n, 4);
	add_number(&self->file, name_len, 2);
	add_number(&self->file, strstr(name, "/data/") ? 4 + padding : 0, 2);
	add_bytes(&self->file, name, name_len);
	if (strstr(name, "/data/")) {
		add_bytes(&self->file, "FB", 2);
		add_number(&self->file, padding, 2);
		for (size_t j = 0; j < padding; j++)
			add_byte(&self->file, 'Z');
	}
	self->data[i] = self->file.n;
	add_bytes(&self->file, bytes, stored_n);
}

static void describe(struct archive *self, const void *bytes, size_t n, int method)
{
	self->entries[self->len].n = n;
	self->entries[self->len].method = (uint16_t)method;
	self->entries[self->len].crc = (uint32_t)crc32(0, bytes, (uInt)n);
}

void add_entry(struct archive *self, const char *name, const void *bytes, size_t n)
{
	describe(self, bytes, n, 0);
	add_stored(self, name, bytes, n);
}

void add_text_entry(struct archive *self, const char *name, const char *text)
{
	add_entry(self, name, text, strlen(text));
}

void add_deflated(struct archive *self, const char *name, const void *bytes, size_t n)
{
	const size_t room = n + n / 1000 + 64;
	unsigned char *packed = malloc(room);
	z_stream stream = { .next_in = (unsigned char *)bytes,
			    .avail_in = (uInt)n,
			    .next_out = packed,
			    .avail_out = (uInt)room };

	MUST(packed &&
	     deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
	MUST(deflate(&stream, Z_FINISH) == Z_STREAM_END);
	describe(self, bytes, n, 8);
	add_stored(self, name, packed, stream.total_out);
	deflateEnd(&stream);
	free(packed);
}

static void add_central(struct archive *self, size_t i)
{
	struct bytes *file = &self->file;

	self->central[i] = file->n;
	add_bytes(file, "PK\1\2\0\0\0\0\0\0", 10);
	add_number(file, self->entries[i].method, 2);
	add_number(file, 0, 4);
	add_number(file, self->entries[i].crc, 4);
	add_number(file, self->entries[i].stored_n, 4);
	add_number(file, self->entries[i].n, 4);
	add_number(file, strlen(self->entries[i].name), 2);
	add_number(file, self->entries[i].extra.n, 2);
	add_number(file, 0, 6); /* comment, disk, internal attributes */
	add_number(file, 0, 4);
	add_number(file, self->local[i], 4);
	add_bytes(file, self->entries[i].name, strlen(self->entries[i].name));
	add_bytes(file, self->entries[i].extra.data, self->entries[i].extra.n);
}

static void add_directory(struct archive *self)
{
	for (size_t i = 0; i < self->len; i++)
		add_central(self, i);
	self->end = self->file.n;
}

static void add_end(struct archive *self, size_t size)
{
	struct bytes *file = &self->file;

	self->end = file->n;
	add_bytes(file, "PK\5\6\0\0\0\0", 8);
	add_number(file, self->len, 2);
	add_number(file, self->len, 2);
	add_number(file, size, 4);
	add_number(file, self->central[0], 4);
	add_number(file, 0, 2);
}

void end_archive(struct archive *self)
{
	add_directory(self);
	add_end(self, self->end - self->central[0]);
}

void end_archive64(struct archive *self)
{
	struct bytes *file = &self->file;
	size_t at;

	add_directory(self);
	at = self->end;
	add_bytes(file, "PK\6\6", 4);
	add_number(file, 44, 8);
	add_number(file, 0, 4); /* versions */
	add_number(file, 0, 8); /* disks */
	add_number(file, self->len, 8);
	add_number(file, self->len, 8);
	add_number(file, at - self->central[0], 8);
	add_number(file, self->central[0], 8);
	add_bytes(file, "PK\6\7\0\0\0\0", 8);
	add_number(file, at, 8);
	add_number(file, 1, 4);
	add_end(self, at - self->central[0]);
}

void free_archive(struct archive *self)
{
	for (size_t i = 0; i < self->len; i++)
		free_bytes(&self->entries[i].extra);
	free_bytes(&self->file);
}

const float one_to_four[4] = { 1, 2, 3, 4 };
static const int64_t indices[8] = { 0, 1, 1, 2, 0, 2, 7, -1 };
static const double scales[2] = { 0.5, 0.25 };

void begin_checkpoint(struct archive *self, const char *words)
{
	struct bytes pickle = { 0 };

	add_pickle(&pickle, words);
	add_entry(self, "a/data.pkl", pickle.data, pickle.n);
	add_text_entry(self, "a/version", "3\n");
	add_entry(self, "a/data/0", one_to_four, sizeof one_to_four);
	add_entry(self, "a/data/i", indices, sizeof indices);
	add_entry(self, "a/data/s", scales, sizeof scales);
	free_bytes(&pickle);
}

void make_checkpoint(struct archive *self, const char *words)
{
	begin_checkpoint(self, words);
	end_archive(self);
}

/* --- Files of the older form ------------------------------------------------------------------ */

void begin_legacy(struct bytes *self, const char *words)
{
	add_pickle(self, "#8a0a6cfc9c46f9206aa85019 .");
	add_pickle(self, "1001 .");
	add_pickle(self, "} ( 'protocol_version' 1001 'little_endian' #88 u .");
	add_legacy_pickle(self, words);
}

void end_legacy(struct bytes *self)
{
	add_pickle(self, "] '0' a .");
	add_number(self, LENGTH(one_to_four), 8);
	add_bytes(self, one_to_four, sizeof one_to_four);
}

/*
 * NumPy's archives, read in three ways: copied, mapped, without elements. What is read copied is
 * read the same in the other ways, and arrays that are written, compressed or not, and read again
 * are the same. Under libFuzzer sizes and checksums are usually correct, since hardly any input
 * would get past them otherwise.
 */
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "calls.h"

static const ct_value untouched = { .kind = CT_VALUE_INT, .i = 0x5a50 };

/* A dict, or as before after an error. */
static ct_value load(const char *path, const ct_load_options *options)
{
	ct_value result = untouched;
	ct_error error = ct_npz_load(path, options, &result);
	const bool succeeds = fuzz_succeeds(error);

	FUZZ_CHECK(result.kind == (succeeds ? CT_VALUE_DICT : CT_VALUE_INT), "a value of kind %d",
		   result.kind);
	return result;
}

static bool same_value(const ct_value *a, const ct_value *b)
{
	if (a->kind != b->kind || a->kind == CT_VALUE_NONE)
		return a->kind == b->kind;
	if (a->kind == CT_VALUE_BYTES)
		return a->i == b->i &&
		       (a->i == 0 || memcmp(a->object, b->object, (size_t)a->i) == 0);
	return a->kind == CT_VALUE_TENSOR && fuzz_same(a->object, b->object);
}

static void check_same(const ct_value *a, const ct_value *b, const char *what)
{
	FUZZ_CHECK(b->kind == CT_VALUE_DICT && ct_value_count(a) == ct_value_count(b),
		   "%s: %lld values instead of %lld", what, (long long)ct_value_count(b),
		   (long long)ct_value_count(a));
	for (int64_t i = 0; i < ct_value_count(a); i++) {
		ct_value name, x, y;

		FUZZ_MUST(ct_value_dict_item(a, i, &name, &x));
		FUZZ_MUST(ct_value_dict_get(b, name, &y));
		FUZZ_CHECK(same_value(&x, &y), "%s: '%s' differs", what, (const char *)name.object);
	}
}

/* Checksums are compared only of what is copied, so that more files can be mapped. */
static void check_mapped(const char *path, const ct_value *copied)
{
	const ct_load_options options = { .mmap = true, .skip_unknown = true };
	ct_value mapped = load(path, &options);

	if (copied->kind == CT_VALUE_DICT)
		check_same(copied, &mapped, "mapped");
	ct_value_free(&mapped);
}

static void check_meta(const char *path, const ct_value *copied)
{
	const ct_load_options options = { .map_location = { CT_DEVICE_TYPE_META, -1 },
					  .skip_unknown = true };
	ct_value meta = load(path, &options);

	FUZZ_CHECK(copied->kind != CT_VALUE_DICT || ct_value_count(&meta) == ct_value_count(copied),
		   "without elements: %lld values", (long long)ct_value_count(&meta));
	ct_value_free(&meta);
}

/* The tensors of a dict. */
static ct_value tensors_of(const ct_value *loaded)
{
	ct_value tensors = ct_value_dict_new();

	for (int64_t i = 0; i < ct_value_count(loaded); i++) {
		ct_value name, value;

		FUZZ_MUST(ct_value_dict_item(loaded, i, &name, &value));
		if (value.kind == CT_VALUE_TENSOR)
			FUZZ_MUST(ct_value_dict_set(&tensors, name, value));
	}
	return tensors;
}

static void check_written(const ct_value *loaded, bool compressed)
{
	const char *path = fuzz_file("output.npz", "", 0);
	ct_value tensors = tensors_of(loaded), again;
	ct_error error = ct_npz_save(&tensors, path, compressed);

	FUZZ_MUST(error);
	again = load(path, NULL);
	check_same(&tensors, &again, compressed ? "compressed" : "written");
	ct_value_free(&again);
	ct_value_free(&tensors);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const ct_load_options options = { .skip_unknown = true };
	const char *path;
	ct_value copied;

	fuzz_enter();
	path = fuzz_file("input.npz", data, size);
	copied = load(path, &options);
	check_mapped(path, &copied);
	check_meta(path, &copied);
	if (copied.kind == CT_VALUE_DICT) {
		check_written(&copied, false);
		check_written(&copied, true);
	}
	ct_value_free(&copied);
	fuzz_leave();
	return 0;
}

/* --- for libFuzzer ---------------------------------------------------------------------------- */

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size) __attribute__((weak));
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

enum { LOCAL = 30, CENTRAL = 46, END = 22, DEFLATED = 8 };

static uint32_t number_at(const uint8_t *at, size_t size)
{
	uint32_t number = 0;

	for (size_t i = size; i-- > 0;)
		number = number << 8 | at[i];
	return number;
}

static void put_number(uint8_t *at, size_t number)
{
	for (size_t i = 0; i < 4; i++)
		at[i] = (uint8_t)(number >> 8 * i);
}

/* Inflates as much as there is; returns the length, and in `*stored` that of the compressed
 * bytes. */
static size_t inflate_entry(uint8_t *data, size_t size, uint32_t *crc, size_t *stored)
{
	static uint8_t room[1 << 16];
	z_stream z = { .next_in = data,
		       .avail_in = (unsigned)size,
		       .next_out = room,
		       .avail_out = sizeof room };

	if (inflateInit2(&z, -MAX_WBITS) != Z_OK)
		abort();
	inflate(&z, Z_FINISH);
	*stored = size - z.avail_in;
	inflateEnd(&z);
	*crc = (uint32_t)crc32(0, room, (unsigned)(sizeof room - z.avail_out));
	return sizeof room - z.avail_out;
}

/* The data of a local header extend to the next record. */
static size_t find_record(const uint8_t *data, size_t size, size_t at)
{
	while (at + 4 <= size && (data[at] != 'P' || data[at + 1] != 'K' || data[at + 2] > 8))
		at++;
	return at + 4 <= size ? at : size;
}

/* Writes sizes and checksum of the entry whose local header is at `local` into both headers. */
static void mend_entry(uint8_t *data, size_t size, size_t local, uint8_t *central)
{
	size_t begin, n, stored;
	uint32_t crc;

	if (size < LOCAL || local > size - LOCAL)
		return;
	begin = local + LOCAL + number_at(data + local + 26, 2) + number_at(data + local + 28, 2);
	if (begin >= size)
		return;
	n = stored = find_record(data, size, begin) - begin;
	crc = (uint32_t)crc32(0, data + begin, (unsigned)n);
	if (number_at(central + 10, 2) == DEFLATED)
		n = inflate_entry(data + begin, stored, &crc, &stored);
	memcpy(data + local + 6, central + 8, 4); /* flags and method */
	put_number(data + local + 14, crc);
	put_number(data + local + 18, stored);
	put_number(data + local + 22, n);
	put_number(central + 16, crc);
	put_number(central + 20, stored);
	put_number(central + 24, n);
}

/* The directory is from the first of its records to the end record. */
static void mend(uint8_t *data, size_t size)
{
	size_t local = 0, first = size, n = 0, at;

	for (at = 0; (at = find_record(data, size, at)) + CENTRAL <= size; at += 4) {
		if (data[at + 2] != 1)
			continue;
		if (n++ == 0)
			first = at;
		while (local < first && (data[local] != 'P' || data[local + 2] != 3))
			local = find_record(data, size, local + 1);
		if (local < first)
			mend_entry(data, first, local, data + at);
		put_number(data + at + 42, local);
		local++;
	}
	for (at = first; (at = find_record(data, size, at)) + END <= size; at += 4) {
		if (data[at + 2] != 5)
			continue;
		data[at + 8] = data[at + 10] = (uint8_t)n;
		put_number(data + at + 12, at - first);
		put_number(data + at + 16, first);
	}
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	size = LLVMFuzzerMutate(data, size, max_size);
	if (seed % 8)
		mend(data, size);
	return size;
}

#include "checkpoints.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "calls.h"

/* --- Files in memory -------------------------------------------------------------------------- */

/* The file that is being made; the next one overwrites it. */
static uint8_t file[1 << 20];
static size_t length;

static void add(const void *bytes, size_t n)
{
	FUZZ_CHECK(n <= sizeof file - length, "no room for %zu bytes", n);
	if (n)
		memcpy(file + length, bytes, n);
	length += n;
}

static void add_number(uint64_t number, int size)
{
	for (int i = 0; i < size; i++)
		add(&(uint8_t){ (uint8_t)(number >> 8 * i) }, 1);
}

/* --- Storages --------------------------------------------------------------------------------- */

static const uint8_t sizes[] = { 0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64 };

enum { SIZES = sizeof sizes, STORAGES = 2 * SIZES };

static size_t size_of(int storage)
{
	return sizes[storage / 2];
}

static void key_of(int storage, char key[8])
{
	snprintf(key, 8, "%zu%c", size_of(storage), 'a' + storage % 2);
}

/* Each byte is 0 or 1, so that they are bools, too. */
static const int64_t numbers[8] = { 0, 1, 1, 0, 0, 1, 1, 1 };

/* --- Zip archives ----------------------------------------------------------------------------- */

struct entry {
	char name[24];
	const void *bytes;
	size_t n, header;
};

/* What the headers of both kinds have in common, from the flags on. */
static void add_fields(const struct entry *entry)
{
	add_number(0, 8); /* flags, method, time */
	add_number(crc32(0, entry->n ? entry->bytes : (const Bytef *)"", (uInt)entry->n), 4);
	add_number(entry->n, 4);
	add_number(entry->n, 4);
	add_number(strlen(entry->name), 2);
	add_number(0, 2);
}

static void add_entry(struct entry *entry)
{
	entry->header = length;
	add("PK\3\4\0\0", 6);
	add_fields(entry);
	add(entry->name, strlen(entry->name));
	add(entry->bytes, entry->n);
}

static void add_central(const struct entry *entry)
{
	add("PK\1\2\0\0\0\0", 8);
	add_fields(entry);
	add_number(0, 8); /* comment, disk, internal attributes */
	add_number(0, 2);
	add_number(entry->header, 4);
	add(entry->name, strlen(entry->name));
}

static void add_archive(struct entry *entries, size_t n)
{
	size_t directory;

	length = 0;
	for (size_t i = 0; i < n; i++)
		add_entry(&entries[i]);
	directory = length;
	for (size_t i = 0; i < n; i++)
		add_central(&entries[i]);
	add("PK\5\6\0\0\0\0", 8);
	add_number(n, 2);
	add_number(n, 2);
	add_number(length - 12 - directory, 4);
	add_number(directory, 4);
	add_number(0, 2);
}

const uint8_t *fuzz_archive(const uint8_t *pickle, size_t n, size_t *size)
{
	/* With constants, as an archive of torch.jit.save(), whose classes are data. */
	struct entry entries[STORAGES + 3] = { { "a/data.pkl", pickle, n, 0 },
					       { "a/version", "3\n", 2, 0 },
					       { "a/constants.pkl", "\x80\2).", 4, 0 } };

	for (int i = 0; i < STORAGES; i++) {
		char key[8];

		key_of(i, key);
		entries[i + 3].bytes = numbers;
		entries[i + 3].n = size_of(i);
		snprintf(entries[i + 3].name, sizeof entries->name, "a/data/%s", key);
	}
	add_archive(entries, STORAGES + 3);
	*size = length;
	return file;
}

/* --- Older files ------------------------------------------------------------------------------ */

/* Whether the pickle has the key as a text: BINUNICODE and its length are before it. The number of
 * elements, which the file has before the bytes, is in BININT1 after the location, "cpu". */
static bool has_key(const uint8_t *pickle, size_t n, const char *key, uint64_t *numel)
{
	uint8_t text[16] = { 'X', (uint8_t)strlen(key), 0, 0, 0 };
	const uint8_t *at;

	memcpy(text + 5, key, strlen(key));
	at = memmem(pickle, n, text, 5 + strlen(key));
	if (at == NULL)
		return false;
	at = memchr(at, 'K', (size_t)(pickle + n - at));
	*numel = at && at + 1 < pickle + n ? at[1] : 0;
	return true;
}

const uint8_t *fuzz_legacy(const uint8_t *pickle, size_t n, size_t *size)
{
	static const char head[] = "\x80\2\x8a\n\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."
				   "\x80\2M\xe9\3."
				   "\x80\2}.";
	uint64_t numel;
	char key[8];

	length = 0;
	add(head, sizeof head - 1);
	add(pickle, n);
	add("\x80\2](", 4);
	for (int i = 0; i < STORAGES; i++) {
		key_of(i, key);
		if (!has_key(pickle, n, key, &numel))
			continue;
		add("X", 1);
		add_number(strlen(key), 4);
		add(key, strlen(key));
	}
	add("e.", 2);
	for (int i = 0; i < STORAGES; i++) {
		key_of(i, key);
		if (!has_key(pickle, n, key, &numel))
			continue;
		add_number(numel, 8);
		add(numbers, size_of(i));
	}
	*size = length;
	return file;
}

/* --- What must hold --------------------------------------------------------------------------- */

static const ct_value untouched = { .kind = CT_VALUE_INT, .i = 0x5a50 };

/* Whether it was loaded; after an error the results must be as before. */
static bool load(const char *path, const ct_load_options *options, ct_value *result)
{
	ct_error error;

	*result = untouched;
	error = ct_load(path, options, result);
	if (fuzz_succeeds(error))
		return true;
	FUZZ_CHECK(result->kind == untouched.kind && result->i == untouched.i,
		   "an error, and the result was written");
	*result = ct_value_none();
	return false;
}

/* The bytes of a file in the folder of files; release them with free(). */
static uint8_t *read_file(const char *path, size_t *n)
{
	FILE *stream = fopen(path, "rb");
	uint8_t *bytes = malloc(4 * sizeof file);

	FUZZ_CHECK(stream && bytes, "%s cannot be read", path);
	*n = fread(bytes, 1, 4 * sizeof file, stream);
	fclose(stream);
	return bytes;
}

/* As ct_save() writes it, always under the same name, which is in the file. */
static uint8_t *saved(const ct_value *value, size_t *n)
{
	char path[300];

	snprintf(path, sizeof path, "%s/saved.pt", fuzz_folder());
	FUZZ_MUST(ct_save(value, path));
	return read_file(path, n);
}

/* The file that is saved describes all of a value, so it is the same for the same value. */
static void check_same(const ct_value *a, const ct_value *b, const char *what)
{
	size_t n, m;
	uint8_t *of_a = saved(a, &n), *of_b = saved(b, &m);

	FUZZ_CHECK(n == m && memcmp(of_a, of_b, n) == 0, "%s: %zu bytes instead of %zu", what, m,
		   n);
	free(of_a);
	free(of_b);
}

static void check_saved(const ct_value *value)
{
	char path[300];
	ct_value again;

	snprintf(path, sizeof path, "%s/saved.pt", fuzz_folder());
	FUZZ_MUST(ct_save(value, path));
	FUZZ_MUST(ct_load(path, NULL, &again));
	check_same(value, &again, "saved");
	ct_value_free(&again);
}

/* The same file with what is not data left out. */
static void check_skipped(const char *path, bool is_loaded, const ct_value *loaded)
{
	ct_value result, names = untouched;
	const ct_load_options options = { .skip_unknown = true, .skipped = &names };

	if (!load(path, &options, &result)) {
		FUZZ_CHECK(!is_loaded, "an error with skip_unknown alone");
		FUZZ_CHECK(names.kind == untouched.kind, "an error, and the names were written");
		return;
	}
	if (is_loaded) {
		FUZZ_CHECK(ct_value_count(&names) == 0, "%lld names are skipped",
			   (long long)ct_value_count(&names));
		check_same(loaded, &result, "with skip_unknown");
	}
	ct_value_free(&names);
	ct_value_free(&result);
}

/* Shapes alone, and a few tensors alone: whether that is an error depends on what is left out. */
static void check_parts(const char *path)
{
	static const char *const keys[] = { "w", "n.x" };
	const ct_load_options shapes = { .map_location = CT_DEVICE_META },
			      selected = { .keys = keys, .keys_len = 2 };
	ct_value result;

	if (load(path, &shapes, &result))
		ct_value_free(&result);
	if (load(path, &selected, &result))
		ct_value_free(&result);
}

/* Modules as their state dicts, which can be saved. */
static void check_state_dicts(const char *path)
{
	const ct_load_options refusing = { .state_dicts = true },
			      skipping = { .state_dicts = true, .skip_unknown = true };
	ct_value result, skipped;

	if (load(path, &refusing, &result)) {
		FUZZ_CHECK(load(path, &skipping, &skipped), "an error with skip_unknown alone");
		check_same(&result, &skipped, "with state_dicts and skip_unknown");
		ct_value_free(&skipped);
		ct_value_free(&result);
	} else if (load(path, &skipping, &skipped)) {
		ct_value_free(&skipped);
	}
}

void fuzz_check_checkpoint(const uint8_t *bytes, size_t n)
{
	const ct_load_options mapping = { .mmap = true };
	char path[300];
	ct_value loaded, mapped;
	bool is_loaded;

	fuzz_enter();
	snprintf(path, sizeof path, "%s", fuzz_file("input.pt", bytes, n));
	is_loaded = load(path, NULL, &loaded);
	/* Checksums are compared only of what is copied. */
	if (load(path, &mapping, &mapped)) {
		if (is_loaded)
			check_same(&loaded, &mapped, "mapped");
		ct_value_free(&mapped);
	} else {
		FUZZ_CHECK(!is_loaded, "a file is copied, but not mapped");
	}
	check_skipped(path, is_loaded, &loaded);
	check_parts(path);
	check_state_dicts(path);
	if (is_loaded)
		check_saved(&loaded);
	ct_value_free(&loaded);
	fuzz_leave();
}

/*
 * Weights are mapped: loading a large archive reads nothing of them, and its instances share pages.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "scratch.h"
#include "support.h"

enum { LARGE = 314572800, TOUCHED = 64 << 20, LIMIT = 20 << 20, ALIGNED = 64 };

/* --- An archive with a hole ------------------------------------------------------------------- */

static uint32_t crc_of(const void *bytes, size_t n)
{
	const unsigned char *at = bytes;
	uint32_t crc = ~UINT32_C(0);

	for (size_t i = 0; i < n; i++) {
		crc ^= at[i];
		for (int k = 0; k < 8; k++)
			crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xedb88320) : 0);
	}
	return ~crc;
}

struct zip_file {
	int fd;
	uint32_t at;
	unsigned char directory[2048];
	uint32_t directory_len;
	uint16_t entries;
};

static unsigned char *put16(unsigned char *to, unsigned number)
{
	to[0] = (unsigned char)number;
	to[1] = (unsigned char)(number >> 8);
	return to + 2;
}

static unsigned char *put32(unsigned char *to, uint32_t number)
{
	return put16(put16(to, number & 0xffff), number >> 16);
}

/* The fields that both headers of an entry have; `padding` is the length of its extra field. */
static unsigned char *put_fields(unsigned char *to, const char *name, uint32_t crc, uint32_t n,
				 unsigned padding)
{
	to = put32(put16(put16(put16(to, 20), 0), 0), 0); /* version, flags, method, time */
	to = put32(put32(put32(to, crc), n), n);
	return put16(put16(to, (unsigned)strlen(name)), padding);
}

static void write_bytes(struct zip_file *self, const void *bytes, size_t n)
{
	MUST(pwrite(self->fd, bytes, n, self->at) == (ssize_t)n);
	self->at += (uint32_t)n;
}

static void note_entry(struct zip_file *self, const char *name, uint32_t crc, uint32_t n,
		       uint32_t header)
{
	unsigned char *to = self->directory + self->directory_len;

	to = put16(put32(to, 0x02014b50), 20);
	to = put_fields(to, name, crc, n, 0);
	to = put32(put16(put16(put16(to, 0), 0), 0), 0); /* comment, disk, attributes */
	to = put32(to, header);
	memcpy(to, name, strlen(name));
	self->directory_len = (uint32_t)(to - self->directory) + (uint32_t)strlen(name);
	self->entries++;
}

/* `bytes` NULL: a hole. The bytes are aligned, as PyTorch does it. */
static void add_entry(struct zip_file *self, const char *name, const void *bytes, uint32_t n)
{
	const uint32_t crc = bytes ? crc_of(bytes, n) : 0, header = self->at;
	const uint32_t data = header + 30 + (uint32_t)strlen(name) + 4;
	const unsigned padding = (ALIGNED - data % ALIGNED) % ALIGNED + 4;
	unsigned char local[30 + 256 + 4 + ALIGNED] = { 0 }, *to;

	to = put_fields(put32(local, 0x04034b50), name, crc, n, padding);
	memcpy(to, name, strlen(name));
	to += strlen(name);
	put16(put16(to, 0x4246), padding - 4);
	write_bytes(self, local, (size_t)(to - local) + padding);
	if (bytes)
		write_bytes(self, bytes, n);
	else
		self->at += n;
	note_entry(self, name, crc, n, header);
}

static void end_zip(struct zip_file *self)
{
	unsigned char end[22] = { 0 }, *to = put16(put16(put32(end, 0x06054b50), 0), 0);
	const uint32_t directory = self->at;

	write_bytes(self, self->directory, self->directory_len);
	to = put16(put16(to, self->entries), self->entries);
	put16(put32(put32(to, self->directory_len), directory), 0);
	write_bytes(self, end, sizeof end);
	close(self->fd);
}

static void add_of_fixture(struct zip_file *zip, const char *entry)
{
	size_t n;
	char *bytes = entry_of("small/counting.pt2", entry, &n), name[128];

	snprintf(name, sizeof name, "m/%s", entry);
	add_entry(zip, name, bytes, (uint32_t)n);
	free(bytes);
}

/* A parameter of 300 MB, of which the file has only a hole. */
static void make_large(const char *path)
{
	static const char list[] = "data/weights/model_weights_config.json";
	struct zip_file zip = { .fd = open(path, O_CREAT | O_RDWR | O_TRUNC, 0600) };
	char *json = entry_of("small/counting.pt2", list, NULL);
	char *edited = with(json, "\"sizes\": [{\"as_int\": 2}]",
			    "\"sizes\": [{\"as_int\": 78643200}]");

	MUST(zip.fd >= 0);
	add_of_fixture(&zip, "archive_format");
	add_of_fixture(&zip, "archive_version");
	add_of_fixture(&zip, "models/model.json");
	add_of_fixture(&zip, "data/weights/weight_1");
	add_of_fixture(&zip, "data/constants/tensor_0");
	add_of_fixture(&zip, "data/constants/model_constants_config.json");
	add_entry(&zip, "m/data/weights/model_weights_config.json", edited,
		  (uint32_t)strlen(edited));
	add_entry(&zip, "m/data/weights/weight_0", NULL, LARGE);
	end_zip(&zip);
	free(json);
	free(edited);
}

/* --- Memory ----------------------------------------------------------------------------------- */

/* "Rss" or "Pss" of the process, in bytes. */
static int64_t memory(const char *what)
{
	FILE *file = fopen("/proc/self/smaps_rollup", "r");
	char line[256];
	long long kib = -1;

	ck_assert_ptr_nonnull(file);
	while (fgets(line, sizeof line, file))
		if (strncmp(line, what, strlen(what)) == 0 && line[strlen(what)] == ':')
			sscanf(line + strlen(what) + 1, "%lld", &kib);
	fclose(file);
	ck_assert_int_ge(kib, 0);
	return kib * 1024;
}

static const char *weight_of(const ct_export *program)
{
	ct_tensor *weight;

	OK(ct_module_get_parameter(ct_export_module(program), "scale", &weight));
	ck_assert_int_eq(ct_tensor_numel(weight), LARGE / 4);
	return ct_tensor_data(weight);
}

static void touch(const char *bytes)
{
	int sum = 0;

	for (size_t i = 0; i < TOUCHED; i += 4096)
		sum += *(const volatile char *)(bytes + i);
	ck_assert_int_eq(sum, 0);
}

START_TEST(large_archive_needs_no_memory)
{
	char folder[SCRATCH_SIZE], path[64];
	ct_export *one, *other;
	int64_t before, loaded;

	make_scratch(folder);
	snprintf(path, sizeof path, "%s/large.pt2", folder);
	make_large(path);
	before = memory("Rss");
	OK(ct_export_load(path, NULL, &one));
	OK(ct_export_load(path, NULL, &other));
	loaded = memory("Rss");
	if (!is_sanitized())
		ck_assert_int_lt(loaded - before, LIMIT);
	before = memory("Pss");
	touch(weight_of(one));
	touch(weight_of(other));
	if (!is_sanitized())
		ck_assert_int_lt(memory("Pss") - before, TOUCHED + LIMIT);
	unlink(path);
	ct_export_free(one);
	ct_export_free(other);
	remove_scratch(folder);
}
END_TEST

/* Whether an address is in a mapping of this file. */
static bool is_mapped(const void *address, const char *path)
{
	FILE *file = fopen("/proc/self/maps", "r");
	char line[512];
	bool found = false;

	ck_assert_ptr_nonnull(file);
	while (fgets(line, sizeof line, file) && !found) {
		uintptr_t begin, end;

		MUST(sscanf(line, "%" SCNxPTR "-%" SCNxPTR, &begin, &end) == 2);
		found = begin <= (uintptr_t)address && (uintptr_t)address < end &&
			strstr(line, path);
	}
	fclose(file);
	return found;
}

/* An archive in the archive, of torch.save(); in those of 2.6 and 2.7 nothing is aligned. */
START_TEST(pickled_weights_are_mapped)
{
	CT_SCOPE;
	static const char fixture[] = "old/2.8/shared_weights.training.pt2";
	ct_export *program = load_fixture(fixture);
	ct_named_tensor *parameters;
	int64_t count;

	OK(ct_module_named_parameters(ct_export_module(program), NULL, &parameters, &count));
	ck_assert_int_gt(count, 0);
	for (int64_t i = 0; i < count; i++)
		ck_assert(is_mapped(ct_tensor_data(parameters[i].tensor), fixture));
	ct_export_free(program);
}
END_TEST

START_TEST(pickled_weights_are_read_if_that_is_wanted)
{
	CT_SCOPE;
	static const char fixture[] = "old/2.8/shared_weights.training.pt2";
	const ct_export_load_options options = { .no_mmap = true };
	char path[512];
	ct_export *program;
	ct_named_tensor *parameters;
	int64_t count;

	snprintf(path, sizeof path, "%s", fixture_path(fixture));
	OK(ct_export_load(path, &options, &program));
	OK(ct_module_named_parameters(ct_export_module(program), NULL, &parameters, &count));
	ck_assert_int_gt(count, 0);
	for (int64_t i = 0; i < count; i++)
		ck_assert(!is_mapped(ct_tensor_data(parameters[i].tensor), fixture));
	ct_export_free(program);
}
END_TEST

Suite *mapping_suite(void)
{
	Suite *suite = suite_create("mapping");
	TCase *tests = tests_of("mapping");

	tcase_add_test(tests, large_archive_needs_no_memory);
	tcase_add_test(tests, pickled_weights_are_mapped);
	tcase_add_test(tests, pickled_weights_are_read_if_that_is_wanted);
	suite_add_tcase(suite, tests);
	return suite;
}

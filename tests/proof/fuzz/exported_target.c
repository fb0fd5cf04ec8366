/*
 * Archives of exported programs: loading one, its module, a clone, its texts, and running it with the
 * inputs that it has, and with small ones of the types that it describes.
 *
 * An input that begins like a zip file is the archive. From any other one an archive is made: up to
 * three parts, separated by lines of three hyphens, become the program, the list of weights and the
 * list of constants; the bytes of each tensor are zeros. So the inputs reach the readers without
 * having to guess a checksum.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

#include <ctorch/export/program.h>

#include "calls.h"
#include "exported.h"

static const char *const entries[] = {
	"m/models/model.json",
	"m/data/weights/model_weights_config.json",
	"m/data/constants/model_constants_config.json",
};

static const char *const folders[] = { "m/models/", "m/data/weights/", "m/data/constants/" };

enum {
	PARTS = 3,
	NBYTES = 4096, /* of each tensor */
	MAX_FILES = 16 /* of tensors */
};

/* --- Archives --------------------------------------------------------------------------------- */

static void add_entry(zip_t *zip, const char *name, const void *bytes, size_t n)
{
	zip_source_t *source = zip_source_buffer(zip, bytes, n, 0);
	zip_int64_t index = -1;

	if (source)
		index = zip_file_add(zip, name, source, 0);
	FUZZ_CHECK(index >= 0, "%s", zip_strerror(zip));
	zip_set_file_compression(zip, (zip_uint64_t)index, ZIP_CM_STORE, 0);
}

/* Cuts the text at the lines of hyphens; a part that is missing is an empty list. */
static void cut_parts(char *text, const char *parts[PARTS])
{
	static const char separator[] = EXPORTED_SEPARATOR;

	for (int i = 0; i < PARTS; i++) {
		char *end = text ? strstr(text, separator) : NULL;

		parts[i] = text ? text : "{\"config\": {}}";
		text = end ? end + strlen(separator) : NULL;
		if (end)
			*end = '\0';
	}
}

/* The files of tensors that a list mentions. */
static void add_tensors(zip_t *zip, const char *folder, const char *list)
{
	static const char zeros[NBYTES], key[] = "\"path_name\": \"";
	char name[64];

	for (int i = 0; i < MAX_FILES; i++) {
		const char *found = strstr(list, key);
		const int length = found ? (int)strcspn(found + strlen(key), "\"\\/\n") : 0;

		if (found == NULL)
			return;
		list = found + strlen(key);
		if (length == 0 || length > 32)
			continue;
		snprintf(name, sizeof name, "%s%.*s", folder, length, list);
		if (zip_name_locate(zip, name, 0) < 0)
			add_entry(zip, name, zeros, NBYTES);
	}
}

static const char *make_archive(char *text)
{
	const char *path = fuzz_file("input.pt2", "", 0), *parts[PARTS];
	zip_t *zip = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, NULL);

	FUZZ_CHECK(zip, "an archive cannot be made in %s", path);
	cut_parts(text, parts);
	add_entry(zip, "m/archive_format", "pt2", 3);
	add_entry(zip, "m/archive_version", "0", 1);
	for (int i = 0; i < PARTS; i++) {
		add_entry(zip, entries[i], parts[i], strlen(parts[i]));
		if (i > 0)
			add_tensors(zip, folders[i], parts[i]);
	}
	FUZZ_CHECK(!zip_close(zip), "%s", zip_strerror(zip));
	return path;
}

/* --- Programs --------------------------------------------------------------------------------- */

static void check_shown(const ct_export *program)
{
	char *text = NULL;
	size_t n = 0;
	FILE *stream = open_memstream(&text, &n);

	FUZZ_CHECK(stream, "%s", "no memory");
	FUZZ_MUST(ct_export_print(program, stream));
	FUZZ_MUST(ct_export_draw(program, stream));
	fclose(stream);
	free(text);
}

static void check_program(const ct_export *program)
{
	const ct_module *module = ct_export_module(program);
	ct_export *clone = NULL;
	ct_value state, inputs;

	check_shown(program);
	FUZZ_MUST(ct_module_state_dict(module, NULL, &state));
	ct_value_free(&state);
	if (fuzz_succeeds(ct_export_sample_inputs(program, &inputs)))
		ct_value_free(&inputs);
	if (fuzz_succeeds(ct_export_clone(program, &clone)))
		ct_export_free(clone);
}

static void load(const char *path, bool no_mmap, bool runs)
{
	const ct_export_load_options options = { .no_mmap = no_mmap };
	ct_export *program = NULL;
	const bool succeeds = fuzz_succeeds(ct_export_load(path, &options, &program));

	FUZZ_CHECK(succeeds == (program != NULL), "%s", path);
	if (succeeds)
		check_program(program);
	if (succeeds && runs)
		exported_run(program, path);
	ct_export_free(program);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const bool is_zip = size >= 2 && memcmp(data, "PK", 2) == 0;
	char *text = is_zip ? NULL : fuzz_text(data, size);
	const char *path;
	bool runs;

	if (!is_zip && text == NULL)
		return 0;
	fuzz_enter();
	path = is_zip ? fuzz_file("input.pt2", data, size) : make_archive(text);
	/* The first part is the text now. Zip files have checksums: nobody has changed those. */
	runs = is_zip || exported_may_run(text);
	load(path, false, runs);
	load(path, true, runs);
	free(text);
	fuzz_leave();
	return 0;
}

#include "shards.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <jansson.h>

#include "json.h"
#include "text.h"

/* For one of the files; false ends the walk. */
typedef bool (*use_file)(const char *path, void *context);

static bool is_folder(const char *path)
{
	struct stat about;

	return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static char *joined(const char *folder, size_t n, const char *name)
{
	struct text path = { 0 };

	text_add_bytes(&path, folder, n);
	text_add(&path, "%s", name);
	return path.data;
}

/* In the order of ct_load(). */
static char *path_of_index(const char *path)
{
	static const char *const names[] = { "/model.safetensors.index.json", "/model.safetensors",
					     "/pytorch_model.bin.index.json" };
	struct stat about;

	if (!is_folder(path))
		return joined(path, strlen(path), "");
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char *file = joined(path, strlen(path), names[i]);

		if (stat(file, &about) == 0)
			return file;
		free(file);
	}
	return joined(path, strlen(path), "/pytorch_model.bin");
}

/* The names of the files, each once; empty if it is no index. */
static json_t *file_names(const char *index)
{
	json_t *json = json_load_file(index, 0, NULL), *names = need_json(json_object()), *value;
	const char *key;

	json_object_foreach (json_object_get(json, "weight_map"), key, value)
		if (json_is_string(value))
			put(names, json_string_value(value), json_true());
	json_decref(json);
	return names;
}

static bool for_each_file(const char *path, use_file use, void *context)
{
	char *index = path_of_index(path);
	const char *slash = strrchr(index, '/'), *name;
	const size_t folder = slash ? (size_t)(slash - index) + 1 : 0;
	json_t *names = file_names(index), *unused;
	bool goes_on = use(index, context);

	json_object_foreach (names, name, unused) {
		char *file = joined(index, folder, name);

		goes_on = goes_on && use(file, context);
		free(file);
	}
	json_decref(names);
	free(index);
	return goes_on;
}

static bool add_size(const char *path, void *context)
{
	int64_t *nbytes = context;
	struct stat about;

	if (stat(path, &about) != 0)
		return false;
	*nbytes = add_up(*nbytes, (int64_t)about.st_size);
	return true;
}

int64_t shards_nbytes(const char *path)
{
	int64_t nbytes = 0;

	return for_each_file(path, add_size, &nbytes) ? nbytes : -1;
}

static bool is_another(const char *path, void *context)
{
	const struct stat *other = context;
	struct stat about;

	return stat(path, &about) != 0 || about.st_dev != other->st_dev ||
	       about.st_ino != other->st_ino;
}

bool is_shard(const char *path, const char *other)
{
	struct stat about;

	return stat(other, &about) == 0 && !for_each_file(path, is_another, &about);
}

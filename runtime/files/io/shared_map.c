/*
 * A mapped file that many storages are on.
 */
#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/no_memory.h"
#include "files/io/map.h"
#include "files/io/shared_map.h"

struct ct_shared_map {
	struct ct_file_map *file;
	atomic_size_t uses;
};

ct_error ct_shared_map_open(const char *function, const char *path, int fd, int64_t size,
			    struct ct_shared_map **result)
{
	const ct_map_options options = { 0 };
	struct ct_shared_map *map = malloc(sizeof *map);
	ct_error error;

	if (map == NULL)
		return ct_no_memory(function, "for a mapping");
	atomic_init(&map->uses, 1);
	error = ct_file_map_opened(function, path, fd, &options, size, &map->file);
	if (error)
		free(map);
	else
		*result = map;
	return error;
}

char *ct_shared_map_data(const struct ct_shared_map *map)
{
	return map->file->data;
}

struct ct_shared_map *ct_shared_map_keep(struct ct_shared_map *map)
{
	atomic_fetch_add(&map->uses, 1);
	return map;
}

void ct_shared_map_close(struct ct_shared_map *map)
{
	if (map == NULL || atomic_fetch_sub(&map->uses, 1) > 1)
		return;
	ct_file_map_close(map->file);
	free(map);
}

void ct_shared_map_release(void *data, void *map)
{
	(void)data;
	ct_shared_map_close(map);
}

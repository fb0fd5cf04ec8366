/*
 * Inside the library: a mapped file that many storages are on.
 */
#ifndef CT_FILES_IO_SHARED_MAP_H
#define CT_FILES_IO_SHARED_MAP_H

#include <ctorch/core/error.h>

struct ct_shared_map;

/* Maps a whole file privately: writes do not reach it. */
ct_error ct_shared_map_open(const char *function, const char *path, int fd, int64_t size,
			    struct ct_shared_map **result) CT_WARN_UNUSED;

char *ct_shared_map_data(const struct ct_shared_map *map);
struct ct_shared_map *ct_shared_map_keep(struct ct_shared_map *map);
void ct_shared_map_close(struct ct_shared_map *map);

/* As a ct_deleter. */
void ct_shared_map_release(void *data, void *map);

#endif

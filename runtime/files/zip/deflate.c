/*
 * Zip archives: compressing entries.
 */
#include <limits.h>
#include <stdlib.h>

#include <zlib.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "files/zip/zip.h"

/* What the compressed bytes get at first. */
enum { LEAST_ROOM = 1 << 12 };

struct room {
	unsigned char *bytes;
	size_t n;
	int64_t room;
};

static bool grow(struct room *room)
{
	const int64_t wanted = room->room ? room->room + 1 : LEAST_ROOM;
	void *grown = ct_array_grow(room->bytes, &room->room, wanted, 1);

	if (grown)
		room->bytes = grown;
	return grown != NULL;
}

/* Compresses what z has; zlib counts in unsigned ints. False: there is no memory. */
static bool run(z_stream *z, int flush, struct room *room)
{
	int state = Z_OK;

	do {
		const size_t left = (size_t)room->room - room->n;
		const unsigned most = left > UINT_MAX ? UINT_MAX : (unsigned)left;

		if (left == 0) {
			if (!grow(room))
				return false;
			continue;
		}
		z->next_out = room->bytes + room->n;
		z->avail_out = most;
		state = deflate(z, flush);
		room->n += most - z->avail_out;
	} while (flush == Z_FINISH ? state == Z_OK : z->avail_in > 0);
	return true;
}

static bool add_piece(z_stream *z, const struct ct_file_piece *piece, struct room *room)
{
	const unsigned char *at = piece->bytes;
	size_t n = piece->n;

	while (n) {
		const unsigned most = n > INT_MAX ? INT_MAX : (unsigned)n;

		z->next_in = (unsigned char *)at; /* zlib only reads it */
		z->avail_in = most;
		if (!run(z, Z_NO_FLUSH, room))
			return false;
		at += most;
		n -= most;
	}
	return true;
}

ct_error ct_zip_deflate(const char *function, const char *path, const struct ct_file_piece *pieces,
			size_t n, struct ct_file_piece *result)
{
	struct room room = { NULL, 0, 0 };
	z_stream z = { 0 };
	bool fits = true;

	if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8,
			 Z_DEFAULT_STRATEGY) != Z_OK)
		return ct_no_memory(function, "to compress an entry of %s", path);
	for (size_t i = 0; i < n && fits; i++)
		fits = add_piece(&z, &pieces[i], &room);
	fits = fits && run(&z, Z_FINISH, &room);
	deflateEnd(&z);
	if (!fits) {
		free(room.bytes);
		return ct_no_memory(function, "to compress an entry of %s", path);
	}
	*result = (struct ct_file_piece){ room.bytes, room.n };
	return NULL;
}

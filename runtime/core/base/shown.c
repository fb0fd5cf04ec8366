/*
 * Texts of files in messages.
 */
#include <string.h>

#include "core/base/shown.h"
#include "core/base/utf8.h"

const char *ct_shown(const char *text, char room[CT_SHOWN])
{
	const size_t n = strlen(text);
	const size_t most = n < CT_SHOWN ? n : ct_utf8_cut(text, n, CT_SHOWN - 4);

	for (size_t i = 0; i < most; i++)
		room[i] = (unsigned char)text[i] < 0x20 || text[i] == 0x7f ? '?' : text[i];
	memcpy(room + most, most < n ? "..." : "", most < n ? 4 : 1);
	return room;
}

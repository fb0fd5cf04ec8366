/*
 * Zip archives: the bytes of an entry.
 */
#include <stdlib.h>

#include "zip/stream.h"

ct_error ct_zip_read(const struct ct_zip *zip, const struct ct_zip_entry *entry, void *bytes)
{
	struct ct_zip_stream stream;
	ct_error error;

	CT_TRY(ct_zip_stream_open(zip, entry, &stream));
	error = ct_zip_stream_read(&stream, bytes, (size_t)entry->size);
	if (error == NULL)
		error = ct_zip_stream_end(&stream);
	ct_zip_stream_close(&stream);
	return error;
}

ct_error ct_zip_read_new(const struct ct_zip *zip, const struct ct_zip_entry *entry,
			 unsigned char **result)
{
	unsigned char *bytes = malloc((size_t)entry->size + 1);
	ct_error error;

	if (bytes == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, zip->function,
				    "no memory for %llu bytes of %s",
				    (unsigned long long)entry->size, zip->path);
	error = ct_zip_read(zip, entry, bytes);
	if (error) {
		free(bytes);
		return error;
	}
	bytes[entry->size] = '\0';
	*result = bytes;
	return NULL;
}

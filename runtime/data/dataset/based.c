/*
 * What datasets over one other dataset share.
 */
#include <stdlib.h>

#include "core/base/no_memory.h"
#include "data/dataset/based.h"

static ct_dataset *base_of(const void *data)
{
	return *(ct_dataset *const *)data;
}

ct_error ct_based_len(const void *data, int64_t *result)
{
	return ct_dataset_count(base_of(data), result);
}

ct_error ct_based_classes(const void *data, ct_value *result)
{
	return ct_dataset_classes(base_of(data), result);
}

void ct_based_free(void *data)
{
	ct_counted_drop(base_of(data));
	free(data);
}

ct_error ct_based_open(const void *data, size_t nbytes, ct_generator *generator,
		       const char *function, void **stream)
{
	struct ct_pass *pass = calloc(1, nbytes);
	ct_error error;

	if (pass == NULL)
		return ct_no_memory(function, NULL);
	error = ct_pass_open(pass, base_of(data), generator);
	if (error)
		free(pass);
	else
		*stream = pass;
	return error;
}

void ct_based_close(void *stream)
{
	ct_pass_close(stream);
	free(stream);
}

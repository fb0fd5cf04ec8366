/*
 * Loading from memory: pickles, and files of torch.save().
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "core/base/lengths.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "files/io/memory.h"
#include "files/torch/loader.h"

static ct_error check_given(const char *function, const void *bytes, int64_t nbytes,
			    const void *result, int result_position)
{
	if (!ct_is_list(bytes, nbytes))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 2 (nbytes): %lld, but bytes is %s", (long long)nbytes,
				    bytes ? "not NULL" : "NULL");
	return result ? NULL : ct_missing_argument(function, result_position, "result");
}

/* --- torch.save() ------------------------------------------------------------------------------ */

ct_error ct_save_decode(const void *bytes, int64_t nbytes, const ct_load_options *options,
			ct_value *result)
{
	struct ct_load_source source = { .name = "the bytes", .size = nbytes };
	ct_load_options chosen = { 0 };

	CT_TRY(check_given(__func__, bytes, nbytes, result, 4));
	if (options)
		chosen = *options;
	chosen.mmap = false;
	CT_TRY(ct_file_of_bytes(__func__, source.name, bytes, (size_t)nbytes, &source.fd));
	return ct_load_opened(__func__, &source, &chosen, result);
}

/* --- Pickles ----------------------------------------------------------------------------------- */

static ct_error decode(struct ct_loader *self, const unsigned char *bytes, size_t n,
		       ct_value *result)
{
	struct ct_node *root;
	size_t used;

	CT_OWN_SCOPE(self->reader.function);
	CT_TRY(ct_keys_read(self->reader.function, 2, self->options, &self->keys));
	ct_unpickle_limit(&self->reader, n);
	self->values_left = CT_VALUES_PER_BYTE * n + CT_VALUES_AT_LEAST;
	CT_TRY(ct_unpickle(&self->reader, bytes, n, &used, &root));
	if (used < n)
		return ct_unpickle_wrong(&self->reader, "bytes follow its pickle");
	return ct_loader_convert(self, root, result);
}

ct_error ct_pickle_decode(const void *bytes, int64_t nbytes, ct_value *result)
{
	const ct_load_options none = { 0 };
	struct ct_loader loader = { .reader = { .function = __func__, .path = "the pickle" },
				    .options = &none,
				    .fd = -1 };
	ct_value decoded;
	ct_error error;

	CT_TRY(check_given(__func__, bytes, nbytes, result, 3));
	error = decode(&loader, bytes, (size_t)nbytes, &decoded);
	ct_skipped_clear(&loader.reader);
	ct_arena_free(&loader.reader.arena);
	ct_text_release(&loader.key);
	ct_keys_release(&loader.keys);
	if (error == NULL)
		*result = decoded;
	return error;
}

/*
 * Metadata of safetensors files.
 */
#include <ctorch/macros/try.h>

#include "files/safetensors/metadata.h"
#include "operators/value/copy.h"

static ct_error check_text(const char *function, int position, const char *which,
			   const ct_value *text)
{
	if (text->kind == CT_VALUE_STRING)
		return NULL;
	return ct_error_new(CT_ERROR_TYPE, function,
			    "argument %d (metadata): %s must be strings, not %s", position, which,
			    ct_value_type_name(text));
}

ct_error ct_st_metadata_read(const char *function, int position, const ct_value *metadata,
			     ct_value *result)
{
	ct_value key, value;

	*result = ct_value_none();
	if (ct_value_is_none(metadata))
		return NULL;
	if (metadata->kind != CT_VALUE_DICT)
		return ct_error_new(CT_ERROR_TYPE, function,
				    "argument %d (metadata) must be a dict of strings, not %s",
				    position, ct_value_type_name(metadata));
	CT_TRY(ct_value_copy_for(metadata, function, result));
	for (int64_t i = 0; i < ct_value_count(result); i++) {
		CT_TRY(ct_value_dict_item(result, i, &key, &value));
		CT_TRY(check_text(function, position, "keys", &key));
		CT_TRY(check_text(function, position, "values", &value));
	}
	return NULL;
}

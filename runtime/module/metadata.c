/*
 * Metadata of state dicts.
 */
#include <string.h>

#include "module/metadata.h"
#include "operators/value/grow.h"

static const char attribute[] = "_metadata";

ct_error ct_metadata_begin(ct_value *state, const char *function)
{
	const ct_value key = ct_value_string(attribute);
	ct_value empty = ct_value_ordered_dict_new();

	return ct_value_set_attribute(state, &key, &empty, function);
}

/* Python's prefix[:-1], whatever the prefix ends with. */
static ct_value key_of(const char *prefix)
{
	ct_value key = ct_value_string(prefix);

	while (key.i > 0 && (prefix[--key.i] & 0xc0) == 0x80) /* further bytes of a character */
		continue;
	return key;
}

ct_error ct_metadata_put(ct_value *state, const char *prefix, ct_value *of_module,
			 const char *function)
{
	const ct_value name = ct_value_string(attribute), key = key_of(prefix);

	return ct_value_attribute_put(state, &name, &key, of_module, function);
}

/* As getattr() and get() with a default. */
static ct_value metadata_find(const ct_value *dict, ct_value key)
{
	ct_value found;

	if (!ct_value_dict_has(dict, key))
		return ct_value_none();
	ct_error_free(ct_value_dict_get(dict, key, &found));
	return found;
}

ct_value ct_metadata_of(const ct_value *state, const char *prefix)
{
	const ct_value *attributes = ct_value_attributes_of(state);
	const ct_value metadata = metadata_find(attributes, ct_value_string(attribute));

	return metadata_find(&metadata, key_of(prefix));
}

int64_t ct_metadata_version(const ct_value *of_module, const char *name)
{
	const ct_value version = metadata_find(of_module, ct_value_string(name));

	return version.kind == CT_VALUE_INT ? version.i : 0;
}

int64_t ct_module_version(const ct_module *self)
{
	return self->klass->version ? self->klass->version : 1;
}

#include "arrays.h"

#include <stdlib.h>

#include <ctorch/macros/try.h>

#include "inspect/text.h"

/* The items of a list, and the keys and values of a dict. */
static ct_error fill_arrays(const struct call *call, const struct arrays *arrays)
{
	for (int64_t i = 0; i < arrays->args_len; i++)
		CT_TRY(ct_value_item(&call->args, i, &arrays->args[i]));
	for (int64_t i = 0; i < arrays->named_len; i++) {
		ct_value key;

		CT_TRY(ct_value_dict_item(&call->named, i, &key, &arrays->named[i]));
		CT_TRY(ct_value_as_string(&key, &arrays->names[i], NULL));
	}
	return NULL;
}

ct_error make_arrays(const struct call *call, struct arrays *result)
{
	const int64_t args = ct_value_count(&call->args), named = ct_value_count(&call->named);

	*result = (struct arrays){ need_memory(NULL, (size_t)args * sizeof(ct_value)),
				   need_memory(NULL, (size_t)named * sizeof(ct_value)),
				   need_memory(NULL, (size_t)named * sizeof(const char *)), args,
				   named };
	return fill_arrays(call, result);
}

void free_arrays(struct arrays *arrays)
{
	free(arrays->args);
	free(arrays->named);
	free((void *)arrays->names);
}

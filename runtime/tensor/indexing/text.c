/*
 * Indexing with a text: parses it and passes the parts to the functions that take parts.
 */
#include "tensor/indexing/parse.h"
#include "tensor/tensor/index.h"

static ct_error get(struct ct_origin from, const ct_tensor *self, const char *text,
		    ct_tensor *const *tensors, int64_t tensors_len, ct_tensor **result)
{
	struct ct_parsed_index parsed;
	ct_error err = ct_index_parse(from.function, text, tensors, tensors_len, &parsed);

	if (err == NULL)
		err = ct_subscript_get(from, self, parsed.parts, parsed.n, result);
	ct_parsed_index_free(&parsed);
	return err;
}

static ct_error put(struct ct_origin from, ct_tensor *self, const char *text,
		    ct_tensor *const *tensors, int64_t tensors_len, const ct_tensor *value,
		    int position)
{
	struct ct_parsed_index parsed;
	ct_error err = ct_index_parse(from.function, text, tensors, tensors_len, &parsed);

	if (err == NULL)
		err = ct_subscript_put(from, self, parsed.parts, parsed.n, value, position);
	ct_parsed_index_free(&parsed);
	return err;
}

static ct_error put_scalar(struct ct_origin from, ct_tensor *self, const char *text,
			   ct_tensor *const *tensors, int64_t tensors_len, ct_scalar value,
			   int position)
{
	struct ct_parsed_index parsed;
	ct_error err = ct_index_parse(from.function, text, tensors, tensors_len, &parsed);

	if (err == NULL)
		err = ct_subscript_put_scalar(from, self, parsed.parts, parsed.n, value, position);
	ct_parsed_index_free(&parsed);
	return err;
}

ct_error ct_tensor_index_text(const ct_tensor *self, const char *text, ct_tensor **result)
{
	return get(CT_HERE, self, text, NULL, 0, result);
}

ct_error ct_tensor_index_text_with(const ct_tensor *self, const char *text, ct_tensors tensors,
				   ct_tensor **result)
{
	return get(CT_HERE, self, text, tensors.at, tensors.len, result);
}

ct_error ct_tensor_index_put_text(ct_tensor *self, const char *text, const ct_tensor *value)
{
	return put(CT_HERE, self, text, NULL, 0, value, 3);
}

ct_error ct_tensor_index_put_text_with(ct_tensor *self, const char *text, ct_tensors tensors,
				       const ct_tensor *value)
{
	return put(CT_HERE, self, text, tensors.at, tensors.len, value, 4);
}

ct_error ct_tensor_index_put_scalar_text(ct_tensor *self, const char *text, ct_scalar value)
{
	return put_scalar(CT_HERE, self, text, NULL, 0, value, 3);
}

ct_error ct_tensor_index_put_scalar_text_with(ct_tensor *self, const char *text, ct_tensors tensors,
					      ct_scalar value)
{
	return put_scalar(CT_HERE, self, text, tensors.at, tensors.len, value, 4);
}


/* The memory from the first element of a tensor to the last one. */
struct span {
	const char *begin, *end;
};

static struct span span_of(const ct_tensor *tensor)
{
	const char *begin = ct_tensor_data(tensor);
	int64_t last = 0;

	for (int64_t i = 0; begin != NULL && i < ct_tensor_dim(tensor); i++)
		last += (ct_tensor_size(tensor, i) - 1) * ct_tensor_strides(tensor)[i];
	return (struct span){ begin,
			      begin ? begin + (last + 1) * ct_dtype_size(ct_tensor_dtype(tensor))
				    : NULL };
}

/* all[i] is a tensor for a result: it shares no memory with those before it. */
static ct_error check_apart(const ct_tensor *const *all, int64_t i, const char *name)
{
	const struct span out = span_of(all[i]);

	if (all[i] == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, "${name}_run_out", "%s is NULL", name);
	for (int64_t k = 0; k < i; k++) {
		const struct span other = span_of(all[k]);

		if (out.begin < other.end && other.begin < out.end)
			return ct_error_new(CT_ERROR_VALUE, "${name}_run_out",
					    "'%s' shares memory with an input, a weight or another "
					    "result", name);
	}
	return NULL;
}

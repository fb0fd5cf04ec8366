/* Operands that the branch of a cond does not use get zeros for gradients, not None, as in Python.
 * The first inputs are the results, which it hands on; the others are unused operands. */
static ct_error ${name}_hand_on(ct_function_context *context, ct_tensor *const *inputs,
			     ct_tensor **outputs)
{
	const int64_t results = ct_function_output_count(context);
	const int64_t unused = ct_function_input_count(context) - results;

	for (int64_t i = 0; i < results; i++)
		outputs[i] = inputs[i];
	return ct_function_save_for_backward(context,
					     CT_TENSORS_OF((ct_tensor **)inputs + results, unused));
}

static ct_error ${name}_zeros(ct_function_context *context, ct_tensor *const *grad_outputs,
			   ct_tensor **grad_inputs)
{
	const int64_t results = ct_function_output_count(context);
	const int64_t unused = ct_function_input_count(context) - results;
	ct_tensor **operands = &grad_inputs[results];

	for (int64_t i = 0; i < results; i++)
		grad_inputs[i] = grad_outputs[i];
	CT_TRY(ct_function_saved_tensors(context, operands, unused));
	for (int64_t i = 0; i < unused; i++)
		CT_TRY(ct_zeros_like(operands[i], CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
				     CT_MEMORY_FORMAT_NONE, &operands[i]));
	return NULL;
}

/* Adds those tensors that require gradients. */
static int64_t ${name}_add_required(ct_tensor **all, int64_t len, ct_tensor *tensor)
{
	if (tensor == NULL || !ct_tensor_requires_grad(tensor))
		return len;
	all[len] = tensor;
	return len + 1;
}

static ct_error ${name}_give_zeros(ct_tensor **const *results, int64_t results_len,
				ct_tensor *const *unused, int64_t unused_len)
{
	static const struct ct_function function = { .name = "Cond",
						     .forward = ${name}_hand_on,
						     .backward = ${name}_zeros };
	ct_tensor **all = calloc((size_t)(2 * results_len + unused_len), sizeof *all);
	ct_tensor **made = all + results_len + unused_len;
	int64_t len = 0, count;
	ct_error error = NULL;

	if (all == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for gradients");
	for (int64_t i = 0; i < results_len; i++)
		len = ${name}_add_required(all, len, *results[i]);
	count = len;
	for (int64_t i = 0; i < unused_len; i++)
		len = ${name}_add_required(all, len, unused[i]);
	if (count > 0 && count < len && ct_autograd_is_grad_enabled()) {
		error = ct_function_apply(&function, NULL, CT_TENSORS_OF(all, len), made, count);
		count = 0;
		for (int64_t i = 0; i < results_len && error == NULL; i++) {
			if (*results[i] == NULL || !ct_tensor_requires_grad(*results[i]))
				continue;
			ct_tensor_free(*results[i]);
			*results[i] = made[count++];
		}
	}
	free(all);
	return error;
}


/* --- Gradients -------------------------------------------------------------------------------- */

/* The sum of everything that has a gradient. */
static ct_error backward(const ct_value *values, int64_t len, bool *has_any)
{
	ct_tensor *sum, *all = NULL;

	for (int64_t i = 0; i < len; i++) {
		if (values[i].kind != CT_VALUE_TENSOR || !ct_tensor_requires_grad(values[i].object))
			continue;
		CT_TRY(ct_sum(values[i].object, CT_DTYPE_NONE, &sum));
		if (all == NULL)
			all = sum;
		else
			CT_TRY(ct_add_Tensor(all, sum, ct_scalar_int(1), &all));
	}
	*has_any = all != NULL;
	return all ? ct_tensor_backward(all) : NULL;
}

/* Of the loss to all parameters, in both. */
static ct_error compare_gradients(const ct_export *program, const struct ${name} *self,
				  const ct_value *list, const ct_value *results)
{
	const ct_state_dict_options options = { .keep_vars = true };
	ct_value state, wanted[OUTPUTS + 1], value, got;
	ct_tensor *of_program, *of_self, *grad;
	bool has_any;

	for (int64_t i = 0; i < OUTPUTS; i++)
		CT_TRY(ct_value_item(list, i, &wanted[i]));
	CT_TRY(backward(wanted, OUTPUTS, &has_any));
	if (!has_any)
		return NULL;
	CT_TRY(backward(results, OUTPUTS, &has_any));
	CT_TRY(ct_module_state_dict(ct_export_module(program), &options, &state));
	for (const struct weight *weight = weights_of_struct; weight->name != NULL; weight++) {
		of_self = *(ct_tensor *const *)((const char *)self + weight->offset);
		if (!ct_tensor_requires_grad(of_self))
			continue;
		CT_TRY(ct_value_dict_get(&state, ct_value_string(weight->name), &value));
		CT_TRY(ct_value_as_tensor(&value, &of_program));
		CT_TRY(ct_tensor_grad(of_program, &grad));
		value = ct_value_tensor(grad);
		CT_TRY(ct_tensor_grad(of_self, &grad));
		got = ct_value_tensor(grad);
		CT_TRY(compare(weight->name, 1, &value, &got));
	}
	ct_value_free(&state);
	return NULL;
}


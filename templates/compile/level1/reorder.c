/* A weight of a convolution in the order of channels_last, in no scope. */
static ct_error reorder_weight(const ct_tensor *weight, ct_tensor **result)
{
	ct_tensor *detached;

	CT_TRY(ct_detach(weight, &detached));
	CT_TRY(ct_clone(detached, CT_CHANNELS_LAST, result));
	ct_scope_disown(*result);
	return NULL;
}


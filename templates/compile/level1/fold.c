/* A convolution and the batch normalization after it as one convolution. `bias` may be NULL. The
 * results are in no scope. */
static ct_error fold_norm(const ct_tensor *weight, const ct_tensor *bias, const ct_tensor *scale,
			  const ct_tensor *shift, const ct_tensor *mean, const ct_tensor *var,
			  double eps, ct_tensor **folded, ct_tensor **folded_bias)
{
	ct_tensor *root, *factor, *by_channel, *scaled, *center, *moved;

	CT_NO_GRAD_SCOPE;
	CT_TRY(ct_add_Scalar(var, ct_scalar_float(eps), ct_scalar_int(1), &root));
	CT_TRY(ct_sqrt(root, &root));
	CT_TRY(ct_div_Tensor(scale, root, &factor));
	CT_TRY(ct_view(factor, (const int64_t[]){ -1, 1, 1, 1 }, 4, &by_channel));
	CT_TRY(ct_mul_Tensor(weight, by_channel, &scaled));
	CT_TRY(ct_clone(scaled, CT_CHANNELS_LAST, folded));
	ct_scope_disown(*folded);
	CT_TRY(ct_neg(mean, &center));
	if (bias != NULL)
		CT_TRY(ct_add_Tensor(center, bias, ct_scalar_int(1), &center));
	CT_TRY(ct_mul_Tensor(center, factor, &moved));
	CT_TRY(ct_add_Tensor(moved, shift, ct_scalar_int(1), folded_bias));
	ct_scope_disown(*folded_bias);
	return NULL;
}


/*
 * Ranges of values: see range.h.
 */
#include <math.h>

#include "core/memory/own_scope.h"
#include "vision/image/range.h"

bool ct_is_quantized(ct_dtype dtype)
{
	return (dtype >= CT_QINT8 && dtype <= CT_QINT32) || dtype == CT_QUINT4X2 ||
	       dtype == CT_QUINT2X4;
}

ct_error ct_range_of(const ct_tensor *tensor, struct range *result)
{
	CT_OWN_SCOPE(NULL);
	ct_tensor *min, *max;

	CT_TRY(ct_min(tensor, &min));
	CT_TRY(ct_max(tensor, &max));
	CT_TRY(ct_tensor_item_double(min, &result->min));
	return ct_tensor_item_double(max, &result->max);
}

ct_error ct_range_stretch(const ct_tensor *tensor, struct range range, ct_tensor **result)
{
	CT_OWN_SCOPE(NULL);
	const ct_scalar min = ct_scalar_float(range.min), max = ct_scalar_float(range.max);
	const double width = fmax(range.max - range.min, 1e-5);
	ct_tensor *stretched;

	CT_TRY(ct_clamp(tensor, &min, &max, &stretched));
	CT_TRY(ct_sub__Scalar(stretched, min, ct_scalar_int(1), NULL));
	CT_TRY(ct_div__Scalar(stretched, ct_scalar_float(width), NULL));
	ct_scope_move_up(stretched);
	*result = stretched;
	return NULL;
}

ct_error ct_range_check(const char *function, const char *name, struct range range)
{
	if (isfinite(range.min) && isfinite(range.max) && range.min <= range.max)
		return NULL;
	return ct_error_new(CT_ERROR_ARGUMENT, function, "%s: empty range: %g to %g", name,
			    range.min, range.max);
}

/*
 * What Python's constructors check and complete. Lists are the transform's own, with room for
 * CT_TRANSFORM_ROOM elements.
 */
#include <string.h>

#include "core/base/name_of.h"
#include "nn/functional/raise.h"
#include "vision/transforms/class.h"
#include "vision/transforms/image.h"

ct_error ct_transform_pair(ct_ints *size, const char *text)
{
	int64_t *own = (int64_t *)size->at;

	if (own == NULL || (size->len != 1 && size->len != 2))
		return CT_RAISED(CT_ERROR_VALUE, "%s", text);
	if (size->len == 1)
		own[1] = own[0];
	size->len = 2;
	return NULL;
}

ct_error ct_transform_two(ct_floats *list, const char *name)
{
	double *own = (double *)list->at;

	if (own == NULL || (list->len != 1 && list->len != 2))
		return CT_RAISED(CT_ERROR_VALUE,
				 "If %s is a sequence its length should be 1 or 2. Got %lld", name,
				 (long long)list->len);
	if (list->len == 1)
		own[1] = own[0];
	list->len = 2;
	return NULL;
}

ct_error ct_transform_angle(ct_floats *list, const char *name, bool may_be_four)
{
	double *own = (double *)list->at;

	if (own && list->len == 1 && own[0] < 0)
		return CT_RAISED(CT_ERROR_VALUE, "If %s is a single number, it must be positive.",
				 name);
	if (own == NULL || (list->len != 1 && list->len != 2 && !(may_be_four && list->len == 4)))
		return CT_RAISED(CT_ERROR_VALUE, "%s should be a sequence of length %s.", name,
				 may_be_four ? "2 or 4" : "2");
	if (list->len == 1) {
		own[1] = own[0];
		own[0] = -own[0];
		list->len = 2;
	}
	return NULL;
}

ct_error ct_transform_is_pair(ct_floats list, const char *name)
{
	if (list.at == NULL || list.len == 2)
		return NULL;
	return CT_RAISED(CT_ERROR_VALUE, "%s should be a sequence of length 2.", name);
}

ct_error ct_transform_check_p(double p)
{
	if (p >= 0 && p <= 1)
		return NULL;
	return CT_RAISED(CT_ERROR_VALUE,
			 "`p` should be a floating point value in the interval [0.0, 1.0].");
}

ct_error ct_transform_check_interpolation(const char *word)
{
	enum ct_sampling mode;

	return ct_image_read_mode(word, &mode);
}

ct_error ct_transform_check_padding(ct_ints padding)
{
	if (padding.at && (padding.len == 1 || padding.len == 2 || padding.len == 4))
		return NULL;
	return CT_RAISED(CT_ERROR_VALUE,
			 "Padding must be an int or a 1, 2, or 4 element of tuple or list, got %s.",
			 ct_nn_list_text(padding).at);
}

ct_error ct_transform_check_padding_mode(const char *mode)
{
	static const char *const modes[] = { "constant", "edge", "reflect", "symmetric" };

	for (size_t i = 0; mode && i < sizeof modes / sizeof *modes; i++)
		if (!strcmp(mode, modes[i]))
			return NULL;
	return CT_RAISED(CT_ERROR_VALUE,
			 "Padding mode should be either constant, edge, reflect or symmetric");
}

ct_error ct_transform_keep_image(const ct_tensor *image, ct_tensor **result)
{
	*result = (ct_tensor *)image;
	return NULL;
}

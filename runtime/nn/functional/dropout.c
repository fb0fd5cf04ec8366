/*
 * torch.nn.functional: dropouts.
 */
#include <ctorch/ctorch.h>
#include <ctorch/nn/functions.h>

#include "core/base/warn.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"

/* The two forms of a dropout operator. */
struct dropout {
	ct_error (*make)(const ct_tensor *input, double p, bool train, ct_tensor **result);
	ct_error (*write)(ct_tensor *self, double p, bool train, ct_tensor **result);
};

static const struct dropout plain = { ct_dropout, ct_dropout_ };
static const struct dropout alpha = { ct_alpha_dropout, ct_alpha_dropout_ };
static const struct dropout feature = { ct_feature_dropout, ct_feature_dropout_ };
static const struct dropout feature_alpha = { ct_feature_alpha_dropout, ct_feature_alpha_dropout_ };

static ct_error check_probability(double p)
{
	if (p < 0 || p > 1)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "dropout probability has to be between 0 and 1, but got %s",
			    ct_nn_float_text(p).at);
	return NULL;
}

static ct_error dropout_apply(const struct dropout *dropout, const ct_tensor *input, double p,
			      bool training, bool inplace, ct_tensor **result)
{
	return inplace ? dropout->write((ct_tensor *)input, p, training, result)
		       : dropout->make(input, p, training, result);
}

/* Only in place there may be no place for the result. */
static ct_error check_result(bool inplace, ct_tensor **result)
{
	return inplace || result ? NULL : ct_missing_argument(NULL, 5, "result");
}

static ct_error check_and_apply(const struct dropout *dropout, const ct_tensor *input, double p,
				bool training, bool inplace, ct_tensor **result)
{
	CT_TRY(check_result(inplace, result));
	CT_TRY(check_probability(p));
	return dropout_apply(dropout, input, p, training, inplace, result);
}

ct_error ct_nn_dropout(const ct_tensor *input, double p, bool training, bool inplace,
		       ct_tensor **result)
{
	return check_and_apply(&plain, input, p, training, inplace, result);
}

ct_error ct_nn_alpha_dropout(const ct_tensor *input, double p, bool training, bool inplace,
			     ct_tensor **result)
{
	return check_and_apply(&alpha, input, p, training, inplace, result);
}

ct_error ct_nn_feature_alpha_dropout(const ct_tensor *input, double p, bool training, bool inplace,
				     ct_tensor **result)
{
	return check_and_apply(&feature_alpha, input, p, training, inplace, result);
}

/* --- Whole channels --------------------------------------------------------------------------- */

/* Changing the shape in place is refused for a leaf, even where nothing is dropped. */
static ct_error check_may_be_reshaped(const ct_tensor *input, bool inplace)
{
	if (inplace && ct_autograd_is_grad_enabled() && ct_tensor_requires_grad(input) &&
	    ct_tensor_is_leaf(input))
		CT_NN_RAISE(CT_ERROR_RUNTIME,
			    "a leaf Variable that requires grad is being used in an in-place "
			    "operation.");
	return NULL;
}

/* For an input without a batch dimension. In place, it writes to a view of the input: Python changes
 * the shape of the input and later changes it back, which an error would leave half done. */
static ct_error drop_unbatched(const ct_tensor *input, double p, bool training, bool inplace,
			       ct_tensor **result)
{
	CT_OWN_SCOPE(NULL);
	ct_tensor *batch = CT_E(unsqueeze, input, 0), *dropped = NULL;

	CT_TRY(check_may_be_reshaped(input, inplace));
	CT_DO(dropout_apply(&feature, batch, p, training, inplace, &dropped));
	return ct_nn_give_if_wanted(
		inplace ? CT_F(ct_nn_again, input) : CT_E(squeeze_dim, dropped, 0), result);
}

ct_error ct_nn_dropout1d(const ct_tensor *input, double p, bool training, bool inplace,
			 ct_tensor **result)
{
	int64_t dim = ct_tensor_dim(input);

	CT_NN_NEEDS(input, 1);
	CT_TRY(check_probability(p));
	if (dim != 2 && dim != 3)
		CT_NN_RAISE(CT_ERROR_RUNTIME,
			    "dropout1d: Expected 2D or 3D input, but received a %lldD input. "
			    "Note that dropout1d exists to provide channel-wise dropout on inputs "
			    "with 1 spatial dimension, a channel dimension, and an optional batch "
			    "dimension (i.e. 2D or 3D inputs).",
			    (long long)dim);
	return dim == 3 ? dropout_apply(&feature, input, p, training, inplace, result)
			: drop_unbatched(input, p, training, inplace, result);
}

static void warn_of_dimensions(int spatial, const ct_tensor *input)
{
	ct_warn_of(
		"dropout%dd: Received a %lld-D input to dropout%dd, which is deprecated and will "
		"result in an error in a future release. To retain the behavior and silence this "
		"warning, please use dropout instead. Note that dropout%dd exists to provide "
		"channel-wise dropout on inputs with %d spatial dimensions, a channel dimension, "
		"and an optional batch dimension (i.e. %dD or %dD inputs).",
		spatial, (long long)ct_tensor_dim(input), spatial, spatial, spatial, spatial + 1,
		spatial + 2);
}

ct_error ct_nn_dropout2d(const ct_tensor *input, double p, bool training, bool inplace,
			 ct_tensor **result)
{
	const int64_t dim = ct_tensor_dim(input);

	CT_NN_NEEDS(input, 1);
	CT_TRY(check_result(inplace, result));
	CT_TRY(check_probability(p));
	if (dim != 3 && dim != 4)
		warn_of_dimensions(2, input);
	if (dim == 3)
		ct_warn("dropout2d: Received a 3D input to dropout2d and assuming that "
			"channel-wise 1D dropout behavior is desired - input is interpreted as "
			"shape (N, C, L), where C is the channel dim. This behavior will change in "
			"a future release to interpret the input as one without a batch dimension, "
			"i.e. shape (C, H, W). To maintain the 1D channel-wise dropout behavior, "
			"please switch to using dropout1d instead.");
	return dropout_apply(&feature, input, p, training, inplace, result);
}

/* Python takes what has not 5 dimensions for an input without a batch dimension. */
ct_error ct_nn_dropout3d(const ct_tensor *input, double p, bool training, bool inplace,
			 ct_tensor **result)
{
	CT_NN_NEEDS(input, 1);
	CT_TRY(check_result(inplace, result));
	CT_TRY(check_probability(p));
	if (ct_tensor_dim(input) != 4 && ct_tensor_dim(input) != 5)
		warn_of_dimensions(3, input);
	return ct_tensor_dim(input) == 5
		       ? dropout_apply(&feature, input, p, training, inplace, result)
		       : drop_unbatched(input, p, training, inplace, result);
}

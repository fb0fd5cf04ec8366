/*
 * The dropouts: in training they set random elements or channels to 0.
 */
#include "nn/functional/raise.h"
#include "nn/layers/plain.h"

static ct_error dropout_check(const char *class_name, double p)
{
	if (p < 0 || p > 1)
		return ct_error_new(CT_ERROR_VALUE, class_name,
				    "dropout probability has to be between 0 and 1, but got %s",
				    ct_nn_float_text(p).at);
	return NULL;
}

CT_NN_CHECK(Dropout)
{
	return dropout_check("Dropout", a->p);
}

CT_NN_PLAIN(Dropout, Dropout_check)
{
	return CT(nn_dropout, result, x, a->p, ct_nn_is_training(self), a->inplace);
}

CT_NN_CHECK(Dropout1d)
{
	return dropout_check("Dropout1d", a->p);
}

CT_NN_PLAIN(Dropout1d, Dropout1d_check)
{
	return CT(nn_dropout1d, result, x, a->p, ct_nn_is_training(self), a->inplace);
}

CT_NN_CHECK(Dropout2d)
{
	return dropout_check("Dropout2d", a->p);
}

CT_NN_PLAIN(Dropout2d, Dropout2d_check)
{
	return CT(nn_dropout2d, result, x, a->p, ct_nn_is_training(self), a->inplace);
}

CT_NN_CHECK(Dropout3d)
{
	return dropout_check("Dropout3d", a->p);
}

CT_NN_PLAIN(Dropout3d, Dropout3d_check)
{
	return CT(nn_dropout3d, result, x, a->p, ct_nn_is_training(self), a->inplace);
}

/* As in Python, `inplace` of the last two has no effect. */
CT_NN_CHECK(AlphaDropout)
{
	return dropout_check("AlphaDropout", a->p);
}

CT_NN_PLAIN(AlphaDropout, AlphaDropout_check)
{
	return CT(nn_alpha_dropout, result, x, a->p, ct_nn_is_training(self));
}

CT_NN_CHECK(FeatureAlphaDropout)
{
	return dropout_check("FeatureAlphaDropout", a->p);
}

CT_NN_PLAIN(FeatureAlphaDropout, FeatureAlphaDropout_check)
{
	return CT(nn_feature_alpha_dropout, result, x, a->p, ct_nn_is_training(self));
}

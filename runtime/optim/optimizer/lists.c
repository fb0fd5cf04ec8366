/*
 * Lists of tensors: operators that releases before 2.1 lack, and sums of step counters and numbers.
 * What is computed with the counters stays on their device, which need not wait for the host then.
 */
#include "core/base/no_memory.h"
#include "core/memory/given.h"
#include "optim/optimizer/class.h"

#ifdef CT_OP__foreach_sign__

ct_error ct_optim_powers(double base, ct_tensors exponents, ct_tensors *result)
{
	ct_tensor **made;
	int64_t n;

	CT_TRY(CT(_foreach_pow_ScalarAndTensor, &made, &n, base, exponents));
	*result = CT_TENSORS_OF(made, n);
	return NULL;
}

static ct_error copy_all(ct_tensors to, ct_tensors from)
{
	return CT(_foreach_copy_, to, from);
}

ct_error ct_optim_raise(ct_tensors tensors, double exponent)
{
	return CT(_foreach_pow__Scalar, tensors, exponent);
}

ct_error ct_optim_make_at_least(ct_tensors tensors, double least)
{
	return CT(_foreach_maximum__Scalar, tensors, least);
}

ct_error ct_optim_signs(ct_tensors tensors, ct_tensors *result)
{
	ct_tensor **made;
	int64_t n;

	CT_TRY(CT(_foreach_sign, &made, &n, tensors));
	*result = CT_TENSORS_OF(made, n);
	return NULL;
}

#else /* one by one */

static ct_error new_results(int64_t n, ct_tensor ***made, ct_tensors *result)
{
	*made = ct_given_array(n, sizeof(ct_tensor *));
	*result = CT_TENSORS_OF(*made, n);
	return *made ? NULL : ct_no_memory(NULL, "for a step");
}

ct_error ct_optim_powers(double base, ct_tensors exponents, ct_tensors *result)
{
	ct_tensor **made;

	CT_TRY(new_results(exponents.len, &made, result));
	for (int64_t i = 0; i < exponents.len; i++)
		CT_TRY(CT(pow_Scalar, &made[i], base, exponents.at[i]));
	return NULL;
}

static ct_error copy_all(ct_tensors to, ct_tensors from)
{
	for (int64_t i = 0; i < to.len; i++)
		CT_TRY(CT(copy_, to.at[i], from.at[i]));
	return NULL;
}

ct_error ct_optim_raise(ct_tensors tensors, double exponent)
{
	for (int64_t i = 0; i < tensors.len; i++)
		CT_TRY(CT(pow__Scalar, tensors.at[i], exponent));
	return NULL;
}

ct_error ct_optim_make_at_least(ct_tensors tensors, double least)
{
	for (int64_t i = 0; i < tensors.len; i++)
		CT_TRY(CT(clamp_min_, tensors.at[i], least));
	return NULL;
}

ct_error ct_optim_signs(ct_tensors tensors, ct_tensors *result)
{
	ct_tensor **made;

	CT_TRY(new_results(tensors.len, &made, result));
	for (int64_t i = 0; i < tensors.len; i++)
		CT_TRY(CT(sign, &made[i], tensors.at[i]));
	return NULL;
}

#endif

ct_error ct_optim_copy(ct_tensors to, ct_tensors from)
{
	if (!ct_optim_records())
		return copy_all(to, from);
	for (int64_t i = 0; i < to.len; i++) /* the list's operator has no derivative */
		CT_TRY(CT(copy_, to.at[i], from.at[i]));
	return NULL;
}

ct_error ct_optim_powers_less_1(double base, ct_tensors exponents, ct_tensors *result)
{
	CT_TRY(ct_optim_powers(base, exponents, result));
	return CT(_foreach_sub__Scalar, *result, 1);
}

ct_error ct_optim_corrections(double beta, ct_tensors steps, ct_tensors *result)
{
	CT_TRY(ct_optim_powers_less_1(beta, steps, result));
	return CT(_foreach_neg_, *result);
}

ct_error ct_optim_product(ct_tensors tensors, double factor, ct_tensors *result)
{
	ct_tensor **made;
	int64_t n;

	CT_TRY(CT(_foreach_mul_Scalar, &made, &n, tensors, factor));
	*result = CT_TENSORS_OF(made, n);
	return NULL;
}

ct_error ct_optim_difference(ct_tensors tensors, double number, ct_tensors *result)
{
	ct_tensor **made;
	int64_t n;

	CT_TRY(CT(_foreach_sub_Scalar, &made, &n, tensors, number));
	*result = CT_TENSORS_OF(made, n);
	return NULL;
}

ct_error ct_optim_products(ct_tensors tensors, ct_tensors others, ct_tensors *result)
{
	ct_tensor **made;
	int64_t n;

	CT_TRY(CT(_foreach_mul_List, &made, &n, tensors, others));
	*result = CT_TENSORS_OF(made, n);
	return NULL;
}

ct_error ct_optim_roots(ct_tensors tensors, ct_tensors *result)
{
	ct_tensor **made;
	int64_t n;

	CT_TRY(CT(_foreach_sqrt, &made, &n, tensors));
	*result = CT_TENSORS_OF(made, n);
	return NULL;
}

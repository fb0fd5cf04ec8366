/*
 * The macros that need GNU C, in every language that has it; compiled by alone.sh, never run.
 */
#include <ctorch/ctorch.h>

static ct_error in_blocks(const ct_tensor *x, ct_tensor **result)
{
	CT_SCOPE;
	ct_tensor *sum = NULL;

	CT_NO_GRAD
	{
		CT_SCOPE;

		CT_TRY(ct_sum(x, CT_DTYPE_NONE, &sum));
		ct_scope_move_up(sum);
	}
	CT_NO_GRAD
	CT_TRY(ct_sqrt(sum, result));
	ct_scope_move_up(*result);
	return NULL;
}

int main(void)
{
	ct_tensor *result = NULL;

	CT_CHECK(in_blocks(NULL, &result));
	return 0;
}

/* For audit_program.sh: ct_gone_old() in a comment is not a use of it. */
/* The spellings are part of the test. */
/* clang-format off */
#include <ctorch/ct_removed(.h>
#include "mine.h"

#define MINE(x) ct_symbolic(x, (int64_t[]){ 1, 2 }, 2, 1, y)
#define ct_own_macro(x) ct_converting((x), 1, y) // ct_replaced(

ct_error ct_own_function(const ct_tensor *x, ct_tensor **y);

static const char text[] = "ct_swapped(x)" R"(ct_keyword(")";

struct table {
	ct_error (*ct_default_of)(const ct_tensor *, ct_tensor **);
} table = { .ct_default_of = ct_alias_of };

ct_error ct_own_function(const ct_tensor *x, ct_tensor **y)
{
	char quote = '"', other = '\'';
	ct_error (*ct_pointer)(const ct_tensor *, ct_tensor **) = &ct_Tensor_method_gone;

	if (ct_gone_old(x, two, y) || ct_Tensor_gone_old(x, two, y) ||
	    ct_gone_old(x, two, y))
		return ct_stays /* as ever */
			(x, two, y);
#if 1
	if (table.ct_default_of(x, y)) {
#else
	if (ct_pointer(x, y)) {
#endif
		return ct_longr(x);
	}
	ct_tensor_free(*y);
	return ct_comes(ct_own_macro(x), ct_was_there(x));
}

static ct_error ct_own_later(void)
{
	ct_own_later();
	return MINE(1'000 'x') ? ct_longer : (*ct_shorter)(x, 1, y);
}

static ct_error ct_own_derivative(const ct_tensor *x, ct_tensor **y)
{
	CT_TRY(CT(stays, y, x, two));
	return CT_FINISH(CT_E(gone_old, CT_E(no_such_operator, x), .two = CT), y);
}

/*
 * Odd inputs are made with the library; what cannot be made of a tensor, such as a nested one of a
 * number, stays as it is, but each kind must have been made for some.
 */
#include "odd_inputs.h"

#include <string.h>

#include <ctorch/calls/call.h>
#include <ctorch/ctorch.h>

#include "support.h"

enum odd { NESTED, SPARSE, SPARSE_CSR, META, ODD_KINDS };

static struct {
	int tried, made;
} counts[ODD_KINDS];

/* Makes a nested tensor of the rows; the last one is shorter. */
static ct_tensor *nested(const ct_tensor *x)
{
	const int64_t dim = ct_tensor_dim(x);
	ct_tensor *made = NULL, **rows = NULL;
	int64_t n = 0;

	if (dim < 1)
		return NULL;
	CT_DO(ct_unbind_int(x, 0, &rows, &n));
	if (n > 0 && dim > 1 && ct_tensor_size(x, -1) > 1)
		rows[n - 1] = CT_E(narrow, rows[n - 1], -1, 0, 1);
	CT_DO(ct__nested_tensor_from_tensor_list(rows, n, CT_DTYPE_NONE, CT_LAYOUT_NONE,
						 CT_DEVICE_NONE, NULL, &made));
	return made;
}

static ct_tensor *made_odd(const ct_tensor *x, enum odd kind)
{
	switch (kind) {
	case NESTED:
		return nested(x);
	case SPARSE:
		return CT_E(to_sparse, x);
	case SPARSE_CSR:
		return CT_E(to_sparse_csr, x);
	default:
		return CT_E(to_device, x, CT_DEVICE_META, ct_tensor_dtype(x));
	}
}

static void replace(ct_tensor **input, enum odd kind)
{
	ct_tensor *x, *odd;
	ct_error error;

	if (*input == NULL)
		return;
	OK(ct_detach(*input, &x));
	odd = made_odd(x, kind);
	error = CT_FINISH(odd, &odd);
	counts[kind].tried++;
	if (error == NULL && odd) {
		*input = odd;
		counts[kind].made++;
	}
	ct_error_free(error);
}

void assert_odd_inputs_were_made(void)
{
	for (int kind = 0; kind < ODD_KINDS; kind++)
		ck_assert_msg(counts[kind].made > 0 || counts[kind].tried == 0,
			      "of %d odd inputs of kind %d none could be made", counts[kind].tried,
			      kind);
	memset(counts, 0, sizeof counts);
}

bool make_odd_inputs(int64_t number, ct_tensor **inputs, int64_t n)
{
	const int64_t each = n + 1, kind = number / each, which = number % each;

	if (n == 0 || kind >= ODD_KINDS)
		return false;
	for (int64_t i = 0; i < n; i++)
		if (which == i || which == n)
			replace(&inputs[i], (enum odd)kind);
	return true;
}

void assert_survived(ct_error error, const char *what, int64_t number)
{
	ct_error waiting = CT_DONE();

	ck_assert_msg(waiting == NULL,
		      "%s, odd inputs %lld: the error was '%.400s', but another waits: %.400s",
		      what, (long long)number, error ? error : "none", waiting);
	ct_error_free(error);
}

/*
 * What several suites prepare and call.
 */
#include "trials.h"

void fill_empty(struct attempt *attempt)
{
	open_scopes(attempt, 2);
}

static void fill_64(struct attempt *attempt)
{
	open_scopes(attempt, 1);
	fill_scope(attempt, 32);
	open_scopes(attempt, 1);
	fill_scope(attempt, 32);
}

static void fill_4096(struct attempt *attempt)
{
	open_scopes(attempt, 1);
	fill_scope(attempt, 4096);
}

void (*const fillings[FILLINGS])(struct attempt *attempt) = { fill_empty, fill_64, fill_4096 };

void open_eight(struct attempt *attempt)
{
	open_scopes(attempt, 8);
	fill_scope(attempt, 3);
}

ct_error call_relu(struct attempt *attempt)
{
	return ct_relu(attempt->tensor, &attempt->results[0]);
}

ct_error call_relu_in_place(struct attempt *attempt)
{
	return ct_relu_(attempt->tensor, &attempt->results[0]);
}

ct_error call_out(struct attempt *attempt)
{
	return ct_add_out(attempt->tensor, attempt->tensor, ct_scalar_int(0), attempt->tensor,
			  &attempt->results[0]);
}

ct_error call_unbind(struct attempt *attempt)
{
	return ct_unbind_int(attempt->tensor, 0, &attempt->list, &attempt->list_len);
}

void check_list(struct attempt *attempt, bool failed)
{
	if (!failed)
		MUST(attempt->list_len == 200);
}

ct_error call_max(struct attempt *attempt)
{
	return ct_max_dim(attempt->tensor, 0, false, &attempt->results[0], &attempt->results[1]);
}

/* It has no error to return: NULL says it. */
ct_error call_keep(struct attempt *attempt)
{
	ct_tensor *kept = ct_tensor_retain(attempt->tensor);

	if (kept == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, NULL, "NULL");
	attempt->results[0] = kept;
	return NULL;
}

ct_error call_from_blob(struct attempt *attempt)
{
	return make_blob(&attempt->blob_deleted, &attempt->results[0]);
}

/* What failed has left the data to the caller: its deleter runs for the one that was made. */
void check_blob(struct attempt *attempt, bool failed)
{
	MUST(attempt->blob_deleted == 0);
	if (failed)
		return;
	ct_tensor_free(attempt->results[0]);
	attempt->results[0] = UNTOUCHED;
	MUST(attempt->blob_deleted == 1);
}

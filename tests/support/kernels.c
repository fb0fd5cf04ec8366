#include "kernels.h"

ct_error give_back(const ct_value *args, int64_t args_len, void *context, ct_value *results,
		   int64_t results_len)
{
	(void)args_len;
	(void)results_len;
	(void)context;
	results[0] = ct_value_borrow(&args[0]);
	return NULL;
}

ct_error print_arguments(const ct_value *args, int64_t args_len, void *context, ct_value *results,
			 int64_t results_len)
{
	ct_value list = ct_value_list(args, args_len);

	(void)results;
	(void)results_len;
	CT_TRY(ct_value_to_string(&list, context));
	ct_scope_disown_object(*(char **)context);
	return NULL;
}

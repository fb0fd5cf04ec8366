#include "support.h"

ct_value results[RESULTS_AT_MOST];

static ct_scope *scope;

ct_error direct_call(const char *name, const ct_value *args, int64_t args_len)
{
	const struct ct_direct *direct = ct_direct_find(name);

	ck_assert_msg(direct != NULL, "%s is not in the table", name);
	ck_assert_int_eq(direct->args_len, args_len);
	ck_assert_int_le(direct->results_len, RESULTS_AT_MOST);
	/* Of no kind, with flags. */
	memset(results, 0x5a, sizeof results);
	return direct->call(direct->function, args, results);
}

static void assert_same_tensor(const ct_tensor *tensor, const ct_tensor *expected)
{
	const ct_device device = ct_tensor_device(tensor), other = ct_tensor_device(expected);
	bool equal = false;

	ck_assert_int_eq(ct_tensor_dtype(tensor), ct_tensor_dtype(expected));
	ck_assert_int_eq(device.type, other.type);
	if (device.type == CT_DEVICE_TYPE_META)
		return;
	OK(ct_equal(tensor, expected, &equal));
	ck_assert(equal);
}

void assert_tensor(const ct_value *result, const ct_tensor *expected)
{
	ck_assert_int_eq(result->kind, CT_VALUE_TENSOR);
	ck_assert_int_eq(result->flags, 0);
	assert_same_tensor(result->object, expected);
}

void assert_same_error(ct_error direct, ct_error expected)
{
	ck_assert(direct != NULL && expected != NULL);
	ck_assert_str_eq(direct, expected);
	ct_error_free(direct);
	ct_error_free(expected);
}

static void enter_scope(void)
{
	scope = open_scope();
}

static void leave_scope(void)
{
	OK(ct_scope_close(scope));
}

TCase *scoped_tests(const char *name)
{
	TCase *tests = tests_of(name);

	tcase_add_checked_fixture(tests, enter_scope, leave_scope);
	return tests;
}

#include "support.h"

ct_jit *load_script(const char *name)
{
	char path[256];
	ct_jit *script;

	snprintf(path, sizeof path, FIXTURES "%s", name);
	OK(ct_jit_load(path, NULL, &script));
	return script;
}

enum { MOST = 8 };

void check_call(const ct_jit *script, const ct_value *reference)
{
	ct_value args[MOST], named[MOST], kwargs, list, key, expected, result;
	const char *method, *names[MOST];
	bool is_equal;

	OK(ct_value_at_string(reference, "/method", &method));
	OK(ct_value_at(reference, "/args", &list));
	OK(ct_value_at(reference, "/kwargs", &kwargs));
	OK(ct_value_at(reference, "/result", &expected));
	for (int64_t i = 0; i < ct_value_count(&list); i++)
		OK(ct_value_item(&list, i, &args[i]));
	for (int64_t i = 0; i < ct_value_count(&kwargs); i++) {
		OK(ct_value_dict_item(&kwargs, i, &key, &named[i]));
		OK(ct_value_as_string(&key, &names[i], NULL));
	}
	OK(ct_jit_call(script, method, args, ct_value_count(&list), names, named,
		       ct_value_count(&kwargs), &result));
	OK(ct_value_equal(&result, &expected, &is_equal));
	ck_assert_msg(is_equal, "%s: another result than Python's", method);
	ct_value_free(&result);
}

ct_value call_with(const ct_jit *script, const char *method, ct_value argument)
{
	ct_value result;

	OK(ct_jit_call(script, method, &argument, 1, NULL, NULL, 0, &result));
	return result;
}

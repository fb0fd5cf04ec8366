/*
 * Small languages: names of dtypes and devices, paths into values, handles of shared memory. What
 * is accepted has a name that is accepted, too.
 */
#include <stdlib.h>
#include <string.h>

#include "calls.h"

static ct_value nested; /* {"a": [1, (2, "x")], "b/c": {3: None}, "~": 1.5} */

static ct_value list_of(ct_value list, ct_value first, ct_value second)
{
	FUZZ_MUST(ct_value_list_move(&list, &first));
	FUZZ_MUST(ct_value_list_move(&list, &second));
	return list;
}

static void make_nested(void)
{
	ct_value tuple = list_of(ct_value_tuple_new(), ct_value_int(2), ct_value_string("x"));
	ct_value list = list_of(ct_value_list_new(), ct_value_int(1), tuple);
	ct_value dict = ct_value_dict_new();

	nested = ct_value_dict_new();
	FUZZ_MUST(ct_value_dict_set(&dict, ct_value_int(3), ct_value_none()));
	FUZZ_MUST(ct_value_dict_move(&nested, ct_value_string("a"), &list));
	FUZZ_MUST(ct_value_dict_move(&nested, ct_value_string("b/c"), &dict));
	FUZZ_MUST(ct_value_dict_set(&nested, ct_value_string("~"), ct_value_float(1.5)));
}

static void check_dtype(const char *text)
{
	ct_dtype dtype = -7, again = -7;

	if (fuzz_succeeds(ct_dtype_from_name(text, &dtype)))
		FUZZ_CHECK(fuzz_succeeds(ct_dtype_from_name(ct_dtype_name(dtype), &again)) &&
				   again == dtype,
			   "%s is %s, which is dtype %d", text, ct_dtype_name(dtype), again);
	else
		FUZZ_CHECK(dtype == -7, "an error, and the result was written");
}

static void check_device(const char *text)
{
	ct_device device = { -7, -7 }, again = { -7, -7 };
	char *name = NULL;

	if (!fuzz_succeeds(ct_device_from_string(text, &device))) {
		FUZZ_CHECK(device.type == -7, "an error, and the result was written");
		return;
	}
	FUZZ_MUST(ct_device_to_string(device, &name));
	FUZZ_MUST(ct_device_from_string(name, &again));
	FUZZ_CHECK(device.type == again.type && device.index == again.index,
		   "'%s' is %s, which is another device", text, name);
	ct_free(name);
}

static void check_path(const char *text)
{
	ct_value found = ct_value_int(-7);
	char *printed = NULL;

	if (!fuzz_succeeds(ct_value_at(&nested, text, &found))) {
		FUZZ_CHECK(found.i == -7, "an error, and the result was written");
		return;
	}
	FUZZ_MUST(ct_value_to_string(&found, &printed));
	ct_free(printed);
}

/* No input is the handle of an existing segment. */
static void check_handle(const char *text)
{
	ct_tensor *tensor = FUZZ_UNTOUCHED;
	ct_error error = ct_tensor_open_shared(text, &tensor);

	FUZZ_CHECK(!fuzz_tensor(error, tensor), "it is opened: %s", text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);

	if (nested.kind == CT_VALUE_NONE)
		make_nested();
	fuzz_enter();
	if (text) {
		check_dtype(text);
		check_device(text);
		check_path(text);
		check_handle(text);
	}
	fuzz_leave();
	free(text);
	return 0;
}

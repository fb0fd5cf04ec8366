#include "support.h"

ct_error record_one(ct_export_record_function function, ct_tensors inputs,
		    const ct_export_record_options *options, ct_export **result)
{
	return ct_export_record(function, NULL, inputs, 1, options, result);
}

ct_error record_rows(ct_export_record_function function, const ct_tensor *x, ct_export **result)
{
	const ct_export_dynamic rows = { .name = "rows" };

	return record_one(function, CT_TENSORS(x),
			  &(ct_export_record_options){ .dynamic = &rows, .dynamic_len = 1 },
			  result);
}

ct_tensor *output_of(ct_export *program, ct_tensors inputs)
{
	ct_tensor **outputs, *output;
	int64_t outputs_len;

	OK(ct_export_run(program, inputs, &outputs, &outputs_len));
	ck_assert_int_eq(outputs_len, 1);
	output = outputs[0];
	ct_free(outputs);
	return output;
}

bool equal(const ct_tensor *one, const ct_tensor *other)
{
	bool result;

	OK(ct_equal(one, other, &result));
	return result;
}

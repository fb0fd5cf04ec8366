/*
 * jit_proof SCRIPT REFERENCE COPY: calls the methods of a TorchScript file in the order of the
 * reference, a list that Python saved of dicts with `method`, `args` and `result`, and compares the
 * results. The module keeps its state between the calls. Saves the file as COPY before.
 */
#include <stdio.h>
#include <stdlib.h>

#include <ctorch/ctorch.h>

enum { MOST_ARGS = 16 };

struct count {
	int64_t calls, equal;
};

/* The arguments, as an array. */
static ct_error take_args(const ct_value *step, ct_value args[MOST_ARGS], int64_t *len)
{
	ct_value list;

	CT_TRY(ct_value_at(step, "/args", &list));
	*len = ct_value_count(&list);
	if (*len > MOST_ARGS)
		return ct_error_new(CT_ERROR_VALUE, __func__, "a call has %lld arguments",
				    (long long)*len);
	for (int64_t i = 0; i < *len; i++)
		CT_TRY(ct_value_item(&list, i, &args[i]));
	return NULL;
}

static ct_error compare_step(const ct_jit *script, const ct_value *step, struct count *count)
{
	ct_value args[MOST_ARGS], expected, result;
	const char *method;
	int64_t len;
	bool is_equal;
	ct_error error;

	CT_TRY(ct_value_at_string(step, "/method", &method));
	CT_TRY(ct_value_at(step, "/result", &expected));
	CT_TRY(take_args(step, args, &len));
	CT_TRY(ct_jit_call(script, method, args, len, NULL, NULL, 0, &result));
	error = ct_value_equal(&result, &expected, &is_equal);
	ct_value_free(&result);
	count->calls++;
	count->equal += error == NULL && is_equal;
	return error;
}

static ct_error compare_all(const char *script_path, const char *reference_path,
			    const char *copy_path, struct count *count)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_jit *script;
	ct_value steps, step;
	ct_error error = NULL;

	CT_TRY(ct_load(reference_path, NULL, &steps));
	CT_TRY(ct_jit_load(script_path, NULL, &script));
	error = ct_jit_save(script, copy_path, NULL);
	for (int64_t i = 0; i < ct_value_count(&steps) && error == NULL; i++) {
		error = ct_value_item(&steps, i, &step);
		if (error == NULL)
			error = compare_step(script, &step, count);
	}
	ct_jit_free(script);
	ct_value_free(&steps);
	return error;
}

int main(int argc, char **argv)
{
	struct count count = { 0, 0 };

	if (argc != 4) {
		fprintf(stderr, "usage: jit_proof SCRIPT REFERENCE COPY\n");
		return 2;
	}
	CT_CHECK(ct_set_num_threads(1));
	CT_CHECK(compare_all(argv[1], argv[2], argv[3], &count));
	printf("%lld of %lld calls equal to Python's\n", (long long)count.equal,
	       (long long)count.calls);
	return count.equal == count.calls && count.calls ? 0 : 1;
}

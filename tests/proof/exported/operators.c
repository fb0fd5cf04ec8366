#include "operators.h"

#include <string.h>

#include <ctorch/ctorch.h>

static ct_error scale_add(const ct_value *args, int64_t args_len, void *context, ct_value *results,
			  int64_t results_len)
{
	ct_tensor *x, *y, *sum, *rest;
	double alpha;

	(void)args_len, (void)context, (void)results_len;
	CT_TRY(ct_value_as_tensor(&args[0], &x));
	CT_TRY(ct_value_as_tensor(&args[1], &y));
	CT_TRY(ct_value_as_float(&args[2], &alpha));
	CT_TRY(CT(mul, &sum, y, alpha));
	CT_TRY(CT(add, &sum, x, sum));
	CT_TRY(CT(sub, &rest, x, y));
	results[0] = ct_value_tensor(sum);
	results[1] = ct_value_tensor(rest);
	return NULL;
}

static ct_error inc_(const ct_value *args, int64_t args_len, void *context, ct_value *results,
		     int64_t results_len)
{
	ct_tensor *x;

	(void)args_len, (void)context, (void)results, (void)results_len;
	CT_TRY(ct_value_as_tensor(&args[0], &x));
	return CT(add_, x, 1);
}

/* Adds the number of letters in all strings. */
static ct_error joined(const ct_value *args, int64_t args_len, void *context, ct_value *results,
		       int64_t results_len)
{
	ct_tensor *x, *sum;
	ct_value name;
	const char *text;
	int64_t nbytes = 0, letters = 0;

	(void)args_len, (void)context, (void)results_len;
	CT_TRY(ct_value_as_tensor(&args[0], &x));
	for (int64_t i = 0; i < ct_value_count(&args[1]); i++, letters += nbytes) {
		CT_TRY(ct_value_item(&args[1], i, &name));
		CT_TRY(ct_value_as_string(&name, &text, &nbytes));
	}
	if (!ct_value_is_none(&args[2])) {
		CT_TRY(ct_value_as_string(&args[2], &text, &nbytes));
		letters += nbytes;
	}
	CT_TRY(CT(add, &sum, x, letters));
	results[0] = ct_value_tensor(sum);
	return NULL;
}

static ct_error shifted(const ct_value *args, int64_t args_len, void *context, ct_value *results,
			int64_t results_len)
{
	ct_tensor *x;

	(void)args_len, (void)context, (void)results_len;
	CT_TRY(ct_value_as_tensor(&args[0], &x));
	results[0] = ct_value_list_new();
	for (int64_t i = 0; i < ct_value_count(&args[1]); i++) {
		ct_value by, flag;
		ct_tensor *sum;
		double amount;
		bool up;

		CT_TRY(ct_value_item(&args[1], i, &by));
		CT_TRY(ct_value_item(&args[2], i, &flag));
		CT_TRY(ct_value_as_float(&by, &amount));
		CT_TRY(ct_value_as_bool(&flag, &up));
		CT_TRY(CT(add, &sum, x, up ? amount : -amount));
		CT_TRY(ct_value_list_append(&results[0], ct_value_tensor(sum)));
	}
	return NULL;
}

/* Adds the sum of a list of lists of numbers. */
static ct_error add_all(double *sum, const ct_value *lists)
{
	for (int64_t i = 0; i < ct_value_count(lists); i++) {
		ct_value list, item;
		double number;

		CT_TRY(ct_value_item(lists, i, &list));
		for (int64_t j = 0; j < ct_value_count(&list); j++) {
			CT_TRY(ct_value_item(&list, j, &item));
			CT_TRY(ct_value_as_float(&item, &number));
			*sum += number;
		}
	}
	return NULL;
}

/* The numbers are small: the order in which they are added does not matter. */
static ct_error of_lists(const ct_value *args, int64_t args_len, void *context, ct_value *results,
			 int64_t results_len)
{
	ct_tensor *x, *sum;
	double steps = 0, scales = 0;

	(void)args_len, (void)context, (void)results_len;
	CT_TRY(ct_value_as_tensor(&args[0], &x));
	CT_TRY(add_all(&steps, &args[1]));
	CT_TRY(add_all(&scales, &args[2]));
	CT_TRY(CT(add, &sum, x, (int64_t)steps));
	CT_TRY(CT(add, &sum, sum, scales));
	results[0] = ct_value_tensor(sum);
	return NULL;
}

static ct_error subtract(ct_value one, ct_value other, ct_value *result)
{
	ct_tensor *x, *y, *difference;

	CT_TRY(ct_value_as_tensor(&one, &x));
	CT_TRY(ct_value_as_tensor(&other, &y));
	CT_TRY(CT(sub, &difference, x, y));
	*result = ct_value_tensor(difference);
	return NULL;
}

static ct_error of_rows(const ct_value *args, int64_t args_len, void *context, ct_value *results,
			int64_t results_len)
{
	ct_value first, last;

	(void)args_len, (void)context, (void)results_len;
	CT_TRY(ct_value_item(&args[0], 0, &first));
	CT_TRY(ct_value_item(&first, 0, &first));
	CT_TRY(ct_value_item(&args[0], -1, &last));
	CT_TRY(ct_value_item(&last, -1, &last));
	return subtract(first, last, &results[0]);
}

static ct_error of_table(const ct_value *args, int64_t args_len, void *context, ct_value *results,
			 int64_t results_len)
{
	ct_value a, b;

	(void)args_len, (void)context, (void)results_len;
	CT_TRY(ct_value_dict_get(&args[0], ct_value_string("a"), &a));
	CT_TRY(ct_value_dict_get(&args[0], ct_value_string("b"), &b));
	return subtract(a, b, &results[0]);
}

static ct_error maybe(const ct_value *args, int64_t args_len, void *context, ct_value *results,
		      int64_t results_len)
{
	ct_tensor *x, *doubled;
	bool given;

	(void)args_len, (void)context, (void)results_len;
	CT_TRY(ct_value_as_tensor(&args[0], &x));
	CT_TRY(ct_value_as_bool(&args[1], &given));
	if (!given)
		return NULL;
	CT_TRY(CT(mul, &doubled, x, 2));
	results[0] = ct_value_tensor(doubled);
	return NULL;
}

static const struct {
	const char *schema;
	ct_kernel kernel;
} operators[] = {
	{ "scale_add(Tensor x, Tensor y, float alpha=1., SymInt[]? dims=None) -> (Tensor, Tensor)",
	  scale_add },
	{ "inc_(Tensor(a0!) x) -> ()", inc_ },
	{ "joined(Tensor x, str[] names, str? last=None) -> Tensor", joined },
	{ "shifted(Tensor x, float[] by, bool[] flags, ScalarType? dtype=None, Device? device=None)"
	  " -> Tensor[]",
	  shifted },
	{ "of_lists(Tensor x, int[][] steps, float[][] scales) -> Tensor", of_lists },
	{ "of_rows(Tensor[][] rows) -> Tensor", of_rows },
	{ "of_table(Dict(str, Tensor) table) -> Tensor", of_table },
	{ "maybe(Tensor x, bool given) -> Tensor?", maybe },
};

static ct_error add_operator(ct_library *library, const char *schema, ct_kernel kernel)
{
	char name[40];
	const size_t length = strcspn(schema, "(");

	memcpy(name, schema, length);
	name[length] = '\0';
	CT_TRY(ct_library_define(library, schema));
	/* As in Python: the dispatcher does not look into nested lists for the key of a device. */
	return ct_library_implement(library, name, "CompositeExplicitAutograd", kernel, NULL, NULL);
}

ct_error register_operators(ct_library **result)
{
	ct_library *library;
	ct_error err;

	CT_TRY(ct_library_new("zoo", &library));
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
		CT_GOTO(failed, err,
			add_operator(library, operators[i].schema, operators[i].kernel));
	}
	*result = library;
	return NULL;
failed:
	ct_library_free(library);
	return err;
}

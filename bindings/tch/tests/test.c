/* test.c: errors, results and every function of the shim; tests/bindings/tch.sh runs it. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

#include "every_calls.h"

static const struct {
	const char *name;
	void (*call)(tensor *out);
} every[] = {
#include "every_table.h"
};

/* What libtorch itself does not survive, from C++ either; tests/proof/operators/data/dies.txt. */
static const char dies[] = "atg__stack";

static int failed;

static void check(bool is_fine, const char *sentence)
{
	if (is_fine)
		return;
	printf("not ok: %s\n", sentence);
	failed = 1;
}

static bool took_error(const char *text)
{
	char *error = get_and_reset_last_err();
	const bool is_it = error && strstr(error, text);

	if (error && !is_it)
		printf("the error is: %s\n", error);
	free(error);
	return is_it;
}

static tensor numbers(void)
{
	float data[] = { 1, 2, 3, 4 };
	int64_t dims[] = { 2, 2 };

	return at_tensor_of_data(data, dims, 2, sizeof *data, 6);
}

static double sum(tensor x)
{
	tensor total = NULL;
	double value;

	atg_sum(&total, x, 6);
	value = at_double_value_at_indexes(total, NULL, 0);
	at_free(total);
	return value;
}

static void results_come_back(void)
{
	tensor x = numbers(), made[2] = { NULL }, *parts;
	int64_t at[] = { 1, 0 };

	check(at_dim(x) == 2 && at_scalar_type(x) == 6 && at_device(x) == -1, "facts of a tensor");
	check(at_double_value_at_indexes(x, at, 2) == 3, "an element");
	atg_max_dim(made, x, 1, 0);
	check(sum(made[0]) == 6 && sum(made[1]) == 2, "two results");
	at_free(made[0]);
	at_free(made[1]);
	parts = atg_split(x, 1, 0);
	check(parts && parts[0] && parts[1] && !parts[2], "a list ends with NULL");
	atg_cat(made, parts, 2, 1);
	check(at_dim(made[0]) == 2 && sum(made[0]) == 10, "a list is taken");
	at_free(made[0]);
	at_free(parts[0]);
	at_free(parts[1]);
	free(parts);
	check(atg_equal(x, x) == 1 && atg_is_complex(x) == 0, "a number is returned");
	at_free(x);
	check(get_and_reset_last_err() == NULL, "no call failed");
}

static void texts_options_and_scalars(void)
{
	tensor x = numbers(), made[1] = { NULL };
	int64_t shape[] = { 3 };
	char equation[] = { 'i', 'j', '-', '>', 'i' }; /* without NUL */
	scalar two = ats_int(2);

	atg_einsum(made, equation, 5, &x, 1, NULL, 0);
	check(sum(made[0]) == 10, "a text has no NUL at its end");
	at_free(made[0]);
	atg_full(made, shape, 1, two, 4, -1);
	check(at_scalar_type(made[0]) == 4 && sum(made[0]) == 6, "a dtype and a device");
	at_free(made[0]);
	atg_arange_start_step(made, two, two, two, 4, -1);
	check(at_dim(made[0]) == 1 && at_defined(made[0]), "a handwritten operator");
	at_free(made[0]);
	atg_argmax(made, x, 0, 1, 0);
	check(at_int64_value_at_indexes(made[0], NULL, 0) == 3, "no dimension");
	at_free(made[0]);
	ats_free(two);
	at_free(x);
	check(get_and_reset_last_err() == NULL, "no call failed");
}

static void errors_are_kept_for_the_thread(void)
{
	tensor x = numbers(), made[1] = { NULL };
	float one = 1;
	int64_t dims[] = { 1 };

	atg_mm(made, x, NULL);
	atg_relu(made, NULL);
	check(made[0] == NULL, "no result");
	check(took_error("ct_mm: argument 2 (mat2) must not be NULL"), "the first error is kept");
	check(get_and_reset_last_err() == NULL, "and returned once");
	check(at_tensor_of_data(&one, dims, 1, sizeof one, 7) == NULL, "a wrong size of elements");
	check(took_error("an element of this type has 8 bytes, not 4"), "is an error");
	check(atg_is_complex(NULL) == 0 && took_error("ct_is_complex"), "a number after an error is 0");
	at_free(x);
}

static void calls_without_arguments(void)
{
	int count = 0, refused = 0;

	for (size_t i = 0; i < sizeof every / sizeof *every; i++, count++) {
		tensor out[16] = { NULL };
		char *error;

		if (!strcmp(every[i].name, dies)) {
			printf("skipped: %s of no tensors is a SIGSEGV in libtorch\n", dies);
			continue;
		}
		every[i].call(out);
		error = get_and_reset_last_err();
		refused += error != NULL;
		free(error);
		for (size_t j = 0; j < sizeof out / sizeof *out; j++)
			at_free(out[j]);
	}
	printf("%d functions, %d of them refuse empty arguments\n", count, refused);
	check(count > 2500 && refused > count / 2, "every function was called");
}

int main(void)
{
	const int64_t before = ct_memory_handle_count();

	results_come_back();
	texts_options_and_scalars();
	errors_are_kept_for_the_thread();
	check(ct_memory_handle_count() == before, "no handles are left");
	calls_without_arguments();
	return failed;
}

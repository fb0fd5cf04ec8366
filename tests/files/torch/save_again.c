/*
 * Saves a checkpoint again and again, until it is killed: in the n-th one all numbers are n.
 * Usage: save_again PATH
 */
#include <stdlib.h>
#include <stdio.h>

#include <ctorch/ctorch.h>

enum { TENSORS = 4, NUMEL = 1 << 18 };

static ct_error make(float number, ct_value *result)
{
	char name[16];

	CT_SCOPE;
	*result = ct_value_dict_new();
	for (int i = 0; i < TENSORS; i++) {
		ct_tensor *tensor;

		snprintf(name, sizeof name, "%d", i);
		CT_TRY(ct_tensor_full(CT_L(NUMEL), ct_scalar_float(number), NULL, &tensor));
		CT_TRY(ct_value_dict_set(result, ct_value_string(name), ct_value_tensor(tensor)));
	}
	return NULL;
}

static ct_error run(const char *path)
{
	for (int n = 1;; n++) {
		ct_value value;

		CT_TRY(make((float)n, &value));
		CT_TRY(ct_save(&value, path));
		ct_value_free(&value);
		putchar('.');
		fflush(stdout);
	}
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	fprintf(stderr, "%s\n", run(argv[1]));
	return 1;
}

/* Prints what a line of a page has made, for lines.py: row, name, dtype, shape, values, with tabs. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include <ctorch/ctorch.h>

static int row;

/* A line that has not set a number leaves these. */
#define NO_NUMBER INT64_MIN

static inline void show_int(const char *name, int64_t value)
{
	if (value != NO_NUMBER)
		printf("%d\t%s\tint\t\t%" PRId64 "\n", row, name, value);
}

static inline void show_double(const char *name, double value)
{
	if (!isnan(value))
		printf("%d\t%s\tfloat\t\t%.17g\n", row, name, value);
}

static inline void show_bool(const char *name, int value)
{
	if (value >= 0)
		printf("%d\t%s\tbool\t\t%d\n", row, name, value);
}

static inline ct_error show_tensor(const char *name, const ct_tensor *tensor)
{
	ct_tensor *plain;
	const double *data;

	if (!tensor)
		return NULL;
	CT_TRY(CT_FINISH(CT_E(contiguous, CT_E(to_dtype, CT_E(detach, tensor), CT_FLOAT64)), &plain));
	CT_TRY(ct_tensor_data_as(plain, CT_FLOAT64, &data));
	printf("%d\t%s\t%s\t", row, name, ct_dtype_name(ct_tensor_dtype(tensor)));
	for (int64_t i = 0; i < ct_tensor_dim(tensor); i++)
		printf("%s%" PRId64, i ? " " : "", ct_tensor_size(tensor, i));
	printf("\t");
	for (int64_t i = 0; i < ct_tensor_numel(plain); i++)
		printf("%s%.9g", i ? " " : "", data[i]);
	printf("\n");
	return NULL;
}

static inline ct_error show_grad(const char *name, const ct_tensor *tensor)
{
	ct_tensor *gradient;

	CT_TRY(ct_tensor_grad(tensor, &gradient));
	return show_tensor(name, gradient);
}

/* All parameters of a module, by their names in Python: net.0.weight. */
static inline ct_error show_parameters(const char *name, const ct_module *module)
{
	char whole[64];

	CT_EACH_PARAMETER (module, p) {
		snprintf(whole, sizeof whole, "%s.%s", name, p->name);
		CT_TRY(show_tensor(whole, p->tensor));
	}
	return NULL;
}

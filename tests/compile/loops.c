/*
 * loops.c: checks what loops.tsv says of operators that compute each element by itself, for loops.sh.
 *
 *     loops record TABLE ordinary|special float32|bfloat16 FOLDER
 *     loops compare TABLE float32|bfloat16 ARCHIVE WEIGHTS LIBRARY exact|close
 *
 * `record` writes FOLDER/loops.pt2: each operator of TABLE that takes tensors and numbers, of
 * ordinary elements, or of those at which formulas go wrong, in the dtype. `compare` runs it by the interpreter,
 * and LIBRARY, what ctorch-compile has written for it as `program`. With `exact` all elements must
 * be the same, bit for bit; with `close` they may differ by the bound of the operator's line, in
 * units of the last place of the larger of the result and the arguments. Of bfloat16, which floats
 * are rounded to, the bound of all lines is one unit.
 */
#include <ctorch/ctorch.h>

#include <dlfcn.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPERATORS = 200, LENGTH = 240 };

/* --- The table -------------------------------------------------------------------------------- */

struct operator
{
	char name[80];
	int ulp; /* the largest of its lines */
};

struct table {
	struct operator at[OPERATORS];
	int len;
	bool is_bf16;
};

static struct operator* find(struct table *table, const char *name)
{
	for (int i = 0; i < table->len; i++)
		if (!strcmp(table->at[i].name, name))
			return &table->at[i];
	if (table->len == OPERATORS)
		abort();
	snprintf(table->at[table->len].name, sizeof table->at->name, "%s", name);
	return &table->at[table->len++];
}

static void read_table(const char *path, const char *dtype, struct table *table)
{
	FILE *stream = fopen(path, "r");
	char line[1000], name[80], kind[40];

	table->is_bf16 = !strcmp(dtype, "bfloat16");
	if (stream == NULL) {
		perror(path);
		exit(2);
	}
	while (fgets(line, sizeof line, stream)) {
		const char *last = strrchr(line, '\t');

		if (line[0] == '#' || !last || sscanf(line, "%79s %39s", name, kind) != 2 ||
		    strcmp(kind, "point") != 0)
			continue;
		struct operator* operator= find(table, name);
		const int ulp = table->is_bf16 ? atoi(last) != 0 : atoi(last);

		operator->ulp = ulp> operator->ulp ? ulp : operator->ulp;
	}
	fclose(stream);
}

/* --- Recording -------------------------------------------------------------------------------- */

/* x, y: the inputs; c: which elements of y are positive; s, l: numbers. */
static const struct {
	const char *name; /* the end of an operator's */
	const char *arguments;
} patterns[] = {
	{ "where.self", "cxy" },
	{ "where.ScalarOther", "cxs" },
	{ "where.ScalarSelf", "csx" },
	{ "masked_fill.Scalar", "xcl" },
	{ "lerp.Scalar", "xys" },
	{ "bitwise_not", "c" },
	{ "bitwise_and.Tensor", "cc" },
	{ "bitwise_or.Tensor", "cc" },
	{ ".Tensor", "xy" },
	{ "maximum", "xy" },
	{ "minimum", "xy" },
	{ "logical_and", "xy" },
	{ "logical_or", "xy" },
	{ "clamp", "xsl" },
	{ "hardtanh", "xsl" },
	{ "clamp_min", "xs" },
	{ "clamp_max", "xs" },
	{ "leaky_relu", "xs" },
	{ "pow.Tensor_Scalar", "xs" },
	{ "full_like", "xs" },
	{ ".Scalar", "xs" },
	/* Of no tensor. */
	{ "zeros", "" },
	{ "ones", "" },
	{ "full", "" },
	{ "scalar_tensor", "" },
	{ "arange", "" },
	{ "arange.start", "" },
};

static const char *arguments_of(const char *name)
{
	const size_t n = strlen(name);

	for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
		const size_t m = strlen(patterns[i].name);

		if (m <= n && !strcmp(name + n - m, patterns[i].name) &&
		    (m == n || patterns[i].name[0] == '.'))
			return patterns[i].arguments;
	}
	return "x";
}

/* NULL for an operator of no tensor. */
static ct_error call(const char *name, const ct_tensor *x, const ct_tensor *y,
		     const ct_tensor *is_positive, ct_tensor **result)
{
	const char *arguments = arguments_of(name);
	ct_value args[3], value;
	char full[100];
	int64_t len = 0;

	*result = NULL;
	if (!*arguments)
		return NULL;
	for (; arguments[len]; len++)
		args[len] = arguments[len] == 'x'   ? ct_value_tensor((ct_tensor *)x)
			    : arguments[len] == 'y' ? ct_value_tensor((ct_tensor *)y)
			    : arguments[len] == 'c' ? ct_value_tensor((ct_tensor *)is_positive)
			    : arguments[len] == 's' ? ct_value_float(0.3)
						    : ct_value_float(1.7);
	snprintf(full, sizeof full, "aten::%s", name);
	CT_TRY(ct_call(full, args, len, &value, 1));
	*result = (ct_tensor *)value.object;
	return NULL;
}

static ct_error compute(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			ct_tensor **outputs, int64_t outputs_len)
{
	struct table *table = context;
	const ct_dtype dtype = table->is_bf16 ? CT_BFLOAT16 : CT_FLOAT32;
	ct_tensor *rows[OPERATORS], *result, *is_positive, *x, *y;
	int64_t len = 0;

	(void)inputs_len;
	(void)outputs_len;
	CT_TRY(ct_to_dtype(inputs[0], dtype, false, false, CT_MEMORY_FORMAT_NONE, &x));
	CT_TRY(ct_to_dtype(inputs[1], dtype, false, false, CT_MEMORY_FORMAT_NONE, &y));
	CT_TRY(ct_gt_Scalar(y, ct_scalar_float(0), &is_positive));
	for (int i = 0; i < table->len; i++) {
		CT_TRY(call(table->at[i].name, x, y, is_positive, &result));
		if (result == NULL)
			CT_TRY(ct_clone(x, CT_PRESERVE_FORMAT, &result));
		CT_TRY(ct_to_dtype(result, CT_FLOAT32, false, false, CT_MEMORY_FORMAT_NONE,
				   &rows[len++]));
	}
	return ct_stack(rows, len, 0, &outputs[0]);
}

static const float special[] = {
	0.0f,   -0.0f, INFINITY, -INFINITY, NAN,    1e-40f, -1e-40f, 1e-30f, -1e-30f, 1e30f,
	-1e30f, 1e10f, -1e10f,   88.7f,     -88.7f, 104.0f, -104.0f, 0.5f,   -0.5f,   1.5f,
	-1.5f,  2.5f,  -2.5f,    1.0f,      -1.0f,  3.0f,   -3.0f,   6.0f,   FLT_MIN, 2e30f,
};

static ct_error make_input(bool is_special, int step, ct_tensor **result)
{
	enum { SPECIAL = sizeof special / sizeof *special };
	float *at;

	CT_TRY(ct_tensor_randn(CT_L(LENGTH), NULL, result));
	at = ct_tensor_mutable_data(*result);
	for (int i = 0; i < LENGTH; i++)
		at[i] = is_special ? special[(i * step + i / SPECIAL) % SPECIAL] : at[i] * 2;
	return NULL;
}

static int record(const char *path, bool is_special, const char *dtype, const char *folder)
{
	struct table table = { 0 };
	ct_tensor *inputs[2];
	ct_export *program;
	char archive[1000];

	CT_SCOPE;
	read_table(path, dtype, &table);
	CT_CHECK(ct_manual_seed(1));
	CT_CHECK(make_input(is_special, 1, &inputs[0]));
	CT_CHECK(make_input(is_special, 7, &inputs[1]));
	CT_CHECK(ct_export_record(compute, &table, CT_TENSORS_OF(inputs, 2), 1, NULL, &program));
	snprintf(archive, sizeof archive, "%s/loops.pt2", folder);
	CT_CHECK(ct_export_save(program, archive));
	ct_export_free(program);
	return 0;
}

/* --- Comparing -------------------------------------------------------------------------------- */

struct program;
typedef ct_error (*load_function)(const char *, struct program **);
typedef ct_error (*run_function)(struct program *, ct_tensor *, ct_tensor *, ct_tensor **);

static ct_error run_library(const char *weights, const char *path, const ct_value *inputs,
			    ct_tensor **result)
{
	void *library = dlopen(path, RTLD_NOW);
	load_function load;
	run_function run;
	struct program *program;

	if (library == NULL)
		return ct_error_new(CT_ERROR_RUNTIME, NULL, "%s", dlerror());
	*(void **)&load = dlsym(library, "program_load");
	*(void **)&run = dlsym(library, "program_run");
	CT_TRY(load(weights, &program));
	return run(program, (ct_tensor *)inputs[0].object, (ct_tensor *)inputs[1].object, result);
}

/* In units of the last place; 0: the same value, or no number in both. */
static double distance(float wanted, float got, float x, float y, double epsilon)
{
	double scale = fmax(fabs((double)wanted), FLT_MIN);

	if (memcmp(&wanted, &got, sizeof got) == 0 || wanted == got ||
	    (wanted != wanted && got != got))
		return 0;
	if (fabsf(x) <= FLT_MAX)
		scale = fmax(scale, fabsf(x));
	if (fabsf(y) <= FLT_MAX && fabsf(y) < 100)
		scale = fmax(scale, fabsf(y));
	return fabs((double)wanted - got) / (scale * epsilon);
}

static int compare_rows(const struct table *table, const float *wanted, const float *got,
			const float *x, const float *y, bool exactly)
{
	const double epsilon = table->is_bf16 ? 0x1p-7 : FLT_EPSILON;
	int status = 0;

	for (int row = 0; row < table->len; row++) {
		double most = 0;
		int at = -1;

		for (int i = 0; i < LENGTH; i++) {
			const float a = wanted[row * LENGTH + i], b = got[row * LENGTH + i];
			double d = distance(a, b, x[i], y[i], epsilon);

			/* Of infinity, libtorch's vector functions make no number on some processors. */
			if (!exactly && a != a && isinf(x[i]))
				continue;
			/* Zeros have signs, too; the bits of what is no number do not count. */
			if (exactly && a == a && memcmp(&a, &b, sizeof a) != 0)
				d = fmax(d, 1);
			if (d > most || d != d) {
				most = d;
				at = i;
			}
		}
		if (at < 0 || most <= (exactly ? 0 : table->at[row].ulp))
			continue;
		printf("%s(%.9g, %.9g) is %.9g, expected %.9g: %.1f units, its bound is %d\n",
		       table->at[row].name, (double)x[at], (double)y[at],
		       (double)got[row * LENGTH + at], (double)wanted[row * LENGTH + at], most,
		       exactly ? 0 : table->at[row].ulp);
		status = 1;
	}
	return status;
}

static int compare(const char *path, const char *dtype, const char *archive, const char *weights,
		   const char *library, bool exactly)
{
	struct table table = { 0 };
	ct_value samples, args, inputs[2], list, item;
	ct_tensor *result;
	ct_export *program;

	ct_autograd_set_grad_enabled(false);
	read_table(path, dtype, &table);
	CT_CHECK(ct_export_load(archive, NULL, &program));
	CT_CHECK(ct_export_sample_inputs(program, &samples));
	CT_CHECK(ct_value_item(&samples, 0, &args));
	for (int64_t i = 0; i < 2; i++)
		CT_CHECK(ct_value_item(&args, i, &inputs[i]));
	CT_CHECK(ct_export_run_leaves(program, inputs, 2, &list));
	CT_CHECK(ct_value_item(&list, 0, &item));
	CT_CHECK(run_library(weights, library, inputs, &result));
	return compare_rows(&table, ct_tensor_data(item.object), ct_tensor_data(result),
			    ct_tensor_data(inputs[0].object), ct_tensor_data(inputs[1].object),
			    exactly);
}

int main(int argc, char **argv)
{
	if (argc == 6 && !strcmp(argv[1], "record"))
		return record(argv[2], !strcmp(argv[3], "special"), argv[4], argv[5]);
	if (argc == 8 && !strcmp(argv[1], "compare"))
		return compare(argv[2], argv[3], argv[4], argv[5], argv[6],
			       !strcmp(argv[7], "exact"));
	fputs("usage: loops record TABLE ordinary|special float32|bfloat16 FOLDER\n"
	      "       loops compare TABLE float32|bfloat16 ARCHIVE WEIGHTS LIBRARY exact|close\n",
	      stderr);
	return 2;
}

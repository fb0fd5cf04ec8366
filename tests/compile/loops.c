/*
 * loops.c: checks what loops.tsv says of operators that compute each element by itself, for loops.sh.
 *
 *     loops record TABLE ordinary|special DTYPE FOLDER
 *     loops compare TABLE DTYPE ARCHIVE WEIGHTS LIBRARY exact|close
 *
 * `record` writes FOLDER/loops.pt2: each line of TABLE that takes tensors and numbers, of ordinary
 * elements, or of those at which formulas go wrong, in float32, float64 or bfloat16. Numbers are those
 * of the line's conditions, and several others. `compare` runs it by the interpreter,
 * and LIBRARY, what ctorch-compile has written for it as `program`. With `exact` all elements must
 * be the same, bit for bit; with `close` they may differ by the bound of the line, in
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

enum { CALLS = 400, LENGTH = 240 };

/* --- The table -------------------------------------------------------------------------------- */

/* A line, with one choice of numbers. */
struct call {
	char name[80], when[80];
	double first, second; /* numbers that the conditions do not name */
	int ulp;
};

struct table {
	struct call at[CALLS];
	int len;
	ct_dtype dtype;
};

/* x, y: the inputs; c: which elements of y are positive; others are names of numbers. */
static const struct {
	const char *name; /* the end of an operator's */
	const char *arguments;
} patterns[] = {
	{ "where.self", "c x y" },
	{ "where.ScalarOther", "c x other" },
	{ "where.ScalarSelf", "c self y" },
	{ "masked_fill.Scalar", "x c value" },
	{ "lerp.Scalar", "x y weight" },
	{ "bitwise_not", "c" },
	{ "bitwise_and.Tensor", "c c" },
	{ "bitwise_or.Tensor", "c c" },
	{ "add.Tensor", "x y alpha" },
	{ "sub.Tensor", "x y alpha" },
	{ "add.Scalar", "x other alpha" },
	{ "sub.Scalar", "x other alpha" },
	{ ".Tensor", "x y" },
	{ "maximum", "x y" },
	{ "minimum", "x y" },
	{ "logical_and", "x y" },
	{ "logical_or", "x y" },
	{ "clamp", "x min max" },
	{ "hardtanh", "x min_val max_val" },
	{ "clamp_min", "x min" },
	{ "clamp_max", "x max" },
	{ "leaky_relu", "x negative_slope" },
	{ "pow.Tensor_Scalar", "x exponent" },
	{ "full_like", "x fill_value" },
	{ "gelu", "x approximate" },
	{ "elu", "x alpha scale input_scale" },
	{ "softplus", "x beta threshold" },
	{ ".Scalar", "x other" },
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

/* In the second, a lower bound is above the upper one; the last is not 1, but only float64 can tell. */
static const double numbers[][2] = { { 0.3, 1.7 }, { 1.7, 0.3 }, { 1.0000001, 2.0000001 } };

static void add_calls(struct table *table, const char *name, const char *when, int ulp)
{
	const size_t count = strlen(arguments_of(name)) <= 3 || strchr(when, '=') ? 1
			     : table->dtype == CT_FLOAT64                         ? 3
										  : 2;

	for (size_t i = 0; *arguments_of(name) && i < count; i++) {
		struct call *call = &table->at[table->len++];

		if (table->len > CALLS)
			abort();
		snprintf(call->name, sizeof call->name, "%s", name);
		snprintf(call->when, sizeof call->when, "%s", when);
		call->first = numbers[i][0];
		call->second = numbers[i][1];
		call->ulp = table->dtype == CT_BFLOAT16 ? ulp != 0 : ulp;
	}
}

static void read_table(const char *path, const char *dtype, struct table *table)
{
	FILE *stream = fopen(path, "r");
	char line[1000], name[80], kind[40], when[80];

	table->dtype = !strcmp(dtype, "bfloat16")  ? CT_BFLOAT16
		       : !strcmp(dtype, "float64") ? CT_FLOAT64
						   : CT_FLOAT32;
	if (stream == NULL) {
		perror(path);
		exit(2);
	}
	while (fgets(line, sizeof line, stream)) {
		const char *last = strrchr(line, '\t');

		if (line[0] != '#' && last &&
		    sscanf(line, "%79s %39s %79s", name, kind, when) == 3 && !strcmp(kind, "point"))
			add_calls(table, name, when, atoi(last));
	}
	fclose(stream);
}

/* --- Recording -------------------------------------------------------------------------------- */

/* What the conditions say of an argument: "max=none", "approximate=tanh", "exponent=0.5". */
static bool find_condition(const char *when, const char *name, ct_value *result, char text[80])
{
	const size_t n = strlen(name);

	for (const char *at = when; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
		char *end;

		if (strncmp(at, name, n) != 0 || at[n] != '=')
			continue;
		snprintf(text, 80, "%.*s", (int)strcspn(at + n + 1, ","), at + n + 1);
		*result = ct_value_float(strtod(text, &end));
		if (*end)
			*result = !strcmp(text, "none") && strcmp(name, "approximate") != 0
					  ? ct_value_none()
					  : ct_value_string(text);
		return true;
	}
	return false;
}

static ct_error call(const struct call *self, const ct_tensor *x, const ct_tensor *y,
		     const ct_tensor *is_positive, ct_tensor **result)
{
	const char *at = arguments_of(self->name);
	char full[100], word[40], texts[4][80];
	ct_value args[4], value;
	int64_t len = 0;
	bool is_second = false;

	for (; sscanf(at, "%39s", word) == 1; at += strlen(word), at += *at == ' ') {
		ct_value *to = &args[len];

		if (!strcmp(word, "x")) {
			*to = ct_value_tensor((ct_tensor *)x);
		} else if (!strcmp(word, "y")) {
			*to = ct_value_tensor((ct_tensor *)y);
		} else if (!strcmp(word, "c")) {
			*to = ct_value_tensor((ct_tensor *)is_positive);
		} else if (!find_condition(self->when, word, to, texts[len])) {
			*to = ct_value_float(is_second ? self->second : self->first);
			is_second = true;
		}
		len++;
	}
	snprintf(full, sizeof full, "aten::%s%s", self->name,
		 strchr(self->name, '.') ? "" : ".default");
	CT_TRY(ct_call(full, args, len, &value, 1));
	*result = (ct_tensor *)value.object;
	return NULL;
}

static ct_error compute(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			ct_tensor **outputs, int64_t outputs_len)
{
	const struct table *table = context;
	ct_tensor *rows[CALLS], *result, *is_positive, *x, *y;

	(void)inputs_len;
	(void)outputs_len;
	CT_TRY(ct_to_dtype(inputs[0], table->dtype, false, false, CT_MEMORY_FORMAT_NONE, &x));
	CT_TRY(ct_to_dtype(inputs[1], table->dtype, false, false, CT_MEMORY_FORMAT_NONE, &y));
	CT_TRY(ct_gt_Scalar(y, ct_scalar_float(0), &is_positive));
	for (int i = 0; i < table->len; i++) {
		CT_TRY(call(&table->at[i], x, y, is_positive, &result));
		CT_TRY(ct_to_dtype(result, CT_FLOAT64, false, false, CT_MEMORY_FORMAT_NONE,
				   &rows[i]));
	}
	return ct_stack(rows, table->len, 0, &outputs[0]);
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

static bool is_finite(double x, ct_dtype dtype)
{
	return fabs(x) <= (dtype == CT_FLOAT64 ? DBL_MAX : FLT_MAX);
}

/* In units of the last place; 0: the same value, or no number in both. */
static double distance(double wanted, double got, double x, double y, ct_dtype dtype)
{
	const double epsilon = dtype == CT_BFLOAT16  ? 0x1p-7
			       : dtype == CT_FLOAT32 ? FLT_EPSILON
						     : DBL_EPSILON;
	double scale = fmax(fabs(wanted), dtype == CT_FLOAT64 ? DBL_MIN : FLT_MIN);

	if (wanted == got || (wanted != wanted && got != got))
		return 0;
	if (is_finite(x, dtype))
		scale = fmax(scale, fabs(x));
	if (is_finite(y, dtype) && fabs(y) < 100)
		scale = fmax(scale, fabs(y));
	return fabs(wanted - got) / (scale * epsilon);
}

static int compare_rows(const struct table *table, const double *wanted, const double *got,
			const float *x, const float *y, bool exactly)
{
	int status = 0;

	for (int row = 0; row < table->len; row++) {
		const struct call *of = &table->at[row];
		double most = 0;
		int at = -1;

		for (int i = 0; i < LENGTH; i++) {
			const double a = wanted[row * LENGTH + i], b = got[row * LENGTH + i];
			double d = distance(a, b, (double)x[i], (double)y[i], table->dtype);

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
		if (at < 0 || most <= (exactly ? 0 : of->ulp))
			continue;
		printf("%s(%.9g, %.9g), %s, numbers %g and %g, is %.17g, expected %.17g: %.1f "
		       "units, its bound is %d\n",
		       of->name, (double)x[at], (double)y[at], of->when, of->first, of->second,
		       got[row * LENGTH + at], wanted[row * LENGTH + at], most,
		       exactly ? 0 : of->ulp);
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
	fputs("usage: loops record TABLE ordinary|special DTYPE FOLDER\n"
	      "       loops compare TABLE DTYPE ARCHIVE WEIGHTS LIBRARY exact|close\n",
	      stderr);
	return 2;
}

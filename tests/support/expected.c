#include "expected.h"

#include <math.h>
#include <unistd.h>

#include "processor.h"

/* ORDER: as tests/fixtures/expected/common.py calls them. */
static const struct {
	const char *name;
	ct_dtype dtype;
} dtypes[] = {
	{ "uint8", CT_UINT8 },
	{ "int8", CT_INT8 },
	{ "int16", CT_INT16 },
	{ "int32", CT_INT32 },
	{ "int64", CT_INT64 },
	{ "float16", CT_FLOAT16 },
	{ "float32", CT_FLOAT32 },
	{ "float64", CT_FLOAT64 },
	{ "complex32", CT_COMPLEX32 },
	{ "complex64", CT_COMPLEX64 },
	{ "complex128", CT_COMPLEX128 },
	{ "bool", CT_BOOL },
	{ "bfloat16", CT_BFLOAT16 },
	{ "float8_e5m2", CT_FLOAT8_E5M2 },
	{ "float8_e4m3fn", CT_FLOAT8_E4M3FN },
	{ "float8_e5m2fnuz", CT_FLOAT8_E5M2FNUZ },
	{ "float8_e4m3fnuz", CT_FLOAT8_E4M3FNUZ },
	{ "float8_e8m0fnu", CT_FLOAT8_E8M0FNU },
	{ "uint16", CT_UINT16 },
	{ "uint32", CT_UINT32 },
	{ "uint64", CT_UINT64 },
	{ "float4_e2m1fn_x2", CT_FLOAT4_E2M1FN_X2 },
	{ "bcomplex32", CT_BCOMPLEX32 },
	{ "qint8", CT_QINT8 },
	{ "quint8", CT_QUINT8 },
	{ "qint32", CT_QINT32 },
	{ "quint4x2", CT_QUINT4X2 },
	{ "uint4", CT_UINT4 },
	{ "int2", CT_INT2 },
	{ "bits8", CT_BITS8 },
};

static const json_t *member(const json_t *of_case, const char *key)
{
	const json_t *value = json_object_get(of_case, key);

	if (value == NULL) {
		fprintf(stderr, "no \"%s\" in the expected case ", key);
		json_dumpf(of_case, stderr, JSON_COMPACT);
		fputc('\n', stderr);
		abort();
	}
	return value;
}

/* --- Files, and excluded cases --------------------------------------------------------------- */

/* On a machine without the sources the environment has another folder. */
static void path_of(const char *file, char path[512])
{
	const char *folder = getenv("CTORCH_TEST_EXPECTED");

	snprintf(path, 512, "%s/%s.json", folder ? folder : CTORCH_TEST_EXPECTED, file);
}

static json_t *list_in(const char *file)
{
	char path[512];
	json_error_t error;
	json_t *list;

	path_of(file, path);
	list = json_load_file(path, 0, &error);
	if (list == NULL) {
		fprintf(stderr, "%s:%d:%d: %s\n", path, error.line, error.column, error.text);
		abort();
	}
	MUST(json_is_array(list) && json_array_size(list) > 0);
	return list;
}

static bool is_later_dtype(const json_t *value)
{
	for (size_t i = 0; json_is_string(value) && i < sizeof dtypes / sizeof *dtypes; i++)
		if (strcmp(dtypes[i].name, json_string_value(value)) == 0)
			return !has_dtype(dtypes[i].dtype);
	return false;
}

/* As "dtype" of an object, or as a word in a list, such as of the steps of print.json. */
static bool has_later_dtype(const json_t *value)
{
	json_t *inner;
	size_t i;

	json_array_foreach (value, i, inner)
		if (is_later_dtype(inner) || has_later_dtype(inner))
			return true;
	for (void *at = json_object_iter((json_t *)value); at;
	     at = json_object_iter_next((json_t *)value, at))
		if (has_later_dtype(json_object_iter_value(at)))
			return true;
	return is_later_dtype(json_object_get(value, "dtype"));
}

/* Whether a rule matches a case. Each member of an object must match, null for a missing one; for a
 * list in the case, one element; for a list in the rule, one must match. */
static bool is_meant(json_t *value, json_t *wanted)
{
	json_t *each;
	const char *key;
	size_t i;

	if (value && json_equal(value, wanted))
		return true;
	if (json_is_array(wanted)) {
		json_array_foreach (wanted, i, each)
			if (json_is_array(each) ? json_equal(value, each) : is_meant(value, each))
				return true;
		return false;
	}
	json_array_foreach (value, i, each)
		if (is_meant(each, wanted))
			return true;
	json_object_foreach (wanted, key, each)
		if (!is_meant(json_object_get(value, key), each))
			return false;
	return json_is_object(wanted) ? json_is_object(value)
				      : json_is_null(wanted) && value == NULL;
}

/* "2.13" or "2.13.0", for comparisons. */
static int release_number(const char *text)
{
	int major, minor;

	MUST(sscanf(text, "%d.%d", &major, &minor) == 2);
	return 1000 * major + minor;
}

/* Whether the rule applies to the release: one before "since", but not before "from". */
static bool is_told_of(const json_t *rule, const char *release)
{
	const char *from = json_string_value(json_object_get(rule, "from"));
	const int number = release_number(release);

	return number < release_number(expected_text(rule, "since")) &&
	       (!from || number >= release_number(from));
}

/* The values are useless if the rule applies to only one of this release and theirs. */
static bool is_rule_for(const json_t *rule, const char *topic)
{
	return strcmp(expected_text(rule, "topic"), topic) == 0 &&
	       is_told_of(rule, CT_LIBTORCH_RELEASE) != is_told_of(rule, CTORCH_EXPECTED_RELEASE);
}

/* Removes cases from the list, those that a rule matches, or those with a later dtype; or only the
 * part of them that the rule names. */
static size_t leave_out(json_t *cases, const json_t *rule)
{
	const char *part = json_string_value(json_object_get(rule, "part"));
	size_t n = 0;

	for (size_t i = json_array_size(cases); i-- > 0;) {
		json_t *of_case = json_array_get(cases, i);

		if (!(rule ? is_meant(of_case, json_object_get(rule, "case"))
			   : has_later_dtype(of_case)))
			continue;
		n++;
		if (part == NULL)
			json_array_remove(cases, i);
		else if (json_object_del(of_case, part) == 0)
			json_object_set_new(of_case, "partial", json_true());
	}
	return n;
}

/* No suite uses a mistyped one, and its rule would have no effect. */
static void check_topic(const json_t *rule)
{
	const char *topic = expected_text(rule, "topic");
	char path[512];

	path_of(topic, path);
	if (access(path, R_OK) == 0)
		return;
	fprintf(stderr, "since.json: no file %s for the rule since %s: %s\n", path,
		expected_text(rule, "since"), expected_text(rule, "why"));
	abort();
}

/* A rule that matches no case has a mistake, or is for deleted values. */
static void check_rule(json_t *cases, const json_t *rule)
{
	const char *from = json_string_value(json_object_get(rule, "from"));
	const char *since = expected_text(rule, "since");
	json_t *of_case;
	size_t i;

	MUST(!from || release_number(from) < release_number(since));
	json_array_foreach (cases, i, of_case)
		if (is_meant(of_case, json_object_get(rule, "case")))
			return;
	fprintf(stderr, "since.json: no case of %s.json matches the rule since %s: %s\n",
		expected_text(rule, "topic"), since, expected_text(rule, "why"));
	abort();
}

static void say_left_out(const char *topic, size_t n, const char *why)
{
	if (n > 0)
		printf("left out, with libtorch " CT_LIBTORCH_RELEASE
		       ": %zu cases of %s.json: %s\n",
		       n, topic, why);
}

static struct left_out {
	char topic[32];
	size_t n;
} left_out[64];

/* The topic's entry, or the first free one. */
static struct left_out *left_out_of(const char *topic)
{
	struct left_out *at = left_out;

	while (*at->topic && strcmp(at->topic, topic) != 0)
		at++;
	MUST(at < left_out + sizeof left_out / sizeof *left_out - 1);
	return at;
}

json_t *expected_cases(const char *topic)
{
	json_t *cases = list_in(topic), *rules = list_in("since"), *rule;
	struct left_out *told = left_out_of(topic);
	bool is_first = !*told->topic;
	size_t i, n;
	json_t *of_case;

	json_array_foreach (cases, i, of_case)
		json_object_set_new(of_case, "place", json_integer((json_int_t)i));
	n = leave_out(cases, NULL);

	snprintf(told->topic, sizeof told->topic, "%s", topic);
	told->n = n;
	if (is_first)
		say_left_out(topic, n, "there are no such dtypes");
	json_array_foreach (rules, i, rule) {
		check_topic(rule);
		if (!expected_is_of_another_release() &&
		    strcmp(expected_text(rule, "topic"), topic) == 0)
			check_rule(cases, rule);
		if (!is_rule_for(rule, topic))
			continue;
		n = leave_out(cases, rule);
		told->n += n;
		if (is_first)
			say_left_out(topic, n, expected_text(rule, "why"));
	}
	json_decref(rules);
	return cases;
}

size_t expected_left_out(const char *topic)
{
	return left_out_of(topic)->n;
}

/* --- Errors ---------------------------------------------------------------------------------- */

static int worded_otherwise;

static void say_worded_otherwise(void)
{
	printf("left out, with libtorch " CT_LIBTORCH_RELEASE ": the texts of %d errors: PyTorch "
	       "words them otherwise than " CTORCH_EXPECTED_RELEASE "; their kinds were compared\n",
	       worded_otherwise);
}

bool expected_is_of_another_release(void)
{
	return strcmp(CT_LIBTORCH_RELEASE, CTORCH_EXPECTED_RELEASE) != 0;
}

/* The kinds are the same, and PyTorch's; or RuntimeError, the kind of all errors that libtorch has
 * not divided yet. */
static bool is_other_wording(ct_error got, const char *wanted)
{
	size_t length = strcspn(wanted, ":");

	if (!expected_is_of_another_release() || got == NULL || wanted[length] != ':' ||
	    (strncmp(got, wanted, length + 1) != 0 && ct_error_class_of(got) != CT_ERROR_RUNTIME) ||
	    strncmp(got, "ArgumentError:", length + 1) == 0)
		return false;
	if (worded_otherwise++ == 0)
		atexit(say_worded_otherwise);
	printf("worded otherwise: %s\n  in " CTORCH_EXPECTED_RELEASE ": %s\n", got, wanted);
	return true;
}

/* The text, to which our own hint may be added. */
static bool is_text(ct_error got, const char *wanted)
{
	const char *hint = ct_error_hint(got);
	size_t length = hint ? (size_t)(hint - got) - 1 : strlen(got);

	return length == strlen(wanted) && strncmp(got, wanted, length) == 0;
}

bool is_expected_error(ct_error got, const char *wanted)
{
	return (got && is_text(got, wanted)) || is_other_wording(got, wanted);
}

bool begins_as_expected(ct_error got, const char *wanted)
{
	return (got && strncmp(got, wanted, strlen(wanted)) == 0) || is_other_wording(got, wanted);
}

void assert_expected_error(ct_error got, const json_t *of_case, const char *what)
{
	const char *wanted = expected_text(of_case, "error");

	ck_assert_msg(got != NULL, "%s: no error, expected %s", what, wanted);
	ck_assert_msg(is_expected_error(got, wanted), "%s\nexpected: %s\ngot:      %.2000s", what,
		      wanted, got);
}

/* --- Members --------------------------------------------------------------------------------- */

const char *expected_text(const json_t *of_case, const char *key)
{
	const json_t *value = member(of_case, key);

	MUST(json_is_string(value));
	return json_string_value(value);
}

int64_t expected_int(const json_t *of_case, const char *key)
{
	const json_t *value = member(of_case, key);

	MUST(json_is_integer(value));
	return json_integer_value(value);
}

double expected_double(const json_t *of_case, const char *key)
{
	const json_t *value = member(of_case, key);

	if (json_is_string(value))
		return strtod(json_string_value(value), NULL);
	MUST(json_is_number(value));
	return json_number_value(value);
}

bool expected_bool(const json_t *of_case, const char *key)
{
	const json_t *value = member(of_case, key);

	MUST(json_is_boolean(value));
	return json_is_true(value);
}

const json_t *expected_list(const json_t *of_case, const char *key)
{
	const json_t *value = member(of_case, key);

	MUST(json_is_array(value));
	return value;
}

int64_t *expected_ints(const json_t *of_case, const char *key, int64_t *n)
{
	const json_t *list = expected_list(of_case, key);
	int64_t *ints = malloc((json_array_size(list) + 1) * sizeof *ints);

	MUST(ints != NULL);
	*n = (int64_t)json_array_size(list);
	for (size_t i = 0; i < json_array_size(list); i++) {
		MUST(json_is_integer(json_array_get(list, i)));
		ints[i] = json_integer_value(json_array_get(list, i));
	}
	return ints;
}

ct_dtype expected_dtype(const char *name)
{
	for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
		if (strcmp(dtypes[i].name, name) == 0)
			return dtypes[i].dtype;
	fprintf(stderr, "expected.c does not know the dtype %s\n", name);
	abort();
}

static unsigned char *bytes_of(const char *digits, size_t *n)
{
	unsigned char *bytes;

	*n = strlen(digits) / 2;
	bytes = malloc(*n + 1);
	MUST(bytes != NULL);
	for (size_t i = 0; i < *n; i++) {
		unsigned byte;

		MUST(sscanf(digits + 2 * i, "%2x", &byte) == 1);
		bytes[i] = (unsigned char)byte;
	}
	return bytes;
}

ct_tensor *expected_tensor(const json_t *of_case, const char *key)
{
	const json_t *value = member(of_case, key);
	size_t nbytes;
	unsigned char *bytes = bytes_of(expected_text(value, "data"), &nbytes);
	int64_t dim, *shape = expected_ints(value, "shape", &dim);
	ct_tensor *tensor = NULL;

	CT_CHECK(ct_tensor_from_data(bytes, expected_dtype(expected_text(value, "dtype")),
				     CT_INTS_OF(shape, dim), &tensor));
	MUST((size_t)(ct_tensor_numel(tensor) * ct_tensor_element_size(tensor)) == nbytes);
	free(shape);
	free(bytes);
	return tensor;
}

/* A contiguous copy as complex128, whose real and imaginary parts are doubles in turn. */
static ct_tensor *as_numbers(const ct_tensor *tensor)
{
	ct_tensor *detached = NULL, *numbers = NULL;

	CT_CHECK(ct_detach(tensor, &detached));
	CT_CHECK(ct_to_dtype(detached, CT_COMPLEX128, false, true, CT_CONTIGUOUS_FORMAT, &numbers));
	ct_tensor_free(detached);
	return numbers;
}

static bool is_close(double got, double wanted, double tolerance)
{
	if (isnan(wanted) || isinf(wanted))
		return isnan(wanted) ? isnan(got) : got == wanted;
	return fabs(got - wanted) <= tolerance * fmax(1, fabs(wanted));
}

static void assert_close(const ct_tensor *got, const ct_tensor *wanted, double tolerance,
			 const char *what)
{
	ct_tensor *got_numbers = as_numbers(got), *wanted_numbers = as_numbers(wanted);
	const double *g = ct_tensor_data(got_numbers), *w = ct_tensor_data(wanted_numbers);

	for (int64_t i = 0; i < 2 * ct_tensor_numel(wanted); i++)
		ck_assert_msg(is_close(g[i], w[i], tolerance),
			      "%s: element %lld: expected %.17g, got %.17g", what, (long long)i / 2,
			      w[i], g[i]);
	ct_tensor_free(got_numbers);
	ct_tensor_free(wanted_numbers);
}

static int other_digits;

static void say_other_digits(void)
{
	if (expected_is_of_another_release())
		printf("left out, with libtorch " CT_LIBTORCH_RELEASE ": the last digits of %d "
		       "results: kernels are not those of " CTORCH_EXPECTED_RELEASE "\n",
		       other_digits);
	else
		printf("left out, on this machine: the last digits of %d results: another "
		       "processor or C library computed the expected values\n",
		       other_digits);
}

bool expected_has_other_digits(void)
{
	return expected_is_of_another_release() || expected_is_of_another_processor();
}

/* With another release or processor: numbers whose last digits may differ. */
static double tolerance_for(ct_dtype dtype)
{
	if (!expected_has_other_digits() ||
	    !(ct_dtype_is_floating_point(dtype) || ct_dtype_is_complex(dtype)))
		return 0;
	if (expected_is_of_another_release())
		return ct_dtype_size(dtype) < 4 ? 0.05 : 1e-3;
	return ct_dtype_size(dtype) < 4 ? 0.01 : 1e-5;
}

void note_other_digits(void)
{
	if (other_digits++ == 0)
		atexit(say_other_digits);
}

bool is_expected_number(double got, double wanted)
{
	if (got == wanted || (isnan(got) && isnan(wanted)))
		return true;
	if (!is_close(got, wanted, tolerance_for(CT_FLOAT64)))
		return false;
	note_other_digits();
	return true;
}

static void assert_same_bytes(const ct_tensor *got, const ct_tensor *wanted, const char *what)
{
	const double tolerance = tolerance_for(ct_tensor_dtype(wanted));
	ct_tensor *contiguous = NULL;
	bool same;

	OK(ct_contiguous(got, CT_CONTIGUOUS_FORMAT, &contiguous));
	same = memcmp(ct_tensor_data(contiguous), ct_tensor_data(wanted),
		      (size_t)(ct_tensor_numel(wanted) * ct_tensor_element_size(wanted))) == 0;
	ct_tensor_free(contiguous);
	if (!same && tolerance != 0) {
		note_other_digits();
		assert_close(got, wanted, tolerance, what);
		return;
	}
	ck_assert_msg(same, "%s: not the bytes that were expected", what);
}

/* Another handle if it is there already. */
static ct_tensor *on_host(const ct_tensor *tensor)
{
	ct_tensor *result = NULL;

	OK(ct_to_device(tensor, CT_DEVICE_CPU, ct_tensor_dtype(tensor), false, false,
			CT_MEMORY_FORMAT_NONE, &result));
	return result;
}

static void assert_elements(const ct_tensor *got, const ct_tensor *wanted, double tolerance,
			    const char *what)
{
	ct_tensor *here = on_host(got);

	if (tolerance == 0)
		assert_same_bytes(here, wanted, what);
	else
		assert_close(here, wanted, fmax(tolerance, tolerance_for(ct_tensor_dtype(wanted))),
			     what);
	ct_tensor_free(here);
}

void assert_expected_tensor(const ct_tensor *got, const json_t *of_case, const char *key,
			    double tolerance, const char *what)
{
	ct_tensor *wanted = expected_tensor(of_case, key);

	ck_assert_msg(got != NULL, "%s: no tensor", what);
	ck_assert_msg(ct_tensor_dtype(got) == ct_tensor_dtype(wanted), "%s: dtype %d, expected %d",
		      what, ct_tensor_dtype(got), ct_tensor_dtype(wanted));
	ck_assert_msg(ct_tensor_dim(got) == ct_tensor_dim(wanted),
		      "%s: %lld dimensions, expected %lld", what, (long long)ct_tensor_dim(got),
		      (long long)ct_tensor_dim(wanted));
	for (int64_t i = 0; i < ct_tensor_dim(wanted); i++)
		ck_assert_msg(ct_tensor_size(got, i) == ct_tensor_size(wanted, i),
			      "%s: size %lld of dimension %lld, expected %lld", what,
			      (long long)ct_tensor_size(got, i), (long long)i,
			      (long long)ct_tensor_size(wanted, i));
	if (ct_tensor_numel(wanted) > 0)
		assert_elements(got, wanted, tolerance, what);
	ct_tensor_free(wanted);
}

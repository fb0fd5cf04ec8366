/*
 * NumPy's files, beside those that NumPy wrote.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "expected.h"
#include "support.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static json_t *cases;
static char folder[] = "/tmp/ctorch_npy_XXXXXX";
static char path[sizeof folder + 16];

static void make_folder(void)
{
	strcpy(folder + sizeof folder - 7, "XXXXXX");
	MUST(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/a.npy", folder);
	cases = expected_cases("npy");
}

static void remove_folder(void)
{
	json_decref(cases);
	unlink(path);
	/* Nothing else may be left. */
	MUST(rmdir(folder) == 0);
}

static void put(const void *bytes, size_t n)
{
	FILE *file = fopen(path, "wb");

	MUST(file && fwrite(bytes, 1, n, file) == n && fclose(file) == 0);
}

static char *get(size_t *n)
{
	FILE *file = fopen(path, "rb");
	char *bytes = malloc(1 << 20);

	MUST(file && bytes);
	*n = fread(bytes, 1, 1 << 20, file);
	fclose(file);
	return bytes;
}

/* A file as the expected values have it; to be released with free(). */
static unsigned char *file_of(const json_t *of_case, const char *key, size_t *n)
{
	const char *digits = expected_text(of_case, key);
	unsigned char *bytes;
	unsigned byte;

	*n = strlen(digits) / 2;
	bytes = malloc(*n);
	MUST(bytes);
	for (size_t i = 0; i < *n; i++) {
		MUST(sscanf(digits + 2 * i, "%2x", &byte) == 1);
		bytes[i] = (unsigned char)byte;
	}
	return bytes;
}

static void assert_case(const ct_tensor *got, const json_t *of_case, const char *what)
{
	int64_t n, *strides = expected_ints(of_case, "strides", &n);
	char message[200];

	snprintf(message, sizeof message, "%s of %s", what, expected_text(of_case, "name"));
	assert_expected_tensor(got, of_case, "tensor", 0, message);
	for (int64_t i = 0; i < n && ct_tensor_numel(got) > 0; i++)
		ck_assert_msg(ct_tensor_shape(got)[i] == 1 ||
				      ct_tensor_strides(got)[i] == strides[i],
			      "%s: stride %d", message, (int)i);
	free(strides);
}

/* --- Reading --------------------------------------------------------------------------------- */

START_TEST(numpys_files_are_loaded)
{
	const json_t *of_case;
	size_t i, n;

	json_array_foreach(cases, i, of_case)
	{
		unsigned char *file = file_of(of_case, "file", &n);
		ct_tensor *tensor;
		int64_t used;

		put(file, n);
		OK(ct_npy_load(path, &tensor));
		assert_case(tensor, of_case, "ct_npy_load()");
		ct_tensor_free(tensor);
		OK(ct_npy_parse(file, (int64_t)n, &used, &tensor));
		assert_case(tensor, of_case, "ct_npy_parse()");
		ck_assert_int_eq(used, (int64_t)n);
		ct_tensor_free(tensor);
		free(file);
	}
	ck_assert_uint_gt(i, 90);
}
END_TEST

START_TEST(numpys_files_are_mapped)
{
	const json_t *of_case;
	size_t i, n;
	int refused = 0;

	json_array_foreach(cases, i, of_case)
	{
		unsigned char *file = file_of(of_case, "file", &n);
		bool swapped = memchr(file, '>', n < 40 ? n : 40);
		ct_tensor *tensor;
		ct_error error;

		put(file, n);
		error = ct_npy_map(path, false, &tensor);
		if (swapped) {
			ck_assert_msg(error && strstr(error, "is in the other byte order; "
							     "ct_npy_load() converts it"),
				      "%s", error);
			ck_assert_int_eq(ct_error_kind(error), CT_ERROR_VALUE);
			ct_error_free(error);
			refused++;
		} else {
			OK(error);
			assert_case(tensor, of_case, "ct_npy_map()");
			ct_tensor_free(tensor);
		}
		free(file);
	}
	ck_assert_int_gt(refused, 10);
}
END_TEST

START_TEST(private_map_leaves_the_file_alone)
{
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2 }), *mapped, *again;

	OK(ct_npy_save(tensor, path));
	OK(ct_npy_map(path, false, &mapped));
	OK(ct_zero_(mapped, NULL));
	OK(ct_npy_load(path, &again));
	assert_floats(again, (int64_t[]){ 2, -1 }, (double[]){ 1, 2 });
	ct_tensor_free(again);
	ct_tensor_free(mapped);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(shared_map_writes_to_the_file)
{
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2 }), *mapped, *again;

	OK(ct_npy_save(tensor, path));
	OK(ct_npy_map(path, true, &mapped));
	((float *)ct_tensor_mutable_data(mapped))[1] = 20;
	OK(ct_mapped_flush(mapped));
	OK(ct_npy_load(path, &again));
	assert_floats(again, (int64_t[]){ 2, -1 }, (double[]){ 1, 20 });
	ct_tensor_free(again);
	ct_tensor_free(mapped);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(several_arrays_follow_each_other)
{
	ct_tensor *tensors[2] = { number(1), vector(3, (const float[]){ 4, 5, 6 }) }, *got;
	char *file[2], *both;
	int64_t n[2], used;

	for (int i = 0; i < 2; i++)
		OK(ct_npy_format(tensors[i], &file[i], &n[i]));
	both = malloc((size_t)(n[0] + n[1]));
	MUST(both);
	memcpy(both, file[0], (size_t)n[0]);
	memcpy(both + n[0], file[1], (size_t)n[1]);
	put(both, (size_t)(n[0] + n[1]));
	OK(ct_npy_load(path, &got));
	ck_assert(value_of(got) == 1);
	ct_tensor_free(got);
	OK(ct_npy_parse(both, n[0] + n[1], &used, &got));
	ct_tensor_free(got);
	OK(ct_npy_parse(both + used, n[0] + n[1] - used, NULL, &got));
	assert_floats(got, (int64_t[]){ 3, -1 }, (double[]){ 4, 5, 6 });
	ct_tensor_free(got);
	for (int i = 0; i < 2; i++) {
		ct_free(file[i]);
		ct_tensor_free(tensors[i]);
	}
	free(both);
}
END_TEST

START_TEST(results_may_be_dropped)
{
	ct_tensor *tensor = number(1);

	OK(ct_npy_save(tensor, path));
	OK(ct_npy_load(path, NULL));
	OK(ct_npy_map(path, false, NULL));
	ct_tensor_free(tensor);
}
END_TEST

/* --- Writing --------------------------------------------------------------------------------- */

static void assert_bytes(const json_t *of_case, const char *what, const char *got, size_t got_size)
{
	unsigned char *expected;
	size_t n, at = 0;

	expected = file_of(of_case, "written", &n);
	while (at < n && at < got_size && expected[at] == (unsigned char)got[at])
		at++;
	ck_assert_msg(n == got_size && at == n,
		      "%s of %s: expected %zu bytes, got %zu, different from byte %zu on: %.*s",
		      what, expected_text(of_case, "name"), n, got_size, at, 118, got + 10);
	free(expected);
}

START_TEST(files_are_written_as_numpy_writes_them)
{
	const json_t *of_case;
	size_t i, n;

	json_array_foreach(cases, i, of_case)
	{
		unsigned char *file = file_of(of_case, "file", &n);
		ct_tensor *tensor;
		int64_t size;
		char *bytes;

		/* What was loaded has NumPy's strides. */
		OK(ct_npy_parse(file, (int64_t)n, NULL, &tensor));
		OK(ct_npy_format(tensor, &bytes, &size));
		assert_bytes(of_case, "ct_npy_format()", bytes, (size_t)size);
		ct_free(bytes);
		OK(ct_npy_save(tensor, path));
		bytes = get(&n);
		assert_bytes(of_case, "ct_npy_save()", bytes, n);
		free(bytes);
		ct_tensor_free(tensor);
		free(file);
	}
}
END_TEST

START_TEST(view_is_written_as_its_elements)
{
	ct_tensor *tensor = matrix(2, 3, (const float[]){ 1, 2, 3, 4, 5, 6 }), *view, *got;

	OK(ct_select_int(tensor, 1, 1, &view));
	OK(ct_npy_save(view, path));
	OK(ct_npy_load(path, &got));
	assert_floats(got, (int64_t[]){ 2, -1 }, (double[]){ 2, 5 });
	ct_tensor_free(got);
	ct_tensor_free(view);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(conjugated_and_negated_are_written_as_they_read)
{
	const float numbers[] = { 1, 2, 3, 4 };
	const int64_t shape[] = { 2 };
	ct_tensor *tensor, *conjugated, *imaginary, *got;

	OK(ct_tensor_from_data(numbers, CT_COMPLEX64, shape, 1, &tensor));
	OK(ct__conj(tensor, &conjugated));
	OK(ct_imag(conjugated, &imaginary));
	OK(ct_npy_save(imaginary, path));
	OK(ct_npy_load(path, &got));
	assert_floats(got, (int64_t[]){ 2, -1 }, (double[]){ -2, -4 });
	ct_tensor_free(got);
	OK(ct_npy_save(conjugated, path));
	OK(ct_npy_load(path, &got));
	ck_assert(((const float *)ct_tensor_data(got))[1] == -2);
	ct_tensor_free(got);
	ct_tensor_free(imaginary);
	ct_tensor_free(conjugated);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(tensor_with_gradient_is_written)
{
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2 }), *got;

	OK(ct_tensor_set_requires_grad(tensor, true));
	OK(ct_npy_save(tensor, path));
	OK(ct_npy_load(path, &got));
	ck_assert(!ct_tensor_requires_grad(got));
	ct_tensor_free(got);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(zeros_without_memory_are_written)
{
	const int64_t shape[] = { 2 };
	ct_tensor *zeros, *got;

	OK(ct__efficientzerotensor(shape, 1, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
				   &zeros));
	OK(ct_npy_save(zeros, path));
	OK(ct_npy_load(path, &got));
	assert_floats(got, (int64_t[]){ 2, -1 }, (double[]){ 0, 0 });
	ct_tensor_free(got);
	ct_tensor_free(zeros);
}
END_TEST

START_TEST(elements_behind_the_storage_are_not_written)
{
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2 });
	ct_storage *storage;

	OK(ct_tensor_storage(tensor, &storage));
	OK(ct_storage_resize(storage, 0));
	FAILS(ct_npy_save(tensor, path),
	      "RuntimeError: the elements of the tensor take 8 bytes of its storage, which has 0");
	ck_assert_int_ne(access(path, F_OK), 0);
	ct_storage_free(storage);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(what_numpy_does_not_have_is_refused)
{
	const int64_t shape[] = { 2 };
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2 }), *other;

	OK(ct_tensor_from_data("abcd", CT_BFLOAT16, shape, 1, &other));
	FAILS(ct_npy_save(other, path),
	      "TypeError: Got unsupported ScalarType BFloat16, NumPy has no such dtype; convert "
	      "the tensor to float32, or view it as integers of the same size");
	ct_tensor_free(other);
	OK(ct_quantize_per_tensor(tensor, 1, 0, CT_QINT8, &other));
	FAILS_WITH(ct_npy_save(other, path), CT_ERROR_TYPE, "unsupported ScalarType QInt8");
	ct_tensor_free(other);
	OK(ct_to_sparse(tensor, CT_LAYOUT_NONE, NULL, 0, NULL, &other));
	FAILS(ct_npy_save(other, path),
	      "TypeError: NumPy has strided arrays only; ct_to_dense() makes one");
	ct_tensor_free(other);
	OK(ct_empty_memory_format(shape, 1, CT_FLOAT32, CT_LAYOUT_NONE,
				  CT_DEVICE(CT_DEVICE_TYPE_META, -1), NULL, CT_MEMORY_FORMAT_NONE,
				  &other));
	FAILS(ct_npy_save(other, path),
	      "TypeError: NumPy has arrays on the CPU only; copy the tensor there first");
	ct_tensor_free(other);
	OK(ct__nested_tensor_from_tensor_list(&tensor, 1, CT_DTYPE_NONE, CT_LAYOUT_NONE,
					      CT_DEVICE_NONE, NULL, &other));
	FAILS(ct_npy_save(other, path), "TypeError: NumPy has no nested arrays; ct_unbind_int() "
					"gives the components");
	ct_tensor_free(other);
	FAILS(ct_npy_save(NULL, path),
	      "ArgumentError: ct_npy_save: argument 1 (self) must not be NULL");
	FAILS(ct_npy_save(tensor, NULL),
	      "ArgumentError: ct_npy_save: argument 2 (path) must not be NULL");
	FAILS(ct_npy_format(tensor, NULL, NULL),
	      "ArgumentError: ct_npy_format: argument 2 (bytes) must not be NULL");
	FAILS(ct_npy_save(tensor, ""), "RuntimeError: : opening it: No such file or directory");
	ct_tensor_free(tensor);
	ck_assert_int_ne(access(path, F_OK), 0);
}
END_TEST

START_TEST(old_file_stays_when_the_new_one_cannot_be_written)
{
	struct rlimit old, small;
	ct_tensor *tensor = number(1), *large, *got;

	OK(ct_npy_save(tensor, path));
	OK(ct_zeros((const int64_t[]){ 100000 }, 1, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE,
		    NULL, &large));
	signal(SIGXFSZ, SIG_IGN);
	MUST(getrlimit(RLIMIT_FSIZE, &old) == 0);
	small = old;
	small.rlim_cur = 65536;
	MUST(setrlimit(RLIMIT_FSIZE, &small) == 0);
	ct_error error = ct_npy_save(large, path);
	MUST(setrlimit(RLIMIT_FSIZE, &old) == 0);
	ck_assert_ptr_nonnull(error);
	ck_assert_msg(strstr(error, "writing to it: File too large"), "%s", error);
	ct_error_free(error);
	OK(ct_npy_load(path, &got));
	ck_assert(value_of(got) == 1);
	ct_tensor_free(got);
	ct_tensor_free(large);
	ct_tensor_free(tensor);
}
END_TEST

static void assert_is_link(const char *name)
{
	struct stat about;

	MUST(lstat(name, &about) == 0);
	ck_assert_msg(S_ISLNK(about.st_mode), "%s is no link any more", name);
}

START_TEST(permissions_and_links_stay)
{
	char link[sizeof path + 8];
	ct_tensor *tensor = number(1);
	struct stat about;

	snprintf(link, sizeof link, "%s.link", path);
	OK(ct_npy_save(tensor, path));
	MUST(chmod(path, 0604) == 0 && symlink(path, link) == 0);
	OK(ct_npy_save(tensor, link));
	assert_is_link(link);
	MUST(stat(path, &about) == 0);
	ck_assert_uint_eq(about.st_mode & 07777, 0604);
	unlink(link);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(link_to_no_file_stays_and_leads_to_one_then)
{
	char near[sizeof path + 8], far[sizeof path + 8];
	ct_tensor *tensor = number(7), *got;

	snprintf(near, sizeof near, "%s.near", path);
	snprintf(far, sizeof far, "%s.far", path);
	unlink(path);
	/* The one is seen from its folder, the other from anywhere. */
	MUST(symlink(strrchr(far, '/') + 1, near) == 0 && symlink(path, far) == 0);
	OK(ct_npy_save(tensor, near));
	assert_is_link(near);
	assert_is_link(far);
	OK(ct_npy_load(path, &got));
	ck_assert(value_of(got) == 7);
	unlink(near);
	unlink(far);
	ct_tensor_free(got);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(link_that_leads_nowhere_is_an_error)
{
	char loop[sizeof path + 8];
	ct_tensor *tensor = number(7);

	snprintf(loop, sizeof loop, "%s.loop", path);
	MUST(symlink(loop, loop) == 0);
	FAILS_WITH(ct_npy_save(tensor, loop), CT_ERROR_RUNTIME,
		   "finding it: Too many levels of symbolic links");
	assert_is_link(loop);
	unlink(loop);
	MUST(symlink("/nowhere/at/all.npy", loop) == 0);
	FAILS_WITH(ct_npy_save(tensor, loop), CT_ERROR_RUNTIME,
		   "making a file beside it: No such file or directory");
	assert_is_link(loop);
	unlink(loop);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(device_file_is_written_to)
{
	ct_tensor *tensor = number(1);

	OK(ct_npy_save(tensor, "/dev/null"));
	FAILS(ct_npy_save(tensor, "/dev/full"),
	      "RuntimeError: /dev/full: writing to it: No space left on device");
	FAILS_WITH(ct_npy_save(tensor, folder), CT_ERROR_RUNTIME, "opening it: Is a directory");
	ct_tensor_free(tensor);
}
END_TEST

/* --- Files that are wrong -------------------------------------------------------------------- */

/* A file of format 1.0 with this header and `n` zero bytes; returns its length. */
static int64_t with_header(unsigned char *file, const char *header, size_t n)
{
	size_t length = strlen(header);

	memcpy(file, "\x93NUMPY\1\0", 8);
	file[8] = (unsigned char)length;
	file[9] = (unsigned char)(length >> 8);
	memcpy(file + 10, header, length);
	memset(file + 10 + length, 0, n);
	return (int64_t)(10 + length + n);
}

static const struct {
	const char *header, *message; /* NULL: it is right */
} headers[] = {
#define REST "'fortran_order': False, 'shape': (2,)}"
#define NOT_NUMPYS "its header is not NumPy's: "
	{ "{'descr': '<f4', " REST, NULL },
	{ "{'shape':(2,),'fortran_order':True,'descr':\"<f4\"}\n", NULL },
	{ " { 'descr' : '<f4' , 'fortran_order' : False , 'shape' : ( 2 , ) , } \n", NULL },
	{ "{'descr': '=f4', 'fortran_order': False, 'shape': (2L,)}", NULL },
	{ "{'descr': 'f4', 'fortran_order': False, 'shape': (2, 1,)}", NULL },
	{ "{'descr': '|O', " REST, "its elements are of type '|O': objects, which are a pickle: it "
				   "could execute anything and is never read" },
	{ "{'descr': '|S5', " REST, "its elements are of type '|S5': byte strings" },
	{ "{'descr': '<U5', " REST, "its elements are of type '<U5': texts" },
	{ "{'descr': '<V2', " REST,
	  "its elements are of type '<V2': raw bytes; bfloat16 and float8 "
	  "of ml_dtypes look so: save them as float32" },
	{ "{'descr': '<M8[ns]', " REST,
	  "its elements are of type '<M8[ns]': dates; save them as int64" },
	{ "{'descr': '<f16', " REST,
	  "its elements are of type '<f16': floats that PyTorch does not have; save them as "
	  "float64" },
	{ "{'descr': '<c32', " REST,
	  "its elements are of type '<c32': complex numbers that PyTorch "
	  "does not have; save them as complex128" },
	{ "{'descr': '<q4', " REST, "its elements are of type '<q4', which is unknown" },
	{ "{'descr': '|f4', " REST, "its elements are of type '|f4': floats that PyTorch does not "
				    "have; save them as float64" },
	{ "{'descr': '', " REST, "its elements are of type '', which is unknown" },
	{ "{'descr': [('x', '<f4')], " REST,
	  "it is a structured array; save each field as an array of its own" },
	{ "{'descr': f4, " REST, NOT_NUMPYS "'descr' must be a text such as '<f4'" },
	{ "{'descr': '<f\\x34', " REST, NOT_NUMPYS "'descr' must be a text such as '<f4'" },
	{ "{'descr': '<f4", NOT_NUMPYS "'descr' must be a text such as '<f4'" },
	{ "", NOT_NUMPYS "it must begin with {" },
	{ "[1]", NOT_NUMPYS "it must begin with {" },
	{ "{", NOT_NUMPYS "it must be a dict whose keys are texts" },
	{ "{}", NOT_NUMPYS "'descr' is missing" },
	{ "{'descr': '<f4', 'shape': (2,)}", NOT_NUMPYS "'fortran_order' is missing" },
	{ "{'descr': '<f4', 'fortran_order': False}", NOT_NUMPYS "'shape' is missing" },
	{ "{'descr': '<f4', 'descr': '<f4', " REST, NOT_NUMPYS "'descr' is there twice" },
	{ "{'descr': '<f4', 'more': 1, " REST, NOT_NUMPYS "the key 'more' is unknown" },
	{ "{'descr' '<f4', " REST, NOT_NUMPYS "behind a key there must be a colon" },
	{ "{'descr': '<f4' " REST, NOT_NUMPYS "between two keys there must be a comma" },
	{ "{'descr': '<f4', " REST " 1", NOT_NUMPYS "something stands behind the dict" },
	{ "{'descr': '<f4', " REST "\n\n.", NOT_NUMPYS "something stands behind the dict" },
	{ "{'descr': '<f4', 'fortran_order': 0, 'shape': (2,)}",
	  NOT_NUMPYS "'fortran_order' must be True or False" },
	{ "{'descr': '<f4', 'fortran_order': Falsehood, 'shape': (2,)}",
	  NOT_NUMPYS "between two keys there must be a comma" },
#define SHAPE(text) "{'descr': '<f4', 'fortran_order': False, 'shape': " text "}"
#define NO_SHAPE NOT_NUMPYS "'shape' must be a tuple of sizes such as (2, 3)"
	{ SHAPE("(2)"), NO_SHAPE },
	{ SHAPE("2"), NO_SHAPE },
	{ SHAPE("[2]"), NO_SHAPE },
	{ SHAPE("(2,"), NO_SHAPE },
	{ SHAPE("(2 3)"), NO_SHAPE },
	{ SHAPE("(,)"), NO_SHAPE },
	{ SHAPE("(2,,3)"), NO_SHAPE },
	{ SHAPE("(-1,)"), NO_SHAPE },
	{ SHAPE("(2.0,)"), NO_SHAPE },
	{ SHAPE("(True,)"), NO_SHAPE },
	{ SHAPE("(0x10,)"), NO_SHAPE },
	{ SHAPE("(99999999999999999999,)"), NO_SHAPE },
	{ SHAPE("(9223372036854775807,)"),
	  NOT_NUMPYS "'shape' is more bytes than an address can count" },
	{ SHAPE("(4294967296, 4294967296, 0)"),
	  NOT_NUMPYS "'shape' is more bytes than an address can count" },
	{ SHAPE("(2305843009213693951,)"), /* that many bytes, and the header */
	  NOT_NUMPYS "'shape' is more bytes than an address can count" },
	{ SHAPE("(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
		"1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)"),
	  NOT_NUMPYS "'shape' has more than 64 dimensions" },
	{ SHAPE("(1000000,)"), "it has 79 bytes, header and elements want 4000071" },
};

START_TEST(headers_are_parsed_strictly)
{
	unsigned char file[600];
	int64_t n = with_header(file, headers[_i].header, 8);
	ct_tensor *tensor = UNTOUCHED;
	char message[400];

	if (headers[_i].message == NULL) {
		OK(ct_npy_parse(file, n, NULL, &tensor));
		ck_assert_int_eq(ct_tensor_numel(tensor), 2);
		ct_tensor_free(tensor);
		return;
	}
	snprintf(message, sizeof message, "ValueError: argument 1 (bytes): %s",
		 headers[_i].message);
	FAILS(ct_npy_parse(file, n, NULL, &tensor), message);
	ck_assert_ptr_eq(tensor, UNTOUCHED);
	/* From a file it is the same, with its name. */
	put(file, (size_t)n);
	snprintf(message, sizeof message, "ValueError: %s: %s", path, headers[_i].message);
	FAILS(ct_npy_load(path, &tensor), message);
	FAILS(ct_npy_map(path, false, &tensor), message);
	ck_assert_ptr_eq(tensor, UNTOUCHED);
}
END_TEST

START_TEST(wherever_a_file_ends_it_is_an_error)
{
	const json_t *of_case = json_array_get(cases, 0);
	unsigned char *file;
	ct_tensor *tensor;
	size_t n;

	file = file_of(of_case, "file", &n);
	for (size_t i = 0; i < n; i++) {
		/* Memory of just that length, for the sanitizer. */
		unsigned char *cut = malloc(i ? i : 1);

		MUST(cut);
		memcpy(cut, file, i);
		FAILS_WITH(ct_npy_parse(cut, (int64_t)i, NULL, &tensor), CT_ERROR_VALUE,
			   i < 10      ? "it does not begin with"
			   : i < n - 1 ? "it ends in its header"
				       : "header and elements want");
		put(cut, i);
		FAILS_WITH(ct_npy_load(path, &tensor), CT_ERROR_VALUE, "a.npy: ");
		free(cut);
	}
	free(file);
}
END_TEST

/* Each byte of a small file in turn becomes another: whatever comes, it is a tensor or an error. */
START_TEST(no_byte_does_harm)
{
	const unsigned char bytes[] = { 0, 0xff, '\'', '9', ')', '{', 'L', '>' };
	unsigned char *file;
	int tensors = 0, errors = 0;
	size_t n;

	file = file_of(json_array_get(cases, 3), "file", &n);
	for (size_t i = 0; i < n; i++) {
		unsigned char was = file[i];

		for (size_t j = 0; j < LENGTH(bytes); j++) {
			ct_tensor *tensor;
			ct_error error;

			file[i] = bytes[j];
			error = ct_npy_parse(file, (int64_t)n, NULL, &tensor);
			if (error == NULL)
				ct_tensor_free(tensor);
			*(error ? &errors : &tensors) += 1;
			ct_error_free(error);
		}
		file[i] = was;
	}
	ck_assert_int_gt(tensors, 0);
	ck_assert_int_gt(errors, 300);
	free(file);
}
END_TEST

START_TEST(wrong_formats_are_named)
{
	unsigned char file[600];
	int64_t n = with_header(file, headers[0].header, 8);
	ct_tensor *tensor;

	file[6] = 4;
	FAILS(ct_npy_parse(file, n, NULL, &tensor),
	      "ValueError: argument 1 (bytes): it is of format "
	      "4.0; 1.0, 2.0 and 3.0 are known");
	file[6] = 1;
	file[7] = 1;
	FAILS(ct_npy_parse(file, n, NULL, &tensor),
	      "ValueError: argument 1 (bytes): it is of format "
	      "1.1; 1.0, 2.0 and 3.0 are known");
	memcpy(file, "\x93NUMPY\2\0\xff\xff\xff\xff", 12);
	FAILS(ct_npy_parse(file, n, NULL, &tensor),
	      "ValueError: argument 1 (bytes): its header has 4294967295 bytes, more than 65536 "
	      "have no sense");
	memcpy(file, "PK", 2);
	FAILS(ct_npy_parse(file, n, NULL, &tensor),
	      "ValueError: argument 1 (bytes): it is no .npy file: it does not begin with "
	      "\\x93NUMPY");
	FAILS_WITH(ct_npy_parse("", 0, NULL, &tensor), CT_ERROR_VALUE, "it is no .npy file");
	FAILS(ct_npy_parse("", -1, NULL, &tensor),
	      "ArgumentError: ct_npy_parse: argument 2 (nbytes) must not be negative");
	FAILS(ct_npy_parse(NULL, 1, NULL, &tensor),
	      "ArgumentError: ct_npy_parse: argument 1 (bytes) must not be NULL");
	FAILS_WITH(ct_npy_parse(NULL, 0, NULL, &tensor), CT_ERROR_VALUE, "it is no .npy file");
}
END_TEST

START_TEST(bool_that_is_none_is_refused)
{
	unsigned char file[600];
	int64_t n = with_header(file, "{'descr': '|b1', " REST, 2);
	ct_tensor *tensor;

	file[n - 1] = 2;
	FAILS(ct_npy_parse(file, n, NULL, &tensor),
	      "ValueError: argument 1 (bytes): element 1 is 2, a bool must be 0 or 1");
}
END_TEST

START_TEST(misaligned_array_is_loaded_and_not_mapped)
{
	unsigned char file[600];
	int64_t n = with_header(file, "{'descr': '<f4', " REST " ", 8);
	ct_tensor *tensor;
	char message[300];

	if (n % 4 == 0)
		n = with_header(file, "{'descr': '<f4', " REST "  ", 8);
	put(file, (size_t)n);
	OK(ct_npy_load(path, &tensor));
	ct_tensor_free(tensor);
	snprintf(message, sizeof message,
		 "ValueError: %s: its elements begin at byte %d, which is not aligned for them; "
		 "ct_npy_load() copies them",
		 path, (int)n - 8);
	FAILS(ct_npy_map(path, false, &tensor), message);
}
END_TEST

START_TEST(what_is_no_file_is_refused)
{
	ct_tensor *tensor = UNTOUCHED;
	char message[200];

	snprintf(message, sizeof message, "RuntimeError: %s: opening it: No such file or directory",
		 path);
	FAILS(ct_npy_load(path, &tensor), message);
	FAILS(ct_npy_map(path, false, &tensor), message);
	FAILS(ct_npy_load("/dev/zero", &tensor),
	      "ArgumentError: ct_npy_load: argument 1 (path): /dev/zero is not a regular file");
	snprintf(message, sizeof message,
		 "ArgumentError: ct_npy_load: argument 1 (path): %s is not a regular file", folder);
	FAILS(ct_npy_load(folder, &tensor), message);
	FAILS(ct_npy_load(NULL, &tensor),
	      "ArgumentError: ct_npy_load: argument 1 (path) must not be NULL");
	FAILS(ct_npy_map(NULL, false, &tensor),
	      "ArgumentError: ct_npy_map: argument 1 (path) must not be NULL");
	MUST(mkfifo(path, 0600) == 0); /* and nobody writes to it */
	FAILS_WITH(ct_npy_load(path, &tensor), CT_ERROR_ARGUMENT, "is not a regular file");
	ck_assert_ptr_eq(tensor, UNTOUCHED);
}
END_TEST

Suite *npy_suite(void)
{
	Suite *suite = suite_create("npy");
	TCase *reading = tests_of("reading"), *writing = tests_of("writing"),
	      *wrong = tests_of("files that are wrong");

	tcase_add_checked_fixture(reading, make_folder, remove_folder);
	tcase_add_test(reading, numpys_files_are_loaded);
	tcase_add_test(reading, numpys_files_are_mapped);
	tcase_add_test(reading, private_map_leaves_the_file_alone);
	tcase_add_test(reading, shared_map_writes_to_the_file);
	tcase_add_test(reading, several_arrays_follow_each_other);
	tcase_add_test(reading, results_may_be_dropped);
	suite_add_tcase(suite, reading);
	tcase_add_checked_fixture(writing, make_folder, remove_folder);
	tcase_add_test(writing, files_are_written_as_numpy_writes_them);
	tcase_add_test(writing, view_is_written_as_its_elements);
	tcase_add_test(writing, conjugated_and_negated_are_written_as_they_read);
	tcase_add_test(writing, tensor_with_gradient_is_written);
	tcase_add_test(writing, zeros_without_memory_are_written);
	tcase_add_test(writing, elements_behind_the_storage_are_not_written);
	tcase_add_test(writing, what_numpy_does_not_have_is_refused);
	tcase_add_test(writing, old_file_stays_when_the_new_one_cannot_be_written);
	tcase_add_test(writing, permissions_and_links_stay);
	tcase_add_test(writing, link_to_no_file_stays_and_leads_to_one_then);
	tcase_add_test(writing, link_that_leads_nowhere_is_an_error);
	tcase_add_test(writing, device_file_is_written_to);
	suite_add_tcase(suite, writing);
	tcase_add_checked_fixture(wrong, make_folder, remove_folder);
	tcase_add_loop_test(wrong, headers_are_parsed_strictly, 0, (int)LENGTH(headers));
	tcase_add_test(wrong, wherever_a_file_ends_it_is_an_error);
	tcase_add_test(wrong, no_byte_does_harm);
	tcase_add_test(wrong, wrong_formats_are_named);
	tcase_add_test(wrong, bool_that_is_none_is_refused);
	tcase_add_test(wrong, misaligned_array_is_loaded_and_not_mapped);
	tcase_add_test(wrong, what_is_no_file_is_refused);
	suite_add_tcase(suite, wrong);
	return suite;
}

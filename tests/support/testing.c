#include <dlfcn.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "fixture.h"
#include "testing.h"

static int64_t length_of(const int64_t *shape)
{
	int64_t n = 0;

	while (shape[n] != -1)
		n++;
	return n;
}

ct_tensor *floats(const float *values, const int64_t *shape)
{
	ct_tensor *tensor = NULL;

	CT_CHECK(ct_tensor_from_data(values, CT_FLOAT32, CT_INTS_OF(shape, length_of(shape)),
				     &tensor));
	return tensor;
}

ct_tensor *vector(int64_t n, const float *values)
{
	return floats(values, (int64_t[]){ n, -1 });
}

ct_tensor *matrix(int64_t rows, int64_t columns, const float *values)
{
	return floats(values, (int64_t[]){ rows, columns, -1 });
}

ct_tensor *number(float value)
{
	return floats(&value, (int64_t[]){ -1 });
}

static void count_deletion(void *data, void *context)
{
	int *deleted = context;

	(void)data;
	(*deleted)++;
}

ct_tensor *blob(ct_deleter deleter, void *context)
{
	static float values[] = { 1, 2, 3, 4 };
	ct_tensor *tensor = NULL;

	CT_CHECK(ct_tensor_from_blob(values, CT_FLOAT32, CT_L(4), CT_NO_INTS, deleter, context,
				     &tensor));
	return tensor;
}

ct_tensor *counted(int *deleted)
{
	*deleted = 0;
	return blob(count_deletion, deleted);
}

ct_scope *open_scope(void)
{
	ct_scope *scope = ct_scope_open();

	MUST(scope != NULL);
	return scope;
}

void run_in_thread(void *(*function)(void *), void *context)
{
	pthread_t thread;

	ck_assert_int_eq(pthread_create(&thread, NULL, function, context), 0);
	ck_assert_int_eq(pthread_join(thread, NULL), 0);
}

static bool is_loaded(const char *symbol)
{
	void *program = dlopen(NULL, RTLD_LAZY);
	const bool is = dlsym(program, symbol) != NULL;

	dlclose(program);
	return is;
}

bool is_sanitized(void)
{
	return is_loaded("__asan_init") || is_loaded("__tsan_init");
}

static struct rlimit limit_before;

void limit_memory(size_t n)
{
	FILE *file = fopen("/proc/self/statm", "r");
	struct rlimit limit;
	size_t pages;

	MUST(file && fscanf(file, "%zu", &pages) == 1 && fclose(file) == 0);
	MUST(getrlimit(RLIMIT_AS, &limit_before) == 0);
	limit = limit_before;
	limit.rlim_cur = pages * (size_t)sysconf(_SC_PAGESIZE) + n;
	if (!is_sanitized())
		MUST(setrlimit(RLIMIT_AS, &limit) == 0);
}

void end_memory_limit(void)
{
	MUST(setrlimit(RLIMIT_AS, &limit_before) == 0);
}

/* Sanitizers make frames larger; ThreadSanitizer also keeps 830 KB of its own on every stack. */
static size_t small_stack_size(void)
{
	const size_t kib = is_loaded("__tsan_init") ? 2048 : is_sanitized() ? 1024 : 256;

	return kib * 1024;
}

void run_on_small_stack(void *(*function)(void *), void *context)
{
	pthread_attr_t attributes;
	pthread_t thread;

	ck_assert_int_eq(pthread_attr_init(&attributes), 0);
	ck_assert_int_eq(pthread_attr_setstacksize(&attributes, small_stack_size()), 0);
	ck_assert_int_eq(pthread_create(&thread, &attributes, function, context), 0);
	ck_assert_int_eq(pthread_join(thread, NULL), 0);
	pthread_attr_destroy(&attributes);
}

bool enter_decimal_comma(void)
{
	if (setlocale(LC_ALL, "de_DE.UTF-8") && strcmp(localeconv()->decimal_point, ",") == 0)
		return true;
	printf("left out: there is no locale de_DE.UTF-8 (apt-get install locales)\n");
	setlocale(LC_ALL, "C");
	return false;
}

void leave_decimal_comma(void)
{
	setlocale(LC_ALL, "C");
}

bool is_checked(void)
{
	const bool was = ct_memory_is_tracking_enabled();
	bool stays;

	ct_memory_set_tracking_enabled(false);
	stays = ct_memory_is_tracking_enabled();
	ct_memory_set_tracking_enabled(was);
	return stays;
}

bool allocator_tells(void)
{
#ifdef __SANITIZE_THREAD__
	return false;
#else
	ct_memory_usage process;

	ct_memory_stats(NULL, &process);
	return !is_sanitized() && process.allocated_bytes >= 0;
#endif
}

double value_of(const ct_tensor *tensor)
{
	double value = NAN;

	OK(ct_tensor_item_double(tensor, &value));
	return value;
}

void assert_floats(const ct_tensor *tensor, const int64_t *shape, const double *values)
{
	ct_tensor *plain = NULL;
	const double *data;

	ck_assert_ptr_nonnull(tensor);
	ck_assert_int_eq(ct_tensor_dim(tensor), length_of(shape));
	for (int64_t i = 0; shape[i] != -1; i++)
		ck_assert_int_eq(ct_tensor_size(tensor, i), shape[i]);
	OK(ct_to_dtype(tensor, CT_FLOAT64, false, false, CT_CONTIGUOUS_FORMAT, &plain));
	data = ct_tensor_data(plain);
	for (int64_t i = 0; i < ct_tensor_numel(plain); i++)
		ck_assert_double_eq_tol(data[i], values[i], 1e-6);
	ct_tensor_free(plain);
}

bool is_refused_dtype(ct_dtype dtype)
{
	static bool is_told[64];
	ct_tensor *tensor = UNTOUCHED;
	char text[128];

	if (has_dtype(dtype))
		return false;
	snprintf(text, sizeof text,
		 "ArgumentError: ct_tensor_from_data: argument 2 (dtype): this release of libtorch "
		 "has no %s",
		 ct_dtype_name(dtype));
	FAILS(ct_tensor_from_data("", dtype, CT_L(0), &tensor), text);
	if (!is_told[dtype])
		LEFT_OUT(ct_dtype_name(dtype), "there is no such dtype");
	is_told[dtype] = true;
	return true;
}

bool storage_is_shared(const ct_tensor *of)
{
	ct_storage *storage = NULL;
	bool result;

	OK(ct_tensor_storage(of, &storage));
	result = ct_storage_is_shared(storage);
	ct_storage_free(storage);
	return result;
}

int run_suites(Suite *(*const *suites)(void))
{
	SRunner *runner = srunner_create((*suites)());
	int failed;

	while (*++suites)
		srunner_add_suite(runner, (*suites)());
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

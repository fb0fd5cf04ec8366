/* Memory of CUDA alone: the limit of the process, pools, and allocators of programs. */
#include <string.h>

#include <ctorch/cuda.h>

#include "support.h"

enum { MEGABYTE = 1 << 20 };

static ct_error allocate(int device, int64_t nbytes, ct_tensor **result)
{
	return CT(empty, result, CT_L(nbytes), .dtype = CT_UINT8, .device = CT_DEVICE_CUDA(device));
}

static const json_t *facts(const json_t *cases)
{
	return json_array_get(cases, 2);
}

START_TEST(a_fraction_limits_the_process_as_in_python)
{
	json_t *cases = expected_cases("cuda_library");
	const ct_device second = CT_DEVICE_CUDA(1);
	ct_tensor *x = UNTOUCHED;
	double fraction;
	ct_error error;

	OK(ct_cuda_memory_fraction(second, &fraction));
	ck_assert_double_eq(fraction, 1);
	OK(ct_cuda_set_memory_fraction(second, 0.25));
	OK(ct_cuda_memory_fraction(second, &fraction));
	ck_assert_double_eq(fraction, json_real_value(json_object_get(facts(cases), "fraction")));
	error = allocate(1, MEMORY / 2, &x);
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_OUT_OF_MEMORY);
	ck_assert_ptr_nonnull(
		strstr(expected_text(facts(cases), "over_fraction"), "64.00 MiB allowed;"));
	ck_assert_ptr_nonnull(strstr(error, "64.00 MiB allowed;"));
	ct_error_free(error);
	OK(ct_cuda_set_memory_fraction(second, 1));
	OK(allocate(1, MEMORY / 2, &x));
	ct_tensor_free(x);
	FAILS_WITH(ct_cuda_set_memory_fraction(second, 1.5), CT_ERROR_VALUE, "fraction is 1.5");
	json_decref(cases);
}
END_TEST

START_TEST(the_back_end_is_that_of_python)
{
	json_t *cases = expected_cases("cuda_library");
	char *name;

	OK(ct_cuda_allocator_backend(&name));
	ck_assert_str_eq(name, expected_text(facts(cases), "backend"));
	ct_free(name);
	json_decref(cases);
}
END_TEST

/* The allocations of CUDA since the last reset. */
static int64_t allocations(void)
{
	return fake_cuda_count(fake_cuda_allocations);
}

START_TEST(a_pool_has_memory_of_its_own)
{
	ct_cuda_mem_pool *pool, *other;
	ct_tensor *outside, *inside;

	OK(ct_device_empty_cache(CT_DEVICE_TYPE_CUDA));
	OK(allocate(0, 3 * MEGABYTE, &outside));
	ct_tensor_free(outside); /* stays in the cache */
	OK(ct_cuda_mem_pool_new(NULL, &pool));
	ck_assert_uint_ne(ct_cuda_mem_pool_id(pool).first | ct_cuda_mem_pool_id(pool).second, 0);
	FAILS_WITH(ct_cuda_mem_pool_leave(pool), CT_ERROR_RUNTIME, "is not entered");
	fake_cuda_reset();
	OK(ct_cuda_mem_pool_enter(pool));
	FAILS_WITH(ct_cuda_mem_pool_enter(pool), CT_ERROR_RUNTIME, "is entered already");
	OK(ct_cuda_mem_pool_new(NULL, &other));
	FAILS_WITH(ct_cuda_mem_pool_enter(other), CT_ERROR_RUNTIME,
		   "has entered another pool of cuda:0; pools do not nest");
	OK(allocate(0, 3 * MEGABYTE, &inside));
	ck_assert_int_eq(allocations(), 1); /* the cache is not the pool's */
	OK(ct_cuda_mem_pool_leave(pool));
	OK(allocate(0, 3 * MEGABYTE, &outside));
	ck_assert_int_eq(allocations(), 1); /* that of the cache */
	OK(ct_cuda_mem_pool_enter(other));
	OK(ct_cuda_mem_pool_leave(other));
	ct_cuda_mem_pool_free(other);
	ct_tensor_free(inside);
	ct_tensor_free(outside);
	ct_cuda_mem_pool_free(pool);
	ct_cuda_mem_pool_free(NULL);
	OK(ct_device_empty_cache(CT_DEVICE_TYPE_CUDA));
	ck_assert_int_eq(fake_cuda_allocated(0), 0);
}
END_TEST

/* --- An allocator of the program --------------------------------------------------------------- */

struct counted {
	int64_t allocated, freed;
	bool is_empty;
};

int cudaMalloc(void **memory, size_t nbytes);
int cudaFree(void *memory);

static void *allocate_counted(int64_t nbytes, int64_t device_index, void *stream, void *context)
{
	struct counted *of = context;
	void *memory = NULL;

	(void)device_index, (void)stream;
	if (of->is_empty || cudaMalloc(&memory, (size_t)nbytes) != 0)
		return NULL;
	of->allocated += nbytes;
	return memory;
}

static void free_counted(void *memory, int64_t nbytes, int64_t device_index, void *stream,
			 void *context)
{
	struct counted *of = context;

	(void)device_index, (void)stream;
	of->freed += nbytes;
	cudaFree(memory);
}

START_TEST(a_pool_gets_its_memory_from_a_program)
{
	static struct counted of;
	ct_cuda_allocator *allocator;
	ct_cuda_mem_pool *pool;
	ct_tensor *x = UNTOUCHED;

	OK(ct_cuda_allocator_new(allocate_counted, free_counted, &of, &allocator));
	OK(ct_cuda_mem_pool_new(&(ct_cuda_mem_pool_options){ .allocator = allocator }, &pool));
	OK(ct_cuda_mem_pool_enter(pool));
	of.is_empty = true;
	FAILS_WITH(allocate(0, 3 * MEGABYTE, &x), CT_ERROR_OUT_OF_MEMORY, "allocator has no");
	ck_assert_ptr_eq(x, UNTOUCHED);
	of.is_empty = false;
	OK(allocate(0, 3 * MEGABYTE, &x));
	OK(ct_cuda_mem_pool_leave(pool));
	ck_assert_int_ge(of.allocated, 3 * MEGABYTE);
	ct_tensor_free(x);
	ct_cuda_mem_pool_free(pool);
	OK(ct_device_empty_cache(CT_DEVICE_TYPE_CUDA));
	ck_assert_int_eq(of.freed, of.allocated);
	/* CUDA is in use. */
	FAILS_WITH(ct_cuda_allocator_install(allocator), CT_ERROR_RUNTIME, "already initialized");
	ct_cuda_allocator_free(allocator);
	ct_cuda_allocator_free(NULL);
	FAILS_WITH(ct_cuda_allocator_new(NULL, free_counted, NULL, &allocator), CT_ERROR_ARGUMENT,
		   "argument 1 (allocate)");
}
END_TEST

Suite *pools_suite(void)
{
	Suite *suite = suite_create("pools");
	TCase *tests = tests_of("pools");

	tcase_add_test(tests, a_fraction_limits_the_process_as_in_python);
	tcase_add_test(tests, the_back_end_is_that_of_python);
	tcase_add_test(tests, a_pool_has_memory_of_its_own);
	tcase_add_test(tests, a_pool_gets_its_memory_from_a_program);
	suite_add_tcase(suite, tests);
	return suite;
}

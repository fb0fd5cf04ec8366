/*
 * The memory that stays from one training step to the next. A program of its own, since the cache
 * begins once in a process.
 */
#include <sys/resource.h>

#include "testing.h"

enum { MIB = 1 << 20, PIECE = 256 << 10 };

static void must(ct_error error)
{
	ck_assert_msg(error == NULL, "%s", error);
}

static int64_t cached(void)
{
	ct_memory_usage process;

	ct_memory_stats(NULL, &process);
	return process.cached_bytes;
}

static ct_tensor *zeros(int64_t mib)
{
	const int64_t shape[] = { mib * MIB / 4 };
	ct_tensor *tensor;

	must(ct_zeros(shape, 1, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &tensor));
	return tensor;
}

/* Under AddressSanitizer the cache is off at first. */
static void begin(void)
{
	ct_memory_set_cache_limit(-1);
	ct_memory_empty_cache();
}

static void end(void)
{
	must(ct_gc_finish());
	ck_assert_int_eq(live_handles(), 0);
}

START_TEST(cache_begins_with_the_first_step)
{
	const bool is_off = ct_memory_cache_limit() == 0;
	ct_memory_set_cache_limit(0);
	ct_tensor *tensor = zeros(8);

	/* Setting a limit would start it. */
	ck_assert_int_eq(cached(), 0);
	ct_tensor_free(tensor);
	ck_assert_int_eq(cached(), 0);
	must(ct_gc());
	zeros(8);
	must(ct_gc());
	ck_assert_int_eq(cached(), 0);
	ck_assert_int_eq(ct_memory_cache_limit(), 0);
	ct_memory_set_cache_limit(-7);
	zeros(8);
	must(ct_gc());
	ck_assert_int_ge(cached(), 8 * MIB);
	must(ct_gc_finish());
	ck_assert_int_le(cached(), PIECE);
	ck_assert_int_eq(ct_memory_cache_limit(), -1);
	ct_memory_set_cache_limit(is_off ? 0 : -1);
}
END_TEST

static ct_tensor *parameter(int64_t rows, int64_t columns)
{
	const int64_t shape[] = { rows, columns };
	ct_tensor *tensor;

	must(ct_full(shape, 2, ct_scalar_float(0.01), CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE,
		     NULL, &tensor));
	must(ct_tensor_set_requires_grad(tensor, true));
	return tensor;
}

static void train_step(const ct_tensor *x, ct_tensor *const *weights)
{
	ct_tensor *hidden, *positive, *result, *loss, *gradient;

	must(ct_mm(x, weights[0], &hidden));
	must(ct_relu(hidden, &positive));
	must(ct_mm(positive, weights[1], &result));
	must(ct_sum(result, CT_DTYPE_NONE, &loss));
	must(ct_tensor_backward(loss));
	for (int i = 0; i < 2; i++) {
		must(ct_tensor_grad(weights[i], &gradient));
		must(ct_tensor_set_grad(weights[i], NULL));
	}
}

static long page_faults(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_minflt;
}

/* A step has some 8 MiB of tensors, 2,000 pages; the rest of the process, a sanitizer above all,
 * may fault now and then, but in twenty steps not as often as one of them would. */
START_TEST(steps_after_the_third_take_no_new_memory)
{
	ct_tensor *x = parameter(1024, 512),
		  *weights[] = { parameter(512, 1024), parameter(1024, 64) };
	int64_t after_three = 0;
	long faults = 0;

	for (int i = 0; i < 23; i++) {
		must(ct_gc());
		if (i == 3) {
			after_three = cached();
			faults = page_faults();
		} else if (i > 3) {
			ck_assert_int_eq(cached(), after_three);
		}
		train_step(x, weights);
	}
	ck_assert_int_ge(after_three, 6 * MIB);
	ck_assert_int_lt(page_faults() - faults, 2000);
	must(ct_gc_finish());
	ct_tensor_free(x);
	ct_tensor_free(weights[0]);
	ct_tensor_free(weights[1]);
}
END_TEST

START_TEST(last_step_gives_back_what_is_free)
{
	ct_tensor *kept;

	must(ct_gc());
	zeros(16);
	kept = zeros(4);
	ct_scope_disown(kept);
	must(ct_gc());
	ck_assert_int_ge(cached(), 16 * MIB);
	must(ct_gc_finish());
	ck_assert_int_le(cached(), 2 * PIECE);
	ck_assert_double_eq(((const float *)ct_tensor_data(kept))[MIB - 1], 0);
	ct_tensor_free(kept);
}
END_TEST

static void inner_loop(int steps)
{
	ct_scope *scope = open_scope();

	for (int i = 0; i < steps; i++) {
		must(ct_gc());
		zeros(1);
	}
	must(ct_gc_finish());
	must(ct_scope_close(scope));
}

START_TEST(loop_inside_a_step_is_part_of_it)
{
	must(ct_gc());
	zeros(16);
	must(ct_gc());
	inner_loop(20);
	ck_assert_int_ge(cached(), 16 * MIB);
	for (int i = 0; i < 10; i++)
		must(ct_gc());
	ck_assert_int_le(cached(), 2 * PIECE);
}
END_TEST

static void *finish_a_loop(void *unused)
{
	must(ct_gc());
	must(ct_gc_finish());
	return unused;
}

START_TEST(loop_of_another_thread_leaves_the_cache)
{
	must(ct_gc());
	zeros(16);
	must(ct_gc());
	run_in_thread(finish_a_loop, NULL);
	ck_assert_int_ge(cached(), 16 * MIB);
}
END_TEST

START_TEST(limit_is_kept)
{
	ck_assert_int_eq(ct_memory_cache_limit(), -1);
	ct_memory_set_cache_limit(2 * MIB);
	must(ct_gc());
	for (int i = 0; i < 8; i++)
		zeros(4);
	must(ct_gc());
	ck_assert_int_le(cached(), 6 * MIB + 2 * PIECE);
	ck_assert_int_eq(ct_memory_cache_limit(), 2 * MIB);
	ct_memory_set_cache_limit(-1);
}
END_TEST

START_TEST(switched_off_it_takes_back_what_it_gave)
{
	ct_tensor *before, *after;

	must(ct_gc());
	before = zeros(8);
	ct_memory_set_cache_limit(0);
	after = zeros(8);
	must(ct_add__Tensor(after, before, ct_scalar_int(1), NULL));
	must(ct_gc());
	ck_assert_int_le(cached(), PIECE);
}
END_TEST

START_TEST(figures_contain_the_cache)
{
	ct_memory_usage thread, before, used, freed;

	must(ct_gc());
	ct_memory_stats(&thread, &before);
	ck_assert_int_eq(thread.cached_bytes, -1);
	zeros(16);
	ct_memory_stats(NULL, &used);
	must(ct_gc());
	ct_memory_stats(NULL, &freed);
	ck_assert_int_ge(freed.cached_bytes, used.cached_bytes + 16 * MIB);
	if (!allocator_tells())
		return;
	ck_assert_int_ge(used.allocated_bytes, before.allocated_bytes + 16 * MIB);
	ck_assert_int_ge(used.reserved_bytes, used.allocated_bytes);
	ck_assert_int_lt(freed.allocated_bytes, used.allocated_bytes - 15 * MIB);
	ck_assert_int_ge(freed.reserved_bytes, freed.allocated_bytes + freed.cached_bytes);
}
END_TEST

static void *free_it(void *tensor)
{
	ct_tensor_free(tensor);
	return NULL;
}

START_TEST(another_thread_frees)
{
	int64_t before;
	ct_tensor *tensor;

	must(ct_gc());
	tensor = zeros(16);
	ct_scope_disown(tensor);
	before = cached();
	run_in_thread(free_it, tensor);
	ck_assert_int_ge(cached(), before + 16 * MIB);
}
END_TEST

START_TEST(tensor_that_grows_keeps_its_elements)
{
	const int64_t larger[] = { 4 * MIB };
	ct_tensor *tensor;
	const float *elements;

	must(ct_gc());
	must(ct_arange(ct_scalar_int(MIB), CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		       &tensor));
	must(ct_resize_(tensor, larger, 1, CT_MEMORY_FORMAT_NONE, NULL));
	elements = ct_tensor_data(tensor);
	for (int64_t i = 0; i < MIB; i++)
		ck_assert(elements[i] == (float)i);
}
END_TEST

static void count(void *data, void *context)
{
	(void)data;
	++*(int *)context;
}

START_TEST(memory_of_others_stays_theirs)
{
	static float memory[MIB];
	const int64_t shape[] = { MIB };
	int deleted = 0;
	ct_tensor *blob, *old;

	ct_memory_set_cache_limit(0);
	old = zeros(8); /* libtorch's own */
	ct_memory_set_cache_limit(-1);
	must(ct_gc());
	memory[7] = 7;
	must(ct_tensor_from_blob(memory, CT_FLOAT32, CT_INTS_OF(shape, 1), CT_NO_INTS, count,
				 &deleted, &blob));
	must(ct_gc());
	ck_assert_int_eq(deleted, 1);
	ct_tensor_free(old);
	ck_assert_int_eq(cached(), 0);
	ck_assert(memory[7] == 7);
}
END_TEST

static Suite *cache_suite(void)
{
	Suite *suite = suite_create("cache");
	TCase *start = tcase_create("start of the cache"), *tests = tcase_create("cache");

	tcase_add_checked_fixture(start, NULL, end);
	tcase_add_test(start, cache_begins_with_the_first_step);
	suite_add_tcase(suite, start);
	tcase_add_checked_fixture(tests, begin, end);
	tcase_add_test(tests, steps_after_the_third_take_no_new_memory);
	tcase_add_test(tests, last_step_gives_back_what_is_free);
	tcase_add_test(tests, loop_inside_a_step_is_part_of_it);
	tcase_add_test(tests, loop_of_another_thread_leaves_the_cache);
	tcase_add_test(tests, limit_is_kept);
	tcase_add_test(tests, switched_off_it_takes_back_what_it_gave);
	tcase_add_test(tests, figures_contain_the_cache);
	tcase_add_test(tests, another_thread_frees);
	tcase_add_test(tests, tensor_that_grows_keeps_its_elements);
	tcase_add_test(tests, memory_of_others_stays_theirs);
	suite_add_tcase(suite, tests);
	return suite;
}

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ cache_suite, NULL });
}

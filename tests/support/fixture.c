#define _POSIX_C_SOURCE 200809L

#include <time.h>

#include "fixture.h"

int64_t live_handles(void)
{
	return ct_memory_handle_count();
}

static int64_t live_before;

static void remember_live(void)
{
	live_before = live_handles();
}

static void compare_live(void)
{
	const int64_t live_now = live_handles();

	ck_assert_msg(live_now == live_before, "%lld handles before the test, %lld after it",
		      (long long)live_before, (long long)live_now);
}

double thread_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

TCase *tests_of(const char *name)
{
	TCase *tests = tcase_create(name);

	tcase_add_checked_fixture(tests, remember_live, compare_live);
	return tests;
}

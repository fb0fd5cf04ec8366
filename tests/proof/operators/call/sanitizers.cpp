/*
 * Settings of the sanitizers for libtorch, however the program is started. They look these
 * functions up by name; without a sanitizer nothing calls them.
 */
extern "C" {

const char *__asan_default_options();
const char *__lsan_default_options();
const char *__lsan_default_suppressions();
const char *__tsan_default_options();
const char *__ubsan_default_options();

/* An allocation that is too large must fail as without a sanitizer. */
const char *__asan_default_options()
{
	return "allocator_may_return_null=1";
}

const char *__lsan_default_options()
{
	return "print_suppressions=0";
}

const char *__lsan_default_suppressions()
{
	/* MKL keeps buffers for each thread that has computed, and does not free those of threads
	 * that have ended. In a forked process libtorch drops the pool of threads, which cannot be
	 * used there. */
	return "leak:mm_internal_malloc\n"
	       "leak:caffe2::pthreadpool\n";
}

/* libtorch is not instrumented: ThreadSanitizer cannot see how its threads wait for each other. */
const char *__tsan_default_options()
{
	return "allocator_may_return_null=1:ignore_noninstrumented_modules=1";
}

const char *__ubsan_default_options()
{
	return "print_stacktrace=1";
}

} // extern "C"

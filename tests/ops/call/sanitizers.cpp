/*
 * What the sanitizers are told about libtorch, in whatever way the program is started. They look
 * these functions up by name; without a sanitizer nobody calls them.
 */
extern "C" {

const char *__asan_default_options();
const char *__lsan_default_options();
const char *__lsan_default_suppressions();
const char *__tsan_default_options();
const char *__ubsan_default_options();

/* An allocation that is too large has to fail as it does without a sanitizer. */
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
	/* MKL keeps buffers for each thread that has computed, and does not give back those of
	 * threads that have ended. The pool of threads that a copy of a process cannot use libtorch
	 * drops there. */
	return "leak:mm_internal_malloc\n"
	       "leak:caffe2::pthreadpool\n";
}

/* libtorch is not instrumented: how its threads wait for each other cannot be seen. */
const char *__tsan_default_options()
{
	return "allocator_may_return_null=1:ignore_noninstrumented_modules=1";
}

const char *__ubsan_default_options()
{
	return "print_stacktrace=1";
}

} // extern "C"

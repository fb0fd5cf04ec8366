/* Optimizing a function of thousands of calls takes a compiler minutes, and changes nothing. */
#if defined(__clang__)
#define CALLS_ONLY __attribute__((optnone))
#elif defined(__GNUC__)
#define CALLS_ONLY __attribute__((optimize("O0")))
#else
#define CALLS_ONLY
#endif


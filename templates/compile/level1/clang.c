/* A loop that clang does not vectorize is still right. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed"
#endif


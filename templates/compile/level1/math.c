/* The compiler may compute these for several elements at once, by the C library's vector functions,
 * which glibc has since 2.35. Elsewhere they are called for each element. */
#if defined(__GLIBC__) && defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#if __GLIBC_PREREQ(2, 35)
#define VECTOR __attribute__((simd("notinbranch"), const))
${declarations}
#endif
#endif

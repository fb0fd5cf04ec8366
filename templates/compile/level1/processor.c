/* The loops were compiled for --march ${march}: another processor may not have all instructions. */
static ct_error check_processor(void)
{
	const char *missing = NULL;

#if defined(__x86_64__) && defined(__AVX512F__)
	missing = __builtin_cpu_supports("avx512f") ? missing : "AVX-512";
#endif
#if defined(__x86_64__) && defined(__AVX2__)
	missing = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? missing : "AVX2";
#endif
	if (missing == NULL)
		return NULL;
	return ct_error_new(CT_ERROR_RUNTIME, "${name}_load",
			    "the program was compiled for a processor with %s, which this one does not "
			    "have; write it again with --march x86-64", missing);
}


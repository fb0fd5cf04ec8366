/* The loops were compiled for --march ${march}, and another processor may not have all instructions
 * that the compiler may have used: its macros say which. */
#ifdef __x86_64__
#define TEXT(macro) #macro
#define CHECK(macro, name)                                          \
	if (TEXT(macro)[0] == '1' && !__builtin_cpu_supports(name)) \
		return name
#endif

static const char *missing_instructions(void)
{
#ifdef __x86_64__
${checks}
#endif
	return NULL;
}

static ct_error check_processor(void)
{
	const char *missing = missing_instructions();

	if (missing == NULL)
		return NULL;
	return ct_error_new(CT_ERROR_RUNTIME, "${name}_load",
			    "the program was compiled for a processor with %s, which this one does not "
			    "have; write it again here, or with --march x86-64-v3 or x86-64", missing);
}


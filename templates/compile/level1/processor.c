/* The loops were compiled for --march ${march}: another processor may not have all instructions. */
static ct_error check_processor(void)
{
	const char *missing = NULL;

#ifdef __x86_64__
${checks}
#endif
	if (missing == NULL)
		return NULL;
	return ct_error_new(CT_ERROR_RUNTIME, "${name}_load",
			    "the program was compiled for a processor with %s, which this one does not "
			    "have; write it again here, or with --march x86-64-v3 or x86-64", missing);
}


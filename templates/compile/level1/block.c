char *block = run->block = aligned_alloc(64, ${nbytes} + 64);

if (block == NULL)
	return ct_error_new(CT_ERROR_OUT_OF_MEMORY, "${name}_run", "no memory for a run");

const int64_t nbytes = ${nbytes};
char *block = run->block;

if (block == NULL || nbytes > run->room) {
	free(block);
	block = run->block = nbytes < 0 ? NULL : aligned_alloc(64, (size_t)nbytes + 64);
	run->room = nbytes;
}
if (nbytes < 0 || block == NULL)
	return ct_error_new(CT_ERROR_OUT_OF_MEMORY, "${name}_run", "no memory for a run");

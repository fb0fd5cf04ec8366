/* Makes `run`, unless an earlier run has left it. */
static ct_error ${name}_memory_fit(struct ${name}_memory **run)
{
	ct_error error;

	if (*run != NULL)
		return NULL;
	*run = calloc(1, sizeof **run);
	if (*run == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, "${name}_run", "no memory for a run");
	error = ${name}_memory_fill(*run);
	if (error != NULL) {
		${name}_memory_free(*run);
		*run = NULL;
	}
	return error;
}


/* Makes `run` fit the sizes: what an earlier run has left, its block if that is large enough, or new
 * memory. */
static ct_error ${name}_memory_fit(struct ${name}_memory **run${,parameters})
{
	struct ${name}_memory *const last = *run;
	ct_error error;

	if (last != NULL${fits})
		return NULL;
	*run = calloc(1, sizeof **run);
	if (*run != NULL && last != NULL) {
		(*run)->block = last->block;
		(*run)->room = last->room;
		last->block = NULL;
	}
	${name}_memory_free(last);
	if (*run == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, "${name}_run", "no memory for a run");
	${sizes}
	error = ${name}_memory_fill(*run);
	if (error != NULL) {
		${name}_memory_free(*run);
		*run = NULL;
	}
	return error;
}


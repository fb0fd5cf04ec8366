/* The memory of a run: buffers between loops, tensors on them, copies of tensors whose elements lie
 * in another order than the loops expect. */
struct ${name}_memory {
	char *block; /* NULL: it is not made yet */
	${fields}
};

static void ${name}_memory_free(struct ${name}_memory *run)
{
	if (run == NULL)
		return;
	${free}
	free(run->block);
	free(run);
}

static ct_error ${name}_memory_fill(struct ${name}_memory *run)
{
	${locals}
	char *block = ${block};

	if (block == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, "${name}_run", "no memory for a run");
	run->block = block;
	${buffers}
	${tensors}
	return NULL;
}

/* Makes `run` fit the sizes: what an earlier run has left, or new memory. */
static ct_error ${name}_memory_fit(struct ${name}_memory **run${,parameters})
{
	ct_error error;

	if (*run != NULL${fits})
		return NULL;
	${drop}
	*run = calloc(1, sizeof **run);
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


/* The memory of a run: buffers between loops, tensors on them, copies of tensors whose elements lie
 * in another order than the loops expect. */
struct ${name}_memory {
	char *block; /* NULL: it is not made yet */
	int64_t room;
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
	const int64_t nbytes = ${nbytes};
	char *block = run->block;

	if (block == NULL || nbytes > run->room) {
		free(block);
		block = run->block = nbytes < 0 ? NULL : aligned_alloc(64, (size_t)nbytes + 64);
		run->room = nbytes;
	}
	if (nbytes < 0 || block == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, "${name}_run", "no memory for a run");
	${buffers}
	${tensors}
	return NULL;
}

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


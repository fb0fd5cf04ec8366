/* The memory of a run: buffers between loops, tensors on them, copies of tensors whose elements lie
 * in another order than the loops expect. */
struct ${name}_memory {
	char *block; /* NULL: it is not made yet */
	${room}
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
	${block}
	${buffers}
	${tensors}
	return NULL;
}


/* The memory of a run: buffers between loops, tensors on them, copies of tensors whose elements lie
 * in another order than the loops expect. */
struct ${name}_workspace {
	char *block; /* NULL: it is not made yet */
	${room}
	${fields}
};

static ct_error ${name}_workspace_fill(struct ${name}_workspace *run)
{
	${locals}
	${block}
	${buffers}
	${tensors}
	return NULL;
}

void ${name}_workspace_free(struct ${name}_workspace *run)
{
	if (run == NULL)
		return;
	${free}
	free(run->block);
	free(run);
}


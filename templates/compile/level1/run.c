/* The memory of a run: buffers between loops, tensors on them, copies of tensors whose elements lie
 * in another order than the loops expect. */
struct ${name}_run_memory {
	bool is_whole;
	char *block;
	${fields}
};

static void ${name}_run_memory_free(struct ${name}_run_memory *run)
{
	if (run == NULL)
		return;
	${free}
	free(run->block);
	free(run);
}

/* One that an earlier run has left, or a new one; also after an error it is to be given back. */
static ct_error ${name}_run_memory_take(struct ${name} *self${,parameters}, struct ${name}_run_memory **result)
{
	struct ${name}_run_memory *run = atomic_exchange(&self->spare, NULL);

	if (run != NULL && run->is_whole${fits}) {
		*result = run;
		return NULL;
	}
	${name}_run_memory_free(run);
	*result = run = calloc(1, sizeof *run);
	if (run == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, "${name}_run", "out of memory");
	${sizes}
	run->block = aligned_alloc(64, (size_t)(${nbytes}));
	if (run->block == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, "${name}_run", "out of memory");
	${buffers}
	${tensors}
	run->is_whole = true;
	return NULL;
}

static void ${name}_run_memory_give(struct ${name} *self, struct ${name}_run_memory *run)
{
	${name}_run_memory_free(atomic_exchange(&self->spare, run));
}


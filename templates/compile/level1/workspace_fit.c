ct_error ${name}_workspace_new(struct ${name}_workspace **result)
{
	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "result is NULL");
	*result = calloc(1, sizeof **result);
	if (*result == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for a run");
	return NULL;
}

/* Makes the workspace fit the sizes, unless those of the last run were the same. A block that is large
 * enough stays. */
static ct_error ${name}_workspace_fit(struct ${name}_workspace *run${,parameters})
{
	if (run->is_filled${fits})
		return NULL;
	${free}
	*run = (struct ${name}_workspace){ .block = run->block, .room = run->room };
	${sizes}
	CT_TRY(${name}_workspace_fill(run));
	run->is_filled = true;
	return NULL;
}


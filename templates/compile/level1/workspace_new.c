ct_error ${name}_workspace_new(struct ${name}_workspace **result)
{
	struct ${name}_workspace *run;
	ct_error error;

	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "result is NULL");
	run = calloc(1, sizeof *run);
	if (run == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for a run");
	error = ${name}_workspace_fill(run);
	if (error == NULL)
		*result = run;
	else
		${name}_workspace_free(run);
	return error;
}



static struct ${name}_workspace *workspace;

/* The same, into tensors that the caller has made. */
static ct_error run_out(struct ${name} *self, const ct_value *inputs, const ct_value *wanted,
			ct_value *results)
{
	${declarations}

	(void)inputs;
	(void)wanted;
	if (workspace == NULL)
		CT_TRY(${name}_workspace_new(&workspace));
	${make}
	CT_TRY(${name}_run_out(self, workspace${arguments}));
	${results}
	return NULL;
}

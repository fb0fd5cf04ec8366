
/* A tensor like a result of the interpreter, with other elements. */
static ct_error make_like(const ct_value *list, int64_t i, ct_tensor **result)
{
	ct_value item;
	ct_tensor *like;

	CT_TRY(ct_value_item(list, i, &item));
	CT_TRY(ct_value_as_tensor(&item, &like));
	return ct_full_like(like, ct_scalar_int(3), CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE,
			    NULL, CT_MEMORY_FORMAT_NONE, result);
}

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


/* --- For ct_export_compile() ------------------------------------------------------------------ */

ct_error ${name}_entry_load(const ct_value *values, void **result);
ct_error ${name}_entry_run(void *self, const ct_value *inputs, ct_value *results);
void ${name}_entry_free(void *self);

ct_error ${name}_entry_load(const ct_value *values, void **result)
{
	struct ${name} *self;

	CT_TRY(${name}_load(values, &self));
	*result = self;
	return NULL;
}

/* Results are values that borrow the caller's handles. */
ct_error ${name}_entry_run(void *self, const ct_value *inputs, ct_value *results)
{
	${declarations}

	(void)inputs;
	(void)results;
	CT_TRY(${name}_run(self${arguments}));
	${results}
	return NULL;
}

void ${name}_entry_free(void *self)
{
	${name}_free(self);
}

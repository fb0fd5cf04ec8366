/* ${name}_run() takes a workspace that an earlier run has left, or makes one. */
static ct_error take_workspace(struct ${name} *self, struct ${name}_workspace **result)
{
	for (size_t i = 0; i < sizeof self->${spares} / sizeof *self->${spares}; i++) {
		*result = __atomic_exchange_n(&self->${spares}[i], NULL, __ATOMIC_ACQ_REL);
		if (*result != NULL)
			return NULL;
	}
	return ${name}_workspace_new(result);
}

static void leave_workspace(struct ${name} *self, struct ${name}_workspace *run)
{
	for (size_t i = 0; i < sizeof self->${spares} / sizeof *self->${spares}; i++) {
		void *none = NULL;

		if (__atomic_compare_exchange_n(&self->${spares}[i], &none, run, false,
						__ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
			return;
	}
	${name}_workspace_free(run);
}


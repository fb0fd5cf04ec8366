
ct_error ${name}_run_out(struct ${name} *self, struct ${name}_workspace *workspace${parameters})
{
	const bool grad_was_enabled = ct_autograd_is_grad_enabled();
	${made}
	ct_scope *scope;
	ct_error error;

	if (self == NULL || workspace == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "self or the workspace is NULL");
	${check_call}
	${apart}
	ct_autograd_set_grad_enabled(false);
	scope = ct_scope_open();
	error = ${forward}(self${arguments}, workspace);
	${copy}
	ct_autograd_set_grad_enabled(grad_was_enabled);
	ct_scope_leave(scope);
	return error;
}

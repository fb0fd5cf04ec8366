static ct_error ${name}_guard_failed(const char *text)
{
	return ct_error_new(CT_ERROR_ASSERTION, "${name}_run", "Guard failed: %s", text);
}


/*
 * What the macros of ctorch/nn/nn.h call: modules made and registered within an expression.
 */
#include <string.h>

#include <ctorch/calls/expression.h>
#include <ctorch/nn/nn.h>

#include "module/module.h"

/* Whether the expression goes on; if not, a new error waits. */
static bool goes_on(ct_error error, const char *file, int line, const char *function)
{
	if (error)
		ct_expression_note(error, file, line, function);
	return error == NULL;
}

void *ct_module_begin_(const ct_module_class *module_class, void *scratch, const char *file,
		       int line, const char *function)
{
	ct_module *module;

	if (!ct_expression_failed() &&
	    goes_on(ct_module_new(module_class, &module), file, line, function))
		return module->data;
	/* Without a module in front of it: nothing is registered there. */
	memset((void **)scratch - 1, 0, sizeof(void *) + module_class->size);
	return scratch;
}

ct_module *ct_module_child_(ct_module *self, const char *name, ct_module *child, ct_module **field,
			    const char *file, int line, const char *function)
{
	if (ct_expression_failed() ||
	    !goes_on(ct_module_add_module(self, name, child, field), file, line, function))
		return NULL;
	return child;
}

ct_tensor *ct_module_parameter_(ct_module *self, const char *name, const ct_tensor *data,
				ct_tensor **field, const char *file, int line, const char *function)
{
	ct_tensor *parameter = NULL;

	if (ct_expression_failed())
		return NULL;
	if (data && !goes_on(ct_parameter_new(data, true, &parameter), file, line, function))
		return NULL;
	if (!goes_on(ct_module_register_parameter(self, name, parameter, field), file, line,
		     function))
		return NULL;
	return parameter;
}

ct_tensor *ct_module_buffer_(ct_module *self, const char *name, const ct_tensor *buffer,
			     bool persistent, ct_tensor **field, const char *file, int line,
			     const char *function)
{
	if (ct_expression_failed() ||
	    !goes_on(ct_module_register_buffer(self, name, buffer, persistent, field), file, line,
		     function))
		return NULL;
	return (ct_tensor *)buffer;
}

void ct_module_tie_(ct_module *self, const char *path, const char *source, const char *file,
		    int line, const char *function)
{
	ct_tensor *parameter;

	if (!ct_expression_failed() &&
	    goes_on(ct_module_get_parameter(self, source, &parameter), file, line, function))
		goes_on(ct_module_set_parameter(self, path, parameter), file, line, function);
}

ct_tensor *ct_module_call_(const ct_module *self, const ct_tensor *const *inputs, const char *file,
			   int line, const char *function)
{
	ct_tensor *result = NULL;
	int64_t n = 0;

	while (inputs[n] != (const ct_tensor *)CT_LAST_)
		n++;
	if (ct_expression_failed_at(file, line))
		return NULL;
	goes_on(n == 1 ? ct_module_forward(self, inputs[0], &result)
		       : ct_module_forward_all(self, CT_TENSORS_OF(inputs, n), &result, 1),
		file, line, function);
	return result;
}

ct_named_tensor *ct_module_each_(const ct_module *self, bool buffers, int64_t *n, const char *file,
				 int line, const char *function)
{
	ct_named_tensor *list = NULL;

	*n = 0;
	if (!ct_expression_failed())
		goes_on(buffers ? ct_module_named_buffers(self, NULL, &list, n)
				: ct_module_named_parameters(self, NULL, &list, n),
			file, line, function);
	return list;
}

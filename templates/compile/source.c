/*
 * ${name}.c: the program of ${archive}.
 *
 * Written by ctorch-compile: ${what}.
 * Names are those of the values of the graph. Begin to read at ${forward}(), which is the graph;
 * above it are the functions that it calls.
 */
#include "${name}.h"

${includes}
${more_includes}

#include <ctorch/ctorch.h>

${embedded}
${heading}
${helpers}
${functions}
/* --- The graph -------------------------------------------------------------------------------- */

${inner}
${own}

/* --- Running ---------------------------------------------------------------------------------- */

${check_helpers}
${check_function}
ct_error ${name}_run(struct ${name} *self${parameters})
{
	${grad_off}
	${run}
	ct_scope *scope;
	ct_error error;

	if (self == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "self is NULL");
	${check_call}
${run_begin}
	${direct}
	${grad_disable}
	scope = ct_scope_open();
	error = ${forward}(self${arguments}${more_arguments});
	${grad_restore}
	${move_up}
	ct_scope_leave(scope);
${run_end}
	return error;
}
${run_out}

/* --- Loading ---------------------------------------------------------------------------------- */

${loading}
${weight_helpers}
static ct_error ${name}_take_weights(struct ${name} *self, const ct_value *weights)
{
${weights}
${load}
	return NULL;
}

static ct_error ${name}_read(${load_parameters}struct ${name} *self)
{
	ct_value weights;
	ct_error error;

	CT_TRY(${read});
	error = ${name}_take_weights(self, &weights);
	ct_value_free(&weights);
	return error;
}

ct_error ${name}_load(${load_parameters}struct ${name} **result)
{
	struct ${name} *self;
	ct_scope *scope;
	ct_error error;

	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "result is NULL");
${load_begin}
	self = calloc(1, sizeof *self);
	if (self == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for the weights");
	scope = ct_scope_open();
	error = ${name}_read(${load_arguments}self);
	ct_scope_leave(scope);
	if (error == NULL)
		*result = self;
	else
		${name}_free(self);
	return error;
}

void ${name}_free(struct ${name} *self)
{
	if (self == NULL)
		return;
${free}
${free_weights}
	free(self);
}

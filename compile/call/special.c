#include "compile/call/call.h"

/* Operators that call another one by its name. */

bool write_out_dtype(struct statement *self)
{
	return node_error(self->node, self->program,
			  "ctorch-compile does not have the operator; run the program with the "
			  "interpreter, ct_export_load()");
}

bool write_functionalized(struct statement *self)
{
	return node_error(self->node, self->program,
			  "ctorch-compile does not have the operator; "
			  "program.run_decompositions() in Python replaces it");
}

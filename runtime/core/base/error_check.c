/*
 * Ending a program after an error. The rest of errors is compiled once; this is compiled again for the
 * checked library, which says less.
 */
#include <stdio.h>

#include <ctorch/core/error.h>
#include <ctorch/core/process.h>

#include "core/base/origin.h"

void ct_error_check(ct_error error, const char *file, int line)
{
	const char *function;

	if (error == NULL)
		return;
	function = ct_error_function(error);
	fflush(stdout);
	if (function && ct_error_class_of(error) != CT_ERROR_ARGUMENT)
		fprintf(stderr, "%s:%d: %s: %s\n", file, line, function, error);
	else
		fprintf(stderr, "%s:%d: %s\n", file, line, error);
	fputs(ct_error_trace(error), stderr);
	if (ct_error_backtrace(error))
		fprintf(stderr, "%s\n", ct_error_backtrace(error));
	if (!CT_CHECKED && ct_error_class_of(error) == CT_ERROR_INTERNAL &&
	    ct_error_hint(error) == NULL)
		fputs("A tensor that was already released may be the cause: run the program with "
		      "ctorch-check.\n",
		      stderr);
	ct_exit(1); /* in any thread, while others may compute */
}

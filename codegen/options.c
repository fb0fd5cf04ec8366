#include "options.h"

#include <string.h>

bool options_format(struct run *run)
{
	const char *format = run->options->format;

	if (!strcmp(format, "text") || !strcmp(format, "json") || !strcmp(format, "markdown"))
		return true;
	diag_error(run->diag, (struct loc){ 0 }, "formats: text, json, markdown",
		   "unknown format '%s'", format);
	return false;
}

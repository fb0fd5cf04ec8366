/* `check-headers`: whether the public headers follow the conventions. */
#include <stdio.h>

#include "tools/check/check.h"
#include "commands/commands.h"

static bool scan(struct run *run, struct api *api)
{
	const struct options *options = run->options;

	if (options->arg_count)
		return header_scan_files(run->arena, run->diag, options->args,
					 (size_t)options->arg_count, api);
	return header_scan(run->arena, run->diag, options->headers, api);
}

static void print_exceptions(const struct exceptions *exceptions)
{
	for (size_t i = 0; i < exceptions->len; i++)
		if (exceptions->at[i].is_used)
			printf("exception: %s: %s: %s\n", exceptions->at[i].rule,
			       exceptions->at[i].name, exceptions->at[i].reason);
}

int command_check_headers(struct run *run)
{
	struct exceptions exceptions = { 0 };
	const char *path = run->options->exceptions;
	struct api api = { 0 };
	struct diag findings;

	if (run->options->rules) {
		check_print_rules();
		return EXIT_FINE;
	}
	if (path && !exceptions_read(run->arena, run->diag, path, &exceptions))
		return EXIT_BAD;
	if (!scan(run, &api))
		return EXIT_BAD;
	diag_init(&findings);
	check_headers(run->arena, &findings, &api, &exceptions);
	print_exceptions(&exceptions);
	return diag_finish(&findings, "; docs/conventions.md explains the rules") ? EXIT_FINE
										  : EXIT_FINDINGS;
}

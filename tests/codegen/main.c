/* test_codegen NAME: runs the suite of that name, NAME_suite.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static const struct {
	const char *name;
	Suite *(*suite)(void);
} suites[] = {
	{ "autogen", autogen_suite },
	{ "bindings", bindings_suite },
	{ "default_text", default_text_suite },
	{ "default_value", default_value_suite },
	{ "diff", diff_suite },
	{ "facts", facts_suite },
	{ "header_scan", header_scan_suite },
	{ "naming", naming_suite },
	{ "object", object_suite },
	{ "out_file", out_file_suite },
	{ "output", output_suite },
	{ "parts", parts_suite },
	{ "program", program_suite },
	{ "release", release_suite },
	{ "schema", schema_suite },
	{ "schema_refusals", schema_refusals_suite },
	{ "source", source_suite },
	{ "spec", spec_suite },
	{ "spec_print", spec_print_suite },
	{ "spelling", spelling_suite },
	{ "template", template_suite },
	{ "type_table", type_table_suite },
	{ "util", util_suite },
	{ "wrap", wrap_suite },
};

int main(int argc, char **argv)
{
	for (size_t i = 0; argc == 2 && i < sizeof suites / sizeof *suites; i++) {
		if (strcmp(argv[1], suites[i].name) == 0)
			return run_suite(suites[i].suite());
	}
	fprintf(stderr, "usage: test_codegen SUITE, one of:\n");
	for (size_t i = 0; i < sizeof suites / sizeof *suites; i++)
		fprintf(stderr, "  %s\n", suites[i].name);
	return EXIT_FAILURE;
}

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu.h"

static bool has_failed;

void report(const char *name, bool is_ok, const char *format, ...)
{
	va_list arguments;

	printf("%s\t%s\t", name, is_ok ? "ok" : "failed");
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	printf("\n");
	fflush(stdout);
	has_failed |= !is_ok;
}

void report_skipped(const char *name, const char *reason)
{
	printf("%s\tskipped\t%s\n", name, reason);
	fflush(stdout);
}

void report_error(const char *name, ct_error error)
{
	report(name, false, "%.*s", (int)strcspn(error, "\n"), error);
	fprintf(stderr, "%s\n", error);
	ct_error_free(error);
}

static const struct section {
	const char *name;
	ct_error (*run)(int64_t count);
} sections[] = {
	{ "info", do_info }, { "steps", do_steps }, { "memory", do_memory }, { "oom", do_oom },
	{ "fork", do_fork }, { "fault", do_fault }, { "counts", do_counts },
};

static const struct section *find_section(const char *name)
{
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
		if (strcmp(sections[i].name, name) == 0)
			return &sections[i];
	return NULL;
}

/* CUDA is loaded at first, and used by the sections. */
int main(int argc, char **argv)
{
	const struct section *section = argc > 1 ? find_section(argv[1]) : NULL;
	ct_error error;

	if (!section) {
		fprintf(stderr, "usage: gpu info|steps|memory|oom|fork|fault|counts [COUNT]\n");
		return 2;
	}
	error = ct_device_load(CT_DEVICE_TYPE_CUDA);
	if (!error)
		error = section->run(argc > 2 ? atoll(argv[2]) : 0);
	if (error)
		report_error(section->name, error);
	return has_failed;
}

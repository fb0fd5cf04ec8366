#define _GNU_SOURCE

#include "support.h"

#include <dirent.h>
#include <unistd.h>

/* --- Folders ---------------------------------------------------------------------------------- */

int64_t empty_folder(const char *folder)
{
	DIR *opened = opendir(folder);
	const struct dirent *entry;
	int64_t count = 0;

	while (opened && (entry = readdir(opened)))
		count += unlinkat(dirfd(opened), entry->d_name, 0) == 0;
	if (opened)
		closedir(opened);
	return count;
}

/* --- Warnings --------------------------------------------------------------------------------- */

static void note_warning(const ct_warning *warning, void *context)
{
	struct warnings *warnings = context;

	warnings->count++;
	snprintf(warnings->last, sizeof warnings->last, "%s", warning->message);
}

void begin_warnings(struct warnings *warnings)
{
	*warnings = (struct warnings){ 0 };
	OK(ct_set_warning_handler(note_warning, warnings, NULL));
}

void end_warnings(void)
{
	OK(ct_set_warning_handler(NULL, NULL, NULL));
}

/* --- Programs --------------------------------------------------------------------------------- */

ct_module *new_mlp(void)
{
	ct_module *mlp = CT_SEQUENTIAL(CT_NN(Linear, 8, 16), CT_NN(GELU), CT_NN(Linear, 16, 4));

	OK(CT_DONE());
	return mlp;
}

ct_export *compile_mlp(ct_module *mlp, ct_compile_options options)
{
	const ct_export_dynamic batch = { .max = 64 };
	const ct_export_record_options record = { .dynamic = &batch, .dynamic_len = 1 };
	ct_export *result;

	options.record = &record;
	options.no_fallback = true;
	OK(ct_compile(mlp, CT_TENSORS(CT_E(randn, CT_L(4, 8))), &options, &result));
	ck_assert(ct_export_is_compiled(result));
	return result;
}

ct_tensor *run(ct_export *program, const ct_tensor *x)
{
	ct_tensor *y;

	OK(ct_module_forward(ct_export_module(program), x, &y));
	return y;
}

double difference(const ct_tensor *one, const ct_tensor *other)
{
	return value_of(CT_E(max, CT_E(abs, CT_E(sub, one, other))));
}

bool equal(const ct_tensor *one, const ct_tensor *other)
{
	bool result;

	OK(ct_equal(one, other, &result));
	return result;
}

void assert_agrees(ct_export *program, ct_module *module, const ct_tensor *x, double bound)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_tensor *wanted, *got = run(program, x);

	OK(ct_module_forward(module, x, &wanted));
	bound *= 1 + value_of(CT_E(max, CT_E(abs, wanted)));
	ck_assert_msg(bound > 0 ? difference(wanted, got) <= bound : equal(wanted, got),
		      "they differ by %g", difference(wanted, got));
}

/*
 * Which kind of file an archive is, by its entries.
 */
#include <string.h>

#include "files/torch/loader.h"
#include "files/zip/zip.h"

/* A program of torch.export: "NAME/models/model.json". */
static bool has_program(const struct ct_zip *zip)
{
	static const char folder[] = "/models/", end[] = ".json";

	for (size_t i = 0; i < zip->len; i++) {
		const char *slash = strchr(zip->entries[i].name, '/');
		const size_t n = slash ? strlen(slash) : 0;

		if (n >= sizeof end && strncmp(slash, folder, sizeof folder - 1) == 0 &&
		    strcmp(slash + n - (sizeof end - 1), end) == 0)
			return true;
	}
	return false;
}

/* A package of AOTInductor: "NAME/data/aotinductor/model/...". */
static bool has_compiled(const struct ct_zip *zip)
{
	for (size_t i = 0; i < zip->len; i++)
		if (strstr(zip->entries[i].name, CT_AOTI_FOLDER))
			return true;
	return false;
}

/* torch.save() never writes these entries. An archive with both a program and compiled code is a
 * program. */
ct_file_kind ct_file_kind_by_entries(const struct ct_zip *zip)
{
	if (ct_zip_find(zip, "serialized_exported_program.json") || has_program(zip))
		return CT_FILE_EXPORT;
	if (has_compiled(zip))
		return CT_FILE_AOTI;
	if (ct_zip_has_in_folder(zip, "archive_format"))
		return CT_FILE_UNKNOWN;
	return ct_zip_has_in_folder(zip, CT_CONSTANTS_NAME) ? CT_FILE_TORCHSCRIPT : CT_FILE_TORCH;
}

/* What each kind is, and who reads it. */
static const struct {
	ct_file_kind kind;
	const char *what, *advice;
} archives[] = {
	{ CT_FILE_TORCH, "a file of torch.save(), which has no code", "load it with ct_load()" },
	{ CT_FILE_TORCHSCRIPT, "a TorchScript file, of torch.jit.save()",
	  "load it with ct_jit_load()" },
	{ CT_FILE_EXPORT, "a program of torch.export.save()", "load it with ct_export_load()" },
	{ CT_FILE_AOTI, "a package of AOTInductor, of compiled code",
	  "load it with ct_aoti_load()" },
};

ct_error ct_file_kind_explain(const char *function, const char *path, const char *expected,
			      const struct ct_zip *zip)
{
	const ct_file_kind kind = ct_file_kind_by_entries(zip);

	if (kind == CT_FILE_TORCH && !ct_zip_has_in_folder(zip, CT_PICKLE_NAME))
		return NULL;
	for (size_t i = 0; i < sizeof archives / sizeof *archives; i++)
		if (archives[i].kind == kind)
			return ct_error_new(CT_ERROR_VALUE, function, "%s: not %s, but %s; %s",
					    path, expected, archives[i].what, archives[i].advice);
	return NULL;
}

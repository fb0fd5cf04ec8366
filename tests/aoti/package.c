#define _GNU_SOURCE

#include "package.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

#include <zip.h>

static void add(zip_t *zip, const char *name, const char *text)
{
	const char *file = text == NULL ? AOTI_MODEL : *text == '@' ? text + 1 : NULL;
	zip_source_t *source = file ? zip_source_file(zip, file, 0, -1)
				    : zip_source_buffer(zip, text, strlen(text), 0);
	const zip_int64_t entry = zip_file_add(zip, name, source, 0);

	MUST(source && entry >= 0);
	MUST(zip_set_file_compression(zip, (zip_uint64_t)entry,
				      file ? ZIP_CM_STORE : ZIP_CM_DEFLATE, 0) == 0);
}

void write_package(const struct part *parts)
{
	zip_t *zip;
	int wrong;

	unlink("net.pt2");
	zip = zip_open("net.pt2", ZIP_CREATE | ZIP_EXCL, &wrong);
	MUST(zip);
	add(zip, "net/archive_format", "pt2");
	add(zip, "net/archive_version", "0");
	for (; parts->name; parts++) {
		char name[256];

		snprintf(name, sizeof name, "net/data/aotinductor/%s", parts->name);
		add(zip, name, parts->text);
	}
	MUST(zip_close(zip) == 0);
}

void write_usual_package(void)
{
	write_package((const struct part[]){ { "model/a.wrapper.cpp", "/* source */" },
					     { "model/a.wrapper_metadata.json", METADATA("") },
					     { "model/a.wrapper.so", NULL },
					     { NULL, NULL } });
}

ct_aoti *load_package(ct_aoti_options options)
{
	ct_aoti *package;

	options.allow_code = true;
	OK(ct_aoti_load("net.pt2", &options, &package));
	return package;
}

void assert_nothing_left(void)
{
	DIR *folder = opendir(getenv("TMPDIR"));
	const struct dirent *entry;

	ck_assert_ptr_nonnull(folder);
	while ((entry = readdir(folder)))
		ck_assert_msg(strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0,
			      "%s is left", entry->d_name);
	closedir(folder);
}

double run_sum(const ct_aoti *package)
{
	CT_SCOPE;
	ct_tensor *n, **outputs;
	int64_t outputs_len;

	CT_CHECK(ct_tensor_from_text("[1, 2, 3]", NULL, &n));
	CT_CHECK(ct_aoti_run(package, CT_TENSORS(CT_E(ones, CT_L(1, 4)), n), &outputs,
			     &outputs_len));
	MUST(outputs_len == 2);
	return value_of(CT_E(sum, outputs[0]));
}

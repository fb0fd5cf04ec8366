/*
 * write_pictures FOLDER: for each case of tests/fixtures/expected/image.json that is about levels,
 * writes its image as FOLDER/NUMBER.png, for read_pictures.py; and the archives FOLDER/a.tar,
 * FOLDER/a.tar.gz, ..., of files that contain their names.
 */
#include <ctorch/vision/image_data.h>

#include "support.h"

static void write_archive(const char *folder, const char *name, ct_tar_compression compression)
{
	char path[512], longer[300] = "";
	const char *const files[] = { "cat/1.jpg", "ünï/ä.png", longer, "last" };
	ct_tar_writer *writer;

	for (size_t i = 0; i + 3 < sizeof longer; i += 2)
		memcpy(longer + i, "x/", 3);
	strcat(longer, "y");
	snprintf(path, sizeof path, "%s/%s", folder, name);
	CT_CHECK(ct_tar_writer_new(path, compression, &writer));
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		CT_CHECK(ct_tar_writer_add(writer, files[i], files[i], (int64_t)strlen(files[i])));
	CT_CHECK(ct_tar_writer_close(writer));
	ct_tar_writer_free(writer);
}

int main(int argc, char **argv)
{
	json_t *cases = expected_cases("image"), *of_case;
	size_t i;

	MUST(argc == 2);
	json_array_foreach (cases, i, of_case)
		if (is_about(of_case, "levels")) {
			const ct_image_options options = image_options_of(of_case);
			ct_tensor *image = expected_tensor(of_case, "input");
			char path[512];

			snprintf(path, sizeof path, "%s/%d.png", argv[1],
				 (int)expected_int(of_case, "place"));
			CT_CHECK(ct_image_save_png(image, path, &options));
			ct_tensor_free(image);
		}
	json_decref(cases);
	write_archive(argv[1], "a.tar", CT_TAR_PLAIN);
	write_archive(argv[1], "a.tar.gz", CT_TAR_GZIP);
	write_archive(argv[1], "a.tar.bz2", CT_TAR_BZIP2);
	write_archive(argv[1], "a.tar.xz", CT_TAR_XZ);
	write_archive(argv[1], "a.tar.zst", CT_TAR_ZSTD);
	write_archive(argv[1], "a.tar.lz4", CT_TAR_LZ4);
	return 0;
}

/*
 * Tar archives of our own, and what is refused in them. read_pictures.py reads them with Python.
 */
#define _XOPEN_SOURCE 700

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctorch/data/data.h>
#include <ctorch/vision/image_data.h>

#include "scratch.h"
#include "support.h"
#include "whole_files.h"

static ct_scope *scope;
static char folder[SCRATCH_SIZE], path[64], other[64];

static void open_all(void)
{
	scope = open_scope();
	make_scratch(folder);
	snprintf(path, sizeof path, "%s/a.tar", folder);
	snprintf(other, sizeof other, "%s/b.tar", folder);
}

static void close_all(void)
{
	unlink(path);
	unlink(other);
	OK(ct_scope_close(scope));
	remove_scratch(folder);
}

struct file {
	const char *name;
	int64_t n; /* of zeros; 0: "7" */
};

/* The files up to one without a name. */
static void put_archive(const char *to, bool compressed, const struct file *files)
{
	static const char zeros[5000];
	ct_tar_writer *writer;

	OK(ct_tar_writer_new(to, compressed ? CT_TAR_GZIP : CT_TAR_PLAIN, &writer));
	for (; files->name; files++)
		OK(ct_tar_writer_add(writer, files->name, files->n ? zeros : "7",
				     files->n ? files->n : 1));
	OK(ct_tar_writer_close(writer));
}

/* What the samples or errors say, each in a line. */
static void read_shards(const ct_dataset *dataset, char *text, size_t size)
{
	ct_data_loader *loader;
	const ct_batch *batch;
	size_t len = 0;

	OK(ct_data_loader_new(dataset, &(ct_data_loader_options){ .batch_size = CT_ZERO },
			      &loader));
	for (;;) {
		ct_error error = ct_data_loader_next(loader, &batch);
		ct_value key;

		if (error == NULL && batch == NULL)
			return;
		if (error == NULL)
			OK(ct_value_dict_get(&batch->value, ct_value_string("__key__"), &key));
		len += (size_t)snprintf(text + len, size - len, "%s (%d)\n",
					error ? error : (const char *)key.object,
					error ? 0 : (int)ct_value_count(&batch->value) - 1);
		ct_error_free(error);
	}
}

static void assert_shards(const char *const *paths, int64_t n, int64_t max_entry_nbytes,
			  const char *wanted)
{
	const ct_image_data_options options = { .max_entry_nbytes = max_entry_nbytes };
	ct_dataset *dataset;
	char text[2000] = "";

	OK(ct_tar_shards_new(CT_STRINGS_OF(paths, n), &options, &dataset));
	read_shards(dataset, text, sizeof text);
	ck_assert_str_eq(text, wanted);
}

/* --- writing ---------------------------------------------------------------------------------- */

START_TEST(an_archive_gets_its_name_when_it_is_complete)
{
	ct_tar_writer *writer;

	put_text(path, "old");
	OK(ct_tar_writer_new(path, CT_TAR_GZIP, &writer));
	OK(ct_tar_writer_add(writer, "cat/1.jpg", "hello", 5));
	assert_file(path, "old", 3, "the file before the archive is complete");
	ct_tar_writer_free(writer);
	assert_file(path, "old", 3, "the file of an archive that was not completed");
	OK(ct_tar_writer_new(path, CT_TAR_GZIP, &writer)); /* released by the scope */
	OK(ct_tar_writer_add(writer, "cat/1.jpg", NULL, 0));
	OK(ct_tar_writer_new(path, CT_TAR_PLAIN, &writer));
	OK(ct_tar_writer_close(writer));
	FAILS_WITH(ct_tar_writer_add(writer, "cat/1.jpg", "x", 1), CT_ERROR_RUNTIME,
		   "a.tar is complete, or writing to it failed; begin a new archive");
	FAILS_WITH(ct_tar_writer_close(writer), CT_ERROR_RUNTIME, "is complete");
	FAILS_WITH(ct_tar_writer_new("/nowhere/a.tar", CT_TAR_PLAIN, &writer), CT_ERROR_RUNTIME,
		   "/nowhere/a.tar: creating it: No such file or directory");
}
END_TEST

static ct_tar_writer *begin_with(const char *to, const char *text)
{
	ct_tar_writer *writer;

	OK(ct_tar_writer_new(to, CT_TAR_PLAIN, &writer));
	OK(ct_tar_writer_add(writer, "1.txt", text, (int64_t)strlen(text)));
	return writer;
}

/* The third name is a folder's, so the first two are taken away again: one had a file, one is
 * new. */
START_TEST(several_archives_get_their_names_or_none_does)
{
	ct_tar_writer *writers[3];

	put_text(path, "old");
	for (int i = 0; i < 2; i++) {
		writers[0] = begin_with(path, "1");
		writers[1] = begin_with(other, "2");
		writers[2] = begin_with(i == 0 ? folder : path, "3");
		if (i == 0)
			FAILS_WITH(ct_tar_writers_close(writers, 3), CT_ERROR_RUNTIME,
				   "renaming the new file: Is a directory");
		else
			FAILS_WITH(ct_tar_writers_close((ct_tar_writer *[]){ writers[0], NULL }, 2),
				   CT_ERROR_ARGUMENT, "argument 1 (writers): none may be NULL");
		assert_file(path, "old", 3, "the file that an archive would have replaced");
		ck_assert_int_ne(access(other, F_OK), 0);
	}
	OK(ct_tar_writers_close(writers, 2));
	assert_shards((const char *const[]){ path, other }, 2, 0, "1 (1)\n1 (1)\n");
}
END_TEST

START_TEST(the_same_files_give_the_same_archive)
{
	const struct file files[] = { { "cat/1.png", 700 }, { NULL, 0 } };
	char *bytes;
	size_t n;

	put_archive(path, true, files);
	put_archive(other, true, files);
	bytes = get_file(other, &n);
	assert_file(path, bytes, n, "the first archive");
	free(bytes);
}
END_TEST

START_TEST(names_that_lead_out_are_not_written)
{
	static const char *const names[] = { "", "/cat/1.jpg", "cat/", "../1.jpg", "cat/.." };
	ct_tar_writer *writer;
	char text[200];

	OK(ct_tar_writer_new(path, CT_TAR_PLAIN, &writer));
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(text, sizeof text,
			 "ValueError: '%s' is not the name of a file in the archive (expected the "
			 "form cat/7.jpg)",
			 names[i]);
		FAILS(ct_tar_writer_add(writer, names[i], "x", 1), text);
	}
	OK(ct_tar_writer_close(writer)); /* nothing was written for them */
}
END_TEST

/* Plain and compressed ones, which libarchive must not leave half released. */
START_TEST(a_full_disk_is_an_error)
{
	static const char zeros[100000];
	struct rlimit limit, small;

	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
	small = (struct rlimit){ 10, limit.rlim_max };
	for (ct_tar_compression kind = CT_TAR_PLAIN; kind <= CT_TAR_LZ4; kind++) {
		ct_tar_writer *writer;
		ct_error error;
		char text[200];

		OK(ct_tar_writer_new(path, kind, &writer));
		ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
		error = ct_tar_writer_add(writer, "cat/1.jpg", zeros, sizeof zeros);
		if (error == NULL)
			error = ct_tar_writer_close(writer);
		ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
		snprintf(text, sizeof text, "RuntimeError: %s: writing to it: File too large",
			 path);
		ck_assert_pstr_eq(error, text);
		ct_error_free(error);
		FAILS_WITH(ct_tar_writer_close(writer), CT_ERROR_RUNTIME, "writing to it failed");
		ck_assert_int_ne(access(path, F_OK), 0);
	}
	signal(SIGXFSZ, SIG_DFL);
}
END_TEST

/* [[...]], of so many brackets. Returns its length. */
static int64_t fill_nested(char *text, int depth)
{
	memset(text, '[', (size_t)depth);
	memset(text + depth, ']', (size_t)depth);
	return 2 * depth;
}

/* --- reading ---------------------------------------------------------------------------------- */

START_TEST(a_failed_file_fails_its_sample)
{
	const struct file files[] = { { "a.cls", 0 }, { "b.bin", 0 },  { "b.raw", 101 },
				      { "b.cls", 0 }, { "c.bin", 9 },  { "d.CLS", 0 },
				      { "d.cls", 0 }, { "d.text", 0 }, { NULL, 0 } };
	const char *const paths[] = { path };
	char text[500];

	put_archive(path, false, files);
	snprintf(text, sizeof text,
		 "a (1)\nValueError: sample 1: %s: b.raw has 101 bytes, more than the limit of "
		 "100 (max_entry_nbytes) (0)\nc (1)\nValueError: sample 3: %s: d.cls: the sample "
		 "has two files with this extension (0)\n",
		 path, path);
	assert_shards(paths, 1, 100, text);
}
END_TEST

/* jansson calls itself for each bracket, and so do values. */
START_TEST(json_that_cannot_be_a_value_fails_its_sample)
{
	const char *const paths[] = { path };
	static char deep[2000];
	ct_tar_writer *writer;
	char text[500];

	OK(ct_tar_writer_new(path, CT_TAR_PLAIN, &writer));
	OK(ct_tar_writer_add(writer, "a.json", "{\n1}", 4));
	OK(ct_tar_writer_add(writer, "b.json", deep, fill_nested(deep, 501)));
	OK(ct_tar_writer_add(writer, "c.json", deep, fill_nested(deep, 500)));
	OK(ct_tar_writer_close(writer));
	snprintf(text, sizeof text,
		 "ValueError: sample 0: %s: a.json: not JSON: line 2, column 1: string or '}' "
		 "expected near '1' (0)\nValueError: sample 1: %s: b.json: brackets are nested "
		 "more than 500 levels deep (0)\nc (1)\n",
		 path, path);
	assert_shards(paths, 1, 0, text);
}
END_TEST

START_TEST(a_sample_is_in_one_archive)
{
	const char *const paths[] = { path, other, path };

	put_archive(path, false, (const struct file[]){ { "0.cls", 0 }, { NULL, 0 } });
	put_archive(other, true,
		    (const struct file[]){ { "0.cls", 0 }, { "0.txt", 0 }, { NULL, 0 } });
	assert_shards(paths, 3, 0, "0 (1)\n0 (2)\n0 (1)\n");
}
END_TEST

/* Passing over it would take as long as reading it. */
START_TEST(a_large_file_ends_a_compressed_archive)
{
	const struct file files[] = { { "readme", 5000 }, { "0.cls", 0 }, { NULL, 0 } };
	const char *const paths[] = { path };
	char text[300];

	put_archive(path, false, files);
	assert_shards(paths, 1, 100, "0 (1)\n");
	put_archive(path, true, files);
	snprintf(text, sizeof text,
		 "ValueError: sample 0: %s: readme has 5000 bytes, more than the limit of 100 "
		 "(max_entry_nbytes) (0)\n",
		 path);
	assert_shards(paths, 1, 100, text);
	assert_shards(paths, 1, 5000, "0 (1)\n");
}
END_TEST

START_TEST(a_pipe_is_refused)
{
	const char *const paths[] = { path };
	ct_value classes;

	ck_assert_int_eq(mkfifo(path, 0600), 0); /* which has no writer */
	FAILS_WITH(ct_tar_vocabulary(CT_STRINGS_OF(paths, 1), NULL, &classes, NULL),
		   CT_ERROR_ARGUMENT, "a.tar is not a regular file");
}
END_TEST

/* An archive in gzip of which a byte is another, or which ends early. */
START_TEST(damaged_gzip_is_noticed)
{
	const struct file files[] = { { "0.cls", 0 },    { "1.bin", 5000 }, { "2.bin", 5000 },
				      { "3.bin", 5000 }, { "4.bin", 5000 }, { NULL, 0 } };
	const char *const paths[] = { path };
	ct_value classes = ct_value_none();
	unsigned char *bytes;
	const char *what;
	char text[300];
	size_t n;

	put_archive(path, true, files);
	bytes = (unsigned char *)get_file(path, &n);
	for (size_t place = n - 8; place < n; place += 4) { /* the checksum, the length */
		bytes[place] ^= 1;
		put_file(path, bytes, n);
		what = place < n - 4 ? "damaged archive: incorrect data check"
				     : "damaged archive: incorrect length check";
		FAILS_WITH(ct_tar_vocabulary(CT_STRINGS_OF(paths, 1), NULL, &classes, NULL),
			   CT_ERROR_VALUE, what);
		snprintf(text, sizeof text,
			 "0 (1)\n1 (1)\n2 (1)\nValueError: sample 3: %s: %s (0)\n", path, what);
		assert_shards(paths, 1, 0, text); /* but for the last 16 KiB */
		bytes[place] ^= 1;
	}
	put_file(path, bytes, n - 1);
	FAILS_WITH(ct_tar_vocabulary(CT_STRINGS_OF(paths, 1), NULL, &classes, NULL), CT_ERROR_VALUE,
		   "a.tar: damaged archive: truncated gzip");
	put_file(path, bytes, n);
	OK(ct_tar_vocabulary(CT_STRINGS_OF(paths, 1), NULL, &classes, NULL));
	ct_value_free(&classes);
	free(bytes);
}
END_TEST

START_TEST(an_archive_that_is_compressed_twice_is_refused)
{
	const char *const paths[] = { path };
	json_t *cases = expected_cases("image_data"), *item;
	ct_value classes;
	char text[200];
	size_t i, n;

	snprintf(text, sizeof text,
		 "ValueError: %s is compressed more than once, which is not supported", path);
	json_array_foreach (cases, i, item) {
		unsigned char *bytes;

		if (strcmp(expected_text(item, "what"), "twice"))
			continue;
		bytes = from_hex(expected_text(item, "bytes"), &n);
		put_file(path, bytes, n);
		free(bytes);
	}
	FAILS(ct_tar_vocabulary(CT_STRINGS_OF(paths, 1), NULL, &classes, NULL), text);
	json_decref(cases);
}
END_TEST

START_TEST(a_vocabulary_has_the_folders_of_images)
{
	const struct file files[] = { { "a/dog/1.png", 0 }, { "cat/2.JPG", 0 },  { "x/readme", 0 },
				      { "3.png", 0 },       { "dog/5.jpeg", 0 }, { NULL, 0 } };
	const char *const paths[] = { path, path };
	ct_value classes, name;
	ct_progress *progress;
	int64_t images;

	OK(ct_progress_new(&(ct_progress_options){ .when = CT_PROGRESS_NEVER }, NULL, &progress));
	put_archive(path, true, files);
	OK(ct_tar_vocabulary(CT_STRINGS_OF(paths, 2), progress, &classes, &images));
	ck_assert_int_eq(images, 8);
	ck_assert_int_eq(ct_progress_done(progress), 8);
	ck_assert_int_eq(ct_value_count(&classes), 3);
	OK(ct_value_item(&classes, 0, &name));
	ck_assert_str_eq(name.object, "a"); /* not the folder in it */
	ct_value_free(&classes);
}
END_TEST

/* The classes of the labels, "cat dog". */
static void read_classes(const ct_dataset *dataset, const ct_value *classes, char *text,
			 size_t size)
{
	ct_data_loader *loader;
	const ct_batch *batch;
	size_t len = 0;

	OK(ct_data_loader_new(dataset, &(ct_data_loader_options){ .max_skipped = -1 }, &loader));
	for (;;) {
		ct_value name;

		OK(ct_data_loader_next(loader, &batch));
		if (batch == NULL)
			break;
		OK(ct_value_item(classes, ((const int64_t *)ct_tensor_data(batch->target))[0],
				 &name));
		len += (size_t)snprintf(text + len, size - len, "%s%s", len ? " " : "",
					(const char *)name.object);
	}
}

/* As programs put folders together, such as `tar c ./photos/` of a folder with links. */
START_TEST(parts_of_a_name_that_are_no_folders_are_no_classes)
{
	static const char *const names[] = { "a/b/./c//5.png",   "cat/./5.png", "cat//6.png",
					     "./dog/.//./7.png", "./8.png",     ".//9.png" };
	const char *const paths[] = { path };
	ct_tar_writer *writer;
	ct_dataset *dataset;
	ct_value classes;
	ct_tensor *image;
	char text[200], *png;
	size_t n;

	OK(CT(zeros, &image, CT_L(1, 1, 1), .dtype = CT_UINT8));
	OK(ct_image_save_png(image, other, NULL));
	png = get_file(other, &n);
	OK(ct_tar_writer_new(path, CT_TAR_PLAIN, &writer));
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		OK(ct_tar_writer_add(writer, names[i], png, (int64_t)n));
	OK(ct_tar_writer_close(writer));
	free(png);
	OK(ct_tar_images_new(CT_STRINGS_OF(paths, 1), NULL, &dataset));
	OK(ct_dataset_classes(dataset, &classes));
	read_classes(dataset, &classes, text, sizeof text);
	ck_assert_str_eq(text, "a cat cat dog");
	ck_assert_int_eq(ct_value_count(&classes), 3);
	ct_value_free(&classes);
}
END_TEST

static double seconds_for_classes(int n)
{
	const char *const paths[] = { path };
	ct_tar_writer *writer;
	ct_value classes;
	double begin;
	char name[40];

	OK(ct_tar_writer_new(path, CT_TAR_PLAIN, &writer));
	for (int i = 0; i < n; i++) {
		snprintf(name, sizeof name, "%d/1.png", i);
		OK(ct_tar_writer_add(writer, name, "x", 1));
	}
	OK(ct_tar_writer_close(writer));
	begin = thread_seconds();
	OK(ct_tar_vocabulary(CT_STRINGS_OF(paths, 1), NULL, &classes, NULL));
	ck_assert_int_eq(ct_value_count(&classes), n);
	ct_value_free(&classes);
	return thread_seconds() - begin;
}

/* If each name were compared with each other, 16 times as many would take 256 times as long. */
START_TEST(a_vocabulary_may_be_large)
{
	const double few = seconds_for_classes(5000), many = seconds_for_classes(16 * 5000);

	ck_assert_msg(many < 64 * few, "5000 classes take %g s, 16 times as many %g s", few, many);
}
END_TEST

Suite *archive_suite(void)
{
	Suite *suite = suite_create("archives");
	TCase *tests = tests_of("archives");

	tcase_add_checked_fixture(tests, open_all, close_all);
	tcase_add_test(tests, an_archive_gets_its_name_when_it_is_complete);
	tcase_add_test(tests, several_archives_get_their_names_or_none_does);
	tcase_add_test(tests, the_same_files_give_the_same_archive);
	tcase_add_test(tests, names_that_lead_out_are_not_written);
	tcase_add_test(tests, a_full_disk_is_an_error);
	tcase_add_test(tests, a_failed_file_fails_its_sample);
	tcase_add_test(tests, json_that_cannot_be_a_value_fails_its_sample);
	tcase_add_test(tests, a_sample_is_in_one_archive);
	tcase_add_test(tests, a_large_file_ends_a_compressed_archive);
	tcase_add_test(tests, a_pipe_is_refused);
	tcase_add_test(tests, damaged_gzip_is_noticed);
	tcase_add_test(tests, an_archive_that_is_compressed_twice_is_refused);
	tcase_add_test(tests, a_vocabulary_has_the_folders_of_images);
	tcase_add_test(tests, parts_of_a_name_that_are_no_folders_are_no_classes);
	tcase_add_test(tests, a_vocabulary_may_be_large);
	suite_add_tcase(suite, tests);
	return suite;
}

/*
 * Files and shared memory.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

#include "scratch.h"
#include "suites.h"
#include "trials.h"

static char folder[SCRATCH_SIZE];
static char path[sizeof folder + 20];

static void make_folder(void)
{
	make_scratch(folder);
	snprintf(path, sizeof path, "%s/tensor.npy", folder);
}

static void remove_folder(void)
{
	unlink(path);
	remove_scratch(folder);
}

/* Beside the file itself. */
static int files_left(void)
{
	DIR *stream = opendir(folder);
	const struct dirent *entry;
	int n = 0;

	MUST(stream != NULL);
	while ((entry = readdir(stream)))
		n += entry->d_name[0] != '.' && strcmp(entry->d_name, "tensor.npy") != 0;
	closedir(stream);
	return n;
}

static void save_first(struct attempt *attempt)
{
	must(ct_npy_save(attempt->tensor, path));
}

static ct_error save(struct attempt *attempt)
{
	return ct_npy_save(attempt->tensor, path);
}

/* The file of before, or the new one, whole. */
static void check_saved(struct attempt *attempt, bool failed)
{
	ct_tensor *tensor;

	(void)attempt;
	(void)failed;
	MUST(files_left() == 0);
	must(ct_npy_load(path, &tensor));
	MUST(ct_tensor_numel(tensor) == 200);
	ct_tensor_free(tensor);
}

static ct_error load(struct attempt *attempt)
{
	return ct_npy_load(path, &attempt->results[0]);
}

static ct_error map_npy(struct attempt *attempt)
{
	return ct_npy_map(path, true, &attempt->results[0]);
}

static ct_error map_file(struct attempt *attempt)
{
	return ct_tensor_map_file(path, CT_UINT8, CT_L(100), NULL, &attempt->results[0]);
}

static ct_error format(struct attempt *attempt)
{
	char *bytes = NULL;
	int64_t n = 0;

	CT_TRY(ct_npy_encode(attempt->tensor, &bytes, &n));
	MUST(n > 800 && memcmp(bytes, "\x93NUMPY", 6) == 0);
	ct_free(bytes);
	return NULL;
}

START_TEST(files_without_memory_are_whole_or_not_there)
{
	make_folder();
	try_all(&(struct trial){
		.prepare = save_first, .call = save, .check = check_saved, .fewest = 1 });
	try_all(&(struct trial){ .call = load, .fewest = 1 });
	try_all(&(struct trial){ .prepare = fill_empty, .call = map_npy, .fewest = 2 });
	try_all(&(struct trial){ .prepare = fill_empty, .call = map_file, .fewest = 2 });
	try_all(&(struct trial){ .call = format, .fewest = 1 });
	remove_folder();
}
END_TEST

/* --- Shared memory ---------------------------------------------------------------------------- */

static ct_tensor *shared;
static char *handle;

static void make_own(struct attempt *attempt)
{
	must(ct_clone(attempt->tensor, CT_MEMORY_FORMAT_NONE, &shared));
}

static ct_error share(struct attempt *attempt)
{
	(void)attempt;
	return ct_tensor_share_memory(shared);
}

static void check_shared(struct attempt *attempt, bool failed)
{
	(void)attempt;
	MUST(ct_tensor_is_shared(shared) == !failed);
	MUST(ct_tensor_numel(shared) == 200);
	ct_tensor_free(shared);
}

static void share_first(struct attempt *attempt)
{
	make_own(attempt);
	must(ct_tensor_share_memory(shared));
	must(ct_tensor_shared_handle(shared, &handle));
	open_scopes(attempt, 1);
}

static ct_error ask_for_handle(struct attempt *attempt)
{
	char *text = NULL;

	(void)attempt;
	CT_TRY(ct_tensor_shared_handle(shared, &text));
	MUST(strcmp(text, handle) == 0);
	ct_free(text);
	return NULL;
}

static ct_error open_shared(struct attempt *attempt)
{
	return ct_tensor_open_shared(handle, &attempt->results[0]);
}

static void check_opened(struct attempt *attempt, bool failed)
{
	(void)failed;
	ct_free(handle);
	MUST(ct_tensor_is_shared(shared));
	ct_tensor_free(shared);
	if (!failed)
		MUST(ct_tensor_numel(attempt->results[0]) == 200);
}

static void check_handle(struct attempt *attempt, bool failed)
{
	(void)attempt;
	(void)failed;
	ct_free(handle);
	ct_tensor_free(shared);
}

START_TEST(tensor_that_cannot_be_shared_stays_as_it_was)
{
	try_all(&(struct trial){
		.prepare = make_own, .call = share, .check = check_shared, .fewest = 1 });
	try_all(&(struct trial){ .prepare = share_first,
				 .call = ask_for_handle,
				 .check = check_handle,
				 .fewest = 0 });
	try_all(&(struct trial){
		.prepare = share_first, .call = open_shared, .check = check_opened, .fewest = 1 });
}
END_TEST

Suite *files_suite(void)
{
	Suite *suite = suite_create("files without memory");
	TCase *tests = tcase_create("files without memory");

	tcase_add_test(tests, files_without_memory_are_whole_or_not_there);
	tcase_add_test(tests, tensor_that_cannot_be_shared_stays_as_it_was);
	suite_add_tcase(suite, tests);
	return suite;
}

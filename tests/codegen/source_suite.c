/* Files of text that the generator reads whole: what is none of them is refused by name. */
#include "source.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

START_TEST(a_file_that_cannot_be_read_is_named)
{
	struct source source;

	assert_says(source_read(&arena, &diag, path_in_folder("none"), &source),
		    in_folder("@/none: error: cannot open: No such file or directory\n"));
	assert_says(source_read(&arena, &diag, folder(), &source),
		    in_folder("@: error: cannot read: Is a directory\n"));
	assert_says(source_read(&arena, &diag, write_bytes("nul", "a\nb\0c\n", 6), &source),
		    in_folder("@/nul:2:2: error: a NUL character: this is not text\n"));
}
END_TEST

START_TEST(a_file_is_read_to_sixteen_mebibytes_and_no_further)
{
	const size_t most = 16 * 1024 * 1024;
	char *bytes = malloc(most + 1);
	struct source source;

	memset(bytes, 'a', most + 1);
	assert_silent(source_read(&arena, &diag, write_bytes("most", bytes, most), &source));
	ck_assert_uint_eq(source.size, most);
	assert_says(source_read(&arena, &diag, write_bytes("more", bytes, most + 1), &source),
		    in_folder("@/more: error: larger than 16 MiB, which nothing is that "
			      "ctorch-gen reads\n"
			      "  help: was another file meant?\n"));
	free(bytes);
	assert_silent(source_read(&arena, &diag, write_file("empty", ""), &source));
	ck_assert_uint_eq(source.size, 0);
}
END_TEST

Suite *source_suite(void)
{
	Suite *suite = suite_create("source");
	TCase *tests = add_case(suite, "files");

	tcase_add_test(tests, a_file_that_cannot_be_read_is_named);
	tcase_add_test(tests, a_file_is_read_to_sixteen_mebibytes_and_no_further);
	return suite;
}

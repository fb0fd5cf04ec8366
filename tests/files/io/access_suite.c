/*
 * Overwriting a file gives access to nobody who did not have it before.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "npy_support.h"

/* --- Access control lists --------------------------------------------------------------------- */

#define ACCESS "system.posix_acl_access"

enum { NONE = 0, R = 4, RW = 6, RWX = 7 };
enum { LIST_SIZE = 4 + 5 * 8 };

/* A list with one named user. The fields are permissions. */
struct list {
	unsigned owner;
	struct {
		unsigned id, may;
	} user;
	unsigned group, mask, others;
};

static unsigned char *put(unsigned char *at, unsigned tag, unsigned permissions, unsigned id)
{
	memcpy(at, (unsigned char[]){ (unsigned char)tag, 0, (unsigned char)permissions, 0 }, 4);
	for (int byte = 0; byte < 4; byte++)
		at[4 + byte] = (unsigned char)(id >> 8 * byte);
	return at + 8;
}

/* Encodes a list as Linux stores it in the attribute. */
static void encode(const struct list *list, unsigned char bytes[LIST_SIZE])
{
	const unsigned none = (unsigned)-1;
	unsigned char *at = bytes + 4;

	memcpy(bytes, (unsigned char[]){ 2, 0, 0, 0 }, 4);
	at = put(at, 1, list->owner, none);
	at = put(at, 2, list->user.may, list->user.id);
	at = put(at, 4, list->group, none);
	at = put(at, 0x10, list->mask, none);
	put(at, 0x20, list->others, none);
}

static bool set_list(const char *path, const char *name, const struct list *list)
{
	unsigned char bytes[LIST_SIZE];

	encode(list, bytes);
	if (setxattr(path, name, bytes, sizeof bytes, 0) == 0)
		return true;
	MUST(errno == EOPNOTSUPP);
	printf("left out: the file system of %s has no access control lists\n", path);
	return false;
}

static void assert_list(const struct list *list)
{
	unsigned char expected[LIST_SIZE], got[LIST_SIZE + 8];

	encode(list, expected);
	ck_assert_int_eq(getxattr(npy_path, ACCESS, got, sizeof got), LIST_SIZE);
	ck_assert_mem_eq(got, expected, LIST_SIZE);
}

static void assert_no_list(void)
{
	char list[100];

	ck_assert_int_eq(getxattr(npy_path, ACCESS, list, sizeof list), -1);
}

static void assert_mode(mode_t expected)
{
	struct stat about;

	MUST(stat(npy_path, &about) == 0);
	ck_assert_msg((about.st_mode & 07777) == expected, "expected mode %o, got %o", expected,
		      about.st_mode & 07777);
}

/* --- Files ------------------------------------------------------------------------------------ */

static ct_tensor *tensor;

static void make_file(void)
{
	make_npy_folder();
	tensor = number(1);
	OK(ct_npy_save(tensor, npy_path));
}

static void remove_file(void)
{
	ct_tensor_free(tensor);
	remove_npy_folder();
}

static bool is_root(void)
{
	if (geteuid())
		printf("left out: only root can give files away and be another user\n");
	return geteuid() == 0;
}

/* The file belongs to user 1000 and group 2000; user 3000 overwrites it. */
static void give_away(mode_t mode)
{
	MUST(chown(npy_folder, 3000, 3000) == 0);
	MUST(chown(npy_path, 1000, 2000) == 0 && chmod(npy_path, mode) == 0);
}

static void save_as_another(gid_t group)
{
	ct_error error;

	MUST(setgroups(0, NULL) == 0 && setegid(group) == 0 && seteuid(3000) == 0);
	error = ct_npy_save(tensor, npy_path);
	MUST(seteuid(0) == 0 && setegid(0) == 0);
	OK(error);
}

START_TEST(list_is_kept)
{
	const struct list list = { RW, { 1000, RW }, NONE, RW, NONE };

	if (!set_list(npy_path, ACCESS, &list))
		return;
	OK(ct_npy_save(tensor, npy_path));
	assert_list(&list);
	assert_mode(0660);
}
END_TEST

START_TEST(default_list_of_the_folder_is_not_for_a_file_without_one)
{
	const struct list list = { RWX, { 1000, RW }, R, RWX, R };

	MUST(chmod(npy_path, 0660) == 0);
	if (!set_list(npy_folder, "system.posix_acl_default", &list))
		return;
	OK(ct_npy_save(tensor, npy_path));
	assert_no_list();
	assert_mode(0660);
	/* A new file gets the default list, as with open(). */
	MUST(unlink(npy_path) == 0);
	OK(ct_npy_save(tensor, npy_path));
	ck_assert_int_eq(getxattr(npy_path, ACCESS, NULL, 0), LIST_SIZE);
}
END_TEST

START_TEST(group_that_was_refused_is_not_one_of_the_others)
{
	if (!is_root())
		return;
	give_away(0606);
	save_as_another(3000);
	assert_mode(0600);
}
END_TEST

START_TEST(group_that_cannot_be_kept_leaves_what_both_had)
{
	if (!is_root())
		return;
	give_away(02666);
	save_as_another(3000);
	assert_mode(0666);
	give_away(0646);
	save_as_another(3000);
	assert_mode(0644);
}
END_TEST

START_TEST(owner_that_was_refused_is_not_one_of_the_group)
{
	if (!is_root())
		return;
	give_away(04466);
	save_as_another(2000);
	assert_mode(0444);
}
END_TEST

START_TEST(list_gives_the_former_owner_no_more)
{
	const struct list list = { R, { 4000, RW }, RW, RW, NONE };
	const struct list limited = { R, { 4000, R }, R, R, NONE };

	if (!is_root())
		return;
	give_away(0600);
	if (!set_list(npy_path, ACCESS, &list))
		return;
	save_as_another(2000);
	assert_list(&limited);
	assert_mode(0440);
}
END_TEST

/* The list denies or limits user 4000, who would be one of the others without it. */
START_TEST(list_that_cannot_be_kept_leaves_what_all_had)
{
	const struct list list = { RW, { 4000, _i ? R : NONE }, RW, RW, RW };

	if (!is_root())
		return;
	give_away(0600);
	if (!set_list(npy_path, ACCESS, &list))
		return;
	save_as_another(3000);
	assert_no_list();
	assert_mode(_i ? 0644 : 0600);
}
END_TEST

Suite *access_suite(void)
{
	Suite *suite = suite_create("access");
	TCase *tests = tests_of("access");

	tcase_add_checked_fixture(tests, make_file, remove_file);
	tcase_add_test(tests, list_is_kept);
	tcase_add_test(tests, default_list_of_the_folder_is_not_for_a_file_without_one);
	tcase_add_test(tests, group_that_was_refused_is_not_one_of_the_others);
	tcase_add_test(tests, group_that_cannot_be_kept_leaves_what_both_had);
	tcase_add_test(tests, owner_that_was_refused_is_not_one_of_the_group);
	tcase_add_test(tests, list_gives_the_former_owner_no_more);
	tcase_add_loop_test(tests, list_that_cannot_be_kept_leaves_what_all_had, 0, 2);
	suite_add_tcase(suite, tests);
	return suite;
}

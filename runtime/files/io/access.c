/*
 * Copying owner, group, permissions and access control list from one file to another.
 *
 * If there is a list, stat()'s permissions for the group are the list's mask, which limits all
 * entries except the owner's and those of others. On Linux the list is an extended attribute: a
 * version of 4 bytes, then entries of 8 bytes, little-endian.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "files/io/access.h"

static const char acl_name[] = "system.posix_acl_access";

enum { HEADER = 4, ENTRY = 8, PERMISSIONS = 2 /* after the tag */, TAG_OWNER = 1 };

struct acl {
	unsigned char *bytes;
	size_t n; /* 0: the file has none */
};

/* The caller releases the bytes, also after false. */
static bool read_acl(const char *path, struct acl *acl)
{
	ssize_t n = getxattr(path, acl_name, NULL, 0);

	if (n <= 0)
		return n == 0 || errno == ENODATA || errno == EOPNOTSUPP;
	acl->bytes = malloc((size_t)n);
	if (acl->bytes == NULL)
		return false;
	n = getxattr(path, acl_name, acl->bytes, (size_t)n);
	acl->n = n > 0 ? (size_t)n : 0;
	return n > 0;
}

/* Limits all but the owner to `most`, and returns what every entry then allows. */
static mode_t limit_acl(struct acl *acl, mode_t most)
{
	mode_t all = 07;

	for (size_t at = HEADER; at + ENTRY <= acl->n; at += ENTRY) {
		if (acl->bytes[at] == TAG_OWNER && acl->bytes[at + 1] == 0)
			continue;
		acl->bytes[at + PERMISSIONS] &= (unsigned char)most;
		all &= acl->bytes[at + PERMISSIONS];
	}
	return all;
}

/* A new file may have a list from the folder's default. */
static bool remove_acl(int fd)
{
	return fremovexattr(fd, acl_name) == 0 || errno == ENODATA || errno == EOPNOTSUPP;
}

/* Owner and group as far as this process may give them; `now` is what they are then. */
static bool give(int fd, const struct stat *old, struct stat *now)
{
	int failure = fchown(fd, old->st_uid, old->st_gid) ? errno : 0;

	if (failure == EPERM)
		failure = fchown(fd, (uid_t)-1, old->st_gid) ? errno : 0;
	if (fstat(fd, now))
		return false;
	errno = failure;
	/* Not every file system supports it, which does not matter if there is nothing to do. */
	return failure == 0 || failure == EPERM ||
	       (now->st_uid == old->st_uid && now->st_gid == old->st_gid);
}

static mode_t without(mode_t mode, mode_t allowed)
{
	return mode & (07700 | allowed << 3 | allowed);
}

/* If the owner changes, the old one becomes a member of the group or one of the others. If the
 * group changes, its members become others and others become its members, and without a list, so do
 * all users that it named: they get the permissions that all of them had. */
static bool permit(int fd, const struct stat *old, const struct stat *now, struct acl *acl)
{
	const bool same_owner = old->st_uid == now->st_uid, same_group = old->st_gid == now->st_gid;
	mode_t mode = old->st_mode & 07777, all = mode >> 3 & mode & 07;

	if (!same_owner || !same_group)
		mode &= (mode_t) ~(S_ISUID | S_ISGID);
	if (!same_owner)
		mode = without(mode, mode >> 6 & 07);
	if (acl->n)
		all = limit_acl(acl, same_owner ? 07 : mode >> 6 & 07);
	if (acl->n && same_group && fsetxattr(fd, acl_name, acl->bytes, acl->n, 0) == 0)
		return fchmod(fd, mode) == 0;
	if (acl->n || !same_group)
		mode = without(mode, all);
	return remove_acl(fd) && fchmod(fd, mode) == 0;
}

bool ct_file_keep_access(int fd, const char *path, const struct stat *old)
{
	struct acl acl = { NULL, 0 };
	struct stat now;
	const bool kept = read_acl(path, &acl) && give(fd, old, &now) &&
			  permit(fd, old, &now, &acl);
	const int failure = errno;

	free(acl.bytes);
	errno = failure;
	return kept;
}

#include "tools/release/tree.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#include "tools/release/debian.h"
#include "util/in_file.h"
#include "util/source.h"
#include "util/text.h"

enum { MEMBER_AT_MOST = 16 * 1024 * 1024 }; /* bytes of a file in a wheel */

/* A folder or an open wheel. */
struct tree {
	struct arena *arena;
	struct diag *diag;
	const char *path;
	zip_t *zip;    /* NULL for a folder */
	size_t errors; /* reported before */
};

/* An unpacked or installed wheel, its folders torch/ and torchgen/, a checkout of PyTorch. */
static const char *const yaml_folders[] = {
	"torchgen/packaged/ATen/native",
	"../torchgen/packaged/ATen/native",
	"packaged/ATen/native",
	"aten/src/ATen/native",
	".",
};

/*
 * The files that contain the version for a list in a known place. Elsewhere the files next to a
 * list may be unrelated.
 */
static const struct layout {
	const char *yaml_folder;
	const char *versions[4]; /* relative to the folder that contains yaml_folder */
} layouts[] = {
	{ "torchgen/packaged/ATen/native",
	  { "torch/version.py", "torch/include/torch/headeronly/version.h",
	    "torch/include/torch/version.h",
	    "torch/include/torch/csrc/api/include/torch/version.h" } },
	{ "aten/src/ATen/native", { "version.txt" } },
};

enum { LAYOUT_COUNT = sizeof layouts / sizeof *layouts };

/* What names the release, in a folder that contains include/ATen or torch/include/ATen. */
static const char *const libtorch_versions[] = {
	"version.py",
	"include/torch/headeronly/version.h",
	"include/torch/version.h",
	"include/torch/csrc/api/include/torch/version.h",
	"torch/version.py",
	"torch/include/torch/headeronly/version.h",
	"torch/include/torch/version.h",
	"torch/include/torch/csrc/api/include/torch/version.h",
};

/* --- members ---------------------------------------------------------------------------------- */

static const char *read_failure(struct tree *tree, zip_file_t *file)
{
	if (!file)
		return arena_strdup(tree->arena, zip_strerror(tree->zip));
	if (!zip_error_code_zip(zip_file_get_error(file)))
		return "its size differs from the one in the wheel";
	return arena_strdup(tree->arena, zip_file_strerror(file));
}

static bool read_member(struct tree *tree, const char *name, const zip_stat_t *stat,
			struct source *source)
{
	char *text = arena_alloc(tree->arena, (size_t)stat->size + 1), beyond;
	zip_file_t *file = zip_fopen(tree->zip, name, 0);
	/* libzip compares the checksum only when the end of the member has been read. */
	bool fine = file && zip_fread(file, text, stat->size) == (zip_int64_t)stat->size &&
		    zip_fread(file, &beyond, 1) == 0;

	if (!fine)
		diag_error(tree->diag, (struct loc){ 0 }, "fetch the wheel again",
			   "cannot read %s in %s: %s", name, tree->path, read_failure(tree, file));
	if (file)
		zip_fclose(file);
	*source = (struct source){ arena_printf(tree->arena, "%s/%s", tree->path, name), text,
				   (size_t)stat->size };
	return fine;
}

static bool find_member(struct tree *tree, const char *name, struct source *source)
{
	zip_stat_t stat;

	if (zip_stat(tree->zip, name, 0, &stat) || !(stat.valid & ZIP_STAT_SIZE))
		return false;
	if (stat.size > MEMBER_AT_MOST) {
		diag_error(tree->diag, (struct loc){ 0 }, NULL, "%s in %s is larger than %d MiB",
			   name, tree->path, MEMBER_AT_MOST / 1024 / 1024);
		return false;
	}
	return read_member(tree, name, &stat, source);
}

/* Returns false without a message if there is no such file. */
static bool find_file(struct tree *tree, const char *name, struct source *source)
{
	const char *path = arena_printf(tree->arena, "%s/%s", tree->path, name);

	if (tree->zip)
		return find_member(tree, name, source);
	return !access(path, F_OK) && source_read_found(tree->arena, tree->diag, path, source);
}

/* --- the release ------------------------------------------------------------------------------ */

/* True if the text begins with "X.Y.Z". sscanf() would scan to the end of the text each time. */
static bool begins_with_version(const char *at)
{
	for (int part = 0; part < 3; part++) {
		size_t digits = strspn(at, "0123456789");

		if (!digits || (part < 2 && at[digits] != '.'))
			return false;
		at += digits + 1;
	}
	return true;
}

/* The first X.Y.Z on the line, with its suffix: "2.16.0rc2". */
static const char *version_on(struct arena *arena, const char *at)
{
	static const char digits[] = "0123456789";
	static const char letters[] = "0123456789.+-_abcdefghijklmnopqrstuvwxyz";

	while (*at && *at != '\n') {
		if (begins_with_version(at))
			return arena_strndup(arena, at, strspn(at, letters));
		/* No version begins at a later digit of the same number either. */
		at += strspn(at, digits);
		at += strcspn(at, "0123456789\n");
	}
	return NULL;
}

/*
 * Python's file has the name also in __all__, on an earlier line. Each line is read once, however
 * often it contains the word.
 */
static const char *version_after(struct arena *arena, const char *text, const char *word)
{
	const char *version = NULL;

	while (!version && (text = strstr(text, word))) {
		version = version_on(arena, text + strlen(word));
		text += strcspn(text, "\n");
	}
	return version;
}

/* `__version__ = '2.15.0+cu132'`, `#define TORCH_VERSION_MAJOR 2` and so on, or the bare number. */
static const char *version_in(struct arena *arena, const char *text)
{
	const char *version = version_after(arena, text, "__version__");
	const char *major = strstr(text, "TORCH_VERSION_MAJOR ");
	const char *minor = strstr(text, "TORCH_VERSION_MINOR ");
	const char *patch = strstr(text, "TORCH_VERSION_PATCH ");

	if (!version && major && minor && patch)
		version = arena_printf(arena, "%d.%d.%d", atoi(major + 20), atoi(minor + 20),
				       atoi(patch + 20));
	return version ? version : version_on(arena, text);
}

static const char *find_version(struct tree *tree, const char *const *names, size_t count)
{
	const char *version = NULL;
	struct source source;

	for (size_t i = 0; !version && i < count && names[i]; i++)
		if (find_file(tree, names[i], &source))
			version = version_in(tree->arena, source.text);
	return version;
}

static const char *version_of_layout(struct tree *tree, const struct layout *layout)
{
	return find_version(tree, layout->versions,
			    sizeof layout->versions / sizeof *layout->versions);
}

/* For a list in a folder, wherever it was found, even through symbolic links. */
static const char *version_of_place(struct tree *tree, const char *yaml)
{
	char *path = realpath(yaml, NULL);
	const char *version = NULL;

	for (size_t i = 0; path && !version && i < LAYOUT_COUNT; i++) {
		const char *end = arena_printf(tree->arena, "/%s/native_functions.yaml",
					       layouts[i].yaml_folder);
		struct tree root = { .arena = tree->arena, .diag = tree->diag };

		if (!text_ends_with(path, end))
			continue;
		root.path = arena_strndup(tree->arena, path, strlen(path) - strlen(end));
		version = version_of_layout(&root, &layouts[i]);
	}
	free(path);
	return version;
}

/* For a list in a wheel. */
static const char *version_of_member(struct tree *tree, const char *folder)
{
	for (size_t i = 0; i < LAYOUT_COUNT; i++)
		if (!strcmp(layouts[i].yaml_folder, folder))
			return version_of_layout(tree, &layouts[i]);
	return NULL;
}

/* "2.16.0" of "2.16.0rc2" */
static const char *release_in(struct arena *arena, const char *version)
{
	unsigned x, y, z;

	if (!version || sscanf(version, "%u.%u.%u", &x, &y, &z) != 3)
		return NULL;
	return arena_printf(arena, "%u.%u.%u", x, y, z);
}

static void name_release(struct tree *tree, struct release_files *files, const char *folder)
{
	const char *yaml = files->yaml.path;

	files->version = tree->zip ? NULL : release_debian(tree->arena, tree->diag, yaml);
	if (!files->version)
		files->version = tree->zip ? version_of_member(tree, folder)
					   : version_of_place(tree, yaml);
	files->release = release_in(tree->arena, files->version);
}

/* --- the tree --------------------------------------------------------------------------------- */

static bool search_here(struct tree *tree, struct release_files *files)
{
	for (size_t i = 0; i < sizeof yaml_folders / sizeof *yaml_folders; i++) {
		const char *folder = yaml_folders[i];

		if (!find_file(tree, arena_printf(tree->arena, "%s/native_functions.yaml", folder),
			       &files->yaml))
			continue;
		find_file(tree, arena_printf(tree->arena, "%s/tags.yaml", folder), &files->tags);
		name_release(tree, files, folder);
		return true;
	}
	return false;
}

/* "python3", "python3.11" below the folder, sorted. */
static struct names python_folders(struct arena *arena, const char *folder)
{
	static const char python[] = "python3";
	struct names all = folder_list(arena, folder, ""), names = { 0 };

	for (size_t i = 0; i < all.len; i++)
		if (!strncmp(all.at[i], python, sizeof python - 1))
			vec_push(arena, &names, all.at[i]);
	return names;
}

static bool is_another(const struct release_files *files, const struct release_files *than)
{
	return !files->release || !than->release || strcmp(files->release, than->release) != 0;
}

/* Several Pythons may each have a PyTorch; the user must choose. */
static void report_several(struct tree *tree, const char *root, const struct release_files *first,
			   const struct release_files *second)
{
	const struct release_files *both[] = { first, second };

	diag_error(tree->diag, (struct loc){ 0 }, "pass one of them",
		   "%s contains several releases of PyTorch", root);
	for (size_t i = 0; i < 2; i++)
		diag_note(tree->diag, (struct loc){ 0 }, "%s is PyTorch %s", both[i]->yaml.path,
			  both[i]->release ? both[i]->release : "of an unknown release");
}

/* Takes the list in this folder, if there is one and none was found before. */
static bool take_packages(struct tree *tree, const char *root, struct release_files *files)
{
	struct release_files here = { .tags.text = "" };

	if (!search_here(tree, &here))
		return true;
	if (files->yaml.text && is_another(&here, files)) {
		report_several(tree, root, files, &here);
		return false;
	}
	if (!files->yaml.text)
		*files = here;
	return true;
}

/* For a Python installation (/usr, a virtual environment) or an unpacked Debian package. */
static bool search_python(struct tree *tree, struct release_files *files)
{
	static const char *const libs[] = { "lib", "lib64", "usr/lib", "usr/lib64" };
	static const char *const packages[] = { "site-packages", "dist-packages" };
	const char *root = tree->path;
	bool fine = true;

	for (size_t i = 0; fine && i < 8; i++) {
		const char *lib = arena_printf(tree->arena, "%s/%s", root, libs[i / 2]);
		struct names pythons = python_folders(tree->arena, lib);

		for (size_t j = 0; fine && j < pythons.len; j++) {
			tree->path = arena_printf(tree->arena, "%s/%s/%s", lib, pythons.at[j],
						  packages[i % 2]);
			fine = take_packages(tree, root, files);
		}
	}
	tree->path = root;
	return fine && files->yaml.text;
}

static const char *what_to_pass(struct tree *tree)
{
	static const char *const headers[] = { "include/ATen/Operators.h",
					       "torch/include/ATen/Operators.h",
					       "usr/include/ATen/Operators.h" };

	for (size_t i = 0; !tree->zip && i < sizeof headers / sizeof *headers; i++)
		if (!access(arena_printf(tree->arena, "%s/%s", tree->path, headers[i]), F_OK))
			return "libtorch alone has none: pass the Python package of the same "
			       "release, installed or as a wheel (on Debian: python3-torch)";
	return "pass the file itself, a wheel, or the folder that contains torchgen/";
}

static bool search_tree(struct tree *tree, struct release_files *files)
{
	if (search_here(tree, files) || (!tree->zip && search_python(tree, files)))
		return true;
	if (tree->diag->errors == tree->errors)
		diag_error(tree->diag, (struct loc){ 0 }, what_to_pass(tree),
			   "no native_functions.yaml in %s", tree->path);
	return false;
}

static bool search_wheel(struct tree *tree, struct release_files *files)
{
	int fd = in_open_descriptor(tree->path, IN_FOUND), code = ZIP_ER_OPEN;
	bool fine;

	tree->zip = fd < 0 ? NULL : zip_fdopen(fd, 0, &code);
	if (!tree->zip) {
		zip_error_t error;

		zip_error_init_with_code(&error, code);
		diag_error(tree->diag, (struct loc){ 0 }, NULL, "cannot open %s: %s", tree->path,
			   zip_error_strerror(&error));
		zip_error_fini(&error);
		if (fd >= 0)
			close(fd);
		return false;
	}
	fine = search_tree(tree, files);
	zip_discard(tree->zip);
	return fine;
}

static bool search_beside(struct tree *tree, const char *path, struct release_files *files)
{
	char *folder = arena_strdup(tree->arena, path), *slash = strrchr(folder, '/');

	if (!source_read(tree->arena, tree->diag, path, &files->yaml))
		return false;
	if (slash)
		*slash = '\0';
	tree->path = slash ? folder : ".";
	find_file(tree, "tags.yaml", &files->tags);
	name_release(tree, files, ".");
	return true;
}

/* Reports a Debian package, which must be unpacked first. */
static bool is_packed(struct diag *diag, const char *path)
{
	if (!text_ends_with(path, ".deb"))
		return false;
	diag_error(diag, (struct loc){ 0 }, "unpack it with dpkg -x FILE DIR, then pass DIR",
		   "%s is a Debian package", path);
	return true;
}

/* Decides by the name or the first bytes, because a download may have another name. */
static bool is_wheel(const char *path)
{
	static const char *const ends[] = { ".whl", ".zip" };
	char first[4] = "";
	FILE *file;

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (text_ends_with(path, ends[i]))
			return true;
	file = in_open(path, IN_FOUND);
	if (!file)
		return false;
	if (fread(first, 1, sizeof first, file) != sizeof first)
		first[0] = '\0';
	fclose(file);
	return !memcmp(first, "PK\3\4", sizeof first);
}

bool release_is_tree(const char *path)
{
	struct stat stat_buffer;

	if (stat(path, &stat_buffer))
		return false;
	return S_ISDIR(stat_buffer.st_mode) || (S_ISREG(stat_buffer.st_mode) && is_wheel(path));
}

bool release_find(struct arena *arena, struct diag *diag, const char *path,
		  struct release_files *files)
{
	struct tree tree = { .arena = arena, .diag = diag, .path = path, .errors = diag->errors };
	struct stat stat_buffer;

	*files = (struct release_files){ .tags.text = "" };
	if (stat(path, &stat_buffer)) {
		diag_error(diag, (struct loc){ 0 }, NULL, "cannot open %s: %s", path,
			   strerror(errno));
		return false;
	}
	if (S_ISDIR(stat_buffer.st_mode))
		return search_tree(&tree, files);
	if (S_ISREG(stat_buffer.st_mode) && is_wheel(path))
		return search_wheel(&tree, files);
	if (is_packed(diag, path))
		return false;
	return search_beside(&tree, path, files);
}

const char *release_of_libtorch(struct arena *arena, struct diag *diag, const char *folder)
{
	struct tree tree = { .arena = arena, .diag = diag, .path = folder };

	return release_in(arena,
			  find_version(&tree, libtorch_versions,
				       sizeof libtorch_versions / sizeof *libtorch_versions));
}

/*
 * Formats of files that a reader does not read: one table, and the sentence of the errors.
 */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "core/base/utf8.h"
#include "files/io/error.h"
#include "files/io/signature.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* Enough for the mark of a tar archive. */
enum { BEGINNING = 512 };

struct beginning {
	const char *path;
	unsigned char bytes[BEGINNING];
	size_t n;
};

struct signature {
	enum { BY_BYTES, BY_TEST, BY_ENTRY, BY_FILE } by;
	const char *mark; /* bytes, the name of a zip archive's entry, or of a file in a folder */
	size_t n, at;     /* of bytes: their number and place */
	bool (*matches)(const struct beginning *begin); /* the test */
	enum ct_own_format own;
	const char *what;   /* "a web page" */
	const char *advice; /* what to do */
};

/* --- Formats without fixed bytes -------------------------------------------------------------- */

static size_t signature_skip_space(const struct beginning *begin)
{
	static const char utf8_mark[] = "\xef\xbb\xbf";
	size_t at = begin->n >= 3 && memcmp(begin->bytes, utf8_mark, 3) == 0 ? 3 : 0;

	while (at < begin->n && begin->bytes[at] && strchr(" \t\r\n", begin->bytes[at]))
		at++;
	return at;
}

/* In small or capital letters. */
static bool is_text_at(const struct beginning *begin, size_t at, const char *text)
{
	const size_t n = strlen(text);

	return begin->n - at >= n && strncasecmp((const char *)begin->bytes + at, text, n) == 0;
}

static bool has_ending(const char *path, const char *ending)
{
	const size_t n = strlen(path), m = strlen(ending);

	return n >= m && strcmp(path + n - m, ending) == 0;
}

static bool is_page(const struct beginning *begin)
{
	const size_t at = signature_skip_space(begin);

	return is_text_at(begin, at, "<!doctype html") || is_text_at(begin, at, "<html") ||
	       is_text_at(begin, at, "<head") || is_text_at(begin, at, "<?xml") ||
	       is_text_at(begin, at, "<!--");
}

/* An object or a list, whose first item follows. */
static bool is_json(const struct beginning *begin)
{
	size_t at = signature_skip_space(begin);

	if (at == begin->n || (begin->bytes[at] != '{' && begin->bytes[at] != '['))
		return false;
	for (at++; at < begin->n && strchr(" \t\r\n", begin->bytes[at]) && begin->bytes[at];)
		at++;
	return at < begin->n && begin->bytes[at] &&
	       strchr("\"{}[]-0123456789tfn", begin->bytes[at]);
}

static bool is_pickle(const struct beginning *begin)
{
	enum { PROTO = 0x80 };

	if (begin->n >= 2 && begin->bytes[0] == PROTO)
		return begin->bytes[1] >= 2 && begin->bytes[1] <= 5;
	return is_text_at(begin, 0, "(dp") || is_text_at(begin, 0, "(lp");
}

/* The index is `.metadata`, and the data are in files beside it. */
static bool is_distributed(const struct beginning *begin)
{
	const char *slash = strrchr(begin->path, '/');

	return has_ending(begin->path, ".distcp") ||
	       (strcmp(slash ? slash + 1 : begin->path, ".metadata") == 0 && is_pickle(begin));
}

/* A protobuf message, which has no mark: the field 1, a small version, and then a text or a
 * message. Its fields up to 8 are texts or messages but for 1 and 5. */
static bool is_onnx(const struct beginning *begin)
{
	enum { VERSION = 0x08, MOST = 32 };

	if (begin->n < 3 || begin->bytes[0] != VERSION || begin->bytes[1] > MOST ||
	    begin->bytes[1] == 0)
		return false;
	return has_ending(begin->path, ".onnx") ||
	       (begin->bytes[2] != 0 && strchr("\x12\x1a\x22\x32\x3a\x42", begin->bytes[2]));
}

/* The magic number of torch.save() before 1.6, perhaps after a frame's length. */
static bool is_torch(const struct beginning *begin)
{
	static const unsigned char magic[] = { 0x8a, 10, 0x6c, 0xfc, 0x9c, 0x46, 0xf9 };

	return is_pickle(begin) &&
	       memmem(begin->bytes, begin->n < 20 ? begin->n : 20, magic, sizeof magic) != NULL;
}

/* --- The table -------------------------------------------------------------------------------- */

#define BYTES_AT(at, text) BY_BYTES, (text), sizeof(text) - 1, (at), NULL
#define BYTES(text) BYTES_AT(0, text)
#define WHERE(function) BY_TEST, NULL, 0, 0, (function)
#define ARCHIVE_WITH(entry) BY_ENTRY, (entry), 0, 0, NULL
#define FOLDER_WITH(file) BY_FILE, (file), 0, 0, NULL

static const char use_load[] = "load it with ct_load()", decompress[] = "decompress it first",
		  to_npz[] = "in Python, write its arrays with numpy.savez()",
		  load_folder[] = "load its folder with ct_load() or ct_dcp_load()",
		  export_what[] = "a .pt2 file, of torch.export",
		  export_advice[] = "load it with ct_export_load()";

/* The first that matches counts. */
static const struct signature signatures[] = {
	{ WHERE(is_page), CT_OWN_NONE, "a web page",
	  "a server sent it instead of the file; fetch the file again, from its direct download "
	  "link" },
	{ BYTES("version https://git-lfs"), CT_OWN_NONE, "a pointer of Git LFS",
	  "it only points to the file; fetch the file: git lfs pull" },
	{ BYTES("\x1f\x8b"), CT_OWN_NONE, "compressed by gzip", "decompress it first: gunzip" },
	{ BYTES("BZh"), CT_OWN_NONE, "compressed by bzip2", decompress },
	{ BYTES("\xfd"
		"7zXZ"),
	  CT_OWN_NONE, "compressed by xz", decompress },
	{ BYTES("\x28\xb5\x2f\xfd"), CT_OWN_NONE, "compressed by zstd", decompress },
	{ BYTES("7z\xbc\xaf\x27\x1c"), CT_OWN_NONE, "a 7z archive", "unpack it first" },
	{ BYTES("Rar!"), CT_OWN_NONE, "a RAR archive", "unpack it first" },
	{ BYTES_AT(257, "ustar"), CT_OWN_NONE, "a tar archive", "unpack it first: tar -xf" },
	{ BYTES("GGUF"), CT_OWN_NONE, "a GGUF file of llama.cpp",
	  "fetch the model as safetensors; most GGUF files have quantized weights" },
	{ BYTES("\x89HDF\r\n\x1a\n"), CT_OWN_NONE, "an HDF5 file, as Keras and h5py write",
	  to_npz },
	{ BYTES_AT(4, "TFL3"), CT_OWN_NONE, "a TensorFlow Lite model",
	  "fetch the weights in a PyTorch format" },
	{ WHERE(is_distributed), CT_OWN_NONE, "a part of a distributed checkpoint", load_folder },
	{ FOLDER_WITH(".metadata"), CT_OWN_NONE, "a distributed checkpoint", load_folder },
	{ WHERE(is_torch), CT_OWN_TORCH, "a file of torch.save()", use_load },
	{ WHERE(is_pickle), CT_OWN_TORCH, "a plain pickle of Python",
	  "only pickles from torch.save() can be read: in Python, load it and save its arrays "
	  "with torch.save() or numpy.savez(); for a whole model, save net.state_dict()" },
	{ BYTES("PK\x03\x04"), CT_OWN_ZIP, "a zip archive, as torch.save() and numpy.savez() write",
	  use_load },
	{ ARCHIVE_WITH("archive_format"), CT_OWN_NONE, export_what, export_advice },
	{ ARCHIVE_WITH("serialized_exported_program.json"), CT_OWN_NONE, export_what,
	  export_advice },
	{ ARCHIVE_WITH("model.weights.h5"), CT_OWN_NONE, "a Keras model", to_npz },
	{ ARCHIVE_WITH("MANIFEST.json"), CT_OWN_NONE, "a .mar archive, of TorchServe",
	  "unpack it and load the file inside" },
	{ BYTES("\x93NUMPY"), CT_OWN_NPY, "a .npy file, of one array", "use ct_npy_load()" },
	{ WHERE(is_onnx), CT_OWN_NONE, "an ONNX model",
	  "in Python, extract the weights from its initializers, or save net.state_dict() of "
	  "the exported model" },
	{ WHERE(is_json), CT_OWN_NONE, "JSON",
	  "it may describe a model; load the file with the weights, or the index of several "
	  "files (*.index.json)" },
};

static bool matches(const struct signature *signature, const struct beginning *begin)
{
	if (signature->by != BY_BYTES)
		return signature->by == BY_TEST && signature->matches(begin);
	return begin->n >= signature->at + signature->n &&
	       memcmp(begin->bytes + signature->at, signature->mark, signature->n) == 0;
}

static const struct signature *find(const struct beginning *begin)
{
	for (size_t i = 0; i < LENGTH(signatures); i++)
		if (matches(&signatures[i], begin))
			return &signatures[i];
	return NULL;
}

/* --- Messages --------------------------------------------------------------------------------- */

static bool is_printable(const struct beginning *begin, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (begin->bytes[i] < ' ' || begin->bytes[i] > '~')
			return false;
	return n > 0;
}

/* "'<!DOCTYPE html>'" or "1f 8b 08 00". */
static void show(const struct beginning *begin, char *room, size_t size)
{
	enum { MOST_TEXT = 32, MOST_BYTES = 8 };
	size_t n = 0, at = 0;

	while (n < begin->n && n < MOST_TEXT &&
	       !strchr("\r\n", begin->bytes[n] ? begin->bytes[n] : 1))
		n++;
	if (n >= 4 && is_printable(begin, n)) {
		snprintf(room, size, "'%.*s'", (int)n, (const char *)begin->bytes);
		return;
	}
	room[0] = '\0';
	for (size_t i = 0; i < begin->n && i < MOST_BYTES && at + 4 < size; i++)
		at += (size_t)snprintf(room + at, size - at, i ? " %02x" : "%02x", begin->bytes[i]);
}

/* "FILE: not an .npz archive, but a web page (it begins with ...); fetch ..." */
static ct_error compose(const char *function, const char *path, const char *expected,
			const struct signature *signature, const char *reason, const char *mark)
{
	char lead[100] = "the folder is";

	if (expected)
		snprintf(lead, sizeof lead, "not %s, but", expected);
	return ct_error_new(CT_ERROR_VALUE, function, "%s: %s %s (%s %s); %s", path, lead,
			    signature->what, reason, mark, signature->advice);
}

static ct_error explain(const char *function, const struct beginning *begin, const char *expected,
			const struct signature *signature)
{
	char shown[80];

	if (begin->n == 0)
		return ct_error_new(CT_ERROR_VALUE, function, "%s: the file is empty", begin->path);
	show(begin, shown, sizeof shown);
	if (signature == NULL)
		return ct_error_new(CT_ERROR_VALUE, function,
				    "%s: unknown file format: expected %s (it begins with %s)",
				    begin->path, expected, shown);
	return compose(function, begin->path, expected, signature, "it begins with", shown);
}

static bool read_beginning(const char *path, int fd, struct beginning *begin)
{
	const ssize_t n = pread(fd, begin->bytes, sizeof begin->bytes, 0);

	begin->path = path;
	begin->n = n > 0 ? (size_t)n : 0;
	return n >= 0;
}

ct_error ct_signature_explain(const char *function, const char *path, int fd, const char *expected,
			      enum ct_own_format own, ct_error error)
{
	const struct signature *signature;
	struct beginning begin;

	if (error == NULL || ct_error_class_of(error) != CT_ERROR_VALUE ||
	    !read_beginning(path, fd, &begin))
		return error;
	signature = find(&begin);
	if (signature == NULL || (own && signature->own == own))
		return error;
	ct_error_free(error);
	return explain(function, &begin, expected, signature);
}

ct_error ct_signature_refuse(const char *function, const char *path, int fd, const char *expected)
{
	struct beginning begin;

	if (!read_beginning(path, fd, &begin))
		return ct_file_error(function, path, "reading it");
	return explain(function, &begin, expected, find(&begin));
}

ct_error ct_signature_of_archive(const char *function, const char *path, const char *expected,
				 ct_signature_has *has, const void *archive)
{
	for (size_t i = 0; i < LENGTH(signatures); i++)
		if (signatures[i].by == BY_ENTRY && has(archive, signatures[i].mark))
			return compose(function, path, expected, &signatures[i],
				       "a zip archive with", signatures[i].mark);
	return NULL;
}

static ct_error find_in_folder(const char *function, const char *path,
			       const struct signature *signature, bool *result)
{
	char *inside;

	if (asprintf(&inside, "%s/%s", path, signature->mark) < 0)
		return ct_no_memory(function, "for a path");
	*result = access(inside, F_OK) == 0;
	free(inside);
	return NULL;
}

ct_error ct_signature_of_folder(const char *function, const char *path)
{
	bool found;

	for (size_t i = 0; i < LENGTH(signatures); i++) {
		if (signatures[i].by != BY_FILE)
			continue;
		CT_TRY(find_in_folder(function, path, &signatures[i], &found));
		if (found)
			return compose(function, path, NULL, &signatures[i], "it has",
				       signatures[i].mark);
	}
	return NULL;
}

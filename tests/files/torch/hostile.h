/*
 * For the suites of files that are damaged or made to do harm: a small assembler for pickles, zip
 * archives whose fields can be overwritten with lies, files of the older form.
 */
#ifndef FILES_TORCH_HOSTILE_H
#define FILES_TORCH_HOSTILE_H

#include "expected.h"
#include "scratch.h"
#include "testing.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

Suite *wrong_suite(void);
Suite *wrong_bombs_suite(void);
Suite *wrong_legacy_suite(void);
Suite *wrong_modules_suite(void);
Suite *wrong_names_suite(void);
Suite *wrong_tensors_suite(void);
Suite *wrong_zip_end_suite(void);
Suite *wrong_zip_suite(void);

/* --- Bytes ------------------------------------------------------------------------------------ */

struct bytes {
	unsigned char *data;
	size_t n, room;
};

void add_bytes(struct bytes *self, const void *bytes, size_t n);
void add_byte(struct bytes *self, int byte);
/* Little-endian, in `size` bytes. */
void add_number(struct bytes *self, uint64_t number, int size);
void set_number(struct bytes *self, size_t at, uint64_t number, int size);
void free_bytes(struct bytes *self);

/* --- Pickles ---------------------------------------------------------------------------------- */

/*
 * Appends a pickle of protocol 2, without the STOP, from words with spaces between them:
 *
 *     'text'          a text
 *     "bytes"         bytes (of protocol 3)
 *     12  -7          an integer, of up to 8 bytes
 *     ~0.5            a float
 *     @os.system      GLOBAL
 *     p0  g0          BINPUT, BINGET
 *     $Float:0:4      the persistent id of a torch.FloatStorage with key 0 and 4 elements
 *     %(2,3)          a tuple of integers
 *     #8c01           bytes as they are, in hexadecimal
 *     any one letter  that opcode: ( t R b . and so on
 */
void add_pickle(struct bytes *self, const char *words);

/* The same for a file of the older form. */
void add_legacy_pickle(struct bytes *self, const char *words);

/* The words of a float tensor with key 0 and 4 elements, of size 2 x 2. */
#define TENSOR_ON(storage, offset, size, stride)                                             \
	"@torch._utils._rebuild_tensor_v2 ( " storage " " offset " " size " " stride " #89 " \
	"@collections.OrderedDict ) R t R "
#define TENSOR TENSOR_ON("$Float:0:4", "0", "%(2,2)", "%(2,1)")

/* --- Zip archives ----------------------------------------------------------------------------- */

enum { MOST_ENTRIES = 16 };

/* An archive, and where its headers are, for set_number(). */
struct archive {
	struct bytes file;
	size_t len;
	size_t local[MOST_ENTRIES], data[MOST_ENTRIES], central[MOST_ENTRIES];
	struct {
		const char *name; /* borrowed */
		size_t n, stored_n;
		uint32_t crc;
		uint16_t method;
		struct bytes extra; /* the directory's; released with the archive */
	} entries[MOST_ENTRIES];
	size_t end; /* of the end record */
};

/* Adds an entry with correct fields; the bytes of storages are aligned, so that they can be
 * mapped. */
void add_entry(struct archive *self, const char *name, const void *bytes, size_t n);
void add_deflated(struct archive *self, const char *name, const void *bytes, size_t n);
void add_text_entry(struct archive *self, const char *name, const char *text);

/* Adds the directory and the end record. */
void end_archive(struct archive *self);
/* With the records of zip64 between them. */
void end_archive64(struct archive *self);
void free_archive(struct archive *self);

/* "a/data.pkl" of these words, "a/version", and storages: "a/data/0" of the floats 1 to 4,
 * "a/data/i" of the int64 0, 1, 1, 2, 0, 2, 7, -1, "a/data/s" of the doubles 0.5 and 0.25. */
void begin_checkpoint(struct archive *self, const char *words);
void make_checkpoint(struct archive *self, const char *words);
extern const float one_to_four[4];

/* A directory's fields in a header. */
enum {
	CENTRAL_FLAGS = 8,
	CENTRAL_METHOD = 10,
	CENTRAL_CRC = 16,
	CENTRAL_STORED = 20,
	CENTRAL_SIZE = 24,
	CENTRAL_NAME = 28,
	CENTRAL_EXTRA = 30,
	CENTRAL_COMMENT = 32,
	CENTRAL_DISK = 34,
	CENTRAL_ATTRIBUTES = 38,
	CENTRAL_HEADER = 42,
	CENTRAL_TEXT = 46,
	LOCAL_FLAGS = 6,
	LOCAL_METHOD = 8,
	LOCAL_CRC = 14,
	LOCAL_STORED = 18,
	LOCAL_SIZE = 22,
	LOCAL_NAME = 26,
	LOCAL_EXTRA = 28,
	LOCAL_TEXT = 30,
	END_DISK = 4,
	END_LEN_HERE = 8,
	END_LEN = 10,
	END_SIZE = 12,
	END_AT = 16,
	END_COMMENT = 20
};

/* --- Files of the older form ------------------------------------------------------------------ */

/* The magic number, the version and the machine; then an object of these words. */
void begin_legacy(struct bytes *self, const char *words);
/* The list of storages: key 0, and the bytes of four floats. */
void end_legacy(struct bytes *self);

/* --- Loading ---------------------------------------------------------------------------------- */

extern char hostile_path[64];

/* A fixture that makes an empty folder; afterwards file and folder are removed. */
void make_hostile_folder(void);
void remove_hostile_folder(void);

void put_bytes(const struct bytes *bytes);

/* The file must be refused with this message after its path, copied and mapped, with a result that
 * is not written. `what` is for the message of a failure. */
void assert_file_refused(const struct bytes *file, const char *class_name, const char *message,
			 const char *what);

/* An archive with this pickle must be refused with this message; and so must a file of the older
 * form, with any message, since positions in it are others. */
void assert_pickle_refused(const char *words, const char *message);
void assert_pickle_is_an_error(const char *words);

/* An archive with this pickle must load as a value of this kind. */
void assert_pickle_loads(const char *words, ct_value_kind kind);

/* The file must load as a dict with a float tensor 1 to 4 of 2 x 2 at "w". */
void assert_file_loads(const struct bytes *file, const char *what);

#endif

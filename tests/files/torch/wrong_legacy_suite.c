/*
 * Files of the form before PyTorch 1.6 that are damaged or made to do harm.
 */
#define _GNU_SOURCE
#include "hostile.h"

#define NOT_SAVED "not a file of torch.save(), safetensors, .npz or .npy, but "
#define CHECKPOINT "not a valid checkpoint: "
#define WORDS "} 'w' " TENSOR "s ."
#define MAGIC "#8a0a6cfc9c46f9206aa85019 ."
#define MACHINE "} 'little_endian' #88 s ."
#define KEYS "] '0' a ."

/* The pickles, the number of elements and of bytes after them, and what is wrong; NULL: nothing. */
static const struct {
	const char *pickles[5];
	uint64_t numel;
	size_t nbytes;
	const char *message;
} files[] = {
	{ { MAGIC, "1001 .", MACHINE, WORDS, KEYS }, 4, 16, NULL },
	{ { MAGIC, "1001 .", "} .", WORDS, KEYS }, 4, 16, NULL },
	{ { MAGIC, "1002 .", MACHINE, WORDS, KEYS },
	  4,
	  16,
	  CHECKPOINT "its format is not version 1001" },
	{ { MAGIC, "N .", MACHINE, WORDS, KEYS },
	  4,
	  16,
	  CHECKPOINT "its format is not version 1001" },
	{ { MAGIC, "@os.system ( 'id' t R .", MACHINE, WORDS, KEYS },
	  4,
	  16,
	  "it contains an object of os.system, which is not data; code in a file is never run (for "
	  "a whole module, save net.state_dict() in Python, or use .state_dicts; skip_unknown "
	  "loads other objects as None)" },
	{ { "#8a0a6cfc9c46f9206aa85018 .", "1001 .", MACHINE, WORDS, KEYS },
	  4,
	  16,
	  CHECKPOINT "it does not begin with PyTorch's magic number" },
	{ { MAGIC, "1001 .", "] .", WORDS, KEYS },
	  4,
	  16,
	  CHECKPOINT "its description of the machine that wrote it is missing" },
	{ { MAGIC, "1001 .", "$Float:0:4 .", WORDS, KEYS },
	  4,
	  16,
	  CHECKPOINT "byte 61 of its pickle: a storage is outside the saved object" },
	{ { MAGIC, "1001 .", MACHINE, WORDS, "$Float:0:4 ." },
	  4,
	  16,
	  CHECKPOINT "byte 61 of its pickle: a storage is outside the saved object" },
	{ { MAGIC, "1001 .", MACHINE, WORDS, "} ." },
	  4,
	  16,
	  CHECKPOINT "it has no list of storages" },
	{ { MAGIC, "1001 .", MACHINE, WORDS, "] ." },
	  4,
	  16,
	  "'w': its bytes are missing: there is no storage 0" },
	{ { MAGIC, "1001 .", MACHINE, WORDS, "] '1' a ." },
	  4,
	  16,
	  CHECKPOINT "the storage '1' belongs to no tensor" },
	{ { MAGIC, "1001 .", MACHINE, WORDS, "] 0 a ." },
	  4,
	  16,
	  CHECKPOINT "the key of a storage is not a string" },
	{ { MAGIC, "1001 .", MACHINE, WORDS, "] ( '0' '0' e ." },
	  4,
	  16,
	  CHECKPOINT "the storage '0' appears twice" },
	{ { MAGIC, "1001 .", MACHINE, WORDS, KEYS },
	  5,
	  16,
	  CHECKPOINT "the storage '0' has 5 elements, expected 4" },
	{ { MAGIC, "1001 .", MACHINE, WORDS, KEYS },
	  3,
	  16,
	  CHECKPOINT "the storage '0' has 3 elements, expected 4" },
	{ { MAGIC, "1001 .", MACHINE, WORDS, KEYS },
	  UINT64_MAX,
	  16,
	  CHECKPOINT "the storage '0' has -1 elements, expected 4" },
	{ { MAGIC, "1001 .", MACHINE, WORDS, KEYS },
	  (uint64_t)4 << 56,
	  16,
	  CHECKPOINT "the storage '0' has 288230376151711744 elements, expected 4" },
	{ { MAGIC, "1001 .", MACHINE, WORDS, KEYS },
	  4,
	  15,
	  CHECKPOINT "it ends in the storage '0'; the file is incomplete" },
	{ { MAGIC, "1001 .", MACHINE, "$Float:0:2305843009213693951 .", KEYS },
	  2305843009213693951,
	  16,
	  CHECKPOINT "it ends in the storage '0'; the file is incomplete" },
};

static void add_file(struct bytes *file, const char *const pickles[5], uint64_t numel,
		     size_t nbytes)
{
	for (int i = 0; i < 5; i++)
		add_legacy_pickle(file, pickles[i]);
	add_number(file, numel, 8);
	add_bytes(file, one_to_four, nbytes);
}

START_TEST(file_that_is_wrong_is_refused)
{
	struct bytes file = { 0 };
	char what[40];

	snprintf(what, sizeof what, "file %d", _i);
	add_file(&file, files[_i].pickles, files[_i].numel, files[_i].nbytes);
	if (files[_i].message)
		assert_file_refused(&file, "ValueError", files[_i].message, what);
	else
		assert_file_loads(&file, what);
	free_bytes(&file);
}
END_TEST

/* --- Parts of storages ------------------------------------------------------------------------ */

#define PART(view) "( 'storage' @torch.FloatStorage '0' 'cpu' 4 " view " t Q"
#define ON(part, offset, size) "} 'w' " TENSOR_ON(part, offset, size, "%(2,1)") "s ."

/* A tensor on a part of the four floats: (key, offset, number of elements). */
static const struct {
	const char *words, *message;
} parts[] = {
	{ ON(PART("( '1' 0 4 t"), "0", "%(2,2)"), NULL },
	{ ON(PART("N"), "0", "%(2,2)"), NULL },
#define WRONG(at)                                                                          \
	CHECKPOINT "byte " at " of its pickle: the description of a storage differs from " \
		   "the one that PyTorch writes"
	{ ON(PART("( '1' 0 5 t"), "0", "%(2,2)"), WRONG("129") },
	{ ON(PART("( '1' 1 4 t"), "0", "%(2,2)"), WRONG("129") },
	{ ON(PART("( '1' 5 0 t"), "0", "%(2,2)"), WRONG("129") },
	{ ON(PART("( '1' -1 4 t"), "0", "%(2,2)"), WRONG("129") },
	{ ON(PART("( '1' 0 -1 t"), "0", "%(2,2)"), WRONG("129") },
	{ ON(PART("( '1' 9223372036854775807 1 t"), "0", "%(2,2)"), WRONG("129") },
	{ ON(PART("( '1' 0 t"), "0", "%(2,2)"), WRONG("119") },
	{ ON(PART("( '1' '0' 4 t"), "0", "%(2,2)"), WRONG("125") },
	{ ON(PART("5"), "0", "%(2,2)"), WRONG("111") },
	{ ON(PART("( '1' 1 3 t"), "0", "%(2,2)"),
	  "'w': its last element ends at byte 20 of its storage, which has 16 bytes" },
	{ ON(PART("( '1' 1 3 t"), "9223372036854775807", "%(1,1)"),
	  "'w': its last element is beyond the address space" },
	{ ON(PART("( '1' 1 3 t"), "-1", "%(1,1)"),
	  "'w': its offset, or one of its sizes or strides, is negative" },
	{ "} 'w' " PART("( '1' 1 3 t") " s .", "'w': it is a view of another storage" },
};

START_TEST(part_that_is_wrong_is_refused)
{
	struct bytes file = { 0 };

	begin_legacy(&file, parts[_i].words);
	end_legacy(&file);
	if (parts[_i].message)
		assert_file_refused(&file, "ValueError", parts[_i].message, parts[_i].words);
	else
		assert_file_loads(&file, parts[_i].words);
	free_bytes(&file);
}
END_TEST

/* --- Everywhere ------------------------------------------------------------------------------- */

static void make_file(struct bytes *file)
{
	begin_legacy(file, WORDS);
	end_legacy(file);
}

/* What is the matter with a file that ends in its magic number. */
static const char *message_at_magic(size_t length)
{
	static const char whole[] = "80 02 8a 0a 6c fc 9c 46";
	static char message[300];

	if (length == 1)
		return "unknown file format: expected a file of torch.save(), safetensors, .npz or "
		       ".npy (it begins with 80)";
	snprintf(message, sizeof message,
		 NOT_SAVED "a plain pickle of Python (it begins with %.*s); only pickles from "
			   "torch.save() can be read: in Python, load it and save its arrays with "
			   "torch.save() or numpy.savez(); for a whole model, save "
			   "net.state_dict()",
		 (int)(3 * length - 1), whole);
	return message;
}

/* What is the matter with a file that ends there. */
static const char *message_at(size_t length, size_t whole)
{
	static char message[100];
	size_t pickles[6] = { 0 };
	struct bytes file = { 0 };

	if (length == 0)
		return "the file is empty";
	if (length < 9)
		return message_at_magic(length);
	if (length >= whole - 24)
		return CHECKPOINT "it ends in the storage '0'; the file is incomplete";
	begin_legacy(&file, WORDS);
	pickles[4] = file.n;
	add_pickle(&file, KEYS);
	pickles[5] = file.n;
	for (int i = 1, at = 0; i < 4; i++, pickles[i - 1] = (size_t)at)
		at += (int)((const unsigned char *)memmem(file.data + at, file.n - (size_t)at,
							  ".\x80\2", 3) -
			    (file.data + at)) +
		      1;
	for (int i = 5; i-- > 0;) {
		if (length < pickles[i])
			continue;
		snprintf(message, sizeof message,
			 CHECKPOINT "its pickle ends at byte %zu, in the middle",
			 length - pickles[i]);
		break;
	}
	free_bytes(&file);
	return message;
}

START_TEST(wherever_an_older_file_ends_it_is_an_error)
{
	struct bytes file = { 0 };
	char what[40];

	make_file(&file);
	for (size_t i = 0; i < file.n; i++) {
		snprintf(what, sizeof what, "the first %zu bytes", i);
		assert_file_refused(&(struct bytes){ file.data, i, 0 }, "ValueError",
				    message_at(i, file.n), what);
	}
	free_bytes(&file);
}
END_TEST

/* The form has no checksums: a bit of a text, a number or an element can change the value. All
 * that can be asked is a value or an error. */
START_TEST(no_bit_does_harm)
{
	int loaded = 0, refused = 0;
	struct bytes file = { 0 };

	make_file(&file);
	for (size_t i = 0; i < 8 * file.n; i++) {
		ct_value result = ct_value_int(7);
		ct_error error;

		file.data[i / 8] ^= (unsigned char)(1 << i % 8);
		put_bytes(&file);
		error = ct_load(hostile_path, NULL, &result);
		if (error) {
			ck_assert_msg(ct_error_class_of(error) == CT_ERROR_VALUE, "bit %zu: %s", i,
				      error);
			ck_assert_msg(result.i == 7, "bit %zu: the result was written", i);
		} else {
			ct_value_free(&result);
		}
		*(error ? &refused : &loaded) += 1;
		ct_error_free(error);
		file.data[i / 8] ^= (unsigned char)(1 << i % 8);
	}
	ck_assert_int_gt(loaded, 200);
	ck_assert_int_gt(refused, 1000);
	free_bytes(&file);
}
END_TEST

Suite *wrong_legacy_suite(void)
{
	Suite *suite = suite_create("older files that are wrong");
	TCase *tests = tests_of("older files that are wrong");

	tcase_add_checked_fixture(tests, make_hostile_folder, remove_hostile_folder);
	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, file_that_is_wrong_is_refused, 0, (int)LENGTH(files));
	tcase_add_loop_test(tests, part_that_is_wrong_is_refused, 0, (int)LENGTH(parts));
	tcase_add_test(tests, wherever_an_older_file_ends_it_is_an_error);
	tcase_add_test(tests, no_bit_does_harm);
	suite_add_tcase(suite, tests);
	return suite;
}

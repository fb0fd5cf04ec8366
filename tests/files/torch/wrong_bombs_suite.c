/*
 * Small files of torch.save() that would take much memory, stack or time: they are refused early,
 * with memory that their size limits.
 */
#define _GNU_SOURCE
#include <time.h>

#include "hostile.h"

#define AGAIN "its pickle repeats its parts too often"

/* What ct_load() may take for a byte of a pickle, in bytes: nodes, and values with texts. */
enum { NODES = 256, VALUES = 16 * 64, AT_LEAST = 16 << 20 };

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Loads the file in memory that `n` bytes of pickles limit, in seconds; `part` is in the error's
 * text. NULL: it is loaded. */
static void assert_limited(const struct bytes *file, size_t n, const ct_load_options *options,
			   const char *part, const char *what)
{
	ct_value result = ct_value_int(7);
	ct_error error;
	double time;

	put_bytes(file);
	limit_memory(n * (NODES + VALUES) + AT_LEAST);
	time = seconds();
	error = ct_load(hostile_path, options, &result);
	time = seconds() - time;
	end_memory_limit();
	ck_assert_msg(!error == !part, "ct_load of %s: %s", what, error ? error : "no error");
	if (error) {
		ck_assert_msg(strstr(error, part) && ct_error_class_of(error) == CT_ERROR_VALUE,
			      "ct_load of %s:\n  expected %s\n  got      %s", what, part, error);
		ck_assert_int_eq(result.i, 7);
		ct_error_free(error);
	} else {
		ct_value_free(&result);
	}
	ck_assert_msg(time < (is_sanitized() ? 20 : 5), "ct_load of %s took %g s", what, time);
}

/* An archive of this pickle. */
static void assert_bomb(const struct bytes *pickle, const ct_load_options *options,
			const char *part, const char *what)
{
	struct archive archive = { 0 };

	add_entry(&archive, "a/data.pkl", pickle->data, pickle->n);
	add_text_entry(&archive, "a/version", "3\n");
	add_entry(&archive, "a/data/0", one_to_four, sizeof one_to_four);
	end_archive(&archive);
	assert_limited(&archive.file, pickle->n, options, part, what);
	free_archive(&archive);
}

/* --- What is repeated ------------------------------------------------------------------------- */

/* Words, then others so many times, then the last; without their protocol. */
static void add_times(struct bytes *pickle, const char *first, const char *again, int times,
		      const char *last)
{
	struct bytes one = { 0 };

	add_pickle(pickle, first);
	add_pickle(&one, again);
	for (int i = 0; i < times; i++)
		add_bytes(pickle, one.data + 2, one.n - 2);
	free_bytes(&one);
	add_pickle(&one, last);
	add_bytes(pickle, one.data + 2, one.n - 2);
	free_bytes(&one);
}

#define TIMES8(text) text text text text text text text text
#define G8 TIMES8("g0 ")
#define LETTERS TIMES8(TIMES8(TIMES8("xxxxxxx"))) /* 3584 of them */
static const struct {
	const char *what, *first, *again;
	int times;
	const char *last, *part;
} repeated[] = {
	{ "lists of eight of the list before", "] p0 #30", "( " G8 "l p0 #30", 30, "g0 .", AGAIN },
	{ "tuples of eight of the tuple before", ") p0 #30", "( " G8 "t p0 #30", 30, "g0 .",
	  AGAIN },
	{ "a key of eight of the tuple before", ") p0 #30", "( " G8 "t p0 #30", 14, "} g0 1 s .",
	  AGAIN },
	{ "keys of the same tuple", "( " TIMES8(TIMES8(TIMES8("1 "))) "t p0 #30 ] (", "} g0 1 s",
	  30000, "e .", AGAIN },
	{ "dicts of the dict before", "} p0 #30", "( 'a' g0 'b' g0 'c' g0 'd' g0 d p0 #30", 30,
	  "g0 .", AGAIN },
	{ "a text repeated", "'" LETTERS "' p0 #30 ] (", "g0", 30000, "e .", AGAIN },
	{ "bytes repeated", "\"" LETTERS "\" p0 #30 ] (", "g0", 30000, "e .", AGAIN },
	{ "a text of another opcode repeated", "'" LETTERS "' ] (", "#68ff #30", 0, "e #30 .",
	  NULL },
	{ "a text encoded again and again",
	  "'" LETTERS "' p0 #30 'latin1' p1 #30 @_codecs.encode p2 #30 ] (", "g2 ( g0 g1 t R",
	  30000, "e .", AGAIN },
	{ "a list made a tuple again and again",
	  "] ( " TIMES8(TIMES8(TIMES8("N "))) "e p0 #30 @builtins.tuple p1 #30 ] (", "g1 g0 #85 R",
	  30000, "e .", AGAIN },
	{ "a dict made an OrderedDict again and again",
	  "} ( " TIMES8(TIMES8(TIMES8("'a' N "))) "u p0 #30 @collections.OrderedDict p1 #30 ] (",
	  "g1 g0 #85 R", 30000, "e .", AGAIN },
	{ "a list appended to itself", "] p0 (", "g0", 100000, "e .", "'0': it contains itself" },
	{ "one object many times on the stack", "N", "#32", 400000, ".",
	  "it ends with 400001 objects and 0 marks" },
	{ "marks alone", "N", "(", 400000, ".", "it ends with 1 objects and 400000 marks" },
	{ "memos alone", "N p0", "#94", 400000, ".", NULL },
	{ "the largest memo", "N #720000ffff", "N #30", 10, ".",
	  "memo index 4294901760 is too large" },
	{ "empty lists", "] (", "]", 400000, "e .", NULL },
	{ "empty dicts", "] (", "}", 400000, "e .", NULL },
	{ "tensors on one storage", "] (", TENSOR, 3000, "e .", NULL },
	{ "protocols", "N", "#8002", 400000, ".", NULL },
};

START_TEST(what_is_repeated_takes_little_memory)
{
	struct bytes pickle = { 0 };

	add_times(&pickle, repeated[_i].first, repeated[_i].again, repeated[_i].times,
		  repeated[_i].last);
	assert_bomb(&pickle, NULL, repeated[_i].part, repeated[_i].what);
	free_bytes(&pickle);
}
END_TEST

/* Each is of its own bytes once it is loaded. */
START_TEST(arrays_of_the_same_bytes_take_little_memory)
{
	const size_t n = 100000;
	struct bytes pickle = { 0 }, rest = { 0 };

	add_pickle(&pickle, "B");
	add_number(&pickle, n, 4);
	while (pickle.n < n + 7)
		add_byte(&pickle, 0);
	add_times(&rest,
		  "p0 #30 ( 1 %(100000) @numpy.dtype ( 'u1' #89 #88 t R #89 g0 t p1 #30 "
		  "@numpy._core.multiarray._reconstruct p2 #30 "
		  "( @numpy.ndarray %(0) 'b' t p3 #30 ] (",
		  "g2 g3 R g1 b", 20000, "e .");
	add_bytes(&pickle, rest.data + 2, rest.n - 2);
	assert_bomb(&pickle, NULL, AGAIN, "arrays of the same bytes");
	free_bytes(&pickle);
	free_bytes(&rest);
}
END_TEST

/* A class can have a long name, and the name is a text that a pickle can repeat. */
START_TEST(names_that_are_skipped_take_little_memory)
{
	ct_value skipped = ct_value_none();
	const ct_load_options options = { .skip_unknown = true, .skipped = &skipped };
	struct bytes pickle = { 0 };

	add_times(&pickle, "'m' p0 #30 '" TIMES8(TIMES8(TIMES8("n"))) "' p1 #30 ] (",
		  "g0 g1 #93 ) R", 50000, "e .");
	assert_bomb(&pickle, &options, NULL, "a long name skipped again and again");
	ck_assert_int_eq(ct_value_count(&skipped), 1);
	ct_value_free(&skipped);
	free_bytes(&pickle);

	add_times(&pickle, "'m' p0 #30 '" LETTERS "' p1 #30 ] (", "g0 g1 #93 ) R", 50000, "e .");
	assert_bomb(&pickle, &options,
		    "byte 3609 of its pickle: a name has 3585 characters (at most 1000)",
		    "a name that is too long");
	ck_assert(ct_value_is_none(&skipped));
	free_bytes(&pickle);
}
END_TEST

/* --- Deep ones -------------------------------------------------------------------------------- */

enum { DEEP = 100000 };
#define TOO_DEEP "lists and dicts nest deeper than 1000 levels"

static const struct {
	const char *what, *first, *again, *last, *part;
} deep[] = {
	{ "lists in lists", "N", "p0 #30 ] g0 a", ".", TOO_DEEP },
	{ "tuples in tuples", ")", "#85", ".", TOO_DEEP },
	{ "dicts in dicts", "N", "p0 #30 } 'a' g0 s", ".", TOO_DEEP },
	{ "dicts as keys", "N", "p0 #30 } g0 N s", ".", TOO_DEEP },
	{ "sets in sets", "N", "p0 #30 #8f ( g0 #90", ".",
	  "it is an item of a set of type frozenset" },
	{ "attributes of attributes", "N", "p0 #30 @collections.OrderedDict ) R } 'a' g0 s b", ".",
	  TOO_DEEP },
	{ "tensors of tensors", "N", "p0 #30 @torch._utils._rebuild_parameter ( g0 #89 N t R", ".",
	  "its component tensors are nested more than 16 levels deep" },
};

static void *load_deep(void *context)
{
	const int i = *(const int *)context;
	struct bytes pickle = { 0 };

	add_times(&pickle, deep[i].first, deep[i].again, DEEP, deep[i].last);
	assert_bomb(&pickle, NULL, deep[i].part, deep[i].what);
	free_bytes(&pickle);
	return NULL;
}

START_TEST(deep_nesting_needs_little_stack)
{
	int i = _i;

	run_on_small_stack(load_deep, &i);
}
END_TEST

/* --- Compressed ------------------------------------------------------------------------------- */

START_TEST(compressed_pickle_takes_little_memory)
{
	const size_t n = 100 << 20;
	unsigned char *zeros = malloc(n);
	struct archive archive = { 0 };

	MUST(zeros);
	memset(zeros, ']', n);
	add_deflated(&archive, "a/data.pkl", zeros, n);
	add_text_entry(&archive, "a/version", "3\n");
	end_archive(&archive);
	assert_limited(&archive.file, archive.file.n, NULL,
		       "not a valid checkpoint: its data.pkl would grow from ",
		       "a pickle of 100 MB that is compressed");
	free_archive(&archive);

	/* Below that limit, and of opcodes that each take memory. */
	archive = (struct archive){ 0 };
	add_deflated(&archive, "a/data.pkl", zeros, 1 << 20);
	add_text_entry(&archive, "a/version", "3\n");
	end_archive(&archive);
	assert_limited(&archive.file, 16 * archive.file.n, NULL, AGAIN,
		       "a pickle of 1 MB that is compressed");
	free_archive(&archive);
	free(zeros);
}
END_TEST

START_TEST(compressed_storage_cannot_grow_more_than_deflate_allows)
{
	struct archive archive = { 0 };
	struct bytes pickle = { 0 };

	add_pickle(&pickle, "$Byte:0:1000000000000 .");
	add_entry(&archive, "a/data.pkl", pickle.data, pickle.n);
	add_text_entry(&archive, "a/version", "3\n");
	add_deflated(&archive, "a/data/0", one_to_four, sizeof one_to_four);
	end_archive(&archive);
	set_number(&archive.file, archive.local[2] + LOCAL_SIZE, 4000000000, 4);
	set_number(&archive.file, archive.central[2] + CENTRAL_SIZE, 4000000000, 4);
	assert_limited(&archive.file, pickle.n, NULL,
		       "'a/data/0' is too small to decompress to 4000000000 bytes",
		       "a storage of 4 GB");
	free_bytes(&pickle);
	free_archive(&archive);
}
END_TEST

Suite *wrong_bombs_suite(void)
{
	Suite *suite = suite_create("small files that would take much memory");
	TCase *tests = tests_of("small files that would take much memory");

	if (is_sanitized())
		printf("left out: the limits of memory, since a sanitizer reserves too much\n");
	tcase_add_checked_fixture(tests, make_hostile_folder, remove_hostile_folder);
	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, what_is_repeated_takes_little_memory, 0, (int)LENGTH(repeated));
	tcase_add_test(tests, arrays_of_the_same_bytes_take_little_memory);
	tcase_add_test(tests, names_that_are_skipped_take_little_memory);
	tcase_add_loop_test(tests, deep_nesting_needs_little_stack, 0, (int)LENGTH(deep));
	tcase_add_test(tests, compressed_pickle_takes_little_memory);
	tcase_add_test(tests, compressed_storage_cannot_grow_more_than_deflate_allows);
	suite_add_tcase(suite, tests);
	return suite;
}

/*
 * Files of torch.save() whose pickles are damaged or made to do harm: opcodes, memos, recursion.
 * None of them may run anything, crash, or write to the result.
 */
#include "hostile.h"

#define NO_DEVICE                                                                      \
	"it was saved on a device unknown to libtorch; .map_location = CT_DEVICE_CPU " \
	"loads it to the CPU"
#define CHECKPOINT "not a valid checkpoint: "
#define HERE(at, text) CHECKPOINT "byte " at " of its pickle: " text
#define NOT_DATA(name)                                                                \
	"it contains an object of " name                                              \
	", which is not data; code in a file is never run (for a whole module, save " \
	"net.state_dict() in Python, or use .state_dicts; skip_unknown loads other "  \
	"objects as None)"

/* --- Pickles ---------------------------------------------------------------------------------- */

#define FF30 "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
#define FF32 "ffff" FF30
#define TOO_LONG                                   \
	"it is an integer of more than 255 bytes " \
	"(skip_unknown loads such integers as None)"
#define WRONG_KEY(key)                                                                           \
	"'" key "': it is the value of a key of type tuple; such keys and items cannot be read " \
	"(skip_unknown leaves them out)"

/* Bytes of a key, one less than are shown of it. */
#define A19 "aaaaaaaaaaaaaaaaaaa"
#define A199 A19 A19 A19 A19 A19 A19 A19 A19 A19 A19 "aaaaaaaaa"

/* The words after the protocol, and what is wrong. */
static const struct {
	const char *words, *message;
} pickles[] = {
	{ "'os' 'system' #93 ( 'id' t R .", NOT_DATA("os.system") },
	{ "'os' p0 'system' p1 g0 g1 #93 ( 'id' t R .", NOT_DATA("os.system") },
	{ "'torch._utils' 'os.system' #93 .", NOT_DATA("torch._utils.os.system") },
	{ "5 'x' #93 .", HERE("18", "the name of a function or class is not a string") },
	{ "'torch' \"x\" #93 .", HERE("18", "the name of a function or class is not a string") },
	{ "'torch' 'FloatStorage.__class__' #93 .", NOT_DATA("torch.FloatStorage.__class__") },
	{ "'torch._utils._rebuild_tensor_v2.__globals__' 'x' #93 .",
	  NOT_DATA("torch._utils._rebuild_tensor_v2.__globals__.x") },
	{ "'OS' 'system' #93 .", NOT_DATA("OS.system") },
	{ "'' '' #93 .", NOT_DATA(".") },
	{ "( #696f730a73797374656d0a .",
	  HERE("3", "0x69 is not an opcode that describes data in protocols 2 to 5") },
	{ "( @os.system 'id' o .", NOT_DATA("os.system") },
	{ "#8201 .", HERE("2", "0x82 is not an opcode that describes data in protocols 2 to 5") },
	{ "#830100 .", HERE("2", "0x83 is not an opcode that describes data in protocols 2 to 5") },
	{ "#8401000000 .",
	  HERE("2", "0x84 is not an opcode that describes data in protocols 2 to 5") },
	{ "I1 .", HERE("2", "0x49 is not an opcode that describes data in protocols 2 to 5") },
	{ "#49310a .", HERE("2", "0x49 is not an opcode that describes data in protocols 2 to 5") },
	{ "#53276127 .",
	  HERE("2", "0x53 is not an opcode that describes data in protocols 2 to 5") },
	{ "#8004 .", HERE("4", "it ends with 0 objects and 0 marks (expected one object)") },
	{ "#8006 .", HERE("2", "unsupported protocol 6 (expected 2 to 5)") },
	{ "#8001 .", HERE("2", "unsupported protocol 1 (expected 2 to 5)") },
	{ "] b .", HERE("3", "the stack has too few objects") },
	{ "] N b .", HERE("4", "a state is set on an object that has none") },
	{ "5 } b .", HERE("13", "a state is set on an object that has none") },
	{ "'x' N b .", HERE("9", "a state is set on an object that has none") },
	{ "@collections.OrderedDict } b .",
	  HERE("28", "a state is set on an object that has none") },
	{ "@torch._utils._rebuild_tensor_v2 } b .",
	  HERE("36", "a state is set on an object that has none") },
	{ "@torch._utils._rebuild_tensor_v2 ) } #92 .",
	  HERE("37", "0x92 is not an opcode that describes data in protocols 2 to 5") },
	{ "@collections.OrderedDict N #92 .",
	  HERE("28", "0x92 is not an opcode that describes data in protocols 2 to 5") },
	{ "5 ) R .", HERE("13", "a call needs a function and a tuple") },
	{ "@collections.OrderedDict 5 R .",
	  HERE("37", "a call needs a function and a tuple") },
	{ "@collections.OrderedDict ] R .",
	  HERE("28", "a call needs a function and a tuple") },
	{ "( ] t ) R .",
	  HERE("6", "a call needs a function and a tuple") },
	{ "@torch.FloatStorage ) R .",
	  HERE("23", "calling torch.FloatStorage is not supported") },
	{ "@torch.FloatStorage .",
	  "it is the function or class torch.FloatStorage, which is not data" },
	{ "@torch.Tensor .", "it is the function or class torch.Tensor, which is not data" },
	{ "@torch.Tensor ) R .", HERE("17", "calling torch.Tensor is not supported") },
	{ "@builtins.int ) R .", HERE("17", "calling builtins.int is not supported") },
	{ "@torch.nn.parameter.Parameter ) R .",
	  "its description differs from the one that Python writes" },
	{ "@torch.nn.parameter.Parameter .",
	  "it is the function or class torch.nn.parameter.Parameter, which is not data" },
	{ "#50300a .", HERE("2", "0x50 is not an opcode that describes data in protocols 2 to 5") },
	{ "5 Q .", HERE("12", "the description of a storage differs from the one that PyTorch "
			      "writes") },
	{ ") Q .", HERE("3", "the description of a storage differs from the one that PyTorch "
			     "writes") },
	{ "( 'storage' t Q .", HERE("16", "the description of a storage differs from the one that "
					  "PyTorch writes") },
	{ "( 'storage' 'torch' '0' 'cpu' 4 t Q .",
	  HERE("50", "the description of a storage differs from the one that PyTorch writes") },
	{ "( 'storage' @torch.FloatStorage 0 'cpu' 4 t Q .",
	  HERE("64", "the description of a storage differs from the one that PyTorch writes") },
	{ "( 'storage' @torch.FloatStorage '0' 'cpu' -1 t Q .",
	  HERE("60", "the description of a storage differs from the one that PyTorch writes") },
	{ "( 'storage' @torch.FloatStorage '0' 'cpu' 9223372036854775807 t Q .",
	  HERE("60", "the description of a storage differs from the one that PyTorch writes") },
	{ "( 'storage' @torch.FloatStorage '0' 'cpu' 4611686018427387904 t Q .",
	  HERE("60", "the description of a storage differs from the one that PyTorch writes") },
	{ "( 'storage' @torch.FloatStorage '0' 'xyz' 4 t Q .", NO_DEVICE },
	{ "( 'storage' @torch.FloatStorage '0' 'cuda:99' 4 t Q .",
	  "it was saved on cuda:99, which is not available here; .map_location = CT_DEVICE_CPU "
	  "loads it to the CPU" },
	{ "( 'storage' @torch.FloatStorage '0' 'cuda:999' 4 t Q .", NO_DEVICE },
	{ "( 'storage' @torch.FloatStorage '0' '' 4 t Q .", NO_DEVICE },
	{ "( 'storage' @torch.FloatStorage #5802000000300a 'cpu' 4 t Q .",
	  "its bytes are missing: there is no entry data/0?" },
	{ "( 'storage' @torch.FloatStorage #580200000030005804000000637075 .",
	  "not a valid checkpoint: its pickle ends at byte 51, in the middle" },
	{ "( 'storage' @torch.FloatStorage #58020000003000 'cpu' 4 t Q .",
	  HERE("61", "the description of a storage differs from the one that PyTorch writes") },
	{ "( 'module' @torch.FloatStorage '0' 'cpu' 4 t Q .",
	  HERE("59", "the description of a storage differs from the one that PyTorch writes") },
	{ "( 'storage' @torch.Size '0' 'cpu' 4 t Q .",
	  HERE("52", "the description of a storage differs from the one that PyTorch writes") },
	{ "$Float:../x:4 .", "its bytes are missing: there is no entry data/../x" },
	{ "$Float:1:4 .", "its bytes are missing: there is no entry data/1" },
	{ "$Float:0:5 .", "the entry data/0 has 16 bytes, expected 20" },
	{ "$Float:0:4 $Float:0:3 #86 .", HERE("119", "the storage '0' has two sizes") },
	{ "$Float:0:4 $Int:0:4 #86 .", HERE("117", "the storage '0' has two dtypes") },
	{ "$Float:0:4 $Double:0:2 #86 .", HERE("120", "the storage '0' has two sizes") },
	{ "] p0 g0 a .", "'0': it contains itself" },
	{ "} p0 'a' g0 s .", "'a': it contains itself" },
	{ "} p0 g0 N s .", "'?': it contains itself" },
	{ "( 'a' ] p0 t g0 a .", HERE("15", "an item is added to an object that cannot hold it") },
	{ "] p0 ( g0 t a .", "'0.0': it contains itself" },
	{ "} ( 'a' ] p1 ( } p2 'self' g2 s e u .", "'a.0.self': it contains itself" },
	{ "} ( 'a' 1 @torch.int8 t 2 s .", WRONG_KEY("(a, 1, ?)") },
	{ "} #8b00010000" FF32 FF32 FF32 FF32 FF32 FF32 FF32 FF30 "8000 2 s .",
	  "'?': it is the value of a key of type int (of more than 255 bytes); such keys and "
	  "items cannot be read (skip_unknown leaves them out)" },
	{ "} ) #85 #85 #85 #85 #85 #85 #85 #85 #85 #85 #85 #85 #85 #85 #85 #85 2 s .",
	  "'(?)': it is the value of a key of type tuple (of more than 16 levels); such keys "
	  "and items cannot be read (skip_unknown leaves them out)" },
	{ "} ( 1 2 3 4 @torch.int8 t 2 s .", WRONG_KEY("(1, 2, 3, 4, ...)") },
	{ "} ( '" A19 "\xc3\xa9' ( @torch.int8 t t 2 s .", WRONG_KEY("(" A19 "..., ?)") },
	{ "} '" A199 "\xc3\xa9' @torch.FloatStorage s .",
	  "'" A199 "': it is the function or class torch.FloatStorage, which is not data" },
	{ "} '\x1b[2J' @torch.FloatStorage s .",
	  "'?[2J': it is the function or class torch.FloatStorage, which is not data" },
	{ "g0 .", HERE("2", "memo 0 was not stored") },
	{ "#6aff000000 .", HERE("2", "memo 255 was not stored") },
	{ "N #72ffffffff .", HERE("3", "memo index 4294967295 is too large") },
	{ "#8bffffffff .", "not a valid checkpoint: its pickle ends at byte 8, in the middle" },
	{ "#8b00000080 .", "not a valid checkpoint: its pickle ends at byte 8, in the middle" },
	{ "#8a .", "not a valid checkpoint: its pickle ends at byte 4, in the middle" },
	{ "#95ffffffffffffffff N .",
	  "not a valid checkpoint: its pickle ends at byte 13, in the middle" },
	{ "#58ffffffff .", "not a valid checkpoint: its pickle ends at byte 8, in the middle" },
	{ "#8dffffffffffffffff .",
	  "not a valid checkpoint: its pickle ends at byte 12, in the middle" },
	{ "#5801000000ff .", HERE("2", "a string is not valid UTF-8") },
	{ "#5802000000c080 .", HERE("2", "a string is not valid UTF-8") },
	{ "#8c .", "not a valid checkpoint: its pickle ends at byte 4, in the middle" },
	{ "#ff .", HERE("2", "0xff is not an opcode that describes data in protocols 2 to 5") },
	{ "#00 .", HERE("2", "0x00 is not an opcode that describes data in protocols 2 to 5") },
	{ "N N .", HERE("4", "it ends with 2 objects and 0 marks (expected one object)") },
	{ "( N .", HERE("4", "it ends with 1 objects and 1 marks (expected one object)") },
	{ ".", HERE("2", "it ends with 0 objects and 0 marks (expected one object)") },
	{ "( .", HERE("3", "it ends with 0 objects and 1 marks (expected one object)") },
	{ "a .", HERE("2", "the stack has too few objects") },
	{ "] a .", HERE("3", "the stack has too few objects") },
	{ "( e .", HERE("3", "the stack has too few objects") },
	{ "N N s .", HERE("4", "the stack has too few objects") },
	{ "} N s .", HERE("4", "the stack has too few objects") },
	{ "} ( N u .", HERE("5", "an item is added to an object that cannot hold it") },
	{ "( N d .", HERE("4", "the stack has too few objects") },
	{ "} N a .", HERE("4", "an item is added to an object that cannot hold it") },
	{ "} N N a .", HERE("5", "an item is added to an object that cannot hold it") },
	{ "] ( N N u .", HERE("6", "an item is added to an object that cannot hold it") },
	{ "#85 .", HERE("2", "the stack has too few objects") },
	{ "N #86 .", HERE("3", "the stack has too few objects") },
	{ "( #86 .", HERE("3", "the stack has too few objects") },
	{ "t .", HERE("2", "a mark is missing") },
	{ "#31 .", HERE("2", "a mark is missing") },
	{ "#30 .", HERE("2", "a mark is missing") },
	{ "#32 .", HERE("2", "the stack has too few objects") },
	{ "b .", HERE("2", "the stack has too few objects") },
	{ "N b .", HERE("3", "the stack has too few objects") },
	{ "R .", HERE("2", "the stack has too few objects") },
	{ "#93 .", HERE("2", "the stack has too few objects") },
	{ "N q .", HERE("3", "memo index 46 is too large") },
	{ "p0 .", HERE("2", "the stack has too few objects") },
	{ "#94 .", HERE("2", "the stack has too few objects") },
	{ "Q .", HERE("2", "the stack has too few objects") },
	{ "c .", "not a valid checkpoint: its pickle ends at byte 4, in the middle" },
	{ "#630a .", "not a valid checkpoint: its pickle ends at byte 5, in the middle" },
	{ "#63780a .", "not a valid checkpoint: its pickle ends at byte 6, in the middle" },
	{ "#63780a790a .", NOT_DATA("x.y") },
	{ "#8f ( ] #90 .",
	  "'0': an item of a set must be a str, bytes, a number, a Tensor, a device or a tuple of these "
	  "and None, got list" },
	{ "} ] N s .",
	  "'?': a key must be a str, bytes, a number, a Tensor, a device or a tuple of these and None, got "
	  "list" },
	{ "} } N s .",
	  "'?': a key must be a str, bytes, a number, a Tensor, a device or a tuple of these and None, got "
	  "dict" },
	{ "#8b00010000" FF32 FF32 FF32 FF32 FF32 FF32 FF32 FF30 "8000 .", TOO_LONG },
	{ "#8b01010000" FF32 FF32 FF32 FF32 FF32 FF32 FF32 FF32 "01 .", TOO_LONG },
	{ "#8b00010000" FF32 FF32 FF32 FF32 FF32 FF32 FF32 FF30 "ff01 .", TOO_LONG },
};

START_TEST(pickle_that_is_wrong_is_refused)
{
	assert_pickle_refused(pickles[_i].words, pickles[_i].message);
}
END_TEST

/* Unusual, but data. */
START_TEST(pickle_that_is_odd_is_loaded)
{
	static const struct {
		const char *words;
		ct_value_kind kind;
	} odd[] = {
		{ "#9501000000000000004e2e", CT_VALUE_NONE }, /* FRAME with the rest */
		{ "#8005 N .", CT_VALUE_NONE },               /* PROTO again */
		{ "N N #30 .", CT_VALUE_NONE },
		{ "N ( 5 #31 .", CT_VALUE_NONE },
		{ "] ( e .", CT_VALUE_LIST },
		{ "] p0 #30 g0 .", CT_VALUE_LIST },
		{ "N p0 5 p0 #30 .", CT_VALUE_NONE },
		{ "#5803000000eda080 .", CT_VALUE_STRING }, /* a surrogate, as Python writes it */
		{ "#5501ff .", CT_VALUE_BYTES },            /* Python 2's str */
		{ "#8f ( 5 5 #90 .", CT_VALUE_SET },
		{ "~nan .", CT_VALUE_FLOAT },
		{ "#8a00 .", CT_VALUE_INT },
		{ "#8a0cffffffffffffffffffffffff .", CT_VALUE_INT }, /* -1, longer than needed */
		{ "#8a0cffffffffffffffff00000000 .", CT_VALUE_UINT },
		{ "} ( 'a' 1 'a' 2 u .", CT_VALUE_DICT },
	};

	for (size_t i = 0; i < LENGTH(odd); i++)
		assert_pickle_loads(odd[i].words, odd[i].kind);
}
END_TEST

/* --- What is asked for ------------------------------------------------------------------------ */

START_TEST(key_that_is_not_there_is_an_error)
{
	static const char *const keys[] = { "model.fc", "model.f", "" };
	struct archive archive = { 0 };
	ct_value result = ct_value_int(7), skipped = ct_value_int(8);
	char message[200];

	make_checkpoint(&archive, "} 'model' } 'fc' " TENSOR "s s .");
	put_bytes(&archive.file);
	for (int64_t i = 1; i < 3; i++) {
		const ct_load_options options = { .keys = (const char *[]){ keys[0], keys[i] },
						  .keys_len = 2,
						  .skip_unknown = true,
						  .skipped = &skipped };

		snprintf(message, sizeof message,
			 "KeyError: %s has no tensor '%s', nor any whose name begins with it and a "
			 "dot",
			 hostile_path, keys[i]);
		FAILS(ct_load(hostile_path, &options, &result), message);
		ck_assert_int_eq(result.i, 7);
		ck_assert_int_eq(skipped.i, 8);
	}
	free_archive(&archive);
}
END_TEST

static ct_device nowhere(ct_device saved, void *context)
{
	*(ct_device *)context = saved;
	return (ct_device){ CT_DEVICE_TYPE_CUDA, 99 };
}

START_TEST(device_that_is_unknown_needs_a_map_location)
{
	const ct_load_options to_cpu = { .map_location = CT_DEVICE_CPU };
	ct_device seen = CT_DEVICE_CPU;
	const ct_load_options to_nowhere = { .map = nowhere, .context = &seen };
	struct archive archive = { 0 };
	ct_value result = ct_value_int(7);

	make_checkpoint(&archive, "( 'storage' @torch.FloatStorage '0' 'npu:0' 4 t Q .");
	assert_file_refused(&archive.file, "ValueError", NO_DEVICE, "a storage on npu:0");
	FAILS_WITH(ct_load(hostile_path, &to_nowhere, &result), CT_ERROR_VALUE,
		   "its map_location, cuda:99, is not available here");
	ck_assert_int_eq(result.i, 7);
	ck_assert_int_eq(seen.type, CT_DEVICE_TYPE_NONE);
	OK(ct_load(hostile_path, &to_cpu, &result));
	ck_assert_int_eq(result.kind, CT_VALUE_STORAGE);
	ct_value_free(&result);
	free_archive(&archive);
}
END_TEST

/* The older form has a sixth element, which an archive must not have. */
START_TEST(storage_in_an_archive_has_no_view)
{
	struct archive archive = { 0 };

	make_checkpoint(&archive, "( 'storage' @torch.FloatStorage '0' 'cpu' 4 N t Q .");
	assert_file_refused(&archive.file, "ValueError",
			    HERE("61", "the description of a storage differs from the one that "
				       "PyTorch writes"),
			    "a storage with six elements");
	free_archive(&archive);
}
END_TEST

Suite *wrong_suite(void)
{
	Suite *suite = suite_create("pickles that are wrong");
	TCase *tests = tests_of("pickles that are wrong");

	tcase_add_checked_fixture(tests, make_hostile_folder, remove_hostile_folder);
	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, pickle_that_is_wrong_is_refused, 0, (int)LENGTH(pickles));
	tcase_add_test(tests, pickle_that_is_odd_is_loaded);
	tcase_add_test(tests, key_that_is_not_there_is_an_error);
	tcase_add_test(tests, storage_in_an_archive_has_no_view);
	tcase_add_test(tests, device_that_is_unknown_needs_a_map_location);
	suite_add_tcase(suite, tests);
	return suite;
}

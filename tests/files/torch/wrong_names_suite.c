/*
 * Files of torch.save() that name functions and classes which a reader must not call.
 */
#include "hostile.h"

#define NOT_DATA(name)                                                                \
	"it contains an object of " name                                              \
	", which is not data; code in a file is never run (for a whole module, save " \
	"net.state_dict() in Python, or use .state_dicts; skip_unknown loads other "  \
	"objects as None)"

/* What runs a program, a text or another pickle when Python calls it, or finds something that
 * does: those of CVE-2025-32434 and CVE-2025-10156, those that picklescan once missed, and what
 * PyTorch's own list has beside the ones that are known here. */
static const char *const names[] = {
	"os.system",
	"posix.system",
	"nt.system",
	"builtins.eval",
	"__builtin__.eval",
	"builtins.exec",
	"builtins.getattr",
	"builtins.__import__",
	"numpy.f2py.crackfortran.getlincoef",
	"numpy.testing._private.utils.runstring",
	"torch.hub.load",
	"torch.load",
	"torch._utils._rebuild_wrapper_subclass",
	"torch._utils._import_dotted_name",
	"torch.storage._load_from_bytes",
	"torch.utils.data.datapipes.utils.decoder.basichandlers",
	"torch._inductor.codecache.compile_file",
	"torch._dynamo.guards.GuardBuilder.get",
	"torch.fx.experimental.symbolic_shapes.ShapeEnv.evaluate_guards_expression",
	"torch.jit.unsupported_tensor_ops.execWrapper",
	"torch.utils._config_module.load_config",
	"torch.utils.bottleneck.__main__.run_cprofile",
	"idlelib.pyshell.ModifiedInterpreter.runcommand",
	"timeit.timeit",
	"cProfile.runctx",
	"pip.main",
	"asyncio.unix_events._UnixSubprocessTransport._start",
	"functools.partial",
	"operator.attrgetter",
	"_codecs.decode",
	"codecs.open",
	"collections.namedtuple",
	"copyreg._reconstructor",
	"copy_reg._reconstructor",
	"subprocess.Popen",
	"subprocess.check_output",
	"os.popen",
	"os.execv",
	"builtins.compile",
	"builtins.open",
	"builtins.globals",
	"builtins.setattr",
	"builtins.delattr",
	"builtins.object",
	"builtins.map",
	"builtins.print",
	"builtins.breakpoint",
	"builtins.type",
	"builtins.super",
	"builtins.memoryview",
	"builtins.bytes.__class__",
	"runpy.run_path",
	"code.InteractiveInterpreter.runcode",
	"pty.spawn",
	"socket.create_connection",
	"webbrowser.open",
	"ctypes.CDLL",
	"importlib.import_module",
	"shutil.rmtree",
	"pickle.loads",
	"_pickle.loads",
	"dill.loads",
	"cloudpickle.loads",
	"joblib.load",
	"marshal.loads",
	"types.CodeType",
	"types.FunctionType",
	"copyreg.__newobj__",
	"functools.reduce",
	"operator.itemgetter",
	"operator.methodcaller",
	"bdb.Bdb.run",
	"doctest.debug_script",
	"ensurepip._run_pip",
	"lib2to3.pgen2.pgen.ParserGenerator.make_label",
	"profile.Profile.run",
	"trace.Trace.run",
	"venv.create",
	"zipimport.zipimporter.load_module",
	"http.client.HTTPSConnection",
	"requests.api.get",
	"aiohttp.client.ClientSession",
	"numpy.load",
	"numpy.core.multiarray.fromstring",
	"numpy._core.multiarray.frombuffer",
	"numpy.distutils.exec_command.exec_command",
	"numpy.ma.core._mareconstruct",
	"numpy.random._pickle.__generator_ctor",
	"numpy.testing.measure",
	"torch.jit.load",
	"torch.classes.load_library",
	"torch.ops.load_library",
	"torch.package.PackageImporter",
	"torch.serialization.load",
	"torch.utils.cpp_extension.load_inline",
	"torch.utils.collect_env.run",
	"torch.utils.model_zoo.load_url",
	"torch.distributed.run.main",
	"torch.nn.Linear",
	"torch.nn.modules.linear.Linear",
	"torch._C._jit_pass_inline",
	"torch._utils._rebuild_xla_tensor",
	"torch._utils._get_async_or_non_blocking",
	"torch._utils._validate_loaded_sparse_tensors",
	"torch._tensor._rebuild_from_type",
	"torch._tensor.Tensor.apply_",
	"torch.Tensor.map_",
	"torch.storage.TypedStorage",
	"torch.FloatTensor",
	"torch._subclasses.meta_utils.MetaConverter",
	"collections.deque",
	"collections.abc.Mapping",
	"collections.OrderedDict.update",
	"datetime.datetime",
	"uuid.UUID",
	"pathlib.PosixPath",
	"argparse.Namespace",
	"__main__.Model",
	"my_module.Exploit",
};

/* GLOBAL, and then an opcode that would call it or give it a state. */
static const char *const calls[] = { "( 'id' t R .", ") #81 .", "} b .",
				     "p0 g0 #85 .",  "#30 N .", "( 'id' t R } b ." };

START_TEST(function_that_is_not_data_is_refused)
{
	char words[300], message[300];

	for (size_t i = 0; i < LENGTH(calls); i++) {
		snprintf(words, sizeof words, "@%s %s", names[_i], calls[i]);
		snprintf(message, sizeof message, NOT_DATA("%s"), names[_i]);
		assert_pickle_refused(words, message);
	}
}
END_TEST

/* The same with STACK_GLOBAL, whose names can come from the memo. */
START_TEST(function_that_is_not_data_is_refused_by_its_texts)
{
	const char *dot = strrchr(names[_i], '.');
	char words[300], message[300];

	snprintf(message, sizeof message, NOT_DATA("%s"), names[_i]);
	snprintf(words, sizeof words, "'%.*s' '%s' #93 ( 'id' t R .", (int)(dot - names[_i]),
		 names[_i], dot + 1);
	assert_pickle_refused(words, message);
	snprintf(words, sizeof words, "'%.*s' p7 #30 '%s' #94 #30 g7 g0 #93 ( 'id' t R .",
		 (int)(dot - names[_i]), names[_i], dot + 1);
	assert_pickle_refused(words, message);
}
END_TEST

/* On request it becomes None, whatever is done with it, or the dict of its attributes; its name is
 * listed once. */
START_TEST(function_that_is_not_data_can_be_skipped)
{
	static const char *const uses[] = {
		"( 'id' t R",         "( 'id' t R } b",     "( 'id' t R 5 a",
		"( 'id' t R ( 5 6 e", "( 'id' t R 'a' 5 s", "( 'id' t R ( 'a' 5 u",
		"( 'id' t R ( 5 #90", ") #81 ( 'id' t R",   "",
		"( 'id' t R p0 g0 a", "( 'id' t R 'id' R",
	};

	for (size_t i = 0; i < LENGTH(uses); i++) {
		ct_value result, skipped = ct_value_none(), item, name;
		const ct_load_options options = { .skip_unknown = true, .skipped = &skipped };
		struct archive archive = { 0 };
		char words[300];

		snprintf(words, sizeof words, "] ( @%s %s @%s e .", names[_i], uses[i], names[_i]);
		make_checkpoint(&archive, words);
		put_bytes(&archive.file);
		OK(ct_load(hostile_path, &options, &result));
		ck_assert_int_eq(ct_value_count(&result), 2);
		OK(ct_value_item(&result, 0, &item));
		ck_assert_msg(item.kind == (strstr(uses[i], "} b") ? CT_VALUE_DICT : CT_VALUE_NONE),
			      "%s: kind %d", words, item.kind);
		ck_assert_int_eq(ct_value_count(&skipped), 1);
		OK(ct_value_item(&skipped, 0, &name));
		ck_assert_str_eq(name.object, names[_i]);
		ct_value_free(&skipped);
		ct_value_free(&result);
		free_archive(&archive);
	}
}
END_TEST

/* "a\0b.C" is listed when it is read or, with state_dicts, when it becomes a value. */
START_TEST(name_with_a_nul_is_listed_whole_and_once)
{
	ct_value result, skipped;
	const ct_load_options options = { .skip_unknown = true,
					  .state_dicts = _i == 1,
					  .skipped = &skipped };
	struct archive archive = { 0 };
	char *text;

	make_checkpoint(&archive, "] ( #5803000000610062 'C' #93 ( t R "
				  "#5803000000610062 'C' #93 e .");
	put_bytes(&archive.file);
	OK(ct_load(hostile_path, &options, &result));
	ck_assert_int_eq(ct_value_count(&result), 2);
	OK(ct_value_to_string(&skipped, &text));
	ck_assert_str_eq(text, "['a?b.C']");
	ct_free(text);
	ct_value_free(&skipped);
	ct_value_free(&result);
	free_archive(&archive);
}
END_TEST

Suite *wrong_names_suite(void)
{
	Suite *suite = suite_create("pickles that name what is not data");
	TCase *tests = tests_of("pickles that name what is not data");

	tcase_add_checked_fixture(tests, make_hostile_folder, remove_hostile_folder);
	tcase_add_loop_test(tests, function_that_is_not_data_is_refused, 0, (int)LENGTH(names));
	tcase_add_loop_test(tests, function_that_is_not_data_is_refused_by_its_texts, 0,
			    (int)LENGTH(names));
	tcase_add_loop_test(tests, function_that_is_not_data_can_be_skipped, 0, (int)LENGTH(names));
	tcase_add_loop_test(tests, name_with_a_nul_is_listed_whole_and_once, 0, 2);
	suite_add_tcase(suite, tests);
	return suite;
}

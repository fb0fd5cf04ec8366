/*
 * ct_registry: what libtorch's dispatcher has registered and what libctorch exports, for
 * `ctorch-gen audit --registry`. All of it comes from libctorch, so operators of libraries that are
 * loaded with it are included.
 *
 * KEEP THE SAME: codegen/tools/audit/registry.h describes the file.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include <ctorch/ctorch.h>

#include "util/out_file.h"
#include "symbols.h"

/* --- Writing ---------------------------------------------------------------------------------- */

static const char *path;      /* NULL: stdout */
static char found[PATH_MAX];  /* its target, if it is a symbolic link */
static const char *temporary; /* beside that, until all is written; NULL: written directly */
static FILE *file;
static size_t records;

/* Removes the incomplete file. */
_Noreturn static void fail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("ct_registry: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	if (temporary)
		unlink(temporary);
	exit(2);
}

_Noreturn static void fail_to_write(const char *name)
{
	fail("cannot write %s: %s", name, strerror(errno));
}

/* A device or a pipe cannot be replaced. */
static FILE *open_stream(void)
{
	int fd = out_open_stream(path);

	return fd < 0 ? NULL : fdopen(fd, "w");
}

static FILE *open_temporary(void)
{
	static const char suffix[] = ".part";
	static char name[sizeof found + sizeof suffix];
	FILE *opened;

	if (!out_resolve_links(path, found))
		return NULL;
	snprintf(name, sizeof name, "%s%s", found, suffix);
	opened = fopen(name, "w");
	if (opened == NULL)
		fail_to_write(name);
	temporary = name;
	return opened;
}

static void open_file(void)
{
	file = path == NULL ? stdout : out_is_stream(path) ? open_stream() : open_temporary();
	if (file == NULL)
		fail_to_write(path);
}

static void close_file(void)
{
	bool written = fflush(file) == 0 && !ferror(file);

	if (path != NULL)
		written = fclose(file) == 0 && written;
	if (temporary != NULL)
		written = written && rename(temporary, found) == 0;
	if (!written)
		fail_to_write(path ? path : "to stdout");
}

/* Escapes characters that would end the field or the line. */
static void write_field(const char *text)
{
	putc('\t', file);
	for (; *text != '\0'; text++) {
		if (*text == '\t' || *text == '\n' || *text == '\\')
			putc('\\', file);
		putc(*text == '\t' ? 't' : *text == '\n' ? 'n' : *text, file);
	}
}

/* --- Operators -------------------------------------------------------------------------------- */

/*
 * The dispatch keys that kernels are registered for. Each release has some of them; libtorch has no
 * function that lists their names. Those of a kind of backend consist of two parts.
 */
static const char *const kinds[] = {
	"", "Quantized", "Sparse", "SparseCsr", "NestedTensor", "Autograd", "Mkldnn", "Autocast",
};
static const char *const backends[] = {
	"CPU",
	"CUDA",
	"HIP",
	"XLA",
	"MPS",
	"IPU",
	"XPU",
	"HPU",
	"VE",
	"ORT",
	"MTIA",
	"MAIA",
	"Lazy",
	"Meta",
	"FPGA",
	"Vulkan",
	"Metal",
	"NestedTensor",
	"UNKNOWN_TENSOR_TYPE_ID",
	"PrivateUse1",
	"PrivateUse2",
	"PrivateUse3",
	"Other",
};
static const char *const others[] = {
	"Autograd",
	"AutogradFunctionality",
	"CompositeImplicitAutograd",
	"CompositeImplicitAutogradNestedTensor",
	"CompositeExplicitAutograd",
	"CompositeExplicitAutogradNonFunctional",
	"ADInplaceOrView",
	"BackendSelect",
	"Batched",
	"BatchedNestedTensor",
	"Conjugate",
	"CustomRNGKeyId",
	"DeferredInit",
	"Fake",
	"FuncTorchBatched",
	"FuncTorchBatchedDecomposition",
	"FuncTorchDynamicLayerBackMode",
	"FuncTorchDynamicLayerFrontMode",
	"FuncTorchGradWrapper",
	"FuncTorchVmapMode",
	"Functionalize",
	"Named",
	"Negative",
	"PreDispatch",
	"Python",
	"PythonDispatcher",
	"PythonTLSSnapshot",
	"Tracer",
	"VmapMode",
	"ZeroTensor",
};

enum { KIND_COUNT = sizeof kinds / sizeof *kinds };
enum { BACKEND_COUNT = sizeof backends / sizeof *backends };
enum { OTHER_COUNT = sizeof others / sizeof *others };

static char keys[KIND_COUNT * BACKEND_COUNT + OTHER_COUNT][64]; /* those that this libtorch has */
static size_t keys_len;

static void check(ct_error err, const char *name)
{
	if (err != NULL)
		fail("%s: %s", name, err);
}

/* Any operator can be used to test for a key. */
static void try_key(const ct_operator *op, const char *kind, const char *name)
{
	bool has_kernel;
	ct_error err;

	snprintf(keys[keys_len], sizeof keys[0], "%s%s", kind, name);
	err = ct_operator_has_kernel(op, keys[keys_len], &has_kernel);
	keys_len += err == NULL;
	ct_error_free(err);
}

static void find_keys(void)
{
	const ct_operator *op;

	check(ct_operator_find("aten::mm.default", &op), "aten::mm");
	for (size_t i = 0; i < KIND_COUNT; i++)
		for (size_t j = 0; j < BACKEND_COUNT; j++)
			try_key(op, kinds[i], backends[j]);
	for (size_t i = 0; i < OTHER_COUNT; i++)
		try_key(op, "", others[i]);
}

static void write_keys(const ct_operator *op, const char *name)
{
	const char *separator = "\t";

	for (size_t i = 0; i < keys_len; i++) {
		bool has_kernel = false;

		check(ct_operator_has_kernel(op, keys[i], &has_kernel), name);
		if (!has_kernel)
			continue;
		fprintf(file, "%s%s", separator, keys[i]);
		separator = " ";
	}
	if (*separator == '\t')
		putc('\t', file);
}

static void write_operator(const char *name)
{
	const ct_operator *op;
	const char *schema;
	char *overload = malloc(strlen(name) + sizeof ".default");

	if (overload == NULL)
		fail("out of memory");
	/* The name alone would mean all overloads. */
	sprintf(overload, "%s%s", name, strchr(name, '.') ? "" : ".default");
	check(ct_operator_find(overload, &op), name);
	check(ct_operator_schema(op, &schema), name);
	fputs("operator", file);
	write_field(name);
	write_field(schema);
	write_keys(op, name);
	putc('\n', file);
	records++;
	free(overload);
}

static void write_operators(void)
{
	const char *const *names;
	int64_t names_len;

	find_keys();
	check(ct_operator_list(NULL, &names, &names_len), "the list of operators");
	for (int64_t i = 0; i < names_len; i++)
		write_operator(names[i]);
	ct_free((void *)names);
}

/* --- Symbols ---------------------------------------------------------------------------------- */

static void write_symbol(const char *name)
{
	fputs("symbol", file);
	write_field(name);
	putc('\n', file);
	records++;
}

static void write_symbols(void)
{
	const char *library = library_of("ct_version");
	const char *problem = for_each_symbol(library, write_symbol);

	if (problem != NULL)
		fail("cannot read the symbols of %s: %s", library, problem);
}

/* --- The command line ------------------------------------------------------------------------- */

static const char usage[] =
	"Usage: ct_registry [-o FILE] [LIBRARY...]\n"
	"Writes what libtorch's dispatcher has registered (each operator's name, schema and the\n"
	"dispatch keys that have a kernel) and the symbols that libctorch exports, for\n"
	"ctorch-gen audit --registry FILE. Operators of a LIBRARY are loaded first.\n"
	"\n"
	"  -o FILE    where to write; default: stdout. FILE is replaced at the end\n"
	"  --help     this\n"
	"\n"
	"Exit status: 0, 2 when something could not be read or written.\n";

static void write_registry(void)
{
	/* "2.15.0+cpu": a build's suffix is not part of the release. */
	const char *release = ct_libtorch_version();

	open_file();
	fputs("# registry of libtorch and libctorch, written by ct_registry\n", file);
	fprintf(file, "# release %.*s\n", (int)strspn(release, ".0123456789"), release);
	write_operators();
	write_symbols();
	fprintf(file, "# end %zu\n", records);
	close_file();
}

int main(int argc, char **argv)
{
	int letter;

	if (argc == 2 && strcmp(argv[1], "--help") == 0) {
		fputs(usage, stdout);
		return 0;
	}
	while ((letter = getopt(argc, argv, "ho:")) != -1) {
		if (letter == 'o' && *optarg != '\0') {
			path = optarg;
			continue;
		}
		fputs(usage, letter == 'h' ? stdout : stderr);
		return letter == 'h' ? 0 : 2;
	}
	for (int i = optind; i < argc; i++)
		check(ct_load_library(argv[i]), argv[i]);
	write_registry();
	return 0;
}

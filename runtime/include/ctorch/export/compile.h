/**
 * @file
 * Compiling programs while a program of C runs, as Python's torch.compile() does: ctorch-compile
 * writes the exported program as C, and a C compiler makes a library of it, which is loaded. Both
 * programs must be installed. docs/compile.md describes the code.
 *
 *     ct_export *fast;
 *
 *     CT_TRY(ct_compile(net, CT_TENSORS(x), NULL, &fast));
 *     CT_TRY(ct_module_forward(ct_export_module(fast), x, &y));
 *
 * **What runs.** A compiled program is called as before, by ct_export_run() and the others, and
 * checks its inputs as before. Its results differ from the interpreter's by rounding, or not at
 * all with `.exact` or `.no_loops`. Gradients are not recorded, unless `.train` asks for it.
 * Autocast has no effect on loops. While a profile is set, or the run is recorded, the interpreter
 * runs.
 *
 * **Weights** are shared with the module, not copied, except for those that code reads in another
 * order; these copies are made anew by the next run after a weight has changed, as by a step of an
 * optimizer. So a module can be trained, and its compiled program be used in between. Weights must
 * stay in the memory of the processor, and keep their dtypes, sizes and strides.
 *
 * **Compilers.** The C compiler is `$CTORCH_CC`, else `$CC`, else the first of cc, gcc and clang
 * that is installed. ctorch-compile is `$CTORCH_COMPILE`, which may have options, else the one
 * that was installed with this library. `$CTORCH_CFLAGS` has flags for the C compiler in place of
 * the `-I` of the installed headers. `$TMPDIR` has the files meanwhile.
 *
 * **The cache** has what was compiled: the folder `compiled` in `$CTORCH_CACHE`, or in `libctorch`
 * in `$XDG_CACHE_HOME` or `~/.cache`. A name there is a SHA-256 of all that the code depends on:
 * the graph and the shapes of the weights, but not their numbers; the options, both compilers, the
 * releases of libctorch and libtorch, the processor. The folder must belong to the user, and
 * nobody else may have access to it (mode 700); otherwise there is a warning, and code is compiled
 * for this process only. A file gets its name when it is complete, and is checked when it is read,
 * so that any number of processes may use the folder at once, and a damaged file is replaced.
 * What no process has loaded for 30 days is removed; the folder may be emptied at any time.
 *
 * **Without a compiler**, and for a program that cannot be compiled, there is a warning with the
 * reason, and the interpreter runs; with `.no_fallback` it is an error.
 *
 * **Threads.** Several may compile at once. No run of a program may be in progress while it is
 * compiled. Afterwards any number may run it, as before.
 */
#ifndef CTORCH_EXPORT_COMPILE_H
#define CTORCH_EXPORT_COMPILE_H

#include <ctorch/core/types.h>
#include <ctorch/export/program.h>
#include <ctorch/export/record.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Options of ct_export_compile(); zeros are the defaults. */
typedef struct ct_compile_options {
	/** Writes a call for each node (`--level 0`): the results are the interpreter's, bit for bit. */
	bool no_loops;
	/** Writes only loops whose results are libtorch's, bit for bit. */
	bool exact;
	/** Writes loops for several threads, ct_num_threads(). */
	bool threads;
	/** Leaves gradients on, as they are in the thread of the run; there are no loops then. */
	bool train;
	/** The processor of the loops: "native", "x86-64-v3" or "x86-64"; NULL: this one. */
	const char *march;
	/** Sizes that vary and are to be fixed, as `--input-shape` has them: "x=1x3x224x224". */
	ct_strings input_shapes;
	/** The folder to use as the cache; NULL: as above. One that cannot be used is an error. */
	const char *cache;
	/** Neither looks into a cache, nor adds to it. */
	bool no_cache;
	/** What cannot be compiled is an error. */
	bool no_fallback;
	/** Prints to stderr which commands run, and where the code is. */
	bool verbose;
	/** For ct_compile(): how the module is recorded, such as which sizes vary; NULL: the
	 * defaults. */
	const ct_export_record_options *record;
} ct_compile_options;

/**
 * Compiles a program, which then runs as machine code. Its clones and copies that are made later do
 * so, too.
 *
 * @param options  NULL: the defaults
 * @return ArgumentError for wrong options; RuntimeError for a cache of the options that cannot be
 *         used; with `.no_fallback` RuntimeError with the first error of a compiler or if there is
 *         none, ValueError for weights that code cannot use, NotImplementedError for other devices
 */
CT_API ct_error ct_export_compile(ct_export *self, const ct_compile_options *options CT_NULLABLE)
	CT_WAITS_FOR(files) CT_RETURNS_ERROR;

/** Returns whether the program runs as machine code, and not in the interpreter. */
CT_API bool ct_export_is_compiled(const ct_export *self) CT_NOEXCEPT;

/**
 * Records a module as ct_export_record_module() does, and compiles the program.
 *
 * @param inputs  sample inputs
 * @param options NULL: the defaults
 * @param result  new: ct_export_free(); it shares the parameters and buffers of the module
 * @return as ct_export_record_module() and ct_export_compile()
 */
CT_API ct_error ct_compile(const ct_module *module, ct_tensors inputs,
			   const ct_compile_options *options CT_NULLABLE,
			   ct_export **result CT_NOT_NULL) CT_WAITS_FOR(files) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif

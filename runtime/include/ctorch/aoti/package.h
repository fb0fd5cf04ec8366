/**
 * @file
 * Packages of AOTInductor: models that torch._inductor.aoti_compile_and_package() has compiled, in
 * `.pt2` archives. Such a package is a shared library: the fastest form of a model, for one kind of
 * processor or GPU, of which neither the weights can be trained nor the operators be seen.
 *
 *     ct_aoti *model;
 *     ct_tensor **y;
 *     int64_t y_len;
 *
 *     CT_TRY(ct_aoti_load("net.pt2", &(ct_aoti_options){ .allow_code = true }, &model));
 *     CT_TRY(ct_aoti_run(model, CT_TENSORS(x), &y, &y_len));
 *
 * **Trust.** Loading a package executes code from the file, with all rights of the process. So it has
 * to be allowed explicitly; allow only files that you would run as a program.
 *
 * **Checks.** The compiled code trusts its inputs: it reads a tensor of another dtype as if it had the
 * right one. Its own check of dtypes, sizes and strides is off unless the environment variable
 * AOTI_RUNTIME_CHECK_INPUTS is 1 at its first run. Loading sets that for the process, also over a 0,
 * unless `.unchecked` is true. setenv() is not safe while other threads read the environment: load
 * packages before. The number of inputs and their devices are always checked, by this library.
 *
 * **Threads.** Any number of threads may run a package at once. As many of their runs as it has
 * runners are in the code at the same time; the others wait.
 *
 * Needs libtorch 2.8.
 */
#ifndef CTORCH_AOTI_PACKAGE_H
#define CTORCH_AOTI_PACKAGE_H

#include <ctorch/core/types.h>
#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A loaded package (Python's AOTICompiledModel). It belongs to no scope. */
typedef struct ct_aoti ct_aoti;

/** Options of ct_aoti_load(); zeros are the defaults. */
typedef struct ct_aoti_options {
	/** Allows to execute the code in the file, without which it cannot be loaded. */
	bool allow_code;
	/** The model of a package that has several; NULL: the only one, or "model". */
	const char *model;
	/** The device, of the type that the code is compiled for; CT_DEVICE_NONE: the current one of
	 * this type. */
	ct_device device;
	/** How many threads can be in the code at once. Each has its own intermediate results; all
	 * share the constants. */
	int64_t runners CT_DEFAULT(1);
	/** Leaves the check of dtypes, sizes and strides in the compiled code as it is: off, unless the
	 * environment or another package has switched it on. Wrong inputs are then read beyond their
	 * end. */
	bool unchecked;
} ct_aoti_options;

/**
 * Loads a package. The files of the code are unpacked into a folder of their own below TMPDIR or
 * /tmp. It is removed before this returns, also after an error; that of code for a GPU, which reads
 * its kernels when they first run, is removed by the last ct_aoti_free().
 *
 * @param result  new: ct_aoti_free()
 * @return RuntimeError unless `.allow_code` is true, and if the code cannot be loaded or the file not
 *         be read; ValueError for a file of another kind, which says what reads it, and for a damaged
 *         one; NotImplementedError for code without its weights, and for code compiled for another
 *         machine, for instructions that this processor lacks, or for a device that is not there
 */
CT_API ct_error ct_aoti_load(const char *path, const ct_aoti_options *options CT_NULLABLE,
			     ct_aoti **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Returns another handle on the same package, new; NULL for NULL. */
CT_API ct_aoti *ct_aoti_retain(const ct_aoti *self) CT_NOEXCEPT CT_NEW(ct_aoti_free);

/** Releases a handle; accepts NULL. No run may be in progress when the last one is released. */
CT_API void ct_aoti_free(ct_aoti *self) CT_NOEXCEPT;

/**
 * Describes a package without executing anything in it: a dict, new (ct_value_free()), from the names
 * of its models to dicts with what the compiler noted. These are texts: `AOTI_DEVICE_KEY` ("cpu",
 * "cuda"), `AOTI_PLATFORM` ("linux"), `AOTI_MACHINE` ("x86_64"), `AOTI_CPU_ISA` ("AVX512"),
 * `AOTI_COMPUTE_CAPABILITY` (of a GPU), and those of the program that made it.
 */
CT_API ct_error ct_aoti_describe(const char *path, ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Runs the code with the tensors among the flattened inputs, in their order. Gradients are not
 * recorded.
 *
 * @param inputs  borrowed
 * @param result  the tensors of the flattened output, new: ct_tensors_free()
 * @return TypeError for another number of inputs, and for an input that is on another device than the
 *         code; RuntimeError with the text of the compiled check, which is also printed on stderr, for
 *         one of another dtype, size or stride, and for an error in the code
 */
CT_API ct_error ct_aoti_run(const ct_aoti *self, ct_tensors inputs, ct_tensor ***result,
			    int64_t *result_len) CT_RETURNS_ERROR;

/** Lists the names of the inputs, as the compiler named them: a list of texts, new
 * (ct_value_free()). A package knows neither their dtypes nor their sizes, other than in code. */
CT_API ct_error ct_aoti_input_names(const ct_aoti *self,
				    ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Returns the device of the code, with the index of the options, or -1. CT_DEVICE_NONE for NULL. */
CT_API ct_device ct_aoti_device(const ct_aoti *self) CT_NOEXCEPT;

/** Copies the constants, which are the parameters, buffers and constants of the model: a dict from
 * their names, such as "fc.weight", to tensors, new (ct_value_free()). Those that the compiler has
 * folded into others are not among them. */
CT_API ct_error ct_aoti_constants(const ct_aoti *self,
				  ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Replaces constants by copies; those that the dict does not name stay as they are. Runs that are in
 * progress finish with the old ones: later ones see all of the new ones together. Most packages then
 * print `[WARNING] Calling constant_folding` on stderr, which means that there is nothing to fold.
 *
 * @param constants  a dict as of ct_aoti_constants(), with tensors of the same dtypes, shapes, device
 * @return KeyError for a name that the package does not have; TypeError or ValueError for another
 *         tensor; after an error nothing has changed
 */
CT_API ct_error ct_aoti_set_constants(ct_aoti *self,
				      const ct_value *constants CT_NOT_NULL) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif

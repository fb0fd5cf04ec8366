/**
 * @file
 * Programs that C exports: a function or a module runs once, the operators that it calls are
 * recorded, and what was recorded is a program as Python's torch.export.export() makes one. Python
 * loads it with torch.export.load(), and this library with ct_export_load().
 *
 *     CT_TRY(CT_EXPORT(net, "net.pt2", x));
 *
 * **What is recorded.** Every operator that the function calls in its thread, by whatever form: a
 * plain call, `CT()`, `CT_E()`, a module, an operator of the program's own. Operators that are made
 * of others are recorded as they were called. Conditions and loops in C are recorded as they run,
 * so a loop is unrolled. Under autocast its conversions are recorded. Modes of autograd and the
 * derivatives of a ct_function are not; neither are hooks, but what they call is.
 *
 * **Tensors.** The inputs, and the parameters and buffers of the module, are what they are; any
 * other tensor that the function uses, and that no operator of it has made, is a constant, whose
 * content is saved with the program. A program that writes to a buffer or an input does so in each
 * run; recording leaves all tensors, and the states of random generators, as they were.
 *
 * **Reading.** Reading elements is an error that names the line, as the program would not repeat
 * what C does with them: ct_tensor_item(), ct_tensor_data(), printing, saving. So are gradients and
 * compiled code. After ct_tensor_data() or ct_storage_data() the recording fails at its end. A size
 * that depends on elements, such as nonzero()'s, is recorded as the number that it was.
 *
 * **Places.** Each node has the C files and lines of the calls that led to it, which Python prints
 * as a stack trace. They are read from the program's debug information (`cc -g`; libtorch 2.4 or
 * later). Without it, a call in `CT_E()` has its line, and another one its address for addr2line.
 *
 * Recording works with libtorch 2.1 and later. docs/exported.md has examples.
 */
#ifndef CTORCH_EXPORT_RECORD_H
#define CTORCH_EXPORT_RECORD_H

#include <ctorch/core/types.h>
#include <ctorch/export/program.h>
#include <ctorch/macros/list.h>
#include <ctorch/nn/module.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Computes `outputs_len` outputs from the inputs, while it is recorded. It may be called several
 * times, and must call the same operators each time.
 *
 * Handles that it creates belong to a scope of the callback, so it frees none of them. The outputs
 * are borrowed: the library takes its own references. NULL is Python's None.
 */
typedef ct_error (*ct_export_record_function)(ct_tensor *const *inputs, int64_t inputs_len,
					      void *context, ct_tensor **outputs,
					      int64_t outputs_len);

/**
 * A size of an input that may vary.
 *
 * C has only numbers: the function is recorded with three to six sizes, and an integer that changes
 * becomes an expression of the sizes: a sum of multiples and a constant, a product of up to three
 * sizes, a quotient. An integer without an expression, or other operators with another size, is a
 * ValueError that names the line; a condition that no recording meets is not seen. The sample
 * inputs of other sizes repeat the items of the given ones.
 */
typedef struct ct_export_dynamic {
	int64_t input;    /**< which of the inputs, from 0 */
	int64_t dim;      /**< its dimension, from 0; the sample input has at least 2 items there */
	const char *name; /**< sizes of the same name are equal; NULL: it is equal to no other */
	int64_t min;      /**< the least size; 0: 1 */
	int64_t max;      /**< the largest size; 0: unlimited */
	int64_t multiple; /**< of which the size is a multiple; 0: 1 */
} ct_export_dynamic;

/** Options of ct_export_record(); zeros are the defaults. */
typedef struct ct_export_record_options {
	/** Whose parameters and buffers the function uses, under their names; NULL: no module's, so
	 * that they are constants. ct_export_record_module() sets it. */
	const ct_module *module;
	/** The sizes that vary. */
	const ct_export_dynamic *dynamic;
	int64_t dynamic_len; /**< of `dynamic` */
	/** The names of the inputs, all different, as Python allows them for arguments; none: "x",
	 * or "x0", "x1", ... if there are several. */
	ct_strings names;
	/** For a module: how many outputs it is asked for; 0: all that its class has. */
	int64_t output_count;
	/** Files to save with the program (`extra_files`): a dict from names to bytes or texts; NULL:
	 * none. */
	const ct_value *extra_files;
} ct_export_record_options;

/**
 * Records a function.
 *
 * @param context       passed to `function`
 * @param inputs        sample inputs; NULL is None. They are saved with the program
 * @param output_count  at least 1; with 1 the program returns a tensor, else a tuple
 * @param options       NULL: the defaults
 * @param result        new: ct_export_free(); it shares the parameters and buffers of the module.
 *                      ct_export_save() writes it
 * @return the function's error; RuntimeError for one that reads elements; ValueError for sizes that
 *         cannot vary, or a constant that is written to; NotImplementedError for what a program
 *         cannot have, such as sparse tensors, and if this libtorch is older than 2.1
 */
CT_API ct_error ct_export_record(ct_export_record_function function, void *context,
				 ct_tensors inputs, int64_t output_count,
				 const ct_export_record_options *options CT_NULLABLE,
				 ct_export **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Records the forward function of a module as ct_export_record() does, in the mode that the module
 * is in: ct_module_eval() first. */
CT_API ct_error ct_export_record_module(const ct_module *module, ct_tensors inputs,
					const ct_export_record_options *options CT_NULLABLE,
					ct_export **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Records a module as ct_export_record_module() does, and saves the program. */
CT_API ct_error ct_module_export(const ct_module *self, const char *path, ct_tensors inputs,
				 const ct_export_record_options *options CT_NULLABLE)
	CT_RETURNS_ERROR;

/** Exports a module: `CT_EXPORT(net, "net.pt2", inputs...)`; a ct_error, as of ct_module_export(). */
#define CT_EXPORT(module, path, ...) \
	ct_module_export((module), (path), CT_TENSORS(__VA_ARGS__), NULL)

#ifdef __cplusplus
}
#endif

#endif

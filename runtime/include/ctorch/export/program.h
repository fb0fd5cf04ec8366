/**
 * @file
 * Programs that Python exported: archives of torch.export.save(), `.pt2`. Such a file has a model's
 * graph of operators, its weights, and the structure of its inputs and outputs, but no code:
 * loading and running it needs neither Python nor a compiler. docs/exported.md says how to make
 * one.
 *
 *     ct_export *program;
 *     ct_tensor *y;
 *
 *     CT_TRY(ct_export_load("resnet.pt2", NULL, &program));
 *     CT_TRY(ct_module_forward(ct_export_module(program), x, &y));
 *
 * **What runs.** The nodes of the graph, in their order, with the numbers of Python's
 * `torch.export.load(path).module()`: the same operators with the same arguments. Before the first
 * node runs, the inputs are compared with what the program was exported for; a difference is the
 * AssertionError of Python's guards, such as `Guard failed: x.size()[0] <= 64`. Whether gradients
 * are recorded is the thread's setting, as for any module.
 *
 * **Errors** in the file name the entry of the archive and the place in it, and errors of an
 * operator the node and the line of the Python program that it is from.
 *
 * **Threads.** Any number of threads may run a program at once. A program that writes to its own
 * tensors (batch norm in training mode, a cache of keys) has a lock, so that its runs,
 * ct_export_clone() and ct_export_save() follow each other; ct_export_clone() makes an instance
 * with buffers of its own. Within a run, a callback or an operator of yours cannot run the same
 * instance again: that is a RuntimeError. The tensors of ct_export_module() are not locked: read,
 * write or copy them (ct_module_deepcopy(), state dicts) while no run is in progress. Objects of
 * custom classes are not locked either, and clones share them: what their operators write to in
 * them must be safe for threads.
 */
#ifndef CTORCH_EXPORT_PROGRAM_H
#define CTORCH_EXPORT_PROGRAM_H

#include <stdio.h>

#include <ctorch/core/types.h>
#include <ctorch/nn/module.h>
#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A loaded program (Python's torch.export.ExportedProgram). It belongs to no scope. */
typedef struct ct_export ct_export;

/* --- Loading --------------------------------------------------------------------------------- */

/** Options of ct_export_load(); zeros are the defaults. */
typedef struct ct_export_load_options {
	/** The model of an archive that has several; NULL: the only one, or "model". */
	const char *model;
	/** The device of the weights; it also replaces the devices that arguments in the graph
	 * name. CT_DEVICE_NONE: as the file says. */
	ct_device device;
	/** Reads the weights into memory. By default they are mapped: their bytes are the file's,
	 * read on first access and shared with other processes, and copied when they are written
	 * to. If another program truncates a mapped file, reading beyond its end kills the
	 * process. */
	bool no_mmap;
} ct_export_load_options;

/**
 * Loads a program from an archive of torch.export.save(), of PyTorch 2.6 to 2.15 (schema 8). The
 * whole graph is checked, and its operators are found, before this returns; nothing in the file is
 * executed, and its pickles are read as by ct_load().
 *
 * @param options  NULL: the defaults
 * @param result   new: ct_export_free()
 * @return ValueError for a file that is damaged, malformed, or of another kind;
 *         NotImplementedError for an operator that this process does not have (ct_load_library()
 *         loads those of other libraries), or one that only Python can run; RuntimeError with the
 *         system's text if the file cannot be read
 */
CT_API ct_error ct_export_load(const char *path, const ct_export_load_options *options CT_NULLABLE,
			       ct_export **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Loads a program as ct_export_load() from bytes in memory, which are copied. */
CT_API ct_error ct_export_decode(const void *bytes CT_LENGTH(nbytes), int64_t nbytes,
				 const ct_export_load_options *options CT_NULLABLE,
				 ct_export **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Loads a program as ct_export_load() from an open file, which stays open and may be closed right
 * away. Its position does not matter, and is not changed. */
CT_API ct_error ct_export_load_descriptor(int32_t descriptor,
					  const ct_export_load_options *options CT_NULLABLE,
					  ct_export **result CT_NOT_NULL)
	CT_WAITS_FOR(files) CT_RETURNS_ERROR;

/** Lists the models of an archive, new, one block: ct_free(). */
CT_API ct_error ct_export_list_models(const char *path, const char *const **result CT_NOT_NULL,
				      int64_t *result_len) CT_RETURNS_ERROR;

/**
 * Describes a model of an archive as data: a dict, new (ct_value_free()). The file is read and
 * checked as by ct_export_load(), but nothing is prepared to run, so that programs can be described
 * whose operators this process does not have.
 *
 * | key | value |
 * | --- | --- |
 * | `model`, `schema`, `torch_version` | "model", "8.20", "2.15.0" |
 * | `inputs`, `outputs` | a list of dicts, one for each leaf: `name` ("batch['image']"), `type` ("tensor", "int", "float", "bool", "str", "NoneType"), `role` ("user input", "gradient of parameter fc.weight"); for tensors `dtype`, `device`, `shape`, whose items are ints or expressions ("2*s77"), and `example`, the shape that the program was exported with (None in place of an unknown size); for constants and other inputs with an example `value`, and `is_constant` |
 * | `argument_names`, `arguments` | the parameters in order; a tuple of the positional arguments and a dict of the others, nested as a call has them, in which each leaf is its number in `inputs` |
 * | `weights` | a list of dicts with `name`, `role` ("parameter", "buffer", "constant", "object"), `is_persistent`, `requires_grad`, and as inputs |
 * | `mutations` | a list of texts: the weights and inputs that a run writes to through outputs |
 * | `ranges` | a list of dicts with `expression`, `min`, `max`; None: unlimited |
 * | `guards` | a list of texts in Python |
 * | `nodes` | their number, without those of inner graphs |
 * | `operators` | a list of dicts with `name` ("aten::add.Tensor"), `count` in all graphs, `exists` (in this process), `runs_on_cpu`; the most frequent first |
 * | `extra_files` | a dict from their names to their sizes in bytes |
 *
 * Keys may be added.
 *
 * @param model  as in ct_export_load_options
 */
CT_API ct_error ct_export_describe(const char *path, const char *model CT_NULLABLE,
				   ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Loads the tensors of a model, without its graph: a dict from their names, new
 * (ct_value_free()). First those of the state dict, then buffers that are not in it, and constants.
 * An object that is not a tensor is None. `options` are those of ct_export_load(). */
CT_API ct_error ct_export_load_weights(const char *path,
				       const ct_export_load_options *options CT_NULLABLE,
				       ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Returns another handle on the same program, new; NULL for NULL. */
CT_API ct_export *ct_export_retain(const ct_export *self) CT_NOEXCEPT CT_NEW(ct_export_free);

/** Releases a handle. The last one releases the program; its module may live longer. */
CT_API void ct_export_free(ct_export *self) CT_NOEXCEPT;

/** Creates a second instance of a program: it has its own copies of the buffers and of other
 * tensors that the program writes to, and shares the graph and the parameters. */
CT_API ct_error ct_export_clone(const ct_export *self,
				ct_export **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Running --------------------------------------------------------------------------------- */

/**
 * Runs the program with one tensor for each tensor among the flattened inputs, in their order. Inputs
 * that were constants for the export have their values; a program with other numbers among its inputs
 * needs ct_export_call().
 *
 * @param inputs  borrowed. An input that the program mutates is changed
 * @param result  the tensors of the flattened output, new: ct_tensors_free(). Numbers and None
 *                among the outputs are left out. A program that Python exported with its backward
 *                pass returns the gradients after the loss
 * @return AssertionError for a guard that fails; TypeError for another number of inputs, for an
 *         input that is not of the dtype or the device of the program, or if it needs numbers:
 *         ct_export_call(); else the error of an operator
 */
CT_API ct_error ct_export_run(ct_export *self, ct_tensors inputs, ct_tensor ***result,
			      int64_t *result_len) CT_RETURNS_ERROR;

/**
 * Calls the program as Python does, `program.module()(*args, **kwargs)`.
 *
 * Lists, tuples and dicts are nested as the program was exported with them; a list may stand for a
 * tuple. A dataclass, or another class that the program had registered, is a dict of its fields,
 * or their list. Inputs that were constants for the export must be equal to them.
 *
 * @param args    in the order of the function's parameters
 * @param names   parameters that are given by name
 * @param result  the output, new: ct_value_free(). A class is a dict of its fields, or, if the file
 *                does not have their names, a tuple; a namedtuple is a tuple
 * @return as ct_export_run(), and TypeError or ValueError for arguments of another structure
 */
CT_API ct_error ct_export_call(ct_export *self, const ct_value *args, int64_t args_len,
			       const char *const *names CT_LENGTH(named_len), const ct_value *named,
			       int64_t named_len, ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Runs the program with the leaves of its inputs: `pytree.tree_leaves((args, kwargs))` in Python,
 * where None is a leaf.
 *
 * @param result  the leaves of the output: a list, new: ct_value_free()
 */
CT_API ct_error ct_export_run_leaves(ct_export *self, const ct_value *inputs, int64_t inputs_len,
				     ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Called after each node of a run, in the thread of the run. If the instance runs in several threads,
 * they call it at the same time, unless the program writes to its tensors: then its runs take turns,
 * and the program's lock is held during the call.
 *
 * @param node         its name in the graph; "" in a file of a release before 2.8
 * @param target       what it calls: "torch.ops.aten.add.Tensor"
 * @param nanoseconds  of wall time, without the nodes of inner graphs, which are reported before it.
 *                     On an accelerator, the time that starting the work took
 */
typedef void (*ct_export_profile_function)(const char *node, const char *target,
					   int64_t nanoseconds, void *context);

/**
 * Sets the function that receives the time of each node of this instance's runs. NULL, the default,
 * turns measuring off. Copies of the program do not inherit the function. No run may be in progress.
 *
 * @param context  passed to `callback`; `release` is called with it once, when another function is
 *                 set or the program is released
 */
CT_API void ct_export_set_profile(ct_export *self, ct_export_profile_function callback CT_NULLABLE,
				  void *context,
				  ct_release_function release CT_NULLABLE) CT_NOEXCEPT;

/* --- Classes ---------------------------------------------------------------------------------
 *
 * Python programs may have inputs and outputs of classes that they registered with pytree: the file
 * has their names, their contexts and their children. Without a function for it, a class is a dict
 * of its fields, as described at ct_export_call().
 */

/**
 * Returns the children of an object that is an input of a program, in the order of Python's flatten
 * function.
 *
 * @param object         the input
 * @param class_context  the context that the file has for it, as JSON; NULL: null
 * @param children       receives a list or a tuple, new
 */
typedef ct_error (*ct_export_flatten_function)(const ct_value *object,
					       const char *class_context CT_NULLABLE, void *context,
					       ct_value *children);

/**
 * Makes the object that is an output of a program.
 *
 * @param children       a list, borrowed; values may be moved out of it
 * @param class_context  as in ct_export_flatten_function
 * @param result         receives the object, new
 */
typedef ct_error (*ct_export_unflatten_function)(ct_value *children CT_INOUT,
						 const char *class_context CT_NULLABLE,
						 void *context, ct_value *result);

/**
 * Registers a class for all programs of this process.
 *
 * @param name       its `serialized_type_name` in Python: "zoo.Pair"
 * @param flatten    NULL: inputs are dicts or lists of the fields
 * @param unflatten  NULL: outputs are dicts of the fields, or tuples
 * @param context    passed to both; `release` is called with it after ct_export_remove_class()
 * @return a KeyError if the name is registered already
 */
CT_API ct_error ct_export_register_class(const char *name,
					 ct_export_flatten_function flatten CT_NULLABLE,
					 ct_export_unflatten_function unflatten CT_NULLABLE,
					 void *context,
					 ct_release_function release CT_NULLABLE) CT_RETURNS_ERROR;

/** Removes a class; a KeyError if it is not registered. Calls that use it at this moment finish
 * first. */
CT_API ct_error ct_export_remove_class(const char *name) CT_CALLS_BACK CT_RETURNS_ERROR;

/* --- Its parts ------------------------------------------------------------------------------- */

/**
 * Returns the program as a module, borrowed: its parameters and buffers under their names, and a
 * forward function that is ct_export_run(). Whatever takes modules takes it: state dicts, optimizers,
 * summaries, hooks, ct_module_to(). If the program writes to its tensors, no run may be in progress
 * meanwhile.
 *
 * A parameter that is replaced or moved is used from then on; devices that the graph names follow the
 * weights that were on them. The forward function takes and returns at most 64 tensors. The training
 * mode means nothing: what an operator does in training is an argument of its node.
 */
CT_API ct_module *ct_export_module(const ct_export *self) CT_NOEXCEPT CT_BORROWED;

/** Returns the inputs that the program was exported with: a tuple of the positional ones and a dict
 * of the others, new: ct_value_free(). Tensors are those of the program's file. None if the file
 * has none; an object that is not data is None, too. */
CT_API ct_error ct_export_sample_inputs(const ct_export *self, ct_value *result) CT_RETURNS_ERROR;

/** Returns the files that Python saved with the program (`extra_files`): a dict from their names to
 * bytes, new: ct_value_free(). */
CT_API ct_error ct_export_extra_files(const ct_export *self, ct_value *result) CT_RETURNS_ERROR;

/**
 * Saves the program with its present weights as torch.export.save() does: an archive of schema 8.20
 * that Python loads, and ct_export_load(). The graph, the structure of inputs and outputs, the
 * sample inputs and the extra files are those that were loaded. The name of the model is "model".
 *
 * A file of this name is replaced when the new one is complete, also if the program's own weights
 * are mapped from it.
 */
CT_API ct_error ct_export_save(const ct_export *self, const char *path) CT_RETURNS_ERROR;

/** Returns the number of nodes, without those of inner graphs. */
CT_API int64_t ct_export_node_count(const ct_export *self) CT_NOEXCEPT;

/** Returns whether a run writes to the program's own tensors, and so takes its lock. */
CT_API bool ct_export_is_mutating(const ct_export *self) CT_NOEXCEPT;

/** Prints the nodes as a table, like Python's `program.graph.print_tabular()`, then inputs and
 * outputs, ranges and guards, and inner graphs. */
CT_API ct_error ct_export_print(const ct_export *self, FILE *stream CT_NULLABLE)
	CT_TEXT(ct_export_to_string) CT_RETURNS_ERROR;
/** Returns this table as a text; `*result` is new: ct_free(). */
CT_API ct_error ct_export_to_string(const ct_export *self, char **result) CT_RETURNS_ERROR;

/** Draws the graph in Graphviz's language: `dot -Tsvg`. */
CT_API ct_error ct_export_draw(const ct_export *self, FILE *stream CT_NULLABLE)
	CT_TEXT(ct_export_to_dot) CT_RETURNS_ERROR;
/** Returns this drawing as a text; `*result` is new: ct_free(). */
CT_API ct_error ct_export_to_dot(const ct_export *self, char **result) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif

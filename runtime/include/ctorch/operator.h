/**
 * @file
 * Operators by name: found, described, called. Those of PyTorch, and those that others have
 * registered, from a library (ct_load_library()) or in C (library.h).
 */
#ifndef CTORCH_OPERATOR_H
#define CTORCH_OPERATOR_H

#include <ctorch/types.h>
#include <ctorch/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * An operator that was found by its name: one overload, or several of one name among which a call
 * chooses by its arguments.
 *
 * It is never released, and finding it a second time gives the same pointer. When the operator is
 * deregistered (ct_library_free()), calls of it are errors until there is one of its name again.
 */
typedef struct ct_operator ct_operator;

/* --- Calling --------------------------------------------------------------------------------
 *
 * Arguments are given in the schema's order, by name, or both. Those left out at the end have the
 * schema's defaults. They are converted as Python's are: an int where a float or a Scalar is
 * wanted, one number for `int[2]`, lists of any kind and tuples for lists, "cuda:0" for a device,
 * a tensor with a single number for an int or a float. A number does not stand for a tensor.
 *
 * A name has an overload ("aten::sum.dim_IntList"), "default" being the one without a name
 * ("aten::sum.default"), or none ("aten::sum"): then the operator's overloads are tried in the
 * order in which Python's torch.ops tries them, and the first that takes the arguments is called.
 * Where the overload is known, arguments that are keyword-only in Python may be given in order, as
 * in the generated functions; where it is sought they need their names, and so an argument cannot
 * pass for another one.
 *
 * A result is new: ct_value_free(). The number of results must be that of the schema, but `results`
 * NULL drops them all. Of an argument that is written to (`Tensor(a!)`), the result is another
 * handle on that argument. On an error no result is written.
 *
 * Errors are PyTorch's: `RuntimeError: aten::mm() Expected a value of type 'Tensor' for argument
 * 'mat2' but instead found type 'int'. ...`. An unknown operator is an ArgumentError that names
 * similar ones.
 */

/** Calls an operator by its name. */
CT_API ct_error ct_call(const char *name, const ct_value *args, int64_t args_len, ct_value *results,
			int64_t results_len) CT_CALL;

/** As ct_call(), with `named_len` arguments by their names behind the others. */
CT_API ct_error ct_call_with(const char *name, const ct_value *args, int64_t args_len,
			     const char *const *names, const ct_value *named, int64_t named_len,
			     ct_value *results, int64_t results_len) CT_CALL;

/** As ct_call() of an operator that was found before. */
CT_API ct_error ct_operator_call(const ct_operator *self, const ct_value *args, int64_t args_len,
				 ct_value *results, int64_t results_len) CT_CALL;

/** As ct_call_with() of an operator that was found before. */
CT_API ct_error ct_operator_call_with(const ct_operator *self, const ct_value *args,
				      int64_t args_len, const char *const *names,
				      const ct_value *named, int64_t named_len, ct_value *results,
				      int64_t results_len) CT_CALL;

/* --- Finding --------------------------------------------------------------------------------- */

/** Finds an operator by its name, with an overload or without. */
CT_API ct_error ct_operator_find(const char *name, const ct_operator **result) CT_CALL;

/** Whether there is an operator of this name, with an overload or without. */
CT_API bool ct_operator_exists(const char *name) CT_NOEXCEPT;

/** The names of all operators that begin with `prefix`, sorted, as "aten::add.Tensor"; NULL or ""
 * are all. `*result` is new, one piece of memory: ct_free(). */
CT_API ct_error ct_operator_list(const char *prefix, const char *const **result,
				 int64_t *result_len) CT_CALL;

/** The overloads that a name stands for, in the order in which a call tries them: "Tensor", or
 * "default" for the one without a name. `*result` is new, one piece of memory: ct_free(). */
CT_API ct_error ct_operator_overloads(const ct_operator *self, const char *const **result,
				      int64_t *result_len) CT_CALL;

/* --- Describing -----------------------------------------------------------------------------
 *
 * Of one overload. An operator that was found by a name without an overload and has several is an
 * error here, which names them. What is given is borrowed and stays valid.
 */

/** One argument or result of a schema. */
typedef struct ct_schema_argument {
	const char *name;       /**< "self"; "" of a result that has no name */
	const char *type;       /**< "Tensor", "SymInt[2]", "ScalarType?", "Tensor(a!)" */
	bool keyword_only;      /**< has to be named in Python */
	bool is_written;        /**< the operator writes to it: Tensor(a!) */
	bool has_default;       /**< it can be left out */
	ct_value default_value; /**< when it has one; borrowed */
} ct_schema_argument;

/** Name without overload: "aten::add". */
CT_API ct_error ct_operator_name(const ct_operator *self, const char **result) CT_CALL;
/** "Tensor"; "" when the overload has no name. */
CT_API ct_error ct_operator_overload(const ct_operator *self, const char **result) CT_CALL;
/** "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor" */
CT_API ct_error ct_operator_schema(const ct_operator *self, const char **result) CT_CALL;
CT_API ct_error ct_operator_arguments_len(const ct_operator *self, int64_t *result) CT_CALL;
/** The argument at `index`, 0 being the first. */
CT_API ct_error ct_operator_argument(const ct_operator *self, int64_t index,
				     ct_schema_argument *result) CT_CALL;
CT_API ct_error ct_operator_results_len(const ct_operator *self, int64_t *result) CT_CALL;
/** The result at `index`, 0 being the first. */
CT_API ct_error ct_operator_result(const ct_operator *self, int64_t index,
				   ct_schema_argument *result) CT_CALL;

/** Whether a kernel was registered for this dispatch key: "CPU", "CUDA", "Meta", "AutogradCPU",
 * "CompositeImplicitAutograd", ... An error for a key that libtorch does not know. */
CT_API ct_error ct_operator_has_kernel(const ct_operator *self, const char *dispatch_key,
				       bool *result) CT_CALL;

/** Whether a call with dense tensors of this type of device finds a kernel, of its own or a
 * composite one. It says nothing of dtypes. */
CT_API ct_error ct_operator_runs_on(const ct_operator *self, ct_device_type device_type,
				    bool *result) CT_CALL;

/* --- Loading --------------------------------------------------------------------------------- */

/**
 * Loads a shared library whose operators register themselves (TORCH_LIBRARY), as Python's
 * torch.ops.load_library(). It stays loaded; loading it again changes nothing. A name without a
 * slash is sought where the system's loader seeks.
 *
 * The error says what the loader says: a missing file, a missing symbol. A library that registers
 * what is registered already ends the process, as in Python, since its constructors cannot fail.
 */
CT_API ct_error ct_load_library(const char *path) CT_CALL;

#ifdef __cplusplus
}
#endif

#endif

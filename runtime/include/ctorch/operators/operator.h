/**
 * @file
 * Finding, describing and calling operators by name: PyTorch's, and operators that were registered
 * by a library (ct_load_library()) or in C (library.h).
 */
#ifndef CTORCH_OPERATORS_OPERATOR_H
#define CTORCH_OPERATORS_OPERATOR_H

#include <ctorch/core/types.h>
#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * An operator found by its name: one overload, or all overloads of a name, from which a call
 * selects one by its arguments.
 *
 * It is never released, and finding it again returns the same pointer. After the operator is
 * deregistered (ct_library_free()), calling it is an error until an operator with its name is
 * registered again.
 */
typedef struct ct_operator ct_operator;

/* --- Calling --------------------------------------------------------------------------------
 *
 * Pass arguments in the schema's order, by name, or both. Omitted arguments at the end have the
 * schema's defaults. Arguments are converted as in Python: an int to a float or a Scalar, one
 * number to `int[2]`, lists of any kind and tuples to lists, "cuda:0" to a device, a tensor with a
 * single number to an int or a float. A few operators accept a number in place of a tensor, as in
 * Python: add, sub, subtract, mul, multiply, div, divide, true_divide and floor_divide, with their
 * in-place and out= forms; to, _to_copy, copy, copy_ and _conj; and all of the namespace prims. Its
 * dtype gives way to that of tensors (ct_tensor_new_wrapped_number()). If such a number is also the
 * result, the result is a number: that of aten::add_ with 1 and 2 is the int 3.
 *
 * A name may include an overload ("aten::sum.dim_IntList"); "default" is the unnamed overload
 * ("aten::sum.default"). Without an overload ("aten::sum"), the operator's overloads are tried in
 * the order of Python's torch.ops, and the first that accepts the arguments is called. With an
 * overload in the name, arguments that are keyword-only in Python may be given in order, as in the
 * generated functions; without it they need their names, so that no argument is mistaken for
 * another.
 *
 * A result is new: ct_value_free(). The number of results must equal the schema's; NULL `results`
 * drops them all. If the operator writes to an argument (`Tensor(a!)`), the result is another
 * handle on it. After an error no result is written.
 *
 * Errors are PyTorch's: `RuntimeError: aten::mm() Expected a value of type 'Tensor' for argument
 * 'mat2' but instead found type 'int'. ...`. An unknown operator is an ArgumentError that names
 * similar ones.
 */

/** Calls an operator by its name. */
CT_API ct_error ct_call(const char *name, const ct_value *args, int64_t args_len,
			ct_value *results CT_NULLABLE,
			int64_t results_len) CT_CALLS_BACK CT_RETURNS_ERROR;

/** Calls an operator as ct_call(), with `named_len` arguments by name after the others. */
CT_API ct_error ct_call_with(const char *name, const ct_value *args, int64_t args_len,
			     const char *const *names CT_LENGTH(named_len), const ct_value *named,
			     int64_t named_len, ct_value *results CT_NULLABLE,
			     int64_t results_len) CT_CALLS_BACK CT_RETURNS_ERROR;

/** Calls an operator that was found before, as ct_call(). */
CT_API ct_error ct_operator_call(const ct_operator *self, const ct_value *args, int64_t args_len,
				 ct_value *results CT_NULLABLE,
				 int64_t results_len) CT_CALLS_BACK CT_RETURNS_ERROR;

/** Calls an operator that was found before, as ct_call_with(). */
CT_API ct_error ct_operator_call_with(const ct_operator *self, const ct_value *args,
				      int64_t args_len,
				      const char *const *names CT_LENGTH(named_len),
				      const ct_value *named, int64_t named_len,
				      ct_value *results CT_NULLABLE,
				      int64_t results_len) CT_CALLS_BACK CT_RETURNS_ERROR;

/* --- Finding --------------------------------------------------------------------------------- */

/** Finds an operator by its name, with or without an overload. */
CT_API ct_error ct_operator_find(const char *name,
				 const ct_operator **result) CT_BRIEF CT_RETURNS_ERROR;

/** Returns whether an operator of this name exists, with or without an overload. */
CT_API bool ct_operator_exists(const char *name) CT_NOEXCEPT;

/** Lists the names of all operators that begin with `prefix`, sorted, such as "aten::add.Tensor";
 * NULL and "" list all. `*result` is new, one block of memory: ct_free(). */
CT_API ct_error ct_operator_list(const char *prefix CT_NULLABLE, const char *const **result,
				 int64_t *result_len) CT_RETURNS_ERROR;

/** Lists the overloads of a name, in the order in which a call tries them: "Tensor", or "default"
 * for the unnamed overload. `*result` is new, one block of memory: ct_free(). */
CT_API ct_error ct_operator_overloads(const ct_operator *self, const char *const **result,
				      int64_t *result_len) CT_RETURNS_ERROR;

/* --- Describing -----------------------------------------------------------------------------
 *
 * These functions describe one overload. If an operator was found by a name without an overload and
 * has several, they return an error that lists them. Results are borrowed and stay valid.
 */

/** One argument or result of a schema. */
typedef struct ct_schema_argument {
	const char *name;       /**< "self"; "" for a result without a name */
	const char *type;       /**< "Tensor", "SymInt[2]", "ScalarType?", "Tensor(a!)" */
	bool keyword_only;      /**< must be named in Python */
	bool is_written;        /**< the operator writes to it: Tensor(a!) */
	bool has_default;       /**< it may be omitted */
	ct_value default_value; /**< if it has one; borrowed */
} ct_schema_argument;

/** Returns the name without overload: "aten::add". */
CT_API ct_error ct_operator_name(const ct_operator *self,
				 const char **result) CT_BRIEF CT_RETURNS_ERROR;
/** Returns the name of the overload: "Tensor"; "" if it has no name. */
CT_API ct_error ct_operator_overload(const ct_operator *self,
				     const char **result) CT_BRIEF CT_RETURNS_ERROR;
/** Returns the schema: "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) ->
 * Tensor". */
CT_API ct_error ct_operator_schema(const ct_operator *self,
				   const char **result) CT_BRIEF CT_RETURNS_ERROR;
/** Returns the number of its arguments. */
CT_API ct_error ct_operator_argument_count(const ct_operator *self,
					   int64_t *result) CT_BRIEF CT_RETURNS_ERROR;
/** Returns the argument at `index`, from 0. */
CT_API ct_error
ct_operator_argument(const ct_operator *self, int64_t index,
		     ct_schema_argument *result CT_BORROWED) CT_BRIEF CT_RETURNS_ERROR;
/** Returns the number of its results. */
CT_API ct_error ct_operator_result_count(const ct_operator *self,
					 int64_t *result) CT_BRIEF CT_RETURNS_ERROR;
/** Returns the result at `index`, from 0. */
CT_API ct_error
ct_operator_result(const ct_operator *self, int64_t index,
		   ct_schema_argument *result CT_BORROWED) CT_BRIEF CT_RETURNS_ERROR;

/** Returns whether a kernel is registered for this dispatch key: "CPU", "CUDA", "Meta",
 * "AutogradCPU", "CompositeImplicitAutograd", ... An error for a key that libtorch does not
 * know. */
CT_API ct_error ct_operator_has_kernel(const ct_operator *self, const char *dispatch_key,
				       bool *result) CT_BRIEF CT_RETURNS_ERROR;

/** Returns whether a call with dense tensors of this device type finds a kernel, specific or
 * composite. It says nothing about dtypes. */
CT_API ct_error ct_operator_runs_on(const ct_operator *self, ct_device_type device_type,
				    bool *result) CT_BRIEF CT_RETURNS_ERROR;

/* --- Loading --------------------------------------------------------------------------------- */

/**
 * Loads a shared library whose operators register themselves (TORCH_LIBRARY), as Python's
 * torch.ops.load_library(). It stays loaded; loading it again changes nothing. A name without a
 * slash is looked up in the loader's search path.
 *
 * The error has the loader's text, such as a missing file or symbol. A library that registers an
 * operator twice ends the process, as in Python, since its constructors cannot fail.
 */
CT_API ct_error ct_load_library(const char *path) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif

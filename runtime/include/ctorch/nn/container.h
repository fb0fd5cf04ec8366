/**
 * @file
 * The items of torch.nn's containers: Sequential, ModuleList, ModuleDict, ParameterList and
 * ParameterDict. `CT_NN(ModuleList)` creates an empty container (nn.h); CT_SEQUENTIAL() and its
 * sibling macros create one with items; CT_APPEND() appends to one within an expression.
 *
 * ct_module_child_count(), ct_module_child_at() and ct_module_child_name_at() read the children of
 * any module, including the first three. Names are as in Python: items of a list are called "0",
 * "1" and so on, and are renumbered when one is removed. A container holds its own references. An
 * index may be negative: -1 is the last item. After an error the container is unchanged.
 *
 * A container of the wrong class is a TypeError.
 */
#ifndef CTORCH_NN_CONTAINER_H
#define CTORCH_NN_CONTAINER_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/nn/module.h>
#include <ctorch/tensor/index.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Sequential and ModuleList ---------------------------------------------------------------- */

/** Appends a module: Python's append(). */
CT_API ct_error ct_module_list_append(ct_module *self, const ct_module *module) CT_RETURNS_ERROR;
/** Appends the children of `other`, a Sequential or a ModuleList: Python's extend(). */
CT_API ct_error ct_module_list_extend(ct_module *self, const ct_module *other) CT_RETURNS_ERROR;
/** Inserts a module before the item at `index`, which may be the length: Python's insert(). */
CT_API ct_error ct_module_list_insert(ct_module *self, int64_t index,
				      const ct_module *module) CT_RETURNS_ERROR;
/** Returns the item at `index`, borrowed: Python's `self[index]`; an IndexError if there is
 * none. */
CT_API ct_error ct_module_list_get(const ct_module *self, int64_t index,
				   ct_module **result CT_BORROWED) CT_BRIEF CT_RETURNS_ERROR;
/** Replaces the item at `index`: Python's `self[index] = module`. */
CT_API ct_error ct_module_list_set(ct_module *self, int64_t index,
				   const ct_module *module) CT_RETURNS_ERROR;
/** Removes the item at `index`: Python's `del self[index]`. */
CT_API ct_error ct_module_list_remove(ct_module *self, int64_t index) CT_RETURNS_ERROR;
/** Removes the item at `index` and returns it: Python's pop(). */
CT_API ct_error ct_module_list_pop(ct_module *self, int64_t index,
				   ct_module **result) CT_RETURNS_ERROR;
/** Returns a new container of the same class with some of the modules: Python's `self[1:3]`, as
 * `ct_module_list_slice(self, CT_SLICE(1, 3), &part)` (index.h). Modules of a Sequential keep their
 * names. */
CT_API ct_error ct_module_list_slice(const ct_module *self, ct_index slice,
				     ct_module **result) CT_RETURNS_ERROR;
/** Removes the items of a slice: Python's `del self[1:3]`. */
CT_API ct_error ct_module_list_remove_slice(ct_module *self, ct_index slice) CT_RETURNS_ERROR;

/* --- ModuleDict ------------------------------------------------------------------------------- */

/** Sets the module of a key: Python's `self[key] = module`; an existing key keeps its position. */
CT_API ct_error ct_module_dict_set(ct_module *self, const char *key,
				   const ct_module *module) CT_RETURNS_ERROR;
/** Returns the module of a key, borrowed: Python's `self[key]`; a KeyError if there is none. */
CT_API ct_error ct_module_dict_get(const ct_module *self, const char *key,
				   ct_module **result CT_BORROWED) CT_BRIEF CT_RETURNS_ERROR;
/** Returns whether the key exists: Python's `key in self`; false for NULL. */
CT_API bool ct_module_dict_has(const ct_module *self, const char *key) CT_NOEXCEPT;
/** Removes a key: Python's `del self[key]`. */
CT_API ct_error ct_module_dict_remove(ct_module *self, const char *key) CT_RETURNS_ERROR;
/** Removes a key and returns its module: Python's pop(). */
CT_API ct_error ct_module_dict_pop(ct_module *self, const char *key,
				   ct_module **result) CT_RETURNS_ERROR;
/** Sets all items of `other`, a ModuleDict: Python's update(). */
CT_API ct_error ct_module_dict_update(ct_module *self, const ct_module *other) CT_RETURNS_ERROR;
/** Removes all items: Python's clear(). */
CT_API ct_error ct_module_dict_clear(ct_module *self) CT_RETURNS_ERROR;

/* --- ParameterList ----------------------------------------------------------------------------
 *
 * A leaf that requires a gradient becomes the parameter itself, like Python's nn.Parameter. Any
 * other tensor is turned into a parameter as by ct_parameter_new().
 */

/** Returns the number of parameters: Python's len(). 0 for NULL. */
CT_API int64_t ct_parameter_list_count(const ct_module *list) CT_NOEXCEPT;
/** Appends a parameter: Python's append(). */
CT_API ct_error ct_parameter_list_append(ct_module *list,
					 const ct_tensor *parameter) CT_RETURNS_ERROR;
/** Appends the parameters of another ParameterList, without copying them: Python's extend(). */
CT_API ct_error ct_parameter_list_extend(ct_module *list, const ct_module *other) CT_RETURNS_ERROR;
/** Returns the parameter at `index`, borrowed: Python's `self[index]`; an IndexError if there is
 * none. */
CT_API ct_error ct_parameter_list_get(const ct_module *list, int64_t index,
				      ct_tensor **result CT_BORROWED) CT_BRIEF CT_RETURNS_ERROR;
/** Replaces the parameter at `index`: Python's `self[index] = parameter`. */
CT_API ct_error ct_parameter_list_set(ct_module *list, int64_t index,
				      const ct_tensor *parameter) CT_RETURNS_ERROR;
/** Returns a new list with some of the same parameters: Python's `self[1:3]`. */
CT_API ct_error ct_parameter_list_slice(const ct_module *list, ct_index slice,
					ct_module **result) CT_RETURNS_ERROR;

/* --- ParameterDict ----------------------------------------------------------------------------
 *
 * Tensors become parameters as in a ParameterList.
 */

/** Returns the number of parameters: Python's len(). 0 for NULL. */
CT_API int64_t ct_parameter_dict_count(const ct_module *dict) CT_NOEXCEPT;
/** Returns the key at an index, borrowed until it is removed; NULL if there is none. */
CT_API const char *ct_parameter_dict_key_at(const ct_module *dict, int64_t index) CT_NOEXCEPT;
/** Sets the parameter of a key: Python's `self[key] = parameter`; an existing key keeps its
 * position. */
CT_API ct_error ct_parameter_dict_set(ct_module *dict, const char *key,
				      const ct_tensor *parameter) CT_RETURNS_ERROR;
/** Returns the parameter of a key, borrowed: Python's `self[key]`; as in Python, an AttributeError
 * if there is none. */
CT_API ct_error ct_parameter_dict_get(const ct_module *dict, const char *key,
				      ct_tensor **result CT_BORROWED) CT_BRIEF CT_RETURNS_ERROR;
/** Returns whether the key exists: Python's `key in self`; false for NULL. */
CT_API bool ct_parameter_dict_has(const ct_module *dict, const char *key) CT_NOEXCEPT;
/** Removes a key: Python's `del self[key]`; a KeyError if there is none. */
CT_API ct_error ct_parameter_dict_remove(ct_module *dict, const char *key) CT_RETURNS_ERROR;
/** Removes a key and returns its parameter: Python's pop(). */
CT_API ct_error ct_parameter_dict_pop(ct_module *dict, const char *key,
				      ct_tensor **result) CT_RETURNS_ERROR;
/** Sets all parameters of `other`, a ParameterDict: Python's update(). */
CT_API ct_error ct_parameter_dict_update(ct_module *dict, const ct_module *other) CT_RETURNS_ERROR;
/** Removes all parameters: Python's clear(). */
CT_API ct_error ct_parameter_dict_clear(ct_module *dict) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif

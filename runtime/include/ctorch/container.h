/**
 * @file
 * What is in torch.nn's containers: Sequential, ModuleList, ModuleDict, ParameterList and
 * ParameterDict. `CT_NN(ModuleList)` makes an empty one (nn.h), CT_SEQUENTIAL() and the macros
 * beside it one with its items; CT_APPEND() adds to it within an expression.
 *
 * ct_module_child_count(), ct_module_child_at() and ct_module_child_name_at() read any module's
 * children, so those of the first three, too. All functions have Python's effects on names: in a
 * list, items are called "0", "1" and so on, and are called so again after one was removed. A
 * container takes references of its own. An index may be negative: -1 is the last item. After an
 * error nothing has changed.
 *
 * A container of another class is a TypeError.
 */
#ifndef CTORCH_CONTAINER_H
#define CTORCH_CONTAINER_H

#include <ctorch/error.h>
#include <ctorch/index.h>
#include <ctorch/module.h>
#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Sequential and ModuleList ---------------------------------------------------------------- */

/** Python's append(). */
CT_API ct_error ct_module_list_append(ct_module *self, const ct_module *module) CT_RETURNS_ERROR;
/** Python's extend(): appends the children of `other`, which is a Sequential or a ModuleList. */
CT_API ct_error ct_module_list_extend(ct_module *self, const ct_module *other) CT_RETURNS_ERROR;
/** Python's insert(): before the item at `index`, which may be the length. */
CT_API ct_error ct_module_list_insert(ct_module *self, int64_t index,
				      const ct_module *module) CT_RETURNS_ERROR;
/** Python's `self[index]`, borrowed; an IndexError if there is none. */
CT_API ct_error ct_module_list_get(const ct_module *self, int64_t index,
				   ct_module **result CT_BORROWED) CT_RETURNS_ERROR;
/** Python's `self[index] = module`. */
CT_API ct_error ct_module_list_set(ct_module *self, int64_t index,
				   const ct_module *module) CT_RETURNS_ERROR;
/** Python's `del self[index]`. */
CT_API ct_error ct_module_list_remove(ct_module *self, int64_t index) CT_RETURNS_ERROR;
/** Python's pop(): removes the item and returns it. */
CT_API ct_error ct_module_list_pop(ct_module *self, int64_t index,
				   ct_module **result) CT_RETURNS_ERROR;
/** Python's `self[1:3]`, as `ct_module_list_slice(self, CT_SLICE(1, 3), &part)` (index.h): a new
 * container of the same class with the same modules. Those of a Sequential keep their names. */
CT_API ct_error ct_module_list_slice(const ct_module *self, ct_index slice,
				     ct_module **result) CT_RETURNS_ERROR;
/** Python's `del self[1:3]`. */
CT_API ct_error ct_module_list_remove_slice(ct_module *self, ct_index slice) CT_RETURNS_ERROR;

/* --- ModuleDict ------------------------------------------------------------------------------- */

/** Python's `self[key] = module`; a key that exists keeps its place. */
CT_API ct_error ct_module_dict_set(ct_module *self, const char *key,
				   const ct_module *module) CT_RETURNS_ERROR;
/** Python's `self[key]`, borrowed; a KeyError if there is none. */
CT_API ct_error ct_module_dict_get(const ct_module *self, const char *key,
				   ct_module **result CT_BORROWED) CT_RETURNS_ERROR;
/** Python's `key in self`; false for NULL. */
CT_API bool ct_module_dict_has(const ct_module *self, const char *key) CT_NOEXCEPT;
/** Python's `del self[key]`. */
CT_API ct_error ct_module_dict_remove(ct_module *self, const char *key) CT_RETURNS_ERROR;
/** Python's pop(): removes the item and returns it. */
CT_API ct_error ct_module_dict_pop(ct_module *self, const char *key,
				   ct_module **result) CT_RETURNS_ERROR;
/** Python's update(): sets all items of `other`, a ModuleDict. */
CT_API ct_error ct_module_dict_update(ct_module *self, const ct_module *other) CT_RETURNS_ERROR;
/** Python's clear(). */
CT_API ct_error ct_module_dict_clear(ct_module *self) CT_RETURNS_ERROR;

/* --- ParameterList ----------------------------------------------------------------------------
 *
 * A leaf that requires a gradient becomes the parameter itself, as Python's nn.Parameter does. Of
 * any other tensor a parameter is made, as ct_parameter_new() does it.
 */

/** Python's len(). 0 for NULL. */
CT_API int64_t ct_parameter_list_count(const ct_module *list) CT_NOEXCEPT;
/** Python's append(). */
CT_API ct_error ct_parameter_list_append(ct_module *list,
					 const ct_tensor *parameter) CT_RETURNS_ERROR;
/** Python's extend(): appends the parameters of another ParameterList, the same ones. */
CT_API ct_error ct_parameter_list_extend(ct_module *list, const ct_module *other) CT_RETURNS_ERROR;
/** Python's `self[index]`, borrowed; an IndexError if there is none. */
CT_API ct_error ct_parameter_list_get(const ct_module *list, int64_t index,
				      ct_tensor **result CT_BORROWED) CT_RETURNS_ERROR;
/** Python's `self[index] = parameter`. */
CT_API ct_error ct_parameter_list_set(ct_module *list, int64_t index,
				      const ct_tensor *parameter) CT_RETURNS_ERROR;
/** Python's `self[1:3]`: a new list with the same parameters. */
CT_API ct_error ct_parameter_list_slice(const ct_module *list, ct_index slice,
					ct_module **result) CT_RETURNS_ERROR;

/* --- ParameterDict ----------------------------------------------------------------------------
 *
 * Parameters as in a ParameterList.
 */

/** Python's len(). 0 for NULL. */
CT_API int64_t ct_parameter_dict_count(const ct_module *dict) CT_NOEXCEPT;
/** The key at an index, borrowed until it is removed; NULL if there is none. */
CT_API const char *ct_parameter_dict_key_at(const ct_module *dict, int64_t index) CT_NOEXCEPT;
/** Python's `self[key] = parameter`; a key that exists keeps its place. */
CT_API ct_error ct_parameter_dict_set(ct_module *dict, const char *key,
				      const ct_tensor *parameter) CT_RETURNS_ERROR;
/** Python's `self[key]`, borrowed; an AttributeError, as in Python, if there is none. */
CT_API ct_error ct_parameter_dict_get(const ct_module *dict, const char *key,
				      ct_tensor **result CT_BORROWED) CT_RETURNS_ERROR;
/** Python's `key in self`; false for NULL. */
CT_API bool ct_parameter_dict_has(const ct_module *dict, const char *key) CT_NOEXCEPT;
/** Python's `del self[key]`; a KeyError if there is none. */
CT_API ct_error ct_parameter_dict_remove(ct_module *dict, const char *key) CT_RETURNS_ERROR;
/** Python's pop(): removes the parameter and returns it. */
CT_API ct_error ct_parameter_dict_pop(ct_module *dict, const char *key,
				      ct_tensor **result) CT_RETURNS_ERROR;
/** Python's update(): sets all parameters of `other`, a ParameterDict. */
CT_API ct_error ct_parameter_dict_update(ct_module *dict, const ct_module *other) CT_RETURNS_ERROR;
/** Python's clear(). */
CT_API ct_error ct_parameter_dict_clear(ct_module *dict) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif

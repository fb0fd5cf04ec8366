/*
 * torch.nn.utils.parametrize: parameters that are computed from others.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/dtype.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/checked.h"
#include "nn/containers/items.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"
#include "nn/layers/class.h"
#include "nn/utils/computed_parts.h"
#include "nn/utils/parametrize.h"

extern const struct ct_nn_code ct_nn_ModuleList_code, ct_nn_ModuleDict_code;

typedef struct ct_parametrization_list list_data;

/* --- the list --------------------------------------------------------------------------------- */

static ct_error list_repr(const void *self, char **result)
{
	return ct_nn_ModuleList_code.module.repr(self, result);
}

static ct_error list_copy(void *self, const void *other)
{
	const int64_t n = ct_module_child_count(ct_module_of(self));
	const list_data *from = other;
	list_data *to = self;

	to->inverses = ct_array_new(n, sizeof(ct_right_inverse_function));
	if (to->inverses == NULL)
		return ct_no_memory(CT_NAME_OF(ct_module_deepcopy), "for parametrizations");
	if (n)
		memcpy(to->inverses, from->inverses, (size_t)n * sizeof(ct_right_inverse_function));
	return NULL;
}

static void list_release(void *self)
{
	free(((list_data *)self)->inverses);
}

static const ct_module_class list_class = { .name = "ParametrizationList",
					    .size = sizeof(list_data),
					    .repr = list_repr,
					    .copy = list_copy,
					    .release = list_release };

static list_data *data_of(const ct_module *list)
{
	return (list_data *)(void *)((ct_module *)list)->data;
}

static ct_module *dict_of(const ct_module *module)
{
	const struct ct_part *part = ct_part_find(module, CT_CHILDREN, "parametrizations");
	ct_module *dict = part ? part->object : NULL;

	return dict && dict->klass == &ct_nn_ModuleDict_code.module ? dict : NULL;
}

ct_module *ct_parametrizations_of(const ct_module *module, const char *tensor_name)
{
	const ct_module *dict = dict_of(module);
	const struct ct_part *part = dict ? ct_part_find(dict, CT_CHILDREN, tensor_name) : NULL;
	ct_module *list = part ? part->object : NULL;

	return list && list->klass == &list_class ? list : NULL;
}

bool ct_nn_utils_is_parametrized(const ct_module *module, const char *tensor_name)
{
	const ct_module *dict = module ? dict_of(module) : NULL;

	if (dict == NULL)
		return false;
	return tensor_name ? ct_part_find(dict, CT_CHILDREN, tensor_name) != NULL
			   : ct_module_child_count(dict) > 0;
}

/* --- originals -------------------------------------------------------------------------------- */

static struct ct_part *original_at(const ct_module *list, int64_t i)
{
	for (int kind = CT_PARAMETERS; kind <= CT_BUFFERS; kind++)
		if (i < list->parts[kind].len)
			return &list->parts[kind].at[i];
	return NULL;
}

static int64_t originals_len(const ct_module *list)
{
	const int64_t originals = data_of(list)->originals;

	return originals ? originals : 1;
}

/* Registers the tensor as the module's `name`, of this kind. */
static ct_error register_tensor(ct_module *module, enum ct_part_kind kind, const char *name,
				const ct_tensor *tensor, ct_tensor **field)
{
	return kind == CT_PARAMETERS ? ct_module_register_parameter(module, name, tensor, field)
				     : ct_module_register_buffer(module, name, tensor, true, field);
}

static ct_error check_one_original(const ct_tensor *original, const ct_tensor *inverse)
{
	if (ct_tensor_dtype(original) != ct_tensor_dtype(inverse))
		CT_NN_RAISE(
			CT_ERROR_VALUE,
			"When `right_inverse` outputs one tensor, it may not change the dtype.\n"
			"original.dtype: torch.%s\nright_inverse(original).dtype: torch.%s",
			ct_dtype_name(ct_tensor_dtype(original)),
			ct_dtype_name(ct_tensor_dtype(inverse)));
	return NULL;
}

/* Without recording. */
static ct_error set_tensor(ct_tensor *to, const ct_tensor *from)
{
	CT_NO_GRAD_SCOPE;

	return to == from ? NULL : CT(set__source_Tensor, to, from);
}

/* Without recording. */
static ct_error call_inverse(ct_right_inverse_function inverse, const ct_module *of,
			     const ct_tensor *value, ct_tensor **originals, int64_t n)
{
	CT_NO_GRAD_SCOPE;

	return inverse(ct_module_data(of), value, originals, n);
}

/* The first parametrization's originals of the tensor, registered in the list. */
static ct_error add_originals(ct_module *list, enum ct_part_kind kind, ct_tensor *tensor)
{
	const bool requires_grad = ct_tensor_requires_grad(tensor);
	const list_data *data = data_of(list);
	ct_tensor *new[CT_ORIGINALS_MAX] = { tensor };
	ct_error error = NULL;

	if (data->inverses[0])
		error = call_inverse(data->inverses[0], ct_module_child_at(list, 0), tensor, new,
				     originals_len(list));
	if (error && ct_error_class_of(error) == CT_ERROR_NOT_IMPLEMENTED && data->originals == 0) {
		ct_error_free(error);
		error = NULL;
		new[0] = tensor;
	}
	CT_TRY(error);
	if (data->originals == 0) {
		CT_TRY(check_one_original(tensor, new[0]));
		CT_TRY(set_tensor(tensor, new[0]));
		return register_tensor(list, kind, "original", tensor, NULL);
	}
	for (int64_t i = 0; i < data->originals; i++) {
		char name[32];

		snprintf(name, sizeof name, "original%lld", (long long)i);
		CT_TRY(ct_parameter_new(new[i], requires_grad, &new[i]));
		CT_TRY(register_tensor(list, kind, name, new[i], NULL));
	}
	return NULL;
}

/* --- computing -------------------------------------------------------------------------------- */

/* Python's ParametrizationList.forward(). */
static ct_error call_list(const ct_module *list, ct_tensor **result)
{
	const ct_tensor *inputs[CT_ORIGINALS_MAX];
	const int64_t n = originals_len(list);
	ct_tensor *value;

	CT_OWN_SCOPE(CT_NAME_OF(ct_module_forward));
	for (int64_t i = 0; i < n; i++)
		inputs[i] = original_at(list, i)->object;
	CT_TRY(ct_module_forward_all(ct_module_child_at(list, 0), CT_TENSORS_OF(inputs, n), &value,
				     1));
	for (int64_t i = 1; i < ct_module_child_count(list); i++)
		CT_TRY(ct_module_forward(ct_module_child_at(list, i), value, &value));
	CT_TRY(ct_nn_again(value, &value));
	ct_scope_move_up(value);
	*result = value;
	return NULL;
}

/* What was computed since ct_nn_utils_enter_cached(). */
struct cached {
	struct cached *next;
	ct_module *list; /* a reference: its address stays its own */
	ct_tensor *value;
};

static _Thread_local struct cached *cache;
static _Thread_local int64_t cache_depth;

void ct_nn_utils_enter_cached(void)
{
	cache_depth++;
}

void ct_nn_utils_leave_cached(void)
{
	if (cache_depth == 0 || --cache_depth > 0)
		return;
	while (cache) {
		struct cached *next = cache->next;

		ct_tensor_free_unscoped(cache->value);
		ct_module_drop(cache->list, CT_HERE);
		free(cache);
		cache = next;
	}
}

/* Without memory the value is computed again next time. */
static void remember(const ct_module *list, const ct_tensor *value)
{
	struct cached *one = malloc(sizeof *one);
	ct_tensor *kept = one ? ct_tensor_retain(value) : NULL;

	if (kept == NULL) {
		free(one);
		return;
	}
	ct_scope_disown(kept);
	*one = (struct cached){ cache, ct_module_share(list), kept };
	cache = one;
}

static ct_error parametrize_compute(const ct_module *list, ct_tensor **result)
{
	if (data_of(list)->is_given)
		return ct_nn_again(data_of(list)->given, result);
	for (const struct cached *one = cache; one; one = one->next)
		if (one->list == list)
			return ct_nn_again(one->value, result);
	CT_TRY(call_list(list, result));
	if (cache_depth)
		remember(list, *result);
	return NULL;
}

static ct_error compute_parametrized(const ct_module *self, const struct ct_computed *how,
				     ct_tensor **result)
{
	const ct_module *list = ct_parametrizations_of(self, how->name);

	if (list == NULL || original_at(list, 0) == NULL)
		return ct_error_new(CT_ERROR_KEY, CT_NAME_OF(ct_module_forward), "'%s'", how->name);
	return parametrize_compute(list, result);
}

/* --- registering ------------------------------------------------------------------------------ */

ct_error ct_parametrize_error(const ct_module *module, const char *before, const char *after,
			      const char *name)
{
	char *text;
	ct_error error;

	CT_TRY(ct_module_to_string(module, &text));
	error = CT_RAISED(CT_ERROR_VALUE, "%s%s%s%s'", before, text, after, name);
	ct_free(text);
	return error;
}

/* Adds a parametrization behind the others. */
static ct_error parametrize_append(ct_module *list, const ct_module *parametrization,
				   ct_right_inverse_function inverse)
{
	const int64_t n = ct_module_child_count(list);
	ct_right_inverse_function *inverses = ct_array_resize(data_of(list)->inverses, n + 1,
							      sizeof(ct_right_inverse_function));

	if (inverses == NULL)
		return ct_no_memory(NULL, "for a parametrization");
	data_of(list)->inverses = inverses;
	inverses[n] = inverse;
	return ct_module_add_module(list, ct_item_name(n).text, parametrization, NULL);
}

static ct_error check_first(const ct_module *list, ct_dtype dtype, struct ct_nn_text size)
{
	ct_tensor *value;

	CT_TRY(call_list(list, &value));
	if (ct_tensor_dtype(value) != dtype)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "Registering a parametrization may not change the dtype of the tensor, "
			    "unless `unsafe` flag is enabled.\nunparametrized dtype: torch.%s\n"
			    "parametrized dtype: torch.%s",
			    ct_dtype_name(dtype), ct_dtype_name(ct_tensor_dtype(value)));
	if (strcmp(ct_nn_size_text(value).at, size.at) != 0)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "Registering a parametrization may not change the shape of the tensor, "
			    "unless `unsafe` flag is enabled.\nunparametrized shape: %s\n"
			    "parametrized shape: %s",
			    size.at, ct_nn_size_text(value).at);
	return NULL;
}

/* A dict for the lists, in the module or to be added; borrowed. */
static ct_error dict_for(ct_module *module, ct_module **result)
{
	*result = dict_of(module);
	if (*result)
		return NULL;
	CT_TRY(ct_nn_new("ModuleDict", NULL, NULL, result));
	return ct_module_add_module(module, "parametrizations", *result, NULL);
}

/* Moves the tensor from the module to the list. What can fail comes first. */
static ct_error put_list(ct_module *module, enum ct_part_kind kind, const char *name,
			 const ct_module *list)
{
	struct ct_computed how = { .name = name,
				   .field = ct_part_find(module, kind, name)->field,
				   .compute = compute_parametrized,
				   .is_parametrization = true };
	ct_module *dict;
	ct_error error;

	CT_TRY(dict_for(module, &dict));
	error = ct_computed_add(module, &how, CT_NAME_OF(ct_nn_utils_register_parametrization));
	if (error == NULL && (error = ct_module_add_module(dict, name, list, NULL)))
		ct_computed_remove(module, name);
	if (error && ct_module_child_count(dict) == 0)
		ct_error_free(ct_module_remove(module, "parametrizations"));
	return error ? error : ct_module_remove(module, name);
}

static ct_error register_first(ct_module *module, const char *name,
			       const ct_module *parametrization,
			       const ct_parametrization_options *options)
{
	const enum ct_part_kind kind = ct_part_find(module, CT_PARAMETERS, name) ? CT_PARAMETERS
										 : CT_BUFFERS;
	const struct ct_part *part = ct_part_find(module, kind, name);
	struct ct_nn_text size;
	ct_tensor *tensor;
	ct_module *list;
	ct_dtype dtype;

	if (part == NULL || part->object == NULL)
		return ct_parametrize_error(
			module, "Module '",
			"' does not have a parameter, a buffer, or a parametrized "
			"element with name '",
			name);
	tensor = part->object;
	dtype = ct_tensor_dtype(tensor);
	size = ct_nn_size_text(tensor);
	CT_TRY(ct_module_new(&list_class, &list));
	list->is_training = module->is_training;
	data_of(list)->originals = options->originals;
	CT_TRY(parametrize_append(list, parametrization, options->right_inverse));
	CT_TRY(add_originals(list, kind, tensor));
	if (!options->unsafe)
		CT_TRY(check_first(list, dtype, size));
	return put_list(module, kind, name, list);
}

/* Two values of a tensor, and how errors call them. */
struct compared {
	const char *rule; /* "... may not change the" */
	const char *of;   /* " of the tensor" */
	const char *name; /* of the tensor */
	const char *got;  /* "returned " */
	const char *end;  /* behind `got`: ")." or "" */
};

static ct_error parametrize_differs(const struct compared *c, const char *what,
				    struct ct_nn_text was, struct ct_nn_text is)
{
	if (strcmp(was.at, is.at) == 0)
		return NULL;
	CT_NN_RAISE(CT_ERROR_VALUE,
		    "%s %s%s, unless the `unsafe` flag is enabled.\nmodule.%s.%s: %s\n%s%s%s%s: %s",
		    c->rule, what, c->of, c->name, what, was.at, c->got, *c->end ? c->name : "",
		    c->end, what, is.at);
}

static struct ct_nn_text dtype_text(const ct_tensor *x)
{
	struct ct_nn_text text;

	snprintf(text.at, sizeof text.at, "torch.%s", ct_dtype_name(ct_tensor_dtype(x)));
	return text;
}

static ct_error check_same(const struct compared *c, const ct_tensor *was, const ct_tensor *is)
{
	CT_TRY(parametrize_differs(c, "dtype", dtype_text(was), dtype_text(is)));
	return parametrize_differs(c, "shape", ct_nn_size_text(was), ct_nn_size_text(is));
}

/* The inverse of what it computes from `y`, if it can be computed. */
static ct_error check_inverse(const char *name, const ct_module *parametrization,
			      ct_right_inverse_function inverse, const ct_tensor *x,
			      const ct_tensor *y)
{
	char of[160];
	const struct compared c = {
		"The tensor returned by parametrization.right_inverse must have "
		"the same",
		of, name, "returned ", ""
	};
	ct_tensor *z;
	ct_error error = inverse(ct_module_data(parametrization), x, &z, 1);

	snprintf(of, sizeof of, " as module.%s", name);
	if (error && ct_error_class_of(error) == CT_ERROR_NOT_IMPLEMENTED) {
		ct_error_free(error);
		return NULL;
	}
	return error ? error : check_same(&c, y, z);
}

static ct_error register_next(ct_module *list, const char *name, const ct_module *parametrization,
			      const ct_parametrization_options *options)
{
	const struct compared c = { "Registering a parametrization may not change the",
				    " of the tensor", name, "parametrization(module.", ")." };
	ct_tensor *x, *y;

	if (!options->unsafe) {
		CT_TRY(parametrize_compute(list, &y));
		CT_TRY(ct_module_forward(parametrization, y, &x));
		CT_TRY(check_same(&c, y, x));
		if (options->right_inverse)
			CT_TRY(check_inverse(name, parametrization, options->right_inverse, x, y));
	}
	return parametrize_append(list, parametrization, options->right_inverse);
}

ct_error ct_nn_utils_register_parametrization(ct_module *module, const char *tensor_name,
					      const ct_module *parametrization,
					      const ct_parametrization_options *options)
{
	static const ct_parametrization_options defaults;
	ct_module *list;

	CT_TRY(ct_module_check(module, __func__, 1, "module"));
	CT_NN_NEEDS(tensor_name, 2);
	CT_TRY(ct_module_check(parametrization, __func__, 3, "parametrization"));
	options = options ? options : &defaults;
	if (options->originals < 0 || options->originals > CT_ORIGINALS_MAX ||
	    (options->originals && options->right_inverse == NULL))
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "options: originals is %lld, but right_inverse is %s",
				    (long long)options->originals,
				    options->right_inverse ? "a" : "no");
	CT_OWN_SCOPE(__func__);
	CT_TRY(ct_module_train((ct_module *)parametrization, module->is_training));
	list = ct_parametrizations_of(module, tensor_name);
	return list ? register_next(list, tensor_name, parametrization, options)
		    : register_first(module, tensor_name, parametrization, options);
}

/* --- removing --------------------------------------------------------------------------------- */

static ct_error not_parametrized(const ct_module *module, const char *name)
{
	char *text;
	ct_error error;

	CT_TRY(ct_module_to_string(module, &text));
	error = CT_RAISED(CT_ERROR_VALUE, "Module %s does not have a parametrization on %s", text,
			  name);
	ct_free(text);
	return error;
}

/* The value without recording. */
static ct_error compute_detached(const ct_module *list, ct_tensor **result)
{
	CT_NO_GRAD_SCOPE;

	return parametrize_compute(list, result);
}

/* What takes the tensor's place, and as what. */
static ct_error left_behind(const ct_module *list, bool leave_parametrized, enum ct_part_kind *kind,
			    ct_tensor **result)
{
	ct_tensor *value;

	*kind = list->parts[CT_PARAMETERS].len ? CT_PARAMETERS : CT_BUFFERS;
	if (data_of(list)->originals == 0) {
		*result = original_at(list, 0)->object;
		if (!leave_parametrized)
			return NULL;
		CT_TRY(compute_detached(list, &value));
		return set_tensor(*result, value);
	}
	if (!leave_parametrized)
		CT_NN_RAISE(
			CT_ERROR_VALUE,
			"Cannot leave unparametrized (`leave_parametrized=False`) a tensor that "
			"is parametrized in terms of a sequence of tensors.");
	CT_TRY(parametrize_compute(list, result));
	if (!ct_tensor_requires_grad(*result)) {
		*kind = CT_BUFFERS;
		return NULL;
	}
	*kind = CT_PARAMETERS;
	return ct_parameter_new(*result, true, result);
}

ct_error ct_nn_utils_remove_parametrizations(ct_module *module, const char *tensor_name,
					     bool leave_parametrized)
{
	const struct ct_computed *how;
	enum ct_part_kind kind;
	ct_module *list, *dict;
	ct_tensor *tensor;

	CT_TRY(ct_module_check(module, __func__, 1, "module"));
	CT_NN_NEEDS(tensor_name, 2);
	CT_OWN_SCOPE(__func__);
	list = ct_parametrizations_of(module, tensor_name);
	how = ct_computed_find(module, tensor_name, compute_parametrized);
	if (list == NULL || how == NULL)
		return not_parametrized(module, tensor_name);
	CT_TRY(left_behind(list, leave_parametrized, &kind, &tensor));
	CT_TRY(register_tensor(module, kind, tensor_name, tensor, ct_computed_field(module, how)));
	ct_computed_remove(module, tensor_name);
	dict = dict_of(module);
	CT_TRY(ct_module_remove(dict, tensor_name));
	return ct_module_child_count(dict) ? NULL : ct_module_remove(module, "parametrizations");
}

/* --- reading and writing ---------------------------------------------------------------------- */

ct_error ct_nn_utils_get_tensor(const ct_module *module, const char *path, ct_tensor **result)
{
	ct_module *parent;
	ct_tensor *found;
	const char *name;

	CT_TRY(ct_module_check(module, __func__, 1, "module"));
	CT_NN_NEEDS(path, 2);
	CT_NN_NEEDS(result, 3);
	CT_OWN_SCOPE(__func__);
	CT_TRY(ct_module_parent_of(module, path, __func__, &parent, &name));
	CT_TRY(ct_module_find_tensor(parent, name, &found));
	if (found == NULL)
		return ct_no_attribute(parent, name);
	CT_TRY(ct_nn_again(found, &found));
	ct_scope_move_up(found);
	*result = found;
	return NULL;
}

static ct_error invert_all(const ct_module *list, const ct_tensor *value, ct_tensor **originals)
{
	originals[0] = (ct_tensor *)value;
	for (int64_t i = ct_module_child_count(list) - 1; i >= 0; i--) {
		const ct_right_inverse_function inverse = data_of(list)->inverses[i];
		const ct_module *child = ct_module_child_at(list, i);

		if (inverse == NULL)
			CT_NN_RAISE(CT_ERROR_RUNTIME,
				    "parametrization %s does not implement right_inverse.",
				    child->klass->name);
		CT_TRY(call_inverse(inverse, child, originals[0], originals,
				    i ? 1 : originals_len(list)));
	}
	return NULL;
}

static ct_error check_dtype(const ct_module *list, int64_t i, const ct_tensor *new)
{
	const char *was = ct_dtype_name(ct_tensor_dtype(original_at(list, i)->object));
	const char *is = ct_dtype_name(ct_tensor_dtype(new));

	if (!strcmp(was, is))
		return NULL;
	if (data_of(list)->originals == 0)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "The tensor returned by `right_inverse` has dtype torch.%s while "
			    "`original` has dtype torch.%s",
			    is, was);
	CT_NN_RAISE(
		CT_ERROR_VALUE,
		"Tensor %lld returned by `right_inverse` has dtype torch.%s while `original%lld` "
		"has dtype torch.%s",
		(long long)i, is, (long long)i, was);
}

ct_error ct_nn_utils_set_parametrized(ct_module *module, const char *tensor_name,
				      const ct_tensor *value)
{
	ct_tensor *originals[CT_ORIGINALS_MAX];
	const ct_module *list;

	CT_TRY(ct_module_check(module, __func__, 1, "module"));
	CT_NN_NEEDS(tensor_name, 2);
	CT_NN_NEEDS(value, 3);
	CT_TRY(ct_check_given(value, __func__));
	CT_OWN_SCOPE(__func__);
	list = ct_parametrizations_of(module, tensor_name);
	if (list == NULL)
		return not_parametrized(module, tensor_name);
	CT_TRY(invert_all(list, value, originals));
	for (int64_t i = 0; i < originals_len(list); i++) {
		CT_TRY(check_dtype(list, i, originals[i]));
		CT_TRY(set_tensor(original_at(list, i)->object, originals[i]));
	}
	return NULL;
}

/* --- transferring ----------------------------------------------------------------------------- */

static bool has_attribute(const ct_module *module, const char *name)
{
	for (int kind = 0; kind < CT_PART_KINDS; kind++)
		if (ct_part_find(module, (enum ct_part_kind)kind, name))
			return true;
	return ct_computed_find(module, name, NULL) != NULL;
}

/* A parameter for the parametrizations to come. */
static ct_error parametrize_add_parameter(const ct_module *from, ct_module *to, const char *name)
{
	ct_tensor *value;

	if (has_attribute(to, name))
		return NULL;
	CT_TRY(ct_module_find_tensor(from, name, &value));
	if (value == NULL)
		return ct_no_attribute(from, name);
	CT_TRY(ct_parameter_new(value, true, &value));
	return ct_module_register_parameter(to, name, value, NULL);
}

/* Python's `list.original = ...`: where there is a parameter, a buffer is a TypeError. */
static ct_error set_original(ct_module *list, enum ct_part_kind kind, const struct ct_part *from)
{
	const enum ct_part_kind other = kind == CT_PARAMETERS ? CT_BUFFERS : CT_PARAMETERS;

	if (ct_part_find(list, other, from->name)) {
		if (kind == CT_BUFFERS)
			CT_NN_RAISE(CT_ERROR_TYPE,
				    "cannot assign '%s' as parameter '%s' (torch.nn.Parameter or "
				    "None expected)",
				    ct_nn_type_text(from->object).at, from->name);
		CT_TRY(ct_module_remove(list, from->name));
	}
	return register_tensor(list, kind, from->name, from->object, NULL);
}

static ct_error transfer_originals(const ct_module *from, ct_module *to)
{
	for (int kind = CT_PARAMETERS; kind <= CT_BUFFERS; kind++)
		for (uint32_t i = 0; i < from->parts[kind].len; i++)
			CT_TRY(set_original(to, (enum ct_part_kind)kind, &from->parts[kind].at[i]));
	return NULL;
}

static ct_error transfer_one(const ct_module *from, ct_module *to, const char *name)
{
	const ct_module *list = ct_parametrizations_of(from, name);
	const int64_t n = list ? ct_module_child_count(list) : 0;
	ct_parametrization_options options = { 0 };

	CT_TRY(parametrize_add_parameter(from, to, name));
	if (list == NULL)
		CT_NN_RAISE(CT_ERROR_KEY, "'%s'", name);
	for (int64_t i = 0; i < n; i++) {
		options.right_inverse = data_of(list)->inverses[i];
		options.originals = i == 0 ? data_of(list)->originals : 0;
		CT_TRY(ct_nn_utils_register_parametrization(to, name, ct_module_child_at(list, i),
							    &options));
	}
	return transfer_originals(list, ct_parametrizations_of(to, name));
}

ct_error ct_nn_utils_transfer_parametrizations_and_params(const ct_module *from_module,
							  ct_module *to_module,
							  const char *tensor_name)
{
	const ct_module *dict;

	CT_TRY(ct_module_check(from_module, __func__, 1, "from_module"));
	CT_TRY(ct_module_check(to_module, __func__, 2, "to_module"));
	dict = dict_of(from_module);
	if (dict == NULL)
		return NULL;
	CT_OWN_SCOPE(__func__);
	if (tensor_name)
		return transfer_one(from_module, to_module, tensor_name);
	for (uint32_t i = 0; i < dict->parts[CT_CHILDREN].len; i++)
		CT_TRY(transfer_one(from_module, to_module, dict->parts[CT_CHILDREN].at[i].name));
	return NULL;
}

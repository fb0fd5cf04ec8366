/*
 * torch.func.functional_call: a module is called with other parameters and buffers.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"
#include "nn/utils/parametrize.h"

/* A part that was replaced, and what it was. */
struct swapped {
	const char *path; /* borrowed */
	ct_module *module;
	enum ct_part_kind kind; /* CT_CHILDREN: a list of parametrizations, which gets the value */
	const char *name;       /* in the module; of a list it is "" */
	const ct_tensor *value; /* borrowed */
	ct_tensor *before;
};

struct swaps {
	struct swapped *at;
	int64_t len, room;
};

static const char *const function = CT_NAME_OF(ct_nn_utils_functional_call);

static ct_error add(struct swaps *swaps, struct swapped one)
{
	struct swapped *at = ct_array_grow(swaps->at, &swaps->room, swaps->len + 1, sizeof *at);

	if (at == NULL)
		return ct_no_memory(function, "for a call");
	swaps->at = at;
	swaps->at[swaps->len++] = one;
	return NULL;
}

/* Python's errors for a name that is not a tensor; unknown names and None are ignored. */
static ct_error check_no_tensor(const ct_module *parent, const char *name)
{
	const struct ct_part *child = ct_part_find(parent, CT_CHILDREN, name);
	char *text;

	if (*name == '\0')
		return CT_RAISED(CT_ERROR_KEY, "tensor name can't be empty string \"\"");
	if (child == NULL || child->object == NULL)
		return NULL;
	CT_OWN_SCOPE(function);
	CT_TRY(ct_module_to_string(child->object, &text));
	return CT_RAISED(CT_ERROR_TYPE, "attribute `%s`: %s is not an instance of torch.Tensor",
			 name, text);
}

static ct_error plan_one(const ct_module *self, const ct_named_tensor *given, struct swaps *swaps)
{
	struct swapped one = { .path = given->name, .value = given->tensor };
	ct_module *list;

	CT_TRY(ct_module_parent_of(self, given->name, function, &one.module, &one.name));
	for (int kind = CT_PARAMETERS; kind <= CT_BUFFERS; kind++)
		if (ct_part_find(one.module, (enum ct_part_kind)kind, one.name)) {
			one.kind = (enum ct_part_kind)kind;
			return add(swaps, one);
		}
	list = ct_parametrizations_of(one.module, one.name);
	if (list == NULL)
		return check_no_tensor(one.module, one.name);
	one.module = list;
	one.kind = CT_CHILDREN;
	return add(swaps, one);
}

/* --- all names -------------------------------------------------------------------------------- */

/* All parameters and then all buffers, under all their names: a block of each, for ct_free(). */
struct names {
	ct_named_tensor *at[2];
	int64_t len[2];
};

static ct_error list_names(const ct_module *self, struct names *names)
{
	const ct_module_list_options all = { .keep_duplicates = true };

	CT_TRY(ct_module_named_parameters(self, &all, &names->at[0], &names->len[0]));
	return ct_module_named_buffers(self, &all, &names->at[1], &names->len[1]);
}

static const ct_named_tensor *find(const ct_named_tensor *tensors, int64_t n, const char *name)
{
	for (int64_t i = n - 1; i >= 0; i--) /* as in a dict, the last one counts */
		if (!strcmp(tensors[i].name, name))
			return &tensors[i];
	return NULL;
}

static const ct_named_tensor *find_name(const struct names *names, const char *name)
{
	const ct_named_tensor *found = find(names->at[0], names->len[0], name);

	return found ? found : find(names->at[1], names->len[1], name);
}

/* --- tied tensors ----------------------------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Python's ValueError, with all names of the tensor in order. */
static ct_error several_values(const struct names *names, const ct_tensor *tied)
{
	const char **sorted = ct_array_new(names->len[0] + names->len[1], sizeof *sorted);
	struct ct_text text = { 0 };
	size_t n = 0;
	ct_error error;

	for (int kind = 0; sorted && kind < 2; kind++)
		for (int64_t i = 0; i < names->len[kind]; i++)
			if (names->at[kind][i].tensor == tied)
				sorted[n++] = names->at[kind][i].name;
	if (sorted)
		qsort(sorted, n, sizeof *sorted, by_text);
	for (size_t i = 0; i < n; i++)
		ct_text_addf(&text, "%s'%s'", i ? ", " : "", sorted[i]);
	error = n == 0 || text.failed
			? ct_no_memory(function, "for a call")
			: CT_RAISED(CT_ERROR_VALUE,
				    "functional_call got multiple values for keys [%s], which "
				    "are tied. Consider using tie_weights=False",
				    text.data);
	ct_text_release(&text);
	free(sorted);
	return error;
}

/* Adds the other names of a tensor that is given. */
static ct_error add_tied(const ct_module *self, const struct names *names,
			 const ct_named_tensor *given, const ct_named_tensor *tensors, int64_t n,
			 struct swaps *swaps)
{
	const ct_named_tensor *own = find_name(names, given->name);

	for (int kind = 0; own && kind < 2; kind++)
		for (int64_t i = 0; i < names->len[kind]; i++) {
			const ct_named_tensor *other = &names->at[kind][i];
			const ct_named_tensor *also = find(tensors, n, other->name);

			if (other->tensor != own->tensor)
				continue;
			if (also && also->tensor != given->tensor)
				return several_values(names, own->tensor);
			if (also == NULL)
				CT_TRY(plan_one(self,
						&(ct_named_tensor){ other->name, given->tensor },
						swaps));
		}
	return NULL;
}

/* --- strict ----------------------------------------------------------------------------------- */

static bool is_planned(const struct swaps *swaps, const char *path)
{
	for (int64_t i = 0; i < swaps->len; i++)
		if (!strcmp(swaps->at[i].path, path))
			return true;
	return false;
}

/* "\n\tMissing key(s): 'a', 'b'.", the keys in order; nothing without keys. */
static void add_keys(struct ct_text *text, const char *title, const char **keys, size_t n)
{
	qsort(keys, n, sizeof *keys, by_text);
	if (n)
		ct_text_addf(text, "\n\t%s key(s): ", title);
	for (size_t i = 0; i < n; i++)
		ct_text_addf(text, "'%s'%s", keys[i], i + 1 < n ? ", " : ".");
}

static ct_error check_keys(const ct_module *self, const struct names *names,
			   const ct_named_tensor *tensors, int64_t n, const struct swaps *swaps)
{
	const int64_t most = ct_size_plus(n, names->len[0] + names->len[1]);
	const char **keys = ct_array_new(most, sizeof *keys);
	struct ct_text text = { 0 };
	size_t unexpected = 0, missing = 0;
	ct_error error = NULL;

	if (keys == NULL)
		return ct_no_memory(function, "for a call");
	for (int64_t i = 0; i < n; i++)
		if (find_name(names, tensors[i].name) == NULL)
			keys[unexpected++] = tensors[i].name;
	add_keys(&text, "Unexpected", keys, unexpected);
	for (int kind = 0; kind < 2; kind++)
		for (int64_t i = 0; i < names->len[kind]; i++)
			if (!is_planned(swaps, names->at[kind][i].name))
				keys[missing++] = names->at[kind][i].name;
	add_keys(&text, "Missing", keys, missing);
	if (text.failed)
		error = ct_no_memory(function, "for a call");
	else if (unexpected || missing)
		error = CT_RAISED(CT_ERROR_RUNTIME, "Error(s) in reparametrizing for %s%s:%s",
				  ct_module_is_parametrized(self) ? "Parametrized" : "",
				  self->klass->name, text.data);
	ct_text_release(&text);
	free(keys);
	return error;
}

static ct_error plan(const ct_module *self, const ct_named_tensor *tensors, int64_t n,
		     const ct_functional_call_options *options, const struct names *names,
		     struct swaps *swaps)
{
	for (int64_t i = 0; i < n; i++) {
		if (options->strict && find_name(names, tensors[i].name) == NULL)
			continue; /* check_keys() lists it */
		CT_TRY(plan_one(self, &tensors[i], swaps));
		if (!options->no_tie_weights)
			CT_TRY(add_tied(self, names, &tensors[i], tensors, n, swaps));
	}
	return options->strict ? check_keys(self, names, tensors, n, swaps) : NULL;
}

/* --- swapping --------------------------------------------------------------------------------- */

/* Exchanges the pointers; no reference changes its owner. */
static void exchange(struct swapped *one)
{
	struct ct_part *part;

	if (one->kind == CT_CHILDREN) {
		struct ct_parametrization_list *list = ct_module_data(one->module);

		list->is_given = !list->is_given;
		list->given = list->is_given ? one->value : NULL;
		return;
	}
	part = ct_part_find(one->module, one->kind, one->name);
	if (part == NULL)
		return;
	if (one->before == NULL)
		one->before = part->object;
	part->object = part->object == one->before ? (void *)one->value : one->before;
	if (part->field != CT_NO_FIELD)
		*(void **)(void *)(one->module->data + part->field) = part->object;
}

static ct_error call(const ct_module *module, struct swaps *swaps, ct_tensors inputs,
		     ct_tensor **outputs, int64_t outputs_len)
{
	ct_error error;

	for (int64_t i = 0; i < swaps->len; i++)
		exchange(&swaps->at[i]);
	error = ct_module_forward_all(module, inputs, outputs, outputs_len);
	for (int64_t i = swaps->len - 1; i >= 0; i--)
		exchange(&swaps->at[i]);
	return error;
}

static ct_error check_tensors(const ct_named_tensor *tensors, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		if (tensors == NULL || tensors[i].name == NULL)
			return ct_error_new(CT_ERROR_ARGUMENT, function,
					    "argument 2 (tensors): the name at index %lld is NULL",
					    (long long)i);
	return NULL;
}

ct_error ct_nn_utils_functional_call(const ct_module *module, const ct_named_tensor *tensors,
				     int64_t tensors_len, ct_tensors inputs,
				     const ct_functional_call_options *options, ct_tensor **outputs,
				     int64_t outputs_len)
{
	static const ct_functional_call_options defaults;
	struct names names = { 0 };
	struct swaps swaps = { 0 };
	ct_error error;

	CT_TRY(ct_module_check(module, __func__, 1, "module"));
	CT_TRY(check_tensors(tensors, tensors_len));
	options = options ? options : &defaults;
	error = list_names(module, &names);
	if (error == NULL)
		error = plan(module, tensors, tensors_len, options, &names, &swaps);
	if (error == NULL)
		error = call(module, &swaps, inputs, outputs, outputs_len);
	ct_free(names.at[0]);
	ct_free(names.at[1]);
	free(swaps.at);
	return error;
}

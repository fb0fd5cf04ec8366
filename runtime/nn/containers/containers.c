/*
 * Sequential, ModuleList, ModuleDict, ParameterList and ParameterDict: what they do when they are
 * called, and what they print. module_list.c and the files beside it change what is in them.
 */
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/print.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "core/memory/given.h"
#include "core/memory/scopes.h"
#include "module/module.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"
#include "nn/layers/class.h"
#include "tensor/tensor/sizes.h"

/* --- Sequential ------------------------------------------------------------------------------- */

struct sequential {
	CT_NN_HEAD(Sequential);
};

/* Releases what one child gave to the next one, unless it is the input, or goes on. */
static void containers_drop(const ct_tensor *used, const ct_tensor *x, const ct_tensor *next)
{
	if (used != x && used != next && ct_scopes_innermost_owns(used))
		ct_tensor_free((ct_tensor *)used);
}

static ct_error call_all(const ct_module *self, const ct_tensor *x, const ct_tensor **result)
{
	const ct_tensor *at = x;

	for (int64_t i = 0; i < ct_module_child_count(self); i++) {
		const ct_module *child = ct_module_child_at(self, i);
		ct_tensor *next;

		if (child == NULL)
			return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_module_forward),
					    "'NoneType' object is not callable");
		CT_TRY(ct_module_forward(child, at, &next));
		containers_drop(at, x, next);
		at = next;
	}
	*result = at;
	return NULL;
}

static ct_error sequential_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const ct_tensor *y = NULL;
	ct_tensor *given = NULL;

	CT_OWN_SCOPE(NULL);
	CT_TRY(call_all(ct_module_of(self), x, &y));
	if (ct_scopes_innermost_owns(y))
		given = (ct_tensor *)y;
	else
		CT_TRY(ct_nn_again(y, &given));
	ct_scope_move_up(given);
	*result = given;
	return NULL;
}

CT_NN_CLASS(Sequential, struct sequential, NULL, sequential_forward);

/* --- ModuleList ------------------------------------------------------------------------------- */

struct module_list {
	CT_NN_HEAD(ModuleList);
};

/* "\n  (0-5): 6 x Block(...)", with all lines but the first moved to the right. */
static void add_lines(struct ct_text *text, int64_t first, int64_t last, const char *lines)
{
	if (first == last)
		ct_text_addf(text, "\n  (%lld): ", (long long)first);
	else
		ct_text_addf(text, "\n  (%lld-%lld): %lld x ", (long long)first, (long long)last,
			     (long long)(last - first + 1));
	for (const char *end; (end = strchr(lines, '\n')); lines = end + 1) {
		ct_text_add_bytes(text, lines, (size_t)(end + 1 - lines));
		ct_text_add_spaces(text, 2);
	}
	ct_text_add(text, lines);
}

static ct_error print_child(const ct_module *self, int64_t i, char **result)
{
	const ct_module *child = ct_module_child_at(self, i);
	struct ct_text none = { 0 };

	if (child)
		return ct_module_to_string(child, result);
	ct_text_add(&none, "None");
	return ct_text_give(&none, CT_NAME_OF(ct_module_to_string), result);
}

/* Children that print alike are one. */
static ct_error add_children(const ct_module *self, struct ct_text *text)
{
	const int64_t n = ct_module_child_count(self);
	int64_t first = 0;
	char *lines = NULL, *next = NULL;

	if (n == 0)
		return NULL;
	CT_TRY(print_child(self, 0, &lines));
	for (int64_t i = 1; i < n; i++) {
		ct_error error = print_child(self, i, &next);

		if (error) {
			ct_free(lines);
			return error;
		}
		if (strcmp(lines, next) == 0) {
			ct_free(next);
			continue;
		}
		add_lines(text, first, i - 1, lines);
		ct_free(lines);
		lines = next;
		first = i;
	}
	add_lines(text, first, n - 1, lines);
	ct_free(lines);
	ct_text_add(text, "\n");
	return NULL;
}

static ct_error module_list_repr(const void *self, char **result)
{
	const ct_module *module = ct_module_of(self);
	struct ct_text text = { 0 };
	ct_error error;

	ct_text_addf(&text, "%s(", ct_module_class_of(module)->name);
	error = add_children(module, &text);
	ct_text_add(&text, ")");
	if (error == NULL && text.failed)
		error = ct_no_memory(CT_NAME_OF(ct_module_to_string), "for a string");
	return ct_text_give_unless(&text, error, CT_NAME_OF(ct_module_to_string), result);
}

CT_NN_CLASS(ModuleList, struct module_list, NULL, NULL, .module.repr = module_list_repr);

/* --- ModuleDict ------------------------------------------------------------------------------- */

struct module_dict {
	CT_NN_HEAD(ModuleDict);
};

CT_NN_CLASS(ModuleDict, struct module_dict, NULL, NULL);

/* --- ParameterList and ParameterDict ---------------------------------------------------------- */

struct parameter_list {
	CT_NN_HEAD(ParameterList);
};

struct parameter_dict {
	CT_NN_HEAD(ParameterDict);
};

static ct_error parameters_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	(void)x, (void)result;
	return ct_error_new(CT_ERROR_RUNTIME, CT_NAME_OF(ct_module_forward),
			    "%s should not be called.",
			    ct_module_class_of(ct_module_of(self))->name);
}

/* "  (0): Parameter containing: [torch.float32 of size 2x3]" */
static void containers_add_parameter(struct ct_text *text, const struct ct_part *part,
				     bool with_type_name)
{
	const ct_tensor *x = part->object;

	ct_text_addf(text, "  (%s): ", part->name);
	if (x == NULL) {
		ct_text_add(text, "Object of type: NoneType");
		return;
	}
	ct_text_add(text, "Parameter containing: [");
	if (with_type_name)
		ct_text_add(text, ct_nn_type_text(x).at);
	else
		ct_text_addf(text, "torch.%s", ct_dtype_name(ct_tensor_dtype(x)));
	ct_text_add(text, " of size ");
	for (int64_t i = 0; i < ct_tensor_dim(x); i++)
		ct_text_addf(text, "%s%lld", i ? "x" : "", (long long)ct_size_of(x, i));
	if (ct_tensor_device(x).type == CT_DEVICE_TYPE_CUDA)
		ct_text_addf(text, " (cuda:%d)", (int)ct_tensor_device(x).index);
	ct_text_add(text, "]");
}

static ct_error print_parameters(const void *self, bool with_type_name, char **result)
{
	const struct ct_parts *parts = &ct_module_of(self)->parts[CT_PARAMETERS];
	struct ct_text text = { 0 };

	ct_text_add(&text, "");
	for (uint32_t i = 0; i < parts->len; i++) {
		ct_text_add(&text, i ? "\n" : "");
		containers_add_parameter(&text, &parts->at[i], with_type_name);
	}
	return ct_text_give(&text, CT_NAME_OF(ct_module_to_string), result);
}

static ct_error parameter_list_lines(const void *self, char **result)
{
	return print_parameters(self, false, result);
}

static ct_error parameter_dict_lines(const void *self, char **result)
{
	return print_parameters(self, true, result);
}

CT_NN_CLASS(ParameterList, struct parameter_list, NULL, parameters_forward,
	    .extra_repr = parameter_list_lines);
CT_NN_CLASS(ParameterDict, struct parameter_dict, NULL, parameters_forward,
	    .extra_repr = parameter_dict_lines);

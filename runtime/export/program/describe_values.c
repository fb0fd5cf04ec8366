/*
 * Describing arguments: types, shapes, constants.
 */
#include <ctorch/core/dtype.h>
#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "export/program/describe.h"
#include "export/program/plan.h"
#include "export/text/print.h"

/* --- Dicts and lists -------------------------------------------------------------------------- */

ct_error ct_describe_text(ct_value *dict, const char *key, const char *text)
{
	return ct_value_dict_set(dict, ct_value_string(key),
				 text ? ct_value_string(text) : ct_value_none());
}

ct_error ct_describe_move(ct_value *dict, const char *key, ct_value *value)
{
	const ct_error error = ct_value_dict_move(dict, ct_value_string(key), value);

	if (error)
		ct_value_free(value);
	return error;
}

ct_error ct_describe_append(ct_value *list, ct_value *item)
{
	const ct_error error = ct_value_list_move(list, item);

	if (error)
		ct_value_free(item);
	return error;
}

/* --- Tensors ---------------------------------------------------------------------------------- */

static ct_error append_size(ct_value *list, const struct ct_graph_size *size)
{
	struct ct_text text = { 0 };
	ct_error error;

	if (size->expression == NULL)
		return ct_value_list_append(list, ct_value_int(size->i));
	ct_expression_print(&text, size->expression);
	error = text.failed ? ct_no_memory(NULL, "for a shape")
			    : ct_value_list_append(list, ct_value_string(text.data));
	ct_text_release(&text);
	return error;
}

static ct_error append_example(ct_value *list, const struct ct_graph_size *size)
{
	return ct_value_list_append(list, size->expression && !size->has_hint
						  ? ct_value_none()
						  : ct_value_int(size->i));
}

static ct_error describe_sizes(const struct ct_graph_tensor *tensor, const char *key,
			       ct_error (*append)(ct_value *, const struct ct_graph_size *),
			       ct_value *dict)
{
	ct_value list = ct_value_list_new();
	ct_error error = NULL;

	for (int64_t i = 0; i < tensor->dim && error == NULL; i++)
		error = append(&list, &tensor->sizes[i]);
	if (error == NULL)
		return ct_describe_move(dict, key, &list);
	ct_value_free(&list);
	return error;
}

static ct_error describe_device(const struct ct_graph_device *device, ct_value *dict)
{
	struct ct_text text = { 0 };
	ct_error error;

	ct_text_add(&text, device->type);
	if (device->index >= 0)
		ct_text_addf(&text, ":%lld", (long long)device->index);
	error = text.failed ? ct_no_memory(NULL, "for a device")
			    : ct_describe_text(dict, "device", text.data);
	ct_text_release(&text);
	return error;
}

static ct_error describe_tensor(const struct ct_graph_tensor *tensor, ct_value *dict)
{
	CT_TRY(ct_describe_text(dict, "type", "tensor"));
	if (tensor == NULL)
		return NULL;
	CT_TRY(ct_describe_text(dict, "dtype", ct_dtype_name(tensor->dtype)));
	CT_TRY(describe_sizes(tensor, "shape", append_size, dict));
	CT_TRY(describe_sizes(tensor, "example", append_example, dict));
	CT_TRY(describe_device(&tensor->device, dict));
	return ct_value_dict_set(dict, ct_value_string("requires_grad"),
				 ct_value_bool(tensor->requires_grad));
}

/* --- Other types ------------------------------------------------------------------------------ */

static ct_error describe_number(const char *type, ct_value value, ct_value *dict)
{
	CT_TRY(ct_describe_text(dict, "type", type));
	return ct_value_dict_set(dict, ct_value_string("value"), value);
}

static ct_error describe_symbol(const struct ct_graph_value *value, const char *type,
				ct_value *dict)
{
	const struct ct_graph_symbol *symbol = value->symbol;
	const enum ct_graph_arm hint = symbol ? symbol->hint : CT_ARM_NONE;

	switch (hint) {
	case CT_ARM_INT:
		return describe_number(type, ct_value_int(symbol->i), dict);
	case CT_ARM_BOOL:
		return describe_number(type, ct_value_bool(symbol->i), dict);
	case CT_ARM_FLOAT:
		return describe_number(type, ct_value_float(symbol->f), dict);
	default:
		return ct_describe_text(dict, "type", type);
	}
}

static ct_error describe_value(const struct ct_graph_value *value, ct_value *dict)
{
	switch (value->kind) {
	case CT_GRAPH_TENSOR:
		return describe_tensor(value->tensor, dict);
	case CT_GRAPH_SYM_INT:
		return describe_symbol(value, "int", dict);
	case CT_GRAPH_SYM_FLOAT:
		return describe_symbol(value, "float", dict);
	case CT_GRAPH_SYM_BOOL:
		return describe_symbol(value, "bool", dict);
	case CT_GRAPH_CUSTOM_OBJ:
		CT_TRY(ct_describe_text(dict, "class", value->class_name));
		return ct_describe_text(dict, "type", "object");
	case CT_GRAPH_TOKEN:
		return ct_describe_text(dict, "type", "token");
	default:
		return ct_describe_text(dict, "type", "unknown");
	}
}

static ct_error describe_constant(const struct ct_graph_argument *argument, ct_value *dict)
{
	const ct_value value = ct_constant_of(argument);

	CT_TRY(ct_value_dict_set(dict, ct_value_string("is_constant"), ct_value_bool(true)));
	if (argument->arm != CT_ARM_CUSTOM_OBJ)
		return describe_number(ct_value_type_name(&value), value, dict);
	CT_TRY(ct_describe_text(dict, "class", argument->string));
	return ct_describe_text(dict, "type", "object");
}

ct_error ct_describe_argument(const struct ct_graph *graph,
			      const struct ct_graph_argument *argument, ct_value *dict)
{
	if (argument->value == CT_NO_VALUE)
		return describe_constant(argument, dict);
	return describe_value(&graph->values[argument->value], dict);
}

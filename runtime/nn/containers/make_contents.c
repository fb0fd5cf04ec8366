/*
 * Containers by name with their items: what Python's constructors of containers take, where a
 * module is the dict that makes it.
 */
#include <ctorch/nn/container.h>

#include "classes/fill.h"
#include "classes/values.h"
#include "core/base/name_of.h"
#include "module/module.h"
#include "nn/containers/items.h"
#include "nn/layers/class.h"
#include "operators/value/value.h"

/* --- items ------------------------------------------------------------------------------------ */

/* NULL for None, which Python's containers accept. */
static ct_error make_module(const struct ct_class_call *call, const ct_value *value,
			    ct_module **result)
{
	*result = NULL;
	if (ct_value_is_none(value))
		return NULL;
	if (!ct_class_is_described(value) && !ct_class_is_index(call->objects, value))
		return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_nn_new),
				    "%s is not a Module subclass; a module is described by a dict "
				    "with the key 'class' and optional 'args' and 'kwargs'",
				    ct_value_type_name(value));
	return call->make_module(call, value, result);
}

static ct_error add_module(ct_module *self, const struct ct_class_call *call, const char *name,
			   const ct_value *value)
{
	ct_module *module;

	CT_TRY(make_module(call, value, &module));
	if (module && self->klass == &ct_nn_ModuleDict_code.module)
		return ct_module_dict_set(self, name, module);
	return ct_module_add_module(self, name, module, NULL);
}

static ct_error make_contents_add_parameter(ct_module *self, const struct ct_class_call *call,
					    const char *name, const ct_value *value)
{
	ct_tensor *tensor;

	(void)call;
	CT_TRY(ct_value_as_tensor(value, &tensor));
	return self->klass == &ct_nn_ParameterList_code.module
		       ? ct_parameter_list_append(self, tensor)
		       : ct_parameter_dict_set(self, name, tensor);
}

/* --- lists and dicts -------------------------------------------------------------------------- */

struct contents {
	const struct ct_nn_code *code;
	struct ct_argument argument;
	const char *method; /* that Python's error names */
	bool is_dict;
	ct_error (*add)(ct_module *self, const struct ct_class_call *call, const char *name,
			const ct_value *value);
};

static ct_error make_contents_add_list(ct_module *self, const struct contents *contents,
				       const struct ct_class_call *call, const ct_value *list)
{
	ct_value item;

	if (!ct_value_is_sequence(list))
		return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_nn_new),
				    "%s should be called with an iterable, but got %s",
				    contents->method, ct_value_type_name(list));
	for (int64_t i = 0; i < ct_value_count(list); i++) {
		CT_TRY(ct_value_item(list, i, &item));
		CT_TRY(contents->add(self, call, ct_item_name(i).text, &item));
	}
	return NULL;
}

/* The key and the value at `i` of a dict, or of a list of pairs. */
static ct_error pair_at(const struct contents *contents, const ct_value *pairs, int64_t i,
			ct_value *key, ct_value *value)
{
	const char *name = contents->code->module.name;
	ct_value pair;

	if (pairs->kind == CT_VALUE_DICT)
		return ct_value_dict_item(pairs, i, key, value);
	CT_TRY(ct_value_item(pairs, i, &pair));
	if (!ct_value_is_sequence(&pair))
		return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_nn_new),
				    "%s update sequence element #%lld should be Iterable; is%s",
				    name, (long long)i, ct_value_type_name(&pair));
	if (ct_value_count(&pair) != 2)
		return ct_error_new(
			CT_ERROR_VALUE, CT_NAME_OF(ct_nn_new),
			"%s update sequence element #%lld has length %lld; 2 is required", name,
			(long long)i, (long long)ct_value_count(&pair));
	CT_TRY(ct_value_item(&pair, 0, key));
	return ct_value_item(&pair, 1, value);
}

static ct_error add_pairs(ct_module *self, const struct contents *contents,
			  const struct ct_class_call *call, const ct_value *pairs)
{
	ct_value key, value;
	const char *name;

	if (pairs->kind != CT_VALUE_DICT && !ct_value_is_sequence(pairs))
		return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_nn_new),
				    "%s should be called with an iterable of key/value pairs, but "
				    "got %s",
				    contents->method, ct_value_type_name(pairs));
	for (int64_t i = 0; i < ct_value_count(pairs); i++) {
		CT_TRY(pair_at(contents, pairs, i, &key, &value));
		if (key.kind != CT_VALUE_STRING)
			return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_nn_new),
					    "module name should be a string. Got %s",
					    ct_value_type_name(&key));
		CT_TRY(ct_value_as_string(&key, &name, NULL));
		CT_TRY(contents->add(self, call, name, &value));
	}
	return NULL;
}

/* The only argument of the four. */
#define ITEMS(item_name)                                                           \
	{                                                                          \
		.name = item_name, .type = "list or dict", .default_text = "None", \
		.held = CT_HELD_VALUE, .is_optional = true                         \
	}

static const struct contents all_contents[] = {
	{ &ct_nn_ModuleList_code, ITEMS("modules"), "ModuleList.extend", false, add_module },
	{ &ct_nn_ModuleDict_code, ITEMS("modules"), "ModuleDict.update", true, add_module },
	{ &ct_nn_ParameterList_code, ITEMS("values"), "ParameterList.extend", false,
	  make_contents_add_parameter },
	{ &ct_nn_ParameterDict_code, ITEMS("parameters"), "ParametersDict.update", true,
	  make_contents_add_parameter },
};

static ct_error fill(ct_module *self, const struct contents *contents,
		     const struct ct_class_call *call, const ct_value *args, const ct_value *kwargs)
{
	static const ct_value none;
	const struct ct_class klass = { .name = contents->code->module.name,
					.arguments = &contents->argument,
					.arguments_len = 1,
					.defaults = &none,
					.size = sizeof none };
	void *filled;
	const ct_value *items;

	CT_TRY(ct_class_fill(&klass, call, args, kwargs, &filled));
	items = filled;
	if (ct_value_is_none(items))
		return NULL;
	return contents->is_dict ? add_pairs(self, contents, call, items)
				 : make_contents_add_list(self, contents, call, items);
}

/* Modules by position, or one dict of them. */
static ct_error fill_sequential(ct_module *self, const struct ct_class_call *call,
				const ct_value *args, const ct_value *kwargs)
{
	static const struct contents sequential = { .code = &ct_nn_Sequential_code,
						    .method = "Sequential",
						    .add = add_module };
	const struct ct_class klass = { .name = "Sequential", .defaults = "" };
	ct_value first;
	void *nothing;

	CT_TRY(ct_class_fill(&klass, call, NULL, kwargs, &nothing));
	if (args == NULL || ct_value_is_none(args))
		return NULL;
	if (ct_value_is_sequence(args) && ct_value_count(args) == 1) {
		CT_TRY(ct_value_item(args, 0, &first));
		if (first.kind == CT_VALUE_DICT && !ct_class_is_described(&first))
			return add_pairs(self, &sequential, call, &first);
	}
	if (!ct_value_is_sequence(args))
		return ct_class_fill(&klass, call, args, NULL, &nothing);
	return make_contents_add_list(self, &sequential, call, args);
}

/* NULL: the class is not one of the four. */
static const struct contents *find_contents(const struct ct_nn_class *klass)
{
	for (size_t i = 0; i < sizeof all_contents / sizeof *all_contents; i++)
		if (klass->code == all_contents[i].code)
			return &all_contents[i];
	return NULL;
}

bool ct_nn_has_contents(const struct ct_nn_class *klass)
{
	return klass->code == &ct_nn_Sequential_code || find_contents(klass);
}

ct_error ct_nn_make_with_contents(const struct ct_nn_class *klass, const struct ct_class_call *call,
				  const ct_value *args, const ct_value *kwargs, ct_module **result)
{
	const struct contents *contents = find_contents(klass);
	ct_module *module;

	CT_TRY(ct_nn_class_make(klass, klass->of.defaults, &module));
	if (klass->code == &ct_nn_Sequential_code)
		CT_TRY(fill_sequential(module, call, args, kwargs));
	if (contents)
		CT_TRY(fill(module, contents, call, args, kwargs));
	*result = module;
	return NULL;
}

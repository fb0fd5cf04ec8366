/*
 * Loading: state dicts of whole modules. Python makes them with methods of the module's class, which
 * are never run here; but all modules keep their parts in the same attributes.
 */
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "save/convert_key.h"
#include "save/script.h"
#include "save/state_dict.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

enum part { PARAMETERS, BUFFERS, MODULES, PARTS };

struct ct_saved_module {
	const struct ct_node
		*parts[PARTS]; /* dicts by name; TorchScript has one of all attributes */
	const struct ct_node *not_persistent; /* the names of such buffers: a set, or NULL */
	const struct ct_script_class *script; /* NULL: Python's */
	const char *class_name;               /* "torch.nn.modules.linear.Linear" */
};

struct state {
	struct ct_loader *loader;
	ct_value dict, metadata;
	size_t begin; /* of the names in the loader's key */
};

/* --- Modules ----------------------------------------------------------------------------------- */

/* The attributes of an object: what __setstate__() would get. torch.fx gives them to a function. */
static const struct ct_node *attributes_of(const struct ct_node *node)
{
	if (node->kind == CT_NODE_SKIPPED && node->state == NULL && node->arguments &&
	    node->arguments->kind == CT_NODE_TUPLE && node->arguments->len)
		node = node->arguments->items[0];
	else
		node = node->state;
	return node && node->kind == CT_NODE_DICT ? node : NULL;
}

static const struct ct_node *attribute(const struct ct_node *attributes, const char *name)
{
	for (size_t i = 0; i + 1 < attributes->len; i += 2)
		if (ct_node_is_text(attributes->items[i], name))
			return attributes->items[i + 1];
	return NULL;
}

bool ct_loader_may_be_module(const struct ct_node *node)
{
	return node->kind == CT_NODE_SKIPPED || node->kind == CT_NODE_OBJECT;
}

static ct_error state_dict_find_script(struct ct_loader *self, const struct ct_node *node,
				       const struct ct_node *attributes,
				       struct ct_saved_module *module, bool *is_module)
{
	CT_TRY(ct_script_find(self, node->global, &module->script));
	*is_module = module->script != NULL;
	for (int part = 0; part < PARTS; part++)
		module->parts[part] = attributes;
	return NULL;
}

static bool is_python_module(const struct ct_node *attributes, struct ct_saved_module *module)
{
	static const char *const names[PARTS] = { "_parameters", "_buffers", "_modules" };

	for (int part = 0; part < PARTS; part++) {
		module->parts[part] = attribute(attributes, names[part]);
		if (module->parts[part] == NULL || module->parts[part]->kind != CT_NODE_DICT)
			return false;
	}
	module->not_persistent = attribute(attributes, "_non_persistent_buffers_set");
	if (module->not_persistent && module->not_persistent->kind != CT_NODE_SET)
		module->not_persistent = NULL;
	return true;
}

ct_error ct_loader_find_module(struct ct_loader *self, const struct ct_node *node,
			       struct ct_saved_module **result)
{
	const struct ct_node *attributes = attributes_of(node);
	struct ct_saved_module *module;
	bool is_module = false;

	*result = NULL;
	if (attributes == NULL)
		return NULL;
	/* Its attributes are looked through. */
	CT_TRY(ct_loader_spend(self, attributes->len));
	module = ct_arena_new(&self->reader.arena, sizeof *module);
	if (module == NULL)
		return ct_unpickle_no_memory(&self->reader);
	module->class_name = node->global ? node->global->module : "";
	if (node->kind == CT_NODE_OBJECT)
		CT_TRY(state_dict_find_script(self, node, attributes, module, &is_module));
	else
		is_module = is_python_module(attributes, module);
	*result = is_module ? module : NULL;
	return NULL;
}

/* --- Their parts ------------------------------------------------------------------------------- */

static ct_error find_in_set(struct ct_loader *self, const struct ct_node *set,
			    const struct ct_node *name, bool *result)
{
	*result = false;
	CT_TRY(ct_loader_spend(self, set->len)); /* it is looked through for each buffer */
	for (size_t i = 0; i < set->len && !*result; i++) {
		const struct ct_node *item = set->items[i];

		if (item->kind != CT_NODE_STRING || item->n != name->n)
			continue;
		CT_TRY(ct_loader_spend(self, name->n));
		*result = memcmp(item->bytes, name->bytes, name->n) == 0;
	}
	return NULL;
}

static bool is_script_part(const struct ct_saved_module *module, enum part part,
			   struct ct_node *const *pair)
{
	switch (part) {
	case PARAMETERS:
		return ct_script_has_parameter(module->script, pair[0]);
	case BUFFERS:
		return pair[1]->kind == CT_NODE_TENSOR &&
		       ct_script_has_buffer(module->script, pair[0]);
	default:
		return pair[1]->kind == CT_NODE_OBJECT;
	}
}

static ct_error find_part(struct ct_loader *self, const struct ct_saved_module *module,
			  enum part part, struct ct_node *const *pair, bool *result)
{
	*result = false;
	if (pair[0]->kind != CT_NODE_STRING || pair[1]->kind == CT_NODE_NONE)
		return NULL;
	CT_TRY(ct_loader_spend(self, pair[0]->n));
	*result = module->script == NULL || is_script_part(module, part, pair);
	if (part == BUFFERS && module->not_persistent) {
		CT_TRY(find_in_set(self, module->not_persistent, pair[0], result));
		*result = !*result;
	}
	return NULL;
}

/* --- Tensors ----------------------------------------------------------------------------------- */

/* The present key in the state dict. */
static ct_value key_of(const struct state *state)
{
	const struct ct_text *key = &state->loader->key;

	return ct_value_string(key->length > state->begin ? key->data + state->begin : "");
}

/* Without autograd, as Python detaches them. */
static ct_error add_tensor(struct state *state, struct ct_node *node)
{
	ct_tensor *tensor;

	CT_TRY(ct_loader_tensor(state->loader, node, &tensor));
	if (ct_tensor_requires_grad(tensor))
		CT_TRY(ct_detach(tensor, &tensor));
	return ct_value_dict_set(&state->dict, key_of(state), ct_value_tensor(tensor));
}

/* A tensor of a class that only Python has. */
static ct_error add_other(struct state *state, struct ct_node *node)
{
	ct_error error = NULL;
	ct_value value;

	CT_TRY(ct_loader_convert(state->loader, node, &value));
	if (!ct_value_is_none(&value))
		error = ct_value_dict_move(&state->dict, key_of(state), &value);
	ct_value_free(&value);
	return error;
}

static ct_error add_value(struct state *state, struct ct_node *node)
{
	bool is_unwanted;

	CT_TRY(ct_loader_find_unwanted(state->loader, node, &is_unwanted));
	if (is_unwanted)
		return NULL;
	return (node->kind == CT_NODE_TENSOR ? add_tensor : add_other)(state, node);
}

/* --- Versions ---------------------------------------------------------------------------------- */

/* Classes whose `_version` is not Module's, which is 1. A name that ends with a dot is a Python
 * module. */
static const struct {
	const char *name;
	int version;
} versions[] = {
	{ "torch.nn.modules.batchnorm.", 2 },
	{ "torch.nn.modules.instancenorm.", 2 },
	{ "torchvision.models._utils.IntermediateLayerGetter", 2 },
	{ "torchvision.models.densenet._DenseBlock", 2 },
	{ "torchvision.models.detection.mask_rcnn.MaskRCNNHeads", 2 },
	{ "torchvision.models.detection.retinanet.RetinaNetClassificationHead", 2 },
	{ "torchvision.models.detection.retinanet.RetinaNetRegressionHead", 2 },
	{ "torchvision.models.detection.rpn.RPNHead", 2 },
	{ "torchvision.models.mnasnet.MNASNet", 2 },
	{ "torchvision.models.vision_transformer.MLPBlock", 2 },
	{ "torchvision.ops.feature_pyramid_network.FeaturePyramidNetwork", 2 },
};

static int version_of(const char *class_name)
{
	for (size_t i = 0; i < LENGTH(versions); i++) {
		const char *name = versions[i].name;
		const size_t n = strlen(name);

		if (strncmp(class_name, name, n) == 0 && (name[n - 1] == '.' || !class_name[n]))
			return versions[i].version;
	}
	return 1;
}

static ct_error add_metadata(struct state *state, const struct ct_saved_module *module)
{
	const ct_value pair[] = { ct_value_string("version"),
				  ct_value_int(version_of(module->class_name)) };

	return ct_value_dict_set(&state->metadata, key_of(state), ct_value_dict(pair, 1));
}

/* --- The whole --------------------------------------------------------------------------------- */

static ct_error add_module(struct state *state, struct ct_node *node,
			   const struct ct_saved_module *module);

static ct_error add_child(struct state *state, struct ct_node *node)
{
	struct ct_saved_module *child = NULL;

	CT_TRY(ct_loader_spend(state->loader, 0));
	if (ct_loader_may_be_module(node))
		CT_TRY(ct_loader_find_module(state->loader, node, &child));
	return child ? add_module(state, node, child) : NULL;
}

static ct_error add_parts(struct state *state, const struct ct_saved_module *module, enum part part)
{
	const struct ct_node *pairs = module->parts[part];
	struct ct_loader *self = state->loader;

	for (size_t i = 0; i + 1 < pairs->len; i += 2) {
		struct ct_node *const *pair = pairs->items + i;
		size_t before;
		bool is_part;

		CT_TRY(find_part(self, module, part, pair, &is_part));
		if (!is_part)
			continue;
		before = ct_loader_enter_key(self, pair[0]);
		if (self->key.failed)
			return ct_unpickle_no_memory(&self->reader);
		CT_TRY(ct_loader_spend(self, self->key.length)); /* it is copied */
		CT_TRY((part == MODULES ? add_child : add_value)(state, pair[1]));
		ct_loader_leave(self, before);
	}
	return NULL;
}

static ct_error add_module(struct state *state, struct ct_node *node,
			   const struct ct_saved_module *module)
{
	ct_error error;

	CT_TRY(ct_loader_open(state->loader, node));
	error = add_metadata(state, module);
	for (int part = 0; part < PARTS && error == NULL; part++)
		error = add_parts(state, module, (enum part)part);
	ct_loader_close(state->loader, node);
	return error;
}

ct_error ct_loader_state_dict(struct ct_loader *self, struct ct_node *node,
			      const struct ct_saved_module *module, ct_value *result)
{
	struct state state = { .loader = self,
			       .dict = ct_value_ordered_dict_new(),
			       .metadata = ct_value_ordered_dict_new(),
			       .begin = self->key.length ? self->key.length + 1 : 0 };
	ct_error error = add_module(&state, node, module);

	if (error == NULL)
		error = ct_value_dict_set_attribute(&state.dict, "_metadata", state.metadata);
	ct_value_free(&state.metadata);
	if (error)
		ct_value_free(&state.dict);
	else
		*result = state.dict;
	return error;
}

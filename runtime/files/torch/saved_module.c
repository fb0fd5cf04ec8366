/*
 * Loading: modules that were saved whole. Python makes their state dicts with methods of the module's
 * class, which are never run here; but all modules keep their parts in the same attributes.
 */
#include <string.h>

#include <ctorch/macros/try.h>

#include "files/torch/script.h"
#include "files/torch/saved_module.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

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

static ct_error find_script_module(struct ct_loader *self, const struct ct_node *node,
				   const struct ct_node *attributes, struct ct_saved_module *module,
				   bool *is_module)
{
	CT_TRY(ct_script_find(self, node->global, &module->script));
	*is_module = module->script != NULL;
	for (int part = 0; part < CT_SAVED_PARTS; part++)
		module->parts[part] = attributes;
	return NULL;
}

static bool is_python_module(const struct ct_node *attributes, struct ct_saved_module *module)
{
	static const char *const names[CT_SAVED_PARTS] = { "_parameters", "_buffers", "_modules" };

	for (int part = 0; part < CT_SAVED_PARTS; part++) {
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
		CT_TRY(find_script_module(self, node, attributes, module, &is_module));
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

static bool is_script_part(const struct ct_saved_module *module, enum ct_saved_part part,
			   struct ct_node *const *pair)
{
	switch (part) {
	case CT_SAVED_PARAMETERS:
		return ct_script_has_parameter(module->script, pair[0]);
	case CT_SAVED_BUFFERS:
		return pair[1]->kind == CT_NODE_TENSOR &&
		       ct_script_has_buffer(module->script, pair[0]);
	default:
		return pair[1]->kind == CT_NODE_OBJECT;
	}
}

ct_error ct_loader_find_part(struct ct_loader *self, const struct ct_saved_module *module,
			     enum ct_saved_part part, struct ct_node *const *pair, bool *result)
{
	*result = false;
	if (pair[0]->kind != CT_NODE_STRING || pair[1]->kind == CT_NODE_NONE)
		return NULL;
	CT_TRY(ct_loader_spend(self, pair[0]->n));
	*result = module->script == NULL || is_script_part(module, part, pair);
	if (part == CT_SAVED_BUFFERS && module->not_persistent) {
		CT_TRY(find_in_set(self, module->not_persistent, pair[0], result));
		*result = !*result;
	}
	return NULL;
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

int ct_saved_module_version(const struct ct_saved_module *module)
{
	const char *class_name = module->class_name;

	for (size_t i = 0; i < LENGTH(versions); i++) {
		const char *name = versions[i].name;
		const size_t n = strlen(name);

		if (strncmp(class_name, name, n) == 0 && (name[n - 1] == '.' || !class_name[n]))
			return versions[i].version;
	}
	return 1;
}

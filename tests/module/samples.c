/*
 * The modules of tests/fixtures/expected/module.py.
 */
#include <stdio.h>

#include "support.h"

/* --- Expressions ------------------------------------------------------------------------------ */

static ct_error block_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const block_data *m = self;

	return CT_FINISH(CT_E(matmul, x, CT_E(t, m->weight)), result);
}

static char *text_copy(const char *text)
{
	char *copy = malloc(strlen(text) + 1);

	return copy ? strcpy(copy, text) : NULL;
}

static ct_error block_repr(const void *self, char **result)
{
	char text[32];

	snprintf(text, sizeof text, "width=%lld",
		 (long long)ct_tensor_size(((const block_data *)self)->weight, 1));
	*result = text_copy(text);
	return NULL;
}

ct_module *block_new(void)
{
	block_data *m = CT_MODULE(block_data, "Block", block_forward, .extra_repr = block_repr);

	CT_PARAMETER(m, weight, CT_E(ones, CT_L(2, 3)));
	CT_PARAMETER(m, bias, NULL);
	CT_BUFFER(m, mean, CT_E(zeros, CT_L(3)));
	CT_BUFFER(m, scratch, CT_E(zeros, CT_L(1)), false);
	CT_BUFFER(m, unset, NULL);
	CT_BUFFER(m, steps, CT_E(zeros, { NULL, 0 }, .dtype = CT_INT64));
	return ct_module_of(m);
}

ct_module *tree_new(void)
{
	tree_data *m = CT_MODULE(tree_data, "Tree", NULL);
	block_data *first, *second;

	CT_BUFFER(m, table, CT_E(zeros, CT_L(4)));
	CT_CHILD(m, first, block_new());
	CT_CHILD(m, nothing, NULL);
	CT_PARAMETER(m, scale, CT_E(full, CT_L(1), 2.0));
	CT_CHILD(m, second, block_new());
	CT_CHILD(m, again, m->first);
	first = ct_module_data(m->first);
	second = ct_module_data(m->second);
	if (first && second) {
		CT_DO(ct_module_register_parameter(m->second, "weight", first->weight,
						   &second->weight));
		CT_BUFFER(m, mask, first->mean, false);
	}
	return ct_module_of(m);
}

ct_module *container_new(void)
{
	return ct_module_of(CT_MODULE(char, "Container", NULL));
}

static ct_error note_repr(const void *self, char **result)
{
	*result = text_copy(((const note_data *)self)->text);
	return NULL;
}

ct_module *note_new(const char *text)
{
	note_data *m = CT_MODULE(note_data, "Note", NULL, .extra_repr = note_repr);

	m->text = text;
	return ct_module_of(m);
}

typedef struct bare_data {
	ct_tensor *weight, *buffer, *no_weight, *no_buffer;
	ct_module *child, *no_child;
} bare_data;

ct_module *bare_new(void)
{
	bare_data *m = CT_MODULE(bare_data, "Bare", NULL);

	CT_PARAMETER(m, weight, CT_E(ones, CT_L(2)));
	CT_BUFFER(m, buffer, CT_E(ones, CT_L(2)));
	CT_CHILD(m, child, container_new());
	CT_PARAMETER(m, no_weight, NULL);
	CT_BUFFER(m, no_buffer, NULL);
	CT_CHILD(m, no_child, NULL);
	CT_DO(ct_module_register_buffer(m->child, "inner", CT_E(ones, CT_L(1)), true, NULL));
	return ct_module_of(m);
}

/* --- Functions -------------------------------------------------------------------------------- */

static const ct_module_class block_class = { .name = "Block",
					     .size = sizeof(block_data),
					     .forward = block_forward,
					     .extra_repr = block_repr };

const ct_module_class tree_class = { .name = "Tree", .size = sizeof(tree_data) };

static ct_error block_by_functions(ct_module **result)
{
	ct_module *module;
	ct_tensor *x;
	block_data *m;

	CT_TRY(ct_module_new(&block_class, &module));
	m = ct_module_data(module);
	CT_TRY(CT(ones, &x, CT_L(2, 3)));
	CT_TRY(ct_parameter_new(x, true, &x));
	CT_TRY(ct_module_register_parameter(module, "weight", x, &m->weight));
	CT_TRY(ct_module_register_parameter(module, "bias", NULL, &m->bias));
	CT_TRY(CT(zeros, &x, CT_L(3)));
	CT_TRY(ct_module_register_buffer(module, "mean", x, true, &m->mean));
	CT_TRY(CT(zeros, &x, CT_L(1)));
	CT_TRY(ct_module_register_buffer(module, "scratch", x, false, &m->scratch));
	CT_TRY(ct_module_register_buffer(module, "unset", NULL, true, &m->unset));
	CT_TRY(CT(zeros, &x, { NULL, 0 }, .dtype = CT_INT64));
	CT_TRY(ct_module_register_buffer(module, "steps", x, true, &m->steps));
	*result = module;
	return NULL;
}

static ct_error fill_tree(ct_module *module)
{
	tree_data *m = ct_module_data(module);
	ct_module *child;
	ct_tensor *x, *weight, *mean;

	CT_TRY(CT(zeros, &x, CT_L(4)));
	CT_TRY(ct_module_register_buffer(module, "table", x, true, &m->table));
	CT_TRY(block_by_functions(&child));
	CT_TRY(ct_module_add_module(module, "first", child, &m->first));
	CT_TRY(ct_module_add_module(module, "nothing", NULL, &m->nothing));
	CT_TRY(CT(full, &x, CT_L(1), 2.0));
	CT_TRY(ct_parameter_new(x, true, &x));
	CT_TRY(ct_module_register_parameter(module, "scale", x, &m->scale));
	CT_TRY(block_by_functions(&child));
	CT_TRY(ct_module_add_module(module, "second", child, &m->second));
	CT_TRY(ct_module_add_module(module, "again", m->first, &m->again));
	CT_TRY(ct_module_get_parameter(module, "first.weight", &weight));
	CT_TRY(ct_module_register_parameter(m->second, "weight", weight, NULL));
	CT_TRY(ct_module_get_buffer(module, "first.mean", &mean));
	return ct_module_register_buffer(module, "mask", mean, false, &m->mask);
}

ct_module *tree_by_functions(void)
{
	ct_module *module = NULL;

	OK(ct_module_new(&tree_class, &module));
	OK(fill_tree(module));
	return module;
}

/* --- For the suites --------------------------------------------------------------------------- */

ct_tensor *ones(int64_t n)
{
	ct_tensor *x = NULL;

	CT_CHECK(CT(ones, &x, CT_L(n)));
	return x;
}

ct_tensor *parameter(void)
{
	ct_tensor *x = NULL;

	CT_CHECK(ct_parameter_new(ones(2), true, &x));
	return x;
}

ct_module *made(ct_module *module)
{
	ct_module *result = NULL;

	CT_CHECK(CT_FINISH(module, &result));
	MUST(result != NULL);
	return result;
}

ct_value state_of(const ct_module *module)
{
	ct_value state;

	CT_CHECK(ct_module_state_dict(module, NULL, &state));
	return state;
}

ct_tensor *state_tensor(const ct_value *state, const char *key)
{
	ct_tensor *tensor = NULL;
	ct_value value;

	CT_CHECK(ct_value_dict_get(state, ct_value_string(key), &value));
	CT_CHECK(ct_value_as_tensor(&value, &tensor));
	return tensor;
}

/*
 * Layers that have the classes, parameters and shapes of torch.nn's.
 */
#include "summary_models.h"

/* --- layers ----------------------------------------------------------------------------------- */

static ct_error kernel_size(const void *self, char **result)
{
	const char *text = ((const layer *)self)->kernel_size;

	*result = text ? strcpy(malloc(strlen(text) + 1), text) : NULL;
	return NULL;
}

static ct_error linear_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const layer *m = self;

	return CT(linear, result, x, m->weight, m->bias);
}

static layer *linear_of(int64_t inputs, int64_t outputs, ct_dtype dtype, bool bias)
{
	layer *m = CT_MODULE(layer, "Linear", linear_forward);

	CT_PARAMETER(m, weight, CT_E(zeros, CT_L(outputs, inputs), .dtype = dtype));
	CT_PARAMETER(m, bias, bias ? CT_E(zeros, CT_L(outputs), .dtype = dtype) : NULL);
	return m;
}

layer *linear_new(int64_t inputs, int64_t outputs)
{
	return linear_of(inputs, outputs, CT_FLOAT32, true);
}

static ct_error conv_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const layer *m = self;

	return CT(conv2d, result, x, m->weight, m->bias);
}

static layer *conv_new(const char *kernel, ct_tensor *weight, ct_tensor *bias)
{
	layer *m = CT_MODULE(layer, "Conv2d", conv_forward, .kernel_size = kernel_size);

	m->kernel_size = kernel;
	CT_PARAMETER(m, weight, weight);
	CT_PARAMETER(m, bias, bias);
	return m;
}

static ct_error same_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	(void)self;
	return CT(alias, result, x);
}

static layer *batch_norm_new(int64_t features)
{
	layer *m = CT_MODULE(layer, "BatchNorm2d", same_forward);
	ct_tensor *mean;

	CT_PARAMETER(m, weight, CT_E(ones, CT_L(features)));
	CT_PARAMETER(m, bias, CT_E(zeros, CT_L(features)));
	mean = CT_E(zeros, CT_L(features));
	CT_DO(ct_module_register_buffer(ct_module_of(m), "running_mean", mean, true, NULL));
	return m;
}

static ct_error relu_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	(void)self;
	return CT(relu, result, x);
}

layer *relu_new(void)
{
	return CT_MODULE(layer, "ReLU", relu_forward);
}

static ct_error pool_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	(void)self;
	return CT(max_pool2d, result, x, CT_L(2));
}

static layer *pool_new(void)
{
	layer *m = CT_MODULE(layer, "MaxPool2d", pool_forward, .kernel_size = kernel_size);

	m->kernel_size = "2";
	return m;
}

/* --- containers ------------------------------------------------------------------------------- */

static void add_all(void *self, ct_module *const *children)
{
	char name[32];

	for (int i = 0; children[i]; i++) {
		snprintf(name, sizeof name, "%d", i);
		CT_DO(ct_module_add_module(ct_module_of(self), name, children[i], NULL));
	}
}

static ct_error sequential_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const ct_module *module = ct_module_of(self);
	ct_tensor *value = (ct_tensor *)x;

	for (int64_t i = 0; i < ct_module_child_count(module); i++)
		value = CT_M(ct_module_child_at(module, i), value);
	return CT_FINISH(value, result);
}

ct_module *sequential_new(ct_module *const *children)
{
	layer *m = CT_MODULE(layer, "Sequential", sequential_forward);

	add_all(m, children);
	return ct_module_of(m);
}

ct_module *list_new(ct_module *const *children)
{
	layer *m = CT_MODULE(layer, "ModuleList", NULL);

	add_all(m, children);
	return ct_module_of(m);
}

#define SEQUENTIAL(...) sequential_new((ct_module *const[]){ __VA_ARGS__, NULL })
#define LIST(...) list_new((ct_module *const[]){ __VA_ARGS__, NULL })
#define OF(data) ct_module_of(data)

/* --- models ----------------------------------------------------------------------------------- */

typedef struct model {
	ct_module *first, *second, *third, *again, *unused;
	ct_tensor *scale, *weight;
	int64_t rows;
} model;

#define MODEL(name, ...) CT_MODULE(model, name, __VA_ARGS__)

static void add(model *m, const char *name, ct_module *child, ct_module **field)
{
	CT_DO(ct_module_add_module(OF(m), name, child, field));
}

static ct_error mlp_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const model *m = self;

	return CT_FINISH(CT_M(m->second, CT_E(relu, CT_M(m->first, x))), result);
}

static ct_module *mlp_new(void)
{
	model *m = MODEL("MLP", mlp_forward);

	add(m, "fc1", OF(linear_new(784, 128)), &m->first);
	add(m, "fc2", OF(linear_new(128, 10)), &m->second);
	return OF(m);
}

/* As prune.custom_from_mask() leaves it. */
static ct_module *pruned_new(void)
{
	ct_module *mlp = mlp_new(), *fc1 = ct_module_child_at(mlp, 0);
	layer *data = ct_module_data(fc1);
	ct_tensor *weight = data->weight, *mask = CT_E(tril, CT_E(ones, CT_L(128, 784)));

	CT_DO(ct_module_register_parameter(fc1, "weight_orig", weight, NULL));
	CT_DO(ct_module_register_buffer(fc1, "weight_mask", mask, true, NULL));
	CT_DO(ct_module_remove(fc1, "weight"));
	data->weight = CT_E(zeros, CT_L(128, 784));
	return mlp;
}

static ct_error cnn_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const model *m = self;
	ct_tensor *flat = CT_E(flatten_using_ints, CT_M(m->first, x), 1);

	return CT_FINISH(CT_E(mul, CT_M(m->second, flat), m->scale), result);
}

static ct_module *cnn_new(void)
{
	model *m = MODEL("CNN", cnn_forward);
	layer *conv = conv_new("[3, 3]", CT_E(zeros, CT_L(16, 3, 3, 3)), CT_E(zeros, CT_L(16)));
	layer *inner = conv_new("[3, 1]", CT_E(zeros, CT_L(32, 16, 3, 1)), NULL);

	add(m, "features",
	    SEQUENTIAL(OF(conv), OF(batch_norm_new(16)), OF(relu_new()), OF(pool_new()),
		       SEQUENTIAL(OF(inner), OF(relu_new()))),
	    &m->first);
	add(m, "head", OF(linear_new(32 * 13 * 15, 10)), &m->second);
	CT_PARAMETER(m, scale, CT_E(ones, CT_L(10)));
	return OF(m);
}

static ct_module *frozen_new(void)
{
	ct_module *cnn = cnn_new();
	ct_tensor *bias;

	OK(ct_module_set_requires_grad(ct_module_child_at(cnn, 0), false));
	OK(ct_module_get_parameter(cnn, "head.bias", &bias));
	OK(ct_tensor_set_requires_grad(bias, false));
	return cnn;
}

static ct_error shared_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const model *m = self;
	ct_tensor *value = (ct_tensor *)x;

	for (int64_t i = 0; i < ct_module_child_count(m->first); i++)
		value = CT_M(ct_module_child_at(m->first, i), value);
	return CT_FINISH(CT_M(m->third, CT_M(m->again, value)), result);
}

static ct_module *shared_new(void)
{
	model *m = MODEL("Shared", shared_forward);

	add(m, "layers", LIST(OF(linear_new(4, 4)), OF(linear_new(4, 4))), &m->first);
	add(m, "again", ct_module_child_at(m->first, 0), &m->again);
	add(m, "tail",
	    SEQUENTIAL(OF(linear_new(4, 3)), OF(relu_new()), SEQUENTIAL(OF(linear_new(3, 3)))),
	    &m->third);
	add(m, "unused", OF(linear_new(5, 5)), &m->unused);
	return OF(m);
}

static ct_error lists_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const model *m = self;
	ct_tensor *value = (ct_tensor *)x;

	for (int64_t i = 0; i < ct_module_child_count(m->first); i++)
		value = CT_M(ct_module_child_at(m->second, i),
			     CT_M(ct_module_child_at(m->first, i), value));
	return CT_FINISH(CT_M(ct_module_child_at(m->second, 0), value), result);
}

static ct_module *lists_new(void)
{
	model *m = MODEL("Lists", lists_forward), *body = MODEL("Module", NULL);

	add(m, "body", OF(body), NULL);
	m->first = LIST(OF(linear_new(4, 4)), OF(linear_new(4, 4)));
	m->second = LIST(OF(linear_of(4, 4, CT_FLOAT32, false)), SEQUENTIAL(OF(linear_new(4, 4))));
	add(body, "a", m->first, NULL);
	add(body, "b", m->second, NULL);
	return OF(m);
}

/* Its shape; three outputs, as the output and the two states. */
static ct_error lstm_forward(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
			     ct_tensor **outputs, int64_t outputs_len)
{
	const int64_t *shape = ct_tensor_shape(inputs[0]);

	(void)self, (void)inputs_len;
	for (int64_t i = 0; i < outputs_len; i++)
		CT_TRY(CT(zeros, &outputs[i], CT_L(shape[0], i ? 1 : shape[1], 16)));
	return NULL;
}

static ct_module *lstm_new(void)
{
	layer *m = CT_MODULE(layer, "LSTM", NULL, .forward_all = lstm_forward, .inputs_min = 1,
			     .inputs_max = 3, .outputs_max = 3);
	static const char *const names[] = { "weight_ih_l0", "weight_hh_l0", "bias_ih_l0",
					     "bias_hh_l0" };

	for (int i = 0; i < 4; i++) {
		ct_tensor *zeros = i < 2 ? CT_E(zeros, CT_L(64, i ? 16 : 8))
					 : CT_E(zeros, CT_L(64)),
			  *parameter = NULL;

		CT_DO(ct_parameter_new(zeros, true, &parameter));
		CT_DO(ct_module_register_parameter(OF(m), names[i], parameter, NULL));
	}
	return OF(m);
}

static ct_error tagger_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const model *m = self;

	return CT_FINISH(CT_M(m->second, CT_M(m->first, x)), result);
}

static ct_module *tagger_new(void)
{
	model *m = MODEL("Tagger", tagger_forward);

	add(m, "lstm", lstm_new(), &m->first);
	add(m, "out", OF(linear_new(16, 5)), &m->second);
	return OF(m);
}

static ct_error pair_forward(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
			     ct_tensor **outputs, int64_t outputs_len)
{
	const model *m = self;

	(void)inputs_len, (void)outputs_len;
	return CT_FINISH(CT_E(add, CT_M(m->first, inputs[0]), CT_M(m->second, inputs[1])), outputs);
}

static ct_module *pair_new(void)
{
	model *m = MODEL("Pair", NULL, .forward_all = pair_forward, .inputs_min = 2,
			 .inputs_max = 2, .outputs_max = 1);

	add(m, "left", OF(linear_of(6, 2, CT_FLOAT64, true)), &m->first);
	add(m, "right", OF(linear_of(3, 2, CT_FLOAT64, true)), &m->second);
	return OF(m);
}

static ct_error wide_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	return CT(expand, result, x, CT_L(((const model *)self)->rows, 1));
}

static ct_module *wide(int64_t rows)
{
	model *m = MODEL("Wide", wide_forward);

	CT_PARAMETER(m, weight, CT_E(zeros, CT_L(1000, 1000)));
	m->rows = rows;
	return OF(m);
}

static ct_module *wide_new(void)
{
	return wide(1500);
}

static ct_module *wider_new(void)
{
	return wide(2000);
}

static ct_module *widest_new(void)
{
	return wide(1234567890);
}

static ct_error switch_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	return ct_module_is_training(ct_module_of(self)) ? CT(unsqueeze, result, x, 0)
							 : CT(alias, result, x);
}

static ct_error first_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	return ct_module_forward(((const model *)self)->first, x, result);
}

static ct_module *mode_new(void)
{
	model *m = MODEL("Mode", first_forward);

	add(m, "inner", OF(MODEL("Switch", switch_forward)), &m->first);
	return OF(m);
}

static ct_error loop_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const model *m = self;

	if (ct_tensor_dim(x) == 2)
		return CT_FINISH(CT_M(OF(m), CT_E(unsqueeze, x, 0)), result);
	return CT_FINISH(CT_M(m->first, CT_M(m->first, CT_M(m->first, x))), result);
}

static ct_module *loop_new(void)
{
	model *m = MODEL("Loop", loop_forward);

	add(m, "step", OF(linear_new(4, 4)), &m->first);
	return OF(m);
}

static ct_error sum_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	return CT_FINISH(CT_E(sum, CT_M(((const model *)self)->first, x)), result);
}

static ct_module *sum_new(void)
{
	model *m = MODEL("Sum", sum_forward);

	add(m, "fc", OF(linear_new(4, 4)), &m->first);
	return OF(m);
}

static ct_module *utf8_new(void)
{
	model *m = MODEL("Größe", first_forward);

	add(m, "größe", SEQUENTIAL(OF(linear_new(4, 4))), &m->first);
	OK(ct_module_remove(m->first, "0"));
	OK(ct_module_add_module(m->first, "überaus_langer_name_einer_schicht", OF(linear_new(4, 4)),
				NULL));
	return OF(m);
}

static ct_module *deep_new(void)
{
	ct_module *module = OF(linear_new(4, 4));

	for (int i = 0; i < 5; i++)
		module = SEQUENTIAL(module, OF(relu_new()));
	return module;
}

static ct_module *only_relu_new(void)
{
	return OF(relu_new());
}

/* --- of torch.nn ------------------------------------------------------------------------------ */

static ct_module *kernels_new(void)
{
	return CT_SEQUENTIAL(
		CT_NN(Conv1d, 2, 2, CT_L(3)), CT_NN(Conv2d, 2, 2, CT_L(3, 5)),
		CT_NN(ConvTranspose3d, 2, 2, CT_L(2)), CT_NN(MaxPool1d, CT_L(2)),
		CT_NN(MaxPool2d, CT_L(3, 2)), CT_NN(MaxPool3d, CT_L(3)), CT_NN(AvgPool1d, CT_L(2)),
		CT_NN(AvgPool2d, CT_L(2)), CT_NN(LPPool1d, 2, CT_L(3)),
		CT_NN(FractionalMaxPool2d, CT_L(2), .output_ratio = CT_FLOATS(0.5, 0.5)),
		CT_NN(MaxUnpool2d, CT_L(2)), CT_NN(Unfold, CT_L(2)),
		CT_NN(Fold, CT_L(4), CT_L(2, 2)), CT_NN(Linear, 2, 2),
		CT_NN(AdaptiveAvgPool2d, CT_L(2)));
}

static ct_module *network_new(void)
{
	return CT_SEQUENTIAL(CT_NN(Conv2d, 3, 8, CT_L(3), .padding = CT_PADDING_SAME),
			     CT_NN(BatchNorm2d, 8), CT_NN(ReLU, true), CT_NN(MaxPool2d, CT_L(2)),
			     CT_NN(Flatten, 2), CT_NN(Linear, 64, 16), CT_NN(Dropout, 0.5),
			     CT_NN(TransformerEncoderLayer, 16, 2, 32, .batch_first = true));
}

/* --- by name ---------------------------------------------------------------------------------- */

static const struct {
	const char *name;
	ct_module *(*make)(void);
	int64_t shapes[MOST_SAMPLES][5]; /* each ends with 0 */
	ct_dtype dtype;                  /* CT_UINT8, which is 0: float32 */
} models[] = {
	{ "mlp", mlp_new, { { 32, 784 } }, 0 },
	{ "cnn", cnn_new, { { 4, 3, 32, 32 } }, 0 },
	{ "frozen", frozen_new, { { 4, 3, 32, 32 } }, 0 },
	{ "pruned", pruned_new, { { 32, 784 } }, 0 },
	{ "shared", shared_new, { { 2, 4 } }, 0 },
	{ "lists", lists_new, { { 2, 4 } }, 0 },
	{ "tagger", tagger_new, { { 2, 7, 8 } }, 0 },
	{ "wide", wide_new, { { 1 } }, 0 },
	{ "wider", wider_new, { { 1 } }, 0 },
	{ "widest", widest_new, { { 1 } }, 0 },
	{ "mode", mode_new, { { 3, 2 } }, 0 },
	{ "loop", loop_new, { { 2, 4 } }, 0 },
	{ "sum", sum_new, { { 2, 4 } }, 0 },
	{ "utf8", utf8_new, { { 2, 4 } }, 0 },
	{ "deep", deep_new, { { 2, 4 } }, 0 },
	{ "relu", only_relu_new, { { 300, 500 } }, 0 },
	{ "network", network_new, { { 2, 3, 16, 16 } }, 0 },
	{ "kernels", kernels_new, { { 0 } }, 0 },
	{ "pair", pair_new, { { 500, 6 }, { 500, 3 } }, CT_FLOAT64 },
};

static ct_tensor *zeros_of(const int64_t *shape, ct_dtype dtype)
{
	int64_t n = 0;

	while (shape[n])
		n++;
	return CT_E(zeros, CT_INTS_OF(shape, n), .dtype = dtype ? dtype : CT_FLOAT32);
}

struct sample sample_of(const char *name)
{
	struct sample sample = { .inputs_len = 0 };
	size_t i = 0;

	while (strcmp(models[i].name, name))
		ck_assert_msg(++i < sizeof models / sizeof *models, "no model %s", name);
	sample.module = models[i].make();
	for (; sample.inputs_len < MOST_SAMPLES && models[i].shapes[sample.inputs_len][0];
	     sample.inputs_len++)
		sample.inputs[sample.inputs_len] = zeros_of(models[i].shapes[sample.inputs_len],
							    models[i].dtype);
	OK(CT_DONE());
	return sample;
}

/*
 * steps.c: training steps of three networks in C.
 *
 *     bench_steps mlp|cnn|gpt STEPS [scopes]
 *
 * With `scopes` each layer has a scope of its own; without, its temporaries are left to the step.
 */
#include "steps.h"

#include <ctorch/ctorch.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PARAMETERS = 64 };

struct model {
	ct_tensor *parameters[MOST_PARAMETERS], *averages[MOST_PARAMETERS],
		*squares[MOST_PARAMETERS], *counts[MOST_PARAMETERS];
	int n;
	bool has_scopes;
	ct_tensor *x, *labels, *positions;
	ct_error (*forward)(const struct model *model, ct_tensor **loss);
	ct_error (*update)(struct model *model, ct_tensor *const *gradients);
};

/* Two arguments: the sizes, and how many they are. */
#define SHAPE(...)                        \
	(const int64_t[]){ __VA_ARGS__ }, \
		(int64_t)(sizeof((const int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t))

/* --- Layers ---------------------------------------------------------------------------------- */

static ct_scope *begin_layer(const struct model *model)
{
	return model->has_scopes ? ct_scope_open() : NULL;
}

/* The result belongs to the step. */
static ct_error end_layer(ct_scope *scope, ct_tensor *result)
{
	if (scope)
		ct_scope_move_up(result);
	return ct_scope_close(scope);
}

static ct_error cross_entropy(const ct_tensor *logits, const ct_tensor *labels, ct_tensor **loss)
{
	enum { MEAN = 1, IGNORE_NONE = -100 };

	return ct_cross_entropy_loss(logits, labels, NULL, MEAN, IGNORE_NONE, 0.0, loss);
}

static ct_error linear_relu(const struct model *model, const ct_tensor *x, int i,
			    ct_tensor **result)
{
	ct_tensor *const *p = model->parameters + i;
	ct_scope *scope = begin_layer(model);
	ct_tensor *sum;

	CT_TRY(ct_linear(x, p[0], p[1], &sum));
	CT_TRY(ct_relu(sum, result));
	return end_layer(scope, *result);
}

static ct_error convolution(const struct model *model, const ct_tensor *x, int i,
			    ct_tensor **result)
{
	ct_tensor *const *p = model->parameters + i;
	ct_scope *scope = begin_layer(model);
	ct_tensor *map, *positive;

	CT_TRY(ct_conv2d(x, p[0], p[1], SHAPE(1, 1), SHAPE(1, 1), SHAPE(1, 1), 1, &map));
	CT_TRY(ct_relu(map, &positive));
	CT_TRY(ct_max_pool2d(positive, SHAPE(2, 2), SHAPE(2, 2), SHAPE(0, 0), SHAPE(1, 1), false,
			     result));
	return end_layer(scope, *result);
}

static ct_error normalize(const ct_tensor *x, ct_tensor *const *p, ct_tensor **result)
{
	return ct_layer_norm(x, SHAPE(GPT_FEATURES), p[0], p[1], 1e-5, true, result);
}

/* From batch x length x features to batch x heads x length x features of one. */
static ct_error split_heads(const ct_tensor *x, ct_tensor **result)
{
	ct_tensor *split;

	CT_TRY(ct_view(x, SHAPE(GPT_BATCH, GPT_LENGTH, GPT_HEADS, GPT_FEATURES / GPT_HEADS),
		       &split));
	return ct_transpose_int(split, 1, 2, result);
}

/* p: of the sum's weight and bias, then of the projection. */
static ct_error attend(const ct_tensor *x, ct_tensor *const *p, ct_tensor **result)
{
	ct_tensor *all, **parts, *heads[3], *mixed, *joined, *flat;
	int64_t n;

	CT_TRY(ct_linear(x, p[0], p[1], &all));
	CT_TRY(ct_split_Tensor(all, GPT_FEATURES, 2, &parts, &n));
	for (int i = 0; i < 3; i++)
		CT_TRY(split_heads(parts[i], &heads[i]));
	ct_free(parts);
	CT_TRY(ct_scaled_dot_product_attention(heads[0], heads[1], heads[2], NULL, 0, true, NULL,
					       false, &mixed));
	CT_TRY(ct_transpose_int(mixed, 1, 2, &joined));
	CT_TRY(ct_reshape(joined, SHAPE(GPT_BATCH, GPT_LENGTH, GPT_FEATURES), &flat));
	return ct_linear(flat, p[2], p[3], result);
}

static ct_error think(const ct_tensor *x, ct_tensor *const *p, ct_tensor **result)
{
	ct_tensor *hidden, *active;

	CT_TRY(ct_linear(x, p[0], p[1], &hidden));
	CT_TRY(ct_gelu(hidden, "none", &active));
	return ct_linear(active, p[2], p[3], result);
}

static ct_error block(const struct model *model, const ct_tensor *x, int i, ct_tensor **result)
{
	ct_tensor *const *p = model->parameters + i;
	ct_scope *scope = begin_layer(model);
	ct_tensor *normal, *attended, *sum, *normal2, *thought;

	CT_TRY(normalize(x, p, &normal));
	CT_TRY(attend(normal, p + 2, &attended));
	CT_TRY(ct_add_Tensor(x, attended, ct_scalar_int(1), &sum));
	CT_TRY(normalize(sum, p + 6, &normal2));
	CT_TRY(think(normal2, p + 8, &thought));
	CT_TRY(ct_add_Tensor(sum, thought, ct_scalar_int(1), result));
	return end_layer(scope, *result);
}

/* --- Networks -------------------------------------------------------------------------------- */

static ct_error mlp_forward(const struct model *model, ct_tensor **loss)
{
	ct_tensor *const *p = model->parameters;
	ct_tensor *hidden1, *hidden2, *logits;

	CT_TRY(linear_relu(model, model->x, 0, &hidden1));
	CT_TRY(linear_relu(model, hidden1, 2, &hidden2));
	CT_TRY(ct_linear(hidden2, p[4], p[5], &logits));
	return cross_entropy(logits, model->labels, loss);
}

static ct_error cnn_forward(const struct model *model, ct_tensor **loss)
{
	ct_tensor *const *p = model->parameters;
	ct_tensor *map1, *map2, *flat, *logits;

	CT_TRY(convolution(model, model->x, 0, &map1));
	CT_TRY(convolution(model, map1, 2, &map2));
	CT_TRY(ct_flatten_using_ints(map2, 1, -1, &flat));
	CT_TRY(ct_linear(flat, p[4], p[5], &logits));
	return cross_entropy(logits, model->labels, loss);
}

static ct_error gpt_forward(const struct model *model, ct_tensor **loss)
{
	ct_tensor *const *p = model->parameters;
	const int last = 2 + 12 * GPT_LAYERS;
	ct_tensor *tokens, *places, *x, *normal, *logits, *flat;

	CT_TRY(ct_embedding(p[0], model->x, -1, false, false, &tokens));
	CT_TRY(ct_embedding(p[1], model->positions, -1, false, false, &places));
	CT_TRY(ct_add_Tensor(tokens, places, ct_scalar_int(1), &x));
	for (int i = 0; i < GPT_LAYERS; i++)
		CT_TRY(block(model, x, 2 + 12 * i, &x));
	CT_TRY(normalize(x, p + last, &normal));
	CT_TRY(ct_linear(normal, p[last + 2], NULL, &logits));
	CT_TRY(ct_view(logits, SHAPE(GPT_BATCH * GPT_LENGTH, GPT_TOKENS), &flat));
	return cross_entropy(flat, model->labels, loss);
}

/* --- Steps ----------------------------------------------------------------------------------- */

static ct_error descend(struct model *model, ct_tensor *const *gradients)
{
	return ct__foreach_add__List(model->parameters, model->n, gradients, model->n,
				     ct_scalar_float(-RATE));
}

static ct_error adam(struct model *model, ct_tensor *const *gradients)
{
	const int64_t n = model->n;

	CT_TRY(ct__foreach_add__Scalar(model->counts, n, ct_scalar_int(1)));
	return ct__fused_adam_(model->parameters, n, gradients, n, model->averages, n,
			       model->squares, n, NULL, 0, model->counts, n, RATE, 0.9, 0.999, 0,
			       1e-8, false, false, NULL, NULL);
}

static ct_error step(struct model *model, double *loss_value)
{
	ct_tensor *gradients[MOST_PARAMETERS], *loss;

	CT_TRY(ct_gc());
	CT_TRY(model->forward(model, &loss));
	CT_TRY(ct_tensor_backward(loss));
	for (int i = 0; i < model->n; i++) {
		CT_TRY(ct_tensor_grad(model->parameters[i], &gradients[i]));
		CT_TRY(ct_tensor_set_grad(model->parameters[i], NULL));
	}
	CT_NO_GRAD
	{
		CT_TRY(model->update(model, gradients));
	}
	return ct_tensor_item_double(loss, loss_value);
}

static bool checked_step(void *model, double *loss)
{
	CT_CHECK(step(model, loss));
	return true;
}

/* --- Making them ----------------------------------------------------------------------------- */

static ct_error add(struct model *model, double bound, const int64_t *shape, int64_t shape_len)
{
	ct_tensor **parameter = &model->parameters[model->n++];

	CT_TRY(ct_zeros(shape, shape_len, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			parameter));
	CT_TRY(ct_uniform_(*parameter, -bound, bound, NULL, NULL));
	return ct_tensor_set_requires_grad(*parameter, true);
}

static ct_error add_linear(struct model *model, int64_t inputs, int64_t outputs)
{
	const double bound = 1 / sqrt((double)inputs);

	CT_TRY(add(model, bound, SHAPE(outputs, inputs)));
	return add(model, bound, SHAPE(outputs));
}

static ct_error add_convolution(struct model *model, int64_t inputs, int64_t outputs)
{
	const double bound = 1 / sqrt((double)inputs * 9);

	CT_TRY(add(model, bound, SHAPE(outputs, inputs, 3, 3)));
	return add(model, bound, SHAPE(outputs));
}

static ct_error add_norm(struct model *model)
{
	CT_TRY(add(model, 0, SHAPE(GPT_FEATURES)));
	CT_NO_GRAD
	{
		CT_TRY(ct_fill__Scalar(model->parameters[model->n - 1], ct_scalar_int(1), NULL));
	}
	return add(model, 0, SHAPE(GPT_FEATURES));
}

static ct_error make_random(const int64_t *shape, int64_t shape_len, ct_tensor **x)
{
	return ct_randn(shape, shape_len, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, x);
}

static ct_error make_numbers(int64_t below, const int64_t *shape, int64_t shape_len, ct_tensor **x)
{
	return ct_randint(below, shape, shape_len, CT_INT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			  x);
}

static ct_error make_mlp(struct model *model)
{
	model->forward = mlp_forward;
	model->update = descend;
	CT_TRY(add_linear(model, MLP_INPUTS, MLP_HIDDEN));
	CT_TRY(add_linear(model, MLP_HIDDEN, MLP_HIDDEN));
	CT_TRY(add_linear(model, MLP_HIDDEN, CLASSES));
	CT_TRY(make_random(SHAPE(MLP_BATCH, MLP_INPUTS), &model->x));
	return make_numbers(CLASSES, SHAPE(MLP_BATCH), &model->labels);
}

static ct_error make_cnn(struct model *model)
{
	model->forward = cnn_forward;
	model->update = descend;
	CT_TRY(add_convolution(model, 1, CNN_FIRST));
	CT_TRY(add_convolution(model, CNN_FIRST, CNN_SECOND));
	CT_TRY(add_linear(model, CNN_FLAT, CLASSES));
	CT_TRY(make_random(SHAPE(CNN_BATCH, 1, CNN_SIDE, CNN_SIDE), &model->x));
	return make_numbers(CLASSES, SHAPE(CNN_BATCH), &model->labels);
}

static ct_error make_adam(struct model *model)
{
	static const float zero;

	model->update = adam;
	for (int i = 0; i < model->n; i++) {
		CT_TRY(ct_zeros_like(model->parameters[i], CT_DTYPE_NONE, CT_LAYOUT_NONE,
				     CT_DEVICE_NONE, NULL, CT_MEMORY_FORMAT_NONE,
				     &model->averages[i]));
		CT_TRY(ct_zeros_like(model->parameters[i], CT_DTYPE_NONE, CT_LAYOUT_NONE,
				     CT_DEVICE_NONE, NULL, CT_MEMORY_FORMAT_NONE,
				     &model->squares[i]));
		CT_TRY(ct_tensor_from_data(&zero, CT_FLOAT32, CT_NO_INTS, &model->counts[i]));
	}
	return NULL;
}

static ct_error add_block(struct model *model)
{
	CT_TRY(add_norm(model));
	CT_TRY(add_linear(model, GPT_FEATURES, 3 * GPT_FEATURES));
	CT_TRY(add_linear(model, GPT_FEATURES, GPT_FEATURES));
	CT_TRY(add_norm(model));
	CT_TRY(add_linear(model, GPT_FEATURES, 4 * GPT_FEATURES));
	return add_linear(model, 4 * GPT_FEATURES, GPT_FEATURES);
}

static ct_error make_gpt(struct model *model)
{
	model->forward = gpt_forward;
	CT_TRY(add(model, 0.02, SHAPE(GPT_TOKENS, GPT_FEATURES)));
	CT_TRY(add(model, 0.02, SHAPE(GPT_LENGTH, GPT_FEATURES)));
	for (int i = 0; i < GPT_LAYERS; i++)
		CT_TRY(add_block(model));
	CT_TRY(add_norm(model));
	CT_TRY(add(model, 1 / sqrt(GPT_FEATURES), SHAPE(GPT_TOKENS, GPT_FEATURES)));
	CT_TRY(make_numbers(GPT_TOKENS, SHAPE(GPT_BATCH, GPT_LENGTH), &model->x));
	CT_TRY(make_numbers(GPT_TOKENS, SHAPE(GPT_BATCH * GPT_LENGTH), &model->labels));
	CT_TRY(ct_arange(ct_scalar_int(GPT_LENGTH), CT_INT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			 &model->positions));
	return make_adam(model);
}

static ct_error make(struct model *model, const char *name)
{
	CT_TRY(ct_manual_seed(1));
	if (strcmp(name, "mlp") == 0)
		return make_mlp(model);
	if (strcmp(name, "cnn") == 0)
		return make_cnn(model);
	if (strcmp(name, "gpt") == 0)
		return make_gpt(model);
	return ct_error_new(CT_ERROR_VALUE, NULL, "'%s' is not mlp, cnn or gpt", name);
}

int main(int argc, char **argv)
{
	static struct model model;
	int status;

	if (argc < 3) {
		fputs("usage: bench_steps mlp|cnn|gpt STEPS [scopes]\n", stderr);
		return 2;
	}
	model.has_scopes = argc > 3 && strcmp(argv[3], "scopes") == 0;
	CT_CHECK(make(&model, argv[1]));
	status = time_steps(checked_step, &model, atoi(argv[2]));
	CT_CHECK(ct_gc_finish());
	return status;
}

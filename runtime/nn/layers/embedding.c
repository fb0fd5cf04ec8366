/*
 * Embedding and EmbeddingBag.
 */
#include <ctorch/nn/forward.h>

#include "core/memory/expression.h"
#include "module/module.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"
#include "nn/layers/class.h"
#include "tensor/tensor/sizes.h"

/* What both classes do with their table. */
struct table {
	const ct_tensor *given; /* the values; NULL: new ones */
	int64_t rows, columns, padding_idx;
	ct_device device;
	ct_dtype dtype;
	bool requires_grad;
};

/* An index from the end becomes one from the beginning. */
static ct_error settle_padding(const char *name, int64_t rows, int64_t *padding_idx,
			       const char *message)
{
	if (*padding_idx == CT_NO_INT || *padding_idx == 0)
		return NULL;
	if (*padding_idx >= rows || *padding_idx < -rows)
		return ct_error_new(CT_ERROR_ASSERTION, name, "%s", message);
	if (*padding_idx < 0)
		*padding_idx += rows;
	return NULL;
}

/* The row of the padding is zero. */
static ct_error embedding_reset_weight(const ct_tensor *weight, int64_t padding_idx)
{
	CT_OWN_SCOPE(NULL);
	CT_E(nn_init_normal_, (ct_tensor *)weight);
	if (padding_idx != CT_NO_INT)
		CT_E(zero_, CT_E(select_int, CT_E(detach, weight), 0, padding_idx));
	return CT_DONE();
}

static ct_error embedding_check_shape(const char *name, const struct table *table)
{
	if (ct_tensor_dim(table->given) == 2 && ct_size_of(table->given, 0) == table->rows &&
	    ct_size_of(table->given, 1) == table->columns)
		return NULL;
	return ct_error_new(CT_ERROR_ASSERTION, name,
			    "Shape of weight does not match num_embeddings and embedding_dim");
}

/* The parameter "weight" of a module. */
static ct_error make_table(void *self, ct_tensor **field, const struct table *table)
{
	const char *name = ct_module_class_of(ct_module_of(self))->name;
	ct_tensor *weight = NULL;

	if (table->given) {
		CT_TRY(embedding_check_shape(name, table));
		CT_TRY(ct_parameter_new(table->given, table->requires_grad, &weight));
	} else {
		CT_TRY(CT_FINISH(CT_E(empty, CT_L(table->rows, table->columns),
				      .dtype = table->dtype, .device = table->device),
				 &weight));
		CT_TRY(ct_tensor_set_requires_grad(weight, table->requires_grad));
	}
	CT_TRY(ct_module_register_parameter(ct_module_of(self), "weight", weight, field));
	return table->given ? NULL : embedding_reset_weight(weight, table->padding_idx);
}

/* --- Embedding -------------------------------------------------------------------------------- */

struct embedding {
	CT_NN_HEAD(Embedding);
	ct_tensor *weight; /* num_embeddings, embedding_dim */
};

static ct_error embedding_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const struct embedding *m = self;
	const struct ct_args_nn_Embedding_ *a = m->args;

	return CT(nn_embedding, result, x, m->weight, a->padding_idx, a->max_norm, a->norm_type,
		  a->scale_grad_by_freq, a->sparse);
}

static ct_error embedding_reset(void *self)
{
	const struct embedding *m = self;

	return embedding_reset_weight(m->weight, m->args->padding_idx);
}

static ct_error embedding_init(void *self)
{
	struct embedding *m = self;
	/* Still this module's alone: print shows the index from the beginning, and the table that
	 * was given must not stay alive after it is replaced. */
	struct ct_args_nn_Embedding_ *a = (struct ct_args_nn_Embedding_ *)m->args;

	CT_TRY(settle_padding("Embedding", a->num_embeddings, &a->padding_idx,
			      "Padding_idx must be within num_embeddings"));
	CT_TRY(make_table(m, &m->weight,
			  &(struct table){ .given = a->_weight,
					   .rows = a->num_embeddings,
					   .columns = a->embedding_dim,
					   .padding_idx = a->padding_idx,
					   .device = a->device,
					   .dtype = a->dtype,
					   .requires_grad = !a->_freeze }));
	ct_tensor_free_unscoped((ct_tensor *)a->_weight);
	a->_weight = NULL;
	return NULL;
}

CT_NN_CLASS(Embedding, struct embedding, embedding_init, embedding_forward,
	    .module.reset_parameters = embedding_reset);

/* --- EmbeddingBag ----------------------------------------------------------------------------- */

struct embedding_bag {
	CT_NN_HEAD(EmbeddingBag);
	ct_tensor *weight; /* num_embeddings, embedding_dim */
};

static ct_error bag_forward(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
			    ct_tensor **outputs, int64_t outputs_len)
{
	const struct embedding_bag *m = self;
	const struct ct_args_nn_EmbeddingBag_ *a = m->args;

	(void)outputs_len;
	return CT(nn_embedding_bag, outputs, inputs[0], m->weight,
		  inputs_len > 1 ? inputs[1] : NULL, a->max_norm, a->norm_type,
		  a->scale_grad_by_freq, a->mode, a->sparse, inputs_len > 2 ? inputs[2] : NULL,
		  a->include_last_offset, a->padding_idx);
}

static ct_error bag_reset(void *self)
{
	const struct embedding_bag *m = self;

	return embedding_reset_weight(m->weight, m->args->padding_idx);
}

static ct_error bag_init(void *self)
{
	struct embedding_bag *m = self;
	/* As in embedding_init(). */
	struct ct_args_nn_EmbeddingBag_ *a = (struct ct_args_nn_EmbeddingBag_ *)m->args;

	CT_TRY(settle_padding("EmbeddingBag", a->num_embeddings, &a->padding_idx,
			      "padding_idx must be within num_embeddings"));
	CT_TRY(make_table(m, &m->weight,
			  &(struct table){ .given = a->_weight,
					   .rows = a->num_embeddings,
					   .columns = a->embedding_dim,
					   .padding_idx = a->padding_idx,
					   .device = a->device,
					   .dtype = a->dtype,
					   .requires_grad = true }));
	ct_tensor_free_unscoped((ct_tensor *)a->_weight);
	a->_weight = NULL;
	return NULL;
}

CT_NN_CLASS(EmbeddingBag, struct embedding_bag, bag_init, NULL,
	    .module.reset_parameters = bag_reset, .module.forward_all = bag_forward,
	    .module.inputs_min = 1, .module.inputs_max = 3, .module.outputs_max = 1);

/* --- from_pretrained() ------------------------------------------------------------------------ */

static ct_error check_pretrained(const ct_tensor *embeddings, const ct_module **result,
				 const char *function)
{
	if (embeddings == NULL)
		return ct_missing_argument(function, 1, "embeddings");
	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 3 (result) must not be NULL");
	if (ct_tensor_dim(embeddings) != 2)
		return ct_error_new(CT_ERROR_ASSERTION, function,
				    "Embeddings parameter is expected to be 2-dimensional");
	return NULL;
}

/* The module moves out of the function's scope. */
static ct_error give_module(ct_module *module, ct_module **result)
{
	CT_TRY(CT_FINISH(module, result));
	ct_scope_move_object_up(*result);
	return NULL;
}

ct_error ct_nn_Embedding_from_pretrained(const ct_tensor *embeddings,
					 const ct_nn_pretrained_options *options,
					 ct_module **result)
{
	static const ct_nn_pretrained_options usual;
	const ct_nn_pretrained_options *o = options ? options : &usual;
	ct_module *module = NULL;

	CT_TRY(check_pretrained(embeddings, (const ct_module **)result, __func__));
	CT_OWN_SCOPE(__func__);
	module = CT_NN(Embedding, ct_size_of(embeddings, 0), ct_size_of(embeddings, 1),
		       ._weight = embeddings, ._freeze = !o->no_freeze,
		       .padding_idx = o->padding_idx ? *o->padding_idx : CT_NO_INT,
		       .max_norm = o->max_norm ? *o->max_norm : CT_NO_FLOAT,
		       .norm_type = o->norm_type != 0 ? o->norm_type : 2,
		       .scale_grad_by_freq = o->scale_grad_by_freq, .sparse = o->sparse);
	return give_module(module, result);
}

ct_error ct_nn_EmbeddingBag_from_pretrained(const ct_tensor *embeddings,
					    const ct_nn_pretrained_options *options,
					    ct_module **result)
{
	static const ct_nn_pretrained_options usual;
	const ct_nn_pretrained_options *o = options ? options : &usual;
	ct_module *module = NULL;

	CT_TRY(check_pretrained(embeddings, (const ct_module **)result, __func__));
	CT_OWN_SCOPE(__func__);
	module = CT_NN(
		EmbeddingBag, ct_size_of(embeddings, 0), ct_size_of(embeddings, 1),
		._weight = embeddings, .padding_idx = o->padding_idx ? *o->padding_idx : CT_NO_INT,
		.max_norm = o->max_norm ? *o->max_norm : CT_NO_FLOAT,
		.norm_type = o->norm_type != 0 ? o->norm_type : 2,
		.scale_grad_by_freq = o->scale_grad_by_freq, .sparse = o->sparse,
		.mode = o->mode ? o->mode : "mean", .include_last_offset = o->include_last_offset);
	if (module && !o->no_freeze)
		CT_DO(ct_module_set_requires_grad(module, false));
	return give_module(module, result);
}

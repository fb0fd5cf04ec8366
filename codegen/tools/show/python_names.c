#include "tools/show/python_names.h"

#include <string.h>

#include "name/naming.h"
#include "tools/show/spelling.h"
#include "types/type_table.h"

/* --- functions -------------------------------------------------------------------------------- */

#define F "nn.functional."

/*
 * Facts of torch/nn/functional.py, torch/functional.py, torch/sparse and torch/nested in 2.15.0:
 * which operators a function calls that C has as a function of its own, or not at all. A function
 * that passes its arguments to the operator of the same name needs no row, and neither does one
 * that is an operator by runtime/nn/names.yaml.
 */
static const struct python_name rows[] = {
	/* pooling */
	{ F "fractional_max_pool2d", "fractional_max_pool2d",
	  "random_samples: ct_rand() of {N, C, 2}; output_size: output_ratio * the input's" },
	{ F "fractional_max_pool2d_with_indices", "fractional_max_pool2d",
	  "random_samples: ct_rand() of {N, C, 2}; output_size: output_ratio * the input's" },
	{ F "fractional_max_pool3d", "fractional_max_pool3d",
	  "random_samples: ct_rand() of {N, C, 3}; output_size: output_ratio * the input's" },
	{ F "fractional_max_pool3d_with_indices", "fractional_max_pool3d",
	  "random_samples: ct_rand() of {N, C, 3}; output_size: output_ratio * the input's" },
	{ F "max_unpool1d", "max_unpool2d",
	  "input and indices get a last dimension of size 1, which is removed from the result" },
	{ F "lp_pool1d", "avg_pool1d pow.Tensor_Scalar",
	  "y = avg_pool1d(x ** p), then (sign(y) * relu(abs(y)) * kernel_size) ** (1 / p)" },
	{ F "lp_pool2d", "avg_pool2d pow.Tensor_Scalar",
	  "y = avg_pool2d(x ** p), then (sign(y) * relu(abs(y)) * kw * kh) ** (1 / p)" },
	{ F "lp_pool3d", "avg_pool3d pow.Tensor_Scalar",
	  "y = avg_pool3d(x ** p), then (sign(y) * relu(abs(y)) * kd * kw * kh) ** (1 / p)" },
	{ F "adaptive_max_pool2d_with_indices", "adaptive_max_pool2d", "the same" },
	{ F "adaptive_max_pool3d_with_indices", "adaptive_max_pool3d", "the same" },

	/* dropout */
	{ F "dropout1d", "feature_dropout feature_dropout_",
	  "for an input without a batch: with a first dimension of size 1, removed afterwards" },
	{ F "dropout2d", "feature_dropout feature_dropout_", "the same; in place by the second" },
	{ F "dropout3d", "feature_dropout feature_dropout_",
	  "for an input without a batch: with a first dimension of size 1, removed afterwards" },

	/* activations */
	{ F "tanhshrink", "tanh sub.Tensor", "x - tanh(x)" },
	{ F "softsign", "abs add.Scalar div.Tensor", "x / (abs(x) + 1)" },
	{ F "softmin", "neg softmax.int", "softmax(-x, dim)" },
	{ F "gumbel_softmax", "exponential_ log softmax.int",
	  "softmax((logits - log(exponential_(empty_like(logits)))) / tau, dim)" },

	/* other layers */
	{ F "embedding", "embedding embedding_renorm_",
	  "weight before indices; with max_norm, embedding_renorm_ changes the weight first" },
	{ F "embedding_bag", "embedding_bag.padding_idx embedding_renorm_",
	  "weight before indices; with max_norm, embedding_renorm_ changes the weight first" },
	{ F "local_response_norm", "avg_pool2d avg_pool3d pad",
	  "x / (k + alpha * mean of x ** 2 over `size` neighboring channels) ** beta" },
	{ F "normalize", "norm.ScalarOpt_dim clamp_min div.Tensor",
	  "x / clamp_min(norm(x, p, dim, keepdim=True), eps)" },
	{ F "fold", "col2im", "the same" },
	{ F "unfold", "im2col", "the same; Tensor.unfold() is another function" },
	{ F "multi_head_attention_forward", "linear scaled_dot_product_attention",
	  "linear() for query, key and value, attention for each head, linear() of the result" },

	/* losses */
	{ F "cross_entropy", "cross_entropy_loss", "the same, reduction as a number" },
	{ F "nll_loss", "nll_loss_nd", "the same, reduction as a number" },
	{ F "linear_cross_entropy", "linear cross_entropy_loss",
	  "cross_entropy(linear(input, linear_weight, linear_bias), target, ...)" },
	{ F "gaussian_nll_loss", "log clamp_min pow.Tensor_Scalar",
	  "0.5 * (log(v) + (input - target) ** 2 / v) with v = clamp_min(var, eps), then mean or "
	  "sum" },
	{ F "kl_div", "kl_div",
	  "reduction \"batchmean\": with 2 (sum), then divided by the input's first size" },
	{ F "multilabel_soft_margin_loss", "log_sigmoid",
	  "-(t * log_sigmoid(x) + (1 - t) * log_sigmoid(-x)), the mean over the last dimension" },
	{ F "triplet_margin_with_distance_loss", "pairwise_distance clamp_min",
	  "clamp_min(margin + distance(anchor, positive) - distance(anchor, negative), 0)" },

	/* pictures */
	{ F "interpolate",
	  "upsample_nearest1d.vec upsample_nearest2d.vec upsample_nearest3d.vec "
	  "_upsample_nearest_exact1d.vec _upsample_nearest_exact2d.vec "
	  "_upsample_nearest_exact3d.vec upsample_linear1d.vec upsample_bilinear2d.vec "
	  "upsample_trilinear3d.vec upsample_bicubic2d.vec _upsample_bilinear2d_aa.vec "
	  "_upsample_bicubic2d_aa.vec _upsample_lanczos2d_aa.vec adaptive_avg_pool1d "
	  "adaptive_avg_pool2d adaptive_avg_pool3d",
	  "one of them: `mode` and the number of dimensions are in the name; \"area\" is "
	  "adaptive_avg_pool, antialias=True is _aa" },
	{ F "upsample", "upsample_nearest2d.vec upsample_bilinear2d.vec",
	  "as interpolate(); the operators are those for 4 dimensions" },
	{ F "upsample_nearest",
	  "upsample_nearest1d.vec upsample_nearest2d.vec upsample_nearest3d.vec",
	  "one of them, by the number of dimensions" },
	{ F "upsample_bilinear", "upsample_bilinear2d.vec", "with align_corners = true" },
	{ F "grid_sample", "grid_sampler", "the same, modes as numbers" },
	{ F "affine_grid", "affine_grid_generator", "the same" },

	/* low precision */
	{ F "scaled_mm", "_scaled_mm_v2", "each scale, recipe and swizzle as a list" },
	{ F "scaled_addmm", "_scaled_addmm", "each scale, recipe and swizzle as a list" },
	{ F "scaled_addmm_", "_scaled_addmm_", "each scale, recipe and swizzle as a list" },
	{ F "scaled_grouped_mm", "_scaled_grouped_mm_v2",
	  "each scale, recipe and swizzle as a list" },

	/* not in nn.functional */
	{ "unique", "_unique2 unique_dim", "the second one if there is a dim" },
	{ "Tensor.unique", "_unique2 unique_dim", "the second one if there is a dim" },
	{ "Tensor.T", "numpy_T", "the same" },
	{ "Tensor.H", "matrix_H", "the same" },
	{ "Tensor.cuda", "to.device", "to(torch.device(\"cuda\")), with the tensor's own dtype" },
	{ "Tensor.cpu", "to.device", "to(torch.device(\"cpu\")), with the tensor's own dtype" },
	{ "Tensor.float", "to.dtype", "to(torch.float32)" },
	{ "Tensor.double", "to.dtype", "to(torch.float64)" },
	{ "Tensor.half", "to.dtype", "to(torch.float16)" },
	{ "Tensor.bfloat16", "to.dtype", "to(torch.bfloat16)" },
	{ "Tensor.int", "to.dtype", "to(torch.int32)" },
	{ "Tensor.long", "to.dtype", "to(torch.int64)" },
	{ "Tensor.bool", "to.dtype", "to(torch.bool)" },
	{ "Tensor.short", "to.dtype", "to(torch.int16)" },
	{ "Tensor.char", "to.dtype", "to(torch.int8)" },
	{ "Tensor.byte", "to.dtype", "to(torch.uint8)" },
	{ "Tensor.cfloat", "to.dtype", "to(torch.complex64)" },
	{ "Tensor.cdouble", "to.dtype", "to(torch.complex128)" },
	{ "Tensor.__add__", "add.Tensor", "the same" },
	{ "Tensor.__sub__", "sub.Tensor", "the same" },
	{ "Tensor.__mul__", "mul.Tensor", "the same" },
	{ "Tensor.__truediv__", "div.Tensor", "the same" },
	{ "Tensor.__matmul__", "matmul", "the same" },
	{ "Tensor.__neg__", "neg", "the same" },
	{ "Tensor.__pow__", "pow.Tensor_Scalar", "the same" },
	{ "Tensor.__eq__", "eq.Tensor", "the same" },
	{ "Tensor.__lt__", "lt.Tensor", "the same" },
	{ "Tensor.__invert__", "bitwise_not", "the same" },
	{ "lu", "_lu_with_info", "the same" },
	{ "sparse.mm", "_sparse_mm _sparse_mm.reduce", "the same" },
	{ "sparse.addmm", "_sparse_addmm", "the same" },
	{ "sparse.sum", "_sparse_sum _sparse_sum.dim _sparse_sum.dtype _sparse_sum.dim_dtype",
	  "the same" },
	{ "sparse.softmax", "_sparse_softmax.int", "the same" },
	{ "sparse.log_softmax", "_sparse_log_softmax.int", "the same" },
	{ "sparse.spdiags", "_spdiags", "the same" },
	{ "sparse.spsolve", "_spsolve", "the same" },
	{ "nested.nested_tensor", "_nested_tensor_from_tensor_list", "for layout=torch.strided" },
	{ "nested.to_padded_tensor", "nested_to_padded_tensor", "the same" },
};

#undef F

/* Spellings of modules, and the module. */
static const struct spelling_prefix modules[] = {
	{ "torch.nn.functional.", "nn.functional." },
	{ "torch::nn::functional::", "nn.functional." },
	{ "F.", "nn.functional." },
	{ "torch.", "" },
};

static const struct python_name *find_row(const char *name)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (!strcmp(rows[i].name, name))
			return &rows[i];
	return NULL;
}

static bool is_operator(const struct model *model, const struct nn_symbol *symbol)
{
	const size_t i = naming_lower_bound(model, symbol->name);

	return i < model->ops.len && model->by_symbol[i] == symbol->op;
}

/* The row of a name that is operators of other names; NULL for any other name. */
static const struct python_name *row_of(struct arena *arena, const struct model *model,
					const struct nn_name *name)
{
	struct python_name *row = arena_alloc(arena, sizeof *row);
	const char *operators = "", *plain = strrchr(name->python, '.') + 1;

	for (size_t i = 0; i < name->symbols.len; i++) {
		const struct op *op = name->symbols.at[i].op;

		if (!is_operator(model, &name->symbols.at[i]) || spelling_is(op->name, plain))
			return NULL;
		operators = arena_printf(arena, "%s%s%s", operators, i ? " " : "", op->name);
	}
	*row = (struct python_name){ .name = name->python + strlen("torch."),
				     .operators = operators,
				     .text = name->text ? name->text : "the same" };
	return *operators ? row : NULL;
}

static const struct python_name *find(struct arena *arena, const struct model *model,
				      const char *name)
{
	const struct python_name *row = find_row(name);

	for (size_t i = 0; !row && model->nn && i < model->nn->names.len; i++)
		if (!strcmp(model->nn->names.at[i]->python + strlen("torch."), name))
			row = row_of(arena, model, model->nn->names.at[i]);
	return row;
}

const struct python_name *python_name_find(struct arena *arena, const struct model *model,
					   const char *name)
{
	return find(arena, model,
		    spelling_replace(arena, modules, sizeof modules / sizeof *modules,
				     spelling_bare(arena, name)));
}

const struct python_name *python_name_find_bare(struct arena *arena, const struct model *model,
						const char *name)
{
	return find(arena, model,
		    arena_printf(arena, "nn.functional.%s", spelling_bare(arena, name)));
}

/* --- numbers for words ------------------------------------------------------------------------ */

static const struct {
	const char *operator; /* how its name begins */
	const char *argument, *text;
} words[] = {
	{ "", "reduction", "CT_REDUCTION_NONE (0) none, CT_REDUCTION_MEAN (1) mean, CT_REDUCTION_SUM (2) sum" },
	{ "grid_sampler", "interpolation_mode",
	  "CT_INTERPOLATION_BILINEAR (0) bilinear, CT_INTERPOLATION_NEAREST (1) nearest, CT_INTERPOLATION_BICUBIC (2) bicubic" },
	{ "grid_sampler", "padding_mode",
	  "CT_PADDING_ZEROS (0) zeros, CT_PADDING_BORDER (1) border, CT_PADDING_REFLECTION (2) reflection" },
	{ "embedding_bag", "mode", "CT_BAG_SUM (0) sum, CT_BAG_MEAN (1) mean, CT_BAG_MAX (2) max" },
};

const char *python_words(const struct op *op, const struct arg *arg)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (arg->form->c_type == &c_int64 && !strcmp(arg->name, words[i].argument) &&
		    !strncmp(op->name, words[i].operator, strlen(words[i].operator)))
			return words[i].text;
	return NULL;
}

/* purpose.c: what operators are for that PyTorch does not document. PyTorch names them after others:
 * silu_backward, _foreach_abs, _softmax, cudnn_convolution. */
#include <stdlib.h>
#include <string.h>

#include "facts/pages.h"
#include "name/naming.h"
#include "util/text.h"

/* --- other operators -------------------------------------------------------------------------- */

/* The operator's name, if there is one of this name that does not work in place. */
static const char *find_base(const struct model *model, struct arena *arena, const char *base)
{
	const char *symbol = arena_printf(arena, "ct_%s", base);
	const size_t length = strlen(symbol);

	for (size_t i = naming_lower_bound(model, symbol);
	     *base && i < model->ops.len && !strncmp(model->by_symbol[i]->symbol, symbol, length);
	     i++)
		if (!strcmp(model->by_symbol[i]->schema.name.base, base))
			return base;
	return NULL;
}

/* NULL if the text does not begin, or end, so. */
static const char *without_begin(const char *text, const char *begin)
{
	const size_t length = strlen(begin);

	return strncmp(text, begin, length) ? NULL : text + length;
}

static const char *without_end(struct arena *arena, const char *text, const char *end)
{
	return text_ends_with(text, end) ? arena_strndup(arena, text, strlen(text) - strlen(end))
					 : NULL;
}

/* The operator of which this is another form: softmax of _softmax, cdist of _cdist_forward. */
static const char *find_public(const struct model *model, struct arena *arena, const char *base)
{
	static const char *const begins[] = {
		"_",       "native_", "slow_", "thnn_",      "cudnn_",
		"miopen_", "mkldnn_", "mps_",  "quantized_", "unsafe_"
	};
	static const char *const ends[] = { "_forward", "_impl", "_helper", "_kernel",
					    "_for_cpu", "_nd",   "_copy",   "_cpu_fallback" };
	const char *found = NULL, *rest;

	for (size_t i = 0; !found && i < sizeof begins / sizeof *begins; i++)
		if ((rest = without_begin(base, begins[i])) &&
		    !(found = find_base(model, arena, rest)))
			found = find_public(model, arena, rest);
	for (size_t i = 0; !found && i < sizeof ends / sizeof *ends; i++)
		if ((rest = without_end(arena, base, ends[i])) &&
		    !(found = find_base(model, arena, rest)))
			found = find_public(model, arena, rest);
	return found;
}

static const char *find_either(const struct model *model, struct arena *arena, const char *base)
{
	const char *found = find_base(model, arena, base);

	return found ? found : find_public(model, arena, base);
}

/* --- what the name says ----------------------------------------------------------------------- */

/* Each returns NULL if the name does not say so. */
typedef const char *what_it_is(const struct model *model, struct arena *arena, const char *base);

static const char *of_lists(const struct model *model, struct arena *arena, const char *base)
{
	const char *rest = without_begin(base, "_foreach_");

	return rest && find_base(model, arena, rest)
		       ? arena_printf(arena, "Applies %s to each tensor of a list.", rest)
		       : NULL;
}

static const char *of_optimizers(const struct model *model, struct arena *arena, const char *base)
{
	static const char *const optimizers[][2] = { { "_fused_adagrad", "Adagrad" },
						     { "_fused_adam", "Adam" },
						     { "_fused_adamw", "AdamW" },
						     { "_fused_sgd", "SGD" } };

	(void)model;
	for (size_t i = 0; i < sizeof optimizers / sizeof *optimizers; i++)
		if (!strcmp(base, optimizers[i][0]))
			return arena_printf(arena,
					    "Makes a step of the optimizer %s for a list of "
					    "parameters.",
					    optimizers[i][1]);
	return NULL;
}

static const char *of_tests(const struct model *model, struct arena *arena, const char *base)
{
	(void)model, (void)arena;
	return without_begin(base, "_test_") || !strcmp(base, "_foobar")
		       ? "Exists for PyTorch's own tests."
		       : NULL;
}

static const char *of_tangents(const struct model *model, struct arena *arena, const char *base)
{
	const char *rest = without_end(arena, base, "_jvp");

	return rest && find_base(model, arena, rest)
		       ? arena_printf(arena, "Computes the forward-mode derivative of %s.", rest)
		       : NULL;
}

static const char *of_gradients(const struct model *model, struct arena *arena, const char *base)
{
	const char *at = strstr(base, "_backward");
	const char *rest = at && at > base ? arena_strndup(arena, base, (size_t)(at - base)) : NULL;
	const char *found = rest ? find_either(model, arena, rest) : NULL;

	if (!rest)
		return NULL;
	return found ? arena_printf(arena, "Computes gradients of %s.", found)
		     : "Computes gradients.";
}

static const char *of_copies(const struct model *model, struct arena *arena, const char *base)
{
	const char *rest = without_end(arena, base, "_copy");

	return rest && find_base(model, arena, rest)
		       ? arena_printf(arena,
				      "Does what %s does, but copies instead of returning a view.",
				      rest)
		       : NULL;
}

static const char *of_libraries(const struct model *model, struct arena *arena, const char *base)
{
	static const char *const libraries[][2] = {
		{ "cudnn", "NVIDIA's cuDNN" },
		{ "cufft", "NVIDIA's cuFFT" },
		{ "cslt", "NVIDIA's cuSPARSELt" },
		{ "miopen", "AMD's MIOpen" },
		{ "mkldnn", "Intel's oneDNN" },
		{ "fbgemm", "the library FBGEMM" },
		{ "nnpack", "the library NNPACK" },
		{ "mps", "Apple's GPUs" },
		{ "vulkan", "Vulkan" },
	};
	const char *found = find_public(model, arena, base);

	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
		if (text_has_word(base, libraries[i][0], "_"))
			return found ? arena_printf(arena, "A form of %s for %s.", found,
						    libraries[i][1])
				     : arena_printf(arena, "Exists for %s.", libraries[i][1]);
	return NULL;
}

/* What purposes.tsv says: a sentence, or of what they are a part. */
static const char *of_parts(const struct model *model, struct arena *arena, const char *base)
{
	for (size_t i = 0; model->purposes && i < model->purposes->len; i++) {
		const struct page *row = &model->purposes->at[i];
		const size_t length = strcspn(row->base, "*");

		if (row->base[length] ? !strncmp(base, row->base, length)
				      : !strcmp(base, row->base))
			return strchr(row->python, ' ')
				       ? row->python
				       : arena_printf(arena, "Is a part of %s.", row->python);
	}
	return NULL;
}

static const char *of_others(const struct model *model, struct arena *arena, const char *base)
{
	const char *found = find_public(model, arena, base);

	return found ? arena_printf(arena, "Another form of %s.", found) : NULL;
}

/* The operator that works in place, fill_ for fill; NULL if there is none in the release's list. */
static const struct op *find_in_place(const struct model *model, struct arena *arena,
				      const char *base)
{
	const char *symbol = arena_printf(arena, "ct_%s_", base);
	const size_t length = strlen(symbol);

	for (size_t i = naming_lower_bound(model, symbol);
	     i < model->ops.len && !strncmp(model->by_symbol[i]->symbol, symbol, length); i++) {
		const struct op *op = model->by_symbol[i];

		if (!strcmp(op->schema.name.base, base) && op->schema.name.is_inplace &&
		    !op->is_derived)
			return op;
	}
	return NULL;
}

/* The functional form of an operator that is documented, or written, in place. */
static const char *of_in_place(const struct model *model, struct arena *arena, const struct op *op)
{
	const char *base = op->schema.name.base;
	const struct op *in_place;

	if (op->schema.name.is_inplace || op->schema.name.is_functional)
		return NULL;
	in_place = find_in_place(model, arena, base);
	return in_place && (op->is_derived || page_python(model, in_place))
		       ? arena_printf(arena, "Does to a copy what %s_ does in place.", base)
		       : NULL;
}

static const char *of_tensors(const struct model *model, struct arena *arena, const char *base)
{
	static const char *const kinds[] = { "nested", "sparse", "quantized" };

	(void)model;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (text_has_word(base, kinds[i], "_"))
			return arena_printf(arena, "Exists for %s tensors.", kinds[i]);
	return NULL;
}

/* "__and__" of __and__.Tensor. */
static const char *base_of_dunder(struct arena *arena, const struct op *op)
{
	return arena_strndup(arena, op->name, strcspn(op->name, "."));
}

/* The first sentence of these. */
static const char *first(what_it_is *const *sentences, size_t count, const struct model *model,
			 struct arena *arena, const char *base)
{
	const char *text = NULL;

	for (size_t i = 0; !text && i < count; i++)
		text = sentences[i](model, arena, base);
	return text;
}

static const char *what(const struct model *model, struct arena *arena, const struct op *op)
{
	static what_it_is *const before[] = { of_lists, of_optimizers, of_tests };
	static what_it_is *const after[] = { of_tangents, of_gradients, of_copies, of_libraries,
					     of_parts,    of_others,    of_tensors };
	const char *base = op->schema.name.base, *python = page_python_of(model, base), *text;

	if (op->schema.name.is_dunder)
		return arena_printf(arena, "Is the method %s of Python's tensors.",
				    base_of_dunder(arena, op));
	if (op->schema.name.is_inplace && python)
		return arena_printf(arena, "Does what %s does.", python);
	text = first(before, sizeof before / sizeof *before, model, arena, base);
	if (!text)
		text = of_in_place(model, arena, op);
	return text ? text : first(after, sizeof after / sizeof *after, model, arena, base);
}

/* --- all of it -------------------------------------------------------------------------------- */

/* Where the results go, if not into new tensors. */
static const char *how(const struct op *op)
{
	if (op->kind == KIND_OUT)
		return op->schema.rets.len > 1 ? "Writes the results to tensors that are passed. "
					       : "Writes the result to a tensor that is passed. ";
	if (op->schema.name.is_functional)
		return "Returns what the operator would write to its arguments. ";
	return op->schema.name.is_inplace ? "Works in place. " : "";
}

const char *page_instead(struct arena *arena, const struct model *model, const struct op *op)
{
	const char *purpose = what(model, arena, op);

	return arena_printf(arena, "%s%s%s%s", how(op), purpose ? purpose : "", purpose ? " " : "",
			    *op->schema.name.base == '_'
				    ? "It is internal to PyTorch, not documented there, and may "
				      "change in any release."
				    : "PyTorch does not document it.");
}

/*
 * Compose, RandomApply, RandomChoice, RandomOrder, Identity.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/tensor/create.h>

#include "core/base/name_of.h"
#include "vision/transforms/class.h"
#include "vision/transforms/draw.h"
#include "vision/transforms/image.h"

enum { MOST_PARTS = 64 }; /* of those that are drawn */

/* --- one pass for several parts --------------------------------------------------------------- */

static const struct ct_args_transforms_Normalize_ *normalize_of(const ct_transform *part)
{
	return part->klass && !strcmp(part->klass->of.name, "Normalize") ? (const void *)part->args
									 : NULL;
}

/* How a part makes floats of bytes; false: it does something else. */
static bool makes_floats(const ct_transform *part, struct ct_image_levels *levels)
{
	const char *name = part->klass ? part->klass->of.name : "";

	*levels = (struct ct_image_levels){ .factor = 1.0 / 255 };
	if (!strcmp(name, "ToTensor"))
		levels->divisor = 255;
	else if (!strcmp(name, "ToDtype")) {
		const struct ct_args_transforms_ToDtype_ *args = (const void *)part->args;

		return args->dtype == CT_FLOAT32 && args->scale;
	} else if (!strcmp(name, "ConvertImageDtype"))
		return ((const struct ct_args_transforms_ConvertImageDtype_ *)(const void *)
				part->args)
			       ->dtype == CT_FLOAT32;
	else
		return false;
	return true;
}

/* A list with a number for each channel, or one for all. */
static bool containers_fits(ct_floats list, const ct_tensor *image)
{
	return list.len == 1 || list.len == ct_tensor_size(image, 0);
}

/* The parts from `i` on that one pass over the image computes: [RandomHorizontalFlip,] ToTensor,
 * Normalize. 0: there are no such parts. Normalize's own errors are left to it. */
static int64_t count_in_pass(const ct_transforms *parts, int64_t i, const ct_tensor *image,
			     struct ct_image_levels *levels)
{
	const bool flips = parts->at[i]->klass &&
			   !strcmp(parts->at[i]->klass->of.name, "RandomHorizontalFlip");
	const int64_t first = i + flips;
	const struct ct_args_transforms_Normalize_ *normalize;

	if (first + 1 >= parts->len || !ct_image_has_levels(image) ||
	    !makes_floats(parts->at[first], levels))
		return 0;
	normalize = normalize_of(parts->at[first + 1]);
	if (normalize == NULL || !containers_fits(normalize->mean, image) ||
	    !containers_fits(normalize->std, image))
		return 0;
	for (int64_t c = 0; c < normalize->std.len; c++)
		if (normalize->std.at[c] == 0)
			return 0;
	levels->mean = normalize->mean;
	levels->std = normalize->std;
	return 2 + flips;
}

static ct_error run_pass(const ct_transform *first, int64_t n, const ct_tensor *image,
			 ct_generator *generator, struct ct_image_levels *levels,
			 ct_tensor **result)
{
	const struct ct_args_transforms_RandomHorizontalFlip_ *flip = (const void *)first->args;

	if (n == 3)
		levels->is_mirrored = ct_draw_rand(generator) < (float)flip->p;
	CT_TRY(CT_DONE());
	return ct_image_levels_apply(image, levels, result);
}

/* --- Compose ---------------------------------------------------------------------------------- */

static ct_error run_all(const ct_transforms *parts, const ct_tensor *image, ct_generator *generator,
			ct_tensor **result)
{
	struct ct_image_levels levels;
	ct_tensor *x = (ct_tensor *)image;

	for (int64_t i = 0; i < parts->len; i++) {
		const int64_t n = count_in_pass(parts, i, x, &levels);

		if (n)
			CT_TRY(run_pass(parts->at[i], n, x, generator, &levels, &x));
		else
			CT_TRY(ct_transform_run(parts->at[i], x, generator, &x));
		i += n ? n - 1 : 0;
	}
	*result = x;
	return NULL;
}

static ct_error compose(const void *args, const ct_tensor *image, ct_generator *generator,
			ct_tensor **result)
{
	return run_all(&((const struct ct_args_transforms_Compose_ *)args)->transforms, image,
		       generator, result);
}

const struct ct_transform_code ct_transforms_Compose_code = { .apply = compose };

/* --- RandomApply ------------------------------------------------------------------------------ */

static ct_error check_apply(void *args)
{
	return ct_transform_check_p(((struct ct_args_transforms_RandomApply_ *)args)->p);
}

static ct_error apply_all(const void *args, const ct_tensor *image, ct_generator *generator,
			  ct_tensor **result)
{
	return run_all(&((const struct ct_args_transforms_RandomApply_ *)args)->transforms, image,
		       generator, result);
}

const struct ct_transform_code ct_transforms_RandomApply_code = {
	.setup = check_apply,
	.apply = apply_all,
	.p = offsetof(struct ct_args_transforms_RandomApply_, p),
};

/* --- RandomChoice ----------------------------------------------------------------------------- */

static ct_error too_many(int64_t n)
{
	return CT_RAISED(CT_ERROR_VALUE, "too many transforms: %lld (the limit is %d)",
			 (long long)n, MOST_PARTS);
}

/* The weights become probabilities; None stays, and all have the same. */
static ct_error set_weights(void *args)
{
	struct ct_args_transforms_RandomChoice_ *a = args;
	double total = 0, *own = (double *)a->p.at;

	if (a->transforms.len > MOST_PARTS)
		return too_many(a->transforms.len);
	if (own == NULL)
		return NULL;
	if (a->p.len != a->transforms.len)
		return CT_RAISED(CT_ERROR_VALUE,
				 "Length of p doesn't match the number of transforms: %lld != %lld",
				 (long long)a->p.len, (long long)a->transforms.len);
	for (int64_t i = 0; i < a->p.len; i++)
		total += own[i];
	for (int64_t i = 0; i < a->p.len; i++)
		own[i] /= total;
	return NULL;
}

static ct_error choose(const void *args, const ct_tensor *image, ct_generator *generator,
		       ct_tensor **result)
{
	const struct ct_args_transforms_RandomChoice_ *a = args;
	const ct_device cpu = { CT_DEVICE_TYPE_CPU, -1 };
	double weights[MOST_PARTS];
	int64_t drawn = 0;
	ct_tensor *p;

	for (int64_t i = 0; i < a->transforms.len; i++)
		weights[i] = a->p.at ? a->p.at[i] : 1.0 / (double)a->transforms.len;
	p = ct_image_numbers(weights, CT_L(a->transforms.len), CT_FLOAT32, cpu);
	CT_DO(ct_tensor_item_int64(CT_E(multinomial, p, 1, .generator = generator), &drawn));
	CT_TRY(CT_DONE());
	return ct_transform_run(a->transforms.at[drawn], image, generator, result);
}

const struct ct_transform_code ct_transforms_RandomChoice_code = {
	.setup = set_weights,
	.apply = choose,
};

/* --- RandomOrder ------------------------------------------------------------------------------ */

static ct_error check_order(void *args)
{
	const struct ct_args_transforms_RandomOrder_ *a = args;

	return a->transforms.len > MOST_PARTS ? too_many(a->transforms.len) : NULL;
}

static ct_error shuffle(const void *args, const ct_tensor *image, ct_generator *generator,
			ct_tensor **result)
{
	const struct ct_args_transforms_RandomOrder_ *a = args;
	int64_t order[MOST_PARTS];
	ct_tensor *x = (ct_tensor *)image;

	ct_draw_permutation(generator, a->transforms.len, order);
	CT_TRY(CT_DONE());
	for (int64_t i = 0; i < a->transforms.len; i++)
		CT_TRY(ct_transform_run(a->transforms.at[order[i]], x, generator, &x));
	*result = x;
	return NULL;
}

const struct ct_transform_code ct_transforms_RandomOrder_code = {
	.setup = check_order,
	.apply = shuffle,
};

/* --- Identity --------------------------------------------------------------------------------- */

static ct_error same(const void *args, const ct_tensor *image, ct_generator *generator,
		     ct_tensor **result)
{
	(void)args, (void)generator;
	return ct_transform_keep_image(image, result);
}

const struct ct_transform_code ct_transforms_Identity_code = { .apply = same };

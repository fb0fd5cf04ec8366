/*
 * Transforms: handles, use, functions of the program.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/name_of.h"
#include "core/memory/expression.h"
#include "vision/transforms/class.h"
#include "vision/transforms/draw.h"
#include "vision/transforms/image.h"

/* --- references ------------------------------------------------------------------------------- */

static void destroy(void *object)
{
	ct_transform *self = object;

	if (self->klass)
		ct_class_disown(&self->klass->of, self->args);
	if (self->release)
		self->release(self->context);
	free(self);
}

static const struct ct_counted_class counted = { "a transform", destroy };

ct_transform *ct_transform_alloc(const struct ct_transform_class *klass)
{
	ct_transform *self = ct_counted_alloc(&counted, sizeof *self);

	if (self)
		self->klass = klass;
	return self;
}

ct_error ct_transform_give(ct_transform *self, const char *function, ct_transform **result)
{
	CT_TRY(ct_counted_give(self, &counted, function));
	*result = self;
	return NULL;
}

ct_error ct_transform_check(const ct_transform *self, const char *function, int position,
			    const char *name)
{
	return ct_counted_check(self, &counted, function, position, name);
}

ct_transform *ct_transform_retain(const ct_transform *self)
{
	return ct_counted_keep(self);
}

void ct_transform_free(ct_transform *self)
{
	ct_counted_free(self);
}

const char *ct_transform_class_name(const ct_transform *self)
{
	return self == NULL ? NULL : self->klass ? self->klass->of.name : "Lambda";
}

/* --- use -------------------------------------------------------------------------------------- */

/* Python draws first, and compares as floats. */
static bool is_skipped(const ct_transform *self, ct_generator *generator)
{
	const size_t p = self->klass->code->p;

	return p &&
	       ct_draw_rand(generator) >= (float)*(const double *)((const char *)self->args + p);
}

static ct_error run_function(const ct_transform *self, const ct_tensor *image,
			     ct_generator *generator, ct_tensor **result)
{
	ct_tensor *made = NULL;

	CT_TRY(self->call(image, generator, self->context, &made));
	if (made == NULL)
		return CT_RAISED(CT_ERROR_VALUE, "the function of a transform did not return an "
						 "image");
	*result = made;
	return NULL;
}

ct_error ct_transform_run(const ct_transform *self, const ct_tensor *image, ct_generator *generator,
			  ct_tensor **result)
{
	bool skips;

	if (self->klass == NULL)
		return run_function(self, image, generator, result);
	CT_TRY(ct_image_check(image, self->klass->of.name));
	skips = is_skipped(self, generator);
	CT_TRY(CT_DONE());
	if (!skips)
		return self->klass->code->apply(self->args, image, generator, result);
	*result = (ct_tensor *)image;
	return NULL;
}

ct_error ct_transform_apply(const ct_transform *self, const ct_tensor *image,
			    ct_generator *generator, ct_tensor **result)
{
	ct_tensor *made;

	CT_TRY(ct_transform_check(self, __func__, 1, "self"));
	if (image == NULL)
		return ct_missing_argument(__func__, 2, "image");
	CT_IMAGE_BEGIN(image);
	CT_TRY(ct_transform_run(self, image, generator, &made));
	return ct_image_end(made, image, result);
}

/* --- functions of the program ----------------------------------------------------------------- */

ct_error ct_transform_lambda_new(ct_transform_function function, void *context,
				 ct_release_function release, ct_transform **result)
{
	ct_transform *self = function && result ? ct_transform_alloc(NULL) : NULL;

	if (self == NULL && release)
		release(context);
	if (function == NULL || result == NULL)
		return ct_missing_argument(__func__, function ? 4 : 1,
					   function ? "result" : "function");
	if (self) {
		self->call = function;
		self->context = context;
		self->release = release;
	}
	return ct_transform_give(self, __func__, result);
}

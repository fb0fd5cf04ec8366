/**
 * @file Transforms of images: Python's torchvision.transforms.v2 for tensors.
 * ctorch/vision/vision.h creates them, ctorch/vision/transform_functions.h has the underlying
 * operations, and docs/transforms.md has examples.
 *
 *     ct_transform *transform = CT_COMPOSE(CT_T(RandomResizedCrop, CT_L(224)),
 *                                          CT_T(RandomHorizontalFlip), CT_T(ToTensor),
 *                                          CT_T(Normalize, CT_IMAGENET_MEAN, CT_IMAGENET_STD));
 *
 *     CT_TRY(CT_DONE());
 *     CT_TRY(ct_transform_apply(transform, image, generator, &input));
 *
 * **Images** are tensors [..., C, H, W], of bytes from 0 to 255 or of floats from 0 to 1, in any
 * memory format.
 *
 * **Random numbers.** A transform draws from the generator of the call, in the order in which
 * torchvision draws from torch's default generator: the same seed gives the same images.
 *
 * **Ownership.** Transforms are reference counted: a new one, or another handle from
 * ct_transform_retain(), belongs to the innermost scope, or to the caller if no scope is open, who
 * releases it with ct_transform_free(). A parent transform has a reference to each of its children.
 *
 * **Threads.** A transform never changes, so several threads can use it at once, each with its own
 * generator.
 */
#ifndef CTORCH_VISION_TRANSFORM_H
#define CTORCH_VISION_TRANSFORM_H

#include <stdio.h>

#include <ctorch/calls/expression.h>
#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/macros/list.h>
#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A transform of images, reference counted; ct_transform_apply() applies it. */
typedef struct ct_transform ct_transform;

/* --- Arguments of constructors --------------------------------------------------------------- */

/** Child transforms; the parent holds a reference to each. */
typedef struct ct_transforms {
	ct_transform *const *at;
	int64_t len;
} ct_transforms;

/** Makes a ct_transforms: `CT_TRANSFORMS(flip, crop)`. */
#define CT_TRANSFORMS(...)                                                           \
	((ct_transforms){ (ct_transform *const[]){ __VA_ARGS__ },                    \
			  (int64_t)(sizeof((ct_transform *const[]){ __VA_ARGS__ }) / \
				    sizeof(ct_transform *)) })

/** Mean and standard deviation of ImageNet's channels, for Normalize. */
#define CT_IMAGENET_MEAN CT_FLOATS(0.485, 0.456, 0.406)
#define CT_IMAGENET_STD CT_FLOATS(0.229, 0.224, 0.225)

/* --- Handles --------------------------------------------------------------------------------- */

/** Returns another handle on the same transform, new; NULL for NULL, and if there is no memory. */
CT_API ct_transform *ct_transform_retain(const ct_transform *self) CT_NOEXCEPT
	CT_NEW(ct_transform_free);
/** Releases a handle. One that a scope of this thread owns is taken out of the scope first. */
CT_API void ct_transform_free(ct_transform *self) CT_NOEXCEPT;

/** Returns the name of its class, borrowed: "Resize"; "Lambda" if it was created by
 * ct_transform_lambda_new(); NULL for NULL. */
CT_API const char *ct_transform_class_name(const ct_transform *self) CT_NOEXCEPT CT_BORROWED;

/** Returns the text that Python's print() shows, new. */
CT_API ct_error ct_transform_to_string(const ct_transform *self, char **result) CT_RETURNS_ERROR;
/** Prints it and a newline; a NULL `stream` is stdout. */
CT_API ct_error ct_transform_print(const ct_transform *self, FILE *stream CT_NULLABLE)
	CT_TEXT(ct_transform_to_string) CT_RETURNS_ERROR;

/* --- Use ------------------------------------------------------------------------------------- */

/**
 * Transforms an image. The result is new; it may be another handle on the same tensor, if nothing
 * changes, or a view of it.
 *
 * Errors are torchvision's, such as a ValueError for a crop that is larger than the image. A
 * TypeError for a tensor with fewer than 3 dimensions.
 *
 * @param image      [..., C, H, W]; only transforms with `inplace` change it
 * @param generator  a CPU generator; NULL: the CPU's default generator
 */
CT_API ct_error ct_transform_apply(const ct_transform *self, const ct_tensor *image,
				   ct_generator *generator CT_NULLABLE,
				   ct_tensor **result) CT_RETURNS_ERROR;

/* --- Transforms of your own ------------------------------------------------------------------- */

/** Computes `*result`, a new handle, from an image, as ct_transform_apply() does. Several threads
 * may call it at once. */
typedef ct_error (*ct_transform_function)(const ct_tensor *image,
					  ct_generator *generator CT_NULLABLE,
					  void *context CT_NULLABLE, ct_tensor **result);

/**
 * Creates a transform from a function, for use in a Compose, for example.
 *
 * @param release  called with the context when the transform is released, in the releasing thread,
 *                 or if this call fails; NULL: nothing to release
 */
CT_API ct_error ct_transform_lambda_new(ct_transform_function function,
					void *context CT_NULLABLE CT_KEPT,
					ct_release_function release CT_NULLABLE,
					ct_transform **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Batches --------------------------------------------------------------------------------- */

/** Python's arguments of MixUp and CutMix. */
typedef struct ct_mix_options {
	double alpha CT_DEFAULT(1.0); /**< of the Beta distribution, above 0; 0: 1.0 */
	int64_t num_classes; /**< for labels that are indices; 0: labels are probabilities */
} ct_mix_options;

/**
 * Mixes each image and its label with the previous ones in the batch (torchvision's MixUp): `lam`
 * parts of the image and `1 - lam` parts of the previous image, with `lam` drawn from Beta(alpha,
 * alpha).
 *
 * A ValueError if images, labels and num_classes do not match.
 *
 * @param images        [N, C, H, W], floating point
 * @param labels        [N] of indices, or [N, num_classes] of probabilities
 * @param generator     NULL: the CPU's default generator
 * @param image_result  new, as `images`
 * @param label_result  new, [N, num_classes], floating point
 */
CT_API ct_error ct_transform_mixup(const ct_tensor *images, const ct_tensor *labels,
				   ct_generator *generator CT_NULLABLE,
				   const ct_mix_options *options,
				   ct_tensor **image_result CT_NOT_NULL,
				   ct_tensor **label_result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Pastes a random rectangle from the previous image in the batch into each image, and mixes the
 * labels by area (torchvision's CutMix). The arguments are as for ct_transform_mixup(); images may
 * have any dtype. */
CT_API ct_error ct_transform_cutmix(const ct_tensor *images, const ct_tensor *labels,
				    ct_generator *generator CT_NULLABLE,
				    const ct_mix_options *options,
				    ct_tensor **image_result CT_NOT_NULL,
				    ct_tensor **label_result CT_NOT_NULL) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif

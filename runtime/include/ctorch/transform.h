/**
 * @file
 * Transforms of images: Python's torchvision.transforms.v2 for tensors. ctorch/transforms.h makes
 * them, ctorch/transform_functions.h has the operations underneath, and docs/transforms.md shows
 * them at work.
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
 * **Ownership.** Transforms are reference counted: a new one, or another handle of
 * ct_transform_retain(), belongs to the innermost scope, or to the caller if no scope is open, who
 * releases it with ct_transform_free(). One that consists of others keeps them.
 *
 * **Threads.** A transform does not change after it was made, so that several threads can use it at
 * once, each with a generator of its own.
 */
#ifndef CTORCH_TRANSFORM_H
#define CTORCH_TRANSFORM_H

#include <stdio.h>

#include <ctorch/error.h>
#include <ctorch/expression.h>
#include <ctorch/types.h>
#include <ctorch/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A transform of images, reference counted; ct_transform_apply() applies it. */
typedef struct ct_transform ct_transform;

/* --- Arguments of constructors --------------------------------------------------------------- */

/** Transforms that another one consists of, which keeps them. */
typedef struct ct_transforms {
	ct_transform *const *at;
	int64_t len;
} ct_transforms;

/** `CT_TRANSFORMS(flip, crop)` */
#define CT_TRANSFORMS(...)                                                           \
	((ct_transforms){ (ct_transform *const[]){ __VA_ARGS__ },                    \
			  (int64_t)(sizeof((ct_transform *const[]){ __VA_ARGS__ }) / \
				    sizeof(ct_transform *)) })

/** Mean and standard deviation of ImageNet's channels, for Normalize. */
#define CT_IMAGENET_MEAN CT_FLOATS(0.485, 0.456, 0.406)
#define CT_IMAGENET_STD CT_FLOATS(0.229, 0.224, 0.225)

/* --- Handles --------------------------------------------------------------------------------- */

/** Another handle on the same transform, new; NULL for NULL, and if there is no memory. */
CT_API ct_transform *ct_transform_retain(const ct_transform *self) CT_NOEXCEPT
	CT_NEW(ct_transform_free);
/** Releases a handle. One that a scope of this thread owns is taken out of the scope first. */
CT_API void ct_transform_free(ct_transform *self) CT_NOEXCEPT;

/** The name of its class, borrowed: "Resize"; "Lambda" for one of ct_transform_lambda_new(); NULL
 * for NULL. */
CT_API const char *ct_transform_class_name(const ct_transform *self) CT_NOEXCEPT CT_BORROWED;

/** The text that Python's print() shows, new. */
CT_API ct_error ct_transform_to_string(const ct_transform *self, char **result) CT_RETURNS_ERROR;
/** Prints it and a newline. `stream` may be NULL: stdout. */
CT_API ct_error ct_transform_print(const ct_transform *self,
				   FILE *stream CT_NULLABLE) CT_RETURNS_ERROR;

/* --- Use ------------------------------------------------------------------------------------- */

/**
 * The transformed image, new: another handle on the same tensor if nothing changes, or a view of
 * it.
 *
 * Errors are torchvision's, such as a ValueError for a crop that is larger than the image. A
 * TypeError for a tensor of less than 3 dimensions.
 *
 * @param image      [..., C, H, W]; only transforms with `inplace` change it
 * @param generator  of the CPU; NULL: the CPU's default generator
 */
CT_API ct_error ct_transform_apply(const ct_transform *self, const ct_tensor *image,
				   ct_generator *generator CT_NULLABLE,
				   ct_tensor **result) CT_RETURNS_ERROR;

/* --- Transforms of your own ------------------------------------------------------------------- */

/** Computes `*result` from an image, as ct_transform_apply() does: a new handle. It may be called
 * by several threads at once. */
typedef ct_error (*ct_transform_function)(const ct_tensor *image,
					  ct_generator *generator CT_NULLABLE,
					  void *context CT_NULLABLE, ct_tensor **result);

/**
 * A new transform from a function, which a Compose can contain.
 *
 * @param release  called with the context when the transform is released, in the thread where that
 *                 happens, and when this fails; NULL: nothing to release
 */
CT_API ct_error ct_transform_lambda_new(ct_transform_function function,
					void *context CT_NULLABLE CT_KEPT,
					ct_release_function release CT_NULLABLE,
					ct_transform **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Batches --------------------------------------------------------------------------------- */

/** What MixUp and CutMix need: Python's arguments. */
typedef struct ct_mix_options {
	double alpha;        /**< of the Beta distribution, > 0; 0: 1.0 */
	int64_t num_classes; /**< for labels that are indices; 0: the labels are probabilities */
} ct_mix_options;

/**
 * torchvision's MixUp: `lam` is drawn from Beta(alpha, alpha), and each image and its label become
 * `lam` of themselves and `1 - lam` of the one before them in the batch.
 *
 * A ValueError if images and labels do not fit each other or num_classes.
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

/** torchvision's CutMix: a random rectangle of each image is that of the one before it in the
 * batch, and its label is mixed by the area. The arguments are those of ct_transform_mixup(); the
 * images may be of any dtype. */
CT_API ct_error ct_transform_cutmix(const ct_tensor *images, const ct_tensor *labels,
				    ct_generator *generator CT_NULLABLE,
				    const ct_mix_options *options,
				    ct_tensor **image_result CT_NOT_NULL,
				    ct_tensor **label_result CT_NOT_NULL) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif

/*
 * Inside the library: the operations from which AutoAugment, RandAugment, TrivialAugmentWide and
 * AugMix draw.
 */
#ifndef CT_VISION_TRANSFORMS_AUGMENT_H
#define CT_VISION_TRANSFORMS_AUGMENT_H

#include <ctorch/calls/expression.h>
#include <ctorch/core/types.h>

enum ct_augmentation {
	CT_AUGMENT_IDENTITY,
	CT_AUGMENT_SHEAR_X,
	CT_AUGMENT_SHEAR_Y,
	CT_AUGMENT_TRANSLATE_X,
	CT_AUGMENT_TRANSLATE_Y,
	CT_AUGMENT_ROTATE,
	CT_AUGMENT_BRIGHTNESS,
	CT_AUGMENT_COLOR,
	CT_AUGMENT_CONTRAST,
	CT_AUGMENT_SHARPNESS,
	CT_AUGMENT_POSTERIZE,
	CT_AUGMENT_SOLARIZE,
	CT_AUGMENT_AUTO_CONTRAST,
	CT_AUGMENT_EQUALIZE,
	CT_AUGMENT_INVERT
};

/* What the magnitudes of an operation are measured in. */
enum ct_augment_unit {
	CT_AUGMENT_NOTHING, /* it has none */
	CT_AUGMENT_PLAIN,   /* from `from` to `to` in equal steps */
	CT_AUGMENT_WIDTH,   /* likewise, times the image's width; */
	CT_AUGMENT_HEIGHT,  /* its height */
	CT_AUGMENT_BITS     /* from `from` bits down by `to` */
};

/* An operation with its magnitudes. */
struct ct_augment_range {
	enum ct_augmentation operation;
	enum ct_augment_unit unit;
	double from, to, divisor; /* `to` is divided last; 0: not divided */
	bool is_signed;           /* half of them are negative */
};

/* How operations sample the image. */
struct ct_augment_how {
	const char *interpolation;
	ct_floats fill;
};

/* Draws the sign of the magnitude with the number `index` of `bins`, and applies the operation. The
 * result is a new handle, or the image itself. */
ct_error ct_augment(const ct_tensor *image, const struct ct_augment_range *range, int64_t index,
		    int64_t bins, const struct ct_augment_how *how, ct_generator *generator,
		    ct_tensor **result) CT_WARN_UNUSED;

/* policies.c: a pair of operations of a policy of AutoAugment. */
struct ct_augment_step {
	enum ct_augmentation operation;
	float probability;
	int magnitude; /* of 10; 0 where it has none */
};

enum { CT_AUGMENT_PAIRS = 25 };

/* NULL: there is none of this name. */
const struct ct_augment_step (*ct_augment_policy(const char *name))[2];

#endif

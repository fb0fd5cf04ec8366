/*
 * The policies of AutoAugment (Cubuk and others, 2019), as torchvision has them: pairs of operations
 * with their probabilities and magnitudes.
 */
#include <string.h>

#include "vision/transforms/augment.h"

#define SHEAR_X CT_AUGMENT_SHEAR_X
#define SHEAR_Y CT_AUGMENT_SHEAR_Y
#define TRANSLATE_X CT_AUGMENT_TRANSLATE_X
#define TRANSLATE_Y CT_AUGMENT_TRANSLATE_Y
#define ROTATE CT_AUGMENT_ROTATE
#define BRIGHTNESS CT_AUGMENT_BRIGHTNESS
#define COLOR CT_AUGMENT_COLOR
#define CONTRAST CT_AUGMENT_CONTRAST
#define SHARPNESS CT_AUGMENT_SHARPNESS
#define POSTERIZE CT_AUGMENT_POSTERIZE
#define SOLARIZE CT_AUGMENT_SOLARIZE
#define AUTO_CONTRAST CT_AUGMENT_AUTO_CONTRAST
#define EQUALIZE CT_AUGMENT_EQUALIZE
#define INVERT CT_AUGMENT_INVERT

static const struct ct_augment_step imagenet[CT_AUGMENT_PAIRS][2] = {
	{ { POSTERIZE, 0.4F, 8 }, { ROTATE, 0.6F, 9 } },
	{ { SOLARIZE, 0.6F, 5 }, { AUTO_CONTRAST, 0.6F, 0 } },
	{ { EQUALIZE, 0.8F, 0 }, { EQUALIZE, 0.6F, 0 } },
	{ { POSTERIZE, 0.6F, 7 }, { POSTERIZE, 0.6F, 6 } },
	{ { EQUALIZE, 0.4F, 0 }, { SOLARIZE, 0.2F, 4 } },
	{ { EQUALIZE, 0.4F, 0 }, { ROTATE, 0.8F, 8 } },
	{ { SOLARIZE, 0.6F, 3 }, { EQUALIZE, 0.6F, 0 } },
	{ { POSTERIZE, 0.8F, 5 }, { EQUALIZE, 1.0F, 0 } },
	{ { ROTATE, 0.2F, 3 }, { SOLARIZE, 0.6F, 8 } },
	{ { EQUALIZE, 0.6F, 0 }, { POSTERIZE, 0.4F, 6 } },
	{ { ROTATE, 0.8F, 8 }, { COLOR, 0.4F, 0 } },
	{ { ROTATE, 0.4F, 9 }, { EQUALIZE, 0.6F, 0 } },
	{ { EQUALIZE, 0.0F, 0 }, { EQUALIZE, 0.8F, 0 } },
	{ { INVERT, 0.6F, 0 }, { EQUALIZE, 1.0F, 0 } },
	{ { COLOR, 0.6F, 4 }, { CONTRAST, 1.0F, 8 } },
	{ { ROTATE, 0.8F, 8 }, { COLOR, 1.0F, 2 } },
	{ { COLOR, 0.8F, 8 }, { SOLARIZE, 0.8F, 7 } },
	{ { SHARPNESS, 0.4F, 7 }, { INVERT, 0.6F, 0 } },
	{ { SHEAR_X, 0.6F, 5 }, { EQUALIZE, 1.0F, 0 } },
	{ { COLOR, 0.4F, 0 }, { EQUALIZE, 0.6F, 0 } },
	{ { EQUALIZE, 0.4F, 0 }, { SOLARIZE, 0.2F, 4 } },
	{ { SOLARIZE, 0.6F, 5 }, { AUTO_CONTRAST, 0.6F, 0 } },
	{ { INVERT, 0.6F, 0 }, { EQUALIZE, 1.0F, 0 } },
	{ { COLOR, 0.6F, 4 }, { CONTRAST, 1.0F, 8 } },
	{ { EQUALIZE, 0.8F, 0 }, { EQUALIZE, 0.6F, 0 } },
};

static const struct ct_augment_step cifar10[CT_AUGMENT_PAIRS][2] = {
	{ { INVERT, 0.1F, 0 }, { CONTRAST, 0.2F, 6 } },
	{ { ROTATE, 0.7F, 2 }, { TRANSLATE_X, 0.3F, 9 } },
	{ { SHARPNESS, 0.8F, 1 }, { SHARPNESS, 0.9F, 3 } },
	{ { SHEAR_Y, 0.5F, 8 }, { TRANSLATE_Y, 0.7F, 9 } },
	{ { AUTO_CONTRAST, 0.5F, 0 }, { EQUALIZE, 0.9F, 0 } },
	{ { SHEAR_Y, 0.2F, 7 }, { POSTERIZE, 0.3F, 7 } },
	{ { COLOR, 0.4F, 3 }, { BRIGHTNESS, 0.6F, 7 } },
	{ { SHARPNESS, 0.3F, 9 }, { BRIGHTNESS, 0.7F, 9 } },
	{ { EQUALIZE, 0.6F, 0 }, { EQUALIZE, 0.5F, 0 } },
	{ { CONTRAST, 0.6F, 7 }, { SHARPNESS, 0.6F, 5 } },
	{ { COLOR, 0.7F, 7 }, { TRANSLATE_X, 0.5F, 8 } },
	{ { EQUALIZE, 0.3F, 0 }, { AUTO_CONTRAST, 0.4F, 0 } },
	{ { TRANSLATE_Y, 0.4F, 3 }, { SHARPNESS, 0.2F, 6 } },
	{ { BRIGHTNESS, 0.9F, 6 }, { COLOR, 0.2F, 8 } },
	{ { SOLARIZE, 0.5F, 2 }, { INVERT, 0.0F, 0 } },
	{ { EQUALIZE, 0.2F, 0 }, { AUTO_CONTRAST, 0.6F, 0 } },
	{ { EQUALIZE, 0.2F, 0 }, { EQUALIZE, 0.6F, 0 } },
	{ { COLOR, 0.9F, 9 }, { EQUALIZE, 0.6F, 0 } },
	{ { AUTO_CONTRAST, 0.8F, 0 }, { SOLARIZE, 0.2F, 8 } },
	{ { BRIGHTNESS, 0.1F, 3 }, { COLOR, 0.7F, 0 } },
	{ { SOLARIZE, 0.4F, 5 }, { AUTO_CONTRAST, 0.9F, 0 } },
	{ { TRANSLATE_Y, 0.9F, 9 }, { TRANSLATE_Y, 0.7F, 9 } },
	{ { AUTO_CONTRAST, 0.9F, 0 }, { SOLARIZE, 0.8F, 3 } },
	{ { EQUALIZE, 0.8F, 0 }, { INVERT, 0.1F, 0 } },
	{ { TRANSLATE_Y, 0.7F, 9 }, { AUTO_CONTRAST, 0.9F, 0 } },
};

static const struct ct_augment_step svhn[CT_AUGMENT_PAIRS][2] = {
	{ { SHEAR_X, 0.9F, 4 }, { INVERT, 0.2F, 0 } },
	{ { SHEAR_Y, 0.9F, 8 }, { INVERT, 0.7F, 0 } },
	{ { EQUALIZE, 0.6F, 0 }, { SOLARIZE, 0.6F, 6 } },
	{ { INVERT, 0.9F, 0 }, { EQUALIZE, 0.6F, 0 } },
	{ { EQUALIZE, 0.6F, 0 }, { ROTATE, 0.9F, 3 } },
	{ { SHEAR_X, 0.9F, 4 }, { AUTO_CONTRAST, 0.8F, 0 } },
	{ { SHEAR_Y, 0.9F, 8 }, { INVERT, 0.4F, 0 } },
	{ { SHEAR_Y, 0.9F, 5 }, { SOLARIZE, 0.2F, 6 } },
	{ { INVERT, 0.9F, 0 }, { AUTO_CONTRAST, 0.8F, 0 } },
	{ { EQUALIZE, 0.6F, 0 }, { ROTATE, 0.9F, 3 } },
	{ { SHEAR_X, 0.9F, 4 }, { SOLARIZE, 0.3F, 3 } },
	{ { SHEAR_Y, 0.8F, 8 }, { INVERT, 0.7F, 0 } },
	{ { EQUALIZE, 0.9F, 0 }, { TRANSLATE_Y, 0.6F, 6 } },
	{ { INVERT, 0.9F, 0 }, { EQUALIZE, 0.6F, 0 } },
	{ { CONTRAST, 0.3F, 3 }, { ROTATE, 0.8F, 4 } },
	{ { INVERT, 0.8F, 0 }, { TRANSLATE_Y, 0.0F, 2 } },
	{ { SHEAR_Y, 0.7F, 6 }, { SOLARIZE, 0.4F, 8 } },
	{ { INVERT, 0.6F, 0 }, { ROTATE, 0.8F, 4 } },
	{ { SHEAR_Y, 0.3F, 7 }, { TRANSLATE_X, 0.9F, 3 } },
	{ { SHEAR_X, 0.1F, 6 }, { INVERT, 0.6F, 0 } },
	{ { SOLARIZE, 0.7F, 2 }, { TRANSLATE_Y, 0.6F, 7 } },
	{ { SHEAR_Y, 0.8F, 4 }, { INVERT, 0.8F, 0 } },
	{ { SHEAR_X, 0.7F, 9 }, { TRANSLATE_Y, 0.8F, 3 } },
	{ { SHEAR_Y, 0.8F, 5 }, { AUTO_CONTRAST, 0.7F, 0 } },
	{ { SHEAR_X, 0.7F, 2 }, { INVERT, 0.1F, 0 } },
};

const struct ct_augment_step (*ct_augment_policy(const char *name))[2]
{
	if (name && !strcmp(name, "imagenet"))
		return imagenet;
	if (name && !strcmp(name, "cifar10"))
		return cifar10;
	return name && !strcmp(name, "svhn") ? svhn : NULL;
}

/**
 * @file
 * Models: Python's torchvision.models, torchvision.ops.MLP, LeNet-5 and a DCGAN pair.
 * docs/models.md has examples.
 *
 *     ct_module *net = CT_MODEL(resnet18, .num_classes = 10);
 *
 * A model has torchvision's modules, keys and printed form. Its weights after ct_manual_seed() and
 * torchvision's after torch.manual_seed() are equal bit for bit. Checkpoints can be exchanged in
 * both directions: ct_module_load(), ct_module_save(). No weights are downloaded.
 *
 * The options are Python's keyword arguments with Python's defaults. A model belongs to the
 * innermost scope, as any new module does. It is created on the default device (device.h); on
 * "meta" it has shapes only.
 *
 * Unless a comment says otherwise, the input is (N, 3, H, W), images that are normalized as the
 * weights require, and the output is (N, num_classes): logits, without a softmax.
 */
#ifndef CTORCH_VISION_MODELS_H
#define CTORCH_VISION_MODELS_H

#include <ctorch/calls/call.h>
#include <ctorch/nn/module.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Options --------------------------------------------------------------------------------- */

/** Options of alexnet. */
typedef struct ct_alexnet_options {
	int64_t num_classes CT_FILLED(1000); /**< 1000 */
	double dropout CT_FILLED(0.5);       /**< 0.5 */
} ct_alexnet_options;

/** Options of the DCGAN pair. The generator reads `nz`, `ngf` and `nc`, the discriminator `ndf` and
 * `nc`. */
typedef struct ct_dcgan_options {
	int64_t nz CT_FILLED(100); /**< 100: channels of the noise */
	int64_t ngf CT_FILLED(64); /**< 64: channels of the generator's last hidden layer */
	int64_t ndf CT_FILLED(64); /**< 64: channels of the discriminator's first layer */
	int64_t nc CT_FILLED(3);   /**< 3: channels of an image */
} ct_dcgan_options;

/** Options of lenet. */
typedef struct ct_lenet_options {
	int64_t num_classes CT_FILLED(10); /**< 10 */
	int64_t in_channels CT_FILLED(1);  /**< 1 */
} ct_lenet_options;

/** Options of mlp. Layers are named by their classes in torch.nn. */
typedef struct ct_mlp_options {
	int64_t in_channels;     /**< required: features of the input */
	ct_ints hidden_channels; /**< required: features after each layer */
	const char *norm_layer;  /**< NULL: none; "BatchNorm1d": after each layer except the last */
	const char *activation_layer CT_FILLED("ReLU"); /**< "ReLU" */
	bool inplace CT_FILLED(false); /**< false: activations and dropout create new tensors */
	bool bias CT_FILLED(true);     /**< true */
	double dropout CT_FILLED(0);   /**< 0 */
} ct_mlp_options;

/** Options of mobilenet_v2. */
typedef struct ct_mobilenet_v2_options {
	int64_t num_classes CT_FILLED(1000); /**< 1000 */
	double width_mult CT_FILLED(1);      /**< 1: factor for the number of channels */
	/** `{ NULL, 0 }`: the paper's setting. Python's list of lists as one list, with 4 numbers
	 * for each stage: expansion, channels, blocks, stride. */
	ct_ints inverted_residual_setting;
	int64_t round_nearest CT_FILLED(8); /**< 8: the number of channels is a multiple of it */
	double dropout CT_FILLED(0.2);      /**< 0.2 */
} ct_mobilenet_v2_options;

/** Options of the ResNets, ResNeXts and wide ResNets. */
typedef struct ct_resnet_options {
	int64_t num_classes CT_FILLED(1000); /**< 1000 */
	bool zero_init_residual
		CT_FILLED(false);    /**< false; true: each block is an identity at first */
	int64_t groups CT_FILLED(1); /**< 1; fixed at 32 or 64 in a ResNeXt */
	int64_t width_per_group
		CT_FILLED(64); /**< 64; fixed at 4 or 8 in a ResNeXt, 128 in a wide one */
	/** `{ NULL, 0 }`: none; CT_L(false, true, true): a dilation replaces the stride of the last
	 * two stages */
	ct_ints replace_stride_with_dilation;
} ct_resnet_options;

/** Options of the VGGs. */
typedef struct ct_vgg_options {
	int64_t num_classes CT_FILLED(1000); /**< 1000 */
	bool init_weights CT_FILLED(
		true); /**< true: Kaiming and normal initialization, not the layers' own */
	double dropout CT_FILLED(0.5); /**< 0.5 */
} ct_vgg_options;

/** Options of the vision transformers. */
typedef struct ct_vit_options {
	int64_t image_size
		CT_FILLED(224);      /**< 224: height and width, a multiple of the patch size */
	double dropout CT_FILLED(0); /**< 0 */
	double attention_dropout CT_FILLED(0); /**< 0 */
	int64_t num_classes CT_FILLED(1000);   /**< 1000 */
	int64_t representation_size
		CT_FILLED(CT_NO_INT); /**< CT_NO_INT: no hidden layer in the head */
} ct_vit_options;

/* --- Models ----------------------------------------------------------------------------------
 *
 * Each function creates a new module. NULL options are the defaults; CT_MODEL_OPTIONS() changes
 * some of them. Errors are Python's.
 */

/** Creates torchvision.models.alexnet() ("One weird trick", Krizhevsky, 2014). H and W are at least
 * 63. */
CT_API ct_error ct_models_alexnet_new(const ct_alexnet_options *options CT_NULLABLE,
				      ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Creates a network of PyTorch's DCGAN example (Radford et al., 2015), with its initial weights.
 * The generator turns noise (N, nz, 1, 1) into images (N, nc, 64, 64) with values from -1 to 1; the
 * discriminator returns the probability (N) that each image is real. */
CT_API ct_error ct_models_dcgan_generator_new(const ct_dcgan_options *options CT_NULLABLE,
					      ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API ct_error ct_models_dcgan_discriminator_new(const ct_dcgan_options *options CT_NULLABLE,
						  ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Creates LeNet-5 as in PyTorch's tutorial "Neural Networks": ReLU and max pooling in place of the
 * paper's sigmoids and subsampling (LeCun et al., 1998), and a linear layer at the end. Input (N,
 * in_channels, 32, 32): pad images of 28 x 28 by 2. */
CT_API ct_error ct_models_lenet_new(const ct_lenet_options *options CT_NULLABLE,
				    ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Creates torchvision.ops.MLP(): linear layers, with a norm, an activation and dropout between
 * them. Input (..., in_channels), output (..., the last of hidden_channels). */
CT_API ct_error ct_models_mlp_new(const ct_mlp_options *options CT_NOT_NULL,
				  ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Creates torchvision.models.mobilenet_v2() (Sandler et al., 2018). */
CT_API ct_error ct_models_mobilenet_v2_new(const ct_mobilenet_v2_options *options CT_NULLABLE,
					   ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Creates a ResNet: torchvision.models.resnet18() and others (He et al., 2015). The blocks of the
 * first two support neither groups, nor another width, nor dilation. */
CT_API ct_error ct_models_resnet18_new(const ct_resnet_options *options CT_NULLABLE,
				       ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API ct_error ct_models_resnet34_new(const ct_resnet_options *options CT_NULLABLE,
				       ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API ct_error ct_models_resnet50_new(const ct_resnet_options *options CT_NULLABLE,
				       ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API ct_error ct_models_resnet101_new(const ct_resnet_options *options CT_NULLABLE,
					ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API ct_error ct_models_resnet152_new(const ct_resnet_options *options CT_NULLABLE,
					ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
/** Creates a ResNeXt: torchvision.models.resnext50_32x4d() and others (Xie et al., 2016). */
CT_API ct_error ct_models_resnext50_32x4d_new(const ct_resnet_options *options CT_NULLABLE,
					      ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API ct_error ct_models_resnext101_32x8d_new(const ct_resnet_options *options CT_NULLABLE,
					       ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API ct_error ct_models_resnext101_64x4d_new(const ct_resnet_options *options CT_NULLABLE,
					       ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
/** Creates a wide ResNet: torchvision.models.wide_resnet50_2() and wide_resnet101_2() (Zagoruyko
 * and Komodakis, 2016). */
CT_API ct_error ct_models_wide_resnet50_2_new(const ct_resnet_options *options CT_NULLABLE,
					      ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API ct_error ct_models_wide_resnet101_2_new(const ct_resnet_options *options CT_NULLABLE,
					       ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Creates a VGG: torchvision.models.vgg11() and others (Simonyan and Zisserman, 2014); `_bn` has
 * batch normalization. H and W are at least 32. */
CT_API ct_error ct_models_vgg11_new(const ct_vgg_options *options CT_NULLABLE,
				    ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API ct_error ct_models_vgg11_bn_new(const ct_vgg_options *options CT_NULLABLE,
				       ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API ct_error ct_models_vgg13_new(const ct_vgg_options *options CT_NULLABLE,
				    ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API ct_error ct_models_vgg13_bn_new(const ct_vgg_options *options CT_NULLABLE,
				       ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API ct_error ct_models_vgg16_new(const ct_vgg_options *options CT_NULLABLE,
				    ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API ct_error ct_models_vgg16_bn_new(const ct_vgg_options *options CT_NULLABLE,
				       ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API ct_error ct_models_vgg19_new(const ct_vgg_options *options CT_NULLABLE,
				    ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API ct_error ct_models_vgg19_bn_new(const ct_vgg_options *options CT_NULLABLE,
				       ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Creates a vision transformer: torchvision.models.vit_b_16() and others (Dosovitskiy et al.,
 * 2020): base, large or huge, with patches of 16 x 16, 32 x 32 or 14 x 14. An AssertionError unless
 * H and W are `image_size`. */
CT_API ct_error ct_models_vit_b_16_new(const ct_vit_options *options CT_NULLABLE,
				       ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API ct_error ct_models_vit_b_32_new(const ct_vit_options *options CT_NULLABLE,
				       ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API ct_error ct_models_vit_l_16_new(const ct_vit_options *options CT_NULLABLE,
				       ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API ct_error ct_models_vit_l_32_new(const ct_vit_options *options CT_NULLABLE,
				       ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API ct_error ct_models_vit_h_14_new(const ct_vit_options *options CT_NULLABLE,
				       ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- By name --------------------------------------------------------------------------------- */

/**
 * Creates a model from its name, in upper or lower case, and Python's keyword arguments, as
 * torchvision.models.get_model(): `"resnet18"`, `{"num_classes": 10}`.
 *
 * A ValueError for an unknown name. A TypeError for an argument that is missing, unknown or of
 * another type; otherwise the errors of the model.
 *
 * @param kwargs  a dict; NULL: no arguments
 */
CT_API ct_error ct_models_new(const char *name, const ct_value *kwargs CT_NULLABLE,
			      ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Lists all models, as torchvision.models.list_models(): a new list (ct_value_free()) of dicts in
 * alphabetical order with "name", and "schema", such as "resnet18(*, int num_classes=1000,
 * ...)". */
CT_API ct_error ct_models_list(ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

/* --- As an expression ------------------------------------------------------------------------ */

#ifdef CT_HAS_CALLS

/**
 * Creates a model within an expression (call.h): `CT_MODEL(vgg11_bn, .num_classes = 10, .dropout =
 * 0)`. It belongs to the innermost scope. The value is NULL after an error, which waits for
 * CT_FINISH().
 */
#define CT_MODEL(...) CT_MODEL_(__VA_ARGS__, )
#define CT_MODEL_(name, ...)                                                                     \
	__extension__({                                                                          \
		CT_QUIET_                                                                        \
		ct_module *ct_made_ = NULL;                                                      \
		CT_DO(ct_models_##name##_new(&CT_MODEL_OPTIONS_(name, __VA_ARGS__), &ct_made_)); \
		CT_AS_BEFORE_                                                                    \
		ct_made_;                                                                        \
	})

/** Makes a struct of a model's default options with your changes, in the enclosing block:
 * `ct_models_resnet18_new(&CT_MODEL_OPTIONS(resnet18, .num_classes = 10), &net)`. */
#define CT_MODEL_OPTIONS(...) CT_MODEL_OPTIONS_(__VA_ARGS__, )
#define CT_MODEL_OPTIONS_(name, ...) CT_MODEL_STRUCT_(CT_MODEL_##name##_, __VA_ARGS__)
#define CT_MODEL_STRUCT_(...) CT_MODEL_STRUCT_OF_(__VA_ARGS__)
#define CT_MODEL_STRUCT_OF_(type, ...) ((const type){ __VA_ARGS__ })

/* The struct of each model's options, and the defaults that are not 0. */
#define CT_MODEL_alexnet_ ct_alexnet_options, .num_classes = 1000, .dropout = 0.5

#define CT_DCGAN_ ct_dcgan_options, .nz = 100, .ngf = 64, .ndf = 64, .nc = 3
#define CT_MODEL_dcgan_generator_ CT_DCGAN_
#define CT_MODEL_dcgan_discriminator_ CT_DCGAN_

#define CT_MODEL_lenet_ ct_lenet_options, .num_classes = 10, .in_channels = 1

#define CT_MODEL_mlp_ ct_mlp_options, .activation_layer = "ReLU", .bias = true

#define CT_MODEL_mobilenet_v2_                                                             \
	ct_mobilenet_v2_options, .num_classes = 1000, .width_mult = 1, .round_nearest = 8, \
				 .dropout = 0.2

#define CT_RESNET_(n, width) \
	ct_resnet_options, .num_classes = 1000, .groups = n, .width_per_group = width
#define CT_MODEL_resnet18_ CT_RESNET_(1, 64)
#define CT_MODEL_resnet34_ CT_RESNET_(1, 64)
#define CT_MODEL_resnet50_ CT_RESNET_(1, 64)
#define CT_MODEL_resnet101_ CT_RESNET_(1, 64)
#define CT_MODEL_resnet152_ CT_RESNET_(1, 64)
#define CT_MODEL_resnext50_32x4d_ CT_RESNET_(32, 4)
#define CT_MODEL_resnext101_32x8d_ CT_RESNET_(32, 8)
#define CT_MODEL_resnext101_64x4d_ CT_RESNET_(64, 4)
#define CT_MODEL_wide_resnet50_2_ CT_RESNET_(1, 128)
#define CT_MODEL_wide_resnet101_2_ CT_RESNET_(1, 128)

#define CT_VGG_ ct_vgg_options, .num_classes = 1000, .init_weights = true, .dropout = 0.5
#define CT_MODEL_vgg11_ CT_VGG_
#define CT_MODEL_vgg11_bn_ CT_VGG_
#define CT_MODEL_vgg13_ CT_VGG_
#define CT_MODEL_vgg13_bn_ CT_VGG_
#define CT_MODEL_vgg16_ CT_VGG_
#define CT_MODEL_vgg16_bn_ CT_VGG_
#define CT_MODEL_vgg19_ CT_VGG_
#define CT_MODEL_vgg19_bn_ CT_VGG_

#define CT_VIT_ \
	ct_vit_options, .image_size = 224, .num_classes = 1000, .representation_size = CT_NO_INT
#define CT_MODEL_vit_b_16_ CT_VIT_
#define CT_MODEL_vit_b_32_ CT_VIT_
#define CT_MODEL_vit_l_16_ CT_VIT_
#define CT_MODEL_vit_l_32_ CT_VIT_
#define CT_MODEL_vit_h_14_ CT_VIT_

#endif

#endif

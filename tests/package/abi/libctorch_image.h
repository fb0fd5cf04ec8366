/*
 * What compiled programs expect of libctorch_image.so.0.1 for libtorch 2.15.0; CT_ABI_VERSION is 1.
 * Written from the headers by the target update-abi, never edited; docs/stability.md.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef const char *ct_error;
typedef struct ct_tensor ct_tensor;
typedef struct ct_generator ct_generator;
typedef struct ct_storage ct_storage;
typedef struct ct_module ct_module;
typedef struct ct_optimizer ct_optimizer;
typedef struct ct_lr_scheduler ct_lr_scheduler;
typedef void (*ct_release)(void *context);
typedef int32_t ct_dtype;
enum ct_dtype_value {
	CT_DTYPE_NONE = 0,
	CT_UINT8 = 1,
	CT_INT8 = 2,
	CT_INT16 = 3,
	CT_INT32 = 4,
	CT_INT64 = 5,
	CT_FLOAT16 = 6,
	CT_FLOAT32 = 7,
	CT_FLOAT64 = 8,
	CT_COMPLEX32 = 9,
	CT_COMPLEX64 = 10,
	CT_COMPLEX128 = 11,
	CT_BOOL = 12,
	CT_QINT8 = 13,
	CT_QUINT8 = 14,
	CT_QINT32 = 15,
	CT_BFLOAT16 = 16,
	CT_QUINT4X2 = 17,
	CT_QUINT2X4 = 18,
	CT_BITS1X8 = 19,
	CT_BITS2X4 = 20,
	CT_BITS4X2 = 21,
	CT_BITS8 = 22,
	CT_BITS16 = 23,
	CT_FLOAT8_E5M2 = 24,
	CT_FLOAT8_E4M3FN = 25,
	CT_FLOAT8_E5M2FNUZ = 26,
	CT_FLOAT8_E4M3FNUZ = 27,
	CT_UINT16 = 28,
	CT_UINT32 = 29,
	CT_UINT64 = 30,
	CT_UINT1 = 31,
	CT_UINT2 = 32,
	CT_UINT3 = 33,
	CT_UINT4 = 34,
	CT_UINT5 = 35,
	CT_UINT6 = 36,
	CT_UINT7 = 37,
	CT_INT1 = 38,
	CT_INT2 = 39,
	CT_INT3 = 40,
	CT_INT4 = 41,
	CT_INT5 = 42,
	CT_INT6 = 43,
	CT_INT7 = 44,
	CT_FLOAT8_E8M0FNU = 45,
	CT_FLOAT4_E2M1FN_X2 = 46,
	CT_BCOMPLEX32 = 47,
};
typedef int32_t ct_layout;
enum ct_layout_value {
	CT_LAYOUT_NONE = 0,
	CT_STRIDED = 1,
	CT_SPARSE_COO = 2,
	CT_SPARSE_CSR = 3,
	CT_MKLDNN = 4,
	CT_SPARSE_CSC = 5,
	CT_SPARSE_BSR = 6,
	CT_SPARSE_BSC = 7,
	CT_JAGGED = 8,
};
typedef int32_t ct_memory_format;
enum ct_memory_format_value {
	CT_MEMORY_FORMAT_NONE = 0,
	CT_CONTIGUOUS_FORMAT = 1,
	CT_PRESERVE_FORMAT = 2,
	CT_CHANNELS_LAST = 3,
	CT_CHANNELS_LAST_3D = 4,
};
typedef int32_t ct_quant_scheme;
enum ct_quant_scheme_value {
	CT_PER_TENSOR_AFFINE = 0,
	CT_PER_CHANNEL_AFFINE = 1,
	CT_PER_TENSOR_SYMMETRIC = 2,
	CT_PER_CHANNEL_SYMMETRIC = 3,
	CT_PER_CHANNEL_AFFINE_FLOAT_QPARAMS = 4,
};
typedef int32_t ct_device_type;
enum ct_device_type_value {
	CT_DEVICE_TYPE_NONE = 0,
	CT_DEVICE_TYPE_CPU = 1,
	CT_DEVICE_TYPE_CUDA = 2,
	CT_DEVICE_TYPE_MKLDNN = 3,
	CT_DEVICE_TYPE_OPENGL = 4,
	CT_DEVICE_TYPE_OPENCL = 5,
	CT_DEVICE_TYPE_IDEEP = 6,
	CT_DEVICE_TYPE_HIP = 7,
	CT_DEVICE_TYPE_FPGA = 8,
	CT_DEVICE_TYPE_MAIA = 9,
	CT_DEVICE_TYPE_XLA = 10,
	CT_DEVICE_TYPE_VULKAN = 11,
	CT_DEVICE_TYPE_METAL = 12,
	CT_DEVICE_TYPE_XPU = 13,
	CT_DEVICE_TYPE_MPS = 14,
	CT_DEVICE_TYPE_META = 15,
	CT_DEVICE_TYPE_HPU = 16,
	CT_DEVICE_TYPE_VE = 17,
	CT_DEVICE_TYPE_LAZY = 18,
	CT_DEVICE_TYPE_IPU = 19,
	CT_DEVICE_TYPE_MTIA = 20,
	CT_DEVICE_TYPE_PRIVATEUSE1 = 21,
};
typedef struct ct_device {
	int32_t type;
	int32_t index;
} ct_device;
typedef struct ct_stream {
	int64_t id;
	int32_t device_type;
	int32_t device_index;
} ct_stream;
enum ct_scalar_kind_value {
	CT_SCALAR_INT = 0,
	CT_SCALAR_FLOAT = 1,
	CT_SCALAR_BOOL = 2,
	CT_SCALAR_COMPLEX = 3,
	CT_SCALAR_UINT = 4,
};
typedef struct ct_scalar {
	int32_t kind;
	int64_t i;
	double re;
	double im;
} ct_scalar;
typedef struct ct_image_options {
	int32_t bit_depth;
	int32_t compression;
	bool normalize;
	bool has_value_range;
	double value_min;
	double value_max;
} ct_image_options;
typedef struct ct_image_grid_options {
	int64_t nrow;
	int64_t padding;
	double pad_value;
	bool normalize;
	bool scale_each;
	bool has_value_range;
	double value_min;
	double value_max;
} ct_image_grid_options;
typedef int32_t ct_colour_map;
enum ct_colour_map_value {
	CT_COLOURS_GREY = 0,
	CT_COLOURS_VIRIDIS = 1,
	CT_COLOURS_HEAT = 2,
	CT_COLOURS_SIGNED = 3,
};
typedef int32_t ct_image_mode;
enum ct_image_mode_value {
	CT_IMAGE_UNCHANGED = 0,
	CT_IMAGE_GREY = 1,
	CT_IMAGE_GREY_ALPHA = 2,
	CT_IMAGE_RGB = 3,
	CT_IMAGE_RGB_ALPHA = 4,
};
typedef struct ct_image_read_options {
	ct_image_mode mode;
	int64_t min_size;
	bool no_orientation;
	bool allow_truncated;
	int64_t max_pixels;
} ct_image_read_options;
typedef struct ct_accessor {
	void *data;
	ct_dtype dtype;
	int32_t dim;
	int64_t size0;
	int64_t size1;
	int64_t size2;
	int64_t size3;
	int64_t size4;
	int64_t size5;
	int64_t stride0;
	int64_t stride1;
	int64_t stride2;
	int64_t stride3;
	int64_t stride4;
	int64_t stride5;
} ct_accessor;
typedef int32_t ct_error_class;
enum ct_error_class_value {
	CT_ERROR_NONE = 0,
	CT_ERROR_RUNTIME = 1,
	CT_ERROR_ARGUMENT = 2,
	CT_ERROR_INDEX = 3,
	CT_ERROR_VALUE = 4,
	CT_ERROR_TYPE = 5,
	CT_ERROR_NOT_IMPLEMENTED = 6,
	CT_ERROR_OUT_OF_MEMORY = 7,
	CT_ERROR_LINALG = 8,
	CT_ERROR_INTERNAL = 9,
	CT_ERROR_BUFFER = 10,
	CT_ERROR_SYNTAX = 11,
	CT_ERROR_ACCELERATOR = 12,
	CT_ERROR_DIST = 13,
	CT_ERROR_DIST_BACKEND = 14,
	CT_ERROR_DIST_STORE = 15,
	CT_ERROR_DIST_NETWORK = 16,
	CT_ERROR_DIST_QUEUE_EMPTY = 17,
	CT_ERROR_KEY = 18,
	CT_ERROR_ATTRIBUTE = 19,
	CT_ERROR_ASSERTION = 20,
};
typedef int32_t ct_reduction;
enum ct_reduction_value {
	CT_NO_REDUCTION = 0,
	CT_MEAN = 1,
	CT_SUM = 2,
	CT_BATCH_MEAN = 3,
};
typedef int32_t ct_interpolation;
enum ct_interpolation_value {
	CT_BILINEAR = 0,
	CT_NEAREST = 1,
	CT_BICUBIC = 2,
};
typedef int32_t ct_padding_mode;
enum ct_padding_mode_value {
	CT_PAD_ZEROS = 0,
	CT_PAD_BORDER = 1,
	CT_PAD_REFLECTION = 2,
};
typedef int32_t ct_bag_mode;
enum ct_bag_mode_value {
	CT_BAG_SUM = 0,
	CT_BAG_MEAN = 1,
	CT_BAG_MAX = 2,
};
typedef struct ct_ints {
	const int64_t *at;
	int64_t len;
} ct_ints;
typedef struct ct_doubles {
	const double *at;
	int64_t len;
} ct_doubles;
typedef struct ct_scalars {
	const ct_scalar *at;
	int64_t len;
} ct_scalars;
typedef struct ct_tensors {
	ct_tensor *const *at;
	int64_t len;
} ct_tensors;
typedef struct ct_strings {
	const char *const *at;
	int64_t len;
} ct_strings;
typedef struct ct_number {
	const struct ct_put_the_number_into_CT_S *plain;
	ct_scalar value;
} ct_number;
struct ct_no_more_ {
	const struct ct_too_many_arguments_without_a_name *position;
};
static const int64_t ct_call___1_1_[] = {
	1,
	1,
};
struct ct_args___and___Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args___and___Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args___iand___Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args___iand___Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args___ilshift___Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args___ilshift___Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args___ior___Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args___ior___Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args___irshift___Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args___irshift___Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args___ixor___Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args___ixor___Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args___lshift___Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args___lshift___Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args___lshift___Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args___lshift___Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args___or___Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args___or___Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args___rshift___Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args___rshift___Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args___rshift___Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args___rshift___Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args___xor___Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args___xor___Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args__adaptive_avg_pool2d {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	struct ct_no_more_ no_more_;
};
struct ct_args__adaptive_avg_pool2d_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__adaptive_avg_pool2d_backward_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__adaptive_avg_pool2d_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__adaptive_avg_pool3d {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	struct ct_no_more_ no_more_;
};
struct ct_args__adaptive_avg_pool3d_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__adaptive_avg_pool3d_backward_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__adaptive_avg_pool3d_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__add_batch_dim {
	char first_;
	const ct_tensor *self;
	int64_t batch_dim;
	int64_t level;
	struct ct_no_more_ no_more_;
};
struct ct_args__add_relu_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_number alpha;
	struct ct_no_more_ no_more_;
};
struct ct_args__add_relu_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_number alpha;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__add_relu_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
};
struct ct_args__add_relu__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	ct_number alpha;
	struct ct_no_more_ no_more_;
};
struct ct_args__add_relu__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
};
struct ct_args__add_relu_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
	ct_tensor *out;
};
struct ct_args__addmm_activation {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat1;
	const ct_tensor *mat2;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
	bool use_gelu;
};
struct ct_args__addmm_activation_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat1;
	const ct_tensor *mat2;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
	bool use_gelu;
	ct_tensor *out;
};
struct ct_args__aminmax {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__aminmax_dim {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args__aminmax_dim_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *out0;
	ct_tensor *out1;
};
struct ct_args__aminmax_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out0;
	ct_tensor *out1;
	struct ct_no_more_ no_more_;
};
struct ct_args__amp_foreach_non_finite_check_and_unscale {
	char first_;
	ct_tensors self;
	const ct_tensor *found_inf;
	const ct_tensor *inv_scale;
	struct ct_no_more_ no_more_;
};
struct ct_args__amp_foreach_non_finite_check_and_unscale_ {
	char first_;
	ct_tensors self;
	ct_tensor *found_inf;
	const ct_tensor *inv_scale;
	struct ct_no_more_ no_more_;
};
struct ct_args__amp_foreach_non_finite_check_and_unscale_out {
	char first_;
	ct_tensors self;
	ct_tensor *found_inf;
	const ct_tensor *inv_scale;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__amp_update_scale {
	char first_;
	const ct_tensor *self;
	const ct_tensor *growth_tracker;
	const ct_tensor *found_inf;
	double scale_growth_factor;
	double scale_backoff_factor;
	int64_t growth_interval;
	struct ct_no_more_ no_more_;
};
struct ct_args__amp_update_scale_ {
	char first_;
	ct_tensor *self;
	ct_tensor *growth_tracker;
	const ct_tensor *found_inf;
	double scale_growth_factor;
	double scale_backoff_factor;
	int64_t growth_interval;
	struct ct_no_more_ no_more_;
};
struct ct_args__amp_update_scale_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *growth_tracker;
	const ct_tensor *found_inf;
	double scale_growth_factor;
	double scale_backoff_factor;
	int64_t growth_interval;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__assert_async {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__assert_async_msg {
	char first_;
	const ct_tensor *self;
	const char *assert_msg;
	struct ct_no_more_ no_more_;
};
struct ct_args__assert_scalar {
	char first_;
	ct_number self;
	const char *assert_msg;
	struct ct_no_more_ no_more_;
};
struct ct_args__assert_tensor_metadata {
	char first_;
	const ct_tensor *a;
	ct_ints size;
	ct_ints stride;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
	ct_device device;
	ct_layout layout;
};
struct ct_args__autocast_to_full_precision {
	char first_;
	const ct_tensor *self;
	bool cuda_enabled;
	bool cpu_enabled;
	struct ct_no_more_ no_more_;
};
struct ct_args__autocast_to_reduced_precision {
	char first_;
	const ct_tensor *self;
	bool cuda_enabled;
	bool cpu_enabled;
	ct_dtype cuda_dtype;
	ct_dtype cpu_dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args__backward {
	char first_;
	const ct_tensor *self;
	ct_tensors inputs;
	const ct_tensor *gradient;
	signed char retain_graph;
	bool create_graph;
	struct ct_no_more_ no_more_;
};
struct ct_args__batch_norm_impl_index {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	bool training;
	double momentum;
	double eps;
	bool cudnn_enabled;
	struct ct_no_more_ no_more_;
};
struct ct_args__batch_norm_impl_index_backward {
	char first_;
	int64_t impl_index;
	const ct_tensor *input;
	const ct_tensor *grad_output;
	const ct_tensor *weight;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	const ct_tensor *save_mean;
	const ct_tensor *save_var_transform;
	bool train;
	double eps;
	const bool *output_mask;
	const ct_tensor *reservedSpace;
	struct ct_no_more_ no_more_;
};
struct ct_args__batch_norm_no_update {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	double momentum;
	double eps;
	struct ct_no_more_ no_more_;
};
struct ct_args__batch_norm_no_update_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	double momentum;
	double eps;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	ct_tensor *out3;
	struct ct_no_more_ no_more_;
};
struct ct_args__batch_norm_with_update {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_tensor *running_mean;
	ct_tensor *running_var;
	double momentum;
	double eps;
	struct ct_no_more_ no_more_;
};
struct ct_args__batch_norm_with_update_functional {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	double momentum;
	double eps;
	struct ct_no_more_ no_more_;
};
struct ct_args__batch_norm_with_update_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_tensor *running_mean;
	ct_tensor *running_var;
	double momentum;
	double eps;
	ct_tensor *out;
	ct_tensor *save_mean;
	ct_tensor *save_invstd;
	ct_tensor *reserve;
	struct ct_no_more_ no_more_;
};
struct ct_args__cast_Byte {
	char first_;
	const ct_tensor *self;
	bool non_blocking;
	struct ct_no_more_ no_more_;
};
struct ct_args__cast_Char {
	char first_;
	const ct_tensor *self;
	bool non_blocking;
	struct ct_no_more_ no_more_;
};
struct ct_args__cast_Double {
	char first_;
	const ct_tensor *self;
	bool non_blocking;
	struct ct_no_more_ no_more_;
};
struct ct_args__cast_Float {
	char first_;
	const ct_tensor *self;
	bool non_blocking;
	struct ct_no_more_ no_more_;
};
struct ct_args__cast_Half {
	char first_;
	const ct_tensor *self;
	bool non_blocking;
	struct ct_no_more_ no_more_;
};
struct ct_args__cast_Int {
	char first_;
	const ct_tensor *self;
	bool non_blocking;
	struct ct_no_more_ no_more_;
};
struct ct_args__cast_Long {
	char first_;
	const ct_tensor *self;
	bool non_blocking;
	struct ct_no_more_ no_more_;
};
struct ct_args__cast_Short {
	char first_;
	const ct_tensor *self;
	bool non_blocking;
	struct ct_no_more_ no_more_;
};
struct ct_args__cdist_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *x1;
	const ct_tensor *x2;
	double p;
	const ct_tensor *cdist;
	struct ct_no_more_ no_more_;
};
struct ct_args__cdist_backward_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *x1;
	const ct_tensor *x2;
	double p;
	const ct_tensor *cdist;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__cdist_forward {
	char first_;
	const ct_tensor *x1;
	const ct_tensor *x2;
	double p;
	int64_t compute_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args__cdist_forward_out {
	char first_;
	const ct_tensor *x1;
	const ct_tensor *x2;
	double p;
	int64_t compute_mode;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__cholesky_solve_helper {
	char first_;
	const ct_tensor *self;
	const ct_tensor *A;
	bool upper;
	struct ct_no_more_ no_more_;
};
struct ct_args__cholesky_solve_helper_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *A;
	bool upper;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__choose_qparams_per_tensor {
	char first_;
	const ct_tensor *self;
	bool reduce_range;
	struct ct_no_more_ no_more_;
};
struct ct_args__chunk_cat {
	char first_;
	ct_tensors tensors;
	int64_t dim;
	int64_t num_chunks;
	struct ct_no_more_ no_more_;
};
struct ct_args__chunk_cat_out {
	char first_;
	ct_tensors tensors;
	int64_t dim;
	int64_t num_chunks;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__coalesce {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__coalesce_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__coalesced {
	char first_;
	const ct_tensor *self;
	bool coalesced;
	struct ct_no_more_ no_more_;
};
struct ct_args__coalesced_ {
	char first_;
	ct_tensor *self;
	bool coalesced;
	struct ct_no_more_ no_more_;
};
struct ct_args__coalesced_out {
	char first_;
	const ct_tensor *self;
	bool coalesced;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__compute_linear_combination {
	char first_;
	const ct_tensor *input;
	const ct_tensor *coefficients;
	struct ct_no_more_ no_more_;
};
struct ct_args__compute_linear_combination_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *coefficients;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__conj {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__conj_copy {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__conj_copy_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__conj_physical {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__conj_physical_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__conv_depthwise2d {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	struct ct_no_more_ no_more_;
};
struct ct_args__conv_depthwise2d_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__convert_indices_from_coo_to_csr {
	char first_;
	const ct_tensor *self;
	int64_t size;
	struct ct_no_more_ no_more_;
	bool out_int32;
};
struct ct_args__convert_indices_from_coo_to_csr_out {
	char first_;
	const ct_tensor *self;
	int64_t size;
	struct ct_no_more_ no_more_;
	bool out_int32;
	ct_tensor *out;
};
struct ct_args__convert_indices_from_csr_to_coo {
	char first_;
	const ct_tensor *crow_indices;
	const ct_tensor *col_indices;
	struct ct_no_more_ no_more_;
	bool out_int32;
	bool transpose;
};
struct ct_args__convert_indices_from_csr_to_coo_out {
	char first_;
	const ct_tensor *crow_indices;
	const ct_tensor *col_indices;
	struct ct_no_more_ no_more_;
	bool out_int32;
	bool transpose;
	ct_tensor *out;
};
struct ct_args__convert_weight_to_int4pack {
	char first_;
	const ct_tensor *self;
	int64_t innerKTiles;
	struct ct_no_more_ no_more_;
};
struct ct_args__convert_weight_to_int4pack_for_cpu {
	char first_;
	const ct_tensor *self;
	int64_t innerKTiles;
	struct ct_no_more_ no_more_;
};
struct ct_args__convolution {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool transposed;
	ct_ints output_padding;
	int64_t groups;
	bool benchmark;
	bool deterministic;
	bool cudnn_enabled;
	bool allow_tf32;
	struct ct_no_more_ no_more_;
};
struct ct_args__convolution_deprecated {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool transposed;
	ct_ints output_padding;
	int64_t groups;
	bool benchmark;
	bool deterministic;
	bool cudnn_enabled;
	struct ct_no_more_ no_more_;
};
struct ct_args__convolution_double_backward {
	char first_;
	const ct_tensor *ggI;
	const ct_tensor *ggW;
	const ct_tensor *ggb;
	const ct_tensor *gO;
	const ct_tensor *weight;
	const ct_tensor *self;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool transposed;
	ct_ints output_padding;
	int64_t groups;
	const bool *output_mask;
	struct ct_no_more_ no_more_;
};
struct ct_args__convolution_mode {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints stride;
	const char *padding;
	ct_ints dilation;
	int64_t groups;
	struct ct_no_more_ no_more_;
};
struct ct_args__convolution_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool transposed;
	ct_ints output_padding;
	int64_t groups;
	bool benchmark;
	bool deterministic;
	bool cudnn_enabled;
	bool allow_tf32;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__copy_from {
	char first_;
	const ct_tensor *self;
	const ct_tensor *dst;
	bool non_blocking;
	struct ct_no_more_ no_more_;
};
struct ct_args__copy_from_and_resize {
	char first_;
	const ct_tensor *self;
	const ct_tensor *dst;
	struct ct_no_more_ no_more_;
};
struct ct_args__copy_from_and_resize_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *dst;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__copy_from_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *dst;
	bool non_blocking;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__cslt_compress {
	char first_;
	const ct_tensor *input;
	struct ct_no_more_ no_more_;
};
struct ct_args__cslt_sparse_mm {
	char first_;
	const ct_tensor *compressed_A;
	const ct_tensor *dense_B;
	const ct_tensor *bias;
	const ct_tensor *alpha;
	ct_dtype out_dtype;
	bool transpose_result;
	int64_t alg_id;
	int64_t split_k;
	int64_t split_k_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args__cslt_sparse_mm_search {
	char first_;
	const ct_tensor *compressed_A;
	const ct_tensor *dense_B;
	const ct_tensor *bias;
	const ct_tensor *alpha;
	ct_dtype out_dtype;
	bool transpose_result;
	struct ct_no_more_ no_more_;
};
struct ct_args__ctc_loss {
	char first_;
	const ct_tensor *log_probs;
	const ct_tensor *targets;
	ct_ints input_lengths;
	ct_ints target_lengths;
	int64_t blank;
	bool zero_infinity;
	struct ct_no_more_ no_more_;
};
struct ct_args__ctc_loss_Tensor {
	char first_;
	const ct_tensor *log_probs;
	const ct_tensor *targets;
	const ct_tensor *input_lengths;
	const ct_tensor *target_lengths;
	int64_t blank;
	bool zero_infinity;
	struct ct_no_more_ no_more_;
};
struct ct_args__ctc_loss_Tensor_out {
	char first_;
	const ct_tensor *log_probs;
	const ct_tensor *targets;
	const ct_tensor *input_lengths;
	const ct_tensor *target_lengths;
	int64_t blank;
	bool zero_infinity;
	struct ct_no_more_ no_more_;
	ct_tensor *out0;
	ct_tensor *out1;
};
struct ct_args__ctc_loss_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *log_probs;
	const ct_tensor *targets;
	ct_ints input_lengths;
	ct_ints target_lengths;
	const ct_tensor *neg_log_likelihood;
	const ct_tensor *log_alpha;
	int64_t blank;
	bool zero_infinity;
	struct ct_no_more_ no_more_;
};
struct ct_args__ctc_loss_backward_Tensor {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *log_probs;
	const ct_tensor *targets;
	const ct_tensor *input_lengths;
	const ct_tensor *target_lengths;
	const ct_tensor *neg_log_likelihood;
	const ct_tensor *log_alpha;
	int64_t blank;
	bool zero_infinity;
	struct ct_no_more_ no_more_;
};
struct ct_args__ctc_loss_backward_out {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *log_probs;
	const ct_tensor *targets;
	ct_ints input_lengths;
	ct_ints target_lengths;
	const ct_tensor *neg_log_likelihood;
	const ct_tensor *log_alpha;
	int64_t blank;
	bool zero_infinity;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__ctc_loss_out {
	char first_;
	const ct_tensor *log_probs;
	const ct_tensor *targets;
	ct_ints input_lengths;
	ct_ints target_lengths;
	int64_t blank;
	bool zero_infinity;
	struct ct_no_more_ no_more_;
	ct_tensor *out0;
	ct_tensor *out1;
};
struct ct_args__cudnn_attention_backward {
	char first_;
	const ct_tensor *grad_out;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *out;
	const ct_tensor *logsumexp;
	const ct_tensor *philox_seed;
	const ct_tensor *philox_offset;
	const ct_tensor *attn_bias;
	const ct_tensor *cum_seq_q;
	const ct_tensor *cum_seq_k;
	int64_t max_q;
	int64_t max_k;
	double dropout_p;
	bool is_causal;
	struct ct_no_more_ no_more_;
	double scale;
};
struct ct_args__cudnn_attention_forward {
	char first_;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *attn_bias;
	const ct_tensor *cum_seq_q;
	const ct_tensor *cum_seq_k;
	int64_t max_q;
	int64_t max_k;
	bool compute_log_sumexp;
	double dropout_p;
	bool is_causal;
	bool return_debug_mask;
	struct ct_no_more_ no_more_;
	double scale;
	const ct_tensor *seqused_k;
	const ct_tensor *block_table;
};
struct ct_args__cudnn_attention_forward_no_dropout_inplace {
	char first_;
	ct_tensor *out;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *cum_seq_q;
	const ct_tensor *cum_seq_k;
	int64_t max_q;
	int64_t max_k;
	bool is_causal;
	struct ct_no_more_ no_more_;
	double scale;
	const ct_tensor *seqused_k;
	const ct_tensor *block_table;
};
struct ct_args__cudnn_ctc_loss {
	char first_;
	const ct_tensor *log_probs;
	const ct_tensor *targets;
	ct_ints input_lengths;
	ct_ints target_lengths;
	int64_t blank;
	bool deterministic;
	bool zero_infinity;
	struct ct_no_more_ no_more_;
};
struct ct_args__cudnn_ctc_loss_Tensor {
	char first_;
	const ct_tensor *log_probs;
	const ct_tensor *targets;
	const ct_tensor *input_lengths;
	const ct_tensor *target_lengths;
	int64_t blank;
	bool deterministic;
	bool zero_infinity;
	struct ct_no_more_ no_more_;
};
struct ct_args__cudnn_ctc_loss_out {
	char first_;
	const ct_tensor *log_probs;
	const ct_tensor *targets;
	ct_ints input_lengths;
	ct_ints target_lengths;
	int64_t blank;
	bool deterministic;
	bool zero_infinity;
	ct_tensor *out0;
	ct_tensor *out1;
	struct ct_no_more_ no_more_;
};
struct ct_args__cudnn_init_dropout_state {
	char first_;
	double dropout;
	bool train;
	int64_t dropout_seed;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args__cudnn_init_dropout_state_out {
	char first_;
	double dropout;
	bool train;
	int64_t dropout_seed;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__cudnn_rnn {
	char first_;
	const ct_tensor *input;
	ct_tensors weight;
	int64_t weight_stride0;
	const ct_tensor *weight_buf;
	const ct_tensor *hx;
	const ct_tensor *cx;
	int64_t mode;
	int64_t hidden_size;
	int64_t proj_size;
	int64_t num_layers;
	bool batch_first;
	double dropout;
	bool train;
	bool bidirectional;
	ct_ints batch_sizes;
	const ct_tensor *dropout_state;
	struct ct_no_more_ no_more_;
};
struct ct_args__cudnn_rnn_backward {
	char first_;
	const ct_tensor *input;
	ct_tensors weight;
	int64_t weight_stride0;
	const ct_tensor *weight_buf;
	const ct_tensor *hx;
	const ct_tensor *cx;
	const ct_tensor *output;
	const ct_tensor *grad_output;
	const ct_tensor *grad_hy;
	const ct_tensor *grad_cy;
	int64_t mode;
	int64_t hidden_size;
	int64_t proj_size;
	int64_t num_layers;
	bool batch_first;
	double dropout;
	bool train;
	bool bidirectional;
	ct_ints batch_sizes;
	const ct_tensor *dropout_state;
	const ct_tensor *reserve;
	const bool *output_mask;
	struct ct_no_more_ no_more_;
};
struct ct_args__cudnn_rnn_backward_out {
	char first_;
	const ct_tensor *input;
	ct_tensors weight;
	int64_t weight_stride0;
	const ct_tensor *weight_buf;
	const ct_tensor *hx;
	const ct_tensor *cx;
	const ct_tensor *output;
	const ct_tensor *grad_output;
	const ct_tensor *grad_hy;
	const ct_tensor *grad_cy;
	int64_t mode;
	int64_t hidden_size;
	int64_t proj_size;
	int64_t num_layers;
	bool batch_first;
	double dropout;
	bool train;
	bool bidirectional;
	ct_ints batch_sizes;
	const ct_tensor *dropout_state;
	const ct_tensor *reserve;
	const bool *output_mask;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	ct_tensors out3;
	struct ct_no_more_ no_more_;
};
struct ct_args__cudnn_rnn_flatten_weight {
	char first_;
	ct_tensors weight_arr;
	int64_t weight_stride0;
	int64_t input_size;
	int64_t mode;
	int64_t hidden_size;
	int64_t proj_size;
	int64_t num_layers;
	bool batch_first;
	bool bidirectional;
	struct ct_no_more_ no_more_;
};
struct ct_args__cudnn_rnn_flatten_weight_out {
	char first_;
	ct_tensors weight_arr;
	int64_t weight_stride0;
	int64_t input_size;
	int64_t mode;
	int64_t hidden_size;
	int64_t proj_size;
	int64_t num_layers;
	bool batch_first;
	bool bidirectional;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__cudnn_rnn_out {
	char first_;
	const ct_tensor *input;
	ct_tensors weight;
	int64_t weight_stride0;
	const ct_tensor *weight_buf;
	const ct_tensor *hx;
	const ct_tensor *cx;
	int64_t mode;
	int64_t hidden_size;
	int64_t proj_size;
	int64_t num_layers;
	bool batch_first;
	double dropout;
	bool train;
	bool bidirectional;
	ct_ints batch_sizes;
	const ct_tensor *dropout_state;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	ct_tensor *out3;
	ct_tensor *out4;
	struct ct_no_more_ no_more_;
};
struct ct_args__cufft_clear_plan_cache {
	char first_;
	int32_t device_index;
	struct ct_no_more_ no_more_;
};
struct ct_args__cufft_get_plan_cache_max_size {
	char first_;
	int32_t device_index;
	struct ct_no_more_ no_more_;
};
struct ct_args__cufft_get_plan_cache_size {
	char first_;
	int32_t device_index;
	struct ct_no_more_ no_more_;
};
struct ct_args__cufft_set_plan_cache_max_size {
	char first_;
	int32_t device_index;
	int64_t max_size;
	struct ct_no_more_ no_more_;
};
struct ct_args__cummax_helper {
	char first_;
	const ct_tensor *self;
	ct_tensor *values;
	ct_tensor *indices;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args__cummin_helper {
	char first_;
	const ct_tensor *self;
	ct_tensor *values;
	ct_tensor *indices;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args__debug_has_internal_overlap {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__dimI {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__dimV {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__dim_arange {
	char first_;
	const ct_tensor *like;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args__dirichlet_grad {
	char first_;
	const ct_tensor *x;
	const ct_tensor *alpha;
	const ct_tensor *total;
	struct ct_no_more_ no_more_;
};
struct ct_args__dirichlet_grad_out {
	char first_;
	const ct_tensor *x;
	const ct_tensor *alpha;
	const ct_tensor *total;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__dyn_quant_matmul_4bit {
	char first_;
	const ct_tensor *inp;
	const ct_tensor *packed_weights;
	int64_t block_size;
	int64_t in_features;
	int64_t out_features;
	struct ct_no_more_ no_more_;
};
struct ct_args__dyn_quant_pack_4bit_weight {
	char first_;
	const ct_tensor *weights;
	const ct_tensor *scales_zeros;
	const ct_tensor *bias;
	int64_t block_size;
	int64_t in_features;
	int64_t out_features;
	struct ct_no_more_ no_more_;
};
struct ct_args__efficient_attention_backward {
	char first_;
	const ct_tensor *grad_out_;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *bias;
	const ct_tensor *out;
	const ct_tensor *cu_seqlens_q;
	const ct_tensor *cu_seqlens_k;
	int64_t max_seqlen_q;
	int64_t max_seqlen_k;
	const ct_tensor *logsumexp;
	double dropout_p;
	const ct_tensor *philox_seed;
	const ct_tensor *philox_offset;
	int64_t custom_mask_type;
	bool bias_requires_grad;
	struct ct_no_more_ no_more_;
	double scale;
	int64_t num_splits_key;
	int64_t window_size;
	bool shared_storage_dqdkdv;
};
struct ct_args__efficient_attention_forward {
	char first_;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *bias;
	const ct_tensor *cu_seqlens_q;
	const ct_tensor *cu_seqlens_k;
	int64_t max_seqlen_q;
	int64_t max_seqlen_k;
	double dropout_p;
	int64_t custom_mask_type;
	bool compute_log_sumexp;
	struct ct_no_more_ no_more_;
	double scale;
	const ct_tensor *seqlen_k;
	int64_t window_size;
};
struct ct_args__efficientzerotensor {
	char first_;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args__efficientzerotensor_out {
	char first_;
	ct_ints size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__embedding_bag {
	char first_;
	const ct_tensor *weight;
	const ct_tensor *indices;
	const ct_tensor *offsets;
	bool scale_grad_by_freq;
	int64_t mode;
	bool sparse;
	const ct_tensor *per_sample_weights;
	bool include_last_offset;
	int64_t padding_idx;
	struct ct_no_more_ no_more_;
};
struct ct_args__embedding_bag_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *indices;
	const ct_tensor *offsets;
	const ct_tensor *offset2bag;
	const ct_tensor *bag_size;
	const ct_tensor *maximum_indices;
	int64_t num_weights;
	bool scale_grad_by_freq;
	int64_t mode;
	bool sparse;
	const ct_tensor *per_sample_weights;
	int64_t padding_idx;
	struct ct_no_more_ no_more_;
};
struct ct_args__embedding_bag_dense_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *indices;
	const ct_tensor *offset2bag;
	const ct_tensor *bag_size;
	const ct_tensor *maximum_indices;
	int64_t num_weights;
	bool scale_grad_by_freq;
	int64_t mode;
	const ct_tensor *per_sample_weights;
	int64_t padding_idx;
	struct ct_no_more_ no_more_;
};
struct ct_args__embedding_bag_dense_backward_out {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *indices;
	const ct_tensor *offset2bag;
	const ct_tensor *bag_size;
	const ct_tensor *maximum_indices;
	int64_t num_weights;
	bool scale_grad_by_freq;
	int64_t mode;
	const ct_tensor *per_sample_weights;
	int64_t padding_idx;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__embedding_bag_forward_only {
	char first_;
	const ct_tensor *weight;
	const ct_tensor *indices;
	const ct_tensor *offsets;
	bool scale_grad_by_freq;
	int64_t mode;
	bool sparse;
	const ct_tensor *per_sample_weights;
	bool include_last_offset;
	int64_t padding_idx;
	struct ct_no_more_ no_more_;
};
struct ct_args__embedding_bag_forward_only_out {
	char first_;
	const ct_tensor *weight;
	const ct_tensor *indices;
	const ct_tensor *offsets;
	bool scale_grad_by_freq;
	int64_t mode;
	bool sparse;
	const ct_tensor *per_sample_weights;
	bool include_last_offset;
	int64_t padding_idx;
	struct ct_no_more_ no_more_;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	ct_tensor *out3;
};
struct ct_args__embedding_bag_out {
	char first_;
	const ct_tensor *weight;
	const ct_tensor *indices;
	const ct_tensor *offsets;
	bool scale_grad_by_freq;
	int64_t mode;
	bool sparse;
	const ct_tensor *per_sample_weights;
	bool include_last_offset;
	int64_t padding_idx;
	struct ct_no_more_ no_more_;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	ct_tensor *out3;
};
struct ct_args__embedding_bag_per_sample_weights_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *weight;
	const ct_tensor *indices;
	const ct_tensor *offsets;
	const ct_tensor *offset2bag;
	int64_t mode;
	int64_t padding_idx;
	struct ct_no_more_ no_more_;
};
struct ct_args__embedding_bag_per_sample_weights_backward_out {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *weight;
	const ct_tensor *indices;
	const ct_tensor *offsets;
	const ct_tensor *offset2bag;
	int64_t mode;
	int64_t padding_idx;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__embedding_bag_sparse_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *indices;
	const ct_tensor *offsets;
	const ct_tensor *offset2bag;
	const ct_tensor *bag_size;
	int64_t num_weights;
	bool scale_grad_by_freq;
	int64_t mode;
	const ct_tensor *per_sample_weights;
	int64_t padding_idx;
	struct ct_no_more_ no_more_;
};
struct ct_args__empty_affine_quantized {
	char first_;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	double scale;
	int64_t zero_point;
	ct_memory_format memory_format;
};
struct ct_args__empty_affine_quantized_out {
	char first_;
	ct_ints size;
	struct ct_no_more_ no_more_;
	double scale;
	int64_t zero_point;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args__empty_per_channel_affine_quantized {
	char first_;
	ct_ints size;
	const ct_tensor *scales;
	const ct_tensor *zero_points;
	int64_t axis;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	ct_memory_format memory_format;
};
struct ct_args__empty_per_channel_affine_quantized_out {
	char first_;
	ct_ints size;
	const ct_tensor *scales;
	const ct_tensor *zero_points;
	int64_t axis;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args__euclidean_dist {
	char first_;
	const ct_tensor *x1;
	const ct_tensor *x2;
	struct ct_no_more_ no_more_;
};
struct ct_args__euclidean_dist_out {
	char first_;
	const ct_tensor *x1;
	const ct_tensor *x2;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__fake_quantize_learnable_per_channel_affine {
	char first_;
	const ct_tensor *self;
	const ct_tensor *scale;
	const ct_tensor *zero_point;
	int64_t axis;
	int64_t quant_min;
	int64_t quant_max;
	double grad_factor;
	struct ct_no_more_ no_more_;
};
struct ct_args__fake_quantize_learnable_per_channel_affine_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *self;
	const ct_tensor *scale;
	const ct_tensor *zero_point;
	int64_t axis;
	int64_t quant_min;
	int64_t quant_max;
	double grad_factor;
	struct ct_no_more_ no_more_;
};
struct ct_args__fake_quantize_learnable_per_channel_affine_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *scale;
	const ct_tensor *zero_point;
	int64_t axis;
	int64_t quant_min;
	int64_t quant_max;
	double grad_factor;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__fake_quantize_learnable_per_tensor_affine {
	char first_;
	const ct_tensor *self;
	const ct_tensor *scale;
	const ct_tensor *zero_point;
	int64_t quant_min;
	int64_t quant_max;
	double grad_factor;
	struct ct_no_more_ no_more_;
};
struct ct_args__fake_quantize_learnable_per_tensor_affine_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *self;
	const ct_tensor *scale;
	const ct_tensor *zero_point;
	int64_t quant_min;
	int64_t quant_max;
	double grad_factor;
	struct ct_no_more_ no_more_;
};
struct ct_args__fake_quantize_learnable_per_tensor_affine_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *scale;
	const ct_tensor *zero_point;
	int64_t quant_min;
	int64_t quant_max;
	double grad_factor;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__fake_quantize_per_tensor_affine_cachemask_tensor_qparams {
	char first_;
	const ct_tensor *self;
	const ct_tensor *scale;
	const ct_tensor *zero_point;
	const ct_tensor *fake_quant_enabled;
	int64_t quant_min;
	int64_t quant_max;
	struct ct_no_more_ no_more_;
};
struct ct_args__fake_quantize_per_tensor_affine_cachemask_tensor_qparams_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *scale;
	const ct_tensor *zero_point;
	const ct_tensor *fake_quant_enabled;
	int64_t quant_min;
	int64_t quant_max;
	ct_tensor *out0;
	ct_tensor *out1;
	struct ct_no_more_ no_more_;
};
struct ct_args__fft_c2c {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	int64_t normalization;
	bool forward;
	struct ct_no_more_ no_more_;
};
struct ct_args__fft_c2c_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	int64_t normalization;
	bool forward;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__fft_c2r {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	int64_t normalization;
	int64_t last_dim_size;
	struct ct_no_more_ no_more_;
};
struct ct_args__fft_c2r_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	int64_t normalization;
	int64_t last_dim_size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__fft_r2c {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	int64_t normalization;
	bool onesided;
	struct ct_no_more_ no_more_;
};
struct ct_args__fft_r2c_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	int64_t normalization;
	bool onesided;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__fill_mem_eff_dropout_mask_ {
	char first_;
	ct_tensor *self;
	double dropout_p;
	int64_t seed;
	int64_t offset;
	struct ct_no_more_ no_more_;
};
struct ct_args__flash_attention_backward {
	char first_;
	const ct_tensor *grad_out;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *out;
	const ct_tensor *logsumexp;
	const ct_tensor *cum_seq_q;
	const ct_tensor *cum_seq_k;
	int64_t max_q;
	int64_t max_k;
	double dropout_p;
	bool is_causal;
	const ct_tensor *rng_state;
	const ct_tensor *unused;
	struct ct_no_more_ no_more_;
	double scale;
	int64_t window_size_left;
	int64_t window_size_right;
};
struct ct_args__flash_attention_forward {
	char first_;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *cum_seq_q;
	const ct_tensor *cum_seq_k;
	int64_t max_q;
	int64_t max_k;
	double dropout_p;
	bool is_causal;
	bool return_debug_mask;
	struct ct_no_more_ no_more_;
	double scale;
	int64_t window_size_left;
	int64_t window_size_right;
	const ct_tensor *seqused_k;
	const ct_tensor *alibi_slopes;
	const ct_tensor *block_table;
	int64_t num_splits;
};
struct ct_args__flash_attention_forward_no_dropout_inplace {
	char first_;
	ct_tensor *out;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *cum_seq_q;
	const ct_tensor *cum_seq_k;
	int64_t max_q;
	int64_t max_k;
	double dropout_p;
	bool is_causal;
	bool return_debug_mask;
	struct ct_no_more_ no_more_;
	double scale;
	int64_t window_size_left;
	int64_t window_size_right;
	const ct_tensor *seqused_k;
	const ct_tensor *alibi_slopes;
	const ct_tensor *block_table;
	int64_t num_splits;
};
struct ct_args__flash_attention_forward_quantized {
	char first_;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *cum_seq_q;
	const ct_tensor *cum_seq_k;
	int64_t max_q;
	int64_t max_k;
	double dropout_p;
	bool is_causal;
	bool return_debug_mask;
	const ct_tensor *q_descale;
	const ct_tensor *k_descale;
	const ct_tensor *v_descale;
	struct ct_no_more_ no_more_;
	double scale;
	int64_t window_size_left;
	int64_t window_size_right;
	const ct_tensor *seqused_k;
	const ct_tensor *alibi_slopes;
};
struct ct_args__foobar {
	char first_;
	const ct_tensor *self;
	bool arg1;
	bool arg2;
	struct ct_no_more_ no_more_;
	bool arg3;
};
struct ct_args__foobar_out {
	char first_;
	const ct_tensor *self;
	bool arg1;
	bool arg2;
	struct ct_no_more_ no_more_;
	bool arg3;
	ct_tensor *out;
};
struct ct_args__functional_assert_async_msg {
	char first_;
	const ct_tensor *self;
	const char *assert_msg;
	const ct_tensor *dep_token;
	struct ct_no_more_ no_more_;
};
struct ct_args__functional_assert_scalar {
	char first_;
	ct_number self;
	const char *assert_msg;
	const ct_tensor *dep_token;
	struct ct_no_more_ no_more_;
};
struct ct_args__functional_sym_constrain_range {
	char first_;
	ct_number size;
	int64_t min;
	int64_t max;
	const ct_tensor *dep_token;
	struct ct_no_more_ no_more_;
};
struct ct_args__functional_sym_constrain_range_for_size {
	char first_;
	ct_number size;
	int64_t min;
	int64_t max;
	const ct_tensor *dep_token;
	struct ct_no_more_ no_more_;
};
struct ct_args__fw_primal {
	char first_;
	const ct_tensor *self;
	int64_t level;
	struct ct_no_more_ no_more_;
};
struct ct_args__fw_primal_copy {
	char first_;
	const ct_tensor *self;
	int64_t level;
	struct ct_no_more_ no_more_;
};
struct ct_args__fw_primal_copy_out {
	char first_;
	const ct_tensor *self;
	int64_t level;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__gather_sparse_backward {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *grad;
	struct ct_no_more_ no_more_;
};
struct ct_args__grid_sampler_2d_cpu_fallback {
	char first_;
	const ct_tensor *input;
	const ct_tensor *grid;
	int64_t interpolation_mode;
	int64_t padding_mode;
	bool align_corners;
	struct ct_no_more_ no_more_;
};
struct ct_args__grid_sampler_2d_cpu_fallback_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *input;
	const ct_tensor *grid;
	int64_t interpolation_mode;
	int64_t padding_mode;
	bool align_corners;
	struct ct_no_more_ no_more_;
};
struct ct_args__grid_sampler_2d_cpu_fallback_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *grid;
	int64_t interpolation_mode;
	int64_t padding_mode;
	bool align_corners;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__grouped_mm {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	const ct_tensor *offs;
	const ct_tensor *bias;
	ct_dtype out_dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args__has_compatible_shallow_copy_type {
	char first_;
	const ct_tensor *self;
	const ct_tensor *from;
	struct ct_no_more_ no_more_;
};
struct ct_args__has_same_storage_numel {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args__histogramdd_bin_edges {
	char first_;
	const ct_tensor *self;
	ct_ints bins;
	struct ct_no_more_ no_more_;
	ct_doubles range;
	const ct_tensor *weight;
	bool density;
};
struct ct_args__histogramdd_bin_edges_out {
	char first_;
	const ct_tensor *self;
	ct_ints bins;
	struct ct_no_more_ no_more_;
	ct_doubles range;
	const ct_tensor *weight;
	bool density;
	ct_tensors out;
};
struct ct_args__histogramdd_from_bin_cts {
	char first_;
	const ct_tensor *self;
	ct_ints bins;
	struct ct_no_more_ no_more_;
	ct_doubles range;
	const ct_tensor *weight;
	bool density;
};
struct ct_args__histogramdd_from_bin_cts_out {
	char first_;
	const ct_tensor *self;
	ct_ints bins;
	struct ct_no_more_ no_more_;
	ct_doubles range;
	const ct_tensor *weight;
	bool density;
	ct_tensor *out;
};
struct ct_args__histogramdd_from_bin_tensors {
	char first_;
	const ct_tensor *self;
	ct_tensors bins;
	struct ct_no_more_ no_more_;
	const ct_tensor *weight;
	bool density;
};
struct ct_args__histogramdd_from_bin_tensors_out {
	char first_;
	const ct_tensor *self;
	ct_tensors bins;
	struct ct_no_more_ no_more_;
	const ct_tensor *weight;
	bool density;
	ct_tensor *out;
};
struct ct_args__index_put_impl {
	char first_;
	const ct_tensor *self;
	ct_tensors indices;
	const ct_tensor *values;
	bool accumulate;
	bool unsafe;
	struct ct_no_more_ no_more_;
};
struct ct_args__index_put_impl_ {
	char first_;
	ct_tensor *self;
	ct_tensors indices;
	const ct_tensor *values;
	bool accumulate;
	bool unsafe;
	struct ct_no_more_ no_more_;
};
struct ct_args__index_put_impl_out {
	char first_;
	const ct_tensor *self;
	ct_tensors indices;
	const ct_tensor *values;
	bool accumulate;
	bool unsafe;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__indices {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__indices_copy {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__indices_copy_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__int_mm {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	struct ct_no_more_ no_more_;
};
struct ct_args__int_mm_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__is_all_true {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__is_any_true {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__is_zerotensor {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__jagged_to_padded_dense_forward {
	char first_;
	const ct_tensor *values;
	ct_tensors offsets;
	ct_ints max_lengths;
	double padding_value;
	struct ct_no_more_ no_more_;
};
struct ct_args__lazy_clone {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__linalg_check_errors {
	char first_;
	const ct_tensor *info;
	const char *api_name;
	bool is_matrix;
	struct ct_no_more_ no_more_;
};
struct ct_args__linalg_det {
	char first_;
	const ct_tensor *A;
	struct ct_no_more_ no_more_;
};
struct ct_args__linalg_det_result {
	char first_;
	const ct_tensor *A;
	ct_tensor *result;
	ct_tensor *LU;
	ct_tensor *pivots;
	struct ct_no_more_ no_more_;
};
struct ct_args__linalg_eigh {
	char first_;
	const ct_tensor *A;
	const char *UPLO;
	bool compute_v;
	struct ct_no_more_ no_more_;
};
struct ct_args__linalg_eigh_eigenvalues {
	char first_;
	const ct_tensor *A;
	const char *UPLO;
	bool compute_v;
	struct ct_no_more_ no_more_;
	ct_tensor *eigenvalues;
	ct_tensor *eigenvectors;
};
struct ct_args__linalg_eigvals {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__linalg_slogdet {
	char first_;
	const ct_tensor *A;
	struct ct_no_more_ no_more_;
};
struct ct_args__linalg_slogdet_sign {
	char first_;
	const ct_tensor *A;
	ct_tensor *sign;
	ct_tensor *logabsdet;
	ct_tensor *LU;
	ct_tensor *pivots;
	struct ct_no_more_ no_more_;
};
struct ct_args__linalg_solve_ex {
	char first_;
	const ct_tensor *A;
	const ct_tensor *B;
	struct ct_no_more_ no_more_;
	bool left;
	bool check_errors;
};
struct ct_args__linalg_solve_ex_result {
	char first_;
	const ct_tensor *A;
	const ct_tensor *B;
	struct ct_no_more_ no_more_;
	bool left;
	bool check_errors;
	ct_tensor *result;
	ct_tensor *LU;
	ct_tensor *pivots;
	ct_tensor *info;
};
struct ct_args__linalg_svd {
	char first_;
	const ct_tensor *A;
	bool full_matrices;
	bool compute_uv;
	struct ct_no_more_ no_more_;
	const char *driver;
};
struct ct_args__linalg_svd_U {
	char first_;
	const ct_tensor *A;
	bool full_matrices;
	bool compute_uv;
	struct ct_no_more_ no_more_;
	const char *driver;
	ct_tensor *U;
	ct_tensor *S;
	ct_tensor *Vh;
};
struct ct_args__local_scalar_dense {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__log_softmax {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool half_to_float;
	struct ct_no_more_ no_more_;
};
struct ct_args__log_softmax_backward_data {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *output;
	int64_t dim;
	ct_dtype input_dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args__log_softmax_backward_data_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *output;
	int64_t dim;
	ct_dtype input_dtype;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__log_softmax_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool half_to_float;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__logcumsumexp {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args__logcumsumexp_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__lstm_mps {
	char first_;
	const ct_tensor *input;
	ct_tensors hx;
	ct_tensors params;
	bool has_biases;
	int64_t num_layers;
	double dropout;
	bool train;
	bool bidirectional;
	bool batch_first;
	struct ct_no_more_ no_more_;
};
struct ct_args__lstm_mps_out {
	char first_;
	const ct_tensor *input;
	ct_tensors hx;
	ct_tensors params;
	bool has_biases;
	int64_t num_layers;
	double dropout;
	bool train;
	bool bidirectional;
	bool batch_first;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	ct_tensor *out3;
	ct_tensor *out4;
	ct_tensor *out5;
	struct ct_no_more_ no_more_;
};
struct ct_args__lu_with_info {
	char first_;
	const ct_tensor *self;
	bool pivot;
	bool check_errors;
	struct ct_no_more_ no_more_;
};
struct ct_args__make_dep_token {
	char first_;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	ct_memory_format memory_format;
};
struct ct_args__make_dual {
	char first_;
	const ct_tensor *primal;
	const ct_tensor *tangent;
	int64_t level;
	struct ct_no_more_ no_more_;
};
struct ct_args__make_dual_copy {
	char first_;
	const ct_tensor *primal;
	const ct_tensor *tangent;
	int64_t level;
	struct ct_no_more_ no_more_;
};
struct ct_args__make_dual_copy_out {
	char first_;
	const ct_tensor *primal;
	const ct_tensor *tangent;
	int64_t level;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__make_per_channel_quantized_tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *scale;
	const ct_tensor *zero_point;
	int64_t axis;
	struct ct_no_more_ no_more_;
};
struct ct_args__make_per_channel_quantized_tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *scale;
	const ct_tensor *zero_point;
	int64_t axis;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__make_per_tensor_quantized_tensor {
	char first_;
	const ct_tensor *self;
	double scale;
	int64_t zero_point;
	struct ct_no_more_ no_more_;
};
struct ct_args__make_per_tensor_quantized_tensor_out {
	char first_;
	const ct_tensor *self;
	double scale;
	int64_t zero_point;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__masked_scale {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mask;
	double scale;
	struct ct_no_more_ no_more_;
};
struct ct_args__masked_scale_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mask;
	double scale;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__masked_softmax {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mask;
	int64_t dim;
	int64_t mask_type;
	struct ct_no_more_ no_more_;
};
struct ct_args__masked_softmax_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *output;
	const ct_tensor *mask;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args__masked_softmax_backward_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *output;
	const ct_tensor *mask;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__masked_softmax_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mask;
	int64_t dim;
	int64_t mask_type;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__mixed_dtypes_linear {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *scale;
	struct ct_no_more_ no_more_;
	const ct_tensor *bias;
	const char *activation;
};
struct ct_args__mkldnn_reshape {
	char first_;
	const ct_tensor *self;
	ct_ints shape;
	struct ct_no_more_ no_more_;
};
struct ct_args__mkldnn_reshape_out {
	char first_;
	const ct_tensor *self;
	ct_ints shape;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__mkldnn_transpose {
	char first_;
	const ct_tensor *self;
	int64_t dim0;
	int64_t dim1;
	struct ct_no_more_ no_more_;
};
struct ct_args__mkldnn_transpose_ {
	char first_;
	ct_tensor *self;
	int64_t dim0;
	int64_t dim1;
	struct ct_no_more_ no_more_;
};
struct ct_args__mkldnn_transpose_out {
	char first_;
	const ct_tensor *self;
	int64_t dim0;
	int64_t dim1;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__mps_convolution {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	struct ct_no_more_ no_more_;
};
struct ct_args__mps_convolution_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__mps_convolution_transpose {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints padding;
	ct_ints output_padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	struct ct_no_more_ no_more_;
};
struct ct_args__mps_convolution_transpose_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints padding;
	ct_ints output_padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__native_batch_norm_legit {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_tensor *running_mean;
	ct_tensor *running_var;
	bool training;
	double momentum;
	double eps;
	struct ct_no_more_ no_more_;
};
struct ct_args__native_batch_norm_legit_functional {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	bool training;
	double momentum;
	double eps;
	struct ct_no_more_ no_more_;
};
struct ct_args__native_batch_norm_legit_no_stats {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	bool training;
	double momentum;
	double eps;
	struct ct_no_more_ no_more_;
};
struct ct_args__native_batch_norm_legit_no_stats_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	bool training;
	double momentum;
	double eps;
	ct_tensor *out;
	ct_tensor *save_mean;
	ct_tensor *save_invstd;
	struct ct_no_more_ no_more_;
};
struct ct_args__native_batch_norm_legit_no_training {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	double momentum;
	double eps;
	struct ct_no_more_ no_more_;
};
struct ct_args__native_batch_norm_legit_no_training_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	double momentum;
	double eps;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	struct ct_no_more_ no_more_;
};
struct ct_args__native_batch_norm_legit_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_tensor *running_mean;
	ct_tensor *running_var;
	bool training;
	double momentum;
	double eps;
	ct_tensor *out;
	ct_tensor *save_mean;
	ct_tensor *save_invstd;
	struct ct_no_more_ no_more_;
};
struct ct_args__native_multi_head_attention {
	char first_;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	int64_t embed_dim;
	int64_t num_head;
	const ct_tensor *qkv_weight;
	const ct_tensor *qkv_bias;
	const ct_tensor *proj_weight;
	const ct_tensor *proj_bias;
	const ct_tensor *mask;
	bool need_weights;
	bool average_attn_weights;
	int64_t mask_type;
	struct ct_no_more_ no_more_;
};
struct ct_args__native_multi_head_attention_out {
	char first_;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	int64_t embed_dim;
	int64_t num_head;
	const ct_tensor *qkv_weight;
	const ct_tensor *qkv_bias;
	const ct_tensor *proj_weight;
	const ct_tensor *proj_bias;
	const ct_tensor *mask;
	bool need_weights;
	bool average_attn_weights;
	int64_t mask_type;
	struct ct_no_more_ no_more_;
	ct_tensor *out0;
	ct_tensor *out1;
};
struct ct_args__neg_view {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__neg_view_copy {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__neg_view_copy_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_compute_contiguous_strides_offsets {
	char first_;
	const ct_tensor *nested_size;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_from_padded {
	char first_;
	const ct_tensor *padded;
	const ct_tensor *cpu_nested_shape_example;
	bool fuse_transform_0213;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_from_padded_and_nested_example {
	char first_;
	const ct_tensor *padded;
	const ct_tensor *nt_example;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_from_padded_and_nested_example_out {
	char first_;
	const ct_tensor *padded;
	const ct_tensor *nt_example;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_from_padded_out {
	char first_;
	const ct_tensor *padded;
	const ct_tensor *cpu_nested_shape_example;
	bool fuse_transform_0213;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__nested_from_padded_tensor {
	char first_;
	const ct_tensor *padded;
	const ct_tensor *offsets;
	const ct_tensor *dummy;
	int64_t ragged_idx;
	const ct_tensor *min_seqlen;
	const ct_tensor *max_seqlen;
	int64_t sum_S;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_get_jagged_dummy {
	char first_;
	const ct_tensor *any;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_get_lengths {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_get_max_seqlen {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_get_min_seqlen {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_get_offsets {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_get_ragged_idx {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_get_values {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_get_values_copy {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_get_values_copy_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_select_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	int64_t dim;
	int64_t index;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_sum_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_tensor_from_mask {
	char first_;
	const ct_tensor *t;
	const ct_tensor *mask;
	bool mask_check;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_tensor_from_mask_left_aligned {
	char first_;
	const ct_tensor *t;
	const ct_tensor *mask;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_tensor_from_mask_out {
	char first_;
	const ct_tensor *t;
	const ct_tensor *mask;
	bool mask_check;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__nested_tensor_from_tensor_list {
	char first_;
	ct_tensors list;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_tensor_from_tensor_list_out {
	char first_;
	ct_tensors list;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__nested_tensor_size {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_tensor_size_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_tensor_softmax_with_shape {
	char first_;
	const ct_tensor *self;
	const ct_tensor *query;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_tensor_storage_offsets {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_tensor_storage_offsets_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_tensor_strides {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_tensor_strides_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_view_from_buffer {
	char first_;
	const ct_tensor *self;
	const ct_tensor *nested_size;
	const ct_tensor *nested_strides;
	const ct_tensor *offsets;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_view_from_buffer_copy {
	char first_;
	const ct_tensor *self;
	const ct_tensor *nested_size;
	const ct_tensor *nested_strides;
	const ct_tensor *offsets;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_view_from_buffer_copy_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *nested_size;
	const ct_tensor *nested_strides;
	const ct_tensor *offsets;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_view_from_jagged {
	char first_;
	const ct_tensor *self;
	const ct_tensor *offsets;
	const ct_tensor *dummy;
	const ct_tensor *lengths;
	int64_t ragged_idx;
	const ct_tensor *min_seqlen;
	const ct_tensor *max_seqlen;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_view_from_jagged_copy {
	char first_;
	const ct_tensor *self;
	const ct_tensor *offsets;
	const ct_tensor *dummy;
	const ct_tensor *lengths;
	int64_t ragged_idx;
	const ct_tensor *min_seqlen;
	const ct_tensor *max_seqlen;
	struct ct_no_more_ no_more_;
};
struct ct_args__nested_view_from_jagged_copy_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *offsets;
	const ct_tensor *dummy;
	const ct_tensor *lengths;
	int64_t ragged_idx;
	const ct_tensor *min_seqlen;
	const ct_tensor *max_seqlen;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__new_zeros_with_same_feature_meta {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
	int64_t self_num_batch_dims;
};
struct ct_args__new_zeros_with_same_feature_meta_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
	int64_t self_num_batch_dims;
	ct_tensor *out;
};
struct ct_args__nnpack_available {
	char first_;
	struct ct_no_more_ no_more_;
};
struct ct_args__nnpack_spatial_convolution {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints padding;
	ct_ints stride;
	struct ct_no_more_ no_more_;
};
struct ct_args__nnpack_spatial_convolution_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints padding;
	ct_ints stride;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__nnz {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__pack_padded_sequence {
	char first_;
	const ct_tensor *input;
	const ct_tensor *lengths;
	bool batch_first;
	struct ct_no_more_ no_more_;
};
struct ct_args__pack_padded_sequence_backward {
	char first_;
	const ct_tensor *grad;
	ct_ints input_size;
	const ct_tensor *batch_sizes;
	bool batch_first;
	struct ct_no_more_ no_more_;
};
struct ct_args__pack_padded_sequence_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *lengths;
	bool batch_first;
	ct_tensor *out0;
	ct_tensor *out1;
	struct ct_no_more_ no_more_;
};
struct ct_args__pad_circular {
	char first_;
	const ct_tensor *self;
	ct_ints pad;
	struct ct_no_more_ no_more_;
};
struct ct_args__pad_enum {
	char first_;
	const ct_tensor *self;
	ct_ints pad;
	int64_t mode;
	double value;
	struct ct_no_more_ no_more_;
};
struct ct_args__pad_packed_sequence {
	char first_;
	const ct_tensor *data;
	const ct_tensor *batch_sizes;
	bool batch_first;
	ct_number padding_value;
	int64_t total_length;
	struct ct_no_more_ no_more_;
};
struct ct_args__padded_dense_to_jagged_forward {
	char first_;
	const ct_tensor *dense;
	ct_tensors offsets;
	int64_t total_L;
	struct ct_no_more_ no_more_;
};
struct ct_args__pdist_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	double p;
	const ct_tensor *pdist;
	struct ct_no_more_ no_more_;
};
struct ct_args__pdist_backward_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	double p;
	const ct_tensor *pdist;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__pdist_forward {
	char first_;
	const ct_tensor *self;
	double p;
	struct ct_no_more_ no_more_;
};
struct ct_args__pdist_forward_out {
	char first_;
	const ct_tensor *self;
	double p;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__philox_key_fold_in {
	char first_;
	const ct_tensor *key;
	int64_t data;
	struct ct_no_more_ no_more_;
};
struct ct_args__philox_key_fold_in_Tensor {
	char first_;
	const ct_tensor *key;
	const ct_tensor *data;
	struct ct_no_more_ no_more_;
};
struct ct_args__philox_key_split {
	char first_;
	const ct_tensor *key;
	int64_t num_splits;
	struct ct_no_more_ no_more_;
};
struct ct_args__philox_normal {
	char first_;
	const ct_tensor *self;
	const ct_tensor *key;
	double mean;
	double std;
	struct ct_no_more_ no_more_;
};
struct ct_args__philox_normal_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *key;
	double mean;
	double std;
	struct ct_no_more_ no_more_;
};
struct ct_args__philox_normal_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *key;
	double mean;
	double std;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__philox_randint {
	char first_;
	const ct_tensor *self;
	const ct_tensor *key;
	int64_t low;
	int64_t high;
	struct ct_no_more_ no_more_;
};
struct ct_args__philox_randint_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *key;
	int64_t low;
	int64_t high;
	struct ct_no_more_ no_more_;
};
struct ct_args__philox_randint_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *key;
	int64_t low;
	int64_t high;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__philox_uniform {
	char first_;
	const ct_tensor *self;
	const ct_tensor *key;
	double low;
	double high;
	struct ct_no_more_ no_more_;
};
struct ct_args__philox_uniform_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *key;
	double low;
	double high;
	struct ct_no_more_ no_more_;
};
struct ct_args__philox_uniform_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *key;
	double low;
	double high;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__pin_memory {
	char first_;
	const ct_tensor *self;
	ct_device device;
	struct ct_no_more_ no_more_;
};
struct ct_args__pin_memory_out {
	char first_;
	const ct_tensor *self;
	ct_device device;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__prelu_kernel {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	struct ct_no_more_ no_more_;
};
struct ct_args__prelu_kernel_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *weight;
	struct ct_no_more_ no_more_;
};
struct ct_args__print {
	char first_;
	const char *s;
	struct ct_no_more_ no_more_;
};
struct ct_args__propagate_xla_data {
	char first_;
	const ct_tensor *input;
	const ct_tensor *output;
	struct ct_no_more_ no_more_;
};
struct ct_args__remove_batch_dim {
	char first_;
	const ct_tensor *self;
	int64_t level;
	int64_t batch_size;
	int64_t out_dim;
	struct ct_no_more_ no_more_;
};
struct ct_args__reshape_alias {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	ct_ints stride;
	struct ct_no_more_ no_more_;
};
struct ct_args__reshape_alias_copy {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	ct_ints stride;
	struct ct_no_more_ no_more_;
};
struct ct_args__reshape_alias_copy_out {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	ct_ints stride;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__reshape_copy {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	struct ct_no_more_ no_more_;
};
struct ct_args__reshape_from_tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *shape;
	struct ct_no_more_ no_more_;
};
struct ct_args__resize_output {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	ct_device device;
	struct ct_no_more_ no_more_;
};
struct ct_args__resize_output_ {
	char first_;
	ct_tensor *self;
	ct_ints size;
	ct_device device;
	struct ct_no_more_ no_more_;
};
struct ct_args__resize_output_out {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	ct_device device;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__rowwise_prune {
	char first_;
	const ct_tensor *weight;
	const ct_tensor *mask;
	ct_dtype compressed_indices_dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args__safe_softmax {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args__sample_dirichlet {
	char first_;
	const ct_tensor *self;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
};
struct ct_args__sample_dirichlet_out {
	char first_;
	const ct_tensor *self;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__saturate_weight_to_fp16 {
	char first_;
	const ct_tensor *weight;
	struct ct_no_more_ no_more_;
};
struct ct_args__scaled_addmm {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat1;
	const ct_tensor *mat2;
	ct_tensors scale_a;
	ct_ints recipe_a;
	ct_ints swizzle_a;
	ct_tensors scale_b;
	ct_ints recipe_b;
	ct_ints swizzle_b;
	ct_ints contraction_dim;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
	bool use_fast_accum;
};
struct ct_args__scaled_addmm_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *mat1;
	const ct_tensor *mat2;
	ct_tensors scale_a;
	ct_ints recipe_a;
	ct_ints swizzle_a;
	ct_tensors scale_b;
	ct_ints recipe_b;
	ct_ints swizzle_b;
	ct_ints contraction_dim;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
	bool use_fast_accum;
};
struct ct_args__scaled_addmm_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat1;
	const ct_tensor *mat2;
	ct_tensors scale_a;
	ct_ints recipe_a;
	ct_ints swizzle_a;
	ct_tensors scale_b;
	ct_ints recipe_b;
	ct_ints swizzle_b;
	ct_ints contraction_dim;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
	bool use_fast_accum;
	ct_tensor *out;
};
struct ct_args__scaled_dot_product_attention_math {
	char first_;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *attn_mask;
	double dropout_p;
	bool is_causal;
	const ct_tensor *dropout_mask;
	struct ct_no_more_ no_more_;
	double scale;
	bool enable_gqa;
};
struct ct_args__scaled_dot_product_attention_math_for_mps {
	char first_;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *attn_mask;
	double dropout_p;
	bool is_causal;
	const ct_tensor *dropout_mask;
	struct ct_no_more_ no_more_;
	double scale;
	bool enable_gqa;
};
struct ct_args__scaled_dot_product_cudnn_attention {
	char first_;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *attn_bias;
	bool compute_log_sumexp;
	double dropout_p;
	bool is_causal;
	bool return_debug_mask;
	struct ct_no_more_ no_more_;
	double scale;
};
struct ct_args__scaled_dot_product_cudnn_attention_backward {
	char first_;
	const ct_tensor *grad_out;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *out;
	const ct_tensor *logsumexp;
	const ct_tensor *philox_seed;
	const ct_tensor *philox_offset;
	const ct_tensor *attn_bias;
	const ct_tensor *cum_seq_q;
	const ct_tensor *cum_seq_k;
	int64_t max_q;
	int64_t max_k;
	double dropout_p;
	bool is_causal;
	struct ct_no_more_ no_more_;
	double scale;
};
struct ct_args__scaled_dot_product_efficient_attention {
	char first_;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *attn_bias;
	bool compute_log_sumexp;
	double dropout_p;
	bool is_causal;
	struct ct_no_more_ no_more_;
	double scale;
};
struct ct_args__scaled_dot_product_efficient_attention_backward {
	char first_;
	const ct_tensor *grad_out_;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *attn_bias;
	const ct_tensor *out;
	const ct_tensor *logsumexp;
	const ct_tensor *philox_seed;
	const ct_tensor *philox_offset;
	double dropout_p;
	const bool *grad_input_mask;
	bool is_causal;
	struct ct_no_more_ no_more_;
	double scale;
};
struct ct_args__scaled_dot_product_flash_attention {
	char first_;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	double dropout_p;
	bool is_causal;
	bool return_debug_mask;
	struct ct_no_more_ no_more_;
	double scale;
};
struct ct_args__scaled_dot_product_flash_attention_backward {
	char first_;
	const ct_tensor *grad_out;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *out;
	const ct_tensor *logsumexp;
	const ct_tensor *cum_seq_q;
	const ct_tensor *cum_seq_k;
	int64_t max_q;
	int64_t max_k;
	double dropout_p;
	bool is_causal;
	const ct_tensor *philox_seed;
	const ct_tensor *philox_offset;
	struct ct_no_more_ no_more_;
	double scale;
};
struct ct_args__scaled_dot_product_flash_attention_for_cpu {
	char first_;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	double dropout_p;
	bool is_causal;
	struct ct_no_more_ no_more_;
	const ct_tensor *attn_mask;
	double scale;
};
struct ct_args__scaled_dot_product_flash_attention_for_cpu_backward {
	char first_;
	const ct_tensor *grad_out;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *out;
	const ct_tensor *logsumexp;
	double dropout_p;
	bool is_causal;
	struct ct_no_more_ no_more_;
	const ct_tensor *attn_mask;
	double scale;
};
struct ct_args__scaled_dot_product_flash_attention_quantized {
	char first_;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *q_descale;
	const ct_tensor *k_descale;
	const ct_tensor *v_descale;
	double dropout_p;
	bool is_causal;
	bool return_debug_mask;
	struct ct_no_more_ no_more_;
	double scale;
};
struct ct_args__scaled_dot_product_fused_attention_overrideable {
	char first_;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *attn_bias;
	double dropout_p;
	bool is_causal;
	bool return_debug_mask;
	struct ct_no_more_ no_more_;
	double scale;
};
struct ct_args__scaled_dot_product_fused_attention_overrideable_backward {
	char first_;
	const ct_tensor *grad_out;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *attn_bias;
	const bool *grad_input_mask;
	const ct_tensor *out;
	const ct_tensor *logsumexp;
	const ct_tensor *cum_seq_q;
	const ct_tensor *cum_seq_k;
	int64_t max_q;
	int64_t max_k;
	double dropout_p;
	bool is_causal;
	const ct_tensor *philox_seed;
	const ct_tensor *philox_offset;
	struct ct_no_more_ no_more_;
	double scale;
};
struct ct_args__scaled_grouped_mm {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	const ct_tensor *scale_a;
	const ct_tensor *scale_b;
	const ct_tensor *offs;
	const ct_tensor *bias;
	const ct_tensor *scale_result;
	ct_dtype out_dtype;
	bool use_fast_accum;
	struct ct_no_more_ no_more_;
};
struct ct_args__scaled_grouped_mm_v2 {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	ct_tensors scale_a;
	ct_ints recipe_a;
	ct_ints swizzle_a;
	ct_tensors scale_b;
	ct_ints recipe_b;
	ct_ints swizzle_b;
	const ct_tensor *offs;
	const ct_tensor *bias;
	ct_dtype out_dtype;
	ct_ints contraction_dim;
	bool use_fast_accum;
	struct ct_no_more_ no_more_;
};
struct ct_args__scaled_grouped_mm_v2_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	ct_tensors scale_a;
	ct_ints recipe_a;
	ct_ints swizzle_a;
	ct_tensors scale_b;
	ct_ints recipe_b;
	ct_ints swizzle_b;
	const ct_tensor *offs;
	const ct_tensor *bias;
	ct_dtype out_dtype;
	ct_ints contraction_dim;
	bool use_fast_accum;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__scaled_mm {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	const ct_tensor *scale_a;
	const ct_tensor *scale_b;
	const ct_tensor *bias;
	const ct_tensor *scale_result;
	ct_dtype out_dtype;
	bool use_fast_accum;
	struct ct_no_more_ no_more_;
};
struct ct_args__scaled_mm_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	const ct_tensor *scale_a;
	const ct_tensor *scale_b;
	const ct_tensor *bias;
	const ct_tensor *scale_result;
	ct_dtype out_dtype;
	bool use_fast_accum;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__scaled_mm_v2 {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	ct_tensors scale_a;
	ct_ints recipe_a;
	ct_ints swizzle_a;
	ct_tensors scale_b;
	ct_ints recipe_b;
	ct_ints swizzle_b;
	const ct_tensor *bias;
	ct_dtype out_dtype;
	ct_ints contraction_dim;
	bool use_fast_accum;
	struct ct_no_more_ no_more_;
};
struct ct_args__scaled_mm_v2_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	ct_tensors scale_a;
	ct_ints recipe_a;
	ct_ints swizzle_a;
	ct_tensors scale_b;
	ct_ints recipe_b;
	ct_ints swizzle_b;
	const ct_tensor *bias;
	ct_dtype out_dtype;
	ct_ints contraction_dim;
	bool use_fast_accum;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__segment_reduce_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *output;
	const ct_tensor *data;
	const char *reduce;
	struct ct_no_more_ no_more_;
	const ct_tensor *lengths;
	const ct_tensor *offsets;
	int64_t axis;
	ct_number initial;
};
struct ct_args__segment_reduce_backward_out {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *output;
	const ct_tensor *data;
	const char *reduce;
	struct ct_no_more_ no_more_;
	const ct_tensor *lengths;
	const ct_tensor *offsets;
	int64_t axis;
	ct_number initial;
	ct_tensor *out;
};
struct ct_args__shape_as_tensor {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__slow_conv2d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_tensor *grad_input;
	ct_tensor *grad_weight;
	ct_tensor *grad_bias;
	struct ct_no_more_ no_more_;
};
struct ct_args__slow_conv2d_backward_output_mask {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	const bool *output_mask;
	struct ct_no_more_ no_more_;
};
struct ct_args__slow_conv2d_backward_output_mask_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	const bool *output_mask;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	struct ct_no_more_ no_more_;
};
struct ct_args__slow_conv2d_forward {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	struct ct_no_more_ no_more_;
};
struct ct_args__slow_conv2d_forward_output {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_tensor *output;
	struct ct_no_more_ no_more_;
};
struct ct_args__sobol_engine_draw {
	char first_;
	const ct_tensor *quasi;
	int64_t n;
	const ct_tensor *sobolstate;
	int64_t dimension;
	int64_t num_generated;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args__sobol_engine_ff_ {
	char first_;
	ct_tensor *self;
	int64_t n;
	const ct_tensor *sobolstate;
	int64_t dimension;
	int64_t num_generated;
	struct ct_no_more_ no_more_;
};
struct ct_args__sobol_engine_initialize_state_ {
	char first_;
	ct_tensor *self;
	int64_t dimension;
	struct ct_no_more_ no_more_;
};
struct ct_args__sobol_engine_scramble_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *ltm;
	int64_t dimension;
	struct ct_no_more_ no_more_;
};
struct ct_args__softmax {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool half_to_float;
	struct ct_no_more_ no_more_;
};
struct ct_args__softmax_backward_data {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *output;
	int64_t dim;
	ct_dtype input_dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args__softmax_backward_data_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *output;
	int64_t dim;
	ct_dtype input_dtype;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args__softmax_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool half_to_float;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_addmm {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat1;
	const ct_tensor *mat2;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
};
struct ct_args__sparse_addmm_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat1;
	const ct_tensor *mat2;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
	ct_tensor *out;
};
struct ct_args__sparse_broadcast_to {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_broadcast_to_copy {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_broadcast_to_copy_out {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_bsc_tensor_unsafe {
	char first_;
	const ct_tensor *ccol_indices;
	const ct_tensor *row_indices;
	const ct_tensor *values;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args__sparse_bsr_tensor_unsafe {
	char first_;
	const ct_tensor *crow_indices;
	const ct_tensor *col_indices;
	const ct_tensor *values;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args__sparse_compressed_tensor_unsafe {
	char first_;
	const ct_tensor *compressed_indices;
	const ct_tensor *plain_indices;
	const ct_tensor *values;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args__sparse_compressed_tensor_with_dims {
	char first_;
	int64_t nnz;
	int64_t dense_dim;
	ct_ints size;
	ct_ints blocksize;
	ct_dtype index_dtype;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args__sparse_coo_tensor_unsafe {
	char first_;
	const ct_tensor *indices;
	const ct_tensor *values;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	signed char is_coalesced;
};
struct ct_args__sparse_coo_tensor_with_dims {
	char first_;
	int64_t sparse_dim;
	int64_t dense_dim;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args__sparse_coo_tensor_with_dims_and_tensors {
	char first_;
	int64_t sparse_dim;
	int64_t dense_dim;
	ct_ints size;
	const ct_tensor *indices;
	const ct_tensor *values;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	signed char is_coalesced;
};
struct ct_args__sparse_coo_tensor_with_dims_and_tensors_out {
	char first_;
	int64_t sparse_dim;
	int64_t dense_dim;
	ct_ints size;
	const ct_tensor *indices;
	const ct_tensor *values;
	struct ct_no_more_ no_more_;
	signed char is_coalesced;
	ct_tensor *out;
};
struct ct_args__sparse_coo_tensor_with_dims_out {
	char first_;
	int64_t sparse_dim;
	int64_t dense_dim;
	ct_ints size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_csc_tensor_unsafe {
	char first_;
	const ct_tensor *ccol_indices;
	const ct_tensor *row_indices;
	const ct_tensor *values;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args__sparse_csr_prod_dim_dtype {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
};
struct ct_args__sparse_csr_prod_dim_dtype_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_tensor *out;
};
struct ct_args__sparse_csr_sum_dim_dtype {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
};
struct ct_args__sparse_csr_sum_dim_dtype_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_tensor *out;
};
struct ct_args__sparse_csr_tensor_unsafe {
	char first_;
	const ct_tensor *crow_indices;
	const ct_tensor *col_indices;
	const ct_tensor *values;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args__sparse_log_softmax {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool half_to_float;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_log_softmax_backward_data {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *output;
	int64_t dim;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_log_softmax_backward_data_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *output;
	int64_t dim;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_log_softmax_int {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_log_softmax_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool half_to_float;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_mask_projection {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mask;
	bool accumulate_matches;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_mask_projection_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mask;
	bool accumulate_matches;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__sparse_mm {
	char first_;
	const ct_tensor *sparse;
	const ct_tensor *dense;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_mm_reduce {
	char first_;
	const ct_tensor *sparse;
	const ct_tensor *dense;
	const char *reduce;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_mm_reduce_impl {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	const char *reduce;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_mm_reduce_impl_backward {
	char first_;
	const ct_tensor *self;
	const ct_tensor *grad_out;
	const ct_tensor *weight;
	const char *reduce;
	const ct_tensor *arg_out;
	const bool *output_mask;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_semi_structured_addmm {
	char first_;
	const ct_tensor *input;
	const ct_tensor *mat1;
	const ct_tensor *mat1_meta;
	const ct_tensor *mat2;
	struct ct_no_more_ no_more_;
	ct_number alpha;
	ct_number beta;
	ct_dtype out_dtype;
};
struct ct_args__sparse_semi_structured_apply {
	char first_;
	const ct_tensor *input;
	const ct_tensor *thread_masks;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_semi_structured_apply_dense {
	char first_;
	const ct_tensor *input;
	const ct_tensor *thread_masks;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_semi_structured_linear {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *meta;
	struct ct_no_more_ no_more_;
	const ct_tensor *bias;
	const char *activation;
	ct_dtype out_dtype;
};
struct ct_args__sparse_semi_structured_mm {
	char first_;
	const ct_tensor *mat1;
	const ct_tensor *mat1_meta;
	const ct_tensor *mat2;
	struct ct_no_more_ no_more_;
	ct_dtype out_dtype;
};
struct ct_args__sparse_semi_structured_tile {
	char first_;
	const ct_tensor *input;
	const char *algorithm;
	bool use_cutlass;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_softmax {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool half_to_float;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_softmax_backward_data {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *output;
	int64_t dim;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_softmax_backward_data_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *output;
	int64_t dim;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_softmax_int {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_softmax_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool half_to_float;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_sparse_matmul {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_sparse_matmul_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_sum {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_sum_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *self;
	ct_ints dim;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_sum_backward_out {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *self;
	ct_ints dim;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_sum_dim {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_sum_dim_dtype {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_sum_dim_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__sparse_sum_dtype {
	char first_;
	const ct_tensor *self;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args__spdiags {
	char first_;
	const ct_tensor *diagonals;
	const ct_tensor *offsets;
	ct_ints shape;
	ct_layout layout;
	struct ct_no_more_ no_more_;
};
struct ct_args__spdiags_out {
	char first_;
	const ct_tensor *diagonals;
	const ct_tensor *offsets;
	ct_ints shape;
	ct_layout layout;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__spsolve {
	char first_;
	const ct_tensor *A;
	const ct_tensor *B;
	struct ct_no_more_ no_more_;
	bool left;
};
struct ct_args__stack {
	char first_;
	ct_tensors tensors;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args__stack_out {
	char first_;
	ct_tensors tensors;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__standard_gamma {
	char first_;
	const ct_tensor *self;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
};
struct ct_args__standard_gamma_grad {
	char first_;
	const ct_tensor *self;
	const ct_tensor *output;
	struct ct_no_more_ no_more_;
};
struct ct_args__standard_gamma_grad_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *output;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__standard_gamma_out {
	char first_;
	const ct_tensor *self;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__test_ambiguous_defaults_a {
	char first_;
	const ct_tensor *dummy;
	int64_t a;
	int64_t b;
	struct ct_no_more_ no_more_;
};
struct ct_args__test_ambiguous_defaults_b {
	char first_;
	const ct_tensor *dummy;
	int64_t a;
	const char *b;
	struct ct_no_more_ no_more_;
};
struct ct_args__test_autograd_multiple_dispatch_fullcoverage {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__test_autograd_multiple_dispatch_fullcoverage_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__test_autograd_multiple_dispatch_ntonly {
	char first_;
	const ct_tensor *self;
	bool b;
	struct ct_no_more_ no_more_;
};
struct ct_args__test_autograd_multiple_dispatch_view {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__test_autograd_multiple_dispatch_view_copy {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__test_autograd_multiple_dispatch_view_copy_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__test_check_tensor {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__test_functorch_fallback {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args__test_functorch_fallback_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__test_optional_filled_intlist {
	char first_;
	const ct_tensor *values;
	ct_ints addends;
	struct ct_no_more_ no_more_;
};
struct ct_args__test_optional_filled_intlist_out {
	char first_;
	const ct_tensor *values;
	ct_ints addends;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__test_optional_floatlist {
	char first_;
	const ct_tensor *values;
	ct_doubles addends;
	struct ct_no_more_ no_more_;
};
struct ct_args__test_optional_floatlist_out {
	char first_;
	const ct_tensor *values;
	ct_doubles addends;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__test_optional_intlist {
	char first_;
	const ct_tensor *values;
	ct_ints addends;
	struct ct_no_more_ no_more_;
};
struct ct_args__test_optional_intlist_out {
	char first_;
	const ct_tensor *values;
	ct_ints addends;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__test_parallel_materialize {
	char first_;
	const ct_tensor *self;
	int64_t num_parallel;
	bool skip_first;
	struct ct_no_more_ no_more_;
};
struct ct_args__test_serialization_subcmul {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_number alpha;
	struct ct_no_more_ no_more_;
};
struct ct_args__test_string_default {
	char first_;
	const ct_tensor *dummy;
	const char *a;
	const char *b;
	struct ct_no_more_ no_more_;
};
struct ct_args__test_warn_in_autograd {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__test_warn_in_autograd_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__thnn_differentiable_gru_cell_backward {
	char first_;
	const ct_tensor *grad_hy;
	const ct_tensor *input_gates;
	const ct_tensor *hidden_gates;
	const ct_tensor *hx;
	const ct_tensor *input_bias;
	const ct_tensor *hidden_bias;
	struct ct_no_more_ no_more_;
};
struct ct_args__thnn_differentiable_lstm_cell_backward {
	char first_;
	const ct_tensor *grad_hy;
	const ct_tensor *grad_cy;
	const ct_tensor *input_gates;
	const ct_tensor *hidden_gates;
	const ct_tensor *input_bias;
	const ct_tensor *hidden_bias;
	const ct_tensor *cx;
	const ct_tensor *cy;
	struct ct_no_more_ no_more_;
};
struct ct_args__thnn_fused_gru_cell {
	char first_;
	const ct_tensor *input_gates;
	const ct_tensor *hidden_gates;
	const ct_tensor *hx;
	const ct_tensor *input_bias;
	const ct_tensor *hidden_bias;
	struct ct_no_more_ no_more_;
};
struct ct_args__thnn_fused_gru_cell_backward {
	char first_;
	const ct_tensor *grad_hy;
	const ct_tensor *workspace;
	bool has_bias;
	struct ct_no_more_ no_more_;
};
struct ct_args__thnn_fused_gru_cell_backward_out {
	char first_;
	const ct_tensor *grad_hy;
	const ct_tensor *workspace;
	bool has_bias;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	ct_tensor *out3;
	ct_tensor *out4;
	struct ct_no_more_ no_more_;
};
struct ct_args__thnn_fused_gru_cell_out {
	char first_;
	const ct_tensor *input_gates;
	const ct_tensor *hidden_gates;
	const ct_tensor *hx;
	const ct_tensor *input_bias;
	const ct_tensor *hidden_bias;
	struct ct_no_more_ no_more_;
	ct_tensor *out0;
	ct_tensor *out1;
};
struct ct_args__thnn_fused_lstm_cell {
	char first_;
	const ct_tensor *input_gates;
	const ct_tensor *hidden_gates;
	const ct_tensor *cx;
	const ct_tensor *input_bias;
	const ct_tensor *hidden_bias;
	struct ct_no_more_ no_more_;
};
struct ct_args__thnn_fused_lstm_cell_backward {
	char first_;
	const ct_tensor *grad_hy;
	const ct_tensor *grad_cy;
	const ct_tensor *cx;
	const ct_tensor *cy;
	const ct_tensor *workspace;
	bool has_bias;
	struct ct_no_more_ no_more_;
};
struct ct_args__thnn_fused_lstm_cell_backward_impl {
	char first_;
	const ct_tensor *grad_hy;
	const ct_tensor *grad_cy;
	const ct_tensor *cx;
	const ct_tensor *cy;
	const ct_tensor *workspace;
	bool has_bias;
	struct ct_no_more_ no_more_;
};
struct ct_args__thnn_fused_lstm_cell_backward_impl_out {
	char first_;
	const ct_tensor *grad_hy;
	const ct_tensor *grad_cy;
	const ct_tensor *cx;
	const ct_tensor *cy;
	const ct_tensor *workspace;
	bool has_bias;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	struct ct_no_more_ no_more_;
};
struct ct_args__thnn_fused_lstm_cell_out {
	char first_;
	const ct_tensor *input_gates;
	const ct_tensor *hidden_gates;
	const ct_tensor *cx;
	const ct_tensor *input_bias;
	const ct_tensor *hidden_bias;
	struct ct_no_more_ no_more_;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
};
struct ct_args__to_copy {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	bool non_blocking;
	ct_memory_format memory_format;
};
struct ct_args__to_copy_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	bool non_blocking;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args__to_cpu {
	char first_;
	ct_tensors tensors;
	struct ct_no_more_ no_more_;
};
struct ct_args__to_dense {
	char first_;
	const ct_tensor *self;
	ct_dtype dtype;
	signed char masked_grad;
	struct ct_no_more_ no_more_;
};
struct ct_args__to_dense_out {
	char first_;
	const ct_tensor *self;
	ct_dtype dtype;
	signed char masked_grad;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__to_sparse {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_layout layout;
	ct_ints blocksize;
	int64_t dense_dim;
};
struct ct_args__to_sparse_bsc {
	char first_;
	const ct_tensor *self;
	ct_ints blocksize;
	int64_t dense_dim;
	struct ct_no_more_ no_more_;
};
struct ct_args__to_sparse_bsc_out {
	char first_;
	const ct_tensor *self;
	ct_ints blocksize;
	int64_t dense_dim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__to_sparse_bsr {
	char first_;
	const ct_tensor *self;
	ct_ints blocksize;
	int64_t dense_dim;
	struct ct_no_more_ no_more_;
};
struct ct_args__to_sparse_bsr_out {
	char first_;
	const ct_tensor *self;
	ct_ints blocksize;
	int64_t dense_dim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__to_sparse_csc {
	char first_;
	const ct_tensor *self;
	int64_t dense_dim;
	struct ct_no_more_ no_more_;
};
struct ct_args__to_sparse_csc_out {
	char first_;
	const ct_tensor *self;
	int64_t dense_dim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__to_sparse_csr {
	char first_;
	const ct_tensor *self;
	int64_t dense_dim;
	struct ct_no_more_ no_more_;
};
struct ct_args__to_sparse_csr_out {
	char first_;
	const ct_tensor *self;
	int64_t dense_dim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__to_sparse_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_layout layout;
	ct_ints blocksize;
	int64_t dense_dim;
	ct_tensor *out;
};
struct ct_args__to_sparse_semi_structured {
	char first_;
	const ct_tensor *dense;
	struct ct_no_more_ no_more_;
};
struct ct_args__to_sparse_sparse_dim {
	char first_;
	const ct_tensor *self;
	int64_t sparse_dim;
	struct ct_no_more_ no_more_;
};
struct ct_args__to_sparse_sparse_dim_out {
	char first_;
	const ct_tensor *self;
	int64_t sparse_dim;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__transform_bias_rescale_qkv {
	char first_;
	const ct_tensor *qkv;
	const ct_tensor *qkv_bias;
	int64_t num_heads;
	struct ct_no_more_ no_more_;
};
struct ct_args__transform_bias_rescale_qkv_out {
	char first_;
	const ct_tensor *qkv;
	const ct_tensor *qkv_bias;
	int64_t num_heads;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	struct ct_no_more_ no_more_;
};
struct ct_args__transformer_encoder_layer_fwd {
	char first_;
	const ct_tensor *src;
	int64_t embed_dim;
	int64_t num_heads;
	const ct_tensor *qkv_weight;
	const ct_tensor *qkv_bias;
	const ct_tensor *proj_weight;
	const ct_tensor *proj_bias;
	bool use_gelu;
	bool norm_first;
	double eps;
	const ct_tensor *norm_weight_1;
	const ct_tensor *norm_bias_1;
	const ct_tensor *norm_weight_2;
	const ct_tensor *norm_bias_2;
	const ct_tensor *ffn_weight_1;
	const ct_tensor *ffn_bias_1;
	const ct_tensor *ffn_weight_2;
	const ct_tensor *ffn_bias_2;
	const ct_tensor *mask;
	int64_t mask_type;
	struct ct_no_more_ no_more_;
};
struct ct_args__transformer_encoder_layer_fwd_out {
	char first_;
	const ct_tensor *src;
	int64_t embed_dim;
	int64_t num_heads;
	const ct_tensor *qkv_weight;
	const ct_tensor *qkv_bias;
	const ct_tensor *proj_weight;
	const ct_tensor *proj_bias;
	bool use_gelu;
	bool norm_first;
	double eps;
	const ct_tensor *norm_weight_1;
	const ct_tensor *norm_bias_1;
	const ct_tensor *norm_weight_2;
	const ct_tensor *norm_bias_2;
	const ct_tensor *ffn_weight_1;
	const ct_tensor *ffn_bias_1;
	const ct_tensor *ffn_weight_2;
	const ct_tensor *ffn_bias_2;
	const ct_tensor *mask;
	int64_t mask_type;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__trilinear {
	char first_;
	const ct_tensor *i1;
	const ct_tensor *i2;
	const ct_tensor *i3;
	ct_ints expand1;
	ct_ints expand2;
	ct_ints expand3;
	ct_ints sumdim;
	int64_t unroll_dim;
	struct ct_no_more_ no_more_;
};
struct ct_args__trilinear_out {
	char first_;
	const ct_tensor *i1;
	const ct_tensor *i2;
	const ct_tensor *i3;
	ct_ints expand1;
	ct_ints expand2;
	ct_ints expand3;
	ct_ints sumdim;
	int64_t unroll_dim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__triton_multi_head_attention {
	char first_;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	int64_t embed_dim;
	int64_t num_head;
	const ct_tensor *qkv_weight;
	const ct_tensor *qkv_bias;
	const ct_tensor *proj_weight;
	const ct_tensor *proj_bias;
	const ct_tensor *mask;
	struct ct_no_more_ no_more_;
};
struct ct_args__triton_multi_head_attention_out {
	char first_;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	int64_t embed_dim;
	int64_t num_head;
	const ct_tensor *qkv_weight;
	const ct_tensor *qkv_bias;
	const ct_tensor *proj_weight;
	const ct_tensor *proj_bias;
	const ct_tensor *mask;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__triton_scaled_dot_attention {
	char first_;
	const ct_tensor *q;
	const ct_tensor *k;
	const ct_tensor *v;
	double dropout_p;
	struct ct_no_more_ no_more_;
};
struct ct_args__triton_scaled_dot_attention_out {
	char first_;
	const ct_tensor *q;
	const ct_tensor *k;
	const ct_tensor *v;
	double dropout_p;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__unique {
	char first_;
	const ct_tensor *self;
	bool sorted;
	bool return_inverse;
	struct ct_no_more_ no_more_;
};
struct ct_args__unique2 {
	char first_;
	const ct_tensor *self;
	bool sorted;
	bool return_inverse;
	bool return_counts;
	struct ct_no_more_ no_more_;
};
struct ct_args__unique2_out {
	char first_;
	const ct_tensor *self;
	bool sorted;
	bool return_inverse;
	bool return_counts;
	struct ct_no_more_ no_more_;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
};
struct ct_args__unique_out {
	char first_;
	const ct_tensor *self;
	bool sorted;
	bool return_inverse;
	struct ct_no_more_ no_more_;
	ct_tensor *out0;
	ct_tensor *out1;
};
struct ct_args__unpack_dual {
	char first_;
	const ct_tensor *dual;
	int64_t level;
	struct ct_no_more_ no_more_;
};
struct ct_args__unsafe_index_Tensor {
	char first_;
	const ct_tensor *self;
	ct_tensors indices;
	struct ct_no_more_ no_more_;
};
struct ct_args__unsafe_index_put {
	char first_;
	const ct_tensor *self;
	ct_tensors indices;
	const ct_tensor *values;
	bool accumulate;
	struct ct_no_more_ no_more_;
};
struct ct_args__unsafe_masked_index {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mask;
	ct_tensors indices;
	ct_number fill;
	struct ct_no_more_ no_more_;
};
struct ct_args__unsafe_masked_index_put_accumulate {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mask;
	ct_tensors indices;
	const ct_tensor *values;
	struct ct_no_more_ no_more_;
};
struct ct_args__unsafe_view {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	struct ct_no_more_ no_more_;
};
struct ct_args__unsafe_view_out {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__upsample_bicubic2d_aa {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	bool align_corners;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
};
struct ct_args__upsample_bicubic2d_aa_backward {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	bool align_corners;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
};
struct ct_args__upsample_bicubic2d_aa_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	bool align_corners;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
	ct_tensor *grad_input;
};
struct ct_args__upsample_bicubic2d_aa_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	bool align_corners;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__upsample_bicubic2d_aa_vec {
	char first_;
	const ct_tensor *input;
	ct_ints output_size;
	bool align_corners;
	ct_doubles scale_factors;
	struct ct_no_more_ no_more_;
};
struct ct_args__upsample_bilinear2d_aa {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	bool align_corners;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
};
struct ct_args__upsample_bilinear2d_aa_backward {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	bool align_corners;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
};
struct ct_args__upsample_bilinear2d_aa_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	bool align_corners;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
	ct_tensor *grad_input;
};
struct ct_args__upsample_bilinear2d_aa_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	bool align_corners;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__upsample_bilinear2d_aa_vec {
	char first_;
	const ct_tensor *input;
	ct_ints output_size;
	bool align_corners;
	ct_doubles scale_factors;
	struct ct_no_more_ no_more_;
};
struct ct_args__upsample_lanczos2d_aa {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	bool align_corners;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
};
struct ct_args__upsample_lanczos2d_aa_backward {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	bool align_corners;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
};
struct ct_args__upsample_lanczos2d_aa_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	bool align_corners;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
	ct_tensor *grad_input;
};
struct ct_args__upsample_lanczos2d_aa_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	bool align_corners;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__upsample_lanczos2d_aa_vec {
	char first_;
	const ct_tensor *input;
	ct_ints output_size;
	bool align_corners;
	ct_doubles scale_factors;
	struct ct_no_more_ no_more_;
};
struct ct_args__upsample_nearest_exact1d {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	double scales;
	struct ct_no_more_ no_more_;
};
struct ct_args__upsample_nearest_exact1d_backward {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	double scales;
	struct ct_no_more_ no_more_;
};
struct ct_args__upsample_nearest_exact1d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	double scales;
	struct ct_no_more_ no_more_;
	ct_tensor *grad_input;
};
struct ct_args__upsample_nearest_exact1d_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	double scales;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__upsample_nearest_exact1d_vec {
	char first_;
	const ct_tensor *input;
	ct_ints output_size;
	ct_doubles scale_factors;
	struct ct_no_more_ no_more_;
};
struct ct_args__upsample_nearest_exact2d {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
};
struct ct_args__upsample_nearest_exact2d_backward {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
};
struct ct_args__upsample_nearest_exact2d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
	ct_tensor *grad_input;
};
struct ct_args__upsample_nearest_exact2d_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__upsample_nearest_exact2d_vec {
	char first_;
	const ct_tensor *input;
	ct_ints output_size;
	ct_doubles scale_factors;
	struct ct_no_more_ no_more_;
};
struct ct_args__upsample_nearest_exact3d {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	double scales_d;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
};
struct ct_args__upsample_nearest_exact3d_backward {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	double scales_d;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
};
struct ct_args__upsample_nearest_exact3d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	double scales_d;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
	ct_tensor *grad_input;
};
struct ct_args__upsample_nearest_exact3d_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	double scales_d;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__upsample_nearest_exact3d_vec {
	char first_;
	const ct_tensor *input;
	ct_ints output_size;
	ct_doubles scale_factors;
	struct ct_no_more_ no_more_;
};
struct ct_args__use_cudnn_ctc_loss {
	char first_;
	const ct_tensor *log_probs;
	const ct_tensor *targets;
	ct_ints input_lengths;
	ct_ints target_lengths;
	int64_t blank;
	struct ct_no_more_ no_more_;
};
struct ct_args__use_cudnn_ctc_loss_Tensor {
	char first_;
	const ct_tensor *log_probs;
	const ct_tensor *targets;
	const ct_tensor *input_lengths;
	const ct_tensor *target_lengths;
	int64_t blank;
	struct ct_no_more_ no_more_;
};
struct ct_args__use_cudnn_rnn_flatten_weight {
	char first_;
	struct ct_no_more_ no_more_;
};
struct ct_args__use_miopen_ctc_loss {
	char first_;
	const ct_tensor *log_probs;
	const ct_tensor *targets;
	ct_ints input_lengths;
	ct_ints target_lengths;
	int64_t blank;
	struct ct_no_more_ no_more_;
};
struct ct_args__use_miopen_ctc_loss_Tensor {
	char first_;
	const ct_tensor *log_probs;
	const ct_tensor *targets;
	const ct_tensor *input_lengths;
	const ct_tensor *target_lengths;
	int64_t blank;
	struct ct_no_more_ no_more_;
};
struct ct_args__validate_compressed_sparse_indices {
	char first_;
	bool is_crow;
	const ct_tensor *compressed_idx;
	const ct_tensor *plain_idx;
	int64_t cdim;
	int64_t dim;
	int64_t nnz;
	struct ct_no_more_ no_more_;
};
struct ct_args__validate_sparse_bsc_tensor_args {
	char first_;
	const ct_tensor *ccol_indices;
	const ct_tensor *row_indices;
	const ct_tensor *values;
	ct_ints size;
	signed char check_pinning;
	struct ct_no_more_ no_more_;
};
struct ct_args__validate_sparse_bsr_tensor_args {
	char first_;
	const ct_tensor *crow_indices;
	const ct_tensor *col_indices;
	const ct_tensor *values;
	ct_ints size;
	signed char check_pinning;
	struct ct_no_more_ no_more_;
};
struct ct_args__validate_sparse_compressed_tensor_args {
	char first_;
	const ct_tensor *compressed_indices;
	const ct_tensor *plain_indices;
	const ct_tensor *values;
	ct_ints size;
	ct_layout layout;
	signed char check_pinning;
	struct ct_no_more_ no_more_;
};
struct ct_args__validate_sparse_coo_tensor_args {
	char first_;
	const ct_tensor *indices;
	const ct_tensor *values;
	ct_ints size;
	signed char is_coalesced;
	signed char check_pinning;
	struct ct_no_more_ no_more_;
};
struct ct_args__validate_sparse_csc_tensor_args {
	char first_;
	const ct_tensor *ccol_indices;
	const ct_tensor *row_indices;
	const ct_tensor *values;
	ct_ints size;
	signed char check_pinning;
	struct ct_no_more_ no_more_;
};
struct ct_args__validate_sparse_csr_tensor_args {
	char first_;
	const ct_tensor *crow_indices;
	const ct_tensor *col_indices;
	const ct_tensor *values;
	ct_ints size;
	signed char check_pinning;
	struct ct_no_more_ no_more_;
};
struct ct_args__values {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__values_copy {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__values_copy_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args__version {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args__weight_int4pack_mm {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	int64_t qGroupSize;
	const ct_tensor *qScaleAndZeros;
	struct ct_no_more_ no_more_;
};
struct ct_args__weight_int4pack_mm_for_cpu {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	int64_t qGroupSize;
	const ct_tensor *qScaleAndZeros;
	struct ct_no_more_ no_more_;
};
struct ct_args__weight_int4pack_mm_with_scales_and_zeros {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	int64_t qGroupSize;
	const ct_tensor *qScale;
	const ct_tensor *qZeros;
	struct ct_no_more_ no_more_;
};
struct ct_args__weight_int8pack_mm {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	const ct_tensor *scales;
	struct ct_no_more_ no_more_;
};
struct ct_args__weight_norm {
	char first_;
	const ct_tensor *v;
	const ct_tensor *g;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args__weight_norm_differentiable_backward {
	char first_;
	const ct_tensor *grad_w;
	const ct_tensor *saved_v;
	const ct_tensor *saved_g;
	const ct_tensor *saved_norms;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args__weight_norm_interface {
	char first_;
	const ct_tensor *v;
	const ct_tensor *g;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args__weight_norm_interface_backward {
	char first_;
	const ct_tensor *grad_w;
	const ct_tensor *saved_v;
	const ct_tensor *saved_g;
	const ct_tensor *saved_norms;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args__weight_norm_interface_backward_out {
	char first_;
	const ct_tensor *grad_w;
	const ct_tensor *saved_v;
	const ct_tensor *saved_g;
	const ct_tensor *saved_norms;
	int64_t dim;
	ct_tensor *out0;
	ct_tensor *out1;
	struct ct_no_more_ no_more_;
};
struct ct_args__weight_norm_interface_out {
	char first_;
	const ct_tensor *v;
	const ct_tensor *g;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_tensor *out0;
	ct_tensor *out1;
};
struct ct_args__wrapped_linear_prepack {
	char first_;
	const ct_tensor *weight;
	const ct_tensor *weight_scale;
	const ct_tensor *weight_zero_point;
	const ct_tensor *bias;
	struct ct_no_more_ no_more_;
};
struct ct_args__wrapped_quantized_linear_prepacked {
	char first_;
	const ct_tensor *input;
	const ct_tensor *input_scale;
	const ct_tensor *input_zero_point;
	const ct_tensor *packed_weight;
	const ct_tensor *output_scale;
	const ct_tensor *output_zero_point;
	int64_t out_channel;
	struct ct_no_more_ no_more_;
};
static const int64_t ct_call_a_0_[] = {
	0,
};
static const int64_t ct_call_a_0_0_[] = {
	0,
	0,
};
static const int64_t ct_call_a_0_0_0_[] = {
	0,
	0,
	0,
};
struct ct_args_abs {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_abs_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_abs_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_absolute {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_absolute_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_absolute_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_acos {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_acos_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_acos_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_acosh {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_acosh_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_acosh_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_adaptive_avg_pool1d {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	struct ct_no_more_ no_more_;
};
struct ct_args_adaptive_avg_pool1d_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_adaptive_avg_pool2d {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	struct ct_no_more_ no_more_;
};
struct ct_args_adaptive_avg_pool2d_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_adaptive_avg_pool3d {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	struct ct_no_more_ no_more_;
};
struct ct_args_adaptive_avg_pool3d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_adaptive_avg_pool3d_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_adaptive_max_pool1d {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	struct ct_no_more_ no_more_;
};
struct ct_args_adaptive_max_pool2d {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	struct ct_no_more_ no_more_;
};
struct ct_args_adaptive_max_pool2d_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *indices;
	struct ct_no_more_ no_more_;
};
struct ct_args_adaptive_max_pool2d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *indices;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_adaptive_max_pool2d_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	ct_tensor *out;
	ct_tensor *indices;
	struct ct_no_more_ no_more_;
};
struct ct_args_adaptive_max_pool3d {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	struct ct_no_more_ no_more_;
};
struct ct_args_adaptive_max_pool3d_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *indices;
	struct ct_no_more_ no_more_;
};
struct ct_args_adaptive_max_pool3d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *indices;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_adaptive_max_pool3d_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	ct_tensor *out;
	ct_tensor *indices;
	struct ct_no_more_ no_more_;
};
struct ct_args_add_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_number alpha;
	struct ct_no_more_ no_more_;
};
struct ct_args_add_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_number alpha;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_add_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
};
struct ct_args_add__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	ct_number alpha;
	struct ct_no_more_ no_more_;
};
struct ct_args_add__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
};
struct ct_args_add_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
	ct_tensor *out;
};
struct ct_args_addbmm {
	char first_;
	const ct_tensor *self;
	const ct_tensor *batch1;
	const ct_tensor *batch2;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
};
struct ct_args_addbmm_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *batch1;
	const ct_tensor *batch2;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
};
struct ct_args_addbmm_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *batch1;
	const ct_tensor *batch2;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
	ct_tensor *out;
};
struct ct_args_addcdiv {
	char first_;
	const ct_tensor *self;
	const ct_tensor *tensor1;
	const ct_tensor *tensor2;
	struct ct_no_more_ no_more_;
	ct_number value;
};
struct ct_args_addcdiv_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *tensor1;
	const ct_tensor *tensor2;
	struct ct_no_more_ no_more_;
	ct_number value;
};
struct ct_args_addcdiv_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *tensor1;
	const ct_tensor *tensor2;
	struct ct_no_more_ no_more_;
	ct_number value;
	ct_tensor *out;
};
struct ct_args_addcmul {
	char first_;
	const ct_tensor *self;
	const ct_tensor *tensor1;
	const ct_tensor *tensor2;
	struct ct_no_more_ no_more_;
	ct_number value;
};
struct ct_args_addcmul_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *tensor1;
	const ct_tensor *tensor2;
	struct ct_no_more_ no_more_;
	ct_number value;
};
struct ct_args_addcmul_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *tensor1;
	const ct_tensor *tensor2;
	struct ct_no_more_ no_more_;
	ct_number value;
	ct_tensor *out;
};
struct ct_args_addmm {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat1;
	const ct_tensor *mat2;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
};
struct ct_args_addmm_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *mat1;
	const ct_tensor *mat2;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
};
struct ct_args_addmm_dtype {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat1;
	const ct_tensor *mat2;
	ct_dtype out_dtype;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
};
struct ct_args_addmm_dtype_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat1;
	const ct_tensor *mat2;
	ct_dtype out_dtype;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
	ct_tensor *out;
};
struct ct_args_addmm_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat1;
	const ct_tensor *mat2;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
	ct_tensor *out;
};
struct ct_args_addmv {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat;
	const ct_tensor *vec;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
};
struct ct_args_addmv_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *mat;
	const ct_tensor *vec;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
};
struct ct_args_addmv_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat;
	const ct_tensor *vec;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
	ct_tensor *out;
};
struct ct_args_addr {
	char first_;
	const ct_tensor *self;
	const ct_tensor *vec1;
	const ct_tensor *vec2;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
};
struct ct_args_addr_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *vec1;
	const ct_tensor *vec2;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
};
struct ct_args_addr_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *vec1;
	const ct_tensor *vec2;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
	ct_tensor *out;
};
struct ct_args_adjoint {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_affine_grid_generator {
	char first_;
	const ct_tensor *theta;
	ct_ints size;
	bool align_corners;
	struct ct_no_more_ no_more_;
};
struct ct_args_affine_grid_generator_backward {
	char first_;
	const ct_tensor *grad;
	ct_ints size;
	bool align_corners;
	struct ct_no_more_ no_more_;
};
struct ct_args_affine_grid_generator_out {
	char first_;
	const ct_tensor *theta;
	ct_ints size;
	bool align_corners;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_alias {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_alias_copy {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_alias_copy_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_all {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_all_all_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_all_dim {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_all_dims {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_all_dims_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_all_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_allclose {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	double rtol;
	double atol;
	bool equal_nan;
	struct ct_no_more_ no_more_;
};
struct ct_args_alpha_dropout {
	char first_;
	const ct_tensor *input;
	double p;
	bool train;
	struct ct_no_more_ no_more_;
};
struct ct_args_alpha_dropout_ {
	char first_;
	ct_tensor *self;
	double p;
	bool train;
	struct ct_no_more_ no_more_;
};
struct ct_args_amax {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_amax_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_amin {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_amin_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_aminmax {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	int64_t dim;
	bool keepdim;
};
struct ct_args_aminmax_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	int64_t dim;
	bool keepdim;
	ct_tensor *min;
	ct_tensor *max;
};
struct ct_args_angle {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_angle_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_any {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_any_all_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_any_dim {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_any_dims {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_any_dims_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_any_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_arange {
	char first_;
	ct_number end;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_arange_out {
	char first_;
	ct_number end;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_arange_start {
	char first_;
	ct_number start;
	ct_number end;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_arange_start_out {
	char first_;
	ct_number start;
	ct_number end;
	ct_number step;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_arange_start_step {
	char first_;
	ct_number start;
	ct_number end;
	ct_number step;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_arccos {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_arccos_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_arccos_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_arccosh {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_arccosh_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_arccosh_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_arcsin {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_arcsin_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_arcsin_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_arcsinh {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_arcsinh_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_arcsinh_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_arctan {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_arctan2 {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_arctan2_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_arctan2_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_arctan_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_arctan_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_arctanh {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_arctanh_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_arctanh_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_argmax {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_argmax_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_argmin {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_argmin_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_argsort {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool descending;
	struct ct_no_more_ no_more_;
};
struct ct_args_argsort_stable {
	char first_;
	const ct_tensor *self;
	bool stable;
	struct ct_no_more_ no_more_;
	int64_t dim;
	bool descending;
};
struct ct_args_argsort_stable_out {
	char first_;
	const ct_tensor *self;
	bool stable;
	struct ct_no_more_ no_more_;
	int64_t dim;
	bool descending;
	ct_tensor *out;
};
struct ct_args_argwhere {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_as_strided {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	ct_ints stride;
	int64_t storage_offset;
	struct ct_no_more_ no_more_;
};
struct ct_args_as_strided_ {
	char first_;
	ct_tensor *self;
	ct_ints size;
	ct_ints stride;
	int64_t storage_offset;
	struct ct_no_more_ no_more_;
};
struct ct_args_as_strided_copy {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	ct_ints stride;
	int64_t storage_offset;
	struct ct_no_more_ no_more_;
};
struct ct_args_as_strided_copy_out {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	ct_ints stride;
	int64_t storage_offset;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_as_strided_scatter {
	char first_;
	const ct_tensor *self;
	const ct_tensor *src;
	ct_ints size;
	ct_ints stride;
	int64_t storage_offset;
	struct ct_no_more_ no_more_;
};
struct ct_args_as_strided_scatter_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *src;
	ct_ints size;
	ct_ints stride;
	int64_t storage_offset;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_asin {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_asin_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_asin_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_asinh {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_asinh_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_asinh_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_atan {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_atan2 {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_atan2_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_atan2_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_atan_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_atan_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_atanh {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_atanh_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_atanh_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_atleast_1d {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_atleast_1d_Sequence {
	char first_;
	ct_tensors tensors;
	struct ct_no_more_ no_more_;
};
struct ct_args_atleast_2d {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_atleast_2d_Sequence {
	char first_;
	ct_tensors tensors;
	struct ct_no_more_ no_more_;
};
struct ct_args_atleast_3d {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_atleast_3d_Sequence {
	char first_;
	ct_tensors tensors;
	struct ct_no_more_ no_more_;
};
struct ct_args_avg_pool1d {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	bool ceil_mode;
	bool count_include_pad;
	struct ct_no_more_ no_more_;
};
struct ct_args_avg_pool1d_out {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	bool ceil_mode;
	bool count_include_pad;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_avg_pool2d {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	bool ceil_mode;
	bool count_include_pad;
	int64_t divisor_override;
	struct ct_no_more_ no_more_;
};
struct ct_args_avg_pool2d_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	bool ceil_mode;
	bool count_include_pad;
	int64_t divisor_override;
	struct ct_no_more_ no_more_;
};
struct ct_args_avg_pool2d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	bool ceil_mode;
	bool count_include_pad;
	int64_t divisor_override;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_avg_pool2d_out {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	bool ceil_mode;
	bool count_include_pad;
	int64_t divisor_override;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_avg_pool3d {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	bool ceil_mode;
	bool count_include_pad;
	int64_t divisor_override;
	struct ct_no_more_ no_more_;
};
struct ct_args_avg_pool3d_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	bool ceil_mode;
	bool count_include_pad;
	int64_t divisor_override;
	struct ct_no_more_ no_more_;
};
struct ct_args_avg_pool3d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	bool ceil_mode;
	bool count_include_pad;
	int64_t divisor_override;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_avg_pool3d_out {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	bool ceil_mode;
	bool count_include_pad;
	int64_t divisor_override;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_baddbmm {
	char first_;
	const ct_tensor *self;
	const ct_tensor *batch1;
	const ct_tensor *batch2;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
};
struct ct_args_baddbmm_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *batch1;
	const ct_tensor *batch2;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
};
struct ct_args_baddbmm_dtype {
	char first_;
	const ct_tensor *self;
	const ct_tensor *batch1;
	const ct_tensor *batch2;
	ct_dtype out_dtype;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
};
struct ct_args_baddbmm_dtype_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *batch1;
	const ct_tensor *batch2;
	ct_dtype out_dtype;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
	ct_tensor *out;
};
struct ct_args_baddbmm_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *batch1;
	const ct_tensor *batch2;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
	ct_tensor *out;
};
struct ct_args_bartlett_window {
	char first_;
	int64_t window_length;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_bartlett_window_out {
	char first_;
	int64_t window_length;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_bartlett_window_periodic {
	char first_;
	int64_t window_length;
	bool periodic;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_bartlett_window_periodic_out {
	char first_;
	int64_t window_length;
	bool periodic;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_batch_norm {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	bool training;
	double momentum;
	double eps;
	bool cudnn_enabled;
	struct ct_no_more_ no_more_;
};
struct ct_args_batch_norm_backward {
	char first_;
	const ct_tensor *grad_out;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	const ct_tensor *save_mean;
	const ct_tensor *save_var;
	bool update;
	double eps;
	const bool *output_mask;
	const ct_tensor *reserve;
	struct ct_no_more_ no_more_;
};
struct ct_args_batch_norm_backward_elemt {
	char first_;
	const ct_tensor *grad_out;
	const ct_tensor *input;
	const ct_tensor *mean;
	const ct_tensor *invstd;
	const ct_tensor *weight;
	const ct_tensor *sum_dy;
	const ct_tensor *sum_dy_xmu;
	const ct_tensor *count;
	struct ct_no_more_ no_more_;
};
struct ct_args_batch_norm_backward_elemt_out {
	char first_;
	const ct_tensor *grad_out;
	const ct_tensor *input;
	const ct_tensor *mean;
	const ct_tensor *invstd;
	const ct_tensor *weight;
	const ct_tensor *sum_dy;
	const ct_tensor *sum_dy_xmu;
	const ct_tensor *count;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_batch_norm_backward_reduce {
	char first_;
	const ct_tensor *grad_out;
	const ct_tensor *input;
	const ct_tensor *mean;
	const ct_tensor *invstd;
	const ct_tensor *weight;
	bool input_g;
	bool weight_g;
	bool bias_g;
	struct ct_no_more_ no_more_;
};
struct ct_args_batch_norm_backward_reduce_out {
	char first_;
	const ct_tensor *grad_out;
	const ct_tensor *input;
	const ct_tensor *mean;
	const ct_tensor *invstd;
	const ct_tensor *weight;
	bool input_g;
	bool weight_g;
	bool bias_g;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	ct_tensor *out3;
	struct ct_no_more_ no_more_;
};
struct ct_args_batch_norm_elemt {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	const ct_tensor *mean;
	const ct_tensor *invstd;
	double eps;
	struct ct_no_more_ no_more_;
};
struct ct_args_batch_norm_elemt_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	const ct_tensor *mean;
	const ct_tensor *invstd;
	double eps;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_batch_norm_gather_stats {
	char first_;
	const ct_tensor *input;
	const ct_tensor *mean;
	const ct_tensor *invstd;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	double momentum;
	double eps;
	int64_t count;
	struct ct_no_more_ no_more_;
};
struct ct_args_batch_norm_gather_stats_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *mean;
	const ct_tensor *invstd;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	double momentum;
	double eps;
	int64_t count;
	ct_tensor *out0;
	ct_tensor *out1;
	struct ct_no_more_ no_more_;
};
struct ct_args_batch_norm_gather_stats_with_counts {
	char first_;
	const ct_tensor *input;
	const ct_tensor *mean;
	const ct_tensor *invstd;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	double momentum;
	double eps;
	const ct_tensor *counts;
	struct ct_no_more_ no_more_;
};
struct ct_args_batch_norm_gather_stats_with_counts_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *mean;
	const ct_tensor *invstd;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	double momentum;
	double eps;
	const ct_tensor *counts;
	ct_tensor *out0;
	ct_tensor *out1;
	struct ct_no_more_ no_more_;
};
struct ct_args_batch_norm_stats {
	char first_;
	const ct_tensor *input;
	double eps;
	struct ct_no_more_ no_more_;
};
struct ct_args_batch_norm_stats_out {
	char first_;
	const ct_tensor *input;
	double eps;
	ct_tensor *out0;
	ct_tensor *out1;
	struct ct_no_more_ no_more_;
};
struct ct_args_batch_norm_update_stats {
	char first_;
	const ct_tensor *input;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	double momentum;
	struct ct_no_more_ no_more_;
};
struct ct_args_batch_norm_update_stats_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	double momentum;
	ct_tensor *out0;
	ct_tensor *out1;
	struct ct_no_more_ no_more_;
};
struct ct_args_bernoulli {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_bernoulli_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *p;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_bernoulli_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *p;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
	ct_tensor *out;
};
struct ct_args_bernoulli__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *p;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_bernoulli__float {
	char first_;
	ct_tensor *self;
	double p;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_bernoulli_float_out {
	char first_;
	const ct_tensor *self;
	double p;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
	ct_tensor *out;
};
struct ct_args_bernoulli_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
	ct_tensor *out;
};
struct ct_args_bernoulli_p {
	char first_;
	const ct_tensor *self;
	double p;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_bilinear {
	char first_;
	const ct_tensor *input1;
	const ct_tensor *input2;
	const ct_tensor *weight;
	const ct_tensor *bias;
	struct ct_no_more_ no_more_;
};
struct ct_args_binary_cross_entropy {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	const ct_tensor *weight;
	int64_t reduction;
	struct ct_no_more_ no_more_;
};
struct ct_args_binary_cross_entropy_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *target;
	const ct_tensor *weight;
	int64_t reduction;
	struct ct_no_more_ no_more_;
};
struct ct_args_binary_cross_entropy_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *target;
	const ct_tensor *weight;
	int64_t reduction;
	struct ct_no_more_ no_more_;
	ct_tensor *grad_input;
};
struct ct_args_binary_cross_entropy_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	const ct_tensor *weight;
	int64_t reduction;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_binary_cross_entropy_with_logits {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	const ct_tensor *weight;
	const ct_tensor *pos_weight;
	int64_t reduction;
	struct ct_no_more_ no_more_;
};
struct ct_args_binary_cross_entropy_with_logits_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	const ct_tensor *weight;
	const ct_tensor *pos_weight;
	int64_t reduction;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_bincount {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weights;
	int64_t minlength;
	struct ct_no_more_ no_more_;
};
struct ct_args_bincount_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weights;
	int64_t minlength;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_binomial {
	char first_;
	const ct_tensor *count;
	const ct_tensor *prob;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
};
struct ct_args_binomial_out {
	char first_;
	const ct_tensor *count;
	const ct_tensor *prob;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_bitwise_and_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_and_Scalar_Tensor {
	char first_;
	ct_number self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_and_Scalar_Tensor_out {
	char first_;
	ct_number self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_and_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_and_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_and_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_and__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_and__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_left_shift_Scalar_Tensor {
	char first_;
	ct_number self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_left_shift_Scalar_Tensor_out {
	char first_;
	ct_number self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_left_shift_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_left_shift_Tensor_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_left_shift_Tensor_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_left_shift_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_left_shift__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_left_shift__Tensor_Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_not {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_not_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_not_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_or_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_or_Scalar_Tensor {
	char first_;
	ct_number self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_or_Scalar_Tensor_out {
	char first_;
	ct_number self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_or_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_or_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_or_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_or__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_or__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_right_shift_Scalar_Tensor {
	char first_;
	ct_number self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_right_shift_Scalar_Tensor_out {
	char first_;
	ct_number self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_right_shift_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_right_shift_Tensor_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_right_shift_Tensor_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_right_shift_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_right_shift__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_right_shift__Tensor_Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_xor_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_xor_Scalar_Tensor {
	char first_;
	ct_number self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_xor_Scalar_Tensor_out {
	char first_;
	ct_number self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_xor_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_xor_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_xor_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_xor__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_bitwise_xor__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_blackman_window {
	char first_;
	int64_t window_length;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_blackman_window_out {
	char first_;
	int64_t window_length;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_blackman_window_periodic {
	char first_;
	int64_t window_length;
	bool periodic;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_blackman_window_periodic_out {
	char first_;
	int64_t window_length;
	bool periodic;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_block_diag {
	char first_;
	ct_tensors tensors;
	struct ct_no_more_ no_more_;
};
struct ct_args_block_diag_out {
	char first_;
	ct_tensors tensors;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_bmm {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	struct ct_no_more_ no_more_;
};
struct ct_args_bmm_dtype {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	ct_dtype out_dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args_bmm_dtype_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	ct_dtype out_dtype;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_bmm_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_broadcast_tensors {
	char first_;
	ct_tensors tensors;
	struct ct_no_more_ no_more_;
};
struct ct_args_broadcast_to {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	struct ct_no_more_ no_more_;
};
struct ct_args_bucketize_Scalar {
	char first_;
	ct_number self;
	const ct_tensor *boundaries;
	struct ct_no_more_ no_more_;
	bool out_int32;
	bool right;
};
struct ct_args_bucketize_Scalar_out {
	char first_;
	ct_number self;
	const ct_tensor *boundaries;
	struct ct_no_more_ no_more_;
	bool out_int32;
	bool right;
	ct_tensor *out;
};
struct ct_args_bucketize_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *boundaries;
	struct ct_no_more_ no_more_;
	bool out_int32;
	bool right;
};
struct ct_args_bucketize_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *boundaries;
	struct ct_no_more_ no_more_;
	bool out_int32;
	bool right;
	ct_tensor *out;
};
static const int64_t ct_call_c_1_[] = {
	1,
};
static const int64_t ct_call_c_0_[] = {
	0,
};
static const int64_t ct_call_c_1_1_[] = {
	1,
	1,
};
static const int64_t ct_call_c_0_0_[] = {
	0,
	0,
};
static const int64_t ct_call_c_1_1_1_[] = {
	1,
	1,
	1,
};
static const int64_t ct_call_c_0_0_0_[] = {
	0,
	0,
	0,
};
struct ct_args_can_cast {
	char first_;
	ct_dtype from_;
	ct_dtype to;
	struct ct_no_more_ no_more_;
};
struct ct_args_cartesian_prod {
	char first_;
	ct_tensors tensors;
	struct ct_no_more_ no_more_;
};
struct ct_args_cat {
	char first_;
	ct_tensors tensors;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_cat_out {
	char first_;
	ct_tensors tensors;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_cauchy {
	char first_;
	const ct_tensor *self;
	double median;
	double sigma;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_cauchy_ {
	char first_;
	ct_tensor *self;
	double median;
	double sigma;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_cauchy_out {
	char first_;
	const ct_tensor *self;
	double median;
	double sigma;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
	ct_tensor *out;
};
struct ct_args_ccol_indices {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_ccol_indices_copy {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_ccol_indices_copy_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_cdist {
	char first_;
	const ct_tensor *x1;
	const ct_tensor *x2;
	double p;
	int64_t compute_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_ceil {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_ceil_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_ceil_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_celu {
	char first_;
	const ct_tensor *self;
	ct_number alpha;
	struct ct_no_more_ no_more_;
};
struct ct_args_celu_ {
	char first_;
	ct_tensor *self;
	ct_number alpha;
	struct ct_no_more_ no_more_;
};
struct ct_args_celu_out {
	char first_;
	const ct_tensor *self;
	ct_number alpha;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_chain_matmul {
	char first_;
	ct_tensors matrices;
	struct ct_no_more_ no_more_;
};
struct ct_args_chain_matmul_out {
	char first_;
	ct_tensors matrices;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_chalf {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
};
struct ct_args_channel_shuffle {
	char first_;
	const ct_tensor *self;
	int64_t groups;
	struct ct_no_more_ no_more_;
};
struct ct_args_channel_shuffle_out {
	char first_;
	const ct_tensor *self;
	int64_t groups;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_cholesky_inverse {
	char first_;
	const ct_tensor *self;
	bool upper;
	struct ct_no_more_ no_more_;
};
struct ct_args_cholesky_inverse_out {
	char first_;
	const ct_tensor *self;
	bool upper;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_cholesky_solve {
	char first_;
	const ct_tensor *self;
	const ct_tensor *input2;
	bool upper;
	struct ct_no_more_ no_more_;
};
struct ct_args_cholesky_solve_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *input2;
	bool upper;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_choose_qparams_optimized {
	char first_;
	const ct_tensor *input;
	int64_t numel;
	int64_t n_bins;
	double ratio;
	int64_t bit_width;
	struct ct_no_more_ no_more_;
};
struct ct_args_chunk {
	char first_;
	const ct_tensor *self;
	int64_t chunks;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_clamp {
	char first_;
	const ct_tensor *self;
	ct_number min;
	ct_number max;
	struct ct_no_more_ no_more_;
};
struct ct_args_clamp_ {
	char first_;
	ct_tensor *self;
	ct_number min;
	ct_number max;
	struct ct_no_more_ no_more_;
};
struct ct_args_clamp_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *min;
	const ct_tensor *max;
	struct ct_no_more_ no_more_;
};
struct ct_args_clamp_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *min;
	const ct_tensor *max;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_clamp__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *min;
	const ct_tensor *max;
	struct ct_no_more_ no_more_;
};
struct ct_args_clamp_max {
	char first_;
	const ct_tensor *self;
	ct_number max;
	struct ct_no_more_ no_more_;
};
struct ct_args_clamp_max_ {
	char first_;
	ct_tensor *self;
	ct_number max;
	struct ct_no_more_ no_more_;
};
struct ct_args_clamp_max_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *max;
	struct ct_no_more_ no_more_;
};
struct ct_args_clamp_max_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *max;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_clamp_max__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *max;
	struct ct_no_more_ no_more_;
};
struct ct_args_clamp_max_out {
	char first_;
	const ct_tensor *self;
	ct_number max;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_clamp_min {
	char first_;
	const ct_tensor *self;
	ct_number min;
	struct ct_no_more_ no_more_;
};
struct ct_args_clamp_min_ {
	char first_;
	ct_tensor *self;
	ct_number min;
	struct ct_no_more_ no_more_;
};
struct ct_args_clamp_min_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *min;
	struct ct_no_more_ no_more_;
};
struct ct_args_clamp_min_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *min;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_clamp_min__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *min;
	struct ct_no_more_ no_more_;
};
struct ct_args_clamp_min_out {
	char first_;
	const ct_tensor *self;
	ct_number min;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_clamp_out {
	char first_;
	const ct_tensor *self;
	ct_number min;
	ct_number max;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_clip {
	char first_;
	const ct_tensor *self;
	ct_number min;
	ct_number max;
	struct ct_no_more_ no_more_;
};
struct ct_args_clip_ {
	char first_;
	ct_tensor *self;
	ct_number min;
	ct_number max;
	struct ct_no_more_ no_more_;
};
struct ct_args_clip_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *min;
	const ct_tensor *max;
	struct ct_no_more_ no_more_;
};
struct ct_args_clip_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *min;
	const ct_tensor *max;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_clip__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *min;
	const ct_tensor *max;
	struct ct_no_more_ no_more_;
};
struct ct_args_clip_out {
	char first_;
	const ct_tensor *self;
	ct_number min;
	ct_number max;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_clone {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
};
struct ct_args_clone_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args_coalesce {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_col2im {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	ct_ints kernel_size;
	ct_ints dilation;
	ct_ints padding;
	ct_ints stride;
	struct ct_no_more_ no_more_;
};
struct ct_args_col2im_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	ct_ints kernel_size;
	ct_ints dilation;
	ct_ints padding;
	ct_ints stride;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_col_indices {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_col_indices_copy {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_col_indices_copy_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_column_stack {
	char first_;
	ct_tensors tensors;
	struct ct_no_more_ no_more_;
};
struct ct_args_column_stack_out {
	char first_;
	ct_tensors tensors;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_combinations {
	char first_;
	const ct_tensor *self;
	int64_t r;
	bool with_replacement;
	struct ct_no_more_ no_more_;
};
struct ct_args_complex {
	char first_;
	const ct_tensor *real;
	const ct_tensor *imag;
	struct ct_no_more_ no_more_;
};
struct ct_args_complex_out {
	char first_;
	const ct_tensor *real;
	const ct_tensor *imag;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_concat {
	char first_;
	ct_tensors tensors;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_concat_out {
	char first_;
	ct_tensors tensors;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_concatenate {
	char first_;
	ct_tensors tensors;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_concatenate_out {
	char first_;
	ct_tensors tensors;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_conj {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_conj_physical {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_conj_physical_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_conj_physical_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_constant_pad_nd {
	char first_;
	const ct_tensor *self;
	ct_ints pad;
	ct_number value;
	struct ct_no_more_ no_more_;
};
struct ct_args_constant_pad_nd_out {
	char first_;
	const ct_tensor *self;
	ct_ints pad;
	ct_number value;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_contiguous {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
};
struct ct_args_conv1d {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	int64_t groups;
	struct ct_no_more_ no_more_;
};
struct ct_args_conv1d_padding {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints stride;
	const char *padding;
	ct_ints dilation;
	int64_t groups;
	struct ct_no_more_ no_more_;
};
struct ct_args_conv2d {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	int64_t groups;
	struct ct_no_more_ no_more_;
};
struct ct_args_conv2d_padding {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints stride;
	const char *padding;
	ct_ints dilation;
	int64_t groups;
	struct ct_no_more_ no_more_;
};
struct ct_args_conv3d {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	int64_t groups;
	struct ct_no_more_ no_more_;
};
struct ct_args_conv3d_padding {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints stride;
	const char *padding;
	ct_ints dilation;
	int64_t groups;
	struct ct_no_more_ no_more_;
};
struct ct_args_conv_depthwise3d {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	struct ct_no_more_ no_more_;
};
struct ct_args_conv_depthwise3d_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_conv_tbc {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	const ct_tensor *bias;
	int64_t pad;
	struct ct_no_more_ no_more_;
};
struct ct_args_conv_tbc_backward {
	char first_;
	const ct_tensor *self;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	int64_t pad;
	struct ct_no_more_ no_more_;
};
struct ct_args_conv_tbc_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	const ct_tensor *bias;
	int64_t pad;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_conv_transpose1d {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints output_padding;
	int64_t groups;
	ct_ints dilation;
	struct ct_no_more_ no_more_;
};
struct ct_args_conv_transpose2d_input {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints output_padding;
	int64_t groups;
	ct_ints dilation;
	struct ct_no_more_ no_more_;
};
struct ct_args_conv_transpose3d_input {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints output_padding;
	int64_t groups;
	ct_ints dilation;
	struct ct_no_more_ no_more_;
};
struct ct_args_convolution {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool transposed;
	ct_ints output_padding;
	int64_t groups;
	struct ct_no_more_ no_more_;
};
struct ct_args_convolution_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *input;
	const ct_tensor *weight;
	ct_ints bias_sizes;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool transposed;
	ct_ints output_padding;
	int64_t groups;
	const bool *output_mask;
	struct ct_no_more_ no_more_;
};
struct ct_args_convolution_backward_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *input;
	const ct_tensor *weight;
	ct_ints bias_sizes;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool transposed;
	ct_ints output_padding;
	int64_t groups;
	const bool *output_mask;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	struct ct_no_more_ no_more_;
};
struct ct_args_convolution_backward_overrideable {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *input;
	const ct_tensor *weight;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool transposed;
	ct_ints output_padding;
	int64_t groups;
	const bool *output_mask;
	struct ct_no_more_ no_more_;
};
struct ct_args_convolution_backward_overrideable_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *input;
	const ct_tensor *weight;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool transposed;
	ct_ints output_padding;
	int64_t groups;
	const bool *output_mask;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	struct ct_no_more_ no_more_;
};
struct ct_args_convolution_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool transposed;
	ct_ints output_padding;
	int64_t groups;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_convolution_overrideable {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool transposed;
	ct_ints output_padding;
	int64_t groups;
	struct ct_no_more_ no_more_;
};
struct ct_args_convolution_overrideable_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool transposed;
	ct_ints output_padding;
	int64_t groups;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_copy {
	char first_;
	const ct_tensor *self;
	const ct_tensor *src;
	bool non_blocking;
	struct ct_no_more_ no_more_;
};
struct ct_args_copy_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *src;
	bool non_blocking;
	struct ct_no_more_ no_more_;
};
struct ct_args_copy_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *src;
	bool non_blocking;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_copy_sparse_to_sparse {
	char first_;
	const ct_tensor *self;
	const ct_tensor *src;
	bool non_blocking;
	struct ct_no_more_ no_more_;
};
struct ct_args_copy_sparse_to_sparse_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *src;
	bool non_blocking;
	struct ct_no_more_ no_more_;
};
struct ct_args_copy_sparse_to_sparse_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *src;
	bool non_blocking;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_copysign_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_copysign_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_copysign_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_copysign__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_copysign__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_copysign_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_corrcoef {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_cos {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_cos_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_cos_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_cosh {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_cosh_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_cosh_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_cosine_embedding_loss {
	char first_;
	const ct_tensor *input1;
	const ct_tensor *input2;
	const ct_tensor *target;
	double margin;
	int64_t reduction;
	struct ct_no_more_ no_more_;
};
struct ct_args_cosine_similarity {
	char first_;
	const ct_tensor *x1;
	const ct_tensor *x2;
	int64_t dim;
	double eps;
	struct ct_no_more_ no_more_;
};
struct ct_args_count_nonzero {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_count_nonzero_dim_IntList {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_count_nonzero_dim_IntList_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_count_nonzero_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_cov {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	int64_t correction;
	const ct_tensor *fweights;
	const ct_tensor *aweights;
};
struct ct_args_cross {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_cross_entropy_loss {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	const ct_tensor *weight;
	int64_t reduction;
	int64_t ignore_index;
	double label_smoothing;
	struct ct_no_more_ no_more_;
};
struct ct_args_cross_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_crow_indices {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_crow_indices_copy {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_crow_indices_copy_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_ctc_loss_IntList {
	char first_;
	const ct_tensor *log_probs;
	const ct_tensor *targets;
	ct_ints input_lengths;
	ct_ints target_lengths;
	int64_t blank;
	int64_t reduction;
	bool zero_infinity;
	struct ct_no_more_ no_more_;
};
struct ct_args_ctc_loss_Tensor {
	char first_;
	const ct_tensor *log_probs;
	const ct_tensor *targets;
	const ct_tensor *input_lengths;
	const ct_tensor *target_lengths;
	int64_t blank;
	int64_t reduction;
	bool zero_infinity;
	struct ct_no_more_ no_more_;
};
struct ct_args_cummax {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_cummax_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	ct_tensor *values;
	ct_tensor *indices;
	struct ct_no_more_ no_more_;
};
struct ct_args_cummaxmin_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *input;
	const ct_tensor *indices;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_cummin {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_cummin_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	ct_tensor *values;
	ct_tensor *indices;
	struct ct_no_more_ no_more_;
};
struct ct_args_cumprod {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
};
struct ct_args_cumprod_ {
	char first_;
	ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
};
struct ct_args_cumprod_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *input;
	int64_t dim;
	const ct_tensor *output;
	struct ct_no_more_ no_more_;
};
struct ct_args_cumprod_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_tensor *out;
};
struct ct_args_cumsum {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
};
struct ct_args_cumsum_ {
	char first_;
	ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
};
struct ct_args_cumsum_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_tensor *out;
};
struct ct_args_cumulative_trapezoid_dx {
	char first_;
	const ct_tensor *y;
	struct ct_no_more_ no_more_;
	ct_number dx;
	int64_t dim;
};
struct ct_args_cumulative_trapezoid_x {
	char first_;
	const ct_tensor *y;
	const ct_tensor *x;
	struct ct_no_more_ no_more_;
	int64_t dim;
};
struct ct_args_cudnn_affine_grid_generator {
	char first_;
	const ct_tensor *theta;
	int64_t N;
	int64_t C;
	int64_t H;
	int64_t W;
	struct ct_no_more_ no_more_;
};
struct ct_args_cudnn_affine_grid_generator_backward {
	char first_;
	const ct_tensor *grad;
	int64_t N;
	int64_t C;
	int64_t H;
	int64_t W;
	struct ct_no_more_ no_more_;
};
struct ct_args_cudnn_affine_grid_generator_backward_out {
	char first_;
	const ct_tensor *grad;
	int64_t N;
	int64_t C;
	int64_t H;
	int64_t W;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_cudnn_affine_grid_generator_out {
	char first_;
	const ct_tensor *theta;
	int64_t N;
	int64_t C;
	int64_t H;
	int64_t W;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_cudnn_batch_norm {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	bool training;
	double exponential_average_factor;
	double epsilon;
	struct ct_no_more_ no_more_;
};
struct ct_args_cudnn_batch_norm_backward {
	char first_;
	const ct_tensor *input;
	const ct_tensor *grad_output;
	const ct_tensor *weight;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	const ct_tensor *save_mean;
	const ct_tensor *save_var;
	double epsilon;
	const ct_tensor *reserveSpace;
	struct ct_no_more_ no_more_;
};
struct ct_args_cudnn_batch_norm_backward_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *grad_output;
	const ct_tensor *weight;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	const ct_tensor *save_mean;
	const ct_tensor *save_var;
	double epsilon;
	const ct_tensor *reserveSpace;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	struct ct_no_more_ no_more_;
};
struct ct_args_cudnn_batch_norm_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	bool training;
	double exponential_average_factor;
	double epsilon;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	ct_tensor *out3;
	struct ct_no_more_ no_more_;
};
struct ct_args_cudnn_convolution {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	bool benchmark;
	bool deterministic;
	bool allow_tf32;
	struct ct_no_more_ no_more_;
};
struct ct_args_cudnn_convolution_add_relu {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	const ct_tensor *z;
	ct_number alpha;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	int64_t groups;
	struct ct_no_more_ no_more_;
};
struct ct_args_cudnn_convolution_add_relu_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	const ct_tensor *z;
	ct_number alpha;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	int64_t groups;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_cudnn_convolution_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	bool benchmark;
	bool deterministic;
	bool allow_tf32;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_cudnn_convolution_relu {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	int64_t groups;
	struct ct_no_more_ no_more_;
};
struct ct_args_cudnn_convolution_relu_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	int64_t groups;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_cudnn_convolution_transpose {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints padding;
	ct_ints output_padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	bool benchmark;
	bool deterministic;
	bool allow_tf32;
	struct ct_no_more_ no_more_;
};
struct ct_args_cudnn_convolution_transpose_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints padding;
	ct_ints output_padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	bool benchmark;
	bool deterministic;
	bool allow_tf32;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_cudnn_grid_sampler {
	char first_;
	const ct_tensor *self;
	const ct_tensor *grid;
	struct ct_no_more_ no_more_;
};
struct ct_args_cudnn_grid_sampler_backward {
	char first_;
	const ct_tensor *self;
	const ct_tensor *grid;
	const ct_tensor *grad_output;
	struct ct_no_more_ no_more_;
};
struct ct_args_cudnn_grid_sampler_backward_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *grid;
	const ct_tensor *grad_output;
	ct_tensor *out0;
	ct_tensor *out1;
	struct ct_no_more_ no_more_;
};
struct ct_args_cudnn_grid_sampler_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *grid;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_cudnn_is_acceptable {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_data {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_deg2rad {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_deg2rad_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_deg2rad_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_dense_dim {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_dequantize_self {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_dequantize_self_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_dequantize_tensors {
	char first_;
	ct_tensors tensors;
	struct ct_no_more_ no_more_;
};
struct ct_args_dequantize_tensors_out {
	char first_;
	ct_tensors tensors;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args_det {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_detach {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_detach_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_detach_copy {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_detach_copy_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_diag {
	char first_;
	const ct_tensor *self;
	int64_t diagonal;
	struct ct_no_more_ no_more_;
};
struct ct_args_diag_embed {
	char first_;
	const ct_tensor *self;
	int64_t offset;
	int64_t dim1;
	int64_t dim2;
	struct ct_no_more_ no_more_;
};
struct ct_args_diag_embed_out {
	char first_;
	const ct_tensor *self;
	int64_t offset;
	int64_t dim1;
	int64_t dim2;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_diag_out {
	char first_;
	const ct_tensor *self;
	int64_t diagonal;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_diagflat {
	char first_;
	const ct_tensor *self;
	int64_t offset;
	struct ct_no_more_ no_more_;
};
struct ct_args_diagonal {
	char first_;
	const ct_tensor *self;
	int64_t offset;
	int64_t dim1;
	int64_t dim2;
	struct ct_no_more_ no_more_;
};
struct ct_args_diagonal_backward {
	char first_;
	const ct_tensor *grad_output;
	ct_ints input_sizes;
	int64_t offset;
	int64_t dim1;
	int64_t dim2;
	struct ct_no_more_ no_more_;
};
struct ct_args_diagonal_backward_out {
	char first_;
	const ct_tensor *grad_output;
	ct_ints input_sizes;
	int64_t offset;
	int64_t dim1;
	int64_t dim2;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_diagonal_copy {
	char first_;
	const ct_tensor *self;
	int64_t offset;
	int64_t dim1;
	int64_t dim2;
	struct ct_no_more_ no_more_;
};
struct ct_args_diagonal_copy_out {
	char first_;
	const ct_tensor *self;
	int64_t offset;
	int64_t dim1;
	int64_t dim2;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_diagonal_scatter {
	char first_;
	const ct_tensor *self;
	const ct_tensor *src;
	int64_t offset;
	int64_t dim1;
	int64_t dim2;
	struct ct_no_more_ no_more_;
};
struct ct_args_diagonal_scatter_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *src;
	int64_t offset;
	int64_t dim1;
	int64_t dim2;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_diff {
	char first_;
	const ct_tensor *self;
	int64_t n;
	int64_t dim;
	const ct_tensor *prepend;
	const ct_tensor *append;
	struct ct_no_more_ no_more_;
};
struct ct_args_diff_out {
	char first_;
	const ct_tensor *self;
	int64_t n;
	int64_t dim;
	const ct_tensor *prepend;
	const ct_tensor *append;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_digamma {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_digamma_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_digamma_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_dim {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_dist {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_number p;
	struct ct_no_more_ no_more_;
};
struct ct_args_dist_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_number p;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_div_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_div_Scalar_mode {
	char first_;
	const ct_tensor *self;
	ct_number other;
	const char *rounding_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_div_Scalar_mode_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	const char *rounding_mode;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_div_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_div_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_div_Tensor_mode {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	const char *rounding_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_div__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_div__Scalar_mode {
	char first_;
	ct_tensor *self;
	ct_number other;
	const char *rounding_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_div__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_div__Tensor_mode {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	const char *rounding_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_div_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_div_out_mode {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	const char *rounding_mode;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_divide_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_divide_Scalar_mode {
	char first_;
	const ct_tensor *self;
	ct_number other;
	const char *rounding_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_divide_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_divide_Tensor_mode {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	const char *rounding_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_divide__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_divide__Scalar_mode {
	char first_;
	ct_tensor *self;
	ct_number other;
	const char *rounding_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_divide__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_divide__Tensor_mode {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	const char *rounding_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_divide_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_divide_out_mode {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	const char *rounding_mode;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_dot {
	char first_;
	const ct_tensor *self;
	const ct_tensor *tensor;
	struct ct_no_more_ no_more_;
};
struct ct_args_dot_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *tensor;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_dropout {
	char first_;
	const ct_tensor *input;
	double p;
	bool train;
	struct ct_no_more_ no_more_;
};
struct ct_args_dropout_ {
	char first_;
	ct_tensor *self;
	double p;
	bool train;
	struct ct_no_more_ no_more_;
};
struct ct_args_dsplit_array {
	char first_;
	const ct_tensor *self;
	ct_ints indices;
	struct ct_no_more_ no_more_;
};
struct ct_args_dsplit_int {
	char first_;
	const ct_tensor *self;
	int64_t sections;
	struct ct_no_more_ no_more_;
};
struct ct_args_dstack {
	char first_;
	ct_tensors tensors;
	struct ct_no_more_ no_more_;
};
struct ct_args_dstack_out {
	char first_;
	ct_tensors tensors;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_einsum {
	char first_;
	const char *equation;
	ct_tensors tensors;
	struct ct_no_more_ no_more_;
	ct_ints path;
};
struct ct_args_elu {
	char first_;
	const ct_tensor *self;
	ct_number alpha;
	ct_number scale;
	ct_number input_scale;
	struct ct_no_more_ no_more_;
};
struct ct_args_elu_ {
	char first_;
	ct_tensor *self;
	ct_number alpha;
	ct_number scale;
	ct_number input_scale;
	struct ct_no_more_ no_more_;
};
struct ct_args_elu_backward {
	char first_;
	const ct_tensor *grad_output;
	ct_number alpha;
	ct_number scale;
	ct_number input_scale;
	bool is_result;
	const ct_tensor *self_or_result;
	struct ct_no_more_ no_more_;
};
struct ct_args_elu_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	ct_number alpha;
	ct_number scale;
	ct_number input_scale;
	bool is_result;
	const ct_tensor *self_or_result;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_elu_out {
	char first_;
	const ct_tensor *self;
	ct_number alpha;
	ct_number scale;
	ct_number input_scale;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_embedding {
	char first_;
	const ct_tensor *weight;
	const ct_tensor *indices;
	int64_t padding_idx;
	bool scale_grad_by_freq;
	bool sparse;
	struct ct_no_more_ no_more_;
};
struct ct_args_embedding_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *indices;
	int64_t num_weights;
	int64_t padding_idx;
	bool scale_grad_by_freq;
	bool sparse;
	struct ct_no_more_ no_more_;
};
struct ct_args_embedding_bag {
	char first_;
	const ct_tensor *weight;
	const ct_tensor *indices;
	const ct_tensor *offsets;
	bool scale_grad_by_freq;
	int64_t mode;
	bool sparse;
	const ct_tensor *per_sample_weights;
	bool include_last_offset;
	struct ct_no_more_ no_more_;
};
struct ct_args_embedding_bag_padding_idx {
	char first_;
	const ct_tensor *weight;
	const ct_tensor *indices;
	const ct_tensor *offsets;
	bool scale_grad_by_freq;
	int64_t mode;
	bool sparse;
	const ct_tensor *per_sample_weights;
	bool include_last_offset;
	int64_t padding_idx;
	struct ct_no_more_ no_more_;
};
struct ct_args_embedding_dense_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *indices;
	int64_t num_weights;
	int64_t padding_idx;
	bool scale_grad_by_freq;
	struct ct_no_more_ no_more_;
};
struct ct_args_embedding_dense_backward_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *indices;
	int64_t num_weights;
	int64_t padding_idx;
	bool scale_grad_by_freq;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_embedding_out {
	char first_;
	const ct_tensor *weight;
	const ct_tensor *indices;
	int64_t padding_idx;
	bool scale_grad_by_freq;
	bool sparse;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_embedding_renorm {
	char first_;
	const ct_tensor *self;
	const ct_tensor *indices;
	double max_norm;
	double norm_type;
	struct ct_no_more_ no_more_;
};
struct ct_args_embedding_renorm_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *indices;
	double max_norm;
	double norm_type;
	struct ct_no_more_ no_more_;
};
struct ct_args_embedding_renorm_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *indices;
	double max_norm;
	double norm_type;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_embedding_sparse_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *indices;
	int64_t num_weights;
	int64_t padding_idx;
	bool scale_grad_by_freq;
	struct ct_no_more_ no_more_;
};
struct ct_args_empty_like {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	ct_memory_format memory_format;
};
struct ct_args_empty_like_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args_empty_memory_format {
	char first_;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	ct_memory_format memory_format;
};
struct ct_args_empty_out {
	char first_;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args_empty_permuted {
	char first_;
	ct_ints size;
	ct_ints physical_layout;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_empty_permuted_out {
	char first_;
	ct_ints size;
	ct_ints physical_layout;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_empty_quantized {
	char first_;
	ct_ints size;
	const ct_tensor *qtensor;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	ct_memory_format memory_format;
};
struct ct_args_empty_quantized_out {
	char first_;
	ct_ints size;
	const ct_tensor *qtensor;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args_empty_strided {
	char first_;
	ct_ints size;
	ct_ints stride;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_empty_strided_out {
	char first_;
	ct_ints size;
	ct_ints stride;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_eq_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_eq_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_eq_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_eq_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_eq__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_eq__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_equal {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_erf {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_erf_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_erf_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_erfc {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_erfc_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_erfc_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_erfinv {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_erfinv_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_erfinv_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_exp {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_exp2 {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_exp2_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_exp2_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_exp_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_exp_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_expand {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	struct ct_no_more_ no_more_;
	bool implicit;
};
struct ct_args_expand_as {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_expand_copy {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	struct ct_no_more_ no_more_;
	bool implicit;
};
struct ct_args_expand_copy_out {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	struct ct_no_more_ no_more_;
	bool implicit;
	ct_tensor *out;
};
struct ct_args_expm1 {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_expm1_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_expm1_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_exponential {
	char first_;
	const ct_tensor *self;
	double lambd;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_exponential_ {
	char first_;
	ct_tensor *self;
	double lambd;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_exponential_out {
	char first_;
	const ct_tensor *self;
	double lambd;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
	ct_tensor *out;
};
struct ct_args_eye {
	char first_;
	int64_t n;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_eye_m {
	char first_;
	int64_t n;
	int64_t m;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_eye_m_out {
	char first_;
	int64_t n;
	int64_t m;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_eye_out {
	char first_;
	int64_t n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_fake_quantize_per_channel_affine {
	char first_;
	const ct_tensor *self;
	const ct_tensor *scale;
	const ct_tensor *zero_point;
	int64_t axis;
	int64_t quant_min;
	int64_t quant_max;
	struct ct_no_more_ no_more_;
};
struct ct_args_fake_quantize_per_channel_affine_cachemask {
	char first_;
	const ct_tensor *self;
	const ct_tensor *scale;
	const ct_tensor *zero_point;
	int64_t axis;
	int64_t quant_min;
	int64_t quant_max;
	struct ct_no_more_ no_more_;
};
struct ct_args_fake_quantize_per_channel_affine_cachemask_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *mask;
	struct ct_no_more_ no_more_;
};
struct ct_args_fake_quantize_per_channel_affine_cachemask_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *scale;
	const ct_tensor *zero_point;
	int64_t axis;
	int64_t quant_min;
	int64_t quant_max;
	ct_tensor *out0;
	ct_tensor *out1;
	struct ct_no_more_ no_more_;
};
struct ct_args_fake_quantize_per_tensor_affine {
	char first_;
	const ct_tensor *self;
	double scale;
	int64_t zero_point;
	int64_t quant_min;
	int64_t quant_max;
	struct ct_no_more_ no_more_;
};
struct ct_args_fake_quantize_per_tensor_affine_cachemask {
	char first_;
	const ct_tensor *self;
	double scale;
	int64_t zero_point;
	int64_t quant_min;
	int64_t quant_max;
	struct ct_no_more_ no_more_;
};
struct ct_args_fake_quantize_per_tensor_affine_cachemask_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *mask;
	struct ct_no_more_ no_more_;
};
struct ct_args_fake_quantize_per_tensor_affine_cachemask_out {
	char first_;
	const ct_tensor *self;
	double scale;
	int64_t zero_point;
	int64_t quant_min;
	int64_t quant_max;
	ct_tensor *out0;
	ct_tensor *out1;
	struct ct_no_more_ no_more_;
};
struct ct_args_fake_quantize_per_tensor_affine_tensor_qparams {
	char first_;
	const ct_tensor *self;
	const ct_tensor *scale;
	const ct_tensor *zero_point;
	int64_t quant_min;
	int64_t quant_max;
	struct ct_no_more_ no_more_;
};
struct ct_args_fbgemm_linear_fp16_weight {
	char first_;
	const ct_tensor *input;
	const ct_tensor *packed_weight;
	const ct_tensor *bias;
	struct ct_no_more_ no_more_;
};
struct ct_args_fbgemm_linear_fp16_weight_fp32_activation {
	char first_;
	const ct_tensor *input;
	const ct_tensor *packed_weight;
	const ct_tensor *bias;
	struct ct_no_more_ no_more_;
};
struct ct_args_fbgemm_linear_fp16_weight_fp32_activation_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *packed_weight;
	const ct_tensor *bias;
	ct_tensor *output;
	struct ct_no_more_ no_more_;
};
struct ct_args_fbgemm_linear_fp16_weight_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *packed_weight;
	const ct_tensor *bias;
	ct_tensor *output;
	struct ct_no_more_ no_more_;
};
struct ct_args_fbgemm_linear_int8_weight {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *packed;
	const ct_tensor *col_offsets;
	ct_number weight_scale;
	ct_number weight_zero_point;
	const ct_tensor *bias;
	struct ct_no_more_ no_more_;
};
struct ct_args_fbgemm_linear_int8_weight_fp32_activation {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *packed;
	const ct_tensor *col_offsets;
	ct_number weight_scale;
	ct_number weight_zero_point;
	const ct_tensor *bias;
	struct ct_no_more_ no_more_;
};
struct ct_args_fbgemm_linear_quantize_weight {
	char first_;
	const ct_tensor *input;
	struct ct_no_more_ no_more_;
};
struct ct_args_fbgemm_pack_gemm_matrix_fp16 {
	char first_;
	const ct_tensor *input;
	struct ct_no_more_ no_more_;
};
struct ct_args_fbgemm_pack_quantized_matrix {
	char first_;
	const ct_tensor *input;
	struct ct_no_more_ no_more_;
};
struct ct_args_fbgemm_pack_quantized_matrix_KN {
	char first_;
	const ct_tensor *input;
	int64_t K;
	int64_t N;
	struct ct_no_more_ no_more_;
};
struct ct_args_feature_alpha_dropout {
	char first_;
	const ct_tensor *input;
	double p;
	bool train;
	struct ct_no_more_ no_more_;
};
struct ct_args_feature_alpha_dropout_ {
	char first_;
	ct_tensor *self;
	double p;
	bool train;
	struct ct_no_more_ no_more_;
};
struct ct_args_feature_dropout {
	char first_;
	const ct_tensor *input;
	double p;
	bool train;
	struct ct_no_more_ no_more_;
};
struct ct_args_feature_dropout_ {
	char first_;
	ct_tensor *self;
	double p;
	bool train;
	struct ct_no_more_ no_more_;
};
struct ct_args_fill_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number value;
	struct ct_no_more_ no_more_;
};
struct ct_args_fill_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number value;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_fill_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *value;
	struct ct_no_more_ no_more_;
};
struct ct_args_fill_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *value;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_fill__Scalar {
	char first_;
	ct_tensor *self;
	ct_number value;
	struct ct_no_more_ no_more_;
};
struct ct_args_fill__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *value;
	struct ct_no_more_ no_more_;
};
struct ct_args_fill_diagonal_ {
	char first_;
	ct_tensor *self;
	ct_number fill_value;
	bool wrap;
	struct ct_no_more_ no_more_;
};
struct ct_args_fix {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_fix_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_fix_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_flatten_dense_tensors {
	char first_;
	ct_tensors tensors;
	struct ct_no_more_ no_more_;
};
struct ct_args_flatten_using_ints {
	char first_;
	const ct_tensor *self;
	int64_t start_dim;
	int64_t end_dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_flip {
	char first_;
	const ct_tensor *self;
	ct_ints dims;
	struct ct_no_more_ no_more_;
};
struct ct_args_flip_out {
	char first_;
	const ct_tensor *self;
	ct_ints dims;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_fliplr {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_flipud {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_float_power_Scalar {
	char first_;
	ct_number self;
	const ct_tensor *exponent;
	struct ct_no_more_ no_more_;
};
struct ct_args_float_power_Scalar_out {
	char first_;
	ct_number self;
	const ct_tensor *exponent;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_float_power_Tensor_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number exponent;
	struct ct_no_more_ no_more_;
};
struct ct_args_float_power_Tensor_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number exponent;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_float_power_Tensor_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *exponent;
	struct ct_no_more_ no_more_;
};
struct ct_args_float_power_Tensor_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *exponent;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_float_power__Scalar {
	char first_;
	ct_tensor *self;
	ct_number exponent;
	struct ct_no_more_ no_more_;
};
struct ct_args_float_power__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *exponent;
	struct ct_no_more_ no_more_;
};
struct ct_args_floor {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_floor_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_floor_divide {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_floor_divide_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_floor_divide_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_floor_divide__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_floor_divide__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_floor_divide_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_floor_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_fmax {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_fmax_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_fmin {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_fmin_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_fmod_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_fmod_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_fmod_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_fmod_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_fmod__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_fmod__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_frac {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_frac_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_frac_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_fractional_max_pool2d {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints output_size;
	const ct_tensor *random_samples;
	struct ct_no_more_ no_more_;
};
struct ct_args_fractional_max_pool2d_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints output_size;
	const ct_tensor *indices;
	struct ct_no_more_ no_more_;
};
struct ct_args_fractional_max_pool2d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints output_size;
	const ct_tensor *indices;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_fractional_max_pool2d_output {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints output_size;
	const ct_tensor *random_samples;
	ct_tensor *output;
	ct_tensor *indices;
	struct ct_no_more_ no_more_;
};
struct ct_args_fractional_max_pool3d {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints output_size;
	const ct_tensor *random_samples;
	struct ct_no_more_ no_more_;
};
struct ct_args_fractional_max_pool3d_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints output_size;
	const ct_tensor *indices;
	struct ct_no_more_ no_more_;
};
struct ct_args_fractional_max_pool3d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints output_size;
	const ct_tensor *indices;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_fractional_max_pool3d_output {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints output_size;
	const ct_tensor *random_samples;
	ct_tensor *output;
	ct_tensor *indices;
	struct ct_no_more_ no_more_;
};
struct ct_args_frexp_Tensor {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_frexp_Tensor_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *mantissa;
	ct_tensor *exponent;
	struct ct_no_more_ no_more_;
};
struct ct_args_frobenius_norm_dim {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_frobenius_norm_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_from_file {
	char first_;
	const char *filename;
	signed char shared;
	int64_t size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_from_file_out {
	char first_;
	const char *filename;
	signed char shared;
	int64_t size;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_full {
	char first_;
	ct_ints size;
	ct_number fill_value;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_full_like {
	char first_;
	const ct_tensor *self;
	ct_number fill_value;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	ct_memory_format memory_format;
};
struct ct_args_full_like_out {
	char first_;
	const ct_tensor *self;
	ct_number fill_value;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args_full_out {
	char first_;
	ct_ints size;
	ct_number fill_value;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_fused_moving_avg_obs_fake_quant {
	char first_;
	const ct_tensor *self;
	const ct_tensor *observer_on;
	const ct_tensor *fake_quant_on;
	ct_tensor *running_min;
	ct_tensor *running_max;
	ct_tensor *scale;
	ct_tensor *zero_point;
	double averaging_const;
	int64_t quant_min;
	int64_t quant_max;
	int64_t ch_axis;
	bool per_row_fake_quant;
	bool symmetric_quant;
	struct ct_no_more_ no_more_;
};
static const int64_t ct_call_fft_m2_m1_[] = {
	-2,
	-1,
};
struct ct_args_fft_fft {
	char first_;
	const ct_tensor *self;
	int64_t n;
	int64_t dim;
	const char *norm;
	struct ct_no_more_ no_more_;
};
struct ct_args_fft_fft2 {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
};
struct ct_args_fft_fft2_out {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_fft_fft_out {
	char first_;
	const ct_tensor *self;
	int64_t n;
	int64_t dim;
	const char *norm;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_fft_fftfreq {
	char first_;
	int64_t n;
	double d;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_fft_fftfreq_out {
	char first_;
	int64_t n;
	double d;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_fft_fftn {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
};
struct ct_args_fft_fftn_out {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_fft_fftshift {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_fft_hfft {
	char first_;
	const ct_tensor *self;
	int64_t n;
	int64_t dim;
	const char *norm;
	struct ct_no_more_ no_more_;
};
struct ct_args_fft_hfft2 {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
};
struct ct_args_fft_hfft2_out {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_fft_hfft_out {
	char first_;
	const ct_tensor *self;
	int64_t n;
	int64_t dim;
	const char *norm;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_fft_hfftn {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
};
struct ct_args_fft_hfftn_out {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_fft_ifft {
	char first_;
	const ct_tensor *self;
	int64_t n;
	int64_t dim;
	const char *norm;
	struct ct_no_more_ no_more_;
};
struct ct_args_fft_ifft2 {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
};
struct ct_args_fft_ifft2_out {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_fft_ifft_out {
	char first_;
	const ct_tensor *self;
	int64_t n;
	int64_t dim;
	const char *norm;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_fft_ifftn {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
};
struct ct_args_fft_ifftn_out {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_fft_ifftshift {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_fft_ihfft {
	char first_;
	const ct_tensor *self;
	int64_t n;
	int64_t dim;
	const char *norm;
	struct ct_no_more_ no_more_;
};
struct ct_args_fft_ihfft2 {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
};
struct ct_args_fft_ihfft2_out {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_fft_ihfft_out {
	char first_;
	const ct_tensor *self;
	int64_t n;
	int64_t dim;
	const char *norm;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_fft_ihfftn {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
};
struct ct_args_fft_ihfftn_out {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_fft_irfft {
	char first_;
	const ct_tensor *self;
	int64_t n;
	int64_t dim;
	const char *norm;
	struct ct_no_more_ no_more_;
};
struct ct_args_fft_irfft2 {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
};
struct ct_args_fft_irfft2_out {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_fft_irfft_out {
	char first_;
	const ct_tensor *self;
	int64_t n;
	int64_t dim;
	const char *norm;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_fft_irfftn {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
};
struct ct_args_fft_irfftn_out {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_fft_rfft {
	char first_;
	const ct_tensor *self;
	int64_t n;
	int64_t dim;
	const char *norm;
	struct ct_no_more_ no_more_;
};
struct ct_args_fft_rfft2 {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
};
struct ct_args_fft_rfft2_out {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_fft_rfft_out {
	char first_;
	const ct_tensor *self;
	int64_t n;
	int64_t dim;
	const char *norm;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_fft_rfftfreq {
	char first_;
	int64_t n;
	double d;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_fft_rfftfreq_out {
	char first_;
	int64_t n;
	double d;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_fft_rfftn {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
};
struct ct_args_fft_rfftn_out {
	char first_;
	const ct_tensor *self;
	ct_ints s;
	ct_ints dim;
	const char *norm;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args__foreach_abs {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_abs_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_abs_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_acos {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_acos_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_acos_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_add_List {
	char first_;
	ct_tensors self;
	ct_tensors other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
};
struct ct_args__foreach_add_List_out {
	char first_;
	ct_tensors self;
	ct_tensors other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
	ct_tensors out;
};
struct ct_args__foreach_add_Scalar {
	char first_;
	ct_tensors self;
	ct_number scalar;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_add_ScalarList {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_add_ScalarList_out {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_add_Scalar_out {
	char first_;
	ct_tensors self;
	ct_number scalar;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_add_Tensor {
	char first_;
	ct_tensors self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
};
struct ct_args__foreach_add_Tensor_out {
	char first_;
	ct_tensors self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
	ct_tensors out;
};
struct ct_args__foreach_add__List {
	char first_;
	ct_tensors self;
	ct_tensors other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
};
struct ct_args__foreach_add__Scalar {
	char first_;
	ct_tensors self;
	ct_number scalar;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_add__ScalarList {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_add__Tensor {
	char first_;
	ct_tensors self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
};
struct ct_args__foreach_addcdiv_Scalar {
	char first_;
	ct_tensors self;
	ct_tensors tensor1;
	ct_tensors tensor2;
	ct_number value;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_addcdiv_ScalarList {
	char first_;
	ct_tensors self;
	ct_tensors tensor1;
	ct_tensors tensor2;
	ct_scalars scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_addcdiv_ScalarList_out {
	char first_;
	ct_tensors self;
	ct_tensors tensor1;
	ct_tensors tensor2;
	ct_scalars scalars;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_addcdiv_Scalar_out {
	char first_;
	ct_tensors self;
	ct_tensors tensor1;
	ct_tensors tensor2;
	ct_number value;
	struct ct_no_more_ no_more_;
	ct_tensors out;
};
struct ct_args__foreach_addcdiv_Tensor {
	char first_;
	ct_tensors self;
	ct_tensors tensor1;
	ct_tensors tensor2;
	const ct_tensor *scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_addcdiv_Tensor_out {
	char first_;
	ct_tensors self;
	ct_tensors tensor1;
	ct_tensors tensor2;
	const ct_tensor *scalars;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_addcdiv__Scalar {
	char first_;
	ct_tensors self;
	ct_tensors tensor1;
	ct_tensors tensor2;
	ct_number value;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_addcdiv__ScalarList {
	char first_;
	ct_tensors self;
	ct_tensors tensor1;
	ct_tensors tensor2;
	ct_scalars scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_addcdiv__Tensor {
	char first_;
	ct_tensors self;
	ct_tensors tensor1;
	ct_tensors tensor2;
	const ct_tensor *scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_addcmul_Scalar {
	char first_;
	ct_tensors self;
	ct_tensors tensor1;
	ct_tensors tensor2;
	ct_number value;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_addcmul_ScalarList {
	char first_;
	ct_tensors self;
	ct_tensors tensor1;
	ct_tensors tensor2;
	ct_scalars scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_addcmul_ScalarList_out {
	char first_;
	ct_tensors self;
	ct_tensors tensor1;
	ct_tensors tensor2;
	ct_scalars scalars;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_addcmul_Scalar_out {
	char first_;
	ct_tensors self;
	ct_tensors tensor1;
	ct_tensors tensor2;
	ct_number value;
	struct ct_no_more_ no_more_;
	ct_tensors out;
};
struct ct_args__foreach_addcmul_Tensor {
	char first_;
	ct_tensors self;
	ct_tensors tensor1;
	ct_tensors tensor2;
	const ct_tensor *scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_addcmul_Tensor_out {
	char first_;
	ct_tensors self;
	ct_tensors tensor1;
	ct_tensors tensor2;
	const ct_tensor *scalars;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_addcmul__Scalar {
	char first_;
	ct_tensors self;
	ct_tensors tensor1;
	ct_tensors tensor2;
	ct_number value;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_addcmul__ScalarList {
	char first_;
	ct_tensors self;
	ct_tensors tensor1;
	ct_tensors tensor2;
	ct_scalars scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_addcmul__Tensor {
	char first_;
	ct_tensors self;
	ct_tensors tensor1;
	ct_tensors tensor2;
	const ct_tensor *scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_asin {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_asin_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_asin_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_atan {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_atan_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_atan_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_ceil {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_ceil_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_ceil_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_clamp_max_List {
	char first_;
	ct_tensors self;
	ct_tensors other;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_clamp_max_List_out {
	char first_;
	ct_tensors self;
	ct_tensors other;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_clamp_max_Scalar {
	char first_;
	ct_tensors self;
	ct_number scalar;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_clamp_max_ScalarList {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_clamp_max_ScalarList_out {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_clamp_max_Scalar_out {
	char first_;
	ct_tensors self;
	ct_number scalar;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_clamp_max__List {
	char first_;
	ct_tensors self;
	ct_tensors other;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_clamp_max__Scalar {
	char first_;
	ct_tensors self;
	ct_number scalar;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_clamp_max__ScalarList {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_clamp_min_List {
	char first_;
	ct_tensors self;
	ct_tensors other;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_clamp_min_List_out {
	char first_;
	ct_tensors self;
	ct_tensors other;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_clamp_min_Scalar {
	char first_;
	ct_tensors self;
	ct_number scalar;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_clamp_min_ScalarList {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_clamp_min_ScalarList_out {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_clamp_min_Scalar_out {
	char first_;
	ct_tensors self;
	ct_number scalar;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_clamp_min__List {
	char first_;
	ct_tensors self;
	ct_tensors other;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_clamp_min__Scalar {
	char first_;
	ct_tensors self;
	ct_number scalar;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_clamp_min__ScalarList {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_clone {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
};
struct ct_args__foreach_clone_out {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
	ct_tensors out;
};
struct ct_args__foreach_copy {
	char first_;
	ct_tensors self;
	ct_tensors src;
	bool non_blocking;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_copy_ {
	char first_;
	ct_tensors self;
	ct_tensors src;
	bool non_blocking;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_copy_out {
	char first_;
	ct_tensors self;
	ct_tensors src;
	bool non_blocking;
	struct ct_no_more_ no_more_;
	ct_tensors out;
};
struct ct_args__foreach_cos {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_cos_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_cos_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_cosh {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_cosh_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_cosh_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_div_List {
	char first_;
	ct_tensors self;
	ct_tensors other;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_div_List_out {
	char first_;
	ct_tensors self;
	ct_tensors other;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_div_Scalar {
	char first_;
	ct_tensors self;
	ct_number scalar;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_div_ScalarList {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_div_ScalarList_out {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_div_Scalar_out {
	char first_;
	ct_tensors self;
	ct_number scalar;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_div_Tensor {
	char first_;
	ct_tensors self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_div_Tensor_out {
	char first_;
	ct_tensors self;
	const ct_tensor *other;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_div__List {
	char first_;
	ct_tensors self;
	ct_tensors other;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_div__Scalar {
	char first_;
	ct_tensors self;
	ct_number scalar;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_div__ScalarList {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_div__Tensor {
	char first_;
	ct_tensors self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_erf {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_erf_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_erf_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_erfc {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_erfc_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_erfc_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_exp {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_exp_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_exp_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_expm1 {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_expm1_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_expm1_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_floor {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_floor_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_floor_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_frac {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_frac_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_frac_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_lerp_List {
	char first_;
	ct_tensors self;
	ct_tensors tensors1;
	ct_tensors weights;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_lerp_List_out {
	char first_;
	ct_tensors self;
	ct_tensors tensors1;
	ct_tensors weights;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_lerp_Scalar {
	char first_;
	ct_tensors self;
	ct_tensors tensors1;
	ct_number weight;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_lerp_ScalarList {
	char first_;
	ct_tensors self;
	ct_tensors tensors1;
	ct_scalars weight;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_lerp_ScalarList_out {
	char first_;
	ct_tensors self;
	ct_tensors tensors1;
	ct_scalars weight;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_lerp_Scalar_out {
	char first_;
	ct_tensors self;
	ct_tensors tensors1;
	ct_number weight;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_lerp__List {
	char first_;
	ct_tensors self;
	ct_tensors tensors1;
	ct_tensors weights;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_lerp__Scalar {
	char first_;
	ct_tensors self;
	ct_tensors tensors1;
	ct_number weight;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_lerp__ScalarList {
	char first_;
	ct_tensors self;
	ct_tensors tensors1;
	ct_scalars weight;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_lgamma {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_lgamma_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_lgamma_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_log {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_log10 {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_log10_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_log10_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_log1p {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_log1p_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_log1p_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_log2 {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_log2_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_log2_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_log_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_log_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_max {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_max_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_maximum_List {
	char first_;
	ct_tensors self;
	ct_tensors other;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_maximum_List_out {
	char first_;
	ct_tensors self;
	ct_tensors other;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_maximum_Scalar {
	char first_;
	ct_tensors self;
	ct_number scalar;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_maximum_ScalarList {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_maximum_ScalarList_out {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_maximum_Scalar_out {
	char first_;
	ct_tensors self;
	ct_number scalar;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_maximum__List {
	char first_;
	ct_tensors self;
	ct_tensors other;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_maximum__Scalar {
	char first_;
	ct_tensors self;
	ct_number scalar;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_maximum__ScalarList {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_minimum_List {
	char first_;
	ct_tensors self;
	ct_tensors other;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_minimum_List_out {
	char first_;
	ct_tensors self;
	ct_tensors other;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_minimum_Scalar {
	char first_;
	ct_tensors self;
	ct_number scalar;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_minimum_ScalarList {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_minimum_ScalarList_out {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_minimum_Scalar_out {
	char first_;
	ct_tensors self;
	ct_number scalar;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_minimum__List {
	char first_;
	ct_tensors self;
	ct_tensors other;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_minimum__Scalar {
	char first_;
	ct_tensors self;
	ct_number scalar;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_minimum__ScalarList {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_mm {
	char first_;
	ct_tensors self;
	ct_tensors mat2;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_mul_List {
	char first_;
	ct_tensors self;
	ct_tensors other;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_mul_List_out {
	char first_;
	ct_tensors self;
	ct_tensors other;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_mul_Scalar {
	char first_;
	ct_tensors self;
	ct_number scalar;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_mul_ScalarList {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_mul_ScalarList_out {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_mul_Scalar_out {
	char first_;
	ct_tensors self;
	ct_number scalar;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_mul_Tensor {
	char first_;
	ct_tensors self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_mul_Tensor_out {
	char first_;
	ct_tensors self;
	const ct_tensor *other;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_mul__List {
	char first_;
	ct_tensors self;
	ct_tensors other;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_mul__Scalar {
	char first_;
	ct_tensors self;
	ct_number scalar;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_mul__ScalarList {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_mul__Tensor {
	char first_;
	ct_tensors self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_neg {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_neg_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_neg_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_norm_Scalar {
	char first_;
	ct_tensors self;
	ct_number ord;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_norm_Scalar_out {
	char first_;
	ct_tensors self;
	ct_number ord;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
	ct_tensors out;
};
struct ct_args__foreach_pow_List {
	char first_;
	ct_tensors self;
	ct_tensors exponent;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_pow_List_out {
	char first_;
	ct_tensors self;
	ct_tensors exponent;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_pow_Scalar {
	char first_;
	ct_tensors self;
	ct_number exponent;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_pow_ScalarAndTensor {
	char first_;
	ct_number self;
	ct_tensors exponent;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_pow_ScalarList {
	char first_;
	ct_tensors self;
	ct_scalars exponent;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_pow_ScalarList_out {
	char first_;
	ct_tensors self;
	ct_scalars exponent;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_pow_Scalar_out {
	char first_;
	ct_tensors self;
	ct_number exponent;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_pow__List {
	char first_;
	ct_tensors self;
	ct_tensors exponent;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_pow__Scalar {
	char first_;
	ct_tensors self;
	ct_number exponent;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_pow__ScalarList {
	char first_;
	ct_tensors self;
	ct_scalars exponent;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_powsum_Scalar {
	char first_;
	ct_tensors self;
	ct_number ord;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_powsum_Scalar_out {
	char first_;
	ct_tensors self;
	ct_number ord;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
	ct_tensors out;
};
struct ct_args__foreach_reciprocal {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_reciprocal_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_reciprocal_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_round {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_round_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_round_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_rsqrt {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_rsqrt_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_rsqrt_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_sigmoid {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_sigmoid_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_sigmoid_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_sign {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_sign_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_sign_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_sin {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_sin_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_sin_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_sinh {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_sinh_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_sinh_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_sqrt {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_sqrt_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_sqrt_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_sub_List {
	char first_;
	ct_tensors self;
	ct_tensors other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
};
struct ct_args__foreach_sub_List_out {
	char first_;
	ct_tensors self;
	ct_tensors other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
	ct_tensors out;
};
struct ct_args__foreach_sub_Scalar {
	char first_;
	ct_tensors self;
	ct_number scalar;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_sub_ScalarList {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_sub_ScalarList_out {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_sub_Scalar_out {
	char first_;
	ct_tensors self;
	ct_number scalar;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_sub__List {
	char first_;
	ct_tensors self;
	ct_tensors other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
};
struct ct_args__foreach_sub__Scalar {
	char first_;
	ct_tensors self;
	ct_number scalar;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_sub__ScalarList {
	char first_;
	ct_tensors self;
	ct_scalars scalars;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_tan {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_tan_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_tan_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_tanh {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_tanh_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_tanh_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_trunc {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_trunc_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_trunc_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_zero {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_zero_ {
	char first_;
	ct_tensors self;
	struct ct_no_more_ no_more_;
};
struct ct_args__foreach_zero_out {
	char first_;
	ct_tensors self;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
struct ct_args__fused_adagrad {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors state_sums;
	ct_tensors state_steps;
	double lr;
	double lr_decay;
	double weight_decay;
	double eps;
	bool maximize;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
};
struct ct_args__fused_adagrad_ {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors state_sums;
	ct_tensors state_steps;
	double lr;
	double lr_decay;
	double weight_decay;
	double eps;
	bool maximize;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
};
struct ct_args__fused_adagrad__tensor_lr {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors state_sums;
	ct_tensors state_steps;
	const ct_tensor *lr;
	double lr_decay;
	double weight_decay;
	double eps;
	bool maximize;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
};
struct ct_args__fused_adagrad_out {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors state_sums;
	ct_tensors state_steps;
	double lr;
	double lr_decay;
	double weight_decay;
	double eps;
	bool maximize;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
	ct_tensors out;
};
struct ct_args__fused_adagrad_tensor_lr {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors state_sums;
	ct_tensors state_steps;
	const ct_tensor *lr;
	double lr_decay;
	double weight_decay;
	double eps;
	bool maximize;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
};
struct ct_args__fused_adagrad_tensor_lr_out {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors state_sums;
	ct_tensors state_steps;
	const ct_tensor *lr;
	double lr_decay;
	double weight_decay;
	double eps;
	bool maximize;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
	ct_tensors out;
};
struct ct_args__fused_adam {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors exp_avgs;
	ct_tensors exp_avg_sqs;
	ct_tensors max_exp_avg_sqs;
	ct_tensors state_steps;
	double lr;
	double beta1;
	double beta2;
	double weight_decay;
	double eps;
	bool amsgrad;
	bool maximize;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
};
struct ct_args__fused_adam_ {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors exp_avgs;
	ct_tensors exp_avg_sqs;
	ct_tensors max_exp_avg_sqs;
	ct_tensors state_steps;
	double lr;
	double beta1;
	double beta2;
	double weight_decay;
	double eps;
	bool amsgrad;
	bool maximize;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
};
struct ct_args__fused_adam__tensor_lr {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors exp_avgs;
	ct_tensors exp_avg_sqs;
	ct_tensors max_exp_avg_sqs;
	ct_tensors state_steps;
	const ct_tensor *lr;
	double beta1;
	double beta2;
	double weight_decay;
	double eps;
	bool amsgrad;
	bool maximize;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
};
struct ct_args__fused_adam_out {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors exp_avgs;
	ct_tensors exp_avg_sqs;
	ct_tensors max_exp_avg_sqs;
	ct_tensors state_steps;
	double lr;
	double beta1;
	double beta2;
	double weight_decay;
	double eps;
	bool amsgrad;
	bool maximize;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
	ct_tensors out;
};
struct ct_args__fused_adam_tensor_lr {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors exp_avgs;
	ct_tensors exp_avg_sqs;
	ct_tensors max_exp_avg_sqs;
	ct_tensors state_steps;
	const ct_tensor *lr;
	double beta1;
	double beta2;
	double weight_decay;
	double eps;
	bool amsgrad;
	bool maximize;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
};
struct ct_args__fused_adam_tensor_lr_out {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors exp_avgs;
	ct_tensors exp_avg_sqs;
	ct_tensors max_exp_avg_sqs;
	ct_tensors state_steps;
	const ct_tensor *lr;
	double beta1;
	double beta2;
	double weight_decay;
	double eps;
	bool amsgrad;
	bool maximize;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
	ct_tensors out;
};
struct ct_args__fused_adamw {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors exp_avgs;
	ct_tensors exp_avg_sqs;
	ct_tensors max_exp_avg_sqs;
	ct_tensors state_steps;
	double lr;
	double beta1;
	double beta2;
	double weight_decay;
	double eps;
	bool amsgrad;
	bool maximize;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
};
struct ct_args__fused_adamw_ {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors exp_avgs;
	ct_tensors exp_avg_sqs;
	ct_tensors max_exp_avg_sqs;
	ct_tensors state_steps;
	double lr;
	double beta1;
	double beta2;
	double weight_decay;
	double eps;
	bool amsgrad;
	bool maximize;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
};
struct ct_args__fused_adamw__tensor_lr {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors exp_avgs;
	ct_tensors exp_avg_sqs;
	ct_tensors max_exp_avg_sqs;
	ct_tensors state_steps;
	const ct_tensor *lr;
	double beta1;
	double beta2;
	double weight_decay;
	double eps;
	bool amsgrad;
	bool maximize;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
};
struct ct_args__fused_adamw_out {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors exp_avgs;
	ct_tensors exp_avg_sqs;
	ct_tensors max_exp_avg_sqs;
	ct_tensors state_steps;
	double lr;
	double beta1;
	double beta2;
	double weight_decay;
	double eps;
	bool amsgrad;
	bool maximize;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
	ct_tensors out;
};
struct ct_args__fused_adamw_tensor_lr {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors exp_avgs;
	ct_tensors exp_avg_sqs;
	ct_tensors max_exp_avg_sqs;
	ct_tensors state_steps;
	const ct_tensor *lr;
	double beta1;
	double beta2;
	double weight_decay;
	double eps;
	bool amsgrad;
	bool maximize;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
};
struct ct_args__fused_adamw_tensor_lr_out {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors exp_avgs;
	ct_tensors exp_avg_sqs;
	ct_tensors max_exp_avg_sqs;
	ct_tensors state_steps;
	const ct_tensor *lr;
	double beta1;
	double beta2;
	double weight_decay;
	double eps;
	bool amsgrad;
	bool maximize;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
	ct_tensors out;
};
struct ct_args__fused_dropout {
	char first_;
	const ct_tensor *self;
	double p;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
};
struct ct_args__fused_dropout_out {
	char first_;
	const ct_tensor *self;
	double p;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
	ct_tensor *out0;
	ct_tensor *out1;
};
struct ct_args__fused_moving_avg_obs_fq_helper {
	char first_;
	const ct_tensor *self;
	const ct_tensor *observer_on;
	const ct_tensor *fake_quant_on;
	ct_tensor *running_min;
	ct_tensor *running_max;
	ct_tensor *scale;
	ct_tensor *zero_point;
	double averaging_const;
	int64_t quant_min;
	int64_t quant_max;
	int64_t ch_axis;
	bool per_row_fake_quant;
	bool symmetric_quant;
	struct ct_no_more_ no_more_;
};
struct ct_args__fused_moving_avg_obs_fq_helper_functional {
	char first_;
	const ct_tensor *self;
	const ct_tensor *observer_on;
	const ct_tensor *fake_quant_on;
	const ct_tensor *running_min;
	const ct_tensor *running_max;
	const ct_tensor *scale;
	const ct_tensor *zero_point;
	double averaging_const;
	int64_t quant_min;
	int64_t quant_max;
	int64_t ch_axis;
	bool per_row_fake_quant;
	bool symmetric_quant;
	struct ct_no_more_ no_more_;
};
struct ct_args__fused_moving_avg_obs_fq_helper_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *observer_on;
	const ct_tensor *fake_quant_on;
	ct_tensor *running_min;
	ct_tensor *running_max;
	ct_tensor *scale;
	ct_tensor *zero_point;
	double averaging_const;
	int64_t quant_min;
	int64_t quant_max;
	int64_t ch_axis;
	bool per_row_fake_quant;
	bool symmetric_quant;
	struct ct_no_more_ no_more_;
	ct_tensor *out0;
	ct_tensor *out1;
};
struct ct_args__fused_rms_norm {
	char first_;
	const ct_tensor *input;
	ct_ints normalized_shape;
	const ct_tensor *weight;
	double eps;
	struct ct_no_more_ no_more_;
};
struct ct_args__fused_rms_norm_backward {
	char first_;
	const ct_tensor *grad_out;
	const ct_tensor *input;
	ct_ints normalized_shape;
	const ct_tensor *rstd;
	const ct_tensor *weight;
	const bool *output_mask;
	struct ct_no_more_ no_more_;
};
struct ct_args__fused_sdp_choice {
	char first_;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *attn_mask;
	double dropout_p;
	bool is_causal;
	struct ct_no_more_ no_more_;
	double scale;
	bool enable_gqa;
};
struct ct_args__fused_sgd {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors momentum_buffer_list;
	double weight_decay;
	double momentum;
	double lr;
	double dampening;
	bool nesterov;
	bool maximize;
	bool is_first_step;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
};
struct ct_args__fused_sgd_ {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors momentum_buffer_list;
	double weight_decay;
	double momentum;
	double lr;
	double dampening;
	bool nesterov;
	bool maximize;
	bool is_first_step;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
};
struct ct_args__fused_sgd__tensor_lr {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors momentum_buffer_list;
	double weight_decay;
	double momentum;
	const ct_tensor *lr;
	double dampening;
	bool nesterov;
	bool maximize;
	bool is_first_step;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
};
struct ct_args__fused_sgd_out {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors momentum_buffer_list;
	double weight_decay;
	double momentum;
	double lr;
	double dampening;
	bool nesterov;
	bool maximize;
	bool is_first_step;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
	ct_tensors out;
};
struct ct_args__fused_sgd_tensor_lr {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors momentum_buffer_list;
	double weight_decay;
	double momentum;
	const ct_tensor *lr;
	double dampening;
	bool nesterov;
	bool maximize;
	bool is_first_step;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
};
struct ct_args__fused_sgd_tensor_lr_out {
	char first_;
	ct_tensors self;
	ct_tensors grads;
	ct_tensors momentum_buffer_list;
	double weight_decay;
	double momentum;
	const ct_tensor *lr;
	double dampening;
	bool nesterov;
	bool maximize;
	bool is_first_step;
	struct ct_no_more_ no_more_;
	const ct_tensor *grad_scale;
	const ct_tensor *found_inf;
	ct_tensors out;
};
struct ct_args_gather {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	struct ct_no_more_ no_more_;
	bool sparse_grad;
};
struct ct_args_gather_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	bool sparse_grad;
	struct ct_no_more_ no_more_;
};
struct ct_args_gather_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	struct ct_no_more_ no_more_;
	bool sparse_grad;
	ct_tensor *out;
};
struct ct_args_gcd {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_gcd_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_gcd_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_ge_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_ge_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_ge_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_ge_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_ge__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_ge__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_gelu {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	const char *approximate;
};
struct ct_args_gelu_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
	const char *approximate;
};
struct ct_args_gelu_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	const char *approximate;
};
struct ct_args_gelu_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	const char *approximate;
	ct_tensor *grad_input;
};
struct ct_args_gelu_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	const char *approximate;
	ct_tensor *out;
};
struct ct_args_geometric {
	char first_;
	const ct_tensor *self;
	double p;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_geometric_ {
	char first_;
	ct_tensor *self;
	double p;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_geometric_out {
	char first_;
	const ct_tensor *self;
	double p;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
	ct_tensor *out;
};
struct ct_args_geqrf {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_geqrf_a {
	char first_;
	const ct_tensor *self;
	ct_tensor *a;
	ct_tensor *tau;
	struct ct_no_more_ no_more_;
};
struct ct_args_ger {
	char first_;
	const ct_tensor *self;
	const ct_tensor *vec2;
	struct ct_no_more_ no_more_;
};
struct ct_args_ger_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *vec2;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_get_device {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_glu {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_glu_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_glu_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	int64_t dim;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_glu_backward_jvp {
	char first_;
	const ct_tensor *grad_x;
	const ct_tensor *grad_glu;
	const ct_tensor *x;
	const ct_tensor *dgrad_glu;
	const ct_tensor *dx;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_glu_backward_jvp_out {
	char first_;
	const ct_tensor *grad_x;
	const ct_tensor *grad_glu;
	const ct_tensor *x;
	const ct_tensor *dgrad_glu;
	const ct_tensor *dx;
	int64_t dim;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_glu_jvp {
	char first_;
	const ct_tensor *glu;
	const ct_tensor *x;
	const ct_tensor *dx;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_glu_jvp_out {
	char first_;
	const ct_tensor *glu;
	const ct_tensor *x;
	const ct_tensor *dx;
	int64_t dim;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_glu_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_gradient_array {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	struct ct_no_more_ no_more_;
	int64_t edge_order;
};
struct ct_args_gradient_scalararray {
	char first_;
	const ct_tensor *self;
	ct_number spacing;
	ct_ints dim;
	struct ct_no_more_ no_more_;
	int64_t edge_order;
};
struct ct_args_gradient_scalarint {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_number spacing;
	int64_t dim;
	int64_t edge_order;
};
struct ct_args_gradient_scalarrayarray {
	char first_;
	const ct_tensor *self;
	ct_scalars spacing;
	ct_ints dim;
	struct ct_no_more_ no_more_;
	int64_t edge_order;
};
struct ct_args_gradient_scalarrayint {
	char first_;
	const ct_tensor *self;
	ct_scalars spacing;
	struct ct_no_more_ no_more_;
	int64_t dim;
	int64_t edge_order;
};
struct ct_args_gradient_tensorarray {
	char first_;
	const ct_tensor *self;
	ct_tensors spacing;
	ct_ints dim;
	struct ct_no_more_ no_more_;
	int64_t edge_order;
};
struct ct_args_gradient_tensorarrayint {
	char first_;
	const ct_tensor *self;
	ct_tensors spacing;
	struct ct_no_more_ no_more_;
	int64_t dim;
	int64_t edge_order;
};
struct ct_args_greater_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_greater_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_greater_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_greater_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_greater__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_greater__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_greater_equal_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_greater_equal_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_greater_equal_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_greater_equal_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_greater_equal__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_greater_equal__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_grid_sampler {
	char first_;
	const ct_tensor *input;
	const ct_tensor *grid;
	int64_t interpolation_mode;
	int64_t padding_mode;
	bool align_corners;
	struct ct_no_more_ no_more_;
};
struct ct_args_grid_sampler_2d {
	char first_;
	const ct_tensor *input;
	const ct_tensor *grid;
	int64_t interpolation_mode;
	int64_t padding_mode;
	bool align_corners;
	struct ct_no_more_ no_more_;
};
struct ct_args_grid_sampler_2d_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *input;
	const ct_tensor *grid;
	int64_t interpolation_mode;
	int64_t padding_mode;
	bool align_corners;
	const bool *output_mask;
	struct ct_no_more_ no_more_;
};
struct ct_args_grid_sampler_2d_backward_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *input;
	const ct_tensor *grid;
	int64_t interpolation_mode;
	int64_t padding_mode;
	bool align_corners;
	const bool *output_mask;
	ct_tensor *out0;
	ct_tensor *out1;
	struct ct_no_more_ no_more_;
};
struct ct_args_grid_sampler_2d_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *grid;
	int64_t interpolation_mode;
	int64_t padding_mode;
	bool align_corners;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_grid_sampler_3d {
	char first_;
	const ct_tensor *input;
	const ct_tensor *grid;
	int64_t interpolation_mode;
	int64_t padding_mode;
	bool align_corners;
	struct ct_no_more_ no_more_;
};
struct ct_args_grid_sampler_3d_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *input;
	const ct_tensor *grid;
	int64_t interpolation_mode;
	int64_t padding_mode;
	bool align_corners;
	const bool *output_mask;
	struct ct_no_more_ no_more_;
};
struct ct_args_grid_sampler_3d_backward_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *input;
	const ct_tensor *grid;
	int64_t interpolation_mode;
	int64_t padding_mode;
	bool align_corners;
	const bool *output_mask;
	ct_tensor *out0;
	ct_tensor *out1;
	struct ct_no_more_ no_more_;
};
struct ct_args_grid_sampler_3d_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *grid;
	int64_t interpolation_mode;
	int64_t padding_mode;
	bool align_corners;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_group_norm {
	char first_;
	const ct_tensor *input;
	int64_t num_groups;
	const ct_tensor *weight;
	const ct_tensor *bias;
	double eps;
	bool cudnn_enabled;
	struct ct_no_more_ no_more_;
};
struct ct_args_gru_cell {
	char first_;
	const ct_tensor *input;
	const ct_tensor *hx;
	const ct_tensor *w_ih;
	const ct_tensor *w_hh;
	const ct_tensor *b_ih;
	const ct_tensor *b_hh;
	struct ct_no_more_ no_more_;
};
struct ct_args_gru_data {
	char first_;
	const ct_tensor *data;
	const ct_tensor *batch_sizes;
	const ct_tensor *hx;
	ct_tensors params;
	bool has_biases;
	int64_t num_layers;
	double dropout;
	bool train;
	bool bidirectional;
	struct ct_no_more_ no_more_;
};
struct ct_args_gru_input {
	char first_;
	const ct_tensor *input;
	const ct_tensor *hx;
	ct_tensors params;
	bool has_biases;
	int64_t num_layers;
	double dropout;
	bool train;
	bool bidirectional;
	bool batch_first;
	struct ct_no_more_ no_more_;
};
struct ct_args_gt_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_gt_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_gt_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_gt_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_gt__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_gt__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_hamming_window {
	char first_;
	int64_t window_length;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_hamming_window_out {
	char first_;
	int64_t window_length;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_hamming_window_periodic {
	char first_;
	int64_t window_length;
	bool periodic;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_hamming_window_periodic_alpha {
	char first_;
	int64_t window_length;
	bool periodic;
	double alpha;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_hamming_window_periodic_alpha_beta {
	char first_;
	int64_t window_length;
	bool periodic;
	double alpha;
	double beta;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_hamming_window_periodic_alpha_beta_out {
	char first_;
	int64_t window_length;
	bool periodic;
	double alpha;
	double beta;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_hamming_window_periodic_alpha_out {
	char first_;
	int64_t window_length;
	bool periodic;
	double alpha;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_hamming_window_periodic_out {
	char first_;
	int64_t window_length;
	bool periodic;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_hann_window {
	char first_;
	int64_t window_length;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_hann_window_out {
	char first_;
	int64_t window_length;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_hann_window_periodic {
	char first_;
	int64_t window_length;
	bool periodic;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_hann_window_periodic_out {
	char first_;
	int64_t window_length;
	bool periodic;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_hardshrink {
	char first_;
	const ct_tensor *self;
	ct_number lambd;
	struct ct_no_more_ no_more_;
};
struct ct_args_hardshrink_backward {
	char first_;
	const ct_tensor *grad_out;
	const ct_tensor *self;
	ct_number lambd;
	struct ct_no_more_ no_more_;
};
struct ct_args_hardshrink_backward_grad_input {
	char first_;
	const ct_tensor *grad_out;
	const ct_tensor *self;
	ct_number lambd;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_hardshrink_out {
	char first_;
	const ct_tensor *self;
	ct_number lambd;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_hardsigmoid {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_hardsigmoid_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_hardsigmoid_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_hardsigmoid_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_hardsigmoid_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_hardswish {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_hardswish_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_hardswish_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_hardswish_backward_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_hardswish_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_hardtanh {
	char first_;
	const ct_tensor *self;
	ct_number min_val;
	ct_number max_val;
	struct ct_no_more_ no_more_;
};
struct ct_args_hardtanh_ {
	char first_;
	ct_tensor *self;
	ct_number min_val;
	ct_number max_val;
	struct ct_no_more_ no_more_;
};
struct ct_args_hardtanh_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_number min_val;
	ct_number max_val;
	struct ct_no_more_ no_more_;
};
struct ct_args_hardtanh_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_number min_val;
	ct_number max_val;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_hardtanh_out {
	char first_;
	const ct_tensor *self;
	ct_number min_val;
	ct_number max_val;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_hash_tensor {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	struct ct_no_more_ no_more_;
	bool keepdim;
	int64_t mode;
};
struct ct_args_hash_tensor_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	struct ct_no_more_ no_more_;
	bool keepdim;
	int64_t mode;
	ct_tensor *out;
};
struct ct_args_heaviside {
	char first_;
	const ct_tensor *self;
	const ct_tensor *values;
	struct ct_no_more_ no_more_;
};
struct ct_args_heaviside_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *values;
	struct ct_no_more_ no_more_;
};
struct ct_args_heaviside_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *values;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_hinge_embedding_loss {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	double margin;
	int64_t reduction;
	struct ct_no_more_ no_more_;
};
struct ct_args_histc {
	char first_;
	const ct_tensor *self;
	int64_t bins;
	ct_number min;
	ct_number max;
	struct ct_no_more_ no_more_;
};
struct ct_args_histc_out {
	char first_;
	const ct_tensor *self;
	int64_t bins;
	ct_number min;
	ct_number max;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_histogram_bin_ct {
	char first_;
	const ct_tensor *self;
	int64_t bins;
	struct ct_no_more_ no_more_;
	ct_doubles range;
	const ct_tensor *weight;
	bool density;
};
struct ct_args_histogram_bin_ct_out {
	char first_;
	const ct_tensor *self;
	int64_t bins;
	struct ct_no_more_ no_more_;
	ct_doubles range;
	const ct_tensor *weight;
	bool density;
	ct_tensor *hist;
	ct_tensor *bin_edges;
};
struct ct_args_histogram_bins_tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *bins;
	struct ct_no_more_ no_more_;
	const ct_tensor *weight;
	bool density;
};
struct ct_args_histogram_bins_tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *bins;
	struct ct_no_more_ no_more_;
	const ct_tensor *weight;
	bool density;
	ct_tensor *hist;
	ct_tensor *bin_edges;
};
struct ct_args_histogramdd {
	char first_;
	const ct_tensor *self;
	ct_ints bins;
	ct_doubles range;
	const ct_tensor *weight;
	bool density;
	struct ct_no_more_ no_more_;
};
struct ct_args_histogramdd_TensorList_bins {
	char first_;
	const ct_tensor *self;
	ct_tensors bins;
	ct_doubles range;
	const ct_tensor *weight;
	bool density;
	struct ct_no_more_ no_more_;
};
struct ct_args_histogramdd_int_bins {
	char first_;
	const ct_tensor *self;
	int64_t bins;
	ct_doubles range;
	const ct_tensor *weight;
	bool density;
	struct ct_no_more_ no_more_;
};
struct ct_args_hsplit_array {
	char first_;
	const ct_tensor *self;
	ct_ints indices;
	struct ct_no_more_ no_more_;
};
struct ct_args_hsplit_int {
	char first_;
	const ct_tensor *self;
	int64_t sections;
	struct ct_no_more_ no_more_;
};
struct ct_args_hspmm {
	char first_;
	const ct_tensor *mat1;
	const ct_tensor *mat2;
	struct ct_no_more_ no_more_;
};
struct ct_args_hspmm_out {
	char first_;
	const ct_tensor *mat1;
	const ct_tensor *mat2;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_hstack {
	char first_;
	ct_tensors tensors;
	struct ct_no_more_ no_more_;
};
struct ct_args_hstack_out {
	char first_;
	ct_tensors tensors;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_huber_loss {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	double delta;
	struct ct_no_more_ no_more_;
};
struct ct_args_huber_loss_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	double delta;
	struct ct_no_more_ no_more_;
};
struct ct_args_huber_loss_backward_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	double delta;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_huber_loss_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	double delta;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_hypot {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_hypot_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_hypot_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_i0 {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_i0_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_i0_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_igamma {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_igamma_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_igamma_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_igammac {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_igammac_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_igammac_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_im2col {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints dilation;
	ct_ints padding;
	ct_ints stride;
	struct ct_no_more_ no_more_;
};
struct ct_args_im2col_out {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints dilation;
	ct_ints padding;
	ct_ints stride;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_imag {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_index_Tensor {
	char first_;
	const ct_tensor *self;
	ct_tensors indices;
	struct ct_no_more_ no_more_;
};
struct ct_args_index_Tensor_out {
	char first_;
	const ct_tensor *self;
	ct_tensors indices;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_index_add {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *source;
	struct ct_no_more_ no_more_;
	ct_number alpha;
};
struct ct_args_index_add_ {
	char first_;
	ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *source;
	struct ct_no_more_ no_more_;
	ct_number alpha;
};
struct ct_args_index_add_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *source;
	struct ct_no_more_ no_more_;
	ct_number alpha;
	ct_tensor *out;
};
struct ct_args_index_copy {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *source;
	struct ct_no_more_ no_more_;
};
struct ct_args_index_copy_ {
	char first_;
	ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *source;
	struct ct_no_more_ no_more_;
};
struct ct_args_index_copy_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *source;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_index_fill__int_Scalar {
	char first_;
	ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	ct_number value;
	struct ct_no_more_ no_more_;
};
struct ct_args_index_fill__int_Tensor {
	char first_;
	ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *value;
	struct ct_no_more_ no_more_;
};
struct ct_args_index_fill_int_Scalar {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	ct_number value;
	struct ct_no_more_ no_more_;
};
struct ct_args_index_fill_int_Scalar_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	ct_number value;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_index_fill_int_Tensor {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *value;
	struct ct_no_more_ no_more_;
};
struct ct_args_index_fill_int_Tensor_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *value;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_index_put {
	char first_;
	const ct_tensor *self;
	ct_tensors indices;
	const ct_tensor *values;
	bool accumulate;
	struct ct_no_more_ no_more_;
};
struct ct_args_index_put_ {
	char first_;
	ct_tensor *self;
	ct_tensors indices;
	const ct_tensor *values;
	bool accumulate;
	struct ct_no_more_ no_more_;
};
struct ct_args_index_put_out {
	char first_;
	const ct_tensor *self;
	ct_tensors indices;
	const ct_tensor *values;
	bool accumulate;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_index_reduce {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *source;
	const char *reduce;
	struct ct_no_more_ no_more_;
	bool include_self;
};
struct ct_args_index_reduce_ {
	char first_;
	ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *source;
	const char *reduce;
	struct ct_no_more_ no_more_;
	bool include_self;
};
struct ct_args_index_reduce_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *source;
	const char *reduce;
	struct ct_no_more_ no_more_;
	bool include_self;
	ct_tensor *out;
};
struct ct_args_index_select {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	struct ct_no_more_ no_more_;
};
struct ct_args_index_select_backward {
	char first_;
	const ct_tensor *grad;
	ct_ints self_sizes;
	int64_t dim;
	const ct_tensor *index;
	struct ct_no_more_ no_more_;
};
struct ct_args_index_select_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_indices {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_indices_copy {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_indices_copy_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_infinitely_differentiable_gelu_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_inner {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_inner_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_instance_norm {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	bool use_input_stats;
	double momentum;
	double eps;
	bool cudnn_enabled;
	struct ct_no_more_ no_more_;
};
struct ct_args_int_repr {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_int_repr_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_inverse {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_inverse_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_is_coalesced {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_is_complex {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_is_conj {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_is_contiguous {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_is_contiguous_memory_format {
	char first_;
	const ct_tensor *self;
	ct_memory_format memory_format;
	struct ct_no_more_ no_more_;
};
struct ct_args_is_distributed {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_is_floating_point {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_is_inference {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_is_leaf {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_is_neg {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_is_nonzero {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_is_pinned {
	char first_;
	const ct_tensor *self;
	ct_device device;
	struct ct_no_more_ no_more_;
};
struct ct_args_is_same_size {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_is_set_to {
	char first_;
	const ct_tensor *self;
	const ct_tensor *tensor;
	struct ct_no_more_ no_more_;
};
struct ct_args_is_signed {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_is_vulkan_available {
	char first_;
	struct ct_no_more_ no_more_;
};
struct ct_args_isclose {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	double rtol;
	double atol;
	bool equal_nan;
	struct ct_no_more_ no_more_;
};
struct ct_args_isfinite {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_isin_Scalar_Tensor {
	char first_;
	ct_number element;
	const ct_tensor *test_elements;
	struct ct_no_more_ no_more_;
	bool assume_unique;
	bool invert;
};
struct ct_args_isin_Scalar_Tensor_out {
	char first_;
	ct_number element;
	const ct_tensor *test_elements;
	struct ct_no_more_ no_more_;
	bool assume_unique;
	bool invert;
	ct_tensor *out;
};
struct ct_args_isin_Tensor_Scalar {
	char first_;
	const ct_tensor *elements;
	ct_number test_element;
	struct ct_no_more_ no_more_;
	bool assume_unique;
	bool invert;
};
struct ct_args_isin_Tensor_Scalar_out {
	char first_;
	const ct_tensor *elements;
	ct_number test_element;
	struct ct_no_more_ no_more_;
	bool assume_unique;
	bool invert;
	ct_tensor *out;
};
struct ct_args_isin_Tensor_Tensor {
	char first_;
	const ct_tensor *elements;
	const ct_tensor *test_elements;
	struct ct_no_more_ no_more_;
	bool assume_unique;
	bool invert;
};
struct ct_args_isin_Tensor_Tensor_out {
	char first_;
	const ct_tensor *elements;
	const ct_tensor *test_elements;
	struct ct_no_more_ no_more_;
	bool assume_unique;
	bool invert;
	ct_tensor *out;
};
struct ct_args_isinf {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_isinf_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_isnan {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_isnan_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_isneginf {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_isneginf_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_isposinf {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_isposinf_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_isreal {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_istft {
	char first_;
	const ct_tensor *self;
	int64_t n_fft;
	int64_t hop_length;
	int64_t win_length;
	const ct_tensor *window;
	bool center;
	bool normalized;
	signed char onesided;
	int64_t length;
	bool return_complex;
	struct ct_no_more_ no_more_;
};
struct ct_args_item {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_kaiser_window {
	char first_;
	int64_t window_length;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_kaiser_window_beta {
	char first_;
	int64_t window_length;
	bool periodic;
	double beta;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_kaiser_window_beta_out {
	char first_;
	int64_t window_length;
	bool periodic;
	double beta;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_kaiser_window_out {
	char first_;
	int64_t window_length;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_kaiser_window_periodic {
	char first_;
	int64_t window_length;
	bool periodic;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_kaiser_window_periodic_out {
	char first_;
	int64_t window_length;
	bool periodic;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_kl_div {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	struct ct_no_more_ no_more_;
	bool log_target;
};
struct ct_args_kron {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_kron_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_kthvalue {
	char first_;
	const ct_tensor *self;
	int64_t k;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_kthvalue_values {
	char first_;
	const ct_tensor *self;
	int64_t k;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *values;
	ct_tensor *indices;
};
struct ct_args_l1_loss {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	struct ct_no_more_ no_more_;
};
struct ct_args_layer_norm {
	char first_;
	const ct_tensor *input;
	ct_ints normalized_shape;
	const ct_tensor *weight;
	const ct_tensor *bias;
	double eps;
	bool cudnn_enable;
	struct ct_no_more_ no_more_;
};
struct ct_args_lcm {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_lcm_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_lcm_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_ldexp_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_ldexp_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_ldexp_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_le_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_le_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_le_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_le_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_le__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_le__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_leaky_relu {
	char first_;
	const ct_tensor *self;
	ct_number negative_slope;
	struct ct_no_more_ no_more_;
};
struct ct_args_leaky_relu_ {
	char first_;
	ct_tensor *self;
	ct_number negative_slope;
	struct ct_no_more_ no_more_;
};
struct ct_args_leaky_relu_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_number negative_slope;
	bool self_is_result;
	struct ct_no_more_ no_more_;
};
struct ct_args_leaky_relu_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_number negative_slope;
	bool self_is_result;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_leaky_relu_out {
	char first_;
	const ct_tensor *self;
	ct_number negative_slope;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_lerp_Scalar {
	char first_;
	const ct_tensor *self;
	const ct_tensor *end;
	ct_number weight;
	struct ct_no_more_ no_more_;
};
struct ct_args_lerp_Scalar_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *end;
	ct_number weight;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_lerp_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *end;
	const ct_tensor *weight;
	struct ct_no_more_ no_more_;
};
struct ct_args_lerp_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *end;
	const ct_tensor *weight;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_lerp__Scalar {
	char first_;
	ct_tensor *self;
	const ct_tensor *end;
	ct_number weight;
	struct ct_no_more_ no_more_;
};
struct ct_args_lerp__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *end;
	const ct_tensor *weight;
	struct ct_no_more_ no_more_;
};
struct ct_args_less_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_less_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_less_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_less_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_less__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_less__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_less_equal_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_less_equal_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_less_equal_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_less_equal_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_less_equal__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_less_equal__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_lgamma {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_lgamma_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_lgamma_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_lift {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_lift_fresh {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_lift_fresh_copy {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_lift_fresh_copy_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_lift_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_linear {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	struct ct_no_more_ no_more_;
};
struct ct_args_linear_backward {
	char first_;
	const ct_tensor *self;
	const ct_tensor *grad_output;
	const ct_tensor *weight;
	const bool *output_mask;
	struct ct_no_more_ no_more_;
};
struct ct_args_linear_backward_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *grad_output;
	const ct_tensor *weight;
	const bool *output_mask;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	struct ct_no_more_ no_more_;
};
struct ct_args_linear_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_linspace {
	char first_;
	ct_number start;
	ct_number end;
	int64_t steps;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_linspace_Scalar_Tensor {
	char first_;
	ct_number start;
	const ct_tensor *end;
	int64_t steps;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_linspace_Scalar_Tensor_out {
	char first_;
	ct_number start;
	const ct_tensor *end;
	int64_t steps;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_linspace_Tensor_Scalar {
	char first_;
	const ct_tensor *start;
	ct_number end;
	int64_t steps;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_linspace_Tensor_Scalar_out {
	char first_;
	const ct_tensor *start;
	ct_number end;
	int64_t steps;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_linspace_Tensor_Tensor {
	char first_;
	const ct_tensor *start;
	const ct_tensor *end;
	int64_t steps;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_linspace_Tensor_Tensor_out {
	char first_;
	const ct_tensor *start;
	const ct_tensor *end;
	int64_t steps;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_linspace_out {
	char first_;
	ct_number start;
	ct_number end;
	int64_t steps;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_log {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_log10 {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_log10_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_log10_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_log1p {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_log1p_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_log1p_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_log2 {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_log2_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_log2_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_log_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_log_normal {
	char first_;
	const ct_tensor *self;
	double mean;
	double std;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_log_normal_ {
	char first_;
	ct_tensor *self;
	double mean;
	double std;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_log_normal_out {
	char first_;
	const ct_tensor *self;
	double mean;
	double std;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
	ct_tensor *out;
};
struct ct_args_log_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_log_sigmoid {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_log_sigmoid_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *buffer;
	struct ct_no_more_ no_more_;
};
struct ct_args_log_sigmoid_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *buffer;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_log_sigmoid_forward {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_log_sigmoid_forward_output {
	char first_;
	const ct_tensor *self;
	ct_tensor *output;
	ct_tensor *buffer;
	struct ct_no_more_ no_more_;
};
struct ct_args_log_sigmoid_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_log_softmax_int {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args_log_softmax_int_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_logaddexp {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_logaddexp2 {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_logaddexp2_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_logaddexp_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_logcumsumexp {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_logcumsumexp_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_logdet {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_logical_and {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_logical_and_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_logical_and_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_logical_not {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_logical_not_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_logical_not_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_logical_or {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_logical_or_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_logical_or_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_logical_xor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_logical_xor_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_logical_xor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_logit {
	char first_;
	const ct_tensor *self;
	double eps;
	struct ct_no_more_ no_more_;
};
struct ct_args_logit_ {
	char first_;
	ct_tensor *self;
	double eps;
	struct ct_no_more_ no_more_;
};
struct ct_args_logit_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	double eps;
	struct ct_no_more_ no_more_;
};
struct ct_args_logit_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	double eps;
	struct ct_no_more_ no_more_;
	ct_tensor *grad_input;
};
struct ct_args_logit_out {
	char first_;
	const ct_tensor *self;
	double eps;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_logspace {
	char first_;
	ct_number start;
	ct_number end;
	int64_t steps;
	double base;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_logspace_Scalar_Tensor {
	char first_;
	ct_number start;
	const ct_tensor *end;
	int64_t steps;
	double base;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_logspace_Scalar_Tensor_out {
	char first_;
	ct_number start;
	const ct_tensor *end;
	int64_t steps;
	double base;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_logspace_Tensor_Scalar {
	char first_;
	const ct_tensor *start;
	ct_number end;
	int64_t steps;
	double base;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_logspace_Tensor_Scalar_out {
	char first_;
	const ct_tensor *start;
	ct_number end;
	int64_t steps;
	double base;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_logspace_Tensor_Tensor {
	char first_;
	const ct_tensor *start;
	const ct_tensor *end;
	int64_t steps;
	double base;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_logspace_Tensor_Tensor_out {
	char first_;
	const ct_tensor *start;
	const ct_tensor *end;
	int64_t steps;
	double base;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_logspace_out {
	char first_;
	ct_number start;
	ct_number end;
	int64_t steps;
	double base;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_logsumexp {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_logsumexp_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_lstm_cell {
	char first_;
	const ct_tensor *input;
	ct_tensors hx;
	const ct_tensor *w_ih;
	const ct_tensor *w_hh;
	const ct_tensor *b_ih;
	const ct_tensor *b_hh;
	struct ct_no_more_ no_more_;
};
struct ct_args_lstm_data {
	char first_;
	const ct_tensor *data;
	const ct_tensor *batch_sizes;
	ct_tensors hx;
	ct_tensors params;
	bool has_biases;
	int64_t num_layers;
	double dropout;
	bool train;
	bool bidirectional;
	struct ct_no_more_ no_more_;
};
struct ct_args_lstm_input {
	char first_;
	const ct_tensor *input;
	ct_tensors hx;
	ct_tensors params;
	bool has_biases;
	int64_t num_layers;
	double dropout;
	bool train;
	bool bidirectional;
	bool batch_first;
	struct ct_no_more_ no_more_;
};
struct ct_args_lstm_mps_backward {
	char first_;
	const ct_tensor *grad_y;
	const ct_tensor *grad_hy;
	const ct_tensor *grad_cy;
	const ct_tensor *z_state;
	const ct_tensor *cell_state_fwd;
	const ct_tensor *input;
	const ct_tensor *layersOutputs;
	ct_tensors hx;
	ct_tensors params;
	bool has_biases;
	int64_t num_layers;
	double dropout;
	bool train;
	bool bidirectional;
	bool batch_first;
	struct ct_no_more_ no_more_;
};
struct ct_args_lstm_mps_backward_out {
	char first_;
	const ct_tensor *grad_y;
	const ct_tensor *grad_hy;
	const ct_tensor *grad_cy;
	const ct_tensor *z_state;
	const ct_tensor *cell_state_fwd;
	const ct_tensor *input;
	const ct_tensor *layersOutputs;
	ct_tensors hx;
	ct_tensors params;
	bool has_biases;
	int64_t num_layers;
	double dropout;
	bool train;
	bool bidirectional;
	bool batch_first;
	ct_tensor *out0;
	ct_tensors out1;
	ct_tensors out2;
	struct ct_no_more_ no_more_;
};
struct ct_args_lt_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_lt_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_lt_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_lt_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_lt__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_lt__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_lu_solve {
	char first_;
	const ct_tensor *self;
	const ct_tensor *LU_data;
	const ct_tensor *LU_pivots;
	struct ct_no_more_ no_more_;
};
struct ct_args_lu_solve_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *LU_data;
	const ct_tensor *LU_pivots;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_lu_unpack {
	char first_;
	const ct_tensor *LU_data;
	const ct_tensor *LU_pivots;
	bool unpack_data;
	bool unpack_pivots;
	struct ct_no_more_ no_more_;
};
struct ct_args_lu_unpack_out {
	char first_;
	const ct_tensor *LU_data;
	const ct_tensor *LU_pivots;
	bool unpack_data;
	bool unpack_pivots;
	struct ct_no_more_ no_more_;
	ct_tensor *P;
	ct_tensor *L;
	ct_tensor *U;
};
static const int64_t ct_call_linalg_m2_m1_[] = {
	-2,
	-1,
};
struct ct_args_linalg__powsum {
	char first_;
	const ct_tensor *self;
	ct_number ord;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
};
struct ct_args_linalg_cholesky {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	bool upper;
};
struct ct_args_linalg_cholesky_ex {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	bool upper;
	bool check_errors;
};
struct ct_args_linalg_cholesky_ex_L {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	bool upper;
	bool check_errors;
	ct_tensor *L;
	ct_tensor *info;
};
struct ct_args_linalg_cholesky_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	bool upper;
	ct_tensor *out;
};
struct ct_args_linalg_cond {
	char first_;
	const ct_tensor *self;
	ct_number p;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_cond_out {
	char first_;
	const ct_tensor *self;
	ct_number p;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_linalg_cond_p_str {
	char first_;
	const ct_tensor *self;
	const char *p;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_cond_p_str_out {
	char first_;
	const ct_tensor *self;
	const char *p;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_cross {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
	int64_t dim;
};
struct ct_args_linalg_cross_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
	int64_t dim;
	ct_tensor *out;
};
struct ct_args_linalg_det {
	char first_;
	const ct_tensor *A;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_det_out {
	char first_;
	const ct_tensor *A;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_diagonal {
	char first_;
	const ct_tensor *A;
	struct ct_no_more_ no_more_;
	int64_t offset;
	int64_t dim1;
	int64_t dim2;
};
struct ct_args_linalg_eig {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_eig_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *eigenvalues;
	ct_tensor *eigenvectors;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_eigh {
	char first_;
	const ct_tensor *self;
	const char *UPLO;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_eigh_eigvals {
	char first_;
	const ct_tensor *self;
	const char *UPLO;
	struct ct_no_more_ no_more_;
	ct_tensor *eigvals;
	ct_tensor *eigvecs;
};
struct ct_args_linalg_eigvals {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_eigvals_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_eigvalsh {
	char first_;
	const ct_tensor *self;
	const char *UPLO;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_eigvalsh_out {
	char first_;
	const ct_tensor *self;
	const char *UPLO;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_linalg_householder_product {
	char first_;
	const ct_tensor *input;
	const ct_tensor *tau;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_householder_product_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *tau;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_inv {
	char first_;
	const ct_tensor *A;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_inv_ex {
	char first_;
	const ct_tensor *A;
	struct ct_no_more_ no_more_;
	bool check_errors;
};
struct ct_args_linalg_inv_ex_inverse {
	char first_;
	const ct_tensor *A;
	struct ct_no_more_ no_more_;
	bool check_errors;
	ct_tensor *inverse;
	ct_tensor *info;
};
struct ct_args_linalg_inv_out {
	char first_;
	const ct_tensor *A;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_ldl_factor {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	bool hermitian;
};
struct ct_args_linalg_ldl_factor_ex {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	bool hermitian;
	bool check_errors;
};
struct ct_args_linalg_ldl_factor_ex_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	bool hermitian;
	bool check_errors;
	ct_tensor *LD;
	ct_tensor *pivots;
	ct_tensor *info;
};
struct ct_args_linalg_ldl_factor_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	bool hermitian;
	ct_tensor *LD;
	ct_tensor *pivots;
};
struct ct_args_linalg_ldl_solve {
	char first_;
	const ct_tensor *LD;
	const ct_tensor *pivots;
	const ct_tensor *B;
	struct ct_no_more_ no_more_;
	bool hermitian;
};
struct ct_args_linalg_ldl_solve_out {
	char first_;
	const ct_tensor *LD;
	const ct_tensor *pivots;
	const ct_tensor *B;
	struct ct_no_more_ no_more_;
	bool hermitian;
	ct_tensor *out;
};
struct ct_args_linalg_lstsq {
	char first_;
	const ct_tensor *self;
	const ct_tensor *b;
	double rcond;
	struct ct_no_more_ no_more_;
	const char *driver;
};
struct ct_args_linalg_lstsq_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *b;
	double rcond;
	struct ct_no_more_ no_more_;
	const char *driver;
	ct_tensor *solution;
	ct_tensor *residuals;
	ct_tensor *rank;
	ct_tensor *singular_values;
};
struct ct_args_linalg_lu {
	char first_;
	const ct_tensor *A;
	struct ct_no_more_ no_more_;
	bool pivot;
};
struct ct_args_linalg_lu_factor {
	char first_;
	const ct_tensor *A;
	struct ct_no_more_ no_more_;
	bool pivot;
};
struct ct_args_linalg_lu_factor_ex {
	char first_;
	const ct_tensor *A;
	struct ct_no_more_ no_more_;
	bool pivot;
	bool check_errors;
};
struct ct_args_linalg_lu_factor_ex_out {
	char first_;
	const ct_tensor *A;
	struct ct_no_more_ no_more_;
	bool pivot;
	bool check_errors;
	ct_tensor *LU;
	ct_tensor *pivots;
	ct_tensor *info;
};
struct ct_args_linalg_lu_factor_out {
	char first_;
	const ct_tensor *A;
	struct ct_no_more_ no_more_;
	bool pivot;
	ct_tensor *LU;
	ct_tensor *pivots;
};
struct ct_args_linalg_lu_out {
	char first_;
	const ct_tensor *A;
	struct ct_no_more_ no_more_;
	bool pivot;
	ct_tensor *P;
	ct_tensor *L;
	ct_tensor *U;
};
struct ct_args_linalg_lu_solve {
	char first_;
	const ct_tensor *LU;
	const ct_tensor *pivots;
	const ct_tensor *B;
	struct ct_no_more_ no_more_;
	bool left;
	bool adjoint;
};
struct ct_args_linalg_lu_solve_out {
	char first_;
	const ct_tensor *LU;
	const ct_tensor *pivots;
	const ct_tensor *B;
	struct ct_no_more_ no_more_;
	bool left;
	bool adjoint;
	ct_tensor *out;
};
struct ct_args_linalg_matmul {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_matmul_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_matrix_exp {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_matrix_exp_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_matrix_norm {
	char first_;
	const ct_tensor *self;
	ct_number ord;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
};
struct ct_args_linalg_matrix_norm_out {
	char first_;
	const ct_tensor *self;
	ct_number ord;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_tensor *out;
};
struct ct_args_linalg_matrix_norm_str_ord {
	char first_;
	const ct_tensor *self;
	const char *ord;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
};
struct ct_args_linalg_matrix_norm_str_ord_out {
	char first_;
	const ct_tensor *self;
	const char *ord;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_tensor *out;
};
struct ct_args_linalg_matrix_power {
	char first_;
	const ct_tensor *self;
	int64_t n;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_matrix_power_out {
	char first_;
	const ct_tensor *self;
	int64_t n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_matrix_rank {
	char first_;
	const ct_tensor *self;
	double tol;
	bool hermitian;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_matrix_rank_atol_rtol_float {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	double atol;
	double rtol;
	bool hermitian;
};
struct ct_args_linalg_matrix_rank_atol_rtol_float_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	double atol;
	double rtol;
	bool hermitian;
	ct_tensor *out;
};
struct ct_args_linalg_matrix_rank_atol_rtol_tensor {
	char first_;
	const ct_tensor *input;
	struct ct_no_more_ no_more_;
	const ct_tensor *atol;
	const ct_tensor *rtol;
	bool hermitian;
};
struct ct_args_linalg_matrix_rank_atol_rtol_tensor_out {
	char first_;
	const ct_tensor *input;
	struct ct_no_more_ no_more_;
	const ct_tensor *atol;
	const ct_tensor *rtol;
	bool hermitian;
	ct_tensor *out;
};
struct ct_args_linalg_matrix_rank_out {
	char first_;
	const ct_tensor *self;
	double tol;
	bool hermitian;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_linalg_matrix_rank_out_tol_tensor {
	char first_;
	const ct_tensor *input;
	const ct_tensor *tol;
	bool hermitian;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_linalg_matrix_rank_tol_tensor {
	char first_;
	const ct_tensor *input;
	const ct_tensor *tol;
	bool hermitian;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_matrix_sqrth {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_matrix_sqrth_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_multi_dot {
	char first_;
	ct_tensors tensors;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_multi_dot_out {
	char first_;
	ct_tensors tensors;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_norm {
	char first_;
	const ct_tensor *self;
	ct_number ord;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
};
struct ct_args_linalg_norm_ord_str {
	char first_;
	const ct_tensor *self;
	const char *ord;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
};
struct ct_args_linalg_norm_ord_str_out {
	char first_;
	const ct_tensor *self;
	const char *ord;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_tensor *out;
};
struct ct_args_linalg_norm_out {
	char first_;
	const ct_tensor *self;
	ct_number ord;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_tensor *out;
};
struct ct_args_linalg_pinv {
	char first_;
	const ct_tensor *self;
	double rcond;
	bool hermitian;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_pinv_atol_rtol_float {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	double atol;
	double rtol;
	bool hermitian;
};
struct ct_args_linalg_pinv_atol_rtol_float_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	double atol;
	double rtol;
	bool hermitian;
	ct_tensor *out;
};
struct ct_args_linalg_pinv_atol_rtol_tensor {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	const ct_tensor *atol;
	const ct_tensor *rtol;
	bool hermitian;
};
struct ct_args_linalg_pinv_atol_rtol_tensor_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	const ct_tensor *atol;
	const ct_tensor *rtol;
	bool hermitian;
	ct_tensor *out;
};
struct ct_args_linalg_pinv_out {
	char first_;
	const ct_tensor *self;
	double rcond;
	bool hermitian;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_linalg_pinv_out_rcond_tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *rcond;
	bool hermitian;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_linalg_pinv_rcond_tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *rcond;
	bool hermitian;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_polar {
	char first_;
	const ct_tensor *A;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_polar_out {
	char first_;
	const ct_tensor *A;
	ct_tensor *U;
	ct_tensor *H;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_qr {
	char first_;
	const ct_tensor *A;
	const char *mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_qr_out {
	char first_;
	const ct_tensor *A;
	const char *mode;
	struct ct_no_more_ no_more_;
	ct_tensor *Q;
	ct_tensor *R;
};
struct ct_args_linalg_slogdet {
	char first_;
	const ct_tensor *A;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_slogdet_out {
	char first_;
	const ct_tensor *A;
	ct_tensor *sign;
	ct_tensor *logabsdet;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_solve {
	char first_;
	const ct_tensor *A;
	const ct_tensor *B;
	struct ct_no_more_ no_more_;
	bool left;
};
struct ct_args_linalg_solve_ex {
	char first_;
	const ct_tensor *A;
	const ct_tensor *B;
	struct ct_no_more_ no_more_;
	bool left;
	bool check_errors;
};
struct ct_args_linalg_solve_ex_out {
	char first_;
	const ct_tensor *A;
	const ct_tensor *B;
	struct ct_no_more_ no_more_;
	bool left;
	bool check_errors;
	ct_tensor *result;
	ct_tensor *info;
};
struct ct_args_linalg_solve_out {
	char first_;
	const ct_tensor *A;
	const ct_tensor *B;
	struct ct_no_more_ no_more_;
	bool left;
	ct_tensor *out;
};
struct ct_args_linalg_solve_triangular {
	char first_;
	const ct_tensor *self;
	const ct_tensor *B;
	bool upper;
	struct ct_no_more_ no_more_;
	bool left;
	bool unitriangular;
};
struct ct_args_linalg_solve_triangular_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *B;
	bool upper;
	struct ct_no_more_ no_more_;
	bool left;
	bool unitriangular;
	ct_tensor *out;
};
struct ct_args_linalg_svd {
	char first_;
	const ct_tensor *A;
	bool full_matrices;
	struct ct_no_more_ no_more_;
	const char *driver;
};
struct ct_args_linalg_svd_U {
	char first_;
	const ct_tensor *A;
	bool full_matrices;
	struct ct_no_more_ no_more_;
	const char *driver;
	ct_tensor *U;
	ct_tensor *S;
	ct_tensor *Vh;
};
struct ct_args_linalg_svdvals {
	char first_;
	const ct_tensor *A;
	struct ct_no_more_ no_more_;
	const char *driver;
};
struct ct_args_linalg_svdvals_out {
	char first_;
	const ct_tensor *A;
	struct ct_no_more_ no_more_;
	const char *driver;
	ct_tensor *out;
};
struct ct_args_linalg_tensorinv {
	char first_;
	const ct_tensor *self;
	int64_t ind;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_tensorinv_out {
	char first_;
	const ct_tensor *self;
	int64_t ind;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_linalg_tensorsolve {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_ints dims;
	struct ct_no_more_ no_more_;
};
struct ct_args_linalg_tensorsolve_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_ints dims;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_linalg_vander {
	char first_;
	const ct_tensor *x;
	struct ct_no_more_ no_more_;
	int64_t N;
};
struct ct_args_linalg_vecdot {
	char first_;
	const ct_tensor *x;
	const ct_tensor *y;
	struct ct_no_more_ no_more_;
	int64_t dim;
};
struct ct_args_linalg_vecdot_out {
	char first_;
	const ct_tensor *x;
	const ct_tensor *y;
	struct ct_no_more_ no_more_;
	int64_t dim;
	ct_tensor *out;
};
struct ct_args_linalg_vector_norm {
	char first_;
	const ct_tensor *self;
	ct_number ord;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
};
struct ct_args_linalg_vector_norm_out {
	char first_;
	const ct_tensor *self;
	ct_number ord;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_tensor *out;
};
static const int64_t ct_call_m_0_[] = {
	0,
};
static const int64_t ct_call_m_1_[] = {
	1,
};
static const int64_t ct_call_m_0_0_[] = {
	0,
	0,
};
static const int64_t ct_call_m_1_1_[] = {
	1,
	1,
};
static const int64_t ct_call_m_0_0_0_[] = {
	0,
	0,
	0,
};
static const int64_t ct_call_m_1_1_1_[] = {
	1,
	1,
	1,
};
struct ct_args_mH {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_mT {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_margin_ranking_loss {
	char first_;
	const ct_tensor *input1;
	const ct_tensor *input2;
	const ct_tensor *target;
	double margin;
	int64_t reduction;
	struct ct_no_more_ no_more_;
};
struct ct_args_masked_fill_Scalar {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mask;
	ct_number value;
	struct ct_no_more_ no_more_;
};
struct ct_args_masked_fill_Scalar_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mask;
	ct_number value;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_masked_fill_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mask;
	const ct_tensor *value;
	struct ct_no_more_ no_more_;
};
struct ct_args_masked_fill_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mask;
	const ct_tensor *value;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_masked_fill__Scalar {
	char first_;
	ct_tensor *self;
	const ct_tensor *mask;
	ct_number value;
	struct ct_no_more_ no_more_;
};
struct ct_args_masked_fill__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *mask;
	const ct_tensor *value;
	struct ct_no_more_ no_more_;
};
struct ct_args_masked_scatter {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mask;
	const ct_tensor *source;
	struct ct_no_more_ no_more_;
};
struct ct_args_masked_scatter_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *mask;
	const ct_tensor *source;
	struct ct_no_more_ no_more_;
};
struct ct_args_masked_scatter_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *mask;
	ct_ints sizes;
	struct ct_no_more_ no_more_;
};
struct ct_args_masked_scatter_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mask;
	const ct_tensor *source;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_masked_select {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mask;
	struct ct_no_more_ no_more_;
};
struct ct_args_masked_select_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *input;
	const ct_tensor *mask;
	struct ct_no_more_ no_more_;
};
struct ct_args_masked_select_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mask;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_matmul {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_matmul_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *self;
	const ct_tensor *other;
	const bool *mask;
	struct ct_no_more_ no_more_;
};
struct ct_args_matmul_backward_out {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *self;
	const ct_tensor *other;
	const bool *mask;
	ct_tensor *out0;
	ct_tensor *out1;
	struct ct_no_more_ no_more_;
};
struct ct_args_matmul_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_matrix_H {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_matrix_exp {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_matrix_exp_backward {
	char first_;
	const ct_tensor *self;
	const ct_tensor *grad;
	struct ct_no_more_ no_more_;
};
struct ct_args_matrix_power {
	char first_;
	const ct_tensor *self;
	int64_t n;
	struct ct_no_more_ no_more_;
};
struct ct_args_matrix_power_out {
	char first_;
	const ct_tensor *self;
	int64_t n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_max {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_max_dim {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_max_dim_max {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *max;
	ct_tensor *max_values;
};
struct ct_args_max_other {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_max_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_max_pool1d {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_max_pool1d_with_indices {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_max_pool2d {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_max_pool2d_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_max_pool2d_backward_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_max_pool2d_with_indices {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_max_pool2d_with_indices_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	const ct_tensor *indices;
	struct ct_no_more_ no_more_;
};
struct ct_args_max_pool2d_with_indices_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	const ct_tensor *indices;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_max_pool2d_with_indices_out {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
	ct_tensor *indices;
};
struct ct_args_max_pool3d {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_max_pool3d_with_indices {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_max_pool3d_with_indices_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	const ct_tensor *indices;
	struct ct_no_more_ no_more_;
};
struct ct_args_max_pool3d_with_indices_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	const ct_tensor *indices;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_max_pool3d_with_indices_out {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
	ct_tensor *indices;
};
struct ct_args_max_unary_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_max_unpool2d {
	char first_;
	const ct_tensor *self;
	const ct_tensor *indices;
	ct_ints output_size;
	struct ct_no_more_ no_more_;
};
struct ct_args_max_unpool2d_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *indices;
	ct_ints output_size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_max_unpool3d {
	char first_;
	const ct_tensor *self;
	const ct_tensor *indices;
	ct_ints output_size;
	ct_ints stride;
	ct_ints padding;
	struct ct_no_more_ no_more_;
};
struct ct_args_max_unpool3d_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *indices;
	ct_ints output_size;
	ct_ints stride;
	ct_ints padding;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_maximum {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_maximum_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_mean {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
};
struct ct_args_mean_dim {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
};
struct ct_args_mean_dtype_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_tensor *out;
};
struct ct_args_mean_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_tensor *out;
};
struct ct_args_median {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_median_dim {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_median_dim_values {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *values;
	ct_tensor *indices;
};
struct ct_args_median_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_meshgrid {
	char first_;
	ct_tensors tensors;
	struct ct_no_more_ no_more_;
};
struct ct_args_meshgrid_indexing {
	char first_;
	ct_tensors tensors;
	const char *indexing;
	struct ct_no_more_ no_more_;
};
struct ct_args_min {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_min_dim {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_min_dim_min {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *min;
	ct_tensor *min_indices;
};
struct ct_args_min_other {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_min_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_min_unary_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_minimum {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_minimum_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_miopen_batch_norm {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	bool training;
	double exponential_average_factor;
	double epsilon;
	struct ct_no_more_ no_more_;
};
struct ct_args_miopen_batch_norm_backward {
	char first_;
	const ct_tensor *input;
	const ct_tensor *grad_output;
	const ct_tensor *weight;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	const ct_tensor *save_mean;
	const ct_tensor *save_var;
	double epsilon;
	struct ct_no_more_ no_more_;
};
struct ct_args_miopen_batch_norm_backward_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *grad_output;
	const ct_tensor *weight;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	const ct_tensor *save_mean;
	const ct_tensor *save_var;
	double epsilon;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	struct ct_no_more_ no_more_;
};
struct ct_args_miopen_batch_norm_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	bool training;
	double exponential_average_factor;
	double epsilon;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	struct ct_no_more_ no_more_;
};
struct ct_args_miopen_convolution {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	bool benchmark;
	bool deterministic;
	struct ct_no_more_ no_more_;
};
struct ct_args_miopen_convolution_add_relu {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	const ct_tensor *z;
	ct_number alpha;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	int64_t groups;
	struct ct_no_more_ no_more_;
};
struct ct_args_miopen_convolution_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	bool benchmark;
	bool deterministic;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_miopen_convolution_relu {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	int64_t groups;
	struct ct_no_more_ no_more_;
};
struct ct_args_miopen_convolution_transpose {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints padding;
	ct_ints output_padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	bool benchmark;
	bool deterministic;
	struct ct_no_more_ no_more_;
};
struct ct_args_miopen_convolution_transpose_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints padding;
	ct_ints output_padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	bool benchmark;
	bool deterministic;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_miopen_ctc_loss {
	char first_;
	const ct_tensor *log_probs;
	const ct_tensor *targets;
	ct_ints input_lengths;
	ct_ints target_lengths;
	int64_t blank;
	bool deterministic;
	bool zero_infinity;
	struct ct_no_more_ no_more_;
};
struct ct_args_miopen_ctc_loss_Tensor {
	char first_;
	const ct_tensor *log_probs;
	const ct_tensor *targets;
	const ct_tensor *input_lengths;
	const ct_tensor *target_lengths;
	int64_t blank;
	bool deterministic;
	bool zero_infinity;
	struct ct_no_more_ no_more_;
};
struct ct_args_miopen_ctc_loss_out {
	char first_;
	const ct_tensor *log_probs;
	const ct_tensor *targets;
	ct_ints input_lengths;
	ct_ints target_lengths;
	int64_t blank;
	bool deterministic;
	bool zero_infinity;
	ct_tensor *out0;
	ct_tensor *out1;
	struct ct_no_more_ no_more_;
};
struct ct_args_miopen_depthwise_convolution {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	bool benchmark;
	bool deterministic;
	struct ct_no_more_ no_more_;
};
struct ct_args_miopen_depthwise_convolution_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	bool benchmark;
	bool deterministic;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_miopen_rnn {
	char first_;
	const ct_tensor *input;
	ct_tensors weight;
	int64_t weight_stride0;
	const ct_tensor *hx;
	const ct_tensor *cx;
	int64_t mode;
	int64_t hidden_size;
	int64_t num_layers;
	bool batch_first;
	double dropout;
	bool train;
	bool bidirectional;
	ct_ints batch_sizes;
	const ct_tensor *dropout_state;
	struct ct_no_more_ no_more_;
};
struct ct_args_miopen_rnn_backward {
	char first_;
	const ct_tensor *input;
	ct_tensors weight;
	int64_t weight_stride0;
	const ct_tensor *weight_buf;
	const ct_tensor *hx;
	const ct_tensor *cx;
	const ct_tensor *output;
	const ct_tensor *grad_output;
	const ct_tensor *grad_hy;
	const ct_tensor *grad_cy;
	int64_t mode;
	int64_t hidden_size;
	int64_t num_layers;
	bool batch_first;
	double dropout;
	bool train;
	bool bidirectional;
	ct_ints batch_sizes;
	const ct_tensor *dropout_state;
	const ct_tensor *reserve;
	const bool *output_mask;
	struct ct_no_more_ no_more_;
};
struct ct_args_miopen_rnn_backward_out {
	char first_;
	const ct_tensor *input;
	ct_tensors weight;
	int64_t weight_stride0;
	const ct_tensor *weight_buf;
	const ct_tensor *hx;
	const ct_tensor *cx;
	const ct_tensor *output;
	const ct_tensor *grad_output;
	const ct_tensor *grad_hy;
	const ct_tensor *grad_cy;
	int64_t mode;
	int64_t hidden_size;
	int64_t num_layers;
	bool batch_first;
	double dropout;
	bool train;
	bool bidirectional;
	ct_ints batch_sizes;
	const ct_tensor *dropout_state;
	const ct_tensor *reserve;
	const bool *output_mask;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	ct_tensors out3;
	struct ct_no_more_ no_more_;
};
struct ct_args_miopen_rnn_out {
	char first_;
	const ct_tensor *input;
	ct_tensors weight;
	int64_t weight_stride0;
	const ct_tensor *hx;
	const ct_tensor *cx;
	int64_t mode;
	int64_t hidden_size;
	int64_t num_layers;
	bool batch_first;
	double dropout;
	bool train;
	bool bidirectional;
	ct_ints batch_sizes;
	const ct_tensor *dropout_state;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	ct_tensor *out3;
	ct_tensor *out4;
	struct ct_no_more_ no_more_;
};
struct ct_args_mish {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_mish_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_mish_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_mish_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_mm {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	struct ct_no_more_ no_more_;
};
struct ct_args_mm_dtype {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	ct_dtype out_dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args_mm_dtype_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	ct_dtype out_dtype;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_mm_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_mode {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_mode_values {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *values;
	ct_tensor *indices;
};
struct ct_args_moveaxis_int {
	char first_;
	const ct_tensor *self;
	int64_t source;
	int64_t destination;
	struct ct_no_more_ no_more_;
};
struct ct_args_moveaxis_intlist {
	char first_;
	const ct_tensor *self;
	ct_ints source;
	ct_ints destination;
	struct ct_no_more_ no_more_;
};
struct ct_args_movedim_int {
	char first_;
	const ct_tensor *self;
	int64_t source;
	int64_t destination;
	struct ct_no_more_ no_more_;
};
struct ct_args_movedim_intlist {
	char first_;
	const ct_tensor *self;
	ct_ints source;
	ct_ints destination;
	struct ct_no_more_ no_more_;
};
struct ct_args_mps_convolution_backward {
	char first_;
	const ct_tensor *self;
	const ct_tensor *grad_output;
	const ct_tensor *weight;
	ct_ints padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	const bool *output_mask;
	struct ct_no_more_ no_more_;
};
struct ct_args_mps_convolution_backward_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *grad_output;
	const ct_tensor *weight;
	ct_ints padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	const bool *output_mask;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	struct ct_no_more_ no_more_;
};
struct ct_args_mps_convolution_transpose_backward {
	char first_;
	const ct_tensor *self;
	const ct_tensor *grad_output;
	const ct_tensor *weight;
	ct_ints padding;
	ct_ints output_padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	const bool *output_mask;
	struct ct_no_more_ no_more_;
};
struct ct_args_mps_convolution_transpose_backward_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *grad_output;
	const ct_tensor *weight;
	ct_ints padding;
	ct_ints output_padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	const bool *output_mask;
	ct_tensor *out0;
	ct_tensor *out1;
	struct ct_no_more_ no_more_;
};
struct ct_args_mse_loss {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	struct ct_no_more_ no_more_;
};
struct ct_args_mse_loss_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	struct ct_no_more_ no_more_;
};
struct ct_args_mse_loss_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_mse_loss_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_msort {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_msort_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_mul_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_mul_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_mul_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_mul__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_mul__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_mul_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_multi_margin_loss {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	ct_number p;
	ct_number margin;
	const ct_tensor *weight;
	int64_t reduction;
	struct ct_no_more_ no_more_;
};
struct ct_args_multi_margin_loss_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *target;
	ct_number p;
	ct_number margin;
	const ct_tensor *weight;
	int64_t reduction;
	struct ct_no_more_ no_more_;
};
struct ct_args_multi_margin_loss_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *target;
	ct_number p;
	ct_number margin;
	const ct_tensor *weight;
	int64_t reduction;
	struct ct_no_more_ no_more_;
	ct_tensor *grad_input;
};
struct ct_args_multi_margin_loss_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	ct_number p;
	ct_number margin;
	const ct_tensor *weight;
	int64_t reduction;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_multilabel_margin_loss {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	struct ct_no_more_ no_more_;
};
struct ct_args_multilabel_margin_loss_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	const ct_tensor *is_target;
	struct ct_no_more_ no_more_;
};
struct ct_args_multilabel_margin_loss_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	const ct_tensor *is_target;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_multilabel_margin_loss_forward {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	struct ct_no_more_ no_more_;
};
struct ct_args_multilabel_margin_loss_forward_output {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	ct_tensor *output;
	ct_tensor *is_target;
	struct ct_no_more_ no_more_;
};
struct ct_args_multilabel_margin_loss_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_multinomial {
	char first_;
	const ct_tensor *self;
	int64_t num_samples;
	bool replacement;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_multinomial_out {
	char first_;
	const ct_tensor *self;
	int64_t num_samples;
	bool replacement;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
	ct_tensor *out;
};
struct ct_args_multiply_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_multiply_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_multiply__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_multiply__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_multiply_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_mv {
	char first_;
	const ct_tensor *self;
	const ct_tensor *vec;
	struct ct_no_more_ no_more_;
};
struct ct_args_mv_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *vec;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_mvlgamma {
	char first_;
	const ct_tensor *self;
	int64_t p;
	struct ct_no_more_ no_more_;
};
struct ct_args_mvlgamma_ {
	char first_;
	ct_tensor *self;
	int64_t p;
	struct ct_no_more_ no_more_;
};
struct ct_args_mvlgamma_out {
	char first_;
	const ct_tensor *self;
	int64_t p;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
static const int64_t ct_call_mkldnn_0_0_[] = {
	0,
	0,
};
static const int64_t ct_call_mkldnn_1_1_[] = {
	1,
	1,
};
static const int64_t ct_call_mkldnn_0_0_0_[] = {
	0,
	0,
	0,
};
static const int64_t ct_call_mkldnn_1_1_1_[] = {
	1,
	1,
	1,
};
struct ct_args_mkldnn_adaptive_avg_pool2d {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_adaptive_avg_pool2d_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_adaptive_avg_pool2d_backward_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_adaptive_avg_pool2d_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_convolution {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_convolution_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	const ct_tensor *bias;
	ct_ints padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_linear {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	const ct_tensor *bias;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_linear_backward {
	char first_;
	const ct_tensor *self;
	const ct_tensor *grad_output;
	const ct_tensor *weight;
	const bool *output_mask;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_linear_backward_input {
	char first_;
	ct_ints input_size;
	const ct_tensor *grad_output;
	const ct_tensor *weight;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_linear_backward_input_out {
	char first_;
	ct_ints input_size;
	const ct_tensor *grad_output;
	const ct_tensor *weight;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_linear_backward_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *grad_output;
	const ct_tensor *weight;
	const bool *output_mask;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_linear_backward_weights {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *input;
	const ct_tensor *weight;
	bool bias_defined;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_linear_backward_weights_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *input;
	const ct_tensor *weight;
	bool bias_defined;
	ct_tensor *out0;
	ct_tensor *out1;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_linear_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	const ct_tensor *bias;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_mkldnn_max_pool2d {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_max_pool2d_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *output;
	const ct_tensor *input;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_max_pool2d_backward_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *output;
	const ct_tensor *input;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_mkldnn_max_pool2d_out {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_mkldnn_max_pool3d {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_max_pool3d_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *output;
	const ct_tensor *input;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_max_pool3d_backward_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *output;
	const ct_tensor *input;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_mkldnn_max_pool3d_out {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_mkldnn_reorder_conv2d_weight {
	char first_;
	const ct_tensor *self;
	ct_ints padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	ct_ints input_size;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_reorder_conv2d_weight_out {
	char first_;
	const ct_tensor *self;
	ct_ints padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	ct_ints input_size;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_mkldnn_reorder_conv3d_weight {
	char first_;
	const ct_tensor *self;
	ct_ints padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	ct_ints input_size;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_reorder_conv3d_weight_out {
	char first_;
	const ct_tensor *self;
	ct_ints padding;
	ct_ints stride;
	ct_ints dilation;
	int64_t groups;
	ct_ints input_size;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_mkldnn_rnn_layer {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight0;
	const ct_tensor *weight1;
	const ct_tensor *weight2;
	const ct_tensor *weight3;
	const ct_tensor *hx_;
	const ct_tensor *cx_;
	bool reverse;
	ct_ints batch_sizes;
	int64_t mode;
	int64_t hidden_size;
	int64_t num_layers;
	bool has_biases;
	bool bidirectional;
	bool batch_first;
	bool train;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_rnn_layer_backward {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight1;
	const ct_tensor *weight2;
	const ct_tensor *weight3;
	const ct_tensor *weight4;
	const ct_tensor *hx_;
	const ct_tensor *cx_tmp;
	const ct_tensor *output;
	const ct_tensor *hy_;
	const ct_tensor *cy_;
	const ct_tensor *grad_output;
	const ct_tensor *grad_hy;
	const ct_tensor *grad_cy;
	bool reverse;
	int64_t mode;
	int64_t hidden_size;
	int64_t num_layers;
	bool has_biases;
	bool train;
	bool bidirectional;
	ct_ints batch_sizes;
	bool batch_first;
	const ct_tensor *workspace;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_rnn_layer_backward_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight1;
	const ct_tensor *weight2;
	const ct_tensor *weight3;
	const ct_tensor *weight4;
	const ct_tensor *hx_;
	const ct_tensor *cx_tmp;
	const ct_tensor *output;
	const ct_tensor *hy_;
	const ct_tensor *cy_;
	const ct_tensor *grad_output;
	const ct_tensor *grad_hy;
	const ct_tensor *grad_cy;
	bool reverse;
	int64_t mode;
	int64_t hidden_size;
	int64_t num_layers;
	bool has_biases;
	bool train;
	bool bidirectional;
	ct_ints batch_sizes;
	bool batch_first;
	const ct_tensor *workspace;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	ct_tensor *out3;
	ct_tensor *out4;
	ct_tensor *out5;
	ct_tensor *out6;
	struct ct_no_more_ no_more_;
};
struct ct_args_mkldnn_rnn_layer_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight0;
	const ct_tensor *weight1;
	const ct_tensor *weight2;
	const ct_tensor *weight3;
	const ct_tensor *hx_;
	const ct_tensor *cx_;
	bool reverse;
	ct_ints batch_sizes;
	int64_t mode;
	int64_t hidden_size;
	int64_t num_layers;
	bool has_biases;
	bool bidirectional;
	bool batch_first;
	bool train;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	ct_tensor *out3;
	struct ct_no_more_ no_more_;
};
struct ct_args_nan_to_num {
	char first_;
	const ct_tensor *self;
	double nan;
	double posinf;
	double neginf;
	struct ct_no_more_ no_more_;
};
struct ct_args_nan_to_num_ {
	char first_;
	ct_tensor *self;
	double nan;
	double posinf;
	double neginf;
	struct ct_no_more_ no_more_;
};
struct ct_args_nan_to_num_out {
	char first_;
	const ct_tensor *self;
	double nan;
	double posinf;
	double neginf;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_nanmean {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
};
struct ct_args_nanmean_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_tensor *out;
};
struct ct_args_nanmedian {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_nanmedian_dim {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_nanmedian_dim_values {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *values;
	ct_tensor *indices;
};
struct ct_args_nanmedian_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_nanquantile {
	char first_;
	const ct_tensor *self;
	const ct_tensor *q;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	const char *interpolation;
};
struct ct_args_nanquantile_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *q;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	const char *interpolation;
	ct_tensor *out;
};
struct ct_args_nanquantile_scalar {
	char first_;
	const ct_tensor *self;
	double q;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	const char *interpolation;
};
struct ct_args_nanquantile_scalar_out {
	char first_;
	const ct_tensor *self;
	double q;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	const char *interpolation;
	ct_tensor *out;
};
struct ct_args_nansum {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
};
struct ct_args_nansum_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_tensor *out;
};
struct ct_args_narrow {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	int64_t start;
	int64_t length;
	struct ct_no_more_ no_more_;
};
struct ct_args_narrow_Tensor {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *start;
	int64_t length;
	struct ct_no_more_ no_more_;
};
struct ct_args_narrow_copy {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	int64_t start;
	int64_t length;
	struct ct_no_more_ no_more_;
};
struct ct_args_narrow_copy_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	int64_t start;
	int64_t length;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_native_batch_norm {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	bool training;
	double momentum;
	double eps;
	struct ct_no_more_ no_more_;
};
struct ct_args_native_batch_norm_backward {
	char first_;
	const ct_tensor *grad_out;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	const ct_tensor *save_mean;
	const ct_tensor *save_invstd;
	bool train;
	double eps;
	const bool *output_mask;
	struct ct_no_more_ no_more_;
};
struct ct_args_native_batch_norm_backward_out {
	char first_;
	const ct_tensor *grad_out;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	const ct_tensor *save_mean;
	const ct_tensor *save_invstd;
	bool train;
	double eps;
	const bool *output_mask;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	struct ct_no_more_ no_more_;
};
struct ct_args_native_batch_norm_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	const ct_tensor *running_mean;
	const ct_tensor *running_var;
	bool training;
	double momentum;
	double eps;
	ct_tensor *out;
	ct_tensor *save_mean;
	ct_tensor *save_invstd;
	struct ct_no_more_ no_more_;
};
struct ct_args_native_channel_shuffle {
	char first_;
	const ct_tensor *self;
	int64_t groups;
	struct ct_no_more_ no_more_;
};
struct ct_args_native_dropout {
	char first_;
	const ct_tensor *input;
	double p;
	signed char train;
	struct ct_no_more_ no_more_;
};
struct ct_args_native_dropout_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *mask;
	double scale;
	struct ct_no_more_ no_more_;
};
struct ct_args_native_dropout_backward_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *mask;
	double scale;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_native_dropout_out {
	char first_;
	const ct_tensor *input;
	double p;
	signed char train;
	ct_tensor *out0;
	ct_tensor *out1;
	struct ct_no_more_ no_more_;
};
struct ct_args_native_group_norm {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	int64_t N;
	int64_t C;
	int64_t HxW;
	int64_t group;
	double eps;
	struct ct_no_more_ no_more_;
};
struct ct_args_native_group_norm_backward {
	char first_;
	const ct_tensor *grad_out;
	const ct_tensor *input;
	const ct_tensor *mean;
	const ct_tensor *rstd;
	const ct_tensor *weight;
	int64_t N;
	int64_t C;
	int64_t HxW;
	int64_t group;
	const bool *output_mask;
	struct ct_no_more_ no_more_;
};
struct ct_args_native_group_norm_backward_out {
	char first_;
	const ct_tensor *grad_out;
	const ct_tensor *input;
	const ct_tensor *mean;
	const ct_tensor *rstd;
	const ct_tensor *weight;
	int64_t N;
	int64_t C;
	int64_t HxW;
	int64_t group;
	const bool *output_mask;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	struct ct_no_more_ no_more_;
};
struct ct_args_native_group_norm_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	int64_t N;
	int64_t C;
	int64_t HxW;
	int64_t group;
	double eps;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	struct ct_no_more_ no_more_;
};
struct ct_args_native_layer_norm {
	char first_;
	const ct_tensor *input;
	ct_ints normalized_shape;
	const ct_tensor *weight;
	const ct_tensor *bias;
	double eps;
	struct ct_no_more_ no_more_;
};
struct ct_args_native_layer_norm_backward {
	char first_;
	const ct_tensor *grad_out;
	const ct_tensor *input;
	ct_ints normalized_shape;
	const ct_tensor *mean;
	const ct_tensor *rstd;
	const ct_tensor *weight;
	const ct_tensor *bias;
	const bool *output_mask;
	struct ct_no_more_ no_more_;
};
struct ct_args_native_layer_norm_backward_out {
	char first_;
	const ct_tensor *grad_out;
	const ct_tensor *input;
	ct_ints normalized_shape;
	const ct_tensor *mean;
	const ct_tensor *rstd;
	const ct_tensor *weight;
	const ct_tensor *bias;
	const bool *output_mask;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	struct ct_no_more_ no_more_;
};
struct ct_args_native_layer_norm_out {
	char first_;
	const ct_tensor *input;
	ct_ints normalized_shape;
	const ct_tensor *weight;
	const ct_tensor *bias;
	double eps;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
	struct ct_no_more_ no_more_;
};
struct ct_args_native_norm {
	char first_;
	const ct_tensor *self;
	ct_number p;
	struct ct_no_more_ no_more_;
};
struct ct_args_native_norm_ScalarOpt_dim_dtype {
	char first_;
	const ct_tensor *self;
	ct_number p;
	ct_ints dim;
	bool keepdim;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args_native_norm_ScalarOpt_dim_dtype_out {
	char first_;
	const ct_tensor *self;
	ct_number p;
	ct_ints dim;
	bool keepdim;
	ct_dtype dtype;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_native_norm_out {
	char first_;
	const ct_tensor *self;
	ct_number p;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_ne_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_ne_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_ne_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_ne_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_ne__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_ne__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_neg {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_neg_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_neg_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_negative {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_negative_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_negative_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_new_empty {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_new_empty_out {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_new_empty_strided {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	ct_ints stride;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_new_empty_strided_out {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	ct_ints stride;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_new_full {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	ct_number fill_value;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_new_full_out {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	ct_number fill_value;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_new_ones {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_new_ones_out {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_new_zeros {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_new_zeros_out {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_nextafter {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_nextafter_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_nextafter_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_nll_loss {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	const ct_tensor *weight;
	int64_t reduction;
	int64_t ignore_index;
	struct ct_no_more_ no_more_;
};
struct ct_args_nll_loss2d {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	const ct_tensor *weight;
	int64_t reduction;
	int64_t ignore_index;
	struct ct_no_more_ no_more_;
};
struct ct_args_nll_loss2d_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *target;
	const ct_tensor *weight;
	int64_t reduction;
	int64_t ignore_index;
	const ct_tensor *total_weight;
	struct ct_no_more_ no_more_;
};
struct ct_args_nll_loss2d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *target;
	const ct_tensor *weight;
	int64_t reduction;
	int64_t ignore_index;
	const ct_tensor *total_weight;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_nll_loss2d_forward {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	const ct_tensor *weight;
	int64_t reduction;
	int64_t ignore_index;
	struct ct_no_more_ no_more_;
};
struct ct_args_nll_loss2d_forward_output {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	const ct_tensor *weight;
	int64_t reduction;
	int64_t ignore_index;
	ct_tensor *output;
	ct_tensor *total_weight;
	struct ct_no_more_ no_more_;
};
struct ct_args_nll_loss2d_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	const ct_tensor *weight;
	int64_t reduction;
	int64_t ignore_index;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_nll_loss_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *target;
	const ct_tensor *weight;
	int64_t reduction;
	int64_t ignore_index;
	const ct_tensor *total_weight;
	struct ct_no_more_ no_more_;
};
struct ct_args_nll_loss_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *target;
	const ct_tensor *weight;
	int64_t reduction;
	int64_t ignore_index;
	const ct_tensor *total_weight;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_nll_loss_forward {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	const ct_tensor *weight;
	int64_t reduction;
	int64_t ignore_index;
	struct ct_no_more_ no_more_;
};
struct ct_args_nll_loss_forward_output {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	const ct_tensor *weight;
	int64_t reduction;
	int64_t ignore_index;
	ct_tensor *output;
	ct_tensor *total_weight;
	struct ct_no_more_ no_more_;
};
struct ct_args_nll_loss_nd {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	const ct_tensor *weight;
	int64_t reduction;
	int64_t ignore_index;
	struct ct_no_more_ no_more_;
};
struct ct_args_nll_loss_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	const ct_tensor *weight;
	int64_t reduction;
	int64_t ignore_index;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_nonzero {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_nonzero_numpy {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_nonzero_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_nonzero_static {
	char first_;
	const ct_tensor *self;
	int64_t size;
	struct ct_no_more_ no_more_;
	int64_t fill_value;
};
struct ct_args_nonzero_static_out {
	char first_;
	const ct_tensor *self;
	int64_t size;
	struct ct_no_more_ no_more_;
	int64_t fill_value;
	ct_tensor *out;
};
struct ct_args_norm_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number p;
	struct ct_no_more_ no_more_;
};
struct ct_args_norm_ScalarOpt_dim {
	char first_;
	const ct_tensor *self;
	ct_number p;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_norm_ScalarOpt_dim_dtype {
	char first_;
	const ct_tensor *self;
	ct_number p;
	ct_ints dim;
	bool keepdim;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args_norm_ScalarOpt_dtype {
	char first_;
	const ct_tensor *self;
	ct_number p;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args_norm_ScalarOpt_dtype_out {
	char first_;
	const ct_tensor *self;
	ct_number p;
	ct_dtype dtype;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_norm_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number p;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_norm_dtype_out {
	char first_;
	const ct_tensor *self;
	ct_number p;
	ct_ints dim;
	bool keepdim;
	ct_dtype dtype;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_norm_except_dim {
	char first_;
	const ct_tensor *v;
	int64_t pow_;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_norm_out {
	char first_;
	const ct_tensor *self;
	ct_number p;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_normal_ {
	char first_;
	ct_tensor *self;
	double mean;
	double std;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_normal_Tensor_Tensor {
	char first_;
	const ct_tensor *mean;
	const ct_tensor *std;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_normal_Tensor_Tensor_out {
	char first_;
	const ct_tensor *mean;
	const ct_tensor *std;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
	ct_tensor *out;
};
struct ct_args_normal_Tensor_float {
	char first_;
	const ct_tensor *mean;
	double std;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_normal_Tensor_float_out {
	char first_;
	const ct_tensor *mean;
	double std;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
	ct_tensor *out;
};
struct ct_args_normal_float_Tensor {
	char first_;
	double mean;
	const ct_tensor *std;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_normal_float_Tensor_out {
	char first_;
	double mean;
	const ct_tensor *std;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
	ct_tensor *out;
};
struct ct_args_normal_float_float {
	char first_;
	double mean;
	double std;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_normal_float_float_out {
	char first_;
	double mean;
	double std;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
	ct_tensor *out;
};
struct ct_args_normal_functional {
	char first_;
	const ct_tensor *self;
	double mean;
	double std;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_normal_out {
	char first_;
	const ct_tensor *self;
	double mean;
	double std;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
	ct_tensor *out;
};
struct ct_args_not_equal_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_not_equal_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_not_equal_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_not_equal_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_not_equal__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_not_equal__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_nuclear_norm {
	char first_;
	const ct_tensor *self;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_nuclear_norm_dim {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_nuclear_norm_dim_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_nuclear_norm_out {
	char first_;
	const ct_tensor *self;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_numel {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_numpy_T {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_nested_to_padded_tensor {
	char first_;
	const ct_tensor *self;
	double padding;
	ct_ints output_size;
	struct ct_no_more_ no_more_;
};
struct ct_args_one_hot {
	char first_;
	const ct_tensor *self;
	int64_t num_classes;
	struct ct_no_more_ no_more_;
};
struct ct_args_ones {
	char first_;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_ones_like {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	ct_memory_format memory_format;
};
struct ct_args_ones_like_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args_ones_out {
	char first_;
	ct_ints size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_orgqr {
	char first_;
	const ct_tensor *self;
	const ct_tensor *input2;
	struct ct_no_more_ no_more_;
};
struct ct_args_orgqr_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *input2;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_ormqr {
	char first_;
	const ct_tensor *self;
	const ct_tensor *input2;
	const ct_tensor *input3;
	bool left;
	bool transpose;
	struct ct_no_more_ no_more_;
};
struct ct_args_ormqr_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *input2;
	const ct_tensor *input3;
	bool left;
	bool transpose;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_outer {
	char first_;
	const ct_tensor *self;
	const ct_tensor *vec2;
	struct ct_no_more_ no_more_;
};
struct ct_args_outer_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *vec2;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_output_nr {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_pad {
	char first_;
	const ct_tensor *self;
	ct_ints pad;
	const char *mode;
	double value;
	struct ct_no_more_ no_more_;
};
struct ct_args_pad_sequence {
	char first_;
	ct_tensors sequences;
	bool batch_first;
	double padding_value;
	const char *padding_side;
	struct ct_no_more_ no_more_;
};
struct ct_args_pairwise_distance {
	char first_;
	const ct_tensor *x1;
	const ct_tensor *x2;
	double p;
	double eps;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_pdist {
	char first_;
	const ct_tensor *self;
	double p;
	struct ct_no_more_ no_more_;
};
struct ct_args_permute {
	char first_;
	const ct_tensor *self;
	ct_ints dims;
	struct ct_no_more_ no_more_;
};
struct ct_args_permute_copy {
	char first_;
	const ct_tensor *self;
	ct_ints dims;
	struct ct_no_more_ no_more_;
};
struct ct_args_permute_copy_out {
	char first_;
	const ct_tensor *self;
	ct_ints dims;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_pin_memory {
	char first_;
	const ct_tensor *self;
	ct_device device;
	struct ct_no_more_ no_more_;
};
struct ct_args_pinverse {
	char first_;
	const ct_tensor *self;
	double rcond;
	struct ct_no_more_ no_more_;
};
struct ct_args_pixel_shuffle {
	char first_;
	const ct_tensor *self;
	int64_t upscale_factor;
	struct ct_no_more_ no_more_;
};
struct ct_args_pixel_shuffle_out {
	char first_;
	const ct_tensor *self;
	int64_t upscale_factor;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_pixel_unshuffle {
	char first_;
	const ct_tensor *self;
	int64_t downscale_factor;
	struct ct_no_more_ no_more_;
};
struct ct_args_pixel_unshuffle_out {
	char first_;
	const ct_tensor *self;
	int64_t downscale_factor;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_poisson {
	char first_;
	const ct_tensor *self;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
};
struct ct_args_poisson_nll_loss {
	char first_;
	const ct_tensor *input;
	const ct_tensor *target;
	bool log_input;
	bool full;
	double eps;
	int64_t reduction;
	struct ct_no_more_ no_more_;
};
struct ct_args_poisson_out {
	char first_;
	const ct_tensor *self;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_polar {
	char first_;
	const ct_tensor *abs;
	const ct_tensor *angle;
	struct ct_no_more_ no_more_;
};
struct ct_args_polar_out {
	char first_;
	const ct_tensor *abs;
	const ct_tensor *angle;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_polygamma {
	char first_;
	int64_t n;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_polygamma_ {
	char first_;
	ct_tensor *self;
	int64_t n;
	struct ct_no_more_ no_more_;
};
struct ct_args_polygamma_out {
	char first_;
	int64_t n;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_positive {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_pow_Scalar {
	char first_;
	ct_number self;
	const ct_tensor *exponent;
	struct ct_no_more_ no_more_;
};
struct ct_args_pow_Scalar_out {
	char first_;
	ct_number self;
	const ct_tensor *exponent;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_pow_Tensor_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number exponent;
	struct ct_no_more_ no_more_;
};
struct ct_args_pow_Tensor_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number exponent;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_pow_Tensor_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *exponent;
	struct ct_no_more_ no_more_;
};
struct ct_args_pow_Tensor_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *exponent;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_pow__Scalar {
	char first_;
	ct_tensor *self;
	ct_number exponent;
	struct ct_no_more_ no_more_;
};
struct ct_args_pow__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *exponent;
	struct ct_no_more_ no_more_;
};
struct ct_args_prelu {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	struct ct_no_more_ no_more_;
};
struct ct_args_prod {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
};
struct ct_args_prod_dim_int {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
};
struct ct_args_prod_int_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_tensor *out;
};
struct ct_args_prod_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_tensor *out;
};
struct ct_args_promote_types {
	char first_;
	ct_dtype type1;
	ct_dtype type2;
	struct ct_no_more_ no_more_;
};
struct ct_args_put {
	char first_;
	const ct_tensor *self;
	const ct_tensor *index;
	const ct_tensor *source;
	bool accumulate;
	struct ct_no_more_ no_more_;
};
struct ct_args_put_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *index;
	const ct_tensor *source;
	bool accumulate;
	struct ct_no_more_ no_more_;
};
struct ct_args_put_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *index;
	const ct_tensor *source;
	bool accumulate;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_q_per_channel_axis {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_q_per_channel_scales {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_q_per_channel_scales_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_q_per_channel_zero_points {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_q_per_channel_zero_points_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_q_scale {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_q_zero_point {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_qscheme {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_quantile {
	char first_;
	const ct_tensor *self;
	const ct_tensor *q;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	const char *interpolation;
};
struct ct_args_quantile_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *q;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	const char *interpolation;
	ct_tensor *out;
};
struct ct_args_quantile_scalar {
	char first_;
	const ct_tensor *self;
	double q;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	const char *interpolation;
};
struct ct_args_quantile_scalar_out {
	char first_;
	const ct_tensor *self;
	double q;
	int64_t dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	const char *interpolation;
	ct_tensor *out;
};
struct ct_args_quantize_per_channel {
	char first_;
	const ct_tensor *self;
	const ct_tensor *scales;
	const ct_tensor *zero_points;
	int64_t axis;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args_quantize_per_channel_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *scales;
	const ct_tensor *zero_points;
	int64_t axis;
	ct_dtype dtype;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_quantize_per_tensor {
	char first_;
	const ct_tensor *self;
	double scale;
	int64_t zero_point;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args_quantize_per_tensor_dynamic {
	char first_;
	const ct_tensor *self;
	ct_dtype dtype;
	bool reduce_range;
	struct ct_no_more_ no_more_;
};
struct ct_args_quantize_per_tensor_dynamic_out {
	char first_;
	const ct_tensor *self;
	ct_dtype dtype;
	bool reduce_range;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_quantize_per_tensor_out {
	char first_;
	const ct_tensor *self;
	double scale;
	int64_t zero_point;
	ct_dtype dtype;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_quantize_per_tensor_tensor_qparams {
	char first_;
	const ct_tensor *self;
	const ct_tensor *scale;
	const ct_tensor *zero_point;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args_quantize_per_tensor_tensor_qparams_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *scale;
	const ct_tensor *zero_point;
	ct_dtype dtype;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_quantize_per_tensor_tensors {
	char first_;
	ct_tensors tensors;
	const ct_tensor *scales;
	const ct_tensor *zero_points;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args_quantize_per_tensor_tensors_out {
	char first_;
	ct_tensors tensors;
	const ct_tensor *scales;
	const ct_tensor *zero_points;
	ct_dtype dtype;
	ct_tensors out;
	struct ct_no_more_ no_more_;
};
static const int64_t ct_call_quantized_0_[] = {
	0,
};
static const int64_t ct_call_quantized_1_[] = {
	1,
};
static const int64_t ct_call_quantized_0_0_[] = {
	0,
	0,
};
static const int64_t ct_call_quantized_1_1_[] = {
	1,
	1,
};
static const int64_t ct_call_quantized_0_0_0_[] = {
	0,
	0,
	0,
};
static const int64_t ct_call_quantized_1_1_1_[] = {
	1,
	1,
	1,
};
struct ct_args_quantized_batch_norm {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	const ct_tensor *mean;
	const ct_tensor *var;
	double eps;
	double output_scale;
	int64_t output_zero_point;
	struct ct_no_more_ no_more_;
};
struct ct_args_quantized_batch_norm_out {
	char first_;
	const ct_tensor *input;
	const ct_tensor *weight;
	const ct_tensor *bias;
	const ct_tensor *mean;
	const ct_tensor *var;
	double eps;
	double output_scale;
	int64_t output_zero_point;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_quantized_gru_cell {
	char first_;
	const ct_tensor *input;
	const ct_tensor *hx;
	const ct_tensor *w_ih;
	const ct_tensor *w_hh;
	const ct_tensor *b_ih;
	const ct_tensor *b_hh;
	const ct_tensor *packed_ih;
	const ct_tensor *packed_hh;
	const ct_tensor *col_offsets_ih;
	const ct_tensor *col_offsets_hh;
	ct_number scale_ih;
	ct_number scale_hh;
	ct_number zero_point_ih;
	ct_number zero_point_hh;
	struct ct_no_more_ no_more_;
};
struct ct_args_quantized_lstm_cell {
	char first_;
	const ct_tensor *input;
	ct_tensors hx;
	const ct_tensor *w_ih;
	const ct_tensor *w_hh;
	const ct_tensor *b_ih;
	const ct_tensor *b_hh;
	const ct_tensor *packed_ih;
	const ct_tensor *packed_hh;
	const ct_tensor *col_offsets_ih;
	const ct_tensor *col_offsets_hh;
	ct_number scale_ih;
	ct_number scale_hh;
	ct_number zero_point_ih;
	ct_number zero_point_hh;
	struct ct_no_more_ no_more_;
};
struct ct_args_quantized_max_pool1d {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_quantized_max_pool1d_out {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_quantized_max_pool2d {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_quantized_max_pool2d_out {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_quantized_max_pool3d {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
};
struct ct_args_quantized_max_pool3d_out {
	char first_;
	const ct_tensor *self;
	ct_ints kernel_size;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	bool ceil_mode;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_quantized_rnn_relu_cell {
	char first_;
	const ct_tensor *input;
	const ct_tensor *hx;
	const ct_tensor *w_ih;
	const ct_tensor *w_hh;
	const ct_tensor *b_ih;
	const ct_tensor *b_hh;
	const ct_tensor *packed_ih;
	const ct_tensor *packed_hh;
	const ct_tensor *col_offsets_ih;
	const ct_tensor *col_offsets_hh;
	ct_number scale_ih;
	ct_number scale_hh;
	ct_number zero_point_ih;
	ct_number zero_point_hh;
	struct ct_no_more_ no_more_;
};
struct ct_args_quantized_rnn_tanh_cell {
	char first_;
	const ct_tensor *input;
	const ct_tensor *hx;
	const ct_tensor *w_ih;
	const ct_tensor *w_hh;
	const ct_tensor *b_ih;
	const ct_tensor *b_hh;
	const ct_tensor *packed_ih;
	const ct_tensor *packed_hh;
	const ct_tensor *col_offsets_ih;
	const ct_tensor *col_offsets_hh;
	ct_number scale_ih;
	ct_number scale_hh;
	ct_number zero_point_ih;
	ct_number zero_point_hh;
	struct ct_no_more_ no_more_;
};
static const int64_t ct_call_r_0_1_[] = {
	0,
	1,
};
struct ct_args_rad2deg {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_rad2deg_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_rad2deg_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_rand {
	char first_;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_rand_generator {
	char first_;
	ct_ints size;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_rand_generator_out {
	char first_;
	ct_ints size;
	ct_generator *generator;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_rand_like {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	ct_memory_format memory_format;
};
struct ct_args_rand_like_generator {
	char first_;
	const ct_tensor *self;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	ct_memory_format memory_format;
};
struct ct_args_rand_like_generator_out {
	char first_;
	const ct_tensor *self;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args_rand_like_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args_rand_out {
	char first_;
	ct_ints size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_randint {
	char first_;
	int64_t high;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_randint_generator {
	char first_;
	int64_t high;
	ct_ints size;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_randint_generator_out {
	char first_;
	int64_t high;
	ct_ints size;
	ct_generator *generator;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_randint_like {
	char first_;
	const ct_tensor *self;
	int64_t high;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	ct_memory_format memory_format;
};
struct ct_args_randint_like_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *high;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	ct_memory_format memory_format;
};
struct ct_args_randint_like_Tensor_generator {
	char first_;
	const ct_tensor *self;
	const ct_tensor *high;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	ct_memory_format memory_format;
};
struct ct_args_randint_like_Tensor_generator_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *high;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args_randint_like_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *high;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args_randint_like_generator {
	char first_;
	const ct_tensor *self;
	int64_t high;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	ct_memory_format memory_format;
};
struct ct_args_randint_like_generator_out {
	char first_;
	const ct_tensor *self;
	int64_t high;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args_randint_like_low_dtype {
	char first_;
	const ct_tensor *self;
	int64_t low;
	int64_t high;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	ct_memory_format memory_format;
};
struct ct_args_randint_like_low_dtype_out {
	char first_;
	const ct_tensor *self;
	int64_t low;
	int64_t high;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args_randint_like_low_generator_dtype {
	char first_;
	const ct_tensor *self;
	int64_t low;
	int64_t high;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	ct_memory_format memory_format;
};
struct ct_args_randint_like_low_generator_dtype_out {
	char first_;
	const ct_tensor *self;
	int64_t low;
	int64_t high;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args_randint_like_out {
	char first_;
	const ct_tensor *self;
	int64_t high;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args_randint_low {
	char first_;
	int64_t low;
	int64_t high;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_randint_low_generator {
	char first_;
	int64_t low;
	int64_t high;
	ct_ints size;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_randint_low_generator_out {
	char first_;
	int64_t low;
	int64_t high;
	ct_ints size;
	ct_generator *generator;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_randint_low_out {
	char first_;
	int64_t low;
	int64_t high;
	ct_ints size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_randint_out {
	char first_;
	int64_t high;
	ct_ints size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_randn {
	char first_;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_randn_generator {
	char first_;
	ct_ints size;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_randn_generator_out {
	char first_;
	ct_ints size;
	ct_generator *generator;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_randn_like {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	ct_memory_format memory_format;
};
struct ct_args_randn_like_generator {
	char first_;
	const ct_tensor *self;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	ct_memory_format memory_format;
};
struct ct_args_randn_like_generator_out {
	char first_;
	const ct_tensor *self;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args_randn_like_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args_randn_out {
	char first_;
	ct_ints size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_random {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_random_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_random__from {
	char first_;
	ct_tensor *self;
	int64_t from;
	int64_t to;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_random__to {
	char first_;
	ct_tensor *self;
	int64_t to;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_random_from {
	char first_;
	const ct_tensor *self;
	int64_t from;
	int64_t to;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_random_from_out {
	char first_;
	const ct_tensor *self;
	int64_t from;
	int64_t to;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
	ct_tensor *out;
};
struct ct_args_random_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
	ct_tensor *out;
};
struct ct_args_random_to {
	char first_;
	const ct_tensor *self;
	int64_t to;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_random_to_out {
	char first_;
	const ct_tensor *self;
	int64_t to;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
	ct_tensor *out;
};
struct ct_args_randperm {
	char first_;
	int64_t n;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_randperm_generator {
	char first_;
	int64_t n;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_randperm_generator_out {
	char first_;
	int64_t n;
	ct_generator *generator;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_randperm_out {
	char first_;
	int64_t n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_range {
	char first_;
	ct_number start;
	ct_number end;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_range_out {
	char first_;
	ct_number start;
	ct_number end;
	ct_number step;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_range_out_ {
	char first_;
	ct_number start;
	ct_number end;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_range_step {
	char first_;
	ct_number start;
	ct_number end;
	ct_number step;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_ravel {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_real {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_reciprocal {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_reciprocal_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_reciprocal_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_record_stream {
	char first_;
	ct_tensor *self;
	ct_stream s;
	struct ct_no_more_ no_more_;
};
struct ct_args_reflection_pad1d {
	char first_;
	const ct_tensor *self;
	ct_ints padding;
	struct ct_no_more_ no_more_;
};
struct ct_args_reflection_pad1d_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints padding;
	struct ct_no_more_ no_more_;
};
struct ct_args_reflection_pad1d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints padding;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_reflection_pad1d_out {
	char first_;
	const ct_tensor *self;
	ct_ints padding;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_reflection_pad2d {
	char first_;
	const ct_tensor *self;
	ct_ints padding;
	struct ct_no_more_ no_more_;
};
struct ct_args_reflection_pad2d_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints padding;
	struct ct_no_more_ no_more_;
};
struct ct_args_reflection_pad2d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints padding;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_reflection_pad2d_out {
	char first_;
	const ct_tensor *self;
	ct_ints padding;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_reflection_pad3d {
	char first_;
	const ct_tensor *self;
	ct_ints padding;
	struct ct_no_more_ no_more_;
};
struct ct_args_reflection_pad3d_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints padding;
	struct ct_no_more_ no_more_;
};
struct ct_args_reflection_pad3d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints padding;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_reflection_pad3d_out {
	char first_;
	const ct_tensor *self;
	ct_ints padding;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_relu {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_relu6 {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_relu6_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_relu_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_relu_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_remainder_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_remainder_Scalar_Tensor {
	char first_;
	ct_number self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_remainder_Scalar_Tensor_out {
	char first_;
	ct_number self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_remainder_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_remainder_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_remainder_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_remainder__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_remainder__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_renorm {
	char first_;
	const ct_tensor *self;
	ct_number p;
	int64_t dim;
	ct_number maxnorm;
	struct ct_no_more_ no_more_;
};
struct ct_args_renorm_ {
	char first_;
	ct_tensor *self;
	ct_number p;
	int64_t dim;
	ct_number maxnorm;
	struct ct_no_more_ no_more_;
};
struct ct_args_renorm_out {
	char first_;
	const ct_tensor *self;
	ct_number p;
	int64_t dim;
	ct_number maxnorm;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_repeat {
	char first_;
	const ct_tensor *self;
	ct_ints repeats;
	struct ct_no_more_ no_more_;
};
struct ct_args_repeat_interleave_Tensor {
	char first_;
	const ct_tensor *repeats;
	struct ct_no_more_ no_more_;
	int64_t output_size;
};
struct ct_args_repeat_interleave_Tensor_out {
	char first_;
	const ct_tensor *repeats;
	struct ct_no_more_ no_more_;
	int64_t output_size;
	ct_tensor *out;
};
struct ct_args_repeat_interleave_self_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *repeats;
	int64_t dim;
	struct ct_no_more_ no_more_;
	int64_t output_size;
};
struct ct_args_repeat_interleave_self_int {
	char first_;
	const ct_tensor *self;
	int64_t repeats;
	int64_t dim;
	struct ct_no_more_ no_more_;
	int64_t output_size;
};
struct ct_args_repeat_out {
	char first_;
	const ct_tensor *self;
	ct_ints repeats;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_replication_pad1d {
	char first_;
	const ct_tensor *self;
	ct_ints padding;
	struct ct_no_more_ no_more_;
};
struct ct_args_replication_pad1d_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints padding;
	struct ct_no_more_ no_more_;
};
struct ct_args_replication_pad1d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints padding;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_replication_pad1d_out {
	char first_;
	const ct_tensor *self;
	ct_ints padding;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_replication_pad2d {
	char first_;
	const ct_tensor *self;
	ct_ints padding;
	struct ct_no_more_ no_more_;
};
struct ct_args_replication_pad2d_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints padding;
	struct ct_no_more_ no_more_;
};
struct ct_args_replication_pad2d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints padding;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_replication_pad2d_out {
	char first_;
	const ct_tensor *self;
	ct_ints padding;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_replication_pad3d {
	char first_;
	const ct_tensor *self;
	ct_ints padding;
	struct ct_no_more_ no_more_;
};
struct ct_args_replication_pad3d_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints padding;
	struct ct_no_more_ no_more_;
};
struct ct_args_replication_pad3d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_ints padding;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_replication_pad3d_out {
	char first_;
	const ct_tensor *self;
	ct_ints padding;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_requires_grad_ {
	char first_;
	ct_tensor *self;
	bool requires_grad;
	struct ct_no_more_ no_more_;
};
struct ct_args_reshape {
	char first_;
	const ct_tensor *self;
	ct_ints shape;
	struct ct_no_more_ no_more_;
};
struct ct_args_reshape_as {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_resize {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
};
struct ct_args_resize_ {
	char first_;
	ct_tensor *self;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
};
struct ct_args_resize_as {
	char first_;
	const ct_tensor *self;
	const ct_tensor *the_template;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
};
struct ct_args_resize_as_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *the_template;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
};
struct ct_args_resize_as_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *the_template;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args_resize_as_sparse {
	char first_;
	const ct_tensor *self;
	const ct_tensor *the_template;
	struct ct_no_more_ no_more_;
};
struct ct_args_resize_as_sparse_ {
	char first_;
	ct_tensor *self;
	const ct_tensor *the_template;
	struct ct_no_more_ no_more_;
};
struct ct_args_resize_as_sparse_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *the_template;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_resize_out {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args_resolve_conj {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_resolve_neg {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_result_type_Scalar {
	char first_;
	const ct_tensor *tensor;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_result_type_Scalar_Scalar {
	char first_;
	ct_number scalar1;
	ct_number scalar2;
	struct ct_no_more_ no_more_;
};
struct ct_args_result_type_Scalar_Tensor {
	char first_;
	ct_number scalar;
	const ct_tensor *tensor;
	struct ct_no_more_ no_more_;
};
struct ct_args_result_type_Tensor {
	char first_;
	const ct_tensor *tensor;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_retain_grad {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_retains_grad {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_rms_norm {
	char first_;
	const ct_tensor *input;
	ct_ints normalized_shape;
	const ct_tensor *weight;
	double eps;
	struct ct_no_more_ no_more_;
};
struct ct_args_rnn_relu_cell {
	char first_;
	const ct_tensor *input;
	const ct_tensor *hx;
	const ct_tensor *w_ih;
	const ct_tensor *w_hh;
	const ct_tensor *b_ih;
	const ct_tensor *b_hh;
	struct ct_no_more_ no_more_;
};
struct ct_args_rnn_relu_data {
	char first_;
	const ct_tensor *data;
	const ct_tensor *batch_sizes;
	const ct_tensor *hx;
	ct_tensors params;
	bool has_biases;
	int64_t num_layers;
	double dropout;
	bool train;
	bool bidirectional;
	struct ct_no_more_ no_more_;
};
struct ct_args_rnn_relu_input {
	char first_;
	const ct_tensor *input;
	const ct_tensor *hx;
	ct_tensors params;
	bool has_biases;
	int64_t num_layers;
	double dropout;
	bool train;
	bool bidirectional;
	bool batch_first;
	struct ct_no_more_ no_more_;
};
struct ct_args_rnn_tanh_cell {
	char first_;
	const ct_tensor *input;
	const ct_tensor *hx;
	const ct_tensor *w_ih;
	const ct_tensor *w_hh;
	const ct_tensor *b_ih;
	const ct_tensor *b_hh;
	struct ct_no_more_ no_more_;
};
struct ct_args_rnn_tanh_data {
	char first_;
	const ct_tensor *data;
	const ct_tensor *batch_sizes;
	const ct_tensor *hx;
	ct_tensors params;
	bool has_biases;
	int64_t num_layers;
	double dropout;
	bool train;
	bool bidirectional;
	struct ct_no_more_ no_more_;
};
struct ct_args_rnn_tanh_input {
	char first_;
	const ct_tensor *input;
	const ct_tensor *hx;
	ct_tensors params;
	bool has_biases;
	int64_t num_layers;
	double dropout;
	bool train;
	bool bidirectional;
	bool batch_first;
	struct ct_no_more_ no_more_;
};
struct ct_args_roll {
	char first_;
	const ct_tensor *self;
	ct_ints shifts;
	ct_ints dims;
	struct ct_no_more_ no_more_;
};
struct ct_args_roll_out {
	char first_;
	const ct_tensor *self;
	ct_ints shifts;
	ct_ints dims;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_rot90 {
	char first_;
	const ct_tensor *self;
	int64_t k;
	ct_ints dims;
	struct ct_no_more_ no_more_;
};
struct ct_args_rot90_out {
	char first_;
	const ct_tensor *self;
	int64_t k;
	ct_ints dims;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_round {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_round_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_round__decimals {
	char first_;
	ct_tensor *self;
	int64_t decimals;
	struct ct_no_more_ no_more_;
};
struct ct_args_round_decimals {
	char first_;
	const ct_tensor *self;
	int64_t decimals;
	struct ct_no_more_ no_more_;
};
struct ct_args_round_decimals_out {
	char first_;
	const ct_tensor *self;
	int64_t decimals;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_round_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_row_indices {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_row_indices_copy {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_row_indices_copy_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_row_stack {
	char first_;
	ct_tensors tensors;
	struct ct_no_more_ no_more_;
};
struct ct_args_row_stack_out {
	char first_;
	ct_tensors tensors;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_rrelu {
	char first_;
	const ct_tensor *self;
	ct_number lower;
	ct_number upper;
	bool training;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
};
struct ct_args_rrelu_ {
	char first_;
	ct_tensor *self;
	ct_number lower;
	ct_number upper;
	bool training;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
};
struct ct_args_rrelu_with_noise {
	char first_;
	const ct_tensor *self;
	ct_tensor *noise;
	ct_number lower;
	ct_number upper;
	bool training;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
};
struct ct_args_rrelu_with_noise_ {
	char first_;
	ct_tensor *self;
	ct_tensor *noise;
	ct_number lower;
	ct_number upper;
	bool training;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
};
struct ct_args_rrelu_with_noise_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *noise;
	ct_number lower;
	ct_number upper;
	bool training;
	bool self_is_result;
	struct ct_no_more_ no_more_;
};
struct ct_args_rrelu_with_noise_backward_out {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *noise;
	ct_number lower;
	ct_number upper;
	bool training;
	bool self_is_result;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_rrelu_with_noise_functional {
	char first_;
	const ct_tensor *self;
	const ct_tensor *noise;
	ct_number lower;
	ct_number upper;
	bool training;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
};
struct ct_args_rrelu_with_noise_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *noise;
	ct_number lower;
	ct_number upper;
	bool training;
	ct_generator *generator;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_rsqrt {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_rsqrt_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_rsqrt_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_rsub_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_number alpha;
	struct ct_no_more_ no_more_;
};
struct ct_args_rsub_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_number alpha;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_rsub_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
};
struct ct_args_rsub_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
	ct_tensor *out;
};
static const int64_t ct_call_s_1_1_1_[] = {
	1,
	1,
	1,
};
static const int64_t ct_call_s_0_0_0_[] = {
	0,
	0,
	0,
};
static const int64_t ct_call_s_1_1_[] = {
	1,
	1,
};
static const int64_t ct_call_s_0_0_[] = {
	0,
	0,
};
struct ct_args_scalar_tensor {
	char first_;
	ct_number s;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_scalar_tensor_out {
	char first_;
	ct_number s;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_scaled_dot_product_attention {
	char first_;
	const ct_tensor *query;
	const ct_tensor *key;
	const ct_tensor *value;
	const ct_tensor *attn_mask;
	double dropout_p;
	bool is_causal;
	struct ct_no_more_ no_more_;
	double scale;
	bool enable_gqa;
};
struct ct_args_scatter__reduce {
	char first_;
	ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *src;
	const char *reduce;
	struct ct_no_more_ no_more_;
};
struct ct_args_scatter__src {
	char first_;
	ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *src;
	struct ct_no_more_ no_more_;
};
struct ct_args_scatter__value {
	char first_;
	ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	ct_number value;
	struct ct_no_more_ no_more_;
};
struct ct_args_scatter__value_reduce {
	char first_;
	ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	ct_number value;
	const char *reduce;
	struct ct_no_more_ no_more_;
};
struct ct_args_scatter_add {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *src;
	struct ct_no_more_ no_more_;
};
struct ct_args_scatter_add_ {
	char first_;
	ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *src;
	struct ct_no_more_ no_more_;
};
struct ct_args_scatter_add_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *src;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_scatter_reduce {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *src;
	const char *reduce;
	struct ct_no_more_ no_more_;
};
struct ct_args_scatter_reduce__two {
	char first_;
	ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *src;
	const char *reduce;
	struct ct_no_more_ no_more_;
	bool include_self;
};
struct ct_args_scatter_reduce_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *src;
	const char *reduce;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_scatter_reduce_two {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *src;
	const char *reduce;
	struct ct_no_more_ no_more_;
	bool include_self;
};
struct ct_args_scatter_reduce_two_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *src;
	const char *reduce;
	struct ct_no_more_ no_more_;
	bool include_self;
	ct_tensor *out;
};
struct ct_args_scatter_src {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *src;
	struct ct_no_more_ no_more_;
};
struct ct_args_scatter_src_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	const ct_tensor *src;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_scatter_value {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	ct_number value;
	struct ct_no_more_ no_more_;
};
struct ct_args_scatter_value_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	ct_number value;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_scatter_value_reduce {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	ct_number value;
	const char *reduce;
	struct ct_no_more_ no_more_;
};
struct ct_args_scatter_value_reduce_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	const ct_tensor *index;
	ct_number value;
	const char *reduce;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_searchsorted_Scalar {
	char first_;
	const ct_tensor *sorted_sequence;
	ct_number self;
	struct ct_no_more_ no_more_;
	bool out_int32;
	bool right;
	const char *side;
	const ct_tensor *sorter;
};
struct ct_args_searchsorted_Scalar_out {
	char first_;
	const ct_tensor *sorted_sequence;
	ct_number self;
	struct ct_no_more_ no_more_;
	bool out_int32;
	bool right;
	const char *side;
	const ct_tensor *sorter;
	ct_tensor *out;
};
struct ct_args_searchsorted_Tensor {
	char first_;
	const ct_tensor *sorted_sequence;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	bool out_int32;
	bool right;
	const char *side;
	const ct_tensor *sorter;
};
struct ct_args_searchsorted_Tensor_out {
	char first_;
	const ct_tensor *sorted_sequence;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	bool out_int32;
	bool right;
	const char *side;
	const ct_tensor *sorter;
	ct_tensor *out;
};
struct ct_args_segment_reduce {
	char first_;
	const ct_tensor *data;
	const char *reduce;
	struct ct_no_more_ no_more_;
	const ct_tensor *lengths;
	const ct_tensor *indices;
	const ct_tensor *offsets;
	int64_t axis;
	bool unsafe;
	ct_number initial;
};
struct ct_args_segment_reduce_out {
	char first_;
	const ct_tensor *data;
	const char *reduce;
	struct ct_no_more_ no_more_;
	const ct_tensor *lengths;
	const ct_tensor *indices;
	const ct_tensor *offsets;
	int64_t axis;
	bool unsafe;
	ct_number initial;
	ct_tensor *out;
};
struct ct_args_select_backward {
	char first_;
	const ct_tensor *grad_output;
	ct_ints input_sizes;
	int64_t dim;
	int64_t index;
	struct ct_no_more_ no_more_;
};
struct ct_args_select_backward_out {
	char first_;
	const ct_tensor *grad_output;
	ct_ints input_sizes;
	int64_t dim;
	int64_t index;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_select_copy_int {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	int64_t index;
	struct ct_no_more_ no_more_;
};
struct ct_args_select_copy_int_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	int64_t index;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_select_int {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	int64_t index;
	struct ct_no_more_ no_more_;
};
struct ct_args_select_scatter {
	char first_;
	const ct_tensor *self;
	const ct_tensor *src;
	int64_t dim;
	int64_t index;
	struct ct_no_more_ no_more_;
};
struct ct_args_select_scatter_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *src;
	int64_t dim;
	int64_t index;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_selu {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_selu_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_set {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_set_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_set__source_Storage {
	char first_;
	ct_tensor *self;
	ct_storage *source;
	struct ct_no_more_ no_more_;
};
struct ct_args_set__source_Storage_storage_offset {
	char first_;
	ct_tensor *self;
	ct_storage *source;
	int64_t storage_offset;
	ct_ints size;
	ct_ints stride;
	struct ct_no_more_ no_more_;
};
struct ct_args_set__source_Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *source;
	struct ct_no_more_ no_more_;
};
struct ct_args_set__source_Tensor_storage_offset {
	char first_;
	ct_tensor *self;
	const ct_tensor *source;
	int64_t storage_offset;
	ct_ints size;
	ct_ints stride;
	struct ct_no_more_ no_more_;
};
struct ct_args_set_data {
	char first_;
	ct_tensor *self;
	const ct_tensor *new_data;
	struct ct_no_more_ no_more_;
};
struct ct_args_set_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_set_source_Storage {
	char first_;
	const ct_tensor *self;
	ct_storage *source;
	struct ct_no_more_ no_more_;
};
struct ct_args_set_source_Storage_out {
	char first_;
	const ct_tensor *self;
	ct_storage *source;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_set_source_Storage_storage_offset {
	char first_;
	const ct_tensor *self;
	ct_storage *source;
	int64_t storage_offset;
	ct_ints size;
	ct_ints stride;
	struct ct_no_more_ no_more_;
};
struct ct_args_set_source_Storage_storage_offset_out {
	char first_;
	const ct_tensor *self;
	ct_storage *source;
	int64_t storage_offset;
	ct_ints size;
	ct_ints stride;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_set_source_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *source;
	struct ct_no_more_ no_more_;
};
struct ct_args_set_source_Tensor_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *source;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_sgn {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_sgn_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_sgn_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_sigmoid {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_sigmoid_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_sigmoid_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *output;
	struct ct_no_more_ no_more_;
};
struct ct_args_sigmoid_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *output;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_sigmoid_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_sign {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_sign_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_sign_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_signbit {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_signbit_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_silu {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_silu_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_silu_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_silu_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_silu_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_sin {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_sin_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_sin_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_sinc {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_sinc_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_sinc_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_sinh {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_sinh_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_sinh_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_size_int {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_slice_Tensor {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	int64_t start;
	int64_t end;
	int64_t step;
	struct ct_no_more_ no_more_;
};
struct ct_args_slice_backward {
	char first_;
	const ct_tensor *grad_output;
	ct_ints input_sizes;
	int64_t dim;
	int64_t start;
	int64_t end;
	int64_t step;
	struct ct_no_more_ no_more_;
};
struct ct_args_slice_backward_out {
	char first_;
	const ct_tensor *grad_output;
	ct_ints input_sizes;
	int64_t dim;
	int64_t start;
	int64_t end;
	int64_t step;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_slice_copy_Tensor {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	int64_t start;
	int64_t end;
	int64_t step;
	struct ct_no_more_ no_more_;
};
struct ct_args_slice_copy_Tensor_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	int64_t start;
	int64_t end;
	int64_t step;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_slice_inverse {
	char first_;
	const ct_tensor *self;
	const ct_tensor *src;
	int64_t dim;
	int64_t start;
	int64_t end;
	int64_t step;
	struct ct_no_more_ no_more_;
};
struct ct_args_slice_scatter {
	char first_;
	const ct_tensor *self;
	const ct_tensor *src;
	int64_t dim;
	int64_t start;
	int64_t end;
	int64_t step;
	struct ct_no_more_ no_more_;
};
struct ct_args_slice_scatter_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *src;
	int64_t dim;
	int64_t start;
	int64_t end;
	int64_t step;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_slogdet {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_slogdet_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *sign;
	ct_tensor *logabsdet;
	struct ct_no_more_ no_more_;
};
struct ct_args_slow_conv3d {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	struct ct_no_more_ no_more_;
};
struct ct_args_slow_conv3d_forward {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	struct ct_no_more_ no_more_;
};
struct ct_args_slow_conv3d_forward_output {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_tensor *output;
	struct ct_no_more_ no_more_;
};
struct ct_args_slow_conv3d_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_slow_conv_dilated2d {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	struct ct_no_more_ no_more_;
};
struct ct_args_slow_conv_dilated2d_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_slow_conv_dilated3d {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	struct ct_no_more_ no_more_;
};
struct ct_args_slow_conv_dilated3d_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints dilation;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_slow_conv_transpose2d {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints output_padding;
	ct_ints dilation;
	struct ct_no_more_ no_more_;
};
struct ct_args_slow_conv_transpose2d_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints output_padding;
	ct_ints dilation;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_slow_conv_transpose3d {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints output_padding;
	ct_ints dilation;
	struct ct_no_more_ no_more_;
};
struct ct_args_slow_conv_transpose3d_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	ct_ints output_padding;
	ct_ints dilation;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_smm {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat2;
	struct ct_no_more_ no_more_;
};
struct ct_args_smooth_l1_loss {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	double beta;
	struct ct_no_more_ no_more_;
};
struct ct_args_smooth_l1_loss_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	double beta;
	struct ct_no_more_ no_more_;
};
struct ct_args_smooth_l1_loss_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	double beta;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_smooth_l1_loss_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	double beta;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_soft_margin_loss {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	struct ct_no_more_ no_more_;
};
struct ct_args_soft_margin_loss_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	struct ct_no_more_ no_more_;
};
struct ct_args_soft_margin_loss_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_soft_margin_loss_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *target;
	int64_t reduction;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_softmax_int {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args_softmax_int_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_softplus {
	char first_;
	const ct_tensor *self;
	ct_number beta;
	ct_number threshold;
	struct ct_no_more_ no_more_;
};
struct ct_args_softplus_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_number beta;
	ct_number threshold;
	struct ct_no_more_ no_more_;
};
struct ct_args_softplus_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_number beta;
	ct_number threshold;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_softplus_out {
	char first_;
	const ct_tensor *self;
	ct_number beta;
	ct_number threshold;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_softshrink {
	char first_;
	const ct_tensor *self;
	ct_number lambd;
	struct ct_no_more_ no_more_;
};
struct ct_args_softshrink_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_number lambd;
	struct ct_no_more_ no_more_;
};
struct ct_args_softshrink_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_number lambd;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_softshrink_out {
	char first_;
	const ct_tensor *self;
	ct_number lambd;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_sort {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool descending;
	struct ct_no_more_ no_more_;
};
struct ct_args_sort_stable {
	char first_;
	const ct_tensor *self;
	signed char stable;
	struct ct_no_more_ no_more_;
	int64_t dim;
	bool descending;
};
struct ct_args_sort_values {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool descending;
	struct ct_no_more_ no_more_;
	ct_tensor *values;
	ct_tensor *indices;
};
struct ct_args_sort_values_stable {
	char first_;
	const ct_tensor *self;
	signed char stable;
	struct ct_no_more_ no_more_;
	int64_t dim;
	bool descending;
	ct_tensor *values;
	ct_tensor *indices;
};
struct ct_args_split_Tensor {
	char first_;
	const ct_tensor *self;
	int64_t split_size;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_split_copy_Tensor {
	char first_;
	const ct_tensor *self;
	int64_t split_size;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_split_copy_Tensor_out {
	char first_;
	const ct_tensor *self;
	int64_t split_size;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_tensors out;
};
struct ct_args_split_sizes {
	char first_;
	const ct_tensor *self;
	ct_ints split_size;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_split_with_sizes {
	char first_;
	const ct_tensor *self;
	ct_ints split_sizes;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_split_with_sizes_copy {
	char first_;
	const ct_tensor *self;
	ct_ints split_sizes;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_split_with_sizes_copy_out {
	char first_;
	const ct_tensor *self;
	ct_ints split_sizes;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_tensors out;
};
struct ct_args_sqrt {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_sqrt_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_sqrt_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_square {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_square_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_square_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_squeeze {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_squeeze_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_squeeze__dim {
	char first_;
	ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_squeeze__dims {
	char first_;
	ct_tensor *self;
	ct_ints dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_squeeze_copy {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_squeeze_copy_dim {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_squeeze_copy_dim_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_squeeze_copy_dims {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_squeeze_copy_dims_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_squeeze_copy_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_squeeze_dim {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_squeeze_dims {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_sspaddmm {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat1;
	const ct_tensor *mat2;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
};
struct ct_args_sspaddmm_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat1;
	const ct_tensor *mat2;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
	ct_tensor *out;
};
struct ct_args_stack {
	char first_;
	ct_tensors tensors;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_stack_out {
	char first_;
	ct_tensors tensors;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_std {
	char first_;
	const ct_tensor *self;
	bool unbiased;
	struct ct_no_more_ no_more_;
};
struct ct_args_std_correction {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	struct ct_no_more_ no_more_;
	ct_number correction;
	bool keepdim;
};
struct ct_args_std_correction_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	struct ct_no_more_ no_more_;
	ct_number correction;
	bool keepdim;
	ct_tensor *out;
};
struct ct_args_std_dim {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool unbiased;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_std_mean {
	char first_;
	const ct_tensor *self;
	bool unbiased;
	struct ct_no_more_ no_more_;
};
struct ct_args_std_mean_correction {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	struct ct_no_more_ no_more_;
	ct_number correction;
	bool keepdim;
};
struct ct_args_std_mean_correction_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	struct ct_no_more_ no_more_;
	ct_number correction;
	bool keepdim;
	ct_tensor *out0;
	ct_tensor *out1;
};
struct ct_args_std_mean_dim {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool unbiased;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_std_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool unbiased;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_stft {
	char first_;
	const ct_tensor *self;
	int64_t n_fft;
	int64_t hop_length;
	int64_t win_length;
	const ct_tensor *window;
	bool normalized;
	signed char onesided;
	signed char return_complex;
	signed char align_to_window;
	struct ct_no_more_ no_more_;
};
struct ct_args_stft_center {
	char first_;
	const ct_tensor *self;
	int64_t n_fft;
	int64_t hop_length;
	int64_t win_length;
	const ct_tensor *window;
	bool center;
	const char *pad_mode;
	bool normalized;
	signed char onesided;
	signed char return_complex;
	signed char align_to_window;
	struct ct_no_more_ no_more_;
};
struct ct_args_storage_offset {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_stride_int {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_sub_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_number alpha;
	struct ct_no_more_ no_more_;
};
struct ct_args_sub_Scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_number alpha;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_sub_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
};
struct ct_args_sub__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	ct_number alpha;
	struct ct_no_more_ no_more_;
};
struct ct_args_sub__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
};
struct ct_args_sub_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
	ct_tensor *out;
};
struct ct_args_subtract_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_number alpha;
	struct ct_no_more_ no_more_;
};
struct ct_args_subtract_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
};
struct ct_args_subtract__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	ct_number alpha;
	struct ct_no_more_ no_more_;
};
struct ct_args_subtract__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
};
struct ct_args_subtract_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
	ct_number alpha;
	ct_tensor *out;
};
struct ct_args_sum {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
};
struct ct_args_sum_IntList_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_tensor *out;
};
struct ct_args_sum_dim_IntList {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
};
struct ct_args_sum_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_tensor *out;
};
struct ct_args_sum_to_size {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	struct ct_no_more_ no_more_;
};
struct ct_args_svd {
	char first_;
	const ct_tensor *self;
	bool some;
	bool compute_uv;
	struct ct_no_more_ no_more_;
};
struct ct_args_svd_U {
	char first_;
	const ct_tensor *self;
	bool some;
	bool compute_uv;
	struct ct_no_more_ no_more_;
	ct_tensor *U;
	ct_tensor *S;
	ct_tensor *V;
};
struct ct_args_swapaxes {
	char first_;
	const ct_tensor *self;
	int64_t axis0;
	int64_t axis1;
	struct ct_no_more_ no_more_;
};
struct ct_args_swapaxes_ {
	char first_;
	ct_tensor *self;
	int64_t axis0;
	int64_t axis1;
	struct ct_no_more_ no_more_;
};
struct ct_args_swapdims {
	char first_;
	const ct_tensor *self;
	int64_t dim0;
	int64_t dim1;
	struct ct_no_more_ no_more_;
};
struct ct_args_swapdims_ {
	char first_;
	ct_tensor *self;
	int64_t dim0;
	int64_t dim1;
	struct ct_no_more_ no_more_;
};
struct ct_args_sym_constrain_range {
	char first_;
	ct_number size;
	struct ct_no_more_ no_more_;
	int64_t min;
	int64_t max;
};
struct ct_args_sym_constrain_range_for_size {
	char first_;
	ct_number size;
	struct ct_no_more_ no_more_;
	int64_t min;
	int64_t max;
};
struct ct_args_sym_is_contiguous {
	char first_;
	const ct_tensor *self;
	ct_memory_format memory_format;
	struct ct_no_more_ no_more_;
};
struct ct_args_sym_numel {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_sym_size_int {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_sym_storage_offset {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_sym_stride_int {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_sparse_bsc_tensor_ccol_row_value {
	char first_;
	const ct_tensor *ccol_indices;
	const ct_tensor *row_indices;
	const ct_tensor *values;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_sparse_bsc_tensor_ccol_row_value_size {
	char first_;
	const ct_tensor *ccol_indices;
	const ct_tensor *row_indices;
	const ct_tensor *values;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_sparse_bsr_tensor_crow_col_value {
	char first_;
	const ct_tensor *crow_indices;
	const ct_tensor *col_indices;
	const ct_tensor *values;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_sparse_bsr_tensor_crow_col_value_size {
	char first_;
	const ct_tensor *crow_indices;
	const ct_tensor *col_indices;
	const ct_tensor *values;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_sparse_compressed_tensor_comp_plain_value {
	char first_;
	const ct_tensor *compressed_indices;
	const ct_tensor *plain_indices;
	const ct_tensor *values;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_sparse_compressed_tensor_comp_plain_value_size {
	char first_;
	const ct_tensor *compressed_indices;
	const ct_tensor *plain_indices;
	const ct_tensor *values;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_sparse_coo_tensor_indices {
	char first_;
	const ct_tensor *indices;
	const ct_tensor *values;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	signed char is_coalesced;
};
struct ct_args_sparse_coo_tensor_indices_size {
	char first_;
	const ct_tensor *indices;
	const ct_tensor *values;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	signed char is_coalesced;
};
struct ct_args_sparse_coo_tensor_size {
	char first_;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_sparse_coo_tensor_size_out {
	char first_;
	ct_ints size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_sparse_csc_tensor_ccol_row_value {
	char first_;
	const ct_tensor *ccol_indices;
	const ct_tensor *row_indices;
	const ct_tensor *values;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_sparse_csc_tensor_ccol_row_value_size {
	char first_;
	const ct_tensor *ccol_indices;
	const ct_tensor *row_indices;
	const ct_tensor *values;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_sparse_csr_tensor_crow_col_value {
	char first_;
	const ct_tensor *crow_indices;
	const ct_tensor *col_indices;
	const ct_tensor *values;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_sparse_csr_tensor_crow_col_value_size {
	char first_;
	const ct_tensor *crow_indices;
	const ct_tensor *col_indices;
	const ct_tensor *values;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_sparse_dim {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_sparse_mask {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mask;
	struct ct_no_more_ no_more_;
};
struct ct_args_sparse_mask_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mask;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_sparse_resize {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	int64_t sparse_dim;
	int64_t dense_dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_sparse_resize_ {
	char first_;
	ct_tensor *self;
	ct_ints size;
	int64_t sparse_dim;
	int64_t dense_dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_sparse_resize_and_clear {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	int64_t sparse_dim;
	int64_t dense_dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_sparse_resize_and_clear_ {
	char first_;
	ct_tensor *self;
	ct_ints size;
	int64_t sparse_dim;
	int64_t dense_dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_sparse_resize_and_clear_out {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	int64_t sparse_dim;
	int64_t dense_dim;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_sparse_resize_out {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	int64_t sparse_dim;
	int64_t dense_dim;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_sparse_sampled_addmm {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat1;
	const ct_tensor *mat2;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
};
struct ct_args_sparse_sampled_addmm_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *mat1;
	const ct_tensor *mat2;
	struct ct_no_more_ no_more_;
	ct_number beta;
	ct_number alpha;
	ct_tensor *out;
};
struct ct_args_special_airy_ai {
	char first_;
	const ct_tensor *x;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_airy_ai_out {
	char first_;
	const ct_tensor *x;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_bessel_j0 {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_bessel_j0_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_bessel_j1 {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_bessel_j1_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_bessel_y0 {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_bessel_y0_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_bessel_y1 {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_bessel_y1_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_t {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_t_n_scalar {
	char first_;
	const ct_tensor *x;
	ct_number n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_t_n_scalar_out {
	char first_;
	const ct_tensor *x;
	ct_number n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_t_out {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_t_x_scalar {
	char first_;
	ct_number x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_t_x_scalar_out {
	char first_;
	ct_number x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_u {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_u_n_scalar {
	char first_;
	const ct_tensor *x;
	ct_number n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_u_n_scalar_out {
	char first_;
	const ct_tensor *x;
	ct_number n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_u_out {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_u_x_scalar {
	char first_;
	ct_number x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_u_x_scalar_out {
	char first_;
	ct_number x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_v {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_v_n_scalar {
	char first_;
	const ct_tensor *x;
	ct_number n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_v_n_scalar_out {
	char first_;
	const ct_tensor *x;
	ct_number n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_v_out {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_v_x_scalar {
	char first_;
	ct_number x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_v_x_scalar_out {
	char first_;
	ct_number x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_w {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_w_n_scalar {
	char first_;
	const ct_tensor *x;
	ct_number n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_w_n_scalar_out {
	char first_;
	const ct_tensor *x;
	ct_number n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_w_out {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_w_x_scalar {
	char first_;
	ct_number x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_chebyshev_polynomial_w_x_scalar_out {
	char first_;
	ct_number x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_digamma {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_digamma_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_entr {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_entr_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_erf {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_erf_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_erfc {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_erfc_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_erfcx {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_erfcx_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_erfinv {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_erfinv_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_exp2 {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_exp2_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_expit {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_expit_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_expm1 {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_expm1_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_gammainc {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_gammainc_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_gammaincc {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_gammaincc_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_gammaln {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_gammaln_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_hermite_polynomial_h {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_hermite_polynomial_h_n_scalar {
	char first_;
	const ct_tensor *x;
	ct_number n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_hermite_polynomial_h_n_scalar_out {
	char first_;
	const ct_tensor *x;
	ct_number n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_hermite_polynomial_h_out {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_hermite_polynomial_h_x_scalar {
	char first_;
	ct_number x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_hermite_polynomial_h_x_scalar_out {
	char first_;
	ct_number x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_hermite_polynomial_he {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_hermite_polynomial_he_n_scalar {
	char first_;
	const ct_tensor *x;
	ct_number n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_hermite_polynomial_he_n_scalar_out {
	char first_;
	const ct_tensor *x;
	ct_number n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_hermite_polynomial_he_out {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_hermite_polynomial_he_x_scalar {
	char first_;
	ct_number x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_hermite_polynomial_he_x_scalar_out {
	char first_;
	ct_number x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_i0 {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_i0_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_i0e {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_i0e_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_i1 {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_i1_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_i1e {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_i1e_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_laguerre_polynomial_l {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_laguerre_polynomial_l_n_scalar {
	char first_;
	const ct_tensor *x;
	ct_number n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_laguerre_polynomial_l_n_scalar_out {
	char first_;
	const ct_tensor *x;
	ct_number n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_laguerre_polynomial_l_out {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_laguerre_polynomial_l_x_scalar {
	char first_;
	ct_number x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_laguerre_polynomial_l_x_scalar_out {
	char first_;
	ct_number x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_legendre_polynomial_p {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_legendre_polynomial_p_n_scalar {
	char first_;
	const ct_tensor *x;
	ct_number n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_legendre_polynomial_p_n_scalar_out {
	char first_;
	const ct_tensor *x;
	ct_number n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_legendre_polynomial_p_out {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_legendre_polynomial_p_x_scalar {
	char first_;
	ct_number x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_legendre_polynomial_p_x_scalar_out {
	char first_;
	ct_number x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_log1p {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_log1p_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_log_ndtr {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_log_ndtr_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_log_softmax {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
};
struct ct_args_special_logit {
	char first_;
	const ct_tensor *self;
	double eps;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_logit_out {
	char first_;
	const ct_tensor *self;
	double eps;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_special_logsumexp {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_logsumexp_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_special_modified_bessel_i0 {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_modified_bessel_i0_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_modified_bessel_i1 {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_modified_bessel_i1_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_modified_bessel_k0 {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_modified_bessel_k0_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_modified_bessel_k1 {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_modified_bessel_k1_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_multigammaln {
	char first_;
	const ct_tensor *self;
	int64_t p;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_multigammaln_out {
	char first_;
	const ct_tensor *self;
	int64_t p;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_ndtr {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_ndtr_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_ndtri {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_ndtri_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_polygamma {
	char first_;
	int64_t n;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_polygamma_out {
	char first_;
	int64_t n;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_psi {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_psi_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_round {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	int64_t decimals;
};
struct ct_args_special_round_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	int64_t decimals;
	ct_tensor *out;
};
struct ct_args_special_scaled_modified_bessel_k0 {
	char first_;
	const ct_tensor *x;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_scaled_modified_bessel_k0_out {
	char first_;
	const ct_tensor *x;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_scaled_modified_bessel_k1 {
	char first_;
	const ct_tensor *x;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_scaled_modified_bessel_k1_out {
	char first_;
	const ct_tensor *x;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_t {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_t_n_scalar {
	char first_;
	const ct_tensor *x;
	ct_number n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_t_n_scalar_out {
	char first_;
	const ct_tensor *x;
	ct_number n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_t_out {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_t_x_scalar {
	char first_;
	ct_number x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_t_x_scalar_out {
	char first_;
	ct_number x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_u {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_u_n_scalar {
	char first_;
	const ct_tensor *x;
	ct_number n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_u_n_scalar_out {
	char first_;
	const ct_tensor *x;
	ct_number n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_u_out {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_u_x_scalar {
	char first_;
	ct_number x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_u_x_scalar_out {
	char first_;
	ct_number x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_v {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_v_n_scalar {
	char first_;
	const ct_tensor *x;
	ct_number n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_v_n_scalar_out {
	char first_;
	const ct_tensor *x;
	ct_number n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_v_out {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_v_x_scalar {
	char first_;
	ct_number x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_v_x_scalar_out {
	char first_;
	ct_number x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_w {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_w_n_scalar {
	char first_;
	const ct_tensor *x;
	ct_number n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_w_n_scalar_out {
	char first_;
	const ct_tensor *x;
	ct_number n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_w_out {
	char first_;
	const ct_tensor *x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_w_x_scalar {
	char first_;
	ct_number x;
	const ct_tensor *n;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_shifted_chebyshev_polynomial_w_x_scalar_out {
	char first_;
	ct_number x;
	const ct_tensor *n;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_sinc {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_sinc_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_softmax {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_spherical_bessel_j0 {
	char first_;
	const ct_tensor *x;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_spherical_bessel_j0_out {
	char first_;
	const ct_tensor *x;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_xlog1py {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_xlog1py_other_scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_xlog1py_other_scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_xlog1py_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_xlog1py_self_scalar {
	char first_;
	ct_number self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_xlog1py_self_scalar_out {
	char first_;
	ct_number self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_xlogy {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_xlogy_other_scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_xlogy_other_scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_xlogy_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_xlogy_self_scalar {
	char first_;
	ct_number self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_xlogy_self_scalar_out {
	char first_;
	ct_number self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_zeta {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_zeta_other_scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_zeta_other_scalar_out {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_zeta_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_zeta_self_scalar {
	char first_;
	ct_number self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_special_zeta_self_scalar_out {
	char first_;
	ct_number self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
static const int64_t ct_call_t_1_1_[] = {
	1,
	1,
};
static const int64_t ct_call_t_0_0_[] = {
	0,
	0,
};
struct ct_args_t {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_t_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_t_copy {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_t_copy_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_take {
	char first_;
	const ct_tensor *self;
	const ct_tensor *index;
	struct ct_no_more_ no_more_;
};
struct ct_args_take_along_dim {
	char first_;
	const ct_tensor *self;
	const ct_tensor *indices;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_take_along_dim_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *indices;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_take_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *index;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_tan {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_tan_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_tan_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_tanh {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_tanh_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_tanh_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *output;
	struct ct_no_more_ no_more_;
};
struct ct_args_tanh_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *output;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_tanh_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_tensor_split_indices {
	char first_;
	const ct_tensor *self;
	ct_ints indices;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_tensor_split_sections {
	char first_;
	const ct_tensor *self;
	int64_t sections;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_tensor_split_tensor_indices_or_sections {
	char first_;
	const ct_tensor *self;
	const ct_tensor *tensor_indices_or_sections;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_tensordot {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_ints dims_self;
	ct_ints dims_other;
	struct ct_no_more_ no_more_;
};
struct ct_args_tensordot_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_ints dims_self;
	ct_ints dims_other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_thnn_conv2d {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	struct ct_no_more_ no_more_;
};
struct ct_args_thnn_conv2d_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *weight;
	ct_ints kernel_size;
	const ct_tensor *bias;
	ct_ints stride;
	ct_ints padding;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_threshold {
	char first_;
	const ct_tensor *self;
	ct_number threshold;
	ct_number value;
	struct ct_no_more_ no_more_;
};
struct ct_args_threshold_ {
	char first_;
	ct_tensor *self;
	ct_number threshold;
	ct_number value;
	struct ct_no_more_ no_more_;
};
struct ct_args_threshold_backward {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_number threshold;
	struct ct_no_more_ no_more_;
};
struct ct_args_threshold_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	const ct_tensor *self;
	ct_number threshold;
	ct_tensor *grad_input;
	struct ct_no_more_ no_more_;
};
struct ct_args_threshold_out {
	char first_;
	const ct_tensor *self;
	ct_number threshold;
	ct_number value;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_tile {
	char first_;
	const ct_tensor *self;
	ct_ints dims;
	struct ct_no_more_ no_more_;
};
struct ct_args_to_dense {
	char first_;
	const ct_tensor *self;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
	signed char masked_grad;
};
struct ct_args_to_dense_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *input;
	signed char masked_grad;
	struct ct_no_more_ no_more_;
};
struct ct_args_to_device {
	char first_;
	const ct_tensor *self;
	ct_device device;
	ct_dtype dtype;
	bool non_blocking;
	bool copy;
	ct_memory_format memory_format;
	struct ct_no_more_ no_more_;
};
struct ct_args_to_dtype {
	char first_;
	const ct_tensor *self;
	ct_dtype dtype;
	bool non_blocking;
	bool copy;
	ct_memory_format memory_format;
	struct ct_no_more_ no_more_;
};
struct ct_args_to_dtype_layout {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	bool non_blocking;
	bool copy;
	ct_memory_format memory_format;
};
struct ct_args_to_mkldnn {
	char first_;
	const ct_tensor *self;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args_to_mkldnn_backward {
	char first_;
	const ct_tensor *grad;
	const ct_tensor *input;
	struct ct_no_more_ no_more_;
};
struct ct_args_to_mkldnn_out {
	char first_;
	const ct_tensor *self;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_to_other {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	bool non_blocking;
	bool copy;
	ct_memory_format memory_format;
	struct ct_no_more_ no_more_;
};
struct ct_args_to_padded_tensor {
	char first_;
	const ct_tensor *self;
	double padding;
	ct_ints output_size;
	struct ct_no_more_ no_more_;
};
struct ct_args_to_padded_tensor_out {
	char first_;
	const ct_tensor *self;
	double padding;
	ct_ints output_size;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_to_sparse {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_layout layout;
	ct_ints blocksize;
	int64_t dense_dim;
};
struct ct_args_to_sparse_bsc {
	char first_;
	const ct_tensor *self;
	ct_ints blocksize;
	int64_t dense_dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_to_sparse_bsr {
	char first_;
	const ct_tensor *self;
	ct_ints blocksize;
	int64_t dense_dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_to_sparse_csc {
	char first_;
	const ct_tensor *self;
	int64_t dense_dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_to_sparse_csr {
	char first_;
	const ct_tensor *self;
	int64_t dense_dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_to_sparse_sparse_dim {
	char first_;
	const ct_tensor *self;
	int64_t sparse_dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_topk {
	char first_;
	const ct_tensor *self;
	int64_t k;
	int64_t dim;
	bool largest;
	bool sorted;
	struct ct_no_more_ no_more_;
};
struct ct_args_topk_values {
	char first_;
	const ct_tensor *self;
	int64_t k;
	int64_t dim;
	bool largest;
	bool sorted;
	struct ct_no_more_ no_more_;
	ct_tensor *values;
	ct_tensor *indices;
};
struct ct_args_trace {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_trace_backward {
	char first_;
	const ct_tensor *grad;
	ct_ints sizes;
	struct ct_no_more_ no_more_;
};
struct ct_args_trace_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_transpose_ {
	char first_;
	ct_tensor *self;
	int64_t dim0;
	int64_t dim1;
	struct ct_no_more_ no_more_;
};
struct ct_args_transpose_copy_int {
	char first_;
	const ct_tensor *self;
	int64_t dim0;
	int64_t dim1;
	struct ct_no_more_ no_more_;
};
struct ct_args_transpose_copy_int_out {
	char first_;
	const ct_tensor *self;
	int64_t dim0;
	int64_t dim1;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_transpose_int {
	char first_;
	const ct_tensor *self;
	int64_t dim0;
	int64_t dim1;
	struct ct_no_more_ no_more_;
};
struct ct_args_trapezoid_dx {
	char first_;
	const ct_tensor *y;
	struct ct_no_more_ no_more_;
	ct_number dx;
	int64_t dim;
};
struct ct_args_trapezoid_x {
	char first_;
	const ct_tensor *y;
	const ct_tensor *x;
	struct ct_no_more_ no_more_;
	int64_t dim;
};
struct ct_args_trapz_dx {
	char first_;
	const ct_tensor *y;
	struct ct_no_more_ no_more_;
	double dx;
	int64_t dim;
};
struct ct_args_trapz_x {
	char first_;
	const ct_tensor *y;
	const ct_tensor *x;
	struct ct_no_more_ no_more_;
	int64_t dim;
};
struct ct_args_triangular_solve {
	char first_;
	const ct_tensor *self;
	const ct_tensor *A;
	bool upper;
	bool transpose;
	bool unitriangular;
	struct ct_no_more_ no_more_;
};
struct ct_args_triangular_solve_X {
	char first_;
	const ct_tensor *self;
	const ct_tensor *A;
	bool upper;
	bool transpose;
	bool unitriangular;
	struct ct_no_more_ no_more_;
	ct_tensor *X;
	ct_tensor *M;
};
struct ct_args_tril {
	char first_;
	const ct_tensor *self;
	int64_t diagonal;
	struct ct_no_more_ no_more_;
};
struct ct_args_tril_ {
	char first_;
	ct_tensor *self;
	int64_t diagonal;
	struct ct_no_more_ no_more_;
};
struct ct_args_tril_indices {
	char first_;
	int64_t row;
	int64_t col;
	int64_t offset;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_tril_indices_out {
	char first_;
	int64_t row;
	int64_t col;
	int64_t offset;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_tril_out {
	char first_;
	const ct_tensor *self;
	int64_t diagonal;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_triplet_margin_loss {
	char first_;
	const ct_tensor *anchor;
	const ct_tensor *positive;
	const ct_tensor *negative;
	double margin;
	double p;
	double eps;
	bool swap;
	int64_t reduction;
	struct ct_no_more_ no_more_;
};
struct ct_args_triu {
	char first_;
	const ct_tensor *self;
	int64_t diagonal;
	struct ct_no_more_ no_more_;
};
struct ct_args_triu_ {
	char first_;
	ct_tensor *self;
	int64_t diagonal;
	struct ct_no_more_ no_more_;
};
struct ct_args_triu_indices {
	char first_;
	int64_t row;
	int64_t col;
	int64_t offset;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_triu_indices_out {
	char first_;
	int64_t row;
	int64_t col;
	int64_t offset;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_triu_out {
	char first_;
	const ct_tensor *self;
	int64_t diagonal;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_true_divide_Scalar {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_true_divide_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_true_divide__Scalar {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_true_divide__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_true_divide_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_trunc {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_trunc_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_trunc_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_type_as {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_unbind_copy_int {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_unbind_copy_int_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_tensors out;
};
struct ct_args_unbind_int {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_unflatten_dense_tensors {
	char first_;
	const ct_tensor *flat;
	ct_tensors tensors;
	struct ct_no_more_ no_more_;
};
struct ct_args_unflatten_int {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	ct_ints sizes;
	struct ct_no_more_ no_more_;
};
struct ct_args_unfold {
	char first_;
	const ct_tensor *self;
	int64_t dimension;
	int64_t size;
	int64_t step;
	struct ct_no_more_ no_more_;
};
struct ct_args_unfold_backward {
	char first_;
	const ct_tensor *grad_in;
	ct_ints input_sizes;
	int64_t dim;
	int64_t size;
	int64_t step;
	struct ct_no_more_ no_more_;
};
struct ct_args_unfold_backward_out {
	char first_;
	const ct_tensor *grad_in;
	ct_ints input_sizes;
	int64_t dim;
	int64_t size;
	int64_t step;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_unfold_copy {
	char first_;
	const ct_tensor *self;
	int64_t dimension;
	int64_t size;
	int64_t step;
	struct ct_no_more_ no_more_;
};
struct ct_args_unfold_copy_out {
	char first_;
	const ct_tensor *self;
	int64_t dimension;
	int64_t size;
	int64_t step;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_uniform {
	char first_;
	const ct_tensor *self;
	double from;
	double to;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_uniform_ {
	char first_;
	ct_tensor *self;
	double from;
	double to;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
};
struct ct_args_uniform_out {
	char first_;
	const ct_tensor *self;
	double from;
	double to;
	struct ct_no_more_ no_more_;
	ct_generator *generator;
	ct_tensor *out;
};
struct ct_args_unique_consecutive {
	char first_;
	const ct_tensor *self;
	bool return_inverse;
	bool return_counts;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_unique_consecutive_out {
	char first_;
	const ct_tensor *self;
	bool return_inverse;
	bool return_counts;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
};
struct ct_args_unique_dim {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool sorted;
	bool return_inverse;
	bool return_counts;
	struct ct_no_more_ no_more_;
};
struct ct_args_unique_dim_consecutive {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool return_inverse;
	bool return_counts;
	struct ct_no_more_ no_more_;
};
struct ct_args_unique_dim_consecutive_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool return_inverse;
	bool return_counts;
	struct ct_no_more_ no_more_;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
};
struct ct_args_unique_dim_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	bool sorted;
	bool return_inverse;
	bool return_counts;
	struct ct_no_more_ no_more_;
	ct_tensor *out0;
	ct_tensor *out1;
	ct_tensor *out2;
};
struct ct_args_unsafe_chunk {
	char first_;
	const ct_tensor *self;
	int64_t chunks;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_unsafe_split_Tensor {
	char first_;
	const ct_tensor *self;
	int64_t split_size;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_unsafe_split_Tensor_out {
	char first_;
	const ct_tensor *self;
	int64_t split_size;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_tensors out;
};
struct ct_args_unsafe_split_with_sizes {
	char first_;
	const ct_tensor *self;
	ct_ints split_sizes;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_unsafe_split_with_sizes_out {
	char first_;
	const ct_tensor *self;
	ct_ints split_sizes;
	int64_t dim;
	struct ct_no_more_ no_more_;
	ct_tensors out;
};
struct ct_args_unsqueeze {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_unsqueeze_ {
	char first_;
	ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_unsqueeze_copy {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	struct ct_no_more_ no_more_;
};
struct ct_args_unsqueeze_copy_out {
	char first_;
	const ct_tensor *self;
	int64_t dim;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_bicubic2d {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	bool align_corners;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_bicubic2d_backward {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	bool align_corners;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_bicubic2d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	bool align_corners;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
	ct_tensor *grad_input;
};
struct ct_args_upsample_bicubic2d_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	bool align_corners;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_upsample_bicubic2d_vec {
	char first_;
	const ct_tensor *input;
	ct_ints output_size;
	bool align_corners;
	ct_doubles scale_factors;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_bilinear2d {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	bool align_corners;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_bilinear2d_backward {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	bool align_corners;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_bilinear2d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	bool align_corners;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
	ct_tensor *grad_input;
};
struct ct_args_upsample_bilinear2d_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	bool align_corners;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_upsample_bilinear2d_vec {
	char first_;
	const ct_tensor *input;
	ct_ints output_size;
	bool align_corners;
	ct_doubles scale_factors;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_bilinear2d_vec_out {
	char first_;
	const ct_tensor *input;
	ct_ints output_size;
	bool align_corners;
	ct_doubles scale_factors;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_linear1d {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	bool align_corners;
	double scales;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_linear1d_backward {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	bool align_corners;
	double scales;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_linear1d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	bool align_corners;
	double scales;
	struct ct_no_more_ no_more_;
	ct_tensor *grad_input;
};
struct ct_args_upsample_linear1d_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	bool align_corners;
	double scales;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_upsample_linear1d_vec {
	char first_;
	const ct_tensor *input;
	ct_ints output_size;
	bool align_corners;
	ct_doubles scale_factors;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_nearest1d {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	double scales;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_nearest1d_backward {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	double scales;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_nearest1d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	double scales;
	struct ct_no_more_ no_more_;
	ct_tensor *grad_input;
};
struct ct_args_upsample_nearest1d_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	double scales;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_upsample_nearest1d_vec {
	char first_;
	const ct_tensor *input;
	ct_ints output_size;
	ct_doubles scale_factors;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_nearest2d {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_nearest2d_backward {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_nearest2d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
	ct_tensor *grad_input;
};
struct ct_args_upsample_nearest2d_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_upsample_nearest2d_vec {
	char first_;
	const ct_tensor *input;
	ct_ints output_size;
	ct_doubles scale_factors;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_nearest2d_vec_out {
	char first_;
	const ct_tensor *input;
	ct_ints output_size;
	ct_doubles scale_factors;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_nearest3d {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	double scales_d;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_nearest3d_backward {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	double scales_d;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_nearest3d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	double scales_d;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
	ct_tensor *grad_input;
};
struct ct_args_upsample_nearest3d_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	double scales_d;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_upsample_nearest3d_vec {
	char first_;
	const ct_tensor *input;
	ct_ints output_size;
	ct_doubles scale_factors;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_trilinear3d {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	bool align_corners;
	double scales_d;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_trilinear3d_backward {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	bool align_corners;
	double scales_d;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
};
struct ct_args_upsample_trilinear3d_backward_grad_input {
	char first_;
	const ct_tensor *grad_output;
	ct_ints output_size;
	ct_ints input_size;
	bool align_corners;
	double scales_d;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
	ct_tensor *grad_input;
};
struct ct_args_upsample_trilinear3d_out {
	char first_;
	const ct_tensor *self;
	ct_ints output_size;
	bool align_corners;
	double scales_d;
	double scales_h;
	double scales_w;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_upsample_trilinear3d_vec {
	char first_;
	const ct_tensor *input;
	ct_ints output_size;
	bool align_corners;
	ct_doubles scale_factors;
	struct ct_no_more_ no_more_;
};
struct ct_args_value_selecting_reduction_backward {
	char first_;
	const ct_tensor *grad;
	int64_t dim;
	const ct_tensor *indices;
	ct_ints sizes;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_values {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_values_copy {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_values_copy_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_vander {
	char first_;
	const ct_tensor *x;
	int64_t N;
	bool increasing;
	struct ct_no_more_ no_more_;
};
struct ct_args_var {
	char first_;
	const ct_tensor *self;
	bool unbiased;
	struct ct_no_more_ no_more_;
};
struct ct_args_var_correction {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	struct ct_no_more_ no_more_;
	ct_number correction;
	bool keepdim;
};
struct ct_args_var_correction_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	struct ct_no_more_ no_more_;
	ct_number correction;
	bool keepdim;
	ct_tensor *out;
};
struct ct_args_var_dim {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool unbiased;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_var_mean {
	char first_;
	const ct_tensor *self;
	bool unbiased;
	struct ct_no_more_ no_more_;
};
struct ct_args_var_mean_correction {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	struct ct_no_more_ no_more_;
	ct_number correction;
	bool keepdim;
};
struct ct_args_var_mean_correction_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	struct ct_no_more_ no_more_;
	ct_number correction;
	bool keepdim;
	ct_tensor *out0;
	ct_tensor *out1;
};
struct ct_args_var_mean_dim {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool unbiased;
	bool keepdim;
	struct ct_no_more_ no_more_;
};
struct ct_args_var_out {
	char first_;
	const ct_tensor *self;
	ct_ints dim;
	bool unbiased;
	bool keepdim;
	struct ct_no_more_ no_more_;
	ct_tensor *out;
};
struct ct_args_vdot {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_vdot_out {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_view {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	struct ct_no_more_ no_more_;
};
struct ct_args_view_as {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_view_as_complex {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_view_as_complex_copy {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_view_as_complex_copy_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_view_as_real {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_view_as_real_copy {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_view_as_real_copy_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_view_copy {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	struct ct_no_more_ no_more_;
};
struct ct_args_view_copy_dtype {
	char first_;
	const ct_tensor *self;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args_view_copy_dtype_out {
	char first_;
	const ct_tensor *self;
	ct_dtype dtype;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_view_copy_out {
	char first_;
	const ct_tensor *self;
	ct_ints size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_view_dtype {
	char first_;
	const ct_tensor *self;
	ct_dtype dtype;
	struct ct_no_more_ no_more_;
};
struct ct_args_vsplit_array {
	char first_;
	const ct_tensor *self;
	ct_ints indices;
	struct ct_no_more_ no_more_;
};
struct ct_args_vsplit_int {
	char first_;
	const ct_tensor *self;
	int64_t sections;
	struct ct_no_more_ no_more_;
};
struct ct_args_vstack {
	char first_;
	ct_tensors tensors;
	struct ct_no_more_ no_more_;
};
struct ct_args_vstack_out {
	char first_;
	ct_tensors tensors;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_where {
	char first_;
	const ct_tensor *condition;
	struct ct_no_more_ no_more_;
};
struct ct_args_where_Scalar {
	char first_;
	const ct_tensor *condition;
	ct_number self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_where_ScalarOther {
	char first_;
	const ct_tensor *condition;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_where_ScalarSelf {
	char first_;
	const ct_tensor *condition;
	ct_number self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_where_self {
	char first_;
	const ct_tensor *condition;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_where_self_out {
	char first_;
	const ct_tensor *condition;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_xlogy_OutScalar_Other {
	char first_;
	const ct_tensor *self;
	ct_number other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_xlogy_OutScalar_Self {
	char first_;
	ct_number self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_xlogy_OutTensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_xlogy_Scalar_Other {
	char first_;
	const ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_xlogy_Scalar_Self {
	char first_;
	ct_number self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_xlogy_Tensor {
	char first_;
	const ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_xlogy__Scalar_Other {
	char first_;
	ct_tensor *self;
	ct_number other;
	struct ct_no_more_ no_more_;
};
struct ct_args_xlogy__Tensor {
	char first_;
	ct_tensor *self;
	const ct_tensor *other;
	struct ct_no_more_ no_more_;
};
struct ct_args_zero {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_zero_ {
	char first_;
	ct_tensor *self;
	struct ct_no_more_ no_more_;
};
struct ct_args_zero_out {
	char first_;
	const ct_tensor *self;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
struct ct_args_zeros {
	char first_;
	ct_ints size;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
};
struct ct_args_zeros_like {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	signed char pin_memory;
	ct_memory_format memory_format;
};
struct ct_args_zeros_like_out {
	char first_;
	const ct_tensor *self;
	struct ct_no_more_ no_more_;
	ct_memory_format memory_format;
	ct_tensor *out;
};
struct ct_args_zeros_out {
	char first_;
	ct_ints size;
	ct_tensor *out;
	struct ct_no_more_ no_more_;
};
typedef struct ct_scope ct_scope;
typedef int32_t ct_value_kind;
enum ct_value_kind_value {
	CT_VALUE_NONE = 0,
	CT_VALUE_BOOL = 1,
	CT_VALUE_INT = 2,
	CT_VALUE_UINT = 3,
	CT_VALUE_FLOAT = 4,
	CT_VALUE_COMPLEX = 5,
	CT_VALUE_STRING = 6,
	CT_VALUE_TENSOR = 7,
	CT_VALUE_DEVICE = 8,
	CT_VALUE_DTYPE = 9,
	CT_VALUE_LAYOUT = 10,
	CT_VALUE_MEMORY_FORMAT = 11,
	CT_VALUE_GENERATOR = 12,
	CT_VALUE_STORAGE = 13,
	CT_VALUE_STREAM = 14,
	CT_VALUE_INTS = 15,
	CT_VALUE_FLOATS = 16,
	CT_VALUE_BOOLS = 17,
	CT_VALUE_TENSORS = 18,
	CT_VALUE_LIST = 19,
	CT_VALUE_TUPLE = 20,
	CT_VALUE_DICT = 21,
	CT_VALUE_OBJECT = 22,
	CT_VALUE_BYTES = 23,
	CT_VALUE_SET = 24,
};
typedef struct ct_value {
	int32_t kind;
	int32_t flags;
	int64_t i;
	double re;
	double im;
	ct_device device;
	const void *object;
} ct_value;
typedef ct_error (*ct_module_forward_function)(void *self, const ct_tensor *x, ct_tensor **result);
typedef ct_error (*ct_module_forward_all_function)(void *self, const ct_tensor *const *inputs,
	int64_t inputs_len, ct_tensor **outputs, int64_t outputs_len);
typedef ct_error (*ct_module_text_function)(const void *self, char **result);
typedef ct_error (*ct_module_reset_function)(void *self);
typedef ct_error (*ct_module_copy_function)(void *self, const void *other);
typedef ct_error (*ct_module_upgrade_function)(const void *self, ct_value *state,
	const char *prefix, int64_t version);
typedef void (*ct_module_release_function)(void *self);
typedef struct ct_module_class {
	const char *name;
	size_t size;
	ct_module_forward_function forward;
	ct_module_forward_all_function forward_all;
	int32_t inputs_min;
	int32_t inputs_max;
	int32_t outputs_max;
	ct_module_text_function extra_repr;
	ct_module_text_function repr;
	ct_module_reset_function reset_parameters;
	ct_module_copy_function copy;
	ct_module_release_function release;
	ct_module_text_function kernel_size;
	int64_t version;
	ct_module_upgrade_function upgrade;
} ct_module_class;
typedef struct ct_named_tensor {
	const char *name;
	ct_tensor *tensor;
} ct_named_tensor;
typedef struct ct_named_module {
	const char *name;
	ct_module *module;
} ct_named_module;
typedef struct ct_module_list_options {
	const char *prefix;
	bool no_recurse;
	bool keep_duplicates;
} ct_module_list_options;
typedef struct ct_module_to_options {
	ct_dtype dtype;
	ct_device device;
	ct_memory_format memory_format;
	bool non_blocking;
} ct_module_to_options;
typedef ct_error (*ct_module_function)(ct_module *module, void *context);
typedef struct ct_state_dict_options {
	const char *prefix;
	bool keep_vars;
} ct_state_dict_options;
typedef struct ct_load_state_dict_options {
	bool no_strict;
	bool assign;
} ct_load_state_dict_options;
typedef struct ct_module_load_options {
	const char *at;
	ct_load_state_dict_options state;
} ct_module_load_options;
typedef struct ct_module_hook_options {
	bool prepend;
	bool always_call;
} ct_module_hook_options;
typedef ct_error (*ct_module_forward_pre_hook)(ct_module *module, const ct_tensor **inputs,
	int64_t inputs_len, void *context);
typedef ct_error (*ct_module_forward_hook)(ct_module *module, const ct_tensor *const *inputs,
	int64_t inputs_len, ct_tensor **outputs, int64_t outputs_len, void *context);
typedef ct_error (*ct_module_state_hook)(ct_module *module, ct_value *state, const char *prefix,
	void *context);
typedef ct_error (*ct_module_backward_pre_hook)(ct_module *module, const ct_tensor **grad_outputs,
	int64_t grad_outputs_len, void *context);
typedef ct_error (*ct_module_backward_hook)(ct_module *module, const ct_tensor **grad_inputs,
	int64_t grad_inputs_len, const ct_tensor *const *grad_outputs, int64_t grad_outputs_len,
	void *context);
typedef int32_t ct_state_hook_time;
enum ct_state_hook_time_value {
	CT_BEFORE_STATE_DICT = 0,
	CT_AFTER_STATE_DICT = 1,
	CT_BEFORE_LOADING = 2,
	CT_AFTER_LOADING = 3,
};
typedef int32_t ct_module_column;
enum ct_module_column_value {
	CT_COLUMN_INPUT_SIZE = 0,
	CT_COLUMN_OUTPUT_SIZE = 1,
	CT_COLUMN_NUM_PARAMS = 2,
	CT_COLUMN_PARAMS_PERCENT = 3,
	CT_COLUMN_KERNEL_SIZE = 4,
	CT_COLUMN_MULT_ADDS = 5,
	CT_COLUMN_TRAINABLE = 6,
};
typedef struct ct_module_summary_options {
	const ct_module_column *columns;
	int64_t columns_len;
	int64_t column_width;
	int64_t depth;
	bool train;
	bool var_names;
	bool no_depth;
	bool ascii_only;
	bool hide_recursive_layers;
} ct_module_summary_options;
typedef struct ct_module_dot_options {
	int64_t depth;
	bool train;
} ct_module_dot_options;
typedef struct ct_parameters {
	const ct_module *module;
	const ct_tensor *const *tensors;
	const char *const *names;
	int64_t len;
	bool with_names;
} ct_parameters;
typedef ct_error (*ct_optimizer_closure)(void *context, ct_tensor **loss);
typedef ct_error (*ct_optimizer_hook)(ct_optimizer *self, void *context);
typedef ct_error (*ct_optimizer_state_hook)(ct_optimizer *self, ct_value *state_dict,
	void *context);
typedef struct ct_grad_scaler ct_grad_scaler;
typedef struct ct_grad_scaler_options {
	ct_device_type device_type;
	double init_scale;
	double growth_factor;
	double backoff_factor;
	int64_t growth_interval;
	bool disabled;
} ct_grad_scaler_options;
typedef double (*ct_lr_function)(double x, void *context);
typedef struct ct_lr_lambda {
	ct_lr_function call;
	void *context;
} ct_lr_lambda;
typedef struct ct_lr_lambdas {
	const ct_lr_lambda *at;
	int64_t len;
} ct_lr_lambdas;
typedef struct ct_lr_schedulers {
	ct_lr_scheduler *const *at;
	int64_t len;
} ct_lr_schedulers;
typedef struct ct_progress ct_progress;
typedef int32_t ct_progress_when;
enum ct_progress_when_value {
	CT_PROGRESS_ON_TERMINAL = 0,
	CT_PROGRESS_ALWAYS = 1,
	CT_PROGRESS_NEVER = 2,
};
typedef struct ct_progress_options {
	int64_t total;
	int64_t epochs;
	int64_t done;
	const char *unit;
	ct_progress_when when;
	double interval;
} ct_progress_options;
typedef struct ct_curves ct_curves;
typedef struct ct_curves_svg_options {
	const char *title;
	const char *x_label;
	const char *y_label;
	const char *const *names;
	int64_t names_len;
	int32_t width;
	int32_t height;
	bool log_y;
	double x_scale;
	const char *band_lower;
	const char *band_upper;
	const char *band_label;
	const char *points;
} ct_curves_svg_options;
typedef struct ct_early_stopping {
	int64_t patience;
	double min_delta;
	bool maximize;
	int64_t seen;
	int64_t waiting;
	int64_t best_at;
	double best;
} ct_early_stopping;
typedef struct ct_running_mean {
	double sum;
	double weight;
} ct_running_mean;
typedef struct ct_accuracy {
	int64_t top;
	int64_t right;
	int64_t total;
} ct_accuracy;
typedef struct ct_throughput {
	double started;
	double total;
} ct_throughput;
typedef struct ct_confusion_matrix ct_confusion_matrix;
typedef struct ct_train_state {
	ct_module *model;
	ct_optimizer *optimizer;
	ct_lr_scheduler *scheduler;
	ct_grad_scaler *scaler;
	ct_curves *curves;
	int64_t epoch;
	int64_t step;
	ct_value *values;
	bool no_random;
} ct_train_state;
typedef struct ct_dataset ct_dataset;
typedef ct_error (*ct_dataset_len_function)(const void *data, int64_t *result);
typedef ct_error (*ct_dataset_get_function)(void *data, int64_t index, ct_generator *generator,
	ct_value *sample);
typedef ct_error (*ct_dataset_get_batch_function)(void *data, const ct_tensor *indices,
	ct_value *batch);
typedef ct_error (*ct_dataset_open_function)(void *data, ct_generator *generator, void **stream);
typedef ct_error (*ct_dataset_next_function)(void *stream, ct_value *sample);
typedef ct_error (*ct_dataset_classes_function)(const void *data, ct_value *result);
typedef struct ct_dataset_functions {
	const char *name;
	ct_dataset_len_function len;
	ct_dataset_get_function get;
	ct_dataset_get_batch_function get_batch;
	ct_dataset_open_function open;
	ct_dataset_next_function next;
	ct_release close;
	ct_dataset_classes_function classes;
	ct_release free;
} ct_dataset_functions;
typedef ct_error (*ct_sample_function)(ct_value *sample, ct_generator *generator, void *context);
typedef struct ct_sampler ct_sampler;
typedef ct_error (*ct_sampler_order_function)(void *data, int64_t epoch, ct_tensor **indices,
	ct_tensor **ends);
typedef int64_t (*ct_sampler_len_function)(const void *data);
typedef struct ct_sampler_functions {
	const char *name;
	ct_sampler_order_function order;
	ct_sampler_len_function len;
	ct_release free;
} ct_sampler_functions;
typedef struct ct_random_sampler_options {
	bool replacement;
	int64_t num_samples;
	ct_generator *generator;
} ct_random_sampler_options;
typedef struct ct_weighted_random_sampler_options {
	bool no_replacement;
	ct_generator *generator;
} ct_weighted_random_sampler_options;
typedef struct ct_distributed_sampler_options {
	bool no_shuffle;
	uint64_t seed;
	bool drop_last;
} ct_distributed_sampler_options;
typedef ct_error (*ct_collate_function)(ct_value *samples, ct_value *batch, void *context);
typedef struct ct_data_loader ct_data_loader;
typedef struct ct_batch {
	ct_tensor *data;
	ct_tensor *target;
	ct_value value;
	int64_t size;
	int64_t number;
	int64_t epoch;
} ct_batch;
typedef struct ct_data_loader_options {
	int64_t batch_size;
	bool shuffle;
	bool drop_last;
	const ct_sampler *sampler;
	const ct_sampler *batch_sampler;
	int32_t num_workers;
	int32_t prefetch_factor;
	ct_collate_function collate;
	void *collate_context;
	bool pin_memory;
	double timeout;
	ct_generator *generator;
	int64_t max_skipped;
	ct_progress *progress;
} ct_data_loader_options;
struct ct_batches_ {
	ct_data_loader *loader;
	ct_scope *scope;
	ct_error error;
	bool left;
};
typedef struct ct_image_data_options {
	ct_image_mode mode;
	int64_t min_size;
	bool no_orientation;
	bool allow_truncated;
	const char *const *classes;
	int64_t classes_len;
	bool shuffle_archives;
	int64_t shuffle;
	int64_t num_shards;
	int64_t shard_index;
	int64_t max_entry_bytes;
} ct_image_data_options;

/* Macros that stand for numbers. */
enum ct_macros {
	CT_CALL_MAX_DEPTH = 100,
	CT_HAS_CALLS = 1,
	CT_IMAGE_MAX_PIXELS = 178956970,
	CT_VALUE_MAX_DEPTH = 1000,
};

/* Functions */
ct_error ct_image_decode(const void *bytes, int64_t bytes_len, const ct_image_read_options *options,
	ct_tensor **result);
ct_error ct_image_decode_png(const void *bytes, int64_t bytes_len, ct_image_mode mode,
	ct_tensor **result);
ct_error ct_image_encode_jpeg(const ct_tensor *image, int32_t quality, void **bytes,
	int64_t *bytes_len);
ct_error ct_image_encode_png(const ct_tensor *image, const ct_image_options *options, void **bytes,
	int64_t *bytes_len);
ct_error ct_image_folder(const char *root, const ct_image_data_options *options,
	ct_dataset **result);
ct_error ct_image_heat_map(const ct_tensor *matrix, ct_colour_map colours,
	const double *value_range, int64_t scale, ct_tensor **result);
ct_error ct_image_make_grid(const ct_tensor *images, const ct_image_grid_options *options,
	ct_tensor **result);
ct_error ct_image_read(const char *path, const ct_image_read_options *options, ct_tensor **result);
ct_error ct_image_read_png(const char *path, ct_image_mode mode, ct_tensor **result);
ct_error ct_image_write_grid_png(const ct_tensor *images, const char *path,
	const ct_image_grid_options *grid_options, const ct_image_options *options);
ct_error ct_image_write_jpeg(const ct_tensor *image, const char *path, int32_t quality);
ct_error ct_image_write_png(const ct_tensor *image, const char *path,
	const ct_image_options *options);
ct_error ct_tar_images(const char *const *paths, int64_t paths_len,
	const ct_image_data_options *options, ct_dataset **result);
ct_error ct_tar_shards(const char *const *paths, int64_t paths_len,
	const ct_image_data_options *options, ct_dataset **result);
ct_error ct_tar_vocabulary(const char *const *paths, int64_t paths_len, ct_value *result,
	int64_t *images);

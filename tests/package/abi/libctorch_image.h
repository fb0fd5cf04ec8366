/*
 * What compiled programs expect of libctorch_image.so.0.1; CT_ABI_VERSION is 1.
 * Written from the headers by the target update-abi, never edited; docs/stability.md.
 */
#include <stdbool.h>
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

/* Functions */
ct_error ct_image_decode_png(const void *bytes, int64_t bytes_len, ct_image_mode mode,
	ct_tensor **result);
ct_error ct_image_encode_png(const ct_tensor *image, const ct_image_options *options, void **bytes,
	int64_t *bytes_len);
ct_error ct_image_heat_map(const ct_tensor *matrix, ct_colour_map colours,
	const double *value_range, int64_t scale, ct_tensor **result);
ct_error ct_image_make_grid(const ct_tensor *images, const ct_image_grid_options *options,
	ct_tensor **result);
ct_error ct_image_read_png(const char *path, ct_image_mode mode, ct_tensor **result);
ct_error ct_image_write_grid_png(const ct_tensor *images, const char *path,
	const ct_image_grid_options *grid_options, const ct_image_options *options);
ct_error ct_image_write_png(const ct_tensor *image, const char *path,
	const ct_image_options *options);

/*
 * What compiled programs expect of libctorch_image-2.15.so.0.1; CT_ABI_VERSION is 1.
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
typedef struct ct_dataset ct_dataset;
typedef struct ct_sampler ct_sampler;
typedef struct ct_data_loader ct_data_loader;
typedef void (*ct_release_function)(void *context);
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
typedef int32_t ct_scalar_kind;
enum ct_scalar_kind_value {
	CT_SCALAR_INT = 0,
	CT_SCALAR_FLOAT = 1,
	CT_SCALAR_BOOL = 2,
	CT_SCALAR_COMPLEX = 3,
	CT_SCALAR_UINT = 4,
};
typedef struct ct_scalar {
	ct_scalar_kind kind;
	int64_t i;
	double re;
	double im;
} ct_scalar;
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
	CT_REDUCTION_NONE = 0,
	CT_REDUCTION_MEAN = 1,
	CT_REDUCTION_SUM = 2,
	CT_REDUCTION_BATCH_MEAN = 3,
};
typedef int32_t ct_interpolation;
enum ct_interpolation_value {
	CT_INTERPOLATION_BILINEAR = 0,
	CT_INTERPOLATION_NEAREST = 1,
	CT_INTERPOLATION_BICUBIC = 2,
};
typedef int32_t ct_padding_mode;
enum ct_padding_mode_value {
	CT_PADDING_ZEROS = 0,
	CT_PADDING_BORDER = 1,
	CT_PADDING_REFLECTION = 2,
};
typedef int32_t ct_bag_mode;
enum ct_bag_mode_value {
	CT_BAG_SUM = 0,
	CT_BAG_MEAN = 1,
	CT_BAG_MAX = 2,
};
typedef const int64_t *ct_write_CT_L_around_integers;
typedef const double *ct_write_CT_FLOATS_around_floats;
typedef const bool *ct_write_CT_BOOLS_around_bools;
typedef const ct_scalar *ct_write_CT_SCALARS_around_numbers;
typedef ct_tensor *const *ct_write_CT_TENSORS_around_tensors;
typedef struct ct_ints {
	ct_write_CT_L_around_integers at;
	int64_t len;
} ct_ints;
typedef struct ct_floats {
	ct_write_CT_FLOATS_around_floats at;
	int64_t len;
} ct_floats;
typedef struct ct_bools {
	ct_write_CT_BOOLS_around_bools at;
	int64_t len;
} ct_bools;
typedef struct ct_scalars {
	ct_write_CT_SCALARS_around_numbers at;
	int64_t len;
} ct_scalars;
typedef struct ct_tensors {
	ct_write_CT_TENSORS_around_tensors at;
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
	CT_VALUE_QUANT_SCHEME = 25,
	CT_VALUE_BIG_INT = 26,
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
typedef struct ct_transform ct_transform;
typedef struct ct_transforms {
	ct_transform *const *at;
	int64_t len;
} ct_transforms;
typedef ct_error (*ct_transform_function)(const ct_tensor *image, ct_generator *generator,
	void *context, ct_tensor **result);
typedef struct ct_mix_options {
	double alpha;
	int64_t num_classes;
} ct_mix_options;
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
typedef int32_t ct_color_map;
enum ct_color_map_value {
	CT_COLOR_MAP_GRAY = 0,
	CT_COLOR_MAP_VIRIDIS = 1,
	CT_COLOR_MAP_HEAT = 2,
	CT_COLOR_MAP_SIGNED = 3,
};
typedef int32_t ct_image_mode;
enum ct_image_mode_value {
	CT_IMAGE_MODE_UNCHANGED = 0,
	CT_IMAGE_MODE_GRAY = 1,
	CT_IMAGE_MODE_GRAY_ALPHA = 2,
	CT_IMAGE_MODE_RGB = 3,
	CT_IMAGE_MODE_RGB_ALPHA = 4,
};
typedef struct ct_image_load_options {
	ct_image_mode mode;
	int64_t min_size;
	bool no_orientation;
	bool allow_truncated;
	int64_t max_pixels;
} ct_image_load_options;
typedef ct_error (*ct_module_forward_function)(void *self, const ct_tensor *x, ct_tensor **result);
typedef ct_tensor *(*ct_module_expression_function)(void *self, ct_tensor *x);
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
	ct_module_expression_function formula;
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
	const char *prefix;
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
	CT_STATE_HOOK_BEFORE_STATE_DICT = 0,
	CT_STATE_HOOK_AFTER_STATE_DICT = 1,
	CT_STATE_HOOK_BEFORE_LOADING = 2,
	CT_STATE_HOOK_AFTER_LOADING = 3,
};
typedef int32_t ct_module_column;
enum ct_module_column_value {
	CT_MODULE_COLUMN_INPUT_SIZE = 0,
	CT_MODULE_COLUMN_OUTPUT_SIZE = 1,
	CT_MODULE_COLUMN_NUM_PARAMS = 2,
	CT_MODULE_COLUMN_PARAMS_PERCENT = 3,
	CT_MODULE_COLUMN_KERNEL_SIZE = 4,
	CT_MODULE_COLUMN_MULT_ADDS = 5,
	CT_MODULE_COLUMN_TRAINABLE = 6,
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
	const struct ct_write_CT_PARAMETERS_around_a_module *plain;
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
	ct_early_stopping *stopping;
} ct_train_state;
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
	int64_t max_entry_nbytes;
} ct_image_data_options;
typedef int32_t ct_tar_compression;
enum ct_tar_compression_value {
	CT_TAR_PLAIN = 0,
	CT_TAR_GZIP = 1,
	CT_TAR_BZIP2 = 2,
	CT_TAR_XZ = 3,
	CT_TAR_ZSTD = 4,
	CT_TAR_LZ4 = 5,
};
typedef struct ct_tar_writer ct_tar_writer;

/* Macros that stand for numbers. */
enum ct_macros {
	CT_CALL_MAX_DEPTH = 100,
	CT_IMAGE_MAX_PIXELS = 178956970,
	CT_VALUE_MAX_DEPTH = 1000,
};

/* Functions */
ct_error ct_image_decode(const void *bytes, int64_t nbytes, const ct_image_load_options *options,
	ct_tensor **result);
ct_error ct_image_decode_jpeg(const void *bytes, int64_t nbytes,
	const ct_image_load_options *options, ct_tensor **result);
ct_error ct_image_decode_png(const void *bytes, int64_t nbytes, ct_image_mode mode,
	ct_tensor **result);
ct_error ct_image_encode_jpeg(const ct_tensor *image, int32_t quality, void **bytes,
	int64_t *nbytes);
ct_error ct_image_encode_png(const ct_tensor *image, const ct_image_options *options, void **bytes,
	int64_t *nbytes);
ct_error ct_image_folder_new(const char *root, const ct_image_data_options *options,
	ct_dataset **result);
ct_error ct_image_heat_map(const ct_tensor *matrix, ct_color_map colors, const double *value_range,
	int64_t scale, ct_tensor **result);
ct_error ct_image_jpeg(const ct_tensor *image, int64_t quality, ct_tensor **result);
ct_error ct_image_jpeg_transform_new(int64_t min_quality, int64_t max_quality,
	ct_transform **result);
ct_error ct_image_load(const char *path, const ct_image_load_options *options, ct_tensor **result);
ct_error ct_image_load_jpeg(const char *path, const ct_image_load_options *options,
	ct_tensor **result);
ct_error ct_image_load_png(const char *path, ct_image_mode mode, ct_tensor **result);
ct_error ct_image_make_grid(const ct_tensor *images, const ct_image_grid_options *options,
	ct_tensor **result);
ct_error ct_image_save_grid_png(const ct_tensor *images, const char *path,
	const ct_image_grid_options *grid_options, const ct_image_options *options);
ct_error ct_image_save_jpeg(const ct_tensor *image, const char *path, int32_t quality);
ct_error ct_image_save_png(const ct_tensor *image, const char *path,
	const ct_image_options *options);
ct_error ct_tar_images_new(const char *const *paths, int64_t paths_len,
	const ct_image_data_options *options, ct_dataset **result);
ct_error ct_tar_shards_new(const char *const *paths, int64_t paths_len,
	const ct_image_data_options *options, ct_dataset **result);
ct_error ct_tar_vocabulary(const char *const *paths, int64_t paths_len, ct_progress *progress,
	ct_value *result, int64_t *images);
ct_error ct_tar_writer_add(ct_tar_writer *self, const char *name, const void *bytes,
	int64_t nbytes);
ct_error ct_tar_writer_close(ct_tar_writer *self);
void ct_tar_writer_free(ct_tar_writer *self);
ct_error ct_tar_writer_new(const char *path, ct_tar_compression compression,
	ct_tar_writer **result);
ct_error ct_tar_writers_close(ct_tar_writer *const *writers, int64_t writers_len);

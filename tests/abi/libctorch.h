/*
 * What compiled programs expect of libctorch.so.0.1 for libtorch 2.15.0; CT_ABI_VERSION is 1.
 * Written from the headers by the target update-abi, never edited; docs/stability.md.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef const char *ct_error;
typedef struct ct_tensor ct_tensor;
typedef struct ct_generator ct_generator;
typedef struct ct_storage ct_storage;
typedef void (*ct_release)(void *context);
typedef int32_t ct_dtype;
enum ct_dtype_value {
	CT_DTYPE_NONE = -1,
	CT_UINT8 = 0,
	CT_INT8 = 1,
	CT_INT16 = 2,
	CT_INT32 = 3,
	CT_INT64 = 4,
	CT_FLOAT16 = 5,
	CT_FLOAT32 = 6,
	CT_FLOAT64 = 7,
	CT_COMPLEX32 = 8,
	CT_COMPLEX64 = 9,
	CT_COMPLEX128 = 10,
	CT_BOOL = 11,
	CT_QINT8 = 12,
	CT_QUINT8 = 13,
	CT_QINT32 = 14,
	CT_BFLOAT16 = 15,
	CT_QUINT4X2 = 16,
	CT_QUINT2X4 = 17,
	CT_BITS1X8 = 18,
	CT_BITS2X4 = 19,
	CT_BITS4X2 = 20,
	CT_BITS8 = 21,
	CT_BITS16 = 22,
	CT_FLOAT8_E5M2 = 23,
	CT_FLOAT8_E4M3FN = 24,
	CT_FLOAT8_E5M2FNUZ = 25,
	CT_FLOAT8_E4M3FNUZ = 26,
	CT_UINT16 = 27,
	CT_UINT32 = 28,
	CT_UINT64 = 29,
	CT_UINT1 = 30,
	CT_UINT2 = 31,
	CT_UINT3 = 32,
	CT_UINT4 = 33,
	CT_UINT5 = 34,
	CT_UINT6 = 35,
	CT_UINT7 = 36,
	CT_INT1 = 37,
	CT_INT2 = 38,
	CT_INT3 = 39,
	CT_INT4 = 40,
	CT_INT5 = 41,
	CT_INT6 = 42,
	CT_INT7 = 43,
	CT_FLOAT8_E8M0FNU = 44,
	CT_FLOAT4_E2M1FN_X2 = 45,
	CT_BCOMPLEX32 = 46,
};
typedef int32_t ct_layout;
enum ct_layout_value {
	CT_LAYOUT_NONE = -1,
	CT_STRIDED = 0,
	CT_SPARSE_COO = 1,
	CT_SPARSE_CSR = 2,
	CT_MKLDNN = 3,
	CT_SPARSE_CSC = 4,
	CT_SPARSE_BSR = 5,
	CT_SPARSE_BSC = 6,
	CT_JAGGED = 7,
};
typedef int32_t ct_memory_format;
enum ct_memory_format_value {
	CT_MEMORY_FORMAT_NONE = -1,
	CT_CONTIGUOUS_FORMAT = 0,
	CT_PRESERVE_FORMAT = 1,
	CT_CHANNELS_LAST = 2,
	CT_CHANNELS_LAST_3D = 3,
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
	CT_DEVICE_TYPE_NONE = -1,
	CT_DEVICE_TYPE_CPU = 0,
	CT_DEVICE_TYPE_CUDA = 1,
	CT_DEVICE_TYPE_MKLDNN = 2,
	CT_DEVICE_TYPE_OPENGL = 3,
	CT_DEVICE_TYPE_OPENCL = 4,
	CT_DEVICE_TYPE_IDEEP = 5,
	CT_DEVICE_TYPE_HIP = 6,
	CT_DEVICE_TYPE_FPGA = 7,
	CT_DEVICE_TYPE_MAIA = 8,
	CT_DEVICE_TYPE_XLA = 9,
	CT_DEVICE_TYPE_VULKAN = 10,
	CT_DEVICE_TYPE_METAL = 11,
	CT_DEVICE_TYPE_XPU = 12,
	CT_DEVICE_TYPE_MPS = 13,
	CT_DEVICE_TYPE_META = 14,
	CT_DEVICE_TYPE_HPU = 15,
	CT_DEVICE_TYPE_VE = 16,
	CT_DEVICE_TYPE_LAZY = 17,
	CT_DEVICE_TYPE_IPU = 18,
	CT_DEVICE_TYPE_MTIA = 19,
	CT_DEVICE_TYPE_PRIVATEUSE1 = 20,
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
};
typedef struct ct_tensor_options {
	ct_dtype dtype;
	ct_layout layout;
	ct_device device;
	bool requires_grad;
	bool pin_memory;
	ct_memory_format memory_format;
	ct_generator *generator;
} ct_tensor_options;
typedef void (*ct_deleter)(void *data, void *context);
typedef int32_t ct_rows_kind;
enum ct_rows_kind_value {
	CT_ROWS_OF_ROWS = 0,
	CT_ROWS_OF_INTS = 1,
	CT_ROWS_OF_FLOATS = 2,
	CT_ROWS_OF_BOOLS = 3,
	CT_ROWS_OF_COMPLEXES = 4,
};
typedef struct ct_rows {
	ct_rows_kind kind;
	int64_t length;
	const void *items;
} ct_rows;
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
enum ct_index_kind_value {
	CT_INDEX_INT = 0,
	CT_INDEX_SLICE = 1,
	CT_INDEX_NONE = 2,
	CT_INDEX_ELLIPSIS = 3,
	CT_INDEX_BOOL = 4,
	CT_INDEX_TENSOR = 5,
	CT_INDEX_LIST = 6,
	CT_INDEX_MASK = 7,
};
enum ct_index_given_value {
	CT_INDEX_START = 1,
	CT_INDEX_STOP = 2,
	CT_INDEX_STEP = 4,
};
typedef struct ct_index {
	int32_t kind;
	int32_t given;
	int64_t start;
	int64_t stop;
	int64_t step;
	const ct_tensor *tensor;
	const void *list;
	int64_t length;
} ct_index;
typedef int32_t ct_sci_mode;
enum ct_sci_mode_value {
	CT_SCI_MODE_AUTO = -1,
	CT_SCI_MODE_OFF = 0,
	CT_SCI_MODE_ON = 1,
};
typedef struct ct_printoptions {
	int64_t precision;
	int64_t threshold;
	int64_t edgeitems;
	int64_t linewidth;
	ct_sci_mode sci_mode;
} ct_printoptions;
typedef int32_t ct_print_profile;
enum ct_print_profile_value {
	CT_PRINT_DEFAULT = 0,
	CT_PRINT_SHORT = 1,
	CT_PRINT_FULL = 2,
};
typedef struct ct_tensor_statistics {
	int64_t count;
	int64_t nans;
	int64_t infs;
	int64_t zeros;
	double mean;
	double std;
	double min;
	double lower_quartile;
	double median;
	double upper_quartile;
	double max;
} ct_tensor_statistics;
typedef struct ct_scope ct_scope;
typedef struct ct_memory_usage {
	int64_t handles;
	int64_t handles_peak;
	int64_t handles_given;
	int64_t handles_released;
	int64_t bytes;
	int64_t bytes_peak;
	int64_t allocated_bytes;
	int64_t reserved_bytes;
	int64_t cached_bytes;
} ct_memory_usage;
typedef bool (*ct_out_of_memory_hook)(int64_t nbytes, void *context);
typedef struct ct_autograd_grad_options {
	ct_tensor *const *grad_outputs;
	int64_t grad_outputs_len;
	const bool *retain_graph;
	bool create_graph;
	bool allow_unused;
	bool materialize_grads;
} ct_autograd_grad_options;
typedef int32_t ct_autograd_mode;
enum ct_autograd_mode_value {
	CT_AUTOGRAD_GRAD = 0,
	CT_AUTOGRAD_INFERENCE = 1,
	CT_AUTOGRAD_MULTITHREADING = 2,
	CT_AUTOGRAD_ANOMALY = 3,
	CT_AUTOGRAD_ANOMALY_PLACES = 4,
	CT_AUTOGRAD_FORWARD = 5,
};
typedef struct ct_autograd_was {
	ct_autograd_mode mode;
	int32_t flags;
	int32_t block;
	uint64_t included;
	uint64_t excluded;
} ct_autograd_was;
typedef struct ct_node ct_node;
typedef ct_error (*ct_node_visitor)(const ct_node *node, void *context);
typedef struct ct_graph_options {
	ct_tensor *const *named;
	const char *const *names;
	int64_t named_len;
} ct_graph_options;
typedef ct_error (*ct_tensor_hook)(const ct_tensor *grad, void *context, ct_tensor **replacement);
typedef ct_error (*ct_post_accumulate_hook)(ct_tensor *leaf, void *context);
typedef ct_error (*ct_node_pre_hook)(ct_tensor *const *grads, int64_t grads_len, void *context,
	ct_tensor **replacements);
typedef ct_error (*ct_node_post_hook)(ct_tensor *const *grad_inputs, int64_t grad_inputs_len,
	ct_tensor *const *grad_outputs, int64_t grad_outputs_len, void *context,
	ct_tensor **replacements);
typedef ct_error (*ct_saved_tensor_pack)(const ct_tensor *tensor, void *context, void **packed);
typedef ct_error (*ct_saved_tensor_unpack)(void *packed, void *context, ct_tensor **tensor);
typedef void (*ct_saved_tensor_free)(void *packed, void *context);
typedef struct ct_function_context ct_function_context;
typedef ct_error (*ct_function_forward)(ct_function_context *context, ct_tensor *const *inputs,
	ct_tensor **outputs);
typedef ct_error (*ct_function_backward)(ct_function_context *context,
	ct_tensor *const *grad_outputs, ct_tensor **grad_inputs);
typedef ct_error (*ct_function_jvp)(ct_function_context *context, ct_tensor *const *grad_inputs,
	ct_tensor **grad_outputs);
typedef struct ct_function {
	const char *name;
	ct_function_forward forward;
	ct_function_backward backward;
	int64_t inputs_len;
	int64_t outputs_len;
	int64_t data_size;
	ct_release release;
	bool once_differentiable;
	ct_function_jvp jvp;
} ct_function;
typedef ct_error (*ct_functional_function)(ct_tensor *const *inputs, int64_t inputs_len,
	void *context, ct_tensor **outputs, int64_t outputs_len);
typedef int32_t ct_functional_strategy;
enum ct_functional_strategy_value {
	CT_REVERSE_MODE = 0,
	CT_FORWARD_MODE = 1,
};
typedef struct ct_functional_options {
	bool create_graph;
	bool strict;
	ct_functional_strategy strategy;
} ct_functional_options;
typedef ct_error (*ct_checkpoint_function)(ct_tensor *const *inputs, int64_t inputs_len,
	void *context, ct_tensor **outputs, int64_t outputs_len);
typedef struct ct_checkpoint_options {
	bool use_reentrant;
	bool preserve_rng_state;
	const char *determinism_check;
	bool early_stop;
} ct_checkpoint_options;
typedef struct ct_checkpoint_step {
	ct_checkpoint_function function;
	void *context;
	ct_release release;
} ct_checkpoint_step;
typedef ct_error (*ct_gradcheck_function)(ct_tensor *const *inputs, int64_t inputs_len,
	void *context, ct_tensor **outputs, int64_t outputs_len);
typedef struct ct_gradcheck_options {
	double eps;
	double atol;
	double rtol;
	double nondet_tol;
	bool check_undefined_grad;
	bool check_forward_ad;
	bool check_backward_ad;
} ct_gradcheck_options;
typedef struct ct_rng_states ct_rng_states;
typedef struct ct_default_device_was {
	ct_device device;
	bool entered;
} ct_default_device_was;
typedef int32_t ct_flag;
enum ct_flag_value {
	CT_FLAG_CUDNN_ENABLED = 0,
	CT_FLAG_CUDNN_BENCHMARK = 1,
	CT_FLAG_CUDNN_DETERMINISTIC = 2,
	CT_FLAG_CUDNN_ALLOW_TF32 = 3,
	CT_FLAG_CUDA_MATMUL_ALLOW_TF32 = 4,
	CT_FLAG_CUDA_MATMUL_ALLOW_FP16_REDUCED_PRECISION_REDUCTION = 5,
	CT_FLAG_CUDA_MATMUL_ALLOW_BF16_REDUCED_PRECISION_REDUCTION = 6,
	CT_FLAG_CUDA_MATMUL_ALLOW_FP16_ACCUMULATION = 7,
	CT_FLAG_MKLDNN_ENABLED = 8,
	CT_FLAG_MKLDNN_DETERMINISTIC = 9,
	CT_FLAG_NNPACK_ENABLED = 10,
	CT_FLAG_FLASH_SDP = 11,
	CT_FLAG_MEM_EFFICIENT_SDP = 12,
	CT_FLAG_MATH_SDP = 13,
	CT_FLAG_CUDNN_SDP = 14,
	CT_FLAG_FILL_UNINITIALIZED_MEMORY = 15,
	CT_FLAG_CHECK_SPARSE_TENSOR_INVARIANTS = 16,
	CT_FLAG_WARN_ALWAYS = 17,
};
typedef int32_t ct_warning_class;
enum ct_warning_class_value {
	CT_WARNING_USER = 0,
	CT_WARNING_DEPRECATION = 1,
};
typedef struct ct_warning {
	ct_warning_class kind;
	const char *message;
	const char *function;
	const char *file;
	int32_t line;
} ct_warning;
typedef void (*ct_warning_handler)(const ct_warning *warning, void *context);
typedef int32_t ct_backend;
enum ct_backend_value {
	CT_BACKEND_OPENMP = 0,
	CT_BACKEND_MKL = 1,
	CT_BACKEND_MKLDNN = 2,
	CT_BACKEND_LAPACK = 3,
	CT_BACKEND_XNNPACK = 4,
	CT_BACKEND_KLEIDIAI = 5,
	CT_BACKEND_CUDA = 6,
	CT_BACKEND_CUDNN = 7,
	CT_BACKEND_CUSOLVER = 8,
	CT_BACKEND_MAGMA = 9,
	CT_BACKEND_HIP = 10,
	CT_BACKEND_XPU = 11,
	CT_BACKEND_MPS = 12,
	CT_BACKEND_MTIA = 13,
	CT_BACKEND_HPU = 14,
	CT_BACKEND_XLA = 15,
};
typedef struct DLManagedTensor ct_dlpack;
typedef struct DLManagedTensorVersioned ct_dlpack_versioned;
typedef int32_t ct_dlpack_code;
enum ct_dlpack_code_value {
	CT_DLPACK_INT = 0,
	CT_DLPACK_UINT = 1,
	CT_DLPACK_FLOAT = 2,
	CT_DLPACK_OPAQUE_HANDLE = 3,
	CT_DLPACK_BFLOAT = 4,
	CT_DLPACK_COMPLEX = 5,
	CT_DLPACK_BOOL = 6,
	CT_DLPACK_FLOAT8_E3M4 = 7,
	CT_DLPACK_FLOAT8_E4M3 = 8,
	CT_DLPACK_FLOAT8_E4M3B11FNUZ = 9,
	CT_DLPACK_FLOAT8_E4M3FN = 10,
	CT_DLPACK_FLOAT8_E4M3FNUZ = 11,
	CT_DLPACK_FLOAT8_E5M2 = 12,
	CT_DLPACK_FLOAT8_E5M2FNUZ = 13,
	CT_DLPACK_FLOAT8_E8M0FNU = 14,
	CT_DLPACK_FLOAT6_E2M3FN = 15,
	CT_DLPACK_FLOAT6_E3M2FN = 16,
	CT_DLPACK_FLOAT4_E2M1FN = 17,
};
typedef int32_t ct_dlpack_device_type;
enum ct_dlpack_device_type_value {
	CT_DLPACK_CPU = 1,
	CT_DLPACK_CUDA = 2,
	CT_DLPACK_CUDA_HOST = 3,
	CT_DLPACK_OPENCL = 4,
	CT_DLPACK_VULKAN = 7,
	CT_DLPACK_METAL = 8,
	CT_DLPACK_VPI = 9,
	CT_DLPACK_ROCM = 10,
	CT_DLPACK_ROCM_HOST = 11,
	CT_DLPACK_EXTENSION = 12,
	CT_DLPACK_CUDA_MANAGED = 13,
	CT_DLPACK_ONEAPI = 14,
	CT_DLPACK_WEBGPU = 15,
	CT_DLPACK_HEXAGON = 16,
	CT_DLPACK_MAIA = 17,
	CT_DLPACK_TRN = 18,
};
typedef struct ct_dlpack_device {
	ct_dlpack_device_type type;
	int32_t index;
} ct_dlpack_device;
typedef struct ct_dlpack_dtype {
	uint8_t code;
	uint8_t bits;
	uint16_t lanes;
} ct_dlpack_dtype;
typedef struct ct_dlpack_tensor {
	void *data;
	ct_dlpack_device device;
	int32_t ndim;
	ct_dlpack_dtype dtype;
	int64_t *shape;
	int64_t *strides;
	uint64_t byte_offset;
} ct_dlpack_tensor;
typedef void (*ct_dlpack_deleter)(ct_dlpack *self);
typedef void (*ct_dlpack_versioned_deleter)(ct_dlpack_versioned *self);
typedef struct ct_dlpack_managed {
	ct_dlpack_tensor dl_tensor;
	void *manager_ctx;
	ct_dlpack_deleter deleter;
} ct_dlpack_managed;
typedef struct ct_dlpack_version {
	uint32_t major;
	uint32_t minor;
} ct_dlpack_version;
typedef struct ct_dlpack_managed_versioned {
	ct_dlpack_version version;
	void *manager_ctx;
	ct_dlpack_versioned_deleter deleter;
	uint64_t flags;
	ct_dlpack_tensor dl_tensor;
} ct_dlpack_managed_versioned;
typedef struct ct_dlpack_options {
	bool copy;
	bool read_only;
} ct_dlpack_options;
typedef struct ct_map_options {
	bool shared;
	bool grow;
	int64_t offset;
} ct_map_options;
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
typedef struct ct_operator ct_operator;
typedef struct ct_schema_argument {
	const char *name;
	const char *type;
	bool keyword_only;
	bool is_written;
	bool has_default;
	ct_value default_value;
} ct_schema_argument;
typedef struct ct_library ct_library;
typedef ct_error (*ct_kernel)(const ct_value *args, int64_t args_len, ct_value *results,
	int64_t results_len, void *context);
typedef ct_error (*ct_operator_setup)(ct_function_context *noted, const ct_value *args,
	int64_t args_len, const ct_value *results, int64_t results_len, void *context);
typedef ct_error (*ct_operator_backward)(ct_function_context *noted, const ct_value *args,
	int64_t args_len, const ct_value *grads, int64_t grads_len, ct_value *input_grads,
	int64_t input_grads_len, void *context);

/* Macros that stand for numbers. */
enum ct_macros {
	CT_CALL_MAX_DEPTH = 100,
	CT_DLPACK_IS_COPIED = 2,
	CT_DLPACK_MAJOR = 1,
	CT_DLPACK_MINOR = 3,
	CT_DLPACK_PADDED = 4,
	CT_DLPACK_READ_ONLY = 1,
	CT_HOOK_NONE = INT64_C(0),
	CT_PRINT_ALL = INT64_MAX,
	CT_SUMMARY_SIZE = 512,
	CT_VALUE_MAX_DEPTH = 1000,
};

/* Functions */
ct_error ct_Tensor___and___Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor___and___Tensor(const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_Tensor___iand___Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor___iand___Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor___ilshift___Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor___ilshift___Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor___ior___Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor___ior___Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor___irshift___Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor___irshift___Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor___ixor___Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor___ixor___Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor___lshift___Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor___lshift___Tensor(const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_Tensor___or___Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor___or___Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor___rshift___Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor___rshift___Tensor(const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_Tensor___xor___Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor___xor___Tensor(const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_Tensor__addmm_activation(const ct_tensor *self, const ct_tensor *mat1,
	const ct_tensor *mat2, ct_scalar beta, ct_scalar alpha, bool use_gelu, ct_tensor **result);
ct_error ct_Tensor__autocast_to_full_precision(const ct_tensor *self, bool cuda_enabled,
	bool cpu_enabled, ct_tensor **result);
ct_error ct_Tensor__autocast_to_reduced_precision(const ct_tensor *self, bool cuda_enabled,
	bool cpu_enabled, ct_dtype cuda_dtype, ct_dtype cpu_dtype, ct_tensor **result);
ct_error ct_Tensor__backward(const ct_tensor *self, ct_tensor *const *inputs, int64_t inputs_len,
	const ct_tensor *gradient, const bool *retain_graph, bool create_graph);
ct_error ct_Tensor__coalesced_(ct_tensor *self, bool coalesced, ct_tensor **result);
ct_error ct_Tensor__conj(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor__conj_physical(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor__dimI(const ct_tensor *self, int64_t *result);
ct_error ct_Tensor__dimV(const ct_tensor *self, int64_t *result);
ct_error ct_Tensor__fw_primal(const ct_tensor *self, int64_t level, ct_tensor **result);
ct_error ct_Tensor__indices(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor__is_all_true(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor__is_any_true(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor__is_zerotensor(const ct_tensor *self, bool *result);
ct_error ct_Tensor__lazy_clone(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor__neg_view(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor__nested_tensor_size(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor__nested_tensor_storage_offsets(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor__nested_tensor_strides(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor__nnz(const ct_tensor *self, int64_t *result);
ct_error ct_Tensor__philox_normal_(ct_tensor *self, const ct_tensor *key, double mean, double std,
	ct_tensor **result);
ct_error ct_Tensor__philox_randint_(ct_tensor *self, const ct_tensor *key, const int64_t *low,
	const int64_t *high, ct_tensor **result);
ct_error ct_Tensor__philox_uniform_(ct_tensor *self, const ct_tensor *key, double low, double high,
	ct_tensor **result);
ct_error ct_Tensor__reshape_alias(const ct_tensor *self, const int64_t *size, int64_t size_len,
	const int64_t *stride, int64_t stride_len, ct_tensor **result);
ct_error ct_Tensor__sparse_mask_projection(const ct_tensor *self, const ct_tensor *mask,
	bool accumulate_matches, ct_tensor **result);
ct_error ct_Tensor__to_dense(const ct_tensor *self, ct_dtype dtype, const bool *masked_grad,
	ct_tensor **result);
ct_error ct_Tensor__to_sparse(const ct_tensor *self, ct_layout layout, const int64_t *blocksize,
	int64_t blocksize_len, const int64_t *dense_dim, ct_tensor **result);
ct_error ct_Tensor__to_sparse_bsc(const ct_tensor *self, const int64_t *blocksize,
	int64_t blocksize_len, const int64_t *dense_dim, ct_tensor **result);
ct_error ct_Tensor__to_sparse_bsr(const ct_tensor *self, const int64_t *blocksize,
	int64_t blocksize_len, const int64_t *dense_dim, ct_tensor **result);
ct_error ct_Tensor__to_sparse_csc(const ct_tensor *self, const int64_t *dense_dim,
	ct_tensor **result);
ct_error ct_Tensor__to_sparse_csr(const ct_tensor *self, const int64_t *dense_dim,
	ct_tensor **result);
ct_error ct_Tensor__to_sparse_sparse_dim(const ct_tensor *self, int64_t sparse_dim,
	ct_tensor **result);
ct_error ct_Tensor__values(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor__version(const ct_tensor *self, int64_t *result);
ct_error ct_Tensor_abs(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_abs_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_absolute(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_absolute_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_acos(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_acos_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_acosh(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_acosh_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_add_Scalar(const ct_tensor *self, ct_scalar other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct_Tensor_add_Tensor(const ct_tensor *self, const ct_tensor *other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct_Tensor_add__Scalar(ct_tensor *self, ct_scalar other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct_Tensor_add__Tensor(ct_tensor *self, const ct_tensor *other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct_Tensor_addbmm(const ct_tensor *self, const ct_tensor *batch1, const ct_tensor *batch2,
	ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct_Tensor_addbmm_(ct_tensor *self, const ct_tensor *batch1, const ct_tensor *batch2,
	ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct_Tensor_addcdiv(const ct_tensor *self, const ct_tensor *tensor1,
	const ct_tensor *tensor2, ct_scalar value, ct_tensor **result);
ct_error ct_Tensor_addcdiv_(ct_tensor *self, const ct_tensor *tensor1, const ct_tensor *tensor2,
	ct_scalar value, ct_tensor **result);
ct_error ct_Tensor_addcmul(const ct_tensor *self, const ct_tensor *tensor1,
	const ct_tensor *tensor2, ct_scalar value, ct_tensor **result);
ct_error ct_Tensor_addcmul_(ct_tensor *self, const ct_tensor *tensor1, const ct_tensor *tensor2,
	ct_scalar value, ct_tensor **result);
ct_error ct_Tensor_addmm(const ct_tensor *self, const ct_tensor *mat1, const ct_tensor *mat2,
	ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct_Tensor_addmm_(ct_tensor *self, const ct_tensor *mat1, const ct_tensor *mat2,
	ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct_Tensor_addmv(const ct_tensor *self, const ct_tensor *mat, const ct_tensor *vec,
	ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct_Tensor_addmv_(ct_tensor *self, const ct_tensor *mat, const ct_tensor *vec,
	ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct_Tensor_addr(const ct_tensor *self, const ct_tensor *vec1, const ct_tensor *vec2,
	ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct_Tensor_addr_(ct_tensor *self, const ct_tensor *vec1, const ct_tensor *vec2,
	ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct_Tensor_adjoint(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_alias(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_all(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_all_dim(const ct_tensor *self, int64_t dim, bool keepdim, ct_tensor **result);
ct_error ct_Tensor_all_dims(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	bool keepdim, ct_tensor **result);
ct_error ct_Tensor_allclose(const ct_tensor *self, const ct_tensor *other, double rtol, double atol,
	bool equal_nan, bool *result);
ct_error ct_Tensor_amax(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool keepdim,
	ct_tensor **result);
ct_error ct_Tensor_amin(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool keepdim,
	ct_tensor **result);
ct_error ct_Tensor_aminmax(const ct_tensor *self, const int64_t *dim, bool keepdim, ct_tensor **min,
	ct_tensor **max);
ct_error ct_Tensor_angle(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_any(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_any_dim(const ct_tensor *self, int64_t dim, bool keepdim, ct_tensor **result);
ct_error ct_Tensor_any_dims(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	bool keepdim, ct_tensor **result);
ct_error ct_Tensor_arccos(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_arccos_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_arccosh(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_arccosh_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_arcsin(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_arcsin_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_arcsinh(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_arcsinh_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_arctan(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_arctan2(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_arctan2_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_arctan_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_arctanh(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_arctanh_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_argmax(const ct_tensor *self, const int64_t *dim, bool keepdim,
	ct_tensor **result);
ct_error ct_Tensor_argmin(const ct_tensor *self, const int64_t *dim, bool keepdim,
	ct_tensor **result);
ct_error ct_Tensor_argsort(const ct_tensor *self, int64_t dim, bool descending, ct_tensor **result);
ct_error ct_Tensor_argsort_stable(const ct_tensor *self, bool stable, int64_t dim, bool descending,
	ct_tensor **result);
ct_error ct_Tensor_argwhere(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_as_strided(const ct_tensor *self, const int64_t *size, int64_t size_len,
	const int64_t *stride, int64_t stride_len, const int64_t *storage_offset,
	ct_tensor **result);
ct_error ct_Tensor_as_strided_(ct_tensor *self, const int64_t *size, int64_t size_len,
	const int64_t *stride, int64_t stride_len, const int64_t *storage_offset,
	ct_tensor **result);
ct_error ct_Tensor_as_strided_scatter(const ct_tensor *self, const ct_tensor *src,
	const int64_t *size, int64_t size_len, const int64_t *stride, int64_t stride_len,
	const int64_t *storage_offset, ct_tensor **result);
ct_error ct_Tensor_asin(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_asin_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_asinh(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_asinh_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_atan(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_atan2(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_atan2_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_atan_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_atanh(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_atanh_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_baddbmm(const ct_tensor *self, const ct_tensor *batch1, const ct_tensor *batch2,
	ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct_Tensor_baddbmm_(ct_tensor *self, const ct_tensor *batch1, const ct_tensor *batch2,
	ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct_Tensor_bernoulli(const ct_tensor *self, ct_generator *generator, ct_tensor **result);
ct_error ct_Tensor_bernoulli__Tensor(ct_tensor *self, const ct_tensor *p, ct_generator *generator,
	ct_tensor **result);
ct_error ct_Tensor_bernoulli__float(ct_tensor *self, double p, ct_generator *generator,
	ct_tensor **result);
ct_error ct_Tensor_bernoulli_p(const ct_tensor *self, double p, ct_generator *generator,
	ct_tensor **result);
ct_error ct_Tensor_bincount(const ct_tensor *self, const ct_tensor *weights, int64_t minlength,
	ct_tensor **result);
ct_error ct_Tensor_bitwise_and_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_bitwise_and_Tensor(const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_Tensor_bitwise_and__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_bitwise_and__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_bitwise_left_shift_Tensor(const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_Tensor_bitwise_left_shift_Tensor_Scalar(const ct_tensor *self, ct_scalar other,
	ct_tensor **result);
ct_error ct_Tensor_bitwise_left_shift__Tensor(ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_Tensor_bitwise_left_shift__Tensor_Scalar(ct_tensor *self, ct_scalar other,
	ct_tensor **result);
ct_error ct_Tensor_bitwise_not(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_bitwise_not_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_bitwise_or_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_bitwise_or_Tensor(const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_Tensor_bitwise_or__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_bitwise_or__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_bitwise_right_shift_Tensor(const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_Tensor_bitwise_right_shift_Tensor_Scalar(const ct_tensor *self, ct_scalar other,
	ct_tensor **result);
ct_error ct_Tensor_bitwise_right_shift__Tensor(ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_Tensor_bitwise_right_shift__Tensor_Scalar(ct_tensor *self, ct_scalar other,
	ct_tensor **result);
ct_error ct_Tensor_bitwise_xor_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_bitwise_xor_Tensor(const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_Tensor_bitwise_xor__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_bitwise_xor__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_bmm(const ct_tensor *self, const ct_tensor *mat2, ct_tensor **result);
ct_error ct_Tensor_broadcast_to(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_tensor **result);
ct_error ct_Tensor_cauchy_(ct_tensor *self, double median, double sigma, ct_generator *generator,
	ct_tensor **result);
ct_error ct_Tensor_ccol_indices(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_ceil(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_ceil_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_chalf(const ct_tensor *self, ct_memory_format memory_format, ct_tensor **result);
ct_error ct_Tensor_cholesky_inverse(const ct_tensor *self, bool upper, ct_tensor **result);
ct_error ct_Tensor_cholesky_solve(const ct_tensor *self, const ct_tensor *input2, bool upper,
	ct_tensor **result);
ct_error ct_Tensor_chunk(const ct_tensor *self, int64_t chunks, int64_t dim, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_Tensor_clamp(const ct_tensor *self, const ct_scalar *min, const ct_scalar *max,
	ct_tensor **result);
ct_error ct_Tensor_clamp_(ct_tensor *self, const ct_scalar *min, const ct_scalar *max,
	ct_tensor **result);
ct_error ct_Tensor_clamp_Tensor(const ct_tensor *self, const ct_tensor *min, const ct_tensor *max,
	ct_tensor **result);
ct_error ct_Tensor_clamp__Tensor(ct_tensor *self, const ct_tensor *min, const ct_tensor *max,
	ct_tensor **result);
ct_error ct_Tensor_clamp_max(const ct_tensor *self, ct_scalar max, ct_tensor **result);
ct_error ct_Tensor_clamp_max_(ct_tensor *self, ct_scalar max, ct_tensor **result);
ct_error ct_Tensor_clamp_max_Tensor(const ct_tensor *self, const ct_tensor *max,
	ct_tensor **result);
ct_error ct_Tensor_clamp_max__Tensor(ct_tensor *self, const ct_tensor *max, ct_tensor **result);
ct_error ct_Tensor_clamp_min(const ct_tensor *self, ct_scalar min, ct_tensor **result);
ct_error ct_Tensor_clamp_min_(ct_tensor *self, ct_scalar min, ct_tensor **result);
ct_error ct_Tensor_clamp_min_Tensor(const ct_tensor *self, const ct_tensor *min,
	ct_tensor **result);
ct_error ct_Tensor_clamp_min__Tensor(ct_tensor *self, const ct_tensor *min, ct_tensor **result);
ct_error ct_Tensor_clip(const ct_tensor *self, const ct_scalar *min, const ct_scalar *max,
	ct_tensor **result);
ct_error ct_Tensor_clip_(ct_tensor *self, const ct_scalar *min, const ct_scalar *max,
	ct_tensor **result);
ct_error ct_Tensor_clip_Tensor(const ct_tensor *self, const ct_tensor *min, const ct_tensor *max,
	ct_tensor **result);
ct_error ct_Tensor_clip__Tensor(ct_tensor *self, const ct_tensor *min, const ct_tensor *max,
	ct_tensor **result);
ct_error ct_Tensor_clone(const ct_tensor *self, ct_memory_format memory_format, ct_tensor **result);
ct_error ct_Tensor_coalesce(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_col_indices(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_conj(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_conj_physical(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_conj_physical_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_contiguous(const ct_tensor *self, ct_memory_format memory_format,
	ct_tensor **result);
ct_error ct_Tensor_copy_(ct_tensor *self, const ct_tensor *src, bool non_blocking,
	ct_tensor **result);
ct_error ct_Tensor_copysign_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_copysign_Tensor(const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_Tensor_copysign__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_copysign__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_corrcoef(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_cos(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_cos_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_cosh(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_cosh_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_count_nonzero(const ct_tensor *self, const int64_t *dim, ct_tensor **result);
ct_error ct_Tensor_count_nonzero_dim_IntList(const ct_tensor *self, const int64_t *dim,
	int64_t dim_len, ct_tensor **result);
ct_error ct_Tensor_cov(const ct_tensor *self, int64_t correction, const ct_tensor *fweights,
	const ct_tensor *aweights, ct_tensor **result);
ct_error ct_Tensor_cross(const ct_tensor *self, const ct_tensor *other, const int64_t *dim,
	ct_tensor **result);
ct_error ct_Tensor_crow_indices(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_cummax(const ct_tensor *self, int64_t dim, ct_tensor **values,
	ct_tensor **indices);
ct_error ct_Tensor_cummin(const ct_tensor *self, int64_t dim, ct_tensor **values,
	ct_tensor **indices);
ct_error ct_Tensor_cumprod(const ct_tensor *self, int64_t dim, ct_dtype dtype, ct_tensor **result);
ct_error ct_Tensor_cumprod_(ct_tensor *self, int64_t dim, ct_dtype dtype, ct_tensor **result);
ct_error ct_Tensor_cumsum(const ct_tensor *self, int64_t dim, ct_dtype dtype, ct_tensor **result);
ct_error ct_Tensor_cumsum_(ct_tensor *self, int64_t dim, ct_dtype dtype, ct_tensor **result);
ct_error ct_Tensor_data(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_deg2rad(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_deg2rad_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_dense_dim(const ct_tensor *self, int64_t *result);
ct_error ct_Tensor_dequantize_self(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_det(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_detach(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_detach_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_diag(const ct_tensor *self, int64_t diagonal, ct_tensor **result);
ct_error ct_Tensor_diag_embed(const ct_tensor *self, int64_t offset, int64_t dim1, int64_t dim2,
	ct_tensor **result);
ct_error ct_Tensor_diagflat(const ct_tensor *self, int64_t offset, ct_tensor **result);
ct_error ct_Tensor_diagonal(const ct_tensor *self, int64_t offset, int64_t dim1, int64_t dim2,
	ct_tensor **result);
ct_error ct_Tensor_diagonal_scatter(const ct_tensor *self, const ct_tensor *src, int64_t offset,
	int64_t dim1, int64_t dim2, ct_tensor **result);
ct_error ct_Tensor_diff(const ct_tensor *self, int64_t n, int64_t dim, const ct_tensor *prepend,
	const ct_tensor *append, ct_tensor **result);
ct_error ct_Tensor_digamma(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_digamma_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_dim(const ct_tensor *self, int64_t *result);
ct_error ct_Tensor_dist(const ct_tensor *self, const ct_tensor *other, ct_scalar p,
	ct_tensor **result);
ct_error ct_Tensor_div_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_div_Scalar_mode(const ct_tensor *self, ct_scalar other,
	const char *rounding_mode, ct_tensor **result);
ct_error ct_Tensor_div_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_div_Tensor_mode(const ct_tensor *self, const ct_tensor *other,
	const char *rounding_mode, ct_tensor **result);
ct_error ct_Tensor_div__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_div__Scalar_mode(ct_tensor *self, ct_scalar other, const char *rounding_mode,
	ct_tensor **result);
ct_error ct_Tensor_div__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_div__Tensor_mode(ct_tensor *self, const ct_tensor *other,
	const char *rounding_mode, ct_tensor **result);
ct_error ct_Tensor_divide_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_divide_Scalar_mode(const ct_tensor *self, ct_scalar other,
	const char *rounding_mode, ct_tensor **result);
ct_error ct_Tensor_divide_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_divide_Tensor_mode(const ct_tensor *self, const ct_tensor *other,
	const char *rounding_mode, ct_tensor **result);
ct_error ct_Tensor_divide__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_divide__Scalar_mode(ct_tensor *self, ct_scalar other, const char *rounding_mode,
	ct_tensor **result);
ct_error ct_Tensor_divide__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_divide__Tensor_mode(ct_tensor *self, const ct_tensor *other,
	const char *rounding_mode, ct_tensor **result);
ct_error ct_Tensor_dot(const ct_tensor *self, const ct_tensor *tensor, ct_tensor **result);
ct_error ct_Tensor_dsplit_array(const ct_tensor *self, const int64_t *indices, int64_t indices_len,
	ct_tensor ***result, int64_t *result_len);
ct_error ct_Tensor_dsplit_int(const ct_tensor *self, int64_t sections, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_Tensor_eq_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_eq_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_eq__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_eq__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_equal(const ct_tensor *self, const ct_tensor *other, bool *result);
ct_error ct_Tensor_erf(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_erf_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_erfc(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_erfc_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_erfinv(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_erfinv_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_exp(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_exp2(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_exp2_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_exp_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_expand(const ct_tensor *self, const int64_t *size, int64_t size_len,
	bool implicit, ct_tensor **result);
ct_error ct_Tensor_expand_as(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_expm1(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_expm1_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_exponential_(ct_tensor *self, double lambd, ct_generator *generator,
	ct_tensor **result);
ct_error ct_Tensor_fill__Scalar(ct_tensor *self, ct_scalar value, ct_tensor **result);
ct_error ct_Tensor_fill__Tensor(ct_tensor *self, const ct_tensor *value, ct_tensor **result);
ct_error ct_Tensor_fill_diagonal_(ct_tensor *self, ct_scalar fill_value, bool wrap,
	ct_tensor **result);
ct_error ct_Tensor_fix(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_fix_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_flatten_using_ints(const ct_tensor *self, int64_t start_dim, int64_t end_dim,
	ct_tensor **result);
ct_error ct_Tensor_flip(const ct_tensor *self, const int64_t *dims, int64_t dims_len,
	ct_tensor **result);
ct_error ct_Tensor_fliplr(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_flipud(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_float_power_Tensor_Scalar(const ct_tensor *self, ct_scalar exponent,
	ct_tensor **result);
ct_error ct_Tensor_float_power_Tensor_Tensor(const ct_tensor *self, const ct_tensor *exponent,
	ct_tensor **result);
ct_error ct_Tensor_float_power__Scalar(ct_tensor *self, ct_scalar exponent, ct_tensor **result);
ct_error ct_Tensor_float_power__Tensor(ct_tensor *self, const ct_tensor *exponent,
	ct_tensor **result);
ct_error ct_Tensor_floor(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_floor_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_floor_divide(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_floor_divide_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_floor_divide__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_floor_divide__Tensor(ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_Tensor_fmax(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_fmin(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_fmod_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_fmod_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_fmod__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_fmod__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_frac(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_frac_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_frexp_Tensor(const ct_tensor *self, ct_tensor **mantissa, ct_tensor **exponent);
ct_error ct_Tensor_gather(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	bool sparse_grad, ct_tensor **result);
ct_error ct_Tensor_gcd(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_gcd_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_ge_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_ge_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_ge__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_ge__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_geometric_(ct_tensor *self, double p, ct_generator *generator,
	ct_tensor **result);
ct_error ct_Tensor_geqrf(const ct_tensor *self, ct_tensor **a, ct_tensor **tau);
ct_error ct_Tensor_ger(const ct_tensor *self, const ct_tensor *vec2, ct_tensor **result);
ct_error ct_Tensor_get_device(const ct_tensor *self, int64_t *result);
ct_error ct_Tensor_greater_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_greater_Tensor(const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_Tensor_greater__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_greater__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_greater_equal_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_greater_equal_Tensor(const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_Tensor_greater_equal__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_greater_equal__Tensor(ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_Tensor_gt_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_gt_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_gt__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_gt__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_hardshrink(const ct_tensor *self, ct_scalar lambd, ct_tensor **result);
ct_error ct_Tensor_hardshrink_backward(const ct_tensor *grad_out, const ct_tensor *self,
	ct_scalar lambd, ct_tensor **result);
ct_error ct_Tensor_hash_tensor(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	bool keepdim, int64_t mode, ct_tensor **result);
ct_error ct_Tensor_heaviside(const ct_tensor *self, const ct_tensor *values, ct_tensor **result);
ct_error ct_Tensor_heaviside_(ct_tensor *self, const ct_tensor *values, ct_tensor **result);
ct_error ct_Tensor_histc(const ct_tensor *self, int64_t bins, ct_scalar min, ct_scalar max,
	ct_tensor **result);
ct_error ct_Tensor_histogram_bin_ct(const ct_tensor *self, int64_t bins, const double *range,
	int64_t range_len, const ct_tensor *weight, bool density, ct_tensor **hist,
	ct_tensor **bin_edges);
ct_error ct_Tensor_histogram_bins_tensor(const ct_tensor *self, const ct_tensor *bins,
	const ct_tensor *weight, bool density, ct_tensor **hist, ct_tensor **bin_edges);
ct_error ct_Tensor_hsplit_array(const ct_tensor *self, const int64_t *indices, int64_t indices_len,
	ct_tensor ***result, int64_t *result_len);
ct_error ct_Tensor_hsplit_int(const ct_tensor *self, int64_t sections, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_Tensor_hypot(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_hypot_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_i0(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_i0_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_igamma(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_igamma_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_igammac(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_igammac_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_index_Tensor(const ct_tensor *self, ct_tensor *const *indices,
	int64_t indices_len, ct_tensor **result);
ct_error ct_Tensor_index_add(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *source, ct_scalar alpha, ct_tensor **result);
ct_error ct_Tensor_index_add_(ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *source, ct_scalar alpha, ct_tensor **result);
ct_error ct_Tensor_index_copy(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *source, ct_tensor **result);
ct_error ct_Tensor_index_copy_(ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *source, ct_tensor **result);
ct_error ct_Tensor_index_fill__int_Scalar(ct_tensor *self, int64_t dim, const ct_tensor *index,
	ct_scalar value, ct_tensor **result);
ct_error ct_Tensor_index_fill__int_Tensor(ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *value, ct_tensor **result);
ct_error ct_Tensor_index_fill_int_Scalar(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	ct_scalar value, ct_tensor **result);
ct_error ct_Tensor_index_fill_int_Tensor(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *value, ct_tensor **result);
ct_error ct_Tensor_index_put(const ct_tensor *self, ct_tensor *const *indices, int64_t indices_len,
	const ct_tensor *values, bool accumulate, ct_tensor **result);
ct_error ct_Tensor_index_put_(ct_tensor *self, ct_tensor *const *indices, int64_t indices_len,
	const ct_tensor *values, bool accumulate, ct_tensor **result);
ct_error ct_Tensor_index_reduce(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *source, const char *reduce, bool include_self, ct_tensor **result);
ct_error ct_Tensor_index_reduce_(ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *source, const char *reduce, bool include_self, ct_tensor **result);
ct_error ct_Tensor_index_select(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	ct_tensor **result);
ct_error ct_Tensor_indices(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_inner(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_int_repr(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_inverse(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_is_coalesced(const ct_tensor *self, bool *result);
ct_error ct_Tensor_is_complex(const ct_tensor *self, bool *result);
ct_error ct_Tensor_is_conj(const ct_tensor *self, bool *result);
ct_error ct_Tensor_is_contiguous(const ct_tensor *self, bool *result);
ct_error ct_Tensor_is_contiguous_memory_format(const ct_tensor *self,
	ct_memory_format memory_format, bool *result);
ct_error ct_Tensor_is_distributed(const ct_tensor *self, bool *result);
ct_error ct_Tensor_is_floating_point(const ct_tensor *self, bool *result);
ct_error ct_Tensor_is_inference(const ct_tensor *self, bool *result);
ct_error ct_Tensor_is_leaf(const ct_tensor *self, bool *result);
ct_error ct_Tensor_is_neg(const ct_tensor *self, bool *result);
ct_error ct_Tensor_is_nonzero(const ct_tensor *self, bool *result);
ct_error ct_Tensor_is_pinned(const ct_tensor *self, ct_device device, bool *result);
ct_error ct_Tensor_is_same_size(const ct_tensor *self, const ct_tensor *other, bool *result);
ct_error ct_Tensor_is_set_to(const ct_tensor *self, const ct_tensor *tensor, bool *result);
ct_error ct_Tensor_is_signed(const ct_tensor *self, bool *result);
ct_error ct_Tensor_isclose(const ct_tensor *self, const ct_tensor *other, double rtol, double atol,
	bool equal_nan, ct_tensor **result);
ct_error ct_Tensor_isfinite(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_isinf(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_isnan(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_isneginf(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_isposinf(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_isreal(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_istft(const ct_tensor *self, int64_t n_fft, const int64_t *hop_length,
	const int64_t *win_length, const ct_tensor *window, bool center, bool normalized,
	const bool *onesided, const int64_t *length, bool return_complex, ct_tensor **result);
ct_error ct_Tensor_item(const ct_tensor *self, ct_scalar *result);
ct_error ct_Tensor_kron(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_kthvalue(const ct_tensor *self, int64_t k, int64_t dim, bool keepdim,
	ct_tensor **values, ct_tensor **indices);
ct_error ct_Tensor_lcm(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_lcm_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_ldexp_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_ldexp_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_le_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_le_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_le__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_le__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_lerp_Scalar(const ct_tensor *self, const ct_tensor *end, ct_scalar weight,
	ct_tensor **result);
ct_error ct_Tensor_lerp_Tensor(const ct_tensor *self, const ct_tensor *end, const ct_tensor *weight,
	ct_tensor **result);
ct_error ct_Tensor_lerp__Scalar(ct_tensor *self, const ct_tensor *end, ct_scalar weight,
	ct_tensor **result);
ct_error ct_Tensor_lerp__Tensor(ct_tensor *self, const ct_tensor *end, const ct_tensor *weight,
	ct_tensor **result);
ct_error ct_Tensor_less_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_less_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_less__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_less__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_less_equal_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_less_equal_Tensor(const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_Tensor_less_equal__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_less_equal__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_lgamma(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_lgamma_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_log(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_log10(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_log10_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_log1p(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_log1p_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_log2(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_log2_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_log_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_log_normal_(ct_tensor *self, double mean, double std, ct_generator *generator,
	ct_tensor **result);
ct_error ct_Tensor_log_softmax_int(const ct_tensor *self, int64_t dim, ct_dtype dtype,
	ct_tensor **result);
ct_error ct_Tensor_logaddexp(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_logaddexp2(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_logcumsumexp(const ct_tensor *self, int64_t dim, ct_tensor **result);
ct_error ct_Tensor_logdet(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_logical_and(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_logical_and_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_logical_not(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_logical_not_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_logical_or(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_logical_or_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_logical_xor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_logical_xor_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_logit(const ct_tensor *self, const double *eps, ct_tensor **result);
ct_error ct_Tensor_logit_(ct_tensor *self, const double *eps, ct_tensor **result);
ct_error ct_Tensor_logsumexp(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	bool keepdim, ct_tensor **result);
ct_error ct_Tensor_lt_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_lt_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_lt__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_lt__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_lu_solve(const ct_tensor *self, const ct_tensor *LU_data,
	const ct_tensor *LU_pivots, ct_tensor **result);
ct_error ct_Tensor_mH(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_mT(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_masked_fill_Scalar(const ct_tensor *self, const ct_tensor *mask, ct_scalar value,
	ct_tensor **result);
ct_error ct_Tensor_masked_fill_Tensor(const ct_tensor *self, const ct_tensor *mask,
	const ct_tensor *value, ct_tensor **result);
ct_error ct_Tensor_masked_fill__Scalar(ct_tensor *self, const ct_tensor *mask, ct_scalar value,
	ct_tensor **result);
ct_error ct_Tensor_masked_fill__Tensor(ct_tensor *self, const ct_tensor *mask,
	const ct_tensor *value, ct_tensor **result);
ct_error ct_Tensor_masked_scatter(const ct_tensor *self, const ct_tensor *mask,
	const ct_tensor *source, ct_tensor **result);
ct_error ct_Tensor_masked_scatter_(ct_tensor *self, const ct_tensor *mask, const ct_tensor *source,
	ct_tensor **result);
ct_error ct_Tensor_masked_select(const ct_tensor *self, const ct_tensor *mask, ct_tensor **result);
ct_error ct_Tensor_matmul(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_matrix_H(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_matrix_exp(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_matrix_power(const ct_tensor *self, int64_t n, ct_tensor **result);
ct_error ct_Tensor_max(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_max_dim(const ct_tensor *self, int64_t dim, bool keepdim, ct_tensor **values,
	ct_tensor **indices);
ct_error ct_Tensor_max_other(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_maximum(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_mean(const ct_tensor *self, ct_dtype dtype, ct_tensor **result);
ct_error ct_Tensor_mean_dim(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	bool keepdim, ct_dtype dtype, ct_tensor **result);
ct_error ct_Tensor_median(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_median_dim(const ct_tensor *self, int64_t dim, bool keepdim, ct_tensor **values,
	ct_tensor **indices);
ct_error ct_Tensor_min(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_min_dim(const ct_tensor *self, int64_t dim, bool keepdim, ct_tensor **values,
	ct_tensor **indices);
ct_error ct_Tensor_min_other(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_minimum(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_mm(const ct_tensor *self, const ct_tensor *mat2, ct_tensor **result);
ct_error ct_Tensor_mode(const ct_tensor *self, int64_t dim, bool keepdim, ct_tensor **values,
	ct_tensor **indices);
ct_error ct_Tensor_moveaxis_int(const ct_tensor *self, int64_t source, int64_t destination,
	ct_tensor **result);
ct_error ct_Tensor_moveaxis_intlist(const ct_tensor *self, const int64_t *source,
	int64_t source_len, const int64_t *destination, int64_t destination_len,
	ct_tensor **result);
ct_error ct_Tensor_movedim_int(const ct_tensor *self, int64_t source, int64_t destination,
	ct_tensor **result);
ct_error ct_Tensor_movedim_intlist(const ct_tensor *self, const int64_t *source, int64_t source_len,
	const int64_t *destination, int64_t destination_len, ct_tensor **result);
ct_error ct_Tensor_msort(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_mul_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_mul_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_mul__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_mul__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_multinomial(const ct_tensor *self, int64_t num_samples, bool replacement,
	ct_generator *generator, ct_tensor **result);
ct_error ct_Tensor_multiply_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_multiply_Tensor(const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_Tensor_multiply__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_multiply__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_mv(const ct_tensor *self, const ct_tensor *vec, ct_tensor **result);
ct_error ct_Tensor_mvlgamma(const ct_tensor *self, int64_t p, ct_tensor **result);
ct_error ct_Tensor_mvlgamma_(ct_tensor *self, int64_t p, ct_tensor **result);
ct_error ct_Tensor_nan_to_num(const ct_tensor *self, const double *nan, const double *posinf,
	const double *neginf, ct_tensor **result);
ct_error ct_Tensor_nan_to_num_(ct_tensor *self, const double *nan, const double *posinf,
	const double *neginf, ct_tensor **result);
ct_error ct_Tensor_nanmean(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool keepdim,
	ct_dtype dtype, ct_tensor **result);
ct_error ct_Tensor_nanmedian(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_nanmedian_dim(const ct_tensor *self, int64_t dim, bool keepdim,
	ct_tensor **values, ct_tensor **indices);
ct_error ct_Tensor_nanquantile(const ct_tensor *self, const ct_tensor *q, const int64_t *dim,
	bool keepdim, const char *interpolation, ct_tensor **result);
ct_error ct_Tensor_nanquantile_scalar(const ct_tensor *self, double q, const int64_t *dim,
	bool keepdim, const char *interpolation, ct_tensor **result);
ct_error ct_Tensor_nansum(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool keepdim,
	ct_dtype dtype, ct_tensor **result);
ct_error ct_Tensor_narrow(const ct_tensor *self, int64_t dim, int64_t start, int64_t length,
	ct_tensor **result);
ct_error ct_Tensor_narrow_Tensor(const ct_tensor *self, int64_t dim, const ct_tensor *start,
	int64_t length, ct_tensor **result);
ct_error ct_Tensor_narrow_copy(const ct_tensor *self, int64_t dim, int64_t start, int64_t length,
	ct_tensor **result);
ct_error ct_Tensor_ne_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_ne_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_ne__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_ne__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_neg(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_neg_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_negative(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_negative_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_new_empty(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory,
	ct_tensor **result);
ct_error ct_Tensor_new_empty_strided(const ct_tensor *self, const int64_t *size, int64_t size_len,
	const int64_t *stride, int64_t stride_len, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_Tensor_new_full(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_scalar fill_value, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct_Tensor_new_ones(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory,
	ct_tensor **result);
ct_error ct_Tensor_new_zeros(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory,
	ct_tensor **result);
ct_error ct_Tensor_nextafter(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_nextafter_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_nonzero(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_nonzero_numpy(const ct_tensor *self, ct_tensor ***result, int64_t *result_len);
ct_error ct_Tensor_nonzero_static(const ct_tensor *self, int64_t size, int64_t fill_value,
	ct_tensor **result);
ct_error ct_Tensor_norm_Scalar(const ct_tensor *self, ct_scalar p, ct_tensor **result);
ct_error ct_Tensor_norm_ScalarOpt_dim(const ct_tensor *self, const ct_scalar *p, const int64_t *dim,
	int64_t dim_len, bool keepdim, ct_tensor **result);
ct_error ct_Tensor_norm_ScalarOpt_dim_dtype(const ct_tensor *self, const ct_scalar *p,
	const int64_t *dim, int64_t dim_len, bool keepdim, ct_dtype dtype, ct_tensor **result);
ct_error ct_Tensor_norm_ScalarOpt_dtype(const ct_tensor *self, const ct_scalar *p, ct_dtype dtype,
	ct_tensor **result);
ct_error ct_Tensor_normal_(ct_tensor *self, double mean, double std, ct_generator *generator,
	ct_tensor **result);
ct_error ct_Tensor_not_equal_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_not_equal_Tensor(const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_Tensor_not_equal__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_not_equal__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_numel(const ct_tensor *self, int64_t *result);
ct_error ct_Tensor_numpy_T(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_orgqr(const ct_tensor *self, const ct_tensor *input2, ct_tensor **result);
ct_error ct_Tensor_ormqr(const ct_tensor *self, const ct_tensor *input2, const ct_tensor *input3,
	bool left, bool transpose, ct_tensor **result);
ct_error ct_Tensor_outer(const ct_tensor *self, const ct_tensor *vec2, ct_tensor **result);
ct_error ct_Tensor_output_nr(const ct_tensor *self, int64_t *result);
ct_error ct_Tensor_permute(const ct_tensor *self, const int64_t *dims, int64_t dims_len,
	ct_tensor **result);
ct_error ct_Tensor_pin_memory(const ct_tensor *self, ct_device device, ct_tensor **result);
ct_error ct_Tensor_pinverse(const ct_tensor *self, double rcond, ct_tensor **result);
ct_error ct_Tensor_polygamma(int64_t n, const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_polygamma_(ct_tensor *self, int64_t n, ct_tensor **result);
ct_error ct_Tensor_positive(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_pow_Tensor_Scalar(const ct_tensor *self, ct_scalar exponent, ct_tensor **result);
ct_error ct_Tensor_pow_Tensor_Tensor(const ct_tensor *self, const ct_tensor *exponent,
	ct_tensor **result);
ct_error ct_Tensor_pow__Scalar(ct_tensor *self, ct_scalar exponent, ct_tensor **result);
ct_error ct_Tensor_pow__Tensor(ct_tensor *self, const ct_tensor *exponent, ct_tensor **result);
ct_error ct_Tensor_prelu(const ct_tensor *self, const ct_tensor *weight, ct_tensor **result);
ct_error ct_Tensor_prod(const ct_tensor *self, ct_dtype dtype, ct_tensor **result);
ct_error ct_Tensor_prod_dim_int(const ct_tensor *self, int64_t dim, bool keepdim, ct_dtype dtype,
	ct_tensor **result);
ct_error ct_Tensor_put(const ct_tensor *self, const ct_tensor *index, const ct_tensor *source,
	bool accumulate, ct_tensor **result);
ct_error ct_Tensor_put_(ct_tensor *self, const ct_tensor *index, const ct_tensor *source,
	bool accumulate, ct_tensor **result);
ct_error ct_Tensor_q_per_channel_axis(const ct_tensor *self, int64_t *result);
ct_error ct_Tensor_q_per_channel_scales(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_q_per_channel_zero_points(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_q_scale(const ct_tensor *self, double *result);
ct_error ct_Tensor_q_zero_point(const ct_tensor *self, int64_t *result);
ct_error ct_Tensor_qscheme(const ct_tensor *self, ct_quant_scheme *result);
ct_error ct_Tensor_quantile(const ct_tensor *self, const ct_tensor *q, const int64_t *dim,
	bool keepdim, const char *interpolation, ct_tensor **result);
ct_error ct_Tensor_quantile_scalar(const ct_tensor *self, double q, const int64_t *dim,
	bool keepdim, const char *interpolation, ct_tensor **result);
ct_error ct_Tensor_rad2deg(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_rad2deg_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_random_(ct_tensor *self, ct_generator *generator, ct_tensor **result);
ct_error ct_Tensor_random__from(ct_tensor *self, int64_t from, const int64_t *to,
	ct_generator *generator, ct_tensor **result);
ct_error ct_Tensor_random__to(ct_tensor *self, int64_t to, ct_generator *generator,
	ct_tensor **result);
ct_error ct_Tensor_ravel(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_reciprocal(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_reciprocal_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_record_stream(ct_tensor *self, ct_stream s);
ct_error ct_Tensor_relu(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_relu_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_remainder_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_remainder_Tensor(const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_Tensor_remainder__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_remainder__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_renorm(const ct_tensor *self, ct_scalar p, int64_t dim, ct_scalar maxnorm,
	ct_tensor **result);
ct_error ct_Tensor_renorm_(ct_tensor *self, ct_scalar p, int64_t dim, ct_scalar maxnorm,
	ct_tensor **result);
ct_error ct_Tensor_repeat(const ct_tensor *self, const int64_t *repeats, int64_t repeats_len,
	ct_tensor **result);
ct_error ct_Tensor_repeat_interleave_self_Tensor(const ct_tensor *self, const ct_tensor *repeats,
	const int64_t *dim, const int64_t *output_size, ct_tensor **result);
ct_error ct_Tensor_repeat_interleave_self_int(const ct_tensor *self, int64_t repeats,
	const int64_t *dim, const int64_t *output_size, ct_tensor **result);
ct_error ct_Tensor_requires_grad_(ct_tensor *self, bool requires_grad, ct_tensor **result);
ct_error ct_Tensor_reshape(const ct_tensor *self, const int64_t *shape, int64_t shape_len,
	ct_tensor **result);
ct_error ct_Tensor_reshape_as(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_resize_(ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_memory_format memory_format, ct_tensor **result);
ct_error ct_Tensor_resize_as_(ct_tensor *self, const ct_tensor *the_template,
	ct_memory_format memory_format, ct_tensor **result);
ct_error ct_Tensor_resize_as_sparse_(ct_tensor *self, const ct_tensor *the_template,
	ct_tensor **result);
ct_error ct_Tensor_resolve_conj(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_resolve_neg(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_retain_grad(ct_tensor *self);
ct_error ct_Tensor_retains_grad(const ct_tensor *self, bool *result);
ct_error ct_Tensor_roll(const ct_tensor *self, const int64_t *shifts, int64_t shifts_len,
	const int64_t *dims, int64_t dims_len, ct_tensor **result);
ct_error ct_Tensor_rot90(const ct_tensor *self, int64_t k, const int64_t *dims, int64_t dims_len,
	ct_tensor **result);
ct_error ct_Tensor_round(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_round_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_round__decimals(ct_tensor *self, int64_t decimals, ct_tensor **result);
ct_error ct_Tensor_round_decimals(const ct_tensor *self, int64_t decimals, ct_tensor **result);
ct_error ct_Tensor_row_indices(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_rsqrt(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_rsqrt_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_scatter__reduce(ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *src, const char *reduce, ct_tensor **result);
ct_error ct_Tensor_scatter__src(ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *src, ct_tensor **result);
ct_error ct_Tensor_scatter__value(ct_tensor *self, int64_t dim, const ct_tensor *index,
	ct_scalar value, ct_tensor **result);
ct_error ct_Tensor_scatter__value_reduce(ct_tensor *self, int64_t dim, const ct_tensor *index,
	ct_scalar value, const char *reduce, ct_tensor **result);
ct_error ct_Tensor_scatter_add(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *src, ct_tensor **result);
ct_error ct_Tensor_scatter_add_(ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *src, ct_tensor **result);
ct_error ct_Tensor_scatter_reduce(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *src, const char *reduce, ct_tensor **result);
ct_error ct_Tensor_scatter_reduce__two(ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *src, const char *reduce, bool include_self, ct_tensor **result);
ct_error ct_Tensor_scatter_reduce_two(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *src, const char *reduce, bool include_self, ct_tensor **result);
ct_error ct_Tensor_scatter_src(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *src, ct_tensor **result);
ct_error ct_Tensor_scatter_value(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	ct_scalar value, ct_tensor **result);
ct_error ct_Tensor_scatter_value_reduce(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	ct_scalar value, const char *reduce, ct_tensor **result);
ct_error ct_Tensor_select_int(const ct_tensor *self, int64_t dim, int64_t index,
	ct_tensor **result);
ct_error ct_Tensor_select_scatter(const ct_tensor *self, const ct_tensor *src, int64_t dim,
	int64_t index, ct_tensor **result);
ct_error ct_Tensor_set_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_set__source_Storage(ct_tensor *self, ct_storage *source, ct_tensor **result);
ct_error ct_Tensor_set__source_Storage_storage_offset(ct_tensor *self, ct_storage *source,
	int64_t storage_offset, const int64_t *size, int64_t size_len, const int64_t *stride,
	int64_t stride_len, ct_tensor **result);
ct_error ct_Tensor_set__source_Tensor(ct_tensor *self, const ct_tensor *source, ct_tensor **result);
ct_error ct_Tensor_set__source_Tensor_storage_offset(ct_tensor *self, const ct_tensor *source,
	int64_t storage_offset, const int64_t *size, int64_t size_len, const int64_t *stride,
	int64_t stride_len, ct_tensor **result);
ct_error ct_Tensor_set_data(ct_tensor *self, const ct_tensor *new_data);
ct_error ct_Tensor_sgn(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_sgn_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_sigmoid(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_sigmoid_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_sign(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_sign_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_signbit(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_sin(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_sin_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_sinc(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_sinc_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_sinh(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_sinh_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_slice_Tensor(const ct_tensor *self, int64_t dim, const int64_t *start,
	const int64_t *end, int64_t step, ct_tensor **result);
ct_error ct_Tensor_slice_inverse(const ct_tensor *self, const ct_tensor *src, int64_t dim,
	const int64_t *start, const int64_t *end, int64_t step, ct_tensor **result);
ct_error ct_Tensor_slice_scatter(const ct_tensor *self, const ct_tensor *src, int64_t dim,
	const int64_t *start, const int64_t *end, int64_t step, ct_tensor **result);
ct_error ct_Tensor_slogdet(const ct_tensor *self, ct_tensor **sign, ct_tensor **logabsdet);
ct_error ct_Tensor_smm(const ct_tensor *self, const ct_tensor *mat2, ct_tensor **result);
ct_error ct_Tensor_softmax_int(const ct_tensor *self, int64_t dim, ct_dtype dtype,
	ct_tensor **result);
ct_error ct_Tensor_sort(const ct_tensor *self, int64_t dim, bool descending, ct_tensor **values,
	ct_tensor **indices);
ct_error ct_Tensor_sort_stable(const ct_tensor *self, const bool *stable, int64_t dim,
	bool descending, ct_tensor **values, ct_tensor **indices);
ct_error ct_Tensor_sparse_dim(const ct_tensor *self, int64_t *result);
ct_error ct_Tensor_sparse_mask(const ct_tensor *self, const ct_tensor *mask, ct_tensor **result);
ct_error ct_Tensor_sparse_resize_(ct_tensor *self, const int64_t *size, int64_t size_len,
	int64_t sparse_dim, int64_t dense_dim, ct_tensor **result);
ct_error ct_Tensor_sparse_resize_and_clear_(ct_tensor *self, const int64_t *size, int64_t size_len,
	int64_t sparse_dim, int64_t dense_dim, ct_tensor **result);
ct_error ct_Tensor_split_Tensor(const ct_tensor *self, int64_t split_size, int64_t dim,
	ct_tensor ***result, int64_t *result_len);
ct_error ct_Tensor_split_sizes(const ct_tensor *self, const int64_t *split_size,
	int64_t split_size_len, int64_t dim, ct_tensor ***result, int64_t *result_len);
ct_error ct_Tensor_split_with_sizes(const ct_tensor *self, const int64_t *split_sizes,
	int64_t split_sizes_len, int64_t dim, ct_tensor ***result, int64_t *result_len);
ct_error ct_Tensor_sqrt(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_sqrt_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_square(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_square_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_squeeze(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_squeeze_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_squeeze__dim(ct_tensor *self, int64_t dim, ct_tensor **result);
ct_error ct_Tensor_squeeze__dims(ct_tensor *self, const int64_t *dim, int64_t dim_len,
	ct_tensor **result);
ct_error ct_Tensor_squeeze_dim(const ct_tensor *self, int64_t dim, ct_tensor **result);
ct_error ct_Tensor_squeeze_dims(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	ct_tensor **result);
ct_error ct_Tensor_sspaddmm(const ct_tensor *self, const ct_tensor *mat1, const ct_tensor *mat2,
	ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct_Tensor_std(const ct_tensor *self, bool unbiased, ct_tensor **result);
ct_error ct_Tensor_std_correction(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	const ct_scalar *correction, bool keepdim, ct_tensor **result);
ct_error ct_Tensor_std_dim(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	bool unbiased, bool keepdim, ct_tensor **result);
ct_error ct_Tensor_stft(const ct_tensor *self, int64_t n_fft, const int64_t *hop_length,
	const int64_t *win_length, const ct_tensor *window, bool normalized, const bool *onesided,
	const bool *return_complex, const bool *align_to_window, ct_tensor **result);
ct_error ct_Tensor_stft_center(const ct_tensor *self, int64_t n_fft, const int64_t *hop_length,
	const int64_t *win_length, const ct_tensor *window, bool center, const char *pad_mode,
	bool normalized, const bool *onesided, const bool *return_complex,
	const bool *align_to_window, ct_tensor **result);
ct_error ct_Tensor_storage_offset(const ct_tensor *self, int64_t *result);
ct_error ct_Tensor_sub_Scalar(const ct_tensor *self, ct_scalar other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct_Tensor_sub_Tensor(const ct_tensor *self, const ct_tensor *other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct_Tensor_sub__Scalar(ct_tensor *self, ct_scalar other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct_Tensor_sub__Tensor(ct_tensor *self, const ct_tensor *other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct_Tensor_subtract_Scalar(const ct_tensor *self, ct_scalar other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct_Tensor_subtract_Tensor(const ct_tensor *self, const ct_tensor *other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct_Tensor_subtract__Scalar(ct_tensor *self, ct_scalar other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct_Tensor_subtract__Tensor(ct_tensor *self, const ct_tensor *other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct_Tensor_sum(const ct_tensor *self, ct_dtype dtype, ct_tensor **result);
ct_error ct_Tensor_sum_dim_IntList(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	bool keepdim, ct_dtype dtype, ct_tensor **result);
ct_error ct_Tensor_sum_to_size(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_tensor **result);
ct_error ct_Tensor_svd(const ct_tensor *self, bool some, bool compute_uv, ct_tensor **U,
	ct_tensor **S, ct_tensor **V);
ct_error ct_Tensor_swapaxes(const ct_tensor *self, int64_t axis0, int64_t axis1,
	ct_tensor **result);
ct_error ct_Tensor_swapaxes_(ct_tensor *self, int64_t axis0, int64_t axis1, ct_tensor **result);
ct_error ct_Tensor_swapdims(const ct_tensor *self, int64_t dim0, int64_t dim1, ct_tensor **result);
ct_error ct_Tensor_swapdims_(ct_tensor *self, int64_t dim0, int64_t dim1, ct_tensor **result);
ct_error ct_Tensor_t(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_t_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_take(const ct_tensor *self, const ct_tensor *index, ct_tensor **result);
ct_error ct_Tensor_take_along_dim(const ct_tensor *self, const ct_tensor *indices,
	const int64_t *dim, ct_tensor **result);
ct_error ct_Tensor_tan(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_tan_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_tanh(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_tanh_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_tensor_split_indices(const ct_tensor *self, const int64_t *indices,
	int64_t indices_len, int64_t dim, ct_tensor ***result, int64_t *result_len);
ct_error ct_Tensor_tensor_split_sections(const ct_tensor *self, int64_t sections, int64_t dim,
	ct_tensor ***result, int64_t *result_len);
ct_error ct_Tensor_tensor_split_tensor_indices_or_sections(const ct_tensor *self,
	const ct_tensor *tensor_indices_or_sections, int64_t dim, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_Tensor_tile(const ct_tensor *self, const int64_t *dims, int64_t dims_len,
	ct_tensor **result);
ct_error ct_Tensor_to_dense(const ct_tensor *self, ct_dtype dtype, const bool *masked_grad,
	ct_tensor **result);
ct_error ct_Tensor_to_device(const ct_tensor *self, ct_device device, ct_dtype dtype,
	bool non_blocking, bool copy, ct_memory_format memory_format, ct_tensor **result);
ct_error ct_Tensor_to_dtype(const ct_tensor *self, ct_dtype dtype, bool non_blocking, bool copy,
	ct_memory_format memory_format, ct_tensor **result);
ct_error ct_Tensor_to_dtype_layout(const ct_tensor *self, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, bool non_blocking, bool copy,
	ct_memory_format memory_format, ct_tensor **result);
ct_error ct_Tensor_to_mkldnn(const ct_tensor *self, ct_dtype dtype, ct_tensor **result);
ct_error ct_Tensor_to_other(const ct_tensor *self, const ct_tensor *other, bool non_blocking,
	bool copy, ct_memory_format memory_format, ct_tensor **result);
ct_error ct_Tensor_to_padded_tensor(const ct_tensor *self, double padding,
	const int64_t *output_size, int64_t output_size_len, ct_tensor **result);
ct_error ct_Tensor_to_sparse(const ct_tensor *self, ct_layout layout, const int64_t *blocksize,
	int64_t blocksize_len, const int64_t *dense_dim, ct_tensor **result);
ct_error ct_Tensor_to_sparse_bsc(const ct_tensor *self, const int64_t *blocksize,
	int64_t blocksize_len, const int64_t *dense_dim, ct_tensor **result);
ct_error ct_Tensor_to_sparse_bsr(const ct_tensor *self, const int64_t *blocksize,
	int64_t blocksize_len, const int64_t *dense_dim, ct_tensor **result);
ct_error ct_Tensor_to_sparse_csc(const ct_tensor *self, const int64_t *dense_dim,
	ct_tensor **result);
ct_error ct_Tensor_to_sparse_csr(const ct_tensor *self, const int64_t *dense_dim,
	ct_tensor **result);
ct_error ct_Tensor_to_sparse_sparse_dim(const ct_tensor *self, int64_t sparse_dim,
	ct_tensor **result);
ct_error ct_Tensor_topk(const ct_tensor *self, int64_t k, int64_t dim, bool largest, bool sorted,
	ct_tensor **values, ct_tensor **indices);
ct_error ct_Tensor_trace(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_transpose_(ct_tensor *self, int64_t dim0, int64_t dim1, ct_tensor **result);
ct_error ct_Tensor_transpose_int(const ct_tensor *self, int64_t dim0, int64_t dim1,
	ct_tensor **result);
ct_error ct_Tensor_triangular_solve(const ct_tensor *self, const ct_tensor *A, bool upper,
	bool transpose, bool unitriangular, ct_tensor **solution, ct_tensor **cloned_coefficient);
ct_error ct_Tensor_tril(const ct_tensor *self, int64_t diagonal, ct_tensor **result);
ct_error ct_Tensor_tril_(ct_tensor *self, int64_t diagonal, ct_tensor **result);
ct_error ct_Tensor_triu(const ct_tensor *self, int64_t diagonal, ct_tensor **result);
ct_error ct_Tensor_triu_(ct_tensor *self, int64_t diagonal, ct_tensor **result);
ct_error ct_Tensor_true_divide_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_true_divide_Tensor(const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_Tensor_true_divide__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_true_divide__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_trunc(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_trunc_(ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_type_as(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_unbind_int(const ct_tensor *self, int64_t dim, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_Tensor_unflatten_int(const ct_tensor *self, int64_t dim, const int64_t *sizes,
	int64_t sizes_len, ct_tensor **result);
ct_error ct_Tensor_unfold(const ct_tensor *self, int64_t dimension, int64_t size, int64_t step,
	ct_tensor **result);
ct_error ct_Tensor_uniform_(ct_tensor *self, double from, double to, ct_generator *generator,
	ct_tensor **result);
ct_error ct_Tensor_unsafe_chunk(const ct_tensor *self, int64_t chunks, int64_t dim,
	ct_tensor ***result, int64_t *result_len);
ct_error ct_Tensor_unsafe_split_Tensor(const ct_tensor *self, int64_t split_size, int64_t dim,
	ct_tensor ***result, int64_t *result_len);
ct_error ct_Tensor_unsafe_split_with_sizes(const ct_tensor *self, const int64_t *split_sizes,
	int64_t split_sizes_len, int64_t dim, ct_tensor ***result, int64_t *result_len);
ct_error ct_Tensor_unsqueeze(const ct_tensor *self, int64_t dim, ct_tensor **result);
ct_error ct_Tensor_unsqueeze_(ct_tensor *self, int64_t dim, ct_tensor **result);
ct_error ct_Tensor_values(const ct_tensor *self, ct_tensor **result);
ct_error ct_Tensor_var(const ct_tensor *self, bool unbiased, ct_tensor **result);
ct_error ct_Tensor_var_correction(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	const ct_scalar *correction, bool keepdim, ct_tensor **result);
ct_error ct_Tensor_var_dim(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	bool unbiased, bool keepdim, ct_tensor **result);
ct_error ct_Tensor_vdot(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_view(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_tensor **result);
ct_error ct_Tensor_view_as(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_view_dtype(const ct_tensor *self, ct_dtype dtype, ct_tensor **result);
ct_error ct_Tensor_vsplit_array(const ct_tensor *self, const int64_t *indices, int64_t indices_len,
	ct_tensor ***result, int64_t *result_len);
ct_error ct_Tensor_vsplit_int(const ct_tensor *self, int64_t sections, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_Tensor_where_ScalarOther(const ct_tensor *condition, const ct_tensor *self,
	ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_where_self(const ct_tensor *condition, const ct_tensor *self,
	const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_xlogy_Scalar_Other(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_xlogy_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_xlogy__Scalar_Other(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_Tensor_xlogy__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_Tensor_zero_(ct_tensor *self, ct_tensor **result);
ct_error ct___and___Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct___and___Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct___iand___Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct___iand___Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct___ilshift___Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct___ilshift___Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct___ior___Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct___ior___Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct___irshift___Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct___irshift___Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct___ixor___Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct___ixor___Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct___lshift___Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct___lshift___Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct___lshift___Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct___lshift___Tensor_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct___or___Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct___or___Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct___rshift___Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct___rshift___Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct___rshift___Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct___rshift___Tensor_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct___xor___Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct___xor___Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct__adaptive_avg_pool2d(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, ct_tensor **result);
ct_error ct__adaptive_avg_pool2d_backward(const ct_tensor *grad_output, const ct_tensor *self,
	ct_tensor **result);
ct_error ct__adaptive_avg_pool2d_backward_out(const ct_tensor *grad_output, const ct_tensor *self,
	ct_tensor *out, ct_tensor **result);
ct_error ct__adaptive_avg_pool2d_out(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, ct_tensor *out, ct_tensor **result);
ct_error ct__adaptive_avg_pool3d(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, ct_tensor **result);
ct_error ct__adaptive_avg_pool3d_backward(const ct_tensor *grad_output, const ct_tensor *self,
	ct_tensor **result);
ct_error ct__adaptive_avg_pool3d_backward_out(const ct_tensor *grad_output, const ct_tensor *self,
	ct_tensor *out, ct_tensor **result);
ct_error ct__adaptive_avg_pool3d_out(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, ct_tensor *out, ct_tensor **result);
ct_error ct__add_batch_dim(const ct_tensor *self, int64_t batch_dim, int64_t level,
	ct_tensor **result);
ct_error ct__add_relu_Scalar(const ct_tensor *self, ct_scalar other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct__add_relu_Scalar_out(const ct_tensor *self, ct_scalar other, ct_scalar alpha,
	ct_tensor *out, ct_tensor **result);
ct_error ct__add_relu_Tensor(const ct_tensor *self, const ct_tensor *other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct__add_relu__Scalar(ct_tensor *self, ct_scalar other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct__add_relu__Tensor(ct_tensor *self, const ct_tensor *other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct__add_relu_out(const ct_tensor *self, const ct_tensor *other, ct_scalar alpha,
	ct_tensor *out, ct_tensor **result);
ct_error ct__addmm_activation(const ct_tensor *self, const ct_tensor *mat1, const ct_tensor *mat2,
	ct_scalar beta, ct_scalar alpha, bool use_gelu, ct_tensor **result);
ct_error ct__addmm_activation_out(const ct_tensor *self, const ct_tensor *mat1,
	const ct_tensor *mat2, ct_scalar beta, ct_scalar alpha, bool use_gelu, ct_tensor *out,
	ct_tensor **result);
ct_error ct__aminmax(const ct_tensor *self, ct_tensor **result0, ct_tensor **result1);
ct_error ct__aminmax_dim(const ct_tensor *self, int64_t dim, bool keepdim, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct__aminmax_dim_out(const ct_tensor *self, int64_t dim, bool keepdim, ct_tensor *out0,
	ct_tensor *out1, ct_tensor **result0, ct_tensor **result1);
ct_error ct__aminmax_out(const ct_tensor *self, ct_tensor *out0, ct_tensor *out1,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct__amp_foreach_non_finite_check_and_unscale(ct_tensor *const *self, int64_t self_len,
	const ct_tensor *found_inf, const ct_tensor *inv_scale, ct_tensor ***self_out,
	int64_t *self_out_len, ct_tensor **found_inf_out);
ct_error ct__amp_foreach_non_finite_check_and_unscale_(ct_tensor *const *self, int64_t self_len,
	ct_tensor *found_inf, const ct_tensor *inv_scale);
ct_error ct__amp_foreach_non_finite_check_and_unscale_out(ct_tensor *const *self, int64_t self_len,
	ct_tensor *found_inf, const ct_tensor *inv_scale, ct_tensor *const *out, int64_t out_len);
ct_error ct__amp_update_scale(const ct_tensor *self, const ct_tensor *growth_tracker,
	const ct_tensor *found_inf, double scale_growth_factor, double scale_backoff_factor,
	int64_t growth_interval, ct_tensor **result0, ct_tensor **growth_tracker_out);
ct_error ct__amp_update_scale_(ct_tensor *self, ct_tensor *growth_tracker,
	const ct_tensor *found_inf, double scale_growth_factor, double scale_backoff_factor,
	int64_t growth_interval, ct_tensor **result);
ct_error ct__amp_update_scale_out(const ct_tensor *self, ct_tensor *growth_tracker,
	const ct_tensor *found_inf, double scale_growth_factor, double scale_backoff_factor,
	int64_t growth_interval, ct_tensor *out, ct_tensor **result);
ct_error ct__assert_async(const ct_tensor *self);
ct_error ct__assert_async_msg(const ct_tensor *self, const char *assert_msg);
ct_error ct__assert_scalar(ct_scalar self, const char *assert_msg);
ct_error ct__assert_tensor_metadata(const ct_tensor *a, const int64_t *size, int64_t size_len,
	const int64_t *stride, int64_t stride_len, ct_dtype dtype, ct_device device,
	ct_layout layout);
ct_error ct__autocast_to_full_precision(const ct_tensor *self, bool cuda_enabled, bool cpu_enabled,
	ct_tensor **result);
ct_error ct__autocast_to_reduced_precision(const ct_tensor *self, bool cuda_enabled,
	bool cpu_enabled, ct_dtype cuda_dtype, ct_dtype cpu_dtype, ct_tensor **result);
ct_error ct__backward(const ct_tensor *self, ct_tensor *const *inputs, int64_t inputs_len,
	const ct_tensor *gradient, const bool *retain_graph, bool create_graph);
ct_error ct__batch_norm_impl_index(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const ct_tensor *running_mean, const ct_tensor *running_var,
	bool training, double momentum, double eps, bool cudnn_enabled, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2, ct_tensor **result3, int64_t *result4);
ct_error ct__batch_norm_impl_index_backward(int64_t impl_index, const ct_tensor *input,
	const ct_tensor *grad_output, const ct_tensor *weight, const ct_tensor *running_mean,
	const ct_tensor *running_var, const ct_tensor *save_mean,
	const ct_tensor *save_var_transform, bool train, double eps, const bool *output_mask,
	const ct_tensor *reservedSpace, ct_tensor **result0, ct_tensor **result1,
	ct_tensor **result2);
ct_error ct__batch_norm_no_update(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const ct_tensor *running_mean, const ct_tensor *running_var,
	double momentum, double eps, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2,
	ct_tensor **result3);
ct_error ct__batch_norm_no_update_out(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const ct_tensor *running_mean, const ct_tensor *running_var,
	double momentum, double eps, ct_tensor *out0, ct_tensor *out1, ct_tensor *out2,
	ct_tensor *out3, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2,
	ct_tensor **result3);
ct_error ct__batch_norm_with_update(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, ct_tensor *running_mean, ct_tensor *running_var, double momentum,
	double eps, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2,
	ct_tensor **result3);
ct_error ct__batch_norm_with_update_functional(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const ct_tensor *running_mean, const ct_tensor *running_var,
	double momentum, double eps, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2,
	ct_tensor **result3, ct_tensor **running_mean_out, ct_tensor **running_var_out);
ct_error ct__batch_norm_with_update_out(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, ct_tensor *running_mean, ct_tensor *running_var, double momentum,
	double eps, ct_tensor *out, ct_tensor *save_mean, ct_tensor *save_invstd,
	ct_tensor *reserve, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2,
	ct_tensor **result3);
ct_error ct__cast_Byte(const ct_tensor *self, bool non_blocking, ct_tensor **result);
ct_error ct__cast_Char(const ct_tensor *self, bool non_blocking, ct_tensor **result);
ct_error ct__cast_Double(const ct_tensor *self, bool non_blocking, ct_tensor **result);
ct_error ct__cast_Float(const ct_tensor *self, bool non_blocking, ct_tensor **result);
ct_error ct__cast_Half(const ct_tensor *self, bool non_blocking, ct_tensor **result);
ct_error ct__cast_Int(const ct_tensor *self, bool non_blocking, ct_tensor **result);
ct_error ct__cast_Long(const ct_tensor *self, bool non_blocking, ct_tensor **result);
ct_error ct__cast_Short(const ct_tensor *self, bool non_blocking, ct_tensor **result);
ct_error ct__cdist_backward(const ct_tensor *grad_output, const ct_tensor *x1, const ct_tensor *x2,
	double p, const ct_tensor *cdist, ct_tensor **result);
ct_error ct__cdist_backward_out(const ct_tensor *grad_output, const ct_tensor *x1,
	const ct_tensor *x2, double p, const ct_tensor *cdist, ct_tensor *out, ct_tensor **result);
ct_error ct__cdist_forward(const ct_tensor *x1, const ct_tensor *x2, double p,
	const int64_t *compute_mode, ct_tensor **result);
ct_error ct__cdist_forward_out(const ct_tensor *x1, const ct_tensor *x2, double p,
	const int64_t *compute_mode, ct_tensor *out, ct_tensor **result);
ct_error ct__cholesky_solve_helper(const ct_tensor *self, const ct_tensor *A, bool upper,
	ct_tensor **result);
ct_error ct__cholesky_solve_helper_out(const ct_tensor *self, const ct_tensor *A, bool upper,
	ct_tensor *out, ct_tensor **result);
ct_error ct__choose_qparams_per_tensor(const ct_tensor *self, bool reduce_range, double *result0,
	int64_t *result1);
ct_error ct__chunk_cat(ct_tensor *const *tensors, int64_t tensors_len, int64_t dim,
	int64_t num_chunks, ct_tensor **result);
ct_error ct__chunk_cat_out(ct_tensor *const *tensors, int64_t tensors_len, int64_t dim,
	int64_t num_chunks, ct_tensor *out, ct_tensor **result);
ct_error ct__coalesce(const ct_tensor *self, ct_tensor **result);
ct_error ct__coalesce_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct__coalesced(const ct_tensor *self, bool coalesced, ct_tensor **result);
ct_error ct__coalesced_(ct_tensor *self, bool coalesced, ct_tensor **result);
ct_error ct__coalesced_out(const ct_tensor *self, bool coalesced, ct_tensor *out,
	ct_tensor **result);
ct_error ct__compute_linear_combination(const ct_tensor *input, const ct_tensor *coefficients,
	ct_tensor **result);
ct_error ct__compute_linear_combination_out(const ct_tensor *input, const ct_tensor *coefficients,
	ct_tensor *out, ct_tensor **result);
ct_error ct__conj(const ct_tensor *self, ct_tensor **result);
ct_error ct__conj_copy(const ct_tensor *self, ct_tensor **result);
ct_error ct__conj_copy_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct__conj_physical(const ct_tensor *self, ct_tensor **result);
ct_error ct__conj_physical_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct__conv_depthwise2d(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *kernel_size, int64_t kernel_size_len, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, ct_tensor **result);
ct_error ct__conv_depthwise2d_out(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *kernel_size, int64_t kernel_size_len, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, ct_tensor *out, ct_tensor **result);
ct_error ct__convert_indices_from_coo_to_csr(const ct_tensor *self, int64_t size, bool out_int32,
	ct_tensor **result);
ct_error ct__convert_indices_from_coo_to_csr_out(const ct_tensor *self, int64_t size,
	bool out_int32, ct_tensor *out, ct_tensor **result);
ct_error ct__convert_indices_from_csr_to_coo(const ct_tensor *crow_indices,
	const ct_tensor *col_indices, bool out_int32, bool transpose, ct_tensor **result);
ct_error ct__convert_indices_from_csr_to_coo_out(const ct_tensor *crow_indices,
	const ct_tensor *col_indices, bool out_int32, bool transpose, ct_tensor *out,
	ct_tensor **result);
ct_error ct__convert_weight_to_int4pack(const ct_tensor *self, int64_t innerKTiles,
	ct_tensor **result);
ct_error ct__convert_weight_to_int4pack_for_cpu(const ct_tensor *self, int64_t innerKTiles,
	ct_tensor **result);
ct_error ct__convolution(const ct_tensor *input, const ct_tensor *weight, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, bool transposed,
	const int64_t *output_padding, int64_t output_padding_len, int64_t groups, bool benchmark,
	bool deterministic, bool cudnn_enabled, bool allow_tf32, ct_tensor **result);
ct_error ct__convolution_deprecated(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool transposed,
	const int64_t *output_padding, int64_t output_padding_len, int64_t groups, bool benchmark,
	bool deterministic, bool cudnn_enabled, ct_tensor **result);
ct_error ct__convolution_double_backward(const ct_tensor *ggI, const ct_tensor *ggW,
	const ct_tensor *ggb, const ct_tensor *gO, const ct_tensor *weight, const ct_tensor *self,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, bool transposed,
	const int64_t *output_padding, int64_t output_padding_len, int64_t groups,
	const bool *output_mask, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct__convolution_mode(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const int64_t *stride, int64_t stride_len, const char *padding,
	const int64_t *dilation, int64_t dilation_len, int64_t groups, ct_tensor **result);
ct_error ct__convolution_out(const ct_tensor *input, const ct_tensor *weight, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, bool transposed,
	const int64_t *output_padding, int64_t output_padding_len, int64_t groups, bool benchmark,
	bool deterministic, bool cudnn_enabled, bool allow_tf32, ct_tensor *out,
	ct_tensor **result);
ct_error ct__copy_from(const ct_tensor *self, const ct_tensor *dst, bool non_blocking,
	ct_tensor **result);
ct_error ct__copy_from_and_resize(const ct_tensor *self, const ct_tensor *dst, ct_tensor **result);
ct_error ct__copy_from_and_resize_out(const ct_tensor *self, const ct_tensor *dst, ct_tensor *out,
	ct_tensor **result);
ct_error ct__copy_from_out(const ct_tensor *self, const ct_tensor *dst, bool non_blocking,
	ct_tensor *out, ct_tensor **result);
ct_error ct__cslt_compress(const ct_tensor *input, ct_tensor **result);
ct_error ct__cslt_sparse_mm(const ct_tensor *compressed_A, const ct_tensor *dense_B,
	const ct_tensor *bias, const ct_tensor *alpha, ct_dtype out_dtype, bool transpose_result,
	int64_t alg_id, int64_t split_k, int64_t split_k_mode, ct_tensor **result);
ct_error ct__cslt_sparse_mm_search(const ct_tensor *compressed_A, const ct_tensor *dense_B,
	const ct_tensor *bias, const ct_tensor *alpha, ct_dtype out_dtype, bool transpose_result,
	int64_t *result);
ct_error ct__ctc_loss(const ct_tensor *log_probs, const ct_tensor *targets,
	const int64_t *input_lengths, int64_t input_lengths_len, const int64_t *target_lengths,
	int64_t target_lengths_len, int64_t blank, bool zero_infinity, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct__ctc_loss_Tensor(const ct_tensor *log_probs, const ct_tensor *targets,
	const ct_tensor *input_lengths, const ct_tensor *target_lengths, int64_t blank,
	bool zero_infinity, ct_tensor **result0, ct_tensor **result1);
ct_error ct__ctc_loss_Tensor_out(const ct_tensor *log_probs, const ct_tensor *targets,
	const ct_tensor *input_lengths, const ct_tensor *target_lengths, int64_t blank,
	bool zero_infinity, ct_tensor *out0, ct_tensor *out1, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct__ctc_loss_backward(const ct_tensor *grad, const ct_tensor *log_probs,
	const ct_tensor *targets, const int64_t *input_lengths, int64_t input_lengths_len,
	const int64_t *target_lengths, int64_t target_lengths_len,
	const ct_tensor *neg_log_likelihood, const ct_tensor *log_alpha, int64_t blank,
	bool zero_infinity, ct_tensor **result);
ct_error ct__ctc_loss_backward_Tensor(const ct_tensor *grad, const ct_tensor *log_probs,
	const ct_tensor *targets, const ct_tensor *input_lengths, const ct_tensor *target_lengths,
	const ct_tensor *neg_log_likelihood, const ct_tensor *log_alpha, int64_t blank,
	bool zero_infinity, ct_tensor **result);
ct_error ct__ctc_loss_backward_out(const ct_tensor *grad, const ct_tensor *log_probs,
	const ct_tensor *targets, const int64_t *input_lengths, int64_t input_lengths_len,
	const int64_t *target_lengths, int64_t target_lengths_len,
	const ct_tensor *neg_log_likelihood, const ct_tensor *log_alpha, int64_t blank,
	bool zero_infinity, ct_tensor *out, ct_tensor **result);
ct_error ct__ctc_loss_out(const ct_tensor *log_probs, const ct_tensor *targets,
	const int64_t *input_lengths, int64_t input_lengths_len, const int64_t *target_lengths,
	int64_t target_lengths_len, int64_t blank, bool zero_infinity, ct_tensor *out0,
	ct_tensor *out1, ct_tensor **result0, ct_tensor **result1);
ct_error ct__cudnn_attention_backward(const ct_tensor *grad_out, const ct_tensor *query,
	const ct_tensor *key, const ct_tensor *value, const ct_tensor *out,
	const ct_tensor *logsumexp, const ct_tensor *philox_seed, const ct_tensor *philox_offset,
	const ct_tensor *attn_bias, const ct_tensor *cum_seq_q, const ct_tensor *cum_seq_k,
	int64_t max_q, int64_t max_k, double dropout_p, bool is_causal, const double *scale,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct__cudnn_attention_forward(const ct_tensor *query, const ct_tensor *key,
	const ct_tensor *value, const ct_tensor *attn_bias, const ct_tensor *cum_seq_q,
	const ct_tensor *cum_seq_k, int64_t max_q, int64_t max_k, bool compute_log_sumexp,
	double dropout_p, bool is_causal, bool return_debug_mask, const double *scale,
	const ct_tensor *seqused_k, const ct_tensor *block_table, ct_tensor **output,
	ct_tensor **logsumexp, ct_tensor **cum_seq_q_result, ct_tensor **cum_seq_k_result,
	int64_t *max_q_result, int64_t *max_k_result, ct_tensor **philox_seed,
	ct_tensor **philox_offset, ct_tensor **debug_attn_mask);
ct_error ct__cudnn_attention_forward_no_dropout_inplace(ct_tensor *out, const ct_tensor *query,
	const ct_tensor *key, const ct_tensor *value, const ct_tensor *cum_seq_q,
	const ct_tensor *cum_seq_k, int64_t max_q, int64_t max_k, bool is_causal,
	const double *scale, const ct_tensor *seqused_k, const ct_tensor *block_table,
	ct_tensor **logsumexp);
ct_error ct__cudnn_ctc_loss(const ct_tensor *log_probs, const ct_tensor *targets,
	const int64_t *input_lengths, int64_t input_lengths_len, const int64_t *target_lengths,
	int64_t target_lengths_len, int64_t blank, bool deterministic, bool zero_infinity,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct__cudnn_ctc_loss_Tensor(const ct_tensor *log_probs, const ct_tensor *targets,
	const ct_tensor *input_lengths, const ct_tensor *target_lengths, int64_t blank,
	bool deterministic, bool zero_infinity, ct_tensor **result0, ct_tensor **result1);
ct_error ct__cudnn_ctc_loss_out(const ct_tensor *log_probs, const ct_tensor *targets,
	const int64_t *input_lengths, int64_t input_lengths_len, const int64_t *target_lengths,
	int64_t target_lengths_len, int64_t blank, bool deterministic, bool zero_infinity,
	ct_tensor *out0, ct_tensor *out1, ct_tensor **result0, ct_tensor **result1);
ct_error ct__cudnn_init_dropout_state(double dropout, bool train, int64_t dropout_seed,
	ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory,
	ct_tensor **result);
ct_error ct__cudnn_init_dropout_state_out(double dropout, bool train, int64_t dropout_seed,
	ct_tensor *out, ct_tensor **result);
ct_error ct__cudnn_rnn(const ct_tensor *input, ct_tensor *const *weight, int64_t weight_len,
	int64_t weight_stride0, const ct_tensor *weight_buf, const ct_tensor *hx,
	const ct_tensor *cx, int64_t mode, int64_t hidden_size, int64_t proj_size,
	int64_t num_layers, bool batch_first, double dropout, bool train, bool bidirectional,
	const int64_t *batch_sizes, int64_t batch_sizes_len, const ct_tensor *dropout_state,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2, ct_tensor **result3,
	ct_tensor **result4);
ct_error ct__cudnn_rnn_backward(const ct_tensor *input, ct_tensor *const *weight,
	int64_t weight_len, int64_t weight_stride0, const ct_tensor *weight_buf,
	const ct_tensor *hx, const ct_tensor *cx, const ct_tensor *output,
	const ct_tensor *grad_output, const ct_tensor *grad_hy, const ct_tensor *grad_cy,
	int64_t mode, int64_t hidden_size, int64_t proj_size, int64_t num_layers, bool batch_first,
	double dropout, bool train, bool bidirectional, const int64_t *batch_sizes,
	int64_t batch_sizes_len, const ct_tensor *dropout_state, const ct_tensor *reserve,
	const bool *output_mask, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2,
	ct_tensor ***result3, int64_t *result3_len);
ct_error ct__cudnn_rnn_backward_out(const ct_tensor *input, ct_tensor *const *weight,
	int64_t weight_len, int64_t weight_stride0, const ct_tensor *weight_buf,
	const ct_tensor *hx, const ct_tensor *cx, const ct_tensor *output,
	const ct_tensor *grad_output, const ct_tensor *grad_hy, const ct_tensor *grad_cy,
	int64_t mode, int64_t hidden_size, int64_t proj_size, int64_t num_layers, bool batch_first,
	double dropout, bool train, bool bidirectional, const int64_t *batch_sizes,
	int64_t batch_sizes_len, const ct_tensor *dropout_state, const ct_tensor *reserve,
	const bool *output_mask, ct_tensor *out0, ct_tensor *out1, ct_tensor *out2,
	ct_tensor *const *out3, int64_t out3_len);
ct_error ct__cudnn_rnn_flatten_weight(ct_tensor *const *weight_arr, int64_t weight_arr_len,
	int64_t weight_stride0, int64_t input_size, int64_t mode, int64_t hidden_size,
	int64_t proj_size, int64_t num_layers, bool batch_first, bool bidirectional,
	ct_tensor **result);
ct_error ct__cudnn_rnn_flatten_weight_out(ct_tensor *const *weight_arr, int64_t weight_arr_len,
	int64_t weight_stride0, int64_t input_size, int64_t mode, int64_t hidden_size,
	int64_t proj_size, int64_t num_layers, bool batch_first, bool bidirectional, ct_tensor *out,
	ct_tensor **result);
ct_error ct__cudnn_rnn_out(const ct_tensor *input, ct_tensor *const *weight, int64_t weight_len,
	int64_t weight_stride0, const ct_tensor *weight_buf, const ct_tensor *hx,
	const ct_tensor *cx, int64_t mode, int64_t hidden_size, int64_t proj_size,
	int64_t num_layers, bool batch_first, double dropout, bool train, bool bidirectional,
	const int64_t *batch_sizes, int64_t batch_sizes_len, const ct_tensor *dropout_state,
	ct_tensor *out0, ct_tensor *out1, ct_tensor *out2, ct_tensor *out3, ct_tensor *out4,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2, ct_tensor **result3,
	ct_tensor **result4);
ct_error ct__cufft_clear_plan_cache(int32_t device_index);
ct_error ct__cufft_get_plan_cache_max_size(int32_t device_index, int64_t *result);
ct_error ct__cufft_get_plan_cache_size(int32_t device_index, int64_t *result);
ct_error ct__cufft_set_plan_cache_max_size(int32_t device_index, int64_t max_size);
ct_error ct__cummax_helper(const ct_tensor *self, ct_tensor *values, ct_tensor *indices,
	int64_t dim);
ct_error ct__cummin_helper(const ct_tensor *self, ct_tensor *values, ct_tensor *indices,
	int64_t dim);
ct_error ct__debug_has_internal_overlap(const ct_tensor *self, int64_t *result);
ct_error ct__dimI(const ct_tensor *self, int64_t *result);
ct_error ct__dimV(const ct_tensor *self, int64_t *result);
ct_error ct__dim_arange(const ct_tensor *like, int64_t dim, ct_tensor **result);
ct_error ct__dirichlet_grad(const ct_tensor *x, const ct_tensor *alpha, const ct_tensor *total,
	ct_tensor **result);
ct_error ct__dirichlet_grad_out(const ct_tensor *x, const ct_tensor *alpha, const ct_tensor *total,
	ct_tensor *out, ct_tensor **result);
ct_error ct__dyn_quant_matmul_4bit(const ct_tensor *inp, const ct_tensor *packed_weights,
	int64_t block_size, int64_t in_features, int64_t out_features, ct_tensor **result);
ct_error ct__dyn_quant_pack_4bit_weight(const ct_tensor *weights, const ct_tensor *scales_zeros,
	const ct_tensor *bias, int64_t block_size, int64_t in_features, int64_t out_features,
	ct_tensor **result);
ct_error ct__efficient_attention_backward(const ct_tensor *grad_out_, const ct_tensor *query,
	const ct_tensor *key, const ct_tensor *value, const ct_tensor *bias, const ct_tensor *out,
	const ct_tensor *cu_seqlens_q, const ct_tensor *cu_seqlens_k, int64_t max_seqlen_q,
	int64_t max_seqlen_k, const ct_tensor *logsumexp, double dropout_p,
	const ct_tensor *philox_seed, const ct_tensor *philox_offset, int64_t custom_mask_type,
	bool bias_requires_grad, const double *scale, const int64_t *num_splits_key,
	const int64_t *window_size, bool shared_storage_dqdkdv, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2, ct_tensor **result3);
ct_error ct__efficient_attention_forward(const ct_tensor *query, const ct_tensor *key,
	const ct_tensor *value, const ct_tensor *bias, const ct_tensor *cu_seqlens_q,
	const ct_tensor *cu_seqlens_k, const int64_t *max_seqlen_q, const int64_t *max_seqlen_k,
	double dropout_p, int64_t custom_mask_type, bool compute_log_sumexp, const double *scale,
	const ct_tensor *seqlen_k, const int64_t *window_size, ct_tensor **output,
	ct_tensor **logsumexp, ct_tensor **philox_seed, ct_tensor **philox_offset,
	int64_t *max_seqlen_batch_q, int64_t *max_seqlen_batch_k);
ct_error ct__efficientzerotensor(const int64_t *size, int64_t size_len, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct__efficientzerotensor_out(const int64_t *size, int64_t size_len, ct_tensor *out,
	ct_tensor **result);
ct_error ct__embedding_bag(const ct_tensor *weight, const ct_tensor *indices,
	const ct_tensor *offsets, bool scale_grad_by_freq, int64_t mode, bool sparse,
	const ct_tensor *per_sample_weights, bool include_last_offset, int64_t padding_idx,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2, ct_tensor **result3);
ct_error ct__embedding_bag_backward(const ct_tensor *grad, const ct_tensor *indices,
	const ct_tensor *offsets, const ct_tensor *offset2bag, const ct_tensor *bag_size,
	const ct_tensor *maximum_indices, int64_t num_weights, bool scale_grad_by_freq,
	int64_t mode, bool sparse, const ct_tensor *per_sample_weights, int64_t padding_idx,
	ct_tensor **result);
ct_error ct__embedding_bag_dense_backward(const ct_tensor *grad, const ct_tensor *indices,
	const ct_tensor *offset2bag, const ct_tensor *bag_size, const ct_tensor *maximum_indices,
	int64_t num_weights, bool scale_grad_by_freq, int64_t mode,
	const ct_tensor *per_sample_weights, int64_t padding_idx, ct_tensor **result);
ct_error ct__embedding_bag_dense_backward_out(const ct_tensor *grad, const ct_tensor *indices,
	const ct_tensor *offset2bag, const ct_tensor *bag_size, const ct_tensor *maximum_indices,
	int64_t num_weights, bool scale_grad_by_freq, int64_t mode,
	const ct_tensor *per_sample_weights, int64_t padding_idx, ct_tensor *out,
	ct_tensor **result);
ct_error ct__embedding_bag_forward_only(const ct_tensor *weight, const ct_tensor *indices,
	const ct_tensor *offsets, bool scale_grad_by_freq, int64_t mode, bool sparse,
	const ct_tensor *per_sample_weights, bool include_last_offset, int64_t padding_idx,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2, ct_tensor **result3);
ct_error ct__embedding_bag_forward_only_out(const ct_tensor *weight, const ct_tensor *indices,
	const ct_tensor *offsets, bool scale_grad_by_freq, int64_t mode, bool sparse,
	const ct_tensor *per_sample_weights, bool include_last_offset, int64_t padding_idx,
	ct_tensor *out0, ct_tensor *out1, ct_tensor *out2, ct_tensor *out3, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2, ct_tensor **result3);
ct_error ct__embedding_bag_out(const ct_tensor *weight, const ct_tensor *indices,
	const ct_tensor *offsets, bool scale_grad_by_freq, int64_t mode, bool sparse,
	const ct_tensor *per_sample_weights, bool include_last_offset, int64_t padding_idx,
	ct_tensor *out0, ct_tensor *out1, ct_tensor *out2, ct_tensor *out3, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2, ct_tensor **result3);
ct_error ct__embedding_bag_per_sample_weights_backward(const ct_tensor *grad,
	const ct_tensor *weight, const ct_tensor *indices, const ct_tensor *offsets,
	const ct_tensor *offset2bag, int64_t mode, int64_t padding_idx, ct_tensor **result);
ct_error ct__embedding_bag_per_sample_weights_backward_out(const ct_tensor *grad,
	const ct_tensor *weight, const ct_tensor *indices, const ct_tensor *offsets,
	const ct_tensor *offset2bag, int64_t mode, int64_t padding_idx, ct_tensor *out,
	ct_tensor **result);
ct_error ct__embedding_bag_sparse_backward(const ct_tensor *grad, const ct_tensor *indices,
	const ct_tensor *offsets, const ct_tensor *offset2bag, const ct_tensor *bag_size,
	int64_t num_weights, bool scale_grad_by_freq, int64_t mode,
	const ct_tensor *per_sample_weights, int64_t padding_idx, ct_tensor **result);
ct_error ct__empty_affine_quantized(const int64_t *size, int64_t size_len, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, double scale,
	int64_t zero_point, ct_memory_format memory_format, ct_tensor **result);
ct_error ct__empty_affine_quantized_out(const int64_t *size, int64_t size_len, double scale,
	int64_t zero_point, ct_memory_format memory_format, ct_tensor *out, ct_tensor **result);
ct_error ct__empty_per_channel_affine_quantized(const int64_t *size, int64_t size_len,
	const ct_tensor *scales, const ct_tensor *zero_points, int64_t axis, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_memory_format memory_format,
	ct_tensor **result);
ct_error ct__empty_per_channel_affine_quantized_out(const int64_t *size, int64_t size_len,
	const ct_tensor *scales, const ct_tensor *zero_points, int64_t axis,
	ct_memory_format memory_format, ct_tensor *out, ct_tensor **result);
ct_error ct__euclidean_dist(const ct_tensor *x1, const ct_tensor *x2, ct_tensor **result);
ct_error ct__euclidean_dist_out(const ct_tensor *x1, const ct_tensor *x2, ct_tensor *out,
	ct_tensor **result);
ct_error ct__fake_quantize_learnable_per_channel_affine(const ct_tensor *self,
	const ct_tensor *scale, const ct_tensor *zero_point, int64_t axis, int64_t quant_min,
	int64_t quant_max, double grad_factor, ct_tensor **result);
ct_error ct__fake_quantize_learnable_per_channel_affine_backward(const ct_tensor *grad,
	const ct_tensor *self, const ct_tensor *scale, const ct_tensor *zero_point, int64_t axis,
	int64_t quant_min, int64_t quant_max, double grad_factor, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2);
ct_error ct__fake_quantize_learnable_per_channel_affine_out(const ct_tensor *self,
	const ct_tensor *scale, const ct_tensor *zero_point, int64_t axis, int64_t quant_min,
	int64_t quant_max, double grad_factor, ct_tensor *out, ct_tensor **result);
ct_error ct__fake_quantize_learnable_per_tensor_affine(const ct_tensor *self,
	const ct_tensor *scale, const ct_tensor *zero_point, int64_t quant_min, int64_t quant_max,
	double grad_factor, ct_tensor **result);
ct_error ct__fake_quantize_learnable_per_tensor_affine_backward(const ct_tensor *grad,
	const ct_tensor *self, const ct_tensor *scale, const ct_tensor *zero_point,
	int64_t quant_min, int64_t quant_max, double grad_factor, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2);
ct_error ct__fake_quantize_learnable_per_tensor_affine_out(const ct_tensor *self,
	const ct_tensor *scale, const ct_tensor *zero_point, int64_t quant_min, int64_t quant_max,
	double grad_factor, ct_tensor *out, ct_tensor **result);
ct_error ct__fake_quantize_per_tensor_affine_cachemask_tensor_qparams(const ct_tensor *self,
	const ct_tensor *scale, const ct_tensor *zero_point, const ct_tensor *fake_quant_enabled,
	int64_t quant_min, int64_t quant_max, ct_tensor **output, ct_tensor **mask);
ct_error ct__fake_quantize_per_tensor_affine_cachemask_tensor_qparams_out(const ct_tensor *self,
	const ct_tensor *scale, const ct_tensor *zero_point, const ct_tensor *fake_quant_enabled,
	int64_t quant_min, int64_t quant_max, ct_tensor *out0, ct_tensor *out1, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct__fft_c2c(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	int64_t normalization, bool forward, ct_tensor **result);
ct_error ct__fft_c2c_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	int64_t normalization, bool forward, ct_tensor *out, ct_tensor **result);
ct_error ct__fft_c2r(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	int64_t normalization, int64_t last_dim_size, ct_tensor **result);
ct_error ct__fft_c2r_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	int64_t normalization, int64_t last_dim_size, ct_tensor *out, ct_tensor **result);
ct_error ct__fft_r2c(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	int64_t normalization, bool onesided, ct_tensor **result);
ct_error ct__fft_r2c_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	int64_t normalization, bool onesided, ct_tensor *out, ct_tensor **result);
ct_error ct__fill_mem_eff_dropout_mask_(ct_tensor *self, double dropout_p, int64_t seed,
	int64_t offset, ct_tensor **result);
ct_error ct__flash_attention_backward(const ct_tensor *grad_out, const ct_tensor *query,
	const ct_tensor *key, const ct_tensor *value, const ct_tensor *out,
	const ct_tensor *logsumexp, const ct_tensor *cum_seq_q, const ct_tensor *cum_seq_k,
	int64_t max_q, int64_t max_k, double dropout_p, bool is_causal, const ct_tensor *rng_state,
	const ct_tensor *unused, const double *scale, const int64_t *window_size_left,
	const int64_t *window_size_right, ct_tensor **result0, ct_tensor **result1,
	ct_tensor **result2);
ct_error ct__flash_attention_forward(const ct_tensor *query, const ct_tensor *key,
	const ct_tensor *value, const ct_tensor *cum_seq_q, const ct_tensor *cum_seq_k,
	int64_t max_q, int64_t max_k, double dropout_p, bool is_causal, bool return_debug_mask,
	const double *scale, const int64_t *window_size_left, const int64_t *window_size_right,
	const ct_tensor *seqused_k, const ct_tensor *alibi_slopes, const ct_tensor *block_table,
	const int64_t *num_splits, ct_tensor **output, ct_tensor **softmax_logsumexp,
	ct_tensor **rng_state, ct_tensor **unused, ct_tensor **debug_attn_mask);
ct_error ct__flash_attention_forward_no_dropout_inplace(ct_tensor *out, const ct_tensor *query,
	const ct_tensor *key, const ct_tensor *value, const ct_tensor *cum_seq_q,
	const ct_tensor *cum_seq_k, int64_t max_q, int64_t max_k, double dropout_p, bool is_causal,
	bool return_debug_mask, const double *scale, const int64_t *window_size_left,
	const int64_t *window_size_right, const ct_tensor *seqused_k, const ct_tensor *alibi_slopes,
	const ct_tensor *block_table, const int64_t *num_splits, ct_tensor **softmax_logsumexp);
ct_error ct__flash_attention_forward_quantized(const ct_tensor *query, const ct_tensor *key,
	const ct_tensor *value, const ct_tensor *cum_seq_q, const ct_tensor *cum_seq_k,
	int64_t max_q, int64_t max_k, double dropout_p, bool is_causal, bool return_debug_mask,
	const ct_tensor *q_descale, const ct_tensor *k_descale, const ct_tensor *v_descale,
	const double *scale, const int64_t *window_size_left, const int64_t *window_size_right,
	const ct_tensor *seqused_k, const ct_tensor *alibi_slopes, ct_tensor **output,
	ct_tensor **softmax_logsumexp, ct_tensor **rng_state, ct_tensor **unused,
	ct_tensor **debug_attn_mask);
ct_error ct__foobar(const ct_tensor *self, bool arg1, bool arg2, bool arg3, ct_tensor **result);
ct_error ct__foobar_out(const ct_tensor *self, bool arg1, bool arg2, bool arg3, ct_tensor *out,
	ct_tensor **result);
ct_error ct__foreach_abs(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_abs_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_abs_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_acos(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_acos_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_acos_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_add_List(ct_tensor *const *self, int64_t self_len, ct_tensor *const *other,
	int64_t other_len, ct_scalar alpha, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_add_List_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *other,
	int64_t other_len, ct_scalar alpha, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_add_Scalar(ct_tensor *const *self, int64_t self_len, ct_scalar scalar,
	ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_add_ScalarList(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_add_ScalarList_out(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_add_Scalar_out(ct_tensor *const *self, int64_t self_len, ct_scalar scalar,
	ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_add_Tensor(ct_tensor *const *self, int64_t self_len, const ct_tensor *other,
	ct_scalar alpha, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_add_Tensor_out(ct_tensor *const *self, int64_t self_len,
	const ct_tensor *other, ct_scalar alpha, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_add__List(ct_tensor *const *self, int64_t self_len, ct_tensor *const *other,
	int64_t other_len, ct_scalar alpha);
ct_error ct__foreach_add__Scalar(ct_tensor *const *self, int64_t self_len, ct_scalar scalar);
ct_error ct__foreach_add__ScalarList(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len);
ct_error ct__foreach_add__Tensor(ct_tensor *const *self, int64_t self_len, const ct_tensor *other,
	ct_scalar alpha);
ct_error ct__foreach_addcdiv_Scalar(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensor1, int64_t tensor1_len, ct_tensor *const *tensor2,
	int64_t tensor2_len, ct_scalar value, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_addcdiv_ScalarList(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensor1, int64_t tensor1_len, ct_tensor *const *tensor2,
	int64_t tensor2_len, const ct_scalar *scalars, int64_t scalars_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_addcdiv_ScalarList_out(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensor1, int64_t tensor1_len, ct_tensor *const *tensor2,
	int64_t tensor2_len, const ct_scalar *scalars, int64_t scalars_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_addcdiv_Scalar_out(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensor1, int64_t tensor1_len, ct_tensor *const *tensor2,
	int64_t tensor2_len, ct_scalar value, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_addcdiv_Tensor(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensor1, int64_t tensor1_len, ct_tensor *const *tensor2,
	int64_t tensor2_len, const ct_tensor *scalars, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_addcdiv_Tensor_out(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensor1, int64_t tensor1_len, ct_tensor *const *tensor2,
	int64_t tensor2_len, const ct_tensor *scalars, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_addcdiv__Scalar(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensor1, int64_t tensor1_len, ct_tensor *const *tensor2,
	int64_t tensor2_len, ct_scalar value);
ct_error ct__foreach_addcdiv__ScalarList(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensor1, int64_t tensor1_len, ct_tensor *const *tensor2,
	int64_t tensor2_len, const ct_scalar *scalars, int64_t scalars_len);
ct_error ct__foreach_addcdiv__Tensor(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensor1, int64_t tensor1_len, ct_tensor *const *tensor2,
	int64_t tensor2_len, const ct_tensor *scalars);
ct_error ct__foreach_addcmul_Scalar(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensor1, int64_t tensor1_len, ct_tensor *const *tensor2,
	int64_t tensor2_len, ct_scalar value, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_addcmul_ScalarList(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensor1, int64_t tensor1_len, ct_tensor *const *tensor2,
	int64_t tensor2_len, const ct_scalar *scalars, int64_t scalars_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_addcmul_ScalarList_out(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensor1, int64_t tensor1_len, ct_tensor *const *tensor2,
	int64_t tensor2_len, const ct_scalar *scalars, int64_t scalars_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_addcmul_Scalar_out(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensor1, int64_t tensor1_len, ct_tensor *const *tensor2,
	int64_t tensor2_len, ct_scalar value, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_addcmul_Tensor(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensor1, int64_t tensor1_len, ct_tensor *const *tensor2,
	int64_t tensor2_len, const ct_tensor *scalars, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_addcmul_Tensor_out(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensor1, int64_t tensor1_len, ct_tensor *const *tensor2,
	int64_t tensor2_len, const ct_tensor *scalars, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_addcmul__Scalar(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensor1, int64_t tensor1_len, ct_tensor *const *tensor2,
	int64_t tensor2_len, ct_scalar value);
ct_error ct__foreach_addcmul__ScalarList(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensor1, int64_t tensor1_len, ct_tensor *const *tensor2,
	int64_t tensor2_len, const ct_scalar *scalars, int64_t scalars_len);
ct_error ct__foreach_addcmul__Tensor(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensor1, int64_t tensor1_len, ct_tensor *const *tensor2,
	int64_t tensor2_len, const ct_tensor *scalars);
ct_error ct__foreach_asin(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_asin_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_asin_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_atan(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_atan_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_atan_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_ceil(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_ceil_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_ceil_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_clamp_max_List(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *other, int64_t other_len, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_clamp_max_List_out(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *other, int64_t other_len, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_clamp_max_Scalar(ct_tensor *const *self, int64_t self_len, ct_scalar scalar,
	ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_clamp_max_ScalarList(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_clamp_max_ScalarList_out(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_clamp_max_Scalar_out(ct_tensor *const *self, int64_t self_len,
	ct_scalar scalar, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_clamp_max__List(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *other, int64_t other_len);
ct_error ct__foreach_clamp_max__Scalar(ct_tensor *const *self, int64_t self_len, ct_scalar scalar);
ct_error ct__foreach_clamp_max__ScalarList(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len);
ct_error ct__foreach_clamp_min_List(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *other, int64_t other_len, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_clamp_min_List_out(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *other, int64_t other_len, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_clamp_min_Scalar(ct_tensor *const *self, int64_t self_len, ct_scalar scalar,
	ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_clamp_min_ScalarList(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_clamp_min_ScalarList_out(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_clamp_min_Scalar_out(ct_tensor *const *self, int64_t self_len,
	ct_scalar scalar, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_clamp_min__List(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *other, int64_t other_len);
ct_error ct__foreach_clamp_min__Scalar(ct_tensor *const *self, int64_t self_len, ct_scalar scalar);
ct_error ct__foreach_clamp_min__ScalarList(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len);
ct_error ct__foreach_clone(ct_tensor *const *self, int64_t self_len, ct_memory_format memory_format,
	ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_clone_out(ct_tensor *const *self, int64_t self_len,
	ct_memory_format memory_format, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_copy(ct_tensor *const *self, int64_t self_len, ct_tensor *const *src,
	int64_t src_len, bool non_blocking, ct_tensor ***self_out, int64_t *self_out_len);
ct_error ct__foreach_copy_(ct_tensor *const *self, int64_t self_len, ct_tensor *const *src,
	int64_t src_len, bool non_blocking);
ct_error ct__foreach_copy_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *src,
	int64_t src_len, bool non_blocking, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_cos(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_cos_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_cos_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_cosh(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_cosh_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_cosh_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_div_List(ct_tensor *const *self, int64_t self_len, ct_tensor *const *other,
	int64_t other_len, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_div_List_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *other,
	int64_t other_len, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_div_Scalar(ct_tensor *const *self, int64_t self_len, ct_scalar scalar,
	ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_div_ScalarList(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_div_ScalarList_out(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_div_Scalar_out(ct_tensor *const *self, int64_t self_len, ct_scalar scalar,
	ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_div_Tensor(ct_tensor *const *self, int64_t self_len, const ct_tensor *other,
	ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_div_Tensor_out(ct_tensor *const *self, int64_t self_len,
	const ct_tensor *other, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_div__List(ct_tensor *const *self, int64_t self_len, ct_tensor *const *other,
	int64_t other_len);
ct_error ct__foreach_div__Scalar(ct_tensor *const *self, int64_t self_len, ct_scalar scalar);
ct_error ct__foreach_div__ScalarList(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len);
ct_error ct__foreach_div__Tensor(ct_tensor *const *self, int64_t self_len, const ct_tensor *other);
ct_error ct__foreach_erf(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_erf_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_erf_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_erfc(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_erfc_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_erfc_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_exp(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_exp_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_exp_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_expm1(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_expm1_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_expm1_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_floor(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_floor_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_floor_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_frac(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_frac_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_frac_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_lerp_List(ct_tensor *const *self, int64_t self_len, ct_tensor *const *tensors1,
	int64_t tensors1_len, ct_tensor *const *weights, int64_t weights_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_lerp_List_out(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensors1, int64_t tensors1_len, ct_tensor *const *weights,
	int64_t weights_len, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_lerp_Scalar(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensors1, int64_t tensors1_len, ct_scalar weight, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_lerp_ScalarList(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensors1, int64_t tensors1_len, const ct_scalar *weight,
	int64_t weight_len, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_lerp_ScalarList_out(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensors1, int64_t tensors1_len, const ct_scalar *weight,
	int64_t weight_len, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_lerp_Scalar_out(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensors1, int64_t tensors1_len, ct_scalar weight, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_lerp__List(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensors1, int64_t tensors1_len, ct_tensor *const *weights,
	int64_t weights_len);
ct_error ct__foreach_lerp__Scalar(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensors1, int64_t tensors1_len, ct_scalar weight);
ct_error ct__foreach_lerp__ScalarList(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *tensors1, int64_t tensors1_len, const ct_scalar *weight,
	int64_t weight_len);
ct_error ct__foreach_lgamma(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_lgamma_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_lgamma_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_log(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_log10(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_log10_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_log10_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_log1p(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_log1p_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_log1p_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_log2(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_log2_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_log2_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_log_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_log_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_max(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_max_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_maximum_List(ct_tensor *const *self, int64_t self_len, ct_tensor *const *other,
	int64_t other_len, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_maximum_List_out(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *other, int64_t other_len, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_maximum_Scalar(ct_tensor *const *self, int64_t self_len, ct_scalar scalar,
	ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_maximum_ScalarList(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_maximum_ScalarList_out(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_maximum_Scalar_out(ct_tensor *const *self, int64_t self_len, ct_scalar scalar,
	ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_maximum__List(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *other, int64_t other_len);
ct_error ct__foreach_maximum__Scalar(ct_tensor *const *self, int64_t self_len, ct_scalar scalar);
ct_error ct__foreach_maximum__ScalarList(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len);
ct_error ct__foreach_minimum_List(ct_tensor *const *self, int64_t self_len, ct_tensor *const *other,
	int64_t other_len, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_minimum_List_out(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *other, int64_t other_len, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_minimum_Scalar(ct_tensor *const *self, int64_t self_len, ct_scalar scalar,
	ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_minimum_ScalarList(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_minimum_ScalarList_out(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_minimum_Scalar_out(ct_tensor *const *self, int64_t self_len, ct_scalar scalar,
	ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_minimum__List(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *other, int64_t other_len);
ct_error ct__foreach_minimum__Scalar(ct_tensor *const *self, int64_t self_len, ct_scalar scalar);
ct_error ct__foreach_minimum__ScalarList(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len);
ct_error ct__foreach_mm(ct_tensor *const *self, int64_t self_len, ct_tensor *const *mat2,
	int64_t mat2_len, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_mul_List(ct_tensor *const *self, int64_t self_len, ct_tensor *const *other,
	int64_t other_len, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_mul_List_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *other,
	int64_t other_len, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_mul_Scalar(ct_tensor *const *self, int64_t self_len, ct_scalar scalar,
	ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_mul_ScalarList(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_mul_ScalarList_out(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_mul_Scalar_out(ct_tensor *const *self, int64_t self_len, ct_scalar scalar,
	ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_mul_Tensor(ct_tensor *const *self, int64_t self_len, const ct_tensor *other,
	ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_mul_Tensor_out(ct_tensor *const *self, int64_t self_len,
	const ct_tensor *other, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_mul__List(ct_tensor *const *self, int64_t self_len, ct_tensor *const *other,
	int64_t other_len);
ct_error ct__foreach_mul__Scalar(ct_tensor *const *self, int64_t self_len, ct_scalar scalar);
ct_error ct__foreach_mul__ScalarList(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len);
ct_error ct__foreach_mul__Tensor(ct_tensor *const *self, int64_t self_len, const ct_tensor *other);
ct_error ct__foreach_neg(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_neg_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_neg_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_norm_Scalar(ct_tensor *const *self, int64_t self_len, ct_scalar ord,
	ct_dtype dtype, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_norm_Scalar_out(ct_tensor *const *self, int64_t self_len, ct_scalar ord,
	ct_dtype dtype, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_pow_List(ct_tensor *const *self, int64_t self_len, ct_tensor *const *exponent,
	int64_t exponent_len, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_pow_List_out(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *exponent, int64_t exponent_len, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_pow_Scalar(ct_tensor *const *self, int64_t self_len, ct_scalar exponent,
	ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_pow_ScalarAndTensor(ct_scalar self, ct_tensor *const *exponent,
	int64_t exponent_len, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_pow_ScalarList(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *exponent, int64_t exponent_len, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_pow_ScalarList_out(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *exponent, int64_t exponent_len, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_pow_Scalar_out(ct_tensor *const *self, int64_t self_len, ct_scalar exponent,
	ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_pow__List(ct_tensor *const *self, int64_t self_len, ct_tensor *const *exponent,
	int64_t exponent_len);
ct_error ct__foreach_pow__Scalar(ct_tensor *const *self, int64_t self_len, ct_scalar exponent);
ct_error ct__foreach_pow__ScalarList(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *exponent, int64_t exponent_len);
ct_error ct__foreach_powsum_Scalar(ct_tensor *const *self, int64_t self_len, ct_scalar ord,
	ct_dtype dtype, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_powsum_Scalar_out(ct_tensor *const *self, int64_t self_len, ct_scalar ord,
	ct_dtype dtype, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_reciprocal(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_reciprocal_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_reciprocal_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_round(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_round_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_round_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_rsqrt(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_rsqrt_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_rsqrt_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_sigmoid(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_sigmoid_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_sigmoid_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_sign(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_sign_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_sign_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_sin(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_sin_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_sin_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_sinh(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_sinh_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_sinh_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_sqrt(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_sqrt_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_sqrt_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_sub_List(ct_tensor *const *self, int64_t self_len, ct_tensor *const *other,
	int64_t other_len, ct_scalar alpha, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_sub_List_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *other,
	int64_t other_len, ct_scalar alpha, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_sub_Scalar(ct_tensor *const *self, int64_t self_len, ct_scalar scalar,
	ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_sub_ScalarList(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len, ct_tensor ***result, int64_t *result_len);
ct_error ct__foreach_sub_ScalarList_out(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len, ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_sub_Scalar_out(ct_tensor *const *self, int64_t self_len, ct_scalar scalar,
	ct_tensor *const *out, int64_t out_len);
ct_error ct__foreach_sub__List(ct_tensor *const *self, int64_t self_len, ct_tensor *const *other,
	int64_t other_len, ct_scalar alpha);
ct_error ct__foreach_sub__Scalar(ct_tensor *const *self, int64_t self_len, ct_scalar scalar);
ct_error ct__foreach_sub__ScalarList(ct_tensor *const *self, int64_t self_len,
	const ct_scalar *scalars, int64_t scalars_len);
ct_error ct__foreach_tan(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_tan_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_tan_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_tanh(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_tanh_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_tanh_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_trunc(ct_tensor *const *self, int64_t self_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__foreach_trunc_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_trunc_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__foreach_zero(ct_tensor *const *self, int64_t self_len, ct_tensor ***self_out,
	int64_t *self_out_len);
ct_error ct__foreach_zero_(ct_tensor *const *self, int64_t self_len);
ct_error ct__foreach_zero_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__functional_assert_async_msg(const ct_tensor *self, const char *assert_msg,
	const ct_tensor *dep_token, ct_tensor **result);
ct_error ct__functional_assert_scalar(ct_scalar self, const char *assert_msg,
	const ct_tensor *dep_token, ct_tensor **result);
ct_error ct__functional_sym_constrain_range(ct_scalar size, const int64_t *min, const int64_t *max,
	const ct_tensor *dep_token, ct_tensor **result);
ct_error ct__functional_sym_constrain_range_for_size(ct_scalar size, const int64_t *min,
	const int64_t *max, const ct_tensor *dep_token, ct_tensor **result);
ct_error ct__fused_adagrad(ct_tensor *const *self, int64_t self_len, ct_tensor *const *grads,
	int64_t grads_len, ct_tensor *const *state_sums, int64_t state_sums_len,
	ct_tensor *const *state_steps, int64_t state_steps_len, double lr, double lr_decay,
	double weight_decay, double eps, bool maximize, const ct_tensor *grad_scale,
	const ct_tensor *found_inf, ct_tensor ***self_out, int64_t *self_out_len,
	ct_tensor ***grads_out, int64_t *grads_out_len, ct_tensor ***state_sums_out,
	int64_t *state_sums_out_len, ct_tensor ***state_steps_out, int64_t *state_steps_out_len);
ct_error ct__fused_adagrad_(ct_tensor *const *self, int64_t self_len, ct_tensor *const *grads,
	int64_t grads_len, ct_tensor *const *state_sums, int64_t state_sums_len,
	ct_tensor *const *state_steps, int64_t state_steps_len, double lr, double lr_decay,
	double weight_decay, double eps, bool maximize, const ct_tensor *grad_scale,
	const ct_tensor *found_inf);
ct_error ct__fused_adagrad__tensor_lr(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *grads, int64_t grads_len, ct_tensor *const *state_sums,
	int64_t state_sums_len, ct_tensor *const *state_steps, int64_t state_steps_len,
	const ct_tensor *lr, double lr_decay, double weight_decay, double eps, bool maximize,
	const ct_tensor *grad_scale, const ct_tensor *found_inf);
ct_error ct__fused_adagrad_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *grads,
	int64_t grads_len, ct_tensor *const *state_sums, int64_t state_sums_len,
	ct_tensor *const *state_steps, int64_t state_steps_len, double lr, double lr_decay,
	double weight_decay, double eps, bool maximize, const ct_tensor *grad_scale,
	const ct_tensor *found_inf, ct_tensor *const *out, int64_t out_len);
ct_error ct__fused_adagrad_tensor_lr(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *grads, int64_t grads_len, ct_tensor *const *state_sums,
	int64_t state_sums_len, ct_tensor *const *state_steps, int64_t state_steps_len,
	const ct_tensor *lr, double lr_decay, double weight_decay, double eps, bool maximize,
	const ct_tensor *grad_scale, const ct_tensor *found_inf, ct_tensor ***self_out,
	int64_t *self_out_len, ct_tensor ***grads_out, int64_t *grads_out_len,
	ct_tensor ***state_sums_out, int64_t *state_sums_out_len);
ct_error ct__fused_adagrad_tensor_lr_out(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *grads, int64_t grads_len, ct_tensor *const *state_sums,
	int64_t state_sums_len, ct_tensor *const *state_steps, int64_t state_steps_len,
	const ct_tensor *lr, double lr_decay, double weight_decay, double eps, bool maximize,
	const ct_tensor *grad_scale, const ct_tensor *found_inf, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__fused_adam(ct_tensor *const *self, int64_t self_len, ct_tensor *const *grads,
	int64_t grads_len, ct_tensor *const *exp_avgs, int64_t exp_avgs_len,
	ct_tensor *const *exp_avg_sqs, int64_t exp_avg_sqs_len, ct_tensor *const *max_exp_avg_sqs,
	int64_t max_exp_avg_sqs_len, ct_tensor *const *state_steps, int64_t state_steps_len,
	double lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad,
	bool maximize, const ct_tensor *grad_scale, const ct_tensor *found_inf,
	ct_tensor ***self_out, int64_t *self_out_len, ct_tensor ***grads_out,
	int64_t *grads_out_len, ct_tensor ***exp_avgs_out, int64_t *exp_avgs_out_len,
	ct_tensor ***exp_avg_sqs_out, int64_t *exp_avg_sqs_out_len,
	ct_tensor ***max_exp_avg_sqs_out, int64_t *max_exp_avg_sqs_out_len);
ct_error ct__fused_adam_(ct_tensor *const *self, int64_t self_len, ct_tensor *const *grads,
	int64_t grads_len, ct_tensor *const *exp_avgs, int64_t exp_avgs_len,
	ct_tensor *const *exp_avg_sqs, int64_t exp_avg_sqs_len, ct_tensor *const *max_exp_avg_sqs,
	int64_t max_exp_avg_sqs_len, ct_tensor *const *state_steps, int64_t state_steps_len,
	double lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad,
	bool maximize, const ct_tensor *grad_scale, const ct_tensor *found_inf);
ct_error ct__fused_adam__tensor_lr(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *grads, int64_t grads_len, ct_tensor *const *exp_avgs,
	int64_t exp_avgs_len, ct_tensor *const *exp_avg_sqs, int64_t exp_avg_sqs_len,
	ct_tensor *const *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len,
	ct_tensor *const *state_steps, int64_t state_steps_len, const ct_tensor *lr, double beta1,
	double beta2, double weight_decay, double eps, bool amsgrad, bool maximize,
	const ct_tensor *grad_scale, const ct_tensor *found_inf);
ct_error ct__fused_adam_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *grads,
	int64_t grads_len, ct_tensor *const *exp_avgs, int64_t exp_avgs_len,
	ct_tensor *const *exp_avg_sqs, int64_t exp_avg_sqs_len, ct_tensor *const *max_exp_avg_sqs,
	int64_t max_exp_avg_sqs_len, ct_tensor *const *state_steps, int64_t state_steps_len,
	double lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad,
	bool maximize, const ct_tensor *grad_scale, const ct_tensor *found_inf,
	ct_tensor *const *out, int64_t out_len);
ct_error ct__fused_adam_tensor_lr(ct_tensor *const *self, int64_t self_len, ct_tensor *const *grads,
	int64_t grads_len, ct_tensor *const *exp_avgs, int64_t exp_avgs_len,
	ct_tensor *const *exp_avg_sqs, int64_t exp_avg_sqs_len, ct_tensor *const *max_exp_avg_sqs,
	int64_t max_exp_avg_sqs_len, ct_tensor *const *state_steps, int64_t state_steps_len,
	const ct_tensor *lr, double beta1, double beta2, double weight_decay, double eps,
	bool amsgrad, bool maximize, const ct_tensor *grad_scale, const ct_tensor *found_inf,
	ct_tensor ***self_out, int64_t *self_out_len, ct_tensor ***grads_out,
	int64_t *grads_out_len, ct_tensor ***exp_avgs_out, int64_t *exp_avgs_out_len,
	ct_tensor ***exp_avg_sqs_out, int64_t *exp_avg_sqs_out_len,
	ct_tensor ***max_exp_avg_sqs_out, int64_t *max_exp_avg_sqs_out_len);
ct_error ct__fused_adam_tensor_lr_out(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *grads, int64_t grads_len, ct_tensor *const *exp_avgs,
	int64_t exp_avgs_len, ct_tensor *const *exp_avg_sqs, int64_t exp_avg_sqs_len,
	ct_tensor *const *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len,
	ct_tensor *const *state_steps, int64_t state_steps_len, const ct_tensor *lr, double beta1,
	double beta2, double weight_decay, double eps, bool amsgrad, bool maximize,
	const ct_tensor *grad_scale, const ct_tensor *found_inf, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__fused_adamw(ct_tensor *const *self, int64_t self_len, ct_tensor *const *grads,
	int64_t grads_len, ct_tensor *const *exp_avgs, int64_t exp_avgs_len,
	ct_tensor *const *exp_avg_sqs, int64_t exp_avg_sqs_len, ct_tensor *const *max_exp_avg_sqs,
	int64_t max_exp_avg_sqs_len, ct_tensor *const *state_steps, int64_t state_steps_len,
	double lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad,
	bool maximize, const ct_tensor *grad_scale, const ct_tensor *found_inf,
	ct_tensor ***self_out, int64_t *self_out_len, ct_tensor ***grads_out,
	int64_t *grads_out_len, ct_tensor ***exp_avgs_out, int64_t *exp_avgs_out_len,
	ct_tensor ***exp_avg_sqs_out, int64_t *exp_avg_sqs_out_len,
	ct_tensor ***max_exp_avg_sqs_out, int64_t *max_exp_avg_sqs_out_len);
ct_error ct__fused_adamw_(ct_tensor *const *self, int64_t self_len, ct_tensor *const *grads,
	int64_t grads_len, ct_tensor *const *exp_avgs, int64_t exp_avgs_len,
	ct_tensor *const *exp_avg_sqs, int64_t exp_avg_sqs_len, ct_tensor *const *max_exp_avg_sqs,
	int64_t max_exp_avg_sqs_len, ct_tensor *const *state_steps, int64_t state_steps_len,
	double lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad,
	bool maximize, const ct_tensor *grad_scale, const ct_tensor *found_inf);
ct_error ct__fused_adamw__tensor_lr(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *grads, int64_t grads_len, ct_tensor *const *exp_avgs,
	int64_t exp_avgs_len, ct_tensor *const *exp_avg_sqs, int64_t exp_avg_sqs_len,
	ct_tensor *const *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len,
	ct_tensor *const *state_steps, int64_t state_steps_len, const ct_tensor *lr, double beta1,
	double beta2, double weight_decay, double eps, bool amsgrad, bool maximize,
	const ct_tensor *grad_scale, const ct_tensor *found_inf);
ct_error ct__fused_adamw_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *grads,
	int64_t grads_len, ct_tensor *const *exp_avgs, int64_t exp_avgs_len,
	ct_tensor *const *exp_avg_sqs, int64_t exp_avg_sqs_len, ct_tensor *const *max_exp_avg_sqs,
	int64_t max_exp_avg_sqs_len, ct_tensor *const *state_steps, int64_t state_steps_len,
	double lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad,
	bool maximize, const ct_tensor *grad_scale, const ct_tensor *found_inf,
	ct_tensor *const *out, int64_t out_len);
ct_error ct__fused_adamw_tensor_lr(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *grads, int64_t grads_len, ct_tensor *const *exp_avgs,
	int64_t exp_avgs_len, ct_tensor *const *exp_avg_sqs, int64_t exp_avg_sqs_len,
	ct_tensor *const *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len,
	ct_tensor *const *state_steps, int64_t state_steps_len, const ct_tensor *lr, double beta1,
	double beta2, double weight_decay, double eps, bool amsgrad, bool maximize,
	const ct_tensor *grad_scale, const ct_tensor *found_inf, ct_tensor ***self_out,
	int64_t *self_out_len, ct_tensor ***grads_out, int64_t *grads_out_len,
	ct_tensor ***exp_avgs_out, int64_t *exp_avgs_out_len, ct_tensor ***exp_avg_sqs_out,
	int64_t *exp_avg_sqs_out_len, ct_tensor ***max_exp_avg_sqs_out,
	int64_t *max_exp_avg_sqs_out_len);
ct_error ct__fused_adamw_tensor_lr_out(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *grads, int64_t grads_len, ct_tensor *const *exp_avgs,
	int64_t exp_avgs_len, ct_tensor *const *exp_avg_sqs, int64_t exp_avg_sqs_len,
	ct_tensor *const *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len,
	ct_tensor *const *state_steps, int64_t state_steps_len, const ct_tensor *lr, double beta1,
	double beta2, double weight_decay, double eps, bool amsgrad, bool maximize,
	const ct_tensor *grad_scale, const ct_tensor *found_inf, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__fused_dropout(const ct_tensor *self, double p, ct_generator *generator,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct__fused_dropout_out(const ct_tensor *self, double p, ct_generator *generator,
	ct_tensor *out0, ct_tensor *out1, ct_tensor **result0, ct_tensor **result1);
ct_error ct__fused_moving_avg_obs_fq_helper(const ct_tensor *self, const ct_tensor *observer_on,
	const ct_tensor *fake_quant_on, ct_tensor *running_min, ct_tensor *running_max,
	ct_tensor *scale, ct_tensor *zero_point, double averaging_const, int64_t quant_min,
	int64_t quant_max, int64_t ch_axis, bool per_row_fake_quant, bool symmetric_quant,
	ct_tensor **output, ct_tensor **mask);
ct_error ct__fused_moving_avg_obs_fq_helper_functional(const ct_tensor *self,
	const ct_tensor *observer_on, const ct_tensor *fake_quant_on, const ct_tensor *running_min,
	const ct_tensor *running_max, const ct_tensor *scale, const ct_tensor *zero_point,
	double averaging_const, int64_t quant_min, int64_t quant_max, int64_t ch_axis,
	bool per_row_fake_quant, bool symmetric_quant, ct_tensor **output, ct_tensor **mask,
	ct_tensor **running_min_out, ct_tensor **running_max_out, ct_tensor **scale_out,
	ct_tensor **zero_point_out);
ct_error ct__fused_moving_avg_obs_fq_helper_out(const ct_tensor *self, const ct_tensor *observer_on,
	const ct_tensor *fake_quant_on, ct_tensor *running_min, ct_tensor *running_max,
	ct_tensor *scale, ct_tensor *zero_point, double averaging_const, int64_t quant_min,
	int64_t quant_max, int64_t ch_axis, bool per_row_fake_quant, bool symmetric_quant,
	ct_tensor *out0, ct_tensor *out1, ct_tensor **result0, ct_tensor **result1);
ct_error ct__fused_rms_norm(const ct_tensor *input, const int64_t *normalized_shape,
	int64_t normalized_shape_len, const ct_tensor *weight, const double *eps,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct__fused_rms_norm_backward(const ct_tensor *grad_out, const ct_tensor *input,
	const int64_t *normalized_shape, int64_t normalized_shape_len, const ct_tensor *rstd,
	const ct_tensor *weight, const bool *output_mask, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct__fused_sdp_choice(const ct_tensor *query, const ct_tensor *key, const ct_tensor *value,
	const ct_tensor *attn_mask, double dropout_p, bool is_causal, const double *scale,
	bool enable_gqa, int64_t *result);
ct_error ct__fused_sgd(ct_tensor *const *self, int64_t self_len, ct_tensor *const *grads,
	int64_t grads_len, ct_tensor *const *momentum_buffer_list, int64_t momentum_buffer_list_len,
	double weight_decay, double momentum, double lr, double dampening, bool nesterov,
	bool maximize, bool is_first_step, const ct_tensor *grad_scale, const ct_tensor *found_inf,
	ct_tensor ***self_out, int64_t *self_out_len, ct_tensor ***grads_out,
	int64_t *grads_out_len, ct_tensor ***momentum_buffer_list_out,
	int64_t *momentum_buffer_list_out_len);
ct_error ct__fused_sgd_(ct_tensor *const *self, int64_t self_len, ct_tensor *const *grads,
	int64_t grads_len, ct_tensor *const *momentum_buffer_list, int64_t momentum_buffer_list_len,
	double weight_decay, double momentum, double lr, double dampening, bool nesterov,
	bool maximize, bool is_first_step, const ct_tensor *grad_scale,
	const ct_tensor *found_inf);
ct_error ct__fused_sgd__tensor_lr(ct_tensor *const *self, int64_t self_len, ct_tensor *const *grads,
	int64_t grads_len, ct_tensor *const *momentum_buffer_list, int64_t momentum_buffer_list_len,
	double weight_decay, double momentum, const ct_tensor *lr, double dampening, bool nesterov,
	bool maximize, bool is_first_step, const ct_tensor *grad_scale,
	const ct_tensor *found_inf);
ct_error ct__fused_sgd_out(ct_tensor *const *self, int64_t self_len, ct_tensor *const *grads,
	int64_t grads_len, ct_tensor *const *momentum_buffer_list, int64_t momentum_buffer_list_len,
	double weight_decay, double momentum, double lr, double dampening, bool nesterov,
	bool maximize, bool is_first_step, const ct_tensor *grad_scale, const ct_tensor *found_inf,
	ct_tensor *const *out, int64_t out_len);
ct_error ct__fused_sgd_tensor_lr(ct_tensor *const *self, int64_t self_len, ct_tensor *const *grads,
	int64_t grads_len, ct_tensor *const *momentum_buffer_list, int64_t momentum_buffer_list_len,
	double weight_decay, double momentum, const ct_tensor *lr, double dampening, bool nesterov,
	bool maximize, bool is_first_step, const ct_tensor *grad_scale, const ct_tensor *found_inf,
	ct_tensor ***self_out, int64_t *self_out_len, ct_tensor ***grads_out,
	int64_t *grads_out_len, ct_tensor ***momentum_buffer_list_out,
	int64_t *momentum_buffer_list_out_len);
ct_error ct__fused_sgd_tensor_lr_out(ct_tensor *const *self, int64_t self_len,
	ct_tensor *const *grads, int64_t grads_len, ct_tensor *const *momentum_buffer_list,
	int64_t momentum_buffer_list_len, double weight_decay, double momentum, const ct_tensor *lr,
	double dampening, bool nesterov, bool maximize, bool is_first_step,
	const ct_tensor *grad_scale, const ct_tensor *found_inf, ct_tensor *const *out,
	int64_t out_len);
ct_error ct__fw_primal(const ct_tensor *self, int64_t level, ct_tensor **result);
ct_error ct__fw_primal_copy(const ct_tensor *self, int64_t level, ct_tensor **result);
ct_error ct__fw_primal_copy_out(const ct_tensor *self, int64_t level, ct_tensor *out,
	ct_tensor **result);
ct_error ct__gather_sparse_backward(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *grad, ct_tensor **result);
ct_error ct__grid_sampler_2d_cpu_fallback(const ct_tensor *input, const ct_tensor *grid,
	int64_t interpolation_mode, int64_t padding_mode, bool align_corners, ct_tensor **result);
ct_error ct__grid_sampler_2d_cpu_fallback_backward(const ct_tensor *grad_output,
	const ct_tensor *input, const ct_tensor *grid, int64_t interpolation_mode,
	int64_t padding_mode, bool align_corners, ct_tensor **result0, ct_tensor **result1);
ct_error ct__grid_sampler_2d_cpu_fallback_out(const ct_tensor *input, const ct_tensor *grid,
	int64_t interpolation_mode, int64_t padding_mode, bool align_corners, ct_tensor *out,
	ct_tensor **result);
ct_error ct__grouped_mm(const ct_tensor *self, const ct_tensor *mat2, const ct_tensor *offs,
	const ct_tensor *bias, ct_dtype out_dtype, ct_tensor **result);
ct_error ct__has_compatible_shallow_copy_type(const ct_tensor *self, const ct_tensor *from,
	bool *result);
ct_error ct__has_same_storage_numel(const ct_tensor *self, const ct_tensor *other, bool *result);
ct_error ct__histogramdd_bin_edges(const ct_tensor *self, const int64_t *bins, int64_t bins_len,
	const double *range, int64_t range_len, const ct_tensor *weight, bool density,
	ct_tensor ***result, int64_t *result_len);
ct_error ct__histogramdd_bin_edges_out(const ct_tensor *self, const int64_t *bins, int64_t bins_len,
	const double *range, int64_t range_len, const ct_tensor *weight, bool density,
	ct_tensor *const *out, int64_t out_len);
ct_error ct__histogramdd_from_bin_cts(const ct_tensor *self, const int64_t *bins, int64_t bins_len,
	const double *range, int64_t range_len, const ct_tensor *weight, bool density,
	ct_tensor **result);
ct_error ct__histogramdd_from_bin_cts_out(const ct_tensor *self, const int64_t *bins,
	int64_t bins_len, const double *range, int64_t range_len, const ct_tensor *weight,
	bool density, ct_tensor *out, ct_tensor **result);
ct_error ct__histogramdd_from_bin_tensors(const ct_tensor *self, ct_tensor *const *bins,
	int64_t bins_len, const ct_tensor *weight, bool density, ct_tensor **result);
ct_error ct__histogramdd_from_bin_tensors_out(const ct_tensor *self, ct_tensor *const *bins,
	int64_t bins_len, const ct_tensor *weight, bool density, ct_tensor *out,
	ct_tensor **result);
ct_error ct__index_put_impl(const ct_tensor *self, ct_tensor *const *indices, int64_t indices_len,
	const ct_tensor *values, bool accumulate, bool unsafe, ct_tensor **result);
ct_error ct__index_put_impl_(ct_tensor *self, ct_tensor *const *indices, int64_t indices_len,
	const ct_tensor *values, bool accumulate, bool unsafe, ct_tensor **result);
ct_error ct__index_put_impl_out(const ct_tensor *self, ct_tensor *const *indices,
	int64_t indices_len, const ct_tensor *values, bool accumulate, bool unsafe, ct_tensor *out,
	ct_tensor **result);
ct_error ct__indices(const ct_tensor *self, ct_tensor **result);
ct_error ct__indices_copy(const ct_tensor *self, ct_tensor **result);
ct_error ct__indices_copy_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct__int_mm(const ct_tensor *self, const ct_tensor *mat2, ct_tensor **result);
ct_error ct__int_mm_out(const ct_tensor *self, const ct_tensor *mat2, ct_tensor *out,
	ct_tensor **result);
ct_error ct__is_all_true(const ct_tensor *self, ct_tensor **result);
ct_error ct__is_any_true(const ct_tensor *self, ct_tensor **result);
ct_error ct__is_zerotensor(const ct_tensor *self, bool *result);
ct_error ct__jagged_to_padded_dense_forward(const ct_tensor *values, ct_tensor *const *offsets,
	int64_t offsets_len, const int64_t *max_lengths, int64_t max_lengths_len,
	double padding_value, ct_tensor **result);
ct_error ct__lazy_clone(const ct_tensor *self, ct_tensor **result);
ct_error ct__linalg_check_errors(const ct_tensor *info, const char *api_name, bool is_matrix);
ct_error ct__linalg_det(const ct_tensor *A, ct_tensor **result, ct_tensor **LU, ct_tensor **pivots);
ct_error ct__linalg_det_result(const ct_tensor *A, ct_tensor *result, ct_tensor *LU,
	ct_tensor *pivots, ct_tensor **result_result, ct_tensor **LU_result,
	ct_tensor **pivots_result);
ct_error ct__linalg_eigh(const ct_tensor *A, const char *UPLO, bool compute_v,
	ct_tensor **eigenvalues, ct_tensor **eigenvectors);
ct_error ct__linalg_eigh_eigenvalues(const ct_tensor *A, const char *UPLO, bool compute_v,
	ct_tensor *eigenvalues, ct_tensor *eigenvectors, ct_tensor **eigenvalues_result,
	ct_tensor **eigenvectors_result);
ct_error ct__linalg_eigvals(const ct_tensor *self, ct_tensor **result);
ct_error ct__linalg_slogdet(const ct_tensor *A, ct_tensor **sign, ct_tensor **logabsdet,
	ct_tensor **LU, ct_tensor **pivots);
ct_error ct__linalg_slogdet_sign(const ct_tensor *A, ct_tensor *sign, ct_tensor *logabsdet,
	ct_tensor *LU, ct_tensor *pivots, ct_tensor **sign_result, ct_tensor **logabsdet_result,
	ct_tensor **LU_result, ct_tensor **pivots_result);
ct_error ct__linalg_solve_ex(const ct_tensor *A, const ct_tensor *B, bool left, bool check_errors,
	ct_tensor **result, ct_tensor **LU, ct_tensor **pivots, ct_tensor **info);
ct_error ct__linalg_solve_ex_result(const ct_tensor *A, const ct_tensor *B, bool left,
	bool check_errors, ct_tensor *result, ct_tensor *LU, ct_tensor *pivots, ct_tensor *info,
	ct_tensor **result_result, ct_tensor **LU_result, ct_tensor **pivots_result,
	ct_tensor **info_result);
ct_error ct__linalg_svd(const ct_tensor *A, bool full_matrices, bool compute_uv, const char *driver,
	ct_tensor **U, ct_tensor **S, ct_tensor **Vh);
ct_error ct__linalg_svd_U(const ct_tensor *A, bool full_matrices, bool compute_uv,
	const char *driver, ct_tensor *U, ct_tensor *S, ct_tensor *Vh, ct_tensor **U_result,
	ct_tensor **S_result, ct_tensor **Vh_result);
ct_error ct__local_scalar_dense(const ct_tensor *self, ct_scalar *result);
ct_error ct__log_softmax(const ct_tensor *self, int64_t dim, bool half_to_float,
	ct_tensor **result);
ct_error ct__log_softmax_backward_data(const ct_tensor *grad_output, const ct_tensor *output,
	int64_t dim, ct_dtype input_dtype, ct_tensor **result);
ct_error ct__log_softmax_backward_data_out(const ct_tensor *grad_output, const ct_tensor *output,
	int64_t dim, ct_dtype input_dtype, ct_tensor *out, ct_tensor **result);
ct_error ct__log_softmax_out(const ct_tensor *self, int64_t dim, bool half_to_float, ct_tensor *out,
	ct_tensor **result);
ct_error ct__logcumsumexp(const ct_tensor *self, int64_t dim, ct_tensor **result);
ct_error ct__logcumsumexp_out(const ct_tensor *self, int64_t dim, ct_tensor *out,
	ct_tensor **result);
ct_error ct__lstm_mps(const ct_tensor *input, ct_tensor *const *hx, int64_t hx_len,
	ct_tensor *const *params, int64_t params_len, bool has_biases, int64_t num_layers,
	double dropout, bool train, bool bidirectional, bool batch_first, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2, ct_tensor **result3, ct_tensor **result4,
	ct_tensor **result5);
ct_error ct__lstm_mps_out(const ct_tensor *input, ct_tensor *const *hx, int64_t hx_len,
	ct_tensor *const *params, int64_t params_len, bool has_biases, int64_t num_layers,
	double dropout, bool train, bool bidirectional, bool batch_first, ct_tensor *out0,
	ct_tensor *out1, ct_tensor *out2, ct_tensor *out3, ct_tensor *out4, ct_tensor *out5,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2, ct_tensor **result3,
	ct_tensor **result4, ct_tensor **result5);
ct_error ct__lu_with_info(const ct_tensor *self, bool pivot, bool check_errors, ct_tensor **LU,
	ct_tensor **pivots, ct_tensor **info);
ct_error ct__make_dep_token(ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_memory_format memory_format, ct_tensor **result);
ct_error ct__make_dual(const ct_tensor *primal, const ct_tensor *tangent, int64_t level,
	ct_tensor **result);
ct_error ct__make_dual_copy(const ct_tensor *primal, const ct_tensor *tangent, int64_t level,
	ct_tensor **result);
ct_error ct__make_dual_copy_out(const ct_tensor *primal, const ct_tensor *tangent, int64_t level,
	ct_tensor *out, ct_tensor **result);
ct_error ct__make_per_channel_quantized_tensor(const ct_tensor *self, const ct_tensor *scale,
	const ct_tensor *zero_point, int64_t axis, ct_tensor **result);
ct_error ct__make_per_channel_quantized_tensor_out(const ct_tensor *self, const ct_tensor *scale,
	const ct_tensor *zero_point, int64_t axis, ct_tensor *out, ct_tensor **result);
ct_error ct__make_per_tensor_quantized_tensor(const ct_tensor *self, double scale,
	int64_t zero_point, ct_tensor **result);
ct_error ct__make_per_tensor_quantized_tensor_out(const ct_tensor *self, double scale,
	int64_t zero_point, ct_tensor *out, ct_tensor **result);
ct_error ct__masked_scale(const ct_tensor *self, const ct_tensor *mask, double scale,
	ct_tensor **result);
ct_error ct__masked_scale_out(const ct_tensor *self, const ct_tensor *mask, double scale,
	ct_tensor *out, ct_tensor **result);
ct_error ct__masked_softmax(const ct_tensor *self, const ct_tensor *mask, const int64_t *dim,
	const int64_t *mask_type, ct_tensor **result);
ct_error ct__masked_softmax_backward(const ct_tensor *grad_output, const ct_tensor *output,
	const ct_tensor *mask, const int64_t *dim, ct_tensor **result);
ct_error ct__masked_softmax_backward_out(const ct_tensor *grad_output, const ct_tensor *output,
	const ct_tensor *mask, const int64_t *dim, ct_tensor *out, ct_tensor **result);
ct_error ct__masked_softmax_out(const ct_tensor *self, const ct_tensor *mask, const int64_t *dim,
	const int64_t *mask_type, ct_tensor *out, ct_tensor **result);
ct_error ct__mixed_dtypes_linear(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *scale, const ct_tensor *bias, const char *activation, ct_tensor **result);
ct_error ct__mkldnn_reshape(const ct_tensor *self, const int64_t *shape, int64_t shape_len,
	ct_tensor **result);
ct_error ct__mkldnn_reshape_out(const ct_tensor *self, const int64_t *shape, int64_t shape_len,
	ct_tensor *out, ct_tensor **result);
ct_error ct__mkldnn_transpose(const ct_tensor *self, int64_t dim0, int64_t dim1,
	ct_tensor **result);
ct_error ct__mkldnn_transpose_(ct_tensor *self, int64_t dim0, int64_t dim1, ct_tensor **result);
ct_error ct__mkldnn_transpose_out(const ct_tensor *self, int64_t dim0, int64_t dim1, ct_tensor *out,
	ct_tensor **result);
ct_error ct__mps_convolution(const ct_tensor *self, const ct_tensor *weight, const ct_tensor *bias,
	const int64_t *padding, int64_t padding_len, const int64_t *stride, int64_t stride_len,
	const int64_t *dilation, int64_t dilation_len, int64_t groups, ct_tensor **result);
ct_error ct__mps_convolution_out(const ct_tensor *self, const ct_tensor *weight,
	const ct_tensor *bias, const int64_t *padding, int64_t padding_len, const int64_t *stride,
	int64_t stride_len, const int64_t *dilation, int64_t dilation_len, int64_t groups,
	ct_tensor *out, ct_tensor **result);
ct_error ct__mps_convolution_transpose(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *padding, int64_t padding_len, const int64_t *output_padding,
	int64_t output_padding_len, const int64_t *stride, int64_t stride_len,
	const int64_t *dilation, int64_t dilation_len, int64_t groups, ct_tensor **result);
ct_error ct__mps_convolution_transpose_out(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *padding, int64_t padding_len, const int64_t *output_padding,
	int64_t output_padding_len, const int64_t *stride, int64_t stride_len,
	const int64_t *dilation, int64_t dilation_len, int64_t groups, ct_tensor *out,
	ct_tensor **result);
ct_error ct__native_batch_norm_legit(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, ct_tensor *running_mean, ct_tensor *running_var, bool training,
	double momentum, double eps, ct_tensor **result0, ct_tensor **result1,
	ct_tensor **result2);
ct_error ct__native_batch_norm_legit_functional(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const ct_tensor *running_mean, const ct_tensor *running_var,
	bool training, double momentum, double eps, ct_tensor **result0, ct_tensor **result1,
	ct_tensor **result2, ct_tensor **running_mean_out, ct_tensor **running_var_out);
ct_error ct__native_batch_norm_legit_no_stats(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, bool training, double momentum, double eps, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2);
ct_error ct__native_batch_norm_legit_no_stats_out(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, bool training, double momentum, double eps, ct_tensor *out,
	ct_tensor *save_mean, ct_tensor *save_invstd, ct_tensor **result0, ct_tensor **result1,
	ct_tensor **result2);
ct_error ct__native_batch_norm_legit_no_training(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const ct_tensor *running_mean, const ct_tensor *running_var,
	double momentum, double eps, ct_tensor **result0, ct_tensor **result1,
	ct_tensor **result2);
ct_error ct__native_batch_norm_legit_no_training_out(const ct_tensor *input,
	const ct_tensor *weight, const ct_tensor *bias, const ct_tensor *running_mean,
	const ct_tensor *running_var, double momentum, double eps, ct_tensor *out0, ct_tensor *out1,
	ct_tensor *out2, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct__native_batch_norm_legit_out(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, ct_tensor *running_mean, ct_tensor *running_var, bool training,
	double momentum, double eps, ct_tensor *out, ct_tensor *save_mean, ct_tensor *save_invstd,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct__native_multi_head_attention(const ct_tensor *query, const ct_tensor *key,
	const ct_tensor *value, int64_t embed_dim, int64_t num_head, const ct_tensor *qkv_weight,
	const ct_tensor *qkv_bias, const ct_tensor *proj_weight, const ct_tensor *proj_bias,
	const ct_tensor *mask, bool need_weights, bool average_attn_weights,
	const int64_t *mask_type, ct_tensor **result0, ct_tensor **result1);
ct_error ct__native_multi_head_attention_out(const ct_tensor *query, const ct_tensor *key,
	const ct_tensor *value, int64_t embed_dim, int64_t num_head, const ct_tensor *qkv_weight,
	const ct_tensor *qkv_bias, const ct_tensor *proj_weight, const ct_tensor *proj_bias,
	const ct_tensor *mask, bool need_weights, bool average_attn_weights,
	const int64_t *mask_type, ct_tensor *out0, ct_tensor *out1, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct__neg_view(const ct_tensor *self, ct_tensor **result);
ct_error ct__neg_view_copy(const ct_tensor *self, ct_tensor **result);
ct_error ct__neg_view_copy_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct__nested_compute_contiguous_strides_offsets(const ct_tensor *nested_size,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct__nested_from_padded(const ct_tensor *padded, const ct_tensor *cpu_nested_shape_example,
	bool fuse_transform_0213, ct_tensor **result);
ct_error ct__nested_from_padded_and_nested_example(const ct_tensor *padded,
	const ct_tensor *nt_example, ct_tensor **result);
ct_error ct__nested_from_padded_and_nested_example_out(const ct_tensor *padded,
	const ct_tensor *nt_example, ct_tensor *out, ct_tensor **result);
ct_error ct__nested_from_padded_out(const ct_tensor *padded,
	const ct_tensor *cpu_nested_shape_example, bool fuse_transform_0213, ct_tensor *out,
	ct_tensor **result);
ct_error ct__nested_from_padded_tensor(const ct_tensor *padded, const ct_tensor *offsets,
	const ct_tensor *dummy, int64_t ragged_idx, const ct_tensor *min_seqlen,
	const ct_tensor *max_seqlen, const int64_t *sum_S, ct_tensor **result);
ct_error ct__nested_get_jagged_dummy(const ct_tensor *any, ct_tensor **result);
ct_error ct__nested_get_lengths(const ct_tensor *self, ct_tensor **result);
ct_error ct__nested_get_max_seqlen(const ct_tensor *self, ct_tensor **result);
ct_error ct__nested_get_min_seqlen(const ct_tensor *self, ct_tensor **result);
ct_error ct__nested_get_offsets(const ct_tensor *self, ct_tensor **result);
ct_error ct__nested_get_ragged_idx(const ct_tensor *self, int64_t *result);
ct_error ct__nested_get_values(const ct_tensor *self, ct_tensor **result);
ct_error ct__nested_get_values_copy(const ct_tensor *self, ct_tensor **result);
ct_error ct__nested_get_values_copy_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct__nested_select_backward(const ct_tensor *grad_output, const ct_tensor *self,
	int64_t dim, int64_t index, ct_tensor **result);
ct_error ct__nested_sum_backward(const ct_tensor *grad, const ct_tensor *self, const int64_t *dim,
	int64_t dim_len, bool keepdim, ct_tensor **result);
ct_error ct__nested_tensor_from_mask(const ct_tensor *t, const ct_tensor *mask, bool mask_check,
	ct_tensor **result);
ct_error ct__nested_tensor_from_mask_left_aligned(const ct_tensor *t, const ct_tensor *mask,
	bool *result);
ct_error ct__nested_tensor_from_mask_out(const ct_tensor *t, const ct_tensor *mask, bool mask_check,
	ct_tensor *out, ct_tensor **result);
ct_error ct__nested_tensor_from_tensor_list(ct_tensor *const *list, int64_t list_len,
	ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory,
	ct_tensor **result);
ct_error ct__nested_tensor_from_tensor_list_out(ct_tensor *const *list, int64_t list_len,
	ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor *out,
	ct_tensor **result);
ct_error ct__nested_tensor_size(const ct_tensor *self, ct_tensor **result);
ct_error ct__nested_tensor_size_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct__nested_tensor_softmax_with_shape(const ct_tensor *self, const ct_tensor *query,
	ct_tensor **result);
ct_error ct__nested_tensor_storage_offsets(const ct_tensor *self, ct_tensor **result);
ct_error ct__nested_tensor_storage_offsets_out(const ct_tensor *self, ct_tensor *out,
	ct_tensor **result);
ct_error ct__nested_tensor_strides(const ct_tensor *self, ct_tensor **result);
ct_error ct__nested_tensor_strides_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct__nested_view_from_buffer(const ct_tensor *self, const ct_tensor *nested_size,
	const ct_tensor *nested_strides, const ct_tensor *offsets, ct_tensor **result);
ct_error ct__nested_view_from_buffer_copy(const ct_tensor *self, const ct_tensor *nested_size,
	const ct_tensor *nested_strides, const ct_tensor *offsets, ct_tensor **result);
ct_error ct__nested_view_from_buffer_copy_out(const ct_tensor *self, const ct_tensor *nested_size,
	const ct_tensor *nested_strides, const ct_tensor *offsets, ct_tensor *out,
	ct_tensor **result);
ct_error ct__nested_view_from_jagged(const ct_tensor *self, const ct_tensor *offsets,
	const ct_tensor *dummy, const ct_tensor *lengths, int64_t ragged_idx,
	const ct_tensor *min_seqlen, const ct_tensor *max_seqlen, ct_tensor **result);
ct_error ct__nested_view_from_jagged_copy(const ct_tensor *self, const ct_tensor *offsets,
	const ct_tensor *dummy, const ct_tensor *lengths, int64_t ragged_idx,
	const ct_tensor *min_seqlen, const ct_tensor *max_seqlen, ct_tensor **result);
ct_error ct__nested_view_from_jagged_copy_out(const ct_tensor *self, const ct_tensor *offsets,
	const ct_tensor *dummy, const ct_tensor *lengths, int64_t ragged_idx,
	const ct_tensor *min_seqlen, const ct_tensor *max_seqlen, ct_tensor *out,
	ct_tensor **result);
ct_error ct__new_zeros_with_same_feature_meta(const ct_tensor *self, const ct_tensor *other,
	int64_t self_num_batch_dims, ct_tensor **result);
ct_error ct__new_zeros_with_same_feature_meta_out(const ct_tensor *self, const ct_tensor *other,
	int64_t self_num_batch_dims, ct_tensor *out, ct_tensor **result);
ct_error ct__nnpack_available(bool *result);
ct_error ct__nnpack_spatial_convolution(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const int64_t *padding, int64_t padding_len, const int64_t *stride,
	int64_t stride_len, ct_tensor **result);
ct_error ct__nnpack_spatial_convolution_out(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const int64_t *padding, int64_t padding_len, const int64_t *stride,
	int64_t stride_len, ct_tensor *out, ct_tensor **result);
ct_error ct__nnz(const ct_tensor *self, int64_t *result);
ct_error ct__pack_padded_sequence(const ct_tensor *input, const ct_tensor *lengths,
	bool batch_first, ct_tensor **result0, ct_tensor **result1);
ct_error ct__pack_padded_sequence_backward(const ct_tensor *grad, const int64_t *input_size,
	int64_t input_size_len, const ct_tensor *batch_sizes, bool batch_first,
	ct_tensor **result);
ct_error ct__pack_padded_sequence_out(const ct_tensor *input, const ct_tensor *lengths,
	bool batch_first, ct_tensor *out0, ct_tensor *out1, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct__pad_circular(const ct_tensor *self, const int64_t *pad, int64_t pad_len,
	ct_tensor **result);
ct_error ct__pad_enum(const ct_tensor *self, const int64_t *pad, int64_t pad_len, int64_t mode,
	const double *value, ct_tensor **result);
ct_error ct__pad_packed_sequence(const ct_tensor *data, const ct_tensor *batch_sizes,
	bool batch_first, ct_scalar padding_value, int64_t total_length, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct__padded_dense_to_jagged_forward(const ct_tensor *dense, ct_tensor *const *offsets,
	int64_t offsets_len, const int64_t *total_L, ct_tensor **result);
ct_error ct__pdist_backward(const ct_tensor *grad_output, const ct_tensor *self, double p,
	const ct_tensor *pdist, ct_tensor **result);
ct_error ct__pdist_backward_out(const ct_tensor *grad_output, const ct_tensor *self, double p,
	const ct_tensor *pdist, ct_tensor *out, ct_tensor **result);
ct_error ct__pdist_forward(const ct_tensor *self, double p, ct_tensor **result);
ct_error ct__pdist_forward_out(const ct_tensor *self, double p, ct_tensor *out, ct_tensor **result);
ct_error ct__philox_key_fold_in(const ct_tensor *key, int64_t data, ct_tensor **result);
ct_error ct__philox_key_fold_in_Tensor(const ct_tensor *key, const ct_tensor *data,
	ct_tensor **result);
ct_error ct__philox_key_split(const ct_tensor *key, int64_t num_splits, ct_tensor **result);
ct_error ct__philox_normal(const ct_tensor *self, const ct_tensor *key, double mean, double std,
	ct_tensor **result);
ct_error ct__philox_normal_(ct_tensor *self, const ct_tensor *key, double mean, double std,
	ct_tensor **result);
ct_error ct__philox_normal_out(const ct_tensor *self, const ct_tensor *key, double mean, double std,
	ct_tensor *out, ct_tensor **result);
ct_error ct__philox_randint(const ct_tensor *self, const ct_tensor *key, const int64_t *low,
	const int64_t *high, ct_tensor **result);
ct_error ct__philox_randint_(ct_tensor *self, const ct_tensor *key, const int64_t *low,
	const int64_t *high, ct_tensor **result);
ct_error ct__philox_randint_out(const ct_tensor *self, const ct_tensor *key, const int64_t *low,
	const int64_t *high, ct_tensor *out, ct_tensor **result);
ct_error ct__philox_uniform(const ct_tensor *self, const ct_tensor *key, double low, double high,
	ct_tensor **result);
ct_error ct__philox_uniform_(ct_tensor *self, const ct_tensor *key, double low, double high,
	ct_tensor **result);
ct_error ct__philox_uniform_out(const ct_tensor *self, const ct_tensor *key, double low,
	double high, ct_tensor *out, ct_tensor **result);
ct_error ct__pin_memory(const ct_tensor *self, ct_device device, ct_tensor **result);
ct_error ct__pin_memory_out(const ct_tensor *self, ct_device device, ct_tensor *out,
	ct_tensor **result);
ct_error ct__prelu_kernel(const ct_tensor *self, const ct_tensor *weight, ct_tensor **result);
ct_error ct__prelu_kernel_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *weight, ct_tensor **result0, ct_tensor **result1);
ct_error ct__print(const char *s);
ct_error ct__propagate_xla_data(const ct_tensor *input, const ct_tensor *output);
ct_error ct__remove_batch_dim(const ct_tensor *self, int64_t level, int64_t batch_size,
	int64_t out_dim, ct_tensor **result);
ct_error ct__reshape_alias(const ct_tensor *self, const int64_t *size, int64_t size_len,
	const int64_t *stride, int64_t stride_len, ct_tensor **result);
ct_error ct__reshape_alias_copy(const ct_tensor *self, const int64_t *size, int64_t size_len,
	const int64_t *stride, int64_t stride_len, ct_tensor **result);
ct_error ct__reshape_alias_copy_out(const ct_tensor *self, const int64_t *size, int64_t size_len,
	const int64_t *stride, int64_t stride_len, ct_tensor *out, ct_tensor **result);
ct_error ct__reshape_copy(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_tensor **result);
ct_error ct__reshape_from_tensor(const ct_tensor *self, const ct_tensor *shape, ct_tensor **result);
ct_error ct__resize_output(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_device device, ct_tensor **result);
ct_error ct__resize_output_(ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_device device, ct_tensor **result);
ct_error ct__resize_output_out(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_device device, ct_tensor *out, ct_tensor **result);
ct_error ct__rowwise_prune(const ct_tensor *weight, const ct_tensor *mask,
	ct_dtype compressed_indices_dtype, ct_tensor **result0, ct_tensor **result1);
ct_error ct__safe_softmax(const ct_tensor *self, int64_t dim, ct_dtype dtype, ct_tensor **result);
ct_error ct__sample_dirichlet(const ct_tensor *self, ct_generator *generator, ct_tensor **result);
ct_error ct__sample_dirichlet_out(const ct_tensor *self, ct_generator *generator, ct_tensor *out,
	ct_tensor **result);
ct_error ct__saturate_weight_to_fp16(const ct_tensor *weight, ct_tensor **result);
ct_error ct__scaled_addmm(const ct_tensor *self, const ct_tensor *mat1, const ct_tensor *mat2,
	ct_tensor *const *scale_a, int64_t scale_a_len, const int64_t *recipe_a,
	int64_t recipe_a_len, const int64_t *swizzle_a, int64_t swizzle_a_len,
	ct_tensor *const *scale_b, int64_t scale_b_len, const int64_t *recipe_b,
	int64_t recipe_b_len, const int64_t *swizzle_b, int64_t swizzle_b_len,
	const int64_t *contraction_dim, int64_t contraction_dim_len, ct_scalar beta,
	ct_scalar alpha, bool use_fast_accum, ct_tensor **result);
ct_error ct__scaled_addmm_(ct_tensor *self, const ct_tensor *mat1, const ct_tensor *mat2,
	ct_tensor *const *scale_a, int64_t scale_a_len, const int64_t *recipe_a,
	int64_t recipe_a_len, const int64_t *swizzle_a, int64_t swizzle_a_len,
	ct_tensor *const *scale_b, int64_t scale_b_len, const int64_t *recipe_b,
	int64_t recipe_b_len, const int64_t *swizzle_b, int64_t swizzle_b_len,
	const int64_t *contraction_dim, int64_t contraction_dim_len, ct_scalar beta,
	ct_scalar alpha, bool use_fast_accum, ct_tensor **result);
ct_error ct__scaled_addmm_out(const ct_tensor *self, const ct_tensor *mat1, const ct_tensor *mat2,
	ct_tensor *const *scale_a, int64_t scale_a_len, const int64_t *recipe_a,
	int64_t recipe_a_len, const int64_t *swizzle_a, int64_t swizzle_a_len,
	ct_tensor *const *scale_b, int64_t scale_b_len, const int64_t *recipe_b,
	int64_t recipe_b_len, const int64_t *swizzle_b, int64_t swizzle_b_len,
	const int64_t *contraction_dim, int64_t contraction_dim_len, ct_scalar beta,
	ct_scalar alpha, bool use_fast_accum, ct_tensor *out, ct_tensor **result);
ct_error ct__scaled_dot_product_attention_math(const ct_tensor *query, const ct_tensor *key,
	const ct_tensor *value, const ct_tensor *attn_mask, double dropout_p, bool is_causal,
	const ct_tensor *dropout_mask, const double *scale, bool enable_gqa, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct__scaled_dot_product_attention_math_for_mps(const ct_tensor *query, const ct_tensor *key,
	const ct_tensor *value, const ct_tensor *attn_mask, double dropout_p, bool is_causal,
	const ct_tensor *dropout_mask, const double *scale, bool enable_gqa, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct__scaled_dot_product_cudnn_attention(const ct_tensor *query, const ct_tensor *key,
	const ct_tensor *value, const ct_tensor *attn_bias, bool compute_log_sumexp,
	double dropout_p, bool is_causal, bool return_debug_mask, const double *scale,
	ct_tensor **output, ct_tensor **logsumexp, ct_tensor **cum_seq_q, ct_tensor **cum_seq_k,
	int64_t *max_q, int64_t *max_k, ct_tensor **philox_seed, ct_tensor **philox_offset,
	ct_tensor **debug_attn_mask);
ct_error ct__scaled_dot_product_cudnn_attention_backward(const ct_tensor *grad_out,
	const ct_tensor *query, const ct_tensor *key, const ct_tensor *value, const ct_tensor *out,
	const ct_tensor *logsumexp, const ct_tensor *philox_seed, const ct_tensor *philox_offset,
	const ct_tensor *attn_bias, const ct_tensor *cum_seq_q, const ct_tensor *cum_seq_k,
	int64_t max_q, int64_t max_k, double dropout_p, bool is_causal, const double *scale,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct__scaled_dot_product_efficient_attention(const ct_tensor *query, const ct_tensor *key,
	const ct_tensor *value, const ct_tensor *attn_bias, bool compute_log_sumexp,
	double dropout_p, bool is_causal, const double *scale, ct_tensor **output,
	ct_tensor **log_sumexp, ct_tensor **philox_seed, ct_tensor **philox_offset);
ct_error ct__scaled_dot_product_efficient_attention_backward(const ct_tensor *grad_out_,
	const ct_tensor *query, const ct_tensor *key, const ct_tensor *value,
	const ct_tensor *attn_bias, const ct_tensor *out, const ct_tensor *logsumexp,
	const ct_tensor *philox_seed, const ct_tensor *philox_offset, double dropout_p,
	const bool *grad_input_mask, bool is_causal, const double *scale, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2, ct_tensor **result3);
ct_error ct__scaled_dot_product_flash_attention(const ct_tensor *query, const ct_tensor *key,
	const ct_tensor *value, double dropout_p, bool is_causal, bool return_debug_mask,
	const double *scale, ct_tensor **output, ct_tensor **logsumexp, ct_tensor **cum_seq_q,
	ct_tensor **cum_seq_k, int64_t *max_q, int64_t *max_k, ct_tensor **rng_state,
	ct_tensor **unused, ct_tensor **debug_attn_mask);
ct_error ct__scaled_dot_product_flash_attention_backward(const ct_tensor *grad_out,
	const ct_tensor *query, const ct_tensor *key, const ct_tensor *value, const ct_tensor *out,
	const ct_tensor *logsumexp, const ct_tensor *cum_seq_q, const ct_tensor *cum_seq_k,
	int64_t max_q, int64_t max_k, double dropout_p, bool is_causal,
	const ct_tensor *philox_seed, const ct_tensor *philox_offset, const double *scale,
	ct_tensor **grad_query, ct_tensor **grad_key, ct_tensor **grad_value);
ct_error ct__scaled_dot_product_flash_attention_for_cpu(const ct_tensor *query,
	const ct_tensor *key, const ct_tensor *value, double dropout_p, bool is_causal,
	const ct_tensor *attn_mask, const double *scale, ct_tensor **output,
	ct_tensor **logsumexp);
ct_error ct__scaled_dot_product_flash_attention_for_cpu_backward(const ct_tensor *grad_out,
	const ct_tensor *query, const ct_tensor *key, const ct_tensor *value, const ct_tensor *out,
	const ct_tensor *logsumexp, double dropout_p, bool is_causal, const ct_tensor *attn_mask,
	const double *scale, ct_tensor **grad_query, ct_tensor **grad_key, ct_tensor **grad_value);
ct_error ct__scaled_dot_product_flash_attention_quantized(const ct_tensor *query,
	const ct_tensor *key, const ct_tensor *value, const ct_tensor *q_descale,
	const ct_tensor *k_descale, const ct_tensor *v_descale, double dropout_p, bool is_causal,
	bool return_debug_mask, const double *scale, ct_tensor **output, ct_tensor **logsumexp,
	ct_tensor **cum_seq_q, ct_tensor **cum_seq_k, int64_t *max_q, int64_t *max_k,
	ct_tensor **rng_state, ct_tensor **unused, ct_tensor **debug_attn_mask);
ct_error ct__scaled_dot_product_fused_attention_overrideable(const ct_tensor *query,
	const ct_tensor *key, const ct_tensor *value, const ct_tensor *attn_bias, double dropout_p,
	bool is_causal, bool return_debug_mask, const double *scale, ct_tensor **output,
	ct_tensor **logsumexp, ct_tensor **cum_seq_q, ct_tensor **cum_seq_k, int64_t *max_q,
	int64_t *max_k, ct_tensor **philox_seed, ct_tensor **philox_offset,
	ct_tensor **debug_attn_mask);
ct_error ct__scaled_dot_product_fused_attention_overrideable_backward(const ct_tensor *grad_out,
	const ct_tensor *query, const ct_tensor *key, const ct_tensor *value,
	const ct_tensor *attn_bias, const bool *grad_input_mask, const ct_tensor *out,
	const ct_tensor *logsumexp, const ct_tensor *cum_seq_q, const ct_tensor *cum_seq_k,
	int64_t max_q, int64_t max_k, double dropout_p, bool is_causal,
	const ct_tensor *philox_seed, const ct_tensor *philox_offset, const double *scale,
	ct_tensor **grad_query, ct_tensor **grad_key, ct_tensor **grad_value,
	ct_tensor **grad_attn_bias);
ct_error ct__scaled_grouped_mm(const ct_tensor *self, const ct_tensor *mat2,
	const ct_tensor *scale_a, const ct_tensor *scale_b, const ct_tensor *offs,
	const ct_tensor *bias, const ct_tensor *scale_result, ct_dtype out_dtype,
	bool use_fast_accum, ct_tensor **result);
ct_error ct__scaled_grouped_mm_v2(const ct_tensor *self, const ct_tensor *mat2,
	ct_tensor *const *scale_a, int64_t scale_a_len, const int64_t *recipe_a,
	int64_t recipe_a_len, const int64_t *swizzle_a, int64_t swizzle_a_len,
	ct_tensor *const *scale_b, int64_t scale_b_len, const int64_t *recipe_b,
	int64_t recipe_b_len, const int64_t *swizzle_b, int64_t swizzle_b_len,
	const ct_tensor *offs, const ct_tensor *bias, ct_dtype out_dtype,
	const int64_t *contraction_dim, int64_t contraction_dim_len, bool use_fast_accum,
	ct_tensor **result);
ct_error ct__scaled_grouped_mm_v2_out(const ct_tensor *self, const ct_tensor *mat2,
	ct_tensor *const *scale_a, int64_t scale_a_len, const int64_t *recipe_a,
	int64_t recipe_a_len, const int64_t *swizzle_a, int64_t swizzle_a_len,
	ct_tensor *const *scale_b, int64_t scale_b_len, const int64_t *recipe_b,
	int64_t recipe_b_len, const int64_t *swizzle_b, int64_t swizzle_b_len,
	const ct_tensor *offs, const ct_tensor *bias, ct_dtype out_dtype,
	const int64_t *contraction_dim, int64_t contraction_dim_len, bool use_fast_accum,
	ct_tensor *out, ct_tensor **result);
ct_error ct__scaled_mm(const ct_tensor *self, const ct_tensor *mat2, const ct_tensor *scale_a,
	const ct_tensor *scale_b, const ct_tensor *bias, const ct_tensor *scale_result,
	ct_dtype out_dtype, bool use_fast_accum, ct_tensor **result);
ct_error ct__scaled_mm_out(const ct_tensor *self, const ct_tensor *mat2, const ct_tensor *scale_a,
	const ct_tensor *scale_b, const ct_tensor *bias, const ct_tensor *scale_result,
	ct_dtype out_dtype, bool use_fast_accum, ct_tensor *out, ct_tensor **result);
ct_error ct__scaled_mm_v2(const ct_tensor *self, const ct_tensor *mat2, ct_tensor *const *scale_a,
	int64_t scale_a_len, const int64_t *recipe_a, int64_t recipe_a_len,
	const int64_t *swizzle_a, int64_t swizzle_a_len, ct_tensor *const *scale_b,
	int64_t scale_b_len, const int64_t *recipe_b, int64_t recipe_b_len,
	const int64_t *swizzle_b, int64_t swizzle_b_len, const ct_tensor *bias, ct_dtype out_dtype,
	const int64_t *contraction_dim, int64_t contraction_dim_len, bool use_fast_accum,
	ct_tensor **result);
ct_error ct__scaled_mm_v2_out(const ct_tensor *self, const ct_tensor *mat2,
	ct_tensor *const *scale_a, int64_t scale_a_len, const int64_t *recipe_a,
	int64_t recipe_a_len, const int64_t *swizzle_a, int64_t swizzle_a_len,
	ct_tensor *const *scale_b, int64_t scale_b_len, const int64_t *recipe_b,
	int64_t recipe_b_len, const int64_t *swizzle_b, int64_t swizzle_b_len,
	const ct_tensor *bias, ct_dtype out_dtype, const int64_t *contraction_dim,
	int64_t contraction_dim_len, bool use_fast_accum, ct_tensor *out, ct_tensor **result);
ct_error ct__segment_reduce_backward(const ct_tensor *grad, const ct_tensor *output,
	const ct_tensor *data, const char *reduce, const ct_tensor *lengths,
	const ct_tensor *offsets, int64_t axis, const ct_scalar *initial, ct_tensor **result);
ct_error ct__segment_reduce_backward_out(const ct_tensor *grad, const ct_tensor *output,
	const ct_tensor *data, const char *reduce, const ct_tensor *lengths,
	const ct_tensor *offsets, int64_t axis, const ct_scalar *initial, ct_tensor *out,
	ct_tensor **result);
ct_error ct__shape_as_tensor(const ct_tensor *self, ct_tensor **result);
ct_error ct__slow_conv2d_backward_grad_input(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *weight, const int64_t *kernel_size, int64_t kernel_size_len,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	ct_tensor *grad_input, ct_tensor *grad_weight, ct_tensor *grad_bias, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2);
ct_error ct__slow_conv2d_backward_output_mask(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *weight, const int64_t *kernel_size, int64_t kernel_size_len,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const bool *output_mask, ct_tensor **grad_input, ct_tensor **grad_weight,
	ct_tensor **grad_bias);
ct_error ct__slow_conv2d_backward_output_mask_out(const ct_tensor *grad_output,
	const ct_tensor *self, const ct_tensor *weight, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const bool *output_mask, ct_tensor *out0, ct_tensor *out1,
	ct_tensor *out2, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct__slow_conv2d_forward(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *kernel_size, int64_t kernel_size_len, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	ct_tensor **result);
ct_error ct__slow_conv2d_forward_output(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *kernel_size, int64_t kernel_size_len, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	ct_tensor *output, ct_tensor **result);
ct_error ct__sobol_engine_draw(const ct_tensor *quasi, int64_t n, const ct_tensor *sobolstate,
	int64_t dimension, int64_t num_generated, ct_dtype dtype, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct__sobol_engine_ff_(ct_tensor *self, int64_t n, const ct_tensor *sobolstate,
	int64_t dimension, int64_t num_generated, ct_tensor **result);
ct_error ct__sobol_engine_initialize_state_(ct_tensor *self, int64_t dimension, ct_tensor **result);
ct_error ct__sobol_engine_scramble_(ct_tensor *self, const ct_tensor *ltm, int64_t dimension,
	ct_tensor **result);
ct_error ct__softmax(const ct_tensor *self, int64_t dim, bool half_to_float, ct_tensor **result);
ct_error ct__softmax_backward_data(const ct_tensor *grad_output, const ct_tensor *output,
	int64_t dim, ct_dtype input_dtype, ct_tensor **result);
ct_error ct__softmax_backward_data_out(const ct_tensor *grad_output, const ct_tensor *output,
	int64_t dim, ct_dtype input_dtype, ct_tensor *grad_input, ct_tensor **result);
ct_error ct__softmax_out(const ct_tensor *self, int64_t dim, bool half_to_float, ct_tensor *out,
	ct_tensor **result);
ct_error ct__sparse_addmm(const ct_tensor *self, const ct_tensor *mat1, const ct_tensor *mat2,
	ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct__sparse_addmm_out(const ct_tensor *self, const ct_tensor *mat1, const ct_tensor *mat2,
	ct_scalar beta, ct_scalar alpha, ct_tensor *out, ct_tensor **result);
ct_error ct__sparse_broadcast_to(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_tensor **result);
ct_error ct__sparse_broadcast_to_copy(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_tensor **result);
ct_error ct__sparse_broadcast_to_copy_out(const ct_tensor *self, const int64_t *size,
	int64_t size_len, ct_tensor *out, ct_tensor **result);
ct_error ct__sparse_bsc_tensor_unsafe(const ct_tensor *ccol_indices, const ct_tensor *row_indices,
	const ct_tensor *values, const int64_t *size, int64_t size_len, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct__sparse_bsr_tensor_unsafe(const ct_tensor *crow_indices, const ct_tensor *col_indices,
	const ct_tensor *values, const int64_t *size, int64_t size_len, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct__sparse_compressed_tensor_unsafe(const ct_tensor *compressed_indices,
	const ct_tensor *plain_indices, const ct_tensor *values, const int64_t *size,
	int64_t size_len, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct__sparse_compressed_tensor_with_dims(int64_t nnz, int64_t dense_dim, const int64_t *size,
	int64_t size_len, const int64_t *blocksize, int64_t blocksize_len, ct_dtype index_dtype,
	ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory,
	ct_tensor **result);
ct_error ct__sparse_coo_tensor_unsafe(const ct_tensor *indices, const ct_tensor *values,
	const int64_t *size, int64_t size_len, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, const bool *is_coalesced, ct_tensor **result);
ct_error ct__sparse_coo_tensor_with_dims(int64_t sparse_dim, int64_t dense_dim, const int64_t *size,
	int64_t size_len, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct__sparse_coo_tensor_with_dims_and_tensors(int64_t sparse_dim, int64_t dense_dim,
	const int64_t *size, int64_t size_len, const ct_tensor *indices, const ct_tensor *values,
	ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory,
	const bool *is_coalesced, ct_tensor **result);
ct_error ct__sparse_coo_tensor_with_dims_and_tensors_out(int64_t sparse_dim, int64_t dense_dim,
	const int64_t *size, int64_t size_len, const ct_tensor *indices, const ct_tensor *values,
	const bool *is_coalesced, ct_tensor *out, ct_tensor **result);
ct_error ct__sparse_coo_tensor_with_dims_out(int64_t sparse_dim, int64_t dense_dim,
	const int64_t *size, int64_t size_len, ct_tensor *out, ct_tensor **result);
ct_error ct__sparse_csc_tensor_unsafe(const ct_tensor *ccol_indices, const ct_tensor *row_indices,
	const ct_tensor *values, const int64_t *size, int64_t size_len, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct__sparse_csr_prod_dim_dtype(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	bool keepdim, ct_dtype dtype, ct_tensor **result);
ct_error ct__sparse_csr_prod_dim_dtype_out(const ct_tensor *self, const int64_t *dim,
	int64_t dim_len, bool keepdim, ct_dtype dtype, ct_tensor *out, ct_tensor **result);
ct_error ct__sparse_csr_sum_dim_dtype(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	bool keepdim, ct_dtype dtype, ct_tensor **result);
ct_error ct__sparse_csr_sum_dim_dtype_out(const ct_tensor *self, const int64_t *dim,
	int64_t dim_len, bool keepdim, ct_dtype dtype, ct_tensor *out, ct_tensor **result);
ct_error ct__sparse_csr_tensor_unsafe(const ct_tensor *crow_indices, const ct_tensor *col_indices,
	const ct_tensor *values, const int64_t *size, int64_t size_len, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct__sparse_log_softmax(const ct_tensor *self, int64_t dim, bool half_to_float,
	ct_tensor **result);
ct_error ct__sparse_log_softmax_backward_data(const ct_tensor *grad_output, const ct_tensor *output,
	int64_t dim, const ct_tensor *self, ct_tensor **result);
ct_error ct__sparse_log_softmax_backward_data_out(const ct_tensor *grad_output,
	const ct_tensor *output, int64_t dim, const ct_tensor *self, ct_tensor *out,
	ct_tensor **result);
ct_error ct__sparse_log_softmax_int(const ct_tensor *self, int64_t dim, ct_dtype dtype,
	ct_tensor **result);
ct_error ct__sparse_log_softmax_out(const ct_tensor *self, int64_t dim, bool half_to_float,
	ct_tensor *out, ct_tensor **result);
ct_error ct__sparse_mask_projection(const ct_tensor *self, const ct_tensor *mask,
	bool accumulate_matches, ct_tensor **result);
ct_error ct__sparse_mask_projection_out(const ct_tensor *self, const ct_tensor *mask,
	bool accumulate_matches, ct_tensor *out, ct_tensor **result);
ct_error ct__sparse_mm(const ct_tensor *sparse, const ct_tensor *dense, ct_tensor **result);
ct_error ct__sparse_mm_reduce(const ct_tensor *sparse, const ct_tensor *dense, const char *reduce,
	ct_tensor **result);
ct_error ct__sparse_mm_reduce_impl(const ct_tensor *self, const ct_tensor *other,
	const char *reduce, ct_tensor **result0, ct_tensor **result1);
ct_error ct__sparse_mm_reduce_impl_backward(const ct_tensor *self, const ct_tensor *grad_out,
	const ct_tensor *weight, const char *reduce, const ct_tensor *arg_out,
	const bool *output_mask, ct_tensor **result0, ct_tensor **result1);
ct_error ct__sparse_semi_structured_addmm(const ct_tensor *input, const ct_tensor *mat1,
	const ct_tensor *mat1_meta, const ct_tensor *mat2, ct_scalar alpha, ct_scalar beta,
	ct_dtype out_dtype, ct_tensor **result);
ct_error ct__sparse_semi_structured_apply(const ct_tensor *input, const ct_tensor *thread_masks,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct__sparse_semi_structured_apply_dense(const ct_tensor *input,
	const ct_tensor *thread_masks, ct_tensor **result);
ct_error ct__sparse_semi_structured_linear(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *meta, const ct_tensor *bias, const char *activation, ct_dtype out_dtype,
	ct_tensor **result);
ct_error ct__sparse_semi_structured_mm(const ct_tensor *mat1, const ct_tensor *mat1_meta,
	const ct_tensor *mat2, ct_dtype out_dtype, ct_tensor **result);
ct_error ct__sparse_semi_structured_tile(const ct_tensor *input, const char *algorithm,
	bool use_cutlass, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2,
	ct_tensor **result3, ct_tensor **result4);
ct_error ct__sparse_softmax(const ct_tensor *self, int64_t dim, bool half_to_float,
	ct_tensor **result);
ct_error ct__sparse_softmax_backward_data(const ct_tensor *grad_output, const ct_tensor *output,
	int64_t dim, const ct_tensor *self, ct_tensor **result);
ct_error ct__sparse_softmax_backward_data_out(const ct_tensor *grad_output, const ct_tensor *output,
	int64_t dim, const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct__sparse_softmax_int(const ct_tensor *self, int64_t dim, ct_dtype dtype,
	ct_tensor **result);
ct_error ct__sparse_softmax_out(const ct_tensor *self, int64_t dim, bool half_to_float,
	ct_tensor *out, ct_tensor **result);
ct_error ct__sparse_sparse_matmul(const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct__sparse_sparse_matmul_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct__sparse_sum(const ct_tensor *self, ct_tensor **result);
ct_error ct__sparse_sum_backward(const ct_tensor *grad, const ct_tensor *self, const int64_t *dim,
	int64_t dim_len, ct_tensor **result);
ct_error ct__sparse_sum_backward_out(const ct_tensor *grad, const ct_tensor *self,
	const int64_t *dim, int64_t dim_len, ct_tensor *out, ct_tensor **result);
ct_error ct__sparse_sum_dim(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	ct_tensor **result);
ct_error ct__sparse_sum_dim_dtype(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	ct_dtype dtype, ct_tensor **result);
ct_error ct__sparse_sum_dim_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	ct_tensor *out, ct_tensor **result);
ct_error ct__sparse_sum_dtype(const ct_tensor *self, ct_dtype dtype, ct_tensor **result);
ct_error ct__spdiags(const ct_tensor *diagonals, const ct_tensor *offsets, const int64_t *shape,
	int64_t shape_len, ct_layout layout, ct_tensor **result);
ct_error ct__spdiags_out(const ct_tensor *diagonals, const ct_tensor *offsets, const int64_t *shape,
	int64_t shape_len, ct_layout layout, ct_tensor *out, ct_tensor **result);
ct_error ct__spsolve(const ct_tensor *A, const ct_tensor *B, bool left, ct_tensor **result);
ct_error ct__stack(ct_tensor *const *tensors, int64_t tensors_len, int64_t dim, ct_tensor **result);
ct_error ct__stack_out(ct_tensor *const *tensors, int64_t tensors_len, int64_t dim, ct_tensor *out,
	ct_tensor **result);
ct_error ct__standard_gamma(const ct_tensor *self, ct_generator *generator, ct_tensor **result);
ct_error ct__standard_gamma_grad(const ct_tensor *self, const ct_tensor *output,
	ct_tensor **result);
ct_error ct__standard_gamma_grad_out(const ct_tensor *self, const ct_tensor *output, ct_tensor *out,
	ct_tensor **result);
ct_error ct__standard_gamma_out(const ct_tensor *self, ct_generator *generator, ct_tensor *out,
	ct_tensor **result);
ct_error ct__test_ambiguous_defaults_a(const ct_tensor *dummy, int64_t a, int64_t b,
	ct_tensor **result);
ct_error ct__test_ambiguous_defaults_b(const ct_tensor *dummy, int64_t a, const char *b,
	ct_tensor **result);
ct_error ct__test_autograd_multiple_dispatch_fullcoverage(const ct_tensor *self,
	ct_tensor **result);
ct_error ct__test_autograd_multiple_dispatch_fullcoverage_out(const ct_tensor *self, ct_tensor *out,
	ct_tensor **result);
ct_error ct__test_autograd_multiple_dispatch_ntonly(const ct_tensor *self, bool b,
	ct_tensor **result);
ct_error ct__test_autograd_multiple_dispatch_view(const ct_tensor *self, ct_tensor **result);
ct_error ct__test_autograd_multiple_dispatch_view_copy(const ct_tensor *self, ct_tensor **result);
ct_error ct__test_autograd_multiple_dispatch_view_copy_out(const ct_tensor *self, ct_tensor *out,
	ct_tensor **result);
ct_error ct__test_check_tensor(const ct_tensor *self, ct_tensor **result);
ct_error ct__test_functorch_fallback(const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct__test_functorch_fallback_out(const ct_tensor *self, const ct_tensor *other,
	ct_tensor *out, ct_tensor **result);
ct_error ct__test_optional_filled_intlist(const ct_tensor *values, const int64_t *addends,
	int64_t addends_len, ct_tensor **result);
ct_error ct__test_optional_filled_intlist_out(const ct_tensor *values, const int64_t *addends,
	int64_t addends_len, ct_tensor *out, ct_tensor **result);
ct_error ct__test_optional_floatlist(const ct_tensor *values, const double *addends,
	int64_t addends_len, ct_tensor **result);
ct_error ct__test_optional_floatlist_out(const ct_tensor *values, const double *addends,
	int64_t addends_len, ct_tensor *out, ct_tensor **result);
ct_error ct__test_optional_intlist(const ct_tensor *values, const int64_t *addends,
	int64_t addends_len, ct_tensor **result);
ct_error ct__test_optional_intlist_out(const ct_tensor *values, const int64_t *addends,
	int64_t addends_len, ct_tensor *out, ct_tensor **result);
ct_error ct__test_parallel_materialize(const ct_tensor *self, int64_t num_parallel, bool skip_first,
	ct_tensor **result);
ct_error ct__test_serialization_subcmul(const ct_tensor *self, const ct_tensor *other,
	ct_scalar alpha, ct_tensor **result);
ct_error ct__test_string_default(const ct_tensor *dummy, const char *a, const char *b,
	ct_tensor **result);
ct_error ct__test_warn_in_autograd(const ct_tensor *self, ct_tensor **result);
ct_error ct__test_warn_in_autograd_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct__thnn_differentiable_gru_cell_backward(const ct_tensor *grad_hy,
	const ct_tensor *input_gates, const ct_tensor *hidden_gates, const ct_tensor *hx,
	const ct_tensor *input_bias, const ct_tensor *hidden_bias, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2, ct_tensor **result3, ct_tensor **result4);
ct_error ct__thnn_differentiable_lstm_cell_backward(const ct_tensor *grad_hy,
	const ct_tensor *grad_cy, const ct_tensor *input_gates, const ct_tensor *hidden_gates,
	const ct_tensor *input_bias, const ct_tensor *hidden_bias, const ct_tensor *cx,
	const ct_tensor *cy, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2,
	ct_tensor **result3, ct_tensor **result4);
ct_error ct__thnn_fused_gru_cell(const ct_tensor *input_gates, const ct_tensor *hidden_gates,
	const ct_tensor *hx, const ct_tensor *input_bias, const ct_tensor *hidden_bias,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct__thnn_fused_gru_cell_backward(const ct_tensor *grad_hy, const ct_tensor *workspace,
	bool has_bias, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2,
	ct_tensor **result3, ct_tensor **result4);
ct_error ct__thnn_fused_gru_cell_backward_out(const ct_tensor *grad_hy, const ct_tensor *workspace,
	bool has_bias, ct_tensor *out0, ct_tensor *out1, ct_tensor *out2, ct_tensor *out3,
	ct_tensor *out4, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2,
	ct_tensor **result3, ct_tensor **result4);
ct_error ct__thnn_fused_gru_cell_out(const ct_tensor *input_gates, const ct_tensor *hidden_gates,
	const ct_tensor *hx, const ct_tensor *input_bias, const ct_tensor *hidden_bias,
	ct_tensor *out0, ct_tensor *out1, ct_tensor **result0, ct_tensor **result1);
ct_error ct__thnn_fused_lstm_cell(const ct_tensor *input_gates, const ct_tensor *hidden_gates,
	const ct_tensor *cx, const ct_tensor *input_bias, const ct_tensor *hidden_bias,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct__thnn_fused_lstm_cell_backward(const ct_tensor *grad_hy, const ct_tensor *grad_cy,
	const ct_tensor *cx, const ct_tensor *cy, const ct_tensor *workspace, bool has_bias,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2, ct_tensor **result3,
	ct_tensor **result4);
ct_error ct__thnn_fused_lstm_cell_backward_impl(const ct_tensor *grad_hy, const ct_tensor *grad_cy,
	const ct_tensor *cx, const ct_tensor *cy, const ct_tensor *workspace, bool has_bias,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct__thnn_fused_lstm_cell_backward_impl_out(const ct_tensor *grad_hy,
	const ct_tensor *grad_cy, const ct_tensor *cx, const ct_tensor *cy,
	const ct_tensor *workspace, bool has_bias, ct_tensor *out0, ct_tensor *out1,
	ct_tensor *out2, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct__thnn_fused_lstm_cell_out(const ct_tensor *input_gates, const ct_tensor *hidden_gates,
	const ct_tensor *cx, const ct_tensor *input_bias, const ct_tensor *hidden_bias,
	ct_tensor *out0, ct_tensor *out1, ct_tensor *out2, ct_tensor **result0, ct_tensor **result1,
	ct_tensor **result2);
ct_error ct__to_copy(const ct_tensor *self, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, bool non_blocking, ct_memory_format memory_format,
	ct_tensor **result);
ct_error ct__to_copy_out(const ct_tensor *self, bool non_blocking, ct_memory_format memory_format,
	ct_tensor *out, ct_tensor **result);
ct_error ct__to_cpu(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct__to_dense(const ct_tensor *self, ct_dtype dtype, const bool *masked_grad,
	ct_tensor **result);
ct_error ct__to_dense_out(const ct_tensor *self, ct_dtype dtype, const bool *masked_grad,
	ct_tensor *out, ct_tensor **result);
ct_error ct__to_sparse(const ct_tensor *self, ct_layout layout, const int64_t *blocksize,
	int64_t blocksize_len, const int64_t *dense_dim, ct_tensor **result);
ct_error ct__to_sparse_bsc(const ct_tensor *self, const int64_t *blocksize, int64_t blocksize_len,
	const int64_t *dense_dim, ct_tensor **result);
ct_error ct__to_sparse_bsc_out(const ct_tensor *self, const int64_t *blocksize,
	int64_t blocksize_len, const int64_t *dense_dim, ct_tensor *out, ct_tensor **result);
ct_error ct__to_sparse_bsr(const ct_tensor *self, const int64_t *blocksize, int64_t blocksize_len,
	const int64_t *dense_dim, ct_tensor **result);
ct_error ct__to_sparse_bsr_out(const ct_tensor *self, const int64_t *blocksize,
	int64_t blocksize_len, const int64_t *dense_dim, ct_tensor *out, ct_tensor **result);
ct_error ct__to_sparse_csc(const ct_tensor *self, const int64_t *dense_dim, ct_tensor **result);
ct_error ct__to_sparse_csc_out(const ct_tensor *self, const int64_t *dense_dim, ct_tensor *out,
	ct_tensor **result);
ct_error ct__to_sparse_csr(const ct_tensor *self, const int64_t *dense_dim, ct_tensor **result);
ct_error ct__to_sparse_csr_out(const ct_tensor *self, const int64_t *dense_dim, ct_tensor *out,
	ct_tensor **result);
ct_error ct__to_sparse_out(const ct_tensor *self, ct_layout layout, const int64_t *blocksize,
	int64_t blocksize_len, const int64_t *dense_dim, ct_tensor *out, ct_tensor **result);
ct_error ct__to_sparse_semi_structured(const ct_tensor *dense, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct__to_sparse_sparse_dim(const ct_tensor *self, int64_t sparse_dim, ct_tensor **result);
ct_error ct__to_sparse_sparse_dim_out(const ct_tensor *self, int64_t sparse_dim, ct_tensor *out,
	ct_tensor **result);
ct_error ct__transform_bias_rescale_qkv(const ct_tensor *qkv, const ct_tensor *qkv_bias,
	int64_t num_heads, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct__transform_bias_rescale_qkv_out(const ct_tensor *qkv, const ct_tensor *qkv_bias,
	int64_t num_heads, ct_tensor *out0, ct_tensor *out1, ct_tensor *out2, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2);
ct_error ct__transformer_encoder_layer_fwd(const ct_tensor *src, int64_t embed_dim,
	int64_t num_heads, const ct_tensor *qkv_weight, const ct_tensor *qkv_bias,
	const ct_tensor *proj_weight, const ct_tensor *proj_bias, bool use_gelu, bool norm_first,
	double eps, const ct_tensor *norm_weight_1, const ct_tensor *norm_bias_1,
	const ct_tensor *norm_weight_2, const ct_tensor *norm_bias_2, const ct_tensor *ffn_weight_1,
	const ct_tensor *ffn_bias_1, const ct_tensor *ffn_weight_2, const ct_tensor *ffn_bias_2,
	const ct_tensor *mask, const int64_t *mask_type, ct_tensor **result);
ct_error ct__transformer_encoder_layer_fwd_out(const ct_tensor *src, int64_t embed_dim,
	int64_t num_heads, const ct_tensor *qkv_weight, const ct_tensor *qkv_bias,
	const ct_tensor *proj_weight, const ct_tensor *proj_bias, bool use_gelu, bool norm_first,
	double eps, const ct_tensor *norm_weight_1, const ct_tensor *norm_bias_1,
	const ct_tensor *norm_weight_2, const ct_tensor *norm_bias_2, const ct_tensor *ffn_weight_1,
	const ct_tensor *ffn_bias_1, const ct_tensor *ffn_weight_2, const ct_tensor *ffn_bias_2,
	const ct_tensor *mask, const int64_t *mask_type, ct_tensor *out, ct_tensor **result);
ct_error ct__trilinear(const ct_tensor *i1, const ct_tensor *i2, const ct_tensor *i3,
	const int64_t *expand1, int64_t expand1_len, const int64_t *expand2, int64_t expand2_len,
	const int64_t *expand3, int64_t expand3_len, const int64_t *sumdim, int64_t sumdim_len,
	int64_t unroll_dim, ct_tensor **result);
ct_error ct__trilinear_out(const ct_tensor *i1, const ct_tensor *i2, const ct_tensor *i3,
	const int64_t *expand1, int64_t expand1_len, const int64_t *expand2, int64_t expand2_len,
	const int64_t *expand3, int64_t expand3_len, const int64_t *sumdim, int64_t sumdim_len,
	int64_t unroll_dim, ct_tensor *out, ct_tensor **result);
ct_error ct__triton_multi_head_attention(const ct_tensor *query, const ct_tensor *key,
	const ct_tensor *value, int64_t embed_dim, int64_t num_head, const ct_tensor *qkv_weight,
	const ct_tensor *qkv_bias, const ct_tensor *proj_weight, const ct_tensor *proj_bias,
	const ct_tensor *mask, ct_tensor **result);
ct_error ct__triton_multi_head_attention_out(const ct_tensor *query, const ct_tensor *key,
	const ct_tensor *value, int64_t embed_dim, int64_t num_head, const ct_tensor *qkv_weight,
	const ct_tensor *qkv_bias, const ct_tensor *proj_weight, const ct_tensor *proj_bias,
	const ct_tensor *mask, ct_tensor *out, ct_tensor **result);
ct_error ct__triton_scaled_dot_attention(const ct_tensor *q, const ct_tensor *k, const ct_tensor *v,
	double dropout_p, ct_tensor **result);
ct_error ct__triton_scaled_dot_attention_out(const ct_tensor *q, const ct_tensor *k,
	const ct_tensor *v, double dropout_p, ct_tensor *out, ct_tensor **result);
ct_error ct__unique(const ct_tensor *self, bool sorted, bool return_inverse, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct__unique2(const ct_tensor *self, bool sorted, bool return_inverse, bool return_counts,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct__unique2_out(const ct_tensor *self, bool sorted, bool return_inverse,
	bool return_counts, ct_tensor *out0, ct_tensor *out1, ct_tensor *out2, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2);
ct_error ct__unique_out(const ct_tensor *self, bool sorted, bool return_inverse, ct_tensor *out0,
	ct_tensor *out1, ct_tensor **result0, ct_tensor **result1);
ct_error ct__unpack_dual(const ct_tensor *dual, int64_t level, ct_tensor **primal,
	ct_tensor **tangent);
ct_error ct__unsafe_index_Tensor(const ct_tensor *self, ct_tensor *const *indices,
	int64_t indices_len, ct_tensor **result);
ct_error ct__unsafe_index_put(const ct_tensor *self, ct_tensor *const *indices, int64_t indices_len,
	const ct_tensor *values, bool accumulate, ct_tensor **result);
ct_error ct__unsafe_masked_index(const ct_tensor *self, const ct_tensor *mask,
	ct_tensor *const *indices, int64_t indices_len, ct_scalar fill, ct_tensor **result);
ct_error ct__unsafe_masked_index_put_accumulate(const ct_tensor *self, const ct_tensor *mask,
	ct_tensor *const *indices, int64_t indices_len, const ct_tensor *values,
	ct_tensor **result);
ct_error ct__unsafe_view(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_tensor **result);
ct_error ct__unsafe_view_out(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_tensor *out, ct_tensor **result);
ct_error ct__upsample_bicubic2d_aa(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scales_h, const double *scales_w,
	ct_tensor **result);
ct_error ct__upsample_bicubic2d_aa_backward(const ct_tensor *grad_output,
	const int64_t *output_size, int64_t output_size_len, const int64_t *input_size,
	int64_t input_size_len, bool align_corners, const double *scales_h, const double *scales_w,
	ct_tensor **result);
ct_error ct__upsample_bicubic2d_aa_backward_grad_input(const ct_tensor *grad_output,
	const int64_t *output_size, int64_t output_size_len, const int64_t *input_size,
	int64_t input_size_len, bool align_corners, const double *scales_h, const double *scales_w,
	ct_tensor *grad_input, ct_tensor **result);
ct_error ct__upsample_bicubic2d_aa_out(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scales_h, const double *scales_w,
	ct_tensor *out, ct_tensor **result);
ct_error ct__upsample_bicubic2d_aa_vec(const ct_tensor *input, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scale_factors,
	int64_t scale_factors_len, ct_tensor **result);
ct_error ct__upsample_bilinear2d_aa(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scales_h, const double *scales_w,
	ct_tensor **result);
ct_error ct__upsample_bilinear2d_aa_backward(const ct_tensor *grad_output,
	const int64_t *output_size, int64_t output_size_len, const int64_t *input_size,
	int64_t input_size_len, bool align_corners, const double *scales_h, const double *scales_w,
	ct_tensor **result);
ct_error ct__upsample_bilinear2d_aa_backward_grad_input(const ct_tensor *grad_output,
	const int64_t *output_size, int64_t output_size_len, const int64_t *input_size,
	int64_t input_size_len, bool align_corners, const double *scales_h, const double *scales_w,
	ct_tensor *grad_input, ct_tensor **result);
ct_error ct__upsample_bilinear2d_aa_out(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scales_h, const double *scales_w,
	ct_tensor *out, ct_tensor **result);
ct_error ct__upsample_bilinear2d_aa_vec(const ct_tensor *input, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scale_factors,
	int64_t scale_factors_len, ct_tensor **result);
ct_error ct__upsample_lanczos2d_aa(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scales_h, const double *scales_w,
	ct_tensor **result);
ct_error ct__upsample_lanczos2d_aa_backward(const ct_tensor *grad_output,
	const int64_t *output_size, int64_t output_size_len, const int64_t *input_size,
	int64_t input_size_len, bool align_corners, const double *scales_h, const double *scales_w,
	ct_tensor **result);
ct_error ct__upsample_lanczos2d_aa_backward_grad_input(const ct_tensor *grad_output,
	const int64_t *output_size, int64_t output_size_len, const int64_t *input_size,
	int64_t input_size_len, bool align_corners, const double *scales_h, const double *scales_w,
	ct_tensor *grad_input, ct_tensor **result);
ct_error ct__upsample_lanczos2d_aa_out(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scales_h, const double *scales_w,
	ct_tensor *out, ct_tensor **result);
ct_error ct__upsample_lanczos2d_aa_vec(const ct_tensor *input, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scale_factors,
	int64_t scale_factors_len, ct_tensor **result);
ct_error ct__upsample_nearest_exact1d(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, const double *scales, ct_tensor **result);
ct_error ct__upsample_nearest_exact1d_backward(const ct_tensor *grad_output,
	const int64_t *output_size, int64_t output_size_len, const int64_t *input_size,
	int64_t input_size_len, const double *scales, ct_tensor **result);
ct_error ct__upsample_nearest_exact1d_backward_grad_input(const ct_tensor *grad_output,
	const int64_t *output_size, int64_t output_size_len, const int64_t *input_size,
	int64_t input_size_len, const double *scales, ct_tensor *grad_input, ct_tensor **result);
ct_error ct__upsample_nearest_exact1d_out(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, const double *scales, ct_tensor *out, ct_tensor **result);
ct_error ct__upsample_nearest_exact1d_vec(const ct_tensor *input, const int64_t *output_size,
	int64_t output_size_len, const double *scale_factors, int64_t scale_factors_len,
	ct_tensor **result);
ct_error ct__upsample_nearest_exact2d(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, const double *scales_h, const double *scales_w,
	ct_tensor **result);
ct_error ct__upsample_nearest_exact2d_backward(const ct_tensor *grad_output,
	const int64_t *output_size, int64_t output_size_len, const int64_t *input_size,
	int64_t input_size_len, const double *scales_h, const double *scales_w,
	ct_tensor **result);
ct_error ct__upsample_nearest_exact2d_backward_grad_input(const ct_tensor *grad_output,
	const int64_t *output_size, int64_t output_size_len, const int64_t *input_size,
	int64_t input_size_len, const double *scales_h, const double *scales_w,
	ct_tensor *grad_input, ct_tensor **result);
ct_error ct__upsample_nearest_exact2d_out(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, const double *scales_h, const double *scales_w, ct_tensor *out,
	ct_tensor **result);
ct_error ct__upsample_nearest_exact2d_vec(const ct_tensor *input, const int64_t *output_size,
	int64_t output_size_len, const double *scale_factors, int64_t scale_factors_len,
	ct_tensor **result);
ct_error ct__upsample_nearest_exact3d(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, const double *scales_d, const double *scales_h,
	const double *scales_w, ct_tensor **result);
ct_error ct__upsample_nearest_exact3d_backward(const ct_tensor *grad_output,
	const int64_t *output_size, int64_t output_size_len, const int64_t *input_size,
	int64_t input_size_len, const double *scales_d, const double *scales_h,
	const double *scales_w, ct_tensor **result);
ct_error ct__upsample_nearest_exact3d_backward_grad_input(const ct_tensor *grad_output,
	const int64_t *output_size, int64_t output_size_len, const int64_t *input_size,
	int64_t input_size_len, const double *scales_d, const double *scales_h,
	const double *scales_w, ct_tensor *grad_input, ct_tensor **result);
ct_error ct__upsample_nearest_exact3d_out(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, const double *scales_d, const double *scales_h,
	const double *scales_w, ct_tensor *out, ct_tensor **result);
ct_error ct__upsample_nearest_exact3d_vec(const ct_tensor *input, const int64_t *output_size,
	int64_t output_size_len, const double *scale_factors, int64_t scale_factors_len,
	ct_tensor **result);
ct_error ct__use_cudnn_ctc_loss(const ct_tensor *log_probs, const ct_tensor *targets,
	const int64_t *input_lengths, int64_t input_lengths_len, const int64_t *target_lengths,
	int64_t target_lengths_len, int64_t blank, bool *result);
ct_error ct__use_cudnn_ctc_loss_Tensor(const ct_tensor *log_probs, const ct_tensor *targets,
	const ct_tensor *input_lengths, const ct_tensor *target_lengths, int64_t blank,
	bool *result);
ct_error ct__use_cudnn_rnn_flatten_weight(bool *result);
ct_error ct__use_miopen_ctc_loss(const ct_tensor *log_probs, const ct_tensor *targets,
	const int64_t *input_lengths, int64_t input_lengths_len, const int64_t *target_lengths,
	int64_t target_lengths_len, int64_t blank, bool *result);
ct_error ct__use_miopen_ctc_loss_Tensor(const ct_tensor *log_probs, const ct_tensor *targets,
	const ct_tensor *input_lengths, const ct_tensor *target_lengths, int64_t blank,
	bool *result);
ct_error ct__validate_compressed_sparse_indices(bool is_crow, const ct_tensor *compressed_idx,
	const ct_tensor *plain_idx, int64_t cdim, int64_t dim, int64_t nnz);
ct_error ct__validate_sparse_bsc_tensor_args(const ct_tensor *ccol_indices,
	const ct_tensor *row_indices, const ct_tensor *values, const int64_t *size,
	int64_t size_len, const bool *check_pinning);
ct_error ct__validate_sparse_bsr_tensor_args(const ct_tensor *crow_indices,
	const ct_tensor *col_indices, const ct_tensor *values, const int64_t *size,
	int64_t size_len, const bool *check_pinning);
ct_error ct__validate_sparse_compressed_tensor_args(const ct_tensor *compressed_indices,
	const ct_tensor *plain_indices, const ct_tensor *values, const int64_t *size,
	int64_t size_len, ct_layout layout, const bool *check_pinning);
ct_error ct__validate_sparse_coo_tensor_args(const ct_tensor *indices, const ct_tensor *values,
	const int64_t *size, int64_t size_len, const bool *is_coalesced,
	const bool *check_pinning);
ct_error ct__validate_sparse_csc_tensor_args(const ct_tensor *ccol_indices,
	const ct_tensor *row_indices, const ct_tensor *values, const int64_t *size,
	int64_t size_len, const bool *check_pinning);
ct_error ct__validate_sparse_csr_tensor_args(const ct_tensor *crow_indices,
	const ct_tensor *col_indices, const ct_tensor *values, const int64_t *size,
	int64_t size_len, const bool *check_pinning);
ct_error ct__values(const ct_tensor *self, ct_tensor **result);
ct_error ct__values_copy(const ct_tensor *self, ct_tensor **result);
ct_error ct__values_copy_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct__version(const ct_tensor *self, int64_t *result);
ct_error ct__weight_int4pack_mm(const ct_tensor *self, const ct_tensor *mat2, int64_t qGroupSize,
	const ct_tensor *qScaleAndZeros, ct_tensor **result);
ct_error ct__weight_int4pack_mm_for_cpu(const ct_tensor *self, const ct_tensor *mat2,
	int64_t qGroupSize, const ct_tensor *qScaleAndZeros, ct_tensor **result);
ct_error ct__weight_int4pack_mm_with_scales_and_zeros(const ct_tensor *self, const ct_tensor *mat2,
	int64_t qGroupSize, const ct_tensor *qScale, const ct_tensor *qZeros, ct_tensor **result);
ct_error ct__weight_int8pack_mm(const ct_tensor *self, const ct_tensor *mat2,
	const ct_tensor *scales, ct_tensor **result);
ct_error ct__weight_norm(const ct_tensor *v, const ct_tensor *g, int64_t dim, ct_tensor **result);
ct_error ct__weight_norm_differentiable_backward(const ct_tensor *grad_w, const ct_tensor *saved_v,
	const ct_tensor *saved_g, const ct_tensor *saved_norms, int64_t dim, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct__weight_norm_interface(const ct_tensor *v, const ct_tensor *g, int64_t dim,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct__weight_norm_interface_backward(const ct_tensor *grad_w, const ct_tensor *saved_v,
	const ct_tensor *saved_g, const ct_tensor *saved_norms, int64_t dim, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct__weight_norm_interface_backward_out(const ct_tensor *grad_w, const ct_tensor *saved_v,
	const ct_tensor *saved_g, const ct_tensor *saved_norms, int64_t dim, ct_tensor *out0,
	ct_tensor *out1, ct_tensor **result0, ct_tensor **result1);
ct_error ct__weight_norm_interface_out(const ct_tensor *v, const ct_tensor *g, int64_t dim,
	ct_tensor *out0, ct_tensor *out1, ct_tensor **result0, ct_tensor **result1);
ct_error ct__wrapped_linear_prepack(const ct_tensor *weight, const ct_tensor *weight_scale,
	const ct_tensor *weight_zero_point, const ct_tensor *bias, ct_tensor **result);
ct_error ct__wrapped_quantized_linear_prepacked(const ct_tensor *input,
	const ct_tensor *input_scale, const ct_tensor *input_zero_point,
	const ct_tensor *packed_weight, const ct_tensor *output_scale,
	const ct_tensor *output_zero_point, int64_t out_channel, ct_tensor **result);
ct_error ct_abs(const ct_tensor *self, ct_tensor **result);
ct_error ct_abs_(ct_tensor *self, ct_tensor **result);
ct_error ct_abs_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_absolute(const ct_tensor *self, ct_tensor **result);
ct_error ct_absolute_(ct_tensor *self, ct_tensor **result);
ct_error ct_absolute_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_acos(const ct_tensor *self, ct_tensor **result);
ct_error ct_acos_(ct_tensor *self, ct_tensor **result);
ct_error ct_acos_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_acosh(const ct_tensor *self, ct_tensor **result);
ct_error ct_acosh_(ct_tensor *self, ct_tensor **result);
ct_error ct_acosh_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_adaptive_avg_pool1d(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, ct_tensor **result);
ct_error ct_adaptive_avg_pool1d_out(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, ct_tensor *out, ct_tensor **result);
ct_error ct_adaptive_avg_pool2d(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, ct_tensor **result);
ct_error ct_adaptive_avg_pool2d_out(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, ct_tensor *out, ct_tensor **result);
ct_error ct_adaptive_avg_pool3d(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, ct_tensor **result);
ct_error ct_adaptive_avg_pool3d_backward_grad_input(const ct_tensor *grad_output,
	const ct_tensor *self, ct_tensor *grad_input, ct_tensor **result);
ct_error ct_adaptive_avg_pool3d_out(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, ct_tensor *out, ct_tensor **result);
ct_error ct_adaptive_max_pool1d(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, ct_tensor **result0, ct_tensor **result1);
ct_error ct_adaptive_max_pool2d(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, ct_tensor **result0, ct_tensor **result1);
ct_error ct_adaptive_max_pool2d_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *indices, ct_tensor **result);
ct_error ct_adaptive_max_pool2d_backward_grad_input(const ct_tensor *grad_output,
	const ct_tensor *self, const ct_tensor *indices, ct_tensor *grad_input,
	ct_tensor **result);
ct_error ct_adaptive_max_pool2d_out(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, ct_tensor *out, ct_tensor *indices, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct_adaptive_max_pool3d(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, ct_tensor **result0, ct_tensor **result1);
ct_error ct_adaptive_max_pool3d_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *indices, ct_tensor **result);
ct_error ct_adaptive_max_pool3d_backward_grad_input(const ct_tensor *grad_output,
	const ct_tensor *self, const ct_tensor *indices, ct_tensor *grad_input,
	ct_tensor **result);
ct_error ct_adaptive_max_pool3d_out(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, ct_tensor *out, ct_tensor *indices, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct_add_Scalar(const ct_tensor *self, ct_scalar other, ct_scalar alpha, ct_tensor **result);
ct_error ct_add_Scalar_out(const ct_tensor *self, ct_scalar other, ct_scalar alpha, ct_tensor *out,
	ct_tensor **result);
ct_error ct_add_Tensor(const ct_tensor *self, const ct_tensor *other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct_add__Scalar(ct_tensor *self, ct_scalar other, ct_scalar alpha, ct_tensor **result);
ct_error ct_add__Tensor(ct_tensor *self, const ct_tensor *other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct_add_out(const ct_tensor *self, const ct_tensor *other, ct_scalar alpha, ct_tensor *out,
	ct_tensor **result);
ct_error ct_addbmm(const ct_tensor *self, const ct_tensor *batch1, const ct_tensor *batch2,
	ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct_addbmm_(ct_tensor *self, const ct_tensor *batch1, const ct_tensor *batch2,
	ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct_addbmm_out(const ct_tensor *self, const ct_tensor *batch1, const ct_tensor *batch2,
	ct_scalar beta, ct_scalar alpha, ct_tensor *out, ct_tensor **result);
ct_error ct_addcdiv(const ct_tensor *self, const ct_tensor *tensor1, const ct_tensor *tensor2,
	ct_scalar value, ct_tensor **result);
ct_error ct_addcdiv_(ct_tensor *self, const ct_tensor *tensor1, const ct_tensor *tensor2,
	ct_scalar value, ct_tensor **result);
ct_error ct_addcdiv_out(const ct_tensor *self, const ct_tensor *tensor1, const ct_tensor *tensor2,
	ct_scalar value, ct_tensor *out, ct_tensor **result);
ct_error ct_addcmul(const ct_tensor *self, const ct_tensor *tensor1, const ct_tensor *tensor2,
	ct_scalar value, ct_tensor **result);
ct_error ct_addcmul_(ct_tensor *self, const ct_tensor *tensor1, const ct_tensor *tensor2,
	ct_scalar value, ct_tensor **result);
ct_error ct_addcmul_out(const ct_tensor *self, const ct_tensor *tensor1, const ct_tensor *tensor2,
	ct_scalar value, ct_tensor *out, ct_tensor **result);
ct_error ct_addmm(const ct_tensor *self, const ct_tensor *mat1, const ct_tensor *mat2,
	ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct_addmm_(ct_tensor *self, const ct_tensor *mat1, const ct_tensor *mat2, ct_scalar beta,
	ct_scalar alpha, ct_tensor **result);
ct_error ct_addmm_dtype(const ct_tensor *self, const ct_tensor *mat1, const ct_tensor *mat2,
	ct_dtype out_dtype, ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct_addmm_dtype_out(const ct_tensor *self, const ct_tensor *mat1, const ct_tensor *mat2,
	ct_dtype out_dtype, ct_scalar beta, ct_scalar alpha, ct_tensor *out, ct_tensor **result);
ct_error ct_addmm_out(const ct_tensor *self, const ct_tensor *mat1, const ct_tensor *mat2,
	ct_scalar beta, ct_scalar alpha, ct_tensor *out, ct_tensor **result);
ct_error ct_addmv(const ct_tensor *self, const ct_tensor *mat, const ct_tensor *vec, ct_scalar beta,
	ct_scalar alpha, ct_tensor **result);
ct_error ct_addmv_(ct_tensor *self, const ct_tensor *mat, const ct_tensor *vec, ct_scalar beta,
	ct_scalar alpha, ct_tensor **result);
ct_error ct_addmv_out(const ct_tensor *self, const ct_tensor *mat, const ct_tensor *vec,
	ct_scalar beta, ct_scalar alpha, ct_tensor *out, ct_tensor **result);
ct_error ct_addr(const ct_tensor *self, const ct_tensor *vec1, const ct_tensor *vec2,
	ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct_addr_(ct_tensor *self, const ct_tensor *vec1, const ct_tensor *vec2, ct_scalar beta,
	ct_scalar alpha, ct_tensor **result);
ct_error ct_addr_out(const ct_tensor *self, const ct_tensor *vec1, const ct_tensor *vec2,
	ct_scalar beta, ct_scalar alpha, ct_tensor *out, ct_tensor **result);
ct_error ct_adjoint(const ct_tensor *self, ct_tensor **result);
ct_error ct_affine_grid_generator(const ct_tensor *theta, const int64_t *size, int64_t size_len,
	bool align_corners, ct_tensor **result);
ct_error ct_affine_grid_generator_backward(const ct_tensor *grad, const int64_t *size,
	int64_t size_len, bool align_corners, ct_tensor **result);
ct_error ct_affine_grid_generator_out(const ct_tensor *theta, const int64_t *size, int64_t size_len,
	bool align_corners, ct_tensor *out, ct_tensor **result);
ct_error ct_alias(const ct_tensor *self, ct_tensor **result);
ct_error ct_alias_copy(const ct_tensor *self, ct_tensor **result);
ct_error ct_alias_copy_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_all(const ct_tensor *self, ct_tensor **result);
ct_error ct_all_all_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_all_dim(const ct_tensor *self, int64_t dim, bool keepdim, ct_tensor **result);
ct_error ct_all_dims(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool keepdim,
	ct_tensor **result);
ct_error ct_all_dims_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool keepdim,
	ct_tensor *out, ct_tensor **result);
ct_error ct_all_out(const ct_tensor *self, int64_t dim, bool keepdim, ct_tensor *out,
	ct_tensor **result);
ct_error ct_allclose(const ct_tensor *self, const ct_tensor *other, double rtol, double atol,
	bool equal_nan, bool *result);
ct_error ct_alpha_dropout(const ct_tensor *input, double p, bool train, ct_tensor **result);
ct_error ct_alpha_dropout_(ct_tensor *self, double p, bool train, ct_tensor **result);
ct_error ct_amax(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool keepdim,
	ct_tensor **result);
ct_error ct_amax_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool keepdim,
	ct_tensor *out, ct_tensor **result);
ct_error ct_amin(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool keepdim,
	ct_tensor **result);
ct_error ct_amin_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool keepdim,
	ct_tensor *out, ct_tensor **result);
ct_error ct_aminmax(const ct_tensor *self, const int64_t *dim, bool keepdim, ct_tensor **min,
	ct_tensor **max);
ct_error ct_aminmax_out(const ct_tensor *self, const int64_t *dim, bool keepdim, ct_tensor *min,
	ct_tensor *max, ct_tensor **min_result, ct_tensor **max_result);
ct_error ct_angle(const ct_tensor *self, ct_tensor **result);
ct_error ct_angle_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_any(const ct_tensor *self, ct_tensor **result);
ct_error ct_any_all_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_any_dim(const ct_tensor *self, int64_t dim, bool keepdim, ct_tensor **result);
ct_error ct_any_dims(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool keepdim,
	ct_tensor **result);
ct_error ct_any_dims_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool keepdim,
	ct_tensor *out, ct_tensor **result);
ct_error ct_any_out(const ct_tensor *self, int64_t dim, bool keepdim, ct_tensor *out,
	ct_tensor **result);
ct_error ct_arange(ct_scalar end, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct_arange_out(ct_scalar end, ct_tensor *out, ct_tensor **result);
ct_error ct_arange_start(ct_scalar start, ct_scalar end, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_arange_start_out(ct_scalar start, ct_scalar end, ct_scalar step, ct_tensor *out,
	ct_tensor **result);
ct_error ct_arange_start_step(ct_scalar start, ct_scalar end, ct_scalar step, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_arccos(const ct_tensor *self, ct_tensor **result);
ct_error ct_arccos_(ct_tensor *self, ct_tensor **result);
ct_error ct_arccos_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_arccosh(const ct_tensor *self, ct_tensor **result);
ct_error ct_arccosh_(ct_tensor *self, ct_tensor **result);
ct_error ct_arccosh_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_arcsin(const ct_tensor *self, ct_tensor **result);
ct_error ct_arcsin_(ct_tensor *self, ct_tensor **result);
ct_error ct_arcsin_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_arcsinh(const ct_tensor *self, ct_tensor **result);
ct_error ct_arcsinh_(ct_tensor *self, ct_tensor **result);
ct_error ct_arcsinh_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_arctan(const ct_tensor *self, ct_tensor **result);
ct_error ct_arctan2(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_arctan2_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_arctan2_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_arctan_(ct_tensor *self, ct_tensor **result);
ct_error ct_arctan_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_arctanh(const ct_tensor *self, ct_tensor **result);
ct_error ct_arctanh_(ct_tensor *self, ct_tensor **result);
ct_error ct_arctanh_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
bool ct_are_deterministic_algorithms_enabled(void);
ct_error ct_argmax(const ct_tensor *self, const int64_t *dim, bool keepdim, ct_tensor **result);
ct_error ct_argmax_out(const ct_tensor *self, const int64_t *dim, bool keepdim, ct_tensor *out,
	ct_tensor **result);
ct_error ct_argmin(const ct_tensor *self, const int64_t *dim, bool keepdim, ct_tensor **result);
ct_error ct_argmin_out(const ct_tensor *self, const int64_t *dim, bool keepdim, ct_tensor *out,
	ct_tensor **result);
ct_error ct_argsort(const ct_tensor *self, int64_t dim, bool descending, ct_tensor **result);
ct_error ct_argsort_stable(const ct_tensor *self, bool stable, int64_t dim, bool descending,
	ct_tensor **result);
ct_error ct_argsort_stable_out(const ct_tensor *self, bool stable, int64_t dim, bool descending,
	ct_tensor *out, ct_tensor **result);
ct_error ct_argwhere(const ct_tensor *self, ct_tensor **result);
ct_error ct_as_strided(const ct_tensor *self, const int64_t *size, int64_t size_len,
	const int64_t *stride, int64_t stride_len, const int64_t *storage_offset,
	ct_tensor **result);
ct_error ct_as_strided_(ct_tensor *self, const int64_t *size, int64_t size_len,
	const int64_t *stride, int64_t stride_len, const int64_t *storage_offset,
	ct_tensor **result);
ct_error ct_as_strided_copy(const ct_tensor *self, const int64_t *size, int64_t size_len,
	const int64_t *stride, int64_t stride_len, const int64_t *storage_offset,
	ct_tensor **result);
ct_error ct_as_strided_copy_out(const ct_tensor *self, const int64_t *size, int64_t size_len,
	const int64_t *stride, int64_t stride_len, const int64_t *storage_offset, ct_tensor *out,
	ct_tensor **result);
ct_error ct_as_strided_scatter(const ct_tensor *self, const ct_tensor *src, const int64_t *size,
	int64_t size_len, const int64_t *stride, int64_t stride_len, const int64_t *storage_offset,
	ct_tensor **result);
ct_error ct_as_strided_scatter_out(const ct_tensor *self, const ct_tensor *src, const int64_t *size,
	int64_t size_len, const int64_t *stride, int64_t stride_len, const int64_t *storage_offset,
	ct_tensor *out, ct_tensor **result);
ct_error ct_asin(const ct_tensor *self, ct_tensor **result);
ct_error ct_asin_(ct_tensor *self, ct_tensor **result);
ct_error ct_asin_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_asinh(const ct_tensor *self, ct_tensor **result);
ct_error ct_asinh_(ct_tensor *self, ct_tensor **result);
ct_error ct_asinh_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_atan(const ct_tensor *self, ct_tensor **result);
ct_error ct_atan2(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_atan2_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_atan2_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_atan_(ct_tensor *self, ct_tensor **result);
ct_error ct_atan_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_atanh(const ct_tensor *self, ct_tensor **result);
ct_error ct_atanh_(ct_tensor *self, ct_tensor **result);
ct_error ct_atanh_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_atleast_1d(const ct_tensor *self, ct_tensor **result);
ct_error ct_atleast_1d_Sequence(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_atleast_2d(const ct_tensor *self, ct_tensor **result);
ct_error ct_atleast_2d_Sequence(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_atleast_3d(const ct_tensor *self, ct_tensor **result);
ct_error ct_atleast_3d_Sequence(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_autograd_backward(const ct_tensor *self);
ct_error ct_autograd_backward_tensors(ct_tensor *const *tensors, int64_t tensors_len,
	ct_tensor *const *gradients, int64_t gradients_len, const bool *retain_graph,
	bool create_graph, ct_tensor *const *inputs, int64_t inputs_len);
ct_error ct_autograd_backward_with(const ct_tensor *self, const ct_tensor *gradient,
	const bool *retain_graph, bool create_graph, ct_tensor *const *inputs, int64_t inputs_len);
void ct_autograd_enter(ct_autograd_mode mode, bool enabled, ct_autograd_was *was);
ct_error ct_autograd_grad(ct_tensor *const *outputs, int64_t outputs_len, ct_tensor *const *inputs,
	int64_t inputs_len, const ct_autograd_grad_options *options, ct_tensor **grads);
ct_autograd_grad_options ct_autograd_grad_defaults(void);
bool ct_autograd_is_anomaly_check_nan_enabled(void);
bool ct_autograd_is_anomaly_enabled(void);
bool ct_autograd_is_grad_enabled(void);
bool ct_autograd_is_inference_mode_enabled(void);
bool ct_autograd_is_multithreading_enabled(void);
void ct_autograd_leave(const ct_autograd_was *was);
void ct_autograd_set_detect_anomaly(bool enabled, bool check_nan);
bool ct_autograd_set_grad_enabled(bool enabled);
bool ct_autograd_set_multithreading_enabled(bool enabled);
ct_error ct_avg_pool1d(const ct_tensor *self, const int64_t *kernel_size, int64_t kernel_size_len,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	bool ceil_mode, bool count_include_pad, ct_tensor **result);
ct_error ct_avg_pool1d_out(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, bool ceil_mode, bool count_include_pad, ct_tensor *out,
	ct_tensor **result);
ct_error ct_avg_pool2d(const ct_tensor *self, const int64_t *kernel_size, int64_t kernel_size_len,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	bool ceil_mode, bool count_include_pad, const int64_t *divisor_override,
	ct_tensor **result);
ct_error ct_avg_pool2d_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *stride,
	int64_t stride_len, const int64_t *padding, int64_t padding_len, bool ceil_mode,
	bool count_include_pad, const int64_t *divisor_override, ct_tensor **result);
ct_error ct_avg_pool2d_backward_grad_input(const ct_tensor *grad_output, const ct_tensor *self,
	const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *stride,
	int64_t stride_len, const int64_t *padding, int64_t padding_len, bool ceil_mode,
	bool count_include_pad, const int64_t *divisor_override, ct_tensor *grad_input,
	ct_tensor **result);
ct_error ct_avg_pool2d_out(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, bool ceil_mode, bool count_include_pad,
	const int64_t *divisor_override, ct_tensor *out, ct_tensor **result);
ct_error ct_avg_pool3d(const ct_tensor *self, const int64_t *kernel_size, int64_t kernel_size_len,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	bool ceil_mode, bool count_include_pad, const int64_t *divisor_override,
	ct_tensor **result);
ct_error ct_avg_pool3d_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *stride,
	int64_t stride_len, const int64_t *padding, int64_t padding_len, bool ceil_mode,
	bool count_include_pad, const int64_t *divisor_override, ct_tensor **result);
ct_error ct_avg_pool3d_backward_grad_input(const ct_tensor *grad_output, const ct_tensor *self,
	const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *stride,
	int64_t stride_len, const int64_t *padding, int64_t padding_len, bool ceil_mode,
	bool count_include_pad, const int64_t *divisor_override, ct_tensor *grad_input,
	ct_tensor **result);
ct_error ct_avg_pool3d_out(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, bool ceil_mode, bool count_include_pad,
	const int64_t *divisor_override, ct_tensor *out, ct_tensor **result);
bool ct_backend_is_available(ct_backend backend);
const char *ct_backend_name(ct_backend backend);
ct_error ct_baddbmm(const ct_tensor *self, const ct_tensor *batch1, const ct_tensor *batch2,
	ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct_baddbmm_(ct_tensor *self, const ct_tensor *batch1, const ct_tensor *batch2,
	ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct_baddbmm_dtype(const ct_tensor *self, const ct_tensor *batch1, const ct_tensor *batch2,
	ct_dtype out_dtype, ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct_baddbmm_dtype_out(const ct_tensor *self, const ct_tensor *batch1,
	const ct_tensor *batch2, ct_dtype out_dtype, ct_scalar beta, ct_scalar alpha,
	ct_tensor *out, ct_tensor **result);
ct_error ct_baddbmm_out(const ct_tensor *self, const ct_tensor *batch1, const ct_tensor *batch2,
	ct_scalar beta, ct_scalar alpha, ct_tensor *out, ct_tensor **result);
ct_error ct_bartlett_window(int64_t window_length, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_bartlett_window_out(int64_t window_length, ct_tensor *out, ct_tensor **result);
ct_error ct_bartlett_window_periodic(int64_t window_length, bool periodic, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_bartlett_window_periodic_out(int64_t window_length, bool periodic, ct_tensor *out,
	ct_tensor **result);
ct_error ct_batch_norm(const ct_tensor *input, const ct_tensor *weight, const ct_tensor *bias,
	const ct_tensor *running_mean, const ct_tensor *running_var, bool training, double momentum,
	double eps, bool cudnn_enabled, ct_tensor **result);
ct_error ct_batch_norm_backward(const ct_tensor *grad_out, const ct_tensor *input,
	const ct_tensor *weight, const ct_tensor *running_mean, const ct_tensor *running_var,
	const ct_tensor *save_mean, const ct_tensor *save_var, bool update, double eps,
	const bool *output_mask, const ct_tensor *reserve, ct_tensor **result0, ct_tensor **result1,
	ct_tensor **result2);
ct_error ct_batch_norm_backward_elemt(const ct_tensor *grad_out, const ct_tensor *input,
	const ct_tensor *mean, const ct_tensor *invstd, const ct_tensor *weight,
	const ct_tensor *sum_dy, const ct_tensor *sum_dy_xmu, const ct_tensor *count,
	ct_tensor **result);
ct_error ct_batch_norm_backward_elemt_out(const ct_tensor *grad_out, const ct_tensor *input,
	const ct_tensor *mean, const ct_tensor *invstd, const ct_tensor *weight,
	const ct_tensor *sum_dy, const ct_tensor *sum_dy_xmu, const ct_tensor *count,
	ct_tensor *out, ct_tensor **result);
ct_error ct_batch_norm_backward_reduce(const ct_tensor *grad_out, const ct_tensor *input,
	const ct_tensor *mean, const ct_tensor *invstd, const ct_tensor *weight, bool input_g,
	bool weight_g, bool bias_g, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2,
	ct_tensor **result3);
ct_error ct_batch_norm_backward_reduce_out(const ct_tensor *grad_out, const ct_tensor *input,
	const ct_tensor *mean, const ct_tensor *invstd, const ct_tensor *weight, bool input_g,
	bool weight_g, bool bias_g, ct_tensor *out0, ct_tensor *out1, ct_tensor *out2,
	ct_tensor *out3, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2,
	ct_tensor **result3);
ct_error ct_batch_norm_elemt(const ct_tensor *input, const ct_tensor *weight, const ct_tensor *bias,
	const ct_tensor *mean, const ct_tensor *invstd, double eps, ct_tensor **result);
ct_error ct_batch_norm_elemt_out(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const ct_tensor *mean, const ct_tensor *invstd, double eps,
	ct_tensor *out, ct_tensor **result);
ct_error ct_batch_norm_gather_stats(const ct_tensor *input, const ct_tensor *mean,
	const ct_tensor *invstd, const ct_tensor *running_mean, const ct_tensor *running_var,
	double momentum, double eps, int64_t count, ct_tensor **result0, ct_tensor **result1);
ct_error ct_batch_norm_gather_stats_out(const ct_tensor *input, const ct_tensor *mean,
	const ct_tensor *invstd, const ct_tensor *running_mean, const ct_tensor *running_var,
	double momentum, double eps, int64_t count, ct_tensor *out0, ct_tensor *out1,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct_batch_norm_gather_stats_with_counts(const ct_tensor *input, const ct_tensor *mean,
	const ct_tensor *invstd, const ct_tensor *running_mean, const ct_tensor *running_var,
	double momentum, double eps, const ct_tensor *counts, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct_batch_norm_gather_stats_with_counts_out(const ct_tensor *input, const ct_tensor *mean,
	const ct_tensor *invstd, const ct_tensor *running_mean, const ct_tensor *running_var,
	double momentum, double eps, const ct_tensor *counts, ct_tensor *out0, ct_tensor *out1,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct_batch_norm_stats(const ct_tensor *input, double eps, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct_batch_norm_stats_out(const ct_tensor *input, double eps, ct_tensor *out0,
	ct_tensor *out1, ct_tensor **result0, ct_tensor **result1);
ct_error ct_batch_norm_update_stats(const ct_tensor *input, const ct_tensor *running_mean,
	const ct_tensor *running_var, double momentum, ct_tensor **result0, ct_tensor **result1);
ct_error ct_batch_norm_update_stats_out(const ct_tensor *input, const ct_tensor *running_mean,
	const ct_tensor *running_var, double momentum, ct_tensor *out0, ct_tensor *out1,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct_bernoulli(const ct_tensor *self, ct_generator *generator, ct_tensor **result);
ct_error ct_bernoulli_Tensor(const ct_tensor *self, const ct_tensor *p, ct_generator *generator,
	ct_tensor **result);
ct_error ct_bernoulli_Tensor_out(const ct_tensor *self, const ct_tensor *p, ct_generator *generator,
	ct_tensor *out, ct_tensor **result);
ct_error ct_bernoulli__Tensor(ct_tensor *self, const ct_tensor *p, ct_generator *generator,
	ct_tensor **result);
ct_error ct_bernoulli__float(ct_tensor *self, double p, ct_generator *generator,
	ct_tensor **result);
ct_error ct_bernoulli_float_out(const ct_tensor *self, double p, ct_generator *generator,
	ct_tensor *out, ct_tensor **result);
ct_error ct_bernoulli_out(const ct_tensor *self, ct_generator *generator, ct_tensor *out,
	ct_tensor **result);
ct_error ct_bernoulli_p(const ct_tensor *self, double p, ct_generator *generator,
	ct_tensor **result);
ct_error ct_bilinear(const ct_tensor *input1, const ct_tensor *input2, const ct_tensor *weight,
	const ct_tensor *bias, ct_tensor **result);
ct_error ct_binary_cross_entropy(const ct_tensor *self, const ct_tensor *target,
	const ct_tensor *weight, int64_t reduction, ct_tensor **result);
ct_error ct_binary_cross_entropy_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *target, const ct_tensor *weight, int64_t reduction, ct_tensor **result);
ct_error ct_binary_cross_entropy_backward_grad_input(const ct_tensor *grad_output,
	const ct_tensor *self, const ct_tensor *target, const ct_tensor *weight, int64_t reduction,
	ct_tensor *grad_input, ct_tensor **result);
ct_error ct_binary_cross_entropy_out(const ct_tensor *self, const ct_tensor *target,
	const ct_tensor *weight, int64_t reduction, ct_tensor *out, ct_tensor **result);
ct_error ct_binary_cross_entropy_with_logits(const ct_tensor *self, const ct_tensor *target,
	const ct_tensor *weight, const ct_tensor *pos_weight, int64_t reduction,
	ct_tensor **result);
ct_error ct_binary_cross_entropy_with_logits_out(const ct_tensor *self, const ct_tensor *target,
	const ct_tensor *weight, const ct_tensor *pos_weight, int64_t reduction, ct_tensor *out,
	ct_tensor **result);
ct_error ct_bincount(const ct_tensor *self, const ct_tensor *weights, int64_t minlength,
	ct_tensor **result);
ct_error ct_bincount_out(const ct_tensor *self, const ct_tensor *weights, int64_t minlength,
	ct_tensor *out, ct_tensor **result);
ct_error ct_binomial(const ct_tensor *count, const ct_tensor *prob, ct_generator *generator,
	ct_tensor **result);
ct_error ct_binomial_out(const ct_tensor *count, const ct_tensor *prob, ct_generator *generator,
	ct_tensor *out, ct_tensor **result);
ct_error ct_bitwise_and_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_bitwise_and_Scalar_Tensor(ct_scalar self, const ct_tensor *other, ct_tensor **result);
ct_error ct_bitwise_and_Scalar_Tensor_out(ct_scalar self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_bitwise_and_Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_bitwise_and_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_bitwise_and_Tensor_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_bitwise_and__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_bitwise_and__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_bitwise_left_shift_Scalar_Tensor(ct_scalar self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_bitwise_left_shift_Scalar_Tensor_out(ct_scalar self, const ct_tensor *other,
	ct_tensor *out, ct_tensor **result);
ct_error ct_bitwise_left_shift_Tensor(const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_bitwise_left_shift_Tensor_Scalar(const ct_tensor *self, ct_scalar other,
	ct_tensor **result);
ct_error ct_bitwise_left_shift_Tensor_Scalar_out(const ct_tensor *self, ct_scalar other,
	ct_tensor *out, ct_tensor **result);
ct_error ct_bitwise_left_shift_Tensor_out(const ct_tensor *self, const ct_tensor *other,
	ct_tensor *out, ct_tensor **result);
ct_error ct_bitwise_left_shift__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_bitwise_left_shift__Tensor_Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_bitwise_not(const ct_tensor *self, ct_tensor **result);
ct_error ct_bitwise_not_(ct_tensor *self, ct_tensor **result);
ct_error ct_bitwise_not_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_bitwise_or_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_bitwise_or_Scalar_Tensor(ct_scalar self, const ct_tensor *other, ct_tensor **result);
ct_error ct_bitwise_or_Scalar_Tensor_out(ct_scalar self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_bitwise_or_Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_bitwise_or_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_bitwise_or_Tensor_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_bitwise_or__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_bitwise_or__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_bitwise_right_shift_Scalar_Tensor(ct_scalar self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_bitwise_right_shift_Scalar_Tensor_out(ct_scalar self, const ct_tensor *other,
	ct_tensor *out, ct_tensor **result);
ct_error ct_bitwise_right_shift_Tensor(const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_bitwise_right_shift_Tensor_Scalar(const ct_tensor *self, ct_scalar other,
	ct_tensor **result);
ct_error ct_bitwise_right_shift_Tensor_Scalar_out(const ct_tensor *self, ct_scalar other,
	ct_tensor *out, ct_tensor **result);
ct_error ct_bitwise_right_shift_Tensor_out(const ct_tensor *self, const ct_tensor *other,
	ct_tensor *out, ct_tensor **result);
ct_error ct_bitwise_right_shift__Tensor(ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_bitwise_right_shift__Tensor_Scalar(ct_tensor *self, ct_scalar other,
	ct_tensor **result);
ct_error ct_bitwise_xor_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_bitwise_xor_Scalar_Tensor(ct_scalar self, const ct_tensor *other, ct_tensor **result);
ct_error ct_bitwise_xor_Scalar_Tensor_out(ct_scalar self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_bitwise_xor_Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_bitwise_xor_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_bitwise_xor_Tensor_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_bitwise_xor__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_bitwise_xor__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_blackman_window(int64_t window_length, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_blackman_window_out(int64_t window_length, ct_tensor *out, ct_tensor **result);
ct_error ct_blackman_window_periodic(int64_t window_length, bool periodic, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_blackman_window_periodic_out(int64_t window_length, bool periodic, ct_tensor *out,
	ct_tensor **result);
ct_error ct_block_diag(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor **result);
ct_error ct_block_diag_out(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor *out,
	ct_tensor **result);
ct_error ct_bmm(const ct_tensor *self, const ct_tensor *mat2, ct_tensor **result);
ct_error ct_bmm_dtype(const ct_tensor *self, const ct_tensor *mat2, ct_dtype out_dtype,
	ct_tensor **result);
ct_error ct_bmm_dtype_out(const ct_tensor *self, const ct_tensor *mat2, ct_dtype out_dtype,
	ct_tensor *out, ct_tensor **result);
ct_error ct_bmm_out(const ct_tensor *self, const ct_tensor *mat2, ct_tensor *out,
	ct_tensor **result);
ct_error ct_broadcast_tensors(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_broadcast_to(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_tensor **result);
ct_error ct_bucketize_Scalar(ct_scalar self, const ct_tensor *boundaries, bool out_int32,
	bool right, ct_tensor **result);
ct_error ct_bucketize_Scalar_out(ct_scalar self, const ct_tensor *boundaries, bool out_int32,
	bool right, ct_tensor *out, ct_tensor **result);
ct_error ct_bucketize_Tensor(const ct_tensor *self, const ct_tensor *boundaries, bool out_int32,
	bool right, ct_tensor **result);
ct_error ct_bucketize_Tensor_out(const ct_tensor *self, const ct_tensor *boundaries, bool out_int32,
	bool right, ct_tensor *out, ct_tensor **result);
ct_error ct_call(const char *name, const ct_value *args, int64_t args_len, ct_value *results,
	int64_t results_len);
ct_error ct_call_with(const char *name, const ct_value *args, int64_t args_len,
	const char *const *names, const ct_value *named, int64_t named_len, ct_value *results,
	int64_t results_len);
ct_error ct_can_cast(ct_dtype from_, ct_dtype to, bool *result);
ct_error ct_cartesian_prod(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor **result);
ct_error ct_cat(ct_tensor *const *tensors, int64_t tensors_len, int64_t dim, ct_tensor **result);
ct_error ct_cat_out(ct_tensor *const *tensors, int64_t tensors_len, int64_t dim, ct_tensor *out,
	ct_tensor **result);
ct_error ct_cauchy(const ct_tensor *self, double median, double sigma, ct_generator *generator,
	ct_tensor **result);
ct_error ct_cauchy_(ct_tensor *self, double median, double sigma, ct_generator *generator,
	ct_tensor **result);
ct_error ct_cauchy_out(const ct_tensor *self, double median, double sigma, ct_generator *generator,
	ct_tensor *out, ct_tensor **result);
ct_error ct_ccol_indices(const ct_tensor *self, ct_tensor **result);
ct_error ct_ccol_indices_copy(const ct_tensor *self, ct_tensor **result);
ct_error ct_ccol_indices_copy_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_cdist(const ct_tensor *x1, const ct_tensor *x2, double p, const int64_t *compute_mode,
	ct_tensor **result);
ct_error ct_ceil(const ct_tensor *self, ct_tensor **result);
ct_error ct_ceil_(ct_tensor *self, ct_tensor **result);
ct_error ct_ceil_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_celu(const ct_tensor *self, ct_scalar alpha, ct_tensor **result);
ct_error ct_celu_(ct_tensor *self, ct_scalar alpha, ct_tensor **result);
ct_error ct_celu_out(const ct_tensor *self, ct_scalar alpha, ct_tensor *out, ct_tensor **result);
ct_error ct_chain_matmul(ct_tensor *const *matrices, int64_t matrices_len, ct_tensor **result);
ct_error ct_chain_matmul_out(ct_tensor *const *matrices, int64_t matrices_len, ct_tensor *out,
	ct_tensor **result);
ct_error ct_chalf(const ct_tensor *self, ct_memory_format memory_format, ct_tensor **result);
ct_error ct_channel_shuffle(const ct_tensor *self, int64_t groups, ct_tensor **result);
ct_error ct_channel_shuffle_out(const ct_tensor *self, int64_t groups, ct_tensor *out,
	ct_tensor **result);
ct_error ct_checkpoint(ct_checkpoint_function function, void *context, ct_release release,
	ct_tensor *const *inputs, int64_t inputs_len, const ct_checkpoint_options *options,
	ct_tensor **outputs, int64_t outputs_len);
ct_checkpoint_options ct_checkpoint_defaults(void);
ct_error ct_checkpoint_sequential(const ct_checkpoint_step *steps, int64_t steps_len,
	int64_t segments, const ct_tensor *input, const ct_checkpoint_options *options,
	ct_tensor **result);
ct_error ct_cholesky_inverse(const ct_tensor *self, bool upper, ct_tensor **result);
ct_error ct_cholesky_inverse_out(const ct_tensor *self, bool upper, ct_tensor *out,
	ct_tensor **result);
ct_error ct_cholesky_solve(const ct_tensor *self, const ct_tensor *input2, bool upper,
	ct_tensor **result);
ct_error ct_cholesky_solve_out(const ct_tensor *self, const ct_tensor *input2, bool upper,
	ct_tensor *out, ct_tensor **result);
ct_error ct_choose_qparams_optimized(const ct_tensor *input, int64_t numel, int64_t n_bins,
	double ratio, int64_t bit_width, ct_tensor **result0, ct_tensor **result1);
ct_error ct_chunk(const ct_tensor *self, int64_t chunks, int64_t dim, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_clamp(const ct_tensor *self, const ct_scalar *min, const ct_scalar *max,
	ct_tensor **result);
ct_error ct_clamp_(ct_tensor *self, const ct_scalar *min, const ct_scalar *max, ct_tensor **result);
ct_error ct_clamp_Tensor(const ct_tensor *self, const ct_tensor *min, const ct_tensor *max,
	ct_tensor **result);
ct_error ct_clamp_Tensor_out(const ct_tensor *self, const ct_tensor *min, const ct_tensor *max,
	ct_tensor *out, ct_tensor **result);
ct_error ct_clamp__Tensor(ct_tensor *self, const ct_tensor *min, const ct_tensor *max,
	ct_tensor **result);
ct_error ct_clamp_max(const ct_tensor *self, ct_scalar max, ct_tensor **result);
ct_error ct_clamp_max_(ct_tensor *self, ct_scalar max, ct_tensor **result);
ct_error ct_clamp_max_Tensor(const ct_tensor *self, const ct_tensor *max, ct_tensor **result);
ct_error ct_clamp_max_Tensor_out(const ct_tensor *self, const ct_tensor *max, ct_tensor *out,
	ct_tensor **result);
ct_error ct_clamp_max__Tensor(ct_tensor *self, const ct_tensor *max, ct_tensor **result);
ct_error ct_clamp_max_out(const ct_tensor *self, ct_scalar max, ct_tensor *out, ct_tensor **result);
ct_error ct_clamp_min(const ct_tensor *self, ct_scalar min, ct_tensor **result);
ct_error ct_clamp_min_(ct_tensor *self, ct_scalar min, ct_tensor **result);
ct_error ct_clamp_min_Tensor(const ct_tensor *self, const ct_tensor *min, ct_tensor **result);
ct_error ct_clamp_min_Tensor_out(const ct_tensor *self, const ct_tensor *min, ct_tensor *out,
	ct_tensor **result);
ct_error ct_clamp_min__Tensor(ct_tensor *self, const ct_tensor *min, ct_tensor **result);
ct_error ct_clamp_min_out(const ct_tensor *self, ct_scalar min, ct_tensor *out, ct_tensor **result);
ct_error ct_clamp_out(const ct_tensor *self, const ct_scalar *min, const ct_scalar *max,
	ct_tensor *out, ct_tensor **result);
ct_error ct_clip(const ct_tensor *self, const ct_scalar *min, const ct_scalar *max,
	ct_tensor **result);
ct_error ct_clip_(ct_tensor *self, const ct_scalar *min, const ct_scalar *max, ct_tensor **result);
ct_error ct_clip_Tensor(const ct_tensor *self, const ct_tensor *min, const ct_tensor *max,
	ct_tensor **result);
ct_error ct_clip_Tensor_out(const ct_tensor *self, const ct_tensor *min, const ct_tensor *max,
	ct_tensor *out, ct_tensor **result);
ct_error ct_clip__Tensor(ct_tensor *self, const ct_tensor *min, const ct_tensor *max,
	ct_tensor **result);
ct_error ct_clip_out(const ct_tensor *self, const ct_scalar *min, const ct_scalar *max,
	ct_tensor *out, ct_tensor **result);
ct_error ct_clone(const ct_tensor *self, ct_memory_format memory_format, ct_tensor **result);
ct_error ct_clone_out(const ct_tensor *self, ct_memory_format memory_format, ct_tensor *out,
	ct_tensor **result);
ct_error ct_coalesce(const ct_tensor *self, ct_tensor **result);
ct_error ct_col2im(const ct_tensor *self, const int64_t *output_size, int64_t output_size_len,
	const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *dilation,
	int64_t dilation_len, const int64_t *padding, int64_t padding_len, const int64_t *stride,
	int64_t stride_len, ct_tensor **result);
ct_error ct_col2im_out(const ct_tensor *self, const int64_t *output_size, int64_t output_size_len,
	const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *dilation,
	int64_t dilation_len, const int64_t *padding, int64_t padding_len, const int64_t *stride,
	int64_t stride_len, ct_tensor *out, ct_tensor **result);
ct_error ct_col_indices(const ct_tensor *self, ct_tensor **result);
ct_error ct_col_indices_copy(const ct_tensor *self, ct_tensor **result);
ct_error ct_col_indices_copy_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_column_stack(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor **result);
ct_error ct_column_stack_out(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor *out,
	ct_tensor **result);
ct_error ct_combinations(const ct_tensor *self, int64_t r, bool with_replacement,
	ct_tensor **result);
ct_error ct_complex(const ct_tensor *real, const ct_tensor *imag, ct_tensor **result);
ct_error ct_complex_out(const ct_tensor *real, const ct_tensor *imag, ct_tensor *out,
	ct_tensor **result);
ct_error ct_concat(ct_tensor *const *tensors, int64_t tensors_len, int64_t dim, ct_tensor **result);
ct_error ct_concat_out(ct_tensor *const *tensors, int64_t tensors_len, int64_t dim, ct_tensor *out,
	ct_tensor **result);
ct_error ct_concatenate(ct_tensor *const *tensors, int64_t tensors_len, int64_t dim,
	ct_tensor **result);
ct_error ct_concatenate_out(ct_tensor *const *tensors, int64_t tensors_len, int64_t dim,
	ct_tensor *out, ct_tensor **result);
ct_error ct_conj(const ct_tensor *self, ct_tensor **result);
ct_error ct_conj_physical(const ct_tensor *self, ct_tensor **result);
ct_error ct_conj_physical_(ct_tensor *self, ct_tensor **result);
ct_error ct_conj_physical_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_constant_pad_nd(const ct_tensor *self, const int64_t *pad, int64_t pad_len,
	ct_scalar value, ct_tensor **result);
ct_error ct_constant_pad_nd_out(const ct_tensor *self, const int64_t *pad, int64_t pad_len,
	ct_scalar value, ct_tensor *out, ct_tensor **result);
ct_error ct_contiguous(const ct_tensor *self, ct_memory_format memory_format, ct_tensor **result);
ct_error ct_conv1d(const ct_tensor *input, const ct_tensor *weight, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, int64_t groups, ct_tensor **result);
ct_error ct_conv1d_padding(const ct_tensor *input, const ct_tensor *weight, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const char *padding, const int64_t *dilation,
	int64_t dilation_len, int64_t groups, ct_tensor **result);
ct_error ct_conv2d(const ct_tensor *input, const ct_tensor *weight, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, int64_t groups, ct_tensor **result);
ct_error ct_conv2d_padding(const ct_tensor *input, const ct_tensor *weight, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const char *padding, const int64_t *dilation,
	int64_t dilation_len, int64_t groups, ct_tensor **result);
ct_error ct_conv3d(const ct_tensor *input, const ct_tensor *weight, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, int64_t groups, ct_tensor **result);
ct_error ct_conv3d_padding(const ct_tensor *input, const ct_tensor *weight, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const char *padding, const int64_t *dilation,
	int64_t dilation_len, int64_t groups, ct_tensor **result);
ct_error ct_conv_depthwise3d(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *kernel_size, int64_t kernel_size_len, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, ct_tensor **result);
ct_error ct_conv_depthwise3d_out(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *kernel_size, int64_t kernel_size_len, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, ct_tensor *out, ct_tensor **result);
ct_error ct_conv_tbc(const ct_tensor *self, const ct_tensor *weight, const ct_tensor *bias,
	int64_t pad, ct_tensor **result);
ct_error ct_conv_tbc_backward(const ct_tensor *self, const ct_tensor *input,
	const ct_tensor *weight, const ct_tensor *bias, int64_t pad, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2);
ct_error ct_conv_tbc_out(const ct_tensor *self, const ct_tensor *weight, const ct_tensor *bias,
	int64_t pad, ct_tensor *out, ct_tensor **result);
ct_error ct_conv_transpose1d(const ct_tensor *input, const ct_tensor *weight, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *output_padding, int64_t output_padding_len, int64_t groups,
	const int64_t *dilation, int64_t dilation_len, ct_tensor **result);
ct_error ct_conv_transpose2d_input(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *output_padding, int64_t output_padding_len,
	int64_t groups, const int64_t *dilation, int64_t dilation_len, ct_tensor **result);
ct_error ct_conv_transpose3d_input(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *output_padding, int64_t output_padding_len,
	int64_t groups, const int64_t *dilation, int64_t dilation_len, ct_tensor **result);
ct_error ct_convolution(const ct_tensor *input, const ct_tensor *weight, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, bool transposed,
	const int64_t *output_padding, int64_t output_padding_len, int64_t groups,
	ct_tensor **result);
ct_error ct_convolution_backward(const ct_tensor *grad_output, const ct_tensor *input,
	const ct_tensor *weight, const int64_t *bias_sizes, int64_t bias_sizes_len,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, bool transposed,
	const int64_t *output_padding, int64_t output_padding_len, int64_t groups,
	const bool *output_mask, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct_convolution_backward_out(const ct_tensor *grad_output, const ct_tensor *input,
	const ct_tensor *weight, const int64_t *bias_sizes, int64_t bias_sizes_len,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, bool transposed,
	const int64_t *output_padding, int64_t output_padding_len, int64_t groups,
	const bool *output_mask, ct_tensor *out0, ct_tensor *out1, ct_tensor *out2,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct_convolution_backward_overrideable(const ct_tensor *grad_output, const ct_tensor *input,
	const ct_tensor *weight, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool transposed,
	const int64_t *output_padding, int64_t output_padding_len, int64_t groups,
	const bool *output_mask, ct_tensor **grad_input, ct_tensor **grad_weight,
	ct_tensor **grad_bias);
ct_error ct_convolution_backward_overrideable_out(const ct_tensor *grad_output,
	const ct_tensor *input, const ct_tensor *weight, const int64_t *stride, int64_t stride_len,
	const int64_t *padding, int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
	bool transposed, const int64_t *output_padding, int64_t output_padding_len, int64_t groups,
	const bool *output_mask, ct_tensor *out0, ct_tensor *out1, ct_tensor *out2,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct_convolution_out(const ct_tensor *input, const ct_tensor *weight, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, bool transposed,
	const int64_t *output_padding, int64_t output_padding_len, int64_t groups, ct_tensor *out,
	ct_tensor **result);
ct_error ct_convolution_overrideable(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool transposed,
	const int64_t *output_padding, int64_t output_padding_len, int64_t groups,
	ct_tensor **result);
ct_error ct_convolution_overrideable_out(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool transposed,
	const int64_t *output_padding, int64_t output_padding_len, int64_t groups, ct_tensor *out,
	ct_tensor **result);
ct_error ct_copy(const ct_tensor *self, const ct_tensor *src, bool non_blocking,
	ct_tensor **result);
ct_error ct_copy_(ct_tensor *self, const ct_tensor *src, bool non_blocking, ct_tensor **result);
ct_error ct_copy_out(const ct_tensor *self, const ct_tensor *src, bool non_blocking, ct_tensor *out,
	ct_tensor **result);
ct_error ct_copy_sparse_to_sparse(const ct_tensor *self, const ct_tensor *src, bool non_blocking,
	ct_tensor **result);
ct_error ct_copy_sparse_to_sparse_(ct_tensor *self, const ct_tensor *src, bool non_blocking,
	ct_tensor **result);
ct_error ct_copy_sparse_to_sparse_out(const ct_tensor *self, const ct_tensor *src,
	bool non_blocking, ct_tensor *out, ct_tensor **result);
ct_error ct_copysign_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_copysign_Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_copysign_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_copysign__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_copysign__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_copysign_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_corrcoef(const ct_tensor *self, ct_tensor **result);
ct_error ct_cos(const ct_tensor *self, ct_tensor **result);
ct_error ct_cos_(ct_tensor *self, ct_tensor **result);
ct_error ct_cos_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_cosh(const ct_tensor *self, ct_tensor **result);
ct_error ct_cosh_(ct_tensor *self, ct_tensor **result);
ct_error ct_cosh_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_cosine_embedding_loss(const ct_tensor *input1, const ct_tensor *input2,
	const ct_tensor *target, double margin, int64_t reduction, ct_tensor **result);
ct_error ct_cosine_similarity(const ct_tensor *x1, const ct_tensor *x2, int64_t dim, double eps,
	ct_tensor **result);
ct_error ct_count_nonzero(const ct_tensor *self, const int64_t *dim, ct_tensor **result);
ct_error ct_count_nonzero_dim_IntList(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	ct_tensor **result);
ct_error ct_count_nonzero_dim_IntList_out(const ct_tensor *self, const int64_t *dim,
	int64_t dim_len, ct_tensor *out, ct_tensor **result);
ct_error ct_count_nonzero_out(const ct_tensor *self, const int64_t *dim, ct_tensor *out,
	ct_tensor **result);
ct_error ct_cov(const ct_tensor *self, int64_t correction, const ct_tensor *fweights,
	const ct_tensor *aweights, ct_tensor **result);
ct_error ct_cpu_capability(char **result);
ct_error ct_cross(const ct_tensor *self, const ct_tensor *other, const int64_t *dim,
	ct_tensor **result);
ct_error ct_cross_entropy_loss(const ct_tensor *self, const ct_tensor *target,
	const ct_tensor *weight, int64_t reduction, int64_t ignore_index, double label_smoothing,
	ct_tensor **result);
ct_error ct_cross_out(const ct_tensor *self, const ct_tensor *other, const int64_t *dim,
	ct_tensor *out, ct_tensor **result);
ct_error ct_crow_indices(const ct_tensor *self, ct_tensor **result);
ct_error ct_crow_indices_copy(const ct_tensor *self, ct_tensor **result);
ct_error ct_crow_indices_copy_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_ctc_loss_IntList(const ct_tensor *log_probs, const ct_tensor *targets,
	const int64_t *input_lengths, int64_t input_lengths_len, const int64_t *target_lengths,
	int64_t target_lengths_len, int64_t blank, int64_t reduction, bool zero_infinity,
	ct_tensor **result);
ct_error ct_ctc_loss_Tensor(const ct_tensor *log_probs, const ct_tensor *targets,
	const ct_tensor *input_lengths, const ct_tensor *target_lengths, int64_t blank,
	int64_t reduction, bool zero_infinity, ct_tensor **result);
ct_error ct_cudnn_affine_grid_generator(const ct_tensor *theta, int64_t N, int64_t C, int64_t H,
	int64_t W, ct_tensor **grid);
ct_error ct_cudnn_affine_grid_generator_backward(const ct_tensor *grad, int64_t N, int64_t C,
	int64_t H, int64_t W, ct_tensor **grad_theta);
ct_error ct_cudnn_affine_grid_generator_backward_out(const ct_tensor *grad, int64_t N, int64_t C,
	int64_t H, int64_t W, ct_tensor *out, ct_tensor **result);
ct_error ct_cudnn_affine_grid_generator_out(const ct_tensor *theta, int64_t N, int64_t C, int64_t H,
	int64_t W, ct_tensor *out, ct_tensor **result);
ct_error ct_cudnn_batch_norm(const ct_tensor *input, const ct_tensor *weight, const ct_tensor *bias,
	const ct_tensor *running_mean, const ct_tensor *running_var, bool training,
	double exponential_average_factor, double epsilon, ct_tensor **result0, ct_tensor **result1,
	ct_tensor **result2, ct_tensor **result3);
ct_error ct_cudnn_batch_norm_backward(const ct_tensor *input, const ct_tensor *grad_output,
	const ct_tensor *weight, const ct_tensor *running_mean, const ct_tensor *running_var,
	const ct_tensor *save_mean, const ct_tensor *save_var, double epsilon,
	const ct_tensor *reserveSpace, ct_tensor **result0, ct_tensor **result1,
	ct_tensor **result2);
ct_error ct_cudnn_batch_norm_backward_out(const ct_tensor *input, const ct_tensor *grad_output,
	const ct_tensor *weight, const ct_tensor *running_mean, const ct_tensor *running_var,
	const ct_tensor *save_mean, const ct_tensor *save_var, double epsilon,
	const ct_tensor *reserveSpace, ct_tensor *out0, ct_tensor *out1, ct_tensor *out2,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct_cudnn_batch_norm_out(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const ct_tensor *running_mean, const ct_tensor *running_var,
	bool training, double exponential_average_factor, double epsilon, ct_tensor *out0,
	ct_tensor *out1, ct_tensor *out2, ct_tensor *out3, ct_tensor **result0, ct_tensor **result1,
	ct_tensor **result2, ct_tensor **result3);
ct_error ct_cudnn_convolution(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *padding, int64_t padding_len, const int64_t *stride, int64_t stride_len,
	const int64_t *dilation, int64_t dilation_len, int64_t groups, bool benchmark,
	bool deterministic, bool allow_tf32, ct_tensor **result);
ct_error ct_cudnn_convolution_add_relu(const ct_tensor *self, const ct_tensor *weight,
	const ct_tensor *z, const ct_scalar *alpha, const ct_tensor *bias, const int64_t *stride,
	int64_t stride_len, const int64_t *padding, int64_t padding_len, const int64_t *dilation,
	int64_t dilation_len, int64_t groups, ct_tensor **result);
ct_error ct_cudnn_convolution_add_relu_out(const ct_tensor *self, const ct_tensor *weight,
	const ct_tensor *z, const ct_scalar *alpha, const ct_tensor *bias, const int64_t *stride,
	int64_t stride_len, const int64_t *padding, int64_t padding_len, const int64_t *dilation,
	int64_t dilation_len, int64_t groups, ct_tensor *out, ct_tensor **result);
ct_error ct_cudnn_convolution_out(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *padding, int64_t padding_len, const int64_t *stride, int64_t stride_len,
	const int64_t *dilation, int64_t dilation_len, int64_t groups, bool benchmark,
	bool deterministic, bool allow_tf32, ct_tensor *out, ct_tensor **result);
ct_error ct_cudnn_convolution_relu(const ct_tensor *self, const ct_tensor *weight,
	const ct_tensor *bias, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, int64_t groups,
	ct_tensor **result);
ct_error ct_cudnn_convolution_relu_out(const ct_tensor *self, const ct_tensor *weight,
	const ct_tensor *bias, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, int64_t groups,
	ct_tensor *out, ct_tensor **result);
ct_error ct_cudnn_convolution_transpose(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *padding, int64_t padding_len, const int64_t *output_padding,
	int64_t output_padding_len, const int64_t *stride, int64_t stride_len,
	const int64_t *dilation, int64_t dilation_len, int64_t groups, bool benchmark,
	bool deterministic, bool allow_tf32, ct_tensor **result);
ct_error ct_cudnn_convolution_transpose_out(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *padding, int64_t padding_len, const int64_t *output_padding,
	int64_t output_padding_len, const int64_t *stride, int64_t stride_len,
	const int64_t *dilation, int64_t dilation_len, int64_t groups, bool benchmark,
	bool deterministic, bool allow_tf32, ct_tensor *out, ct_tensor **result);
ct_error ct_cudnn_grid_sampler(const ct_tensor *self, const ct_tensor *grid, ct_tensor **output);
ct_error ct_cudnn_grid_sampler_backward(const ct_tensor *self, const ct_tensor *grid,
	const ct_tensor *grad_output, ct_tensor **grad_self, ct_tensor **grad_grid);
ct_error ct_cudnn_grid_sampler_backward_out(const ct_tensor *self, const ct_tensor *grid,
	const ct_tensor *grad_output, ct_tensor *out0, ct_tensor *out1, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct_cudnn_grid_sampler_out(const ct_tensor *self, const ct_tensor *grid, ct_tensor *out,
	ct_tensor **result);
ct_error ct_cudnn_is_acceptable(const ct_tensor *self, bool *result);
ct_error ct_cummax(const ct_tensor *self, int64_t dim, ct_tensor **values, ct_tensor **indices);
ct_error ct_cummax_out(const ct_tensor *self, int64_t dim, ct_tensor *values, ct_tensor *indices,
	ct_tensor **values_result, ct_tensor **indices_result);
ct_error ct_cummaxmin_backward(const ct_tensor *grad, const ct_tensor *input,
	const ct_tensor *indices, int64_t dim, ct_tensor **result);
ct_error ct_cummin(const ct_tensor *self, int64_t dim, ct_tensor **values, ct_tensor **indices);
ct_error ct_cummin_out(const ct_tensor *self, int64_t dim, ct_tensor *values, ct_tensor *indices,
	ct_tensor **values_result, ct_tensor **indices_result);
ct_error ct_cumprod(const ct_tensor *self, int64_t dim, ct_dtype dtype, ct_tensor **result);
ct_error ct_cumprod_(ct_tensor *self, int64_t dim, ct_dtype dtype, ct_tensor **result);
ct_error ct_cumprod_backward(const ct_tensor *grad, const ct_tensor *input, int64_t dim,
	const ct_tensor *output, ct_tensor **result);
ct_error ct_cumprod_out(const ct_tensor *self, int64_t dim, ct_dtype dtype, ct_tensor *out,
	ct_tensor **result);
ct_error ct_cumsum(const ct_tensor *self, int64_t dim, ct_dtype dtype, ct_tensor **result);
ct_error ct_cumsum_(ct_tensor *self, int64_t dim, ct_dtype dtype, ct_tensor **result);
ct_error ct_cumsum_out(const ct_tensor *self, int64_t dim, ct_dtype dtype, ct_tensor *out,
	ct_tensor **result);
ct_error ct_cumulative_trapezoid_dx(const ct_tensor *y, ct_scalar dx, int64_t dim,
	ct_tensor **result);
ct_error ct_cumulative_trapezoid_x(const ct_tensor *y, const ct_tensor *x, int64_t dim,
	ct_tensor **result);
ct_error ct_data(const ct_tensor *self, ct_tensor **result);
ct_error ct_deg2rad(const ct_tensor *self, ct_tensor **result);
ct_error ct_deg2rad_(ct_tensor *self, ct_tensor **result);
ct_error ct_deg2rad_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_dense_dim(const ct_tensor *self, int64_t *result);
ct_error ct_dequantize_self(const ct_tensor *self, ct_tensor **result);
ct_error ct_dequantize_self_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_dequantize_tensors(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_dequantize_tensors_out(ct_tensor *const *tensors, int64_t tensors_len,
	ct_tensor *const *out, int64_t out_len);
ct_error ct_det(const ct_tensor *self, ct_tensor **result);
ct_error ct_detach(const ct_tensor *self, ct_tensor **result);
ct_error ct_detach_(ct_tensor *self, ct_tensor **result);
ct_error ct_detach_copy(const ct_tensor *self, ct_tensor **result);
ct_error ct_detach_copy_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_device ct_device_accelerator(void);
int64_t ct_device_count(ct_device_type type);
ct_error ct_device_current(ct_device_type type, ct_device *result);
ct_error ct_device_from_string(const char *text, ct_device *result);
bool ct_device_is_available(ct_device device);
ct_error ct_device_memory(ct_device device, int64_t *available, int64_t *total);
ct_error ct_device_name(ct_device device, char **result);
ct_error ct_device_set_current(ct_device device, ct_device *was);
ct_error ct_device_synchronize(ct_device device);
ct_error ct_device_to_string(ct_device device, char **result);
const char *ct_device_type_name(ct_device_type type);
ct_error ct_diag(const ct_tensor *self, int64_t diagonal, ct_tensor **result);
ct_error ct_diag_embed(const ct_tensor *self, int64_t offset, int64_t dim1, int64_t dim2,
	ct_tensor **result);
ct_error ct_diag_embed_out(const ct_tensor *self, int64_t offset, int64_t dim1, int64_t dim2,
	ct_tensor *out, ct_tensor **result);
ct_error ct_diag_out(const ct_tensor *self, int64_t diagonal, ct_tensor *out, ct_tensor **result);
ct_error ct_diagflat(const ct_tensor *self, int64_t offset, ct_tensor **result);
ct_error ct_diagonal(const ct_tensor *self, int64_t offset, int64_t dim1, int64_t dim2,
	ct_tensor **result);
ct_error ct_diagonal_backward(const ct_tensor *grad_output, const int64_t *input_sizes,
	int64_t input_sizes_len, int64_t offset, int64_t dim1, int64_t dim2, ct_tensor **result);
ct_error ct_diagonal_backward_out(const ct_tensor *grad_output, const int64_t *input_sizes,
	int64_t input_sizes_len, int64_t offset, int64_t dim1, int64_t dim2, ct_tensor *out,
	ct_tensor **result);
ct_error ct_diagonal_copy(const ct_tensor *self, int64_t offset, int64_t dim1, int64_t dim2,
	ct_tensor **result);
ct_error ct_diagonal_copy_out(const ct_tensor *self, int64_t offset, int64_t dim1, int64_t dim2,
	ct_tensor *out, ct_tensor **result);
ct_error ct_diagonal_scatter(const ct_tensor *self, const ct_tensor *src, int64_t offset,
	int64_t dim1, int64_t dim2, ct_tensor **result);
ct_error ct_diagonal_scatter_out(const ct_tensor *self, const ct_tensor *src, int64_t offset,
	int64_t dim1, int64_t dim2, ct_tensor *out, ct_tensor **result);
ct_error ct_diff(const ct_tensor *self, int64_t n, int64_t dim, const ct_tensor *prepend,
	const ct_tensor *append, ct_tensor **result);
ct_error ct_diff_out(const ct_tensor *self, int64_t n, int64_t dim, const ct_tensor *prepend,
	const ct_tensor *append, ct_tensor *out, ct_tensor **result);
ct_error ct_digamma(const ct_tensor *self, ct_tensor **result);
ct_error ct_digamma_(ct_tensor *self, ct_tensor **result);
ct_error ct_digamma_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_dim(const ct_tensor *self, int64_t *result);
ct_error ct_dist(const ct_tensor *self, const ct_tensor *other, ct_scalar p, ct_tensor **result);
ct_error ct_dist_out(const ct_tensor *self, const ct_tensor *other, ct_scalar p, ct_tensor *out,
	ct_tensor **result);
ct_error ct_div_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_div_Scalar_mode(const ct_tensor *self, ct_scalar other, const char *rounding_mode,
	ct_tensor **result);
ct_error ct_div_Scalar_mode_out(const ct_tensor *self, ct_scalar other, const char *rounding_mode,
	ct_tensor *out, ct_tensor **result);
ct_error ct_div_Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_div_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_div_Tensor_mode(const ct_tensor *self, const ct_tensor *other,
	const char *rounding_mode, ct_tensor **result);
ct_error ct_div__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_div__Scalar_mode(ct_tensor *self, ct_scalar other, const char *rounding_mode,
	ct_tensor **result);
ct_error ct_div__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_div__Tensor_mode(ct_tensor *self, const ct_tensor *other, const char *rounding_mode,
	ct_tensor **result);
ct_error ct_div_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_div_out_mode(const ct_tensor *self, const ct_tensor *other, const char *rounding_mode,
	ct_tensor *out, ct_tensor **result);
ct_error ct_divide_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_divide_Scalar_mode(const ct_tensor *self, ct_scalar other, const char *rounding_mode,
	ct_tensor **result);
ct_error ct_divide_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_divide_Tensor_mode(const ct_tensor *self, const ct_tensor *other,
	const char *rounding_mode, ct_tensor **result);
ct_error ct_divide__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_divide__Scalar_mode(ct_tensor *self, ct_scalar other, const char *rounding_mode,
	ct_tensor **result);
ct_error ct_divide__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_divide__Tensor_mode(ct_tensor *self, const ct_tensor *other, const char *rounding_mode,
	ct_tensor **result);
ct_error ct_divide_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_divide_out_mode(const ct_tensor *self, const ct_tensor *other,
	const char *rounding_mode, ct_tensor *out, ct_tensor **result);
void ct_dlpack_free(ct_dlpack *self);
ct_dlpack_options ct_dlpack_options_defaults(void);
void ct_dlpack_versioned_free(ct_dlpack_versioned *self);
ct_error ct_dot(const ct_tensor *self, const ct_tensor *tensor, ct_tensor **result);
ct_error ct_dot_out(const ct_tensor *self, const ct_tensor *tensor, ct_tensor *out,
	ct_tensor **result);
ct_error ct_dropout(const ct_tensor *input, double p, bool train, ct_tensor **result);
ct_error ct_dropout_(ct_tensor *self, double p, bool train, ct_tensor **result);
ct_error ct_dsplit_array(const ct_tensor *self, const int64_t *indices, int64_t indices_len,
	ct_tensor ***result, int64_t *result_len);
ct_error ct_dsplit_int(const ct_tensor *self, int64_t sections, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_dstack(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor **result);
ct_error ct_dstack_out(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor *out,
	ct_tensor **result);
ct_error ct_dtype_from_name(const char *name, ct_dtype *result);
bool ct_dtype_is_complex(ct_dtype dtype);
bool ct_dtype_is_floating_point(ct_dtype dtype);
bool ct_dtype_is_signed(ct_dtype dtype);
const char *ct_dtype_name(ct_dtype dtype);
int64_t ct_dtype_size(ct_dtype dtype);
ct_error ct_einsum(const char *equation, ct_tensor *const *tensors, int64_t tensors_len,
	const int64_t *path, int64_t path_len, ct_tensor **result);
ct_error ct_elu(const ct_tensor *self, ct_scalar alpha, ct_scalar scale, ct_scalar input_scale,
	ct_tensor **result);
ct_error ct_elu_(ct_tensor *self, ct_scalar alpha, ct_scalar scale, ct_scalar input_scale,
	ct_tensor **result);
ct_error ct_elu_backward(const ct_tensor *grad_output, ct_scalar alpha, ct_scalar scale,
	ct_scalar input_scale, bool is_result, const ct_tensor *self_or_result,
	ct_tensor **result);
ct_error ct_elu_backward_grad_input(const ct_tensor *grad_output, ct_scalar alpha, ct_scalar scale,
	ct_scalar input_scale, bool is_result, const ct_tensor *self_or_result,
	ct_tensor *grad_input, ct_tensor **result);
ct_error ct_elu_out(const ct_tensor *self, ct_scalar alpha, ct_scalar scale, ct_scalar input_scale,
	ct_tensor *out, ct_tensor **result);
ct_error ct_embedding(const ct_tensor *weight, const ct_tensor *indices, int64_t padding_idx,
	bool scale_grad_by_freq, bool sparse, ct_tensor **result);
ct_error ct_embedding_backward(const ct_tensor *grad, const ct_tensor *indices, int64_t num_weights,
	int64_t padding_idx, bool scale_grad_by_freq, bool sparse, ct_tensor **result);
ct_error ct_embedding_bag(const ct_tensor *weight, const ct_tensor *indices,
	const ct_tensor *offsets, bool scale_grad_by_freq, int64_t mode, bool sparse,
	const ct_tensor *per_sample_weights, bool include_last_offset, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2, ct_tensor **result3);
ct_error ct_embedding_bag_padding_idx(const ct_tensor *weight, const ct_tensor *indices,
	const ct_tensor *offsets, bool scale_grad_by_freq, int64_t mode, bool sparse,
	const ct_tensor *per_sample_weights, bool include_last_offset, const int64_t *padding_idx,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2, ct_tensor **result3);
ct_error ct_embedding_dense_backward(const ct_tensor *grad_output, const ct_tensor *indices,
	int64_t num_weights, int64_t padding_idx, bool scale_grad_by_freq, ct_tensor **result);
ct_error ct_embedding_dense_backward_out(const ct_tensor *grad_output, const ct_tensor *indices,
	int64_t num_weights, int64_t padding_idx, bool scale_grad_by_freq, ct_tensor *out,
	ct_tensor **result);
ct_error ct_embedding_out(const ct_tensor *weight, const ct_tensor *indices, int64_t padding_idx,
	bool scale_grad_by_freq, bool sparse, ct_tensor *out, ct_tensor **result);
ct_error ct_embedding_renorm(const ct_tensor *self, const ct_tensor *indices, double max_norm,
	double norm_type, ct_tensor **result);
ct_error ct_embedding_renorm_(ct_tensor *self, const ct_tensor *indices, double max_norm,
	double norm_type, ct_tensor **result);
ct_error ct_embedding_renorm_out(const ct_tensor *self, const ct_tensor *indices, double max_norm,
	double norm_type, ct_tensor *out, ct_tensor **result);
ct_error ct_embedding_sparse_backward(const ct_tensor *grad, const ct_tensor *indices,
	int64_t num_weights, int64_t padding_idx, bool scale_grad_by_freq, ct_tensor **result);
ct_error ct_empty_like(const ct_tensor *self, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_memory_format memory_format, ct_tensor **result);
ct_error ct_empty_like_out(const ct_tensor *self, ct_memory_format memory_format, ct_tensor *out,
	ct_tensor **result);
ct_error ct_empty_memory_format(const int64_t *size, int64_t size_len, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_memory_format memory_format,
	ct_tensor **result);
ct_error ct_empty_out(const int64_t *size, int64_t size_len, ct_memory_format memory_format,
	ct_tensor *out, ct_tensor **result);
ct_error ct_empty_permuted(const int64_t *size, int64_t size_len, const int64_t *physical_layout,
	int64_t physical_layout_len, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct_empty_permuted_out(const int64_t *size, int64_t size_len,
	const int64_t *physical_layout, int64_t physical_layout_len, ct_tensor *out,
	ct_tensor **result);
ct_error ct_empty_quantized(const int64_t *size, int64_t size_len, const ct_tensor *qtensor,
	ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory,
	ct_memory_format memory_format, ct_tensor **result);
ct_error ct_empty_quantized_out(const int64_t *size, int64_t size_len, const ct_tensor *qtensor,
	ct_memory_format memory_format, ct_tensor *out, ct_tensor **result);
ct_error ct_empty_strided(const int64_t *size, int64_t size_len, const int64_t *stride,
	int64_t stride_len, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct_empty_strided_out(const int64_t *size, int64_t size_len, const int64_t *stride,
	int64_t stride_len, ct_tensor *out, ct_tensor **result);
ct_error ct_eq_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_eq_Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_eq_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_eq_Tensor_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_eq__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_eq__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_equal(const ct_tensor *self, const ct_tensor *other, bool *result);
ct_error ct_erf(const ct_tensor *self, ct_tensor **result);
ct_error ct_erf_(ct_tensor *self, ct_tensor **result);
ct_error ct_erf_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_erfc(const ct_tensor *self, ct_tensor **result);
ct_error ct_erfc_(ct_tensor *self, ct_tensor **result);
ct_error ct_erfc_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_erfinv(const ct_tensor *self, ct_tensor **result);
ct_error ct_erfinv_(ct_tensor *self, ct_tensor **result);
ct_error ct_erfinv_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
const char *ct_error_backtrace(ct_error error);
void ct_error_check(ct_error error, const char *file, int line);
void ct_error_free(ct_error error);
const char *ct_error_function(ct_error error);
ct_error_class ct_error_kind(ct_error error);
ct_error ct_error_new(ct_error_class kind, const char *function, const char *format, ...);
ct_error ct_error_new_text(ct_error_class kind, const char *function, const char *text);
bool ct_error_set_backtrace(bool enabled);
void ct_exit(int status);
ct_error ct_exp(const ct_tensor *self, ct_tensor **result);
ct_error ct_exp2(const ct_tensor *self, ct_tensor **result);
ct_error ct_exp2_(ct_tensor *self, ct_tensor **result);
ct_error ct_exp2_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_exp_(ct_tensor *self, ct_tensor **result);
ct_error ct_exp_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_expand(const ct_tensor *self, const int64_t *size, int64_t size_len, bool implicit,
	ct_tensor **result);
ct_error ct_expand_as(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_expand_copy(const ct_tensor *self, const int64_t *size, int64_t size_len, bool implicit,
	ct_tensor **result);
ct_error ct_expand_copy_out(const ct_tensor *self, const int64_t *size, int64_t size_len,
	bool implicit, ct_tensor *out, ct_tensor **result);
ct_error ct_expm1(const ct_tensor *self, ct_tensor **result);
ct_error ct_expm1_(ct_tensor *self, ct_tensor **result);
ct_error ct_expm1_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_exponential(const ct_tensor *self, double lambd, ct_generator *generator,
	ct_tensor **result);
ct_error ct_exponential_(ct_tensor *self, double lambd, ct_generator *generator,
	ct_tensor **result);
ct_error ct_exponential_out(const ct_tensor *self, double lambd, ct_generator *generator,
	ct_tensor *out, ct_tensor **result);
ct_error ct_eye(int64_t n, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct_eye_m(int64_t n, int64_t m, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct_eye_m_out(int64_t n, int64_t m, ct_tensor *out, ct_tensor **result);
ct_error ct_eye_out(int64_t n, ct_tensor *out, ct_tensor **result);
ct_error ct_fake_quantize_per_channel_affine(const ct_tensor *self, const ct_tensor *scale,
	const ct_tensor *zero_point, int64_t axis, int64_t quant_min, int64_t quant_max,
	ct_tensor **result);
ct_error ct_fake_quantize_per_channel_affine_cachemask(const ct_tensor *self,
	const ct_tensor *scale, const ct_tensor *zero_point, int64_t axis, int64_t quant_min,
	int64_t quant_max, ct_tensor **output, ct_tensor **mask);
ct_error ct_fake_quantize_per_channel_affine_cachemask_backward(const ct_tensor *grad,
	const ct_tensor *mask, ct_tensor **result);
ct_error ct_fake_quantize_per_channel_affine_cachemask_out(const ct_tensor *self,
	const ct_tensor *scale, const ct_tensor *zero_point, int64_t axis, int64_t quant_min,
	int64_t quant_max, ct_tensor *out0, ct_tensor *out1, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct_fake_quantize_per_tensor_affine(const ct_tensor *self, double scale, int64_t zero_point,
	int64_t quant_min, int64_t quant_max, ct_tensor **result);
ct_error ct_fake_quantize_per_tensor_affine_cachemask(const ct_tensor *self, double scale,
	int64_t zero_point, int64_t quant_min, int64_t quant_max, ct_tensor **output,
	ct_tensor **mask);
ct_error ct_fake_quantize_per_tensor_affine_cachemask_backward(const ct_tensor *grad,
	const ct_tensor *mask, ct_tensor **result);
ct_error ct_fake_quantize_per_tensor_affine_cachemask_out(const ct_tensor *self, double scale,
	int64_t zero_point, int64_t quant_min, int64_t quant_max, ct_tensor *out0, ct_tensor *out1,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct_fake_quantize_per_tensor_affine_tensor_qparams(const ct_tensor *self,
	const ct_tensor *scale, const ct_tensor *zero_point, int64_t quant_min, int64_t quant_max,
	ct_tensor **result);
ct_error ct_fbgemm_linear_fp16_weight(const ct_tensor *input, const ct_tensor *packed_weight,
	const ct_tensor *bias, ct_tensor **result);
ct_error ct_fbgemm_linear_fp16_weight_fp32_activation(const ct_tensor *input,
	const ct_tensor *packed_weight, const ct_tensor *bias, ct_tensor **result);
ct_error ct_fbgemm_linear_fp16_weight_fp32_activation_out(const ct_tensor *input,
	const ct_tensor *packed_weight, const ct_tensor *bias, ct_tensor *output,
	ct_tensor **result);
ct_error ct_fbgemm_linear_fp16_weight_out(const ct_tensor *input, const ct_tensor *packed_weight,
	const ct_tensor *bias, ct_tensor *output, ct_tensor **result);
ct_error ct_fbgemm_linear_int8_weight(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *packed, const ct_tensor *col_offsets, ct_scalar weight_scale,
	ct_scalar weight_zero_point, const ct_tensor *bias, ct_tensor **result);
ct_error ct_fbgemm_linear_int8_weight_fp32_activation(const ct_tensor *input,
	const ct_tensor *weight, const ct_tensor *packed, const ct_tensor *col_offsets,
	ct_scalar weight_scale, ct_scalar weight_zero_point, const ct_tensor *bias,
	ct_tensor **result);
ct_error ct_fbgemm_linear_quantize_weight(const ct_tensor *input, ct_tensor **result0,
	ct_tensor **result1, double *result2, int64_t *result3);
ct_error ct_fbgemm_pack_gemm_matrix_fp16(const ct_tensor *input, ct_tensor **result);
ct_error ct_fbgemm_pack_quantized_matrix(const ct_tensor *input, ct_tensor **result);
ct_error ct_fbgemm_pack_quantized_matrix_KN(const ct_tensor *input, int64_t K, int64_t N,
	ct_tensor **result);
ct_error ct_feature_alpha_dropout(const ct_tensor *input, double p, bool train, ct_tensor **result);
ct_error ct_feature_alpha_dropout_(ct_tensor *self, double p, bool train, ct_tensor **result);
ct_error ct_feature_dropout(const ct_tensor *input, double p, bool train, ct_tensor **result);
ct_error ct_feature_dropout_(ct_tensor *self, double p, bool train, ct_tensor **result);
ct_error ct_fft_fft(const ct_tensor *self, const int64_t *n, int64_t dim, const char *norm,
	ct_tensor **result);
ct_error ct_fft_fft2(const ct_tensor *self, const int64_t *s, int64_t s_len, const int64_t *dim,
	int64_t dim_len, const char *norm, ct_tensor **result);
ct_error ct_fft_fft2_out(const ct_tensor *self, const int64_t *s, int64_t s_len, const int64_t *dim,
	int64_t dim_len, const char *norm, ct_tensor *out, ct_tensor **result);
ct_error ct_fft_fft_out(const ct_tensor *self, const int64_t *n, int64_t dim, const char *norm,
	ct_tensor *out, ct_tensor **result);
ct_error ct_fft_fftfreq(int64_t n, double d, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct_fft_fftfreq_out(int64_t n, double d, ct_tensor *out, ct_tensor **result);
ct_error ct_fft_fftn(const ct_tensor *self, const int64_t *s, int64_t s_len, const int64_t *dim,
	int64_t dim_len, const char *norm, ct_tensor **result);
ct_error ct_fft_fftn_out(const ct_tensor *self, const int64_t *s, int64_t s_len, const int64_t *dim,
	int64_t dim_len, const char *norm, ct_tensor *out, ct_tensor **result);
ct_error ct_fft_fftshift(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	ct_tensor **result);
ct_error ct_fft_hfft(const ct_tensor *self, const int64_t *n, int64_t dim, const char *norm,
	ct_tensor **result);
ct_error ct_fft_hfft2(const ct_tensor *self, const int64_t *s, int64_t s_len, const int64_t *dim,
	int64_t dim_len, const char *norm, ct_tensor **result);
ct_error ct_fft_hfft2_out(const ct_tensor *self, const int64_t *s, int64_t s_len,
	const int64_t *dim, int64_t dim_len, const char *norm, ct_tensor *out, ct_tensor **result);
ct_error ct_fft_hfft_out(const ct_tensor *self, const int64_t *n, int64_t dim, const char *norm,
	ct_tensor *out, ct_tensor **result);
ct_error ct_fft_hfftn(const ct_tensor *self, const int64_t *s, int64_t s_len, const int64_t *dim,
	int64_t dim_len, const char *norm, ct_tensor **result);
ct_error ct_fft_hfftn_out(const ct_tensor *self, const int64_t *s, int64_t s_len,
	const int64_t *dim, int64_t dim_len, const char *norm, ct_tensor *out, ct_tensor **result);
ct_error ct_fft_ifft(const ct_tensor *self, const int64_t *n, int64_t dim, const char *norm,
	ct_tensor **result);
ct_error ct_fft_ifft2(const ct_tensor *self, const int64_t *s, int64_t s_len, const int64_t *dim,
	int64_t dim_len, const char *norm, ct_tensor **result);
ct_error ct_fft_ifft2_out(const ct_tensor *self, const int64_t *s, int64_t s_len,
	const int64_t *dim, int64_t dim_len, const char *norm, ct_tensor *out, ct_tensor **result);
ct_error ct_fft_ifft_out(const ct_tensor *self, const int64_t *n, int64_t dim, const char *norm,
	ct_tensor *out, ct_tensor **result);
ct_error ct_fft_ifftn(const ct_tensor *self, const int64_t *s, int64_t s_len, const int64_t *dim,
	int64_t dim_len, const char *norm, ct_tensor **result);
ct_error ct_fft_ifftn_out(const ct_tensor *self, const int64_t *s, int64_t s_len,
	const int64_t *dim, int64_t dim_len, const char *norm, ct_tensor *out, ct_tensor **result);
ct_error ct_fft_ifftshift(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	ct_tensor **result);
ct_error ct_fft_ihfft(const ct_tensor *self, const int64_t *n, int64_t dim, const char *norm,
	ct_tensor **result);
ct_error ct_fft_ihfft2(const ct_tensor *self, const int64_t *s, int64_t s_len, const int64_t *dim,
	int64_t dim_len, const char *norm, ct_tensor **result);
ct_error ct_fft_ihfft2_out(const ct_tensor *self, const int64_t *s, int64_t s_len,
	const int64_t *dim, int64_t dim_len, const char *norm, ct_tensor *out, ct_tensor **result);
ct_error ct_fft_ihfft_out(const ct_tensor *self, const int64_t *n, int64_t dim, const char *norm,
	ct_tensor *out, ct_tensor **result);
ct_error ct_fft_ihfftn(const ct_tensor *self, const int64_t *s, int64_t s_len, const int64_t *dim,
	int64_t dim_len, const char *norm, ct_tensor **result);
ct_error ct_fft_ihfftn_out(const ct_tensor *self, const int64_t *s, int64_t s_len,
	const int64_t *dim, int64_t dim_len, const char *norm, ct_tensor *out, ct_tensor **result);
ct_error ct_fft_irfft(const ct_tensor *self, const int64_t *n, int64_t dim, const char *norm,
	ct_tensor **result);
ct_error ct_fft_irfft2(const ct_tensor *self, const int64_t *s, int64_t s_len, const int64_t *dim,
	int64_t dim_len, const char *norm, ct_tensor **result);
ct_error ct_fft_irfft2_out(const ct_tensor *self, const int64_t *s, int64_t s_len,
	const int64_t *dim, int64_t dim_len, const char *norm, ct_tensor *out, ct_tensor **result);
ct_error ct_fft_irfft_out(const ct_tensor *self, const int64_t *n, int64_t dim, const char *norm,
	ct_tensor *out, ct_tensor **result);
ct_error ct_fft_irfftn(const ct_tensor *self, const int64_t *s, int64_t s_len, const int64_t *dim,
	int64_t dim_len, const char *norm, ct_tensor **result);
ct_error ct_fft_irfftn_out(const ct_tensor *self, const int64_t *s, int64_t s_len,
	const int64_t *dim, int64_t dim_len, const char *norm, ct_tensor *out, ct_tensor **result);
ct_error ct_fft_rfft(const ct_tensor *self, const int64_t *n, int64_t dim, const char *norm,
	ct_tensor **result);
ct_error ct_fft_rfft2(const ct_tensor *self, const int64_t *s, int64_t s_len, const int64_t *dim,
	int64_t dim_len, const char *norm, ct_tensor **result);
ct_error ct_fft_rfft2_out(const ct_tensor *self, const int64_t *s, int64_t s_len,
	const int64_t *dim, int64_t dim_len, const char *norm, ct_tensor *out, ct_tensor **result);
ct_error ct_fft_rfft_out(const ct_tensor *self, const int64_t *n, int64_t dim, const char *norm,
	ct_tensor *out, ct_tensor **result);
ct_error ct_fft_rfftfreq(int64_t n, double d, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct_fft_rfftfreq_out(int64_t n, double d, ct_tensor *out, ct_tensor **result);
ct_error ct_fft_rfftn(const ct_tensor *self, const int64_t *s, int64_t s_len, const int64_t *dim,
	int64_t dim_len, const char *norm, ct_tensor **result);
ct_error ct_fft_rfftn_out(const ct_tensor *self, const int64_t *s, int64_t s_len,
	const int64_t *dim, int64_t dim_len, const char *norm, ct_tensor *out, ct_tensor **result);
ct_error ct_fill_Scalar(const ct_tensor *self, ct_scalar value, ct_tensor **result);
ct_error ct_fill_Scalar_out(const ct_tensor *self, ct_scalar value, ct_tensor *out,
	ct_tensor **result);
ct_error ct_fill_Tensor(const ct_tensor *self, const ct_tensor *value, ct_tensor **result);
ct_error ct_fill_Tensor_out(const ct_tensor *self, const ct_tensor *value, ct_tensor *out,
	ct_tensor **result);
ct_error ct_fill__Scalar(ct_tensor *self, ct_scalar value, ct_tensor **result);
ct_error ct_fill__Tensor(ct_tensor *self, const ct_tensor *value, ct_tensor **result);
ct_error ct_fill_diagonal_(ct_tensor *self, ct_scalar fill_value, bool wrap, ct_tensor **result);
ct_error ct_fix(const ct_tensor *self, ct_tensor **result);
ct_error ct_fix_(ct_tensor *self, ct_tensor **result);
ct_error ct_fix_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_flag_get(ct_flag flag, bool *result);
const char *ct_flag_name(ct_flag flag);
ct_error ct_flag_set(ct_flag flag, bool enabled);
ct_error ct_flatten_dense_tensors(ct_tensor *const *tensors, int64_t tensors_len,
	ct_tensor **result);
ct_error ct_flatten_using_ints(const ct_tensor *self, int64_t start_dim, int64_t end_dim,
	ct_tensor **result);
ct_error ct_flip(const ct_tensor *self, const int64_t *dims, int64_t dims_len, ct_tensor **result);
ct_error ct_flip_out(const ct_tensor *self, const int64_t *dims, int64_t dims_len, ct_tensor *out,
	ct_tensor **result);
ct_error ct_fliplr(const ct_tensor *self, ct_tensor **result);
ct_error ct_flipud(const ct_tensor *self, ct_tensor **result);
ct_error ct_float_power_Scalar(ct_scalar self, const ct_tensor *exponent, ct_tensor **result);
ct_error ct_float_power_Scalar_out(ct_scalar self, const ct_tensor *exponent, ct_tensor *out,
	ct_tensor **result);
ct_error ct_float_power_Tensor_Scalar(const ct_tensor *self, ct_scalar exponent,
	ct_tensor **result);
ct_error ct_float_power_Tensor_Scalar_out(const ct_tensor *self, ct_scalar exponent, ct_tensor *out,
	ct_tensor **result);
ct_error ct_float_power_Tensor_Tensor(const ct_tensor *self, const ct_tensor *exponent,
	ct_tensor **result);
ct_error ct_float_power_Tensor_Tensor_out(const ct_tensor *self, const ct_tensor *exponent,
	ct_tensor *out, ct_tensor **result);
ct_error ct_float_power__Scalar(ct_tensor *self, ct_scalar exponent, ct_tensor **result);
ct_error ct_float_power__Tensor(ct_tensor *self, const ct_tensor *exponent, ct_tensor **result);
ct_error ct_floor(const ct_tensor *self, ct_tensor **result);
ct_error ct_floor_(ct_tensor *self, ct_tensor **result);
ct_error ct_floor_divide(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_floor_divide_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_floor_divide_Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_floor_divide__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_floor_divide__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_floor_divide_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_floor_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_fmax(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_fmax_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_fmin(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_fmin_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_fmod_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_fmod_Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_fmod_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_fmod_Tensor_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_fmod__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_fmod__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
int64_t ct_forward_ad_current_level(void);
ct_error ct_forward_ad_enter_dual_level(int64_t *level);
ct_error ct_forward_ad_exit_dual_level(const int64_t *level);
bool ct_forward_ad_is_enabled(void);
ct_error ct_forward_ad_make_dual(const ct_tensor *primal, const ct_tensor *tangent,
	ct_tensor **result);
bool ct_forward_ad_set_enabled(bool enabled);
ct_error ct_forward_ad_unpack_dual(const ct_tensor *self, ct_tensor **primal, ct_tensor **tangent);
ct_error ct_frac(const ct_tensor *self, ct_tensor **result);
ct_error ct_frac_(ct_tensor *self, ct_tensor **result);
ct_error ct_frac_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_fractional_max_pool2d(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *output_size, int64_t output_size_len,
	const ct_tensor *random_samples, ct_tensor **result0, ct_tensor **result1);
ct_error ct_fractional_max_pool2d_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *output_size,
	int64_t output_size_len, const ct_tensor *indices, ct_tensor **result);
ct_error ct_fractional_max_pool2d_backward_grad_input(const ct_tensor *grad_output,
	const ct_tensor *self, const int64_t *kernel_size, int64_t kernel_size_len,
	const int64_t *output_size, int64_t output_size_len, const ct_tensor *indices,
	ct_tensor *grad_input, ct_tensor **result);
ct_error ct_fractional_max_pool2d_output(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *output_size, int64_t output_size_len,
	const ct_tensor *random_samples, ct_tensor *output, ct_tensor *indices, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct_fractional_max_pool3d(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *output_size, int64_t output_size_len,
	const ct_tensor *random_samples, ct_tensor **result0, ct_tensor **result1);
ct_error ct_fractional_max_pool3d_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *output_size,
	int64_t output_size_len, const ct_tensor *indices, ct_tensor **result);
ct_error ct_fractional_max_pool3d_backward_grad_input(const ct_tensor *grad_output,
	const ct_tensor *self, const int64_t *kernel_size, int64_t kernel_size_len,
	const int64_t *output_size, int64_t output_size_len, const ct_tensor *indices,
	ct_tensor *grad_input, ct_tensor **result);
ct_error ct_fractional_max_pool3d_output(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *output_size, int64_t output_size_len,
	const ct_tensor *random_samples, ct_tensor *output, ct_tensor *indices, ct_tensor **result0,
	ct_tensor **result1);
void ct_free(void *memory);
ct_error ct_frexp_Tensor(const ct_tensor *self, ct_tensor **mantissa, ct_tensor **exponent);
ct_error ct_frexp_Tensor_out(const ct_tensor *self, ct_tensor *mantissa, ct_tensor *exponent,
	ct_tensor **mantissa_result, ct_tensor **exponent_result);
ct_error ct_frobenius_norm_dim(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	bool keepdim, ct_tensor **result);
ct_error ct_frobenius_norm_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	bool keepdim, ct_tensor *out, ct_tensor **result);
ct_error ct_from_file(const char *filename, const bool *shared, const int64_t *size, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_from_file_out(const char *filename, const bool *shared, const int64_t *size,
	ct_tensor *out, ct_tensor **result);
ct_error ct_full(const int64_t *size, int64_t size_len, ct_scalar fill_value, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_full_like(const ct_tensor *self, ct_scalar fill_value, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, ct_memory_format memory_format,
	ct_tensor **result);
ct_error ct_full_like_out(const ct_tensor *self, ct_scalar fill_value,
	ct_memory_format memory_format, ct_tensor *out, ct_tensor **result);
ct_error ct_full_out(const int64_t *size, int64_t size_len, ct_scalar fill_value, ct_tensor *out,
	ct_tensor **result);
ct_error ct_function_apply(const ct_function *function, void *data, ct_tensor *const *inputs,
	int64_t inputs_len, ct_tensor **outputs, int64_t outputs_len);
void *ct_function_data(const ct_function_context *context);
int64_t ct_function_inputs_len(const ct_function_context *context);
ct_error ct_function_mark_dirty(ct_function_context *context, ct_tensor *const *tensors,
	int64_t tensors_len);
ct_error ct_function_mark_non_differentiable(ct_function_context *context,
	ct_tensor *const *tensors, int64_t tensors_len);
bool ct_function_needs_input_grad(const ct_function_context *context, int64_t index);
int64_t ct_function_outputs_len(const ct_function_context *context);
ct_error ct_function_save(ct_function_context *context, ct_tensor *const *tensors,
	int64_t tensors_len);
ct_error ct_function_save_for_forward(ct_function_context *context, ct_tensor *const *tensors,
	int64_t tensors_len);
ct_error ct_function_saved(ct_function_context *context, ct_tensor **results, int64_t results_len);
ct_error ct_function_set_materialize_grads(ct_function_context *context, bool materialize);
ct_functional_options ct_functional_defaults(void);
ct_error ct_functional_hessian(ct_functional_function function, void *context,
	ct_tensor *const *inputs, int64_t inputs_len, const ct_functional_options *options,
	ct_tensor **hessians);
ct_error ct_functional_hvp(ct_functional_function function, void *context, ct_tensor *const *inputs,
	int64_t inputs_len, ct_tensor *const *v, int64_t v_len,
	const ct_functional_options *options, ct_tensor **output, ct_tensor **results);
ct_error ct_functional_jacobian(ct_functional_function function, void *context,
	ct_tensor *const *inputs, int64_t inputs_len, int64_t outputs_len,
	const ct_functional_options *options, ct_tensor **jacobians);
ct_error ct_functional_jvp(ct_functional_function function, void *context, ct_tensor *const *inputs,
	int64_t inputs_len, int64_t outputs_len, ct_tensor *const *v, int64_t v_len,
	const ct_functional_options *options, ct_tensor **outputs, ct_tensor **results);
ct_error ct_functional_vhp(ct_functional_function function, void *context, ct_tensor *const *inputs,
	int64_t inputs_len, ct_tensor *const *v, int64_t v_len,
	const ct_functional_options *options, ct_tensor **output, ct_tensor **results);
ct_error ct_functional_vjp(ct_functional_function function, void *context, ct_tensor *const *inputs,
	int64_t inputs_len, int64_t outputs_len, ct_tensor *const *v, int64_t v_len,
	const ct_functional_options *options, ct_tensor **outputs, ct_tensor **results);
ct_error ct_fused_moving_avg_obs_fake_quant(const ct_tensor *self, const ct_tensor *observer_on,
	const ct_tensor *fake_quant_on, ct_tensor *running_min, ct_tensor *running_max,
	ct_tensor *scale, ct_tensor *zero_point, double averaging_const, int64_t quant_min,
	int64_t quant_max, int64_t ch_axis, bool per_row_fake_quant, bool symmetric_quant,
	ct_tensor **result);
ct_error ct_gather(const ct_tensor *self, int64_t dim, const ct_tensor *index, bool sparse_grad,
	ct_tensor **result);
ct_error ct_gather_backward(const ct_tensor *grad, const ct_tensor *self, int64_t dim,
	const ct_tensor *index, bool sparse_grad, ct_tensor **result);
ct_error ct_gather_out(const ct_tensor *self, int64_t dim, const ct_tensor *index, bool sparse_grad,
	ct_tensor *out, ct_tensor **result);
ct_error ct_gc(void);
ct_error ct_gc_finish(void);
ct_error ct_gcd(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_gcd_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_gcd_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_ge_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_ge_Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_ge_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_ge_Tensor_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_ge__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_ge__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_gelu(const ct_tensor *self, const char *approximate, ct_tensor **result);
ct_error ct_gelu_(ct_tensor *self, const char *approximate, ct_tensor **result);
ct_error ct_gelu_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const char *approximate, ct_tensor **result);
ct_error ct_gelu_backward_grad_input(const ct_tensor *grad_output, const ct_tensor *self,
	const char *approximate, ct_tensor *grad_input, ct_tensor **result);
ct_error ct_gelu_out(const ct_tensor *self, const char *approximate, ct_tensor *out,
	ct_tensor **result);
ct_error ct_generator_clone_state(const ct_generator *self, ct_generator **result);
ct_error ct_generator_default(ct_device device, ct_generator **result);
ct_device ct_generator_device(const ct_generator *self);
void ct_generator_free(ct_generator *self);
ct_error ct_generator_get_offset(const ct_generator *self, uint64_t *result);
ct_error ct_generator_get_state(const ct_generator *self, ct_tensor **result);
ct_error ct_generator_graphsafe_get_state(const ct_generator *self, ct_generator **result);
ct_error ct_generator_graphsafe_set_state(ct_generator *self, const ct_generator *state);
ct_error ct_generator_initial_seed(const ct_generator *self, uint64_t *result);
ct_generator *ct_generator_keep(const ct_generator *self);
ct_error ct_generator_load(ct_generator *self, const char *path);
ct_error ct_generator_manual_seed(ct_generator *self, uint64_t seed);
ct_error ct_generator_new(ct_device device, ct_generator **result);
ct_error ct_generator_save(const ct_generator *self, const char *path);
ct_error ct_generator_seed(ct_generator *self, uint64_t *result);
ct_error ct_generator_set_offset(ct_generator *self, uint64_t offset);
ct_error ct_generator_set_state(ct_generator *self, const ct_tensor *state);
ct_error ct_geometric(const ct_tensor *self, double p, ct_generator *generator, ct_tensor **result);
ct_error ct_geometric_(ct_tensor *self, double p, ct_generator *generator, ct_tensor **result);
ct_error ct_geometric_out(const ct_tensor *self, double p, ct_generator *generator, ct_tensor *out,
	ct_tensor **result);
ct_error ct_geqrf(const ct_tensor *self, ct_tensor **a, ct_tensor **tau);
ct_error ct_geqrf_a(const ct_tensor *self, ct_tensor *a, ct_tensor *tau, ct_tensor **a_result,
	ct_tensor **tau_result);
ct_error ct_ger(const ct_tensor *self, const ct_tensor *vec2, ct_tensor **result);
ct_error ct_ger_out(const ct_tensor *self, const ct_tensor *vec2, ct_tensor *out,
	ct_tensor **result);
ct_device ct_get_default_device(void);
ct_dtype ct_get_default_dtype(void);
ct_error ct_get_device(const ct_tensor *self, int64_t *result);
ct_error ct_get_float32_matmul_precision(const char **result);
int32_t ct_get_num_interop_threads(void);
int32_t ct_get_num_threads(void);
ct_printoptions ct_get_printoptions(void);
ct_error ct_glu(const ct_tensor *self, int64_t dim, ct_tensor **result);
ct_error ct_glu_backward(const ct_tensor *grad_output, const ct_tensor *self, int64_t dim,
	ct_tensor **result);
ct_error ct_glu_backward_grad_input(const ct_tensor *grad_output, const ct_tensor *self,
	int64_t dim, ct_tensor *grad_input, ct_tensor **result);
ct_error ct_glu_backward_jvp(const ct_tensor *grad_x, const ct_tensor *grad_glu, const ct_tensor *x,
	const ct_tensor *dgrad_glu, const ct_tensor *dx, int64_t dim, ct_tensor **result);
ct_error ct_glu_backward_jvp_out(const ct_tensor *grad_x, const ct_tensor *grad_glu,
	const ct_tensor *x, const ct_tensor *dgrad_glu, const ct_tensor *dx, int64_t dim,
	ct_tensor *out, ct_tensor **result);
ct_error ct_glu_jvp(const ct_tensor *glu, const ct_tensor *x, const ct_tensor *dx, int64_t dim,
	ct_tensor **result);
ct_error ct_glu_jvp_out(const ct_tensor *glu, const ct_tensor *x, const ct_tensor *dx, int64_t dim,
	ct_tensor *out, ct_tensor **result);
ct_error ct_glu_out(const ct_tensor *self, int64_t dim, ct_tensor *out, ct_tensor **result);
ct_error ct_gradcheck(ct_gradcheck_function function, void *context, ct_tensor *const *inputs,
	int64_t inputs_len, int64_t outputs_len, const ct_gradcheck_options *options,
	bool *result);
ct_gradcheck_options ct_gradcheck_defaults(void);
ct_error ct_gradgradcheck(ct_gradcheck_function function, void *context, ct_tensor *const *inputs,
	int64_t inputs_len, int64_t outputs_len, ct_tensor *const *grad_outputs,
	int64_t grad_outputs_len, const ct_gradcheck_options *options, bool *result);
ct_error ct_gradient_array(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	int64_t edge_order, ct_tensor ***result, int64_t *result_len);
ct_error ct_gradient_scalararray(const ct_tensor *self, ct_scalar spacing, const int64_t *dim,
	int64_t dim_len, int64_t edge_order, ct_tensor ***result, int64_t *result_len);
ct_error ct_gradient_scalarint(const ct_tensor *self, const ct_scalar *spacing, const int64_t *dim,
	int64_t edge_order, ct_tensor ***result, int64_t *result_len);
ct_error ct_gradient_scalarrayarray(const ct_tensor *self, const ct_scalar *spacing,
	int64_t spacing_len, const int64_t *dim, int64_t dim_len, int64_t edge_order,
	ct_tensor ***result, int64_t *result_len);
ct_error ct_gradient_scalarrayint(const ct_tensor *self, const ct_scalar *spacing,
	int64_t spacing_len, const int64_t *dim, int64_t edge_order, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_gradient_tensorarray(const ct_tensor *self, ct_tensor *const *spacing,
	int64_t spacing_len, const int64_t *dim, int64_t dim_len, int64_t edge_order,
	ct_tensor ***result, int64_t *result_len);
ct_error ct_gradient_tensorarrayint(const ct_tensor *self, ct_tensor *const *spacing,
	int64_t spacing_len, const int64_t *dim, int64_t edge_order, ct_tensor ***result,
	int64_t *result_len);
ct_graph_options ct_graph_defaults(void);
ct_error ct_graph_print_dot(ct_tensor *const *tensors, int64_t tensors_len,
	const ct_graph_options *options, FILE *stream);
ct_error ct_graph_print_tree(ct_tensor *const *tensors, int64_t tensors_len,
	const ct_graph_options *options, FILE *stream);
ct_error ct_graph_to_dot(ct_tensor *const *tensors, int64_t tensors_len,
	const ct_graph_options *options, char **result);
ct_error ct_graph_to_tree(ct_tensor *const *tensors, int64_t tensors_len,
	const ct_graph_options *options, char **result);
ct_error ct_graph_visit(ct_tensor *const *tensors, int64_t tensors_len, ct_node_visitor visit,
	void *context);
ct_error ct_greater_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_greater_Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_greater_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_greater_Tensor_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_greater__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_greater__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_greater_equal_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_greater_equal_Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_greater_equal_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_greater_equal_Tensor_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_greater_equal__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_greater_equal__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_grid_sampler(const ct_tensor *input, const ct_tensor *grid, int64_t interpolation_mode,
	int64_t padding_mode, bool align_corners, ct_tensor **result);
ct_error ct_grid_sampler_2d(const ct_tensor *input, const ct_tensor *grid,
	int64_t interpolation_mode, int64_t padding_mode, bool align_corners, ct_tensor **result);
ct_error ct_grid_sampler_2d_backward(const ct_tensor *grad_output, const ct_tensor *input,
	const ct_tensor *grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners,
	const bool *output_mask, ct_tensor **result0, ct_tensor **result1);
ct_error ct_grid_sampler_2d_backward_out(const ct_tensor *grad_output, const ct_tensor *input,
	const ct_tensor *grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners,
	const bool *output_mask, ct_tensor *out0, ct_tensor *out1, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct_grid_sampler_2d_out(const ct_tensor *input, const ct_tensor *grid,
	int64_t interpolation_mode, int64_t padding_mode, bool align_corners, ct_tensor *out,
	ct_tensor **result);
ct_error ct_grid_sampler_3d(const ct_tensor *input, const ct_tensor *grid,
	int64_t interpolation_mode, int64_t padding_mode, bool align_corners, ct_tensor **result);
ct_error ct_grid_sampler_3d_backward(const ct_tensor *grad_output, const ct_tensor *input,
	const ct_tensor *grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners,
	const bool *output_mask, ct_tensor **result0, ct_tensor **result1);
ct_error ct_grid_sampler_3d_backward_out(const ct_tensor *grad_output, const ct_tensor *input,
	const ct_tensor *grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners,
	const bool *output_mask, ct_tensor *out0, ct_tensor *out1, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct_grid_sampler_3d_out(const ct_tensor *input, const ct_tensor *grid,
	int64_t interpolation_mode, int64_t padding_mode, bool align_corners, ct_tensor *out,
	ct_tensor **result);
ct_error ct_group_norm(const ct_tensor *input, int64_t num_groups, const ct_tensor *weight,
	const ct_tensor *bias, double eps, bool cudnn_enabled, ct_tensor **result);
ct_error ct_gru_cell(const ct_tensor *input, const ct_tensor *hx, const ct_tensor *w_ih,
	const ct_tensor *w_hh, const ct_tensor *b_ih, const ct_tensor *b_hh, ct_tensor **result);
ct_error ct_gru_data(const ct_tensor *data, const ct_tensor *batch_sizes, const ct_tensor *hx,
	ct_tensor *const *params, int64_t params_len, bool has_biases, int64_t num_layers,
	double dropout, bool train, bool bidirectional, ct_tensor **result0, ct_tensor **result1);
ct_error ct_gru_input(const ct_tensor *input, const ct_tensor *hx, ct_tensor *const *params,
	int64_t params_len, bool has_biases, int64_t num_layers, double dropout, bool train,
	bool bidirectional, bool batch_first, ct_tensor **result0, ct_tensor **result1);
ct_error ct_gt_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_gt_Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_gt_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_gt_Tensor_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_gt__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_gt__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_hamming_window(int64_t window_length, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_hamming_window_out(int64_t window_length, ct_tensor *out, ct_tensor **result);
ct_error ct_hamming_window_periodic(int64_t window_length, bool periodic, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_hamming_window_periodic_alpha(int64_t window_length, bool periodic, double alpha,
	ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory,
	ct_tensor **result);
ct_error ct_hamming_window_periodic_alpha_beta(int64_t window_length, bool periodic, double alpha,
	double beta, ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory,
	ct_tensor **result);
ct_error ct_hamming_window_periodic_alpha_beta_out(int64_t window_length, bool periodic,
	double alpha, double beta, ct_tensor *out, ct_tensor **result);
ct_error ct_hamming_window_periodic_alpha_out(int64_t window_length, bool periodic, double alpha,
	ct_tensor *out, ct_tensor **result);
ct_error ct_hamming_window_periodic_out(int64_t window_length, bool periodic, ct_tensor *out,
	ct_tensor **result);
ct_error ct_hann_window(int64_t window_length, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct_hann_window_out(int64_t window_length, ct_tensor *out, ct_tensor **result);
ct_error ct_hann_window_periodic(int64_t window_length, bool periodic, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_hann_window_periodic_out(int64_t window_length, bool periodic, ct_tensor *out,
	ct_tensor **result);
ct_error ct_hardshrink(const ct_tensor *self, ct_scalar lambd, ct_tensor **result);
ct_error ct_hardshrink_backward(const ct_tensor *grad_out, const ct_tensor *self, ct_scalar lambd,
	ct_tensor **result);
ct_error ct_hardshrink_backward_grad_input(const ct_tensor *grad_out, const ct_tensor *self,
	ct_scalar lambd, ct_tensor *grad_input, ct_tensor **result);
ct_error ct_hardshrink_out(const ct_tensor *self, ct_scalar lambd, ct_tensor *out,
	ct_tensor **result);
ct_error ct_hardsigmoid(const ct_tensor *self, ct_tensor **result);
ct_error ct_hardsigmoid_(ct_tensor *self, ct_tensor **result);
ct_error ct_hardsigmoid_backward(const ct_tensor *grad_output, const ct_tensor *self,
	ct_tensor **result);
ct_error ct_hardsigmoid_backward_grad_input(const ct_tensor *grad_output, const ct_tensor *self,
	ct_tensor *grad_input, ct_tensor **result);
ct_error ct_hardsigmoid_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_hardswish(const ct_tensor *self, ct_tensor **result);
ct_error ct_hardswish_(ct_tensor *self, ct_tensor **result);
ct_error ct_hardswish_backward(const ct_tensor *grad_output, const ct_tensor *self,
	ct_tensor **result);
ct_error ct_hardswish_backward_out(const ct_tensor *grad_output, const ct_tensor *self,
	ct_tensor *out, ct_tensor **result);
ct_error ct_hardswish_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_hardtanh(const ct_tensor *self, ct_scalar min_val, ct_scalar max_val,
	ct_tensor **result);
ct_error ct_hardtanh_(ct_tensor *self, ct_scalar min_val, ct_scalar max_val, ct_tensor **result);
ct_error ct_hardtanh_backward(const ct_tensor *grad_output, const ct_tensor *self,
	ct_scalar min_val, ct_scalar max_val, ct_tensor **result);
ct_error ct_hardtanh_backward_grad_input(const ct_tensor *grad_output, const ct_tensor *self,
	ct_scalar min_val, ct_scalar max_val, ct_tensor *grad_input, ct_tensor **result);
ct_error ct_hardtanh_out(const ct_tensor *self, ct_scalar min_val, ct_scalar max_val,
	ct_tensor *out, ct_tensor **result);
ct_error ct_hash_tensor(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool keepdim,
	int64_t mode, ct_tensor **result);
ct_error ct_hash_tensor_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	bool keepdim, int64_t mode, ct_tensor *out, ct_tensor **result);
ct_error ct_heaviside(const ct_tensor *self, const ct_tensor *values, ct_tensor **result);
ct_error ct_heaviside_(ct_tensor *self, const ct_tensor *values, ct_tensor **result);
ct_error ct_heaviside_out(const ct_tensor *self, const ct_tensor *values, ct_tensor *out,
	ct_tensor **result);
ct_error ct_hinge_embedding_loss(const ct_tensor *self, const ct_tensor *target, double margin,
	int64_t reduction, ct_tensor **result);
ct_error ct_histc(const ct_tensor *self, int64_t bins, ct_scalar min, ct_scalar max,
	ct_tensor **result);
ct_error ct_histc_out(const ct_tensor *self, int64_t bins, ct_scalar min, ct_scalar max,
	ct_tensor *out, ct_tensor **result);
ct_error ct_histogram_bin_ct(const ct_tensor *self, int64_t bins, const double *range,
	int64_t range_len, const ct_tensor *weight, bool density, ct_tensor **hist,
	ct_tensor **bin_edges);
ct_error ct_histogram_bin_ct_out(const ct_tensor *self, int64_t bins, const double *range,
	int64_t range_len, const ct_tensor *weight, bool density, ct_tensor *hist,
	ct_tensor *bin_edges, ct_tensor **hist_result, ct_tensor **bin_edges_result);
ct_error ct_histogram_bins_tensor(const ct_tensor *self, const ct_tensor *bins,
	const ct_tensor *weight, bool density, ct_tensor **hist, ct_tensor **bin_edges);
ct_error ct_histogram_bins_tensor_out(const ct_tensor *self, const ct_tensor *bins,
	const ct_tensor *weight, bool density, ct_tensor *hist, ct_tensor *bin_edges,
	ct_tensor **hist_result, ct_tensor **bin_edges_result);
ct_error ct_histogramdd(const ct_tensor *self, const int64_t *bins, int64_t bins_len,
	const double *range, int64_t range_len, const ct_tensor *weight, bool density,
	ct_tensor **hist, ct_tensor ***bin_edges, int64_t *bin_edges_len);
ct_error ct_histogramdd_TensorList_bins(const ct_tensor *self, ct_tensor *const *bins,
	int64_t bins_len, const double *range, int64_t range_len, const ct_tensor *weight,
	bool density, ct_tensor **hist, ct_tensor ***bin_edges, int64_t *bin_edges_len);
ct_error ct_histogramdd_int_bins(const ct_tensor *self, int64_t bins, const double *range,
	int64_t range_len, const ct_tensor *weight, bool density, ct_tensor **hist,
	ct_tensor ***bin_edges, int64_t *bin_edges_len);
bool ct_hook_remove(int64_t hook);
ct_error ct_hsplit_array(const ct_tensor *self, const int64_t *indices, int64_t indices_len,
	ct_tensor ***result, int64_t *result_len);
ct_error ct_hsplit_int(const ct_tensor *self, int64_t sections, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_hspmm(const ct_tensor *mat1, const ct_tensor *mat2, ct_tensor **result);
ct_error ct_hspmm_out(const ct_tensor *mat1, const ct_tensor *mat2, ct_tensor *out,
	ct_tensor **result);
ct_error ct_hstack(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor **result);
ct_error ct_hstack_out(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor *out,
	ct_tensor **result);
ct_error ct_huber_loss(const ct_tensor *self, const ct_tensor *target, int64_t reduction,
	double delta, ct_tensor **result);
ct_error ct_huber_loss_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *target, int64_t reduction, double delta, ct_tensor **result);
ct_error ct_huber_loss_backward_out(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *target, int64_t reduction, double delta, ct_tensor *grad_input,
	ct_tensor **result);
ct_error ct_huber_loss_out(const ct_tensor *self, const ct_tensor *target, int64_t reduction,
	double delta, ct_tensor *out, ct_tensor **result);
ct_error ct_hypot(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_hypot_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_hypot_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_i0(const ct_tensor *self, ct_tensor **result);
ct_error ct_i0_(ct_tensor *self, ct_tensor **result);
ct_error ct_i0_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_igamma(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_igamma_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_igamma_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_igammac(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_igammac_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_igammac_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_im2col(const ct_tensor *self, const int64_t *kernel_size, int64_t kernel_size_len,
	const int64_t *dilation, int64_t dilation_len, const int64_t *padding, int64_t padding_len,
	const int64_t *stride, int64_t stride_len, ct_tensor **result);
ct_error ct_im2col_out(const ct_tensor *self, const int64_t *kernel_size, int64_t kernel_size_len,
	const int64_t *dilation, int64_t dilation_len, const int64_t *padding, int64_t padding_len,
	const int64_t *stride, int64_t stride_len, ct_tensor *out, ct_tensor **result);
ct_error ct_imag(const ct_tensor *self, ct_tensor **result);
ct_error ct_index_Tensor(const ct_tensor *self, ct_tensor *const *indices, int64_t indices_len,
	ct_tensor **result);
ct_error ct_index_Tensor_out(const ct_tensor *self, ct_tensor *const *indices, int64_t indices_len,
	ct_tensor *out, ct_tensor **result);
ct_error ct_index_add(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *source, ct_scalar alpha, ct_tensor **result);
ct_error ct_index_add_(ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *source, ct_scalar alpha, ct_tensor **result);
ct_error ct_index_add_out(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *source, ct_scalar alpha, ct_tensor *out, ct_tensor **result);
ct_index ct_index_at(int64_t place);
ct_index ct_index_at_bool(bool truth);
ct_index ct_index_at_list(const int64_t *list, int64_t length);
ct_index ct_index_at_mask(const bool *list, int64_t length);
ct_index ct_index_at_tensor(const ct_tensor *tensor);
ct_error ct_index_copy(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *source, ct_tensor **result);
ct_error ct_index_copy_(ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *source, ct_tensor **result);
ct_error ct_index_copy_out(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *source, ct_tensor *out, ct_tensor **result);
ct_index ct_index_ellipsis(void);
ct_error ct_index_fill__int_Scalar(ct_tensor *self, int64_t dim, const ct_tensor *index,
	ct_scalar value, ct_tensor **result);
ct_error ct_index_fill__int_Tensor(ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *value, ct_tensor **result);
ct_error ct_index_fill_int_Scalar(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	ct_scalar value, ct_tensor **result);
ct_error ct_index_fill_int_Scalar_out(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	ct_scalar value, ct_tensor *out, ct_tensor **result);
ct_error ct_index_fill_int_Tensor(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *value, ct_tensor **result);
ct_error ct_index_fill_int_Tensor_out(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *value, ct_tensor *out, ct_tensor **result);
ct_index ct_index_new_axis(void);
ct_error ct_index_put(const ct_tensor *self, ct_tensor *const *indices, int64_t indices_len,
	const ct_tensor *values, bool accumulate, ct_tensor **result);
ct_error ct_index_put_(ct_tensor *self, ct_tensor *const *indices, int64_t indices_len,
	const ct_tensor *values, bool accumulate, ct_tensor **result);
ct_error ct_index_put_out(const ct_tensor *self, ct_tensor *const *indices, int64_t indices_len,
	const ct_tensor *values, bool accumulate, ct_tensor *out, ct_tensor **result);
ct_error ct_index_reduce(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *source, const char *reduce, bool include_self, ct_tensor **result);
ct_error ct_index_reduce_(ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *source, const char *reduce, bool include_self, ct_tensor **result);
ct_error ct_index_reduce_out(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *source, const char *reduce, bool include_self, ct_tensor *out,
	ct_tensor **result);
ct_error ct_index_select(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	ct_tensor **result);
ct_error ct_index_select_backward(const ct_tensor *grad, const int64_t *self_sizes,
	int64_t self_sizes_len, int64_t dim, const ct_tensor *index, ct_tensor **result);
ct_error ct_index_select_out(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	ct_tensor *out, ct_tensor **result);
ct_index ct_index_slice(int32_t given, int64_t start, int64_t stop, int64_t step);
ct_error ct_indices(const ct_tensor *self, ct_tensor **result);
ct_error ct_indices_copy(const ct_tensor *self, ct_tensor **result);
ct_error ct_indices_copy_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_infinitely_differentiable_gelu_backward(const ct_tensor *grad, const ct_tensor *self,
	ct_tensor **result);
ct_error ct_inner(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_inner_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_instance_norm(const ct_tensor *input, const ct_tensor *weight, const ct_tensor *bias,
	const ct_tensor *running_mean, const ct_tensor *running_var, bool use_input_stats,
	double momentum, double eps, bool cudnn_enabled, ct_tensor **result);
ct_error ct_int_repr(const ct_tensor *self, ct_tensor **result);
ct_error ct_int_repr_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_inverse(const ct_tensor *self, ct_tensor **result);
ct_error ct_inverse_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_is_coalesced(const ct_tensor *self, bool *result);
ct_error ct_is_complex(const ct_tensor *self, bool *result);
ct_error ct_is_conj(const ct_tensor *self, bool *result);
ct_error ct_is_contiguous(const ct_tensor *self, bool *result);
ct_error ct_is_contiguous_memory_format(const ct_tensor *self, ct_memory_format memory_format,
	bool *result);
bool ct_is_deterministic_algorithms_warn_only_enabled(void);
ct_error ct_is_distributed(const ct_tensor *self, bool *result);
ct_error ct_is_floating_point(const ct_tensor *self, bool *result);
ct_error ct_is_inference(const ct_tensor *self, bool *result);
ct_error ct_is_leaf(const ct_tensor *self, bool *result);
ct_error ct_is_neg(const ct_tensor *self, bool *result);
ct_error ct_is_nonzero(const ct_tensor *self, bool *result);
ct_error ct_is_pinned(const ct_tensor *self, ct_device device, bool *result);
ct_error ct_is_same_size(const ct_tensor *self, const ct_tensor *other, bool *result);
ct_error ct_is_set_to(const ct_tensor *self, const ct_tensor *tensor, bool *result);
ct_error ct_is_signed(const ct_tensor *self, bool *result);
ct_error ct_is_vulkan_available(bool *result);
ct_error ct_isclose(const ct_tensor *self, const ct_tensor *other, double rtol, double atol,
	bool equal_nan, ct_tensor **result);
ct_error ct_isfinite(const ct_tensor *self, ct_tensor **result);
ct_error ct_isin_Scalar_Tensor(ct_scalar element, const ct_tensor *test_elements,
	bool assume_unique, bool invert, ct_tensor **result);
ct_error ct_isin_Scalar_Tensor_out(ct_scalar element, const ct_tensor *test_elements,
	bool assume_unique, bool invert, ct_tensor *out, ct_tensor **result);
ct_error ct_isin_Tensor_Scalar(const ct_tensor *elements, ct_scalar test_element,
	bool assume_unique, bool invert, ct_tensor **result);
ct_error ct_isin_Tensor_Scalar_out(const ct_tensor *elements, ct_scalar test_element,
	bool assume_unique, bool invert, ct_tensor *out, ct_tensor **result);
ct_error ct_isin_Tensor_Tensor(const ct_tensor *elements, const ct_tensor *test_elements,
	bool assume_unique, bool invert, ct_tensor **result);
ct_error ct_isin_Tensor_Tensor_out(const ct_tensor *elements, const ct_tensor *test_elements,
	bool assume_unique, bool invert, ct_tensor *out, ct_tensor **result);
ct_error ct_isinf(const ct_tensor *self, ct_tensor **result);
ct_error ct_isinf_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_isnan(const ct_tensor *self, ct_tensor **result);
ct_error ct_isnan_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_isneginf(const ct_tensor *self, ct_tensor **result);
ct_error ct_isneginf_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_isposinf(const ct_tensor *self, ct_tensor **result);
ct_error ct_isposinf_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_isreal(const ct_tensor *self, ct_tensor **result);
ct_error ct_istft(const ct_tensor *self, int64_t n_fft, const int64_t *hop_length,
	const int64_t *win_length, const ct_tensor *window, bool center, bool normalized,
	const bool *onesided, const int64_t *length, bool return_complex, ct_tensor **result);
ct_error ct_item(const ct_tensor *self, ct_scalar *result);
ct_error ct_kaiser_window(int64_t window_length, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct_kaiser_window_beta(int64_t window_length, bool periodic, double beta, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_kaiser_window_beta_out(int64_t window_length, bool periodic, double beta,
	ct_tensor *out, ct_tensor **result);
ct_error ct_kaiser_window_out(int64_t window_length, ct_tensor *out, ct_tensor **result);
ct_error ct_kaiser_window_periodic(int64_t window_length, bool periodic, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_kaiser_window_periodic_out(int64_t window_length, bool periodic, ct_tensor *out,
	ct_tensor **result);
ct_error ct_kl_div(const ct_tensor *self, const ct_tensor *target, int64_t reduction,
	bool log_target, ct_tensor **result);
ct_error ct_kron(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_kron_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_kthvalue(const ct_tensor *self, int64_t k, int64_t dim, bool keepdim,
	ct_tensor **values, ct_tensor **indices);
ct_error ct_kthvalue_values(const ct_tensor *self, int64_t k, int64_t dim, bool keepdim,
	ct_tensor *values, ct_tensor *indices, ct_tensor **values_result,
	ct_tensor **indices_result);
ct_error ct_l1_loss(const ct_tensor *self, const ct_tensor *target, int64_t reduction,
	ct_tensor **result);
ct_error ct_layer_norm(const ct_tensor *input, const int64_t *normalized_shape,
	int64_t normalized_shape_len, const ct_tensor *weight, const ct_tensor *bias, double eps,
	bool cudnn_enable, ct_tensor **result);
ct_error ct_lcm(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_lcm_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_lcm_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_ldexp_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_ldexp_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_ldexp_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_le_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_le_Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_le_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_le_Tensor_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_le__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_le__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_leaky_relu(const ct_tensor *self, ct_scalar negative_slope, ct_tensor **result);
ct_error ct_leaky_relu_(ct_tensor *self, ct_scalar negative_slope, ct_tensor **result);
ct_error ct_leaky_relu_backward(const ct_tensor *grad_output, const ct_tensor *self,
	ct_scalar negative_slope, bool self_is_result, ct_tensor **result);
ct_error ct_leaky_relu_backward_grad_input(const ct_tensor *grad_output, const ct_tensor *self,
	ct_scalar negative_slope, bool self_is_result, ct_tensor *grad_input, ct_tensor **result);
ct_error ct_leaky_relu_out(const ct_tensor *self, ct_scalar negative_slope, ct_tensor *out,
	ct_tensor **result);
ct_error ct_lerp_Scalar(const ct_tensor *self, const ct_tensor *end, ct_scalar weight,
	ct_tensor **result);
ct_error ct_lerp_Scalar_out(const ct_tensor *self, const ct_tensor *end, ct_scalar weight,
	ct_tensor *out, ct_tensor **result);
ct_error ct_lerp_Tensor(const ct_tensor *self, const ct_tensor *end, const ct_tensor *weight,
	ct_tensor **result);
ct_error ct_lerp_Tensor_out(const ct_tensor *self, const ct_tensor *end, const ct_tensor *weight,
	ct_tensor *out, ct_tensor **result);
ct_error ct_lerp__Scalar(ct_tensor *self, const ct_tensor *end, ct_scalar weight,
	ct_tensor **result);
ct_error ct_lerp__Tensor(ct_tensor *self, const ct_tensor *end, const ct_tensor *weight,
	ct_tensor **result);
ct_error ct_less_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_less_Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_less_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_less_Tensor_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_less__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_less__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_less_equal_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_less_equal_Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_less_equal_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_less_equal_Tensor_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_less_equal__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_less_equal__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_lgamma(const ct_tensor *self, ct_tensor **result);
ct_error ct_lgamma_(ct_tensor *self, ct_tensor **result);
ct_error ct_lgamma_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_library_define(ct_library *self, const char *schema);
void ct_library_free(ct_library *self);
ct_error ct_library_implement(ct_library *self, const char *name, const char *dispatch_key,
	ct_kernel kernel, void *context, ct_release release);
ct_error ct_library_new(const char *name_space, ct_library **result);
ct_error ct_library_register_fake(ct_library *self, const char *name, ct_kernel kernel,
	void *context, ct_release release);
ct_error ct_library_set_backward(ct_library *self, const char *name, ct_operator_setup setup,
	ct_operator_backward backward, void *context, ct_release release);
const char *ct_libtorch_version(void);
const char *ct_libtorch_version_built(void);
ct_error ct_lift(const ct_tensor *self, ct_tensor **result);
ct_error ct_lift_fresh(const ct_tensor *self, ct_tensor **result);
ct_error ct_lift_fresh_copy(const ct_tensor *self, ct_tensor **result);
ct_error ct_lift_fresh_copy_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_lift_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_linalg__powsum(const ct_tensor *self, ct_scalar ord, const int64_t *dim,
	int64_t dim_len, bool keepdim, ct_dtype dtype, ct_tensor **result);
ct_error ct_linalg_cholesky(const ct_tensor *self, bool upper, ct_tensor **result);
ct_error ct_linalg_cholesky_ex(const ct_tensor *self, bool upper, bool check_errors, ct_tensor **L,
	ct_tensor **info);
ct_error ct_linalg_cholesky_ex_L(const ct_tensor *self, bool upper, bool check_errors, ct_tensor *L,
	ct_tensor *info, ct_tensor **L_result, ct_tensor **info_result);
ct_error ct_linalg_cholesky_out(const ct_tensor *self, bool upper, ct_tensor *out,
	ct_tensor **result);
ct_error ct_linalg_cond(const ct_tensor *self, const ct_scalar *p, ct_tensor **result);
ct_error ct_linalg_cond_out(const ct_tensor *self, const ct_scalar *p, ct_tensor *out,
	ct_tensor **result);
ct_error ct_linalg_cond_p_str(const ct_tensor *self, const char *p, ct_tensor **result);
ct_error ct_linalg_cond_p_str_out(const ct_tensor *self, const char *p, ct_tensor *out,
	ct_tensor **result);
ct_error ct_linalg_cross(const ct_tensor *self, const ct_tensor *other, int64_t dim,
	ct_tensor **result);
ct_error ct_linalg_cross_out(const ct_tensor *self, const ct_tensor *other, int64_t dim,
	ct_tensor *out, ct_tensor **result);
ct_error ct_linalg_det(const ct_tensor *A, ct_tensor **result);
ct_error ct_linalg_det_out(const ct_tensor *A, ct_tensor *out, ct_tensor **result);
ct_error ct_linalg_diagonal(const ct_tensor *A, int64_t offset, int64_t dim1, int64_t dim2,
	ct_tensor **result);
ct_error ct_linalg_eig(const ct_tensor *self, ct_tensor **eigenvalues, ct_tensor **eigenvectors);
ct_error ct_linalg_eig_out(const ct_tensor *self, ct_tensor *eigenvalues, ct_tensor *eigenvectors,
	ct_tensor **eigenvalues_result, ct_tensor **eigenvectors_result);
ct_error ct_linalg_eigh(const ct_tensor *self, const char *UPLO, ct_tensor **eigenvalues,
	ct_tensor **eigenvectors);
ct_error ct_linalg_eigh_eigvals(const ct_tensor *self, const char *UPLO, ct_tensor *eigvals,
	ct_tensor *eigvecs, ct_tensor **eigenvalues, ct_tensor **eigenvectors);
ct_error ct_linalg_eigvals(const ct_tensor *self, ct_tensor **result);
ct_error ct_linalg_eigvals_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_linalg_eigvalsh(const ct_tensor *self, const char *UPLO, ct_tensor **result);
ct_error ct_linalg_eigvalsh_out(const ct_tensor *self, const char *UPLO, ct_tensor *out,
	ct_tensor **result);
ct_error ct_linalg_householder_product(const ct_tensor *input, const ct_tensor *tau,
	ct_tensor **result);
ct_error ct_linalg_householder_product_out(const ct_tensor *input, const ct_tensor *tau,
	ct_tensor *out, ct_tensor **result);
ct_error ct_linalg_inv(const ct_tensor *A, ct_tensor **result);
ct_error ct_linalg_inv_ex(const ct_tensor *A, bool check_errors, ct_tensor **inverse,
	ct_tensor **info);
ct_error ct_linalg_inv_ex_inverse(const ct_tensor *A, bool check_errors, ct_tensor *inverse,
	ct_tensor *info, ct_tensor **inverse_result, ct_tensor **info_result);
ct_error ct_linalg_inv_out(const ct_tensor *A, ct_tensor *out, ct_tensor **result);
ct_error ct_linalg_ldl_factor(const ct_tensor *self, bool hermitian, ct_tensor **LD,
	ct_tensor **pivots);
ct_error ct_linalg_ldl_factor_ex(const ct_tensor *self, bool hermitian, bool check_errors,
	ct_tensor **LD, ct_tensor **pivots, ct_tensor **info);
ct_error ct_linalg_ldl_factor_ex_out(const ct_tensor *self, bool hermitian, bool check_errors,
	ct_tensor *LD, ct_tensor *pivots, ct_tensor *info, ct_tensor **LD_result,
	ct_tensor **pivots_result, ct_tensor **info_result);
ct_error ct_linalg_ldl_factor_out(const ct_tensor *self, bool hermitian, ct_tensor *LD,
	ct_tensor *pivots, ct_tensor **LD_result, ct_tensor **pivots_result);
ct_error ct_linalg_ldl_solve(const ct_tensor *LD, const ct_tensor *pivots, const ct_tensor *B,
	bool hermitian, ct_tensor **result);
ct_error ct_linalg_ldl_solve_out(const ct_tensor *LD, const ct_tensor *pivots, const ct_tensor *B,
	bool hermitian, ct_tensor *out, ct_tensor **result);
ct_error ct_linalg_lstsq(const ct_tensor *self, const ct_tensor *b, const double *rcond,
	const char *driver, ct_tensor **solution, ct_tensor **residuals, ct_tensor **rank,
	ct_tensor **singular_values);
ct_error ct_linalg_lstsq_out(const ct_tensor *self, const ct_tensor *b, const double *rcond,
	const char *driver, ct_tensor *solution, ct_tensor *residuals, ct_tensor *rank,
	ct_tensor *singular_values, ct_tensor **solution_result, ct_tensor **residuals_result,
	ct_tensor **rank_result, ct_tensor **singular_values_result);
ct_error ct_linalg_lu(const ct_tensor *A, bool pivot, ct_tensor **P, ct_tensor **L, ct_tensor **U);
ct_error ct_linalg_lu_factor(const ct_tensor *A, bool pivot, ct_tensor **LU, ct_tensor **pivots);
ct_error ct_linalg_lu_factor_ex(const ct_tensor *A, bool pivot, bool check_errors, ct_tensor **LU,
	ct_tensor **pivots, ct_tensor **info);
ct_error ct_linalg_lu_factor_ex_out(const ct_tensor *A, bool pivot, bool check_errors,
	ct_tensor *LU, ct_tensor *pivots, ct_tensor *info, ct_tensor **LU_result,
	ct_tensor **pivots_result, ct_tensor **info_result);
ct_error ct_linalg_lu_factor_out(const ct_tensor *A, bool pivot, ct_tensor *LU, ct_tensor *pivots,
	ct_tensor **LU_result, ct_tensor **pivots_result);
ct_error ct_linalg_lu_out(const ct_tensor *A, bool pivot, ct_tensor *P, ct_tensor *L, ct_tensor *U,
	ct_tensor **P_result, ct_tensor **L_result, ct_tensor **U_result);
ct_error ct_linalg_lu_solve(const ct_tensor *LU, const ct_tensor *pivots, const ct_tensor *B,
	bool left, bool adjoint, ct_tensor **result);
ct_error ct_linalg_lu_solve_out(const ct_tensor *LU, const ct_tensor *pivots, const ct_tensor *B,
	bool left, bool adjoint, ct_tensor *out, ct_tensor **result);
ct_error ct_linalg_matmul(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_linalg_matmul_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_linalg_matrix_exp(const ct_tensor *self, ct_tensor **result);
ct_error ct_linalg_matrix_exp_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_linalg_matrix_norm(const ct_tensor *self, ct_scalar ord, const int64_t *dim,
	int64_t dim_len, bool keepdim, ct_dtype dtype, ct_tensor **result);
ct_error ct_linalg_matrix_norm_out(const ct_tensor *self, ct_scalar ord, const int64_t *dim,
	int64_t dim_len, bool keepdim, ct_dtype dtype, ct_tensor *out, ct_tensor **result);
ct_error ct_linalg_matrix_norm_str_ord(const ct_tensor *self, const char *ord, const int64_t *dim,
	int64_t dim_len, bool keepdim, ct_dtype dtype, ct_tensor **result);
ct_error ct_linalg_matrix_norm_str_ord_out(const ct_tensor *self, const char *ord,
	const int64_t *dim, int64_t dim_len, bool keepdim, ct_dtype dtype, ct_tensor *out,
	ct_tensor **result);
ct_error ct_linalg_matrix_power(const ct_tensor *self, int64_t n, ct_tensor **result);
ct_error ct_linalg_matrix_power_out(const ct_tensor *self, int64_t n, ct_tensor *out,
	ct_tensor **result);
ct_error ct_linalg_matrix_rank(const ct_tensor *self, double tol, bool hermitian,
	ct_tensor **result);
ct_error ct_linalg_matrix_rank_atol_rtol_float(const ct_tensor *self, const double *atol,
	const double *rtol, bool hermitian, ct_tensor **result);
ct_error ct_linalg_matrix_rank_atol_rtol_float_out(const ct_tensor *self, const double *atol,
	const double *rtol, bool hermitian, ct_tensor *out, ct_tensor **result);
ct_error ct_linalg_matrix_rank_atol_rtol_tensor(const ct_tensor *input, const ct_tensor *atol,
	const ct_tensor *rtol, bool hermitian, ct_tensor **result);
ct_error ct_linalg_matrix_rank_atol_rtol_tensor_out(const ct_tensor *input, const ct_tensor *atol,
	const ct_tensor *rtol, bool hermitian, ct_tensor *out, ct_tensor **result);
ct_error ct_linalg_matrix_rank_out(const ct_tensor *self, double tol, bool hermitian,
	ct_tensor *out, ct_tensor **result);
ct_error ct_linalg_matrix_rank_out_tol_tensor(const ct_tensor *input, const ct_tensor *tol,
	bool hermitian, ct_tensor *out, ct_tensor **result);
ct_error ct_linalg_matrix_rank_tol_tensor(const ct_tensor *input, const ct_tensor *tol,
	bool hermitian, ct_tensor **result);
ct_error ct_linalg_matrix_sqrth(const ct_tensor *self, ct_tensor **result);
ct_error ct_linalg_matrix_sqrth_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_linalg_multi_dot(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor **result);
ct_error ct_linalg_multi_dot_out(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor *out,
	ct_tensor **result);
ct_error ct_linalg_norm(const ct_tensor *self, const ct_scalar *ord, const int64_t *dim,
	int64_t dim_len, bool keepdim, ct_dtype dtype, ct_tensor **result);
ct_error ct_linalg_norm_ord_str(const ct_tensor *self, const char *ord, const int64_t *dim,
	int64_t dim_len, bool keepdim, ct_dtype dtype, ct_tensor **result);
ct_error ct_linalg_norm_ord_str_out(const ct_tensor *self, const char *ord, const int64_t *dim,
	int64_t dim_len, bool keepdim, ct_dtype dtype, ct_tensor *out, ct_tensor **result);
ct_error ct_linalg_norm_out(const ct_tensor *self, const ct_scalar *ord, const int64_t *dim,
	int64_t dim_len, bool keepdim, ct_dtype dtype, ct_tensor *out, ct_tensor **result);
ct_error ct_linalg_pinv(const ct_tensor *self, double rcond, bool hermitian, ct_tensor **result);
ct_error ct_linalg_pinv_atol_rtol_float(const ct_tensor *self, const double *atol,
	const double *rtol, bool hermitian, ct_tensor **result);
ct_error ct_linalg_pinv_atol_rtol_float_out(const ct_tensor *self, const double *atol,
	const double *rtol, bool hermitian, ct_tensor *out, ct_tensor **result);
ct_error ct_linalg_pinv_atol_rtol_tensor(const ct_tensor *self, const ct_tensor *atol,
	const ct_tensor *rtol, bool hermitian, ct_tensor **result);
ct_error ct_linalg_pinv_atol_rtol_tensor_out(const ct_tensor *self, const ct_tensor *atol,
	const ct_tensor *rtol, bool hermitian, ct_tensor *out, ct_tensor **result);
ct_error ct_linalg_pinv_out(const ct_tensor *self, double rcond, bool hermitian, ct_tensor *out,
	ct_tensor **result);
ct_error ct_linalg_pinv_out_rcond_tensor(const ct_tensor *self, const ct_tensor *rcond,
	bool hermitian, ct_tensor *out, ct_tensor **result);
ct_error ct_linalg_pinv_rcond_tensor(const ct_tensor *self, const ct_tensor *rcond, bool hermitian,
	ct_tensor **result);
ct_error ct_linalg_polar(const ct_tensor *A, ct_tensor **U, ct_tensor **H);
ct_error ct_linalg_polar_out(const ct_tensor *A, ct_tensor *U, ct_tensor *H, ct_tensor **U_result,
	ct_tensor **H_result);
ct_error ct_linalg_qr(const ct_tensor *A, const char *mode, ct_tensor **Q, ct_tensor **R);
ct_error ct_linalg_qr_out(const ct_tensor *A, const char *mode, ct_tensor *Q, ct_tensor *R,
	ct_tensor **Q_result, ct_tensor **R_result);
ct_error ct_linalg_slogdet(const ct_tensor *A, ct_tensor **sign, ct_tensor **logabsdet);
ct_error ct_linalg_slogdet_out(const ct_tensor *A, ct_tensor *sign, ct_tensor *logabsdet,
	ct_tensor **sign_result, ct_tensor **logabsdet_result);
ct_error ct_linalg_solve(const ct_tensor *A, const ct_tensor *B, bool left, ct_tensor **result);
ct_error ct_linalg_solve_ex(const ct_tensor *A, const ct_tensor *B, bool left, bool check_errors,
	ct_tensor **result, ct_tensor **info);
ct_error ct_linalg_solve_ex_out(const ct_tensor *A, const ct_tensor *B, bool left,
	bool check_errors, ct_tensor *result, ct_tensor *info, ct_tensor **result_result,
	ct_tensor **info_result);
ct_error ct_linalg_solve_out(const ct_tensor *A, const ct_tensor *B, bool left, ct_tensor *out,
	ct_tensor **result);
ct_error ct_linalg_solve_triangular(const ct_tensor *self, const ct_tensor *B, bool upper,
	bool left, bool unitriangular, ct_tensor **result);
ct_error ct_linalg_solve_triangular_out(const ct_tensor *self, const ct_tensor *B, bool upper,
	bool left, bool unitriangular, ct_tensor *out, ct_tensor **result);
ct_error ct_linalg_svd(const ct_tensor *A, bool full_matrices, const char *driver, ct_tensor **U,
	ct_tensor **S, ct_tensor **Vh);
ct_error ct_linalg_svd_U(const ct_tensor *A, bool full_matrices, const char *driver, ct_tensor *U,
	ct_tensor *S, ct_tensor *Vh, ct_tensor **U_result, ct_tensor **S_result,
	ct_tensor **Vh_result);
ct_error ct_linalg_svdvals(const ct_tensor *A, const char *driver, ct_tensor **result);
ct_error ct_linalg_svdvals_out(const ct_tensor *A, const char *driver, ct_tensor *out,
	ct_tensor **result);
ct_error ct_linalg_tensorinv(const ct_tensor *self, int64_t ind, ct_tensor **result);
ct_error ct_linalg_tensorinv_out(const ct_tensor *self, int64_t ind, ct_tensor *out,
	ct_tensor **result);
ct_error ct_linalg_tensorsolve(const ct_tensor *self, const ct_tensor *other, const int64_t *dims,
	int64_t dims_len, ct_tensor **result);
ct_error ct_linalg_tensorsolve_out(const ct_tensor *self, const ct_tensor *other,
	const int64_t *dims, int64_t dims_len, ct_tensor *out, ct_tensor **result);
ct_error ct_linalg_vander(const ct_tensor *x, const int64_t *N, ct_tensor **result);
ct_error ct_linalg_vecdot(const ct_tensor *x, const ct_tensor *y, int64_t dim, ct_tensor **result);
ct_error ct_linalg_vecdot_out(const ct_tensor *x, const ct_tensor *y, int64_t dim, ct_tensor *out,
	ct_tensor **result);
ct_error ct_linalg_vector_norm(const ct_tensor *self, ct_scalar ord, const int64_t *dim,
	int64_t dim_len, bool keepdim, ct_dtype dtype, ct_tensor **result);
ct_error ct_linalg_vector_norm_out(const ct_tensor *self, ct_scalar ord, const int64_t *dim,
	int64_t dim_len, bool keepdim, ct_dtype dtype, ct_tensor *out, ct_tensor **result);
ct_error ct_linear(const ct_tensor *input, const ct_tensor *weight, const ct_tensor *bias,
	ct_tensor **result);
ct_error ct_linear_backward(const ct_tensor *self, const ct_tensor *grad_output,
	const ct_tensor *weight, const bool *output_mask, ct_tensor **result0, ct_tensor **result1,
	ct_tensor **result2);
ct_error ct_linear_backward_out(const ct_tensor *self, const ct_tensor *grad_output,
	const ct_tensor *weight, const bool *output_mask, ct_tensor *out0, ct_tensor *out1,
	ct_tensor *out2, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct_linear_out(const ct_tensor *input, const ct_tensor *weight, const ct_tensor *bias,
	ct_tensor *out, ct_tensor **result);
ct_error ct_linspace(ct_scalar start, ct_scalar end, int64_t steps, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_linspace_Scalar_Tensor(ct_scalar start, const ct_tensor *end, int64_t steps,
	ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory,
	ct_tensor **result);
ct_error ct_linspace_Scalar_Tensor_out(ct_scalar start, const ct_tensor *end, int64_t steps,
	ct_tensor *out, ct_tensor **result);
ct_error ct_linspace_Tensor_Scalar(const ct_tensor *start, ct_scalar end, int64_t steps,
	ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory,
	ct_tensor **result);
ct_error ct_linspace_Tensor_Scalar_out(const ct_tensor *start, ct_scalar end, int64_t steps,
	ct_tensor *out, ct_tensor **result);
ct_error ct_linspace_Tensor_Tensor(const ct_tensor *start, const ct_tensor *end, int64_t steps,
	ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory,
	ct_tensor **result);
ct_error ct_linspace_Tensor_Tensor_out(const ct_tensor *start, const ct_tensor *end, int64_t steps,
	ct_tensor *out, ct_tensor **result);
ct_error ct_linspace_out(ct_scalar start, ct_scalar end, int64_t steps, ct_tensor *out,
	ct_tensor **result);
ct_error ct_load_library(const char *path);
ct_error ct_log(const ct_tensor *self, ct_tensor **result);
ct_error ct_log10(const ct_tensor *self, ct_tensor **result);
ct_error ct_log10_(ct_tensor *self, ct_tensor **result);
ct_error ct_log10_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_log1p(const ct_tensor *self, ct_tensor **result);
ct_error ct_log1p_(ct_tensor *self, ct_tensor **result);
ct_error ct_log1p_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_log2(const ct_tensor *self, ct_tensor **result);
ct_error ct_log2_(ct_tensor *self, ct_tensor **result);
ct_error ct_log2_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_log_(ct_tensor *self, ct_tensor **result);
ct_error ct_log_normal(const ct_tensor *self, double mean, double std, ct_generator *generator,
	ct_tensor **result);
ct_error ct_log_normal_(ct_tensor *self, double mean, double std, ct_generator *generator,
	ct_tensor **result);
ct_error ct_log_normal_out(const ct_tensor *self, double mean, double std, ct_generator *generator,
	ct_tensor *out, ct_tensor **result);
ct_error ct_log_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_log_sigmoid(const ct_tensor *self, ct_tensor **result);
ct_error ct_log_sigmoid_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *buffer, ct_tensor **result);
ct_error ct_log_sigmoid_backward_grad_input(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *buffer, ct_tensor *grad_input, ct_tensor **result);
ct_error ct_log_sigmoid_forward(const ct_tensor *self, ct_tensor **output, ct_tensor **buffer);
ct_error ct_log_sigmoid_forward_output(const ct_tensor *self, ct_tensor *output, ct_tensor *buffer,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct_log_sigmoid_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_log_softmax_int(const ct_tensor *self, int64_t dim, ct_dtype dtype, ct_tensor **result);
ct_error ct_log_softmax_int_out(const ct_tensor *self, int64_t dim, ct_dtype dtype, ct_tensor *out,
	ct_tensor **result);
ct_error ct_logaddexp(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_logaddexp2(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_logaddexp2_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_logaddexp_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_logcumsumexp(const ct_tensor *self, int64_t dim, ct_tensor **result);
ct_error ct_logcumsumexp_out(const ct_tensor *self, int64_t dim, ct_tensor *out,
	ct_tensor **result);
ct_error ct_logdet(const ct_tensor *self, ct_tensor **result);
ct_error ct_logical_and(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_logical_and_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_logical_and_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_logical_not(const ct_tensor *self, ct_tensor **result);
ct_error ct_logical_not_(ct_tensor *self, ct_tensor **result);
ct_error ct_logical_not_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_logical_or(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_logical_or_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_logical_or_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_logical_xor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_logical_xor_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_logical_xor_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_logit(const ct_tensor *self, const double *eps, ct_tensor **result);
ct_error ct_logit_(ct_tensor *self, const double *eps, ct_tensor **result);
ct_error ct_logit_backward(const ct_tensor *grad_output, const ct_tensor *self, const double *eps,
	ct_tensor **result);
ct_error ct_logit_backward_grad_input(const ct_tensor *grad_output, const ct_tensor *self,
	const double *eps, ct_tensor *grad_input, ct_tensor **result);
ct_error ct_logit_out(const ct_tensor *self, const double *eps, ct_tensor *out, ct_tensor **result);
ct_error ct_logspace(ct_scalar start, ct_scalar end, int64_t steps, double base, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_logspace_Scalar_Tensor(ct_scalar start, const ct_tensor *end, int64_t steps,
	double base, ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory,
	ct_tensor **result);
ct_error ct_logspace_Scalar_Tensor_out(ct_scalar start, const ct_tensor *end, int64_t steps,
	double base, ct_tensor *out, ct_tensor **result);
ct_error ct_logspace_Tensor_Scalar(const ct_tensor *start, ct_scalar end, int64_t steps,
	double base, ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory,
	ct_tensor **result);
ct_error ct_logspace_Tensor_Scalar_out(const ct_tensor *start, ct_scalar end, int64_t steps,
	double base, ct_tensor *out, ct_tensor **result);
ct_error ct_logspace_Tensor_Tensor(const ct_tensor *start, const ct_tensor *end, int64_t steps,
	double base, ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory,
	ct_tensor **result);
ct_error ct_logspace_Tensor_Tensor_out(const ct_tensor *start, const ct_tensor *end, int64_t steps,
	double base, ct_tensor *out, ct_tensor **result);
ct_error ct_logspace_out(ct_scalar start, ct_scalar end, int64_t steps, double base, ct_tensor *out,
	ct_tensor **result);
ct_error ct_logsumexp(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool keepdim,
	ct_tensor **result);
ct_error ct_logsumexp_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool keepdim,
	ct_tensor *out, ct_tensor **result);
ct_error ct_lstm_cell(const ct_tensor *input, ct_tensor *const *hx, int64_t hx_len,
	const ct_tensor *w_ih, const ct_tensor *w_hh, const ct_tensor *b_ih, const ct_tensor *b_hh,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct_lstm_data(const ct_tensor *data, const ct_tensor *batch_sizes, ct_tensor *const *hx,
	int64_t hx_len, ct_tensor *const *params, int64_t params_len, bool has_biases,
	int64_t num_layers, double dropout, bool train, bool bidirectional, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2);
ct_error ct_lstm_input(const ct_tensor *input, ct_tensor *const *hx, int64_t hx_len,
	ct_tensor *const *params, int64_t params_len, bool has_biases, int64_t num_layers,
	double dropout, bool train, bool bidirectional, bool batch_first, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2);
ct_error ct_lstm_mps_backward(const ct_tensor *grad_y, const ct_tensor *grad_hy,
	const ct_tensor *grad_cy, const ct_tensor *z_state, const ct_tensor *cell_state_fwd,
	const ct_tensor *input, const ct_tensor *layersOutputs, ct_tensor *const *hx,
	int64_t hx_len, ct_tensor *const *params, int64_t params_len, bool has_biases,
	int64_t num_layers, double dropout, bool train, bool bidirectional, bool batch_first,
	ct_tensor **result0, ct_tensor ***result1, int64_t *result1_len, ct_tensor ***result2,
	int64_t *result2_len);
ct_error ct_lstm_mps_backward_out(const ct_tensor *grad_y, const ct_tensor *grad_hy,
	const ct_tensor *grad_cy, const ct_tensor *z_state, const ct_tensor *cell_state_fwd,
	const ct_tensor *input, const ct_tensor *layersOutputs, ct_tensor *const *hx,
	int64_t hx_len, ct_tensor *const *params, int64_t params_len, bool has_biases,
	int64_t num_layers, double dropout, bool train, bool bidirectional, bool batch_first,
	ct_tensor *out0, ct_tensor *const *out1, int64_t out1_len, ct_tensor *const *out2,
	int64_t out2_len);
ct_error ct_lt_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_lt_Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_lt_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_lt_Tensor_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_lt__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_lt__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_lu_solve(const ct_tensor *self, const ct_tensor *LU_data, const ct_tensor *LU_pivots,
	ct_tensor **result);
ct_error ct_lu_solve_out(const ct_tensor *self, const ct_tensor *LU_data,
	const ct_tensor *LU_pivots, ct_tensor *out, ct_tensor **result);
ct_error ct_lu_unpack(const ct_tensor *LU_data, const ct_tensor *LU_pivots, bool unpack_data,
	bool unpack_pivots, ct_tensor **P, ct_tensor **L, ct_tensor **U);
ct_error ct_lu_unpack_out(const ct_tensor *LU_data, const ct_tensor *LU_pivots, bool unpack_data,
	bool unpack_pivots, ct_tensor *P, ct_tensor *L, ct_tensor *U, ct_tensor **P_result,
	ct_tensor **L_result, ct_tensor **U_result);
ct_error ct_mH(const ct_tensor *self, ct_tensor **result);
ct_error ct_mT(const ct_tensor *self, ct_tensor **result);
ct_error ct_manual_seed(uint64_t seed);
ct_map_options ct_map_options_defaults(void);
ct_error ct_mapped_flush(const ct_tensor *self);
ct_error ct_margin_ranking_loss(const ct_tensor *input1, const ct_tensor *input2,
	const ct_tensor *target, double margin, int64_t reduction, ct_tensor **result);
ct_error ct_masked_fill_Scalar(const ct_tensor *self, const ct_tensor *mask, ct_scalar value,
	ct_tensor **result);
ct_error ct_masked_fill_Scalar_out(const ct_tensor *self, const ct_tensor *mask, ct_scalar value,
	ct_tensor *out, ct_tensor **result);
ct_error ct_masked_fill_Tensor(const ct_tensor *self, const ct_tensor *mask, const ct_tensor *value,
	ct_tensor **result);
ct_error ct_masked_fill_Tensor_out(const ct_tensor *self, const ct_tensor *mask,
	const ct_tensor *value, ct_tensor *out, ct_tensor **result);
ct_error ct_masked_fill__Scalar(ct_tensor *self, const ct_tensor *mask, ct_scalar value,
	ct_tensor **result);
ct_error ct_masked_fill__Tensor(ct_tensor *self, const ct_tensor *mask, const ct_tensor *value,
	ct_tensor **result);
ct_error ct_masked_scatter(const ct_tensor *self, const ct_tensor *mask, const ct_tensor *source,
	ct_tensor **result);
ct_error ct_masked_scatter_(ct_tensor *self, const ct_tensor *mask, const ct_tensor *source,
	ct_tensor **result);
ct_error ct_masked_scatter_backward(const ct_tensor *grad_output, const ct_tensor *mask,
	const int64_t *sizes, int64_t sizes_len, ct_tensor **result);
ct_error ct_masked_scatter_out(const ct_tensor *self, const ct_tensor *mask,
	const ct_tensor *source, ct_tensor *out, ct_tensor **result);
ct_error ct_masked_select(const ct_tensor *self, const ct_tensor *mask, ct_tensor **result);
ct_error ct_masked_select_backward(const ct_tensor *grad, const ct_tensor *input,
	const ct_tensor *mask, ct_tensor **result);
ct_error ct_masked_select_out(const ct_tensor *self, const ct_tensor *mask, ct_tensor *out,
	ct_tensor **result);
ct_error ct_matmul(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_matmul_backward(const ct_tensor *grad, const ct_tensor *self, const ct_tensor *other,
	const bool *mask, ct_tensor **result0, ct_tensor **result1);
ct_error ct_matmul_backward_out(const ct_tensor *grad, const ct_tensor *self,
	const ct_tensor *other, const bool *mask, ct_tensor *out0, ct_tensor *out1,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct_matmul_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_matrix_H(const ct_tensor *self, ct_tensor **result);
ct_error ct_matrix_exp(const ct_tensor *self, ct_tensor **result);
ct_error ct_matrix_exp_backward(const ct_tensor *self, const ct_tensor *grad, ct_tensor **result);
ct_error ct_matrix_power(const ct_tensor *self, int64_t n, ct_tensor **result);
ct_error ct_matrix_power_out(const ct_tensor *self, int64_t n, ct_tensor *out, ct_tensor **result);
ct_error ct_max(const ct_tensor *self, ct_tensor **result);
ct_error ct_max_dim(const ct_tensor *self, int64_t dim, bool keepdim, ct_tensor **values,
	ct_tensor **indices);
ct_error ct_max_dim_max(const ct_tensor *self, int64_t dim, bool keepdim, ct_tensor *max,
	ct_tensor *max_values, ct_tensor **values, ct_tensor **indices);
ct_error ct_max_other(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_max_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_max_pool1d(const ct_tensor *self, const int64_t *kernel_size, int64_t kernel_size_len,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, bool ceil_mode, ct_tensor **result);
ct_error ct_max_pool1d_with_indices(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct_max_pool2d(const ct_tensor *self, const int64_t *kernel_size, int64_t kernel_size_len,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, bool ceil_mode, ct_tensor **result);
ct_error ct_max_pool2d_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *stride,
	int64_t stride_len, const int64_t *padding, int64_t padding_len, const int64_t *dilation,
	int64_t dilation_len, bool ceil_mode, ct_tensor **result);
ct_error ct_max_pool2d_backward_out(const ct_tensor *grad_output, const ct_tensor *self,
	const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *stride,
	int64_t stride_len, const int64_t *padding, int64_t padding_len, const int64_t *dilation,
	int64_t dilation_len, bool ceil_mode, ct_tensor *out, ct_tensor **result);
ct_error ct_max_pool2d_with_indices(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct_max_pool2d_with_indices_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *stride,
	int64_t stride_len, const int64_t *padding, int64_t padding_len, const int64_t *dilation,
	int64_t dilation_len, bool ceil_mode, const ct_tensor *indices, ct_tensor **result);
ct_error ct_max_pool2d_with_indices_backward_grad_input(const ct_tensor *grad_output,
	const ct_tensor *self, const int64_t *kernel_size, int64_t kernel_size_len,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, bool ceil_mode, const ct_tensor *indices,
	ct_tensor *grad_input, ct_tensor **result);
ct_error ct_max_pool2d_with_indices_out(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
	ct_tensor *out, ct_tensor *indices, ct_tensor **result0, ct_tensor **result1);
ct_error ct_max_pool3d(const ct_tensor *self, const int64_t *kernel_size, int64_t kernel_size_len,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, bool ceil_mode, ct_tensor **result);
ct_error ct_max_pool3d_with_indices(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct_max_pool3d_with_indices_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *stride,
	int64_t stride_len, const int64_t *padding, int64_t padding_len, const int64_t *dilation,
	int64_t dilation_len, bool ceil_mode, const ct_tensor *indices, ct_tensor **result);
ct_error ct_max_pool3d_with_indices_backward_grad_input(const ct_tensor *grad_output,
	const ct_tensor *self, const int64_t *kernel_size, int64_t kernel_size_len,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, bool ceil_mode, const ct_tensor *indices,
	ct_tensor *grad_input, ct_tensor **result);
ct_error ct_max_pool3d_with_indices_out(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
	ct_tensor *out, ct_tensor *indices, ct_tensor **result0, ct_tensor **result1);
ct_error ct_max_unary_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_max_unpool2d(const ct_tensor *self, const ct_tensor *indices,
	const int64_t *output_size, int64_t output_size_len, ct_tensor **result);
ct_error ct_max_unpool2d_out(const ct_tensor *self, const ct_tensor *indices,
	const int64_t *output_size, int64_t output_size_len, ct_tensor *out, ct_tensor **result);
ct_error ct_max_unpool3d(const ct_tensor *self, const ct_tensor *indices,
	const int64_t *output_size, int64_t output_size_len, const int64_t *stride,
	int64_t stride_len, const int64_t *padding, int64_t padding_len, ct_tensor **result);
ct_error ct_max_unpool3d_out(const ct_tensor *self, const ct_tensor *indices,
	const int64_t *output_size, int64_t output_size_len, const int64_t *stride,
	int64_t stride_len, const int64_t *padding, int64_t padding_len, ct_tensor *out,
	ct_tensor **result);
ct_error ct_maximum(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_maximum_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_mean(const ct_tensor *self, ct_dtype dtype, ct_tensor **result);
ct_error ct_mean_dim(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool keepdim,
	ct_dtype dtype, ct_tensor **result);
ct_error ct_mean_dtype_out(const ct_tensor *self, ct_dtype dtype, ct_tensor *out,
	ct_tensor **result);
ct_error ct_mean_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool keepdim,
	ct_dtype dtype, ct_tensor *out, ct_tensor **result);
ct_error ct_median(const ct_tensor *self, ct_tensor **result);
ct_error ct_median_dim(const ct_tensor *self, int64_t dim, bool keepdim, ct_tensor **values,
	ct_tensor **indices);
ct_error ct_median_dim_values(const ct_tensor *self, int64_t dim, bool keepdim, ct_tensor *values,
	ct_tensor *indices, ct_tensor **values_result, ct_tensor **indices_result);
ct_error ct_median_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
int64_t ct_memory_empty_cache(void);
ct_error ct_memory_report(FILE *stream);
ct_error ct_memory_report_leaks_at_exit(void);
void ct_memory_reset_peak(void);
int64_t ct_memory_set_cache_limit(int64_t nbytes);
void ct_memory_set_out_of_memory_hook(ct_out_of_memory_hook hook, void *context);
bool ct_memory_set_tracking(bool enabled);
void ct_memory_stats(ct_memory_usage *thread, ct_memory_usage *process);
ct_error ct_meshgrid(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_meshgrid_indexing(ct_tensor *const *tensors, int64_t tensors_len, const char *indexing,
	ct_tensor ***result, int64_t *result_len);
ct_error ct_min(const ct_tensor *self, ct_tensor **result);
ct_error ct_min_dim(const ct_tensor *self, int64_t dim, bool keepdim, ct_tensor **values,
	ct_tensor **indices);
ct_error ct_min_dim_min(const ct_tensor *self, int64_t dim, bool keepdim, ct_tensor *min,
	ct_tensor *min_indices, ct_tensor **values, ct_tensor **indices);
ct_error ct_min_other(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_min_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_min_unary_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_minimum(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_minimum_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_miopen_batch_norm(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const ct_tensor *running_mean, const ct_tensor *running_var,
	bool training, double exponential_average_factor, double epsilon, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2);
ct_error ct_miopen_batch_norm_backward(const ct_tensor *input, const ct_tensor *grad_output,
	const ct_tensor *weight, const ct_tensor *running_mean, const ct_tensor *running_var,
	const ct_tensor *save_mean, const ct_tensor *save_var, double epsilon, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2);
ct_error ct_miopen_batch_norm_backward_out(const ct_tensor *input, const ct_tensor *grad_output,
	const ct_tensor *weight, const ct_tensor *running_mean, const ct_tensor *running_var,
	const ct_tensor *save_mean, const ct_tensor *save_var, double epsilon, ct_tensor *out0,
	ct_tensor *out1, ct_tensor *out2, ct_tensor **result0, ct_tensor **result1,
	ct_tensor **result2);
ct_error ct_miopen_batch_norm_out(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const ct_tensor *running_mean, const ct_tensor *running_var,
	bool training, double exponential_average_factor, double epsilon, ct_tensor *out0,
	ct_tensor *out1, ct_tensor *out2, ct_tensor **result0, ct_tensor **result1,
	ct_tensor **result2);
ct_error ct_miopen_convolution(const ct_tensor *self, const ct_tensor *weight,
	const ct_tensor *bias, const int64_t *padding, int64_t padding_len, const int64_t *stride,
	int64_t stride_len, const int64_t *dilation, int64_t dilation_len, int64_t groups,
	bool benchmark, bool deterministic, ct_tensor **result);
ct_error ct_miopen_convolution_add_relu(const ct_tensor *self, const ct_tensor *weight,
	const ct_tensor *z, const ct_scalar *alpha, const ct_tensor *bias, const int64_t *stride,
	int64_t stride_len, const int64_t *padding, int64_t padding_len, const int64_t *dilation,
	int64_t dilation_len, int64_t groups, ct_tensor **result);
ct_error ct_miopen_convolution_out(const ct_tensor *self, const ct_tensor *weight,
	const ct_tensor *bias, const int64_t *padding, int64_t padding_len, const int64_t *stride,
	int64_t stride_len, const int64_t *dilation, int64_t dilation_len, int64_t groups,
	bool benchmark, bool deterministic, ct_tensor *out, ct_tensor **result);
ct_error ct_miopen_convolution_relu(const ct_tensor *self, const ct_tensor *weight,
	const ct_tensor *bias, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, int64_t groups,
	ct_tensor **result);
ct_error ct_miopen_convolution_transpose(const ct_tensor *self, const ct_tensor *weight,
	const ct_tensor *bias, const int64_t *padding, int64_t padding_len,
	const int64_t *output_padding, int64_t output_padding_len, const int64_t *stride,
	int64_t stride_len, const int64_t *dilation, int64_t dilation_len, int64_t groups,
	bool benchmark, bool deterministic, ct_tensor **result);
ct_error ct_miopen_convolution_transpose_out(const ct_tensor *self, const ct_tensor *weight,
	const ct_tensor *bias, const int64_t *padding, int64_t padding_len,
	const int64_t *output_padding, int64_t output_padding_len, const int64_t *stride,
	int64_t stride_len, const int64_t *dilation, int64_t dilation_len, int64_t groups,
	bool benchmark, bool deterministic, ct_tensor *out, ct_tensor **result);
ct_error ct_miopen_ctc_loss(const ct_tensor *log_probs, const ct_tensor *targets,
	const int64_t *input_lengths, int64_t input_lengths_len, const int64_t *target_lengths,
	int64_t target_lengths_len, int64_t blank, bool deterministic, bool zero_infinity,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct_miopen_ctc_loss_Tensor(const ct_tensor *log_probs, const ct_tensor *targets,
	const ct_tensor *input_lengths, const ct_tensor *target_lengths, int64_t blank,
	bool deterministic, bool zero_infinity, ct_tensor **result0, ct_tensor **result1);
ct_error ct_miopen_ctc_loss_out(const ct_tensor *log_probs, const ct_tensor *targets,
	const int64_t *input_lengths, int64_t input_lengths_len, const int64_t *target_lengths,
	int64_t target_lengths_len, int64_t blank, bool deterministic, bool zero_infinity,
	ct_tensor *out0, ct_tensor *out1, ct_tensor **result0, ct_tensor **result1);
ct_error ct_miopen_depthwise_convolution(const ct_tensor *self, const ct_tensor *weight,
	const ct_tensor *bias, const int64_t *padding, int64_t padding_len, const int64_t *stride,
	int64_t stride_len, const int64_t *dilation, int64_t dilation_len, int64_t groups,
	bool benchmark, bool deterministic, ct_tensor **result);
ct_error ct_miopen_depthwise_convolution_out(const ct_tensor *self, const ct_tensor *weight,
	const ct_tensor *bias, const int64_t *padding, int64_t padding_len, const int64_t *stride,
	int64_t stride_len, const int64_t *dilation, int64_t dilation_len, int64_t groups,
	bool benchmark, bool deterministic, ct_tensor *out, ct_tensor **result);
ct_error ct_miopen_rnn(const ct_tensor *input, ct_tensor *const *weight, int64_t weight_len,
	int64_t weight_stride0, const ct_tensor *hx, const ct_tensor *cx, int64_t mode,
	int64_t hidden_size, int64_t num_layers, bool batch_first, double dropout, bool train,
	bool bidirectional, const int64_t *batch_sizes, int64_t batch_sizes_len,
	const ct_tensor *dropout_state, ct_tensor **result0, ct_tensor **result1,
	ct_tensor **result2, ct_tensor **result3, ct_tensor **result4);
ct_error ct_miopen_rnn_backward(const ct_tensor *input, ct_tensor *const *weight,
	int64_t weight_len, int64_t weight_stride0, const ct_tensor *weight_buf,
	const ct_tensor *hx, const ct_tensor *cx, const ct_tensor *output,
	const ct_tensor *grad_output, const ct_tensor *grad_hy, const ct_tensor *grad_cy,
	int64_t mode, int64_t hidden_size, int64_t num_layers, bool batch_first, double dropout,
	bool train, bool bidirectional, const int64_t *batch_sizes, int64_t batch_sizes_len,
	const ct_tensor *dropout_state, const ct_tensor *reserve, const bool *output_mask,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2, ct_tensor ***result3,
	int64_t *result3_len);
ct_error ct_miopen_rnn_backward_out(const ct_tensor *input, ct_tensor *const *weight,
	int64_t weight_len, int64_t weight_stride0, const ct_tensor *weight_buf,
	const ct_tensor *hx, const ct_tensor *cx, const ct_tensor *output,
	const ct_tensor *grad_output, const ct_tensor *grad_hy, const ct_tensor *grad_cy,
	int64_t mode, int64_t hidden_size, int64_t num_layers, bool batch_first, double dropout,
	bool train, bool bidirectional, const int64_t *batch_sizes, int64_t batch_sizes_len,
	const ct_tensor *dropout_state, const ct_tensor *reserve, const bool *output_mask,
	ct_tensor *out0, ct_tensor *out1, ct_tensor *out2, ct_tensor *const *out3,
	int64_t out3_len);
ct_error ct_miopen_rnn_out(const ct_tensor *input, ct_tensor *const *weight, int64_t weight_len,
	int64_t weight_stride0, const ct_tensor *hx, const ct_tensor *cx, int64_t mode,
	int64_t hidden_size, int64_t num_layers, bool batch_first, double dropout, bool train,
	bool bidirectional, const int64_t *batch_sizes, int64_t batch_sizes_len,
	const ct_tensor *dropout_state, ct_tensor *out0, ct_tensor *out1, ct_tensor *out2,
	ct_tensor *out3, ct_tensor *out4, ct_tensor **result0, ct_tensor **result1,
	ct_tensor **result2, ct_tensor **result3, ct_tensor **result4);
ct_error ct_mish(const ct_tensor *self, ct_tensor **result);
ct_error ct_mish_(ct_tensor *self, ct_tensor **result);
ct_error ct_mish_backward(const ct_tensor *grad_output, const ct_tensor *self, ct_tensor **result);
ct_error ct_mish_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_mkldnn_adaptive_avg_pool2d(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, ct_tensor **result);
ct_error ct_mkldnn_adaptive_avg_pool2d_backward(const ct_tensor *grad_output, const ct_tensor *self,
	ct_tensor **result);
ct_error ct_mkldnn_adaptive_avg_pool2d_backward_out(const ct_tensor *grad_output,
	const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_mkldnn_adaptive_avg_pool2d_out(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, ct_tensor *out, ct_tensor **result);
ct_error ct_mkldnn_convolution(const ct_tensor *self, const ct_tensor *weight,
	const ct_tensor *bias, const int64_t *padding, int64_t padding_len, const int64_t *stride,
	int64_t stride_len, const int64_t *dilation, int64_t dilation_len, int64_t groups,
	ct_tensor **result);
ct_error ct_mkldnn_convolution_out(const ct_tensor *self, const ct_tensor *weight,
	const ct_tensor *bias, const int64_t *padding, int64_t padding_len, const int64_t *stride,
	int64_t stride_len, const int64_t *dilation, int64_t dilation_len, int64_t groups,
	ct_tensor *out, ct_tensor **result);
ct_error ct_mkldnn_linear(const ct_tensor *self, const ct_tensor *weight, const ct_tensor *bias,
	ct_tensor **result);
ct_error ct_mkldnn_linear_backward(const ct_tensor *self, const ct_tensor *grad_output,
	const ct_tensor *weight, const bool *output_mask, ct_tensor **result0, ct_tensor **result1,
	ct_tensor **result2);
ct_error ct_mkldnn_linear_backward_input(const int64_t *input_size, int64_t input_size_len,
	const ct_tensor *grad_output, const ct_tensor *weight, ct_tensor **result);
ct_error ct_mkldnn_linear_backward_input_out(const int64_t *input_size, int64_t input_size_len,
	const ct_tensor *grad_output, const ct_tensor *weight, ct_tensor *out, ct_tensor **result);
ct_error ct_mkldnn_linear_backward_out(const ct_tensor *self, const ct_tensor *grad_output,
	const ct_tensor *weight, const bool *output_mask, ct_tensor *out0, ct_tensor *out1,
	ct_tensor *out2, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct_mkldnn_linear_backward_weights(const ct_tensor *grad_output, const ct_tensor *input,
	const ct_tensor *weight, bool bias_defined, ct_tensor **result0, ct_tensor **result1);
ct_error ct_mkldnn_linear_backward_weights_out(const ct_tensor *grad_output, const ct_tensor *input,
	const ct_tensor *weight, bool bias_defined, ct_tensor *out0, ct_tensor *out1,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct_mkldnn_linear_out(const ct_tensor *self, const ct_tensor *weight, const ct_tensor *bias,
	ct_tensor *out, ct_tensor **result);
ct_error ct_mkldnn_max_pool2d(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
	ct_tensor **result);
ct_error ct_mkldnn_max_pool2d_backward(const ct_tensor *grad_output, const ct_tensor *output,
	const ct_tensor *input, const int64_t *kernel_size, int64_t kernel_size_len,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, bool ceil_mode, ct_tensor **result);
ct_error ct_mkldnn_max_pool2d_backward_out(const ct_tensor *grad_output, const ct_tensor *output,
	const ct_tensor *input, const int64_t *kernel_size, int64_t kernel_size_len,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, bool ceil_mode, ct_tensor *out,
	ct_tensor **result);
ct_error ct_mkldnn_max_pool2d_out(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
	ct_tensor *out, ct_tensor **result);
ct_error ct_mkldnn_max_pool3d(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
	ct_tensor **result);
ct_error ct_mkldnn_max_pool3d_backward(const ct_tensor *grad_output, const ct_tensor *output,
	const ct_tensor *input, const int64_t *kernel_size, int64_t kernel_size_len,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, bool ceil_mode, ct_tensor **result);
ct_error ct_mkldnn_max_pool3d_backward_out(const ct_tensor *grad_output, const ct_tensor *output,
	const ct_tensor *input, const int64_t *kernel_size, int64_t kernel_size_len,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, bool ceil_mode, ct_tensor *out,
	ct_tensor **result);
ct_error ct_mkldnn_max_pool3d_out(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
	ct_tensor *out, ct_tensor **result);
ct_error ct_mkldnn_reorder_conv2d_weight(const ct_tensor *self, const int64_t *padding,
	int64_t padding_len, const int64_t *stride, int64_t stride_len, const int64_t *dilation,
	int64_t dilation_len, int64_t groups, const int64_t *input_size, int64_t input_size_len,
	ct_tensor **result);
ct_error ct_mkldnn_reorder_conv2d_weight_out(const ct_tensor *self, const int64_t *padding,
	int64_t padding_len, const int64_t *stride, int64_t stride_len, const int64_t *dilation,
	int64_t dilation_len, int64_t groups, const int64_t *input_size, int64_t input_size_len,
	ct_tensor *out, ct_tensor **result);
ct_error ct_mkldnn_reorder_conv3d_weight(const ct_tensor *self, const int64_t *padding,
	int64_t padding_len, const int64_t *stride, int64_t stride_len, const int64_t *dilation,
	int64_t dilation_len, int64_t groups, const int64_t *input_size, int64_t input_size_len,
	ct_tensor **result);
ct_error ct_mkldnn_reorder_conv3d_weight_out(const ct_tensor *self, const int64_t *padding,
	int64_t padding_len, const int64_t *stride, int64_t stride_len, const int64_t *dilation,
	int64_t dilation_len, int64_t groups, const int64_t *input_size, int64_t input_size_len,
	ct_tensor *out, ct_tensor **result);
ct_error ct_mkldnn_rnn_layer(const ct_tensor *input, const ct_tensor *weight0,
	const ct_tensor *weight1, const ct_tensor *weight2, const ct_tensor *weight3,
	const ct_tensor *hx_, const ct_tensor *cx_, bool reverse, const int64_t *batch_sizes,
	int64_t batch_sizes_len, int64_t mode, int64_t hidden_size, int64_t num_layers,
	bool has_biases, bool bidirectional, bool batch_first, bool train, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2, ct_tensor **result3);
ct_error ct_mkldnn_rnn_layer_backward(const ct_tensor *input, const ct_tensor *weight1,
	const ct_tensor *weight2, const ct_tensor *weight3, const ct_tensor *weight4,
	const ct_tensor *hx_, const ct_tensor *cx_tmp, const ct_tensor *output,
	const ct_tensor *hy_, const ct_tensor *cy_, const ct_tensor *grad_output,
	const ct_tensor *grad_hy, const ct_tensor *grad_cy, bool reverse, int64_t mode,
	int64_t hidden_size, int64_t num_layers, bool has_biases, bool train, bool bidirectional,
	const int64_t *batch_sizes, int64_t batch_sizes_len, bool batch_first,
	const ct_tensor *workspace, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2,
	ct_tensor **result3, ct_tensor **result4, ct_tensor **result5, ct_tensor **result6);
ct_error ct_mkldnn_rnn_layer_backward_out(const ct_tensor *input, const ct_tensor *weight1,
	const ct_tensor *weight2, const ct_tensor *weight3, const ct_tensor *weight4,
	const ct_tensor *hx_, const ct_tensor *cx_tmp, const ct_tensor *output,
	const ct_tensor *hy_, const ct_tensor *cy_, const ct_tensor *grad_output,
	const ct_tensor *grad_hy, const ct_tensor *grad_cy, bool reverse, int64_t mode,
	int64_t hidden_size, int64_t num_layers, bool has_biases, bool train, bool bidirectional,
	const int64_t *batch_sizes, int64_t batch_sizes_len, bool batch_first,
	const ct_tensor *workspace, ct_tensor *out0, ct_tensor *out1, ct_tensor *out2,
	ct_tensor *out3, ct_tensor *out4, ct_tensor *out5, ct_tensor *out6, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2, ct_tensor **result3, ct_tensor **result4,
	ct_tensor **result5, ct_tensor **result6);
ct_error ct_mkldnn_rnn_layer_out(const ct_tensor *input, const ct_tensor *weight0,
	const ct_tensor *weight1, const ct_tensor *weight2, const ct_tensor *weight3,
	const ct_tensor *hx_, const ct_tensor *cx_, bool reverse, const int64_t *batch_sizes,
	int64_t batch_sizes_len, int64_t mode, int64_t hidden_size, int64_t num_layers,
	bool has_biases, bool bidirectional, bool batch_first, bool train, ct_tensor *out0,
	ct_tensor *out1, ct_tensor *out2, ct_tensor *out3, ct_tensor **result0, ct_tensor **result1,
	ct_tensor **result2, ct_tensor **result3);
ct_error ct_mm(const ct_tensor *self, const ct_tensor *mat2, ct_tensor **result);
ct_error ct_mm_dtype(const ct_tensor *self, const ct_tensor *mat2, ct_dtype out_dtype,
	ct_tensor **result);
ct_error ct_mm_dtype_out(const ct_tensor *self, const ct_tensor *mat2, ct_dtype out_dtype,
	ct_tensor *out, ct_tensor **result);
ct_error ct_mm_out(const ct_tensor *self, const ct_tensor *mat2, ct_tensor *out,
	ct_tensor **result);
ct_error ct_mode(const ct_tensor *self, int64_t dim, bool keepdim, ct_tensor **values,
	ct_tensor **indices);
ct_error ct_mode_values(const ct_tensor *self, int64_t dim, bool keepdim, ct_tensor *values,
	ct_tensor *indices, ct_tensor **values_result, ct_tensor **indices_result);
ct_error ct_moveaxis_int(const ct_tensor *self, int64_t source, int64_t destination,
	ct_tensor **result);
ct_error ct_moveaxis_intlist(const ct_tensor *self, const int64_t *source, int64_t source_len,
	const int64_t *destination, int64_t destination_len, ct_tensor **result);
ct_error ct_movedim_int(const ct_tensor *self, int64_t source, int64_t destination,
	ct_tensor **result);
ct_error ct_movedim_intlist(const ct_tensor *self, const int64_t *source, int64_t source_len,
	const int64_t *destination, int64_t destination_len, ct_tensor **result);
ct_error ct_mps_convolution_backward(const ct_tensor *self, const ct_tensor *grad_output,
	const ct_tensor *weight, const int64_t *padding, int64_t padding_len, const int64_t *stride,
	int64_t stride_len, const int64_t *dilation, int64_t dilation_len, int64_t groups,
	const bool *output_mask, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct_mps_convolution_backward_out(const ct_tensor *self, const ct_tensor *grad_output,
	const ct_tensor *weight, const int64_t *padding, int64_t padding_len, const int64_t *stride,
	int64_t stride_len, const int64_t *dilation, int64_t dilation_len, int64_t groups,
	const bool *output_mask, ct_tensor *out0, ct_tensor *out1, ct_tensor *out2,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct_mps_convolution_transpose_backward(const ct_tensor *self, const ct_tensor *grad_output,
	const ct_tensor *weight, const int64_t *padding, int64_t padding_len,
	const int64_t *output_padding, int64_t output_padding_len, const int64_t *stride,
	int64_t stride_len, const int64_t *dilation, int64_t dilation_len, int64_t groups,
	const bool *output_mask, ct_tensor **result0, ct_tensor **result1);
ct_error ct_mps_convolution_transpose_backward_out(const ct_tensor *self,
	const ct_tensor *grad_output, const ct_tensor *weight, const int64_t *padding,
	int64_t padding_len, const int64_t *output_padding, int64_t output_padding_len,
	const int64_t *stride, int64_t stride_len, const int64_t *dilation, int64_t dilation_len,
	int64_t groups, const bool *output_mask, ct_tensor *out0, ct_tensor *out1,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct_mse_loss(const ct_tensor *self, const ct_tensor *target, int64_t reduction,
	ct_tensor **result);
ct_error ct_mse_loss_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *target, int64_t reduction, ct_tensor **result);
ct_error ct_mse_loss_backward_grad_input(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *target, int64_t reduction, ct_tensor *grad_input, ct_tensor **result);
ct_error ct_mse_loss_out(const ct_tensor *self, const ct_tensor *target, int64_t reduction,
	ct_tensor *out, ct_tensor **result);
ct_error ct_msort(const ct_tensor *self, ct_tensor **result);
ct_error ct_msort_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_mul_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_mul_Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_mul_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_mul__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_mul__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_mul_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_multi_margin_loss(const ct_tensor *self, const ct_tensor *target, ct_scalar p,
	ct_scalar margin, const ct_tensor *weight, int64_t reduction, ct_tensor **result);
ct_error ct_multi_margin_loss_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *target, ct_scalar p, ct_scalar margin, const ct_tensor *weight,
	int64_t reduction, ct_tensor **result);
ct_error ct_multi_margin_loss_backward_grad_input(const ct_tensor *grad_output,
	const ct_tensor *self, const ct_tensor *target, ct_scalar p, ct_scalar margin,
	const ct_tensor *weight, int64_t reduction, ct_tensor *grad_input, ct_tensor **result);
ct_error ct_multi_margin_loss_out(const ct_tensor *self, const ct_tensor *target, ct_scalar p,
	ct_scalar margin, const ct_tensor *weight, int64_t reduction, ct_tensor *out,
	ct_tensor **result);
ct_error ct_multilabel_margin_loss(const ct_tensor *self, const ct_tensor *target,
	int64_t reduction, ct_tensor **result);
ct_error ct_multilabel_margin_loss_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *target, int64_t reduction, const ct_tensor *is_target,
	ct_tensor **result);
ct_error ct_multilabel_margin_loss_backward_grad_input(const ct_tensor *grad_output,
	const ct_tensor *self, const ct_tensor *target, int64_t reduction,
	const ct_tensor *is_target, ct_tensor *grad_input, ct_tensor **result);
ct_error ct_multilabel_margin_loss_forward(const ct_tensor *self, const ct_tensor *target,
	int64_t reduction, ct_tensor **output, ct_tensor **is_target);
ct_error ct_multilabel_margin_loss_forward_output(const ct_tensor *self, const ct_tensor *target,
	int64_t reduction, ct_tensor *output, ct_tensor *is_target, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct_multilabel_margin_loss_out(const ct_tensor *self, const ct_tensor *target,
	int64_t reduction, ct_tensor *out, ct_tensor **result);
ct_error ct_multinomial(const ct_tensor *self, int64_t num_samples, bool replacement,
	ct_generator *generator, ct_tensor **result);
ct_error ct_multinomial_out(const ct_tensor *self, int64_t num_samples, bool replacement,
	ct_generator *generator, ct_tensor *out, ct_tensor **result);
ct_error ct_multiply_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_multiply_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_multiply__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_multiply__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_multiply_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_mv(const ct_tensor *self, const ct_tensor *vec, ct_tensor **result);
ct_error ct_mv_out(const ct_tensor *self, const ct_tensor *vec, ct_tensor *out, ct_tensor **result);
ct_error ct_mvlgamma(const ct_tensor *self, int64_t p, ct_tensor **result);
ct_error ct_mvlgamma_(ct_tensor *self, int64_t p, ct_tensor **result);
ct_error ct_mvlgamma_out(const ct_tensor *self, int64_t p, ct_tensor *out, ct_tensor **result);
ct_error ct_nan_to_num(const ct_tensor *self, const double *nan, const double *posinf,
	const double *neginf, ct_tensor **result);
ct_error ct_nan_to_num_(ct_tensor *self, const double *nan, const double *posinf,
	const double *neginf, ct_tensor **result);
ct_error ct_nan_to_num_out(const ct_tensor *self, const double *nan, const double *posinf,
	const double *neginf, ct_tensor *out, ct_tensor **result);
ct_error ct_nanmean(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool keepdim,
	ct_dtype dtype, ct_tensor **result);
ct_error ct_nanmean_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool keepdim,
	ct_dtype dtype, ct_tensor *out, ct_tensor **result);
ct_error ct_nanmedian(const ct_tensor *self, ct_tensor **result);
ct_error ct_nanmedian_dim(const ct_tensor *self, int64_t dim, bool keepdim, ct_tensor **values,
	ct_tensor **indices);
ct_error ct_nanmedian_dim_values(const ct_tensor *self, int64_t dim, bool keepdim,
	ct_tensor *values, ct_tensor *indices, ct_tensor **values_result,
	ct_tensor **indices_result);
ct_error ct_nanmedian_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_nanquantile(const ct_tensor *self, const ct_tensor *q, const int64_t *dim, bool keepdim,
	const char *interpolation, ct_tensor **result);
ct_error ct_nanquantile_out(const ct_tensor *self, const ct_tensor *q, const int64_t *dim,
	bool keepdim, const char *interpolation, ct_tensor *out, ct_tensor **result);
ct_error ct_nanquantile_scalar(const ct_tensor *self, double q, const int64_t *dim, bool keepdim,
	const char *interpolation, ct_tensor **result);
ct_error ct_nanquantile_scalar_out(const ct_tensor *self, double q, const int64_t *dim,
	bool keepdim, const char *interpolation, ct_tensor *out, ct_tensor **result);
ct_error ct_nansum(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool keepdim,
	ct_dtype dtype, ct_tensor **result);
ct_error ct_nansum_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool keepdim,
	ct_dtype dtype, ct_tensor *out, ct_tensor **result);
ct_error ct_narrow(const ct_tensor *self, int64_t dim, int64_t start, int64_t length,
	ct_tensor **result);
ct_error ct_narrow_Tensor(const ct_tensor *self, int64_t dim, const ct_tensor *start,
	int64_t length, ct_tensor **result);
ct_error ct_narrow_copy(const ct_tensor *self, int64_t dim, int64_t start, int64_t length,
	ct_tensor **result);
ct_error ct_narrow_copy_out(const ct_tensor *self, int64_t dim, int64_t start, int64_t length,
	ct_tensor *out, ct_tensor **result);
ct_error ct_native_batch_norm(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const ct_tensor *running_mean, const ct_tensor *running_var,
	bool training, double momentum, double eps, ct_tensor **result0, ct_tensor **result1,
	ct_tensor **result2);
ct_error ct_native_batch_norm_backward(const ct_tensor *grad_out, const ct_tensor *input,
	const ct_tensor *weight, const ct_tensor *running_mean, const ct_tensor *running_var,
	const ct_tensor *save_mean, const ct_tensor *save_invstd, bool train, double eps,
	const bool *output_mask, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct_native_batch_norm_backward_out(const ct_tensor *grad_out, const ct_tensor *input,
	const ct_tensor *weight, const ct_tensor *running_mean, const ct_tensor *running_var,
	const ct_tensor *save_mean, const ct_tensor *save_invstd, bool train, double eps,
	const bool *output_mask, ct_tensor *out0, ct_tensor *out1, ct_tensor *out2,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct_native_batch_norm_out(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const ct_tensor *running_mean, const ct_tensor *running_var,
	bool training, double momentum, double eps, ct_tensor *out, ct_tensor *save_mean,
	ct_tensor *save_invstd, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct_native_channel_shuffle(const ct_tensor *self, int64_t groups, ct_tensor **result);
ct_error ct_native_dropout(const ct_tensor *input, double p, const bool *train, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct_native_dropout_backward(const ct_tensor *grad_output, const ct_tensor *mask,
	double scale, ct_tensor **result);
ct_error ct_native_dropout_backward_out(const ct_tensor *grad_output, const ct_tensor *mask,
	double scale, ct_tensor *out, ct_tensor **result);
ct_error ct_native_dropout_out(const ct_tensor *input, double p, const bool *train, ct_tensor *out0,
	ct_tensor *out1, ct_tensor **result0, ct_tensor **result1);
ct_error ct_native_group_norm(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, int64_t N, int64_t C, int64_t HxW, int64_t group, double eps,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct_native_group_norm_backward(const ct_tensor *grad_out, const ct_tensor *input,
	const ct_tensor *mean, const ct_tensor *rstd, const ct_tensor *weight, int64_t N, int64_t C,
	int64_t HxW, int64_t group, const bool *output_mask, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2);
ct_error ct_native_group_norm_backward_out(const ct_tensor *grad_out, const ct_tensor *input,
	const ct_tensor *mean, const ct_tensor *rstd, const ct_tensor *weight, int64_t N, int64_t C,
	int64_t HxW, int64_t group, const bool *output_mask, ct_tensor *out0, ct_tensor *out1,
	ct_tensor *out2, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct_native_group_norm_out(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, int64_t N, int64_t C, int64_t HxW, int64_t group, double eps,
	ct_tensor *out0, ct_tensor *out1, ct_tensor *out2, ct_tensor **result0, ct_tensor **result1,
	ct_tensor **result2);
ct_error ct_native_layer_norm(const ct_tensor *input, const int64_t *normalized_shape,
	int64_t normalized_shape_len, const ct_tensor *weight, const ct_tensor *bias, double eps,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct_native_layer_norm_backward(const ct_tensor *grad_out, const ct_tensor *input,
	const int64_t *normalized_shape, int64_t normalized_shape_len, const ct_tensor *mean,
	const ct_tensor *rstd, const ct_tensor *weight, const ct_tensor *bias,
	const bool *output_mask, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct_native_layer_norm_backward_out(const ct_tensor *grad_out, const ct_tensor *input,
	const int64_t *normalized_shape, int64_t normalized_shape_len, const ct_tensor *mean,
	const ct_tensor *rstd, const ct_tensor *weight, const ct_tensor *bias,
	const bool *output_mask, ct_tensor *out0, ct_tensor *out1, ct_tensor *out2,
	ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct_native_layer_norm_out(const ct_tensor *input, const int64_t *normalized_shape,
	int64_t normalized_shape_len, const ct_tensor *weight, const ct_tensor *bias, double eps,
	ct_tensor *out0, ct_tensor *out1, ct_tensor *out2, ct_tensor **result0, ct_tensor **result1,
	ct_tensor **result2);
ct_error ct_native_norm(const ct_tensor *self, ct_scalar p, ct_tensor **result);
ct_error ct_native_norm_ScalarOpt_dim_dtype(const ct_tensor *self, const ct_scalar *p,
	const int64_t *dim, int64_t dim_len, bool keepdim, ct_dtype dtype, ct_tensor **result);
ct_error ct_native_norm_ScalarOpt_dim_dtype_out(const ct_tensor *self, const ct_scalar *p,
	const int64_t *dim, int64_t dim_len, bool keepdim, ct_dtype dtype, ct_tensor *out,
	ct_tensor **result);
ct_error ct_native_norm_out(const ct_tensor *self, ct_scalar p, ct_tensor *out, ct_tensor **result);
ct_error ct_ne_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_ne_Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_ne_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_ne_Tensor_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_ne__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_ne__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_neg(const ct_tensor *self, ct_tensor **result);
ct_error ct_neg_(ct_tensor *self, ct_tensor **result);
ct_error ct_neg_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_negative(const ct_tensor *self, ct_tensor **result);
ct_error ct_negative_(ct_tensor *self, ct_tensor **result);
ct_error ct_negative_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_nested_to_padded_tensor(const ct_tensor *self, double padding,
	const int64_t *output_size, int64_t output_size_len, ct_tensor **result);
ct_error ct_new_empty(const ct_tensor *self, const int64_t *size, int64_t size_len, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_new_empty_out(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_tensor *out, ct_tensor **result);
ct_error ct_new_empty_strided(const ct_tensor *self, const int64_t *size, int64_t size_len,
	const int64_t *stride, int64_t stride_len, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_new_empty_strided_out(const ct_tensor *self, const int64_t *size, int64_t size_len,
	const int64_t *stride, int64_t stride_len, ct_tensor *out, ct_tensor **result);
ct_error ct_new_full(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_scalar fill_value, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct_new_full_out(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_scalar fill_value, ct_tensor *out, ct_tensor **result);
ct_error ct_new_ones(const ct_tensor *self, const int64_t *size, int64_t size_len, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_new_ones_out(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_tensor *out, ct_tensor **result);
ct_error ct_new_zeros(const ct_tensor *self, const int64_t *size, int64_t size_len, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_new_zeros_out(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_tensor *out, ct_tensor **result);
ct_error ct_nextafter(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_nextafter_(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_nextafter_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_nll_loss(const ct_tensor *self, const ct_tensor *target, const ct_tensor *weight,
	int64_t reduction, int64_t ignore_index, ct_tensor **result);
ct_error ct_nll_loss2d(const ct_tensor *self, const ct_tensor *target, const ct_tensor *weight,
	int64_t reduction, int64_t ignore_index, ct_tensor **result);
ct_error ct_nll_loss2d_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *target, const ct_tensor *weight, int64_t reduction, int64_t ignore_index,
	const ct_tensor *total_weight, ct_tensor **result);
ct_error ct_nll_loss2d_backward_grad_input(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *target, const ct_tensor *weight, int64_t reduction, int64_t ignore_index,
	const ct_tensor *total_weight, ct_tensor *grad_input, ct_tensor **result);
ct_error ct_nll_loss2d_forward(const ct_tensor *self, const ct_tensor *target,
	const ct_tensor *weight, int64_t reduction, int64_t ignore_index, ct_tensor **output,
	ct_tensor **total_weight);
ct_error ct_nll_loss2d_forward_output(const ct_tensor *self, const ct_tensor *target,
	const ct_tensor *weight, int64_t reduction, int64_t ignore_index, ct_tensor *output,
	ct_tensor *total_weight, ct_tensor **result0, ct_tensor **result1);
ct_error ct_nll_loss2d_out(const ct_tensor *self, const ct_tensor *target, const ct_tensor *weight,
	int64_t reduction, int64_t ignore_index, ct_tensor *out, ct_tensor **result);
ct_error ct_nll_loss_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *target, const ct_tensor *weight, int64_t reduction, int64_t ignore_index,
	const ct_tensor *total_weight, ct_tensor **result);
ct_error ct_nll_loss_backward_grad_input(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *target, const ct_tensor *weight, int64_t reduction, int64_t ignore_index,
	const ct_tensor *total_weight, ct_tensor *grad_input, ct_tensor **result);
ct_error ct_nll_loss_forward(const ct_tensor *self, const ct_tensor *target,
	const ct_tensor *weight, int64_t reduction, int64_t ignore_index, ct_tensor **output,
	ct_tensor **total_weight);
ct_error ct_nll_loss_forward_output(const ct_tensor *self, const ct_tensor *target,
	const ct_tensor *weight, int64_t reduction, int64_t ignore_index, ct_tensor *output,
	ct_tensor *total_weight, ct_tensor **result0, ct_tensor **result1);
ct_error ct_nll_loss_nd(const ct_tensor *self, const ct_tensor *target, const ct_tensor *weight,
	int64_t reduction, int64_t ignore_index, ct_tensor **result);
ct_error ct_nll_loss_out(const ct_tensor *self, const ct_tensor *target, const ct_tensor *weight,
	int64_t reduction, int64_t ignore_index, ct_tensor *out, ct_tensor **result);
ct_node *ct_node_current(void);
void ct_node_free(ct_node *self);
ct_device ct_node_input_device(const ct_node *self, int64_t index);
int64_t ct_node_input_dim(const ct_node *self, int64_t index);
ct_dtype ct_node_input_dtype(const ct_node *self, int64_t index);
const int64_t *ct_node_input_shape(const ct_node *self, int64_t index);
ct_node *ct_node_keep(const ct_node *self);
const char *ct_node_name(const ct_node *self);
ct_node *ct_node_next(const ct_node *self, int64_t index, int64_t *input_nr);
int64_t ct_node_num_inputs(const ct_node *self);
int64_t ct_node_num_next(const ct_node *self);
ct_error ct_node_register_post_hook(ct_node *self, ct_node_post_hook call, void *context,
	ct_release release, int64_t *hook);
ct_error ct_node_register_pre_hook(ct_node *self, ct_node_pre_hook call, void *context,
	ct_release release, int64_t *hook);
uint64_t ct_node_sequence_nr(const ct_node *self);
ct_error ct_node_variable(const ct_node *self, ct_tensor **result);
ct_error ct_nonzero(const ct_tensor *self, ct_tensor **result);
ct_error ct_nonzero_numpy(const ct_tensor *self, ct_tensor ***result, int64_t *result_len);
ct_error ct_nonzero_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_nonzero_static(const ct_tensor *self, int64_t size, int64_t fill_value,
	ct_tensor **result);
ct_error ct_nonzero_static_out(const ct_tensor *self, int64_t size, int64_t fill_value,
	ct_tensor *out, ct_tensor **result);
ct_error ct_norm_Scalar(const ct_tensor *self, ct_scalar p, ct_tensor **result);
ct_error ct_norm_ScalarOpt_dim(const ct_tensor *self, const ct_scalar *p, const int64_t *dim,
	int64_t dim_len, bool keepdim, ct_tensor **result);
ct_error ct_norm_ScalarOpt_dim_dtype(const ct_tensor *self, const ct_scalar *p, const int64_t *dim,
	int64_t dim_len, bool keepdim, ct_dtype dtype, ct_tensor **result);
ct_error ct_norm_ScalarOpt_dtype(const ct_tensor *self, const ct_scalar *p, ct_dtype dtype,
	ct_tensor **result);
ct_error ct_norm_ScalarOpt_dtype_out(const ct_tensor *self, const ct_scalar *p, ct_dtype dtype,
	ct_tensor *out, ct_tensor **result);
ct_error ct_norm_Scalar_out(const ct_tensor *self, ct_scalar p, ct_tensor *out, ct_tensor **result);
ct_error ct_norm_dtype_out(const ct_tensor *self, const ct_scalar *p, const int64_t *dim,
	int64_t dim_len, bool keepdim, ct_dtype dtype, ct_tensor *out, ct_tensor **result);
ct_error ct_norm_except_dim(const ct_tensor *v, int64_t pow_, int64_t dim, ct_tensor **result);
ct_error ct_norm_out(const ct_tensor *self, const ct_scalar *p, const int64_t *dim, int64_t dim_len,
	bool keepdim, ct_tensor *out, ct_tensor **result);
ct_error ct_normal_(ct_tensor *self, double mean, double std, ct_generator *generator,
	ct_tensor **result);
ct_error ct_normal_Tensor_Tensor(const ct_tensor *mean, const ct_tensor *std,
	ct_generator *generator, ct_tensor **result);
ct_error ct_normal_Tensor_Tensor_out(const ct_tensor *mean, const ct_tensor *std,
	ct_generator *generator, ct_tensor *out, ct_tensor **result);
ct_error ct_normal_Tensor_float(const ct_tensor *mean, double std, ct_generator *generator,
	ct_tensor **result);
ct_error ct_normal_Tensor_float_out(const ct_tensor *mean, double std, ct_generator *generator,
	ct_tensor *out, ct_tensor **result);
ct_error ct_normal_float_Tensor(double mean, const ct_tensor *std, ct_generator *generator,
	ct_tensor **result);
ct_error ct_normal_float_Tensor_out(double mean, const ct_tensor *std, ct_generator *generator,
	ct_tensor *out, ct_tensor **result);
ct_error ct_normal_float_float(double mean, double std, const int64_t *size, int64_t size_len,
	ct_generator *generator, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct_normal_float_float_out(double mean, double std, const int64_t *size, int64_t size_len,
	ct_generator *generator, ct_tensor *out, ct_tensor **result);
ct_error ct_normal_functional(const ct_tensor *self, double mean, double std,
	ct_generator *generator, ct_tensor **result);
ct_error ct_normal_out(const ct_tensor *self, double mean, double std, ct_generator *generator,
	ct_tensor *out, ct_tensor **result);
ct_error ct_not_equal_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_not_equal_Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_not_equal_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_not_equal_Tensor_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_not_equal__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_not_equal__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_npy_format(const ct_tensor *self, char **bytes, int64_t *nbytes);
ct_error ct_npy_load(const char *path, ct_tensor **result);
ct_error ct_npy_map(const char *path, bool shared, ct_tensor **result);
ct_error ct_npy_parse(const void *bytes, int64_t nbytes, int64_t *used, ct_tensor **result);
ct_error ct_npy_save(const ct_tensor *self, const char *path);
ct_error ct_nuclear_norm(const ct_tensor *self, bool keepdim, ct_tensor **result);
ct_error ct_nuclear_norm_dim(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	bool keepdim, ct_tensor **result);
ct_error ct_nuclear_norm_dim_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	bool keepdim, ct_tensor *out, ct_tensor **result);
ct_error ct_nuclear_norm_out(const ct_tensor *self, bool keepdim, ct_tensor *out,
	ct_tensor **result);
ct_error ct_numel(const ct_tensor *self, int64_t *result);
ct_error ct_numpy_T(const ct_tensor *self, ct_tensor **result);
ct_error ct_one_hot(const ct_tensor *self, int64_t num_classes, ct_tensor **result);
ct_error ct_ones(const int64_t *size, int64_t size_len, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_ones_like(const ct_tensor *self, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_memory_format memory_format, ct_tensor **result);
ct_error ct_ones_like_out(const ct_tensor *self, ct_memory_format memory_format, ct_tensor *out,
	ct_tensor **result);
ct_error ct_ones_out(const int64_t *size, int64_t size_len, ct_tensor *out, ct_tensor **result);
ct_error ct_operator_argument(const ct_operator *self, int64_t index, ct_schema_argument *result);
ct_error ct_operator_arguments_len(const ct_operator *self, int64_t *result);
ct_error ct_operator_call(const ct_operator *self, const ct_value *args, int64_t args_len,
	ct_value *results, int64_t results_len);
ct_error ct_operator_call_with(const ct_operator *self, const ct_value *args, int64_t args_len,
	const char *const *names, const ct_value *named, int64_t named_len, ct_value *results,
	int64_t results_len);
bool ct_operator_exists(const char *name);
ct_error ct_operator_find(const char *name, const ct_operator **result);
ct_error ct_operator_has_kernel(const ct_operator *self, const char *dispatch_key, bool *result);
ct_error ct_operator_list(const char *prefix, const char *const **result, int64_t *result_len);
ct_error ct_operator_name(const ct_operator *self, const char **result);
ct_error ct_operator_overload(const ct_operator *self, const char **result);
ct_error ct_operator_overloads(const ct_operator *self, const char *const **result,
	int64_t *result_len);
ct_error ct_operator_result(const ct_operator *self, int64_t index, ct_schema_argument *result);
ct_error ct_operator_results_len(const ct_operator *self, int64_t *result);
ct_error ct_operator_runs_on(const ct_operator *self, ct_device_type device_type, bool *result);
ct_error ct_operator_schema(const ct_operator *self, const char **result);
ct_error ct_orgqr(const ct_tensor *self, const ct_tensor *input2, ct_tensor **result);
ct_error ct_orgqr_out(const ct_tensor *self, const ct_tensor *input2, ct_tensor *out,
	ct_tensor **result);
ct_error ct_ormqr(const ct_tensor *self, const ct_tensor *input2, const ct_tensor *input3,
	bool left, bool transpose, ct_tensor **result);
ct_error ct_ormqr_out(const ct_tensor *self, const ct_tensor *input2, const ct_tensor *input3,
	bool left, bool transpose, ct_tensor *out, ct_tensor **result);
ct_error ct_outer(const ct_tensor *self, const ct_tensor *vec2, ct_tensor **result);
ct_error ct_outer_out(const ct_tensor *self, const ct_tensor *vec2, ct_tensor *out,
	ct_tensor **result);
ct_error ct_output_nr(const ct_tensor *self, int64_t *result);
ct_error ct_pad(const ct_tensor *self, const int64_t *pad, int64_t pad_len, const char *mode,
	const double *value, ct_tensor **result);
ct_error ct_pad_sequence(ct_tensor *const *sequences, int64_t sequences_len, bool batch_first,
	double padding_value, const char *padding_side, ct_tensor **result);
ct_error ct_pairwise_distance(const ct_tensor *x1, const ct_tensor *x2, double p, double eps,
	bool keepdim, ct_tensor **result);
ct_error ct_parallel_info(char **result);
ct_error ct_pdist(const ct_tensor *self, double p, ct_tensor **result);
ct_error ct_permute(const ct_tensor *self, const int64_t *dims, int64_t dims_len,
	ct_tensor **result);
ct_error ct_permute_copy(const ct_tensor *self, const int64_t *dims, int64_t dims_len,
	ct_tensor **result);
ct_error ct_permute_copy_out(const ct_tensor *self, const int64_t *dims, int64_t dims_len,
	ct_tensor *out, ct_tensor **result);
ct_error ct_pin_memory(const ct_tensor *self, ct_device device, ct_tensor **result);
ct_error ct_pinverse(const ct_tensor *self, double rcond, ct_tensor **result);
ct_error ct_pixel_shuffle(const ct_tensor *self, int64_t upscale_factor, ct_tensor **result);
ct_error ct_pixel_shuffle_out(const ct_tensor *self, int64_t upscale_factor, ct_tensor *out,
	ct_tensor **result);
ct_error ct_pixel_unshuffle(const ct_tensor *self, int64_t downscale_factor, ct_tensor **result);
ct_error ct_pixel_unshuffle_out(const ct_tensor *self, int64_t downscale_factor, ct_tensor *out,
	ct_tensor **result);
ct_error ct_poisson(const ct_tensor *self, ct_generator *generator, ct_tensor **result);
ct_error ct_poisson_nll_loss(const ct_tensor *input, const ct_tensor *target, bool log_input,
	bool full, double eps, int64_t reduction, ct_tensor **result);
ct_error ct_poisson_out(const ct_tensor *self, ct_generator *generator, ct_tensor *out,
	ct_tensor **result);
ct_error ct_polar(const ct_tensor *abs, const ct_tensor *angle, ct_tensor **result);
ct_error ct_polar_out(const ct_tensor *abs, const ct_tensor *angle, ct_tensor *out,
	ct_tensor **result);
ct_error ct_polygamma(int64_t n, const ct_tensor *self, ct_tensor **result);
ct_error ct_polygamma_(ct_tensor *self, int64_t n, ct_tensor **result);
ct_error ct_polygamma_out(int64_t n, const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_positive(const ct_tensor *self, ct_tensor **result);
ct_error ct_pow_Scalar(ct_scalar self, const ct_tensor *exponent, ct_tensor **result);
ct_error ct_pow_Scalar_out(ct_scalar self, const ct_tensor *exponent, ct_tensor *out,
	ct_tensor **result);
ct_error ct_pow_Tensor_Scalar(const ct_tensor *self, ct_scalar exponent, ct_tensor **result);
ct_error ct_pow_Tensor_Scalar_out(const ct_tensor *self, ct_scalar exponent, ct_tensor *out,
	ct_tensor **result);
ct_error ct_pow_Tensor_Tensor(const ct_tensor *self, const ct_tensor *exponent, ct_tensor **result);
ct_error ct_pow_Tensor_Tensor_out(const ct_tensor *self, const ct_tensor *exponent, ct_tensor *out,
	ct_tensor **result);
ct_error ct_pow__Scalar(ct_tensor *self, ct_scalar exponent, ct_tensor **result);
ct_error ct_pow__Tensor(ct_tensor *self, const ct_tensor *exponent, ct_tensor **result);
ct_error ct_prelu(const ct_tensor *self, const ct_tensor *weight, ct_tensor **result);
ct_printoptions ct_printoptions_defaults(void);
ct_error ct_printoptions_profile(ct_print_profile profile, ct_printoptions *result);
ct_error ct_prod(const ct_tensor *self, ct_dtype dtype, ct_tensor **result);
ct_error ct_prod_dim_int(const ct_tensor *self, int64_t dim, bool keepdim, ct_dtype dtype,
	ct_tensor **result);
ct_error ct_prod_int_out(const ct_tensor *self, int64_t dim, bool keepdim, ct_dtype dtype,
	ct_tensor *out, ct_tensor **result);
ct_error ct_prod_out(const ct_tensor *self, ct_dtype dtype, ct_tensor *out, ct_tensor **result);
ct_error ct_promote_types(ct_dtype type1, ct_dtype type2, ct_dtype *result);
ct_error ct_put(const ct_tensor *self, const ct_tensor *index, const ct_tensor *source,
	bool accumulate, ct_tensor **result);
ct_error ct_put_(ct_tensor *self, const ct_tensor *index, const ct_tensor *source, bool accumulate,
	ct_tensor **result);
ct_error ct_put_out(const ct_tensor *self, const ct_tensor *index, const ct_tensor *source,
	bool accumulate, ct_tensor *out, ct_tensor **result);
ct_error ct_q_per_channel_axis(const ct_tensor *self, int64_t *result);
ct_error ct_q_per_channel_scales(const ct_tensor *self, ct_tensor **result);
ct_error ct_q_per_channel_scales_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_q_per_channel_zero_points(const ct_tensor *self, ct_tensor **result);
ct_error ct_q_per_channel_zero_points_out(const ct_tensor *self, ct_tensor *out,
	ct_tensor **result);
ct_error ct_q_scale(const ct_tensor *self, double *result);
ct_error ct_q_zero_point(const ct_tensor *self, int64_t *result);
ct_error ct_qscheme(const ct_tensor *self, ct_quant_scheme *result);
ct_error ct_quantile(const ct_tensor *self, const ct_tensor *q, const int64_t *dim, bool keepdim,
	const char *interpolation, ct_tensor **result);
ct_error ct_quantile_out(const ct_tensor *self, const ct_tensor *q, const int64_t *dim,
	bool keepdim, const char *interpolation, ct_tensor *out, ct_tensor **result);
ct_error ct_quantile_scalar(const ct_tensor *self, double q, const int64_t *dim, bool keepdim,
	const char *interpolation, ct_tensor **result);
ct_error ct_quantile_scalar_out(const ct_tensor *self, double q, const int64_t *dim, bool keepdim,
	const char *interpolation, ct_tensor *out, ct_tensor **result);
ct_error ct_quantize_per_channel(const ct_tensor *self, const ct_tensor *scales,
	const ct_tensor *zero_points, int64_t axis, ct_dtype dtype, ct_tensor **result);
ct_error ct_quantize_per_channel_out(const ct_tensor *self, const ct_tensor *scales,
	const ct_tensor *zero_points, int64_t axis, ct_dtype dtype, ct_tensor *out,
	ct_tensor **result);
ct_error ct_quantize_per_tensor(const ct_tensor *self, double scale, int64_t zero_point,
	ct_dtype dtype, ct_tensor **result);
ct_error ct_quantize_per_tensor_dynamic(const ct_tensor *self, ct_dtype dtype, bool reduce_range,
	ct_tensor **result);
ct_error ct_quantize_per_tensor_dynamic_out(const ct_tensor *self, ct_dtype dtype,
	bool reduce_range, ct_tensor *out, ct_tensor **result);
ct_error ct_quantize_per_tensor_out(const ct_tensor *self, double scale, int64_t zero_point,
	ct_dtype dtype, ct_tensor *out, ct_tensor **result);
ct_error ct_quantize_per_tensor_tensor_qparams(const ct_tensor *self, const ct_tensor *scale,
	const ct_tensor *zero_point, ct_dtype dtype, ct_tensor **result);
ct_error ct_quantize_per_tensor_tensor_qparams_out(const ct_tensor *self, const ct_tensor *scale,
	const ct_tensor *zero_point, ct_dtype dtype, ct_tensor *out, ct_tensor **result);
ct_error ct_quantize_per_tensor_tensors(ct_tensor *const *tensors, int64_t tensors_len,
	const ct_tensor *scales, const ct_tensor *zero_points, ct_dtype dtype, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_quantize_per_tensor_tensors_out(ct_tensor *const *tensors, int64_t tensors_len,
	const ct_tensor *scales, const ct_tensor *zero_points, ct_dtype dtype,
	ct_tensor *const *out, int64_t out_len);
ct_error ct_quantized_batch_norm(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const ct_tensor *mean, const ct_tensor *var, double eps,
	double output_scale, int64_t output_zero_point, ct_tensor **result);
ct_error ct_quantized_batch_norm_out(const ct_tensor *input, const ct_tensor *weight,
	const ct_tensor *bias, const ct_tensor *mean, const ct_tensor *var, double eps,
	double output_scale, int64_t output_zero_point, ct_tensor *out, ct_tensor **result);
ct_error ct_quantized_gru_cell(const ct_tensor *input, const ct_tensor *hx, const ct_tensor *w_ih,
	const ct_tensor *w_hh, const ct_tensor *b_ih, const ct_tensor *b_hh,
	const ct_tensor *packed_ih, const ct_tensor *packed_hh, const ct_tensor *col_offsets_ih,
	const ct_tensor *col_offsets_hh, ct_scalar scale_ih, ct_scalar scale_hh,
	ct_scalar zero_point_ih, ct_scalar zero_point_hh, ct_tensor **result);
ct_error ct_quantized_lstm_cell(const ct_tensor *input, ct_tensor *const *hx, int64_t hx_len,
	const ct_tensor *w_ih, const ct_tensor *w_hh, const ct_tensor *b_ih, const ct_tensor *b_hh,
	const ct_tensor *packed_ih, const ct_tensor *packed_hh, const ct_tensor *col_offsets_ih,
	const ct_tensor *col_offsets_hh, ct_scalar scale_ih, ct_scalar scale_hh,
	ct_scalar zero_point_ih, ct_scalar zero_point_hh, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct_quantized_max_pool1d(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
	ct_tensor **result);
ct_error ct_quantized_max_pool1d_out(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
	ct_tensor *out, ct_tensor **result);
ct_error ct_quantized_max_pool2d(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
	ct_tensor **result);
ct_error ct_quantized_max_pool2d_out(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
	ct_tensor *out, ct_tensor **result);
ct_error ct_quantized_max_pool3d(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
	ct_tensor **result);
ct_error ct_quantized_max_pool3d_out(const ct_tensor *self, const int64_t *kernel_size,
	int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding,
	int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
	ct_tensor *out, ct_tensor **result);
ct_error ct_quantized_rnn_relu_cell(const ct_tensor *input, const ct_tensor *hx,
	const ct_tensor *w_ih, const ct_tensor *w_hh, const ct_tensor *b_ih, const ct_tensor *b_hh,
	const ct_tensor *packed_ih, const ct_tensor *packed_hh, const ct_tensor *col_offsets_ih,
	const ct_tensor *col_offsets_hh, ct_scalar scale_ih, ct_scalar scale_hh,
	ct_scalar zero_point_ih, ct_scalar zero_point_hh, ct_tensor **result);
ct_error ct_quantized_rnn_tanh_cell(const ct_tensor *input, const ct_tensor *hx,
	const ct_tensor *w_ih, const ct_tensor *w_hh, const ct_tensor *b_ih, const ct_tensor *b_hh,
	const ct_tensor *packed_ih, const ct_tensor *packed_hh, const ct_tensor *col_offsets_ih,
	const ct_tensor *col_offsets_hh, ct_scalar scale_ih, ct_scalar scale_hh,
	ct_scalar zero_point_ih, ct_scalar zero_point_hh, ct_tensor **result);
ct_error ct_rad2deg(const ct_tensor *self, ct_tensor **result);
ct_error ct_rad2deg_(ct_tensor *self, ct_tensor **result);
ct_error ct_rad2deg_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_rand(const int64_t *size, int64_t size_len, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_rand_generator(const int64_t *size, int64_t size_len, ct_generator *generator,
	ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory,
	ct_tensor **result);
ct_error ct_rand_generator_out(const int64_t *size, int64_t size_len, ct_generator *generator,
	ct_tensor *out, ct_tensor **result);
ct_error ct_rand_like(const ct_tensor *self, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_memory_format memory_format, ct_tensor **result);
ct_error ct_rand_like_generator(const ct_tensor *self, ct_generator *generator, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_memory_format memory_format,
	ct_tensor **result);
ct_error ct_rand_like_generator_out(const ct_tensor *self, ct_generator *generator,
	ct_memory_format memory_format, ct_tensor *out, ct_tensor **result);
ct_error ct_rand_like_out(const ct_tensor *self, ct_memory_format memory_format, ct_tensor *out,
	ct_tensor **result);
ct_error ct_rand_out(const int64_t *size, int64_t size_len, ct_tensor *out, ct_tensor **result);
ct_error ct_randint(int64_t high, const int64_t *size, int64_t size_len, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_randint_generator(int64_t high, const int64_t *size, int64_t size_len,
	ct_generator *generator, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct_randint_generator_out(int64_t high, const int64_t *size, int64_t size_len,
	ct_generator *generator, ct_tensor *out, ct_tensor **result);
ct_error ct_randint_like(const ct_tensor *self, int64_t high, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, ct_memory_format memory_format,
	ct_tensor **result);
ct_error ct_randint_like_Tensor(const ct_tensor *self, const ct_tensor *high, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_memory_format memory_format,
	ct_tensor **result);
ct_error ct_randint_like_Tensor_generator(const ct_tensor *self, const ct_tensor *high,
	ct_generator *generator, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_memory_format memory_format, ct_tensor **result);
ct_error ct_randint_like_Tensor_generator_out(const ct_tensor *self, const ct_tensor *high,
	ct_generator *generator, ct_memory_format memory_format, ct_tensor *out,
	ct_tensor **result);
ct_error ct_randint_like_Tensor_out(const ct_tensor *self, const ct_tensor *high,
	ct_memory_format memory_format, ct_tensor *out, ct_tensor **result);
ct_error ct_randint_like_generator(const ct_tensor *self, int64_t high, ct_generator *generator,
	ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory,
	ct_memory_format memory_format, ct_tensor **result);
ct_error ct_randint_like_generator_out(const ct_tensor *self, int64_t high, ct_generator *generator,
	ct_memory_format memory_format, ct_tensor *out, ct_tensor **result);
ct_error ct_randint_like_low_dtype(const ct_tensor *self, int64_t low, int64_t high, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_memory_format memory_format,
	ct_tensor **result);
ct_error ct_randint_like_low_dtype_out(const ct_tensor *self, int64_t low, int64_t high,
	ct_memory_format memory_format, ct_tensor *out, ct_tensor **result);
ct_error ct_randint_like_low_generator_dtype(const ct_tensor *self, int64_t low, int64_t high,
	ct_generator *generator, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_memory_format memory_format, ct_tensor **result);
ct_error ct_randint_like_low_generator_dtype_out(const ct_tensor *self, int64_t low, int64_t high,
	ct_generator *generator, ct_memory_format memory_format, ct_tensor *out,
	ct_tensor **result);
ct_error ct_randint_like_out(const ct_tensor *self, int64_t high, ct_memory_format memory_format,
	ct_tensor *out, ct_tensor **result);
ct_error ct_randint_low(int64_t low, int64_t high, const int64_t *size, int64_t size_len,
	ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory,
	ct_tensor **result);
ct_error ct_randint_low_generator(int64_t low, int64_t high, const int64_t *size, int64_t size_len,
	ct_generator *generator, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct_randint_low_generator_out(int64_t low, int64_t high, const int64_t *size,
	int64_t size_len, ct_generator *generator, ct_tensor *out, ct_tensor **result);
ct_error ct_randint_low_out(int64_t low, int64_t high, const int64_t *size, int64_t size_len,
	ct_tensor *out, ct_tensor **result);
ct_error ct_randint_out(int64_t high, const int64_t *size, int64_t size_len, ct_tensor *out,
	ct_tensor **result);
ct_error ct_randn(const int64_t *size, int64_t size_len, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_randn_generator(const int64_t *size, int64_t size_len, ct_generator *generator,
	ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory,
	ct_tensor **result);
ct_error ct_randn_generator_out(const int64_t *size, int64_t size_len, ct_generator *generator,
	ct_tensor *out, ct_tensor **result);
ct_error ct_randn_like(const ct_tensor *self, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_memory_format memory_format, ct_tensor **result);
ct_error ct_randn_like_generator(const ct_tensor *self, ct_generator *generator, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_memory_format memory_format,
	ct_tensor **result);
ct_error ct_randn_like_generator_out(const ct_tensor *self, ct_generator *generator,
	ct_memory_format memory_format, ct_tensor *out, ct_tensor **result);
ct_error ct_randn_like_out(const ct_tensor *self, ct_memory_format memory_format, ct_tensor *out,
	ct_tensor **result);
ct_error ct_randn_out(const int64_t *size, int64_t size_len, ct_tensor *out, ct_tensor **result);
ct_error ct_random(const ct_tensor *self, ct_generator *generator, ct_tensor **result);
ct_error ct_random_(ct_tensor *self, ct_generator *generator, ct_tensor **result);
ct_error ct_random__from(ct_tensor *self, int64_t from, const int64_t *to, ct_generator *generator,
	ct_tensor **result);
ct_error ct_random__to(ct_tensor *self, int64_t to, ct_generator *generator, ct_tensor **result);
ct_error ct_random_from(const ct_tensor *self, int64_t from, const int64_t *to,
	ct_generator *generator, ct_tensor **result);
ct_error ct_random_from_out(const ct_tensor *self, int64_t from, const int64_t *to,
	ct_generator *generator, ct_tensor *out, ct_tensor **result);
ct_error ct_random_out(const ct_tensor *self, ct_generator *generator, ct_tensor *out,
	ct_tensor **result);
ct_error ct_random_to(const ct_tensor *self, int64_t to, ct_generator *generator,
	ct_tensor **result);
ct_error ct_random_to_out(const ct_tensor *self, int64_t to, ct_generator *generator,
	ct_tensor *out, ct_tensor **result);
ct_error ct_randperm(int64_t n, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct_randperm_generator(int64_t n, ct_generator *generator, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_randperm_generator_out(int64_t n, ct_generator *generator, ct_tensor *out,
	ct_tensor **result);
ct_error ct_randperm_out(int64_t n, ct_tensor *out, ct_tensor **result);
ct_error ct_range(ct_scalar start, ct_scalar end, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_range_out(ct_scalar start, ct_scalar end, ct_scalar step, ct_tensor *out,
	ct_tensor **result);
ct_error ct_range_out_(ct_scalar start, ct_scalar end, ct_tensor *out, ct_tensor **result);
ct_error ct_range_step(ct_scalar start, ct_scalar end, ct_scalar step, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_ravel(const ct_tensor *self, ct_tensor **result);
ct_error ct_real(const ct_tensor *self, ct_tensor **result);
ct_error ct_reciprocal(const ct_tensor *self, ct_tensor **result);
ct_error ct_reciprocal_(ct_tensor *self, ct_tensor **result);
ct_error ct_reciprocal_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_record_stream(ct_tensor *self, ct_stream s);
ct_error ct_reflection_pad1d(const ct_tensor *self, const int64_t *padding, int64_t padding_len,
	ct_tensor **result);
ct_error ct_reflection_pad1d_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const int64_t *padding, int64_t padding_len, ct_tensor **result);
ct_error ct_reflection_pad1d_backward_grad_input(const ct_tensor *grad_output,
	const ct_tensor *self, const int64_t *padding, int64_t padding_len, ct_tensor *grad_input,
	ct_tensor **result);
ct_error ct_reflection_pad1d_out(const ct_tensor *self, const int64_t *padding, int64_t padding_len,
	ct_tensor *out, ct_tensor **result);
ct_error ct_reflection_pad2d(const ct_tensor *self, const int64_t *padding, int64_t padding_len,
	ct_tensor **result);
ct_error ct_reflection_pad2d_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const int64_t *padding, int64_t padding_len, ct_tensor **result);
ct_error ct_reflection_pad2d_backward_grad_input(const ct_tensor *grad_output,
	const ct_tensor *self, const int64_t *padding, int64_t padding_len, ct_tensor *grad_input,
	ct_tensor **result);
ct_error ct_reflection_pad2d_out(const ct_tensor *self, const int64_t *padding, int64_t padding_len,
	ct_tensor *out, ct_tensor **result);
ct_error ct_reflection_pad3d(const ct_tensor *self, const int64_t *padding, int64_t padding_len,
	ct_tensor **result);
ct_error ct_reflection_pad3d_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const int64_t *padding, int64_t padding_len, ct_tensor **result);
ct_error ct_reflection_pad3d_backward_grad_input(const ct_tensor *grad_output,
	const ct_tensor *self, const int64_t *padding, int64_t padding_len, ct_tensor *grad_input,
	ct_tensor **result);
ct_error ct_reflection_pad3d_out(const ct_tensor *self, const int64_t *padding, int64_t padding_len,
	ct_tensor *out, ct_tensor **result);
ct_error ct_relu(const ct_tensor *self, ct_tensor **result);
ct_error ct_relu6(const ct_tensor *self, ct_tensor **result);
ct_error ct_relu6_(ct_tensor *self, ct_tensor **result);
ct_error ct_relu_(ct_tensor *self, ct_tensor **result);
ct_error ct_relu_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_remainder_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_remainder_Scalar_Tensor(ct_scalar self, const ct_tensor *other, ct_tensor **result);
ct_error ct_remainder_Scalar_Tensor_out(ct_scalar self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_remainder_Scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_remainder_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_remainder_Tensor_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_remainder__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_remainder__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_renorm(const ct_tensor *self, ct_scalar p, int64_t dim, ct_scalar maxnorm,
	ct_tensor **result);
ct_error ct_renorm_(ct_tensor *self, ct_scalar p, int64_t dim, ct_scalar maxnorm,
	ct_tensor **result);
ct_error ct_renorm_out(const ct_tensor *self, ct_scalar p, int64_t dim, ct_scalar maxnorm,
	ct_tensor *out, ct_tensor **result);
ct_error ct_repeat(const ct_tensor *self, const int64_t *repeats, int64_t repeats_len,
	ct_tensor **result);
ct_error ct_repeat_interleave_Tensor(const ct_tensor *repeats, const int64_t *output_size,
	ct_tensor **result);
ct_error ct_repeat_interleave_Tensor_out(const ct_tensor *repeats, const int64_t *output_size,
	ct_tensor *out, ct_tensor **result);
ct_error ct_repeat_interleave_self_Tensor(const ct_tensor *self, const ct_tensor *repeats,
	const int64_t *dim, const int64_t *output_size, ct_tensor **result);
ct_error ct_repeat_interleave_self_int(const ct_tensor *self, int64_t repeats, const int64_t *dim,
	const int64_t *output_size, ct_tensor **result);
ct_error ct_repeat_out(const ct_tensor *self, const int64_t *repeats, int64_t repeats_len,
	ct_tensor *out, ct_tensor **result);
ct_error ct_replication_pad1d(const ct_tensor *self, const int64_t *padding, int64_t padding_len,
	ct_tensor **result);
ct_error ct_replication_pad1d_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const int64_t *padding, int64_t padding_len, ct_tensor **result);
ct_error ct_replication_pad1d_backward_grad_input(const ct_tensor *grad_output,
	const ct_tensor *self, const int64_t *padding, int64_t padding_len, ct_tensor *grad_input,
	ct_tensor **result);
ct_error ct_replication_pad1d_out(const ct_tensor *self, const int64_t *padding,
	int64_t padding_len, ct_tensor *out, ct_tensor **result);
ct_error ct_replication_pad2d(const ct_tensor *self, const int64_t *padding, int64_t padding_len,
	ct_tensor **result);
ct_error ct_replication_pad2d_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const int64_t *padding, int64_t padding_len, ct_tensor **result);
ct_error ct_replication_pad2d_backward_grad_input(const ct_tensor *grad_output,
	const ct_tensor *self, const int64_t *padding, int64_t padding_len, ct_tensor *grad_input,
	ct_tensor **result);
ct_error ct_replication_pad2d_out(const ct_tensor *self, const int64_t *padding,
	int64_t padding_len, ct_tensor *out, ct_tensor **result);
ct_error ct_replication_pad3d(const ct_tensor *self, const int64_t *padding, int64_t padding_len,
	ct_tensor **result);
ct_error ct_replication_pad3d_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const int64_t *padding, int64_t padding_len, ct_tensor **result);
ct_error ct_replication_pad3d_backward_grad_input(const ct_tensor *grad_output,
	const ct_tensor *self, const int64_t *padding, int64_t padding_len, ct_tensor *grad_input,
	ct_tensor **result);
ct_error ct_replication_pad3d_out(const ct_tensor *self, const int64_t *padding,
	int64_t padding_len, ct_tensor *out, ct_tensor **result);
ct_error ct_requires_grad_(ct_tensor *self, bool requires_grad, ct_tensor **result);
ct_error ct_reshape(const ct_tensor *self, const int64_t *shape, int64_t shape_len,
	ct_tensor **result);
ct_error ct_reshape_as(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_resize(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_memory_format memory_format, ct_tensor **result);
ct_error ct_resize_(ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_memory_format memory_format, ct_tensor **result);
ct_error ct_resize_as(const ct_tensor *self, const ct_tensor *the_template,
	ct_memory_format memory_format, ct_tensor **result);
ct_error ct_resize_as_(ct_tensor *self, const ct_tensor *the_template,
	ct_memory_format memory_format, ct_tensor **result);
ct_error ct_resize_as_out(const ct_tensor *self, const ct_tensor *the_template,
	ct_memory_format memory_format, ct_tensor *out, ct_tensor **result);
ct_error ct_resize_as_sparse(const ct_tensor *self, const ct_tensor *the_template,
	ct_tensor **result);
ct_error ct_resize_as_sparse_(ct_tensor *self, const ct_tensor *the_template, ct_tensor **result);
ct_error ct_resize_as_sparse_out(const ct_tensor *self, const ct_tensor *the_template,
	ct_tensor *out, ct_tensor **result);
ct_error ct_resize_out(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_memory_format memory_format, ct_tensor *out, ct_tensor **result);
ct_error ct_resolve_conj(const ct_tensor *self, ct_tensor **result);
ct_error ct_resolve_neg(const ct_tensor *self, ct_tensor **result);
ct_error ct_result_type_Scalar(const ct_tensor *tensor, ct_scalar other, ct_dtype *result);
ct_error ct_result_type_Scalar_Scalar(ct_scalar scalar1, ct_scalar scalar2, ct_dtype *result);
ct_error ct_result_type_Scalar_Tensor(ct_scalar scalar, const ct_tensor *tensor, ct_dtype *result);
ct_error ct_result_type_Tensor(const ct_tensor *tensor, const ct_tensor *other, ct_dtype *result);
ct_error ct_retain_grad(ct_tensor *self);
ct_error ct_retains_grad(const ct_tensor *self, bool *result);
ct_error ct_rms_norm(const ct_tensor *input, const int64_t *normalized_shape,
	int64_t normalized_shape_len, const ct_tensor *weight, const double *eps,
	ct_tensor **result);
void ct_rng_states_free(ct_rng_states *self);
ct_error ct_rng_states_restore(const ct_rng_states *self);
ct_error ct_rng_states_save(ct_rng_states **result);
ct_error ct_rnn_relu_cell(const ct_tensor *input, const ct_tensor *hx, const ct_tensor *w_ih,
	const ct_tensor *w_hh, const ct_tensor *b_ih, const ct_tensor *b_hh, ct_tensor **result);
ct_error ct_rnn_relu_data(const ct_tensor *data, const ct_tensor *batch_sizes, const ct_tensor *hx,
	ct_tensor *const *params, int64_t params_len, bool has_biases, int64_t num_layers,
	double dropout, bool train, bool bidirectional, ct_tensor **result0, ct_tensor **result1);
ct_error ct_rnn_relu_input(const ct_tensor *input, const ct_tensor *hx, ct_tensor *const *params,
	int64_t params_len, bool has_biases, int64_t num_layers, double dropout, bool train,
	bool bidirectional, bool batch_first, ct_tensor **result0, ct_tensor **result1);
ct_error ct_rnn_tanh_cell(const ct_tensor *input, const ct_tensor *hx, const ct_tensor *w_ih,
	const ct_tensor *w_hh, const ct_tensor *b_ih, const ct_tensor *b_hh, ct_tensor **result);
ct_error ct_rnn_tanh_data(const ct_tensor *data, const ct_tensor *batch_sizes, const ct_tensor *hx,
	ct_tensor *const *params, int64_t params_len, bool has_biases, int64_t num_layers,
	double dropout, bool train, bool bidirectional, ct_tensor **result0, ct_tensor **result1);
ct_error ct_rnn_tanh_input(const ct_tensor *input, const ct_tensor *hx, ct_tensor *const *params,
	int64_t params_len, bool has_biases, int64_t num_layers, double dropout, bool train,
	bool bidirectional, bool batch_first, ct_tensor **result0, ct_tensor **result1);
ct_error ct_roll(const ct_tensor *self, const int64_t *shifts, int64_t shifts_len,
	const int64_t *dims, int64_t dims_len, ct_tensor **result);
ct_error ct_roll_out(const ct_tensor *self, const int64_t *shifts, int64_t shifts_len,
	const int64_t *dims, int64_t dims_len, ct_tensor *out, ct_tensor **result);
ct_error ct_rot90(const ct_tensor *self, int64_t k, const int64_t *dims, int64_t dims_len,
	ct_tensor **result);
ct_error ct_rot90_out(const ct_tensor *self, int64_t k, const int64_t *dims, int64_t dims_len,
	ct_tensor *out, ct_tensor **result);
ct_error ct_round(const ct_tensor *self, ct_tensor **result);
ct_error ct_round_(ct_tensor *self, ct_tensor **result);
ct_error ct_round__decimals(ct_tensor *self, int64_t decimals, ct_tensor **result);
ct_error ct_round_decimals(const ct_tensor *self, int64_t decimals, ct_tensor **result);
ct_error ct_round_decimals_out(const ct_tensor *self, int64_t decimals, ct_tensor *out,
	ct_tensor **result);
ct_error ct_round_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_row_indices(const ct_tensor *self, ct_tensor **result);
ct_error ct_row_indices_copy(const ct_tensor *self, ct_tensor **result);
ct_error ct_row_indices_copy_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_row_stack(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor **result);
ct_error ct_row_stack_out(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor *out,
	ct_tensor **result);
ct_error ct_rrelu(const ct_tensor *self, ct_scalar lower, ct_scalar upper, bool training,
	ct_generator *generator, ct_tensor **result);
ct_error ct_rrelu_(ct_tensor *self, ct_scalar lower, ct_scalar upper, bool training,
	ct_generator *generator, ct_tensor **result);
ct_error ct_rrelu_with_noise(const ct_tensor *self, ct_tensor *noise, ct_scalar lower,
	ct_scalar upper, bool training, ct_generator *generator, ct_tensor **result);
ct_error ct_rrelu_with_noise_(ct_tensor *self, ct_tensor *noise, ct_scalar lower, ct_scalar upper,
	bool training, ct_generator *generator, ct_tensor **result);
ct_error ct_rrelu_with_noise_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *noise, ct_scalar lower, ct_scalar upper, bool training,
	bool self_is_result, ct_tensor **result);
ct_error ct_rrelu_with_noise_backward_out(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *noise, ct_scalar lower, ct_scalar upper, bool training,
	bool self_is_result, ct_tensor *out, ct_tensor **result);
ct_error ct_rrelu_with_noise_functional(const ct_tensor *self, const ct_tensor *noise,
	ct_scalar lower, ct_scalar upper, bool training, ct_generator *generator,
	ct_tensor **result0, ct_tensor **noise_out);
ct_error ct_rrelu_with_noise_out(const ct_tensor *self, ct_tensor *noise, ct_scalar lower,
	ct_scalar upper, bool training, ct_generator *generator, ct_tensor *out,
	ct_tensor **result);
ct_error ct_rsqrt(const ct_tensor *self, ct_tensor **result);
ct_error ct_rsqrt_(ct_tensor *self, ct_tensor **result);
ct_error ct_rsqrt_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_rsub_Scalar(const ct_tensor *self, ct_scalar other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct_rsub_Scalar_out(const ct_tensor *self, ct_scalar other, ct_scalar alpha, ct_tensor *out,
	ct_tensor **result);
ct_error ct_rsub_Tensor(const ct_tensor *self, const ct_tensor *other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct_rsub_Tensor_out(const ct_tensor *self, const ct_tensor *other, ct_scalar alpha,
	ct_tensor *out, ct_tensor **result);
ct_error ct_save_on_cpu_push(bool pin_memory);
int64_t ct_saved_tensors_depth(void);
ct_error ct_saved_tensors_pop(void);
void ct_saved_tensors_pop_to(int64_t depth);
ct_error ct_saved_tensors_push(ct_saved_tensor_pack pack, ct_saved_tensor_unpack unpack,
	ct_saved_tensor_free free_packed, void *context, ct_release release);
ct_scalar ct_scalar_bool(bool value);
ct_scalar ct_scalar_complex(double re, double im);
ct_scalar ct_scalar_float(double value);
ct_scalar ct_scalar_int(int64_t value);
ct_error ct_scalar_tensor(ct_scalar s, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct_scalar_tensor_out(ct_scalar s, ct_tensor *out, ct_tensor **result);
ct_error ct_scalar_to_bool(ct_scalar self, bool *result);
ct_error ct_scalar_to_complex(ct_scalar self, double *re, double *im);
ct_error ct_scalar_to_double(ct_scalar self, double *result);
ct_error ct_scalar_to_int64(ct_scalar self, int64_t *result);
ct_error ct_scalar_to_uint64(ct_scalar self, uint64_t *result);
ct_scalar ct_scalar_uint(uint64_t value);
ct_error ct_scaled_dot_product_attention(const ct_tensor *query, const ct_tensor *key,
	const ct_tensor *value, const ct_tensor *attn_mask, double dropout_p, bool is_causal,
	const double *scale, bool enable_gqa, ct_tensor **result);
ct_error ct_scatter__reduce(ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *src, const char *reduce, ct_tensor **result);
ct_error ct_scatter__src(ct_tensor *self, int64_t dim, const ct_tensor *index, const ct_tensor *src,
	ct_tensor **result);
ct_error ct_scatter__value(ct_tensor *self, int64_t dim, const ct_tensor *index, ct_scalar value,
	ct_tensor **result);
ct_error ct_scatter__value_reduce(ct_tensor *self, int64_t dim, const ct_tensor *index,
	ct_scalar value, const char *reduce, ct_tensor **result);
ct_error ct_scatter_add(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *src, ct_tensor **result);
ct_error ct_scatter_add_(ct_tensor *self, int64_t dim, const ct_tensor *index, const ct_tensor *src,
	ct_tensor **result);
ct_error ct_scatter_add_out(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *src, ct_tensor *out, ct_tensor **result);
ct_error ct_scatter_reduce(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *src, const char *reduce, ct_tensor **result);
ct_error ct_scatter_reduce__two(ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *src, const char *reduce, bool include_self, ct_tensor **result);
ct_error ct_scatter_reduce_out(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *src, const char *reduce, ct_tensor *out, ct_tensor **result);
ct_error ct_scatter_reduce_two(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *src, const char *reduce, bool include_self, ct_tensor **result);
ct_error ct_scatter_reduce_two_out(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *src, const char *reduce, bool include_self, ct_tensor *out,
	ct_tensor **result);
ct_error ct_scatter_src(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *src, ct_tensor **result);
ct_error ct_scatter_src_out(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	const ct_tensor *src, ct_tensor *out, ct_tensor **result);
ct_error ct_scatter_value(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	ct_scalar value, ct_tensor **result);
ct_error ct_scatter_value_out(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	ct_scalar value, ct_tensor *out, ct_tensor **result);
ct_error ct_scatter_value_reduce(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	ct_scalar value, const char *reduce, ct_tensor **result);
ct_error ct_scatter_value_reduce_out(const ct_tensor *self, int64_t dim, const ct_tensor *index,
	ct_scalar value, const char *reduce, ct_tensor *out, ct_tensor **result);
ct_error ct_scope_adopt(ct_tensor *self);
ct_error ct_scope_close(ct_scope *scope);
void ct_scope_keep(ct_tensor *self);
void ct_scope_leave(ct_scope *scope);
void ct_scope_move_up(ct_tensor *self);
ct_scope *ct_scope_open(void);
ct_scope *ct_scope_open_named(const char *name);
ct_error ct_searchsorted_Scalar(const ct_tensor *sorted_sequence, ct_scalar self, bool out_int32,
	bool right, const char *side, const ct_tensor *sorter, ct_tensor **result);
ct_error ct_searchsorted_Scalar_out(const ct_tensor *sorted_sequence, ct_scalar self,
	bool out_int32, bool right, const char *side, const ct_tensor *sorter, ct_tensor *out,
	ct_tensor **result);
ct_error ct_searchsorted_Tensor(const ct_tensor *sorted_sequence, const ct_tensor *self,
	bool out_int32, bool right, const char *side, const ct_tensor *sorter, ct_tensor **result);
ct_error ct_searchsorted_Tensor_out(const ct_tensor *sorted_sequence, const ct_tensor *self,
	bool out_int32, bool right, const char *side, const ct_tensor *sorter, ct_tensor *out,
	ct_tensor **result);
ct_error ct_seed(uint64_t *result);
ct_error ct_segment_reduce(const ct_tensor *data, const char *reduce, const ct_tensor *lengths,
	const ct_tensor *indices, const ct_tensor *offsets, int64_t axis, bool unsafe,
	const ct_scalar *initial, ct_tensor **result);
ct_error ct_segment_reduce_out(const ct_tensor *data, const char *reduce, const ct_tensor *lengths,
	const ct_tensor *indices, const ct_tensor *offsets, int64_t axis, bool unsafe,
	const ct_scalar *initial, ct_tensor *out, ct_tensor **result);
ct_error ct_select_backward(const ct_tensor *grad_output, const int64_t *input_sizes,
	int64_t input_sizes_len, int64_t dim, int64_t index, ct_tensor **result);
ct_error ct_select_backward_out(const ct_tensor *grad_output, const int64_t *input_sizes,
	int64_t input_sizes_len, int64_t dim, int64_t index, ct_tensor *out, ct_tensor **result);
ct_error ct_select_copy_int(const ct_tensor *self, int64_t dim, int64_t index, ct_tensor **result);
ct_error ct_select_copy_int_out(const ct_tensor *self, int64_t dim, int64_t index, ct_tensor *out,
	ct_tensor **result);
ct_error ct_select_int(const ct_tensor *self, int64_t dim, int64_t index, ct_tensor **result);
ct_error ct_select_scatter(const ct_tensor *self, const ct_tensor *src, int64_t dim, int64_t index,
	ct_tensor **result);
ct_error ct_select_scatter_out(const ct_tensor *self, const ct_tensor *src, int64_t dim,
	int64_t index, ct_tensor *out, ct_tensor **result);
ct_error ct_selu(const ct_tensor *self, ct_tensor **result);
ct_error ct_selu_(ct_tensor *self, ct_tensor **result);
ct_error ct_set(const ct_tensor *self, ct_tensor **result);
ct_error ct_set_(ct_tensor *self, ct_tensor **result);
ct_error ct_set__source_Storage(ct_tensor *self, ct_storage *source, ct_tensor **result);
ct_error ct_set__source_Storage_storage_offset(ct_tensor *self, ct_storage *source,
	int64_t storage_offset, const int64_t *size, int64_t size_len, const int64_t *stride,
	int64_t stride_len, ct_tensor **result);
ct_error ct_set__source_Tensor(ct_tensor *self, const ct_tensor *source, ct_tensor **result);
ct_error ct_set__source_Tensor_storage_offset(ct_tensor *self, const ct_tensor *source,
	int64_t storage_offset, const int64_t *size, int64_t size_len, const int64_t *stride,
	int64_t stride_len, ct_tensor **result);
ct_error ct_set_data(ct_tensor *self, const ct_tensor *new_data);
ct_error ct_set_default_device(ct_device device, ct_device *was);
ct_error ct_set_default_dtype(ct_dtype dtype);
ct_error ct_set_float32_matmul_precision(const char *precision);
bool ct_set_flush_denormal(bool enabled);
ct_error ct_set_num_interop_threads(int32_t n);
ct_error ct_set_num_threads(int32_t n);
ct_error ct_set_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_set_printoptions(const ct_printoptions *options);
ct_error ct_set_source_Storage(const ct_tensor *self, ct_storage *source, ct_tensor **result);
ct_error ct_set_source_Storage_out(const ct_tensor *self, ct_storage *source, ct_tensor *out,
	ct_tensor **result);
ct_error ct_set_source_Storage_storage_offset(const ct_tensor *self, ct_storage *source,
	int64_t storage_offset, const int64_t *size, int64_t size_len, const int64_t *stride,
	int64_t stride_len, ct_tensor **result);
ct_error ct_set_source_Storage_storage_offset_out(const ct_tensor *self, ct_storage *source,
	int64_t storage_offset, const int64_t *size, int64_t size_len, const int64_t *stride,
	int64_t stride_len, ct_tensor *out, ct_tensor **result);
ct_error ct_set_source_Tensor(const ct_tensor *self, const ct_tensor *source, ct_tensor **result);
ct_error ct_set_source_Tensor_out(const ct_tensor *self, const ct_tensor *source, ct_tensor *out,
	ct_tensor **result);
ct_error ct_set_warning_handler(ct_warning_handler handler, void *context, ct_release release);
ct_error ct_sgn(const ct_tensor *self, ct_tensor **result);
ct_error ct_sgn_(ct_tensor *self, ct_tensor **result);
ct_error ct_sgn_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_shared_reap(int64_t *removed);
ct_error ct_show_config(char **result);
ct_error ct_sigmoid(const ct_tensor *self, ct_tensor **result);
ct_error ct_sigmoid_(ct_tensor *self, ct_tensor **result);
ct_error ct_sigmoid_backward(const ct_tensor *grad_output, const ct_tensor *output,
	ct_tensor **result);
ct_error ct_sigmoid_backward_grad_input(const ct_tensor *grad_output, const ct_tensor *output,
	ct_tensor *grad_input, ct_tensor **result);
ct_error ct_sigmoid_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_sign(const ct_tensor *self, ct_tensor **result);
ct_error ct_sign_(ct_tensor *self, ct_tensor **result);
ct_error ct_sign_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_signbit(const ct_tensor *self, ct_tensor **result);
ct_error ct_signbit_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_silu(const ct_tensor *self, ct_tensor **result);
ct_error ct_silu_(ct_tensor *self, ct_tensor **result);
ct_error ct_silu_backward(const ct_tensor *grad_output, const ct_tensor *self, ct_tensor **result);
ct_error ct_silu_backward_grad_input(const ct_tensor *grad_output, const ct_tensor *self,
	ct_tensor *grad_input, ct_tensor **result);
ct_error ct_silu_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_sin(const ct_tensor *self, ct_tensor **result);
ct_error ct_sin_(ct_tensor *self, ct_tensor **result);
ct_error ct_sin_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_sinc(const ct_tensor *self, ct_tensor **result);
ct_error ct_sinc_(ct_tensor *self, ct_tensor **result);
ct_error ct_sinc_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_sinh(const ct_tensor *self, ct_tensor **result);
ct_error ct_sinh_(ct_tensor *self, ct_tensor **result);
ct_error ct_sinh_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_size_int(const ct_tensor *self, int64_t dim, int64_t *result);
ct_error ct_slice_Tensor(const ct_tensor *self, int64_t dim, const int64_t *start,
	const int64_t *end, int64_t step, ct_tensor **result);
ct_error ct_slice_backward(const ct_tensor *grad_output, const int64_t *input_sizes,
	int64_t input_sizes_len, int64_t dim, int64_t start, int64_t end, int64_t step,
	ct_tensor **result);
ct_error ct_slice_backward_out(const ct_tensor *grad_output, const int64_t *input_sizes,
	int64_t input_sizes_len, int64_t dim, int64_t start, int64_t end, int64_t step,
	ct_tensor *out, ct_tensor **result);
ct_error ct_slice_copy_Tensor(const ct_tensor *self, int64_t dim, const int64_t *start,
	const int64_t *end, int64_t step, ct_tensor **result);
ct_error ct_slice_copy_Tensor_out(const ct_tensor *self, int64_t dim, const int64_t *start,
	const int64_t *end, int64_t step, ct_tensor *out, ct_tensor **result);
ct_error ct_slice_inverse(const ct_tensor *self, const ct_tensor *src, int64_t dim,
	const int64_t *start, const int64_t *end, int64_t step, ct_tensor **result);
ct_error ct_slice_scatter(const ct_tensor *self, const ct_tensor *src, int64_t dim,
	const int64_t *start, const int64_t *end, int64_t step, ct_tensor **result);
ct_error ct_slice_scatter_out(const ct_tensor *self, const ct_tensor *src, int64_t dim,
	const int64_t *start, const int64_t *end, int64_t step, ct_tensor *out,
	ct_tensor **result);
ct_error ct_slogdet(const ct_tensor *self, ct_tensor **sign, ct_tensor **logabsdet);
ct_error ct_slogdet_out(const ct_tensor *self, ct_tensor *sign, ct_tensor *logabsdet,
	ct_tensor **sign_result, ct_tensor **logabsdet_result);
ct_error ct_slow_conv3d(const ct_tensor *self, const ct_tensor *weight, const int64_t *kernel_size,
	int64_t kernel_size_len, const ct_tensor *bias, const int64_t *stride, int64_t stride_len,
	const int64_t *padding, int64_t padding_len, ct_tensor **result);
ct_error ct_slow_conv3d_forward(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *kernel_size, int64_t kernel_size_len, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	ct_tensor **result);
ct_error ct_slow_conv3d_forward_output(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *kernel_size, int64_t kernel_size_len, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	ct_tensor *output, ct_tensor **result);
ct_error ct_slow_conv3d_out(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *kernel_size, int64_t kernel_size_len, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	ct_tensor *out, ct_tensor **result);
ct_error ct_slow_conv_dilated2d(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *kernel_size, int64_t kernel_size_len, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, ct_tensor **result);
ct_error ct_slow_conv_dilated2d_out(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *kernel_size, int64_t kernel_size_len, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, ct_tensor *out, ct_tensor **result);
ct_error ct_slow_conv_dilated3d(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *kernel_size, int64_t kernel_size_len, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, ct_tensor **result);
ct_error ct_slow_conv_dilated3d_out(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *kernel_size, int64_t kernel_size_len, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *dilation, int64_t dilation_len, ct_tensor *out, ct_tensor **result);
ct_error ct_slow_conv_transpose2d(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *kernel_size, int64_t kernel_size_len, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *output_padding, int64_t output_padding_len, const int64_t *dilation,
	int64_t dilation_len, ct_tensor **result);
ct_error ct_slow_conv_transpose2d_out(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *kernel_size, int64_t kernel_size_len, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *output_padding, int64_t output_padding_len, const int64_t *dilation,
	int64_t dilation_len, ct_tensor *out, ct_tensor **result);
ct_error ct_slow_conv_transpose3d(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *kernel_size, int64_t kernel_size_len, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *output_padding, int64_t output_padding_len, const int64_t *dilation,
	int64_t dilation_len, ct_tensor **result);
ct_error ct_slow_conv_transpose3d_out(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *kernel_size, int64_t kernel_size_len, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	const int64_t *output_padding, int64_t output_padding_len, const int64_t *dilation,
	int64_t dilation_len, ct_tensor *out, ct_tensor **result);
ct_error ct_smm(const ct_tensor *self, const ct_tensor *mat2, ct_tensor **result);
ct_error ct_smooth_l1_loss(const ct_tensor *self, const ct_tensor *target, int64_t reduction,
	double beta, ct_tensor **result);
ct_error ct_smooth_l1_loss_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *target, int64_t reduction, double beta, ct_tensor **result);
ct_error ct_smooth_l1_loss_backward_grad_input(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *target, int64_t reduction, double beta, ct_tensor *grad_input,
	ct_tensor **result);
ct_error ct_smooth_l1_loss_out(const ct_tensor *self, const ct_tensor *target, int64_t reduction,
	double beta, ct_tensor *out, ct_tensor **result);
ct_error ct_soft_margin_loss(const ct_tensor *self, const ct_tensor *target, int64_t reduction,
	ct_tensor **result);
ct_error ct_soft_margin_loss_backward(const ct_tensor *grad_output, const ct_tensor *self,
	const ct_tensor *target, int64_t reduction, ct_tensor **result);
ct_error ct_soft_margin_loss_backward_grad_input(const ct_tensor *grad_output,
	const ct_tensor *self, const ct_tensor *target, int64_t reduction, ct_tensor *grad_input,
	ct_tensor **result);
ct_error ct_soft_margin_loss_out(const ct_tensor *self, const ct_tensor *target, int64_t reduction,
	ct_tensor *out, ct_tensor **result);
ct_error ct_softmax_int(const ct_tensor *self, int64_t dim, ct_dtype dtype, ct_tensor **result);
ct_error ct_softmax_int_out(const ct_tensor *self, int64_t dim, ct_dtype dtype, ct_tensor *out,
	ct_tensor **result);
ct_error ct_softplus(const ct_tensor *self, ct_scalar beta, ct_scalar threshold,
	ct_tensor **result);
ct_error ct_softplus_backward(const ct_tensor *grad_output, const ct_tensor *self, ct_scalar beta,
	ct_scalar threshold, ct_tensor **result);
ct_error ct_softplus_backward_grad_input(const ct_tensor *grad_output, const ct_tensor *self,
	ct_scalar beta, ct_scalar threshold, ct_tensor *grad_input, ct_tensor **result);
ct_error ct_softplus_out(const ct_tensor *self, ct_scalar beta, ct_scalar threshold, ct_tensor *out,
	ct_tensor **result);
ct_error ct_softshrink(const ct_tensor *self, ct_scalar lambd, ct_tensor **result);
ct_error ct_softshrink_backward(const ct_tensor *grad_output, const ct_tensor *self,
	ct_scalar lambd, ct_tensor **result);
ct_error ct_softshrink_backward_grad_input(const ct_tensor *grad_output, const ct_tensor *self,
	ct_scalar lambd, ct_tensor *grad_input, ct_tensor **result);
ct_error ct_softshrink_out(const ct_tensor *self, ct_scalar lambd, ct_tensor *out,
	ct_tensor **result);
ct_error ct_sort(const ct_tensor *self, int64_t dim, bool descending, ct_tensor **values,
	ct_tensor **indices);
ct_error ct_sort_stable(const ct_tensor *self, const bool *stable, int64_t dim, bool descending,
	ct_tensor **values, ct_tensor **indices);
ct_error ct_sort_values(const ct_tensor *self, int64_t dim, bool descending, ct_tensor *values,
	ct_tensor *indices, ct_tensor **values_result, ct_tensor **indices_result);
ct_error ct_sort_values_stable(const ct_tensor *self, const bool *stable, int64_t dim,
	bool descending, ct_tensor *values, ct_tensor *indices, ct_tensor **values_result,
	ct_tensor **indices_result);
ct_error ct_sparse_bsc_tensor_ccol_row_value(const ct_tensor *ccol_indices,
	const ct_tensor *row_indices, const ct_tensor *values, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_sparse_bsc_tensor_ccol_row_value_size(const ct_tensor *ccol_indices,
	const ct_tensor *row_indices, const ct_tensor *values, const int64_t *size,
	int64_t size_len, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct_sparse_bsr_tensor_crow_col_value(const ct_tensor *crow_indices,
	const ct_tensor *col_indices, const ct_tensor *values, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_sparse_bsr_tensor_crow_col_value_size(const ct_tensor *crow_indices,
	const ct_tensor *col_indices, const ct_tensor *values, const int64_t *size,
	int64_t size_len, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct_sparse_compressed_tensor_comp_plain_value(const ct_tensor *compressed_indices,
	const ct_tensor *plain_indices, const ct_tensor *values, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_sparse_compressed_tensor_comp_plain_value_size(const ct_tensor *compressed_indices,
	const ct_tensor *plain_indices, const ct_tensor *values, const int64_t *size,
	int64_t size_len, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct_sparse_coo_tensor_indices(const ct_tensor *indices, const ct_tensor *values,
	ct_dtype dtype, ct_layout layout, ct_device device, const bool *pin_memory,
	const bool *is_coalesced, ct_tensor **result);
ct_error ct_sparse_coo_tensor_indices_size(const ct_tensor *indices, const ct_tensor *values,
	const int64_t *size, int64_t size_len, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, const bool *is_coalesced, ct_tensor **result);
ct_error ct_sparse_coo_tensor_size(const int64_t *size, int64_t size_len, ct_dtype dtype,
	ct_layout layout, ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_sparse_coo_tensor_size_out(const int64_t *size, int64_t size_len, ct_tensor *out,
	ct_tensor **result);
ct_error ct_sparse_csc_tensor_ccol_row_value(const ct_tensor *ccol_indices,
	const ct_tensor *row_indices, const ct_tensor *values, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_sparse_csc_tensor_ccol_row_value_size(const ct_tensor *ccol_indices,
	const ct_tensor *row_indices, const ct_tensor *values, const int64_t *size,
	int64_t size_len, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct_sparse_csr_tensor_crow_col_value(const ct_tensor *crow_indices,
	const ct_tensor *col_indices, const ct_tensor *values, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_sparse_csr_tensor_crow_col_value_size(const ct_tensor *crow_indices,
	const ct_tensor *col_indices, const ct_tensor *values, const int64_t *size,
	int64_t size_len, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_tensor **result);
ct_error ct_sparse_dim(const ct_tensor *self, int64_t *result);
ct_error ct_sparse_mask(const ct_tensor *self, const ct_tensor *mask, ct_tensor **result);
ct_error ct_sparse_mask_out(const ct_tensor *self, const ct_tensor *mask, ct_tensor *out,
	ct_tensor **result);
ct_error ct_sparse_resize(const ct_tensor *self, const int64_t *size, int64_t size_len,
	int64_t sparse_dim, int64_t dense_dim, ct_tensor **result);
ct_error ct_sparse_resize_(ct_tensor *self, const int64_t *size, int64_t size_len,
	int64_t sparse_dim, int64_t dense_dim, ct_tensor **result);
ct_error ct_sparse_resize_and_clear(const ct_tensor *self, const int64_t *size, int64_t size_len,
	int64_t sparse_dim, int64_t dense_dim, ct_tensor **result);
ct_error ct_sparse_resize_and_clear_(ct_tensor *self, const int64_t *size, int64_t size_len,
	int64_t sparse_dim, int64_t dense_dim, ct_tensor **result);
ct_error ct_sparse_resize_and_clear_out(const ct_tensor *self, const int64_t *size,
	int64_t size_len, int64_t sparse_dim, int64_t dense_dim, ct_tensor *out,
	ct_tensor **result);
ct_error ct_sparse_resize_out(const ct_tensor *self, const int64_t *size, int64_t size_len,
	int64_t sparse_dim, int64_t dense_dim, ct_tensor *out, ct_tensor **result);
ct_error ct_sparse_sampled_addmm(const ct_tensor *self, const ct_tensor *mat1,
	const ct_tensor *mat2, ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct_sparse_sampled_addmm_out(const ct_tensor *self, const ct_tensor *mat1,
	const ct_tensor *mat2, ct_scalar beta, ct_scalar alpha, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_airy_ai(const ct_tensor *x, ct_tensor **result);
ct_error ct_special_airy_ai_out(const ct_tensor *x, ct_tensor *out, ct_tensor **result);
ct_error ct_special_bessel_j0(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_bessel_j0_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_bessel_j1(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_bessel_j1_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_bessel_y0(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_bessel_y0_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_bessel_y1(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_bessel_y1_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_t(const ct_tensor *x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_t_n_scalar(const ct_tensor *x, ct_scalar n,
	ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_t_n_scalar_out(const ct_tensor *x, ct_scalar n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_t_out(const ct_tensor *x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_t_x_scalar(ct_scalar x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_t_x_scalar_out(ct_scalar x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_u(const ct_tensor *x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_u_n_scalar(const ct_tensor *x, ct_scalar n,
	ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_u_n_scalar_out(const ct_tensor *x, ct_scalar n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_u_out(const ct_tensor *x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_u_x_scalar(ct_scalar x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_u_x_scalar_out(ct_scalar x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_v(const ct_tensor *x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_v_n_scalar(const ct_tensor *x, ct_scalar n,
	ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_v_n_scalar_out(const ct_tensor *x, ct_scalar n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_v_out(const ct_tensor *x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_v_x_scalar(ct_scalar x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_v_x_scalar_out(ct_scalar x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_w(const ct_tensor *x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_w_n_scalar(const ct_tensor *x, ct_scalar n,
	ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_w_n_scalar_out(const ct_tensor *x, ct_scalar n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_w_out(const ct_tensor *x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_w_x_scalar(ct_scalar x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_chebyshev_polynomial_w_x_scalar_out(ct_scalar x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_digamma(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_digamma_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_entr(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_entr_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_erf(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_erf_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_erfc(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_erfc_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_erfcx(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_erfcx_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_erfinv(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_erfinv_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_exp2(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_exp2_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_expit(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_expit_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_expm1(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_expm1_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_gammainc(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_special_gammainc_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_gammaincc(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_special_gammaincc_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_gammaln(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_gammaln_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_hermite_polynomial_h(const ct_tensor *x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_hermite_polynomial_h_n_scalar(const ct_tensor *x, ct_scalar n,
	ct_tensor **result);
ct_error ct_special_hermite_polynomial_h_n_scalar_out(const ct_tensor *x, ct_scalar n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_hermite_polynomial_h_out(const ct_tensor *x, const ct_tensor *n, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_hermite_polynomial_h_x_scalar(ct_scalar x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_hermite_polynomial_h_x_scalar_out(ct_scalar x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_hermite_polynomial_he(const ct_tensor *x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_hermite_polynomial_he_n_scalar(const ct_tensor *x, ct_scalar n,
	ct_tensor **result);
ct_error ct_special_hermite_polynomial_he_n_scalar_out(const ct_tensor *x, ct_scalar n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_hermite_polynomial_he_out(const ct_tensor *x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_hermite_polynomial_he_x_scalar(ct_scalar x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_hermite_polynomial_he_x_scalar_out(ct_scalar x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_i0(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_i0_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_i0e(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_i0e_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_i1(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_i1_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_i1e(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_i1e_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_laguerre_polynomial_l(const ct_tensor *x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_laguerre_polynomial_l_n_scalar(const ct_tensor *x, ct_scalar n,
	ct_tensor **result);
ct_error ct_special_laguerre_polynomial_l_n_scalar_out(const ct_tensor *x, ct_scalar n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_laguerre_polynomial_l_out(const ct_tensor *x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_laguerre_polynomial_l_x_scalar(ct_scalar x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_laguerre_polynomial_l_x_scalar_out(ct_scalar x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_legendre_polynomial_p(const ct_tensor *x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_legendre_polynomial_p_n_scalar(const ct_tensor *x, ct_scalar n,
	ct_tensor **result);
ct_error ct_special_legendre_polynomial_p_n_scalar_out(const ct_tensor *x, ct_scalar n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_legendre_polynomial_p_out(const ct_tensor *x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_legendre_polynomial_p_x_scalar(ct_scalar x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_legendre_polynomial_p_x_scalar_out(ct_scalar x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_log1p(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_log1p_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_log_ndtr(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_log_ndtr_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_log_softmax(const ct_tensor *self, int64_t dim, ct_dtype dtype,
	ct_tensor **result);
ct_error ct_special_logit(const ct_tensor *self, const double *eps, ct_tensor **result);
ct_error ct_special_logit_out(const ct_tensor *self, const double *eps, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_logsumexp(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	bool keepdim, ct_tensor **result);
ct_error ct_special_logsumexp_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	bool keepdim, ct_tensor *out, ct_tensor **result);
ct_error ct_special_modified_bessel_i0(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_modified_bessel_i0_out(const ct_tensor *self, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_modified_bessel_i1(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_modified_bessel_i1_out(const ct_tensor *self, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_modified_bessel_k0(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_modified_bessel_k0_out(const ct_tensor *self, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_modified_bessel_k1(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_modified_bessel_k1_out(const ct_tensor *self, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_multigammaln(const ct_tensor *self, int64_t p, ct_tensor **result);
ct_error ct_special_multigammaln_out(const ct_tensor *self, int64_t p, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_ndtr(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_ndtr_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_ndtri(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_ndtri_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_polygamma(int64_t n, const ct_tensor *self, ct_tensor **result);
ct_error ct_special_polygamma_out(int64_t n, const ct_tensor *self, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_psi(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_psi_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_round(const ct_tensor *self, int64_t decimals, ct_tensor **result);
ct_error ct_special_round_out(const ct_tensor *self, int64_t decimals, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_scaled_modified_bessel_k0(const ct_tensor *x, ct_tensor **result);
ct_error ct_special_scaled_modified_bessel_k0_out(const ct_tensor *x, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_scaled_modified_bessel_k1(const ct_tensor *x, ct_tensor **result);
ct_error ct_special_scaled_modified_bessel_k1_out(const ct_tensor *x, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_t(const ct_tensor *x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_t_n_scalar(const ct_tensor *x, ct_scalar n,
	ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_t_n_scalar_out(const ct_tensor *x, ct_scalar n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_t_out(const ct_tensor *x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_t_x_scalar(ct_scalar x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_t_x_scalar_out(ct_scalar x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_u(const ct_tensor *x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_u_n_scalar(const ct_tensor *x, ct_scalar n,
	ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_u_n_scalar_out(const ct_tensor *x, ct_scalar n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_u_out(const ct_tensor *x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_u_x_scalar(ct_scalar x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_u_x_scalar_out(ct_scalar x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_v(const ct_tensor *x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_v_n_scalar(const ct_tensor *x, ct_scalar n,
	ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_v_n_scalar_out(const ct_tensor *x, ct_scalar n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_v_out(const ct_tensor *x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_v_x_scalar(ct_scalar x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_v_x_scalar_out(ct_scalar x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_w(const ct_tensor *x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_w_n_scalar(const ct_tensor *x, ct_scalar n,
	ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_w_n_scalar_out(const ct_tensor *x, ct_scalar n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_w_out(const ct_tensor *x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_w_x_scalar(ct_scalar x, const ct_tensor *n,
	ct_tensor **result);
ct_error ct_special_shifted_chebyshev_polynomial_w_x_scalar_out(ct_scalar x, const ct_tensor *n,
	ct_tensor *out, ct_tensor **result);
ct_error ct_special_sinc(const ct_tensor *self, ct_tensor **result);
ct_error ct_special_sinc_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_special_softmax(const ct_tensor *self, int64_t dim, ct_dtype dtype, ct_tensor **result);
ct_error ct_special_spherical_bessel_j0(const ct_tensor *x, ct_tensor **result);
ct_error ct_special_spherical_bessel_j0_out(const ct_tensor *x, ct_tensor *out, ct_tensor **result);
ct_error ct_special_xlog1py(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_special_xlog1py_other_scalar(const ct_tensor *self, ct_scalar other,
	ct_tensor **result);
ct_error ct_special_xlog1py_other_scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_xlog1py_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_xlog1py_self_scalar(ct_scalar self, const ct_tensor *other, ct_tensor **result);
ct_error ct_special_xlog1py_self_scalar_out(ct_scalar self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_xlogy(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_special_xlogy_other_scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_special_xlogy_other_scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_xlogy_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_xlogy_self_scalar(ct_scalar self, const ct_tensor *other, ct_tensor **result);
ct_error ct_special_xlogy_self_scalar_out(ct_scalar self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_zeta(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_special_zeta_other_scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_special_zeta_other_scalar_out(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_zeta_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_special_zeta_self_scalar(ct_scalar self, const ct_tensor *other, ct_tensor **result);
ct_error ct_special_zeta_self_scalar_out(ct_scalar self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_split_Tensor(const ct_tensor *self, int64_t split_size, int64_t dim,
	ct_tensor ***result, int64_t *result_len);
ct_error ct_split_copy_Tensor(const ct_tensor *self, int64_t split_size, int64_t dim,
	ct_tensor ***result, int64_t *result_len);
ct_error ct_split_copy_Tensor_out(const ct_tensor *self, int64_t split_size, int64_t dim,
	ct_tensor *const *out, int64_t out_len);
ct_error ct_split_sizes(const ct_tensor *self, const int64_t *split_size, int64_t split_size_len,
	int64_t dim, ct_tensor ***result, int64_t *result_len);
ct_error ct_split_with_sizes(const ct_tensor *self, const int64_t *split_sizes,
	int64_t split_sizes_len, int64_t dim, ct_tensor ***result, int64_t *result_len);
ct_error ct_split_with_sizes_copy(const ct_tensor *self, const int64_t *split_sizes,
	int64_t split_sizes_len, int64_t dim, ct_tensor ***result, int64_t *result_len);
ct_error ct_split_with_sizes_copy_out(const ct_tensor *self, const int64_t *split_sizes,
	int64_t split_sizes_len, int64_t dim, ct_tensor *const *out, int64_t out_len);
ct_error ct_sqrt(const ct_tensor *self, ct_tensor **result);
ct_error ct_sqrt_(ct_tensor *self, ct_tensor **result);
ct_error ct_sqrt_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_square(const ct_tensor *self, ct_tensor **result);
ct_error ct_square_(ct_tensor *self, ct_tensor **result);
ct_error ct_square_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_squeeze(const ct_tensor *self, ct_tensor **result);
ct_error ct_squeeze_(ct_tensor *self, ct_tensor **result);
ct_error ct_squeeze__dim(ct_tensor *self, int64_t dim, ct_tensor **result);
ct_error ct_squeeze__dims(ct_tensor *self, const int64_t *dim, int64_t dim_len, ct_tensor **result);
ct_error ct_squeeze_copy(const ct_tensor *self, ct_tensor **result);
ct_error ct_squeeze_copy_dim(const ct_tensor *self, int64_t dim, ct_tensor **result);
ct_error ct_squeeze_copy_dim_out(const ct_tensor *self, int64_t dim, ct_tensor *out,
	ct_tensor **result);
ct_error ct_squeeze_copy_dims(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	ct_tensor **result);
ct_error ct_squeeze_copy_dims_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	ct_tensor *out, ct_tensor **result);
ct_error ct_squeeze_copy_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_squeeze_dim(const ct_tensor *self, int64_t dim, ct_tensor **result);
ct_error ct_squeeze_dims(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	ct_tensor **result);
ct_error ct_sspaddmm(const ct_tensor *self, const ct_tensor *mat1, const ct_tensor *mat2,
	ct_scalar beta, ct_scalar alpha, ct_tensor **result);
ct_error ct_sspaddmm_out(const ct_tensor *self, const ct_tensor *mat1, const ct_tensor *mat2,
	ct_scalar beta, ct_scalar alpha, ct_tensor *out, ct_tensor **result);
ct_error ct_stack(ct_tensor *const *tensors, int64_t tensors_len, int64_t dim, ct_tensor **result);
ct_error ct_stack_out(ct_tensor *const *tensors, int64_t tensors_len, int64_t dim, ct_tensor *out,
	ct_tensor **result);
ct_error ct_std(const ct_tensor *self, bool unbiased, ct_tensor **result);
ct_error ct_std_correction(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	const ct_scalar *correction, bool keepdim, ct_tensor **result);
ct_error ct_std_correction_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	const ct_scalar *correction, bool keepdim, ct_tensor *out, ct_tensor **result);
ct_error ct_std_dim(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool unbiased,
	bool keepdim, ct_tensor **result);
ct_error ct_std_mean(const ct_tensor *self, bool unbiased, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct_std_mean_correction(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	const ct_scalar *correction, bool keepdim, ct_tensor **result0, ct_tensor **result1);
ct_error ct_std_mean_correction_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	const ct_scalar *correction, bool keepdim, ct_tensor *out0, ct_tensor *out1,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct_std_mean_dim(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool unbiased,
	bool keepdim, ct_tensor **result0, ct_tensor **result1);
ct_error ct_std_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool unbiased,
	bool keepdim, ct_tensor *out, ct_tensor **result);
ct_error ct_stft(const ct_tensor *self, int64_t n_fft, const int64_t *hop_length,
	const int64_t *win_length, const ct_tensor *window, bool normalized, const bool *onesided,
	const bool *return_complex, const bool *align_to_window, ct_tensor **result);
ct_error ct_stft_center(const ct_tensor *self, int64_t n_fft, const int64_t *hop_length,
	const int64_t *win_length, const ct_tensor *window, bool center, const char *pad_mode,
	bool normalized, const bool *onesided, const bool *return_complex,
	const bool *align_to_window, ct_tensor **result);
ct_error ct_storage_clone(const ct_storage *self, ct_storage **result);
ct_error ct_storage_copy(ct_storage *self, const ct_storage *source);
const void *ct_storage_data(const ct_storage *self);
ct_device ct_storage_device(const ct_storage *self);
ct_error ct_storage_equal(const ct_storage *self, const ct_storage *other, bool *result);
ct_error ct_storage_fill(ct_storage *self, uint8_t value);
void ct_storage_free(ct_storage *self);
ct_error ct_storage_from_blob(void *data, int64_t nbytes, ct_device device, ct_deleter deleter,
	void *context, ct_storage **result);
bool ct_storage_is_resizable(const ct_storage *self);
bool ct_storage_is_shared(const ct_storage *self);
ct_storage *ct_storage_keep(const ct_storage *self);
void *ct_storage_mutable_data(ct_storage *self);
int64_t ct_storage_nbytes(const ct_storage *self);
ct_error ct_storage_new(int64_t nbytes, ct_device device, ct_storage **result);
ct_error ct_storage_offset(const ct_tensor *self, int64_t *result);
ct_error ct_storage_resize(ct_storage *self, int64_t nbytes);
int64_t ct_storage_use_count(const ct_storage *self);
ct_error ct_stride_int(const ct_tensor *self, int64_t dim, int64_t *result);
ct_error ct_sub_Scalar(const ct_tensor *self, ct_scalar other, ct_scalar alpha, ct_tensor **result);
ct_error ct_sub_Scalar_out(const ct_tensor *self, ct_scalar other, ct_scalar alpha, ct_tensor *out,
	ct_tensor **result);
ct_error ct_sub_Tensor(const ct_tensor *self, const ct_tensor *other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct_sub__Scalar(ct_tensor *self, ct_scalar other, ct_scalar alpha, ct_tensor **result);
ct_error ct_sub__Tensor(ct_tensor *self, const ct_tensor *other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct_sub_out(const ct_tensor *self, const ct_tensor *other, ct_scalar alpha, ct_tensor *out,
	ct_tensor **result);
ct_error ct_subtract_Scalar(const ct_tensor *self, ct_scalar other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct_subtract_Tensor(const ct_tensor *self, const ct_tensor *other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct_subtract__Scalar(ct_tensor *self, ct_scalar other, ct_scalar alpha, ct_tensor **result);
ct_error ct_subtract__Tensor(ct_tensor *self, const ct_tensor *other, ct_scalar alpha,
	ct_tensor **result);
ct_error ct_subtract_out(const ct_tensor *self, const ct_tensor *other, ct_scalar alpha,
	ct_tensor *out, ct_tensor **result);
ct_error ct_sum(const ct_tensor *self, ct_dtype dtype, ct_tensor **result);
ct_error ct_sum_IntList_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	bool keepdim, ct_dtype dtype, ct_tensor *out, ct_tensor **result);
ct_error ct_sum_dim_IntList(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	bool keepdim, ct_dtype dtype, ct_tensor **result);
ct_error ct_sum_out(const ct_tensor *self, ct_dtype dtype, ct_tensor *out, ct_tensor **result);
ct_error ct_sum_to_size(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_tensor **result);
ct_error ct_svd(const ct_tensor *self, bool some, bool compute_uv, ct_tensor **U, ct_tensor **S,
	ct_tensor **V);
ct_error ct_svd_U(const ct_tensor *self, bool some, bool compute_uv, ct_tensor *U, ct_tensor *S,
	ct_tensor *V, ct_tensor **U_result, ct_tensor **S_result, ct_tensor **V_result);
ct_error ct_swapaxes(const ct_tensor *self, int64_t axis0, int64_t axis1, ct_tensor **result);
ct_error ct_swapaxes_(ct_tensor *self, int64_t axis0, int64_t axis1, ct_tensor **result);
ct_error ct_swapdims(const ct_tensor *self, int64_t dim0, int64_t dim1, ct_tensor **result);
ct_error ct_swapdims_(ct_tensor *self, int64_t dim0, int64_t dim1, ct_tensor **result);
ct_error ct_sym_constrain_range(ct_scalar size, const int64_t *min, const int64_t *max);
ct_error ct_sym_constrain_range_for_size(ct_scalar size, const int64_t *min, const int64_t *max);
ct_error ct_sym_is_contiguous(const ct_tensor *self, ct_memory_format memory_format, bool *result);
ct_error ct_sym_numel(const ct_tensor *self, int64_t *result);
ct_error ct_sym_size_int(const ct_tensor *self, int64_t dim, int64_t *result);
ct_error ct_sym_storage_offset(const ct_tensor *self, int64_t *result);
ct_error ct_sym_stride_int(const ct_tensor *self, int64_t dim, int64_t *result);
ct_error ct_t(const ct_tensor *self, ct_tensor **result);
ct_error ct_t_(ct_tensor *self, ct_tensor **result);
ct_error ct_t_copy(const ct_tensor *self, ct_tensor **result);
ct_error ct_t_copy_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_take(const ct_tensor *self, const ct_tensor *index, ct_tensor **result);
ct_error ct_take_along_dim(const ct_tensor *self, const ct_tensor *indices, const int64_t *dim,
	ct_tensor **result);
ct_error ct_take_along_dim_out(const ct_tensor *self, const ct_tensor *indices, const int64_t *dim,
	ct_tensor *out, ct_tensor **result);
ct_error ct_take_out(const ct_tensor *self, const ct_tensor *index, ct_tensor *out,
	ct_tensor **result);
ct_error ct_tan(const ct_tensor *self, ct_tensor **result);
ct_error ct_tan_(ct_tensor *self, ct_tensor **result);
ct_error ct_tan_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_tanh(const ct_tensor *self, ct_tensor **result);
ct_error ct_tanh_(ct_tensor *self, ct_tensor **result);
ct_error ct_tanh_backward(const ct_tensor *grad_output, const ct_tensor *output,
	ct_tensor **result);
ct_error ct_tanh_backward_grad_input(const ct_tensor *grad_output, const ct_tensor *output,
	ct_tensor *grad_input, ct_tensor **result);
ct_error ct_tanh_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_tensor_access(const ct_tensor *self, ct_dtype dtype, int64_t dim, ct_accessor *result);
ct_error ct_tensor_access_mutable(ct_tensor *self, ct_dtype dtype, int64_t dim,
	ct_accessor *result);
ct_error ct_tensor_arange(ct_scalar start, ct_scalar end, ct_scalar step,
	const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_bartlett_window(int64_t window_length, bool periodic,
	const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_blackman_window(int64_t window_length, bool periodic,
	const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_copy_from(ct_tensor *self, ct_dtype dtype, const void *data, int64_t data_len);
ct_error ct_tensor_copy_to(const ct_tensor *self, ct_dtype dtype, void *out, int64_t out_len);
const void *ct_tensor_data(const ct_tensor *self);
ct_error ct_tensor_data_as(const ct_tensor *self, ct_dtype dtype, void *result);
ct_error ct_tensor_describe(const ct_tensor *self, ct_tensor_statistics *result);
ct_error ct_tensor_describe_to_string(const ct_tensor *self, char **result);
ct_device ct_tensor_device(const ct_tensor *self);
int64_t ct_tensor_dim(const ct_tensor *self);
ct_error ct_tensor_dlpack_device(const ct_tensor *self, ct_dlpack_device *result);
ct_dtype ct_tensor_dtype(const ct_tensor *self);
ct_error ct_tensor_element(const ct_tensor *self, const int64_t *index, int64_t index_len,
	ct_scalar *result);
ct_error ct_tensor_element_double(const ct_tensor *self, const int64_t *index, int64_t index_len,
	double *result);
ct_error ct_tensor_element_int64(const ct_tensor *self, const int64_t *index, int64_t index_len,
	int64_t *result);
int64_t ct_tensor_element_size(const ct_tensor *self);
ct_error ct_tensor_empty(const int64_t *size, int64_t size_len, const ct_tensor_options *options,
	ct_tensor **result);
ct_error ct_tensor_empty_like(const ct_tensor *self, const ct_tensor_options *options,
	ct_tensor **result);
ct_error ct_tensor_empty_permuted(const int64_t *size, int64_t size_len,
	const int64_t *physical_layout, int64_t physical_layout_len,
	const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_empty_strided(const int64_t *size, int64_t size_len, const int64_t *stride,
	int64_t stride_len, const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_eye(int64_t n, int64_t m, const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_fft_fftfreq(int64_t n, double d, const ct_tensor_options *options,
	ct_tensor **result);
ct_error ct_tensor_fft_rfftfreq(int64_t n, double d, const ct_tensor_options *options,
	ct_tensor **result);
void ct_tensor_free(ct_tensor *self);
void ct_tensor_free_later(ct_tensor *self);
int64_t ct_tensor_free_pending(void);
void ct_tensor_free_unscoped(ct_tensor *self);
ct_error ct_tensor_from_array(const void *data, ct_dtype dtype, const int64_t *shape,
	int64_t shape_len, const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_from_blob(void *data, ct_dtype dtype, const int64_t *shape, int64_t shape_len,
	const int64_t *strides, int64_t strides_len, ct_deleter deleter, void *context,
	ct_tensor **result);
ct_error ct_tensor_from_data(const void *data, ct_dtype dtype, const int64_t *shape,
	int64_t shape_len, ct_tensor **result);
ct_error ct_tensor_from_dlpack(ct_dlpack *managed, ct_tensor **result);
ct_error ct_tensor_from_dlpack_versioned(ct_dlpack_versioned *managed, ct_tensor **result);
ct_error ct_tensor_from_impl(void *tensor_impl, ct_tensor **result);
ct_error ct_tensor_from_rows(ct_rows rows, const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_from_scalar(ct_scalar value, const ct_tensor_options *options,
	ct_tensor **result);
ct_error ct_tensor_from_storage(const ct_storage *storage, ct_dtype dtype, int64_t storage_offset,
	const int64_t *shape, int64_t shape_len, const int64_t *strides, int64_t strides_len,
	ct_tensor **result);
ct_error ct_tensor_from_text(const char *text, const ct_tensor_options *options,
	ct_tensor **result);
ct_error ct_tensor_full(const int64_t *size, int64_t size_len, ct_scalar fill_value,
	const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_full_like(const ct_tensor *self, ct_scalar fill_value,
	const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_grad(const ct_tensor *self, ct_tensor **result);
ct_error ct_tensor_grad_fn(const ct_tensor *self, ct_node **result);
ct_error ct_tensor_gradient_edge(const ct_tensor *self, ct_node **node, int64_t *input_nr);
ct_error ct_tensor_hamming_window(int64_t window_length, bool periodic, double alpha, double beta,
	const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_hann_window(int64_t window_length, bool periodic,
	const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_index(const ct_tensor *self, const ct_index *indices, int64_t indices_len,
	ct_tensor **result);
ct_error ct_tensor_index_accumulate(ct_tensor *self, const ct_index *indices, int64_t indices_len,
	const ct_tensor *value);
ct_error ct_tensor_index_put(ct_tensor *self, const ct_index *indices, int64_t indices_len,
	const ct_tensor *value);
ct_error ct_tensor_index_put_scalar(ct_tensor *self, const ct_index *indices, int64_t indices_len,
	ct_scalar value);
ct_error ct_tensor_index_put_scalar_text(ct_tensor *self, const char *text, ct_scalar value);
ct_error ct_tensor_index_put_scalar_text_with(ct_tensor *self, const char *text,
	ct_tensor *const *tensors, int64_t tensors_len, ct_scalar value);
ct_error ct_tensor_index_put_text(ct_tensor *self, const char *text, const ct_tensor *value);
ct_error ct_tensor_index_put_text_with(ct_tensor *self, const char *text, ct_tensor *const *tensors,
	int64_t tensors_len, const ct_tensor *value);
ct_error ct_tensor_index_text(const ct_tensor *self, const char *text, ct_tensor **result);
ct_error ct_tensor_index_text_with(const ct_tensor *self, const char *text,
	ct_tensor *const *tensors, int64_t tensors_len, ct_tensor **result);
bool ct_tensor_is_contiguous(const ct_tensor *self);
bool ct_tensor_is_inference(const ct_tensor *self);
bool ct_tensor_is_leaf(const ct_tensor *self);
bool ct_tensor_is_shared(const ct_tensor *self);
ct_error ct_tensor_item(const ct_tensor *self, ct_scalar *result);
ct_error ct_tensor_item_bool(const ct_tensor *self, bool *result);
ct_error ct_tensor_item_complex(const ct_tensor *self, double *re, double *im);
ct_error ct_tensor_item_double(const ct_tensor *self, double *result);
ct_error ct_tensor_item_float(const ct_tensor *self, float *result);
ct_error ct_tensor_item_int16(const ct_tensor *self, int16_t *result);
ct_error ct_tensor_item_int32(const ct_tensor *self, int32_t *result);
ct_error ct_tensor_item_int64(const ct_tensor *self, int64_t *result);
ct_error ct_tensor_item_int8(const ct_tensor *self, int8_t *result);
ct_error ct_tensor_item_uint16(const ct_tensor *self, uint16_t *result);
ct_error ct_tensor_item_uint32(const ct_tensor *self, uint32_t *result);
ct_error ct_tensor_item_uint64(const ct_tensor *self, uint64_t *result);
ct_error ct_tensor_item_uint8(const ct_tensor *self, uint8_t *result);
ct_error ct_tensor_kaiser_window(int64_t window_length, bool periodic, double beta,
	const ct_tensor_options *options, ct_tensor **result);
ct_tensor *ct_tensor_keep(const ct_tensor *self);
ct_layout ct_tensor_layout(const ct_tensor *self);
ct_error ct_tensor_linspace(ct_scalar start, ct_scalar end, int64_t steps,
	const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_logspace(ct_scalar start, ct_scalar end, int64_t steps, double base,
	const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_map_file(const char *path, ct_dtype dtype, const int64_t *shape,
	int64_t shape_len, const ct_map_options *options, ct_tensor **result);
void *ct_tensor_mutable_data(ct_tensor *self);
ct_error ct_tensor_mutable_data_as(ct_tensor *self, ct_dtype dtype, void *result);
ct_error ct_tensor_new_empty(const ct_tensor *self, const int64_t *size, int64_t size_len,
	const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_new_empty_strided(const ct_tensor *self, const int64_t *size, int64_t size_len,
	const int64_t *stride, int64_t stride_len, const ct_tensor_options *options,
	ct_tensor **result);
ct_error ct_tensor_new_full(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_scalar fill_value, const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_new_ones(const ct_tensor *self, const int64_t *size, int64_t size_len,
	const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_new_zeros(const ct_tensor *self, const int64_t *size, int64_t size_len,
	const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_normal(double mean, double std, const int64_t *size, int64_t size_len,
	const ct_tensor_options *options, ct_tensor **result);
int64_t ct_tensor_numel(const ct_tensor *self);
ct_error ct_tensor_ones(const int64_t *size, int64_t size_len, const ct_tensor_options *options,
	ct_tensor **result);
ct_error ct_tensor_ones_like(const ct_tensor *self, const ct_tensor_options *options,
	ct_tensor **result);
ct_error ct_tensor_open_shared(const char *handle, ct_tensor **result);
ct_tensor_options ct_tensor_options_defaults(void);
int64_t ct_tensor_output_nr(const ct_tensor *self);
ct_error ct_tensor_print(const ct_tensor *self, FILE *stream);
ct_error ct_tensor_print_with(const ct_tensor *self, const ct_printoptions *options, FILE *stream);
ct_error ct_tensor_rand(const int64_t *size, int64_t size_len, const ct_tensor_options *options,
	ct_tensor **result);
ct_error ct_tensor_rand_like(const ct_tensor *self, const ct_tensor_options *options,
	ct_tensor **result);
ct_error ct_tensor_randint(int64_t low, int64_t high, const int64_t *size, int64_t size_len,
	const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_randint_like(const ct_tensor *self, int64_t low, int64_t high,
	const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_randn(const int64_t *size, int64_t size_len, const ct_tensor_options *options,
	ct_tensor **result);
ct_error ct_tensor_randn_like(const ct_tensor *self, const ct_tensor_options *options,
	ct_tensor **result);
ct_error ct_tensor_randperm(int64_t n, const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_register_hook(ct_tensor *self, ct_tensor_hook call, void *context,
	ct_release release, int64_t *hook);
ct_error ct_tensor_register_post_accumulate_hook(ct_tensor *self, ct_post_accumulate_hook call,
	void *context, ct_release release, int64_t *hook);
bool ct_tensor_requires_grad(const ct_tensor *self);
ct_error ct_tensor_retain_grad(ct_tensor *self);
bool ct_tensor_retains_grad(const ct_tensor *self);
ct_error ct_tensor_set_element(ct_tensor *self, const int64_t *index, int64_t index_len,
	ct_scalar value);
ct_error ct_tensor_set_element_double(ct_tensor *self, const int64_t *index, int64_t index_len,
	double value);
ct_error ct_tensor_set_element_int64(ct_tensor *self, const int64_t *index, int64_t index_len,
	int64_t value);
ct_error ct_tensor_set_grad(ct_tensor *self, const ct_tensor *grad);
ct_error ct_tensor_set_requires_grad(ct_tensor *self, bool requires_grad);
ct_error ct_tensor_set_storage(ct_tensor *self, const ct_storage *storage, int64_t storage_offset,
	const int64_t *shape, int64_t shape_len, const int64_t *strides, int64_t strides_len);
const int64_t *ct_tensor_shape(const ct_tensor *self);
ct_error ct_tensor_share(ct_tensor *self);
ct_error ct_tensor_shared_handle(const ct_tensor *self, char **result);
bool ct_tensor_shares_storage(const ct_tensor *self, const ct_tensor *other);
int64_t ct_tensor_size(const ct_tensor *self, int64_t dim);
ct_error ct_tensor_sparse_compressed(const ct_tensor *compressed_indices,
	const ct_tensor *plain_indices, const ct_tensor *values, const int64_t *size,
	int64_t size_len, const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_sparse_coo(const ct_tensor *indices, const ct_tensor *values,
	const int64_t *size, int64_t size_len, const ct_tensor_options *options,
	ct_tensor **result);
ct_error ct_tensor_split_indices(const ct_tensor *self, const int64_t *indices, int64_t indices_len,
	int64_t dim, ct_tensor ***result, int64_t *result_len);
ct_error ct_tensor_split_sections(const ct_tensor *self, int64_t sections, int64_t dim,
	ct_tensor ***result, int64_t *result_len);
ct_error ct_tensor_split_tensor_indices_or_sections(const ct_tensor *self,
	const ct_tensor *tensor_indices_or_sections, int64_t dim, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_tensor_storage(const ct_tensor *self, ct_storage **result);
int64_t ct_tensor_storage_offset(const ct_tensor *self);
const int64_t *ct_tensor_strides(const ct_tensor *self);
const char *ct_tensor_summary(const ct_tensor *self, char *text, size_t size);
const char *ct_tensor_summary_brief(const ct_tensor *self, char *text, size_t size);
ct_error ct_tensor_to_dlpack(const ct_tensor *self, ct_dlpack **result);
ct_error ct_tensor_to_dlpack_versioned(const ct_tensor *self, const ct_dlpack_options *options,
	ct_dlpack_versioned **result);
ct_error ct_tensor_to_string(const ct_tensor *self, char **result);
ct_error ct_tensor_to_string_with(const ct_tensor *self, const ct_printoptions *options,
	char **result);
ct_error ct_tensor_tril_indices(int64_t row, int64_t col, int64_t offset,
	const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_triu_indices(int64_t row, int64_t col, int64_t offset,
	const ct_tensor_options *options, ct_tensor **result);
ct_error ct_tensor_version(const ct_tensor *self, int64_t *result);
ct_error ct_tensor_zeros(const int64_t *size, int64_t size_len, const ct_tensor_options *options,
	ct_tensor **result);
ct_error ct_tensor_zeros_like(const ct_tensor *self, const ct_tensor_options *options,
	ct_tensor **result);
ct_error ct_tensordot(const ct_tensor *self, const ct_tensor *other, const int64_t *dims_self,
	int64_t dims_self_len, const int64_t *dims_other, int64_t dims_other_len,
	ct_tensor **result);
ct_error ct_tensordot_out(const ct_tensor *self, const ct_tensor *other, const int64_t *dims_self,
	int64_t dims_self_len, const int64_t *dims_other, int64_t dims_other_len, ct_tensor *out,
	ct_tensor **result);
void ct_tensors_free(ct_tensor **tensors, int64_t n);
ct_error ct_thnn_conv2d(const ct_tensor *self, const ct_tensor *weight, const int64_t *kernel_size,
	int64_t kernel_size_len, const ct_tensor *bias, const int64_t *stride, int64_t stride_len,
	const int64_t *padding, int64_t padding_len, ct_tensor **result);
ct_error ct_thnn_conv2d_out(const ct_tensor *self, const ct_tensor *weight,
	const int64_t *kernel_size, int64_t kernel_size_len, const ct_tensor *bias,
	const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
	ct_tensor *out, ct_tensor **result);
ct_error ct_threshold(const ct_tensor *self, ct_scalar threshold, ct_scalar value,
	ct_tensor **result);
ct_error ct_threshold_(ct_tensor *self, ct_scalar threshold, ct_scalar value, ct_tensor **result);
ct_error ct_threshold_backward(const ct_tensor *grad_output, const ct_tensor *self,
	ct_scalar threshold, ct_tensor **result);
ct_error ct_threshold_backward_grad_input(const ct_tensor *grad_output, const ct_tensor *self,
	ct_scalar threshold, ct_tensor *grad_input, ct_tensor **result);
ct_error ct_threshold_out(const ct_tensor *self, ct_scalar threshold, ct_scalar value,
	ct_tensor *out, ct_tensor **result);
ct_error ct_tile(const ct_tensor *self, const int64_t *dims, int64_t dims_len, ct_tensor **result);
ct_error ct_to_dense(const ct_tensor *self, ct_dtype dtype, const bool *masked_grad,
	ct_tensor **result);
ct_error ct_to_dense_backward(const ct_tensor *grad, const ct_tensor *input,
	const bool *masked_grad, ct_tensor **result);
ct_error ct_to_device(const ct_tensor *self, ct_device device, ct_dtype dtype, bool non_blocking,
	bool copy, ct_memory_format memory_format, ct_tensor **result);
ct_error ct_to_dtype(const ct_tensor *self, ct_dtype dtype, bool non_blocking, bool copy,
	ct_memory_format memory_format, ct_tensor **result);
ct_error ct_to_dtype_layout(const ct_tensor *self, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, bool non_blocking, bool copy,
	ct_memory_format memory_format, ct_tensor **result);
ct_error ct_to_mkldnn(const ct_tensor *self, ct_dtype dtype, ct_tensor **result);
ct_error ct_to_mkldnn_backward(const ct_tensor *grad, const ct_tensor *input, ct_tensor **result);
ct_error ct_to_mkldnn_out(const ct_tensor *self, ct_dtype dtype, ct_tensor *out,
	ct_tensor **result);
ct_error ct_to_other(const ct_tensor *self, const ct_tensor *other, bool non_blocking, bool copy,
	ct_memory_format memory_format, ct_tensor **result);
ct_error ct_to_padded_tensor(const ct_tensor *self, double padding, const int64_t *output_size,
	int64_t output_size_len, ct_tensor **result);
ct_error ct_to_padded_tensor_out(const ct_tensor *self, double padding, const int64_t *output_size,
	int64_t output_size_len, ct_tensor *out, ct_tensor **result);
ct_error ct_to_sparse(const ct_tensor *self, ct_layout layout, const int64_t *blocksize,
	int64_t blocksize_len, const int64_t *dense_dim, ct_tensor **result);
ct_error ct_to_sparse_bsc(const ct_tensor *self, const int64_t *blocksize, int64_t blocksize_len,
	const int64_t *dense_dim, ct_tensor **result);
ct_error ct_to_sparse_bsr(const ct_tensor *self, const int64_t *blocksize, int64_t blocksize_len,
	const int64_t *dense_dim, ct_tensor **result);
ct_error ct_to_sparse_csc(const ct_tensor *self, const int64_t *dense_dim, ct_tensor **result);
ct_error ct_to_sparse_csr(const ct_tensor *self, const int64_t *dense_dim, ct_tensor **result);
ct_error ct_to_sparse_sparse_dim(const ct_tensor *self, int64_t sparse_dim, ct_tensor **result);
ct_error ct_topk(const ct_tensor *self, int64_t k, int64_t dim, bool largest, bool sorted,
	ct_tensor **values, ct_tensor **indices);
ct_error ct_topk_values(const ct_tensor *self, int64_t k, int64_t dim, bool largest, bool sorted,
	ct_tensor *values, ct_tensor *indices, ct_tensor **values_result,
	ct_tensor **indices_result);
ct_error ct_trace(const ct_tensor *self, ct_tensor **result);
ct_error ct_trace_backward(const ct_tensor *grad, const int64_t *sizes, int64_t sizes_len,
	ct_tensor **result);
ct_error ct_trace_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_transpose_(ct_tensor *self, int64_t dim0, int64_t dim1, ct_tensor **result);
ct_error ct_transpose_copy_int(const ct_tensor *self, int64_t dim0, int64_t dim1,
	ct_tensor **result);
ct_error ct_transpose_copy_int_out(const ct_tensor *self, int64_t dim0, int64_t dim1,
	ct_tensor *out, ct_tensor **result);
ct_error ct_transpose_int(const ct_tensor *self, int64_t dim0, int64_t dim1, ct_tensor **result);
ct_error ct_trapezoid_dx(const ct_tensor *y, ct_scalar dx, int64_t dim, ct_tensor **result);
ct_error ct_trapezoid_x(const ct_tensor *y, const ct_tensor *x, int64_t dim, ct_tensor **result);
ct_error ct_trapz_dx(const ct_tensor *y, double dx, int64_t dim, ct_tensor **result);
ct_error ct_trapz_x(const ct_tensor *y, const ct_tensor *x, int64_t dim, ct_tensor **result);
ct_error ct_triangular_solve(const ct_tensor *self, const ct_tensor *A, bool upper, bool transpose,
	bool unitriangular, ct_tensor **solution, ct_tensor **cloned_coefficient);
ct_error ct_triangular_solve_X(const ct_tensor *self, const ct_tensor *A, bool upper,
	bool transpose, bool unitriangular, ct_tensor *X, ct_tensor *M, ct_tensor **solution,
	ct_tensor **cloned_coefficient);
ct_error ct_tril(const ct_tensor *self, int64_t diagonal, ct_tensor **result);
ct_error ct_tril_(ct_tensor *self, int64_t diagonal, ct_tensor **result);
ct_error ct_tril_indices(int64_t row, int64_t col, int64_t offset, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_tril_indices_out(int64_t row, int64_t col, int64_t offset, ct_tensor *out,
	ct_tensor **result);
ct_error ct_tril_out(const ct_tensor *self, int64_t diagonal, ct_tensor *out, ct_tensor **result);
ct_error ct_triplet_margin_loss(const ct_tensor *anchor, const ct_tensor *positive,
	const ct_tensor *negative, double margin, double p, double eps, bool swap,
	int64_t reduction, ct_tensor **result);
ct_error ct_triu(const ct_tensor *self, int64_t diagonal, ct_tensor **result);
ct_error ct_triu_(ct_tensor *self, int64_t diagonal, ct_tensor **result);
ct_error ct_triu_indices(int64_t row, int64_t col, int64_t offset, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_triu_indices_out(int64_t row, int64_t col, int64_t offset, ct_tensor *out,
	ct_tensor **result);
ct_error ct_triu_out(const ct_tensor *self, int64_t diagonal, ct_tensor *out, ct_tensor **result);
ct_error ct_true_divide_Scalar(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_true_divide_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_true_divide__Scalar(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_true_divide__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_true_divide_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_trunc(const ct_tensor *self, ct_tensor **result);
ct_error ct_trunc_(ct_tensor *self, ct_tensor **result);
ct_error ct_trunc_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_type_as(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_unbind_copy_int(const ct_tensor *self, int64_t dim, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_unbind_copy_int_out(const ct_tensor *self, int64_t dim, ct_tensor *const *out,
	int64_t out_len);
ct_error ct_unbind_int(const ct_tensor *self, int64_t dim, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_unflatten_dense_tensors(const ct_tensor *flat, ct_tensor *const *tensors,
	int64_t tensors_len, ct_tensor ***result, int64_t *result_len);
ct_error ct_unflatten_int(const ct_tensor *self, int64_t dim, const int64_t *sizes,
	int64_t sizes_len, ct_tensor **result);
ct_error ct_unfold(const ct_tensor *self, int64_t dimension, int64_t size, int64_t step,
	ct_tensor **result);
ct_error ct_unfold_backward(const ct_tensor *grad_in, const int64_t *input_sizes,
	int64_t input_sizes_len, int64_t dim, int64_t size, int64_t step, ct_tensor **result);
ct_error ct_unfold_backward_out(const ct_tensor *grad_in, const int64_t *input_sizes,
	int64_t input_sizes_len, int64_t dim, int64_t size, int64_t step, ct_tensor *out,
	ct_tensor **result);
ct_error ct_unfold_copy(const ct_tensor *self, int64_t dimension, int64_t size, int64_t step,
	ct_tensor **result);
ct_error ct_unfold_copy_out(const ct_tensor *self, int64_t dimension, int64_t size, int64_t step,
	ct_tensor *out, ct_tensor **result);
ct_error ct_uniform(const ct_tensor *self, double from, double to, ct_generator *generator,
	ct_tensor **result);
ct_error ct_uniform_(ct_tensor *self, double from, double to, ct_generator *generator,
	ct_tensor **result);
ct_error ct_uniform_out(const ct_tensor *self, double from, double to, ct_generator *generator,
	ct_tensor *out, ct_tensor **result);
ct_error ct_unique_consecutive(const ct_tensor *self, bool return_inverse, bool return_counts,
	const int64_t *dim, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct_unique_consecutive_out(const ct_tensor *self, bool return_inverse, bool return_counts,
	const int64_t *dim, ct_tensor *out0, ct_tensor *out1, ct_tensor *out2, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2);
ct_error ct_unique_dim(const ct_tensor *self, int64_t dim, bool sorted, bool return_inverse,
	bool return_counts, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct_unique_dim_consecutive(const ct_tensor *self, int64_t dim, bool return_inverse,
	bool return_counts, ct_tensor **result0, ct_tensor **result1, ct_tensor **result2);
ct_error ct_unique_dim_consecutive_out(const ct_tensor *self, int64_t dim, bool return_inverse,
	bool return_counts, ct_tensor *out0, ct_tensor *out1, ct_tensor *out2, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2);
ct_error ct_unique_dim_out(const ct_tensor *self, int64_t dim, bool sorted, bool return_inverse,
	bool return_counts, ct_tensor *out0, ct_tensor *out1, ct_tensor *out2, ct_tensor **result0,
	ct_tensor **result1, ct_tensor **result2);
ct_error ct_unsafe_chunk(const ct_tensor *self, int64_t chunks, int64_t dim, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_unsafe_split_Tensor(const ct_tensor *self, int64_t split_size, int64_t dim,
	ct_tensor ***result, int64_t *result_len);
ct_error ct_unsafe_split_Tensor_out(const ct_tensor *self, int64_t split_size, int64_t dim,
	ct_tensor *const *out, int64_t out_len);
ct_error ct_unsafe_split_with_sizes(const ct_tensor *self, const int64_t *split_sizes,
	int64_t split_sizes_len, int64_t dim, ct_tensor ***result, int64_t *result_len);
ct_error ct_unsafe_split_with_sizes_out(const ct_tensor *self, const int64_t *split_sizes,
	int64_t split_sizes_len, int64_t dim, ct_tensor *const *out, int64_t out_len);
ct_error ct_unsqueeze(const ct_tensor *self, int64_t dim, ct_tensor **result);
ct_error ct_unsqueeze_(ct_tensor *self, int64_t dim, ct_tensor **result);
ct_error ct_unsqueeze_copy(const ct_tensor *self, int64_t dim, ct_tensor **result);
ct_error ct_unsqueeze_copy_out(const ct_tensor *self, int64_t dim, ct_tensor *out,
	ct_tensor **result);
ct_error ct_upsample_bicubic2d(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scales_h, const double *scales_w,
	ct_tensor **result);
ct_error ct_upsample_bicubic2d_backward(const ct_tensor *grad_output, const int64_t *output_size,
	int64_t output_size_len, const int64_t *input_size, int64_t input_size_len,
	bool align_corners, const double *scales_h, const double *scales_w, ct_tensor **result);
ct_error ct_upsample_bicubic2d_backward_grad_input(const ct_tensor *grad_output,
	const int64_t *output_size, int64_t output_size_len, const int64_t *input_size,
	int64_t input_size_len, bool align_corners, const double *scales_h, const double *scales_w,
	ct_tensor *grad_input, ct_tensor **result);
ct_error ct_upsample_bicubic2d_out(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scales_h, const double *scales_w,
	ct_tensor *out, ct_tensor **result);
ct_error ct_upsample_bicubic2d_vec(const ct_tensor *input, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scale_factors,
	int64_t scale_factors_len, ct_tensor **result);
ct_error ct_upsample_bilinear2d(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scales_h, const double *scales_w,
	ct_tensor **result);
ct_error ct_upsample_bilinear2d_backward(const ct_tensor *grad_output, const int64_t *output_size,
	int64_t output_size_len, const int64_t *input_size, int64_t input_size_len,
	bool align_corners, const double *scales_h, const double *scales_w, ct_tensor **result);
ct_error ct_upsample_bilinear2d_backward_grad_input(const ct_tensor *grad_output,
	const int64_t *output_size, int64_t output_size_len, const int64_t *input_size,
	int64_t input_size_len, bool align_corners, const double *scales_h, const double *scales_w,
	ct_tensor *grad_input, ct_tensor **result);
ct_error ct_upsample_bilinear2d_out(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scales_h, const double *scales_w,
	ct_tensor *out, ct_tensor **result);
ct_error ct_upsample_bilinear2d_vec(const ct_tensor *input, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scale_factors,
	int64_t scale_factors_len, ct_tensor **result);
ct_error ct_upsample_bilinear2d_vec_out(const ct_tensor *input, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scale_factors,
	int64_t scale_factors_len, ct_tensor *out, ct_tensor **result);
ct_error ct_upsample_linear1d(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scales, ct_tensor **result);
ct_error ct_upsample_linear1d_backward(const ct_tensor *grad_output, const int64_t *output_size,
	int64_t output_size_len, const int64_t *input_size, int64_t input_size_len,
	bool align_corners, const double *scales, ct_tensor **result);
ct_error ct_upsample_linear1d_backward_grad_input(const ct_tensor *grad_output,
	const int64_t *output_size, int64_t output_size_len, const int64_t *input_size,
	int64_t input_size_len, bool align_corners, const double *scales, ct_tensor *grad_input,
	ct_tensor **result);
ct_error ct_upsample_linear1d_out(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scales, ct_tensor *out,
	ct_tensor **result);
ct_error ct_upsample_linear1d_vec(const ct_tensor *input, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scale_factors,
	int64_t scale_factors_len, ct_tensor **result);
ct_error ct_upsample_nearest1d(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, const double *scales, ct_tensor **result);
ct_error ct_upsample_nearest1d_backward(const ct_tensor *grad_output, const int64_t *output_size,
	int64_t output_size_len, const int64_t *input_size, int64_t input_size_len,
	const double *scales, ct_tensor **result);
ct_error ct_upsample_nearest1d_backward_grad_input(const ct_tensor *grad_output,
	const int64_t *output_size, int64_t output_size_len, const int64_t *input_size,
	int64_t input_size_len, const double *scales, ct_tensor *grad_input, ct_tensor **result);
ct_error ct_upsample_nearest1d_out(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, const double *scales, ct_tensor *out, ct_tensor **result);
ct_error ct_upsample_nearest1d_vec(const ct_tensor *input, const int64_t *output_size,
	int64_t output_size_len, const double *scale_factors, int64_t scale_factors_len,
	ct_tensor **result);
ct_error ct_upsample_nearest2d(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, const double *scales_h, const double *scales_w,
	ct_tensor **result);
ct_error ct_upsample_nearest2d_backward(const ct_tensor *grad_output, const int64_t *output_size,
	int64_t output_size_len, const int64_t *input_size, int64_t input_size_len,
	const double *scales_h, const double *scales_w, ct_tensor **result);
ct_error ct_upsample_nearest2d_backward_grad_input(const ct_tensor *grad_output,
	const int64_t *output_size, int64_t output_size_len, const int64_t *input_size,
	int64_t input_size_len, const double *scales_h, const double *scales_w,
	ct_tensor *grad_input, ct_tensor **result);
ct_error ct_upsample_nearest2d_out(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, const double *scales_h, const double *scales_w, ct_tensor *out,
	ct_tensor **result);
ct_error ct_upsample_nearest2d_vec(const ct_tensor *input, const int64_t *output_size,
	int64_t output_size_len, const double *scale_factors, int64_t scale_factors_len,
	ct_tensor **result);
ct_error ct_upsample_nearest2d_vec_out(const ct_tensor *input, const int64_t *output_size,
	int64_t output_size_len, const double *scale_factors, int64_t scale_factors_len,
	ct_tensor *out, ct_tensor **result);
ct_error ct_upsample_nearest3d(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, const double *scales_d, const double *scales_h,
	const double *scales_w, ct_tensor **result);
ct_error ct_upsample_nearest3d_backward(const ct_tensor *grad_output, const int64_t *output_size,
	int64_t output_size_len, const int64_t *input_size, int64_t input_size_len,
	const double *scales_d, const double *scales_h, const double *scales_w,
	ct_tensor **result);
ct_error ct_upsample_nearest3d_backward_grad_input(const ct_tensor *grad_output,
	const int64_t *output_size, int64_t output_size_len, const int64_t *input_size,
	int64_t input_size_len, const double *scales_d, const double *scales_h,
	const double *scales_w, ct_tensor *grad_input, ct_tensor **result);
ct_error ct_upsample_nearest3d_out(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, const double *scales_d, const double *scales_h,
	const double *scales_w, ct_tensor *out, ct_tensor **result);
ct_error ct_upsample_nearest3d_vec(const ct_tensor *input, const int64_t *output_size,
	int64_t output_size_len, const double *scale_factors, int64_t scale_factors_len,
	ct_tensor **result);
ct_error ct_upsample_trilinear3d(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scales_d, const double *scales_h,
	const double *scales_w, ct_tensor **result);
ct_error ct_upsample_trilinear3d_backward(const ct_tensor *grad_output, const int64_t *output_size,
	int64_t output_size_len, const int64_t *input_size, int64_t input_size_len,
	bool align_corners, const double *scales_d, const double *scales_h, const double *scales_w,
	ct_tensor **result);
ct_error ct_upsample_trilinear3d_backward_grad_input(const ct_tensor *grad_output,
	const int64_t *output_size, int64_t output_size_len, const int64_t *input_size,
	int64_t input_size_len, bool align_corners, const double *scales_d, const double *scales_h,
	const double *scales_w, ct_tensor *grad_input, ct_tensor **result);
ct_error ct_upsample_trilinear3d_out(const ct_tensor *self, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scales_d, const double *scales_h,
	const double *scales_w, ct_tensor *out, ct_tensor **result);
ct_error ct_upsample_trilinear3d_vec(const ct_tensor *input, const int64_t *output_size,
	int64_t output_size_len, bool align_corners, const double *scale_factors,
	int64_t scale_factors_len, ct_tensor **result);
ct_error ct_use_deterministic_algorithms(bool enabled, bool warn_only);
ct_error ct_value_as_bool(const ct_value *self, bool *result);
ct_error ct_value_as_complex(const ct_value *self, double *re, double *im);
ct_error ct_value_as_device(const ct_value *self, ct_device *result);
ct_error ct_value_as_dtype(const ct_value *self, ct_dtype *result);
ct_error ct_value_as_float(const ct_value *self, double *result);
ct_error ct_value_as_floats(const ct_value *self, double **result, int64_t *result_len);
ct_error ct_value_as_generator(const ct_value *self, ct_generator **result);
ct_error ct_value_as_int(const ct_value *self, int64_t *result);
ct_error ct_value_as_ints(const ct_value *self, int64_t **result, int64_t *result_len);
ct_error ct_value_as_layout(const ct_value *self, ct_layout *result);
ct_error ct_value_as_memory_format(const ct_value *self, ct_memory_format *result);
ct_error ct_value_as_scalar(const ct_value *self, ct_scalar *result);
ct_error ct_value_as_storage(const ct_value *self, ct_storage **result);
ct_error ct_value_as_stream(const ct_value *self, ct_stream *result);
ct_error ct_value_as_string(const ct_value *self, const char **result, int64_t *nbytes);
ct_error ct_value_as_tensor(const ct_value *self, ct_tensor **result);
ct_error ct_value_at(const ct_value *self, const char *path, ct_value *result);
ct_value ct_value_bool(bool value);
ct_value ct_value_bools(const bool *bools, int64_t bools_len);
ct_value ct_value_borrow(const ct_value *self);
ct_value ct_value_complex(double re, double im);
ct_error ct_value_copy(const ct_value *self, ct_value *result);
ct_error ct_value_deepcopy(const ct_value *self, ct_value *result);
ct_value ct_value_device(ct_device device);
ct_value ct_value_dict(const ct_value *pairs, int64_t pairs_len);
ct_error ct_value_dict_get(const ct_value *self, ct_value key, ct_value *result);
bool ct_value_dict_has(const ct_value *self, ct_value key);
ct_error ct_value_dict_item(const ct_value *self, int64_t index, ct_value *key, ct_value *value);
ct_error ct_value_dict_move(ct_value *self, ct_value key, ct_value *value);
ct_value ct_value_dict_new(void);
ct_error ct_value_dict_remove(ct_value *self, ct_value key);
ct_error ct_value_dict_set(ct_value *self, ct_value key, ct_value value);
ct_value ct_value_dtype(ct_dtype dtype);
ct_error ct_value_equal(const ct_value *self, const ct_value *other, bool *result);
ct_value ct_value_float(double value);
ct_value ct_value_floats(const double *floats, int64_t floats_len);
void ct_value_free(ct_value *self);
ct_value ct_value_generator(const ct_generator *generator);
ct_value ct_value_int(int64_t value);
ct_value ct_value_ints(const int64_t *ints, int64_t ints_len);
bool ct_value_is_none(const ct_value *self);
bool ct_value_is_owned(const ct_value *self);
ct_error ct_value_item(const ct_value *self, int64_t index, ct_value *result);
ct_value ct_value_layout(ct_layout layout);
int64_t ct_value_len(const ct_value *self);
ct_value ct_value_list(const ct_value *items, int64_t items_len);
ct_error ct_value_list_append(ct_value *self, ct_value item);
ct_error ct_value_list_move(ct_value *self, ct_value *item);
ct_value ct_value_list_new(void);
ct_error ct_value_list_remove(ct_value *self, int64_t index);
ct_error ct_value_list_set(ct_value *self, int64_t index, ct_value item);
ct_value ct_value_memory_format(ct_memory_format format);
ct_value ct_value_none(void);
ct_value ct_value_scalar(ct_scalar value);
ct_error ct_value_selecting_reduction_backward(const ct_tensor *grad, int64_t dim,
	const ct_tensor *indices, const int64_t *sizes, int64_t sizes_len, bool keepdim,
	ct_tensor **result);
ct_value ct_value_storage(const ct_storage *storage);
ct_value ct_value_stream(ct_stream stream);
ct_value ct_value_string(const char *text);
ct_error ct_value_take_tensor(ct_value *self, ct_tensor **result);
ct_error ct_value_take_tensors(ct_value *self, ct_tensor ***result, int64_t *result_len);
ct_value ct_value_tensor(const ct_tensor *tensor);
ct_value ct_value_tensors(ct_tensor *const *tensors, int64_t tensors_len);
ct_error ct_value_to_string(const ct_value *self, char **result);
ct_value ct_value_tuple(const ct_value *items, int64_t items_len);
ct_value ct_value_tuple_new(void);
const char *ct_value_type_name(const ct_value *self);
ct_error ct_values(const ct_tensor *self, ct_tensor **result);
ct_error ct_values_copy(const ct_tensor *self, ct_tensor **result);
ct_error ct_values_copy_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
void ct_values_free(ct_value *values, int64_t values_len);
ct_error ct_vander(const ct_tensor *x, const int64_t *N, bool increasing, ct_tensor **result);
ct_error ct_var(const ct_tensor *self, bool unbiased, ct_tensor **result);
ct_error ct_var_correction(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	const ct_scalar *correction, bool keepdim, ct_tensor **result);
ct_error ct_var_correction_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	const ct_scalar *correction, bool keepdim, ct_tensor *out, ct_tensor **result);
ct_error ct_var_dim(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool unbiased,
	bool keepdim, ct_tensor **result);
ct_error ct_var_mean(const ct_tensor *self, bool unbiased, ct_tensor **result0,
	ct_tensor **result1);
ct_error ct_var_mean_correction(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	const ct_scalar *correction, bool keepdim, ct_tensor **result0, ct_tensor **result1);
ct_error ct_var_mean_correction_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len,
	const ct_scalar *correction, bool keepdim, ct_tensor *out0, ct_tensor *out1,
	ct_tensor **result0, ct_tensor **result1);
ct_error ct_var_mean_dim(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool unbiased,
	bool keepdim, ct_tensor **result0, ct_tensor **result1);
ct_error ct_var_out(const ct_tensor *self, const int64_t *dim, int64_t dim_len, bool unbiased,
	bool keepdim, ct_tensor *out, ct_tensor **result);
ct_error ct_vdot(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_vdot_out(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
const char *ct_version(void);
ct_error ct_view(const ct_tensor *self, const int64_t *size, int64_t size_len, ct_tensor **result);
ct_error ct_view_as(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_view_as_complex(const ct_tensor *self, ct_tensor **result);
ct_error ct_view_as_complex_copy(const ct_tensor *self, ct_tensor **result);
ct_error ct_view_as_complex_copy_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_view_as_real(const ct_tensor *self, ct_tensor **result);
ct_error ct_view_as_real_copy(const ct_tensor *self, ct_tensor **result);
ct_error ct_view_as_real_copy_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_view_copy(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_tensor **result);
ct_error ct_view_copy_dtype(const ct_tensor *self, ct_dtype dtype, ct_tensor **result);
ct_error ct_view_copy_dtype_out(const ct_tensor *self, ct_dtype dtype, ct_tensor *out,
	ct_tensor **result);
ct_error ct_view_copy_out(const ct_tensor *self, const int64_t *size, int64_t size_len,
	ct_tensor *out, ct_tensor **result);
ct_error ct_view_dtype(const ct_tensor *self, ct_dtype dtype, ct_tensor **result);
ct_error ct_vsplit_array(const ct_tensor *self, const int64_t *indices, int64_t indices_len,
	ct_tensor ***result, int64_t *result_len);
ct_error ct_vsplit_int(const ct_tensor *self, int64_t sections, ct_tensor ***result,
	int64_t *result_len);
ct_error ct_vstack(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor **result);
ct_error ct_vstack_out(ct_tensor *const *tensors, int64_t tensors_len, ct_tensor *out,
	ct_tensor **result);
ct_error ct_where(const ct_tensor *condition, ct_tensor ***result, int64_t *result_len);
ct_error ct_where_Scalar(const ct_tensor *condition, ct_scalar self, ct_scalar other,
	ct_tensor **result);
ct_error ct_where_ScalarOther(const ct_tensor *condition, const ct_tensor *self, ct_scalar other,
	ct_tensor **result);
ct_error ct_where_ScalarSelf(const ct_tensor *condition, ct_scalar self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_where_self(const ct_tensor *condition, const ct_tensor *self, const ct_tensor *other,
	ct_tensor **result);
ct_error ct_where_self_out(const ct_tensor *condition, const ct_tensor *self,
	const ct_tensor *other, ct_tensor *out, ct_tensor **result);
ct_error ct_xlogy_OutScalar_Other(const ct_tensor *self, ct_scalar other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_xlogy_OutScalar_Self(ct_scalar self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_xlogy_OutTensor(const ct_tensor *self, const ct_tensor *other, ct_tensor *out,
	ct_tensor **result);
ct_error ct_xlogy_Scalar_Other(const ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_xlogy_Scalar_Self(ct_scalar self, const ct_tensor *other, ct_tensor **result);
ct_error ct_xlogy_Tensor(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_xlogy__Scalar_Other(ct_tensor *self, ct_scalar other, ct_tensor **result);
ct_error ct_xlogy__Tensor(ct_tensor *self, const ct_tensor *other, ct_tensor **result);
ct_error ct_zero(const ct_tensor *self, ct_tensor **result);
ct_error ct_zero_(ct_tensor *self, ct_tensor **result);
ct_error ct_zero_out(const ct_tensor *self, ct_tensor *out, ct_tensor **result);
ct_error ct_zeros(const int64_t *size, int64_t size_len, ct_dtype dtype, ct_layout layout,
	ct_device device, const bool *pin_memory, ct_tensor **result);
ct_error ct_zeros_like(const ct_tensor *self, ct_dtype dtype, ct_layout layout, ct_device device,
	const bool *pin_memory, ct_memory_format memory_format, ct_tensor **result);
ct_error ct_zeros_like_out(const ct_tensor *self, ct_memory_format memory_format, ct_tensor *out,
	ct_tensor **result);
ct_error ct_zeros_out(const int64_t *size, int64_t size_len, ct_tensor *out, ct_tensor **result);

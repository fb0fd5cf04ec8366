/*
 * libtorch's enumerations: static checks that ours have the same values, and range-checked
 * conversions. An unchecked cast would turn dtype 256 into uint8, since libtorch's are one byte.
 */
#include <atomic>
#include <iterator>
#include <limits>
#include <new>
#include <string>
#include <string_view>

#include <c10/core/QScheme.h>

#include <ctorch/core/dtype.h>
#include <ctorch/tensor/device.h>

#include "core/bridge/devices.h"
#include "core/bridge/wrap.hpp"

__thread ct_device ct_this_default_device = { CT_DEVICE_TYPE_NONE, -1 };

namespace ct {

namespace {

struct named_dtype {
	std::string_view name; /* libtorch's */
	ct_dtype value;
};

/* ORDER DTYPE: as enum ct_dtype_value */
constexpr named_dtype dtypes[] = {
	{ "Byte", CT_UINT8 },
	{ "Char", CT_INT8 },
	{ "Short", CT_INT16 },
	{ "Int", CT_INT32 },
	{ "Long", CT_INT64 },
	{ "Half", CT_FLOAT16 },
	{ "Float", CT_FLOAT32 },
	{ "Double", CT_FLOAT64 },
	{ "ComplexHalf", CT_COMPLEX32 },
	{ "ComplexFloat", CT_COMPLEX64 },
	{ "ComplexDouble", CT_COMPLEX128 },
	{ "Bool", CT_BOOL },
	{ "QInt8", CT_QINT8 },
	{ "QUInt8", CT_QUINT8 },
	{ "QInt32", CT_QINT32 },
	{ "BFloat16", CT_BFLOAT16 },
	{ "QUInt4x2", CT_QUINT4X2 },
	{ "QUInt2x4", CT_QUINT2X4 },
	{ "Bits1x8", CT_BITS1X8 },
	{ "Bits2x4", CT_BITS2X4 },
	{ "Bits4x2", CT_BITS4X2 },
	{ "Bits8", CT_BITS8 },
	{ "Bits16", CT_BITS16 },
	{ "Float8_e5m2", CT_FLOAT8_E5M2 },
	{ "Float8_e4m3fn", CT_FLOAT8_E4M3FN },
	{ "Float8_e5m2fnuz", CT_FLOAT8_E5M2FNUZ },
	{ "Float8_e4m3fnuz", CT_FLOAT8_E4M3FNUZ },
	{ "UInt16", CT_UINT16 },
	{ "UInt32", CT_UINT32 },
	{ "UInt64", CT_UINT64 },
	{ "UInt1", CT_UINT1 },
	{ "UInt2", CT_UINT2 },
	{ "UInt3", CT_UINT3 },
	{ "UInt4", CT_UINT4 },
	{ "UInt5", CT_UINT5 },
	{ "UInt6", CT_UINT6 },
	{ "UInt7", CT_UINT7 },
	{ "Int1", CT_INT1 },
	{ "Int2", CT_INT2 },
	{ "Int3", CT_INT3 },
	{ "Int4", CT_INT4 },
	{ "Int5", CT_INT5 },
	{ "Int6", CT_INT6 },
	{ "Int7", CT_INT7 },
	{ "Float8_e8m0fnu", CT_FLOAT8_E8M0FNU },
	{ "Float4_e2m1fn_x2", CT_FLOAT4_E2M1FN_X2 },
	{ "BComplex32", CT_BCOMPLEX32 },
};

constexpr ct_dtype dtype_of(std::string_view name)
{
	for (const named_dtype &dtype : dtypes)
		if (dtype.name == name)
			return dtype.value;
	return CT_DTYPE_NONE;
}

/* For every type of this libtorch: a new one stops the build here until types.h has it. */
#define CHECK_DTYPE(type, name)                                           \
	static_assert(dtype_of(#name) == number_of(at::ScalarType::name), \
		      "ct_dtype lacks or misplaces libtorch's " #name);
AT_FORALL_SCALAR_TYPES_WITH_COMPLEX_AND_QINTS(CHECK_DTYPE)
#undef CHECK_DTYPE

template <class Enum> constexpr bool same(int32_t ours, Enum theirs)
{
	return ours == number_of(theirs);
}

static_assert(same(CT_STRIDED, at::Layout::Strided) && same(CT_SPARSE_COO, at::Layout::Sparse) &&
	      same(CT_SPARSE_CSR, at::Layout::SparseCsr) && same(CT_MKLDNN, at::Layout::Mkldnn) &&
	      same(CT_SPARSE_CSC, at::Layout::SparseCsc) &&
	      same(CT_SPARSE_BSR, at::Layout::SparseBsr) &&
	      same(CT_SPARSE_BSC, at::Layout::SparseBsc));
#if CT_HAS_JAGGED
static_assert(same(CT_JAGGED, at::Layout::Jagged));
#endif

static_assert(same(CT_CONTIGUOUS_FORMAT, at::MemoryFormat::Contiguous) &&
	      same(CT_PRESERVE_FORMAT, at::MemoryFormat::Preserve) &&
	      same(CT_CHANNELS_LAST, at::MemoryFormat::ChannelsLast) &&
	      same(CT_CHANNELS_LAST_3D, at::MemoryFormat::ChannelsLast3d));

/* These have no NONE, and are libtorch's own. */
constexpr bool same_scheme(ct_quant_scheme ours, at::QScheme theirs)
{
	return ours == static_cast<ct_quant_scheme>(theirs);
}

static_assert(same_scheme(CT_PER_TENSOR_AFFINE, at::kPerTensorAffine) &&
	      same_scheme(CT_PER_CHANNEL_AFFINE, at::kPerChannelAffine) &&
	      same_scheme(CT_PER_TENSOR_SYMMETRIC, at::kPerTensorSymmetric) &&
	      same_scheme(CT_PER_CHANNEL_SYMMETRIC, at::kPerChannelSymmetric) &&
	      same_scheme(CT_PER_CHANNEL_AFFINE_FLOAT_QPARAMS, at::kPerChannelAffineFloatQParams));

static_assert(same(CT_DEVICE_TYPE_CPU, at::DeviceType::CPU) &&
	      same(CT_DEVICE_TYPE_CUDA, at::DeviceType::CUDA) &&
	      same(CT_DEVICE_TYPE_MKLDNN, at::DeviceType::MKLDNN) &&
	      same(CT_DEVICE_TYPE_OPENGL, at::DeviceType::OPENGL) &&
	      same(CT_DEVICE_TYPE_OPENCL, at::DeviceType::OPENCL) &&
	      same(CT_DEVICE_TYPE_IDEEP, at::DeviceType::IDEEP) &&
	      same(CT_DEVICE_TYPE_HIP, at::DeviceType::HIP) &&
	      same(CT_DEVICE_TYPE_FPGA, at::DeviceType::FPGA) &&
	      same(CT_DEVICE_TYPE_XLA, at::DeviceType::XLA) &&
	      same(CT_DEVICE_TYPE_VULKAN, at::DeviceType::Vulkan) &&
	      same(CT_DEVICE_TYPE_METAL, at::DeviceType::Metal) &&
	      same(CT_DEVICE_TYPE_XPU, at::DeviceType::XPU) &&
	      same(CT_DEVICE_TYPE_MPS, at::DeviceType::MPS) &&
	      same(CT_DEVICE_TYPE_META, at::DeviceType::Meta) &&
	      same(CT_DEVICE_TYPE_HPU, at::DeviceType::HPU) &&
	      same(CT_DEVICE_TYPE_VE, at::DeviceType::VE) &&
	      same(CT_DEVICE_TYPE_LAZY, at::DeviceType::Lazy) &&
	      same(CT_DEVICE_TYPE_IPU, at::DeviceType::IPU));
#if CT_HAS_MTIA
static_assert(same(CT_DEVICE_TYPE_MTIA, at::DeviceType::MTIA));
#endif
static_assert(device_number(at::DeviceType::PrivateUse1) == CT_DEVICE_TYPE_PRIVATEUSE1 &&
	      device_numbered(CT_DEVICE_TYPE_PRIVATEUSE1) == at::DeviceType::PrivateUse1);
#if CT_HAS_MAIA
static_assert(same(CT_DEVICE_TYPE_MAIA, at::DeviceType::MAIA));
#endif

/* The last of ours; libtorch's marker, which follows its last, has the same number. */
constexpr int32_t last_dtype = static_cast<int32_t>(at::ScalarType::Undefined);
constexpr int32_t last_layout = static_cast<int32_t>(at::Layout::NumOptions);
constexpr int32_t last_memory_format = static_cast<int32_t>(at::MemoryFormat::NumOptions);
constexpr int32_t last_device_type = CT_DEVICE_TYPE_PRIVATEUSE1;
static_assert(last_device_type == at::COMPILE_TIME_MAX_DEVICE_TYPES || !CT_HAS_MTIA);

/* Every enumeration has its NONE at 0. */
template <class Enum>
maybe<Enum> checked(int32_t value, int32_t last, const char *what, int position, const char *name)
{
	if (value == 0)
		return nullopt;
	if (value < 0 || value > last)
		refuse("argument %d (%s): unknown %s %d", position, name, what, value);
	return numbered<Enum>(value);
}

template <class T>
T required(const maybe<T> &value, const char *none, int position, const char *name)
{
	if (!value)
		refuse("argument %d (%s) must not be %s", position, name, none);
	return *value;
}

at::DeviceIndex checked_index(int32_t index, int position, const char *name)
{
	if (index < -1 || index > std::numeric_limits<at::DeviceIndex>::max())
		refuse("argument %d (%s): device index is %d, but must be from -1 to %d", position,
		       name, index, std::numeric_limits<at::DeviceIndex>::max());
	return static_cast<at::DeviceIndex>(index);
}

} // namespace

maybe<at::ScalarType> optional_dtype(ct_dtype value, int position, const char *name)
{
	if (value > last_dtype && value <= static_cast<ct_dtype>(std::size(dtypes)))
		refuse("argument %d (%s): this release of libtorch has no %s", position, name,
		       ct_dtype_name(value));
	return checked<at::ScalarType>(value, last_dtype, "dtype", position, name);
}

at::ScalarType dtype(ct_dtype value, int position, const char *name)
{
	return required(optional_dtype(value, position, name), "CT_DTYPE_NONE", position, name);
}

maybe<at::Layout> optional_layout(ct_layout value, int position, const char *name)
{
	return checked<at::Layout>(value, last_layout, "layout", position, name);
}

at::Layout layout(ct_layout value, int position, const char *name)
{
	return required(optional_layout(value, position, name), "CT_LAYOUT_NONE", position, name);
}

maybe<at::MemoryFormat> optional_memory_format(ct_memory_format value, int position,
					       const char *name)
{
	return checked<at::MemoryFormat>(value, last_memory_format, "memory format", position,
					 name);
}

at::MemoryFormat memory_format(ct_memory_format value, int position, const char *name)
{
	return required(optional_memory_format(value, position, name), "CT_MEMORY_FORMAT_NONE",
			position, name);
}

maybe<at::Device> optional_device(ct_device value, int position, const char *name)
{
	maybe<at::DeviceType> type = checked<at::DeviceType>(value.type, last_device_type,
							     "device type", position, name);

	if (!type)
		return nullopt;
	if (!has_device_number(value.type))
		refuse("argument %d (%s): this release of libtorch has no device type %d (%s)",
		       position, name, value.type, ct_device_type_name(value.type));
	return at::Device(device_numbered(value.type), checked_index(value.index, position, name));
}

at::Device device(ct_device value, int position, const char *name)
{
	return required(optional_device(value, position, name), "CT_DEVICE_NONE", position, name);
}

maybe<at::Device> device_or_default(ct_device value, int position, const char *name)
{
	return optional_device(value.type == CT_DEVICE_TYPE_NONE ? ct_this_default_device : value,
			       position, name);
}

at::DeviceIndex device_index(int32_t value, int position, const char *name)
{
	return checked_index(value, position, name);
}

at::Stream stream(ct_stream value, int position, const char *name)
{
	return at::Stream(at::Stream::UNSAFE,
			  device({ value.device_type, value.device_index }, position, name),
			  static_cast<c10::StreamId>(value.id));
}

} // namespace ct

ct_error ct_device_parse(const char *text, const char *function, ct_device *result)
try {
	*result = ct::from_device(at::Device(text));
	return nullptr;
} catch (...) {
	return ct::caught(function);
}

/* ONNX Runtime's type had this number before MAIA. */
#if CT_HAS_MAIA
#define TYPE_8 "maia"
#else
#define TYPE_8 "ort"
#endif

/* ORDER DEVICE TYPE: as enum ct_device_type_value */
static constexpr const char *type_names[] = {
	nullptr, "cpu",  "cuda", "mkldnn", "opengl", "opencl",        "ideep", "hip",
	"fpga",  TYPE_8, "xla",  "vulkan", "metal",  "xpu",           "mps",   "meta",
	"hpu",   "ve",   "lazy", "ipu",    "mtia",   "privateuseone",
};
static_assert(sizeof type_names / sizeof *type_names == CT_DEVICE_TYPE_PRIVATEUSE1 + 1,
	      "each type has its name");

#if CT_HAS_DEVICE_NAMES
/* A library that has its devices under this type names it, once in a process. */
static const char *privateuse1_name()
{
	static std::atomic<const std::string *> kept{ nullptr };
	const std::string now = c10::get_privateuse1_backend();
	const std::string *name = kept;

	if (name == nullptr && now != type_names[CT_DEVICE_TYPE_PRIVATEUSE1]) {
		const std::string *const mine = new std::string(now);

		if (kept.compare_exchange_strong(name, mine))
			name = mine;
		else
			delete mine;
	}
	return name ? name->c_str() : type_names[CT_DEVICE_TYPE_PRIVATEUSE1];
}
#endif

const char *ct_device_type_name(ct_device_type type) noexcept
{
#if CT_HAS_DEVICE_NAMES
	try {
		if (type == CT_DEVICE_TYPE_PRIVATEUSE1)
			return privateuse1_name();
	} catch (const std::bad_alloc &) {
		/* Then the type's own. */
	}
#endif
	return type > 0 && type <= CT_DEVICE_TYPE_PRIVATEUSE1 ? type_names[type] : nullptr;
}

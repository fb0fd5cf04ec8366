#include "language/words.hpp"

#include <c10/core/Layout.h>
#include <c10/core/MemoryFormat.h>

#include "support/releases.hpp"

namespace ops {

namespace {

struct word {
	std::string_view name;
	int64_t number;
};

constexpr word of(std::string_view name, c10::ScalarType dtype)
{
	return { name, static_cast<int64_t>(dtype) };
}

/* If a dtype has two names, the first one is printed. A dtype that the release does not have is an
 * unknown word. */
constexpr word dtypes[] = {
	of("float", c10::ScalarType::Float),
	of("float32", c10::ScalarType::Float),
	of("double", c10::ScalarType::Double),
	of("float64", c10::ScalarType::Double),
	of("half", c10::ScalarType::Half),
	of("float16", c10::ScalarType::Half),
	of("bfloat16", c10::ScalarType::BFloat16),
	of("uint8", c10::ScalarType::Byte),
	of("int8", c10::ScalarType::Char),
	of("int16", c10::ScalarType::Short),
	of("int32", c10::ScalarType::Int),
	of("int64", c10::ScalarType::Long),
#if HAS_UNSIGNED
	of("uint16", c10::ScalarType::UInt16),
	of("uint32", c10::ScalarType::UInt32),
	of("uint64", c10::ScalarType::UInt64),
#endif
	of("bool", c10::ScalarType::Bool),
	of("complex32", c10::ScalarType::ComplexHalf),
	of("complex64", c10::ScalarType::ComplexFloat),
	of("complex128", c10::ScalarType::ComplexDouble),
#if HAS_FLOAT8
	of("float8_e4m3fn", c10::ScalarType::Float8_e4m3fn),
	of("float8_e5m2", c10::ScalarType::Float8_e5m2),
#endif
#if HAS_FLOAT8_FNUZ
	of("float8_e4m3fnuz", c10::ScalarType::Float8_e4m3fnuz),
	of("float8_e5m2fnuz", c10::ScalarType::Float8_e5m2fnuz),
#endif
#if HAS_FLOAT8_E8M0
	of("float8_e8m0fnu", c10::ScalarType::Float8_e8m0fnu),
#endif
#if HAS_FLOAT4
	of("float4_e2m1fn_x2", c10::ScalarType::Float4_e2m1fn_x2),
#endif
	of("qint8", c10::ScalarType::QInt8),
	of("quint8", c10::ScalarType::QUInt8),
	of("qint32", c10::ScalarType::QInt32),
	of("quint4x2", c10::ScalarType::QUInt4x2),
	of("quint2x4", c10::ScalarType::QUInt2x4),
};

constexpr word layouts[] = {
	{ "strided", static_cast<int64_t>(c10::Layout::Strided) },
	{ "sparse_coo", static_cast<int64_t>(c10::Layout::Sparse) },
	{ "sparse_csr", static_cast<int64_t>(c10::Layout::SparseCsr) },
	{ "sparse_csc", static_cast<int64_t>(c10::Layout::SparseCsc) },
	{ "sparse_bsr", static_cast<int64_t>(c10::Layout::SparseBsr) },
	{ "sparse_bsc", static_cast<int64_t>(c10::Layout::SparseBsc) },
	{ "mkldnn", static_cast<int64_t>(c10::Layout::Mkldnn) },
#if CT_HAS_JAGGED
	{ "jagged", static_cast<int64_t>(c10::Layout::Jagged) },
#endif
};

constexpr word memory_formats[] = {
	{ "contiguous_format", static_cast<int64_t>(c10::MemoryFormat::Contiguous) },
	{ "preserve_format", static_cast<int64_t>(c10::MemoryFormat::Preserve) },
	{ "channels_last", static_cast<int64_t>(c10::MemoryFormat::ChannelsLast) },
	{ "channels_last_3d", static_cast<int64_t>(c10::MemoryFormat::ChannelsLast3d) },
};

constexpr word reductions[] = { { "Mean", 1 }, { "Sum", 2 } };

constexpr std::string_view devices[] = { "cpu", "cuda", "meta", "mps", "xpu" };

template <size_t N>
std::optional<int64_t> find_number(const word (&words)[N], std::string_view name)
{
	for (const word &word : words)
		if (word.name == name)
			return word.number;
	return std::nullopt;
}

template <size_t N> std::string_view find_name(const word (&words)[N], int64_t number)
{
	for (const word &word : words)
		if (word.number == number)
			return word.name;
	return "";
}

} // namespace

std::optional<c10::ScalarType> dtype_named(std::string_view name)
{
	std::optional<int64_t> number = find_number(dtypes, name);
	if (!number)
		return std::nullopt;
	return static_cast<c10::ScalarType>(*number);
}

std::string_view dtype_name(c10::ScalarType dtype)
{
	return find_name(dtypes, static_cast<int64_t>(dtype));
}

std::optional<int64_t> number_of_word(std::string_view word)
{
	for (std::optional<int64_t> number :
	     { find_number(dtypes, word), find_number(layouts, word),
	       find_number(memory_formats, word), find_number(reductions, word) })
		if (number)
			return number;
	return std::nullopt;
}

bool is_device_word(std::string_view word)
{
	for (std::string_view device : devices)
		if (device == word)
			return true;
	return false;
}

std::string_view word_of_number(int64_t number, const c10::Type &type)
{
	switch (type.kind()) {
	case c10::TypeKind::ScalarTypeType:
		return find_name(dtypes, number);
	case c10::TypeKind::LayoutType:
		return find_name(layouts, number);
	case c10::TypeKind::MemoryFormatType:
		return find_name(memory_formats, number);
	default:
		return "";
	}
}

} // namespace ops

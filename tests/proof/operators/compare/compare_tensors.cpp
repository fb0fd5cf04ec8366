/*
 * Two tensors, bit for bit.
 */
#include <cstring>
#include <optional>
#include <sstream>

#include <ATen/ATen.h>
#include <ATen/quantized/QTensorImpl.h>
#include <ATen/quantized/Quantizer.h>
#include <torch/csrc/autograd/function.h>

#include "support/releases.hpp"
#include "compare/compare.hpp"
#include "compare/packed.hpp"

namespace ops {

namespace {

std::string hex(const std::byte *bytes, size_t n)
{
	std::string text;
	char byte[3];

	/* As numbers are written: the last byte first. */
	for (size_t i = n; i-- > 0;) {
		std::snprintf(byte, sizeof byte, "%02x", std::to_integer<unsigned>(bytes[i]));
		text += byte;
	}
	return text;
}

/* "0.5" and its bits, since different numbers can look the same. */
std::string element_text(const std::byte *bytes, at::ScalarType dtype)
{
	at::ScalarType number = at::toUnderlying(dtype); /* a quantized element lacks its scale */
	std::ostringstream text;

	text.precision(17);
	try {
		auto *copy = const_cast<std::byte *>(bytes); /* only read */

		text << at::from_blob(copy, {}, number).item() << " ";
	} catch (const c10::Error &) {
		/* For a dtype without numbers the bits must do. */
	}
	text << "(" << hex(bytes, at::elementSize(dtype)) << ")";
	return text.str();
}

/* Goes through the elements of a tensor in the order of its subscripts. */
class element_walk {
public:
	explicit element_walk(const at::Tensor &tensor)
	    : sizes_(tensor.sizes()), strides_(tensor.strides()), at_(sizes_.size()),
	      left_(tensor.numel()), offset_(tensor.storage_offset())
	{
	}

	bool done() const { return left_ == 0; }
	int64_t offset() const { return offset_; }
	c10::IntArrayRef subscript() const { return at_; }

	void next()
	{
		left_--;
		for (size_t i = at_.size(); i-- > 0;) {
			offset_ += strides_[i];
			if (++at_[i] < sizes_[i])
				return;
			offset_ -= at_[i] * strides_[i];
			at_[i] = 0;
		}
	}

private:
	c10::IntArrayRef sizes_, strides_;
	std::vector<int64_t> at_;
	int64_t left_;
	int64_t offset_;
};

const std::byte *bytes_of(const at::Tensor &tensor)
{
	return static_cast<const std::byte *>(
		tensor.unsafeGetTensorImpl()->unsafe_storage().data());
}

size_t size_of(const at::Tensor &tensor)
{
	return tensor.unsafeGetTensorImpl()->unsafe_storage().nbytes();
}

class tensor_comparison {
public:
	tensor_comparison(const place &where, const at::Tensor &expected, const at::Tensor &got,
			  std::vector<std::string> &found)
	    : where_(where), expected_(expected), got_(got), found_(found)
	{
	}

	void run();
	bool same_shape();

private:
	void note(const std::string &what) { found_.push_back(where_.text() + ": " + what); }

	template <class T> bool same(const char *what, const T &expected, const T &got)
	{
		std::ostringstream text;

		if (expected == got)
			return true; /* numbers among them are not nan */
		text << std::boolalpha << what << ": expected " << expected << ", got " << got;
		note(text.str());
		return false;
	}

	/* Compares something that both have. */
	template <class Get> bool same_by(const char *what, Get get)
	{
		return same(what, get(expected_), get(got_));
	}

	bool same_kind();
	bool same_geometry();
	void compare_autograd();
	void compare_quantizers();
	void compare_contents();
	bool found_element(const std::byte *expected_bytes, const std::byte *got_bytes);
	void compare_parts();

	const place &where_;
	const at::Tensor &expected_, &got_;
	std::vector<std::string> &found_;
};

/* What must be the same before anything else can be looked at. */
bool tensor_comparison::same_kind()
{
	return same_by("dispatch keys", [](const at::Tensor &t) { return t.key_set(); }) &&
	       same_by("dtype", [](const at::Tensor &t) { return t.scalar_type(); }) &&
	       same_by("device", [](const at::Tensor &t) { return t.device(); }) &&
	       same_by("layout", [](const at::Tensor &t) { return t.layout(); });
}

/* The names of dimensions, if the release has them. */
std::string names_of([[maybe_unused]] const at::Tensor &tensor)
{
	std::ostringstream text;

#if CT_HAS_DIMNAME
	if (tensor.has_names())
		text << tensor.names();
#endif
	return text.str();
}

/* A nested tensor has sizes, but they are a part of it. */
bool tensor_comparison::same_geometry()
{
	auto dim = [](const at::Tensor &t) { return t.dim(); };
	auto sizes = [](const at::Tensor &t) { return t.sizes(); };
	auto strides = [](const at::Tensor &t) { return t.strides(); };
	auto offset = [](const at::Tensor &t) { return t.storage_offset(); };

	if (expected_.is_nested() || got_.is_nested())
		return same_by("dimensions", dim);
	if (!same_by("sizes", sizes) || !same_by("names of dimensions", names_of))
		return false;
	if (expected_.is_sparse())
		return same_by("coalesced", [](const at::Tensor &t) { return t.is_coalesced(); });
	if (expected_.layout() != at::kStrided)
		return true;
	return same_by("strides", strides) && same_by("storage offset", offset);
}

void tensor_comparison::compare_autograd()
{
	same_by("requires_grad", [](const at::Tensor &t) { return t.requires_grad(); });
	same_by("retains_grad", [](const at::Tensor &t) { return t.retains_grad(); });
	same_by("grad_fn", [](const at::Tensor &t) -> std::string {
		return t.grad_fn() ? t.grad_fn()->name() : "none";
	});
	same_by("is a view", [](const at::Tensor &t) { return t.is_view(); });
	same_by("is a wrapped number",
		[](const at::Tensor &t) { return t.unsafeGetTensorImpl()->is_wrapped_number(); });
	if (!expected_.is_inference() && !got_.is_inference())
		same_by("version", [](const at::Tensor &t) { return t._version(); });
}

void tensor_comparison::compare_quantizers()
{
	const std::optional<at::QScheme> scheme = scheme_of(expected_);
	auto name = [](const at::Tensor &t) {
		const std::optional<at::QScheme> known = scheme_of(t);

		return known ? at::toString(*known) : "unknown";
	};

	if (!same_by("quantization scheme", name) || !scheme)
		return;
	if (*scheme == at::kPerTensorAffine) {
		same_by("scale", [](const at::Tensor &t) { return t.q_scale(); });
		same_by("zero point", [](const at::Tensor &t) { return t.q_zero_point(); });
	} else {
		same_by("axis", [](const at::Tensor &t) { return t.q_per_channel_axis(); });
	}
}

/* Reports the first element that differs. */
bool tensor_comparison::found_element(const std::byte *expected_bytes, const std::byte *got_bytes)
{
	size_t size = expected_.itemsize();

	for (element_walk walk(expected_); !walk.done(); walk.next()) {
		size_t offset = static_cast<size_t>(walk.offset()) * size;
		const std::byte *expected = expected_bytes + offset;
		const std::byte *got = got_bytes + offset;
		std::ostringstream text;

		if (offset + size > size_of(expected_))
			return false; /* of a dtype with several elements in a byte */
		if (std::memcmp(expected, got, size) == 0)
			continue;
		text << "element " << walk.subscript() << ": expected "
		     << element_text(expected, expected_.scalar_type()) << ", got "
		     << element_text(got, got_.scalar_type());
		note(text.str());
		return true;
	}
	return false;
}

/* The bytes of a storage, copied if they are on a device. */
class host_bytes {
public:
	explicit host_bytes(const at::Tensor &tensor)
	{
		if (tensor.is_cpu() || tensor.is_meta() || bytes_of(tensor) == nullptr) {
			bytes_ = bytes_of(tensor);
			return;
		}

		const auto options = at::TensorOptions(at::kByte).device(tensor.device());
		const at::NoGradGuard no_grad;

		copy_ = at::empty({ 0 }, options).set_(tensor.storage()).cpu();
		bytes_ = static_cast<const std::byte *>(copy_.data_ptr());
	}

	const std::byte *get() const { return bytes_; }

private:
	at::Tensor copy_;
	const std::byte *bytes_;
};

/* All of the storage, since an operator may have written outside of the tensor. An object in its
 * place is compared elsewhere (packed.hpp). */
void tensor_comparison::compare_contents()
{
	const host_bytes of_expected(expected_), of_got(got_);
	const std::byte *expected = of_expected.get(), *got = of_got.get();
	size_t size = size_of(expected_), byte = 0;

	if (!same("bytes of its storage", size, size_of(got_)) ||
	    !same("has memory", expected != nullptr, got != nullptr) ||
	    !same("holds an object", object_deleter(expected_), object_deleter(got_)) ||
	    object_deleter(expected_))
		return;
	if (size == 0 || expected == nullptr || expected_.is_meta() ||
	    std::memcmp(expected, got, size) == 0 || found_element(expected, got))
		return;
	while (expected[byte] == got[byte])
		byte++;
	note("byte " + std::to_string(byte) + " of its storage: expected " +
	     hex(expected + byte, 1) + ", got " + hex(got + byte, 1));
}

void tensor_comparison::compare_parts()
{
	std::vector<tensor_part> expected = parts_of(expected_), got = parts_of(got_);

	if (!same("parts", expected.size(), got.size()))
		return;
	for (size_t i = 0; i < expected.size(); i++)
		compare_tensors({ &where_, expected[i].name }, expected[i].tensor, got[i].tensor,
				found_);
}

/* Whether both exist, and their properties other than the elements. */
bool tensor_comparison::same_shape()
{
	return same_by("defined", [](const at::Tensor &t) { return t.defined(); }) &&
	       (!expected_.defined() || (same_kind() && same_geometry()));
}

void tensor_comparison::run()
{
	if (!same_shape() || !expected_.defined())
		return;
	compare_autograd();
	if (expected_.is_quantized())
		compare_quantizers();
	if (expected_.layout() == at::kStrided && !expected_.is_nested() &&
	    expected_.unsafeGetTensorImpl()->has_storage())
		compare_contents();
	compare_parts();
}

} // namespace

void compare_tensors(const place &where, const at::Tensor &expected, const at::Tensor &got,
		     std::vector<std::string> &found)
{
	try {
		tensor_comparison(where, expected, got, found).run();
	} catch (const c10::Error &error) {
		found.push_back(where.text() +
				": cannot be compared: " + error.what_without_backtrace());
	}
}

void compare_shapes(const place &where, const at::Tensor &expected, const at::Tensor &got,
		    std::vector<std::string> &found)
{
	tensor_comparison(where, expected, got, found).same_shape();
}

} // namespace ops

#include "compare/compare.hpp"

#include <cstring>
#include <map>
#include <sstream>

#include <ATen/core/Generator.h>

#include "support/releases.hpp"
#include "compare/packed.hpp"

namespace ops {

namespace {

/* A symbol with a known number counts as that number, and the undefined tensor as None. */
c10::IValue plain(const c10::IValue &value)
{
	if (value.isSymInt())
		return value.toSymInt().guard_int(__FILE__, __LINE__);
#if CT_HAS_SYM_BOOL
	if (value.isSymBool())
		return value.toSymBool().guard_bool(__FILE__, __LINE__);
	if (value.isSymFloat())
		return value.toSymFloat().guard_float(__FILE__, __LINE__);
#endif
	if (value.isTensor() && !value.toTensor().defined())
		return c10::IValue();
	return value;
}

std::string text_of(const c10::IValue &value)
{
	std::ostringstream text;

	text.precision(17);
	if (value.isTensor())
		text << "a tensor";
	else if (value.isList())
		text << "a list of " << value.toListRef().size();
	else if (value.isDouble())
		text << value.toDouble();
	else if (value.isGenerator() || value.isStorage())
		text << "a " << value.tagKind();
	else
		text << value;
	return text.str();
}

/* "1 (Int)", unlike "1 (Double)" */
std::string text_and_kind(const c10::IValue &value)
{
	return value.isScalar() ? text_of(value) + " (" + value.tagKind() + ")" : text_of(value);
}

/* Compares numbers by their bits. */
template <class T> bool same_bits(T a, T b)
{
	return std::memcmp(&a, &b, sizeof a) == 0;
}

bool same_complex(c10::complex<double> a, c10::complex<double> b)
{
	return same_bits(a.real(), b.real()) && same_bits(a.imag(), b.imag());
}

bool same_storage(const c10::Storage &a, const c10::Storage &b)
{
	return a.nbytes() == b.nbytes() && (a.data() == nullptr) == (b.data() == nullptr) &&
	       (a.data() == nullptr || std::memcmp(a.data(), b.data(), a.nbytes()) == 0);
}

bool same_plain(const c10::IValue &a, const c10::IValue &b)
{
	if (a.isNone())
		return true;
	if (a.isDouble())
		return same_bits(a.toDouble(), b.toDouble());
	if (a.isComplexDouble())
		return same_complex(a.toComplexDouble(), b.toComplexDouble());
	if (a.isStorage())
		return same_storage(a.toStorage(), b.toStorage());
	return a == b;
}

void compare_lists(const place &where, const c10::IValue &expected, const c10::IValue &got,
		   std::vector<std::string> &found)
{
	c10::ArrayRef<c10::IValue> a = expected.toListRef(), b = got.toListRef();

	if (a.size() != b.size()) {
		found.push_back(where.text() + ": expected " + text_of(expected) + ", got " +
				text_of(got));
		return;
	}
	for (size_t i = 0; i < a.size(); i++)
		compare_values({ &where, "element", static_cast<int64_t>(i) }, a[i], b[i], found);
}

/* Compares the next number of each generator. */
void compare_generators(const place &where, const c10::IValue &expected, const c10::IValue &got,
			std::vector<std::string> &found)
{
	auto state = [](const c10::IValue &value) {
		return at::Tensor(value.toGenerator().unsafeGetGeneratorImpl()->get_state());
	};

	compare_tensors({ &where, "state" }, state(expected), state(got), found);
}

void compare_lists_of_values(const char *name, const std::vector<c10::IValue> &expected,
			     const std::vector<c10::IValue> &got, std::vector<std::string> &found)
{
	if (expected.size() != got.size()) {
		found.push_back(std::string("number of ") + name + "s: expected " +
				std::to_string(expected.size()) + ", got " +
				std::to_string(got.size()));
		return;
	}
	for (size_t i = 0; i < expected.size(); i++)
		compare_values({ nullptr, name, static_cast<int64_t>(i) }, expected[i], got[i],
			       found);
}

/* Which of the tensors of a call are the same object, or share a storage: the number of each is
 * that of the first equal one. They are kept alive, so that no address is reused. */
class identities {
public:
	explicit identities(const finished_call &call)
	{
		auto visit = [this](const place &where, const at::Tensor &tensor) {
			add(where, tensor);
		};

		for_each_tensor("argument", call.arguments, visit);
		for (size_t i = 0; i < call.arguments.size(); i++)
			if (call.arguments[i].isStorage())
				add_storage("argument " + std::to_string(i),
					    call.arguments[i].toStorage());
		for_each_tensor("result", call.result.results, visit);
	}

	void compare(const identities &got, std::vector<std::string> &found) const
	{
		if (entries_.size() != got.entries_.size())
			return; /* which is reported elsewhere */
		for (size_t i = 0; i < entries_.size(); i++)
			if (entries_[i].object != got.entries_[i].object ||
			    entries_[i].storage != got.entries_[i].storage)
				found.push_back(names_[i] + ": expected " + text(i) + ", got " +
						got.text(i));
	}

private:
	struct entry {
		size_t object;
		size_t storage;
	};

	void add(const place &where, const at::Tensor &tensor)
	{
		c10::TensorImpl *impl = tensor.unsafeGetTensorImpl();
		const void *storage = nullptr;

		if (!tensor.defined())
			return;
		kept_.push_back(tensor);
		if (impl->has_storage())
			storage = impl->unsafe_storage().unsafeGetStorageImpl();
		add_entry(where.text(), impl, storage);
		for (const tensor_part &part : parts_of(tensor))
			add({ &where, part.name }, part.tensor);
	}

	void add_storage(const std::string &name, const c10::Storage &storage)
	{
		add_entry(name, storage.unsafeGetStorageImpl(), storage.unsafeGetStorageImpl());
	}

	void add_entry(const std::string &name, const void *object, const void *storage)
	{
		size_t number = entries_.size();

		names_.push_back(name);
		entries_.push_back(
			{ objects_.emplace(object, number).first->second,
			  storage ? storages_.emplace(storage, number).first->second : number });
	}

	std::string text(size_t i) const
	{
		if (entries_[i].object != i)
			return "the very object that is " + names_[entries_[i].object];
		if (entries_[i].storage != i)
			return "a tensor in the storage of " + names_[entries_[i].storage];
		return "a tensor with a storage of its own";
	}

	std::vector<entry> entries_;
	std::vector<std::string> names_;
	std::map<const void *, size_t> objects_, storages_;
	std::vector<at::Tensor> kept_;
};

/* Checks that no result has a reference that nobody can release. */
void compare_references(const outcome &expected, const outcome &got,
			std::vector<std::string> &found)
{
	const std::vector<size_t> a = reference_counts(expected.results);
	const std::vector<size_t> b = reference_counts(got.results);

	if (a != b)
		found.push_back("references to the results: expected " + counts_text(a) + ", got " +
				counts_text(b));
}

void compare_errors(const outcome &expected, const outcome &got, std::vector<std::string> &found)
{
	if (expected.error != got.error)
		found.push_back("error: expected \"" + expected.error + "\", got \"" + got.error +
				"\"");
}

void compare_shapes_of_values(const char *name, const std::vector<c10::IValue> &expected,
			      const std::vector<c10::IValue> &got, std::vector<std::string> &found)
{
	std::vector<at::Tensor> tensors;
	size_t seen = 0;

	for_each_tensor(name, expected, [&](const place &, const at::Tensor &tensor) {
		tensors.push_back(tensor);
	});
	for_each_tensor(name, got, [&](const place &where, const at::Tensor &tensor) {
		if (seen < tensors.size())
			compare_shapes(where, tensors[seen], tensor, found);
		seen++;
	});
	if (seen != tensors.size())
		found.push_back(std::string("tensors among the ") + name + "s: expected " +
				std::to_string(tensors.size()) + ", got " + std::to_string(seen));
}

} // namespace

void compare_values(const place &where, const c10::IValue &expected, const c10::IValue &got,
		    std::vector<std::string> &found)
{
	c10::IValue a = plain(expected), b = plain(got);

	if (a.tagKind() == b.tagKind() && a.isTensor())
		compare_tensors(where, a.toTensor(), b.toTensor(), found);
	else if (a.tagKind() == b.tagKind() && a.isList())
		compare_lists(where, a, b, found);
	else if (a.tagKind() == b.tagKind() && a.isGenerator())
		compare_generators(where, a, b, found);
	else if (a.tagKind() != b.tagKind())
		found.push_back(where.text() + ": expected " + text_and_kind(a) + ", got " +
				text_and_kind(b));
	else if (!same_plain(a, b))
		found.push_back(where.text() + ": expected " + text_of(a) + ", got " + text_of(b));
}

std::vector<std::string> differences(const finished_call &expected, const finished_call &got)
{
	std::vector<std::string> found;

	compare_errors(expected.result, got.result, found);
	if (found.empty())
		compare_lists_of_values("result", expected.result.results, got.result.results,
					found);
	compare_lists_of_values("argument", expected.arguments, got.arguments, found);
	identities(expected).compare(identities(got), found);
	if (found.empty())
		compare_objects(expected, got, found);
	if (found.empty())
		compare_references(expected.result, got.result, found);
	return found;
}

std::vector<std::string> differences_but_values(const finished_call &expected,
						const finished_call &got)
{
	std::vector<std::string> found;

	compare_errors(expected.result, got.result, found);
	if (found.empty())
		compare_shapes_of_values("result", expected.result.results, got.result.results,
					 found);
	compare_shapes_of_values("argument", expected.arguments, got.arguments, found);
	identities(expected).compare(identities(got), found);
	return found;
}

} // namespace ops

/*
 * Saving modules of TorchScript.
 */
#include <sstream>

#include <torch/csrc/jit/serialization/export.h>

#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "files/io/write.h"
#include "jit/script/script.hpp"

namespace ct {

namespace {

std::string bytes_of(const ct_value &value)
{
	const void *bytes = nullptr;
	const char *text = nullptr;
	int64_t n = 0;

	if (value.kind == CT_VALUE_STRING)
		check_callback(ct_value_as_string(&value, &text, &n));
	else
		check_callback(ct_value_as_bytes(&value, &bytes, &n));
	return std::string(text ? text : static_cast<const char *>(bytes), static_cast<size_t>(n));
}

torch::jit::ExtraFilesMap extra_of(const ct_value *files)
{
	torch::jit::ExtraFilesMap result;

	if (files == nullptr || ct_value_is_none(files))
		return result;
	if (files->kind != CT_VALUE_DICT)
		refuse("argument %d (extra_files): expected a dict, got a %s", 3,
		       ct_value_type_name(files));
	for (int64_t i = 0; i < ct_value_count(files); i++) {
		ct_value key, item;
		const char *name;

		check_callback(ct_value_dict_item(files, i, &key, &item));
		check_callback(ct_value_as_string(&key, &name, nullptr));
		result[name] = bytes_of(item);
	}
	return result;
}

std::string encoded(const ct_jit *self, const ct_value *extra_files)
{
	std::ostringstream stream;

	module_of(self).save(stream, extra_of(extra_files));
	return std::move(stream).str();
}

} // namespace

} // namespace ct

ct_error ct_jit_save(const ct_jit *self, const char *path, const ct_value *extra_files) noexcept
try {
	if (path == nullptr)
		return ct_missing_argument(__func__, 2, "path");
	const std::string bytes = ct::encoded(self, extra_files);
	const struct ct_file_piece piece = { bytes.data(), bytes.size() };

	return ct_file_write(__func__, path, &piece, 1);
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_encode(const ct_jit *self, const ct_value *extra_files, char **bytes,
		       int64_t *nbytes) noexcept
try {
	if (bytes == nullptr || nbytes == nullptr)
		return ct_missing_argument(__func__, bytes ? 4 : 3, bytes ? "nbytes" : "bytes");
	const std::string text = ct::encoded(self, extra_files);
	char *copy = static_cast<char *>(ct_given_new(text.size()));

	if (copy == nullptr)
		throw ct::out_of_memory{ text.size(), "a file in memory" };
	std::memcpy(copy, text.data(), text.size());
	*bytes = copy;
	*nbytes = static_cast<int64_t>(text.size());
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

/*
 * Loading modules of TorchScript: libtorch's reader, on an open file.
 */
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <caffe2/serialize/read_adapter_interface.h>
#include <torch/csrc/jit/runtime/operator.h>
#include <torch/csrc/jit/serialization/import.h>

#include "core/base/lengths.h"
#include "core/base/missing.hpp"
#include "core/memory/expression.h"
#include "files/io/error.h"
#include "files/io/map.h"
#include "files/io/memory.h"
#include "jit/file/file.h"
#include "jit/script/script.hpp"

CT_MAY_BE_MISSING("_ZTIN6caffe29serialize20ReadAdapterInterfaceE");

namespace ct {

namespace {

class open_file final : public caffe2::serialize::ReadAdapterInterface {
	const int fd;
	const size_t nbytes;

public:
	open_file(int descriptor, int64_t size) : fd(descriptor), nbytes(static_cast<size_t>(size))
	{
	}

	size_t size() const override { return nbytes; }

	size_t read(uint64_t position, void *to, size_t n, const char *what) const override
	{
		size_t done = 0;

		while (done < n) {
			const ssize_t got = pread(fd, static_cast<char *>(to) + done, n - done,
						  static_cast<off_t>(position + done));

			if (got < 0 && errno == EINTR)
				continue;
			TORCH_CHECK(got >= 0, what, ": ", std::strerror(errno));
			if (got == 0)
				break;
			done += static_cast<size_t>(got);
		}
		return done;
	}
};

/* An open file of torch.jit.save(). */
class script_file {
	ct_jit_file file;

public:
	script_file(const char *function, const char *path, int fd, int64_t size)
	{
		check_callback(ct_jit_file_open(function, path, fd, size, &file));
	}
	script_file(const script_file &) = delete;
	script_file &operator=(const script_file &) = delete;
	~script_file() { ct_jit_file_close(&file); }

	const ct_jit_file *operator->() const noexcept { return &file; }
	const ct_jit_file *operator&() const noexcept { return &file; }
};

bool has_operator(const char *name) noexcept
try {
	return !torch::jit::getAllOperatorsFor(c10::Symbol::fromQualString(name)).empty();
} catch (const std::exception &) {
	return false;
}

torch::jit::Module read_module(const script_file &file, maybe<at::Device> device)
{
	c_locale numbers_have_points;

	try {
		return torch::jit::load(std::make_shared<open_file>(file->fd, file->size), device);
	} catch (const std::exception &) {
		throw callback_error(
			ct_jit_file_explain(&file, has_operator, caught(file->function)));
	}
}

/* Takes the descriptor. */
ct_jit *load_script(const char *function, const char *path, int fd, int64_t size,
		    const ct_jit_load_options *options)
{
	const script_file file(function, path, fd, size);
	const maybe<at::Device> device = optional_device(options ? options->device : ct_device{}, 2,
							 "options->device");
	owned_value files;

	check_callback(ct_jit_file_extra(&file, &files));
	return new ct_jit(read_module(file, device), std::move(files));
}

} // namespace

} // namespace ct

ct_error ct_jit_load(const char *path, const ct_jit_load_options *options, ct_jit **result) noexcept
try {
	int64_t size;
	int fd;

	if (path == nullptr || result == nullptr)
		return ct_missing_argument(__func__, path ? 3 : 1, path ? "result" : "path");
	ct::check_callback(ct_file_open(__func__, path, O_RDONLY, &fd, &size));
	*result = ct::load_script(__func__, path, fd, size, options);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_decode(const void *bytes, int64_t nbytes, const ct_jit_load_options *options,
		       ct_jit **result) noexcept
try {
	static const char path[] = "the bytes";
	int fd;

	if (bytes == nullptr || result == nullptr)
		return ct_missing_argument(__func__, bytes ? 4 : 1, bytes ? "result" : "bytes");
	if (nbytes < 0 || nbytes > CT_LENGTH_MAX)
		ct::refuse("argument 2 (nbytes): %lld is not a size",
			   static_cast<long long>(nbytes));
	ct::check_callback(
		ct_file_of_bytes(__func__, path, bytes, static_cast<size_t>(nbytes), &fd));
	*result = ct::load_script(__func__, path, fd, nbytes, options);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_load_descriptor(int32_t descriptor, const ct_jit_load_options *options,
				ct_jit **result) noexcept
try {
	const std::string path = "descriptor " + std::to_string(descriptor);
	struct stat about;

	if (result == nullptr)
		return ct_missing_argument(__func__, 3, "result");
	if (fstat(descriptor, &about))
		return ct_file_error(__func__, path.c_str(), "opening it");
	if (!S_ISREG(about.st_mode))
		ct::refuse("argument 1 (descriptor): it is not a regular file");
	const int fd = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
	if (fd < 0)
		return ct_file_error(__func__, path.c_str(), "opening it");
	*result = ct::load_script(__func__, path.c_str(), fd, about.st_size, options);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_extra_files(const ct_jit *self, ct_value *result) noexcept
{
	static const ct_value none = ct_value_dict(nullptr, 0);

	if (self == nullptr || result == nullptr)
		return ct_missing_argument(__func__, self ? 2 : 1, self ? "result" : "self");
	return ct_value_copy(ct_value_is_none(&*self->extra_files) ? &none : &*self->extra_files,
			     result);
}

ct_jit *ct_jit_retain(const ct_jit *self) noexcept
{
	ct_jit *shared = const_cast<ct_jit *>(self);

	if (shared)
		shared->references.fetch_add(1, std::memory_order_relaxed);
	return shared;
}

void ct_jit_free(ct_jit *self) noexcept
{
	if (self && self->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
		delete self;
}

/*
 * Inside the library: the loaded code of a package.
 */
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include <ctorch/aoti/package.h>

#include "core/bridge/lacks.hpp"
#include "core/bridge/wrap.hpp"

#if CT_HAS_AOTI
#include <torch/csrc/inductor/aoti_runner/model_container_runner.h>

#include "aoti/package/package.h"

namespace ct {

/* Removed at the end. */
class aoti_folder {
	ct_aoti_folder folder{};

public:
	aoti_folder() = default;
	aoti_folder(const aoti_folder &) = delete;
	aoti_folder &operator=(const aoti_folder &) = delete;
	~aoti_folder() { remove(); }

	ct_aoti_folder *operator&() noexcept { return &folder; }
	const ct_aoti_folder *operator->() const noexcept { return &folder; }
	void remove() noexcept { ct_aoti_folder_remove(&folder); }
};

} // namespace ct

struct ct_aoti {
	ct::aoti_folder folder; /* outlives the code */
	std::unique_ptr<torch::inductor::AOTIModelContainerRunner> runner;
	std::vector<std::string> inputs; /* names */
	at::Device device{ at::kCPU };
	std::mutex constants; /* held while they are read or replaced */
	std::atomic<int> references{ 1 };
};

namespace ct {

inline ct_aoti &package_of(const ct_aoti *self)
{
	if (self == nullptr)
		refuse_null(1, "self");
	return *const_cast<ct_aoti *>(self);
}

} // namespace ct

#else

struct ct_aoti {};

namespace ct {

[[noreturn]] inline void refuse_aoti()
{
	refuse_release("packages of AOTInductor need", "2.8");
}

} // namespace ct

#endif

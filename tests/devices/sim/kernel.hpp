/*
 * Inside kernels: the CPU computes them, and the copies that this needs are no copies of the program.
 */
#pragma once

namespace sim {

/* While one lives, the thread's copies are not counted. The outermost counts a kernel. */
class kernel_scope {
	bool before;

public:
	kernel_scope() noexcept;
	~kernel_scope();
	kernel_scope(const kernel_scope &) = delete;
	kernel_scope &operator=(const kernel_scope &) = delete;
};

bool is_in_kernel() noexcept;

} // namespace sim

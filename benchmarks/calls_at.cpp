// calls_at.cpp: the C++ side of calls.c.
#include "at.hpp"
#include "calls.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/add.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/mm.h>

#include <array>

namespace {

at::Tensor one, square, oblong;
std::array<at::Tensor, 4> four;

} // namespace

void at_set_inputs(const struct inputs *inputs)
{
	one = reference(inputs->one);
	square = reference(inputs->square);
	oblong = reference(inputs->oblong);
	for (size_t i = 0; i < four.size(); i++)
		four[i] = reference(inputs->four[i]);
}

void at_release_inputs(void)
{
	one = square = oblong = at::Tensor();
	four.fill(at::Tensor());
}

void at_add(int64_t n)
{
	while (n-- > 0) {
		at::Tensor result = at::add(one, one);
		use(&result);
	}
}

/* Nothing is added, or the number would grow. */
void at_add_in_place(int64_t n)
{
	while (n-- > 0)
		one.add_(one, 0);
}

void at_cat(int64_t n)
{
	while (n-- > 0) {
		at::Tensor result = at::cat(four);
		use(&result);
	}
}

void at_mm(int64_t n)
{
	while (n-- > 0) {
		at::Tensor result = at::mm(square, square);
		use(&result);
	}
}

void at_fail(int64_t n)
{
	while (n-- > 0) {
		try {
			at::mm(oblong, oblong);
		} catch (const c10::Error &error) {
			use(error.what_without_backtrace());
		}
	}
}

void at_fail_with_backtrace(int64_t n)
{
	while (n-- > 0) {
		try {
			at::mm(oblong, oblong);
		} catch (const c10::Error &error) {
			use(error.what());
		}
	}
}

/*
 * What the files of libctorch_distributed share: errors, arguments and results.
 */
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

#include "beside/beside.hpp"

namespace ct::dist {

using beside::check;
using beside::error_of_c;
using beside::give;
using beside::give_bytes;
using beside::needed;
using beside::refuse;

/* Called in a catch block: the exception in flight as an error. libtorch's texts become one line,
 * after `what` and a colon if it is not empty: "all_reduce on rank 1 of 4 (group 0)". */
ct_error caught(const char *function, const std::string &what = std::string()) noexcept;

/* --- Arguments -------------------------------------------------------------------------------- */

/* Throws if it cannot be a list. */
template <class List> void check_list(const List &list, int position, const char *name)
{
	if (list.len < 0 || (list.len > 0 && list.at == nullptr))
		refuse("argument %d (%s) is not a list", position, name);
}

at::Tensor tensor_of(const ct_tensor *handle, int position, const char *name);
std::vector<at::Tensor> tensors_of(ct_tensors list, int position, const char *name);
std::vector<std::string> strings_of(ct_strings list, int position, const char *name);

/* More than 0 seconds, as libtorch counts them; at least one millisecond. `what` they are:
 * "argument 2 (timeout)". */
std::chrono::milliseconds milliseconds_of(double seconds, const char *what);

/* --- Results ---------------------------------------------------------------------------------- */

/* New lists, which belong to the innermost scope; they throw. */
int64_t *give_ints(const std::vector<int64_t> &ints);
void give_tensors(const std::vector<at::Tensor> &tensors, ct_tensor **&result, int64_t &result_len);

} // namespace ct::dist

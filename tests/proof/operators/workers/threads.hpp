/*
 * Calls the C functions in many threads at once, with separate tensors and with tensors that all of
 * them use, including calls that fail. Meant for ThreadSanitizer.
 */
#ifndef OPS_THREADS_HPP
#define OPS_THREADS_HPP

#include "options.hpp"

namespace ops {

int run_threads(const options &options);

} // namespace ops

#endif

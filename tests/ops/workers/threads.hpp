/*
 * The C functions called by many threads at once, with tensors of their own and with tensors that
 * all of them use, errors included. Meant for ThreadSanitizer.
 */
#ifndef OPS_THREADS_HPP
#define OPS_THREADS_HPP

#include "options.hpp"

namespace ops {

int run_threads(const options &options);

} // namespace ops

#endif

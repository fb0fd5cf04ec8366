/*
 * Whether each line of the files in this folder is still about something: an operator that is gone
 * or misspelt would be passed over where the line is used.
 */
#ifndef OPS_FILES_HPP
#define OPS_FILES_HPP

#include <cstddef>

#include "options.hpp"

namespace ops {

/* Prints what is about nothing, and gives how many lines that are. Throws std::runtime_error for
 * what cannot be read. */
size_t check_files(const options &options);

} // namespace ops

#endif

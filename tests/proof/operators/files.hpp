/*
 * Checks that each line of the files in this folder is still about something: a line with a removed
 * or misspelt operator would be skipped where it is used.
 */
#ifndef OPS_FILES_HPP
#define OPS_FILES_HPP

#include <cstddef>

#include "options.hpp"

namespace ops {

/* Prints lines that are about nothing, and returns their number. Throws std::runtime_error for a
 * line that cannot be parsed. */
size_t check_files(const options &options);

} // namespace ops

#endif

/*
 * Messages about groups of processes.
 */
#pragma once

#include <string>

namespace ct {

/* A text of c10d or gloo as one line: without frames, files of C++ and jokes. */
std::string text_of_group(const char *text);

} // namespace ct

/*
 * A child process that is a copy of this one, in which everything is already loaded.
 */
#ifndef OPS_FORKED_HPP
#define OPS_FORKED_HPP

#include <functional>
#include <string>

namespace ops {

/* Calls `what` in a copy, and waits. Returns "" if the copy completed it, "SIGSEGV", "hangs" if its
 * time ran out, "exit status 1". Afterwards the output consists of what was printed meanwhile. Only
 * for a process of one thread that has called no operator: see docs/testing.md. Throws
 * std::runtime_error. */
std::string do_forked(const std::function<void()> &what);

/* For such a copy: from now on it has so many seconds of processor time; other work of the machine
 * does not count. */
void set_clock(int seconds);

} // namespace ops

#endif

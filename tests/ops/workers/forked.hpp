/*
 * A child process that is a copy of this one: all that takes time to load is there already.
 */
#ifndef OPS_FORKED_HPP
#define OPS_FORKED_HPP

#include <functional>
#include <string>

namespace ops {

/* Does it in a copy, and waits. "" when the copy came to the end of it, "SIGSEGV", "hangs" when its
 * clock ran out, "exit status 1". What is printed meanwhile is all that its output has then. Only
 * for a process of one thread, which has called no operator: see docs/testing.md. Throws
 * std::runtime_error. */
std::string do_forked(const std::function<void()> &what);

/* For such a copy: from now on it has so many seconds, in which the processor works for it; what
 * else the machine has to do does not count. */
void set_clock(int seconds);

} // namespace ops

#endif

/*
 * What the threads are calling, told when the program dies of one of the calls.
 */
#ifndef OPS_UNDER_WAY_HPP
#define OPS_UNDER_WAY_HPP

namespace ops {

/* From now on a crash prints on stderr, for each thread that has said so, what it was calling. What
 * was to handle the crash, as a sanitizer does, handles it then. */
void tell_calls_of_crash();

/* Of the calling thread: the text of its call, which has to stay; NULL: none any more. */
void note_call(const char *text);

} // namespace ops

#endif

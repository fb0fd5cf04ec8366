/*
 * The calls of all threads, printed if the program dies in one of them.
 */
#ifndef OPS_UNDER_WAY_HPP
#define OPS_UNDER_WAY_HPP

namespace ops {

/* From now on a crash prints on stderr, for each thread that has noted its call, the call. Then the
 * previous handler runs, such as that of a sanitizer. */
void tell_calls_of_crash();

/* Notes the call of the calling thread: a text that must stay valid; NULL: no call any more. */
void note_call(const char *text);

} // namespace ops

#endif

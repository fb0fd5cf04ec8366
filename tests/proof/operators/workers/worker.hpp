/*
 * A child of the program: makes the calls of the operators that it gets, and reports each.
 *
 *     told   "operator" NAME FIRST        from which item on
 *            "alone" SIDE CALL            one call, one side
 *     says   "ready"
 *            "at" INDEX CALL              what it is about to do; INDEX -1: to find the items
 *            "found" INDEX TEXT           a difference
 *            "listed" INDEX HOW CALL      passed over: it is in dies.txt
 *            "did" INDEX RESULT ERROR OPTIONALS DTYPE    RESULT has letters: s m g r u
 *            "end"
 *
 * CALL means the fields of a call_name.
 */
#ifndef OPS_WORKER_HPP
#define OPS_WORKER_HPP

#include "options.hpp"

namespace ops {

int run_worker(const options &options);

} // namespace ops

#endif

/*
 * A child of the program: makes the calls of the operators that it is told, and reports each.
 *
 *     told   "operator" NAME FIRST        from which item on
 *            "alone" NAME INDEX SIDE      one item, one side
 *     says   "ready"
 *            "at" INDEX LABEL RERUN       what it is about to do; INDEX -1: to find the items
 *            "found" INDEX TEXT           a difference
 *            "listed" INDEX LABEL HOW     passed over: it is in dies.txt
 *            "did" INDEX RESULT ERROR OPTIONALS    RESULT has letters: s m g r u
 *            "end" COUNT                  of items, of the operator
 */
#ifndef OPS_WORKER_HPP
#define OPS_WORKER_HPP

#include "options.hpp"

namespace ops {

int run_worker(const options &options);

} // namespace ops

#endif

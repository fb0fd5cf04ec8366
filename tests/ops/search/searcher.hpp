/*
 * A child of the search: makes the calls, and may not survive them.
 *
 *     told   "deadly" TEXT             for the next job: a call that must not be made
 *            "seed" TEXT               for the next job: a call to begin from
 *            "search" OPERATOR ATTEMPTS
 *            "shared" OPERATOR FILE    whether it accepts what the file has for its siblings
 *            "inside" OPERATOR SAMPLE  which operators that call leads to
 *     says   "at" TEXT                 what it is about to call
 *            "sample" TEXT             one that is accepted
 *            "inside" OPERATOR TEXT    a call of another one that was recorded
 *            "end" ERROR               of the search: the usual error
 */
#ifndef OPS_SEARCHER_HPP
#define OPS_SEARCHER_HPP

#include "options.hpp"

namespace ops {

int run_searcher(const options &options);

} // namespace ops

#endif

/*
 * The totals of a run, and the goals that they are held against.
 */
#ifndef OPS_TOTALS_HPP
#define OPS_TOTALS_HPP

#include "catalogue.hpp"
#include "options.hpp"
#include "compare/report.hpp"

namespace ops {

/* Where all operators were called the goals are to be reached. */
void print_twin_totals(report &report, const options &options, const catalogue &catalogue);
void print_hostile_totals(report &report, const catalogue &catalogue);

/* Holds the records against results.tsv: all of each row, or with --quick what must not get less;
 * or writes it, with --record. */
void settle_results(report &report, const options &options, const catalogue &catalogue);

} // namespace ops

#endif

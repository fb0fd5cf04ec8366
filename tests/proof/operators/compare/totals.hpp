/*
 * The totals of a run, compared with the goals.
 */
#ifndef OPS_TOTALS_HPP
#define OPS_TOTALS_HPP

#include "catalogue.hpp"
#include "options.hpp"
#include "compare/report.hpp"

namespace ops {

/* If all operators were called, the goals must be reached. */
void print_twin_totals(report &report, const options &options, const catalogue &catalogue);
void print_device_totals(report &report, const options &options, const catalogue &catalogue);
void print_hostile_totals(report &report, const catalogue &catalogue);

/* Compares the records with results.tsv: all of each row, or with --quick what must not decrease;
 * or writes it, with --record. */
void settle_results(report &report, const options &options, const catalogue &catalogue);

} // namespace ops

#endif

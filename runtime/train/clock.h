/*
 * Inside the library: seconds of the system's monotonic clock.
 */
#ifndef CT_TRAIN_CLOCK_H
#define CT_TRAIN_CLOCK_H

double ct_clock_seconds(void);

#endif

/*
 * Common parts of the suites of settings.
 */
#ifndef SETTINGS_SUPPORT_H
#define SETTINGS_SUPPORT_H

#include "expected.h"
#include "testing.h"

#ifdef __cplusplus
extern "C" {
#endif

Suite *autocast_suite(void);
Suite *default_device_suite(void);
Suite *devices_suite(void);
Suite *flags_suite(void);
Suite *generator_refusals_suite(void);
Suite *generator_states_suite(void);
Suite *generators_suite(void);
Suite *random_suite(void);
Suite *settings_suite(void);
Suite *warnings_suite(void);

#ifdef __cplusplus
}
#endif

#endif

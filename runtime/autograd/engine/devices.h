/*
 * Inside the library: devices that were not there when libtorch's engine started.
 */
#ifndef CT_AUTOGRAD_ENGINE_DEVICES_H
#define CT_AUTOGRAD_ENGINE_DEVICES_H

#ifdef __cplusplus
extern "C" {
#endif

/* Called after devices were loaded: backward works on them, also if the process has called it before.
 * Does nothing if the engine is neither libtorch's nor ours. */
void ct_engine_admit_devices(void);

#ifdef __cplusplus
}
#endif

#endif

/*
 * Inside the library: the threads of libtorch's operators.
 */
#ifndef CT_TENSOR_SETTINGS_THREADS_H
#define CT_TENSOR_SETTINGS_THREADS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Operators that the calling thread calls from now on use no other threads. */
void ct_use_one_thread_here(void);

#ifdef __cplusplus
}
#endif

#endif

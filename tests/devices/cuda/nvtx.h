/* nvtx.h: what a program has called of NVTX, seen as a profiler sees it. */
#ifndef CUDA_NVTX_H
#define CUDA_NVTX_H

/* The calls so far, each a line: "push NAME", "pop", "mark NAME". The library of nvtx.c must be
 * named by NVTX_INJECTION64_PATH. */
const char *nvtx_calls(void);

#endif

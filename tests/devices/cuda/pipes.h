/*
 * Bytes between two processes, all of them or none.
 */
#ifndef CUDA_PIPES_H
#define CUDA_PIPES_H

#include <unistd.h>

#include "fixture.h"

static inline void send_bytes(int to, const void *bytes, size_t nbytes)
{
	MUST(write(to, bytes, nbytes) == (ssize_t)nbytes);
}

static inline void receive_bytes(int from, void *bytes, size_t nbytes)
{
	MUST(read(from, bytes, nbytes) == (ssize_t)nbytes);
}

#endif

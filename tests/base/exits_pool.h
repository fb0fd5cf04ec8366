/*
 * A thread that lives until its library's destructor runs.
 */
#ifndef EXITS_POOL_H
#define EXITS_POOL_H

#include <stdbool.h>

/* The thread calls the function again and again. */
bool start_pool(void (*function)(void));

#endif

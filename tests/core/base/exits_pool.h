/*
 * A thread that lives until its library's destructor runs.
 */
#ifndef EXITS_POOL_H
#define EXITS_POOL_H

#include <stdbool.h>

/* Starts the thread, which calls the function in a loop. */
bool start_pool(void (*function)(void));

#endif

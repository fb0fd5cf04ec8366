/**
 * @file
 * Everything about packages of AOTInductor.
 */
#ifndef CTORCH_AOTI_H
#define CTORCH_AOTI_H

#include <ctorch/aoti/package.h>

#endif

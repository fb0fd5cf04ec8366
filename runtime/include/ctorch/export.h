/**
 * @file
 * Everything about programs that Python exported.
 */
#ifndef CTORCH_EXPORT_H
#define CTORCH_EXPORT_H

#include <ctorch/export/program.h>

#endif

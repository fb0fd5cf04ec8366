/**
 * @file
 * Everything about exported programs.
 */
#ifndef CTORCH_EXPORT_H
#define CTORCH_EXPORT_H

#include <ctorch/export/compile.h>
#include <ctorch/export/program.h>
#include <ctorch/export/record.h>

#endif

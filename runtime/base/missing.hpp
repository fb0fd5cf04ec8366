/*
 * Data of libtorch that another release may lack.
 *
 * A function is looked up when it is first called, so with another release the library still loads
 * and can say so (version.cpp). Data is looked up at once: typeinfo, static members, the functions
 * in a virtual table. Such a symbol is named here, mangled, in each file that refers to it, and may
 * then be missing. Which ones those are, `readelf -rW libctorch.so | grep -v JUMP_SLOT` tells, and
 * the test release_guard that one was forgotten.
 */
#pragma once

#define CT_MAY_BE_MISSING(symbol) asm(".weak " symbol)

/*
 * libtorch's data that another release may lack.
 *
 * A function is bound when it is first called, so with another release the library still loads and
 * can report it (version.cpp). Data is bound at once: typeinfo, static members, the functions in a
 * virtual table. Each file that refers to such a symbol names it here, mangled, so that it may be
 * missing. `readelf -rW libctorch.so | grep -v JUMP_SLOT` lists these symbols, and the test
 * release_guard fails if one is forgotten.
 */
#pragma once

#define CT_MAY_BE_MISSING(symbol) asm(".weak " symbol)

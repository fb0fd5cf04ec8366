/*
 * In what the releases of libtorch differ for tests in C++. What the runtime has for itself is in
 * runtime/compat.hpp, and is used here, too: CT_TORCH_AT_LEAST, ct::maybe, ct::is_complete.
 */
#ifndef SUPPORT_RELEASES_HPP
#define SUPPORT_RELEASES_HPP

#include "../../runtime/compat.hpp"

/* DLPack with a version: its structs and numbers, and the functions for them. */
#define HAS_DLPACK_VERSIONS CT_TORCH_AT_LEAST(2, 11)
/* Dtypes of 8 and 4 bits, and unsigned ones of more than 8. */
#define HAS_FLOAT8 CT_TORCH_AT_LEAST(2, 1)
#define HAS_FLOAT8_FNUZ CT_TORCH_AT_LEAST(2, 2)
#define HAS_UNSIGNED CT_TORCH_AT_LEAST(2, 3)
#define HAS_FLOAT8_E8M0 CT_TORCH_AT_LEAST(2, 7)
#define HAS_FLOAT4 CT_TORCH_AT_LEAST(2, 8)
/* Of generators that somebody else writes. */
#define HAS_GENERATOR_OFFSET CT_TORCH_AT_LEAST(2, 1)
#define HAS_GRAPHSAFE_STATE CT_TORCH_AT_LEAST(2, 4)
#define HAS_JAGGED CT_TORCH_AT_LEAST(2, 4)

#endif

/*
 * What the releases of libtorch differ in for this library, which needs 2.8 or later.
 */
#pragma once

#include "core/base/compat.hpp"

/* all_gather_single() and its kind, formerly _allgather_base(), ... */
#define CT_DIST_HAS_SINGLE CT_TORCH_AT_LEAST(2, 13)
/* The same of backends. */
#define CT_DIST_HAS_SINGLE_BACKEND CT_TORCH_AT_LEAST(2, 14)
/* Groups have setTimeout(). */
#define CT_DIST_HAS_SET_TIMEOUT CT_TORCH_AT_LEAST(2, 9)
/* c10d::Reducer takes a list of bucket sizes. Later parameters have defaults. */
#define CT_DIST_HAS_BUCKET_LIST CT_TORCH_AT_LEAST(2, 11)
/* Python's "nccl" is c10d::nccl2::ProcessGroupNCCL. */
#define CT_DIST_HAS_NCCL2 CT_TORCH_AT_LEAST(2, 15)
/* gloo has all_to_all(), not only all_to_all_single(). */
#define CT_DIST_GLOO_HAS_ALL_TO_ALL CT_TORCH_AT_LEAST(2, 12)
/* Stores list their keys. */
#define CT_DIST_HAS_LIST_KEYS CT_TORCH_AT_LEAST(2, 10)
/* Stores have barrier(). */
#define CT_DIST_HAS_STORE_BARRIER CT_TORCH_AT_LEAST(2, 12)

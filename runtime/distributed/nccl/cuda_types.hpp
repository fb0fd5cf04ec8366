/*
 * The types of NVIDIA's libraries that libtorch's headers name. Their own headers are in downloads of
 * 1 GB, and libctorch_nccl calls none of their functions.
 */
#pragma once

enum cublasStatus_t : int;
enum cusolverStatus_t : int;
enum cusparseStatus_t : int;

using cublasHandle_t = struct cublasContext *;
using cublasLtHandle_t = struct cublasLtContext *;
using cusolverDnHandle_t = struct cusolverDnContext *;
using cusparseHandle_t = struct cusparseContext *;

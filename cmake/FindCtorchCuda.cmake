# FindCtorchCuda: what libctorch_cuda is built with, without a CUDA toolkit: libtorch's CUDA part, and
# the headers and the run time that NVIDIA's wheels have beside it.
#
# Gives:
#   CtorchCuda_FOUND, CTORCH_CUDA_MISSING  why not, with what to do
#   CTORCH_CUDA_INCLUDE                    the folder with cuda_runtime_api.h and crt/
#   CTORCH_CUDART                          the file of libcudart
#   CTORCH_NCCL_INCLUDE                    the folder with nccl.h, which libctorch_nccl needs, too
#   CTORCH_NCCL_MISSING                    why that library cannot be built, with what to do
set(CtorchCuda_FOUND FALSE)
set(CTORCH_CUDA_MISSING "")

# Beside the folder of a wheel's libtorch; a toolkit is as good.
file(GLOB _cuda_places ${LibTorch_DIR_FOUND}/../nvidia/cu* ${LibTorch_DIR_FOUND}/../nvidia/cuda_runtime)
find_path(CTORCH_CUDA_INCLUDE NAMES crt/host_defines.h
  HINTS ${_cuda_places} ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES include NO_DEFAULT_PATH)
mark_as_advanced(CTORCH_CUDA_INCLUDE)
set(CTORCH_CUDART "")
if(CTORCH_CUDA_INCLUDE)
  file(GLOB CTORCH_CUDART ${CTORCH_CUDA_INCLUDE}/../lib/libcudart.so.*
       ${CTORCH_CUDA_INCLUDE}/../lib64/libcudart.so.*)
endif()

if(LibTorch_VERSION VERSION_LESS 2.11)
  set(CTORCH_CUDA_MISSING "it needs libtorch 2.11 or later")
elseif(NOT EXISTS ${LibTorch_DIR_FOUND}/lib/libtorch_cuda.so)
  set(CTORCH_CUDA_MISSING "libtorch's CUDA part is not there (scripts/fetch-libtorch.sh --cuda-parts)")
elseif(NOT CTORCH_CUDA_INCLUDE OR NOT EXISTS ${CTORCH_CUDA_INCLUDE}/cuda_runtime_api.h
       OR NOT CTORCH_CUDART)
  set(CTORCH_CUDA_MISSING
    "CUDA's headers are not there (scripts/fetch-libtorch.sh --cuda-parts, or CUDA_PATH=TOOLKIT)")
else()
  list(GET CTORCH_CUDART 0 CTORCH_CUDART)
  get_filename_component(CTORCH_CUDART ${CTORCH_CUDART} ABSOLUTE)
  set(CtorchCuda_FOUND TRUE)
endif()

# In a wheel of its own, beside the others.
find_path(CTORCH_NCCL_INCLUDE NAMES nccl.h
  HINTS ${LibTorch_DIR_FOUND}/../nvidia/nccl ENV NCCL_HOME PATHS /usr /usr/local /usr/local/cuda
  PATH_SUFFIXES include NO_DEFAULT_PATH)
mark_as_advanced(CTORCH_NCCL_INCLUDE)
if(NOT CtorchCuda_FOUND)
  set(CTORCH_NCCL_MISSING ${CTORCH_CUDA_MISSING})
else()
  set(CTORCH_NCCL_MISSING
    "nccl.h is not there (scripts/fetch-libtorch.sh --nccl, or NCCL_HOME=DIR)")
endif()

# FindLibTorch: the libtorch to build for.
#
# Looked for in this order; the first that is complete wins:
#   1. -DLIBTORCH=DIR or the environment's $LIBTORCH: a folder with include/ and lib/, or one that
#      holds such a folder called torch/. If it is given, nothing else is tried.
#   2. the folder that scripts/fetch-libtorch.sh fills
#   3. the torch of the python3 in PATH
#   4. the system's (libtorch-dev of Debian)
#
# Gives:
#   LibTorch_FOUND, LibTorch_VERSION     "2.15.0", read from the headers
#   LibTorch_DIR_FOUND, LibTorch_ORIGIN  the folder with include/, and which of the four ways it was
#   LibTorch_CXX_STANDARD                17, or 20 from release 2.14 on
#   LibTorch_NATIVE_FUNCTIONS            its own native_functions.yaml, or empty
#   LibTorch_TORCHGEN                    the folder that holds its torchgen/, or empty
#   LibTorch::torch_cpu, LibTorch::c10   imported targets
#
# TorchConfig.cmake is not used: it requires a CUDA toolkit if libtorch was built with CUDA,
# although the CPU part needs none, and it passes its compiler flags on to all targets.

# The environment is read when a build folder is first configured, and then remembered: a build that
# reconfigures itself must not depend on the shell that runs it.
set(LIBTORCH "$ENV{LIBTORCH}" CACHE PATH
    "The libtorch to build for: a folder with include/ and lib/")
set(CTORCH_CACHE "$ENV{CTORCH_CACHE}" CACHE PATH
    "Where scripts/fetch-libtorch.sh keeps what it fetched")
mark_as_advanced(CTORCH_CACHE)

# Sets INCLUDE, LIB and DIR (each empty when FOLDER has no libtorch).
function(_libtorch_look_into folder)
  set(INCLUDE "" PARENT_SCOPE)
  set(LIB "" PARENT_SCOPE)
  foreach(root ${folder} ${folder}/torch)
    foreach(lib lib lib/${CMAKE_LIBRARY_ARCHITECTURE} lib64)
      if(EXISTS ${root}/include/ATen/Operators.h AND EXISTS ${root}/${lib}/libtorch_cpu.so
         AND EXISTS ${root}/${lib}/libc10.so)
        set(INCLUDE ${root}/include PARENT_SCOPE)
        set(LIB ${root}/${lib} PARENT_SCOPE)
        set(DIR ${root} PARENT_SCOPE)
        return()
      endif()
    endforeach()
  endforeach()
endfunction()

# KEEP THE SAME: scripts/lib.sh
function(_libtorch_download_folders result)
  if(CTORCH_CACHE)
    set(cache ${CTORCH_CACHE})
  elseif(DEFINED ENV{XDG_CACHE_HOME})
    set(cache $ENV{XDG_CACHE_HOME}/libctorch)
  else()
    set(cache $ENV{HOME}/.cache/libctorch)
  endif()
  # Newest release first, except that the one in generated/ comes before all others.
  file(GLOB folders ${cache}/libtorch-*-${CMAKE_SYSTEM_PROCESSOR})
  list(SORT folders COMPARE NATURAL ORDER DESCENDING)
  set(${result} ${cache}/libtorch-${CTORCH_PINNED_RELEASE}-${CMAKE_SYSTEM_PROCESSOR} ${folders}
      PARENT_SCOPE)
endfunction()

function(_libtorch_python_folder result)
  find_program(LibTorch_PYTHON python3)
  mark_as_advanced(LibTorch_PYTHON)
  set(folder "")
  if(LibTorch_PYTHON)
    # Finding the package does not import it: that would take seconds.
    execute_process(
      COMMAND ${LibTorch_PYTHON} -c
        "from importlib.util import find_spec as f; print(f('torch').submodule_search_locations[0])"
      OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  set(${result} "${folder}" PARENT_SCOPE)
endfunction()

# Debian's headers have the number of the first release of the series, 1.13.0 in its 1.13.1. The
# package's version is the release. KEEP THE SAME: codegen/tools/release/debian.c.
function(_libtorch_debian_release include result)
  get_filename_component(include ${include} REALPATH)
  set(changelog ${include}/../share/doc/libtorch-dev/changelog.Debian.gz)
  set(version "")
  if(EXISTS ${changelog})
    execute_process(COMMAND gzip -dc ${changelog} COMMAND head -n 1
                    OUTPUT_VARIABLE version ERROR_QUIET)
  elseif(include STREQUAL /usr/include)
    execute_process(COMMAND dpkg-query -W -f "(\${Version})" libtorch-dev
                    OUTPUT_VARIABLE version ERROR_QUIET)
  endif()
  set(${result} "" PARENT_SCOPE)
  if(version MATCHES "[(:]([0-9]+\\.[0-9]+\\.[0-9]+)")
    set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
  endif()
endfunction()

function(_libtorch_release include result)
  _libtorch_debian_release(${include} debian)
  set(${result} "${debian}" PARENT_SCOPE)
  if(debian)
    return()
  endif()
  foreach(header torch/headeronly/version.h torch/csrc/api/include/torch/version.h torch/version.h)
    if(EXISTS ${include}/${header})
      file(READ ${include}/${header} text)
      if(text MATCHES "TORCH_VERSION_MAJOR ([0-9]+)")
        set(major ${CMAKE_MATCH_1})
        if(text MATCHES "TORCH_VERSION_MINOR ([0-9]+)")
          set(minor ${CMAKE_MATCH_1})
          if(text MATCHES "TORCH_VERSION_PATCH ([0-9]+)")
            set(${result} ${major}.${minor}.${CMAKE_MATCH_1} PARENT_SCOPE)
            return()
          endif()
        endif()
      endif()
    endif()
  endforeach()
endfunction()

# The std::string that the library was built with, from its symbols: not all builds have a macro for
# it in a header or in TorchConfig.cmake.
function(_libtorch_cxx11_abi library result)
  file(STRINGS ${library} constructors REGEX "^_ZN3c105ErrorC1E.*(SourceLocation|PKc).*")
  set(${result} 1 PARENT_SCOPE)
  if(constructors AND NOT constructors MATCHES "__cxx11")
    set(${result} 0 PARENT_SCOPE)
  endif()
endfunction()

set(LibTorch_ORIGIN "")
set(INCLUDE "")
if(LIBTORCH)
  get_filename_component(_libtorch_asked ${LIBTORCH} ABSOLUTE BASE_DIR ${CMAKE_BINARY_DIR})
  _libtorch_look_into(${_libtorch_asked})
  set(LibTorch_ORIGIN "given as LIBTORCH")
  set(_libtorch_tried "LIBTORCH is ${_libtorch_asked}, which has no include/ATen/Operators.h beside "
                      "lib/libtorch_cpu.so and lib/libc10.so")
  list(JOIN _libtorch_tried "" _libtorch_tried)
else()
  _libtorch_download_folders(_libtorch_downloads)
  foreach(folder ${_libtorch_downloads})
    if(NOT INCLUDE)
      _libtorch_look_into(${folder})
      set(LibTorch_ORIGIN "fetched by scripts/fetch-libtorch.sh")
    endif()
  endforeach()
  if(NOT INCLUDE)
    _libtorch_python_folder(_libtorch_python)
    if(_libtorch_python)
      _libtorch_look_into(${_libtorch_python})
      set(LibTorch_ORIGIN "of the installed Python torch")
    endif()
  endif()
  if(NOT INCLUDE)
    _libtorch_look_into(/usr)
    set(LibTorch_ORIGIN "of the system")
  endif()
  list(GET _libtorch_downloads 0 _libtorch_download)
  set(_libtorch_tried "looked into ${_libtorch_download}, the python3 in PATH, and /usr")
endif()

set(LibTorch_VERSION "")
if(INCLUDE)
  set(LibTorch_DIR_FOUND ${DIR})
  _libtorch_release(${INCLUDE} LibTorch_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibTorch
  REQUIRED_VARS LibTorch_DIR_FOUND LibTorch_VERSION
  VERSION_VAR LibTorch_VERSION
  REASON_FAILURE_MESSAGE "${_libtorch_tried}.
  What to do, one of:
    scripts/fetch-libtorch.sh             fetches the pinned release, then configure again
    cmake ... -DLIBTORCH=DIR              uses the libtorch in DIR
    cmake ... -DCTORCH_LIBRARY=OFF        builds only ctorch-gen, which needs no libtorch
")

# Compilers look into /usr/include last, and so find there the headers that this release lacks.
if(LibTorch_FOUND AND NOT INCLUDE STREQUAL "/usr/include" AND EXISTS /usr/include/ATen/Operators.h)
  _libtorch_release(/usr/include _libtorch_of_system)
  if(NOT _libtorch_of_system STREQUAL LibTorch_VERSION)
    message(FATAL_ERROR "/usr/include has the headers of libtorch ${_libtorch_of_system}, which would "
      "mix with those of ${LibTorch_VERSION} in ${INCLUDE}.\n"
      "  What to do, one of:\n"
      "    apt-get remove libtorch-dev, which has them\n"
      "    cmake ... -DLIBTORCH=/usr     builds for that libtorch")
  endif()
endif()

if(LibTorch_FOUND AND NOT TARGET LibTorch::torch_cpu)
  if(LibTorch_VERSION VERSION_LESS 1.13)
    message(FATAL_ERROR "libtorch ${LibTorch_VERSION} in ${LibTorch_DIR_FOUND} is too old: "
                        "1.13 is the oldest release that libctorch supports")
  endif()
  if(LibTorch_VERSION VERSION_GREATER_EQUAL 2.14)
    set(LibTorch_CXX_STANDARD 20)
  else()
    set(LibTorch_CXX_STANDARD 17)
  endif()

  _libtorch_cxx11_abi(${LIB}/libc10.so _libtorch_abi)
  foreach(library torch_cpu c10)
    add_library(LibTorch::${library} SHARED IMPORTED)
    set_target_properties(LibTorch::${library} PROPERTIES
      IMPORTED_LOCATION ${LIB}/lib${library}.so
      INTERFACE_INCLUDE_DIRECTORIES ${INCLUDE}
      INTERFACE_COMPILE_DEFINITIONS _GLIBCXX_USE_CXX11_ABI=${_libtorch_abi})
  endforeach()

  # A wheel has the operator list and torchgen beside torch/; on Debian both are in the package
  # python3-torch.
  set(LibTorch_NATIVE_FUNCTIONS "")
  set(LibTorch_TORCHGEN "")
  set(_libtorch_list torchgen/packaged/ATen/native/native_functions.yaml)
  foreach(_libtorch_way .. lib/python3/dist-packages)
    get_filename_component(_libtorch_packages ${LibTorch_DIR_FOUND}/${_libtorch_way} ABSOLUTE)
    if(EXISTS ${_libtorch_packages}/${_libtorch_list} AND NOT LibTorch_NATIVE_FUNCTIONS)
      set(LibTorch_NATIVE_FUNCTIONS ${_libtorch_packages}/${_libtorch_list})
    endif()
    if(EXISTS ${_libtorch_packages}/torchgen/gen.py AND NOT LibTorch_TORCHGEN)
      set(LibTorch_TORCHGEN ${_libtorch_packages})
    endif()
  endforeach()
endif()

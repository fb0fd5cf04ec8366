# How every file of the project is compiled: language, warnings, sanitizers, ccache.

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

# Linking the library keeps most of its objects in memory; two links in parallel are not faster.
set_property(GLOBAL APPEND PROPERTY JOB_POOLS ctorch_link=1)
set(CMAKE_JOB_POOL_LINK ctorch_link)

if(CTORCH_CCACHE AND NOT CMAKE_C_COMPILER_LAUNCHER AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(CCACHE_PROGRAM ccache)
  mark_as_advanced(CCACHE_PROGRAM)
  if(CCACHE_PROGRAM)
    # Checkouts in different folders share compiled files; a debugger may then show the files of
    # another one (CCACHE_NOHASHDIR). Without the two sloppiness options ccache does not cache files
    # that use a precompiled header. The compiler's list gives a file's includes (CCACHE_DEPEND): a
    # preprocessor that must rebuild a precompiled header finds the old one beside it, and reports
    # that to ccache instead of the headers, some of which have changed.
    set(_ccache env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_ABSSTDERR=1
      CCACHE_NOHASHDIR=1)
    set(CMAKE_C_COMPILER_LAUNCHER ${_ccache} ${CCACHE_PROGRAM})
    set(CMAKE_CXX_COMPILER_LAUNCHER
      ${_ccache} CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
    elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
      add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
    endif()
  endif()
endif()

# All targets of the project link to this; it is not part of the installed interface.
add_library(ctorch_flags INTERFACE)
target_compile_options(ctorch_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes>
  $<$<BOOL:${CTORCH_WERROR}>:-Werror>)

if(CTORCH_SANITIZE)
  target_compile_options(ctorch_flags INTERFACE
    -fsanitize=${CTORCH_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(ctorch_flags INTERFACE -fsanitize=${CTORCH_SANITIZE})
  # libtorch's headers have fences, for which gcc's ThreadSanitizer warns that it does not support
  # them.
  if(CTORCH_SANITIZE MATCHES thread AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(ctorch_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-tsan>)
  endif()
endif()
# Libraries list all their dependencies; clang's sanitizers are only in programs.
set(CTORCH_NO_UNDEFINED -Wl,--no-undefined)
# A program's link would check the symbols of all shared libraries again, libtorch's too: 0.25 s of
# 0.3 s, for each of more than a hundred programs.
add_link_options(
  $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-Wl,--allow-shlib-undefined>)
if(CTORCH_FUZZ)
  set(CTORCH_NO_UNDEFINED "")
  include(CheckCSourceCompiles)
  set(CMAKE_REQUIRED_FLAGS -fsanitize=fuzzer)
  set(CMAKE_REQUIRED_QUIET ON)
  check_c_source_compiles(
    "int LLVMFuzzerTestOneInput(const char *data, long size) { return !data && size; }"
    CTORCH_HAVE_LIBFUZZER)
  unset(CMAKE_REQUIRED_FLAGS)
  unset(CMAKE_REQUIRED_QUIET)
  if(NOT CTORCH_HAVE_LIBFUZZER)
    message(FATAL_ERROR
      "CTORCH_FUZZ wants libFuzzer, which ${CMAKE_C_COMPILER} does not have.\n"
      "  What to do: apt-get install clang libclang-rt-dev, and configure a new folder: "
      "cmake --preset fuzz")
  endif()
  # Other code is neither checked nor used to find new inputs.
  set(_ignored ${PROJECT_SOURCE_DIR}/tests/proof/fuzz/ignored.txt)
  target_compile_options(ctorch_flags INTERFACE
    -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
    # They need more of the C++ runtime than a C program is linked to.
    -fno-sanitize=vptr,function
    -fsanitize-ignorelist=${_ignored} -fsanitize-coverage-ignorelist=${_ignored})
  # Which functions override others depends on the release of libtorch, and which are used on the
  # build; and a returned ArrayRef refers to the caller's list.
  foreach(_warning inconsistent-missing-override unneeded-internal-declaration
          return-stack-address)
    target_compile_options(ctorch_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-${_warning}>)
  endforeach()
  target_link_options(ctorch_flags INTERFACE -fsanitize=fuzzer-no-link,address,undefined)
endif()
if(CTORCH_COVERAGE)
  if(NOT CMAKE_C_COMPILER_ID STREQUAL "GNU")
    message(FATAL_ERROR
      "CTORCH_COVERAGE wants gcc, whose gcov reads the counts; this is ${CMAKE_C_COMPILER}.\n"
      "  What to do: remove ${CMAKE_BINARY_DIR} and configure with "
      "-DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++")
  endif()
  # Only handwritten code is counted; libtorch's inline functions and the generated ones would be
  # most of the counters.
  target_compile_options(ctorch_flags INTERFACE --coverage
    "-fprofile-filter-files=(^|/)(codegen|runtime)/"
    "-fprofile-exclude-files=/tests/[^/]*/[^/]*$|/include/torch/")
  add_library(ctorch_coverage_exit STATIC ${CMAKE_CURRENT_LIST_DIR}/coverage_exit.c)
  set_property(TARGET ctorch_coverage_exit PROPERTY POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(ctorch_flags INTERFACE ctorch_coverage_exit)
  # gcov's own library, which is last, calls them as well.
  target_link_options(ctorch_flags INTERFACE
    --coverage -Wl,--wrap=_exit -Wl,--wrap=quick_exit -Wl,--wrap=abort
    -Wl,--undefined=__wrap_abort)
endif()

# How every file of the project is compiled: language, warnings, sanitizers, ccache.

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

# A link of the library holds most of its objects at once; two of them side by side gain nothing.
set_property(GLOBAL APPEND PROPERTY JOB_POOLS ctorch_link=1)
set(CMAKE_JOB_POOL_LINK ctorch_link)

if(CTORCH_CCACHE AND NOT CMAKE_C_COMPILER_LAUNCHER AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(CCACHE_PROGRAM ccache)
  mark_as_advanced(CCACHE_PROGRAM)
  if(CCACHE_PROGRAM)
    # Without the two liberties ccache leaves alone what is compiled with a precompiled header.
    set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
    set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
    endif()
  endif()
endif()

# Everything that the project compiles links to this; nothing of it reaches a consumer.
add_library(ctorch_flags INTERFACE)
target_compile_options(ctorch_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes>
  $<$<BOOL:${CTORCH_WERROR}>:-Werror>)

if(CTORCH_SANITIZE)
  target_compile_options(ctorch_flags INTERFACE
    -fsanitize=${CTORCH_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(ctorch_flags INTERFACE -fsanitize=${CTORCH_SANITIZE})
  # libtorch's headers have fences, which gcc's ThreadSanitizer does not follow and says so.
  if(CTORCH_SANITIZE MATCHES thread AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(ctorch_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-tsan>)
  endif()
endif()
if(CTORCH_COVERAGE)
  target_compile_options(ctorch_flags INTERFACE --coverage)
  target_link_options(ctorch_flags INTERFACE --coverage)
endif()

# The libctorch for which `pip install` compiles the extension, instead of that of a build.

find_package(ctorch CONFIG QUIET)
if(NOT ctorch_FOUND)
  message(FATAL_ERROR "libctorch is not installed where CMake searches. "
    "What to do: CMAKE_PREFIX_PATH=the prefix of its installation pip install ... "
    "(docs/building.md; with Python's torch the wheel is simpler: docs/wheel.md)")
endif()
if(NOT ctorch_VERSION VERSION_EQUAL SKBUILD_PROJECT_VERSION)
  message(FATAL_ERROR "this package is for libctorch ${SKBUILD_PROJECT_VERSION}, but "
    "${ctorch_DIR} is of ${ctorch_VERSION}. What to do: install the package that is beside it, in "
    "share/ctorch/bindings/python")
endif()

# Its yaml, templates and headers are those of its release.
get_filename_component(_root ${ctorch_API_JSON} DIRECTORY)
set(CTORCH_YAML ${_root}/native_functions.yaml)
set(CTORCH_GENERATE_INPUTS ${ctorch_API_JSON})
find_program(CTORCH_GEN ctorch-gen HINTS ${_root}/../../bin NO_DEFAULT_PATH REQUIRED)
add_executable(ctorch-gen IMPORTED)
set_target_properties(ctorch-gen PROPERTIES IMPORTED_LOCATION ${CTORCH_GEN})
add_library(ctorch ALIAS ctorch::ctorch)
add_library(ctorch_flags INTERFACE)
set(CMAKE_C_STANDARD 11)

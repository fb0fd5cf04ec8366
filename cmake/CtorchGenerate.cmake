# Where the generated files come from.
#
# The build never writes into generated/: the target regen does, on request. The build does this:
# - libtorch is of the release in generated/: check that generated/ is what ctorch-gen writes today,
#   and stop with a readable message if not;
# - libtorch is of another release: generate for that release into the build folder.
#
# Sets CTORCH_GENERATED (the include root of the generated headers, empty when there is none),
# CTORCH_OP_SOURCES and CTORCH_OP_HEADERS (absolute), CTORCH_API_FILES, CTORCH_YAML.

set(CTORCH_CHECKED_IN ${PROJECT_SOURCE_DIR}/generated)
set(CTORCH_HEADERS_DIR ${PROJECT_SOURCE_DIR}/runtime/include/ctorch)
set(CTORCH_YAML ${PROJECT_SOURCE_DIR}/native_functions.yaml)
file(GLOB_RECURSE CTORCH_TEMPLATES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/templates/*)
file(GLOB_RECURSE CTORCH_RUNTIME_HEADERS CONFIGURE_DEPENDS ${CTORCH_HEADERS_DIR}/*.h)
file(GLOB CTORCH_NN_LISTS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/runtime/nn/*.yaml
     ${PROJECT_SOURCE_DIR}/runtime/nn/*.tsv)
file(GLOB CTORCH_OPTIM_LISTS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/runtime/optim/*.yaml)
file(GLOB CTORCH_TRANSFORM_LISTS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/runtime/vision/*.yaml)
file(GLOB CTORCH_DISTRIBUTION_LISTS CONFIGURE_DEPENDS
     ${PROJECT_SOURCE_DIR}/runtime/distributions/*.yaml)
set(CTORCH_GENERATE_INPUTS
    ctorch-gen ${CTORCH_TEMPLATES} ${CTORCH_RUNTIME_HEADERS} ${CTORCH_NN_LISTS}
    ${CTORCH_OPTIM_LISTS} ${CTORCH_TRANSFORM_LISTS} ${CTORCH_DISTRIBUTION_LISTS})
# The operator tests' results for AUDIT.md.
file(GLOB CTORCH_RESULTS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/proof/operators/results.tsv)

# With Python, the counts on the pages, too; a test says if they are stale.
set(_count "")
if(PROJECT_IS_TOP_LEVEL)
  set(_count COMMAND sh -c "! command -v python3 >/dev/null || python3 \"$@\""
      sh ${PROJECT_SOURCE_DIR}/scripts/figures.py --counts ${PROJECT_BINARY_DIR})
endif()
add_custom_target(regen
  COMMAND ctorch-gen generate --root ${PROJECT_SOURCE_DIR}
  ${_count}
  COMMENT "Writing generated/ from native_functions.yaml, templates/ and the lists in runtime/"
  VERBATIM USES_TERMINAL)

# Relative names of the files generated for every release, from generated/files.cmake.
set(CTORCH_GENERATED "")
set(CTORCH_OP_SOURCES "")
set(CTORCH_NN_SOURCES "")
set(CTORCH_DIRECT_SOURCES "")
set(CTORCH_OP_HEADERS "")
set(_missing "")
if(EXISTS ${CTORCH_CHECKED_IN}/files.cmake)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CTORCH_CHECKED_IN}/files.cmake
               ${CTORCH_CHECKED_IN}/ctorch/core/release.h)
  include(${CTORCH_CHECKED_IN}/files.cmake)
  set(_names ${CTORCH_OP_SOURCES} ${CTORCH_NN_SOURCES} ${CTORCH_DIRECT_SOURCES} ${CTORCH_OP_HEADERS}
      ${CTORCH_OP_DATA})
  foreach(name ${_names})
    if(NOT EXISTS ${CTORCH_CHECKED_IN}/${name})
      list(APPEND _missing ${name})
    endif()
  endforeach()
else()
  set(_missing files.cmake)
endif()
if(_missing)
  list(JOIN _missing ", " _missing)
  message(WARNING "generated/ is incomplete (${_missing} not there): only ctorch-gen can be built.\n"
                  "  What to do: cmake --build ${CMAKE_BINARY_DIR} --target regen\n"
                  "  then configure again.")
  return()
endif()

file(STRINGS ${CTORCH_CHECKED_IN}/ctorch/core/release.h _release
     REGEX "define CT_LIBTORCH_RELEASE ")
string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" CTORCH_PINNED_RELEASE "${_release}")

if(NOT CTORCH_LIBRARY)
  set(LibTorch_VERSION ${CTORCH_PINNED_RELEASE})
else()
  find_package(LibTorch REQUIRED)
  # Scripts read it from CMakeCache.txt.
  set(CTORCH_LIBTORCH_FOUND ${LibTorch_DIR_FOUND} CACHE INTERNAL "The libtorch that was found")
  message(STATUS "libtorch ${LibTorch_VERSION}, ${LibTorch_ORIGIN}: ${LibTorch_DIR_FOUND}")
endif()

if(LibTorch_VERSION STREQUAL CTORCH_PINNED_RELEASE AND NOT CTORCH_NATIVE_FUNCTIONS)
  set(CTORCH_GENERATED ${CTORCH_CHECKED_IN})
  list(TRANSFORM _names PREPEND ${CTORCH_GENERATED}/ OUTPUT_VARIABLE _files)
  set(CTORCH_GENERATED_STAMP ${PROJECT_BINARY_DIR}/generated.checked)
  add_custom_command(
    OUTPUT ${CTORCH_GENERATED_STAMP}
    COMMAND ${CMAKE_COMMAND} -DGENERATOR=$<TARGET_FILE:ctorch-gen> -DROOT=${PROJECT_SOURCE_DIR}
            -DSTAMP=${CTORCH_GENERATED_STAMP} -DBUILD=${PROJECT_BINARY_DIR}
            -P ${PROJECT_SOURCE_DIR}/cmake/CheckGenerated.cmake
    DEPENDS ${CTORCH_GENERATE_INPUTS} ${CTORCH_YAML} ${CTORCH_RESULTS} ${_files}
            ${CTORCH_CHECKED_IN}/files.cmake ${PROJECT_SOURCE_DIR}/cmake/CheckGenerated.cmake
    COMMENT "Checking that generated/ is up to date"
    VERBATIM)
else()
  if(CTORCH_NATIVE_FUNCTIONS)
    set(_operators ${CTORCH_NATIVE_FUNCTIONS})
  else()
    set(_operators ${LibTorch_NATIVE_FUNCTIONS})
  endif()
  if(NOT _operators OR NOT EXISTS ${_operators})
    message(FATAL_ERROR
      "libtorch is ${LibTorch_VERSION}, generated/ is for ${CTORCH_PINNED_RELEASE}, and there is no "
      "operator list of ${LibTorch_VERSION} to generate from.\n"
      "  What to do: cmake ... -DCTORCH_NATIVE_FUNCTIONS=FILE with that release's "
      "native_functions.yaml\n"
      "  (it is in every wheel of torch and in Debian's python3-torch, under "
      "torchgen/packaged/ATen/native/),\n"
      "  or scripts/fetch-libtorch.sh, which fetches ${CTORCH_PINNED_RELEASE}.")
  endif()
  message(STATUS "generated/ is for ${CTORCH_PINNED_RELEASE}: generating for ${LibTorch_VERSION} "
                 "into ${PROJECT_BINARY_DIR}/generated from ${_operators}")
  set(CTORCH_GENERATED ${PROJECT_BINARY_DIR}/generated)
  set(CTORCH_YAML ${PROJECT_BINARY_DIR}/native_functions.yaml)
  set(CTORCH_GENERATED_STAMP ${PROJECT_BINARY_DIR}/generated.written)
  list(TRANSFORM _names PREPEND ${CTORCH_GENERATED}/ OUTPUT_VARIABLE _files)
  add_custom_command(
    OUTPUT ${CTORCH_YAML}
    COMMAND ctorch-gen import ${_operators} --release ${LibTorch_VERSION} -o ${CTORCH_YAML}
    DEPENDS ctorch-gen ${_operators}
    COMMENT "Importing the operator list of ${LibTorch_VERSION}"
    VERBATIM)
  # The stamp is the output: the generator does not write unchanged files, and only changed
  # byproducts are compiled again.
  add_custom_command(
    OUTPUT ${CTORCH_GENERATED_STAMP}
    BYPRODUCTS ${_files}
    COMMAND ctorch-gen generate --quiet --root ${PROJECT_SOURCE_DIR} --yaml ${CTORCH_YAML}
            --out ${CTORCH_GENERATED}
    COMMAND ${CMAKE_COMMAND} -E touch ${CTORCH_GENERATED_STAMP}
    DEPENDS ${CTORCH_GENERATE_INPUTS} ${CTORCH_YAML}
    COMMENT "Generating for ${LibTorch_VERSION}"
    VERBATIM)
endif()

add_custom_target(check_generated DEPENDS ${CTORCH_GENERATED_STAMP})
set(_compare "")
if(CTORCH_LIBRARY)
  set(_compare --libtorch ${LibTorch_DIR_FOUND})
endif()
if(CTORCH_RESULTS AND CTORCH_GENERATED STREQUAL CTORCH_CHECKED_IN)
  list(APPEND _compare --results ${CTORCH_RESULTS})
endif()
add_custom_target(audit
  COMMAND ctorch-gen audit --root ${PROJECT_SOURCE_DIR} --yaml ${CTORCH_YAML} ${_compare}
  DEPENDS check_generated
  COMMENT "Coverage of ${LibTorch_VERSION}"
  VERBATIM USES_TERMINAL)
# With the registrations of a running libtorch and the library's exports, and as a page.
if(CTORCH_LIBRARY)
  add_custom_target(audit-live
    COMMAND ct_registry -o ${PROJECT_BINARY_DIR}/registry.tsv
    COMMAND ctorch-gen audit --root ${PROJECT_SOURCE_DIR} --yaml ${CTORCH_YAML} ${_compare}
            --registry ${PROJECT_BINARY_DIR}/registry.tsv --html ${PROJECT_BINARY_DIR}/audit.html
    COMMAND ${CMAKE_COMMAND} -E echo "The page: ${PROJECT_BINARY_DIR}/audit.html"
    DEPENDS check_generated ct_registry
    COMMENT "Coverage of ${LibTorch_VERSION} beside the library itself"
    VERBATIM USES_TERMINAL)
endif()

list(TRANSFORM CTORCH_OP_SOURCES PREPEND ${CTORCH_GENERATED}/)
list(TRANSFORM CTORCH_NN_SOURCES PREPEND ${CTORCH_GENERATED}/)
list(TRANSFORM CTORCH_DIRECT_SOURCES PREPEND ${CTORCH_GENERATED}/)
list(TRANSFORM CTORCH_OP_HEADERS PREPEND ${CTORCH_GENERATED}/)
set(CTORCH_API_FILES ${CTORCH_GENERATED}/ctorch_api.json ${CTORCH_GENERATED}/ctorch_api.schema.json)

# Targets that people type; regen, check_generated, audit, audit-live are in CtorchGenerate.cmake.

if(CTORCH_TESTS)
  get_property(_programs GLOBAL PROPERTY CTORCH_TEST_PROGRAMS)
  add_custom_target(check
    COMMAND ${CMAKE_CTEST_COMMAND} --output-on-failure
    DEPENDS ${_programs} ctorch-gen
    WORKING_DIRECTORY ${CMAKE_BINARY_DIR}
    VERBATIM USES_TERMINAL)
  if(TARGET ctorch)
    add_dependencies(check ctorch)
  endif()
else()
  add_custom_target(check
    COMMAND ${CMAKE_COMMAND} -E echo "The tests are not built."
            "What to do: cmake ${CMAKE_BINARY_DIR} -DCTORCH_TESTS=ON"
    COMMAND ${CMAKE_COMMAND} -E false
    VERBATIM)
endif()

# The site, in build/site/html of the checkout. It fetches mkdocs, so nothing depends on it.
if(PROJECT_IS_TOP_LEVEL)
  add_custom_target(docs
    COMMAND ${PROJECT_SOURCE_DIR}/scripts/build-site.sh --gen $<TARGET_FILE:ctorch-gen>
    DEPENDS ctorch-gen
    COMMENT "Building the site"
    VERBATIM USES_TERMINAL)
endif()

find_program(CLANG_FORMAT clang-format)
mark_as_advanced(CLANG_FORMAT)
if(CLANG_FORMAT)
  add_custom_target(format
    COMMAND sh -c "git ls-files -z -- bindings/python codegen programs runtime tests examples benchmarks \
      | grep -zE '[.](c|h|cpp|hpp)$' | xargs -0 \"$0\" -i" ${CLANG_FORMAT}
    VERBATIM
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    COMMENT "Formatting the handwritten C and C++ files"
    USES_TERMINAL)
endif()

# The tests' coverage of lines and branches. Only this target needs gcovr.
find_program(GCOVR gcovr)
mark_as_advanced(GCOVR)
set(_missing "")
if(NOT CTORCH_COVERAGE OR NOT CTORCH_TESTS)
  set(_missing "This build does not count lines."
      "What to do: cmake --preset coverage && cmake --build build/coverage --target coverage")
elseif(NOT GCOVR)
  set(_missing "gcovr is not there, which makes figures of what was counted."
      "What to do: apt-get install gcovr \(or: pip install gcovr\), then cmake ${CMAKE_BINARY_DIR}")
endif()
if(_missing)
  add_custom_target(coverage
    COMMAND ${CMAKE_COMMAND} -E echo ${_missing}
    COMMAND ${CMAKE_COMMAND} -E false
    VERBATIM)
else()
  # gcov reads only the counts of a gcc of its own version.
  execute_process(COMMAND ${CMAKE_C_COMPILER} -print-prog-name=gcov
                  OUTPUT_VARIABLE _gcov OUTPUT_STRIP_TRAILING_WHITESPACE)
  add_custom_target(coverage
    COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DBUILD=${CMAKE_BINARY_DIR}
            -DCTEST=${CMAKE_CTEST_COMMAND} -DGCOVR=${GCOVR} -DGCOV=${_gcov}
            -P ${CMAKE_CURRENT_LIST_DIR}/Coverage.cmake
    DEPENDS ${_programs} ctorch-gen
    VERBATIM USES_TERMINAL)
endif()

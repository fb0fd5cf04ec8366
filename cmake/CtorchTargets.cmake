# Targets that people type; regen, check_generated and audit are in CtorchGenerate.cmake.

if(CTORCH_TESTS)
  get_property(_programs GLOBAL PROPERTY CTORCH_TEST_PROGRAMS)
  add_custom_target(check
    COMMAND ${CMAKE_CTEST_COMMAND} --output-on-failure
    DEPENDS ${_programs}
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

find_program(CLANG_FORMAT clang-format)
mark_as_advanced(CLANG_FORMAT)
if(CLANG_FORMAT)
  add_custom_target(format
    COMMAND git ls-files -z -- codegen runtime tests examples benchmarks
            | grep -zE "\\.(c|h|cpp|hpp)$"
            | xargs -0 ${CLANG_FORMAT} -i
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    COMMENT "Formatting the handwritten C and C++ files"
    USES_TERMINAL)
endif()

if(CTORCH_COVERAGE AND CTORCH_TESTS)
  find_program(GCOVR gcovr REQUIRED)
  mark_as_advanced(GCOVR)
  add_custom_target(coverage
    COMMAND ${GCOVR} --root ${PROJECT_SOURCE_DIR} --filter codegen/ --filter runtime/
            --html-details ${CMAKE_BINARY_DIR}/coverage.html --print-summary ${CMAKE_BINARY_DIR}
    DEPENDS check
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    COMMENT "Writing ${CMAKE_BINARY_DIR}/coverage.html"
    VERBATIM USES_TERMINAL)
endif()

# cmake -DGENERATOR=ctorch-gen -DROOT=DIR [-DSTAMP=FILE] [-DBUILD=DIR] -P CheckGenerated.cmake
# Ends with an error that says what to do unless DIR/generated is what ctorch-gen writes from
# DIR/native_functions.yaml, DIR/templates, DIR/runtime/include/ctorch, DIR/runtime/nn,
# DIR/runtime/optim, DIR/runtime/vision and DIR/runtime/distributions.

if(STAMP)
  file(REMOVE ${STAMP})
endif()
execute_process(COMMAND ${GENERATOR} generate --check --quiet --root ${ROOT}
                RESULT_VARIABLE status OUTPUT_VARIABLE stale ERROR_VARIABLE talk)
if(status EQUAL 0)
  if(STAMP)
    file(TOUCH ${STAMP})
  endif()
  return()
endif()

if(BUILD)
  set(command "cmake --build ${BUILD} --target regen")
else()
  set(command "${GENERATOR} generate --root ${ROOT}")
endif()
string(REGEX REPLACE "\n$" "" stale "${stale}")
string(REPLACE "\n" "\n    " stale "${stale}")
if(NOT status EQUAL 1)
  # Bad input: the generator's diagnostics show the place.
  message("${talk}")
  message(FATAL_ERROR "ctorch-gen cannot read its input (see above); generated/ was not checked")
endif()
message("
generated/ is not what ctorch-gen writes. These files differ:

    ${stale}

Why this can happen:
  - native_functions.yaml, a file in templates/, a header in runtime/include/ctorch/, a list in
    runtime/nn/, runtime/optim/, runtime/vision/, runtime/distributions/ or codegen/ was changed and
    generated/ was not written again;
  - a file in generated/ was edited by hand: such a change belongs into templates/ or codegen/.

What to do:
    ${command}
    git diff generated/

Then build again.
")
message(FATAL_ERROR "generated/ is stale")

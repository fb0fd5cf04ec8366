# Manual pages, which are written from what the programs say of themselves: programs/man/. A sanitizer
# would only slow the programs down.
set(CTORCH_MAN_PAGES "")
if(CTORCH_SANITIZE OR CTORCH_COVERAGE OR CTORCH_TEST_PROGRAMS)
  return()
endif()

# SOURCE_DATE_EPOCH decides, if it is set.
string(TIMESTAMP _date "%Y-%m-%d" UTC)
set(_man ${PROJECT_SOURCE_DIR}/programs/man)
function(ctorch_add_man_page name program)
  set(_page ${PROJECT_BINARY_DIR}/man/${name}.1)
  add_custom_command(OUTPUT ${_page}
    COMMAND sh ${_man}/page.sh ${program} ${name} ${_page} ${_date} ${PROJECT_VERSION}
            ${CMAKE_INSTALL_DOCDIR}
    DEPENDS ${program} ${_man}/page.sh ${_man}/page.awk ${_man}/pages.tsv
    COMMENT "Writing the manual page ${name}(1)"
    VERBATIM)
  set(CTORCH_MAN_PAGES ${CTORCH_MAN_PAGES} ${_page} PARENT_SCOPE)
endfunction()

file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/man)
foreach(_program IN LISTS CTORCH_INSTALL_PROGRAMS)
  ctorch_add_man_page(${_program} $<TARGET_FILE:${_program}>)
endforeach()
foreach(_script IN LISTS CTORCH_INSTALL_SCRIPTS)
  ctorch_add_man_page(${_script} ${PROJECT_BINARY_DIR}/bin/${_script})
endforeach()
add_custom_target(ctorch_man_pages ALL DEPENDS ${CTORCH_MAN_PAGES})

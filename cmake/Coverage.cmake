# cmake -DROOT=DIR -DBUILD=DIR -DCTEST=ctest -DGCOVR=gcovr -DGCOV=gcov -P Coverage.cmake
# Runs the tests of a coverage build and prints their coverage of codegen/ and runtime/: a table of
# lines and branches, one row for each file; every line is in BUILD/coverage/*/index.html.
#
# CTORCH_COVERAGE_TESTS=REGEX in the environment chooses tests by their names, as ctest -R does.

cmake_minimum_required(VERSION 3.25)
set(out ${BUILD}/coverage)

# The counts of an earlier run, and of deleted sources.
file(GLOB_RECURSE old ${BUILD}/*.gcda)
file(REMOVE_RECURSE ${out} ${old})

# KEEP THE SAME: CMakePresets.json selects these labels for coverage.
set(tests -L "^(suite|checked|counted)$")
if(DEFINED ENV{CTORCH_COVERAGE_TESTS})
  list(APPEND tests -R $ENV{CTORCH_COVERAGE_TESTS})
endif()
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
message("Running the tests ...")
execute_process(COMMAND ${CTEST} --test-dir ${BUILD} -j ${cores} --no-tests=error
                        --output-on-failure ${tests}
                RESULT_VARIABLE tests_failed)

# Branches that only an exception takes, and those that gcc adds where control cannot leave a line,
# are not in the source; in C++ they are the majority.
function(gcovr)
  execute_process(COMMAND ${GCOVR} --root ${ROOT} --exclude-throw-branches
                          --exclude-unreachable-branches ${ARGN}
                  WORKING_DIRECTORY ${ROOT} RESULT_VARIABLE status)
  if(status)
    message(FATAL_ERROR "${GCOVR} failed (see above)")
  endif()
endfunction()
message("Reading what was counted ...")
file(MAKE_DIRECTORY ${out})
# gcov finds the sources from gcc's working folder, and leaves temporary files there.
gcovr(--gcov-executable ${GCOV} --object-directory ${BUILD} -j ${cores}
      --filter codegen/ --filter runtime/ --json ${out}/all.json ${BUILD})


# --- The table ------------------------------------------------------------------------------------

# TEXT at the left or at the right of WIDTH columns.
function(pad result side width text)
  string(LENGTH "${text}" length)
  set(spaces "")
  if(length LESS width)
    math(EXPR missing "${width} - ${length}")
    string(REPEAT " " ${missing} spaces)
  endif()
  if(side STREQUAL "left")
    set(${result} "${text}${spaces}" PARENT_SCOPE)
  else()
    set(${result} "${spaces}${text}" PARENT_SCOPE)
  endif()
endfunction()

# " 97.8 %   640 of   654": rounded down, so that 100.0 % is all of them.
function(figure result covered total)
  set(text "-")
  if(total GREATER 0)
    math(EXPR whole "${covered} * 100 / ${total}")
    math(EXPR tenth "${covered} * 1000 / ${total} % 10")
    pad(percent right 5 "${whole}.${tenth}")
    pad(covered right 6 "${covered}")
    pad(total right 6 "${total}")
    set(text "${percent} %${covered} of${total}")
  endif()
  pad(text right 22 "${text}")
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

function(print_row title counts)
  list(GET counts 0 lines_covered)
  list(GET counts 1 lines)
  list(GET counts 2 branches_covered)
  list(GET counts 3 branches)
  pad(title left 34 "${title}")
  figure(lines "${lines_covered}" "${lines}")
  figure(branches "${branches_covered}" "${branches}")
  message("${title}${lines}   ${branches}")
endfunction()

function(print_head)
  pad(lines right 48 "lines")
  pad(branches right 25 "branches")
  message("\n${lines}${branches}")
endfunction()

# The counts of one file or of all, from a summary of gcovr's.
function(read_counts result json)
  set(counts "")
  foreach(key line_covered line_total branch_covered branch_total)
    string(JSON count GET "${json}" ${ARGN} ${key})
    list(APPEND counts ${count})
  endforeach()
  set(${result} "${counts}" PARENT_SCOPE)
endfunction()

function(add_counts to_name counts)
  set(to "${${to_name}}")
  set(added "")
  foreach(a b IN ZIP_LISTS to counts)
    math(EXPR both "${a} + ${b}")
    list(APPEND added ${both})
  endforeach()
  set(${to_name} "${added}" PARENT_SCOPE)
endfunction()

# A folder's files, below a row for all of them.
function(print_folder folder json)
  set(rows "")
  set(sum 0 0 0 0)
  string(JSON last LENGTH "${json}" files)
  math(EXPR last "${last} - 1")
  foreach(i RANGE ${last})
    string(JSON file GET "${json}" files ${i} filename)
    get_filename_component(of ${file} DIRECTORY)
    if(of STREQUAL folder)
      get_filename_component(name ${file} NAME)
      read_counts(counts "${json}" files ${i})
      add_counts(sum "${counts}")
      list(APPEND names ${name})
      set(counts_${name} ${counts})
    endif()
  endforeach()
  list(SORT names)
  print_row("${folder}/" "${sum}")
  foreach(name IN LISTS names)
    print_row("  ${name}" "${counts_${name}}")
  endforeach()
endfunction()

function(print_part part)
  gcovr(--add-tracefile ${out}/all.json --filter ${part}/ --json-summary ${out}/${part}.json
        --html-details ${out}/${part}/index.html --html-title "${part}/ of libctorch")
  file(READ ${out}/${part}.json json)
  string(JSON last LENGTH "${json}" files)
  if(last EQUAL 0)
    message("\n${part}/ is not in this build, or none of these tests ran it.")
    return()
  endif()
  math(EXPR last "${last} - 1")
  foreach(i RANGE ${last})
    string(JSON file GET "${json}" files ${i} filename)
    get_filename_component(folder ${file} DIRECTORY)
    list(APPEND folders ${folder})
  endforeach()
  list(SORT folders)
  list(REMOVE_DUPLICATES folders)
  print_head()
  foreach(folder IN LISTS folders)
    print_folder(${folder} "${json}")
  endforeach()
  read_counts(all "${json}")
  set(all_of_${part} "${all}" PARENT_SCOPE)
  string(APPEND pages "\n  ${out}/${part}/index.html")
  set(pages "${pages}" PARENT_SCOPE)
endfunction()

file(MAKE_DIRECTORY ${out}/codegen ${out}/runtime)
print_part(codegen)
print_part(runtime)
print_head()
foreach(part codegen runtime)
  if(all_of_${part})
    print_row("all of ${part}/" "${all_of_${part}}")
  endif()
endforeach()
message("
The goal is more than 95 % of the lines of each. Of the branches those are left out that only an
exception takes and those that gcc knows to be out of reach (--exclude-throw-branches,
--exclude-unreachable-branches). A process that dies of a signal has counted nothing.
Line by line:${pages}
")
if(tests_failed)
  message(FATAL_ERROR "tests failed (see above): these figures are of a run that was not whole")
endif()

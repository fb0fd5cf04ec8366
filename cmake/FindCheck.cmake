# FindCheck: the unit test framework Check, as the imported target Check::check.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(CHECK QUIET IMPORTED_TARGET check>=0.15)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Check
  REQUIRED_VARS CHECK_VERSION
  VERSION_VAR CHECK_VERSION
  REASON_FAILURE_MESSAGE "the tests need Check 0.15 or later.
  What to do: apt-get install --no-install-recommends check
  or configure with -DCTORCH_TESTS=OFF
")
if(Check_FOUND AND NOT TARGET Check::check)
  add_library(Check::check ALIAS PkgConfig::CHECK)
endif()

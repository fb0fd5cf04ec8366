# ctorch_name_library(TARGET NAME): the file names of a library. libNAME-2.15.so.0.1, the soname, has
# the series of libtorch that the library is built for, since another series has other operators, and
# libctorch's own interface: libraries for several series can be in one folder, and the dynamic linker
# gives a program the one that it was compiled for. Programs are linked with libNAME.so, a link to the
# library that was built or installed last.
function(ctorch_name_library target name)
  string(REGEX MATCH "^[0-9]+\\.[0-9]+" series ${LibTorch_VERSION})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${name}-${series}
    VERSION ${PROJECT_VERSION}
    # Before 1.0 a minor version may change the interface.
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E create_symlink $<TARGET_SONAME_FILE_NAME:${target}>
            $<TARGET_FILE_DIR:${target}>/lib${name}.so
    VERBATIM)
endfunction()

# cmake --install: the library, the headers of runtime/ and generated/ in one folder, what
# find_package(ctorch), pkg-config and other languages' generators read, and what ctorch-gen reads.
include(CMakePackageConfigHelpers)

set(CTORCH_INSTALL_DATADIR ${CMAKE_INSTALL_DATADIR}/ctorch)
set(CTORCH_INSTALL_CMAKEDIR ${CMAKE_INSTALL_LIBDIR}/cmake/ctorch)

# CMake's list of installed files is root's after an installation by root, and another user's next one
# could not write it.
install(CODE "file(REMOVE \"${CMAKE_BINARY_DIR}/install_manifest.txt\")")

set(CTORCH_INSTALL_LIBRARIES ctorch)
if(TARGET ctorch_image)
  list(APPEND CTORCH_INSTALL_LIBRARIES ctorch_image)
endif()
if(TARGET ctorch_cuda)
  list(APPEND CTORCH_INSTALL_LIBRARIES ctorch_cuda)
endif()
if(TARGET ctorch_distributed)
  list(APPEND CTORCH_INSTALL_LIBRARIES ctorch_distributed)
endif()
if(TARGET ctorch_nccl)
  # libctorch_distributed loads it by this name; nothing is linked to it.
  install(TARGETS ctorch_nccl LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} NAMELINK_SKIP)
endif()
# A program finds the libraries in any prefix by its run path. CMake adds one itself, but removes it
# when the program is installed. In /usr none is needed, and packages of distributions must not have
# one.
set(CTORCH_PC_RPATH "")
if(NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  set(CTORCH_PC_RPATH " -Wl,-rpath,\${libdir}")
  target_link_options(ctorch INTERFACE
    "$<INSTALL_INTERFACE:LINKER:-rpath,$<INSTALL_PREFIX>/${CMAKE_INSTALL_LIBDIR}>")
endif()
# Install no libctorch-2.15.so (the name that -lctorch-2.15 looks for): the headers are those of the
# library installed last.
foreach(_library IN LISTS CTORCH_INSTALL_LIBRARIES)
  # In wheels, libctorch_image is a package of its own (docs/wheel.md), so its target has its own file.
  set(_export ctorch-targets)
  if(_library STREQUAL "ctorch_image")
    set(_export ctorch-image-targets)
  endif()
  install(TARGETS ${_library} EXPORT ${_export}
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} NAMELINK_SKIP
          INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(FILES $<TARGET_FILE_DIR:${_library}>/lib${_library}.so
          DESTINATION ${CMAKE_INSTALL_LIBDIR})
endforeach()
# In a folder of its own: in the other one it would hide libtorch's own.
install(TARGETS ctorch_torch LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/ctorch)
if(CTORCH_CHECKED_LIBRARY)
  install(TARGETS ctorch_checked
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/ctorch/checked NAMELINK_SKIP)
endif()
# The scripts fetch libtorch into the home of the user who builds, which other users cannot read.
# With a copy beside it, an installed library needs neither that folder nor the build.
get_filename_component(_fetched ${LibTorch_DIR_FOUND} DIRECTORY)
if(CTORCH_LIBTORCH_RPATH)
  set_target_properties(ctorch PROPERTIES
    INSTALL_RPATH "${CTORCH_LIBTORCH_RPATH}" INSTALL_RPATH_USE_LINK_PATH OFF)
  if(TARGET ctorch_cuda)
    # NVIDIA's wheels are beside torch's.
    get_filename_component(_cuda ${CTORCH_CUDART} DIRECTORY)
    file(RELATIVE_PATH _cuda ${LibTorch_DIR_FOUND}/lib ${_cuda})
    foreach(_library ctorch_cuda ctorch_nccl)
      if(TARGET ${_library})
        set_target_properties(${_library} PROPERTIES
          INSTALL_RPATH "$ORIGIN;${CTORCH_LIBTORCH_RPATH};${CTORCH_LIBTORCH_RPATH}/${_cuda}"
          INSTALL_RPATH_USE_LINK_PATH OFF)
      endif()
    endforeach()
  endif()
  if(TARGET ctorch_distributed)
    set_target_properties(ctorch_distributed PROPERTIES
      INSTALL_RPATH "$ORIGIN;${CTORCH_LIBTORCH_RPATH}" INSTALL_RPATH_USE_LINK_PATH OFF)
  endif()
elseif(CTORCH_INSTALL_LIBTORCH AND LibTorch_ORIGIN MATCHES "^fetched" AND EXISTS ${_fetched}/torch/lib)
  set(_copy ctorch/libtorch-${LibTorch_VERSION})
  set(_copy_to ${CMAKE_INSTALL_LIBDIR}/${_copy})
  # Neither what fetch-libtorch.sh unpacks with --cuda-parts, which needs NVIDIA's libraries, nor these,
  # which it unpacks with --cuda: 3.5 GB.
  file(GLOB _folders RELATIVE ${_fetched} ${_fetched}/torch/lib ${_fetched}/torch.libs)
  foreach(_folder IN LISTS _folders)
    install(DIRECTORY ${_fetched}/${_folder}/ DESTINATION ${_copy_to}/${_folder}
            FILES_MATCHING REGEX "\\.so[.0-9]*$"
            REGEX "/lib(torch_python|torch_cuda|torch_nvshmem|c10_cuda|caffe2_nvrtc)[^/]*$" EXCLUDE)
  endforeach()
  # Those that the CPU part needs.
  file(GLOB _files RELATIVE ${_fetched}
       ${_fetched}/nvidia/*/lib/libcudart.so* ${_fetched}/nvidia/*/lib/libcupti.so*)
  foreach(_file IN LISTS _files)
    get_filename_component(_folder ${_file} DIRECTORY)
    install(FILES ${_fetched}/${_file} DESTINATION ${_copy_to}/${_folder})
  endforeach()
  file(GLOB _licenses ${_fetched}/*.dist-info)
  install(DIRECTORY ${_licenses} DESTINATION ${_copy_to})
  set_target_properties(ctorch PROPERTIES
    INSTALL_RPATH "$ORIGIN/${_copy}/torch/lib" INSTALL_RPATH_USE_LINK_PATH OFF)
  if(TARGET ctorch_distributed)
    set_target_properties(ctorch_distributed PROPERTIES
      INSTALL_RPATH "$ORIGIN;$ORIGIN/${_copy}/torch/lib" INSTALL_RPATH_USE_LINK_PATH OFF)
  endif()
  if(TARGET ctorch_checked)
    set_target_properties(ctorch_checked PROPERTIES
      INSTALL_RPATH "$ORIGIN/../../${_copy}/torch/lib" INSTALL_RPATH_USE_LINK_PATH OFF)
  endif()
endif()
set(CTORCH_INSTALL_PROGRAMS
  ctorch-gen ctorch-compile ct_info ct_inspect ct_launch ct_registry ct_run)
if(TARGET ct_data)
  list(APPEND CTORCH_INSTALL_PROGRAMS ct_data)
endif()
set(CTORCH_INSTALL_SCRIPTS ctorch-check ctorch-new)
include(CtorchMan)
install(TARGETS ${CTORCH_INSTALL_PROGRAMS} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
foreach(_script IN LISTS CTORCH_INSTALL_SCRIPTS)
  install(PROGRAMS ${PROJECT_BINARY_DIR}/bin/${_script} DESTINATION ${CMAKE_INSTALL_BINDIR})
endforeach()
install(FILES ${CTORCH_MAN_PAGES} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
# What ctorch-new copies.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/programs/new/ DESTINATION ${CTORCH_INSTALL_DATADIR}/new)
# In /usr, libraries are found without run paths to each other, which packages of distributions must
# not have.
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  foreach(_target IN LISTS CTORCH_INSTALL_PROGRAMS CTORCH_INSTALL_LIBRARIES)
    get_target_property(_run_path ${_target} INSTALL_RPATH)
    if(_run_path)
      list(REMOVE_ITEM _run_path "$ORIGIN" "$ORIGIN/${CTORCH_BIN_TO_LIB}")
      set_target_properties(${_target} PROPERTIES INSTALL_RPATH "${_run_path}")
    endif()
  endforeach()
endif()
# Headers keep their rooms. Only those that are listed are installed: a folder of generated files may
# have old ones.
function(ctorch_install_headers root)
  foreach(_header IN LISTS ARGN)
    file(RELATIVE_PATH _name ${root} ${_header})
    get_filename_component(_room ${_name} DIRECTORY)
    install(FILES ${_header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${_room})
  endforeach()
endfunction()
get_filename_component(_include ${CTORCH_HEADERS_DIR} DIRECTORY)
ctorch_install_headers(${_include} ${CTORCH_RUNTIME_HEADERS} ${CTORCH_HEADERS_DIR}/libtorch.hpp)
ctorch_install_headers(${CTORCH_GENERATED} ${CTORCH_OP_HEADERS})
install(FILES ${CTORCH_API_FILES} ${CTORCH_YAML} ${PROJECT_SOURCE_DIR}/operator_history.tsv
        DESTINATION ${CTORCH_INSTALL_DATADIR})
install(FILES ${CTORCH_NN_LISTS} DESTINATION ${CTORCH_INSTALL_DATADIR}/runtime/nn)
install(FILES ${CTORCH_OPTIM_LISTS} DESTINATION ${CTORCH_INSTALL_DATADIR}/runtime/optim)
install(FILES ${CTORCH_TRANSFORM_LISTS} DESTINATION ${CTORCH_INSTALL_DATADIR}/runtime/vision)
install(FILES ${CTORCH_DISTRIBUTION_LISTS}
  DESTINATION ${CTORCH_INSTALL_DATADIR}/runtime/distributions)
# With templates and runtime headers beside the yaml, that folder is a root for ctorch-gen, which
# searches for it beside itself; among the other headers it could not distinguish them.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/templates DESTINATION ${CTORCH_INSTALL_DATADIR})
# What is written by hand of a binding, beside which `ctorch-gen bind` puts the rest.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/bindings DESTINATION ${CTORCH_INSTALL_DATADIR}
        USE_SOURCE_PERMISSIONS)
install(DIRECTORY ${CTORCH_HEADERS_DIR} DESTINATION ${CTORCH_INSTALL_DATADIR}/runtime/include
        FILES_MATCHING PATTERN "*.h")
if(LibTorch_VERSION STREQUAL CTORCH_PINNED_RELEASE)
  install(FILES ${CTORCH_RESULTS} DESTINATION ${CTORCH_INSTALL_DATADIR}/tests/proof/operators)
endif()
# The links between the pages, the README and the examples need the folders of the checkout.
install(FILES LICENSE NOTICE README.md CHANGELOG.md CONTRIBUTING.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY bindings DESTINATION ${CMAKE_INSTALL_DOCDIR}
        FILES_MATCHING PATTERN "README.md" REGEX "/examples/.*\\.(c|go|js|lua|py|rs)$")
install(FILES ${CTORCH_GENERATED}/AUDIT.md ${CTORCH_GENERATED}/NAMES.md
              ${CTORCH_GENERATED}/ctorch_api.schema.json
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/generated)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
        FILES_MATCHING PATTERN "*.c" PATTERN "*.cu" PATTERN "*.py" PATTERN "Makefile"
        REGEX "/cuda/CMakeLists\\.txt$")

install(EXPORT ctorch-targets NAMESPACE ctorch:: DESTINATION ${CTORCH_INSTALL_CMAKEDIR})
if(TARGET ctorch_image)
  install(EXPORT ctorch-image-targets NAMESPACE ctorch:: DESTINATION ${CTORCH_INSTALL_CMAKEDIR})
endif()
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/ctorch-config.cmake.in ${PROJECT_BINARY_DIR}/ctorch-config.cmake
  INSTALL_DESTINATION ${CTORCH_INSTALL_CMAKEDIR}
  PATH_VARS CTORCH_INSTALL_DATADIR)
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ctorch-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ctorch-config.cmake ${PROJECT_BINARY_DIR}/ctorch-config-version.cmake
        DESTINATION ${CTORCH_INSTALL_CMAKEDIR})

# The .pc file finds its prefix from its own place, so an installed tree may be moved.
file(RELATIVE_PATH CTORCH_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" CTORCH_PC_TO_PREFIX "${CTORCH_PC_TO_PREFIX}")
foreach(_library IN LISTS CTORCH_INSTALL_LIBRARIES)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${_library}.pc.in ${PROJECT_BINARY_DIR}/${_library}.pc
                 @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${_library}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

# export_graph: the room runtime/export/graph by itself, for programs that test it: its symbols are
# hidden in the library. It needs no libtorch.
include_guard(GLOBAL)

set(_runtime ${PROJECT_SOURCE_DIR}/runtime)
file(GLOB _room CONFIGURE_DEPENDS
  ${_runtime}/export/graph/*.c ${_runtime}/export/symbolic/*.c ${_runtime}/export/text/*.c)
foreach(_name arena big_int caller dot dtype error lengths names no_memory numbers place process number_text scalar
        shortest shown stream text utf8)
  list(APPEND _room ${_runtime}/core/base/${_name}.c)
endforeach()
add_library(export_graph STATIC ${_room})
target_include_directories(export_graph PUBLIC ${_runtime} ${_runtime}/include ${CTORCH_GENERATED})
find_package(PkgConfig REQUIRED)
pkg_check_modules(EXPORT_JANSSON REQUIRED IMPORTED_TARGET jansson)
target_link_libraries(export_graph PUBLIC m PRIVATE ctorch_flags PkgConfig::EXPORT_JANSSON)
target_include_directories(export_graph SYSTEM PRIVATE ${UTHASH_INCLUDE_DIR})

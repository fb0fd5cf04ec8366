# Bindings for other languages: what the targets and tests of each need. In sanitizer builds there are
# none.

# Go: the target bindings-go writes the module gotorch to bindings/go in the build folder and compiles
# it; Go's cache is beside it.
find_program(CTORCH_GO go)
set(CTORCH_GO_FOLDER ${CMAKE_BINARY_DIR}/bindings/go)
set(CTORCH_GO_WRITE bash ${PROJECT_SOURCE_DIR}/bindings/write.sh go $<TARGET_FILE:ctorch-gen>
  ${PROJECT_SOURCE_DIR} ${CTORCH_YAML} ${CTORCH_GO_FOLDER} $<TARGET_FILE_DIR:ctorch>
  ${CTORCH_GENERATED})
set(CTORCH_GO_ENVIRONMENT PKG_CONFIG_PATH=${CTORCH_GO_FOLDER}/pkgconfig
  GOCACHE=${CTORCH_GO_FOLDER}-cache CGO_CFLAGS=-O1 GOPROXY=off GOFLAGS=-mod=mod)
if(CTORCH_GO)
  add_custom_target(bindings-go
    COMMAND ${CTORCH_GO_WRITE}
    COMMAND ${CMAKE_COMMAND} -E env ${CTORCH_GO_ENVIRONMENT}
            ${CMAKE_COMMAND} -E chdir ${CTORCH_GO_FOLDER} ${CTORCH_GO} build ./...
    DEPENDS ctorch
    COMMENT "Writing and compiling the binding for Go in ${CTORCH_GO_FOLDER}"
    VERBATIM USES_TERMINAL)
else()
  message(STATUS "the binding for Go is not compiled: it needs Go 1.19 (apt-get install golang-go)")
endif()

# LuaJIT: the target bindings-luajit writes it to bindings/luajit in the build folder; nothing is
# compiled.
set(CTORCH_LUAJIT_FOLDER ${CMAKE_BINARY_DIR}/bindings/luajit)
set(CTORCH_LUAJIT_WRITE bash ${PROJECT_SOURCE_DIR}/bindings/write.sh luajit
  $<TARGET_FILE:ctorch-gen> ${PROJECT_SOURCE_DIR} ${CTORCH_YAML} ${CTORCH_LUAJIT_FOLDER})
add_custom_target(bindings-luajit
  COMMAND ${CTORCH_LUAJIT_WRITE}
  DEPENDS ctorch
  COMMENT "Writing the binding for LuaJIT in ${CTORCH_LUAJIT_FOLDER}"
  VERBATIM USES_TERMINAL)

# Rust: the target bindings-rust writes the crate ctorch to bindings/rust in the build folder and compiles
# it.
find_program(CTORCH_RUSTC rustc)
set(CTORCH_RUST_FOLDER ${CMAKE_BINARY_DIR}/bindings/rust)
set(CTORCH_RUST_WRITE bash ${PROJECT_SOURCE_DIR}/bindings/write.sh rust $<TARGET_FILE:ctorch-gen>
  ${PROJECT_SOURCE_DIR} ${CTORCH_YAML} ${CTORCH_RUST_FOLDER})
if(CTORCH_RUSTC)
  add_custom_target(bindings-rust
    COMMAND ${CTORCH_RUST_WRITE}
    COMMAND ${CMAKE_COMMAND} -E chdir ${CTORCH_RUST_FOLDER} ${CTORCH_RUSTC} --edition 2021 -O
            --crate-type rlib --crate-name ctorch -L $<TARGET_FILE_DIR:ctorch> src/lib.rs
    DEPENDS ctorch
    COMMENT "Writing and compiling the binding for Rust in ${CTORCH_RUST_FOLDER}"
    VERBATIM USES_TERMINAL)
else()
  message(STATUS "the binding for Rust is not compiled: it needs Rust 1.63 (apt-get install rustc)")
endif()

# Node.js: the target bindings-node writes the package ctorch to bindings/node in the build folder and
# compiles its addon.
find_program(CTORCH_NODE NAMES node nodejs)
find_path(CTORCH_NODE_INCLUDE node_api.h PATH_SUFFIXES node)
set(CTORCH_NODE_FOLDER ${CMAKE_BINARY_DIR}/bindings/node)
set(CTORCH_NODE_WRITE bash ${PROJECT_SOURCE_DIR}/bindings/write.sh node $<TARGET_FILE:ctorch-gen>
  ${PROJECT_SOURCE_DIR} ${CTORCH_YAML} ${CTORCH_NODE_FOLDER} $<TARGET_FILE_DIR:ctorch>
  ${CTORCH_GENERATED})
set(CTORCH_NODE_ENVIRONMENT PKG_CONFIG_PATH=${CTORCH_NODE_FOLDER}/pkgconfig CC=${CMAKE_C_COMPILER}
  NODE_INCLUDE=${CTORCH_NODE_INCLUDE})
if(CTORCH_NODE AND CTORCH_NODE_INCLUDE)
  add_custom_target(bindings-node
    COMMAND ${CTORCH_NODE_WRITE}
    COMMAND ${CMAKE_COMMAND} -E env ${CTORCH_NODE_ENVIRONMENT} sh ${CTORCH_NODE_FOLDER}/build.sh
    DEPENDS ctorch
    COMMENT "Writing and compiling the binding for Node.js in ${CTORCH_NODE_FOLDER}"
    VERBATIM USES_TERMINAL)
else()
  message(STATUS "the binding for Node.js is not compiled: it needs Node 18 and its headers "
                 "(apt-get install nodejs libnode-dev)")
endif()

# tch-rs: the target bindings-tch writes the sources of the shim to bindings/tch in the build folder.
set(CTORCH_TCH_FOLDER ${CMAKE_BINARY_DIR}/bindings/tch)
set(CTORCH_TCH_WRITE bash ${PROJECT_SOURCE_DIR}/bindings/write.sh tch $<TARGET_FILE:ctorch-gen>
  ${PROJECT_SOURCE_DIR} ${CTORCH_YAML} ${CTORCH_TCH_FOLDER})
add_custom_target(bindings-tch
  COMMAND ${CTORCH_TCH_WRITE}
  DEPENDS ctorch
  COMMENT "Writing the shim for tch-rs in ${CTORCH_TCH_FOLDER}"
  VERBATIM USES_TERMINAL)

# Python: the target bindings-python writes the package ctorch to bindings/python in the build folder.
if(NOT CTORCH_COVERAGE AND NOT CTORCH_CHECKED)
  add_subdirectory(${PROJECT_SOURCE_DIR}/bindings/python bindings/python)
endif()

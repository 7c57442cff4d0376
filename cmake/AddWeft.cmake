# add_weft_library(name source... [MLIR_LIBS lib...] [WEFT_LIBS lib...] [DEPENDS target...])
#
# add_mlir_dialect_library, and what an out-of-tree project needs besides:
#  * MLIR_LIBS go through mlir_target_link_libraries (libMLIR.so in dylib mode);
#  * include directories for users of the build tree and of the install tree;
#  * installation into the export set WeftTargets.
function(add_weft_library name)
  cmake_parse_arguments(ARG "" "" "MLIR_LIBS;WEFT_LIBS;DEPENDS" ${ARGN})
  add_mlir_dialect_library(${name} ${ARG_UNPARSED_ARGUMENTS}
    DISABLE_INSTALL
    EXCLUDE_FROM_LIBMLIR
    DEPENDS ${ARG_DEPENDS}
    LINK_LIBS PUBLIC ${ARG_WEFT_LIBS})
  mlir_target_link_libraries(${name} PUBLIC ${ARG_MLIR_LIBS})
  target_include_directories(${name} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  install(TARGETS ${name} EXPORT WeftTargets COMPONENT weft-dev
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()

# add_weft_tool(name source... [MLIR_LIBS lib...] [WEFT_LIBS lib...])
function(add_weft_tool name)
  cmake_parse_arguments(ARG "" "" "MLIR_LIBS;WEFT_LIBS" ${ARGN})
  add_llvm_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name})
  target_link_libraries(${name} PRIVATE ${ARG_WEFT_LIBS})
  mlir_target_link_libraries(${name} PRIVATE ${ARG_MLIR_LIBS})
  set_target_properties(${name} PROPERTIES
    INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR};${LLVM_LIBRARY_DIR}")
  install(TARGETS ${name} COMPONENT weft-tools
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

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
  set_property(GLOBAL APPEND PROPERTY WEFT_LIBRARIES ${name})
  install(TARGETS ${name} EXPORT WeftTargets COMPONENT weft-dev
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()

# Links a tool with all weft libraries and with what it needs of the archives of
# MLIR and LLVM: loading the shared libraries takes longer than compiling a small
# module. They are named by file, as targets bring the shared libraries.
function(link_weft_tool_statically name)
  file(GLOB archives ${LLVM_LIBRARY_DIR}/libMLIR*.a ${LLVM_LIBRARY_DIR}/libLLVM*.a)
  if(NOT archives OR NOT TARGET zstd::libzstd_shared)
    message(FATAL_ERROR "WEFT_STATIC_RUN needs the archives of MLIR and LLVM, and zstd "
      "(Debian: libmlir-22-dev llvm-22-dev libzstd-dev)")
  endif()
  get_property(weft_libs GLOBAL PROPERTY WEFT_LIBRARIES)
  foreach(library ${weft_libs})
    list(APPEND archives $<TARGET_FILE:${library}>)
  endforeach()
  add_dependencies(${name} ${weft_libs})
  target_link_libraries(${name} PRIVATE
    -Wl,--start-group ${archives} -Wl,--end-group ZLIB::ZLIB zstd::libzstd_shared)
  if(NOT WEFT_ENABLE_SANITIZERS)
    target_link_options(${name} PRIVATE -static-libstdc++)
  endif()
endfunction()

# add_weft_tool(name source... [STATIC] [LIBS lib...] [MLIR_LIBS lib...]
#               [WEFT_LIBS lib...])
#
# STATIC: see link_weft_tool_statically; MLIR_LIBS and WEFT_LIBS are not needed then.
function(add_weft_tool name)
  cmake_parse_arguments(ARG "STATIC" "" "LIBS;MLIR_LIBS;WEFT_LIBS" ${ARGN})
  if(ARG_STATIC)
    list(APPEND ARG_UNPARSED_ARGUMENTS DISABLE_LLVM_LINK_LLVM_DYLIB NO_INSTALL_RPATH)
  endif()
  add_llvm_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LIBS})
  if(ARG_STATIC)
    link_weft_tool_statically(${name})
  else()
    target_link_libraries(${name} PRIVATE ${ARG_WEFT_LIBS})
    mlir_target_link_libraries(${name} PRIVATE ${ARG_MLIR_LIBS})
    set_target_properties(${name} PROPERTIES
      INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR};${LLVM_LIBRARY_DIR}")
  endif()
  install(TARGETS ${name} COMPONENT weft-tools
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

# Settings common to every target of ours.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

option(ALEA_WERROR "Treat warnings as errors" OFF)
option(ALEA_LTO "Optimise at link time" OFF)
option(ALEA_COVERAGE "Count executed lines (gcov)" OFF)
option(ALEA_FUZZ "Build the fuzzers with libFuzzer (needs clang)" OFF)
option(ALEA_TEST_PCH "Precompile what all tests include" OFF)
option(ALEA_UNITY "Compile the sources of a target together: half the time for a whole build" OFF)
set(ALEA_SANITIZE "" CACHE STRING "Value for -fsanitize=, empty for none")

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # It does not trust precompiled headers unless told to.
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()

find_package(Threads REQUIRED)
find_package(tl-expected REQUIRED)
find_package(fmt REQUIRED)

add_library(alea_options INTERFACE)
target_include_directories(alea_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_features(alea_options INTERFACE cxx_std_20)
target_compile_options(alea_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast
  -ffp-contract=off $<$<BOOL:${ALEA_WERROR}>:-Werror>)
# What GCC 12 guesses from the flow of optimised std::string and std::vector code is mostly wrong.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(alea_options INTERFACE
    -Wno-array-bounds -Wno-maybe-uninitialized -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
endif()

# Whole-program switches: for every target, also those that forget alea_options.
if(ALEA_SANITIZE)
  add_compile_options(-fsanitize=${ALEA_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${ALEA_SANITIZE})
endif()
if(ALEA_COVERAGE)
  add_compile_options(--coverage -fprofile-update=atomic)
  add_link_options(--coverage)
endif()
if(ALEA_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(ALEA_LTO)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
endif()

# With ALEA_UNITY: compiles the sources of a target in a few pieces, those listed after it by themselves.
function(alea_compile_together name)
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${ALEA_UNITY} UNITY_BUILD_BATCH_SIZE 16)
  if(ARGN)
    set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()

add_custom_target(alea_headers)  # compiles each public header alone

# alea_library(NAME SOURCES ... LINKS ... PRIVATE_LINKS ... [ALONE ...]): one static library for the folder
# it is called in, and a check (target alea_headers) that each header of the folder compiles alone. Sources
# named ALONE clash with others when compiled together (ALEA_UNITY).
function(alea_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS;PRIVATE_LINKS;ALONE" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  alea_compile_together(${name} ${ARG_ALONE})
  target_link_libraries(${name} PUBLIC alea_options ${ARG_LINKS} PRIVATE ${ARG_PRIVATE_LINKS})
  set_property(GLOBAL APPEND PROPERTY ALEA_LIBRARIES ${name})

  file(GLOB_RECURSE headers RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS *.h)
  set(units)
  foreach(header IN LISTS headers)
    string(MAKE_C_IDENTIFIER ${header} unit)
    set(unit ${CMAKE_CURRENT_BINARY_DIR}/headers/${unit}.cpp)
    # Twice: a forgotten include guard shows, too.
    file(CONFIGURE OUTPUT ${unit} CONTENT "#include \"${header}\"\n#include \"${header}\"\n" @ONLY)
    list(APPEND units ${unit})
  endforeach()
  if(units)
    add_library(${name}_headers OBJECT EXCLUDE_FROM_ALL ${units})
    target_compile_options(${name}_headers PRIVATE -O0 -g0)
    target_link_libraries(${name}_headers PRIVATE alea_options ${ARG_LINKS} ${ARG_PRIVATE_LINKS})
    add_dependencies(alea_headers ${name}_headers)
  endif()
endfunction()

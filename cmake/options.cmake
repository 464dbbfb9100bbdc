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
set(ALEA_SANITIZE "" CACHE STRING "Value for -fsanitize=, empty for none")

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
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
target_compile_definitions(alea_options INTERFACE EIGEN_MAX_ALIGN_BYTES=64)
if(ALEA_SANITIZE)
  target_compile_options(alea_options INTERFACE -fsanitize=${ALEA_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  target_link_options(alea_options INTERFACE -fsanitize=${ALEA_SANITIZE})
endif()
if(ALEA_LTO)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
endif()

# alea_library(NAME SOURCES ... LINKS ...): one static library for the folder it is called in.
function(alea_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC alea_options ${ARG_LINKS} PRIVATE ${ARG_PRIVATE_LINKS})
endfunction()

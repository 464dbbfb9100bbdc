#pragma once

#include <cstddef>
#include <cstdint>

// What libFuzzer and replay_main.cpp call with each input. Returns 0; a fault is a crash.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

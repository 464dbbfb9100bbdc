#pragma once

// For .cpp files only, like json.h.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/cube/position.h"
#include "tools/app/json.h"
#include "tools/protocol/http_server.h"

namespace alea::app {

// What a request of the HTTP API asks for: the fields of docs/http.md, checked.
struct ApiRequest {
  Position position;
  int plies = 0;
  bool cubeless = false;
  bool full = false;
  bool rolls = false;
  std::size_t moves = 0;
};

// Which fields beyond the position's a path takes.
struct ApiFields {
  bool search = false;  // plies, cubeless
  bool rows = false;    // moves, full
  bool rolls = false;   // rolls
};

// Reads the fields of a GET's address or a POST's JSON. Errors (input): unknown, doubled, malformed or
// impossible ones, by name.
[[nodiscard]] Result<ApiRequest> read_api_request(const protocol::HttpCall& call,
                                                  const ApiFields& fields, int default_plies);

// The fields that describe a position without an ID, as read_api_request() takes them.
void add_position_fields(Json& json, const Position& position);

}  // namespace alea::app

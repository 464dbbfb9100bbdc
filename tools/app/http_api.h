#pragma once

#include <mutex>
#include <vector>

#include "tools/app/session.h"
#include "tools/protocol/http_server.h"

namespace alea::app {

struct ApiRequest;

// The paths of `alea serve http`: the page at /, and what it and other programs ask for below /api/, as
// documented in docs/http.md. Any number of requests may come at once: they take turns at the threads.
class HttpApi {
 public:
  // `options.plies` is the look-ahead where none is asked for. The session must outlive the routes.
  HttpApi(const Session& session, const SearchOptions& options)
      : session_(session), options_(options) {}

  [[nodiscard]] std::vector<protocol::HttpRoute> routes() const;

 private:
  class Turn;

  [[nodiscard]] protocol::HttpReply version() const;
  [[nodiscard]] protocol::HttpReply id(const protocol::HttpCall& call) const;
  [[nodiscard]] protocol::HttpReply moves(const protocol::HttpCall& call) const;
  [[nodiscard]] protocol::HttpReply eval(const protocol::HttpCall& call) const;
  [[nodiscard]] protocol::HttpReply cube(const protocol::HttpCall& call) const;
  [[nodiscard]] protocol::HttpReply analyze(const protocol::HttpCall& call) const;
  // The decision of `position`, which is the request's or that before its roll.
  [[nodiscard]] protocol::HttpReply decide(const ApiRequest& request, const Position& position,
                                           const protocol::HttpCall& call) const;

  const Session& session_;
  SearchOptions options_;
  mutable std::timed_mutex busy_;  // held while the pool works
};

}  // namespace alea::app

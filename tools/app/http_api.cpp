#include "tools/app/http_api.h"

#include <chrono>

#include "tools/app/analysis_json.h"
#include "tools/app/build_info.h"
#include "tools/app/http_request.h"
#include "tools/app/position_json.h"
#include "tools/app/search_settings.h"
#include "tools/web/page.h"

namespace alea::app {

using protocol::http_error;
using protocol::HttpCall;
using protocol::HttpReply;
using protocol::HttpRoute;

namespace {

constexpr int kBadRequest = 400;
constexpr int kUnavailable = 503;

HttpReply reply(const Json& json) {
  return {.body = json.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

HttpReply refusal(const Error& error) {
  const bool theirs = error.kind == ErrorKind::input || error.kind == ErrorKind::usage;
  return http_error(theirs ? kBadRequest : kUnavailable, error.message);
}

SearchOptions search_of(const ApiRequest& request, SearchOptions options) {
  options.plies = request.plies;
  options.cubeful = options.cubeful && !request.cubeless;
  compare_rows(options, request.moves, request.full);
  return options;
}

// Without a roll, whatever was asked.
Position without_roll(const Position& given) {
  Position position = given;
  if (position.pending == Pending::checker_play) {
    position.dice.reset();
    position.pending = Pending::roll_or_double;
  }
  return position;
}

bool is_decision(const Position& position) {
  return position.pending == Pending::roll_or_double || position.pending == Pending::checker_play ||
         position.pending == Pending::double_offered;
}

HttpReply no_decision() {
  return http_error(
      kBadRequest,
      "the answer to a beaver or to a resignation is not analyzed; expected a checker "
      "play, a cube decision or the answer to a double");
}

HttpReply no_roll_ahead() {
  return http_error(kBadRequest, "\"rolls\" looks a roll ahead; raise \"plies\" to 1");
}

HttpReply too_late() {
  return http_error(kUnavailable, "the time was over before there was an answer");
}

}  // namespace

// A request's turn at the pool; false if its time was over before it came.
class HttpApi::Turn {
 public:
  Turn(const HttpApi& api, const HttpCall& call) : lock_(api.busy_, std::defer_lock) {
    constexpr std::chrono::milliseconds kStep{20};
    while (!call.stop.stop_requested() && !lock_.try_lock_for(kStep)) {
    }
  }
  explicit operator bool() const noexcept { return lock_.owns_lock(); }

 private:
  std::unique_lock<std::timed_mutex> lock_;
};

std::vector<HttpRoute> HttpApi::routes() const {
  const auto route = [this](const char* path, HttpReply (HttpApi::*answer)(const HttpCall&) const) {
    return HttpRoute{
        .path = path, .get = true, .post = true, .answer = [this, answer](const HttpCall& call) {
          return (this->*answer)(call);
        }};
  };
  return {{.path = "/",
           .answer = [](const HttpCall&) -> HttpReply {
             return {.body = std::string(web::page()), .type = "text/html; charset=utf-8"};
           }},
          {.path = "/api/version", .answer = [this](const HttpCall&) { return version(); }},
          route("/api/id", &HttpApi::id),
          route("/api/moves", &HttpApi::moves),
          route("/api/eval", &HttpApi::eval),
          route("/api/cube", &HttpApi::cube),
          route("/api/analyze", &HttpApi::analyze)};
}

HttpReply HttpApi::version() const {
  Json json;
  json["version"] = kVersion;
  json["evaluator"] = session_.evaluator().description;
  json["plies"] = options_.plies;
  json["max_plies"] = kMaxPlies;
  return reply(json);
}

HttpReply HttpApi::id(const HttpCall& call) const {
  const Result<ApiRequest> request = read_api_request(call, {}, 0);
  if (!request) return refusal(request.error());
  Json json = id_json(request->position);
  add_position_fields(json, request->position);
  return reply(json);
}

HttpReply HttpApi::moves(const HttpCall& call) const {
  const Result<ApiRequest> request = read_api_request(call, {}, 0);
  if (!request) return refusal(request.error());
  if (!request->position.dice) {
    return http_error(kBadRequest, "the position has no roll; add one, as in \"dice\":\"31\"");
  }
  return reply(moves_json(request->position, legal_plays(request->position)));
}

HttpReply HttpApi::eval(const HttpCall& call) const {
  const Result<ApiRequest> request = read_api_request(call, {.search = true}, 0);
  if (!request) return refusal(request.error());
  const SearchOptions options = search_of(*request, options_);
  const Position position = before_roll(request->position);
  const Turn turn(*this, call);
  if (!turn) return too_late();
  const Valuation value =
      session_.searcher(options).evaluate(position, &session_.pool(), call.stop);
  if (call.stop.stop_requested()) return too_late();
  return reply(valuation_json(position, value, Level{.plies = options.plies}));
}

HttpReply HttpApi::cube(const HttpCall& call) const {
  const Result<ApiRequest> request =
      read_api_request(call, {.search = true, .rolls = true}, options_.plies);
  return request ? decide(*request, without_roll(request->position), call)
                 : refusal(request.error());
}

HttpReply HttpApi::analyze(const HttpCall& call) const {
  const Result<ApiRequest> request =
      read_api_request(call, {.search = true, .rows = true, .rolls = true}, options_.plies);
  return request ? decide(*request, request->position, call) : refusal(request.error());
}

HttpReply HttpApi::decide(const ApiRequest& request, const Position& position,
                          const HttpCall& call) const {
  if (!is_decision(position)) return no_decision();
  if (request.rolls && request.plies == 0) return no_roll_ahead();
  const Turn turn(*this, call);
  if (!turn) return too_late();
  const Searcher searcher = session_.searcher(search_of(request, options_));
  if (position.pending == Pending::checker_play) {
    const CheckerAnalysis plays = searcher.analyze_checker(position, &session_.pool(), call.stop);
    Json json = checker_json(position, plays, request.moves);
    if (request.rolls) {
      const CubeAnalysis before =
          searcher.analyze_cube(without_roll(position), &session_.pool(), call.stop);
      add_rolls(json, position, before, *session_.met());
      if (!before.complete) json["complete"] = false;
    }
    return reply(json);
  }
  const CubeAnalysis cube = searcher.analyze_cube(position, &session_.pool(), call.stop);
  Json json = cube_json(position, cube);
  if (request.rolls && cube.answering) json["rolls"] = nullptr;  // they are the opponent's
  if (request.rolls && !cube.answering) add_rolls(json, position, cube, *session_.met());
  return reply(json);
}

}  // namespace alea::app

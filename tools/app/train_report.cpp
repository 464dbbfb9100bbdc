#include "tools/app/train_report.h"

#include <fmt/format.h>

#include <functional>
#include <optional>

#include "tools/app/progress.h"
#include "tools/app/train_chart.h"
#include "tools/app/train_display.h"

namespace alea::app {
namespace {

constexpr double kDeviations = 1.96;  // half a 95% interval in standard errors

constexpr const char* kStyle = R"(
:root{color-scheme:light dark;--bg:#fbfaf7;--card:#fff;--fg:#20242a;--faint:#667;--grid:#e4e2dc;
--axis:#99a;--k0:#0b6fb8;--k1:#c2500a;--k2:#147d54;--k3:#8a4a9e}
@media(prefers-color-scheme:dark){:root{--bg:#15181c;--card:#1d2126;--fg:#e6e4df;--faint:#9aa3ad;
--grid:#31363d;--axis:#6b747e;--k0:#5db4f0;--k1:#f2975a;--k2:#57c99a;--k3:#c99be0}}
body{margin:0 auto;max-width:1400px;padding:1.5rem;background:var(--bg);color:var(--fg);
font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.5rem;margin:0 0 .2rem}p{margin:.2rem 0 1rem;color:var(--faint)}
main{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,480px),1fr));gap:1rem}
figure{margin:0;padding:1rem;background:var(--card);border:1px solid var(--grid);border-radius:8px}
figcaption{font-size:.95rem;color:var(--faint)}figcaption b{color:var(--fg)}
svg{width:100%;height:auto;font:13px system-ui,sans-serif}
svg text{fill:var(--faint)}.y{text-anchor:end}.x{text-anchor:middle}
.grid{stroke:var(--grid)}.axis{stroke:var(--axis)}.mark{stroke:var(--axis);stroke-dasharray:3 4}
.c0{--c:var(--k0)}.c1{--c:var(--k1)}.c2{--c:var(--k2)}.c3{--c:var(--k3)}
polyline{fill:none;stroke:var(--c);stroke-width:2;stroke-linejoin:round}
polygon{fill:var(--c);opacity:.14}circle{fill:var(--c)}svg text.name{fill:var(--c)}
table{border-collapse:collapse;margin:0 0 1.2rem;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .9rem .25rem 0;text-align:right;border-bottom:1px solid var(--grid)}
th{font-weight:500;color:var(--faint)}th:first-child,td:first-child{text-align:left}
details{margin-top:1.2rem;overflow-x:auto}summary{cursor:pointer;color:var(--faint)}
pre{font-size:.85rem}
)";

using Figure = std::function<std::optional<ChartPoint>(const LogEntry&)>;

ChartSeries series_of(const RunLog& log, std::string name, const Figure& figure) {
  ChartSeries series{.name = std::move(name), .points = {}};
  for (const LogEntry& entry : log.entries) {
    if (entry.games == 0) continue;  // has no place on a logarithmic axis
    if (std::optional<ChartPoint> point = figure(entry)) {
      point->x = static_cast<double>(entry.games);
      series.points.push_back(*point);
    }
  }
  return series;
}

// One curve for each opponent.
std::vector<ChartSeries> duel_series(const RunLog& log, double DuelScore::*value,
                                     double DuelScore::*error) {
  std::vector<ChartSeries> all;
  for (std::size_t i = 0; i < kOpponents.size(); ++i) {
    all.push_back(
        series_of(log, kOpponents[i], [&](const LogEntry& e) -> std::optional<ChartPoint> {
          if (!e.strength || i >= e.strength->duels.size()) return std::nullopt;
          const DuelScore& duel = e.strength->duels[i];
          return ChartPoint{.y = duel.*value, .margin = kDeviations * duel.*error};
        }));
  }
  return all;
}

std::vector<ChartSeries> rms_series(const RunLog& log) {
  std::vector<ChartSeries> all;
  const LogEntry* measured = log.last_measured();
  if (measured == nullptr) return all;
  for (const auto& group : measured->strength->rms) {
    const std::string& name = group.first;
    all.push_back(series_of(log, name, [&](const LogEntry& e) -> std::optional<ChartPoint> {
      if (!e.strength) return std::nullopt;
      const auto found = e.strength->rms.find(name);
      if (found == e.strength->rms.end()) return std::nullopt;
      return ChartPoint{.y = found->second};
    }));
  }
  return all;
}

ChartSeries simple_series(const RunLog& log, std::string name, double LogEntry::*value) {
  return series_of(log, std::move(name), [&](const LogEntry& e) -> std::optional<ChartPoint> {
    if (!(e.*value > 0)) return std::nullopt;
    return ChartPoint{.y = e.*value};
  });
}

std::vector<double> stage_starts(const RunLog& log) {
  std::vector<double> marks;
  for (std::size_t i = 1; i < log.entries.size(); ++i) {
    if (log.entries[i].stage == log.entries[i - 1].stage) continue;
    marks.push_back(static_cast<double>(log.entries[i - 1].games));
  }
  return marks;
}

std::string charts(const RunLog& log) {
  std::vector<Chart> all;
  all.push_back({.title = "Points per game",
                 .unit = "against three fixed players, with 95% bands",
                 .series = duel_series(log, &DuelScore::ppg, &DuelScore::ppg_se),
                 .with_zero = true});
  all.push_back({.title = "Games won",
                 .unit = "against the same players",
                 .series = duel_series(log, &DuelScore::wins, &DuelScore::wins_se),
                 .percent = true});
  all.push_back({.title = "Equity error",
                 .unit = "root mean square on rolled-out positions",
                 .series = rms_series(log),
                 .logarithmic = true});
  all.push_back({.title = "Performance rating",
                 .unit = "of plays without look-ahead on rolled-out decisions; lower is better",
                 .series = {series_of(log, "PR",
                                      [](const LogEntry& e) -> std::optional<ChartPoint> {
                                        if (!e.strength || !e.strength->pr) return std::nullopt;
                                        return ChartPoint{.y = *e.strength->pr};
                                      })},
                 .logarithmic = true});
  all.push_back({.title = "Residual",
                 .unit = "root mean square difference of targets and the net, in points",
                 .series = {simple_series(log, "residual", &LogEntry::residual)},
                 .logarithmic = true});
  all.push_back({.title = "Loss",
                 .unit = "mean cross entropy of a position",
                 .series = {simple_series(log, "loss", &LogEntry::loss)}});
  all.push_back({.title = "Learning rate",
                 .unit = "of the optimiser",
                 .series = {simple_series(log, "rate", &LogEntry::rate)},
                 .logarithmic = true});
  all.push_back({.title = "Speed",
                 .unit = "games a second",
                 .series = {simple_series(log, "games/s", &LogEntry::games_per_second)},
                 .with_zero = true});
  std::string text;
  for (Chart& chart : all) {
    chart.marks = stage_starts(log);
    text += chart_svg(chart);
  }
  return text;
}

std::string latest_table(const LogEntry& entry) {
  std::string text =
      "<table><tr><th>against</th><th>games won</th><th>points per game</th><th>± 95%</th>"
      "<th>games</th></tr>\n";
  for (const DuelScore& duel : entry.strength->duels) {
    text += fmt::format(
        "<tr><td>{}</td><td>{:.1f}%</td><td>{:+.3f}</td><td>{:.3f}</td><td>{}</td></tr>\n",
        escaped(duel.opponent), 100 * duel.wins, duel.ppg, kDeviations * duel.ppg_se,
        grouped(static_cast<std::uint64_t>(duel.games)));
  }
  text += "</table>\n";
  std::string more;
  for (const auto& [group, error] : entry.strength->rms) {
    more +=
        fmt::format("{}equity error {}: {:.4f}", more.empty() ? "" : " · ", escaped(group), error);
  }
  if (entry.strength->pr) {
    more +=
        fmt::format("{}performance rating: {:.2f}", more.empty() ? "" : " · ", *entry.strength->pr);
  }
  return more.empty() ? text : text + "<p>" + more + "</p>\n";
}

}  // namespace

std::string training_report(const RunLog& log, const ReportOptions& options) {
  std::string page =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n";
  if (options.running) page += "<meta http-equiv=\"refresh\" content=\"20\">\n";
  page +=
      fmt::format("<title>alea: training run</title>\n<style>{}</style></head><body>\n", kStyle);
  page += "<h1>Training run</h1>\n";
  if (!log.entries.empty()) {
    const LogEntry& last = log.entries.back();
    page += fmt::format("<p>{} games · {} positions · {} · stage {} · seed {}{}</p>\n",
                        grouped(last.games), grouped(last.positions), duration_text(last.elapsed),
                        last.stage, log.run.value("seed", std::uint64_t{0}),
                        options.running ? " · running when this was written" : "");
  }
  if (const LogEntry* measured = log.last_measured()) page += latest_table(*measured);
  page += "<main>\n" + charts(log) + "</main>\n";
  page +=
      "<details><summary>Recipe</summary><pre>" + escaped(log.run.dump(2)) + "</pre></details>\n";
  return page + "</body></html>\n";
}

}  // namespace alea::app

#!/usr/bin/env python3
"""Equity lost against time: alea's levels and GNU Backgammon's on the same rolled-out decisions.

Every player chooses among all legal plays, on one thread. Decisions come in blocks, and each block is given
to all players in turn, so that a busy machine slows all of them. Times are processor time. Needs gnubg
1.07, unless --gnubg-plies is given no number; see docs/search.md.
"""

import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

from curve_chart import chart
from duel import DuelFailed, add_programs, find_gnubg, programs_of
from speed import gnubg_run

FOLDER = pathlib.Path(__file__).resolve().parent
DECISIONS = FOLDER.parents[1] / "tests" / "data" / "rollout_decisions.jsonl"
RATING = 500  # PR: equity lost a decision, times this
# Plies, or plies/filters as `alea measure --filters` takes them.
LEVELS = ["0", "1/4:0.08", "1", "2/8:0.16,2:0.04", "2", "2/16:0.32,8:0.16", "3"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_programs(parser)
    parser.add_argument("--decisions", metavar="FILE", default=str(DECISIONS), help="rolled-out decisions, JSON lines")
    parser.add_argument("--part", default="all", choices=("all", "even", "odd"),
                        help="every other decision: one half to choose by, the other to report")
    parser.add_argument("--first", type=int, metavar="N", help="only the first N of them")
    parser.add_argument("--levels", nargs="+", default=LEVELS, metavar="N[/FILTERS]",
                        help=f"of alea (default: {' '.join(LEVELS)})")
    parser.add_argument("--gnubg-plies", nargs="*", type=int, default=[0, 1, 2], metavar="N",
                        help="of gnubg (default: 0 1 2; none: without gnubg)")
    parser.add_argument("--block", type=int, default=200, help="decisions at a time (default 200)")
    parser.add_argument("--svg", metavar="FILE", help="draws the curve")
    parser.add_argument("--json", action="store_true", help="the result as one JSON object")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    options = parser.parse_args()
    if options.block < 1 or (options.first is not None and options.first < 1):
        parser.error("--block and --first need positive numbers")
    if any(not 0 <= plies <= 4 for plies in options.gnubg_plies):
        parser.error("--gnubg-plies: expected numbers from 0 to 4")
    return options


def read_decisions(path, part, first):
    try:
        with open(path, encoding="utf-8") as lines:
            decisions = [json.loads(line) for line in lines]
        for decision in decisions:
            decision["equities"] = {c["id"]: c["equity"] for c in decision["candidates"]}
            decision["dice"] = [int(die) for die in decision["dice"]]
            max(decision["equities"].values())
    except (ValueError, KeyError, TypeError):
        raise DuelFailed(f"{path}: not a file of rolled-out decisions") from None
    step = {"all": slice(None), "even": slice(0, None, 2), "odd": slice(1, None, 2)}[part]
    chosen = decisions[step][:first]
    if len(chosen) < 2:
        raise DuelFailed(f"{path}: fewer than two decisions")
    return chosen


def loss(decision, choice):
    """Equity lost; a choice that has not been rolled out is charged the worst one that has."""
    equities = decision["equities"]
    return max(equities.values()) - equities.get(choice, min(equities.values()))


class Alea:
    def __init__(self, level, settings):
        self.plies, _, self.filters = level.partition("/")
        self.name = f"alea {self.plies}-ply" + (f" {self.filters}" if self.filters else "")
        self.program = "alea"
        self._command = [settings["alea"], "measure", "--json", "--quiet", "--threads", "1", "--plies", self.plies]
        if self.filters:
            self._command += ["--filters", self.filters]
        if settings["weights"]:
            self._command += ["--weights", settings["weights"]]

    def choices(self, block, folder):
        questions, answers = os.path.join(folder, "questions"), os.path.join(folder, "answers")
        with open(questions, "w") as file:
            for decision in block:
                file.write(json.dumps(decision) + "\n")
        done = subprocess.run(
            [*self._command, "--reference-decisions", questions, "--choices", answers],
            stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )
        if done.returncode != 0:
            raise DuelFailed(done.stderr.strip() or f"{self.name}: failed")
        with open(answers) as file:
            return [(answer["choice"], answer["ms"]) for answer in map(json.loads, file)]


class Gnubg:
    def __init__(self, plies, program, settings):
        self.plies, self.filters = str(plies), ""
        self.name, self.program = f"gnubg {plies}-ply", "gnubg"
        self._gnubg, self._setting = program, {"alea": settings["alea"], "plies": plies}

    def choices(self, block, _folder):
        asked = [(decision["id"], decision["dice"]) for decision in block]
        return gnubg_run(self._gnubg, "curve_worker", self._setting | {"decisions": asked})


class Tried:
    """What a player lost and how long it took, decision by decision."""

    def __init__(self, player):
        self.player, self.losses, self.ms, self.unlisted = player, [], [], 0

    def add(self, block, choices):
        for decision, (choice, ms) in zip(block, choices, strict=True):
            self.losses.append(loss(decision, choice))
            self.ms.append(ms)
            self.unlisted += choice not in decision["equities"]


def rating(losses):
    """PR and its standard error."""
    error = statistics.stdev(losses) / math.sqrt(len(losses)) if len(losses) > 1 else 0.0
    return RATING * statistics.fmean(losses), RATING * error


def row(tried, reference):
    pr, error = rating(tried.losses)
    against, against_error = rating([a - b for a, b in zip(tried.losses, reference.losses)])
    return {
        "player": tried.player.name, "program": tried.player.program, "plies": int(tried.player.plies),
        "filters": tried.player.filters or None, "decisions": len(tried.losses),
        "pr": pr, "pr_se": error, "mean_ms": statistics.fmean(tried.ms), "median_ms": statistics.median(tried.ms),
        "unlisted": tried.unlisted / len(tried.losses),
        "against": reference.player.name, "difference": against, "difference_se": against_error,
    }


def measure(options, settings, players):
    decisions = read_decisions(options.decisions, options.part, options.first)
    tries = [Tried(player) for player in players]
    with tempfile.TemporaryDirectory() as folder:
        for start in range(0, len(decisions), options.block):
            block = decisions[start:start + options.block]
            for tried in tries:
                if not options.quiet and sys.stderr.isatty():
                    print(f"\r\033[K{start}/{len(decisions)}: {tried.player.name}", end="", file=sys.stderr)
                tried.add(block, tried.player.choices(block, folder))
    if not options.quiet and sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    # Differences are taken decision by decision, from the deepest gnubg or else the first player.
    reference = tries[-1] if tries[-1].player.program == "gnubg" else tries[0]
    return [row(tried, reference) for tried in tries]


def table(rows):
    yield f"| player | PR | ± | ms, mean | ms, median | unlisted | PR less that of {rows[0]['against']} |"
    yield "|---|---|---|---|---|---|---|"
    for one in rows:
        yield (f"| {one['player']} | {one['pr']:.2f} | {one['pr_se']:.2f} | {one['mean_ms']:.3g} | "
               f"{one['median_ms']:.3g} | {100 * one['unlisted']:.1f}% | "
               f"{one['difference']:+.2f} ± {one['difference_se']:.2f} |")


def main():
    options = arguments()
    try:
        if options.svg and not os.access(os.path.dirname(options.svg) or ".", os.W_OK):
            raise DuelFailed(f"cannot write {options.svg}")  # better said before the work than after it
        gnubg = find_gnubg(options.gnubg) if options.gnubg_plies else None
        settings = programs_of(options, gnubg)
        players = [Alea(level, settings) for level in options.levels]
        players += [Gnubg(plies, gnubg, settings) for plies in sorted(options.gnubg_plies)]
        rows = measure(options, settings, players)
        if options.svg:
            names = f"alea {settings['network']}" + (f", {settings['gnubg']}" if gnubg else "")
            pathlib.Path(options.svg).write_text(chart(rows, names), encoding="utf-8")
    except (DuelFailed, OSError) as error:
        print(f"curve.py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("curve.py: interrupted", file=sys.stderr)
        return 130
    if options.json:
        print(json.dumps({"alea": settings["network"], "gnubg": settings["gnubg"], "rows": rows}))
        return 0
    print("\n".join(table(rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

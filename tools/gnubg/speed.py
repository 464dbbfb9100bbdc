#!/usr/bin/env python3
"""Speed of alea and GNU Backgammon side by side: evaluations, checker decisions, rollouts.

Everything is measured alternately in one run, on one thread, so that a busy machine slows both; times
are processor time where the programs show it. Read the ratios, not the figures.
"""

import argparse
import json
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile

from duel import DuelFailed, add_programs, find_gnubg, output_line, programs_of

FOLDER = pathlib.Path(__file__).resolve().parent

# To the end of the game, 0-ply play and cube, with variance reduction. The middle game: both sides hold an anchor.
OPENING, MIDDLE = "4HPwATDgc/ABMA:cAkAAAAAAAAE", "mNfBAQOY18EBAw:cAkAAAAAAAAE"
ROLLOUTS = {
    "opening, cubeless": {"position": OPENING, "cubeful": False},
    "opening": {"position": OPENING, "cubeful": True},
    "middle game": {"position": MIDDLE, "cubeful": True},
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_programs(parser)
    parser.add_argument("--decisions", type=int, default=60, help="positions decided (default 60)")
    parser.add_argument("--trials", type=int, default=36, help="of gnubg's rollout (default 36)")
    parser.add_argument("--only-rollouts", action="store_true", help="leave the rest out")
    parser.add_argument("--rounds", type=int, default=3, help="of evaluations; the best counts (default 3)")
    parser.add_argument("--json", action="store_true", help="the result as one JSON object")
    options = parser.parse_args()
    if min(options.decisions, options.trials, options.rounds) < 1:
        parser.error("--decisions, --trials and --rounds need positive numbers")
    return options


def gnubg_run(gnubg, module, setting):
    """What main(setting, path) of a module beside this one finds out inside gnubg."""
    with tempfile.TemporaryDirectory() as folder:
        script, result = os.path.join(folder, "script.py"), os.path.join(folder, "result")
        with open(script, "w") as file:
            file.write(
                f"import sys\nsys.path.insert(0, {str(FOLDER)!r})\nsys.dont_write_bytecode = True\n"
                f"import {module}\n{module}.main({json.dumps(setting)!r}, {result!r})\n"
            )
        done = subprocess.run(
            [gnubg, "-t", "-q", "-r", "-p", script],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        try:
            with open(result) as file:
                return json.load(file)
        except (OSError, ValueError):
            raise DuelFailed(f"gnubg gave no result:\n{done.stdout[-2000:]}") from None


def gnubg_evaluations(gnubg):
    with tempfile.NamedTemporaryFile("w") as script:
        script.write("set threads 1\ncalibrate 100\n")
        script.flush()
        with open(script.name) as commands:
            done = subprocess.run([gnubg, "-t", "-q", "-r"], stdin=commands, capture_output=True, text=True)
    found = re.findall(r"(\d+) static evaluations/second", done.stdout)
    if not found:
        raise DuelFailed(f"gnubg did not calibrate:\n{done.stdout[-2000:]}")
    return int(found[-1])


def rollout_trials(command, trials):
    """Trials a second of processor time, of all rows: with a cube a double is rolled out, too."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    rolled = json.loads(output_line(command))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    rows = 1 if rolled.get("double_take") is None else 2
    return rows * trials / (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def measure(options, gnubg, settings):
    weights = ["--weights", settings["weights"]] if settings["weights"] else []
    alea = settings["alea"]
    rows = [] if options.only_rollouts else [evaluations(options, gnubg, alea, weights)]
    setting = {
        "alea": alea,
        "weights": settings["weights"],
        "decisions": 0 if options.only_rollouts else options.decisions,
        "trials": options.trials,
        "rollouts": ROLLOUTS,
    }
    found = gnubg_run(gnubg, "speed_worker", setting)
    for plies in () if options.only_rollouts else (0, 2):
        ms = [1e3 * statistics.median(found[f"{name}_{plies}"]) for name in ("alea", "gnubg")]
        rows.append((f"ms a {plies}-ply decision (median)", *ms))
    trials = 20 * options.trials
    for name, rollout in ROLLOUTS.items():
        command = [alea, "rollout", rollout["position"], "--threads", "1", "--json", "--plies", "0"]
        command += ["--trials", str(trials), *weights] + ([] if rollout["cubeful"] else ["--cubeless"])
        rows.append((f"rollout trials/s, {name}", rollout_trials(command, trials), found[name]))
    return rows


def evaluations(options, gnubg, alea, weights):
    ours, theirs = [], []
    for _ in range(options.rounds):
        theirs.append(gnubg_evaluations(gnubg))
        bench = output_line([alea, "bench", "--json", "--threads", "1", *weights])
        ours.append(json.loads(bench)["evaluations_per_s"])
    return "evaluations/s", max(ours), max(theirs)


def ratio(name, ours, theirs):
    return theirs / ours if name.startswith("ms") else ours / theirs


def main():
    options = arguments()
    try:
        gnubg = find_gnubg(options.gnubg)
        settings = programs_of(options, gnubg)
        rows = measure(options, gnubg, settings)
    except (DuelFailed, OSError) as error:
        print(f"speed.py: {error}", file=sys.stderr)
        return 1
    names = settings["network"], settings["gnubg"]
    if options.json:
        keys = ("what", "alea", "gnubg", "times_faster")
        table = [dict(zip(keys, (*row, ratio(*row)))) for row in rows]
        print(json.dumps({"alea": names[0], "gnubg": names[1], "rows": table}))
        return 0
    print(f"alea ({names[0]}) and {names[1]}, one thread")
    print(f"{'':36}{'alea':>12}{'gnubg':>12}{'times faster':>14}")
    for row in rows:
        print(f"{row[0]:36}{row[1]:>12.4g}{row[2]:>12.4g}{ratio(*row):>14.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Runs inside gnubg: decides positions by gnubg and by alea in turn and writes down their times.

Processor time of all threads, each decision right after another one, which warms caches. What a forced
play costs is taken off: gnubg's Python wakes threads, alea reads and writes lines.
"""

import json
import os
import statistics
import time
import traceback

import board
from alea import AleaSeat, Judge
from dice import DiceStream
from game import play_game

FORCED = board.Position(((1,) + (0,) * 24, (0, 1) + (0,) * 23), 0), (2, 1)


class Recorder:
    """A seat that remembers the decisions in which there was a choice."""

    def __init__(self, seat, judge, kept):
        self._seat, self._judge, self._kept = seat, judge, kept

    def play(self, position, roll):
        if len(self._judge.legal(position, roll)) > 1:
            self._kept.append((position, roll))
        return self._seat.play(position, roll)


def sample(seat, judge, count):
    """Decisions of games that alea plays against itself, evenly picked."""
    kept = []
    recorder = Recorder(seat, judge, kept)
    for game in range(4 + count // 40):
        start = board.Position(board.START, 0)
        play_game((recorder, recorder), DiceStream("speed", game), start, cube=False)
    step = max(1, len(kept) // count)
    return kept[::step][:count]


class Clocks:
    @staticmethod
    def gnubg():
        return time.process_time()

    @staticmethod
    def of_process(pid):
        def read():
            total = 0
            for task in os.listdir(f"/proc/{pid}/task"):
                with open(f"/proc/{pid}/task/{task}/schedstat") as stat:
                    total += int(stat.read().split()[0])
            return total / 1e9

        return read


def timed(clock, seat, position, roll):
    start = clock()
    seat.play(position, roll)
    return clock() - start


def decision_times(setting, result):
    from gnubg_seat import GnubgSeat

    alea_seats = {plies: AleaSeat(setting["alea"], plies, False, setting["weights"]) for plies in (0, 2)}
    judge = Judge(setting["alea"])
    seats = {}
    for plies in (0, 2):
        seats[f"gnubg_{plies}"] = GnubgSeat(plies, False), Clocks.gnubg
        seats[f"alea_{plies}"] = alea_seats[plies], Clocks.of_process(alea_seats[plies].pid)
    decisions = sample(alea_seats[0], judge, setting["decisions"])
    for name, (seat, clock) in seats.items():
        forced = statistics.median(timed(clock, seat, *FORCED) for _ in range(40))
        result[name] = [-forced] * len(decisions)
    for i, decision in enumerate(decisions):
        for name, (seat, clock) in seats.items():
            seat.play(*decisions[i - 1])
            result[name][i] += timed(clock, seat, *decision)


def rollout_speed(setting, result):
    import gnubg

    for command in (
        "set automatic game off",
        "set automatic roll off",
        "set display off",
        "set player 0 human",
        "set player 1 human",
        f"set rollout trials {setting['trials']}",
        "set rollout varredn on",
        "set rollout truncation enable off",
        "set rollout chequerplay plies 0",
        "set rollout cubedecision plies 0",
        "set rollout jsd stop off",
        "set rollout limit enable off",
    ):
        gnubg.command(command)
    for name, rollout in setting["rollouts"].items():
        gnubg.command("new game")
        gnubg.command(f"set gnubgid {rollout['position']}")
        gnubg.command(f"set rollout cubeful {'on' if rollout['cubeful'] else 'off'}")
        start = time.process_time()
        gnubg.command("rollout")
        result[name] = setting["trials"] / (time.process_time() - start)


def main(setting, path):
    setting, result = json.loads(setting), {}
    try:
        if setting["decisions"]:
            decision_times(setting, result)
        rollout_speed(setting, result)
        with open(path, "w") as file:
            json.dump(result, file)
    except BaseException:
        traceback.print_exc()
    os._exit(0)

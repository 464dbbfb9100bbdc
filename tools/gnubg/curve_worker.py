"""Runs inside gnubg: decides the given positions and measures the processor time of each decision.

What a forced play costs is taken off: gnubg's Python wakes threads at every call.
"""

import json
import os
import statistics
import time
import traceback

import board
from alea import Judge
from game import Judged
from speed_worker import FORCED


class Timed:
    """A seat that knows how long its last decision took."""

    def __init__(self, seat):
        self._seat, self.ms = seat, 0.0
        self.doubles, self.takes = seat.doubles, seat.takes

    def play(self, position, roll):
        start = time.process_time()
        chosen = self._seat.play(position, roll)
        self.ms = 1e3 * (time.process_time() - start)
        return chosen


def decide(seat, judge, decisions):
    """(position ID after the play, milliseconds) of each."""
    timed = Timed(seat)
    judged = Judged(timed, judge)

    def forced():
        timed.play(*FORCED)
        return timed.ms

    waking = statistics.median(forced() for _ in range(40))
    answers = []
    for position_id, dice in decisions:
        timed.ms = waking  # where there is no choice nobody is asked
        chosen = judged.play(board.Position(board.board_of(position_id), 0), dice)
        answers.append((chosen, max(0.0, timed.ms - waking)))
    return answers


def main(setting, path):
    try:
        from gnubg_seat import GnubgSeat

        setting = json.loads(setting)
        answers = decide(GnubgSeat(setting["plies"], False), Judge(setting["alea"]), setting["decisions"])
        with open(path, "w") as file:
            json.dump(answers, file)
    except BaseException:
        traceback.print_exc()
    os._exit(0)

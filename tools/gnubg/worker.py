"""Runs inside gnubg: plays the pairs it is told to and answers with one JSON line each.

The socket at file descriptor `fd` carries a first line with the settings, then pair numbers. An answer
is a pair's record, {"error": ...} after which the worker ends, or the version at the start.
"""

import json
import os
import socket
import traceback

from alea import AleaSeat, Judge, LuckMeter
from game import Judged, play_pair


def resident_megabytes():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def work(lines, answer):
    from gnubg_seat import GnubgSeat  # only there inside gnubg

    settings = json.loads(lines.readline())
    cubeful = settings["cube"]
    program, length, weights = settings["alea"], settings["length"], settings["weights"]
    alea = AleaSeat(program, settings["alea_plies"], cubeful or length > 0, weights)
    meter = LuckMeter(program, cubeful or length > 0, weights, settings["luck_plies"])
    gnubg = Judged(GnubgSeat(settings["gnubg_plies"], cubeful), Judge(program))
    limit = resident_megabytes() + settings["leak_megabytes"]
    for line in lines:
        record = play_pair(alea, gnubg, settings["seed"], int(line), length, cubeful, meter.luck)
        # gnubg's findbestmove loses about 19 KB a call: a worker that has grown is replaced.
        record["last"] = resident_megabytes() > limit
        answer(record)
        if record["last"]:
            return


def main(fd):
    channel = socket.socket(fileno=fd).makefile("rw", encoding="utf-8", newline="\n")

    def answer(record):
        channel.write(json.dumps(record) + "\n")
        channel.flush()

    code = 0
    try:
        work(channel, answer)
    except BaseException:
        code = 1
        try:
            answer({"error": traceback.format_exc(limit=-3)})
        except OSError:
            pass  # the duel is over
    os._exit(code)  # gnubg has nothing to save

#!/usr/bin/env python3
"""alea against GNU Backgammon with duplicated dice: points per game and its standard error.

Needs gnubg 1.07 (Debian: apt-get install gnubg) and a built alea; see docs/gnubg-duel.md.
"""

import argparse
import json
import math
import os
import pathlib
import secrets
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from tally import Tally

FOLDER = pathlib.Path(__file__).resolve().parent
LEAK_MEGABYTES = 120  # a worker is replaced when it has grown by this much


class DuelFailed(Exception):
    pass


def add_programs(parser):
    parser.add_argument("--weights", metavar="FILE", help="alea's network (default: the one in use)")
    parser.add_argument("--alea", default=str(FOLDER.parents[1] / "build" / "alea"), metavar="PROGRAM")
    parser.add_argument("--gnubg", metavar="PROGRAM", help="default: gnubg, or /usr/games/gnubg")


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0],
        epilog="Money games without the cube unless --cubeful or --match says otherwise.",
    )
    parser.add_argument("--games", type=int, default=2000, help="games, or matches (default 2000)")
    parser.add_argument("--alea-plies", type=int, default=0, choices=range(0, 5), metavar="N")
    parser.add_argument("--gnubg-plies", type=int, default=0, choices=range(0, 5), metavar="N")
    parser.add_argument(
        "--luck-plies", type=int, choices=range(1, 4), metavar="N",
        help="look-ahead that judges the luck of rolls (default 1; 2 where both players look 2 ahead)",
    )
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--cubeful", action="store_true", help="money games with the cube")
    kind.add_argument("--match", type=int, default=0, metavar="N", help="matches to N points")
    parser.add_argument("--seed", type=int, help="of the dice (default: fresh dice)")
    add_programs(parser)
    parser.add_argument(
        "--processes", type=int, default=40, help="gnubg sleeps at every call (default 40)"
    )
    parser.add_argument("--log", metavar="FILE", help="results, a line a pair; an existing one is resumed")
    parser.add_argument("--json", action="store_true", help="the result as one JSON object")
    parser.add_argument("--quiet", action="store_true", help="no live figures")
    options = parser.parse_args()
    if options.games < 1 or options.processes < 1 or options.match < 0:
        parser.error("--games, --processes and --match need positive numbers")
    if options.luck_plies is None:
        options.luck_plies = 2 if min(options.alea_plies, options.gnubg_plies) >= 2 else 1
    return options


def find_gnubg(named):
    program = shutil.which(named or "gnubg") or (None if named else shutil.which("/usr/games/gnubg"))
    if program is None:
        raise DuelFailed(f"{named or 'gnubg'}: no such program; on Debian: apt-get install gnubg")
    return program


def output_line(command, number=0):
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise DuelFailed(f"{command[0]}: {error}") from None
    lines = done.stdout.splitlines()
    if done.returncode != 0 or len(lines) <= number:
        raise DuelFailed(done.stderr.strip() or f"{command[0]}: failed")
    return lines[number]


def try_out(alea, weights):
    """One evaluation: bad weights are named once, and tables that are made at first need are made once."""
    evaluate = [alea, "eval", "4HPwATDgc/ABMA", "--json"]
    output_line(evaluate + (["--weights", weights] if weights else []))


def programs_of(options, gnubg):
    """Who plays: programs, weights and their names."""
    if not shutil.which(options.alea):
        raise DuelFailed(f"{options.alea}: no such program; build alea, or name it with --alea")
    weights = options.weights  # a file, or a name that alea knows
    if weights and os.path.exists(weights):
        weights = os.path.abspath(weights)
    version = [options.alea, "--version"] + (["--weights", weights] if weights else [])
    try_out(options.alea, weights)
    network = output_line(version, 1).removeprefix("weights: ").split(" (")[0]
    return {
        "alea": os.path.abspath(options.alea),
        "weights": weights,
        "network": network,
        "gnubg": output_line([gnubg, "--version"]) if gnubg else None,
    }


def settings_of(options, gnubg):
    """What decides the result of a pair, and what a log must agree with to be resumed."""
    return programs_of(options, gnubg) | {
        "alea_plies": options.alea_plies,
        "gnubg_plies": options.gnubg_plies,
        "luck_plies": options.luck_plies,
        "length": options.match,
        "cube": options.cubeful or options.match > 1,
        "seed": secrets.randbits(32) if options.seed is None else options.seed,
        "leak_megabytes": LEAK_MEGABYTES,
    }


def checked(record):
    """What a log tells of a pair. Raises ValueError, KeyError or TypeError if it is damaged."""
    kept = {key: record[key] for key in ("pair", "results", "luck", "games")}
    figures = [*kept["results"], *kept["luck"], *(each for game in kept["games"] for each in game)]
    if (
        not isinstance(kept["pair"], int)
        or (len(kept["results"]), len(kept["luck"])) != (2, 2)
        or any(len(game) != 4 for game in kept["games"])
        or not all(isinstance(each, (int, float)) and math.isfinite(each) for each in figures)
    ):
        raise ValueError
    return kept


class Log:
    """The settings in the first line, then a pair a line; a broken last line is cut off."""

    IGNORED = ("alea", "weights", "leak_megabytes")  # paths may change, results do not

    def __init__(self, path, settings, seed_given, pairs, tally):
        self._file = None
        if path is None:
            return
        known = pathlib.Path(path)
        if known.exists() and not known.is_file():
            raise DuelFailed(f"{path}: not a file; name another --log")
        whole = known.read_bytes() if known.exists() else b""
        if whole and b"\n" not in whole:
            raise self._foreign(path)
        whole = whole[: whole.rfind(b"\n") + 1]
        if whole:
            self._resume(path, whole, settings, seed_given, pairs, tally)
        self._file = open(path, "r+b" if known.exists() else "wb", buffering=0)
        self._file.truncate(len(whole))
        self._file.seek(len(whole))
        if not whole:
            self._write(settings)

    @staticmethod
    def _foreign(path):
        return DuelFailed(f"{path}: not a log of this program; name another --log")

    def _resume(self, path, whole, settings, seed_given, pairs, tally):
        """Pairs from number `pairs` on, of a longer duel, are left out."""
        try:
            lines = [json.loads(line) for line in whole.splitlines()]
            old = lines[0]
            if not seed_given:
                settings["seed"] = int(old["seed"])
            for key in settings:
                if key not in self.IGNORED and old[key] != settings[key]:
                    raise DuelFailed(
                        f"{path}: made with {key} {old[key]}, not {settings[key]}; name another --log"
                    )
            for record in map(checked, lines[1:]):
                if record["pair"] < pairs:
                    tally.add(record)
        except (ValueError, KeyError, TypeError):
            raise self._foreign(path) from None

    def _write(self, record):
        self._file.write(json.dumps(record).encode() + b"\n")

    def add(self, record):
        if self._file is not None:
            self._write(record)


class Worker:
    """One gnubg process with its alea processes (see worker.py)."""

    def __init__(self, gnubg, script, settings):
        self.channel, theirs = socket.socketpair()
        self.complaints = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [gnubg, "-t", "-q", "-r", "-p", script],
            stdin=subprocess.DEVNULL,
            stdout=self.complaints,
            stderr=self.complaints,
            pass_fds=[theirs.fileno()],
            env=os.environ | {"ALEA_DUEL_SOCKET": str(theirs.fileno())},
            start_new_session=True,  # Ctrl-C is for the duel, which then ends the workers
        )
        theirs.close()
        self.received = b""
        self.pair = None
        self._send(json.dumps(settings))

    def _send(self, line):
        self.channel.sendall(line.encode() + b"\n")

    def play(self, pair):
        self.pair = pair
        self._send(str(pair))

    def record(self):
        """The finished pair, or None while its line is not whole. Raises DuelFailed."""
        try:
            data = self.channel.recv(1 << 16)
        except ConnectionError:
            data = b""
        self.received += data
        if not data:
            self.complaints.seek(0)
            said = self.complaints.read().decode(errors="replace").strip()
            raise DuelFailed(f"gnubg ended while playing pair {self.pair}:\n{said[-2000:]}")
        if not self.received.endswith(b"\n"):
            return None
        record = json.loads(self.received)
        self.received = b""
        if "error" in record:
            raise DuelFailed(f"pair {self.pair}: {record['error'].strip()}")
        return record

    def stop(self):
        self.channel.close()
        try:
            os.killpg(self.process.pid, signal.SIGKILL)  # its own session: gnubg and its aleas
        except ProcessLookupError:
            pass
        self.process.wait()
        self.complaints.close()


class Live:
    """A line on standard error: rewritten on a terminal, every half minute elsewhere."""

    def __init__(self, options, settings, already):
        self._quiet, self._options, self._settings = options.quiet, options, settings
        self._terminal = sys.stderr.isatty()
        self._already = already
        self._start = self._last = time.monotonic()

    def seconds(self):
        return time.monotonic() - self._start

    def show(self, tally, final=False):
        now = time.monotonic()
        if self._quiet or not (final or now - self._last > (0.5 if self._terminal else 30)):
            return
        self._last = now
        pace = 2 * (len(tally) - self._already) / max(self.seconds(), 1e-9)
        text = (
            f"{2 * len(tally)}/{self._options.games}  {standing(self._settings, tally)}  "
            f"without luck {standing(self._settings, tally, without_luck=True)}  {pace:.1f}/s"
        )
        print(("\r\x1b[K" if self._terminal else "") + text, file=sys.stderr, flush=True,
              end="\n" if final or not self._terminal else "")


def standing(settings, tally, without_luck=False):
    mean, error = tally.mean_and_error(without_luck)
    if math.isinf(error):
        return "too few for an estimate"
    if settings["length"] > 0:
        return f"{100 * mean:.2f}% ±{196 * error:.2f}% of matches (se {100 * error:.2f}%)"
    return f"{mean:+.4f} ±{1.96 * error:.4f} points per game (se {error:.4f})"


def pairs_of(options):
    return (options.games + 1) // 2


def run(options, gnubg, settings, tally, log, live):
    """Plays the pairs that are missing. Each is a function of its number: order and pace are free."""
    pairs = pairs_of(options)
    waiting = (pair for pair in range(pairs) if pair not in tally)
    missing = pairs - len(tally)
    selector = selectors.DefaultSelector()
    workers = set()

    def start():
        pair = next(waiting, None)
        if pair is None:
            return
        worker = Worker(gnubg, script.name, settings)
        workers.add(worker)
        selector.register(worker.channel, selectors.EVENT_READ, worker)
        worker.play(pair)

    def end(worker):
        selector.unregister(worker.channel)
        workers.remove(worker)
        worker.stop()

    with tempfile.NamedTemporaryFile("w", suffix=".py") as script:
        script.write(
            f"import os, sys\nsys.path.insert(0, {str(FOLDER)!r})\nsys.dont_write_bytecode = True\n"
            "import worker\nworker.main(int(os.environ['ALEA_DUEL_SOCKET']))\n"
        )
        script.flush()
        try:
            for _ in range(min(options.processes, missing)):
                start()
            while workers:
                for key, _ in selector.select():
                    worker = key.data
                    record = worker.record()
                    if record is None:
                        continue
                    if record.pop("last"):
                        end(worker)
                        start()
                    else:
                        pair = next(waiting, None)
                        if pair is None:
                            end(worker)
                        else:
                            worker.play(pair)
                    tally.add(record)
                    log.add(record)
                    live.show(tally)
        finally:
            for worker in list(workers):
                end(worker)


def report_text(settings, summary, tally, pace):
    kind = "money, cubeful" if settings["cube"] else "money, cubeless"
    unit = "games"
    if settings["length"] > 0:
        kind, unit = f"matches to {settings['length']}", "matches"
    return (
        f"alea ({settings['network']}, {settings['alea_plies']}-ply) against {settings['gnubg']} "
        f"({settings['gnubg_plies']}-ply)\n"
        f"{summary['results']} {unit}, {kind}, duplicated dice, seed {settings['seed']}\n"
        f"alea: {standing(settings, tally)}; ± is the 95% interval\n"
        f"without luck: {standing(settings, tally, without_luck=True)}\n"
        f"games: won {100 * summary['won']:.2f}% (gammon {100 * summary['won_gammon']:.2f}%, backgammon "
        f"{100 * summary['won_backgammon']:.2f}%), lost {100 * summary['lost']:.2f}% (gammon "
        f"{100 * summary['lost_gammon']:.2f}%, backgammon {100 * summary['lost_backgammon']:.2f}%)\n"
        f"{100 * summary['passed']:.1f}% ended with a pass, {summary['rolls_per_game']:.1f} rolls a game, "
        f"{pace:.1f} {unit} a second\n"
    )


def main():
    options = arguments()
    interrupted = False
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends it as Ctrl-C does
    try:
        gnubg = find_gnubg(options.gnubg)
        settings = settings_of(options, gnubg)
        tally = Tally()
        log = Log(options.log, settings, options.seed is not None, pairs_of(options), tally)
        already = len(tally)
        live = Live(options, settings, already)
        try:
            run(options, gnubg, settings, tally, log, live)
        except KeyboardInterrupt:
            interrupted = True
        live.show(tally, final=True)
        pace = 2 * (len(tally) - already) / max(live.seconds(), 1e-9)
        if interrupted:
            tally = tally.only_first()
        summary = tally.summary()
        if options.json:
            kept = {key: settings[key] for key in settings if key not in Log.IGNORED}
            print(json.dumps(kept | summary | {"per_second": pace, "complete": not interrupted}))
        else:
            print(report_text(settings, summary, tally, pace), end="")
    except (DuelFailed, OSError) as error:
        print(f"duel.py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:  # before the first game
        return 130
    return 130 if interrupted else 0


if __name__ == "__main__":
    sys.exit(main())

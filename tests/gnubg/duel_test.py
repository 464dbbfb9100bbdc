"""A few games against GNU Backgammon; skipped where it is missing. Usage: duel_test.py ALEA SOURCES."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ALEA, ROOT = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
DUEL = ROOT / "tools" / "gnubg" / "duel.py"


def duel(*words):
    command = [sys.executable, "-B", DUEL, "--alea", ALEA, "--weights", "linear", "--quiet", "--json"]
    return subprocess.run([*command, *words], capture_output=True, text=True)


class Duel(unittest.TestCase):
    def test_games_are_played_logged_and_resumed(self):
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, "log")
            first = duel("--games", "2", "--seed", "1", "--processes", "1", "--log", log)
            self.assertEqual(first.returncode, 0, first.stderr)
            with open(log, "a") as file:
                file.write('{"pair": 1, "resu')  # as after a power cut
            whole = duel("--games", "6", "--seed", "1", "--processes", "2", "--log", log)
            self.assertEqual(whole.returncode, 0, whole.stderr)
            with open(log) as file:
                records = [json.loads(line) for line in file][1:]
            self.assertEqual(sorted(record["pair"] for record in records), [0, 1, 2])
            result = json.loads(whole.stdout)
            self.assertEqual(result["results"], 6)
            self.assertAlmostEqual(result["mean"], sum(sum(r["results"]) for r in records) / 6)

            other = duel("--games", "2", "--seed", "2", "--log", log)
            self.assertEqual(other.returncode, 1)
            self.assertIn("made with seed 1, not 2", other.stderr)

            shorter = duel("--games", "2", "--seed", "1", "--log", log)  # of the same duel
            self.assertEqual(json.loads(shorter.stdout)["results"], 2)
            self.assertLess(result["luck_adjusted_se"], result["se"])

    def test_what_is_no_log_is_left_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, "log")
            done = duel("--games", "2", "--seed", "1", "--processes", "1", "--log", log)
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(log) as file:
                good = file.read()
            for bad in (
                '{"my": "json"}',
                "notes\n",
                good.replace('"luck"', '"fortune"'),
                good.replace('"luck": [', '"luck": [NaN, '),
                good.replace('"games": [[', '"games": [['[:-1] + "[7, "),
            ):
                with open(log, "w") as file:
                    file.write(bad)
                done = duel("--games", "2", "--seed", "1", "--log", log)
                self.assertEqual((done.returncode, done.stdout), (1, ""), bad)
                self.assertIn("not a log of this program", done.stderr)
                with open(log) as file:
                    self.assertEqual(file.read(), bad)
            done = duel("--games", "2", "--log", folder)
            self.assertIn("not a file", done.stderr)

    def test_a_match_with_the_cube_has_a_winner(self):
        done = duel("--games", "2", "--match", "3", "--seed", "1", "--processes", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads(done.stdout)
        self.assertEqual(result["unfinished"], 0)
        self.assertIn(result["mean"], (0, 0.5, 1))

    def test_what_is_missing_is_named(self):
        done = duel("--games", "2", "--gnubg", "/nowhere/gnubg")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("/nowhere/gnubg", done.stderr)


if __name__ == "__main__":
    if not (shutil.which("gnubg") or shutil.which("/usr/games/gnubg")):
        print("skipped: gnubg is not installed (apt-get install gnubg)")
        sys.exit(77)
    unittest.main()

"""The curve of loss against time on a few decisions. Usage: curve_test.py ALEA SOURCES."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

ALEA, ROOT = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
TOOLS = ROOT / "tools" / "gnubg"
DECISIONS = ROOT / "tests" / "data" / "rollout_decisions.jsonl"
sys.path.insert(0, str(TOOLS))

import curve  # noqa: E402
import curve_chart  # noqa: E402

HAVE_GNUBG = shutil.which("gnubg") or shutil.which("/usr/games/gnubg")


def run(*words):
    command = [sys.executable, "-B", TOOLS / "curve.py", "--alea", ALEA, "--weights", "linear", "--quiet"]
    return subprocess.run([*command, *words], capture_output=True, text=True)


def rows_of(*words):
    done = run("--json", *words)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)["rows"]


class Curve(unittest.TestCase):
    def test_it_agrees_with_alea_measure(self):
        for level in ("0", "1/4:0.1"):
            [row] = rows_of("--levels", level, "--gnubg-plies", "--first", "30", "--block", "7")
            plies, _, filters = level.partition("/")
            words = [ALEA, "measure", "--json", "--weights", "linear", "--first", "30", "--plies", plies]
            words += ["--reference-decisions", DECISIONS] + (["--filters", filters] if filters else [])
            known = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)["decisions"]
            self.assertEqual(row["decisions"], 30)
            for key in ("pr", "pr_se", "unlisted"):
                self.assertAlmostEqual(row[key], known[key], places=4)
            self.assertGreater(row["mean_ms"], 0)

    def test_halves_share_nothing_and_make_up_the_whole(self):
        halves = [curve.read_decisions(DECISIONS, part, None) for part in ("even", "odd")]
        whole = curve.read_decisions(DECISIONS, "all", None)
        self.assertEqual(sum(map(len, halves)), len(whole))
        self.assertEqual([halves[0][0], halves[1][0]], whole[:2])
        self.assertEqual(len(curve.read_decisions(DECISIONS, "odd", 5)), 5)

    def test_an_unlisted_choice_is_charged_the_worst(self):
        decision = {"equities": {"a": 0.3, "b": 0.25, "c": -0.1}}
        self.assertAlmostEqual(curve.loss(decision, "b"), 0.05)
        self.assertAlmostEqual(curve.loss(decision, "a"), 0)
        self.assertAlmostEqual(curve.loss(decision, "none of them"), 0.4)

    def test_differences_are_taken_decision_by_decision(self):
        class Player:
            plies, filters, name, program = "0", "", "one", "alea"

        one, other = curve.Tried(Player), curve.Tried(Player)
        one.losses, other.losses = [0.1, 0.0, 0.3], [0.0, -0.1, 0.2]
        one.ms = other.ms = [1, 2, 3]
        found = curve.row(one, other)
        self.assertAlmostEqual(found["difference"], 50)
        self.assertAlmostEqual(found["difference_se"], 0)
        self.assertAlmostEqual(found["pr"], 500 * 0.4 / 3)
        self.assertEqual((found["mean_ms"], found["median_ms"]), (2, 2))

    def test_the_line_joins_what_nothing_beats(self):
        rows = [{"mean_ms": ms, "pr": pr} for ms, pr in ((3, 1), (1, 2), (2, 2.5), (4, 0.5))]
        self.assertEqual([row["mean_ms"] for row in curve_chart.frontier(rows)], [1, 3, 4])

    def test_the_chart_is_an_image_with_all_players(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "chart.svg")
            rows = rows_of("--levels", "0", "1", "1/2:0.02", "--gnubg-plies", "--first", "10", "--svg", path)
            image = xml.etree.ElementTree.parse(path).getroot()
        self.assertEqual(len(image.findall(".//{http://www.w3.org/2000/svg}circle")), len(rows))
        self.assertIn("prefers-color-scheme: dark", xml.etree.ElementTree.tostring(image, "unicode"))

    @unittest.skipUnless(HAVE_GNUBG, "gnubg is not installed")
    def test_gnubg_decides_the_same_decisions(self):
        rows = rows_of("--levels", "0", "--gnubg-plies", "0", "--first", "12", "--block", "8")
        self.assertEqual([row["player"] for row in rows], ["alea 0-ply", "gnubg 0-ply"])
        for row in rows:
            self.assertEqual(row["decisions"], 12)
            self.assertEqual(row["against"], "gnubg 0-ply")
            self.assertGreater(row["mean_ms"], 0)

    def test_what_is_wrong_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            bad = os.path.join(folder, "bad")
            for text in ("[1]\n", "{}\n", "x\n", '{"id":"a","dice":[1,2],"candidates":[]}\n', ""):
                pathlib.Path(bad).write_text(text)
                done = run("--decisions", bad, "--gnubg-plies", "--levels", "0")
                self.assertEqual((done.returncode, done.stdout), (1, ""), text)
                self.assertIn(bad, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for words, part in (
            (("--levels", "9", "--gnubg-plies", "--first", "2"), "--plies"),
            (("--levels", "1/x", "--gnubg-plies", "--first", "2"), "--filters"),
            (("--decisions", "/nowhere", "--gnubg-plies"), "/nowhere"),
            (("--svg", "/nowhere/x.svg", "--gnubg-plies", "--levels", "0", "--first", "2"), "/nowhere/x.svg"),
            (("--gnubg", "/nowhere/gnubg"), "/nowhere/gnubg"),
        ):
            done = run(*words)
            self.assertEqual((done.returncode, done.stdout), (1, ""), words)
            self.assertIn(part, done.stderr)


if __name__ == "__main__":
    unittest.main()

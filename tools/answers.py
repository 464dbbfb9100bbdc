"""What the programs that write pages of known answers share: asking alea, judging a rollout, tables.

Rollouts are kept in a file, so that a run that was broken off goes on where it was. They are used again
by the same program with the same network and settings only.
"""

import argparse
import hashlib
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data"


def parser(description, out, trials, until_se):
    """The options that all of them take; pages differ in how exact their rollouts need to be."""
    result = argparse.ArgumentParser(description=description)
    result.add_argument("--alea", default=str(ROOT / "build" / "alea"))
    result.add_argument("--out", default=str(ROOT / "docs" / out), help="- for standard output")
    result.add_argument("--plies", type=int, default=2)
    result.add_argument("--trials", type=int, default=trials, help="at most so many for each row")
    result.add_argument("--until-se", type=float, default=until_se, help="stop a rollout at this standard error")
    result.add_argument("--threads", type=int, help="default: all cores")
    result.add_argument("--kept", default=str(ROOT / "build" / "kept-rollouts.jsonl"),
                        help="where rollouts are kept for the next time; empty: nowhere")
    return result


class Alea:
    def __init__(self, options):
        self.program, self.plies = options.alea, options.plies
        self.trials, self.until_se = options.trials, options.until_se
        self.always = ["--json", "--quiet"] + (["--threads", str(options.threads)] if options.threads else [])
        self.rollouts = 0
        self.version = json.loads(self.run("--version", "--json"))
        self.kept_file = pathlib.Path(options.kept) if options.kept else None
        with open(self.program, "rb") as file:
            self.identity = [hashlib.sha256(file.read()).hexdigest(), self.version["evaluator"]]
        self.kept = self.read_kept()

    def run(self, *words, lines=None):
        done = subprocess.run([self.program, *words], capture_output=True, text=True,
                              input=None if lines is None else "\n".join(lines) + "\n")
        if done.returncode != 0:
            sys.exit(f"alea {' '.join(words)}: {done.stderr.strip()}")
        return done.stdout

    def json(self, *words, lines=None):
        return [json.loads(line) for line in self.run(*words, *self.always, lines=lines).splitlines()]

    def analyze(self, positions, *options):
        """One object for each position."""
        return self.json("analyze", "-", "--plies", str(self.plies), *options, lines=positions)

    def rollout(self, position, rows, *options, is_clear=None):
        """One object. A ninth of the trials first, if those are enough to know their error: they do where
        `is_clear` says so of them."""
        if is_clear is not None and self.trials // 9 >= 144:
            first = self.roll(position, rows, self.trials // 9, *options)
            if is_clear(first):
                return first
        return self.roll(position, rows, self.trials, *options)

    def roll(self, position, rows, trials, *options):
        words = [position, "--moves", str(rows), "--plies", str(self.plies), "--trials", str(trials),
                 "--until-se", str(self.until_se), *options]
        self.rollouts += 1
        key = json.dumps(self.identity + words)
        if key not in self.kept:
            print(f"rollout {self.rollouts}: {position} {' '.join(options)}", file=sys.stderr, flush=True)
            self.kept[key] = self.json("rollout", *words)[0]
            self.keep(key)
        return self.kept[key]

    def read_kept(self):
        kept = {}
        if self.kept_file is None or not self.kept_file.exists():
            return kept
        for line in self.kept_file.read_text().splitlines():
            try:
                entry = json.loads(line)
                kept[entry["key"]] = entry["object"]
            except (ValueError, KeyError):  # a line that was cut short
                continue
        return kept

    def keep(self, key):
        if self.kept_file is None:
            return
        self.kept_file.parent.mkdir(parents=True, exist_ok=True)
        with self.kept_file.open("a") as file:
            file.write(json.dumps({"key": key, "object": self.kept[key]}) + "\n")


def verdict(gap, noise):
    """Who is right by a rollout, if alea's choice is worth `gap` more, with a joint standard error."""
    if abs(gap) <= 2 * noise:
        return "too close to call"
    return "alea is right" if gap > 0 else "alea is wrong"


def cost(values, doubles, takes):
    """What a double (or none), and the answer to one, lose by three values of a cube decision."""
    no_double, take, passed = values["no_double"], values["double_take"], values["double_pass"]
    best = max(no_double, min(take, passed))
    double = best - (min(take, passed) if doubles else no_double)
    answer = max(0.0, (take if takes else passed) - min(take, passed))
    return double, answer


TIE = 1e-6  # doubles and takes that cost no more are made: alea's own rule


def advice(values):
    """(doubles, takes) by three values of a cube decision."""
    no_double, take, passed = values["no_double"], values["double_take"], values["double_pass"]
    return min(take, passed) >= no_double - TIE, take <= passed + TIE


class Page:
    def __init__(self):
        self.lines = []
        self.counts = []  # (what, agree, of, alea right, close, wrong)

    def add(self, *lines):
        self.lines += lines

    def table(self, head, rows):
        self.add("", "| " + " | ".join(head) + " |", "|" + "---|" * len(head))
        self.lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]

    def count(self, what, agree, of, verdicts=()):
        self.counts.append((what, f"{agree} of {of}",
                            *(sum(v == w for v in verdicts) for w in
                              ("alea is right", "too close to call", "alea is wrong"))))

    def write(self, out, head):
        """`head` goes before the table of counts, which stands before all else."""
        top = Page()
        top.add(*head)
        top.table(("", "agrees", "rolled out: alea is right", "too close to call", "alea is wrong"), self.counts)
        text = "\n".join(top.lines + self.lines) + "\n"
        if out == "-":
            print(text, end="")
        else:
            pathlib.Path(out).write_text(text)


def is_clear(gap, noise):
    """Whether more trials would not change the verdict."""
    return abs(gap) > 4 * noise


def how_rolled_out(options):
    return (f"alea against itself at 0 plies to the end of the game, cubeful, until the standard error is "
            f"{options.until_se}, at most {options.trials} trials")

#!/usr/bin/env python3
"""Writes docs/cube.md: alea's cube decisions beside GNU Backgammon's, and rollouts where they differ.

    tools/cube_answers.py [--alea build/alea] [--out docs/cube.md]

Decisions are those of tests/data/cube.jsonl. Every one in which the advice differs is rolled out. Some ten
minutes on one core; seeded, and what has been rolled out is kept, so a run that was broken off goes on.
"""

import json
import math

import answers

# By its own figures the reference then favours its choice by less than a look ahead of 2 plies can tell:
# two such programs differ by so much about equities without a double.
NOISE = 0.03
KINDS = ("money", "money, Jacoby rule", "match")


def kind_of(row):
    return KINDS[2] if row["length"] else KINDS[1] if row["jacoby"] else KINDS[0]


def reference_values(row):
    return {"no_double": row["nd"], "double_take": row["dt"], "double_pass": row["dp"]}


def words(doubles, takes, values):
    if doubles:
        return "double/take" if takes else "double/pass"
    too_good = values["no_double"] > values["double_pass"]
    return ("too good" if too_good else "no double") + ("/take" if takes else "/pass")


def loss(values, advised):
    return sum(answers.cost(values, *advised))


class Tally:
    """Of one kind of decisions."""

    def __init__(self):
        self.turns = self.agree = self.differ_within = self.undoubled = 0
        self.no_double = self.lost = self.reference_lost = 0.0
        self.differ = []


def tally(rows, found):
    kinds = {kind: Tally() for kind in KINDS}
    for row, ours in zip(rows, found):
        one = kinds[kind_of(row)]
        one.undoubled += 1
        one.no_double += abs(ours["no_double"] - row["nd"])
        if not row["may_double"]:
            continue
        one.turns += 1
        reference = reference_values(row)
        theirs = answers.advice(reference)
        if ours["double_take"] is None:  # the stake decides the match already: nobody doubles
            one.agree += not theirs[0] or abs(row["dt"] - row["nd"]) < answers.TIE
            continue
        advised = answers.advice(ours)
        if advised == theirs:
            one.agree += 1
            continue
        price = loss(reference, advised)
        one.differ_within += price <= NOISE
        one.differ.append((price, row, ours, advised, theirs))
    return kinds


def settle(alea, page, kind, one, drift):
    table, verdicts = [], []
    for price, row, ours, advised, theirs in sorted(one.differ, key=lambda case: -case[0]):
        def balance(rolled):
            """What alea's advice is worth beyond the reference's, and the joint standard error."""
            return loss(rolled, theirs) - loss(rolled, advised), math.hypot(rolled["no_double_se"], rolled["double_take_se"])

        rolled = alea.rollout(row["xgid"], 1, is_clear=lambda first: answers.is_clear(*balance(first)))
        gap, noise = balance(rolled)
        lost, reference_lost = loss(rolled, advised), loss(rolled, theirs)
        word = answers.verdict(gap, noise)
        verdicts.append(word)
        one.lost += lost
        one.reference_lost += reference_lost
        for key in ("no_double", "double_take"):
            drift.append((ours[key] - rolled[key], row["nd" if key == "no_double" else "dt"] - rolled[key]))
        table.append((f"`{row['xgid']}`", words(*advised, ours), words(*theirs, reference_values(row)),
                      *(f"{values['no_double']:+.3f} {values['double_take']:+.3f}"
                        for values in (ours, reference_values(row), rolled)),
                      f"{noise:.3f}", f"{lost:.3f}", f"{reference_lost:.3f}", word))
    page.add("", f"## {kind[0].upper()}{kind[1:]}", "",
             f"Of {one.turns} decisions {one.agree} are the same, {one.differ_within} differ by no more than {NOISE} by the "
             f"reference's own figures, {len(one.differ) - one.differ_within} by more. Equities without a double differ by "
             f"{one.no_double / one.undoubled:.4f} on average. Where the advice differs, alea's loses "
             f"{one.lost / max(1, len(one.differ)):.4f} on average by the rollouts, the reference's "
             f"{one.reference_lost / max(1, len(one.differ)):.4f}.")
    if table:
        page.table(("position", "alea", "reference", "alea: no double, double/take", "reference", "rolled out",
                    "joint s.e.", "alea loses", "reference loses", ""), table)
    page.count(kind, one.agree, one.turns, verdicts)


def rms(numbers):
    return math.sqrt(sum(x * x for x in numbers) / max(1, len(numbers)))


def main():
    options = answers.parser(__doc__.split("\n")[0], "cube.md", 1296, 0.01).parse_args()
    alea = answers.Alea(options)
    rows = [json.loads(line) for line in (answers.DATA / "cube.jsonl").read_text().splitlines()]
    kinds = tally(rows, alea.analyze([row["xgid"] for row in rows]))
    page, drift = answers.Page(), []
    for kind, one in kinds.items():
        settle(alea, page, kind, one, drift)
    mean = [sum(d[i] for d in drift) / max(1, len(drift)) for i in (0, 1)]
    page.add("", "## Equities of the positions that were rolled out", "",
             f"Difference from the rollout over no double and double/take of all {len(drift) // 2}: alea at "
             f"{options.plies} plies {mean[0]:+.3f} on average, root mean square {rms([d[0] for d in drift]):.3f}; the "
             f"reference {mean[1]:+.3f}, {rms([d[1] for d in drift]):.3f}. They are the hardest of {len(rows)}, picked "
             "because the two programs differ.")
    page.write(options.out, (
        "# Cube decisions", "",
        f"Made by `tools/cube_answers.py` with `{alea.version['evaluator']}` at {options.plies} plies; do not edit. The "
        f"reference is GNU Backgammon 1.07.001 at 2 plies on {len(rows)} positions of games between mixed, partly random "
        f"players (`tests/data/cube.jsonl`). Every decision in which double or no double, or take or pass, differs is rolled "
        f"out ({answers.how_rolled_out(options)}). By the rollout each advice has a loss; right or wrong if the losses "
        "differ by more than two joint standard errors. Equities are per unit of the present cube, in matches normalised; "
        "the cube's exact bear-offs are in [bearoff.md](bearoff.md)."))


if __name__ == "__main__":
    main()

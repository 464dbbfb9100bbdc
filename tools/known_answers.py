#!/usr/bin/env python3
"""Writes docs/known-answers.md: where alea agrees with what is known, and what rollouts say where not.

    tools/known_answers.py [--alea build/alea] [--out docs/known-answers.md]

Known are openings, replies, reference positions, stacks on the ace point and race formulas, all in
tests/data/known. A decision that differs from the known one by more than the source's own noise is rolled
out. Takes some minutes; everything is seeded, so the same network gives the same page.
"""

import json
import math
import random

import answers

KNOWN = answers.DATA / "known"
OPENING_NOISE = 0.012  # said by the source: plays within this are equal
REPLY_NOISE = 0.015
START = "4HPwATDgc/ABMA"
AVERAGE_ROLL = 49 / 6


def rows_of(name):
    return json.loads((KNOWN / name).read_text())["rows"]


def same_play(text):
    """A spelling that does not depend on the order of the groups."""
    return tuple(sorted(text.split()))


def decide_play(alea, position, dice, ranked, played, known):
    """Rolls out alea's play and the best ranked of the known ones."""
    order = [same_play(row["play"]) for row in ranked]
    target = min((order.index(same_play(play)) for play in known if same_play(play) in order), default=None)
    if target is None:
        return None
    rolled = alea.rollout(position, target + 1, "--dice", dice, "--drop-worse", "4")
    figures = {same_play(row["play"]): row for row in rolled["moves"]}
    ours, theirs = figures[same_play(played)], figures[order[target]]
    noise = math.hypot(ours["equity_se"], theirs["equity_se"])
    return {"theirs": theirs["play"], "ours": ours["equity"], "other": theirs["equity"], "noise": noise,
            "verdict": answers.verdict(ours["equity"] - theirs["equity"], noise)}


def checker_section(alea, page, title, intro, what, decisions, noise):
    """`decisions`: (name, position ID, dice, [(play, equity or None)], accepted plays)."""
    objects = alea.analyze([f"{position}" for _, position, _, _, _ in decisions], "--moves", "0") \
        if all(dice is None for _, _, dice, _, _ in decisions) else \
        [alea.json("analyze", position, "--dice", dice, "--plies", str(alea.plies), "--moves", "0")[0]
         for _, position, dice, _, _ in decisions]
    agree, differ = 0, []
    for (name, position, dice, rated, accepted), found in zip(decisions, objects):
        ranked = found["moves"]
        known = {same_play(play) for play in accepted}
        if rated:
            best = max(equity for _, equity in rated)
            known |= {same_play(play) for play, equity in rated if equity >= best - noise}
        played = ranked[0]["play"]
        if same_play(played) in known:
            agree += 1
        else:
            differ.append((name, position, dice, ranked, played, [" ".join(play) for play in known]))
    page.add("", f"## {title}", "", intro, "", f"alea agrees in {agree} of {len(decisions)}.")
    verdicts, table = [], []
    for name, position, dice, ranked, played, known in differ:
        settled = decide_play(alea, position, dice, ranked, played, known)
        if settled is None:
            table.append((name, played, " or ".join(sorted(known)), "", "", "", "the known play is not legal"))
            continue
        verdicts.append(settled["verdict"])
        table.append((name, played, settled["theirs"], f"{settled['ours']:+.4f}", f"{settled['other']:+.4f}",
                      f"{settled['noise']:.4f}", settled["verdict"]))
    if table:
        page.table(("decision", "alea plays", "known", "alea's, rolled out", "the known", "joint s.e.", ""), table)
    page.count(what, agree, len(decisions), verdicts)


def openings(alea, page):
    decisions = [(row["roll"], START, row["roll"][::-1] if row["roll"][0] < row["roll"][1] else row["roll"],
                  [(m["move"], m["equity"]) for m in row["gnubg_2ply"]],
                  row["accepted_best"] + row["published_preferred"]) for row in rows_of("openings.json")]
    checker_section(alea, page, "Openings",
                    "The 15 opening rolls, money play. Known: plays that the literature prefers, and those that "
                    f"GNU Backgammon finds within {OPENING_NOISE} of its best at 2 plies.",
                    "opening rolls", decisions, OPENING_NOISE)


def replies(alea, page):
    decisions = [(f"{row['opening']}, {dice}", row["position_id"], dice,
                  [(m["move"], m["equity"]) for m in plays], [])
                 for row in rows_of("replies.json") for dice, plays in row["replies"].items()]
    checker_section(alea, page, "Replies",
                    "All rolls after eleven openings, money play. Known: the plays that GNU Backgammon finds within "
                    f"{REPLY_NOISE} of its best at 2 plies (no rollouts, so it may well be wrong).",
                    "replies", decisions, REPLY_NOISE)


ACTIONS = {"no_double": "no_double/take", "no_redouble": "no_double/take", "double_take": "double/take",
           "redouble_take": "double/take", "double_pass": "double/pass", "redouble_pass": "double/pass",
           "too_good_pass": "too_good/pass", "too_good_take": "too_good/take", "beaver": "no_double/beaver"}


def positions(alea, page):
    rows = rows_of("positions.json")
    plays = [(row["xgid"], row["xgid"], None, [], [row["moves"][0]["move"]]) for row in rows if row["kind"] == "checker"]
    decisions = [(f"`{name}`", position, position.split(":")[4], rated, known)
                 for name, position, _, rated, known in plays]
    checker_section(alea, page, "Reference positions: checker play",
                    "From public texts of XG (3-ply to Roller++) and others.", "reference plays", decisions, 0)

    cubes = [row for row in rows if row["kind"] == "cube"]
    found = alea.analyze([row["xgid"] for row in cubes])
    page.add("", "## Reference positions: cube", "",
             "No double and double/take per unit of the cube, in brackets what the source prints (XG Roller++, GNU "
             "Backgammon at 2 plies, or exact). With beavers the doubler may drop a beaver for the doubled stake under alea's "
             "rules, so the take is worth -2 where XG has -2.667.")
    table, verdicts, agree = [], [], 0
    for row, ours in zip(cubes, found):
        action = ACTIONS.get(ours["action"], ours["action"])
        said = row.get("gnubg_2ply", row)
        known_take = said.get("double_take_with_beaver", said["double_take"])
        note = "agrees"
        if action == row["action"]:
            agree += 1
        else:
            rolled = alea.rollout(row["xgid"], 1)
            settled = ACTIONS.get(rolled["action"], rolled["action"])
            note = (f"rolled out {rolled['no_double']:+.3f}, {rolled['double_take']:+.3f}, s.e. "
                    f"{rolled['no_double_se']:.3f}, {rolled['double_take_se']:.3f}: {settled}")
            verdicts.append("alea is right" if settled == action else "alea is wrong")
        table.append((f"`{row['xgid']}`", action, row["action"], f"{ours['no_double']:+.3f} ({said['no_double']:+.3f})",
                      f"{ours['double_take']:+.3f} ({known_take:+.3f})", note))
    page.table(("position", "alea", "known", "no double", "double/take", ""), table)
    page.count("reference cubes", agree, len(cubes), verdicts)


def xgid(own, other, owner=0):
    """Own and other: {point: checkers}, both in their own numbering; the owner of the cube, X on roll."""
    points = ["-"] * 26
    for point, count in own.items():
        points[point] = chr(ord("A") + count - 1)
    for point, count in other.items():
        points[25 - point] = chr(ord("a") + count - 1)
    return f"XGID={''.join(points)}:{1 if owner else 0}:{owner}:1:00:0:0:0:0:10"


def ace_stacks(alea, page):
    cases = [(int(n), m + 1, chance) for n, chances in rows_of("ace_stacks.json").items()
             for m, chance in enumerate(chances)]
    found = alea.json("eval", "-", lines=[xgid({1: n}, {1: m}) for n, m, _ in cases])
    errors = [abs(object["win"] - chance) for object, (_, _, chance) in zip(found, cases)]
    agree = sum(error <= 1.5e-6 for error in errors)
    page.add("", "## Stacks on the ace points", "",
             f"On roll with n checkers on the own ace point against m on theirs, n odd, {len(cases)} pairs: alea has the "
             f"exact chance to the six digits printed in {agree}; largest difference {max(errors):.1e}.")
    page.count("ace stacks", agree, len(cases))


def pips(side):
    return sum(point * count for point, count in side.items())


def keith(side):
    count = pips(side) + 2 * max(0, side.get(1, 0) - 1) + max(0, side.get(2, 0) - 1) + max(0, side.get(3, 0) - 3)
    return count + sum(side.get(point, 0) == 0 for point in (4, 5, 6))


def thorp(side):
    return (pips(side) + 2 * sum(side.values()) - sum(side.get(point, 0) > 0 for point in range(1, 7))
            + side.get(1, 0))


# Each: (own, other, redouble) -> (double, take).
def by_percent(own, other, redouble):
    lead, mine = pips(other) - pips(own), pips(own)
    return lead >= (0.09 if redouble else 0.08) * mine, lead <= 0.12 * mine


def by_long_race(own, other, redouble):
    lead, mine = pips(other) - pips(own), pips(own)
    return lead >= 0.1 * mine - (1 if redouble else 2), lead <= 0.1 * mine + 2


def by_keith(own, other, redouble):
    roller = keith(own) + keith(own) // 7
    return roller - keith(other) <= (3 if redouble else 4), roller - keith(other) >= 2


def by_thorp(own, other, redouble):
    roller = thorp(own) * (1.1 if thorp(own) > 30 else 1)
    return roller - thorp(other) <= (1 if redouble else 2), roller - thorp(other) >= -2


def races(count, seed=1):
    """Races without contact, both sides with 15 checkers, in which the cube is a question."""
    rng = random.Random(seed)

    def side():
        result = {}
        for _ in range(15):
            point = min(12, 1 + int(rng.triangular(0, 11, rng.choice((3, 5)))))
            result[point] = result.get(point, 0) + 1
        return result

    found = []
    while len(found) < count:
        own, other = side(), side()
        lead = (pips(other) - pips(own)) / pips(own)
        if 50 <= pips(own) <= 120 and 0.03 <= lead <= 0.18:
            found.append((own, other))
    return found


def race_formulas(alea, page, count):
    formulas = (("8-9-12", by_percent), ("long race (10% and 2 pips)", by_long_race), ("Keith", by_keith),
                ("Thorp", by_thorp))
    cases = [(own, other, redouble) for own, other in races(count) for redouble in (False, True)]
    found = alea.analyze([xgid(own, other, 1 if redouble else 0) for own, other, redouble in cases])
    page.add("", "## Race formulas", "",
             f"{count} random races of 15 checkers a side (50 to 120 pips, leads of 3 to 18%), each with a centred and an "
             "owned cube, money play. `lost`: mean equity that following the formula costs per decision, by alea's "
             "figures. For Keith's count, the most reliable of them, the largest differences are rolled out below.")
    table, worst = [], []
    for name, formula in formulas:
        same_double = same_take = 0
        lost = [0.0, 0.0]
        for (own, other, redouble), ours in zip(cases, found):
            doubles, takes = formula(own, other, redouble)
            our_double = ours["action"] in ("double_take", "double_pass", "redouble_take", "redouble_pass")
            our_take = ours["double_take"] <= ours["double_pass"]
            same_double += doubles == our_double
            same_take += takes == our_take
            price = answers.cost(ours, doubles, takes)
            lost = [a + b for a, b in zip(lost, price)]
            if name == "Keith" and (doubles != our_double or takes != our_take):
                worst.append((max(price), own, other, redouble, ours, doubles, takes))
        of = len(cases)
        table.append((name, f"{same_double} of {of}", f"{same_take} of {of}", f"{lost[0] / of:.4f}", f"{lost[1] / of:.4f}"))
        page.count(f"{name}: doubles, takes", same_double + same_take, 2 * of)
    page.table(("formula", "same double", "same take", "lost by doubles", "lost by takes"), table)
    worst.sort(key=lambda case: -case[0])
    table, verdicts = [], []
    for price, own, other, redouble, ours, doubles, takes in worst[:4]:
        position = xgid(own, other, 1 if redouble else 0)
        rolled = alea.rollout(position, 1)
        by_rollout = answers.cost(rolled, doubles, takes)
        noise = 2 * math.hypot(rolled["no_double_se"], rolled["double_take_se"])
        word = "alea is right" if max(by_rollout) > noise else "too close to call"
        if max(by_rollout) == 0:
            word = "alea is wrong"
        verdicts.append(word)
        table.append((f"`{position}`", ours["action"], f"{'double' if doubles else 'no double'}, "
                      f"{'take' if takes else 'pass'}", f"{price:.3f}", f"{max(by_rollout):.3f}", f"{noise / 2:.3f}", word))
    if table:
        page.table(("race", "alea", "Keith", "Keith loses, by alea", "rolled out", "joint s.e.", ""), table)
        page.count("Keith's largest differences, all rolled out", 0, len(table), verdicts)

    # Kleinman: K = (D + 4)^2 / (S - 4), the chance to win being that of a normal deviate below sqrt(K / 2):
    # 78% at the K of 1.2 where players pass.
    errors = []
    for (own, other, redouble), ours in zip(cases, found):
        if redouble:
            continue
        lead, total = pips(other) - pips(own) + 4, pips(other) + pips(own) - 4
        errors.append(0.5 + 0.5 * math.erf(lead / math.sqrt(total) / 2) - ours["win"])
    page.add("", f"Kleinman's metric as a winning chance in the same races: mean difference from alea's "
             f"{100 * sum(errors) / len(errors):+.2f}%, mean size {100 * sum(map(abs, errors)) / len(errors):.2f}%, largest "
             f"{100 * max(map(abs, errors)):.2f}%.")


def effective_pips(alea, page):
    def epc(side):
        return alea.json("bearoff", "query", xgid(side, {1: 1}))[0]["me"]["epc"]

    page.add("", "## Effective pip counts and match equities", "",
             "EPCs of alea's exact tables against rules of thumb.")
    table = []
    for name, rule, cases in (
            ("N rolls: 2N checkers on the ace, 7N + 1", lambda n: 7 * n + 1, [(n, {1: 2 * n}) for n in range(1, 8)]),
            ("stack and straggler: n on the ace and one on the 6, 3.5 (n + 1) + 6", lambda n: 3.5 * (n + 1) + 6,
             [(n, {1: n, 6: 1}) for n in range(3, 11)])):
        errors = [rule(n) - epc(side) for n, side in cases]
        table.append((name, f"{len(cases)}", f"{sum(errors) / len(errors):+.3f}", f"{max(errors, key=abs):+.3f}"))
    one = alea.json("bearoff", "query", xgid({1: 2}, {1: 1}))[0]["me"]
    table.append(("average roll, 49/6 pips: EPC / mean rolls", "1", f"{AVERAGE_ROLL - one['epc'] / one['mean_rolls']:+.3f}", ""))
    page.table(("rule", "cases", "mean difference", "largest"), table)

    errors = []
    for trailer in range(2, 10):
        for leader in range(1, trailer):
            length = trailer
            words = ["table", "--match", str(length), "--score", f"{length - leader}-0"]
            if leader == 1:
                words.append("--crawford")
            mwc = 100 * alea.json(*words)[0]["mwc"]
            rule = 50 + (55 / (trailer + 2) if leader == 1 else 85 / (trailer + 6)) * (trailer - leader)
            errors.append((rule - mwc, leader, trailer))
    largest = max(errors, key=lambda e: abs(e[0]))
    page.add("", f"Janowski's formula for match scores (leader's % = 50 + 85 D/(T + 6), Crawford 50 + 55 D/(T + 2)) against alea's "
             f"table (Kazaross XG2), trailer needing 2 to 9: mean difference {sum(e for e, _, _ in errors) / len(errors):+.2f}%, "
             f"largest {largest[0]:+.2f}% at {largest[1]}-away {largest[2]}-away.")


def main():
    parser = answers.parser(__doc__.split("\n")[0], "known-answers.md", 2592, 0.006)
    parser.add_argument("--races", type=int, default=100)
    options = parser.parse_args()
    alea = answers.Alea(options)
    page = answers.Page()
    for section in (openings, replies, positions, ace_stacks):
        section(alea, page)
    race_formulas(alea, page, options.races)
    effective_pips(alea, page)
    page.write(options.out, (
        "# Known answers", "",
        f"Made by `tools/known_answers.py` with `{alea.version['evaluator']}` at {options.plies} plies; do not edit. Sources "
        f"are listed in `tests/data/README.md`. Where alea differs from what is known, a rollout decides "
        f"({answers.how_rolled_out(options)}): right or wrong if the difference exceeds two joint standard errors."))


if __name__ == "__main__":
    main()

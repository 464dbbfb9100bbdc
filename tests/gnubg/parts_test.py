"""Boards, dice, referee and sums of tools/gnubg; no gnubg needed. Usage: parts_test.py ALEA SOURCES."""

import hashlib
import json
import pathlib
import sys
import unittest

ALEA, ROOT = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
sys.path.insert(0, str(ROOT / "tools" / "gnubg"))

import board  # noqa: E402
import duel  # noqa: E402
import game  # noqa: E402
import speed_worker  # noqa: E402
from alea import AleaFailed, AleaProcess, AleaSeat, Judge, LuckMeter  # noqa: E402
from dice import DiceStream  # noqa: E402
from tally import Tally  # noqa: E402


def reference_positions():
    with open(ROOT / "tests" / "data" / "positions.jsonl") as lines:
        return [json.loads(line) for line in lines]


class Boards(unittest.TestCase):
    def test_position_ids_are_read_and_written(self):
        self.assertEqual(board.position_id(board.START), "4HPwATDgc/ABMA")
        for known in reference_positions():
            men = tuple(known["opp"]), tuple(known["me"])
            self.assertEqual(board.board_of(known["position_id"]), men)
            self.assertEqual(board.position_id(men), known["position_id"])

    def test_xgids_are_those_of_the_reference(self):
        checked = 0
        for known in reference_positions():
            if known["roll"] != 1 or known["jacoby"]:
                continue
            owner = None if known["owner"] in (-1, None) else known["owner"]
            position = board.Position(
                board.board_of(known["position_id"]), 1, known["length"], tuple(known["score"]),
                bool(known["crawford"]), known["cube"], owner)
            ours = position.xgid(1, "%d%d" % tuple(sorted(known["dice"], reverse=True))).split(":")
            theirs = known["xgid"].split(":")
            if known["length"] == 0:  # scores of a money session mean nothing
                ours[5:7] = theirs[5:7]
            self.assertEqual(ours, theirs)
            checked += 1
        self.assertGreater(checked, 50)

    def test_the_answer_to_a_double_is_seen_by_the_one_who_answers(self):
        position = board.Position(board.START, 0, 7, (2, 5))
        self.assertTrue(position.xgid(1, "D").endswith(":0:0:-1:D:5:2:0:7:10"))

    def test_steps_hit_and_bear_off(self):
        us, them = [0] * 25, [0] * 25
        us[24], us[5], them[18] = 1, 1, 1  # their 19-point is our 6-point
        us[5] = 0
        us[6] = 1
        after = board.after_steps((tuple(them), tuple(us)), [(7, 6), (25, 20)])
        self.assertEqual(after[0][24], 1)
        self.assertEqual((after[1][5], after[1][19], after[1][24]), (1, 1, 0))
        self.assertEqual(sum(board.after_steps(after, [(6, 0)])[1]), 1)

    def test_steps_onto_closed_points_are_refused(self):
        for steps in ([(24, 19)], [(4, 3)], [(6, 6)], [(13, -1)]):
            with self.assertRaises(board.IllegalPlay):
                board.after_steps(board.START, steps)

    def test_a_game_counts_one_two_or_three(self):
        def loser(**men):
            places = [0] * 25
            for place, count in men.items():
                places[int(place[1:]) - 1] = count
            return tuple(places)

        empty = (0,) * 25
        self.assertEqual(board.points_won((empty, loser(p1=14))), 1)
        self.assertEqual(board.points_won((empty, loser(p1=15))), 2)
        self.assertEqual(board.points_won((empty, loser(p1=14, p18=1))), 2)
        self.assertEqual(board.points_won((empty, loser(p1=14, p19=1))), 3)
        self.assertEqual(board.points_won((empty, loser(p1=14, p25=1))), 3)
        self.assertEqual(board.points_won((loser(p1=1), loser(p1=15))), 0)


class FirstLegal:
    """Plays the first legal play, doubles when told to, and remembers where it was asked."""

    def __init__(self, judge, doubles=False, takes=True):
        self._judge, self._doubles, self._takes = judge, doubles, takes
        self.asked = []
        self.played = []

    def play(self, position, roll):
        self.played.append(position)
        legal = self._judge.legal(position, roll)
        return legal[0] if legal else board.position_id(board.flipped(position.board))

    def doubles(self, position):
        self.asked.append(position)
        return self._doubles

    def takes(self, position):
        return self._takes


class Referee(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.judge = Judge(ALEA)

    @classmethod
    def tearDownClass(cls):
        cls.judge.close()

    def test_a_pair_of_equals_is_a_draw(self):
        for length, cube in ((0, False), (0, True), (3, True)):
            players = FirstLegal(self.judge, True), FirstLegal(self.judge, True)
            for pair in range(3):
                record = game.play_pair(*players, 1, pair, length, cube)
                self.assertEqual(sum(record["results"]), 1 if length else 0)
                self.assertGreater(record["games"][0][3], 10)

    def test_a_dropped_double_ends_the_game(self):
        players = FirstLegal(self.judge, True), FirstLegal(self.judge, False, takes=False)
        record = game.play_pair(*players, 1, 0, 0, True)
        self.assertEqual(record["results"], [1, 1])
        self.assertTrue(all(passed == 1 for _, _, passed, _ in record["games"]))

    def test_no_cube_in_the_crawford_game_nor_when_dead(self):
        player = FirstLegal(self.judge)
        seats = player, FirstLegal(self.judge)
        for key in range(3):
            game.play_match(seats, (5, key), 3)
        self.assertTrue(any(position.score[0] == 0 for position in player.asked))
        for position in player.asked:
            self.assertFalse(position.crawford)
            self.assertLess(position.score[0] + position.cube, 3)

    def test_the_crawford_game_is_the_first_one_away_from_the_end(self):
        most = 0
        for key in range(8):
            player = FirstLegal(self.judge)
            game.play_match((player, FirstLegal(self.judge)), (5, key), 3)
            games = list(dict.fromkeys((p.score, p.crawford) for p in player.played))
            close = [crawford for score, crawford in games if max(score) == 2]
            self.assertEqual(close, [True] * min(1, len(close)) + [False] * (len(close) - 1))
            self.assertFalse(any(crawford for score, crawford in games if max(score) < 2))
            most = max(most, len(close))
        self.assertGreater(most, 1)

    def test_the_one_who_takes_owns_the_cube(self):
        player = FirstLegal(self.judge, doubles=True)
        game.play_pair(player, player, 1, 0, 0, True)
        for earlier, later in zip(player.asked, player.asked[1:]):
            if later.cube == 2 * earlier.cube:
                self.assertEqual((later.owner, later.roller), (1 - earlier.roller,) * 2)
        self.assertGreater(max(position.cube for position in player.asked), 8)

    def test_alea_doubles_what_is_won_and_drops_what_is_lost(self):
        seat = AleaSeat(ALEA, 0, True, "linear")
        won = board.Position(((0,) * 6 + (9,) + (0,) * 18, (1,) + (0,) * 24), 1)
        lost = board.Position(board.flipped(won.board), 1)
        self.assertTrue(seat.doubles(won))
        self.assertFalse(seat.takes(won))
        self.assertFalse(seat.doubles(lost))
        self.assertTrue(seat.takes(lost))
        seat.close()

    def test_an_illegal_board_is_found_out(self):
        class Cheat:
            doubles = takes = None

            def play(self, position, roll):
                return "4HPwATDgc/ABMA"

        with self.assertRaisesRegex(board.IllegalPlay, r"XGID=.*:31:.* 4HPwATDgc/ABMA"):
            game.Judged(Cheat(), self.judge).play(board.Position(board.START, 0), (3, 1))

    def test_a_refused_question_is_an_error_not_a_silence(self):
        process = AleaProcess(ALEA, ["moves", "-", "--json"])
        with self.assertRaisesRegex(AleaFailed, "no answer to rubbish: alea: stdin:1:"):
            process.ask("rubbish")
        process.close()

    def test_alea_plays_legally(self):
        seat = AleaSeat(ALEA, 0, False, "linear")
        position = board.Position(board.START, 1)
        for roll in ((3, 1), (6, 6), (4, 2)):
            self.assertIn(seat.play(position, roll), self.judge.legal(position, roll))
        seat.close()

    def test_luck_is_what_a_roll_gains_on_the_average(self):
        meter = LuckMeter(ALEA, False, "linear")
        position = board.Position(board.START, 1)
        lucks = {(a, b): meter.luck(position, (a, b)) for a in range(1, 7) for b in range(1, 7)}
        self.assertAlmostEqual(sum(lucks.values()), 0, delta=1e-4)
        self.assertEqual(lucks[1, 3], lucks[3, 1])
        self.assertGreater(lucks[3, 1], lucks[4, 1])
        meter.close()
        meter = LuckMeter(ALEA, True, "linear")  # points count with the cube, in a match as its chance
        on_two = board.Position(board.START, 1, cube=2, owner=0)
        per_unit = meter._process.ask(on_two.xgid(1, "00"))
        six_six = per_unit["rolls"][-1]["equity"] - per_unit["no_double"]
        self.assertAlmostEqual(meter.luck(on_two, (6, 6)), 2 * six_six, delta=1e-4)
        self.assertLess(meter.luck(board.Position(board.START, 0, length=9), (6, 6)), 0.3)
        meter.close()

    def test_without_luck_little_is_left_to_chance(self):
        seat = AleaSeat(ALEA, 0, False, "linear")
        meter = LuckMeter(ALEA, False, "linear")
        start = board.Position(board.START, 0)
        games = [
            game.play_game((seat, seat), DiceStream(3, number), start, False, meter.luck)
            for number in range(20)
        ]
        raw = sum(end.points**2 for end in games)
        self.assertLess(sum((end.points - end.luck) ** 2 for end in games), 0.7 * raw)
        for player in (seat, meter):
            player.close()

    def test_speed_is_measured_on_decisions_with_a_choice(self):
        seat = FirstLegal(self.judge)
        decisions = speed_worker.sample(seat, self.judge, 30)
        self.assertEqual(len(decisions), 30)
        for position, roll in decisions:
            self.assertGreater(len(self.judge.legal(position, roll)), 1)


class Figures(unittest.TestCase):
    def test_dice_are_fair_and_repeatable(self):
        stream = DiceStream(7, 1, 0)
        rolls = [stream.roll() for _ in range(6000)]
        again = DiceStream(7, 1, 0)
        self.assertEqual([again.roll() for _ in range(6000)], rolls)
        self.assertNotEqual([DiceStream(7, 2, 0).roll() for _ in range(9)], rolls[:9])
        for face in range(1, 7):
            self.assertAlmostEqual(sum(roll.count(face) for roll in rolls) / 2000, 1, delta=0.1)

    def test_no_face_of_a_die_is_favoured(self):
        stream = DiceStream("a", 1)
        raw = b"".join(hashlib.sha256(f"a/1/{block}".encode()).digest() for block in range(40))
        expected = [byte % 6 + 1 for byte in raw if byte < 252]
        dice = [die for _ in range(600) for die in stream.roll()]
        self.assertEqual(dice, expected[:1200])

    def test_the_opening_roll_is_no_double_and_the_higher_die_starts(self):
        for pair in range(50):
            (first, second), starter = DiceStream(1, pair).opening()
            self.assertEqual(starter, 0 if first > second else 1)
            self.assertNotEqual(first, second)

    def test_the_standard_error_is_that_of_pair_means(self):
        tally = Tally()
        for pair, results in enumerate(([1, -1], [2, 0], [1, 1], [-2, -2])):
            tally.add({"pair": pair, "results": results, "luck": [results[0] - 1, 0], "games": []})
        mean, error = tally.mean_and_error()
        self.assertAlmostEqual(mean, 0)
        self.assertAlmostEqual(error, (6 / 3 / 4) ** 0.5)
        mean, error = tally.mean_and_error(without_luck=True)  # halves of 0, 1, 2 and -1
        self.assertAlmostEqual(mean, 0.25)
        self.assertAlmostEqual(error, (5 / 4 / 3 / 4) ** 0.5)

    def test_the_report_tells_both_results(self):
        settings = {"network": "net", "alea_plies": 0, "gnubg": "GNU", "gnubg_plies": 2, "seed": 7,
                    "cube": False, "length": 0}
        tally = Tally()
        for pair, results in enumerate(([1, 1], [2, -2], [1, -1])):
            games = [[won, 5, 4, 0] for won in results]
            tally.add({"pair": pair, "results": results, "luck": [0.25, 0.75], "games": games})
        text = duel.report_text(settings, tally.summary(), tally, 1.0)
        self.assertIn("alea: +0.3333 ±0.6533 points per game (se 0.3333)", text)
        self.assertIn("without luck: -0.1667 ±0.6533 points per game", text)
        matches = duel.report_text(settings | {"length": 5}, tally.summary(), tally, 1.0)
        self.assertIn("alea: 33.33% ±65.33% of matches (se 33.33%)", matches)

    def test_a_broken_off_duel_counts_up_to_the_first_gap(self):
        tally = Tally()
        for pair in (0, 1, 3):
            tally.add({"pair": pair, "results": [1, 1], "games": []})
        self.assertEqual(len(tally.only_first()), 2)


if __name__ == "__main__":
    unittest.main()

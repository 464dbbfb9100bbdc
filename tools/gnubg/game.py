"""Games, matches and pairs of them.

`luck(position, roll)` is what a roll is worth to its roller beyond the average one, in points or matches (see
alea.LuckMeter). Taken from the result it leaves what play has earned: its mean is zero whatever it says.
Seats are objects with play(position, roll) -> position ID after it, doubles(position) and
takes(position). Results are those of seat 0.
"""

from dataclasses import dataclass, replace

import board
from alea import roll_text
from board import IllegalPlay, Position
from dice import DiceStream

LONGEST_GAME = 3000  # rolls; what lasts longer counts as a draw
LARGEST_CUBE = 1 << 12


@dataclass
class GameEnd:
    points: int = 0  # for seat 0; negative if it lost
    rolls: int = 0
    luck: float = 0.0  # of seat 0, less that of seat 1; without opening rolls, which are none of 21
    passed: bool = False  # a double was dropped
    level: int = 0  # 1 single, 2 gammon, 3 backgammon; 0 if passed or never finished


def may_double(position):
    if position.crawford or position.owner not in (None, position.roller):
        return False
    if position.cube == LARGEST_CUBE:
        return False
    # A cube that already carries the player to the end of the match is dead.
    return position.length == 0 or position.score[position.roller] + position.cube < position.length


class Judged:
    """A seat that is believed nothing: its plays must be among the legal ones.

    It is not asked where there is no choice.
    """

    def __init__(self, seat, judge):
        self._seat, self._judge = seat, judge
        self.doubles, self.takes = seat.doubles, seat.takes

    def play(self, position, roll):
        legal = self._judge.legal(position, roll)
        if not legal:
            return board.position_id(board.flipped(position.board))
        if len(legal) == 1:
            return legal[0]
        try:
            chosen = self._seat.play(position, roll)
            if chosen not in legal:
                raise IllegalPlay(f"{chosen} cannot be reached")
        except IllegalPlay as error:
            where = position.xgid(position.roller, roll_text(roll))
            raise IllegalPlay(f"illegal play in {where}: {error}") from None
        return chosen


def no_luck(position, roll):
    return 0


def play_game(seats, dice, position, cube, luck=no_luck):
    """One game from the opening roll; `position` gives score and length. `cube`: with it."""
    roll, starter = dice.opening()
    position = replace(position, board=board.START, roller=starter, cube=1, owner=None)
    end = GameEnd()

    def won(by, points):
        end.points = points if by == 0 else -points
        return end

    while end.rolls < LONGEST_GAME:
        roller, other = position.roller, 1 - position.roller
        if roll is None:
            if cube and may_double(position) and seats[roller].doubles(position):
                if not seats[other].takes(position):
                    end.passed = True
                    return won(roller, position.cube)
                position = replace(position, cube=2 * position.cube, owner=other)
            roll = dice.roll()
            end.luck += luck(position, roll) if roller == 0 else -luck(position, roll)
        after = board.board_of(seats[roller].play(position, roll))
        end.rolls += 1
        roll = None
        end.level = board.points_won(after)
        if end.level > 0:
            return won(roller, end.level * position.cube)
        position = replace(position, board=after, roller=other)
    return end


def play_match(seats, key, length, luck=no_luck):
    """A match to `length` points: 1 if seat 0 wins it, else 0, and the games."""
    score, crawford, games = [0, 0], False, []
    while max(score) < length:
        position = Position(board.START, 0, length, tuple(score), crawford)
        dice = DiceStream(*key, len(games))
        games.append(play_game(seats, dice, position, length > 1, luck))
        if games[-1].points == 0:
            raise RuntimeError("a game of a match never ended")
        was_close = max(score) == length - 1
        score[0 if games[-1].points > 0 else 1] += abs(games[-1].points)
        crawford = max(score) == length - 1 and not was_close
    return int(score[0] >= length), games


def play_pair(alea, gnubg, seed, pair, length, cube, luck=no_luck):
    """Two games, or matches, with the same dice and the chairs exchanged; everything as alea sees it."""
    results, lucks, games = [], [], []
    for chair in (0, 1):  # alea's
        seats = (alea, gnubg) if chair == 0 else (gnubg, alea)
        if length > 0:
            won, played = play_match(seats, (seed, pair), length, luck)
            results.append(won if chair == 0 else 1 - won)
        else:
            dice = DiceStream(seed, pair, 0)
            played = [play_game(seats, dice, Position(board.START, 0), cube, luck)]
            results.append(played[0].points if chair == 0 else -played[0].points)
        total = sum(game.luck for game in played)
        lucks.append(round(total if chair == 0 else -total, 6))
        for game in played:
            points = game.points if chair == 0 else -game.points
            games.append([points, game.level, int(game.passed), game.rolls])
    return {"pair": pair, "results": results, "luck": lucks, "games": games}

"""Boards, positions and the notation in which both programs are told about them.

A board is a pair of tuples of 25 counts, (opponent, player to move), each in its own numbering: index 0
is that player's ace point, index 24 the bar. Checkers borne off are the ones missing from 15.
"""

import base64
from dataclasses import dataclass

CHECKERS = 15
START = ((0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5) + (0,) * 10 + (2, 0),) * 2


class IllegalPlay(Exception):
    """A play that breaks the rules, or is not even one."""


def flipped(board):
    return board[1], board[0]


def position_id(board):
    """The GNU position ID: 80 bits, as many ones a place as checkers, then a zero."""
    bits = "".join("1" * count + "0" for side in board for count in side)
    return base64.b64encode(int(bits[::-1], 2).to_bytes(10, "little"))[:14].decode()


def board_of(position):
    number = int.from_bytes(base64.b64decode(position + "=="), "little")
    places = list(map(len, format(number, "080b")[::-1].split("0")[:50]))
    return tuple(places[:25]), tuple(places[25:])


def after_steps(board, steps):
    """The board after single steps (from, to): 25 is the bar, 0 is off. Not yet turned round.

    Checks what it needs to stay a board; whether the dice allow the play is asked elsewhere.
    """
    them, us = list(board[0]), list(board[1])
    for start, end in steps:
        if not (1 <= start <= 25 and 0 <= end < start) or us[start - 1] == 0:
            raise IllegalPlay(f"no step from {start} to {end}")
        us[start - 1] -= 1
        if end == 0:
            continue
        if them[24 - end] > 1:
            raise IllegalPlay(f"the {end}-point is closed")
        if them[24 - end] == 1:
            them[24 - end] = 0
            them[24] += 1
        us[end - 1] += 1
    return tuple(them), tuple(us)


def points_won(board):
    """What the player who has just moved has won: 0 while the game goes on. `board` is turned round."""
    winner, loser = board
    if sum(winner) > 0:
        return 0
    if sum(loser) < CHECKERS:
        return 1
    return 3 if sum(loser[18:]) > 0 else 2


@dataclass(frozen=True)
class Position:
    """Everything a decision depends on. Seats are 0 and 1; `board` is seen by the seat `roller`."""

    board: tuple
    roller: int
    length: int = 0  # points of the match; 0 = money, without Jacoby and beavers
    score: tuple = (0, 0)
    crawford: bool = False
    cube: int = 1  # its value
    owner: int = None  # seat that owns the cube

    def xgid(self, decider, roll):
        """For the seat that decides (the bottom player); `roll` is "31", "00", or "D" for a double."""
        own = decider == self.roller
        them, us = self.board if own else flipped(self.board)
        men = "".join(
            chr(64 + us[i]) if us[i] else chr(96 + them[23 - i]) if them[23 - i] else "-"
            for i in range(24)
        )
        bars = (chr(96 + them[24]) if them[24] else "-", chr(64 + us[24]) if us[24] else "-")
        owner = 0 if self.owner is None else 1 if self.owner == decider else -1
        return (
            f"XGID={bars[0]}{men}{bars[1]}:{self.cube.bit_length() - 1}:{owner}:{1 if own else -1}:{roll}:"
            f"{self.score[decider]}:{self.score[1 - decider]}:{int(self.crawford)}:{self.length}:10"
        )

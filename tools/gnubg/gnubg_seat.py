"""GNU Backgammon as a player, from inside its embedded Python.

It never holds a game: every call gets the whole position, so nothing can get out of step.
"""

import gnubg

from board import IllegalPlay, after_steps, flipped, position_id

# What gnubg's "world class" level (2 plies) and its deeper ones use, given with each call so that no
# setting can change it: all plays at 0 plies, then the best 8 within 0.16; before 3 plies 2 within 0.04.
DEEPER = {(ply, 0): (0, 8, 0.16) for ply in range(1, 5)} | {(3, 2): (0, 2, 0.04), (4, 2): (0, 2, 0.04)}


def move_filters():
    filters = []
    for ply in range(1, 5):
        for level in range(ply):
            accept, extra, within = DEEPER.get((ply, level), (-1, 0, 0.0))  # -1: nothing is dropped
            filters.append(
                dict(ply=ply, level=level, acceptmoves=accept, extramoves=extra, threshold=within)
            )
    return filters


class GnubgSeat:
    def __init__(self, plies, cubeful):
        self._context = dict(cubeful=int(cubeful), plies=plies, deterministic=1, prune=1, noise=0.0)
        self._filters = move_filters()
        gnubg.command("set threads 1")
        gnubg.command("set jacoby off")
        money = self._cube_info(1, None, 0, 0, (0, 0), False)
        if money["jacoby"] != 0 or money["gammonprice"] != ((1.0, 1.0), (1.0, 1.0)):
            raise RuntimeError(f"gnubg would ignore gammons: {money}")

    @staticmethod
    def _cube_info(cube, owner, roller, length, score, crawford):
        return gnubg.cubeinfo(
            cube, -1 if owner is None else owner, roller, length, score, int(crawford), 0
        )

    def _cube_info_of(self, position):
        return self._cube_info(
            position.cube,
            position.owner,
            position.roller,
            position.length,
            position.score,
            position.crawford,
        )

    def play(self, position, roll):
        """The position ID after the play, the opponent on roll."""
        numbers = gnubg.findbestmove(
            position.board, self._cube_info_of(position), self._context, tuple(roll), self._filters
        )
        steps = [(start, end) for start, end in zip(numbers[::2], numbers[1::2]) if start > 0]
        try:
            return position_id(flipped(after_steps(position.board, steps)))
        except IllegalPlay as error:
            raise IllegalPlay(f"{error} in {numbers}") from None

    def _cube_values(self, position):
        """No double, double/take and double/pass, seen by the player on roll; larger is better."""
        values = gnubg.cfevaluate(position.board, self._cube_info_of(position), self._context)
        return values[1], values[2], values[3]

    def doubles(self, position):
        no_double, double_take, double_pass = self._cube_values(position)
        return min(double_take, double_pass) > no_double

    def takes(self, position):
        _, double_take, double_pass = self._cube_values(position)
        return double_take <= double_pass

    def close(self):
        pass

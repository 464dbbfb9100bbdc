"""Dice that both games of a pair share, from nothing but (seed, pair, game).

SHA-256 in counter mode: the same on every machine and in every version of Python.
"""

import hashlib


class DiceStream:
    def __init__(self, *key):
        self._key = "/".join(map(str, key))
        self._block = 0
        self._dice = iter(())

    def _die(self):
        while True:
            for byte in self._dice:
                if byte < 252:  # 42 * 6: no face is favoured
                    return byte % 6 + 1
            text = f"{self._key}/{self._block}"
            self._dice = iter(hashlib.sha256(text.encode()).digest())
            self._block += 1

    def roll(self):
        return self._die(), self._die()

    def opening(self):
        """Each seat rolls one die until they differ: (roll, seat that starts)."""
        while True:
            first, second = self.roll()
            if first != second:
                return (first, second), 0 if first > second else 1

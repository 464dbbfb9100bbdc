"""Results of pairs, added up."""

import math


class Tally:
    """`results` and `luck` of a pair are two figures of alea each; the pair's mean is one observation."""

    def __init__(self):
        self._pairs = {}

    def add(self, record):
        self._pairs[record["pair"]] = record

    def __contains__(self, pair):
        return pair in self._pairs

    def __len__(self):
        return len(self._pairs)

    def only_first(self):
        """Up to the first pair that is missing: the quick ones of a broken-off duel would be biased."""
        result = Tally()
        while len(result) in self._pairs:
            result.add(self._pairs[len(result)])
        return result

    def mean_and_error(self, without_luck=False):
        """Of the results, or of what is left when luck is taken out."""
        means = [
            sum(record["results"]) / 2 - (sum(record["luck"]) / 2 if without_luck else 0)
            for record in self._pairs.values()
        ]
        count = len(means)
        if count == 0:
            return 0.0, math.inf
        mean = math.fsum(means) / count
        if count == 1:
            return mean, math.inf
        variance = math.fsum((value - mean) ** 2 for value in means) / (count - 1)
        return mean, math.sqrt(variance / count)

    def summary(self):
        games = [game for record in self._pairs.values() for game in record["games"]]
        count = max(1, len(games))

        def estimate(prefix, without_luck):
            mean, error = self.mean_and_error(without_luck)
            known = math.isfinite(error)
            return {
                prefix + "mean": mean,
                prefix + "se": error if known else None,
                prefix + "ci95": [mean - 1.96 * error, mean + 1.96 * error] if known else None,
            }

        def share(wanted):
            return sum(1 for game in games if wanted(*game)) / count

        return {
            "results": 2 * len(self._pairs),
            **estimate("", without_luck=False),
            **estimate("luck_adjusted_", without_luck=True),
            "games": len(games),
            "won": share(lambda points, level, passed, rolls: points > 0),
            "won_gammon": share(lambda points, level, passed, rolls: points > 0 and level >= 2),
            "won_backgammon": share(lambda points, level, passed, rolls: points > 0 and level == 3),
            "lost": share(lambda points, level, passed, rolls: points < 0),
            "lost_gammon": share(lambda points, level, passed, rolls: points < 0 and level >= 2),
            "lost_backgammon": share(lambda points, level, passed, rolls: points < 0 and level == 3),
            "passed": share(lambda points, level, passed, rolls: passed),
            "unfinished": share(lambda points, level, passed, rolls: points == 0),
            "rolls_per_game": sum(game[3] for game in games) / count,
        }

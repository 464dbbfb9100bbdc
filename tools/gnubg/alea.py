"""alea as a player and as the judge of what is legal: long-lived processes that answer line by line."""

import json
import subprocess


class AleaFailed(Exception):
    pass


class AleaProcess:
    def __init__(self, program, arguments):
        self._command = [program, *arguments]
        # A complaint about a line comes instead of its answer.
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )

    @property
    def pid(self):
        return self._process.pid

    def ask(self, line):
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = b""
        if not (answer.startswith(b"{") and answer.endswith(b"\n")):
            self._process.kill()
            said = (answer + self._process.stdout.read()).decode(errors="replace").strip()
            raise AleaFailed(f"{' '.join(self._command)}: no answer to {line}: {said}")
        return json.loads(answer)

    def close(self):
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


def roll_text(roll):
    return f"{max(roll)}{min(roll)}"


class Judge:
    """Knows every legal play, by `alea moves`."""

    def __init__(self, program):
        self._process = AleaProcess(program, ["moves", "-", "--json"])

    def legal(self, position, roll):
        """Position IDs after each distinct play, the opponent on roll; none if nothing can be played."""
        answer = self._process.ask(position.xgid(position.roller, roll_text(roll)))
        return [play["position"] for play in answer["plays"]]

    def close(self):
        self._process.close()


class LuckMeter:
    """What a roll is worth beyond the average of all, by alea looking `plies` rolls ahead (`analyze --rolls`)."""

    def __init__(self, program, cubeful, weights=None, plies=1):
        arguments = ["analyze", "-", "--json", "--rolls", "--threads", "1", "--plies", str(plies)]
        self._process = AleaProcess(program, arguments + network_options(cubeful, weights))

    def luck(self, position, roll):
        """In points, cube included; in a match as chance to win it. Seen by the roller."""
        key, unit = ("mwc", 1) if position.length > 0 else ("equity", position.cube)
        rolls = self._process.ask(position.xgid(position.roller, "00"))["rolls"]
        values = {tuple(each["dice"]): each[key] for each in rolls}
        mean = sum(value * (1 if high == low else 2) for (high, low), value in values.items()) / 36
        return unit * (values[max(roll), min(roll)] - mean)

    def close(self):
        self._process.close()


def network_options(cubeful, weights):
    return ([] if cubeful else ["--cubeless"]) + (["--weights", weights] if weights else [])


class AleaSeat:
    """Plays by `alea analyze`: the first of its ranked moves, and its cube advice.

    Its plays are not judged: it takes them from the same list as the judge does.
    """

    def __init__(self, program, plies, cubeful, weights=None):
        arguments = ["analyze", "-", "--json", "--moves", "1", "--threads", "1", "--plies", str(plies)]
        self._process = AleaProcess(program, arguments + network_options(cubeful, weights))

    @property
    def pid(self):
        return self._process.pid

    def play(self, position, roll):
        """The position ID after the play, the opponent on roll."""
        answer = self._process.ask(position.xgid(position.roller, roll_text(roll)))
        return answer["moves"][0]["position"]

    def doubles(self, position):
        action = self._process.ask(position.xgid(position.roller, "00"))["action"]
        return action in ("double_take", "double_pass", "redouble_take", "redouble_pass")

    def takes(self, position):
        return self._process.ask(position.xgid(1 - position.roller, "D"))["answer"] != "pass"

    def close(self):
        self._process.close()

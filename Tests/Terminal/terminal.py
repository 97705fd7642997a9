"""Runs a program in a pseudo-terminal by a script of steps, and reports the terminal's output.

usage: terminal.py < SCENARIO

SCENARIO is a JSON object: command (a list), folder, columns, rows, environment (added to a small one), seconds (time limit for each
step) and steps, each an object with one member:
  wait: TEXT         until the terminal has shown the text since the last wait
  send: TEXT         types it; "\u0003" is Ctrl+C, "\u001a" Ctrl+Z
  resize: COLUMNS    changes the window, which sends SIGWINCH
  pause: SECONDS     reads the output meanwhile
  hangup: true       closes the terminal, which sends SIGHUP

The result is a JSON object: status (negative for the signal that ended it), timeout (the step that was not reached, or null), text
(the whole output) and widest: for each width of the window the widest line that was overwritten by a carriage return, in columns.
"""
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
import unicodedata


def width(text):
    """Returns the columns of a text by Python's Unicode tables, which are independent of the program's."""
    return sum(
        0 if unicodedata.combining(c) or unicodedata.category(c) in ("Mn", "Me", "Cf")
        else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text)


class Terminal:
    def __init__(self, scenario):
        self.patience = scenario.get("seconds", 60)
        self.output, self.unseen = b"", b""
        # The offset in the output at which each window width started.
        self.windows = []
        self.columns, self.rows = scenario.get("columns", 80), scenario.get("rows", 24)
        environment = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": "/nonexistent"}
        environment.update(scenario.get("environment", {}))
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            # Waits until the window has its size.
            sys.stdin.readline()
            # The test's own thread may block signals; Python ignores some.
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            for number in (signal.SIGINT, signal.SIGPIPE, signal.SIGTSTP, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            os.chdir(scenario["folder"])
            os.execvpe(scenario["command"][0], scenario["command"], environment)
        mode = termios.tcgetattr(self.master)
        mode[3] &= ~termios.ECHO
        termios.tcsetattr(self.master, termios.TCSANOW, mode)
        self.resize(self.columns)
        os.write(self.master, b"\n")
        self.status = None

    def resize(self, columns):
        self.windows.append((len(self.output), columns))
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", self.rows, columns, 0, 0))

    def read(self, seconds):
        """Returns whether the terminal is still open for writing."""
        if not select.select([self.master], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        self.output += data
        self.unseen += data
        return bool(data)

    def wait(self, text):
        end, text = time.monotonic() + self.patience, text.encode()
        while text not in self.unseen:
            if time.monotonic() > end or not self.read(0.05):
                return False
        self.unseen = self.unseen[self.unseen.index(text) + len(text):]
        return True

    def pause(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.read(max(0, end - time.monotonic())):
            pass
        return True

    def step(self, step):
        (name, value), = step.items()
        if name == "wait":
            return self.wait(value)
        if name == "pause":
            return self.pause(value)
        if name == "send":
            os.write(self.master, value.encode())
        elif name == "resize":
            self.resize(value)
        elif name == "hangup":
            os.close(self.master)
            self.master = None
        else:
            raise ValueError(name)
        return True

    def end(self):
        """Waits for the end of the program."""
        end = time.monotonic() + self.patience
        while time.monotonic() < end:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                while self.master is not None and select.select([self.master], [], [], 0)[0] and self.read(0):
                    pass
                return os.waitstatus_to_exitcode(status)
            if self.master is None or not self.read(0.02):
                time.sleep(0.01)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        return None

    def widest(self):
        """Returns, for each width of the window, the widest text between a carriage return and what removes it."""
        found = {}
        for (start, columns), (end, _) in zip(self.windows, self.windows[1:] + [(len(self.output), 0)]):
            text = self.output[start:end].decode("utf-8", "replace")
            lines = re.findall(r"\r\x1b\[K([^\r\n\x1b]*)(?=\r\x1b|$)", text)
            found[str(columns)] = max([found.get(str(columns), 0)] + [width(line) for line in lines])
        return found


def main():
    scenario = json.load(sys.stdin)
    terminal = Terminal(scenario)
    missed = next((step for step in scenario.get("steps", []) if not terminal.step(step)), None)
    status = terminal.end()
    json.dump({
        "status": status, "timeout": missed if missed else ("end" if status is None else None),
        "text": terminal.output.decode("utf-8", "replace"), "widest": terminal.widest(),
    }, sys.stdout)


main()

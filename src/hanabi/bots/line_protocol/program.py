"""Another program that exchanges lines of JSON with this one, with a time limit for each message."""

import os
import selectors
import shlex
import shutil
import signal
import subprocess
import threading
import time
from contextlib import suppress
from typing import Any

import msgspec

LONGEST_LINE = 1 << 20  # bytes
STDERR_TAIL = 2000  # bytes of standard error to keep
SECONDS_TO_END = 2.0


class ProgramError(Exception):
    """A program does not run, is late, or breaks the protocol."""


def words_of(command: str) -> list[str]:
    """Split a command line as a shell would; the first word must be a program that exists."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ProgramError(f"{command!r} is not a command: {error}") from error
    if not words:
        raise ProgramError("names no program")
    if shutil.which(words[0]) is None:
        raise ProgramError(f"there is no program {words[0]!r} that can be run")
    return words


class Program:
    def __init__(self, command: str) -> None:
        self.command = command
        pipe = subprocess.PIPE
        try:
            # In its own session, so that its child processes end with it, and Ctrl-C does not reach it first.
            self._process = subprocess.Popen(
                words_of(command), stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except OSError as error:
            raise ProgramError(f"cannot be started: {error.strerror}") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._stdin, False)
        os.set_blocking(self._stdout, False)
        self._received = b""
        self._stderr_tail = b""
        self._reader = threading.Thread(target=self._read_errors, daemon=True)
        self._reader.start()

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send a message and wait for the answer. Unsolicited output is an error."""
        self._read_available()
        if self._received:
            raise ProgramError(f"said {_shown(self._received)} without being asked")
        deadline = time.monotonic() + seconds
        self._write(message, deadline, seconds)
        return self._read(deadline, seconds)

    def tell(self, message: dict[str, Any], seconds: float) -> None:
        """Send a message that needs no answer."""
        self._write(message, time.monotonic() + seconds, seconds)

    def end(self) -> None:
        """Close its standard input; if it does not exit, kill it and its child processes."""
        with suppress(OSError):
            self._process.stdin.close()  # type: ignore[union-attr]
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(SECONDS_TO_END)
        self.kill()

    def kill(self) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._reader.join(SECONDS_TO_END)
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                pipe.close()  # type: ignore[union-attr]

    def _write(self, message: dict[str, Any], deadline: float, seconds: float) -> None:
        rest = memoryview(msgspec.json.encode(message) + b"\n")
        try:
            while rest:
                self._wait_until_ready(self._stdin, selectors.EVENT_WRITE, deadline, seconds)
                rest = rest[os.write(self._stdin, rest) :]
        except BrokenPipeError as error:
            raise self._ended() from error

    def _read(self, deadline: float, seconds: float) -> dict[str, Any]:
        while b"\n" not in self._received:
            if len(self._received) > LONGEST_LINE:
                raise ProgramError(f"answered with a line of more than {LONGEST_LINE} bytes")
            self._wait_until_ready(self._stdout, selectors.EVENT_READ, deadline, seconds)
            if not self._read_available():
                raise self._ended()
        line, _, self._received = self._received.partition(b"\n")
        try:
            answer = msgspec.json.decode(line)
        except (ValueError, msgspec.DecodeError) as error:
            raise ProgramError(f"answered {_shown(line)}, which is not JSON") from error
        if not isinstance(answer, dict) or not isinstance(answer.get("type"), str):
            raise ProgramError(f'answered {_shown(line)}, which is not an object with a "type"')
        return answer

    def _read_available(self) -> bool:
        """Whether the output is still open."""
        with suppress(BlockingIOError):
            data = os.read(self._stdout, 1 << 16)
            self._received += data
            return bool(data)
        return True

    def _wait_until_ready(self, pipe: int, event: int, deadline: float, seconds: float) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            if not selector.select(max(0.0, deadline - time.monotonic())):
                raise ProgramError(f"took longer than {seconds:g} s")

    def _read_errors(self) -> None:
        pipe = self._process.stderr
        assert pipe is not None
        with pipe:
            while data := pipe.read(1 << 16):
                self._stderr_tail = (self._stderr_tail + data)[-STDERR_TAIL:]

    def _ended(self) -> ProgramError:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(SECONDS_TO_END)
        self._reader.join(SECONDS_TO_END)
        code = self._process.returncode
        if code is None:
            return ProgramError("closed its standard output")
        how = f"was ended by signal {-code}" if code < 0 else f"ended with status {code}"
        lines = self._stderr_tail.decode("utf-8", "replace").strip().splitlines()
        return ProgramError(f"{how}: {lines[-1]}" if lines else how)


def _shown(data: bytes) -> str:
    text = data.split(b"\n")[0].decode("utf-8", "replace")
    return repr(text if len(text) <= 80 else text[:79] + "…")

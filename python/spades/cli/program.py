"""The entry point: options to command, errors to exit codes.

| code | meaning |
|---|---|
| 0 | done, or the game was left (`quit`, end of input) |
| 1 | an error, told in one line on stderr |
| 2 | wrong usage |
| 130 | interrupted by Ctrl-C |
| 141 | the reader of stdout went away (`... | head -1`); nothing is printed about it |
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # as in `typing`, which takes long to import
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from typing import TextIO

FINE, FAILED, USAGE, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        argv: The arguments after the program's name; those of the process by default.

    Returns:
        The exit code, see the module's table.
    """
    _open_streams()
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop(sys.stdout)
        return PIPE_CLOSED
    except KeyboardInterrupt:
        complain("\ninterrupted")
        code = INTERRUPTED
    except Exception as error:
        if os.environ.get("SPADES_DEBUG"):
            raise
        complain(f"error: {_in_words(error)}")
        code = FAILED
    if code == INTERRUPTED:
        # CPython notes a Ctrl-C that hit code run from a text (as dataclasses do while they are
        # imported) as one that nobody handled, and would end by the signal in place of the code.
        # Running a text once more takes that note back.
        exec("")
    return code if _flushed() else PIPE_CLOSED


def complain(text: str) -> None:
    """Print a line on stderr; a stderr that cannot be written is nothing to fail over."""
    try:
        print(text, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        _drop(sys.stderr)


def _run(argv: Sequence[str]) -> int:
    if list(argv) == ["--version"]:  # argparse takes longer to import than all that is needed
        from spades import __version__

        print(f"spades {__version__}")
        return FINE
    from spades.cli.options import parse

    try:
        options = parse(argv)
    except SystemExit as stop:  # argparse has printed the help or what is wrong
        return stop.code if isinstance(stop.code, int) else USAGE
    return _command(options)


def _command(options: Namespace) -> int:
    """Run one command. Each is imported by itself, so that none pays for another."""
    if options.command == "rules":
        from spades.cli.rules_view import run_rules

        return run_rules(options)
    if options.command == "replay":
        from spades.cli.replay import run_replay

        return run_replay(options)
    if options.command == "arena":
        from spades.cli.arena import run_arena

        return run_arena(options)
    if options.command == "sprt":
        from spades.cli.sprt import run_sprt

        return run_sprt(options)
    if options.command == "regret":
        from spades.cli.regret import run_regret

        return run_regret(options)
    if options.command == "watch":
        from spades.cli.watch import run_watch

        return run_watch(options)
    if options.command == "review":
        from spades.cli.review import run_review

        return run_review(options)
    if options.command == "bench":
        from spades.cli.bench import run_bench

        return run_bench(options)
    from spades.cli.play import run_play  # play and resume

    return run_play(options)


def _in_words(error: Exception) -> str:
    from spades import SpadesError

    if isinstance(error, SpadesError):
        text = str(error)
    elif isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        text = f"{name}{error.strerror or error}"
    else:
        kind = type(error).__name__
        text = f"{kind}: {error} (a fault of the program; SPADES_DEBUG=1 shows where)"
    return " ".join(text.split())


def _open_streams() -> None:
    """Make the standard streams safe: there at all, and never failing over an encoding."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # a test's StringIO has none
            reconfigure(errors="replace")


def _flushed() -> bool:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _drop(sys.stdout)
        return False
    except (OSError, ValueError):
        _drop(sys.stdout)
    return True


def _drop(stream: TextIO) -> None:
    """Point a broken stream at nowhere, so that the interpreter's last flush is silent."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass
